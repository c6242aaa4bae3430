"""Sentences that list the types of a topic: "There are three types of T: a, b, and c", "T is divided into a, b and c";
or its parts, whatever they are called: "T serves several functions: a, b, and c".

Lists of noun phrases in any other sentence are the business of ``enumerations``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from castalia.tools.language.words import Token, stem_set, tokens

_ANNOUNCED = 60  # words within which a list has to be announced
_COLON_AFTER_INTO = 60  # characters
_COLON_AFTER_TYPES = 80
_LONGEST_NAME = 6  # words
_SORTS = frozenset(
    """types kinds forms classes categories groups branches stages phases divisions parts components varieties
    subtypes families species layers regions levels subfields fields domains modes states""".split()
)
_PARTS = _SORTS | frozenset("mechanisms functions steps elements aspects areas dimensions sections".split())
_COUNTS = frozenset(
    "two three four five six seven eight several many various main major basic primary distinct different key".split()
)
_DIVIDED = frozenset("divided classified grouped categorized subdivided split separated".split())
_OPENS_NAME = frozenset("and or the a an either both those".split())
_ENDS_NAME = frozenset("which that who where each with based depending".split())
_NO_NAME = frozenset(
    "it they this these we not is are was were be been being rather also often found used called".split()
)


def list_of_types(sentence: str, topic: str) -> tuple[str, ...]:
    """The names in "There are three types of T: a, b, and c" or "T is divided into a, b and c"; () if it is no such
    list.

    The names are substrings of the sentence, articles left out; at least two.
    """
    return _listed(sentence, topic, _list_start)


def list_of_parts(sentence: str, topic: str) -> tuple[str, ...]:
    """The names in such a list, or in one of what the topic has several of, announced by a colon: "T serves several
    functions: a, b, and c"."""
    return list_of_types(sentence, topic) or _listed(sentence, topic, _parts_start)


def _listed(sentence: str, topic: str, start_of: Callable[[str, Sequence[Token], Set[str]], int]) -> tuple[str, ...]:
    wanted = stem_set(topic)
    if not wanted or not wanted <= stem_set(sentence):
        return ()
    if sentence.partition(" ")[0].lower() in _PARTIAL:
        return ()
    start = start_of(sentence, tokens(sentence)[:_ANNOUNCED], wanted)
    if start < 0:
        return ()
    names = _names(sentence, start)
    return names if len(names) >= 2 else ()


# "Most types of T are small and hidden" says what they are like, not which they are; "If Ts are separated into a dish
# and kept warm, …" divides nothing into kinds.
_PARTIAL = frozenset(
    ("most", "many", "some", "few", "all", "if", "when", "once", "while", "after", "before", "because")
)


def _list_start(sentence: str, words: Sequence[Token], wanted: Set[str]) -> int:
    """Where the list of names begins; -1 if the sentence announces none."""
    lowers = [word.lower for word in words]
    for at, lower in enumerate(lowers):
        if lower in _DIVIDED and "into" in lowers[at + 1 : at + 4] and wanted <= stem_set(" ".join(lowers[:at])):
            end = words[lowers.index("into", at)].end
            colon = sentence.find(":", end)
            return colon + 1 if 0 <= colon - end <= _COLON_AFTER_INTO else end
        is_of_sorts = lower in _SORTS and "of" in lowers[at + 1 : at + 2]
        if is_of_sorts and wanted <= stem_set(_before_colon(sentence, words, at + 2, 2 + len(wanted))):
            return _after_announcement(sentence, words, at)
    return -1


def _parts_start(sentence: str, words: Sequence[Token], wanted: Set[str]) -> int:
    """Where the list of names begins behind a colon; -1 if none of the topic's parts are counted before it, or they are
    those of something else ("Bone marrow has three types of stem cells: …")."""
    for at, word in enumerate(words):
        if word.lower not in _PARTS or _COUNTS.isdisjoint(one.lower for one in words[max(0, at - 3) : at]):
            continue
        colon = sentence.find(":", word.end)
        if not 0 <= colon - word.end <= _COLON_AFTER_TYPES:
            continue
        before = " ".join(one.lower for one in words[:at])
        is_of = any(one.lower == "of" for one in words[at + 1 : at + 2])
        what = _before_colon(sentence, words, at + 1, 4 + len(wanted))
        if wanted <= stem_set(what) or (not is_of and wanted <= stem_set(before)):
            return colon + 1
    return -1


def _before_colon(sentence: str, words: Sequence[Token], at: int, count: int) -> str:
    """Up to so many words from one on, none behind the next colon."""
    few = words[at : at + count]
    colon = sentence.find(":", few[0].start, few[-1].end) if few else -1
    return " ".join(one.lower for one in few if colon < 0 or one.end <= colon)


def _after_announcement(sentence: str, words: Sequence[Token], at: int) -> int:
    """After "types of T": a colon, else "are" or "include", within the next words."""
    end = words[at].end
    colon = sentence.find(":", end)
    if 0 <= colon - end <= _COLON_AFTER_TYPES:
        return colon + 1
    verbs = (word for word in words[at + 2 : at + 10] if word.lower in ("are", "include", "including", "were"))
    return next((verb.end for verb in verbs), -1)


def _names(sentence: str, start: int) -> tuple[str, ...]:
    """The items of "a, b, and c" from ``start`` to the end of the sentence; those before the first that is no name."""
    colon = sentence.find(": ", start)
    end = colon if colon >= 0 else len(sentence)
    names: list[str] = []
    for first, last in _pieces(sentence, start, end):
        name = _name(sentence[first:last])
        if not name:
            return tuple(names)
        names.append(name)
    joined = any(cue in sentence[start:end] for cue in (" and ", " or ", ";", " & "))
    return tuple(names) if joined else ()


def _pieces(sentence: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans between commas, semicolons and "and", outside parentheses; a parenthesis ends nothing but is left out."""
    pieces: list[tuple[int, int]] = []
    depth, first, at, last = 0, start, start, -1
    while at < end:
        mark = sentence[at]
        if mark == "(":
            if depth == 0 and sentence[first:at].strip() and last < first:
                last = at
            depth += 1
        elif mark == ")":
            depth = max(0, depth - 1)
            if depth == 0 and not (last >= first and sentence[first:last].strip()):
                first = at + 1
        elif depth == 0:
            width = 1 if mark in ",;" else 0
            for word in (" and ", " or "):
                if sentence.startswith(word, at):
                    width = len(word) - 1
            if width:
                pieces.append((first, last if last >= first else at))
                first = at + width
                last = -1
                at += width
                continue
        at += 1
    pieces.append((first, last if last >= first else end))
    return [(a, b) for a, b in pieces if sentence[a:b].strip(" .")]


def _name(piece: str) -> str:
    """One name without its article and without a relative clause, at most six words; "" if it is no name."""
    words = tokens(piece)
    first = 0
    while first < len(words) and words[first].lower in _OPENS_NAME:
        first += 1
    last = first
    while last < len(words) and words[last].lower not in _ENDS_NAME:
        last += 1
    if last == first or last - first > _LONGEST_NAME or any(one.lower in _NO_NAME for one in words[first:last]):
        return ""
    return piece[words[first].start : words[last - 1].end]
