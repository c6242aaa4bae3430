"""The works that a page cites: the documents behind its references, as a reference manager knows them.

A reference is a snippet; a bibliography lists the document once. What kind of work it is, its identifiers and a key
that stays from page to page are found here; how a format writes them lives in ``bibtex``, ``csl_json`` and
``wikitext_references``, names in ``author_names``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from castalia.tools.language.listing import listed
from castalia.tools.pages.author_names import Author, read_authors
from castalia.tools.pages.bidi_text import undirected
from castalia.tools.pages.citations import bare_doi, web_address
from castalia.tools.pages.page_json import PageRecord, PageReference
from castalia.tools.pages.work_keys import told_apart, work_key

# An article has a doi, a paper stands in proceedings, a preprint is on arXiv alone, a webpage has an address; a
# document has none of these.
Kind = Literal["article", "paper", "preprint", "webpage", "document"]


@dataclass(frozen=True, slots=True)
class CitedWork:
    """One document, with the numbers of the references that were cut from it. What is not known is ``""``, or ``None``.

    ``container`` is what the work stands in (a journal, proceedings, a book, a site), ``eprint`` its number on arXiv.
    ``url`` is empty where it would only say the doi again, and ends in a fragment where the page cites that passage of
    it alone.
    """

    key: str
    kind: Kind
    numbers: tuple[int, ...]
    title: str
    authors: tuple[Author, ...]
    year: int | None
    container: str
    doi: str
    eprint: str
    url: str

    @property
    def name(self) -> str:
        """What to call it: its title, else what it stands in, else where it is."""
        return next((one for one in (self.title, self.container, self.doi, self.url) if one), "Untitled")


_PART = " > "  # between the titles of a document and of a part of it
_PROCEEDINGS = re.compile(
    r"\b(?:conference|workshop|symposium|congress|annual meeting)\b|\Afindings of\b|\Aproceedings\b.*\b(?:19|20)[0-9]{2}\b",
    re.IGNORECASE,
)
_ARXIV_NUMBER = r"((?:[a-z-]+(?:\.[a-z]{2})?/[0-9]{7}|[0-9]{4}\.[0-9]{4,5})(?:v[0-9]{1,2})?)"
_ARXIV = re.compile(rf"arxiv[:. /]\s?{_ARXIV_NUMBER}", re.IGNORECASE)
_ARXIV_PATH = re.compile(rf"/(?:abs|pdf|html)/{_ARXIV_NUMBER}(?:\.pdf)?/?", re.IGNORECASE)
_ARXIV_HOSTS = frozenset({"arxiv.org", "www.arxiv.org", "export.arxiv.org"})
_ARXIV_DOIS = "10.48550/"
_DOI_INSIDE = re.compile(r"(?:\bdoi:\s?)?\b10\.[0-9]{4,9}/\S+", re.IGNORECASE)


def cited_works(record: PageRecord) -> tuple[CitedWork, ...]:
    """The works behind the references, in the order of their first numbers.

    Snippets with one doi, or of one document, are one work. Keys are unique on the page; those that tie get letters in
    the order of what the works are, so that a work keeps its letter when the page is written in another order.
    """
    references = sorted(record["references"], key=lambda one: one["number"])
    groups: dict[tuple[str, str], list[PageReference]] = {}
    dois = _dois(references)
    for one in references:
        groups.setdefault(_identity(one, dois), []).append(one)
    works = {identity: _work(group, dois[group[0]["source_id"]]) for identity, group in groups.items()}
    keys = told_apart({identity: work.key for identity, work in works.items()})
    return tuple(replace(work, key=keys[identity]) for identity, work in works.items())


def cited_as(work: CitedWork, title: str) -> str:
    """A note that leads from a bibliography back to the page of this title."""
    told = listed([f"[{number}]" for number in work.numbers])
    return f"Cited as {told} on the topic page “{undirected(title)}”"


def _dois(references: Sequence[PageReference]) -> Mapping[str, str]:
    """The doi of each document; ``""`` where no reference to it has one."""
    found: dict[str, str] = {}
    for one in references:
        url = one["url"].partition("#")[0]
        doi = bare_doi(one["doi"] or "") or (bare_doi(url) if "://" in url else "")
        found[one["source_id"]] = found.get(one["source_id"], "") or undirected(doi)
    return found


def _identity(reference: PageReference, dois: Mapping[str, str]) -> tuple[str, str]:
    """What makes this work the same as another."""
    if doi := dois[reference["source_id"]]:
        return "doi", doi.lower()
    # Without an address the document may be known by its source alone, which other works share.
    return reference["source_id"], "" if reference["url"] else undirected(reference["title"])


def _work(group: Sequence[PageReference], doi: str) -> CitedWork:
    title = _common_title([undirected(one["title"]) for one in group])
    source = next((one for one in (undirected(each.get("source", "")) for each in group) if one), "")
    eprint = _eprint(group, doi, source)
    container = _container(source, title, eprint)
    authors = read_authors(next((each["authors"] for each in group if each["authors"]), []))
    year = next((each["year"] for each in group if each["year"] is not None), None)
    url = _address(group)
    return CitedWork(
        key=work_key(authors[0] if authors else None, year, title or container, group[0]["key"]),
        kind=_kind(doi, eprint, container, url),
        numbers=tuple(one["number"] for one in group),
        title=title,
        authors=authors,
        year=year,
        container=container,
        doi=doi,
        eprint=eprint,
        url=url,
    )


def _common_title(titles: Sequence[str]) -> str:
    """The title of the document: what the titles of its parts begin with, else the first of them."""
    known = [one.split(_PART) for one in titles if one]
    common = 0
    while known and common < min(map(len, known)) and len({one[common] for one in known}) == 1:
        common += 1
    return _PART.join(known[0][:common]) or _PART.join(known[0]) if known else ""


def _eprint(group: Sequence[PageReference], doi: str, source: str) -> str:
    for one in group:
        parts = urlsplit(web_address(one["url"]))
        if parts.hostname in _ARXIV_HOSTS and (found := _ARXIV_PATH.fullmatch(parts.path)):
            return found[1]
    found = _ARXIV.fullmatch(source) or _ARXIV.fullmatch(doi.removeprefix(_ARXIV_DOIS))
    return found[1] if found else ""


def _container(source: str, title: str, eprint: str) -> str:
    """What the work stands in: the source without the identifiers that some corpora keep there, a site by its name."""
    bare = _ARXIV.sub("", _DOI_INSIDE.sub("", source)).strip(" ,;:")
    if address := web_address(bare):
        return (urlsplit(address).hostname or "").removeprefix("www.")
    return "" if bare == title or (eprint and bare.lower().startswith("arxiv")) else bare


def _address(group: Sequence[PageReference]) -> str:
    """The address of the document, unless it is that of its doi; with its fragment, which names the passage, where one
    alone is cited."""
    documents = {web_address(one["url"]): web_address(one["url"].partition("#")[0]) for one in group}
    places = [one for one, document in documents.items() if document and not bare_doi(document)]
    if not places:
        return ""
    return places[0] if len(places) == 1 else documents[places[0]]


def _kind(doi: str, eprint: str, container: str, url: str) -> Kind:
    if _PROCEEDINGS.search(container):
        return "paper"
    if doi and not doi.lower().startswith(_ARXIV_DOIS):
        return "article"
    if eprint:  # which stays with an article after a journal has taken it
        return "article" if container else "preprint"
    return "article" if doi else "webpage" if url else "document"
