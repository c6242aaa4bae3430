"""The model crew: every role with a chat model behind it. Each agent's prompt is the file of its name beside it;
the writer has a second one, ``reviser.md``, for what the reviewer objects to."""
