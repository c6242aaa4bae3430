"""The page as an article in MediaWiki's wikitext. Pure over the record; its footnotes live in ``wikitext_references``,
escaping in ``wikitext_text``, Markdown in ``markdown``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from castalia.tools.language.topic_names import topic_name
from castalia.tools.pages.bidi_text import isolated, undirected
from castalia.tools.pages.engine_note import engine_note
from castalia.tools.pages.page_json import LEAD, OpenIssue, PageClaim, PageRecord, walk_sections
from castalia.tools.pages.page_text import (
    GAPS,
    ISSUES,
    NOTICES,
    REFERENCES,
    headings_of,
    issue_line,
    paragraphs,
    printable,
)
from castalia.tools.pages.wikitext_references import Footnotes
from castalia.tools.pages.wikitext_text import emphasised, safe

_DEEPEST = 6
_DASHES = re.compile(r"-(?=-)")


def render_wikitext(record: PageRecord) -> str:
    """The whole page: engine note, lead, sections, references; ends with a newline. Gaps, notices and open issues are
    for its editors, in a comment at the end.

    The topic is bold where it first stands in the lead. A sentence without a source, or that its source does not
    support, is marked by Wikipedia's templates for that. The title is not in the text, for MediaWiki shows it above.
    """
    footnotes = Footnotes(record)
    blocks = [":" + emphasised(isolated(printable(engine_note(record))), "''")]
    blocks += _prose(record, LEAD, record["lead"], footnotes, _mention(topic_name(record["topic"])))
    for section, depth in walk_sections(record["sections"]):
        blocks.append(_heading(section["heading"], depth + 1))
        blocks += _prose(record, section["id"], section["text"], footnotes, None)
    if not footnotes.is_empty:
        blocks += [_heading(REFERENCES), "{{reflist}}"]
    if about := list(_about(record)):
        blocks.append("\n".join(["<!--", *about, "-->"]))
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


def _about(record: PageRecord) -> Iterator[str]:
    """What is to be known of the article and is no part of it, as lines of a comment."""
    headings = headings_of(record)
    issues = [_issue(one, headings) for one in record["open_issues"]]
    for name, told in ((GAPS, record["gaps"]), (NOTICES, record.get("notices", [])), (ISSUES, issues)):
        if told:
            yield f"{name}:"
            yield from (f"* {_in_comment(one)}" for one in told)


def _issue(issue: OpenIssue, headings: dict[str, str]) -> str:
    return issue_line(issue, headings) + (f" “{issue['claim']}”" if issue["claim"] else "")


def _in_comment(text: str) -> str:
    """Text that cannot end the comment it stands in, whose raw text is what is read."""
    return _DASHES.sub("- ", undirected(text))
