"""The evidence of a run as rules can read it: the passages of the curated snippets and what weighs in them.

Everything is a pure function of the topic, the snippets and the background, whatever the order of arrival.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from castalia.memory.memory import Memory
from castalia.memory.protocols import Filters
from castalia.memory.records import Snippet, Triplet
from castalia.memory.triplets import TripletGraph
from castalia.memory.waits import run_in_thread
from castalia.tools.language.topic_names import qualifier_of, topic_name
from castalia.tools.topic.background import Background, background_of
from castalia.tools.topic.conditions import is_called_one, names_several
from castalia.tools.topic.conditions import is_condition as speaks_of_condition
from castalia.tools.topic.doubt import bar
from castalia.tools.topic.inferred_parts import with_inferred
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.source_paths import SourcePath, headings_of, paragraphs_before, path_of
from castalia.tools.topic.spelled_names import expansions_of, spelled_names, spelled_phrase
from castalia.tools.topic.titles import calls
from castalia.tools.topic.told_names import told_anchor
from castalia.tools.topic.topic_forms import other_number
from castalia.tools.topic.topic_passages import doubted, passages_of, singles_of
from castalia.tools.topic.topic_texts import TopicTexts, read_texts

KEYNESS_CAP = 3.0  # log ratio: what is rarer elsewhere counts no more
LEAST = 0.25  # keyness of any term of papers, in whose corpora many are usual
BASE = 0.7  # of a term's weight, whatever its keyness


@dataclass(frozen=True, eq=False)
class Evidence(TopicTexts):
    """What is known of a topic at one step of a run: its snippets as rules read them, the passages that these can be
    quoted by, what weighs in them, and the graph of their triplets. All agents without a model read this."""

    found: tuple[Passage, ...]
    """The ``passages``, without their doubt."""
    singles: tuple[Passage, ...]
    """The passages of one sentence, with their doubt."""
    spread: Mapping[str, int]
    """How many snippets hold a term."""
    documents: Mapping[str, int]
    """How many documents hold a term."""
    keyness: Mapping[str, float]
    """How much more usual a term is here than in the corpus (log ratio, 0 to ``KEYNESS_CAP``)."""
    weights: Mapping[str, float]
    """What a page gains that speaks of a term; nothing for one of a single snippet, nor for the topic's own words."""
    graph: TripletGraph
    expansions: frozenset[frozenset[str]]
    """The full names (as stems) of a topic that is an acronym."""
    acronyms: frozenset[tuple[str, str]]
    """All pairs of a short and a full name (stems joined by a space) that the snippets spell out."""
    bar: float
    """The most ``doubt`` with which a passage has a place on the page."""
    before: Mapping[str, str]
    """For a snippet (its id) the paragraph before it in the same part of its document; none for the first."""

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage that may stand on a page. The doubt of the longer ones is found when it is asked for: as long
        as snippets are gathered, single sentences are all that counts."""
        return tuple(doubted(self.found, self, self.documents, self.singles))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the topic's name."""
        return frozenset(self.relevance.stems)

    @cached_property
    def headed(self) -> frozenset[str]:
        """The ids of those ``titled`` over which a heading is the topic's own name: what follows on a sentence there
        belongs to it."""
        names = self.relevance.names
        return frozenset(
            name
            for name in self.titled
            if any(calls(one, names) for one in headings_of(self.snippets[name]).split(">"))
        )

    @cached_property
    def on_systems(self) -> Mapping[str, Passage]:
        """By snippet id, the sentence that says what a system is or does that its paper has coined a name for."""
        return {one.snippet_id: one for one in self.singles if one.is_on_system}

    @property
    def key(self) -> str:
        """The topic's name however it is capitalised: by it its sections are known, and ties broken."""
        return self.topic.casefold()

    @cached_property
    def called(self) -> tuple[str, ...]:
        """The ``names``, and each in the other number, as the texts have it: so a sentence may call the topic."""
        texts = [one.text for one in self.snippets.values()]
        others = (other_number(name, texts, self.background.classes.is_noun_head) for name in self.names)
        return (*self.names, *filter(None, others))

    @property
    def names(self) -> tuple[str, ...]:
        """The topic's name; of one that joins two names, both."""
        return tuple(one.name for one in self.relevance.parts) or (self.topic,)

    @cached_property
    def is_condition(self) -> bool:
        """Whether the topic is a disease or a disorder, and no group of them."""
        texts = [one.text for one in self.snippets.values()]
        if any(is_called_one(name) and names_several(name, texts) for name in self.names):
            return False
        return any(speaks_of_condition(name, texts) for name in (*self.names, *self.relevance.synonyms.values()))

    @cached_property
    def paths(self) -> Mapping[str, SourcePath]:
        """By snippet id, where in its document it stands, as headings say."""
        return {name: path_of(one) for name, one in self.snippets.items()}

    @cached_property
    def divided(self) -> Mapping[str, SourcePath]:
        """By snippet id, where in its document it stands: as headings say, or in the inferred parts of a document that
        has the topic in its title, but no headings."""
        titled = Counter(path[0] for name, path in self.paths.items() if path and name in self.titled)
        size = Counter(path[0] for path in self.paths.values() if path)
        own = {one for one in size if 2 * titled[one] > size[one]}
        on_topic = {
            name: path for name, path in self.paths.items() if path and path[0] in own and name not in self.summaries
        }
        return {**self.paths, **with_inferred(on_topic, self.snippets, self.stems, self.background)}


async def read_anchor(memory: Memory, topic: str, domain: str) -> tuple[Relevance, Background]:
    """The relevance model of a topic and the background that it stands out from.

    Raises ``UnknownTopicError`` where no snippet names the topic.
    """
    name, qualifier = topic_name(topic), qualifier_of(topic)
    key = ("anchor", name, qualifier, domain, await memory.library.fingerprint())

    async def read() -> tuple[Relevance, Background]:
        filters = filters_for(domain)
        background = await background_of(memory.library, filters)
        return await told_anchor(name, memory.store, background, filters, qualifier), background

    return await memory.memo.once(key, read)


async def read_evidence(
    memory: Memory, topic: str, domain: str, snippet_ids: Sequence[str], extractor: str, vetoed: frozenset[Triplet]
) -> Evidence:
    """The evidence in these snippets; the triplets that this extractor read in them have to be in the log."""
    ids = tuple(sorted(set(snippet_ids)))
    known = (await memory.library.fingerprint(), memory.log.verdicts())  # what the anchor, and the graph, hang on
    key = ("evidence", extractor, topic, domain, ids, vetoed, known)

    async def read() -> Evidence:
        relevance, background = await read_anchor(memory, topic, domain)
        snippets = await memory.snippets(ids)
        graph = await memory.graph_of(ids, extractor, vetoed)
        return await run_in_thread(weigh, relevance.name, relevance, background, snippets, graph)

    return await memory.memo.once(key, read)


async def run_evidence(memory: Memory, state: Mapping[str, Any]) -> Evidence:
    """The evidence of a run: ``state`` names ``topic``, ``run_id``, perhaps ``domain``, and ``iterations`` to look back
    on. ``UnknownRunError`` where the ledgers know nothing of it."""
    run, before = memory.begun(state["run_id"]), state.get("iterations")
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
    """The evidence in these snippets: cut into passages, with how usual and how telling their terms are."""
    spelled = spelled_names(snippets)
    texts = read_texts(topic, snippets, spelled, relevance, background)
    papers, found = texts.papers, passages_of(texts)
    spread, documents = _spread(singles_of(found))
    singles = tuple(doubted(singles_of(found), texts, documents))
    # nothing stands out in a corpus about one thing
    least = 1.0 if relevance.focused else LEAST if papers else 0.0
    keyness = _keyness(spread, len({one.snippet_id for one in singles}), least, background)
    own = frozenset(relevance.stems)
    return Evidence(
        **vars(texts),
        found=tuple(found),
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
        expansions=frozenset().union(*(expansions_of(one.name or topic, spelled) for one in relevance.each)),
        acronyms=frozenset(
            (" ".join(short), " ".join(spelled_phrase(long, texts.aliases, relevance.stems)))
            for short, long in spelled
            if short and long
        ),
        before=paragraphs_before(snippets, texts.summaries),
        bar=math.inf if papers else bar((one.doubt for one in singles if own <= one.stems), relevance.focused),
    )


def _keyness(spread: Mapping[str, int], size: int, least: float, background: Background) -> dict[str, float]:
    """How much more usual each term is in ``size`` snippets (by how many of these hold it) than in the corpus."""
    return {
        term: min(KEYNESS_CAP, max(least, math.log(count / size / background.phrase_share(term))))
        for term, count in spread.items()
    }


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
