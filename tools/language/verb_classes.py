"""Verbs by what they do with their subject and object (report, cause, place, name), and the base form to look them up.

Closed lists of base forms; whether a word is a verb in its sentence is decided in ``word_classes``.
"""

from __future__ import annotations

from castalia.tools.language.word_classes import base_forms

# What follows these is somebody's finding, not what the subject does.
REPORTING = frozenset(
    """show prove reveal suggest indicate demonstrate find report argue claim note say believe think conclude propose
    observe imply mean know state assert hypothesize estimate predict assume confirm see discover describe
    explain discuss recall consider suppose learn notice hope want wonder ask feel tell write expect present
    introduce investigate examine explore review""".split()
)
# "X allows Y to V": Y does it.
OBJECT_CONTROL = frozenset(
    "cause allow help enable force lead permit encourage require let make get prompt ask".split()
)
# "X tends to V": X does it.
RAISING = frozenset(
    "tend continue begin start appear seem serve act able likely know think believe help come design have".split()
)
NAMING = frozenset("call term name dub know refer".split())
LOCATED = frozenset("locate find situate lie reside occur live inhabit concentrate".split())
PLACES = frozenset("in on at within inside near between along throughout above below under beneath around".split())
PARENT_BY_VERB = {
    **dict.fromkeys("use employ utilize utilise apply".split(), "uses"),
    **dict.fromkeys("measure quantify gauge".split(), "measures"),
    **dict.fromkeys("precede follow".split(), "precedes"),
    **dict.fromkeys("contrast differ".split(), "contrasts"),
    **dict.fromkeys("cause trigger induce provoke elicit evoke".split(), "causes"),
    **dict.fromkeys("contain comprise".split(), "part_of"),
}


def base_verb(lower: str) -> str:
    """The base form of a verb of these lists; any other verb form comes back as it is."""
    if lower in _IRREGULAR_BASES:
        return _IRREGULAR_BASES[lower]
    return next((form for form in base_forms(lower) if form in _KNOWN_BASES), lower)


_IRREGULAR_BASES = {
    "found": "find", "made": "make", "known": "know", "led": "lead", "lay": "lie", "lies": "lie", "gave": "give",
    "shown": "show", "seen": "see", "thought": "think", "said": "say", "has": "have", "had": "have",
}  # fmt: skip
_OTHER_BASES = frozenset("consist compose include divide result give form need".split())
_KNOWN_BASES: frozenset[str] = frozenset().union(
    REPORTING, OBJECT_CONTROL, RAISING, NAMING, LOCATED, PARENT_BY_VERB, _OTHER_BASES
)
