"""Acronyms are what the text itself defines, with every letter accounted for."""

from __future__ import annotations

import pytest
from castalia.tools.language.acronyms import acronyms
from hypothesis import given, settings
from hypothesis import strategies as st
from proportion import grows_in_proportion


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("The endoplasmic reticulum (ER) folds proteins.", ("ER", "endoplasmic reticulum")),
        ("We train large language models (LLMs) on text.", ("LLM", "large language models")),
        ("Fibres of messenger RNA (mRNA) leave.", ("mRNA", "messenger RNA")),
        ("The NMR (nuclear magnetic resonance) signal fades.", ("NMR", "nuclear magnetic resonance")),
        ("Cells infected by herpes simplex virus type 1 (HSV-1) die.", ("HSV-1", "herpes simplex virus type 1")),
        ("Given omeprazole, amoxicillin and clarithromycin (OAC), he rests.", ("OAC", "omeprazole, amoxicillin and clarithromycin")),
        ("The Marine Ini- tiative (MI) began.", ("MI", "Marine Initiative")),
        ("A multi-modal NER (MNER) reads images.", ("MNER", "multi-modal NER")),
        ("The kidneys make erythropoietin (EPO) at once.", ("EPO", "erythropoietin")),
        ("The Equal Effort Opportunity Council (EEOC) met.", ("EEOC", "Equal Effort Opportunity Council")),
        ("Leaves take up carbon dioxide (CO2) by day.", ("CO2", "carbon dioxide")),
        ("The CO2 (carbon dioxide) of a room rises.", ("CO2", "carbon dioxide")),
        ("All oxidation-reduction (redox) reactions move electrons.", ("redox", "oxidation-reduction")),
    ],
)  # fmt: skip
def test_definitions_are_found(text: str, pair: tuple[str, str]) -> None:
    assert acronyms(text) == (pair,)


@pytest.mark.parametrize(
    "text",
    [
        "The sample was heated (see Figure 2) and cooled (twice).",
        "The protein was purified (XQZ) again.",
        "Growth was slow (In 1990) at first.",
        "Energy (E) and mass (m) are equal.",
        "The cell wall. It breaks (CW) there.",
        "They buy milk (MLK) there.",
        "They drink water (H2O) there.",
        "Both reduction and oxidation (rust) are slow.",
        "The oxidation of iron (oxide) is slow.",
        "A glass tube of zirconium (ZNR) broke.",
    ],
)
def test_what_defines_nothing_gives_nothing(text: str) -> None:
    assert acronyms(text) == ()


def test_homographs_stay_two_pairs() -> None:
    found = acronyms("Multimodal machine translation (MMT) differs from multilingual machine translation (MMT).")
    assert found == (("MMT", "Multimodal machine translation"), ("MMT", "multilingual machine translation"))


def test_a_hanging_hyphen_is_not_a_broken_word() -> None:
    assert acronyms("Pre- and postnatal growth (PPG) was measured.") == (("PPG", "Pre- and postnatal growth"),)


def test_time_grows_with_length_only() -> None:
    for pattern in ("Aa (AA) ", "() (A", "( ", "a (BC ", "A- b "):
        short, long = (pattern * 5000)[:5_000], (pattern * 5000)[:20_000]
        assert grows_in_proportion(acronyms, short, long)


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="abAB ().,;-1é", max_size=200))
def test_any_text_is_survived(text: str) -> None:
    for short, long in acronyms(text):
        assert len(long) > len(short) >= 2
