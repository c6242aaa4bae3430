"""A page as the metrics read it: its sentences with what each cites, by key, and its sources. Values only.

How a page is written and rendered lives in ``page_json`` and ``markdown``; gold pages are read in ``gold_pages``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from castalia.tools.language.words import tokens
from castalia.tools.pages.cited_sentences import cited_sentences
from castalia.tools.pages.page_json import PageRecord, walk_sections
from castalia.tools.pages.page_text import claims_by_paragraph, section_texts


@dataclass(frozen=True, slots=True)
class MeasuredSource:
    """A snippet that the page cites."""

    text: str
    url: str = ""
    title: str = ""
    year: int | None = None


@dataclass(frozen=True, slots=True)
class MeasuredSentence:
    """A sentence of the page, the section it stands in (``"lead"`` or an id), and the keys of what it cites, each
    once."""

    section: str
    text: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasuredSection:
    """A section with the ids of all sections inside it, its own first."""

    id: str
    heading: str
    inside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasuredPage:
    """``sources`` maps a key to its snippet; a sentence may carry keys that are not in it: those lead nowhere."""

    topic: str
    sentences: tuple[MeasuredSentence, ...]
    sections: tuple[MeasuredSection, ...]
    sources: Mapping[str, MeasuredSource] = field(hash=False)
    model: str = ""

    @property
    def headings(self) -> tuple[str, ...]:
        """All headings at any depth, in reading order."""
        return tuple(one.heading for one in self.sections)

    @property
    def text(self) -> str:
        """What a reader reads, without headings and citation marks; one line a section."""
        parts: dict[str, list[str]] = {}
        for one in self.sentences:
            parts.setdefault(one.section, []).append(one.text)
        return "\n".join(" ".join(sentences) for sentences in parts.values())


def measured_page(record: PageRecord) -> MeasuredPage:
    """Read a page record. A number on the page leads to the reference that carries it, whatever the order of the
    references, and that one's key to its source. A number without a reference becomes a key that no source has."""
    keys: dict[int, str] = {}
    sources: dict[str, MeasuredSource] = {}
    for one in record["references"]:
        key = one["key"] or one["snippet_id"] or f"[{one['number']}]"
        if key in sources and sources[key].text != one["text"]:  # a broken page: two snippets under one key stay two
            key = f"{key}[{one['number']}]"
        keys.setdefault(one["number"], key)
        sources[key] = MeasuredSource(one["text"], one["url"], one["title"], one["year"])
    sentences = tuple(
        MeasuredSentence(
            section,
            " ".join(sentence.split()),
            tuple(dict.fromkeys(keys.get(n, f"[{n}]") for n in numbers)),
        )
        for section, text in section_texts(record)
        for sentence, numbers in _sentences(record, section, text, keys)
        if tokens(sentence)
    )
    sections = tuple(
        MeasuredSection(one["id"], one["heading"], tuple(node["id"] for node, _ in walk_sections([one])))
        for one, _ in walk_sections(record["sections"])
    )
    return MeasuredPage(record["topic"], sentences, sections, sources, record["model"] or "")


def _sentences(
    record: PageRecord, section: str, text: str, known: Mapping[int, str]
) -> list[tuple[str, Sequence[int]]]:
    """The claims of a section where its text is made of them; else, as on a page edited by hand, what the text says."""
    arranged = claims_by_paragraph([claim for claim in record["claims"] if claim["section"] == section], text)
    if arranged is None:
        return [one for part in text.split("\n\n") for one in cited_sentences(part, known)]
    return [(claim["sentence"], claim["citations"]) for paragraph in arranged for claim in paragraph]
