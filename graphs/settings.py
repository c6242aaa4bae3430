"""The settings of a run, with the thesis' defaults where it has any (Table 4.2) and our reasons where we differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

from castalia.memory.errors import CastaliaError, InputError
from castalia.tools.topic.questions import MOST_QUESTIONS, MOST_TERMS
from castalia.tools.topic.sparse import SPARSE

ABLATIONS = ("graph", "reflection", "filter", "reviewer", "saturation", "editor")
LANGUAGES = ("en",)
LEAST_WORDS = 100  # of fewer, no section can be sure of the three sentences that it takes
_CHOICES = {"assign": ("sentences", "snippets", "everything"), "unit": ("section", "heading")}


@dataclass(frozen=True, slots=True)
class Settings:
    """How far a run goes, and how its page is written. The defaults are for writers by rules; ``for_models`` are those
    for models, ``thesis`` those of the thesis, whose symbols stand before the colons here.

    Curation gathers snippets in batches. It ends after ``depth`` of these, at ``most`` snippets, when the budget is
    spent, or, with ``saturation``, when nothing is left that passes the relevance floor (seen where ``nearest`` asks
    for it) or more brings little.

    What each setting means stands below it in the source: in a notebook, ``Settings??`` shows that.
    """

    # Curation
    depth: int = 4
    """m: batches after the first snippets, at most."""
    seed: int = 5
    """T: snippets to begin with: those that name the topic best."""
    depth_questions: int = MOST_QUESTIONS
    """Of the n questions that a batch asks of the graph, those into what is there but thin, at most."""
    breadth_questions: int = MOST_QUESTIONS
    """Of the n questions, those about what is not there at all, at most."""
    queries: int = MOST_TERMS
    """t: search terms that a batch makes of its questions, at most."""
    per_query: int = 2
    """k: new snippets that each query of a batch brings, at most."""
    nearest: int = 60
    """New snippets that a batch brings beside those of its queries, at most: the ones nearest to the topic."""
    most: int = 360
    """Snippets in all, at most."""
    anchored: bool = True
    """Whether there is a relevance floor at all; without it queries bring what they find (the thesis' way)."""
    floor: float = 0.3
    """How relevant a snippet has to be, as a share (0 to 1) of the most relevant one."""
    sparse_floor: float = 0.15
    """How relevant a snippet has to be where fewer than ``sparse_below`` snippets name the topic."""
    sparse_below: int = SPARSE
    """See ``sparse_floor``."""
    saturation: bool = True
    """Whether curation ends early: where nothing is left above the floor, by ``least_yield``, or by
    ``least_usable``."""
    least_yield: float = 0.3
    """Curation ends early when two batches in a row bring less than this share of the snippets that they may bring."""
    least_usable: float = 0.05
    """Curation ends early when less than this share of the last batch's snippets holds a sentence for the page
    (extractive writer only)."""
    graph: bool = True
    """Φ, η: whether triplets are read. False: the triplet graph is empty for all who read it, be it for the outline,
    subsections, the places of sentences, or what sources dispute; and nobody asks what it lacks, whatever ``gaps``
    says."""
    reflection: bool | None = None
    """True: the synthesizer makes search terms of the questions. False: the questions themselves are searched for.
    ``None``: true unless the synthesizer works by rules."""
    gaps: bool | None = None
    """True: each batch searches for what the graph lacks. False: it searches for the topic itself, for as many snippets
    as those queries would bring. ``None``: true with reflection, or with a researcher that does not work by rules. Over
    18 topics the relevance model alone found as much as rules that ask."""

    # Writing
    words: int = 1_700
    """How long all sections together get, about, from ``LEAST_WORDS`` up; the lead comes on top of it."""
    snippets_per_heading: int = 24
    """k of a unit: snippets that are retrieved for each heading of a section."""
    assign: str = "sentences"
    """What a unit is offered. "sentences": the snippets with a sentence that belongs there; "snippets": those that it
    ranks higher than other units do; "everything": all that were curated (the thesis' way)."""
    unit: str = "section"
    """What is written as one text: a "section" with its subsections, or one "heading" (the thesis' way)."""
    heading_path: bool = True
    """Whether a unit searches with topic and heading path, or with the heading alone (the thesis' way)."""
    relevance_filter: bool = True
    """Θ: whether snippets that do not help a unit are left out before it is written."""
    filter_batch: int = 8
    """Snippets that a model judges in one call for that (the thesis: one)."""
    reviewer: bool = True
    """π: whether drafts are reviewed."""
    revisions: int = 3
    """r_max: revisions of a unit, at most."""
    editor: bool = True
    """Whether an editor makes one page of the drafts: a lead, and nothing told twice."""
    strict: bool = False
    """Whether the page has only sentences that were found supported, word for word or by the reviewer, and those that a
    person kept. Else the others stay, and the page marks what is unsupported."""

    language: str = "en"
    """Of corpus and page. Stemmer, sentence splitter, rules and prompts know English; any other is refused."""

    @classmethod
    def for_models(cls, **changes: Any) -> Self:
        """For writers that are models: they read whole snippets, each at a price, so fewer come in and each section
        sees fewer.

        ``generate`` and ``apollo`` take these by themselves where the crew's writer is a model."""
        own: dict[str, Any] = {
            "per_query": 3,
            "nearest": 0,
            "most": 125,
            "snippets_per_heading": 8,
            "assign": "snippets",
        }
        return cls(**own | changes)

    @classmethod
    def suiting(cls, is_model: bool, **changes: Any) -> Self:
        """The settings that suit the writer: a model, or rules."""
        return cls.for_models(**changes) if is_model else cls(**changes)

    @classmethod
    def thesis(cls, **changes: Any) -> Self:
        """The thesis to the letter (§3.3, §4.4, Table 4.2): 5 + 4 x 10 x 3 snippets, no floor, no stop before depth 4,
        each heading written by itself from the 3 snippets that its words find in all of K, one filter call a snippet,
        sections concatenated without a lead.

        Temperature and top-p are no settings: they belong to ``Thinking``, and the command line's preset sets both."""
        own: dict[str, Any] = {
            "per_query": 3,
            "nearest": 0,
            "most": 125,
            "anchored": False,
            "reflection": True,
            "gaps": True,
            "saturation": False,
            "snippets_per_heading": 3,
            "assign": "everything",
            "unit": "heading",
            "heading_path": False,
            "filter_batch": 1,
            "editor": False,
        }
        return cls(**own | changes)

    def without(self, *parts: str) -> Settings:
        """These settings without these parts of the method: graph, reflection, filter, reviewer, saturation, editor
        (the thesis' ablations and three more)."""
        names = {"filter": "relevance_filter"}
        for part in parts:
            if part not in ABLATIONS:
                raise InputError(f"{part!r} cannot be left out: choose from {', '.join(ABLATIONS)}")
        changes: dict[str, Any] = {names.get(part, part): False for part in parts}
        return replace(self, **changes)

    def __post_init__(self) -> None:
        for field in fields(self):
            _check_kind(field.name, str(field.type), getattr(self, field.name))
        for name in (
            "depth",
            "depth_questions",
            "breadth_questions",
            "per_query",
            "nearest",
            "revisions",
            "sparse_below",
        ):
            if getattr(self, name) < 0:
                raise InputError(f"setting {name} is {getattr(self, name)}: it cannot be negative")
        for name in ("seed", "queries", "most", "snippets_per_heading", "filter_batch"):
            if getattr(self, name) < 1:
                raise InputError(f"setting {name} is {getattr(self, name)}: it has to be at least 1")
        if self.words < LEAST_WORDS:
            raise InputError(
                f"setting words is {self.words}: it has to be at least {LEAST_WORDS}, which a section takes"
            )
        for name in ("floor", "sparse_floor", "least_yield", "least_usable"):
            if not 0 <= getattr(self, name) <= 1:  # NaN is not either
                raise InputError(f"setting {name} is {getattr(self, name)}: it is a share, from 0 to 1")

        if self.strict and not self.reviewer:
            raise InputError(
                "a strict page has only what a reviewer found supported: take out strict, or let a reviewer read it"
            )
        check_language(self.language)
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise InputError(f"setting {name} is {getattr(self, name)!r}: choose from {', '.join(choices)}")

    def to_json(self) -> dict[str, Any]:
        """The settings as plain values, for the run record."""
        return asdict(self)


def settings_then(own: Mapping[str, Any] | None, folder: str | Path, **changes: Any) -> Settings | None:
    """The settings that the run in this folder was given (its ``own``, as JSON) with what ``changes``; ``None`` where
    it was given none. ``CastaliaError`` for those of another version."""
    try:
        return Settings(**{**own, **changes}) if own else None
    except TypeError as error:
        raise CastaliaError(
            f"the settings of the run in {folder} are not of this version ({error}): run again without --resume (in Python resume=True)"
        ) from None


def check_language(language: str) -> None:
    """``InputError`` for a language that is not supported."""
    if language not in LANGUAGES:
        raise InputError(
            f"language {language!r} is not supported yet: stemmer, sentence splitter, rules and prompts know English (en) "
            "alone, so give an English corpus, and leave the language out"
        )


def _check_kind(name: str, kind: str, value: object) -> None:
    """True is an int to Python, and no number of snippets."""
    kinds: dict[str, tuple[tuple[type, ...], str]] = {
        "bool": ((bool,), "True or False"),
        "bool | None": ((bool, type(None)), "True, False or None"),
        "int": ((int,), "a whole number"),
        "float": ((int, float), "a number"),
        "str": ((str,), "a word"),
    }
    types, told = kinds[kind]
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        raise InputError(f"setting {name} is {value!r}: give {told}")
