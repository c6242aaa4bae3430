"""A view fits its budget for any graph, shows every region, and is the same for any order of arrival."""

from __future__ import annotations

import random

import pytest
from castalia.memory.gaps import find_gaps
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.triplets import TripletGraph
from castalia.memory.views import estimated_tokens, render_view
from hypothesis import given, settings
from hypothesis import strategies as st

Row = tuple[str, str, str, str]


def graph(rows: list[Row]) -> TripletGraph:
    by_snippet: dict[str, list[Triplet]] = {}
    for snippet, head, relation, tail in rows:
        by_snippet.setdefault(snippet, []).append(Triplet(head, relation, tail, snippet, "q"))
    return TripletGraph.of({snippet: Extraction(tuple(triplets)) for snippet, triplets in by_snippet.items()}, {})


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    st.integers(0, 400),
    st.integers(1, 80),
    st.integers(-5, 900),
    st.sampled_from([1, 30, 20_000]),
    st.integers(0, 10**6),
)
def test_any_view_fits_its_budget(edges: int, names: int, budget: int, length: int, seed: int) -> None:
    chance = random.Random(seed)
    rows = [
        (
            f"s{chance.randrange(9)}",
            f"{chance.randrange(names)} " + "x" * chance.choice((1, min(length, 40))),
            "uses",
            f"t{chance.randrange(names)}",
        )
        for _ in range(edges)
    ]
    if edges:
        rows.append(("s1", "深" * length, "\u2028said\x00 " + "r" * length, "two\nlines"))
    one = graph(rows)
    gaps = find_gaps(one, limit=15)
    view = render_view(one, gaps, budget, [f"what is {n}?" for n in range(edges)], {"s1", "s2"})
    assert view == "" or estimated_tokens(view) <= budget
    assert "\x00" not in view and "\u2028" not in view


@pytest.mark.parametrize("budget", [0, 20, 300, 1500, 6000])
def test_thousands_of_edges_a_hub_and_a_huge_label_fit(big: TripletGraph, budget: int) -> None:
    view = render_view(big, find_gaps(big), budget, ["what is hub?"] * 3, {"s1"})
    assert view == "" or estimated_tokens(view) <= budget
    if budget >= 1500:
        assert view.endswith("nodes omitted") and "Map:" in view and "Gaps:" in view


@pytest.fixture(scope="module")
def big() -> TripletGraph:
    chance = random.Random(5)
    rows = [(f"s{n % 300}", "hub", "touches", f"leaf {n}") for n in range(500)]
    for group in range(40):
        rows += [
            (f"s{group}", f"g{group} m{chance.randrange(12)}", "uses", f"g{group} m{chance.randrange(12)}")
            for _ in range(90)
        ]
    return graph([*rows, ("s1", "w" * 20_000, "is", "hub")])


def test_a_hub_does_not_fill_the_map(big: TripletGraph) -> None:
    view = render_view(big, (), 1500)
    lines = [line for line in view.splitlines() if line.startswith("- ")]
    assert sum("hub" in line for line in lines) < len(lines) / 2
    assert sum(f"g{group} m" in view for group in range(40)) >= 20
    assert "(+49" in view  # of the hub's claims


def test_the_view_uses_most_of_its_budget(big: TripletGraph) -> None:
    for budget in (300, 1500, 6000):
        assert estimated_tokens(render_view(big, find_gaps(big), budget)) > 0.8 * budget


def test_the_prompt_does_not_grow_with_what_was_asked(big: TripletGraph) -> None:
    gaps = find_gaps(big)
    sizes = [
        estimated_tokens(render_view(big, gaps, 1500, [f"Is leaf {n} a hub?" for n in range(many)]))
        for many in (10, 2000)
    ]
    assert max(sizes) <= 1500 and abs(sizes[0] - sizes[1]) < 150


def test_no_node_and_one_node() -> None:
    assert render_view(TripletGraph(), (), 100) == "0 nodes, 0 claims, 0 snippets, 0 documents"
    loop = TripletGraph.of({"s1": Extraction((Triplet("CNN", "is", "CNNs", "s1", ""),))}, {})
    assert "CNN" in render_view(loop, find_gaps(loop), 100)
    assert render_view(TripletGraph(), (), 0) == ""


def test_a_small_graph_is_shown_whole() -> None:
    one = graph(
        [
            ("s1", "ant", "eats", "leaf"),
            ("s2", "ant", "does not eat", "leaf"),
            ("s2", "bee", "drinks", "nectar"),
            ("s1", "ant", "sees", "sky"),
        ]
    )
    view = render_view(one, find_gaps(one), 1000, ["Do ants eat?", "Why rain?"], {"s2"})
    assert "; does not eat (disputed) → leaf" in view or ": does not eat (disputed) → leaf" in view
    assert "bee" in view and "nectar" in view and "New in the last batch:" in view
    assert "omitted" not in view
    assert "Do ants eat?" in view and "Why rain?" not in view
    assert "the last batch brought 2 nodes and 2 claims" in view


def test_order_of_arrival_does_not_matter(big: TripletGraph) -> None:
    rows = [(f"s{n % 7}", f"a {n % 13}", "uses", f"b {n % 19}") for n in range(150)]
    one, other = graph(rows), graph(rows[::-1])
    asked = ["is a 1 used?", "is b 2 used?", "a 3"]
    assert render_view(one, find_gaps(one), 400, asked, {"s1"}) == render_view(
        other, find_gaps(other), 400, asked[::-1], {"s1"}
    )
