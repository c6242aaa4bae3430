"""A snippet store of somebody else's: six methods, and the pipeline reads it as it reads its own."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from castalia.agents.roles import reads_as
from castalia.graphs import extractive_crew, generate, generate_sync, open_memory
from castalia.graphs.changes.updating import update
from castalia.graphs.settings import Settings
from castalia.memory import library, own_store, room, store_files
from castalia.memory.errors import DiskFullError, InputError, StoreError
from castalia.memory.library import LOG
from castalia.memory.memory import Memory
from castalia.memory.protocols import Filters, Hit, SearchQuery, SnippetStore
from castalia.memory.records import Snippet
from castalia.tools.topic.anchor import TITLED
from castalia.tools.topic.evidence import read_anchor
from some_reefs import write_reefs

TOPIC = "Coral reef"
SMALL = Settings(words=600, depth=1)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_reefs(tmp_path_factory.mktemp("sample") / "rows.jsonl", 12)


class MyStore:
    """What the protocol asks for and nothing else, in front of any search."""

    def __init__(self, behind: SnippetStore) -> None:
        self._behind = behind
        self.is_closed = False

    async def add(self, snippets: Sequence[Snippet]) -> int:
        return await self._behind.add(snippets)

    async def search(self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None) -> list[list[Hit]]:
        return await self._behind.search(queries, k, filters)

    async def get(self, ids: Sequence[str]) -> list[Snippet]:
        return await self._behind.get(ids)

    async def sample(self, limit: int, filters: Filters | None = None) -> list[Snippet]:
        return await self._behind.sample(limit, filters)

    async def count(self, filters: Filters | None = None) -> int:
        return await self._behind.count(filters)

    async def close(self) -> None:
        self.is_closed = True


def test_a_page_from_a_store_of_ones_own_is_that_from_the_same_snippets(sample: Path, tmp_path: Path) -> None:
    async def pages() -> tuple[Any, Any]:
        kept, _ = await open_memory(sample)
        store = MyStore(kept.store)
        memory = Memory.over(store)
        try:
            ours = await generate(TOPIC, memory=kept, settings=SMALL)
            theirs = await generate(TOPIC, memory=memory, out=tmp_path / "out", settings=SMALL)
            folder = memory.library.path
            with pytest.raises(InputError, match="cannot tell what is new in it"):
                await update(tmp_path / "out", memory=memory)
        finally:
            await memory.close()
            await kept.close()
        assert store.is_closed and not folder.exists()
        return ours.record, theirs.record

    ours, theirs = asyncio.run(pages())
    assert theirs == ours


@pytest.mark.parametrize("scale", [lambda score: 0.0, lambda score: score - 1000.0, lambda score: -1.0 / (1.0 + score)])
def test_its_scores_may_be_of_any_scale(sample: Path, scale: Callable[[float], float]) -> None:
    class Scaled(MyStore):
        async def search(
            self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None
        ) -> list[list[Hit]]:
            found = await super().search(queries, k, filters)
            return [[replace(hit, score=scale(hit.score)) for hit in hits] for hits in found]

    async def scores() -> tuple[dict[str, float], dict[str, float]]:
        kept, _ = await open_memory(sample)
        memory = Memory.over(Scaled(kept.store))
        try:
            await generate(TOPIC, memory=memory, settings=SMALL)
            return (await read_anchor(kept, TOPIC, ""))[0].scores, (await read_anchor(memory, TOPIC, ""))[0].scores
        finally:
            await memory.close()
            await kept.close()

    ours, theirs = asyncio.run(scores())
    assert set(theirs) == set(ours) and all(0.0 <= one <= 1.0 for one in theirs.values())
    if scale(1.0) != scale(2.0):
        untitled = sorted((one for one in ours if theirs[one] > TITLED), key=lambda one: -ours[one])
        assert len(untitled) > 1 and untitled == sorted(untitled, key=lambda one: -theirs[one])
        assert theirs[untitled[0]] == 1.0


def test_its_fingerprint_follows_what_it_holds(sample: Path) -> None:
    async def prints() -> list[str]:
        kept, _ = await open_memory(sample)
        memory = Memory.over(MyStore(kept.store))
        found = [await memory.library.fingerprint(), await memory.library.fingerprint()]
        await memory.store.add([Snippet("0123456789abcdef", "Corals are animals that live in colonies.")])
        found.append(await memory.library.fingerprint())
        await memory.close()
        await kept.close()
        return found

    first, again, grown = asyncio.run(prints())
    assert first == again != grown


def test_what_was_read_in_its_snippets_is_kept_in_the_folder_that_is_named(sample: Path, tmp_path: Path) -> None:
    async def read_before(folder: Path) -> int:
        kept, _ = await open_memory(sample)
        memory = Memory.over(MyStore(kept.store), folder)
        name = reads_as(extractive_crew(memory).extractor)
        before = len(memory.log.has([one.id for one in await memory.store.sample(1000)], name))
        await generate(TOPIC, memory=memory, settings=SMALL)
        await memory.close()
        await kept.close()
        return before

    assert asyncio.run(read_before(tmp_path / "mine")) == 0
    assert asyncio.run(read_before(tmp_path / "mine")) > 15


def test_what_is_no_store_is_told_with_what_it_lacks(tmp_path: Path) -> None:
    class Retriever:
        async def ainvoke(self, query: str) -> list[str]:
            return []

    with pytest.raises(InputError, match="lacks add, close, count, get, sample, search"):
        Memory.over(Retriever())  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"Memory\.over"):
        asyncio.run(open_memory(store=MyStore(None)))  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"Memory\.over"):
        generate_sync(TOPIC, store=MyStore(None))  # type: ignore[arg-type]
    taken = tmp_path / "library"
    asyncio.run((asyncio.run(Memory.open(taken))).close())
    with pytest.raises(StoreError, match="holds snippets of its own"):
        Memory.over(MyStore(None), taken)  # type: ignore[arg-type]


def test_a_temporary_folder_without_room_is_named_and_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(place: Path, *_: object) -> None:
        raise room.full(place)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(store_files, "check_room", no_room)
    with pytest.raises(DiskFullError, match=rf"{re.escape(str(tmp_path))} cannot be written"):
        asyncio.run(Memory.open())
    monkeypatch.setattr(library, "_open_cache", no_room)
    with pytest.raises(DiskFullError):
        Memory.over(MyStore(None))  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the open files of a process are listed on Linux alone")
def test_where_a_memory_cannot_be_opened_its_files_are_let_go(tmp_path: Path) -> None:
    def refused(open_it: Callable[[], Any], told: str) -> None:
        with pytest.raises(StoreError, match=told) as error:
            open_it()
        held = [one for one in Path("/proc/self/fd").iterdir() if one.resolve().is_relative_to(tmp_path)]
        assert held == [] and error.value  # its traceback is held meanwhile

    ledgers, mine, kept = tmp_path / "ledgers.sqlite", tmp_path / "mine", tmp_path / "library"
    mine.mkdir()
    (mine / LOG).write_bytes(b"no database at all" * 100)
    refused(lambda: Memory.over(MyStore(None), mine, ledgers=ledgers), LOG)  # type: ignore[arg-type]
    ledgers.unlink()
    ledgers.mkdir()
    refused(lambda: asyncio.run(Memory.open(kept, ledgers=ledgers)), "cannot open the ledgers")


def answering(method: str, answer: Callable[[Any], Any]) -> type[MyStore]:
    """A store of which one method answers what is made of its answer."""

    async def changed(self: MyStore, *given: Any) -> Any:
        return answer(await getattr(MyStore, method)(self, *given))

    return type("OddStore", (MyStore,), {method: changed})


def failing(answer: Any) -> Any:
    raise AttributeError("'NoneType' object has no attribute 'points'")


@pytest.mark.parametrize(
    ("method", "answer", "says"),
    [
        ("count", lambda _: None, "answered None: it has to answer the number of snippets, an int"),
        ("count", lambda _: "285", "answered a str"),
        ("search", lambda _: None, "answered None: it has to answer a list of Hits for each query"),
        ("search", lambda found: found[0], "1 queries"),
        ("search", lambda found: [None for _ in found], "answered None"),
        ("search", lambda found: [[one.snippet_id for one in hits] for hits in found], "answered a str in place of a Hit"),
        ("search", lambda found: [[Hit(one.snippet_id, None) for one in hits] for hits in found], "a score, a number"),  # type: ignore[arg-type]
        ("get", lambda _: None, "answered None: it has to answer the Snippets with these ids, in that order"),
        ("get", lambda found: found[1:], "Snippets to"),
        ("get", lambda found: [{"text": one.text} for one in found], "answered a dict in place of a Snippet"),
        ("get", lambda found: [replace(one, title=None) for one in found], "a Snippet whose title is None"),
        ("sample", lambda found: (one for one in found), "answered a generator: it has to answer a list of Snippets"),
        *((method, failing, "failed (AttributeError: 'NoneType' object has no attribute 'points')")
          for method in ("count", "search", "get", "sample")),
    ],
)  # fmt: skip
def test_a_store_that_answers_wrongly_is_told_by_its_method(
    method: str, answer: Callable[[Any], Any], says: str, sample: Path
) -> None:
    async def told() -> str:
        async with (await open_memory(sample))[0] as kept, Memory.over(answering(method, answer)(kept.store)) as memory:
            with pytest.raises(StoreError) as found:
                await generate(TOPIC, memory=memory, settings=SMALL)
            return str(found.value)

    line = asyncio.run(told())
    assert line.startswith(f"OddStore.{method} ") and says in line and "protocols" in line and "\n" not in line


def test_a_store_that_is_not_async_is_told_by_its_method_and_an_unknown_id_is_not_its_fault(sample: Path) -> None:
    class PlainStore(MyStore):
        def count(self, filters: Filters | None = None) -> int:  # type: ignore[override]
            return 3

    async def told() -> str:
        async with (await open_memory(sample))[0] as kept, Memory.over(PlainStore(kept.store)) as memory:
            with pytest.raises(KeyError, match="nowhere"):
                await memory.store.get(["nowhere"])
            with pytest.raises(StoreError) as found:
                await memory.store.count()
            return str(found.value)

    assert asyncio.run(told()).startswith("PlainStore.count answered an int without being awaited")


def test_an_id_that_a_store_answers_and_has_no_snippet_for_is_the_fault_of_the_store(sample: Path) -> None:
    class StaleStore(MyStore):
        async def search(
            self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None
        ) -> list[list[Hit]]:
            found = await super().search(queries, k, filters)
            return [[Hit("feedfeedfeedfeed", 99.0), *hits][:k] for hits in found]

    async def told() -> str:
        async with (await open_memory(sample))[0] as kept, Memory.over(StaleStore(kept.store)) as memory:
            with pytest.raises(KeyError):  # as long as it has not answered it
                await memory.store.get(["feedfeedfeedfeed"])
            with pytest.raises(StoreError) as found:
                await generate(TOPIC, memory=memory, settings=SMALL)
            return str(found.value)

    line = asyncio.run(told())
    assert line.startswith(
        "StaleStore.get answered that there is no snippet 'feedfeedfeedfeed', which its search answered"
    )
    assert "protocols" in line and "\n" not in line


def test_an_id_within_the_one_that_is_missing_is_not_blamed_on_the_store() -> None:
    class NumberedStore(MyStore):
        async def search(
            self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None
        ) -> list[list[Hit]]:
            return [[Hit("1", 1.0)] for _ in queries]

        async def get(self, ids: Sequence[str]) -> list[Snippet]:
            raise KeyError("10")

    async def told() -> None:
        store = own_store.checked(NumberedStore(None))  # type: ignore[arg-type]
        await store.search([SearchQuery("reef")], 1)
        await store.get(["1", "10"])

    with pytest.raises(KeyError, match="10"):
        asyncio.run(told())


def test_the_ids_that_a_store_answered_are_remembered_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_store, "_REMEMBERED", 3)

    class ManyStore(MyStore):
        async def search(
            self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None
        ) -> list[list[Hit]]:
            return [[Hit(one, 1.0) for one in query.text.split()] for query in queries]

        async def get(self, ids: Sequence[str]) -> list[Snippet]:
            raise KeyError(ids[0])

    async def errors() -> list[type[Exception]]:
        store, found = own_store.checked(ManyStore(None)), []  # type: ignore[arg-type]
        for text in ("a1 b2 c3", "a1 d4"):
            await store.search([SearchQuery(text)], 9)
        for one in ("a1", "b2", "c3", "d4"):
            try:
                await store.get([one])
            except (KeyError, StoreError) as error:
                found.append(type(error))
        return found

    assert asyncio.run(errors()) == [StoreError, KeyError, StoreError, StoreError]
