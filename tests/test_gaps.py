"""Gaps are read off the structure, each kind on its own, bounded and in an order of their own."""

from __future__ import annotations

from castalia.memory.gaps import KINDS, Gap, find_gaps
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.triplets import TripletGraph

Row = tuple[str, str, str, str]
PARENTS = {"is a": "is_a", "uses": "uses", "is part of": "part_of"}


def graph(
    *rows: Row, questions: tuple[tuple[str, str], ...] = (), keywords: tuple[tuple[str, str], ...] = ()
) -> TripletGraph:
    snippets = {row[0] for row in (*rows, *questions, *keywords)}
    return TripletGraph.of(
        {
            one: Extraction(
                tuple(Triplet(h, r, t, s, "", PARENTS.get(r, "other")) for s, h, r, t in rows if s == one),
                (),
                tuple(text for s, text in questions if s == one),
                tuple(text for s, text in keywords if s == one),
            )
            for one in snippets
        },
        {},
    )


def of_kind(gaps: tuple[Gap, ...], kind: str) -> list[Gap]:
    return [gap for gap in gaps if gap.kind == kind]


def named(one: TripletGraph, gap: Gap) -> set[str]:
    return {one.label(node) for node in gap.nodes}


def test_no_graph_no_gap_and_no_limit_no_gap() -> None:
    assert find_gaps(TripletGraph()) == ()
    assert find_gaps(graph(("s1", "ant", "eats", "leaf")), limit=0) == ()


def test_the_frontier_is_central_little_read_and_not_yet_asked_for() -> None:
    rows = [(f"s{n}", "hub", "feeds", f"leaf {n}") for n in range(8)]
    rows += [("t1", "relay", "feeds", f"branch {n}") for n in range(6)] + [("t1", "hub", "feeds", "relay")]
    one = graph(*rows)
    frontier = of_kind(find_gaps(one, limit=200), "frontier")
    assert named(one, frontier[0]) == {"relay"} and frontier[0].score == 1
    assert "1 document speaks" in frontier[0].why
    after = of_kind(find_gaps(one, ["how a relay works"], limit=200), "frontier")
    assert all(named(one, gap) != {"relay"} for gap in after)


def test_topic_weight_silences_what_is_off_topic() -> None:
    one = graph(("s1", "ant", "eats", "leaf"), ("s2", "bee", "drinks", "nectar"))
    ant = str(one.find("ant"))
    gaps = of_kind(find_gaps(one, topic_weight={ant: 1.0}, limit=50), "frontier")
    assert [gap.nodes for gap in gaps] == [(ant,)]


def test_conflicts_name_both_sides() -> None:
    one = graph(("s1", "drug", "activates", "gene"), ("s2", "drug", "inhibits", "gene"), ("s3", "drug", "is", "cheap"))
    (gap,) = of_kind(find_gaps(one), "conflict")
    assert named(one, gap) == {"drug", "gene"} and "activates" in gap.why and "inhibits" in gap.why


def test_a_hole_lies_between_communities_that_share_words() -> None:
    rows = [
        ("s1", f"{side} {a} network", "links", f"{side} {b} network")
        for side in ("neural", "river")
        for a in ("flow", "bed", "arm")
        for b in ("flow", "bed", "arm")
        if a < b
    ]
    one = graph(*rows)
    (gap,) = of_kind(find_gaps(one, limit=50), "hole")
    assert len(gap.nodes) == 2 and "no claims" in gap.why
    joined = graph(
        *rows, *(("s2", f"neural {a} network", "is like", f"river {a} network") for a in ("flow", "bed", "arm"))
    )
    assert not of_kind(find_gaps(joined, limit=50), "hole")


def test_a_missing_slot_is_what_most_peers_have() -> None:
    rows = [("s1", kind, "is a", "sort") for kind in ("quick", "merge", "heap", "bogo")]
    rows += [("s2", kind, "uses", "memory") for kind in ("quick", "merge", "heap")] + [
        ("s2", "heap", "is part of", "library")
    ]
    one = graph(*rows)
    gaps = of_kind(find_gaps(one, limit=50), "missing_slot")
    assert [named(one, gap) for gap in gaps] == [{"bogo"}] and "“uses”" in gaps[0].why


def test_a_lone_witness_between_well_read_ends_asks_for_verification() -> None:
    one = graph(
        ("s1", "ant", "eats", "leaf"),
        ("s2", "ant", "eats", "leaf"),
        ("s3", "ant", "farms", "leaf"),
        ("s4", "bug", "is", "red"),
    )
    gaps = of_kind(find_gaps(one, limit=50), "single_source")
    assert ["farms" in gap.why for gap in gaps] == [True]


def test_islands_are_parts_away_from_the_topic() -> None:
    rows = [("s1", "core", "feeds", f"leaf {n}") for n in range(6)]
    rows += [("s2", "isle", "has", "beach"), ("s2", "isle", "has", "palm"), ("s3", "pair", "of", "two")]
    one = graph(*rows)
    (gap,) = of_kind(find_gaps(one, limit=50), "island")
    assert "isle" in named(one, gap)
    (gap,) = of_kind(
        find_gaps(one, topic_weight={str(one.find("isle")): 1.0, str(one.find("palm")): 1.0}, limit=50), "island"
    )
    assert "core" in named(one, gap)


def test_open_questions_close_when_they_were_asked() -> None:
    one = graph(questions=(("s1", "Why do ants farm fungi?"), ("s2", "Who counts bees?")))
    asked = of_kind(find_gaps(one, ["ants that farm a fungus"]), "open_question")
    assert ["bees" in gap.why for gap in asked] == [True]
    assert len(of_kind(find_gaps(one), "open_question")) == 2


def test_stubs_are_named_often_and_described_never() -> None:
    rows = [(f"s{n}", f"thing {n}", "uses", "gadget") for n in range(3)]
    one = graph(*rows, keywords=tuple((f"s{n}", text) for n in range(3) for text in ("Orphan terms", "gadgets")))
    whys = " ".join(gap.why for gap in of_kind(find_gaps(one, limit=50), "stub"))
    assert "gadget" in whys and "Orphan terms" in whys
    described = graph(*rows, ("s9", "gadget", "is a", "tool"))
    assert not of_kind(find_gaps(described, limit=50), "stub")


def busy() -> list[Row]:
    rows = [
        (f"s{n % 9}", f"node {n % 17} x", ("uses", "is a", "inhibits", "activates")[n % 4], f"node {n % 11} y")
        for n in range(120)
    ]
    return [*rows, ("q", "far", "eats", "away"), ("q", "far", "eats", "off"), ("q", "far", "eats", "out")]


def test_kinds_take_turns_scores_are_shares_and_the_limit_holds() -> None:
    gaps = find_gaps(graph(*busy(), questions=(("s1", "What now?"),)), limit=12)
    assert len(gaps) == 12
    kinds = [gap.kind for gap in gaps]
    first_round = kinds[: len(set(kinds))]
    assert len(set(first_round)) == len(first_round) >= 4
    assert first_round == [kind for kind in KINDS if kind in first_round]
    assert all(0 < gap.score <= 1 for gap in gaps)


def test_order_of_arrival_does_not_matter() -> None:
    queries = ["node use", "far away"]
    assert find_gaps(graph(*busy()), queries, limit=80) == find_gaps(graph(*busy()[::-1]), queries[::-1], limit=80)


def test_reasons_stay_short_whatever_the_names() -> None:
    rows = [(f"s{n}", "x" * 20_000, "y" * 20_000, f"{n}" + "z" * 20_000) for n in range(4)]
    gaps = find_gaps(graph(*rows, questions=(("s1", "why " * 5000),)), limit=50)
    assert gaps and all(len(gap.why) < 500 for gap in gaps)
