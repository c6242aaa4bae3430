"""What a section of documents retells gives way to the passages that could be chosen, where these say much more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from castalia.memory.records import Section, Snippet
from castalia.tools.composition import unit_text
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.topic.passages import Passage, passages


def told(sentences: int) -> tuple[Passage, ...]:
    text = " ".join(f"A sponge of {size} metres grows slowly on the ground of the sea." for size in range(sentences))
    return tuple(one for one in passages(Snippet("a", text), learn_classes([text])) if one.is_single)


@pytest.mark.parametrize(
    ("retold", "chosen", "is_scarce", "stays"),
    [
        (4, 12, False, True),  # less than half, but a section
        (4, 14, False, False),  # hardly anything of it
        (4, 9, True, False),
        (4, 8, True, True),
        (2, 5, False, False),  # no section
        (2, 4, False, True),
    ],
)
def test_what_is_retold_stays_unless_much_more_could_be_said(
    retold: int, chosen: int, is_scarce: bool, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = told(retold), told(chosen)
    for name, answer in {"_retold": few, "_chosen": many, "_ordered": many, "introduced": [], "_filled": few}.items():
        monkeypatch.setattr(unit_text, name, lambda *_, answer=answer: answer)
    page = cast(Any, SimpleNamespace(evidence=None, pinned=(), is_scarce=is_scarce))
    section = Section("sponges", "Sponges", 1, sources=(("sponges",),))
    assert unit_text._said(section, [], [], 10_000, page) == (few if stays else many)
