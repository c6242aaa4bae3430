"""The event loop stays free: what takes long runs in other threads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from castalia.agents.extractive import editor, outliner, researcher
from castalia.graphs import TopicPage, generate, rewrite
from castalia.graphs.settings import Settings
from castalia.memory.library import Library
from castalia.memory.memory import Memory
from castalia.tools.topic import anchor

WORKS = {
    "use_of": anchor,
    "questions_for": researcher,
    "draft_outline": outliner,
    "edit": editor,
    "page_gaps": editor,
}


@pytest.fixture(scope="module")
def threads(sample_store: Path) -> tuple[int, dict[str, list[int]]]:
    """The thread of the loop in which a page is written, and those of each work."""
    found: dict[str, list[int]] = {work: [] for work in WORKS}

    def noted(work: str, done: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **options: Any) -> Any:
            found[work].append(threading.get_ident())
            return done(*given, **options)

        return called

    async def run() -> int:
        await generate("Atoll", store=sample_store, settings=Settings(reflection=True))
        return threading.get_ident()

    with pytest.MonkeyPatch.context() as patch:
        for work, module in WORKS.items():
            patch.setattr(module, work, noted(work, getattr(module, work)))
        return asyncio.run(run()), found


@pytest.mark.parametrize("work", WORKS)
def test_what_reads_all_of_the_evidence_does_not_hold_the_loop(
    work: str, threads: tuple[int, dict[str, list[int]]]
) -> None:
    loop, others = threads
    assert others[work] and loop not in others[work]


def test_the_files_of_a_page_are_written_beside_the_loop(
    sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, threads, out = TopicPage.save, [], tmp_path / "atoll"

    def noted(*given: Any, **options: Any) -> Any:
        threads.append(threading.get_ident())
        return save(*given, **options)

    monkeypatch.setattr(TopicPage, "save", noted)

    async def run() -> int:
        page = await generate("Atoll", store=sample_store, out=out, settings=Settings(depth=0, seed=10, words=300))
        section = page.record["sections"][0]["id"]
        cited = next(one["citations"][0] for one in page.record["claims"] if one["section"] == section)
        await rewrite(out, section, ban=[page.record["references"][cited - 1]["snippet_id"]])
        return threading.get_ident()

    assert asyncio.run(run()) not in threads and len(threads) == 2


def test_a_store_is_opened_beside_the_loop_and_one_that_nobody_wants_any_more_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, may_open, threads = Library.open, threading.Event(), []

    def noted(*given: Any, **options: Any) -> Any:
        threads.append(threading.get_ident())
        may_open.wait(10)
        return opened(*given, **options)

    monkeypatch.setattr(Library, "open", noted)

    async def run() -> int:
        opening = asyncio.create_task(Memory.open(tmp_path / "store"))
        await asyncio.sleep(0.05)
        opening.cancel()
        may_open.set()
        with pytest.raises(asyncio.CancelledError):
            await opening
        async with await Memory.open(tmp_path / "store"):  # nothing holds it
            return threading.get_ident()

    assert asyncio.run(run()) not in threads and len(threads) == 2
