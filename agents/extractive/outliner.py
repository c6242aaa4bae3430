"""Ω without a model: the shape of a science article, filled with the topic's own terms (thesis eq. 3.11).

Where documents treat the topic at length, their own sections are the page's, with what is told of its past anywhere
else. Beside a few of these, or alone, stand facets (history, types, uses, …) that enough sentences about the topic fit,
and between them the terms that matter most; long sections are divided by the communities of the graph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from castalia.agents.roles import OutlineState, OutlineUpdate
from castalia.memory.identity import node_id
from castalia.memory.memory import Memory
from castalia.memory.plain import plain
from castalia.memory.records import Section, nodes_of
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.facet_headings import heading_of
from castalia.tools.composition.facet_lists import facet, facets_for
from castalia.tools.composition.facets import Facet
from castalia.tools.composition.fit import FIT, facet_fit, label_fit
from castalia.tools.composition.labels import Label, find_labels
from castalia.tools.composition.placement import FitOf, place_all, remembered_fit
from castalia.tools.composition.places import SECTION, Place, places_of
from castalia.tools.composition.source_order import opens
from castalia.tools.composition.source_sections import source_sections
from castalia.tools.language.vectors import cosine
from castalia.tools.language.words import content_stems, stem, term_stems
from castalia.tools.topic.evidence import Evidence, run_evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.profiles import profile
from castalia.tools.topic.spelled_names import in_full, other_names

MOST_SECTIONS, MOST_FACETS = 18, 5  # of a page, facets being sections, too
MOST_BESIDE = 7  # of one that has a few sections of documents
MOST_OF_CONDITION = 9  # facets of an article on a disease, which has hardly any other sections
FULL = 4  # sentences of a section under a heading of its own, on a page that has enough of them
SUFFICE = 6  # sentences with which a facet counts as much as its ``prior``
SOURCES = 2  # snippets that a section needs
TOLD, TOPICAL = 19, 20  # the ranks, among those of facets, of sections of documents, and of those on subjects
TOP = 3  # sections of documents: with so many hardly another is wanted,
SUPPLY, LONGEST = 900, 450  # if they have words enough for a page; of one at most
DIVIDE = 12  # sentences of a section that is long enough for subsections:
PART, PARTS = 5, 3  # one for each so many, up to so many
MODEST = 7  # sections: on a page of fewer SECTION sentences will do


class ExtractiveOutliner:
    """Up to ``MOST_SECTIONS`` top-level sections, each with at least three sentences that belong there, of two
    snippets (of one, for what is told of a disease); ``sources`` of a section are the parts of documents that it tells
    again."""

    engine = "extractive"

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def __call__(self, state: OutlineState) -> OutlineUpdate:
        evidence = await run_evidence(self._memory, state)
        outline = await run_in_thread(draft_outline, evidence)
        return {"outline": [plain(one) for one in outline]}


def draft_outline(evidence: Evidence) -> tuple[Section, ...]:
    """The outline of a topic's evidence, in reading order."""
    found = find_labels(evidence)
    fit_of = remembered_fit()
    told = () if evidence.is_condition else source_sections(evidence, found)
    headings = {frozenset(content_stems(one.heading)) for one in nodes_of(told)}
    opened = [one for one in _open_facets(evidence) if not headings & _called([one])]
    if len(told) >= TOP and _words(told, evidence, fit_of) >= SUPPLY:
        past = [_facet_section(one, evidence) for one in opened if one.tells_of_past]
        return tuple(_populated([*past, *told], SECTION, evidence, fit_of))
    if len(told) > 1:  # what fits no section of theirs would make a grab-bag
        opened = [one for one in opened if not one.is_general]
    if told:
        opened = opened[: max(0, MOST_BESIDE - len(told))]
    chosen_facets, labels, kept = _settle(found, opened, told, FULL, evidence, fit_of)
    if len(kept) < MODEST:
        chosen_facets, labels, kept = _settle(found, opened, told, SECTION, evidence, fit_of)
    if not told:
        chosen_facets, kept = _with_general(chosen_facets, kept, evidence)
    order = dict(zip((one.id for one in kept), _ranks(chosen_facets, kept, labels, evidence), strict=True))
    placed = _fitting(places_of(kept, evidence), evidence, fit_of)
    taken = [one.stems - evidence.stems for one in labels]
    names = {term_stems(name) for one in labels for name in other_names(one.stems, evidence.acronyms)}
    names |= _called(chosen_facets)
    free = [
        one
        for one in found
        if one.stems not in names and not any(one.stems - evidence.stems <= other for other in taken)
    ]
    divided = [section if section.sources else _divide(section, free, placed[section.id], evidence) for section in kept]
    return tuple(sorted(divided, key=lambda section: (order[section.id], section.id)))


def _words(sections: Sequence[Section], evidence: Evidence, fit_of: FitOf) -> int:
    """The words of the snippets of which these sections may tell something, each section's up to what one may have."""
    placed = _fitting(places_of(sections, evidence), evidence, fit_of)
    found = []
    for top in sections:
        singles, opened = [], set()
        for node in nodes_of([top]):
            heading = frozenset(content_stems(node.heading))
            those = [one for one in placed[node.id] if len(one.sentences) == 1]
            opened |= {one.snippet_id for one in those if opens(one, heading, evidence)}
            singles += those
        found.append(min(LONGEST, sum(one.words for one in singles if one.snippet_id in opened)))
    return sum(found)


def _settle(
    found: Sequence[Label],
    facets: list[Facet],
    told: Sequence[Section],
    least: int,
    evidence: Evidence,
    fit_of: FitOf,
) -> tuple[list[Facet], list[Label], list[Section]]:
    """The facets and labels that can be filled beside the sections of documents (``told``), these with ``least``
    sentences, and all their sections; what cannot be filled makes room for the next."""
    left = list(found)
    while True:
        labels = _pick_labels(left, facets, told, least, evidence, fit_of)
        looked = [_facet_section(one, evidence) for one in facets]
        named = [_label_section(one, evidence) for one in labels]
        kept = _populated([*looked, *told, *named], least, evidence, fit_of)
        names = {one.id for one in kept}
        poor = [one.term for one, section in zip(labels, named, strict=True) if section.id not in names]
        facets = [one for one, section in zip(facets, looked, strict=True) if section.id in names]
        if not poor:
            return facets, labels, kept
        left = [one for one in left if one.term not in poor]


def _open_facets(evidence: Evidence) -> list[Facet]:
    """The facets that the evidence can fill, the most usual in an encyclopedia first."""
    scored = []
    for one in facets_for(evidence.papers, evidence.is_condition):
        if evidence.stems.issuperset(content_stems(one.heading)):
            continue  # "Languages" is no part of low-resource languages
        found = [(facet_fit(single, one, evidence), single) for single in _quotable(evidence)]
        fitting = [single for value, single in found if value >= FIT]
        if _enough(fitting, sources=_sources(one)):
            scored.append((one.prior * min(1.0, len(fitting) / SUFFICE), one))
    scored.sort(key=lambda pair: (-pair[0], pair[1].name))
    return [one for _, one in scored[: MOST_OF_CONDITION if evidence.is_condition else MOST_FACETS]]


def _pick_labels(
    labels: Sequence[Label],
    facets: Sequence[Facet],
    told: Sequence[Section],
    least: int,
    evidence: Evidence,
    fit_of: FitOf,
) -> list[Label]:
    """The best labels beside these facets that mean different things: each brings ``least`` sentences that fit it
    better than all before."""
    good = [one for one in evidence.singles if one.doubt <= evidence.bar]
    best: Counter[str] = Counter()
    called = _called(facets)
    headed = {frozenset(content_stems(one.heading)) - evidence.stems for one in nodes_of(told)}
    for place in places_of([*(_facet_section(one, evidence) for one in facets), *told], evidence):
        best |= _fits(good, place, evidence, fit_of)
    picked: list[Label] = []
    for label in labels:
        if len(picked) + len(facets) + len(told) >= (MOST_BESIDE if told else MOST_SECTIONS):
            break
        if label.stems in called or any(one <= label.stems or label.stems <= one for one in headed if one):
            continue  # "Lower middle class" beside what a document says of the middle class
        names = {term_stems(name) for name in other_names(label.stems, evidence.acronyms)}
        own = in_full(label.stems, evidence.acronyms) - evidence.stems
        if any(
            one.stems in names or _alike(own, in_full(one.stems, evidence.acronyms) - evidence.stems) for one in picked
        ):
            continue
        (place,) = places_of([_label_section(label, evidence)], evidence)
        fits = _fits(good, place, evidence, fit_of)
        if _enough([one for one in good if fits[one.id] > best[one.id]], least):
            picked.append(label)
            best |= fits
    return picked


def _called(facets: Sequence[Facet]) -> frozenset[frozenset[str]]:
    """The names of facets and of their halves ("Diagnosis and treatment"), as stems: a heading beside theirs says
    something else."""
    names = {name for one in facets for name in (one.heading, *one.synonyms, *one.heading.split(" and "))}
    return frozenset(frozenset(content_stems(name)) for name in names)


def _fits(singles: Sequence[Passage], place: Place, evidence: Evidence, fit_of: FitOf) -> Counter[str]:
    """How well each sentence (by id) fits a section, where it may stand there."""
    values = {one.id: fit_of(one, place, evidence) for one in singles}
    return Counter({name: value for name, value in values.items() if value >= FIT})


_DOING = frozenset(
    map(
        stem,
        "ability capability algorithm approach method model framework mechanism technique agent strategy system".split(),
    )
)


def _alike(a: frozenset[str], b: frozenset[str]) -> bool:
    """One holds the other, or they share more than a word of three ("B cells" and "T cells" may stand side by side), or
    all but what says that it is done or can be done ("reasoning ability" and "reasoning capabilities")."""
    return a <= b or b <= a or 3 * len(a & b) > len(a | b) or (bool(a - _DOING) and a - _DOING == b - _DOING)


def _ranks(
    facets: Sequence[Facet], kept: Sequence[Section], labels: Sequence[Label], evidence: Evidence
) -> list[float]:
    """Where each of the sections stands on the page: facets by their rank; after most of these the sections of
    documents, in their order, and labels together in ``_reading_order``."""
    ranks = {node_id(evidence.topic, "facet", one.name): float(one.rank) for one in facets}
    places = {one.term: at for at, one in enumerate(_reading_order(labels, evidence))}
    for at, section in enumerate(kept):
        if section.sources:
            ranks[section.id] = TOLD + at / 100
    for one in labels:
        ranks[_label_section(one, evidence).id] = TOPICAL + places[one.term] / 100
    return [ranks[one.id] for one in kept]


def _reading_order(labels: Sequence[Label], evidence: Evidence) -> list[Label]:
    """The kinds of the topic first ("Spiral galaxies"), then the others; each time the weightiest, and after each the
    one most like it."""
    topic = evidence.relevance.stems
    kinds = [one for one in labels if tuple(one.term.split()[-len(topic) :]) == topic]
    words = {
        one.term: profile((single.stems for single in one.passages), evidence.stems, evidence.background)
        for one in labels
    }
    order: list[Label] = []
    for group in (kinds, [one for one in labels if one not in kinds]):
        left = list(group)
        while left:
            following = max(left, key=lambda one: cosine(words[order[-1].term], words[one.term])) if order else left[0]
            order.append(following)
            left.remove(following)
    return order


def _populated(sections: Sequence[Section], least: int, evidence: Evidence, fit_of: FitOf) -> list[Section]:
    """The sections that keep enough passages once every passage has its one place; the poorest goes first."""
    kept = list(sections)
    places = {place.section.id: place for place in places_of(sections, evidence)}
    while kept:
        placed = _fitting([places[one.id] for one in kept], evidence, fit_of)
        found = {one.id: [single for node in nodes_of([one]) for single in placed[node.id]] for one in kept}
        poor = [one for one in kept if not _enough(found[one.id], *_needs(one, least))]
        if not poor:
            break
        kept.remove(min(poor, key=lambda one: (len(found[one.id]), one.id)))
    return kept


def _with_general(facets: list[Facet], kept: list[Section], evidence: Evidence) -> tuple[list[Facet], list[Section]]:
    """Both with the general facet, before the labels, where a thin page has enough to say under it."""
    general = next((one for one in facets_for(evidence.papers, evidence.is_condition) if one.is_general), None)
    if general is None or general in facets or evidence.papers:
        return facets, kept
    section = _facet_section(general, evidence)
    wider = [*kept[: len(facets)], section, *kept[len(facets) :]]
    placed = place_all(evidence.singles, places_of(wider, evidence), evidence)
    if not _enough([one for one, _ in placed[section.id]]):
        return facets, kept
    return [*facets, general], wider


def _fitting(places: Sequence[Place], evidence: Evidence, fit_of: FitOf) -> dict[str, list[Passage]]:
    """The sentences that have their place in each section because they fit its heading."""
    placed = place_all(_quotable(evidence), places, evidence, fit_of=fit_of)
    return {name: [one for one, value in those if value >= FIT] for name, those in placed.items()}


def _divide(section: Section, labels: Sequence[Label], singles: Sequence[Passage], evidence: Evidence) -> Section:
    """Subsections for a long section: its best labels from different communities of the graph, two at least."""
    if len(singles) < DIVIDE or (section.facet and facet(section.facet).tells_of_past):
        return section
    community = _communities(evidence)
    heading = in_full(frozenset(content_stems(section.heading)), evidence.acronyms) | evidence.stems
    picked: list[Label] = []
    homes: set[int] = set()
    for label in labels:
        own = in_full(label.stems, evidence.acronyms) - heading
        home = community.get(label.term, -len(picked) - 2)
        if not own or home in homes:
            continue
        if any(_alike(own, in_full(other.stems, evidence.acronyms) - evidence.stems) for other in picked):
            continue
        if not _enough([one for one in singles if label_fit(one, label.term, (), evidence.stems) >= FIT]):
            continue
        picked.append(label)
        homes.add(home)
        if len(picked) == min(PARTS, len(singles) // PART):
            break
    if len(picked) < 2:
        return section
    children = tuple(_label_section(one, evidence, section.id, 2) for one in picked)
    return Section(section.id, section.heading, 1, section.terms, section.facet, children)


def _communities(evidence: Evidence) -> Mapping[str, int]:
    """Term to the number of the community that its node belongs to."""
    found: dict[str, int] = {}
    for number, nodes in enumerate(evidence.graph.communities()):
        for node in nodes:
            found.setdefault(" ".join(content_stems(evidence.graph.label(node))), number)
    return found


def _facet_section(one: Facet, evidence: Evidence) -> Section:
    heading = heading_of(one, [snippet.text for snippet in evidence.snippets.values()], evidence.stems)
    return Section(node_id(evidence.topic, "facet", one.name), heading, 1, (), one.name)


def _label_section(label: Label, evidence: Evidence, parent: str = "", level: int = 1) -> Section:
    return Section(node_id(evidence.topic, parent, label.term), label.heading, level, (label.term,))


def _needs(section: Section, least: int) -> tuple[int, int]:
    if section.sources:
        return (SECTION, SOURCES)
    return (SECTION, _sources(facet(section.facet))) if section.facet else (least, SOURCES)


def _sources(one: Facet) -> int:
    """The snippets that a facet's section needs: what one tells of a disease's treatment, no other need tell."""
    return 1 if one.is_understood else SOURCES


def _enough(singles: Sequence[Passage], least: int = SECTION, sources: int = SOURCES) -> bool:
    sentences = {(one.snippet_id, at) for one in singles for at in range(one.place, one.end)}
    return len(sentences) >= least and len({name for name, _ in sentences}) >= sources


def _quotable(evidence: Evidence) -> Sequence[Passage]:
    """The passages whose sentences are counted: on a disease also those of several, for what goes on with its symptoms
    ("These symptoms …") cannot stand alone."""
    return evidence.passages if evidence.is_condition else evidence.singles
