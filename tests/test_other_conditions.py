"""A page about a disease has no section that is the name of another one."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.tools.composition import drafted_outline
from castalia.tools.composition.other_conditions import names_other_condition
from test_told_facets import HOME, evidence_of, rows

BOTH = (
    "Patients with marsh cough often have sallow ague. Marsh cough and sallow ague are spread by the same flocks of geese.",
    "Marsh cough keeps sheep with sallow ague awake. Marsh cough sounds like a saw, and sallow ague like nothing.",
    "Marsh cough is older than sallow ague by ten years. Cases of marsh cough were seen in the year 1720 on the isles.",
    "Marsh cough leaves sheep weak, as sallow ague does. Symptoms of marsh cough are a hoarse bleat and tears.",
    "Patients with marsh cough and sallow ague shiver at night. Marsh cough ends in the first warm week of May.",
    "Cases of marsh cough end in May, and cases of sallow ague in June. Marsh cough comes back in the next wet spring.",
)


@pytest.mark.parametrize(
    ("heading", "is_other"),
    [
        ("Marsh cough", True),
        ("Reed disorder", True),
        ("Sallow ague", False),
        ("Secondary sallow ague", False),
        ("Chronic infection", False),
        ("Water snails", False),
        ("Diseases", False),
    ],
)
def test_a_heading_names_another_disease_if_it_is_one_and_not_the_topic(heading: str, is_other: bool) -> None:
    assert names_other_condition(heading, evidence_of((*HOME, *BOTH))) == is_other


def test_no_section_of_a_disease_is_on_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reefs = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    coast = [
        {"text": text, "title": "The coast > Isles", "url": f"https://example.org/books/coast/pages/{at % 3}#p{at}"}
        for at, text in enumerate(BOTH)
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text(reefs + "".join(f"{json.dumps(one)}\n" for one in [*rows(), *coast]), encoding="utf-8")

    def headings() -> set[str]:
        return {one["heading"] for one in generate_sync("Sallow ague", corpus=path).record["sections"]}

    assert "Marsh cough" not in headings()
    monkeypatch.setattr(drafted_outline, "names_other_condition", lambda *_: False)
    assert "Marsh cough" in headings()  # there is enough of it for a section


def test_a_page_on_something_else_may_have_a_section_on_a_disease() -> None:
    wool = ("Wool of sheep with marsh cough is short. Marsh cough spoils wool. Cases of marsh cough are many.",) * 2
    assert not names_other_condition("Marsh cough", evidence_of(wool, topic="Wool"))
