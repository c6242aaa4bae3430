"""Prefixes that are written with a hyphen or without: "pre-training" is pretraining, "multi-modal" multimodal.

Only before a word of four letters or more, which has a vowel among its first three: "anti-HIV" and "pre-mRNA" speak of
HIV and of mRNA.
"""

from __future__ import annotations

import re

_PREFIXES = (
    "anti|auto|bi|bio|co|counter|hyper|hypo|infra|inter|intra|macro|micro|multi|neuro|non|over|para|poly|post|pre|proto"
    "|pseudo|psycho|quasi|re|semi|socio|spatio|sub|supra|trans|tri|ultra|un|under"
)
_APART = re.compile(rf"\b({_PREFIXES}) (?=[a-z]{{4}})", re.IGNORECASE)
_JOINT = re.compile(rf"(?<![^\W_])({_PREFIXES})[-‐‑](?=[a-z]{{0,2}}[aeiouy])(?=[a-z]{{4}})")


def with_prefixes(lower: str) -> str:
    """A lower-case text with these prefixes joined to their words; linear in its length."""
    return _JOINT.sub(r"\1", lower) if "-" in lower or "‐" in lower or "‑" in lower else lower


def hyphenated(name: str) -> str:
    """A name with a hyphen where a prefix stands before its word like a word of its own ("multi task learning"); "" for
    one without."""
    found = _APART.sub(r"\1-", name)
    return found if found != name else ""
