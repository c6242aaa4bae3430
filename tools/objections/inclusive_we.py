"""Inclusive "we": where a sentence means everybody by "we", "us" and "our", and not its authors.

"An in-group is a group that we identify with" says no more than that people do, and "the galaxies that we see today"
are seen by all; "the galaxy that we discussed" speaks for its authors. What everybody has, does and goes through is
listed, and what all observers do: authors have far more. What "we know" is known.
"""

from __future__ import annotations

import re
from itertools import dropwhile

from castalia.tools.language.words import stem
from castalia.tools.objections.rules import WORD, Reading, cues

FIRST = 4  # words before a "we" that is not the subject of its sentence, at least


def means_everybody(reading: Reading) -> bool:
    """Whether each "we", "us" and "our" of a sentence means everybody: one "we" at most, and that in a clause that says
    which or what it speaks of."""
    words = reading.words
    subjects = [at for at, word in enumerate(words) if word in _SUBJECTS]
    return (
        len(subjects) <= 1
        and all(_is_everybodys_clause(reading, at) for at in subjects)
        and WORD.findall(reading.text).count("us") <= len(_US.findall(reading.lower))  # "US" is a country
        and words.count("our") == len(_OUR.findall(reading.lower))
        and _OTHERS.isdisjoint(reading.bag)
    )


def _is_everybodys_clause(reading: Reading, at: int) -> bool:
    """Whether the "we" at this place knows something, or stands behind what its clause belongs to, with a verb of what
    all people do, or all observers."""
    words, before = reading.words, reading.words[at - 1] if at else ""
    if words[at] != "we":
        return False
    verb = next(dropwhile(lambda word: word in _AUXILIARY or word.endswith("ly"), words[at + 1 :]), "")
    if verb == "know":  # "as we know" reminds a pupil
        return before not in ("as", "all") or "life as we know it" in reading.lower
    if at < FIRST or before in _LINKS or _BREAK.search(reading.lower):
        return False
    return stem(verb) in _DONE or (stem(verb) in _OBSERVED and before not in _SUBORDINATING)


_SUBJECTS = cues("we we'll we've we're we'd")
_OTHERS = cues("ours ourselves let's")
_LINKS = cues("as and but or so then thus if therefore")  # "as we know", "and we feel": another main clause, or nearly
_BREAK = re.compile(r"[,;:—] we\b")
_AUXILIARY = cues(
    """can could may might must should would will do did does don't have has had are were was be been being not never
    cannot all also now often still always sometimes just even most"""
)
_VERBS = """feel think perceive see hear remember forget recall recognize believe experience eat drink breathe sleep wake
    dream age live die want like love fear act behave respond react interpret buy sell pay spend earn speak talk read
    understand communicate interact identify belong share touch taste smell face encounter become consume inherit rely
    depend born ingest inhale exhale digest enjoy hate trust worry sense imagine"""
_DONE = frozenset(map(stem, _VERBS.split()))

# what observers do, in a clause that says what of: "the light that we receive", "what we now call comets"
_OBSERVED = frozenset(map(stem, "observe detect receive measure call find use view discover".split()))
_SUBORDINATING = cues("how when if because since where until before after while once than though although whether why")

# "galaxies move away from us", "protects us from infection", "helps us remember", "motivate us to act"
_US = re.compile(
    r"\b(?:from|towards?|around|above|nearest|reach(?:es|ed|ing)?|protects?|motivates?|inspires?|surrounds?|affects?|influences?"
    r"|harms?|infects?|drives?) us\b"
    r"|\b(?:helps?|lets?|makes?|allows?|enables?|causes?|leads?|encourages?|keeps?) us (?:to )?(?:"
    + "|".join(sorted(_VERBS.split()))
    + r")\b"
)
# "our planet", "our sensory memory", "our own behavior"
_OUR = re.compile(
    r"\bour (?:(?!(?:of|in|for|on|to|and|or|from|with|by|at|about)\b)[a-z-]{2,20} ){0,2}(?:local group|milky way|solar system|planetary system"
    r"|galaxy|planet|star|sun|moon|universe|atmosphere|consciousness|conscious awareness|conscience|knowledge|understanding|bod(?:y|ies)|brains?|minds?|lives"
    r"|life|eyes|ears|senses|ancestors|species|cells|societ(?:y|ies)|world|environment|surroundings|personalit(?:y|ies)|memor(?:y|ies)"
    r"|thoughts|thinking|feelings|emotions|moods?|attitudes|beliefs|behaviou?rs?|actions|genes|skin|muscles|bones|limbs|health|temperament"
    r"|perceptions?|abilit(?:y|ies)|identity|self-esteem|self-concept|self-image|needs|drives|urges|motivations?|choices|decisions|roles|relationships"
    r"|experiences?|blood|hearts?|lungs?|immune system|nervous system|organs?|tissues?|diets?|food|sleep|children|parents|families"
    r"|family|friends|culture|language|customs|values|norms)\b"
)
