"""Embedders by spec: what is known, what is refused, and that no bad vector gets through."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import math
import sqlite3
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from castalia.graphs import Settings, generate_sync, open_memory
from castalia.graphs.ingestion import fill_store
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import CastaliaError, DiskFullError, InputError, StoreError
from castalia.memory.identity import snippet_id
from castalia.memory.protocols import Embedder, SearchQuery
from castalia.memory.records import Snippet
from castalia.tools.models.embedding_answers import checked, pause_of
from castalia.tools.models.embedding_prefixes import Prefixes, prefixes_of
from castalia.tools.models.embeddings import embedder
from castalia.tools.models.openai_embeddings import items_of
from castalia.tools.models.vector_cache import CachedEmbedder, VectorCache, cached
from hypothesis import given, settings
from hypothesis import strategies as st


def made(spec: Any) -> Embedder:
    one = embedder(spec)
    assert one is not None
    return one


def embed(one: Embedder, texts: Sequence[str], queries: bool = False) -> list[list[float]]:
    return asyncio.run(one.embed_queries(texts) if queries else one.embed_documents(texts))


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("spec", ["", "mystery", "openai", "openai:", "none:x", "hashing", "cohere:embed", "NONE"])
def test_an_unknown_spec_is_refused_with_those_that_are_known(spec: str) -> None:
    with pytest.raises(InputError, match="give none, openai:MODEL") as refused:
        embedder(spec)
    assert "\n" not in str(refused.value)


def test_none_is_no_embedder() -> None:
    assert embedder("none") is None


@pytest.mark.parametrize(
    "spec", ["hashing:0", "hashing:x", "hashing:-8", "hashing:1e3", "hashing:99999", "hashing:٢٥٦"]
)
def test_a_hashing_embedder_needs_a_sensible_dimension(spec: str) -> None:
    with pytest.raises(InputError, match="dimension"):
        embedder(spec)


# The hashing embedder.


def test_hashed_vectors_are_the_same_in_every_process() -> None:
    script = (
        "import asyncio; from castalia.tools.models.embeddings import embedder;"
        "print(asyncio.run(embedder('hashing:64').embed_documents(['Coral reefs bleach.']))[0])"
    )
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert json.loads(output) == embed(made("hashing:64"), ["Coral reefs bleach."])[0]


def test_like_texts_have_like_vectors() -> None:
    texts = ["oxidation of glucose", "oxidative glucose metabolism", "galaxies rotate"]
    first, near, far = embed(made("hashing:256"), texts)
    assert cosine(first, near) > 0.35 > cosine(first, far)
    assert embed(made("hashing:256"), texts, queries=True) == [first, near, far]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=4), st.sampled_from([8, 64, 256]))
def test_any_text_has_a_unit_vector(texts: list[str], dimension: int) -> None:
    vectors = embed(made(f"hashing:{dimension}"), texts)
    assert checked("x", vectors, len(texts)) == vectors
    for vector in vectors:
        assert len(vector) == dimension and math.hypot(*vector) == pytest.approx(1.0)


def test_a_hybrid_store_works_offline(tmp_path: Path) -> None:
    texts = ["Oxidation of glucose yields energy.", "Galaxies rotate.", "!!", ""]
    snippets = [Snippet(id=snippet_id(text), text=text) for text in texts]

    async def go() -> list[str]:
        async with EdgeStore.open(tmp_path, made("hashing:128")) as store:
            assert await store.add(snippets) == 4 and store.embeddings == "hashing:128"
            return [hit.snippet_id for hit in (await store.search([SearchQuery("oxidative glucose")], 2))[0]]

    assert asyncio.run(go())[0] == snippets[0].id


# Checks.


@pytest.mark.parametrize(
    ("vectors", "wanted", "said"),
    [
        ([[1.0]], 2, "1 vectors for 2"),
        ([[1.0], [1.0, 2.0]], 2, "lengths 1, 2"),
        ([[]], 1, "lengths 0"),
        ([[math.nan, 1.0]], 1, "not finite"),
        ([[-math.inf, 1.0]], 1, "not finite"),
        ([[0.0, -0.0]], 1, "zeros"),
        (None, 1, "no vectors of numbers"),
        ([None], 1, "no vectors of numbers"),
        ([[None, 1.0]], 1, "no vectors of numbers"),
        (["a vector"], 1, "no vectors of numbers"),
        ([["0.5", "1.0"]], 1, "no vectors of numbers"),
        ([[[0.5], [1.0]]], 1, "no vectors of numbers"),
    ],
)
def test_bad_vectors_are_refused(vectors: Any, wanted: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        checked("openai:x", vectors, wanted)


# LangChain objects.


class Directed:
    """Looks like LangChain's Embeddings; queries differ from documents."""

    model = "tiny"

    def __init__(self, value: float = 1.0) -> None:
        self.value = value

    async def aembed_query(self, text: str) -> list[float]:
        return [self.value, float(len(text))]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(len(text)), self.value] for text in texts]


def test_a_langchain_object_is_wrapped_and_keeps_queries_apart() -> None:
    one = made(Directed())
    assert one.name == "langchain:Directed:tiny"
    assert embed(one, ["ab", "abc"]) == [[2.0, 1.0], [3.0, 1.0]]
    assert embed(one, ["ab", "abc"], queries=True) == [[1.0, 2.0], [1.0, 3.0]]
    assert embed(one, []) == [] == embed(one, [], queries=True)
    for queries in (False, True):
        with pytest.raises(CastaliaError, match="Directed"):
            embed(made(Directed(math.nan)), ["ab"], queries)


def test_a_page_is_saved_and_gone_on_with_under_a_langchain_object(tmp_path: Path) -> None:
    sample = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "rows.jsonl").write_text("\n".join(sample[::8]), encoding="utf-8")
    asked: dict[str, Any] = {"topic": "Coral reef", "out": tmp_path / "page"}
    page = generate_sync(**asked, corpus=tmp_path / "rows.jsonl", embeddings=Directed())
    asked |= {"resume": True, "force": True, "settings": Settings(words=300)}
    with pytest.raises(InputError, match="langchain:Directed:tiny are a LangChain object: give it again"):
        generate_sync(**asked)
    again = generate_sync(**asked, embeddings=Directed())
    assert 0 < again.record["stats"]["words"] < page.record["stats"]["words"]


def test_what_is_no_embeddings_object_is_refused() -> None:
    with pytest.raises(InputError, match="int are not known"):
        embedder(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^the embeddings class Directed are not known"):
        embedder(Directed)  # type: ignore[arg-type]


# OpenAI and compatible servers.


Step = tuple[int, dict[str, str], str]  # status, headers, body; status 0 hangs up
PLAIN: Step = (200, {}, "")


@contextmanager
def server(
    steps: Sequence[Step] = (),
    keep_alive: bool = False,
    changed: Callable[[list[dict[str, Any]]], list[dict[str, Any]]] = lambda items: items,
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An embeddings endpoint on this machine: the length of each text, and one. Its first answers follow the steps;
    the items of the others are ``changed``."""
    asked: list[dict[str, Any]] = []
    left = list(steps)

    class Endpoint(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1" if keep_alive else "HTTP/1.0"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append({"path": self.path, "key": self.headers["Authorization"], **body})
            data = [
                {"object": "embedding", "index": place, "embedding": [float(len(text)), 1.0]}
                for place, text in enumerate(body["input"])
            ]
            answer = {
                "object": "list",
                "data": changed(data),
                "model": body["model"],
                "usage": {"prompt_tokens": 1, "total_tokens": 1},
            }
            status, headers, said = left.pop(0) if left else PLAIN
            if not status:
                self.close_connection = True
                return
            payload = said.encode() if said else json.dumps(answer).encode()
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    endpoint = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    thread = threading.Thread(target=endpoint.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{endpoint.server_port}/v1", asked
    finally:
        endpoint.shutdown()
        thread.join()
        endpoint.server_close()


def test_an_openai_compatible_server_gets_texts_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with server() as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        one = made("openai:text-embedding-3-small")
        assert one.name == "openai:text-embedding-3-small"
        assert embed(one, ["reef", "reefs"]) == [[4.0, 1.0], [5.0, 1.0]]
        assert embed(one, ["β"], queries=True) == [[1.0, 1.0]]
    assert [request["input"] for request in asked] == [["reef", "reefs"], ["β"]]
    assert {request["path"] for request in asked} == {"/v1/embeddings"}
    assert {request["model"] for request in asked} == {"text-embedding-3-small"}


def test_openai_without_a_key_or_a_server_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        embedder("openai:text-embedding-3-small")


def test_blanks_around_a_key_are_not_sent_and_blanks_alone_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", f" {url}\n")
        monkeypatch.setenv("OPENAI_API_KEY", "key\n")  # as a shell reads it from a file
        embed(made("openai:m"), ["reef"])
        assert len(asked) == 1
    monkeypatch.setenv("OPENAI_BASE_URL", "")
    monkeypatch.setenv("OPENAI_API_KEY", " ")
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        embedder("openai:text-embedding-3-small")


def test_a_key_that_no_request_could_carry_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "kéy")
    with pytest.raises(InputError, match=r"^OPENAI_API_KEY holds characters that no key has: set it anew$"):
        embedder("openai:text-embedding-3-small")


def test_importing_the_module_imports_no_model_library() -> None:
    script = (
        "import sys, castalia.tools.models.embeddings as e; e.embedder('hashing:8');"
        "print([name for name in ('langchain_openai', 'langchain_core', 'torch', 'sentence_transformers') if name in sys.modules])"
    )
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"


def numbered(*numbers: Any) -> Callable[[list[dict[str, Any]]], list[dict[str, Any]]]:
    """The items with these numbers, in the order of their texts; ``None`` for none."""
    return lambda items: [
        {name: value for name, value in {**item, "index": number}.items() if value is not None}
        for item, number in zip(items, numbers, strict=True)
    ]


def test_vectors_belong_to_the_texts_of_their_numbers_in_whatever_order_they_come(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with server(changed=lambda items: items[::-1]) as (url, _):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert embed(made("openai:m"), ["a", "ab", "abc"]) == [[1.0, 1.0], [2.0, 1.0], [3.0, 1.0]]
        kept = openai_cached(tmp_path / "vectors.sqlite")
        assert (
            embed(kept, ["a", "ab"], queries=True) == embed(kept, ["a", "ab"], queries=True) == [[1.0, 1.0], [2.0, 1.0]]
        )


@pytest.mark.parametrize("number", [0, None, 7])
def test_vectors_that_all_have_the_same_number_count_as_they_came(
    monkeypatch: pytest.MonkeyPatch, number: int | None
) -> None:
    with server(changed=numbered(number, number)) as (url, _):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert embed(made("openai:m"), ["a", "ab"]) == [[1.0, 1.0], [2.0, 1.0]]


@pytest.mark.parametrize("numbers", [(0, 0, 1), (1, 2, 3), (0, 1, None), (0, 1, -1), (0, 1, "x")])
def test_vectors_whose_numbers_do_not_tell_their_texts_are_refused(
    monkeypatch: pytest.MonkeyPatch, numbers: tuple[Any, ...]
) -> None:
    with server(changed=numbered(*numbers)) as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        with pytest.raises(InputError, match="numbers that do not tell their texts: check the embedding server"):
            embed(made("openai:m"), ["a", "ab", "abc"])
    assert len(asked) == 1


def test_one_vector_for_all_texts_is_refused_and_one_for_equal_words_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with server(changed=lambda items: [items[0] for _ in items]) as (url, _):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        with pytest.raises(InputError, match="gave one vector for 2 texts"):
            embed(made("openai:m"), ["a", "abc"])
        assert embed(made("openai:m"), ["Reef", "reef"]) == [[4.0, 1.0], [4.0, 1.0]]


def test_a_page_in_place_of_vectors_is_told_in_one_line_that_names_the_address(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    for said in ("<html>Welcome</html>", "[1]", "null"):
        with server([(200, {"Content-Type": "text/html"}, said)]) as (url, asked):
            monkeypatch.setenv("OPENAI_BASE_URL", url)
            with pytest.raises(CastaliaError, match=r"^what answers for .*openai:m is no embeddings server.*/v1$"):
                embed(made("openai:m"), ["a"])
            assert len(asked) == 1 and not pauses


def test_an_answer_without_vectors_is_told_without_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-mine")
    with server([(200, {}, '{"error": "no model for key-of-mine"}')]) as (url, _):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        with pytest.raises(CastaliaError, match=r'answers without vectors \(\{"error": "no model for \*\*\*"\}\)'):
            embed(made("openai:m"), ["a"])


@pytest.mark.parametrize("content", [b'{"object": "list", "data": [{"embe', b'{"object": "\xe9"}', b"", b" \n"])
def test_a_broken_answer_is_worth_another_attempt(content: bytes) -> None:
    with pytest.raises(ConnectionError, match="the answer was broken") as broken:
        items_of("openai:m", content)
    assert pause_of(broken.value) == 0.0


def test_an_answer_that_breaks_off_is_asked_for_again(monkeypatch: pytest.MonkeyPatch, pauses: list[float]) -> None:
    with server([(200, {}, '{"object": "list", "data": [{"embe')]) as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert embed(made("openai:m"), ["a"]) == [[1.0, 1.0]]
    assert len(asked) == 2 and len(pauses) == 1


def test_clients_of_embeddings_are_closed_with_their_event_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    import openai

    opened: list[Any] = []

    class Client(openai.AsyncOpenAI):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            opened.append(self)

    monkeypatch.setattr(openai, "AsyncOpenAI", Client)
    with server(keep_alive=True) as (url, _):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        one = made("openai:m")

        async def twice() -> None:
            await asyncio.gather(one.embed_documents(["a"]), one.embed_queries(["b"]))
            assert not opened[-1].is_closed()

        for count in (1, 2, 3):
            asyncio.run(twice())
            assert len(opened) == count and all(client.is_closed() for client in opened)


# sentence-transformers.


def test_a_missing_sentence_transformers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install sentence-transformers"):
        embedder("sentence-transformers:all-MiniLM-L6-v2")


def test_sentence_transformers_gets_its_prompt_for_queries_only_where_it_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[tuple[str, list[str], str | None]] = []

    class SentenceTransformer:
        def __init__(self, name: str) -> None:
            self.name = name
            self.prompts = (
                {"query": "search: ", "document": ""} if name.endswith("prompted") else {"query": "", "document": ""}
            )

        def encode(self, texts: list[str], prompt: str | None, show_progress_bar: bool) -> list[list[float]]:
            calls.append((self.name, texts, prompt))
            return [[1.0, float(len(text))] for text in texts]

    library = ModuleType("sentence_transformers")
    library.SentenceTransformer = SentenceTransformer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    arctic = "Snowflake/snowflake-arctic-embed-m-v2.0"
    for name in ("prompted", "plain", arctic, f"{arctic}-prompted"):
        one = made(f"sentence-transformers:{name}")
        assert one.name == f"sentence-transformers:{name}"
        assert embed(one, ["ab"]) == embed(one, ["ab"], queries=True) == [[1.0, 2.0]]
    assert calls == [
        ("prompted", ["ab"], None), ("prompted", ["ab"], "search: "), ("plain", ["ab"], None), ("plain", ["ab"], None),
        (arctic, ["ab"], None), (arctic, ["ab"], "query: "),
        (f"{arctic}-prompted", ["ab"], None), (f"{arctic}-prompted", ["ab"], "search: "),
    ]  # fmt: skip


# What a model is known to want.


@pytest.mark.parametrize(
    ("model", "query", "document"),
    [
        ("text-embedding-3-small", "", ""),
        ("all-MiniLM-L6-v2", "", ""),
        ("Snowflake/snowflake-arctic-embed-m-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", "query: ", ""),
        ("snowflake-arctic-embed2", "query: ", ""),
        ("snowflake-arctic-embed:22m", "Represent this sentence for searching relevant passages: ", ""),
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("intfloat/multilingual-e5-large-instruct", "", ""),
        ("BAAI/bge-m3", "", ""),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("nomic-embed-text", "search_query: ", "search_document: "),
    ],
)
def test_the_words_that_a_model_wants_before_a_text(model: str, query: str, document: str) -> None:
    assert prefixes_of(model) == Prefixes(query, document)


def test_a_served_model_gets_its_prefix_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        one = made("openai:snowflake-arctic-embed2")
        embed(one, ["reef"])
        embed(one, ["reef", "sea"], queries=True)
    assert [request["input"] for request in asked] == [["reef"], ["query: reef", "query: sea"]]


# When a server fails for a while.


def steps_of(*steps: tuple[int, dict[str, str], str]) -> list[tuple[int, dict[str, str], str]]:
    return list(steps)


BUSY = '{"error": {"message": "slow down", "code": "rate_limit_exceeded"}}'


def test_a_failing_server_is_asked_again_after_the_pause_that_it_wants(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    with server(steps_of((429, {"Retry-After": "7"}, BUSY), (503, {}, "busy"), (0, {}, ""))) as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        assert embed(made("openai:m"), ["reef"]) == [[4.0, 1.0]]
    assert pauses == [7.0, 1.0, 2.0] and len(asked) == 4


def test_a_date_says_how_long_to_wait_and_a_long_wait_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    late = format_datetime(datetime.now(UTC) + timedelta(hours=2), usegmt=True)
    steps = steps_of((429, {"Retry-After": soon}, BUSY), (429, {"Retry-After": late}, BUSY))
    with server(steps) as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        with pytest.raises(CastaliaError, match="slow down"):
            embed(made("openai:m"), ["reef"])
    assert len(asked) == 2 and len(pauses) == 1 and 20 < pauses[0] <= 30


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, '{"error": {"message": "too long"}}'),
        (404, '{"error": {"message": "no such model"}}'),
        (429, '{"error": {"message": "pay first", "code": "insufficient_quota"}}'),
        (401, '{"error": {"message": "Incorrect API key provided: key-of-mine"}}'),
    ],
)
def test_what_no_other_attempt_mends_is_told_at_once_and_without_the_key(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float], status: int, body: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-mine")
    with server(steps_of((status, {}, body))) as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        with pytest.raises(CastaliaError, match="openai:m failed") as told:
            embed(made("openai:m"), ["reef"])
    assert len(asked) == 1 and not pauses
    assert "key-of-mine" not in "".join(traceback.format_exception(told.value)) and "\n" not in str(told.value)


def test_one_embedder_serves_one_event_loop_after_another(monkeypatch: pytest.MonkeyPatch, pauses: list[float]) -> None:
    with server(keep_alive=True) as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        one = made("openai:m")
        assert embed(one, ["a"]) == embed(one, ["b"]) == embed(one, ["c"], queries=True) == [[1.0, 1.0]]
    assert len(asked) == 3 and not pauses


# Vectors that are kept.


def openai_cached(path: Path, model: str = "m") -> Embedder:
    one = cached(made(f"openai:{model}"), path)
    assert one is not None
    return one


def test_vectors_that_are_kept_and_new_ones_of_another_length_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "vectors.sqlite"
    with server() as (url, _):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        embed(openai_cached(path), ["reef"])
        cache = VectorCache(path)
        one = openai_cached(path)
        assert isinstance(one, CachedEmbedder)
        cache.keep(one._identity, "document", {"reef": [1.0, 2.0, 3.0]})  # the server has another model by now
        with pytest.raises(InputError, match="vectors of the lengths 2, 3"):
            embed(one, ["reef", "sea"])


def test_a_text_is_paid_for_once_whoever_asks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    with server() as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        one = openai_cached(path)
        assert one.name == "openai:m"
        first = embed(one, ["reef", "sea", "reef"])
        assert first == [[4.0, 1.0], [3.0, 1.0], [4.0, 1.0]]
        assert embed(openai_cached(path), ["sea", "sand", "reef"]) == [first[1], [4.0, 1.0], first[0]]
        assert [request["input"] for request in asked] == [["reef", "sea"], ["sand"]]
        embed(openai_cached(path), ["reef"], queries=True)  # a query may have another vector than a document
        embed(openai_cached(path, "other"), ["reef"])
        embed(openai_cached(tmp_path / "elsewhere.sqlite"), ["reef"])
        assert len(asked) == 5 and embed(one, []) == []
    with server() as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        embed(openai_cached(path), ["reef"])  # another server's model of the same name
        assert len(asked) == 1


def test_what_came_before_an_interruption_is_not_paid_for_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, texts = tmp_path / "vectors.sqlite", [f"reef {number}" for number in range(300)]
    with server(steps_of(PLAIN, (400, {}, "{}"))) as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        with pytest.raises(CastaliaError):
            embed(openai_cached(path), texts)
        assert len(embed(openai_cached(path), texts)) == 300
    sent = [request["input"] for request in asked]
    assert [len(one) for one in sent] == [128, 128, 128, 44]
    assert sent[1] == sent[2] and sorted(sent[0] + sent[2] + sent[3]) == sorted(texts)


@settings(max_examples=30, deadline=None)
@given(st.dictionaries(st.text(), st.lists(st.floats(-1e6, 1e6, width=32), min_size=1), min_size=1, max_size=5))
def test_vectors_come_back_as_they_were_kept(vectors: dict[str, list[float]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        cache = VectorCache(Path(folder) / "vectors.sqlite")
        cache.keep("m", "query", vectors)
        assert VectorCache(cache.path).find("m", "query", [*vectors, "something else" * 9]) == vectors
        assert cache.find("m", "document", list(vectors)) == {}


def test_the_first_time_gives_what_the_second_gives(tmp_path: Path) -> None:
    class Third(Directed):
        async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
            return [[1 / 3, 1e-3] for _ in texts]

    one = CachedEmbedder(made(Third()), "third", VectorCache(tmp_path / "vectors.sqlite"))
    assert embed(one, ["a"]) == embed(one, ["a"]) != [[1 / 3, 1e-3]]


def test_only_what_is_sure_to_be_the_same_model_is_cached(tmp_path: Path) -> None:
    for one in (None, made("hashing:8"), made(Directed())):
        assert cached(one, tmp_path / "vectors.sqlite") is one
    assert not list(tmp_path.iterdir())


def test_a_cache_waits_for_the_process_that_is_making_it(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID")
    ends = threading.Timer(0.2, lambda: other.execute("COMMIT"))
    ends.start()
    cache = VectorCache(path)
    ends.join()
    other.close()
    cache.keep("m", "query", {"a": [1.0]})
    assert cache.find("m", "query", ["a"]) == {"a": [1.0]}


def test_a_cache_without_room_is_told_as_a_full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cache, connect = VectorCache(tmp_path / "vectors.sqlite"), sqlite3.connect

    def small(*given: Any, **options: Any) -> sqlite3.Connection:
        made = connect(*given, **options)
        made.execute("PRAGMA max_page_count = 3")
        return made

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(DiskFullError, match="the disk is full"):
        cache.keep("m", "query", {str(at): [1.0] * 512 for at in range(64)})


def test_a_damaged_cache_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    (tmp_path / "vectors.sqlite").write_bytes(b"this is no database, but long enough to look at" * 50)
    with pytest.raises(StoreError, match="remove it"):
        cached(made("openai:m"), tmp_path / "vectors.sqlite")
    with pytest.raises(StoreError, match=r"^the vector cache [^\n]* is gone: "):
        cached(made("openai:m"), tmp_path / "nowhere" / "vectors.sqlite")


def test_ingesting_into_a_new_store_after_a_failure_pays_for_the_rest_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rows = [
        f"Reef number {number} lies in water that is warm, clear and shallow, and many kinds of fish live and feed there in the day."
        for number in range(200)
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps({"text": row}) + "\n" for row in rows))

    def ingest() -> int:
        return asyncio.run(fill_store(tmp_path / "store", tmp_path / "rows.jsonl", embeddings="openai:m"))[1]

    with server(steps_of(PLAIN, (400, {}, "{}"))) as (url, asked):
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        with pytest.raises(CastaliaError):
            ingest()
        assert not (tmp_path / "store").exists()
        count = ingest()
        paid = [text for request in asked for text in request["input"]]
        assert count == len(set(paid)) > 128 and len(paid) == count + len(asked[1]["input"])
        assert (tmp_path / "cache" / "castalia" / "vectors.sqlite").is_file()


def test_a_corpus_is_cut_by_the_tokens_of_the_embedding_model_where_that_is_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Fast:  # as the tokenizers library has it
        def encode(self, text: str) -> SimpleNamespace:
            return SimpleNamespace(ids=[0] * (3 * len(text.split())))

    class Slow:  # as transformers has it
        def __call__(self, text: str, verbose: bool) -> dict[str, list[int]]:
            return {"input_ids": [0] * (3 * len(text.split()))}

    class SentenceTransformer:
        def __init__(self, name: str) -> None:
            self.tokenizer = Fast() if name.endswith("fast") else Slow()

        def encode(self, texts: list[str], prompt: str | None, show_progress_bar: bool) -> list[list[float]]:
            return [[1.0, float(len(text))] for text in texts]

    library = ModuleType("sentence_transformers")
    library.SentenceTransformer = SentenceTransformer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    corpus = tmp_path / "rows.jsonl"
    text = " ".join(f"Tide {at} carries the sand of the bay to the east of the cape." for at in range(20))
    corpus.write_text(json.dumps({"text": text}) + "\n")

    def pieces(spec: str | None) -> int:
        async def run() -> int:
            memory, report = await open_memory(corpus=corpus, embeddings=spec)
            async with memory:
                assert report is not None
                return report.chunks

        return asyncio.run(run())

    assert len(text) / 4 < 512 < 3 * len(text.split()) < 1024
    assert [pieces(spec) for spec in (None, "hashing:64")] == [0, 0]
    assert [pieces(f"sentence-transformers:cutting-{kind}") for kind in ("fast", "slow")] == [2, 2]


def test_the_error_of_embeddings_shows_no_credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(Directed):
        async def aembed_query(self, text: str) -> list[float]:
            raise RuntimeError("wrong key sk-aaaaaaaaaaa, and mine is plain-words")

    monkeypatch.setenv("OPENAI_API_KEY", "plain-words")
    with pytest.raises(CastaliaError, match=r"failed \(RuntimeError: wrong key \*\*\*, and mine is \*\*\*\)") as caught:
        embed(made(Refused()), ["a reef"], queries=True)
    assert caught.value.__cause__ is None
