"""Where ids come from: content, and nothing else.

An id is the same on every machine and in every run, whatever the order of arrival.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from functools import lru_cache

KEY = r"s[0-9a-f]{6,16}"  # the pattern of a citation key
WRITTEN_KEY = rf"(?ai:{KEY})"  # the same as a writer may spell it, in either case

_NAMESPACE = uuid.UUID("5b1d7a52-5f0e-5a3c-9d0e-0c3a7a6f8c11")


def digest(*parts: str) -> str:
    """64 hex digits that stand for these texts in this order: SHA-256 of them, a unit separator between two."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def snippet_id(text: str, url: str = "") -> str:
    """The id of a snippet: 16 hex digits of a hash over url and white-space-normalised text."""
    return digest(url, " ".join(text.split()))[:16]


def node_id(*parts: str) -> str:
    """An id for a derived thing (a section, a node of the graph, a claim), from the parts that define it."""
    return digest(*parts)[:12]


@lru_cache(maxsize=30_000)
def point_id(snippet: str) -> str:
    """The UUID under which the vector store keeps a snippet."""
    # what is no text, as JSON may hold it, is the id of no snippet, and found in no store
    return str(uuid.uuid5(_NAMESPACE, snippet.encode("utf-8", "backslashreplace").decode()))


def citation_keys(snippet_ids: Iterable[str]) -> dict[str, str]:
    """An opaque citation key for each id: its first six digits, longer only where two would share one.

    The keys depend on the set of ids, not on their order.
    """
    ids = sorted(set(snippet_ids))
    for length in range(6, 17):
        if len({one[:length] for one in ids}) == len(ids):
            return {one: "s" + one[:length] for one in ids}
    return {one: "s" + one for one in ids}
