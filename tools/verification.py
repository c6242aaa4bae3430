"""Verification that needs no model: whether what a claim cites holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from castalia.memory.records import Claim, Draft, Snippet


def verify_draft(draft: Draft, snippets: Mapping[str, Snippet]) -> Draft:
    """The draft with a verdict on each claim that can be checked without a model."""
    return replace(draft, paragraphs=tuple(tuple(verify(one, snippets) for one in those) for those in draft.paragraphs))


def verify(claim: Claim, snippets: Mapping[str, Snippet]) -> Claim:
    """``supported`` where every cited snippet holds the sentence word for word, white space aside; else as it was."""
    sentence = " ".join(claim.sentence.split())
    cited = [snippets.get(one.snippet_id) for one in claim.citations]
    if cited and all(one is not None and sentence in " ".join(one.text.split()) for one in cited):
        return replace(claim, verdict="supported")
    return claim
