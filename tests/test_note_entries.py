"""Entries of a glossary in a note are told one by one; other lines, and their numbers, stay as they are."""

from __future__ import annotations

import io

import pytest
from castalia.tools.corpus.note_entries import with_entries
from castalia.tools.corpus.notes import read_markdown
from hypothesis import given
from hypothesis import strategies as st

LONG = "Reefs are built over thousands of years by small animals whose skeletons stay when the animals themselves are gone, layer upon layer."


def texts(note: str) -> list[str]:
    stream = io.BufferedReader(io.BytesIO(note.encode()))  # type: ignore[arg-type]
    return [
        str(row["text"]) for _, row in read_markdown(stream, "reefs.md", lambda names: True) if isinstance(row, dict)
    ]


def test_each_entry_of_a_glossary_is_a_paragraph_with_its_term() -> None:
    glossary = (
        "atoll\n: ring of reefs around a lagoon\n  that has no island in it\n^\n\n**pH**{: #ph}\n:   measure of how sour water is.\n"
        "\nLagoon\n\n: a shallow water\n\n: also, a pond\n"
    )
    assert "\n\n".join(texts(f"# Reefs\n\n## Glossary\n\n{glossary}\n\n## Uses\n\n{LONG}")) == (
        "Atoll: ring of reefs around a lagoon that has no island in it.\n\n**pH**: measure of how sour water is.\n\n"
        f"Lagoon: a shallow water.\n\nLagoon: also, a pond.\n\n{LONG}"
    )


@pytest.mark.parametrize(
    "note",
    [
        "They grow slowly.\n\n: The table of reefs",
        "| a | b |\n\n: The table of reefs",
        "# Reefs\n: so",
        "A line of a paragraph\nand one more\n: so",
        "```\nterm\n: so\n```",
        "- reef\n: so",
        ": so",
        "term\n\n\n: so",
        "term\n:so",
    ],
)
def test_other_lines_that_begin_with_a_colon_stay(note: str) -> None:
    lines = [(number, line) for number, line in enumerate(f"{note}\n{LONG}".split("\n"), 1)]
    assert list(with_entries(iter(lines))) == lines


@given(st.lists(st.sampled_from(["", "term", "A sentence.", "# Head", "- item", "```", "^", "  more"]), max_size=12))
def test_where_nothing_is_explained_no_line_changes(lines: list[str]) -> None:
    numbered = list(enumerate(lines, 1))
    assert list(with_entries(iter(numbered))) == numbered
