"""Lines of a text: which breaks say something. A paragraph, an item of a list and a row of a table keep theirs, so that
a heading does not run into the sentence below it; at every other end of a line the text goes on.

The marks of Markdown are read as what they show: those of a heading ("## Uses") set a paragraph off, a line that is
ruled ("---", "* * *") ends one, "-" and "*" before the items of a list are bullets, and ">" before a quotation goes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from castalia.tools.corpus.transcripts import without_times
from castalia.tools.language.abstract_labels import is_label

_HEADING = re.compile(r"#{1,6} (?=\w)")
_QUOTED = re.compile(r"(?:> ?){1,3}(?=[^\W\d_]|\*\*?\w|#{1,6} \w|[“`\[][^\W\d_])")
_STILL_QUOTED = re.compile(r"(?:> ?){1,3}(?=\S)")
_RULE = re.compile(r"([-=*_])(?: ?\1){2,}|>{1,3}")  # also "* * *"
_POINT = re.compile(r"(?:[-*•‣▪●] |– (?![a-z]))\S")
_NUMBERED = re.compile(r"(\d{1,2})[.)] \S")
_BULLET = re.compile(r"[-*–] ")
_ENDS_OPEN = re.compile(r"(?:[,–—-]|\b(?:and|as|at|by|for|from|in|of|on|or|the|to|with|an?))$")
_COUNTS = re.compile(r"\d[\d.,–-]*%?[,;.)]{0,2}(?= [a-z(]|$)")
_OPENERS = frozenset("“\"'‘([•‣▪●|#")


def join_full_lines(lines: Sequence[str]) -> str:
    """The text of these lines, each of them tidy already; a second pass changes nothing; linear in their length."""
    lines = without_times(lines)
    items = _items(lines)
    pieces: list[str] = []
    before, apart, is_quoted, is_alone = "", False, False, True
    for place, line in enumerate(lines):
        if not line or _RULE.fullmatch(line):
            apart = True
            continue
        begins = _STILL_QUOTED if is_quoted and not apart else _QUOTED
        quoted = begins.match(line) if apart or is_quoted or not before else None  # or it compares
        is_quoted = quoted is not None
        line = line[quoted.end() :] if quoted else line
        heading = _HEADING.match(line)
        line = line[heading.end() :] if heading else line
        is_heading = heading is not None or (line[0].isupper() and is_label(line) and _opens(lines, place + 1))
        apart = apart or is_heading
        is_item = place in items
        if is_item and _BULLET.match(line):
            line = f"•{line[1:]}"
        if not before:
            pieces.append(line)
        elif is_item or _is_row(line) or _is_row(before):
            pieces += ["\n\n" if apart else "\n", line]
        else:
            goes_on = _goes_on(before, line) or (not is_alone and _counts_on(before, line))
            is_alone = apart and not goes_on
            pieces += ["\n\n" if is_alone else " ", line]
        is_alone = is_alone or is_item
        before, apart = line, is_heading
    return "".join(pieces)


def _items(lines: Sequence[str]) -> set[int]:
    """The places of the lines that are items of a list: more than one with a bullet, and those with a number of which
    the next one, or the same, is there, too. Else it is a line that happens to begin with a number ("in about\\n12.
    The")."""
    points = [place for place, line in enumerate(lines) if _POINT.match(line)]
    numbers = {place: int(found[1]) for place, line in enumerate(lines) if (found := _NUMBERED.match(line))}
    counts = Counter(numbers.values())
    items = {place for place, number in numbers.items() if counts[number - 1] + counts[number] + counts[number + 1] > 1}
    return items.union(points) if len(points) > 1 or items else items


def _opens(lines: Sequence[str], place: int) -> bool:
    """Whether the line there begins with a capital."""
    return place < len(lines) and lines[place][:1].isupper()


def _counts_on(before: str, line: str) -> bool:
    """Whether a line that ends inside a sentence goes on with a number ("was found in" before "12 of the cases")."""
    return _COUNTS.match(line) is not None and (before[-1].isalnum() or before[-1] in "(≥≤<>=±")


def _is_row(line: str) -> bool:
    return len(line) > 1 and line[0] == line[-1] == "|"


def _goes_on(before: str, line: str) -> bool:
    """Whether a sentence runs on behind a blank line, as where a page or a formula stood between."""
    first = line.lstrip("*_")[:1]  # emphasis
    begins = (first.isalpha() and not first.islower()) or first.isdigit() or (first != "" and first in _OPENERS)
    return not begins or _ENDS_OPEN.search(before, max(0, len(before) - 8)) is not None
