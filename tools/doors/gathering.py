"""Gathering: what somebody else's search finds, kept as the snippets of a memory. A LangChain retriever, or any
function that answers a query with documents.

A search that only answers queries is no store: it cannot count, sample, or be asked by weighted words, on which a
page's relevance rests. So it fills one before a run, and the run reads that, the same whenever it is read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from castalia.memory.errors import InputError
from castalia.memory.memory import Memory, check_memory
from castalia.memory.protocols import Filters
from castalia.memory.records import Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.corpus.cleaning import clean, one_line
from castalia.tools.corpus.corpus_report import CorpusReport, Counts
from castalia.tools.corpus.row_errors import RowError
from castalia.tools.corpus.row_snippets import field_names, snippet_of
from castalia.tools.topic.background import background_of
from pydantic import BaseModel

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever

Search = Callable[[str], Awaitable[Iterable[Any]]]

_TEXT = "page_content"
_FOUND = ("snippet_id", "score", "key")  # what a search of ours adds to the fields of a snippet


async def gather(
    memory: Memory,
    search: BaseRetriever | Search,
    queries: Iterable[str],
    *,
    fields: Mapping[str, str] | None = None,
    domain: str | None = None,
) -> CorpusReport:
    """Ask a search all of these queries, one after another, clean what it finds, and keep it in the memory: what became
    of every document.

    ``search`` is a LangChain retriever, or an async function from a query to LangChain documents. The metadata of a
    document are read like the fields of a row (``fields`` maps our names to theirs), its id is kept as ``row_id``;
    where they have no ``url``, and a ``source`` that is one, that is it. ``domain`` is that of documents which name
    none; what is in the memory already keeps the one it has.

    Raises ``InputError`` for a search that is none, queries that are no texts, and where nothing was found that can be
    kept; what the search raises passes.
    """
    check_memory(memory)
    if not isinstance(domain, str | None):
        raise InputError(f"the domain is {domain!r}: give a str, or leave it out")
    asked, named = _texts(queries), one_line(domain or "")
    counts, names = Counts(), {**field_names({} if fields is None else fields), "text": (_TEXT,)}
    found: list[Snippet] = []
    for query in asked:
        for number, document in enumerate(await _ask(search, query), start=1):
            counts.rows += 1
            place = f"“{query}”, document {number}"
            if not hasattr(document, _TEXT):
                counts.skipped.add(
                    f"no document, of type {type(document).__name__}: give Document(page_content=…)", place
                )
                continue
            made = snippet_of(_row(document), names, None)
            if isinstance(made, RowError):
                counts.skipped.add(made.reason, place, made.way)
                continue
            own = one_line(made[0].domain)
            for note in (*made[1], *(["a domain of its own stays"] if domain and own not in ("", named) else [])):
                counts.noted.add(note, place)
            counts.kept += 1
            found.append(made[0])
    snippets, cleaned = await run_in_thread(clean, found, count_tokens=memory.count_tokens)
    report = counts.report().then(cleaned)
    if not snippets:
        raise InputError(f"the search found nothing to keep (queries: {len(asked)}): {'; '.join(report.lines())}")
    new = await memory.store.add(await _with_domains(memory, snippets, named))
    await background_of(memory.library)
    return replace(report, new=new)


def _texts(queries: Iterable[str]) -> list[str]:
    found = [queries] if isinstance(queries, str) else list(queries) if isinstance(queries, Iterable) else []
    if not found or not all(isinstance(one, str) for one in found):
        raise InputError(f"the queries are {queries!r}: give a list of texts")
    return found


async def _ask(search: Any, query: str) -> list[Any]:
    """The documents for a query."""
    ask = getattr(search, "ainvoke", search)
    if not callable(ask):
        raise InputError(
            f"the search is a {type(search).__name__}: give a LangChain retriever, or an async function from a query to documents"
        )
    asked = ask(query)
    if not isinstance(asked, Awaitable):
        raise InputError("the search answered without being awaited: write it as `async def`")
    answer = await asked
    if isinstance(answer, str | bytes | Mapping | BaseModel) or not isinstance(answer, Iterable):
        raise InputError(f"the search answered {query[:80]!r} with a {type(answer).__name__}: give a list of documents")
    return list(answer)


async def _with_domains(memory: Memory, snippets: Sequence[Snippet], domain: str) -> list[Snippet]:
    """The snippets, each without a domain given the one under which the memory holds it already, else this one."""
    bare = frozenset(one.id for one in snippets if not one.domain)
    held = await memory.store.sample(len(bare), Filters(ids=bare)) if bare else []
    known = {one.id: one.domain for one in held if one.domain}
    return [replace(one, domain=known.get(one.id, domain)) if one.id in bare else one for one in snippets]


def _row(document: Document | Any) -> dict[str, object]:
    """A document as a row of a corpus."""
    metadata = getattr(document, "metadata", None)
    row: dict[str, object] = dict(metadata) if isinstance(metadata, Mapping) else {}
    name = getattr(document, "id", None)
    if name and row.get("snippet_id") == name:  # of our own retriever, whose ids and scores are not of the document
        return {one: value for one, value in row.items() if one not in _FOUND} | {_TEXT: getattr(document, _TEXT, None)}
    source = row.get("source")
    if not row.get("url") and isinstance(source, str) and "://" in source:
        row["url"] = source
    if name and "row_id" not in row:
        row.setdefault("id", str(name))
    return row | {_TEXT: getattr(document, _TEXT, None)}
