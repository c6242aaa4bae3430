r"""TeX in a text, read as what it prints: "\emph{E. coli}", "{\bf so}", "5\%", "\section{Uses}", "as is
known~\cite{lee}".

Formulas stay as they are, and so do other commands and signs with a backslash of their own ("\\", "\$", "\{"). A
citation goes where nothing would be missed, as with the marks of ``source_marks``; where it holds a place in the
sentence ("as shown in \cite{lee}") it stays. Letters, ties and dashes are read by ``tex_letters``, the frame of a
document by ``tex_frames``.
"""

from __future__ import annotations

import re

from castalia.tools.corpus.placed_citations import without_citation
from castalia.tools.corpus.tex_frames import without_frame
from castalia.tools.corpus.tex_letters import set_letters

_KEPT = (
    r"(?P<kept>\\[\\${}]|\$\$[^$]{1,400}\$\$|\$(?!\s)[^$]{1,400}(?<=\S)\$(?!\d)"  # "from $5 to $10" is no formula
    r"|\\\((?:[^\\]|\\[^()])*+\\\)|\\\[(?:[^\\]|\\[^\[\]])*+\\\])|"
)
# The names of commands, which are looked for first: most formulas have none of them.
_STYLES = r"emph|text(?:it|bf|tt|sc|sl|rm|sf|normal)|mbox|enquote|underline|url|href\{[^{}\s]{0,300}\}"
_SWITCHES = "em|it|bf|tt|sc|sl"
_HEADINGS = "chapter|(?:sub){0,2}section|paragraph"
_NOTES = "footnote|thanks"
_SHORT = {"ie": "i.e.", "eg": "e.g.", "etal": "et al.", "cf": "cf.", "etc": "etc."}
_BEHIND = "citep|parencite|autocite"  # which hold no place, wherever they stand
_CITES = f"cite|{_BEHIND}"
_COMMAND = re.compile(rf"\\(?:[%&#_,]|label|{_STYLES}|{_SWITCHES}|{_HEADINGS}|{_NOTES}|{'|'.join(_SHORT)}|{_CITES})")
_STYLE = re.compile(
    rf"{_KEPT}\\(?:{_STYLES})\{{(?P<set>[^{{}}\\$]{{0,400}})\}}"
    rf"|\{{\\(?:{_SWITCHES})(?:\s+|\{{\}})(?P<within>[^{{}}\\$]{{0,400}}?)(?:\\/)?\}}"
)
_DEEPEST = 20  # one style in another
_HEADING = re.compile(rf"\\(?:{_HEADINGS})\*?\{{([^{{}}]{{0,300}})\}}")
_ABOVE = r"\n\n\1\n\n"
_LABEL = re.compile(_KEPT + r"\\label\{[^{}]{0,200}\}")
_SIGN = re.compile(_KEPT + r"\\(?P<set>[%&#_])")
_NOTE = re.compile(rf"{_KEPT}[~\s]{{0,9}}\\(?:{_NOTES})\{{(?:[^{{}}]|\{{[^{{}}]{{0,100}}\}}){{0,1000}}\}}")
_THIN = re.compile(_KEPT + r"(?<=[\w.)%])\\,(?=\w)")  # "5\,keV"
_LATIN = re.compile(rf"{_KEPT}\\(?P<latin>{'|'.join(_SHORT)})(?![a-zA-Z])(?:\\(?= )|\{{\}})?\.?")
_CITATION = re.compile(
    rf"(?<=[\w)”’'%])(?:(?:~|\s{{0,9}})\\(?:{_CITES})(?:\[[^\[\]]{{0,100}}\]){{0,2}}\{{[^{{}}]{{1,300}}\}})+(?=[.,;:)]|\s*\Z)"
    rf"|(?<=[\w)”’'%])(?:~|\s{{0,9}})\\(?:{_BEHIND})(?:\[[^\[\]]{{0,100}}\]){{0,2}}\{{[^{{}}]{{1,300}}\}}(?=\s)"
)


def strip_tex(text: str) -> str:
    """The text without the commands of TeX that set it; linear in its length."""
    text = without_frame(text)
    if "\\" not in text or _COMMAND.search(text) is None:
        return set_letters(text)
    for _ in range(_DEEPEST):
        before = text
        text = _LABEL.sub(_printed, _NOTE.sub(_printed, _SIGN.sub(_printed, text)))
        text = _LATIN.sub(_in_full, _THIN.sub(lambda found: found["kept"] or " ", text))
        text = _STYLE.sub(_printed, _HEADING.sub(_ABOVE, _CITATION.sub(without_citation, text)))
        if text == before:
            break
    return set_letters(text)


def _printed(found: re.Match[str]) -> str:
    parts = found.groupdict()
    return parts["kept"] or parts.get("set") or parts.get("within") or ""


def _in_full(found: re.Match[str]) -> str:
    return found["kept"] or _SHORT[found["latin"]]
