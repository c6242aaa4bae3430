"""Checks of a page: its shape, its numbers and sections, and whether text, claims and references agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from castalia.memory.ellipsis import abridge
from castalia.memory.record_shape import shape_problems
from castalia.tools.pages.page_json import LEAD, PageRecord, walk_sections
from castalia.tools.pages.page_text import claims_by_paragraph, find_sentence, section_texts

_SHOWN = 80  # characters of a sentence in a message


def check_page(record: PageRecord) -> list[str]:
    """What is wrong with a page, a line each; an empty list for a page as ``build_page`` makes it.

    Looks at the shape, at numbers and references, section ids, agreement of text and claims, and, where the engine is
    extractive, whether each sentence stands word for word (white space aside) in a snippet that it cites.
    """
    problems = shape_problems(record, PageRecord, "page")
    if problems:
        return problems
    return [
        *_number_problems(record),
        *_section_problems(record),
        *_agreement_problems(record),
        *(_verbatim_problems(record) if record["engine"] == "extractive" else ()),
    ]


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
                yield f"citation [{number}] has no reference: {abridge(claim['sentence'], _SHOWN)!r}"
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
    for section, text in section_texts(record):
        claims = [claim for claim in record["claims"] if claim["section"] == section]
        if claims_by_paragraph(claims, text) is None:
            yield f"text and claims of section {section!r} disagree"


def _verbatim_problems(record: PageRecord) -> Iterator[str]:
    texts = {reference["number"]: reference["text"] for reference in record["references"]}
    for claim in record["claims"]:
        cited = [texts[number] for number in claim["citations"] if number in texts]
        if not any(find_sentence(claim["sentence"], text) for text in cited):
            yield f"not word for word in a snippet that it cites: {abridge(claim['sentence'], _SHOWN)!r}"
