"""Embeddings of OpenAI, or of a server that speaks its language.

The answer is read here: the library gives vectors in the order in which they came, whatever their numbers.
"""

from __future__ import annotations

import asyncio
import base64
import importlib
import json
import os
import struct
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.http_clients import client_made, key_in
from castalia.memory.long_answers import at_most
from castalia.memory.protocols import Embedder
from castalia.memory.retries import retried
from castalia.memory.server_urls import without_secrets
from castalia.tools.models.embedding_answers import checked, pause_of, told, without_key
from castalia.tools.models.embedding_prefixes import prefixes_of
from castalia.tools.models.loop_clients import LoopClients
from castalia.tools.models.model_specs import NO_KEY

TIMEOUT = 60.0  # seconds that a request may take in all
REQUEST = 256  # texts a request: at most 512 tokens each, and OpenAI takes 300 thousand in all
MOST_BYTES = 100_000_000  # of an answer: four times what REQUEST vectors of 4,096 numbers take in decimals
LONGEST = 200  # characters of an answer without vectors that are told


def openai_embedder(model: str) -> Embedder:
    """The embedder of ``openai:MODEL``. ``InputError`` where the environment names neither key nor server."""
    url, key = os.environ.get("OPENAI_BASE_URL", "").strip(), key_in("OPENAI_API_KEY")
    if not key and not url:
        raise InputError(
            f"the embeddings 'openai:{model}' need OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own"
        )
    settings = {"base_url": url or None, "api_key": key or NO_KEY, "max_retries": 0, "timeout": TIMEOUT}
    return OpenAIEmbedder(settings, model, without_secrets(url))


class OpenAIEmbedder:
    """A model behind OpenAI's interface; ``settings`` are those of the library's client.

    Such an endpoint knows no queries: their prefix is put before them here, and many go in one request, as documents
    do. Texts go as they are: cutting them into tokens first needs a download, and many servers refuse token numbers.
    """

    def __init__(self, settings: Mapping[str, Any], model: str, address: str) -> None:
        self.name = f"openai:{model}"
        self._prefixes = prefixes_of(model)
        self.identity = "|".join((self.name, address, self._prefixes.query, self._prefixes.document))
        self._model, self._settings = model, dict(settings)
        self._clients = LoopClients(self._leased)

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._embed([self._prefixes.query + text for text in texts])

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._embed([self._prefixes.document + text for text in texts])

    async def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        vectors: list[list[float]] = []
        for start in range(0, len(texts), REQUEST):
            part = texts[start : start + REQUEST]
            with told(self.name):
                items = await retried(lambda part=part: self._asked(part), pause_of)  # type: ignore[misc]
            vectors += checked(self.name, in_order(self.name, items, part), len(part))
        return checked(self.name, vectors, len(texts))

    async def _asked(self, texts: Sequence[str]) -> list[Any]:
        client = await self._clients.here()
        asked = client.embeddings.with_raw_response.create(
            input=list(texts), model=self._model, encoding_format="base64"
        )
        try:
            async with asyncio.timeout(TIMEOUT):  # the client's own limit starts again with every byte
                raw = await asked
        except TimeoutError:
            raise TimeoutError(f"no whole answer in {TIMEOUT:g} s") from None
        return items_of(self.name, raw.content)

    async def _leased(self) -> AsyncGenerator[Any]:
        with client_made():
            openai = importlib.import_module("openai")
            http = openai.DefaultAsyncHttpxClient(event_hooks={"response": [at_most(MOST_BYTES)]})
            client = openai.AsyncOpenAI(http_client=http, **self._settings)
        try:
            yield client
        finally:
            await client.close()


def items_of(name: str, content: bytes) -> list[Any]:
    """The items of an answer. ``ConnectionError``, which is worth another attempt, where it is broken;
    ``CastaliaError`` where it is no answer to such a question."""
    try:
        answer = json.loads(content)
    except ValueError as error:
        if content.lstrip()[:1] in (b"{", b""):
            raise ConnectionError("the answer was broken") from error
        raise _no_server(name) from None
    if not isinstance(answer, dict):
        raise _no_server(name)
    items = answer.get("data")
    if not (isinstance(items, list) and all(isinstance(one, dict) for one in items)):
        said = without_key(json.dumps(answer, ensure_ascii=False))[:LONGEST]
        raise CastaliaError(
            f"the server of the embeddings {name} answers without vectors ({said}): check the model's name and the server's log"
        )
    return items


def in_order(name: str, items: Sequence[Mapping[str, Any]], texts: Sequence[str]) -> list[Any]:
    """The vectors in the order of the texts. ``InputError`` where their numbers do not tell whose each is.

    Some gateways ask their model text by text and leave the number of each answer as it is, 0, or send none: where all
    are the same, vectors count as they came. One vector for all texts is none of any.
    """
    numbers = [one.get("index") for one in items]
    vectors = [_vector(one.get("embedding")) for one in items]
    if len(items) != len(texts):
        return vectors  # too few or too many, which is told as that
    if all(one == numbers[0] for one in numbers):
        if len({text.casefold() for text in texts}) > 1 and all(one == vectors[0] for one in vectors):
            raise InputError(
                f"the embeddings {name} gave one vector for {len(texts)} texts: check the embedding server"
            )
        return vectors
    if {*map(str, numbers)} != {*map(str, range(len(texts)))}:
        raise InputError(
            f"the embeddings {name} gave vectors with numbers that do not tell their texts: check the embedding server"
        )
    by_number = dict(zip(map(str, numbers), vectors, strict=True))
    return [by_number[str(number)] for number in range(len(texts))]


def _vector(given: Any) -> Any:
    """The numbers of a vector that came as base64; any other as it came, for many servers send numbers all the same."""
    if not isinstance(given, str):
        return given
    try:
        return [number for (number,) in struct.iter_unpack("<f", base64.b64decode(given, validate=True))]
    except (ValueError, struct.error):
        return given  # a text in place of numbers, which is told as that


def _no_server(name: str) -> CastaliaError:
    return CastaliaError(
        f"what answers for the embeddings {name} is no embeddings server: check its address; most end in /v1"
    )
