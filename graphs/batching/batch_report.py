"""What became of a batch, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.topics import Topic
from castalia.tools.corpus.batch_files import MANIFEST
from castalia.tools.models.budgets import Usage


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What became of a batch: ``ended`` of its topics that have ended, now or in an earlier run, in the order given;
    ``not_begun`` the topics that have not ended (not begun, or under way). ``stopped`` is why the batch ended early,
    ``budget`` which budget ran out. ``earlier`` are attempts that came to something else or are not asked for any more,
    ``under_way`` is what was spent on pages that have not ended."""

    folder: Path
    ended: tuple[Ended, ...]
    not_begun: tuple[Topic, ...] = ()
    skipped: int = 0  # were done before
    stopped: str = ""
    budget: str = ""
    notices: tuple[str, ...] = ()
    deaths: tuple[str, ...] = ()  # a line for each worker that died; its pages were given to others
    earlier: tuple[Ended, ...] = ()
    under_way: Usage = field(default_factory=Usage)

    def __repr__(self) -> str:
        counts = {"done": self.done, "failed": self.failed, "short of budget": self.short, "not begun": self.not_begun}
        told = ", ".join(f"{len(those)} {name}" for name, those in counts.items() if those)
        return f"BatchReport({str(self.folder)!r}: {told or 'no topic'})"

    @property
    def manifest(self) -> Path:
        """The file with a line for each topic that ended."""
        return self.folder / MANIFEST

    @property
    def failed(self) -> tuple[Ended, ...]:
        """The topics that have no page, and why."""
        return tuple(one for one in self.ended if one.status == "failed")

    @property
    def short(self) -> tuple[Ended, ...]:
        """The topics whose page the budget cut short, or for which it left nothing."""
        return tuple(one for one in self.ended if one.status == "short of budget")

    @property
    def done(self) -> tuple[Ended, ...]:
        """The topics that have their page."""
        return tuple(one for one in self.ended if one.status == "done")
