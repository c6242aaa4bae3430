"""Pages graded by rubrics: what a judge is shown, what of its answers becomes values of pages, and what becomes
judgements.

The rubrics are ``tools.judging.rubrics``; preferences between two systems are the business of ``preferring``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.graphs.measures.asked_judges import ask_judge, check_grade
from castalia.graphs.measures.judge_law import WRITERS, is_judge
from castalia.graphs.measures.opened_pages import OpenedPage
from castalia.memory.errors import InputError
from castalia.tools.judging.judged_text import judged_text
from castalia.tools.judging.judgements import Score
from castalia.tools.judging.kept_judgements import under_one_name
from castalia.tools.judging.preferences import plain_topic
from castalia.tools.judging.rubrics import Rubric, rubrics_of
from castalia.tools.metrics.metric_list import Metric

if TYPE_CHECKING:
    from castalia.agents.judges import AskedScore, PreferenceJudge, RubricJudge


@dataclass(frozen=True, slots=True)
class Graded:
    """For each page its grades by metric, all as judgements, how many there are not, and why."""

    values: tuple[dict[str, float | None], ...]
    scores: tuple[Score, ...]
    missing: int
    reasons: tuple[str, ...]


def rubric_judge_of(judge: Any) -> RubricJudge:
    """A judge by rubrics from a model's spec, a chat model or a ``Mind``; one that is a judge already is taken as it
    is."""
    if is_judge(judge):
        known: RubricJudge = judge
        return known
    _refuse_rules(judge, "rubrics need a model, or people (judgement files)")
    from castalia.agents.model.rubric_judge import ModelRubricJudge

    return ModelRubricJudge(judge)


def preference_judge_of(judge: Any) -> PreferenceJudge:
    """A judge of preferences from a model's spec, a chat model or a ``Mind``; one that is a judge already is taken as
    it is."""
    if is_judge(judge):
        known: PreferenceJudge = judge
        return known
    _refuse_rules(judge, "preferences need a model, or people (judgement files)")
    from castalia.agents.model.preference_judge import ModelPreferenceJudge

    return ModelPreferenceJudge(judge)


def rubric_metrics(part: str) -> tuple[Metric, ...]:
    """The criteria as metrics of the family "judged"."""
    return tuple(
        Metric(_graded(one), "judged", "higher", one.source, "rubric", is_share=False) for one in rubrics_of(part)
    )


def roles_judged(rubrics: Sequence[Rubric]) -> tuple[str, ...]:
    """The roles whose words are judged by these rubrics."""
    return (*WRITERS, "outliner") if any(one.part == "outline" for one in rubrics) else WRITERS


async def grade_pages(opened: Sequence[OpenedPage], judge: RubricJudge, part: str, system: str) -> Graded:
    """Every page by every rubric of this part; what a page has not (a lead alone has no outline) gets no grade, and
    none is missing. ``system`` is the name that its judgements carry, "" for that of ``system_of``."""
    asked: list[tuple[int, AskedScore]] = []
    for at, page in enumerate(opened):
        texts = {rubric.part: judged_text(page.record, rubric.part) for rubric in rubrics_of(part)}
        asked += [
            (at, {"topic": page.page.topic, "text": texts[rubric.part], "rubric": rubric})
            for rubric in rubrics_of(part)
            if texts[rubric.part]
        ]
    given, failures = await ask_judge(judge, {"asked": [question for _, question in asked]}, "scores", check_grade)
    values: list[dict[str, float | None]] = [dict.fromkeys(map(_graded, rubrics_of(part))) for _ in opened]
    scores: list[Score] = []
    for (at, question), one in zip(asked, given, strict=True):
        if one is None:
            continue
        page, criterion, comment = opened[at], question["rubric"].criterion, _comment(one["why"], one["quote"])
        values[at][_graded(question["rubric"])] = float(one["score"])
        name = system or system_of(page)
        scores.append(Score(page.page.topic, name, judge.name, criterion, one["score"], comment=comment))
    return Graded(tuple(values), tuple(scores), sum(one is None for one in given), tuple(failures))


def check_told_apart(opened: Iterable[OpenedPage], system: str) -> None:
    """``InputError``, before a judge is paid, where grades of two pages could not be kept beside each other;
    ``system`` is the name that they carry, "" for that of ``system_of``."""
    known: set[tuple[str, str]] = set()
    for one in opened:
        if (key := (system or system_of(one), plain_topic(one.topic))) in known:
            raise InputError(under_one_name(one.topic))
        known.add(key)


def system_of(one: OpenedPage) -> str:
    """The system that a page is of, by where it lies: the folder that holds the page's own, and of a repeat of
    ``bench`` ("1") the system's before it; of a page that lies nowhere, its pipeline."""
    home = Path(one.folder).resolve().parent if one.folder else Path()
    name = f"{home.parent.name}/{home.name}" if home.name.isdecimal() and home.parent.name else home.name
    return name or one.record["pipeline"] or "pages"


def _graded(rubric: Rubric) -> str:
    """The metric of a criterion, whose own name may be that of a share: coverage is both."""
    return f"graded_{rubric.criterion}"


def _comment(why: str, quote: str) -> str:
    return f"{why} “{' '.join(quote.split())}”" if quote else why


def _refuse_rules(judge: Any, told: str) -> None:
    if judge == "rules" or (isinstance(judge, str) and judge.startswith("nli:")):
        raise InputError(f"{judge} cannot grade or compare pages: {told}")
