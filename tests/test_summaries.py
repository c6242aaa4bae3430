"""Where what an author says in sum stands: at the beginning of the section that tells the document, or in the lead
where the page tells it by its parts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs.page import TopicPage
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import weigh
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.summaries import inferred_summaries
from test_inferred_parts import BREAKWATERS, DOCUMENT, DREDGERS, GENERAL, snippets
from test_source_sections import BOOK, CHAPTER, book, headings, page_of, towns

GROWTH = (
    "A living reef keeps pace with the level of the sea. Storms break down in one night what corals have laid down. "
    "Coral rubble fills the gaps between the blocks of a reef."
)
WHOLE = (
    "Coral reefs are sorted by where they stand towards the land. "
    "Heat makes coral reefs lose their colour, and people who live from coral reefs lose fish and shelter with them."
)
HARBOUR = (
    "Harbours give ships a place where they lie safe from storms. Dredgers keep a harbour deep enough for loaded ships. "
    "A breakwater takes the force out of the waves before they reach the harbour."
)
NEWS = (
    "The lighthouse was lit with whale oil. Its keepers grew cabbages behind a hedge of gorse and wrote long letters."
)


def told(page: TopicPage, section: str) -> list[str]:
    return [one["sentence"] for one in page.record["claims"] if one["section"] == section]


def as_one_document(summary: str) -> list[dict[str, Any]]:
    """The chapter as the parts of one document that is called as the topic is, with a summary behind them."""
    rows = book()
    titles = {slug: title for slug, title, _ in CHAPTER.values()}
    for row in rows:
        if row["url"].startswith(BOOK):
            slug, _, at = row["url"].removeprefix(BOOK).partition("#p")
            row["title"] = f"Coral Reefs > {titles[slug]}"
            row["url"] = f"{BOOK}9-1-coral-reefs#p{list(titles).index(slug) + 1}{int(at):03}"
    return [*rows, {"content": summary, "title": "Coral Reefs > Summary", "url": f"{BOOK}9-1-coral-reefs#p9000"}]


def test_a_section_begins_with_the_summary_of_its_document(tmp_path: Path) -> None:
    row = {"content": GROWTH, "title": "Reef Growth > Summary", "url": f"{BOOK}4-2-reef-growth#p900"}
    page = page_of([*book(), row], tmp_path)
    section = next(one for one in page.record["sections"] if one["heading"] == "Reef growth")
    assert " ".join(told(page, section["id"])[:3]) == GROWTH


def test_behind_a_brief_summary_a_section_tells_what_it_sums_up(tmp_path: Path) -> None:
    """The section would be those three sentences, of a document that says much more."""
    row = {"content": GROWTH, "title": "Reef Growth > Summary", "url": f"{BOOK}4-2-reef-growth#p900"}
    page = page_of([*book(), row], tmp_path)
    section = next(one for one in page.record["sections"] if one["heading"] == "Reef growth")
    document = " ".join(one["content"] for one in book() if "/4-2-" in one["url"])
    assert [one in document for one in told(page, section["id"])[2:5]] == [False, True, True]


def test_a_lead_reads_on_from_the_summary_of_what_the_page_tells_by_its_parts(tmp_path: Path) -> None:
    page = page_of(as_one_document(WHOLE), tmp_path)
    assert {"Types", "Fishes"} < set(headings(page))
    lead = told(page, "lead")
    assert lead[0].startswith("A coral reef is ") and " ".join(lead[-2:]) == WHOLE


def test_a_lead_reads_on_from_no_summary_that_begins_with_something_else(tmp_path: Path) -> None:
    last = WHOLE.split(". ", 1)[1]
    page = page_of(as_one_document(f"Storms break down in one night what grows for many years. {last}"), tmp_path)
    assert not any("Storms break down" in one for one in told(page, "lead"))


def test_a_lead_reads_on_from_no_summary_that_mostly_tells_of_something_else(tmp_path: Path) -> None:
    first = WHOLE.split(". ", 1)[0]
    others = (
        "Boats that drag anchors break what storms have left. Divers who stand on the sand stir up mud for hours. "
        "Towns that let waste water run into the sea feed the algae there."
    )
    lead = told(page_of(as_one_document(f"{first}. {others}"), tmp_path), "lead")
    assert not any(one in others for one in lead)


def test_the_summary_of_a_document_on_a_kind_of_the_topic_is_none_of_the_page(tmp_path: Path) -> None:
    rows = as_one_document(WHOLE)
    for row in rows:
        row["title"] = row.get("title", "").replace("Coral Reefs >", "Life of Drowned Coral Reefs >")
    assert not set(WHOLE.split(". ")) & {one.rstrip(".") for one in told(page_of(rows, tmp_path), "lead")}


def test_a_lead_does_not_begin_inside_a_summary_whose_beginning_a_section_tells(tmp_path: Path) -> None:
    begun = next(row["content"].split(". ")[0] for row in book() if "/4-9-" in row["url"])
    page = page_of(as_one_document(f"{begun}. {WHOLE}"), tmp_path)
    assert any(begun in told(page, one["id"])[0] for one in page.record["sections"])
    assert not set(WHOLE.split(". ")) & {one.rstrip(".") for one in told(page, "lead")}


def test_what_a_summary_calls_by_its_name_needs_no_introduction(tmp_path: Path) -> None:
    named = f"The Lamont-Berg drill test tells how fast a reef grows in a year. {GROWTH}"
    row = {"content": named, "title": "Reef Growth > Summary", "url": f"{BOOK}4-2-reef-growth#p900"}
    page = page_of([*book(), row], tmp_path)
    section = next(one for one in page.record["sections"] if one["heading"] == "Reef growth")
    assert any("Lamont-Berg" in one for one in told(page, section["id"]))


def summed_up(rows: Sequence[Snippet]) -> frozenset[str]:
    others = [Snippet(f"t{at}", one["content"]) for at, one in enumerate(towns(range(300)))]
    return inferred_summaries(rows, learn_background([*snippets(), *others]))


def test_what_ends_a_document_without_headings_and_says_nothing_new_sums_it_up() -> None:
    rows = snippets((*DOCUMENT, HARBOUR))
    for seed in range(3):
        random.Random(seed).shuffle(rows)
        assert summed_up(rows) == {"s10"}
    assert summed_up(snippets((*DOCUMENT, NEWS))) == frozenset()
    assert summed_up(snippets((*DOCUMENT, HARBOUR, NEWS))) == frozenset()  # it has to end the document
    first, rest = HARBOUR.split(". ", 1)
    assert summed_up(snippets((*DOCUMENT, f"{first}.", rest))) == {"s10", "s11"}


@pytest.mark.parametrize(
    "rows",
    [
        snippets((*DOCUMENT[:3], HARBOUR)),
        snippets((*DOCUMENT, HARBOUR), title="Harbours > Tolls")[1:] + snippets()[:1],
        [replace(one, url="https://example.org/harbours") for one in snippets((*DOCUMENT, HARBOUR))],
        snippets((*DOCUMENT, " ".join(reversed(HARBOUR.split())))),
        snippets((*DOCUMENT, f"{HARBOUR} {NEWS}")),
    ],
    ids="a short document;one with headings;one of no known order;words that never stood together;much new".split(";"),
)
def test_nothing_sums_up(rows: Sequence[Snippet]) -> None:
    assert summed_up(rows) == frozenset()


def test_no_more_than_the_end_of_a_document_sums_it_up() -> None:
    assert summed_up(snippets((*DOCUMENT, *[HARBOUR] * 5))) == {"s12", "s13", "s14"}


def test_a_section_begins_with_the_summary_of_a_document_without_headings(tmp_path: Path) -> None:
    rows = [{"content": one.text, "url": one.url} for one in snippets((*DOCUMENT, HARBOUR))]
    page = page_of([*rows, *towns(range(340))], tmp_path, "Harbour")
    _, rest = HARBOUR.split(". ", 1)  # what the lead says is not said again
    assert " ".join(told(page, page.record["sections"][0]["id"])).startswith(rest)


def test_a_summary_stands_in_no_part_that_is_inferred() -> None:
    ending = "Dredgers keep a harbour deep. The mud that a dredger lifts is carried out to sea."
    rows = snippets((*GENERAL[:3], *BREAKWATERS, *DREDGERS, ending))
    background = learn_background(
        [*rows, *(Snippet(f"t{at}", one["content"]) for at, one in enumerate(towns(range(300))))]
    )
    ids = frozenset(one.id for one in rows)
    for summaries, depth in ((frozenset({"s09"}), 1), (frozenset[str](), 2)):
        relevance = Relevance(
            ("harbor",), {"harbor": 1.0}, {}, (), 100, {"harbor": 1.0}, {}, titled=ids, summaries=summaries
        )
        evidence = weigh("Harbour", relevance, background, rows, TripletGraph.of({}, {}))
        assert len(evidence.divided["s08"]) == 2 and len(evidence.divided["s09"]) == depth
