"""Loose JSON: faults cost only what they touch, and what breaks off is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from castalia.tools.models.loose_json import DEEPEST, Loose, read_loose
from hypothesis import given
from hypothesis import strategies as st

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text("ab{}[]:é\\\"'\n /*", max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4),
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1, 2.5, -3e2, tru, True, NaN,]", [1, 2.5, -300.0, "tru", True, None]),
        ("{a: b c, 'd': [1 2]}", {"a": "b c", "d": ["1 2"]}),
        ('{"a": , "b": 1}', {"b": 1}),
        ('{"a": [{"b": 1}, "c": 2}', {"a": [{"b": 1}], "c": 2}),
        ('["say "it" now", "b"]', ['say "it" now', "b"]),
        ('{"a": "b"\n "c": "d"}', {"a": "b", "c": "d"}),
    ],
)
def test_faults_are_read_past(text: str, value: Any) -> None:
    assert read_loose(text) == Loose(value, cut_off=False)


def test_what_follows_the_value_is_left() -> None:
    assert read_loose('{"a": 1} and ]} more') == Loose({"a": 1}, cut_off=False)


def test_what_breaks_off_is_left_out() -> None:
    assert read_loose('{"a": [1, 2, 3') == Loose({"a": [1, 2]}, cut_off=True)
    assert read_loose('{"a": "whole", "b": "hal') == Loose({"a": "whole"}, cut_off=True)


def test_deep_nesting_is_refused() -> None:
    assert read_loose("[" * DEEPEST + "]" * DEEPEST) is not None
    assert read_loose("[" * 100_000) is None
    assert read_loose("no bracket") is None


@given(st.lists(PLAIN, max_size=4))
def test_indented_json_without_inner_marks_is_read_as_json_is(value: list[Any]) -> None:
    text = json.dumps(value)
    if '\\"' not in text and "'" not in text:
        assert read_loose(text) == Loose(value, cut_off=False)
