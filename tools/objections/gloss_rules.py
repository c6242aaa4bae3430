"""Rules of glosses: what a dictionary or a manual sets beside a name, and is no sentence of its own ("A program that
prints.", "Sets the size of the page."). The table is at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castalia.tools.objections.rule_words import AUXILIARIES, FINITE_VERBS, may_be_verb, takes_object
from castalia.tools.objections.rules import Reading, Rule, cues


def _only_names(reading: Reading) -> bool:
    """ "An old language designed by Wirth.", "The name of the index to be created." """
    opens = _PHRASE.match(reading.lower) is not None
    return opens and not _has_main_verb(reading.words) and not takes_object(reading.words)


def _only_leads_on(reading: Reading) -> bool:
    """ "Divergent boundaries, where plates move apart." """
    named = _CLAUSE.match(reading.lower)
    return named is not None and _is_name(named[1])


_CLAUSE = re.compile(r"([^,;:.]{3,60}), (?:where|whose|(?:in|at|on) which) [^,;:]+$")


def _only_explains(reading: Reading) -> bool:
    """ "Friendship bread – a sweet bread whose starter is passed on between friends." """
    named = _EXPLAINED.match(reading.lower)
    return named is not None and _is_name(named[1])


_EXPLAINED = re.compile(r"([^,;:.–—]{3,50}) [–—] (?:an?|the|any|one) [^–—]+\.$")


def _is_name(lower: str) -> bool:
    """Whether a text has no verb: none that is no noun behind an article or a preposition."""
    words = re.findall(r"[a-z-]+", lower)
    verbs = (at for at, word in enumerate(words) if may_be_verb(word) and not (at and _is_noun(word, words[at - 1])))
    return next(verbs, None) is None and not takes_object(words)


_LABELS = (
    "name|number|value|type|size|length|list|identifier|id|position|location|time|date|address|pointer|array|string"
)
_PHRASE = re.compile(
    rf"(?:an?|one of) |(?:the )?(?:(?!of |in )[\w-]+ ){{0,3}}?(?:{_LABELS})s? (?:of|for|to|in|on|at|by|that|which|with|after|\w+ed)\b"
)


def _has_main_verb(words: Sequence[str]) -> bool:
    """Whether a word may be the verb of the main clause: none that follows "to", an article or a common preposition,
    none right behind "that", "which" or "who", and no participle before "by"."""
    place, before = 0, ""
    while place < len(words):
        word, follows = words[place], words[place + 1 : place + 2]
        if word == "to":
            place += 1 + (follows == ("be",))
        elif word in _RELATIVES and follows and may_be_verb(follows[0]):
            place = _clause_ends(words, place + 1)
        elif may_be_verb(word) and not _is_noun(word, before) and not _is_participle(words, place):
            return True
        before = words[min(place, len(words) - 1)]
        place += 1
    return False


def _clause_ends(words: Sequence[str], place: int) -> int:
    """The place of the verb of a relative clause, behind what leads on to it from this place ("is not to be")."""
    return next((at for at in range(place, len(words)) if words[at] not in _LEADS_ON), len(words) - 1)


def _is_noun(word: str, before: str) -> bool:
    return before in _BEFORE_NOUNS and word not in AUXILIARIES


def _is_participle(words: Sequence[str], place: int) -> bool:
    """Whether a form in -ed stands before who does it: not by how much ("increased by half"), nor by what doing."""
    by, who = words[place + 1 : place + 2], words[place + 2 : place + 4]
    if not (words[place].endswith("ed") and by == ("by",) and who):
        return False
    return not (who[0][0].isdigit() or who[0].endswith("ing") or not _AMOUNTS.isdisjoint(who))


_AMOUNTS = frozenset(
    """half third thirds quarter quarters fifth tenth two three four five six seven eight nine ten dozen twenty thirty
    forty fifty hundred thousand million about nearly almost over more less up factor itself themselves""".split()
)
_RELATIVES = frozenset(("that", "which", "who"))
_LEADS_ON = AUXILIARIES | frozenset("not also never always often still only then to".split())
_BEFORE_NOUNS = frozenset("a an the its their our my your his of in on at by for from with into".split())


def _has_no_subject(reading: Reading) -> bool:
    """ "Returns the size of the page.", "Specifies whether it prints." """
    first, second = [*(piece.lower() for piece in reading.pieces[:2]), "", ""][:2]
    if not (first.endswith("s") and first in FINITE_VERBS) or first in _PLURALS:
        return False
    return second in _OBJECTS or (second == "that" and first in _SAYING)


_PLURALS = cues(
    "studies states changes results signals forces views functions works demands needs experiences turns effects causes"
)
_OBJECTS = cues("the a an any each every whether its all how")
_SAYING = cues("specifies indicates implies requires determines ensures")  # and no nouns

GLOSSES: tuple[Rule, ...] = (
    Rule("gloss", "explains a name, and is no sentence", _only_names),
    Rule("gloss", "stops behind what only adds to a name", _only_leads_on),
    Rule("gloss", "explains a name behind a dash", _only_explains),
    Rule("gloss", "has no subject, as the entry of a manual", _has_no_subject),
)
