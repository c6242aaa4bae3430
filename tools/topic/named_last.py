"""Definitions at the end of a sentence that is about something else ("strong forces called T", "… T, which states that
…"). Sentences whose subject is the topic are read in ``definitions``."""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.objections.rule_words import PHRASE_ENDS

# Scores on the scale of ``definitions.defines``:
NAMED_LAST = 0.85
EXPLAINED = 1.1  # "thousands of Ts—things that …", "the T, which states that …"


def names_last(sentence: str, topic: str) -> float:
    """How well a sentence says what the topic is by naming it last; 0 where it does not."""
    if topic.lower() not in sentence.lower():
        return 0.0
    if _explained(topic).search(sentence):
        return EXPLAINED
    return NAMED_LAST if any(map(_is_named, _named_last(topic).finditer(sentence))) else 0.0


@lru_cache(maxsize=64)
def _explained(topic: str) -> re.Pattern[str]:
    """ "… of exoplanets—planets orbiting other stars", "… of light microscopes, which use light to …" or "… the germ
    theory, which states that …": the bare name, in no list and no longer name, and right behind it what it is."""
    name = rf" (?:the|an?|of|by|in|to|through|with) {re.escape(topic)}"
    acronym = r"(?: \([\w-]{2,10}\))?"
    things = r"s—[a-z]+s (?:that|which|who|[a-z]+ing) "
    one_thing = r"—an? (?!one\b)(?:[\w-]+ ){1,4}?(?:that|which|who) "
    says = r", which (?:states|holds|argues|says|proposes|maintains|asserts) that "
    uses = r"(?:s, which use|, which uses) (?:[\w-]+ ){1,9}?(?:to [a-z]+|for [a-z]+ing) "
    return re.compile(rf"{name}(?:{acronym}{says}|{things}|{one_thing}|{uses})", re.IGNORECASE)


@lru_cache(maxsize=64)
def _named_last(topic: str) -> re.Pattern[str]:
    """ "… a form of energy called T." """
    called = rf"(?:called|known as|termed) [“\"‘']?(?:the |an? )?{re.escape(topic)}s?[”\"’']?"
    return re.compile(rf"(?<= ){called}(?: \([\w-]+\))?(?=[.;,)])", re.IGNORECASE)


def _is_named(found: re.Match[str]) -> bool:
    """Whether a kind of thing stands before "called", and not an auxiliary or the place of something."""
    before = _WORDS_BEFORE.search(found.string[max(0, found.start() - _KIND) : found.start()])
    words = before[0].lower().split() if before else ["the"]
    return words[-1] not in PHRASE_ENDS and not words[-1].endswith("ly") and not any(map(_is_no_kind, words[-3:]))


def _is_no_kind(word: str) -> bool:
    return word in _NO_KINDS or word.endswith("est")


_KIND = 80  # characters of the words before "called"
_WORDS_BEFORE = re.compile(r"(?:[^\W\d_][\w’'-]* ){1,6}\Z")
# "a few of them" is not what they are, nor is "a common symptom of".
_NO_KINDS = frozenset(
    """few lot number them it these those which situation condition factor topic assumption agreement result fact goal reaction symptom
    region sense example first last only main same other subject focus cause reason site source part most more""".split()
)
