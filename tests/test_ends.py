"""A run that is cancelled, or left, in a process that lives on: when the call has raised, its folder is nobody's, and
what was asked is paid once."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import Counter
from contextlib import aclosing
from pathlib import Path
from types import MappingProxyType
from typing import Any

import lighthouses
import pytest
from castalia.graphs import fill_store, generate, generate_sync, stream
from castalia.graphs.runs.checkpoints import checkpoints_in
from castalia.graphs.runs.ends import LEAVING, cancelled_once, drained
from castalia.graphs.runs.run_folder import RunFolder
from castalia.graphs.thinking import Thinking
from castalia.tools.models.chat import Call, Reply
from castalia.tools.scripted.scripted_model import ScriptedModel
from langgraph.checkpoint.base import empty_checkpoint

TOPIC = lighthouses.TOPIC
SPENT = ("model_calls", "replayed_calls", "failed_calls", "tokens", "cost")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lights")
    (folder / "rows.jsonl").write_text("\n".join(lighthouses.lighthouse_rows()), encoding="utf-8")
    asyncio.run(fill_store(folder / "store", folder / "rows.jsonl"))
    return folder / "store"


@pytest.fixture(scope="module")
def whole(store: Path) -> dict[str, Any]:
    """The page of a run that nobody cancelled."""
    return page_of(generate_sync(TOPIC, store=store, model=ScriptedModel()))


def free(folder: Path) -> None:
    """Fail unless nobody holds a file in this folder, nothing runs but this task, and the lock is to be had."""
    held = []
    for one in Path("/proc/self/fd").iterdir() if Path("/proc/self/fd").exists() else ():
        try:
            held.append(str(one.readlink()))
        except OSError:
            continue
    assert [one for one in held if one.startswith(str(folder))] == []
    assert asyncio.all_tasks() == {asyncio.current_task()}
    with RunFolder(folder).locked():
        pass


def page_of(page: Any) -> dict[str, Any]:
    record = {**page.record, "stats": dict(page.record["stats"])}
    for name in SPENT:
        record["stats"].pop(name)
    return record


def thinking(model: ScriptedModel, folder: Path) -> Thinking:
    return Thinking.of(model, tape=folder / "calls.sqlite", concurrency=4)


@pytest.mark.parametrize("way", ["cancel", "twice", "timeout", "cancel the leaving"])
def test_a_run_that_is_cancelled_is_over_and_goes_on_at_once(
    way: str, store: Path, whole: dict[str, Any], tmp_path: Path
) -> None:
    model = ScriptedModel(delay=0.03)
    out = tmp_path / "out"
    options: dict[str, Any] = {"model": thinking(model, tmp_path), "out": out}

    async def cut(moment: int) -> None:
        begun = {"resume": True} if (out / "state" / "manifest.json").exists() else {"store": store}
        reached = asyncio.Event()

        def heard(event: dict[str, Any]) -> None:
            nonlocal moment
            moment -= 1
            if not moment:
                reached.set()

        async def left() -> None:
            async with aclosing(stream(TOPIC, progress=heard, **begun, **options)) as events:
                async for _ in events:
                    if reached.is_set():
                        break

        work = left() if way == "cancel the leaving" else generate(TOPIC, progress=heard, **begun, **options)
        if way == "timeout":
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.08 * moment):
                    await work
            free(out)
            return
        task = asyncio.create_task(work)
        await reached.wait()
        if way in ("cancel", "twice"):
            task.cancel()
        while way != "cancel" and not task.done():
            await asyncio.sleep(0.002)
            task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        free(out)

    async def cuts() -> Any:
        for moment in (2, 4):
            await cut(moment)
        return await generate(TOPIC, resume=True, **options)

    page = asyncio.run(cuts())
    assert page_of(page) == whole
    asked = Counter((str(one.messages), one.schema_name, one.sample) for one in model.calls)
    assert max(asked.values()) == 1  # what was under way is on the tape


def test_an_insert_that_was_not_committed_holds_no_lock_though_its_cursor_lives(tmp_path: Path) -> None:
    path, kept = tmp_path / "checkpoints.sqlite", []

    async def leave() -> None:
        async with checkpoints_in(path) as saver:
            await saver.setup()
            kept.append(
                await saver.conn.execute("INSERT INTO writes VALUES ('a', '', 'b', 'c', 'd', 0, 'e', 'f', 'g')")
            )
            kept.append(await saver.conn.execute("SELECT * FROM writes"))

    asyncio.run(leave())
    other = sqlite3.connect(path, timeout=0)
    other.execute("INSERT INTO writes VALUES ('a', '', 'b', 'c', 'd', 0, 'e', 'f', 'g')")
    other.commit()
    other.close()
    assert not path.with_name(path.name + "-wal").exists()  # the last one that leaves takes it away


def test_a_checkpoint_does_not_wait_for_the_disk_and_its_file_stays_whole_where_power_fails(tmp_path: Path) -> None:
    async def modes() -> list[Any]:
        async with checkpoints_in(tmp_path / "checkpoints.sqlite") as saver:
            await saver.setup()
            asked = [await saver.conn.execute(f"PRAGMA {one}") for one in ("synchronous", "journal_mode")]
            return [(await one.fetchone())[0] for one in asked]

    assert asyncio.run(modes()) == [1, "wal"]  # NORMAL is safe under a write-ahead log


def test_a_run_goes_on_from_what_was_written_last_though_the_clock_went_back(tmp_path: Path) -> None:
    thread: Any = {"configurable": {"thread_id": "run", "checkpoint_ns": ""}}

    async def last() -> str | None:
        async with checkpoints_in(tmp_path / "checkpoints.sqlite") as saver:
            for moment in ("2026-02", "2026-01"):  # what ids begin with
                await saver.aput(thread, empty_checkpoint() | {"id": moment}, {}, {})
            found = await saver.aget_tuple(thread)
            return None if found is None else found.checkpoint["id"]

    assert asyncio.run(last()) == "2026-01"


def test_a_progress_function_that_fails_leaves_nothing_behind(store: Path, tmp_path: Path) -> None:
    def failing(event: dict[str, Any]) -> None:
        if event["phase"] == "curate":
            raise ValueError("enough")

    async def run() -> None:
        with pytest.raises(Exception, match="enough"):
            await generate(TOPIC, store=store, out=tmp_path / "out", progress=failing)
        free(tmp_path / "out")
        await generate(TOPIC, out=tmp_path / "out", resume=True)

    asyncio.run(run())


def test_further_cancellations_do_not_reach_the_work() -> None:
    seen: list[str] = []

    @cancelled_once
    async def work() -> str:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.02)
            seen.append("cleaned up")
        return ""

    async def run() -> None:
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        while not task.done():
            task.cancel()
            await asyncio.sleep(0.001)
        assert task.cancelled() and seen == ["cleaned up"]

    asyncio.run(run())


def test_a_cancelled_run_does_not_wait_longer_than_the_time_out_for_a_model_that_hangs(
    store: Path, tmp_path: Path
) -> None:
    asked, over = threading.Event(), threading.Event()

    def hang() -> None:
        asked.set()
        over.wait(60)

    class Hangs:
        """Somebody's own model, which has no time-out and answers in a thread."""

        name, endpoint, parameters = "hangs", "here", MappingProxyType({})

        async def complete(self, call: Call) -> Reply:
            await asyncio.to_thread(hang)
            return Reply("")

    async def run() -> None:
        thinking = Thinking.of(Hangs(), timeout=0.1)
        task = asyncio.create_task(generate(TOPIC, store=store, model=thinking, out=tmp_path / "out"))
        await asyncio.to_thread(asked.wait)
        task.cancel()
        await asyncio.wait([task], timeout=20)
        is_over = task.cancelled()
        over.set()  # the thread is its own
        await asyncio.wait([task])
        assert is_over
        free(tmp_path / "out")

    asyncio.run(run())


@pytest.mark.parametrize("is_left", [False, True])
def test_only_a_person_s_word_ends_the_wait_for_calls(is_left: bool) -> None:
    ends: list[str] = []

    async def finish() -> None:
        try:
            await asyncio.sleep(0.05)
            ends.append("finished")
        except asyncio.CancelledError:
            ends.append("given up")
            raise

    async def run() -> None:
        LEAVING.set(leaving := asyncio.Event())
        if is_left:
            asyncio.get_running_loop().call_later(0.01, leaving.set)
        await drained(finish)

    asyncio.run(run())
    assert ends == ["given up" if is_left else "finished"]
