"""Embedding models from a short spec: texts in, checked vectors out.

No store here and no cache: a store keeps the vectors of what it holds. Heavy libraries are imported when a model is asked for.
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
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.protocols import Embedder
from castalia.tools.words import TOKEN

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

KNOWN = "none, openai:MODEL, sentence-transformers:MODEL, hashing:DIMENSION, or a LangChain Embeddings object"
NO_KEY = "no-key"  # for servers of one's own, which ask for none
FEWEST, MOST = 8, 4096  # dimensions of the hashing embedder


def embedder(spec: str | Embeddings) -> Embedder | None:
    """The embedder that a spec names; ``None`` for ``none``.

    ``openai:text-embedding-3-small`` is OpenAI or, by ``OPENAI_BASE_URL``, any server that speaks its language;
    ``sentence-transformers:all-MiniLM-L6-v2`` runs here; ``hashing:256`` is a toy without a model, for tests and offline trials; a
    LangChain ``Embeddings`` object is wrapped. ``InputError`` for anything else, for a library that is missing, and for a missing key.
    """
    if not isinstance(spec, str):
        return _langchain(spec)
    kind, _, model = spec.strip().partition(":")
    if kind == "none" and not model:
        return None
    builders: dict[str, Callable[[str], Embedder]] = {
        "hashing": _hashing,
        "openai": _openai,
        "sentence-transformers": _sentence_transformers,
    }
    if kind not in builders or not model:
        raise InputError(f"the embeddings {spec!r} are not known: give {KNOWN}")
    return builders[kind](model)


def checked(name: str, vectors: Sequence[Sequence[float]], wanted: int) -> list[list[float]]:
    """The vectors as lists of floats. ``InputError`` unless there are ``wanted`` of them, all of one length, finite and not zero."""
    told, mend = f"the embeddings {name} gave", "check the embedding model"
    if len(vectors) != wanted:
        raise InputError(f"{told} {len(vectors)} vectors for {wanted} texts: {mend}")
    lists = [[float(value) for value in vector] for vector in vectors]
    lengths = sorted({len(vector) for vector in lists})
    if lengths[1:] or 0 in lengths:
        raise InputError(f"{told} vectors of the lengths {', '.join(map(str, lengths))}: {mend}")
    for vector in lists:
        if not all(map(math.isfinite, vector)):
            raise InputError(f"{told} a vector that is not finite: {mend}")
        if not any(vector):
            raise InputError(f"{told} a vector of zeros: {mend}")
    return lists


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Turn whatever a foreign model raises into one line of ours."""
    try:
        yield
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        raise CastaliaError(
            f"the embeddings {name} failed ({reason}): check the model's name, its server and its key"
        ) from error


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
        return await asyncio.to_thread(lambda: [self._vector(text) for text in texts])

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
    """Any LangChain ``Embeddings`` object. ``symmetric``: its queries are embedded like documents, so one call does for many."""

    def __init__(self, model: Embeddings, name: str, symmetric: bool = False) -> None:
        self.name = name
        self._model = model
        self._symmetric = symmetric

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        if self._symmetric:
            return await self.embed_documents(texts)
        with _told(self.name):
            vectors = await asyncio.gather(*(self._model.aembed_query(text) for text in texts))
        return checked(self.name, vectors, len(texts))

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        with _told(self.name):
            vectors = await self._model.aembed_documents(list(texts)) if texts else []
        return checked(self.name, vectors, len(texts))


class SentenceTransformersEmbedder:
    """A sentence-transformers model in this process; loaded at its first use (seconds, and a gigabyte with torch)."""

    def __init__(self, model: str) -> None:
        self.name = f"sentence-transformers:{model}"
        self._model_name = model

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._embed(texts, "query")

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._embed(texts, "document")

    async def _embed(self, texts: Sequence[str], role: str) -> list[list[float]]:
        with _told(self.name):
            vectors = await asyncio.to_thread(self._encode, list(texts), role) if texts else []
        return checked(self.name, vectors, len(texts))

    def _encode(self, texts: list[str], role: str) -> list[list[float]]:
        model = _sentence_model(self._model_name)
        # Models that were trained with a prefix carry it as a prompt by the name of its role.
        prompt = role if role in (getattr(model, "prompts", None) or {}) else None
        return [list(vector) for vector in model.encode(texts, prompt_name=prompt, show_progress_bar=False)]


def _hashing(model: str) -> Embedder:
    dimension = int(model) if model.isascii() and model.isdigit() and len(model) < 6 else 0
    if not FEWEST <= dimension <= MOST:
        raise InputError(f"the embeddings 'hashing:{model}' need a dimension from {FEWEST} to {MOST}: try hashing:256")
    return HashingEmbedder(dimension)


def _openai(model: str) -> Embedder:
    url, key = os.environ.get("OPENAI_BASE_URL"), os.environ.get("OPENAI_API_KEY")
    if not key and not url:
        raise InputError(
            f"the embeddings 'openai:{model}' need OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own"
        )
    try:
        library = importlib.import_module("langchain_openai")
    except ImportError as error:
        raise InputError(f"the embeddings 'openai:{model}' need a library: pip install langchain-openai") from error
    # Texts go as they are: cutting them into tokens first needs a download, and many compatible servers refuse token numbers.
    client = library.OpenAIEmbeddings(
        model=model, base_url=url or None, api_key=key or NO_KEY, check_embedding_ctx_length=False
    )
    return LangChainEmbedder(client, f"openai:{model}", symmetric=True)


def _sentence_transformers(model: str) -> Embedder:
    if importlib.util.find_spec("sentence_transformers") is None:
        raise InputError(
            f"the embeddings 'sentence-transformers:{model}' need a library: pip install sentence-transformers"
        )
    return SentenceTransformersEmbedder(model)


def _langchain(model: Embeddings) -> Embedder:
    if not (hasattr(model, "aembed_query") and hasattr(model, "aembed_documents")):
        raise InputError(f"the embeddings {type(model).__name__} are not known: give {KNOWN}")
    known_as = (getattr(model, attribute, None) for attribute in ("model", "model_name", "model_id"))
    parts = ["langchain", type(model).__name__, *[one for one in known_as if isinstance(one, str) and one][:1]]
    return LangChainEmbedder(model, ":".join(parts))


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
