"""What goes from a draft with a claim that goes."""

from __future__ import annotations

import pytest
from castalia.memory.records import Citation, Claim, Draft, Section
from castalia.tools.drafting.drafts import (
    SHORTEST,
    bounded,
    claim_identity,
    claims_in,
    judged,
    keep_claims,
    standing,
    with_sentences,
)

GONE = "Limpets graze the upper shore."


@pytest.mark.parametrize(
    ("following", "is_quoted", "stays"),
    [
        ("They return to the scar that they made.", True, False),
        ("They return to the scar that they made.", False, False),
        ("Two other snails graze beside them on the rock.", True, False),
        ("Finally, kelp covers the lower shore.", True, False),
        ("Finally, kelp covers the lower shore.", False, True),
        ("Kelp covers the lower shore from the line of low water on.", True, True),
        ("Kelp covers the lower shore.", True, False),  # which says little alone
        ("Kelp covers the lower shore.", False, True),
    ],
)
def test_what_leaned_on_a_claim_goes_with_it(following: str, is_quoted: bool, stays: bool) -> None:
    claims = (Claim(GONE, (), GONE), Claim(following, (), following if is_quoted else "kelp"))
    left = claims_in(keep_claims(Draft("one", (claims,)), lambda claim: claim.sentence != GONE))
    assert [one.sentence for one in left] == ([following] if stays else [])


@pytest.mark.parametrize(
    ("first", "cited", "stays"),
    [
        ("The limpets of the upper shore keep from drying out in three ways.", "one", False),
        ("In 1931 Marta Lind conducted an experiment on the homing of limpets.", "one", False),
        (
            "The limpets of the upper shore keep from drying out in three ways.",
            "other",
            True,
        ),  # announces something else
        ("The limpets of the upper shore live on what grows there.", "one", True),
    ],
)
def test_a_sentence_that_only_announces_what_went_goes_with_it(first: str, cited: str, stays: bool) -> None:
    claims = (Claim(first, (Citation("k1", "one"),), first), Claim(GONE, (Citation("k1", cited),), GONE))
    left = claims_in(keep_claims(Draft("one", (claims,)), lambda claim: claim.sentence != GONE))
    assert [one.sentence for one in left] == ([first] if stays else [])
    assert claims_in(keep_claims(Draft("one", (claims,)), lambda _: True)) == claims


def test_what_is_wanted_comes_back_to_its_own_draft_unless_it_stands_elsewhere() -> None:
    before = [
        Draft("one", ((Claim(GONE, ()), Claim("Kelp grows.", ())),)),
        Draft("two", ((Claim("Crabs hide.", ()),),)),
    ]
    now = [Draft("lead", ((Claim("Crabs hide.", ()),),)), Draft("one", ()), Draft("two", ())]
    lead, one, two = with_sentences(now, before, {GONE, "Crabs hide."})
    assert [claim.sentence for claim in claims_in(one)] == [GONE]
    assert (lead, two) == (now[0], now[2])


def test_what_goes_with_a_repeated_or_endless_sentence_is_counted_too() -> None:
    leaning = "They return to the scar that they made."
    long = "Kelp " + "sways " * SHORTEST + "here."
    said = (GONE, GONE.upper(), leaning, "Kelp covers the lower shore.", long, leaning)
    (kept,), gone = bounded([Draft("one", (tuple(Claim(one, ()) for one in said),))], 1)
    assert [one.sentence for one in claims_in(kept)] == [GONE, "Kelp covers the lower shore."]
    assert gone == 4


def test_a_review_holds_for_a_sentence_with_its_keys_and_an_objection_for_the_sentence() -> None:
    one, other, third = (Claim(sentence, (Citation("k1", "s1"),)) for sentence in (GONE, "Kelp grows.", "Crabs hide."))
    draft = Draft("one", ((one, other), (third,)))
    found = judged(draft, {claim_identity(one), claim_identity(other)}, {GONE})
    assert [claim.verdict for claim in claims_in(found)] == ["unsupported", "supported", "unchecked"]
    moved = Claim("Kelp grows.", (Citation("k2", "s2"),))
    (same,) = claims_in(judged(Draft("one", ((moved,),)), {claim_identity(other)}, ()))
    assert same.verdict == "unchecked"


def test_a_heading_stands_where_it_or_one_below_it_has_text() -> None:
    text = ((Claim("Kelp grows.", ()),),)
    outline = [
        Section("a", "A", sections=(Section("a1", "A1"), Section("a2", "A2"))),
        Section("b", "B", sections=(Section("b1", "B1"),)),
        Section("c", "C"),
        Section("d", "D"),
    ]
    drafts = {"a2": Draft("a2", text), "b1": Draft("b1", ()), "c": Draft("c", text), "d": Draft("d", ())}
    kept, left = standing(outline, drafts)
    assert [(one.id, [inner.id for inner in one.sections]) for one in kept] == [("a", ["a2"]), ("c", [])]
    assert left == {"a": Draft("a", ()), "a2": Draft("a2", text), "c": Draft("c", text)}


def test_a_hole_ends_with_the_paragraph_and_an_empty_paragraph_goes() -> None:
    leaning = Claim("They return to the scar that they made.", ())
    draft = Draft("one", ((Claim(GONE, ()),), (leaning,)))
    assert keep_claims(draft, lambda claim: claim.sentence != GONE).paragraphs == ((leaning,),)
