"""Words: tokens with their places, function words, stems. Everything that counts words starts here."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import Stemmer
from castalia.memory.letters import unaccented
from castalia.memory.plurals import IRREGULAR_PLURALS
from castalia.memory.prefixes import with_prefixes
from castalia.memory.spellings import american

# One token is a word with inner hyphens, apostrophes, dots of numbers; Greek and accented letters are letters. No
# repeat ever gives back what it took.
TOKEN = re.compile(r"[^\W_]++(?:['’\-–.·/+][^\W_]++)*+[+#]{0,2}")

ARTICLES = frozenset(("a", "an", "the"))
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


class Token(NamedTuple):
    """A word as it stands (``text``), its lower-case form, and its half-open character span."""

    text: str
    lower: str
    start: int
    end: int


def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text, in order; linear in its length."""
    return tuple([Token(word := match.group(), word.lower(), *match.span()) for match in TOKEN.finditer(text)])


STEMMER = Stemmer.version()  # releases differ in some stems, which therefore do not meet in one store
_STEMMER = threading.local()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The English (Porter 2) stem of a word, lower-case, without its possessive and accents, in American spelling;
    irregular scientific plurals share their singular's."""
    lower = unaccented(word.lower()).replace("’", "'").removesuffix("'s")
    stemmer = getattr(_STEMMER, "english", None)
    if stemmer is None:
        stemmer = _STEMMER.english = Stemmer.Stemmer("english")
    is_plural = lower.endswith("s") and _PLURAL_ACRONYM.fullmatch(lower)
    lower = lower[:-1] if is_plural else american(IRREGULAR_PLURALS.get(lower, lower))
    if ("ali" in lower or "ari" in lower) and (made := _MADE.search(lower)):
        return lower[: made.start(1)] + made[1][:2]
    return _APART.get(lower) or str(stemmer.stemWord(lower))


# The stemmer takes the s of no word without a vowel before it, and -us for Latin: "LLMs", "mRNAs", "GPUs".
_PLURAL_ACRONYM = re.compile(r"[^\W\d_aeiouy]{2,8}(?<!s)s|[a-z]{0,3}[rd]nas|[cgt]pus")


# Federalism is not all that is federal, nor globalization all that is global: the stemmer cuts both back to the
# adjective.
_MADE = re.compile(r"[a-z]{2}a[lr](is[mt]s?|iz(?:ations?|e[ds]?|ing))$")


# What the stemmer throws together with something else: "relativity" with what is relatively large, "terrorism" with
# night terrors. The words of a line share the stem that its first word is; so do their plurals.
_APART_FAMILIES = """
accounting|banking|engine|housing|marketing|programming|generation|orbital|policy|university|universality
organism|organization|personality|nationality|mechanism
authority|equality|externality|identity|integrity|majority|minority|probability|relativity|responsibility|utility
behaviorism|criticism criticize criticized criticizing|optimism|terrorism terrorist
busy|carbonate|conservative conservatism|conversation conversational|conversion|digital digitally|enteric|enteritis|equator
fertilizer|incidence|inductance|informal informally|integral|likely|medication|numerous|operant|oxide|polite|publication
recession|secret|civilization
colonization colonize colonized colonizing colonizer
conformation conformational
consistent consistently consistency
designate designated designating designation
direction directional
experiment experimented experimenting experimenter
important importance importantly
interesting interestingly
objective objectively objectivity
position positioned positioning
severe severely severity
subjective subjectively subjectivity
successive successively succession
"""
_APART = {
    form: family.split()[0]
    for family in _APART_FAMILIES.replace("\n", "|").strip("|").split("|")
    for name in family.split()
    for form in (name, name[:-1] + "ies" if name.endswith("y") else name + "s")
}


_JOINTS = re.compile("[-–/]")


@lru_cache(maxsize=8_192)
def content_stems(text: str) -> tuple[str, ...]:
    """The stems of the words that are not function words, in order; a hyphenated word counts as its parts.

    A species epithet keeps a stem of its own: "H. influenzae" is no mention of influenza. So does a capital that is a
    name.
    """
    if not epithets(text):
        return _stems_of(_TOKENS(text.lower()))
    return tuple(name for own in token_stems(text) for name in own)


@lru_cache(maxsize=4_096)
def stem_set(text: str) -> frozenset[str]:
    """The content stems of a text that comes again, a title or a sentence."""
    return frozenset(content_stems(text))


@lru_cache(maxsize=4_096)
def term_stems(term: str) -> frozenset[str]:
    """The stems of a term, which is stems joined by a space."""
    return frozenset(term.split())


def same_name(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names (as stems) are one that may be written together or apart: an "auto-encoder" is an autoencoder,
    and fine-tuning is finetuning, though the stemmer cuts its parts elsewhere."""
    if not one or not other:
        return not one and not other
    if one[0] == other[0] and same_name(one[1:], other[1:]):
        return True
    return _same_joined(one, other) or _same_joined(other, one)


def _same_joined(parts: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the first two stems are the first of the other name, written together, and the rest is one name."""
    joined = "".join(parts[:2])
    is_joined = len(parts) > 1 and joined.startswith(whole[0]) and len(joined) - len(whole[0]) <= _CUT
    return is_joined and len(parts[0]) < len(whole[0]) and same_name(parts[2:], whole[1:])


_CUT = 2  # letters that the stemmer takes from the end of a word, and not from that of its last part


def stand_together(name: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a name (as stems) stands side by side among these words, in whatever order ("recognition of named
    entities")."""
    size, wanted = len(name), set(name)
    return any(wanted.issubset(words[at : at + size]) for at in range(len(words) - size + 1))


def token_stems(text: str) -> tuple[tuple[str, ...], ...]:
    """The content stems of each token of a text: none for a function word, several for a hyphenated word."""
    named = epithets(text)
    if not named:
        return tuple([_stems_in(word.lower()) for word in _TOKENS(text)])
    return tuple((epithet_stem(one.lower),) if one.start in named else _stems_in(one.lower) for one in tokens(text))


def epithets(text: str) -> frozenset[int]:
    """Where the words of a text begin that are parts of names, though they look like others: the species epithet, a
    lower-case word with a Latin ending behind the initial of a genus ("E. coli") or behind its name ("Vibrio
    cholerae"), and the capital in "vitamin A"."""
    if text.islower():  # all of them need a capital, which most phrases have not
        return frozenset()
    found = [match.start(1) for match in _SHORT_BINOMIAL.finditer(text)]
    found += [
        match.start(2)
        for match in _BINOMIAL.finditer(text)
        if match[2] not in _NO_EPITHETS and match[1].lower() not in FUNCTION_WORDS
    ]
    return frozenset(found) | capital_names(text)


def capital_names(text: str) -> frozenset[int]:
    """Where a word begins that would be a function word in small letters: "vitamin A", "World War I", "the US", "Down
    syndrome"."""
    if not any(one in text for one in _CAPITALS):
        return frozenset()
    return frozenset(match.start() for match in _CAPITAL_NAME.finditer(text))


def epithet_stem(word: str) -> str:
    """The stem that an epithet has, equal to that of no common noun or function word."""
    return word.replace("’", "'").removesuffix("'s") + "."


_TOKENS = TOKEN.findall
# An article stands in small letters behind a small word; "I" counts behind "type", "class", "group", "War", "MHC",
# "polymerase", "meiosis", "photosystem", "angiotensin", "complex"; in a line of capitals "US" may be any word.
# Look-behinds stand after the first letter, here and below, so that they are tried only where that letter stands: this
# is two to four times as fast.
_CAPITAL_NAME = re.compile(
    r"(?:A(?<=[a-z] A)|I(?<=(?:ype|ass|oup|War|MHC|ase|sis|tem|sin|lex) I)|US(?<!\wUS)(?<![A-Z] US)|WHO(?<!\wWHO)(?<![A-Z] WHO)"
    r"|IT(?<!\wIT)(?<![A-Z] IT)|Down(?<!\wDown)(?=(?:['’]s)? syndrome))\b(?![-–/])"
)
_CAPITALS = (" A", " I", "US", "WHO", "IT", "Down")  # without one of these it finds nothing
# The endings serve both forms: a species that had a stem of its own only where its genus is cut short would be two.
_LATIN = "[a-z]{2,30}(?:ae|i|ensis|alis|aris|ilis|culosis|(?<!o)us|um)"
# "H. influenza" and "V. cholera" as well, which many write without their last letter.
_SHORT_BINOMIAL = re.compile(rf"[A-Z](?<![A-Z]\..)(?<!\w.)\. ?({_LATIN}|influenza|cholera)\b")
_BINOMIAL = re.compile(
    rf"([A-Z](?<!\w.)(?:[a-z]{{1,30}}(?:(?<!o)us|um|a|onas|io|bacter|yces|cystis)|omo(?<=Homo)|edes(?<=Aedes))) ({_LATIN})\b(?![-–])"
)
# English nouns with such endings that stand behind a capital as well ("Influenza virus", "Sodium equilibrium").
_NO_EPITHETS = frozenset(
    """virus focus bonus status census corpus campus consensus plus thus versus nucleus stimulus radius genus locus fungus
    medium premium spectrum momentum vacuum maximum minimum optimum equilibrium forum album museum stadium
    quantum continuum curriculum sodium potassium calcium magnesium fungi loci nuclei radii stimuli alumni
    bacilli cocci""".split()
)


def _stems_of(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(map(_stems_in, words)))


@lru_cache(maxsize=50_000)
def _stems_in(word: str) -> tuple[str, ...]:
    return tuple(map(stem, word_parts(word)))


def words_with(name: str, text: str) -> tuple[str, ...]:
    """The words of a text, in lower case, that have this stem; a hyphenated word counts as its parts."""
    found = (word for word in _TOKENS(text.lower()) if name in _stems_in(word))
    return tuple(part for word in found for part in word_parts(word) if stem(part) == name)


def word_parts(word: str) -> tuple[str, ...]:
    """The words that a hyphenated word is made of, without function words ("state-of-the-art" gives two), a prefix
    with its word ("pre-training"); of any other word, itself."""
    parts = _JOINTS.split(with_prefixes(word)) if _JOINTS.search(word) else (word,)
    return tuple([part for part in parts if part and part not in FUNCTION_WORDS])
