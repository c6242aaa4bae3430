"""Lists of names as a sentence holds them."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], joint: str = "and") -> str:
    """ "a, b and c"; there has to be one name at least."""
    *most, last = names
    return f"{', '.join(most)} {joint} {last}" if most else last
