"""Pages on other machines, without Ray: limits divided, a budget leased, workers that die, refuse or give up; all in
this process."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import lighthouses
import pytest
from castalia.graphs import Settings, Topic, batch, cli
from castalia.graphs.batching import ray_clusters, ray_workers, workforce
from castalia.graphs.batching.batch_pages import Shared
from castalia.graphs.batching.batch_report import BatchReport
from castalia.graphs.batching.division import Share, divided
from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.far_workers import ClusterGone, WorkerDied
from castalia.graphs.batching.leases import Leases
from castalia.graphs.batching.outages import Outages
from castalia.graphs.batching.page_worker import SCRATCH, News, PageWorker, Written, sees
from castalia.graphs.batching.ray_workers import RayWorker, worker_class
from castalia.graphs.batching.remote_pages import RemotePages, _SoFar
from castalia.graphs.batching.shipping import listing, packed
from castalia.graphs.batching.workers import Task, Workers
from castalia.graphs.batching.workforce import Member, Workforce
from castalia.graphs.commands.batch_lines import tell_end
from castalia.graphs.commands.interruption import Interrupted, run_interruptible
from castalia.graphs.runs.run_folder import RunFolder
from castalia.graphs.start import SIGNALS
from castalia.memory.errors import CastaliaError, InputError, StoreError
from castalia.memory.ledgers import Ledgers
from castalia.memory.protocols import Hit
from castalia.tools.models.budgets import Budget, Usage
from castalia.tools.models.chat import Reply
from castalia.tools.pages.folders import lock_folder
from castalia.tools.pages.write_whole import staging_in
from castalia.tools.scripted.scripted_model import ScriptedModel
from hypothesis import given
from hypothesis import strategies as some

SMALL = Settings.for_models(depth=1, seed=3, most=6)
TOPICS = ["Lighthouse", "Coral reef", "Lantern"]


# Limits


@given(some.integers(1, 64), some.none() | some.floats(0.1, 1e4), some.integers(1, 64))
def test_shares_are_the_whole_and_never_more(concurrency: int, rate: float | None, workers: int) -> None:
    shares = divided(concurrency, rate, workers)
    assert 1 <= len(shares) <= workers
    assert sum(one.concurrency for one in shares) == concurrency and min(one.concurrency for one in shares) >= 1
    if rate is not None:
        assert sum(one.per_minute or 0 for one in shares) <= rate * (1 + 1e-9)
        assert min(one.per_minute or 0 for one in shares) >= min(rate, 1.0) * (1 - 1e-9)
        assert [one.wait for one in shares] == sorted(one.wait for one in shares)
        assert shares[-1].wait <= 60 / rate * (len(shares) - 1) + 1e-9


def test_with_one_call_a_minute_one_worker_has_it() -> None:
    assert divided(16, 1, 4) == (Share(16, 1.0, 0.0),)
    assert divided(3, None, 8) == (Share(1, None),) * 3
    assert [one.concurrency for one in divided(10, 500, 4)] == [3, 3, 2, 2]


# Budgets


def test_leases_are_never_more_than_there_is_and_what_is_left_comes_back() -> None:
    async def main() -> None:
        leases = Leases(Budget(calls=100, money=1.0), 4)
        held = [await leases.take() for _ in range(4)]
        assert [one.calls for one in held] == [25] * 4
        waits = asyncio.ensure_future(leases.take())
        await asyncio.sleep(0.01)
        assert not waits.done()  # nothing is left to lease
        await leases.end(held[0], Usage(calls=5, cost=0.1))
        assert (await waits).calls == 20
        await leases.end(held[1], None)  # lost with its worker: all of it counts
        assert leases.left("calls") == 70 and leases.left("money") == pytest.approx(0.65)

    asyncio.run(main())


def test_a_page_that_needs_more_gets_all_there_is_once_it_is_alone() -> None:
    async def main() -> None:
        leases = Leases(Budget(calls=100), 4)
        other, small = await leases.take(), await leases.take()
        await leases.end(small, Usage(calls=25))
        more = asyncio.ensure_future(leases.take({"calls": 50}))
        await asyncio.sleep(0.01)
        assert not more.done()
        await leases.end(other, Usage(calls=1))
        assert (await more).calls == 74

    asyncio.run(main())


# Workers in this process


class Near:
    """A worker in this process, with a store of its own; ``way`` is asked before each page, and may raise."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self.name, self._cluster, self._worker = name, cluster, None
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._told, self._heard_of = 0, asyncio.Event()

    async def open(self, share: Share) -> str:
        self._cluster.way(self.name, None)
        self._cluster.shares.append(share)
        store = Path(self._cluster.task.store)

        async def portions() -> AsyncIterator[bytes]:
            for one in packed(store):
                yield one

        self._worker: Any = await PageWorker.open(self._cluster.task, share, portions())
        return "the store was sent to it"

    async def write(self, topic: Topic, lease: Budget, replies: dict[str, Reply]) -> Written:
        self._told, self._heard_of = 0, asyncio.Event()  # replies of this page, not of one that it wrote before
        writing = asyncio.ensure_future(self._worker.write(topic, lease, replies))
        self._cluster.began[topic.name] += 1
        self._cluster.leases.append(lease)
        self._cluster.given[topic.name] = len(replies)
        try:
            self._cluster.way(self.name, topic)
        except WorkerDied as death:
            if self._cluster.life:
                await asyncio.wait_for(self._heard_of.wait(), 60)
            self._end.set_exception(death)
        await asyncio.wait([writing, self._end], return_when=asyncio.FIRST_COMPLETED)
        if self._end.done():
            writing.cancel()
            raise WorkerDied(str(self._end.exception()))
        written: Written = writing.result()
        return written

    async def news(self) -> News:
        if self._end.done():
            raise WorkerDied(str(self._end.exception()))
        news: News = self._worker.news()
        self._told += len(news.replies)
        if self._told >= self._cluster.life:  # then it may die
            self._heard_of.set()
        return news

    async def cancel(self, folder: str) -> None:
        self._worker.cancel(folder)

    async def close(self) -> None:
        if self._worker is not None:
            await self._worker.close()


class Cluster:
    name = "near"

    def __init__(self, machines: int, way: Callable[[str, Topic | None], None], life: int) -> None:
        self.task: Any = None
        self.way, self.life = way, life
        self.hired = 0
        self.shares: list[Share] = []
        self.leases: list[Budget] = []
        self.began: Counter[str] = Counter()
        self.given: dict[str, int] = {}
        self._machines = machines

    async def machines(self) -> Sequence[str]:
        return [f"m{number}" for number in range(self._machines)]

    async def hire(self, machine: str) -> Near:
        self.hired += 1
        return Near(self, f"w{self.hired}")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("store")
    (place / "rows.jsonl").write_text("\n".join(lighthouses.lighthouse_rows()) + "\n")
    assert cli.main(["ingest", str(place / "rows.jsonl"), "--store", str(place / "lights"), "--quiet"]) == 0
    return place / "lights"


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch, store: Path, tmp_path: Path) -> Callable[..., tuple[BatchReport, Cluster]]:
    """Runs a batch over workers in this process."""
    monkeypatch.setattr(workforce, "MOMENT", 0.02)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def run(
        topics: Sequence[str] = TOPICS,
        machines: int = 2,
        way: Callable[[str, Topic | None], None] = lambda worker, topic: None,
        life: int = 0,
        **options: Any,
    ) -> tuple[BatchReport, Cluster]:
        cluster = Cluster(machines, way, life)

        @asynccontextmanager
        async def at(where: Workers, task: Any, tape: Any) -> AsyncIterator[Cluster]:
            cluster.task = task
            yield cluster

        monkeypatch.setattr(ray_clusters, "ray_cluster", at)
        given = {"store": store, "model": "scripted", "settings": SMALL, "at_once": 1, **options}
        return asyncio.run(batch(topics, out=tmp_path / "out", workers="ray://auto", **given)), cluster

    return run


def dies(*names: str, times: int = 1) -> Callable[[str, Topic | None], None]:
    left = Counter(dict.fromkeys(names, times))

    def way(worker: str, topic: Topic | None) -> None:
        if topic is not None and left[topic.name] > 0:
            left[topic.name] -= 1
            raise WorkerDied("it was killed")

    return way


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "manifest.jsonl").read_text().splitlines()][1:]


def test_pages_are_those_of_a_local_batch_and_nothing_is_left_behind(near: Any, store: Path, tmp_path: Path) -> None:
    topics = TOPICS[:2]
    report, cluster = near(topics)
    assert [one.status for one in report.ended] == ["done"] * 2 and cluster.began == dict.fromkeys(topics, 1)
    here = tmp_path / "here"
    asyncio.run(batch(topics, store=store, out=here, model="scripted", settings=SMALL))
    for one in report.ended:
        pages = [json.loads((out / one.folder / "page.json").read_text()) for out in (tmp_path / "out", here)]
        for page in pages:
            for name in ("model_calls", "replayed_calls", "tokens"):  # a store that is shared is read once
                page["stats"].pop(name)
        assert pages[0] == pages[1]
        assert {path.name for path in (tmp_path / "out" / one.folder / "state").iterdir()} >= {"checkpoints.sqlite"}
    assert not list(tmp_path.glob(f"{SCRATCH}*"))
    assert near(topics)[0].skipped == 2


def test_a_store_in_the_home_folder_is_found_by_who_sends_it(
    near: Any, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(store.parent))
    report, _ = near(TOPICS[:1], store=f"~/{store.name}", model=None)
    assert [one.status for one in report.ended] == ["done"]


def test_a_worker_that_dies_loses_no_page_and_its_replies_go_on(near: Any) -> None:
    told: list[str] = []
    report, cluster = near(way=dies("Coral reef"), life=3, progress=lambda one: told.append(str(one.get("line", ""))))
    assert [one.status for one in report.ended] == ["done"] * 3
    assert cluster.began["Coral reef"] == 2 and cluster.hired == 3 and len(report.deaths) == 1
    assert any("it was killed; its pages are given to others" in line for line in told)
    assert cluster.given["Coral reef"] > 0
    ended = next(one for one in report.ended if one.topic == "Coral reef")
    assert ended.replayed > 0  # what the dead worker had paid for


def test_a_topic_that_kills_twice_is_failed_and_those_beside_it_are_not(near: Any, tmp_path: Path) -> None:
    report, cluster = near(machines=1, at_once=3, way=dies("Coral reef", times=9))
    assert {one.topic: one.status for one in report.ended} == {
        one: "failed" if one == "Coral reef" else "done" for one in TOPICS
    }
    (failed,) = report.failed
    assert failed.error == "2 workers died while they wrote this page, the last one alone with it: it was killed"
    assert cluster.began["Coral reef"] == 2 and len(lines(tmp_path / "out")) == 3


def test_where_no_worker_stays_alive_the_batch_ends_with_a_line(near: Any, tmp_path: Path) -> None:
    report, cluster = near(machines=1, way=dies(*TOPICS, times=9))
    assert report.stopped.startswith("no worker is left: worker died: w") and cluster.hired == workforce.RESTARTS
    assert len(lines(tmp_path / "out")) == len(report.failed)


def test_a_worker_that_cannot_take_part_leaves_the_work_to_others(near: Any) -> None:
    def way(worker: str, topic: Topic | None) -> None:
        if topic is None and worker == "w1":
            raise InputError("no castalia")

    assert len(near(TOPICS[1:], way=way)[0].done) == 2

    def none(worker: str, topic: Topic | None) -> None:
        raise InputError("no castalia")

    with pytest.raises(InputError, match="no castalia"):
        near(["Keeper"], way=none)


def test_a_bug_that_ends_the_last_worker_is_told_as_the_end_of_the_batch(
    near: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(worker: Near) -> News:
        if worker._cluster.began:
            raise ValueError("no\nnews")
        return News()

    monkeypatch.setattr(Near, "news", broken)
    report, _ = near(machines=1)
    assert report.stopped == "no worker is left: near: ValueError: no news" and len(report.not_begun) >= 2


def test_a_worker_whose_news_nobody_understands_is_given_no_page_any_more() -> None:
    class Mute:
        name = "mute"

        def __init__(self) -> None:
            self.closed = asyncio.Event()

        async def open(self, share: Share) -> str:
            return ""

        async def news(self) -> News:
            raise ValueError("no news")

        async def close(self) -> None:
            self.closed.set()

    async def main() -> None:
        mute, told = Mute(), []
        cluster: Any = SimpleNamespace(name="near", hire=lambda machine: asyncio.sleep(0, mute))
        force = Workforce(cluster, (Share(1, None),), 1, Outages(), told.append, lambda *_: None)
        with suppress(InputError):  # that none can take part
            await force.begin(["m1"])
        await mute.closed.wait()
        assert await force.take(Topic("Lens"), is_alone=False) is None
        assert told[-1]["line"] == "near: ValueError: no news"

    asyncio.run(asyncio.wait_for(main(), 10))


def test_a_bug_that_lets_no_worker_be_hired_is_told(near: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hire(cluster: Cluster, machine: str) -> Near:
        raise ValueError("no\nmachine")

    monkeypatch.setattr(Cluster, "hire", hire)
    with pytest.raises(CastaliaError, match="near: ValueError: no machine"):
        near()


def test_topics_that_nobody_began_are_no_success(tmp_path: Path, capsys: Any) -> None:
    assert tell_end(BatchReport(tmp_path, (), (Topic("Lens"),)), 1, is_quiet=False) == 1
    assert "castalia: 0 of 1 topic done: the same command goes on from here" in capsys.readouterr().err
    assert tell_end(BatchReport(tmp_path, ()), 0, is_quiet=False) == 0


def test_a_budget_holds_over_all_workers_and_a_page_gets_more_where_there_is_more(near: Any, tmp_path: Path) -> None:
    report, cluster = near(model=remote_thinking("calls=40"))
    spent = sum(one["calls"] for one in lines(tmp_path / "out"))
    assert report.budget == "calls" and 0 < spent <= 40 and not report.failed
    assert all((one.calls or 0) <= 40 for one in cluster.leases) and cluster.leases[0].calls == 20
    again, _ = near(model=remote_thinking("calls=1000"))
    assert len(again.done) == 3 and not again.budget


def test_a_page_that_its_part_of_the_budget_cuts_short_is_made_again_with_all_there_is(near: Any) -> None:
    report, cluster = near(["Lighthouse"], machines=3, model=remote_thinking("calls=45"))
    (ended,) = report.ended
    assert ended.status == "done" and not report.budget
    assert [one.calls for one in cluster.leases] == [15, 45 - 15] and cluster.given["Lighthouse"] == 15
    assert 15 < ended.calls <= 45  # what was paid for in the first attempt is told, too


def test_a_worker_that_can_make_no_more_pages_is_not_replaced(near: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write, gave_up = Near.write, []

    async def full(worker: Near, topic: Topic, *given: Any) -> Written:
        if gave_up in ([], [worker.name]):
            gave_up[:] = [worker.name]
            return Written(Ended(*topic.key, "failed"), spent=Usage(calls=1000), reason="the disk is full")
        return await write(worker, topic, *given)

    monkeypatch.setattr(Near, "write", full)
    told: list[str] = []
    report, cluster = near(TOPICS, machines=2, progress=lambda one: told.append(str(one.get("line", ""))))
    assert len(report.done) == 3 and cluster.hired == 2 and not report.deaths
    assert f"{gave_up[0]} can make no more pages: the disk is full" in told
    assert sum(one.calls > 1000 for one in report.done) == 1  # what the first attempt came to is told, too
    gave_up.clear()
    report, _ = near(["Keeper"], machines=1)
    assert report.stopped == "no worker is left: w1 can make no more pages: the disk is full" and report.not_begun


def test_a_worker_that_dies_as_it_begins_is_followed_by_another(near: Any) -> None:
    def way(worker: str, topic: Topic | None) -> None:
        if worker == "w2":
            raise WorkerDied("it was killed")

    told: list[str] = []
    options = {"way": way, "progress": lambda one: told.append(str(one.get("line", "")))}
    report, cluster = near(machines=2, model=remote_thinking("calls=1000", per_minute=6000), **options)
    assert len(report.done) == 3 and cluster.hired == 3 and "a worker died as it began: it was killed" in told
    assert [one.wait for one in cluster.shares] == [0, 0]  # it was the one that had to begin later


def test_a_cluster_that_goes_while_a_page_is_written_ends_the_batch(near: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(worker: Near, *given: Any) -> Written:
        raise ClusterGone("it does not answer")

    monkeypatch.setattr(Near, "write", gone)
    report, _ = near(TOPICS)
    assert report.stopped == "the cluster near is gone: it does not answer" and len(report.not_begun) == 3


def test_a_cluster_without_a_machine_is_told(near: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no machine of near has a CPU to give"):
        near(machines=0)

    async def gone(cluster: Cluster) -> Sequence[str]:
        raise ClusterGone("it does not answer")

    monkeypatch.setattr(Cluster, "machines", gone)
    with pytest.raises(CastaliaError, match="the cluster near is gone: it does not answer"):
        near()


def test_where_no_worker_comes_to_life_the_batch_ends(near: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one dies; there is no room for another."""
    hire = Cluster.hire

    async def once(cluster: Cluster, machine: str) -> Near:
        if cluster.hired:
            await asyncio.sleep(60)
        return await hire(cluster, machine)

    monkeypatch.setattr(Cluster, "hire", once)
    monkeypatch.setattr(workforce, "PATIENCE", 0.3)
    report, _ = near(TOPICS[:1], machines=1, way=dies("Lighthouse"))
    assert report.stopped.startswith("no worker came to life within ") and len(report.not_begun) == 1


def test_a_worker_that_is_kept_free_for_a_page_is_not_given_to_another_when_one_of_its_pages_ends() -> None:
    async def main() -> None:
        force = Workforce(Cluster(1, lambda worker, topic: None, 0), (), 2, Outages(), lambda _: None, lambda *_: None)
        member = Member(SimpleNamespace(name="w1"))  # type: ignore[arg-type]
        force._members, force._kept = [member], 1
        first, second, third, deadly = (Topic(name) for name in ("First", "Second", "Third", "Deadly"))
        assert [await force.take(one, is_alone=False) for one in (first, second)] == [member, member]
        waits = asyncio.ensure_future(force.take(third, is_alone=False))
        await asyncio.sleep(0.01)
        alone = asyncio.ensure_future(force.take(deadly, is_alone=True))
        await asyncio.sleep(0.01)
        await force.release(member, first)
        await force.release(member, second)
        assert await alone is member and member.open == {deadly.folder} and not waits.done()
        await force.release(member, deadly)
        assert await waits is member

    asyncio.run(asyncio.wait_for(main(), 10))


def shared(folder: Path, budget: Budget) -> Shared:
    return Shared(folder, budget, None, Outages(), lambda _: None)


def test_a_lease_that_no_page_was_begun_with_comes_back(tmp_path: Path) -> None:
    async def main() -> None:
        cluster = Cluster(1, lambda worker, topic: None, 0)
        pages = RemotePages(cluster, [Share(1, None)], 1, shared(tmp_path, Budget(calls=10)))
        pages.workforce._members, pages.workforce._kept = [Member(SimpleNamespace(name="w1"))], 1  # type: ignore[arg-type]
        topic = Topic("Lighthouse")
        short = Written(Ended(topic.name, "", topic.folder, None, "short of budget"))
        so_far = _SoFar(spent=Usage(calls=20), short=short, which="calls", had=20)
        ended, is_over = await pages._tried(topic, so_far)  # there is no more than it had
        assert is_over and ended is not None and ended.calls == 20 and pages.exhausted == "calls"
        assert pages._leases.left("calls") == 10

    asyncio.run(asyncio.wait_for(main(), 10))


def test_what_a_killed_run_left_is_not_read_into_the_page_that_comes(tmp_path: Path) -> None:
    state = RunFolder(tmp_path / "lighthouse").path
    state.mkdir(parents=True)
    (state / "manifest.json").write_text("{}")
    (state / "checkpoints.sqlite").write_bytes(b"")

    def begin_and_die() -> None:
        ledgers = Ledgers(state / "ledgers.sqlite")
        for step in range(40):
            ledgers.run("here").curate(step, [Hit(f"snippet {step}", 1.0)])
        os.kill(os.getpid(), signal.SIGKILL)

    killed = multiprocessing.get_context("fork").Process(target=begin_and_die)
    killed.start()
    killed.join(30)
    assert (state / "ledgers.sqlite-wal").stat().st_size
    with Ledgers(tmp_path / "far.sqlite") as far:
        far.run("there").curate(0, [Hit("another", 1.0)])
    files = {"ledgers.sqlite": (tmp_path / "far.sqlite").read_bytes(), "manifest.json": b"{}"}
    pages = RemotePages(Cluster(1, lambda worker, topic: None, 0), [], 1, shared(tmp_path, Budget()))
    topic = Topic("Lighthouse")
    written = Written(Ended(*topic.key, "done"), {"page.json": b"{}"}, files)
    assert pages._put(topic, written, Usage()).status == "done"
    with Ledgers(state / "ledgers.sqlite") as ledgers:
        assert ledgers.runs() == ("there",)


def remote_thinking(budget: str, **options: Any) -> Any:
    from castalia.graphs.thinking import Thinking

    return Thinking.of("scripted", budget=budget, **options)


def test_limits_are_divided_among_the_workers(near: Any) -> None:
    _, cluster = near(TOPICS[:1], model=replace(remote_thinking("calls=999"), concurrency=5, per_minute=60_000))
    assert sorted(one.concurrency for one in cluster.shares) == [2, 3]
    assert {one.per_minute for one in cluster.shares} == {30_000}


def test_a_model_that_is_an_object_is_refused(near: Any) -> None:
    with pytest.raises(InputError, match=r"the model of editor is an object \(ScriptedModel\)"):
        near(model=ScriptedModel())


def test_a_worker_leaves_folders_alone_that_others_work_in(tmp_path: Path) -> None:
    left, other = (tmp_path / f"{SCRATCH}{name}" for name in ("left0123", "other012"))
    with staging_in(tmp_path, SCRATCH) as dead:
        for one in (left, other):
            (one / dead.name).mkdir(parents=True)
    held = lock_folder(other)
    with staging_in(tmp_path, SCRATCH) as mine:
        assert other.is_dir() and not left.exists() and mine.is_dir()
        with pytest.raises(OSError):
            lock_folder(mine.parent)
    assert held is not None and not mine.exists()
    os.close(held)


# The archive, the options


def test_a_store_is_seen_where_its_files_are_the_same(store: Path, tmp_path: Path) -> None:
    digest = listing(store)
    assert sees(str(store), digest) and not sees(str(tmp_path / "none"), digest) and not sees(str(store), "")
    assert sees("http://127.0.0.1:6333/lights", "")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("ray://",), "there are no workers at 'ray:'"),
        (("10.0.0.1:6379",), "there are no workers at"),
        (("ray://auto", 0), "the number of workers is 0"),
        (("ray://auto", 1, ("KEY=secret",)), "'KEY': --pass-env takes the name of a variable"),
    ],
)
def test_what_makes_no_sense_is_told(given: tuple[Any, ...], told: str) -> None:
    with pytest.raises(InputError, match=told) as refusal:
        Workers.of(*given)
    assert "secret" not in str(refusal.value)


def test_a_worker_whose_store_holds_other_snippets_is_refused_and_leaves_nothing(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    task = Task(str(store), "another fingerprint", None, remote_thinking("calls=1"), SMALL, 1)
    with pytest.raises(StoreError, match=f"{store} holds other snippets here than where the batch was begun"):
        asyncio.run(PageWorker.open(task, Share(1, None)))
    assert not list(tmp_path.glob(f"{SCRATCH}*"))


def test_a_result_comes_whole_in_small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    class Home:
        name = "near"

        async def answered(self, answer: Any) -> Any:
            return await answer

    monkeypatch.setattr(ray_workers, "SMALL", 100)
    news = News({str(at): Reply(f"answer {at}") for at in range(50)})
    shell: Any = worker_class()()
    shell._worker = SimpleNamespace(news=lambda: news)
    actor = SimpleNamespace(call=SimpleNamespace(remote=shell.call), portion=SimpleNamespace(remote=shell.portion))
    home: Any = Home()
    assert asyncio.run(RayWorker(home, actor).news()) == news
    assert shell._calls == 1 and shell._results == {}  # nothing of it is kept there


def test_without_ray_a_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    (tmp_path / "t.txt").write_text("Lighthouse\n")
    command = ["batch", str(tmp_path / "t.txt"), "--store", "nowhere", "--out", str(tmp_path / "out")]
    assert cli.main([*command, "--workers", "ray://auto"]) == 2
    assert (
        capsys.readouterr().err
        == 'castalia: workers on other machines need Ray: pip install "ray[client]" (the extra ray)\n'
    )
    assert cli.main([*command, "--pass-env", "KEY"]) == 2
    assert not (tmp_path / "out").exists()


def test_a_cluster_that_goes_before_a_worker_began_is_told_with_its_reason(near: Any) -> None:
    def gone(worker: str, topic: Topic | None) -> None:
        raise ClusterGone("it does not answer: connection reset")

    with pytest.raises(CastaliaError, match="the cluster near is gone: it does not answer: connection reset") as told:
        near(["Keeper"], way=gone)
    assert not isinstance(told.value, InputError)  # nothing is wrong with what was asked for


def test_a_process_that_is_tied_to_a_cluster_leaves_before_ray_would_crash_it(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def lost(*_: Any, **__: Any) -> None:
        raise CastaliaError("the cluster ray://auto is gone: it does not answer")

    left: list[int] = []
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr("castalia.graphs.batching.batches.batch", lost)
    monkeypatch.setattr(ray_clusters, "is_tied", lambda: True)
    monkeypatch.setattr(ray_clusters, "leave", left.append)
    (tmp_path / "t.txt").write_text("Lighthouse\n")
    command = ["batch", str(tmp_path / "t.txt"), "--store", str(store), "--out", str(tmp_path / "out")]
    assert cli.main([*command, "--workers", "ray://auto"]) == 1 and left == [1]
    assert capsys.readouterr().err == "castalia: the cluster ray://auto is gone: it does not answer\n"


class Rays(ray_clusters.RayCluster):
    """A cluster of Ray's without Ray: only what looks at it is of use."""

    def __init__(self) -> None:
        self.gone, self.why = asyncio.Event(), ""


@pytest.mark.parametrize(
    ("nodes", "why"),
    [
        (ConnectionError("GRPC connection failed:\n  details"), "it does not answer: GRPC connection failed:"),
        (RuntimeError("Failed to connect to GCS"), "it does not answer: Failed to connect to GCS"),
        ([{"Alive": False}], "none of its machines is alive"),
        (KeyError("Alive"), "it could not be looked at: KeyError: 'Alive'"),
    ],
)
def test_why_a_cluster_counts_as_gone_is_known(nodes: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked() -> Any:
        if isinstance(nodes, Exception):
            raise nodes
        return nodes

    monkeypatch.setattr(ray_clusters, "PROBE", 0.0)
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(nodes=looked))
    monkeypatch.setitem(sys.modules, "ray.exceptions", SimpleNamespace(RayError=OSError))

    async def main() -> str:
        cluster = Rays()
        probing = asyncio.ensure_future(cluster.probe())
        probing.add_done_callback(cluster.probed)
        await asyncio.wait_for(cluster.gone.wait(), 10)
        await asyncio.wait([probing])
        return cluster.why

    assert asyncio.run(main()) == why


def test_a_cluster_that_may_want_a_token_is_told_with_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def timeout(**options: Any) -> None:
        raise ConnectionError("ray client connection timeout")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False, init=timeout))

    async def main(address: str) -> None:
        async with ray_clusters.ray_cluster(Workers(address), None, None):  # type: ignore[arg-type]
            pass

    with pytest.raises(InputError, match=r"ray client connection timeout; .* RAY_AUTH_MODE=token"):
        asyncio.run(main("ray://head:10001"))
    with pytest.raises(InputError, match=r"connection timeout$"):
        asyncio.run(main("ray://auto"))


def test_a_sigterm_while_ray_starts_is_answered_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(number: int, frame: object) -> None:
        sys.exit(number)

    def start(**options: Any) -> None:
        signal.signal(signal.SIGTERM, end)  # as Ray does
        signal.raise_signal(signal.SIGTERM)

    async def main() -> None:
        async with ray_clusters.ray_cluster(Workers("ray://local"), None, None):  # type: ignore[arg-type]
            raise AssertionError

    before = {one: signal.getsignal(one) for one in SIGNALS}  # all of which are ignored after the first
    monkeypatch.setattr(ray_clusters, "FAREWELL", 0.1)
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False, init=start))
    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # whatever it is, it shall be the one that hears it
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(main())
        signal.signal(signal.SIGTERM, before[signal.SIGTERM])
        with pytest.raises(Interrupted) as interrupted:
            run_interruptible(main())
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    assert interrupted.value.number == signal.SIGTERM
