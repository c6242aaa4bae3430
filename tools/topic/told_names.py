"""The name under which a corpus tells of a topic, where hardly a text says all of its title.

An encyclopedia has one title for what a text calls by less: "Chemical element" is an element in a book of chemistry,
"Sigmund Freud" is Freud from his second mention on, the "Citric acid cycle" is mostly called after Krebs, of
"Newton's laws of motion" the first is Newton's first law, "HIV/AIDS" is the one or the other (``joined_names``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from math import fsum
from statistics import fmean

from castalia.memory.errors import UnknownTopicError
from castalia.memory.prefixes import hyphenated
from castalia.memory.protocols import Filters, SearchQuery, SnippetStore
from castalia.memory.records import Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.language.greek_letters import otherwise_lettered
from castalia.tools.language.premodifiers import words_before
from castalia.tools.language.topic_names import (
    FIELDS,
    OTHER_KINDS,
    called_by_owner,
    name_stems,
    without_field,
    without_theory,
)
from castalia.tools.language.words import content_stems, stand_together, stem, stem_set
from castalia.tools.objections.rule_words import FINITE_VERBS
from castalia.tools.topic.anchor import anchor
from castalia.tools.topic.background import Background
from castalia.tools.topic.joined_names import are_apart, join, joined_names
from castalia.tools.topic.naming_snippets import REACH
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.synonyms import synonyms_in
from castalia.tools.topic.titled_snippets import FEW
from castalia.tools.topic.titles import names_topic_first, title_of
from castalia.tools.topic.written_names import (
    or_more_usual,
    parts_of_name,
    spellings,
    written_apart,
    written_together,
)

USUAL = 2  # times as many snippets as with the topic's name have to have another name of it by which it is told
HARDLY = 0.08  # of the snippets with the bare name, those that say the field before it, at most
SELDOM = 0.25  # as many snippets as with the bare name alone have to have the one that calls it a theory, at most
GIVEN = 5  # times as many snippets as with the whole name have to have the given name of a person who goes by that
SMALL = 0.1  # of the snippets with a person's bare name, those that have it in small letters, at most
NAMED_AFTER = 0.55  # of the places of a person's name so many speak of something called after the person, at most
BARE = 0.4  # of its places so many have no other word before it, at least
COMPANY = 0.2  # of what the model's words have more in the naming snippets than elsewhere, the bare name's, at least
TOGETHER = 10  # snippets have to say both a field and the bare name, at least
TIMES_AT_HOME = 2  # times as often as others have the snippets with the bare name to say the field
# of the snippets with a bare name that is taken to be human, those that say an animal or a plant, at most
LIVING = 0.08
CONTRASTED = 0.05  # of either snippets so many put another field before it, at most: else fields tell its kinds apart

# "the psychologist Sigmund Freud", "Sigmund Freud (1856–1939)"
_PERSON = r"(?:\b(?:[A-Za-z]+(?:ist|ian|sopher|nomer|teacher|researcher|essor|tor|neer)s?|Sir|Dr\.|President) {0}\b|\b{0},? \((?:born )?\d{{4}})"
_ORDINAL = "(?:first|second|third|fourth|fifth)"
_AFTER = frozenset("Jr Sr II III IV".split())  # no family names, behind one
_HUMAN, _OTHER_LIVING = stem("human"), frozenset(map(stem, ("animal", "plant")))


async def told_anchor(
    topic: str, store: SnippetStore, background: Background, filters: Filters | None, qualifier: str
) -> Relevance:
    """The relevance model (see ``anchor``) of a topic, under the name by which the corpus tells of it.

    Raises ``UnknownTopicError`` where no snippet names the topic by any.
    """
    names, told = await _spellings(topic, store, filters), dict[str, Relevance]()
    for name in names:  # behind a spelling under which no text shows a person may stand one under which some do
        try:
            told[name] = await _told(name, store, background, filters, qualifier)
        except UnknownTopicError:
            if not told and name == names[-1]:
                raise
            continue
        if told[name].name != name:
            break
    best = next((name for name, one in told.items() if one.name != name), next(iter(told)))
    return told[best] if best == topic else replace(told[best], full_name=name_stems(topic))


async def _spellings(topic: str, store: SnippetStore, filters: Filters | None) -> list[str]:
    """What texts write for a name of which a part may be cut short, or be a Greek letter, the best to look for it by
    first."""
    _, last = parts_of_name(topic)
    other = "" if last else otherwise_lettered(topic)
    if not (last or other):
        return [topic]
    found = await store.search(
        [SearchQuery.by_words(one) for one in ((topic, other) if other else (last,))], REACH, filters
    )
    texts = await store.get(list(dict.fromkeys(hit.snippet_id for hits in found for hit in hits)))
    if other:
        return await run_in_thread(or_more_usual, topic, other, texts)
    return await run_in_thread(spellings, topic, texts, lambda name, those: bool(names_of_person(name, those)))


async def _told(
    topic: str, store: SnippetStore, background: Background, filters: Filters | None, qualifier: str
) -> Relevance:
    """The model of a topic that texts write like this, perhaps under a name that is shorter, or another one."""
    try:
        whole = await anchor(topic, store, background, filters, qualifier)
    except UnknownTopicError:
        if bare := without_theory(topic):
            told = await told_anchor(bare, store, background, filters, qualifier)
            return replace(told, full_name=name_stems(topic))
        apart = written_apart(topic, background.phrases)
        for spelled in filter(None, (hyphenated(topic), *written_together(topic), *apart)):
            with suppress(UnknownTopicError):
                told = await anchor(spelled, store, background, filters, qualifier)
                return replace(told, full_name=name_stems(topic))
        if parts := await _parts_known(topic, store, background, filters, qualifier):
            return join(topic, parts) if len(parts) > 1 else parts[0]
        raise
    naming = await store.get(whole.seed)
    # before any title tells: no text says "Kepler's first law of planetary motion"
    bare = called_by_owner(topic)
    if are_counted(bare, naming) and await _is_told_bare(bare, topic, whole, naming, store, background, filters):
        return replace(await anchor(bare, store, background, filters, qualifier), full_name=whole.stems)
    others = synonyms_in(whole.stems, (one.text for one in naming))
    if len(await _under_its_title(whole, others, store)) >= FEW:
        return whole
    parts = await _parts_known(topic, store, background, filters, qualifier)
    if len(parts) > 1 and are_apart(topic, whole, parts, [one.text for one in naming]):
        return join(topic, parts, whole.literal)
    for name in others:
        other = await anchor(name, store, background, filters, qualifier)
        if other.literal >= USUAL * whole.literal:
            return replace(other, full_name=whole.stems)
    for bare in (without_field(topic), without_theory(topic), *names_of_person(topic, naming)):
        if bare and await _is_told_bare(bare, topic, whole, naming, store, background, filters):
            told = await anchor(bare, store, background, filters, qualifier)
            return replace(told, full_name=whole.stems)  # no heading may say it
    return whole


def names_of_person(topic: str, naming: Sequence[Snippet]) -> tuple[str, ...]:
    """The family name and the given name of a person of whom these snippets tell, as these write them ("sigmund freud"
    may be asked for); none where they show no person."""
    if not 1 < len(topic.split()) < 5:
        return ()
    person = re.compile(_PERSON.format(f"((?i:{re.escape(topic)}))"))
    names = [(found[1] or found[2]).split() for one in naming for found in person.finditer(one.text)]
    words = next((one for one in names if one[0][0].isupper() and one[-1][0].isupper()), [])
    if words and words[-1].rstrip(".,") in _AFTER:
        words = [*words[:-2], words[-2].rstrip(",")]
    at = next((at for at, one in enumerate(words) if one.islower()), len(words) - 1)  # "de Broglie"
    return (" ".join(words[at:]), words[0]) if len(words) > 1 else ()


def are_counted(bare: str, naming: Iterable[Snippet]) -> bool:
    """Whether these snippets count the things that bear somebody's name ("Kepler's first law"), which are told one by
    one then, and not of what they are."""
    owner, _, things = bare.partition(" ")
    name, thing = re.escape(owner.rstrip("s'’")), re.escape(things[:-1])
    counted = re.compile(rf"\b{name}(?:s?['’]s?)? {_ORDINAL} {thing}\b", re.IGNORECASE)
    return bool(bare) and any(counted.search(one.text) for one in naming)


async def _parts_known(
    topic: str, store: SnippetStore, background: Background, filters: Filters | None, qualifier: str
) -> list[Relevance]:
    """The models of those names that a title joins which the corpus knows."""
    known = []
    for name in joined_names(topic):
        try:
            known.append(await told_anchor(name, store, background, filters, qualifier))
        except UnknownTopicError:
            continue
    return known


async def _under_its_title(whole: Relevance, others: Sequence[str], store: SnippetStore) -> list[str]:
    """The ids of the snippets under the topic's name; where it has ``others``, those under the name that was asked
    for."""
    titled = sorted(one for one in whole.titled if whole.documents[one] not in whole.central)
    if not others:
        return titled
    return [
        one.id
        for one in await store.get(titled)
        if any(names_topic_first(title, whole.stems) for title in (title_of(one), one.topic))
    ]


async def _is_told_bare(
    bare: str,
    topic: str,
    whole: Relevance,
    naming: Sequence[Snippet],
    store: SnippetStore,
    background: Background,
    filters: Filters | None,
) -> bool:
    """Whether texts mean the topic by its bare name, without a field or by one name of a person (``is_same_thing``)."""
    hits = (await store.search([SearchQuery.by_words(bare)], REACH, filters))[0]
    holding = await store.get([hit.snippet_id for hit in hits])
    return await run_in_thread(is_same_thing, bare, topic, whole, naming, holding, background)


def is_same_thing(
    bare: str,
    topic: str,
    whole: Relevance,
    naming: Sequence[Snippet],
    holding: Sequence[Snippet],
    background: Background,
) -> bool:
    """Whether snippets ``holding`` the bare name mean what those ``naming`` the topic in full do: they leave out the
    rest, put few other words before it and none that tells kinds apart, and speak of it in the same company."""
    own, name = frozenset(whole.stems), content_stems(bare)
    holding = [one for one in holding if stem_set(one.text).issuperset(name)]
    alone = [one for one in holding if not own <= stem_set(one.text)]
    whole_named = [one for one in naming if stand_together(whole.stems, content_stems(one.text))]
    if not alone or not _is_left_out(bare, topic, whole_named, alone):
        return False
    own_field = stem(topic.split()[0])  # "electric" is electrical
    if bare == without_field(topic) and not _is_taken_for_granted(own_field, holding, background):
        return False
    before = {one.id: words_before(name, one.text) for one in (*alone, *naming)}
    fields = frozenset(one for one in FIELDS | OTHER_KINDS if stem(one) != own_field)
    for those in (alone, naming):
        if sum(not fields.isdisjoint(before[one.id]) for one in those) > CONTRASTED * len(those):
            return False
    said = [word for one in alone for word in before[one.id]]
    if not said or said.count("") < BARE * len(said):
        return False
    usual = fsum(weight * background.share(one) for one, weight in whole.weights.items() if one not in own)

    def company(texts: Iterable[Snippet]) -> float:
        return fmean(whole.mass(stem_set(one.text) - own) for one in texts) - usual

    return company(alone) >= COMPANY * company(whole_named or naming) > 0


def _is_left_out(bare: str, topic: str, whole_named: Sequence[Snippet], alone: Sequence[Snippet]) -> bool:
    """Whether texts leave out the rest of the name: hardly any says the field; of a person any may say all of it once,
    but none writes a part of it in small letters, and hardly any goes by the given name."""
    if bare == without_field(topic):
        return len(whole_named) <= HARDLY * len(alone)
    if bare == without_theory(topic):
        return len(whole_named) <= SELDOM * len(alone)
    if bare.lower() == topic.split()[0].lower() and len(alone) < GIVEN * len(whole_named):
        return False
    small = re.compile(rf"\b{re.escape(bare.lower())}\b")
    if sum(bool(small.search(one.text)) for one in alone) > SMALL * len(alone):
        return False
    return not _is_named_after(bare, alone)


def _is_taken_for_granted(field: str, holding: Sequence[Snippet], background: Background) -> bool:
    """Whether what has the bare name is of this field (a stem) in most texts: of all culture little is political, and
    an economist's contract is not social. It is human where texts on people leave animals and plants out."""
    stems = [stem_set(one.text) for one in holding]
    if field == _HUMAN:
        return sum(not _OTHER_LIVING.isdisjoint(one) for one in stems) <= LIVING * len(stems)
    both = sum(field in one for one in stems)
    return both >= TOGETHER and both >= TIMES_AT_HOME * background.share(field) * len(stems)


def _is_named_after(bare: str, texts: Sequence[Snippet]) -> bool:
    """Whether these texts mostly speak of what bears a person's name: of Faraday's law and of the Bohr model."""
    places = [found for one in texts for found in re.finditer(rf"\b{re.escape(bare)}\b(['’]s?| [\w-]+|)", one.text)]
    behind = [found[1].strip() for found in places]
    return len([one for one in behind if one[:1] in ("'", "’") or _is_noun(one)]) > NAMED_AFTER * len(behind)


def _is_noun(word: str) -> bool:
    """Whether what stands behind a name is no small word and no verb."""
    lower = word.lower()
    return bool(content_stems(lower)) and lower not in FINITE_VERBS and not lower.endswith(("ed", "ly"))
