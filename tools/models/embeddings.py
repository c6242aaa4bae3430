"""Embedding models from a short spec: texts in, checked vectors out.

No store here and no cache (see ``vector_cache``); servers are in ``openai_embeddings``. Heavy libraries are imported
when a model is asked for.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from castalia.memory.errors import InputError
from castalia.memory.protocols import Embedder
from castalia.memory.retries import retried
from castalia.memory.waits import run_in_thread, together
from castalia.tools.language.words import TOKEN
from castalia.tools.models.embedding_answers import checked, pause_of, told
from castalia.tools.models.embedding_prefixes import prefixes_of
from castalia.tools.models.model_specs import object_name
from castalia.tools.models.openai_embeddings import openai_embedder

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

KNOWN = "none, openai:MODEL, sentence-transformers:MODEL, hashing:DIMENSION, or a LangChain Embeddings object"
FEWEST, MOST = 8, 4096  # dimensions of the hashing embedder
QUERY_PROMPTS = ("query", "search_query")  # what the prompts of sentence-transformers models are called
DOCUMENT_PROMPTS = ("document", "passage", "search_document")


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
        "openai": openai_embedder,
        "sentence-transformers": _sentence_transformers,
    }
    if kind not in builders or not model:
        raise InputError(f"the embeddings {spec!r} are not known: give {KNOWN}")
    return builders[kind](model)


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
        with told(self.name):
            vectors = await together(self._query(text) for text in texts)
        return checked(self.name, vectors, len(texts))

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        with told(self.name):
            vectors = await retried(lambda: self._model.aembed_documents(list(texts)), pause_of) if texts else []
        return checked(self.name, vectors, len(texts))

    async def _query(self, text: str) -> list[float]:
        return await retried(lambda: self._model.aembed_query(text), pause_of)


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
        with told(self.name):
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
