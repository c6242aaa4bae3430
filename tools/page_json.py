"""The page record: what ``page.json`` holds (DESIGN, section 8), how it is built, loaded and checked.

Everything a reader sees is rendered from this plain dict; how it looks lives in ``markdown`` and ``html``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, NamedTuple, NotRequired, cast, get_args, get_origin

from castalia.memory.errors import InputError
from castalia.memory.identity import citation_keys
from castalia.memory.records import Citation, Claim, Draft, Feedback, Section, Snippet
from castalia.tools.citations import marks, number_citations
from typing_extensions import TypedDict, get_type_hints, is_typeddict

SCHEMA = 1
LEAD = "lead"
_NAMES = {str: "a text", int: "a whole number"}
_MARKS = re.compile(r"(?:\[[0-9]{1,6}\])++")
_NUMBER = re.compile(r"[0-9]+")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

Engine = Literal["extractive", "model", "mixed"]
Verdict = Literal["supported", "unsupported", "unchecked"]


class PageSection(TypedDict):
    """One section; ``id`` is its identity, ``text`` its own paragraphs without those of its subsections."""

    id: str
    heading: str
    level: int
    text: str
    sections: list[PageSection]


class PageReference(TypedDict):
    """One snippet that the page cites; ``source_id`` is the document it was cut from."""

    number: int
    key: str
    snippet_id: str
    source_id: str
    url: str
    title: str
    authors: list[str]
    year: int | None
    doi: str | None
    text: str
    source: NotRequired[str]


class PageClaim(TypedDict):
    """One sentence, in the order of the page; ``section`` is ``"lead"`` or the id of its section."""

    section: str
    sentence: str
    citations: list[int]
    verdict: Verdict
    quote: str


class OpenIssue(TypedDict):
    """What was asked for and not mended, or what had to be taken out."""

    section: str
    claim: str
    reason: str
    request: str


class PageRecord(TypedDict):
    """A whole page, as ``page.json`` holds it."""

    schema: Literal[1]
    topic: str
    domain: str
    pipeline: str
    engine: Engine
    engines: dict[str, str]
    model: str | None
    language: NotRequired[str]
    lead: str
    sections: list[PageSection]
    references: list[PageReference]
    claims: list[PageClaim]
    open_issues: list[OpenIssue]
    gaps: list[str]
    stats: dict[str, Any]


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
    stats: Mapping[str, Any] | None = None,
    language: str = "en",
) -> PageRecord:
    """Put a page together: numbers by first appearance over lead, then sections in order, and the reference list.

    ``lead`` is paragraphs of claims, ``drafts`` maps a section id to its draft. A citation of a snippet that is not in
    ``snippets``, or under a key that is not that snippet's, is taken out alone and stands in ``open_issues``.
    """
    outline = [section for section, _ in _walk(sections)]
    issues = [_issue(one.section, one.claim, one.reason, one.request) for one in open_issues]
    settled = {one.id: _settle(one.id, drafts[one.id].paragraphs, snippets) for one in outline if one.id in drafts}
    opening = _settle(LEAD, lead, snippets)
    in_order = [(LEAD, opening), *settled.items()]
    issues += [issue for _, part in in_order for issue in part.issues]
    placed = {one.id for one in outline}
    issues += [_issue(one, "", "this draft has no place in the outline", "add") for one in sorted({*drafts} - placed)]
    numbers = number_citations(
        one for _, part in in_order for paragraph in part.paragraphs for claim in paragraph for one in claim.snippet_ids
    )
    keys = citation_keys(snippets)
    texts = {one: _text(part, numbers) for one, part in settled.items()}
    return {
        "schema": 1,
        "topic": topic,
        "domain": domain,
        "pipeline": pipeline,
        "engine": engine,
        "engines": dict(engines),
        "model": model,
        "language": language,
        "lead": _text(opening, numbers),
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
        "stats": dict(stats or {}),
    }


def dump_page(record: PageRecord) -> str:
    """The record as the text of ``page.json``: readable, stable, with a newline at its end."""
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def load_page(path: str | Path) -> PageRecord:
    """Read ``page.json`` (or the folder it lies in); ``InputError`` says in one line what is wrong with it."""
    path = Path(path)
    file = path / "page.json" if path.is_dir() else path
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"There is no page at {file}.") from None
    except OSError as error:
        raise InputError(f"Cannot read {file}: {(error.strerror or str(error)).lower()}.") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is not a page: it does not hold JSON ({error}).") from error
    if isinstance(value, dict) and value.get("schema", SCHEMA) != SCHEMA:
        raise InputError(f"{file} has page schema {value['schema']!r}; this version of Castalia reads schema {SCHEMA}.")
    problems = _shape(value, PageRecord, "page")
    if problems:
        more = f" (and {len(problems) - 1} more problems)" if len(problems) > 1 else ""
        raise InputError(f"{file} is not a page: {problems[0]}{more}.")
    return cast(PageRecord, value)


def check_page(record: PageRecord) -> list[str]:
    """What is wrong with a page, a line each; an empty list for a page as ``build_page`` makes it.

    Looks at the shape, at numbers and references, section ids, agreement of text and claims, and, where the engine is
    extractive, whether each sentence stands word for word (white space aside) in a snippet that it cites.
    """
    problems = _shape(record, PageRecord, "page")
    if problems:
        return problems
    return [
        *_number_problems(record),
        *_section_problems(record),
        *_agreement_problems(record),
        *(_verbatim_problems(record) if record["engine"] == "extractive" else ()),
    ]


def paragraphs(record: PageRecord, section: str, text: str) -> list[list[PageClaim]]:
    """The claims of a section (or of ``"lead"``) by paragraph, for rendering.

    Where claims and text disagree, as on a page edited by hand, the text wins: then a claim is what stands before a
    run of marks whose numbers are all in the reference list.
    """
    claims = [claim for claim in record["claims"] if claim["section"] == section]
    arranged = _arrange(claims, text)
    if arranged is None:
        known = {reference["number"] for reference in record["references"]}
        arranged = [_read_marks(section, one, known) for one in text.split("\n\n") if one.strip()]
    return arranged


def walk_sections(sections: Sequence[PageSection], depth: int = 1) -> Iterator[tuple[PageSection, int]]:
    """Every section with its depth (1 for the top), a section before its subsections."""
    for section in sections:
        yield section, depth
        yield from walk_sections(section["sections"], depth + 1)


def engine_note(record: PageRecord) -> str:
    """One line for the reader: who wrote this page, and what that means for trust."""
    model = f"the language model {record['model']}" if record["model"] else "a language model"
    if record["engine"] == "extractive":
        return (
            "Written by the extractive engine, without a language model: "
            "every sentence is taken word for word from the snippet it cites."
        )
    if record["engine"] == "model":
        return f"Written by {model} from the snippets it cites; check what matters to you against them."
    roles = ", ".join(sorted(role for role, engine in record["engines"].items() if engine != "extractive"))
    return f"Written partly by rules, partly by {model}{f' ({roles})' if roles else ''}, from the snippets it cites."


def printable(text: str) -> str:
    """One line that any renderer can print: white space as single spaces, control characters as U+FFFD."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def find_sentence(sentence: str, text: str) -> tuple[int, int] | None:
    """Where a sentence stands in ``printable(text)``, white space aside, as a half-open span; None if it does not."""
    sentence, text = printable(sentence), printable(text)
    start = text.find(sentence) if sentence else -1
    return None if start < 0 else (start, start + len(sentence))


# Building


class _Settled(NamedTuple):
    sentence: str
    snippet_ids: tuple[str, ...]
    quote: str
    verdict: Verdict


class _Part(NamedTuple):
    paragraphs: list[list[_Settled]]
    issues: list[OpenIssue]


def _walk(sections: Iterable[Section], depth: int = 1) -> Iterator[tuple[Section, int]]:
    for section in sections:
        yield section, depth
        yield from _walk(section.sections, depth + 1)


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
    return {
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


def _claim(section: str, claim: _Settled, numbers: Mapping[str, int]) -> PageClaim:
    return {
        "section": section,
        "sentence": claim.sentence,
        "citations": [numbers[one] for one in claim.snippet_ids],
        "verdict": claim.verdict,
        "quote": claim.quote,
    }


# Checking


@lru_cache(maxsize=16)
def _fields(record: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Name, type and whether it must be there, for each key of a TypedDict."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        (name, get_args(kind)[0], False) if cast(Any, get_origin(kind)) is NotRequired else (name, kind, True)
        for name, kind in hints.items()
    )


def _shape(value: object, kind: Any, where: str) -> list[str]:
    """How a value differs from a type of this file's records; keys that we do not know are welcome."""
    origin = get_origin(kind)
    if kind is Any:
        return []
    if is_typeddict(kind):
        if not isinstance(value, dict):
            return [f"{where} is not an object"]
        problems = [f"{where} lacks {name!r}" for name, _, needed in _fields(kind) if needed and name not in value]
        for name, one, _ in _fields(kind):
            problems += _shape(value[name], one, f"{where}.{name}") if name in value else []
        return problems
    if origin is list:
        if not isinstance(value, list):
            return [f"{where} is not a list"]
        return [one for place, item in enumerate(value) for one in _shape(item, get_args(kind)[0], f"{where}[{place}]")]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{where} is not an object"]
        return [one for name, item in value.items() for one in _shape(item, get_args(kind)[1], f"{where}.{name}")]
    if origin is Literal:
        allowed = ", ".join(repr(one) for one in get_args(kind))
        same = any(type(value) is type(one) and value == one for one in get_args(kind))
        return [] if same else [f"{where} is not one of: {allowed}"]
    if isinstance(kind, UnionType):
        return [] if any(not _shape(value, one, where) for one in get_args(kind)) else [f"{where} is not {kind}"]
    is_right = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    return [] if is_right else [f"{where} is not {_NAMES.get(kind, kind)}"]


def _number_problems(record: PageRecord) -> Iterator[str]:
    numbers = [reference["number"] for reference in record["references"]]
    cited = list(dict.fromkeys(one for claim in record["claims"] for one in claim["citations"]))
    for number, times in Counter(numbers).items():
        if times > 1:
            yield f"reference number {number} is given {times} times"
    for snippet, times in Counter(reference["snippet_id"] for reference in record["references"]).items():
        if times > 1:
            yield f"snippet {snippet} has {times} references"
    for claim in record["claims"]:
        for number in claim["citations"]:
            if number not in numbers:
                yield f"citation [{number}] has no reference: {_brief(claim['sentence'])}"
    for number in numbers:
        if number not in cited:
            yield f"reference {number} is cited nowhere"
    if sorted(numbers) == sorted(cited) and cited != list(range(1, len(cited) + 1)):
        yield "numbers are not given by first appearance"


def _section_problems(record: PageRecord) -> Iterator[str]:
    ids = Counter(section["id"] for section, _ in walk_sections(record["sections"]))
    for one, times in ids.items():
        if times > 1:
            yield f"section id {one!r} is used {times} times"
    if LEAD in ids:
        yield f"section id {LEAD!r} is kept for the lead"
    for one in dict.fromkeys(claim["section"] for claim in record["claims"]):
        if one != LEAD and one not in ids:
            yield f"claims name a section {one!r} that the page does not have"


def _agreement_problems(record: PageRecord) -> Iterator[str]:
    texts = [(LEAD, record["lead"]), *((one["id"], one["text"]) for one, _ in walk_sections(record["sections"]))]
    for section, text in texts:
        claims = [claim for claim in record["claims"] if claim["section"] == section]
        if _arrange(claims, text) is None:
            yield f"text and claims of section {section!r} disagree"


def _verbatim_problems(record: PageRecord) -> Iterator[str]:
    texts = {reference["number"]: reference["text"] for reference in record["references"]}
    for claim in record["claims"]:
        cited = [texts[number] for number in claim["citations"] if number in texts]
        if not any(find_sentence(claim["sentence"], text) for text in cited):
            yield f"not word for word in a snippet that it cites: {_brief(claim['sentence'])}"


def _arrange(claims: Sequence[PageClaim], text: str) -> list[list[PageClaim]] | None:
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


def _read_marks(section: str, paragraph: str, known: set[int]) -> list[PageClaim]:
    claims: list[PageClaim] = []
    start = 0
    for run in _MARKS.finditer(paragraph):
        numbers = [int(one) for one in _NUMBER.findall(run.group())]
        at_end = run.end() == len(paragraph) or paragraph[run.end()].isspace()
        if at_end and known.issuperset(numbers):
            claims.append(_unchecked(section, paragraph[start : run.start()], numbers))
            start = run.end()
    if paragraph[start:].strip():
        claims.append(_unchecked(section, paragraph[start:], []))
    return claims


def _unchecked(section: str, sentence: str, numbers: list[int]) -> PageClaim:
    return {
        "section": section,
        "sentence": " ".join(sentence.split()),
        "citations": numbers,
        "verdict": "unchecked",
        "quote": "",
    }


def _brief(sentence: str) -> str:
    return repr(sentence if len(sentence) <= 80 else sentence[:79] + "…")
