"""Retelling: what a section says that tells part of a document again, in runs that begin where a reader can begin.

Readers object to one in ten of the sentences with which a part of a document begins, or which go on with what was fine,
and to four in ten of those after a leap, unless these define something or speak of what was spoken of.
"""

from __future__ import annotations

import math
from collections.abc import Set
from typing import Any

from castalia.memory.records import Section
from castalia.tools.composition.fit import Pool
from castalia.tools.composition.heading_subjects import named_in, speaks_of
from castalia.tools.composition.passage_worth import GATHERED, RETOLD, worth_of
from castalia.tools.composition.said import Said, Told
from castalia.tools.composition.selection import ORDINARY
from castalia.tools.composition.source_lines import Line, Run, gain, lines_of
from castalia.tools.composition.source_order import begins_summary, place_in_document
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.language.years import opens_with_date
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import SourcePath, title_of_path
from castalia.tools.topic.titles import is_title

LONGER = 1.0  # worth of a run by the root of its length
NAMING = 1.5  # more for one of which each sentence names topic or heading
OWN = 1.0  # more for one that begins what a section is called after, and no narrower part of that
COLD = 1.0  # less for one that opens with neither: of these readers object to twice as many
SUMMING = 4.0  # more for a summary: of its sentences readers object to two thirds as many as of what it sums up
INNER = 1.5  # less where something that may be told comes before it in its part
KNOWN = 2  # of its first words were said, of what begins another part or paragraph
LEFT = 25  # words of room, without which no other run is begun


def retell(
    section: Section,
    openings: Pool,
    pool: Pool,
    words: int,
    evidence: Evidence,
    told: Told,
) -> Run:
    """What a section reads on from documents, up to ``words`` words, in reading order; empty where nothing may begin
    it.

    Of a ``pool`` (passages with their fit) it takes the run worth most that begins with one of the ``openings``, then
    others that can be read after it. All but the first stand in the order of their documents.

    Nothing is told again that the page has ``told``. What stands in one of the section's ``sources`` itself opens it
    before what stands in a narrower part of that. The first run speaks of what the heading names.
    """
    telling = _Telling(section, openings, pool, evidence, told)
    room = words
    while room >= (LEFT if telling.runs else 0):
        found = telling.runs_within(room)
        if not found:
            break
        best = max(found, key=lambda run: (telling.worth(run), run[0].id))
        telling.take(best)
        room -= sum(one.words for one in best)
    return tuple(one for run in telling.in_reading_order() for one in run)


class _Telling:
    """What a section tells so far (``runs``, in the order they were taken), and what it can tell next."""

    def __init__(
        self,
        section: Section,
        openings: Pool,
        pool: Pool,
        evidence: Evidence,
        told: Told,
    ) -> None:
        own = stem_set(section.heading) - evidence.stems or evidence.stems
        worth = worth_of(pool, section.heading, evidence, RETOLD if section.sources else GATHERED)
        self.runs: list[Run] = []
        self._evidence = evidence
        self._sources = section.sources
        self._is_part = section.level > 1
        self._own = own
        self._begun = evidence.stems | own
        self._worth = worth
        self._named = named_in(section, evidence.stems)
        self._lines = lines_of([one for one, _ in pool], evidence)
        self._openings = {one.id for one, _ in openings}
        # the best of those that begin at one place; a section of no document holds only what opens with its name
        self._firsts = {
            one.spot: one
            for one, _ in sorted(openings, key=lambda pair: (worth[pair[0].id], pair[0].id))
            if section.sources or not own.isdisjoint(one.opening)
        }
        self._read = frozenset[str]().union(*told.sentences)
        self._said = Said([one for one, _ in pool], told.sentences, evidence)
        self._covered = set(told.terms)
        self._known = set(self._begun)
        self._parts = set[SourcePath]()

    def runs_within(self, words: int) -> list[Run]:
        """A run of up to so many words from each passage that can begin the section, or be read after what it tells."""
        known = self._known | self._read
        found = []
        for one in self._firsts.values():
            if not (self._can_follow(one) if self.runs else self._can_open(one)):
                continue
            run = self._lines[one.snippet_id].run_from(one, words, known, self._may_tell)
            if run and self._is_on_heading(run):
                found.append(run)
        return found

    def worth(self, run: Run) -> float:
        """What its passages are worth in the mean, what they add, how many of its sentences name topic or heading, and
        how much of it readers want; more where it begins what the section is called after, or sums up."""
        first, evidence = run[0], self._evidence
        line = self._lines[first.snippet_id]
        words = sum(one.words for one in run)
        length = math.sqrt(words / ORDINARY)
        terms = {term for one in run for term in one.terms} - self._covered
        new = math.fsum(evidence.weights.get(term, 0.0) for term in terms)
        sentences = [stems for one in run for stems in evidence.sentences_of(one)]
        naming = sum(not self._begun.isdisjoint(stems) for stems in sentences) / len(sentences)
        return (
            math.fsum(self._worth[one.id] * one.words for one in run) / words
            + NAMING * naming
            - INNER * bool(line.skipped(0, line.number(first)))
            - COLD * self._begun.isdisjoint(first.opening)
            + RETOLD.coverage * math.sqrt(new / length)
            + LONGER * math.sqrt(math.fsum(map(gain, run)) / ORDINARY)
            + OWN * (not self.runs and evidence.paths[first.snippet_id] in self._sources)
            + SUMMING * begins_summary(first, evidence)
        )

    def take(self, run: Run) -> None:
        """Tell a run."""
        self.runs.append(run)
        for one in run:
            self._said.hear(self._evidence.sentences_of(one))
            self._covered |= one.terms
            self._known |= one.stems
            self._parts.add(self._evidence.paths[one.snippet_id])

    def in_reading_order(self) -> list[Run]:
        """The runs by document, in the order these were begun, and by their place in it; before all the first of these
        that can begin a section."""
        documents = list(dict.fromkeys(run[0].document for run in self.runs))
        summed_up = {run[0].document for run in self.runs if begins_summary(run[0], self._evidence)}

        def place(one: Passage) -> tuple[Any, ...]:
            return documents.index(one.document), *place_in_document(one, summed_up, self._evidence)

        runs = sorted(self.runs, key=lambda run: place(run[0]))
        first = next((run for run in runs if self._can_open(run[0])), None)
        return sorted(runs, key=lambda run: run is not first)

    def _can_open(self, one: Passage) -> bool:
        line, is_gathered = self._lines[one.snippet_id], self._evidence.relevance.is_gathered(one.snippet_id)
        if is_gathered and not _is_at_beginning(one, line) and not definition_subject(one.sentences[0]):
            return False
        return _begins(one, line, self._begun, self._own, self._is_part)

    def _can_follow(self, one: Passage) -> bool:
        line = self._lines[one.snippet_id]
        return _goes_with(one, line, self._known, self._parts, self._evidence)

    def _may_tell(self, one: Passage, is_next: bool) -> bool:
        return (is_next or one.id in self._openings) and not self._said.tells(one)

    def _is_on_heading(self, run: Run) -> bool:
        """Whether it speaks of what the heading names, as the first run has to."""
        return bool(self.runs) or any(speaks_of(self._named, one.stems) for one in run)


def introduced(pool: Pool, heading: str, evidence: Evidence) -> list[tuple[Passage, float]]:
    """Those of a ``pool`` (passages with their fit) that name nothing that their document has introduced before."""
    known = evidence.stems | stem_set(heading)
    lines = lines_of([one for one, _ in pool], evidence)
    return [(one, fit) for one, fit in pool if not lines[one.snippet_id].presumes(one, known)]


def _begins(one: Passage, line: Line, known: Set[str], own: Set[str], is_part: bool) -> bool:
    """Whether a section may begin with a passage.

    It may where that defines something; in a subsection (``is_part``), something of its heading (``own`` stems). Else
    where it leans on no more than one thing left out before it, and either opens with the heading or is the first of
    its part of a document that may be told.
    """
    subject = definition_subject(one.sentences[0])
    if subject and not (is_part and own.isdisjoint(content_stems(subject))):
        return True
    is_first = not line.skipped(0, line.number(one))
    return (is_first or not own.isdisjoint(one.opening)) and not line.leans(one, 0, known, most=1)


def _is_at_beginning(one: Passage, line: Line) -> bool:
    """Whether nothing that may be told comes before it in its paragraph."""
    return not line.skipped(line.offsets[one.snippet_id], line.number(one))


def _goes_with(one: Passage, line: Line, known: Set[str], parts: Set[SourcePath], evidence: Evidence) -> bool:
    """Whether a run that begins with a passage can be read after what a section tells so far: the stems ``known`` from
    it, the ``parts`` of documents that it has begun.

    In the middle of a paragraph that can be if it belongs to one of these parts, and defines something or opens with a
    date; with the first of a paragraph that may be told, if it defines something, or opens with what is known and leans
    on nothing.
    """
    is_defined, path = bool(definition_subject(one.sentences[0])), evidence.paths[one.snippet_id]
    if not _is_at_beginning(one, line):
        return (is_defined or opens_with_date(one.sentences[0])) and path in parts
    is_begun = path[:1] in {part[:1] for part in parts}
    is_told_on = is_begun and not one.start and evidence.relevance.is_gathered(one.snippet_id)
    is_own = bool(path) and is_title(title_of_path(path), tuple(evidence.stems))
    is_known = is_told_on or len(one.opening & known) >= KNOWN or (is_own and evidence.stems <= one.opening)
    return is_defined or (is_known and not line.leans(one, 0, known))
