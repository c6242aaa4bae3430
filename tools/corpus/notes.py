"""Notes: files in Markdown or plain text, read as a row for each paragraph, with its title and the headings over it.

Here lines become paragraphs: an empty line ends one, and so do a heading and a rule. What stands inside of one (emphasis,
links, code) is told by the cleaning, as in any other row. A paragraph of a few words, or one that ends with a colon, goes
with the next one, the last ones of a section with those before them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BufferedReader
from itertools import chain
from pathlib import PurePath

from castalia.tools.corpus.gzip_names import unzipped_name
from castalia.tools.corpus.note_entries import with_entries
from castalia.tools.corpus.note_exercises import without_exercises
from castalia.tools.corpus.note_heads import told_by_head
from castalia.tools.corpus.reference_links import strip_references
from castalia.tools.corpus.row_errors import RowError, too_long
from castalia.tools.corpus.rows import BY_ZOTERO, Reader, Row, Rows
from castalia.tools.corpus.running_heads import without_head_lines
from castalia.tools.corpus.snippet_length import MIN_WORDS
from castalia.tools.corpus.source_markdown import strip_emphasis, strip_links, without_code
from castalia.tools.corpus.source_pictures import without_pictures
from castalia.tools.corpus.text_streams import HEAD, ROW_LIMIT, NoRowsError, lines_of

LONGEST = 12  # words of a heading that only its form tells: a line in bold, a line alone in plain text
TITLE, SECTION, BOLD = 1, 2, 7  # levels of headings; Markdown has six
LONGEST_HEAD = 200  # lines
_BETWEEN = "\n\n"  # paragraphs of a row

Line = tuple[int, str | None]  # its number, and what it says; nothing of one that is too long
HeadingOf = Callable[[str, bool], int]  # of a line alone, and whether it is the first of its file: its level, or 0

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(\S.*)")
_CLOSING = re.compile(r"[ \t]+#+$|[ \t]*\{:?[ \t]*[#.][^{}]*\}$")  # "## Uses ##", "## Uses {#uses}"
_UNDERLINE = re.compile(r" {0,3}(?:=+|-{2,})")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_BOLD = re.compile(r"[ \t]*(\*\*|__)(?=\S)[^*_]*[^*_\s.,;!?]\1:?")
# "Uses of reefs", "1.2 Uses (since 1900)"; no number of a page
_ALONE = re.compile(r"(?=.*[^\W\d_]{3})(?:(\d+(?:\.\d+)*)[.)]? +)?[^\W_a-z][^|<>{}=]*[^\W_][)”\"'’]?")
_PART = re.compile(  # of a document, whatever that is about
    r"(?:\d+[.)]? +)?(?:abstract|acknowledge?ments|background|conclusions?|discussion|foreword|introduction|methods|overview|preface"
    r"|references|results|summary|(?:table of )?contents)",
    re.IGNORECASE,
)
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_BEGUN = 4  # letters of a word
_LONGER = re.compile(rf"[^\W\d_]{{{_BEGUN},}}")
_FIRST_PAGES = ("index", "_index", "readme")
_HEAD = re.compile("---")
_IN_HEAD = re.compile(r"[\w-]+:(?:\s.*)?|\s.*|-\s.*|#.*|")
_OTHER_KINDS = (
    ("a table", re.compile(rb"[^\n]*\t[^\n\t]*\t"), "name it .tsv"),
    ("JSON", re.compile(rb"\s*(?:\[\s*)?\{\s*\""), "name it .jsonl"),
    ("an export of references", re.compile(rb"\s*(?:PMID- |TY  - |FN |%0 |@\w+\{)"), BY_ZOTERO),
)


def read_markdown(stream: BufferedReader, name: str, has_text: Callable[[Sequence[str]], bool]) -> Rows:
    """Markdown, with a head ("---", "title: …") or without: a heading of the first level is a title, those below it, and
    a line in bold alone, are those of sections. Where a file has none of these, the heading that it begins with is its
    title, if it stands over all others. Exercises are left out."""

    def level(line: str, is_first: bool) -> int:
        return BOLD * (_BOLD.fullmatch(line) is not None)

    title = _title_below(lines_of(stream, name), name, level)
    stream.seek(0)
    return _rows(with_entries(without_exercises(lines_of(stream, name))), title or _file_name(name), level)


def read_plain(stream: BufferedReader, name: str, has_text: Callable[[Sequence[str]], bool]) -> Rows:
    """Plain text: like Markdown, where a line alone that ends no sentence is a heading, too, as deep as it is counted
    ("2.1 Uses"); the first of a file is its title. The head of a page is none. ``NoRowsError`` for a table, JSON and
    records of a library that are called text."""
    for kind, form, way in _OTHER_KINDS:
        if form.match(stream.peek(HEAD)[:HEAD]):
            raise NoRowsError(kind, f"{name} is {kind}", way)

    def level(line: str, is_first: bool) -> int:
        heading = _ALONE.fullmatch(line)
        if heading is None:
            return 0
        if is_first and not _PART.fullmatch(line):
            return TITLE
        return SECTION + heading[1].count(".") if heading[1] else SECTION

    return _rows(without_head_lines(lines_of(stream, name)), _file_name(name), level)


NOTES: Mapping[str, Reader] = {".markdown": read_markdown, ".md": read_markdown, ".txt": read_plain}


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph, or a heading with its ``level``, and the number of the line that it begins on."""

    line: int
    text: str
    level: int = 0


@dataclass(slots=True)
class _Place:
    """Where in its file a paragraph stands: what is told of its document, and whether the head of the file says its
    title, the headings over it with their levels, and how many rows there were before."""

    document: dict[str, object]
    is_titled: bool = False
    headings: list[tuple[int, str]] = field(default_factory=list)
    rows: int = 0

    def open(self, heading: _Block) -> None:
        """Go on under another heading; the title again is only the running head of a page, or of the file."""
        title = str(self.document["title"])
        if heading.text == title or (self.is_titled and heading.text.casefold() == title.casefold()):
            return
        self.headings = [one for one in self.headings if one[0] < heading.level]
        if heading.level == TITLE and not self.is_titled and not _PART.fullmatch(heading.text):
            self.document["title"] = heading.text
        else:
            self.headings.append((heading.level, heading.text))

    def row(self, paragraphs: Sequence[_Block]) -> tuple[int, Row]:
        """The next row, and the number of its first line."""
        self.rows += 1
        text = _BETWEEN.join(one.text for one in paragraphs)
        section = " > ".join(heading for _, heading in self.headings)
        return paragraphs[0].line, {**self.document, "text": text, "section": section, "id": self.rows}


def _file_name(name: str) -> str:
    """What a note without a title is called by: its file, or the folder that this is the first page of."""
    path = PurePath(unzipped_name(name))
    is_first = path.stem.casefold() in _FIRST_PAGES and path.parent.name
    return path.parent.name + path.suffix if is_first else path.name


def _title_below(lines: Iterator[Line], name: str, heading_of: HeadingOf) -> str | None:
    """The heading below the first level that a file begins with, if it stands over all others, or it alone of those on
    its level says what the name of the file does."""
    place = _Place({})
    title: _Block | None = None
    others: list[_Block] = []
    for _, one in _blocks(_below_head(lines, place), heading_of):
        if not isinstance(one, _Block) or (title and not one.level):
            continue
        if title is None and not one.level and one.text.lstrip().startswith("<"):  # a comment, a target of links
            continue
        if title is None and one.level not in (0, TITLE, BOLD) and not place.is_titled:
            title = one
        elif title is None or one.level < title.level:
            return None
        elif one.level == title.level:
            others.append(one)
    named = _begun_in(PurePath(name).stem)
    if title is None or _PART.fullmatch(title.text):
        return None
    says = [one for one in (title, *others) if named & _begun_in(one.text)]
    return title.text if not others or says == [title] else None


def _begun_in(name: str) -> set[str]:
    """What the longer words of a name begin with, which is the same in "slices" and "slice"."""
    return {word[:_BEGUN] for word in _LONGER.findall(name.casefold())}


def _rows(lines: Iterator[Line], title: str, heading_of: HeadingOf) -> Rows:
    place = _Place({"title": title})
    whole: list[_Block] = []  # paragraphs of the next row
    begun: list[_Block] = []  # those behind them, while these are too few for one
    words = size = 0  # of what is begun; characters of both
    for number, one in chain(_blocks(_below_head(lines, place), heading_of), ((0, None),)):
        paragraph = one if isinstance(one, _Block) and not one.level else None
        if paragraph is None or size + len(paragraph.text) > ROW_LIMIT:
            if whole or begun:
                yield place.row([*whole, *begun])
            whole, begun, words, size = [], [], 0, 0
        if paragraph:
            begun.append(paragraph)
            words += len(without_pictures(without_code(paragraph.text)).split())
            size += len(paragraph.text) + len(_BETWEEN)
            if words >= MIN_WORDS and not paragraph.text.endswith(":"):
                if whole:
                    yield place.row(whole)
                whole, begun, words = begun, [], 0
                size = sum(len(one.text) + len(_BETWEEN) for one in whole)
        elif isinstance(one, _Block):
            place.open(one)
        elif one:
            yield number, one


def _below_head(lines: Iterator[Line], place: _Place) -> Iterator[Line]:
    """The lines without the head of a file; what that tells of its document goes into the ``place``."""
    head: list[Line] = []
    for number, line in lines:
        head.append((number, line))
        said = (line or "").rstrip()
        if len(head) > 1 and said in ("---", "..."):
            told = told_by_head((line or "").rstrip() for _, line in head)
            place.document |= told
            place.is_titled = "title" in told
            head.clear()
            break
        if line is None or len(head) > LONGEST_HEAD or not (_IN_HEAD if len(head) > 1 else _HEAD).fullmatch(said):
            break
    yield from head
    yield from lines


def _blocks(
    lines: Iterable[Line], heading_of: HeadingOf, *, has_fences: bool = True
) -> Iterator[tuple[int, _Block | RowError]]:
    """The paragraphs and headings of a file; what stands in a fence of code, or in a comment, is not divided, unless it
    is never closed, or it has none (``has_fences``)."""
    kept: list[str] = []
    start = size = seen = opened_at = opened_on = 0
    fence = ""
    rest: list[Line] = []
    for number, line in chain(lines, ((0, ""),)):
        if line is None or size > ROW_LIMIT:
            kept, size, fence = [], 0, ""
            yield number, too_long()
            continue
        said = line.rstrip()
        if fence and number:
            kept.append(said)
            size += len(said)
            fence = "" if fence in said else fence
            continue
        if fence:
            rest = list(enumerate(kept[opened_at + 1 :], opened_on + 1))
            del kept[opened_at + 1 :]
        heading = _HEADING.fullmatch(said)
        is_underlined = len(kept) == 1 and _UNDERLINE.fullmatch(said) is not None and _is_brief(kept[0])
        if heading or is_underlined or not said or _RULE.fullmatch(said):
            if kept:
                level = heading_of(kept[0].strip(), not seen) if len(kept) == 1 and _is_brief(kept[0]) else 0
                level = (TITLE if "=" in said else SECTION) if is_underlined else level
                seen += 1
                yield start, _Block(start, _shown(kept[0]) if level else "\n".join(kept), level)
            if heading:
                seen += 1
                yield number, _Block(number, _shown(_CLOSING.sub("", heading[2])), len(heading[1]))
            kept, size = [], 0
            continue
        start = start if kept else number
        kept.append(said)
        size += len(said)
        if has_fences:
            code = _FENCE.match(said)
            fence = code[1] if code else "-->" if said.rfind("<!--") > said.rfind("-->") else ""
            opened_at, opened_on = len(kept) - 1, number
    if rest:
        yield from _blocks(rest, lambda line, _: heading_of(line, False), has_fences=False)


def _is_brief(line: str) -> bool:
    return len(line.split()) <= LONGEST


def _shown(heading: str) -> str:
    """A heading without its marks."""
    return " ".join(
        strip_emphasis(strip_links(strip_references(without_pictures(heading)))).replace("`", "").split()
    ).rstrip(":")
