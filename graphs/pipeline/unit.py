"""A unit: a top-level section with its subsections, written and reviewed in a subgraph of its own.

retrieve from K -> filter -> write -> review <-> revise. A fast unit never waits for a slow one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.routes import after_review
from castalia.graphs.pipeline.state import UnitInput, UnitOutput, UnitState, Update, for_agent
from castalia.graphs.pipeline.stopping import stopping
from castalia.graphs.settings import Settings
from castalia.memory.errors import InputError
from castalia.memory.plain import draft_of, plain, section_of
from castalia.memory.protocols import Filters, SearchQuery
from castalia.memory.records import Draft, Section, nodes_of
from castalia.tools.drafting.drafts import claims_in, judged, keep_claims
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import StreamWriter

Unit = CompiledStateGraph[UnitState, None, UnitInput, UnitOutput]


def build_unit(bound: Bound, asks: bool = False, checkpointer: Literal[False] | None = None) -> Unit:
    """Compile the subgraph of a unit; with ``asks`` a person decides afterwards on what is still objected to. Its
    checkpoints go with those of the pipeline; ``checkpointer=False`` has none."""
    nodes, settings = _UnitNodes(bound, asks), bound.settings
    steps: dict[str, Any] = {
        "retrieve": nodes.retrieve,
        "relevance_filter": nodes.relevance_filter,
        "writer": nodes.write,
    }
    if not settings.relevance_filter:
        del steps["relevance_filter"]
    builder = StateGraph(UnitState, input_schema=UnitInput, output_schema=UnitOutput)
    builder.add_edge(START, "retrieve")
    builder.add_sequence([*steps.items()])
    if settings.reviewer:
        builder.add_node("reviewer", nodes.reviewer)
        builder.add_edge("writer", "reviewer")
        builder.add_conditional_edges("reviewer", nodes.after_review, ["writer", "finish"])
    else:
        builder.add_edge("writer", "finish")
    builder.add_node("finish", nodes.finish)
    builder.add_edge("finish", END)
    return builder.compile(checkpointer=checkpointer)


@dataclass(frozen=True, slots=True)
class _UnitNodes:
    """Each method is a node, or a route, of the subgraph."""

    bound: Bound
    asks: bool

    async def retrieve(self, state: UnitState, writer: StreamWriter) -> Update:
        """For each heading of the unit its best snippets among those assigned to it (eq. 3.12)."""
        writer(section_event(state, "retrieving"))
        section, assigned = section_of(state["section"]), frozenset(state["snippet_ids"])
        with stopping():
            hits = await unit_evidence(self.bound, state["topic"], section, assigned)
        return {"snippet_ids": list(dict.fromkeys([*state.get("pinned", []), *hits]))}

    async def relevance_filter(self, state: UnitState) -> Update:
        """Θ over what was retrieved."""
        kept = (await self.bound.crew.relevance_filter(for_agent(state)))["snippet_ids"]
        _check_given("relevance_filter answered snippets", kept, state["snippet_ids"])
        return {"snippet_ids": list(dict.fromkeys([*state.get("pinned", []), *kept]))}

    async def write(self, state: UnitState, writer: StreamWriter) -> Update:
        """Γ, and Γ-revise from the second time on."""
        revision = state["revision"] + 1 if "text" in state else 0
        writer(section_event(state, "revising" if revision else "writing", revisions=revision))
        given = for_agent(state) | {"revision": revision, "drafts": state.get("text", [])}
        drafts = (await self.bound.crew.writer(given))["drafts"]
        known = (one.id for one in nodes_of([section_of(state["section"])]))
        _check_given("writer answered drafts of sections", (one["section"] for one in drafts), known)
        return {"text": drafts, "revision": revision}

    async def reviewer(self, state: UnitState, writer: StreamWriter) -> Update:
        """π, after the first draft and after every revision, the last one too."""
        writer(section_event(state, "reviewing"))
        given = for_agent(state) | {"drafts": state["text"]}
        feedback = (await self.bound.crew.reviewer(given))["feedback"]
        return {"feedback": feedback, "rejected": state.get("rejected", 0) + len(feedback)}

    def after_review(self, state: UnitState) -> str:
        """On with another revision, or to the end."""
        return after_review(state, self.bound.settings)

    def finish(self, state: UnitState, writer: StreamWriter) -> Update:
        """Hand the drafts over, each claim with the verdict of its review. What is still objected to is on the record;
        verbatim writers lose it from the page, others too where the settings are strict: later, where a person is asked
        first."""
        unit = state["section"]["id"]
        feedback = state.get("feedback", [])
        objected = frozenset(item["claim"] for item in feedback)
        approved = frozenset(self.bound.memory.run(state["run_id"]).approved(unit))
        drafts = [judged(draft_of(one), approved, objected) for one in state["text"]]
        if not self.asks and self.bound.loses_objected:
            drafts = [without_sentences(one, objected) for one in drafts]
        review = {
            "revisions": state["revision"],
            "rejected": state.get("rejected", 0),
            "open": feedback,
            **({"snippet_ids": state["snippet_ids"]} if self.asks else {}),
        }
        writer(section_event(state, "written", open=len(feedback)))
        return handed_over(unit, drafts, review)


def _check_given(answered: str, names: Iterable[str], given: Iterable[str]) -> None:
    """``InputError`` where an agent answered something else than it was given, or anything twice."""
    counts = Counter(names)
    if strangers := sorted(counts.keys() - set(given)):
        raise InputError(f"the {answered} that it was not given: {', '.join(strangers[:3])}")
    if twice := sorted(name for name, times in counts.items() if times > 1):
        raise InputError(f"the {answered} more than once: {', '.join(twice[:3])}")


async def unit_evidence(bound: Bound, topic: str, section: Section, assigned: frozenset[str]) -> list[str]:
    """The snippets that the headings of a unit find among those assigned to it, each heading its best. Where these
    leave room, others come after them, if they were assigned to this unit alone: those found with less, then those that
    share no word with any heading."""
    store, settings = bound.memory.store, bound.settings
    before = (topic, section.heading) if settings.heading_path else ()
    queries = [SearchQuery(" ".join(before) or section.heading)]
    queries += [SearchQuery(" ".join((*before, one.heading))) for one in section.sections]
    each = settings.snippets_per_heading
    is_shared = settings.assign == "everything"
    found = await store.search(queries, each if is_shared else max(each, len(assigned)), Filters(ids=assigned))
    best = [hit.snippet_id for hits in found for hit in hits[:each]]
    if is_shared:
        return list(dict.fromkeys(best))
    more = [hit.snippet_id for hits in found for hit in hits[each:]]
    without = await store.sample(len(assigned), Filters(ids=assigned - {*best, *more}))
    return list(dict.fromkeys([*best, *more, *(one.id for one in without)]))[: each * len(queries)]


def handed_over(unit: str, drafts: Sequence[Draft], review: Mapping[str, Any]) -> Update:
    """What the unit of this id leaves in the page's state."""
    sentences = sum(len(claims_in(one)) for one in drafts)
    return {
        "drafts": {one.section: plain(one) for one in drafts},
        "reviews": {unit: {**review, "sentences": sentences}},
    }


def section_event(state: UnitInput, now: str, **more: Any) -> dict[str, Any]:
    """What progress is told of a unit: its heading and id, what happens to it now, how often it was revised."""
    section = state["section"]
    told = {"phase": "write", "section": section["heading"], "id": section["id"], "state": now}
    return {**told, "revisions": state.get("revision", 0), **more}


def units_of(outline: Sequence[Section], settings: Settings) -> tuple[Section, ...]:
    """What is written as one text: sections with their subsections, or every heading by itself."""
    if settings.unit == "section":
        return tuple(outline)
    return tuple(replace(node, sections=()) for node in nodes_of(outline))


def without_sentences(draft: Draft, sentences: Collection[str]) -> Draft:
    """The draft without these sentences, and what leaned on them."""
    return keep_claims(draft, lambda claim: claim.sentence not in sentences)
