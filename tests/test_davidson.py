"""Davidson's strengths: the closed form of two systems, what made up data were made with, and a winner of all who stays
finite."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest
from castalia.tools.judging.davidson import Outcome, Strengths, davidson_over_topics


def outcomes(wins: int, losses: int, ties: int) -> list[Outcome]:
    return [("x", "y", "a")] * wins + [("y", "x", "a")] * losses + [("y", "x", "tie")] * ties


def chances(known: Strengths, first: str, second: str) -> tuple[float, float, float]:
    """That the first wins, that the second does, and that they tie: π₁, π₂ and ν√(π₁π₂) over their sum (Davidson)."""
    one, other = math.exp(known.logs[first]), math.exp(known.logs[second])
    tie = known.ties * math.sqrt(one * other)
    total = one + other + tie
    return one / total, other / total, tie / total


def test_two_systems_as_in_closed_form() -> None:
    found = davidson_over_topics([outcomes(7, 3, 2)], pseudo=1e-9)
    assert found is not None
    assert found.logs["x"] - found.logs["y"] == pytest.approx(math.log(7 / 3))
    assert found.ties == pytest.approx(2 / math.sqrt(21))
    assert chances(found, "x", "y") == pytest.approx((7 / 12, 3 / 12, 2 / 12))
    softened = davidson_over_topics([outcomes(7, 3, 2)], pseudo=3)
    assert softened is not None
    assert softened.logs["x"] - softened.logs["y"] == pytest.approx(math.log(8 / 4))
    assert softened.ties == pytest.approx(3 / math.sqrt(32))


def test_who_wins_always_stays_finite_and_needs_the_pseudo_outcomes_for_it() -> None:
    found = davidson_over_topics([[one] for one in outcomes(5, 0, 0)])
    assert found is not None
    assert found.logs["x"] - found.logs["y"] == pytest.approx(math.log((5 + 1 / 3) / (1 / 3)))
    assert found.intervals["x"].low == pytest.approx(found.logs["x"])  # every draw is the same
    with pytest.raises(ValueError, match="above 0"):
        davidson_over_topics([outcomes(5, 0, 0)], pseudo=0)


TRUE = Strengths({"a": 1.0, "b": 0.2, "c": -0.3, "d": -0.9}, 0.8)


def drawn(topics: int) -> list[list[Outcome]]:
    """Each topic compares all pairs of four systems, with chances that are known."""
    draw = random.Random(5)
    return [
        [(a, b, draw.choices(("a", "b", "tie"), chances(TRUE, a, b))[0]) for a, b in combinations("dbca", 2)]
        for _ in range(topics)
    ]


def test_what_the_data_were_made_with_is_found_again() -> None:
    found = davidson_over_topics([[one for topic in drawn(1500) for one in topic]])
    assert found is not None
    for name, strength in TRUE.logs.items():
        assert found.logs[name] == pytest.approx(strength, abs=0.08)
    assert found.ties == pytest.approx(0.8, abs=0.05)
    assert math.fsum(found.logs.values()) == pytest.approx(0)


def test_intervals_hold_the_truth_and_narrow_with_topics_whatever_their_order() -> None:
    few, many = drawn(15), drawn(120)
    wide = davidson_over_topics(few, resamples=120)
    narrow = davidson_over_topics(many, resamples=120)
    assert wide is not None and narrow is not None
    assert davidson_over_topics([topic[::-1] for topic in few[::-1]], resamples=120) == wide
    for name, strength in TRUE.logs.items():
        assert narrow.intervals[name].low - 0.1 < strength < narrow.intervals[name].high + 0.1
    widths = [sum(one.high - one.low for one in found.intervals.values()) for found in (wide, narrow)]
    assert widths[1] < widths[0] / 2


def test_one_topic_has_no_intervals_and_an_empty_one_is_none() -> None:
    one, other = drawn(2)
    alone, two = davidson_over_topics([one]), davidson_over_topics([one, other])
    assert alone is not None and not alone.intervals
    assert two is not None and set(two.intervals) == set("abcd")
    assert davidson_over_topics([[], one]) == alone
    assert davidson_over_topics([one, [], other]) == two


def test_systems_that_no_chain_of_pairs_connects_have_no_strengths() -> None:
    assert davidson_over_topics([[("a", "b", "a"), ("c", "d", "tie")]]) is None
    assert davidson_over_topics([[("a", "b", "a")], [("c", "d", "tie")]]) is None
    assert davidson_over_topics([]) is davidson_over_topics([[], []]) is None
    chained = davidson_over_topics([[("a", "b", "a"), ("b", "c", "a"), ("c", "d", "tie")]])
    assert chained is not None and chained.logs["a"] > chained.logs["b"] > chained.logs["c"]
    with pytest.raises(ValueError, match="itself"):
        davidson_over_topics([[("a", "a", "tie")], [("c", "d", "tie")]])
