"""Words: tokens with their places, function words, stems. Everything that counts words starts here."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from functools import lru_cache

import Stemmer
from castalia.memory.plurals import IRREGULAR_PLURALS

# One token is a word with inner hyphens, apostrophes, dots of numbers; Greek and accented letters are letters.
TOKEN = re.compile(r"[^\W_]+(?:['’\-–.·/+][^\W_]+)*[+#]{0,2}", re.UNICODE)

FUNCTION_WORDS = frozenset(
    """a an the this that these those some any each every either neither no none all both few many much more most less
    least several such same other others another own and or but nor so yet for if then else than as because since
    although though while whereas whether when where why how who whom whose which what of in on at by to from into onto
    with without within upon over under above below between among amongst through throughout during before after
    against about across along around behind beside besides beyond despite except inside outside near off out up down
    toward towards until via per is am are was were be been being do does did done doing have has had having can
    could may might must shall should will would cannot not n't it its itself he him his himself she her hers herself they
    them their theirs themselves we us our ours ourselves i me my mine myself you your yours yourself yourselves one
    ones also too very only just even still already again ever never always often sometimes usually however therefore
    thus hence here there now later once moreover furthermore instead rather quite almost nearly perhaps maybe let
    etc eg ie et al vs versus like unlike according due""".split()
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it stands (``text``), its lower-case form, and its half-open character span."""

    text: str
    lower: str
    start: int
    end: int


def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text, in order; linear in its length."""
    return tuple(Token(m.group(), m.group().lower(), m.start(), m.end()) for m in TOKEN.finditer(text))


_STEMMER = threading.local()


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The English (Porter 2) stem of a word, lower-case; irregular scientific plurals share their singular's stem."""
    lower = word.lower().replace("’", "'")
    stemmer = getattr(_STEMMER, "english", None)
    if stemmer is None:
        stemmer = _STEMMER.english = Stemmer.Stemmer("english")
    lower = IRREGULAR_PLURALS.get(lower, lower)
    return _APART.get(lower) or str(stemmer.stemWord(lower))


# Pairs that the stemmer throws together though they name different things: one of each keeps a stem of its own.
_APART = {
    form: name
    for name in (
        "personality",
        "organism",
        "organization",
        "organisation",
        "university",
        "universality",
        "policy",
        "generation",
    )
    for form in (name, name[:-1] + "ies" if name.endswith("y") else name + "s")
}


_JOINTS = re.compile("[-–/]")


def content_stems(text: str) -> tuple[str, ...]:
    """The stems of the words that are not function words, in order; a hyphenated word counts as its parts."""
    return tuple(stem(word) for word in _parts(text) if word not in FUNCTION_WORDS)


def _parts(text: str) -> list[str]:
    return [part for token in TOKEN.findall(text.lower()) for part in _JOINTS.split(token) if part]
