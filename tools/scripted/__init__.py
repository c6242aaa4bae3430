"""A chat model that follows a script: what it sees, what it answers, and what it does wrong when told to."""
