"""Roles in a text, as Sphinx, MyST and D2L write them, read as what they show: references (":ref:`uses <u>`",
"{doc}`uses`"), formulas, citations (":cite:`lee`", "{cite:p}`lee`") and what none sees: labels (":label:`map`", "(map)=").

A citation that holds a place in its sentence stays as "[@]": the key of one ("Lee.Ito.2012") would end the sentence.
"""

from __future__ import annotations

import re

from castalia.tools.corpus.placed_citations import without_citation
from castalia.tools.corpus.source_pointers import EQUATION, FIGURE
from castalia.tools.corpus.source_signs import has_signs

_NAME = r"[a-zA-Z][\w.+-]{0,30}"
_BEGINS = r"(?<![\w`\\])"
_OF_MYST = "ref|numref|doc|download|term|eq|math|abbr|index|kbd|code|file|func|class|mod|meth|attr|data|obj"
_ROLE = re.compile(
    rf"{_BEGINS}(?::(?:{_NAME}:){{0,2}}({_NAME}):|\{{(?:{_NAME}:){{0,2}}({_OF_MYST})\}}(?!`\s))`([^`]{{1,300}})`(?!`)"
)
_CITED = re.compile(
    rf"\s?{_BEGINS}(?::(cite[a-z]{{0,9}}(?::[a-z]{{1,9}})?):|\{{(cite[a-z]{{0,9}}(?::[a-z]{{1,9}})?)\}})`[^`]{{1,900}}`(?!`)"
)
_IN_WORDS = re.compile(r"cite(?:t|year|author|alt|:t)\w{0,9}", re.IGNORECASE)
_UNSEEN = re.compile(
    rf"{_BEGINS}:(?:label|eqlabel|width|height|bibliography|begin_tab|tab):`[^`\n]{{0,200}}`|^:end_tab:[ \t]*$|^\({_NAME}(?::[\w.+-]{{1,60}})?\)=[ \t]*$",
    re.MULTILINE,
)
_TARGET = re.compile(r"\s{1,9}<[^<>]{1,500}>\Z")
_KEY = re.compile(r"[a-z]{1,20}[_:][\w:.-]{1,80}")  # "sec_uses"
_PRINTED = {"numref": FIGURE, "eq": EQUATION, "eqref": EQUATION}
_SIGNS = {"`": (":`", "}`"), ":": (":end_tab:",), ")": (")=",)}


def strip_roles(text: str) -> str:
    """The text as its roles show it; linear in its length."""
    if not has_signs(text, _SIGNS):
        return text
    return _ROLE.sub(_shown, _CITED.sub(_cited, _UNSEEN.sub("", text)))


def _shown(role: re.Match[str]) -> str:
    name, text = role[1] or role[2], role[3]
    if name == "math":
        return f"${text}$"
    if name in _PRINTED or (name == "ref" and _KEY.fullmatch(text)):
        return _PRINTED.get(name, FIGURE)
    text = _TARGET.sub("", text).lstrip("!")
    return text.rpartition(".")[2] if text.startswith("~") else text


def _cited(role: re.Match[str]) -> str:
    text, end = role.string, role.end()
    before = text[max(0, role.start() - 2) : role.start()].rstrip()
    is_subject = text[end : end + 2].lstrip()[:1].islower() and before[-1:] in ("", ".", "!", "?")
    if is_subject or _IN_WORDS.fullmatch(role[1] or role[2]) or without_citation(role):
        return f"{role[0][0] if role[0][0].isspace() else ''}[@]"
    return ""
