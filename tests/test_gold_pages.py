"""Gold pages in every format that is promised, and one line for everything else."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from castalia.memory.errors import InputError
from castalia.tools.gold.gold_pages import read_gold, topic_key
from castalia.tools.pages.markdown import escape

INNER = {"title": "Cold", "level": 2, "text": "Deep.", "subsections": []}
WIKI = {
    "topic": "Coral reef",
    "corpus_file": "sea.jsonl",
    "gold": {
        "title": "Reef (coral)",
        "summary": "Reefs.",
        "sections": [{"title": "Water", "level": 1, "text": "Warm.", "subsections": [INNER]}],
        "headings": [{"level": 1, "title": "Water"}, {"level": 2, "title": "Cold"}],
    },
}
PLAIN = {"topic": "Coral reef", "lead": "Reefs.", "sections": [{"heading": "Water", "text": "Warm.", "sections": [{"heading": "Cold", "text": "Deep."}]}]}  # fmt: skip
OURS = {**PLAIN, "lead": "Reefs.[1]", "references": [{"number": 1}], "claims": []}
MARKDOWN = """# Coral reef

*Written by the extractive engine, without a language model: every sentence is taken word for word.*

Reefs.[\\[1\\]](#ref-1)

## Water

Warm.

### Cold

Deep.

## References

1. A book.

### Not a heading of the page
"""


@pytest.mark.parametrize("value", [WIKI, PLAIN, [PLAIN], OURS], ids=["benchmark", "plain", "list", "page.json"])
def test_json_is_read_in_every_shape(value: object, tmp_path: Path) -> None:
    (tmp_path / "gold.json").write_text(json.dumps(value))
    (page,) = {id(one): one for one in read_gold([tmp_path / "gold.json"]).values()}.values()
    assert (page.topic, page.headings) == ("Coral reef", ("Water", "Cold"))
    assert page.text.split() == ["Reefs.", "Warm.", "Deep."]


def test_json_lines_may_be_gzipped_and_a_title_is_a_second_name(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "gold.jsonl.gz", "wt", encoding="utf-8") as lines:
        lines.write(json.dumps(WIKI) + "\n\n" + json.dumps({"topic": "Bone", "text": "Hard."}) + "\n")
    found = read_gold([tmp_path / "gold.jsonl.gz"])
    assert sorted(found) == ["bone", "coral reef", "reef coral"]
    assert found["reef coral"] is found["coral reef"] and found["bone"].headings == ()


def test_a_topics_own_page_goes_before_a_second_name(tmp_path: Path) -> None:
    rows = [{"topic": "Bone", "gold": {"title": "Skeleton", "summary": "A."}}, {"topic": "skeleton", "text": "B."}]
    for order in (rows, rows[::-1]):
        (tmp_path / "g.json").write_text(json.dumps(order))
        found = read_gold([tmp_path / "g.json"])
        assert (found["bone"].text, found["skeleton"].text) == ("A.", "B.")


def test_a_name_of_marks_alone_names_nothing(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(json.dumps({"topic": "Chk Chk Chk", "names": ["!!!", "Chk"], "text": "A band."}))
    found = read_gold([tmp_path / "g.json"])
    assert sorted(found) == ["chk", "chk chk chk"] and found["chk"].names == ("Chk",)


@pytest.mark.parametrize("number", [1, 18])
def test_an_isotope_on_a_page_of_ours_is_no_citation(number: int, tmp_path: Path) -> None:
    ours = {**OURS, "lead": f"It is [18]F.[{number}]", "references": [{"number": number}]}
    (tmp_path / "g.json").write_text(json.dumps(ours))
    assert read_gold([tmp_path / "g.json"])["coral reef"].text.startswith("It is [18]F.\n")


def test_markdown_is_read_as_it_is_shown(tmp_path: Path) -> None:
    said = "It is [18]F at 5 <b & in AT&amp;T."
    (tmp_path / "page.md").write_text(f"# Reef\n\n{escape(said)}[18]\n\n## {escape('The C# one')} ##\n\n## In C#\n")
    page = read_gold([tmp_path])["reef"]
    assert (page.text, page.headings) == (said, ("The C# one", "In C#"))


def test_markdown_is_read_without_its_marks_and_its_back_matter(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(MARKDOWN)
    page = read_gold([tmp_path])["coral reef"]
    assert (page.text.split(), page.headings) == (["Reefs.", "Warm.", "Deep."], ("Water", "Cold"))


def test_a_folder_of_pages_is_read(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.json").write_text(json.dumps({**OURS, "topic": name}))
    assert sorted(read_gold([tmp_path])) == ["one", "two"]


def test_an_outline_alone_is_gold_for_headings(tmp_path: Path) -> None:
    (tmp_path / "o.jsonl").write_text(json.dumps({"title": "Reef", "headings": ["Water", {"title": "Cold"}]}))
    page = read_gold([tmp_path / "o.jsonl"])["reef"]
    assert (page.headings, page.text) == (("Water", "Cold"), "")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.jsonl", '{"topic": "A", "text": "x"}\nnonsense', "line 2 is not JSON"),
        ("a.jsonl", "[1]", "not a JSON object"),
        ("a.jsonl", '{"text": "x"}', "it has no topic"),
        ("a.json", '{"topic": "A"}', "neither text nor headings"),
        ("a.md", "\n", "neither text nor headings"),
        ("a.jsonl.gz", "no gzip", "cannot be read"),
        ("a.jsonl", '{"topic": "A", "text": "x"}\n{"topic": "A", "text": "y"}', "second gold page"),
    ],
)
def test_what_is_no_gold_is_told_in_one_line(name: str, text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=told) as error:
        read_gold([tmp_path / name])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("place", [2, 10], ids=["its head", "its data"])
def test_a_damaged_archive_is_told_in_one_line(place: int, tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(json.dumps(PLAIN).encode()))
    packed[place] |= 0x07
    (tmp_path / "a.jsonl.gz").write_bytes(packed)
    with pytest.raises(InputError, match="cannot be read as gold") as error:
        read_gold([tmp_path / "a.jsonl.gz"])
    assert "\n" not in str(error.value)


def test_nothing_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no gold"):
        read_gold([tmp_path / "none.jsonl"])
    with pytest.raises(InputError, match="holds no gold"):
        read_gold([tmp_path])


def test_topics_match_whatever_their_case_and_marks() -> None:
    assert topic_key("  Coral-Reef ") == topic_key("coral reef") == "coral reef"
    assert topic_key("β-Oxidation") == topic_key("β oxidation") != topic_key("oxidation")
    assert topic_key(".") == ""
    assert topic_key("C++11") == topic_key("C 11")
    assert topic_key("c++ ") == topic_key("C++") and len({*map(topic_key, ("C", "C++", "C#", "Na+", "Na"))}) == 5
