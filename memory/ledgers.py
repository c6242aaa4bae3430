"""The ledgers of runs: what is curated, asked, searched, criticised and noted, by run and by step.

Writing a step again replaces that step's entries, and a read for step j sees the steps before j only, so a node that
runs twice (after a crash, a fork, a notebook cell) answers the same. Branches of one run that go on side by side share
what they write: see ``fork``. Kept as ``entries``; no snippet texts, no models, no clock.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar

from castalia.memory.entries import Entries, to_json
from castalia.memory.errors import InputError, UnknownRunError
from castalia.memory.paraphrases import first_paraphrase
from castalia.memory.plain import hit_of, plain_hit
from castalia.memory.protocols import Hit
from castalia.memory.records import Feedback, Query, Question, Snippet, Triplet

Asked = TypeVar("Asked", Question, Query)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ban:
    """What a person wants nowhere on a page: single ``snippets`` (ids), and all snippets of some ``documents`` but
    those that are ``wanted`` (ids)."""

    snippets: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()

    def covers(self, snippet: Snippet) -> bool:
        """Whether this snippet is to stay off the page."""
        return snippet.id in self.snippets or (snippet.document in self.documents and snippet.id not in self.wanted)


@dataclass(frozen=True, slots=True)
class Event:
    """What happened in a run, as data: ``step`` is where, ``kind`` what, ``detail`` (values of JSON) the rest."""

    kind: str
    detail: dict[str, Any] = field(hash=False)
    step: str = ""

    def to_json(self) -> dict[str, Any]:
        """As the record of a run has it."""
        return {"step": self.step, "kind": self.kind, **self.detail}


class Ledgers(Entries):
    """The ledgers of all runs in one SQLite file, or in memory. Thread-safe; a context manager."""

    def run(self, run_id: str) -> Run:
        """The ledgers of one run; runs never see each other's entries. ``InputError`` for what names none."""
        if not isinstance(run_id, str) or not run_id or not run_id.isprintable():
            raise InputError(f"the run_id is {run_id!r}: give a str, such as a uuid")
        return Run(self, run_id)

    def fork(self, run_id: str, to: str) -> Run:
        """Give another run all that this one holds, in place of what it held, so that a branch can go on beside the
        other; ``UnknownRunError`` where these ledgers know nothing of this one."""
        if not (entries := self.entries(run_id)):
            raise UnknownRunError(f'the ledgers, {self.told}, know nothing of the run "{run_id}": fork one of theirs')
        self.restore(to, entries)
        return self.run(to)


@dataclass(frozen=True, slots=True)
class Run:
    """The ledgers of one run. Iterations and revisions are numbers from 0; ``before=None`` reads all of them."""

    ledgers: Entries = field(repr=False)
    run_id: str

    @property
    def is_begun(self) -> bool:
        """Whether it is noted what the run curated, or who reads it: a run may curate nothing."""
        return self.ledgers.has(self.run_id, ("curated", "extractor"))

    def curate(self, iteration: int, hits: Sequence[Hit]) -> None:
        """Note the snippets that an iteration took in, in place of what it took in before."""
        self._replace("curated", [plain_hit(hit) for hit in hits], step=iteration)

    def curated(self, before: int | None = None) -> tuple[Hit, ...]:
        """K: the snippets of the iterations before this one, each where it came first, without those that a person
        banned. Scores compare within one search only."""
        banned = self.banned(before).snippets
        return tuple(hit for hit in self.taken_in(before) if hit.snippet_id not in banned)

    def taken_in(self, before: int | None = None) -> tuple[Hit, ...]:
        """The snippets of the iterations before this one, each where it came first, with those that a person banned."""
        first: dict[str, Hit] = {}
        for hit in self._records("curated", hit_of, before=before):
            first.setdefault(hit.snippet_id, hit)
        return tuple(first.values())

    def ban(self, iteration: int, snippets: Sequence[str], documents: Sequence[str] = ()) -> None:
        """Leave these snippets (ids), and documents, out of what is read from this iteration on, in place of what was
        banned before. ``snippets`` name those of the documents that were taken in, too."""
        self._decide("banned", iteration, {"snippets": sorted(snippets), "documents": sorted(documents)})

    def banned(self, before: int | None = None) -> Ban:
        """What a person banned, as far as that holds at this iteration."""
        return self._decided("banned", before, _ban_of) or Ban()

    def pin(self, iteration: int, snippets: Sequence[str]) -> None:
        """Have these snippets used first, in place of those that were pinned before."""
        self._decide("pinned", iteration, list(dict.fromkeys(snippets)))

    def pinned(self, before: int | None = None) -> tuple[str, ...]:
        """The snippets that a person wants used, in the order given."""
        return self._decided("pinned", before, tuple) or ()

    def veto(self, iteration: int, triplets: Sequence[Triplet]) -> None:
        """Leave these triplets out of the run's graph from this iteration on, in place of those before. The log keeps
        them."""
        self._decide("vetoed", iteration, [asdict(one) for one in triplets])

    def vetoed(self, before: int | None = None) -> frozenset[Triplet]:
        """The triplets that a person does not want in the run's graph."""
        return self._decided("vetoed", before, _triplets_of) or frozenset()

    def read_with(self, extractor: str) -> None:
        """Note whose extractions the run's graph is derived from, in place of what was noted before."""
        self._replace("extractor", [extractor])

    @property
    def extractor(self) -> str:
        """Under what name the extractions are kept that the run's graph is derived from: what ``read_with`` noted, else
        "extractive"."""
        noted = self._records("extractor", str)
        return noted[0] if noted else "extractive"

    def write_on(self, topic: str, domain: str) -> None:
        """Note what the run is on, in place of what was noted before."""
        self._replace("subject", [[topic, domain]])

    @property
    def subject(self) -> tuple[str, str] | None:
        """The topic and the domain that ``write_on`` noted."""
        noted = self._records("subject", lambda one: (str(one[0]), str(one[1])))
        return noted[0] if noted else None

    def end(self) -> None:
        """Note that the run came to its page."""
        self._replace("ended", [True])

    def forget(self) -> None:
        """Forget all that was noted but what its calls came to: the run begins anew."""
        self.ledgers.restore(self.run_id, [one for one in self.ledgers.entries(self.run_id) if one[0] == "spent"])

    @property
    def is_over(self) -> bool:
        """Whether the run came to its page."""
        return bool(self._records("ended", bool))

    def ask(
        self,
        iteration: int,
        questions: Sequence[Question],
        has_room: Callable[[Question, Sequence[Question]], bool] = lambda one, kept: True,
    ) -> tuple[Question, ...]:
        """Note an iteration's questions (M_Q) in place of those it asked before; those that were kept.

        A question that repeats or paraphrases one of an earlier iteration, or one before it in the list, is refused,
        and an event ``repeat_refused`` says so. ``has_room`` says whether a question is wanted beside those kept so
        far: with more candidates than places, what is refused makes room for the next.
        """
        return self._note("questions", iteration, questions, self.questions(iteration), has_room)

    def questions(self, before: int | None = None) -> tuple[Question, ...]:
        """M_Q: the questions of the iterations before this one."""
        return tuple(self._records("questions", lambda one: Question(**one), before=before))

    def search(
        self,
        iteration: int,
        queries: Sequence[Query],
        has_room: Callable[[Query, Sequence[Query]], bool] = lambda one, kept: True,
    ) -> tuple[Query, ...]:
        """Note an iteration's search terms (M_L) in place of those before; those that were kept. Repeats are refused
        like questions'."""
        return self._note("queries", iteration, queries, self.queries(iteration), has_room)

    def queries(self, before: int | None = None) -> tuple[Query, ...]:
        """M_L: the search terms of the iterations before this one."""
        return tuple(self._records("queries", lambda one: Query(**one), before=before))

    def give_feedback(self, section: str, revision: int, items: Sequence[Feedback]) -> None:
        """Note what the reviewer asks for at one revision of a section (by its id), in place of what was asked for
        there before."""
        self._replace("feedback", [asdict(item) for item in items], part=section, step=revision)

    def feedback(self, section: str, before: int | None = None) -> tuple[Feedback, ...]:
        """M_F: the feedback to the revisions of this section before this one."""
        return tuple(self._records("feedback", lambda one: Feedback(**one), part=section, before=before))

    def approve(self, section: str, revision: int, sentences: Sequence[str]) -> None:
        """Note the sentences of a section that a review found nothing against, in place of what it noted there
        before."""
        self._replace("approved", list(sentences), part=section, step=revision)

    def approved(self, section: str, before: int | None = None) -> tuple[str, ...]:
        """The sentences that the reviews of the revisions before this one found nothing against."""
        return tuple(self._records("approved", str, part=section, before=before))

    def spend(self, entry: Mapping[str, Any]) -> None:
        """Note what a call of this run came to (values of JSON), behind what was noted before."""
        self.ledgers.put(self.run_id, "spent", "", entry)

    def spent(self) -> tuple[dict[str, Any], ...]:
        """What the calls of this run came to, in the order noted."""
        return tuple(self._records("spent", dict))

    def step(self, key: str) -> Step:
        """Begin a step ("curate:2", "review:<section>:1"): its events from an earlier attempt are forgotten. Give the
        recorder that is returned to what runs in the step."""
        self._replace("events", [], part=key)
        return Step(self, key)

    def event(self, kind: str, /, *, step: str = "", **detail: Any) -> None:
        """Note an event without beginning its step: the same event again is the same event, so a rerun adds nothing."""
        record = {"kind": kind, "detail": detail}
        digest = hashlib.sha256(to_json(record).encode()).digest()
        # A negative place: its own, whatever the order of arrival, and before those that are numbered as they come.
        self.ledgers.put(self.run_id, "events", step, record, -1 - int.from_bytes(digest[:7], "big"))

    def events(self) -> tuple[Event, ...]:
        """The events, by step (numbers in keys in their order: "curate:2" before "curate:10"). In a step, those that
        were noted without beginning it come first, sorted; then the others as they came."""
        rows = self.ledgers.all_parts(self.run_id, "events")
        rows.sort(key=lambda row: (_natural(row[0]), max(row[1], -1), row[2] if row[1] < 0 else ""))
        noted = self.ledgers.parsed((row[2] for row in rows), lambda one: Event(one["kind"], one["detail"]))
        return tuple(replace(one, step=row[0]) for one, row in zip(noted, rows, strict=True))

    def _note(
        self,
        ledger: str,
        iteration: int,
        asked: Sequence[Asked],
        earlier: Sequence[Asked],
        has_room: Callable[[Asked, Sequence[Asked]], bool],
    ) -> tuple[Asked, ...]:
        kept: list[Asked] = []
        recorder = self.step(f"{ledger}:{iteration}")
        for one in asked:
            if not has_room(one, kept):
                continue
            known = first_paraphrase(one.text, (other.text for other in (*earlier, *kept)))
            if known is None:
                kept.append(one)
            else:
                recorder.event("repeat_refused", ledger=ledger, text=one.text, like=known)
        self._replace(ledger, [asdict(one) for one in kept], step=iteration)
        return tuple(kept)

    def _decide(self, ledger: str, iteration: int, record: object) -> None:
        """Note a person's decision, in place of an earlier one. A read for an iteration before this one does not see
        it. Like all entries it belongs to the run, not to a branch of LangGraph's checkpoints: branches that go on side
        by side need runs of their own, see ``Ledgers.fork``."""
        self._replace(ledger, [{"from": iteration, "what": record}])

    def _decided(self, ledger: str, before: int | None, made: Callable[[Any], T]) -> T | None:
        noted = self._records(ledger, lambda one: (int(one["from"]), made(one["what"])))
        return noted[0][1] if noted and (before is None or before >= noted[0][0]) else None

    def _replace(self, ledger: str, records: Sequence[object], *, part: str = "", step: int = 0) -> None:
        self.ledgers.replace(self.run_id, ledger, part, step, records)

    def _records(self, ledger: str, made: Callable[[Any], T], *, part: str = "", before: int | None = None) -> list[T]:
        return self.ledgers.parsed(self.ledgers.values(self.run_id, ledger, part, before), made)


@dataclass(frozen=True, slots=True)
class Step:
    """A ``Recorder`` whose events belong to one step of a run, numbered as they come."""

    run: Run
    key: str

    def event(self, kind: str, /, **detail: Any) -> None:
        """Note an event of this step; ``TypeError`` or ``ValueError`` for a detail that JSON does not know."""
        self.run.ledgers.put(self.run.run_id, "events", self.key, {"kind": kind, "detail": detail})


def _natural(key: str) -> tuple[tuple[int, int, str], ...]:
    parts = re.split(r"([0-9]+)", key)
    return tuple((1, int(part[:18]), part) if place % 2 else (0, 0, part) for place, part in enumerate(parts))


def _ban_of(record: Mapping[str, Any]) -> Ban:
    return Ban(frozenset(record.get("snippets", ())), frozenset(record.get("documents", ())))


def _triplets_of(records: Sequence[Mapping[str, Any]]) -> frozenset[Triplet]:
    return frozenset(Triplet(**one) for one in records)
