"""Texts cut to a length, with an ellipsis where something is missing."""

from __future__ import annotations


def abridge(text: str, length: int) -> str:
    """The text if it has at most ``length`` characters; else its beginning and "…", together that many."""
    return text if len(text) <= length else text[: max(0, length - 1)] + "…"
