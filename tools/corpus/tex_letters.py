r"""TeX's letters, ties and dashes in a text, read as what they print: "M\"obius", "{\'E}variste", "{\o}", "i.e.,~so",
"it is---so they say---known".

An accent without braces is one only inside a word and on a small vowel: elsewhere the backslash may be of a quote that
some program wrote ("\"so\""). A text with such apostrophes ("it\'s", "don\'t") is read as that program meant it.
Where "~" may say "about" ("z~2", "~5 km") it stays, and so do two hyphens that are no dash ("--force", "<!--",
"ATG--CCA").
"""

from __future__ import annotations

import re
import unicodedata

# formulas and addresses
_KEPT = r"(?P<kept>\$(?!\s)[^$]{1,400}(?<=\S)\$(?!\d)|(?:h(?<!\wh)ttps?://|w(?<!\ww)ww\.)\S{1,500})|"
_MARKS = "\"'`^~=.cvuHkr"
_COMBINING = dict(
    zip(_MARKS, "\u0308\u0301\u0300\u0302\u0303\u0304\u0307\u0327\u030c\u0306\u030b\u0328\u030a", strict=True)
)
_LETTER = r"(\\[ij](?![a-zA-Z])|[a-zA-Z])"
_ACCENT = re.compile(
    _KEPT
    + rf"(?<!\\)(?:\{{\\([\"'`^~=.]|[cvuHkr](?=[ {{]))\s?(?:\{{{_LETTER}\}}|{_LETTER})\}}|\\([{_MARKS}])\{{{_LETTER}\}}"
    + r"|(?<=[^\W\d_])\\([\"'`^~])([aeiouy]|(?<=~)n))"
)
_ESCAPED = re.compile(r"\\'(?<=[^\W\d_]\\')(?:s|t|ll|re|ve)\b")  # apostrophes of English, as in a string of a program
_PRINTED = dict(zip("ss ae AE oe OE aa AA o O l L".split(), "ßæÆœŒåÅøØłŁ", strict=True))
_NAMES = "|".join(_PRINTED)
_NAMED = re.compile(_KEPT + rf"(?<!\\)(?:\{{\\({_NAMES})\}}|\\({_NAMES})\{{\}}|\\(AA)(?![a-zA-Z]))")
_SPACE = re.compile(_KEPT + r"\\(?<=[.Å}]\\)(?= \w)")  # "e.g." before a space with a backslash
_TIE = re.compile(  # "Table~3", "networks~(CNNs)", "i.e.,~it", "5~km"
    _KEPT
    + r"\b(Table|Fig|Figure|Section|Chapter|Equation|Eq|Appendix|Algorithm|Theorem|Lemma|Definition|Proposition|Corollary|Example)~(?=\d)"
    r"|~(?:(?<=[^\W\d_]{2}~)(?=\\[a-zA-Z]|\()|(?<=[a-zA-Z.)][.,;:]~)(?=[^\W\d_])|(?<=[a-zA-Z]\.~)(?=[\d\\])|(?<=[%$]~)(?=[a-zA-Z])|(?<=\d~)(?<![a-zA-Z]\d~)(?=[^\W\d_]{1,4}\b))"
)
_TIED_WORDS = re.compile(_KEPT + r"~(?<=[^\W\d_]{2}~)(?=[^\W\d_]{2})")  # a formula of R, where there is no TeX
_DASH = re.compile(_KEPT + r"(?<=[\w)\]}”’\"'%$.,;])(?P<space> ?)(?P<hyphens>---?)(?P=space)(?=[\w(“‘\"'$\\`])")
_GAP = re.compile(r"[ACGTUN-]{3}---?[ACGTUN]")  # of a sequence beside another: "ATG---CCA"
_LAST_WORD = re.compile(r"[^\W\d_]*\Z")
_JOINING = frozenset("and as is of or the".split())  # what follows is a sign: "+ or -- alone"


def set_letters(text: str) -> str:
    """The text with its letters, ties and dashes of TeX as they are printed; linear in its length."""
    if "\\" in text:
        if _ESCAPED.search(text):
            text = text.replace("\\'", "'").replace('\\"', '"')
        text = _NAMED.sub(_named, _ACCENT.sub(_accented, text))
        text = _SPACE.sub(lambda found: found["kept"] or "", text)
    if "~" in text:
        text = _TIE.sub(_untied, text)
        if "\\" in text or "$" in text:
            text = _TIED_WORDS.sub(_untied, text)
    return _DASH.sub(_dash, text) if "--" in text else text


def _accented(found: re.Match[str]) -> str:
    if found["kept"]:
        return found[0]
    sign, letter = (one for one in found.groups() if one)
    made = unicodedata.normalize("NFC", letter.lstrip("\\") + _COMBINING[sign])
    return made if len(made) == 1 else found[0]


def _named(found: re.Match[str]) -> str:
    return found[0] if found["kept"] else _PRINTED[next(one for one in found.groups() if one)]


def _untied(found: re.Match[str]) -> str:
    return found[0] if found["kept"] else found[0].replace("~", " ")


def _dash(found: re.Match[str]) -> str:
    space, start = found["space"], found.start()
    is_gap = not space and _GAP.match(found.string, max(0, start - 3))
    if found["kept"] or is_gap or (found["hyphens"] == "--" and space and _is_sign(found.string, start)):
        return found[0]
    return f"{space}{'—' if found['hyphens'] == '---' else '–'}{space}"


def _is_sign(text: str, start: int) -> bool:
    before = _LAST_WORD.search(text, max(0, start - 30), start)
    return before is not None and before[0].lower() in _JOINING
