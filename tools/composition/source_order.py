"""Source order: the passages of a section that retells documents, in the order that their authors gave them as far as
that can be known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from typing import Any

from castalia.memory.records import Section, Snippet
from castalia.tools.composition.reading_order import arrange
from castalia.tools.composition.section_topics import is_astray
from castalia.tools.language.words import stem_set
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.read_sentences import opening_stems
from castalia.tools.topic.source_paths import are_placed, number_of, place_in_source, title_of_path

MISSED = 2  # sentences of a summary that may be left out before what begins it


def opens(one: Passage, heading: frozenset[str], evidence: Evidence) -> bool:
    """Whether a passage may begin what is told of a snippet under a heading (its stems): it has to do with the topic,
    and opens the snippet, or names topic or heading, or, under the topic's name, defines something, and points to
    nothing that was said before it. What was gathered on the topic need not name it."""
    is_named = one.is_named and evidence.stems <= one.stems
    is_defined = one.snippet_id in evidence.headed and bool(definition_subject(one.sentences[0]))
    is_headed = bool(heading) and heading <= one.stems | stem_set(one.text)
    return not is_astray(one.stems, one.snippet_id, evidence) and (
        not one.start
        or (
            (is_named or is_headed or is_defined or evidence.relevance.is_gathered(one.snippet_id))
            and not one.points_back
            and not one.presumes
        )
    )


def begins_summary(one: Passage, evidence: Evidence) -> bool:
    """Whether it begins the summary of its document, or nearly so: what stands in the midst of that sums up a part."""
    return one.snippet_id in evidence.summaries and one.snippet_id not in evidence.before and one.start <= MISSED


def place_in_document(one: Passage, summed_up: Set[str], evidence: Evidence) -> tuple[Any, ...]:
    """A key by which the passages of a document are in its order, the summary first of those ``summed_up`` (their
    names). Where no number tells the place of a snippet, that of its heading does; of those under one heading the one
    that begins with it comes first."""
    is_first = one.document in summed_up and one.snippet_id in evidence.summaries
    snippet = evidence.snippets[one.snippet_id]
    place = place_in_source(snippet)
    about = () if place else (number_of(snippet.title), _lateness(snippet, evidence), one.snippet_id)
    return not is_first, place, about, one.start, one.id


def _lateness(snippet: Snippet, evidence: Evidence) -> int:
    """How late a snippet names the last heading over it: 0 where it begins with that, 2 where it does not name it among
    its first words."""
    heading = stem_set(title_of_path(evidence.paths[snippet.id]))
    opening = opening_stems(snippet.text)
    return 2 - (heading <= {*opening}) - (heading == {*opening[: len(heading)]}) if heading else 2


def set_among(told: Sequence[Passage], others: Sequence[Passage], evidence: Evidence) -> tuple[Passage, ...]:
    """Passages with others set among them: behind the last of its snippet, or else of its document, that comes before
    it there, else before the first of it, else at the end."""
    order = list(told)
    summed_up = _summed_up([*told, *others], evidence)
    for one in others:
        place = place_in_document(one, summed_up, evidence)
        same = [at for at, other in enumerate(order) if other.snippet_id == one.snippet_id]
        same = same or [at for at, other in enumerate(order) if other.document == one.document]
        before = [at + 1 for at in same if place_in_document(order[at], summed_up, evidence) < place]
        order.insert(max(before, default=same[0] if same else len(order)), one)
    return tuple(order)


def _summed_up(told: Iterable[Passage], evidence: Evidence) -> set[str]:
    """The documents of which the summary is read from its beginning."""
    return {one.document for one in told if begins_summary(one, evidence)}


def in_source_order(chosen: Sequence[Passage], section: Section, evidence: Evidence) -> tuple[Passage, ...]:
    """Document by document, that with most to say first; in each its summary, if that is read from its beginning, then
    the rest as its snippets are numbered, or else what stands under no narrower heading first, then part after part."""
    documents: defaultdict[str, list[Passage]] = defaultdict(list)
    for one in chosen:
        documents[one.document].append(one)
    ranked = sorted(documents, key=lambda name: (-sum(one.words for one in documents[name]), name))
    return tuple(one for name in ranked for one in _in_document(documents[name], section, evidence))


def _in_document(those: Sequence[Passage], section: Section, evidence: Evidence) -> list[Passage]:
    """The passages of one document in its order: by the numbers of its snippets where these tell it; else heading by
    heading, those that the section is made of first, then by the numbers of headings."""
    if are_placed(evidence.snippets[name] for name in {one.snippet_id for one in those}):
        summed_up = _summed_up(those, evidence)
        return sorted(those, key=lambda one: place_in_document(one, summed_up, evidence))
    parts: defaultdict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for one in those:
        parts[evidence.paths[one.snippet_id]].append(one)
    scores = evidence.relevance.scores
    ranked = sorted(
        parts,
        key=lambda path: (
            path not in section.sources,
            min(number_of(evidence.snippets[one.snippet_id].title) for one in parts[path]),
            -max(scores.get(one.snippet_id, 0.0) for one in parts[path]),
            path,
        ),
    )
    ordered: list[Passage] = []
    for path in ranked:
        heading = path[-1] if len(path) > 1 else section.heading
        ordered += arrange(parts[path], heading, evidence.stems | stem_set(heading))
    return ordered
