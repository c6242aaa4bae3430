"""A title that asks is called by what it asks about; what asks nothing that has a name is no heading."""

from __future__ import annotations

import pytest
from castalia.tools.composition.asked_titles import named_question
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("What Is a Tide Pool?", "a Tide Pool"),
        ("What Are Some Uses of Kelp?", "Uses of Kelp"),
        ("What Are Tides and Where Do They Come From?", "Tides"),
        ("What Causes Tides?", "causes of Tides"),
        ("What Are Limpets Doing?", ""),
        ("What Is the Shore Made Of?", ""),
        ("What Is It?", ""),
        ("What Is Wrong with the Tide Tables?", ""),
        ("What Is Odd about Limpets?", ""),
        ("What Is Actually Measured?", ""),
        ("How Do Limpets Keep Control of the Shore?", ""),
        ("How Does the Structure of Kelp Affect Limpets?", "effects of the Structure of Kelp on Limpets"),
        ("What Is a Tide? What Is a Wave?", "Tide and Wave"),  # two things
        ("Why Are Tides Important?", "importance of Tides"),
        ("Why Kelp Matters", "importance of Kelp"),
        ("Why Do Limpets Return?", ""),
        ("How Do We Measure Tides?", "measurement of Tides"),
        ("How do divers measure tides in a bay?", "measurement of tides in a bay"),
        ("How Is Sand Formed and Transmitted?", "formation and transmission of Sand"),
        ("How Are Tides Classified?", "classification of Tides"),
        ("How Limpets Grow in Winter", "growth of Limpets in Winter"),
        ("How Waves Work", "function of Waves"),
        ("How Waves Can Affect Kelp", "effects of Waves on Kelp"),
        ("How Waves Work Together", ""),
        ("How Do We Use Functions?", ""),  # no form of a verb
        ("How to Measure Tides", ""),
        ("How Many Limpets Are Affected by Tides?", ""),
        ("How Limpets Decide How Much to Grow", ""),
        ("How Divers Define and Draw the Tide", ""),  # half of a name
        ("How Does It Work?", ""),
        ("How", ""),
        ("The Growth of Kelp", ""),
        ("", ""),
    ],
)
def test_a_question_is_called_by_what_it_asks_about(title: str, name: str) -> None:
    assert named_question(title) == name


_WORDS = "what is are some the how do does we why and or waves tides grow affect measure important ? can to".split()


@given(st.lists(st.sampled_from(_WORDS)).map(" ".join))
def test_nothing_but_the_noun_and_its_preposition_is_added(title: str) -> None:
    words = title.replace("?", " ").split()
    added = [word for word in named_question(title).replace("?", " ").split() if word not in words]
    assert set(added) <= {"growth", "effects", "measurement", "importance", "of", "on", "and"}
    assert named_question(title) == named_question(title).strip()
