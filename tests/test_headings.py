"""Headings as models write them: what is left of them, and which of them no editor would use."""

from __future__ import annotations

import time

import pytest
from castalia.tools.composition.headings import LONGEST, MOST_WORDS, heading_fault, tidy_heading
from castalia.tools.language.words import content_stems
from hypothesis import given, settings
from hypothesis import strategies as st

PIECES = st.lists(
    st.sampled_from(["#", "##", "1.", "2.3", "IV.", "A.", "**", "_", ":", ".", "History", "of", "lamps", "COVID-19", "18F", "-", ">", "\n", " "])
    | st.text(max_size=4),
    max_size=12,
).map(" ".join)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "heading"),
    [
        ("## Lamps and lenses", "Lamps and lenses"),
        ("**Lamps and lenses**", "Lamps and lenses"),
        ("1. Lamps and lenses:", "Lamps and lenses"),
        ("2.3 Lamps and lenses", "Lamps and lenses"),
        ("IV. Lamps and lenses", "Lamps and lenses"),
        ("B. Lamps\n and lenses", "Lamps and lenses"),
        ("18F-labelled tracers", "18F-labelled tracers"),
        ("3D printing", "3D printing"),
        ("C. elegans", "C. elegans"),
        ("V. cholerae in rivers", "V. cholerae in rivers"),
        ("3 kinds of lamp", "3 kinds of lamp"),
        ("3 Lamps and lenses", "Lamps and lenses"),
        ("3) lamps and lenses", "lamps and lenses"),
        ("V. Lamps and lenses", "Lamps and lenses"),
        ("B cells", "B cells"),
        ("###", ""),
    ],
)
def test_a_heading_loses_its_marks(written: str, heading: str) -> None:
    assert tidy_heading(written) == heading


@pytest.mark.parametrize(
    "heading",
    ["", "of the", "Introduction", "SUMMARY", "See also", "References", "Lighthouse", "The lighthouses", "lamp fuels"],
)
def test_headings_that_no_editor_would_use(heading: str) -> None:
    assert heading_fault(heading, "Lighthouse", {content_stems("Lamp fuel")})


def test_a_heading_is_short() -> None:
    assert heading_fault("x" * (LONGEST + 1), "Lighthouse", ())
    assert heading_fault(" ".join(f"w{at}" for at in range(MOST_WORDS + 1)), "Lighthouse", ())


@pytest.mark.parametrize("heading", ["Lighthouse keepers", "General relativity", "Other stars", "Overview effect"])
def test_headings_that_only_hold_such_a_word_stand(heading: str) -> None:
    assert heading_fault(heading, "Lighthouse", ()) == ""


@settings(max_examples=300, deadline=None)
@given(PIECES)
def test_a_tidy_heading_is_one_line_without_marks(written: str) -> None:
    heading = tidy_heading(written)
    assert "\n" not in heading and heading == heading.strip()
    assert not heading.startswith("#") and not heading.endswith((":", "."))


def test_a_name_written_together_or_apart_is_one_name() -> None:
    assert "own name" in heading_fault("Light-houses", "Lighthouse", ())
    assert "another heading" in heading_fault("Lamp-oils", "Lighthouse", {content_stems("Lampoil")})
    assert heading_fault("Houses of light", "Lighthouse", ()) == ""


@pytest.mark.parametrize(
    ("heading", "topic"),
    [
        ("Parameter-efficient finetuning", "Parameter-efficient fine-tuning"),
        ("Multi-modal language models", "Multimodal language models"),
        ("Crosslingual transfer", "Cross-lingual transfer"),
    ],
)
def test_a_name_is_known_where_the_stemmer_cuts_its_parts_elsewhere_than_the_whole(heading: str, topic: str) -> None:
    assert "own name" in heading_fault(heading, topic, ())


@pytest.mark.parametrize(
    ("heading", "topic"),
    [
        ("Heart attack", "Heart"),
        ("Sun", "Sunlight"),
        ("Multi-modal models", "Multimodal model learning"),
        ("Waves and light", "Wave"),
    ],
)
def test_a_name_that_only_begins_like_another_is_none_of_it(heading: str, topic: str) -> None:
    assert heading_fault(heading, topic, ()) == ""


def test_hostile_lines_are_read_in_linear_time() -> None:
    start = time.process_time()
    for line in ("# " * 20_000, "1.1" * 15_000, "* _" * 15_000 + "x", "x" + "_ " * 20_000 + "x", "IIII" * 10_000):
        heading_fault(tidy_heading(line), "Lighthouse", ())
    assert time.process_time() - start < 2
