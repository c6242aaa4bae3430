"""Signs of a kind of source in a text: without any of them its rules, which take longer, need not look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def has_signs(text: str, signs: Mapping[str, Sequence[str]]) -> bool:
    """Whether the text has one of these signs, which stand under a letter or two of theirs: these are found far
    faster."""
    return any(letter in text and any(one in text for one in longer) for letter, longer in signs.items())
