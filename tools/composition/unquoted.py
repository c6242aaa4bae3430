"""Unquoted parts: parts of documents on the topic of which a page quotes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Set
from textwrap import shorten

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.source_paths import SourcePath, is_within, path_of, title_of_path

LEAST = 3  # snippets of a part that name the topic
MOST = 5  # parts that are told
LONGEST = 80  # characters of a title
_WIDEST = 3  # the document, its chapter, and a part of that


def unquoted_parts(evidence: Evidence, cited: Set[str]) -> list[tuple[str, int]]:
    """The titles of parts that have the topic in their title, or stand in one that has, each with how many of its
    snippets name the topic while the page cites none of them (ids), nor anything under the same title: up to ``MOST``,
    those with most first."""
    parts = defaultdict[SourcePath, set[str]](set)
    for name, part in _placed(evidence):
        parts[part].add(name)
    naming = {name for name, stems in evidence.sentences.items() if any(evidence.stems <= one for one in stems)}
    quoted = [_place(evidence.snippets[name]) for name in cited if name in evidence.snippets]
    known = {evidence.stems, *(frozenset(content_stems(title)) for place in quoted for title in place[1:])}
    found = [
        (shorten(title_of_path(part), LONGEST, placeholder=" …"), len(names & naming))
        for part, names in parts.items()
        if len(names & naming) >= LEAST
        and _is_on(part, evidence)
        and frozenset(content_stems(title_of_path(part))) not in known
        and not any(is_within(place, part) for place in quoted)
    ]
    return sorted(found, key=lambda one: (-one[1], one[0]))[:MOST]


def _placed(evidence: Evidence) -> Iterator[tuple[str, SourcePath]]:
    """The snippets that stand in a document with a title or a name, each with the part that it stands in."""
    for name, snippet in evidence.snippets.items():
        part = path_of(snippet)[:_WIDEST]
        if part and title_of_path(part):
            yield name, part


def _place(snippet: Snippet) -> SourcePath:
    """The document and all parts of its title, boxes and summaries too."""
    return (snippet.document, *(" ".join(part.split()) for part in snippet.title.split(">")))


def _is_on(part: SourcePath, evidence: Evidence) -> bool:
    titles = part[1:] or (title_of_path(part),)
    return any(evidence.stems <= set(content_stems(one)) for one in titles)
