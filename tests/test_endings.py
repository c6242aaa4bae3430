"""Where a quotation may end: not before the result of what it tells, nor before what takes it back."""

from __future__ import annotations

import time

import pytest
from castalia.tools.objections.endings import (
    GOES_ON,
    TURNED,
    UNDER_WAY,
    costs_of_ending,
    is_under_way,
    midst_of_accounts,
)

PLAIN = "Limpets live on the rock of the upper shore."


@pytest.mark.parametrize(
    "sentence",
    [
        "Two zoologists wanted to know whether limpets find their way by taste.",
        "She hypothesized that the number of names would limit what the divers could tell apart.",
        "In 1931 Marta Lind conducted several experiments on the homing of limpets.",
        "The participants were shown films of breaking waves.",
        "In spring a notice was posted asking for male volunteers.",
        "Lind and Osei (1994) compared the two shores.",
        "The researchers first measured every shell.",
        "For years investigators in one small harbour examined the shells of limpets.",
        "Another study of the harbour followed over 300 limpets.",
        "Marta Lind and her colleagues at the University of Turku studied one limpet for years.",
        "They took mud from the shore and mixed it with sand, then observed it under a lens.",
        "A flash of light was paired with a drop of fresh water.",
        "One zoologist experimented with rats that eat limpets.",
        "Somebody once asked an old diver of the harbour why he looked for limpets.",
        "In 1931 Marta Lind claimed in the Shore Letters that limpets can read.",
        "Some divers have claimed that limpets shine, and several books say so.",
        "It was first demonstrated by Marta Lind (1931) in an experiment in which she asked people to name shells.",
    ],
)
def test_an_account_without_its_result_is_under_way(sentence: str) -> None:
    assert is_under_way(sentence)
    assert costs_of_ending((sentence,)) == (UNDER_WAY,)


@pytest.mark.parametrize(
    "sentence",
    [
        PLAIN,
        "The researchers found that limpets follow their own trail.",
        "In an experiment of 1931 participants were asked to name the shells, and 40% could not.",
        "Lind (1994) compared the two shores and concluded that the sheltered one has more limpets.",
        "Children were placed with their mothers until the war showed that this was unsafe.",
        "The limpets of the shore can be divided into three groups.",
        "Limpets hold fast when they are presented with hungry people.",
        "In a small harbour such tests are performed using a limited number of tests for each shell.",
        "When the rock was bare, the group had to move on.",
        "A storm claimed the old harbour, and a landslide claimed another part of the shore.",
    ],
)
def test_a_result_or_a_plain_statement_may_end_a_quotation(sentence: str) -> None:
    assert not is_under_way(sentence)
    assert costs_of_ending((sentence,)) == (0,)


@pytest.mark.parametrize(
    ("following", "cost"),
    [
        ("However, some of them live below the tide.", TURNED),
        ("But none of them is found on sand.", TURNED),
        ("In reality, most of them are never dry.", TURNED),
        ("First, the rock is dry for hours.", TURNED),
        ("Next, the tide comes in.", TURNED),
        ("Secondly, gulls take many of them.", TURNED),
        ("They feed at high tide.", GOES_ON),
        ("The result is a map of all scars.", TURNED),
        ("They found that limpets feed at night.", TURNED),
        ("Mussels hold fast with threads.", 0),
    ],
)
def test_what_takes_a_sentence_back_costs_more_to_leave_out_than_what_goes_on(following: str, cost: int) -> None:
    assert costs_of_ending((PLAIN, following))[0] == cost


def test_an_account_goes_on_until_its_result_is_told_or_something_else_is() -> None:
    asked = "In 1931 Marta Lind compared two shores."
    steps = ("First, she marked every shell.", "Then she moved half of them to the other shore.")
    result = "She found that most of them came back."
    assert costs_of_ending((asked, *steps, result, PLAIN)) == (UNDER_WAY, UNDER_WAY, UNDER_WAY, 0, 0)
    assert costs_of_ending((asked, PLAIN, *steps[1:]))[1] != UNDER_WAY


def test_an_account_goes_on_with_whom_it_has_named() -> None:
    told = ("Lind and her colleagues studied the diver K. C. for years.", "K. C. dived for limpets in winter.", PLAIN)
    assert costs_of_ending(told) == (UNDER_WAY, UNDER_WAY, 0)
    assert costs_of_ending((told[0], "G. H. dived for limpets in winter."))[1] == 0


def test_no_quotation_ends_in_the_midst_of_an_account_that_its_text_tells_to_the_end() -> None:
    told = ("In 1931 Marta Lind compared two shores.", "First, she marked every shell.")
    assert midst_of_accounts((PLAIN, *told, "She found that most of them came back.", PLAIN)) == {1, 2}
    assert midst_of_accounts((PLAIN, *told)) == frozenset()  # the next text may tell what came of it


def test_what_was_claimed_is_told_with_what_came_of_it_or_not_at_all() -> None:
    claim = "In 1931 Marta Lind claimed in the Shore Letters that limpets can read."
    text = (
        claim,
        "Her study had three limpets, and their answers had been made up.",
        "The paper was withdrawn in 1940.",
    )
    assert midst_of_accounts(text) == {0, 1}
    assert midst_of_accounts((claim, PLAIN)) == {0}


def test_endings_are_read_in_linear_time() -> None:
    start = time.perf_counter()
    for piece in ("participants were ", "conducted a ", "asked the ", "and Lind (1994", "wanted to ", "Ab (19"):
        is_under_way(piece * 700)
    assert time.perf_counter() - start < 2
