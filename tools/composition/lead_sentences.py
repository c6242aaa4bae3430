"""The lead, chosen last, from what the sections say: a definition of the topic, or what introduces it, then a summary
(``lead_summaries``) or else general sentences, some of them from sections that can spare them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile

from castalia.memory.identity import citation_keys
from castalia.memory.records import Claim, Draft, Section, Snippet, nodes_of
from castalia.tools.composition.fit import names_topic_itself
from castalia.tools.composition.lead_growth import Lead, Wishes
from castalia.tools.composition.lead_openings import (
    LEAD_WORDS,
    beginning_among,
    names_of_topic,
)
from castalia.tools.composition.lead_pools import (
    MAINLY,
    first_in_snippets,
    is_named_whole,
    is_on_topic_alone,
    naming_early,
    summing_up,
    with_topic_subject,
)
from castalia.tools.composition.lead_summaries import summary_run
from castalia.tools.composition.lead_worth import opens_page, sets_scene
from castalia.tools.composition.places import SECTION
from castalia.tools.composition.reading_order import arrange, as_said
from castalia.tools.composition.said import Told
from castalia.tools.composition.selection import choose
from castalia.tools.drafting.drafts import claims_in, words_in
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import content_stems, stand_together, stem_set
from castalia.tools.objections.own_work import tells_of_one_thing
from castalia.tools.pages.page_json import LEAD
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.introductions import introduces
from castalia.tools.topic.led_definitions import leads_up_to_definition
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.quotations import claims_of
from castalia.tools.topic.repetition import is_told
from castalia.tools.topic.text_signs import is_narrowed
from castalia.tools.topic.topic_definition import defining_score
from castalia.tools.topic.topic_mentions import touches

STUB_WORDS = 240  # words of a page that is a lead alone, at most
# sentences of a lead that takes what is only passable: of a third one readers object to every second where snippets
# have no titles, and to three in ten where they have
FEWEST = 2
WORTHWHILE = 1.5  # the worth of a sentence that joins the definition, at least
TELLING = 0.4  # the worth of a sentence that introduces the topic, though not well, where no other may begin
PASSABLE = 0.95  # the worth of a sentence that only fills a lead up to ``FEWEST``, at least


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
    told = [stem_set(claim.sentence) for draft in whole.values() for claim in claims_in(draft)]
    begun = _kept_definition(kept, evidence)
    if not begun:
        going = beginning_among(snippets, evidence, told, pinned, may_introduce=not kept)
        begun = tuple(takewhile(lambda one: not is_told(stem_set(one.sentence), told), going))
    others = [one for one in kept if one not in begun]
    head = [*begun, *others]
    allowed = frozenset(one.id for one in snippets)
    if not whole:  # a page that is a lead alone
        return Draft(LEAD, ((*head, *stub(head, evidence, allowed)),))
    rest = summarise(outline, whole, begun, evidence, Wishes(allowed, frozenset(pinned), tuple(others)))
    return Draft(LEAD, (tuple(head) + rest,) if head or rest else ())


def _kept_definition(kept: Sequence[Claim], evidence: Evidence) -> tuple[Claim, ...]:
    """The first of these sentences that says what the topic is, with the one that leads up to it; empty for none."""
    for before, one in zip((None, *kept), kept, strict=False):
        if before is not None and leads_up_to_definition(before.sentence, one.sentence, evidence):
            return before, one
        if defining_score(one.sentence, evidence) > 0:
            return (one,)
    return ()


def summarise(
    outline: Sequence[Section],
    drafts: dict[str, Draft],
    opening: Sequence[Claim],
    evidence: Evidence,
    wishes: Wishes | None = None,
) -> tuple[Claim, ...]:
    """What follows an ``opening`` in a lead of up to ``LEAD_WORDS`` words.

    That is what a document on the topic says in sum, where the page tells this document by its parts and nobody has
    ``wishes``. Else it is general sentences that name the topic, each of which speaks of something else that the
    sections speak of, the best first. They are of those that open their snippets, for readers object more to what stood
    in the middle of one; a lead of less than ``FEWEST`` sentences takes others, too. Abstracts open with what all of
    them say: there every sentence may be taken.

    A sentence that stands in a section moves to the lead where the section can spare it. Where it cannot, or the
    sections stay as they are, the sentence is passed over. Sentences of one snippet stand in its order, but for the
    one that begins the lead.
    """
    words = LEAD_WORDS - words_in((*opening, *(wishes.kept if wishes else ())))
    run = () if wishes else summary_run(outline, drafts, opening, evidence, words)
    if run:
        return _claims(run)
    lead = Lead.begun(outline, drafts, opening, evidence, words, wishes)
    general, plain = (
        [one for one in pool if lead.may_take(one)] for pool in (summing_up(evidence), with_topic_subject(evidence))
    )
    others = [one for one in naming_early(evidence) if lead.may_take(one)]
    chosen: list[Passage] = []
    if evidence.papers:
        chosen += _fill(lead, general, plain, others, evidence)
    else:
        best, good = ([one for one in pool if is_on_topic_alone(one, evidence)] for pool in (general, plain))
        chosen += _fill(lead, best, good, others, evidence)
        if not lead.said:
            chosen += _fill(lead, general, plain, others, evidence)
    chosen += lead.fill(others, PASSABLE, 1, is_last_resort=True)  # whatever their subject is
    if not opening:
        chosen += lead.fill([*others, *general, *plain], PASSABLE, FEWEST)
    if not opening and len(lead.said) < 2 and not all(_stands_alone(one, evidence) for one in chosen):
        return ()  # it would be taken for what the topic is
    first = 0 if opening else 1
    return _claims([*chosen[:first], *as_said(chosen[first:])])


def _stands_alone(one: Passage, evidence: Evidence) -> bool:
    """Whether it may be all that a lead says: it begins with the topic, or introduces it."""
    return opens_page(one, evidence) or introduces(one.text, names_of_topic(evidence)) > 0


def _may_begin(one: Passage, evidence: Evidence) -> bool:
    """Whether it may begin a lead that nothing better does: it begins with the topic, has that alone for its subject,
    and no part of it, and takes nothing else for known."""
    return (
        opens_page(one, evidence)
        and is_on_topic_alone(one, evidence)
        and is_named_whole(one, evidence)
        and one.points_back | one.presumes <= {" ".join(evidence.relevance.stems)}
        and not is_narrowed(one.text, evidence.stems)
        and not _JOINED.match(one.text)
    )


_JOINED = re.compile(r"(?:[\w-]+ ){1,4}(?:and|or) ")  # "Crabs and sea spiders …"


def _claims(passages: Sequence[Passage]) -> tuple[Claim, ...]:
    keys = citation_keys(one.snippet_id for one in passages)
    return tuple(claim for one in passages for claim in claims_of(one, keys[one.snippet_id]))


def _fill(
    lead: Lead, general: Sequence[Passage], plain: Sequence[Passage], others: Sequence[Passage], evidence: Evidence
) -> list[Passage]:
    """The lead filled with the general sentences that open their snippets; up to ``FEWEST`` with those that sum up less
    well, or stood in the middle of a snippet. Where none of the general ones may begin it, it begins with the best of
    the ``others`` that may."""
    chosen = lead.fill(first_in_snippets(general, evidence), WORTHWHILE)
    chosen += _begin(lead, others, evidence)
    chosen += lead.fill(first_in_snippets(plain, evidence), PASSABLE, FEWEST, is_last_resort=True)
    return chosen + lead.fill([*general, *plain], PASSABLE, FEWEST)


def _begin(lead: Lead, others: Sequence[Passage], evidence: Evidence) -> list[Passage]:
    """The first sentence of a lead that has none: one that begins with the topic, introduces it, or at least speaks of
    the topic itself and not of what is named after it only."""
    telling = [one for one in others if introduces(one.text, names_of_topic(evidence))]
    itself = [one for one in others if names_topic_itself(one, evidence.stems) and not sets_scene(one)]
    plain = [one for one in evidence.singles if lead.may_take(one) and _may_begin(one, evidence)]
    first = lead.fill(others, PASSABLE, 1) + lead.fill(telling, TELLING, 1, is_last_resort=True)
    first += lead.fill(plain, PASSABLE, 1)
    return first + lead.fill(itself, PASSABLE, 1, is_last_resort=True)


def stub(begun: Sequence[Claim], evidence: Evidence, allowed: Collection[str] | None = None) -> tuple[Claim, ...]:
    """The rest of the lead, of ``STUB_WORDS`` in all, of a page without sections: sentences that name the topic, of
    the ``allowed`` snippets where these are given, and of abstracts also runs of such. None, unless with those that are
    ``begun`` there are enough for a section, from two snippets or more."""
    said = [stem_set(one.sentence) for one in begun]
    room = STUB_WORDS - words_in(begun)
    first = {one.spot for one in evidence.singles if _may_open_run(one, evidence)}
    pool = [
        (one, 1.0)
        for one in evidence.passages
        if (allowed is None or one.snippet_id in allowed) and one.spot in first and _keeps_to_topic(one, evidence)
    ]
    chosen = choose(pool, room, evidence, evidence.topic, Told(tuple(said)))
    rest = _claims(sorted(arrange(chosen, evidence.topic), key=lambda one: not opens_page(one, evidence)))
    cited = {one.citations[0].snippet_id for one in (*begun, *rest)}
    return rest if len(rest) + len(begun) >= SECTION and len(cited) > 1 else ()


def _may_open_run(one: Passage, evidence: Evidence) -> bool:
    """Whether a sentence names the topic, and by the last word of its name at least; an abstract, which tells of its
    own work, by all of its name, and throughout or early in a sentence that is on no single thing."""
    head = evidence.relevance.stems[-1]
    if not (head in one.stems or head in LIGHT):
        return False
    if evidence.papers:
        is_about = one.density >= MAINLY or evidence.stems <= one.opening | one.subject
        return is_about and _says_its_name(one, evidence) and not tells_of_one_thing(one.text)
    return touches(one.stems, evidence.relevance, evidence.background)


def _says_its_name(one: Passage, evidence: Evidence) -> bool:
    """Whether a sentence says a whole name of the topic side by side: "star and planet formation" is no star
    formation."""
    stems = content_stems(one.text)
    is_together = any(stand_together(part.stems, stems) for part in evidence.relevance.each)
    return is_together or not evidence.other_names.isdisjoint(stems)


def _keeps_to_topic(one: Passage, evidence: Evidence) -> bool:
    """Whether it is one sentence, or a run of an abstract of which every sentence names the topic. Textbooks have
    enough to say in single sentences."""
    return one.is_single or (
        evidence.papers
        and all(touches(stems, evidence.relevance, evidence.background) for stems in evidence.sentences_of(one))
    )
