r"""Citations that hold a place in their sentence ("as shown in \cite{lee}"), whatever kind of source they are written
in: without these it would miss something."""

from __future__ import annotations

import re

_BEFORE = re.compile(r"[^\W\d_]+\Z")
_STOPS = (",", ";", ":")
_REACH = 30  # characters that are looked at before a citation
_HOLD_PLACES = frozenset(
    """a an the in on at by from to of for with between over under within via using and or but than as see cf eg ie is are
    was were be both per unlike like following extends extend improves generalizes ref refs reference references""".split()
)


def without_citation(found: re.Match[str]) -> str:
    """Nothing, or the citation itself where it holds a place in the sentence, or stands between two commas."""
    text, start, end = found.string, found.start(), found.end()
    if text[start - 1 : start] in _STOPS and text[end : end + 1] in _STOPS:
        return found[0]
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    return found[0] if before and before[0].lower() in _HOLD_PLACES else ""
