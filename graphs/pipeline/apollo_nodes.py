"""The nodes of Apollo, bound to a crew, a memory and settings: what each step of the pipeline asks of an agent, and
what it notes.

Nodes may run twice: what they write is keyed by step, section and revision, and written again with the same values. How
they follow each other is the business of ``apollo_pipeline``.
"""

from __future__ import annotations

import uuid
from typing import Any, Literal

from castalia.agents.roles import ExtractState, by_rules, reads_as
from castalia.graphs.checks import kept_domain
from castalia.graphs.events import assembled, to_json
from castalia.graphs.pipeline import meanings
from castalia.graphs.pipeline.answers import named
from castalia.graphs.pipeline.approvals import check_answerable
from castalia.graphs.pipeline.assemble import assemble_page
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.left_out import written_in_vain
from castalia.graphs.pipeline.looking_up import look_up
from castalia.graphs.pipeline.no_page import check_written
from castalia.graphs.pipeline.no_room import note_no_room
from castalia.graphs.pipeline.not_ended import note_not_ended
from castalia.graphs.pipeline.picking_up import beginning
from castalia.graphs.pipeline.planning import plan_units
from castalia.graphs.pipeline.routes import after_normalise, entry, none_read, stop_reason
from castalia.graphs.pipeline.state import ApolloState, UnitInput, Update, topic_of
from castalia.graphs.pipeline.stopping import stopping
from castalia.graphs.pipeline.unit import build_unit, section_event, units_of
from castalia.memory.errors import CastaliaError, InputError, UnwrittenError, what_failed
from castalia.memory.event_kinds import OTHER_SENSE, SEARCHED_AS, SNIPPET_LOST, UNWRITTEN
from castalia.memory.plain import outline_of, plain, with_ids
from castalia.memory.records import Query
from castalia.tools.composition.facet_headings import with_terms
from castalia.tools.models.chat import ModelError
from castalia.tools.topic.evidence import read_anchor
from castalia.tools.topic.relevance import Floors
from castalia.tools.topic.retrieval import batch_hits, seed_hits
from castalia.tools.topic.typed_topic import is_text, typed_topic
from castalia.tools.topic.usable_share import usable_share
from langgraph.config import get_stream_writer
from langgraph.errors import NodeError
from langgraph.types import Command, Send, StreamWriter


class ApolloNodes:
    """Each method is a node, or a route, of the pipeline; ``parts`` are those that a person approves."""

    def __init__(self, bound: Bound, parts: tuple[str, ...], checkpointer: Literal[False] | None) -> None:
        crew, settings = bound.crew, bound.settings
        self._bound, self._crew, self._memory, self._settings = bound, crew, bound.memory, settings
        self._parts = parts
        self._unit = build_unit(bound, "feedback" in parts, checkpointer)
        self._most_questions = {
            "depth_questions": settings.depth_questions,
            "breadth_questions": settings.breadth_questions,
        }
        self._reflects = not by_rules(crew.synthesizer) if settings.reflection is None else settings.reflection
        asks = self._reflects or not by_rules(crew.researcher) if settings.gaps is None else settings.gaps
        self._asks = settings.graph and asks
        self._lost: dict[str, dict[str, BaseException]] = {}  # by run and unit: errors, which no state can hold

    async def seed(self, state: ApolloState) -> Update:
        """Retrieve T: the snippets that name the topic (eq. 3.1)."""
        topic = _topic_of(state)
        check_answerable(self._parts)
        run_id = state.get("run_id")
        if not run_id or run_id == state.get("begun") or self._memory.run(run_id).is_over:
            run_id = uuid.uuid4().hex  # none was given, or the state still holds that of the run before
        domain = kept_domain(state.get("domain") or "")
        with beginning(self._memory, run_id, topic, domain):
            return await self._seeded(topic, run_id, domain)

    async def _seeded(self, topic: str, run_id: str, domain: str) -> Update:
        """The run begun under this id, with its first snippets."""
        await look_up(topic, domain, self._memory, "the corpus")
        size = min(self._settings.seed, self._settings.most)
        hits = await seed_hits(self._memory, topic, domain, size, anchored=self._settings.anchored)
        run = self._memory.run(run_id)
        run.forget()  # what a failed attempt had noted
        run.read_with(reads_as(self._crew.extractor))
        run.write_on(topic, domain)
        run.curate(0, hits)
        relevance, _ = await read_anchor(self._memory, topic, domain)
        if relevance.name != topic:
            run.event(SEARCHED_AS, topic=topic, name=relevance.name)
        if relevance.sense:
            run.event(OTHER_SENSE, **meanings.meaning(relevance.sense))
        await note_not_ended(self._memory.library, run)
        looked_for = relevance.name if relevance.name != topic else ""
        get_stream_writer()({"phase": "seed", "snippets": len(hits), "looked_for": looked_for})
        return {
            "topic": topic,
            "run_id": run_id,
            "begun": run_id,
            "domain": domain,
            "iterations": 0,
            "curated": len(hits),
            "new_ids": [hit.snippet_id for hit in hits],
            "yields": [],
            "novelty": [],
            "usable": [],
            "is_exhausted": False,
            "is_spent": False,
            "drafts": None,
            "reviews": None,
            "failures": None,
            "page": None,
        }

    async def extract(self, state: ExtractState) -> Update:
        """Φ on one snippet of the batch; its triplets go to the log."""
        with named("extractor", self._crew.extractor), stopping():
            await self._crew.extractor(state)
        return {}

    async def normalise(self, state: ApolloState, writer: StreamWriter) -> Update:
        """η over the graph, which ends the step."""
        if why := none_read(state):
            raise CastaliaError(f"none of the first {len(state['new_ids'])} snippets could be read: {why}")
        found = await self._crew.normaliser(_step_of(state))
        usable = [await usable_share(self._memory, state)] if by_rules(self._crew.writer) else []
        writer({"phase": "curate", "step": state["iterations"], "snippets": state["curated"], **found})
        return {
            "iterations": state["iterations"] + 1,
            "novelty": [*state["novelty"], found["novelty"]],
            "usable": [*state.get("usable", []), *usable],
            "is_spent": bool(self._bound.account.exhausted),
        }

    async def researcher(self, state: ApolloState) -> Update:
        """Ψ: what the graph does not answer yet; without gaps, or without a graph, nobody asks it."""
        if not self._asks:
            return {"questions": []}
        return {**await self._crew.researcher(_step_of(state) | self._most_questions)}

    async def synthesizer(self, state: ApolloState) -> Update:
        """Λ: questions to search terms; without reflection the questions go out as they are."""
        if not self._asks:
            relevance, _ = await read_anchor(self._memory, state["topic"], state["domain"])
            return {"queries": [{"text": relevance.name, "question": ""}]}
        given = _step_of(state) | {"questions": state["questions"], "most_queries": self._settings.queries}
        if self._reflects:
            return {**await self._crew.synthesizer(given)}
        asked = [Query(one["text"], one["text"]) for one in state["questions"]]
        return {"queries": [plain(one) for one in self._memory.run(state["run_id"]).search(state["iterations"], asked)]}

    async def retrieve(self, state: ApolloState) -> Update:
        """New snippets for the search terms, past the relevance floor (eq. 3.7)."""
        run = self._memory.run(state["run_id"])
        step = state["iterations"]
        seen = frozenset(hit.snippet_id for hit in run.curated(step))
        settings = self._settings
        batch = await batch_hits(
            self._memory,
            state["topic"],
            state["domain"],
            [one["text"] for one in state["queries"]],
            seen,
            k=settings.per_query if self._asks else settings.per_query * settings.queries,
            nearest=settings.nearest,
            floors=Floors(settings.floor, settings.sparse_floor, settings.sparse_below),
            anchored=settings.anchored,
        )
        kept = batch.hits[: settings.most - len(seen)]
        run.curate(step, kept)
        return {
            "new_ids": [hit.snippet_id for hit in kept],
            "curated": len(seen) + len(kept),
            "yields": [*state["yields"], round(len(batch.hits) / batch.requested, 4) if batch.requested else 0.0],
            "is_exhausted": batch.is_last,
        }

    async def outliner(self, state: ApolloState, writer: StreamWriter) -> Update:
        """Ω: the graph to an outline (eq. 3.11)."""
        found = await self._crew.outliner(_step_of(state))
        outline = [with_terms(one) for one in outline_of(with_ids(found["outline"]))]
        headings = [one.heading for one in outline]
        writer({"phase": "outline", "sections": len(headings), "headings": headings})
        return {"outline": [plain(one) for one in outline]}

    async def assign(self, state: ApolloState) -> Update:
        """Each snippet to the unit that needs it most."""
        plan = await plan_units(self._bound, state)
        units = units_of(outline_of(state["outline"]), self._settings)
        note_no_room(self._memory.run(state["run_id"]), units, plan, self._settings)
        return {"plan": [plain(one) for one in plan]}

    async def unit(self, state: UnitInput) -> Update:
        """Write a unit in its own graph. That graph is not itself the node: under ``astream_events`` LangGraph would take
        its whole state for the update, and two units may not both write the topic."""
        with stopping():  # a full disk, which the checkpoints of that graph meet, would cost every section
            return await self._unit.ainvoke(state)

    async def assemble(self, state: ApolloState, writer: StreamWriter) -> Update:
        """Order, lead, repetition, citation numbers, references; the page is written once, here. ``NoPageError`` where
        nothing can stand on it."""
        page = await assemble_page(state, self._bound, stop_reason(state, self._settings))
        run = self._memory.run(state["run_id"])
        run.end()
        writer(to_json(assembled(page, written_in_vain(state, page))))
        lost = self._lost.pop(state["run_id"], {})
        try:
            await check_written(page, state.get("failures", {}), lost, self._memory, run.events())
        except UnwrittenError:
            run.event(UNWRITTEN)
            raise
        return {"page": page}

    async def lost_snippet(self, state: ExtractState, error: NodeError) -> Command[str]:
        """Lose a snippet that could not be read. The run goes on, even where all are lost: then without triplets."""
        identity = state["snippet_id"]
        lost = {"node": "extract", "error": what_failed(error.error), "is_model": isinstance(error.error, ModelError)}
        self._memory.run(state["run_id"]).event(
            SNIPPET_LOST, step=f"extract:{identity}", snippet=identity, reason=lost["error"]
        )
        # a failed task fires no edge of its own
        return Command(update={"failures": {identity: lost}}, goto="normalise")

    async def lost_unit(self, state: UnitInput, error: NodeError, writer: StreamWriter) -> Command[str]:
        """Lose the section of a unit that could not be written, and no other."""
        section = state["section"]
        if isinstance(error.error, CastaliaError):
            # Its message says all, and its frames would hold much until the page is assembled. Where an agent of the
            # caller's own failed, the cause says where: that stays.
            error.error.with_traceback(None)
        self._lost.setdefault(state["run_id"], {})[section["id"]] = error.error
        lost = {section["id"]: {"node": "unit", "heading": section["heading"], "error": what_failed(error.error)}}
        writer(section_event(state, "failed", reason=lost[section["id"]]["error"]))
        return Command(update={"failures": lost}, goto=entry("assemble", self._parts))

    def fan_out(self, state: ApolloState) -> list[Send] | str:
        """Each new snippet to be read by itself."""
        work = [Send("extract", {**topic_of(state), "snippet_id": one}) for one in state["new_ids"]]
        return work or "normalise"

    def after_normalise(self, state: ApolloState) -> str:
        """On with the outline, or around once more."""
        return after_normalise(state, self._settings, self._parts)

    def units(self, state: ApolloState) -> list[Send] | str:
        """Each unit of the plan that is not written yet to be written by itself."""
        sections = {one.id: plain(one) for one in units_of(outline_of(state["outline"]), self._settings)}
        shared = _step_of(state) | {"outline": state["outline"]}
        work = [
            Send("unit", shared | {"section": sections[one["section"]], **_evidence_of(one)})
            for one in state["plan"]
            if one["section"] not in state.get("reviews", {})
        ]
        return work or entry("assemble", self._parts)


def _step_of(state: ApolloState) -> Any:
    return {**topic_of(state), "iterations": state["iterations"]}


def _evidence_of(assignment: dict[str, Any]) -> dict[str, Any]:
    return {name: assignment[name] for name in ("snippet_ids", "words", "pinned")}


def _topic_of(state: ApolloState) -> str:
    """The topic in the characters that snippets use. ``InputError`` where the caller gave none under this key."""
    topic: object = state.get("topic")
    if not isinstance(topic, str) or not is_text(topic) or not (name := typed_topic(topic)):
        raise InputError(f'the topic is {topic!r}: give the pipeline a name, as in {{"topic": "Glycolysis"}}')
    return name
