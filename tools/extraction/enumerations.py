"""Lists of noun phrases inside a sentence ("a, b, and c"): their items, and the phrase that they are about.

Sentences that announce the types of a topic are the business of ``type_lists``.
"""

from __future__ import annotations

from castalia.tools.extraction.readings import CLAUSE_WINDOW, Reading

MOST_ITEMS = 10  # read from one list


def items(reading: Reading, at: int) -> list[int]:
    """The noun phrases of the list that begins at chunk ``at``: "a, b, and c"; of a longer one the first
    ``MOST_ITEMS``."""
    found: list[int] = []
    closed = False
    while len(found) < MOST_ITEMS and reading.kind(at) == "NP":
        found.append(at)
        at += 1
        while reading.lower(at) == "of" and reading.kind(at + 1) == "NP":
            at += 2
        if reading.kind(at) == "(":
            at = reading.past_parenthesis(at)
        if closed:
            break
        comma = reading.kind(at) == ","
        at += comma
        if reading.lower(at) in ("and", "or"):
            closed = True
            at += 1
        elif not comma:
            break
    if not closed and len(found) < MOST_ITEMS:
        # A list needs its "and" or the end of the sentence; else what follows a comma is another clause.
        ends = reading.kind(at) in ("", ".", ")", ";") and reading.kind(at - 1) != ","
        return found if ends else found[:1]
    # "such as a, and b does ...": the last one begins another clause, if the list hangs on a verb of its own.
    verb_before = any(reading.kind(one) == "VG" for one in range(max(0, found[0] - CLAUSE_WINDOW), found[0]))
    clause = reading.kind(found[-1] + 1) == "VG" and reading.kind(found[-1] - 2) == ","
    return found[:-1] if verb_before and clause else found


def conjuncts(reading: Reading, head: int, verb: int) -> list[int]:
    """The subjects "a, b and c" that end in ``head``; only ``head`` where the list does not begin its clause."""
    joined = reading.lower(head - 1) in ("and", "or")
    if reading.chunks[verb].number == "s" or not joined:
        return [head]
    found = [head]
    place = head - 2 - (reading.kind(head - 2) == ",")
    while reading.kind(place) == "NP":
        found.append(place)
        if reading.kind(place - 1) != ",":
            break
        place -= 2
    return sorted(found) if reading.kind(found[-1] - 1) in ("", "W", "S") else [head]


def list_owner(reading: Reading, at: int, floor: int) -> int:
    """ "Bacteria such as a, b and c V": from "c" to "Bacteria"; -1 if the phrase ends no such list."""
    place = at - 1
    while place > floor and reading.kind(place) in (",", "C", "NP"):
        place -= 1
    first = reading.chunks[place].first
    lower = reading.words[first].lower
    if lower != "including" and not (lower == "as" and reading.words[first - 1].lower == "such"):
        return -1
    place -= 1
    while place > floor and (reading.kind(place) == "," or reading.lower(place) == "such"):
        place -= 1
    return place if reading.kind(place) == "NP" else -1


def goes_on(reading: Reading, comma: int) -> bool:
    """Whether the comma stands in a list of noun phrases that ends in "and" or "or"."""
    place = comma
    for _ in range(6):
        if reading.kind(place) != ",":
            return False
        place += 1
        if reading.kind(place) == "C":
            return _closes(reading, place)
        if reading.kind(place) != "NP":
            return False
        place += 1
        if reading.lower(place) == "of" and reading.kind(place + 1) == "NP":
            place += 2
        if reading.kind(place) == "C":
            return _closes(reading, place)
    return True


def _closes(reading: Reading, conjunction: int) -> bool:
    """Whether "and" or "or" brings the last item, not another clause."""
    return reading.lower(conjunction) in ("and", "or") and not reading.clause_begins(conjunction + 1)
