"""Tales of invented people are told apart from history, geography and explanation."""

from __future__ import annotations

import time

import pytest
from castalia.tools.objections.stories import is_story
from hypothesis import given, settings
from hypothesis import strategies as st

STORIES = [
    "When Marsha finally went to the doctor, he listened to her breathing. Her symptoms had lasted for weeks. She felt weak.",
    "Michelle, a 21-year-old student, came to the clinic. She was worried about a rash on her arm.",
    "A 62-year-old man was admitted with chest pain. He was given oxygen. The pain went away.",
    "The physician ordered an X-ray of his chest. He suspected pneumonia. The nurse took a sample of blood.",
    "Robert’s infection grew worse. He developed a fever, and his doctor gave him an antibiotic.",
    "Your friend arrives late at the rally. She calls you on the phone. You walk towards her through the crowd.",
    "Tina said she was tired of her job. Her boss told her to rest. She decided to look for other work.",
]
OTHERS = [
    "Hippocrates believed that illness had natural causes. He said that the body holds four humours. His pupils wrote this down.",
    "Darwin said that he had doubts. He felt sure that species change. His book explained how natural selection works.",
    "In Berlin the wall fell and people went home to their families. She was one of many cities that felt the change.",
    "Vietnam was divided after the war. Many people felt that the peace would not last, and he who spoke of it was jailed.",
    "In 1928 Alexander Fleming came back from his holiday. He saw that a mould had killed the bacteria on his plate.",
    "In 1885 Joseph, a 9-year-old boy, was bitten by a dog. His mother took him to Louis Pasteur, who gave him a vaccine.",
    "Enzymes speed up reactions. Each enzyme has an active site. The shape of the site decides what it binds.",
    "A child learns to speak early. She hears words and repeats them. Her parents talk to her all day long.",
    "Robert Koch grew the bacterium in pure culture. He said that a germ causes the disease. His rules are used by doctors.",
    "Patients with asthma have narrow airways. A doctor may prescribe steroids. They reduce the swelling of the walls.",
    "Shannon introduced a measure of information. His model of a channel is a standard. She who sends has to code.",
    "The brain has two halves. The left moves the right hand. For example, Tom felt nothing when he was touched there. "
    "The nerves cross in the stem. Most fibres take this way. A few do not. The reason is old.",
    "",
]


@pytest.mark.parametrize("text", STORIES)
def test_a_tale_of_invented_people_is_a_story(text: str) -> None:
    assert is_story(text)


@pytest.mark.parametrize("text", OTHERS)
def test_history_places_and_explanations_are_not_stories(text: str) -> None:
    assert not is_story(text)


def test_a_year_makes_history_of_a_story() -> None:
    assert is_story(STORIES[0])
    assert not is_story(STORIES[0] + " That was in 1918.")


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text_can_be_judged(text: str) -> None:
    assert is_story(text) in (True, False)


@pytest.mark.parametrize(
    "unit",
    [
        "Tom said he ",
        "Tom. ",
        "A",
        "his a-",
        "year-old ",
        "7-year-old a",
        "your friend ",
        "the doctor ",
        ". ",
        "he felt ",
        "Aa Bb ",
    ],
)
def test_time_is_linear_in_the_length(unit: str) -> None:
    def spent(size: int) -> float:
        text = (unit * size)[:size]
        best = 9.0
        for _ in range(3):
            start = time.process_time()
            is_story(text)
            best = min(best, time.process_time() - start)
        return best

    assert spent(20_000) < 3 * spent(10_000) + 0.02


def test_many_different_names_do_not_stall() -> None:
    text = " ".join(f"Ab{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)} felt he" for n in range(1500))
    start = time.process_time()
    is_story(text)
    assert time.process_time() - start < 2.0
