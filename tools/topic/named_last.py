"""Definitions at the end of a sentence that is about something else ("strong forces called T", "… T, which states that
…"). Sentences whose subject is the topic are read in ``definitions``."""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.language.words import FUNCTION_WORDS
from castalia.tools.objections.rule_words import FINITE_VERBS, PHRASE_ENDS, PREPOSITIONS
from castalia.tools.topic.defined_kinds import OF_SOMETHING, ORDINARY, STATES
from castalia.tools.topic.defining_forms import KIND_NOUNS

# Scores on the scale of ``definitions.defines``:
NAMED_LAST = 0.85
EXPLAINED = 1.1  # "thousands of Ts—things that …", "the T, which states that …"
APPOSED = 0.65  # "… causes T, a disease that …"
BY_US = 1.4  # "… that we call the T"; its voice is taken off elsewhere


def names_last(sentence: str, topic: str) -> float:
    """How well a sentence says what the topic is by naming it last; 0 where it does not."""
    if _explained(topic).search(sentence):
        return EXPLAINED
    if _called_by_us(topic).search(sentence):
        return BY_US
    if any(map(_is_kind_of_it, _apposed_last(topic).finditer(sentence))):
        return APPOSED
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
def _called_by_us(topic: str) -> re.Pattern[str]:
    """ "… a stream of charged particles that we call the T." """
    by = r"(?:we|they|people|scientists|[a-z]+(?:ists|[eo]rs|ians))"
    return re.compile(
        rf"\b[a-z]{{3,}}s?(?: \([^()]*\))? (?:that |which )?{by} (?:now |often |usually |commonly )?call "
        rf"(?:the |an? )?[“\"‘']?{re.escape(topic)}s?[”\"’']?(?=[.;,)])",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _apposed_last(topic: str) -> re.Pattern[str]:
    """ "… causes T, a disease that …", "… produced by T: the process by which …": to the end of the sentence."""
    alias = r"(?: \((?:or |also )?[^()]{2,40}\))?"
    kind = r"(?P<kind>(?:[\w-]+ ){0,4}?[a-z]{3,})"
    tells = (
        r"(?:that|which|who|whose|where|(?:in|by|of|through|for|during|at) which|[a-z]+ed (?:by|from|in|to|of|for|with)"
        r"|found in|made (?:up )?of|consisting of|involving|containing|unique to|(?:essential|necessary|responsible) (?:for|to|in))"
    )
    told = r"[^,.;:?—]{8,220}(?:, [^.;:?—]{2,80}, and [^,.;:?—]{2,60})?"  # and no clause of its own
    return re.compile(
        rf"(?<= )(?P<before>[\w’'-]+) (?P<article>the |an? )?"
        rf"(?i:{re.escape(topic)})(?:e?s)?{alias}(?:,|:|—) ?(?:the|an?) (?:{kind} {tells}|(?:{KIND_NOUNS}|form|kind|type) of) {told}\.?$"
    )


def _is_kind_of_it(found: re.Match[str]) -> bool:
    """Whether the bare name stands before the comma, behind a verb or a preposition and in no list, and behind that
    what kind of thing it is: no rank, no example of something, no word. It has no part in what sets the scene ("After
    the discovery of T, the field that …")."""
    before, said = found["before"].lower(), found.string[: found.start()].lower().split()
    if not said or said[0] in PREPOSITIONS | _SUBORDINATES or before in _JOINING:
        return False
    is_object = found["article"] and before not in PHRASE_ENDS  # what stands there is a verb
    if not is_object and FINITE_VERBS.isdisjoint((before, *said)):
        return False
    is_bare = found["article"] or before in PHRASE_ENDS or before in FINITE_VERBS or before.endswith("ed")
    kind = (found["kind"] or "kind").lower().split()
    is_ranked = any(one.endswith("est") or one in _RANKS for one in kind)
    is_kind = kind[-1] not in ORDINARY | OF_SOMETHING | STATES | FUNCTION_WORDS and not kind[-1].endswith("ed")
    return bool(is_bare) and is_kind and not is_ranked


_SUBORDINATES = frozenset("if as while since although though because once until unless".split())
_JOINING = frozenset("and or like unlike than".split())
_RANKS = frozenset("most first second third last only main other another more less and or".split())


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
