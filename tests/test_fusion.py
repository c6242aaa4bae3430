"""Ranked lists are settled and fused the same way whatever order they come in."""

from __future__ import annotations

import itertools
import math

import pytest
from castalia.memory.fusion import RANK_CONSTANT, complete, fuse, rank, settled_score
from castalia.memory.protocols import Hit
from hypothesis import given
from hypothesis import strategies as st

ids = st.text("abcdef", min_size=1, max_size=3)
hit_lists = st.dictionaries(ids, st.sampled_from([0.5, 1.0, 2.0, 2.0000001])).map(
    lambda scores: [Hit(one, score) for one, score in scores.items()]
)
rankings = st.lists(
    st.lists(ids, unique=True, max_size=8).map(lambda names: [Hit(name, 0.0) for name in names]), max_size=4
)


def test_noise_of_the_summing_order_settles_and_differences_stay() -> None:
    assert settled_score(0.1 + 0.2) == settled_score(0.3) == 0.3
    assert settled_score(12.3456781) == settled_score(12.3456779)
    assert settled_score(0.00012345) != settled_score(0.00012346)
    assert settled_score(0.0) == 0.0 and settled_score(-1.5) == -1.5


def test_ties_go_by_id_and_noise_does_not_break_them() -> None:
    hits = [Hit("b", 2.0000001), Hit("c", 2.0), Hit("a", 2.0), Hit("d", 3.0)]
    assert rank(hits, 3) == [Hit("d", 3.0), Hit("a", 2.0), Hit("b", 2.0)]


@given(st.data(), hit_lists, st.integers(0, 10))
def test_a_ranking_does_not_depend_on_the_order_of_its_hits(data: st.DataObject, hits: list[Hit], k: int) -> None:
    assert rank(data.draw(st.permutations(hits)), k) == rank(hits, k) == rank(hits, 100)[:k]


@pytest.mark.parametrize(
    ("scores", "limit", "k", "whole"),
    [
        ([], 5, 3, True),
        ([3.0, 2.0], 5, 3, True),
        ([3.0, 2.0, 1.0, 0.5], 4, 3, True),
        ([3.0, 2.0, 1.0, 1.0], 4, 3, False),
        ([3.0, 2.0, 1.0000001, 1.0], 4, 3, False),
        ([1.0, 1.0, 1.0, 1.0], 4, 1, False),
        ([3.0, 2.0, 1.0], 3, 3, False),
        ([3.0, 2.0, 1.0], 4, 3, True),
    ],
)
def test_an_answer_that_may_end_within_a_tie_is_not_complete(
    scores: list[float], limit: int, k: int, whole: bool
) -> None:
    assert complete(scores, limit, k) is whole


def test_fusion_is_the_sum_of_reciprocal_ranks() -> None:
    fused = fuse([[Hit("a", 9.0), Hit("b", 8.0)], [Hit("b", 0.3), Hit("c", 0.2)]], 3)
    assert [hit.snippet_id for hit in fused] == ["b", "a", "c"]
    assert fused[0].score == pytest.approx(1 / (RANK_CONSTANT + 2) + 1 / (RANK_CONSTANT + 1), rel=1e-4)


def test_mirrored_rankings_tie_and_go_by_id() -> None:
    fused = fuse([[Hit("z", 1.0), Hit("a", 0.5)], [Hit("a", 1.0), Hit("z", 0.5)]], 2)
    assert [hit.snippet_id for hit in fused] == ["a", "z"] and fused[0].score == fused[1].score


@given(st.data(), rankings, st.integers(0, 12))
def test_fusion_does_not_depend_on_the_order_of_rankings(data: st.DataObject, lists: list[list[Hit]], k: int) -> None:
    assert fuse(data.draw(st.permutations(lists)), k) == fuse(lists, k) == fuse(lists, 100)[:k]


@given(rankings)
def test_fusion_keeps_every_id_once_and_agreement_wins(lists: list[list[Hit]]) -> None:
    fused = fuse(lists, 100)
    names = [hit.snippet_id for hit in fused]
    assert sorted(names) == sorted({hit.snippet_id for one in lists for hit in one})
    assert all(math.isfinite(hit.score) and 0 < hit.score <= len(lists) for hit in fused)
    for first, second in itertools.pairwise(fused):
        assert (-first.score, first.snippet_id) < (-second.score, second.snippet_id)


@given(st.lists(ids, unique=True, max_size=10))
def test_fusing_one_ranking_keeps_its_order(names: list[str]) -> None:
    assert [hit.snippet_id for hit in fuse([[Hit(name, 0.0) for name in names]], 100)] == names
