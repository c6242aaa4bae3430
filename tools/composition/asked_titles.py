"""Asked titles: what a title that asks something would be called in an encyclopedia ("Importance of sleep" for "Why Is
Sleep Important?")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castalia.tools.language.word_classes import base_forms, is_adverb
from castalia.tools.language.word_lists import BOTH, VERB_BASES
from castalia.tools.language.words import ARTICLES, FUNCTION_WORDS


def named_question(title: str) -> str:
    """The noun phrase that tells what a question, with or without its mark, is about; "" where none is known. Of two
    questions in one ("What Is Power, and How Do We Measure It?") the first, of several that ask what things are all of
    these ("Marriage and Family" for "What Is Marriage? What Is a Family?")."""
    several = _NEXT.split(title.strip())
    if len(several) > 1:
        named = [_ARTICLE.sub("", named_question(one)) for one in several]
        return " and ".join(named) if all(named) else ""
    first = _SECOND.split(title.strip().removesuffix("?"), maxsplit=1)[0]
    words = [] if "?" in first else first.split()
    asks = " ".join(words[:2]).lower()
    if asks in _WHAT_IS:
        rest = words[3:] if words[2:3] and words[2].lower() == "some" else words[2:]
        return " ".join(rest) if rest and not _is_clause(rest) else ""
    if asks == "what causes":
        return _of("causes", words[2:])
    if words and words[0].lower() == "why":
        return _importance(words[1:])
    return _way(words[1:]) if words and words[0].lower() == "how" else ""


_NEXT = re.compile(r"\?\s+(?=what (?:is|are) )", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
_SECOND = re.compile(r",? (?:and|or) (?=(?:how|why|what|where|when|who|whether)\b)", re.IGNORECASE)
_WHAT_IS = frozenset(("what is", "what are", "what was", "what were"))


def _is_clause(words: Sequence[str]) -> bool:
    """Whether the words behind "What Is" are no name: "They Doing", "the Universe Made Of", "Wrong with the Universe",
    "Actually Measured"."""
    first, last = words[0].lower(), words[-1].lower()
    if (words[1:2] and words[1].lower() in ("with", "about")) or (is_adverb(first) and last.endswith("ed")):
        return True
    return (first in FUNCTION_WORDS and first not in ARTICLES) or last in FUNCTION_WORDS or last.endswith("ing")


def _importance(words: Sequence[str]) -> str:
    """For "Is Sleep Important", "Sleep Matters"."""
    if len(words) > 2 and words[0].lower() in _BE and words[-1].lower() in ("important", "essential", "necessary"):
        return _of("importance", words[1:-1])
    return _of("importance", words[:-1]) if len(words) > 1 and words[-1].lower() in ("matter", "matters") else ""


def _way(words: Sequence[str]) -> str:
    """For what stands behind "How": "Is Sound Produced", "Do We Measure Public Opinion", "Stress Affects the Brain";
    nothing for "Many People Are Affected"."""
    if not words or words[0].lower() in _DEGREES:
        return ""
    if words[0].lower() in _BE | _DO:
        words = words[1:]
    at = next((at for at, word in enumerate(words) if at and _noun_of(word) and not _is_noun(words, at)), 0)
    who, rest = [word for word in words[:at] if word.lower() not in _MODALS], words[at + 1 :]
    if (
        not who
        or any(word.lower() in _OTHER_VERBS or word.lower() in _BREAKS for word in who)
        or (who[0].lower() in _ASKERS and len(who) > 1)
    ):
        return ""
    noun = _noun_of(words[at])
    if len(rest) > 1 and rest[0].lower() == "and":
        if not (other := _noun_of(rest[1])):
            return ""
        noun, rest = f"{noun} and {other}", rest[2:]
    if noun == "effects":
        return f"{_of(noun, who)} on {' '.join(rest)}" if rest else ""
    if not rest or rest[0].lower() in FUNCTION_WORDS - ARTICLES:
        return "" if who[0].lower() in _ASKERS else " ".join((_of(noun, who), *rest))
    return _of(noun, rest) if noun not in _ALONE else ""


def _is_noun(words: Sequence[str], at: int) -> bool:
    """Whether a word stands behind an article, and so is no verb ("the Structure of Cells")."""
    return words[at - 1].lower() in ARTICLES


def _of(noun: str, words: Sequence[str]) -> str:
    return f"{noun} of {' '.join(words)}" if words else ""


def _noun_of(verb: str) -> str:
    """The noun for what a form of a verb says, "" where none is known."""
    return next((noun for one in base_forms(verb.lower()) if (noun := _NOUNS.get(one))), "")


_BE = frozenset(("is", "are", "was", "were"))
_DO = frozenset(("do", "does", "did", "can"))
_ASKERS = frozenset(("we", "you", "they", "it", "people"))
_MODALS = frozenset(("can", "may", "might", "could", "get", "gets"))
_BREAKS = frozenset(("to", "how", "much", "what"))
_OTHER_VERBS = VERB_BASES - BOTH  # "Do Kings Keep Control"
_DEGREES = frozenset("many much long often far old big large likely common serious soon".split())
# of what does it itself
_ALONE = frozenset(("function", "formation", "development", "growth", "evolution", "variation"))
_NOUNS = dict(
    pair.split(":")
    for pair in """affect:effects influence:effects work:function function:function form:formation
    develop:development grow:growth evolve:evolution spread:spread move:movement vary:variation reproduce:reproduction
    produce:production measure:measurement classify:classification compare:comparison regulate:regulation
    control:control organize:organization structure:structure treat:treatment diagnose:diagnosis prevent:prevention
    detect:detection discover:discovery define:definition enforce:enforcement transmit:transmission store:storage
    release:release select:selection""".split()
)
