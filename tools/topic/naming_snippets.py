"""The snippets that name a topic, by its name or by an acronym of it, and what else its name may mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from castalia.memory.protocols import Filters, SearchQuery, SnippetStore
from castalia.memory.records import Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.language.words import content_stems, stand_together
from castalia.tools.topic.background import Background
from castalia.tools.topic.senses import OtherSense, find_other_sense
from castalia.tools.topic.titles import is_title, title_of
from castalia.tools.topic.topic_acronyms import acronyms_of, stands_for
from castalia.tools.topic.topic_forms import has_acronym, other_words

SEED_POOL = 150  # snippets that name the topic, at most
PLENTY = 30  # of them: with fewer they are looked for farther off
REACH = 2_000  # snippets that a search looks through
LONG = 3  # words of a name that may be cut short before the last of them
BESIDE = 2 / 3  # of the snippets with an acronym of such a name so many have that word, at least
TITLED = 5  # of these, under the topic as a title, from which on it needs no text that names it


async def others_of(
    topic: str,
    stems: tuple[str, ...],
    store: SnippetStore,
    background: Background,
    filters: Filters | None,
    qualifier: str,
) -> tuple[frozenset[str], OtherSense | None]:
    """The words that share the stem of a topic of one word and speak of something else, and what else that word itself
    means."""
    if len(stems) != 1:
        return frozenset(), None
    hits = (await store.search([SearchQuery.by_words(topic)], REACH, filters))[0]
    pool = await store.get([hit.snippet_id for hit in hits])
    holding = [one for one in pool if stems[0] in content_stems(one.text)]
    sense = await run_in_thread(find_other_sense, topic, holding, background, qualifier)
    return other_words(topic, (one.text for one in pool), background.share(stems[0])), sense


async def snippets_naming(
    topic: str, stems: tuple[str, ...], is_ours: Callable[[Snippet], bool], store: SnippetStore, filters: Filters | None
) -> list[Snippet]:
    """The snippets that name the topic, and nothing else by its name (``is_ours``), among those that a search for it
    finds: first those where the words of its name stand together ("adversarial attacks on generative networks" are no
    generative adversarial networks), each time the best first. Where they are few, the search goes on: a store may
    count other words as forms of the name ("markets" where marketing is the topic). Where they stay few, what the
    search finds under a title of these words and no others ("Disorders of Acid-Base Balance") names it, too."""
    naming, pool = list[Snippet](), list[Snippet]()
    for most in (SEED_POOL, REACH) if stems else ():
        hits = (await store.search([SearchQuery.by_words(topic)], most, filters))[0]
        pool = await store.get([hit.snippet_id for hit in hits])
        words = {one.id: content_stems(one.text) for one in pool}
        naming = [one for one in pool if set(stems) <= set(words[one.id]) and is_ours(one)]
        naming = sorted(naming, key=lambda one: not stand_together(stems, words[one.id]))[:SEED_POOL]
        if len(naming) >= PLENTY:
            return naming
        if len(hits) < most:
            break
    known = {one.id for one in naming}
    titled = [one for one in pool if one.id not in known and is_title(title_of(one), stems) and is_ours(one)]
    return [*naming, *(titled if naming or len(titled) >= TITLED else ())][:SEED_POOL]


async def naming_by_acronym(
    stems: tuple[str, ...], naming: Sequence[Snippet], store: SnippetStore, filters: Filters | None
) -> tuple[dict[str, str], list[Snippet]]:
    """The acronyms that these snippets spell the topic out for (each stem with the word), and others that name it by
    one, the best first. Of a long name one of all but its last word will do, where that word mostly stands beside it:
    "CoT" for chain-of-thought reasoning."""
    words: dict[str, str] = {}
    others: dict[str, Snippet] = {}
    texts = [one.text for one in naming]
    told = [(short, stems) for short in acronyms_of(stems, texts)]
    if len(stems) >= LONG:
        told += [(short, stems[:-1]) for short in acronyms_of(stems[:-1], texts)]
    for acronym, name in told:
        pool = await _holding(acronym, store, filters)
        beside = sum(stems[-1] in held for held in pool.values()) if name != stems else len(pool)
        if beside >= BESIDE * len(pool) and stands_for(acronym, name, (one.text for one in pool)):
            words[content_stems(acronym)[0]] = acronym
            others |= {one.id: one for one in pool if has_acronym(one.text, acronym)}
    known = {one.id for one in naming}
    return words, [one for name, one in others.items() if name not in known]


async def _holding(acronym: str, store: SnippetStore, filters: Filters | None) -> dict[Snippet, tuple[str, ...]]:
    """The best snippets for an acronym that hold its stem, each with all of its stems."""
    hits = (await store.search([SearchQuery.by_words(acronym)], SEED_POOL, filters))[0]
    found = {one: content_stems(one.text) for one in await store.get([hit.snippet_id for hit in hits])}
    return {one: stems for one, stems in found.items() if content_stems(acronym)[0] in stems}
