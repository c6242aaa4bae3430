"""A run goes on where its ledgers are: another process that has its checkpoints alone is told, and makes no page of
nothing."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs import Settings, apollo, extractive_crew, fill_store, open_memory
from castalia.memory.errors import CastaliaError, InputError, UnknownRunError
from castalia.memory.ledgers import Ledgers
from castalia.memory.memory import Memory
from castalia.memory.plain import plain
from castalia.memory.records import Section
from forked import Forked
from langgraph.checkpoint.memory import InMemorySaver
from lighthouses import TOPIC, lighthouse_rows

ROWS = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()[::16]
SMALL = Settings(depth=2, words=700)
THREAD: Any = {"configurable": {"thread_id": "one"}}
UNKNOWN = "know nothing of the run"

# One process of two: FOLDER LEDGERS DOING, LEDGERS empty for none. It prints what it came to as JSON.
PROCESS = """
import asyncio, json, os, sys
from pathlib import Path
from typing import TypedDict
from castalia.graphs import Settings, apollo, extractive_crew, node, open_memory
from castalia.memory.errors import CastaliaError
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command

folder, ledgers, doing = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
THREAD = {"configurable": {"thread_id": "one"}}
SMALL = Settings(depth=2, words=700)

class Mine(TypedDict, total=False):
    topic: str
    page: dict
    run_id: str

async def graph_of(memory, saver, approve=()):
    pipeline = apollo(extractive_crew(memory), memory, SMALL, approve=approve)
    builder = StateGraph(Mine)
    writes = {"page": "page", "run_id": "run_id"}
    builder.add_node("page", pipeline if approve else node(pipeline.ainvoke, writes=writes))
    builder.add_edge(START, "page")
    builder.add_edge("page", END)
    return builder.compile(checkpointer=saver)

async def main():
    memory, _ = await open_memory(store=folder / "store", ledgers=ledgers or None)
    async with memory, AsyncSqliteSaver.from_conn_string(str(folder / "checkpoints.sqlite")) as saver:
        asks = doing in ("ask", "answer")
        graph = await graph_of(memory, saver, ["outline"] if asks else ())
        if doing == "answer":
            (asked,) = (await graph.aget_state(THREAD, subgraphs=True)).interrupts
            given = Command(resume={asked.id: {"sections": asked.value["sections"][:2]}})
        else:
            given = None if doing == "go on" else {"topic": "Coral reef"}
        seen = 0
        async for part in graph.astream(given, THREAD, stream_mode="updates", subgraphs=True, durability="sync"):
            seen += 1
            if doing == "die" and "normalise" in part[1]:
                os._exit(9)
        state = (await graph.aget_state(THREAD)).values
        found = {"headings": [one["heading"] for one in state["page"]["sections"]]} if "page" in state else {}
        if found:
            found |= {"edges": len((await memory.graph(state["run_id"])).edges), "page": state["page"]}
        print(json.dumps(found))

try:
    asyncio.run(main())
except CastaliaError as error:
    print(json.dumps({"refused": str(error)}))
"""


def process(folder: Path, ledgers: Path | str, doing: str) -> tuple[int, dict[str, Any]]:
    """What a process came to, and its exit code: those that begin are forked from one with all imports, and this one,
    which has other hashes, goes on."""
    if doing in ("ask", "die"):
        with Forked([str(folder), str(ledgers), doing], code=f"{PROCESS}\nsys.exit()") as begun:
            told, error = begun.communicate()
        assert begun.returncode in (0, 9), error
        return begun.returncode, json.loads(told or "{}")
    told = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(told):
        patch.setattr(sys, "argv", ["", str(folder), str(ledgers), doing])
        exec(PROCESS, {"__name__": "__main__"})
    return 0, json.loads(told.getvalue() or "{}")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    (folder / "rows.jsonl").write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    asyncio.run(fill_store(folder / "store", folder / "rows.jsonl"))
    return folder / "store"


@pytest.fixture
def folder(store: Path, tmp_path: Path) -> Path:
    (tmp_path / "store").symlink_to(store)
    return tmp_path


def test_another_process_answers_the_question_of_a_run_whose_ledgers_are_in_a_file(folder: Path) -> None:
    kept = folder / "kept" / "ledgers.sqlite"
    assert process(folder, kept, "ask") == (0, {})
    refused = process(folder, "", "answer")[1]["refused"]
    assert UNKNOWN in refused and "\n" not in refused
    _, made = process(folder, kept, "answer")
    assert len(made["headings"]) == 2 and made["edges"] > 20
    assert "A person edited the outline" in " ".join(made["page"]["notices"])


def test_another_process_goes_on_in_a_graph_of_ones_own_where_one_was_killed(folder: Path) -> None:
    async def whole() -> Any:
        memory, _ = await open_memory(store=folder / "store")
        async with memory:
            return await apollo(extractive_crew(memory), memory, SMALL).ainvoke({"topic": "Coral reef"})

    kept = folder / "ledgers.sqlite"
    assert process(folder, kept, "die")[0] == 9
    assert UNKNOWN in process(folder, "", "go on")[1]["refused"]
    code, made = process(folder, kept, "go on")
    assert code == 0 and made["page"] == asyncio.run(whole())["page"] and made["headings"]


async def histories(corpus: Path) -> None:
    """Every step of a run is picked up over other ledgers, and then over its own."""
    memory, _ = await open_memory(corpus)
    async with memory:
        saver, limits = InMemorySaver(), Settings(depth=1, words=500)
        strangers = memory.noting(Ledgers())
        own, other = (apollo(extractive_crew(one), one, limits, saver) for one in (memory, strangers))
        page = (await own.ainvoke({"topic": TOPIC}, THREAD))["page"]
        states = [one async for one in own.aget_state_history(THREAD)]
        begun = [one for one in states if one.next and "run_id" in one.values]
        assert {name for one in begun for name in one.next} >= {"extract", "normalise", "outliner", "unit", "assemble"}
        for one in begun:
            with pytest.raises(CastaliaError, match=UNKNOWN):
                await other.ainvoke(None, one.config)
        assert not strangers.ledgers.runs()
        for one in begun:
            assert (await own.ainvoke(None, one.config))["page"] == page, one.next


def test_no_node_of_the_pipeline_picks_up_a_run_that_the_ledgers_do_not_know(tmp_path: Path) -> None:
    corpus = tmp_path / "rows.jsonl"
    corpus.write_text("\n".join(lighthouse_rows()) + "\n", encoding="utf-8")
    asyncio.run(histories(corpus))


def test_the_graph_and_the_evidence_of_a_run_that_nobody_began_are_refused_not_empty() -> None:
    section = plain(Section("s", "Lamps"))
    state: Any = {"topic": TOPIC, "run_id": "mine", "outline": [section], "section": section, "revision": 0}

    async def work() -> None:
        async with await Memory.open() as memory:
            crew = extractive_crew(memory)
            for asked in (
                memory.graph("mine"),
                crew.outliner(state),
                crew.writer(state | {"snippet_ids": [], "words": 100}),
            ):
                with pytest.raises(UnknownRunError, match=rf'in no file, {UNKNOWN} "mine": .*ledgers="ledgers.sqlite"'):
                    await asked
            memory.run("mine").read_with("extractive")  # a run that found nothing is known
            assert not (await memory.graph("mine")).nodes

    asyncio.run(work())


@pytest.mark.parametrize(
    ("name", "says"),
    [("", "has no name"), (" ", "has no name"), (5, "is no path"), (".", "cannot open"), ("text", "cannot open")],
)
def test_ledgers_that_cannot_be_opened_are_told_in_one_line(
    name: Any, says: str, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("no ledgers, but long enough to be read as a page of a database" * 20, encoding="utf-8")
    with pytest.raises(InputError, match=says) as refused:
        asyncio.run(open_memory(store=store, ledgers=name))
    assert "\n" not in str(refused.value)
    memory, _ = asyncio.run(open_memory(store=store))  # the store was let go of
    asyncio.run(memory.close())


def test_ledgers_outlive_no_library_that_is_temporary(store: Path, tmp_path: Path) -> None:
    async def work() -> None:
        with pytest.raises(InputError, match=r"for this time alone: give a store .* in place of a corpus"):
            await open_memory(store.parent / "rows.jsonl", ledgers=tmp_path / "ledgers.sqlite")
        async with await Memory.open(store) as memory:
            with pytest.raises(InputError, match=r"or a folder to Memory\.over"):
                Memory.over(memory.store, ledgers=tmp_path / "ledgers.sqlite")
            over = Memory.over(memory.store, tmp_path / "cache", ledgers=tmp_path / "ledgers.sqlite")
            over.run("mine").read_with("extractive")
            with Ledgers(tmp_path / "ledgers.sqlite") as kept:
                assert kept.runs() == ("mine",)

    asyncio.run(work())


def test_a_run_that_is_at_work_is_not_begun_again_beside_itself(tmp_path: Path) -> None:
    async def both() -> tuple[Any, list[Any], Any]:
        rows = tmp_path / "rows.jsonl"
        rows.write_text("\n".join(lighthouse_rows()), encoding="utf-8")
        async with (await open_memory(rows))[0] as memory:
            alone = await apollo(extractive_crew(memory), memory, SMALL).ainvoke({"topic": TOPIC})
            pipelines = [apollo(extractive_crew(memory), memory, SMALL) for _ in range(2)]
            given: Any = {"topic": TOPIC, "run_id": "one"}
            found = await asyncio.gather(*(one.ainvoke(given) for one in pipelines), return_exceptions=True)
            again = await pipelines[0].ainvoke({"topic": TOPIC, "run_id": "another"})
        return alone, found, again

    alone, found, again = asyncio.run(both())
    (refused,) = (one for one in found if isinstance(one, BaseException))
    assert isinstance(refused, InputError) and str(refused).startswith('the run "one" is at work in this process: ')
    (made,) = (one for one in found if not isinstance(one, BaseException))
    assert made == {"run_id": "one", "page": alone["page"]} and again["page"] == alone["page"]
