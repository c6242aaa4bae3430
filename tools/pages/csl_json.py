"""The reference list as CSL-JSON, one item a document: what Zotero, pandoc and citeproc read (CSL schema 1.0.2). Which
works these are lives in ``cited_works``."""

from __future__ import annotations

import json
from typing import Any

from castalia.tools.pages.author_names import OTHERS, Author
from castalia.tools.pages.cited_works import CitedWork, Kind, cited_as, cited_works
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.pages.page_text import title_of

_TYPES: dict[Kind, str] = {
    "article": "article-journal",
    "paper": "paper-conference",
    "preprint": "article",
    "webpage": "webpage",
    "document": "document",
}


def render_csl_json(record: PageRecord) -> str:
    """An array in the order of the page's numbers, ids the keys of ``render_bibtex``; ends with a newline.

    ``note``, which Zotero shows under Extra, says under which numbers the page cites the work.
    """
    return json.dumps(csl_items(record), ensure_ascii=False, indent=2) + "\n"


def csl_items(record: PageRecord) -> list[dict[str, Any]]:
    """The items as plain values; what is not known is left out."""
    return [_item(work, title_of(record)) for work in cited_works(record)]


def _item(work: CitedWork, title: str) -> dict[str, Any]:
    is_preprint = work.kind == "preprint"
    told = {
        "id": work.key,
        "citation-key": work.key,
        "type": _TYPES[work.kind],
        "title": work.name,
        "author": [_author(one) for one in work.authors],
        "container-title": "" if work.container == work.name else work.container,
        "publisher": "arXiv" if is_preprint else "",
        "number": f"arXiv:{work.eprint}" if is_preprint and work.eprint else "",
        "issued": {} if work.year is None else {"date-parts": [[work.year]]},
        "DOI": work.doi,
        "URL": work.url,
        "note": cited_as(work, title),
    }
    return {name: value for name, value in told.items() if value}


def _author(author: Author) -> dict[str, str]:
    if author.is_whole:
        return {"literal": "others" if author == OTHERS else author.family}  # as pandoc has it
    named = {"family": author.family, "given": author.given}
    return {**named, "suffix": author.suffix} if author.suffix else named
