"""Lead pools: the sentences that a lead is made of, from those that sum up best to any that may."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castalia.tools.composition.fit import names_topic_itself
from castalia.tools.composition.passage_worth import unexplained
from castalia.tools.composition.remembered import remembered
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import stem_set
from castalia.tools.objections.sentence_rules import reservations
from castalia.tools.topic.definitions import names_doing
from castalia.tools.topic.derived_forms import derived_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.text_signs import is_narrowed

MAINLY = 0.5  # share of a snippet's sentences that speak of the topic, from which on one of them may sum up

# What is added, denied, past, dated, true on a condition, or said of some of its kind ("the bones that …") is no
# summary of a topic. Neither is what holds in some places ("In seas where …, …").
_PARTICULAR = re.compile(
    r"^(?:If|When|Once|After|As|While|Since|Because|Although|Examples?|Sometimes|At times|Like|Unlike|Rather than|Only|Both|Few"
    r"|Some|Several|Maybe|Perhaps(?! the most)) "
    r"|^The (?:\w+ ){1,2}(?:that|which|in|at) |^(?:An? )?(?:[\w-]+ ){1,2}(?:that|which|who|whose) "
    r"|^(?:In|At|For|On|Under|Within|Among) [^,]{2,60} (?:where|that|which|whose|who|when|if) [^,]{2,80}, "
    r"|^(?:In|On|By|During|Between) [^,]{0,20}\b(?:1\d|20)\d\d\b"
    r"|(?<!but )\balso\b|\b(?:another|additional|(?<!and )(?<!or )other|too|then|not|no|never|cannot|was|were|had|did)\b"
)


def is_on_topic_alone(one: Passage, evidence: Evidence) -> bool:
    """Whether a sentence has the topic for its subject and nothing beside it: readers object to fewer of these in a
    lead."""
    names = evidence.stems | evidence.other_names
    return bool(one.subject & names) and one.subject - names <= LIGHT


def summing_up(evidence: Evidence) -> list[Passage]:
    """Sentences without a reservation, in snippets about the topic."""
    return [one for one in _fit(evidence) if one.density >= MAINLY and not one.reservations]


def first_in_snippets(pool: Sequence[Passage], evidence: Evidence) -> list[Passage]:
    """The passages of the pool that open their snippets; all where the snippets are of papers."""
    return [one for one in pool if evidence.papers or not one.start]


def naming_early(evidence: Evidence) -> list[Passage]:
    """Sentences that name the topic among their first words or in their subject."""
    return [one for one in _fit(evidence) if evidence.stems <= one.opening | one.subject]


def with_topic_subject(evidence: Evidence) -> list[Passage]:
    """Sentences whose subject names the topic itself: what a lead is made of where too few sum up."""
    return [
        one
        for one in _fit(evidence)
        if evidence.stems <= one.subject
        and names_topic_itself(one, evidence.stems)
        and "opinion" not in reservations(one.text)
    ]


@remembered
def _fit(evidence: Evidence) -> tuple[Passage, ...]:
    """The sentences that ``may_sum_up``."""
    return tuple(one for one in evidence.singles if may_sum_up(one, evidence))


def may_sum_up(one: Passage, evidence: Evidence) -> bool:
    """Whether a sentence may stand in a lead: it says all of the topic's name and nothing particular, unexplained or of
    a part of the topic alone, is not too doubtful, and stands in no box beside a text."""
    return (
        evidence.paths[one.snippet_id] != ()
        and not one.is_on_system
        and one.doubt <= evidence.bar
        and not _PARTICULAR.search(one.text)
        and not is_narrowed(one.text, evidence.stems)
        and is_named_whole(one, evidence)
        and not unexplained(one, evidence)
    )


def is_named_whole(one: Passage, evidence: Evidence) -> bool:
    """Whether it says all of the topic's name, or another name that the snippets spell out: in a lead, "plants" are no
    flowering plants, the olfactory bulb is not olfaction, and age is not aging."""
    said = stem_set(one.text)
    is_whole = evidence.relevance.named_in(said) and (
        not _is_doing(evidence.topic) or _doing_in(one.text) >= evidence.stems
    )
    return is_whole or not said.isdisjoint(evidence.other_names - derived_stems(evidence.topic))


def _is_doing(topic: str) -> bool:
    return " " not in topic.strip() and names_doing(topic)


def _doing_in(text: str) -> frozenset[str]:
    """The stems of its words that name a doing."""
    return stem_set(" ".join(_DOING.findall(text)))


_DOING = re.compile(r"\w+ings?\b")
