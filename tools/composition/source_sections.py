"""Source sections: what documents on the topic set apart, as sections of the page, in reading order.

Where documents treat the topic at length, their own division is the best outline that there is: each sentence keeps the
company that its authors gave it. Abstracts and scattered paragraphs have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from castalia.memory.identity import node_id
from castalia.memory.records import Section
from castalia.tools.composition.facet_headings import facet_of, heading_of, terms_of
from castalia.tools.composition.general_facets import GENERAL
from castalia.tools.composition.labels import Label
from castalia.tools.composition.section_supply import enough
from castalia.tools.composition.source_headings import heading_from, says_angle
from castalia.tools.composition.source_parts import PART, inferred_in, inner_parts
from castalia.tools.composition.source_ranks import first_places, in_reading_order
from castalia.tools.composition.sources import (
    OTHER,
    WORTH,
    Found,
    Source,
    book_of,
    ends_in_topic,
    is_called,
    least_worth,
    parts_of,
    whole_of,
)
from castalia.tools.composition.spelling import spelling_of
from castalia.tools.composition.spread_sections import FEW, spread
from castalia.tools.composition.topic_documents import documents_on
from castalia.tools.composition.unit_ranks import LONGEST_UNIT, words_of
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.topic_names import is_discipline
from castalia.tools.language.words import stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.name_family import are_of_family
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import SourcePath, is_within, slug

ENOUGH = 8  # sections: with so many titled with the topic no other document is wanted
WIDE = 12  # sections of a page on a topic that so many documents have in their title, or a corpus is about
ENOUGH_TOLD = 40  # sentences, about 900 words: where sections are expected to have fewer, a general one is wanted
OWN = 5.0  # such sentences: what a document called by the topic says under its name is a section of its own
SPEAKING = 0.5  # of a document's sentences open with what it can be called by


def source_sections(evidence: Evidence, labels: Sequence[Label], is_divided: bool) -> tuple[Section, ...]:
    """Up to as many sections of documents on the topic as a page has (``most_sections``), those with most to say, in
    reading order. What has no title that can stand as a heading goes by one of its ``labels``. Where there are fewer
    than ``FEW``, parts of documents called by the topic's name are sections though they say no more than a subsection
    (``PART``); where these have less than ``ENOUGH_TOLD`` to say, the rest of such documents stands under the general
    facet, and else much (``OWN``) that documents called by the topic's name alone say under no other heading. If it
    ``is_divided``, documents without headings are, by what their stretches speak of."""
    if evidence.papers:
        return ()
    documents = documents_on(evidence)
    found = named_sections(documents, labels, evidence)
    if len(_ordered(found, evidence)) < FEW:
        there = {section.id for _, section in found}
        parts = [one for source in documents if source.is_titled for one in _divided(source, evidence, PART)]
        found += [one for one in parts if one[1].id not in there]
    if is_divided:
        found = [(source, _with_inferred(source, section, evidence)) for source, section in found]
    if sum(source.worth for source, _ in found) < ENOUGH_TOLD:
        found += _general_sections(documents, found, evidence)
    else:
        least = least_worth(evidence, OWN) if evidence.relevance.gathered else OWN
        found += _general_sections([one for one in documents if is_called(one, evidence)], found, evidence, least)
    return _ordered(found, evidence)


def _ordered(found: Sequence[Found], evidence: Evidence) -> tuple[Section, ...]:
    """The sections that were found, in reading order: those with most to say, of more than a page has."""
    best = sorted(_merged(found, evidence), key=lambda pair: pair[0].rank)
    titled = sum(source.is_titled for source, _ in best)
    most = most_sections(titled, evidence.relevance.focused)
    places = first_places(evidence)
    ordered = in_reading_order(best[:most], places, evidence)
    alone = {name for source, section in ordered for name in _standing(source, section, evidence)}
    return spread([section for _, section in ordered], alone, places)


def most_sections(titled: int, is_focused: bool) -> int:
    """How many sections of documents a page has at most, where so many have the topic in their title, or the corpus is
    about little else."""
    return WIDE if is_focused else min(WIDE, max(ENOUGH, titled))


def _standing(source: Source, section: Section, evidence: Evidence) -> set[str]:
    """What of a section and its parts (their ids) has enough to say by itself: the section with the parts that do not,
    if it has more than these and a summary, which a page may do without."""

    def is_in(one: Passage, part: Section) -> bool:
        return any(is_within(evidence.divided[one.snippet_id], path) for path in part.sources)

    parts = [part for part in section.sections if enough([one for one in source.singles if is_in(one, part)])]
    rest = [one for one in source.singles if not any(is_in(one, part) for part in parts)]
    own = [one for one in rest if not any(is_in(one, part) for part in section.sections)]
    has_own = any(one.snippet_id not in evidence.summaries for one in own)
    return {part.id for part in parts} | ({section.id} if has_own and enough(rest) else set())


def named_sections(sources: Sequence[Source], labels: Sequence[Label], evidence: Evidence) -> list[Found]:
    """The sections of these documents that have a name of their own; where they are few, also those that only what is
    around them has."""
    found: list[Found] = []
    left: list[Source] = []
    for source in sources:
        own = _divided(source, evidence) or _by_label(source, labels, evidence)
        found += own
        left += [] if own else [source]
    if len(found) < ENOUGH:
        called = [source for source in left if ends_in_topic(whole_of(source, evidence), evidence)]
        found += [one for source in left for one in _by_surroundings(source, labels, evidence, is_one=len(called) == 1)]
    return found


def _general_sections(
    sources: Sequence[Source], found: Sequence[Found], evidence: Evidence, least: float = WORTH
) -> list[Found]:
    """What is ``_unnamed``, under the general facet, or the other name of that by which a section goes already
    ("Properties")."""
    general = [_general_section(one, evidence) for one in _unnamed(sources, found, evidence, least)]
    called = next((one.heading for _, one in found if facet_of(one.heading) == GENERAL.name), "")
    return [(source, replace(one, heading=called)) if called else (source, one) for source, one in general]


def _unnamed(
    sources: Sequence[Source], found: Sequence[Found], evidence: Evidence, least: float = WORTH
) -> list[Source]:
    """What the documents under the topic's name have outside of the sections that were found, ``least`` or more. Parts
    of a document have no such rest beside a single section: what is told of the topic is better sorted by facets."""
    told = [path for _, section in found for path in section.sources]

    def rest(source: Source) -> list[Source]:
        left = [one for one in source.singles if not any(is_within(evidence.paths[one.snippet_id], to) for to in told)]
        return parts_of(left, lambda _: source.path, least, evidence)

    return [
        one
        for source in sources
        if source.is_titled and len(found) > (0 if len(source.path) == 1 else 1)
        for one in rest(source)
    ]


def _general_section(source: Source, evidence: Evidence) -> Found:
    heading = heading_of(GENERAL, [one.text for one in source.singles], evidence.stems)
    return _whole_section(source, whole_of(source, evidence), heading, evidence)


def _by_label(source: Source, labels: Sequence[Label], evidence: Evidence) -> list[Found]:
    """A document as one section called by a label, if one does."""
    whole = whole_of(source, evidence)
    is_general = ends_in_topic(whole, evidence) or (evidence.relevance.gathered and is_called(source, evidence))
    heading = "" if is_general else _called(source, labels)
    return [_whole_section(source, whole, heading, evidence)] if heading else []


def _by_surroundings(source: Source, labels: Sequence[Label], evidence: Evidence, *, is_one: bool) -> list[Found]:
    """A document that ``ends_in_topic`` as one section: under the general facet where it ``is_one`` of its own and has
    no more to say than a section may (``LONGEST_UNIT``), else called after the heading above that or by a label; one
    that is called by the topic's name alone, or was gathered on the topic under a title that is no heading, under the
    general facet."""
    whole = whole_of(source, evidence)
    if ends_in_topic(whole, evidence):
        if is_one and words_of(source.singles) <= LONGEST_UNIT:
            return [_general_section(source, evidence)]
        heading = _heading(whole[:-1], source, evidence) or _called(source, labels)
        if heading:
            return [_whole_section(source, whole, heading, evidence)]
    is_general = evidence.relevance.gathered or is_called(source, evidence)
    return [_general_section(source, evidence)] if is_general else []


def _divided(source: Source, evidence: Evidence, least: float | None = None) -> list[Found]:
    """A document as a section, divided by its own headings; where its title is no heading, each of its parts likewise,
    if it has enough to say (``least`` sentences, where that is given)."""
    whole = whole_of(source, evidence)
    if (heading := _heading(whole, source, evidence)) and not ends_in_topic(whole, evidence):
        return [_whole_section(source, whole, heading, evidence)]
    depth = len(whole) + 1
    enough_to_say = least if least is not None else least_worth(evidence, WORTH if source.is_titled else OTHER)
    deep = [one for one in source.singles if len(evidence.paths[one.snippet_id]) >= depth]
    return [
        one
        for part in parts_of(deep, lambda one: evidence.paths[one.snippet_id][:depth], PART, evidence, snippets=1)
        if part.worth >= enough_to_say
        for one in _divided(part, evidence, least)
    ]


def _whole_section(source: Source, whole: SourcePath, heading: str, evidence: Evidence) -> Found:
    """What ``whole`` tells as a section of this heading, divided by the headings of its parts."""
    best = _children(inner_parts(source, whole, evidence), heading, evidence)
    if len(whole) > 2 and len(best) == 1 and 2 * len(best[0][0].singles) > len(source.singles):
        return best[0][0], replace(best[0][1], level=1)
    parts = tuple(section for _, section in best) if len(best) > 1 else ()
    identity = node_id(evidence.key, "source", *whole)
    return source, Section(identity, heading, 1, terms_of(heading), sources=(whole,), sections=parts)


def _with_inferred(source: Source, section: Section, evidence: Evidence) -> Section:
    """The section, divided by the parts that are inferred of a document without headings."""
    best = _children(inferred_in(source, evidence), section.heading, evidence)
    return replace(section, sections=tuple(part for _, part in best)) if len(best) > 1 else section


def _children(parts: Sequence[Source], heading: str, evidence: Evidence) -> list[Found]:
    """The parts that would be a subsection under this heading, those with most to say first."""
    inner = [(one, section) for one in parts if (section := _section(one, heading, evidence)) is not None]
    return sorted(inner, key=lambda pair: (-pair[0].worth, pair[0].path))


def _heading(path: SourcePath, source: Source, evidence: Evidence) -> str:
    """What a part of a document is called on the page; "" where its title would not do as a heading.

    It does where it names what the snippets of the part speak of, an angle or a discipline from which they look at it
    ("Gross anatomy", "Microbiology"), or such a topic ("Insufficient sleep"). Figures of speech do not ("A trip into
    …", “long-haired” comets), unless they are ``_is_plain``. A title that names only an angle, in a document on
    something else, gives way to what the angle is on.
    """
    spelling = spelling_of(evidence)
    title = path[-1] if len(path) > 1 else spelling.restored(slug(path[0]))
    heading = heading_from(title, evidence.stems, spelling)
    if not _QUOTES.isdisjoint(heading) or stem_set(heading) in map(frozenset, evidence.relevance.names):
        return ""
    if evidence.relevance.focused and _is_plain(heading, len(path) > 2, evidence):
        return heading
    if len(path) > 2 and says_angle([heading]) and not evidence.relevance.named_in(stem_set(path[1])):
        return _heading(path[:-1], source, evidence) or heading
    own = stem_set(heading) - evidence.stems - LIGHT
    said = frozenset[str]().union(*(stems for one in source.singles for stems in evidence.sentences[one.snippet_id]))
    words = heading.split()
    is_such = len(words) == 1 + len(evidence.stems) and evidence.stems == stem_set(" ".join(words[1:]))
    is_view = says_angle(words[-1:]) or any(is_discipline(one) for one in words[-1:] if own & stem_set(one))
    return heading if not own or own & said or is_such or is_view else ""


def _is_plain(heading: str, is_inside: bool, evidence: Evidence) -> bool:
    """Whether a heading is no figure of speech in a corpus about little else: one inside of a document, unless it has a
    number, and one over a whole document that is one word, or of which the corpus says half of the words beside the
    topic, or has them in the topic's name."""
    if is_inside:
        return not any(map(str.isdigit, heading))
    said = frozenset[str]().union(*(stems for those in evidence.sentences.values() for stems in those))
    words = stem_set(heading) - LIGHT - evidence.stems
    strange = [one for one in words - said if not are_of_family((one,), evidence.relevance.stems)]
    return " " not in heading or 2 * len(strange) <= len(words)


_QUOTES = frozenset('“”"')


def _called(source: Source, labels: Sequence[Label]) -> str:
    """What most of a document's sentences open with, of all that would make a heading; empty where few do."""
    own = {one.id for one in source.singles}
    counts = {label.heading: sum(one.id in own for one in label.passages) for label in labels}
    best = max(counts, key=lambda name: counts[name], default="")
    return best if best and counts[best] >= SPEAKING * len(own) else ""


def _section(source: Source, parent: str, evidence: Evidence) -> Section | None:
    heading = _heading(source.path, source, evidence)
    if stem_set(heading) <= stem_set(parent):
        return None
    identity = node_id(evidence.key, "source", *source.path)
    return Section(identity, heading, 2, terms_of(heading), sources=(source.path,))


def _merged(found: Sequence[Found], evidence: Evidence) -> list[Found]:
    """Sections of one name as one, of the sources and parts that the book with most to say has: two books tell the same
    twice."""
    kept: dict[frozenset[str], Found] = {}
    for source, section in sorted(found, key=lambda pair: pair[0].rank):
        name = stem_set(section.heading) - evidence.stems
        if name not in kept:
            kept[name] = (source, section)
            continue
        first, whole = kept[name]
        if book_of(first.path) != book_of(source.path):
            continue
        joined = Source(
            first.path, first.singles + source.singles, first.worth + source.worth, first.is_titled, first.is_own
        )
        sources = tuple(dict.fromkeys((*whole.sources, *section.sources)))
        parts = tuple({one.id: one for one in (*section.sections, *whole.sections)}.values())
        kept[name] = (joined, replace(whole, sources=sources, sections=parts))
    return list(kept.values())
