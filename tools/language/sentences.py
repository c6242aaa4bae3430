"""Sentences: where one ends and the next begins in scientific English, as exact spans of the text.

Nothing is rewritten: a sentence is ``text[start:end]``. Whether it reads well outside its source is the business of
``sentence_rules``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from castalia.tools.language.abstract_labels import label_end


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as it stands in a text, and its half-open character span there."""

    text: str
    start: int
    end: int


# Abbreviations that lead on to what they abbreviate; a sentence practically never ends with one.
_LEADS_ON = frozenset(
    """e.g i.e viz cf vs fig figs eq eqs eqn eqns ref refs tab sec sect sects chap chs vol vols no nos pp p para
    ca approx resp dr mr mrs ms prof st mt ft gen col sen gov lt capt sgt rev hon messrs mme jan feb mar apr jun jul
    aug sep sept oct nov dec suppl ed eds esp incl excl max min avg est dept univ var subsp ssp cv aka a.k.a s.d s.e
    r.m.s w.r.t acc def thm lem prop cor ex appx""".split()
)
# Words of that list that are plain words as well: they abbreviate before a number ("no. 5") or with a capital.
_ONLY_BEFORE_NUMBERS = frozenset("no nos p ed ex tab ft min max est prop def acc para fig var sec ref cor".split())
_ONLY_CAPITALISED = frozenset("mar jan dec sen gov gen col rev hon mt st jun jul sep".split())
_TITLES = frozenset("dr mr mrs ms prof".split())  # "ms" is milliseconds, "MS" a disease
# Abbreviations that stand inside a sentence as easily as at its end: the next word decides.
_EITHER = frozenset(
    """al sp spp spec etc inc ltd co corp jr sr bros assoc chem phys biol lett proc natl acad sci soc am int ann nat
    mol res environ appl astrophys astron math eng mater biochem biophys physiol pharmacol microbiol clin exp genet
    geophys comput psychol j opt philos trans bull jour cell med immunol neurosci ecol evol bot zool geol mech ind
    hum dev curr opin adv org inorg anal electrochem surf acta commun quant radiat nucl instrum meth wash calif mass
    conn""".split()
)
_EITHER_WHEN_CAPITALISED = _EITHER - frozenset("al sp spp etc inc ltd co corp jr sr bros".split())
_OPENERS = frozenset(
    """the a an this that these those it its they their he she his her we our i you there here in on at by to from for
    with without within under over after before during since until while when where whereas although though because
    if unless as however therefore thus hence moreover furthermore also then such some many most several few all
    both each every other others another one two three no not but and or so yet what which who why how is are was
    were do does did can could according among between through despite unlike like given using based
    once only even today finally first second third instead rather indeed similarly consequently meanwhile
    additionally further nevertheless nonetheless""".split()
)
# A capital letter after one of these is a name of its own ("vitamin C", "type I"), not somebody's initial.
_LETTERED = frozenset(
    """vitamin hepatitis type types group factor phase point class influenza complex case option plan panel part region
    domain chain strain plate stage state compound reagent product site zone layer side area level grade model method
    sample curve line system set list pathway form protein globulin immunoglobulin photosystem appendix""".split()
)

_BREAKS = re.compile(
    r"(?P<stop>[.!?…。]+)"
    r"|(?P<bullet>[•‣◦▪●■◆▸➢])"
    r"|(?P<blank>\n[ \t\r\f\v]*\n)"
    r"|(?P<line>\n)"
)
_CLOSERS = frozenset("\"'”’)]}»›")
_OPENING = frozenset("\"'“‘([{«‹¿¡")
_CITATION = re.compile(r"\[\d[\d,;–\- ]{0,60}\]")
_SPACED_CITATION = re.compile(r"[ \u00a0]\[\d[\d,;–\- ]{0,60}\](?=\s|$)")
_SUPERSCRIPT = re.compile(r"\d{1,3}(?:[,–-]\d{1,3}){0,12}(?=\s|$)")
_SPACE = re.compile(r"\s*")
_WORD_BEFORE = 24  # characters; no abbreviation is longer
_LONGEST_ASIDE = 400  # characters; a bracket or quotation that stays open for longer is taken as never closed
_LONGEST_HEADING = 60  # characters of a line without a full stop that is taken as a heading
_FIRST_WORD = re.compile(r"[^\W\d_]{1,40}")
_LIST_NUMBER = re.compile(r"\s*[(\[]?(?:\d{1,3}(?:\.\d{1,3}){0,3}|[A-Za-z]|[ivxIVX]{1,5})")
_LIST_LINE = re.compile(r"[ \t]*(?:[-–*][ \t]|\d{1,3}[.)][ \t])")
_INNER_CASE = re.compile(r"[a-z]{1,3}-?(?:[A-Z]|\d+\b)")


def split_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, in order: not overlapping, with nothing but white space between them.

    Time is linear in the length. A list mark (a bullet, or the ``;`` of "first. ; Second") is a piece of its own, so
    that the sentences on its two sides are free of it, and so is the label of a part of a structured abstract
    ("METHODS:"). Brackets and quotations that close stay whole.
    """
    found: list[Sentence] = []
    start = 0
    asides = _closing_asides(text)
    inside = 0  # index into asides: the first one that has not ended yet
    for match in _BREAKS.finditer(text):
        if match.start() < start:
            continue
        marked = 0  # characters of a list mark that follows the break
        if match.lastgroup == "stop":
            end = _end_of_stop(text, match.start(), match.end(), start)
            if end is None:
                continue
            after = _SPACE.match(text, end)
            at = after.end() if after else end
            if text.startswith(";", at) and at - end <= 2:
                marked = 1
        elif match.lastgroup == "bullet":
            end, marked = match.start(), 1
        elif match.lastgroup == "blank":
            end = match.start()
        else:
            list_line = _LIST_LINE.match(text, match.end())
            if list_line is None and not _heads(text, start, match.start(), match.end()):
                continue
            end = match.start()
        if match.lastgroup in ("stop", "line"):
            while inside < len(asides) and asides[inside][1] < end:
                inside += 1
            if not marked and inside < len(asides) and asides[inside][0] < end <= asides[inside][1]:
                continue
        _append(found, text, start, end)
        start = end
        if marked:
            mark = _SPACE.match(text, end)
            at = mark.end() if mark else end
            _append(found, text, at, at + 1)
            start = at + 1
    _append(found, text, start, len(text))
    return tuple(found)


def _append(found: list[Sentence], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return
    first = start + len(piece) - len(piece.lstrip())
    end = label_end(stripped)
    if end:
        label = stripped[:end].rstrip()
        found.append(Sentence(label, first, first + len(label)))
        first, stripped = first + end, stripped[end:]
    found.append(Sentence(stripped, first, first + len(stripped)))


def _closing_asides(text: str) -> list[tuple[int, int]]:
    """The outermost spans of brackets and quotations that close within reach, in order of their ends."""
    spans: list[tuple[int, int]] = []
    open_at: dict[str, int] = {}
    for match in _ASIDE_MARKS.finditer(text):
        mark, at = match.group(), match.start()
        if mark == '"':
            opens = (at == 0 or text[at - 1] in " \n\t([") and not text[at + 1 : at + 2].isspace()
            pair = '"'
            if opens:
                open_at[pair] = at
                continue
        elif mark in _PAIRS:
            open_at[_PAIRS[mark]] = at
            continue
        else:
            pair = mark
        begin = open_at.pop(pair, None)
        if begin is not None and at - begin <= _LONGEST_ASIDE:
            while spans and spans[-1][0] >= begin:
                spans.pop()
            if not spans or spans[-1][1] < begin:
                spans.append((begin, at))
    return spans


_ASIDE_MARKS = re.compile(r"[()\[\]“”\"]")
_PAIRS = {"(": ")", "[": "]", "“": "”"}


def _end_of_stop(text: str, at: int, end: int, start: int) -> int | None:
    """Where the sentence that this stop closes ends, closing and citation marks included; None if it goes on."""
    mark = text[at:end]
    size = len(text)
    while end < size and text[end] in _CLOSERS:
        end += 1
    cited = False
    while (citation := _CITATION.match(text, end)) is not None:
        end, cited = citation.end(), True
    if text.startswith(";", end):
        return end if mark == "." and not _abbreviates(text, at, start, ";") else None
    letters = at >= 2 and ((text[at - 1].islower() and text[at - 2].isalpha()) or text[at - 1] in ")]”’")
    if not cited and mark == "." and letters and (number := _SUPERSCRIPT.match(text, end)) is not None:
        if _leads_on(text, at, "1"):
            return None
        end = number.end()
    if end >= size:
        return size
    if not text[end].isspace():
        return end if _space_is_missing(text, at, end, letters or cited, start) else None
    spaced = _SPACED_CITATION.match(text, end)
    if spaced is not None and not _abbreviates(text, at, start, "["):
        end = spaced.end()
    after = _SPACE.match(text, end)
    begin = after.end() if after else end
    if begin >= size:
        return end
    if text[begin] == ";":
        return end if mark == "." and not _abbreviates(text, at, start, ";") else None
    if not _may_begin(text, begin):
        return None
    if mark == "." and not cited and _abbreviates(text, at, start, text[begin : begin + 24]):
        return None
    return end


def _may_begin(text: str, begin: int) -> bool:
    """Whether a sentence may begin here: a capital, a digit, Greek, a mark that opens, a word like mRNA or p53, or what
    a source without its figures has for their numbers ("the figure shows")."""
    first = text[begin]
    if first in _OPENING and begin + 1 < len(text):
        begin += 1
        first = text[begin]
    if first.islower():
        return (
            "α" <= first <= "ω" or _INNER_CASE.match(text, begin) is not None or text.startswith("the figure ", begin)
        )
    return first.isalpha() or first.isdigit() or first in "•‣◦▪●■◆▸➢…−–—~≈+<>±$"


def _space_is_missing(text: str, at: int, end: int, letters: bool, start: int) -> bool:
    """Whether two sentences touch ("…the end.Next one"), rather than the parts of a name, an address or a number."""
    if not letters or not text[end].isupper():
        return False
    following = text[end + 1 : end + 2]
    if not (following.islower() or following.isspace()):
        return False
    chunk = text[max(start, at - 60) : at].rsplit(None, 1)
    if chunk and any(sign in chunk[-1] for sign in ("://", "www", "@", "_")):
        return False
    following_word = _FIRST_WORD.match(text, end)
    beyond = text[following_word.end() : following_word.end() + 2] if following_word else ""
    if beyond[:1] in ("(", "/", "_") or (beyond[:1] == "." and beyond[1:].isalpha()):
        return False
    word = _word_before(text, at)
    if not word:
        return True
    name = word[0].isupper() and following_word is not None and len(following_word.group()) <= 2  # Node.Js
    return len(word) > 1 and not name and not _leads_on(text, at, "A") and word.lower() not in _EITHER


def _abbreviates(text: str, at: int, start: int, following: str) -> bool:
    """Whether the stop belongs to an abbreviation, an initial or a list number, so that the sentence goes on."""
    word = _word_before(text, at)
    if not word:
        return False
    if at - start <= 12 and _LIST_NUMBER.fullmatch(text, start, at) and following[:1] != ";":
        return True
    if _leads_on(text, at, following):
        return True
    opener = _FIRST_WORD.search(following)
    opens = following[:1].isalpha() and opener is not None and opener.group().lower() in _OPENERS
    if len(word) == 1 and word.isalpha():
        if not word.isupper():
            return following[:1].isdigit() or (word == "v" and following[:1] != ";")  # one party versus another
        before = text[max(start, at - 26) : at - 1].rstrip()
        if before.endswith(("°", "−", "-", "–", "=", "+", "/", "'", "’")):
            return False
        if before[-1:].isdigit() and not _IN_YEAR.search(before):
            return False
        last = before.rsplit(None, 1)[-1].lower().strip("(") if before else ""
        name = before[-1:] == "." or (before[-1:] == "," and before.rsplit(None, 1)[-1][:1].isupper())
        if following[:1] == ";":  # "coenzyme A.; After …" is a list, "Smith, J.; Lee, K." are names
            word = before.rsplit(None, 1)[-1] if before else ""
            return name or not word or (word.isalpha() and word[0].isupper())
        return not (last in _LETTERED or (opens and bool(last) and not name))
    lower = word.lower()
    if "." in word and _DOTTED.fullmatch(word):
        return not opens and lower not in _ERAS
    if lower in ("etc", "co", "corp"):
        return not (following[:1].isupper() and (opens or lower == "etc"))
    if lower in _EITHER and (word[0].isupper() or lower not in _EITHER_WHEN_CAPITALISED):
        return not opens
    return False


_IN_YEAR = re.compile(r"\b[Ii]n [12]\d{3}\Z")  # "In 1911 E. Rutherford", but "at 1911 K."
_ERAS = frozenset("b.c a.d c.e b.c.e a.m p.m".split())  # a name hardly ever follows them
_DOTTED = re.compile(r"(?:[A-Za-z]{1,2}\.){1,5}[A-Za-z]{1,2}")


def _leads_on(text: str, at: int, following: str) -> bool:
    word = _word_before(text, at)
    lower = word.lower()
    if lower not in _LEADS_ON or (word.isupper() and len(word) > 1 and "." not in word):
        return False
    if following[:1].isdigit():
        return True
    if lower in _ONLY_CAPITALISED or lower in _TITLES:
        return word[0].isupper()
    return lower not in _ONLY_BEFORE_NUMBERS or word[0].isupper()


def _word_before(text: str, at: int) -> str:
    """The word that ends at ``at``, inner dots included ("e.g", "U.S", "Fig"); empty after a bracket or a mark."""
    begin = at
    floor = max(0, at - _WORD_BEFORE)
    while begin > floor and (text[begin - 1].isalnum() or text[begin - 1] == "."):
        begin -= 1
    return text[begin:at].lstrip(".")


def _heads(text: str, start: int, line_end: int, next_line: int) -> bool:
    """Whether the line that ends here is a heading above its text: short, without a stop, and a capital follows."""
    line = text[start : min(line_end, start + _LONGEST_HEADING + 20)].strip()
    if not line or len(line) > _LONGEST_HEADING or "\n" in line or line[-1] in ",;:-–(":
        return False
    following = text[next_line : next_line + 40].lstrip()
    return line[0].isupper() and following[:1].isupper() and line_end - start <= _LONGEST_HEADING + 20
