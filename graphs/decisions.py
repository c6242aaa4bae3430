"""What a person may decide in a run, typed: the outline, the sources, the triplets, what is still objected to.

A decision is checked twice: by its type, and against the question it answers. Both fail with a ``ValidationError``, so
that LangGraph leaves the question open. Every decision without arguments means "as it is". How an outline is
held against the question is told in ``decided_outline``, what follows from a decision in ``approvals``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from castalia.memory.ellipsis import abridge
from castalia.memory.records import Snippet
from castalia.tools.language.listing import first_phrases
from castalia.tools.language.words import content_stems
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

LONGEST_HEADING = 200  # characters
MOST_SECTIONS = 60  # headings of both levels
LONGEST_INSTRUCTION = 500  # characters: what an objection may have in the writer's prompt
MOST_ENTRIES = 10_000
TOLD = 3  # faults named at once
LONGEST_FAULT = 300  # characters: its place is a key that anybody may have written


class Decision(BaseModel):
    """Keys that are not known are refused: a typo decides nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class InnerEdit(Decision):
    """A subsection: ``id`` as the question has it, none for a new one."""

    heading: str
    id: str | None = None
    sections: list[Any] = Field(default_factory=list, description="has to be empty: an outline has two levels")

    @field_validator("heading")
    @classmethod
    def _lawful(cls, heading: str) -> str:
        shown = " ".join("".join(one if one.isprintable() else " " for one in heading).split())
        if not content_stems(shown):
            raise ValueError(f"the heading {shown[:80]!r} says nothing" if shown else "a heading is empty")
        if len(shown) > LONGEST_HEADING:
            raise ValueError(f"a heading has {len(shown):,} characters: {LONGEST_HEADING} are the most")
        return shown

    @field_validator("sections")
    @classmethod
    def _flat(cls, sections: list[Any]) -> list[Any]:
        if sections:
            raise ValueError("an outline has two levels: sections and their subsections")
        return sections


class SectionEdit(InnerEdit):
    """A top-level section with its subsections."""

    sections: list[InnerEdit] = Field(default_factory=list)

    @field_validator("sections")
    @classmethod
    def _flat(cls, sections: list[Any]) -> list[Any]:
        return sections


class OutlineDecision(Decision):
    """The whole outline as it shall be, in its order; what is not in it is left out. ``sections=None``: as it is."""

    sections: list[SectionEdit] | None = None

    @model_validator(mode="after")
    def _bounded(self) -> OutlineDecision:
        if self.sections is None:
            return self
        nodes = [*self.nodes()]
        if not nodes:
            raise ValueError("the outline is empty: a page needs a section")
        if len(nodes) > MOST_SECTIONS:
            raise ValueError(f"the outline has {len(nodes)} headings: {MOST_SECTIONS} are the most")
        return self

    def nodes(self) -> Iterator[InnerEdit]:
        """Sections and subsections, in their order."""
        for section in self.sections or ():
            yield section
            yield from section.sections


class SourcesDecision(Decision):
    """``pin``: ids of snippets to be used first. ``ban``: ids of snippets; or documents or urls, of which all snippets
    go."""

    pin: list[str] = Field(default_factory=list, max_length=MOST_ENTRIES)
    ban: list[str] = Field(default_factory=list, max_length=MOST_ENTRIES)


class TripletsDecision(Decision):
    """``veto``: ids of triplets that the run's graph shall not hold."""

    veto: list[str] = Field(default_factory=list, max_length=MOST_ENTRIES)


class Answer(Decision):
    """To one objection: ``keep`` the sentence in spite of it, ``drop`` the sentence, or ``revise`` the section by an
    instruction."""

    id: str
    action: Literal["keep", "drop", "revise"]
    instruction: str = ""

    @model_validator(mode="after")
    def _instructed(self) -> Answer:
        told = self.instruction.strip()
        if self.action == "revise" and not told:
            raise ValueError("revise needs an instruction to the writer")
        if self.action != "revise" and told:
            raise ValueError(f"an instruction goes with revise, not with {self.action}")
        if len(told) > LONGEST_INSTRUCTION:
            raise ValueError(f"an instruction has {len(told):,} characters: {LONGEST_INSTRUCTION} are the most")
        return self


class FeedbackDecision(Decision):
    """An answer to each objection, or to some; the others stay as the pipeline leaves them."""

    answers: list[Answer] = Field(default_factory=list, max_length=MOST_ENTRIES)


DECISIONS: Mapping[str, type[Decision]] = {
    "sources": SourcesDecision,
    "triplets": TripletsDecision,
    "outline": OutlineDecision,
    "feedback": FeedbackDecision,
}


def schema_of(part: str, check: Callable[[Any], None]) -> Any:
    """The type that LangGraph reads a decision with: its model, then the check against the state."""

    def checked(decision: Any) -> Any:
        check(decision)
        return decision

    return Annotated[DECISIONS[part], AfterValidator(checked)]


def reasons(error: ValidationError) -> str:
    """What is wrong with a decision, in one line."""
    faults = []
    for one in error.errors(include_url=False, include_input=False):
        place, why = ".".join(map(str, one["loc"])), _reason(one["type"], one["msg"], one.get("ctx", {}))
        faults.append(f"{place}: {why}" if place else why)
    told = first_phrases([abridge(one, LONGEST_FAULT) for one in faults], TOLD)
    return " ".join("".join(one if one.isprintable() else " " for one in told).split())


def _reason(kind: str, told: str, context: Mapping[str, Any]) -> str:
    """Why one value was refused; in our own words where pydantic's do not say how to mend it."""
    if kind == "extra_forbidden":
        return "there is no such key, leave it out"
    if kind == "model_type":
        edits: tuple[type[Decision], ...] = (*DECISIONS.values(), SectionEdit, InnerEdit, Answer)
        keys = next(one.model_fields for one in edits if one.__name__ == context["class_name"])
        return f"this is no dict, give one with {', '.join(keys)}"
    return told.removeprefix("Value error, ")


def check_sources(decision: SourcesDecision, snippets: Sequence[Snippet]) -> None:
    """``ValueError`` for an entry that is none of these, one that is pinned and banned, and where nothing would be
    left."""
    check_known("snippet", decision.pin, (one.id for one in snippets), "pin takes ids of snippets")
    known = {name for one in snippets for name in names_of_source(one)}
    check_known("source", decision.ban, known, "ban takes ids of snippets, documents, and urls")
    banned = {one.id for one in banned_by(decision, snippets)}
    if both := sorted(banned & set(decision.pin)):
        raise ValueError(f"{', '.join(both[:TOLD])} cannot be pinned and banned")
    if banned and len(banned) == len(snippets):
        raise ValueError("every source is banned: leave some to write from")


def banned_by(decision: SourcesDecision, snippets: Sequence[Snippet]) -> tuple[Snippet, ...]:
    """The snippets that go."""
    names = set(decision.ban)
    return tuple(one for one in snippets if not names.isdisjoint(names_of_source(one)))


def banned_documents(decision: SourcesDecision, snippets: Sequence[Snippet]) -> tuple[str, ...]:
    """The documents that go as a whole, with what is yet to be found in them. A url that names a place in one (``#``)
    is not the whole."""
    names = {one for one in decision.ban if "#" not in one} | (set(decision.ban) & {one.document for one in snippets})
    return tuple(sorted({one.document for one in snippets if not names.isdisjoint(names_of_source(one) - {one.id})}))


def check_triplets(decision: TripletsDecision, known: Iterable[str]) -> None:
    """``ValueError`` for a triplet that is not in the graph."""
    check_known("triplet", decision.veto, known, "veto takes the ids of the question")


def check_feedback(decision: FeedbackDecision, known: Iterable[str]) -> None:
    """``ValueError`` for an objection that is not open, or that is answered twice."""
    check_known("objection", [one.id for one in decision.answers], known, "answers take the ids of the question")


def check_known(what: str, given: Sequence[str], known: Iterable[str], hint: str) -> None:
    """``ValueError`` for what is not known (the ``hint`` says what would be), or is given twice."""
    if strangers := sorted(set(given) - set(known)):
        raise ValueError(f"there is no {what} {strangers[0][:80]!r}: {hint}")
    if twice := sorted(one for one, times in Counter(given).items() if times > 1):
        raise ValueError(f"the {what} {twice[0][:80]!r} stands twice")


def names_of_source(snippet: Snippet) -> set[str]:
    """What a ban may call a snippet."""
    return {snippet.id, snippet.document, snippet.url} - {""}
