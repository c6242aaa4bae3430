"""Doubt limits: how doubtful a passage may be and still have its place in a section, in log-odds of an objection beyond
those of the average sentence (``castalia.tools.topic.doubt``)."""

from __future__ import annotations

from castalia.tools.composition.places import Place
from castalia.tools.composition.told_facets import facet_told
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage

CALM = 0.5  # where neither the passage nor the title of its snippet names the topic
# How much more than the topic's ``bar`` a section allows that tells its document again, where that has a title: of what
# is above readers object to one in four, of what comes in its place to one in six.
HOUSED = 0.7
HOUSED_AT_MOST = 2.0  # the same where the corpus has little to choose from
# the same where it has no title: then what is told again is a whole chapter, which speaks of more than its name
LODGED = 0.4
TOLD = 1.4  # the same of what stands in the section that is called after a disease: what leaves it out leaves a gap
PATIENCE = 0.7  # how much more a history allows: people and years are strange to every topic
# Where there is enough to choose from: in the general section, and in one on a term; readers object to every second
# sentence above.
GENERAL = 0.15
TERM = 0.4
TERM_AT_MOST = 1.3  # where few sentences name the topic, so that its ``bar`` is above ``KNOWN``
KNOWN = 0.7
LARGE = 1_000  # snippets of a corpus that has enough; hardly a label is from a smaller one


def most_doubt(one: Passage, top: Place, evidence: Evidence) -> float:
    """How doubtful a passage may be in a top-level section.

    Most doubtful what tells again the section that is called after a disease, then what tells other documents again,
    then what a history gathers: a page without one misses more than a doubtful sentence spoils. Other gathered
    sentences have the least room, and less still where only their snippet is about the topic, or where there is enough
    to choose from and nobody asked for the heading.
    """
    can_choose = evidence.relevance.size >= LARGE and not evidence.relevance.focused
    if facet_told(one, evidence):
        return evidence.bar + TOLD
    if top.section.sources:
        housed = HOUSED if can_choose else HOUSED_AT_MOST
        return evidence.bar + (housed if evidence.snippets[one.snippet_id].title else LODGED)
    limit = evidence.bar if one.is_named else min(CALM, evidence.bar)
    if top.facet is not None and top.facet.tells_of_past:
        return limit + PATIENCE
    if not can_choose or top.asked is not None:
        return limit
    if top.facet is None:
        return min(limit, TERM if evidence.bar <= KNOWN else TERM_AT_MOST)
    return min(limit, GENERAL) if top.facet.is_general else limit
