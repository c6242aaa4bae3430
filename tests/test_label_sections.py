"""What a section on a label says beside documents: what reads on, where that fills it, or passages from all of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from castalia.agents.extractive import writer
from castalia.memory.records import Section
from castalia.tools.composition.placed import place
from rainbows import rainbows

MOONBOW = Section("moonbow", "Moonbow", 1, ("moonbow",))
RUN = "A moonbow is a rainbow of the night that forms when the light of a bright moon falls on drops."
ALONE = (
    "Moonbows are rare over dry land, where few drops make a rainbow after the sun has set.",
    "The best moonbows of the year need a full moon low in the sky, as a rainbow of the day needs a sun that is low.",
    "Moonbows have the colors of any other rainbow, which cameras show in half a minute.",
)


def said(words: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the section says in so many words where nothing reads on after ``RUN``."""
    known = rainbows([RUN, *(f"A rainbow of the day is brighter. {text}" for text in ALONE)])
    titled = {name: replace(one, title="Rainbows > The moonbow") for name, one in known.snippets.items()}
    evidence = replace(known, snippets=titled, titled=frozenset(titled))
    run = tuple(one for one in evidence.singles if one.text == RUN)
    monkeypatch.setattr(writer, "retell", lambda *_: run)
    monkeypatch.setattr(writer, "SECTION", 1)
    placed = place(evidence, (MOONBOW,))
    (draft,) = writer.write_unit(MOONBOW, placed, frozenset(titled), words, 0, frozenset(), evidence)
    return [claim.sentence for paragraph in draft.paragraphs for claim in paragraph]


def test_a_section_on_a_label_takes_from_all_paragraphs_where_little_reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {RUN, *ALONE} == {*said(120, monkeypatch)}


def test_a_section_on_a_label_tells_what_reads_on_where_the_rest_says_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "_chosen", lambda *_: ())
    assert said(120, monkeypatch) == [RUN]
