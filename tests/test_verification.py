"""Verification of whole drafts: what each claim's sources make of it, and what a review or a person said before."""

from __future__ import annotations

from dataclasses import replace

import pytest
from castalia.memory.records import Citation, Claim, Draft, Snippet
from castalia.tools.claims.verification import NOT_FOUND_SUPPORTED, Grounds, verify, verify_draft

REEF = Snippet("s1", "Corals build reefs. A reef may grow 3 cm a year.")
WATER = Snippet("s2", "Reefs need warm water.")
SNIPPETS = {one.id: one for one in (REEF, WATER)}


def claim(sentence: str, *cited: str, **more: str) -> Claim:
    return replace(Claim(sentence, tuple(Citation(f"k{one}", one) for one in cited)), **more)


@pytest.mark.parametrize(
    ("given", "verdict", "quote", "reason"),
    [
        (claim("Corals build  reefs.", "s1"), "supported", "Corals build reefs.", ""),
        (claim("Corals build reefs.", "s1", quote="Corals build"), "supported", "Corals build", ""),
        (claim("Corals build reefs.", "s1", verdict="unsupported"), "unsupported", "Corals build reefs.", ""),
        # word for word in one of two is not word for word in what is cited
        (claim("Corals build reefs.", "s1", "s2"), "unchecked", "Corals build reefs.", ""),
        (claim("Reefs are built by corals.", "s1"), "unchecked", "Corals build reefs.", ""),
        (claim("Reefs are built by corals.", "s1", verdict="supported"), "supported", "Corals build reefs.", ""),
        (claim("Reefs are built by corals.", "s1", quote="mine"), "unchecked", "mine", ""),
        (
            claim("A reef may grow 5 cm a year.", "s1", verdict="supported"),
            "unsupported",
            "A reef may grow 3 cm a year.",
            "what it cites does not have: 5",
        ),
        (claim("Corals build reefs.", "s3"), "unsupported", "", "it cites what is not known here: ks3"),
        (claim("Corals build reefs."), "unsupported", "", "it cites no snippet"),
    ],
)
def test_a_claim_is_what_its_sources_and_its_review_make_of_it(
    given: Claim, verdict: str, quote: str, reason: str
) -> None:
    found, why = verify(given, SNIPPETS, "Reef", ())
    assert (found.verdict, found.quote, why) == (verdict, quote, reason)
    assert (found.sentence, found.citations) == (given.sentence, given.citations)


SOUND = claim("Corals build reefs.", "s1")
WRONG = claim("A reef may grow 5 cm a year.", "s1")
BARE = claim("Reefs are old.")
OBJECTED = claim("Reefs grow in 3 ways.", "s1", verdict="unsupported")


def test_what_is_unsupported_is_told_once_and_stays_unless_that_is_strict() -> None:
    draft = Draft("one", ((SOUND, WRONG), (BARE, OBJECTED)))
    loose = verify_draft(draft, Grounds("Reef", SNIPPETS, (), False, ()))
    told = [(one.section, one.claim, one.request) for one in loose.issues]
    assert told == [("one", WRONG.sentence, "rewrite"), ("one", BARE.sentence, "cite")]  # the review has told the last
    assert [[one.verdict for one in paragraph] for paragraph in loose.draft.paragraphs] == [
        ["supported", "unsupported"],
        ["unsupported", "unsupported"],
    ]
    strict = verify_draft(draft, Grounds("Reef", SNIPPETS, (), True, ()))
    assert strict.issues == loose.issues
    assert [[one.sentence for one in paragraph] for paragraph in strict.draft.paragraphs] == [[SOUND.sentence]]


def test_a_strict_draft_has_no_sentence_that_was_not_found_supported() -> None:
    unread = claim("Reefs are built by corals.", "s1")
    approved = replace(unread, sentence="Corals are what builds reefs.", verdict="supported")
    found = verify_draft(Draft("one", ((SOUND, unread, approved),)), Grounds("Reef", SNIPPETS, (), True, ()))
    assert [one.sentence for one in found.draft.paragraphs[0]] == [SOUND.sentence, approved.sentence]
    assert [(one.claim, one.reason) for one in found.issues] == [(unread.sentence, NOT_FOUND_SUPPORTED)]
    loose = verify_draft(Draft("one", ((unread,),)), Grounds("Reef", SNIPPETS, (), False, ()))
    assert loose.draft.paragraphs and not loose.issues


def test_what_a_person_kept_is_given_its_quote_and_nothing_else() -> None:
    draft = Draft("one", ((WRONG, BARE),))
    found = verify_draft(draft, Grounds("Reef", SNIPPETS, (), True, {WRONG.sentence, BARE.sentence}))
    assert found.issues == ()
    assert found.draft.paragraphs == ((replace(WRONG, quote="A reef may grow 3 cm a year."), BARE),)
