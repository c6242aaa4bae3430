"""What a judge is shown of a page: its article, or its outline, without anything that tells who made it.

Left out are the engine's note, gaps, open issues and marks of doubt: a judge grades what stands there, not what is said
of it.
"""

from __future__ import annotations

from castalia.tools.judging.rubrics import Part
from castalia.tools.pages.citations import join_parts, marks
from castalia.tools.pages.page_json import LEAD, PageRecord, walk_sections
from castalia.tools.pages.page_text import paragraphs, printable

_LONGEST = 160  # characters of a source's title


def judged_text(record: PageRecord, part: Part) -> str:
    """Markdown: headings by level; of an article the sentences with their citation numbers, and the sources in a line
    each. ``""`` where the page has no such part."""
    return _outline(record) if part == "outline" else _article(record)


def _outline(record: PageRecord) -> str:
    return "\n".join(
        f"{'#' * depth} {heading}"
        for section, depth in walk_sections(record["sections"])
        if (heading := printable(section["heading"]))
    )


def _article(record: PageRecord) -> str:
    blocks = _prose(record, LEAD, record["lead"])
    has_text = bool(blocks)
    for section, depth in walk_sections(record["sections"]):
        blocks.append(f"{'#' * depth} {printable(section['heading'])}")
        prose = _prose(record, section["id"], section["text"])
        has_text = has_text or bool(prose)
        blocks += prose
    if not has_text:
        return ""
    if record["references"]:
        sources = "\n".join(
            f"[{one['number']}] {_source(one['title'], one.get('source', ''), one['year'], one['url'])}"
            for one in record["references"]
        )
        blocks.append(f"Sources:\n{sources}")
    return "\n\n".join(blocks)


def _prose(record: PageRecord, section: str, text: str) -> list[str]:
    told = (
        " ".join(printable(claim["sentence"]) + marks(claim["citations"]) for claim in paragraph)
        for paragraph in paragraphs(record, section, text)
    )
    return [one for one in told if one.strip()]


def _source(title: str, source: str, year: int | None, url: str) -> str:
    title = printable(title)
    title = title if len(title) <= _LONGEST else title[: _LONGEST - 1].rstrip() + "…"
    told = [title or printable(url), printable(source), "" if year is None else str(year)]
    return join_parts([(one, one) for one in told])
