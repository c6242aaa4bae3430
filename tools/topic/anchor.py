"""The anchor of a topic: a relevance model (RM3) learned from the snippets that name it.

Bare gap queries drift away from the topic; every retrieval of the curation loop is ranked and gated by this model,
which searches as a weighted sparse query.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import partial

from castalia.memory.errors import UnknownTopicError
from castalia.memory.protocols import Filters, Hit, SearchQuery, SnippetStore
from castalia.memory.records import Snippet
from castalia.memory.waits import run_in_thread
from castalia.tools.language.counting import commonest
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.topic_names import name_stems
from castalia.tools.language.words import content_stems, epithet_stem, epithets, stem, tokens, word_parts
from castalia.tools.topic.asides import asides
from castalia.tools.topic.background import Background
from castalia.tools.topic.derived_forms import derived_forms
from castalia.tools.topic.gathering import LARGEST, is_gathered_on
from castalia.tools.topic.home_parts import home_parts
from castalia.tools.topic.name_kinds import kinds_in
from castalia.tools.topic.name_use import SHORT, use_of
from castalia.tools.topic.naming_snippets import REACH, SEED_POOL, naming_by_acronym, others_of, snippets_naming
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.score_shares import score_shares
from castalia.tools.topic.snippet_topics import are_papers
from castalia.tools.topic.source_paths import SourcePath, is_within, path_of
from castalia.tools.topic.sparse import SPARSE
from castalia.tools.topic.spelled_names import full_name, spelled_names
from castalia.tools.topic.stretches import stretches
from castalia.tools.topic.summaries import inferred_summaries
from castalia.tools.topic.synonyms import synonyms_in, synonyms_of
from castalia.tools.topic.titled_snippets import FEW, titled_and_central
from castalia.tools.topic.told_parts import snippets_on_parts
from castalia.tools.topic.topic_forms import speaks_of_other

# The model learns from the best snippets that name the topic.
PER_DOCUMENT = 2  # of these it reads so many of a document, at most: one chapter is not the topic
SHARED = 0.08  # share of these that hold a stem which joins the model, at least
TELLING = 3  # times the stem's share of all snippets that this share is, at least
EXPANSION = 40  # stems that join the model, at most
TOPIC_WEIGHT = 0.6  # share of the model's mass that goes to the stems of the topic's name
SPARSE_WEIGHT = 0.5  # that share where fewer than SPARSE snippets name it: others have to be found by what goes with it
# What the snippets in reach tell of the name, as shares from 0 to 1.
FOCUSED = 0.25  # of a corpus that is about little else, as of what is in reach, as much as this names the topic
TIED = 0.5  # of the snippets with a part of the name so many hold all of it: then the part tells of the topic alone
HEAD_TIED = 0.3  # the same for the last of the two words of a name, and for all before a light last word
CHANCE = 1.3  # times as often as by chance the rest of the name has to stand beside such a part, at least
LAST = 50  # of the snippets in reach: where some of them name the topic, others behind them do as well
LEARNED = 30  # snippets that name the topic, of which the model is learned, at most
TITLED = 0.5  # the least score, of the best one (1), of a snippet under a title or in a chapter that names the topic


async def anchor(
    topic: str, store: SnippetStore, background: Background, filters: Filters | None, qualifier: str
) -> Relevance:
    """Learn the relevance model of a topic, of which a ``qualifier`` may say which one of that name is meant.

    Raises ``UnknownTopicError`` where no snippet names the topic: has all its content words, or stands with others
    under a title of these.
    """
    stems = name_stems(topic)
    others, sense = await others_of(topic, stems, store, background, filters, qualifier)

    def is_ours(one: Snippet) -> bool:
        if sense and sense.is_meant(one, background):
            return False
        return not speaks_of_other(one.text, others, stems[-1])

    naming = await snippets_naming(topic, stems, is_ours, store, filters)
    if not naming:
        raise _unknown(topic, filters)
    other = content_stems(next(iter(synonyms_in(stems, (one.text for one in naming))), ""))
    acronyms: dict[str, str] = {}
    for name in filter(None, (stems, other)):  # "MI", of myocardial infarction, is a heart attack too
        short, by_acronym = await naming_by_acronym(name, naming, store, filters)
        acronyms |= short
        naming = [*naming, *by_acronym][:SEED_POOL]
    own = TOPIC_WEIGHT if len(naming) >= SPARSE else SPARSE_WEIGHT
    weights, words = _expand(stems, _spread(naming)[:LEARNED], topic, background, own)
    usual = min(map(background.share, stems))
    synonyms = synonyms_of(stems, (one.text for one in naming)) | derived_forms(topic, naming, background) | acronyms
    # a synonym is as telling as a word of the name, by how usual it is beside that, an acronym as all of the name
    words |= {
        word: own / (1 if name in acronyms else len(stems)) * min(1.0, background.share(name) / usual)
        for name, word in synonyms.items()
    }
    size = await store.count(filters)
    hits = await _hits(words, size, store, filters)
    reach = [one for one in await store.get([hit.snippet_id for hit in hits]) if is_ours(one)]
    long = full_name(topic, spelled_names(naming)) or other
    literal, beside, breadth, ties = await run_in_thread(use_of, stems, frozenset(synonyms), reach)
    named = float(literal)
    if any(set(content_stems(one.text)).issuperset(stems) for one in reach[REACH - LAST :]):  # the search ends too soon
        share = background.share(stems[0]) if len(stems) == 1 else background.phrase_share(" ".join(stems))
        named = max(named, share * size)
    ties = {part: min(share, _tie_anywhere(part, named, size, background)) for part, share in ties.items()}
    more = named / max(1, literal)
    belonging = {name: min(1.0, more * count / (background.share(name) * size)) for name, count in beside.items()}
    titled, central = await run_in_thread(
        titled_and_central, reach, stems, long, synonyms, weights, belonging, background, others
    )
    homes: frozenset[SourcePath] = frozenset()
    if len(titled) < FEW:
        titled |= await run_in_thread(snippets_on_parts, topic, frozenset(stems), naming, reach, background.classes)
        homes = await run_in_thread(home_parts, frozenset(stems), reach)
        titled |= {one.id for one in reach if any(is_within(path_of(one), home) for home in homes)}
    summaries = await run_in_thread(inferred_summaries, reach, background)
    aside = await run_in_thread(asides, reach, summaries, background)
    gathered = size <= LARGEST and is_gathered_on(stems, reach, literal)
    focused = gathered or min(usual, literal / max(1, len(reach))) >= FOCUSED
    names = [name for name in (stems, long, *((one,) for one in sorted(synonyms))) if name]
    told = () if focused else await run_in_thread(stretches, topic, names, naming, reach, summaries, background)
    titled |= {name for stretch in told for name in stretch}
    last = frozenset(stems[-1:])
    return Relevance(
        stems=stems,
        weights=weights,
        scores=_scores(hits, {one.id for one in reach}, titled),
        seed=tuple(one.id for one in naming),
        literal=literal,
        named=named,
        breadth=breadth,
        documents={one.id: one.document for one in reach},
        focused=focused,
        gathered=gathered,
        tellers=frozenset(
            part
            for part, share in ties.items()
            if share >= _tied(part, stems) and share > _by_chance(part, stems, background)
        )
        | {frozenset(stems)},
        short=last if len(stems) > 1 and ties.get(last, 0.0) >= SHORT else frozenset(),
        others=others,
        sense=sense,
        synonyms=synonyms,
        size=size,
        titled=titled,
        paths={one.id: path_of(one) for one in reach},
        central=central,
        homes=homes,
        summaries=summaries,
        asides=aside,
        stretches=told,
        kinds=await run_in_thread(partial(kinds_in, are_papers=are_papers(naming)), topic, stems, reach, titled),
        belonging=belonging,
        full_name=long,
        name=topic,
    )


async def _hits(words: Mapping[str, float], size: int, store: SnippetStore, filters: Filters | None) -> list[Hit]:
    """The ``REACH`` snippets that are nearest to a topic by these words. Of a store of fewer (its ``size``) all: also
    those that share no word with the topic, for their titles may name it."""
    hits = (await store.search([SearchQuery(weights=words)], REACH, filters))[0]
    if size > REACH:
        return hits
    known = {hit.snippet_id for hit in hits}
    least = min([0.0, *(hit.score for hit in hits)])
    return [*hits, *(Hit(one.id, least) for one in await store.sample(REACH, filters) if one.id not in known)]


def _unknown(topic: str, filters: Filters | None) -> UnknownTopicError:
    asked = ", ".join(f"{name} {value!r}" for name, value in (filters.where if filters else {}).items())
    return UnknownTopicError(f"the corpus does not know {topic!r}{f' (where {asked} was asked for)' if asked else ''}")


def _scores(hits: Sequence[Hit], reach: Set[str], titled: Set[str]) -> dict[str, float]:
    """The scores of the hits in reach (ids), of the best of them 1.0; those that are ``titled`` have ``TITLED`` or
    more."""
    shares = score_shares([hit for hit in hits if hit.snippet_id in reach])
    return {name: max(share, TITLED if name in titled else 0.0) for name, share in shares.items()}


def _tied(part: frozenset[str], stems: tuple[str, ...]) -> float:
    """From which share on a part of a name tells of the topic: the share of the snippets with this part that hold the
    whole name.

    Of two words the last may stand alone more often, and so may what comes before a light last word: "an immune
    response" is the immune system's, but interest is no interest group's.
    """
    lasts = len(stems) == 2 and part == frozenset(stems[-1:])
    leads = len(stems) > 1 and stems[-1] in LIGHT and part == frozenset(stems[:-1])
    return HEAD_TIED if lasts or leads else TIED


def _by_chance(part: frozenset[str], stems: tuple[str, ...], background: Background) -> float:
    """The share of the snippets with a part of a name that would hold all of it by chance, somewhat raised: where most
    texts hold "model", "topic" does not tell of topic models. 0 for a part with the last word, which says what it
    is."""
    if stems[-1] in part:
        return 0.0
    return CHANCE * min(background.share(one) for one in stems if one not in part)


def _tie_anywhere(part: frozenset[str], named: float, size: int, background: Background) -> float:
    """The share of all snippets of the store with this part of a name, if that is one word, that name the topic, as so
    many do: among those in reach, which were ranked by the topic, it is larger."""
    if len(part) > 1:
        return 1.0
    (word,) = part
    return named / (background.share(word) * size)


def _spread(naming: Sequence[Snippet]) -> list[Snippet]:
    """At most ``PER_DOCUMENT`` snippets of a document, in order: one chapter is not the topic."""
    taken: Counter[str] = Counter()
    spread = []
    for one in naming:
        taken[one.document] += 1
        if taken[one.document] <= PER_DOCUMENT:
            spread.append(one)
    return spread


def _expand(
    stems: tuple[str, ...], feedback: Sequence[Snippet], topic: str, background: Background, own: float
) -> tuple[dict[str, float], dict[str, float]]:
    """Weights by stem and by word: the topic's words and the stems that its snippets use unusually often."""
    counts: Counter[str] = Counter()
    surfaces: dict[str, Counter[str]] = {}
    for snippet in feedback:
        names = epithets(snippet.text)
        words = {
            (epithet_stem(part) if token.start in names else stem(part), part)
            for token in tokens(snippet.text)
            for part in word_parts(token.lower)
        }
        counts.update({name for name, _ in words})
        for name, word in words:
            surfaces.setdefault(name, Counter())[word] += 1
    gains = {}
    for one, count in counts.items():
        p, q = count / len(feedback), background.share(one)
        if one not in stems and p >= SHARED and p > TELLING * q and count > 1 and not one.isdigit():
            gains[one] = p * math.log(p / q)
    if len(gains) < EXPANSION // 4:  # a corpus about the topic alone: what its snippets share is what there is
        gains = {
            one: n / len(feedback) for one, n in counts.items() if n > 1 and one not in stems and not one.isdigit()
        }
    best = sorted(gains.items(), key=lambda pair: (-pair[1], pair[0]))[:EXPANSION]
    total = sum(gain for _, gain in best)
    weights = {one: own / len(stems) for one in stems}
    weights |= {one: (1 - own) * gain / total for one, gain in best}
    topic_words = {stem(part): part for token in tokens(topic) for part in word_parts(token.lower)}
    named = epithets(topic)  # "WHO" is a name, "who" is not
    topic_words |= {epithet_stem(token.lower): token.text for token in tokens(topic) if token.start in named}
    surface = {one: commonest(forms) for one, forms in surfaces.items()}
    return weights, {topic_words.get(one) or surface.get(one, one): weight for one, weight in weights.items()}
