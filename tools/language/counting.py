"""Counts in words."""

from __future__ import annotations


def count(number: int, what: str) -> str:
    """ "1 snippet", "1,200 snippets"."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")
