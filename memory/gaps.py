"""What the triplet graph does not know yet, read off its structure: signals that the researcher turns into questions.

No model and no embeddings: nearness is the overlap of normalised words, and how far a node belongs to the topic is
passed in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

from castalia.memory.ellipsis import abridge
from castalia.memory.names import content_words
from castalia.memory.triplets import TripletGraph

Kind = Literal["frontier", "conflict", "hole", "missing_slot", "open_question", "single_source", "island", "stub"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_LABEL = 60  # characters of a name in a reason
_TEXT = 200  # characters of a question in a reason
_PEERS = 3  # a class needs as many members before it says what members have
_GROUP = 3  # nodes of a community or component that is worth a question
_MENTIONS = 3  # snippets that name a thing before its silence is a gap
_COMMON = 20  # a word in more communities than this binds none of them


@dataclass(frozen=True, slots=True)
class Gap:
    """One signal. ``nodes`` are node ids (none for a term that is no node); ``score`` runs from 0 to 1 within its
    kind."""

    kind: Kind
    nodes: tuple[str, ...]
    score: float
    why: str


def find_gaps(
    graph: TripletGraph,
    past_queries: Iterable[str] = (),
    topic_weight: Mapping[str, float] | None = None,
    limit: int = 15,
) -> tuple[Gap, ...]:
    """The strongest gaps, the best of each kind in turn, so that no kind crowds out another.

    ``topic_weight`` maps nodes to how much they belong to the topic (0 to 1); without it all weigh 1, with it a node
    that it does not name weighs 0. What past queries have asked for counts less, the more of its words they held.
    """
    survey = _Survey(graph, past_queries, topic_weight)
    found = {
        "frontier": _frontier(survey),
        "conflict": _conflicts(survey),
        "hole": _holes(survey),
        "missing_slot": _missing_slots(survey),
        "open_question": _open_questions(survey),
        "single_source": _single_sources(survey),
        "island": _islands(survey),
        "stub": _stubs(survey),
    }
    ranked = [_normalised(kind, found[kind]) for kind in KINDS]
    depth = max(map(len, ranked))
    turns = [gaps[place] for place in range(depth) for gaps in ranked if place < len(gaps)]
    return tuple(turns[: max(limit, 0)])


_Signal = tuple[float, tuple[str, ...], str]


class _Survey:
    """The graph with what every signal asks of it."""

    def __init__(
        self, graph: TripletGraph, past_queries: Iterable[str], topic_weight: Mapping[str, float] | None
    ) -> None:
        self.graph = graph
        self.importance = graph.importance()
        self._topic = topic_weight
        self._holding: dict[str, list[int]] = defaultdict(list)  # which past queries have a word
        for number, query in enumerate(set(past_queries)):
            for word in content_words(query):
                self._holding[word].append(number)

    def topic(self, nodes: Sequence[str]) -> float:
        """How much these nodes belong to the topic, on average."""
        if self._topic is None or not nodes:
            return 1.0
        return sum(self._topic.get(node, 0.0) for node in nodes) / len(nodes)

    def weight(self, nodes: Sequence[str]) -> float:
        """How important these nodes are together, and belong to the topic."""
        return sum(self.importance[node] for node in nodes) * self.topic(nodes)

    def unasked(self, text: str) -> float:
        """One minus the greatest share of the text's words that one past query held."""
        words = content_words(text)
        hits = Counter(number for word in words for number in self._holding.get(word, ()))
        return 1.0 - max(hits.values()) / len(words) if hits else 1.0

    def label(self, node: str) -> str:
        return f"“{abridge(self.graph.label(node), _LABEL)}”"


def _frontier(survey: _Survey) -> list[_Signal]:
    """Central nodes that few documents speak of: importance x topic x unasked / (1 + documents)."""
    signals: list[_Signal] = []
    for node in survey.graph.nodes:
        weight = survey.weight((node.id,)) * survey.unasked(node.label)
        documents = len(node.documents)
        claims = _count(len(survey.graph.claims(node.id)), "claim", "claims")
        why = f"{survey.label(node.id)} takes part in {claims}, and {_count(documents, 'document speaks', 'documents speak')} of it"
        signals.append((weight / (1 + documents), (node.id,), why))
    return signals


def _conflicts(survey: _Survey) -> list[_Signal]:
    pairs: dict[tuple[str, str], list[str]] = defaultdict(list)
    for edge in survey.graph.edges:
        if edge.conflict:
            pairs[edge.head, edge.tail].append(f"“{abridge(edge.phrase, _LABEL)}” ({edge.support})")
    signals: list[_Signal] = []
    for (head, tail), said in pairs.items():
        why = f"sources disagree on {survey.label(head)} and {survey.label(tail)}: {' / '.join(said[:4])}"
        signals.append((survey.weight((head, tail)), (head, tail), why))
    return signals


def _holes(survey: _Survey) -> list[_Signal]:
    """Communities that share words but at most one claim."""
    groups = [group for group in survey.graph.communities() if len(group) >= _GROUP]
    place = {node: number for number, group in enumerate(groups) for node in group}
    words = [frozenset[str]().union(*(content_words(survey.graph.label(node)) for node in group)) for group in groups]
    holding: dict[str, list[int]] = defaultdict(list)
    for number, vocabulary in enumerate(words):
        for word in vocabulary:
            holding[word].append(number)
    shared: dict[tuple[int, int], list[str]] = defaultdict(list)
    for word in sorted(holding):
        if len(holding[word]) <= _COMMON:
            for pair in combinations(holding[word], 2):
                shared[pair].append(word)
    bridges = Counter(
        (min(a, b), max(a, b))
        for edge in survey.graph.edges
        if (a := place.get(edge.head, -1)) != (b := place.get(edge.tail, -1)) and min(a, b) >= 0
    )
    signals: list[_Signal] = []
    for (a, b), common in sorted(shared.items()):
        if len(common) < 2 or bridges[a, b] > 1:
            continue
        ends = (_foremost(survey, groups[a])[0], _foremost(survey, groups[b])[0])
        why = (
            f"the parts around {survey.label(ends[0])} and {survey.label(ends[1])} share words "
            f"({abridge(', '.join(common[:4]), _LABEL)}) but {_count(bridges[a, b], 'claim', 'claims')}"
        )
        signals.append((len(common) / min(len(words[a]), len(words[b])) * survey.topic(ends), ends, why))
    return signals


def _missing_slots(survey: _Survey) -> list[_Signal]:
    """A class of relation that at least half of a node's peers have, and it lacks."""
    graph = survey.graph
    slots = {
        node.id: {edge.parent for edge in graph.claims_from(node.id)} - {"is_a", "same_as", "other"}
        for node in graph.nodes
    }
    signals: list[_Signal] = []
    for kind in graph.nodes:
        peers = graph.children(kind.id)
        if len(peers) < _PEERS:
            continue
        held = Counter(slot for peer in peers for slot in slots[peer])
        for slot, count in sorted(held.items()):
            if 2 * count < len(peers):
                continue
            for peer in sorted(peers):
                if slot not in slots[peer]:
                    why = f"{count} of {len(peers)} kinds of {survey.label(kind.id)} have a “{slot}” claim, {survey.label(peer)} has none"
                    signals.append((count / len(peers) * survey.importance[peer] * survey.topic((peer,)), (peer,), why))
    return signals


def _open_questions(survey: _Survey) -> list[_Signal]:
    """What a snippet asked and no past query has looked for."""
    signals: list[_Signal] = []
    for question in survey.graph.questions:
        weight = survey.unasked(question.text) * (1 + len(question.snippets))
        signals.append((weight, (), f"a source leaves open: {abridge(question.text, _TEXT)}"))
    return signals


def _single_sources(survey: _Survey) -> list[_Signal]:
    """Claims between central nodes that one document alone makes, where others speak of both ends."""
    signals: list[_Signal] = []
    for edge in survey.graph.edges:
        ends = (edge.head, edge.tail)
        if edge.support != 1 or min(len(survey.graph.node(end).documents) for end in ends) < 2:
            continue
        weight = survey.weight(ends) * survey.unasked(" ".join(map(survey.graph.label, ends)))
        claim = f"{survey.label(edge.head)} {abridge(edge.phrase, _LABEL)} {survey.label(edge.tail)}"
        signals.append((weight, ends, f"one document alone says: {claim}"))
    return signals


def _islands(survey: _Survey) -> list[_Signal]:
    """Parts of the graph that no claim ties to the part that holds the topic."""
    parts = [part for part in survey.graph.components() if len(part) >= _GROUP]
    if not parts:
        return []
    main = min(parts, key=lambda part: (-survey.topic(part) * len(part), part[0]))
    signals: list[_Signal] = []
    for part in parts:
        if part is not main:
            nodes = _foremost(survey, part)[:3]
            why = f"nothing ties {', '.join(map(survey.label, nodes))} ({len(part)} things) to the rest"
            # off topic is what islands tend to be
            signals.append((len(part) * (survey.topic(part) or 0.1), nodes, why))
    return signals


def _stubs(survey: _Survey) -> list[_Signal]:
    """Nodes that many snippets mention and none says anything of; key words of several snippets that no claim names."""
    graph = survey.graph
    signals: list[_Signal] = []
    for node in graph.nodes:
        count = len(node.snippets)
        if count >= _MENTIONS and not graph.claims_from(node.id):
            weight = count * survey.topic((node.id,)) * survey.unasked(node.label)
            why = f"{survey.label(node.id)} is named by {count} snippets, none says what it is or does"
            signals.append((weight, (node.id,), why))
    for keyword in graph.keywords:
        if len(keyword.snippets) >= _MENTIONS and graph.find(keyword.text) is None:
            why = f"“{abridge(keyword.text, _LABEL)}” is a key word of {len(keyword.snippets)} snippets, no claim names it"
            signals.append((len(keyword.snippets) * survey.unasked(keyword.text), (), why))
    return signals


def _normalised(kind: Kind, signals: Iterable[_Signal]) -> list[Gap]:
    """Scores divided by the greatest, rounded so that the last bit cannot change an order; what scores nothing goes."""
    kept = [signal for signal in signals if signal[0] > 0]
    top = max((score for score, _, _ in kept), default=1.0)
    gaps = [Gap(kind, nodes, round(score / top, 9), why) for score, nodes, why in kept]
    return sorted(gaps, key=lambda gap: (-gap.score, gap.nodes, gap.why))


def _foremost(survey: _Survey, nodes: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(nodes, key=lambda node: (-survey.importance[node], node)))


def _count(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number == 1 else many}"
