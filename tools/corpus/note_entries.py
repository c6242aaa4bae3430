"""Entries of a glossary in a note, as kramdown and Pandoc have them: a line with the term, and below it one that begins
with a colon. Each becomes a paragraph of its own, as the entries of other glossaries are written ("Atoll: a ring of
reefs."), for in one run of lines nobody could tell which words explain which term.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SAID = re.compile(r" {0,3}:[ \t]{1,4}(\S.*)")
_TERM = re.compile(r"(?![#|>`~<:\[]|[-+*][ \t]|\d{1,3}[.)] )\S.*[^\s.!?:;,|>]")
_ATTRIBUTES = re.compile(r"\{:?[^{}]{0,200}\}$")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_END = "^"  # of a list, for kramdown
_LONGEST = 10  # words of a term
_STOPS = (".", "!", "?", ".”", ".)", ":")

_Line = tuple[int, str | None]


def with_entries(lines: Iterator[_Line]) -> Iterator[_Line]:
    """The lines, with each entry of a glossary on one of its own between empty ones."""
    held: list[_Line] = []  # what may be a term, and an empty line below it
    term, said, at = "", list[str](), 0  # of the entry that is read
    is_code, is_begin = False, True  # whether a paragraph begins here
    for number, line in lines:
        text = (line or "").strip()
        is_code ^= _FENCE.match(line or "") is not None
        definition = None if is_code else _SAID.match(line or "")
        if definition and (held or term):
            if said:
                yield from _entry(at, term, said)
            term = held[0][1].strip() if held and held[0][1] else term
            held, said, at, is_begin = [], [definition[1].strip()], number, False
        elif said and text and text != _END and line is not None and not is_code:
            said.append(text)
        else:
            if said:
                yield from _entry(at, term, said)
                said, is_begin = [], True
            if text == _END and term:
                continue
            if held and not text and len(held) == 1:
                held.append((number, line))
                is_begin = True
                continue
            yield from held
            held = []
            if is_begin and not is_code and _TERM.fullmatch(text) and len(text.split()) <= _LONGEST:
                held = [(number, line)]
            else:
                yield number, line
            term = "" if text else term
            is_begin = not text or text.startswith("#")
    yield from held
    if said:
        yield from _entry(at, term, said)


def _entry(number: int, term: str, said: list[str]) -> Iterator[_Line]:
    name = _ATTRIBUTES.sub("", term).strip()
    name = name[0].upper() + name[1:] if name[:2].islower() else name  # not of "pH", "mRNA"
    text = " ".join(said)
    yield number, f"{name}: {text}{'' if text.endswith(_STOPS) else '.'}"
    yield number, ""
