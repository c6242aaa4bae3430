"""Communities find what hangs together and always end; importance is shared out whole."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from castalia.memory.communities import louvain, random_walk
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.triplets import TripletGraph
from hypothesis import given, settings
from hypothesis import strategies as st


def graph(*claims: tuple[str, str, str]) -> TripletGraph:
    return TripletGraph.of({"s1": Extraction(tuple(Triplet(h, r, t, "s1", "") for h, r, t in claims))}, {})


def test_communities_find_two_cliques_and_cover_every_node() -> None:
    rows = [(f"{side}{i}", "touches", f"{side}{j}") for side in "pq" for i in range(5) for j in range(i)]
    one = graph(*rows, ("p0", "sees", "q0"))
    groups = [{one.label(node)[0] for node in group} for group in one.communities()]
    assert groups in ([{"p"}, {"q"}], [{"q"}, {"p"}])
    assert sorted(node for group in one.communities() for node in group) == [node.id for node in one.nodes]


@pytest.mark.parametrize("leaves", [1, 2, 30, 500])
def test_doubled_edges_and_stars_end(leaves: int) -> None:
    rows = [("hub", verb, f"leaf {n}") for n in range(leaves) for verb in ("binds", "holds")]
    one = graph(*rows)
    assert len(one.communities()) == 1
    assert one.importance()[str(one.find("hub"))] == max(one.importance().values())
    assert sum(one.importance().values()) == pytest.approx(1)


def test_nodes_without_edges_are_alone_and_equally_important() -> None:
    assert louvain([]) == [] and random_walk([]) == []
    assert louvain([{}, {}]) == [0, 1] and random_walk([{}, {}]) == pytest.approx([0.5, 0.5])


@settings(max_examples=150)
@given(st.dictionaries(st.tuples(st.integers(0, 13), st.integers(0, 13)), st.integers(1, 4), max_size=40))
def test_no_two_communities_would_be_better_as_one(edges: dict[tuple[int, int], int]) -> None:
    weights: list[dict[int, int]] = [{} for _ in range(14)]
    for (a, b), weight in edges.items():
        if a != b:
            weights[a][b] = weights[b][a] = weight
    groups = louvain(weights)
    degree, between = Counter[int](), Counter[tuple[int, int]]()
    for node, row in enumerate(weights):
        degree[groups[node]] += sum(row.values())
        for other, weight in row.items():
            between[groups[node], groups[other]] += weight
    mass = sum(degree.values())
    assert all(tie * mass <= degree[a] * degree[b] for (a, b), tie in between.items() if a != b)


def test_a_node_goes_where_it_is_drawn_even_after_others_have_moved() -> None:
    ring = [{(at - 1) % 12: 1, (at + 1) % 12: 1} for at in range(12)]
    assert sorted(Counter(louvain(ring)).values()) == [4, 4, 4]


def test_the_same_graph_has_the_same_communities_in_every_version() -> None:
    """Outlines are made of them; ties go to the smallest, and nodes are looked at until none moves."""
    draw = random.Random(0)
    weights: list[dict[int, int]] = [{} for _ in range(24)]
    for _ in range(40):
        a, b = draw.sample(range(24), 2)
        weights[a][b] = weights[b][a] = 1
    assert louvain(weights) == [0, 0, 1, 2, 3, 4, 1, 1, 0, 3, 2, 3, 3, 3, 3, 3, 3, 0, 1, 2, 1, 1, 2, 1]


def test_weight_decides_with_whom_a_node_goes() -> None:
    # 1 stands between two pairs and is tied more closely to 0.
    weights = [{1: 9}, {0: 9, 2: 1}, {1: 1, 3: 9}, {2: 9}]
    groups = louvain(weights)
    assert groups[0] == groups[1] != groups[2] == groups[3]
    ranks = random_walk(weights)
    assert ranks[1] > ranks[0] and sum(ranks) == pytest.approx(1)
