"""What is offered in place of a topic of which too little can be quoted is another topic, and makes a page."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any, cast

import pytest
from castalia.graphs import generate_sync
from castalia.memory.errors import NoPageError
from castalia.memory.records import Snippet
from castalia.tools.composition import topics_instead
from castalia.tools.composition.doubt_limits import LARGE
from castalia.tools.composition.topics_instead import is_everywhere, is_rephrased, shorter_names
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.relevance import Relevance


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


@pytest.mark.parametrize(
    ("name", "size", "everywhere"),
    [
        (("energi",), LARGE, True),
        (("energi",), LARGE - 1, False),  # a small corpus may be about it
        (("fjord",), LARGE, False),
        (("dark", "energi"), LARGE, False),
    ],
)
def test_a_word_that_much_of_a_large_corpus_holds_is_offered_for_no_topic(
    name: tuple[str, ...], size: int, everywhere: bool
) -> None:
    texts = [
        "A fjord stores dark energy.",
        *(f"Wave {n} carries energy." for n in range(5)),
        *["The sea is cold."] * 14,
    ]
    background = learn_background([Snippet(str(n), one) for n, one in enumerate(texts)])
    assert is_everywhere(Relevance(name, {}, {}, (), 9, {}, {}, size=size), background) == everywhere


@pytest.mark.parametrize("everywhere", [True, False])
def test_what_stands_everywhere_is_not_offered_whatever_is_said_of_it(
    everywhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def anchor(*_: object) -> tuple[None, None]:
        return None, None

    async def look(*_: object, **__: object) -> None:
        raise LookupError

    for name, stand_in in (("read_anchor", anchor), ("seed_hits", look), ("is_everywhere", lambda *_: everywhere)):
        monkeypatch.setattr(topics_instead, name, stand_in)
    if everywhere:
        assert asyncio.run(topics_instead.says_enough("Energy", cast(Any, None), "")) is False
    else:
        with pytest.raises(LookupError):
            asyncio.run(topics_instead.says_enough("Energy", cast(Any, None), ""))
