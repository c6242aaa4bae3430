"""The gaps of a page of quoted sentences: whether it says what its topic is, and on what it has no section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from castalia.memory.records import Claim, Draft, Section, nodes_of
from castalia.tools.composition.facet_headings import facet_of
from castalia.tools.composition.facet_lists import facets_for
from castalia.tools.composition.facets import facet_strength
from castalia.tools.composition.fit import FIT
from castalia.tools.composition.lead_openings import opens_with_definition
from castalia.tools.composition.limits import limits_of
from castalia.tools.composition.places import SECTION
from castalia.tools.composition.source_headings import heading_from
from castalia.tools.composition.spelling import spelling_of
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.topic_names import short_name
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.name_definitions import definition_score


def page_gaps(lead: Draft, outline: Sequence[Section], drafts: Mapping[str, Draft], evidence: Evidence) -> list[str]:
    """What a reader would look for and does not find on the page."""
    claims = [claim for draft in (lead, *drafts.values()) for claim in claims_in(draft)]
    cited = {citation.snippet_id for claim in claims for citation in claim.citations}
    first = next(iter(claims_in(lead)), None)
    short = short_name(evidence.topic)
    is_defined = opens_with_definition(lead, evidence) or (
        first is not None and short != "" and definition_score(first.sentence, short) > 0
    )
    return limits_of(evidence, is_defined, cited, _facets_told(outline, claims, cited, evidence))


def _facets_told(outline: Sequence[Section], claims: Sequence[Claim], cited: Set[str], evidence: Evidence) -> set[str]:
    """The facets (their names) that the page has: as a section, by the name of one or in it ("History of vaccines"), in
    as many sentences, or in what it cites (snippet ids) from under such a heading."""
    named = {name for node in nodes_of(outline) for name in (node.facet, facet_of(node.heading)) if name}
    spelling = spelling_of(evidence)
    parts = {part for one in cited & evidence.paths.keys() for part in evidence.paths[one][1:]}
    named |= {name for one in parts if (name := facet_of(heading_from(one, evidence.stems, spelling)))}
    headings = [stem_set(node.heading) for node in nodes_of(outline)]
    told = {
        one.name
        for one in facets_for(papers=False, condition=evidence.is_condition)
        if any(heading.issuperset(content_stems(one.heading)) for heading in headings)
        or sum(facet_strength(claim.sentence, one) >= FIT for claim in claims) >= SECTION
    }
    return named | told
