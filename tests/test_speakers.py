"""Speakers: what is said in a transcript is read without the labels of who says it, and a label that tells of what a
sentence is true stays."""

from __future__ import annotations

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.speakers import Said, without_speakers
from castalia.tools.corpus.transcripts import without_cues
from proportion import grows_in_proportion

TUNNEL = (
    "An immersed tunnel is a tunnel made of sections that are built on land, floated to their place and sunk into a "
    "trench in the bed of a river."
)
SHIELD = "A shield holds up the ground while rings of iron or concrete are set behind it, and jacks push it on."
TRENCH = "The trench is dug by dredgers, which also spread gravel on its floor, so that each section lies level there."
ASKED = "So we thought of the ships that pass above it, and how do you keep their anchors away from the roof of it?"


def cleaned(*texts: str, url: str = "https://example.org/talk#p{}") -> list[str]:
    rows = [Snippet(snippet_id(one, url.format(at)), one, url.format(at)) for at, one in enumerate(texts)]
    kept, _ = clean(rows)
    assert clean(kept)[0] == kept
    by_url = {one.url: one.text for one in kept}
    return [by_url[url.format(at)] for at in range(len(texts))]


@pytest.mark.parametrize("one", ["VANCE", "Tom Vance", "Dr. Vance", "Speaker 1", "SPEAKER_01", "McVance"])
def test_what_is_said_in_a_transcript_is_read_without_who_says_it(one: str) -> None:
    rows = (f"{one}: {TUNNEL}", f"Ann Lee: {ASKED}", f"{one}: {SHIELD}", f"{one}: {TRENCH}")
    assert cleaned(*rows) == [TUNNEL, ASKED, SHIELD, TRENCH]


@pytest.mark.parametrize(
    "labels",
    [
        ("Norway", "Ghana"),
        ("Metformin", "Warfarin"),
        ("BRCA1", "TP53"),
        ("May", "June"),
        ("Jordan River", "Victoria Land"),
    ],
)
def test_a_label_without_which_a_sentence_is_false_stays_though_somebody_speaks(labels: tuple[str, str]) -> None:
    one, other = labels
    rows = [f"{one}: {TUNNEL}", f"{other}: {ASKED}", f"{one}: {SHIELD}", f"{one}: {TRENCH}"]
    rows.append(
        "The water of each river and the soil of the land beside it were measured in every month of that long year."
    )
    assert cleaned(*rows, url="https://example.org/rna-transcription#p{}") == rows


def test_the_turns_in_a_row_are_read_so_whether_lines_part_them_or_not() -> None:
    talk = f"VANCE: {TUNNEL}{{0}}Ann Lee: {ASKED}{{0}}VANCE: Yes. {SHIELD}"
    plain = f"{TUNNEL} {ASKED} Yes. {SHIELD}"
    assert cleaned(talk.format(" ")) == cleaned(talk.format("\n")) == [plain]


@pytest.mark.parametrize(
    "turn", ["[00:12:31] VANCE: ", "(12:31) Tom Vance: ", "00:12:31 VANCE: ", "VANCE (12:31): ", "[00:12:31] **Lee:** "]
)
def test_a_time_beside_a_label_makes_it_that_of_a_speaker(turn: str) -> None:
    assert cleaned(turn + TUNNEL) == [TUNNEL]


@pytest.mark.parametrize(
    "labels",
    [
        ("Trench", "Shield", "Tunnel", "Caisson"),  # the words of a glossary, each told once
        ("Myth", "Fact", "Myth", "Fact"),
        ("METHODS", "RESULTS", "METHODS", "RESULTS"),
        ("Denmark", "Japan", "Denmark", "Denmark"),  # nobody speaks there
        ("Ships", "Rivers", "Ships", "Ships"),  # "ships" and "rivers" are ordinary words
        ("VANCE", "LEE", "VANCE", "VANCE"),  # so might be two brands: nobody is surely a person
    ],
)
def test_a_label_that_tells_of_what_a_sentence_is_true_stays(labels: tuple[str, ...]) -> None:
    said = [TUNNEL, SHIELD, TRENCH, TRENCH.replace("dredgers", "ships on rivers")]
    said = [
        *said[:3],
        "It is sunk at slack water, when the ships on the rivers wait, and divers see to it that it lies well.",
    ]
    rows = [f"{label}: {one}" for label, one in zip(labels, said, strict=True)]
    assert cleaned(*rows) == rows


def test_a_document_that_is_called_an_interview_is_talk() -> None:
    rows = [f"VANCE: {TUNNEL}", f"VANCE: {SHIELD}", f"VANCE: {TRENCH}"]
    assert cleaned(*rows) == rows
    assert cleaned(*rows, url="https://example.org/interview-7#p{}") == [TUNNEL, SHIELD, TRENCH]


def test_labels_of_several_documents_are_no_talk() -> None:
    rows = [f"VANCE: {TUNNEL}", f"LEE: {ASKED}", f"VANCE: {SHIELD}", f"VANCE: {TRENCH}"]
    assert cleaned(*rows, url="https://example.org/talk{}") == rows


def test_titles_that_begin_alike_are_no_talk() -> None:
    rows = [
        f"Zorro: The {one} Riders is a film that you may see, in which a man with a mask rides by night and helps the poor."
        for one in ("First", "Second", "Third", "Fourth")
    ]
    assert cleaned(*rows) == rows


@pytest.mark.parametrize("unit", ["VANCE: ", "Aa Bb Cc: A b. ", "VANCE: Yes. ", "00:12:31 Aa\n", "A" * 30, "Dr. Dr "])
def test_speakers_are_found_in_time_in_proportion(unit: str) -> None:
    line = unit * 40_000

    def step(text: str) -> None:
        without_speakers([Said("talk", "", without_cues(text))])

    assert grows_in_proportion(step, line[:10_000], line[:40_000])
