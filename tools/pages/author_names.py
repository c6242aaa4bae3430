"""Names of authors, as family and given name. A corpus has them in any shape; what is no person, or cannot be told
apart, stays whole.

How a format writes a name lives with that format; which authors a work has lives in ``cited_works``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from castalia.tools.pages.bidi_text import undirected


class Author(NamedTuple):
    """A person, or a name that is not taken apart: an organisation, one word, what could be read in two ways."""

    family: str  # the whole name, where nothing is given
    given: str = ""
    suffix: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the name stays in one piece."""
        return not self.given


OTHERS = Author("et al.")

_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV|Ph\.?D|M\.?D|M\.?Sc|D\.?Sc|R\.?N)\.?", re.IGNORECASE)
_INITIALS = re.compile(r"[^\W\d_](?:-?[^\W\d_]){0,2}|(?:[^\W\d_]\.-?){1,4}")  # where its letters are capitals
_TOUCHING = re.compile(r"([^\W\d_])\.(?=([^\W\d_])\.)")
_FIRST_INITIAL = re.compile(r"[^\W\d_]\.")
# in Han and kana, and in Hangul
_FAMILY_FIRST = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff]+|[\uac00-\ud7a3]{1,2}")
_NO_NAME = re.compile(r"[\d@()\[\]{}<>/\\:;=_|*]")
_OTHERS = re.compile(r"(?:\A|[\s,])et\.? al\.?\Z", re.IGNORECASE)
_JOINED = re.compile(r",? (?:and|&) ")
_JOINING = frozenset({"y", "e", "i"})  # between two family names
_BODIES = frozenset(
    """of for the and academy academies agency association authority bureau center centers centre centres collaboration
    college commission committee company consortium contributors corporation council department editors federation
    foundation gmbh group hospital inc initiative institut institute institutes laboratory llc ltd ministry nations network
    office organisation organization program programme project research services society survey team universität
    université universidad university""".split()
)


def read_authors(names: Iterable[str]) -> tuple[Author, ...]:
    """The authors of a work, in order. One string may hold several; ``OTHERS`` comes last where a name ends with "et
    al."."""
    found: list[Author] = []
    has_others = False
    for name in map(undirected, names):
        if others := _OTHERS.search(name):
            has_others = True
            name = name[: others.start()].rstrip(" ,")
        if name.strip(" ,"):
            found += _people(name)
    return (*found, OTHERS) if has_others else tuple(found)


def _people(name: str) -> Iterator[Author]:
    """The people whom one string names."""
    parts = [one for part in _JOINED.split(name) if (one := part.strip(" ,"))]
    if len(parts) > 1 and all(" " in one for one in parts) and not _is_body(name):
        if "," not in parts[-1]:  # then commas stand between names, and not inside them
            parts = [one.strip() for part in parts for one in _between_names(part)]
        for one in parts:
            yield from _listed(one)
    elif _is_body(name) or _NO_NAME.search(name):
        yield Author(name)
    else:
        yield from _listed(name)


def _between_names(names: str) -> list[str]:
    parts = names.split(",")
    return parts if all(" " in one.strip() for one in parts) else [names]


def _is_body(name: str) -> bool:
    """Whether this is a body of people. "and" joins names as well, and tells nothing by itself."""
    words = {word.strip(".,").casefold() for word in name.split()}
    return not words.isdisjoint(_BODIES - {"and"})


def _listed(name: str) -> list[Author]:
    """A name, or names between commas."""
    if _NO_NAME.search(name):
        return [Author(name)]
    parts = [one for part in name.split(",") if (one := part.strip())]
    suffixes = [one for one in parts[1:] if _SUFFIX.fullmatch(one)]
    rest = [one for place, one in enumerate(parts) if not place or not _SUFFIX.fullmatch(one)]
    suffix = " ".join(suffixes)
    if len(rest) == 1:
        return [_in_order(rest[0], suffix)]
    if len(rest) == 2 and all(map(_ends_in_initials, rest)):  # "Moon A, Sun B"
        return [_in_order(one, "") for one in rest]
    if len(rest) == 2 and not (_FIRST_INITIAL.match(rest[0]) and all(" " in one for one in rest)):
        return [Author(rest[0], _spaced(rest[1]), suffix)]
    if not suffix and all(" " in one for one in rest):
        return [_in_order(one, "") for one in rest]
    are_pairs = len(rest) % 2 == 0 and all(len(one) > 1 for one in rest[::2])
    if not suffix and are_pairs and all(_are_initials(one) for one in rest[1::2]):
        return [Author(family, _spaced(given)) for family, given in zip(rest[::2], rest[1::2], strict=True)]
    return [Author(name)]


def _in_order(name: str, suffix: str) -> Author:
    """A name without commas: given name first, or, as indexes of medicine have it, initials last; of Chinese, Japanese
    and Korean names in their own script, the family name first."""
    words = name.split()
    if len(words) > 2 and not suffix and _SUFFIX.fullmatch(words[-1]):
        suffix = words.pop()
    if len(words) == 1:
        return Author(" ".join((name, suffix)).strip())
    if _FAMILY_FIRST.fullmatch(words[0]):
        return Author(words[0], " ".join(words[1:]), suffix)
    if start := _initials_start(words):
        return Author(" ".join(words[:start]), " ".join(map(_spaced, words[start:])), suffix)
    start = _family_start(words)
    return Author(" ".join(words[start:]), _spaced(" ".join(words[:start])), suffix)


def _initials_start(words: Sequence[str]) -> int:
    """Where the initials begin that stand last: "JA", or one after the other, "J. A."; 0 where there are none."""
    if not _are_initials(words[-1]):
        return 0
    start = len(words) - 1
    while start and _is_one_initial(words[start]) and _is_one_initial(words[start - 1]):
        start -= 1
    return 0 if words[start - 1].isupper() and not (start and words[start].endswith(".")) else start


def _ends_in_initials(name: str) -> bool:
    words = name.split()
    return len(words) > 1 and _initials_start(words) > 0 and not _SUFFIX.fullmatch(words[-1])


def _is_one_initial(word: str) -> bool:
    return _are_initials(word) and (len(word) == 1 or word.endswith("."))


def _family_start(words: Sequence[str]) -> int:
    """Where the family name begins: at "van" or "de", else it is the last word."""
    if words[0][0].islower():
        return len(words) - 1
    small = next((place for place, word in enumerate(words[1:], 1) if word[0].islower()), len(words) - 1)
    return small - 1 if words[small] in _JOINING and 1 < small < len(words) - 1 else small


def _are_initials(given: str) -> bool:
    """Whether all words are initials. A small letter is none, nor is one of a script without capitals."""
    return all(_INITIALS.fullmatch(word) and _is_capital(word) for word in given.split())


def _is_capital(letters: str) -> bool:
    return all(one.isupper() for one in letters if one not in ".-")


def _spaced(given: str) -> str:
    """Initials as a bibliography has them: "J. A." for "JA" behind a family name and for "J.A.", "J.-P." for "J-P"."""
    if "." not in given and " " not in given and _are_initials(given):
        given = re.sub("[^-]", r"\g<0>.", given)
    return _TOUCHING.sub(lambda found: f"{found[0]} " if _is_capital(found[1] + found[2]) else found[0], given)
