"""Opened pages, measured, with the notes that belong to their values. What is told of them lives in ``evaluation``
and ``comparison``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.measures.instruments import Instruments, instrument_notes, rule_notes
from castalia.graphs.measures.judge_law import check_own_work
from castalia.graphs.measures.judging import grade_pages, roles_judged, rubric_metrics
from castalia.graphs.measures.measuring import OF_GOLD, OF_RETRIEVED, PageValues, measure_pages
from castalia.graphs.measures.opened_pages import OpenedPage, with_retrieved
from castalia.memory.errors import CastaliaError, InputError
from castalia.tools.gold.gold_pages import FORMATS, GoldPage, read_gold, topic_key
from castalia.tools.judging.judgements import Score
from castalia.tools.judging.rubrics import rubrics_of
from castalia.tools.language.listing import first_few
from castalia.tools.metrics.metric_list import METRICS, Metric

if TYPE_CHECKING:
    from castalia.agents.judges import RubricJudge

Gold = str | Path | Mapping[str, GoldPage] | Sequence[str | Path]


@dataclass(frozen=True, slots=True)
class Measurement:
    """Pages, what they are measured against and with, and what had to be left out."""

    opened: tuple[OpenedPage, ...]
    pages: tuple[PageValues, ...]
    by: Instruments
    metrics: tuple[Metric, ...]
    failures: tuple[str, ...]
    notes: tuple[str, ...]
    judgements: tuple[Score, ...] = ()


async def measure(
    opened: Sequence[OpenedPage],
    unopened: Sequence[str],
    gold: Gold | None,
    by: Instruments,
    *,
    store: str | Path | None,
    own_judge: bool,
    system: str = "",
) -> Measurement:
    """Measure pages, with the notes that belong to their values. ``unopened``: a line for each that could not be opened
    with them; ``system``: the name that judgements of them carry."""
    failures = list(unopened)
    golds = golds_of(gold)
    check_gold([one.topic for one in opened], golds)
    notes = _judge_notes(opened, by, own_judge)
    notes = list(dict.fromkeys(notes + _rubric_notes(opened, by, own_judge)))
    if store is not None:
        async with AsyncExitStack() as stack:
            opened, unread = await with_retrieved(opened, await _memory(store, by, stack))
            failures.extend(unread)
        unknown = [one.page.topic for one in opened if one.retrieved is None]
        if unknown:
            notes.append(
                f"What their runs retrieved is not known (no ledgers, or not from this store): {first_few(unknown)}."
            )
    values, reasons = await measure_pages(opened, golds or {}, by)
    unjudged = sum(one.unjudged for one in values)
    if unjudged or reasons:
        told = f"claims that could not be judged, which are left out: {unjudged:,} ({'; '.join(reasons[:3])})"
        notes.append(told + ".")
        failures.append(told)
    if golds is None:
        notes.append("No gold was given: nothing is measured against it.")
    elif without := [one.topic for one in values if not one.has_gold]:
        notes.append(f"No gold for: {first_few(without)}.")
    notes += instrument_notes(by, golds is not None)
    hidden = (OF_GOLD if golds is None else frozenset()) | (OF_RETRIEVED if store is None else frozenset())
    metrics = tuple(one for one in METRICS if one.name not in hidden)
    found = Measurement(tuple(opened), tuple(values), by, metrics, tuple(failures), tuple(notes))
    return found if by.rubric is None else await _graded(found, by.rubric, system)


def check_gold(topics: Sequence[str], golds: Mapping[str, GoldPage] | None) -> None:
    """``InputError``, before anything is paid, where a gold is given that has none of the topics."""
    if golds is not None and not any(topic_key(one) in golds for one in topics):
        known = sorted({one.topic for one in golds.values()})
        raise InputError(f"the gold has none of these topics: {first_few(topics)}; it has {first_few(known)}")


def golds_of(gold: Gold | None) -> dict[str, GoldPage] | None:
    """The gold pages by ``topic_key``; ``None`` where none are given. ``InputError`` where there are none in what is
    given."""
    if gold is None:
        return None
    if isinstance(gold, Mapping) and all(isinstance(one, GoldPage) for one in gold.values()):
        return {topic_key(str(name)): one for name, one in gold.items()}
    if not isinstance(gold, str | Path | Sequence):
        raise InputError(f"the gold is {gold!r}: give a path, a list of paths, or a dict of topics to GoldPage")
    paths = [gold] if isinstance(gold, str | Path) else list(gold)
    found = read_gold(paths)
    if not found:
        raise InputError(f"no gold page in {', '.join(map(str, paths)) or 'an empty list'}: give {FORMATS}")
    return found


async def _memory(store: str | Path, by: Instruments, stack: AsyncExitStack) -> Any:
    """The store, opened without embeddings where it has none: only texts are read."""
    from castalia.memory.memory import Memory

    try:
        memory = await Memory.open(store, None, create=False)
    except CastaliaError:
        if by.embedder is None:
            raise
        memory = await Memory.open(store, by.embedder, create=False)
    stack.push_async_callback(memory.close)
    return memory


def _judge_notes(opened: Sequence[OpenedPage], by: Instruments, own_judge: bool) -> list[str]:
    """Who judged; ``InputError`` where a model would judge what it wrote without being asked to."""
    if by.judge.engine != "model":
        return rule_notes(by, any(one.record["engine"] == "extractive" for one in opened))
    return check_own_work(opened, by.judge, own_judge)


def _rubric_notes(opened: Sequence[OpenedPage], by: Instruments, own_judge: bool) -> list[str]:
    """Who graded, by the same law."""
    if by.rubric is None:
        return []
    scale = f"[{by.rubric.name}] judged: grades from 1 to 5 by the rubrics of tools/judging/rubrics.py."
    return [*check_own_work(opened, by.rubric, own_judge, roles_judged(rubrics_of(by.rubric_of))), scale]


async def _graded(found: Measurement, judge: RubricJudge, system: str) -> Measurement:
    """The measurement with the grades of its pages."""
    graded = await grade_pages(found.opened, judge, found.by.rubric_of, system)
    told = f"grades that could not be had, which are left out: {graded.missing:,} ({'; '.join(graded.reasons[:3])})"
    return replace(
        found,
        pages=tuple(
            replace(one, values=one.values | more) for one, more in zip(found.pages, graded.values, strict=True)
        ),
        metrics=(*found.metrics, *rubric_metrics(found.by.rubric_of)),
        failures=(*found.failures, told) if graded.missing else found.failures,
        notes=(*found.notes, f"{told}.") if graded.missing else found.notes,
        judgements=graded.scores,
    )
