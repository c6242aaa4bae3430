"""The HTML page: one file, no script, everything escaped, every link leads somewhere."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest
from castalia.memory.identity import citation_keys, snippet_id
from castalia.memory.records import Citation, Claim, Draft, Feedback, Section, Snippet
from castalia.tools.pages.html import render_html
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.pages.page_text import printable
from hypothesis import given
from hypothesis import strategies as st

VOID = {"meta", "br", "link", "img", "input", "hr", "base"}
ALLOWED = set(
    "html head meta title style body a div header p h1 h2 h3 h4 h5 h6 nav ol ul li main article section span bdi sup sub q b mark aside "
    "details summary blockquote footer".split()
)


class Reader(HTMLParser):
    """Tags, attributes and visible text of a page; refuses tags that do not nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs)
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.tags if name in attributes]


FERN = "Ferns shed spores. Each spore may grow. The rest of this snippet is about their long history on land."
FIRST = Snippet(
    snippet_id(FERN), FERN, "https://example.org/f?a=1&b=2", title="Ferns", year=1990, authors=("A. Okoro", "B. Li")
)
SECOND = Snippet(snippet_id("Moss is old."), "Moss is old.", "javascript:alert(1)", doi="nonsense")
SNIPPETS = {one.id: one for one in (FIRST, SECOND)}


def page(*sentences: str, snippets: dict[str, Snippet] = SNIPPETS, **more: Any) -> PageRecord:
    keys = citation_keys(snippets)
    every = tuple(Citation(keys[one], one) for one in snippets)
    given: dict[str, Any] = {
        "domain": "Botany", "pipeline": "apollo", "engine": "extractive", "engines": {}, "model": None,
        "lead": [[Claim(one, every[:1], one, "supported") for one in sentences or ("Ferns shed spores.",)]],
        "sections": (Section("one", "Age", sections=(Section("two", "Age", 2),)), Section("a b<", "Place")),
        "drafts": {"two": Draft("two", ((Claim("Moss is old.", every[::-1], "Moss is old.", "supported"),),))},
        "snippets": snippets,
    }  # fmt: skip
    return build_page(given.pop("topic", more.pop("topic", "Ferns")), **(given | more))


def test_the_page_is_one_file_without_script_or_network() -> None:
    text = render_html(page(gaps=["How old?"], open_issues=[Feedback("two", "x", "y")]))
    read = Reader(text)
    assert {tag for tag, _ in read.tags} <= ALLOWED
    assert not any(
        name.startswith("on") or name in ("src", "style", "srcset") for _, all_ in read.tags for name in all_
    )
    assert "url(" not in text and "@import" not in text
    policy = next(one["content"] for _, one in read.tags if one.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy and "script" not in policy and "unsafe" not in policy
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style is not None
    assert f"'sha256-{base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()}'" in policy


def test_landmarks_language_and_viewport_are_there() -> None:
    text = render_html(page(language="de"))
    read = Reader(text)
    tags = [tag for tag, _ in read.tags]
    assert all(tags.count(one) == 1 for one in ("header", "nav", "main", "article", "footer", "h1"))
    assert read.tags[0] == ("html", {"lang": "de"})
    assert any(one.get("name") == "viewport" for _, one in read.tags)
    assert "@media print" in text and "prefers-color-scheme: dark" in text


def test_a_heading_is_read_out_without_the_sign_that_links_to_it() -> None:
    headings = re.findall(r"<h2 id=[^>]*>(.*?)</h2>", render_html(page("Ferns shed spores.", "Each spore may grow.")))
    linked = re.compile(r'[^<]+<a class="anchor" href="#[^"]+" aria-hidden="true" tabindex="-1">#</a>')
    assert any(map(linked.fullmatch, headings))
    assert not any(re.search(r"#</a>(?<!-1\">#</a>)", one) for one in headings)


def test_every_id_is_unique_and_every_inner_link_leads_to_one() -> None:
    read = Reader(render_html(page("Ferns shed spores.", "Each spore may grow.", gaps=["How old?"])))
    ids = read.all("id")
    assert len(set(ids)) == len(ids)
    inner = [link[1:] for link in read.all("href") if link.startswith("#")]
    assert {unquote(link) for link in inner} <= set(ids)
    assert all(not re.search(r"\s", one) for one in ids)
    assert set(read.all("aria-labelledby")) <= set(ids)


def test_each_citation_leads_to_its_reference_and_back() -> None:
    read = Reader(render_html(page("Ferns shed spores.", "Each spore may grow.")))
    links = [(one["href"], one["id"]) for tag, one in read.tags if tag == "a" and one.get("id", "").startswith("cite-")]
    assert links == [("#ref-1", "cite-1-1"), ("#ref-1", "cite-1-2"), ("#ref-2", "cite-2-1"), ("#ref-1", "cite-1-3")]
    backs = [link for link in read.all("href") if link.startswith("#cite-")]
    assert backs == ["#cite-1-1", "#cite-1-2", "#cite-1-3", "#cite-2-1"]


def test_a_snippet_is_read_out_with_the_number_of_its_reference() -> None:
    names = re.findall(r'<summary aria-label="([^"]*)">Snippet<', render_html(page()))
    assert names == ["Snippet of reference 1", "Snippet of reference 2"]


def test_the_footer_counts_what_is_cited() -> None:
    assert (
        "3 sentences, 2 snippets cited, 2 documents"
        in Reader(render_html(page("Ferns shed spores.", "It grows."))).text
    )


def test_the_card_shows_the_sentence_in_its_snippet() -> None:
    text = render_html(page("Each spore may grow."))
    card = ">Ferns shed spores. <mark>Each spore may grow.</mark> The rest of this snippet is about their long history on land.</q>"
    assert card in text


def test_a_card_is_hidden_without_any_style_and_has_no_role_that_it_does_not_play() -> None:
    cards = [one for _, one in Reader(render_html(page())).tags if one.get("class") == "card"]
    assert cards and all("hidden" in one and "role" not in one for one in cards)


@pytest.mark.parametrize("title", ["The long history of ferns and of all that they live on " * 3, "蕨" * 250])
def test_the_name_of_a_citation_mark_is_its_number_and_a_short_title(title: str) -> None:
    one = Snippet(snippet_id("Ferns shed spores."), "Ferns shed spores.", "https://example.org", title=title)
    text = render_html(page(snippets={one.id: one}, drafts={}))
    (name,) = re.findall(r'id="cite-1-1" aria-label="([^"]*)"', text)
    assert name.startswith(f"Reference 1: {title[:30]}") and name.endswith("…") and len(name) < 80
    assert len(re.findall(r'class="card" hidden><b dir="auto">([^<]*)', text)[0]) > 140


def test_the_reference_marks_every_passage_that_was_used_once() -> None:
    record = page("Ferns shed spores.", "Each spore may grow.", "Ferns shed spores.")
    (quoted, _) = re.findall(r"<blockquote[^>]*>(.*?)</blockquote>", render_html(record))
    assert quoted == (
        "<mark>Ferns shed spores.</mark> <mark>Each spore may grow.</mark> "
        "The rest of this snippet is about their long history on land."
    )


def test_a_quote_that_is_not_in_the_snippet_gives_its_beginning() -> None:
    record = page("Ferns fly.")
    assert ">Ferns shed spores. Each spore may grow." in render_html(record)


def test_only_web_addresses_become_links() -> None:
    read = Reader(render_html(page()))
    assert [link for link in read.all("href") if not link.startswith("#")] == ["https://example.org/f?a=1&b=2"]
    assert "javascript:alert(1)" in read.text


@pytest.mark.parametrize(("url", "name"), [("https://example.org/f@chunk2", "example.org/f"), ("@chunk2", "Snippet s")])
def test_a_reference_to_a_chunk_says_nothing_of_it(url: str, name: str) -> None:
    one = Snippet(snippet_id("Ferns shed spores."), "Ferns shed spores.", url)
    shown = render_html(page(snippets={one.id: one}))
    assert "@chunk" not in shown
    assert name in Reader(shown).text


def test_scientific_text_is_shown_as_it_is() -> None:
    sentence = "On [0,1], p < 0.05 & [18]F in x_i > 3 for “COVID-19” (Δ = 2.5 µm)."
    assert sentence in Reader(render_html(page(sentence))).text
    assert "[0,1]</a>" not in render_html(page(sentence))


def test_doubts_gaps_and_issues_are_said() -> None:
    bare = Claim("Ferns sing.", ())
    wrong = Claim("Moss flies.", (Citation("", SECOND.id),), "", "unsupported")
    read = Reader(
        render_html(page(lead=[[bare, wrong]], gaps=["How old?"], open_issues=[Feedback("two", "x", "why so")]))
    )
    assert "Ferns sing.[no source]" in read.text
    assert "[not supported by what it cites]" in read.text
    assert "What this page leaves openHow old?" in re.sub(r"\n", "", read.text)
    assert "Open issues (1)" in read.text and "Age: why so." in read.text
    calm = Reader(render_html(page())).text
    assert "leaves open" not in calm and "Open issues" not in calm and "[no source]" not in calm


def test_a_page_without_sections_or_references_is_still_a_page() -> None:
    read = Reader(render_html(page(lead=[], sections=(), drafts={}, domain="")))
    assert "Ferns" in read.text
    assert "nav" not in [tag for tag, _ in read.tags]


def test_a_page_edited_by_hand_has_links_that_match() -> None:
    record = page("Ferns shed spores.", "Each spore may grow.")
    record["lead"] = "By hand.[2] And [7].[7] More.[1]"
    read = Reader(render_html(record))
    assert {unquote(link[1:]) for link in read.all("href") if link.startswith("#")} <= set(read.all("id"))


def test_the_same_record_gives_the_same_page_in_every_process() -> None:
    record = page(
        "Ferns shed spores.", "Each spore may grow.", gaps=["How old?"], open_issues=[Feedback("two", "x", "y")]
    )
    code = (
        "import json, sys\n"
        "from castalia.tools.pages.html import render_html\n"
        "sys.stdout.buffer.write(render_html(json.load(sys.stdin)).encode())\n"
    )
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        again = subprocess.run(
            [sys.executable, "-c", code], input=json.dumps(record).encode(), env=env, capture_output=True, check=True
        )
        assert again.stdout.decode() == render_html(record)


HOSTILE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'onload='x", "</style><b>", "--><b>", "]]>", "&lt;b&gt;",
         "\ud800\0\x1b", "\u202eabc", "</q></span>", "a\nb\t c"]
    ),
)  # fmt: skip


@given(HOSTILE, HOSTILE)
def test_whatever_the_corpus_says_is_text(one: str, other: str) -> None:
    bad = Snippet(snippet_id(other, one), other, one, title=one, source=other, authors=(one, other), doi=other)
    record = page(
        one, f"x {other} y", topic=one, domain=other, snippets={bad.id: bad}, drafts={}, gaps=[one], pipeline=other,
        sections=(Section(f"1{one}", other), Section(f"2{other}", one)), open_issues=[Feedback(one, other, one)],
        engine="model", model=other, language=one,
    )  # fmt: skip
    text = render_html(record)
    text.encode("utf-8")
    read = Reader(text)
    assert {tag for tag, _ in read.tags} <= ALLOWED
    assert not any(name.startswith("on") or name in ("src", "style") for _, all_ in read.tags for name in all_)
    assert all(link.startswith(("#", "http://", "https://")) for link in read.all("href"))
    assert printable(f"x {other} y") in read.text
    assert len(set(read.all("id"))) == len(read.all("id"))


@pytest.mark.parametrize("count", [1, 30])
def test_back_links_are_lettered(count: int) -> None:
    text = render_html(page(*["Ferns shed spores."] * count, drafts={}))
    assert (">aa</a>" in text) == (count == 30)
    assert (">↑</a>" in text) == (count == 1)


def test_the_name_of_a_back_link_says_from_where_and_by_which_letter() -> None:
    text = render_html(page("Ferns shed spores.", "Each spore may grow."))
    assert re.findall(r'<a href="#cite[^>]* aria-label="([^"]*)">(.)</a>', text) == [
        ("Reference 1, back to a", "a"), ("Reference 1, back to b", "b"), ("Reference 1, back to c", "c"),
        ("Reference 2, back to the text", "↑"),
    ]  # fmt: skip


def test_the_title_of_a_page_is_set_as_its_headings_are() -> None:
    text = render_html(page(topic="H_2O", sections=(Section("one", "H_2O"), Section("two", "Ice"))))
    (title, *headings) = re.findall(r"<h[12][^>]*>(H.*?)<(?:/h1|a )", text)
    assert headings == [title] and "<sub>" in title
    assert "<title>H_2O</title>" in text


def test_text_of_another_direction_turns_nothing_round_beside_it() -> None:
    """Each quote, heading and paragraph has the direction of its own letters; so has each part of a reference."""
    one = Snippet(
        snippet_id(FERN), FERN, "https://example.org", title="שרכים", year=1990, authors=("א. כהן",), source="טבע"
    )
    record = page(snippets={one.id: one}, open_issues=[Feedback("two", "Ferns shed spores.", "why so")])
    read = Reader(render_html(record))
    wanted = [attributes for tag, attributes in read.tags if tag in ("q", "blockquote", "h1")]
    wanted += [one for tag, one in read.tags if re.fullmatch("h[2-6]", tag) and one["id"].startswith("section-")]
    assert len(wanted) == 8 and all(attributes.get("dir") == "auto" for attributes in wanted)
    assert '<div class="lead">\n<p dir="auto">' in render_html(record)
    assert "<bdi>א. כהן (1990)</bdi>" in render_html(record)
    assert '<bdi class="title">שרכים</bdi>' in render_html(record) and "<bdi>טבע</bdi>" in render_html(record)


def test_no_section_of_the_text_is_a_landmark() -> None:
    named = [(tag, one["aria-labelledby"]) for tag, one in Reader(render_html(page())).tags if "aria-labelledby" in one]
    assert named == [("nav", "contents"), ("section", "references")]
