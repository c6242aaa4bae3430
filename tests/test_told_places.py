"""What stands in the section of a textbook that is called after a disease stays with its paragraph, whatever else would
place, doubt or repeat it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from castalia.memory.identity import citation_keys
from castalia.memory.records import Draft, Section
from castalia.tools.composition.condition_facets import tells_other
from castalia.tools.composition.doubt_limits import TOLD, most_doubt
from castalia.tools.composition.drafted_outline import _drafted
from castalia.tools.composition.facet_lists import facet
from castalia.tools.composition.fit import Fits
from castalia.tools.composition.labels import Label
from castalia.tools.composition.page_editing import edit
from castalia.tools.composition.placement import place_all
from castalia.tools.composition.places import Place, places_of
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.quotations import claims_of
from test_told_facets import HOME, evidence_of

TURNS = (  # its second sentence tells of what the fluke does, by words for symptoms
    "Sallow ague is caused by the coil fluke of water snails. The coil fluke bears no symptom of sallow ague itself. Each snail then carries hundreds of its young to the next wet pasture."
)


@cache
def home() -> Evidence:
    return evidence_of((TURNS, *HOME[1:]))


def at(name: str) -> Place:
    (place,) = places_of([Section(name, facet(name).heading, 1, (), name)], home())
    return place


def single(text: str) -> Passage:
    return next(one for one in home().singles if text in one.text)


def test_what_tells_of_a_facet_by_itself_goes_on_with_its_paragraph() -> None:
    causes, symptoms = at("causes"), at("symptoms")
    turned = next(one for one in home().passages if len(one.sentences) == 2 and "no symptom" in one.sentences[1])
    assert tells_other(turned.sentences[1], facet("causes"))
    placed = place_all(home().passages, [causes, symptoms], Fits(home()))
    assert turned.id in {one.id for one, _ in placed["causes"]}
    assert not any("no symptom" in one.text for one, _ in placed["symptoms"])


def test_no_section_on_a_term_takes_it() -> None:
    (snails,) = places_of([Section("snails", "Water snails", 1, ("water snail",))], home())
    named = single("the coil fluke of water snails")
    assert Fits(home()).of(named, snails) == 0.0 < Fits(home()).of(named, at("causes"))


def test_it_may_be_more_doubtful_than_what_is_gathered() -> None:
    strict = replace(home(), bar=0.5)
    assert most_doubt(single("bores into the foot of a water snail"), at("causes"), strict) == 0.5 + TOLD


def test_what_another_section_says_again_goes_from_there() -> None:
    vaccine = single("A vaccine against sallow ague").text
    both = {name: _draft(name, vaccine) for name in ("ducks", "prevention")}
    outline = [Section("ducks", "Ducks", 1, ("duck",)), Section("prevention", "Prevention", 1, (), "prevention")]
    _, _, drafts = edit(outline, both, [], home(), asked=("ducks", "prevention"))
    assert vaccine in [one.sentence for one in claims_in(drafts["prevention"])]
    assert vaccine not in [one.sentence for one in claims_in(drafts["ducks"])]


def _draft(name: str, text: str) -> Draft:
    """A draft with this sentence, and two that no other section has."""
    own = {"ducks": ("Most sheep stop", "Wool falls out"), "prevention": ("Rams need", "Ducks that eat")}
    said = [single(one) for one in (text, *own[name])]
    keys = citation_keys(one.snippet_id for one in said)
    return Draft(name, (tuple(claim for one in said for claim in claims_of(one, keys[one.snippet_id])),))


TRADE = (
    "Wool dealers know sallow ague by the tongue of a lamb. Wool dealers ask for sallow ague in spring. Wool dealers pay less for"
    " wool of lambs with sallow ague. Wool dealers of the valley insure their stock against sallow ague."
)


@pytest.mark.parametrize(("sentences", "is_wide", "stands"), [(4, False, True), (3, False, False), (4, True, False)])
def test_beside_it_a_section_on_a_term_needs_enough_to_say_and_is_not_wider_than_the_disease(
    sentences: int, is_wide: bool, stands: bool
) -> None:
    trade = [f"{one.strip('.')}." for one in TRADE.split(". ")][:sentences]
    evidence = evidence_of(HOME[2:4], elsewhere=[" ".join(trade[:2]), " ".join(trade[2:])])
    label = Label("Wool dealers", "wool dealer", tuple(one for one in evidence.singles if one.text in trade), is_wide)
    assert len(label.passages) == sentences
    assert ("Wool dealers" in {one.heading for one in _drafted([label], Fits(evidence))}) == stands
