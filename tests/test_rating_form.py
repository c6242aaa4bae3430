"""Rating forms: blinded, balanced, one file, nothing in a page can get out of its place. What a browser makes of them:
``tests/browser``."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs.cli import main
from castalia.graphs.measures.rating_forms import rating_form
from castalia.memory.errors import InputError
from castalia.tools.pages.indices import with_indices
from castalia.tools.study.study_order import pair_order, single_order
from castalia.tools.study.study_questions import STUDY_QUESTIONS, read_questions
from castalia.tools.study.study_style import STYLE
from castalia.tools.study.text_runs import text_runs
from hypothesis import given
from hypothesis import strategies as st
from study_pages import HOSTILE, hostile_record, page_record


class Parts(HTMLParser):
    """The tags of a page, and what stands in its scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script" and data.strip():
            self.scripts.append(data)

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


def write_pages(folder: Path, *records: dict[str, Any]) -> Path:
    for number, record in enumerate(records):
        (folder / f"p{number}").mkdir(parents=True)
        (folder / f"p{number}" / "page.json").write_text(json.dumps(record), encoding="utf-8")
    return folder


def key_of(html: str) -> list[list[str]]:
    key: list[list[str]] = json.loads(base64.b64decode(Parts(html).data["key"]))
    return key


def test_nothing_in_a_page_gets_out_of_its_place() -> None:
    parts = Parts(rating_form([hostile_record("Ferns")], title=HOSTILE).html)
    assert [tag for tag, _ in parts.tags].count("script") == 2
    assert not {tag for tag, _ in parts.tags} & {"img", "link", "iframe", "base"}
    (page,) = parts.data["items"][0]["pages"]
    assert page["lead"][0][0][0] == " ".join(HOSTILE.split())
    assert parts.data["snippets"][0][3] == ""  # javascript: is no address


def test_only_the_forms_own_script_and_style_may_run() -> None:
    html = rating_form([page_record("Ferns")]).html
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    digests = re.findall(r"sha256-([^']*)'", policy[1])
    style = re.search(r"<style>(.*?)</style>", html, re.S)
    assert style
    wanted = [style[1], Parts(html).scripts[1]]
    assert digests == [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in wanted]
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    for tag, attributes in Parts(html).tags:
        assert not {"src", "href", "style"} & attributes.keys(), tag
        assert not [name for name in attributes if name.startswith("on")]
    assert "innerHTML" not in html
    assert "fetch(" not in html


def test_what_tells_the_system_is_not_to_be_seen(tmp_path: Path) -> None:
    first = write_pages(tmp_path / "zzfirst", page_record("Ferns"))
    second = write_pages(tmp_path / "zzsecond", page_record("Ferns", "Ferns have no seeds."))
    made = rating_form(first, second)
    assert made.systems == ("zzfirst", "zzsecond")
    assert "zz" not in made.html.replace(Parts(made.html).data["key"], "")
    assert sorted(key_of(made.html)[0]) == ["zzfirst", "zzsecond"]
    assert "unsupported" not in made.html


def test_every_page_stands_under_its_own_system(tmp_path: Path) -> None:
    topics = ["Ferns", "Mosses", "Algae", "Fungi", "Reeds"]
    sides = [
        write_pages(tmp_path / name, *(page_record(one, f"{name} on {one}.") for one in topics)) for name in ("x", "y")
    ]
    for seed in (0, 1, 2, 3):
        html = rating_form(*sides, seed=seed).html
        items = Parts(html).data["items"]
        for item, systems in zip(items, key_of(html), strict=True):
            assert [page["lead"][0][0][0] for page in item["pages"]] == [
                f"{one} on {item['topic']}." for one in systems
            ]
        assert sorted(Counter(systems[0] for systems in key_of(html)).values()) == [2, 3]
    again = [dict(zip(*_topics_and_key(rating_form(*sides, seed=one).html), strict=True)) for one in (0, 1)]
    assert all(again[0][topic] == again[1][topic][::-1] for topic in topics)


def _topics_and_key(html: str) -> tuple[list[str], list[list[str]]]:
    return [item["topic"] for item in Parts(html).data["items"]], key_of(html)


def test_the_same_pages_in_any_order_give_the_same_form(tmp_path: Path) -> None:
    records = [page_record(one) for one in ("Ferns", "Mosses", "Algae")]
    assert rating_form(records).html == rating_form(records[::-1]).html
    assert len({rating_form(records, seed=seed).html for seed in range(6)}) > 2


@given(st.integers(0, 30), st.integers(0, 9))
def test_sides_are_balanced_whatever_the_number_of_topics(count: int, seed: int) -> None:
    pairs = [((at, 0), (at, 1)) for at in range(count)]
    shown = pair_order(pairs, seed)
    assert sorted(sorted(one) for one in shown) == [list(one) for one in pairs]
    assert abs(sum(1 if first[1] else -1 for first, _ in shown)) <= count % 2


@given(st.integers(1, 4), st.integers(1, 9), st.integers(0, 5))
def test_a_system_is_not_first_on_every_topic(systems: int, topics: int, seed: int) -> None:
    shown = single_order([[(topic, system) for system in range(systems)] for topic in range(topics)], seed)
    assert len(set(shown)) == len(shown) == systems * topics
    for begin in range(0, len(shown), topics):
        turn = shown[begin : begin + topics]
        assert len({topic for topic, _ in turn}) == topics
        counts = Counter(system for _, system in turn)
        assert max(counts.values()) - min([*counts.values(), *([0] * (len(counts) < systems))]) <= 1
    if topics > 1:
        assert all(one[0] != other[0] for one, other in pairwise(shown))


@pytest.mark.parametrize("seed", range(12))
def test_a_topic_does_not_follow_on_itself_where_others_have_fewer_pages(seed: int) -> None:
    topics = [[(topic, system) for system in range(systems)] for topic, systems in enumerate((3, 3, 1, 1, 0))]
    shown = single_order(topics, seed)
    assert sorted(shown) == [page for pages in topics for page in pages]
    assert all(one[0] != other[0] for one, other in pairwise(shown))


def test_snippets_that_pages_share_are_kept_once() -> None:
    data = Parts(rating_form([page_record("Ferns"), page_record("Mosses")]).html).data
    assert len(data["snippets"]) == 1


@given(st.text(alphabet="ABXOHe_^(){}2-+<>&' .é𝔸", max_size=40))
def test_runs_are_the_text_with_its_indices_told_apart_as_the_page_does(text: str) -> None:
    runs = text_runs(text)
    pieces = [[one, "", ""] if isinstance(one, str) else one for one in ([runs] if isinstance(runs, str) else runs)]
    assert "".join(piece for piece, _, _ in pieces) == text
    on_page = re.split("<[^>]*>", with_indices(escape(text)))
    assert [escape(piece) for piece, _, _ in pieces if piece] == [one for one in on_page if one]


def test_a_form_holds_formulas_in_runs() -> None:
    record = page_record("Ferns", "Much H_2O at 10^-6 Pa.")
    record["sections"][0]["heading"] = record["references"][0]["title"] = "On O^(2-)"
    data = Parts(rating_form([record]).html).data
    (page,) = data["items"][0]["pages"]
    ion = ["On O", ["^(", "sup", "sign"], ["2-", "sup", ""], [")", "sup", "sign"]]
    assert page["sections"][0][1] == data["snippets"][0][0] == ion
    assert page["lead"][0][0][0][:3] == ["Much H", ["_", "sub", "sign"], ["2", "sub", ""]]
    assert page["sections"][1][1] == "Spores"


def _luminance(colour: str) -> float:
    """Relative luminance, of WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_the_edges_of_fields_can_be_seen_by_day_and_by_night() -> None:
    themes = [dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", one)) for one in re.findall(r":root \{([^}]*)\}", STYLE)]
    themes = [one for one in themes if one]
    assert len(themes) == 2
    for theme in themes:
        for behind in ("paper", "panel"):
            dark, light = sorted(_luminance(theme[one]) for one in ("edge", behind))
            assert (light + 0.05) / (dark + 0.05) >= 3
    fields = re.search(r"input\[type=text\], textarea, select \{([^}]*)\}", STYLE)
    assert fields and "1px solid var(--edge)" in fields[1]


def test_the_questions_are_nine_or_those_of_a_file(tmp_path: Path) -> None:
    assert len({one.criterion for one in STUDY_QUESTIONS}) == len(STUDY_QUESTIONS) == 9
    file = tmp_path / "questions.jsonl"
    file.write_text('\n{"criterion": "right_at_all", "question": "Is it right?", "low": "no"}\n', encoding="utf-8")
    (one,) = read_questions(file)
    assert (one.title, one.single, one.low, one.high) == ("Right at all", "Is it right?", "no", "very much so")
    assert "Is it right?" in one.paired


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "line 1"),
        ('{"criterion": "a", "question": "b"}\n[]', "line 2"),
        ('{"criterion": "a"}', "question has to be a text"),
        ('{"criterion": "a", "question": "b"}\n{"criterion": "a", "question": "c"}', 'two questions on "a"'),
        ("\n", "holds no questions"),
    ],
)
def test_a_bad_file_of_questions_is_told_in_one_line(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=says):
        read_questions(file)


def test_the_command_writes_the_form_and_says_what_it_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write_pages(tmp_path / "x", page_record("Ferns"), page_record("Mosses"))
    second = write_pages(tmp_path / "y", page_record("Ferns"))
    out = tmp_path / "forms" / "form.html"
    assert main(["form", str(first), "--against", str(second), "--out", str(out), "--ask", "both"]) == 0
    told = capsys.readouterr()
    assert told.out.strip() == str(out)
    assert "only x has them: Mosses" in told.err
    assert Parts(out.read_text(encoding="utf-8")).data["asked"] == "both"
    (second / "p0" / "page.json").write_text("{", encoding="utf-8")
    write_pages(second / "more", page_record("Ferns"))
    assert main(["form", str(first), "--against", str(second), "--out", str(out)]) == 1
    assert "is not a page" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--against", "nowhere"], "there is no page at nowhere"),
        (["--ask", "both"], "two sides"),
        (["--names", "a", "b"], "2 names for 1 systems"),
        (["--questions", "nowhere"], "no file nowhere"),
        (["--questions", "."], ". is a folder: name the file with questions"),
    ],
)
def test_wrong_usage_is_one_line(
    more: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = write_pages(tmp_path / "x", page_record("Ferns"))
    assert main(["form", str(pages), "--out", str(tmp_path / "form.html"), *more]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "form.html").exists()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"questions": 5}, "^the questions are 5: give a file of them, or a list of StudyQuestion$"),
        ({"questions": ["Is it right?"]}, "^the questions are .*: give a file of them, or a list of StudyQuestion$"),
        ({"names": 5}, "^the names are 5: give a list of str, one for each system$"),
        ({"names": "AB"}, "^the names are 'AB': give a list of str"),
        ({"names": ["A", None]}, "^the names are .*: give a list of str"),
        ({"seed": "1"}, "^the seed is '1': give a whole number$"),
        ({"title": None}, "^the title is None: give a str$"),
        ({"asked": "x"}, "^asked is 'x': choose preferences, scores, both, or leave it out$"),
    ],
)
@pytest.mark.parametrize("given", [{}, {"against": [page_record("Ferns")]}])
def test_an_option_of_the_wrong_kind_is_told(wrong: dict[str, Any], says: str, given: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=says):
        rating_form([page_record("Ferns")], **given, **wrong)


@pytest.mark.parametrize("name", ["a\0b", "a" * 300, "\ud800"])
def test_a_path_that_there_cannot_be_is_told_of_both_sides(name: str) -> None:
    for sides in ((name, name), (name,)):
        with pytest.raises(InputError, match=r"no path can|too long for a path"):
            rating_form(*sides)
    with pytest.raises(InputError, match=r"no path can|too long for a path"):
        rating_form([page_record("Ferns")]).save(name)


def test_two_pages_on_one_topic_or_two_systems_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two pages"):
        rating_form([page_record("Ferns"), page_record("ferns")])
    folders = [write_pages(tmp_path / one / "pages", page_record("Ferns")) for one in ("x", "y")]
    assert rating_form(folders).systems == ("x", "y")
    with pytest.raises(InputError, match="two systems are called pages"):
        rating_form(folders, names=["pages", "pages"])
    assert rating_form(folders, names=["x", "y"]).systems == ("x", "y")
    assert rating_form(*folders).systems == ("x", "y")
    single = rating_form(sorted((tmp_path / "x" / "pages").iterdir()))
    assert single.systems == ("pages",)
