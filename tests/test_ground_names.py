"""Names that a sentence says, and the forms in which a source may say them."""

from __future__ import annotations

import pytest
from castalia.tools.claims.ground_names import Name, names, says, vocabulary


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Reefs of Palau grow.", "Palau"),
        ("It cost US$5 million or A$ 7.", ""),
        ("Charles sailed with Darwin.", "Darwin"),  # the first word has its capital from the sentence
        ("Alice Darwin sailed.", "Alice Darwin"),  # unless it is a given name before another
        ("At 25 °C and 5 kJ/mol it boils at 3 km/h.", ""),
        ("At 25 C it boils; vitamin C helps.", "C"),
        ("Hg weighs more than 5 Hg.", "Hg"),
        ("SD of 3 kPa, in °C.", "SD"),  # a unit stands behind a number or a degree, not at the head of a text
        ("At 25 degrees Celsius, said Celsius.", "Celsius"),
        ("It has 5 m2 of CO₂ and p53.", "CO2 p53"),
        ("The 2nd and 3D views, 25 in all, of ½.", ""),
        ("The iPhone and the McDonald case came.", "iPhone McDonald"),
        ("In all, HOW and THE are loud; I and We are not.", ""),
        ("In Palau the WHO said who was NOT well.", "Palau WHO"),  # behind "the" capitals are no stress
        ("It was the reef's Great Smith’s wall.", "Great Smith"),
        ("Reefs die, e.g. Palau cf. Guam. Then Corals.", "Palau Guam Corals"),  # behind a stop that ends no sentence
        # behind a mark that opens, or at the head of a sentence, the place may have made the capital
        ("He said: Reefs grow. Then “Corals” and (Sharks) came.", "Sharks"),
        ("(Sharks) came to Guam.", "Guam"),
        ("See E. coli and J. Smith.", "E. J. Smith"),
        ("NASA… Mars! Venus?", "NASA"),
    ],
)
def test_the_names_of_a_sentence_are_these(sentence: str, expected: str) -> None:
    assert " ".join(one.text + "." * one.is_abbreviated for one in names(sentence)) == expected


@pytest.mark.parametrize(
    ("source", "name", "following", "is_said"),
    [
        ("Escherichia coli grows.", "E.", "coli", True),
        ("E. coli grows.", "Escherichia", "coli", True),
        ("E. coli grows.", "Escherichia", "albertii", False),
        ("Escherichia coli grows.", "C.", "coli", False),
        ("Vitamin C helps.", "C", "", True),
        ("Vitamins help.", "C", "", False),
        ("The World Health Organization met.", "WHO", "said", True),
        ("The World Health Organization met.", "WH", "said", False),  # of two letters too many words begin so
        ("The sea is of an odd red.", "SOR", "", True),  # without small words
        ("The sea is of an odd red.", "SIR", "", False),
        ("Randomised control trials ended.", "RCTs", "were", True),
        ("An RCT ended.", "RCTs", "were", True),
        ("Australian reefs grow.", "Australia", "", True),
        ("Australia has reefs.", "Australian", "", True),
        ("Chad is dry.", "Cha", "", False),  # too short for a root
        ("The café is open.", "Cafe", "", True),
        ("A long-term plan.", "Longterm", "", True),
        ("A longterm plan.", "Long", "term", True),
        ("Smith's law.", "Smith", "", True),
        ("CO₂ rose.", "CO2", "", True),
        ("Corals grow.", "Coral", "", True),
        ("Corals grow.", "Palau", "", False),
    ],
)
def test_a_source_has_a_name_in_these_forms_and_not_in_those(
    source: str, name: str, following: str, is_said: bool
) -> None:
    assert says(vocabulary(source), Name(name.rstrip("."), following, name.endswith("."))) is is_said
