"""From a page record back to the values it was built of: drafts, outline, snippets, open issues.

``build_page`` makes the same record of them again, so that a part of a finished page can be put in place of another and
the rest stays as it is to the letter; only citation numbers may move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from castalia.memory.records import Citation, Claim, Draft, Feedback, Section, Snippet
from castalia.tools.pages.page_json import LEAD, PageClaim, PageRecord, PageReference, PageSection
from castalia.tools.pages.page_text import paragraphs, section_texts


def drafts_of(record: PageRecord) -> dict[str, Draft]:
    """Section id (or ``"lead"``) to its draft: the paragraphs of the page, citations by snippet id, quotes and verdicts
    as they are.

    On a page that was edited by hand the text counts, as for a reader; a number without a reference is left out.
    """
    references = {one["number"]: one for one in record["references"]}
    return {
        name: Draft(
            name,
            tuple(tuple(_claim(one, references) for one in paragraph) for paragraph in paragraphs(record, name, text)),
        )
        for name, text in section_texts(record)
        if text.strip() or name == LEAD
    }


def outline_of_page(record: PageRecord) -> tuple[Section, ...]:
    """The sections that stand on the page, with their subsections; what the planner noted of them besides is not on
    it."""
    return _sections(record["sections"])


def snippets_of(record: PageRecord) -> dict[str, Snippet]:
    """The snippets that the page cites, by id, as far as its references know them."""
    return {
        one["snippet_id"]: Snippet(
            id=one["snippet_id"],
            text=one["text"],
            url=one["url"],
            title=one["title"],
            year=one["year"],
            source=one.get("source", ""),
            authors=tuple(one["authors"]),
            doi=one["doi"] or "",
            extra={"section": one["section"]} if one.get("section") else {},
        )
        for one in record["references"]
    }


def issues_of(record: PageRecord) -> list[Feedback]:
    """What stands under the page's open issues."""
    return [Feedback(one["section"], one["claim"], one["reason"], one["request"]) for one in record["open_issues"]]  # type: ignore[arg-type]


def cited_in(*drafts: Draft) -> set[str]:
    """The ids of the snippets that these drafts cite."""
    return {
        one.snippet_id for draft in drafts for those in draft.paragraphs for claim in those for one in claim.citations
    }


def _claim(claim: PageClaim, references: Mapping[int, PageReference]) -> Claim:
    cited = [references[one] for one in claim["citations"] if one in references]
    citations = tuple(Citation(one["key"], one["snippet_id"]) for one in cited)
    return Claim(claim["sentence"], citations, claim["quote"], claim["verdict"])


def _sections(sections: Sequence[PageSection]) -> tuple[Section, ...]:
    return tuple(
        Section(one["id"], one["heading"], one["level"], sections=_sections(one["sections"])) for one in sections
    )
