"""What a sentence is worth to a lead, and whether it may begin one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import fmean

from castalia.tools.composition.fit import names_topic_itself
from castalia.tools.language.words import FUNCTION_WORDS, stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage

# What a sentence loses of its worth to a lead.
AFTER_OTHERS = 0.4  # where it begins with something else: of these readers want half gone, of others a third
SUSPECT = 0.8  # for each unit of log-odds that a reader objects
# What it gains.
HEARD = 1.5  # at most, for the themes that it opens
NEAR = 0.6  # for a snippet with the best score (1), and by that score for any other
CENTRAL = 5.0  # times the mean share of the documents on the topic that use its words, less ORDINARY
USUAL = 0.2  # the most that a word counts in this mean
ORDINARY = 0.14  # this mean in an ordinary sentence


def lead_worth(one: Passage, themes: Mapping[frozenset[str], float], evidence: Evidence) -> float:
    """What a sentence is worth to the lead: themes it opens and how central it is, less doubt and what stands before
    the topic."""
    topic = evidence.stems
    heard = math.fsum(weight for name, weight in themes.items() if name <= one.stems)
    near = evidence.relevance.scores.get(one.snippet_id, 0.0)
    shares = [min(USUAL, evidence.relevance.breadth.get(stem, 0.0)) for stem in one.stems - topic]
    central = CENTRAL * (fmean(shares) - ORDINARY) if shares else 0.0
    late = 0.0 if _begins(one, topic) else AFTER_OTHERS
    return min(HEARD, heard) + NEAR * near + central - late - SUSPECT * one.doubt


def opens_page(one: Passage, evidence: Evidence) -> bool:
    """Fit for the first sentence of a page that has no definition: it begins with the topic itself, and not only with
    what is named after it."""
    begins = any(_begins(one, frozenset(part.stems)) for part in evidence.relevance.each)
    return begins and names_topic_itself(one, evidence.stems)


def sets_scene(one: Passage) -> bool:
    """Whether it begins with a preposition, a conjunction or the like ("In the analysis of …, …")."""
    first = one.text.split()[0].lower()
    return first in FUNCTION_WORDS and first not in _BEFORE_NAMES


def _begins(one: Passage, topic: frozenset[str]) -> bool:
    """Whether it begins with the topic, an article or a word of amount before it; small words may stand within
    it."""
    words = one.text.split()
    at = 1 if words[0].lower() in _BEFORE_NAMES else 0
    said: set[str] = set()
    for word in words[at:]:
        stems = stem_set(word)
        if not (stems or said):
            return False
        said |= stems
        if len(said) >= len(topic):
            return topic <= said
    return False


_BEFORE_NAMES = frozenset("a an the all each every most many some several few both other such these".split())
