"""Placement: which section of an outline a passage belongs under.

Every passage has one place at most, so that no two sections tell the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from castalia.tools.composition.condition_facets import tells_other
from castalia.tools.composition.doubt_limits import most_doubt
from castalia.tools.composition.facets import Facet
from castalia.tools.composition.fit import CLEAR, FIT, OPENS, Fits
from castalia.tools.composition.places import Place, begun_with
from castalia.tools.composition.told_facets import facet_told
from castalia.tools.topic.company import Company, company_of
from castalia.tools.topic.doubt import Signs, doubt, section_signs
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage, Spot
from castalia.tools.topic.snippet_topics import DENSE
from castalia.tools.topic.source_paths import headings_of
from castalia.tools.topic.text_signs import is_narrowed

JOINED = 0.5  # fit with which a passage counts that fits no heading, and joins its snippet under one
# fit by which it may fit a subsection less well than the section, and stand in the subsection all the same
INNER = 0.25
PLENTY = 50  # sentences with a place: on a page with fewer, all that name the topic have one
TREATED = 45  # sentences in documents on the topic: with fewer a page needs what others say of it by the way

Home = tuple[Place | None, float]  # where something stands, and how well it fits there
NOWHERE: Home = (None, 0.0)


def place_all(
    passages: Sequence[Passage],
    places: Sequence[Place],
    fits: Fits,
    pinned: frozenset[str] = frozenset(),
) -> dict[str, tuple[tuple[Passage, float], ...]]:
    """For each section id the passages that have their place there, with their fit, in the given order.

    A passage goes to the top-level section that it fits best, and there to the subsection that it fits, if any. One
    that fits none may join its snippet in a section, or stand in the general one where fewer than ``PLENTY`` sentences
    have a place. No run holds a sentence that has its place elsewhere.

    Unless its snippet is ``pinned``, a passage has no place whose ``doubt``, with what heading and company add to it,
    is above the ``most_doubt`` of its section, nor one that ``_strays`` where documents on the topic have ``TREATED``
    sentences, nor one that ``_leads_away``. The passages come back with the ``doubt`` that they have in their place.
    """
    evidence = fits.evidence
    best = [(one, *_best(one, places, fits)) for one in passages]
    is_treated = sum(one.snippet_id in evidence.titled for one in evidence.singles) >= TREATED
    alone = {one.spot: (home, value) for one, home, value in best if one.is_single}
    singles = frozenset(alone)
    company = company_of((one, home.section.id) for one, home, _ in best if home and one.is_single)
    if not evidence.papers:
        housed = sum(home is not None and one.doubt <= evidence.bar for one, home, _ in best if one.is_single)
        homeless = [one for one, home, _ in best if home is None]
        alone |= _joined(homeless, company, places, evidence, is_thin=housed < PLENTY)
    alone |= _going_on(passages, alone, evidence.stems)
    placed: dict[str, list[tuple[Passage, float]]] = {
        place.section.id: [] for top in places for place in (top, *top.places)
    }
    for one, home, value in best:
        own = alone.get(one.spot, NOWHERE)
        first = (home, value) if home and not one.is_single else own
        is_housed = bool(first[0] and first[0].section.sources) and one.snippet_id in evidence.headed
        is_told = bool(facet_told(one, evidence))
        top, value = _home(one, *first, alone, evidence.stems, is_told=is_told, is_housed=is_housed)
        if top is None:
            continue
        there, value = _inside(one, top, value, fits)
        in_company = company.has_other(one, top.section.id)
        here = 0.0 if evidence.papers else doubt(signs_under(one, there, in_company, fits))
        is_stray = (is_treated and _strays(one, there, value, evidence)) or _leads_away(one, top, singles, evidence)
        if (one.doubt + here <= most_doubt(one, top, evidence) and not is_stray) or one.snippet_id in pinned:
            placed[there.section.id].append((replace(one, doubt=one.doubt + here), value))
    return {name: tuple(those) for name, those in placed.items()}


def _going_on(passages: Sequence[Passage], alone: Mapping[Spot, Home], topic: frozenset[str]) -> dict[Spot, Home]:
    """Sentences that leave a section which they fit weakly (below ``CLEAR``) for that of the sentence before them, by
    their spot: where that stands under a facet, and they go on with it. What a history goes on with has no cue of its
    own. None that tells more of another facet of a disease."""
    found: dict[Spot, Home] = {}
    pairs = (one for one in passages if len(one.sentences) == 2 and not one.loose(topic))
    for one in sorted(pairs, key=lambda one: one.spot):
        here, there = one.spots
        before, _ = found.get(here) or alone.get(here, NOWHERE)
        home, value = alone.get(there, NOWHERE)
        angle = None if before is None else _angle(before)
        if angle is None or tells_other(one.sentences[1], angle):
            continue
        if home not in (None, before) and value < CLEAR:
            found[there] = (before, JOINED)
    return found


def _joined(
    homeless: Sequence[Passage], company: Company, places: Sequence[Place], evidence: Evidence, *, is_thin: bool
) -> dict[Spot, Home]:
    """The places of sentences that fit no heading (``homeless``) and may stand on the page all the same, by their spot.

    These are sentences that name the topic, or whose title does; on a thin page also those of a snippet that is about
    it. Each goes into the section on a term that it begins with, or else the one in which its snippet has a place
    already, with most of its document. Open to them are the sections on a term that nobody asked for, and the general
    one. On a thin page the general section also takes those whose snippet has no place, unless they speak of the topic
    of something ("Inflammation of the gums").
    """
    open_to_all = {
        one.section.id: one
        for one in places
        if not one.section.sources and (one.asked is None if one.facet is None else one.facet.is_general)
    }
    joining = [
        one
        for one in homeless
        if one.is_single
        and (evidence.stems <= one.stems or one.snippet_id in evidence.titled or (is_thin and one.density >= DENSE))
    ]
    general = next((name for name, one in open_to_all.items() if one.facet is not None and is_thin), "")
    terms = {name: one.stems for name, one in open_to_all.items() if one.facet is None and one.stems - evidence.stems}
    nearest = {
        one.spot: begun_with(one.opening | one.subject, terms)
        or company.nearest(one, open_to_all)
        or ("" if is_narrowed(one.text, evidence.stems) else general)
        for one in joining
    }
    return {key: (open_to_all[name], JOINED) for key, name in nearest.items() if name}


def _home(
    one: Passage,
    first: Place | None,
    value: float,
    alone: Mapping[Spot, Home],
    topic: frozenset[str],
    *,
    is_told: bool = False,
    is_housed: bool = False,
) -> Home:
    """The place of a passage and its fit; ``NOWHERE`` where its sentences do not belong into one section.

    ``first`` and ``value`` are the place and the fit of its first sentence, ``alone`` has those of each sentence by
    itself. The passage goes where its first sentence does. None of the others may have its place elsewhere, and one
    that nothing ties to the sentence before it (``Passage.loose``) has to have its own place there, unless the section
    tells again what its authors set under the topic's name (``is_housed``).
    """
    if one.is_single:
        return first, value
    each = [alone.get(spot, NOWHERE) for spot in one.spots]
    loose = one.loose(topic)
    strays = any(home is not None and home != first for home, _ in each)
    angle = None if first is None else _angle(first)
    if angle is not None and not is_told:
        strays = strays or any(tells_other(text, angle) for text in one.sentences[1:])
    if strays or (not is_housed and any(each[at][0] != first for at in loose)):
        return NOWHERE
    return first, value


def _angle(place: Place) -> Facet | None:
    """The facet by whose cues sentences come into a section; ``None`` for a section on a term, and for one that retells
    documents, whatever it is called."""
    return None if place.section.sources else place.facet


def _inside(one: Passage, top: Place, value: float, fits: Fits) -> tuple[Place, float]:
    """The subsection that a passage of a section fits, with its fit there, or else the section itself: a subsection may
    fit it less well, by ``INNER`` at most."""
    inner, deeper = _best(one, top.places, fits)
    if inner is None or deeper < value - INNER:
        return top, value
    return inner, deeper


def _strays(one: Passage, place: Place, fit: float, evidence: Evidence) -> bool:
    """Whether a passage of a textbook mentions only by the way what its section is about. Readers object to every
    second of these.

    It stands in a document on something else. In the general section it has not the topic for its subject; in one on a
    term it opens with neither topic nor heading. In other sections, and where somebody asked for the heading, nothing
    counts as such.
    """
    if one.snippet_id in evidence.titled or place.section.sources or place.asked is not None:
        return False
    if place.facet is not None:
        return place.facet.is_general and not evidence.stems <= one.subject
    return fit < OPENS and not evidence.stems <= one.opening


def _leads_away(one: Passage, top: Place, singles: Set[Spot], evidence: Evidence) -> bool:
    """Whether a run in a section on a term goes on with a sentence that cannot stand alone (is none of the
    ``singles``), in a document on something else, without headings: with what that is about ("Enzyme immunoassays …
    The substrate may be either a chromogen or a fluorogen."). Readers object to seven in ten of these sentences; where
    the document has headings, to one in five of what this would take."""
    if evidence.papers or evidence.relevance.focused or one.snippet_id in evidence.titled:
        return False
    is_gathered = top.facet is None and top.asked is None and not top.section.sources
    return is_gathered and not evidence.snippets[one.snippet_id].title and not singles >= set(one.spots)


def _best(passage: Passage, places: Sequence[Place], fits: Fits) -> Home:
    """The place that a passage fits best, the first of equals; ``None`` where it fits none."""
    best = NOWHERE
    for place in places:
        value = fits.of(passage, place)
        if value >= FIT and value > best[1]:
            best = (place, value)
    return best


def signs_under(passage: Passage, place: Place, in_company: bool, fits: Fits) -> Signs:
    """What speaks for and against a passage in this place, ``in_company`` where another snippet of its document has a
    place there."""
    evidence = fits.evidence
    title = headings_of(evidence.snippets[passage.snippet_id])
    is_facet = place.facet is not None
    value = fits.of(passage, place)
    sentences = evidence.sentences[passage.snippet_id]
    return section_signs(passage, title, place.section.heading, is_facet, value, evidence.stems, in_company, sentences)
