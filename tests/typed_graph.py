"""A graph of somebody else's with agents of ours in it, and agents of hers in a crew of ours, as a type checker sees
it: CI checks this file by mypy's strict rules. Not a test file, and never run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from castalia.agents.extractive.writer import ExtractiveWriter
from castalia.agents.roles import OutlineState, OutlineUpdate, ResearchState, ResearchUpdate
from castalia.graphs import (
    Filters,
    Memory,
    Settings,
    TopicPage,
    apollo,
    extractive_crew,
    generate,
    model_crew,
    node,
    stream,
)
from castalia.graphs.events import event_of
from castalia.tools.doors.gathering import gather
from castalia.tools.doors.langchain_retriever import SnippetRetriever
from castalia.tools.doors.langchain_tools import graph_tool, snippet_tool
from langchain_core.language_models import BaseChatModel
from langchain_core.tools import BaseTool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict


class Report(TypedDict, total=False):
    subject: str
    record: dict[str, Any]
    run_id: str


@dataclass
class Data:
    topic: str
    drafts: list[dict[str, Any]]


class MyOutliner:
    async def __call__(self, state: OutlineState) -> OutlineUpdate:
        return {"outline": [{"heading": state["topic"]}]}


async def my_researcher(state: ResearchState) -> ResearchUpdate:
    return {"questions": [{"text": state["topic"]}]}


async def count_sources(state: Report) -> dict[str, int]:
    return {"sources": len(state["record"]["references"])}


async def report_of(memory: Memory) -> TopicPage:
    crew = replace(extractive_crew(memory), outliner=MyOutliner(), researcher=my_researcher)
    pipeline = apollo(crew, memory, Settings(words=300), checkpointer=InMemorySaver(), approve=["outline"])
    builder = StateGraph(Report)
    builder.add_node(
        "page", node(pipeline.ainvoke, reads={"topic": "subject"}, writes={"page": "record", "run_id": "run_id"})
    )
    builder.add_node("count", count_sources)
    builder.add_edge(START, "page")
    result = await builder.compile().ainvoke({"subject": "Coral bleaching"})
    async for told in pipeline.astream({"topic": "Coral bleaching"}, stream_mode="custom", subgraphs=True):
        print(event_of(told).phase)
    return TopicPage(result["record"], await memory.graph(result["run_id"]))


def single_agents(memory: Memory) -> None:
    builder = StateGraph(Data)
    builder.add_node("write", node(ExtractiveWriter(memory), writes={"drafts": "drafts"}))
    builder.add_node("outline", node(MyOutliner()))
    builder.add_node("research", node(my_researcher))


async def doors(memory: Memory, page: TopicPage, model: BaseChatModel) -> list[BaseTool]:
    retriever = SnippetRetriever(memory=memory)
    await gather(memory, SnippetRetriever(memory=memory, k=3, filters=Filters(ids=frozenset("a"))), ["corals"])
    await gather(memory, retriever, ["corals"])
    model_crew(memory, model)
    await generate("Corals", memory=memory, crew=lambda one: replace(extractive_crew(one), outliner=MyOutliner()))
    async for event in stream("Corals", memory=memory, model=model):
        print(event.phase)
    return [snippet_tool(memory), graph_tool(page.graph)]
