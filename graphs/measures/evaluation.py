"""``evaluate``: the metrics of pages with their means and intervals over pages, as values, Markdown and JSON.

Two systems against each other are the business of ``comparison``; single values of ``measuring``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.measures.instruments import instruments
from castalia.graphs.measures.measurement import Gold, measure
from castalia.graphs.measures.measuring import PageValues
from castalia.graphs.measures.opened_pages import Pages, open_pages
from castalia.tools.claims.entity_names import Entities
from castalia.tools.gold.gold_pages import topic_key
from castalia.tools.judging.judgements import Score
from castalia.tools.language.counting import count
from castalia.tools.language.listing import first_few
from castalia.tools.metrics.metric_list import Metric
from castalia.tools.metrics.metric_tables import (
    SIGNS,
    arrow,
    interval,
    markdown_table,
    note_lines,
    number,
    once_a_family,
)
from castalia.tools.metrics.statistics_paired import (
    LEVEL,
    RESAMPLES,
    Interval,
    bootstrap_interval,
    ends_of,
    mean_of,
    pooled_interval,
    pooled_mean,
)

if TYPE_CHECKING:
    from castalia.memory.protocols import Embedder
    from langchain_core.embeddings import Embeddings


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
        """One row a metric, with the notes below; ``per_page``: a table for each family with a row for each page,
        too."""
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
        """Plain values: all but vectors and what judges said beside their numbers (``judgements``)."""
        return {
            "schema": 1,
            "instruments": dict(self.instruments),
            "metrics": [
                {**metric_json(one.metric, one.label), "mean": one.mean, **ends_of(one.interval), "n": one.n}
                for one in self.rows
            ],
            "pages": [page_json(one) for one in self.pages],
            "failures": list(self.failures),
            "notes": list(self.notes),
        }

    def __repr__(self) -> str:
        return f"Evaluation({count(len(self.pages), 'page')}, {count(len(self.rows), 'metric')})"

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
    embeddings: str | Embedder | Embeddings | None = None,
    store: str | Path | None = None,
    judge: Any = None,
    own_judge: bool = False,
    rubric: Any = None,
    rubric_of: str = "both",
    system: str = "",
    entities: Entities | None = None,
) -> Evaluation:
    """Measure pages: every metric of ``tools.metrics.metric_list``, its mean over pages and its bootstrap interval.

    ``pages`` are folders (of a page, or of pages), ``TopicPage`` objects or page records. ``gold`` are files or folders
    of pages that people wrote (see ``tools.gold.gold_pages``), matched by topic; without it nothing is measured against
    gold. ``embeddings`` is a spec or an ``Embedder``; without it vectors are lexical, and say so. ``store`` is where
    the pages were made from: then what their runs retrieved is measured, and not only what they cite. ``judge`` says
    what entails what: rules by default, a model's spec, a chat model, or any ``EntailmentJudge``; a model that wrote
    one of the pages is refused unless ``own_judge``. ``rubric``, a model or any ``RubricJudge``, grades the outline,
    the article, or both (``rubric_of``) by ``tools.judging.rubrics``; its judgements are of ``system``, by default the
    folder that the pages' folders lie in. ``entities`` is a named-entity recogniser.

    Raises ``InputError`` for what the caller can mend. What is not defined is ``None``, never 0.
    """
    by = instruments(embeddings, judge, entities, rubric, rubric_of)
    found = await measure(*open_pages(pages), gold, by, store=store, own_judge=own_judge, system=system)
    rows = tuple(_row(one, found.pages, found.by.label(one)) for one in found.metrics)
    notes = (*_interval_notes(found.pages), *found.notes)
    return Evaluation(rows, found.pages, found.by.names, found.failures, notes, found.judgements)


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
    return MetricRow(metric, label, pooled_mean(shares), pooled_interval(shares), len(values))


def _interval_notes(pages: Sequence[PageValues]) -> list[str]:
    notes = [SIGNS]
    if len(pages) > 1:
        few = ", too narrow for so few pages" if len(pages) < 10 else ""
        notes.append(f"Intervals: bootstrap over {len(pages)} pages ({RESAMPLES:,} resamples){few}.")
    twice = [topic for topic, times in Counter(topic_key(one.topic) for one in pages).items() if times > 1]
    if twice:
        notes.append(
            f"More than one page on: {first_few(twice)}; means are of all of them: give the folder of one system to have its own."
        )
    return notes
