"""Numbers as a text gives them: which there are, in which ways each may be read, and what a source says with them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from castalia.tools.claims.ground_numbers import figures, roman_value, values_in


def values(*found: float | str) -> frozenset[Decimal]:
    return frozenset(Decimal(str(one)) for one in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 million cells", [("3 million", [values(3_000_000)])]),
        ("1,250,000.5 years", [("1,250,000.5", [values("1250000.5")])]),
        ("10 250 corals", [("10 250", [values(10_250), values(10, 250)])]),
        ("10 000 corals", [("10 000", [values(10_000)])]),  # no number begins with a zero
        ("\u221210 250 m", [("-10 250", [values(-10_250), values(-10, 250)])]),
        ("zero of them", [("zero", [values(0)])]),
        ("two dozen thousand", [("two dozen thousand", [values(24_000)])]),
        ("a million and thousand", [("million", [values(1_000_000)]), ("thousand", [values(1000)])]),
        (
            "-5 to \u22127 °C, minus 3, (–2), 4-8, IL-6",
            [
                ("-5", [values(-5)]),
                ("-7", [values(-7)]),
                ("-3", [values(-3)]),
                ("–2", [values(-2)]),
                ("4", [values(4)]),
                ("8", [values(8)]),
                ("6", [values(6)]),
            ],
        ),
        (
            "⅗ or 1\u20443",
            [("3⁄5", [values(0.6), values(3, 5)]), ("1⁄3", [values(Decimal(1) / 3), values(1, 3), values(3)])],
        ),
        (
            "\uff15\uff10\uff10 and \u0665\u0660",
            [("500", [values(500)]), ("50", [values(50)])],
        ),  # digits of other scripts
        ("2½ of 3", [("2 1⁄2", [values(2.5), values(2, 0.5)]), ("3", [values(3)])]),
        ("two dozen, a tenfold rise", [("two dozen", [values(24)]), ("ten", [values(10)])]),
        ("a hundred and twenty", [("hundred twenty", [values(120)])]),
        (
            "the OECD tested adults from several of these well known twenty-four countries",
            [("twenty four", [values(24)])],
        ),
        ("2^10 bytes", [("2^10", [values(2, 10), values(210), values(1024)])]),
        ("2^40 bytes", [("2^40", [values(2, 40), values(240)])]),  # too large to be worth its value
        ("0^-3", [("0^-3", [values(0, 3), values(3), values(0)])]),
        ("3e2 copies", [("3e2", [values(3, 10, 2), values(3, 102), values(300)])]),
        ("3e31 copies", [("3e31", [values(3, 10, 31), values(3, 1031)])]),
        ("twenty-five", [("twenty five", [values(25)])]),
        ("one thousand two", [("one thousand two", [values(1002)])]),
        ("two hundred and five thousand", [("two hundred five thousand", [values(205_000)])]),
        ("two hundred twenty", [("two hundred twenty", [values(220)])]),
        ("one hundred and more", [("one hundred", [values(100)])]),
        ("two three", [("two", [values(2)]), ("three", [values(3)])]),
        ("twenty thirty", [("twenty", [values(20)]), ("thirty", [values(30)])]),
        ("a fourth and two fifths", [("fourth", [values(4)]), ("two", [values(2)]), ("fifths", [values(5)])]),
        ("one first third", []),
        ("a thousand and one", [("thousand one", [values(1001)])]),
        ("CO2, p53 and chapter XIV", []),
    ],
)
def test_a_claims_numbers_are_these_and_may_be_read_so(
    text: str, expected: list[tuple[str, list[frozenset[Decimal]]]]
) -> None:
    assert [(one.text, list(one.readings)) for one in figures(text)] == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,250 of 10 000", values(1250, 10_000)),
        ("1,250 of 10 250", values(1250, 10_250, 10, 250)),
        ("2 to 3 million", values(2, 2_000_000, 3_000_000)),
        ("-5 %", values(-5, 5)),  # a loss of 5 %
        ("three dozen, a thousandfold", values(36, 1000)),
        ("in 1914–18", values(1914, 18, 1918)),
        ("type XIV and the letters IXIX", values(14)),
        ("half a dozen in both", values(2, 12)),
        ("three thou\u017fand and 5 \u212a", values(3000, 5)),  # a long s, and the sign of kelvin
        ("one third", values(1, 3)),
        ("½ of it", values(0.5, 1, 2)),
        ("nothing", values()),
    ],
)
def test_a_source_says_every_value_that_may_be_read(text: str, said: frozenset[Decimal]) -> None:
    assert values_in(text) == said


@pytest.mark.parametrize(
    ("size", "source", "is_said"),
    [
        ("a million divers", "In 1998 it was 900 000 divers.", True),
        ("a million divers", "1.3 million divers", True),
        ("a million divers", "a million divers", True),
        ("a million divers", "millions of divers", True),
        ("a million divers", "300 million divers", False),
        ("a million divers", "in 1998", False),
        ("millions of divers", "300 million divers", True),
        ("hundreds of thousands of divers", "300,000 divers", True),
        ("several hundred species", "350 species", True),
        ("several hundred species", "hundreds of species", True),
        ("several hundred species", "35 species", False),
        ("several hundred species", "50 species", True),
        ("several hundred species", "1000 species", False),
        ("hundreds of species", "5000 species", False),
        ("several hundred species", "in 1998", False),
        ("a dozen species", "ten species", True),
        ("a dozen species", "3 species", False),
        ("a thousandfold", "1000-fold", True),
        ("a thousandfold", "20-fold", False),
        ("100 species", "hundreds of species", False),  # a size is no number
        ("100 species", "a few hundred species", False),
        ("100 species", "many hundred, some hundred or several hundred species", False),
        ("100 species", "a hundred species", True),
    ],
)
def test_a_size_stands_where_the_source_gives_a_value_of_that_size(size: str, source: str, is_said: bool) -> None:
    (figure,) = figures(size)
    assert figure.stands(values_in(source)) is is_said


def test_a_roman_number_is_a_word_of_its_own() -> None:
    assert (roman_value("IX"), roman_value("I"), roman_value("ix"), roman_value("IXX")) == (9, None, None, None)
