"""Drafts as values: taking sentences out of them without leaving another one hanging."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from castalia.memory.records import Claim, Draft
from castalia.tools.dependence import is_dependent


def claims_in(draft: Draft) -> tuple[Claim, ...]:
    """All claims of a draft, in reading order."""
    return tuple(claim for paragraph in draft.paragraphs for claim in paragraph)


def keep_claims(draft: Draft, wanted: Callable[[Claim], bool]) -> Draft:
    """The draft with only the claims that are wanted; a sentence that leaned on one that went goes with it.

    ``wanted`` is asked once a claim, in reading order.
    """
    paragraphs = []
    for paragraph in draft.paragraphs:
        kept: list[Claim] = []
        hole = False
        for claim in paragraph:
            hole = (hole and is_dependent(claim.sentence)) or not wanted(claim)
            if not hole:
                kept.append(claim)
        if kept:
            paragraphs.append(tuple(kept))
    return replace(draft, paragraphs=tuple(paragraphs))
