"""What changed between two states of a page, as a unified diff with a sentence a line, and in numbers.

Citations count by the snippet they name: a number that moved because of a sentence elsewhere is no change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from castalia.tools.pages.citations import marks
from castalia.tools.pages.own_files import begins
from castalia.tools.pages.page_json import LEAD, LEAD_HEADING, PageClaim, PageRecord, PageReference, walk_sections
from castalia.tools.pages.page_text import (
    GAPS,
    ISSUES,
    NOTICES,
    REFERENCES,
    headings_of,
    paragraphs,
    printable,
    section_texts,
    title_of,
)
from castalia.tools.pages.reference_lines import title_in

CONTEXT = 2  # lines
_HEAD = ("--- page.md (before)", "+++ page.md")


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed: ``sections`` (headings, "Lead" for the lead) whose sentences did, how many sentences were ``added``
    and ``removed``, and the sources (title, or url, or id) that came onto the page or left it."""

    sections: tuple[str, ...] = ()
    added: int = 0
    removed: int = 0
    new_sources: tuple[str, ...] = ()
    lost_sources: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """As lines for a reader."""
        told = [f"changed: {', '.join(self.sections) or 'no section'}"]
        told.append(f"sentences: {self.added} added, {self.removed} removed")
        told.append(f"sources: {len(self.new_sources)} added, {len(self.lost_sources)} removed")
        return told


def page_diff(before: PageRecord, after: PageRecord) -> str:
    """A unified diff of what a reader sees; empty where nothing changed. Its last part are the references, in the order
    of the page; those that left it are told together."""
    places = {one["snippet_id"]: place for place, one in enumerate((*_numbered(after), *_lost(before, after)))}
    old, new = [*_lines(before, places)], [*_lines(after, places)]
    matcher = SequenceMatcher(None, [key for key, _ in old], [key for key, _ in new], autojunk=False)
    told: list[str] = []
    for group in matcher.get_grouped_opcodes(CONTEXT):
        first, last = group[0], group[-1]
        told.append(f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@{_heading(new, group)}")
        for kind, a, b, c, d in group:
            if kind == "equal":
                told += [f" {text}" for _, text in new[c:d]]
                continue
            told += [f"-{text}" for _, text in old[a:b]]
            told += [f"+{text}" for _, text in new[c:d]]
    return "\n".join([*_HEAD, *told]) + "\n" if told else ""


def is_diff(path: Path) -> bool:
    """Whether this file holds such a diff."""
    return begins(path, "\n".join(_HEAD))


def changes(before: PageRecord, after: PageRecord) -> Changes:
    """What changed, in numbers. A sentence that cites something else now counts as another."""
    headings = {LEAD: LEAD_HEADING, **headings_of(before), **headings_of(after)}
    old, new = _sentences(before), _sentences(after)
    changed = [name for name in headings if old[name] != new[name]]
    added = sum(one not in old[name] for name in changed for one in new[name])
    removed = sum(one not in new[name] for name in changed for one in old[name])
    was, now = ({one["snippet_id"]: one for one in record["references"]} for record in (before, after))
    return Changes(
        tuple(headings[name] for name in changed),
        added,
        removed,
        tuple(_source(now[one]) for one in now if one not in was),
        tuple(_source(was[one]) for one in was if one not in now),
    )


def _numbered(record: PageRecord) -> list[PageReference]:
    return sorted(record["references"], key=lambda one: one["number"])


def _lost(before: PageRecord, after: PageRecord) -> list[PageReference]:
    now = {one["snippet_id"] for one in after["references"]}
    return [one for one in _numbered(before) if one["snippet_id"] not in now]


def _lines(record: PageRecord, places: Mapping[str, int]) -> Iterator[tuple[tuple[object, ...], str]]:
    """What a line is, whatever its numbers, and its text; references in the order of their places."""
    references = {one["number"]: one for one in record["references"]}
    yield ("title",), f"# {printable(title_of(record))}"
    yield from _prose(record, LEAD, record["lead"], references)
    for section, depth in walk_sections(record["sections"]):
        heading = f"{'#' * (depth + 1)} {printable(section['heading'])}"
        yield (heading, section["id"]), heading
        yield from _prose(record, section["id"], section["text"], references)
    issues = [" ".join((one["reason"], one["claim"])).strip() for one in record["open_issues"]]
    listed = [(GAPS, record["gaps"]), (NOTICES, record.get("notices", [])), (ISSUES, issues)]
    for heading, items in listed:
        if items:
            yield (heading,), f"## {heading}"
            yield from ((("-", printable(one)), f"- {printable(one)}") for one in items)
    yield ("references",), f"## {REFERENCES}"
    for one in sorted(record["references"], key=lambda one: places[one["snippet_id"]]):
        yield ("reference", one["snippet_id"]), f"[{one['number']}] {_source(one)}"


def _prose(
    record: PageRecord, section: str, text: str, references: Mapping[int, PageReference]
) -> Iterator[tuple[tuple[object, ...], str]]:
    for number, paragraph in enumerate(paragraphs(record, section, text)):
        if number:
            yield ("paragraph",), ""
        for claim in paragraph:
            doubt = " (not supported by what it cites)" if claim["verdict"] == "unsupported" else ""
            shown = printable(claim["sentence"]) + marks(claim["citations"]) + doubt
            yield (section, *_identity(claim, references), doubt), shown


def _identity(claim: PageClaim, references: Mapping[int, PageReference]) -> tuple[object, ...]:
    cited = tuple(references[one]["snippet_id"] if one in references else one for one in claim["citations"])
    return (printable(claim["sentence"]), cited)


def _sentences(record: PageRecord) -> Mapping[str, list[tuple[object, ...]]]:
    """The sentences of each section; none of one that the page does not have."""
    references = {one["number"]: one for one in record["references"]}
    found = defaultdict[str, list[tuple[object, ...]]](list)
    for section, text in section_texts(record):
        found[section] = [_identity(claim, references) for part in paragraphs(record, section, text) for claim in part]
    return found


def _source(reference: PageReference) -> str:
    title = title_in(reference)
    where = printable(reference["url"] or reference["doi"] or "")
    return ", ".join(filter(None, (title, where))) or reference["snippet_id"]


def _heading(lines: Sequence[tuple[object, str]], group: Sequence[tuple[str, int, int, int, int]]) -> str:
    """Under which heading the first change of a group is, as git tells the function."""
    at = next(start for kind, _, _, start, _ in group if kind != "equal")
    return next((f" {text.lstrip('#').strip()}" for _, text in reversed(lines[:at]) if text.startswith("#")), "")


def _range(start: int, end: int) -> str:
    return f"{start + 1},{end - start}" if end > start else f"{start},0"
