"""What a section of documents says: what it reads on from them, or passages chosen one by one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from castalia.memory.records import Section
from castalia.tools.composition import unit_text
from castalia.tools.composition.selection import LEAST_AT_FIRST, LEAST_WORTH
from castalia.tools.composition.unit_text import _Page, _said
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage


def passages(name: str, count: int) -> tuple[Passage, ...]:
    words = "Limpets graze the film of the wet rock."
    return tuple(
        cast(Passage, SimpleNamespace(id=f"{name}{at}", snippet_id=name, start=at, sentences=(words,), words=8))
        for at in range(count)
    )


@pytest.mark.parametrize(
    ("retold", "least", "stays"),
    [(3, LEAST_WORTH, True), (2, LEAST_WORTH, False), (3, LEAST_AT_FIRST, False), (6, LEAST_AT_FIRST, True)],
)
def test_what_a_section_retells_gives_way_to_scattered_passages_only_where_it_is_little(
    retold: int, least: float, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, picked = passages("read", retold), passages("picked", 10)
    monkeypatch.setattr(unit_text, "_retold", lambda *_: read)
    monkeypatch.setattr(unit_text, "_chosen", lambda *_: picked)
    monkeypatch.setattr(unit_text, "_ordered", lambda chosen, *_: chosen)
    monkeypatch.setattr(unit_text, "_filled", lambda told, *_: told)
    monkeypatch.setattr(unit_text, "introduced", lambda pool, *_: pool)
    section = Section("grazers", "Grazers", 1, (), sources=(("shore",),))
    page = _Page(cast(Evidence, SimpleNamespace()), frozenset(), least)
    assert _said(section, [], [], 450, page) == (read if stays else picked)
