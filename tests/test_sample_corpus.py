"""The bundled sample corpus: every row is well formed, the prose is fit to be quoted, and the traps are still in it."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import lru_cache
from importlib.resources import files
from typing import Any

import pytest
from castalia.memory.identity import snippet_id

Row = dict[str, Any]

FIELDS = {"id", "content", "url", "domain", "topic", "title", "year", "source"}
COPIES = ("Castalia sample: Reef digest", "Castalia sample: Reef handouts")
OFF_TOPIC = {
    "Boilerplate", "Herpetology", "Hobby", "Kelp forests", "Mangroves", "Sea ice", "Seamanship", "Teaching", "Textiles",
}  # fmt: skip
ADDRESSED = re.compile(r"[!?]|\b(?:I|we|We|our|you|You|your)\b|\bFigure \d|\bTable \d")
SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-ZΩ])")


@lru_cache(maxsize=1)
def rows() -> tuple[Row, ...]:
    text = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


def document(row: Row) -> str:
    return str(row["url"]).partition("#")[0]


def words(row: Row) -> int:
    return len(row["content"].split())


def noise() -> list[Row]:
    return [
        row
        for row in rows()
        if row["title"] not in COPIES and (row["topic"] in OFF_TOPIC or ADDRESSED.search(row["content"]))
    ]


def usable() -> list[Row]:
    apart = {row["id"] for row in noise()}
    return [row for row in rows() if row["title"] not in COPIES and row["id"] not in apart]


def test_every_row_has_exactly_the_fields_and_their_types() -> None:
    for row in rows():
        assert set(row) == FIELDS
        assert isinstance(row["year"], int) and 1998 <= row["year"] <= 2024
        assert all(isinstance(row[name], str) and row[name].strip() == row[name] != "" for name in FIELDS - {"year"})
        assert row["domain"] == "Marine biology"
        assert row["title"].split(" > ")[0] == row["source"]
        assert row["title"].startswith("Castalia sample: ")
        assert re.fullmatch(r"https://example\.org/castalia/reefs/[a-z0-9-]+#p[1-9][0-9]*", row["url"])


def test_urls_and_ids_are_unique() -> None:
    assert len({row["url"] for row in rows()}) == len(rows())
    assert len({row["id"] for row in rows()}) == len(rows())
    assert len({snippet_id(row["content"], row["url"]) for row in rows()}) == len(rows())


def test_a_document_has_one_title_topic_and_year() -> None:
    facts = {(document(row), row["title"], row["topic"], row["year"]) for row in rows()}
    assert len(facts) == len({document(row) for row in rows()}) == len({row["title"] for row in rows()})


def test_there_are_enough_usable_snippets_spread_over_enough_documents() -> None:
    sizes = Counter(document(row) for row in usable())
    assert len(usable()) >= 240
    assert len(sizes) >= 30
    assert min(sizes.values()) >= 6
    assert max(sizes.values()) <= 10


def test_usable_snippets_are_distinct_and_of_paragraph_length() -> None:
    assert len({row["content"] for row in usable()}) == len(usable())
    assert [row["id"] for row in usable() if not 50 <= words(row) <= 130] == []


def test_usable_sentences_are_short_complete_and_without_markup() -> None:
    for row in usable():
        for sentence in SENTENCE_END.split(row["content"]):
            assert 4 <= len(sentence.split()) <= 45, sentence
            assert sentence.endswith("."), sentence
            assert sentence[0].isupper(), sentence
        assert not re.search(r"[<>\n\t]|  |\.\.|&\w+;", row["content"]), row["id"]
        assert row["content"].count("(") == row["content"].count(")"), row["id"]


def test_no_snippet_tells_of_years_after_its_own() -> None:
    for row in rows():
        told = [int(year) for year in re.findall(r"\b(?:1[6-9]|20)\d\d\b(?! m\b)", row["content"])]
        assert max(told, default=0) <= row["year"], row["id"]


@pytest.mark.parametrize(
    "opening",
    [
        "A coral reef is ",
        "A coral polyp is ",
        "Zooxanthellae are ",
        "An atoll is ",
        "Coral bleaching is ",
        "A fringing reef is ",
        "A marine protected area (MPA) is ",
        "Crustose coralline algae (CCA) are ",
        "Degree heating weeks (DHW) ",
        "Mass spawning is ",
        "Coral restoration is ",
    ],
)
def test_key_terms_are_defined_at_the_opening_of_a_snippet(opening: str) -> None:
    assert any(row["content"].startswith(opening) for row in usable())


@pytest.mark.parametrize("symbols", ["δ18O", "CO2", "[0, 1]", "Ω", "°C", "‰", "HCO3−", "km²"])
def test_scientific_signs_are_kept(symbols: str) -> None:
    assert any(symbols in row["content"] for row in usable())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "The result confirmed the central claim of the subsidence theory",
            "Subsidence alone does not explain the shape",
        ),
        ("make coral reefs more resilient to bleaching", "do not make coral reefs more resistant to bleaching"),
        ("practically irreversible", "Shifts from coral to seaweed are often reversible"),
        ("about half of their surface in the 1970s", "an average of about 35 % for the years from 1970 to 1983"),
        ("about 16 % of the world's coral reefs", "about 8 % of the world's living coral"),
    ],
)
def test_documents_disagree(one: str, other: str) -> None:
    first = {document(row) for row in usable() if one in row["content"]}
    second = {document(row) for row in usable() if other in row["content"]}
    assert first and second and not first & second


def test_a_fact_is_told_in_more_than_one_document() -> None:
    for pattern in ("a quarter of all known|one in four", "Enewetak.*1952|1952.*Enewetak", "8 °C-weeks", "97 %", "Darwin.*1842|1842.*Darwin"):  # fmt: skip
        assert len({document(row) for row in usable() if re.search(pattern, row["content"])}) >= 2, pattern


def test_noise_is_present() -> None:
    assert 20 <= len(noise()) <= 30
    assert len({row["topic"] for row in noise()} & OFF_TOPIC) == len(OFF_TOPIC)
    inside = [row for row in noise() if row["topic"] not in OFF_TOPIC]
    assert len(inside) >= 5
    markup = [row for row in rows() if "<script>alert(1)</script>" in row["content"]]
    assert len(markup) == 1 and "<b>" in markup[0]["content"] and markup[0]["topic"] == "Boilerplate"


def test_exact_duplicates_stand_under_other_urls() -> None:
    repeated = [text for text, times in Counter(row["content"] for row in rows()).items() if times > 1]
    assert len(repeated) == 5
    for text in repeated:
        assert len({document(row) for row in rows() if row["content"] == text}) == 2


def test_near_duplicates_differ_by_a_prefix_alone() -> None:
    originals = [row["content"] for row in usable()]
    handouts = [row["content"] for row in rows() if row["title"] == COPIES[1]]
    prefixes = {copy[: -len(text)] for copy in handouts for text in originals if copy != text and copy.endswith(text)}
    assert len(prefixes) == 5
    assert {"3.1 ", "Reef growth. "} <= prefixes


def test_two_rows_are_too_short_to_use() -> None:
    assert sum(words(row) < 20 for row in rows()) == 2
