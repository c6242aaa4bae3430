"""The event loop stays free: what takes long runs in other threads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from castalia.agents.extractive import editor, outliner
from castalia.graphs import generate
from castalia.tools.topic import relevance

SAMPLE = str(files("castalia.tools") / "sample_coral_reefs.jsonl")


@pytest.mark.parametrize(
    ("module", "work"),
    [(relevance, "_breadth"), (editor, "edit"), (editor, "find_gaps_of"), (outliner, "draft_outline")],
)
def test_what_reads_all_of_the_evidence_does_not_hold_the_loop(
    module: Any, work: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    done: Callable[..., Any] = getattr(module, work)

    def noted(*given: Any, **options: Any) -> Any:
        threads.append(threading.get_ident())
        return done(*given, **options)

    monkeypatch.setattr(module, work, noted)

    async def run() -> int:
        await generate("Atoll", corpus=SAMPLE)
        return threading.get_ident()

    loop = asyncio.run(run())
    assert threads and loop not in threads
