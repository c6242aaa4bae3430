"""Apollo: seed, curate until saturated, outline, assign, write every unit in parallel, assemble (thesis chapter 3).

The graph routes; agents think; memory remembers. Nodes may run twice: what they write is keyed by step, section and
revision, and written again with the same values.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.roles import ExtractState, by_rules, engine_of, reads_as
from castalia.graphs.answers import answering
from castalia.graphs.approvals import add_approvals, entry
from castalia.graphs.asking import check_parts
from castalia.graphs.assemble import assemble_page
from castalia.graphs.planning import plain_assignment, plan_units
from castalia.graphs.routes import after_normalise, none_read, stop_reason
from castalia.graphs.settings import QUERIES, Settings
from castalia.graphs.state import ApolloInput, ApolloOutput, ApolloState, UnitInput
from castalia.graphs.unit import build_unit, section_event, units_of
from castalia.graphs.world import stopping
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.memory import Memory
from castalia.memory.plain import outline_of, plain
from castalia.memory.records import Query
from castalia.tools.composition.facet_headings import with_terms
from castalia.tools.language.topic_names import topic_name
from castalia.tools.models.chat import ModelError
from castalia.tools.topic.relevance import Floors
from castalia.tools.topic.retrieval import batch_hits, seed_hits
from castalia.tools.topic.usable_share import usable_share
from langgraph.errors import NodeError
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Checkpointer, Command, Send, StreamWriter

STEPS = 10_007  # supersteps at most, LangGraph's own default
Update = dict[str, Any]
Pipeline = CompiledStateGraph[ApolloState, None, ApolloInput, ApolloOutput]


def apollo(
    crew: Crew,
    memory: Memory,
    settings: Settings | None = None,
    checkpointer: Checkpointer = None,
    approve: Collection[str] = (),
) -> Pipeline:
    """Compile the pipeline over a crew and a memory; both are bound here, nothing of them enters the state. The ``settings`` are, where none are
    given, those that suit the crew's writer. Raises ``InputError`` where any of these is not what it has to be.

    At each part in ``approve`` ("sources", "triplets", "outline", "feedback") the run stops with an interrupt, which needs a checkpointer:
    what is asked is the interrupt's value, and ``Command(resume=…)`` takes a decision of ``castalia.graphs.decisions``, or its JSON.
    When the account of the crew's models is spent, curation ends and the page is finished. What a person decides, like all that a run notes
    in ``memory``, belongs to the run, not to the branch of its checkpoints: ``Ledgers.fork`` gives a branch a run of its own.

    The agents await, so the graph serves ``ainvoke`` and ``astream``; ``node(pipeline.ainvoke)`` is a node for a graph that is invoked without
    ``await``.
    """
    if not isinstance(memory, Memory):
        raise InputError(f"the memory is {memory!r}: give an open castalia Memory, the first of what open_memory gives")
    if not isinstance(settings, Settings | None):
        raise InputError(f"the settings are {settings!r}: give Settings(…)")
    crew, account = answering(crew), crew.account
    limits = settings or Settings.suiting(engine_of(crew.writer) == "model")
    reflects = not by_rules(crew.synthesizer) if limits.reflection is None else limits.reflection
    asks = reflects or not by_rules(crew.researcher) if limits.gaps is None else limits.gaps
    parts = check_parts(approve)
    unit_graph = build_unit(crew, memory, limits, "feedback" in parts)

    async def seed(state: ApolloState, writer: StreamWriter) -> Update:
        """Retrieve T: the snippets that name the topic (eq. 3.1)."""
        _check_topic(state)
        run_id = state.get("run_id")
        if not run_id or run_id == state.get("begun"):  # the thread kept it from the run before
            run_id = uuid.uuid4().hex
        domain = state.get("domain") or ""
        hits = await seed_hits(memory, state["topic"], domain, limits.seed, limits.anchored)
        run = memory.run(run_id)
        run.read_with(reads_as(crew.extractor))
        run.curate(0, hits)
        if (name := topic_name(state["topic"])) != state["topic"]:
            run.event("searched_as", topic=state["topic"], name=name)
        writer({"phase": "seed", "snippets": len(hits)})
        return {
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
        }

    async def extract(state: ExtractState) -> Update:
        """Φ on one snippet of the batch; its triplets go to the log."""
        with stopping():
            await crew.extractor(state)
        return {}

    async def normalise(state: ApolloState, writer: StreamWriter) -> Update:
        """η over the graph; the step ends here."""
        if why := none_read(state):  # told before more is tried
            raise CastaliaError(f"none of the first {len(state['new_ids'])} snippets could be read: {why}")
        found = await crew.normaliser(_topic_of(state) | {"iterations": state["iterations"]})
        usable = [await usable_share(memory, state)] if by_rules(crew.writer) else []
        writer({"phase": "curate", "step": state["iterations"], "snippets": state["curated"], **found})
        return {
            "iterations": state["iterations"] + 1,
            "novelty": [*state["novelty"], found["novelty"]],
            "usable": [*state.get("usable", []), *usable],
            "is_spent": account is not None and bool(account.exhausted),
        }

    async def researcher(state: ApolloState) -> Update:
        """Ψ: what the graph does not answer yet; without gaps nobody asks the graph."""
        if not asks:
            return {"questions": []}
        return {**await crew.researcher(_topic_of(state) | {"iterations": state["iterations"]})}

    async def synthesizer(state: ApolloState) -> Update:
        """Λ: questions to search terms; without reflection the questions go out as they are."""
        if not asks:
            return {"queries": [{"text": topic_name(state["topic"]), "question": ""}]}
        given = _topic_of(state) | {"iterations": state["iterations"], "questions": state["questions"]}
        if reflects:
            return {**await crew.synthesizer(given)}
        asked = [Query(one["text"], one["text"]) for one in state["questions"]]
        return {"queries": [plain(one) for one in memory.run(state["run_id"]).search(state["iterations"], asked)]}

    async def retrieve(state: ApolloState) -> Update:
        """New snippets for the search terms, past the relevance floor (eq. 3.7)."""
        run = memory.run(state["run_id"])
        step = state["iterations"]
        seen = frozenset(hit.snippet_id for hit in run.curated(step))
        batch = await batch_hits(
            memory,
            state["topic"],
            state["domain"],
            [one["text"] for one in state["queries"]],
            seen,
            limits.per_query if asks else limits.per_query * QUERIES,
            limits.nearest if limits.anchored else 0,
            Floors(limits.floor, limits.sparse_floor, limits.sparse_below),
            limits.anchored,
        )
        kept = batch.hits[: limits.most - len(seen)]
        run.curate(step, kept)
        return {
            "new_ids": [hit.snippet_id for hit in kept],
            "curated": len(seen) + len(kept),
            "yields": [*state["yields"], round(len(batch.hits) / batch.requested, 4) if batch.requested else 0.0],
            "is_exhausted": batch.is_last,
        }

    async def outliner(state: ApolloState, writer: StreamWriter) -> Update:
        """Ω: the graph to an outline (eq. 3.11)."""
        found = await crew.outliner(_topic_of(state) | {"iterations": state["iterations"]})
        outline = [with_terms(one) for one in outline_of(found["outline"])]
        headings = [one.heading for one in outline]
        writer({"phase": "outline", "sections": len(headings), "headings": headings})
        return {"outline": [plain(one) for one in outline]}

    async def assign(state: ApolloState) -> Update:
        """Each snippet to the unit that needs it most."""
        plan = await plan_units(memory, limits, state)
        return {"plan": [plain_assignment(one) for one in plan]}

    async def unit(state: UnitInput) -> Update:
        """A unit, in a graph of its own. Not itself the node: under ``astream_events`` LangGraph takes the whole state of such a graph for its
        answer, and two units may not both answer the topic."""
        return await unit_graph.ainvoke(state)

    async def assemble(state: ApolloState, writer: StreamWriter) -> Update:
        """Order, lead, repetition, citation numbers, references; the page is written once, here."""
        page = await assemble_page(state, crew, memory, limits, stop_reason(state, limits), account)
        stats = page["stats"]
        told = {"sections": len(page["sections"]), "sources": stats["sources"], "stopped_by": stats["stopped_by"]}
        writer({"phase": "assemble", "words": stats["words"], **told})
        return {"page": page}

    async def lost_snippet(state: ExtractState, error: NodeError) -> Command[str]:
        """A snippet that could not be read costs itself alone; where all are lost, the run goes on without triplets."""
        identity = state["snippet_id"]
        lost = {"node": "extract", "error": _told(error.error), "is_model": isinstance(error.error, ModelError)}
        memory.run(state["run_id"]).event(
            "snippet_lost", step=f"extract:{identity}", snippet=identity, reason=lost["error"]
        )
        # a failed task fires no edge of its own
        return Command(update={"failures": {identity: lost}}, goto="normalise")

    async def lost_unit(state: UnitInput, error: NodeError, writer: StreamWriter) -> Command[str]:
        """A unit that could not be written costs its own section."""
        section = state["section"]
        lost = {section["id"]: {"node": "unit", "heading": section["heading"], "error": _told(error.error)}}
        writer(section_event(state, "failed", reason=lost[section["id"]]["error"]))
        return Command(update={"failures": lost}, goto=entry("assemble", parts))

    def fan_out(state: ApolloState) -> list[Send] | str:
        work = [Send("extract", {**_topic_of(state), "snippet_id": one}) for one in state["new_ids"]]
        return work or "normalise"

    def units(state: ApolloState) -> list[Send] | str:
        sections = {one.id: plain(one) for one in units_of(outline_of(state["outline"]), limits)}
        shared = _topic_of(state) | {"iterations": state["iterations"], "outline": state["outline"]}
        work = [
            Send("unit", shared | {"section": sections[one["section"]], **_evidence_of(one)}) for one in state["plan"]
        ]
        return work or entry("assemble", parts)

    builder = StateGraph(ApolloState, input_schema=ApolloInput, output_schema=ApolloOutput)
    builder.add_node("seed", seed)
    builder.add_node("extract", extract, error_handler=lost_snippet)
    builder.add_node("normalise", normalise)
    builder.add_node("researcher", researcher)
    builder.add_node("synthesizer", synthesizer)
    builder.add_node("retrieve", retrieve)
    builder.add_node("outliner", outliner)
    builder.add_node("assign", assign)
    builder.add_node("unit", unit, error_handler=lost_unit)
    builder.add_node("assemble", assemble)
    builder.add_edge(START, "seed")
    builder.add_conditional_edges("seed", fan_out, ["extract", "normalise"])
    builder.add_edge("extract", "normalise")
    builder.add_conditional_edges(
        "normalise",
        lambda state: entry("outliner", parts) if after_normalise(state, limits) == "outliner" else "researcher",
        ["researcher", entry("outliner", parts)],
    )
    builder.add_edge("researcher", "synthesizer")
    builder.add_edge("synthesizer", "retrieve")
    builder.add_conditional_edges("retrieve", fan_out, ["extract", "normalise"])
    builder.add_edge("outliner", entry("assign", parts))
    builder.add_conditional_edges("assign", units, ["unit", entry("assemble", parts)])
    builder.add_edge("unit", entry("assemble", parts))
    builder.add_edge("assemble", END)
    add_approvals(builder, parts, crew, memory, limits)
    # its own limit: inside a LangChain runnable it would get that one's, which a curation of full depth passes
    return builder.compile(checkpointer=checkpointer, name="apollo").with_config(recursion_limit=STEPS)


def _topic_of(state: ApolloState) -> Any:
    return {"topic": state["topic"], "domain": state["domain"], "run_id": state["run_id"]}


def _evidence_of(assignment: dict[str, Any]) -> dict[str, Any]:
    own = {name: assignment[name] for name in ("snippet_ids", "words", "pinned")}
    return own | {"revision": 0}


def _check_topic(state: ApolloState) -> None:
    """``InputError`` where a client gave none, or not under this key."""
    topic: object = state.get("topic")
    if not isinstance(topic, str) or not topic.strip():
        raise InputError(f'the topic is {topic!r}: give the pipeline a name, as in {{"topic": "Glycolysis"}}')


def _told(error: BaseException) -> str:
    """Our own errors say what is wrong; of others the kind matters too."""
    return str(error) if isinstance(error, CastaliaError) else repr(error)
