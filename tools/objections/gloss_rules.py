"""Rules of glosses: what a dictionary or a manual sets beside a name, and is no sentence of its own ("A program that
prints.", "Sets the size of the page."). The table is at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from castalia.tools.objections.rule_words import (
    AUXILIARIES,
    FINITE_VERBS,
    PHRASE_ENDS,
    PREPOSITIONS,
    may_be_verb,
    takes_object,
)
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


def _only_restricts(reading: Reading) -> bool:
    """ "Rock that has cooled from lava.", "The process by which plants make sugar.", "Rock changed by heat." """
    led = _RESTRICTED.match(reading.lower)
    if led is None or not _is_noun_phrase(led[1].split()):
        return False
    words, place = reading.words, len(led[0].split())
    verbs = _verbs_from(words, place)
    if led["participle"]:
        is_used = words[place] != "by" and words[0] in _OPENERS
        is_part = _is_participle(words, place - 1) and not takes_object(words[place:])
        return (is_used or is_part) and _are_of_clauses(verbs, words)
    if led["where"] == "that " and words[0] not in _OPENERS:
        return False  # "astronomers hold that the …"
    # a verb that follows at once, or soon where the clause has a subject of its own
    is_near = bool(verbs) and verbs[0] - place <= (_SOON if led["where"] else 0)
    return is_near and _are_of_clauses(verbs[1:], words, place)


_SOON = 5  # words
_RESTRICTED = re.compile(
    r"((?:[a-z][a-z'-]*,? ){0,9}?[a-z][a-z'-]* )(?:(?:that|which|who) (?!the |an? )|(?P<participle>(?:[a-z]+ed (?=by )|used (?=(?:to|for|in|as) )))"
    r"|(?P<where>that (?=the |an? )|(?:(?:of|in|on|at|by|for|with|from|to|through|during|under|along|within) (?:which|whom)|where|whose) ))"
)


def _is_noun_phrase(words: Sequence[str]) -> bool:
    """Whether words are a noun with what describes it ("a light, glassy rock full of bubbles"), and no clause."""
    words = words[2:] if words[:2] in (["any", "of"], ["one", "of"]) else words
    phrase = [word.rstrip(",") for word in words]
    bare = phrase[1:] if phrase[:1] and phrase[0] in _OPENERS else phrase
    if not bare or any(word.endswith(",") for word in words[2:]) or not PHRASE_ENDS.isdisjoint((bare[0], bare[-1])):
        return False
    if any(word.endswith("ly") or word in _NO_PART for word in bare) or takes_object(phrase):
        return False
    nouns = (at and (_is_noun(word, phrase[at - 1]) or words[at - 1].endswith(",")) for at, word in enumerate(phrase))
    return all(is_noun or not may_be_verb(word) for is_noun, word in zip(nouns, phrase, strict=True))


def _verbs_from(words: Sequence[str], place: int) -> list[int]:
    """The places of what may be verbs from this one on; several that make one ("may have been"), or that "and" joins,
    count once."""
    found = []
    while place < len(words):
        word, before = words[place], words[place - 1]
        is_verb = may_be_verb(word) and not _is_noun(word, before) and not _is_participle(words, place)
        if is_verb and before not in ("to", "and", "or"):
            found.append(place)
            place = _group_ends(words, place)
        place += 1
    return found


def _group_ends(words: Sequence[str], place: int) -> int:
    """The place of the last word of a group of verbs."""
    while words[place] in _LEADS_ON and place + 1 < len(words):
        follows = words[place + 1]
        if follows in _FINITE or not (follows in _LEADS_ON or may_be_verb(follows)):
            break
        place += 1
    return place


def _are_of_clauses(verbs: Sequence[int], words: Sequence[str], place: int = 0) -> bool:
    """Whether each of these verbs belongs to a clause that opens before it, behind the verb before ("when magma
    cools")."""
    ends = [place, *verbs]
    return all(any(_opens_clause(words, at) for at in range(one, other)) for one, other in pairwise(ends))


def _opens_clause(words: Sequence[str], place: int) -> bool:
    """Whether a clause with a verb of its own opens here: not "because of", "while melting", nor "of that rock"."""
    before, follows = words[place - 1], words[place + 1]
    if words[place] in _RELATIVES and words[place] != "that":
        return before == "and"  # "and which is", of the same noun
    if words[place] not in _CLAUSES or follows == "of" or follows.endswith("ing"):
        return False
    return words[place] != "that" or before not in PREPOSITIONS


_FINITE = AUXILIARIES - frozenset(("be", "been", "have"))
_CLAUSES = cues("how when where because if while until that")
_OPENERS = cues("a an the one any")
_PLACES = cues(
    "of the a an or and in on at below above under inside outside within between among around along near from with for into"
)
_NO_PART = PHRASE_ENDS - _PLACES


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
    Rule("gloss", "tells of a name that does not stand there", _only_restricts),
    Rule("gloss", "has no subject, as the entry of a manual", _has_no_subject),
)
