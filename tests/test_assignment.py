"""Assignment: which units of an outline get the words of a page, and which snippets they may use."""

from __future__ import annotations

from dataclasses import replace

from castalia.memory.identity import snippet_id
from castalia.memory.records import Section, Snippet
from castalia.tools.composition.assignment import assign
from castalia.tools.composition.placed import Placed
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.topic.passages import Passage, passages

OUTLINE = tuple(Section(name, name, 1) for name in ("kinds", "water", "divers"))


def singles(about: str, count: int) -> list[Passage]:
    texts = [f"The {about} of bay number {at} feed on what the tide brings to that shore." for at in range(count)]
    found = [one for text in texts for one in passages(Snippet(snippet_id(text), text), learn_classes(texts))]
    assert len(found) == count
    return found


def placed_with(fits: dict[str, float], counts: dict[str, int], doubts: dict[str, float] | None = None) -> Placed:
    doubts = doubts or {}
    return Placed(
        (),
        {
            name: tuple((replace(one, doubt=doubts.get(name, 0.0)), fits[name]) for one in singles(name, count))
            for name, count in counts.items()
        },
    )


def test_where_words_are_few_the_sections_whose_best_sentences_fit_best_get_them() -> None:
    placed = placed_with({"kinds": 1.1, "water": 0.6, "divers": 1.0}, {"kinds": 3, "water": 30, "divers": 3})
    assert [one.section for one in assign(OUTLINE, placed, 80, shortest=40)] == ["kinds", "divers"]
    assert [one.section for one in assign(OUTLINE, placed, 120, shortest=40)] == ["kinds", "water", "divers"]


def test_a_section_that_cannot_fill_its_words_stands_behind_one_that_can() -> None:
    placed = placed_with({"kinds": 1.1, "water": 0.9, "divers": 0.9}, {"kinds": 1, "water": 9, "divers": 9})
    assert {one.section for one in assign(OUTLINE, placed, 80, shortest=40)} == {"water", "divers"}


def test_what_a_reader_would_object_to_counts_for_less() -> None:
    fits, counts = {"kinds": 1.0, "water": 1.0, "divers": 0.9}, {"kinds": 4, "water": 4, "divers": 4}
    placed = placed_with(fits, counts, {"water": 1.0})
    assert {one.section for one in assign(OUTLINE, placed, 80, shortest=40)} == {"kinds", "divers"}


def test_a_unit_may_use_the_snippets_of_its_sentences_and_of_its_subsections() -> None:
    outline = (Section("kinds", "kinds", 1, sections=(Section("water", "water", 2),)),)
    placed = placed_with({"kinds": 1.0, "water": 1.0}, {"kinds": 2, "water": 3})
    (unit,) = assign(outline, placed, 200)
    assert set(unit.snippet_ids) == {one.snippet_id for many in placed.passages.values() for one, _ in many}
