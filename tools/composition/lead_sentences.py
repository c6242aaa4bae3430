"""The lead, chosen last, from what the sections say: a definition of the topic, or what introduces it, then a summary
(``lead_summaries``) or else general sentences that no section uses."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile

from castalia.memory.identity import citation_keys
from castalia.memory.records import Claim, Draft, Section, Snippet, nodes_of
from castalia.tools.composition.fit import SURE, names_alone
from castalia.tools.composition.lead_growth import Lead, Wishes, may_begin, opens_page, worth_of
from castalia.tools.composition.lead_summaries import summary_run
from castalia.tools.composition.passage_worth import particulars, unexplained
from castalia.tools.composition.places import SECTION
from castalia.tools.composition.reading_order import arrange
from castalia.tools.composition.selection import choose
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import content_stems
from castalia.tools.objections.sentence_rules import reservations
from castalia.tools.pages.page_json import LEAD
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.introductions import introduces
from castalia.tools.topic.passages import Passage, claims_of
from castalia.tools.topic.repetition import is_told
from castalia.tools.topic.text_signs import is_narrowed
from castalia.tools.topic.topic_definition import define, defining_score
from castalia.tools.topic.topic_mentions import touches

LEAD_WORDS = 110  # at most
STUB_WORDS = 240  # at most, of a page that is a lead alone
LEAST = 3  # sentences of a lead, where so many may stand in one (of textbooks: have the topic for their subject)
FEWEST = 2  # of any others, where there is none of these
MAINLY = 0.5  # of its snippet's sentences speak of the topic: then a sentence may sum up,
DETAIL = 0.16  # unless it dwells so much on ``particulars``
WORTHWHILE = 0.75  # worth that a sentence has to have besides the definition,
INTRODUCES = 0.4  # and one that opens the lead of a page that has none, with what it tells of the topic,
PASSABLE = 0.2  # and one that makes a lead of ``LEAST``
PLAUSIBLE = 0.5  # log-odds of doubt, beyond the average sentence, that a lead bears where it is short

# What is added, denied, past, dated, true on a condition, or said of some of its kind ("the bones that …") is no
# summary of a topic.
_PARTICULAR = re.compile(
    r"^(?:If|When|Once|After|As|While|Since|Because|Although|Examples?|Sometimes|At times|Like|Unlike|Rather than|Only|Both|Few) "
    r"|^The (?:\w+ ){1,2}(?:that|which|in|at) |^(?:An? )?(?:[\w-]+ ){1,2}(?:that|which|who|whose) "
    r"|^(?:In|On|By|During|Since|Between|As of) [^,]{0,20}\b(?:1\d|20)\d\d\b"
    r"|\b(?:also|another|additional|(?<!and )(?<!or )other|too|then|not|no|never|cannot|was|were|had|did)\b"
)


def lead_among(
    outline: Sequence[Section],
    drafts: Mapping[str, Draft],
    snippets: Sequence[Snippet],
    evidence: Evidence,
    kept: Sequence[Claim] = (),
    pinned: Collection[str] = (),
) -> Draft:
    """A lead for a page whose sections stay: ``kept`` are its sentences so far, and nothing is said that a section
    says.

    ``snippets`` are all that it may cite, the ``pinned`` before others.
    """
    whole = {node.id: drafts.get(node.id) or Draft(node.id, ()) for node in nodes_of(outline)}
    told = [frozenset(content_stems(claim.sentence)) for draft in whole.values() for claim in claims_in(draft)]
    opening = next((one for one in kept if defining_score(one.sentence, evidence) > 0), None)
    begun: tuple[Claim, ...] = () if opening is None else (opening,)
    if opening is None:
        opening = opening_among(snippets, evidence, told, pinned) or (
            None if kept else introduction_among(snippets, evidence, told)
        )
        going = going_on(opening, evidence, LEAD_WORDS) if opening else ()
        begun = tuple(takewhile(lambda one: not is_told(frozenset(content_stems(one.sentence)), told), going))
    others = [one for one in kept if one is not opening]
    head = [*begun, *others]
    allowed = frozenset(one.id for one in snippets)
    if not whole:  # a page that is a lead alone
        return Draft(LEAD, ((*head, *stub(head, evidence, STUB_WORDS, allowed)),))
    room = LEAD_WORDS - sum(len(one.sentence.split()) for one in head)
    wishes = Wishes(allowed, frozenset(pinned), tuple(others))
    rest = summarise(outline, whole, begun, evidence, room, wishes)
    return Draft(LEAD, (tuple(head) + rest,) if head or rest else ())


def opening_among(
    snippets: Sequence[Snippet], evidence: Evidence, told: Sequence[frozenset[str]] = (), pinned: Collection[str] = ()
) -> Claim | None:
    """The definition that a lead from these snippets opens with: one of the ``pinned`` where they have any, never what
    is ``told``."""
    first = [one for one in snippets if one.id in pinned]
    return define(evidence, first, told) or define(evidence, snippets, told)


def introduction_among(
    snippets: Sequence[Snippet], evidence: Evidence, told: Sequence[frozenset[str]] = ()
) -> Claim | None:
    """What the lead of a page without a definition opens with: the sentence from these snippets that best tells what
    the topic is made of, is there for or does, and is not ``told``; ``None`` where none is worth it."""
    there = {one.id for one in snippets}
    names = (evidence.stems, *(frozenset({one}) for one in sorted(evidence.other_names)))
    is_only_one = " ".join(evidence.relevance.stems) in evidence.background.known
    worth: dict[Passage, float] = {}
    for one in evidence.singles:
        may_open = one.snippet_id in there and (is_only_one or not _THE_ONE.match(one.text)) and may_begin(one)
        score = introduces(one.text, names) if may_open and any(name <= one.subject for name in names) else 0.0
        if score and names_alone(one, evidence.stems) and _may_sum_up(one, evidence) and not is_told(one.stems, told):
            worth[one] = score + worth_of(one, {}, evidence)
    best = max(worth, key=lambda one: (worth[one], one.id), default=None)
    if best is None or worth[best] < INTRODUCES:
        return None
    return claims_of(best, citation_keys([best.snippet_id])[best.snippet_id])[0]


_THE_ONE = re.compile(r"The (?!(?:[\w-]+ ){0,3}(?:function|role|purpose|task|job|goal) of )")


def summarise(
    outline: Sequence[Section],
    drafts: dict[str, Draft],
    opening: Sequence[Claim],
    evidence: Evidence,
    words: int,
    wishes: Wishes | None = None,
) -> tuple[Claim, ...]:
    """What follows an ``opening``: the summary of what the page tells by its parts; where there is none, or somebody has
    ``wishes``, general sentences that name the topic and speak of what the sections speak of, each of something new,
    those on the topic itself before those on its kinds.

    These open their snippets, for what stood in the middle of one is more often objected to; a lead of less than
    ``LEAST`` sentences takes others, too. Abstracts open with what all of them say: there every sentence may be taken.
    A sentence that stands in a section moves to the lead where the section can spare it, and is passed over where not,
    or where the sections stay.
    """
    run = () if wishes else summary_run(outline, drafts, opening, evidence, words)
    if run:
        return _claims(run)
    lead = Lead.begun(outline, drafts, opening, evidence, words, wishes)
    general, plain = ([one for one in pool if lead.may_take(one)] for pool in (_general(evidence), _plain(evidence)))
    chosen: list[Passage] = []
    if evidence.papers:
        chosen += _fill(lead, general, plain, LEAST, evidence)
    else:
        best, good = ([one for one in pool if _is_on_topic_alone(one, evidence)] for pool in (general, plain))
        chosen += _fill(lead, best, good, LEAST, evidence)
        if not lead.said:
            chosen += _fill(lead, general, plain, FEWEST, evidence)
    for pool in (_early, _sound):  # then of those that name it early, whatever their subject is, or anywhere
        if lead.said:
            break
        others = [one for one in pool(evidence) if lead.may_take(one)]
        chosen += lead.fill(others, PASSABLE, 1, is_last_resort=True)
        chosen += lead.fill([*others, *general, *plain], PASSABLE, FEWEST)
    if len(lead.said) < 2 and not opening and not all(opens_page(one, evidence.stems) for one in chosen):
        return ()  # alone, it would be taken for what the topic is
    return _claims(in_order(chosen, evidence.stems, is_defined=bool(opening)))


def _claims(passages: Sequence[Passage]) -> tuple[Claim, ...]:
    keys = citation_keys(one.snippet_id for one in passages)
    return tuple(claim for one in passages for claim in claims_of(one, keys[one.snippet_id]))


def _fill(
    lead: Lead, general: Sequence[Passage], plain: Sequence[Passage], least: int, evidence: Evidence
) -> list[Passage]:
    """The lead filled with the general sentences that open their snippets; up to so many with those that sum up less
    well, or stood in the middle of a snippet."""
    chosen = lead.fill(_openers(general, evidence), WORTHWHILE)
    chosen += lead.fill(_openers(plain, evidence), PASSABLE, least, is_last_resort=True)
    chosen += lead.fill(general, WORTHWHILE, least) + lead.fill(plain, PASSABLE, least, is_last_resort=True)
    return chosen + lead.fill([*general, *plain], PASSABLE, least)


def _is_on_topic_alone(one: Passage, evidence: Evidence) -> bool:
    """Whether a sentence has the topic for its subject and nothing beside it: readers object to fewer of these in a
    lead."""
    names = evidence.stems | evidence.other_names
    return bool(one.subject & names) and one.subject - names <= LIGHT


def in_order(chosen: Sequence[Passage], topic: frozenset[str], *, is_defined: bool) -> list[Passage]:
    """What is said of the topic itself before what is said of its kinds; where nothing defines it, first what has its
    name in the subject, best the name alone."""

    def place(one: Passage) -> tuple[bool, ...]:
        is_off, is_wide = not topic <= one.subject, one.subject == topic
        return not is_defined and is_off, not names_alone(one, topic), not is_defined and not is_wide

    return sorted(chosen, key=place)


def going_on(opening: Claim, evidence: Evidence, words: int) -> tuple[Claim, ...]:
    """The opening with the sentences that follow it in its snippet and point back or have the topic for their subject:
    ``LEAST`` in all and ``words`` words at most. Where an abstract turns to what is wrong with it ("However, …"), it
    has said what it is."""
    most = min(evidence.bar, PLAUSIBLE)
    home = opening.citations[0].snippet_id
    subjects = {one.place: one.subject for one in evidence.singles if one.snippet_id == home}
    runs = [
        one.sentences
        for one in evidence.passages
        if one.snippet_id == home
        and one.sentences[0] == opening.sentence
        and evidence.stems <= one.subject | one.opening
        and len(one.sentences) <= LEAST
        and one.words <= words
        and one.doubt <= most
        and not any(text.startswith(_COMPLAINS if evidence.papers else _TURNS) for text in one.sentences[1:])
        and all(
            link is None or evidence.stems <= subjects.get(one.place + at, frozenset())
            for at, link in enumerate(one.links, 1)
        )
    ]
    return tuple(Claim(text, opening.citations, text) for text in max(runs, key=len, default=(opening.sentence,)))


_TURNS = ("But ", "Yet ")
_COMPLAINS = ("However", "But ", "Despite", "Nevertheless", "Unfortunately", "Yet ", "Although", "While ")


def stub(
    begun: Sequence[Claim], evidence: Evidence, words: int, allowed: Collection[str] | None = None
) -> tuple[Claim, ...]:
    """The rest of the lead, of so many ``words`` in all, of a page without sections: sentences that name the topic, of
    the ``allowed`` snippets where these are given. None, unless with those that are ``begun`` there are enough for a
    section, from two snippets or more."""
    said = [frozenset(content_stems(one.sentence)) for one in begun]
    room = words - sum(len(one.sentence.split()) for one in begun)
    head = evidence.relevance.stems[-1]
    pool = [
        (one, 1.0)
        for one in evidence.singles
        if (allowed is None or one.snippet_id in allowed)
        and (head in one.stems or head in LIGHT)
        and touches(one.stems, evidence.relevance, evidence.background)
    ]
    chosen = choose(pool, room, evidence, evidence.topic, said)
    cited = {one.snippet_id for one in chosen} | {one.citations[0].snippet_id for one in begun}
    if len(chosen) + len(begun) < SECTION or len(cited) < 2:
        return ()
    keys = citation_keys(one.snippet_id for one in chosen)
    ordered = sorted(arrange(chosen, evidence.topic), key=lambda one: not opens_page(one, evidence.stems))
    return tuple(claim for one in ordered for claim in claims_of(one, keys[one.snippet_id]))


def _general(evidence: Evidence) -> list[Passage]:
    """Sentences that name the topic, in snippets about it, and do not dwell on particulars."""
    return [
        one
        for one in evidence.singles
        if one.density >= MAINLY
        and not one.reservations
        and one.doubt <= SURE
        and evidence.stems <= one.stems
        and _may_sum_up(one, evidence)
        and particulars(one, evidence.stems) < DETAIL
    ]


def _openers(pool: Sequence[Passage], evidence: Evidence) -> list[Passage]:
    """Those that open their snippets; all of papers."""
    return [one for one in pool if evidence.papers or not one.place]


def _early(evidence: Evidence) -> list[Passage]:
    """Sentences that name the topic among their first words or in their subject."""
    return [
        one for one in evidence.singles if evidence.stems <= one.opening | one.subject and _may_sum_up(one, evidence)
    ]


def _sound(evidence: Evidence) -> list[Passage]:
    """Sentences that speak of the topic itself and are no more doubtful than most."""
    return [
        one
        for one in evidence.singles
        if one.doubt <= SURE and names_alone(one, evidence.stems) and _may_sum_up(one, evidence)
    ]


def _plain(evidence: Evidence) -> list[Passage]:
    """Sentences whose subject names the topic itself: what a lead is made of where too few sum up."""
    return [
        one
        for one in evidence.singles
        if evidence.stems <= one.subject
        and _may_sum_up(one, evidence)
        and names_alone(one, evidence.stems)
        and "opinion" not in reservations(one.text)
    ]


def _may_sum_up(one: Passage, evidence: Evidence) -> bool:
    """No aside, nothing particular, unexplained or of a part of the topic, and not too doubtful."""
    return (
        one.doubt <= min(evidence.bar, PLAUSIBLE)
        and not _PARTICULAR.search(one.text)
        and not one.is_aside
        and not is_narrowed(one.text, evidence.stems)
        and _is_named_whole(one, evidence)
        and not unexplained(one, evidence)
    )


def _is_named_whole(one: Passage, evidence: Evidence) -> bool:
    """Whether it says all of the topic's name, or another name that the snippets spell out: in a lead, "plants" are no
    flowering plants."""
    said = set(content_stems(one.text))
    return evidence.stems <= said or not said.isdisjoint(evidence.other_names)
