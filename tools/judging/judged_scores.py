"""Scores of several judges over topics: means of systems by criterion, their difference, and how far the judges
agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from castalia.tools.judging.agreement import (
    Level,
    cohen_kappa,
    equal_share,
    kendall,
    krippendorff_alpha,
    quadratic_kappa,
    spearman,
)
from castalia.tools.judging.judgements import ALL, EVERY, Score
from castalia.tools.judging.preferences import Settled, criterion_place, group_place, plain_topic
from castalia.tools.judging.rubrics import HIGH, LOW
from castalia.tools.metrics.statistics_paired import (
    Interval,
    Paired,
    bootstrap_interval,
    compare_paired,
    holm_of,
    mean_of,
)


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean over ``n`` topics and its bootstrap interval."""

    mean: float
    interval: Interval | None
    n: int


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One criterion by one judge, or by all (of a topic: their mean); ``paired`` is there for two systems, second minus
    first."""

    criterion: str
    judge: str
    means: Mapping[str, Mean] = field(hash=False)
    paired: Paired | None
    p_holm: float | None


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """Two judges over the ``n`` units that both judged. Of preferences there is no order, and only ``equal`` and
    ``kappa``."""

    criterion: str
    first: str
    second: str
    n: int
    equal: float | None
    kappa: float | None
    kappa_quadratic: float | None
    spearman: float | None
    kendall: float | None


@dataclass(frozen=True, slots=True)
class AlphaRow:
    """Krippendorff's alpha of all judges over the ``units`` that two or more judged; of preferences the nominal one
    alone."""

    criterion: str
    judges: int
    units: int
    nominal: float | None
    ordinal: float | None
    interval: float | None


def on_one_scale(scores: Sequence[Score]) -> tuple[list[Score], list[str]]:
    """The scores from 1 to 5; the notes name the criteria of which some were on another scale, and were stretched to
    it."""
    out, notes = [], set()
    for one in scores:
        if (one.low, one.high) != (LOW, HIGH):
            notes.add(one.criterion)
            share = (one.score - one.low) / (one.high - one.low)
            one = replace(one, score=LOW + share * (HIGH - LOW), low=LOW, high=HIGH)
        out.append(one)
    return out, sorted(notes, key=criterion_place)


def score_rows(scores: Sequence[Score]) -> list[ScoreRow]:
    """A row for each criterion and judge, and of all judges where there are several."""
    values: dict[tuple[str, str], dict[str, dict[str, list[float]]]] = {}
    for one in scores:
        for judge in (one.judge, ALL):
            systems = values.setdefault((one.criterion, judge), {})
            systems.setdefault(one.system, {}).setdefault(plain_topic(one.topic), []).append(one.score)
    judges = _judges(scores)
    rows = [
        _row(criterion, judge, values[criterion, judge])
        for criterion, judge in sorted(values, key=group_place)
        if judge != ALL or len(judges[criterion]) > 1
    ]
    adjusted = {
        name: holm_of({row.criterion: row.paired for row in rows if row.judge == name})
        for name in {row.judge for row in rows}
    }
    return [replace(row, p_holm=adjusted[row.judge].get(row.criterion)) for row in rows]


def is_uneven(scores: Sequence[Score]) -> bool:
    """Whether some judge of a criterion did not judge all the pages that others judged by it."""
    judged: dict[str, dict[str, set[tuple[str, str]]]] = {}
    for one in scores:
        judged.setdefault(one.criterion, {}).setdefault(one.judge, set()).add((plain_topic(one.topic), one.system))
    return any(len({frozenset(pages) for pages in of.values()}) > 1 for of in judged.values())


def score_agreement(scores: Sequence[Score]) -> tuple[list[AgreementRow], list[AlphaRow]]:
    """By criterion and, where there are several, over all of them."""
    return _agreement(
        ((one.criterion, (plain_topic(one.topic), one.system), one.judge, one.score) for one in scores), True
    )


def preference_agreement(settled: Sequence[Settled]) -> tuple[list[AgreementRow], list[AlphaRow]]:
    """How far judges agree on who won, which is a name and no number; rows as ``score_agreement`` has them."""
    return _agreement(((one.criterion, (one.topic, one.a, one.b), one.judge, one.winner) for one in settled), False)


def _judges(scores: Iterable[Score]) -> dict[str, set[str]]:
    judges: dict[str, set[str]] = {}
    for one in scores:
        judges.setdefault(one.criterion, set()).add(one.judge)
    return judges


def _row(criterion: str, judge: str, systems: Mapping[str, Mapping[str, Sequence[float]]]) -> ScoreRow:
    by_topic = {
        system: {topic: sum(given) / len(given) for topic, given in sorted(topics.items())}
        for system, topics in sorted(systems.items())
    }
    means = {
        system: Mean(mean_of(list(topics.values())) or 0.0, bootstrap_interval(list(topics.values())), len(topics))
        for system, topics in by_topic.items()
    }
    paired = None
    if len(by_topic) == 2:
        first, second = by_topic.values()
        common = [topic for topic in first if topic in second]
        paired = compare_paired([first[topic] for topic in common], [second[topic] for topic in common])
    return ScoreRow(criterion, judge, means, paired, None)


def _agreement(
    answers: Iterable[tuple[str, tuple[str, ...], str, float | str]], is_scale: bool
) -> tuple[list[AgreementRow], list[AlphaRow]]:
    groups: dict[str, dict[tuple[str, ...], dict[str, float | str]]] = {}
    for criterion, unit, judge, value in answers:
        groups.setdefault(criterion, {}).setdefault(unit, {})[judge] = value
        groups.setdefault(EVERY, {}).setdefault((criterion, *unit), {})[judge] = value
    rows, alphas = [], []
    several = len(groups) > 2
    for criterion in sorted(groups, key=lambda name: (name == EVERY, criterion_place(name))):
        if criterion == EVERY and not several:
            continue
        units = [groups[criterion][unit] for unit in sorted(groups[criterion])]
        judges = sorted({judge for unit in units for judge in unit})
        if len(judges) < 2:
            continue
        for first, second in combinations(judges, 2):
            both = [(unit[first], unit[second]) for unit in units if first in unit and second in unit]
            if both:
                rows.append(_pair(criterion, first, second, [a for a, _ in both], [b for _, b in both], is_scale))
        told = [[unit.get(judge) for judge in judges] for unit in units]
        if counted := sum(len(unit) > 1 for unit in units):
            levels: tuple[Level, ...] = ("nominal", "ordinal", "interval")
            found = [krippendorff_alpha(told, one) if is_scale or one == "nominal" else None for one in levels]
            alphas.append(AlphaRow(criterion, len(judges), counted, *found))
    return rows, alphas


def _pair(
    criterion: str, first: str, second: str, mine: list[float | str], theirs: list[float | str], is_scale: bool
) -> AgreementRow:
    a, b = ([one for one in values if not isinstance(one, str)] for values in (mine, theirs))
    return AgreementRow(
        criterion,
        first,
        second,
        len(mine),
        equal_share(mine, theirs),
        cohen_kappa(mine, theirs),
        quadratic_kappa(a, b) if is_scale else None,
        spearman(a, b) if is_scale else None,
        kendall(a, b) if is_scale else None,
    )
