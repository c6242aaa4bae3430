"""Gold pages: what people wrote about a topic, from a file of JSON lines, a page.json, a Markdown file, or folders of
them.

Pages of our own are read in ``measured_page``; what is measured against gold lives in the ``metric_…`` files.
"""

from __future__ import annotations

import gzip
import html
import json
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from castalia.memory.errors import InputError
from castalia.memory.paths import expand, refuse_pipe
from castalia.tools.pages.page_text import GAPS, ISSUES, NOTICES, REFERENCES

ENDINGS = (".json", ".jsonl", ".json.gz", ".jsonl.gz", ".md")
FORMATS = "JSON lines (plain or .gz), a page.json, Markdown, or a folder of them"
# Headings under which Castalia's own Markdown, and Wikipedia's, holds no text of the article.
BACK_MATTER = frozenset(
    "notes;see also;further reading;external links;bibliography;sources;citations;what the corpus could not answer".split(
        ";"
    )
) | {one.lower() for one in (GAPS, NOTICES, ISSUES, REFERENCES)}

_HEADING = re.compile(r"(#{1,6})[ \t]+(\S.*)")
_HEADING_END = re.compile(r"(?:^|[ \t])#+$")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|&#?[0-9A-Za-z]{1,32};")
# Behind a bare number that cites no word goes on, as behind that of a nuclide: "[18]F".
_MARK = re.compile(r"\[\\?\[[0-9]{1,4}\\?\]\]\(#[^()\s]{1,40}\)|\\?\[[0-9]{1,4}\\?\](?:\(#[^()\s]{1,40}\)|(?!\w))")
_WORD = re.compile(r"[^\W_]+(?:[+#]++(?!\w))?")  # C is neither C++ nor C#


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A topic, the text that people wrote (lead and sections, without headings) and its headings at all levels, in
    order."""

    topic: str
    text: str
    headings: tuple[str, ...]
    names: tuple[str, ...] = ()


def read_gold(paths: Sequence[str | Path]) -> dict[str, GoldPage]:
    """The gold pages of these files and folders, by ``topic_key``. ``InputError`` names a file, and the line, that is
    no gold.

    A row has ``topic`` or ``title``, the lead as ``lead``, ``summary`` or ``text``, and ``sections``: each with
    ``heading`` or ``title``, ``text``, and ``sections`` or ``subsections``; ``names`` are others for the topic. It may
    have all but the topic inside ``gold``. A list of headings alone will do. Two pages for one topic are an
    ``InputError``.
    """
    found: dict[str, GoldPage] = {}
    origin: dict[str, str] = {}
    for path in paths:
        for where, page in _pages(expand(path)):
            key = topic_key(page.topic)
            if not key:
                raise InputError(f'{where} is no gold page: its topic "{page.topic}" has no letters')
            if found.setdefault(key, page) != page:
                raise InputError(
                    f'{where} is a second gold page for "{page.topic}", after {origin[key]}: leave one out'
                )
            origin.setdefault(key, where)
    for page in list(found.values()):  # a topic's own page goes before one that has it for another name
        for name in page.names:
            found.setdefault(topic_key(name), page)
    return found


def topic_key(topic: str) -> str:
    """What two spellings of one topic have in common: letters and digits, without case, marks and what stands
    between, but for the signs that end a name ("C++")."""
    return " ".join(_WORD.findall(unicodedata.normalize("NFKC", topic).casefold()))


def _pages(path: Path) -> Iterator[tuple[str, GoldPage]]:
    if path.is_dir():
        if (path / "page.json").exists():
            files = [path / "page.json"]
        else:
            inner = sorted(path.glob("*/page.json"))
            files = inner or sorted(one for one in path.iterdir() if one.name.endswith(ENDINGS) and one.is_file())
        if not files:
            raise InputError(f"{path} holds no gold pages: give {FORMATS}")
        for one in files:
            yield from _pages(one)
        return
    text = _read(path)
    if path.name.endswith(".md"):
        yield str(path), _from_markdown(text, path)
        return
    for where, row in _rows(text, path):
        yield where, _from_row(row, where)


def _read(path: Path) -> str:
    refuse_pipe(path)
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"there is no gold at {path}: give {FORMATS}") from None
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputError(f"{path} cannot be read as gold ({error}): give {FORMATS}") from error


def _rows(text: str, path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The rows of one JSON value (an object, a list of them) or of JSON lines, each with where it stands."""
    try:
        whole = json.loads(text) if text.strip() else []
        rows: Iterable[tuple[str, Any]] = [(str(path), whole)]
        if isinstance(whole, list):
            rows = [(f"{path}, entry {at}", one) for at, one in enumerate(whole, start=1)]
    except (ValueError, RecursionError):
        rows = _lines(text, path)
    for where, row in rows:
        if not isinstance(row, dict):
            raise InputError(f"{where} is no gold page: it is not a JSON object")
        yield where, row


def _lines(text: str, path: Path) -> Iterator[tuple[str, Any]]:
    for at, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield f"{path}, line {at}", json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{path}, line {at} is not JSON ({error}): give {FORMATS}") from None


def _from_row(row: Mapping[str, Any], where: str) -> GoldPage:
    inner = row["gold"] if isinstance(row.get("gold"), dict) else row
    name = _first(row, "topic", "title") or _first(inner, "topic", "title")
    if not name:
        raise InputError(f"{where} is no gold page: it has no topic")
    sections = list(_sections(inner.get("sections")))
    texts = [_first(inner, "lead", "summary", "text"), *(text for _, text in sections)]
    if isinstance(references := inner.get("references"), list):  # a page of ours: its marks are none of its words
        numbers = {f"[{one.get('number')}]" for one in references if isinstance(one, dict)}
        texts = [_MARK.sub(lambda found: "" if found[0] in numbers else found[0], one) for one in texts]
    headings = [heading for heading, _ in sections if heading]
    if isinstance(given := inner.get("headings"), list) and not headings:
        headings = [_first(one, "heading", "title") if isinstance(one, dict) else str(one) for one in given]
    text = "\n\n".join(one for one in texts if one.strip())
    if not text and not headings:
        raise InputError(f'{where} is no gold page: "{name}" has neither text nor headings')
    named = inner.get("names")
    names = [
        _first(inner, "title"),
        *(one for one in (named if isinstance(named, list) else ()) if isinstance(one, str)),
    ]
    others = tuple(dict.fromkeys(one for one in names if topic_key(one) and one != name))
    return GoldPage(name, text, tuple(one for one in headings if one.strip()), others)


def _sections(value: Any) -> Iterator[tuple[str, str]]:
    for one in value if isinstance(value, list) else ():
        if isinstance(one, dict):
            yield _first(one, "heading", "title"), _first(one, "text", "content")
            yield from _sections(one.get("sections") or one.get("subsections"))


def _first(row: Mapping[str, Any], *names: str) -> str:
    return next((row[name].strip() for name in names if isinstance(row.get(name), str) and row[name].strip()), "")


def _from_markdown(text: str, path: Path) -> GoldPage:
    """Title, headings and paragraphs; what stands under the headings of the back matter is left out, and so are
    citation marks."""
    topic, headings, texts = "", [], []
    is_back = False
    for line in text.split("\n"):
        if found := _HEADING.fullmatch(line.strip()):
            heading = _shown(_HEADING_END.sub("", found[2]).rstrip())
            if len(found[1]) == 1 and not topic:
                topic = heading
            elif len(found[1]) <= 2 or not is_back:
                is_back = heading.casefold() in BACK_MATTER
                headings += [] if is_back else [heading]
        elif line.strip() and not is_back and not (line.startswith("*Written ") and line.rstrip().endswith("*")):
            texts.append(_shown(_MARK.sub("", line)))
    if not (texts or headings):
        raise InputError(f"{path} is no gold page: it has neither text nor headings")
    return GoldPage(topic or path.stem.replace("_", " "), "\n\n".join(texts), tuple(headings))


def _shown(text: str) -> str:
    """Markdown without emphasis as it is shown: escapes and entities undone."""
    return _ESCAPED.sub(lambda found: found[1] or html.unescape(found[0]), text)
