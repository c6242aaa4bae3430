"""The triplet graph as text for a prompt: bounded, whatever the size of the graph, and showing every region of it.

Plain text with truncated labels; fencing it as untrusted is the business of whoever writes the prompt.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from castalia.memory.gaps import Gap
from castalia.memory.names import content_words
from castalia.memory.triplets import Edge, TripletGraph

_LABEL = 60  # characters of a name
_LINE = 240  # characters of a reason or a question
_EDGES = 4  # claims shown for a node: a hub must not fill the view
_TAILS = 3  # ends shown for one predicate
_GROUP = 3  # smaller communities are islands
_REGIONS = 24  # communities with a line of their own
_ISLANDS = 6  # others that are named
# Shares of the budget; what a part leaves over goes to the others in this order. The counts are one short line.
_SHARES = {"stats": 1.0, "map": 0.45, "frontier": 0.25, "new": 0.15, "asked": 0.10}
_TITLES = {"map": "Map", "frontier": "Gaps", "new": "New in the last batch", "asked": "Asked before, near these gaps"}


def estimated_tokens(text: str) -> int:
    """Tokens by the rule of thumb of four characters each, rounded up."""
    return math.ceil(len(text) / 4)


def render_view(
    graph: TripletGraph,
    gaps: Sequence[Gap] = (),
    budget_tokens: int = 1500,
    asked: Iterable[str] = (),
    new: Collection[str] = (),
) -> str:
    """The graph in at most ``budget_tokens`` tokens, as ``estimated_tokens`` counts them; empty where not even one line
    fits.

    Counts, a map of the communities (each gets lines by the square root of its size), the gaps in the order given, what
    the snippets ``new`` added, and of the questions ``asked`` those nearest to the gaps. It ends with the number of
    nodes that are not shown.
    """
    queues = {
        "stats": _stats(graph, new),
        "map": _map(graph),
        "frontier": _frontier(gaps),
        "new": _delta(graph, new),
        "asked": _asked(graph, gaps, asked),
    }
    taken = _fill(queues, budget_tokens - estimated_tokens(_footer(len(graph.nodes))) - 1)
    text = _text(graph, taken)
    return text if estimated_tokens(text) <= budget_tokens else ""


@dataclass(slots=True)
class _Line:
    """A line, the nodes it shows, and where it stands in its part (lines are chosen in one order and shown in
    another)."""

    text: str
    nodes: tuple[str, ...] = ()
    place: tuple[int, int] = field(default=(0, 0))


def _stats(graph: TripletGraph, new: Collection[str]) -> Iterator[_Line]:
    snippets = {snippet for node in graph.nodes for snippet in node.snippets}
    documents = {document for node in graph.nodes for document in node.documents}
    text = f"{len(graph.nodes)} nodes, {len(graph.edges)} claims, {len(snippets)} snippets, {len(documents)} documents"
    if new:
        batch = frozenset(new)
        fresh = sum(batch.issuperset(node.snippets) for node in graph.nodes)
        text += f"; the last batch brought {fresh} nodes and {sum(batch.issuperset(edge.snippets) for edge in graph.edges)} claims"
    yield _Line(text)


def _map(graph: TripletGraph) -> Iterator[_Line]:
    """Two communities by name for each line of a node, so that a small budget shows some of both."""
    importance = graph.importance()
    groups = [_ranked(group, importance) for group in graph.communities()]
    headed = sum(len(group) >= _GROUP for group in groups[:_REGIONS])
    headers = _headers(graph, groups, headed)
    nodes = _node_lines(graph, groups, headed, importance)
    while batch := [*islice(headers, 2), *islice(nodes, 1)]:
        yield from batch


def _headers(graph: TripletGraph, groups: Sequence[tuple[str, ...]], headed: int) -> Iterator[_Line]:
    """A line for each of the largest communities, and one for all the others, the islands among them."""
    for number, group in enumerate(groups[:headed]):
        yield _Line(
            f"# {', '.join(_label(graph, node) for node in group[:3])} ({len(group)} nodes)", group[:3], (number, 0)
        )
    if others := groups[headed:]:
        named = [group[:2] for group in others[:_ISLANDS]]
        names = "; ".join(" – ".join(_label(graph, node) for node in group) for group in named)
        more = f" and {len(others) - _ISLANDS} more" if len(others) > _ISLANDS else ""
        yield _Line(f"# islands: {names}{more}", tuple(node for group in named for node in group), (headed, 0))


def _node_lines(
    graph: TripletGraph, groups: Sequence[tuple[str, ...]], headed: int, importance: Mapping[str, float]
) -> Iterator[_Line]:
    """Lines of nodes, the communities taking turns by the square root of their size."""
    turns = sorted(
        ((place + 1) / math.sqrt(len(group)), number, place)
        for number, group in enumerate(groups)
        for place in range(len(group))
    )
    for _, number, place in turns:
        if graph.claims_from(node := groups[number][place]):
            yield _node_line(graph, node, importance, (min(number, headed), place + 1))


def _node_line(graph: TripletGraph, node: str, importance: Mapping[str, float], place: tuple[int, int]) -> _Line:
    """ "label [documents]: predicate → tail, tail; ..." with the best supported claims of the node."""
    edges = sorted(graph.claims_from(node), key=lambda one: (-one.support, -importance[one.tail], one.key, one.tail))[
        :_EDGES
    ]
    by_predicate: dict[str, list[Edge]] = {}
    for edge in edges:
        by_predicate.setdefault(edge.key, []).append(edge)
    claims = []
    for same in by_predicate.values():
        said = _plain(same[0].phrase, _LABEL) + (" (disputed)" if same[0].conflict else "")
        claims.append(f"{said} → {', '.join(_label(graph, edge.tail) for edge in same[:_TAILS])}")
    shown = [edge for same in by_predicate.values() for edge in same[:_TAILS]]
    left = len(graph.claims_from(node)) - len(shown)
    more = f" (+{left} claims)" if left else ""
    text = f"- {_label(graph, node)} [{len(graph.node(node).documents)}]: {'; '.join(claims)}{more}"
    return _Line(text, (node, *(edge.tail for edge in shown)), place)


def _frontier(gaps: Sequence[Gap]) -> Iterator[_Line]:
    for number, gap in enumerate(gaps):
        yield _Line(f"- {gap.kind.replace('_', ' ')}: {_plain(gap.why, _LINE)}", gap.nodes, (number, 0))


def _delta(graph: TripletGraph, new: Collection[str]) -> Iterator[_Line]:
    """Claims that only the newest snippets make, the most important first."""
    if not new:
        return
    importance, batch = graph.importance(), frozenset(new)
    fresh = [edge for edge in graph.edges if batch.issuperset(edge.snippets)]
    fresh.sort(key=lambda one: (-importance[one.head] - importance[one.tail], one.head, one.key, one.tail))
    for number, edge in enumerate(fresh):
        said = _plain(edge.phrase, _LABEL)
        text = f"- {_label(graph, edge.head)} | {said} | {_label(graph, edge.tail)}"
        yield _Line(text, (edge.head, edge.tail), (number, 0))


def _asked(graph: TripletGraph, gaps: Sequence[Gap], asked: Iterable[str]) -> Iterator[_Line]:
    """Past questions that share words with the gaps, nearest first; the others would only grow the prompt."""
    near = frozenset[str]().union(*(content_words(graph.label(node)) for gap in gaps for node in gap.nodes))
    questions = []
    for question in set(asked):
        words = content_words(question)
        if not near or words & near:
            questions.append((-len(words & near) / max(len(words), 1), question))
    for number, (_, question) in enumerate(sorted(questions)):
        yield _Line(f"- {_plain(question, _LINE)}", (), (number, 0))


def _fill(queues: Mapping[str, Iterator[_Line]], budget: int) -> dict[str, list[_Line]]:
    """Each part up to its share, then the parts in order with what is left. A line that does not fit ends its part."""
    taken: dict[str, list[_Line]] = {part: [] for part in queues}
    waiting: dict[str, _Line | None] = {}
    spent = 0
    for generous in (False, True):
        for part, lines in queues.items():
            allowance = budget - spent if generous else min(int(budget * _SHARES[part]), budget - spent)
            line = waiting.get(part) or next(lines, None)
            while line is not None:
                title = f"{_TITLES[part]}:\n" if part in _TITLES and not taken[part] else ""
                cost = estimated_tokens(f"{title}{line.text}\n")
                if cost > allowance:
                    break
                taken[part].append(line)
                allowance -= cost
                spent += cost
                line = next(lines, None)
            waiting[part] = line
    return taken


def _text(graph: TripletGraph, taken: Mapping[str, Sequence[_Line]]) -> str:
    blocks = []
    for part, lines in taken.items():
        if lines:
            title = [f"{_TITLES[part]}:"] if part in _TITLES else []
            blocks += [*title, *(line.text for line in sorted(lines, key=lambda line: line.place))]
    shown = {node for lines in taken.values() for line in lines for node in line.nodes}
    if omitted := len(graph.nodes) - len(shown):
        blocks.append(_footer(omitted))
    return "\n".join(blocks)


def _footer(omitted: int) -> str:
    return f"+{omitted} nodes omitted"


def _ranked(group: Iterable[str], importance: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(sorted(group, key=lambda node: (-round(importance[node], 12), node)))


def _label(graph: TripletGraph, node: str) -> str:
    return _plain(graph.label(node), _LABEL)


@lru_cache(maxsize=20_000)
def _plain(text: str, limit: int) -> str:
    """One line of visible characters, cut with an ellipsis."""
    start = text[: 4 * limit]
    kept = "".join(
        " " if one.isspace() else one for one in start if one.isspace() or unicodedata.category(one)[0] != "C"
    )
    flat = " ".join(kept.split())
    return flat if len(flat) <= limit and len(start) == len(text) else flat[: limit - 1] + "…"
