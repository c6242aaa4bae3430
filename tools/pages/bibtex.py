"""The reference list as BibTeX, one entry a document, for BibTeX and biblatex. Which works these are lives in
``cited_works``, how text and names are written in ``bibtex_text``."""

from __future__ import annotations

from collections.abc import Iterator

from castalia.tools.pages.bibtex_text import bibtex_name, bibtex_text, bibtex_title, verbatim
from castalia.tools.pages.cited_works import CitedWork, Kind, cited_as, cited_works
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.pages.page_text import title_of

_TYPES: dict[Kind, tuple[str, str]] = {  # and what the field for the container is called
    "article": ("article", "journal"),
    "paper": ("inproceedings", "booktitle"),
    "preprint": ("misc", "howpublished"),
    "webpage": ("misc", "howpublished"),
    "document": ("misc", "howpublished"),
}


def render_bibtex(record: PageRecord) -> str:
    """The entries in the order of the page's numbers, as UTF-8; empty for a page without references, else it ends with
    a newline.

    ``annote``, which styles do not print, says under which numbers the page cites the work.
    """
    entries = [_entry(work, title_of(record)) for work in cited_works(record)]
    return "\n\n".join(entries) + "\n" if entries else ""


def _entry(work: CitedWork, title: str) -> str:
    kind, _ = _TYPES[work.kind]
    fields = ",\n".join(f"  {name} = {{{value}}}" for name, value in _fields(work, title) if value)
    return f"@{kind}{{{work.key},\n{fields}\n}}"


def _fields(work: CitedWork, title: str) -> Iterator[tuple[str, str]]:
    yield "author", " and ".join(map(bibtex_name, work.authors))
    yield "title", bibtex_title(work.name)
    yield _TYPES[work.kind][1], "" if work.container == work.name else bibtex_text(work.container)
    yield "year", "" if work.year is None else str(work.year)
    yield "doi", verbatim(work.doi)
    yield "eprint", verbatim(work.eprint)
    yield "archiveprefix", "arXiv" if work.eprint else ""
    yield "url", verbatim(work.url)
    yield "annote", bibtex_text(cited_as(work, title))
