"""``prefer``: which of two systems' pages a judge finds better, topic by topic, each pair asked in both orders.

How the orders become one outcome, and outcomes strengths, is told by ``judgement_report``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from castalia.graphs.measures.asked_judges import ask_judge, check_preference
from castalia.graphs.measures.judge_law import check_own_work
from castalia.graphs.measures.judgement_report import JudgementReport, compare_judgements
from castalia.graphs.measures.judging import preference_judge_of, roles_judged
from castalia.graphs.measures.opened_pages import OpenedPage, Pages, open_pages, pages_by_topic
from castalia.memory.errors import InputError
from castalia.tools.judging.judged_text import judged_text
from castalia.tools.judging.judgements import Preference
from castalia.tools.judging.rubrics import Rubric, rubrics_by_name
from castalia.tools.language.counting import count

if TYPE_CHECKING:
    from castalia.agents.judges import AskedPreference, GivenPreference, PreferenceJudge

_Pair = tuple[str, str, str, Rubric]  # topic, first and second system, and by what they are compared


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a judge said, in both orders of each pair. ``failures`` are pairs without an answer in both, and pages that
    could not be opened; ``notes`` what a reader should know."""

    judgements: tuple[Preference, ...]
    failures: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def report(self) -> JudgementReport | None:
        """Win rates, strengths and how much the order told; ``None`` where there is no answer."""
        return compare_judgements(self.judgements) if self.judgements else None

    def markdown(self) -> str:
        """The report, and the notes below it."""
        report = self.report
        told = report.markdown().rstrip("\n") if report else "No pair has an answer."
        return "\n".join([told, *(f"- {one}" for one in self.notes)]) + "\n"

    def to_json(self) -> dict[str, Any]:
        """The report as plain values; the answers themselves are for ``tools.judging.judgements.write_judgements``."""
        report = self.report
        return {
            **(report.to_json() if report else {}),
            "failures": list(self.failures),
            "asked": list(self.notes),
        }

    def __repr__(self) -> str:
        return f"Preferences({count(len(self.judgements), 'answer')})"

    def _repr_markdown_(self) -> str:
        return self.markdown()


async def prefer(
    systems: Mapping[str, Pages], judge: Any, *, by: str | Sequence[str] = "overall", own_judge: bool = False
) -> Preferences:
    """Ask which of two pages on a topic is better, for every two systems, every topic that both have, and every
    criterion.

    ``systems`` are names and pages (as for ``evaluate``); ``judge`` a model's spec, a chat model, or any
    ``PreferenceJudge``; ``by`` names criteria of ``tools.judging.rubrics``. Each pair is asked in both orders; where
    one of them has no answer, the other is not kept. A model that wrote one of the pages is refused unless
    ``own_judge``. ``InputError`` for what the caller can mend.
    """
    if not isinstance(systems, Mapping) or not all(isinstance(one, str) for one in systems):
        raise InputError(f"the systems are {systems!r}: give a dict of their names to their pages")
    rubrics = rubrics_by_name(by)
    asked = preference_judge_of(judge)
    opened: dict[str, list[OpenedPage]] = {}
    failures: list[str] = []
    for name, pages in systems.items():
        opened[name], failed = open_pages(pages)
        failures += failed
    found = await ask_preferences(opened, asked, rubrics, own_judge)
    return Preferences(found.judgements, (*failures, *found.failures), found.notes)


async def ask_preferences(
    systems: Mapping[str, Sequence[OpenedPage]], judge: PreferenceJudge, rubrics: Sequence[Rubric], own_judge: bool
) -> Preferences:
    """Which of two open pages on a topic is better, asked as ``prefer`` asks it. ``InputError`` for fewer than two
    systems, two pages of one on a topic, and no topic in common."""
    if len(systems) < 2:
        raise InputError("give two systems or more to compare")
    notes = dict.fromkeys(
        note for pages in systems.values() for note in check_own_work(pages, judge, own_judge, roles_judged(rubrics))
    )
    by_topic = {name: pages_by_topic(name, pages) for name, pages in systems.items()}
    asked = _questions(by_topic, rubrics)
    if not asked:
        raise InputError(f"{', '.join(systems)} have no topic in common: pages are paired by topic")
    state = {"asked": [question for _, question in asked]}
    given, why = await ask_judge(judge, state, "preferences", check_preference)
    kept: list[Preference] = []
    for at in range(0, len(asked), 2):
        first, second = given[at], given[at + 1]
        if first is not None and second is not None:
            kept += [_preference(asked[at][0], judge.name, first), _preference(asked[at + 1][0], judge.name, second)]
    lost = len(asked) // 2 - len(kept) // 2
    failures = (
        [f"pairs without an answer in both orders, which are left out: {lost:,} ({'; '.join(why[:3])})"] if lost else []
    )
    return Preferences(tuple(kept), tuple(failures), tuple(notes))


def _questions(
    by_topic: Mapping[str, Mapping[str, OpenedPage]], rubrics: Sequence[Rubric]
) -> list[tuple[_Pair, AskedPreference]]:
    """What is asked, of every two systems on every topic that both have. The two orders of a pair stand side by
    side."""
    asked: list[tuple[_Pair, AskedPreference]] = []
    for one, other in combinations(by_topic, 2):
        for key in (key for key in by_topic[one] if key in by_topic[other]):
            topic = by_topic[one][key].topic
            for rubric in rubrics:
                texts = {name: judged_text(by_topic[name][key].record, rubric.part) for name in (one, other)}
                for a, b in ((one, other), (other, one)):
                    question: AskedPreference = {
                        "topic": topic,
                        "first": texts[a],
                        "second": texts[b],
                        "rubric": rubric,
                    }
                    asked.append(((topic, a, b, rubric), question))
    return asked


def _preference(place: _Pair, judge: str, given: GivenPreference) -> Preference:
    topic, first, second, rubric = place
    winner = given["winner"]
    return Preference(
        topic, first, second, judge, rubric.criterion, "a" if winner == "first" else "b" if winner == "second" else "tie", given["why"]
    )  # fmt: skip
