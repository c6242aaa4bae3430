"""A name of which a part may be cut to its first letter is found however texts write it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from castalia.memory.records import Snippet
from castalia.tools.language.greek_letters import otherwise_lettered
from castalia.tools.topic.told_names import names_of_person
from castalia.tools.topic.written_names import or_more_usual, parts_of_name, spellings
from test_told_names import FULL_NAMES, SURNAMES, page

LOBSTERITE = [
    "{} is a carbonate mineral that crystallizes in the shells of old lobsters, where it grows slowly in thin layers.",
    "Most samples of {} come from the northern islands, where divers have collected the mineral for over two hundred years.",
    "When it is heated, {} loses its water and turns into a white powder, which was used as a pigment in churches.",
]


def spelled(topic: str, texts: Sequence[str]) -> list[str]:
    rows = [Snippet(f"s{at}", text) for at, text in enumerate(texts)]
    return spellings(topic, rows, lambda name, those: bool(names_of_person(name, those)))


@pytest.mark.parametrize(
    "topic", ["R. B. Mossman", "R.B. Mossman", "RB Mossman", "Rhoda Beryl Mossman", "r. b. mossman"]
)
def test_a_person_is_found_however_the_name_is_written(tmp_path: Path, topic: str) -> None:
    texts = [one.replace("Ada Mossman", "R. B. Mossman") for one in FULL_NAMES]
    told = page(tmp_path, topic, [*texts, *SURNAMES])
    notice = f"Snippets were looked for as “Mossman”: more of them say that than “{topic}”."
    assert told.record["notices"] == [notice]


def test_one_way_of_writing_shows_that_another_is_a_person(tmp_path: Path) -> None:
    often = [one.replace("Mossman", "R.B. Mossman", 1) for one in SURNAMES[:3]]
    texts = [*(one.replace("Ada", "R. B.") for one in FULL_NAMES), *often, SURNAMES[3]]
    assert "“Mossman”" in page(tmp_path, "R.B. Mossman", texts).record["notices"][0]


@pytest.mark.parametrize(
    ("topic", "parts"),
    [
        ("R. B. Mossman", (("R", "B"), "Mossman")),
        ("R.B.Mossman", (("R", "B"), "Mossman")),
        ("RB Mossman", (("R", "B"), "Mossman")),
        ("r. b. mossman", (("R", "B"), "mossman")),
        ("R. Beryl Mossman", (("R", "Beryl"), "Mossman")),
        ("Rhoda Beryl Mossman", (("Rhoda", "Beryl"), "Mossman")),
        ("Rhoda B. Mossman", (("Rhoda", "B"), "Mossman")),
        ("R.-B. Mossman", (("R", "B"), "Mossman")),
        ("Rosé-Beryl Mossman", (("Rosé", "Beryl"), "Mossman")),
        ("E. coli", (("E",), "coli")),
        ("Escherichia coli", (("Escherichia",), "coli")),
        *((one, ((), "")) for one in ("Ada Mossman", "Coral reef", "T cell", "citric acid cycle", "X-ray emission", "Vitamin C", "DNA", "3.5 Mossman", "Apollo 11 Moon", "")),
    ],
)  # fmt: skip
def test_the_parts_of_a_name(topic: str, parts: tuple[tuple[str, ...], str]) -> None:
    assert parts_of_name(topic) == parts


@pytest.mark.parametrize(
    ("topic", "other"),
    [
        ("β-lactam", "beta-lactam"),
        ("Beta-lactam", "β-lactam"),
        ("interferon α", "interferon alpha"),
        ("TGF-beta 1", "TGF-β 1"),
        ("Δ wave", "delta wave"),
        *((one, "") for one in ("Delta", "α", "Alphabet soup", "β2-adrenergic receptor", "Coral reef", "(pi)")),
    ],
)
def test_a_greek_letter_is_written_or_spelled_out(topic: str, other: str) -> None:
    assert otherwise_lettered(topic) == other


@pytest.mark.parametrize(("topic", "other"), [("Beta-lobsterite", "β-lobsterite"), ("β-lobsterite", "beta-lobsterite")])
def test_a_greek_letter_is_looked_for_as_most_texts_write_it(tmp_path: Path, topic: str, other: str) -> None:
    rows = [one.format(other.capitalize() if other.isascii() else other) for one in LOBSTERITE]
    told = page(tmp_path, topic, rows)
    assert told.record["notices"][0] == f"Snippets were looked for as “{other}”: more of them say that than “{topic}”."
    as_often = [
        *(Snippet(f"a{at}", one) for at, one in enumerate(rows)),
        *(Snippet(f"b{at}", one.format(topic)) for at, one in enumerate(LOBSTERITE)),
    ]
    assert or_more_usual(topic, other, as_often) == [topic]


def test_a_name_with_spaces_and_without_is_one_and_the_usual_way_comes_first() -> None:
    texts = ["R.B. Mossman dived.", "R.B. Mossman swam.", "R. B. Mossman sank.", "S. R. B. Mossman did not."]
    assert spelled("R. B. Mossman", texts) == ["R.B. Mossman", "R. B. Mossman"]
    assert spelled("RB Mossman", texts) == ["R.B. Mossman", "R. B. Mossman", "RB Mossman"]
    assert spelled("R. B. Mossman", texts[1:]) == ["R. B. Mossman", "R.B. Mossman"]


def test_a_title_in_capitals_is_no_other_name_than_that_in_small_letters() -> None:
    assert spelled("Great Sponge Bay", ["The Great Sponge bay.", "A great sponge bay."]) == ["Great Sponge Bay"]


def test_a_name_is_written_out_only_for_a_person() -> None:
    assert spelled("R. B. Mossman", ["Rhoda Beryl Mossman dived."]) == ["R. B. Mossman"]
    texts = ["The biologist Rhoda Beryl Mossman dived."]
    assert spelled("R. B. Mossman", texts) == ["Rhoda Beryl Mossman", "R. B. Mossman"]
    assert spelled("Rhoda Beryl Mossman", ["The biologist R. B. Mossman dived."])[0] == "R. B. Mossman"


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("Rhoda B. Mossman", "R. B. Mossman"),
        ("Rosé Beryl Mossman", "R. Beryl Mossman"),
        ("R. B. Mossman", "Rosé-Beryl Mossman"),
        ("Rosé-Beryl Mossman", "R.-B. Mossman"),
    ],
)
def test_any_given_name_may_be_cut(asked: str, written: str) -> None:
    text = f"The biologist {written} dived."
    assert spelled(asked, [text])[0] == written
    assert spelled(written, [text.replace(written, asked)])[0] == asked


def test_initials_that_may_be_of_two_are_of_neither() -> None:
    texts = ["The biologist Rhoda Beryl Mossman dived.", "The biologist Rhoda Bess Mossman swam."]
    assert spelled("R. B. Mossman", texts) == ["R. B. Mossman"]
    assert spelled("Robert Bruce Mossman", [*texts, "The biologist R. B. Mossman sank."]) == ["Robert Bruce Mossman"]


def test_a_species_goes_by_the_initial_of_its_genus_where_most_texts_cut_it() -> None:
    texts = [
        "Escherichia coli is a bacterium.",
        "The gut holds E. coli.",
        "E. coli divides.",
        "Most E. coli do no harm.",
    ]
    assert spelled("Escherichia coli", texts) == ["E. coli", "Escherichia coli"]
    assert spelled("Escherichia coli", texts[:2]) == ["Escherichia coli"]
    assert spelled("Escherichia coli", [*texts, "Entamoeba coli is an ameba."]) == ["Escherichia coli"]
    assert spelled("E.coli", texts[1:])[0] == "E. coli"
