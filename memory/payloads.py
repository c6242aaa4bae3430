"""Payloads: snippets as a store keeps them, and back; what of a batch is new to a store. Pure, and the same for every
engine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from castalia.memory.errors import StoreError
from castalia.memory.identity import point_id
from castalia.memory.records import Snippet

SPARSE, DENSE = "bm25", "dense"  # the names of the vectors
SNIPPET_FIELDS = ("authors", "doi", "domain", "id", "source", "text", "title", "topic", "url", "year")
KEYWORD_FIELDS = ("domain", "source", "topic")  # those that an index is made for, beside the year

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Changes:
    """What a store has to write of a batch, as ids: texts that are new to it, and snippets of which other fields alone
    changed."""

    fresh: tuple[str, ...]
    described: tuple[str, ...]


def payload_of(snippet: Snippet) -> Payload:
    """What a store keeps of a snippet; ``StoreError`` for one that it could not give back exactly."""
    payload: Payload = {name: getattr(snippet, name) for name in SNIPPET_FIELDS}
    payload["authors"] = list(snippet.authors)
    payload["extra"] = dict(snippet.extra)
    # The embedded engine's Python binding takes True for 1 in a filter, so truth values are kept as words as well.
    payload["flags"] = [flag(key, value) for key, value in snippet.extra.items() if isinstance(value, bool)]
    refused = f"the snippet {snippet.id!r} cannot be kept"
    if not snippet.id:
        raise StoreError(f"{refused}: its id is empty")
    try:
        json.dumps(payload, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (TypeError, ValueError) as error:  # a number that is not finite, half a surrogate pair, a foreign type
        raise StoreError(f"{refused}: {error}") from error
    for key, value in (("year", snippet.year), *snippet.extra.items()):
        if not isinstance(key, str) or not isinstance(value, str | int | float | None):
            raise StoreError(f"{refused}: its field {key!r} is neither text nor a number nor a truth value")
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise StoreError(f"{refused}: its field {key!r} does not fit into 64 bits")
    return payload


def payloads_of(snippets: Iterable[Snippet]) -> dict[str, Payload]:
    """What a store keeps of these snippets, by id; of several with one id the last counts. ``StoreError`` as
    ``payload_of``."""
    unique = {snippet.id: snippet for snippet in snippets}
    return {one: payload_of(snippet) for one, snippet in unique.items()}


def snippet_of(payload: Mapping[str, Any]) -> Snippet:
    """The snippet that was kept as this payload."""
    fields = {name: payload[name] for name in SNIPPET_FIELDS}
    return Snippet(**{**fields, "authors": tuple(payload["authors"])}, extra=dict(payload["extra"]))


def snippets_by_id(payloads: Iterable[Mapping[str, Any]]) -> list[Snippet]:
    """The snippets that were kept as these payloads, sorted by id."""
    return sorted((snippet_of(payload) for payload in payloads), key=lambda snippet: snippet.id)


def sample_of(snippets: Iterable[Snippet], limit: int) -> list[Snippet]:
    """What ``SnippetStore.sample`` would give of a store with just these snippets."""
    return sorted(nsmallest(limit, snippets, key=lambda one: point_id(one.id)), key=lambda one: one.id)


def flag(key: object, value: bool) -> str:
    """The word that stands for a truth value."""
    return f"{key}={value}"


def changes_of(batch: Mapping[str, Payload], kept: Mapping[str, Payload]) -> Changes:
    """What of this batch differs from what is kept. A vector depends on the text alone, so only new texts are encoded
    again."""
    changed = [one for one, payload in batch.items() if kept.get(one) != payload]
    fresh = [one for one in changed if one not in kept or kept[one]["text"] != batch[one]["text"]]
    return Changes(tuple(fresh), tuple(sorted(set(changed) - set(fresh))))
