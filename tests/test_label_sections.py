"""What a section says where little of a document reads on: that, or passages from all paragraphs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from castalia.memory.records import Section
from castalia.tools.composition import source_lines, unit_text
from castalia.tools.composition.labels import Label
from castalia.tools.composition.picked_labels import settled_section
from castalia.tools.composition.placed_evidence import place_evidence
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.source_paths import path_of
from rainbows import rainbows

MOONBOW = Section("moonbow", "Moonbow", 1, ("moonbow",))
URL = "https://example.org/rainbows#p"
RUN = "A moonbow is a rainbow of the night that forms when the light of a bright moon falls on drops."
ALONE = (
    "Moonbows are rare over dry land, where few drops make a rainbow after the sun has set.",
    "The best moonbows of the year need a full moon low in the sky, as a rainbow of the day needs a sun that is low.",
    "Moonbows have the colors of any other rainbow, which cameras show in half a minute.",
)

LATE = "Where the drops of a wide fall rise into the light of a full moon, many moonbows are seen by those who wait."
BEFORE = "We met Hutchens in the chapter before."
STRANGER = (
    "Moonbows of all colors were what Hutchens saw over the falls, and a rainbow of the night was drawn for each."
)


def said(
    words: int,
    monkeypatch: pytest.MonkeyPatch,
    reads_on: tuple[str, ...] = (),
    *,
    of_a_document: bool = False,
    opens: bool = True,
    is_mended: bool = False,
) -> list[str]:
    """What a section on a label, or ``of_a_document``, says in so many words where only this reads on after ``RUN``
    (which ``opens`` it), or alone; ``is_mended``: where that is what stays of an earlier draft."""
    known = rainbows(
        [RUN, *(f"We, too, liked the rainbow of the day. {text}" for text in (BEFORE, *ALONE, LATE)), STRANGER]
    )
    titled = {
        name: replace(
            one, title=f"Rainbows > {'Those who watched' if BEFORE in one.text else 'The moonbow'}", url=URL + name
        )
        for name, one in known.snippets.items()
    }
    found, singles = (
        tuple(replace(one, document=titled[one.snippet_id].document) for one in those)
        for those in (known.found, known.singles)
    )
    evidence = replace(known, snippets=titled, titled=frozenset(titled), found=found, singles=singles)
    told = (RUN, *reads_on)[not opens :]
    run = tuple(one for one in evidence.passages if one.text in told)
    monkeypatch.setattr(unit_text, "retell", lambda *_: run)
    monkeypatch.setattr(unit_text, "SECTION", 1)
    monkeypatch.setattr(source_lines, "RARE", 0.1)  # of so few texts
    section = replace(MOONBOW, sources=(path_of(titled["0"]),)) if of_a_document else MOONBOW
    placed = place_evidence(evidence, (section,))
    material = unit_text.Material(frozenset(titled))
    (draft,) = unit_text.write_unit(section, placed, material, words, evidence)
    if is_mended:
        (draft,) = unit_text.write_unit(section, placed, material, words, evidence, [draft])
    return [claim.sentence for paragraph in draft.paragraphs for claim in paragraph]


def test_a_section_on_a_label_takes_from_all_paragraphs_where_little_reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {RUN, *ALONE} <= {*said(120, monkeypatch)}


def test_a_section_on_a_label_tells_what_reads_on_where_the_rest_says_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_text, "_chosen", lambda *_: ())
    assert said(120, monkeypatch) == [RUN]


def test_a_section_of_a_document_of_which_hardly_anything_reads_on_takes_from_all_paragraphs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert {RUN, ALONE[0], ALONE[2]} <= {*said(120, monkeypatch, of_a_document=True)}


@pytest.mark.parametrize("is_mended", [False, True], ids=["first told", "of an earlier draft"])
def test_a_section_of_a_document_sets_passages_among_what_reads_on_where_that_gives_too_little(
    monkeypatch: pytest.MonkeyPatch, is_mended: bool
) -> None:
    assert said(120, monkeypatch, ALONE[1:2], of_a_document=True, is_mended=is_mended) == [RUN, *ALONE]
    assert said(45, monkeypatch, ALONE[1:2], of_a_document=True, is_mended=is_mended) == [RUN, ALONE[1]]


def test_a_section_of_a_document_takes_nothing_from_before_what_opens_it_nor_what_opens_without_its_heading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert LATE in said(200, monkeypatch), "it may be quoted"
    assert said(120, monkeypatch, ALONE[1:], of_a_document=True, opens=False) == [*ALONE[1:]]


def test_a_section_of_a_document_takes_nothing_that_names_whom_it_has_not_introduced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert STRANGER in said(200, monkeypatch)
    assert STRANGER not in said(200, monkeypatch, of_a_document=True)


@pytest.mark.parametrize(
    ("title", "is_told"), [("Lights > Moonbows", True), ("Lights > Sun", False), ("Moonbow", False)]
)
def test_a_label_that_a_part_of_a_document_is_called_by_tells_that_part_again(title: str, is_told: bool) -> None:
    found = headed(title)
    told = (path_of(found.snippets["0"]),) if is_told else ()
    assert settled_section(Label("Moonbow", "moonbow", found.singles[:3]), found).sources == told


def test_a_label_of_which_most_stands_elsewhere_tells_no_part_again() -> None:
    found = headed("Lights > Moonbows")
    elsewhere = tuple(replace(one, start=one.start + 10) for one in found.singles[:3])
    label = Label("Moonbow", "moonbow", (*found.singles[:3], *elsewhere))
    assert not settled_section(label, found).sources


def headed(title: str) -> Evidence:
    """Paragraphs on moonbows under this title."""
    known = rainbows([f"{RUN} {text}" for text in ALONE])
    return replace(
        known, snippets={name: replace(one, title=title, url=URL + name) for name, one in known.snippets.items()}
    )
