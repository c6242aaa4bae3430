"""Own work: what a paper says of itself is not said of its topic."""

from __future__ import annotations

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.objections.own_work import (
    announces,
    names_coined,
    speaks_of_itself,
    tells_of_a_study,
    tells_of_one_system,
    tells_of_one_thing,
)
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.passages import passages
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.topic_definition import define


@pytest.mark.parametrize(
    ("sentence", "is_own"),
    [
        ("In this tutorial the tides of closed seas come first.", True),
        ("A model of tides is proposed.", True),
        ("To that end, I count the gulls.", True),
        ("Our gulls ate bread.", True),
        ("Our universe is seen to grow.", False),
        ("To our knowledge, no gull ate bread.", True),
        ("The tides of closed seas are studied by means of floats.", True),
        ("Tides move the water of closed seas.", False),
        ("Experiments show that gulls keep to one nest.", True),
        ("The gulls of experiments keep to one nest.", False),
        ("Table I shows nothing of it.", False),
    ],
)
def test_where_a_paper_begins_to_speak_of_itself(sentence: str, is_own: bool) -> None:
    assert speaks_of_itself(sentence) is is_own


BEFORE = "Gull colonies grow where fish is landed in small harbours."
OWN = "The counter for gull colonies scans each cliff twice a day."
GENERAL = "Gull colonies shrink where the harbours close in winter."
STEP = "Gull colonies are asked to move to the pier of the harbour."
ABSTRACT = f"{BEFORE} We built a counter for them and tried it out. {OWN} {GENERAL} {STEP}"


def about_gulls(*, papers: bool) -> tuple[Evidence, list[Snippet]]:
    texts = [ABSTRACT if papers else ABSTRACT.replace("We built", "Somebody built")]
    texts += [
        f"Harbour {n} lies in bay {n}. {'We counted its cranes for this paper.' if papers else 'It has cranes.'}"
        for n in range(40)
    ]
    snippets = [Snippet(snippet_id(one), one, title=f"On {n}") for n, one in enumerate(texts)]
    scores = {snippets[0].id: 1.0}
    relevance = Relevance(
        ("gull", "coloni"),
        {"gull": 0.4, "coloni": 0.3},
        scores,
        tuple(scores),
        3,
        dict.fromkeys(content_stems(ABSTRACT), 0.5),
        {},
    )
    return weigh("Gull colony", relevance, learn_background(snippets), snippets, TripletGraph.of({}, {})), snippets


def test_a_page_from_papers_holds_nothing_of_one_papers_system() -> None:
    evidence, _ = about_gulls(papers=True)
    assert evidence.papers
    assert {one.text for one in evidence.singles} == {BEFORE, GENERAL}


@pytest.mark.parametrize(
    ("sentence", "is_announced"),
    [
        ("The flight of gulls is studied by means of radar.", True),
        ("Gull colonies are also discussed under windy conditions.", True),
        ("The case of a sleeping gull is considered.", True),
        ("The map of gulls is applied to study the wind.", True),
        ("By the wind it is concluded that gulls sleep.", True),
        ("Gulls are often studied by means of radar.", False),
        ("Gulls sleep where their eggs are examined by a vet.", False),
        ("The feathers of gulls are reviewed by a board.", False),
        ("A gull is considered old at twenty.", False),
    ],
)
def test_a_paper_announces_what_is_done_in_it(sentence: str, is_announced: bool) -> None:
    assert announces(sentence) == is_announced


def test_trials_are_a_papers_own_and_a_textbooks_are_everybodys() -> None:
    told = "Experiments show that gull colonies grow where harbours stay open."
    for is_paper, found in ((True, set()), (False, {told})):
        evidence, _ = about_gulls(papers=is_paper)
        snippets = [*evidence.snippets.values(), Snippet("s", f"{told} We cheered.")]
        relevance = Relevance(("gull", "coloni"), {"gull": 0.4, "coloni": 0.3}, {"s": 1.0}, ("s",), 3, {}, {})
        read = weigh("Gull colony", relevance, evidence.background, snippets, TripletGraph.of({}, {}))
        assert read.papers is is_paper
        assert {one.text for one in read.found if one.snippet_id == "s" and one.is_single} == found


@pytest.mark.parametrize(
    ("told", "is_on_topic"),
    [
        ("Old cameras are good at many tasks, including gull colonies and cliffs.", False),
        ("Old cameras serve in fields such as gull colonies, roads and towns.", False),
        ("Gull colonies pose many problems, including noise and gull feathers.", True),
        ("Old cameras are good at cliffs, including gull colonies on them.", True),
        ("Many old problems, such as noise and dirt, are those of gull colonies.", True),
        ("Old tasks such as gull colonies and cliffs are left to cameras.", False),
    ],
)
def test_what_does_for_the_topic_among_other_tasks_is_not_told_of_it_in_papers(told: str, is_on_topic: bool) -> None:
    evidence, _ = about_gulls(papers=True)
    snippets = [*evidence.snippets.values(), Snippet("s", told)]
    relevance = Relevance(("gull", "coloni"), {"gull": 0.4, "coloni": 0.3}, {"s": 1.0}, ("s",), 3, {}, {})
    found = weigh("Gull colony", relevance, evidence.background, snippets, TripletGraph.of({}, {}))
    assert found.papers
    assert any(one.snippet_id == "s" for one in found.singles) is is_on_topic


def test_what_a_paper_announces_is_on_no_page_nor_what_it_shows_of_something_else() -> None:
    told = "Gull colonies are shown to be large in the bays of the north."
    announced = "Gull colonies are investigated in the bays of the north."
    shown = "Herring boats are shown to be white in the bays of the north."
    evidence, _ = about_gulls(papers=True)
    snippets = [*evidence.snippets.values(), Snippet("s", f"{told} {shown} {announced}")]
    relevance = Relevance(("gull", "coloni"), {"gull": 0.4, "coloni": 0.3}, {"s": 1.0}, ("s",), 3, {}, {})
    found = weigh("Gull colony", relevance, evidence.background, snippets, TripletGraph.of({}, {})).found
    assert {one.text for one in found if one.snippet_id == "s" and one.is_single} == {told}


@pytest.mark.parametrize(
    ("sentence", "tells"),
    [
        ("GD 362 is a gull with a ring.", True),
        ("The reverse wing of the gull (SNR) 1987A is white.", True),
        ("Gliding La1.95Sr0.05CuO4 shares its wing with gulls.", True),
        ("In 1996, gulls were counted.", False),
        ("Type 2 gulls are white, as are HIV-1 and CO2.", False),
    ],
)
def test_a_sentence_that_begins_with_what_a_catalogue_lists_is_on_one_thing(sentence: str, tells: bool) -> None:
    assert tells_of_one_thing(sentence) == tells


@pytest.mark.parametrize(
    ("sentence", "tells"),
    [
        ("Gull-NET reads the colony from the air.", True),
        ("FastGull-QA is about colonies.", True),
        ("The gull colony is then asked to verify its eggs.", True),
        ("Gull colonies are pre-trained on ten cliffs.", True),
        ("Zero-shot counts of a colony fail.", False),
        ("A colony-wide count is hard.", False),
        ("A gull colony that was fed is large.", False),
        ("Gull colonies are widespread.", False),
    ],
)
def test_a_name_that_was_coined_and_a_step_that_is_done_are_of_one_system(sentence: str, tells: bool) -> None:
    assert tells_of_one_system(sentence) == tells


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("This paper presents a novel Cliff-Free In-Bay (CFIB) count, made for Gull Colonies (GC).", {"CFIB"}),
        ("In this work, we propose GullNet, a counter of the colonies.", {"GullNet"}),
        ("We also introduce Gull-Bench (a set of ten cliffs).", {"Gull-Bench"}),
        ("We present a survey of Gull Colonies (GC).", set()),
        ("We propose a counter of gulls, and others propose GullNet, a net.", set()),
    ],
)
def test_what_a_paper_calls_its_own_work(text: str, names: set[str]) -> None:
    assert names_coined(text) == names


def test_a_run_that_names_what_its_paper_coined_is_on_that_papers_work() -> None:
    opens = "This paper presents a Cliff-Free In-Bay (CFIB) count for gull colonies."
    told = "Gull colonies grow where fish is landed in small harbours."
    own = "The CFIB approach counts gull colonies from the sea on clear days."
    evidence, _ = about_gulls(papers=True)
    snippet = Snippet("s", f"{opens} {told} {own}")
    relevance = Relevance(("gull", "coloni"), {"gull": 0.4, "coloni": 0.3}, {"s": 1.0}, ("s",), 3, {}, {})
    snippets = [*evidence.snippets.values(), snippet]
    counted = weigh("Gull colony", relevance, evidence.background, snippets, TripletGraph.of({}, {}))
    general = [one.text for one in counted.found if one.snippet_id == "s" and not one.is_on_system]
    assert counted.papers and general
    assert not any("CFIB" in one for one in general)


def test_in_a_textbook_the_same_sentences_may_stand() -> None:
    evidence, _ = about_gulls(papers=False)
    assert not evidence.papers
    assert {one.text for one in evidence.singles} >= {BEFORE, OWN, GENERAL, STEP}


def test_the_system_of_a_paper_defines_no_topic() -> None:
    told = "The counter uses a way of looking at cliffs called gull watching."
    evidence, _ = about_gulls(papers=True)
    own = Snippet("own", f"We built a counter for gull colonies. {told}")
    plain = Snippet("plain", f"Gull colonies are watched everywhere. {told}")
    watching = weigh(
        "Gull watching", Relevance(("gull", "watch"), {}, {"own": 1.0, "plain": 1.0}, (), 9, {}, {}), evidence.background,
        [*evidence.snippets.values(), own, plain], TripletGraph.of({}, {}),
    )  # fmt: skip
    assert watching.papers
    assert define(watching, [own], ()) is None
    assert define(watching, [plain], ()) is not None


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Here we measured the landings of ten harbours.", True),
        ("Our findings on landings are new.", True),
        ("Landings fell (p < 0.05) in the present study.", True),
        ("We see that the work done on the ship is our answer.", False),
        ("Our model of the atom is old; this work is done by a force.", False),
    ],
)
def test_a_text_tells_of_a_study_where_its_authors_measured_something(text: str, tells: bool) -> None:
    assert tells_of_a_study(text) == tells


def test_what_follows_a_figure_in_a_paper_is_its_own_work() -> None:
    seen = "Gull colonies of the north grow faster than those of the south (Figure 3)."
    snippet = Snippet("s", f"{BEFORE} {seen} {OWN}")
    found = {one.sentences[0]: one.own_work for one in passages(snippet, learn_classes([ABSTRACT]))}
    assert found == {BEFORE: False, OWN: True}
