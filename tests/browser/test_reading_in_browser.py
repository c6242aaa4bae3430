"""A page in the hands of its reader: by mouse, by keys and by finger, on a small screen as on a large one. Not part of
the plain test command: it needs Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from castalia.graphs import generate_sync
from chromium import Chromium

SHOWN = "[...document.querySelectorAll('.card')].filter((one) => one.checkVisibility())"
WHERE = "(({left, top, right, bottom}) => [left, top, right, bottom])"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    written = generate_sync("Coral reef", corpus=str(files("castalia.tools") / "sample_coral_reefs.jsonl"))
    return (written.save(tmp_path_factory.mktemp("read") / "page") / "page.html").as_uri()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    folder = tmp_path_factory.mktemp("browser")
    (folder / "downloads").mkdir()
    with Chromium(folder / "profile", folder / "downloads") as browser:
        yield browser


@pytest.fixture
def browser(opened: Chromium, page: str) -> Any:
    opened.screen(1280, 900)
    opened.open("about:blank")
    opened.open(page)
    return opened


@pytest.mark.parametrize(("width", "height"), [(320, 256), (360, 640), (1280, 720)])
def test_a_card_is_never_cut_off_and_never_over_its_mark(browser: Any, width: int, height: int) -> None:
    browser.screen(width, height)
    browser.key("Tab", 9)  # else what is focused is not seen to be
    places = browser.run(f"""[...document.querySelectorAll('.cite a')].slice(0, 30).map((one, at) => {{
      one.scrollIntoView({{block: ['start', 'center', 'end'][at % 3]}});
      one.focus({{preventScroll: true}});
      const [card] = {SHOWN}, scrolls = getComputedStyle(card).overflowY === 'auto';
      return [{WHERE}(card.getBoundingClientRect()), {WHERE}(one.parentElement.getBoundingClientRect()),
        scrolls || card.scrollHeight <= card.clientHeight];
    }})""")
    for (left, top, right, bottom), (_, above, _, below), whole in places:
        assert left >= 0 and top >= 0 and right <= width and bottom <= height
        assert (top >= below or bottom <= above) and whole


def test_the_pointer_can_move_from_a_mark_onto_its_card(browser: Any) -> None:
    # A browser without a screen has no mouse.
    browser.run("""[...document.styleSheets[0].cssRules].filter((one) => one.media?.mediaText.includes('hover'))
      .forEach((one) => { one.media.mediaText = 'screen'; })""")
    left, top, right, bottom = browser.run(f"""(() => {{ const one = document.querySelector('#cite-8-2');
      one.scrollIntoView({{block: 'start'}}); return {WHERE}(one.getBoundingClientRect()); }})()""")
    x, y = (left + right) / 2, round((top + bottom) / 2)
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    goal = browser.run(f"{SHOWN}[0].getBoundingClientRect().top + 20")
    while y < goal:
        y += 1
        browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        assert browser.run(f"{SHOWN}.map((one) => one.parentElement.firstChild.id)") == ["cite-8-2"]
    browser.send("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    assert browser.run(f"{SHOWN}.length") == 0


def test_a_mark_is_high_enough_for_a_finger(browser: Any) -> None:
    sizes = "[...document.querySelectorAll('.cite a')].map((one) => one.getBoundingClientRect()).map((one) => [one.width, one.height])"
    wide = browser.run(sizes)
    browser.screen(390, 844, phone=True)
    narrow = browser.run(sizes)
    assert min(height for _, height in narrow) >= 24
    padding = "parseFloat(getComputedStyle(document.querySelector('.cite a')).paddingLeft)"
    assert narrow != wide and browser.run(padding) > 1


def test_the_way_back_by_mouse_shows_where_it_leads(browser: Any) -> None:
    background = "getComputedStyle(document.querySelector('#cite-8-2')).backgroundColor"
    before = browser.run(background)
    browser.click(".back a[href='#cite-8-2']")
    browser.until(f"{background} !== {before!r}")
    browser.until("document.querySelector('#cite-8-2').getBoundingClientRect().top >= 96")
    assert browser.run(f"{SHOWN}.length") == 0


def test_a_snippet_that_a_number_opened_has_no_control_that_says_it_is_closed(browser: Any) -> None:
    seen = "document.querySelector('#ref-%d %s').checkVisibility({contentVisibilityAuto: true})"
    browser.click("sup a[href='#ref-2']")
    browser.until(seen % (2, "blockquote"))
    assert not browser.run(seen % (2, "summary"))
    assert browser.run(seen % (3, "summary")) and not browser.run(seen % (3, "blockquote"))


def test_a_link_among_the_references_is_told_by_more_than_its_colour(browser: Any) -> None:
    lines = "[...document.querySelectorAll('.references a')].map((one) => getComputedStyle(one).textDecorationLine)"
    assert set(browser.run(lines)) == {"underline"}


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_entries_and_summaries_are_high_enough_for_a_finger(browser: Any, width: int) -> None:
    browser.screen(width, 900)
    browser.run("document.querySelector('.contents details').open = true")
    heights = """[...document.querySelectorAll('.contents a, summary')].filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect().height)"""
    found = browser.run(heights)
    assert len(found) > 20 and min(found) >= 24


def test_the_contents_are_folded_on_a_phone_alone(browser: Any) -> None:
    seen = """['.contents summary', '.contents a'].map((one) =>
      document.querySelector(one).checkVisibility({contentVisibilityAuto: true}))"""
    for width, wanted in ((390, [True, False]), (768, [False, True]), (1280, [False, True])):
        browser.screen(width, 844)
        assert browser.run(seen) == wanted
    browser.screen(390, 844)
    assert browser.run("document.querySelector('.lead').getBoundingClientRect().top") < 422
    browser.click(".contents summary")
    browser.until(f"({seen})[1]")


def test_the_ring_around_an_entry_of_the_contents_is_whole(browser: Any) -> None:
    room = """(() => { const one = document.querySelector('.contents a'), all = document.querySelector('.contents');
      one.focus({focusVisible: true});
      const style = getComputedStyle(one), ring = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
      return [style.outlineStyle, one.getBoundingClientRect().left - all.getBoundingClientRect().left - ring]; })()"""
    line, left = browser.run(room)
    assert line == "solid" and left >= 0


def test_a_heading_is_copied_without_the_sign_that_links_to_it(browser: Any) -> None:
    copied = """(() => { const one = document.querySelector('h2[id^=section]');
      getSelection().selectAllChildren(one); return [getSelection().toString(), one.firstChild.textContent]; })()"""
    told, heading = browser.run(copied)
    assert told.strip() == heading
