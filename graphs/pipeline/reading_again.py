"""Reads snippets again where the store's log lost what a run had read of them: it was removed, or the store is an
older copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.roles import TopicState, by_rules, reads_as, reads_by_rules
from castalia.graphs.pipeline.answers import named
from castalia.graphs.pipeline.noted import details
from castalia.graphs.pipeline.state import topic_of
from castalia.graphs.pipeline.stopping import stopped_told, stopping
from castalia.memory.errors import InputError, what_failed
from castalia.memory.event_kinds import SNIPPET_LOST
from castalia.memory.ledgers import Run
from castalia.memory.memory import Memory
from castalia.memory.waits import together


async def read_again(crew: Crew, memory: Memory, state: Mapping[str, Any]) -> None:
    """Read again the snippets of a run that are missing from the log, also those of the step under way: LangGraph does
    not repeat the tasks of it that are done.

    A model's answers and verdicts are on the tape, so it is asked in the order of the run. ``InputError`` where another
    extractor would read than the one that the log knows.
    """
    ledger = memory.run(state["run_id"])
    read = [one.snippet_id for one in ledger.taken_in()]
    never = {one["snippet"] for one in details(ledger.events(), SNIPPET_LOST)}
    lost = set(read) - memory.log.has(read, ledger.extractor) - never
    if not lost:
        return
    check_reader(crew, ledger.extractor)
    if ledger.extractor != reads_as(crew.extractor):  # newer rules: all, so that the graph is of one piece
        lost = set(read)
    given = topic_of(state)
    await read_each(crew, ledger, given, [one for one in read if one in lost])
    for step in range(state.get("iterations", 0)) if not by_rules(crew.normaliser) else ():
        await crew.normaliser({**given, "iterations": step})


async def read_each(crew: Crew, ledger: Run, given: TopicState, snippets: Iterable[str]) -> None:
    """Read these snippets. One that cannot be read is noted and left out, as in a run; an error that all would meet ends
    the reading."""
    from castalia.graphs.pipeline.stopped import RunStopped  # LangGraph is there by now

    async def read(snippet_id: str) -> None:
        try:
            with named("extractor", crew.extractor), stopping():
                await crew.extractor({**given, "snippet_id": snippet_id})
        except RunStopped:
            raise
        except Exception as error:  # noqa: BLE001 (also of somebody's own extractor; it can still be cited)
            ledger.event(SNIPPET_LOST, step=f"extract:{snippet_id}", snippet=snippet_id, reason=what_failed(error))

    with stopped_told():
        await together(read(one) for one in snippets)


def check_reader(crew: Crew, name: str) -> None:
    """``InputError`` where the crew's extractor cannot go on with what was read under this name: it has to be the same
    model, asked in the same way; or rules, of whatever version, where rules read it."""
    mine = reads_as(crew.extractor)
    if mine != name and not (reads_by_rules(mine) and reads_by_rules(name)):
        if mine.partition("#")[0] == name.partition("#")[0]:
            raise InputError(
                f"the triplets of this page were read by {name}, and would now be by {mine}, the same model under another "
                "prompt or other parameters: generate the page anew (castalia generate … --force)"
            )
        raise InputError(
            f"the triplets of this page were read by {name}, and would now be by {mine}: give the model that read them then"
        )
