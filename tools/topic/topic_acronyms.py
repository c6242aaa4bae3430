"""The acronyms of a topic: what the snippets that name it in full spell it out for ("gross domestic product (GDP)").

Most texts go on with the acronym alone, so that a search for the full name misses them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from castalia.tools.language.acronyms import acronyms
from castalia.tools.language.counting import commonest
from castalia.tools.language.words import content_stems
from castalia.tools.topic.topic_forms import has_acronym

TWICE = 2  # texts that give an acronym a meaning make it one
MEANT = 0.8  # share of the texts that spell it out which mean the topic, at least
CAPITALS = 0.8  # share of the texts that hold it which write it as an acronym, at least: an aim is no AIM


def acronyms_of(topic: Sequence[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The acronyms, as they are written, that any of these texts spells out as the topic (its stems)."""
    told = {short for text in texts for short, long in acronyms(text) if _is_name(topic, long)}
    return tuple(sorted(short for short in told if len(content_stems(short)) == 1))


def unclear_acronyms(topic: Sequence[str], texts: Sequence[str]) -> frozenset[str]:
    """The stems of acronyms that these texts spell out as the topic, but use for other things as well."""
    held = {acronym: content_stems(acronym)[0] for acronym in acronyms_of(topic, texts)}
    stems = [(frozenset(content_stems(text)), text) for text in texts] if held else []
    return frozenset(
        name
        for acronym, name in held.items()
        if not stands_for(acronym, topic, (text for words, text in stems if name in words))
    )


def stands_for(acronym: str, topic: Sequence[str], texts: Iterable[str]) -> bool:
    """Whether an acronym means the topic, and nothing else, in texts that hold its stem."""
    meant = spelled = capital = held = 0
    for text in texts:
        longs = [long for short, long in acronyms(text) if short == acronym]
        spelled += bool(longs)
        meant += any(_is_name(topic, long) for long in longs)
        held += 1
        capital += has_acronym(text, acronym)
    return meant >= MEANT * max(1, spelled) and capital >= CAPITALS * held


def meanings_of(acronym: str, texts: Iterable[str]) -> tuple[str, ...]:
    """What an acronym stands for in these texts, the most frequent first, as it is mostly written; each in ``TWICE``
    texts or more. Adversarial "nets" are no other meaning than adversarial "networks"."""
    spelled: dict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for long in {long for short, long in acronyms(text) if short == acronym}:
            spelled["".join(content_stems(long))][long] += 1
    known = sorted((-forms.total(), commonest(forms)) for forms in spelled.values())
    meanings: list[str] = []
    for count, long in known:
        if -count >= TWICE and not any(_is_form_of(content_stems(long), content_stems(one)) for one in meanings):
            meanings.append(long)
    return tuple(meanings)


def _is_form_of(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether each word of a name begins like the same word of another, or is its beginning."""
    return len(one) == len(other) and all(a.startswith(b) or b.startswith(a) for a, b in zip(one, other, strict=True))


def _is_name(topic: Sequence[str], long: str) -> bool:
    return sorted("".join(topic)) == sorted("".join(content_stems(long)))
