"""Other conditions: headings on a page about a disease that are the name of another one. What is told there is told of
that, however often its texts name the topic as well."""

from __future__ import annotations

from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import stem_set
from castalia.tools.topic.conditions import ILLNESS, is_condition
from castalia.tools.topic.evidence import Evidence

_ILLNESS = ILLNESS | stem_set("condition")
_STAGES = stem_set("chronic acute primary secondary tertiary latent active severe mild early late initial")


def names_other_condition(heading: str, evidence: Evidence) -> bool:
    """Whether a heading on a page about a disease is the name of a disease without that of the topic: "Panic disorder"
    on one about social anxiety disorder, not "Secondary syphilis" on one about syphilis, nor "Chronic infection"."""
    own = stem_set(heading)
    if not evidence.is_condition or own - _ILLNESS <= LIGHT | _STAGES:
        return False
    names = [frozenset(one) - _ILLNESS for one in evidence.relevance.names]
    names += [frozenset({one}) for one in evidence.other_names]
    if any(one and one <= own for one in names):
        return False
    return is_condition(heading, [one.text for one in evidence.snippets.values()])
