"""Who thinks: one agent a file, a question in and a typed answer out.

What each role reads and answers is in ``agents.roles``; a ``Crew`` (``agents.crew``) has one agent for each. Those in
``agents/extractive`` need no model, those in ``agents/model`` ask one, each with its prompt in a file beside it. Who
judges finished pages plays a role of ``agents.judges``.
"""
