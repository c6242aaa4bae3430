"""Quotations: passages as the claims of a draft, and what a draft quotes as passages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from castalia.memory.records import Citation, Claim, Draft
from castalia.tools.topic.passages import LONGEST, Passage


def claims_of(passage: Passage, key: str) -> tuple[Claim, ...]:
    """A passage as claims: each sentence cites, under this key, the snippet that it was taken from."""
    return tuple(Claim(text, (Citation(key, passage.snippet_id),), text) for text in passage.sentences)


def home_of(claim: Claim) -> str:
    """The id of the snippet that a claim is quoted from; "" where it cites none."""
    return claim.citations[0].snippet_id if claim.citations else ""


def quoted_in(draft: Draft, passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """What a draft quotes, in its order, as passages of these, each as long as can be. What is none of them is left
    out."""
    known = {(one.snippet_id, one.sentences): one for one in passages}
    found = []
    for paragraph in draft.paragraphs:
        for name, claims in groupby(paragraph, key=home_of):
            left = tuple(claim.sentence for claim in claims)
            while left:
                lengths = range(min(LONGEST, len(left)), 0, -1)
                one = next((known[name, left[:length]] for length in lengths if (name, left[:length]) in known), None)
                found += [one] if one else []
                left = left[len(one.sentences) if one else 1 :]
    return tuple(found)
