"""The snippet of a row: which field of the row becomes which field of the snippet, and what is left out.

Reading files lives in ``corpora``, what the bytes of a format mean in ``rows``, which field is the text in
``row_texts``, the names of authors in ``row_authors``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields as fields_of
from itertools import takewhile
from typing import cast

from castalia.memory.errors import InputError
from castalia.memory.identity import snippet_id
from castalia.memory.records import Scalar, Snippet
from castalia.tools.corpus.row_authors import authors_of, name_in
from castalia.tools.corpus.row_errors import RowError
from castalia.tools.corpus.row_texts import INVERTED, is_blank, other_texts, plain_text, text_field
from castalia.tools.corpus.rows import Row

SECTION = "section"  # kept among the other fields: no reference shows it
# Our names for a field of a row, and its names elsewhere (lower case); the first that holds something wins.
# They are those of what Zotero, Scopus, Web of Science, Dimensions, OpenAlex, Crossref, Europe PMC, Semantic Scholar,
# arXiv and LangChain export.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "id": ("id",),
    "text": (
        "content",
        "text",
        "snippet",
        "abstract",
        "passage",
        "abstract note",
        "abstracttext",
        INVERTED,
        "ab",
        "page_content",
    ),
    "url": ("url", "link", "landing_page_url"),
    "domain": ("domain",),
    "topic": ("topic",),
    "title": ("title", "display_name", "ti"),
    "year": (
        "year",
        "publication year",
        "publication_year",
        "pubyear",
        "publish_time",
        "py",
        "publication_date",
        "publication date",
        "pubdate",
        "pub_date",
        "published",
        "date",
        "issued",
        "versions",
    ),
    "source": (
        "source title",
        "source",
        "publication title",
        "venue",
        "journal",
        "journaltitle",
        "so",
        "journal-ref",
        "journal/book",
        "container-title",
    ),
    "authors": ("authors_parsed", "authors", "author", "authorships", "af", "au"),
    "doi": ("doi", "di"),
    "section": (SECTION,),
}
YEARS = range(1000, 2101)
_YEAR = re.compile(r"(?<!\d)(?:1\d{3}|20\d{2}|2100)(?!\d)|\A\s*\d{4}(?=(?:0[1-9]|1[0-2])[0-3]\d\s*\Z)")  # also 20110526
_FILE = re.compile(r"([^/\\:?]{1,200})\.(?:pdf|docx?|pptx?|html?|txt|md|rst|tex|epub)", re.IGNORECASE)
_NEXT_ADDRESS = re.compile(r"\s?[;,|]?\s+(?=https?://)")  # the rest of several stays with the other fields
_TRANSLATED = re.compile(r"\A\[([^\[\]]{20,})\]\.?\Z")
_PMID = re.compile(r"[1-9]\d{0,8}")
_WORD = re.compile(r"[^\W\d_]{3}")
_MOST_LETTERS = 2000  # of a list of keywords
_SNIPPET_FIELDS = frozenset(field.name for field in fields_of(Snippet))


def check_bad_rows(bad_rows: object) -> None:
    """``InputError`` for what nobody can do with them."""
    if not isinstance(bad_rows, str) or bad_rows not in ("skip", "refuse"):
        raise InputError(f"bad_rows is {bad_rows!r}: choose 'skip' or 'refuse'")


def field_names(fields: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    """``FIELDS`` with the caller's mapping in place; ``InputError`` for a mapping of what no snippet has."""
    if not isinstance(fields, Mapping):
        raise InputError(f'fields is {fields!r}: give a dict of our names to yours, for example {{"text": "body"}}')
    for ours, theirs in fields.items():
        if ours not in FIELDS:
            field = next((one for one, names in FIELDS.items() if ours.strip().lower() in names), "")
            way = f"write {field}={theirs}" if field else f"map one of {', '.join(FIELDS)}"
            turned = theirs in FIELDS if isinstance(theirs, str) else False
            raise InputError(
                f"fields: {ours!r} is not a field of a snippet; "
                + (f"the other way round? {theirs}={ours}" if turned else way)
            )
        if not isinstance(theirs, str) or not theirs.strip():
            raise InputError(f"fields: {ours!r} needs the name of a field of the rows, not {theirs!r}")
    return {**FIELDS, **{ours: (theirs.strip().lower(),) for ours, theirs in fields.items()}}


def unmapped_text(columns: Iterable[str], names: Mapping[str, tuple[str, ...]]) -> str:
    """What to do with rows of these fields (lower case), of which one is the text where no other is mapped to it; ""
    where none is."""
    own = next((one for one in FIELDS["text"] if one in set(columns) and one not in names["text"]), "")
    return own and (
        f"--field text={names['text'][0]} (in Python fields) holds for all files of an ingest, and here is no such field; "
        f"without it {own!r} is the text: leave it out, or ingest this file apart from those that need it, into the same store"
    )


def snippet_of(
    row: Row, names: Mapping[str, tuple[str, ...]], domain: str | None
) -> tuple[Snippet, list[str]] | RowError:
    """The snippet of a row and notes on what was left out, or what is wrong with the row."""
    theirs = {name.strip().lower(): name for name in reversed(row)}
    found = {
        ours: sorted((theirs[name] for name in aliases if name in theirs), key=lambda name: is_blank(row[name]))
        for ours, aliases in names.items()
    }
    row = {**row, **{key: _dated(row[key]) for key in found["year"]}}
    text = text_field(row, found["text"], names["text"])
    if isinstance(text, RowError):
        way = "" if found["text"] else unmapped_text(theirs, names)
        return RowError(text.reason, f"{text.reason}; {way}") if way else text
    used = {key for ours, keys in found.items() if ours not in ("text", SECTION) for key in keys[:1]} | {text}
    notes: list[str] = []
    for name in other_texts(row, text, names["text"]):
        notes.append(f"a text under {name[:40]!r} not read beside the one under {text[:40]!r}")
        used |= {name} if isinstance(row[name], dict) else set()

    def line(ours: str) -> str:
        return _line(row[found[ours][0]], found[ours][0], notes) if found[ours] else ""

    content, told_url, doi = plain_text(row[text]), line("url"), line("doi")
    url = _NEXT_ADDRESS.split(told_url, maxsplit=1)[0] or ("" if doi else _in_pubmed(row, theirs))
    year = _year(row[found["year"][0]], notes) if found["year"] else None
    used -= {key for key in found["year"][:1] if _says_more(row[key], year)}
    used -= {key for key in found["url"][:1] if told_url and url != told_url}
    snippet = Snippet(
        id=snippet_id(content, url),
        text=content,
        url=url,
        domain=line("domain") if domain is None else domain,
        topic=line("topic"),
        title=_title(line("title"), content),
        year=year,
        source=line("source"),
        authors=authors_of(row[found["authors"][0]], notes) if found["authors"] else (),
        doi=doi,
        extra=_extra(row, used, line("id"), next(iter(found[SECTION]), ""), notes),
    )
    return snippet, notes


def _in_pubmed(row: Row, theirs: Mapping[str, str]) -> str:
    """Where PubMed shows a paper of which a row has no more than its number there; "" where it has none."""
    number = str(row.get(theirs.get("pmid", ""), "")).strip()
    return f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if _PMID.fullmatch(number) else ""


def row_of(snippet: Snippet) -> Row:
    """A row from which ``read_corpus`` makes this snippet again, unless other names were mapped to ours when it was
    read: a field that is called as one which the snippet lacks ("link", of one without a url) is then taken for that.
    """
    text = "content"
    while text in snippet.extra:  # a name is read without the blanks around it, and the first of two alike counts
        text += " "
    row: Row = {
        "id": snippet.extra.get("row_id"),
        text: snippet.text,
        "url": snippet.url,
        "domain": snippet.domain,
        "topic": snippet.topic,
        "title": snippet.title,
        "year": snippet.year,
        "source": snippet.source,
        "authors": list(snippet.authors),
        "doi": snippet.doi,
    }
    extra = {name: value for name, value in snippet.extra.items() if name != "row_id" and name not in row}
    return {**{name: value for name, value in row.items() if value not in ("", None, [])}, **extra}


def _line(value: object, name: str, notes: list[str]) -> str:
    """A value that a line holds; of an object, as some tell a journal, its name, and of a list its words."""
    value = (name_in(value) or value) if isinstance(value, dict) else _joined(value)
    if isinstance(value, str):
        return value.strip()
    if value is None:
        return ""
    if isinstance(value, bool | int | float) and _finite(value):
        return str(value)
    notes.append(_no_scalar(name))
    return ""


def _title(title: str, content: str) -> str:
    """The title, without the brackets in which PubMed sets one that it translated, or the words of one that is the name
    of a file ("sleep_apnea.pdf"), if it has any. A longer one stays whose last word the text speaks of ("About
    robots.txt").
    """
    title = _TRANSLATED.sub(r"\1", title)
    name = _FILE.fullmatch(title)
    if name is None or _WORD.search(name[1]) is None or (" " in title and title.split()[-1] in content):
        return title
    words = name[1] if " " in name[1] else name[1].replace("_" if "_" in name[1] else "-", " ")
    return " ".join(words.split())


def _year(value: object, notes: list[str]) -> int | None:
    """2006, 2006.0, "2006", "c. 1990" or "2006-05-01"; anything else is noted and gives ``None``."""
    if is_blank(value):
        return None
    year: int | None = None
    if isinstance(value, int) and not isinstance(value, bool) and 10**7 <= value < 10**8:
        value = str(value)
    if isinstance(value, str):
        match = _YEAR.search(value[:100])
        year = int(match.group()) if match else None
    elif isinstance(value, int | float) and not isinstance(value, bool) and _finite(value) and value == int(value):
        year = int(value)
    if year is not None and year in YEARS:
        return year
    notes.append("year left out: not a year from 1000 to 2100")
    return None


def _dated(value: object) -> object:
    """The date in what arXiv tells of the versions of a paper, and in one of CSL (Crossref, Zotero): "2006-05-01"."""
    match value:
        case {"date-parts": [[int() | float() | str() as year, *rest], *_]}:
            days = takewhile(lambda part: isinstance(part, int | str) and part != "", rest[:2])
            return "-".join([str(year), *(str(part).zfill(2) for part in days)])
        case [{"created": date}, *_] | {"date-parts": [[date, *_], *_]} | {"raw": date} | {"literal": date}:
            return date
    return value


def _says_more(value: object, year: int | None) -> bool:
    """Whether a field tells more than this year, as a date does."""
    is_told = isinstance(value, str | int | list | dict) and not isinstance(value, bool)
    return is_told and str(value).strip().removesuffix(".0") not in ("", str(year))


def _extra(row: Row, used: set[str], row_id: str, section: str, notes: list[str]) -> dict[str, Scalar]:
    """The other scalars of the row, and its lists of words ("heat; tides"); a name that a snippet has itself is kept
    apart as ``row_<name>``, and what the row calls ``section`` is called so."""
    extra: dict[str, Scalar] = {"row_id": row_id} if row_id else {}
    for name in sorted(set(row) - used, key=lambda one: (one != section, one)):
        value = _joined(row[name])
        if value is None or value == {}:
            continue
        if not isinstance(value, str | bool | int | float) or not _finite(value):
            notes.append(_no_scalar(name))
            continue
        key = SECTION if name == section else f"row_{name}" if name.lower() in _SNIPPET_FIELDS else name
        while key in extra:
            key += "_"
        # A store's payload holds integers of 64 bits.
        extra[key] = str(value) if isinstance(value, int) and value.bit_length() > 63 else value
    return extra


def _joined(value: object) -> object:
    is_short = (
        isinstance(value, list) and all(isinstance(one, str) for one in value) and sum(map(len, value)) < _MOST_LETTERS
    )
    return "; ".join(cast("list[str]", value)) or None if is_short else value


def _no_scalar(name: str) -> str:
    return f"field {name[:40]!r} left out: neither a string nor a finite number"


def _finite(value: str | bool | int | float) -> bool:
    return not isinstance(value, float) or math.isfinite(value)
