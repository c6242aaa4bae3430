"""A document without headings is divided by the terms that stretches of it speak of."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition import drafted_outline
from castalia.tools.composition.source_parts import _may_be, inferred_in
from castalia.tools.composition.sources import Source
from castalia.tools.language.words import stem_set
from castalia.tools.topic import inferred_parts as inferring
from castalia.tools.topic.background import Background, learn_background
from castalia.tools.topic.evidence import weigh
from castalia.tools.topic.inferred_parts import inferred_parts, with_inferred
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.source_paths import path_of
from test_source_sections import headings, page_of, towns

URL = "https://example.org/books/coasts/pages/4-2-harbours-and-their-works"
BREAKWATERS = (
    "A breakwater is a wall of stone that takes the force out of the waves before they reach the harbour. Breakwaters"
    " of loose blocks are the oldest of all works at sea.",
    "The foot of a breakwater rests on rubble, which divers level by hand. Where the ground is soft, a breakwater"
    " sinks for years. Engineers of the harbour then raise its crown.",
    "Waves run up the slope of a breakwater and fall back between its stones. A breakwater with a steep face throws"
    " them back instead, and the water before the harbour grows rough.",
)
DREDGERS = (
    "Dredgers keep a harbour deep enough for loaded ships. A dredger with buckets digs into clay, and one with a"
    " pipe sucks up sand.",
    "The mud that a dredger lifts from a harbour is carried out to sea in barges. Dredgers work at night as well, for"
    " the rivers never cease to bring new mud.",
    "In winter dredgers lie in a corner of the harbour, where their chains are changed. Most dredgers last for forty"
    " years.",
)
GENERAL = (
    "Harbours give ships a place where they can load and lie safe from storms. The first harbours were river mouths"
    " behind a bar of sand.",
    "A harbour needs deep water, calm water and a road to the land behind it. Towns paid for harbours by a toll on"
    " every cask and bale.",
    "Ships wait outside a harbour until the tide lets them in. Pilots who know the harbour come on board and take the"
    " helm there.",
    "The toll of a harbour was once told on a board at the gate. Harbours that silted up were given back to the"
    " fishermen.",
)
DOCUMENT = (*GENERAL[:3], *DREDGERS, *BREAKWATERS, GENERAL[3])


def snippets(texts: Sequence[str] = DOCUMENT, title: str = "", url: str = URL) -> list[Snippet]:
    return [Snippet(f"s{at:02}", text, f"{url}#p{at}", title=title) for at, text in enumerate(texts)]


@pytest.fixture(scope="module")
def background() -> Background:
    others = [Snippet(f"t{at}", one["content"]) for at, one in enumerate(towns(range(300)))]
    return learn_background([*snippets(), *others])


def test_a_stretch_that_keeps_speaking_of_what_it_begins_with_is_a_part(background: Background) -> None:
    parts = inferred_parts(snippets(), stem_set("harbour"), background)
    assert {stem for heading in parts.values() for stem in stem_set(heading)} == stem_set("breakwater dredger")
    held = {heading: [name for name in sorted(parts) if parts[name] == heading] for heading in set(parts.values())}
    assert sorted(held.values()) == [["s03", "s04", "s05"], ["s06", "s07", "s08"]]


def test_neither_the_topic_nor_a_name_nor_a_whole_document_is_a_part(background: Background) -> None:
    for topic, is_a_part in (("canal", True), ("harbour", False)):
        assert ("harbour" in inferred_parts(snippets(), stem_set(topic), background).values()) is is_a_part
    named = [re.sub(r"(?:[Aa] )?[Dd]redgers?", "Smeaton", text) for text in DOCUMENT]
    parts = inferred_parts(snippets(named), stem_set("harbour"), background)
    assert {stem for one in parts.values() for stem in stem_set(one)} == stem_set("breakwater")
    assert len(inferred_parts(snippets((*BREAKWATERS, *BREAKWATERS[:2])), stem_set("harbour"), background)) < 5


@pytest.mark.parametrize(
    "texts",
    [
        (*GENERAL, "A capstan is a drum on end. Capstans haul ships. A capstan is turned by eight men."),
        (*GENERAL, "A capstan is a drum on end. Boys grease it.", "Men turn it by bars. The capstan creaks."),
        (*BREAKWATERS, GENERAL[0]),
    ],
    ids=["of one snippet", "with few mentions", "of a short document"],
)
def test_a_part_has_two_snippets_that_say_three_times_what_it_is_on(
    texts: tuple[str, ...], background: Background
) -> None:
    assert inferred_parts(snippets(texts), stem_set("harbour"), background) == {}


def test_a_name_is_none_because_another_word_holds_its_letters(background: Background) -> None:
    named = [re.sub(r"(?:[Aa] )?[Dd]redgers?", "Ada", text) for text in DOCUMENT]
    named[0] += " The roads of Canada lead inland."
    parts = inferred_parts(snippets(named), stem_set("harbour"), background)
    assert {stem for one in parts.values() for stem in stem_set(one)} == stem_set("breakwater")


def test_a_heading_is_written_as_inside_a_sentence(background: Background) -> None:
    assert set(inferred_parts(snippets(), stem_set("harbour"), background).values()) == {"breakwater", "dredgers"}


def test_parts_do_not_depend_on_the_order_in_which_snippets_come(background: Background) -> None:
    rows = snippets()
    found = []
    for seed in range(3):
        random.Random(seed).shuffle(rows)
        paths = {one.id: path_of(one) for one in rows}
        found.append(with_inferred(paths, {one.id: one for one in rows}, stem_set("harbour"), background))
    assert found[0] == found[1] == found[2]
    assert found[0]["s04"] == (URL, "dredgers") and found[0]["s00"] == (URL,)


@pytest.mark.parametrize("case", ["headed", "without numbers"])
def test_a_document_with_headings_or_of_no_known_order_stays_as_it_is(case: str, background: Background) -> None:
    rows = snippets()
    if case == "headed":
        rows = [*rows[:-1], *snippets(DOCUMENT, title="Harbours > Tolls")[-1:]]
    else:
        rows = [Snippet(one.id, one.text, f"{URL}#fs-{one.id}-x") for one in rows]
    paths = {one.id: path_of(one) for one in rows}
    assert with_inferred(paths, {one.id: one for one in rows}, stem_set("harbour"), background) == paths


def test_one_title_over_all_of_a_document_is_no_division_of_it(background: Background) -> None:
    rows = snippets(title="Harbours")
    found = with_inferred(
        {one.id: path_of(one) for one in rows}, {one.id: one for one in rows}, stem_set("harbour"), background
    )
    assert found["s07"] == (URL, "Harbours", "breakwater")


def test_a_long_document_is_divided_in_no_more_than_the_square_of_the_time(
    background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    def checks(texts: tuple[str, ...]) -> int:
        made = 0

        def counted(sentence: inferring.Name, name: inferring.Name) -> bool:
            nonlocal made
            made += 1
            return holds(sentence, name)

        holds = inferring._holds
        with monkeypatch.context() as patch:
            patch.setattr(inferring, "_holds", counted)
            inferred_parts(snippets(texts), stem_set("harbour"), background)
        return made

    assert checks(DOCUMENT * 8) <= 64 * checks(DOCUMENT)


@pytest.mark.parametrize(
    ("heading", "central", "named", "stays"),
    [("walls", True, 1, False), ("walls", True, 2, True), ("walls", False, 1, True), ("percent", False, 1, False)],
)
def test_of_a_document_that_has_not_the_topic_in_its_title_only_parts_stay_that_name_it(
    heading: str, central: bool, named: int, stays: bool, background: Background
) -> None:
    singles = [
        SimpleNamespace(stems=stem_set("the walls of a harbour" if at < named else "the walls")) for at in range(5)
    ]
    about = Relevance(("harbor",), {}, {}, (), 100, {}, {}, central=frozenset({URL} if central else ()))
    classes = SimpleNamespace(is_noun_head=lambda _: True, is_adjective=lambda _: False, is_verb=lambda _: False)
    world = replace(background, classes=cast(Any, classes))
    evidence = SimpleNamespace(relevance=about, background=world, stems=stem_set("harbour"))
    part = Source((URL, heading), tuple(cast(Any, singles)), 5.0, True)
    assert _may_be(part, cast(Any, evidence)) is stays


def test_a_page_from_a_document_without_headings_has_its_parts_as_sections(tmp_path: Path) -> None:
    rows = [{"content": one.text, "url": one.url} for one in snippets()]
    page = page_of([*rows, *towns(range(340))], tmp_path, "Harbour")
    assert headings(page) == ["Harbours and their works", "Dredgers", "Breakwater"]
    for heading, texts in (("Breakwater", BREAKWATERS), ("Dredgers", DREDGERS)):
        section = next(
            one for top in page.record["sections"] for one in (top, *top["sections"]) if one["heading"] == heading
        )
        own = [one["sentence"] for one in page.record["claims"] if one["section"] == section["id"]]
        assert len(own) >= 3 and all(any(one in text for text in texts) for one in own)


def test_a_page_that_has_sections_enough_is_not_divided_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafted_outline, "SHORT", 0)
    rows = [{"content": one.text, "url": one.url} for one in snippets()]
    page = page_of([*rows, *towns(range(340))], tmp_path, "Harbour")
    assert headings(page) == ["Harbours and their works"] and not page.record["sections"][0]["sections"]


def test_what_headings_divide_keeps_their_parts(background: Background) -> None:
    headed = snippets(title="Harbours > Stone breakwaters", url="https://example.org/books/coasts/pages/4-3-tides")
    rows = [*snippets(), *(replace(one, id=f"t{one.id}") for one in headed)]
    relevance = Relevance(("harbor",), {"harbor": 1.0}, {}, (), 100, {"harbor": 1.0}, {}, False)
    evidence = replace(
        weigh("Harbour", relevance, background, rows, TripletGraph.of({}, {})), titled=frozenset(one.id for one in rows)
    )
    source = Source(("book",), evidence.singles, 20.0, True)
    assert {one.path[0] for one in inferred_in(source, evidence)} == {URL}


def test_a_single_part_divides_nothing(tmp_path: Path) -> None:
    rows = [{"content": one.text, "url": one.url} for one in snippets((*GENERAL[:3], *BREAKWATERS, GENERAL[3]))]
    page = page_of([*rows, *towns(range(340))], tmp_path, "Harbour")
    assert headings(page) == ["Harbours and their works"] and not page.record["sections"][0]["sections"]


def test_only_documents_with_the_topic_in_their_title_are_divided(background: Background) -> None:
    rows = snippets()
    relevance = Relevance(("harbor",), {"harbor": 1.0}, {}, (), 100, {"harbor": 1.0}, {}, False)
    evidence = weigh("Harbour", relevance, background, rows, TripletGraph.of({}, {}))
    assert replace(evidence, titled=frozenset()).divided == evidence.paths
    assert replace(evidence, titled=frozenset(one.id for one in rows)).divided["s07"] == (URL, "breakwater")


def test_a_part_may_go_by_what_its_first_sentence_has_in_its_midst(background: Background) -> None:
    opening = "Men with a dredger keep a harbour deep. A dredger digs into clay, and a dredger sucks up sand."
    texts = [opening if one == DREDGERS[0] else one for one in DOCUMENT]
    parts = inferred_parts(snippets(texts), stem_set("harbour"), background)
    assert stem_set(parts["s03"]) == stem_set("dredger")


def test_what_a_document_says_besides_stands_under_the_name_that_a_part_gives_the_general_facet(tmp_path: Path) -> None:
    titles = ["Harbours > Properties of harbours"] * 3 + ["Harbours > Works of harbours"] * 3 + ["Harbours"] * 4
    texts = [*BREAKWATERS, *DREDGERS, *GENERAL]
    rows = [
        {"content": text, "title": title, "url": f"https://example.org/a#p{at}"}
        for at, (text, title) in enumerate(zip(texts, titles, strict=True))
    ]
    page = page_of([*rows, *towns(range(340))], tmp_path, "Harbour")
    assert headings(page) == ["Properties", "Works of harbours"]  # and no "Characteristics"
    first = page.record["sections"][0]["id"]
    said = [one["sentence"] for one in page.record["claims"] if one["section"] == first]
    assert any(one in BREAKWATERS[0] for one in said) and any(one in GENERAL[1] for one in said)
