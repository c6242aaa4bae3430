"""Sources: the parts of documents that are about the topic, and how much each has to say."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from statistics import fmean

from castalia.memory.records import Section, Snippet
from castalia.tools.composition.source_headings import opened
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.vectors import cosine
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.doubt import objection_log_odds
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import is_strange, is_subsumed
from castalia.tools.topic.source_paths import DEEPEST, SourcePath, chapter_of, is_within, slug, title_of_path
from castalia.tools.topic.titles import names_topic_first, narrowest, title_of
from castalia.tools.topic.topic_mentions import touches

# What a document needs at least to be told again: sentences that readers are expected to let stand, and snippets.
WORTH, OTHER = 3.0, 4.0  # sentences, where the topic is in its title, and where it is not
FOCUSED, SNIPPETS = 1.5, 2  # sentences in a corpus about little else, and snippets anywhere
# What makes a document that has not the topic in its title one about the topic.
HELD = 0.5  # share of its snippets in reach that belong to the topic; or it is in a chapter on that and something else
NAMING = 0.5  # share of its sentences that name the topic
WELL_KNOWN = 0.25  # that share, where its title is that of a part of the topic and no word of it is strange
BESIDE = 0.3  # that share, in a chapter on the topic and something else, or in a corpus about little else
STRANGE = 1 / 3  # share of the words of its title that may be strange to what is told of the topic
# What is left out of several.
SEVERAL = 3  # documents: where there are so many, those on a part of the topic are not wanted
SPREAD = 3  # snippets that name a kind of the topic: with fewer it is only a word before the topic's name
SAME = 0.45  # cosine of what documents of two books speak of, from which on they tell the same


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


def documents_on(evidence: Evidence) -> list[Source]:
    """The documents that are about the topic and have enough to say of it; of a document that is not, the widest parts
    that are.

    Of two books that tell the same, one is taken. Where ``SEVERAL`` are left without them, documents on a part of the
    topic ("Bones of the upper limb") are left out, and those of other chapters than the ones that have the topic in a
    title, unless their own title has it beside others.
    """
    found = _parts_on_topic(evidence)
    topic = evidence.relevance.stems
    wide = [
        one
        for one in found
        if not is_narrower(title_of_path(whole_of(one, evidence)), topic)
        and not (len(one.path) > 1 and _is_on_kind(title_of_path(one.path), evidence))
        and (_begins(whole_of(one, evidence), topic) or not is_kind(chapter_of_source(one, evidence), topic))
    ]
    found = _told_once(wide if len(wide) >= SEVERAL else found, evidence)
    titled = {chapter_of(one.path[0]) for one in found if one.is_titled}
    near = [
        one
        for one in found
        if chapter_of(one.path[0]) in {*titled, one.path[0]} or _names_topic(one, evidence)  # or of no known chapter
    ]
    return near if len(near) >= SEVERAL else found


def _parts_on_topic(evidence: Evidence) -> list[Source]:
    """The widest parts of documents, whole ones first, that are about the topic and have enough to say of it."""
    called = {chapter_of(one[0]) for one in evidence.paths.values() if one and evidence.stems == stem_set(slug(one[0]))}
    depths = range(1, DEEPEST + 2)
    titled = [one for depth in depths for one in _parts_at(depth, evidence.singles, evidence) if one.is_titled]
    found: list[Source] = []
    for depth in depths:
        taken = {single.id for one in found for single in one.singles}
        left = [one for one in evidence.singles if one.id not in taken]
        found += [
            one
            for one in _parts_at(depth, left, evidence)
            if one.is_titled or (_is_about(one, called, evidence) and not _is_held_inside(one, titled, evidence.stems))
        ]
    return found


def least_worth(evidence: Evidence, usual: float) -> float:
    """What a document needs at least to be told again (``usual``); less in a corpus about little else."""
    return FOCUSED if evidence.relevance.focused else usual


def _parts_at(depth: int, singles: Iterable[Passage], evidence: Evidence) -> list[Source]:
    """The parts of documents at this depth (1: whole documents) that have enough to say."""
    deep = [one for one in singles if len(evidence.paths[one.snippet_id]) >= depth]
    return parts_of(deep, lambda one: evidence.paths[one.snippet_id][:depth], least_worth(evidence, WORTH), evidence)


def _told_once(found: Sequence[Source], evidence: Evidence) -> list[Source]:
    """Without what tells the same as a document of another book that is called by the topic's name, or has more to
    say."""
    profiles = {
        one: evidence.background.profile((single.stems for single in one.singles), evidence.stems) for one in found
    }
    kept: list[Source] = []
    for one in sorted(found, key=lambda one: (not one.is_own, -one.worth, one.path)):
        others = (other for other in kept if book_of(other.path) != book_of(one.path))
        if all(cosine(profiles[one], profiles[other]) < SAME for other in others):
            kept.append(one)
    return [one for one in found if one in kept]


def _names_topic(source: Source, evidence: Evidence) -> bool:
    """Whether the chapter of a source or the title of its document has the topic in it, if only beside others."""
    titles = (chapter_of_source(source, evidence), title_of_path(whole_of(source, evidence)), slug(source.path[0]))
    return any(evidence.relevance.named_in(stem_set(one)) for one in titles)


def _begins(path: SourcePath, topic: tuple[str, ...]) -> bool:
    """Whether the title of a document begins with the topic ("Polymer structure", in a chapter on synthetic ones)."""
    return content_stems(title_of_path(path[:2]))[: len(topic)] == topic


def _is_on_kind(title: str, evidence: Evidence) -> bool:
    """Whether a title names a kind of the topic that several snippets speak of ("Restriction enzymes and ligases"): a
    part of a document on something else that does is not about the topic."""
    topic = evidence.relevance.stems
    stems = content_stems(title)
    places = (at for at in range(1, len(stems)) if stems[at : at + len(topic)] == topic)
    return any(evidence.spread.get(" ".join((stems[at - 1], *topic)), 0) >= SPREAD for at in places)


def is_kind(chapter: str, topic: tuple[str, ...]) -> bool:
    """Whether a chapter is on one of what bears the topic's name ("The Milky Way Galaxy")."""
    stems = content_stems(chapter)
    is_wide = is_on(chapter, topic) or not narrowest(chapter)
    return stems[-len(topic) :] == topic and not is_wide


def book_of(path: SourcePath) -> str:
    """The address of the book that a path leads into."""
    return path[0].rstrip("/").rpartition("/")[0]


def _is_held_inside(source: Source, titled: Iterable[Source], topic: Set[str]) -> bool:
    """Whether most of what a document has to say stands in a narrower part that has the topic in its title, or one of
    its parts is called as the topic is."""
    inner = [one for one in titled if is_within(one.path, source.path)]
    return any(
        2 * len(one.singles) > len(source.singles) or topic == stem_set(title_of_path(one.path)) for one in inner
    )


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
        odds = (objection_log_odds(one, is_titled) for one in those)
        worth = math.fsum(1 / (1 + math.exp(one)) for one in odds if one <= 0)
        if worth >= least and len(names) >= snippets:
            source = Source(path, tuple(those), worth, is_titled)
            is_own = names_alone(chapter_of_source(source, evidence), evidence.relevance.stems)
            found.append(replace(source, is_own=is_titled and (is_own or is_called(source, evidence))))
    return found


def is_called(source: Source, evidence: Evidence) -> bool:
    """Whether a document is called by the topic's name alone ("An Overview of Blood")."""
    return evidence.stems == stem_set(opened(title_of_path(whole_of(source, evidence)[:2])))


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


def is_narrower(title: str, topic: tuple[str, ...]) -> bool:
    """Whether a title narrows the topic, or a kind of it, by what stands behind "of" ("Bones of the upper limb", "The
    Galilean Moons of Jupiter")."""
    match = re.search(r"\bof ", title, re.IGNORECASE)
    return match is not None and content_stems(title[: match.start()])[-len(topic) :] == topic


def is_on(chapter: str, topic: tuple[str, ...]) -> bool:
    """Whether a chapter is on the topic itself: its title, or what stands behind the colon in it, names one thing, and
    begins with the topic, or says behind "of" or "in" that it is of the topic. "The Milky Way Galaxy" is on one
    galaxy, "The Cardiovascular System: Blood" on blood."""
    if not narrowest(chapter):
        return False
    names = (content_stems(chapter), content_stems(chapter.rpartition(":")[2]))
    return any(name[: len(topic)] == topic for name in names) or _is_of(chapter, topic)


_OF = re.compile(r"\b(?:of|in) (?:the |an? )?", re.IGNORECASE)


def _is_about(source: Source, called: Set[str], evidence: Evidence) -> bool:
    """Whether a document that does not have the topic in its title is about it all the same.

    Most of it has to belong to the topic, or it has to stand in a chapter on the topic and something else, or
    ``called`` by the topic's name. Besides, enough of its sentences have to name the topic: the more, the stranger the
    words of its title are to what is written about the topic; fewer, or as many of its snippets, where the corpus is
    about little else.
    """
    snippets = {one.snippet_id for one in source.singles}
    is_beside = 2 * len(snippets & evidence.titled) > len(snippets) or chapter_of(source.path[0]) in called
    if source.worth < least_worth(evidence, OTHER) or not (is_beside or _share_held(source.path, evidence) >= HELD):
        return False
    share = _share_naming((one.stems for one in source.singles), evidence)
    if evidence.relevance.focused:
        share = max(share, _share_naming((frozenset().union(*evidence.sentences[one]) for one in snippets), evidence))
    if (evidence.relevance.focused or is_beside) and share >= BESIDE:
        return True
    name = title_of_path(whole_of(source, evidence))
    if share < NAMING and not is_subsumed(name, evidence.stems | evidence.other_names, evidence.relevance.belonging):
        return False
    title = stem_set(name) - LIGHT
    strange = [one for one in title if is_strange(one, evidence.relevance)]
    if title and not strange:
        return share >= WELL_KNOWN
    return (evidence.relevance.focused or share >= NAMING) and len(strange) <= STRANGE * len(title)


def _share_naming(texts: Iterable[frozenset[str]], evidence: Evidence) -> float:
    return fmean(touches(one, evidence.relevance, evidence.background) for one in texts)


def _share_held(path: SourcePath, evidence: Evidence) -> float:
    """The share of the snippets of a part of a document that belong to the topic, of those in its reach; all of them
    where its chapter names the topic."""
    own = [name for name, one in evidence.paths.items() if is_within(one, path)]
    if any(evidence.relevance.named_in(stem_set(evidence.snippets[one].topic)) for one in own):
        return 1.0
    reached = sum(is_within(one, path) for one in evidence.relevance.paths.values())
    return len(own) / max(reached, len(own))
