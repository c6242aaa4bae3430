"""What still stands of an edited page: a section that says enough, and what a document tells under its own heading."""

from __future__ import annotations

import pytest
from castalia.memory.records import Claim, Draft, Section
from castalia.tools.composition.standing_sections import standing_sections
from rainbows import rainbows

SENTENCES = ("A moonbow needs a bright moon.", "A moonbow is white to the eye.", "A moonbow stands opposite the moon.")


@pytest.mark.parametrize(
    ("sources", "facet", "asked", "sentences", "stands"),
    [
        ((), "history", (), 3, True),
        ((), "history", (), 2, False),
        ((), "history", ("one",), 2, True),
        ((("shore", "Moonbows"),), "", (), 2, True),
        ((("shore", "Moonbows"),), "", (), 1, False),
    ],
)
def test_two_sentences_are_a_section_where_a_document_or_a_person_gave_the_heading(
    sources: tuple[tuple[str, ...], ...], facet: str, asked: tuple[str, ...], sentences: int, stands: bool
) -> None:
    section = Section("one", "Moonbows", 1, ("moonbow",), facet=facet, sources=sources)
    draft = Draft("one", (tuple(Claim(one, (), one) for one in SENTENCES[:sentences]),))
    kept, drafts = standing_sections([section], {"one": draft}, rainbows(), asked)
    assert ([one.id for one in kept], list(drafts)) == ((["one"], ["one"]) if stands else ([], []))
