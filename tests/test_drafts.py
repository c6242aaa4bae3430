"""What goes from a draft with a claim that goes."""

from __future__ import annotations

import pytest
from castalia.memory.records import Claim, Draft
from castalia.tools.drafting.drafts import SHORTEST, bounded, claims_in, keep_claims, with_sentences

GONE = "Limpets graze the upper shore."


@pytest.mark.parametrize(
    ("following", "is_quoted", "stays"),
    [
        ("They return to the scar that they made.", True, False),
        ("They return to the scar that they made.", False, False),
        ("Two other snails graze beside them on the rock.", True, False),
        ("Finally, kelp covers the lower shore.", True, False),
        ("Finally, kelp covers the lower shore.", False, True),
        ("Kelp covers the lower shore.", True, True),
    ],
)
def test_what_leaned_on_a_claim_goes_with_it(following: str, is_quoted: bool, stays: bool) -> None:
    claims = (Claim(GONE, (), GONE), Claim(following, (), following if is_quoted else "kelp"))
    left = claims_in(keep_claims(Draft("one", (claims,)), lambda claim: claim.sentence != GONE))
    assert [one.sentence for one in left] == ([following] if stays else [])


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
