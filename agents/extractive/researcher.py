"""Ψ without a model: gap signals from the graph's structure, put as questions (thesis eq. 3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import ResearchState, ResearchUpdate, most_questions
from castalia.memory.gaps import Gap, find_gaps
from castalia.memory.plain import plain
from castalia.memory.records import Question
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.facet_lists import facets_for
from castalia.tools.composition.fit import count_fitting
from castalia.tools.language.words import stem_set
from castalia.tools.topic.closeness import closeness
from castalia.tools.topic.evidence import Evidence, run_evidence

SIGNALS = 60  # gaps of the graph, at most
ENOUGH = 5  # sentences that fit a facet: it is not missing
FACETS_A_STEP = 3  # missing facets that a step asks for, at most
BREADTH = frozenset({"island", "hole", "missing_slot"})


class ExtractiveResearcher(ExtractiveAgent):
    """Asks questions that deepen a concept and that open an adjacent one, up to ``most_questions`` of each kind; what
    was asked before is refused by the ledger."""

    async def __call__(self, state: ResearchState) -> ResearchUpdate:
        run = self._memory.run(state["run_id"])
        iteration = state["iterations"]
        evidence = await run_evidence(self._memory, state)
        past = [query.text for query in run.queries(iteration)]
        asked = [question.text for question in run.questions(iteration)]
        wanted = await run_in_thread(questions_for, evidence, past, asked)
        kept = run.ask(iteration, wanted, partial(_has_room, most_questions(state)))
        return {"questions": [plain(one) for one in kept]}


def _has_room(most: Mapping[str, int], one: Question, kept: Sequence[Question]) -> bool:
    """Whether there is a place left for a question of this kind, and its focus is new to the step."""
    alike = sum(other.kind == one.kind for other in kept)
    return alike < most[one.kind] and all(other.focus != one.focus for other in kept)


def questions_for(evidence: Evidence, searched: Sequence[str], asked: Sequence[str]) -> list[Question]:
    """What to ask next, the facets that are missing first; ``searched`` are the queries so far, ``asked`` the
    questions."""
    graph = evidence.graph
    gaps = find_gaps(graph, searched, closeness(graph, evidence.weights), limit=SIGNALS)
    wanted = (_ask(gap, evidence) for gap in gaps)
    return [*_missing_facets(evidence, asked), *(one for one in wanted if one is not None)]


def _missing_facets(evidence: Evidence, asked: Sequence[str]) -> list[Question]:
    """Questions for what an article on anything would say and the evidence does not, the most usual first."""
    missing = []
    facets = facets_for(papers=evidence.papers, condition=evidence.is_condition)
    for one in sorted(facets, key=lambda one: (-one.prior, one.name)):
        text = f"What is there to say about {one.heading.lower()} of {evidence.topic}?"
        found = count_fitting(one, evidence)
        if found < ENOUGH and text not in asked:
            missing.append(Question(text, f"{found} sentences fit the facet {one.name}", "breadth", one.search))
    return missing[:FACETS_A_STEP]


def _ask(gap: Gap, evidence: Evidence) -> Question | None:
    """A gap as a question; ``None`` where its names say nothing beyond the topic's own."""
    topic = evidence.topic
    names = [evidence.graph.label(node) for node in gap.nodes[:2]]
    usable = [name for name in names if 0 < len(stem_set(name) - evidence.stems) <= 4 and len(name) < 60]
    if not usable:
        return None
    focus = " ".join(usable)
    if gap.kind == "hole" and len(usable) > 1:
        text = f"What connects {usable[0]} and {usable[1]} in {topic}?"
    elif gap.kind in BREADTH:
        text = f"What has {usable[0]} to do with {topic}?"
    elif gap.kind == "single_source":
        text = f"Which other sources describe {usable[0]} in {topic}?"
    elif gap.kind == "conflict":
        text = f"Where do sources disagree about {focus} in {topic}?"
    else:
        text = f"What is known about {focus} in {topic}?"
    return Question(text, gap.why, "breadth" if gap.kind in BREADTH else "depth", focus)
