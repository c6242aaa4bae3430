"""Markup of a source: read as what it shows, and nothing else in angle brackets is touched."""

from __future__ import annotations

import time

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.cleaning import clean
from castalia.tools.source_markup import strip_markup
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("Cells of <i>E. coli</i> grow.", "Cells of E. coli grow."),
        ("<jats:p>Cells of <jats:italic>E. coli</jats:italic> grow.</jats:p>", "Cells of E. coli grow."),
        ("<jats:title>Abstract</jats:title><jats:p>Cells grow.</jats:p>", "Cells grow."),
        ("<h2>Materials and methods:</h2>Cells grow.", "Cells grow."),
        ("One grows.<br/>Two <b>grow</b>.<BR>Three grow.", "One grows. Two grow. Three grow."),
        ('See <a href="https://example.org/a?b=c" rel=nofollow>the page</a>.', "See the page."),
        ("H<sub>2</sub>O, 10<sup>3</sup> m<sup>2</sup> and Na<sup>+</sup>", "H2O, 10^3 m^2 and Na^+"),
        ("This is so in mice<sup>3,4</sup> and men.<sup>12</sup> Not in fish.", "This is so in mice and men. Not in fish."),
        ("Salt &amp; water, 5 &lt; 6, &alpha;&nbsp;rays, &#8220;so&#x201d;", "Salt & water, 5 < 6, α rays, “so”"),
        ("Salt &amp;amp; water", "Salt & water"),
        ("&lt;i&gt;E. coli&lt;/i&gt; grows", "E. coli grows"),
    ],
)  # fmt: skip
def test_markup_is_read_as_what_it_shows(marked: str, shown: str) -> None:
    assert " ".join(strip_markup(marked).split()) == shown


@pytest.mark.parametrize(
    "text",
    [
        "where a<b and c>d, and x < y > z",
        "p<0.05 and n>3",
        "<script>alert(1)</script>",
        "the vector <v, w> and the type list<int>",
        "R&D; AT&T &unknown; &;",
        "C:\\<file> and <https://example.org>",
    ],
)
def test_other_angle_brackets_and_ampersands_stay(text: str) -> None:
    assert strip_markup(text) == text


@given(
    st.lists(
        st.sampled_from(["<", ">", "i", "/", "<i>", "</i>", "sup", "<sup>", "3", "&", "amp;", "&lt;", " ", "x"])
    ).map("".join)
)
def test_a_second_pass_changes_nothing(text: str) -> None:
    once = strip_markup(text)
    assert strip_markup(once) == once


def test_a_marked_corpus_gives_the_snippets_of_a_plain_one() -> None:
    text = "Sponges of <i>Spongia officinalis</i> filter water, and they do so all day and all night, in every sea &amp; bay of the warm world."
    plain = "Sponges of Spongia officinalis filter water, and they do so all day and all night, in every sea & bay of the warm world."
    (kept,), _ = clean([Snippet(snippet_id(text), text, title="<b>Sponges</b>")])
    assert (kept.text, kept.title, kept.id) == (plain, "Sponges", snippet_id(plain))


UNITS = [
    "<i",
    "<sup>",
    "&amp;",
    "<i ",
    "</",
    "&",
    "<sup>1",
    "<title>",
    "<title>a ",
    '<a b="',
    "<i a=b ",
    "a",
    " ",
    "a.",
]


@pytest.mark.parametrize("begin", ["", "<title>", "<sup>", "<i a", "&"])
@pytest.mark.parametrize("unit", UNITS)
def test_hostile_markup_is_read_in_linear_time(begin: str, unit: str) -> None:
    start = time.process_time()
    strip_markup(begin + unit * (200_000 // len(unit)))
    assert time.process_time() - start < 1.5
