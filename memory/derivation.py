"""From extractions and verdicts to the parts of a triplet graph: a pure function, the same in whatever order they come.

Nothing here changes: another set of snippets or verdicts makes another graph, so a merge can always be undone. Which
names mean one entity is decided in ``clusters``, which relations are one in ``predicates``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from castalia.memory.clusters import merge, surface
from castalia.memory.graph_records import Asked, Dropped, Edge, GraphRecord, Node, favourite
from castalia.memory.identity import node_id
from castalia.memory.names import name_key
from castalia.memory.predicates import contradict, predicate_key
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction, Resolution


def derive(
    extractions: Mapping[str, Extraction], documents: Mapping[str, str], resolutions: Iterable[Resolution]
) -> GraphRecord:
    """The parts of the graph of these extractions (by snippet id). ``documents`` maps a snippet to its document, itself
    by default."""
    claims, dropped = _claims(extractions)
    surfaces = {name for claim in claims for name in (claim.head, claim.tail)}
    acronyms = {pair for one in extractions.values() for pair in one.acronyms}
    clusters, homographs = merge(surfaces, acronyms, resolutions)
    nodes, node_of = _nodes(clusters, claims, documents)
    linking: list[Triplet] = []
    for claim in claims:
        if node_of[claim.head] == node_of[claim.tail]:
            dropped.append(Dropped(claim, "head and tail are one entity"))
        else:
            linking.append(claim)
    return GraphRecord(
        nodes,
        _edges(linking, node_of, documents),
        _asked((text, snippet) for snippet, one in extractions.items() for text in one.questions),
        _asked((text, snippet) for snippet, one in extractions.items() for text in one.keywords),
        homographs,
        tuple(sorted(dropped, key=lambda one: (one.why, _order(one.triplet)))),
    )


def _claims(extractions: Mapping[str, Extraction]) -> tuple[list[Triplet], list[Dropped]]:
    """The triplets with clean names, one of each a snippet, in sorted order; and those without a name or a relation."""
    claims: list[Triplet] = []
    dropped: list[Dropped] = []
    for snippet in sorted(extractions):
        for raw in sorted(set(extractions[snippet].triplets), key=_order):
            head, relation, tail = surface(raw.head), surface(raw.relation), surface(raw.tail)
            is_clean = (head, relation, tail, snippet) == (raw.head, raw.relation, raw.tail, raw.snippet_id)
            claim = raw if is_clean else replace(raw, head=head, relation=relation, tail=tail, snippet_id=snippet)
            if not name_key(claim.head) or not name_key(claim.tail):
                dropped.append(Dropped(claim, "an end without a name"))
            elif not predicate_key(claim.relation)[0]:
                dropped.append(Dropped(claim, "no relation"))
            else:
                claims.append(claim)
    return claims, dropped


def _order(one: Triplet) -> tuple[str, str, str, str, str, float, bool]:
    return (one.head, one.relation, one.tail, one.quote, one.parent, one.confidence, one.positive)


def _nodes(
    clusters: Sequence[Sequence[str]], claims: Sequence[Triplet], documents: Mapping[str, str]
) -> tuple[tuple[Node, ...], dict[str, str]]:
    """A node for each cluster that a claim uses, sorted by id, and the node id of each name of these clusters."""
    counts: Counter[str] = Counter(name for claim in claims for name in (claim.head, claim.tail))
    snippets: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        snippets[claim.head].add(claim.snippet_id)
        snippets[claim.tail].add(claim.snippet_id)
    nodes: list[Node] = []
    node_of: dict[str, str] = {}
    taken: set[str] = set()
    present = [
        (aliases, members) for members in clusters if (aliases := {one: counts[one] for one in members if counts[one]})
    ]
    for aliases, members in sorted(present, key=lambda pair: min(pair[0])):
        key = min(name_key(name) for name in aliases)
        identity = node_id(key) if key not in taken else node_id(key, min(aliases))  # a verdict has split this key
        taken.add(key)
        node_of |= dict.fromkeys(members, identity)
        seen = sorted({snippet for name in aliases for snippet in snippets[name]})
        origins = tuple(sorted({documents.get(snippet, snippet) for snippet in seen}))
        known = {name_key(name) for name in aliases}
        others = tuple(name for name in members if name_key(name) not in known)
        nodes.append(Node(identity, favourite(aliases), aliases, others, tuple(seen), origins))
    return tuple(sorted(nodes, key=lambda node: node.id)), node_of


def _edges(claims: Iterable[Triplet], node_of: Mapping[str, str], documents: Mapping[str, str]) -> tuple[Edge, ...]:
    """An edge for each predicate of a pair of nodes, affirmed and denied apart, sorted by its ends."""
    groups: dict[tuple[str, str, str, bool], list[Triplet]] = defaultdict(list)
    for claim in claims:
        predicate, affirms = predicate_key(claim.relation)
        groups[node_of[claim.head], predicate, node_of[claim.tail], affirms and claim.positive].append(claim)
    said: dict[tuple[str, str], set[tuple[str, bool]]] = defaultdict(set)
    for head, predicate, tail, positive in groups:
        said[head, tail].add((predicate, positive))
    edges = []
    for (head, predicate, tail, positive), group in sorted(groups.items()):
        parents = Counter(claim.parent for claim in group)
        edges.append(
            Edge(
                head,
                predicate,
                tail,
                positive,
                min(parents, key=lambda parent: (parent == "other", -parents[parent], parent)),
                dict(sorted(Counter(claim.relation for claim in group).items())),
                tuple(sorted({(claim.snippet_id, claim.quote) for claim in group})),
                tuple(sorted({documents.get(claim.snippet_id, claim.snippet_id) for claim in group})),
                max(claim.confidence for claim in group),
                any(contradict((predicate, positive), other) for other in said[head, tail]),
            )
        )
    return tuple(edges)


def _asked(pairs: Iterable[tuple[str, str]]) -> tuple[Asked, ...]:
    """The texts with their snippets; texts of one key are one, under the smallest spelling."""
    texts: dict[str, set[str]] = defaultdict(set)
    snippets: dict[str, set[str]] = defaultdict(set)
    for raw, snippet in pairs:
        if key := name_key(text := surface(raw)):
            texts[key].add(text)
            snippets[key].add(snippet)
    return tuple(sorted(Asked(min(texts[key]), tuple(sorted(snippets[key]))) for key in texts))
