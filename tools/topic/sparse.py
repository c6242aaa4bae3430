"""When a topic is hardly known. Apart from ``relevance``, so that the settings can be read before a store can."""

from __future__ import annotations

SPARSE = 90  # snippets that name the topic: where there are fewer, it is hardly known
