"""Distribution: every snippet has one unit, the words are shared, and the order of arrival does not matter."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.memory import Memory
from castalia.memory.records import Section, Snippet
from castalia.tools.composition.assignment import Assignment
from castalia.tools.composition.distribution import LEAST, MOST, distribute, everything

LAMPS = [f"Lamp number {at} of the lighthouse burned oil in lamp {at}." for at in range(4)]
BIRDS = ["Birds fly into a lighthouse on foggy nights, and birds die.", "Migrating birds rest on the gallery."]
SNIPPETS = [Snippet(snippet_id(text), text) for text in (*LAMPS, *BIRDS, "Nothing here is like the others at all.")]
OUTLINE = (
    Section("a", "Lamps", 1, (), "", (Section("a1", "Oil", 2),)),
    Section("b", "Birds", 1),
    Section("c", "Whales", 1),
)


def distributed(outline: Sequence[Section], snippets: Sequence[Snippet], words: int = 1000) -> tuple[Assignment, ...]:
    async def run() -> tuple[Assignment, ...]:
        async with await Memory.open() as memory:
            await memory.store.add(snippets)
            return await distribute(memory.store, "Lighthouse", outline, [one.id for one in snippets], words)

    return asyncio.run(run())


@pytest.fixture(scope="module")
def plan() -> tuple[Assignment, ...]:
    return distributed(OUTLINE, SNIPPETS)


def test_a_snippet_goes_to_the_unit_whose_heading_finds_it_best(plan: tuple[Assignment, ...]) -> None:
    by_unit = {one.section: set(one.snippet_ids) for one in plan}
    assert by_unit["a"] >= {snippet_id(text) for text in LAMPS}
    assert by_unit["b"] >= {snippet_id(BIRDS[0])}


def test_no_snippet_has_two_units_and_no_unit_is_empty(plan: tuple[Assignment, ...]) -> None:
    everyone = [name for one in plan for name in one.snippet_ids]
    assert len(everyone) == len(set(everyone))
    assert all(one.snippet_ids for one in plan)
    assert "c" not in {one.section for one in plan}  # nothing is about whales


def test_units_stand_in_the_order_of_the_outline_with_words_by_their_evidence(plan: tuple[Assignment, ...]) -> None:
    assert [one.section for one in plan] == ["a", "b"]
    assert plan[0].words > plan[1].words
    assert all(LEAST <= one.words <= MOST for one in plan)


def test_the_order_of_arrival_does_not_matter(plan: tuple[Assignment, ...]) -> None:
    assert distributed(OUTLINE, SNIPPETS[::-1]) == plan


def test_without_an_outline_or_snippets_there_is_no_plan() -> None:
    assert distributed((), SNIPPETS) == ()
    assert distributed(OUTLINE, ()) == ()
    assert everything((), ["x"], 100) == ()


def test_two_sections_of_one_heading_are_told_apart_by_their_ids() -> None:
    found = distributed((Section("x", "Lamps"), Section("y", "Lamps")), SNIPPETS)
    everyone = [name for one in found for name in one.snippet_ids]
    assert len(everyone) == len(set(everyone))
    assert {one.section for one in found} <= {"x", "y"}


def test_everything_gives_all_to_all() -> None:
    found = everything(OUTLINE, ["s2", "s1"], 3000)
    assert [one.section for one in found] == ["a", "b", "c"]
    assert {one.snippet_ids for one in found} == {("s1", "s2")}
    assert {one.words for one in found} == {1000}
    assert {one.words for one in everything(OUTLINE, ["s1"], 10)} == {LEAST}
