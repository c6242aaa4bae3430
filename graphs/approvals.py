"""The nodes at which a person decides: each asks with a LangGraph interrupt, and is in the graph only where it was asked for.

Nothing is written before the answer is there, and a question depends on what came before it alone, so a node that runs again asks the
same. A decision that does not fit raises LangGraph's ``ValidationError`` and leaves the question open. What may be decided is typed in
``decisions``; whom the questions reach is the business of ``asking``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.roles import Plain
from castalia.graphs.decisions import (
    Answer,
    FeedbackDecision,
    OutlineDecision,
    SourcesDecision,
    TripletsDecision,
    banned_by,
    banned_documents,
    check_feedback,
    check_outline,
    check_sources,
    check_triplets,
    outline_from,
    schema_of,
)
from castalia.graphs.settings import Settings
from castalia.graphs.state import ApolloState, UnitInput
from castalia.graphs.unit import for_agent, loses_objected, section_event, units_of, without_sentences
from castalia.memory.errors import CastaliaError
from castalia.memory.identity import node_id
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, feedback_of, outline_of, plain
from castalia.memory.records import Claim, Draft, Feedback, Section
from castalia.memory.triplets import TripletGraph
from castalia.memory.vetoes import edge_id, triplets_behind
from castalia.tools.drafts import claims_in, judged
from castalia.tools.evidence import read_anchor
from langgraph.errors import NodeError
from langgraph.graph import StateGraph
from langgraph.types import Command, Send, StreamWriter, interrupt

Update = dict[str, Any]

MOST_SOURCES = 200
MOST_TRIPLETS = 300
MOST_OBJECTIONS = 200
SHOWN = 200  # characters of a snippet, a quote


class RevisionInput(UnitInput):
    """A unit whose writer a person told something: its drafts, what is open (``feedback`` is the instructions), and what stays."""

    text: list[Plain]
    feedback: list[Plain]
    left: list[Plain]
    kept: list[str]
    dropped: list[str]
    revision: int
    rejected: int


def add_approvals(
    builder: StateGraph[Any, Any, Any, Any], parts: Collection[str], crew: Crew, memory: Memory, settings: Settings
) -> None:
    """Put the nodes of these parts into the pipeline, each with the edge to what comes after it. Which node an edge of the pipeline itself
    leads to is said by ``entry``."""

    async def approve_sources(state: ApolloState, writer: StreamWriter) -> Update:
        return await _approve_sources(memory, state, writer)

    async def approve_triplets(state: ApolloState, writer: StreamWriter) -> Update:
        return await _approve_triplets(memory, state, writer)

    async def approve_outline(state: ApolloState, writer: StreamWriter) -> Update:
        return _approve_outline(memory, state, writer)

    async def approve_feedback(state: ApolloState, writer: StreamWriter) -> Command[str]:
        return _approve_feedback(crew, memory, settings, state, writer)

    async def revise(state: RevisionInput, writer: StreamWriter) -> Update:
        return await revise_unit(crew, memory, settings, state, writer)

    async def lost_revision(state: RevisionInput, error: NodeError) -> Command[str]:
        return _lost_revision(crew, memory, settings, state, error)

    if "sources" in parts:
        builder.add_node("approve_sources", approve_sources)
        builder.add_edge("approve_sources", "approve_triplets" if "triplets" in parts else "outliner")
    if "triplets" in parts:
        builder.add_node("approve_triplets", approve_triplets)
        builder.add_edge("approve_triplets", "outliner")
    if "outline" in parts:
        builder.add_node("approve_outline", approve_outline)
        builder.add_edge("approve_outline", "assign")
    if "feedback" in parts:
        builder.add_node("approve_feedback", approve_feedback, destinations=("revise", "assemble"))
        builder.add_node("revise", revise, error_handler=lost_revision)
        builder.add_edge("revise", "assemble")


def entry(node: str, parts: Collection[str]) -> str:
    """Where an edge of the pipeline to this node leads: to the first approval that is asked for before it, or to the node itself."""
    before = {"outliner": ("sources", "triplets"), "assign": ("outline",), "assemble": ("feedback",)}[node]
    return next((f"approve_{one}" for one in before if one in parts), node)


async def _approve_sources(memory: Memory, state: ApolloState, writer: StreamWriter) -> Update:
    """What a page may be written from: snippets pinned and banned."""
    run, step = memory.run(state["run_id"]), state["iterations"]
    snippets = await memory.store.get([hit.snippet_id for hit in run.taken_in(step)])
    relevance, _ = await read_anchor(memory, state["topic"], state["domain"])
    scores = {one.id: round(relevance.scores.get(one.id, 0.0), 4) for one in snippets}
    ranked = sorted(snippets, key=lambda one: (-scores[one.id], one.id))
    question = {
        **_question("sources", state, "Which sources shall be used first (pin), which not at all (ban)?"),
        "sources": [
            {
                "id": one.id,
                "title": one.title,
                "url": one.url,
                "document": one.document,
                "year": one.year,
                "score": scores[one.id],
                "text": one.text[:SHOWN],
            }
            for one in ranked[:MOST_SOURCES]
        ],
        "not_shown": max(0, len(ranked) - MOST_SOURCES),
    }
    decision: SourcesDecision = interrupt(
        question, response_schema=schema_of("sources", lambda given: check_sources(given, snippets))
    )
    banned = [one.id for one in banned_by(decision, snippets)]
    documents = banned_documents(decision, snippets)
    run.ban(step, banned, documents)
    run.pin(step, decision.pin)
    _note(memory, state, "sources", banned=banned, documents=list(documents), pinned=list(decision.pin))
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
        question = _question("triplets", state, "Which of these triplets are wrong (veto)?") | _shown_edges(graph)
        decision: TripletsDecision = interrupt(
            question, response_schema=schema_of("triplets", lambda given: check_triplets(given, known))
        )
        named = list(decision.veto)
        extractions = await asyncio.to_thread(memory.log.extractions, ids, run.extractor)
        vetoed = triplets_behind(set(named), graph, extractions)
    run.veto(step, vetoed)
    told = [f"{one.head} | {one.relation} | {one.tail}" for one in vetoed]
    _note(memory, state, "triplets", asked=bool(known), vetoed=named, triplets=told)
    writer({"phase": "approve", "part": "triplets", "vetoed": len(named)})
    return {}


def _approve_outline(memory: Memory, state: ApolloState, writer: StreamWriter) -> Update:
    """What the page is divided into."""
    proposed = outline_of(state["outline"])
    question = {
        **_question(
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
        question, response_schema=schema_of("outline", lambda given: check_outline(given, proposed))
    )
    outline = outline_from(decision, proposed, state["topic"])
    is_edited = outline != proposed
    _note(
        memory,
        state,
        "outline",
        edited=is_edited,
        headings=[one.heading for one in outline],
        asked={
            name: heading for name, heading in _headings(outline).items() if _headings(proposed).get(name) != heading
        },
    )
    writer({"phase": "approve", "part": "outline", "sections": len(outline), "edited": is_edited})
    return {"outline": [plain(one) for one in outline]}


def _approve_feedback(
    crew: Crew, memory: Memory, settings: Settings, state: ApolloState, writer: StreamWriter
) -> Command[str]:
    """What becomes of the sentences that the reviewer still objects to."""
    reviews = state.get("reviews", {})
    items = {
        node_id("objection", unit, item["section"], item["claim"], item["reason"]): (unit, item)
        for unit in sorted(reviews)
        for item in reviews[unit]["open"]
    }
    answers: dict[str, Answer] = {}
    if items:
        question = _question("feedback", state, "Keep, drop or revise what the reviewer still objects to?")
        question |= _shown_items(items, state)
        decision: FeedbackDecision = interrupt(
            question, response_schema=schema_of("feedback", lambda given: check_feedback(given, items))
        )
        answers = {one.id: one for one in decision.answers}
    dropped = [items[name][1]["claim"] for name, one in sorted(answers.items()) if one.action == "drop"]
    changed: dict[str, Any] = {"drafts": {}, "reviews": {}}
    sends: list[Send] = []
    for unit in sorted(reviews):
        mine = {name: (answers.get(name), item) for name, (where, item) in items.items() if where == unit}
        update, again = _settle_unit(unit, [*mine.values()], dropped, state, crew, memory, settings)
        changed["drafts"] |= update["drafts"]
        changed["reviews"] |= update["reviews"]
        if again is not None:
            sends.append(Send("revise", again))
    told = [
        {"action": one.action, "sentence": items[name][1]["claim"], "instruction": one.instruction.strip()}
        for name, one in sorted(answers.items())
    ]
    _note(memory, state, "feedback", asked=bool(items), answers=told)
    writer({"phase": "approve", "part": "feedback", "answers": len(told), "revised": len(sends)})
    return Command(update=changed, goto=sends or "assemble")


def _settle_unit(
    unit: str,
    answered: Sequence[tuple[Answer | None, Plain]],
    dropped: Sequence[str],
    state: ApolloState,
    crew: Crew,
    memory: Memory,
    settings: Settings,
) -> tuple[Update, RevisionInput | None]:
    """The unit's drafts and review after the answers, and what its writer is sent where one is an instruction. What is dropped in one unit
    is dropped in all of them, unless it is kept there."""

    def claims(action: str | None) -> list[str]:
        return [item["claim"] for one, item in answered if (one and one.action) == action and item["claim"]]

    review = state["reviews"][unit]
    section = next(plain(one) for one in units_of(outline_of(state["outline"]), settings) if one.id == unit)
    names = [one for one in (unit, *(inner["id"] for inner in section["sections"])) if one in state["drafts"]]
    kept = claims("keep")
    gone = {one for one in dropped if one and one not in kept}
    left = [item for one, item in answered if one is None]
    told = [
        Feedback(item["section"], item["claim"], one.instruction.strip(), "rewrite" if item["claim"] else "add")
        for one, item in answered
        if one is not None and one.action == "revise"
    ]
    if loses_objected(crew, settings) and not told:
        gone |= set(claims(None))
    text = [_vouched(without_sentences(draft_of(state["drafts"][one]), gone), kept) for one in names]
    update = {
        "drafts": {one.section: plain(one) for one in text},
        "reviews": {
            unit: review | {"open": left, "sentences": sum(len(claims_in(one)) for one in text)},
        },
    }
    if not told:
        return update, None
    run = memory.run(state["run_id"])
    at = review["revisions"]
    # a writer that takes nothing twice that was objected to may take again what a person keeps
    stays = [feedback_of(item) for one, item in answered if one is None or one.action != "keep"]
    run.give_feedback(unit, at, stays)
    assigned = next(one for one in state["plan"] if one["section"] == unit)
    again: RevisionInput = {
        "topic": state["topic"],
        "domain": state["domain"],
        "run_id": state["run_id"],
        "iterations": state["iterations"],
        "outline": state["outline"],
        "section": section,
        "snippet_ids": review["snippet_ids"],
        "words": assigned["words"],
        "pinned": assigned["pinned"],
        "text": [*update["drafts"].values()],
        "feedback": [plain(one) for one in told],
        "left": left,
        "kept": kept,
        "dropped": sorted(gone),
        "revision": at + 1,
        "rejected": review["rejected"],
    }
    return update, again


async def revise_unit(
    crew: Crew, memory: Memory, settings: Settings, state: RevisionInput, writer: StreamWriter
) -> Update:
    """Γ-revise by what a person said, and π once more; what a person kept stays unobjected to."""
    given = for_agent(state)
    text = (await crew.writer(given | {"drafts": state["text"], "feedback": state["feedback"]}))["drafts"]
    found = (await crew.reviewer(given | {"drafts": text}))["feedback"] if settings.reviewer else []
    settled = {*state["kept"], *(item["claim"] for item in state["left"])}
    drafts = [without_sentences(draft_of(one), state["dropped"]) for one in text]
    feedback = [one for one in found if one["claim"] not in settled] + [
        one for one in state["left"] if not one["claim"] or _stands(one["claim"], drafts)
    ]
    drafts = _with_kept(drafts, [draft_of(one) for one in state["text"]], state["kept"])
    writer(section_event(state, "written", open=len(feedback)))
    return _revised(crew, memory, settings, state, drafts, feedback, state["revision"])


def _lost_revision(
    crew: Crew, memory: Memory, settings: Settings, state: RevisionInput, error: NodeError
) -> Command[str]:
    """A revision that failed leaves the drafts as they were, and what was objected to open."""
    unit, told = state["section"]["id"], error.error
    reason = str(told) if isinstance(told, CastaliaError) else repr(told)
    memory.run(state["run_id"]).event(
        "not_revised", step=f"revise:{unit}", objections=len(state["feedback"]), reason=reason
    )
    drafts = [draft_of(one) for one in state["text"]]
    feedback = [*state["left"], *state["feedback"]]
    return Command(
        update=_revised(crew, memory, settings, state, drafts, feedback, state["revision"] - 1), goto="assemble"
    )


def _revised(
    crew: Crew,
    memory: Memory,
    settings: Settings,
    state: RevisionInput,
    drafts: Sequence[Draft],
    feedback: Sequence[Plain],
    revisions: int,
) -> Update:
    """The drafts as a unit hands them over."""
    unit = state["section"]["id"]
    objected = frozenset(one["claim"] for one in feedback if one["claim"])
    approved = frozenset(memory.run(state["run_id"]).approved(unit))
    done = [_vouched(judged(one, approved, objected), state["kept"]) for one in drafts]
    if loses_objected(crew, settings):
        done = [without_sentences(one, objected) for one in done]
    review = {
        "revisions": revisions,
        "rejected": state["rejected"] + (len(feedback) if revisions == state["revision"] else 0),
        "open": list(feedback),
        "sentences": sum(len(claims_in(one)) for one in done),
    }
    return {"drafts": {one.section: plain(one) for one in done}, "reviews": {unit: review}}


def _vouched(draft: Draft, kept: Collection[str]) -> Draft:
    """The draft in which what a person keeps is no longer marked: nobody has checked it, and it stands."""

    def freed(claim: Claim) -> Claim:
        return replace(claim, verdict="unchecked") if claim.sentence in kept else claim

    return replace(draft, paragraphs=tuple(tuple(map(freed, paragraph)) for paragraph in draft.paragraphs))


def _with_kept(drafts: Sequence[Draft], before: Sequence[Draft], kept: Collection[str]) -> list[Draft]:
    """The drafts, each with what a person kept of it and the writer left out, in a paragraph at its end."""
    lost = {
        one.section: tuple(
            claim for claim in claims_in(one) if claim.sentence in kept and not _stands(claim.sentence, drafts)
        )
        for one in before
    }
    return [
        replace(one, paragraphs=(*one.paragraphs, lost[one.section])) if lost.get(one.section) else one
        for one in drafts
    ]


def _stands(sentence: str, drafts: Sequence[Draft]) -> bool:
    return any(claim.sentence == sentence for one in drafts for claim in claims_in(one))


def _headings(outline: Sequence[Section]) -> dict[str, str]:
    return {node.id: node.heading for one in outline for node in (one, *one.sections)}


def _question(part: str, state: ApolloState, ask: str) -> Plain:
    return {"part": part, "topic": state["topic"], "ask": ask}


def _shown_edges(graph: TripletGraph) -> Plain:
    """The triplets that most documents claim."""
    ranked = sorted(graph.edges, key=lambda one: (-one.support, -one.confidence, edge_id(one)))
    rows = [
        {
            "id": edge_id(one),
            "head": graph.label(one.head),
            "relation": one.phrase,
            "tail": graph.label(one.tail),
            "documents": one.support,
            "conflict": one.conflict,
            "snippet_id": one.quotes[0][0] if one.quotes else "",
            "quote": one.quotes[0][1][:SHOWN] if one.quotes else "",
        }
        for one in ranked[:MOST_TRIPLETS]
    ]
    return {"triplets": rows, "not_shown": max(0, len(ranked) - MOST_TRIPLETS)}


def _shown_items(items: Mapping[str, tuple[str, Plain]], state: ApolloState) -> Plain:
    """What is open, section by section in the order of the page."""
    headings = _headings(outline_of(state["outline"]))
    places = {name: place for place, name in enumerate(headings)}
    ranked = sorted(items, key=lambda name: places.get(items[name][0], len(places)))
    rows = [
        {
            "id": name,
            "section": items[name][0],
            "heading": headings.get(items[name][0], ""),
            "sentence": items[name][1]["claim"],
            "reason": items[name][1]["reason"],
            "request": items[name][1]["request"],
        }
        for name in ranked[:MOST_OBJECTIONS]
    ]
    return {"objections": rows, "not_shown": max(0, len(ranked) - MOST_OBJECTIONS)}


def _note(memory: Memory, state: ApolloState, part: str, **detail: Any) -> None:
    """The decision on the run's record."""
    memory.run(state["run_id"]).step(f"decide:{part}").event("decided", part=part, by="a person", **detail)
