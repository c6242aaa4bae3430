"""The triplet graph as others hold it: node-link JSON, GraphML, and the networkx graph between them.

Only what is written and read; what the parts mean is said in ``graph_records``.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from castalia.memory.errors import InputError, one_line
from castalia.memory.graph_records import Asked, Dropped, Edge, GraphRecord, Node
from castalia.memory.graph_shape import GraphShape
from castalia.memory.identity import node_id
from castalia.memory.record_shape import shape_problems
from castalia.memory.records import Triplet

if TYPE_CHECKING:
    import networkx as nx

FORMAT, SCHEMA = "castalia.triplet-graph", 1


def to_json(graph: GraphRecord) -> str:
    """Node-link JSON in ASCII, a node or an edge a line, nothing lost: ``from_json`` gives back equal parts."""
    facts = {"format": FORMAT, "schema": SCHEMA, "directed": True, "multigraph": True}
    lists: dict[str, list[Any]] = {
        "nodes": [{"id": node.id, **_node_body(node)} for node in graph.nodes],
        "edges": [{"source": one.head, "target": one.tail, "key": one.key, **_edge_body(one)} for one in graph.edges],
        "questions": [[one.text, list(one.snippets)] for one in graph.questions],
        "keywords": [[one.text, list(one.snippets)] for one in graph.keywords],
        "homographs": [[short, list(longs)] for short, longs in graph.homographs],
        "dropped": [_dropped_body(one) for one in graph.dropped],
    }
    parts = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in facts.items()]
    parts += [f"{json.dumps(name)}: [{','.join(_lines(those))}\n]" for name, those in lists.items()]
    return "{\n" + ",\n".join(parts) + "\n}"


def from_json(text: str) -> GraphRecord:
    """The parts of the graph that ``to_json`` wrote; ``InputError`` for anything else."""
    try:
        body = json.loads(text)
        if not isinstance(body, dict):
            raise ValueError("it is not an object")
        if body["format"] != FORMAT or body["schema"] != SCHEMA:
            raise InputError(f"not a triplet graph of schema {SCHEMA}: {body['format']!s:.40} {body['schema']!s:.10}")
        if problems := shape_problems(body, GraphShape, "graph"):
            raise ValueError(problems[0])
        return _whole(_read(body))
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"not a triplet graph: {one_line(error)[:80]}") from error


def to_network(graph: GraphRecord) -> nx.MultiDiGraph:
    """A frozen networkx ``MultiDiGraph`` with plain attributes, keyed (head, edge key, tail)."""
    import networkx as nx

    network = nx.MultiDiGraph()
    for node in graph.nodes:
        network.add_node(node.id, **_node_body(node))
    for edge in graph.edges:
        network.add_edge(edge.head, edge.tail, key=edge.key, **_edge_body(edge), support=edge.support)
    return nx.freeze(network)


def to_graphml(graph: GraphRecord) -> str:
    """GraphML for Gephi, yEd and networkx: readable everywhere, but characters that XML forbids are gone and lists are
    JSON. In ASCII, as networkx would write it, which takes several times as long and has to be imported."""
    nodes = [({"id": one.id}, _flat(_node_body(one))) for one in graph.nodes]
    edges = [
        # GraphML wants edge ids that no other pair shares
        (
            {"source": one.head, "target": one.tail, "id": node_id(one.head, one.key, one.tail)},
            _flat({**_edge_body(one), "support": one.support}),
        )
        for one in _by_pairs(graph)
    ]
    told = [("node", name, value) for _, body in nodes[:1] for name, value in body.items()]
    told += [("edge", name, value) for _, body in edges[:1] for name, value in body.items()]
    keys = {(scope, name): f"d{at}" for at, (scope, name, _) in enumerate(told)}
    lines = [_GRAPHML]
    for scope, name, value in reversed(told):
        named = {"id": keys[scope, name], "for": scope, "attr.name": name, "attr.type": _GRAPHML_TYPES[type(value)]}
        lines.append(f"  <key{_attributes(named)} />")
    lines.append(f'  <graph edgedefault="directed"{">" if nodes else " />"}')
    lines += _elements("node", nodes, keys)
    lines += _elements("edge", edges, keys)
    lines += ["  </graph>"] if nodes else []
    lines.append("</graphml>\n")
    return "\n".join(lines).encode("ascii", "xmlcharrefreplace").decode()


_Element = tuple[dict[str, str], dict[str, str | int | float | bool]]  # its attributes, and its data by name


def _by_pairs(graph: GraphRecord) -> list[Edge]:
    """The edges in the order of their first ends, those of one pair together, as networkx holds them."""
    place = {node.id: at for at, node in enumerate(graph.nodes)}
    pair: dict[tuple[str, str], int] = {}
    for one in graph.edges:
        pair.setdefault((one.head, one.tail), len(pair))
    return sorted(graph.edges, key=lambda one: (place[one.head], pair[one.head, one.tail]))


def _elements(scope: str, those: Iterable[_Element], keys: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """The lines of these nodes or edges; ``keys`` are those of their data, by scope and name."""
    for ends, body in those:
        yield f"    <{scope}{_attributes(ends)}>"
        for name, value in body.items():
            text = escape(str(value), quote=False)
            held = f">{text}</data>" if text else " />"
            yield f'      <data key="{keys[scope, name]}"{held}'
        yield f"    </{scope}>"


def _attributes(named: Mapping[str, str]) -> str:
    return "".join([f' {name}="{escape(_xml_safe(value))}"' for name, value in named.items()])


_GRAPHML = (
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    'xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">'
)
_GRAPHML_TYPES = {str: "string", bool: "boolean", int: "long", float: "double"}


def _lines(values: Iterable[Any]) -> Iterator[str]:
    """Each of these as JSON on a line of its own: ``indent`` would take many lines for it, and twice the time."""
    return (f"\n{json.dumps(one)}" for one in values)


def _node_body(node: Node) -> dict[str, Any]:
    return {
        "label": node.label,
        "aliases": dict(node.aliases),
        "names": list(node.names),
        "snippets": list(node.snippets),
        "documents": list(node.documents),
    }


def _edge_body(edge: Edge) -> dict[str, Any]:
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


def _dropped_body(one: Dropped) -> list[Any]:
    claim = one.triplet
    ends = [claim.head, claim.relation, claim.tail]
    return [*ends, claim.quote, claim.parent, claim.confidence, claim.positive, claim.snippet_id, one.why]


def _read(body: Mapping[str, Any]) -> GraphRecord:
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
    return GraphRecord(
        nodes,
        edges,
        tuple(Asked(text, tuple(snippets)) for text, snippets in body["questions"]),
        tuple(Asked(text, tuple(snippets)) for text, snippets in body["keywords"]),
        tuple((short, tuple(longs)) for short, longs in body["homographs"]),
        dropped,
    )


def _whole(graph: GraphRecord) -> GraphRecord:
    """The graph, if it is whole; ``ValueError`` where an edge has an end that is no node, two nodes have one id, or a
    name or a relation is missing: an edited file would fail later, in the middle of a page."""
    known = {node.id for node in graph.nodes}
    if len(known) < len(graph.nodes):
        raise ValueError("two nodes have one id")
    for node in graph.nodes:
        if not node.aliases:
            raise ValueError(f"the node {node.id} has no name")
    for edge in graph.edges:
        if not {edge.head, edge.tail} <= known:
            raise ValueError(f"an edge leads from {edge.head} to {edge.tail}, and one of them is no node")
        if not edge.surfaces:
            raise ValueError(f"the edge from {edge.head} to {edge.tail} has no relation")
    return graph


def _flat(body: Mapping[str, Any]) -> dict[str, str | int | float | bool]:
    """Attributes that GraphML can hold: lists as JSON, and only characters that XML allows."""
    flat: dict[str, str | int | float | bool] = {}
    for name, value in body.items():
        told = _AS_JSON(value) if isinstance(value, (list, dict)) else value
        flat[name] = _xml_safe(told) if isinstance(told, str) else told
    return flat


_AS_JSON = json.JSONEncoder(ensure_ascii=False).encode  # ``json.dumps`` would make an encoder each time


def _xml_safe(text: str) -> str:
    if text.isprintable():  # none of those below is, and most texts are
        return text
    spaced = "".join(" " if one.isspace() else one for one in text)
    return "".join(
        one for one in spaced if unicodedata.category(one) not in ("Cc", "Cs") and ord(one) & 0xFFFE != 0xFFFE
    )
