"""Words with a prefix are one word with a hyphen or without, wherever words are counted, searched for or compared."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

import pytest
from castalia.memory.bm25 import encode_query
from castalia.memory.errors import UnknownTopicError
from castalia.memory.identity import snippet_id
from castalia.memory.library import Library
from castalia.memory.prefixes import hyphenated, with_prefixes
from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.told_names import told_anchor
from castalia.tools.topic.written_names import written_apart, written_together


@pytest.mark.parametrize(
    ("written", "joined"),
    [
        ("pre-training of multi-modal auto-encoders", "pretraining of multimodal autoencoders"),
        ("non-small-cell lung cancer", "nonsmall-cell lung cancer"),
        ("anti-hiv drugs, pre-mrna and sub-", "anti-hiv drugs, pre-mrna and sub-"),
        ("self-attention of x-rays, a co-op", "self-attention of x-rays, a co-op"),
        ("parents-re-elected and bi-level", "parents-reelected and bilevel"),
    ],
)
def test_a_prefix_is_part_of_its_word_with_a_hyphen_or_without(written: str, joined: str) -> None:
    assert with_prefixes(written) == joined
    assert content_stems(written) == content_stems(joined)
    assert encode_query(written) == encode_query(joined)


def test_a_prefix_that_stands_alone_is_given_its_hyphen() -> None:
    assert hyphenated("Multi task learning") == "Multi-task learning"
    assert hyphenated("Multi-task learning") == hyphenated("Semi") == hyphenated("Pre and postnatal care") == ""


def test_hyphens_are_read_in_linear_time() -> None:
    start = time.process_time()
    for line in ("pre-" * 25_000, "re-" * 30_000 + "able", "multi-m" * 15_000, "non " * 25_000):
        with_prefixes(line)
        hyphenated(line)
    assert time.process_time() - start < 2


ROWS = (
    "Co-axial lamps of the harbour throw two beams, and sailors read both of them from afar at night.",
    "A co-axial lamp has one glass inside another, and the inner glass of the lamp is ground by hand.",
    "The keeper cleans a co-axial lamp twice a week, for the soot of the lamp dims both of the beams.",
)


@pytest.mark.parametrize(
    ("topic", "together"),
    [
        ("Sea-floor spreading", ("Seafloor spreading", "Sea-floorspreading")),
        ("sour dough", ("sourdough",)),
        ("Lighthouse", ()),
        ("Vitamin A", ()),
        ("- x -", ()),
    ],
)
def test_two_words_of_a_name_may_be_written_together(topic: str, together: tuple[str, ...]) -> None:
    assert written_together(topic) == together


def test_a_word_of_a_name_is_written_as_two_that_stand_beside_each_other_in_texts() -> None:
    phrases = {"honey bee", "sea floor", "loud car"}
    assert written_apart("Honeybees", phrases) == ("Honey bees",)
    assert written_apart("Old sea-floor and seafloor", phrases) == ("Old sea-floor and sea floor",)
    assert written_apart("Carpet", {*phrases, "car", "pet"}) == written_apart("Honey bee", phrases) == ()


def holding(topic: str, rows: Sequence[str]) -> float:
    """How many of these rows name a topic, as a search for it finds."""
    snippets = [Snippet(snippet_id(text), text, f"https://example.org/{at}") for at, text in enumerate(rows)]

    async def run() -> float:
        async with Library.open() as library:
            await library.snippets.add(snippets)
            return (await told_anchor(topic, library.snippets, learn_background(snippets), None, "")).literal

    return asyncio.run(run())


@pytest.mark.parametrize("topic", ["Coaxial lamp", "co-axial lamp", "Co axial lamp"])
def test_a_topic_is_found_however_its_prefix_is_written(topic: str) -> None:
    assert holding(topic, ROWS) == len(ROWS)


@pytest.mark.parametrize("topic", ["Sour dough", "sour-dough", "Sour-dough bread"])
def test_a_topic_is_found_where_texts_write_two_of_its_words_together(topic: str) -> None:
    rows = [
        f"Sourdough bread of village {at} rises for a night, and the sourdough is fed with flour." for at in range(3)
    ]
    assert holding(topic, rows) == len(rows)


@pytest.mark.parametrize("topic", ["Sourdough", "sourdoughs", "Sourdough bread"])
def test_a_topic_is_found_where_texts_write_a_word_of_it_as_two(topic: str) -> None:
    rows = [
        f"Sour dough bread of village {at} rises for a night, and the sour dough is fed with flour." for at in range(3)
    ]
    assert holding(topic, rows) == len(rows)
    with pytest.raises(UnknownTopicError):
        holding(
            "Sourdough", [one.replace("sour dough", "dough, sour, and").replace("Sour dough", "Sour") for one in rows]
        )
