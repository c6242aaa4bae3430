"""Metrics of curation, outline, article and graph: worked by hand, and the laws that their definitions promise."""

from __future__ import annotations

import math

import pytest
from castalia.memory.graph_records import Edge, GraphRecord, Node
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.triplets import TripletGraph
from castalia.tools.claims.entity_names import entities_of, heading_entities, name_entities
from castalia.tools.language.vectors import cosine
from castalia.tools.metrics.metric_article import bleu, count_words, meteor, ngram_uniqueness
from castalia.tools.metrics.metric_curation import (
    convex_hull_area,
    information_diversity,
    unique_snippets,
    unique_urls,
)
from castalia.tools.metrics.metric_graph import measure_graph
from castalia.tools.metrics.metric_outline import entity_recall, soft_recall_best, soft_recall_cardinality
from castalia.tools.metrics.metric_vectors import convex_hull, dense_vector, hull_area, hull_areas, lexical_vector
from hypothesis import given, settings
from hypothesis import strategies as st

TEXTS = st.lists(
    st.lists(st.sampled_from("reef coral water algae heat storm wave the of".split()), max_size=6).map(" ".join),
    max_size=7,
)
POINTS = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), max_size=12)


# Curation.


def test_documents_are_counted_once_whatever_their_fragment_or_chunk() -> None:
    assert (
        unique_urls(["https://a/x@chunk1", "https://a/x@chunk2", "https://a/x", "https://a/@b#c@chunk1", "@chunk1"])
        == 2
    )
    assert unique_urls(["https://a/x#1", "https://a/x#2", "https://a/y", "", "  "]) == 2
    assert unique_snippets(["A reef.", "a  reef.", "Another.", ""]) == 2


def test_diversity_is_one_minus_the_mean_cosine_of_different_pairs() -> None:
    vectors = [dense_vector(one) for one in ([1, 0], [0, 1], [1, 1])]
    assert information_diversity(vectors) == pytest.approx(1 - (0 + math.sqrt(0.5) + math.sqrt(0.5)) / 3)
    assert information_diversity(vectors[:1]) is None
    assert information_diversity([vectors[0]] * 3) == pytest.approx(0)


@given(TEXTS, st.randoms(use_true_random=False))
def test_diversity_by_words_lies_between_0_and_1_in_any_order(texts: list[str], draw: object) -> None:
    vectors = [lexical_vector(one) for one in texts]
    found = information_diversity(vectors)
    assert (found is None) == (len(texts) < 2)
    if found is not None:
        assert -1e-9 <= found <= 1 + 1e-9
        draw.shuffle(vectors)  # type: ignore[attr-defined]
        assert information_diversity(vectors) == pytest.approx(found)


def test_a_lexical_vector_depends_on_its_own_text_alone() -> None:
    reef, reefs = lexical_vector("The reef grows"), lexical_vector("Growing reefs")
    assert cosine(reef, reefs) == pytest.approx(1)
    twice = lexical_vector("reef reef water")
    weight = 1 + math.log(2)
    assert twice == pytest.approx({"reef": weight / math.hypot(weight, 1), "water": 1 / math.hypot(weight, 1)})
    assert lexical_vector("of the") == {} and cosine({}, reef) == 0


def test_the_hull_of_a_square_is_the_square() -> None:
    assert hull_area([(0, 0), (2, 0), (2, 2), (0, 2), (1, 1), (1, 0)]) == 4
    assert hull_area([(0, 0), (1, 1), (2, 2)]) == 0
    assert hull_area([(0, 0), (0, 0), (0, 0)]) == 0
    assert convex_hull([(1, 2), (1, 2)]) == [(1, 2)]
    assert hull_area([(0, 0), (1, 1)]) is hull_area([]) is None


@given(POINTS, st.tuples(st.integers(-4, 4), st.integers(-4, 4)))
def test_a_hull_never_shrinks_when_a_point_is_added(points: list[tuple[int, int]], more: tuple[int, int]) -> None:
    assert (hull_area([*points, more]) or 0) >= (hull_area(points) or 0) - 1e-9


def test_two_components_of_what_lies_in_a_plane_keep_its_areas() -> None:
    # A rectangle of 4 by 2 in three dimensions, turned: its plane is found, and its area stays. (Vectors are not of
    # length 1 here.)
    across, along = (0.6, 0.8, 0.0), (0.0, 0.0, 1.0)
    corners = [(0, 0), (4, 0), (4, 2), (0, 2)]
    vectors = [{str(at): a * across[at] + b * along[at] for at in range(3)} for a, b in corners]
    assert convex_hull_area(vectors) == pytest.approx(8)
    whole, half = hull_areas([vectors, vectors[:3]])
    assert (whole, half) == (pytest.approx(8), pytest.approx(4))  # one plane for both
    assert convex_hull_area(vectors[:2]) is None
    assert convex_hull_area([vectors[0]] * 3) == 0


def test_the_plane_is_that_of_numpy() -> None:
    import numpy as np

    draw = np.random.default_rng(5)
    rows = draw.normal(size=(12, 5)) * [5, 3, 1, 0.5, 0.1]
    centred = rows - rows.mean(axis=0)
    places = centred @ np.linalg.svd(centred)[2][:2].T
    wanted = hull_area([(float(x), float(y)) for x, y in places])
    vectors = [{str(at): float(value) for at, value in enumerate(row)} for row in rows]
    assert convex_hull_area(vectors) == pytest.approx(wanted, rel=1e-6)


# Outline.

AXES = {"a": dense_vector([1, 0]), "b": dense_vector([0, 1]), "ab": dense_vector([1, 1])}
HALF = math.sqrt(0.5)


def test_soft_recall_of_the_thesis_is_the_mean_of_the_nearest() -> None:
    assert soft_recall_best(["a", "b"], ["ab"], AXES) == pytest.approx(HALF)
    assert soft_recall_best(["a", "b"], ["a", "ab"], AXES) == pytest.approx((1 + HALF) / 2)
    assert soft_recall_best(["a"], [], AXES) == 0
    assert soft_recall_best([], ["a"], AXES) is None


def test_soft_recall_of_storm_is_by_cardinalities() -> None:
    # card({a, b}) = 2, card({ab}) = 1, card({a, b, ab}) = 2 / (1 + h) + 1 / (1 + 2 h)
    union = 2 / (1 + HALF) + 1 / (1 + 2 * HALF)
    assert soft_recall_cardinality(["a", "b"], ["ab"], AXES) == pytest.approx((2 + 1 - union) / 2)
    assert soft_recall_cardinality(["a", "b"], ["b"], AXES) == pytest.approx(0.5)
    assert soft_recall_cardinality(["a"], [], AXES) == 0
    assert soft_recall_cardinality([], [], AXES) is None


def test_the_two_definitions_differ() -> None:
    found = [measure(["a", "b"], ["a", "ab"], AXES) for measure in (soft_recall_best, soft_recall_cardinality)]
    assert found[0] != pytest.approx(found[1], abs=0.05)


@given(TEXTS, TEXTS)
def test_both_soft_recalls_give_1_for_the_same_headings_in_any_order(gold: list[str], mine: list[str]) -> None:
    vectors = {one: lexical_vector(one) for one in (*gold, *mine)}
    for measure in (soft_recall_best, soft_recall_cardinality):
        same = measure(gold, gold[::-1], vectors)
        assert same is None if not gold else same == pytest.approx(1)
        found, turned = measure(gold, mine, vectors), measure(gold[::-1], mine[::-1], vectors)
        assert found is None if not gold else found == pytest.approx(turned)
    if gold:
        best = soft_recall_best(gold, mine, vectors)
        assert best is not None and 0 <= best <= 1 + 1e-9


def test_negative_cosines_count_as_nothing_in_common() -> None:
    vectors = {"up": dense_vector([1]), "down": dense_vector([-1])}
    assert soft_recall_cardinality(["up"], ["down"], vectors) == 0
    assert soft_recall_best(["up"], ["down"], vectors) == 0


def test_entity_recall_is_a_share_of_the_entities_of_gold() -> None:
    assert entity_recall(frozenset("abc"), frozenset("bcd")) == pytest.approx(2 / 3)
    assert entity_recall(frozenset(), frozenset("a")) is None


def test_names_are_found_by_their_letters_and_neighbours_are_one() -> None:
    text = "Scientists followed Otto Meyerhof. Later the Embden–Meyerhof pathway made ATP and CO2 in yeast. Yeast is alive."
    assert name_entities(text) == {"otto meyerhof", "embden meyerhof", "atp", "co2"}
    assert name_entities("") == frozenset()


def test_the_entities_of_any_recogniser_are_compared_without_case_and_marks() -> None:
    assert entities_of("…", lambda _: ["Otto Meyerhof", "Embden–Meyerhof", "NAD+", ""]) == {
        "otto meyerhof",
        "embden meyerhof",
        "nad",
    }


def test_a_heading_names_what_the_texts_know_as_a_name() -> None:
    known = name_entities("It follows the Calvin cycle in C3 plants.")
    assert heading_entities(["Calvin cycle", "Plants"], known) == {"calvin"}
    assert heading_entities(["Calving of ice"], known) == frozenset()


# Article.


def test_uniqueness_counts_different_ngrams_among_all() -> None:
    assert ngram_uniqueness("a reef is a reef", 1) == pytest.approx(3 / 5)
    assert ngram_uniqueness("a reef is a reef", 2) == pytest.approx(3 / 4)
    assert ngram_uniqueness("A reef", 3) is None
    assert count_words("a  reef\nis") == 3 and count_words("") == 0


def test_meteor_matches_words_then_stems_and_knows_no_synonyms() -> None:
    # Four matches of five and four words: P = 4/5, R = 1, F = 10 P R / (R + 9 P) = 8 / 8.2; two chunks of four matches.
    assert meteor("the reefs grow very slowly", "the reef grows slowly") == pytest.approx(
        8 / 8.2 * (1 - 0.5 * (2 / 4) ** 3)
    )
    assert meteor("big", "large") == 0
    assert meteor("", "a reef") is None and meteor("a reef", " .") is None


def test_bleu_is_1_for_the_same_text_and_is_punished_for_being_short() -> None:
    text = "The reef is built by corals that live in warm and shallow water near the coast."
    assert bleu(text, text) == pytest.approx(1)
    half = " ".join(text.split()[:8])
    # Every n-gram of the half is there: what is left is the penalty exp(1 - r / c) over tokens, 16 and 8 (the stop is
    # one).
    assert bleu(half, text) == pytest.approx(math.exp(1 - 17 / 8), rel=1e-6)
    assert bleu("", text) is bleu(text, " ") is None


@settings(max_examples=40, deadline=None)
@given(TEXTS.map(" ".join), TEXTS.map(" ".join))
def test_likeness_to_gold_lies_between_0_and_1(mine: str, gold: str) -> None:
    for measure in (meteor, bleu):
        found = measure(mine, gold)
        assert found is None or 0 <= found <= 1


# Graph.


def _graph(*rows: tuple[str, str, str, str]) -> TripletGraph:
    found = {f"s{at}": Extraction((Triplet(h, r, t, f"s{at}", quote),)) for at, (h, r, t, quote) in enumerate(rows)}
    return TripletGraph.of(found, {})


def test_a_triple_is_supported_where_one_quote_holds_all_of_it() -> None:
    graph = _graph(
        ("coral", "builds", "reef", "A coral builds a reef."),
        ("alga", "feeds", "coral", "An alga lives in water."),
    )
    found = measure_graph(graph)
    assert (found.nodes, found.triples, found.isolated_nodes) == (3, 2, 0)
    assert found.triple_support == 0.5
    assert found.words_per_triple == 3


@pytest.mark.parametrize(
    ("quote", "is_supported"),
    [
        ("A coral builds a reef.", True),
        ("Corals are building large reefs.", True),
        ("An alga builds a reef.", False),
        ("A coral shades a reef.", False),
        ("A coral builds a skeleton.", False),
    ],
)
def test_head_relation_and_tail_all_stand_in_the_quote(quote: str, is_supported: bool) -> None:
    found = measure_graph(_graph(("coral", "builds", "reef", quote)))
    assert found.triple_support == is_supported


def test_a_quote_has_to_stand_in_its_snippet_where_that_is_known() -> None:
    graph = _graph(("coral", "builds", "reef", "A coral builds a reef."))
    assert measure_graph(graph, {"s0": "It is known: a coral  builds a reef."}).triple_support == 1
    assert measure_graph(graph, {"s0": "Something else."}).triple_support == 0
    assert measure_graph(graph, {"another": "Something else."}).triple_support == 1


def test_what_leads_to_itself_alone_is_isolated() -> None:
    nodes = tuple(Node(name, name, {name: 1}, (), (), ()) for name in ("coral", "reef"))
    edge = Edge("coral", "feed", "coral", True, "other", {"feeds": 1}, (("s0", "Coral feeds coral."),), (), 0.7, False)
    found = measure_graph(GraphRecord(nodes, (edge,)))
    assert (found.triple_support, found.isolated_nodes, found.isolated_share) == (1, 2, 1)


def test_a_graph_of_nothing_has_no_shares() -> None:
    found = measure_graph(TripletGraph())
    assert (found.triples, found.triple_support, found.words_per_triple, found.isolated_share) == (0, None, None, None)
