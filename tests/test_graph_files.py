"""The graph leaves and comes back whole: JSON loses nothing, GraphML and networkx read what any text becomes."""

from __future__ import annotations

import json

import networkx as nx
import pytest
from castalia.memory.errors import InputError
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.triplets import TripletGraph
from spoiled import JUNK, spoiled


def nasty() -> TripletGraph:
    triplets = (
        Triplet("a\x00b <&>", "is \x1b", "c\ud800", "s1", "quote\x0b\ufffe ]]>", "is_a", 0.25),
        Triplet("c\ud800", "uses", "Ω—é\r\n深", "s1", ""),
        Triplet("Ω—é 深", "uses", "z", "s2", "x"),
    )
    return TripletGraph.of(
        {"s1": Extraction(triplets[:2], (), ("why\x00?",), ("k\ud800",)), "s2": Extraction(triplets[2:])}, {}
    )


def test_json_loses_nothing() -> None:
    one = nasty()
    assert TripletGraph.from_json(one.to_json()) == one
    one.to_json().encode("ascii")
    assert json.loads(one.to_json())["schema"] == 1


def test_the_smallest_graphs_come_back_too() -> None:
    claim = Triplet("a1", "uses", "b1", "s1", "")
    for one in (TripletGraph(), TripletGraph.of({"s1": Extraction((claim,))}, {})):
        assert TripletGraph.from_json(one.to_json()) == one


def test_json_has_each_node_and_edge_on_a_line_of_its_own() -> None:
    one = nasty()
    lines = one.to_json().splitlines()
    begin, end = lines.index('"nodes": ['), lines.index('"edges": [')
    assert [json.loads(line.rstrip(","))["id"] for line in lines[begin + 1 : end - 1]] == [
        node.id for node in one.nodes
    ]
    assert all(json.loads(line.rstrip(","))["quotes"] for line in lines[end + 1 : end + 1 + len(one.edges)])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"format": "other", "schema": 1}',
        '{"format": "castalia.triplet-graph", "schema": 2}',
        '{"format": "castalia.triplet-graph", "schema": 1, "nodes": [3]}',
    ],
)
def test_foreign_json_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        TripletGraph.from_json(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("part", "field", "value", "says"),
    [
        ("edges", "source", "nowhere", "an edge leads from nowhere to"),
        ("edges", "target", "nowhere", "to nowhere, and one of them is no node"),
        ("edges", "surfaces", {}, "has no relation"),
        ("nodes", "aliases", {}, "has no name"),
    ],
)
def test_a_graph_that_was_edited_and_does_not_hold_together_is_refused(
    part: str, field: str, value: object, says: str
) -> None:
    body = json.loads(nasty().to_json())
    body[part][0][field] = value
    with pytest.raises(InputError, match=says):
        TripletGraph.from_json(json.dumps(body))


@pytest.mark.parametrize("value", JUNK, ids=repr)
def test_whatever_stands_in_place_of_a_part_is_refused_in_one_line_or_does_no_harm(value: object) -> None:
    for body in spoiled(json.loads(nasty().to_json()), value):
        try:
            graph = TripletGraph.from_json(json.dumps(body))
        except InputError as error:
            assert "\n" not in str(error)
        else:
            assert TripletGraph.from_json(graph.to_json()) == graph
            assert graph.to_graphml() and graph.network is not None
            assert all(isinstance(one.phrase, str) and isinstance(one.snippets, tuple) for one in graph.edges)


def test_json_that_is_no_object_is_told_as_that() -> None:
    with pytest.raises(InputError, match=r"^not a triplet graph: it is not an object$"):
        TripletGraph.from_json("[1]")


def test_a_part_that_is_not_what_it_should_be_is_named() -> None:
    body = json.loads(nasty().to_json())
    body["edges"][1]["quotes"] = [["s1", None]]
    with pytest.raises(InputError, match=r"graph\.edges\[1\]\.quotes\[0\]\[1\] is not a text"):
        TripletGraph.from_json(json.dumps(body))


@pytest.mark.parametrize(("name", "value"), [("format", "other"), ("schema", 2)])
def test_a_graph_of_another_format_or_schema_is_told_as_that(name: str, value: object) -> None:
    body = json.loads(nasty().to_json()) | {name: value}
    with pytest.raises(InputError, match=r"^not a triplet graph of schema 1: "):
        TripletGraph.from_json(json.dumps(body))


def test_a_graph_with_a_node_twice_and_one_that_is_too_deep_are_refused() -> None:
    body = json.loads(nasty().to_json())
    body["nodes"].append(body["nodes"][0])
    with pytest.raises(InputError, match="two nodes have one id"):
        TripletGraph.from_json(json.dumps(body))
    with pytest.raises(InputError, match="not a triplet graph"):
        TripletGraph.from_json("[" * 100_000)


def test_graphml_is_read_back_by_networkx_whatever_the_text() -> None:
    one = nasty()
    back = nx.parse_graphml(one.to_graphml(), force_multigraph=True)
    assert sorted(back) == [node.id for node in one.nodes]
    assert back.number_of_edges() == len(one.edges)
    data = back.nodes[str(one.find("a\x00b <&>"))]
    assert data["label"] == "ab <&>" and json.loads(data["snippets"]) == ["s1"]
    ids = [key for _, _, key in back.edges(keys=True)]
    assert len(set(ids)) == len(ids)


def test_graphml_is_to_the_byte_what_networkx_writes() -> None:
    claims = (
        Triplet("b1", "uses", "z1", "s1", "x"),
        Triplet("b1", "binds", "a1", "s1", "y"),
        Triplet("a1", "uses", "b1", "s2", "z"),
        Triplet("b1", "uses", "a1", "s2", "z", positive=False),
    )
    for one in (nasty(), TripletGraph.of({"s1": Extraction(claims)}, {}), TripletGraph()):
        text = one.to_graphml()
        back = nx.parse_graphml(text, force_multigraph=True)
        back.graph.clear()  # what it reads as defaults
        assert "\n".join(nx.generate_graphml(back)) + "\n" == text


def test_words_that_a_rare_line_break_divides_stay_apart_in_graphml() -> None:
    claim = Triplet("reef", "meets", "sea", "s1", "reef\x85sea")  # NEL, which XML has no character for
    assert "reef sea" in TripletGraph.of({"s1": Extraction((claim,))}, {}).to_graphml()


def test_network_is_a_frozen_multidigraph() -> None:
    triplets = (Triplet("a1", "binds", "b1", "s1", ""), Triplet("a1", "uses", "b1", "s1", ""))
    network = TripletGraph.of({"s1": Extraction(triplets)}, {}).network
    assert isinstance(network, nx.MultiDiGraph) and network.number_of_edges() == 2
    with pytest.raises(nx.NetworkXError):
        network.add_node("x")
