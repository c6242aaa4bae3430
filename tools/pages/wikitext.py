"""The page as an article in MediaWiki's wikitext. Pure over the record; its footnotes live in ``wikitext_references``,
escaping in ``wikitext_text``, Markdown in ``markdown``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castalia.tools.language.topic_names import topic_name
from castalia.tools.pages.bidi_text import isolated
from castalia.tools.pages.page_json import LEAD, OpenIssue, PageClaim, PageRecord, walk_sections
from castalia.tools.pages.page_text import (
    GAPS,
    ISSUES,
    NOTICES,
    REFERENCES,
    engine_note,
    headings_of,
    issue_line,
    paragraphs,
    printable,
)
from castalia.tools.pages.wikitext_references import Footnotes
from castalia.tools.pages.wikitext_text import emphasised, safe

_DEEPEST = 6


def render_wikitext(record: PageRecord) -> str:
    """The whole page: engine note, lead, sections, gaps, notices, open issues, references; ends with a newline.

    The topic is bold where it first stands in the lead. A sentence without a source, or that its source does not
    support, is marked by Wikipedia's templates for that. The title is not in the text, for MediaWiki shows it above.
    """
    footnotes = Footnotes(record)
    blocks = [":" + emphasised(isolated(printable(engine_note(record))), "''")]
    blocks += _prose(record, LEAD, record["lead"], footnotes, _mention(topic_name(record["topic"])))
    for section, depth in walk_sections(record["sections"]):
        blocks.append(_heading(section["heading"], depth + 1))
        blocks += _prose(record, section["id"], section["text"], footnotes, None)
    if record["gaps"]:
        blocks += [_heading(GAPS), "\n".join(f"* {safe(one)}" for one in record["gaps"])]
    if notices := record.get("notices"):
        blocks += [_heading(NOTICES), "\n".join(f"* {safe(one)}" for one in notices)]
    if record["open_issues"]:
        headings = headings_of(record)
        blocks += [_heading(ISSUES), "\n".join(f"* {_issue(one, headings)}" for one in record["open_issues"])]
    if not footnotes.is_empty:
        blocks += [_heading(REFERENCES), "{{reflist}}"]
    return "\n\n".join(blocks) + "\n"


def _mention(topic: str) -> re.Pattern[str] | None:
    """How the topic is found in the lead: word for word, its first letter in either case."""
    name = printable(topic)
    if not name:
        return None
    first = "|".join(re.escape(one) for one in dict.fromkeys((name[0], name[0].swapcase())))
    return re.compile(rf"(?<!\w)(?:{first}){re.escape(name[1:])}(?!\w)")


def _heading(heading: str, level: int = 2) -> str:
    signs = "=" * min(level, _DEEPEST)
    return f"{signs} {safe(heading)} {signs}"


def _prose(
    record: PageRecord, section: str, text: str, footnotes: Footnotes, mention: re.Pattern[str] | None
) -> Iterator[str]:
    for paragraph in paragraphs(record, section, text):
        told = []
        for claim in paragraph:
            sentence = isolated(printable(claim["sentence"]))
            found = mention.search(sentence) if mention is not None else None
            if found is not None:
                mention = None
            shown = safe(claim["sentence"]) if found is None else emphasised(sentence, "'''", *found.span())
            told.append(shown + _tail(claim, footnotes))
        yield " ".join(told)


def _tail(claim: PageClaim, footnotes: Footnotes) -> str:
    if not claim["citations"]:
        return "{{citation needed}}"
    doubt = "{{failed verification}}" if claim["verdict"] == "unsupported" else ""
    return footnotes.marks(claim["citations"]) + doubt


def _issue(issue: OpenIssue, headings: dict[str, str]) -> str:
    claim = f" “{safe(issue['claim'])}”" if issue["claim"] else ""
    return safe(issue_line(issue, headings)) + claim
