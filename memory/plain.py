"""Records as plain JSON values and back: what LangGraph's state and files may hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from castalia.memory.errors import InputError
from castalia.memory.identity import node_id
from castalia.memory.protocols import Hit
from castalia.memory.records import Citation, Claim, Draft, Feedback, Question, Section, nodes_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def plain(record: DataclassInstance) -> dict[str, Any]:
    """A record (a ``Section``, a ``Draft`` …) as dicts, lists, strings and numbers."""
    return {name: _lists(value) for name, value in asdict(record).items()}


@contextmanager
def _reads(kind: str) -> Iterator[None]:
    """What is no such record is told by an ``InputError``: it may be from a graph of somebody else's."""
    try:
        yield
    except (LookupError, TypeError, AttributeError) as error:
        raise InputError(
            f"this is no plain {kind} record ({type(error).__name__}: {error}): give one as castalia.memory.plain "
            f"makes it, plain({kind}(…))"
        ) from error


@_reads("Section")
def section_of(data: Mapping[str, Any]) -> Section:
    """A section, with its subsections, from its plain form."""
    return Section(
        id=data["id"],
        heading=data["heading"],
        level=data.get("level", 1),
        terms=tuple(data.get("terms", ())),
        facet=data.get("facet", ""),
        sections=tuple(section_of(one) for one in data.get("sections", ())),
        sources=tuple(tuple(one) for one in data.get("sources", ())),
        is_asked=data.get("is_asked", False),
    )


def outline_of(data: Iterable[Mapping[str, Any]]) -> tuple[Section, ...]:
    """An outline from its plain form."""
    return tuple(section_of(one) for one in data)


def unit_of(state: Mapping[str, Any]) -> tuple[Section, tuple[Section, ...]]:
    """The section that a state speaks of, and the outline around it. ``InputError`` where that does not hold it: what
    belongs to a section is told by those beside it."""
    section, outline = section_of(state["section"]), outline_of(state["outline"])
    held = {one.id for one in nodes_of(outline)}
    if missing := [one.heading for one in nodes_of([section]) if one.id not in held]:
        raise InputError(f"the outline does not hold the section “{missing[0]}”: give it there too, under the same id")
    return section, outline


def with_ids(data: Iterable[Mapping[str, Any]], *above: str) -> list[dict[str, Any]]:
    """The plain sections, their headings in one line, with an id for each that has none: from its place, its heading
    and the ids above."""
    given = []
    for place, one in enumerate(data):
        heading = " ".join(one["heading"].split()) if isinstance(one["heading"], str) else one["heading"]
        identity = one.get("id") or node_id(*above, str(place), str(heading))
        inner = with_ids(one.get("sections", ()), identity)
        given.append({**one, "id": identity, "heading": heading, "sections": inner})
    return given


@_reads("Draft")
def draft_of(data: Mapping[str, Any]) -> Draft:
    """A draft from its plain form."""
    return Draft(
        section=data["section"],
        paragraphs=tuple(tuple(claim_of(one) for one in paragraph) for paragraph in data["paragraphs"]),
        revision=data.get("revision", 0),
    )


@_reads("Claim")
def claim_of(data: Mapping[str, Any]) -> Claim:
    """A claim from its plain form."""
    return Claim(
        sentence=data["sentence"],
        citations=tuple(Citation(one.get("key", ""), one["snippet_id"]) for one in data["citations"]),
        quote=data.get("quote", ""),
        verdict=data.get("verdict", "unchecked"),
    )


@_reads("Question")
def question_of(data: Mapping[str, Any]) -> Question:
    """A question from its plain form, of which only the text has to be there."""
    return Question(data["text"], data.get("rationale", ""), data.get("kind", "depth"), data.get("focus", ""))


@_reads("Feedback")
def feedback_of(data: Mapping[str, Any]) -> Feedback:
    """A feedback item from its plain form."""
    return Feedback(data["section"], data["claim"], data["reason"], data.get("request", "replace"))


def plain_hit(hit: Hit) -> dict[str, Any]:
    """A hit as JSON values; ``InputError`` where it is none, such as an id."""
    if not isinstance(hit, Hit):
        raise InputError(f"a hit is {hit!r}: give the Hits that a search of the store finds for a query")
    return asdict(hit)


def hit_of(data: Mapping[str, Any]) -> Hit:
    """A hit from its plain form; ``TypeError`` where its id is no text or its score no number."""
    if not isinstance(data["snippet_id"], str):
        raise TypeError(f"the id of a snippet is {data['snippet_id']!r}")
    return Hit(data["snippet_id"], float(data["score"]))


def _lists(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _lists(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_lists(one) for one in value]
    return value
