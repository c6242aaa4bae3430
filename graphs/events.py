"""What a run tells while it works, as typed values. Who shows them lives elsewhere.

``progress=`` functions are called with plain dicts; ``event_of`` makes a typed event of one, ``to_json`` a dict of a
typed event, and each undoes the other. Keys that are not known are left out, so that more can be told later.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast, get_args

from castalia.tools.models.account import Account

if TYPE_CHECKING:
    from castalia.graphs.page import TopicPage
    from castalia.tools.pages.page_json import PageRecord

Doing = Literal["retrieving", "writing", "reviewing", "revising", "written", "failed"]


@dataclass(frozen=True, slots=True)
class Ingested:
    """The corpus is read: snippets kept, and the lines of its report."""

    phase: ClassVar[str] = "ingest"
    snippets: int
    report: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """So many snippets ``of`` all are in the store by now."""

    phase: ClassVar[str] = "keep"
    snippets: int
    of: int


@dataclass(frozen=True, slots=True)
class Seeded:
    """The snippets that name the topic best are found, by the name ``looked_for`` where that is not the topic's."""

    phase: ClassVar[str] = "seed"
    snippets: int
    looked_for: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """A run goes on behind ``iterations`` finished curation steps, with so many snippets; ``sections`` are planned
    already. Where it is ``finished`` its page is left as it is."""

    phase: ClassVar[str] = "resume"
    iterations: int
    snippets: int
    sections: int
    finished: bool = False


@dataclass(frozen=True, slots=True)
class Curated:
    """A curation step ended (0 is the seed's): snippets so far, entities and triplets of the graph, and ``novelty``,
    the share of the entities that this step added (0 to 1)."""

    phase: ClassVar[str] = "curate"
    step: int
    snippets: int
    nodes: int
    edges: int
    novelty: float


@dataclass(frozen=True, slots=True)
class Approved:
    """A person has decided on a part: sources, triplets, outline or feedback."""

    phase: ClassVar[str] = "approve"
    part: str


@dataclass(frozen=True, slots=True)
class Outlined:
    """The sections are planned. Those for which too little evidence is found are not written."""

    phase: ClassVar[str] = "outline"
    sections: int
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionState:
    """What happens to a section from now on. ``id`` names it: two sections may share a heading.

    ``revisions`` counts the one under way; ``open`` is what the last review still objects to in a section that is
    ``written``; ``reason`` says why one ``failed``.
    """

    phase: ClassVar[str] = "write"
    heading: str
    id: str
    state: Doing
    revisions: int = 0
    open: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of each budget; ``None`` where there is no limit. ``money`` in US dollars."""

    calls: float | None = None
    tokens: float | None = None
    money: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What the run's models have come to so far; only told where one is asked. ``cost`` in US dollars, ``None`` if a
    price is unknown; ``replayed`` calls were answered by the tape, and cost nothing."""

    phase: ClassVar[str] = "spend"
    calls: int
    replayed: int
    failed: int
    tokens: int
    cost: float | None
    left: Left = field(default_factory=Left)


@dataclass(frozen=True, slots=True)
class Assembled:
    """The page is made. ``stopped_by`` says what ended curation; ``left_out`` are the headings of sections that were
    written, and of which too little was left for the page."""

    phase: ClassVar[str] = "assemble"
    words: int
    sections: int = 0
    sources: int = 0
    stopped_by: str = ""
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """The run ended with a page. ``budget_exhausted`` names the budget that cut it short, or is "". ``page`` is there
    in Python only."""

    phase: ClassVar[str] = "finish"
    words: int
    sections: int
    sources: int
    stopped_by: str
    budget_exhausted: str = ""
    page: TopicPage | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """The run ended without a page; only files of events tell it, Python raises the error itself."""

    phase: ClassVar[str] = "fail"
    reason: str


@dataclass(frozen=True, slots=True)
class Other:
    """What an agent of somebody's own wrote to the stream, as it is."""

    phase: ClassVar[str] = "other"
    data: Mapping[str, Any]


Event = (
    Ingested
    | Kept
    | Seeded
    | Resumed
    | Curated
    | Approved
    | Outlined
    | SectionState
    | Spent
    | Assembled
    | Finished
    | Failed
    | Other
)
KINDS: Mapping[str, Callable[..., Event]] = {kind.phase: kind for kind in get_args(Event) if kind is not Other}
_KEYS = {(SectionState.phase, "heading"): "section"}  # where a dict says it in another word


def told_of(written: object) -> dict[str, Any]:
    """What was written to the stream, as the dict that is told of it: an agent of somebody's own may write anything."""
    return written if isinstance(written, dict) else {"phase": Other.phase, "data": written}


def kept_of(told: dict[str, Any]) -> dict[str, Any]:
    """A copy of it for the record of a run: as Python shows it, where no file of JSON can hold it."""
    try:
        kept: dict[str, Any] = json.loads(json.dumps(told, sort_keys=True, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return {"phase": Other.phase, "data": repr(told)}
    return kept


def event_of(told: object) -> Event:
    """The typed event of a dict; ``Other`` for what is none of ours."""
    if not isinstance(told, Mapping):
        return Other(told_of(told))
    phase = told.get("phase")
    kind = KINDS.get(phase) if isinstance(phase, str) else None
    if kind is None:
        return Other(told)
    values = {}
    for one in fields(cast(Any, kind)):
        key = _KEYS.get((str(phase), one.name), one.name)
        if one.name != "page" and key in told:
            values[one.name] = _typed(one.name, told[key])
            if not _fits(str(one.type), values[one.name]):
                return Other(told)
    try:
        return kind(**values)
    except TypeError:  # a key is missing
        return Other(told)


def to_json(event: Event) -> dict[str, Any]:
    """The event as values of JSON, by which ``event_of`` makes it again."""
    if isinstance(event, Other):
        return dict(event.data)
    values = {one.name: getattr(event, one.name) for one in fields(event) if one.name != "page"}
    return {"phase": event.phase} | {
        _KEYS.get((event.phase, name), name): _plain(value) for name, value in values.items()
    }


def spent(account: Account) -> Spent:
    """What an account says now."""
    total = account.total
    left = {one.name: account.left(cast(Any, one.name)) for one in fields(Left)}
    return Spent(
        total.calls,
        total.replayed,
        total.failed,
        total.tokens,
        None if total.cost is None else round(total.cost, 6),
        Left(**{name: None if value is None else round(value, 6) for name, value in left.items()}),
    )


def assembled(record: PageRecord | Mapping[str, Any], left_out: Sequence[str] = ()) -> Assembled:
    """What is told of a page that is made."""
    stats = record["stats"]
    return Assembled(stats["words"], len(record["sections"]), stats["sources"], stats["stopped_by"], tuple(left_out))


def finished(page: TopicPage) -> Finished:
    """The last event of the run that made this page."""
    stats = page.record["stats"]
    return Finished(
        stats["words"],
        len(page.record["sections"]),
        stats["sources"],
        stats["stopped_by"],
        stats["budget_exhausted"],
        page,
    )


def _typed(name: str, value: Any) -> Any:
    if name in ("report", "headings", "left_out") and isinstance(value, list):
        return tuple(value)
    if name == "left" and isinstance(value, Mapping):
        return Left(**{one.name: value.get(one.name) for one in fields(Left)})
    return value


def _fits(kind: str, value: Any) -> bool:
    """Whether a value is what a field's annotation says: displays count on it."""
    if kind == "Doing":
        return value in get_args(Doing)
    types: dict[str, tuple[type, ...]] = {
        "int": (int,),
        "bool": (bool,),
        "float": (int, float),
        "float | None": (int, float, type(None)),
        "str": (str,),
        "tuple[str, ...]": (tuple,),
        "Left": (Left,),
    }
    return isinstance(value, types[kind])


def _plain(value: Any) -> Any:
    if isinstance(value, Left):
        return {one.name: getattr(value, one.name) for one in fields(value) if getattr(value, one.name) is not None}
    return list(value) if isinstance(value, tuple) else value
