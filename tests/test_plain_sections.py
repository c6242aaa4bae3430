"""Sections, and what is written under them, as plain values and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from castalia.memory.errors import InputError
from castalia.memory.plain import draft_of, feedback_of, plain, section_of, unit_of
from castalia.memory.records import Section


def test_a_section_comes_back_from_json_as_it_was() -> None:
    inner = Section("b", "Atolls", 2, ("atoll",), sources=(("https://x.org/d", "Types", "Atolls"),))
    outer = Section("a", "Types", 1, ("type",), "types", (inner,), (("https://x.org/d", "Types"), ("https://x.org/e",)))
    assert section_of(json.loads(json.dumps(plain(outer)))) == outer


@pytest.mark.parametrize(
    ("read", "data", "says"),
    [
        (section_of, "Atolls", "no plain Section record .TypeError"),
        (section_of, {"heading": "Atolls"}, "no plain Section record .KeyError: 'id'.: give one as"),
        (section_of, Section("a", "Atolls"), "no plain Section record .TypeError"),
        (draft_of, {"section": "a"}, "no plain Draft record .KeyError: 'paragraphs'"),
        (draft_of, {"section": "a", "paragraphs": [["Atolls are round."]]}, "no plain Claim record"),
        (feedback_of, {"section": "a", "claim": "Atolls are round."}, "no plain Feedback record .KeyError: 'reason'"),
    ],
)
def test_what_is_no_plain_record_is_told(read: Callable[[Any], object], data: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read(data)


def test_a_section_that_its_outline_does_not_hold_is_told() -> None:
    inner = Section("b", "Atolls", 2)
    outer = Section("a", "Types", sections=(inner,))
    for section in (outer, inner):
        assert unit_of({"section": plain(section), "outline": [plain(outer)]}) == (section, (outer,))
    with pytest.raises(InputError, match=r"^the outline does not hold the section “Atolls”: give it there too"):
        unit_of({"section": plain(outer), "outline": [plain(Section("a", "Types"))]})
