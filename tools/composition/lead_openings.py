"""Lead openings: what says what the topic is, or introduces it, and goes on with that."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from castalia.memory.identity import citation_keys
from castalia.memory.records import Claim, Draft, Snippet
from castalia.tools.composition.lead_pools import may_sum_up
from castalia.tools.composition.lead_worth import lead_worth
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.introductions import introduces
from castalia.tools.topic.led_definitions import leads_up_to_definition, led_definition
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.quotations import claims_of
from castalia.tools.topic.repetition import is_told
from castalia.tools.topic.topic_definition import define, defining_score

LEAD_WORDS = 110  # words of a lead, at most
PLAUSIBLE = 0.5  # log-odds of doubt, beyond the average sentence, up to which a definition goes on
LEAD_SENTENCES = 3  # of an opening and what goes on with it in its snippet, at most
INTRODUCES = 1.15  # worth of what opens the lead of a page without a definition, with what it tells of the topic


def opening_among(
    snippets: Sequence[Snippet], evidence: Evidence, told: Sequence[frozenset[str]], pinned: Collection[str]
) -> Claim | None:
    """The definition that a lead from these snippets opens with: one of the ``pinned`` where they have any, never what
    is ``told``."""
    first = [one for one in snippets if one.id in pinned]
    return define(evidence, first, told) or define(evidence, snippets, told)


def beginning_among(
    snippets: Sequence[Snippet],
    evidence: Evidence,
    told: Sequence[frozenset[str]] = (),
    pinned: Collection[str] = (),
    *,
    may_introduce: bool = True,
) -> tuple[Claim, ...]:
    """How a lead from these snippets begins: with the definition of the topic and what goes on with that, with what
    leads up to one, or, where it ``may_introduce``, with what introduces the topic; empty where nothing does."""
    opening = opening_among(snippets, evidence, told, pinned)
    if opening is None and (led := led_definition(evidence, snippets, told)):
        return led
    if opening is None and may_introduce:
        opening = introduction_among(snippets, evidence, told)
    return going_on(opening, evidence) if opening else ()


def introduction_among(snippets: Sequence[Snippet], evidence: Evidence, told: Sequence[frozenset[str]]) -> Claim | None:
    """What the lead of a page without a definition opens with: the sentence from these snippets that best tells what
    the topic is made of, is there for or does, and is not ``told``; ``None`` where none is worth it."""
    there = {one.id for one in snippets}
    names = names_of_topic(evidence)
    worth: dict[Passage, float] = {}
    for one in evidence.singles:
        is_on = one.snippet_id in there and any(name <= one.subject | one.opening for name in names)
        score = introduces(one.text, names) if is_on else 0.0
        if score and may_sum_up(one, evidence) and not is_told(one.stems, told):
            worth[one] = score + lead_worth(one, {}, evidence)
    best = max(worth, key=lambda one: (worth[one], one.id), default=None)
    if best is None or worth[best] < INTRODUCES:
        return None
    return claims_of(best, citation_keys([best.snippet_id])[best.snippet_id])[0]


def names_of_topic(evidence: Evidence) -> tuple[frozenset[str], ...]:
    """All names of the topic, each as its stems."""
    own = (frozenset(one.stems) for one in evidence.relevance.each)
    return (*own, *(frozenset({one}) for one in sorted(evidence.other_names)))


def going_on(opening: Claim, evidence: Evidence) -> tuple[Claim, ...]:
    """The opening with the sentences that follow it in its snippet and point back or have the topic for their subject:
    ``LEAD_SENTENCES`` and ``LEAD_WORDS`` in all at most. Where an abstract turns to what is wrong with it
    ("However, …"), it has said what it is."""
    most = min(evidence.bar, PLAUSIBLE)
    home = opening.citations[0].snippet_id
    subjects = {one.start: one.subject for one in evidence.singles if one.snippet_id == home}
    runs = [
        one.sentences
        for one in evidence.passages
        if one.snippet_id == home
        and one.sentences[0] == opening.sentence
        and evidence.stems <= one.subject | one.opening
        and len(one.sentences) <= LEAD_SENTENCES
        and one.words <= LEAD_WORDS
        and one.doubt <= most
        and not any(text.startswith(_COMPLAINS if evidence.papers else _TURNS) for text in one.sentences[1:])
        and all(
            link is None or evidence.stems <= subjects.get(one.start + at, frozenset())
            for at, link in enumerate(one.links, 1)
        )
    ]
    return tuple(Claim(text, opening.citations, text) for text in max(runs, key=len, default=(opening.sentence,)))


def opens_with_definition(lead: Draft, evidence: Evidence) -> bool:
    """Whether the first sentence of a lead says what the topic is, or leads up to that."""
    first, second = (*claims_in(lead), None, None)[:2]
    if first is None:
        return False
    is_led = second is not None and leads_up_to_definition(first.sentence, second.sentence, evidence)
    return is_led or defining_score(first.sentence, evidence) > 0


_TURNS = ("But ", "Yet ")
_COMPLAINS = ("However", "But ", "Despite", "Nevertheless", "Unfortunately", "Yet ", "Although", "While ")
