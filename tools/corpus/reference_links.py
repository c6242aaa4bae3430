"""Links of Markdown by reference ("[the page][uses]", "[here][1]", "[Uses][]"), read as what they show, and the lines
that tell where they lead ("[uses]: https://…"), which go.

These lines may stand in another paragraph. Without them a link is known by what is told of it: some words, or the name
itself. Citations ("[1][2]"), salts ("[bmim][PF6]"), nuclides ("[18]F") and indices ("a[i][j]") are none.
"""

from __future__ import annotations

import re

_ADDRESS = (
    r"(?:https?://|mailto:|#|\.{0,2}/|[\w/.-]{1,200}\.(?:x?html?|md|pdf|png|jpe?g|gif|svg|webp)\b)[^\s<>]{0,2000}"
)
_TITLE = r"(?:[ \t]{1,9}(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|\([^()\n]{0,300}\)))?"
_DEFINED = re.compile(
    rf"^ {{0,3}}\[(?!\^)([^\[\]\n]{{1,200}})\]:[ \t]{{0,9}}\n?[ \t]{{0,9}}<?{_ADDRESS}>?{_TITLE}[ \t]*$", re.MULTILINE
)
_SHOWN = r"(?:[^\[\]\\\n]|\\.|\n(?!\s{0,9}\n)|\[[^\[\]\n]{0,100}\]){1,300}+"
_LINK = re.compile(
    rf"(?<![\w\[\])\\!])\[(?P<shown>{_SHOWN})\]\[(?!\^)(?P<name>[^\[\]]{{0,200}})\](?![\w\[(])(?:\{{[:.#][^{{}}\n]{{0,300}}\}})?"
)
_SHORT = re.compile(r"(?<![\w\[\])\\!])\[(?P<shown>[^\[\]\n]{1,200})\](?![\w\[(:])")
_ALIKE = 4  # letters that a name and what is shown begin with: "[enumeration][enums]"
_NUMBER = re.compile(r"\d{1,3}")
_NAME = re.compile(r"[a-zA-Z][\w .:/-]*")
_CODE = re.compile(r"`[^`]+`")
_WORDS = re.compile(r"[^\W\d_]{2}\S* (?:.* )?\S*[^\W\d_]{2}|[“\"‘'`].*[^\W\d_]{3}")
_PLACED = re.compile(r"[^\W\d_]{3,20} [\w.]{1,8}|https?://\S+")  # "Chapter 4"
_WORD = re.compile(r"[a-z]{3,20}")


def strip_references(text: str) -> str:
    """The text without the names of its links and where they lead; linear in its length."""
    if "][" not in text and "]:" not in text:
        return text
    names = {_key(one[1]) for one in _DEFINED.finditer(text)} if "]:" in text else set[str]()
    text = _DEFINED.sub("", text) if names else text

    def shown(link: re.Match[str]) -> str:
        return link["shown"] if _leads(" ".join(link["shown"].split()), _key(link["name"]), names) else link[0]

    text = _LINK.sub(shown, text)
    return _SHORT.sub(lambda one: one["shown"] if _key(one["shown"]) in names else one[0], text) if names else text


def _leads(shown: str, name: str, names: set[str]) -> bool:
    own = _key(shown)
    if (name or own) in names:
        return True
    if name == own or not name:
        return sum(map(str.isalpha, own)) > 2
    if _NUMBER.fullmatch(name):
        return (_WORDS.match(shown) or _WORD.fullmatch(shown) or _CODE.fullmatch(shown)) is not None
    if own[:_ALIKE] == name[:_ALIKE] and own[:_ALIKE].isalpha() and len(own) > _ALIKE:
        return True
    says = _WORDS.match(shown) or _PLACED.fullmatch(shown) or _CODE.fullmatch(shown)
    return says is not None and _NAME.fullmatch(name) is not None


def _key(name: str) -> str:
    return " ".join(name.casefold().split())
