"""Topic documents: those of which a page on the topic tells, whole or in parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from statistics import fmean

from castalia.tools.composition.sources import (
    OTHER,
    WORTH,
    Source,
    book_of,
    chapter_of_source,
    is_on,
    least_worth,
    parts_of,
    whole_of,
)
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.vectors import cosine
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.name_family import are_of_family
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import is_strange, is_subsumed
from castalia.tools.topic.source_paths import DEEPEST, SourcePath, chapter_of, is_within, slug, title_of_path
from castalia.tools.topic.titles import narrowest
from castalia.tools.topic.topic_mentions import touches

# What makes a document that has not the topic in its title one about the topic.
HELD = 0.5  # share of its snippets in reach that belong to the topic; or it is in a chapter on that and something else
NAMING = 0.5  # share of its sentences that name the topic
WELL_KNOWN = 0.25  # that share, where its title is that of a part of the topic and no word of it is strange
BESIDE = 0.3  # that share, in a chapter on the topic and something else, or in a corpus about little else
KIN = 0.15  # of its texts have a word of the family of the topic's name, in a corpus that was gathered on the topic
STRANGE = 1 / 3  # share of the words of its title that may be strange to what is told of the topic
# What is left out of several.
SEVERAL = 3  # documents: where there are so many, those on a part of the topic are not wanted
SPREAD = 3  # snippets that name a kind of the topic: with fewer it is only a word before the topic's name
SAME = 0.45  # cosine of what documents of two books speak of, from which on they tell the same


def documents_on(evidence: Evidence) -> list[Source]:
    """The documents that are about the topic and have enough to say of it; of a document that is not, the widest parts
    that are.

    Of two books that tell the same, one is taken. Where ``SEVERAL`` are left without them, documents on a part of the
    topic ("Bones of the upper limb") are left out, and those of other chapters than the ones that have the topic in a
    title, unless their own title has it beside others; not of a corpus that was gathered on the topic.
    """
    found = _parts_on_topic(evidence)
    if evidence.relevance.gathered:
        return _told_once(found, evidence)
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


def is_narrower(title: str, topic: tuple[str, ...]) -> bool:
    """Whether a title narrows the topic, or a kind of it, by what stands behind "of" ("Bones of the upper limb", "The
    Galilean Moons of Jupiter")."""
    match = re.search(r"\bof ", title, re.IGNORECASE)
    return match is not None and content_stems(title[: match.start()])[-len(topic) :] == topic


def _is_held_inside(source: Source, titled: Iterable[Source], topic: Set[str]) -> bool:
    """Whether most of what a document has to say stands in a narrower part that has the topic in its title, or one of
    its parts is called as the topic is."""
    inner = [one for one in titled if is_within(one.path, source.path)]
    return any(
        2 * len(one.singles) > len(source.singles) or topic == stem_set(title_of_path(one.path)) for one in inner
    )


def _is_about(source: Source, called: Set[str], evidence: Evidence) -> bool:
    """Whether a document that does not have the topic in its title is about it all the same.

    In a corpus that was gathered on the topic, words of its name's family will do. Elsewhere most of it has to belong to
    the topic, or it has to stand in a chapter on the topic and something else, or ``called`` by the topic's name.
    Besides, enough of its sentences have to name the topic: the more, the stranger the words of its title are to what is
    written about the topic; fewer where the corpus is about little else.
    """
    if source.worth < least_worth(evidence, OTHER):
        return False
    if evidence.relevance.gathered and _speaks_of_family(source, evidence):
        return True
    snippets = {one.snippet_id for one in source.singles}
    is_beside = 2 * len(snippets & evidence.titled) > len(snippets) or chapter_of(source.path[0]) in called
    if not (is_beside or _share_held(source.path, evidence) >= HELD):
        return False
    share = fmean(touches(one.stems, evidence.relevance, evidence.background) for one in source.singles)
    if (evidence.relevance.focused or is_beside) and share >= BESIDE:
        return True
    name = title_of_path(whole_of(source, evidence))
    if share < NAMING and not is_subsumed(
        stem_set(name), evidence.stems | evidence.other_names, evidence.relevance.belonging
    ):
        return False
    title = stem_set(name) - LIGHT
    strange = [one for one in title if is_strange(one, evidence.relevance)]
    if title and not strange:
        return share >= WELL_KNOWN
    return share >= NAMING and len(strange) <= STRANGE * len(title)


def _speaks_of_family(source: Source, evidence: Evidence) -> bool:
    """Whether texts of a document, or its title, have words of the family of the topic's name."""
    names = [name for name, one in evidence.paths.items() if is_within(one, source.path)]
    share = fmean(are_of_family(frozenset().union(*evidence.sentences[one]), evidence.relevance.stems) for one in names)
    return share >= KIN or are_of_family(stem_set(title_of_path(whole_of(source, evidence))), evidence.relevance.stems)


def _share_held(path: SourcePath, evidence: Evidence) -> float:
    """The share of the snippets of a part of a document that belong to the topic, of those in its reach; all of them
    where its chapter names the topic."""
    own = [name for name, one in evidence.paths.items() if is_within(one, path)]
    if any(evidence.relevance.named_in(stem_set(evidence.snippets[one].topic)) for one in own):
        return 1.0
    reached = sum(is_within(one, path) for one in evidence.relevance.paths.values())
    return len(own) / max(reached, len(own))
