"""Definitions inside a sentence that is about something else: an apposition ("… held by T, a tissue that …"), an aside
("T (the change of …) …"), a relative clause ("… T, which is the price of …"), or a name that comes last ("strong forces
called T"). Sentences whose subject is the topic are read in ``definitions``."""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.objections.rule_words import AUXILIARIES, FINITE_VERBS, PHRASE_ENDS

# Scores on the scale of ``definitions.defines``.
EXPLAINED = 0.9
NAMED_LAST = 0.85


def explains(sentence: str, topic: str) -> float:
    """How well a sentence says on its way what the topic is; 0 where it does not."""
    if topic.lower() not in sentence.lower():
        return 0.0
    if any(_is_explained(sentence, found) for found in _explanation(topic).finditer(sentence)):
        return EXPLAINED
    return NAMED_LAST if any(map(_is_named, _named_last(topic).finditer(sentence))) else 0.0


@lru_cache(maxsize=64)
def _explanation(topic: str) -> re.Pattern[str]:
    """A noun phrase after the name, behind a comma or a dash or in brackets, or behind a colon at the end."""
    kind = r"[^,.;:()—–]{1,60}\b(?:of|that|which|who|in|used|for|by)\b"
    rest = r"[^.;:()—–]{1,90}"
    return re.compile(
        rf"\b{re.escape(topic)}s?(?:"
        rf"(?:, | ?[—–] ?)(?:which (?:(?:is|are) (?:an?|the)|involves?|refers? to|means?) |an? )(?P<what>{kind}[^,.;:()—–]{{1,140}})(?=[,.;:)—–])(?!, (?:and|or)\b)"
        rf"|: (?:an?|the) (?P<last>{kind}{rest})(?=\.$)"
        rf"| \((?:an?|the) (?P<aside>{kind}{rest})\))",
        re.IGNORECASE,
    )


def _is_explained(sentence: str, found: re.Match[str]) -> bool:
    """Whether this explains the name and no longer one, names a kind, and is no clause: a verb stands before, or it is
    in brackets."""
    if found.start() > _WAY:
        return False
    before = sentence[: found.start()].lower().split()
    if not _begins_name(before) or (found["aside"] and before[-2:] in (["of", "a"], ["of", "an"])):
        return False  # "the mount of a telescope (the structure that …)" explains the mount
    is_subject = len(before) < 2 and ", which " in found[0]  # "T, which is a …, lives …"
    if found["what"] and not is_subject and (FINITE_VERBS.isdisjoint(before) or before[0] in _CLAUSE):
        return False
    kind, joint, rest = _JOINT.split((found["what"] or found["last"] or found["aside"]).lower(), maxsplit=1)
    words = kind.split() if joint in ("that", "which", "who") else [*kind.split(), *rest.split()]
    return _is_kind(kind.split()) and not any(
        word in AUXILIARIES or (word in FINITE_VERBS and word.endswith("s")) for word in words
    )


def _begins_name(before: list[str]) -> bool:
    """Whether a name can begin after these words: no noun or adjective is left there that would be a part of it."""
    last = before[-1] if before else "the"
    return last[-1] in ",;:)" or last in PHRASE_ENDS or (last in FINITE_VERBS and last.endswith("s"))


def _is_kind(words: list[str]) -> bool:
    return not any(word in _NO_KINDS or word.endswith("est") for word in words)


@lru_cache(maxsize=64)
def _named_last(topic: str) -> re.Pattern[str]:
    """ "… a form of energy called T." """
    called = rf"(?:called|known as|termed) [“\"‘']?(?:the |an? )?{re.escape(topic)}s?[”\"’']?"
    return re.compile(rf"(?<= ){called}(?: \([\w-]+\))?(?=[.;,)])", re.IGNORECASE)


def _is_named(found: re.Match[str]) -> bool:
    """Whether a kind of thing stands before "called", and not an auxiliary or the place of something."""
    before = _WORDS_BEFORE.search(found.string[max(0, found.start() - _KIND) : found.start()])
    words = before[0].lower().split() if before else ["the"]
    return words[-1] not in PHRASE_ENDS and not words[-1].endswith("ly") and _is_kind(words[-3:])


_WAY = 140  # characters
_KIND = 80  # characters of the words before "called"
_WORDS_BEFORE = re.compile(r"(?:[^\W\d_][\w’'-]* ){1,6}\Z")
_JOINT = re.compile(r"\b(of|that|which|who|in|used|for|by)\b")
_CLAUSE = frozenset("as when if while although though because since once".split())
# "a few of them" is not what they are, nor is "a common symptom of".
_NO_KINDS = frozenset(
    """few lot number them it these those which situation condition factor topic assumption agreement result fact goal reaction symptom
    region sense example first last only main same other subject focus cause reason site source part most more""".split()
)
