"""Where what an author says in sum stands: at the beginning of the section that tells the document, or in the lead
where the page tells it by its parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from castalia.graphs.page import TopicPage
from test_source_sections import BOOK, CHAPTER, book, headings, page_of

GROWTH = (
    "A living reef keeps pace with the level of the sea. Storms break down in one night what corals have laid down. "
    "Coral rubble fills the gaps between the blocks of a reef."
)
WHOLE = (
    "Coral reefs are sorted by where they stand towards the land. "
    "Heat makes coral reefs lose their colour, and people who live from coral reefs lose fish and shelter with them."
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
