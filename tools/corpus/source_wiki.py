"""Wiki source in a text, read as what it shows: "[[Reef|reefs]]", "'''bold'''", "== Uses ==", "{{convert|5|km|mi}}".

References, tables, pictures and categories go, and so do templates that stand at a word or a line of their own, as
those of citations and boxes do. A template that nobody knows here stays where it may hold a place in the sentence. Two
apostrophes around words are italics where there is more of a wiki in the text, and quotes elsewhere. Links to other
languages go where nothing else ends the line. The links of notes ("[[Reef#Types|types]]", "![[map.png]]") are read as
well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from castalia.tools.corpus.source_signs import has_signs

_SIGNS = {"[": ("[[", "[http"), "{": ("{{", "{|"), "'": ("'''",), "=": ("==",), "<": ("<ref",)}
_NOTHING = re.compile(
    r"<ref\s[^<>]{0,300}/>|<ref(?:\s[^<>]{0,300})?>(?:[^<]|<(?!/?ref\b))*+</ref>|<gallery\b(?:[^<]|<(?!/?gallery\b))*+</gallery>"
    r"|</?nowiki\s?/?>|<references(?:\s[^<>]{0,100})?>|<references\s?/>|__(?:NO|FORCE)?TOC__|__NOEDITSECTION__"
)
_TABLE = re.compile(r"^[ :]{0,3}\{\|.*+(?:\n(?![ :]{0,3}(?:\{\||\|\})).*+)*+\n[ :]{0,3}\|\}", re.MULTILINE)
_TEMPLATE = re.compile(r"( ?)(?<![\\^_}$])\{\{\s{0,9}([^\W\d_][^{}|\n\\$]{1,60}?)\s{0,9}(?:\|([^{}]*+))?\}\}")
_CITES = re.compile(
    r"\b(?:cite|citation|ref|sfn|efn|harv|need|clarif|verif|update|note|(?:fact|when|whom?|which)$)|note$"
)
_LINK = re.compile(
    r"(?<!\w)(!?)\[\[(?=[^\W\d_][^\[\]\n,]|[#:]|\d[^\[\]\n]{0,99}[^\W\d_]{3}|[12]\d{3}s?(?:\]\]|\|))([^\[\]|]{1,300})(?:\|([^\[\]]{0,2000}))?\]\]"
)
_NO_TEXT = re.compile(r"\s*(?:File|Image|Category|Media)\s*:", re.IGNORECASE)
_OTHER_LANGUAGES = re.compile(  # a line of them, or the end of one: "as [[fig:map]] shows" is no such link
    r"(?:^|(?<=[.!?]))(?:[ \t]{0,9}\[\[[a-z]{2,3}(?:-[a-z]{2,8})?:[^\s\[\]|][^\[\]|\n]{0,300}\]\])++[ \t]*$",
    re.MULTILINE,
)
_BRACKETS = re.compile(r"\s*\([^()]*\)$")
_ADDRESS = re.compile(r"\[https?://[^\s\[\]]{1,500}[ \t]([^\[\]\n]{1,300})\]")
_BOLD = re.compile(r"(?<![\w'])('''''|''')(?=[^\s'])((?:[^'\n]|'(?!''))*+)(?<=\S)\1(?!')")
_ITALIC = re.compile(r"(?<![\w'])''(?=[^\s'])((?:[^'\n]|'(?!'))*+)(?<=\S)''(?![\w'])")
_HEADING = re.compile(r"^(={2,6})[ \t]{0,9}([^=\n]{1,200}?)[ \t]{0,9}\1[ \t]*$", re.MULTILINE)
_INDENTED = re.compile(r"^[:;]{1,9}[ \t]{0,9}(\S.*)$", re.MULTILINE)
_POINT = re.compile(r"^\*{1,9}[ \t]{0,9}(?=[^\s*][^*\n]*$)", re.MULTILINE)
_EMPTIED = re.compile(r" \([ ,;:]{0,9}\)")  # brackets that held nothing but templates
_DEEPEST = 8  # one template, link or style in another

_UNITS = {"C": "°C", "F": "°F", "C-change": "°C", "F-change": "°F"}
_FIGURE = re.compile(r"[-−+]?[\d.,/]+")
_BETWEEN = frozenset("to and or by x × – - to(-) +/- ±".split())


def strip_wiki(text: str) -> str:
    """The text as its wiki source shows it; linear in its length."""
    if not has_signs(text, _SIGNS):
        return text
    begun = text
    text = _OTHER_LANGUAGES.sub("", _HEADING.sub(r"\n\n\2\n\n", _NOTHING.sub("", text)))
    for _ in range(_DEEPEST):
        before = text
        text = _TABLE.sub("", _LINK.sub(_linked, _TEMPLATE.sub(_filled, text)))
        text = _ADDRESS.sub(r"\1", _BOLD.sub(r"\2", text))
        if text == before:
            break
    if text == begun:
        return text
    text = text if "()" in begun else _EMPTIED.sub("", text)
    return _POINT.sub("* ", _INDENTED.sub(r"\n\1\n", _ITALIC.sub(r"\1", text)))


def _linked(link: re.Match[str]) -> str:
    """The text of a link, without the section of its target or, behind an empty bar, what stands in brackets."""
    embeds, target, text = link.groups()
    if embeds or _NO_TEXT.match(target):
        return ""
    if text is not None:
        return text.strip() or _BRACKETS.sub("", target.strip())
    name, _, section = target.strip().lstrip(":").partition("#")
    return name.strip() or section.lstrip("^").strip()


def _filled(template: re.Match[str]) -> str:
    space, name = template[1], template[2].lower()
    if shows := _SHOWN.get(name):
        parts = [one.strip() for one in (template[3] or "").split("|")]
        shown = shows([one for one in parts if "=" not in one])
        return space + (shown[:1].upper() + shown[1:] if template[2][0].isupper() and name == "as of" else shown)
    is_card = "::" in name  # "{{c1::Corals}} build reefs" asks for a word of it
    is_part = template.string[template.start() - 1 : template.start()] in ("=", "|")
    cites = _CITES.search(name) and (template[3] is not None or not name.isalpha())  # "{{who}}" may be one to be filled
    in_sentence = space and not is_part and "\n" not in template[0] and not cites
    return template[0] if in_sentence or is_card else ""


def _first(parts: Sequence[str]) -> str:
    return parts[0] if parts else ""


def _last(parts: Sequence[str]) -> str:
    return parts[-1] if parts else ""


def _measured(parts: Sequence[str]) -> str:
    """ "5 to 10 km" of "5|to|10|km|mi"."""
    shown: list[str] = []
    for one in parts:
        shown.append(_UNITS.get(one, one))
        if not _FIGURE.fullmatch(one) and one not in _BETWEEN:
            break
    return " ".join(shown)


_SHOWN: Mapping[str, Callable[[Sequence[str]], str]] = {
    **dict.fromkeys(("convert", "cvt"), _measured),
    **dict.fromkeys(
        ("nowrap", "nobr", "small", "em", "strong", "abbr", "math", "mvar", "val", "visible anchor"), _first
    ),
    **dict.fromkeys(("quote", "blockquote", "smallcaps", "sic", "gaps"), _first),
    **dict.fromkeys(("lang", "transliteration", "translit", "transl"), _last),
    **dict.fromkeys(("frac", "sfrac"), "/".join),
    **dict.fromkeys(("chem", "chem2"), "".join),
    **dict.fromkeys(("circa", "c."), lambda parts: f"c. {_first(parts)}"),
    **dict.fromkeys(("snd", "spnd", "spaced ndash", "ndash"), lambda _: " – "),
    **dict.fromkeys(("mdash", "em dash"), lambda _: "—"),
    "as of": lambda parts: f"as of {_first(parts)}",
    "nbsp": lambda _: " ",
}
