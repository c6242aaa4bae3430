"""Paragraphs: where the text of a section is broken."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.identity import citation_keys
from castalia.memory.records import Claim
from castalia.tools.composition.reading_order import goes_on
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.quotations import claims_of

PARAGRAPH = 90  # words of a paragraph after which a new one begins
BRIEF = 40  # words after which one begins where another subject comes; as many are left for the last


def in_paragraphs(
    ordered: Sequence[Passage], common: frozenset[str], evidence: Evidence
) -> tuple[tuple[Claim, ...], ...]:
    """Paragraphs of ``BRIEF`` words or more, up to another subject or to about ``PARAGRAPH`` words, never broken inside
    a passage."""
    keys = citation_keys(evidence.snippets)
    paragraphs: list[list[Claim]] = []
    length = 0
    left = sum(one.words for one in ordered)
    for last, one in zip((None, *ordered), ordered, strict=False):
        is_other = last is not None and not goes_on(last, one, common)
        if not paragraphs or (length >= (BRIEF if is_other else PARAGRAPH) and left >= BRIEF):
            paragraphs.append([])
            length = 0
        paragraphs[-1].extend(claims_of(one, keys[one.snippet_id]))
        length += one.words
        left -= one.words
    return tuple(tuple(paragraph) for paragraph in paragraphs)
