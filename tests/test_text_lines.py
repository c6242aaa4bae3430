"""Lines of a text: what sets a paragraph off, an item or a heading keeps its break, and a full line runs on."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean, tidy
from castalia.tools.corpus.source_markdown import strip_links, without_code
from castalia.tools.language.sentences import split_sentences
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("The lac operon\n\nThe lac operon is a\nset of genes.", "The lac operon\n\nThe lac operon is a set of genes."),
        ("Genes are\n\n\n  read in pairs.\n\nSo it is.", "Genes are read in pairs.\n\nSo it is."),  # a page ends in it
        ("It was found by\n\nDarwin in 1842.", "It was found by Darwin in 1842."),
        (
            "Ill fell some in\nthe year\n\n1948, and grew to\nhigh\n\n12. So.",
            "Ill fell some in the year 1948, and grew to high\n\n12. So.",
        ),
        (
            "Ill fell with\nage.\n\n12 of them died\nthen\n\n2 Types",
            "Ill fell with age.\n\n12 of them died then\n\n2 Types",
        ),
        ("Effects of age on reefs\n\n12 reefs were seen.", "Effects of age on reefs\n\n12 reefs were seen."),
        ("The mean is\n\n$$ x = 1 $$\n\nwhere x is large.", "The mean is $$ x = 1 $$ where x is large."),
        ("## Uses\nSponges clean water.\n# 2 Types", "Uses\n\nSponges clean water.\n\n2 Types"),
        (
            "Background\nReefs\ngrow.\nMethods and Findings:\nWe saw it.",
            "Background\n\nReefs grow.\n\nMethods and Findings:\n\nWe saw it.",
        ),
        ("as are the\nResults\nof it, and its\nAims\nand Tides.", "as are the Results of it, and its Aims and Tides."),
        ("Uses\n=====\nSponges clean water.\n---\nThey live.", "Uses\n\nSponges clean water.\n\nThey live."),
        ("It is so.\n\n* * *\n\nThey live.\n\n- - -\n\nThey die.", "It is so.\n\nThey live.\n\nThey die."),
        ("Sponges:\n- clean water\n  all day\n* hold shrimps", "Sponges:\n• clean water all day\n• hold shrimps"),
        ("Uses\n\n> They *clean*\n> water.\n\n> 5 or more", "Uses\n\nThey *clean* water. > 5 or more"),
        (
            "> ### The Stack\n>\n> Plates lie on plates\n> (as here), “so”,\n> 5 or more.",
            "The Stack\n\nPlates lie on plates (as here), “so”, 5 or more.",
        ),
        ("So.\n\n> `tide` and\n> [so].", "So. `tide` and [so]."),
        ("It holds where x\n> y, and a is\n> b.", "It holds where x > y, and a is > b."),
        (
            "1\n00:00:01,000 --> 00:00:04,500\nTides turn\n\n2\n00:00:05,000 --> 00:00:06,000\nTwice a day. So\n\nit is.",
            "Tides turn Twice a day. So it is.",
        ),
        (
            "WEBVTT - A film\nKind: captions\n\n00:01.000 --> 00:04.500 align:start\nTides turn\n\n00:05.000 --> 00:06.000\ntwice a day.\n\nSo.",
            "Tides turn twice a day.\n\nSo.",
        ),
        (
            "WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.160 --> 00:00:02.389 align:start position:0%\n \nthe<00:00:00.320><c> tides</c><00:00:00.640><c.x> turn</c>\n\n"
            "00:00:02.389 --> 00:00:02.399 align:start position:0%\nthe tides turn\n \n\n00:00:02.399 --> 00:00:04.000\nthe tides turn\ntwice<00:00:03.000><c> a</c> day\n",
            "the tides turn twice a day",
        ),
        ("00:01.000 --> 00:04.500\n<v Ada>Tides turn.</v>", "Tides turn."),
        ("0:00\nTides turn\n0:04\ntwice a day.\n1:02:10\nSo.", "Tides turn twice a day. So."),
        ("At\n0:04\nand\n1:10\nit rang.", "At 0:04 and 1:10 it rang."),
        ("Steps\n1. Weigh it.\n2. Burn it.", "Steps\n1. Weigh it.\n2. Burn it."),
        ("Steps\n1) One\n1) A part\n- a note\n2) Two", "Steps\n1) One\n1) A part\n• a note\n2) Two"),
        ("Steps\n1. A\n1. b\n2. c\n3. d\n2. E\n1. f\n2. g", "Steps\n1. A\n1. b\n2. c\n3. d\n2. E\n1. f\n2. g"),
        ("It fell from 15 to\n12. It rose to\n30. So it is.", "It fell from 15 to 12. It rose to 30. So it is."),
        ("a loss of\n- 5 °C in all", "a loss of - 5 °C in all"),  # one alone is no list
        ("Sponges – in the\n– deep – sea and\n– cold – water.", "Sponges – in the – deep – sea and – cold – water."),
    ],
)
def test_a_break_that_says_something_stays(typed: str, kept: str) -> None:
    assert tidy(typed) == kept


def test_a_heading_does_not_run_into_the_sentence_below_it() -> None:
    for text in (
        "# The lac operon\n\nThe lac operon is a set of genes.",
        "Uses\n\n**The lac operon** is a set of genes.",
        "<h2>The lac operon of bacteria</h2><p>The lac operon is a set of genes.</p>",
        "<div>Main article: the operon</div>\n<p>The lac operon is a set of genes.</p><ul><li>Its parts</li></ul>",
        "- Parts of it\n- More of it\n\nThe lac operon is a set of genes.",
    ):
        ((one,), _) = clean([Snippet("", text)], min_words=0)
        assert "The lac operon is a set of genes." in [sentence.text for sentence in split_sentences(one.text)]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Fit it so:\n\n```py\n# Uses\nx = a[1]*b\n\ny = 2\n```\nTides turn.", "Fit it so:\n\nTides turn."),
        ("````\n```\nx\n```\n````\nTides turn. ``` stays", "Tides turn. ``` stays"),
        ("``` markdown\n# Tides\nTides *turn*.\n```", "Tides\n\nTides turn."),
        ("Tides turn.\n```\nThey are low.", "Tides turn. ``` They are low."),  # where a row begins or ends in code
        ("````\n```py\nx\n```\n````\nTides turn.", "Tides turn."),
        ("x = 1\n```\nTides turn.\n```py\ny\n```\nSo.", "x = 1 ``` Tides turn.\n\nSo."),
    ],
)
def test_code_in_a_fence_is_no_prose(typed: str, kept: str) -> None:
    ((one,), _) = clean([Snippet("", typed)], min_words=0)
    assert one.text == kept


@given(st.text(st.sampled_from("# \n|a.B12)•-–=,>*`"), max_size=40))
def test_laying_lines_out_twice_changes_nothing(text: str) -> None:
    once = tidy(text)
    assert tidy(once) == once


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("by [least squares](https://a.org/x_y) alone", "by least squares alone"),
        ("in [the sea](https://a.org/Sea_(water)_b) (so)", "in the sea (so)"),
        ('See [Uses](#uses), [here](../a/b.md "The page") and [it](notes.html).', "See Uses, here and it."),
        ("See [the sea](<a/the sea.md> 'The page') and [it](a.md){target=_blank}.", "See the sea and it."),
        ("in [the [salt] sea \\[so\\]](a.md) alone", "in the [salt] sea [so] alone"),
        ('by [least\nsquares](https://a.org/x_y  "The\npage") alone', "by least\nsquares alone"),
        ("as shown.[12](#ref-12) Then", "as shown.[12] Then"),
        ("f[i](x), [Fe(CN)6](aq) and [a](b) stay", "f[i](x), [Fe(CN)6](aq) and [a](b) stay"),
    ],
)
def test_links_of_markdown_are_read_as_what_they_show(marked: str, shown: str) -> None:
    assert strip_links(marked) == shown


def test_lines_and_links_take_linear_time() -> None:
    begun = time.process_time()
    for piece in ("- a\n", "\n\n# ", "[", "[a](", "[a](#", "a\n\n|", "-\n", "[a](x", "```\n", "```a\n", "1. a\n", "`"):
        text = piece * 40_000
        tidy(text)
        strip_links(text)
        without_code(text)
    assert time.process_time() - begun < 8
