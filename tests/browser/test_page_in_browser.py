"""A page in a real browser: what a reader sees who follows a number to its reference. Not part of the plain test
command: it needs Chromium."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import cast

import cited_pages
from castalia.graphs import generate_sync
from castalia.graphs.batching.batch_index import write_index
from castalia.graphs.batching.ended import Ended
from castalia.tools.pages.html import render_html
from castalia.tools.pages.page_json import PageRecord
from chromium import Chromium
from study_pages import page_record

SEEN = "document.querySelector('#ref-%d blockquote').checkVisibility({contentVisibilityAuto: true})"


def test_a_number_leads_to_its_snippet_which_is_open(tmp_path: Path) -> None:
    written = generate_sync("Coral reef", corpus=str(files("castalia.tools") / "sample_coral_reefs.jsonl"))
    page = written.save(tmp_path / "page") / "page.html"
    (tmp_path / "downloads").mkdir()
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.screen(1440, 900)
        browser.open(page.as_uri())
        assert not browser.run(SEEN % 2)
        browser.click("sup a[href='#ref-2']")
        browser.until(SEEN % 2)
        assert not browser.run(SEEN % 3)
        around = "getComputedStyle(document.querySelector('#ref-2')).backgroundColor"
        assert browser.run(around) != browser.run(
            "getComputedStyle(document.querySelector('#ref-2 mark')).backgroundColor"
        )


def test_the_way_back_stays_on_one_line_where_it_fits(tmp_path: Path) -> None:
    written = generate_sync("Coral reef", corpus=str(files("castalia.tools") / "sample_coral_reefs.jsonl"))
    page = written.save(tmp_path / "page") / "page.html"
    lines = "[...document.querySelectorAll('.back')].map((one) => [...new Set([...one.children].map((link) => link.offsetTop))].length)"
    (tmp_path / "downloads").mkdir()
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        for width in (375, 768, 1200):
            browser.screen(width, 900)
            browser.open(page.as_uri())
            assert set(browser.run(lines)) == {1}
        browser.run("document.querySelector('.back').innerHTML = '↑&nbsp;' + '<a href=#>aa </a>'.repeat(60)")
        browser.screen(375, 900)
        assert browser.run(f"({lines})[0]") > 1  # more letters than a line holds: they break between letters
        assert browser.run("document.documentElement.scrollWidth") == 375


def test_the_frame_of_a_reference_holds_its_number(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(render_html(cast(PageRecord, page_record("Ferns"))), encoding="utf-8")
    (tmp_path / "downloads").mkdir()
    left = """(() => { const one = document.querySelector('#ref-1');
      return [one.getBoundingClientRect().left + parseFloat(getComputedStyle(one, '::before').left),
        one.parentElement.getBoundingClientRect().left]; })()"""
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.open(f"{(tmp_path / 'page.html').as_uri()}#ref-1")
        for width in (390, 1280):
            browser.screen(width, 900)
            frame, numbers = browser.run(left)
            assert frame <= numbers + 1  # numbers stand in the padding of their list


def test_the_way_back_is_wide_enough_for_a_finger(tmp_path: Path) -> None:
    written = generate_sync("Coral reef", corpus=str(files("castalia.tools") / "sample_coral_reefs.jsonl"))
    page = written.save(tmp_path / "page") / "page.html"
    (tmp_path / "downloads").mkdir()
    sizes = "[...document.querySelectorAll('.back a')].map((one) => one.getBoundingClientRect()).map((one) => [one.width, one.height])"
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.screen(390, 844, phone=True)
        browser.open(page.as_uri())
        assert min(side for size in browser.run(sizes) for side in size) >= 24


def test_all_parts_of_a_page_are_as_wide_as_its_text(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(render_html(cast(PageRecord, page_record("Ferns"))), encoding="utf-8")
    (tmp_path / "downloads").mkdir()
    sides = """['.masthead', 'article', '.gaps', '.references'].map((one) => document.querySelector(one)).map((one) =>
      [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"""
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.open((tmp_path / "page.html").as_uri())
        for width in (390, 768, 1040, 1280):
            browser.screen(width, 900)
            assert len({tuple(map(round, one)) for one in browser.run(sides)}) == 1


def test_the_contents_stand_side_by_side_where_there_is_room(tmp_path: Path) -> None:
    written = generate_sync("Coral reef", corpus=str(files("castalia.tools") / "sample_coral_reefs.jsonl"))
    page = written.save(tmp_path / "page") / "page.html"
    (tmp_path / "downloads").mkdir()
    heads = """[...document.querySelectorAll('.contents details > ol > li')].filter((one, place, all) =>
      !place || one.offsetLeft > all[place - 1].offsetLeft).map((one) => one.querySelector('a').offsetTop)"""
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.open(page.as_uri())
        browser.run("document.querySelector('.contents details').open = true")
        for width, wanted in ((390, 1), (768, 2), (1280, 1)):
            browser.screen(width, 900)
            found = browser.run(heads)
            assert len(found) == wanted and len(set(found)) == 1


def test_parts_of_sections_are_links_among_the_contents_on_any_screen(tmp_path: Path) -> None:
    inner = {"id": "b", "heading": "Fronds", "level": 2, "text": "", "sections": []}
    sections = [{"id": one, "heading": one, "level": 1, "text": "", "sections": [inner]} for one in ("a", "c")]
    record = cited_pages.page() | {"sections": sections}
    (tmp_path / "page.html").write_text(render_html(cast(PageRecord, record)), encoding="utf-8")
    (tmp_path / "downloads").mkdir()
    seen = "[...document.querySelectorAll('.contents a')].map((one) => [one.checkVisibility(), getComputedStyle(one).color])"
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.open((tmp_path / "page.html").as_uri())
        browser.run("document.querySelector('.contents details').open = true")
        for width in (390, 768, 1280):
            browser.screen(width, 900)
            ((outer, color), *others) = browser.run(seen)
            assert outer and others == [[True, color]] * 3


def test_paper_has_one_scale_of_sizes_and_one_width(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(render_html(cast(PageRecord, page_record("Ferns"))), encoding="utf-8")
    (tmp_path / "downloads").mkdir()
    told = """['.lead p', 'article', '.gaps', '.references li'].map((one) => document.querySelector(one)).map((one) =>
      [parseFloat(getComputedStyle(one).fontSize), one.getBoundingClientRect().width])"""
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.screen(718, 900)
        browser.open((tmp_path / "page.html").as_uri())
        browser.send("Emulation.setEmulatedMedia", media="print")
        (lead, _), (text, column), (gaps, box), (references, _) = browser.run(told)
        assert lead > text > gaps > references and lead < 1.1 * text
        assert column == box


def test_paper_shows_the_open_issues_that_a_screen_folds_away(tmp_path: Path) -> None:
    issue = {"section": "", "claim": "", "reason": "too little was found", "request": "add"}
    record = cited_pages.page() | {"open_issues": [issue]}
    (tmp_path / "page.html").write_text(render_html(cast(PageRecord, record)), encoding="utf-8")
    (tmp_path / "downloads").mkdir()
    seen = "document.querySelector('.issues li').checkVisibility({contentVisibilityAuto: true})"
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.screen(1440, 900)
        browser.open((tmp_path / "page.html").as_uri())
        assert not browser.run(seen)
        browser.send("Emulation.setEmulatedMedia", media="print")
        browser.until(seen)


def test_the_list_of_a_batch_fits_a_phone(tmp_path: Path) -> None:
    why = "no snippet of the corpus names it; the corpus has most of: reefs, lighthouses, lenses and their keepers"
    ended = [Ended("Coral reef", "Biology and Medicine", "a", None, "done", words=1700, sources=30)]
    index = write_index(tmp_path, [*ended, Ended("Unicorn husbandry", "", "b", None, "failed", error=why)])
    (tmp_path / "downloads").mkdir()
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as browser:
        browser.screen(375, 800)
        browser.open(index.as_uri())
        assert browser.run("document.documentElement.scrollWidth") == 375
        assert browser.run("document.querySelector('.failed').offsetHeight") < 150
        status = "document.querySelector('.failed td:last-child').getBoundingClientRect().right"
        assert browser.run(status) <= 375
        browser.screen(1280, 800)
        numbers = "parseFloat(getComputedStyle(document.querySelector('th.n:nth-last-child(2)')).paddingRight)"
        beside = "parseFloat(getComputedStyle(document.querySelector('th:last-child')).paddingLeft)"
        assert browser.run(f"{numbers} + {beside}") >= 16  # numbers stand to the right, and what comes next to the left
