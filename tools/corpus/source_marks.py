"""Source marks: the numbers by which a source cites its own references ("in mice [3, 4].", "cells.12,13 Next",
"cells.¹² Next").

On a page of ours they would read as marks of the page, and they point at a list that is not there. Only what is clearly
such a mark goes: an interval ``[0,1]``, a nuclide ``[18]F``, an index ``x[1]``, ``[Fe(CN)6]`` and numbers that hold a
place in the sentence ("as shown in [3]") stay.
"""

from __future__ import annotations

import re
from itertools import pairwise

from castalia.tools.corpus.placed_citations import without_citation
from castalia.tools.corpus.raised_numbers import cites

_NUMBERS = r"\d{1,3}(?!,\d{3}\b)(?: ?[,–-] ?\d{1,3}(?!,\d{3}\b))*"  # 5,379 is one number
_BRACKETS = re.compile(rf" ?\[#?{_NUMBERS}\](?:[ ,–-]{{0,2}}\[#?{_NUMBERS}\])*")  # "[3]", and in Markdown "[#3]"
# What stands before comes behind the mark that is looked for, here and below: that is many times as fast.
_PARENTHESES = re.compile(  # at least three numbers, two of them a range: "(3, 5–7)"
    rf" \((?<=[^\W\d_]{{3}} \()(?=[^()–-]{{1,40}},|[^(),]{{3,9}},)(?=[^()]{{1,40}}[–-])(?=[^()]{{1,40}},){_NUMBERS}\)(?=[.,;](?:\s|$)|$)"
)
_RAISED = re.compile(r"\.(?:(?<=[a-z]{3}\.)|(?<=[a-z\d.]\)\.))([”\"]?)\^?\d{1,3}(?:[,–-]\d{1,3})*(?=\s+[A-Z]|$)")
# "glucose3–5." and "the membrane,6 which": several numbers just behind a word, or some behind its comma
_GLUED = re.compile(r"[,^1-9](?<=[a-z]{3}.)[\^\d,–-]{0,20}(?<=\d)(?=[.,;:](?:\s|$)|\s+[a-z]|$)")
_GLUED_PARTS = re.compile(r"(,?)\^?([1-9]\d{0,2}(?:[,–-][1-9]\d{0,2})*)")
_PARAGRAPH = re.compile(r"\[(?<!\S\[)0\d{3,4}\] ?(?=[A-Z“\"])")  # "[0012] The gate", as patents count theirs
_PAGED = re.compile(r" ?\[\d{1,3}, (?:pp?|ch|sec)\. ?\d{1,4}(?:[–-]\d{1,4})?\](?=[.,;:)]|\s|$)")  # "[8, p. 15]"
_KEYED = re.compile(r" \[(?:[A-Z][a-z]{2,20}(?:et ?al\.?)?\d{2,4}[a-z]?(?:[,;] ?(?=[A-Z])|(?=\])))+\](?=[.,;:)]|$)")
_DIGITS = str.maketrans("¹²³⁴⁵⁶⁷⁸⁹⁰", "1234567890")
_POWERS = ("²", "³")
_RAISED_DIGITS = re.compile(r"[¹²³⁴-⁹](?<![⁰-₟¹²³].)[⁰¹²³⁴-⁹]{0,2}(?:[,–-][¹²³⁴-⁹][⁰¹²³⁴-⁹]{0,2})*(?![⁰-₟\w])")
# "pathogens,,." and "superhelicity –.": what is left before a full stop where the links were taken out
_REMAINS = re.compile(r"(?:,(?<=[\w)],)| (?<=[\w)] )[–-](?=[ ,.–-]))[ ,–-]*\.(?=\s|$)")
_NUMBER = re.compile(r"\d{1,3}")
_BEFORE = re.compile(r"(?:(?:^|(?<=\s))(\S+)\s+)?(?<!\S)(\S+)\Z")
_LAST_WORD = re.compile(r"[^\W\d_]*$")
_REACH = 60  # characters that are looked at before a mark
_FIGURE = re.compile(r"[+-]?\d(?:[\d.,]*\d)?%?")
_FOLLOWS = re.compile(r"$|\s|[.,;:!?)”’\"'—–](?![\w(])")
_NOUN_USE = re.compile(r"\s+[a-z=<>≤≥∈]")
# After one of these a bracket is an interval, an item of code, or holds the place of a noun.
_TAKES_BRACKETS = frozenset(
    """a an the each every this that in on at by from to of for with between over under within into through via using and or
    but than as see cf e.g i.e eg ie is are was were be been has have had ref refs reference references citation citations
    eq eqs equation equations fig figs figure figures table tables section sections chapter chapters step steps item items
    interval intervals range ranges domain values value vector vectors matrix tensor list lists array arrays tuple index
    indices element elements entry shape size median mean average iqr ci age ages aged score scores set data string""".split()
)
_NUMBERED = frozenset(
    """exon exons intron introns page pages day days week weeks year years residue residues helix helices domains type types
    class classes grade grades stage stages phase phases panel panels lines loop loops level levels file files
    group groups chromosome chromosomes subunit subunits isoform isoforms caspase caspases interleukin interleukins""".split()
)
_FAMILY = re.compile(r"(?:in|ase|gen|receptor|factor)s?\Z")  # "claudin1,2", and rather that than "insulin3,4" clean
_COUNTED = (" of ", " per ")  # behind a number that says how many: "in rats,12 of which died"
_ABBREVIATIONS = frozenset("fig figs eqs eqn eqns refs tab sec sect chap vol vols nos suppl appx approx resp".split())


def strip_marks(text: str) -> str:
    """The text without the citation marks of its source; linear in its length."""
    text = _RAISED_DIGITS.sub(lambda match: "" if _cites(match) else match.group(), text)
    if "[" in text:
        text = _BRACKETS.sub(lambda match: "" if _is_mark(match) else match.group(), text)
        text = _PARAGRAPH.sub("", text)
        text = _KEYED.sub(without_citation, _PAGED.sub(without_citation, text))
    if "(" in text:
        text = _PARENTHESES.sub("", text)
    text = _GLUED.sub(_unglued, text)
    text = _RAISED.sub(lambda match: f".{match[1]}" if _is_raised(match) else match.group(), text)
    if ",." in text or " ." in text or "–." in text or "-." in text:
        text = _REMAINS.sub(".", text)
    return text


def _is_mark(match: re.Match[str]) -> bool:
    """Whether a run of bracketed numbers cites: after a word or a closing mark, in a place where nothing would be
    missed."""
    text, start, end = match.string, match.start(), match.end()
    if not start or not _counts_up(match.group()) or _FOLLOWS.match(text, end) is None:
        return False
    spaced = text[start] == " "
    last = text[start - 1]
    closes = last in ".,;:!?)”’\"'"
    if closes and spaced:
        return last in ')”’"' or (last in ".!?" and _NOUN_USE.match(text, end) is None)
    before = _BEFORE.search(text, max(0, start - _REACH), start)
    if before is None:
        return False
    word = before[2].rstrip(".,;:!?)”’\"'").lower()
    if closes:
        return last != ")" or _opens_a_word(text, start)
    return (
        word.isalpha()
        and len(word) > (1 if spaced else 3)
        and word not in _TAKES_BRACKETS
        and (spaced or before[2].strip("(“‘\"'").islower())
        and _FIGURE.fullmatch(before[1] or "") is None
    )


def _counts_up(marks: str) -> bool:
    """Whether the numbers of each bracket grow, none of them 0: those of an interval need not."""
    for one in marks.split("]"):
        numbers = [int(number) for number in _NUMBER.findall(one)]
        if any(number == 0 for number in numbers) or any(a >= b for a, b in pairwise(numbers)):
            return False
    return True


def _unglued(match: re.Match[str]) -> str:
    """Nothing of numbers that cite just behind a word, but its comma; "height^2", "file1,2" and "claudin1,2" keep
    theirs."""
    parts = _GLUED_PARTS.fullmatch(match[0])
    if parts is None:
        return match[0]
    comma, numbers = parts.groups()
    before = match.string[max(0, match.start() - _REACH) : match.start()]
    is_list = not numbers.isdigit() and _counts_up(numbers)
    is_name = match[0][0].isdigit() and _FAMILY.search(before) is not None
    goes_on = match.string[match.end() : match.end() + 1].isspace() and not match.string.startswith(
        _COUNTED, match.end()
    )
    if is_name or not (is_list or (comma and goes_on)):
        return match[0]
    return comma if cites(numbers, before + comma) and not _is_numbered(before) else match[0]


def _is_numbered(before: str) -> bool:
    """Whether the last word takes numbers ("exons3–5", "page12,13")."""
    word = _LAST_WORD.search(before)[0].lower()  # type: ignore[index]
    return word in _TAKES_BRACKETS or word in _NUMBERED


def _opens_a_word(text: str, end: int) -> bool:
    """Whether the parenthesis that closes here stands free ("(ATP)"), and is not that of a function ("f(x)")."""
    at = text.rfind("(", max(0, end - 4 * _REACH), end)
    return at > 0 and text[at - 1].isspace()


def _is_raised(match: re.Match[str]) -> bool:
    """Whether a number after a full stop was a raised one, and not that of a figure or section."""
    before = match.string[max(0, match.start() - _REACH) : match.start()]
    return _LAST_WORD.search(before)[0].lower() not in _ABBREVIATIONS  # type: ignore[index]


def _cites(match: re.Match[str]) -> bool:
    """Whether digits that Unicode raises cite ("in mice⁴"), and are no power ("height²"): a square or a cube just
    behind a letter is one, for tags and brackets are what most citations of a text come in."""
    digits, before = match.group(), match.string[max(0, match.start() - _REACH) : match.start()]
    return not (digits in _POWERS and before[-1:].isalpha()) and cites(digits.translate(_DIGITS), before)
