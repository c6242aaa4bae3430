"""How a topic's word is written: with a capital or small, which may be two things ("the Galaxy" is no galaxy)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from castalia.memory.records import Snippet
from castalia.tools.topic.topic_forms import singular


def is_written(text: str, written: str) -> bool:
    """Whether the word stands in a text with a capital where no sentence begins, or small, as it is ``written`` here
    (by its first letter)."""
    name = written.capitalize()
    is_there = (name.lower() if written.islower() else name) in text  # most texts hold one of the ways only
    return is_there and _pattern(written).search(text) is not None


def writes_other(text: str, written: str) -> bool:
    """Whether a text writes the topic's word as it is ``written`` in another sense ("" where there is none), and
    nowhere in the other way; a word that begins a sentence shows neither."""
    return bool(written) and writing(text, ways(written)) == written


def other_bearer(topic: str, snippets: Sequence[Snippet]) -> re.Pattern[str] | None:
    """What finds another subject of the same name, for a topic of one word; ``None`` for others, and for a word that is
    seldom written small.

    A word that is mostly written small means something else with a capital inside a sentence ("the Galaxy" is no
    galaxy). Of one that is mostly a proper name the plural, or the word with "a", means others of its kind ("moons" are
    not the Moon).
    """
    if not (both := ways(topic)):
        return None
    name, kind = both
    small = sum(f" {kind}" in one.text for one in snippets)
    if small <= len(snippets) / 4:
        return None
    if small >= sum(is_written(one.text, name) for one in snippets):
        return _pattern(name)
    return re.compile(rf"\b(?:{kind}e?s|an? {kind})\b", re.IGNORECASE)


def ways(topic: str) -> tuple[str, ...]:
    """With a capital and small, in the singular; nothing for what is no plain word."""
    if not topic.isalpha() or topic[1:] != topic[1:].lower():
        return ()
    word = singular(topic.lower())
    return word.capitalize(), word


def plain(topic: str, snippets: Sequence[Snippet]) -> str:
    """A topic's word without what is no letter around it, and not in capitals ("MERCURY") where no snippet has it
    so."""
    word = re.sub(r"^\W+|\W+$", "", topic)
    return (
        word.lower()
        if word.isupper() and not any(re.search(rf"\b{re.escape(word)}\b", one.text) for one in snippets)
        else word
    )


def writing(text: str, ways: Sequence[str]) -> str:
    """Which of these ways to write the word a snippet has; "" where it has several or none."""
    found = [one for one in ways if is_written(text, one)]
    return found[0] if len(found) == 1 else ""


@lru_cache(maxsize=64)
def _pattern(written: str) -> re.Pattern[str]:
    name = re.escape(written.capitalize())
    small = name.lower()
    # look-behinds stand after the name, so that they are tried only where that stands
    return re.compile(
        rf"{small}(?<=\b{small})\b" if written.islower() else rf"{name}(?:(?<=[a-z,] {name})|(?<=^The {name}))\b"
    )
