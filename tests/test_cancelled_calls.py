"""A rewrite, an update or a batch that is cancelled in a process that lives on: when the call has raised, nothing of it
is left at work, the page is the old or the new one, and the same call comes to what it would have come to, without a
call that is paid twice."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import castalia.graphs
import castalia.memory
import lighthouses
import pytest
from castalia.graphs import batch, fill_store, generate, ingestion
from castalia.graphs.changes.rewriting import rewrite
from castalia.graphs.changes.updating import update
from castalia.graphs.runs.checkpoints import checkpoints_in
from castalia.graphs.runs.holding import BusyError, held
from castalia.graphs.settings import Settings
from castalia.graphs.thinking import Thinking
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import StoreError
from castalia.memory.waits import run_in_thread, together
from castalia.tools.scripted.scripted_model import ScriptedModel
from copies import copy_tree

ROWS = lighthouses.lighthouse_rows(30)
NEW = [ROWS[6], ROWS[10]]  # keepers and lanterns
SPENT = ("model_calls", "replayed_calls", "failed_calls", "tokens", "cost")
SMALL = Settings(words=500, depth=1)
SMALL_MODEL = Settings.for_models(words=300, depth=1, seed=4, most=10)
Call = Callable[[Path, ScriptedModel | None, Any], Coroutine[Any, Any, Any]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store, one that has grown since, and a page by each engine; nobody changes them."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "rows.jsonl").write_text("\n".join(one for one in ROWS if one not in NEW), encoding="utf-8")
    (folder / "new.jsonl").write_text("\n".join(NEW), encoding="utf-8")

    async def make() -> None:
        await fill_store(folder / "store", folder / "rows.jsonl")
        for name, model, settings in (("rules", None, SMALL), ("model", ScriptedModel(), SMALL_MODEL)):
            options: dict[str, Any] = {"store": folder / "store", "model": model, "settings": settings}
            await generate("Lighthouse", out=folder / name, **options)
        copy_tree(folder / "store", folder / "grown")
        await fill_store(folder / "grown", folder / "new.jsonl")

    asyncio.run(make())
    return folder


def thinking(folder: Path, model: ScriptedModel | None) -> Thinking | None:
    return None if model is None else Thinking.of(model, tape=folder / "calls.sqlite", concurrency=2)


async def rewritten(folder: Path, model: ScriptedModel | None, progress: Any = None) -> Any:
    ban = [] if model else ["https://example.org/lights/4"]
    options: dict[str, Any] = {"ban": ban, "store": folder / "store", "progress": progress}
    return await rewrite(folder / "out", 2, model=thinking(folder, model), **options)


async def updated(folder: Path, model: ScriptedModel | None, progress: Any = None) -> Any:
    options: dict[str, Any] = {"store": folder / "store", "progress": progress}
    return await update(folder / "out", model=thinking(folder, model), **options)


async def batched(folder: Path, model: ScriptedModel | None, progress: Any = None) -> Any:
    options: dict[str, Any] = {"settings": SMALL_MODEL if model else SMALL, "at_once": 2, "progress": progress}
    options |= {"store": folder / "store", "model": thinking(folder, model)}
    return await batch(["Lighthouse", "Fresnel lens"], out=folder / "pages", **options)


def begun(call: Call, engine: str, made: Path, folder: Path) -> Path:
    """A folder with all that the call needs."""
    copy_tree(made / ("grown" if call is updated else "store"), folder / "store")
    if call is not batched:
        copy_tree(made / engine, folder / "out")
    return folder


def pages_of(folder: Path) -> dict[str, Any]:
    """What the pages say, by their folders."""
    found = {}
    for path in sorted(folder.rglob("page.json")):
        page = json.loads(path.read_text())
        for name in SPENT:
            page["stats"].pop(name)
        found[str(path.relative_to(folder))] = page, (path.parent / "graph.json").read_bytes()
    return found


# Not any file with "castalia" in its path: the clone, and so its virtual environment, may be called that.
ROOMS = tuple(f"{Path(one.__file__ or '').parent}{os.sep}" for one in (castalia.memory, castalia.graphs))


def at_work() -> list[str]:
    """The threads that run code of ours."""
    found = []
    for name, frame in sys._current_frames().items():
        mine = [one.name for one in traceback.extract_stack(frame) if one.filename.startswith(ROOMS)]
        if name != threading.get_ident() and mine:
            found.append(mine[-1])
    return found


def check_left(folder: Path) -> None:
    """Fail unless nothing of the call is at work, or open, and nothing half-written is there."""
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert at_work() == []
    fds = Path("/proc/self/fd")
    held = [str(one.readlink()) for one in fds.iterdir() if one.is_symlink()] if fds.exists() else []
    assert [one for one in held if one.startswith(str(folder))] == []
    assert [one.name for one in folder.rglob(".castalia-*")] == []


def run_quietly(work: Coroutine[Any, Any, None]) -> None:
    """Run it, and fail where the loop was told of an exception that nobody looked at."""
    told: list[Any] = []
    gc.collect()  # what others have left is none of its

    async def heard() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        await work
        gc.collect()

    asyncio.run(heard())
    assert told == []


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("call", "engine", "way"),
    [
        (rewritten, "rules", "twice"),
        (rewritten, "model", "at once"),
        (updated, "rules", "at once"),
        (updated, "model", "cancel"),
        (batched, "rules", "cancel"),
        (batched, "model", "at once"),
    ],
)
def test_a_call_that_is_cancelled_anywhere_is_over_and_goes_on_at_once(
    call: Call, engine: str, way: str, made: Path, tmp_path: Path
) -> None:
    chance = random.Random(f"{call.__name__} {engine}")

    def fresh(name: str) -> tuple[Path, ScriptedModel | None]:
        return begun(call, engine, made, tmp_path / name), ScriptedModel(delay=0.01) if engine == "model" else None

    async def cuts() -> None:
        whole, model = fresh("whole")
        before, clock = pages_of(whole), asyncio.get_running_loop().time()
        await call(whole, model, None)
        took, after = asyncio.get_running_loop().time() - clock, pages_of(whole)
        needed = None if model is None else len(model.calls)
        assert before != after
        folder, model = fresh(way)
        for part in (chance.uniform(0, 0.5), chance.uniform(0.3, 1)):
            task = asyncio.create_task(call(folder, model, None))
            await asyncio.wait([task], timeout=took * part)
            if task.done():
                break
            task.cancel()
            while way == "twice" and not task.done():
                await asyncio.sleep(0.001)
                task.cancel()
            if way == "at once":
                continue
            await asyncio.wait([task])
            assert task.cancelled()
            check_left(folder)
            assert call is batched or pages_of(folder) in (before, after)
        if not task.done() or task.cancelled():
            await call(folder, model, None)
        assert pages_of(folder) == after
        check_left(folder)
        if model is not None:
            asked = Counter((str(one.messages), one.schema_name, one.sample) for one in model.calls)
            assert max(asked.values()) == 1 and len(model.calls) == needed  # none twice, and none that was not needed

    run_quietly(cuts())


def test_a_cancellation_that_comes_while_a_store_is_closed_leaves_none_of_it_open(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = begun(rewritten, "rules", made, tmp_path / "a")
    closing, release = asyncio.Event(), EdgeStore.release
    loops: list[asyncio.AbstractEventLoop] = []

    def slowly(store: EdgeStore) -> None:
        loops[0].call_soon_threadsafe(closing.set)
        threading.Event().wait(0.05)
        release(store)

    monkeypatch.setattr(EdgeStore, "release", slowly)

    async def cut() -> None:
        loops.append(asyncio.get_running_loop())
        task = asyncio.create_task(rewritten(folder, None))
        await asyncio.wait([task, asyncio.ensure_future(closing.wait())], return_when=asyncio.FIRST_COMPLETED)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        check_left(folder)

    run_quietly(cut())


def test_an_ingest_that_is_cancelled_leaves_no_thread_that_fills_the_store(
    tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, clean = asyncio.Event(), ingestion.clean
    loops: list[asyncio.AbstractEventLoop] = []

    def slowly(snippets: Any, **options: Any) -> Any:
        loops[0].call_soon_threadsafe(reading.set)
        threading.Event().wait(0.05)
        return clean(snippets, **options)

    monkeypatch.setattr(ingestion, "clean", slowly)

    async def cut() -> None:
        loops.append(asyncio.get_running_loop())
        task = asyncio.create_task(fill_store(tmp_path / "store", made / "rows.jsonl"))
        await asyncio.wait([task, asyncio.ensure_future(reading.wait())], return_when=asyncio.FIRST_COMPLETED)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        check_left(tmp_path)

    run_quietly(cut())
    assert list(tmp_path.iterdir()) == []


def test_a_revision_that_was_cancelled_when_it_was_in_place_is_told_and_not_made_again(
    made: Path, tmp_path: Path
) -> None:
    folder = begun(rewritten, "model", made, tmp_path / "a")
    model = ScriptedModel()

    async def cut() -> None:
        def heard(event: dict[str, Any]) -> None:
            if event["phase"] == "assemble":
                task.cancel()

        task = asyncio.create_task(rewritten(folder, model, heard))
        await asyncio.wait([task])
        assert task.cancelled()
        once, asked = pages_of(folder), len(model.calls)
        found = await rewritten(folder, model)
        assert found.is_changed and pages_of(folder) == once and len(model.calls) == asked
        assert len(found.page.run["revisions"]) == 1
        await rewritten(folder, model)  # who knows what came of it means another one
        assert len(model.calls) > asked

    run_quietly(cut())


def test_a_lock_that_its_holder_took_away_holds_for_nobody(tmp_path: Path) -> None:
    """Whoever opened the file before it went has a lock on nothing."""
    lock = tmp_path / "a" / "lock"
    with held(lock, "it") as made:
        assert made == [lock.parent]
        with pytest.raises(BusyError, match="another run of this process is writing it") as busy, held(lock, "it"):
            pass
        assert busy.value.is_here
    assert not lock.parent.exists()
    with held(lock, "it"):
        lock.unlink()
        with held(lock, "it"), pytest.raises(BusyError), held(lock, "it"):
            pass


def test_a_lock_that_a_full_disk_leaves_unsigned_holds_all_the_same(tmp_path: Path) -> None:
    lock = tmp_path / "a" / "lock"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))  # writing fails as on a full disk
    try:
        with held(lock, "it"), pytest.raises(BusyError), held(lock, "it"):
            pass
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not lock.parent.exists()


def test_work_in_threads_is_done_when_the_call_has_raised_also_where_it_had_to_queue() -> None:
    ran: list[int] = []

    def work(number: int) -> None:
        threading.Event().wait(0.05)
        ran.append(number)

    async def cut() -> None:
        from concurrent.futures import ThreadPoolExecutor

        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        tasks = [asyncio.create_task(run_in_thread(work, number)) for number in range(2)]
        await asyncio.sleep(0.01)
        for _ in range(2):
            for one in tasks:
                one.cancel()
            await asyncio.sleep(0.001)
        await asyncio.wait(tasks)
        assert all(one.cancelled() for one in tasks) and ran == [0, 1]

    run_quietly(cut())


def test_checkpoints_that_cannot_be_opened_for_a_caller_who_has_left_are_let_go_of(tmp_path: Path) -> None:
    async def opened() -> None:
        async with checkpoints_in(tmp_path / "there is no such folder" / "checkpoints.sqlite"):
            pass

    async def cut() -> None:
        task = asyncio.create_task(opened())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        for one in set(threading.enumerate()) - before:  # the thread that asked SQLite, which ends by itself
            await asyncio.to_thread(one.join, 10)
            assert not one.is_alive()

    before = {*threading.enumerate()}
    run_quietly(cut())


def test_whoever_works_together_has_ended_when_one_has_failed() -> None:
    ends: list[str] = []

    async def slow() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            ends.append("ended")

    async def failing() -> None:
        await asyncio.sleep(0)
        raise StoreError("gone")

    async def both() -> None:
        with pytest.raises(StoreError, match="gone"):
            await together([slow(), failing(), slow()])
        assert ends == ["ended", "ended"]

    run_quietly(both())


LATE = """
import atexit, os, signal, sys
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))  # what was registered last is called first
from castalia.graphs.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_signal_that_comes_when_all_is_done_changes_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", LATE, "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("castalia ")
