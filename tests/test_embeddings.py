"""Embedders by spec: what is known, what is refused, and that no bad vector gets through."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import math
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import ModuleType
from typing import Any

import pytest
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.identity import snippet_id
from castalia.memory.protocols import Embedder, SearchQuery
from castalia.memory.records import Snippet
from castalia.tools.embeddings import checked, embedder
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
        "import asyncio; from castalia.tools.embeddings import embedder;"
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


def test_a_hybrid_store_works_offline() -> None:
    texts = ["Oxidation of glucose yields energy.", "Galaxies rotate.", "!!", ""]
    snippets = [Snippet(id=snippet_id(text), text=text) for text in texts]

    async def go() -> list[str]:
        async with EdgeStore.open(None, made("hashing:128")) as store:
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
    ],
)
def test_bad_vectors_are_refused(vectors: list[list[float]], wanted: int, said: str) -> None:
    with pytest.raises(CastaliaError, match=said):
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


def test_what_is_no_embeddings_object_is_refused() -> None:
    with pytest.raises(InputError, match="int are not known"):
        embedder(3)  # type: ignore[arg-type]


# OpenAI and compatible servers.


@contextmanager
def server() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An embeddings endpoint on this machine: the length of each text, and one."""
    asked: list[dict[str, Any]] = []

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append({"path": self.path, "key": self.headers["Authorization"], **body})
            data = [
                {"object": "embedding", "index": place, "embedding": [float(len(text)), 1.0]}
                for place, text in enumerate(body["input"])
            ]
            answer = {
                "object": "list",
                "data": data,
                "model": body["model"],
                "usage": {"prompt_tokens": 1, "total_tokens": 1},
            }
            payload = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
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


def test_importing_the_module_imports_no_model_library() -> None:
    script = (
        "import sys, castalia.tools.embeddings as e; e.embedder('hashing:8');"
        "print([name for name in ('langchain_openai', 'langchain_core', 'torch', 'sentence_transformers') if name in sys.modules])"
    )
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"


# sentence-transformers.


def test_a_missing_sentence_transformers_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install sentence-transformers"):
        embedder("sentence-transformers:all-MiniLM-L6-v2")


def test_sentence_transformers_gets_its_prompt_for_queries_only_where_it_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[tuple[str, list[str], str | None]] = []

    class SentenceTransformer:
        def __init__(self, name: str) -> None:
            self.name = name
            self.prompts = {"query": "search: "} if name == "prompted" else {}

        def encode(self, texts: list[str], prompt_name: str | None, show_progress_bar: bool) -> list[list[float]]:
            calls.append((self.name, texts, prompt_name))
            return [[1.0, float(len(text))] for text in texts]

    library = ModuleType("sentence_transformers")
    library.SentenceTransformer = SentenceTransformer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    for name in ("prompted", "plain"):
        one = made(f"sentence-transformers:{name}")
        assert one.name == f"sentence-transformers:{name}"
        assert embed(one, ["ab"]) == embed(one, ["ab"], queries=True) == [[1.0, 2.0]]
    assert calls == [
        ("prompted", ["ab"], None), ("prompted", ["ab"], "query"), ("plain", ["ab"], None), ("plain", ["ab"], None),
    ]  # fmt: skip
