"""Building a page: numbers by first appearance, the reference list, and what had to be taken out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from castalia.memory.identity import citation_keys
from castalia.memory.records import Citation, Claim, Draft, Feedback, Section, Snippet, nodes_of
from castalia.tools.pages.citations import marks, number_citations
from castalia.tools.pages.page_json import (
    LEAD,
    SCHEMA,
    Engine,
    OpenIssue,
    PageClaim,
    PageRecord,
    PageReference,
    PageSection,
    Verdict,
)
from castalia.tools.pages.stub_note import stub_note


def build_page(
    topic: str,
    *,
    domain: str,
    pipeline: str,
    engine: Engine,
    engines: Mapping[str, str],
    model: str | None,
    lead: Sequence[Sequence[Claim]],
    sections: Sequence[Section],
    drafts: Mapping[str, Draft],
    snippets: Mapping[str, Snippet],
    open_issues: Sequence[Feedback] = (),
    gaps: Sequence[str] = (),
    notices: Sequence[str] = (),
    stats: Mapping[str, Any] | None = None,
    language: str = "en",
) -> PageRecord:
    """Put a page together: numbers by first appearance over lead, then sections in order, and the reference list.

    ``lead`` is paragraphs of claims, ``drafts`` maps a section id to its draft. A citation of a snippet that is not in
    ``snippets``, or under a key that is not that snippet's, is taken out alone and stands in ``open_issues``.
    """
    outline = nodes_of(sections)
    told = dict.fromkeys(open_issues)  # once, where several sections had the same sentence
    issues = [_issue(one.section, one.claim, one.reason, one.request) for one in told]
    settled = {one.id: _settle(one.id, drafts[one.id].paragraphs, snippets) for one in outline if one.id in drafts}
    opening = _settle(LEAD, lead, snippets)
    in_order = [(LEAD, opening), *settled.items()]
    issues += [issue for _, part in in_order for issue in part.issues]
    placed = {one.id for one in outline}
    strays = sorted(name for name, draft in drafts.items() if name not in placed and any(draft.paragraphs))
    issues += [_issue(one, "", "this draft has no place in the outline", "add") for one in strays]
    numbers = number_citations(
        one for _, part in in_order for paragraph in part.paragraphs for claim in paragraph for one in claim.snippet_ids
    )
    keys = citation_keys(snippets)
    texts = {one: _text(part, numbers) for one, part in settled.items()}
    sentences = sum(len(paragraph) for _, part in in_order for paragraph in part.paragraphs)
    beginning = _text(opening, numbers)
    return {
        "schema": SCHEMA,
        "topic": topic,
        "domain": domain,
        "pipeline": pipeline,
        "engine": engine,
        "engines": dict(engines),
        "model": model,
        "language": language,
        "lead": beginning,
        "sections": [_section(one, texts) for one in sections],
        "references": [_reference(numbers[one], keys[one], one, snippets[one]) for one in numbers],
        "claims": [
            _claim(section, claim, numbers)
            for section, part in in_order
            for paragraph in part.paragraphs
            for claim in paragraph
        ],
        "open_issues": issues,
        "gaps": list(gaps),
        "notices": list(notices),
        "stub": stub_note(beginning, sections, sentences, stats or {}),
        "stats": dict(stats or {}),
    }


class _Settled(NamedTuple):
    sentence: str
    snippet_ids: tuple[str, ...]
    quote: str
    verdict: Verdict


class _Part(NamedTuple):
    paragraphs: list[list[_Settled]]
    issues: list[OpenIssue]


def _issue(section: str, claim: str, reason: str, request: str) -> OpenIssue:
    return {"section": section, "claim": claim, "reason": reason, "request": request}


def _settle(section: str, drafted: Iterable[Iterable[Claim]], snippets: Mapping[str, Snippet]) -> _Part:
    """Each claim with the snippets it may cite, and what had to be taken out."""
    part = _Part([], [])
    for paragraph in drafted:
        kept: list[_Settled] = []
        for claim in paragraph:
            sentence = " ".join(claim.sentence.split())
            wrong = {one: _why_unknown(one, snippets) for one in claim.citations}
            part.issues.extend(_issue(section, sentence, reason, "cite") for reason in wrong.values() if reason)
            ids = tuple(dict.fromkeys(one.snippet_id for one in claim.citations if not wrong[one]))
            if not sentence:
                part.issues.append(_issue(section, "", "an empty sentence was left out", "remove"))
            elif claim.citations and not ids:  # nothing is left that could support it
                kept.append(_Settled(sentence, (), "", "unsupported"))
            else:
                kept.append(_Settled(sentence, ids, " ".join(claim.quote.split()), claim.verdict))
        if kept:
            part.paragraphs.append(kept)
    return part


def _why_unknown(citation: Citation, snippets: Mapping[str, Snippet]) -> str:
    if citation.snippet_id not in snippets:
        return f"citation {citation.key or citation.snippet_id} was taken out: the page has no such snippet"
    if citation.key and not (len(citation.key) > 1 and ("s" + citation.snippet_id).startswith(citation.key)):
        return f"citation {citation.key} was taken out: it is not the key of snippet {citation.snippet_id}"
    return ""


def _text(part: _Part, numbers: Mapping[str, int]) -> str:
    return "\n\n".join(
        " ".join(claim.sentence + marks(numbers[one] for one in claim.snippet_ids) for claim in paragraph)
        for paragraph in part.paragraphs
    )


def _section(section: Section, texts: Mapping[str, str]) -> PageSection:
    return {
        "id": section.id,
        "heading": section.heading,
        "level": section.level,
        "text": texts.get(section.id, ""),
        "sections": [_section(one, texts) for one in section.sections],
    }


def _reference(number: int, key: str, snippet_id: str, snippet: Snippet) -> PageReference:
    reference: PageReference = {
        "number": number,
        "key": key,
        "snippet_id": snippet_id,
        "source_id": snippet.document,
        "url": snippet.url,
        "title": snippet.title,
        "authors": list(snippet.authors),
        "year": snippet.year,
        "doi": snippet.doi or None,
        "text": snippet.text,
        "source": snippet.source,
    }
    if isinstance(section := snippet.extra.get("section"), str) and section.strip():
        reference["section"] = section
    return reference


def _claim(section: str, claim: _Settled, numbers: Mapping[str, int]) -> PageClaim:
    return {
        "section": section,
        "sentence": claim.sentence,
        "citations": [numbers[one] for one in claim.snippet_ids],
        "verdict": claim.verdict,
        "quote": claim.quote,
    }
