"""The store on a server: the contract in local mode, over HTTP, and on a real server where one is named; and what may
go wrong there."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import socket
import subprocess
import sys
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import qdrant_server as fake
import store_contract as contract
from castalia.graphs.cli import main
from castalia.memory.bm25 import encode_query
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import DamagedStoreError, InputError, StoreError
from castalia.memory.identity import point_id
from castalia.memory.memory import Memory
from castalia.memory.payloads import SPARSE
from castalia.memory.protocols import Embedder, SearchQuery
from castalia.memory.server_client import AT_ONCE, ServerClient
from castalia.memory.server_store import ServerStore
from castalia.memory.server_urls import is_url, server_url
from castalia.memory.store_vectors import DenseSettings
from castalia.memory.triplet_log import Extraction
from forked import Forked
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import ResponseHandlingException
from some_reefs import write_reefs

corpus, snippet, CountingEmbedder = contract.corpus, contract.snippet, contract.CountingEmbedder
REAL = os.environ.get("CASTALIA_TEST_QDRANT_URL", "")  # a server's, without a collection
HERE = "http://localhost:6333/snippets"


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No key from outside but for the real server, no long pauses, and no word from local mode on what it does not
    do."""
    if not REAL:
        monkeypatch.delenv("QDRANT_API_KEY", raising=False)
    monkeypatch.setattr("castalia.memory.retries.FIRST_PAUSE", 0.0)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Payload indexes have no effect|Local mode performs exact", UserWarning)
        yield


class TestLocalMode(contract.StoreContract):  # type: ignore[misc]
    async def open_store(self, embedder: Embedder | None = None) -> ServerStore:
        client = AsyncQdrantClient(":memory:")
        return await ServerStore.open(HERE, embedder, connect=lambda: client)


class TestOverHttp(contract.StoreContract):  # type: ignore[misc]
    @pytest.fixture(autouse=True)
    def served(self) -> Iterator[None]:
        with fake.QdrantServer() as server:
            self.server, self.opened = server, 0
            yield

    async def open_store(self, embedder: Embedder | None = None) -> ServerStore:
        self.opened += 1
        return await ServerStore.open(f"{self.server.url}/snippets{self.opened}", embedder)


if REAL:

    class TestRealServer(contract.StoreContract):  # type: ignore[misc]
        @pytest.fixture(autouse=True)
        def collections(self) -> Iterator[None]:
            self.made: list[str] = []
            yield

            async def drop() -> None:
                client = AsyncQdrantClient(url=REAL, api_key=os.environ.get("QDRANT_API_KEY"))
                for name in self.made:
                    await client.delete_collection(name)
                await client.close()

            asyncio.run(drop())

        async def open_store(self, embedder: Embedder | None = None) -> ServerStore:
            self.made.append(f"castalia-test-{uuid.uuid4().hex}")
            return await ServerStore.open(f"{REAL.rstrip('/')}/{self.made[-1]}", embedder)


# The server's answers.


@pytest.fixture
def server() -> Iterator[Any]:
    with fake.QdrantServer() as one:
        yield one


def use(url: str, do: Any, embedder: Embedder | None = None, **options: Any) -> Any:
    """What ``do(store)`` answers on the store at this url."""

    async def go() -> Any:
        async with await ServerStore.open(url, embedder, **options) as store:
            return await do(store)

    return asyncio.run(go())


def refusal(url: Any, do: Any = None, embedder: Embedder | None = None, **options: Any) -> str:
    """The line with which a store refuses, of which no cause tells a secret."""
    with pytest.raises(StoreError) as told:
        use(url, do, embedder, **options)
    line = str(told.value)
    assert "\n" not in line and len(line) < 400
    assert told.value.__cause__ is None and "secret" not in line
    return line


def test_both_adapters_answer_alike(server: Any) -> None:
    snippets = corpus(150)
    queries = [SearchQuery("enzyme star"), SearchQuery("reef"), SearchQuery(weights={"photon": 0.3, "virus": 0.7})]

    async def answers(store: Any) -> Any:
        await store.add(snippets)
        found = await store.search(queries, 9)
        return found, await store.sample(20), await store.fingerprint(), store.embeddings

    async def embedded(embedder: Embedder | None) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            async with EdgeStore.open(folder, embedder) as store:
                return await answers(store)

    for number, embedder in enumerate((None, CountingEmbedder())):
        theirs = use(f"{server.url}/both{number}", answers, embedder)
        ours = asyncio.run(embedded(embedder))
        assert theirs[1:] == ours[1:]
        for there, here in zip(theirs[0], ours[0], strict=True):
            assert [hit.snippet_id for hit in there] == [hit.snippet_id for hit in here]
            assert [hit.score for hit in there] == pytest.approx([hit.score for hit in here], rel=1e-4)


def test_a_collection_is_made_as_the_thesis_has_it_and_by_the_first_snippet(server: Any) -> None:
    url = f"{server.url}/made"
    assert use(url, lambda store: store.count(), CountingEmbedder()) == 0
    assert not server.sent("/collections/made/index") and "PUT" not in {method for method, _, _ in server.requests}
    use(url, lambda store: store.add(corpus(3)), CountingEmbedder())
    made = next(body for method, path, body in server.requests if (method, path) == ("PUT", "/collections/made"))
    dense = made["vectors"]["dense"]
    assert (dense["size"], dense["distance"]) == (2, "Cosine")
    assert dense["hnsw_config"] == {"m": 16, "ef_construct": 128}
    assert dense["quantization_config"] == {"scalar": {"type": "int8", "always_ram": True}}
    assert made["sparse_vectors"] == {"bm25": {"modifier": "idf"}}
    assert {body["field_name"] for body in server.sent("/index")} == {"domain", "source", "topic", "year"}


@pytest.mark.parametrize("exact", [True, False])
def test_searches_are_exact_unless_said_otherwise(server: Any, exact: bool) -> None:
    async def search(store: Any) -> None:
        await store.add(corpus(3))
        await store.search([SearchQuery("star")], 2)

    use(f"{server.url}/exact", search, CountingEmbedder(), dense=DenseSettings(exact=exact))
    (batch,) = server.sent("/query/batch")
    params = {one["using"]: one.get("params") for one in batch["searches"]}
    quantized = {"hnsw_ef": 128, "quantization": {"rescore": True, "oversampling": 2.0}}
    assert params == {"bm25": None, "dense": {"exact": True} if exact else quantized}


def test_two_who_make_a_store_at_once_share_it(server: Any) -> None:
    async def go() -> Any:
        stores = [await ServerStore.open(f"{server.url}/shared") for _ in range(3)]
        await asyncio.gather(*(store.add(corpus(30)) for store in stores))
        counts = [await store.count() for store in stores]
        prints = {await store.fingerprint() for store in stores}
        await stores[0].add([snippet("something new")])
        later = {await store.fingerprint() for store in stores}
        for store in stores:
            await store.close()
        return counts, len(prints), len(later), prints == later

    assert asyncio.run(go()) == ([30] * 3, 1, 1, False)


def test_a_store_works_in_one_event_loop_after_another(server: Any) -> None:
    store = asyncio.run(ServerStore.open(f"{server.url}/loops"))
    assert asyncio.run(store.add(corpus(5))) == 5 and asyncio.run(store.count()) == 5
    asyncio.run(store.close())

    async def closed() -> None:
        await store.close()
        for call in (store.count(), store.add(corpus(1)), store.search([SearchQuery("star")], 1)):
            with pytest.raises(StoreError, match="is closed"):
                await call

    asyncio.run(closed())


def test_changed_fields_are_written_in_one_call_and_embed_nothing(server: Any) -> None:
    counting = CountingEmbedder()

    async def go(store: Any) -> Any:
        await store.add(corpus(20))
        changed = [snippet(one.text, one.url, title="new", year=None) for one in corpus(20)]
        added = await store.add(changed)
        return added, await store.get([changed[3].id]) == [changed[3]]

    assert use(f"{server.url}/changed", go, counting) == (0, True)
    assert len(counting.documents) == 20 and len(server.sent("/points/batch")) == 1


def test_other_embeddings_are_refused_and_the_way_out_is_said(server: Any) -> None:
    use(f"{server.url}/with", lambda store: store.add(corpus(3)), CountingEmbedder())
    use(f"{server.url}/without", lambda store: store.add(corpus(3)))
    other = CountingEmbedder()
    other.name = "another"
    assert "built with embeddings counting, not another: open it with counting" in refusal(
        f"{server.url}/with", None, other
    )
    assert "counting, not none" in refusal(f"{server.url}/with")
    assert "none, not another" in refusal(f"{server.url}/without", None, other)
    longer = contract.BrokenEmbedder(lambda count: [[1.0, 2.0, 3.0]] * count)
    longer.name = "counting"
    assert "length 3, not 2" in refusal(f"{server.url}/with", lambda store: store.add([snippet("new")]), longer)


def test_what_is_no_store_of_ours_is_told_apart(server: Any) -> None:
    async def make() -> None:
        client = AsyncQdrantClient(url=server.url, check_compatibility=False)
        await client.create_collection("theirs", vectors_config={})
        await client.create_collection(
            "newer", vectors_config={}, sparse_vectors_config={"bm25": models.SparseVectorParams()},
            metadata={"castalia": {"schema": 2, "embeddings": "none"}},
        )  # fmt: skip
        await client.close()

    asyncio.run(make())
    assert "is not a store but something else" in refusal(f"{server.url}/theirs")
    assert "schema 2" in refusal(f"{server.url}/newer")
    assert "there is no store at" in refusal(f"{server.url}/typo", create=False)


def test_an_old_server_is_told_before_anything_is_made() -> None:
    with fake.QdrantServer(version="1.12.4") as old:
        line = refusal(f"{old.url}/new", lambda store: store.add(corpus(2)))
        assert "Qdrant 1.12.4, and 1.16 or newer" in line
        assert use(f"{old.url}/new", lambda store: store.count()) == 0


def test_keys_are_sent_and_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake.QdrantServer(key="the-secret") as locked, warnings.catch_warnings():
        warnings.simplefilter("error")  # a key on loopback is nothing to warn of on stderr
        assert "wants a key (401); set QDRANT_API_KEY" in refusal(f"{locked.url}/s")
        monkeypatch.setenv("QDRANT_API_KEY", "wrong-secret")
        assert "refuses the key in QDRANT_API_KEY (401)" in refusal(f"{locked.url}/s")
        monkeypatch.setenv("QDRANT_API_KEY", " the-secret\n")
        assert use(f"{locked.url}/s", lambda store: store.count()) == 0
        locked.steps.append((500, {}, json.dumps({"status": {"error": "the-secret\nis no secret here"}})))
        monkeypatch.setenv("QDRANT_API_KEY", "the-secret")
        with pytest.raises(StoreError, match="answers 500") as told:
            use(f"{locked.url}/s", lambda store: store.count())
        assert "the-secret" not in str(told.value) and told.value.__cause__ is None
    for junk in ("sec\nret", "s\u00e9cret-secret"):
        monkeypatch.setenv("QDRANT_API_KEY", junk)
        with pytest.raises(InputError, match="characters that no key has") as refused:
            use(HERE, None)
        assert "cret" not in str(refused.value).replace("QDRANT_API_KEY", "")


def test_a_server_that_is_not_there_is_told_at_once() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = refusal(f"http://127.0.0.1:{port}/s")
    assert line.startswith(f"cannot open the store http://127.0.0.1:{port}/s: its server cannot be reached")


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ((200, {}, "<html>welcome</html>"), "no Qdrant server"),
        ((200, {}, '{"result": {"exists": "perhaps"}}'), "no Qdrant server"),
        ((200, {"Content-Encoding": "deflate"}, '{"a":1}'), "no Qdrant server"),  # which makes no letters
        ((200, {}, "[" * 100_000), "no Qdrant server"),
        ((200, {}, '{"result": ' + "9" * 6000 + "}"), "no Qdrant server"),
        ((404, {}, "<html>nothing</html>"), "the server answers 404; check the address"),
        ((500, {}, "\n<!DOCTYPE html>\n<p>Oh</p>"), "the server answers 500; check the address"),
        ((500, {}, "out of memory"), "answers 500 (out of memory)"),
        ((500, {}, ""), "the server answers 500; check the address"),
        ((500, {}, "[" * 100_000), "answers 500 ([["),
        (
            (500, {}, json.dumps({"status": {"error": "out of\n memory " + "x" * 900}})),
            "answers 500 (out of memory xxx",
        ),
        ((503, {}, ""), "is not available (503)"),
        ((429, {"Retry-After": "5"}, json.dumps({"status": {"error": "too many"}})), "refuses for now (too many)"),
        ((429, {"Retry-After": "soon"}, json.dumps({"status": {"error": "too many"}})), "refuses for now"),
        ((0, {}, ""), "cannot be reached"),
    ],
)
def test_strange_answers_are_told_in_one_line(server: Any, step: Any, said: str) -> None:
    server.steps.append(step)
    assert said in refusal(f"{server.url}/s")


def test_a_call_that_fails_for_a_while_is_made_again(server: Any) -> None:
    async def go(store: Any) -> Any:
        await store.add(corpus(10))
        before = await store.search([SearchQuery("star")], 5)
        server.steps += [(503, {}, ""), (0, {}, ""), (429, {"Retry-After": "0"}, "{}")]
        assert await store.search([SearchQuery("star")], 5) == before
        server.steps += [(503, {}, "")] * 4
        with pytest.raises(StoreError, match=r"cannot search the store .* not available"):
            await store.search([SearchQuery("star")], 5)
        server.steps += [(400, {}, json.dumps({"status": {"error": "bad filter"}}))]
        with pytest.raises(StoreError, match=r"400 \(bad filter\)"):
            await store.count()
        assert not server.steps
        return await store.count()

    assert use(f"{server.url}/s", go) == 10


@pytest.mark.parametrize("after", ["soon", "1.5", "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_a_server_that_says_in_any_way_how_long_to_wait_is_asked_again(server: Any, after: str, pauses: Any) -> None:
    async def go(store: Any) -> Any:
        server.steps.append((429, {"Retry-After": after}, "{}"))
        return await store.count()

    assert use(f"{server.url}/s", add_some) == 10
    assert use(f"{server.url}/s", go) == 10
    assert pauses == [1.5 if after == "1.5" else 0.0]


async def add_some(store: Any) -> int:
    added: int = await store.add(corpus(10))
    return added


@pytest.mark.parametrize("body", ["{}", '{"result": null, "status": "ok", "time": 0}'])
def test_an_answer_without_a_result_is_told_whatever_was_asked(server: Any, body: str) -> None:
    url = f"{server.url}/s"
    use(url, add_some)
    assert "holds no result; check the address" in answered_with(
        server, (200, {}, body), url, lambda store: store.count()
    )
    for do in (
        lambda store: store.search([SearchQuery("star")], 5),
        lambda store: store.get([corpus(1)[0].id]),
        lambda store: store.sample(3),
        lambda store: store.fingerprint(),
        lambda store: store.add(corpus(11)),
    ):
        assert "holds no result" in answered_with(server, (200, {}, body), url, do)


def answered_with(server: Any, step: Any, url: str, do: Any) -> str:
    """The line of a store that is open, and then answered so."""

    async def go(store: Any) -> None:
        server.steps.append(step)
        await do(store)

    return refusal(url, go)


def test_fewer_answers_than_questions_are_told(server: Any) -> None:
    url = f"{server.url}/s"
    use(url, add_some)
    step = (200, {}, '{"result": [], "status": "ok", "time": 0}')
    line = answered_with(server, step, url, lambda store: store.search([SearchQuery("star")], 5))
    assert line == f"cannot search the store {url}: its server answers 0 of 1 questions; see the server's log"


def test_a_snippet_that_somebody_deleted_is_a_fault_of_the_store_and_of_no_agent(server: Any) -> None:
    url, one = f"{server.url}/s", corpus(1)[0].id
    use(url, add_some)

    async def delete(store: Any) -> None:
        server._client.delete("s", models.PointIdsList(points=[point_id(one)]))
        with pytest.raises(KeyError):
            await store.get([one])
        async with Memory.over(store) as memory:
            await memory.snippets([one])

    assert refusal(url, delete).startswith(f"the store {url} has no snippet '{one}': where it had, somebody deletes")


@pytest.mark.parametrize(
    ("point", "payload"),
    [(7, {"text": "A note on a star."}), ("11111111-2222-3333-4444-555555555555", {}), (8, {"id": 5})],
)
def test_a_point_of_somebody_else_is_named_by_whoever_meets_it(server: Any, point: Any, payload: Any) -> None:
    url = f"{server.url}/s"
    use(url, add_some)
    vector = {"bm25": models.SparseVector(indices=list(range(3)), values=[1.0] * 3)}
    server._client.upsert("s", [models.PointStruct(id=point, payload=payload, vector=vector)])
    said = f"the store {url} holds a point that is no snippet of ours: take the point {point} out, or ingest"
    assert refusal(url, lambda store: store.sample(20)).startswith(said)
    if isinstance(point, int):
        assert refusal(url, lambda store: store.fingerprint()).startswith(said)
    hit = {"id": point, "version": 0, "score": 1.0, "payload": payload}
    found = (200, {}, json.dumps({"result": [{"points": [hit]}], "status": "ok", "time": 0}))
    assert answered_with(server, found, url, lambda store: store.search([SearchQuery("star")], 5)).startswith(said)


# Urls.


@pytest.mark.parametrize(
    ("text", "server", "collection"),
    [
        ("http://localhost:6333/snippets", "http://localhost:6333", "snippets"),
        (" https://x.example/a/b/snippets/ ", "https://x.example:6333/a/b", "snippets"),
        ("HTTP://LocalHost/s", "http://localhost:6333", "s"),
        ("http://[::1]:80/s", "http://[::1]:80", "s"),
        ("http://h/a%20b", "http://h:6333", "a b"),
    ],
)
def test_a_url_names_a_server_and_a_collection(text: str, server: str, collection: str) -> None:
    found = server_url(text)
    assert (found.server, found.collection) == (server, collection) and server_url(str(found)) == found


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://localhost:6333", "names no collection: write http://localhost:6333/COLLECTION"),
        ("http://localhost:6333//", "names no collection"),
        ("http://h/a%2Fb", "no collection that there can be"),
        ("http://h/..", "no collection that there can be"),
        ("http://h:port/s", "cannot be read"),
        ("http://[h/s", "cannot be read"),
        ("http:///s", "names no host"),
        ("qdrant://h/s", "is not http or https"),
        ("http://me:secret@h/s", "http://…@h/s holds a user or a key: leave it out, and set QDRANT_API_KEY"),
        ("http://me:my@secret@h/s", "http://…@h/s holds a user or a key: leave it out, and set QDRANT_API_KEY"),
        ("http://h/s?api_key=secret", "more than a path"),
        (Path("http://localhost:6333/s"), "give it as text"),
        (Path("http://me:secret@h/s"), "give it as text"),
    ],
)
def test_a_url_that_is_none_is_refused(url: Any, said: str) -> None:
    assert is_url(url) and said in refusal(url)


@pytest.mark.parametrize("path", ["store", "./a:b/c", "C:/store", "C:\\store", "/a/http:/x", "~/http", "", "a//b"])
def test_a_folder_is_not_taken_for_a_url(path: str) -> None:
    assert not is_url(path)


# The library around it.


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "castalia" / "stores"


def test_a_memory_opens_a_url_and_keeps_what_it_works_out_in_the_cache_folder(server: Any, cache: Path) -> None:
    async def go(name: str) -> Any:
        async with await Memory.open(f"{server.url}/{name}") as memory:
            await memory.store.add(corpus(12))
            before = memory.library.cached("terms", await memory.library.fingerprint())
            memory.library.keep("terms", await memory.library.fingerprint(), {"a": 1})
            memory.log.record(corpus(1)[0].id, "extractive", Extraction())
            return before, memory.log.path

    first, second, other = (asyncio.run(go(name)) for name in ("one", "one", "two"))
    assert (first[0], second[0], other[0]) == (None, {"a": 1}, None)
    assert first[1] == second[1] != other[1]
    assert {Path(one[1]).parent.parent for one in (first, other)} == {cache}
    assert len(list(cache.iterdir())) == 2


def test_a_url_that_cannot_be_opened_leaves_no_folder(server: Any, cache: Path) -> None:
    for url in (f"{server.url}/typo", "http://localhost:6333"):
        with pytest.raises(StoreError):
            asyncio.run(Memory.open(url, create=False))
    assert not cache.exists()


def test_a_cache_folder_that_cannot_be_made_is_told(server: Any, cache: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(StoreError, match="set XDG_CACHE_HOME"):
        asyncio.run(Memory.open(f"{server.url}/s"))


def test_a_missing_client_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install qdrant-client"):
        asyncio.run(Memory.open(HERE))


def test_several_processes_share_a_cache_folder(server: Any, cache: Path) -> None:
    script = (
        "import asyncio, sys; from castalia.memory.memory import Memory\n"
        "async def go():\n"
        "    async with await Memory.open(sys.argv[1]) as memory:\n"
        "        for n in range(20): memory.library.keep('k', str(n), n)\n"
        "asyncio.run(go())\n"
        "sys.exit()"
    )
    with Forked([f"{server.url}/s"], code=script) as one, Forked([f"{server.url}/s"], code=script) as other:
        told = [process.communicate() for process in (one, other)]
    assert [one.returncode, other.returncode] == [0, 0], told


def test_the_command_line_takes_a_url(server: Any, cache: Path, tmp_path: Path, capsys: Any) -> None:
    url = f"{server.url}/reefs"
    rows = tmp_path / "rows.jsonl"
    write_reefs(rows, step=16)
    for _ in range(2):
        assert main(["ingest", str(rows), "--store", url, "--quiet"]) == 0
    assert f"{url}: " in capsys.readouterr().out
    out = tmp_path / "page"
    assert main(["generate", "Coral reef", "--store", url, "--words", "300", "--out", str(out), "--quiet"]) == 0
    other = tmp_path / "other"
    assert (
        main(["generate", "Coral reef", "--corpus", str(rows), "--words", "300", "--out", str(other), "--quiet"]) == 0
    )
    assert (out / "page.md").read_text() == (other / "page.md").read_text()
    assert main(["generate", "Coral reef", "--store", f"{server.url}/typo", "--out", str(out)]) == 2
    assert "there is no store at" in capsys.readouterr().err


def test_without_a_url_the_client_is_not_imported() -> None:
    script = (
        "import asyncio, sys; from castalia.memory.memory import Memory; import castalia.graphs.sources\n"
        "asyncio.run(asyncio.run(Memory.open()).close()); print('qdrant_client' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_a_server_is_asked_sixteen_things_at_once_at_most() -> None:
    async def use() -> int:
        server = ServerClient(server_url(HERE), connect=lambda: AsyncQdrantClient(":memory:"))
        most = under_way = 0

        async def call(_: AsyncQdrantClient) -> None:
            nonlocal most, under_way
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            under_way -= 1

        await asyncio.gather(*(server.ask("read", call) for _ in range(200)))
        await server.close()
        return most

    assert asyncio.run(use()) == AT_ONCE == 16


def test_an_error_without_words_is_told_by_its_kind() -> None:
    async def use() -> None:
        server = ServerClient(server_url(HERE), connect=lambda: AsyncQdrantClient(":memory:"))

        async def call(_: AsyncQdrantClient) -> None:
            raise ResponseHandlingException(httpx.ReadError(""))

        try:
            await server.ask("read", call)
        finally:
            await server.close()

    with pytest.raises(StoreError, match=r"cannot be reached \(ReadError\)"):
        asyncio.run(use())


def test_a_point_that_is_no_snippet_is_told_in_one_line() -> None:
    async def told() -> list[str]:
        client, one = AsyncQdrantClient(":memory:"), snippet("Corals are animals that live in colonies.")
        store = await ServerStore.open(HERE, connect=lambda: client)
        await store.add([one])
        words = encode_query(one.text)
        vector = models.SparseVector(indices=list(words.indices), values=list(words.values))
        strange = models.PointStruct(
            id=str(uuid.uuid4()), vector={SPARSE: vector}, payload={"note": "of somebody else"}
        )
        await client.upsert("snippets", [strange])
        await client.overwrite_payload("snippets", {"id": one.id}, points=[point_id(one.id)])
        lines = []
        for asked in (store.search([SearchQuery(one.text)], 2), store.sample(2), store.get([one.id])):
            with pytest.raises(DamagedStoreError) as error:
                await asked
            lines.append(str(error.value))
        await store.close()
        return lines

    lines = asyncio.run(told())
    assert all(one.startswith(f"the store {HERE} holds a point that is no snippet of ours: ") for one in lines)
