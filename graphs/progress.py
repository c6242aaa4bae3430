"""Progress: what a caller's function is told of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castalia.memory.errors import CastaliaError


def telling(progress: Callable[[dict[str, Any]], None] | None) -> Callable[[dict[str, Any]], None]:
    """The function as a run calls it: nothing where there is none; one that fails ends the run, and is named."""

    def tell(event: dict[str, Any]) -> None:
        if progress is None:
            return
        try:
            progress(event)
        except Exception as error:  # whatever the caller's own code raises
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            raise CastaliaError(f"the progress function failed ({reason}): mend it, or leave progress out") from error

    return tell
