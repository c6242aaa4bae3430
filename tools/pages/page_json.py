"""The page record: what ``page.json`` holds (a contract: keys may be added, never changed), how it is written and
loaded.

Everything a reader sees is rendered from this plain dict. How it is put together lives in ``page_building``, how its
text is read in ``page_text``, what may be wrong with it in ``page_check``, how it looks in ``markdown`` and ``html``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, NotRequired, cast

from castalia.memory.errors import InputError
from castalia.memory.paths import expand, refuse_pipe
from castalia.memory.record_shape import shape_problems
from castalia.memory.records import Level
from castalia.tools.language.listing import first_phrases
from typing_extensions import TypedDict

SCHEMA: Final = 1
_MEND = "mend it, or generate the page again"
LEAD = "lead"
LEAD_HEADING = "Lead"  # of the lead, where it is told of among the sections
NOBODY = "none"  # the engine of a role that was left out
Engine = Literal["extractive", "model", "mixed"]
Verdict = Literal["supported", "unsupported", "unchecked"]


class PageSection(TypedDict):
    """One section; ``id`` is its identity, ``text`` its own paragraphs without those of its subsections."""

    id: str
    heading: str
    level: Level
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
    section: NotRequired[str]  # the headings above the snippet in its document, where the corpus tells them


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
    notices: NotRequired[list[str]]
    stub: NotRequired[
        str
    ]  # what a reader is told of a page without a section, or a short one without a lead; "" of any other
    stats: dict[str, Any]


def dump_page(record: PageRecord) -> str:
    """The record as the text of ``page.json``: readable, stable, with a newline at its end."""
    return json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def load_page(path: str | Path) -> PageRecord:
    """Read ``page.json`` (or the folder it lies in); ``InputError`` says in one line what is wrong with it."""
    path = expand(path)
    file = path / "page.json" if path.is_dir() else path
    refuse_pipe(file)
    try:
        # some editors put a mark before it
        value = json.loads(file.read_text(encoding="utf-8-sig"), parse_constant=_refuse_constant)
    except FileNotFoundError:
        raise InputError(
            f"there is no page at {file}: give the folder that castalia generate wrote, or its page.json"
        ) from None
    except OSError as error:
        raise InputError(f"cannot read {file}: {(error.strerror or str(error)).lower()}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is not a page: it does not hold JSON ({error}); {_MEND}") from error
    if isinstance(value, dict) and value.get("schema", SCHEMA) != SCHEMA:
        raise InputError(f"{file} has page schema {value['schema']!r}; this version of Castalia reads schema {SCHEMA}.")
    try:
        problems = shape_problems(value, PageRecord, "page")
    except RecursionError:
        raise InputError(f"{file} is not a page: its sections are nested too deep; {_MEND}") from None
    if problems:
        raise InputError(f"{file} is not a page: {first_phrases(problems, 1)}; {_MEND}")
    return cast(PageRecord, value)


def _refuse_constant(name: str) -> NoReturn:
    """Python would read NaN and infinities, and every mean that they are part of would be none."""
    raise ValueError(f"{name} is no number of JSON")


def walk_sections(sections: Sequence[PageSection], depth: int = 1) -> Iterator[tuple[PageSection, int]]:
    """Every section with its depth (1 for the top), a section before its subsections."""
    for section in sections:
        yield section, depth
        yield from walk_sections(section["sections"], depth + 1)
