"""Noun and verb chunks of a read sentence: what the triplet patterns walk over.

Which words are nouns and verbs comes from ``word_classes``, where noun phrases begin and end from ``phrases``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from castalia.tools.language.noun_classes import is_plural
from castalia.tools.language.phrases import noun_spans
from castalia.tools.language.tagging import Word
from castalia.tools.language.verb_classes import base_verb
from castalia.tools.language.word_classes import WordClasses
from castalia.tools.language.word_lists import FINITE, PAST_FORMS

_CONTEXT_BOUND = frozenset(
    "this these those that its their his her our my your such another other both each either".split()
)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A noun phrase (NP), verb group (VG), infinitive (TV), participle (G, E), adjective (J), or single mark or word.

    ``first`` to before ``last`` are its words; a determiner stands before them, in ``det``.
    """

    kind: str
    first: int
    last: int
    det: str = ""
    plural: bool = False
    verb: str = ""  # base form of the main verb
    voice: str = ""  # cop, pas, act
    denied: bool = False
    number: str = ""  # s or p where the verb shows it

    @property
    def context_bound(self) -> bool:
        """Whether the determiner of a noun phrase leans on what was said before: "these cells", "its wall"."""
        return self.det in _CONTEXT_BOUND


def chunks_of(text: str, words: Sequence[Word], classes: WordClasses) -> list[Chunk]:
    """The chunks of a sentence in order; adverbs, and what stands before a noun phrase, belong to none."""
    spans = dict(noun_spans(text, classes))
    found: list[Chunk] = []
    at = 0
    while at < len(words):
        chunk = _noun_chunk(words, at, spans[at]) if at in spans else _chunk(words, at, spans)
        if chunk is None:
            at += 1
            continue
        if chunk.kind == "P" and found and found[-1].kind == "P" and found[-1].last == chunk.first:
            chunk = replace(chunk, first=found.pop().first)  # "due to", "out of"
        found.append(chunk)
        at = chunk.last
    return found


def _noun_chunk(words: Sequence[Word], first: int, last: int) -> Chunk:
    det = ""
    for place in range(first - 1, max(-1, first - 6), -1):
        if words[place].tag == "D":
            det = words[place].lower
            break
        if words[place].tag not in ("R", "J", "E", "N", "#"):
            break
    return Chunk("NP", first, last, det=det, plural=is_plural(words[last - 1].lower))


def _chunk(words: Sequence[Word], at: int, spans: Mapping[int, int]) -> Chunk | None:
    """The chunk that begins at a word outside the noun phrases; ``None`` where the word belongs to none."""
    tag = words[at].tag
    if tag in FINITE:
        return _verb_chunk(words, at, at, spans)
    if tag == "T" and _infinitive(words, at + 1):
        return _verb_chunk(words, at, at + 1, spans)
    if tag in ("G", "E"):
        return Chunk(tag, at, at + 1, verb=base_verb(words[at].lower), denied=at > 0 and words[at - 1].tag == "X")
    that = words[at].lower == "that" and at > 0 and words[at - 1].tag == "B" and at + 1 in spans
    if tag == "R" or that or (tag in ("D", "#") and _determines(words, at, spans)):
        return None
    return Chunk({"D": "U", "T": "P"}.get(tag, tag), at, at + 1)


def _infinitive(words: Sequence[Word], at: int) -> bool:
    while at < len(words) and words[at].tag == "R":
        at += 1
    return at < len(words) and words[at].tag in ("V", "B", "H", "O")


def _determines(words: Sequence[Word], at: int, spans: Mapping[int, int]) -> bool:
    """Whether a noun phrase follows this determiner or number, past numbers, adverbs and adjectives."""
    for place in range(at + 1, min(len(words), at + 6)):
        if place in spans:
            return True
        if words[place].tag not in ("D", "#", "R", "J", "E"):
            return False
    return False


def _verb_chunk(words: Sequence[Word], first: int, at: int, spans: Mapping[int, int]) -> Chunk:
    """The verb group from ``first``; its verbs begin at ``at``. "can be used", "has not been shown", "does not
    produce"."""
    denied = words[at].lower.endswith(("n't", "not"))
    while words[at].tag == "R":
        at += 1
    verbs = [at]
    last = at + 1
    place = at + 1
    while place < len(words) and place not in spans:
        tag, before = words[place].tag, words[verbs[-1]].tag
        if tag in ("R", "X"):
            denied = denied or words[place].lower in ("not", "never")
            last = place + 1 if tag == "X" else last
        elif _joins(before, tag, words[place].lower):
            verbs.append(place)
            last = place + 1
        else:
            break
        place += 1
    main = words[verbs[-1]]
    lead = words[verbs[-2]].tag if len(verbs) > 1 else ""
    return Chunk(
        "TV" if words[first].tag == "T" else "VG",
        first,
        last,
        verb="be" if main.tag == "B" else base_verb(main.lower),
        voice="cop" if main.tag == "B" else "pas" if main.tag == "E" and lead == "B" else "act",
        denied=denied or (first > 0 and words[first - 1].lower == "never"),
        number=_number(words[verbs[0]]),
    )


def _joins(before: str, tag: str, lower: str) -> bool:
    """Whether a word with this tag goes on with the verb group after a verb tagged ``before``."""
    if before in ("M", "O"):
        return tag in ("V", "B", "H")
    been = tag == "B" and lower in ("been", "being")
    if before == "H":
        return tag in ("E", "V") or been
    return before == "B" and (tag in ("E", "G") or been)


def _number(finite: Word) -> str:
    """The number that a finite verb shows: s, p, or nothing."""
    if finite.lower in ("is", "was", "has", "does"):
        return "s"
    if finite.lower in ("are", "were", "have", "do"):
        return "p"
    if finite.tag == "V" and finite.lower not in PAST_FORMS and not finite.lower.endswith("ed"):
        return "s" if finite.lower.endswith("s") and not finite.lower.endswith("ss") else "p"
    return ""
