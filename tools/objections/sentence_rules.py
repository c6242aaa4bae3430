"""The table of rules for sentences that are to stand on a page verbatim, away from the text they were cut from.

A table of named rules says what a reader would object to; each family of them has a file of its own. Whether a sentence
is relevant, true or new is decided elsewhere; whether it leans on the one before it in ``dependence``, whether it
speaks of things the page has not named in ``first_mentions``; definitions are told apart in ``definitions``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.objections.apparatus_rules import APPARATUS
from castalia.tools.objections.chains import is_chain
from castalia.tools.objections.dependence import is_dependent
from castalia.tools.objections.form_rules import FORM
from castalia.tools.objections.gloss_rules import GLOSSES
from castalia.tools.objections.manner_rules import MANNER
from castalia.tools.objections.paper_rules import PAPERS
from castalia.tools.objections.people_rules import PEOPLE
from castalia.tools.objections.pointer_rules import POINTERS
from castalia.tools.objections.rules import Rule, always, cues, read
from castalia.tools.objections.voice_rules import VOICE

LENGTHY = 36  # words
_SOFT_DATES = cues(
    "today currently recently nowadays now presently recent ongoing upcoming modern-day today's current lately emerging"
)
_OPINIONS = cues(
    """unfortunately fortunately surprisingly interestingly remarkably notably importantly remarkable surprising
    impressive interesting striking beautiful spectacular dramatic exciting huge tiny enormous famous fascinating
    maybe imagine"""
)

_SOFT: tuple[Rule, ...] = (
    Rule("soft_date", "may have been overtaken", always, _SOFT_DATES, soft=True),
    Rule("opinion", "judges", always, _OPINIONS, soft=True),
    Rule("many_numbers", "is full of figures", lambda r: sum(1 for p in r.pieces if p[:1].isdigit()) >= 3, soft=True),
    Rule("quotes", "quotes", lambda r: "“" in r.text or '"' in r.text, soft=True),
    Rule("symbols", "holds flattened symbols", lambda r: "^" in r.text or "_" in r.text, soft=True),
    Rule("lengthy", "is long", lambda r: len(r.pieces) > LENGTHY, soft=True),
)

# In the order in which objections are named.
RULES: tuple[Rule, ...] = (*FORM, *GLOSSES, *VOICE, *POINTERS, *PAPERS, *MANNER, *PEOPLE, *APPARATUS, *_SOFT)


TOO_LITTLE = "short"  # the rule
_COUNTED = frozenset(
    "all another both each either few many most neither none one others several some two three four five six".split()
)
# "… causes about 1,000.", "… relies on the second.", "… is the most important of them.", "… stops after the fourth step."
_ENDS_BEFORE = re.compile(
    r"\b(?:about|some|nearly|only|over|around|almost) \d[\d,.]*\.$|\bthe (?:first|second|third|fourth|fifth|last|next)(?: [a-z]+)?\.$"
    r"|\b(?:here|there|it|them|one|ones|others?|former|latter|faster|slower|better|worse|sooner|longer|(?:of|on|with|by|for|\w+ed) that [a-z]+)\.$"
)
_ALONE = frozenset(rule.name for rule in RULES if rule.alone)


def objections(sentence: str, *, goes_on: bool = False) -> tuple[str, ...]:
    """The names of the rules that a sentence trips, in the order of the table. Without any it may stand on a page:
    alone, or where it ``goes_on`` right behind the sentence that comes before it in its text.

    Whether it needs that sentence is not asked here but by ``leans``.
    """
    found = _tripped(sentence, soft=False)
    return tuple(one for one in found if one not in _ALONE) if goes_on else found


def leans(sentence: str) -> bool:
    """Whether a sentence may stand only after the one before it in its text: it follows on that, or says too little
    alone."""
    return follows_on(sentence) or not _ALONE.isdisjoint(objections(sentence))


def says_little(sentence: str) -> bool:
    """Whether all that is against a sentence standing first is that it says too little alone: what comes after it in
    its text may go on from there ("Metaphase is the second stage of mitosis."). Of whom "some" and "two" are, where
    "here" is, and of what 1,000 are, is told before it."""
    if objections(sentence) != (TOO_LITTLE,) or follows_on(sentence):
        return False
    lower = sentence.lower()
    return lower.split()[0] not in _COUNTED and _ENDS_BEFORE.search(lower) is None


def follows_on(sentence: str) -> bool:
    """Whether a sentence depends on the one before it in its text, or is a link of a list ("The second …")."""
    return is_dependent(sentence) or is_chain(sentence)


def reason_of(name: str) -> str:
    """What a reader objects to where a rule of this name is tripped."""
    return next(rule.reason for rule in RULES if rule.name == name)


def reservations(sentence: str) -> tuple[str, ...]:
    """The names of the soft rules that a sentence trips: it may stand, but a better one should be preferred."""
    return _tripped(sentence, soft=True)


@lru_cache(maxsize=4_096)  # a sentence is judged when it is read, when triplets are, and when it is reviewed
def _tripped(sentence: str, soft: bool) -> tuple[str, ...]:
    reading = read(sentence)
    uncued, cued = _index(soft)
    found = {place for place, rule in uncued if rule.trips(reading)}
    for word in reading.bag & cued.keys():
        for place, rule in cued[word]:
            if place not in found and rule.trips(reading):
                found.add(place)
    return tuple(dict.fromkeys(RULES[place].name for place in sorted(found)))


@lru_cache(maxsize=2)
def _index(soft: bool) -> tuple[tuple[tuple[int, Rule], ...], dict[str, tuple[tuple[int, Rule], ...]]]:
    """The rules that are always asked, and those of each cue word, with their places in the table."""
    chosen = [(place, rule) for place, rule in enumerate(RULES) if rule.soft == soft]
    cued: dict[str, tuple[tuple[int, Rule], ...]] = {}
    for place, rule in chosen:
        for word in rule.cues or ():
            cued[word] = (*cued.get(word, ()), (place, rule))
    return tuple(one for one in chosen if one[1].cues is None), cued
