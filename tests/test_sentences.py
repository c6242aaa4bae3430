"""Sentences are exact spans of their text and end where a reader of scientific English would end them."""

from __future__ import annotations

import time

import pytest
from castalia.tools.language.sentences import Sentence, split_sentences
from hypothesis import given, settings
from hypothesis import strategies as st

PIECES = st.sampled_from(
    ["The cell", " divides", ".", ". ", "?", "!", "\n", "\n\n", "•", " ; ", ".;", "(", ")", "“", "”", '"', "[3]", "12", "e.g.", " Fig. 3",
     "et al.", "J.", " K", "3.5", "…", " mRNA", "é", "end.Next", "\t", " ", "U.S.", "°C", "- ", "1. ", "vs.", "]", "α"]
)  # fmt: skip


def texts(text: str) -> list[str]:
    return [one.text for one in split_sentences(text)]


def check_spans(text: str) -> None:
    at = 0
    for one in split_sentences(text):
        assert isinstance(one, Sentence)
        assert text[one.start : one.end] == one.text
        assert one.text
        assert not one.text[0].isspace() and not one.text[-1].isspace()
        assert one.start >= at
        assert not text[at : one.start].strip()
        at = one.end
    assert not text[at:].strip()


@given(st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=400, deadline=None)
def test_spans_are_exact_ordered_and_leave_nothing_but_white_space(text: str) -> None:
    check_spans(text)


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_spans_are_exact_on_any_text(text: str) -> None:
    check_spans(text)


@pytest.mark.parametrize(
    "sentence",
    [
        "Rates follow the law of J. Chem. Phys. 12, 345, in most gases.",
        "Both E. coli and S. aureus grow at 37.5 °C in broth.",
        "Work by Smith et al. (2010) and by Lee et al. 2011 agrees.",
        "The yield was approx. 30 mg, i.e. half of that in Fig. 3 and Eq. (4), cf. Ref. 9 and vol. 2.",
        "Catalog No. AB12 and Order No. IV list the lamps of No. 5 on the coast.",
        "Dr. Adams and Prof. Berg of St. Louis met in the U.S. Senate.",
        "Treatment lowered the rate (p < 0.05. See the appendix.) in both arms.",
        "The guard said “Stop here. Go home.” and left the hall.",
        "A. L. Allred and E. E. Barnard measured it vs. Newton and others, ca. 300 times.",
        "Walls keep the sea out, cf. the figure of a dam vs. the figure of a dike.",
        "The spins relax in 3.2 ms and then lie still.",
        "The law was found when the chemist A. Lee heated salt.",
        "It was told to the late J. Smith before he died, and to his friend B. Brown who wrote it down.",
        "The map was drawn with R. Stone near the bay, and it features M. Brook as a guide.",
        "The ship was built by men like P. Long in a year.",
        "In 1911 E. Rutherford and in 1912 J. J. Thomson wrote to him.",
        "See www.Example.com or Node.Js for the code.",
        "Black carbon: n. The part of soot that takes up light.",
        "Soot (n.) Any black powder that a flame leaves.",
        "Referring now to FIG. 2, the dam (12) of FIGS. 3 and 4 is shown.",
        "Soot, n. Any black powder that a flame leaves.",
    ],
)
def test_a_sentence_is_not_cut_at_abbreviations_decimals_or_inside_brackets(sentence: str) -> None:
    assert texts(sentence) == [sentence]


@pytest.mark.parametrize(
    "left,right",
    [
        ("The effect held (p < 0.05).", "Later trials agreed."),
        ("Helium boils at 4.2 K.", "Hydrogen boils at 20 K."),
        ("Iron boils at 3134 K.", "Tungsten does not."),
        ("It rose in 1998 K.", "The rest fell."),
        ("Scurvy is a lack of vitamin C.", "Fruits contain it."),
        ("There are influenza viruses A, B, and C.", "Children get them all."),
        ("The bar turns between A and B.", "Point B is fixed."),
        ("Two thirds of them are areas that were graded A.", "Tree canopy explains the rest."),
        ("The rod is held at the joint Q.", "Waves come from there."),
        ("The yeast is killed by amphotericin B.", "Plates were kept warm."),
        ("The disease is called MS.", "Its cause is unknown."),
        ("The pulse lasts 50 ms.", "Then it fades."),
        ("They are acids, bases, etc.", "Salts are neither."),
        ("It was shown before.[3]", "Nobody doubted it."),
        ("It was shown before. [3, 4]", "Nobody doubted it."),
        ("It was shown before.12", "Nobody doubted it."),
        ("The gene is copied.", "mRNA leaves the nucleus."),
        ("Damage stops the cycle.", "p53 is the guard."),
        ("The water reached 98.6 °F.", "Nothing grew."),
        ("The paper appeared in J. Chem. Phys.", "The result was new."),
        ("The answer was no.", "The cat sat."),
        ("He was born in 40 B.C.", "Rome was at war."),
        ("“Light is a wave.”", "So it was said."),
        ("The list ended…", "Another began."),
        ("Is it a wave?", "It is both."),
        ("A wall keeps the sea out.", "the figure shows how it is built."),
        ("The strand is made of RNA.", "β-Sheets are not."),
    ],
)
def test_two_sentences_are_parted(left: str, right: str) -> None:
    assert texts(f"{left} {right}") == [left, right]


def test_a_missing_space_parts_sentences_and_not_names() -> None:
    assert texts("Cells reach the end.Next they divide.") == ["Cells reach the end.", "Next they divide."]
    assert texts("The file main.Cell.py runs, as does v1.Beta2 of it.") == [
        "The file main.Cell.py runs, as does v1.Beta2 of it."
    ]


def test_lists_are_split_at_their_marks_which_stay_apart() -> None:
    assert texts("Blood carries oxygen.; Lymph carries fat. ; Bile is stored.") == [
        "Blood carries oxygen.", ";", "Lymph carries fat.", ";", "Bile is stored.",
    ]  # fmt: skip
    assert texts("Signs are • fever • a rash") == ["Signs are", "•", "fever", "•", "a rash"]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (
            "BACKGROUND: Gulls eat fish. METHODS: Ten gulls were fed.",
            ["BACKGROUND:", "Gulls eat fish.", "METHODS:", "Ten gulls were fed."],
        ),
        (
            "Aims. To count gulls. Methods and Results: They ate.",
            ["Aims.", "To count gulls.", "Methods and Results:", "They ate."],
        ),
        (
            "Background Gulls eat fish. Results Ten gulls ate.",
            ["Background", "Gulls eat fish.", "Results", "Ten gulls ate."],
        ),
        (
            "Q: What is a gull? A: Gulls are birds of the sea coast.",
            ["Q:", "What is a gull?", "A:", "Gulls are birds of the sea coast."],
        ),
        ("A: Math. Gen. has it.", ["A: Math. Gen. has it."]),
        ("Design/Methods: Gulls ate.", ["Design/Methods:", "Gulls ate."]),
        ("Background radiation is low. Results are good.", ["Background radiation is low.", "Results are good."]),
        ("Results of three gulls: none ate.", ["Results of three gulls: none ate."]),
        ("Results: none.", ["Results: none."]),
    ],
)
def test_the_labels_of_a_structured_abstract_stay_apart(text: str, pieces: list[str]) -> None:
    assert [one.text for one in split_sentences(text)] == pieces


def test_headings_and_list_numbers() -> None:
    assert texts("Cell walls\nThe wall is stiff.") == ["Cell walls", "The wall is stiff."]
    assert texts("The wall is\nstiff in plants.") == ["The wall is\nstiff in plants."]
    assert texts("3.1. Methods were simple. 4. Results came.") == ["3.1. Methods were simple.", "4. Results came."]
    assert texts("One line\n\nanother line") == ["One line", "another line"]


@pytest.mark.parametrize(
    "unit", ["a. ", ". ", "(", "(A. ", '"', "[1]", ".)", "\n", "\n ", "•", "A.B", ".;", "e.g. ", "x" * 50 + ".A", " "]
)
def test_time_is_linear_in_the_length(unit: str) -> None:
    def spent(size: int) -> float:
        text = (unit * size)[:size]
        best = 9.0
        for _ in range(3):
            start = time.process_time()
            split_sentences(text)
            best = min(best, time.process_time() - start)
        return best

    assert spent(40_000) < 4 * spent(20_000) + 0.02


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The group is bound to a carrier called coenzyme A.; After the step the carrier lets it go.", 3),
        ("The wave moves with the speed v.; A second wave moves faster.", 3),
        ("Work by Smith, J.; Lee, K.; and Brown, T. is cited there.", 1),
        ("Work by John S.; Lee K.; and Brown T. is cited there.", 1),
    ],
)
def test_a_list_is_cut_behind_a_letter_that_is_no_initial(text: str, count: int) -> None:
    assert len(split_sentences(text)) == count


def test_an_answer_of_no_is_a_sentence_of_its_own() -> None:
    told = split_sentences("No. Even if the lamp is lit, fog hides it. No. Lamps are lit by hand.")
    assert [one.text for one in told] == [
        "No.",
        "Even if the lamp is lit, fog hides it.",
        "No.",
        "Lamps are lit by hand.",
    ]
