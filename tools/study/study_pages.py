"""A page as raters see it: its words and its evidence, and nothing that tells which system wrote it. Plain values for
``study_form``.

What is left out: engine, model, pipeline, verdicts, gaps, notices, open issues, counts, keys. What a page says about
itself in its own sentences cannot be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from castalia.tools.pages.citations import web_address
from castalia.tools.pages.page_json import LEAD, PageClaim, PageRecord, PageReference, walk_sections
from castalia.tools.pages.page_text import paragraphs, printable
from castalia.tools.pages.reference_lines import named_authors, reference_name
from castalia.tools.study.text_runs import Runs, text_runs

Snippets = dict[tuple[str, ...], int]  # what is shown of a snippet, to its place: those that pages share are kept once


def blinded_page(record: PageRecord, snippets: Snippets) -> dict[str, Any]:
    """The page as JSON values; the snippets it cites are added to ``snippets``.

    ``{"lang", "lead": [paragraph], "sections": [[depth, heading, [paragraph]]], "refs": {number: place}}``, where a
    paragraph is a list of sentences, and a sentence ``[text, [number], quote]``; the quote is ``""`` where the sentence
    is it. Headings and sentences are ``text_runs``.
    """
    references = {one["number"]: one for one in record["references"]}
    return {
        "lang": record.get("language", "en"),
        "lead": _prose(record, LEAD, record["lead"]),
        "sections": [
            [depth, text_runs(printable(one["heading"])), _prose(record, one["id"], one["text"])]
            for one, depth in walk_sections(record["sections"])
        ],
        "refs": {str(number): snippets.setdefault(_shown(one), len(snippets)) for number, one in references.items()},
    }


def snippet_rows(snippets: Snippets) -> list[list[Runs]]:
    """The snippets by place: title, who and when, source, address, text; title and text are ``text_runs``."""
    return [[text_runs(title), *others, text_runs(text)] for title, *others, text in snippets]


def _prose(record: PageRecord, section: str, text: str) -> list[list[list[Any]]]:
    return [list(_sentences(paragraph)) for paragraph in paragraphs(record, section, text)]


def _sentences(claims: list[PageClaim]) -> Iterator[list[Any]]:
    for claim in claims:
        sentence, quote = printable(claim["sentence"]), printable(claim["quote"])
        yield [text_runs(sentence), list(dict.fromkeys(claim["citations"])), "" if quote == sentence else quote]


def _shown(reference: PageReference) -> tuple[str, ...]:
    year = "" if reference["year"] is None else str(reference["year"])
    who = ", ".join(filter(None, (printable(named_authors(reference)), year)))
    title = reference_name(reference)
    if title == f"Snippet {reference['key']}":  # a key is made by one system, and by no other
        title = "A source without a title"
    source = printable(reference.get("source", ""))
    address = web_address(reference["url"], reference["doi"] or "")
    return (title, who, "" if source == title else source, address, printable(reference["text"]))
