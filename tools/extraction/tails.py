"""The tail of a triplet: what is left of a clause after its verb, cut where a phrase ends."""

from __future__ import annotations

from castalia.tools.extraction.enumerations import goes_on
from castalia.tools.extraction.readings import Reading
from castalia.tools.language.words import content_stems

LONGEST_TAIL = 10  # words
_STOPS = frozenset((";", ":", ".", "(", ")", "—", "W", "U", "!", "?", "[", "]"))
_CLAUSES = frozenset("because although though while whereas since if when unless how why what where whether".split())
_DEGREES = frozenset("more less fewer most highly very".split())


def tail_from(reading: Reading, at: int, skip_to: bool = False) -> str:
    """The rest of the clause from chunk ``at``, at most ten words, ending where a phrase ends; "" if there is none.

    ``skip_to`` leaves out the "to" of an infinitive.
    """
    if at >= len(reading.chunks):
        return ""
    start = reading.chunks[at]
    if start.det in ("this", "these", "those", "such") or start.kind in ("C", "VG"):
        return ""
    first = _first_word(reading, at, skip_to)
    end = _last_word(reading, at, first)
    if start.kind == "NP" and end <= start.last and reading.is_generic(at):
        return ""
    text = reading.slice(first, end)
    return text if content_stems(text) else ""


def _first_word(reading: Reading, at: int, skip_to: bool) -> int:
    """The first word of the tail, a number or a degree before a noun phrase included."""
    words = reading.words
    first = reading.chunks[at].first
    if skip_to and words[first].tag == "T":
        first += 1
    if reading.kind(at) == "NP":
        while first and (words[first - 1].tag == "#" or words[first - 1].lower in _DEGREES):
            first -= 1
    return first


def _turns_to_verb(reading: Reading, at: int, conjunction: int) -> bool:
    """Whether "and" goes on with a participle or an infinitive, in a tail that begins with a noun phrase: "converted to
    acetyl CoA and used in …"."""
    return reading.kind(at) == "NP" and reading.kind(conjunction + 1) in ("E", "G", "TV")


def _last_word(reading: Reading, at: int, first: int) -> int:
    """The word before which the tail ends; ``first`` where nothing can stand."""
    place, end = at, first
    before_list = marks = 0
    while place < len(reading.chunks):
        chunk = reading.chunks[place]
        kind = chunk.kind
        if kind in _STOPS or reading.lower(place) in _CLAUSES:
            break
        if kind == "VG" and place > at:
            # A verb right after the object: an object clause, or a misreading.
            return first if reading.kind(place - 1) == "NP" else end
        if kind == ",":
            if not goes_on(reading, place):
                break
            before_list = before_list or end
            marks += 1
        elif kind == "C" and (reading.clause_begins(place + 1) or _turns_to_verb(reading, at, place)):
            break
        if chunk.last - first - marks > LONGEST_TAIL:
            return before_list or end
        if kind in ("NP", "#") or (kind == "J" and reading.kind(place + 1) in ("", ".", ",", ";", "P")):
            end = chunk.last
        elif kind in ("G", "TV", "E") and place > at and chunk.last - first > LONGEST_TAIL - 2:
            break
        place += 1
    return end
