"""The pages of a batch, side by side: how one is made in this process, and how it ended.

What a batch needs of whoever makes its pages is ``Pages``. Which topics there are, in what order, and what is noted of
them is ``batches``' business; pages that other machines make are ``remote_pages``'.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from castalia.graphs.batching.ended import Ended, Status, time_now
from castalia.graphs.batching.heap import give_back
from castalia.graphs.batching.outages import Outages
from castalia.graphs.batching.topics import Topic
from castalia.graphs.batching.tracebacks import forget_traceback, keep_error
from castalia.graphs.generation import generate
from castalia.graphs.page import TopicPage
from castalia.graphs.progress import Tell
from castalia.graphs.runs.holding import BusyError
from castalia.graphs.runs.run_folder import RunFolder, manifest_in
from castalia.graphs.settings import Settings
from castalia.graphs.thinking import Thinking
from castalia.memory.ellipsis import abridge
from castalia.memory.errors import (
    CastaliaError,
    InputError,
    NoPageError,
    StoreError,
    UnknownTopicError,
    UnwrittenError,
    one_line,
)
from castalia.memory.ledgers import Ledgers
from castalia.memory.memory import Memory
from castalia.memory.waits import run_in_thread
from castalia.tools.models.account import Account
from castalia.tools.models.budgets import Budget, Usage

if TYPE_CHECKING:
    from castalia.tools.models.chat import ChatModel
    from castalia.tools.models.gate import Gate
    from castalia.tools.models.tape import Tape

LONGEST_ERROR = 2_000  # characters, in the manifest


@dataclass(frozen=True, slots=True)
class Shared:
    """What all pages of a batch share, whoever makes them: the batch's ``folder``, what is left of the ``budget``, the
    ``tape`` of models' answers (``None``: no model is asked), the watch over ``outages``, whom to ``tell``, and the name
    of what the pages are made from (``source``)."""

    folder: Path
    budget: Budget
    tape: Tape | None
    outages: Outages
    tell: Tell
    source: str = ""


class Pages(Protocol):
    """Whoever makes the pages of a batch."""

    @property
    def exhausted(self) -> str:
        """The budget of all pages that has run out, or ""."""
        ...

    @property
    def deaths(self) -> tuple[str, ...]:
        """A line for each worker that died."""
        ...

    async def end(self, topic: Topic, *, resume: bool) -> Ended | None:
        """Make the page and say how that ended; ``None`` where no worker is left. With ``resume`` the run in its folder
        goes on, where it can.

        An error of the topic is not raised but returned. A cancellation is raised once the calls under way, which are
        paid for, have ended.
        """
        ...


@dataclass(frozen=True, eq=False)
class PagesHere:
    """Pages that this process makes. They share a memory and a gate, and their accounts an account above them."""

    shared: Shared
    memory: Memory
    thinking: Thinking  # with clients in place of specs
    gate: Gate | None
    account: Account
    settings: Settings

    @classmethod
    def of(
        cls,
        shared: Shared,
        memory: Memory,
        thinking: Thinking,
        clients: Mapping[str, ChatModel],
        settings: Settings,
    ) -> Self:
        """With these ``clients``, watched and behind one gate, in place of the specs of ``thinking``, and the budget
        that is shared."""
        gate = None
        if clients:
            from castalia.tools.models.gate import Gate  # only where a model is asked

            gate = Gate(concurrency=thinking.concurrency, per_minute=thinking.per_minute, tape=shared.tape)
        watched = {id(one): shared.outages.watch(one) for one in clients.values()}
        models = {role: watched[id(one)] for role, one in clients.items()}
        made = replace(thinking, models=models, budget=Budget(), tape=None)
        return cls(shared, memory, made, gate, Account(shared.budget, thinking.prices), settings)

    @property
    def exhausted(self) -> str:
        return self.account.exhausted

    @property
    def deaths(self) -> tuple[str, ...]:
        return ()

    async def end(self, topic: Topic, *, resume: bool) -> Ended:
        return await self.write(topic, Account(prices=self.thinking.prices, parent=self.account), resume)

    async def write(self, topic: Topic, account: Account, resume: bool = False) -> Ended:
        """Make a page on this account, and say how it ended."""
        started, clock = time_now(), time.monotonic()
        try:
            page = await self._made(topic, account, resume)
            ended = Ended(*topic.key, "short of budget" if account.exhausted else "done", **measures(page))
        except asyncio.CancelledError:
            if self.shared.outages.reason and self.thinking.models:
                # Snippets may have failed for what ails all topics, so the run must not go on from there.
                await run_in_thread(RunFolder(self.shared.folder / topic.folder).forget_steps)
            raise
        except Exception as error:  # noqa: BLE001 (a bug in one page is that page's too)
            status: Status = "short of budget" if account.exhausted else "failed"
            unknown, wrong = isinstance(error, UnknownTopicError), status == "failed" and is_wrong(error)
            ended = Ended(*topic.key, status, error=told(error), unknown=unknown, wrong=wrong)
            await self._failed(topic, error)
        give_back()
        return replace(
            ended,
            **spent(account.total),
            seconds=round(time.monotonic() - clock, 3),
            started=started,
            ended=time_now(),
            run=await run_in_thread(_run_noted, self.shared.folder / topic.folder, ended.status),
        )

    async def _made(self, topic: Topic, account: Account, resume: bool) -> TopicPage:
        """The one place where a page is made."""
        settings = self.settings if topic.words is None else replace(self.settings, words=topic.words)
        folder = self.shared.folder / topic.folder
        with Ledgers() as ledgers:  # in memory, for the run keeps its own in its folder
            page = await generate(
                topic.name,
                memory=Memory(self.memory.library, self.memory.log, ledgers),  # with a memo of its own
                domain=topic.domain,
                model=self.thinking,
                gate=self.gate,
                account=account,
                settings=settings,
                out=folder,
                resume=resume,
                force=True,  # ``BatchWork`` has checked what would be written over
            )
        forget_traceback(folder)
        return page

    async def _failed(self, topic: Topic, error: Exception) -> None:
        """Keep the traceback of what nobody foresaw; see whether the others would meet the same."""
        if isinstance(error, UnknownTopicError):
            return
        folder, outages = self.shared.folder / topic.folder, self.shared.outages
        outages.topic_failed(error, folder)
        await outages.look(self.memory, self.shared.tape, self.shared.folder)
        if not isinstance(error, CastaliaError) and not outages.reason:
            keep_error(folder, error)


def _run_noted(folder: Path, status: Status) -> str:
    """The id of the run in the folder of a page that ended so. Where the page failed, a finished run there is an earlier
    one, and not its own."""
    found = manifest_in(folder)
    if found is None or (status == "failed" and found.status == "finished"):
        return ""
    return found.run_id


def spent(usage: Usage) -> dict[str, Any]:
    """What was spent, as an ``Ended`` has it."""
    cost = None if usage.cost is None else round(usage.cost, 6)
    return {"calls": usage.calls, "replayed": usage.replayed, "tokens": usage.tokens, "cost": cost}


def told(error: Exception) -> str:
    """An error in one line; of what is no error of ours the kind matters too."""
    text = one_line(error)
    return abridge(text if isinstance(error, CastaliaError) else f"{type(error).__name__}: {text}", LONGEST_ERROR)


def is_wrong(error: Exception) -> bool:
    """Whether what was asked, or what the corpus says, is at fault: neither waiting nor another run helps."""
    if isinstance(error, NoPageError):
        return not isinstance(error, UnwrittenError)
    return isinstance(error, InputError) and not isinstance(error, StoreError | BusyError)


def measures(page: TopicPage) -> dict[str, Any]:
    """What came of a page, as an ``Ended`` has it."""
    stats = page.record["stats"]
    return {
        "words": stats["words"],
        "sections": len(page.record["sections"]),
        "sources": len(page.record["references"]),
        "lost_sections": stats["failed_sections"],
        "stub": page.record.get("stub", ""),
    }
