"""The HTML of a wiki page: its text and headings as they stand, and nothing of what surrounds them; whatever a server
sends."""

from __future__ import annotations

import time

import pytest
from castalia.tools.gold.wiki_html import CitedSource, read_wiki_html, walk, words_of
from hypothesis import example, given, settings
from hypothesis import strategies as st

TAGS = "p div span table tr td ul li ol h1 h2 h3 h4 h6 sup sub cite a math script style section blockquote figure br b template html body".split()
ATTRIBUTES = (
    "",
    ' class="references"',
    ' class="reference"',
    ' class="mw-heading navbox"',
    ' class="mwe-math-element"',
    ' style="display: none"',
    ' role="note"',
    ' href="http://a.example/b"',
    ' href="//[broken"',
    ' alttext="{\\displaystyle x}"',
    " class",
    ' class="',
)
PIECES = st.one_of(
    st.builds(lambda tag, more: f"<{tag}{more}>", st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
    st.sampled_from([f"</{tag}>" for tag in TAGS]),
    st.sampled_from(
        [
            "References",
            "See also",
            "(",
            " )",
            "( ; )",
            "10",
            "−3",
            "&nbsp;",
            "&#0;",
            "&bogus;",
            "<!--",
            "-->",
            "<![CDATA[",
            "\x00",
            "\ud800",
            "<?x",
        ]
    ),
    st.text(max_size=8),
)


def test_lead_and_sections_are_a_tree_of_text_without_what_surrounds_it() -> None:
    page = read_wiki_html(
        """<div class="mw-parser-output"><table class="infobox"><tr><td>Box<table><tr><td>Inner</td></tr></table>
        <p>Para in box</p></td></tr></table><p>Reefs <b>grow</b>.<sup class="reference"><a href="#1">[1]</a></sup> They
        last<sup class="noprint Inline-Template">[<i>citation needed</i>]</sup> ( <span class="ext-phonos">x</span>).</p>
        <style>.a{}</style><script>var a = "<p>no</p>"</script>
        <div class="mw-heading mw-heading2"><h2 id="A">Growth</h2><span class="mw-editsection">[<a>edit</a>]</span></div><p>Slow.</p>
        <ul><li>One</li><li>Two<ul><li>Three</li></ul></li></ul>
        <h3><span class="mw-headline">Rates</span></h3><p>Fast.</p><h4>Deep</h4><p>Deeper.</p>
        <h2>Table only</h2><table><tr><td>Cell</td></tr></table><h2>Parent</h2><h3>Child</h3><p>Text.</p></div>"""
    )
    assert page.lead == "Reefs grow. They last."
    assert [(one.heading, one.level, one.text) for one in walk(page.sections)] == [
        ("Growth", 1, "Slow.\n\nOne\n\nTwo\n\nThree"),
        ("Rates", 2, "Fast."),
        ("Deep", 3, "Deeper."),
        ("Parent", 1, ""),
        ("Child", 2, "Text."),
    ]
    assert (page.empty, words_of(page)) == (("Table only",), 4 + 1 + 3 + 1 + 1 + 1)


def test_back_matter_is_left_out_with_its_subsections_and_what_follows_stays() -> None:
    page = read_wiki_html(
        "<p>Lead.</p><h2>Notes</h2><p>no</p><h3>Group</h3><p>no</p><h2>See also:</h2><p>no</p><h2>Society</h2><p>Yes.</p>"
        "<h3>Further reading</h3><p>no</p><h3>Law</h3><p>Also.</p><h2>EXTERNAL LINKS</h2><p>no</p>"
    )
    assert [(one.heading, one.text) for one in walk(page.sections)] == [("Society", "Yes."), ("Law", "Also.")]


def test_parsoid_sections_are_read_like_flat_headings() -> None:
    nested = "<section><p>L.</p></section><section><h2>A</h2><p>a</p><section><h3>B</h3><p>b</p></section></section>"
    flat = "<p>L.</p><h2>A</h2><p>a</p><h3>B</h3><p>b</p>"
    assert read_wiki_html(nested) == read_wiki_html(flat)


def test_scientific_text_survives() -> None:
    page = read_wiki_html(
        '<p><sup>14</sup>C, H<sub>2</sub>O, 10<sup>−3</sup> m, Na<sup>+</sup>, [0,1] and <span class="mwe-math-element"><span '
        'style="display:none"><math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi></math></span><img alt="E"></span> hold (in β-cells).</p>'
    )
    assert page.lead == "14C, H2O, 10^−3 m, Na+, [0,1] and E=mc^{2} hold (in β-cells)."


def test_a_reference_is_one_source_with_its_archived_copy() -> None:
    page = read_wiki_html(
        '<p><a href="https://in.text/">x</a></p><h2>References</h2><ol class="references"><li><cite><a href="http://a.example/1#part">A</a> '
        '<a href="https://web.archive.org/web/1/http://a.example/1">kept</a> <a href="https://doi.org/10.1">doi</a></cite></li>'
        '<li><a href="//b.example/2">B</a></li><li><a href="http://a.example/1">again</a></li><li><a href="/wiki/C">C</a></li>'
        '<li><a href="https://archive.ph/x">gone</a></li></ol><h2>External links</h2><ul><li><a href="https://c.example/">C</a></li></ul>'
        '<div class="navbox"><a href="https://box.example/">no</a></div>'
    )
    assert page.sources == (
        CitedSource("http://a.example/1#part", "https://web.archive.org/web/1/http://a.example/1"),
        CitedSource("https://b.example/2"),
        CitedSource("https://archive.ph/x"),
        CitedSource("https://c.example/"),
    )


@given(st.lists(PIECES, max_size=60).map("".join))
@settings(max_examples=150, deadline=None)
@example("( ; ) )")
def test_no_html_makes_it_fail(html: str) -> None:
    page = read_wiki_html(html)
    for text in (page.lead, *(one.text for one in walk(page.sections)), *(one.heading for one in walk(page.sections))):
        assert text == text.strip()
    assert all(one.heading for one in walk(page.sections))


@pytest.mark.parametrize(
    "piece",
    [
        "<div>",
        "<table><tr><td>",
        "<h2>a</h2>",
        "<h3>a</h3><p>b",
        "<sup>1",
        "<sup></sup>",
        "( ",
        "<cite>",
        "<li><a href=http://a.b>x",
        "<math>",
        "&amp;",
        "<",
    ],
)
def test_time_is_linear_in_its_length(piece: str) -> None:
    def seconds(length: int) -> float:
        html = "<ol class=references>" * (piece == "<cite>") + piece * (length // len(piece))
        began = time.process_time()
        read_wiki_html(html)
        return time.process_time() - began

    assert min(seconds(100_000) for _ in range(2)) < 1.0 + 8 * seconds(25_000)
