r"""Pictures in Markdown ("![A map of the reef](map.png "As it was in May.")"): they go with what is told of them to those
who cannot see them, and with their captions. Both may be long, and hold brackets and quotation marks.

Only what is clearly a picture is one: in its parentheses stands a path or an address, or its name follows in brackets
("![A map][reef-map]"). Citations behind an exclamation ("So much![3][4]"), factorials and TeX ("\![x]\!]") are none.
"""

from __future__ import annotations

import re

# No paragraph ends in one of these; a caption goes on behind a quotation mark that no parenthesis follows.
_WITHIN = r"\n(?!\s{0,9}\n)"
_TOLD = rf"(?:[^\[\]\\\n]|\\.|{_WITHIN}|\[(?:[^\[\]\n]|{_WITHIN}|\[[^\[\]\n]{{0,300}}\])*+\])*+"
_PLACE = r"(?:<[^<>\n]{1,500}>|(?=[^()\n]{0,300}?[./:#])(?:[^()\n\"']|\([^()\n]{0,200}\)|(?<!\s)[\"'])++)"
_CAPTION = "|".join(rf"{mark}(?:[^{mark}\]\n]|{_WITHIN}|\](?!\()|{mark}(?!\s{{0,9}}\)))*+{mark}" for mark in "\"'")
_PICTURE = re.compile(
    rf"(?<!\\)!\[(?P<told>{_TOLD})\](?:\(\s{{0,9}}{_PLACE}\s{{0,9}}(?:(?:{_CAPTION})\s{{0,9}})?\)|(?P<name>\[[^\[\]\n]{{0,100}}\]))"
    r"(?:\{[^{}\n]{0,300}\})?"
)
_WORD = re.compile(r"[^\W\d_]{2}|\A\s*\Z")


def without_pictures(text: str) -> str:
    """The text without its pictures in Markdown; linear in its length."""
    return _PICTURE.sub(_left, text) if "![" in text else text


def _left(picture: re.Match[str]) -> str:
    """Nothing of a picture; one that is only named is told from other brackets by what is told of it."""
    begins = not picture.string[max(0, picture.start() - 1) : picture.start()].isalnum()
    return "" if not picture["name"] or (begins and _WORD.search(picture["told"])) else picture[0]
