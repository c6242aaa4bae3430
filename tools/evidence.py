"""The evidence of a run as rules can read it: the passages of the curated snippets and what weighs in them.

Everything is a pure function of the topic, the snippets and the background, whatever the order of arrival.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from castalia.tools.snippet_topics import DENSE, THIN, are_papers, dense_enough, density, other_matter, proper_name
from castalia.tools.spelled_names import (
    aliases_of,
    expansions_of,
    full_stems,
    spelled_names,
    spelled_out,
    spelled_phrase,
)
from castalia.tools.topic_mentions import gathered, is_familiar, is_known, names_topic, speaks, touches

KEYNESS_CAP = 3.0  # log ratio: what is rarer elsewhere counts no more
LEAST = 0.25  # keyness of any term of papers, in whose corpora many are usual
BASE = 0.7  # of a term's weight, whatever its keyness
FEW = 100  # sentences: a topic with fewer has to make do with those that only use its words, and with all of a snippet about it
THROUGHOUT = 0.5  # of a snippet's sentences speak of the topic: all of it is about that
RARE = (
    0.06  # of the snippets hold the last word of a name: where it stands in a snippet on the topic, the topic is meant
)
WHOLE = 20  # sentences of papers that name the whole topic: a page can be made of them alone
NEAREST = 0.7  # of the best relevance: such a snippet may be used for the sentences that name the topic


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What a topic's snippets say.

    ``passages`` holds every passage that may stand on a page, ``singles`` those of one sentence. ``spread`` counts the snippets that hold a
    term, ``documents`` the documents, ``keyness`` is how much more usual the term is here than in the corpus (log ratio, 0 to
    ``KEYNESS_CAP``), ``weights`` what covering the term is worth. ``papers``: the snippets come from papers rather than textbooks;
    ``sentences`` are the content stems of every sentence of a snippet, usable or not, with the topic's name for its acronyms;
    ``expansions`` are the full names (as stems) of a topic that is an acronym, ``acronyms`` all pairs of a short and a full name (stems
    joined by a space) that the snippets spell out; a passage with more ``doubt`` than ``bar`` has no place on the page.
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
    papers: bool
    sentences: Mapping[str, tuple[frozenset[str], ...]]
    expansions: frozenset[frozenset[str]] = frozenset()
    acronyms: frozenset[tuple[str, str]] = frozenset()
    bar: float = math.inf

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the topic's name."""
        return frozenset(self.relevance.stems)


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
    papers = are_papers(snippets)
    sentences = {one.id: _stems_of(one, aliases, relevance, background) for one in snippets}
    found = _about(topic, snippets, sentences, aliases, papers, relevance, background)
    if papers:
        found = _whole(found, sentences, relevance, background)
    found = _named(found, sentences, relevance, background)
    whole = {one.id: one for one in snippets}
    spread, documents = _spread(_singles(found))
    if not papers:
        found = _doubted(found, whole, sentences, documents, relevance, background)
    singles = _singles(found)
    # nothing stands out in a corpus about one thing
    least = 1.0 if relevance.focused else LEAST if papers else 0.0
    size = max(1, len({one.snippet_id for one in singles}))
    keyness = {
        term: min(KEYNESS_CAP, max(least, math.log(count / size / background.phrase_share(term))))
        for term, count in spread.items()
    }
    own = frozenset(relevance.stems)
    return Evidence(
        topic=topic,
        relevance=relevance,
        background=background,
        snippets=whole,
        passages=tuple(found),
        singles=singles,
        spread=spread,
        documents=documents,
        keyness=keyness,
        weights={
            term: (BASE + keyness[term]) * math.log(1 + count)
            for term, count in spread.items()
            if count > 1 and not own.issuperset(term.split())
        },
        graph=graph,
        papers=papers,
        sentences=sentences,
        expansions=expansions_of(relevance.stems, spelled),
        acronyms=frozenset(
            (" ".join(short), " ".join(spelled_phrase(long, aliases, relevance.stems)))
            for short, long in spelled
            if short and long
        ),
        bar=math.inf if papers else bar((one.doubt for one in singles if own <= one.stems), relevance.focused),
    )


def _stems_of(
    snippet: Snippet, aliases: frozenset[str], relevance: Relevance, background: Background
) -> tuple[frozenset[str], ...]:
    """The content stems of each sentence, with the topic's name for its acronyms."""
    name = relevance.stems
    read = sentence_stems(snippet.text, background.classes)
    return tuple(full_stems(gathered(stems, text, name), aliases, name) for text, stems in read)


def _about(
    topic: str,
    snippets: Sequence[Snippet],
    sentences: Mapping[str, tuple[frozenset[str], ...]],
    aliases: frozenset[str],
    papers: bool,
    relevance: Relevance,
    background: Background,
) -> list[Passage]:
    """The passages of the snippets about the topic that take nothing unknown for known, with what their snippet says of them."""
    naming = {one.id for one in snippets if names_topic(one.text, aliases, relevance, background)}
    densities = {
        name: density(those, relevance, background) if name in naming else 0.0 for name, those in sentences.items()
    }
    # an abstract turns to its own work early
    least = THIN if papers else dense_enough(densities.values())
    proper = proper_name(topic, snippets)
    found = []
    for snippet in (one for one in snippets if one.id in naming):
        those, share = sentences[snippet.id], densities[snippet.id]
        matter = other_matter(those, relevance, background)
        for cut in passages(snippet, background.classes):
            stems = gathered(cut.stems, cut.text, relevance.stems)
            one = spelled_out(replace(cut, stems=stems), aliases, relevance.stems)
            if (
                (share >= least or _near(one, relevance, background))
                and is_known(one.presumes, relevance, background)
                and all(is_familiar(stem, relevance) for stem in one.points_back)
                and not (proper and proper.search(one.text))
            ):
                found.append(
                    replace(
                        one,
                        density=share,
                        is_aside=share < DENSE and not _on_topic(one, relevance, background),
                        is_bereft=not matter <= one.stems,
                        is_carried=not one.place or speaks(those[one.place - 1], relevance, background),
                    )
                )
    return found


def _near(one: Passage, relevance: Relevance, background: Background) -> bool:
    """Names the topic, in a snippet that is among the most relevant."""
    return relevance.scores.get(one.snippet_id, 0.0) >= NEAREST and touches(one.stems, relevance, background)


def _on_topic(one: Passage, relevance: Relevance, background: Background) -> bool:
    """Names the topic, or has for its subject what most of the writing about the topic names."""
    familiar = any(stem in relevance.weights and stem not in relevance.stems for stem in one.subject)
    return familiar or touches(one.stems, relevance, background)


def _whole(
    found: list[Passage],
    sentences: Mapping[str, tuple[frozenset[str], ...]],
    relevance: Relevance,
    background: Background,
) -> list[Passage]:
    """The passages that begin by naming the topic by its whole name, a part that tells of it alone, or a rare last word: of abstracts readers took 18 % of such sentences, and of those behind them, off a page, and
    55 % of all others. Where there are too few for a page, all of them."""
    own = frozenset(relevance.stems)
    head = relevance.stems[-1]
    is_rare = background.share(head) <= RARE

    def names(stems: frozenset[str]) -> bool:
        return own & stems in relevance.tellers or (is_rare and head in stems)

    whole = [one for one in found if names(sentences[one.snippet_id][one.place])]
    return whole if len(_singles(whole)) >= WHOLE else found


def _named(
    found: Sequence[Passage],
    sentences: Mapping[str, tuple[frozenset[str], ...]],
    relevance: Relevance,
    background: Background,
) -> list[Passage]:
    """The passages with their ``is_named``: of a topic of which little is said, whatever speaks of it counts."""
    sparse = relevance.literal < SPARSE or len(_singles(found)) < FEW
    names = speaks if sparse else touches
    return [
        replace(
            one,
            is_named=names(sentences[one.snippet_id][one.place], relevance, background)
            or (sparse and one.density >= THROUGHOUT),
        )
        for one in found
    ]


def _singles(found: Iterable[Passage]) -> tuple[Passage, ...]:
    return tuple(one for one in found if len(one.sentences) == 1)


def _doubted(
    found: Sequence[Passage],
    snippets: Mapping[str, Snippet],
    sentences: Mapping[str, tuple[frozenset[str], ...]],
    documents: Mapping[str, int],
    relevance: Relevance,
    background: Background,
) -> list[Passage]:
    """The passages with their ``doubt``, whatever the heading: that of a run is its worst sentence's. Not to name the topic adds to a
    sentence's doubt; to name it, and follow another in the run, takes from it."""
    singles = _singles(found)
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
