"""Markdown: what the corpus says is shown, never obeyed, and stays readable in the raw file."""

from __future__ import annotations

import html
import re
import time
from typing import Any

import pytest
from castalia.memory.identity import citation_keys, snippet_id
from castalia.memory.records import Citation, Claim, Draft, Feedback, Section, Snippet
from castalia.tools.pages.bibtex import render_bibtex
from castalia.tools.pages.bidi_text import isolated
from castalia.tools.pages.csl_json import render_csl_json
from castalia.tools.pages.html import render_html
from castalia.tools.pages.markdown import escape, render_markdown
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.pages.page_text import printable
from hypothesis import given
from hypothesis import strategies as st

FIRST = Snippet(
    snippet_id("Lichens grow slowly."),
    "Lichens grow slowly.",
    "https://example.org/l(1)",
    title="On *lichens*",
    year=1990,
)
SECOND = Snippet(snippet_id("Rust eats x_i."), "Rust eats x_i.", "javascript:alert(1)")
SNIPPETS = {one.id: one for one in (FIRST, SECOND)}
KEYS = citation_keys(SNIPPETS)


def claim(sentence: str, *cited: Snippet, verdict: str = "supported") -> Claim:
    return Claim(sentence, tuple(Citation(KEYS[one.id], one.id) for one in cited), "", verdict)  # type: ignore[arg-type]


def page(*claims: Claim, topic: str = "Lichens", heading: str = "Growth", **more: Any) -> PageRecord:
    inner = Section("in", "Rate of growth", 2)
    return build_page(
        topic, domain="Biology", pipeline="apollo", engine="extractive", engines={}, model=None,
        lead=(claims or (claim("Lichens grow slowly.", FIRST),),), sections=(Section("s", heading, sections=(inner,)),),
        drafts={"in": Draft("in", ((claim("Rust eats x_i.", SECOND, FIRST),),))}, snippets=SNIPPETS, **more,
    )  # fmt: skip


def shown(escaped: str) -> str:
    """What a Markdown reader shows for text without active marks: escapes and entities undone, one pass."""
    return re.sub(
        r"\\([!-/:-@\[-`{-~])|(&(?:#?\w{1,32});)",
        lambda found: found[1] or html.unescape(found[2]),
        escaped,
        flags=re.ASCII,
    )


def test_of_many_authors_a_reader_is_told_the_first_and_exports_have_them_all() -> None:
    record = page(claim("Lichens grow slowly.", FIRST))
    names = [f"Given Family{'abcdefghijklmnopqrstuvwxyz'[at]}" for at in range(26)]
    for count, told in ((10, names[:10]), (11, [*names[:10], "et al."]), (26, [*names[:10], "et al."])):
        record["references"][0]["authors"] = names[:count]
        for text in (render_markdown(record), render_html(record)):
            assert f"{', '.join(told)} (1990)" in text and f"{names[count - 1]}," not in text
        for text in (render_bibtex(record), render_csl_json(record)):
            assert f"Family{'abcdefghijklmnopqrstuvwxyz'[count - 1]}" in text


def test_authors_whose_names_hold_commas_are_parted_by_semicolons() -> None:
    record = page(claim("Lichens grow slowly.", FIRST))
    record["references"][0]["authors"] = ["Li, Bo", "Okoro, Ada", "WHO"]
    for text in (render_markdown(record), render_html(record)):
        assert "Li, Bo; Okoro, Ada; WHO (1990)" in text


def test_a_source_that_is_the_title_stands_once_in_a_reference() -> None:
    record = page(claim("Lichens grow slowly.", FIRST))
    record["references"][0]["source"] = FIRST.title
    same = render_markdown(record)
    assert same.count("lichens\\*") == 1
    record["references"][0]["source"] = "Rocks"
    assert "*On \\*lichens\\** (1990). Rocks. “Lichens" in render_markdown(record)


@pytest.mark.parametrize(
    ("source", "title", "is_said"),
    [("Nature", "Nature", True), ("Nature", "Nature > Lichens", True), ("Nature", "Nature of lichens", False)],
)
def test_a_source_is_not_said_beside_a_place_in_it(source: str, title: str, is_said: bool) -> None:
    record = page(claim("Lichens grow slowly.", FIRST))
    record["references"][0] |= {"source": source, "title": title}  # type: ignore[typeddict-item]
    assert (f"(1990). {source}. “Lichens" in render_markdown(record)) is not is_said


def test_the_year_stands_behind_who_wrote_it_or_else_behind_the_name() -> None:
    record = page(claim("Lichens grow slowly.", FIRST))
    record["references"][0] |= {"authors": ["N. Adeyemi"]}  # type: ignore[typeddict-item]
    assert "N. Adeyemi (1990). *On" in render_markdown(record)
    record["references"][0] |= {"authors": [], "title": ""}  # type: ignore[typeddict-item]
    assert "1. (1990). “Lichens" in render_markdown(record)


def test_a_reference_to_a_chunk_says_nothing_of_it() -> None:
    record = page(claim("Lichens grow slowly.", FIRST))
    for url in ("notes.txt@chunk2", "@chunk2"):
        record["references"][0]["url"] = url
        assert render_markdown(record).count("notes.txt") == url.count("notes.txt")
        assert "@chunk" not in render_markdown(record)


@pytest.mark.parametrize("source", ["- a list", "> a quote", "# a heading", "2. a list", "--- a rule", "+ a list"])
def test_a_reference_begins_no_block_of_its_own(source: str) -> None:
    record = page(claim("Lichens grow slowly.", FIRST))
    record["references"][0] |= {"source": source, "title": "", "year": None, "authors": []}
    line = render_markdown(record).split("## References\n\n")[1].split("\n")[0]
    assert shown(line).startswith(f"1. {source}.")
    assert re.match(r"1\. (2\\\.|\\[->#+])", line)


def test_a_page_reads_from_title_to_references() -> None:
    lead = (claim("Lichens grow slowly.", FIRST), claim("Rust eats x_i.", SECOND))
    text = render_markdown(page(*lead, gaps=["How old do they get?"]))
    lines = [line for line in text.split("\n") if line]
    assert lines[0] == "# Lichens"
    assert lines[1].startswith("*Written by the extractive engine")
    assert lines[2:] == [
        "Lichens grow slowly.[1] Rust eats x_i.[2]",
        "## Growth",
        "### Rate of growth",
        "Rust eats x_i.[2][1]",
        "## What this page leaves open",
        "- How old do they get?",
        "## References",
        "1. *On \\*lichens\\** (1990). “Lichens grow slowly.” <https://example.org/l(1)>",
        "2. “Rust eats x_i.” javascript:alert(1)",
    ]
    assert text.endswith("\n") and "\n\n\n" not in text


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("kidney", "Kidney"),
        ("t cell", "T cell"),
        ("pH", "pH"),
        ("p53", "p53"),
        ("p-value", "p-value"),
        ("carbon-14 dating", "Carbon-14 dating"),
        ("prisoner’s dilemma", "Prisoner’s dilemma"),
        ("input/output", "Input/output"),
        ("mRNA", "mRNA"),
        ("DNA repair", "DNA repair"),
        ("What is a kidney?", "Kidney"),
        ("define the kidney (anatomy)", "Kidney (anatomy)"),
        ("How do kidneys work?", "How do kidneys work?"),
        ("the kidney", "The kidney"),
        ("What is it?", "What is it?"),
        ("What are kidneys made of?", "What are kidneys made of?"),
    ],
)
def test_a_title_is_the_name_that_is_asked_for_with_a_capital_unless_its_first_word_is_written_in_its_own_way(
    topic: str, title: str
) -> None:
    record = page(topic=topic)
    assert record["topic"] == topic and render_markdown(record).startswith(f"# {title}\n")
    assert f">{title}</h1>" in render_html(record) and f"<title>{title}</title>" in render_html(record)


def test_gaps_and_issues_stand_on_the_page_only_where_there_are_any() -> None:
    assert "leaves open" not in render_markdown(page())
    assert "Open issues" not in render_markdown(page())
    issue = Feedback("in", "Rust eats x_i.", "one source only.", "cite")
    assert "- Rate of growth: one source only. “Rust eats x_i.”\n" in render_markdown(page(open_issues=[issue]))


def test_a_doubtful_sentence_is_marked() -> None:
    text = render_markdown(page(claim("Lichens fly.", FIRST, verdict="unsupported"), claim("They sing.")))
    assert "Lichens fly.[1] *(not supported by what it cites)* They sing. *(no source)*" in text


@pytest.mark.parametrize(
    "text",
    ["on [0,1] and [18]F", "x_i and x_{ij}", "3 < 5 and p<0.05", "COVID-19", "Δ = 2.5 µm", "R&D, A & B", "a > b", "−5 °C",
     "γ-ray (0.1–10 MeV)", "[3] says so", "C# and F#", "100% (n = 3)!", "5 - 3", "1.5 g", "C:/data", "\\alpha"],
)  # fmt: skip
def test_scientific_text_reads_as_it_is_in_the_raw_file(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
        ("<!-- x -->", "&lt;!-- x -->"),
        ("*bold* and **b**", "\\*bold\\* and \\*\\*b\\*\\*"),
        ("_it_ and __b__", "\\_it_ and \\_\\_b__"),
        ("`code`", "\\`code\\`"),
        ("a | b", "a \\| b"),
        ("~~gone~~ ~5", "\\~\\~gone\\~\\~ \\~5"),
        ("# head", "\\# head"),
        ("head ##", "head \\##"),
        ("> quote", "\\> quote"),
        ("- item", "\\- item"),
        ("+ item", "\\+ item"),
        ("---", "\\---"),
        ("1. item", "1\\. item"),
        ("12) item", "12\\) item"),
        ("[a](javascript:x)", "[a\\](javascript:x)"),
        ("![a](https://x.org/p.png)", "![a\\](https\\://x.org/p.png)"),
        ("[a]: https://x.org", "[a\\]: https\\://x.org"),
        ("[^1]", "\\[^1]"),
        ("see www.x.org", "see www\\.x.org"),
        ("&lt;b&gt; &#35;", "&amp;lt;b&amp;gt; &amp;#35;"),
        ("$x$ costs $5", "\\$x\\$ costs \\$5"),
        ("\\*", "\\\\\\*"),
        ("ends with \\", "ends with \\\\"),
        ("two\n\n# lines\r\x0b", "two \\# lines"),
        ("nul \0 and \ud800", "nul \ufffd and \ufffd"),
    ],
)
def test_what_would_act_is_escaped(text: str, escaped: str) -> None:
    assert escape(text) == escaped


MARKS = st.lists(
    st.one_of(
        st.sampled_from([*"*_`~|<>&#[]()!\\$:-+=.;1 ab", "http://", "www.", "&lt;", "1. ", "](", "\n"]),
        st.text(max_size=3),
    )
).map("".join)


@given(MARKS)
def test_what_is_shown_is_what_was_said(text: str) -> None:
    assert shown(escape(text)) == isolated(printable(text))


@given(MARKS)
def test_no_active_mark_is_left(text: str) -> None:
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "é", escape(text))
    assert "\n" not in bare
    assert not re.search(r"[*`|~$]|<[A-Za-z/!?]|\]\(|\]:|\[\^|https?://|www\.", bare, re.IGNORECASE)
    assert not re.match(r"#|>|[-+](\s|$)|---|\d{1,9}[.)](\s|$)", bare)


def test_headings_titles_and_gaps_are_escaped_too() -> None:
    bad = "<img src=x onerror=y> *a* [l](x)\n# h"
    text = render_markdown(page(topic=bad, heading=bad, gaps=[bad], open_issues=[Feedback(bad, bad, bad)]))
    assert "<img" not in text and "l](x" not in text and " *a*" not in text
    assert len(re.findall(r"^#", text, re.MULTILINE)) == 6


@pytest.mark.parametrize("unit", ["_", "\\", "<", "&", "[", "]", "&a", "www.", "http://", "# ", "1", "$", "_a"])
def test_long_hostile_lines_are_escaped_in_linear_time(unit: str) -> None:
    start = time.process_time()
    escape(unit * (200_000 // len(unit)))
    assert time.process_time() - start < 2
