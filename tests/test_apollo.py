"""The pipeline: its shape, and the promise that a node may run twice, beside another run, or after a failure."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import weakref
from collections.abc import Awaitable, Callable
from dataclasses import fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest
from castalia.agents.crew import ROLES, Crew
from castalia.agents.extractive.crew import extractive_crew
from castalia.agents.model.crew import model_crew
from castalia.graphs import node
from castalia.graphs.generation import generate
from castalia.graphs.pipeline import apollo_nodes
from castalia.graphs.pipeline.apollo_pipeline import apollo
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.no_page import what_cost_most
from castalia.graphs.pipeline.state import ApolloState
from castalia.graphs.pipeline.unit import build_unit, unit_evidence
from castalia.graphs.settings import Settings
from castalia.graphs.sources import open_memory
from castalia.memory.errors import CastaliaError, InputError, NoPageError, UnknownTopicError, UnwrittenError
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, plain
from castalia.memory.records import Citation, Claim, Draft, Feedback, Section
from castalia.tools.composition import placed_evidence
from castalia.tools.composition.placed_evidence import place_evidence
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

SAMPLE = files("castalia.tools") / "sample_coral_reefs.jsonl"
ROWS = SAMPLE.read_text(encoding="utf-8").splitlines()[1::13]  # two steps of curation, and a reviewer who objects
TOPIC, OTHER = "Coral reef", "Coral bleaching"
README = Path(__file__).parents[1] / "README.md"
SMALL = Settings(depth=2, words=700, saturation=False, gaps=True, reflection=True)  # every node does its work
Work = Callable[[Memory], Awaitable[Any]]


def with_memory(work: Work) -> Any:
    """The work on a memory of its own, in which nothing was read yet."""

    async def run() -> Any:
        with tempfile.TemporaryDirectory() as folder:
            corpus = Path(folder) / "rows.jsonl"
            corpus.write_text("\n".join(ROWS), encoding="utf-8")
            memory, _ = await open_memory(corpus)
        async with memory:
            return await work(memory)

    return asyncio.run(run())


def with_empty(work: Work) -> Any:
    """The work on a memory of no snippet, for what is told before any is looked for."""

    async def run() -> Any:
        async with await Memory.open() as memory:
            return await work(memory)

    return asyncio.run(run())


async def page_of(memory: Memory, crew: Crew | None = None, topic: str = TOPIC) -> dict[str, Any]:
    pipeline = apollo(crew or extractive_crew(memory), memory, SMALL)
    return dict((await pipeline.ainvoke({"topic": topic}))["page"])


@pytest.fixture(scope="module")
def plain_page() -> dict[str, Any]:
    page = dict(with_memory(page_of))
    assert page["stats"]["iterations"] == 2 and page["stats"]["rejected_sentences"] and page["stats"]["revisions"]
    return page


def test_the_numbers_of_questions_and_search_terms_are_settings() -> None:
    few = replace(SMALL, depth_questions=1, breadth_questions=1, queries=1, nearest=0)

    async def work(memory: Memory) -> Any:
        done = await apollo(extractive_crew(memory), memory, few).ainvoke({"topic": TOPIC})
        run = memory.run(done["run_id"])
        counts = [(len(run.questions(at + 1)) - len(run.questions(at)), len(run.queries(at + 1)) - len(run.queries(at)))
                  for at in (0, 1)]  # fmt: skip
        plainly = replace(few, gaps=False, queries=3, depth=1)  # the topic itself, for what three queries would bring
        whole = await apollo(extractive_crew(memory), memory, plainly).ainvoke({"topic": TOPIC})
        return counts, whole["page"]["stats"]["snippets"]

    counts, snippets = with_memory(work)
    assert max(counts) <= (2, 1) and any(asked for asked, _ in counts)
    assert snippets == few.seed + 3 * few.per_query


def test_without_the_graph_nobody_reads_a_triplet_though_the_store_holds_them() -> None:
    bare = SMALL.without("graph")

    async def work(memory: Memory) -> Any:
        await page_of(memory)  # another run has read the snippets
        done = await apollo(extractive_crew(memory), memory, bare).ainvoke({"topic": TOPIC})
        return done["page"], await memory.graph(done["run_id"])

    page, graph = with_memory(work)
    assert page["sections"] and page["stats"]["snippets"] > bare.seed
    assert not graph.nodes and not graph.edges


class Twice:
    """An agent that is run twice in a row on the same state, as after a crash between its work and its checkpoint."""

    engine = "extractive"

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    async def __call__(self, state: Any) -> Any:
        first = await self._agent(state)
        second = await self._agent(state)
        assert first == second
        return second


class FailsOnce:
    """An agent that does its work, then fails before it can answer, the first time."""

    engine = "extractive"

    def __init__(self, agent: Any) -> None:
        self._agent = agent
        self.failures = 0

    async def __call__(self, state: Any) -> Any:
        answer = await self._agent(state)
        if not self.failures:
            self.failures += 1
            raise RuntimeError("the power went out")
        return answer


def drawn(pipeline: CompiledStateGraph[Any, Any, Any, Any]) -> str:
    """Its mermaid text, without the nodes that LangGraph adds for errors."""
    graph = pipeline.get_graph()
    for one in [one for name, one in graph.nodes.items() if name.startswith("__error_handler__")]:
        graph.remove_node(one)
    return str(graph.draw_mermaid()).strip()


def test_the_readme_draws_the_graph_that_runs() -> None:
    async def diagrams(memory: Memory) -> tuple[str, str]:
        crew = extractive_crew(memory)
        return drawn(apollo(crew, memory)), drawn(build_unit(Bound(crew, memory, Settings())))

    text = README.read_text(encoding="utf-8")
    for diagram in with_empty(diagrams):
        assert diagram in text


def test_the_pipeline_is_a_node_of_a_graph_that_is_invoked_without_await() -> None:
    class State(TypedDict, total=False):
        subject: str
        written: dict[str, Any]

    async def invoked(memory: Memory) -> Any:
        pipeline = apollo(extractive_crew(memory), memory, Settings(words=300, per_query=1, saturation=False))
        builder = StateGraph(State)
        builder.add_node("page", node(pipeline.ainvoke, reads={"topic": "subject"}, writes={"page": "written"}))
        builder.add_edge(START, "page")
        builder.add_edge("page", END)
        return builder.compile().invoke({"subject": TOPIC})["written"]

    page = with_memory(invoked)
    assert page["sections"] and page["stats"]["iterations"] == 4  # more steps than the 25 of LangChain


def test_a_graph_that_is_invoked_without_await_may_have_a_saver_that_cannot_be_awaited(tmp_path: Path) -> None:
    class State(TypedDict, total=False):
        subject: str
        written: dict[str, Any]

    async def invoked(memory: Memory) -> Any:
        pipeline = apollo(extractive_crew(memory), memory, Settings(words=300, depth=1), checkpointer=False)
        builder = StateGraph(State)
        builder.add_node("page", node(pipeline.ainvoke, reads={"topic": "subject"}, writes={"page": "written"}))
        builder.add_edge(START, "page")
        with SqliteSaver.from_conn_string(str(tmp_path / "checkpoints.sqlite")) as saver:
            graph, thread = builder.compile(checkpointer=saver), {"configurable": {"thread_id": "one"}}
            graph.invoke({"subject": TOPIC}, cast(Any, thread))
            return graph.get_state(cast(Any, thread)).values["written"]

    page = with_memory(invoked)
    assert page["sections"] and not page["stats"]["failed_sections"]


def test_where_the_saver_around_the_pipeline_cannot_be_awaited_the_way_out_is_told(tmp_path: Path) -> None:
    class State(TypedDict, total=False):
        topic: str
        page: dict[str, Any]
        run_id: str

    async def refused(memory: Memory) -> None:
        pipeline = apollo(extractive_crew(memory), memory, Settings(words=300, depth=1))
        builder = StateGraph(State)
        builder.add_node("page", node(pipeline.ainvoke))
        builder.add_edge(START, "page")
        with SqliteSaver.from_conn_string(str(tmp_path / "checkpoints.sqlite")) as saver:
            graph, thread = builder.compile(checkpointer=saver), {"configurable": {"thread_id": "one"}}
            with pytest.raises(
                InputError, match=r"ainvoke and a saver such as AsyncSqliteSaver, or .*checkpointer=False"
            ):
                graph.invoke({"topic": TOPIC}, cast(Any, thread))

    with_memory(refused)


def test_what_a_graph_has_not_implemented_itself_is_not_put_down_to_a_saver() -> None:
    class State(TypedDict, total=False):
        topic: str

    async def unwritten(_: State) -> State:
        raise NotImplementedError("not yet")

    inner = StateGraph(State)
    inner.add_node("mine", unwritten)
    inner.add_edge(START, "mine")
    with pytest.raises(NotImplementedError, match="not yet"):
        node(inner.compile().ainvoke).invoke({"topic": TOPIC})


def test_each_page_of_a_graph_around_the_pipeline_is_a_run_of_its_own() -> None:
    class State(TypedDict, total=False):
        topic: str
        page: dict[str, Any]
        run_id: str

    async def written(memory: Memory) -> None:
        pipeline = apollo(extractive_crew(memory), memory, Settings(words=300, depth=1))
        for page in (pipeline, node(pipeline.ainvoke, writes={"page": "page", "run_id": "run_id"})):
            builder = StateGraph(State)
            builder.add_node("page", cast(Any, page))
            builder.add_edge(START, "page")
            graph, thread = builder.compile(checkpointer=InMemorySaver()), {"configurable": {"thread_id": "one"}}
            first = await graph.ainvoke({"topic": TOPIC}, cast(Any, thread))
            known = (await memory.graph(first["run_id"])).to_json()
            second = await graph.ainvoke({"topic": "Stony coral"}, cast(Any, thread))
            assert second["run_id"] != first["run_id"]
            assert (await memory.graph(first["run_id"])).to_json() == known

    with_memory(written)


def test_who_does_not_await_is_told_what_to_take() -> None:
    async def invoked(memory: Memory) -> None:
        pipeline = apollo(extractive_crew(memory), memory, checkpointer=InMemorySaver())
        builder = StateGraph(ApolloState)
        builder.add_node("page", pipeline)
        builder.add_edge(START, "page")
        outer = builder.compile()
        config: Any = {"configurable": {"thread_id": "one"}}
        for call in (pipeline.invoke, lambda *given: list(pipeline.stream(*given)), outer.invoke):
            with pytest.raises(InputError, match=r"await pipeline\.ainvoke.*node\(pipeline\.ainvoke\)"):
                await asyncio.to_thread(call, cast(Any, {"topic": TOPIC}), config)
        assert (await pipeline.ainvoke({"topic": TOPIC}, config))["page"]["claims"]

    with_memory(invoked)


def test_a_chain_and_a_batch_take_the_pipeline_by_node() -> None:
    async def both(memory: Memory) -> list[dict[str, Any]]:
        pipeline = apollo(extractive_crew(memory), memory, Settings(words=300, per_query=1, saturation=False))
        written = RunnableLambda(lambda topic: {"topic": topic}) | node(pipeline.ainvoke, writes={"page": "page"})
        return [one["page"] for one in await written.abatch([TOPIC, OTHER])]

    pages = with_memory(both)
    assert [one["topic"] for one in pages] == [TOPIC, OTHER]
    assert pages[0]["stats"]["iterations"] == 4  # more steps than the 25 of LangChain


def test_a_client_that_listens_to_astream_events_gets_the_same_page(plain_page: dict[str, Any]) -> None:
    async def heard(memory: Memory) -> dict[str, Any]:
        pipeline = apollo(extractive_crew(memory), memory, SMALL)
        events = [one async for one in pipeline.astream_events({"topic": TOPIC}, version="v2")]
        assert {"unit", "writer", "assemble"} <= {one["name"] for one in events}
        return dict(events[-1]["data"]["output"]["page"])

    assert with_memory(heard) == plain_page


def test_passages_are_placed_once_a_page_however_many_units_ask(
    plain_page: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    outlines = []

    def counted(evidence: Any, outline: Any) -> Any:
        outlines.append([one.heading for one in outline])
        return place_evidence(evidence, outline)

    monkeypatch.setattr(placed_evidence, "place_evidence", counted)
    assert with_memory(page_of) == plain_page
    assert len(outlines) == 1 and len(outlines[0]) > 2


def test_curation_takes_no_round_after_the_one_that_took_the_last_snippet_above_the_floor() -> None:
    async def both(memory: Memory) -> list[dict[str, Any]]:
        limits = Settings(words=300, floor=0.4, sparse_floor=0.4, nearest=300, least_usable=0.0)
        crew = extractive_crew(memory)
        runs = [apollo(crew, memory, one) for one in (limits, limits.without("saturation"))]
        return [(await one.ainvoke({"topic": "Coral reef"}))["page"] for one in runs]

    short, whole = with_memory(both)
    assert short["stats"]["stopped_by"] == "saturated" and whole["stats"]["stopped_by"] == "depth"
    assert short["stats"]["iterations"] == 1 and whole["stats"]["yields"][1:] == [0.0, 0.0, 0.0]
    assert short["claims"] == whole["claims"]


def test_a_client_that_gives_no_topic_is_told_how() -> None:
    async def invoked(memory: Memory) -> None:
        pipeline = apollo(extractive_crew(memory), memory)
        for given in ({}, {"subject": "Coral reef"}, {"topic": " "}, {"topic": 5}):
            with pytest.raises(InputError, match=r"the topic is .*give the pipeline a name"):
                await pipeline.ainvoke(cast(Any, given))

    with_empty(invoked)


def test_a_domain_that_there_is_not_is_told() -> None:
    async def invoked(memory: Memory) -> None:
        pipeline = apollo(extractive_crew(memory), memory)
        with pytest.raises(InputError, match=r'^the corpus has no domain "Geology"'):
            await pipeline.ainvoke({"topic": TOPIC, "domain": "Geology"})

    with_memory(invoked)


def test_a_domain_that_is_nearly_one_of_the_corpus_is_told_with_that_one() -> None:
    domains = [*(f"Domain {at % 12}" for at in range(24)), "Marine biology"]  # more than are named, each more often
    told = "A fringing reef in bay {} was measured for a year, and the corals in it grew by about one centimetre a month in all."
    rows = [{"text": told.format(at), "url": f"u:{at}", "domain": one} for at, one in enumerate(domains)]

    async def invoked() -> None:
        memory, _ = await open_memory(rows)
        async with memory:
            pipeline = apollo(extractive_crew(memory), memory)
            with pytest.raises(InputError, match="the domain is 5: give a str"):
                await pipeline.ainvoke({"topic": TOPIC, "domain": cast(Any, 5)})
            for asked, clean in (("marine biology",) * 2, (" Marine\u200b Biolgy ", "Marine Biolgy")):
                with pytest.raises(InputError, match=rf'(?m)no domain "{clean}"; nearest: Marine biology$'):
                    await pipeline.ainvoke({"topic": TOPIC, "domain": asked})

    asyncio.run(invoked())


def test_a_topic_that_there_is_not_is_told_with_what_the_corpus_knows() -> None:
    async def invoked(memory: Memory) -> None:
        pipeline = apollo(extractive_crew(memory), memory)
        with pytest.raises(
            UnknownTopicError, match=r'no snippet of the corpus .* names "Coral bleechng"; nearest: coral'
        ):
            await pipeline.ainvoke({"topic": "Coral bleechng"})

    with_memory(invoked)


def test_a_page_on_which_nothing_stands_is_refused_as_by_generate() -> None:
    async def editor(state: Any) -> Any:
        return {"lead": plain(Draft("lead", ())), "outline": [], "drafts": {}, "gaps": []}

    async def invoked(memory: Memory) -> None:
        pipeline = apollo(replace(extractive_crew(memory), editor=editor), memory, SMALL)
        with pytest.raises(NoPageError, match=f'^too little on "{TOPIC}" can stand on a page'):
            await pipeline.ainvoke({"topic": TOPIC})

    with_memory(invoked)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"memory": None}, "the memory is None: give an open castalia Memory"),
        ({"memory": ("memory", "report")}, "the memory is .*the first of what open_memory gives"),
        ({"settings": {"words": 300}}, "the settings are .*give Settings"),
        ({"approve": "outline"}, "approve is 'outline': give a list of parts, for example .'outline'"),
        ({"approve": None}, "approve is None: give a list of parts, for example .'outline'"),
        ({"approve": ["plan"]}, "there is no part 'plan' to approve"),
        ({"crew": {"writer": 1}}, "the crew is .'writer': 1.: "),
    ],
)
def test_what_the_pipeline_cannot_be_built_of_is_told(wrong: dict[str, Any], says: str) -> None:
    async def built(memory: Memory) -> None:
        good = {"crew": extractive_crew(memory), "memory": memory}
        with pytest.raises(InputError, match=says):
            apollo(**cast(Any, good | wrong))

    with_empty(built)


@pytest.mark.parametrize(
    ("stray", "who"),
    [(ROLES, "the crew is bound"), (("writer", "editor"), "the crew has its writer and editor bound")],
)
def test_a_crew_over_another_memory_is_refused(stray: tuple[str, ...], who: str) -> None:
    async def built(memory: Memory) -> None:
        async with await Memory.open() as other:
            crew, elsewhere = extractive_crew(memory), model_crew(other, "scripted")
            mixed = replace(crew, **{role: getattr(elsewhere, role) for role in stray})
            with pytest.raises(InputError, match=f"^{who} to another memory than the pipeline: build it over the very"):
                apollo(mixed, memory)

    with_empty(built)


def test_every_agent_run_twice_gives_the_same_page(plain_page: dict[str, Any]) -> None:
    async def twice(memory: Memory) -> dict[str, Any]:
        crew = extractive_crew(memory)
        doubled = {one.name: Twice(getattr(crew, one.name)) for one in fields(crew)}
        return await page_of(memory, replace(crew, **doubled))

    assert with_memory(twice) == plain_page


def test_two_threads_on_one_graph_do_not_see_each_other(plain_page: dict[str, Any]) -> None:
    async def both(memory: Memory) -> list[Any]:
        pipeline = apollo(extractive_crew(memory), memory, SMALL, InMemorySaver())
        runs = [(TOPIC, "a"), (OTHER, "b"), (TOPIC, "c")]
        return await asyncio.gather(
            *(pipeline.ainvoke({"topic": topic}, {"configurable": {"thread_id": name}}) for topic, name in runs)
        )

    first, other, second = with_memory(both)
    assert first["page"] == plain_page == second["page"]
    assert other["page"]["topic"] == OTHER
    assert other["page"] != plain_page


def test_a_thread_that_is_used_again_begins_a_run_that_knows_nothing_of_the_one_before() -> None:
    async def both(memory: Memory) -> None:
        crew = extractive_crew(memory)
        alone = await page_of(memory, topic=OTHER)
        failing = replace(crew, extractor=FailsOnce(crew.extractor), writer=FailsOnce(crew.writer))
        pipeline = apollo(failing, memory, SMALL, InMemorySaver())
        config: Any = {"configurable": {"thread_id": "chat"}}
        first = await pipeline.ainvoke({"topic": TOPIC, "run_id": "mine"}, config)
        assert first["run_id"] == "mine" and first["page"]["stats"]["failed_sections"] == 1
        second = await pipeline.ainvoke({"topic": OTHER}, config)
        assert second["run_id"] != "mine" and second["page"] == alone
        assert len(memory.run(second["run_id"]).curated()) == alone["stats"]["snippets"]
        third = await pipeline.ainvoke({"topic": OTHER, "run_id": "third"}, config)
        assert third == {"run_id": "third", "page": alone}

    with_memory(both)


def test_a_run_that_begins_anew_knows_nothing_of_the_attempt_that_failed() -> None:
    async def work(memory: Memory) -> None:
        crew, few = extractive_crew(memory), replace(SMALL, most=12)
        alone = await apollo(crew, memory, few).ainvoke({"topic": TOPIC})
        failing = replace(crew, outliner=FailsOnce(crew.outliner))
        with pytest.raises(CastaliaError):
            await apollo(failing, memory, SMALL).ainvoke({"topic": TOPIC, "run_id": "mine"})
        assert len(memory.run("mine").curated()) > 12
        memory.run("mine").spend({"calls": 1})
        again = await apollo(crew, memory, few).ainvoke({"topic": TOPIC, "run_id": "mine"})
        assert again["page"] == alone["page"]
        assert memory.run("mine").spent() == ({"calls": 1},)  # that was paid

    with_memory(work)


def test_the_pipeline_reads_a_topic_as_generate_does(plain_page: dict[str, Any]) -> None:
    async def work(memory: Memory) -> Any:
        return await apollo(extractive_crew(memory), memory, SMALL).ainvoke({"topic": f" {TOPIC}\n\ufeff"})

    assert with_memory(work)["page"] == plain_page


def test_a_run_resumed_after_each_failed_node_gives_the_same_page(plain_page: dict[str, Any]) -> None:
    roles = ["normaliser", "researcher", "synthesizer", "outliner", "editor"]

    async def resumed(memory: Memory) -> dict[str, Any]:
        crew = extractive_crew(memory)
        failing = {role: FailsOnce(getattr(crew, role)) for role in roles}
        pipeline = apollo(replace(crew, **failing), memory, SMALL, InMemorySaver())
        config: Any = {"configurable": {"thread_id": "one"}}
        given: dict[str, Any] | None = {"topic": TOPIC}
        for done, role in enumerate(roles, 1):  # one run that goes down in every one of them
            with pytest.raises(CastaliaError, match="power"):
                await pipeline.ainvoke(given, config, durability="sync")
            assert [one for one in roles if failing[one].failures] == roles[:done], role
            given = None
        return dict((await pipeline.ainvoke(None, config, durability="sync"))["page"])

    assert with_memory(resumed) == plain_page


def test_a_snippet_that_cannot_be_extracted_costs_itself_alone() -> None:
    class Stumbles:
        engine = "extractive"

        def __init__(self, agent: Any) -> None:
            self._agent = agent
            self.lost: list[str] = []

        async def __call__(self, state: Any) -> Any:
            if not self.lost:
                self.lost.append(state["snippet_id"])
            if state["snippet_id"] in self.lost:
                raise ValueError("unreadable")
            return await self._agent(state)

    async def run(memory: Memory) -> dict[str, Any]:
        crew = extractive_crew(memory)
        return await page_of(memory, replace(crew, extractor=Stumbles(crew.extractor)))

    page = with_memory(run)
    assert page["stats"]["failed_snippets"] == 1
    assert len(page["sections"]) >= 3


def test_a_unit_that_cannot_be_written_costs_its_section_and_is_told() -> None:
    class Refuses:
        engine = "extractive"

        def __init__(self, agent: Any, heading: str) -> None:
            self._agent, self._heading = agent, heading

        async def __call__(self, state: Any) -> Any:
            if state["section"]["heading"] == self._heading:
                raise ValueError("no words")
            return await self._agent(state)

    async def run(memory: Memory) -> tuple[dict[str, Any], str]:
        crew = extractive_crew(memory)
        before = await page_of(memory)
        heading = before["sections"][1]["heading"]
        return await page_of(memory, replace(crew, writer=Refuses(crew.writer, heading))), heading

    page, heading = with_memory(run)
    assert heading not in {one["heading"] for one in page["sections"]}
    assert page["stats"]["failed_sections"] == 1
    assert any("no words" in issue["reason"] for issue in page["open_issues"])


class Down:
    """An agent that never answers."""

    engine = "extractive"

    async def __call__(self, state: Any) -> Any:
        raise ConnectionError("the model is down")


def test_where_no_unit_can_be_written_the_reason_is_told() -> None:
    def crew(memory: Memory) -> Crew:
        return replace(extractive_crew(memory), writer=Down())

    async def told(memory: Memory) -> None:
        with pytest.raises(NoPageError, match="the model is down") as refused:
            await page_of(memory, crew(memory))
        with pytest.raises(NoPageError) as same:
            await generate(TOPIC, memory=memory, crew=crew, settings=SMALL)
        assert str(same.value) == str(refused.value)

    with_memory(told)


def test_a_sentence_that_two_sections_had_is_an_open_issue_once() -> None:
    wrong = "In 1888 corals bleached on reefs in every tropical ocean."

    async def run(memory: Memory) -> dict[str, Any]:
        crew = extractive_crew(memory)

        async def writer(state: Any) -> Any:
            first, *rest = map(draft_of, (await crew.writer(state))["drafts"])
            said = Claim(wrong, (Citation("", state["snippet_ids"][0]),))
            return {"drafts": [plain(replace(first, paragraphs=((said,), *first.paragraphs))), *map(plain, rest)]}

        async def reviewer(state: Any) -> Any:
            return {"feedback": [plain(Feedback(state["section"]["id"], wrong, "there is no 1888 in it", "rewrite"))]}

        return await page_of(memory, replace(crew, writer=writer, reviewer=reviewer))

    page = with_memory(run)
    assert [one["sentence"] for one in page["claims"]].count(wrong) == 1 and len(page["sections"]) > 1
    assert [one["claim"] for one in page["open_issues"]].count(wrong) == 1


def test_of_several_reasons_the_one_that_most_units_share_is_told() -> None:
    met = {
        "Algae": "nothing helps with “Algae”",
        "Fish": "gpt declined",
        "Sand": "gpt declined",
        "Tides": "gpt declined",
    }
    units = {heading: {"heading": heading, "error": error} for heading, error in met.items()}
    assert what_cost_most(units) == "Fish"
    rest = {name: {"heading": name, "error": f"nothing helps with “{name}”"} for name in ("Surf", "Wrecks", "Depth")}
    assert what_cost_most(units | rest) == "Algae"  # each names its own heading


class Broken:
    """An agent of somebody's own, with a slip in it."""

    async def __call__(self, state: Any) -> Any:
        return self.looked_up(state)

    def looked_up(self, state: Any) -> Any:
        return state["no such key"]


@pytest.mark.parametrize("role", ["normaliser", "outliner", "relevance_filter", "writer", "reviewer", "editor"])
def test_where_an_agent_of_ones_own_failed_it_is_named_and_a_notebook_shows_where(role: str) -> None:
    async def told(memory: Memory) -> None:
        crew = replace(extractive_crew(memory), **{role: Broken()})
        with pytest.raises(CastaliaError, match=rf"the {role} \(Broken\) failed: KeyError\('no such key'\)") as refused:
            await page_of(memory, crew)
        shown = "\n".join(refused.value._render_traceback_())
        assert "in looked_up" in shown and shown.index("in looked_up") < shown.rindex(f"the {role} (Broken)")

    with_memory(told)


def test_a_run_that_stops_before_its_page_holds_nothing_that_a_lost_section_worked_with_and_tells_of_it_when_resumed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def no_power(*given: Any) -> Any:
        raise ConnectionError("no power")

    class Work:
        """What the locals of a writer hold."""

    held: list[weakref.ref[Work]] = []

    async def writer(state: Any) -> Any:
        work = Work()
        held.append(weakref.ref(work))
        raise InputError("no words")

    async def lost(memory: Memory) -> None:
        pipeline = apollo(replace(extractive_crew(memory), writer=writer), memory, SMALL, InMemorySaver())
        config: Any = {"configurable": {"thread_id": "one"}}
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(apollo_nodes, "assemble_page", no_power)
            with pytest.raises(ConnectionError, match="no power"):
                await pipeline.ainvoke({"topic": TOPIC}, config, durability="sync")
        assert held
        async with asyncio.timeout(10):  # until the loop has let go of what is done, which a busy machine delays
            while any(one() for one in held):
                await asyncio.sleep(0.01)
                gc.collect()
        with pytest.raises(UnwrittenError, match="no words") as told:
            await pipeline.ainvoke(None, config, durability="sync")
        assert isinstance(told.value.__cause__, InputError)

    with_memory(lost)


def test_what_goes_wrong_behind_a_group_of_tasks_is_told_as_the_agents() -> None:
    async def outliner(state: Any) -> Any:
        async def fails() -> None:
            raise ValueError("no such page")

        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(fails())
                group.create_task(asyncio.sleep(9))
        except* ValueError:
            pass
        raise KeyError("later")

    async def told(memory: Memory) -> None:
        with pytest.raises(CastaliaError, match=r"the outliner .* failed: KeyError\('later'\)"):
            await page_of(memory, replace(extractive_crew(memory), outliner=outliner))

    with_memory(told)


@pytest.mark.parametrize("role", ["outliner", "writer"])
def test_an_agent_of_ones_own_whose_own_work_was_cancelled_has_failed(role: str) -> None:
    async def waits(state: Any) -> Any:
        inner = asyncio.ensure_future(asyncio.sleep(9))
        inner.cancel()
        return await inner

    async def told(memory: Memory) -> None:
        with pytest.raises(CastaliaError, match=rf"the {role} .* failed: CancelledError"):
            await page_of(memory, replace(extractive_crew(memory), **{role: waits}))

    with_memory(told)


class Silent:
    """A writer that writes nothing, and how often it was asked."""

    engine = "model"

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, state: Any) -> Any:
        self.asked += 1
        return {"drafts": []}


class Insists:
    """A reviewer that wants more, whatever there is."""

    engine = "model"

    async def __call__(self, state: Any) -> Any:
        return {"feedback": [plain(Feedback(state["section"]["id"], "", "too little", "add"))]}


def test_a_writer_that_writes_nothing_is_asked_no_more_often_than_any_other() -> None:
    writer = Silent()

    async def run(memory: Memory) -> dict[str, Any]:
        crew = replace(extractive_crew(memory), writer=writer, reviewer=Insists())
        unit = build_unit(Bound(crew, memory, replace(SMALL, revisions=2, relevance_filter=False)))
        section = plain(Section("s", "Lamps", 1))
        given = {"topic": TOPIC, "run_id": "r", "section": section, "snippet_ids": [], "words": 90}
        return await unit.ainvoke(given)  # type: ignore[arg-type]

    done = with_empty(run)
    assert writer.asked == 3  # a draft and two revisions
    assert done["reviews"]["s"]["revisions"] == 2


def test_what_was_assigned_to_a_unit_reaches_it_though_it_shares_no_word_with_a_heading() -> None:
    section = Section("s", "Bleaching", 1)
    alone = replace(SMALL, heading_path=False)

    async def run(memory: Memory) -> dict[str, list[str]]:
        ids, crew = frozenset(one.id for one in await memory.store.sample(len(ROWS))), extractive_crew(memory)
        settings = {
            "assigned": replace(alone, snippets_per_heading=len(ids)),
            "few": replace(alone, snippets_per_heading=1),
            "twice": replace(alone, snippets_per_heading=2),
            "everything": replace(alone, assign="everything", snippets_per_heading=len(ids)),
        }
        twice = replace(section, sections=(Section("t", "Bleaching", 2),))
        units = {name: twice if name == "twice" else section for name in settings}
        gone = frozenset({"an id of a snippet that is not there"})
        return {
            name: await unit_evidence(Bound(crew, memory, one), TOPIC, units[name], ids | gone)
            for name, one in settings.items()
        }

    found = with_memory(run)
    best = found["everything"]
    assert 1 < len(best) < len(found["assigned"]) == len(set(found["assigned"])) == len(ROWS)
    assert found["assigned"][: len(best)] == best and found["few"] == best[:1]
    assert found["twice"] == found["assigned"][:4]  # both headings find the same


def test_where_no_snippet_can_be_extracted_there_is_still_a_page() -> None:
    async def run(memory: Memory) -> dict[str, Any]:
        return await page_of(memory, replace(extractive_crew(memory), extractor=Down()))

    page = with_memory(run)
    assert page["stats"]["failed_snippets"] == page["stats"]["snippets"]
    assert page["claims"]


@pytest.mark.parametrize(("setting", "name"), [("reviewer", "reviewer"), ("relevance_filter", "relevance_filter")])
def test_a_unit_has_no_node_for_what_is_switched_off(setting: str, name: str) -> None:
    async def nodes(memory: Memory) -> tuple[bool, ...]:
        crew = extractive_crew(memory)
        units = (build_unit(Bound(crew, memory, replace(SMALL, **{setting: is_on}))) for is_on in (True, False))
        return tuple(name in one.get_graph().nodes for one in units)

    assert with_empty(nodes) == (True, False)


def test_ablations_are_switches() -> None:
    async def run(memory: Memory) -> list[dict[str, Any]]:
        crew = extractive_crew(memory)
        found = []
        for settings in (
            replace(SMALL, reviewer=False),
            replace(SMALL, relevance_filter=False),
            replace(SMALL, reflection=False),
            replace(SMALL, saturation=False),
            replace(SMALL, anchored=False),
            replace(SMALL, depth=0),
        ):
            found.append((await apollo(crew, memory, settings).ainvoke({"topic": TOPIC}))["page"])
        return found

    pages = with_memory(run)
    assert all(page["sections"] for page in pages[:5])
    assert pages[0]["stats"]["rejected_sentences"] == 0
    assert pages[5]["stats"]["iterations"] == 0
    assert pages[5]["stats"]["snippets"] == SMALL.seed


def test_two_drafts_of_one_section_are_refused_and_none_is_lost_in_silence() -> None:
    async def work(memory: Memory) -> Any:
        crew = extractive_crew(memory)

        async def split(state: Any) -> Any:
            drafts = (await crew.writer(state))["drafts"]
            told = [(one, claim) for one in drafts for those in one["paragraphs"] for claim in those]
            return {"drafts": [{**one, "paragraphs": [[claim]]} for one, claim in told]}

        return await page_of(memory, replace(crew, writer=split))

    with pytest.raises(NoPageError, match="the writer answered drafts of sections more than once"):
        with_memory(work)


class Asking:
    """A synthesizer that notes that it was asked; what it thinks with may be given out as something else."""

    def __init__(self, inner: Any, engine: str) -> None:
        self.inner, self.engine, self.asked = inner, engine, 0

    async def __call__(self, state: Any) -> Any:
        self.asked += 1
        return await self.inner(state)


REFLECTING = {
    "rules: the relevance model alone": ("extractive", None, None, False, False),
    "an agent that was put in is asked": ("custom", None, None, True, True),
    "questions go out as they are": ("extractive", True, None, True, False),
    "reflection needs questions": ("extractive", None, True, True, True),
    "without reflection": ("custom", None, False, False, False),
    "without gaps": ("custom", False, None, False, False),
}


def test_rules_reflect_and_ask_only_where_that_is_wanted() -> None:
    """A synthesizer of an engine, gaps and reflection as they are set: whether questions are asked, and reflected
    on."""

    async def run(memory: Memory) -> None:
        for name, (engine, gaps, reflection, asks, reflects) in REFLECTING.items():
            crew = extractive_crew(memory)
            agent = Asking(crew.synthesizer, engine)
            settings = replace(SMALL, depth=1, words=200, gaps=gaps, reflection=reflection)
            await apollo(replace(crew, synthesizer=agent), memory, settings).ainvoke({"topic": TOPIC, "run_id": name})
            ledger = memory.run(name)
            questions, queries = [one.text for one in ledger.questions()], [one.text for one in ledger.queries()]
            assert (agent.asked > 0) == reflects, name
            assert bool(questions) == bool(queries) == asks, name
            assert not asks or (queries == questions) != reflects, name

    with_memory(run)


def test_state_holds_ids_and_drafts_but_no_snippet_text() -> None:
    async def run(memory: Memory) -> tuple[Any, list[str]]:
        saver = InMemorySaver()
        pipeline = apollo(extractive_crew(memory), memory, SMALL, saver)
        config: Any = {"configurable": {"thread_id": "one"}}
        await pipeline.ainvoke({"topic": TOPIC}, config)
        states = [one.values async for one in pipeline.aget_state_history(config)]
        snippets = await memory.store.sample(1_000)
        return states, [one.text for one in snippets]

    states, texts = with_memory(run)
    before_assembly = [{k: v for k, v in one.items() if k != "page"} for one in states]
    assert not [text for text in texts if any(text in str(state) for state in before_assembly)]
