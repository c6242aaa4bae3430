"""Intervals, tests and effect sizes: by hand, against what is known of them, and the same every time."""

from __future__ import annotations

import random

import pytest
from castalia.tools.metrics.statistics_paired import (
    bootstrap_interval,
    compare_paired,
    effect_size,
    ends_of,
    holm,
    holm_of,
    mean_of,
    permutation_test,
    pooled_interval,
    pooled_mean,
    sign_test,
)
from hypothesis import given, settings
from hypothesis import strategies as st

FLOATS = st.lists(st.integers(-20, 20).map(lambda one: one / 4), max_size=9)


def test_all_signs_are_tried_for_few_topics() -> None:
    # Of the eight ways to sign 1, 2, 3 the sums 6, 4 and their mirrors are at least as far from 0 as 4 = 3 + 2 - 1.
    assert permutation_test([-1.0, 2.0, 3.0]) == pytest.approx(4 / 8)
    assert permutation_test([1.0, 2.0, 3.0]) == pytest.approx(2 / 8)
    assert permutation_test([1.0, 1.0, 1.0, 1.0]) == 0.125
    assert permutation_test([0.0, 0.0]) == 1
    assert permutation_test([]) is None


def test_sampled_signs_come_near_what_is_exact() -> None:
    draw = random.Random(2)
    differences = [draw.gauss(0.4, 1) for _ in range(13)]
    exact = (
        sum(
            abs(sum(one if bits >> at & 1 else -one for at, one in enumerate(differences)))
            >= abs(sum(differences)) - 1e-12
            for bits in range(2**13)
        )
        / 2**13
    )
    assert permutation_test(differences) == pytest.approx(exact, abs=0.02)
    assert permutation_test([1.0] * 40) == pytest.approx(1 / 10_001)


def test_the_sign_test_is_binomial() -> None:
    assert sign_test(5, 0) == pytest.approx(2 / 32)
    assert sign_test(3, 1) == pytest.approx(2 * 5 / 16)
    assert sign_test(2, 2) == 1
    assert sign_test(0, 0) is None
    assert sign_test(700, 700) == 1  # of which 2^n is no float any more


def test_the_effect_is_the_mean_over_the_deviation_of_the_differences() -> None:
    assert effect_size([1.0, 2.0, 3.0]) == pytest.approx(2.0)
    assert effect_size([1.0, 1.0]) is None
    assert effect_size([1.0]) is None


def test_an_interval_covers_the_mean_of_what_it_came_from() -> None:
    found = bootstrap_interval([1.0, 2.0, 3.0, 4.0])
    assert found is not None and 1 <= found.low < 2.5 < found.high <= 4
    same = bootstrap_interval([0.1] * 5)
    assert same is not None and (same.low, same.high) == (pytest.approx(0.1), pytest.approx(0.1))
    assert bootstrap_interval([1.0]) is None


def test_intervals_hold_what_they_promise() -> None:
    # 100 samples of 30 from a known distribution: the 95 % interval should hold its mean about 95 times.
    draw = random.Random(11)
    held = 0
    for _ in range(100):
        found = bootstrap_interval([draw.gauss(3, 2) for _ in range(30)], resamples=300)
        held += found is not None and found.low <= 3 <= found.high
    assert 87 <= held <= 99


def test_a_pooled_share_draws_topics_not_sentences() -> None:
    assert pooled_interval([(1, 2), (0, 0)]) is None  # one topic with sentences
    found = pooled_interval([(0, 10), (10, 10)])
    assert found is not None and (found.low, found.high) == (0, 1)


def test_holm_steps_down() -> None:
    assert holm({"a": 0.01, "b": 0.04, "c": 0.03}) == pytest.approx({"a": 0.03, "c": 0.06, "b": 0.06})
    assert holm({"a": 0.6, "b": 0.7}) == {"a": 1.0, "b": 1.0}
    assert holm({}) == {}


def test_a_topic_counts_where_both_systems_have_a_value() -> None:
    found = compare_paired([None, 0.2, 0.5, 0.5], [0.1, None, 0.75, 0.5])
    assert found is not None
    assert (found.n, found.first, found.second, found.difference) == (2, 0.5, 0.625, 0.125)
    assert (found.wins, found.losses, found.ties) == (1, 0, 1)
    assert compare_paired([None, 0.2], [0.1, None]) is None


def test_what_differs_on_no_topic_is_not_among_many_tests() -> None:
    won, lost, idle = (compare_paired([0.0] * 4, values) for values in ([1.0] * 4, [-1.0] * 4, [0.0] * 4))
    assert holm_of({"won": won, "lost": lost, "idle": idle, "none": None}) == {"won": 0.25, "lost": 0.25}


def test_nothing_has_no_mean_and_no_ends() -> None:
    assert mean_of([]) is pooled_mean([]) is pooled_mean([(0, 0)]) is None
    assert (mean_of([1, 2]), pooled_mean([(1, 2), (2, 2), (0, 0)])) == (1.5, 0.75)
    assert ends_of(None) == {"low": None, "high": None}
    assert ends_of(bootstrap_interval([2.0, 2.0])) == {"low": 2.0, "high": 2.0}


@settings(max_examples=50, deadline=None)
@given(FLOATS, st.randoms(use_true_random=False))
def test_the_order_of_topics_does_not_matter_and_sides_can_be_turned(values: list[float], draw: random.Random) -> None:
    zeros = [0.0] * len(values)
    found = compare_paired(zeros, values)
    if found is None:
        assert not values
        return
    turned = compare_paired(values, zeros)
    assert turned is not None
    assert (turned.difference, turned.p, turned.wins) == (
        pytest.approx(-found.difference),
        pytest.approx(found.p),
        found.losses,
    )
    draw.shuffle(values)
    assert compare_paired(zeros, values) == found
    assert found.p is not None and 0 < found.p <= 1
    assert found.wins + found.losses + found.ties == found.n
