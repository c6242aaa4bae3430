"""Workers on a Ray cluster. The only file that imports Ray, and only where workers are asked for.

An actor is a shell that is sent by value, so that a machine without castalia, or with another version, can say so. Who gets which page
is ``remote_pages``' business.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import pickle
import signal
import sys
import threading
import warnings
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from castalia.graphs import __version__
from castalia.graphs.division import Share
from castalia.graphs.page_worker import News, Written
from castalia.graphs.remote_pages import ClusterGone, WorkerDied
from castalia.graphs.shipping import listing, packed
from castalia.graphs.topics import Topic
from castalia.graphs.workers import AUTO, LOCAL, Task, Workers
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.server_urls import is_url
from castalia.tools.budgets import Budget
from castalia.tools.chat import Reply
from castalia.tools.tape import Tape

PROBE = 5.0  # seconds between two looks at the cluster
SILENCE = 15.0  # seconds after which a cluster that says nothing counts as gone
PATIENCE = "RAY_gcs_rpc_server_reconnect_timeout_s"
FAREWELL = 10.0  # seconds a worker has to clean up after itself

SMALL = 64 << 10  # bytes: below what Ray sends from process to process (100 kB)

T = TypeVar("T")


@asynccontextmanager
async def ray_cluster(where: Workers, task: Task, tape: Tape | None) -> AsyncIterator[RayCluster]:
    """The cluster at this address. ``InputError`` in one line where it cannot be reached."""
    import ray

    own = {name: os.environ[name] for name in where.pass_env if name in os.environ}
    if missing := [name for name in where.pass_env if name not in own]:
        raise InputError(f"--pass-env {missing[0]}: there is no such variable here: set it, or leave it out")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if ray.is_initialized():
        raise InputError("this process is connected to a Ray cluster already: disconnect first (ray.shutdown())")
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": True}
    if where.address == LOCAL:
        options |= {"address": "local", "include_dashboard": False, "num_cpus": where.count or os.cpu_count() or 1}
    else:
        options |= {"address": "auto" if where.address == AUTO else where.address}
    try:
        with _signals_kept(), _patient(where.address != LOCAL), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is wrong is raised too
            ray.init(**options)  # not in a thread: what Ray starts ends with the thread that did
    except Exception as error:
        raise InputError(f"there is no Ray cluster to be reached at {where.address}: {_line(error)}") from error
    cluster = RayCluster(where, task, tape, own)
    probing = asyncio.ensure_future(cluster.probe())
    try:
        yield cluster
    finally:
        probing.cancel()
        atexit.unregister(ray.shutdown)  # which might wait for ever for those who are gone
        atexit.register(cluster.hold)
        if not cluster.gone.is_set():  # where it is, Ray would end this process before it can say so: see ``leave``
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await _in_thread(ray.shutdown)


def leave(code: int) -> None:
    """End this process where it is still tied to a cluster that is gone: what is left of Ray in it would crash on the way out."""
    import ray

    if ray.is_initialized():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Ray takes SIGTERM for itself; whoever waits for it here goes on to."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


@contextmanager
def _patient(is_elsewhere: bool) -> Iterator[None]:
    """Ray would end this process a minute after its cluster went away; it is to note where the batch stands, and be told."""
    if not is_elsewhere or PATIENCE in os.environ:
        yield
        return
    os.environ[PATIENCE] = "31536000"
    try:
        yield
    finally:
        del os.environ[PATIENCE]


class RayCluster:
    """A ``Cluster`` of Ray's."""

    def __init__(self, where: Workers, task: Task, tape: Tape | None, environment: dict[str, str]) -> None:
        self.name = where.address
        self.task = task
        self.gone = asyncio.Event()
        self._environment = environment
        self._tape = tape
        self._store: asyncio.Task[list[Any]] | None = None
        self._replies: asyncio.Task[list[Any]] | None = None
        self._shell = _shell()

    def hold(self) -> None:
        """Called at the exit, so that no reference is let go before: Ray would tell an object store that is gone, and crash."""

    async def machines(self) -> Sequence[str]:
        import ray

        nodes = await self.answered(_in_thread(ray.nodes))
        return sorted(one["NodeID"] for one in nodes if one["Alive"] and one["Resources"].get("CPU", 0) >= 1)

    async def hire(self, machine: str) -> RayWorker:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        how: dict[str, Any] = {"num_cpus": 1, "max_restarts": 0, "max_concurrency": 1000}
        how["scheduling_strategy"] = NodeAffinitySchedulingStrategy(machine, soft=True) if machine else "SPREAD"
        if self._environment:
            how["runtime_env"] = {"env_vars": self._environment}
        actor = await _in_thread(lambda: ray.remote(self._shell).options(**how).remote())
        return RayWorker(self, actor)

    async def answered(self, answer: Awaitable[T]) -> T:
        """What is awaited, or ``ClusterGone`` when nobody is left to answer; ``WorkerDied`` where a worker is not."""
        asked = asyncio.ensure_future(answer)
        gone = asyncio.ensure_future(self.gone.wait())
        try:
            await asyncio.wait([asked, gone], return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                raise ClusterGone("it does not answer")
            return await _told(asked)
        finally:
            gone.cancel()
            asked.cancel()

    async def probe(self) -> None:
        """Look again and again whether the cluster is there."""
        import ray

        while True:
            try:
                async with asyncio.timeout(SILENCE):
                    nodes = await _in_thread(ray.nodes)
                if not any(one["Alive"] for one in nodes):
                    break
            except Exception:  # noqa: BLE001 (a lost connection has many names)
                break
            await asyncio.sleep(PROBE)
        self.gone.set()

    async def store(self) -> list[Any]:
        """The archive of the store, as references; made once."""
        if self._store is None:
            self._store = asyncio.ensure_future(_in_thread(partial(_shipped, Path(self.task.store))))
        return await asyncio.shield(self._store)

    async def replies(self) -> list[Any]:
        """The archive of the tape as it was when the first worker began, as references; nothing where it is empty."""
        if self._tape is None:
            return []
        if self._replies is None:
            self._replies = asyncio.ensure_future(_in_thread(partial(_shipped_tape, self._tape)))
        return await asyncio.shield(self._replies)


class RayWorker:
    """A ``Worker`` in an actor."""

    def __init__(self, cluster: RayCluster, actor: Any) -> None:
        self.name = cluster.name
        self._cluster = cluster
        self._actor = actor

    async def open(self, share: Share) -> None:
        there = await self._asked(self._actor.begin.remote())
        self.name = f"{there['host']} (process {there['process']})"
        if there["version"] != __version__:
            found = f"castalia {there['version']}" if there["version"] else "no castalia"
            raise InputError(f"{self.name} has {found}, and {__version__} is needed: install it there")
        task, digest = self._cluster.task, ""
        if not is_url(task.store):
            digest = await _in_thread(partial(listing, Path(task.store)))
        store = [] if await self._asked(self._actor.sees.remote(task.store, digest)) else await self._cluster.store()
        tape = await self._cluster.replies()
        refusal = await self._asked(self._actor.open.remote(task, share, store, tape))
        if refusal:
            raise InputError(f"{self.name}: {refusal}")

    async def write(self, topic: Topic, lease: Budget, replies: dict[str, Reply]) -> Written:
        written: Written = await self._call("write", topic, lease, replies)
        return written

    async def news(self) -> News:
        news: News = await self._call("news")
        return news

    async def cancel(self, folder: str) -> None:
        await self._call("cancel", folder)

    async def close(self) -> None:
        import ray

        with suppress(WorkerDied, ClusterGone, CastaliaError, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._asked(self._actor.close.remote())
        if not self._cluster.gone.is_set():
            with suppress(Exception):  # it may be gone already, in one of many ways
                await _in_thread(lambda: ray.kill(self._actor))

    async def _call(self, verb: str, *given: Any) -> Any:
        """The result of a verb, which comes in small portions: larger ones go through the object store of a raylet, and where that is
        gone, Ray ends the process that asks for them."""
        ticket, count, data = await self._asked(self._actor.call.remote(verb, given))
        for place in range(1, count):
            data += await self._asked(self._actor.portion.remote(ticket, place))
        return pickle.loads(zlib.decompress(data))  # from a process that we started

    async def _asked(self, reference: Any) -> Any:
        return await self._cluster.answered(_awaited(reference))


async def _awaited(reference: Any) -> Any:
    return await reference


async def _told(asked: asyncio.Future[T]) -> T:
    """The result, or in our words what Ray says of those who cannot give one."""
    from ray.exceptions import RayError, RayTaskError

    try:
        return await asked
    except RayTaskError as error:
        raise CastaliaError(f"a worker failed: {_line(error.cause)}") from error
    except RayError as error:
        raise WorkerDied(_line(error)) from error
    except (ConnectionError, RuntimeError) as error:
        raise ClusterGone(_line(error)) from error


def _shell(size: int = SMALL) -> type:
    """The actor's class, made here so that it is sent whole: it needs nothing of ours to say that there is nothing of ours."""

    class CastaliaWorker:
        def __init__(self) -> None:
            self._worker: Any = None
            self._calls = 0
            self._results: dict[int, list[bytes]] = {}

        async def begin(self) -> dict[str, Any]:
            import os
            import socket
            from importlib.metadata import PackageNotFoundError, version

            try:
                found = version("castalia")
            except PackageNotFoundError:
                found = ""
            return {"version": found, "host": socket.gethostname(), "process": os.getpid()}

        async def sees(self, store: str, digest: str) -> bool:
            from castalia.graphs.page_worker import sees

            return sees(store, digest)

        async def open(self, task: Any, share: Any, store: list[Any], tape: list[Any]) -> str:
            """What stands in the way, or ""."""
            from castalia.graphs.page_worker import PageWorker
            from castalia.memory.errors import CastaliaError

            async def portions(references: list[Any]) -> AsyncIterator[bytes]:
                for one in references:
                    yield await one

            try:
                self._worker = await PageWorker.open(
                    task, share, portions(store) if store else None, portions(tape) if tape else None
                )
            except (CastaliaError, OSError) as error:
                return str(error)
            return ""

        async def call(self, verb: str, given: tuple[Any, ...]) -> tuple[int, int, bytes]:
            """The number under which the result is kept, of how many portions it is, and the first of them."""
            import pickle
            import zlib

            done = getattr(self._worker, verb)(*given)
            data = zlib.compress(pickle.dumps(await done if hasattr(done, "__await__") else done), 1)
            portions = [data[start : start + size] for start in range(0, len(data), size)]
            self._calls += 1
            if len(portions) > 1:
                self._results[self._calls] = portions
            return self._calls, len(portions), portions[0]

        async def portion(self, ticket: int, place: int) -> bytes:
            portions = self._results[ticket]
            return self._results.pop(ticket)[place] if place == len(portions) - 1 else portions[place]

        async def close(self) -> None:
            if self._worker is not None:
                await self._worker.close()

    return CastaliaWorker


def _shipped(path: Path) -> list[Any]:
    import ray

    return [ray.put(portion) for portion in packed(path)]


def _shipped_tape(tape: Tape) -> list[Any]:
    import tempfile

    with tempfile.TemporaryDirectory(prefix="castalia-") as folder:
        path = Path(folder) / "calls.sqlite"
        return _shipped(path) if tape.copy_to(path) else []


async def _in_thread(work: Callable[[], T]) -> T:
    """The result of what blocks. In a thread that nobody waits for at the end: where a cluster is gone, Ray's calls never return."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(error: BaseException | None, result: Any = None) -> None:
        if not done.done():
            done.set_exception(error) if error is not None else done.set_result(result)

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 (it is raised where it is awaited)
            found: tuple[Any, ...] = (error,)
        else:
            found = (None, result)
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, *found)

    threading.Thread(target=run, daemon=True).start()
    return await done


def _line(error: BaseException) -> str:
    """What Ray says at length, in a line."""
    lines = [one.strip() for one in str(error).splitlines() if one.strip()]
    why = next((one for one in lines if one.startswith(("The actor died because", "The actor is dead", "Node "))), "")
    text = why or (lines[0] if lines else type(error).__name__)
    return text[:200] + ("…" if len(text) > 200 else "")
