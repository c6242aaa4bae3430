"""What is offered in place of a topic of which too little can be quoted is another topic, and makes a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.memory.errors import NoPageError
from castalia.tools.composition.topics_instead import is_rephrased, shorter_names


@pytest.mark.parametrize(
    ("topic", "names"),
    [
        ("Bleaching event", ["Bleaching"]),
        ("Calm water", ["water"]),  # "calm" is near to it, and no name
        ("Brine channel", []),  # of brine, and of channels, as little can be quoted
    ],
)
def test_what_is_offered_makes_a_page_and_never_only_rephrases_the_topic(
    topic: str, names: list[str], sample_store: Path
) -> None:
    with pytest.raises(NoPageError, match="a topic they say more about") as told:
        generate_sync(topic, store=sample_store)
    found = re.search(r"perhaps ([^;]+);", str(told.value))
    assert (re.split(r", | or ", found[1]) if found else []) == names
    for one in names:
        assert generate_sync(one, store=sample_store).record["references"]


def test_the_longest_names_without_first_or_last_words_come_first() -> None:
    assert shorter_names("Type Ia supernova") == ("Ia supernova", "Type Ia", "supernova", "Type")
    assert shorter_names("History of the fjords") == ("fjords", "History")
    assert shorter_names("Fjord") == ()


@pytest.mark.parametrize(
    ("name", "topic", "same"),
    [
        ("type Ia supernovae", "Type Ia supernova", True),
        ("neutrino oscillation experiment", "Neutrino oscillation", True),
        ("honey bees", "Honeybee", True),
        ("supernovae", "Type Ia supernova", False),
    ],
)
def test_a_name_with_all_words_of_the_topic_only_rephrases_it(name: str, topic: str, same: bool) -> None:
    assert is_rephrased(name, topic) == same
