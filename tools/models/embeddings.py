"""Embedding models from a short spec: texts in, checked vectors out.

No store here and no cache (see ``vector_cache``). Heavy libraries are imported when a model is asked for.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import importlib.util
import math
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from castalia.memory.errors import CastaliaError, InputError, one_line
from castalia.memory.protocols import Embedder
from castalia.memory.retries import retried
from castalia.memory.server_urls import without_secrets
from castalia.memory.waits import run_in_thread, together
from castalia.tools.language.words import TOKEN
from castalia.tools.models.embedding_prefixes import prefixes_of
from castalia.tools.models.model_specs import NO_KEY, object_name
from castalia.tools.models.provider_errors import HIDDEN, retry_after, without_credentials

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

KNOWN = "none, openai:MODEL, sentence-transformers:MODEL, hashing:DIMENSION, or a LangChain Embeddings object"
FEWEST, MOST = 8, 4096  # dimensions of the hashing embedder
TIMEOUT = 60.0  # seconds a request
REQUEST = 256  # texts a request: at most 512 tokens each, and OpenAI takes 300 thousand in all
TRANSIENT = frozenset({408, 409, 429, 500, 502, 503, 504})  # HTTP statuses that another attempt may mend
QUERY_PROMPTS = ("query", "search_query")  # what the prompts of sentence-transformers models are called
DOCUMENT_PROMPTS = ("document", "passage", "search_document")
DROPPED = frozenset({"APIConnectionError", "TransportError"})  # the classes of lost connections in openai and httpx


def embedder(spec: str | Embeddings) -> Embedder | None:
    """The embedder that a spec names; ``None`` for ``none``.

    ``openai:text-embedding-3-small`` is OpenAI or, by ``OPENAI_BASE_URL``, any server that speaks its language;
    ``sentence-transformers:all-MiniLM-L6-v2`` runs here; ``hashing:256`` is a toy without a model, for tests and
    offline trials; a LangChain ``Embeddings`` object is wrapped. ``InputError`` for anything else, for a library that
    is missing, and for a missing key.
    """
    if not isinstance(spec, str):
        return _langchain(spec)
    kind, _, model = spec.strip().partition(":")
    if kind == "none" and not model:
        return None
    if kind == "langchain":  # as a run's record, and a store, name an object
        raise InputError(f"the embeddings {spec} are a LangChain object: give it again, from Python")
    builders: dict[str, Callable[[str], Embedder]] = {
        "hashing": _hashing,
        "openai": _openai,
        "sentence-transformers": _sentence_transformers,
    }
    if kind not in builders or not model:
        raise InputError(f"the embeddings {spec!r} are not known: give {KNOWN}")
    return builders[kind](model)


def checked(name: str, vectors: Sequence[Sequence[float]], wanted: int) -> list[list[float]]:
    """The vectors as lists of floats. ``InputError`` unless there are ``wanted`` of them, of numbers, all of one length,
    finite and not zero."""
    told, mend = f"the embeddings {name} gave", "check the embedding model"
    try:
        lists = [[_number(value) for value in vector] for vector in vectors]
    except TypeError as error:
        raise InputError(f"{told} what is no vectors of numbers ({error}): {mend}") from error
    if len(lists) != wanted:
        raise InputError(f"{told} {len(lists)} vectors for {wanted} texts: {mend}")
    lengths = sorted({len(vector) for vector in lists})
    if lengths[1:] or 0 in lengths:
        raise InputError(f"{told} vectors of the lengths {', '.join(map(str, lengths))}: {mend}")
    for vector in lists:
        if not all(map(math.isfinite, vector)):
            raise InputError(f"{told} a vector that is not finite: {mend}")
        if not any(vector):
            raise InputError(f"{told} a vector of zeros: {mend}")
    return lists


def _number(value: Any) -> float:
    if isinstance(value, str | bytes):
        raise TypeError(f"{value[:20]!r} in place of a number")
    return float(value)


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Turn whatever a foreign model raises into one line of ours."""
    try:
        yield
    except Exception as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        key = os.environ.get("OPENAI_API_KEY", "").strip()
        shown = without_credentials(reason, [key] if key else [])
        told = f"the embeddings {name} failed ({shown}): check the model's name, its server and its key"
        if HIDDEN in shown:  # some servers repeat the key that they refuse: neither our line nor its cause may
            raise CastaliaError(told) from None
        raise CastaliaError(told) from error


def _pause(error: Exception) -> float | None:
    """The least seconds to wait before another attempt, or ``None`` where it is of no use."""
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        if status not in TRANSIENT or getattr(error, "code", None) == "insufficient_quota":
            return None
        headers = getattr(getattr(error, "response", None), "headers", None) or {}
        return retry_after(headers) or 0.0
    dropped = isinstance(error, ConnectionError | TimeoutError)
    return 0.0 if dropped or DROPPED & {kind.__name__ for kind in type(error).__mro__} else None


class HashingEmbedder:
    """Words and letter triples hashed into a unit vector: no model, no meaning, the same on every machine.

    For tests and for trying a hybrid store offline. It knows that "oxidation" looks like "oxidative", and nothing else.
    """

    def __init__(self, dimension: int) -> None:
        self.name = f"hashing:{dimension}"
        self._dimension = dimension

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await self.embed_documents(texts)

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return await run_in_thread(lambda: [self._vector(text) for text in texts])

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self._dimension
        words = Counter(TOKEN.findall(text.lower()))
        for word, count in sorted(words.items()):
            for feature, weight in _features(word):
                place = _bits(feature)
                sign = 1.0 if place & 1 else -1.0
                vector[(place >> 1) % self._dimension] += sign * weight * (1.0 + math.log(count))
        length = math.hypot(*vector)
        if length < 1e-9:  # no words, or words that cancel out
            return [1.0] + [0.0] * (self._dimension - 1)
        return [value / length for value in vector]


class LangChainEmbedder:
    """Any LangChain ``Embeddings`` object; calls that fail for a while are made again."""

    def __init__(self, model: Embeddings, name: str) -> None:
        self.name = name
        self._model = model

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        with _told(self.name):
            vectors = await together(self._query(text) for text in texts)
        return checked(self.name, vectors, len(texts))

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        with _told(self.name):
            vectors = await retried(lambda: self._model.aembed_documents(list(texts)), _pause) if texts else []
        return checked(self.name, vectors, len(texts))

    async def _query(self, text: str) -> list[float]:
        return await retried(lambda: self._model.aembed_query(text), _pause)


class OpenAIEmbedder:
    """A model of OpenAI, or of a server that speaks its language. ``make`` gives a client: one for each event loop, for
    a connection belongs to the loop that made it.

    Such an endpoint knows no queries: their prefix is put before them here, and many go in one request, as documents
    do.
    """

    def __init__(self, make: Callable[[], Embeddings], model: str, address: str) -> None:
        self.name = f"openai:{model}"
        self._prefixes = prefixes_of(model)
        self.identity = "|".join((self.name, address, self._prefixes.query, self._prefixes.document))
        self._make = make
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, LangChainEmbedder] = WeakKeyDictionary()

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._client().embed_documents([self._prefixes.query + text for text in texts])

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._client().embed_documents([self._prefixes.document + text for text in texts])

    def _client(self) -> LangChainEmbedder:
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients[loop] = LangChainEmbedder(self._make(), self.name)
        return self._clients[loop]


class SentenceTransformersEmbedder:
    """A sentence-transformers model in this process; loaded at its first use (seconds, and a gigabyte with torch)."""

    def __init__(self, model: str) -> None:
        self.name = f"sentence-transformers:{model}"
        self._model_name = model
        self._prefixes = prefixes_of(model)
        self.identity = "|".join((self.name, self._prefixes.query, self._prefixes.document))

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._embed(texts, QUERY_PROMPTS, self._prefixes.query)

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._embed(texts, DOCUMENT_PROMPTS, self._prefixes.document)

    def count_tokens(self, text: str) -> int:
        """How many tokens the model reads a text as; long texts are cut by that when a corpus is cleaned."""
        tokenizer = _sentence_model(self._model_name).tokenizer
        # a static model has a tokenizer of the tokenizers library, any other one of transformers
        found = tokenizer(text, verbose=False)["input_ids"] if callable(tokenizer) else tokenizer.encode(text).ids
        return len(found)

    async def _embed(self, texts: Sequence[str], roles: Sequence[str], known: str) -> list[list[float]]:
        with _told(self.name):
            vectors = await run_in_thread(self._encode, list(texts), roles, known) if texts else []
        return checked(self.name, vectors, len(texts))

    def _encode(self, texts: list[str], roles: Sequence[str], known: str) -> list[list[float]]:
        model = _sentence_model(self._model_name)
        # Most models that were trained with a prefix carry it as a prompt by the name of its role; newer versions of
        # the library give every model empty ones, and those say nothing.
        prompts = getattr(model, "prompts", None) or {}
        prompt = next((prompts[role] for role in roles if prompts.get(role)), known)
        return [list(vector) for vector in model.encode(texts, prompt=prompt or None, show_progress_bar=False)]


def _hashing(model: str) -> Embedder:
    dimension = int(model) if model.isascii() and model.isdigit() and len(model) < 6 else 0
    if not FEWEST <= dimension <= MOST:
        raise InputError(f"the embeddings 'hashing:{model}' need a dimension from {FEWEST} to {MOST}: try hashing:256")
    return HashingEmbedder(dimension)


def _openai(model: str) -> Embedder:
    url, key = (os.environ.get(name, "").strip() for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY"))
    if not key and not url:
        raise InputError(
            f"the embeddings 'openai:{model}' need OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own"
        )
    try:
        library = importlib.import_module("langchain_openai")
    except ImportError as error:
        raise InputError(f"the embeddings 'openai:{model}' need a library: pip install langchain-openai") from error
    # Texts go as they are: cutting them into tokens first needs a download, and many compatible servers refuse token
    # numbers.
    make = partial(
        library.OpenAIEmbeddings,
        model=model,
        base_url=url or None,
        api_key=key or NO_KEY,
        check_embedding_ctx_length=False,
        chunk_size=REQUEST,
        max_retries=0,
        timeout=TIMEOUT,
    )
    return OpenAIEmbedder(make, model, without_secrets(url))


def _sentence_transformers(model: str) -> Embedder:
    if importlib.util.find_spec("sentence_transformers") is None:
        raise InputError(
            f"the embeddings 'sentence-transformers:{model}' need a library: pip install sentence-transformers (the extra dense)"
        )
    return SentenceTransformersEmbedder(model)


def _langchain(model: Embeddings) -> Embedder:
    if isinstance(model, type) or not (hasattr(model, "aembed_query") and hasattr(model, "aembed_documents")):
        what = f"class {model.__name__}" if isinstance(model, type) else type(model).__name__
        raise InputError(f"the embeddings {what} are not known: give {KNOWN}")
    return LangChainEmbedder(model, object_name(model, ("model", "model_name", "model_id")))


@lru_cache(maxsize=4)
def _sentence_model(name: str) -> Any:
    return importlib.import_module("sentence_transformers").SentenceTransformer(name)


@lru_cache(maxsize=10_000)
def _features(word: str) -> tuple[tuple[str, float], ...]:
    framed = f"<{word}>"
    triples = sorted({framed[start : start + 3] for start in range(len(framed) - 2)})
    return ((word, 1.0), *((triple, 0.5 / math.sqrt(len(triples))) for triple in triples))


@lru_cache(maxsize=50_000)
def _bits(feature: str) -> int:
    return int.from_bytes(hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest(), "big")
