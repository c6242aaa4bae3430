"""ROUGE: by hand, against a table, and against the package whose numbers it has to give."""

from __future__ import annotations

import pytest
from castalia.tools.metrics.rouge import lcs_f1, lcs_length, ngram_f1, rouge, rouge_precision, rouge_tokens, union_lcs
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

WORDS = st.lists(
    st.sampled_from("cells divided the cell dividing reefs reef grow growing of Water 12 ATP in".split()), max_size=25
)
SENTENCES = st.lists(WORDS.filter(bool).map(" ".join), min_size=1, max_size=5)


def _longest_common(first: str, second: str) -> int:
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@given(st.text("abcd", max_size=90), st.text("abcd", max_size=90))
def test_the_bit_parallel_subsequence_is_as_long_as_the_tabulated_one(first: str, second: str) -> None:
    assert lcs_length(first, second) == _longest_common(first, second)


def test_repeats_count_once_for_each_partner() -> None:
    mine, theirs = "the cell the cell".split(), "the cell divides".split()
    assert ngram_f1(mine, theirs, 1) == pytest.approx(2 * 2 / 7)
    assert ngram_f1(mine, theirs, 2) == pytest.approx(2 * 1 / 5)
    assert lcs_f1(mine, theirs) == pytest.approx(2 * 2 / 7)


@settings(max_examples=60)
@given(WORDS, WORDS)
def test_f1_is_that_of_the_package(mine: list[str], theirs: list[str]) -> None:
    found = rouge(" ".join(mine), " ".join(theirs))
    if not theirs:
        assert found == (None, None, None)
        return
    known = RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True).score(" ".join(theirs), " ".join(mine))
    assert found == pytest.approx(tuple(known[name].fmeasure for name in ("rouge1", "rouge2", "rougeL")))


@settings(max_examples=60)
@given(SENTENCES, SENTENCES)
def test_the_union_of_subsequences_is_that_of_the_package(mine: list[str], theirs: list[str]) -> None:
    known = RougeScorer(["rougeLsum"], use_stemmer=True).score("\n".join(theirs), "\n".join(mine))["rougeLsum"]
    tokens = [rouge_tokens(one) for one in mine]
    hits = union_lcs(tokens, [rouge_tokens(one) for one in theirs])
    assert hits / sum(map(len, tokens)) == pytest.approx(known.precision)


def test_precision_asks_what_share_of_a_text_its_sources_have() -> None:
    found = rouge_precision("Reefs grow fast today.", ["Some reefs grow.", "Today is fast."])
    assert found.one == 1  # reef, grow; fast, today
    assert found.two == pytest.approx(1 / 3)  # "reef grow" alone: no bigram reaches into another source
    assert (
        found.longest == 0.75
    )  # "reef grow" of the first; of the second "today" or "fast", which stand the other way round
    assert rouge_precision("Reefs grow.", []) == rouge_precision("–", ["Reefs grow."]) == (None, None, None)


@settings(max_examples=30)
@given(SENTENCES, st.permutations(["Reefs grow in water.", "Cells divide. A cell is small.", "ATP 12"]))
def test_the_order_of_the_sources_does_not_matter(mine: list[str], sources: list[str]) -> None:
    text = ". ".join(mine)
    assert rouge_precision(text, sources) == rouge_precision(text, sorted(sources))
