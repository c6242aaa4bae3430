"""Fingerprints: what stands for the set of snippets in a store, the same for every engine and every order of
arrival."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from castalia.memory.known_ids import WIDTH, beginning


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """``digits``: 16 hex digits. ``beginnings``: the first 8 bytes of every point id, end to end, what ``KnownIds``
    keeps."""

    digits: str
    beginnings: bytes

    @property
    def count(self) -> int:
        """How many snippets it stands for."""
        return len(self.beginnings) // WIDTH


def told_of_store(known: Fingerprint | None, embeddings: str | None, is_closed: bool) -> str:
    """What a store says of itself besides its place, for its ``repr``: only what is known without asking."""
    counted = "" if known is None else f", {known.count:,} snippet{'' if known.count == 1 else 's'}"
    embedded = "" if embeddings is None else f", embeddings={embeddings!r}"
    return counted + embedded + (", closed" if is_closed else "")


def fingerprint_of(points: Iterable[str]) -> Fingerprint:
    """The fingerprint of a store with these point ids, given in ascending order."""
    digest, beginnings = hashlib.sha256(), bytearray()
    for point in points:
        digest.update(point.encode())
        beginnings += beginning(point)
    return Fingerprint(digest.hexdigest()[:16], bytes(beginnings))
