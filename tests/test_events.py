"""Typed events: each comes back from JSON, runs tell no others, and telling them changes no page."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import lighthouses
import pytest
from castalia.agents.crew import Crew
from castalia.agents.extractive.crew import extractive_crew
from castalia.graphs.events import (
    KINDS,
    Approved,
    Assembled,
    Curated,
    Event,
    Failed,
    Finished,
    Ingested,
    Kept,
    Left,
    Other,
    Outlined,
    Resumed,
    SectionState,
    Seeded,
    Spent,
    event_of,
    finished,
    kept_of,
    to_json,
)
from castalia.graphs.generation import generate_sync
from castalia.graphs.ingestion import fill_store
from castalia.graphs.progress import with_spending
from castalia.graphs.screens.standing import Standing
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError
from castalia.memory.memory import Memory
from castalia.memory.plain import plain
from castalia.memory.records import Feedback
from castalia.tools.models.account import Account
from castalia.tools.models.chat import Call, Message, Reply
from castalia.tools.scripted.scripted_model import ScriptedModel
from langgraph.config import get_stream_writer

EXAMPLES: list[Event] = [
    Ingested(3, ("3 rows read, 3 snippets kept",)),
    Kept(5_000, 12_000),
    Seeded(5),
    Resumed(2, 85, 0),
    Approved("outline"),
    Curated(1, 85, 691, 466, 0.92),
    Outlined(2, ("History", "Structure")),
    SectionState("History", "a1", "revising", revisions=2),
    SectionState("History", "a1", "failed", reason="the model declined to answer"),
    Spent(113, 12, 1, 167_101, 0.0481, Left(calls=87.0, money=0.15)),
    Spent(1, 0, 0, 10, None),
    Assembled(1_848, 15, 60, "depth", ("History",)),
    Finished(1_848, 15, 60, "depth", "calls"),
    Failed("the disk is full"),
    Other({"phase": "mine", "shown": [1, 2]}),
]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "lights.jsonl"
    path.write_text("\n".join(lighthouses.lighthouse_rows()), encoding="utf-8")
    return path


def told_by(corpus: Path, **options: Any) -> tuple[list[dict[str, Any]], Any]:
    told: list[dict[str, Any]] = []
    page = generate_sync(lighthouses.TOPIC, corpus=corpus, progress=told.append, **options)
    return told, page


def test_there_is_an_example_of_each_kind() -> None:
    assert {type(one) for one in EXAMPLES} == set(get_args(Event))
    assert len(KINDS) == len(get_args(Event)) - 1  # no two share a phase


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda one: type(one).__name__)
def test_an_event_comes_back_from_json(event: Event) -> None:
    told = json.loads(json.dumps(to_json(event)))
    assert event_of(told) == event
    assert event_of(told | {"time": "now", "more": 1}) == (
        Other(told | {"time": "now", "more": 1}) if isinstance(event, Other) else event
    )


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"phase": ["seed"]},
        {"phase": "seed"},
        {"phase": "seed", "snippets": "five"},
        {"phase": "curate", "step": 1, "snippets": 2, "nodes": 3, "edges": 4, "novelty": None},
        {"phase": "write", "section": "x", "id": "y", "state": "dreaming"},
        {"phase": "spend", "calls": 1, "replayed": 0, "failed": 0, "tokens": 1, "cost": 0.0, "left": 5},
        {"phase": "other", "data": {}},
    ],
)
def test_what_is_no_event_of_ours_is_kept_as_it_is(told: dict[str, Any]) -> None:
    assert event_of(told) == Other(told)
    assert to_json(event_of(told)) == told
    Standing().hear(event_of(told))


@pytest.mark.parametrize(
    "model",
    [None, "scripted", ScriptedModel({"writer": ("empty answer", 1)})],
    ids=["extractive", "scripted", "faulty"],
)
def test_a_run_tells_only_events_that_are_known(corpus: Path, model: Any) -> None:
    told, page = told_by(corpus, model=model)
    assert [one for one in told if isinstance(event_of(one), Other)] == []
    for one in told:
        assert to_json(event_of(one)) | one == to_json(event_of(one))  # and all that they say
    assert to_json(finished(page))["words"] == page.record["stats"]["words"]


def test_whatever_an_agent_writes_to_the_stream_is_told_and_the_page_can_be_kept(corpus: Path, tmp_path: Path) -> None:
    mine: list[Any] = ["halfway", None, [1, 2], {"mine": object()}, {"mine": 1, 2: 3}, {"phase": "write", "mine": {4}}]

    def crew(memory: Memory) -> Crew:
        rules = extractive_crew(memory)

        async def outliner(state: Any) -> Any:
            for one in mine:
                get_stream_writer()(one)
            return await rules.outliner(state)

        return replace(rules, outliner=outliner)

    told, page = told_by(corpus, crew=crew)
    others = [event_of(one) for one in told if isinstance(event_of(one), Other)]
    assert others == [event_of(one) for one in mine]
    assert [one.data.get("data") for one in others[:3] if isinstance(one, Other)] == mine[:3]
    page.save(tmp_path / "page")
    kept = json.loads((tmp_path / "page" / "run.json").read_text(encoding="utf-8"))["events"]
    assert len(kept) == len(page.run["events"]) == len([one for one in told if one.get("phase") != "ingest"])
    assert {"phase": "other", "data": "halfway"} in kept and any("<object object" in str(one) for one in kept)


def test_filling_a_store_tells_known_events(corpus: Path, tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    asyncio.run(fill_store(tmp_path / "store", corpus, progress=told.append))
    assert [type(event_of(one)) for one in told] == [Kept]


def test_a_section_is_followed_from_its_evidence_to_its_last_revision(corpus: Path) -> None:
    def crew(memory: Memory) -> Any:
        good = extractive_crew(memory)

        async def reviewer(state: Any) -> Any:
            found = (await good.reviewer(state))["feedback"]
            wish = plain(Feedback(state["section"]["id"], "", "say more", "add"))
            return {"feedback": [*found, wish] if state["revision"] < 2 else []}

        return replace(good, reviewer=reviewer)

    told, page = told_by(corpus, crew=crew)
    states: dict[str, list[SectionState]] = {}
    for event in map(event_of, told):
        if isinstance(event, SectionState):
            states.setdefault(event.id, []).append(event)
    assert set(states) >= {one["id"] for one in page.record["sections"]} != set()
    for one in states.values():
        names = [event.state for event in one]
        assert names[:3] == ["retrieving", "writing", "reviewing"] and names[-1] == "written"
        assert one[-1].revisions == 2
        assert names[3:-1] == ["revising", "reviewing"] * one[-1].revisions
        assert [event.revisions for event in one if event.state == "revising"] == list(range(1, one[-1].revisions + 1))
    assert sum(one[-1].revisions for one in states.values()) == page.record["stats"]["revisions"]


def test_a_section_that_cannot_be_written_is_told(corpus: Path) -> None:
    def crew(memory: Memory) -> Any:
        good = extractive_crew(memory)

        async def writer(state: Any) -> Any:
            if state["section"]["heading"] == first[0]:
                raise CastaliaError("no ink")
            return await good.writer(state)

        return replace(good, writer=writer)

    first = [told_by(corpus)[1].record["sections"][0]["heading"]]
    told, page = told_by(corpus, crew=crew)
    failed = [one for one in map(event_of, told) if isinstance(one, SectionState) and one.state == "failed"]
    assert [(one.heading, one.reason) for one in failed] == [(first[0], "no ink")]
    assert page.record["stats"]["failed_sections"] == 1


def test_spending_is_told_up_to_what_the_page_says(corpus: Path) -> None:
    told, page = told_by(corpus, model=Thinking.of("scripted", budget="calls=500", prices=()))
    spent = [one for one in map(event_of, told) if isinstance(one, Spent)]
    stats = page.record["stats"]
    assert [one.calls for one in spent] == sorted({one.calls for one in spent})  # told when it changed, and only then
    assert (spent[-1].calls, spent[-1].tokens) == (stats["model_calls"], stats["tokens"])
    assert spent[-1].left == Left(calls=500 - stats["model_calls"])
    assert spent[0].calls < spent[-1].calls


def test_an_extractive_run_spends_nothing_and_tells_nothing_of_it(corpus: Path) -> None:
    told, _ = told_by(corpus)
    assert not [one for one in told if one["phase"] == "spend"]
    assert len(told) < 200


def test_who_listens_changes_no_page(corpus: Path) -> None:
    alone = generate_sync(lighthouses.TOPIC, corpus=corpus, model="scripted")
    _, heard = told_by(corpus, model="scripted")
    assert alone.record == heard.record


def spend(account: Account, tokens: int) -> None:
    account.settle(
        account.reserve("m", Call("writer", (Message("user", "x"),))),
        Reply("y", prompt_tokens=tokens, completion_tokens=1),
    )


def test_a_long_call_is_told_between_two_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("castalia.graphs.progress.MOMENT", 0.001)
    told: list[dict[str, Any]] = []
    account = Account()

    async def run() -> None:
        async with with_spending(told.append, account) as tell:
            tell({"phase": "seed", "snippets": 1})
            spend(account, 10)
            await asyncio.sleep(0.5)
            assert len(told) == 2  # told once, for nothing came after it
            spend(account, 20)

    asyncio.run(run())
    assert [one.get("tokens") for one in told] == [None, 11, 32]


def test_a_listener_that_fails_between_two_events_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("castalia.graphs.progress.MOMENT", 0.001)
    account = Account()

    def fail(event: dict[str, Any]) -> None:
        if event["phase"] == "spend":
            raise CastaliaError("the progress function failed")

    async def run(again: bool) -> None:
        async with with_spending(fail, account) as tell:
            spend(account, 10)
            await asyncio.sleep(0.05)
            if again:
                tell({"phase": "seed", "snippets": 1})
                raise AssertionError("the event was told")

    for again in (True, False):
        with pytest.raises(CastaliaError, match="the progress function failed"):
            asyncio.run(run(again))


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_no_strict_json_can_hold_is_kept_as_python_shows_it(number: float) -> None:
    assert kept_of({"phase": "mine", "number": number}) == {
        "phase": "other",
        "data": repr({"phase": "mine", "number": number}),
    }


def test_what_is_kept_of_an_event_stays_when_its_dict_is_changed_later() -> None:
    told: dict[str, Any] = {"phase": "mine", "shown": [1]}
    kept = kept_of(told)
    told["shown"].append(object())
    assert kept == {"phase": "mine", "shown": [1]}
