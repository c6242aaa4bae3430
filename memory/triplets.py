"""The triplet graph: entities and the claims between them, derived from extractions and verdicts by a pure function.

Nothing here changes: another set of snippets or verdicts makes another graph, so a merge can always be undone. Whether two
names are the same by rule is the business of ``names``; keeping what was read, of ``triplet_log``; showing it, of ``views``.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from castalia.memory.errors import InputError
from castalia.memory.identity import node_id
from castalia.memory.names import name_key, veto
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction, Resolution

if TYPE_CHECKING:
    import networkx as nx

FORMAT, SCHEMA = "castalia.triplet-graph", 1
_DAMPING, _POWER_STEPS = 0.85, 50  # of the power iteration
_LEVELS, _SWEEPS = 12, 30  # caps of the community search; it converges within a few

_BE = frozenset("be is are was were been being am 's 're".split())
_TENSE = frozenset("do does did have has had having will would shall".split())
_NOT = frozenset("not never cannot no n't".split())
_PREPOSITIONS = frozenset(
    "by in for to with of from as on at into within between through via than after before against".split()
)
_IRREGULAR_VERBS = {
    "has": "have", "had": "have", "does": "do", "did": "do",
    "made": "make", "led": "lead", "shown": "show", "found": "find", "known": "know", "given": "give", "gave": "give",
    "taken": "take", "took": "take", "built": "build", "became": "become", "began": "begin", "begun": "begin", "held": "hold",
    "grown": "grow", "grew": "grow", "driven": "drive", "seen": "see", "saw": "see", "ran": "run", "wrote": "write",
    "written": "write", "arose": "arise", "arisen": "arise", "bound": "bind", "kept": "keep", "lost": "lose", "met": "meet",
    "sent": "send", "spent": "spend", "won": "win", "brought": "bring", "thought": "think", "underwent": "undergo",
    "undergone": "undergo", "rose": "rise", "fell": "fall", "fallen": "fall", "broke": "break", "broken": "break",
    "chosen": "choose", "chose": "choose", "drawn": "draw", "drew": "draw", "went": "go", "gone": "go", "goes": "go",
}  # fmt: skip
# Spelling of verbs without their final e.
_TAKES_E = tuple("at iz us as is os ys v c dg rg u ut bl pl tl fl dl ns rs ag lg quir rib stor fin".split())
_TAKES_E_AFTER_CONSONANT = tuple("in ir ur od ud id ap op yp ak ik ok al il ol ul".split())
_TAKES_NO_E = ("gin", "cur", "elop", "trol", "col")
_OPPOSITE_VERBS = frozenset(
    frozenset(pair.split())
    for pair in (
        "activate inhibit", "increase decrease", "increase reduce", "promote suppress", "promote inhibit", "promote prevent",
        "upregulate downregulate", "cause prevent", "enhance impair", "enhance inhibit", "enhance reduce", "improve worsen",
        "enable prevent", "induce repress", "induce suppress", "support contradict", "support refute", "stimulate inhibit",
        "raise lower", "strengthen weaken", "accelerate slow", "gain lose", "include exclude", "precede follow",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    """An entity. ``aliases`` counts the claims that use each surface; ``names`` are further names that are known to mean it."""

    id: str
    label: str
    aliases: Mapping[str, int] = field(hash=False)
    names: tuple[str, ...]
    snippets: tuple[str, ...]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A claim that one or more snippets make: ``head`` and ``tail`` are node ids, ``quotes`` are (snippet id, quote) pairs.

    ``predicate`` is the normalised key, ``surfaces`` counts how it was said, ``conflict`` is set where the same pair is also
    claimed the other way round.
    """

    head: str
    predicate: str
    tail: str
    positive: bool
    parent: str
    surfaces: Mapping[str, int] = field(hash=False)
    quotes: tuple[tuple[str, str], ...]
    documents: tuple[str, ...]
    confidence: float
    conflict: bool

    @property
    def key(self) -> str:
        """The key among the edges of the pair."""
        return self.predicate if self.positive else f"not_{self.predicate}"

    @property
    def surface(self) -> str:
        """The predicate as it is said most often."""
        return _favourite(self.surfaces)

    @property
    def phrase(self) -> str:
        """The surface, with "not" before it where the claim is a denial and the surface itself does not say so."""
        return f"not {self.surface}" if not self.positive and predicate_key(self.surface)[1] else self.surface

    @property
    def support(self) -> int:
        """How many distinct documents say so."""
        return len(self.documents)

    @property
    def snippets(self) -> tuple[str, ...]:
        return tuple(sorted({snippet for snippet, _ in self.quotes}))


class Asked(NamedTuple):
    """A question or key word that extraction left, and the snippets it came from."""

    text: str
    snippets: tuple[str, ...]


class Dropped(NamedTuple):
    """A triplet that is not in the graph, and why."""

    triplet: Triplet
    why: str


@dataclass(frozen=True)
class TripletGraph:
    """Nodes and edges, sorted; equal inputs in any order give equal graphs. Nodes are named by opaque ids."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    questions: tuple[Asked, ...] = ()
    keywords: tuple[Asked, ...] = ()
    homographs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    dropped: tuple[Dropped, ...] = ()

    @classmethod
    def of(
        cls, extractions: Mapping[str, Extraction], documents: Mapping[str, str], resolutions: Iterable[Resolution] = ()
    ) -> TripletGraph:
        """The graph of these extractions (by snippet id). ``documents`` maps a snippet to its document, itself by default.

        Names merge by key, by an acronym that the snippets expand in one way only, and by verdicts; a "different" verdict and
        the vetoes of ``names`` keep apart. A person's verdict goes before a model's on the same pair, and needs no veto's consent.
        """
        claims, dropped = _claims(extractions)
        acronyms = sorted({pair for one in extractions.values() for pair in one.acronyms})
        surfaces = sorted({name for claim in claims for name in (claim.head, claim.tail)})
        clusters, homographs = _merge(surfaces, acronyms, sorted(resolutions, key=_resolution_order))
        nodes, node_of = _nodes(clusters, claims, documents)
        loops = [
            Dropped(claim, "head and tail are one entity")
            for claim in claims
            if node_of[claim.head] == node_of[claim.tail]
        ]
        edges = _edges((claim for claim in claims if node_of[claim.head] != node_of[claim.tail]), node_of, documents)
        return cls(
            nodes,
            edges,
            _asked((text, snippet) for snippet, one in extractions.items() for text in one.questions),
            _asked((text, snippet) for snippet, one in extractions.items() for text in one.keywords),
            homographs,
            tuple(sorted((*dropped, *loops), key=lambda one: (one.why, _triplet_order(one.triplet)))),
        )

    def node(self, node: str) -> Node:
        """The node with this id; ``KeyError`` if there is none."""
        return self._by_id[node]

    def label(self, node: str) -> str:
        """The surface of a node that is used most; ``KeyError`` if there is no such node."""
        return self._by_id[node].label

    def find(self, name: str) -> str | None:
        """The id of the node that a name means: by its exact surface, then by its key."""
        return self._names.get(_clean(name)) or self._keys.get(name_key(_clean(name)))

    def neighbours(self, node: str) -> tuple[str, ...]:
        """The nodes one claim away, in either direction, sorted by id."""
        return tuple(sorted({edge.tail if edge.head == node else edge.head for edge in self.claims(node)}))

    def claims(self, node: str) -> tuple[Edge, ...]:
        """The edges that leave a node, then those that reach it, each best supported first; ``KeyError`` if there is no such node."""
        self._by_id[node]
        return (*self._out.get(node, ()), *self._in.get(node, ()))

    def claims_from(self, node: str) -> tuple[Edge, ...]:
        """The edges that leave a node, best supported first."""
        return self._out.get(node, ())

    def claims_to(self, node: str) -> tuple[Edge, ...]:
        """The edges that reach a node, best supported first."""
        return self._in.get(node, ())

    def children(self, node: str, parent: str = "is_a") -> tuple[str, ...]:
        """The nodes whose claim of class ``parent`` points here ("a child is a node"), best supported first, then by label."""
        support: Counter[str] = Counter()
        for edge in self.claims_to(node):
            if edge.parent == parent and edge.positive:
                support[edge.head] = max(support[edge.head], edge.support)
        return tuple(sorted(support, key=lambda child: (-support[child], self.label(child), child)))

    def importance(self) -> Mapping[str, float]:
        """The share of a random walk that each node holds; the shares add up to 1.

        PageRank by power iteration (damping 0.85) on the undirected graph, an edge weighted by its support.
        """
        return self._importance

    def communities(self) -> tuple[tuple[str, ...], ...]:
        """Groups of nodes that claim much about each other, largest first, then by id; every node is in one.

        Louvain (Blondel et al. 2008, modularity) over the undirected graph in sorted node order, an edge weighted by its support. Gains are
        compared in integers and passes are capped, so it always ends, and with the same groups.
        """
        return self._communities

    def components(self) -> tuple[tuple[str, ...], ...]:
        """The connected parts, largest first, then by id."""
        seen: set[str] = set()
        parts: list[tuple[str, ...]] = []
        for start in self.nodes:
            if start.id in seen:
                continue
            part: list[str] = []
            todo = [start.id]
            seen.add(start.id)
            while todo:
                part.append(node := todo.pop())
                new = [other for other in self.neighbours(node) if other not in seen]
                seen.update(new)
                todo += new
            parts.append(tuple(sorted(part)))
        return tuple(sorted(parts, key=lambda part: (-len(part), part)))

    @cached_property
    def network(self) -> nx.MultiDiGraph:
        """The graph as a frozen networkx ``MultiDiGraph`` with plain attributes, keyed (head, edge key, tail)."""
        import networkx as nx

        network = nx.MultiDiGraph()
        for node in self.nodes:
            network.add_node(node.id, **_node_record(node))
        for edge in self.edges:
            network.add_edge(edge.head, edge.tail, key=edge.key, **_edge_record(edge), support=edge.support)
        return nx.freeze(network)

    def to_json(self) -> str:
        """Node-link JSON in ASCII, nothing lost: ``from_json`` gives back an equal graph."""
        body = {
            "format": FORMAT,
            "schema": SCHEMA,
            "directed": True,
            "multigraph": True,
            "nodes": [{"id": node.id, **_node_record(node)} for node in self.nodes],
            "edges": [
                {"source": one.head, "target": one.tail, "key": one.key, **_edge_record(one)} for one in self.edges
            ],
            "questions": [[one.text, list(one.snippets)] for one in self.questions],
            "keywords": [[one.text, list(one.snippets)] for one in self.keywords],
            "homographs": [[short, list(longs)] for short, longs in self.homographs],
            "dropped": [[*_triplet_order(one.triplet), one.triplet.snippet_id, one.why] for one in self.dropped],
        }
        return json.dumps(body, indent=1)

    @classmethod
    def from_json(cls, text: str) -> TripletGraph:
        """The graph that ``to_json`` wrote; ``InputError`` for anything else."""
        try:
            body = json.loads(text)
            if body["format"] != FORMAT or body["schema"] != SCHEMA:
                raise InputError(
                    f"not a triplet graph of schema {SCHEMA}: {body['format']!s:.40} {body['schema']!s:.10}"
                )
            return _read(body)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"not a triplet graph: {' '.join(str(error).split())[:80]}") from error

    def to_graphml(self) -> str:
        """GraphML for Gephi, yEd and networkx: readable everywhere, but characters that XML forbids are gone and lists are JSON."""
        import networkx as nx

        network = nx.MultiDiGraph()
        for node in self.nodes:
            network.add_node(node.id, **_flat(_node_record(node)))
        for edge in self.edges:
            unique = node_id(edge.head, edge.key, edge.tail)  # GraphML wants edge ids that no other pair shares
            network.add_edge(edge.head, edge.tail, key=unique, **_flat(_edge_record(edge)), support=edge.support)
        return "\n".join(nx.generate_graphml(network)) + "\n"

    @cached_property
    def _by_id(self) -> dict[str, Node]:
        return {node.id: node for node in self.nodes}

    @cached_property
    def _names(self) -> dict[str, str]:
        return {name: node.id for node in self.nodes for name in (*node.aliases, *node.names)}

    @cached_property
    def _keys(self) -> dict[str, str]:
        """By key; where a verdict split a key, the node with the smallest surface answers."""
        return {name_key(name): self._names[name] for name in sorted(self._names, reverse=True)}

    @cached_property
    def _out(self) -> dict[str, tuple[Edge, ...]]:
        return _index((edge.head, edge) for edge in self.edges)

    @cached_property
    def _in(self) -> dict[str, tuple[Edge, ...]]:
        return _index((edge.tail, edge) for edge in self.edges)

    @cached_property
    def _weights(self) -> list[dict[int, int]]:
        """The undirected graph over the places of the nodes in sorted order, edges of a pair added up."""
        place = {node.id: number for number, node in enumerate(self.nodes)}
        weights: list[dict[int, int]] = [{} for _ in self.nodes]
        for edge in self.edges:
            a, b = place[edge.head], place[edge.tail]
            weights[a][b] = weights[b][a] = weights[a].get(b, 0) + edge.support
        return weights

    @cached_property
    def _importance(self) -> dict[str, float]:
        ranks = _walk(self._weights)
        return {node.id: rank for node, rank in zip(self.nodes, ranks, strict=True)}

    @cached_property
    def _communities(self) -> tuple[tuple[str, ...], ...]:
        groups: dict[int, list[str]] = defaultdict(list)
        for node, group in zip(self.nodes, _louvain(self._weights), strict=True):
            groups[group].append(node.id)
        return tuple(sorted((tuple(group) for group in groups.values()), key=lambda group: (-len(group), group)))


def predicate_key(relation: str) -> tuple[str, bool]:
    """The normalised key of a relation, words joined by underscores, and whether it affirms.

    Tense, auxiliaries and negation go, modals stay ("may cause" is less than "causes"); a passive keeps its preposition, so that
    "developed" and "was developed by" point opposite ways. Empty where the relation has no word.
    """
    words = [
        word
        for raw in relation.replace("_", " ").replace("n't", " not").casefold().split()
        if (word := raw.strip(".,;:()[]\"'")) and any(one.isalnum() for one in word)
    ]
    positive = not any(word in _NOT for word in words)
    words = ["can" if word == "cannot" else word for word in words if word not in _NOT or word == "cannot"]
    while (
        len(words) > 1
        and words[0] in _TENSE
        and (words[1] in _BE or words[1] not in {"a", "an", "the"} | _PREPOSITIONS)
    ):
        words = words[1:]
    if words and words[0] in _BE:
        if len(words) > 1 and words[1] in {"a", "an"}:
            words = ["is", "a", *words[2:]]
        elif len(words) > 2 and words[-1] in _PREPOSITIONS and words[1] not in _BE:
            words = words[1:]
        else:
            words = ["be", *(word for word in words[1:] if word not in _BE)]
    return "_".join(_lemma(word) for word in words), positive


def _clean(name: str) -> str:
    return " ".join(name.split())


def _triplet_order(one: Triplet) -> tuple[str, str, str, str, str, float, bool]:
    return (one.head, one.relation, one.tail, one.quote, one.parent, one.confidence, one.positive)


def _resolution_order(one: Resolution) -> tuple[str, str, str, str, str]:
    return (one.by, min(one.a, one.b), max(one.a, one.b), one.verdict, one.why)


def _claims(extractions: Mapping[str, Extraction]) -> tuple[list[Triplet], list[Dropped]]:
    """The triplets with clean names, one of each a snippet, in sorted order; and those without a name or a relation."""
    claims: list[Triplet] = []
    dropped: list[Dropped] = []
    for snippet in sorted(extractions):
        for raw in sorted(set(extractions[snippet].triplets), key=_triplet_order):
            claim = Triplet(
                _clean(raw.head),
                _clean(raw.relation),
                _clean(raw.tail),
                snippet,
                raw.quote,
                raw.parent,
                raw.confidence,
                raw.positive,
            )
            if not name_key(claim.head) or not name_key(claim.tail):
                dropped.append(Dropped(claim, "an end without a name"))
            elif not predicate_key(claim.relation)[0]:
                dropped.append(Dropped(claim, "no relation"))
            else:
                claims.append(claim)
    return claims, dropped


class _Clusters:
    """Union-find over names, with pairs that must stay apart."""

    def __init__(self, names: Sequence[str]) -> None:
        self._root = {name: name for name in names}
        self._members = {name: [name] for name in names}
        self._apart: dict[str, set[str]] = {name: set() for name in names}

    def find(self, name: str) -> str:
        while (parent := self._root[name]) != name:
            self._root[name] = name = self._root[parent]
        return name

    def members(self, name: str) -> list[str]:
        return self._members[self.find(name)]

    def forbid(self, a: str, b: str) -> None:
        if a != b:
            self._apart[self.find(a)].add(b)
            self._apart[self.find(b)].add(a)

    def may_join(self, a: str, b: str) -> bool:
        """Whether no verdict holds any two members of the clusters apart."""
        a, b = self.find(a), self.find(b)
        few, other = (a, b) if len(self._apart[a]) <= len(self._apart[b]) else (b, a)
        return not any(self.find(name) == other for name in self._apart[few])

    def join(self, a: str, b: str) -> None:
        a, b = self.find(a), self.find(b)
        if a == b:
            return
        if len(self._members[a]) < len(self._members[b]):
            a, b = b, a
        self._root[b] = a
        self._members[a] += self._members.pop(b)
        self._apart[a] |= self._apart.pop(b)

    def all(self) -> list[list[str]]:
        return sorted(sorted(members) for members in self._members.values())


def _merge(
    surfaces: Sequence[str], acronyms: Sequence[tuple[str, str]], resolutions: Sequence[Resolution]
) -> tuple[list[list[str]], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Clusters of names, and the homographs. Names that only acronyms or verdicts mention are bridges between the others."""
    pairs = sorted({_short_first(_clean(a), _clean(b)) for a, b in acronyms if name_key(a) and name_key(b)})
    resolutions = [one for one in resolutions if name_key(_clean(one.a)) and name_key(_clean(one.b))]
    named = {name for pair in pairs for name in pair} | {_clean(name) for one in resolutions for name in (one.a, one.b)}
    names = sorted({*surfaces, *named})
    clusters = _Clusters(names)
    verdicts = _verdicts(resolutions)
    for a, b, verdict, _ in verdicts:
        if verdict == "different":
            clusters.forbid(a, b)
    by_key: dict[str, list[str]] = defaultdict(list)
    for name in names:
        by_key[name_key(name)].append(name)
    for group in by_key.values():
        _merge_group(clusters, group)
    _merge_verdicts(clusters, [(a, b, by) for a, b, verdict, by in verdicts if verdict == "same"])
    homographs = _merge_acronyms(clusters, pairs)
    return clusters.all(), homographs


def _short_first(a: str, b: str) -> tuple[str, str]:
    return (a, b) if (len(a), a) <= (len(b), b) else (b, a)


def _verdicts(resolutions: Sequence[Resolution]) -> list[tuple[str, str, str, str]]:
    """One verdict a pair of keys: a person's before a model's before a rule's, among these "different" before "same"."""
    rank = {"human": 0, "model": 1, "rule": 2}
    weight = {"different": 0, "same": 1, "unsure": 2}
    best: dict[tuple[str, ...], tuple[int, int, str, str, str, str]] = {}
    for one in resolutions:
        a, b = sorted((_clean(one.a), _clean(one.b)))
        keys = (a, b) if name_key(a) == name_key(b) else tuple(sorted((name_key(a), name_key(b))))
        candidate = (rank.get(one.by, 3), weight.get(one.verdict, 3), a, b, one.verdict, one.by)
        best[keys] = min(best.get(keys, candidate), candidate)
    ordered = sorted(best.values())
    return [(a, b, verdict, by) for _, _, a, b, verdict, by in ordered]


def _merge_group(clusters: _Clusters, group: Sequence[str]) -> None:
    """Join names of one key; a verdict may split them, then each goes to the first cluster that takes it."""
    heads: list[str] = []
    for name in group:
        home = next((head for head in heads if clusters.may_join(head, name)), None)
        if home is None:
            heads.append(name)
        else:
            clusters.join(home, name)


def _merge_verdicts(clusters: _Clusters, same: Sequence[tuple[str, str, str]]) -> None:
    """Join what verdicts call the same, unless a veto holds between any two names of the clusters: chains weld opposites."""
    for a, b, by in same:
        if clusters.find(a) == clusters.find(b) or not clusters.may_join(a, b):
            continue
        rivals = ((x, y) for x in _entities(clusters, a) for y in _entities(clusters, b))
        if by == "human" or not any(veto(x, y) for x, y in rivals):
            clusters.join(a, b)


def _entities(clusters: _Clusters, name: str) -> list[str]:
    """One surface for each key of a cluster: capitals sort first, so that an acronym is seen as one."""
    return list({name_key(one): one for one in sorted(clusters.members(name), reverse=True)}.values())


def _merge_acronyms(clusters: _Clusters, pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Join each acronym with its long form; one that the snippets expand in two ways is a homograph and joins neither."""
    expansions: dict[str, dict[str, str]] = defaultdict(dict)
    for short, long in pairs:
        if name_key(short) != name_key(long):
            expansions[name_key(short)].setdefault(clusters.find(long), long)
    shorts = {name_key(short): short for short, _ in reversed(pairs)}
    homographs = []
    for key in sorted(expansions):
        short, longs = shorts[key], sorted(expansions[key].values())
        if len(longs) > 1:
            homographs.append((short, tuple(longs)))
            continue
        long = longs[0]
        allowed = {key, name_key(long)}
        rivals = [(x, y) for x in _entities(clusters, short) for y in _entities(clusters, long)]
        if clusters.may_join(short, long) and not any(
            veto(x, y) for x, y in rivals if {name_key(x), name_key(y)} != allowed
        ):
            clusters.join(short, long)
    return tuple(homographs)


def _nodes(
    clusters: Sequence[Sequence[str]], claims: Sequence[Triplet], documents: Mapping[str, str]
) -> tuple[tuple[Node, ...], dict[str, str]]:
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
        nodes.append(Node(identity, _favourite(aliases), aliases, others, tuple(seen), origins))
    return tuple(sorted(nodes, key=lambda node: node.id)), node_of


def _favourite(counts: Mapping[str, int]) -> str:
    return min(counts, key=lambda name: (-counts[name], len(name), name))


def _edges(claims: Iterable[Triplet], node_of: Mapping[str, str], documents: Mapping[str, str]) -> tuple[Edge, ...]:
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
                any(_contradict((predicate, positive), other) for other in said[head, tail]),
            )
        )
    return tuple(edges)


def _contradict(a: tuple[str, bool], b: tuple[str, bool]) -> bool:
    if a[0] == b[0]:
        return a[1] != b[1]
    return a[1] and b[1] and frozenset((a[0], b[0])) in _OPPOSITE_VERBS


def _lemma(word: str) -> str:
    """A verb form brought to one spelling; readable, not always a dictionary word, but the same for all regular forms."""
    if word in _IRREGULAR_VERBS or word in _PREPOSITIONS or len(word) < 3 or not word.isascii() or not word.isalpha():
        return _IRREGULAR_VERBS.get(word, word)
    stem = word
    if stem.endswith(("ies", "ied")) and len(stem) > 4:
        return stem[:-3] + "y"
    if stem.endswith("ing") and any(one in "aeiouy" for one in stem[:-3]):
        stem = stem[:-3]
    elif stem.endswith("ed") and not stem.endswith("eed") and any(one in "aeiouy" for one in stem[:-2]):
        stem = stem[:-2]
    elif stem.endswith("s") and len(stem) > 3 and stem[-2] not in "sui":
        stem = stem[:-1]
    stem = stem.removesuffix("e") if len(stem) > 2 else stem
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "bdfglmnprt":
        stem = stem[:-1]
    return stem + "e" if _wants_e(stem) else stem


def _wants_e(stem: str) -> bool:
    """Whether the verb of a bare stem is spelt with a final e: caus-e, activat-e, produc-e, but inhibit, contain, process."""
    if stem.endswith(_TAKES_E):
        return stem[-3:] not in {"eat", "oat"}
    return stem.endswith(_TAKES_E_AFTER_CONSONANT) and stem[-3:-2] not in "aeiou" and not stem.endswith(_TAKES_NO_E)


def _asked(pairs: Iterable[tuple[str, str]]) -> tuple[Asked, ...]:
    """The texts with their snippets; texts of one key are one, under the smallest spelling."""
    texts: dict[str, set[str]] = defaultdict(set)
    snippets: dict[str, set[str]] = defaultdict(set)
    for raw, snippet in pairs:
        if key := name_key(text := _clean(raw)):
            texts[key].add(text)
            snippets[key].add(snippet)
    return tuple(sorted(Asked(min(texts[key]), tuple(sorted(snippets[key]))) for key in texts))


def _index(pairs: Iterable[tuple[str, Edge]]) -> dict[str, tuple[Edge, ...]]:
    index: dict[str, list[Edge]] = defaultdict(list)
    for node, edge in pairs:
        index[node].append(edge)
    order = {
        node: sorted(edges, key=lambda one: (-one.support, one.head, one.key, one.tail))
        for node, edges in index.items()
    }
    return {node: tuple(edges) for node, edges in order.items()}


def _walk(weights: Sequence[Mapping[int, int]]) -> list[float]:
    n = len(weights)
    if not n:
        return []
    total = [sum(row.values()) for row in weights]
    ranks = [1.0 / n] * n
    for _ in range(_POWER_STEPS):
        stuck = math.fsum(rank for rank, mass in zip(ranks, total, strict=True) if not mass)
        base = (1 - _DAMPING + _DAMPING * stuck) / n
        per_weight = [rank / mass if mass else 0.0 for rank, mass in zip(ranks, total, strict=True)]
        ranks = [
            base + _DAMPING * math.fsum(per_weight[other] * weight for other, weight in row.items()) for row in weights
        ]
    return ranks


def _louvain(weights: Sequence[Mapping[int, int]]) -> list[int]:
    """A community number for each node. ``weights`` is symmetric and holds whole numbers."""
    groups = list(range(len(weights)))
    level: list[dict[int, int]] = [dict(row) for row in weights]
    for _ in range(_LEVELS):
        moved_to = _one_level(level)
        numbers = {group: number for number, group in enumerate(dict.fromkeys(moved_to))}
        if len(numbers) == len(level):
            break
        places = [numbers[group] for group in moved_to]
        groups = [places[group] for group in groups]
        folded: list[dict[int, int]] = [{} for _ in numbers]
        for node, row in enumerate(level):
            for other, weight in row.items():
                a, b = places[node], places[other]
                folded[a][b] = folded[a].get(b, 0) + weight  # inside a group each edge counts from both ends
        level = folded
    return groups


def _one_level(weights: Sequence[Mapping[int, int]]) -> list[int]:
    """Move single nodes to the neighbouring group that raises modularity most, until none moves (or the cap is met)."""
    degrees = [sum(row.values()) for row in weights]
    mass = sum(degrees)
    groups, totals = list(range(len(weights))), list(degrees)
    for _ in range(_SWEEPS):
        moved = False
        for node, row in enumerate(weights):
            home, degree = groups[node], degrees[node]
            totals[home] -= degree
            links: dict[int, int] = {}
            for other, weight in row.items():
                if other != node:
                    links[groups[other]] = links.get(groups[other], 0) + weight
            best, gain = home, links.get(home, 0) * mass - degree * totals[home]
            for group in sorted(links):
                if (other_gain := links[group] * mass - degree * totals[group]) > gain:
                    best, gain = group, other_gain
            totals[best] += degree
            groups[node] = best
            moved = moved or best != home
        if not moved:
            break
    return groups


def _node_record(node: Node) -> dict[str, Any]:
    return {
        "label": node.label,
        "aliases": dict(node.aliases),
        "names": list(node.names),
        "snippets": list(node.snippets),
        "documents": list(node.documents),
    }


def _edge_record(edge: Edge) -> dict[str, Any]:
    return {
        "predicate": edge.predicate,
        "positive": edge.positive,
        "parent": edge.parent,
        "surfaces": dict(edge.surfaces),
        "quotes": [list(pair) for pair in edge.quotes],
        "documents": list(edge.documents),
        "confidence": edge.confidence,
        "conflict": edge.conflict,
    }


def _read(body: Mapping[str, Any]) -> TripletGraph:
    nodes = tuple(
        Node(
            one["id"],
            one["label"],
            dict(one["aliases"]),
            tuple(one["names"]),
            tuple(one["snippets"]),
            tuple(one["documents"]),
        )
        for one in body["nodes"]
    )
    edges = tuple(
        Edge(
            one["source"],
            one["predicate"],
            one["target"],
            one["positive"],
            one["parent"],
            dict(one["surfaces"]),
            tuple((snippet, quote) for snippet, quote in one["quotes"]),
            tuple(one["documents"]),
            one["confidence"],
            one["conflict"],
        )
        for one in body["edges"]
    )
    dropped = tuple(
        Dropped(Triplet(head, relation, tail, snippet, quote, parent, confidence, positive), why)
        for head, relation, tail, quote, parent, confidence, positive, snippet, why in body["dropped"]
    )
    return TripletGraph(
        nodes,
        edges,
        tuple(Asked(text, tuple(snippets)) for text, snippets in body["questions"]),
        tuple(Asked(text, tuple(snippets)) for text, snippets in body["keywords"]),
        tuple((short, tuple(longs)) for short, longs in body["homographs"]),
        dropped,
    )


def _flat(record: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
    """Attributes that GraphML can hold: no ``None``, lists as JSON, and only characters that XML allows."""
    flat: dict[str, str | int | float | bool] = {}
    for name, value in record.items():
        if isinstance(value, (list, dict)):
            value = json.dumps(value, ensure_ascii=False)
        if value is not None:
            flat[name] = _xml_safe(value) if isinstance(value, str) else value
    return flat


def _xml_safe(text: str) -> str:
    spaced = "".join(" " if one.isspace() else one for one in text)
    return "".join(
        one for one in spaced if unicodedata.category(one) not in ("Cc", "Cs") and ord(one) & 0xFFFE != 0xFFFE
    )
