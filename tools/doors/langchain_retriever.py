"""The snippet store as a LangChain retriever, for chains and agents of somebody else's."""

from __future__ import annotations

from typing import Any

from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.memory.protocols import Filters, SearchQuery
from castalia.memory.records import Snippet
from castalia.memory.waits import answered
from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field, InstanceOf


class SnippetRetriever(BaseRetriever):
    """Answers a query with the ``k`` best snippets of a memory, best first; ``filters`` say which may be found,
    ``Filters(ids=…)`` what a run curated. Serves ``ainvoke`` and ``invoke``.

    The ``id`` of a document is that of its snippet; its metadata are the snippet's fields and the ``score``, which
    compares within one answer only. Raises pydantic's ``ValidationError`` for other fields, and for filters that are
    not ``castalia.memory.protocols.Filters``; ``InputError`` for a query that is no text.
    """

    model_config = ConfigDict(extra="forbid")

    memory: Memory
    k: int = Field(default=8, ge=1)
    filters: InstanceOf[Filters] | None = None

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun
    ) -> list[Document]:
        return await self._found(query)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        return answered(lambda: self._found(query))

    async def _found(self, query: str) -> list[Document]:
        found = await found_snippets(self.memory, query, self.k, self.filters)
        return [document_of(one, score=score) for one, score in found]


async def found_snippets(memory: Memory, query: str, k: int, filters: Filters | None) -> list[tuple[Snippet, float]]:
    """The ``k`` best snippets for a query with their scores, best first; ``InputError`` where it is no text."""
    if not isinstance(query, str):
        raise InputError(f"the query is a {type(query).__name__}: give a text")
    (hits,) = await memory.store.search([SearchQuery(query)], k, filters)
    snippets = await memory.snippets([one.snippet_id for one in hits])
    return [(one, hit.score) for one, hit in zip(snippets, hits, strict=True)]


def document_of(snippet: Snippet, **more: Any) -> Document:
    """A snippet as a LangChain document, with ``more`` among its metadata."""
    told = {
        "snippet_id": snippet.id,
        "url": snippet.url,
        "title": snippet.title,
        "year": snippet.year,
        "source": snippet.source,
        "authors": list(snippet.authors),
        "doi": snippet.doi,
        "domain": snippet.domain,
        "topic": snippet.topic,
    }
    return Document(page_content=snippet.text, id=snippet.id, metadata={**snippet.extra, **told, **more})
