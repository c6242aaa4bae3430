"""Citations: opaque keys in, numbers out, and the one web address and the doi that a reference may link to.

Numbers are given once, by first appearance; no model sees or writes one. What the keys are made of lives in
``memory/identity``; how a page is put together lives in ``page_building``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from castalia.memory.identity import KEY
from castalia.memory.records import without_chunks

_BRACKET = re.compile(r"([\[\]])")
_BETWEEN = re.compile(r"[,;\s]+")
_KEY = re.compile(KEY, re.IGNORECASE)
_JOINERS = frozenset({"and", "&"})
_CLOSING = " \t\n.,;:!?)"

_RUN = re.compile(r"\[[0-9]{1,6}\](?: ?\[[0-9]{1,6}\])*+")
_NUMBER = re.compile(r"[0-9]+")
STOPS = (".", "!", "?", "…", ".)", ".”", '."', "?”", '?"', "!”", '!"')  # what a sentence ends in

_DOI = re.compile(
    r"(?:(?P<at>(?:https?://)?(?:www\.|dx\.)?doi\.org/)|info:doi/|doi(?::\s?|\s))?"
    r"(?P<doi>10\.[0-9]{4,9}(?:\.[0-9]{1,9}){0,5}(?:/|%2F)[^\s?#]\S*)",
    re.IGNORECASE,
)
_URL_SAFE = "%/:=&?~#+!$,;'@()*[]"


class ParsedKeys(NamedTuple):
    """A text with only known keys in it, as ``[key]`` each, and the keys that were taken out, by first appearance."""

    text: str
    unknown: tuple[str, ...]


def number_citations(keys: Iterable[str]) -> dict[str, int]:
    """A number for each key, 1 for the one that appears first; the mapping is in the order of the numbers."""
    return {key: number for number, key in enumerate(dict.fromkeys(keys), start=1)}


def marks(numbers: Iterable[int]) -> str:
    """The marks that follow a sentence: ``[1][2]``."""
    return "".join(f"[{number}]" for number in numbers)


def runs_of_marks(text: str) -> Iterator[tuple[re.Match[str], list[int]]]:
    """The marks that stand in a text, those side by side together ("[1][2]"), each run with its numbers."""
    for run in _RUN.finditer(text):
        yield run, [int(one) for one in _NUMBER.findall(run.group())]


def letters(place: int) -> str:
    """What tells several of one kind apart, from 1: a, b, …, z, aa, ab."""
    told = ""
    while place:
        place, rest = divmod(place - 1, 26)
        told = chr(ord("a") + rest) + told
    return told


def parse_keys(text: str, shown: Collection[str]) -> ParsedKeys:
    """Read the citation keys that a writer put in brackets, and take out those that were not ``shown`` to it.

    ``[s1a2b3c]``, ``[s1a2b3c, s4d5e6f]`` and the like are citations; each known key comes back in a bracket of its own.
    Brackets without a key (``[0,1]``, ``[18]F``, ``[1,2]``) stay as they are, and so do other words that stand beside
    a key. A second pass over the answer changes nothing. Linear in the length of the text.
    """
    known = {key.lower(): key for key in sorted(shown)}
    unknown: dict[str, None] = {}
    out: list[str] = []
    opened: list[int] = []  # where in `out` each bracket that is still open stands
    nested: list[bool] = []  # whether a bracket that stays was closed inside it: then it is no citation
    pieces = [piece for piece in _BRACKET.split(text) if piece]
    for place, piece in enumerate(pieces):
        if piece == "[":
            opened.append(len(out))
            nested.append(False)
        if piece != "]" or not opened:
            out.append(piece)
            continue
        start, has_inner = opened.pop(), nested.pop()
        words = [] if has_inner else _BETWEEN.split("".join(out[start + 1 :]).strip())
        if not any(_is_key(word, known) for word in words):
            out.append(piece)
            nested[-1:] = [True] if nested else []
            continue
        del out[start:]
        stays, wrong = _sorted_out(words, known)
        unknown.update(dict.fromkeys(wrong))
        if stays:
            out.extend(f"[{one}]" for one in stays)
            nested[-1:] = [True] if nested else []
        elif out and out[-1].endswith(" ") and (place + 1 == len(pieces) or pieces[place + 1][0] in _CLOSING):
            out[-1] = out[-1][:-1]  # the space that led to the bracket
            if not out[-1]:
                out.pop()
    return ParsedKeys("".join(out), tuple(unknown))


def web_address(url: str, doi: str = "") -> str:
    """The address a reference may link to: its http or https url, else its doi at doi.org, else ``""``.

    Anything else (``javascript:``, ``file:``, a path) is no link, and the number of a chunk, which no site knows, is no
    part of one. The answer has no white space, quotes or angle brackets.
    """
    url = without_chunks(url.strip())
    try:
        parts = urlsplit(url)
        is_web = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    except ValueError:  # an address such as http://[ that no browser would open either
        is_web = False
    if is_web and not any(ord(char) < 33 or ord(char) == 127 for char in url):
        return quote(url, safe=_URL_SAFE, errors="replace")
    bare = bare_doi(doi)
    return "https://doi.org/" + quote(bare, safe="/:;().-_", errors="replace") if bare else ""


def bare_doi(text: str) -> str:
    """The doi by itself (``10.1000/182``), whether it is given so, as ``doi:…`` or as an address; ``""`` where the text
    is none."""
    found = _DOI.fullmatch(text.strip().rstrip(".,;"))
    if found is None:
        return ""
    if found["at"]:
        return unquote(re.split("[?#]", found["doi"], maxsplit=1)[0], errors="replace")
    return found["doi"] if "/" in found["doi"] else unquote(found["doi"], errors="replace")


def join_parts(parts: Iterable[tuple[str, str]]) -> str:
    """The parts of a reference on one line, a full stop after each that has no end mark of its own.

    Each part is given as plain text, whose end decides on the full stop, and as it is rendered; empty ones are left
    out.
    """
    return " ".join(
        rendered + ("" if plain.rstrip("”\"' ").endswith((".", "?", "!", "…")) else ".")
        for plain, rendered in parts
        if plain.strip()
    )


def _sorted_out(words: Iterable[str], known: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What stays of the words in a bracket with a key: what is no key as one text, then each known key; and the words
    that are taken out."""
    kept = [known[word.lower()] for word in words if word.lower() in known]
    others = [word for word in words if word.lower() not in known and word not in _JOINERS]
    rest = [word for word in others if not _is_key(word, known)]
    if all(word.isdigit() for word in rest):  # numbers beside keys are numbers that a writer made up
        return list(dict.fromkeys(kept)), others
    return [" ".join(rest), *dict.fromkeys(kept)], [word for word in others if _is_key(word, known)]


def _is_key(word: str, known: Collection[str]) -> bool:
    return word.lower() in known or _KEY.fullmatch(word) is not None
