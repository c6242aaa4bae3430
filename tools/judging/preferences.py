"""Preferences settled: two orders of one pair become one outcome, and the outcomes become win rates and strengths.

A win counts only where a judge gives it in both orders; the share of pairs where the orders disagree is the judge's
position bias.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from castalia.tools.gold.gold_pages import topic_key
from castalia.tools.judging.davidson import Outcome, davidson_over_topics
from castalia.tools.judging.judgements import ALL, Judgement, Preference, Score, Winner
from castalia.tools.judging.rubrics import RUBRICS
from castalia.tools.metrics.statistics_paired import Interval, pooled_interval


@dataclass(frozen=True, slots=True)
class Settled:
    """One outcome of ``a`` against ``b`` (in alphabetical order) by one judge; ``agree`` is ``None`` where one order
    alone was asked."""

    topic: str
    a: str
    b: str
    judge: str
    criterion: str
    winner: Winner
    agree: bool | None


@dataclass(frozen=True, slots=True)
class OrderRow:
    """``pairs`` were asked in both orders and ``disagreed`` in so many; ``first`` of the ``decided`` answers named the
    page shown first."""

    criterion: str
    judge: str
    pairs: int
    disagreed: int
    decided: int
    first: int


@dataclass(frozen=True, slots=True)
class WinRow:
    """``rate`` is (wins + ties / 2) / n; ``strength`` the log of Davidson's, mean 0 over systems, ``None`` where not
    all were compared."""

    criterion: str
    judge: str
    system: str
    wins: int
    losses: int
    ties: int
    rate: float
    rate_interval: Interval | None
    strength: float | None
    strength_interval: Interval | None


def latest(judgements: Iterable[Judgement]) -> list[Judgement]:
    """The last of those that say the same thing of the same pages by the same judge; the others keep their places."""
    return list({judgement_key(one): one for one in judgements}.values())


def judgement_key(one: Judgement) -> tuple[str, ...]:
    """What a judgement is of, and whose: two with one key are a first answer and its correction."""
    what = ("score", one.system) if isinstance(one, Score) else ("preference", one.a, one.b)
    return (*what, plain_topic(one.topic), one.judge, one.criterion)


def plain_topic(topic: str) -> str:
    """The topic as it is matched: without capitals and marks, unless nothing else is in it."""
    return topic_key(topic) or topic


def settle(preferences: Sequence[Preference]) -> list[Settled]:
    """One outcome a pair, judge and criterion: that of both orders where they agree, else a tie; that of one where the
    other was not asked."""
    groups: dict[tuple[str, ...], dict[bool, Preference]] = {}
    for one in preferences:
        if one.a != one.b:
            pair = sorted((one.a, one.b))
            key = (plain_topic(one.topic), *pair, one.judge, one.criterion)
            groups.setdefault(key, {})[one.a == pair[0]] = one
    settled = []
    for key, orders in sorted(groups.items()):
        answers = [_turned(orders[forward].winner, forward) for forward in sorted(orders, reverse=True)]
        agree = answers[0] == answers[1] if len(answers) == 2 else None
        settled.append(Settled(key[0], key[1], key[2], key[3], key[4], "tie" if agree is False else answers[0], agree))
    return settled


def order_rows(preferences: Sequence[Preference]) -> list[OrderRow]:
    """How much the order told, by criterion and judge, of the pairs that were asked in both."""
    both = {
        (one.topic, one.a, one.b, one.judge, one.criterion): not one.agree
        for one in settle(preferences)
        if one.agree is not None
    }
    answers: dict[tuple[str, str], list[Preference]] = {}
    for one in preferences:
        if (plain_topic(one.topic), *sorted((one.a, one.b)), one.judge, one.criterion) in both:
            answers.setdefault((one.criterion, one.judge), []).append(one)
    rows = []
    for criterion, judge in sorted(answers, key=group_place):
        mine = answers[criterion, judge]
        apart = [differs for key, differs in both.items() if key[3:] == (judge, criterion)]
        decided = [one.winner for one in mine if one.winner != "tie"]
        rows.append(OrderRow(criterion, judge, len(apart), sum(apart), len(decided), decided.count("a")))
    return rows


def win_rows(settled: Sequence[Settled]) -> list[WinRow]:
    """Wins and strengths by criterion, judge and system, the strongest first; where there are several judges, of all
    together, too."""
    groups: dict[tuple[str, str], list[Settled]] = {}
    for one in settled:
        groups.setdefault((one.criterion, one.judge), []).append(one)
        groups.setdefault((one.criterion, ALL), []).append(one)
    judges = {criterion: {one for name, one in groups if name == criterion} for criterion, _ in groups}
    rows = []
    for criterion, judge in sorted(groups, key=group_place):
        if judge != ALL or len(judges[criterion]) > 2:
            rows += _wins(criterion, judge, groups[criterion, judge])
    return rows


def group_place(group: tuple[str, str]) -> tuple[tuple[int, str], bool, str]:
    """Where a criterion and a judge stand in a table; all judges together come after each alone."""
    criterion, judge = group
    return criterion_place(criterion), judge == ALL, judge


def criterion_place(criterion: str) -> tuple[int, str]:
    """Where a criterion stands in a table: those of the rubrics in their order, then others by name."""
    known = [one.criterion for one in RUBRICS]
    return (known.index(criterion) if criterion in known else len(known), criterion)


def _turned(winner: Winner, forward: bool) -> Winner:
    return winner if forward or winner == "tie" else "b" if winner == "a" else "a"


def _wins(criterion: str, judge: str, settled: Sequence[Settled]) -> list[WinRow]:
    by_topic: dict[str, list[Settled]] = {}
    for one in settled:
        by_topic.setdefault(one.topic, []).append(one)
    outcomes: list[list[Outcome]] = [[(one.a, one.b, one.winner) for one in group] for group in by_topic.values()]
    strengths = davidson_over_topics(outcomes)
    rows = []
    for system in sorted({name for one in settled for name in (one.a, one.b)}):
        mine = [one for one in settled if system in (one.a, one.b)]
        won = [_points(one, system) for one in mine]
        shares = [
            (sum(points), float(len(points)))
            for group in by_topic.values()
            for points in ([_points(one, system) for one in group if system in (one.a, one.b)],)
        ]
        rows.append(
            WinRow(
                criterion,
                judge,
                system,
                won.count(1.0),
                won.count(0.0),
                won.count(0.5),
                sum(won) / len(won),
                pooled_interval(shares),
                strengths.logs[system] if strengths else None,
                strengths.intervals.get(system) if strengths else None,
            )
        )
    return sorted(rows, key=lambda row: (-(row.rate if row.strength is None else row.strength), row.system))


def _points(one: Settled, system: str) -> float:
    if one.winner == "tie":
        return 0.5
    return float((one.a if one.winner == "a" else one.b) == system)
