"""Why a run came to no page: nothing can stand on it, or a model wrote no section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from castalia.graphs.checks import how_to_ask
from castalia.graphs.pipeline.looking_up import near_topics
from castalia.graphs.pipeline.no_room import room_notices
from castalia.graphs.pipeline.noted import details
from castalia.graphs.pipeline.state import not_written
from castalia.memory.errors import NoPageError, UnwrittenError
from castalia.memory.event_kinds import NOT_REVIEWED
from castalia.memory.ledgers import Event
from castalia.memory.memory import Memory
from castalia.tools.claims.verification import NOT_FOUND_SUPPORTED
from castalia.tools.language.listing import listed
from castalia.tools.language.topic_names import topic_name

Failures = Mapping[str, Mapping[str, Any]]  # as the state has them


async def check_written(
    record: Mapping[str, Any],
    failures: Failures,
    causes: Mapping[str, BaseException],
    memory: Memory,
    events: Sequence[Event],
) -> None:
    """``NoPageError`` where what came out is no page: without a section, or without a citation; then it says that there
    were too few words, or names topics that are near; ``UnwrittenError`` where sections failed, or nobody could review
    them. ``failures`` and ``events`` are those of the run, ``causes`` the errors of its units, where they are known."""
    is_whole = not record["stats"]["failed_sections"] and not record["stats"]["budget_exhausted"]
    if is_whole and not record["references"] and (no_room := room_notices(events)):
        raise NoPageError(
            f'no section on "{record["topic"]}" can be written in so few words: {no_room[0].rstrip(".")}, and in what had '
            "room too little can be quoted; give more words (--words, in Python Settings(words=…))"
        )
    near = () if record["references"] else await near_topics(record["topic"], record["domain"], memory)
    costliest = what_cost_most({name: one for name, one in failures.items() if one["node"] == "unit"})
    lost = not_written(failures[costliest]) if costliest else _not_reviewed(record, events)
    if why := _why_none(record, near, lost):
        raise (UnwrittenError if lost else NoPageError)(why) from causes.get(costliest)


def _not_reviewed(record: Mapping[str, Any], events: Sequence[Event]) -> str:
    """Why nobody could review the sentences that a strict page lost for that; "" where it lost none."""
    if all(one["reason"] != NOT_FOUND_SUPPORTED for one in record["open_issues"]):
        return ""
    why = next((one["reason"] for one in details(events, NOT_REVIEWED)), "")
    return why and f"its sentences could not be reviewed: {why}"


def what_cost_most(units: Failures) -> str:
    """The first of these failed units (its id) whose reason most of them share, each its own heading apart; "" where
    there are none."""
    shared = {name: one["error"].replace(one["heading"], "") for name, one in sorted(units.items())}
    return max(shared, key=lambda name: [*shared.values()].count(shared[name]), default="")


def _why_none(record: Mapping[str, Any], near: Sequence[str], lost: str) -> str:
    """What to tell where it is no page; "" where it is one."""
    name, stats = record["topic"], record["stats"]
    why = lost or next((one["reason"] for one in record["open_issues"]), "")
    if stats["budget_exhausted"] and not record["sections"] and not stats["failed_sections"]:
        return f'the budget of {stats["budget_exhausted"]} ran out before a section on "{name}" could be written: give more'
    if not record["sections"] and (stats["failed_sections"] or record["engine"] == "model"):
        return f'no section on "{name}" could be written: {why or "the model planned none that has evidence"}'
    if not record["references"]:
        count = stats["snippets"]
        read = (
            "the one snippet that was read for it does not say"
            if count == 1
            else f"of the {count:,} snippets that were read for it hardly one says"
        )
        perhaps = f", perhaps {listed(near, 'or')}" if near else ""
        return (
            f'too little on "{name}" can stand on a page{f" ({why})" if why else ""}: {read} of it what can be quoted alone; '
            f"give more of them, or a topic they say more about{perhaps}; headings, lists, capitals, what has no full stops, and "
            f"what papers report on their own study are not quoted{how_to_ask(topic_name(name))}"
            + "".join(f" ({one})" for one in record["notices"])
        )
    return ""
