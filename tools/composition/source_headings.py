"""Source headings: how the title of a part of a document reads as a heading on a page about a topic."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence, Set
from itertools import pairwise, takewhile

from castalia.tools.composition.asked_titles import named_question
from castalia.tools.composition.heading_words import raised
from castalia.tools.composition.spelling import WORD, Spelling, is_titled
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.word_classes import base_forms
from castalia.tools.language.word_lists import BOTH
from castalia.tools.language.words import ARTICLES, FUNCTION_WORDS, content_stems, stem, stem_set
from castalia.tools.objections.rule_words import FINITE_VERBS
from castalia.tools.topic.source_paths import is_apparatus

LONGEST, WIDEST = 8, 30  # words of a heading, and letters of a word
LONGEST_CLAUSE = 14  # words of one that says something of the topic
LONGEST_TITLE = 400  # letters that are read
ALIKE, LETTERS = 0.75, 6  # two stems are of one family that begin alike: share of the longer, and letters, at least
SYMBOL = 3  # letters of a symbol that is written small


def heading_from(title: str, topic: frozenset[str], spelling: Spelling) -> str:
    """A title as a heading on a page about the topic (its stems), in sentence case, without the topic where that goes
    without saying ("Bone Structure", "The Properties of Galaxies"); "" where no editor would set it."""
    name = _OR.split(_unmarked(title), maxsplit=1)[0]
    before, colon, behind = name.partition(":")
    if colon:
        name = behind if topic.issuperset(content_stems(before)) or is_apparatus(before.strip()) else before
    plain = " ".join(name.split())
    plain = named_question(plain) or plain
    if plain.endswith("?"):
        return ""
    asked = _asked(opened(plain).split(), topic)
    plainly = _without_topic(asked, topic)
    words = _shortened(asked if _says_nothing(plainly) else plainly, topic)
    if _is_statement(words) and plain.lower().startswith("the "):
        words = ["The", *words]
    if not words or max(map(len, words)) > WIDEST or is_apparatus(" ".join(words)) or _may_not_stand(words, topic):
        return ""
    return _in_sentence_case(words, spelling)


def _unmarked(title: str) -> str:
    """A title without brackets and what stands in them, tags, marks of Markdown and quotes around all of it, and not in
    capitals throughout."""
    plain = re.sub(r" +(?=[,;:]|-\w)", "", _BRACKETS.sub(" ", title[:LONGEST_TITLE]))
    plain = "".join(letter for letter in plain if letter.isprintable() and letter not in "#*_`|~^\\<>[]{}")
    words = [word for word in plain.split() if any(map(str.isalnum, word))]
    text = " ".join(words)
    for quotes in ('""', "''", "“”", "‘’"):
        if text[:1] == quotes[0] and text[-1:] == quotes[1]:
            text = text[1:-1]
    shouts = len(words) > 1 and text.isupper()
    return text.capitalize() if shouts else text


_BRACKETS = re.compile(r"\[[^\[\]]{0,200}\](?:\([^()]{0,200}\))?|\([^()]{0,200}\)|<[^<>]{0,200}>|\x1b\[[0-9;]{0,9}m")


_OR = re.compile("(?<![A-Z])/|/(?![A-Z])")  # a slash between acronyms joins them ("the AD/AS Model")
_BETWEEN = re.compile(r"\b(?:differences?|distinctions?|comparisons?) between ", re.IGNORECASE)
_OPENING = re.compile(
    r"^\s*(?:[\d.]+\s+)?(?:(?:an? )?(?:overview|preview|introduction|survey|review) (?:of|to) )?"
    r"(?:the |an? )?",
    re.IGNORECASE,
)


def opened(title: str) -> str:
    """A title without what only opens it: a number, an article, "An Overview of"."""
    return _OPENING.sub("", title)


def _without_topic(words: list[str], topic: frozenset[str]) -> list[str]:
    """The words of a title without the topic, which the page is about anyway: of "Types of Galaxies" on a page about
    galaxies "Types" is left, and of "Bone Structure" on one about bones "Structure"."""
    for at in range(1, len(words)):
        tail = [word for word in words[at:] if word.lower() not in _LINKS]
        is_noun = not words[at - 1].lower().endswith(("ed", "ing"))
        is_last = all(_is_of(one, topic) for one in content_stems(" ".join(tail)))
        if words[at].lower() in _CUTS and is_noun and is_last and not _article_of(words, at):
            return [word for place, word in enumerate(words[:at]) if not _is_open(words, place)]
    size = len(topic)
    to = [word.lower() for word in words].index("on") if "on" in map(str.lower, words) else 0
    if to > 2 and words[1].lower() == "of" and topic == stem_set(" ".join(words[2:to])):
        return [words[0], *words[to:]]  # "Effects of Sleep on Memory"
    rest = words[size:]
    is_joined = not rest or rest[0].lower() in FUNCTION_WORDS  # "Deviance and Control"
    if not is_joined and topic == stem_set(" ".join(words[:size])) and says_angle(rest):
        return rest
    return words


def _article_of(words: Sequence[str], at: int) -> int:
    """The place of the article that an "of" at this place goes with, as in "Pulsars and the Discovery of Neutron
    Stars"; 0 where there is none, or it is the first word."""
    before = (two for two in (at - 2, at - 3) if two > 0 and words[two].lower() in ARTICLES)
    return next(before, 0) if words[at].lower() == "of" else 0


def _is_open(words: Sequence[str], at: int) -> bool:
    """Whether a preposition stands before "and", and so needs what another one behind it leads to: "Origin of and
    Classification of Galaxies"."""
    return words[at].lower() in _CUTS and words[at + 1].lower() in ("and", "or")


def _asked(words: list[str], topic: frozenset[str]) -> list[str]:
    """What a title that asks about the topic is about: "Unemployment Rate" for "How Economists Compute the Unemployment
    Rate". The title itself where it does not end in the topic and what belongs to its name, or goes on with a verb
    ("How a Monopoly Chooses Output")."""
    if not words or words[0].lower() not in _ASKING or not _ASKING.isdisjoint(map(str.lower, words[1:2])):
        return words
    size = len(topic)
    for at in range(2, len(words) - size):
        end = next((to for to in range(at, len(words)) if words[to].lower() in FUNCTION_WORDS), len(words))
        if end > at + size and topic == stem_set(" ".join(words[at : at + size])):
            inner = any(word.lower().endswith("s") for word in words[at + size : end - 1])  # "Bank Executes Policy"
            return words if inner or any(map(_is_verb, words[at + size : end])) else words[at:end]
    return words


def _is_statement(words: Sequence[str]) -> bool:
    """Whether a title is a whole clause ("The Sun Is Stable")."""
    return not _STATING.isdisjoint(word.lower() for word in words[1:])


def _verb_of(words: Sequence[str]) -> int:
    """The place of the verb in a title that is a clause, and no noun with one behind it; 0 where there is none."""
    lower = [word.lower() for word in words]
    at = next((at for at, word in enumerate(lower) if at and word in _STATING | _CLAUSAL), 0)
    return at if _RELATIVES.isdisjoint(lower[:at]) else 0


def _is_verb(word: str) -> bool:
    """Whether a word is a verb, and no noun as well ("clusters")."""
    return word.lower() in FINITE_VERBS and BOTH.isdisjoint(base_forms(word.lower()))


def _shortened(words: list[str], topic: Set[str]) -> list[str]:
    """The words of a title, of more than ``LONGEST`` only the subject of a clause, unless that is the topic ("Electrical
    Signaling in Nerves Involves Changes in …"), else those before a preposition ("Quasars as Probes of Evolution
    in the Early Universe"), and before a participle that led up to it ("Demand Curves Perceived by a Firm") or an
    article that promises it ("Nebulae and the Study of Stellar Evolution"); of "The Difference between A and B" what it
    is between. Of just as many, too, if the topic stands behind the preposition, for that goes without saying. None
    where no preposition is left in more."""
    if len(words) >= LONGEST and (apart := _BETWEEN.search(" ".join(words))) is not None:
        words = opened(" ".join(words)[apart.end() :]).split()
    if len(words) >= LONGEST and (verb := _verb_of(words)):
        if not topic >= stem_set(" ".join(words[:verb])):
            return _shortened(words[:verb], topic)
        return words if len(words) <= LONGEST_CLAUSE else []
    if len(words) == LONGEST and not topic <= stem_set(" ".join(words[_end_of(words) :])):
        return words
    while len(words) >= LONGEST:
        words = words[: _end_of(words)]
    return words


def _end_of(words: Sequence[str]) -> int:
    """How many words a title has before its last preposition and what leads up to that; 0 where it has none."""
    end = max((at for at, word in enumerate(words) if at and word.lower() in _ENDS), default=0)
    while (article := _article_of(words, end)) > 1:
        end = article - 1
    led = end > 1 and words[end - 1].lower().endswith("ed")
    return end - led


def says_angle(words: Sequence[str]) -> bool:
    """Whether words name the angle from which anything may be looked at ("Structure", "Formation and development")."""
    return all(word.lower() in FUNCTION_WORDS or stem(word.lower()) in _ANGLES for word in words)


def _is_of(one: str, topic: Set[str]) -> bool:
    """Whether a stem is one of the topic's, or of the family of one ("superconductors" for superconductivity)."""
    return one in topic or any(begin_alike(one, other) for other in topic)


def begin_alike(one: str, other: str) -> bool:
    """Whether two stems are of one family: they begin alike for ``ALIKE`` of the longer."""
    size = max(LETTERS, math.ceil(ALIKE * max(len(one), len(other))))
    return one[:size] == other[:size]


def _may_not_stand(words: Sequence[str], topic: frozenset[str]) -> bool:
    """A question, an order, a how-to; the topic and nothing else; a bare word that says nothing; what breaks off."""
    first, last = words[0].lower(), words[-1].lower()
    lower = [word.lower() for word in words]
    stems = content_stems(" ".join(words))
    return (
        first in _ASKING
        or last in FUNCTION_WORDS
        or not last[-1].isalnum()
        or topic.issuperset(stems)
        or _says_nothing(words)
        or not _PERSONAL.isdisjoint(lower)
        or f" and the {first} " in f"{' '.join(lower)} "  # "The Nova Giveth and the Nova Taketh Away"
        or not any(map(str.isalpha, words[0]))
    )


def _says_nothing(words: Sequence[str]) -> bool:
    """Whether a heading is one bare word that says nothing, or a number of such: "Life" for "Life on Mars", "Two parts"
    for "The Two Parts of …"."""
    bare = words[1:] if len(words) == 2 and words[0].lower() in _NUMBERS else words
    return len(bare) == 1 and stem(bare[0].lower()) in LIGHT - (_ANGLES if bare is words else frozenset())


def _in_sentence_case(words: Sequence[str], spelling: Spelling) -> str:
    """A capital before the first word, before what is mostly given one inside a sentence, and in a name behind an
    initial ("C. Wright Mills")."""
    named = {word for pair in pairwise(words) if spelling.is_name(*pair) and all(map(is_titled, pair)) for word in pair}
    initial = next((at for at, word in enumerate(words) if _INITIAL.fullmatch(word)), len(words))
    named.update(takewhile(is_titled, words[initial + 1 :]))
    written = WORD.sub(lambda found: found[0] if found[0] in named else spelling.of(found[0]), " ".join(words))
    if _begins_with_symbol(words):
        return written
    first = next(at for at, letter in enumerate(written) if letter.isalnum())
    return written[:first] + raised(written[first:])


def _begins_with_symbol(words: Sequence[str]) -> bool:
    """Whether a title with a capital before each word has none before its first, a short one ("sp Hybridization")."""
    rest = [word for word in words[1:] if word.lower() not in FUNCTION_WORDS]
    is_short = words[0].islower() and len(words[0]) <= SYMBOL and words[0] not in FUNCTION_WORDS
    return is_short and bool(rest) and all(map(is_titled, rest))


_INITIAL = re.compile(r"[A-Z]\.")
_JOINS = ARTICLES | {"and"}
_CUTS = frozenset("of in for on".split())
_LINKS = _CUTS | _JOINS | {"to", "by", "about", "with", "over"}
_ENDS = (_LINKS | {"as"}) - _JOINS
_ASKING = frozenset(
    "how what why when where who which whether is are do does did can should could would may might if ways using"
    " understanding describing identifying thinking putting making getting going looking seeing"
    " calculating determining predicting introducing exploring defining explaining".split()
)
_STATING = frozenset("is are was were has have does do can will becomes become occurs occur explains helps".split())
_NUMBERS = frozenset("two three four five six seven eight nine ten".split())
_CLAUSAL = frozenset(  # and no nouns
    "involves requires contains includes provides produces allows makes gives depends affects determines consists"
    " suggests remains follows leads".split()
)
_RELATIVES = frozenset("that which who whose where when".split())
_PERSONAL = frozenset("we us our you your i my me".split())
_ANGLES = frozenset(
    stem(word)
    for word in """structure function property characteristic type kind class classification form formation development
    origin evolution history discovery theory mechanism process measurement application use cause effect consequence
    regulation control distribution composition production synthesis metabolism growth anatomy physiology treatment
    diagnosis prevention symptom sign disorder disease assessment model law principle role stage phase cycle behavior
    observation fate detection nomenclature transport storage repair defense response death""".split()
)
