"""What was banned from a heading stays off it, whatever a person pins in another heading of the same section."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from castalia.graphs.changes.redoing import bars, work_on
from castalia.memory.event_kinds import REVISED
from castalia.memory.ledgers import Ledgers, Run
from castalia.memory.plain import plain
from castalia.memory.records import Section, Snippet

OUTLINE = [Section("2", "Reefs", sections=(Section("2.1", "Atolls", 2), Section("2.2", "Islands", 2)))]
PLAN = [{"section": one, "snippet_ids": ["x", "y"], "words": 100, "pinned": []} for one in ("2", "2.1", "2.2")]
URL = "https://example.org/reefs"
X, Y = Snippet("x", "An atoll is a ring.", URL), Snippet("y", "An island is land.", URL)


@pytest.fixture
def ledger() -> Iterator[Run]:
    with Ledgers() as ledgers:
        yield ledgers.run("run")


def rewritten(ledger: Run, at: int, unit: str, ban: str = "", pin: str = "", document: str = "") -> None:
    lists = {
        "banned": [ban] if ban else [],
        "pinned": [pin] if pin else [],
        "documents": [document] if document else [],
    }
    ledger.step(f"revision:{at}").event(REVISED, how="rewrite", headings=[], units=[unit], note="", **lists)


def barred(ledger: Run, target: str, unit: str = "section") -> list[str]:
    """What the new text of a heading shall not cite."""
    run: Any = SimpleNamespace(
        ledger=ledger,
        settings=SimpleNamespace(unit=unit),
        state={"outline": [plain(one) for one in OUTLINE], "plan": PLAN},
    )
    work = work_on(run, target)
    return [one.id for one in (X, Y) if any(bars(each.banned, one) for each in work)]


def test_a_pin_lifts_no_ban_of_another_heading(ledger: Run) -> None:
    rewritten(ledger, 1, "2.1", ban="x")
    rewritten(ledger, 2, "2.2", pin="x")
    assert barred(ledger, "2.1") == ["x"] and barred(ledger, "2.2") == []
    assert barred(ledger, "2") == ["x"]  # the whole section is one text
    rewritten(ledger, 3, "2.1", pin="x")
    assert barred(ledger, "2.1") == barred(ledger, "2") == []


def test_a_pin_lifts_a_ban_of_a_document_in_its_heading_alone(ledger: Run) -> None:
    rewritten(ledger, 1, "2.1", ban="x", document=X.document)
    rewritten(ledger, 2, "2.2", ban="x", document=X.document)
    rewritten(ledger, 3, "2.2", pin="x")
    assert barred(ledger, "2.2") == ["y"] and barred(ledger, "2.1") == barred(ledger, "2") == ["x", "y"]


@pytest.mark.parametrize("unit", ["section", "heading"])
def test_what_is_asked_of_a_section_is_asked_of_its_subsections(ledger: Run, unit: str) -> None:
    rewritten(ledger, 1, "2", ban="x")
    assert barred(ledger, "2.1", unit) == ["x"]
    rewritten(ledger, 2, "2", pin="x")
    assert barred(ledger, "2.1", unit) == barred(ledger, "2", unit) == []
