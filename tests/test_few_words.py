"""A page of few words has fewer sections, whole ones, and says which had no room."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.graphs.page import TopicPage
from castalia.graphs.settings import Settings
from castalia.memory.errors import NoPageError


@pytest.fixture(scope="module")
def page_of(sample_store: Path) -> Callable[[int], TopicPage]:
    """A page of so many words; each is written once."""
    return cache(lambda words: generate_sync("Coral bleaching", store=sample_store, settings=Settings(words=words)))


def length(page: TopicPage) -> int:
    return sum(len(one["sentence"].split()) for one in page.record["claims"] if one["section"] != "lead")


@pytest.mark.parametrize("words", [100, 200, 300, 500])
def test_the_sections_of_a_page_are_about_as_long_as_was_asked(words: int, page_of: Callable[[int], TopicPage]) -> None:
    page = page_of(words)
    assert page.record["sections"] and 0.8 * words <= length(page) <= 1.15 * words


def test_history_stays_before_a_narrow_heading_and_the_page_names_what_had_no_room(
    page_of: Callable[[int], TopicPage],
) -> None:
    page = page_of(300)
    assert [one["heading"] for one in page.record["sections"]] == ["History", "Characteristics"]
    (notice,) = [one for one in page.record["notices"] if "no room" in one]
    assert notice == "In 300 words there was no room for “El Niño”, “Heat wave” and “Reef corals”."
    assert notice in page.markdown
    assert {one["heading"] for one in page.run["notes"] if one["kind"] == "no_room"} == {
        "El Niño",
        "Heat wave",
        "Reef corals",
    }


def test_a_page_with_room_for_all_says_nothing_of_it(page_of: Callable[[int], TopicPage]) -> None:
    assert not any("no room" in one for one in page_of(1_700).record["notices"])


def test_a_page_for_which_there_are_too_few_words_does_not_blame_the_corpus(sample_store: Path) -> None:
    with pytest.raises(NoPageError, match=r"in so few words: In 100 words there was no room for .*; give more words"):
        generate_sync("Limestone", store=sample_store, settings=Settings(words=100))
    assert generate_sync("Limestone", store=sample_store).record["references"]
