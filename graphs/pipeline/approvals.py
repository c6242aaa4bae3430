"""The nodes at which a person decides: each asks with a LangGraph interrupt, and is in the graph only where it was
asked for.

A node writes nothing before it has the answer, and its question depends only on what came before, so a node that runs
again asks the same. A decision that does not fit raises a ``ValidationError``, and LangGraph leaves the question open.
What may be decided is typed in ``decisions``; ``asking`` brings the questions to those who decide.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from castalia.graphs.decisions import (
    OutlineDecision,
    SourcesDecision,
    TripletsDecision,
    banned_by,
    banned_documents,
    check_sources,
    check_triplets,
    schema_of,
)
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.decided_outline import check_outline, outline_from
from castalia.graphs.pipeline.instructed import RevisionInput, revise_unit, revision_lost
from castalia.graphs.pipeline.objections import approve_objections
from castalia.graphs.pipeline.picking_up import picking_up
from castalia.graphs.pipeline.questions import headings_in, note_decision, question_of, shown_sources, shown_triplets
from castalia.graphs.pipeline.state import ApolloState, Update
from castalia.memory.edge_triplets import edge_id, triplets_behind
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.memory.plain import outline_of, plain
from castalia.memory.waits import run_in_thread
from castalia.tools.topic.evidence import read_anchor
from langgraph.config import get_config
from langgraph.constants import CONFIG_KEY_CHECKPOINTER
from langgraph.graph import StateGraph
from langgraph.types import StreamWriter, interrupt


def add_approvals(builder: StateGraph[Any, Any, Any, Any], parts: Collection[str], bound: Bound) -> None:
    """Put the nodes of these parts into the pipeline, each with the edge to what comes after it. Which node an edge of
    the pipeline itself leads to is said by ``entry`` of ``routes``."""
    memory = bound.memory
    known = partial(picking_up, memory)
    if "sources" in parts:
        builder.add_node("approve_sources", known(partial(_approve_sources, memory)))
        builder.add_edge("approve_sources", "approve_triplets" if "triplets" in parts else "outliner")
    if "triplets" in parts:
        builder.add_node("approve_triplets", known(partial(_approve_triplets, memory)))
        builder.add_edge("approve_triplets", "outliner")
    if "outline" in parts:
        builder.add_node("approve_outline", known(partial(_approve_outline, memory)))
        builder.add_edge("approve_outline", "assign")
    if "feedback" in parts:
        ask = known(partial(approve_objections, bound))
        builder.add_node("approve_feedback", ask, destinations=("revise", "assemble"))
        lost = partial(revision_lost, bound)
        builder.add_node("revise", known(partial(revise_unit, bound)), input_schema=RevisionInput, error_handler=lost)
        builder.add_edge("revise", "assemble")


def check_answerable(parts: Collection[str]) -> None:
    """``InputError`` where a run would stop for these parts and could never go on: neither it nor the graph around it
    has a checkpointer."""
    if parts and not get_config()["configurable"].get(CONFIG_KEY_CHECKPOINTER):
        raise InputError(
            f"approve is {[*parts]}, and a run that is asked about them can only go on from a checkpointer: give one, as in "
            "apollo(…, checkpointer=InMemorySaver()), or to the graph whose node the pipeline is"
        )


async def _approve_sources(memory: Memory, state: ApolloState, writer: StreamWriter) -> Update:
    """What a page may be written from: snippets pinned and banned."""
    run, step = memory.run(state["run_id"]), state["iterations"]
    snippets = await memory.snippets([hit.snippet_id for hit in run.taken_in(step)])
    relevance, _ = await read_anchor(memory, state["topic"], state["domain"])
    scores = {one.id: round(relevance.scores.get(one.id, 0.0), 4) for one in snippets}
    ranked = sorted(snippets, key=lambda one: (-scores[one.id], one.id))
    question = question_of("sources", state, "Which sources shall be used first (pin), which not at all (ban)?")
    question |= shown_sources(ranked, scores)
    decision: SourcesDecision = interrupt(
        question, response_schema=schema_of("sources", lambda given: check_sources(given, snippets))
    )
    banned = [one.id for one in banned_by(decision, snippets)]
    documents = banned_documents(decision, snippets)
    run.ban(step, banned, documents)
    run.pin(step, decision.pin)
    note_decision(memory, state, "sources", banned=banned, documents=list(documents), pinned=list(decision.pin))
    writer({"phase": "approve", "part": "sources", "banned": len(banned), "pinned": len(decision.pin)})
    return {}


async def _approve_triplets(memory: Memory, state: ApolloState, writer: StreamWriter) -> Update:
    """What the graph may hold: triplets vetoed, in this run alone."""
    run, step = memory.run(state["run_id"]), state["iterations"]
    ids = [hit.snippet_id for hit in run.curated(step)]
    graph = await memory.graph_of(ids, run.extractor)
    known = {edge_id(one) for one in graph.edges}
    vetoed: tuple[Any, ...] = ()
    named: list[str] = []
    if known:
        question = question_of("triplets", state, "Which of these triplets are wrong (veto)?") | shown_triplets(graph)
        decision: TripletsDecision = interrupt(
            question, response_schema=schema_of("triplets", lambda given: check_triplets(given, known))
        )
        named = list(decision.veto)
        extractions = await run_in_thread(memory.log.extractions, ids, run.extractor)
        vetoed = triplets_behind(set(named), graph, extractions)
    run.veto(step, vetoed)
    told = [f"{one.head} | {one.relation} | {one.tail}" for one in vetoed]
    note_decision(memory, state, "triplets", asked=bool(known), vetoed=named, triplets=told)
    writer({"phase": "approve", "part": "triplets", "vetoed": len(named)})
    return {}


async def _approve_outline(memory: Memory, state: ApolloState, writer: StreamWriter) -> Update:
    """What the page is divided into."""
    proposed = outline_of(state["outline"])
    question = {
        **question_of(
            "outline", state, "Is this the outline? Edit, reorder, leave out, and add sections (without an id)."
        ),
        "sections": [
            {
                "id": one.id,
                "heading": one.heading,
                "sections": [{"id": inner.id, "heading": inner.heading} for inner in one.sections],
            }
            for one in proposed
        ],
    }
    decision: OutlineDecision = interrupt(
        question, response_schema=schema_of("outline", lambda given: check_outline(given, proposed, state["topic"]))
    )
    outline = outline_from(decision, proposed, state["topic"])
    is_edited = outline != proposed
    note_decision(
        memory,
        state,
        "outline",
        edited=is_edited,
        headings=[one.heading for one in outline],
        asked={
            name: heading
            for name, heading in headings_in(outline).items()
            if headings_in(proposed).get(name) != heading
        },
    )
    writer({"phase": "approve", "part": "outline", "sections": len(outline), "edited": is_edited})
    return {"outline": [plain(one) for one in outline]}
