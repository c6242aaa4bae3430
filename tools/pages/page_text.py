"""The text of a page: its claims by paragraph, where a sentence stands, and what a renderer may print."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from castalia.tools.language.topic_names import asked_name
from castalia.tools.pages.citations import marks
from castalia.tools.pages.hand_marks import cited_claims
from castalia.tools.pages.page_json import (
    LEAD,
    LEAD_HEADING,
    OpenIssue,
    PageClaim,
    PageRecord,
    walk_sections,
)

# What the parts of a page are called that no writer heads.
GAPS = "What this page leaves open"
NOTICES = "How this page was made"
ISSUES = "Open issues"
REFERENCES = "References"

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def paragraphs(record: PageRecord, section: str, text: str) -> list[list[PageClaim]]:
    """The claims of a section (or of ``"lead"``) by paragraph, for rendering.

    Where claims and text disagree, as on a page edited by hand, the text wins: then a claim is what stands before a
    run of marks whose numbers are all in the reference list (``hand_marks``).
    """
    claims = [claim for claim in record["claims"] if claim["section"] == section]
    arranged = claims_by_paragraph(claims, text)
    if arranged is None:
        known = {reference["number"] for reference in record["references"]}
        arranged = [
            [_unchecked(section, said, numbers) for said, numbers in cited_claims(one, known)]
            for one in text.split("\n\n")
            if one.strip()
        ]
    return arranged


def section_texts(record: PageRecord) -> list[tuple[str, str]]:
    """The id and the text of each section, in reading order; the lead, as ``"lead"``, comes first."""
    return [(LEAD, record["lead"]), *((one["id"], one["text"]) for one, _ in walk_sections(record["sections"]))]


def headings_of(record: PageRecord) -> dict[str, str]:
    """The heading of each section, at any depth, by its id."""
    return {section["id"]: section["heading"] for section, _ in walk_sections(record["sections"])}


def claims_by_paragraph(claims: Sequence[PageClaim], text: str) -> list[list[PageClaim]] | None:
    """The claims by paragraph, if text is exactly these claims with their marks; else None."""
    arranged: list[list[PageClaim]] = [[]] if claims else []
    place = 0
    for number, claim in enumerate(claims):
        if number and text.startswith("\n\n", place):
            arranged.append([])
            place += 2
        elif number:
            if not text.startswith(" ", place):
                return None
            place += 1
        piece = claim["sentence"] + marks(claim["citations"])
        if not text.startswith(piece, place):
            return None
        arranged[-1].append(claim)
        place += len(piece)
    return arranged if place == len(text) else None


def find_sentence(sentence: str, text: str) -> tuple[int, int] | None:
    """Where a sentence stands in ``printable(text)``, white space aside, as a half-open span; None if it does not."""
    sentence, text = printable(sentence), printable(text)
    start = text.find(sentence) if sentence else -1
    return None if start < 0 else (start, start + len(sentence))


def printable(text: str) -> str:
    """One line that any renderer can print: white space as single spaces, control characters as U+FFFD."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def doubt_of(claim: PageClaim) -> str:
    """What a reader is told behind a sentence that is not borne out; "" where nothing speaks against it."""
    if not claim["citations"]:
        return "no source"
    return "not supported by what it cites" if claim["verdict"] == "unsupported" else ""


def issue_line(issue: OpenIssue, headings: Mapping[str, str]) -> str:
    """An open issue without its claim, as a sentence; ``headings`` maps the ids of sections to their headings."""
    place = LEAD_HEADING if issue["section"] == LEAD else headings.get(issue["section"], "")
    reason = issue["reason"].rstrip(".")
    return f"{place}: {reason}." if place else f"{reason[:1].upper()}{reason[1:]}."


def title_of(record: PageRecord) -> str:
    """What stands above a page: the name of its topic, also where it is asked for ("What is a kidney?"), with a capital
    where it begins with a word in small letters ("kidney", "carbon-14", not "p53", "pH" or "p-value")."""
    topic = asked_name(record["topic"])
    is_small = topic.partition(" ")[0].islower() and _SMALL_WORD.match(topic) is not None
    return topic[0].upper() + topic[1:] if is_small else topic


_SMALL_WORD = re.compile(r"[^\W\d_]{2,}(?![^\s\-–/'’])|[^\W\d_](?:\s|$)")


def _unchecked(section: str, sentence: str, numbers: list[int]) -> PageClaim:
    return {
        "section": section,
        "sentence": sentence,
        "citations": numbers,
        "verdict": "unchecked",
        "quote": "",
    }
