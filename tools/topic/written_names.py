"""How texts write a name of which a part may be cut to its first letter: "B. F. Skinner", "B.F. Skinner" and "Burrhus
Frederic Skinner" are one person, as "J.-P. Sartre" and "Jean-Paul Sartre" are, "E. coli" and "Escherichia coli" one
species."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Sequence

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems, epithets, stem_set

LEAST = 3  # letters of each of the two words that one may be written as
USUAL = 2  # times as many snippets have to cut a name short, or write it out, as write it the way it was asked for

_TWO_WORDS = re.compile(r"(?<![^\W\d_])[^\W\d_]{3,}(?=[ -][^\W\d_]{3})")  # the first of them
_WORD = re.compile(r"[^\W\d_]+")
_INITIAL = re.compile(r"(?<!\w)[A-Za-z]\.")
_CAPITALS = re.compile(r"(?P<initials>[A-Z]{2,3}) (?P<rest>[A-Z][a-z].*)")
_LAST = re.compile(r"[^\s.]+$")
_BETWEEN = re.compile(r"[\s.-]+")


def parts_of_name(topic: str) -> tuple[tuple[str, ...], str]:
    """The given names or initials (without dots) of a person, at least two, and the family name; the genus or its
    initial, and the epithet. Nothing of what can be no such name."""
    name = topic.strip()
    if capitals := _CAPITALS.fullmatch(name):
        name = ". ".join((*capitals["initials"], capitals["rest"]))
    found = _LAST.search(name)
    last = found[0] if found else ""
    before = [one for one in _BETWEEN.split(name.removesuffix(last)) if one]
    given = tuple(one.upper() if len(one) == 1 else one for one in before)
    if not all(one.isalpha() for one in (*given, last.replace("-", ""))):
        return (), ""
    is_short = _INITIAL.search(name) is not None
    is_person = len(given) > 1 and (is_short or all(one[0].isupper() for one in (*given, last)))
    is_species = len(given) == 1 and last.islower() and (is_short or epithets(name))
    return (given, last) if is_person or is_species else ((), "")


def written_together(topic: str) -> tuple[str, ...]:
    """A name with two words of it as one, each two in turn: "seafloor spreading" for "sea-floor spreading"."""
    pairs = _TWO_WORDS.finditer(topic)
    return tuple(f"{topic[: one.end()]}{topic[one.end() + 1 :].lower()}" for one in pairs)


def written_apart(topic: str, phrases: Container[str]) -> tuple[str, ...]:
    """A name with a word of it as two that these phrases (stems) hold beside each other, each in turn: "honey bee" for
    "honeybee"."""
    cuts = (at for one in _WORD.finditer(topic) for at in range(one.start() + LEAST, one.end() - LEAST + 1))
    names = ((topic[:at], topic[at:]) for at in cuts)
    return tuple(
        f"{before} {behind}"
        for before, behind in names
        if " ".join(content_stems(f"{before.split()[-1]} {behind.split()[0]}")) in phrases
    )


def or_more_usual(topic: str, other: str, texts: Sequence[Snippet]) -> list[str]:
    """The topic; before it this other way to write it where that is the usual one. A hyphen is the same as a space."""
    own, others = (
        sum(one.search(each.text) is not None for each in texts) for one in map(_hyphenated_or_not, (topic, other))
    )
    return [other, topic] if others and others >= USUAL * own else [topic]


def spellings(topic: str, texts: Sequence[Snippet], is_person: Callable[[str, Sequence[Snippet]], bool]) -> list[str]:
    """What these texts write for such a name, the best to look for it by first, and the topic itself; for any other
    name that alone.

    With or without spaces and dots, a name is the same. Cut short or written out it is where texts show no second name
    that could be meant, and, of a person, that one is (``is_person``, of a spelling and the texts that have it).
    """
    given, last = parts_of_name(topic)
    if not given:
        return [topic]
    pattern = re.compile(_open(given, last))
    counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for one in texts:
        counts.update({(found[0], found.groups()) for found in pattern.finditer(one.text)})
    whole = [
        {one for one in those if len(one) > 1} for those in zip(given, *(parts for _, parts in counts), strict=True)
    ]
    is_clear = all(len(those) < 2 for those in whole)
    stems = content_stems(topic)
    own = sum(stem_set(one.text).issuperset(stems) for one in texts)

    def is_ours(name: str, parts: tuple[str, ...], count: int) -> bool:
        if parts == given:
            return True
        if not is_clear or count < USUAL * own:
            return False
        return len(given) == 1 or is_person(name, [one for one in texts if name in one.text])

    ours = {topic: sum(n for (name, _), n in counts.items() if _is(name, topic))}
    ours |= {name: n for (name, parts), n in counts.items() if not _is(name, topic) and is_ours(name, parts, n)}
    return sorted(ours, key=lambda one: (-ours[one], one != topic, one))


def _hyphenated_or_not(name: str) -> re.Pattern[str]:
    words = map(re.escape, re.split(r"[\s-]+", name))
    return re.compile(rf"(?<!\w){'[ -]?'.join(words)}", re.IGNORECASE)


def _is(name: str, topic: str) -> bool:
    return name.lower() == topic.lower()


def _open(given: Sequence[str], last: str) -> str:
    """The pattern of a name whose given names may be cut short or written out, each a group."""
    parts = [rf"({re.escape(one[0].upper())}[^\W\d_]*)\.?" for one in given]
    return rf"(?<!\w)(?<![A-Z]\.)(?<![A-Z]\. ){'[ -]?'.join(parts)} ?(?i:{re.escape(last)})(?!\w)"
