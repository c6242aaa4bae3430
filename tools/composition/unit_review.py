"""The review of a unit without a model: each sentence against its source, its section, its neighbours and the rest
(thesis eq. 3.16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from castalia.memory.graph_records import Edge
from castalia.memory.predicates import contradict
from castalia.memory.records import Claim, Draft, Feedback, Section
from castalia.tools.claims.grounding import ground
from castalia.tools.claims.verbatim import stands_in
from castalia.tools.composition.fit import stands_under
from castalia.tools.composition.placed_evidence import Placed
from castalia.tools.composition.places import Place
from castalia.tools.composition.section_topics import is_astray
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.objections.sentence_rules import leans, objections, reason_of, says_little
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.repetition import is_told


def review_unit(section: Section, drafts: Sequence[Draft], placed: Placed, evidence: Evidence) -> tuple[Feedback, ...]:
    """What is wrong with a unit, at most one item a sentence, in reading order. Each check below answers the reason, or
    "" where it has nothing against the sentence; the first reason counts."""
    places = {place.section.id: place for top in placed.tops for place in (top, *top.places)}
    items: list[Feedback] = []
    told: list[tuple[frozenset[str], Claim]] = []
    defined: set[str] = set()
    headings = [section.heading, *(one.heading for one in section.sections)]
    for draft in drafts:
        for before, claim, after in _neighbours(draft):
            stems = stem_set(claim.sentence)
            if claim.quote:
                reason = (
                    _unaligned(claim, evidence)
                    or _dangling(claim, before, after)
                    or _repeated(stems, claim, told, defined)
                    or _contradicted(claim, told, evidence)
                    or _elsewhere(stems, claim, (before, after), places[draft.section], evidence)
                    or _astray(stems, claim, (before, after), evidence)
                )
            else:  # in a writer's own words: held to what it cites, not to where a textbook would break
                reason = ground(claim, evidence.snippets, evidence.topic, headings).reason or _repeated(
                    stems, claim, told, defined
                )
            if reason:
                items.append(Feedback(section.id, claim.sentence, reason, "replace"))
            else:
                told.append((stems, claim))
                subject = definition_subject(claim.sentence)
                if subject:
                    defined.add(" ".join(content_stems(subject)))
    return tuple(items)


def _neighbours(draft: Draft) -> Iterator[tuple[Claim | None, Claim, Claim | None]]:
    """Each claim between the ones before and after it in its paragraph."""
    for paragraph in draft.paragraphs:
        yield from zip((None, *paragraph), paragraph, (*paragraph[1:], None), strict=False)


def _unaligned(claim: Claim, evidence: Evidence) -> str:
    """Against a sentence that does not stand word for word in each snippet that it cites."""
    for citation in claim.citations:
        snippet = evidence.snippets.get(citation.snippet_id)
        if snippet is None or not stands_in(snippet.text, claim.sentence):
            return "not in the snippet that it cites"
    return "" if claim.citations else "no citation"


def _dangling(claim: Claim, before: Claim | None, after: Claim | None) -> str:
    """Against a sentence that a rule objects to, or that leans on one which does not stand before it; one that says
    little may stand before another of its snippet."""
    follows = before is not None and before.citations[:1] == claim.citations[:1]
    leads = after is not None and after.citations[:1] == claim.citations[:1] and says_little(claim.sentence)
    found = objections(claim.sentence, goes_on=follows or leads)
    if found:
        return f"does not stand on a page: {reason_of(found[0])}"
    if leans(claim.sentence) and not (follows or leads):
        return "leans on a sentence that is not there"
    return ""


def _repeated(
    stems: frozenset[str], claim: Claim, told: Sequence[tuple[frozenset[str], Claim]], defined: set[str]
) -> str:
    """Against a sentence that says, or defines, what one before it in the unit does."""
    if is_told(stems, (other for other, _ in told)):
        return "says again what was said"
    subject = definition_subject(claim.sentence)
    if subject and " ".join(content_stems(subject)) in defined:
        return f"defines {subject} a second time"
    return ""


def _contradicted(claim: Claim, told: Sequence[tuple[frozenset[str], Claim]], evidence: Evidence) -> str:
    """Against a sentence of which the graph says that it denies what one before it affirms of the same two things, or
    affirms the opposite."""
    said = {other.sentence for _, other in told}
    disputed = [edge for edge in evidence.graph.edges if edge.conflict]
    own = [edge for edge in disputed if any(quote == claim.sentence for _, quote in edge.quotes)]
    against = {quote for edge in own for other in disputed if _opposes(edge, other) for _, quote in other.quotes}
    return "contradicts another sentence of the section" if said & against else ""


def _opposes(edge: Edge, other: Edge) -> bool:
    """Whether not both can hold of the pair that they join."""
    return (edge.head, edge.tail) == (other.head, other.tail) and contradict(
        (edge.predicate, edge.positive), (other.predicate, other.positive)
    )


def _elsewhere(
    stems: frozenset[str],
    claim: Claim,
    beside: tuple[Claim | None, Claim | None],
    place: Place,
    evidence: Evidence,
) -> str:
    """Against a sentence under a heading on a term that does not speak of that: neither it nor the one before it, nor
    the one after it in its snippet, nor the title of its snippet names the heading, a kind of it, or what it asks
    for."""
    if place.facet is not None or place.section.sources or leans(claim.sentence):
        return ""
    if place.asked is not None and place.asked.strength(claim.sentence, stems):
        return ""
    own = place.stems - evidence.stems
    if any(stands_under(one.snippet_id, own, evidence) for one in claim.citations):
        return ""
    before, after = beside
    if after is not None and after.citations[:1] != claim.citations[:1]:
        after = None
    near = stems.union(*(content_stems(one.sentence) for one in (before, after) if one is not None))
    if place.stems & near or any(one <= stems for one in place.kin):
        return ""
    return f"does not speak of {place.section.heading}"


def _astray(stems: frozenset[str], claim: Claim, beside: tuple[Claim | None, Claim | None], evidence: Evidence) -> str:
    """Against a sentence with nothing of the topic in it, nor in the title of its snippet. Those of one snippet that
    stand side by side are read together."""
    for other in beside:
        if other is not None and other.citations[:1] == claim.citations[:1]:
            stems = stems | stem_set(other.sentence)
    is_off = bool(claim.citations) and all(is_astray(stems, one.snippet_id, evidence) for one in claim.citations)
    return f"has nothing to do with {evidence.topic}" if is_off else ""
