"""The evidence of a run as rules can read it: the passages of the curated snippets and what weighs in them.

Everything is a pure function of the topic, the snippets and the background, whatever the order of arrival.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from castalia.memory.memory import Memory
from castalia.memory.protocols import Filters
from castalia.memory.records import Snippet, Triplet
from castalia.memory.triplets import TripletGraph
from castalia.memory.waits import run_in_thread
from castalia.tools.background import Background, background_of
from castalia.tools.doubt import GOES_ON, UNNAMED, bar, centre_of, doubt, page_signs, told_by
from castalia.tools.passages import Passage, passages, sentence_stems
from castalia.tools.relevance import SPARSE, Relevance, anchor
from castalia.tools.sentences import split_sentences
from castalia.tools.spelled_names import (
    aliases_of,
    expansions_of,
    full_stems,
    spelled_names,
    spelled_out,
    spelled_phrase,
)
from castalia.tools.topic_mentions import KNOWN, gathered, is_familiar, is_known, names_topic, speaks, touches
from castalia.tools.words import content_stems

KEYNESS_CAP = 3.0
PAPERS = 0.3
LEAST = 0.25

# A snippet is about the topic where this share of its sentences speaks of it: below it readers objected far more often.
# Where few snippets are, the bar falls down to THIN, until there are ENOUGH of them.
DENSE = 1 / 3
THIN = 0.2
ENOUGH = 60
FEW = 100  # sentences: a topic with fewer has to make do with those that only use its words, and with all of a snippet about it
THROUGHOUT = 0.5  # of a snippet's sentences speak of the topic: all of it is about that
KEPT_UP = 0.3  # of its sentences name what a snippet is about
RARE = 0.03  # of the snippets name it
NEAREST = 0.7  # of the best relevance: such a snippet may be used for the sentences that name the topic


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What a topic's snippets say.

    ``passages`` holds every passage that may stand on a page, ``singles`` those of one sentence. ``spread`` counts the snippets that hold a
    term, ``documents`` the documents, ``keyness`` is how much more usual the term is here than in the corpus (log ratio, 0 to
    ``KEYNESS_CAP``), ``weights`` what covering the term is worth. ``sentences`` are the content stems of every sentence of a snippet,
    usable or not, with the topic's name for its acronyms; ``expansions`` are the full names (as stems) of a topic that is an acronym,
    ``acronyms`` all pairs of a short and a full name (stems joined by a space) that the snippets spell out; a passage with more ``doubt``
    than ``bar`` has no place on the page.
    """

    topic: str
    relevance: Relevance
    background: Background
    snippets: Mapping[str, Snippet]
    passages: tuple[Passage, ...]
    singles: tuple[Passage, ...]
    spread: Mapping[str, int]
    documents: Mapping[str, int]
    keyness: Mapping[str, float]
    weights: Mapping[str, float]
    graph: TripletGraph
    first_person: float
    sentences: Mapping[str, tuple[frozenset[str], ...]]
    expansions: frozenset[frozenset[str]] = frozenset()
    acronyms: frozenset[tuple[str, str]] = frozenset()
    bar: float = math.inf

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the topic's name."""
        return frozenset(self.relevance.stems)

    @property
    def papers(self) -> bool:
        """Whether the snippets read like abstracts and papers ("we propose …") rather than like textbooks."""
        return self.first_person > PAPERS


async def read_anchor(memory: Memory, topic: str, domain: str = "") -> tuple[Relevance, Background]:
    """The relevance model of a topic and the background that it stands out from.

    Raises ``UnknownTopicError`` where no snippet names the topic.
    """
    key = ("anchor", topic, domain, await memory.library.fingerprint())
    found: tuple[Relevance, Background] | None = memory.memo.get(key)
    if found is None:
        filters = filters_for(domain)
        background = await background_of(memory.library, filters)
        found = (await anchor(topic, memory.store, background, filters), background)
        memory.memo.keep(key, found)
    return found


async def read_evidence(
    memory: Memory, topic: str, domain: str, snippet_ids: Sequence[str], extractor: str, vetoed: frozenset[Triplet]
) -> Evidence:
    """The evidence in these snippets; the triplets that this extractor read in them have to be in the log."""
    ids = tuple(sorted(set(snippet_ids)))
    key = ("evidence", extractor, topic, domain, ids, vetoed)
    found: Evidence | None = memory.memo.get(key)
    if found is None:
        relevance, background = await read_anchor(memory, topic, domain)
        snippets = await memory.store.get(ids)
        graph = await memory.graph_of(ids, extractor, vetoed)
        found = await run_in_thread(weigh, topic, relevance, background, snippets, graph)
        memory.memo.keep(key, found)
    return found


async def run_evidence(memory: Memory, state: Mapping[str, Any]) -> Evidence:
    """The evidence of a run: ``state`` names ``topic``, ``run_id``, perhaps ``domain``, and ``iterations`` to look back on."""
    run, before = memory.run(state["run_id"]), state.get("iterations")
    ids = [hit.snippet_id for hit in run.curated(before)]
    return await read_evidence(
        memory, state["topic"], state.get("domain") or "", ids, run.extractor, run.vetoed(before)
    )


def filters_for(domain: str) -> Filters | None:
    """The filter that a domain means; no domain means all."""
    return Filters(where={"domain": domain}) if domain else None


def weigh(
    topic: str, relevance: Relevance, background: Background, snippets: Sequence[Snippet], graph: TripletGraph
) -> Evidence:
    """Cut snippets into passages and weigh their terms."""
    spelled = spelled_names(snippets)
    aliases = aliases_of(relevance.stems, spelled)
    common = _common_noun(topic, snippets)
    name = relevance.stems
    cut = [
        spelled_out(replace(one, stems=gathered(one.stems, one.text, name)), aliases, name)
        for snippet in snippets
        for one in passages(snippet, background.classes)
    ]
    sentences = {
        one.id: tuple(
            full_stems(gathered(stems, text, name), aliases, name)
            for text, stems in sentence_stems(one.text, background.classes)
        )
        for one in snippets
    }
    naming = {one.id for one in snippets if names_topic(one.text, aliases, relevance, background)}
    density = {
        name: _density(those, relevance, background) if name in naming else 0.0 for name, those in sentences.items()
    }
    first_person = _first_person(snippets)
    dense = (
        THIN if first_person > PAPERS else _dense_enough(density.values())
    )  # an abstract turns to its own work early
    matters = {name: _matters(those, relevance, background) for name, those in sentences.items()}
    found = [
        replace(
            one,
            density=density[one.snippet_id],
            is_aside=density[one.snippet_id] < DENSE and not _on_topic(one, relevance, background),
            is_bereft=not matters[one.snippet_id] <= one.stems,
            is_carried=not one.place or speaks(sentences[one.snippet_id][one.place - 1], relevance, background),
        )
        for one in cut
        if one.snippet_id in naming
        and (density[one.snippet_id] >= dense or _near(one, relevance, background))
        and is_known(one.presumes, relevance, background)
        and all(is_familiar(stem, relevance) for stem in one.points_back)
        and not (common and _proper(common).search(one.text))
    ]
    sparse = relevance.literal < SPARSE or sum(len(one.sentences) == 1 for one in found) < FEW
    named = speaks if sparse else touches
    found = [
        replace(
            one,
            is_named=named(_first(one), relevance, background) or (sparse and one.density >= THROUGHOUT),
        )
        for one in found
    ]
    singles = tuple(one for one in found if len(one.sentences) == 1)
    spread, documents = _spread(singles)
    whole = {one.id: one for one in snippets}
    if first_person <= PAPERS:
        found = _doubted(found, singles, whole, sentences, documents, relevance, background)
        singles = tuple(one for one in found if len(one.sentences) == 1)
    size = max(1, len({one.snippet_id for one in singles}))
    least = (
        1.0 if relevance.focused else LEAST if first_person > PAPERS else 0.0
    )  # nothing stands out in a corpus about one thing
    keyness = {
        term: min(KEYNESS_CAP, max(least, math.log(count / size / background.phrase_share(term))))
        for term, count in spread.items()
    }
    weights = {
        term: (0.7 + keyness[term]) * math.log(1 + count)
        for term, count in spread.items()
        if count > 1 and not set(term.split()) <= set(relevance.stems)
    }
    return Evidence(
        topic,
        relevance,
        background,
        whole,
        tuple(found),
        singles,
        spread,
        documents,
        keyness,
        weights,
        graph,
        first_person,
        sentences,
        expansions_of(relevance.stems, spelled),
        frozenset(
            (" ".join(short), " ".join(spelled_phrase(long, aliases, name)))
            for short, long in spelled
            if short and long
        ),
        math.inf
        if first_person > PAPERS
        else bar((one.doubt for one in singles if one.stems >= set(relevance.stems)), relevance.focused),
    )


def _doubted(
    found: Sequence[Passage],
    singles: Sequence[Passage],
    snippets: Mapping[str, Snippet],
    sentences: Mapping[str, tuple[frozenset[str], ...]],
    documents: Mapping[str, int],
    relevance: Relevance,
    background: Background,
) -> list[Passage]:
    """The passages with their ``doubt``, whatever the heading: that of a run is its worst sentence's. Not to name the topic adds to a
    sentence's doubt; to name it, and follow another in the run, takes from it."""
    centre, told = centre_of(singles, relevance, background), told_by(singles)
    doubts: dict[tuple[str, int, int], float] = {}
    for one in sorted(found, key=lambda one: len(one.sentences)):
        snippet, those = snippets[one.snippet_id], sentences[one.snippet_id]
        count = told.get(one.document, 0)
        own = doubt(page_signs(one, snippet, those, centre, documents, relevance, background, count))
        if not touches(those[one.end - 1], relevance, background):
            own += UNNAMED
        elif len(one.sentences) > 1:
            own -= GOES_ON
        shorter = doubts.get((one.snippet_id, one.place, one.end - 1), own)
        doubts[one.snippet_id, one.place, one.end] = max(own, shorter)
    return [replace(one, doubt=doubts[one.snippet_id, one.place, one.end]) for one in found]


def _first(one: Passage) -> frozenset[str]:
    """The stems of its first sentence."""
    return one.stems if len(one.sentences) == 1 else one.stems & frozenset(content_stems(one.sentences[0]))


def _first_person(snippets: Sequence[Snippet]) -> float:
    """The share of sentences that open by speaking of "we"."""
    talk = [sentence.text.split(maxsplit=12) for one in snippets for sentence in split_sentences(one.text)]
    return sum(1 for words in talk if {"We", "we", "our", "Our"} & set(words)) / max(1, len(talk))


def _dense_enough(densities: Iterable[float]) -> float:
    """The share of its sentences with which a snippet counts as being about the topic: lower where few snippets are."""
    ranked = sorted(densities, reverse=True)
    return max(THIN, min(DENSE, ranked[min(ENOUGH, len(ranked)) - 1] if ranked else DENSE))


def _common_noun(topic: str, snippets: Sequence[Snippet]) -> str:
    """The topic where it is one word that is usually written small: "the Galaxy" is then another subject than a galaxy."""
    if not topic.isalpha() or topic[1:] != topic[1:].lower():
        return ""
    small = sum(f" {topic.lower()}" in one.text for one in snippets)
    return topic.capitalize() if small > len(snippets) / 4 else ""


@lru_cache(maxsize=64)
def _proper(name: str) -> re.Pattern[str]:
    """The word with a capital where no sentence begins."""
    return re.compile(rf"(?<=[a-z,] ){name}\b|^The {name}\b")


def _matters(sentences: Sequence[frozenset[str]], relevance: Relevance, background: Background) -> frozenset[str]:
    """What a snippet keeps speaking of that is no part of the topic: rare words in several of its sentences."""
    counts = Counter(stem for one in sentences for stem in one)
    return frozenset(
        stem
        for stem, count in counts.items()
        if count > 1
        and count >= KEPT_UP * len(sentences)
        and background.share(stem) < RARE
        and not stem.isdigit()
        and not is_familiar(stem, relevance)
        and relevance.breadth.get(stem, 0.0) < KNOWN
    )


def _near(one: Passage, relevance: Relevance, background: Background) -> bool:
    """Names the topic, in a snippet that is among the most relevant."""
    return relevance.scores.get(one.snippet_id, 0.0) >= NEAREST and touches(one.stems, relevance, background)


def _on_topic(one: Passage, relevance: Relevance, background: Background) -> bool:
    """Names the topic, or has for its subject what most of the writing about the topic names."""
    familiar = any(stem in relevance.weights and stem not in relevance.stems for stem in one.subject)
    return familiar or touches(one.stems, relevance, background)


def _density(sentences: Sequence[frozenset[str]], relevance: Relevance, background: Background) -> float:
    """The share of a snippet's sentences that speak of the topic."""
    speaking = sum(1 for one in sentences if speaks(one, relevance, background))
    return speaking / max(1, len(sentences))


def _spread(singles: Sequence[Passage]) -> tuple[dict[str, int], dict[str, int]]:
    """In how many snippets, and in how many documents, each term occurs."""
    snippets: Counter[str] = Counter()
    documents: dict[str, set[str]] = defaultdict(set)
    for term, _ in sorted({(term, one.snippet_id) for one in singles for term in one.terms}):
        snippets[term] += 1
    for single in singles:
        for term in single.terms:
            documents[term].add(single.document)
    return dict(snippets), {term: len(many) for term, many in sorted(documents.items())}
