"""Sections as plain values and back."""

from __future__ import annotations

import json

from castalia.memory.plain import plain, section_of
from castalia.memory.records import Section


def test_a_section_comes_back_from_json_as_it_was() -> None:
    inner = Section("b", "Atolls", 2, ("atoll",), sources=(("https://x.org/d", "Types", "Atolls"),))
    outer = Section("a", "Types", 1, ("type",), "types", (inner,), (("https://x.org/d", "Types"), ("https://x.org/e",)))
    assert section_of(json.loads(json.dumps(plain(outer)))) == outer
