"""Counts: in words, and which of several ways to write something is the most frequent."""

from __future__ import annotations

from collections.abc import Mapping


def count(number: int, what: str) -> str:
    """ "1 snippet", "1,200 snippets"."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def commonest(forms: Mapping[str, int]) -> str:
    """The most frequent of some forms, of equals the first by the alphabet. ``ValueError`` when there is none."""
    return min(forms, key=lambda form: (-forms[form], form))
