"""The worth of a passage under a heading, whatever was told before.

The weights of DENSITY, CARRIED, BEREFT, SUBJECT, NAMED, LEANING and those of ``Taste`` were set by hand after
what readers objected to.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from castalia.tools.composition.fit import Pool
from castalia.tools.language.acronyms import acronyms
from castalia.tools.language.words import stem, stem_set
from castalia.tools.topic.definitions import defines
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage

# What a passage gains or loses, on the scale of ``quality``.
RELEVANT = 0.2  # for how much of the relevance model its words hold; as much for the score of its snippet
FITTING, FITS = 0.5, 1.1  # for its fit, up to this one
LENGTHY, LONG = 0.02, 28  # for each word of its mean sentence beyond the 28th
DEFINITION = 0.6  # opens by defining the heading
SUBJECT = 0.28  # has the topic or the heading for its subject
DENSITY = 0.8  # comes from a snippet that is about the topic throughout
CARRIED = 0.2  # comes first in its snippet, or after a sentence that speaks of the topic
BEREFT = 0.26  # leaves out what its snippet is about besides the topic
NAMED = 0.2  # names the topic
RESERVATION = 0.3  # trips a soft rule, in an abstract, where praise is the rule
RARE = 0.01  # share of texts that use an abbreviation: one that fewer use needs an explanation
LEANING = 0.22  # opens with "The" or a subordinate clause, as sentences in the middle of an account do
# For each unit of log-odds that a reader objects: over the labels it tells four times as much as all of ``quality``.
DOUBT = 1.0


@dataclass(frozen=True, slots=True)
class Taste:
    """What a section is after, in units of worth.

    A passage gains ``coverage`` for the terms that it adds, by the root of their weight (by all of it quality and doubt
    would not count), ``run`` for each sentence that goes on with what the first began, and ``summing`` where its
    snippet sums its chapter up. It loses ``midst`` where it starts in the middle of a snippet of which nothing stands
    before it, ``inner`` where its paragraph neither begins a part of its document nor follows another paragraph of it,
    and ``unexplained`` for each abbreviation that is unusual and not spelled out. ``wider`` is the worth that may go
    for the sentences around a sentence in its snippet.
    """

    coverage: float
    run: float
    midst: float
    inner: float
    wider: float
    summing: float
    unexplained: float


# for what many documents say of a subject, and for what one says, paragraph by paragraph
GATHERED = Taste(coverage=0.8, run=0.5, midst=0.6, inner=0.0, wider=1.5, summing=0.0, unexplained=0.2)
RETOLD = Taste(coverage=1.3, run=0.9, midst=2.5, inner=2.5, wider=3.0, summing=0.8, unexplained=0.6)

SUBORDINATES = frozenset("In When If As Once During Although While Since After".split())
_ABBREVIATION = re.compile(r"\b(?![IVX]+\b)[A-Z][A-Z0-9]{1,7}s?\b")


def worth_of(pool: Pool, heading: str, evidence: Evidence, taste: Taste) -> dict[str, float]:
    """What each passage is worth under a heading, whatever was told before."""
    stems = stem_set(heading)
    return {
        one.id: quality(one, fit, stems, evidence, taste)
        - DOUBT * one.doubt
        + (DEFINITION if defines(one.sentences[0], heading, evidence.stems) else 0.0)
        + (taste.summing if taste.summing and one.snippet_id in evidence.summaries else 0.0)
        for one, fit in pool
    }


def quality(passage: Passage, fit: float, heading: frozenset[str], evidence: Evidence, taste: Taste) -> float:
    """How good a passage is on its own: relevance, fit, a readable length; about 0 to 2."""
    relevance = evidence.relevance
    dense = relevance.mass(passage.stems) / relevance.heaviest / math.sqrt(4 + len(passage.stems))
    snippet = relevance.scores.get(passage.snippet_id, 0.0)
    about = SUBJECT if evidence.stems <= passage.subject or (heading and heading <= passage.subject) else 0.0
    about += NAMED if evidence.stems <= passage.stems else 0.0
    if passage.is_bereft:
        about -= BEREFT
    about += DENSITY * (passage.density - 0.5) + (CARRIED if passage.is_carried else 0.0)
    first = passage.sentences[0].split(maxsplit=1)[0]
    if first == "The" or first in SUBORDINATES:
        about -= LEANING
    about -= taste.unexplained * unexplained(passage, evidence)
    mean = passage.words / len(passage.sentences)
    length = -LENGTHY * max(0.0, mean - LONG)
    return (
        RELEVANT * dense
        + RELEVANT * snippet
        + FITTING * min(fit, FITS)
        + about
        + length
        + taste.run * (len(passage.sentences) - 1)
        - (RESERVATION * passage.reservations if evidence.papers else 0.0)
    )


def unexplained(passage: Passage, evidence: Evidence) -> int:
    """How many abbreviations it uses that it does not spell out and that few texts use."""
    known = {short for short, _ in acronyms(passage.text)}
    if passage.is_on_system:
        known |= set(passage.text.split()[:2])
    rare = {
        word
        for word in _ABBREVIATION.findall(passage.text)
        if word.removesuffix("s") not in known  # which are singular
        and evidence.background.share(stem(word.lower())) < RARE
        and stem(word.lower()) not in evidence.stems
    }
    return len(rare)
