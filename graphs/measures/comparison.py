"""``compare``: two systems over the same topics, metric by metric: differences with intervals, p values and effect
sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.measures.evaluation import metric_json, page_json
from castalia.graphs.measures.instruments import Instruments, instruments
from castalia.graphs.measures.judge_law import check_own_work
from castalia.graphs.measures.judging import preference_judge_of, roles_judged
from castalia.graphs.measures.measurement import Gold, measure
from castalia.graphs.measures.measuring import PageValues
from castalia.graphs.measures.opened_pages import Pages
from castalia.graphs.measures.paired_pages import Side, pair_pages
from castalia.graphs.measures.preferring import Preferences, ask_preferences
from castalia.tools.claims.entity_names import Entities
from castalia.tools.judging.judgements import Judgement
from castalia.tools.judging.rubrics import rubrics_by_name
from castalia.tools.language.counting import count
from castalia.tools.language.listing import first_few
from castalia.tools.metrics.metric_list import Metric
from castalia.tools.metrics.metric_tables import (
    NONE,
    SIGNS,
    difference_head,
    difference_row,
    markdown_table,
    note_lines,
    once_a_family,
    signed,
)
from castalia.tools.metrics.metric_vectors import hull_areas
from castalia.tools.metrics.statistics_paired import FEW, Paired, compare_paired, ends_of, holm_of

if TYPE_CHECKING:
    from castalia.memory.protocols import Embedder
    from langchain_core.embeddings import Embeddings


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One metric over the topics where both sides have a value; ``paired`` is ``None`` where no topic has. ``p_holm``
    is the p of the permutation test, adjusted for all the metrics of the table."""

    metric: Metric
    label: str
    paired: Paired | None
    p_holm: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What ``compare`` found; differences are second minus first. ``judgements`` are grades of both sides, and
    preferences."""

    names: tuple[str, str]
    rows: tuple[ComparedRow, ...]
    pages: tuple[tuple[PageValues, PageValues], ...]
    instruments: Mapping[str, str] = field(hash=False)
    failures: tuple[str, ...]
    notes: tuple[str, ...]
    judgements: tuple[Judgement, ...] = ()
    preferences: Preferences | None = None

    def markdown(self, per_page: bool = False) -> str:
        """One row a metric, with the notes below; ``per_page``: the differences of each topic, too."""
        body = [difference_row(one.metric, one.label, one.paired, one.p_holm) for one in self.rows]
        parts = [markdown_table([difference_head(*self.names), *once_a_family(body)], left=2)]
        if per_page:
            parts.append(
                markdown_table(
                    [("difference", *(first.topic for first, _ in self.pages)), *map(self._by_topic, self.rows)]
                )
            )
        told = "\n\n".join([*parts, note_lines(self.notes)]) + "\n"
        return f"{told}\n{self.preferences.markdown()}" if self.preferences else told

    def to_json(self) -> dict[str, Any]:
        """Plain values: all but vectors and what judges said beside their numbers (``judgements``)."""
        return {
            "schema": 1,
            "names": list(self.names),
            "instruments": dict(self.instruments),
            "metrics": [
                {**metric_json(one.metric, one.label), "p_holm": one.p_holm, **_paired_json(one.paired)}
                for one in self.rows
            ],
            "pages": [{"topic": a.topic, "first": page_json(a), "second": page_json(b)} for a, b in self.pages],
            "failures": list(self.failures),
            "notes": list(self.notes),
            **({"preferences": self.preferences.to_json()} if self.preferences else {}),
        }

    def __repr__(self) -> str:
        found = f"{count(len(self.pages), 'topic')}, {count(len(self.rows), 'metric')}"
        return f"Comparison({self.names[0]!r} and {self.names[1]!r}: {found})"

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _by_topic(self, row: ComparedRow) -> tuple[str, ...]:
        name = row.metric.name
        pairs = [(first.values[name], second.values[name]) for first, second in self.pages]
        cells = [NONE if a is None or b is None else signed(b - a, row.metric.is_share) for a, b in pairs]
        return (row.label, *cells)


async def compare(
    first: Pages,
    second: Pages,
    gold: Gold | None = None,
    *,
    names: Sequence[str] | None = None,
    embeddings: str | Embedder | Embeddings | None = None,
    store: str | Path | None = None,
    judge: Any = None,
    own_judge: bool = False,
    rubric: Any = None,
    rubric_of: str = "both",
    prefer: Any = None,
    prefer_by: str | Sequence[str] = "overall",
    entities: Entities | None = None,
) -> Comparison:
    """Compare two sets of pages, paired by topic, on every metric; the options are those of ``evaluate``. ``prefer``, a
    model or any ``PreferenceJudge``, says which page of each topic is better by each criterion of ``prefer_by``, both
    orders being asked.

    Intervals are of the mean difference by bootstrap over topics, p is that of the paired permutation test, d is
    Cohen's d_z. Convex hulls are measured in one plane for both pages of a topic. Metrics that are pooled over pages
    are left out, for they have no pairs. ``InputError`` where a side has two pages on one topic, or both have none in
    common.
    """
    by = instruments(embeddings, judge, entities, rubric, rubric_of)
    chooser = None if prefer is None else preference_judge_of(prefer)
    wanted = rubrics_by_name(prefer_by)
    one_side, other, common = pair_pages(first, second, names)
    called = (one_side.name, other.name)
    paired = [[side.pages[key] for key in common] for side in (one_side, other)]
    if chooser is not None:  # before anything is paid
        for pages in paired:
            check_own_work(pages, chooser, own_judge, roles_judged(wanted))
    sides = [
        await measure(pages, side.unopened, gold, by, store=store, own_judge=own_judge, system=side.name)
        for pages, side in zip(paired, (one_side, other), strict=True)
    ]
    pairs = tuple(_in_one_plane(*pair) for pair in zip(*(side.pages for side in sides), strict=True))
    metrics = [one for one in sides[0].metrics if not one.is_pooled]
    differences = {one.name: _paired(one, pairs) for one in metrics}
    adjusted = holm_of(differences)
    rows = tuple(ComparedRow(one, _label(one, by), differences[one.name], adjusted.get(one.name)) for one in metrics)
    notes = _notes(one_side, other, len(pairs))
    notes += dict.fromkeys(note for side in sides for note in side.notes)
    failures = tuple(one for side in sides for one in side.failures)
    judgements: tuple[Judgement, ...] = tuple(one for side in sides for one in side.judgements)
    chosen = None
    if chooser is not None:
        chosen = await ask_preferences(
            {name: side.opened for name, side in zip(called, sides, strict=True)}, chooser, wanted, own_judge
        )
        failures, judgements = (*failures, *chosen.failures), (*judgements, *chosen.judgements)
    return Comparison(called, rows, pairs, by.names, failures, tuple(notes), judgements, chosen)


def _label(metric: Metric, by: Instruments) -> str:
    """As in an evaluation, but for the areas of convex hulls: they are measured in a plane that both pages share, and
    say so."""
    label = by.label(metric)
    return f"{label.removesuffix(']')}, shared plane]" if metric.name.startswith("hull_area") else label


def _in_one_plane(first: PageValues, second: PageValues) -> tuple[PageValues, PageValues]:
    """The two pages of a topic with their convex hulls in a plane that both share."""
    changes: list[dict[str, float | None]] = [{}, {}]
    for name in ("cited", "retrieved"):
        groups = [one.vectors.get(name) for one in (first, second)]
        if groups[0] is not None and groups[1] is not None:
            for change, area in zip(changes, hull_areas([groups[0], groups[1]]), strict=True):
                change[f"hull_area_{name}"] = area
    return replace(first, values=first.values | changes[0]), replace(second, values=second.values | changes[1])


def _paired(metric: Metric, pairs: Sequence[tuple[PageValues, PageValues]]) -> Paired | None:
    first, second = ([pair[side].values[metric.name] for pair in pairs] for side in (0, 1))
    return compare_paired(first, second)


def _paired_json(one: Paired | None) -> dict[str, Any]:
    if one is None:
        return {"n": 0}
    return {
        "n": one.n,
        "first": one.first,
        "second": one.second,
        "difference": one.difference,
        **ends_of(one.interval),
        "p": one.p,
        "p_sign": one.p_sign,
        "d": one.effect,
        "wins": one.wins,
        "losses": one.losses,
        "ties": one.ties,
    }


def _notes(one_side: Side, other: Side, n: int) -> list[str]:
    notes = [
        f"Difference: {other.name} − {one_side.name}, over {count(n, 'topic')}. p: paired permutation test, two-sided; p (Holm): adjusted for all metrics "
        "that differ; d: mean difference over its standard deviation; +/−/=: topics where the difference is above, below, at 0.",
        SIGNS,
    ]
    if n < FEW:
        notes.append(
            f"With {count(n, 'topic')} p cannot fall below {min(1.0, 2 / 2**n):.3g}: a difference has to be seen on six to reach 0.05."
        )
    for mine, theirs in ((one_side, other), (other, one_side)):
        if alone := mine.alone(theirs):
            notes.append(f"Topics of {mine.name} alone: {first_few(alone)}.")
    return notes
