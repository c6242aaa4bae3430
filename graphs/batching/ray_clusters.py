"""A Ray cluster: reached, watched, asked for workers, and left. What a worker does there is in ``ray_workers``.

Ray is imported only where workers are asked for.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import sys
import tempfile
import threading
import warnings
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from castalia.graphs.batching.far_workers import ClusterGone
from castalia.graphs.batching.ray_calls import in_thread, line_of, told
from castalia.graphs.batching.ray_workers import RayWorker, worker_class
from castalia.graphs.batching.shipping import packed
from castalia.graphs.batching.workers import AUTO, LOCAL, Task, Workers
from castalia.graphs.runs.run_folder import TAPE
from castalia.memory.errors import InputError
from castalia.tools.models.tape import Tape

PROBE = 5.0  # seconds between two looks at the cluster
SILENCE = 15.0  # seconds after which a cluster that says nothing counts as gone
PATIENCE = "RAY_gcs_rpc_server_reconnect_timeout_s"
FAREWELL = 10.0  # seconds to take leave
_TOKEN = "; one that wants a token does not answer without: set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN"

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
    except SystemExit:  # which Ray's own handler of SIGTERM raises while it starts
        signal.raise_signal(signal.SIGTERM)
        await asyncio.sleep(FAREWELL)  # until whoever waits for it here has cancelled this
        raise
    except Exception as error:
        hint = "" if where.address in (LOCAL, AUTO) else _TOKEN
        raise InputError(f"there is no Ray cluster to be reached at {where.address}: {line_of(error)}{hint}") from error
    cluster = RayCluster(where, task, tape, own)
    probing = asyncio.ensure_future(cluster.probe())
    probing.add_done_callback(cluster.probed)
    try:
        yield cluster
    finally:
        probing.cancel()
        atexit.unregister(ray.shutdown)  # which might wait for ever for those who are gone
        atexit.register(cluster.hold)
        if not cluster.gone.is_set():  # where it is, Ray would end this process before it can say so: see ``leave``
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await in_thread(ray.shutdown)


def leave(code: int) -> None:
    """End this process where it is still tied to a cluster that is gone: what is left of Ray in it would crash on the
    way out."""
    if is_tied():
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(code)


def is_tied() -> bool:
    """Whether this process is connected to a cluster, be it one that is gone."""
    import ray

    return bool(ray.is_initialized())


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Put back our handlers of Ctrl-C and SIGTERM: Ray replaces them when it starts."""
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
    """Keep Ray from ending this process a minute after its cluster went away: the batch has to note where it stands
    first, and say so."""
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
        self.why = ""  # it is gone
        self._environment = environment
        self._tape = tape
        self._store: asyncio.Task[list[Any]] | None = None
        self._replies: asyncio.Task[list[Any]] | None = None
        self._class = worker_class()

    def hold(self) -> None:
        """Called at the exit, so that no reference is let go before: Ray would tell an object store that is gone, and
        crash."""

    async def machines(self) -> Sequence[str]:
        import ray

        nodes = await self.answered(in_thread(ray.nodes))
        return sorted(one["NodeID"] for one in nodes if one["Alive"] and one["Resources"].get("CPU", 0) >= 1)

    async def hire(self, machine: str) -> RayWorker:
        import ray
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        how: dict[str, Any] = {"num_cpus": 1, "max_restarts": 0, "max_concurrency": 1000}
        how["scheduling_strategy"] = NodeAffinitySchedulingStrategy(machine, soft=True) if machine else "SPREAD"
        if self._environment:
            how["runtime_env"] = {"env_vars": self._environment}
        actor = await self.answered(in_thread(lambda: ray.remote(self._class).options(**how).remote()))
        return RayWorker(self, actor)

    async def answered(self, answer: Awaitable[T]) -> T:
        """What is awaited, or ``ClusterGone`` when nobody is left to answer; ``WorkerDied`` where a worker is not."""
        asked = asyncio.ensure_future(answer)
        gone = asyncio.ensure_future(self.gone.wait())
        try:
            await asyncio.wait([asked, gone], return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                raise ClusterGone(self.why)
            return await told(asked)
        finally:
            gone.cancel()
            asked.cancel()

    async def probe(self) -> None:
        """Look again and again whether the cluster is there, until it is not."""
        import ray
        from ray.exceptions import RayError

        while not self.gone.is_set():
            try:
                async with asyncio.timeout(SILENCE):
                    nodes = await in_thread(ray.nodes)
            except TimeoutError:
                self.lose("it does not answer")
            except (OSError, RuntimeError, RayError) as error:  # a lost connection has many names
                self.lose(f"it does not answer: {line_of(error)}")
            else:
                if not any(one["Alive"] for one in nodes):
                    self.lose("none of its machines is alive")
                await asyncio.sleep(PROBE)

    def probed(self, probing: asyncio.Task[None]) -> None:
        """Called when ``probe`` has ended: unwatched, a batch could wait for ever."""
        if not probing.cancelled() and (error := probing.exception()) is not None:
            self.lose(f"it could not be looked at: {type(error).__name__}: {line_of(error)}")

    def lose(self, why: str) -> None:
        """Note that the cluster is gone, and what was seen of it."""
        self.why = self.why or why
        self.gone.set()

    async def store(self) -> list[Any]:
        """The archive of the store, as references; made once."""
        if self._store is None:
            self._store = asyncio.ensure_future(in_thread(partial(_shipped, Path(self.task.store))))
        return await asyncio.shield(self._store)

    async def replies(self) -> list[Any]:
        """The archive of the tape as it was when the first worker began, as references; nothing where it is empty."""
        if self._tape is None:
            return []
        if self._replies is None:
            self._replies = asyncio.ensure_future(in_thread(partial(_shipped_tape, self._tape)))
        return await asyncio.shield(self._replies)


def _shipped(path: Path) -> list[Any]:
    import ray

    return [ray.put(portion) for portion in packed(path)]


def _shipped_tape(tape: Tape) -> list[Any]:
    with tempfile.TemporaryDirectory(prefix="castalia-") as folder:
        path = Path(folder) / TAPE
        return _shipped(path) if tape.copy_to(path) else []
