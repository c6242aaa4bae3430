"""The report of a corpus: what became of every row that was read and every snippet that was cleaned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from castalia.tools.corpus.snippet_length import MIN_WORDS
from castalia.tools.language.counting import count

PLACES = 20  # locations that a report keeps for each reason


@dataclass(frozen=True, slots=True)
class Tally:
    """How often something happened: the first ``PLACES`` places, and for the first of them what to do about it."""

    reason: str
    count: int
    places: tuple[str, ...]
    advice: str

    def line(self, what: str) -> str:
        """For a reader: how many were ``what``, why, where the first is, and what to do about that."""
        return f"{self.count:,} {what}: {self.reason} (first: {self.places[0]})" + (
            f": {self.advice}" if self.advice else ""
        )


@dataclass(frozen=True, slots=True)
class CorpusReport:
    """What became of every row. ``rows`` is ``kept`` and everything that is counted as left out, chunks apart.

    ``rows`` were read (or handed to cleaning); ``skipped`` rows gave no snippet, ``noted`` ones did, but something in
    them was left out or changed (``noted`` also names files that were passed over). ``too_short``, ``duplicates`` and
    ``near_duplicates`` count snippets (or chunks) that cleaning removed (too short: under ``min_words``), ``chunked``
    those it cut, into ``chunks`` pieces. ``kept = rows - skipped + chunks - chunked - too_short - duplicates -
    near_duplicates``. Of those kept, ``new`` were not in the store yet.
    """

    rows: int = 0
    kept: int = 0
    skipped: tuple[Tally, ...] = ()
    noted: tuple[Tally, ...] = ()
    too_short: int = 0
    min_words: int = MIN_WORDS
    duplicates: int = 0
    near_duplicates: int = 0
    chunked: int = 0
    chunks: int = 0
    new: int = 0

    def then(self, later: CorpusReport) -> CorpusReport:
        """The report of this reading and of the cleaning that its snippets went through."""
        return replace(
            later,
            rows=self.rows,
            skipped=self.skipped + later.skipped,
            noted=self.noted + later.noted,
        )

    def lines(self) -> tuple[str, ...]:
        """The report for a reader, one fact a line; only what happened."""
        counts = (
            (self.too_short, f"{self.too_short:,} under {self.min_words} words"),
            (self.duplicates, f"{count(self.duplicates, 'duplicate')} removed"),
            (self.near_duplicates, f"{count(self.near_duplicates, 'near duplicate')} removed"),
            (self.chunked, f"{count(self.chunked, 'long one')} cut into {count(self.chunks, 'chunk')}"),
        )
        return (
            f"{count(self.rows, 'row')} read, {count(self.kept, 'snippet')} kept",
            *(line for number, line in counts if number),
            *(tally.line("skipped") for tally in self.skipped),
            *(tally.line("noted") for tally in self.noted),
        )


def unread_in(lines: Sequence[str]) -> list[str]:
    """Those lines of a report that tell of rows and files that were not read."""
    return [line for line in lines if _UNREAD.match(line)]


_UNREAD = re.compile(r"[\d,]+ (?:skipped: |noted: [^(:]*\bpassed over\b)")


class Counts:
    """The report in the making, while a corpus is read."""

    def __init__(self) -> None:
        self.rows = self.kept = 0
        self.skipped = Tallies()
        self.noted = Tallies()

    def report(self) -> CorpusReport:
        """A frozen account of the rows read up to now."""
        return CorpusReport(
            rows=self.rows,
            kept=self.kept,
            skipped=self.skipped.tallies(),
            noted=self.noted.tallies(),
        )


class Tallies:
    """Counts by reason while a corpus is read."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[int, list[str], str]] = {}

    def add(self, reason: str, place: str, advice: str = "") -> None:
        """Count one more; the advice that came first stays."""
        count, places, first = self._found.get(reason, (0, [], advice))
        if count < PLACES:
            places.append(place)
        self._found[reason] = (count + 1, places, first)

    def tallies(self) -> tuple[Tally, ...]:
        """The counts, sorted by reason."""
        return tuple(
            Tally(reason, count, tuple(places), advice)
            for reason, (count, places, advice) in sorted(self._found.items())
        )
