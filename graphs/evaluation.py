"""``evaluate``: the metrics of pages with their means and intervals over pages, as values, Markdown and JSON.

Two systems against each other are the business of ``comparison``; single values of ``measuring``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.judge_law import listed, own_work
from castalia.graphs.judging import grade_pages, roles_judged, rubric_judge_of, rubric_metrics
from castalia.graphs.measuring import (
    OF_GOLD,
    OF_RETRIEVED,
    Instruments,
    PageValues,
    measure_pages,
    missing_libraries,
)
from castalia.graphs.opened_pages import OpenedPage, Pages, open_pages, with_retrieved
from castalia.memory.errors import CastaliaError, InputError
from castalia.tools.entity_names import Entities, name_entities
from castalia.tools.gold_pages import GoldPage, read_gold, topic_key
from castalia.tools.judgements import Score
from castalia.tools.metric_list import METRICS, Metric
from castalia.tools.metric_tables import interval, markdown_table, number
from castalia.tools.metric_vectors import LEXICAL
from castalia.tools.rubrics import rubrics_of
from castalia.tools.statistics_paired import (
    LEVEL,
    RESAMPLES,
    Interval,
    bootstrap_interval,
    mean_of,
    pooled_interval,
)

if TYPE_CHECKING:
    from castalia.agents.judges import EntailmentJudge, RubricJudge
    from castalia.memory.protocols import Embedder

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


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric over all pages; ``n`` of them have a value. ``label`` names the instrument too."""

    metric: Metric
    label: str
    mean: float | None
    interval: Interval | None
    n: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What ``evaluate`` found. ``failures`` are pages that could not be opened and claims that could not be judged,
    ``notes`` what a reader of the numbers should know, ``judgements`` the grades by rubric, with why."""

    rows: tuple[MetricRow, ...]
    pages: tuple[PageValues, ...]
    instruments: Mapping[str, str] = field(hash=False)
    failures: tuple[str, ...]
    notes: tuple[str, ...]
    judgements: tuple[Score, ...] = ()

    def markdown(self, per_page: bool = False) -> str:
        """One row a metric, with the notes below; ``per_page``: a table for each family with a row for each page, too."""
        head = ("family", "metric", "mean", f"{LEVEL:.0%} interval", "n")
        body = [
            (
                one.metric.family,
                one.label + arrow(one.metric),
                number(one.mean, one.metric.is_share),
                interval(one.interval, one.metric.is_share),
                str(one.n),
            )
            for one in self.rows
        ]
        parts = [markdown_table([head, *once_a_family(body)], left=2)]
        parts += self._page_tables() if per_page else []
        return "\n\n".join([*parts, note_lines(self.notes)]) + "\n"

    def to_json(self) -> dict[str, Any]:
        """Plain values, nothing lost but vectors."""
        return {
            "schema": 1,
            "instruments": dict(self.instruments),
            "metrics": [
                {
                    **metric_json(one.metric, one.label),
                    "mean": one.mean,
                    "low": one.interval.low if one.interval else None,
                    "high": one.interval.high if one.interval else None,
                    "n": one.n,
                }
                for one in self.rows
            ],
            "pages": [page_json(one) for one in self.pages],
            "failures": list(self.failures),
            "notes": list(self.notes),
        }

    def __repr__(self) -> str:
        return f"Evaluation({len(self.pages)} pages, {len(self.rows)} metrics)"

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _page_tables(self) -> list[str]:
        families: dict[str, list[MetricRow]] = {}
        for row in self.rows:
            if not row.metric.is_pooled:
                families.setdefault(row.metric.family, []).append(row)
        return [
            markdown_table(
                [
                    (family, *(one.label for one in rows)),
                    *(
                        (page.topic, *(number(page.values[one.metric.name], one.metric.is_share) for one in rows))
                        for page in self.pages
                    ),
                ]
            )
            for family, rows in families.items()
        ]


async def evaluate(
    pages: Pages,
    gold: Gold | None = None,
    *,
    embeddings: str | Embedder | None = None,
    store: str | Path | None = None,
    judge: Any = None,
    own_judge: bool = False,
    rubric: Any = None,
    rubric_of: str = "both",
    system: str = "",
    entities: Entities | None = None,
) -> Evaluation:
    """Measure pages: every metric of ``tools.metric_list``, its mean over pages and its bootstrap interval.

    ``pages`` are folders (of a page, or of pages), ``TopicPage`` objects or page records. ``gold`` are files or folders of pages that
    people wrote (see ``tools.gold_pages``), matched by topic; without it nothing is measured against gold. ``embeddings`` is a spec or an
    ``Embedder``; without it vectors are lexical, and say so. ``store`` is where the pages were made from: then what their runs retrieved is
    measured, and not only what they cite. ``judge`` says what entails what: rules by default, a model's spec, a chat model, or any
    ``EntailmentJudge``; a model that wrote one of the pages is refused unless ``own_judge``. ``rubric``, a model or
    any ``RubricJudge``, grades the outline, the article, or both (``rubric_of``) by ``tools.rubrics``;
    its judgements are of ``system``, by default the folder that the pages' folders lie in. ``entities`` is a named-entity recogniser.

    Raises ``InputError`` for what the caller can mend. What is not defined is ``None``, never 0.
    """
    by = instruments(embeddings, judge, entities, rubric, rubric_of)
    found = await measure(pages, gold, by, store=store, own_judge=own_judge, system=system)
    rows = tuple(_row(one, found.pages, found.by.label(one)) for one in found.metrics)
    notes = (*_interval_notes(found.pages), *found.notes)
    return Evaluation(rows, found.pages, found.by.names, found.failures, notes, found.judgements)


def instruments(
    embeddings: str | Embedder | None,
    judge: Any,
    entities: Entities | None,
    rubric: Any = None,
    rubric_of: str = "both",
) -> Instruments:
    """The instruments by their specs. ``InputError`` for a spec that is not known."""
    from castalia.tools.embeddings import embedder
    from castalia.tools.vector_cache import cached

    made = embedder(embeddings) if isinstance(embeddings, str) else embeddings
    named = "rules" if entities is None else str(getattr(entities, "__name__", type(entities).__name__))
    return Instruments(
        judge_of(judge),
        cached(made) if isinstance(embeddings, str) and made is not None else made,
        entities or name_entities,
        named,
        None if rubric is None else rubric_judge_of(rubric),
        rubric_of,
    )


def judge_of(judge: Any) -> EntailmentJudge:
    """A judge from nothing (rules), a spec (``nli:…`` or a chat model's), a chat model or a ``Mind``; one that is a judge already is
    taken as it is."""
    if judge is None or judge == "rules":
        from castalia.agents.extractive.entailment_judge import RuleEntailmentJudge

        return RuleEntailmentJudge()
    if callable(judge) and hasattr(judge, "engine") and hasattr(judge, "name"):
        known: EntailmentJudge = judge
        return known
    if isinstance(judge, str) and judge.startswith("nli:"):
        from castalia.agents.nli_judge import NliEntailmentJudge

        return NliEntailmentJudge.of(judge)
    from castalia.agents.model.entailment_judge import ModelEntailmentJudge

    return ModelEntailmentJudge(judge)


async def measure(
    pages: Pages, gold: Gold | None, by: Instruments, *, store: str | Path | None, own_judge: bool, system: str = ""
) -> Measurement:
    """Open and measure pages, with the notes that belong to their values. ``system``: the name that judgements of them carry."""
    opened, failures = open_pages(pages)
    golds = golds_of(gold)
    notes = _judge_notes(opened, by, own_judge)
    notes = list(dict.fromkeys(notes + _rubric_notes(opened, by, own_judge)))
    if store is not None:
        async with AsyncExitStack() as stack:
            opened = await with_retrieved(opened, await _memory(store, by, stack))
        unknown = [one.page.topic for one in opened if one.retrieved is None]
        if unknown:
            notes.append(
                f"What their runs retrieved is not known (no ledgers, or not from this store): {listed(unknown)}."
            )
    values, reasons = await measure_pages(opened, golds or {}, by)
    unjudged = sum(one.unjudged for one in values)
    if unjudged or reasons:
        told = f"{unjudged:,} claims could not be judged and are left out: {'; '.join(reasons[:3])}"
        notes.append(told + ".")
        failures.append(told)
    if golds is None:
        notes.append("No gold was given: nothing is measured against it.")
    elif without := [one.topic for one in values if not one.has_gold]:
        if len(without) == len(values):
            raise InputError(
                f"the gold has none of these topics: {listed(without)}; it has {listed(sorted({one.topic for one in golds.values()}))}"
            )
        notes.append(f"No gold for: {listed(without)}.")
    notes += instrument_notes(by, golds is not None)
    hidden = (OF_GOLD if golds is None else frozenset()) | (OF_RETRIEVED if store is None else frozenset())
    metrics = tuple(one for one in METRICS if one.name not in hidden)
    found = Measurement(tuple(opened), tuple(values), by, metrics, tuple(failures), tuple(notes))
    return found if by.rubric is None else await _graded(found, by.rubric, system)


def instrument_notes(by: Instruments, has_gold: bool) -> list[str]:
    """What a reader of values by these instruments should know of them."""
    notes = []
    if by.embedder is None:
        notes.append(
            f"[{LEXICAL}]: cosines of stems, without a model; they do not compare with the papers' embeddings."
        )
    if has_gold and by.entities is name_entities:
        notes.append(
            "[rules] entities: runs of capitalised words, acronyms and symbols; the papers use the FLAIR recogniser."
        )
    if missing := missing_libraries():
        notes.append(
            f"Without {', '.join(missing)} some metrics are missing: pip install {' '.join(missing)} (the extra evaluate)."
        )
    return notes


async def _graded(found: Measurement, judge: RubricJudge, system: str) -> Measurement:
    """The measurement with the grades of its pages."""
    graded = await grade_pages(found.opened, judge, found.by.rubric_of, system)
    told = f"{graded.missing:,} grades could not be had and are left out: {'; '.join(graded.reasons[:3])}"
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


def arrow(metric: Metric) -> str:
    """Which way is better, behind a metric's name."""
    return {"higher": " ↑", "lower": " ↓", "": ""}[metric.better]


def once_a_family(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows with the family's name in the first of each family only."""
    before = ""
    shown = []
    for family, *rest in rows:
        shown.append((family if family != before else "", *rest))
        before = family
    return shown


def note_lines(notes: Sequence[str]) -> str:
    """The notes as a list in Markdown."""
    return "\n".join(f"- {one}" for one in notes)


def metric_json(metric: Metric, label: str) -> dict[str, Any]:
    """What a metric is, as plain values."""
    return {
        "name": label,
        "metric": metric.name,
        "family": metric.family,
        "better": metric.better or None,
        "source": metric.source,
        "pooled": metric.is_pooled,
    }


def page_json(page: PageValues) -> dict[str, Any]:
    """The values of one page, as plain values."""
    return {"topic": page.topic, "folder": page.folder, "has_gold": page.has_gold, "values": dict(page.values)}


def _row(metric: Metric, pages: Sequence[PageValues], label: str) -> MetricRow:
    values = [value for one in pages if (value := one.values[metric.name]) is not None]
    if not metric.is_pooled:
        return MetricRow(metric, label, mean_of(values), bootstrap_interval(values), len(values))
    shares = [(one.shares[metric.name].part, one.shares[metric.name].whole) for one in pages]
    whole = sum(share for _, share in shares)
    pooled = sum(part for part, _ in shares) / whole if whole else None
    return MetricRow(metric, label, pooled, pooled_interval(shares), len(values))


def golds_of(gold: Gold | None) -> dict[str, GoldPage] | None:
    """The gold pages by ``topic_key``; ``None`` where none are given. ``InputError`` where there are none in what is given."""
    if gold is None:
        return None
    if isinstance(gold, Mapping):
        return {topic_key(name): one for name, one in gold.items()}
    found = read_gold([gold] if isinstance(gold, str | Path) else gold)
    if not found:
        raise InputError(f"{gold} holds no gold pages")
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
        if by.judge.name == "rules":
            return [
                "[rules] judge: words, numbers and names; it finds what is invented, not what is distorted or said in other words."
            ]
        return []
    return own_work(opened, by.judge, own_judge)


def _rubric_notes(opened: Sequence[OpenedPage], by: Instruments, own_judge: bool) -> list[str]:
    """Who graded, by the same law."""
    if by.rubric is None:
        return []
    scale = f"[{by.rubric.name}] judged: grades from 1 to 5 by the rubrics of tools/rubrics.py."
    return [*own_work(opened, by.rubric, own_judge, roles_judged(rubrics_of(by.rubric_of))), scale]


def _interval_notes(pages: Sequence[PageValues]) -> list[str]:
    notes = ["Shares run from 0 to 1 (the papers print them times 100); – is not defined; ↑ higher, ↓ lower is better."]
    if len(pages) > 1:
        few = ", too narrow for so few pages" if len(pages) < 10 else ""
        notes.append(f"Intervals: bootstrap over {len(pages)} pages ({RESAMPLES:,} resamples){few}.")
    twice = [topic for topic, count in Counter(topic_key(one.topic) for one in pages).items() if count > 1]
    if twice:
        notes.append(f"More than one page on: {listed(twice)}.")
    return notes
