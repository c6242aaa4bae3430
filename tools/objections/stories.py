"""Stories: whether a snippet tells of one invented patient, pupil or family instead of explaining something.

A story repeats the words of its topic and so ranks high in a search, yet none of its sentences can stand on a page.
The judgement is about a whole snippet; single sentences are judged by ``sentence_rules``.
"""

from __future__ import annotations

import re

from castalia.tools.language.given_names import GIVEN_NAMES

_TOLD = 0.34  # share of a story's sentences that mention its people; an example inside an explanation has fewer


def is_story(text: str) -> bool:
    """Whether a text tells a story or a clinical case. A text with a calendar year is history, not a story.

    Three things give a story away: a first name without a surname, doing or suffering what people in stories do; one
    patient by age, or one that a doctor examines; the reader's own friend or neighbour. Time is linear in the length.
    """
    if _YEAR.search(text) is not None:
        return False
    lower = text.lower().replace("’", "'")
    personal = _HE_OR_SHE.search(lower) is not None
    heroes: list[str] = []
    if personal and _OF_A_STORY.search(lower):
        names = frozenset(name.lower() for name in _lone_names(text))
        heroes = [name for name, followers in _followers(lower, names).items() if _acts(name, followers, lower)]
    told = (
        bool(heroes)
        or (personal and _DOCTOR_ACTS.search(lower) is not None)
        or (_AGED.search(lower) is not None and (personal or _ADMITTED.search(lower) is not None))
        or _YOUR_FRIEND.search(lower) is not None
    )
    return told and _share_told(lower, heroes) >= _TOLD


def _share_told(lower: str, heroes: list[str]) -> float:
    sentences = [part for part in _STOPS.split(lower) if part.strip()]
    people = frozenset(heroes) | _PEOPLE
    told = sum(1 for part in sentences if not people.isdisjoint(_BARE.findall(part)))
    return told / max(1, len(sentences))


_STOPS = re.compile(r"[.!?][\"”')]?\s")
_BARE = re.compile(r"[^\W\d_]+")
_PEOPLE = frozenset(
    """he she his her him hers friend roommate neighbor neighbour cousin uncle aunt boss coworker classmate doctor
    physician nurse patient man woman boy girl""".split()
)
_YEAR = re.compile(r"\b(?:1[4-9]|20)\d\d\b")
_HE_OR_SHE = re.compile(r"\b(?:he|she|his|her|him|hers)\b")
_YOUR_FRIEND = re.compile(
    r"\byour (?:best |close |good )?(?:friend|roommate|neighbor|neighbour|cousin|uncle|aunt|boss|coworker|co-worker|grandmother"
    r"|grandfather|classmate|brother|sister|instructor)\b[^?]{1,400}\b(?:he|she|his|her|your friend)\b"
)
_AGED = re.compile(
    r"\b\d{1,3}-(?:year|month|week|day)-old (?:[a-z-]{1,20} )?(?:man|woman|boy|girl|male|female|infant|baby|student|patient"
    r"|mother|father|son|daughter)\b"
)
_ADMITTED = re.compile(
    r"\b(?:was|is|were) (?:admitted|rushed|brought|taken|hospitalized|referred|diagnosed|discharged)\b|\bpresent(?:s|ed) (?:with|to)\b"
    r"|\bcomplain(?:s|ed|ing) of\b"
)
_DOCTOR_ACTS = re.compile(
    r"\b(?:the|his|her|their|a) (?:[a-z-]{1,20} )?(?:doctor|physician|nurse|pediatrician|surgeon|dentist|therapist|dermatologist"
    r"|technician|hospital|clinic|paramedics|emergency room)s? (?:[a-z]{1,12}ly )?(?:asks?|asked|orders?|ordered|suspects?|suspected"
    r"|prescribes|prescribed|diagnoses|diagnosed|notices?|noticed|explains|explained|tells|told|takes|took|examines|examined|sends|sent"
    r"|collects|collected|decides?|decided|recommends|recommended|performs|performed|finds|found|gives|gave|advises|advised|admits"
    r"|admitted|discharged|checks|checked|concludes?|concluded|treats|treated|said|says|wants|wanted|was able|is concerned|was concerned)\b"
    r"|\b(?:he|she) (?:[a-z]{1,12}ly )?(?:visits|visited|sees|saw|calls|called|consults|consulted|goes to|went to) (?:the|a|his|her) "
    r"(?:[a-z-]{1,20} )?(?:doctor|physician|hospital|clinic|dentist|emergency|pediatrician|dermatologist|therapist)\b"
)
_NAME = re.compile(r"[A-Z][a-zéíáóñ]{1,15}")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*\.?")
_TITLES = frozenset(
    "dr. mr. mrs. ms. st. dr mr mrs ms st king queen pope saint sir prof. professor lake mount fort san santa".split()
)
_NARRATED = frozenset(
    """says said asks asked tells told replies replied explains explained decides decided feels felt thinks thought
    wants wanted wakes woke notices noticed complains complained worries worried visits visited calls called vomits
    vomited collapses collapsed suffers coughs coughed sneezes limps faints fainted cries cried laughs laughed eats
    ate drinks drank runs ran walks walked goes went comes came gets got takes took buys bought sees saw looks
    looked hears heard remembers remembered forgets forgot knows knew likes liked loves loved hates hated works
    worked lives lived studies studied drives drove plays played is was has had does did enjoys enjoyed experiences
    experienced develops developed begins began starts started earns earned spends spent needs needed seems agrees
    agreed hopes hoped realizes realized stops stopped tries tried returns returned arrives arrived receives
    received describes recovers recovered dies died made makes gave gives finds found and"""
    .split()
)  # fmt: skip
_CLINICAL = frozenset(
    "complains complained vomits vomited collapses collapsed coughs faints fainted feels wakes limps worries".split()
)
_OF_A_STORY = re.compile(
    r"\b(?:doctor|physician|nurse|hospital|symptoms?|fever|pain|sick|parents|mother|mom|dad|wife|husband|roommate|boyfriend|girlfriend"
    r"|friends?|boss|school|says?|said|asks?|asked|tells?|told|feels?|felt|decides?|decided|wants?|wanted|worried)\b"
)

_OF_A_CASE = re.compile(
    r"\b(?:doctor|physician|nurse|hospital|clinic|symptoms?|fever|infection|patient|sample|specimen|technician|parents|mother|teacher"
    r"|roommate|boyfriend|girlfriend|husband|wife|daughter|son)\b"
)


def _lone_names(text: str) -> list[str]:
    """Capitalised words that never stand beside another capitalised word, in order of appearance, once each."""
    words = _WORD.findall(text)
    lone: dict[str, bool] = {}
    for place, word in enumerate(words):
        name = word.rstrip(".").replace("’s", "").replace("'s", "")
        if _NAME.fullmatch(name) is None:
            continue
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        opens = not before or before.endswith(".")
        beside = (before[:1].isupper() and not opens and before.lower() not in _OPENERS) or before.lower() in _TITLES
        beside = beside or (after[:1].isupper() and not word.endswith(".") and name in (word, word[:-1]))
        if beside:
            lone[name] = False
        elif not opens or name.lower() in GIVEN_NAMES:
            lone.setdefault(name, True)
    return [name for name, alone in lone.items() if alone]


_OPENERS = frozenset(
    "when if while after before as because although since then but and so for at in on this that the".split()
)


def _acts(name: str, followers: frozenset[str], lower: str) -> bool:
    """Whether somebody of this (lower-case) name does or suffers in the text what people in stories do.

    A common first name needs one other sign of a story. Any other capitalised word (Berlin, Hippocrates) needs to fall
    ill.
    """
    if name in GIVEN_NAMES:
        return not followers.isdisjoint(_NARRATED) or ("'s" in followers and _OF_A_CASE.search(lower) is not None)
    return not followers.isdisjoint(_CLINICAL)


def _followers(lower: str, names: frozenset[str]) -> dict[str, frozenset[str]]:
    """What follows each (lower-case) name: the next word, past an adverb, and "'s" for what is owned. One pass."""
    words = _OWNED.findall(lower)
    found: dict[str, set[str]] = {}
    for place, word in enumerate(words):
        name = word.removesuffix("'s")
        if name not in names:
            continue
        following = words[place + 1 : place + 3]
        if name != word:
            found.setdefault(name, set()).add("'s")
        elif following:
            found.setdefault(name, set()).add(following[-1] if following[0].endswith("ly") else following[0])
    return {name: frozenset(words) for name, words in found.items()}


_OWNED = re.compile(r"[^\W\d_]+(?:'s\b)?")
