"""The lead: what counts as a definition of the topic, and what the page says where there is none."""

from __future__ import annotations

from importlib.resources import files

import pytest
from castalia.agents.extractive.editor import _without_repetition
from castalia.graphs import generate_sync
from castalia.memory.records import Claim, Draft
from castalia.tools.limits import WELL_COVERED
from castalia.tools.topic_definition import BAR, definition_score

CLEAR = "A sponge is an animal that filters the water around it."


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        (CLEAR, "Sponge"),
        ("Commonly known as the flu, influenza is a viral disease caused by a small virus.", "Influenza"),
        ("Oceanography, the study of the sea, draws on physics and biology.", "Oceanography"),
        ("In bacteria, gene transfer (GT), the passing of genes between cells, is common.", "Gene transfer"),
        ("Oxidation-reduction (redox) reactions are those in which electrons move.", "Redox"),
        ("A class consists of people who share a similar rank and income.", "Social class"),
        ("The study of rocks is part of a field of science known as geology.", "Geology"),
    ],
)
def test_a_definition_is_known_in_many_forms(sentence: str, topic: str) -> None:
    assert definition_score(sentence, topic) >= BAR - 0.35


def test_what_something_is_made_for_defines_it_a_little() -> None:
    weak = definition_score("Antibiotic drugs are specifically designed to kill bacteria.", "Antibiotic")
    assert 0 < weak < definition_score("An antibiotic is a drug that kills bacteria.", "Antibiotic")


def test_a_name_with_the_same_stem_is_not_the_topic() -> None:
    sentence = "The way in which a system changes is called a thermodynamic process."
    assert definition_score(sentence, "Thermodynamics") == 0.0


@pytest.mark.parametrize(
    "sentence",
    ["Sponges are often used in the bath.", "Sponges, corals and worms live there.", "The sponges were dry."],
)
def test_a_statement_about_the_topic_is_no_definition(sentence: str) -> None:
    assert definition_score(sentence, "Sponge") < 0.3


def test_a_page_of_few_snippets_says_so() -> None:
    corpus = str(files("castalia.tools") / "sample_coral_reefs.jsonl")
    for topic, few in (("Atoll", True), ("Coral reef", False)):
        page = generate_sync(topic, corpus=corpus)
        cited = {one["snippet_id"] for one in page.record["references"]}
        assert (len(cited) < WELL_COVERED) is few
        assert any(f"it quotes {len(cited)};" in gap for gap in page.record["gaps"]) is few


def test_what_the_topic_is_stands_in_the_lead_alone() -> None:
    told = "Also known as bath animals, sponges are animals that filter the water around them."
    other = "Sponges live on rock in deep and cold water."
    draft = Draft("s", (tuple(Claim(text, (), text) for text in (told, other)),))
    kept = _without_repetition(draft, [], {frozenset({"spong"})}, "Sponge")
    assert [claim.sentence for paragraph in kept.paragraphs for claim in paragraph] == [other]
