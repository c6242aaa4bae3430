"""Assignment: which units of an outline get the words of a page, and which snippets they may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castalia.memory.identity import snippet_id
from castalia.memory.records import Section, Snippet
from castalia.tools.composition.assignment import LEAST_TOLD, Assignment
from castalia.tools.composition.assignment import assign as assign_titled
from castalia.tools.composition.placed_evidence import Placed
from castalia.tools.composition.unit_ranks import LONGEST_UNIT
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.topic.passages import Passage, passages

OUTLINE = tuple(Section(name, name, 1) for name in ("kinds", "water", "divers"))


def singles(about: str, count: int) -> list[Passage]:
    texts = [f"The {about} of bay number {at} feed on what the tide brings to its shore." for at in range(count)]
    found = [one for text in texts for one in passages(Snippet(snippet_id(text), text), learn_classes(texts))]
    assert len(found) == count
    return found


def ids_in(placed: Placed, *names: str) -> set[str]:
    return {one.snippet_id for name in names or placed.passages for one, _ in placed.passages[name]}


def assign(outline: Sequence[Section], placed: Placed, words: int, shortest: int = 110) -> tuple[Assignment, ...]:
    """Where every text stands under the name of the topic."""
    return assign_titled(outline, placed, words, ids_in(placed), shortest)


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
    placed = placed_with({"kinds": 1.1, "water": 0.6, "divers": 1.0}, {"kinds": 3, "water": 4, "divers": 3})
    assert [one.section for one in assign(OUTLINE, placed, 80, shortest=40)] == ["kinds", "divers"]
    assert [one.section for one in assign(OUTLINE, placed, 120, shortest=40)] == ["kinds", "water", "divers"]


def test_a_section_that_cannot_fill_its_words_stands_behind_one_that_can() -> None:
    placed = placed_with({"kinds": 1.1, "water": 0.9, "divers": 0.9}, {"kinds": 1, "water": 9, "divers": 9})
    assert {one.section for one in assign(OUTLINE, placed, 80, shortest=40)} == {"water", "divers"}


def test_a_section_with_much_to_say_stands_before_a_narrow_one() -> None:
    placed = placed_with({"kinds": 1.0, "water": 0.9, "divers": 1.0}, {"kinds": 9, "water": 30, "divers": 9})
    assert "water" in {one.section for one in assign(OUTLINE, placed, 110)}


def test_what_a_reader_would_object_to_counts_for_less() -> None:
    fits, counts = {"kinds": 1.0, "water": 1.0, "divers": 0.9}, {"kinds": 4, "water": 4, "divers": 4}
    placed = placed_with(fits, counts, {"water": 1.0})
    assert {one.section for one in assign(OUTLINE, placed, 80, shortest=40)} == {"kinds", "divers"}


def test_a_unit_may_use_the_snippets_of_its_sentences_and_of_its_subsections() -> None:
    outline = (Section("kinds", "kinds", 1, sections=(Section("water", "water", 2),)),)
    placed = placed_with({"kinds": 1.0, "water": 1.0}, {"kinds": 2, "water": 3})
    (unit,) = assign(outline, placed, 200)
    assert set(unit.snippet_ids) == {one.snippet_id for many in placed.passages.values() for one, _ in many}


def facet_section(name: str) -> Section:
    return Section(name, name, 1, facet=name)


def test_the_words_asked_for_are_shared_and_not_exceeded() -> None:
    outline = tuple(Section(name, name, 1) for name in ("kinds", "water", "divers", "tides"))
    placed = placed_with(
        dict.fromkeys(("kinds", "water", "divers", "tides"), 1.0),
        {"kinds": 200} | dict.fromkeys(("water", "divers", "tides"), 10),
    )
    for words in (100, 200, 300, 500, 1000):
        plan = assign(outline, placed, words)
        assert plan and sum(one.words for one in plan) <= 1.05 * words
    assert len(assign(outline, placed, 200)) == 2 and len(assign(outline, placed, 500)) == 4


def test_where_words_are_few_facets_come_before_headings_on_one_thing() -> None:
    outline = (facet_section("history"), Section("water", "water", 1), Section("divers", "divers", 1))
    placed = placed_with(
        {"history": 0.8, "water": 1.05, "divers": 1.0}, dict.fromkeys(("history", "water", "divers"), 12)
    )
    assert [one.section for one in assign(outline, placed, 200)] == ["history", "water"]


def test_where_words_are_few_the_first_sections_of_documents_get_them() -> None:
    outline = tuple(Section(name, name, 1, sources=(("book", name),)) for name in ("kinds", "water", "divers", "tides"))
    placed = placed_with(
        dict.fromkeys(("kinds", "water", "divers", "tides"), 1.3),
        dict.fromkeys(("kinds", "water", "divers", "tides"), 12),
    )
    assert [one.section for one in assign(outline, placed, 200)] == ["kinds", "water"]


def test_where_words_are_few_a_standard_section_and_the_topic_s_own_stay_before_what_documents_say_of_something_else() -> (
    None
):
    names = ("kinds", "zones", "water", "types")
    outline = tuple(Section(one, one.capitalize(), 1, sources=(("book", one),)) for one in names)
    placed = placed_with(dict.fromkeys(names, 1.3), {"kinds": 20, "zones": 20, "water": 12, "types": 12})
    assert [one.section for one in assign(outline, placed, 360)] == ["kinds", "zones", "types"]
    own = ids_in(placed, "kinds", "types", "water")
    assert [one.section for one in assign_titled(outline, placed, 360, own)] == ["kinds", "water", "types"]
    assert [one.section for one in assign_titled(outline, placed, 360, set())] == ["kinds", "zones", "types"]


def retold_and_gathered(start: int, words: int) -> tuple[int, int]:
    """The words of two sections of as many sentences, of which the first retells a document that can be quoted from its
    sentence ``start`` on."""
    placed = placed_with(dict.fromkeys(("kinds", "water"), 1.0), {"kinds": 90, "water": 90})
    late = tuple((replace(one, start=start), fit) for one, fit in placed.passages["kinds"])
    outline = (Section("kinds", "kinds", 1, sources=(("book", "kinds"),)), Section("water", "water", 1))
    retold, gathered = assign(outline, Placed((), {**placed.passages, "kinds": late}), words)
    return retold.words, gathered.words


def test_what_retells_documents_may_use_more_words_where_some_of_their_text_cannot_be_quoted() -> None:
    retold, gathered = retold_and_gathered(0, 1_700)
    assert retold == gathered > 0
    retold, gathered = retold_and_gathered(9, 1_700)  # a tenth can be quoted
    assert retold == round(gathered / LEAST_TOLD) > gathered
    assert 400 <= sum(retold_and_gathered(9, 400)) <= 440  # of few words nearly all are told


def test_where_words_are_few_a_unit_tells_fewer_of_its_subsections() -> None:
    inner = tuple(Section(name, name, 2) for name in ("water", "divers", "tides"))
    outline = (Section("kinds", "kinds", 1, sections=inner),)
    placed = placed_with(
        dict.fromkeys(("kinds", "water", "divers", "tides"), 1.0), {"kinds": 9, "water": 7, "divers": 8, "tides": 6}
    )
    (few,), (many,) = assign(outline, placed, 150), assign(outline, placed, 400)
    assert len(few.snippet_ids) == 9 + 8 and len(many.snippet_ids) == 9 + 7 + 8 + 6


def test_what_nothing_was_found_for_takes_no_room() -> None:
    placed = placed_with({"kinds": 1.0, "water": 1.0, "divers": 1.0}, {"kinds": 12, "water": 0, "divers": 12})
    assert {one.section: bool(one.words) for one in assign(OUTLINE, placed, 220)} == {
        "kinds": True,
        "water": False,
        "divers": True,
    }


def test_a_page_that_would_be_short_tells_more_of_the_documents_that_bear_its_name() -> None:
    outline = tuple(Section(name, name, 1, sources=(("book", name),)) for name in ("kinds", "water"))
    placed = placed_with({"kinds": 1.0, "water": 1.0}, {"kinds": 60, "water": 60})
    words = {one.section: one.words for one in assign_titled(outline[:1], placed, 1_400, ids_in(placed, "kinds"))}
    assert words["kinds"] > 2 * LONGEST_UNIT * LEAST_TOLD
    others = {one.section: one.words for one in assign_titled(outline[:1], placed, 1_400, ids_in(placed, "water"))}
    assert others["kinds"] <= LONGEST_UNIT / LEAST_TOLD
    gathered = {one.section: one.words for one in assign(OUTLINE[:1], placed, 1_400)}
    assert gathered["kinds"] <= LONGEST_UNIT  # it tells no document again
    both = {one.section: one.words for one in assign_titled(outline, placed, 1_400, ids_in(placed))}
    assert max(both.values()) <= LONGEST_UNIT / LEAST_TOLD  # two such sections are a page
