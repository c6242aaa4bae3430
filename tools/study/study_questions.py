"""What people are asked about a page, or about two of them: nine questions by default, or those of a file.

How they are put on a screen lives in ``study_form``; what is answered in ``judgements``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.tools.judging.json_lines import read_lines, text_of


@dataclass(frozen=True, slots=True)
class StudyQuestion:
    """One criterion: how it is asked of one page, and of two; what the ends of the scale (1 and 5) mean."""

    criterion: str
    title: str
    single: str
    paired: str
    low: str = "not at all"
    high: str = "very much so"


STUDY_QUESTIONS = (
    # The aspects are those of the study with experts in the thesis (section 5.5, table 5.8, appendix G).
    StudyQuestion(
        "content_guidance",
        "Guidance by the contents",
        "Would a writer who had only the list of contents know what to write about this topic?",
        "From whose list of contents would a writer better know what to write?",
        "would be lost",
        "would know it all",
    ),
    StudyQuestion(
        "hierarchical_clarity",
        "Headings and subheadings",
        "Is it plain which headings are the main ones, and does each subheading belong under its own?",
        "On which page is it plainer what belongs under what?",
        "jumbled",
        "plain throughout",
    ),
    StudyQuestion(
        "logical_coherence",
        "Order",
        "Do the sections follow on from one another, so that nothing comes too early or too late?",
        "On which page do the sections follow on from one another better?",
        "no order to see",
        "each leads to the next",
    ),
    StudyQuestion(
        "interest",
        "Interest",
        "Did the page keep you reading, and give you something to think about?",
        "Which page would you rather go on reading?",
        "dull",
        "hard to put down",
    ),
    StudyQuestion(
        "coverage",
        "Coverage",
        "Is everything there that a page on this topic has to mention?",
        "Which page leaves out less of what has to be mentioned?",
        "most is missing",
        "nothing is missing",
    ),
    StudyQuestion(
        "depth",
        "Depth",
        "Does the page explain what it mentions, beyond the first sentence one could say about it?",
        "Which page explains better what it mentions?",
        "only names things",
        "explains them in full",
    ),
    StudyQuestion(
        "relevance",
        "Relevance",
        "Does everything on the page have to do with its topic?",
        "Which page keeps closer to its topic?",
        "mostly beside it",
        "all of it",
    ),
    StudyQuestion(
        "verifiability",
        "Verifiability",
        "Open some citations: do the sources say what the sentences say, and are they sources you would trust?",
        "Open some citations on both: on which page do the sources better bear out the sentences?",
        "hardly ever",
        "wherever I looked",
    ),
    StudyQuestion(
        "overall",
        "All in all",
        "How good is this page for somebody who wants to learn about the topic?",
        "Which page would you give to somebody who wants to learn about the topic?",
        "of no use",
        "just right",
    ),
)


def read_questions(path: str | Path) -> tuple[StudyQuestion, ...]:
    """Questions from JSON lines: ``criterion`` and ``single`` (or ``question``), and if wanted ``title``, ``paired``,
    ``low``, ``high``.

    ``InputError`` names the file and the line.
    """
    file = expand(path)
    found: dict[str, StudyQuestion] = {}

    def keep(row: Any) -> None:
        one = _question(row)
        if one.criterion in found:
            raise ValueError(f'there are two questions on "{one.criterion}"')
        found[one.criterion] = one

    read_lines(file, "question", keep)
    if not found:
        raise InputError(f"{file} holds no questions")
    return tuple(found.values())


def _question(row: Any) -> StudyQuestion:
    if not isinstance(row, dict):
        raise ValueError('not a JSON object such as {"criterion": "accuracy", "question": "Is it right?"}')
    criterion = _text(row, "criterion")
    single = _text(row, "single" if "single" in row else "question")
    rest = {key: _text(row, key) for key in ("low", "high") if key in row}
    title = _text(row, "title") if "title" in row else criterion.replace("_", " ").capitalize()
    paired = _text(row, "paired") if "paired" in row else f"Of which page is this truer? {single}"
    return StudyQuestion(criterion, title, single, paired, **rest)


def _text(row: dict[str, Any], key: str) -> str:
    return text_of(row, key).strip()
