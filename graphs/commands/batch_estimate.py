"""What a batch would cost: a few of its topics are rehearsed, and what that comes to is scaled to all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.batch_lines import cut
from castalia.graphs.commands.cli_models import account_lines
from castalia.memory.errors import CastaliaError
from castalia.tools.language.counting import count

if TYPE_CHECKING:
    from castalia.graphs.batching.topics import Topic
    from castalia.graphs.settings import Settings
    from castalia.graphs.thinking import Thinking
    from castalia.memory.memory import Memory
    from castalia.tools.models.account import Account

REHEARSED = 3  # topics
_FREE = "any that the corpus does not know costs nothing."


async def estimate(
    topics: Sequence[Topic],
    source: Mapping[str, Any],
    out: str,
    thinking: Thinking,
    settings: Settings,
    *,
    force: bool,
) -> list[str]:
    """What the pages that are not in ``out`` yet would come to, from a rehearsal of a few of them, spread over the
    list; what could not be rehearsed will cost nothing. ``InputError`` where the batch would be refused in ``out``."""
    from castalia.graphs.batching.batches import topics_left
    from castalia.graphs.sources import Source, open_memory
    from castalia.graphs.thinking import rehearsal
    from castalia.tools.models.account import Account

    account, scripted = Account(prices=thinking.prices), rehearsal(thinking)
    left = await topics_left(topics, out, Source(**source), thinking, settings, force=force)
    if not left:
        return [f"{count(len(topics), 'topic')}, all done: nothing would be spent."]
    memory, _ = await open_memory(**source)
    async with memory:
        rehearsed, failed = await _rehearsed(_spread(left), memory, scripted, settings, account)
    if not rehearsed:
        raise CastaliaError(f"none of {count(len(failed), 'topic')} could be rehearsed: {failed[0]}")
    untried = len(left) - len(rehearsed) - len(failed)
    done = f", {len(topics) - len(left):,} done before" if len(left) < len(topics) else ""
    by = f"by {count(len(rehearsed), 'rehearsal')} ({', '.join(map(cut, rehearsed))})"
    lines = [
        f"{count(len(topics), 'topic')}{done}, {by}:",
        *account_lines(_scaled(account.to_json(), (len(left) - len(failed)) / len(rehearsed)), thinking.budget),
        "Snippets that several pages read are read once, so the extractor's share is an upper bound.",
    ]
    if untried:
        lines.append(f"{count(untried, 'topic')} counted without a rehearsal: {_FREE}")
    if failed:
        are = "is" if len(failed) == 1 else "are"
        lines.append(f"{count(len(failed), 'topic')} could not be rehearsed, and {are} not counted: {failed[0]}")
    return lines


async def _rehearsed(
    topics: Iterable[Topic], memory: Memory, thinking: Thinking, settings: Settings, account: Account
) -> tuple[list[str], list[str]]:
    """The topics that were rehearsed, ``REHEARSED`` at most, and what went wrong with others; the ``account`` is
    charged."""
    from castalia.graphs.generation import generate
    from castalia.tools.models.account import Account

    rehearsed: list[str] = []
    failed: list[str] = []
    for topic in topics:
        if REHEARSED in (len(rehearsed), len(failed)):
            break
        try:
            await generate(
                topic.name,
                memory=memory.apart(),
                domain=topic.domain,
                model=thinking,
                settings=settings if topic.words is None else replace(settings, words=topic.words),
                account=Account(parent=account, prices=thinking.prices),
            )
            rehearsed.append(topic.name)
        except CastaliaError as error:
            failed.append(str(error))
    return rehearsed, failed


def _scaled(account: Mapping[str, Any], factor: float) -> dict[str, Any]:
    """Usages by role and in all, so many times over; counts stay whole, and a cost that is unknown stays so."""

    def scale(usage: Mapping[str, Any]) -> dict[str, Any]:
        counts = {name: round(value * factor) for name, value in usage.items() if name != "cost"}
        return counts | {"cost": None if usage["cost"] is None else usage["cost"] * factor}

    return {
        "by_role": {role: scale(usage) for role, usage in account["by_role"].items()},
        "total": scale(account["total"]),
    }


def _spread(topics: Sequence[Topic]) -> list[Topic]:
    """First, middle and last, then the others: lists are often sorted by something."""
    first = [0, len(topics) // 2, len(topics) - 1]
    places = dict.fromkeys([*first, *range(len(topics))])
    return [topics[at] for at in places]
