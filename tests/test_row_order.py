"""Whether a corpus tells in which order the rows of a document stand: who has none is told how to give one."""

from __future__ import annotations

from typing import Any

import pytest
from castalia.tools.corpus.corpora import read_corpus
from castalia.tools.corpus.held_rows import HeldRows

TOLD = "nothing tells the order of the rows of 1 document: give each row an id that counts (1, 2, …)"


def rows(number: int, **more: Any) -> list[dict[str, Any]]:
    return [{"text": f"Tide {at} turns.", "title": "Tides", **more} for at in range(number)]


@pytest.mark.parametrize(
    ("given", "is_told"),
    [
        (rows(3), True),
        (rows(2), False),  # hardly an order
        ([{**one, "id": f"p{at}"} for at, one in enumerate(rows(3))], False),
        ([{**one, "url": f"https://e.org/tides#{at}"} for at, one in enumerate(rows(3))], False),
        ([{**one, "url": "https://e.org/tides#top"} for one in rows(3)], True),
        ([{**one, "title": f"Tide {at}"} for at, one in enumerate(rows(3))], False),
    ],
)
def test_documents_without_numbers_of_rows_are_told(given: list[dict[str, Any]], is_told: bool) -> None:
    reading = read_corpus(HeldRows.of(given))
    list(reading)
    assert [tally.reason for tally in reading.report.noted] == [TOLD] * is_told
