"""A person in the run: each part, each door, and what of it stands on the page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import lighthouses
import pytest
from castalia.agents.extractive.crew import extractive_crew
from castalia.agents.model.crew import model_crew
from castalia.graphs import fill_store
from castalia.graphs.decisions import OutlineDecision, SectionEdit, SourcesDecision
from castalia.graphs.generation import generate, generate_sync
from castalia.graphs.page import TopicPage
from castalia.graphs.pipeline.apollo_pipeline import apollo
from castalia.graphs.pipeline.questions import SHOWN, shown_sources, shown_triplets
from castalia.graphs.settings import Settings
from castalia.graphs.sources import open_memory
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.memory import Memory
from castalia.memory.records import Feedback, Snippet, Triplet
from castalia.memory.triplets import Extraction, TripletGraph
from castalia.tools.scripted.scripted_model import ScriptedModel
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from pydantic import ValidationError
from some_reefs import write_reefs
from typing_extensions import TypedDict

TOPIC: str = lighthouses.TOPIC
SMALL = Settings(depth=1, words=700)
REEFS = Settings(depth=2, words=900)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("corpus") / "rows.jsonl"
    path.write_text("\n".join(lighthouses.lighthouse_rows()) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def store(corpus: Path) -> Path:
    """The corpus in a store, for runs without a model: each would read it anew."""
    asyncio.run(fill_store(corpus.with_name("store"), corpus))
    return corpus.with_name("store")


@pytest.fixture(scope="module")
def plain_page(store: Path) -> TopicPage:
    return generate_sync(TOPIC, store=store, settings=SMALL)


def steered(store: Path, crew: Any = None, settings: Settings = SMALL, **approve: Any) -> TopicPage:
    page = generate_sync(TOPIC, store=store, settings=settings, crew=crew, approve=approve)
    assert page.problems == []
    return page


def headings(page: TopicPage) -> list[str]:
    return [one["heading"] for one in page.record["sections"]]


def notes(page: TopicPage, kind: str) -> list[dict[str, Any]]:
    return [one for one in page.run["notes"] if one["kind"] == kind]


@pytest.fixture(scope="module")
def reefs_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_reefs(tmp_path_factory.mktemp("reefs") / "rows.jsonl", 5)


@pytest.fixture(scope="module")
def reefs(reefs_corpus: Path) -> TopicPage:
    return generate_sync("Coral reef", corpus=reefs_corpus, settings=REEFS)


class Objects:
    """A reviewer that finds fault with the first sentences of every unit, whatever the writer does."""

    engine = "extractive"

    def __init__(self, count: int = 1) -> None:
        self.count = count
        self.seen: list[Any] = []

    async def __call__(self, state: Any) -> Any:
        self.seen.append(state)
        claims = [claim for draft in state["drafts"] for para in draft["paragraphs"] for claim in para]
        unit = state["section"]["id"]
        return {
            "feedback": [
                {"section": unit, "claim": one["sentence"], "reason": "I doubt it", "request": "replace"}
                for one in claims[: self.count]
            ]
        }


# As it is.


def test_whoever_leaves_all_as_it_is_gets_the_page_that_nobody_steers(store: Path, plain_page: TopicPage) -> None:
    asked: list[str] = []

    def leave(question: dict[str, Any]) -> None:
        asked.append(question["part"])

    async def leave_later(question: dict[str, Any]) -> dict[str, Any]:
        leave(question)
        return {}

    page = steered(store, sources=leave, triplets=leave_later, outline=leave, feedback=leave)
    assert asked[:3] == ["sources", "triplets", "outline"]
    assert page.record == plain_page.record
    assert page.graph == plain_page.graph
    assert {one["part"] for one in notes(page, "decided")} == {"sources", "triplets", "outline", "feedback"}


# The outline.


def test_the_page_follows_the_outline_of_a_person(store: Path, plain_page: TopicPage) -> None:
    def turn(question: dict[str, Any]) -> OutlineDecision:
        rows = [SectionEdit.model_validate(one) for one in reversed(question["sections"])]
        return OutlineDecision(
            sections=[*rows, SectionEdit(heading="Volcanic chemistry"), SectionEdit(heading="Birds")]
        )

    page = steered(store, outline=turn)
    stay = [one for one in headings(page) if one in headings(plain_page)]
    assert len(stay) > 1
    assert stay == [one for one in reversed(headings(plain_page)) if one in stay]
    assert page.record["notices"] == ["A person edited the outline."]
    assert "Volcanic chemistry" not in headings(page)
    assert any("“Volcanic chemistry”" in one["reason"] for one in page.record["open_issues"])
    assert "Volcanic chemistry" in {one["heading"] for one in notes(page, "heading_without_evidence")}


def test_a_new_heading_becomes_a_section_where_there_is_evidence(store: Path) -> None:
    def lens(question: dict[str, Any]) -> dict[str, Any]:
        return {"sections": [{"heading": "Lantern"}, {"heading": "Lamp"}, {"heading": "Lens"}]}

    page = steered(store, outline=lens)
    assert set(headings(page)) & {"Lantern", "Lamp", "Lens"}
    asked = {one["heading"] for one in notes(page, "heading_without_evidence")}
    assert set(headings(page)) | asked == {"Lantern", "Lamp", "Lens"}


def test_a_bad_decision_is_asked_for_again_with_the_reason(store: Path) -> None:
    problems: list[str | None] = []

    def third_time(question: dict[str, Any]) -> Any:
        problems.append(question.get("problem"))
        if len(problems) == 1:
            return {"sections": [{"heading": "A1", "id": "nobody"}]}
        if len(problems) == 2:
            raise InputError("I mistyped")
        return None

    steered(store, outline=third_time)
    assert problems[0] is None
    assert "there is no section 'nobody'" in str(problems[1])
    assert problems[2:] == ["I mistyped"]


@pytest.mark.parametrize("answer", [{"sections": []}, "junk", 7, InputError("no idea")])
def test_three_bad_decisions_end_the_run(answer: Any, store: Path) -> None:
    asked: list[Any] = []

    def bad(question: dict[str, Any]) -> Any:
        asked.append(question)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with pytest.raises(CastaliaError, match="no decision on the outline could be used") as caught:
        steered(store, outline=bad)
    assert not isinstance(caught.value, InputError)
    assert len(asked) == 3


@pytest.mark.parametrize(
    ("approve", "why"),
    [
        (["outline"], "give a dict"),
        ({"headings": print}, "no part 'headings'"),
        ({"outline": "yes"}, "give a function"),
    ],
)
def test_wrong_approvals_are_told_before_any_work(approve: Any, why: str) -> None:
    with pytest.raises(InputError, match=why):
        generate_sync(TOPIC, corpus="nowhere.jsonl", approve=approve)


@pytest.mark.parametrize(
    ("asked", "parts"), [({"ask": "Like this?"}, []), ("Like this?", ["outline"]), ({"part": "weather"}, ["sources"])]
)
def test_an_interrupt_of_an_agent_of_ones_own_is_told(asked: Any, parts: list[str], store: Path) -> None:
    async def outliner(state: Any) -> Any:
        return {"outline": interrupt(asked)}

    with pytest.raises(
        InputError, match=r"^an agent of the crew stopped the run with an interrupt .*Command\(resume=…\)"
    ):
        generate_sync(
            TOPIC,
            store=store,
            settings=SMALL,
            crew=lambda memory: replace(extractive_crew(memory), outliner=outliner),
            approve={one: lambda question: None for one in parts},
        )


def test_what_is_shown_of_a_text_ends_at_a_word() -> None:
    text = "Mussels filter plankton. " * 20
    long, short = (Snippet(f"s{len(one)}", one) for one in (text, "Mussels filter plankton."))
    shown = [one["text"] for one in shown_sources([long, short], {long.id: 1.0, short.id: 0.5})["sources"]]
    assert shown[1] == short.text and shown[0].endswith(" …") and len(shown[0]) <= SHOWN
    assert text.startswith(shown[0].removesuffix("…"))
    triplet = Triplet("Mussels", "filter", "plankton", long.id, text)
    graph = TripletGraph.of({long.id: Extraction((triplet,))}, {long.id: "d"})
    assert shown_triplets(graph)["triplets"][0]["quote"] == shown[0]
    spaceless = Snippet("s", "ACGT" * 100)
    (row,) = shown_sources([spaceless], {"s": 1.0})["sources"]
    assert row["text"] == f"{spaceless.text[: SHOWN - 1]}…"


# The sources.


def test_a_banned_source_is_nowhere(store: Path, plain_page: TopicPage) -> None:
    first = plain_page.record["references"][0]

    def ban(question: dict[str, Any]) -> SourcesDecision:
        assert len(question["sources"]) + question["not_shown"] == plain_page.record["stats"]["snippets"]
        return SourcesDecision(ban=[first["url"]])

    page = steered(store, sources=ban)
    assert f"<{first['url']}>" in plain_page.markdown and f"<{first['url']}>" not in page.markdown
    assert f'"{first["url"]}"' in plain_page.html and f'"{first["url"]}"' not in page.html
    assert first["snippet_id"] not in page.graph.to_json()
    assert page.record["notices"] == ["A person banned 1 source."]
    assert page.record["stats"]["snippets"] == plain_page.record["stats"]["snippets"] - 1


def test_every_cited_source_can_be_banned_and_another_page_comes_out(store: Path, plain_page: TopicPage) -> None:
    cited = {one["snippet_id"] for one in plain_page.record["references"][:8]}
    page = steered(store, sources=lambda question: {"ban": sorted(cited)})
    assert not cited & {one["snippet_id"] for one in page.record["references"]}


def test_a_pinned_source_is_cited_or_the_page_says_why_not(store: Path, plain_page: TopicPage) -> None:
    cited = {one["snippet_id"] for one in plain_page.record["references"]}
    pinned: list[str] = []

    def pin(question: dict[str, Any]) -> dict[str, Any]:
        pinned.extend(one["id"] for one in question["sources"] if one["id"] not in cited)
        return {"pin": pinned}

    page = steered(store, sources=pin)
    now = {one["snippet_id"] for one in page.record["references"]}
    unmet = {one["snippet"]: one["reason"] for one in notes(page, "pin_not_cited")}
    assert pinned
    assert set(pinned) <= now | set(unmet)
    assert all(unmet.values()) and not now & set(unmet)
    assert sum("the pinned source" in one["reason"] for one in page.record["open_issues"]) == len(unmet)


def test_pinning_brings_sources_onto_the_page(reefs: TopicPage, reefs_corpus: Path) -> None:
    cited = {one["snippet_id"] for one in reefs.record["references"]}

    def pin(question: dict[str, Any]) -> dict[str, Any]:
        return {"pin": [one["id"] for one in question["sources"] if one["id"] not in cited][:20]}

    page = generate_sync("Coral reef", corpus=reefs_corpus, settings=REEFS, approve={"sources": pin})
    now = {one["snippet_id"] for one in page.record["references"]}
    (decided,) = notes(page, "decided")
    unmet = {one["snippet"] for one in notes(page, "pin_not_cited")}
    assert len(decided["pinned"]) == 20
    assert now & set(decided["pinned"])
    assert set(decided["pinned"]) - now == unmet


def test_banning_a_document_takes_its_other_snippets_off_the_lead_too(reefs: TopicPage, reefs_corpus: Path) -> None:
    """The lead may cite what was never curated."""
    lead = [one["citations"] for one in reefs.record["claims"] if one["section"] == "lead"]
    references = {one["number"]: one for one in reefs.record["references"]}
    documents = {references[number]["source_id"] for numbers in lead for number in numbers}
    ban = sorted(documents)[:2]

    page = generate_sync("Coral reef", corpus=reefs_corpus, settings=REEFS, approve={"sources": lambda _: {"ban": ban}})
    assert not {one["source_id"] for one in page.record["references"]} & set(ban)
    assert page.problems == []


def test_a_pinned_source_comes_first_in_the_writers_prompt(corpus: Path) -> None:
    model = ScriptedModel()
    pinned: list[str] = []

    def pin(question: dict[str, Any]) -> dict[str, Any]:
        pinned.append(question["sources"][-1]["id"])
        return {"pin": pinned}

    for settings in (Settings.for_models(depth=1, words=500), Settings.thesis(depth=1, words=500)):
        pinned.clear()
        generate_sync(TOPIC, corpus=corpus, model=model, settings=settings, approve={"sources": pin})
        prompts = ["\n".join(m.text for m in one.messages) for one in model.calls if one.role == "writer"]
        shown = [one for one in prompts if f"s{pinned[0][:6]}" in one]
        assert shown
        place = shown[0].index(f"s{pinned[0][:6]}")
        assert shown[0].count('key="', 0, place) <= 1


# The triplets.


def test_a_vetoed_triplet_is_in_no_view_of_the_run_and_stays_in_the_library(corpus: Path) -> None:
    async def run() -> None:
        memory, _ = await open_memory(corpus)
        async with memory:
            named: list[dict[str, Any]] = []

            def veto(question: dict[str, Any]) -> dict[str, Any]:
                named.extend(question["triplets"][:3])
                return {"veto": [one["id"] for one in named]}

            page = await generate(TOPIC, memory=memory, settings=SMALL, approve={"triplets": veto})
            told = {(one["head"], one["relation"], one["tail"]) for one in named}
            left = {(page.graph.label(e.head), e.phrase, page.graph.label(e.tail)) for e in page.graph.edges}
            assert len(told) == 3 and not told & left
            assert page.record["notices"] == ["A person took 3 triplets out of the graph."]
            other = await generate(TOPIC, memory=memory, settings=SMALL)
            assert told <= {(other.graph.label(e.head), e.phrase, other.graph.label(e.tail)) for e in other.graph.edges}

    asyncio.run(run())


# What is still objected to.


def test_what_a_person_keeps_stands_and_what_she_drops_is_gone(store: Path) -> None:
    settings = replace(SMALL, revisions=0, editor=False)
    kept: list[str] = []
    dropped: list[str] = []

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        first, second, *_ = question["objections"]
        kept.append(first["sentence"])
        dropped.append(second["sentence"])
        return {"answers": [{"id": first["id"], "action": "keep"}, {"id": second["id"], "action": "drop"}]}

    def crew(memory: Memory) -> Any:
        return replace(extractive_crew(memory), reviewer=Objects())

    before = generate_sync(TOPIC, store=store, crew=crew, settings=settings)
    page = steered(store, crew, settings, feedback=answer)
    sentences = {one["sentence"] for one in page.record["claims"]}
    assert kept[0] in sentences and dropped[0] not in sentences
    assert kept[0] not in {one["sentence"] for one in before.record["claims"]}
    assert not {kept[0], dropped[0]} & {one["claim"] for one in page.record["open_issues"]}
    assert len(page.record["open_issues"]) == len(before.record["open_issues"]) - 2
    assert "A person kept 1 sentence that the reviewer objected to." in page.record["notices"]


class Invents:
    """A writer that adds a number of its own to the first sentence of each text."""

    engine = "model"

    def __init__(self, writer: Any) -> None:
        self.writer = writer

    async def __call__(self, state: Any) -> Any:
        update = await self.writer(state)
        for draft in update["drafts"]:
            if draft["paragraphs"]:
                first = draft["paragraphs"][0][0]
                first["sentence"] = first["sentence"].rstrip(".") + " in 4711 places."
        return update


@pytest.mark.parametrize("strict", [False, True])
def test_what_a_person_keeps_is_neither_marked_nor_taken_out_by_the_last_check(store: Path, strict: bool) -> None:
    kept: set[str] = set()

    def keep_all(question: dict[str, Any]) -> dict[str, Any]:
        told = [one for one in question["objections"] if one["sentence"]]
        kept.update(one["sentence"] for one in told)
        return {"answers": [{"id": one["id"], "action": "keep"} for one in told]}

    def crew(memory: Memory) -> Any:
        made = model_crew(memory, ScriptedModel())
        return replace(made, writer=Invents(made.writer))

    settings = Settings.for_models(depth=1, words=300, revisions=0, strict=strict)
    page = steered(store, crew, settings, feedback=keep_all)
    verdicts = {one["sentence"]: one["verdict"] for one in page.record["claims"]}
    assert kept and {verdicts[one] for one in kept} == {"unchecked"}
    assert page.record["stats"]["unsupported_sentences"] == 0
    assert not kept & {one["claim"] for one in page.record["open_issues"]}


def test_an_instruction_reaches_the_writers_prompt_and_its_unit_alone(store: Path) -> None:
    model = ScriptedModel()
    reviewer = Objects()
    settings = Settings.for_models(depth=1, words=500, revisions=0)

    def tell(question: dict[str, Any]) -> dict[str, Any]:
        first = question["objections"][0]
        return {"answers": [{"id": first["id"], "action": "revise", "instruction": "Say which oceans are meant."}]}

    def crew(memory: Memory) -> Any:
        return replace(model_crew(memory, model), reviewer=reviewer)

    page = steered(store, crew, settings, feedback=tell)
    revised = [
        one for one in model.calls if one.role == "writer" and any("Say which oceans" in m.text for m in one.messages)
    ]
    assert len(revised) == 1
    assert [one["revision"] for one in reviewer.seen].count(1) == 1
    assert page.record["stats"]["revisions"] == 1
    assert "A person gave the writer 1 instruction." in page.record["notices"]


@pytest.mark.parametrize("preset", [SMALL, replace(SMALL, unit="heading"), replace(SMALL, editor=False)])
def test_keep_drop_and_revise_go_together_in_one_section(preset: Settings, store: Path) -> None:
    told: dict[str, list[str]] = {"keep": [], "drop": [], "revise": []}

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        answers = []
        for place, one in enumerate(question["objections"]):
            action = ("keep", "drop", "revise")[place % 3]
            told[action].append(one["sentence"])
            answers.append(
                {"id": one["id"], "action": action} | ({"instruction": "Shorter."} if place % 3 == 2 else {})
            )
        return {"answers": answers}

    class Once(Objects):
        """Finds no more fault with what is revised."""

        async def __call__(self, state: Any) -> Any:
            found = await super().__call__(state)
            memory = self.memory.run(state["run_id"])
            items = [Feedback(**one) for one in found["feedback"]] if not state["revision"] else []
            memory.give_feedback(state["section"]["id"], state["revision"], items)
            return {"feedback": found["feedback"] if items else []}

        memory: Any

    def crew(memory: Memory) -> Any:
        reviewer = Once(3)
        reviewer.memory = memory
        return replace(extractive_crew(memory), reviewer=reviewer)

    page = steered(store, crew, replace(preset, revisions=0), feedback=answer)
    sentences = {one["sentence"] for one in page.record["claims"]}
    assert all(told.values())
    assert not sentences & set(told["drop"])
    assert set(told["keep"]) - sentences == {one["claim"] for one in page.record["open_issues"]}
    assert set(told["keep"]) & sentences and all("a person kept" in one["reason"] for one in page.record["open_issues"])
    if not preset.editor:  # an editor takes sections out, and opens the page with sentences of its own
        assert not sentences & set(told["revise"])
        assert set(told["keep"]) <= sentences


class Cuts:
    """An editor that takes the first sentence out of every draft, and one section with it."""

    def __init__(self, editor: Any) -> None:
        self.editor, self.engine = editor, editor.engine

    async def __call__(self, state: Any) -> Any:
        update = await self.editor(state)
        drafts = {
            name: {**one, "paragraphs": [one["paragraphs"][0][1:], *one["paragraphs"][1:]]}
            for name, one in state["drafts"].items()
            if name in update["drafts"]
        }
        return {**update, "drafts": drafts, "outline": update["outline"][1:]}


class Lets:
    """The writer by rules under another name: nothing is taken from its text because of an objection."""

    engine = "custom"

    def __init__(self, writer: Any) -> None:
        self.writer = writer

    async def __call__(self, state: Any) -> Any:
        return await self.writer(state)


def test_what_a_person_keeps_stays_though_the_editor_takes_it_out_and_with_its_section_it_is_told(store: Path) -> None:
    kept: set[str] = set()

    def keep_all(question: dict[str, Any]) -> dict[str, Any]:
        kept.update(one["sentence"] for one in question["objections"])
        return {"answers": [{"id": one["id"], "action": "keep"} for one in question["objections"]]}

    def crew(memory: Memory) -> Any:
        made = extractive_crew(memory)
        return replace(made, editor=Cuts(made.editor), reviewer=Objects())

    page = steered(store, crew, replace(SMALL, revisions=0), feedback=keep_all)
    sentences = {one["sentence"] for one in page.record["claims"]}
    lost = [one for one in page.record["open_issues"] if one["reason"].startswith("a person kept")]
    assert lost and not {one["section"] for one in lost} & {one["id"] for one in page.record["sections"]}
    assert kept & sentences and kept - sentences == {one["claim"] for one in lost}


def test_what_the_editor_took_out_is_open_no_more(store: Path) -> None:
    def crew(cuts: bool) -> Any:
        def made(memory: Memory) -> Any:
            plain = extractive_crew(memory)
            editor = Cuts(plain.editor) if cuts else plain.editor
            return replace(plain, editor=editor, reviewer=Objects(), writer=Lets(plain.writer))

        return made

    settings = replace(SMALL, revisions=0)
    left, whole = (generate_sync(TOPIC, store=store, crew=crew(cuts), settings=settings) for cuts in (True, False))
    for page in (left, whole):
        sentences = {one["sentence"] for one in page.record["claims"]}
        assert {one["claim"] for one in page.record["open_issues"] if one["claim"]} <= sentences
    assert len(left.record["open_issues"]) < len(whole.record["open_issues"])


def test_without_an_editor_nothing_stands_under_no_sentence(store: Path) -> None:
    class Silent(Lets):
        """Has nothing to say on one section."""

        async def __call__(self, state: Any) -> Any:
            update = await self.writer(state)
            if state["section"]["heading"] == silent:
                for draft in update["drafts"]:
                    draft["paragraphs"] = []
            return update

    def crew(memory: Memory) -> Any:
        made = extractive_crew(memory)
        return replace(made, writer=Silent(made.writer))

    settings, silent = replace(SMALL, editor=False), ""
    before = generate_sync(TOPIC, store=store, crew=crew, settings=settings)
    silent = headings(before)[1]
    assert headings(generate_sync(TOPIC, store=store, crew=crew, settings=settings)) == [
        one for one in headings(before) if one != silent
    ]


def test_a_revision_that_fails_leaves_the_section_and_says_so(store: Path) -> None:
    class Tired:
        engine = "custom"

        def __init__(self, agent: Any) -> None:
            self._agent = agent

        async def __call__(self, state: Any) -> Any:
            if state["revision"]:
                raise RuntimeError("too tired")
            return await self._agent(state)

    def crew(memory: Memory) -> Any:
        whole = extractive_crew(memory)
        return replace(whole, writer=Tired(whole.writer), reviewer=Objects())

    def tell(question: dict[str, Any]) -> dict[str, Any]:
        rows = question["objections"]
        return {"answers": [{"id": one["id"], "action": "revise", "instruction": "Shorter."} for one in rows]}

    page = steered(store, crew, replace(SMALL, revisions=0), feedback=tell)
    assert page.record["claims"]
    assert {one["reason"] for one in notes(page, "not_revised")} == {
        "the writer (Tired) failed: RuntimeError('too tired')"
    }


def test_where_nothing_is_open_nobody_is_asked(store: Path) -> None:
    def crew(memory: Memory) -> Any:
        return replace(extractive_crew(memory), reviewer=Objects(0))

    def never(question: dict[str, Any]) -> Any:
        raise AssertionError("asked")

    page = steered(store, crew, feedback=never)
    assert [one["asked"] for one in notes(page, "decided")] == [False]


# Any LangGraph client.


def with_pipeline(corpus: Path, work: Callable[[Any, Memory], Any], *approve: str) -> Any:
    async def run() -> Any:
        memory, _ = await open_memory(corpus)
        async with memory:
            saver = InMemorySaver()
            return await work(apollo(extractive_crew(memory), memory, SMALL, saver, approve), memory)

    return asyncio.run(run())


def test_any_langgraph_client_can_decide_and_a_bad_decision_leaves_the_question_open(corpus: Path) -> None:
    config: Any = {"configurable": {"thread_id": "one"}}

    async def client(pipeline: Any, memory: Memory) -> None:
        asked = (await pipeline.ainvoke({"topic": TOPIC}, config))["__interrupt__"][0]
        assert asked.value["part"] == "sources"
        assert set(asked.response_schema["properties"]) == {"pin", "ban"}
        worst = asked.value["sources"][-1]["id"]
        for bad in ({"ban": ["nobody"]}, {"ban": 5}, {"bann": [worst]}):
            with pytest.raises(ValidationError):
                await pipeline.ainvoke(Command(resume={asked.id: bad}), config)
            (still,) = (await pipeline.aget_state(config)).interrupts
            assert (still.id, still.value) == (asked.id, asked.value)
        again = (await pipeline.ainvoke(None, config))["__interrupt__"][0]
        assert again.value == asked.value
        second = (await pipeline.ainvoke(Command(resume={"ban": [worst]}), config))["__interrupt__"][0]
        assert second.value["part"] == "outline"
        with pytest.raises(ValidationError, match="the outline is empty"):
            await pipeline.ainvoke(Command(resume={"sections": []}), config)
        rows = second.value["sections"][:3]
        done = await pipeline.ainvoke(Command(resume={"sections": rows}), config)
        assert "__interrupt__" not in done
        assert [one["id"] for one in done["page"]["sections"]] == [
            one["id"] for one in rows if one["id"] in {x["id"] for x in done["page"]["sections"]}
        ]
        assert worst not in {one["snippet_id"] for one in done["page"]["references"]}
        history = [one.next async for one in pipeline.aget_state_history(config)]
        assert history[0] == () and history.count(("approve_sources",)) == history.count(("approve_outline",)) == 1

    with_pipeline(corpus, client, "outline", "sources")


def test_a_run_that_waits_for_a_decision_is_not_begun_again_on_another_topic(corpus: Path) -> None:
    first: Any = {"configurable": {"thread_id": "one"}}

    async def client(pipeline: Any, memory: Memory) -> None:
        asked = (await pipeline.ainvoke({"topic": TOPIC, "run_id": "mine"}, first))["__interrupt__"][0]
        gathered = memory.run("mine").taken_in()
        with pytest.raises(
            InputError, match=f'^the run "mine" was begun on "{TOPIC}", and has not ended: .*another run_id'
        ):
            other: Any = {"configurable": {"thread_id": "two"}}
            await pipeline.ainvoke({"topic": "Coral reef", "run_id": "mine"}, other)
        with pytest.raises(InputError, match=f'^the run "mine" was begun on "{TOPIC}", '):
            await pipeline.ainvoke({"topic": TOPIC, "domain": "Optics", "run_id": "mine"}, other)
        assert memory.run("mine").taken_in() == gathered
        assert (await pipeline.ainvoke(Command(resume={asked.id: {}}), first))["page"]["topic"] == TOPIC

    with_pipeline(corpus, client, "sources")


def test_a_decision_can_be_taken_back_by_going_back_in_the_history(corpus: Path) -> None:
    config: Any = {"configurable": {"thread_id": "one"}}

    async def client(pipeline: Any, memory: Memory) -> None:
        asked = (await pipeline.ainvoke({"topic": TOPIC}, config))["__interrupt__"][0]
        banned = asked.value["sources"][0]["id"]
        first = await pipeline.ainvoke(Command(resume={asked.id: {"ban": [banned]}}), config)
        states = [one async for one in pipeline.aget_state_history(config)]
        earlier = next(one for one in states if one.next == ("approve_sources",))
        again = (await pipeline.ainvoke(None, earlier.config))["__interrupt__"][0]
        assert again.value == asked.value  # the ban of the first time is not yet made
        second = await pipeline.ainvoke(Command(resume={again.id: {"ban": []}}), config)
        assert second["page"]["stats"]["snippets"] == first["page"]["stats"]["snippets"] + 1

    with_pipeline(corpus, client, "sources")


def test_a_branch_with_a_run_of_its_own_keeps_its_decisions_apart(corpus: Path) -> None:
    config: Any = {"configurable": {"thread_id": "one"}}

    async def client(pipeline: Any, memory: Memory) -> None:
        asked = (await pipeline.ainvoke({"topic": TOPIC, "run_id": "a"}, config))["__interrupt__"][0]
        gone, other = (one["id"] for one in asked.value["sources"][:2])
        first = await pipeline.ainvoke(Command(resume={asked.id: {"ban": [gone]}}), config)
        states = [one async for one in pipeline.aget_state_history(config)]
        earlier = next(one for one in states if one.next == ("approve_sources",))
        written = next(one for one in states if one.next == ("assign",))
        memory.ledgers.fork("a", "b")
        branch = await pipeline.aupdate_state(earlier.config, {"run_id": "b", "begun": "b"})
        again = (await pipeline.ainvoke(None, branch))["__interrupt__"][0]
        second = await pipeline.ainvoke(Command(resume={again.id: {"ban": [other]}}), config)
        assert second["run_id"] == "b" and memory.run("b").banned().snippets == {other}
        # the first branch goes on from where it was, under its own decision
        redone = await pipeline.ainvoke(None, written.config)
        assert memory.run("a").banned().snippets == {gone} and redone["page"] == first["page"] != second["page"]

    with_pipeline(corpus, client, "sources")


class Asking(TypedDict, total=False):
    topic: str
    page: dict[str, Any]


@pytest.mark.parametrize("is_node", [False, True])
def test_a_run_that_would_ask_and_could_not_go_on_is_refused_when_it_begins(is_node: bool, corpus: Path) -> None:
    async def run() -> None:
        memory, _ = await open_memory(corpus)
        async with memory:
            pipeline: Any = apollo(extractive_crew(memory), memory, SMALL, approve=["feedback", "outline"])
            graph = around(pipeline) if is_node else pipeline
            with pytest.raises(
                InputError, match=r"^approve is .'outline', 'feedback'., .* from a checkpointer: give one"
            ):
                await graph.ainvoke({"topic": TOPIC})

    asyncio.run(run())


def test_the_checkpointer_may_be_that_of_the_graph_around_the_pipeline(corpus: Path) -> None:
    async def run() -> None:
        memory, _ = await open_memory(corpus)
        async with memory:
            graph = around(apollo(extractive_crew(memory), memory, SMALL, approve=["outline"]), InMemorySaver())
            thread: Any = {"configurable": {"thread_id": "one"}}
            asked = (await graph.ainvoke({"topic": TOPIC}, thread))["__interrupt__"][0]
            result = await graph.ainvoke(Command(resume={asked.id: {}}), thread)
            assert asked.value["part"] == "outline" and result["page"]["sections"]

    asyncio.run(run())


def around(pipeline: Any, checkpointer: Any = None) -> Any:
    builder = StateGraph(Asking)
    builder.add_node("page", pipeline)
    builder.add_edge(START, "page")
    builder.add_edge("page", END)
    return builder.compile(checkpointer=checkpointer)


def test_a_part_that_is_none_cannot_be_approved(corpus: Path) -> None:
    async def nothing(pipeline: Any, memory: Memory) -> None:
        return None

    with pytest.raises(InputError, match="no part 'lead'"):
        with_pipeline(corpus, nothing, "lead")


def test_a_pipeline_that_no_checkpointer_may_keep_cannot_ask(corpus: Path) -> None:
    async def go() -> None:
        async with (await open_memory(corpus))[0] as memory:
            with pytest.raises(
                InputError, match=r"approve is \['outline'\], and with checkpointer=False .* leave it out"
            ):
                apollo(extractive_crew(memory), memory, SMALL, checkpointer=False, approve=["outline"])

    asyncio.run(go())
