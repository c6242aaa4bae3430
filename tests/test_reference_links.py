"""Links by reference are read as what they show; citations, salts, nuclides and indices in brackets stay as they are."""

from __future__ import annotations

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.reference_links import strip_references
from proportion import grows_in_proportion


def cleaned(text: str) -> str:
    (kept,), _ = clean([Snippet("r", text)], min_words=1)
    return kept.text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("The [uses\nof reefs][uses] are [told here][the book].", "The uses of reefs are told here."),
        ("See [this film][1] and [this][2], or [“Uses”][uses-of-reefs].", "See this film and this, or “Uses”."),
        ("The [`reef`][reef] program has a [Manual][].", "The `reef` program has a Manual."),
        ("See [Reefs][reefs]<!-- ignore --> for more.", "See Reefs for more."),
        ("An [enumeration][enums] of [Chapter 4][ch04].", "An enumeration of Chapter 4."),
        ('Watch [this film][1]{: target="_window"} on it.', "Watch this film on it."),
        ("Of [its [old] uses][uses] much is known.", "Of its [old] uses much is known."),
        (
            "A [Reef][a], an [atoll] and a [b][B].\n\n[a]: https://example.org/a_(b)\n[Atoll]: <../a.html#b> 'So'\n[b]:\n#b",
            "A Reef, an atoll and a b.",
        ),
        ("They grow.\n\n[uses-of-reefs]: ch04-uses.html#uses\n[1]: https://example.org", "They grow."),
    ],
)
def test_links_by_reference_are_read_as_what_they_show(source: str, shown: str) -> None:
    assert cleaned(source) == shown


@pytest.mark.parametrize(
    "text",
    [
        "It grows [1][2], and in [0,1] or [0, 1][2]; of [18]F and [Lee 2001][12] it is known.",
        "The salts [bmim][PF6], [emim][acetate], [Ru(bpy)3][PF6]2 and [K+][Cl-] are liquid.",
        "The items a[i][j], [a][b], [[1][2]] and x[some words][here] are those of a list.",
        "As it says [here]: it grows, and [1]: so does [2].",
        "See [[https://example.org][the page]] and [[the old map][map]].",
        "They grow [see Lee][^1] and [a b c][^lee].",
    ],
)
def test_other_brackets_stay(text: str) -> None:
    assert strip_references(text) == text


@pytest.mark.parametrize(
    "unit", ["[", "[a", "[a b]", "[a b][", "[a][b] ", "[a [b] ", "\n[a]: ", "\n[a]: #b", "\\", "[a]: <"]
)
def test_links_by_reference_are_looked_for_in_linear_time(unit: str) -> None:
    for begin in ("", "[a]: #b\n", "[a b]["):
        assert grows_in_proportion(
            strip_references, begin + unit * (10_000 // len(unit)), begin + unit * (40_000 // len(unit))
        )
