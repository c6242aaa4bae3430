"""Source paths: where in its document a snippet stands, read from the headings over it and the numbers of its row or
url."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Set
from functools import lru_cache
from itertools import pairwise

from castalia.memory.records import Snippet, without_chunks

DEEPEST = 6  # parts of a title that are read

SourceOrder = tuple[tuple[int, str], ...]  # a key to sort the snippets of a document by
SourcePath = tuple[str, ...]  # the document of a snippet, and the parts of its title, from the widest on


def headings_of(snippet: Snippet) -> str:
    """What stands over a snippet, the widest first, with ">" between and without the numbers by which a book counts its
    parts: its title, and its field ``section``, if that says more."""
    section = snippet.extra.get("section")
    if section and isinstance(section, str):
        return _headings(_uncounted(snippet.title), _uncounted(section))
    return _uncounted(snippet.title)


@lru_cache(maxsize=4_096)
def _uncounted(title: str) -> str:
    """A title without the numbers of its parts: "Chapter 31. Replication > 31.2. Roles" is "Replication > Roles"."""
    return ">".join(_COUNTED.sub(r"\1", part) for part in title.split(">"))


# Not "1.5 Degrees", "2.4 GHz Radio", "X.25 Networks" or "Chapter 7 Bankruptcy".
_COUNTED = re.compile(
    r"^(\s*)(?:(?:[Cc]hapter|[Ss]ection|[Aa]ppendix|[Pp]art|[Uu]nit|[Ll]ecture|[Ll]esson|[Mm]odule)"
    r" (?:(?:\d{1,3}|[A-Z]|[IVX]{1,5})(?:\.\d{1,3}){0,3} ?)?[.:–—-]{1,2} +"
    r"|\d{1,3}(?:\.\d{1,3}){0,4}[.)] +|[A-K](?:\.\d{1,2}){1,4}[.:)]? +"
    r"|\d{1,3}(?:\.\d{1,3}){1,4} +(?!(?:Million|Billion|Degree)s?\b)(?=[\"“]|[A-Z][a-z]{2}|[A-Z]{3}))(?=\S)"
)


@lru_cache(maxsize=4_096)
def number_of(title: str) -> SourceOrder:
    """The numbers by which a book counts the last part of a title that it counts, as a key to sort by: 31 and 2 of
    "Chapter 31. Replication > 31.2 Roles"; empty where it counts none."""
    counts = [count[0] for part in title.split(">") if (count := _COUNTED.match(part))]
    return natural(" ".join(_DIGITS.findall(counts[-1]))) if counts else ()


@lru_cache(maxsize=4_096)
def _headings(title: str, section: str) -> str:
    return ">".join(dict.fromkeys((*_parts(title), *_parts(section))))


def path_of(snippet: Snippet) -> SourcePath:
    """The document of a snippet and the headings over it, the widest first. Headings that only say what they are to
    their chapter ("Summary") are left out; where the last is one, the path is that of the whole chapter. Empty for a
    box beside the text."""
    return _path(snippet.document, headings_of(snippet))


def place_of(snippet: Snippet) -> SourcePath:
    """The document of a snippet and all headings over it, boxes and summaries too."""
    return (snippet.document, *_parts(headings_of(snippet)))


@lru_cache(maxsize=4_096)
def _path(document: str, headings: str) -> SourcePath:
    parts = _parts(headings)
    if any(map(_BOX.match, parts)):
        return ()
    if parts and is_apparatus(parts[-1]):
        parts = parts[:1]
    return (document, *(part for part in parts if not is_apparatus(part)))


def is_within(path: SourcePath, part: SourcePath) -> bool:
    """Whether a path leads into a part of a document, or to it."""
    return path[: len(part)] == part


def sums_up(snippet: Snippet) -> bool:
    """Whether a snippet stands, as a heading says, in the summary of a chapter."""
    parts = _parts(headings_of(snippet))
    return bool(parts) and _SUMMARY.search(parts[-1]) is not None and is_apparatus(parts[-1])


@lru_cache(maxsize=4_096)
def _parts(title: str) -> tuple[str, ...]:
    parts = (" ".join(part.split()) for part in title.split(">", DEEPEST)[:DEEPEST])
    return tuple(part for part in parts if part)


@lru_cache(maxsize=4_096)
def is_apparatus(part: str) -> bool:
    """Whether a part of a title says only what it is to its chapter: "Chapter Review", "Introduction"."""
    return _APPARATUS.match(part) is not None


_APPARATUS = re.compile(
    r"(?!self[- ]concepts?$)"  # of psychology
    r"(?:(?:chapter|section|key|learning|lecture|concepts?|final|self|end|further|review|critical|practice|thinking)\b[ -]?)*"
    r"(?:intro(?:duction)?|summary|review|concepts?|terms|objectives|outcomes|overview|conclusions?|questions|check|exercises"
    r"|problems|glossary|reading|resources|test|thoughts|ahead|preface|abstract|background|discussion|methods?|results"
    r"|materials|references|notes)(?: and (?:summary|discussion|methods?|conclusions?|review))?$"
    r"|(?:free response|multiple choice|critical thinking|(?:art|visual) connections?|answers?(?: keys?)?|footnotes)(?: questions)?$"
    r"|(?:part|section) \w+$"
    r"|(?:first|second|third|fourth|fifth|final|another) (?:objection|argument|reason|point|example|question|problem|case)$",
    re.IGNORECASE,
)
_NUMERAL = r"(?:\d[\w.-]*|[A-Z]|[IVX]{1,5})"
_BOX = re.compile(  # not "Feature selection" or "Table salt"
    rf"(?:box|sidebar|case stud(?:y|ies)|feature|figure|table|example|exercise)(?: {_NUMERAL})?\s*:"
    rf"|(?:box|figure|table|example|exercise|case study) {_NUMERAL}$|(?:box|sidebar|case stud(?:y|ies))$",
    re.IGNORECASE,
)
_SUMMARY = re.compile(r"\b(?:summary|review|conclusions?)\b", re.IGNORECASE)


def title_of_path(path: SourcePath) -> str:
    """What the last part of a path is called: the part, or for a document the words at the end of its url."""
    return path[-1] if len(path) > 1 else slug(path[0])


@lru_cache(maxsize=4_096)
def slug(document: str) -> str:
    """The words at the end of a url: "https://example.org/books/6-2-types-of-galaxies.html" says "types of galaxies";
    or those of a file's name ("notes/thermal_runaway.md"); "" for a code and for what is neither."""
    is_file = "://" not in document and _ENDING.search(document) is not None
    address = "/" + document.replace("\\", "/") if is_file else document.partition("://")[2].partition("?")[0]
    name = _ENDING.sub("", address.partition("/")[2].rstrip("/").rpartition("/")[2])
    words = _SLUG_WORD.findall(name)
    while words and words[0].isdigit():
        words.pop(0)
    shortest = 4 if any(map(str.isdigit, name)) else 3  # letters of a word: "p12" is a code, "DNA" a name
    is_short = all(word.isdigit() or len(word) < shortest for word in words)
    is_code = "." in name or any(map(str.isdigit, words[:-1])) or is_short
    return "" if is_code else " ".join(words)


_SLUG_WORD = re.compile(r"(?<![^\W_])[^\W\d_]\d{1,2}(?![^\W_])|[^\W\d_]+|\d+")  # a symbol ("m1"), a word, a number
_ENDING = re.compile(r"\.(?:x?html?|php|aspx?|md|txt|pdf)$", re.IGNORECASE)


@lru_cache(maxsize=4_096)
def chapter_of(document: str) -> str:
    """The book of a document with the first of the numbers that its name begins with ("…/14-3-mechanisms"); the
    document itself where it begins with none."""
    book, slash, name = document.rstrip("/").rpartition("/")
    number = _NUMBER.match(name)
    return f"{book}{slash}{number[0]}" if number else document


_NUMBER = re.compile(r"[0-9]{1,5}(?=[-_.][0-9])")


@lru_cache(maxsize=4_096)
def place_in_source(snippet: Snippet) -> SourceOrder:
    """Where a snippet stands in its document, as a key to sort by: by the number of its row or url ("…#p12"), and by
    that of the chunk which cleaning made of it; empty where there is none of these."""
    chunk = snippet.url[len(without_chunks(snippet.url)) :]
    row, fragment = str(snippet.extra.get("row_id", "")), snippet.url.partition("#")[2]
    names = (f"{row}{chunk}" if row else "", fragment, "" if fragment else chunk.lstrip("@"))
    return natural(next(filter(_NUMBERED.fullmatch, names), ""))


def are_placed(snippets: Iterable[Snippet]) -> bool:
    """Whether the order of these snippets of a document is known: each has a place, and no two have the same."""
    places = list(map(place_in_source, snippets))
    return all(places) and len(set(places)) == len(places)


_NUMBERED = re.compile(r"[A-Za-z_-]{0,12}[0-9]{1,7}(?:@chunk[0-9]{1,7})*")


def without_headings(snippets: Iterable[Snippet]) -> list[list[Snippet]]:
    """The documents of which no heading says more than the title, each in its order, as far as numbers tell that."""
    documents: defaultdict[str, list[Snippet]] = defaultdict(list)
    for one in snippets:
        if path_of(one):
            documents[one.document].append(one)
    return [
        sorted(those, key=lambda one: (place_in_source(one), one.id))
        for those in documents.values()
        if len(set(map(path_of, those))) == 1 and len(path_of(those[0])) < 3 and are_placed(those)
    ]


def paragraphs_before(snippets: Iterable[Snippet], summaries: Set[str]) -> dict[str, str]:
    """For each snippet (by id) the one that comes before it in its part of its document, or in its summary, as far as
    their numbers tell; none for the first of a part. ``summaries`` are the ids of those in one."""
    parts: defaultdict[tuple[SourcePath, bool], list[Snippet]] = defaultdict(list)
    for one in snippets:
        if place_in_source(one) and path_of(one):
            parts[path_of(one), one.id in summaries].append(one)
    ordered = (sorted(those, key=lambda one: (place_in_source(one), one.id)) for those in parts.values())
    return {one.id: last.id for those in ordered for last, one in pairwise(those)}


def natural(name: str) -> SourceOrder:
    """A key that sorts "9-2" before "10-1": its numbers, and -1 with what stands between them."""
    parts = _PIECES.findall(name)
    return tuple((int(part), part) if part[0] in "0123456789" else (-1, part) for part in parts)


_DIGITS = re.compile(r"[0-9]{1,15}")
_PIECES = re.compile(r"[0-9]{1,15}|[^0-9]+")
