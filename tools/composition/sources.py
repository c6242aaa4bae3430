"""Sources: parts of documents, what each is called, and how much it has to say of the topic.

Which of them are about the topic is decided in ``topic_documents``.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from castalia.memory.records import Section, Snippet
from castalia.tools.composition.source_headings import opened
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.doubt import objection_log_odds
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import SourcePath, is_within, title_of_path
from castalia.tools.topic.titles import calls, names_topic_first, narrowest, title_of

# What a document needs at least to be told again: sentences that readers are expected to let stand, and snippets.
WORTH, OTHER = 3.0, 4.0  # sentences, where the topic is in its title, and where it is not
FOCUSED, SNIPPETS = 1.5, 2  # sentences in a corpus about little else, and snippets anywhere


@dataclass(frozen=True, slots=True)
class Source:
    """A part of a document: its path, the sentences of the evidence in it, and how many of these readers let stand, as
    expected; ``is_titled``: it has the topic in its title, or stands in a central document; ``is_own``: its chapter or
    document is called by the topic's name and nothing else."""

    path: SourcePath
    singles: tuple[Passage, ...]
    worth: float
    is_titled: bool
    is_own: bool = False

    @property
    def rank(self) -> tuple[bool, bool, float, SourcePath]:
        """A key that sorts those titled with the topic before others, its own first, then those with most to say."""
        return not self.is_titled, not self.is_own, -self.worth, self.path


Found = tuple[Source, Section]  # a source, and the section that tells it again


def least_worth(evidence: Evidence, usual: float) -> float:
    """What a document needs at least to be told again (``usual``); less in a corpus about little else."""
    return FOCUSED if evidence.relevance.focused else usual


def book_of(path: SourcePath) -> str:
    """The address of the book that a path leads into."""
    return path[0].rstrip("/").rpartition("/")[0]


def parts_of(
    singles: Iterable[Passage],
    part_of: Callable[[Passage], SourcePath],
    least: float,
    evidence: Evidence,
    snippets: int = SNIPPETS,
) -> list[Source]:
    """The parts of documents, as ``part_of`` names that of a sentence, that have enough to say, each with its
    sentences."""
    parts: defaultdict[SourcePath, list[Passage]] = defaultdict(list)
    for one in singles:
        parts[part_of(one)].append(one)
    parts.pop((), None)  # boxes, and what stands under no part
    found = []
    for path, those in sorted(parts.items()):
        names = {one.snippet_id for one in those}
        titled = {name for name in names & evidence.titled if _is_headed(path, evidence.snippets[name], evidence)}
        is_titled = 2 * len(titled) > len(names) or path[0] in evidence.relevance.central
        is_titled = is_titled or any(is_within(path, home) for home in evidence.relevance.homes)
        is_at_home = is_titled or evidence.relevance.gathered
        odds = (objection_log_odds(one, is_at_home) for one in those)
        worth = math.fsum(1 / (1 + math.exp(one)) for one in odds if one <= 0)
        if worth >= least and len(names) >= snippets:
            source = Source(path, tuple(those), worth, is_titled)
            is_own = names_alone(chapter_of_source(source, evidence), evidence.relevance.stems)
            found.append(replace(source, is_own=is_titled and (is_own or is_called(source, evidence))))
    return found


def is_called(source: Source, evidence: Evidence) -> bool:
    """Whether a document is called by the topic's name alone ("An Overview of Blood")."""
    return evidence.stems == stem_set(opened(title_of_path(whole_of(source, evidence)[:2])))


def ends_in_topic(whole: SourcePath, evidence: Evidence) -> bool:
    """Whether the last heading over all of a document is the topic's own name."""
    return len(whole) > 2 and calls(whole[-1], evidence.relevance.names)


def whole_of(source: Source, evidence: Evidence) -> SourcePath:
    """The document, with the parts of titles that all of its snippets share, the first of them where all that have a
    title do."""
    own = [evidence.paths[one.snippet_id] for one in source.singles]
    whole = source.path
    while len(following := {path[: len(whole) + 1] for path in own}) == 1 and min(map(len, own)) > len(whole):
        whole = following.pop()
    firsts = {path[:2] for path in own if len(path) > 1}
    return firsts.pop() if len(firsts) == 1 and len(whole) == 1 else whole


def chapter_of_source(source: Source, evidence: Evidence) -> str:
    """The chapter (the ``topic`` of the row) that most sentences of a source stand in."""
    return Counter(evidence.snippets[one.snippet_id].topic for one in source.singles).most_common(1)[0][0]


def names_alone(chapter: str, topic: tuple[str, ...]) -> bool:
    """Whether a chapter, or a part of its title before or behind a colon, is called by the topic's name alone."""
    return any(content_stems(part) == topic for part in chapter.split(":"))


def _is_headed(path: SourcePath, snippet: Snippet, evidence: Evidence) -> bool:
    """Whether a document, a part of one (``path``) or a chapter on the topic alone holds a snippet, and not only a
    narrower part."""
    titles = path[1:] or (title_of(snippet).partition(">")[0],)
    return any(
        any(names_topic_first(one, stems) or _is_of(one, stems) for one in titles) or is_on(snippet.topic, stems)
        for stems in (*evidence.relevance.names, *((one,) for one in evidence.relevance.synonyms))
    )


def _is_of(title: str, topic: tuple[str, ...]) -> bool:
    """Whether a title says at its end, behind "of" or "in", what it is of: the topic ("The Origin and Fate of
    Comets")."""
    behind = _OF.split(title)[-1] if _OF.search(title) else ""
    return content_stems(behind)[: len(topic)] == topic


def is_on(chapter: str, topic: tuple[str, ...]) -> bool:
    """Whether a chapter is on the topic itself: its title, or what stands behind the colon in it, names one thing, and
    begins with the topic, or says behind "of" or "in" that it is of the topic. "The Milky Way Galaxy" is on one
    galaxy, "The Cardiovascular System: Blood" on blood."""
    if not narrowest(chapter):
        return False
    names = (content_stems(chapter), content_stems(chapter.rpartition(":")[2]))
    return any(name[: len(topic)] == topic for name in names) or _is_of(chapter, topic)


_OF = re.compile(r"\b(?:of|in) (?:the |an? )?", re.IGNORECASE)
