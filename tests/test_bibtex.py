"""BibTeX: entries that a real parser reads back as they were, whatever the corpus says."""

from __future__ import annotations

import io
import re
import time
from typing import Any

import cited_pages
import pytest
from castalia.tools.pages.author_names import OTHERS, Author
from castalia.tools.pages.bibtex import render_bibtex
from castalia.tools.pages.bibtex_text import bibtex_name, bibtex_text, bibtex_title
from castalia.tools.pages.bidi_text import undirected
from castalia.tools.pages.cited_works import cited_works
from castalia.tools.pages.csl_json import csl_items
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database import BibliographyData, Person, parse_string
from pybtex.plugin import find_plugin

page, reference = cited_pages.page, cited_pages.reference


def parsed(text: str) -> BibliographyData:
    return parse_string(text, "bibtex")


def read(value: str) -> str:
    """What LaTeX shows for our escapes, braces for capitals aside."""
    known = {
        "textbackslash": "\\", "textbraceleft": "{", "textbraceright": "}", "textasciitilde": "~", "textasciicircum": "^",
        "textless": "<", "textgreater": ">", "textbar": "|", "textasciigrave": "`",
    }  # fmt: skip
    return re.sub(r"\{\\(text[a-z]+)\}|\\([#$%&_])|[{}]", lambda one: known[one[1]] if one[1] else one[2] or "", value)


def test_the_references_are_one_entry_a_document() -> None:
    text = render_bibtex(
        page(
            reference(1, url="https://doi.org/10.1000/tides#p1", title="The tides of the North Sea: a DNA study",
                      authors=["Ngozi Adeyemi", "Berg, Jan van der"], year=2001, source="Journal of Seas & Shores"),
            reference(2, url="https://x.org/a_b?c=1%20&d=2#e", title="Waves", source="The Sea Book"),
            reference(3, url="https://doi.org/10.1000/tides#p9", title="The tides of the North Sea: a DNA study"),
        )
    )  # fmt: skip
    assert text == (
        "@article{adeyemi2001tides,\n"
        "  author = {Adeyemi, Ngozi and Berg, Jan van der},\n"
        "  title = {The tides of the {North} {Sea}: a {DNA} study},\n"
        "  journal = {Journal of Seas \\& Shores},\n"
        "  year = {2001},\n"
        "  doi = {10.1000/tides},\n"
        "  annote = {Cited as [1] and [3] on the topic page “Tides”}\n"
        "}\n\n"
        "@misc{waves,\n"
        "  title = {Waves},\n"
        "  howpublished = {The Sea Book},\n"
        "  url = {https://x.org/a_b?c=1%20&d=2#e},\n"
        "  annote = {Cited as [2] on the topic page “Tides”}\n"
        "}\n"
    )


def test_a_note_leads_back_to_the_page_by_its_title() -> None:
    asked = page(reference(1, title="Waves")) | {"topic": "What is a tide?"}
    note = "Cited as [1] on the topic page “Tide”"
    assert f"annote = {{{note}}}" in render_bibtex(asked)
    assert [one["note"] for one in csl_items(asked)] == [note]


@pytest.mark.parametrize(
    ("given", "kind", "told"),
    [
        ({"doi": "10.1000/x", "source": "Nature"}, "article", {"journal": "Nature", "doi": "10.1000/x"}),
        ({"url": "https://x.org/1", "source": "Proceedings of the Workshop on T"}, "inproceedings",
         {"booktitle": "Proceedings of the Workshop on T", "url": "https://x.org/1"}),
        ({"url": "https://arxiv.org/abs/0704.1002", "source": "arXiv 0704.1002"}, "misc",
         {"eprint": "0704.1002", "archiveprefix": "arXiv", "url": "https://arxiv.org/abs/0704.1002"}),
        ({"url": "https://x.org/1"}, "misc", {"url": "https://x.org/1"}),
        ({"source": "Field notes"}, "misc", {"howpublished": "Field notes"}),
    ],
)  # fmt: skip
def test_an_entry_has_the_fields_of_its_kind(given: dict[str, Any], kind: str, told: dict[str, str]) -> None:
    (entry,) = parsed(render_bibtex(page(reference(1, title="T", **given)))).entries.values()
    assert entry.type == kind
    assert {name: value for name, value in entry.fields.items() if name not in ("title", "annote")} == told


def test_an_entry_always_has_a_title_and_says_nothing_twice() -> None:
    (entry,) = parsed(render_bibtex(page(reference(1, source="Field notes")))).entries.values()
    assert entry.fields["title"] == "Field notes" and "howpublished" not in entry.fields


def test_a_page_without_references_is_an_empty_bibliography() -> None:
    assert render_bibtex(page()) == ""


@pytest.mark.parametrize(
    ("author", "written", "last", "von", "first"),
    [
        (Author("Adeyemi", "N. K."), "Adeyemi, N. K.", ["Adeyemi"], [], ["N.", "K."]),
        (Author("van der Berg", "Jan"), "van der Berg, Jan", ["Berg"], ["van", "der"], ["Jan"]),
        (Author("King", "Martin", "Jr."), "King, Jr., Martin", ["King"], [], ["Martin"]),
        (Author("Ortega y Gasset", "José"), "{Ortega y Gasset}, José", ["{Ortega y Gasset}"], [], ["José"]),
        (Author("World Health Organization"), "{World Health Organization}", ["{World Health Organization}"], [], []),
        (Author("Sand and Gravel, Inc."), "{Sand and Gravel, Inc.}", ["{Sand and Gravel, Inc.}"], [], []),
        (Author("李明"), "{李明}", ["{李明}"], [], []),
        (Author("R&D {x", "A_b"), "R\\&D {\\textbraceleft}x, A\\_b", ["R\\&D", "{\\textbraceleft}x"], [], ["A\\_b"]),
        (Author("Doe", "J and K"), "Doe, {J and K}", ["Doe"], [], ["{J and K}"]),
        (Author("Doe", "--"), "Doe, {--}", ["Doe"], [], ["{--}"]),
        (OTHERS, "others", ["others"], [], []),
    ],
)  # fmt: skip
def test_a_name_is_read_as_its_family_and_given_parts(
    author: Author, written: str, last: list[str], von: list[str], first: list[str]
) -> None:
    assert bibtex_name(author) == written
    person = Person(written)
    assert (person.last_names, person.prelast_names, person.first_names + person.middle_names) == (last, von, first)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("50 % of R&D costs $5 #1 x_i", "50 \\% of R\\&D costs \\$5 \\#1 x\\_i"),
        ("a {b} \\input{x}", "a {\\textbraceleft}b{\\textbraceright} {\\textbackslash}input{\\textbraceleft}x{\\textbraceright}"),
        ("~ ^ ` | p < 0.05 > 1", "{\\textasciitilde} {\\textasciicircum} {\\textasciigrave} {\\textbar} p {\\textless} 0.05 {\\textgreater} 1"),
        ("CO₂ at 5 °C in “Δ”, 'in vitro', [0,1]", "CO₂ at 5 °C in “Δ”, 'in vitro', [0,1]"),
        ('"quoted" @article{x,', '"quoted" @article{\\textbraceleft}x,'),
        ("two\nlines \x00", "two lines \ufffd"),
    ],
)  # fmt: skip
def test_what_tex_would_act_on_is_escaped(text: str, escaped: str) -> None:
    assert bibtex_text(text) == escaped


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Expression of mRNA in COVID-19 patients", "Expression of {mRNA} in {COVID-19} patients"),
        ("On malaria in West Africa", "On malaria in {West} {Africa}"),
        ("Hepatitis B and the p53 gene", "Hepatitis {B} and the p53 gene"),
        (
            "A Review of the Efficacy of DNA Vaccines in Children",
            "A Review of the Efficacy of {DNA} Vaccines in Children",
        ),
        ("Waves", "Waves"),
        ("A Meta-Analysis of X-ray Tubes by O'Neill", "A Meta-Analysis of {X-ray} Tubes by {O'Neill}"),
        ("Novel Plasmodium falciparum Adhesins in Blood", "Novel {Plasmodium} falciparum Adhesins in Blood"),
        ("The viral life cycle (HIV)", "The viral life cycle ({HIV})"),
        ("Do we care? Yes: Maybe we do", "Do we care? Yes: Maybe we do"),
        ("R&D at NASA{", "{R\\&D} at {NASA{\\textbraceleft}}"),
    ],
)
def test_capitals_that_a_style_must_keep_are_in_braces(title: str, written: str) -> None:
    assert bibtex_title(title) == written


PIECES = st.lists(
    st.one_of(
        st.sampled_from([*"{}\\%$#&_~^`|<>\"'@,=() aB\n", "{\\", "\\}", " and ", "@misc{x,", "DNA", "et al.", "\\input{x}", "Jr."]), st.text(max_size=3)
    ),
    max_size=25,
).map("".join)  # fmt: skip


def depth_stays_sound(text: str) -> bool:
    """BibTeX counts braces, whatever stands before them."""
    depth = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0


@given(PIECES)
def test_any_text_is_balanced_and_reads_as_it_was(text: str) -> None:
    for written in (bibtex_text(text), bibtex_title(text)):
        assert depth_stays_sound(written)
        assert read(written) == undirected(text)
        bare = re.sub(r"\{\\text[a-z]+\}|\\[#$%&_]", "", written)
        assert not re.search(r"[\\%$#&_~^`|<>]", bare)


@given(st.lists(st.fixed_dictionaries({
    "title": PIECES, "source": PIECES, "url": st.one_of(PIECES, PIECES.map("https://x.org/{}".format)), "authors": st.lists(PIECES, max_size=3),
    "doi": st.one_of(st.none(), PIECES, PIECES.map("10.1000/{}".format)), "year": st.one_of(st.none(), st.integers(1900, 2100)),
}), max_size=4), PIECES)  # fmt: skip
def test_any_references_are_read_back_by_a_parser(given: list[dict[str, Any]], topic: str) -> None:
    record = page(*(reference(number, **one) for number, one in enumerate(given, 1)), topic=topic)
    text = render_bibtex(record)
    works = {one.key: one for one in cited_works(record)}
    found = parsed(text).entries
    assert list(found) == list(works)
    for key, entry in found.items():
        assert read(entry.fields["title"]) == works[key].name
        assert [len(entry.persons.get("author", ()))] == [len(works[key].authors)]
        assert entry.fields.get("year", "") == ("" if works[key].year is None else str(works[key].year))
    assert depth_stays_sound(text)


def test_a_style_makes_a_bibliography_of_it() -> None:
    text = render_bibtex(
        page(
            reference(1, doi="10.1000/x", title="Tides & DNA", authors=["Ngozi Adeyemi", "et al."], year=2001, source="Seas"),
            reference(2, url="https://x.org", title="Waves", year=2002, source="The Sea Book"),
        )
    )  # fmt: skip
    backend = find_plugin("pybtex.backends", "text")()
    formatted = find_plugin("pybtex.style.formatting", "unsrt")().format_bibliography(parsed(text))
    out = io.StringIO()
    backend.write_to_stream(formatted, out)
    assert "Ngozi Adeyemi and others. Tides & DNA. Seas, 2001." in out.getvalue()
    assert "Waves. The Sea Book, 2002." in out.getvalue()


@pytest.mark.parametrize("unit", ["{", "\\", "a B ", "DNA", "<", " and ", ", ", "A.", "x_"])
def test_long_hostile_lines_are_escaped_in_linear_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    start = time.process_time()
    bibtex_text(text), bibtex_title(text), bibtex_name(Author(text, text))
    assert time.process_time() - start < 2
