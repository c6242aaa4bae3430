"""The rubrics by which outlines and articles are judged: a criterion, what it asks, and what each grade from 1 to 5
looks like.

Models and people are shown the same words. The criteria are the papers', the wording is our own; who judges lives in
``agents``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from castalia.memory.errors import InputError

Part = Literal["outline", "article"]
LOW, HIGH = 1, 5


@dataclass(frozen=True, slots=True)
class Rubric:
    """``levels`` are what the grades 1 to 5 look like, in this order. ``part`` is what is shown to the judge."""

    criterion: str
    part: Part
    asks: str
    levels: tuple[str, str, str, str, str]
    source: str


RUBRICS: tuple[Rubric, ...] = (
    Rubric(
        "content_guidance",
        "outline",
        "Could somebody who knows the subject write a complete article from this outline alone?",
        (
            "Says almost nothing about what to write: main aspects are absent, or the headings would fit any topic.",
            "Names a few aspects of the topic; a writer would have to invent most of the plan.",
            "Names most main aspects, but leaves gaps, or headings that do not tell what belongs under them.",
            "Names every main aspect, each heading telling what belongs there; small additions would help.",
            "Names every aspect that the topic needs, in such detail that nothing is left to guess.",
        ),
        "thesis table 5",
    ),
    Rubric(
        "hierarchical_clarity",
        "outline",
        "Is it clear which headings are main ones, and does each subheading belong under the one it stands below?",
        (
            "No levels that mean anything: main and minor matters stand side by side at random.",
            "Levels are there, yet many headings stand too high, too low, or below a stranger.",
            "Levels can be recognised; some headings overlap, or stand in the wrong place.",
            "Main headings are distinct and subheadings fit; a redundancy or two.",
            "Every heading is at the right level, below the right one, and no two say the same.",
        ),
        "thesis table 5",
    ),
    Rubric(
        "logical_coherence",
        "outline",
        "Do the headings follow each other in an order that a reader can learn from?",
        (
            "The order is arbitrary; any shuffling would do as well.",
            "Traces of an order, often broken by jumps or by headings that come before what they need.",
            "A usable order on the whole; some headings seem put where there was room.",
            "One heading leads to the next nearly everywhere; one or two would be better elsewhere.",
            "Each heading prepares those after it, from the ground up, without a jump.",
        ),
        "thesis table 5",
    ),
    Rubric(
        "interest",
        "article",
        "Does the article make its reader want to read on?",
        (
            "A dull list of statements; nothing is made of any of them.",
            "Readable, but flat: the noteworthy is buried among the obvious.",
            "Holds the attention in places, with several facts or examples worth remembering.",
            "Holds the attention in most places; details are well chosen and put to use.",
            "Holds the attention from beginning to end without overstating anything.",
        ),
        "STORM 5; thesis table 6",
    ),
    Rubric(
        "organization",
        "article",
        "Are sections, paragraphs and sentences arranged so that each follows from what stands before it?",
        (
            "Sentences could stand in any order; there is no thread.",
            "Sections are there, but what stands in them often belongs elsewhere or comes twice.",
            "A thread that is mostly kept, with jumps, repetitions or sentences without a link.",
            "Well arranged, with a rare jump or repetition.",
            "Each sentence is where it has to be, and the way from one to the next is plain throughout.",
        ),
        "STORM 5; WikiGenBench D; thesis table 6",
    ),
    Rubric(
        "relevance",
        "article",
        "Is all that the article says about its topic, and does it matter there?",
        (
            "Mostly about something else.",
            "The topic can be made out, but digressions take much of the room.",
            "On the topic on the whole, with several passages that nobody would miss.",
            "On the topic, with a rare aside.",
            "Every sentence helps to understand the topic.",
        ),
        "STORM 5; WikiGenBench D; thesis table 6",
    ),
    Rubric(
        "coverage",
        "article",
        "How many of the aspects that belong to the topic does the article treat at all?",
        (
            "One aspect at most; a reader would get a wrong idea of the whole.",
            "Some main aspects; others that matter as much are absent.",
            "Most main aspects, though something that one would look up is missing.",
            "All main aspects and many minor ones.",
            "All that a good encyclopedia would treat, each in proportion to its weight.",
        ),
        "STORM 5; WikiGenBench D; thesis table 5.8",
    ),
    Rubric(
        "depth",
        "article",
        "How far does the article go into the aspects that it treats?",
        (
            "Names things without explaining any.",
            "Explains a little, and stops where questions begin.",
            "Explains the main matters; reasons, mechanisms, figures or limits are often missing.",
            "Explains most matters with their reasons, mechanisms or figures; few questions stay open.",
            "Explains every matter as far as its readers could ask, with what is known, how, and what is not.",
        ),
        "thesis table 6",
    ),
    Rubric(
        "verifiability",
        "article",
        "Could a reader check what the article says by the sources it names?",
        (
            "No sources, or none that a statement is tied to.",
            "Many statements that need a source have none, or a source that plainly is about something else.",
            "Most statements have a source; some that need one have none, or rest on one of doubtful fit.",
            "Nearly every statement has a source whose subject fits it.",
            "Every statement that could be doubted has a source that can be found and whose subject fits it.",
        ),
        "STORM 5; thesis table 5.8",
    ),
    Rubric(
        "fluency",
        "article",
        "Is the language correct, clear and of one voice?",
        (
            "Hard to understand: broken sentences or references to what is not there.",
            "To be understood with effort; errors, fragments or changes of voice are frequent.",
            "Understandable; clumsy or abrupt in places.",
            "Reads well, with a rare slip.",
            "Reads as if one careful person had written it.",
        ),
        "WikiGenBench 3, D",
    ),
    Rubric(
        "overall",
        "article",
        "All in all, how good is this as the article of an encyclopedia for readers who are new to the topic?",
        (
            "Of no use to them.",
            "Of little use: they would have to read something else.",
            "Of use, with faults that they would notice.",
            "Good: they would seldom wish for more.",
            "As good as the best articles that they could find.",
        ),
        "thesis table 5.8",
    ),
)
BY_CRITERION = {one.criterion: one for one in RUBRICS}


def rubrics_of(part: str) -> tuple[Rubric, ...]:
    """The rubrics of ``"outline"``, ``"article"``, or ``"both"``."""
    if part not in ("both", *get_args(Part)):
        raise InputError(f"rubrics are of the outline, the article, or both, not of {str(part)[:40]!r}")
    return tuple(one for one in RUBRICS if part in ("both", one.part))


def rubrics_by_name(criteria: str | Iterable[str]) -> tuple[Rubric, ...]:
    """The rubrics of these criteria, each once; a text names them with commas."""
    if not isinstance(criteria, Iterable):
        raise InputError(f"the criteria are {criteria!r}: choose of {', '.join(BY_CRITERION)}")
    names = [one.strip() for one in criteria.split(",")] if isinstance(criteria, str) else [*map(str, criteria)]
    unknown = [one for one in names if one not in BY_CRITERION]
    if unknown or not names:
        told = f"there is no criterion {unknown[0][:40]!r}" if unknown else "name a criterion"
        raise InputError(f"{told}: the criteria are {', '.join(BY_CRITERION)}")
    return tuple(BY_CRITERION[one] for one in dict.fromkeys(names))
