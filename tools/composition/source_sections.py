"""Source sections: what documents on the topic set apart, as sections of the page, in reading order.

Where documents treat the topic at length, their own division is the best outline that there is: each sentence keeps the
company that its authors gave it. Abstracts and scattered paragraphs have none.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.memory.identity import node_id
from castalia.memory.records import Section, Snippet
from castalia.tools.composition.facet_headings import rank_of
from castalia.tools.composition.labels import Label
from castalia.tools.composition.placement import AT_HOME
from castalia.tools.composition.source_headings import heading_from
from castalia.tools.composition.spelling import Spelling, spelling_in
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import content_stems
from castalia.tools.topic.doubt import INTERCEPT
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import Path, natural, path_of, title_of_path
from castalia.tools.topic.titles import names_topic_first, narrowest, title_of
from castalia.tools.topic.topic_mentions import touches

NAMING, BESIDE = 0.5, 0.3  # of a document's sentences name the topic; in a chapter on that and something else;
WELL_KNOWN = 0.25  # of them do, where no word of its title is strange;
STRANGE, BROAD = 1 / 3, 0.15  # and no more of the words of its title are strange to what is told of that: so is it
ENOUGH, MOST = 8, 10  # sections: with so many titled with the topic no other document is wanted; and of a page
# sentences that readers let stand, as expected: of a section titled with the topic, of any other, of a subsection
WORTH, OTHER, PART = 3.0, 4.0, 2.5
SNIPPETS = 2  # of either
PARTS = 4  # subsections of a section
FEW, APART = 5, 3  # sections: where there are fewer, the parts of one with so many stand alone
SPEAKING = 0.25  # of a document's sentences open with what it can be called by


@dataclass(frozen=True, slots=True)
class Source:
    """A part of a document: its path, the sentences of the evidence in it, and how many of these readers let stand, as
    expected; ``is_titled``: it has the topic in its title."""

    path: Path
    singles: tuple[Passage, ...]
    worth: float
    is_titled: bool


Found = tuple[Source, Section]


def source_sections(evidence: Evidence, labels: Sequence[Label]) -> tuple[Section, ...]:
    """Up to ``MOST`` sections of documents on the topic, those with most to say, in reading order. What has no title
    that can stand as a heading goes by one of its ``labels``."""
    if evidence.papers:
        return ()
    paths = {name: path_of(snippet) for name, snippet in evidence.snippets.items()}
    spelling = spelling_in(one.text for one in evidence.singles)
    found: list[Found] = []
    for source in _sources(evidence.singles, lambda one: paths[one.snippet_id][:1], WORTH, evidence):
        if source.is_titled or (source.worth >= OTHER and _is_about(source, paths, evidence)):
            found += _sections(source, paths, labels, spelling, evidence)
    found = _merged(_by_chapter(_merged(found, evidence), spelling, evidence), evidence)
    best = sorted(found, key=lambda pair: (not pair[0].is_titled, -pair[0].worth, pair[0].path))
    titled = sum(source.is_titled for source, _ in best)
    most = MOST if evidence.relevance.focused else min(MOST, max(ENOUGH, titled))
    best = sorted(best[:most], key=lambda pair: _order(pair[0], pair[1], best))
    return _spread([section for _, section in best])


def _spread(sections: list[Section]) -> tuple[Section, ...]:
    """The sections, those with most parts taken apart where there are few, and with ``PARTS`` parts each."""
    while len(sections) < FEW:
        whole = max(sections, key=lambda one: len(one.sections), default=None)
        if whole is None or len(whole.sections) < APART:
            break
        at = sections.index(whole)
        sections = [*sections[:at], *(replace(one, level=1) for one in whole.sections), *sections[at + 1 :]]
    return _told_apart(sections)


def _told_apart(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections with up to ``PARTS`` parts each, of which none is called as another section or part of the page."""
    called = {frozenset(content_stems(one.heading)) for one in sections}
    apart = []
    for one in sections:
        parts: list[Section] = []
        for part in one.sections:
            name = frozenset(content_stems(part.heading))
            if name not in called and len(parts) < PARTS:
                called.add(name)
                parts.append(part)
        apart.append(replace(one, sections=tuple(parts)))
    return tuple(apart)


def _sources(
    singles: Iterable[Passage], part_of: Callable[[Passage], Path], least: float, evidence: Evidence
) -> list[Source]:
    """The parts of documents that have enough to say, each with its sentences."""
    parts: defaultdict[Path, list[Passage]] = defaultdict(list)
    for one in singles:
        parts[part_of(one)].append(one)
    parts.pop((), None)  # boxes, and what stands under no part
    found = []
    for path, those in sorted(parts.items()):
        snippets = {one.snippet_id for one in those}
        titled = {name for name in snippets & evidence.titled if _is_headed(evidence.snippets[name], evidence)}
        is_titled = 2 * len(titled) > len(snippets)
        odds = (one.doubt + INTERCEPT - (AT_HOME if is_titled else 0.0) for one in those)
        worth = math.fsum(1 / (1 + math.exp(one)) for one in odds if one <= 0)
        if worth >= least and len(snippets) >= SNIPPETS:
            found.append(Source(path, tuple(those), worth, is_titled))
    return found


def _is_headed(snippet: Snippet, evidence: Evidence) -> bool:
    """Whether a document or a chapter on the topic alone holds a snippet, and not only a part of one."""
    first = title_of(snippet).partition(">")[0]
    stems = evidence.relevance.stems
    return names_topic_first(first, stems) or _is_of(first, stems) or _is_on(snippet.topic, stems)


def _is_of(title: str, topic: tuple[str, ...]) -> bool:
    """Whether a title says at its end, behind "of" or "in", what it is of: the topic ("The Origin and Fate of
    Comets")."""
    behind = _OF.split(title)[-1] if _OF.search(title) else ""
    return bool(behind) and tuple(content_stems(behind))[: len(topic)] == topic


def _is_on(chapter: str, topic: tuple[str, ...]) -> bool:
    """Whether a chapter is on the topic: it is called by that, or by it before anything else, or by what it says of it;
    "The Milky Way Galaxy" is on one of them."""
    stems = tuple(content_stems(chapter))
    joins = not narrowest(chapter)
    return not joins and (stems[: len(topic)] == topic or _is_of(chapter, topic))


_OF = re.compile(r"\b(?:of|in) (?:the |an? )?", re.IGNORECASE)


def _is_about(source: Source, paths: Mapping[str, Path], evidence: Evidence) -> bool:
    """Whether a document without the topic in its title is about it: many of its sentences name it, and its title
    speaks of what the writing on the topic speaks of; fewer need to in a chapter that is on the topic among others,
    or where the corpus is about little else."""
    naming = sum(touches(one.stems, evidence.relevance, evidence.background) for one in source.singles)
    share = naming / len(source.singles)
    snippets = {one.snippet_id for one in source.singles}
    if (evidence.relevance.focused or 2 * len(snippets & evidence.titled) > len(snippets)) and share >= BESIDE:
        return True
    title = set(content_stems(title_of_path(_usual(source, paths)))) - LIGHT
    strange = [
        one
        for one in title
        if one not in evidence.relevance.weights and evidence.relevance.breadth.get(one, 0.0) < BROAD
    ]
    if title and not strange:
        return share >= WELL_KNOWN
    return (evidence.relevance.focused or share >= NAMING) and len(strange) <= STRANGE * len(title)


def _sections(
    source: Source, paths: Mapping[str, Path], labels: Sequence[Label], spelling: Spelling, evidence: Evidence
) -> list[Found]:
    """A document as a section, divided by its own headings; these stand alone where its title is no heading."""
    whole = _usual(source, paths)

    def narrowest_part(one: Passage) -> Path:
        path = paths[one.snippet_id]
        return path if len(path) > len(whole) else ()

    children = _sources(source.singles, narrowest_part, PART, evidence)
    heading = heading_from(title_of_path(whole), evidence.stems, spelling)
    inner = [(one, section) for one in children if (section := _section(one, heading, spelling, evidence)) is not None]
    if not heading:
        alone = [(one, replace(section, level=1)) for one, section in inner if one.worth >= OTHER]
        heading = "" if alone else _called(source, labels)
        if not heading:
            return alone
    best = sorted(inner, key=lambda pair: (-pair[0].worth, pair[0].path))
    parts = tuple(section for _, section in best) if len(best) > 1 else ()
    identity = node_id(evidence.topic, "source", *whole)
    return [(source, Section(identity, heading, 1, _terms(heading), sources=(whole,), sections=parts))]


def _usual(source: Source, paths: Mapping[str, Path]) -> Path:
    """The document, with the parts of titles that all of its snippets share, the first of them where all that have a
    title do."""
    own = [paths[one.snippet_id] for one in source.singles]
    whole = source.path
    while len(following := {path[: len(whole) + 1] for path in own}) == 1 and min(map(len, own)) > len(whole):
        whole = following.pop()
    firsts = {path[:2] for path in own if len(path) > 1}
    return firsts.pop() if len(firsts) == 1 and whole == source.path else whole


def _called(source: Source, labels: Sequence[Label]) -> str:
    """What most of a document's sentences open with, of all that would make a heading; empty where few do."""
    own = {one.id for one in source.singles}
    counts = {label.heading: sum(one.id in own for one in label.passages) for label in labels}
    best = max(counts, key=lambda name: counts[name], default="")
    return best if best and counts[best] >= SPEAKING * len(own) else ""


def _section(source: Source, parent: str, spelling: Spelling, evidence: Evidence) -> Section | None:
    heading = heading_from(title_of_path(source.path), evidence.stems, spelling)
    if not heading or set(content_stems(heading)) <= set(content_stems(parent)):
        return None
    identity = node_id(evidence.topic, "source", *source.path)
    return Section(identity, heading, 2, _terms(heading), sources=(source.path,))


def _terms(heading: str) -> tuple[str, ...]:
    return (" ".join(content_stems(heading)),)


def _merged(found: Sequence[Found], evidence: Evidence) -> list[Found]:
    """Sections of one name as one, of all their sources and parts."""
    kept: dict[frozenset[str], Found] = {}
    for source, section in sorted(found, key=lambda pair: (-pair[0].worth, pair[0].path)):
        name = frozenset(content_stems(section.heading)) - evidence.stems
        if name not in kept:
            kept[name] = (source, section)
            continue
        first, whole = kept[name]
        joined = Source(
            first.path, first.singles + source.singles, first.worth + source.worth, first.is_titled or source.is_titled
        )
        sources = tuple(dict.fromkeys((*whole.sources, *section.sources)))
        parts = tuple({one.id: one for one in (*section.sections, *whole.sections)}.values())
        kept[name] = (joined, replace(whole, sources=sources, sections=parts))
    return list(kept.values())


def _by_chapter(found: Sequence[Found], spelling: Spelling, evidence: Evidence) -> list[Found]:
    """The documents of a chapter under its title, where that says from which angle it looks at the topic ("Diseases of
    the Immune System")."""
    chapters: defaultdict[str, list[Found]] = defaultdict(list)
    for source, section in found:
        named = Counter(evidence.snippets[one.snippet_id].topic for one in source.singles).most_common(1)[0][0]
        is_angle = _is_on(named, evidence.relevance.stems)
        heading = heading_from(named, evidence.stems, spelling) if is_angle else ""
        chapters[heading or source.path[0] + section.id].append((source, section))
    grouped: list[Found] = []
    for heading, those in chapters.items():
        if len(those) < 2:
            grouped += those
            continue
        ordered = sorted(those, key=lambda pair: natural(pair[0].path[0]))
        whole = Source(
            ordered[0][0].path,
            tuple(one for source, _ in ordered for one in source.singles),
            math.fsum(source.worth for source, _ in ordered),
            True,
        )
        name = frozenset(content_stems(heading))
        parts = [one for _, one in ordered if frozenset(content_stems(one.heading)) != name]
        sources = tuple(path for _, one in ordered for path in one.sources)
        inner = tuple(replace(one, level=2, sections=()) for one in parts)
        identity = node_id(evidence.topic, "chapter", heading)
        grouped.append((whole, Section(identity, heading, 1, _terms(heading), sources=sources, sections=inner)))
    return grouped


def _order(
    source: Source, section: Section, among: Sequence[Found]
) -> tuple[float, float, float, tuple[tuple[int, str], ...]]:
    """Books by what they have to say, in a book by the numbers of its parts; what has no number as an encyclopedia
    would put it, then by what it says."""
    book = _book(source.path)
    whole = math.fsum(one.worth for one, _ in among if _book(one.path) == book)
    name = source.path[0].rstrip("/").rpartition("/")[2]
    if name[:1].isdigit():
        return -whole, 0.0, 0.0, natural(name)
    return -whole, rank_of(section.heading), -source.worth, ()


def _book(path: Path) -> str:
    return path[0].rstrip("/").rpartition("/")[0]
