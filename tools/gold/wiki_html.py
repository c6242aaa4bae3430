"""The HTML of a wiki page, as MediaWiki's parser or Parsoid writes it, read into lead, sections and the sources it
cites.

Tables, boxes, figures, references, navigation and the back matter are no text of the article. Which pages are read
lives in ``wiki_filters``. Needs lxml (the extra ``gold``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from castalia.tools.gold.gold_pages import BACK_MATTER

BACK = BACK_MATTER | frozenset(
    "footnotes;explanatory notes;general references;general and cited references;works cited;cited works;cited sources;citations and notes;"
    "notes and references;references and notes;references and further reading;notes and citations;literature cited;external link;gallery;"
    "image gallery;related pages;primary sources;secondary sources;further information;in-line citations".split(";")
)
ARCHIVES = ("archive.org", "archive.today", "archive.is", "archive.ph", "webcitation.org", "ghostarchive.org")
_BLOCKS = frozenset(
    "p div li ul ol dl dd dt blockquote pre section article body br hr center address h1 h2 h3 h4 h5 h6".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_NO_TEXT = frozenset(
    "table style script noscript template math img figure figcaption nav audio video object iframe svg form button input select textarea head title link meta".split()
)
_CITING = frozenset("references reflist mw-references-wrap refbegin citation".split())
_NO_TEXT_CLASSES = frozenset(
    (
        "infobox navbox sidebar vertical-navbox thumb hatnote toc metadata ambox mbox-small noprint mw-editsection shortdescription "
        "catlinks printfooter mw-empty-elt portal portalbox sistersitebox succession-box gallery mw-gallery-traditional navigation-not-searchable "
        "mw-cite-backlink mw-ext-cite-error error haudio reference Inline-Template quotebox side-box mw-jump-link mw-indicators "
        "mw-mf-linked-projects authority-control stub asbox rellink dablink navbar ext-phonos mw-kartographer-container"
    ).split()
)
_EMPTY_ASIDE = re.compile(r" ?\([ ,;:]{0,20}\)")
_SPACES = re.compile(r"\s+")
_DISPLAY = re.compile(r"^\{\\(?:displaystyle|textstyle|scriptstyle) ?")


@dataclass(frozen=True, slots=True)
class WikiSection:
    """``level`` 1 is that of the article's own sections (h2)."""

    heading: str
    level: int
    text: str
    sections: tuple[WikiSection, ...] = ()


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A page of the web that an article cites; ``archived``: a copy of it in an archive, or ""."""

    url: str
    archived: str = ""


@dataclass(frozen=True, slots=True)
class WikiPage:
    """Paragraphs of a text are parted by a blank line. ``empty``: headings that were left out because no text stands
    under them."""

    lead: str
    sections: tuple[WikiSection, ...]
    sources: tuple[CitedSource, ...]
    empty: tuple[str, ...]


@dataclass(slots=True)
class _Part:
    heading: str
    level: int
    is_back: bool = False
    paragraphs: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Reading:
    """What has been read so far; ``hidden`` and ``citing`` say how many open elements hide text, or are references."""

    parts: list[_Part]
    open: list[_Part] = field(default_factory=list)  # those that the place reached is in, the outermost first
    line: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)  # of the reference that is open
    sources: list[CitedSource] = field(default_factory=list)
    hidden: int = 0
    citing: int = 0
    boxed: int = 0  # hidden for another reason than being references: what is linked there is no source
    in_heading: bool = False
    marks: list[tuple[bool, bool, bool]] = field(default_factory=list)  # of each open element: hides, cites, is a box


def read_wiki_html(html: str) -> WikiPage:
    """Lead, sections and sources of an article. Never raises on what a server may send; linear in its length."""
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    body = html.replace("\x00", "")
    root = etree.fromstring(f"<html><body>{body}</body></html>".encode("utf-8", "replace"), parser)
    reading = _Reading([_Part("", 0)])
    if root is not None:
        for event, element in etree.iterwalk(root, events=("start", "end")):
            (_start if event == "start" else _end)(element, reading)
    _end_line(reading)
    _end_links(reading)
    parts = [part for part in reading.parts if not part.is_back]
    sections, empty = _nested(parts[1:])
    return WikiPage("\n\n".join(parts[0].paragraphs), sections, _distinct(reading.sources), empty)


def words_of(page: WikiPage) -> int:
    """Words of the lead and of all sections, without headings."""
    return len(page.lead.split()) + sum(len(one.text.split()) for one in walk(page.sections))


def walk(sections: Iterable[WikiSection]) -> Iterable[WikiSection]:
    """All sections in the order of the page."""
    for one in sections:
        yield one
        yield from walk(one.sections)


def _start(element: Any, reading: _Reading) -> None:
    """Take in the opening tag of an element and the text up to the next tag."""
    tag = _tag(element)
    classes = (element.get("class") or "").split()
    cites = not _CITING.isdisjoint(classes) or tag == "cite"
    boxes = _is_box(tag, classes, element)
    if boxes and not reading.hidden and (formula := _formula(tag, classes, element)):
        reading.line.append(formula)
    reading.marks.append((cites or boxes, cites, boxes))
    reading.hidden += cites or boxes
    reading.citing += cites
    reading.boxed += boxes
    if tag in _BLOCKS:
        _end_line(reading)
    if tag in _HEADINGS and not reading.hidden:
        reading.in_heading = True
    if tag in ("li", "cite"):
        _end_links(reading)
    if tag == "a" and not reading.boxed and (reading.citing or reading.parts[-1].is_back):
        _note_link(element.get("href") or "", reading)
    if not reading.hidden:
        if tag == "sup" and _is_power(reading.line, element.text or ""):
            reading.line.append("^")
        _say(element.text, reading)


def _end(element: Any, reading: _Reading) -> None:
    """Take in the closing tag of an element and the text up to the next tag."""
    tag = _tag(element)
    hides, cites, boxes = reading.marks.pop()
    if tag in _HEADINGS and not reading.hidden and reading.in_heading:
        _begin_part(int(tag[1]), reading)
    elif tag in _BLOCKS:
        _end_line(reading)
    if tag == "li":
        _end_links(reading)
    reading.hidden -= hides
    reading.citing -= cites
    reading.boxed -= boxes
    if not reading.hidden:
        _say(element.tail, reading)


def _tag(element: Any) -> str:
    """The name of an element; "" of what lxml has in its tree beside the elements."""
    return element.tag if isinstance(element.tag, str) else ""


def _say(text: str | None, reading: _Reading) -> None:
    if text:
        reading.line.append(text)


def _is_box(tag: str, classes: list[str], element: Any) -> bool:
    """Whether what is inside is no running text."""
    if tag in _NO_TEXT or "mwe-math-element" in classes or not _NO_TEXT_CLASSES.isdisjoint(classes):
        return True
    if element.get("role") in ("navigation", "note", "presentation"):
        return True
    return "display:none" in (element.get("style") or "").replace(" ", "").lower()


def _formula(tag: str, classes: list[str], element: Any) -> str:
    """The TeX of a formula, as its element tells it."""
    if tag == "math":
        found = element.get("alttext")
    elif "mwe-math-element" in classes:
        inner = next(element.iter("math"), None)
        found = inner.get("alttext") if inner is not None else None
        if not found:
            image = next(element.iter("img"), None)
            found = image.get("alt") if image is not None else None
    else:
        return ""
    tex = " ".join((found or "").split())
    if _DISPLAY.match(tex) and tex.endswith("}"):
        tex = _DISPLAY.sub("", tex)[:-1].strip()
    return tex


def _is_power(line: list[str], raised: str) -> bool:
    """10<sup>3</sup> is not 103; ions and isotopes are read as they stand."""
    return bool(line) and line[-1][-1:].isdigit() and raised.strip()[:1] in tuple("0123456789-−–")


def _begin_part(depth: int, reading: _Reading) -> None:
    heading = _joined(reading.line)
    reading.line.clear()
    reading.in_heading = False
    if not heading:
        return
    level = max(1, depth - 1)
    while reading.open and reading.open[-1].level >= level:
        reading.open.pop()
    inherited = bool(reading.open) and reading.open[-1].is_back
    _end_links(reading)
    reading.parts.append(_Part(heading, level, inherited or heading.casefold().strip(" :") in BACK))
    reading.open.append(reading.parts[-1])


def _end_line(reading: _Reading) -> None:
    if reading.in_heading:
        return
    text = _joined(reading.line)
    reading.line.clear()
    if text:
        reading.parts[-1].paragraphs.append(text)


def _joined(line: list[str]) -> str:
    text = _SPACES.sub(" ", "".join(line)).strip()
    return _EMPTY_ASIDE.sub("", text).strip()


def _note_link(href: str, reading: _Reading) -> None:
    address = f"https:{href}" if href.startswith("//") else href
    if address.startswith(("http://", "https://")) and len(address) <= 2000:
        reading.links.append(address)


def _end_links(reading: _Reading) -> None:
    """The first address of a reference is what it cites; those that follow are archives and identifiers of the same."""
    if reading.links:
        archived = next((one for one in reading.links if _is_archive(one)), "")
        own = next((one for one in reading.links if not _is_archive(one)), "")
        reading.sources.append(CitedSource(own or archived, archived if own else ""))
        reading.links.clear()


def _is_archive(address: str) -> bool:
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    return any(host == one or host.endswith(f".{one}") for one in ARCHIVES)


def _distinct(sources: Iterable[CitedSource]) -> tuple[CitedSource, ...]:
    found: dict[str, CitedSource] = {}
    for one in sources:
        address = one.url.partition("#")[0]
        kept = found.setdefault(address, one)
        if one.archived and not kept.archived:
            found[address] = CitedSource(kept.url, one.archived)
    return tuple(found.values())


def _nested(parts: list[_Part]) -> tuple[tuple[WikiSection, ...], tuple[str, ...]]:
    """The sections as a tree, from the last one up; those with neither text nor subsections apart."""
    empty: list[str] = []
    waiting: list[tuple[int, WikiSection]] = []  # finished sections that have no parent yet, the last of the page first
    for part in reversed(parts):
        inner: list[WikiSection] = []
        while waiting and waiting[-1][0] > part.level:
            inner.append(waiting.pop()[1])
        if part.paragraphs or inner:
            section = WikiSection(part.heading, part.level, "\n\n".join(part.paragraphs), tuple(inner))
            waiting.append((part.level, section))
        else:
            empty.append(part.heading)
    return tuple(one for _, one in reversed(waiting)), tuple(reversed(empty))
