"""Agreement between judges: examples worked by hand, and values that reference packages give for the same answers."""

from __future__ import annotations

import math

import pytest
from castalia.tools.judging.agreement import (
    cohen_kappa,
    equal_share,
    kendall,
    krippendorff_alpha,
    quadratic_kappa,
    spearman,
)
from hypothesis import given
from hypothesis import strategies as st

FIRST = [1, 2, 3, 3, 5, 4, 2, 1]
SECOND = [1, 3, 3, 2, 5, 5, 2, 2]
THIRD = [None, 2, 4, 3, None, 4, 1, 1]
grades = st.integers(1, 5)


def test_kappa_by_hand() -> None:
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.7 observed, 0.5 by chance.
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert equal_share(first, second) == 0.7
    assert cohen_kappa(first, second) == pytest.approx(0.4)
    # 1-1, 2-1, 3-3: squares 0 + 1 + 0 = 1 observed; of all 9 pairs 0+0+4 + 1+1+1 + 4+4+0 = 15, so 1 - 3 * 1 / 15.
    assert quadratic_kappa([1, 2, 3], [1, 1, 3]) == pytest.approx(0.8)


def test_alpha_by_hand() -> None:
    # Two units: a-a and a-b. Of 4 values 3 are a: 2 of 4 ordered pairs in units differ, 6 of 12 expected.
    assert krippendorff_alpha([["a", "a"], ["a", "b"]], "nominal") == pytest.approx(1 - 3 * 2 / 6)


def test_as_the_reference_packages_have_it() -> None:
    # scikit-learn 1.9 (labels 1 to 5), scipy 1.17, krippendorff 0.9
    assert cohen_kappa(FIRST, SECOND) == pytest.approx(0.36)
    assert quadratic_kappa(FIRST, SECOND) == pytest.approx(0.8632478632)
    assert spearman(FIRST, SECOND) == pytest.approx(0.8303364917)
    assert kendall(FIRST, SECOND) == pytest.approx(0.7506518906)
    units = list(zip(FIRST, SECOND, THIRD, strict=True))
    assert krippendorff_alpha(units, "nominal") == pytest.approx(0.3368421053)
    assert krippendorff_alpha(units, "ordinal") == pytest.approx(0.8348772081)
    assert krippendorff_alpha(units, "interval") == pytest.approx(0.8522860492)


def test_what_is_not_defined_is_none() -> None:
    for measure in (cohen_kappa, quadratic_kappa, spearman, kendall):
        assert measure([], []) is None
        assert measure([3, 3], [3, 3]) is None
    assert equal_share([], []) is None
    assert krippendorff_alpha([[1, None], [None, 2]], "ordinal") is None
    assert krippendorff_alpha([[2, 2], [2, 2]], "interval") is None


@given(st.lists(st.tuples(grades, grades), min_size=2, max_size=20))
def test_who_is_asked_first_does_not_matter_and_none_is_above_1(pairs: list[tuple[int, int]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    for measure in (cohen_kappa, quadratic_kappa, spearman, kendall):
        one, other = measure(first, second), measure(second, first)
        assert (one is None) == (other is None)
        assert one is None or (one <= 1 + 1e-9 and math.isclose(one, other or 0.0, abs_tol=1e-9))
        same = measure(first, first)
        assert same is None or math.isclose(same, 1)
    alpha = krippendorff_alpha(pairs, "ordinal")
    assert alpha is None or alpha <= 1 + 1e-9
