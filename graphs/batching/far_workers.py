"""What a batch needs of workers that are somewhere else, and of the cluster that starts them. Protocols only.

Those on a Ray cluster are in ``ray_workers`` and ``ray_clusters``; who keeps them alive is ``workforce``'s business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from castalia.graphs.batching.division import Share
from castalia.graphs.batching.page_worker import News, Written
from castalia.graphs.batching.topics import Topic
from castalia.tools.models.budgets import Budget
from castalia.tools.models.chat import Reply


class WorkerDied(Exception):
    """A worker is gone; in words, why."""


class ClusterGone(Exception):
    """All workers are gone, and those who could start others."""


class Worker(Protocol):
    """A ``PageWorker`` that is somewhere else. Its verbs raise ``WorkerDied``, ``ClusterGone`` and, on opening,
    ``CastaliaError``."""

    @property
    def name(self) -> str:
        """Where it is, for people."""
        ...

    async def open(self, share: Share) -> str:
        """Make it ready; what is worth telling of that, or ""."""
        ...

    async def write(self, topic: Topic, lease: Budget, replies: dict[str, Reply]) -> Written:
        """Write this page within the lease; ``replies`` were paid for by a worker that died over it."""
        ...

    async def news(self) -> News:
        """What it paid for, and what its pages under way have spent, since it was asked last."""
        ...

    async def cancel(self, folder: str) -> None:
        """End the page in this folder, once the calls under way have come to their end; a second time, at once."""
        ...

    async def close(self) -> None:
        """End it, whatever it does; never raises."""
        ...


class Cluster(Protocol):
    """Where workers are started."""

    @property
    def name(self) -> str:
        """Its address, for people."""
        ...

    async def machines(self) -> Sequence[str]:
        """The machines that can have workers, by their ids; ``ClusterGone``."""
        ...

    async def hire(self, machine: str) -> Worker:
        """A new worker on this machine, or "": on any; it comes to life when there is room."""
        ...
