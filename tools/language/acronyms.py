"""Acronyms that a text defines itself: "long form (LF)" and "LF (long form)".

After Schwartz and Hearst (2003): the letters of the short form are found in the long form from right to left. Which
snippets share an expansion, and homographs, are the graph's business: each pair is reported as the text has it.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from castalia.tools.language.words import FUNCTION_WORDS

_BROKEN = re.compile(r"(?<=[a-z]{2})- (?=[a-z]{3})")
_CONNECTIVES = frozenset("and or to nor but versus".split())
_STOPS = ".;:!?()[]"
_WORD = re.compile(r"[^\s]+")
_FORMULA = re.compile(r"(?=.*\d)(?:[A-Z][a-z]?\d{0,2}){2,6}")  # "CO2" stands for carbon dioxide by its letters alone
_DIGITS = re.compile(r"\d")
ACRONYM = re.compile(r"\b[A-Z][A-Z0-9]{1,7}\b")  # as it stands in a text, whether that defines it or not
LONG = 3  # times the letters of its short form, a single word that is shortened


@lru_cache(maxsize=2_048)  # those of a page's snippets, which are asked for several times
def acronyms(text: str) -> tuple[tuple[str, str], ...]:
    """Pairs (short form, long form) in order of appearance, each pair once; linear in the length of the text.

    A plural short form loses its s ("LLMs"), a word broken by a hyphen and a space is joined again. A short form with
    two long forms gives two pairs.
    """
    whole = _join_broken(text)
    found: dict[tuple[str, str], None] = {}
    for start, end in _parentheses(whole):
        inside = whole[start + 1 : end].strip()
        before = whole[max(0, start - 160) : start].rstrip()
        pair = _pair(inside, before)
        if pair:
            found[pair] = None
    return tuple(found)


def _join_broken(text: str) -> str:
    """ "Ini- tiative" is "Initiative"; "pre- and postnatal" stays."""

    def join(match: re.Match[str]) -> str:
        following = text[match.end() : match.end() + 8].split()
        return match.group() if following and following[0].lower() in _CONNECTIVES else ""

    return _BROKEN.sub(join, text)


def _parentheses(text: str) -> list[tuple[int, int]]:
    """The spans of the innermost parentheses, at most 120 characters wide."""
    spans = []
    opened = -1
    for place, mark in enumerate(text):
        if mark == "(":
            opened = place
        elif mark == ")" and opened >= 0:
            if place - opened <= 120:
                spans.append((opened, place))
            opened = -1
    return spans


def _pair(inside: str, before: str) -> tuple[str, str] | None:
    """The pair that "before (inside)" defines, if any."""
    head = inside.split(";")[0].split(",")[0].strip().strip("\"'“”‘’")
    if _is_short(head):
        short = _singular(head)
        long = _long_before(short, before)
        if not long and _FORMULA.fullmatch(short):
            long = _long_before(_DIGITS.sub("", short), before)
        return (short, long) if long else None
    if blended := _blended(head, before):
        return head, blended
    words = before.split()
    if words and _is_short(words[-1].strip("\"'“”‘’,")) and " " in inside:
        short = _singular(words[-1].strip("\"'“”‘’,"))
        long = inside.split(";")[0].strip()
        letters = _DIGITS.sub("", short) if _FORMULA.fullmatch(short) else short
        if len(long.split()) <= _most_words(short) and 0 in (_matches(short, long), _matches(letters, long)):
            return short, long
    return None


def _blended(short: str, before: str) -> str:
    """The words at the end of ``before`` from whose beginnings a word is put together ("oxidation-reduction (redox)");
    "" if none."""
    last = before.split()[-1:]
    parts = _PART.findall(last[0]) if last else []
    name = last[0] if len(parts) > 1 else " ".join(before.split()[-2:])
    words = [part.lower() for part in _PART.findall(name)]
    if not 4 <= len(short) <= 10 or not short.isalpha() or len(words) != 2:
        return ""
    splits = ((short[:at].lower(), short[at:].lower()) for at in range(2, len(short) - 1))
    pairs = [tuple(words), tuple(reversed(words))]
    fits = any(one.startswith(a) and other.startswith(b) and a != one for a, b in splits for one, other in pairs)
    return name.strip("\"'“”‘’,") if fits else ""


_PART = re.compile(r"[^\W\d_]{4,}")


def _is_short(form: str) -> bool:
    """2 to 10 characters, one or two words, begins with a letter or digit, with a capital that does not just begin a
    word."""
    if not 2 <= len(form) <= 10 or len(form.split()) > 2 or not form[0].isalnum():
        return False
    letters = [letter for letter in form if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    if not letters or not capitals or form.lower() in FUNCTION_WORDS:
        return False
    lowers = len(letters) - capitals
    return capitals >= 2 or ((len(form) <= 3 or not form[0].isupper()) and lowers <= 4)


def _singular(form: str) -> str:
    return form[:-1] if len(form) > 2 and form.endswith("s") and form[-2].isupper() else form


def _most_words(short: str) -> int:
    """How many words a long form may have (Schwartz and Hearst: min(|A| + 5, 2|A|)), and one more for "of the"."""
    return min(len(short) + 5, 2 * len(short) + 1)


def _long_before(short: str, before: str) -> str:
    """The shortest matching long form at the end of ``before``, within one sentence; "" if none."""
    cut = max(before.rfind(mark) for mark in _STOPS)
    while cut >= 1 and before[cut] == "." and cut + 1 < len(before) and not before[cut + 1].isspace():
        cut = max(before.rfind(mark, 0, cut) for mark in _STOPS)
    piece = before[cut + 1 :]
    starts = [match.start() for match in _WORD.finditer(piece)][-_most_words(short) :]
    if not starts:
        return ""
    window = piece[starts[0] :].rstrip(" ,\"'“”‘’")
    ways = (_initials, partial(_initials, skip=False), _matches, _inside)  # the surest first
    at = next((at for way in ways if (at := way(short, window)) >= 0), -1)
    if at < 0:
        return ""
    word = max(window.rfind(" ", 0, at), window.rfind("\n", 0, at)) + 1
    if window[word : word + 1].lower() == short[0].lower():
        at = word  # "multi-modal translation (MT)" begins before its hyphen
    long = window[at:].strip("\"'“”‘’ ")
    return long if _is_long(short, long) else ""


def _initials(short: str, long: str, skip: bool = True) -> int:
    """Where the words begin whose initials are the short form; -1 if they are not.

    With ``skip``, function words ("and", "of") count for nothing; else they may stand for a letter.
    """
    wanted = [letter.lower() for letter in short if letter.isalnum()]
    left = len(wanted)
    for place in range(len(long) - 1, -1, -1):
        if not long[place].isalnum() or not _begins(long, place):
            continue
        function = long[place:].split(None, 1)[0].lower() in FUNCTION_WORDS
        if long[place].lower() == wanted[left - 1] and not (function and skip):
            left -= 1
            if left == 0:
                return place
        elif not function:
            return -1
    return -1


def _matches(short: str, long: str) -> int:
    """Where in ``long`` the match of all letters of ``short``, from right to left, begins; -1 if there is none.

    The first letter has to begin a word, and so has at least half of the others, or follow a hyphen.
    """
    at = len(long)
    starts = 0
    wanted = [letter.lower() for letter in short if letter.isalnum()]
    for index in range(len(wanted) - 1, -1, -1):
        at -= 1
        while at >= 0 and not (long[at].lower() == wanted[index] and (index or _begins(long, at))):
            at -= 1
        if at < 0:
            return -1
        starts += _begins(long, at)
    return at if starts * 2 >= len(wanted) else -1


def _inside(short: str, long: str) -> int:
    """Where the last word begins, if that is long and holds the capitals of the short form in order ("erythropoietin
    (EPO)"); -1 if not."""
    at = max(long.rfind(" "), long.rfind("\n")) + 1
    letters = iter(long[at:].lower())
    is_held = short.isupper() and all(letter in letters for letter in short.lower())
    return at if is_held and long[at].lower() == short[0].lower() and len(long) - at >= LONG * len(short) else -1


def _begins(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()


def _is_long(short: str, long: str) -> bool:
    """Longer than the short form, does not hold it, does not begin with a function word, has as many words as make
    sense."""
    words = long.split()
    if len(long) <= len(short) or words[0].lower() in FUNCTION_WORDS:
        return False
    return short not in words and (len(words) > 1 or len(short) <= 4)
