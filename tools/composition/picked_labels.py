"""Picked labels: those that make sections of their own beside facets and the sections of documents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from castalia.memory.identity import node_id
from castalia.memory.records import Level, Section, nodes_of
from castalia.tools.composition.facets import Facet
from castalia.tools.composition.fit import FIT, Fits
from castalia.tools.composition.labels import Label
from castalia.tools.composition.open_facets import facet_names, facet_section
from castalia.tools.composition.places import Place, places_of
from castalia.tools.composition.section_supply import enough
from castalia.tools.language.words import stem, stem_set, term_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import SourcePath
from castalia.tools.topic.spelled_names import in_full, other_names

MOST_SECTIONS = 18  # of a page, facets being sections, too
MOST_BESIDE = 7  # of one that has a few sections of documents
FEW = 5  # sections: a page that has so many does without what is wider than the topic
BELOW = 3  # parts of a path: a document, its title, and what stands under that


def pick_labels(
    labels: Sequence[Label],
    facets: Sequence[Facet],
    told: Sequence[Section],
    least: int,
    fits: Fits,
) -> list[Label]:
    """The labels, best first, that make sections beside these facets and the sections of documents (``told``). No two
    mean the same, and each has ``least`` sentences that fit it better than any section before it."""
    evidence = fits.evidence
    good = [one for one in evidence.singles if one.doubt <= evidence.bar]
    best: Counter[str] = Counter()
    called = facet_names(facets)
    headed = {stem_set(one.heading) - evidence.stems for one in nodes_of(told)}
    for place in places_of([*(facet_section(one, evidence) for one in facets), *told], evidence):
        best |= _values(good, place, fits)
    picked: list[Label] = []
    for label in labels:
        most = FEW if label.is_wide else MOST_BESIDE if told else MOST_SECTIONS
        if len(picked) + len(facets) + len(told) >= most:
            break
        if {label.stems, label.stems - evidence.stems} & called or any(
            one <= label.stems or label.stems <= one for one in headed if one
        ):
            continue  # "Lower middle class" beside what a document says of the middle class
        names = {term_stems(name) for name in other_names(label.stems, evidence.acronyms)}
        own = in_full(label.stems, evidence.acronyms) - evidence.stems
        if any(
            one.stems in names or alike(own, in_full(one.stems, evidence.acronyms) - evidence.stems) for one in picked
        ):
            continue
        (place,) = places_of([label_section(label, evidence)], evidence)
        values = _values(good, place, fits)
        if enough([one for one in good if values[one.id] > best[one.id]], least):
            picked.append(label)
            best |= values
    return picked


def _values(singles: Sequence[Passage], place: Place, fits: Fits) -> Counter[str]:
    """How well each sentence (by id) fits a section, where it may stand there."""
    values = {one.id: fits.of(one, place) for one in singles}
    return Counter({name: value for name, value in values.items() if value >= FIT})


_DOING = frozenset(
    map(
        stem,
        "ability capability algorithm approach method model framework mechanism technique agent strategy system".split(),
    )
)


def alike(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two names (as stems) are too like each other for two headings: one holds the other, or they share more
    than a third of their words ("B cells" and "T cells" share a third), or all but words such as "ability" and
    "method" ("reasoning ability", "reasoning capabilities")."""
    return a <= b or b <= a or 3 * len(a & b) > len(a | b) or (bool(a - _DOING) and a - _DOING == b - _DOING)


def label_section(label: Label, evidence: Evidence, parent: str = "", level: Level = 1) -> Section:
    """The section under a label, or the subsection of a ``parent`` (its id)."""
    return Section(node_id(evidence.key, parent, label.term), label.heading, level, (label.term,))


def settled_section(label: Label, evidence: Evidence) -> Section:
    """The section under a label. It tells a part of a document again that is called as the label is."""
    return replace(label_section(label, evidence), sources=_headed_parts(label, evidence))


def _headed_parts(label: Label, evidence: Evidence) -> tuple[SourcePath, ...]:
    """The part of a document with most to say under a heading that says what a label does, and no more ("Social
    Mobility"), if that is enough for a section, and most of what opens with the label stands in it: of covalent bonds
    many documents tell. A whole document of that name tells of more than goes with the topic ("Monopolistic
    Competition", of oligopolies)."""
    names = (label.stems, label.stems - evidence.stems)
    held: defaultdict[SourcePath, list[Passage]] = defaultdict(list)
    for one in evidence.singles:
        path = evidence.paths[one.snippet_id]
        for end in range(BELOW, len(path) + 1):
            if stem_set(path[end - 1]) in names:
                held[path[:end]].append(one)
    opened = {one.id for one in label.passages}
    parts = [
        path
        for path, those in held.items()
        if enough(those) and 2 * len(opened.intersection(one.id for one in those)) > len(opened)
    ]
    return tuple(sorted(parts, key=lambda path: (-len(held[path]), path))[:1])
