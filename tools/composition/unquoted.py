"""Unquoted parts: documents on the topic, and parts of them, of which a page quotes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set

from castalia.memory.ellipsis import whole_words
from castalia.tools.language.words import stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.source_paths import SourcePath, is_within, path_of, place_of, title_of_path

LEAST = 3  # snippets of a part that name the topic
LEAST_OF_PAPER = 1  # the same where papers are read: an abstract is no more than one; or what was gathered on the topic
LONGEST = 120  # characters of a title
_WIDEST = 3  # the document, its chapter, and a part of that
_PAPER = 2  # the document and its title


def unquoted_parts(evidence: Evidence, cited: Set[str]) -> list[tuple[str, int]]:
    """The titles of parts that have the topic in their title, or stand in one that has, each with how many of its
    snippets name the topic while the page cites none of them (ids), nor anything under the same title: those with most
    first, of equals the more relevant. Of a corpus that was gathered on the topic every part and every snippet
    counts."""
    parts = defaultdict[SourcePath, set[str]](set)
    for name, part in _placed(evidence):
        parts[part].add(name)
    is_gathered = evidence.relevance.gathered
    naming = {
        name for name, those in evidence.sentences.items() if is_gathered or any(map(evidence.stems.issubset, those))
    }
    quoted = [place_of(evidence.snippets[name]) for name in cited if name in evidence.snippets]
    known = {evidence.stems, *(stem_set(title) for place in quoted for title in place[1:])}
    least = LEAST_OF_PAPER if evidence.papers or is_gathered else LEAST
    found = []
    for part, names in parts.items():
        telling, title = names & naming, title_of_path(part)
        is_quoted = any(is_within(place, part) for place in quoted) or stem_set(title) in known
        if len(telling) >= least and (is_gathered or _is_on(part, evidence)) and not is_quoted:
            nearest = max(evidence.relevance.scores.get(one, 0.0) for one in telling)
            found.append((-len(telling), -nearest, whole_words(title, LONGEST)))
    return [(title, -number) for number, _, title in sorted(found)]


def _placed(evidence: Evidence) -> Iterator[tuple[str, SourcePath]]:
    """The snippets that stand in a document with a title or a name, each with the part that it stands in."""
    for name, snippet in evidence.snippets.items():
        part = path_of(snippet)[: _PAPER if evidence.papers else _WIDEST]
        if part and title_of_path(part):
            yield name, part


def _is_on(part: SourcePath, evidence: Evidence) -> bool:
    titles = part[1:] or (title_of_path(part),)
    return any(evidence.relevance.named_in(stem_set(one)) for one in titles)
