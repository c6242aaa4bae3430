"""A unit: a top-level section with its subsections, written and reviewed in a subgraph of its own.

retrieve from K -> filter -> write -> review <-> revise. A fast unit never waits for a slow one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.roles import by_rules
from castalia.graphs.routes import after_review
from castalia.graphs.settings import Settings
from castalia.graphs.state import UnitInput, UnitOutput, UnitState
from castalia.graphs.world import stopping
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, plain, section_of
from castalia.memory.protocols import Filters, SearchQuery
from castalia.memory.records import Draft, Section, nodes_of
from castalia.tools.drafting.drafts import claims_in, judged, keep_claims
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import StreamWriter

Update = dict[str, Any]
Unit = CompiledStateGraph[UnitState, None, UnitInput, UnitOutput]


def build_unit(crew: Crew, memory: Memory, settings: Settings, asks: bool = False) -> Unit:
    """Compile the subgraph of a unit; with ``asks`` a person decides afterwards on what is still objected to."""

    async def retrieve(state: UnitState, writer: StreamWriter) -> Update:
        """For each heading of the unit its best snippets among those assigned to it (eq. 3.12)."""
        writer(section_event(state, "retrieving"))
        section, assigned = section_of(state["section"]), frozenset(state["snippet_ids"])
        with stopping():
            hits = await unit_evidence(memory, settings, state["topic"], section, assigned)
        return {"snippet_ids": list(dict.fromkeys([*state.get("pinned", []), *hits]))}

    async def relevance_filter(state: UnitState) -> Update:
        """Θ over what was retrieved."""
        kept = (await crew.relevance_filter(for_agent(state)))["snippet_ids"]
        if strangers := sorted(set(kept) - set(state["snippet_ids"])):
            raise InputError(
                f"the relevance_filter answered snippets that it was not given: {', '.join(strangers[:3])}"
            )
        return {"snippet_ids": list(dict.fromkeys([*state.get("pinned", []), *kept]))}

    async def write(state: UnitState, writer: StreamWriter) -> Update:
        """Γ, and Γ-revise from the second time on."""
        revision = state["revision"] + 1 if "text" in state else 0
        writer(section_event(state, "revising" if revision else "writing", revisions=revision))
        given = for_agent(state) | {"revision": revision, "drafts": state.get("text", [])}
        drafts = (await crew.writer(given))["drafts"]
        known = {one.id for one in nodes_of([section_of(state["section"])])}
        if strangers := sorted({one["section"] for one in drafts} - known):
            raise InputError(
                f"the writer answered drafts of sections that it was not given: {', '.join(strangers[:3])}"
            )
        return {"text": drafts, "revision": revision}

    async def reviewer(state: UnitState, writer: StreamWriter) -> Update:
        """π, after the first draft and after every revision, the last one too."""
        writer(section_event(state, "reviewing"))
        given = for_agent(state) | {"drafts": state["text"]}
        feedback = (await crew.reviewer(given))["feedback"]
        return {"feedback": feedback, "rejected": state.get("rejected", 0) + len(feedback)}

    def finish(state: UnitState, writer: StreamWriter) -> Update:
        """Hand the drafts over, each claim with the verdict of its review. What is still objected to is on the record;
        verbatim writers lose it from the page, others too where the settings are strict: later, where a person is asked
        first."""
        unit = state["section"]["id"]
        feedback = state.get("feedback", [])
        objected = frozenset(item["claim"] for item in feedback)
        approved = frozenset(memory.run(state["run_id"]).approved(unit))
        drafts = [judged(draft_of(one), approved, objected) for one in state["text"]]
        if not asks and loses_objected(crew, settings):
            drafts = [without_sentences(one, objected) for one in drafts]
        evidence = {"snippet_ids": state["snippet_ids"]} if asks else {}
        writer(section_event(state, "written", open=len(feedback)))
        return {
            "drafts": {one.section: plain(one) for one in drafts},
            "reviews": {
                unit: {
                    "revisions": state["revision"],
                    "rejected": state.get("rejected", 0),
                    "open": feedback,
                    "sentences": sum(len(claims_in(one)) for one in drafts),
                    **evidence,
                }
            },
        }

    builder = StateGraph(UnitState, input_schema=UnitInput, output_schema=UnitOutput)
    builder.add_node("retrieve", retrieve)
    builder.add_node("writer", write)
    if settings.reviewer:
        builder.add_node("reviewer", reviewer)
    builder.add_node("finish", finish)
    builder.add_edge(START, "retrieve")
    if settings.relevance_filter:
        builder.add_node("relevance_filter", relevance_filter)
        builder.add_edge("retrieve", "relevance_filter")
        builder.add_edge("relevance_filter", "writer")
    else:
        builder.add_edge("retrieve", "writer")
    if settings.reviewer:
        builder.add_edge("writer", "reviewer")
        builder.add_conditional_edges("reviewer", lambda state: after_review(state, settings), ["writer", "finish"])
    else:
        builder.add_edge("writer", "finish")
    builder.add_edge("finish", END)
    return builder.compile()


async def unit_evidence(
    memory: Memory, settings: Settings, topic: str, section: Section, assigned: frozenset[str]
) -> list[str]:
    """The snippets that the headings of a unit find among those assigned to it, each heading its best."""
    before = (topic, section.heading) if settings.heading_path else ()
    queries = [SearchQuery(" ".join(before) or section.heading)]
    queries += [SearchQuery(" ".join((*before, one.heading))) for one in section.sections]
    found = await memory.store.search(queries, settings.snippets_per_heading, Filters(ids=assigned))
    return list(dict.fromkeys(hit.snippet_id for hits in found for hit in hits))


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


def loses_objected(crew: Crew, settings: Settings) -> bool:
    """Whether what a reviewer still objects to leaves the page."""
    return settings.strict or by_rules(crew.writer)


def without_sentences(draft: Draft, sentences: Collection[str]) -> Draft:
    """The draft without these sentences, and what leaned on them."""
    return keep_claims(draft, lambda claim: claim.sentence not in sentences)


def for_agent(state: UnitInput) -> Any:
    """The keys that agents know."""
    names = (
        "topic",
        "domain",
        "run_id",
        "iterations",
        "outline",
        "section",
        "snippet_ids",
        "words",
        "pinned",
        "revision",
        "feedback",
    )
    return {name: state[name] for name in names if name in state}  # type: ignore[literal-required]
