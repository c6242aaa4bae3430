"""Sentences that announce what stands elsewhere, or chat, as textbooks do."""

from __future__ import annotations

import pytest
from castalia.tools.objections.announcements import breaks_off
from castalia.tools.objections.sentence_rules import objections


@pytest.mark.parametrize(
    "text",
    [
        "Two final points about sponges are worth noting.",
        "Several questions about the canals emerge from this.",
        "Counting sponges, however, involves some practical difficulties.",
        "The deep sea presents challenges for the observer of sponges.",
        "Like the first law of sponges, the second can be stated in different ways.",
        "There are two models that attempt to explain how this site works.",
        "The rule that sponges never move has also met with sharp criticism.",
        "Along with closing their pores, sponges have several other strategies to keep sand out.",
        "Lind presents seven errors that divers make with sponges.",
        "A number of approaches to the counting of sponges are possible.",
        "Several factors can speed up the growth of a sponge.",
        "The law of sponges implies two ways that growth may stop.",
        "By these rules, a new definition of sponges has been established.",
    ],
)
def test_a_sentence_that_announces_what_comes_next_ends_no_passage(text: str) -> None:
    assert breaks_off(text)


@pytest.mark.parametrize(
    "text",
    [
        "Sponges raise two questions: how they feed and how they breathe.",
        "Many questions on the origin of sponges have been answered by genes.",
        "The deep sea presents food to sponges that wait for it.",
        "The rule that sponges never move has met with criticism, for some of them crawl.",
        "Sponges have several other strategies to keep sand out, such as closing their pores.",
        "Two types of sponges are bath sponges and glass sponges.",
        "Several types of sponges turn toward the light.",
        "Sponges are called sessile because they have two ways of life that keep them in place.",
    ],
)
def test_a_sentence_that_says_it_itself_may_end_one(text: str) -> None:
    assert not breaks_off(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("An exception that will be highlighted later is the glass sponge of the deep sea.", "pointer"),
        ("The growth of a sponge, by the way, does not imply that its canals grow wider.", "chatty"),
        ("What a strange place the inside of a living glass sponge must be.", "chatty"),
        ("In the quest for new medicines, a compound of sponges has been found.", "chatty"),
    ],
)
def test_pointers_and_chat_are_objected_to(text: str, reason: str) -> None:
    assert reason in objections(text)


@pytest.mark.parametrize(
    "text",
    [
        "Sponges live by the waysides of coral reefs and on the open sea floor.",
        "What sponges eat is filtered from the sea.",
    ],
)
def test_what_only_looks_like_these_is_not(text: str) -> None:
    assert not objections(text)
