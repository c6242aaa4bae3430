"""How a run stands: its events added up, for those who show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from castalia.graphs.events import (
    Approved,
    Assembled,
    Curated,
    Event,
    Failed,
    Finished,
    Ingested,
    Kept,
    Other,
    Outlined,
    Resumed,
    SectionState,
    Seeded,
    Spent,
)
from castalia.tools.language.counting import count

ENDED = ("written", "failed")
_WHY_CURATION_ENDED = {  # in the words of docs/runs.md
    "saturated": "little that is new was left",
    "depth": "its steps were used up",
    "snippets": "the limit of snippets was reached",
    "budget": "its share of the budget was spent",
}


@dataclass(slots=True)
class Standing:
    """What is known by now. ``doing`` is what goes on, in a few words; ``sections`` are in the order of the outline."""

    doing: str = "reading the corpus"
    corpus: str = ""
    seeded: int = 0
    curated: Curated | None = None
    headings: tuple[str, ...] = ()
    sections: dict[str, SectionState] = field(default_factory=dict)
    spent: Spent | None = None
    assembled: Assembled | None = None

    def hear(self, event: Event) -> None:
        """Add one event."""
        match event:
            case Ingested():
                self.corpus = "; ".join(event.report[:1]) or count(event.snippets, "snippet")
                self.doing = "looking for the topic"
            case Kept():
                self.corpus = f"{event.snippets:,} of {count(event.of, 'snippet')} in the store"
            case Seeded():
                self.seeded = event.snippets
                self.doing = "reading the first snippets"
            case Resumed():
                self.seeded = event.snippets
                self.doing = "going on where the run stopped"
            case Curated():
                self.curated = event
                self.doing = "curating"
            case Approved():
                self.doing = "going on as decided"
            case Outlined():
                self.headings = event.headings
                self.doing = "assigning evidence to sections"
            case SectionState():
                self._order(event)
                self.doing = "writing" if self.under_way else "assembling the page"
            case Spent():
                self.spent = event
            case Assembled():
                self.assembled = event
                self.doing = "done"
            case Failed():
                self.doing = f"stopped while {self.doing}"
            case Finished() | Other():
                pass
            case _:
                assert_never(event)

    @property
    def under_way(self) -> int:
        """Sections that are not ended."""
        return sum(one.state not in ENDED for one in self.sections.values())

    def _order(self, event: SectionState) -> None:
        is_new = event.id not in self.sections
        self.sections[event.id] = event
        if is_new:  # they begin in any order
            place = {heading: number for number, heading in reversed(list(enumerate(self.headings)))}
            known = sorted(self.sections.items(), key=lambda pair: (place.get(pair[1].heading, len(place)), pair[0]))
            self.sections = dict(known)


def rows_of(standing: Standing, seconds: float) -> list[tuple[str, str]]:
    """What is known of the run as a whole, ``seconds`` after it began: names and values. Values hold text from
    elsewhere."""
    rows = [("now", f"{standing.doing}, {_clock(seconds)}")]
    if standing.corpus:
        rows.append(("corpus", standing.corpus))
    if standing.curated is not None:
        rows.append(("curated", f"step {standing.curated.step}: {gathered_line(standing.curated)}"))
    elif standing.seeded:
        rows.append(("curated", count(standing.seeded, "snippet")))
    if standing.spent is not None:
        rows.append(("models", spent_line(standing.spent)))
        if left := left_line(standing.spent):
            rows.append(("left", left))
    if standing.sections:
        states = [one.state for one in standing.sections.values()]
        failed = f", {states.count('failed')} failed" if "failed" in states else ""
        rows.append(("sections", f"{states.count('written')} of {len(states)} written{failed}"))
    elif standing.headings:
        rows.append(("sections", f"{len(standing.headings)} planned"))
    if (page := standing.assembled) is not None:
        if page.stopped_by:
            rows.append(("curation", f"ended: {_WHY_CURATION_ENDED.get(page.stopped_by, page.stopped_by)}"))
        rows.append(("page", size_line(page.words, page.sections, page.sources) + left_out_line(page)))
    return rows


def gathered_line(curated: Curated) -> str:
    """Snippets and graph after a step."""
    size = f"{count(curated.snippets, 'snippet')}, {curated.nodes:,} entities, {count(curated.edges, 'triplet')}"
    return f"{size}, {curated.novelty:.0%} new"


def state_line(section: SectionState) -> str:
    """What happens to a section, or how it ended."""
    if section.state == "revising":
        return f"revising {section.revisions}"
    if section.state == "reviewing" and section.revisions:
        return f"reviewing revision {section.revisions}"
    if section.state != "written":
        return section.state + (f": {section.reason}" if section.reason else "")
    notes = [f"revised {count(section.revisions, 'time')}"] if section.revisions else []
    notes += [f"{section.open} open"] if section.open else []
    return "written" + (f" ({', '.join(notes)})" if notes else "")


def size_line(words: int, sections: int, cited: int) -> str:
    """How long a page is, and of how many snippets."""
    return f"{count(words, 'word')} in {count(sections, 'section')}, {count(cited, 'snippet')} cited"


def left_out_line(page: Assembled) -> str:
    """What follows the numbers of a page: the sections that were written in vain, or ""."""
    return f"; {len(page.left_out)} left out: {', '.join(page.left_out)}" if page.left_out else ""


def spent_line(spent: Spent) -> str:
    """Calls, tokens and cost."""
    failed = f", {spent.failed:,} failed" if spent.failed else ""
    cost = "" if spent.cost is None else f", ${spent.cost:.4f}"
    return f"{count(spent.calls, 'call')} ({spent.replayed:,} from the tape{failed}), {spent.tokens:,} tokens{cost}"


def left_line(spent: Spent) -> str:
    """What is left of the budget, or "" where nothing is limited."""
    left = spent.left
    parts = [] if left.money is None else [f"${left.money:.4f}"]
    parts += [] if left.calls is None else [count(int(left.calls), "call")]
    parts += [] if left.tokens is None else [f"{int(left.tokens):,} tokens"]
    parts += [] if left.seconds is None else [f"{left.seconds:,.0f} s"]
    return ", ".join(parts)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"
