"""Checks what a Qdrant server answers: that its points are snippets of ours, and that there is one answer to each
question. Pure, no connection."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from castalia.memory.errors import DamagedStoreError, StoreError
from castalia.memory.payloads import SNIPPET_FIELDS, Payload
from castalia.memory.protocols import Hit
from qdrant_client import models

Answer = TypeVar("Answer")
_FIELDS = {*SNIPPET_FIELDS, "extra"}


def missing(url: object) -> StoreError:
    """The error for a store that has to be there, and is not."""
    return StoreError(f"there is no store at {url}: check the url, or ingest a corpus into it first")


class GoneError(StoreError, KeyError):
    """A snippet that is not in a store: ``SnippetStore.get`` promises a ``KeyError``."""

    def __str__(self) -> str:
        return str(self.args[0])


def gone(url: object, snippet_id: str) -> GoneError:
    """The error for a snippet that was asked for, and is not there."""
    return GoneError(
        f"the store {url} has no snippet {snippet_id!r}: where it had, somebody deletes from its collection;"
        " stop that, and ingest the corpus again"
    )


def kept_payloads(url: object, records: Iterable[models.Record], fields: Collection[str] = _FIELDS) -> list[Payload]:
    """What is kept of snippets, where these ``fields`` were asked for; ``DamagedStoreError`` where a point is none of
    ours: whoever has the url and the key may write there."""
    return [_payload(url, one.id, one.payload, fields) for one in records]


def kept_hits(url: object, points: Iterable[models.ScoredPoint]) -> list[Hit]:
    """What a ranking found; ``DamagedStoreError`` where a point is none of ours."""
    return [Hit(_payload(url, one.id, one.payload, {"id"})["id"], one.score) for one in points]


def kept_ids(url: object, records: Iterable[models.Record]) -> list[str]:
    """The ids of points; ``DamagedStoreError`` where one is a number, which none of ours is."""
    ids = [one.id for one in records]
    for one in ids:
        if not isinstance(one, str):
            raise _foreign(url, one)
    return [str(one) for one in ids]


def all_answered(url: object, answers: Sequence[Answer], wanted: int) -> Sequence[Answer]:
    """The answers, where there is one to each question; ``StoreError`` where there is not."""
    if len(answers) != wanted:
        raise StoreError(
            f"cannot search the store {url}: its server answers {len(answers)} of {wanted} questions; see the server's log"
        )
    return answers


def _payload(url: object, point: Any, payload: Payload | None, fields: Collection[str]) -> Payload:
    if payload is None or not payload.keys() >= set(fields) or not isinstance(payload["id"], str):
        raise _foreign(url, point)
    return payload


def _foreign(url: object, point: Any) -> DamagedStoreError:
    return DamagedStoreError(
        f"the store {url} holds a point that is no snippet of ours: take the point {str(point)[:40]} out, or ingest into"
        " another collection"
    )
