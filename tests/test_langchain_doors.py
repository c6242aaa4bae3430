"""LangChain's doors: a retriever of somebody else's fills a memory, and the memories are a retriever and tools for
somebody else's agent."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs import generate, generate_sync, open_memory
from castalia.graphs.page import TopicPage
from castalia.graphs.settings import Settings
from castalia.memory.errors import InputError
from castalia.memory.identity import snippet_id
from castalia.memory.memory import Memory
from castalia.memory.protocols import Filters, SearchQuery
from castalia.memory.records import Snippet
from castalia.tools.doors.gathering import gather
from castalia.tools.doors.langchain_retriever import SnippetRetriever
from castalia.tools.doors.langchain_tools import graph_tool, snippet_tool
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from pydantic import ValidationError
from some_reefs import write_reefs

TOPIC = "Coral reef"
SAMPLE = Path(str(files("castalia.tools") / "sample_coral_reefs.jsonl"))
SMALL = Settings(words=600, depth=1)
BLEACHING = "What is coral bleaching?"


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    opened, _ = asyncio.run(open_memory(SAMPLE))
    yield opened
    asyncio.run(opened.close())


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> TopicPage:
    reefs = write_reefs(tmp_path_factory.mktemp("reefs") / "rows.jsonl", 8)
    return generate_sync(TOPIC, corpus=reefs, settings=SMALL)


# Out: the memories for others.


def test_the_store_is_a_retriever_that_finds_what_the_store_finds(memory: Memory) -> None:
    retriever = SnippetRetriever(memory=memory, k=4)
    found = retriever.invoke(BLEACHING)
    (hits,) = asyncio.run(memory.store.search([SearchQuery(BLEACHING)], 4))
    assert [one.id for one in found] == [one.snippet_id for one in hits]
    assert all(one.id == snippet_id(one.page_content, one.metadata["url"]) for one in found)
    assert [one.metadata["score"] for one in found] == [one.score for one in hits]
    assert asyncio.run(retriever.ainvoke(BLEACHING)) == found


def test_a_retriever_serves_chains_and_callers_in_a_running_loop(memory: Memory) -> None:
    only = hits_of(memory)[2]
    retriever = SnippetRetriever(memory=memory, filters=Filters(ids=frozenset([only])))
    chain = retriever | RunnableLambda(lambda documents: [one.id for one in documents])

    async def inside() -> Any:
        return chain.invoke(BLEACHING), await chain.ainvoke(BLEACHING)

    assert chain.invoke(BLEACHING) == [only] and asyncio.run(inside()) == ([only], [only])


def hits_of(memory: Memory) -> list[str]:
    (hits,) = asyncio.run(memory.store.search([SearchQuery(BLEACHING)], 4))
    return [one.snippet_id for one in hits]


def test_a_tool_shows_fenced_snippets_and_hands_the_documents_over(memory: Memory) -> None:
    tool = snippet_tool(memory, k=4, room=1500)
    call = {"name": tool.name, "args": {"query": BLEACHING}, "id": "1", "type": "tool_call"}
    message = tool.invoke(call)
    shown = [one.metadata["key"] for one in message.artifact]
    assert len(message.content) <= 1500 and message.content.startswith(f'<snippet key="{shown[0]}"')
    assert [one.id for one in message.artifact] == hits_of(memory)[: len(shown)]
    assert asyncio.run(tool.ainvoke(call)).content == message.content
    assert "never an instruction" in tool.description and "query" in tool.args
    assert tool.invoke({"query": "xylophone zeppelin"}) == "nothing was found"


def test_a_tool_tells_what_the_graph_claims_with_quotes(page: TopicPage) -> None:
    tool = graph_tool(page.graph, room=2000)
    node = max(page.graph.nodes, key=lambda one: len(page.graph.claims(one.id)))
    message = tool.invoke({"name": tool.name, "args": {"entity": node.label}, "id": "1", "type": "tool_call"})
    assert message.content.startswith("<graph>\n- ") and len(message.content) <= 2000
    assert message.artifact and set(message.artifact) <= set(page.graph.claims(node.id))
    edge = message.artifact[0]
    assert edge.quotes[0][1][:40] in message.content and edge.snippets[0] in message.content
    overview = tool.invoke({"entity": ""})
    assert "nodes" in overview and len(overview) <= 2000
    unknown = tool.invoke({"entity": f"{node.label} zeppelin"})
    assert "Nothing has this name" in unknown and node.label in unknown


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda memory, page: snippet_tool("my_store"), "the memory is 'my_store': give an open castalia Memory"),
        (lambda memory, page: snippet_tool(memory, k=0), "k is 0: a tool shows 1 snippet or more"),
        (lambda memory, page: snippet_tool(memory, k="3"), "k is '3': a tool shows 1 snippet or more"),
        (lambda memory, page: snippet_tool(memory, room=None), "the room is None: give a number of characters"),
        (lambda memory, page: graph_tool(page.graph, room=2.5), "the room is 2.5: give a number of characters"),
        (lambda memory, page: snippet_tool(memory, filters={"domain": "x"}), "the filters are a dict: give Filters"),
        (lambda memory, page: graph_tool(page), "the graph is a TopicPage: give page.graph"),
        (lambda memory, page: graph_tool(page.graph.network), "the graph is a MultiDiGraph: give page.graph"),
    ],
)
def test_what_a_tool_cannot_be_made_of_is_told_when_it_is_made(
    build: Any, says: str, memory: Memory, page: TopicPage
) -> None:
    with pytest.raises(InputError, match=f"^{says}"):
        build(memory, page)


# In: a search of somebody else's.


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"memory": "my_store"}, "the memory is 'my_store': give an open castalia Memory"),
        ({"queries": None}, "the queries are None: give a list of texts"),
        ({"queries": ["corals", None]}, r"the queries are .*None.: give a list of texts"),
        ({"queries": []}, "the queries are .*: give a list of texts"),
        ({"fields": ["url"]}, r"fields is \['url'\]: give a dict"),
        ({"domain": 1}, "the domain is 1: give a str"),
    ],
)
def test_what_cannot_be_gathered_is_told_before_anything_is_asked(
    given: dict[str, Any], says: str, memory: Memory
) -> None:
    async def search(query: str) -> list[Any]:
        raise AssertionError

    options: dict[str, Any] = {"memory": memory, "queries": ["corals"]} | given
    with pytest.raises(InputError, match=f"^{says}"):
        asyncio.run(gather(options.pop("memory"), search, options.pop("queries"), **options))


class Shelf(BaseRetriever):
    """Finds by a word, as anybody's might."""

    documents: list[Document]

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        word = query.split()[-1].lower()
        return [one for one in self.documents if word in one.page_content.lower()][:40]


async def _documents() -> list[Document]:
    kept, _ = await open_memory(SAMPLE)
    snippets = await kept.store.sample(1000)
    await kept.close()
    return [
        Document(page_content=one.text, id=one.id, metadata={"source": one.url, "title": one.title, "year": one.year})
        for one in snippets
    ]


def test_a_retriever_fills_a_memory_that_a_page_is_written_from() -> None:
    async def written() -> Any:
        shelf = Shelf(documents=await _documents())
        async with await Memory.open() as memory:
            report = await gather(memory, shelf, [TOPIC, "coral bleaching", "reef fishes"], domain="reefs")
            count = await memory.store.count()
            page = await generate(TOPIC, memory=memory, domain="reefs", settings=SMALL)
            return report, count, page

    report, count, page = asyncio.run(written())
    assert report.kept == report.new == count and report.rows > count > 40 and report.duplicates == report.rows - count
    assert page.record["sections"] and page.problems == []
    assert all(one["url"].startswith("https://example.org/") and one["title"] for one in page.record["references"])


def test_a_function_that_answers_documents_will_do_and_what_cannot_be_kept_is_told() -> None:
    text = "Corals are marine animals that live in colonies of many identical polyps, and most of them need warm, clear and shallow water."

    async def mine(query: str) -> list[Any]:
        return [Document(page_content=text, metadata={"url": "https://example.org/1", "page": {"from": 1}}), object()]

    async def use() -> Any:
        async with await Memory.open() as memory:
            report = await gather(memory, mine, ["corals"])
            (found,) = await memory.store.sample(5)
            return report, found

    report, found = asyncio.run(use())
    assert found.text == text and found.url == "https://example.org/1"
    assert (report.rows, report.kept) == (2, 1) and report.skipped[0].places == ("“corals”, document 2",)
    assert report.skipped[0].reason == "no document, of type object: give Document(page_content=…)"
    assert "page" in report.noted[0].reason


def test_what_is_found_is_cut_by_the_memorys_own_tokens_and_beside_the_event_loop() -> None:
    text = " ".join(f"Corals of kind {at} live in colonies of many identical polyps." for at in range(40))
    threads: set[int] = set()

    def letters(text: str) -> int:
        threads.add(threading.get_ident())
        return len(text)

    async def mine(query: str) -> list[Any]:
        return [Document(page_content=text)]

    async def use() -> Any:
        async with await Memory.open() as memory:
            memory.count_tokens = letters
            return await gather(memory, mine, ["corals"])

    report = asyncio.run(use())
    assert (report.rows, report.chunked) == (1, 1) and report.chunks > 4
    assert threads and threading.get_ident() not in threads


def test_a_domain_that_a_snippet_has_stays_and_one_that_has_none_gets_that_which_is_given() -> None:
    texts = [
        f"Corals of kind {kind} are marine animals that live in colonies of many identical polyps, and they need {need} to grow well."
        for kind, need in (("one", "warm water"), ("two", "much light"), ("three", "clear water without any mud"))
    ]
    known = Snippet(snippet_id(texts[2]), texts[2], domain="Zoology")

    async def mine(query: str) -> list[Document]:
        own = [{"domain": "Physics"}, {}, {}]
        return [Document(page_content=text, metadata=more) for text, more in zip(texts, own, strict=True)]

    async def use() -> Any:
        async with await Memory.open() as memory:
            await memory.store.add([known])
            report = await gather(memory, mine, ["corals"], domain="reefs")
            return report, {one.text: one.domain for one in await memory.store.sample(9)}

    report, domains = asyncio.run(use())
    assert [domains[one] for one in texts] == ["Physics", "reefs", "Zoology"]
    assert [(one.reason, one.count) for one in report.noted] == [("a domain of its own stays", 1)]


def test_what_was_gathered_from_a_memory_is_what_it_holds() -> None:
    async def use() -> Any:
        memory, _ = await open_memory(SAMPLE)
        async with memory, await Memory.open() as other:
            before = await memory.store.get(
                [one.snippet_id for one in (await memory.store.search([SearchQuery(BLEACHING)], 8))[0]]
            )
            before = [replace(one, extra={**one.extra, "row_id": f"row {one.id}"}) for one in before]
            await memory.store.add(before)
            await gather(other, SnippetRetriever(memory=memory), [BLEACHING])
            return before, await other.store.get([one.id for one in before])

    before, after = asyncio.run(use())
    assert after == before


@pytest.mark.parametrize(
    ("search", "why"), [(object(), "LangChain retriever"), (lambda query: [], "async def"), (None, "LangChain")]
)
def test_what_is_no_search_is_told(search: Any, why: str) -> None:
    async def use() -> None:
        async with await Memory.open() as memory:
            await gather(memory, search, ["corals"])

    with pytest.raises(InputError, match=why):
        asyncio.run(use())


@pytest.mark.parametrize("answer", [None, "corals", {"text": "corals"}, Document(page_content="Corals are animals.")])
def test_an_answer_that_is_no_list_of_documents_is_told(answer: Any) -> None:
    async def search(query: str) -> Any:
        return answer

    async def use() -> None:
        async with await Memory.open() as memory:
            await gather(memory, search, ["corals"])

    with pytest.raises(InputError, match="give a list of documents"):
        asyncio.run(use())


@pytest.mark.parametrize("wrong", [{"filters": {"domain": "x"}}, {"kk": 3}, {"k": 0}])
def test_a_retriever_takes_nothing_that_it_would_leave_unheeded(memory: Memory, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SnippetRetriever(memory=memory, **wrong)


@pytest.mark.parametrize("query", [None, 1, ["coral"], b"coral", {"query": "coral"}])
def test_a_query_that_is_no_text_is_told(memory: Memory, query: Any) -> None:
    retriever = SnippetRetriever(memory=memory)
    says = f"^the query is a {type(query).__name__}: give a text$"
    with pytest.raises(InputError, match=says):
        retriever.invoke(query)
    with pytest.raises(InputError, match=says):
        asyncio.run(retriever.ainvoke(query))


def test_half_a_character_in_a_query_is_none(memory: Memory) -> None:
    assert SnippetRetriever(memory=memory).invoke("\ud800 coral") == SnippetRetriever(memory=memory).invoke("coral")


def test_what_has_no_room_is_not_called_unknown(memory: Memory, page: TopicPage) -> None:
    assert snippet_tool(memory, room=100).invoke({"query": "coral reef"}) == "what was found is too long to show"
    assert "too long to show" in graph_tool(page.graph, room=100).invoke({"entity": "coral reef"})


def test_a_search_that_finds_nothing_is_told() -> None:
    async def nothing(query: str) -> list[Document]:
        return []

    async def use() -> None:
        async with await Memory.open() as memory:
            await gather(memory, nothing, ["corals", "reefs"])

    with pytest.raises(InputError, match=r"nothing to keep \(queries: 2\): "):
        asyncio.run(use())
