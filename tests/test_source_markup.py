"""Markup of a source: read as what it shows, and nothing else in angle brackets is touched."""

from __future__ import annotations

import time

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.html_frames import without_page
from castalia.tools.corpus.source_markup import strip_markup
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("the 20<sup>th</sup> century", "the 20th century"),
        ("Cells of <i>E. coli</i> grow.", "Cells of E. coli grow."),
        ("<jats:p>Cells of <jats:italic>E. coli</jats:italic> grow.</jats:p>", "Cells of E. coli grow."),
        ("<jats:title>Abstract</jats:title><jats:p>Cells grow.</jats:p>", "Cells grow."),
        ("<h2>Materials and methods:</h2>Cells grow.", "Materials and methods: Cells grow."),
        ("<h2>Cells and how they grow</h2>Cells grow.", "Cells and how they grow Cells grow."),
        ('<h2 id="s2" class=head>Background</h2><p>Cells grow.</p>', "Background: Cells grow."),
        ('<Abstract><AbstractText Label="METHODS" NlmCategory="METHODS">Cells grow.</AbstractText><AbstractText>So.</AbstractText></Abstract>', "METHODS: Cells grow. So."),
        ("One grows.<br/>Two <b>grow</b>.<BR>Three grow.", "One grows. Two grow. Three grow."),
        ('See <a href="https://example.org/a?b=c" rel=nofollow>the page</a>.', "See the page."),
        ("H<sub>2</sub>O, 10<sup>3</sup> m<sup>2</sup> and Na<sup>+</sup>", "H2O, 10^3 m^2 and Na^+"),
        ("This is so in mice<sup>3,4</sup> and men.<sup>12</sup> Not in fish.", "This is so in mice and men. Not in fish."),
        ("Salt &amp; water, 5 &lt; 6, &alpha;&nbsp;rays, &#8220;so&#x201d;", "Salt & water, 5 < 6, α rays, “so”"),
        ("Salt &amp;amp; water", "Salt & water"),
        ('<span data-type="title">Ice</span>Seals sleep. <span class="title">So</span>they do.', "Ice Seals sleep. So they do."),
        ('In <span class="title">Nature</span> they wrote.', "In Nature they wrote."),
        ("&lt;i&gt;E. coli&lt;/i&gt; grows", "E. coli grows"),
    ],
)  # fmt: skip
def test_markup_is_read_as_what_it_shows(marked: str, shown: str) -> None:
    assert " ".join(strip_markup(marked).split()) == shown


BIBR = '<xref ref-type="bibr" rid="B3">'
MATH = '<mml:math id="M1"><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>'


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ('10<sup class="x">3</sup> and 10<sup><b>3</b></sup>', "10^3 and 10^3"),
        ("10<sup><italic>n</italic></sup> and 10<sup> 3 </sup>5", "10^n and 10^3 5"),
        ("sin<sup>2</sup>θ + cos<sup>2</sup>θ = 1", "sin^2θ + cos^2θ = 1"),
        ("(a + b)<sup>2</sup>, (1 + x)<sup>10</sup>, (1 − kappa)<sup>4</sup>", "(a + b)^2, (1 + x)^10, (1 − kappa)^4"),
        ("feet<sup>2</sup>, log<sup>2</sup> n, rad<sup>2</sup>", "feet^2, log^2 n, rad^2"),
        ("with height<sup>2</sup> and radius<sup>4</sup>", "with height^2 and radius^4"),
        ("kilometers<sup>2</sup>, chi<sup>2</sup>, lb/in.<sup>2</sup>", "kilometers^2, chi^2, lb/in.^2"),
        ("&theta;<sup>2</sup>, n!<sup>2</sup> and xyz<sup>2</sup>", "θ^2, n!^2 and xyz^2"),
        ("e<sup>x + 1</sup>, x<sub>i+1</sub> and y<sup>(a+b)</sup>", "e^(x + 1), x_(i+1) and y^(a+b)"),
        ("1010<sub>2</sub>, H<sub>2</sub>O, log<sub>2</sub>8", "1010_2, H2O, log2 8"),
        ("<sup>14</sup><sub>6</sub>C and SO<sub>4</sub><sup>2−</sup>", "^14_6C and SO4^2−"),
        ("a cut 10<sup>3", "a cut 10^3"),
        (f"x<sup>{' ' * 99}n</sup>", "x^n"),
        (MATH, "x^2"),
        (f"2 {MATH.replace('x', '10')}", "2 10^2"),
        ("<math><mn>2</mn><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac></math>", "2(a+1)/2"),
        ("<math><mn>2</mn><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "2 1/2"),
        ("<math>\n<msqrt><mi>x</mi><mo>+</mo><mi>y</mi></msqrt>\n</math>", "√(x+y)"),
        ("<math><mroot><mn>8</mn><mn>3</mn></mroot></math>", "8^(1/3)"),
        ("<math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover></math>", "∑_(i=0)^n"),
        ("<math><msup><mrow/><mn>14</mn></msup><mi>C</mi></math>", "^14C"),
    ],
)  # fmt: skip
def test_numbers_and_formulas_keep_their_meaning(marked: str, shown: str) -> None:
    assert strip_markup(marked) == shown


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        (f"in 1940<sup>{BIBR}3</xref></sup>.", "in 1940."),
        (f"in 1940{BIBR}<sup>3</sup></xref>.", "in 1940."),
        (f"in 1940<sup>{BIBR}3</xref>–{BIBR}5</xref>,{BIBR}9</xref></sup>.", "in 1940."),
        (f"5 m<sup>2,{BIBR}7</xref></sup> wide", "5 m^2 wide"),
        ('in 1940<sup id="c"><a href="#cite_note-3">[3]</a></sup>.', "in 1940."),
        ('the isotope <a href="#he"><sup>3</sup>He</a>', "the isotope ^3He"),
        ('Na<sup><a href="#ion">+</a></sup>', "Na^+"),
        ("in <i>mice</i><sup>3,4</sup>", "in mice"),
        (f"in mice <sup>[{BIBR}2</xref>]</sup>. So", "in mice. So"),
        (f"in mice <sup>[{BIBR}2</xref>]</sup> of it", "in mice  of it"),
        ("in mice<sup>3</sup> and in DNA<sup>3–5</sup>", "in mice and in DNA"),
        ("mice (ATP)<sup>12</sup>", "mice (ATP)"),
        ("of this length<sup>12</sup>, and of bays<sup>2</sup>", "of this length, and of bays"),
        ("mice<sup>0</sup>, Mice<sup>3</sup>", "mice^0, Mice^3"),
    ],
)  # fmt: skip
def test_raised_numbers_that_cite_are_left_out(marked: str, shown: str) -> None:
    assert strip_markup(marked) == shown


TEX = r'<tex-math id="M2">\begin{document}$$x^{2}$$\end{document}</tex-math>'


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        (f"<alternatives>{TEX}{MATH}</alternatives>", "x^2"),
        (f"<alternatives>{MATH}\n<inline-graphic xlink:href='a.gif'/>{TEX}</alternatives>", "x^2"),
        (f"{TEX} and {MATH}", r"\begin{document}$$x^{2}$$\end{document} and x^2"),
        (f"{MATH}<annotation>x^{{2}}</annotation>", "x^2"),
        ("<monospace>a</monospace> <strike>b</strike> <del>c</del> <ins>d</ins>", "a b c d"),
        ('<named-content content-type="gene">a</named-content> <styled-content style="x">b</styled-content>', "a b"),
        ('<label>1.</label>Cells<img src="a.png" alt="A cell"/> grow<!-- <b>so</b> - -- --> here.', " 1. Cells grow here."),
    ],
)  # fmt: skip
def test_tags_of_articles_are_read(marked: str, shown: str) -> None:
    assert strip_markup(marked).rstrip() == shown


def test_code_and_items_of_answers_are_read_as_such() -> None:
    marked = "<p>Two ways:</p><pre class=a><code>x &lt; 1\n</code></pre><ul><li>wages lag</li><li>debts <code>x</code> shrink</li><li>It is.</li></ul>"
    ((one,), _) = clean([Snippet("", marked)], min_words=0)
    assert one.text == "Two ways:\n\n• wages lag\n\n• debts x shrink\n\nIt is."


def test_the_figures_and_tables_of_articles_stand_apart() -> None:
    marked = '<fig id="F1"><caption><p>Cells grow.</p></caption></fig><table-wrap><table/></table-wrap>So'
    assert [one for one in strip_markup(marked).split("\n") if one] == ["Cells grow.", "So"]


@pytest.mark.parametrize(
    "text",
    [
        "where a<b and c>d, and x < y > z",
        "p<0.05 and n>3",
        "<script>alert(1)</script>",
        "the vector <v, w> and the type list<int>",
        "R&D; AT&T &unknown; &;",
        "genes (A<B>C), k<s>t and a <!-- b",
        "between <s> and </s> the last token is </s>",
        "C:\\<file> and <https://example.org>",
    ],
)
def test_other_angle_brackets_and_ampersands_stay(text: str) -> None:
    assert strip_markup(text) == text


MARKS = """< > i / <i> </i> sup <sup> </sup> <sub> </sub> 3 & amp; &lt; x mice . ( ) , + <b> <B> <!-- --> - <a </a> href="#a"
<xref ref-type="bibr"> </xref> <math> </math> <msup> </msup> <mfrac> <mi> </mi> <mrow/> <msqrt> </msqrt>
<tex-math> </tex-math> <label>"""


PAGE = """<!DOCTYPE html>
<html lang="en"><head><title>Reefs | Sea</title><style>p > a { color: red }</style></head>
<body class="x"><nav><ul><li>Home</li><nav>More</nav></ul></nav>
<main><h1>Reefs of the sea</h1><p>They grow <i>slowly</i>.</p>
<script>if (a < b) { f("Reefs are so."); }</script><p>They live for long.</p></main>
<footer>All rights reserved.</footer></body></html>"""


def test_of_a_page_of_the_web_its_text_is_read() -> None:
    ((one,), _) = clean([Snippet("", PAGE)], min_words=0)
    assert one.text == "Reefs of the sea\n\nThey grow slowly.\n\nThey live for long."


@pytest.mark.parametrize("text", ["Use <script>f()</script> here.", "a <head> and <nav>"])
def test_tags_of_pages_are_text_elsewhere(text: str) -> None:
    assert without_page(text) == text


@pytest.mark.parametrize(
    "unit",
    ["<nav>", "<nav><head>", "<script>a", "<nav ", "</nav>", "<nav></nav ", "<svg><nav></svg>", "<body ", "<!doctype "],
)
def test_pages_are_read_in_linear_time(unit: str) -> None:
    start = time.process_time()
    without_page("<html>" + unit * (100_000 // len(unit)))
    assert time.process_time() - start < 0.4


@given(st.lists(st.sampled_from([*MARKS.split(), " "])).map("".join))
def test_a_second_pass_changes_nothing(text: str) -> None:
    once = strip_markup(text)
    assert strip_markup(once) == once


def test_a_marked_corpus_gives_the_snippets_of_a_plain_one() -> None:
    text = "Sponges of <i>Spongia officinalis</i> filter water, and they do so all day and all night, in every sea &amp; bay of the warm world."
    plain = "Sponges of Spongia officinalis filter water, and they do so all day and all night, in every sea & bay of the warm world."
    (kept,), _ = clean([Snippet(snippet_id(text), text, title="<b>Sponges</b>")])
    assert (kept.text, kept.title, kept.id) == (plain, "Sponges", snippet_id(plain))


def test_names_of_authors_and_sources_are_read_as_they_are_shown() -> None:
    text = "Sponges filter water, and they do so all day and all night, in every sea and every bay of the whole warm world."
    names = ("O&#39;Neil, A.", "M&uuml;ller, <b>B.</b>")
    (kept,), _ = clean([Snippet(snippet_id(text), text, authors=names, source="Sea &amp; <i>Shore</i>")])
    assert (kept.authors, kept.source) == (("O'Neil, A.", "Müller, B."), "Sea & Shore")


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
    "<!--",
    "<!-",
    "<!-- -->",
    "<b>",
    "</b>",
    "<sup><b>",
    "</sup>",
    "a<sup>1</sup>",
    "1<sub>",
    "</sub>",
    '<xref ref-type="bibr">',
    '<a href="#',
    "<math>",
    "<msup>",
    "<mi>x</mi>",
    "</mi></msup>",
    "<msup><mi>1</mi>",
    "<msqrt>",
    "<tex-math>",
    "</tex-math><math></math>",
]


@pytest.mark.parametrize("begin", ["", "<title>", "<sup>", "<i a", "&", "<!--", "<tex-math>"])
@pytest.mark.parametrize("unit", UNITS)
def test_hostile_markup_is_read_in_linear_time(begin: str, unit: str) -> None:
    start = time.process_time()
    strip_markup(begin + unit * (40_000 // len(unit)))
    assert time.process_time() - start < 0.4


@pytest.mark.parametrize(("begin", "end"), [("<sup>1", "</sup>"), ("<sub>a+", "</sub>"), ("<msqrt>", "</msqrt>"), ("<b>", "</b>"), ("<tex-math>", "</tex-math><math/>")])  # fmt: skip
def test_deep_markup_is_read_in_linear_time(begin: str, end: str) -> None:
    count = 200_000 // len(begin + end)
    start = time.process_time()
    strip_markup(begin * count + "a" * 100_000 + end * count)
    assert time.process_time() - start < 1.5
