"""A lead as it grows: which sentence it takes next, and what the sections can spare.

Where it begins is decided in ``lead_openings``, which sentences are asked at all in ``lead_pools``, what one is worth
in ``lead_worth``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from castalia.memory.records import Claim, Draft, Section, nodes_of
from castalia.tools.composition.fit import names_topic_itself
from castalia.tools.composition.lead_worth import lead_worth, opens_page
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.words import stem_set
from castalia.tools.objections.sentence_rules import follows_on
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.repetition import is_told, retells
from castalia.tools.topic.topic_definition import says_what

# of a sentence, weighed by inverse document frequency: one of which the lead has said more adds little
KNOWN = 0.7
SPARING = 3  # sentences that a section keeps, the one that it opens with among them, whatever the lead takes from it
FIRST = 10.0  # worth of a pinned source: more than that of any sentence
# A theme of a section is a word that a share of at least COMMON of its sentences hold, counted as if it had SENTENCES
# of them where it has fewer.
COMMON, SENTENCES = 0.25, 4
HEADING = 10  # a heading weighs 1, a word its share times its inverse document frequency, divided by this


@dataclass(frozen=True, slots=True)
class Wishes:
    """For a lead whose page stays: the snippets that it may cite, those to cite first, and sentences that it has
    besides its opening."""

    allowed: frozenset[str]
    pinned: frozenset[str]
    kept: tuple[Claim, ...]


@dataclass(slots=True)
class Lead:
    """A lead that grows: what the sections hold and can spare, what is said, which themes are still open, and how many
    words are left."""

    evidence: Evidence
    is_defined: bool
    homes: Mapping[str, str]  # sentence to the section that it stands in
    held: frozenset[str]
    spare: dict[str, int]
    told: Sequence[frozenset[str]]
    said: list[frozenset[str]]
    themes: dict[frozenset[str], float]
    words: int
    allowed: frozenset[str] | None
    pinned: frozenset[str]

    @classmethod
    def begun(
        cls,
        outline: Sequence[Section],
        drafts: dict[str, Draft],
        opening: Sequence[Claim],
        evidence: Evidence,
        words: int,
        wishes: Wishes | None,
    ) -> Lead:
        """A lead with its opening; ``wishes`` where its page stays."""
        homes = {claim.sentence: name for name, draft in drafts.items() for claim in claims_in(draft)}
        kept = [stem_set(one.sentence) for one in (wishes.kept if wishes else ())]
        themes = _themes(outline, drafts, evidence)
        return cls(
            evidence=evidence,
            is_defined=bool(opening),
            homes=homes,
            held=frozenset(sentence for draft in drafts.values() for sentence in _held(draft)),
            spare={name: 0 if wishes else len(claims_in(draft)) - SPARING for name, draft in drafts.items()},
            told=[stem_set(sentence) for sentence in homes],
            said=[*(stem_set(one.sentence) for one in opening), *kept],
            themes={name: value for name, value in themes.items() if not any(name <= one for one in kept)},
            words=words,
            allowed=wishes.allowed if wishes else None,
            pinned=wishes.pinned if wishes else frozenset(),
        )

    def may_take(self, one: Passage) -> bool:
        """Whether the lead may take a sentence: it is of a snippet that may be cited, no second definition, and no
        section tells the same in another sentence."""
        return (
            (self.allowed is None or one.snippet_id in self.allowed)
            and not (self.is_defined and says_what(one.text, self.evidence))
            and (one.text in self.homes or not is_told(one.stems, self.told))
        )

    def fill(
        self, pool: Sequence[Passage], least: float, most: float = math.inf, *, is_last_resort: bool = False
    ) -> list[Passage]:
        """The best of these one after another, while each is worth more than ``least`` and the lead has fewer than
        ``most`` sentences."""
        chosen: list[Passage] = []
        while len(self.said) < most:
            pool = [one for one in pool if self._has_room(one)]
            worth = {one.id: lead_worth(one, self.themes, self.evidence) for one in pool}
            worth |= {one.id: worth[one.id] + FIRST for one in pool if one.snippet_id in self.pinned}
            fit_to_come = [one for one in pool if self._may_come(one, is_last_resort)]
            best = max(fit_to_come, key=lambda one: (worth[one.id], one.id), default=None)
            if best is None or worth[best.id] <= least:
                break
            chosen.append(best)
            self._take(best)
        return chosen

    def _has_room(self, one: Passage) -> bool:
        can_be_spared = one.text not in self.homes or self.spare[self.homes[one.text]] > 0
        return (
            can_be_spared
            and one.words <= self.words
            and not any(self._tells_again(one, other) for other in self.said)
            and not self._adds_little(one)
        )

    def _tells_again(self, one: Passage, other: frozenset[str]) -> bool:
        topic = self.evidence.stems
        return retells(one.stems - topic, other - topic, self.evidence.background)

    def _adds_little(self, one: Passage) -> bool:
        """Whether most of what is rare in a sentence has been said in the lead."""
        idf, own = self.evidence.background.idf, one.stems - self.evidence.stems
        said = own & frozenset().union(*self.said)
        return math.fsum(map(idf, said)) > KNOWN * math.fsum(map(idf, own))

    def _may_come(self, one: Passage, is_last_resort: bool) -> bool:
        """The lead's first sentence has to be fit to open a page, but for a last resort; a later one is not
        held by its section, and names the topic alone, or by the last word of its name in its own first words."""
        if self.said:
            return one.text not in self.held and self._is_on_topic(one)
        return is_last_resort or opens_page(one, self.evidence)

    def _is_on_topic(self, one: Passage) -> bool:
        names = self.evidence.other_names | {self.evidence.relevance.stems[-1]}
        return not names.isdisjoint(one.opening | one.subject) or names_topic_itself(one, self.evidence.stems)

    def _take(self, one: Passage) -> None:
        if one.text in self.homes:
            self.spare[self.homes[one.text]] -= 1
        self.pinned -= {one.snippet_id}
        self.said.append(one.stems)
        self.words -= one.words
        self.themes = {name: value for name, value in self.themes.items() if not name <= one.stems}


def _held(draft: Draft) -> Iterator[str]:
    """The sentences that a section cannot spare: the one that it opens with, and those that the next one leans on."""
    yield from (one.sentence for one in claims_in(draft)[:1])
    for paragraph in draft.paragraphs:
        yield from (one.sentence for one, other in pairwise(paragraph) if follows_on(other.sentence))


def _themes(outline: Sequence[Section], drafts: dict[str, Draft], evidence: Evidence) -> dict[frozenset[str], float]:
    """What the sections speak of: the stems of their headings and of their commonest terms, by weight."""
    themes: dict[frozenset[str], float] = {}
    for node in nodes_of(outline):
        own = stem_set(node.heading) - evidence.stems
        if own and not node.facet:
            themes[own] = themes.get(own, 0.0) + 1.0
        stems = [stem_set(claim.sentence) for claim in claims_in(drafts[node.id])]
        for name in sorted({stem for one in stems for stem in one} - evidence.stems):
            share = sum(1 for one in stems if name in one) / max(SENTENCES, len(stems))
            if share >= COMMON:
                single = frozenset({name})
                weight = share * evidence.background.idf(name) / HEADING
                themes[single] = themes.get(single, 0.0) + weight
    return themes
