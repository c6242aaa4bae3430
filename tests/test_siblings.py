"""What texts name side by side with the topic is no part of it."""

from __future__ import annotations

import pytest
from castalia.tools.topic.siblings import OFTEN, is_sibling, naming

LISTED = [
    "Whelks and limpets live on the shore.",
    "Limpets, whelks, and crabs live on the shore.",
    "The shore has crabs, limpets, and many whelks.",
    "Storms kill limpets or the whelks.",
]
ALONE = "The whelks that live here are larger than the limpets of the harbor."


def beside(*texts: str, term: str = "limpet", name: tuple[str, ...] = ("whelk",)) -> bool:
    return is_sibling((term,), name, naming(texts, name))


def test_what_is_mostly_listed_with_the_topic_is_its_sibling() -> None:
    assert beside(*LISTED)
    assert not beside(*LISTED[: OFTEN - 1])
    assert beside(*LISTED, *[ALONE] * 9)
    assert not beside(*LISTED, *[ALONE] * 10)
    assert not beside(*LISTED, term="shore")


@pytest.mark.parametrize(
    ("text", "are_listed"),
    [
        ("Storms move whelks, small crabs, and limpets.", True),
        ("Storms move whelks, a few crabs, and limpets.", False),
        ("Storms move whelks, small crabs with their shells, and limpets.", False),
        ("Storms move whelks, which eat limpets.", False),
        ("Limpets and other whelks cling to rocks.", False),  # a kind of it
        ("Whelks, such as limpets, cling to rocks.", False),
        ("Limpets and dog whelks cling to rocks.", False),  # a longer name
        ("Dog whelks and limpets cling to rocks.", False),
        ("Feeding whelks and limpets cling to rocks.", True),
        ("Whelks eat limpets and crabs.", False),
        ("Whelks", False),
    ],
)
def test_a_list_goes_from_one_name_to_the_other(text: str, are_listed: bool) -> None:
    assert beside(*[text] * OFTEN) is are_listed


def test_a_name_of_several_words_is_looked_for_as_a_whole() -> None:
    assert beside(*["Tide pools and limpets are found here."] * OFTEN, name=("tide", "pool"))
    assert not beside(*["Tides and limpets fill the pools here."] * OFTEN, name=("tide", "pool"))
