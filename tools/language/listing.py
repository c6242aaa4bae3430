"""Lists of names as a sentence holds them."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], joint: str = "and") -> str:
    """ "a, b and c"; there has to be one name at least."""
    *most, last = names
    return f"{', '.join(most)} {joint} {last}" if most else last


def first_few(names: Sequence[str], most: int = 8) -> str:
    """ "a, b and 3 more": at most so many of the names."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def first_phrases(phrases: Sequence[str], most: int = 3) -> str:
    """ "a is so; b is not; and 3 more": at most so many of phrases that may have commas of their own."""
    return "; ".join(phrases[:most] if len(phrases) <= most else [*phrases[:most], f"and {len(phrases) - most:,} more"])
