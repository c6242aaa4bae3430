"""Org source in a text, read as what it shows: links ("[[https://…][the page]]"), and where it has more of org
("#+TITLE:", ":PROPERTIES:"), headings ("** Uses"), code ("=so=") and stress ("/so/"). Blocks of code go, and so do
settings.
"""

from __future__ import annotations

import re

from castalia.tools.corpus.source_signs import has_signs

_LINK = re.compile(r"(?<!\w)\[\[(?=[^\[\]]{0,500}[a-zA-Z])[^\[\]]{1,500}\]\[([^\[\]]{1,300})\]\]")
_CODE = re.compile(
    r"^[ \t]*#\+begin_(?:src|example|export|comment)\b.*$(?:\n(?![ \t]*#\+(?:begin|end)_).*$)*+\n[ \t]*#\+end_.*$",
    re.MULTILINE | re.IGNORECASE,
)
_SETTING = re.compile(r"^[ \t]*#\+[a-zA-Z]\w{2,40}(?:[:\[ ].*|[ \t]*)$", re.MULTILINE)
_DRAWER = re.compile(
    r"^[ \t]*:PROPERTIES:[ \t]*$(?:\n[ \t]*:(?!END:|PROPERTIES:)[\w-]{1,60}:.*$)*+\n[ \t]*:END:[ \t]*$", re.MULTILINE
)
_HEADING = re.compile(
    r"^\*{1,8}[ \t]+(?:(?:TODO|DONE)[ \t]+)?(?:\[#[A-C]\][ \t]+)?(\S.{0,200}?)(?:[ \t]+:[\w@:]{1,80}:)?[ \t]*$",
    re.MULTILINE,
)
_FOOTNOTE = re.compile(r"\[fn:[\w-]{0,40}(?::[^\[\]]{0,500})?\]")
_VERBATIM = re.compile(r"(?<![\w=~])([=~])(?=\S)([^=~\n]{1,80})(?<=\S)\1(?![\w=~])")
_STRESSED = re.compile(r"(?<![\w/<])/(?=[^\W\d_])([^/\n]{1,80})(?<=\w)/(?![\w/])")
_SIGNS = {"[": ("][", "[fn:"), "#": ("#+",), ":": (":PROPERTIES:",)}


def strip_org(text: str) -> str:
    """The text as its org source shows it; linear in its length."""
    if not has_signs(text, _SIGNS):
        return text
    shown = _FOOTNOTE.sub("", _SETTING.sub("", _DRAWER.sub("", _CODE.sub("", _LINK.sub(r"\1", text)))))
    if shown == text:
        return text
    return _STRESSED.sub(r"\1", _VERBATIM.sub(r"\2", _HEADING.sub(r"\n\n\1\n\n", shown)))
