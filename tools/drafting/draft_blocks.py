"""Blocks: the headings, paragraphs, list items and table rows of a writer's Markdown, in order.

Which heading is which section lives in ``draft_headings``; the marks inside a line in ``draft_markup``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from castalia.memory.identity import WRITTEN_KEY
from castalia.tools.drafting.draft_headings import heading_key, heading_words
from castalia.tools.drafting.draft_markup import remove_markdown

BlockKind = Literal["heading", "prose", "item", "row"]


@dataclass(frozen=True, slots=True)
class Block:
    """One block on one line. ``level`` is a heading's number of marks, 0 for a line that only looks like one.

    ``is_cut`` is true of the row that a truncated answer broke off in.
    """

    kind: BlockKind
    text: str
    level: int = 0
    is_cut: bool = False


class Blocks(NamedTuple):
    """The blocks of an answer, and whether marks of a code fence stood in it."""

    blocks: tuple[Block, ...]
    is_fenced: bool


_LONGEST_HEADING = 200  # characters
_FENCE = re.compile(r" {0,8}(?:`{3,}+|~{3,}+)[^`~]{0,40}$")
_FENCED_LINE = re.compile(r"(?:(?<!`)`{3,}+|(?<!~)~{3,}+)$")
_HEADING = re.compile(r" {0,8}(#{1,6}+)(?P<space> *+)(?P<text>.*)$")
_UNDERLINE = re.compile(r" {0,3}(?:(=)=*+|(-)-{2,}+) *$")
_RULE = re.compile(r" {0,3}(?:[-*_] ?){3,200}+$")
_ITEM = re.compile(
    r" {0,20}(?:[-*+•‣▪◦–](?= )|(?P<number>[0-9]{1,3})[.)](?= )|\([0-9a-z]{1,2}\)(?= ))(?: {1,8}\[[ xX]\])?(?= )"
)
_QUOTE = re.compile(r"^ {0,3}(?:> ?){1,8}+(?![0-9])")
_DEFINITION = re.compile(r" {0,3}\[\^?[^\[\]\s]{1,40}+\]:\s")
_KEYED = re.compile(rf" {{0,3}}\[({WRITTEN_KEY})\]:\s++(?=\S)(?!<?(?:https?:|www\.|/))")
_WRITTEN = re.compile(WRITTEN_KEY)
_CELL = re.compile(r"(?<!\\)\|")
_BOLD = re.compile(r"(\*\*|__)[^*_]{1,160}+\1:?$")
_NO_HEADING_END = (".", "!", "?", ",", ";", "]", ")")


def read_blocks(text: str, headings: Collection[str]) -> Blocks:
    """The blocks of an answer without HTML. ``headings`` are those of the outline: a line that has the words of one and
    nothing else is a heading too, marked or not. Linear in the length of the text."""
    keys = {heading_key(one) for one in headings}
    lines = text.split("\n")
    fences = [_is_fence(line) for line in lines]
    lines = [_FENCED_LINE.sub("", line.rstrip()) for line, is_fence in zip(lines, fences, strict=True) if not is_fence]
    return Blocks(tuple(_read(lines, keys)), any(fences))


def _is_fence(line: str) -> bool:
    return _FENCE.match(line) is not None


def _read(lines: Sequence[str], keys: Collection[str]) -> Iterator[Block]:
    # the first line with a key that is not "[key]: A sentence.", behind which such a line tells a source
    cited = next((at for at, one in enumerate(lines) if _WRITTEN.search(one) and not _KEYED.match(one)), len(lines))
    last = max((place for place, line in enumerate(lines) if line.strip()), default=-1)
    opened: list[str] = []  # the lines of the paragraph or item that is open
    kind: BlockKind = "prose"
    header: list[str] | None = None
    is_table = False
    for place, raw in enumerate(lines):
        line = _QUOTE.sub("", raw, count=1)
        keyed = _KEYED.match(line)
        if keyed and place < cited:
            yield from _close(kind, opened, keys)
            opened, kind, line = [], "prose", f"[{keyed[1]}] {line[keyed.end() :]}"
        if is_table and "|" in line and line.strip():
            if not _is_delimiter(line):
                yield _row(line, header or [], is_cut=place == last and _is_open(line, lines, place))
            continue
        is_table, header = False, None
        starts = _starts_table(line, lines, place)
        heading = _heading(line, keys)
        underline = _UNDERLINE.match(line) if len(opened) == 1 and kind == "prose" else None
        item = _ITEM.match(line)
        if underline and _may_head(opened[0]):
            yield Block("heading", opened.pop().strip(), 1 if underline[1] else 2)
            continue
        if item and opened and kind == "prose" and item["number"] not in (None, "1"):
            item = None  # a line of prose that was wrapped before a number
        if starts or heading or item or not line.strip() or _RULE.match(line) or _DEFINITION.match(line):
            yield from _close(kind, opened, keys)
            opened, kind = [], "prose"
        if starts:
            is_table = True
            if place + 1 < len(lines) and _is_delimiter(lines[place + 1]):
                header = _cells(line)
            else:
                yield _row(line, [], is_cut=False)
        elif heading:
            yield heading
        elif item and not _RULE.match(line):
            opened, kind = [line[item.end() :]], "item"
        elif line.strip() and not _RULE.match(line) and not _DEFINITION.match(line):
            opened.append(line)
    yield from _close(kind, opened, keys)


def _close(kind: BlockKind, opened: Sequence[str], keys: Collection[str]) -> Iterator[Block]:
    text = " ".join(" ".join(opened).split())
    if not text:
        return
    if kind == "prose" and len(opened) == 1 and _looks_like_heading(text, keys):
        yield Block("heading", text)
        return
    yield Block(kind, text)


def _heading(line: str, keys: Collection[str]) -> Block | None:
    found = _HEADING.match(line)
    if found is None:
        alone = line.strip()
        return Block("heading", alone) if _BOLD.match(alone) and _may_head(alone.strip("*_:")) else None
    text = found["text"].rstrip().rstrip("#").strip()
    if not found["space"] and not (len(found[1]) > 1 and text[:1].isalpha()) and heading_key(text) not in keys:
        return None
    if len(text) > _LONGEST_HEADING:
        return None
    return Block("heading", text, len(found[1]))


def _may_head(line: str) -> bool:
    text = line.strip()
    return len(text) <= _LONGEST_HEADING and not text.endswith(_NO_HEADING_END)


def _looks_like_heading(text: str, keys: Collection[str]) -> bool:
    if len(text) > _LONGEST_HEADING:
        return False
    if _BOLD.match(text) and _may_head(text.strip("*_:")):
        return True
    plain = remove_markdown(text).text
    if not _may_head(plain):
        return False
    return heading_key(plain) in keys or heading_key(heading_words(plain)) in keys or _names_references(text)


def _names_references(text: str) -> bool:
    return text.strip("*_: ").lower() in REFERENCES


# Headings of what code makes itself, at assembly.
REFERENCES = frozenset(
    (
        "references", "reference", "reference list", "list of references", "sources", "source list", "bibliography", "works cited",
        "citations", "cited sources", "sources cited", "literature", "literature cited", "footnotes", "endnotes",
        "further reading", "external links", "see also", "citation keys", "references cited", "notes and references",
    )
)  # fmt: skip


def _starts_table(line: str, lines: Sequence[str], place: int) -> bool:
    stripped = line.strip()
    if "|" not in stripped:
        return False
    if place + 1 < len(lines) and _is_delimiter(lines[place + 1]):
        return True
    return len(stripped) > 1 and stripped.startswith("|") and stripped.endswith("|") and stripped.count("|") > 2


def _is_delimiter(line: str) -> bool:
    stripped = line.strip()
    return "-" in stripped and "|" in stripped and set(stripped) <= set("|:- ")


def _is_open(line: str, lines: Sequence[str], place: int) -> bool:
    """Whether the last row of a table breaks off: the row before it closes with a mark and this one does not."""
    return lines[place - 1].rstrip().endswith("|") and not line.rstrip().endswith("|")


def _cells(line: str) -> list[str]:
    stripped = line.strip()
    stripped = stripped[1:] if stripped.startswith("|") else stripped
    stripped = stripped[:-1] if stripped.endswith("|") and not stripped.endswith("\\|") else stripped
    return [" ".join(cell.replace("\\|", "|").split()) for cell in _CELL.split(stripped)]


def _row(line: str, header: Sequence[str], *, is_cut: bool) -> Block:
    cells = _cells(line)
    names = [*header, *[""] * len(cells)]
    parts = [
        f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=False) if not _is_mark(cell)
    ]
    marks = [cell for cell in cells if cell and _is_mark(cell)]
    return Block("row", " ".join(["; ".join(parts), *marks]), is_cut=is_cut)


def _is_mark(cell: str) -> bool:
    """Whether a cell is empty or holds keys and nothing else: then it says nothing of its own."""
    return _MARKS.fullmatch(cell) is not None


_MARKS = re.compile(rf"(?:[\s\[\](),;&@^]|and\b|{WRITTEN_KEY}\b)*+")
