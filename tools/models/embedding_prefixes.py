"""What some embedding models want to read before a text. Models that carry prompts of their own are asked first,
elsewhere.

A model that was trained with such words and does not get them finds worse, and says nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The words before a query, and those before a document."""

    query: str = ""
    document: str = ""


_PASSAGES = "Represent this sentence for searching relevant passages: "
# By the model cards; names as they are on the hub or, shorter, with Ollama and others. The first that matches counts.
_KNOWN: tuple[tuple[str, Prefixes], ...] = (
    (r"arctic-embed.*-v2|arctic-embed2", Prefixes("query: ")),
    (r"arctic-embed", Prefixes(_PASSAGES)),
    (r"(?:^|/|-)e5-(?:small|base|large)(?!.*instruct)", Prefixes("query: ", "passage: ")),
    (r"bge-(?:small|base|large)-en", Prefixes(_PASSAGES)),
    (r"mxbai-embed-(?:large|xsmall)|mxbai-embed-2d", Prefixes(_PASSAGES)),
    (r"nomic-embed-text", Prefixes("search_query: ", "search_document: ")),
)


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of the model of this name; empty for one that is not known to want any."""
    name = model.lower()
    return next((prefixes for pattern, prefixes in _KNOWN if re.search(pattern, name)), Prefixes())
