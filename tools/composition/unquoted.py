"""Unquoted parts: parts of documents on the topic of which a page quotes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set

from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.source_paths import SourcePath, path_of, title_of_path

LEAST = 3  # snippets of a part that name the topic
MOST = 5  # parts that are told
_WIDEST = 3  # the document, its chapter, and a part of that


def unquoted_parts(evidence: Evidence, cited: Set[str]) -> list[tuple[str, int]]:
    """The titles of parts that have the topic in their title, or stand in one that has, each with how many of its
    snippets name the topic while none is among those ``cited`` (ids): up to ``MOST``, those with most first."""
    parts = defaultdict[SourcePath, set[str]](set)
    for name, part in _placed(evidence):
        parts[part].add(name)
    naming = {name for name, stems in evidence.sentences.items() if any(evidence.stems <= one for one in stems)}
    found = [
        (title_of_path(part), len(names & naming))
        for part, names in parts.items()
        if len(names & naming) >= LEAST and names.isdisjoint(cited) and _is_on(part, evidence)
    ]
    return sorted(found, key=lambda one: (-one[1], one[0]))[:MOST]


def _placed(evidence: Evidence) -> Iterator[tuple[str, SourcePath]]:
    """The snippets that stand in a document with a title or a name, each with the part that it stands in."""
    for name, snippet in evidence.snippets.items():
        part = path_of(snippet)[:_WIDEST]
        if part and title_of_path(part):
            yield name, part


def _is_on(part: SourcePath, evidence: Evidence) -> bool:
    titles = part[1:] or (title_of_path(part),)
    return any(evidence.stems <= set(content_stems(one)) for one in titles)
