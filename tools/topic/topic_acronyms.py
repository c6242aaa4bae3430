"""The acronyms of a topic: what the snippets that name it in full spell it out for ("gross domestic product (GDP)").

Most texts go on with the acronym alone, so that a search for the full name misses them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from castalia.tools.language.acronyms import acronyms
from castalia.tools.language.words import content_stems

TOLD = 2  # snippets that have to spell it out
MEANT = 0.8  # of those that spell it out mean the topic,
CAPITALS = 0.8  # and of those that hold it write it as an acronym: an aim is no AIM


def acronyms_of(topic: Sequence[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The acronyms, as they are written, that these texts spell out as the topic (its stems), ``TOLD`` of them at least."""
    told = Counter(
        short
        for text in texts
        for short in {one for one, long in acronyms(text) if _is_name(topic, long) and len(content_stems(one)) == 1}
    )
    return tuple(sorted(short for short, count in told.items() if count >= TOLD))


def stands_for(acronym: str, topic: Sequence[str], texts: Iterable[str]) -> bool:
    """Whether an acronym means the topic, and nothing else, in texts that hold its stem."""
    meant = spelled = capital = held = 0
    written = re.compile(rf"\b{re.escape(acronym)}s?\b")
    for text in texts:
        longs = [long for short, long in acronyms(text) if short == acronym]
        spelled += bool(longs)
        meant += any(_is_name(topic, long) for long in longs)
        held += 1
        capital += written.search(text) is not None
    return meant >= MEANT * max(1, spelled) and capital >= CAPITALS * held


def _is_name(topic: Sequence[str], long: str) -> bool:
    return sorted("".join(topic)) == sorted("".join(content_stems(long)))
