"""Verification of whole drafts without a model: whether what each claim cites holds it, and what to say where it does
not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.memory.records import Claim, Draft, Feedback, Snippet
from castalia.tools.claims.grounding import ground
from castalia.tools.claims.verbatim import stands_in
from castalia.tools.drafting.drafts import keep_claims, map_claims

NOT_FOUND_SUPPORTED = "left out of a strict page: no review has found it supported"


@dataclass(frozen=True, slots=True)
class Grounds:
    """What drafts are verified against: the snippets by id, and the words of topic and headings, which need no source.
    With ``strict`` only what is supported stays; what a person ``kept`` stays in any case."""

    topic: str
    snippets: Mapping[str, Snippet]
    headings: Sequence[str]
    strict: bool
    kept: Collection[str]


@dataclass(frozen=True, slots=True)
class Verified:
    """A draft with a verdict and a quote on each claim, and an item for each claim that its sources do not have."""

    draft: Draft
    issues: tuple[Feedback, ...]


def verify_draft(draft: Draft, grounds: Grounds) -> Verified:
    """Check every claim. Where the grounds are strict only what is supported stays, by this check or by the review
    before it, and there is an item on what nobody reviewed. What a person kept is only given its quotes."""
    strict, kept = grounds.strict, grounds.kept
    issues: list[Feedback] = []

    def checked(claim: Claim) -> Claim:
        found, reason = verify(claim, grounds.snippets, grounds.topic, grounds.headings)
        if claim.sentence in kept:
            return replace(claim, quote=found.quote)
        if reason and claim.verdict != "unsupported":  # a review that objected has said so already
            issues.append(Feedback(draft.section, claim.sentence, reason, "rewrite" if claim.citations else "cite"))
        if strict and found.verdict == "unchecked":
            issues.append(Feedback(draft.section, claim.sentence, NOT_FOUND_SUPPORTED, "rewrite"))
        return found

    whole = map_claims(draft, checked)
    if strict:
        whole = keep_claims(whole, lambda claim: claim.verdict == "supported" or claim.sentence in kept)
    return Verified(whole, tuple(issues))


def verify(claim: Claim, snippets: Mapping[str, Snippet], topic: str, headings: Sequence[str]) -> tuple[Claim, str]:
    """The claim with its verdict, and why it is unsupported.

    ``supported`` where every cited snippet holds the sentence word for word (``stands_in``), unless the review objected
    to it; ``unsupported`` where its numbers or names are not in what it cites; else as the review left it. The quote is
    the nearest sentence of what is cited.
    """
    cited = [snippets.get(one.snippet_id) for one in claim.citations]
    if cited and all(one is not None and stands_in(one.text, claim.sentence) for one in cited):
        verdict = claim.verdict if claim.verdict == "unsupported" else "supported"
        return replace(claim, verdict=verdict, quote=claim.quote or " ".join(claim.sentence.split())), ""
    found = ground(claim, snippets, topic, headings)
    if found.reason:
        return replace(claim, verdict="unsupported", quote=found.quote), found.reason
    return replace(claim, quote=claim.quote or found.quote), ""
