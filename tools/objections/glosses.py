"""Glosses: what a dictionary says of its headword, which stands above it: a noun phrase, and no sentence ("A set of
classes related by inheritance.").

Without a tagger: where more verbs may be finite than there are clauses that a relative opens, one of them may be that of
a main clause. What may be a verb counts as one, so that no sentence is taken for a gloss.
"""

from __future__ import annotations

import re

from castalia.tools.objections.rule_reading import Reading
from castalia.tools.objections.rule_words import AUXILIARIES, FINITE_VERBS, PHRASE_ENDS, PREPOSITIONS


def is_gloss(reading: Reading) -> bool:
    """Whether a sentence is a noun phrase, to which clauses and participles may be added."""
    text = _SCENE.sub("", reading.lower, count=1)
    if _OPENS.match(text) is None:
        return False
    clauses = verbs = 0
    before = ""
    words = _WORD.findall(text)
    for word, after in zip(words, [*words[1:], "."], strict=True):
        if word in _RELATIVES and not (word == "that" and before in PREPOSITIONS):
            clauses += before not in _FINITE
        elif word in _FINITE:
            verbs += before not in _FINITE and before != "to"
        elif before not in _NO_VERB_BEHIND and (
            _may_be_finite(word, after) or (before in _RELATIVES and word.endswith("s"))
        ):
            verbs += 1
        if verbs > clauses:
            return False
        if word not in _ADVERBS:
            before = word
    return True


def _may_be_finite(word: str, after: str) -> bool:
    """Whether a word in this place may be the verb of a clause: a participle goes on with a preposition ("related by",
    "used to"), and what has no ending of a verb is one right before a determiner ("currents flicker the …")."""
    if after in _DETERMINERS:
        return word not in PHRASE_ENDS and not word.endswith(("ing", "ly")) and word.isalpha()
    if word.endswith("ed") or word in _PAST_FORMS:
        is_participle = after in _BEHIND_PARTICIPLE or (after.endswith("ly") and after != "only")
        return not is_participle or word in _OF_ITSELF
    return word in FINITE_VERBS or word.endswith(("izes", "ises", "ifies", "ates"))


_WORD = re.compile(r"[a-z0-9][a-z0-9'’-]*|[.,;:()]")
_SCENE = re.compile(r"^(?:in|on|under|within) [^,;:.]{3,60}, ")
_OPENS = re.compile(
    r"an? |(?:the|any) (?:[a-z-]+ ){0,2}(?:kind|type|form|set|class|property|ability|possibility|restriction|principle|process|act|practice|technique"
    r"|method|study|state|part|unit|number|amount|rate|name|use|condition|branch|science|art|idea|rule|collection|group) "
    r"(?:of|that|to|where|in which|by which|for) "
)
_RELATIVES = frozenset("that which who whom whose where when whereby wherein".split())
_FINITE = AUXILIARIES - {"be", "been"}
# Behind these stands a noun, or the rest of a verb that was counted.
_NO_VERB_BEHIND = (
    frozenset("a an the each every any some its their no not to and or (".split())
    | AUXILIARIES
    | (PREPOSITIONS - {"that", "which", "who", "whom", "whose", "where", "when"})
)
_DETERMINERS = frozenset("a an the its their this these those".split())
_PAST_FORMS = frozenset("found made held built kept sent used given taken known shown seen written drawn set".split())
_OF_ITSELF = frozenset(  # verbs that nothing is done by
    """occurred led happened started appeared emerged existed resulted belonged ranged contributed succumbed tended
    continued lasted remained lived died evolved arrived agreed succeeded failed moved passed reached turned changed
    increased decreased declined argued assembled worked looked proceeded returned spread""".split()
)
_ADVERBS = frozenset("not also often usually only always never still thus then".split())
_BEHIND_PARTICIPLE = frozenset(
    "by in to for from with on at of as into over under between within through against together".split()
)
