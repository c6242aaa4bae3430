"""Signs of direction in what a corpus says: they turn round the sentence that has them, and nothing beside it."""

from __future__ import annotations

import html
import json
import re

import pytest
from castalia.memory.identity import citation_keys, snippet_id
from castalia.memory.records import Citation, Claim, Draft, Section, Snippet
from castalia.tools.pages.bibtex import render_bibtex
from castalia.tools.pages.bidi_text import isolated
from castalia.tools.pages.csl_json import render_csl_json
from castalia.tools.pages.html import render_html
from castalia.tools.pages.markdown import render_markdown
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_json import PageRecord, dump_page
from castalia.tools.pages.wikitext import render_wikitext
from hypothesis import example, given
from hypothesis import strategies as st

PAGES = {"markdown": render_markdown, "wikitext": render_wikitext, "html": render_html}
BEGINNINGS, ENDS = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068", "\u202c\u2069"
SIGNS = f"\u061c\u200e\u200f{BEGINNINGS}{ENDS}"
FOLLOWING = "Each spore may grow"


def fern_page(sign: str, url: str = "https://example.org/ferns") -> PageRecord:
    """A page whose every field from elsewhere holds the sign, with a sentence of nobody's behind that which has it."""
    text = f"Ferns {sign}shed spores. {FOLLOWING}."
    said = Snippet(
        snippet_id(text, url), text, url, title=f"On {sign}ferns", year=1990, authors=(f"Ada {sign}Okoro",), source=f"Moss {sign}news",
        doi="",
    )  # fmt: skip
    cited = (Citation(citation_keys([said.id])[said.id], said.id),)
    claims = tuple(Claim(one, cited, one, "supported") for one in (f"Ferns {sign}shed spores.", f"{FOLLOWING}."))
    return build_page(
        f"Ferns{sign}", domain=f"Plants{sign}", pipeline="apollo", engine="extractive", engines={}, model=None, lead=[claims],
        sections=(Section("s", f"Life {sign}cycle"),), drafts={"s": Draft("s", (claims,))}, snippets={said.id: said}, gaps=[f"How {sign}old?"],
    )  # fmt: skip


def open_at(text: str, place: int) -> list[str]:
    """What sign still acts at this place of a line, by the rules X1 to X8 of Unicode's Annex 9."""
    opened: list[str] = []
    for sign in re.findall(f"[{BEGINNINGS}{ENDS}\n]", text[:place]):
        isolates = [at for at, one in enumerate(opened) if one > "\u2065"]
        if sign == "\n":
            opened = []
        elif sign in BEGINNINGS:
            opened.append(sign)
        elif sign == "\u2069" and isolates:
            del opened[isolates[-1] :]
        elif sign == "\u202c" and opened and opened[-1] < "\u2065":
            opened.pop()
    return opened


@pytest.mark.parametrize("sign", SIGNS, ids=ascii)
@pytest.mark.parametrize("to", PAGES)
def test_a_sign_of_direction_does_not_reach_past_its_sentence(to: str, sign: str) -> None:
    record = fern_page(sign)
    before = dump_page(record)
    rendered = PAGES[to](record)
    assert dump_page(record) == before  # which holds what was said to the letter
    if to != "html":
        assert not set(rendered) & set(SIGNS)  # nothing hides in a raw file
    text = html.unescape(re.sub(r"<(?!ref|/ref)[^>]*>", "", rendered))
    assert text.count(f"Ferns {sign}shed spores.") >= 2  # as it was said
    for found in re.finditer(rf"{FOLLOWING}|\[1\]|<ref", text.split("References")[0]):
        assert not open_at(text, found.start())
    for found in re.finditer("[\u061c\u200e\u200f]", text):
        assert open_at(text, found.start()) == ["\u2068"]  # a mark turns round what stands beside it: never a citation


@pytest.mark.parametrize("sign", SIGNS, ids=ascii)
@pytest.mark.parametrize("url", ["https://example.org/ferns", "ferns.txt"])
def test_a_bibliography_has_no_signs_of_direction(url: str, sign: str) -> None:
    record = fern_page(sign, url)
    (item,) = json.loads(render_csl_json(record))
    assert (item["title"], item["container-title"]) == ("On ferns", "Moss news")
    assert item["author"] == [{"family": "Okoro", "given": "Ada"}]
    assert not set(render_bibtex(record) + render_csl_json(record)) & set(SIGNS)
    if url.startswith("http"):
        footnote = re.search("<ref.*?</ref>", render_wikitext(record))
        assert footnote is not None and not set(html.unescape(footnote.group())) & set(SIGNS)


@example("\u202ea\u2069b")
@example("\u2067\u202ea\u2069\u2069b\u202c")
@given(st.text(alphabet=f"ab {SIGNS}"))
def test_an_isolate_ends_where_its_text_does_and_keeps_all_of_it(text: str) -> None:
    told = isolated(text)
    assert text in told and (told == text or set(text) & set(SIGNS))
    assert isolated("plain") == "plain"
    line = f"before {told} behind"
    assert not open_at(line, len(line))
    start = line.index(told)
    within = [one for one in range(start + 1, start + len(told)) if line[one] not in SIGNS]
    assert told == text or all(open_at(line, one)[:1] == ["\u2068"] for one in within)
