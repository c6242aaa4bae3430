"""``compare --judgements``: what people and models said of pages, side by side: scores, preferences, and how far judges
agree.

It reads judgements (``tools.judging.judgements``), whoever made them, and asks nobody anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from castalia.memory.errors import InputError
from castalia.tools.judging.judged_scores import (
    AgreementRow,
    AlphaRow,
    ScoreRow,
    is_uneven,
    on_one_scale,
    preference_agreement,
    score_agreement,
    score_rows,
)
from castalia.tools.judging.judgements import ALL, Judgement, Preference, Score, judgements_of
from castalia.tools.judging.preferences import OrderRow, WinRow, latest, order_rows, settle, win_rows
from castalia.tools.language.counting import count
from castalia.tools.metrics.metric_tables import NONE, markdown_table, note_lines, probability
from castalia.tools.metrics.statistics_paired import LEVEL, Interval


@dataclass(frozen=True, slots=True)
class JudgementReport:
    """What ``compare_judgements`` found."""

    systems: tuple[str, ...]
    scores: tuple[ScoreRow, ...]
    score_agreement: tuple[AgreementRow, ...]
    score_alphas: tuple[AlphaRow, ...]
    wins: tuple[WinRow, ...]
    orders: tuple[OrderRow, ...]
    preference_agreement: tuple[AgreementRow, ...]
    preference_alphas: tuple[AlphaRow, ...]
    notes: tuple[str, ...]

    def markdown(self, per_page: bool = False) -> str:
        """Tables of scores, preferences and agreement, as far as there are any, and the notes."""
        parts: list[str] = []
        if self.scores:
            parts += ["### Scores", self._score_table()]
        if self.wins:
            parts += ["### Preferences", _win_table(self.wins)]
        if self.orders:
            parts.append(_order_table(self.orders))
        if self.score_alphas:
            parts += [
                "### Agreement on scores",
                _pair_table(self.score_agreement, True),
                _alpha_table(self.score_alphas, True),
            ]
        if self.preference_alphas:
            parts += [
                "### Agreement on preferences",
                _pair_table(self.preference_agreement, False),
                _alpha_table(self.preference_alphas, False),
            ]
        return "\n\n".join([*parts, note_lines(self.notes)]) + "\n"

    def to_json(self) -> dict[str, Any]:
        """Plain values, nothing lost."""
        names = "scores score_agreement score_alphas wins orders preference_agreement preference_alphas".split()
        rows = {name: [_plain(one) for one in getattr(self, name)] for name in names}
        return {"schema": 1, "systems": list(self.systems), **rows, "notes": list(self.notes)}

    def __repr__(self) -> str:
        rows = f"{count(len(self.scores), 'row')} of scores, {len(self.wins):,} of wins"
        return f"JudgementReport({count(len(self.systems), 'system')}, {rows})"

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _score_table(self) -> str:
        systems = sorted({name for row in self.scores for name in row.means})
        head = ["criterion", "judge", *systems]
        head += ["difference", f"{LEVEL:.0%} interval", "p", "p (Holm)", "topics"] if len(systems) == 2 else ["topics"]
        return markdown_table([head, *(_score_cells(row, systems) for row in self.scores)], left=2)


def compare_judgements(judgements: str | Path | Sequence[str | Path | Judgement]) -> JudgementReport:
    """Means of scores with intervals over topics, win rates with Davidson strengths, agreement between judges.

    ``judgements`` are files (see ``tools.judging.judgements``), or judgements, or both. Where a judge said something
    twice of the same pages the last counts. ``InputError`` for a file that cannot be read, and for none at all.
    """
    given = judgements_of(judgements)
    if not given:
        raise InputError("there are no judgements to compare")
    kept = latest(given)
    scores, stretched = on_one_scale([one for one in kept if isinstance(one, Score)])
    preferences = [one for one in kept if isinstance(one, Preference)]
    settled = settle(preferences)
    systems = {one.system for one in scores} | {name for one in preferences for name in (one.a, one.b)}
    pairs, alphas = score_agreement(scores)
    chosen, chosen_alphas = preference_agreement(settled)
    wins, orders = win_rows(settled), order_rows(preferences)
    judges = ", ".join(sorted({one.judge for one in kept}))
    notes = [f"{len(scores)} scores and {len(preferences)} preferences by: {judges}."]
    if len(given) > len(kept):
        notes.append(f"{len(given) - len(kept)} were said again of the same pages by the same judge: the last counts.")
    if stretched:
        notes.append(f"Stretched from another scale to 1 to 5: {', '.join(stretched)}.")
    report = JudgementReport(
        tuple(sorted(systems)), tuple(score_rows(scores)), tuple(pairs), tuple(alphas), tuple(wins), tuple(orders),
        tuple(chosen), tuple(chosen_alphas), tuple(notes),
    )  # fmt: skip
    return replace(report, notes=(*notes, *_how_to_read(report, is_uneven(scores))))


def _how_to_read(report: JudgementReport, is_uneven: bool) -> list[str]:
    """What a reader of the tables should know; ``is_uneven``: not every judge judged every page."""
    notes = []
    if report.scores:
        notes.append(
            "Scores: 1 to 5, means over topics with bootstrap intervals; difference: second − first, p of the paired permutation test."
        )
        if any(row.judge == ALL for row in report.scores):
            notes.append(f"{ALL}: of each topic the mean of its judges.")
        if is_uneven:
            notes.append("Not every judge judged every page: means of different judges are of different pages.")
    if report.wins:
        notes.append(
            "Win rate: (wins + half the ties) / comparisons. Strength: log of Davidson's (1970), mean 0, one pseudo-outcome a pair; the "
            "difference of two is the log odds of a win to a loss. Intervals: bootstrap over topics."
        )
        if any(row.strength is None for row in report.wins):
            notes.append("– for a strength: some systems were compared with others by no chain of pairs.")
    if report.orders:
        notes.append(
            "A pair that was asked in both orders is won where both answers say so, else a tie; an unbiased judge names the first in half."
        )
    if report.score_alphas or report.preference_alphas:
        notes.append(
            "κ: Cohen's; κ²: with squared differences as weights; ρ: Spearman; τ: Kendall's tau-b; α: Krippendorff's."
        )
    return notes


def _score_cells(row: ScoreRow, systems: Sequence[str]) -> list[str]:
    cells = [row.criterion, row.judge]
    for system in systems:
        mean = row.means.get(system)
        cells.append(NONE if mean is None else f"{mean.mean:.2f}{_around(mean.interval)}")
    n = str(max(one.n for one in row.means.values()))
    if len(systems) != 2:
        return [*cells, n]
    one = row.paired
    if one is None:
        return [*cells, NONE, NONE, NONE, NONE, n]
    return [
        *cells,
        _signed(one.difference),
        _interval(one.interval),
        probability(one.p),
        probability(row.p_holm),
        str(one.n),
    ]


def _win_table(rows: Sequence[WinRow]) -> str:
    head = ("criterion", "judge", "system", "wins", "losses", "ties", "win rate", f"{LEVEL:.0%} interval", "strength", f"{LEVEL:.0%} interval")  # fmt: skip
    body = [
        (
            one.criterion, one.judge, one.system, str(one.wins), str(one.losses), str(one.ties), f"{one.rate:.3f}",
            NONE if one.rate_interval is None else f"{one.rate_interval.low:.3f} to {one.rate_interval.high:.3f}",
            _signed(one.strength), _interval(one.strength_interval),
        )
        for one in rows
    ]  # fmt: skip
    return markdown_table([head, *body], left=3)


def _order_table(rows: Sequence[OrderRow]) -> str:
    head = ("criterion", "judge", "pairs in both orders", "orders disagree", "share", "first named")
    body = [
        (
            one.criterion,
            one.judge,
            str(one.pairs),
            str(one.disagreed),
            f"{one.disagreed / one.pairs:.3f}",
            f"{one.first / one.decided:.3f}" if one.decided else NONE,
        )
        for one in rows
    ]
    return markdown_table([head, *body], left=2)


def _pair_table(rows: Sequence[AgreementRow], is_scale: bool) -> str:
    head = ["criterion", "judges", "n", "equal", "κ", *(["κ²", "ρ", "τ"] if is_scale else [])]
    body = [
        [
            one.criterion,
            f"{one.first} and {one.second}",
            str(one.n),
            *map(_value, (one.equal, one.kappa)),
            *(map(_value, (one.kappa_quadratic, one.spearman, one.kendall)) if is_scale else ()),
        ]
        for one in rows
    ]
    return markdown_table([head, *body], left=2)


def _alpha_table(rows: Sequence[AlphaRow], is_scale: bool) -> str:
    head = ["criterion", "judges", "units", "α nominal", *(["α ordinal", "α interval"] if is_scale else [])]
    body = [
        [
            one.criterion,
            str(one.judges),
            str(one.units),
            _value(one.nominal),
            *(map(_value, (one.ordinal, one.interval)) if is_scale else ()),
        ]
        for one in rows
    ]
    return markdown_table([head, *body])


def _value(value: float | None) -> str:
    return NONE if value is None else f"{value:.3f}".replace("-", "−")


def _signed(value: float | None) -> str:
    return NONE if value is None else f"{round(value, 2) + 0.0:+.2f}".replace("-", "−")


def _interval(found: Interval | None) -> str:
    return NONE if found is None else f"{_signed(found.low)} to {_signed(found.high)}"


def _around(found: Interval | None) -> str:
    return "" if found is None else f" ({found.low:.2f} to {found.high:.2f})"


def _plain(row: Any) -> dict[str, Any]:
    if isinstance(row, ScoreRow):
        means: Mapping[str, Any] = {name: asdict(one) for name, one in row.means.items()}
        paired = None if row.paired is None else asdict(row.paired)
        return {"criterion": row.criterion, "judge": row.judge, "means": means, "paired": paired, "p_holm": row.p_holm}
    return asdict(row)
