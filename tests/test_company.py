"""Company: passages of one document keep together on a page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.fit import FIT, Fits
from castalia.tools.composition.placement import place_all
from castalia.tools.composition.places import places_of
from castalia.tools.composition.said import NOTHING
from castalia.tools.composition.selection import COMPANY, choose
from castalia.tools.composition.topic_documents import documents_on
from castalia.tools.objections.endings import UNDER_WAY
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.company import company_of
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.source_paths import path_of
from hypothesis import given
from hypothesis import strategies as st

BODY = (
    "The pores of sponges stay open as long as clean water flows over them. "
    "Old sponges often live beside corals and mussels on the same rock."
)
WALL = "The pores of sponges close when sand falls on the body wall. Sponges lose some of their cells every day."
AWAY = "Divers bring sponges to the harbour in the spring. Sponges dry within a week on warm stones."


def snippet(text: str, url: str) -> Snippet:
    return Snippet(snippet_id(text, url), text, url=url)


SNIPPETS = [snippet(BODY, "u/one#1"), snippet(WALL, "u/one#2"), snippet(AWAY, "u/two#1")]
PORES = Section("pores", "Pores", 1, ("pore",))


def evidence(snippets: list[Snippet]) -> Evidence:
    relevance = Relevance(
        ("spong",),
        {"spong": 0.6, "water": 0.2, "pore": 0.2},
        {one.id: 1.0 for one in snippets},
        tuple(one.id for one in snippets),
        100,
        {"water": 0.5, "pore": 0.4, "cell": 0.4},
        {one.id: "d" for one in snippets},
    )
    found = weigh("Sponge", relevance, learn_background(snippets), snippets, TripletGraph.of({}, {}))
    return replace(found, bar=10.0)


def single(text: str, found: Evidence) -> Passage:
    return next(one for one in found.singles if text in one.text)


def told(found: Evidence, *sections: Section) -> dict[str, dict[str, float]]:
    placed = place_all(found.singles, places_of(sections, found), Fits(found))
    return {name: {one.text: value for one, value in those} for name, those in placed.items()}


def test_what_fits_no_heading_joins_its_snippet_under_one() -> None:
    under = told(evidence(SNIPPETS), PORES)["pores"]
    assert "Old sponges often live beside corals and mussels on the same rock." in under
    assert "Sponges lose some of their cells every day." in under
    assert not any("harbour" in text or "stones" in text for text in under)  # nothing of that document is about pores


def test_what_joins_counts_less_than_what_fits() -> None:
    under = told(evidence(SNIPPETS), PORES)["pores"]
    joined = {text for text, value in under.items() if value < FIT}
    assert joined == {text for text in under if "pores" not in text}


def test_in_a_document_without_titles_a_passage_may_be_less_doubtful_than_under_a_title() -> None:
    def stays(title: str, doubt: float) -> bool:
        snippets = [replace(one, title=title) for one in SNIPPETS]
        found = replace(evidence(snippets), bar=0.0)
        one = replace(single("stay open", found), doubt=doubt)
        told = Section("pores", "Pores", 1, ("pore",), sources=(path_of(snippets[0]),))
        return bool(place_all([one], places_of([told], found), Fits(found))["pores"])

    assert [stays("Pores", 1.0), stays("", 1.0)] == [True, False]
    assert stays("", -1.0)


def test_a_document_in_the_chapter_of_one_that_is_called_as_the_topic_is_about_it() -> None:
    texts = [
        "Sponges drift far from the coast when zeppelins of old pass over them. "
        "Sponges hold on to the ropes of zeppelins that came down at sea. "
        "Sponges grow well on the frames of zeppelins that lie in shallow bays.",
        "Sponges settle on the cloth of zeppelins within a year of their fall. "
        "Sponges keep the shape of zeppelins after the cloth has rotted away. "
        "Sponges cover the engines of zeppelins in a layer as thick as a hand.",
    ]

    def on_topic(other: str) -> set[str]:
        rows = [snippet(text, f"https://e.org/b/6-2-old-zeppelins#{at}") for at, text in enumerate(texts, 1)]
        found = evidence(
            [*rows, snippet(BODY, f"https://e.org/b/{other}#1"), snippet(WALL, f"https://e.org/b/{other}#2")]
        )
        found = replace(found, singles=tuple(replace(one, doubt=-4.0) for one in found.singles))
        return {one.path[0] for one in documents_on(found)}

    assert "https://e.org/b/6-2-old-zeppelins" in on_topic("6-1-sponges")
    assert "https://e.org/b/6-2-old-zeppelins" not in on_topic("7-1-sponges")


@pytest.mark.parametrize(
    ("belonging", "naming", "is_told"),
    [({"zeppelin": 0.5}, 2, True), ({"zeppelin": 0.1}, 2, False), ({"zeppelin": 0.1}, 5, True)],
)
def test_a_document_on_what_the_topic_is_a_part_of_is_about_it_where_half_of_its_sentences_name_it(
    belonging: dict[str, float], naming: int, is_told: bool
) -> None:
    kept = ("ropes", "cloth", "frames", "engines", "cabins", "doors", "wheels", "bells")
    texts = [f"Sponges live on the {part} of zeppelins that came down in the sea." for part in kept]
    url = "https://e.org/b/zeppelins"
    found = evidence([snippet(text, f"{url}#{at}") for at, text in enumerate(texts)])
    singles = tuple(
        replace(one, doubt=-4.0, stems=one.stems if at < naming else one.stems - {"spong"})
        for at, one in enumerate(found.singles)
    )
    relevance = replace(found.relevance, weights={"zeppelin": 1.0}, belonging=belonging)
    found = replace(found, relevance=relevance, singles=singles)
    assert [one.path for one in documents_on(found)] == ([(url,)] if is_told else [])


def test_abstracts_are_left_alone() -> None:
    papers = replace(evidence(SNIPPETS), papers=True)
    assert all(value >= FIT for value in told(papers, PORES)["pores"].values())


def test_company_takes_from_the_doubt() -> None:
    both, one = evidence(SNIPPETS), evidence(SNIPPETS[:1])
    added = []
    for found in (both, one):
        alone = single("stay open", found)
        placed = place_all([alone, *found.singles], places_of([PORES], found), Fits(found))["pores"]
        added.append(next(one for one, _ in placed if one.id == alone.id).doubt - alone.doubt)
    assert added[0] < added[1]


def test_only_a_section_that_holds_its_own_snippet_is_near_to_a_passage() -> None:
    found = evidence([*SNIPPETS, snippet("Sponges have pores of many sizes in their wall.", "u/one#3")])
    here = single("stay open", found)
    others = [single("pores of sponges close", found), single("many sizes", found)]
    asking = single("Old sponges", found)
    company = company_of([(here, "own"), *((one, "most") for one in others)])
    assert company.nearest(asking, {"own", "most"}) == "own"
    assert company.nearest(asking, {"most"}) == ""  # a document of several paragraphs tells of several things
    assert company.has_other(here, "most") and not company.has_other(here, "own")


@given(st.permutations([("stay open", "a"), ("pores of sponges close", "a"), ("harbour", "b"), ("dry", "a")]))
def test_company_does_not_depend_on_the_order_of_arrival(placed: list[tuple[str, str]]) -> None:
    found = evidence(SNIPPETS)
    company = company_of((single(text, found), section) for text, section in placed)
    assert company == company_of((single(text, found), section) for text, section in sorted(placed))


def test_of_two_equals_the_one_whose_document_is_there_already_is_taken() -> None:
    found = evidence(SNIPPETS)
    first = replace(single("stay open", found), doubt=-9.0)
    near = replace(first, snippet_id="n", sentences=("Shrimps hide inside.",), stems=frozenset({"shrimp"}), doubt=-5.0)
    far = replace(near, snippet_id="z", document="far", sentences=("Snails creep above.",), stems=frozenset({"snail"}))
    found = replace(found, sentences={**found.sentences, "n": (near.stems,), "z": (far.stems,)})
    pool = [(first, 1.0), (near, 1.0), (replace(far, doubt=-5.0 - COMPANY / 2), 1.0)]
    taken = choose(pool, first.words + 3, found, "Pores", NOTHING)
    assert [one.snippet_id for one in taken] == [first.snippet_id, "n"]
    alone = choose([(one, fit) for one, fit in pool if one is not first], 3, found, "Pores", NOTHING)
    assert [one.snippet_id for one in alone] == ["z"]


def test_of_two_equals_the_one_that_does_not_break_off_an_account_is_taken() -> None:
    found = evidence(SNIPPETS)
    whole = replace(single("stay open", found), snippet_id="n", sentences=("Shrimps hide inside.",), doubt=-5.0)
    cut = replace(whole, snippet_id="z", document="far", ending=UNDER_WAY)
    found = replace(found, sentences={**found.sentences, "n": (whole.stems,), "z": (cut.stems,)})
    pool = [(whole, 1.0), (replace(cut, doubt=-6.0), 1.0)]
    assert [one.snippet_id for one in choose(pool, 3, found, "Pores", NOTHING)] == ["n"]
    assert [
        one.snippet_id for one in choose([(replace(one, ending=0), 1.0) for one, _ in pool], 3, found, "Pores", NOTHING)
    ] == ["z"]


@pytest.mark.parametrize(("opening", "taken"), [("Pore closing (PC) is slow.", "z"), ("Pores close slowly.", "n")])
def test_a_name_is_introduced_with_its_acronym_once_in_a_section(opening: str, taken: str) -> None:
    found = evidence(SNIPPETS)
    first = replace(single("stay open", found), sentences=(opening,), doubt=-9.0)
    again = replace(
        first,
        snippet_id="n",
        sentences=("In reefs pore closing (PC) is rare.",),
        stems=frozenset({"rare"}),
        doubt=-5.0,
    )
    other = replace(again, snippet_id="z", document="far", sentences=("Snails (SN) creep high above.",))
    other = replace(other, stems=frozenset({"snail"}))
    found = replace(found, sentences={**found.sentences, "n": (again.stems,), "z": (other.stems,)})
    pool = [(first, 1.0), (again, 1.0), (other, 1.0)]
    assert [one.snippet_id for one in choose(pool, first.words + 3, found, "Pores", NOTHING)] == [
        first.snippet_id,
        taken,
    ]
