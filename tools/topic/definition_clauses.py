"""Clauses of a definition: those that restrict what something is, and those that turn from it to something else."""

from __future__ import annotations

import re

# Taken off a score on the scale of ``definitions.defines``:
CONTRASTED = 0.9  # "T is a scalar, whereas …" tells it from one thing only
TURNED = 0.3  # "T is a technique …, but …"
CONCLUDED = 0.5  # "T is a light body; therefore, …"
JOINED = 1.2  # "T is a light body and ships must …" is rather on ships

RESTRICTS = re.compile(
    r"\b(?:that|which|who|whose|where|in which|by which|of which|used to|designed to|composed of|made (?:up )?of|consisting of|characterized by|caused by|containing|involving|by \w+ing)\b"
)
TURNS = re.compile(r"[,;—] ?(?:but|yet|however|although|though)\b")  # what comes then tells no more of what it is
_CONCLUDES = re.compile(r"; (?:therefore|thus|hence|consequently|as a result|so)\b")
_JOINS = re.compile(
    r"(?<!,) and (?:the |most |many |some |all )?(?:[a-z-]+ )?(?!always|sometimes|perhaps|thus|does)[a-z]+s (?:must|cannot|should|can|may|will)\b"
)
_SET_AGAINST = re.compile(r"\bwhereas\b|; however,")
_WHILE = re.compile(r", while (?![a-z]+ing\b)")


def less_for_clauses(text: str, end: int) -> float:
    """What a sentence loses as a definition for a clause behind its verb, which ends there, that turns away."""
    if _is_set_against(text, end):
        return CONTRASTED
    if _CONCLUDES.search(text, end):
        return CONCLUDED
    if _JOINS.search(text, end):
        return JOINED
    return TURNED if TURNS.search(text, end) else 0.0


def _is_set_against(text: str, end: int) -> bool:
    """Whether it sets the subject against another thing ("…, whereas …"), by "while" where nothing behind that
    restricts it."""
    beside = _WHILE.search(text, end)
    is_all = beside is not None and not RESTRICTS.search(text, end, beside.start())
    return is_all or _SET_AGAINST.search(text, end) is not None
