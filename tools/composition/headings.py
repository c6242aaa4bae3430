"""Headings as somebody proposes them: brought into shape, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Collection

from castalia.tools.language.topic_names import topic_name
from castalia.tools.language.words import content_stems, same_name

LONGEST = 80  # characters
MOST_WORDS = 10

# Headings that say nothing about what stands under them, or that the page has of its own.
EMPTY = frozenset(
    "introduction;overview;summary;conclusion;conclusions;other;others;miscellaneous;general;background;references;sources"
    ";bibliography;notes;lead;abstract;see also;further reading;external links;further aspects;other aspects;key points".split(
        ";"
    )
)

_BEFORE, _BEHIND = "#*_>- ", "#*_ "  # marks of Markdown
# Small letters stand behind a genus ("E. coli") and a count ("3 domains"), a heading has a capital.
_NUMBER = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,2})+[.)]?|\d{1,2}[.)]|[IVX]{2,4}\.|(?:\d{1,2}|[A-Z]\.)(?=\s+[^\sa-z]))\s+(?=\S)"
)


def tidy_heading(text: str) -> str:
    """The heading on one line without Markdown marks, numbering or a final colon."""
    flat = " ".join(text.split()).lstrip(_BEFORE).rstrip(_BEHIND)
    return _NUMBER.sub("", flat).lstrip(_BEFORE).rstrip(":. ")


def heading_fault(heading: str, topic: str, taken: Collection[tuple[str, ...]]) -> str:
    """Why no editor would use this heading; "" where nothing is wrong. ``taken`` are the stems of the headings beside
    it."""
    stems = content_stems(heading)
    lower = heading.lower()
    if not stems:
        return "no word in it"
    if len(heading) > LONGEST or len(heading.split()) > MOST_WORDS:
        return "too long for a heading"
    if lower in EMPTY:
        return "says nothing about what stands under it"
    if same_name(stems, content_stems(topic_name(topic))):
        return "the topic's own name"
    if any(same_name(stems, one) for one in taken):
        return "the same as another heading"
    return ""
