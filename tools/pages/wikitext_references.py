"""The references of a page as footnotes of MediaWiki: each defined where it is first cited, then called by its name.

References that would read the same are one footnote: snippets of one part of one document. The templates are those of
Wikipedia's Citation Style 1; what has no title, or is nowhere to be found, is a line of text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from castalia.memory.records import without_chunks
from castalia.tools.pages.author_names import OTHERS, Author
from castalia.tools.pages.bidi_text import undirected
from castalia.tools.pages.citations import bare_doi, join_parts
from castalia.tools.pages.cited_works import CitedWork, Kind, cited_works
from castalia.tools.pages.page_json import PageRecord, PageReference
from castalia.tools.pages.reference_lines import byline, reference_name, title_in
from castalia.tools.pages.wikitext_text import address, emphasised, parameter, safe

_TEMPLATES: dict[Kind, tuple[str, str]] = {  # and what the parameter for the container is called
    "article": ("cite journal", "journal"),
    "paper": ("cite conference", "book-title"),
    "preprint": ("cite arXiv", ""),
    "webpage": ("cite web", "website"),
}


@dataclass(frozen=True, slots=True)
class _Footnote:
    name: str
    text: str


class Footnotes:
    """The footnotes of a page, while its text is written."""

    def __init__(self, record: PageRecord) -> None:
        self._footnotes = _footnotes(record)
        self._defined: set[str] = set()

    def marks(self, numbers: Iterable[int]) -> str:
        """What follows a sentence that cites these references."""
        return "".join(
            self._mark(one) for one in dict.fromkeys(self._footnotes.get(number, number) for number in numbers)
        )

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been cited so far."""
        return not self._defined

    def _mark(self, one: _Footnote | int) -> str:
        if isinstance(one, int):
            return f"[{one}]"
        if one.name in self._defined:
            return f'<ref name="{one.name}" />'
        self._defined.add(one.name)
        return f'<ref name="{one.name}">{one.text}</ref>'


def _footnotes(record: PageRecord) -> dict[int, _Footnote]:
    references = {one["number"]: one for one in record["references"]}
    found: dict[int, _Footnote] = {}
    for work in cited_works(record):
        parts: dict[str, list[PageReference]] = defaultdict(list)
        for number in work.numbers:
            parts[_title(work, references[number])].append(references[number])
        for place, part in enumerate(parts.values(), 1):
            footnote = _Footnote(f"{work.key}:{place}" if place > 1 else work.key, _text(work, part))
            found |= {one["number"]: footnote for one in part}
    return found


def _text(work: CitedWork, part: Sequence[PageReference]) -> str:
    if work.kind == "document" or not _title(work, part[0]):
        return _line(work, part)
    name, container = _TEMPLATES[work.kind]
    told = [*_people(work.authors), ("title", _title(work, part[0]))]
    if work.container != _title(work, part[0]):
        told.append((container, work.container))
    told.append(("date", "" if work.year is None else str(work.year)))
    if work.kind == "preprint":  # whose template takes neither doi nor address
        told.append(("eprint", work.eprint or work.doi))
    else:
        told += [("doi", work.doi), ("arxiv", work.eprint)]
    given = [f"|{one}={parameter(value)}" for one, value in told if value]
    if (where := _address(work, part)) and work.kind != "preprint":
        given.append(f"|url={where}")
    return f"{{{{{name} {' '.join(given)}}}}}"


def _title(work: CitedWork, reference: PageReference) -> str:
    """What is cited of a work: of an article it is the whole."""
    is_whole = work.kind not in ("webpage", "document")
    return undirected(reference["title"] if is_whole else title_in(reference))


def _people(authors: Sequence[Author]) -> Iterator[tuple[str, str]]:
    for place, author in enumerate((one for one in authors if one != OTHERS), 1):
        if author.is_whole:
            yield f"author{place}", author.family
        else:
            yield f"last{place}", author.family
            yield f"first{place}", f"{author.given} {author.suffix}".strip()
    if OTHERS in authors:
        yield "display-authors", "etal"


def _line(work: CitedWork, part: Sequence[PageReference]) -> str:
    title, who, name = _title(work, part[0]), byline(part[0]), reference_name(part[0])
    where = _address(work, part) or address(f"https://doi.org/{work.doi}" if work.doi else "")
    shown = emphasised(title, "''") if title else f"[{where} {parameter(name)}]" if where else safe(name)
    container = "" if work.container == name else work.container
    line = join_parts([(who, safe(who)), (name, shown), (container, safe(container))])
    behind = "" if where else safe(without_chunks(part[0]["url"]) or part[0]["doi"] or "")
    return f"{line} {behind}".strip()


def _address(work: CitedWork, part: Sequence[PageReference]) -> str:
    """Where this part is, or, of several places, the document; nothing where the doi says it."""
    places = {one for each in part if (one := address(each["url"])) and not bare_doi(one)}
    return min(places) if len(places) == 1 else address(work.url.partition("#")[0])
