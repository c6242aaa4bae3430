"""The values that everything else passes around: frozen, comparable, ready for JSON.

No behaviour beyond what a value knows about itself; identity rules live in ``identity``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

Scalar = str | int | float | bool
Level = Literal[1, 2, 3, 4, 5, 6]  # of a heading, as HTML and Markdown know them


@dataclass(frozen=True, slots=True)
class Snippet:
    """One passage of a source document (thesis eq. for s_i, section 3.3.1).

    ``id`` comes from ``identity.snippet_id`` and depends on text and url alone. ``extra`` holds the payload
    fields that Castalia does not know but can filter by.
    """

    id: str
    text: str
    url: str = ""
    domain: str = ""
    topic: str = ""
    title: str = ""
    year: int | None = None
    source: str = ""
    authors: tuple[str, ...] = ()
    doi: str = ""
    extra: Mapping[str, Scalar] = field(default_factory=dict, hash=False)

    @property
    def document(self) -> str:
        """The id of the document that the snippet was cut from: its url without the fragment, or the nearest thing.

        A url may hold an @ of its own ("https://example.org/@name/x"), so of a url only what cleaning put behind it
        ("@chunk2") is cut off; any other id ends at its first @ ("B9780123@section_2_chunk1").
        """
        url = self.url.partition("#")[0]
        whole = without_chunks(url) if "://" in url else url.partition("@")[0]
        return whole or self.doi or self.source or self.title.partition(">")[0].strip() or self.id


@lru_cache(maxsize=30_000)
def without_chunks(url: str) -> str:
    """The url without the numbers of chunks that cleaning put at its end; a chunk that was cut again has several."""
    parts = url.split("@chunk")
    while len(parts) > 1 and parts[-1].isdecimal():
        parts.pop()
    return "@chunk".join(parts)


@dataclass(frozen=True, slots=True)
class Triplet:
    """A claim (head, relation, tail) extracted from one snippet; ``quote`` stands verbatim in that snippet (eq. 3.2).

    ``parent`` is the closed class of the relation (``is_a``, ``part_of``, ``causes``, ``uses``, ``measures``,
    ``located_in``, ``precedes``, ``contrasts``, ``same_as``, ``other``); ``confidence`` runs from 0 to 1;
    ``positive`` is false where the sentence denies the relation.
    """

    head: str
    relation: str
    tail: str
    snippet_id: str
    quote: str
    parent: str = "other"
    confidence: float = 1.0
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """What the researcher wants to know next, and why (eq. 3.5)."""

    text: str
    rationale: str
    kind: Literal["depth", "breadth"]
    focus: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A search term of the query synthesizer (eq. 3.6) and the question it serves."""

    text: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A sentence points at one snippet; ``key`` is the opaque key that was shown to the writer."""

    key: str
    snippet_id: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of a page with the snippets that support it; ``quote`` is the span that does so."""

    sentence: str
    citations: tuple[Citation, ...]
    quote: str = ""
    verdict: Literal["supported", "unsupported", "unchecked"] = "unchecked"


@dataclass(frozen=True, slots=True)
class Feedback:
    """One thing that the reviewer asks for; ``claim`` is the sentence it is about (eq. 3.16)."""

    section: str
    claim: str
    reason: str
    request: Literal["remove", "replace", "cite", "rewrite", "add"] = "replace"


@dataclass(frozen=True, slots=True)
class Section:
    """A node of the outline. ``id`` is its identity: headings may repeat.

    ``terms`` are what it is about, each as the stems of its words with a space between them: first what its heading
    says, which is all that rules read, then what else a model planned for it. ``facet`` is the angle it looks from (one
    of ``tools.composition.facet_lists.FACET_NAMES``). Where both are left out, they are read from the heading.
    ``sources`` are the parts of documents that it tells again, each as the document's id and the headings within it.
    ``is_asked``: a person, or an agent of somebody's own, chose the heading, and gave nothing else.
    """

    id: str
    heading: str
    level: Level = 1
    terms: tuple[str, ...] = ()
    facet: str = ""
    sections: tuple[Section, ...] = ()
    sources: tuple[tuple[str, ...], ...] = ()
    is_asked: bool = False


def nodes_of(outline: Iterable[Section]) -> tuple[Section, ...]:
    """The sections of an outline, each with its subsections after it."""
    return tuple(node for section in outline for node in (section, *section.sections))


@dataclass(frozen=True, slots=True)
class Draft:
    """What the writer made of one section: paragraphs of claims, at one revision."""

    section: str
    paragraphs: tuple[tuple[Claim, ...], ...]
    revision: int = 0
