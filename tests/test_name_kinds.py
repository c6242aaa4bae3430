"""Name kinds: what else is called by the last word of a topic's name."""

from __future__ import annotations

import asyncio

import pytest
from castalia.graphs import open_memory
from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import read_anchor
from castalia.tools.topic.name_kinds import TOLD, kinds_in


def kinds(topic: str, texts: list[str], titled: tuple[int, ...] = (), *, are_papers: bool = False) -> frozenset[str]:
    reach = [Snippet(str(at), text) for at, text in enumerate(texts)]
    return kinds_in(topic, content_stems(topic), reach, {str(at) for at in titled}, are_papers=are_papers)


@pytest.mark.parametrize(("together", "is_kind"), [(1, True), (0, False)])
def test_what_is_told_beside_the_whole_name_is_a_kind_of_the_topic(together: int, is_kind: bool) -> None:
    apart = ["A rock pool is warm at noon."] * (round(1 / TOLD) - together)
    beside = ["A tide pool is no rock pool."] * together
    assert ("rock" in kinds("Tide pool", [*apart, *beside])) is is_kind


def test_what_is_told_under_the_name_is_a_kind_of_the_topic() -> None:
    texts = ["A rock pool is warm at noon.", "A motor pool holds cars."]
    assert kinds("Tide pool", texts, titled=(0,)) == {"rock"}


def test_of_what_is_called_after_its_field_and_in_papers_all_are_kinds() -> None:
    texts = ["A covalent bond is strong.", "An ionic bond is weaker."]
    assert kinds("Chemical bond", texts) == {"coval", "ionic"} and not kinds("Hydrogen bond", texts)
    assert kinds("Hydrogen bond", texts, are_papers=True) == {"coval", "ionic"}


def test_a_name_of_one_word_has_no_kinds() -> None:
    assert not kinds("Pool", ["A pool is warm.", "A rock pool is a pool."])


@pytest.mark.parametrize(("speaker", "are_kinds"), [("We", True), ("They", False)])
def test_the_anchor_takes_papers_for_such(speaker: str, are_kinds: bool) -> None:
    rest = "{who} counted the crabs of bay {at} by day and by night, and {who} drew all of them with a pen on paper."
    rows = [
        {"text": f"A {kind} pool is left on the shore by the sea. {rest.format(who=speaker, at=at)}", "url": f"p{at}"}
        for at, kind in enumerate(["tide"] * 3 + ["rock"] * 9)
    ]

    async def read() -> frozenset[str]:
        memory, _ = await open_memory(rows)
        async with memory:
            relevance, _ = await read_anchor(memory, "Tide pool", "")
            return relevance.kinds

    assert ("rock" in asyncio.run(read())) is are_kinds
