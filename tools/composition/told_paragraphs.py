"""Told paragraphs: what a section on a facet of a disease reads on from the section of a textbook that is called after
the disease, paragraph by paragraph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from castalia.tools.composition.said import Said, Told
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import place_in_source


def read_on(home: Sequence[Passage], words: int, evidence: Evidence, told: Told) -> tuple[Passage, ...]:
    """Of what stands in such a section (``home``), in its order, as much as can be quoted together, up to ``words``
    words: document by document, that with most to tell first. Nothing is told again that the page has ``told``."""
    said = Said(home, told.sentences, evidence)
    read: list[Passage] = []
    for document in _documents(home):
        new = [one for one in home if one.document == document and not said.tells(one)]
        room = words - sum(one.words for one in read)
        for one in _shared([those for those in _paragraphs(new, evidence) if _says_enough(those, evidence)], room):
            read.append(one)
            said.hear(evidence.sentences_of(one))
    return tuple(read)


def _says_enough(those: Sequence[Passage], evidence: Evidence) -> bool:
    """Whether a paragraph can be told: several of its sentences, or one that names the topic."""
    found = _covering(those)
    return sum(len(one.sentences) for one in found) > 1 or any(
        evidence.stems <= one.stems or not evidence.other_names.isdisjoint(one.stems) for one in found
    )


def _shared(paragraphs: Sequence[Sequence[Passage]], words: int) -> Iterator[Passage]:
    """What paragraphs tell in up to so many words. Where there is not room for all, each begins, and breaks off when it
    has told its share; what is then left goes to the first that can go on."""
    begun = [_up_to(those, words // max(1, len(paragraphs))) for those in paragraphs]
    left = words - sum(map(_length, begun))
    for those, found in zip(paragraphs, begun, strict=True):
        more = _up_to(those, _length(found) + left)
        left -= _length(more) - _length(found)
        yield from more


def _up_to(those: Sequence[Passage], words: int) -> tuple[Passage, ...]:
    """What a paragraph tells from its beginning on in up to so many words."""
    ends = sorted({one.end for one in those}, reverse=True)
    tries = (_covering([one for one in those if one.end <= end]) for end in ends)
    return next((found for found in tries if _length(found) <= words), ())


def _length(passages: Sequence[Passage]) -> int:
    return sum(one.words for one in passages)


def _documents(home: Sequence[Passage]) -> list[str]:
    """The documents of these passages, that with most sentences first."""
    size: defaultdict[str, int] = defaultdict(int)
    for one in home:
        size[one.document] += one.is_single
    return sorted(size, key=lambda name: (-size[name], name))


def _paragraphs(those: Sequence[Passage], evidence: Evidence) -> list[list[Passage]]:
    """The passages of a document by the paragraph that they stand in, in its order."""
    found: defaultdict[str, list[Passage]] = defaultdict(list)
    for one in those:
        found[one.snippet_id].append(one)
    return [found[name] for name in sorted(found, key=lambda name: (place_in_source(evidence.snippets[name]), name))]


def _covering(those: Sequence[Passage]) -> tuple[Passage, ...]:
    """Passages of one paragraph that follow each other and hold most of it: the longest where as many do."""
    ending: defaultdict[int, list[Passage]] = defaultdict(list)
    for one in sorted(those, key=lambda one: (-len(one.sentences), one.id)):
        ending[one.end].append(one)
    best: dict[int, tuple[int, tuple[Passage, ...]]] = {0: (0, ())}
    for end in range(1, max(ending, default=0) + 1):
        found = best[end - 1]
        for one in ending[end]:
            size, before = best[one.start]
            if size + len(one.sentences) > found[0]:
                found = (size + len(one.sentences), (*before, one))
        best[end] = found
    return best[max(best)][1]
