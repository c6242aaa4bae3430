"""The lead, chosen last, from what the sections say: a definition of the topic, then general sentences that no section uses."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from castalia.memory.identity import citation_keys
from castalia.memory.records import Claim, Draft, Section, Snippet
from castalia.tools.definitions import FAIR, defines, definition_subject
from castalia.tools.drafts import claims_in
from castalia.tools.evidence import Evidence, touches
from castalia.tools.light_nouns import LIGHT
from castalia.tools.passages import Passage, claims_of
from castalia.tools.placement import names_alone
from castalia.tools.selection import FEWEST, arrange, choose, particulars, repeats, retells, unexplained
from castalia.tools.topic_definition import define, definition_score
from castalia.tools.words import content_stems

LEAD_WORDS = 110
LEAST = 3  # sentences of a lead, where there are as many that may stand in one
SPARING = 3  # sentences that a section keeps, the one that it opens with among them, whatever the lead takes from it
UNDEFINED = 0.3  # worth of the first sentence, where none defines the topic
FIRST = 10.0  # worth of a pinned source: more than that of any sentence
MAINLY = 0.5
DETAIL = 0.16
INDIRECT = 0.3  # less worth: the topic is not the subject of the sentence,
LATE = 0.4  # nor named before its ninth word
NARROW = 0.3  # it names only kinds of the topic, or what is named after it
STRANGE = 0.4  # its subject is, beside the topic, something that few texts on the topic speak of:
FAMILIAR = 0.125  # less than this share of them
WORTHWHILE = 0.75  # worth that a sentence has to have besides the definition,
PASSABLE = 0.2  # and one that makes a lead of ``LEAST``
CENTRAL = 5.0  # worth of words that many texts on the topic use, by the mean share of those texts
USUAL = 0.2  # share of the texts from which a word is as usual as can be
ORDINARY = 0.14  # the mean share in an ordinary sentence
PLAUSIBLE = 0.5  # log-odds of doubt, beyond the average sentence, that a lead bears where it is short;
SURE = 0.0  # no more doubtful than the average sentence: what opens a page is read first

# What is added to something, denied, past, dated, or true on a condition is no summary of a topic.
_PARTICULAR = re.compile(
    r"^(?:If|When|Once|After|As|While|Since|Because|Although|Examples?|Sometimes|At times|Like|Unlike) "
    r"|^(?:In|On|By|During|Since|Between|As of) [^,]{0,20}\b(?:1\d|20)\d\d\b"
    r"|\b(?:also|another|other|too|then|not|no|never|cannot|was|were|had|did)\b"
)


def lead_among(
    outline: Sequence[Section],
    drafts: Mapping[str, Draft],
    snippets: Sequence[Snippet],
    evidence: Evidence,
    kept: Sequence[Claim] = (),
    pinned: Collection[str] = (),
    lead_words: int = LEAD_WORDS,
) -> Draft:
    """A lead for a page whose sections stay: ``kept`` are its sentences so far, and nothing is said that a section says.

    ``snippets`` are all that it may cite, the ``pinned`` before others.
    """
    nodes = [node for section in outline for node in (section, *section.sections)]
    whole = {node.id: drafts.get(node.id) or Draft(node.id, ()) for node in nodes}
    told = [frozenset(content_stems(claim.sentence)) for draft in whole.values() for claim in claims_in(draft)]
    opening = next((one for one in kept if definition_score(one.sentence, evidence.topic) > 0), None)
    if opening is None:
        first = [one for one in snippets if one.id in pinned]
        opening = define(evidence, first, told) or define(evidence, snippets, told)
    others = [one for one in kept if one is not opening]
    head = [*((opening,) if opening else ()), *others]
    allowed = frozenset(one.id for one in snippets)
    room = lead_words - sum(len(one.sentence.split()) for one in head)
    wishes = Wishes(allowed, frozenset(pinned), tuple(others))
    rest = summarise(outline, whole, (opening,) if opening else (), evidence, room, wishes)
    return Draft("lead", (tuple(head) + rest,) if head or rest else ())


@dataclass(frozen=True, slots=True)
class Wishes:
    """For a lead whose page stays: the snippets that it may cite, those to cite first, and sentences that it has besides its opening."""

    allowed: frozenset[str]
    pinned: frozenset[str]
    kept: tuple[Claim, ...]


def summarise(
    outline: Sequence[Section],
    drafts: dict[str, Draft],
    opening: Sequence[Claim],
    evidence: Evidence,
    words: int,
    wishes: Wishes | None = None,
) -> tuple[Claim, ...]:
    """What follows an ``opening``: general sentences that name the topic and speak of what the sections speak of, each of something new; those
    on the topic itself come before those on its kinds.

    They open their snippets (of 38 from the middle of one that were no definition, readers wanted 13 gone, of 35 others 7); a lead of less than
    ``LEAST`` sentences takes others, too. Abstracts open with what all of them say: there every sentence may be taken. A sentence that stands
    in a section moves to the lead where the section can spare it, and is passed over where not, or where the sections stay.
    """
    lead = _Lead.begun(outline, drafts, opening, evidence, words, wishes)
    general, plain = ([one for one in pool if lead.may_take(one)] for pool in (_general(evidence), _plain(evidence)))
    chosen = lead.fill(_openers(general, evidence), WORTHWHILE)
    # and where they are few, of those that sum up less well, or stood in the middle of a snippet
    chosen += lead.fill(_openers(plain, evidence), PASSABLE, LEAST, is_last_resort=True)
    chosen += lead.fill(general, WORTHWHILE, LEAST) + lead.fill(plain, PASSABLE, LEAST, is_last_resort=True)
    if len(lead.said) < 2 and not opening:
        return ()  # alone, it would be taken for what the topic is
    keys = citation_keys(one.snippet_id for one in chosen)
    topic = evidence.stems
    wide_first = sorted(chosen, key=lambda one: (not names_alone(one, topic), not opening and one.subject != topic))
    return tuple(claim for one in wide_first for claim in claims_of(one, keys[one.snippet_id]))


@dataclass(slots=True)
class _Lead:
    """A lead that grows: what the sections hold and can spare, what is said, which themes are still open, and how many words are left."""

    evidence: Evidence
    is_defined: bool
    homes: Mapping[str, str]  # sentence to the section that it stands in
    firsts: frozenset[str]
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
    ) -> _Lead:
        """With an opening, or with what a page that stays has in its lead."""
        homes = {claim.sentence: name for name, draft in drafts.items() for claim in claims_in(draft)}
        kept = [frozenset(content_stems(one.sentence)) for one in (wishes.kept if wishes else ())]
        themes = _themes(outline, drafts, evidence)
        return cls(
            evidence,
            bool(opening),
            homes,
            frozenset(claims_in(draft)[0].sentence for draft in drafts.values() if claims_in(draft)),
            {name: 0 if wishes else len(claims_in(draft)) - SPARING for name, draft in drafts.items()},
            [frozenset(content_stems(sentence)) for sentence in homes],
            [*(frozenset(content_stems(one.sentence)) for one in opening), *kept],
            {name: value for name, value in themes.items() if not any(name <= one for one in kept)},
            words,
            wishes.allowed if wishes else None,
            wishes.pinned if wishes else frozenset(),
        )

    def may_take(self, one: Passage) -> bool:
        """Neither a second definition nor told in other words, and of a snippet that may be cited."""
        return (
            (self.allowed is None or one.snippet_id in self.allowed)
            and not (self.is_defined and defines(one.text, self.evidence.topic) >= FAIR)
            and (one.text in self.homes or not any(repeats(one.stems, other) for other in self.told))
        )

    def fill(
        self, pool: Sequence[Passage], bar: float, most: float = math.inf, *, is_last_resort: bool = False
    ) -> list[Passage]:
        """The best of these in turn, up to ``most`` sentences in all, while they are worth more than the bar."""
        chosen: list[Passage] = []
        while len(self.said) < most:
            pool = [one for one in pool if self._has_room(one)]
            worth = {one.id: _worth(one, self.themes, self.evidence) for one in pool}
            worth |= {one.id: worth[one.id] + FIRST for one in pool if one.snippet_id in self.pinned}
            fit_to_come = [one for one in pool if self._may_come(one, is_last_resort)]
            best = max(fit_to_come, key=lambda one: (worth[one.id], one.id), default=None)
            if best is None or worth[best.id] <= (bar if self.said else min(bar, UNDEFINED)):
                break
            chosen.append(best)
            self._take(best)
        return chosen

    def _has_room(self, one: Passage) -> bool:
        can_be_spared = one.text not in self.homes or self.spare[self.homes[one.text]] > 0
        return (
            can_be_spared and one.words <= self.words and not any(self._tells_again(one, other) for other in self.said)
        )

    def _tells_again(self, one: Passage, other: frozenset[str]) -> bool:
        topic = self.evidence.stems
        return repeats(one.stems, other) or retells(one.stems - topic, other - topic, self.evidence.background)

    def _may_come(self, one: Passage, is_last_resort: bool) -> bool:
        """A section keeps the sentence that it opens with; the page needs one to open with more. As a last resort a lead does not take what a
        section tells."""
        if self.said:
            return one.text not in (self.homes if is_last_resort else self.firsts)
        return is_last_resort or _opens_page(one, self.evidence.stems)

    def _take(self, one: Passage) -> None:
        if one.text in self.homes:
            self.spare[self.homes[one.text]] -= 1
        self.pinned -= {one.snippet_id}
        self.said.append(one.stems)
        self.words -= one.words
        self.themes = {name: value for name, value in self.themes.items() if not name <= one.stems}


def going_on(opening: Claim, evidence: Evidence, words: int) -> tuple[Claim, ...]:
    """A definition with what its snippet goes on to say of the topic: sentences that point back or have it for their subject, up to ``LEAST`` in
    all, in up to ``words`` words."""
    most = min(evidence.bar, PLAUSIBLE)
    home = opening.citations[0].snippet_id
    subjects = {one.place: one.subject for one in evidence.singles if one.snippet_id == home}
    runs = [
        one.sentences
        for one in evidence.passages
        if one.snippet_id == home
        and one.sentences[0] == opening.sentence
        and len(one.sentences) <= LEAST
        and one.words <= words
        and one.doubt <= most
        and all(
            link is None or evidence.stems <= subjects.get(one.place + at, frozenset())
            for at, link in enumerate(one.links, 1)
        )
    ]
    return tuple(Claim(text, opening.citations, text) for text in max(runs, key=len, default=(opening.sentence,)))


def stub(begun: Sequence[Claim], evidence: Evidence, words: int) -> tuple[Claim, ...]:
    """What a topic has for a page of which too little is said to fill one section: with what its lead has ``begun`` with three sentences or more
    that name it, from two snippets or more; else nothing."""
    said = [frozenset(content_stems(one.sentence)) for one in begun]
    head = evidence.relevance.stems[-1]
    pool = [
        (one, 1.0)
        for one in evidence.singles
        if (head in one.stems or head in LIGHT) and touches(one.stems, evidence.relevance, evidence.background)
    ]
    chosen = choose(pool, words, evidence, evidence.topic, said)
    cited = {one.snippet_id for one in chosen} | {one.citations[0].snippet_id for one in begun}
    if len(chosen) + len(begun) < FEWEST or len(cited) < 2:
        return ()
    keys = citation_keys(one.snippet_id for one in chosen)
    ordered = sorted(arrange(chosen, evidence.topic), key=lambda one: not _opens_page(one, evidence.stems))
    return tuple(claim for one in ordered for claim in claims_of(one, keys[one.snippet_id]))


def _general(evidence: Evidence) -> list[Passage]:
    """Sentences that name the topic, in snippets about it, and do not dwell on particulars."""
    return [
        one
        for one in evidence.singles
        if one.density >= MAINLY
        and not one.reservations
        and one.doubt <= SURE
        and not _PARTICULAR.search(one.text)
        and not one.is_aside
        and not unexplained(one, evidence)
        and evidence.stems <= one.stems
        and particulars(one, evidence.stems) < DETAIL
    ]


def _openers(pool: Sequence[Passage], evidence: Evidence) -> list[Passage]:
    """Those that open their snippets; all of papers."""
    return [one for one in pool if evidence.papers or not one.place]


def _plain(evidence: Evidence) -> list[Passage]:
    """Sentences whose subject names the topic itself: what a lead is made of where too few sum up."""
    return [
        one
        for one in evidence.singles
        if evidence.stems <= one.subject
        and one.doubt <= min(evidence.bar, PLAUSIBLE)
        and not _PARTICULAR.search(one.text)
        and not one.is_aside
        and not unexplained(one, evidence)
        and names_alone(one, evidence.stems)
    ]


def _opens_page(one: Passage, topic: frozenset[str]) -> bool:
    """Fit for the first sentence of a page that has no definition: about the topic itself and about nothing narrower."""
    return (
        topic <= one.subject and names_alone(one, topic) and (topic == one.subject or not definition_subject(one.text))
    )


def _themes(outline: Sequence[Section], drafts: dict[str, Draft], evidence: Evidence) -> dict[frozenset[str], float]:
    """What the sections speak of: the stems of their headings and of their commonest terms, by weight."""
    themes: dict[frozenset[str], float] = {}
    for section in outline:
        for node in (section, *section.sections):
            own = frozenset(content_stems(node.heading)) - evidence.stems
            if own and not node.facet:
                themes[own] = themes.get(own, 0.0) + 1.0
            stems = [frozenset(content_stems(claim.sentence)) for claim in claims_in(drafts[node.id])]
            for name in sorted({stem for one in stems for stem in one} - evidence.stems):
                share = sum(1 for one in stems if name in one) / max(4, len(stems))
                if share >= 0.25:
                    single = frozenset({name})
                    weight = share * evidence.background.idf(name) / 10
                    themes[single] = themes.get(single, 0.0) + weight
    return themes


def _worth(one: Passage, themes: dict[frozenset[str], float], evidence: Evidence) -> float:
    """What a sentence is worth to the lead: themes it opens and how central it is, less particulars, length and distance from the topic."""
    topic = evidence.stems
    heard = sum(
        weight for name, weight in sorted(themes.items(), key=lambda pair: sorted(pair[0])) if name <= one.stems
    )
    near = evidence.relevance.scores.get(one.snippet_id, 0.0)
    general = 0.4 if defines(one.sentences[0], evidence.topic) else 0.0
    shares = [min(USUAL, evidence.relevance.breadth.get(stem, 0.0)) for stem in sorted(one.stems - topic)]
    central = CENTRAL * (fmean(shares) - ORDINARY) if shares else 0.0
    distance = 0.0 if topic <= one.subject else INDIRECT if topic <= one.opening else INDIRECT + LATE
    narrow = 0.0 if names_alone(one, topic) else NARROW
    if any(evidence.relevance.breadth.get(stem, 0.0) < FAMILIAR for stem in one.subject - topic):
        narrow += STRANGE
    long = 0.02 * max(0, one.words - 26)
    return (
        min(1.5, heard) + 0.6 * near + general + central - 3 * particulars(one, topic) - distance - narrow - long - 0.75
    )
