"""A run as an async iterator: events in their order, the page last, and nothing left running when the reader goes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import lighthouses
import pytest
from castalia.graphs import generate, stream
from castalia.graphs.events import Curated, Event, Finished, Ingested, SectionState, Seeded, event_of
from castalia.graphs.generation import generate_sync
from castalia.graphs.page import TopicPage
from castalia.graphs.runs.holding import BusyError
from castalia.graphs.runs.run_folder import RunFolder
from castalia.memory.errors import InputError, UnknownTopicError
from castalia.tools.scripted.scripted_model import ScriptedModel


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "lights.jsonl"
    path.write_text("\n".join(lighthouses.lighthouse_rows()), encoding="utf-8")
    return path


async def all_of(events: AsyncIterator[Event]) -> list[Event]:
    return [one async for one in events]


def test_the_last_event_carries_the_page(corpus: Path, tmp_path: Path) -> None:
    heard: list[dict[str, Any]] = []
    events = asyncio.run(all_of(stream(lighthouses.TOPIC, corpus=corpus, progress=heard.append, out=tmp_path / "page")))
    assert isinstance(events[0], Ingested) and isinstance(events[1], Seeded)
    last = events[-1]
    assert isinstance(last, Finished) and last.page is not None
    assert last.page.record == generate_sync(lighthouses.TOPIC, corpus=corpus).record
    assert last.words == last.page.record["stats"]["words"]
    assert events[:-1] == list(map(event_of, heard))  # a function may listen too
    assert (tmp_path / "page" / "page.md").is_file()


def test_errors_of_the_run_reach_the_reader_after_what_came_before(corpus: Path) -> None:
    heard: list[Event] = []

    async def read(topic: str, **options: Any) -> None:
        async for event in stream(topic, **options):
            heard.append(event)

    with pytest.raises(UnknownTopicError, match="nearest"):
        asyncio.run(read("Lihgthouse", corpus=corpus))
    assert [type(one) for one in heard] == [Ingested]
    with pytest.raises(InputError, match="the topic is empty"):
        asyncio.run(read("", corpus=corpus))
    with pytest.raises(InputError, match="progress is 5"):
        asyncio.run(read(lighthouses.TOPIC, corpus=corpus, progress=5))

    async def told(event: Any) -> None: ...

    with pytest.raises(InputError, match="progress function answered a coroutine"):
        asyncio.run(read(lighthouses.TOPIC, corpus=corpus, progress=told))
    with pytest.raises(TypeError, match="nonsense"):
        asyncio.run(read(lighthouses.TOPIC, nonsense=1))


@pytest.mark.parametrize("way", ["break", "closing", "cancel", "error"])
def test_a_reader_who_leaves_ends_the_run(
    way: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))

    seen = asyncio.Event()

    async def read() -> None:
        async with aclosing(stream(lighthouses.TOPIC, corpus=corpus, out=tmp_path / "out")) as events:
            async for event in events:
                if isinstance(event, Seeded):
                    if way == "error":
                        raise ValueError("enough")
                    if way == "cancel":
                        seen.set()
                        await asyncio.sleep(60)
                    break

    async def leave() -> None:
        if way == "break":
            async for event in stream(lighthouses.TOPIC, corpus=corpus, out=tmp_path / "out"):
                if isinstance(event, Seeded):
                    break
            while others := asyncio.all_tasks() - {asyncio.current_task()}:
                await asyncio.wait(others)  # the iterator is gone, and its run ends by itself
        elif way == "cancel":
            reader = asyncio.create_task(read())
            await seen.wait()
            reader.cancel()
            await asyncio.wait([reader])
            assert reader.cancelled()
        elif way == "error":
            with pytest.raises(ValueError, match="enough"):
                await read()
        else:
            await read()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(leave())
    assert not (tmp_path / "out" / "page.json").exists()
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_run_whose_reader_left_can_be_resumed_at_once(corpus: Path, tmp_path: Path) -> None:
    async def leave_and_go_on() -> None:
        async for event in stream(lighthouses.TOPIC, corpus=corpus, out=tmp_path / "out"):
            if isinstance(event, Curated):
                break
        page = await generate(lighthouses.TOPIC, out=tmp_path / "out", resume=True)
        assert page.run["starts"] == 2

    asyncio.run(leave_and_go_on())


def test_two_runs_of_one_process_never_write_one_folder(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("castalia.graphs.runs.holding.TURN", 0.1)
    with RunFolder(tmp_path / "out").locked(), pytest.raises(BusyError, match="another run of this process"):
        generate_sync(lighthouses.TOPIC, corpus=corpus, out=tmp_path / "out")


def test_a_second_run_in_a_folder_is_refused_while_the_first_is_at_work_and_takes_no_page_away(
    corpus: Path, tmp_path: Path
) -> None:
    async def both() -> Any:
        begun, slow = asyncio.Event(), ScriptedModel(delay=0.1)
        first = asyncio.create_task(
            generate(lighthouses.TOPIC, corpus=corpus, out=tmp_path / "out", model=slow, progress=lambda _: begun.set())
        )
        await begun.wait()
        with pytest.raises(BusyError, match="another run of this process is writing the page"):
            await generate("Lantern", corpus=corpus, out=tmp_path / "out")
        assert not first.done()
        return await first

    page = asyncio.run(both())
    assert TopicPage.open(tmp_path / "out").record == page.record


def test_a_run_that_comes_into_a_folder_behind_another_writes_no_other_page_over_its(
    corpus: Path, tmp_path: Path
) -> None:
    async def behind() -> None:
        out = tmp_path / "out"
        page = await generate(lighthouses.TOPIC, corpus=corpus)
        with RunFolder(out).locked():
            second = asyncio.create_task(generate("Lantern", corpus=corpus, out=out))
            await asyncio.sleep(0.05)
            page.save(out)
        with pytest.raises(InputError, match="holds the page on"):
            await second
        assert TopicPage.open(out).record == page.record

    asyncio.run(behind())


def test_a_slow_reader_gets_everything(corpus: Path) -> None:
    async def read() -> list[Event]:
        events = []
        async for event in stream(lighthouses.TOPIC, corpus=corpus, model="scripted"):
            await asyncio.sleep(0.02)
            events.append(event)
        return events

    events = asyncio.run(read())
    assert isinstance(events[-1], Finished)
    written = [one for one in events if isinstance(one, SectionState) and one.state == "written"]
    assert len(written) == events[-1].sections


def test_two_runs_side_by_side_tell_their_own(corpus: Path) -> None:
    async def both() -> list[list[Event]]:
        return await asyncio.gather(
            *(all_of(stream(one, corpus=corpus)) for one in (lighthouses.TOPIC, lighthouses.TOPIC.lower()))
        )

    first, second = asyncio.run(both())
    for events in (first, second):
        assert sum(isinstance(one, Seeded) for one in events) == 1
        assert isinstance(events[-1], Finished)
