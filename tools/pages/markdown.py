"""The page as Markdown that reads well raw and on GitHub. Pure over the record; HTML lives in ``html``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castalia.memory.records import without_chunks
from castalia.tools.pages.bidi_text import DIRECTING, isolated
from castalia.tools.pages.citations import join_parts, marks, web_address
from castalia.tools.pages.engine_note import engine_note
from castalia.tools.pages.page_json import LEAD, OpenIssue, PageClaim, PageRecord, PageReference, walk_sections
from castalia.tools.pages.page_text import (
    GAPS,
    ISSUES,
    NOTICES,
    REFERENCES,
    doubt_of,
    headings_of,
    issue_line,
    paragraphs,
    printable,
    title_of,
)
from castalia.tools.pages.reference_lines import around_name, source_beside, title_in

_DEEPEST = 6
_OPENING_WORDS = 12

# Only what would act is escaped, so that [0,1], [18]F, x_i and 3 < 5 stay readable in the raw file too.
_ACTING = re.compile(
    rf"""
      \\(?=[!-/:-@\[-`{{-~]|\Z)         # a backslash that would escape what follows, or our own mark
    | [*`|~$]                           # emphasis, code, tables, strike-through, formulas
    | _++                               # emphasis, which cannot open right after a letter
    | <(?=[A-Za-z/!?])                  # a tag, a comment, an autolink
    | &(?=\#?[0-9A-Za-z]{{1,32}};)      # an entity
    | \](?=[(:])                        # a link, an image, a link definition
    | \[(?=\^)                          # a footnote
    | (?<!\S)\#                         # a heading, or the end of one
    | {DIRECTING}                       # signs that turn writing round, and hide in the raw file
    | (?<=http):(?=//) | (?<=https):(?=//) | (?<=ftp):(?=//) | (?<=www)\.   # links without brackets
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LINE_START = re.compile(r"(?P<list>[0-9]{1,9})(?=[.)](?:\s|\Z))|(?=>|[-+](?:[\s+-]|\Z))")


def render_markdown(record: PageRecord) -> str:
    """The whole page: title, engine note, lead, sections, gaps, notices, open issues, references; ends with a
    newline."""
    blocks = [f"# {escape(title_of(record))}", f"*{escape(engine_note(record))}*"]
    if stub := record.get("stub"):
        blocks.append(f"**{escape(stub)}**")
    blocks += _prose(record, LEAD, record["lead"])
    for section, depth in walk_sections(record["sections"]):
        blocks.append(f"{'#' * min(depth + 1, _DEEPEST)} {escape(section['heading'])}")
        blocks += _prose(record, section["id"], section["text"])
    headings = headings_of(record)
    lists = {
        GAPS: [f"- {escape(one)}" for one in record["gaps"]],
        NOTICES: [f"- {escape(one)}" for one in record.get("notices", [])],
        ISSUES: [f"- {_issue(one, headings)}" for one in record["open_issues"]],
        REFERENCES: [_reference(one) for one in record["references"]],
    }
    for heading, lines in lists.items():
        if lines:
            blocks += [f"## {heading}", "\n".join(lines)]
    return "\n\n".join(blocks) + "\n"


def escape(text: str) -> str:
    """Text as one line of Markdown that shows it as it is: nothing in it acts. Linear in its length."""
    text = isolated(printable(text))
    start = _LINE_START.match(text)
    if start is None:
        return _escape_inside(text)
    return (start["list"] or "") + "\\" + text[start.end()] + _escape_inside(text[start.end() + 1 :])


def _escape_inside(text: str) -> str:
    return _ACTING.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    acting, text = found.group(), found.string
    if acting == "<":
        return "&lt;"
    if acting == "&":
        return "&amp;"
    if acting[0] == "_":
        return acting if text[found.start() - 1 : found.start()].isalnum() else "\\_" * len(acting)
    return "\\" + acting if acting.isascii() else f"&#{ord(acting)};"


def _prose(record: PageRecord, section: str, text: str) -> Iterator[str]:
    for paragraph in paragraphs(record, section, text):
        yield " ".join(_sentence(claim) for claim in paragraph)


def _sentence(claim: PageClaim) -> str:
    doubt = doubt_of(claim)
    return escape(claim["sentence"]) + marks(claim["citations"]) + (f" *({doubt})*" if doubt else "")


def _issue(issue: OpenIssue, headings: dict[str, str]) -> str:
    claim = f" “{escape(issue['claim'])}”" if issue["claim"] else ""
    return escape(issue_line(issue, headings)) + claim


def _reference(reference: PageReference) -> str:
    number, title = reference["number"], title_in(reference)
    who, year = around_name(reference)
    source = source_beside(reference, title)  # as page.html has it: said once
    words = printable(reference["text"]).split()
    opening = " ".join(words[:_OPENING_WORDS]) + (" …" if len(words) > _OPENING_WORDS else "")
    address = web_address(reference["url"], reference["doi"] or "")
    where = without_chunks(reference["url"]) or reference["doi"] or ""
    named = (title + year, f"*{escape(title)}*{year}") if title else (year, year.lstrip())
    parts = [(who, escape(who)), named, (source, escape(source))]
    parts += [(opening, f"“{escape(opening)}”")]
    line = join_parts(parts) + " " + (f"<{address}>" if address else escape(where))
    return f"{number}. {line}".rstrip()
