"""Apollo: seed, curate until saturated, outline, assign, write every unit in parallel, assemble (thesis chapter 3).

The graph routes; agents think; memory remembers. What a node does is told in ``apollo_nodes``.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import NoReturn

from castalia.agents.crew import Crew
from castalia.agents.roles import engine_of
from castalia.graphs.pipeline.answers import check_crew
from castalia.graphs.pipeline.apollo_nodes import ApolloNodes
from castalia.graphs.pipeline.approvals import add_approvals
from castalia.graphs.pipeline.asking import check_parts
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.picking_up import picking_up
from castalia.graphs.pipeline.routes import entry
from castalia.graphs.pipeline.state import ApolloInput, ApolloOutput, ApolloState
from castalia.graphs.settings import Settings
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory, check_memory
from langchain_core.runnables import RunnableLambda
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Checkpointer

STEPS = 10_007  # supersteps at most, LangGraph's own default
Pipeline = CompiledStateGraph[ApolloState, None, ApolloInput, ApolloOutput]


def apollo(
    crew: Crew,
    memory: Memory,
    settings: Settings | None = None,
    checkpointer: Checkpointer = None,
    approve: Collection[str] = (),
) -> Pipeline:
    """The pipeline as a compiled LangGraph graph: ``await pipeline.ainvoke({"topic": "Glycolysis"})`` answers ``page``
    (the record) and ``run_id``.

    - ``crew`` and ``memory`` are bound here, nothing of them enters the state; a crew works over the memory that it was
      built over. When the account of its models is spent, curation ends and the page is finished.
    - ``settings`` are, where none are given, those that suit the crew's writer.
    - ``checkpointer`` is LangGraph's; ``False`` keeps the pipeline out of the checkpoints of the graph around it.
    - ``approve`` names parts ("sources", "triplets", "outline", "feedback") at which the run stops with an interrupt:
      what is asked is the interrupt's value, and ``Command(resume=…)`` takes a decision of
      ``castalia.graphs.decisions``, or its JSON. That needs a checkpointer, here or in the graph that the pipeline is a
      node of; a run without one is refused when it begins.

    What a person decides, like all that a run notes in ``memory``, belongs to the run, not to the branch of its
    checkpoints: ``Ledgers.fork`` gives a branch a run of its own.

    The agents await, so the graph serves ``ainvoke`` and ``astream``; ``node(pipeline.ainvoke)`` is a node for a graph
    that is invoked without ``await``. Raises ``InputError`` where an argument is not what it has to be. A run raises
    ``UnknownTopicError`` and ``NoPageError`` as ``generate`` does.
    """
    check_memory(memory)
    if not isinstance(settings, Settings | None):
        raise InputError(f"the settings are {settings!r}: give Settings(…)")
    agents = check_crew(crew)
    bound = Bound.of(agents, memory, settings or Settings.suiting(engine_of(agents.writer) == "model"))
    parts = check_parts(approve)
    if parts and checkpointer is False:
        raise InputError(
            f"approve is {[*parts]}, and with checkpointer=False no run can go on from what is asked: leave it out, or give "
            "a checkpointer"
        )
    nodes = ApolloNodes(bound, parts, False if checkpointer is False else None)
    known = partial(picking_up, memory)
    builder = StateGraph(ApolloState, input_schema=ApolloInput, output_schema=ApolloOutput)
    builder.add_node("seed", RunnableLambda(_refuse, afunc=nodes.seed, name="seed"))
    builder.add_node("extract", known(nodes.extract), error_handler=nodes.lost_snippet)
    builder.add_node("normalise", known(nodes.normalise))
    builder.add_node("researcher", known(nodes.researcher))
    builder.add_node("synthesizer", known(nodes.synthesizer))
    builder.add_node("retrieve", known(nodes.retrieve))
    builder.add_node("outliner", known(nodes.outliner))
    builder.add_node("assign", known(nodes.assign))
    builder.add_node("unit", known(nodes.unit), error_handler=nodes.lost_unit)
    builder.add_node("assemble", known(nodes.assemble))
    builder.add_edge(START, "seed")
    builder.add_conditional_edges("seed", nodes.fan_out, ["extract", "normalise"])
    builder.add_edge("extract", "normalise")
    builder.add_conditional_edges(
        "normalise",
        nodes.after_normalise,
        ["researcher", entry("outliner", parts)],
    )
    builder.add_edge("researcher", "synthesizer")
    builder.add_edge("synthesizer", "retrieve")
    builder.add_conditional_edges("retrieve", nodes.fan_out, ["extract", "normalise"])
    builder.add_edge("outliner", entry("assign", parts))
    builder.add_conditional_edges("assign", nodes.units, ["unit", entry("assemble", parts)])
    builder.add_edge("unit", entry("assemble", parts))
    builder.add_edge("assemble", END)
    add_approvals(builder, parts, bound)
    # its own limit: inside a LangChain runnable it would get that one's, which a curation of full depth passes
    return builder.compile(checkpointer=checkpointer, name="apollo").with_config(recursion_limit=STEPS)


def _refuse(state: ApolloState) -> NoReturn:
    """The first node of a pipeline that is invoked without ``await``."""
    raise InputError(
        "the pipeline awaits its agents, so invoke and stream cannot run it: use `await pipeline.ainvoke(…)` or `async for "
        "… in pipeline.astream(…)`, and in a graph that is invoked without await the node node(pipeline.ainvoke)"
    )
