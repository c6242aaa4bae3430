"""One agent in a graph that is not ours: keys are mapped, clashes refused when the graph is built, both doors open."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NotRequired

import pytest
from castalia.agents.extractive.extractor import ExtractiveExtractor
from castalia.graphs import apollo, extractive_crew, node
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.memory.records import Snippet
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel
from typing_extensions import TypedDict


class AskState(TypedDict):
    heading: str
    words: int
    tone: NotRequired[str]


class AskUpdate(TypedDict):
    draft: str
    sentences: int


class Writer:
    """An agent as ours are: an object with an annotated ``__call__``."""

    async def __call__(self, state: AskState) -> AskUpdate:
        await asyncio.sleep(0)
        return {
            "draft": f"{state['heading']} in {state['words']} words, {state.get('tone', 'neutral')}",
            "sentences": 1,
        }


class MyState(TypedDict, total=False):
    title: str
    length: int
    tone: str
    text: str
    count: int


def graph_of(runnable: Any, schema: Any = MyState) -> Any:
    builder = StateGraph(schema)
    builder.add_node("write", runnable)
    builder.add_edge(START, "write")
    builder.add_edge("write", END)
    return builder.compile()


def mapped(agent: Any = None) -> Any:
    return graph_of(
        node(
            agent or Writer(),
            reads={"heading": "title", "words": "length"},
            writes={"draft": "text", "sentences": "count"},
        )
    )


GIVEN = {"title": "History", "length": 90}
ANSWER = {"text": "History in 90 words, neutral", "count": 1}


def test_invoke_and_ainvoke_give_the_same() -> None:
    graph = mapped()
    assert graph.invoke(GIVEN) == GIVEN | ANSWER
    assert asyncio.run(graph.ainvoke(GIVEN)) == GIVEN | ANSWER
    assert graph.invoke(GIVEN | {"tone": "warm"})["text"] == "History in 90 words, warm"


@dataclass
class DataState:
    title: str
    length: int = 90
    text: str = ""
    count: int = 0


class ModelState(BaseModel):
    title: str
    length: int = 90
    text: str = ""
    count: int = 0


@pytest.mark.parametrize("schema", [DataState, ModelState])
@pytest.mark.parametrize("is_annotated", [True, False])
def test_a_state_may_be_a_dataclass_or_a_model_of_pydantic(schema: Any, is_annotated: bool) -> None:
    async def unannotated(state):  # type: ignore[no-untyped-def]
        return await Writer()(state)

    agent: Any = Writer() if is_annotated else unannotated
    reads, writes = {"heading": "title", "words": "length"}, {"draft": "text", "sentences": "count"}
    graph = graph_of(node(agent, reads, writes), schema)
    assert graph.invoke({"title": "History"}) == {"title": "History"} | ANSWER
    assert asyncio.run(graph.ainvoke(GIVEN | {"length": 5}))["text"] == "History in 5 words, neutral"


@pytest.mark.parametrize("state", [None, "History", [("title", "History")]])
def test_what_is_no_state_is_told(state: Any) -> None:
    with pytest.raises(InputError, match=r"^Writer is given a (NoneType|str|list): give it the state of a graph"):
        node(Writer()).invoke(state)


def test_invoke_works_inside_a_running_loop() -> None:
    async def notebook_cell() -> Any:
        return mapped().invoke(GIVEN)

    assert asyncio.run(notebook_cell()) == GIVEN | ANSWER


def test_ainvoke_awaits_the_agent_in_the_callers_own_loop() -> None:
    seen: list[tuple[int, object]] = []

    async def agent(state: AskState) -> AskUpdate:
        seen.append((threading.get_ident(), asyncio.get_running_loop()))
        return {"draft": state["heading"], "sentences": 0}

    async def go() -> tuple[int, object]:
        await mapped(agent).ainvoke(GIVEN)
        return threading.get_ident(), asyncio.get_running_loop()

    here = asyncio.run(go())
    assert seen == [here]


def test_many_ainvokes_at_once_do_not_wait_for_each_other() -> None:
    waiting = 0
    together = 0

    async def agent(state: AskState) -> AskUpdate:
        nonlocal waiting, together
        waiting += 1
        together = max(together, waiting)
        await asyncio.sleep(0.01)
        waiting -= 1
        return {"draft": state["heading"], "sentences": 0}

    async def go() -> list[Any]:
        graph = mapped(agent)
        return await asyncio.gather(*(graph.ainvoke(GIVEN | {"title": str(number)}) for number in range(5)))

    assert [one["text"] for one in asyncio.run(go())] == list("01234")
    assert together == 5


def test_a_failing_agent_raises_its_own_error_through_both_doors() -> None:
    async def agent(state: AskState) -> AskUpdate:
        raise LookupError("no such reef")

    async def inside() -> None:
        mapped(agent).invoke(GIVEN)

    for fails in (
        lambda: mapped(agent).invoke(GIVEN),
        lambda: asyncio.run(mapped(agent).ainvoke(GIVEN)),
        lambda: asyncio.run(inside()),
    ):
        with pytest.raises(LookupError, match="no such reef"):
            fails()


def test_constants_are_given_and_keys_without_mapping_keep_their_names() -> None:
    class Named(TypedDict, total=False):
        heading: str
        draft: str
        sentences: int

    whole = graph_of(node(Writer(), given={"words": 5, "tone": "dry"}), Named)
    assert whole.invoke({"heading": "Types"}) == {"heading": "Types", "draft": "Types in 5 words, dry", "sentences": 1}
    part = graph_of(node(Writer(), writes={"draft": "draft"}, given={"words": 5}), Named)
    assert part.invoke({"heading": "Types"}) == {"heading": "Types", "draft": "Types in 5 words, neutral"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"reads": {"headline": "title"}}, "reads of Writer names headline: it knows heading, tone, words"),
        ({"writes": {"page": "text"}}, "writes of Writer names page: it knows draft, sentences"),
        ({"given": {"colour": "red"}}, "given of Writer names colour"),
        ({"reads": {"heading": "title", "tone": "title"}}, "reads of Writer uses title twice"),
        ({"writes": {"draft": "text", "sentences": "text"}}, "writes of Writer uses text twice"),
        ({"reads": {"heading": "title"}, "given": {"heading": "x"}}, "gets heading from reads and from given"),
        ({"reads": {"heading": "words"}}, "would read words twice"),
    ],
)
def test_a_clash_is_refused_when_the_graph_is_built(options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        node(Writer(), **options)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"reads": {"tpic": "subject"}}, "^reads of apollo names tpic: it knows domain, run_id, topic$"),
        (
            {"reads": {"topic": "subject"}, "writes": {"pge": "record"}},
            "^writes of apollo names pge: it knows page, run",
        ),
        ({"given": {"words": 300}}, "^given of apollo names words"),
    ],
)
def test_the_keys_of_the_pipeline_are_known_when_the_graph_is_built(options: dict[str, Any], says: str) -> None:
    async def go() -> None:
        async with await Memory.open() as memory:
            pipeline = apollo(extractive_crew(memory), memory)
            with pytest.raises(InputError, match=says):
                node(pipeline.ainvoke, **options)
            assert node(pipeline.ainvoke).name == "apollo"
            with pytest.raises(InputError, match=r"^apollo reads topic, and the state has subject$"):
                await node(pipeline.ainvoke).ainvoke({"subject": "Lighthouse"})
            with pytest.raises(InputError, match=r"^apollo reads subject, and the state has title$"):
                await node(pipeline.ainvoke, reads={"topic": "subject"}).ainvoke({"title": "Lighthouse"})

    asyncio.run(go())


def test_a_graph_of_ones_own_reads_and_answers_by_its_schemas() -> None:
    inner = graph_of(Writer(), TypedDict("Inner", {"heading": str, "words": int, "draft": str, "sentences": int}))
    made = node(inner.ainvoke, reads={"heading": "title", "words": "length"}, writes={"draft": "text"})
    assert made.invoke(GIVEN | {"other": 1}) == {"text": "History in 90 words, neutral"}
    with pytest.raises(InputError, match="names tone: it knows draft, heading, sentences, words"):
        node(inner.ainvoke, reads={"tone": "tone"})


@pytest.mark.parametrize(
    ("agent", "options", "says"),
    [
        (None, {}, "the agent of a node is None: give an async callable"),
        ("Writer", {}, "the agent of a node is 'Writer'"),
        (Writer, {}, "is the class Writer: give one made of it"),
        (RunnableLambda(len), {}, "the agent of a node is Runnable.*: give its ainvoke, an async callable"),
        (Writer(), {"reads": ["heading"]}, "reads is .'heading'.: give a mapping"),
        (Writer(), {"reads": {"heading": ["title"]}}, "reads is .*: give a mapping from keys to keys"),
        (Writer(), {"writes": {"draft": None}}, "writes is .*: give a mapping from keys to keys"),
        (Writer(), {"given": {1: "red"}}, "given is .*: give a mapping from keys"),
    ],
)
def test_what_is_no_agent_is_refused_when_the_graph_is_built(agent: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        node(agent, **options)


@pytest.mark.parametrize("writes", [None, {"draft": "text"}])
@pytest.mark.parametrize(("answer", "says"), [(None, "None"), (["draft"], "a list"), ("draft", "a str")])
def test_an_answer_that_is_no_mapping_is_told(answer: Any, says: str, writes: dict[str, str] | None) -> None:
    async def agent(state: dict[str, Any]) -> Any:
        return answer

    def plain(state: dict[str, Any]) -> Any:
        return {"draft": "x"}

    with pytest.raises(InputError, match=f"agent answered {says}: an agent answers a dict"):
        node(agent, writes=writes).invoke({})
    with pytest.raises(InputError, match="plain answered without being awaited: write it as `async def`"):
        node(plain, writes=writes).invoke({})


def test_swapped_keys_are_no_clash() -> None:
    class Swapped(TypedDict, total=False):
        heading: int
        words: str
        draft: str

    graph = graph_of(node(Writer(), reads={"heading": "words", "words": "heading"}, writes={"draft": "draft"}), Swapped)
    assert graph.invoke({"heading": 3, "words": "Types"})["draft"] == "Types in 3 words, neutral"


def test_keys_that_the_state_lacks_are_told_by_the_states_own_name() -> None:
    with pytest.raises(InputError, match="Writer reads length, and the state has title") as error:
        mapped().invoke({"title": "History"})
    assert error.value.__context__ is None
    with pytest.raises(InputError, match="Writer reads length, title, and the state has no keys"):
        node(Writer(), reads={"heading": "title", "words": "length"}).invoke({})


def test_a_key_that_is_named_has_to_be_there_for_an_agent_that_names_none_itself() -> None:
    async def plain(state):  # type: ignore[no-untyped-def]
        return {"draft": state["x"]}

    with pytest.raises(InputError, match="plain reads title, and the state has length"):
        node(plain, reads={"x": "title"}).invoke({"length": 1})


def test_keys_that_the_agent_does_not_answer_are_told() -> None:
    async def forgetful(state: AskState) -> AskUpdate:
        return {"draft": "x"}  # type: ignore[typeddict-item]

    with pytest.raises(InputError, match="forgetful did not answer sentences: it answered draft"):
        mapped(forgetful).invoke(GIVEN)


class Loose(TypedDict, total=False):
    heading: str


def test_the_state_of_an_agent_is_its_first_parameter_however_it_is_annotated() -> None:
    async def optional(state: Loose) -> dict[str, Any]:
        return {"draft": state.get("heading", "nothing")}

    async def plain(state, config: RunnableConfig | None = None):  # type: ignore[no-untyped-def]
        return {"draft": sorted(state)}

    async def whole(state: Mapping[str, Any]) -> dict[str, Any]:
        return {"draft": sorted(state)}

    assert node(optional, writes={"draft": "text"}).invoke({}) == {"text": "nothing"}
    for agent in (plain, whole, functools.partial(whole)):
        assert node(agent, reads={"heading": "title"}).invoke({"title": 1, "length": 2}) == {
            "draft": ["heading", "length"]
        }


def test_annotations_that_cannot_be_looked_up_are_no_obstacle() -> None:
    class Local(TypedDict):
        heading: str

    async def agent(state: Local) -> Local:
        return {"heading": state["heading"] + "!"}

    assert node(agent, reads={"heading": "title"}, writes={"heading": "title"}).invoke({"title": "Types"}) == {
        "title": "Types!"
    }


def test_an_agent_of_ours_works_in_a_foreign_graph_through_both_doors() -> None:
    class Mine(TypedDict, total=False):
        question: str
        passage: str
        facts: int

    text = "A lighthouse is a tower that carries a strong light. Augustin Fresnel invented the Fresnel lens in 1822."

    async def go() -> list[Any]:
        async with await Memory.open() as memory:
            await memory.store.add([Snippet(id="0123456789abcdef", text=text)])
            extract = node(
                ExtractiveExtractor(memory),
                reads={"topic": "question", "snippet_id": "passage"},
                writes={"triplets": "facts"},
                given={"run_id": "mine"},
            )
            graph, given = graph_of(extract, Mine), {"question": "Lighthouse", "passage": "0123456789abcdef"}
            return [graph.invoke(given), await graph.ainvoke(given), await asyncio.to_thread(graph.invoke, given)]

    first, *others = asyncio.run(go())
    assert first["facts"] >= 1
    assert others == [first, first]


def test_the_node_has_the_agents_name() -> None:
    async def my_agent(state: AskState) -> AskUpdate:
        return {"draft": "", "sentences": 0}

    assert (node(my_agent).name, node(Writer()).name) == ("my_agent", "Writer")
