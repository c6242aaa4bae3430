"""A heading that a person, or an agent of somebody's own, chose finds the sentences that speak of what it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from castalia.agents.crew import Crew
from castalia.graphs import extractive_crew, generate_sync
from castalia.graphs.page import TopicPage
from castalia.memory.memory import Memory
from castalia.memory.plain import plain, section_of
from castalia.memory.records import Section
from castalia.tools.composition.asked_headings import asked_of
from castalia.tools.composition.condition_facets import CONDITION
from castalia.tools.composition.facet_headings import facet_of, with_terms
from castalia.tools.composition.general_facets import FACETS
from castalia.tools.language.words import content_stems

TOPIC = "Coral bleaching"
STEMS = frozenset(content_stems(TOPIC))
HEADINGS = ["Causes of bleaching", "Recovery after bleaching", "Mass bleaching events", "Effects"]


def strength(heading: str, sentence: str) -> float:
    return asked_of(heading, STEMS).strength(sentence, frozenset(content_stems(sentence)))


def by_outliner(store: Path, headings: list[str]) -> TopicPage:
    def crew(memory: Memory) -> Crew:
        async def outliner(state: Any) -> Any:
            return {"outline": [{"id": one, "heading": one} for one in headings]}

        return replace(extractive_crew(memory), outliner=outliner)

    return generate_sync(TOPIC, store=store, crew=crew)


def by_approval(store: Path, headings: list[str]) -> TopicPage:
    decision = {"sections": [{"heading": one} for one in headings]}
    return generate_sync(TOPIC, store=store, approve={"outline": lambda question: decision})


def told(page: TopicPage) -> dict[str, str]:
    return {one["heading"]: one["text"] for one in page.record["sections"]}


def test_an_outline_of_ones_own_finds_its_sentences_either_way(sample_store: Path) -> None:
    page = by_outliner(sample_store, HEADINGS)
    sections = told(page)
    assert list(sections) == HEADINGS
    assert "most common cause" in sections["Causes of bleaching"]
    assert "Colonies may recover within weeks" in sections["Recovery after bleaching"]
    assert told(by_approval(sample_store, HEADINGS)) == sections


def test_a_heading_that_gets_no_section_is_told_with_what_was_found(sample_store: Path) -> None:
    headings = ["Causes", "Effects on fishes", "Comic opera in Vienna"]
    (gap,) = [one for one in by_outliner(sample_store, headings).record["gaps"] if "outline" in one]
    assert "“Effects on fishes” (1 sentence), “Comic opera in Vienna” (no sentence)" in gap
    reasons = [one["reason"] for one in by_approval(sample_store, headings).record["open_issues"]]
    assert any("“Comic opera in Vienna”" in one and one.endswith("(no sentence)") for one in reasons)


def test_a_section_that_was_asked_for_makes_a_page_where_a_sentence_names_the_topic() -> None:
    bark = (
        "The bark of an old tree is rough and grey, and holds the rain of a night for days. On such bark a lichen finds the "
        "water that it needs."
    )
    trees = [f"Old apple trees of orchard number {n} need air about their roots, and a stake of {n}." for n in range(9)]
    rows = [{"text": text, "url": f"https://example.org/{n}"} for n, text in enumerate([bark, *trees])]
    outline = {"sections": [{"heading": "Bark"}]}
    page = generate_sync("Lichen", corpus=rows, approve={"outline": lambda question: outline})
    assert [*told(page)] == ["Bark"]


def test_the_words_of_the_topic_do_not_count() -> None:
    assert asked_of("Recovery after coral bleaching", STEMS) == asked_of("Recovery", STEMS)
    assert asked_of("Coral bleaching", STEMS).ways == (STEMS,)


def test_words_count_in_other_forms_and_light_ones_where_there_is_nothing_else() -> None:
    assert strength("Recovery", "Colonies recover within weeks.")
    assert strength("Growth", "The colonies grow by a centimetre.") and strength("Treatment", "It is treated so.")
    assert not strength("Mass events", "The events were many.") and strength("Events", "The events were many.")
    assert not strength("Port", "A portion of the reef died.")


def test_of_things_in_a_row_each_counts() -> None:
    for sentence in ("Nets harm the colonies where people fish for prevention.", "Colonies recover."):
        assert strength("Recovery and prevention", sentence)


def test_what_a_standard_section_is_called_finds_what_its_cues_tell() -> None:
    assert strength("Causes of bleaching", "It occurs when the sea is too warm.")
    assert strength("Consequences", "Heat waves reduce growth and kill colonies.")
    assert not strength("Effects", "Heat waves are long.")


def test_only_a_heading_that_says_nothing_else_is_asked_for() -> None:
    asked = with_terms(Section("one", "Recovery"))
    assert asked.is_asked and section_of(plain(asked)) == asked
    for other in (Section("one", "Recovery", terms=("recov",)), Section("one", "Recovery", sources=(("book", "x"),))):
        assert not with_terms(other).is_asked


def test_the_guide_lists_the_standard_headings() -> None:
    guide = (Path(__file__).parents[1] / "docs" / "steering.md").read_text(encoding="utf-8")
    (line,) = [one for one in guide.splitlines() if "The standard sections are" in one]
    for one in FACETS + CONDITION:
        assert all(facet_of(name) == one.name and name in line for name in (one.heading, *one.synonyms))
