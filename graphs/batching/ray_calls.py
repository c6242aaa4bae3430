"""Calls to Ray. Those that block run in threads that do not keep the process alive, and Ray's errors are told in our
words."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from castalia.graphs.batching.far_workers import ClusterGone, WorkerDied
from castalia.memory.ellipsis import abridge
from castalia.memory.errors import CastaliaError

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """The result of work that blocks, done in a daemon thread: where a cluster is gone, Ray's calls never return, and
    the process has to be able to end all the same."""
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


async def told(asked: asyncio.Future[T]) -> T:
    """The result, or in our words what Ray says of those who cannot give one."""
    from ray.exceptions import RayError, RayTaskError

    try:
        return await asked
    except RayTaskError as error:
        raise CastaliaError(f"a worker failed: {line_of(error.cause)}") from error
    except RayError as error:
        raise WorkerDied(line_of(error)) from error
    except (ConnectionError, RuntimeError) as error:
        raise ClusterGone(line_of(error)) from error


def line_of(error: BaseException) -> str:
    """What Ray says at length, in a line."""
    lines = [one.strip() for one in str(error).splitlines() if one.strip()]
    why = next((one for one in lines if one.startswith(("The actor died because", "The actor is dead", "Node "))), "")
    return abridge(why or (lines[0] if lines else type(error).__name__), 200)
