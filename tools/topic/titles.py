"""Titles: the headings that a snippet stands under, and whether one of them names the topic.

Readers object no more to a sentence under a title that names the topic than to one that names it itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems, stand_together


def title_of(snippet: Snippet) -> str:
    """The title of a snippet, in which ">" divides the parts; where it has none, the words at the end of its url."""
    return snippet.title or _slug(snippet.document)


def is_titled(snippet: Snippet, topic: Sequence[str]) -> bool:
    """Whether a title of the snippet, or the topic that its corpus files it under, names the topic (its stems), the words side by side."""
    return _names(tuple(topic), title_of(snippet)) or _names(tuple(topic), snippet.topic)


@lru_cache(maxsize=4_096)
def _names(topic: tuple[str, ...], title: str) -> bool:
    return any(stand_together(topic, content_stems(part)) for part in title.split(">"))


@lru_cache(maxsize=4_096)
def _slug(url: str) -> str:
    """ "https://example.org/books/6-2-photoelectric-effect.html" says "photoelectric effect"; "" for what is no url or holds no words."""
    address = url.partition("://")[2].partition("#")[0].partition("?")[0]
    name = address.partition("/")[2].rstrip("/").rpartition("/")[2]
    return " ".join(_WORD.findall(name.partition(".")[0]))


_WORD = re.compile(r"[^\W\d_]{3,}")
