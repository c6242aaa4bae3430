"""What is read again for a log that was lost: each snippet for itself, up to what all would meet."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from types import SimpleNamespace
from typing import Any, cast

import pytest
from castalia.graphs.pipeline.reading_again import read_each
from castalia.memory.errors import StoreError


def read(error: Exception) -> list[str]:
    """The snippets that are noted as lost where an extractor fails on the second of three."""
    lost: list[str] = []

    async def extractor(state: Any) -> None:
        if state["snippet_id"] == "b":
            raise error

    crew = cast(Any, SimpleNamespace(extractor=extractor))
    ledger = cast(Any, SimpleNamespace(event=lambda kind, *, step, snippet, reason: lost.append(snippet)))
    asyncio.run(read_each(crew, ledger, {"topic": "Reef", "domain": "", "run_id": "one"}, ["a", "b", "c"]))
    return lost


@pytest.mark.parametrize("error", [ValueError("no triplets"), FileNotFoundError(errno.ENOENT, "no such lexicon")])
def test_a_snippet_that_cannot_be_read_costs_itself_alone(error: Exception) -> None:
    assert read(error) == ["b"]


@pytest.mark.parametrize(
    "error", [StoreError("is damaged"), sqlite3.OperationalError("disk I/O error"), OSError(errno.ENOSPC, "full")]
)
def test_what_all_would_meet_ends_the_reading_with_the_error_itself(error: Exception) -> None:
    with pytest.raises(type(error)) as met:
        read(error)
    assert met.value is error
