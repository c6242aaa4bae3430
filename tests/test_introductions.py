"""Introductions: what opens a lead that has no definition."""

from __future__ import annotations

import pytest
from castalia.memory.records import Claim, Draft, Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.page_editing import edit
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.introductions import (
    ACTS,
    CONSTITUTES,
    IS_A,
    SERVES,
    SPELLS_OUT,
    STATES,
    UNDERGOES,
    introduces,
)
from castalia.tools.topic.relevance import Relevance

GILLS = (frozenset({"gill"}),)


@pytest.mark.parametrize(
    ("sentence", "worth"),
    [
        ("Gills are mainly composed of thin plates of skin.", CONSTITUTES),
        ("The gills are responsible for the salt of the blood.", CONSTITUTES),
        ("Gills (branchiae) include the plates and the arches that bear them.", SPELLS_OUT),
        ("A gill takes oxygen out of the water.", ACTS),
        ("Gills are found on both sides of the head.", UNDERGOES),
        ("Gills are red in most fish of the sea.", STATES),
        ("Gills are important in most fish of the sea.", 0.0),  # praise
        ("Gills have been a mark of fish for long ages.", IS_A),
        ("A gill is a hotly debated problem in the study of fish.", 0.0),
        ("Gills are a single organ, whereas the lungs come in pairs.", 0.0),
        ("In cold seas, gills are usually found on both sides of the head.", UNDERGOES),
        ("In some fish, gills are found on both sides of the head.", 0.0),
        ("In the gills, blood takes up oxygen from the water.", ACTS),
        ("In the gills, the first plate takes up little oxygen.", 0.0),  # of a part of them
        ("In the gill nets, fish take up much room.", 0.0),
        ("The main function of the gills is to take oxygen out of the water.", SERVES),
        ("The main function of the gill cover is to shield the plates.", 0.0),
        ("Three main parts of the gills are the plates, the arches, and the rakers.", ACTS),
        ("There are two types of gills: outer gills and inner gills.", ACTS),
        ("The most striking property of gills (branchiae) is their blood.", ACTS),
        ("The most striking property of gill nets is their price.", 0.0),
        ("For fish of the deep, gills are usually found on both sides of the head.", UNDERGOES),
        ("For gills, the plates take up oxygen from the water.", 0.0),
        ("Three main parts of the gill cover are the plates, the arches, and the rakers.", 0.0),
        ("People with gills (branchiae) experience the sea as fish do.", ACTS),
        ("People with gills may experience the sea as fish do.", 0.0),
        ("People with gill nets find much fish.", 0.0),
        ("Gills may take oxygen out of the water.", 0.0),
        ("Gills took oxygen out of the water.", 0.0),
        ("Gills begin to form in the first week.", 0.0),
        ("Gill nets are found in every harbour.", 0.0),
        ("Gill covers are moved by strong muscles.", 0.0),  # "covers" is no verb here
        ("Many gills are found on both sides of the head.", 0.0),
        ("Crabs and gills are found in every harbour.", 0.0),
        ("Gills breathe.", 0.0),
        ("", 0.0),
    ],
)
def test_what_the_bare_topic_is_made_of_is_for_or_does_introduces_it(sentence: str, worth: float) -> None:
    assert introduces(sentence, GILLS) == worth


@pytest.mark.parametrize(
    ("sentence", "names", "worth"),
    [
        ("Branchiae, gills, are responsible for the salt of the blood.", ["gill", "branchiae"], CONSTITUTES),
        ("Branchiae, the legs of crabs, are responsible for swimming.", ["gill", "branchiae"], 0.0),
        ("Voss’s laws of drift predict the path of the ice.", ["Voss's laws of drift"], ACTS),
        ("The theory of drift explains why ice follows the wind.", ["drift"], ACTS),
        ("The theory of drift ice explains why floes follow the wind.", ["drift"], 0.0),
        ("Wind-wave coupling drives the swell of the sea.", ["wind–wave coupling"], ACTS),
        ("In the Baltic Sea, fishing is most often regulated by quotas.", ["fishing in the Baltic Sea"], UNDERGOES),
        ("In the Baltic Sea, shipping is most often regulated by quotas.", ["fishing in the Baltic Sea"], 0.0),
    ],
)
def test_the_topic_may_be_introduced_under_each_form_of_its_name(sentence: str, names: list[str], worth: float) -> None:
    assert introduces(sentence, [stem_set(name) for name in names]) == worth


def about_gills(*texts: str, near: float = 1.0) -> tuple[Evidence, list[Snippet]]:
    snippets = [Snippet(str(n), text) for n, text in enumerate(texts)]
    others = [Snippet(f"o{n}", f"Harbour number {n} has {n} cranes.") for n in range(50)]
    scores = {one.id: near for one in snippets}
    breadth = {stem: 0.5 for one in texts for stem in content_stems(one)}
    relevance = Relevance(("gill",), {}, scores, tuple(scores), 100, breadth, {one.id: one.id for one in snippets})
    return weigh("Gill", relevance, learn_background([*snippets, *others]), snippets, TripletGraph.of({}, {})), snippets


STATED = "Gills are red in fish that swim far, for they hold much blood."
INTRODUCED = "Gills are composed of thin plates that hold much blood."


def test_a_page_without_a_definition_opens_with_what_introduces_its_topic() -> None:
    evidence, snippets = about_gills(STATED, INTRODUCED)
    told = (
        Claim(INTRODUCED, (), INTRODUCED),
        *(Claim(one, (), one) for one in ("Gills age.", "Gills bleed.", "Gills dry.")),
    )
    lead, _, drafts = edit([Section("s", "Blood", 1)], {"s": Draft("s", (told,))}, snippets, evidence)
    assert lead.paragraphs[0][0].sentence == INTRODUCED
    assert all(one.sentence != INTRODUCED for draft in drafts.values() for part in draft.paragraphs for one in part)


def test_what_defines_the_topic_needs_no_introduction() -> None:
    defined = "Gills are organs with which animals breathe in water."
    evidence, snippets = about_gills(STATED, INTRODUCED, defined)
    lead, _, _ = edit([], {}, snippets, evidence)
    assert lead.paragraphs[0][0].sentence == defined


@pytest.mark.parametrize("near", [0.0, 1.0])
def test_a_lead_of_one_sentence_may_introduce_its_topic_from_behind_a_scene(near: float) -> None:
    scene = "Throughout the ages, gills have been a mark of fish that swim far."
    evidence, snippets = about_gills(scene, "Crabs and gulls hold much blood that all fish need.", near=near)
    told = tuple(Claim(one, (), one) for one in ("Gills age.", "Gills bleed.", "Gills dry."))
    lead, _, _ = edit([Section("s", "Blood", 1)], {"s": Draft("s", (told,))}, snippets, evidence)
    assert [one.sentence for part in lead.paragraphs for one in part] == [scene]
