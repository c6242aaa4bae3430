"""The name under which a corpus tells of a topic, where hardly a text says all of its title.

An encyclopedia has one title for what a text calls by less: "Chemical element" is an element in a book of chemistry,
"HIV/AIDS" the one or the other, and the formation and evolution of a thing are told apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import fsum
from statistics import fmean

from castalia.memory.errors import UnknownTopicError
from castalia.memory.protocols import Filters, SearchQuery, SnippetStore
from castalia.memory.records import Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.language.words import content_stems, stand_together, stem_set, tokens
from castalia.tools.topic.anchor import anchor
from castalia.tools.topic.background import Background
from castalia.tools.topic.naming_snippets import REACH
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.titled_snippets import FEW

PART = 0.3  # of the snippets that name one of the two so many name both, at most
HARDLY = 0.08  # of the snippets with the bare name, those that say the field before it, at most
BARE = 0.4  # of its places so many have no other word before it, at least
COMPANY = 0.2  # of what the model's words have more in the naming snippets than elsewhere, the bare name's, at least
CONTRASTED = 0.05  # of those so many put another field before it, at most: else fields tell its kinds apart

# Adjectives that say of which field a thing is, as a title has to and a text of that field need not.
_FIELDS = frozenset(
    """anatomical astronomical biological chemical cultural economic electric electrical geological human mathematical
    medical optical physical political psychological social sociological""".split()
)
_EITHER = re.compile(r"([^\W\d_][\w-]+)/([^\W\d_][\w-]+)")
_BOTH_OF = re.compile(r"([\w-]+) and ([\w-]+)( of .+)")
_BOTH = re.compile(r"(.*[\w-] )([\w-]+) and ([\w-]+)")


async def told_anchor(
    topic: str, store: SnippetStore, background: Background, filters: Filters | None = None, qualifier: str = ""
) -> Relevance:
    """The relevance model (see ``anchor``) of a topic, under the name by which the corpus tells of it.

    Raises ``UnknownTopicError`` where no snippet names the topic by any.
    """
    part = await _first_known(topic, store, background, filters, qualifier)
    try:
        whole = await anchor(topic, store, background, filters, qualifier)
    except UnknownTopicError:
        if part is None:
            raise
        return part
    if len(_under_its_title(whole)) >= FEW:
        return whole
    if part and whole.literal <= PART * part.literal:
        return part
    bare = without_field(topic)
    if bare and await _is_told_bare(bare, topic, whole, store, background, filters):
        return await anchor(bare, store, background, filters, qualifier)
    return whole


def one_of_two(topic: str) -> tuple[str, ...]:
    """The two names that a title joins: "HIV/AIDS", "electrical resistance and conductance", "formation and evolution
    of the Solar System". Two things that share no word ("supply and demand") are one topic."""
    if found := _EITHER.fullmatch(topic):
        return found[1], found[2]
    if found := _BOTH_OF.fullmatch(topic):
        return found[1] + found[3], found[2] + found[3]
    if (found := _BOTH.fullmatch(topic)) and " of " not in topic and " and " not in found[1]:
        return found[1] + found[2], found[1] + found[3]
    return ()


def without_field(topic: str) -> str:
    """The topic without the adjective before it that says of which field it is; ``""`` where there is none."""
    field, _, bare = topic.partition(" ")
    return bare if field.lower() in _FIELDS and content_stems(bare) else ""


async def _first_known(
    topic: str, store: SnippetStore, background: Background, filters: Filters | None, qualifier: str
) -> Relevance | None:
    """The model of the first of the two names in a title that the corpus knows."""
    for name in one_of_two(topic):
        try:
            return await told_anchor(name, store, background, filters, qualifier)
        except UnknownTopicError:
            continue
    return None


def _under_its_title(relevance: Relevance) -> frozenset[str]:
    return frozenset(one for one in relevance.titled if relevance.documents[one] not in relevance.central)


async def _is_told_bare(
    bare: str, topic: str, whole: Relevance, store: SnippetStore, background: Background, filters: Filters | None
) -> bool:
    """Whether texts mean the topic by its name without the field: they hardly ever say the field, put few other words
    before it, and speak of it in the same company."""
    hits = (await store.search([SearchQuery.by_words(bare)], REACH, filters))[0]
    holding = await store.get([hit.snippet_id for hit in hits])
    naming = await store.get(whole.seed)
    return await run_in_thread(is_same_thing, bare, topic, whole, naming, holding, background)


def is_same_thing(
    bare: str,
    topic: str,
    whole: Relevance,
    naming: Sequence[Snippet],
    holding: Sequence[Snippet],
    background: Background,
) -> bool:
    """Whether snippets ``holding`` the bare name mean what those ``naming`` the topic in full do."""
    own, name = frozenset(whole.stems), content_stems(bare)
    alone = [one for one in holding if stem_set(one.text).issuperset(name) and not own <= stem_set(one.text)]
    whole_named = [one for one in naming if stand_together(whole.stems, content_stems(one.text))]
    if not alone or len(whole_named) > HARDLY * len(alone):
        return False
    before = [word for one in alone for word in _words_before(name, one.text)]
    field = topic.split()[0].lower()
    others = sum(bool(_FIELDS.difference({field}).intersection(_words_before(name, one.text))) for one in alone)
    if others > CONTRASTED * len(alone) or before.count("") < BARE * len(before):
        return False
    usual = fsum(weight * background.share(one) for one, weight in whole.weights.items() if one not in own)

    def company(texts: Iterable[Snippet]) -> float:
        return fmean(whole.mass(stem_set(one.text) - own) for one in texts) - usual

    return company(alone) >= COMPANY * company(whole_named or naming) > 0


def _words_before(name: Sequence[str], text: str) -> list[str]:
    """For each place of a name (stems) in a text the word right before it (lower-case), "" for a function word, a mark
    or the beginning."""
    words = tokens(text)
    stems = [content_stems(one.text) for one in words]
    found = []
    for at in range(len(words)):
        row = tuple(one for those in stems[at : at + len(name)] for one in those)
        if row[: len(name)] == tuple(name):
            is_beside = at > 0 and text[words[at - 1].end : words[at].start] == " " and stems[at - 1]
            found.append(words[at - 1].lower if is_beside else "")
    return found
