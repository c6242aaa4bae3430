"""The rating form in a real browser: filled by clicks, reloaded, saved, read again. Not part of the plain test command:
it needs Chromium."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs.measures.rating_forms import rating_form
from castalia.tools.judging.judgements import Preference, Score, read_judgements
from castalia.tools.study.study_questions import STUDY_QUESTIONS
from chromium import Chromium
from study_pages import HOSTILE, hostile_record, page_record

CRITERIA = [one.criterion for one in STUDY_QUESTIONS]
TOPICS = ("Ferns", "Mosses", "Algae")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("browser")
    (folder / "downloads").mkdir()
    with Chromium(folder / "profile", folder / "downloads") as opened:
        opened.screen(1440, 900)
        yield opened


def pairs(tmp_path: Path, **more: Any) -> tuple[Path, list[list[str]], list[str]]:
    """A form of pairs, which system is where, and the topics in the order in which they are shown."""
    made = rating_form(
        [page_record(one, f"The first on {one}.") for one in TOPICS],
        [page_record(one, f"The second on {one}.") for one in TOPICS],
        names=("système α", "$b<i>"),
        **more,
    )
    data = json.loads(re.findall(r'id="data">(.*?)</script>', made.html)[0])
    return (
        made.save(tmp_path / "form.html"),
        json.loads(base64.b64decode(data["key"])),
        [one["topic"] for one in data["items"]],
    )


def shown(browser: Any) -> None:
    """Wait for the first screen: what was kept is read before it."""
    browser.until("document.querySelector('h1')")


def begin(browser: Any, form: Path, rater: str = "") -> None:
    """Open the form as for the first time, and go to its first screen."""
    browser.open(form.as_uri())
    shown(browser)
    browser.run(
        "indexedDB.databases().then((all) => Promise.all(all.map((one) => indexedDB.deleteDatabase(one.name))))"
    )
    browser.open(form.as_uri())
    shown(browser)
    if rater:
        browser.click("#rater")
        browser.type(rater)
    browser.click("button", "Begin")


def saved(browser: Any) -> list[Any]:
    """Save at the end of the form, and read the file."""
    browser.run(
        "document.querySelector('.top select').value = [...document.querySelectorAll('.top option')].at(-1).value"
    )
    browser.click(".top button", "Go")
    browser.click("#save")
    name = browser.wait("Browser.downloadWillBegin")["suggestedFilename"]
    browser.wait("Browser.downloadProgress", state="completed")
    return read_judgements([browser.downloads / name])


def choose(browser: Any, question: int, choice: int) -> None:
    browser.click(f".asks > fieldset:nth-of-type({question + 1}) .choices label", at=choice)


def test_what_was_clicked_outlives_a_reload_and_is_what_is_saved(browser: Any, tmp_path: Path) -> None:
    form, key, topics = pairs(tmp_path)
    begin(browser, form, " Ada “β” Łukasz ")
    for question, choice in enumerate((0, 1, 2)):
        choose(browser, question, choice)
    browser.click(".asks summary")
    browser.click(".asks textarea")
    browser.type('Says "why",\n</script>\u2028 and more')
    browser.click("#next")
    choose(browser, 8, 2)
    choose(browser, 8, 0)
    choose(browser, 4, 0)
    browser.click(".asks > fieldset:nth-of-type(5) button", "Clear")

    browser.reload()
    shown(browser)
    assert browser.run("document.querySelector('h1').firstChild.textContent") == topics[1]
    assert browser.run("[...document.querySelectorAll('.asks :checked[type=radio]')].map((one) => one.value)") == ["a"]
    browser.click("button", "← Back")
    assert browser.run("[...document.querySelectorAll('.asks :checked[type=radio]')].map((one) => one.value)") == [
        "a",
        "tie",
        "b",
    ]
    choose(browser, 2, 1)
    found = saved(browser)

    def preference(at: int, criterion: int, winner: Any, comment: str = "") -> Preference:
        return Preference(topics[at], *key[at], "Ada “β” Łukasz", CRITERIA[criterion], winner, comment)

    assert found == [
        preference(0, 0, "a", 'Says "why",\n</script>\u2028 and more'),
        preference(0, 1, "tie"),
        preference(0, 2, "tie"),
        preference(1, 8, "a"),
    ]
    assert browser.complaints() == []


def test_answers_outlive_the_browser(tmp_path: Path) -> None:
    form, _, topics = pairs(tmp_path)
    (tmp_path / "downloads").mkdir()
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as first:
        first.screen(1440, 900)
        begin(first, form, "Ada")
        choose(first, 0, 1)
    with Chromium(tmp_path / "profile", tmp_path / "downloads") as second:
        second.open(form.as_uri())
        shown(second)
        assert second.run("document.querySelector('h1').firstChild.textContent") == topics[0]
        assert second.run("document.querySelector('.asks :checked[type=radio]').value") == "tie"


def test_a_screen_answered_in_another_tab_is_saved_from_this_one(browser: Any, tmp_path: Path) -> None:
    form, key, topics = pairs(tmp_path)
    begin(browser, form, "Ada")
    choose(browser, 0, 0)
    with browser.tab(form.as_uri()):
        browser.screen(1440, 900)
        shown(browser)
        browser.click("#next")
        choose(browser, 0, 2)
    browser.run("dispatchEvent(new Event('focus'))")
    choose(browser, 1, 0)
    end = "document.querySelector('.top select')"
    browser.until(
        f"({end}.value = 3, {end}.nextSibling.click(), "
        "document.body.textContent.includes('3 answers on 2 of 3 topics'))"
    )
    assert saved(browser) == [
        Preference(topics[0], *key[0], "Ada", CRITERIA[0], "a"),
        Preference(topics[0], *key[0], "Ada", CRITERIA[1], "a"),
        Preference(topics[1], *key[1], "Ada", CRITERIA[0], "b"),
    ]


def test_scores_of_a_pair_go_to_their_own_page(browser: Any, tmp_path: Path) -> None:
    form, key, topics = pairs(tmp_path, asked="both", seed=1)
    begin(browser, form, "Ben")
    for choice in (2, 3 + 4, 3 + 5):  # page B is better; A gets 5, B gets 1
        choose(browser, 0, choice)
    assert browser.run("document.querySelector('.top select').selectedOptions[0].textContent").endswith("(3 of 27)")
    assert saved(browser) == [
        Preference(topics[0], *key[0], "Ben", CRITERIA[0], "b"),
        Score(topics[0], key[0][0], "Ben", CRITERIA[0], 5),
        Score(topics[0], key[0][1], "Ben", CRITERIA[0], 1),
    ]


def test_nothing_that_a_page_says_is_run(browser: Any, tmp_path: Path) -> None:
    form = rating_form([hostile_record("Ferns")], title=HOSTILE).save(tmp_path / "form.html")
    begin(browser, form)
    browser.click(".cite")
    assert browser.run("document.querySelector('dialog mark').textContent") == " ".join(HOSTILE.split())
    assert browser.run("document.querySelectorAll('dialog a, img').length") == 0
    browser.key("Escape", 27)
    assert browser.run("window.hit === undefined")
    assert browser.complaints() == []
    asked = {one["params"]["request"]["url"] for one in browser.events if one["method"] == "Network.requestWillBeSent"}
    assert asked == {form.as_uri()}


def test_keys_are_enough(browser: Any, tmp_path: Path) -> None:
    form, _, topics = pairs(tmp_path)
    begin(browser, form)
    browser.click("button", "← Back")
    browser.run("document.querySelector('main .main').focus()")
    browser.key("Enter", 13, "\r")
    assert browser.run("document.activeElement.tagName") == "H1"

    def tab_to(selector: str) -> None:
        for _ in range(60):
            browser.key("Tab", 9)
            if browser.run(f"document.activeElement.matches({json.dumps(selector)})"):
                return
        raise AssertionError(f"Tab does not lead to {selector}")

    tab_to(".cite")
    browser.key("Enter", 13, "\r")
    assert browser.run("document.querySelector('dialog').open")
    browser.key("Escape", 27)
    browser.until("document.activeElement.matches('.cite') && !document.querySelector('dialog')")
    tab_to(".asks input[type=radio]")
    browser.key(" ", 32, " ")
    browser.key("ArrowRight", 39)
    assert browser.run("document.querySelector('.asks input:checked').value") == "tie"
    browser.key("PageDown", 34, modifiers=1)
    assert browser.run("document.querySelector('h1').firstChild.textContent") == topics[1]


def test_the_list_of_screens_goes_only_where_it_is_told_to_and_the_browser_goes_back(
    browser: Any, tmp_path: Path
) -> None:
    form, _, topics = pairs(tmp_path)
    title = "document.querySelector('h1').firstChild.textContent"
    begin(browser, form)
    browser.run("document.querySelector('.top select').focus()")
    browser.key("ArrowDown", 40)
    browser.key("ArrowDown", 40)
    assert browser.run("[document.querySelector('.top select').value, document.activeElement.tagName]") == [
        "2",
        "SELECT",
    ]
    assert browser.run(title) == topics[0]
    browser.key("Tab", 9)
    browser.key("Enter", 13, "\r")
    assert browser.run(title) == topics[2]
    browser.run("history.back()")
    browser.until(f"{title} === {json.dumps(topics[0])}")
    browser.run("history.forward()")
    browser.until(f"{title} === {json.dumps(topics[2])}")
    assert browser.complaints() == []


def test_formulas_are_set_as_on_the_page(browser: Any, tmp_path: Path) -> None:
    sentence = "The ion O^(2-) is in H_2O & at 10^12 <K>."
    record = page_record("Ferns", sentence)
    record["claims"][0]["quote"] = "in H_2O & at 10^12"
    record["references"][0]["title"] = "On H_2O"
    form = rating_form([record]).save(tmp_path / "form.html")
    begin(browser, form)
    html = "document.querySelector('article > p').innerHTML"
    assert 'O<sup class="sign">^(</sup><sup>2-</sup>' in browser.run(html) and "H<sub" in browser.run(html)
    assert browser.run("document.querySelector('article > p').textContent") == f"{sentence}[1]"
    assert browser.run("document.querySelector('.refs li sub:not(.sign)').textContent") == "2"
    browser.click(".cite")
    assert browser.run("document.querySelector('dialog mark').textContent") == "in H_2O & at 10^12"
    assert browser.run("document.querySelector('dialog mark sup:not(.sign)').textContent") == "12"
    browser.key("Escape", 27)


def test_a_reference_runs_on_as_text_beside_its_number(browser: Any, tmp_path: Path) -> None:
    record = page_record("Ferns")
    record["references"][0]["title"] = "A very long title " * 20
    begin(browser, rating_form([record]).save(tmp_path / "form.html"))
    assert browser.run("document.querySelector('.refs li').firstChild.nodeType === Node.TEXT_NODE")
    browser.click(".refs button", "Snippet")
    assert "old news" in browser.run("document.querySelector('dialog blockquote').textContent")
    browser.key("Escape", 27)


def test_all_that_can_be_used_has_a_name(browser: Any, tmp_path: Path) -> None:
    form, _, _ = pairs(tmp_path, asked="both")
    begin(browser, form)
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    roles = {
        "radio",
        "button",
        "textbox",
        "combobox",
        "group",
        "region",
        "progressbar",
        "navigation",
        "DisclosureTriangle",
    }
    used = [one for one in nodes if not one["ignored"] and one["role"]["value"] in roles]
    assert len(used) > 9 * 13
    nameless = [one for one in used if not one.get("name", {}).get("value") and one["role"]["value"] != "group"]
    assert nameless == []
    assert browser.run(
        "[...document.querySelectorAll('fieldset')].every((one) => one.querySelector('legend').textContent)"
    )


@pytest.mark.parametrize("asked", ["preferences", "both"])
def test_a_phone_shows_one_thing_at_a_time_and_nothing_beside_the_screen(
    browser: Any, tmp_path: Path, asked: Any
) -> None:
    form, _, _ = pairs(tmp_path, asked=asked)
    browser.screen(360, 700, phone=True)
    try:
        begin(browser, form)
        visible = "[...document.querySelectorAll('main > section')].map((one) => getComputedStyle(one).visibility === 'visible')"
        for number, name in enumerate(("Page A", "Page B", "Questions")):
            browser.click(".views button", name)
            assert browser.run(visible) == [one == number for one in range(3)]
            assert browser.run(
                "[...document.querySelectorAll('main > section, body')].every((one) => one.scrollWidth <= one.clientWidth)"
            )
        choose(browser, 0, 0)
        browser.click(".views button", "Page B")
        browser.click("main > section.shown .cite")
        assert browser.run("document.querySelector('dialog').getBoundingClientRect().right") <= 360
    finally:
        browser.screen(1440, 900)


def test_long_words_stay_in_their_panel_on_a_phone(browser: Any, tmp_path: Path) -> None:
    record = page_record("Ferns")
    record["sections"][0]["heading"] = record["references"][0]["title"] = "x" * 90
    browser.screen(360, 700, phone=True)
    try:
        begin(browser, rating_form([record]).save(tmp_path / "form.html"))
        assert browser.run(
            "[...document.querySelectorAll('main > section, body')].every((one) => one.scrollWidth <= one.clientWidth)"
        )
        assert browser.run(
            "[...document.querySelectorAll('.outline button, .refs li')].every((one) => one.getBoundingClientRect().right <= 360)"
        )
    finally:
        browser.screen(1440, 900)


@pytest.mark.parametrize("name", ["Page A", "Questions"])
def test_at_a_high_zoom_the_bars_scroll_away(browser: Any, tmp_path: Path, name: str) -> None:
    form, _, _ = pairs(tmp_path)
    browser.screen(320, 256)
    try:
        begin(browser, form)
        browser.click(".views button", name)
        heights = "[...document.querySelectorAll('main > section')].map((one) => one.clientHeight).filter((one) => one)"
        (height,) = browser.run(heights)  # one at a time, and whole
        assert height > 256 and browser.run("document.documentElement.scrollHeight") > height
        browser.run("document.querySelector('main > section.shown > :last-child').scrollIntoView({ block: 'start' })")
        assert browser.run("document.querySelector('.views').getBoundingClientRect().bottom <= 0")
        assert browser.run("document.documentElement.scrollWidth <= 320")
    finally:
        browser.screen(1440, 900)


def test_paper_shows_both_pages_and_all_questions(browser: Any, tmp_path: Path) -> None:
    form, _, _ = pairs(tmp_path)
    browser.screen(700, 900)
    try:
        begin(browser, form)
        browser.send("Emulation.setEmulatedMedia", media="print")
        assert browser.run(
            "[...document.querySelectorAll('main > section')].every((one) => getComputedStyle(one).visibility === 'visible'"
            " && getComputedStyle(one).overflowY === 'visible' && one.scrollHeight === one.clientHeight)"
        )
        tops = browser.run("[...document.querySelectorAll('main > section')].map((one) => one.offsetTop)")
        assert len(set(tops)) == 3  # one below the other
    finally:
        browser.send("Emulation.setEmulatedMedia", media="")
        browser.screen(1440, 900)


def test_a_browser_that_keeps_nothing_says_so_and_still_saves(browser: Any, tmp_path: Path) -> None:
    form, key, topics = pairs(tmp_path)
    hook = browser.send(
        "Page.addScriptToEvaluateOnNewDocument", source="IDBFactory.prototype.open = () => { throw new Error(); };"
    )
    try:
        browser.open(form.as_uri())
        shown(browser)
        assert "keeps nothing" in browser.run("document.querySelector('[role=alert]').textContent")
        browser.click("#rater")
        browser.type("Cy")
        browser.click("button", "Begin")
        choose(browser, 0, 2)
        browser.click("#next")
        browser.click("button", "← Back")
        assert browser.run("document.querySelector('.asks input:checked').value") == "b"
        assert saved(browser) == [Preference(topics[0], *key[0], "Cy", CRITERIA[0], "b")]
    finally:
        browser.send("Page.removeScriptToEvaluateOnNewDocument", identifier=hook["identifier"])


def test_a_comment_without_an_answer_is_named_before_saving(browser: Any, tmp_path: Path) -> None:
    form, _, topics = pairs(tmp_path, seed=2)
    begin(browser, form)
    browser.click(".asks summary")
    browser.click(".asks textarea")
    browser.type("Only words.")
    browser.run("document.querySelector('.top select').value = 3")
    browser.click(".top button", "Go")
    assert f"1. {topics[0]}: {STUDY_QUESTIONS[0].title}" in browser.run(
        "document.querySelector('.sheet .warn').textContent"
    )
    assert browser.run("document.querySelector('#save').disabled")
