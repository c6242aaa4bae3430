r"""Marks of books in Markdown, as Pandoc reads them: notes ("so[^3]", "[^3]: As Lee wrote.", "so^[As Lee wrote.]"),
lowered and raised letters ("CO~2~", "10^3^"), signs behind a backslash ("the 5\' end", "*a reef*\: so"), a heading in
bold above its text, the lines around a part that has a class ("::: {.note}"), the class of a few words
("[Lee]{.smallcaps}"), and a mark of emphasis that has slipped behind a space ("the _old _town"). Notes, such lines and
classes go; the others are read as what they show.

A class of characters ("[^a-z]"), ties of TeX ("Lee~et~al.") and private names ("_left and _right") are none of these.
"""

from __future__ import annotations

import re

from castalia.tools.corpus.source_signs import has_signs

_NOTE = re.compile(r"^\[\^[\w-]{1,60}\]:.*(?:\n(?![ \t]*\n|\[\^|#|[-*+] |\d{1,3}[.)] |```).*)*", re.MULTILINE)
_NOTED = re.compile(r"(?<=[^\s\[(])\[\^[\w-]{1,60}\](?=[\s.,;:!?)\[]|\Z)")
_NOTED_HERE = re.compile(r"(?<=[\w.,;:)”*`])\^\[(?=[A-Z][a-z]|[\"“*`])(?:[^\[\]]|\[[^\[\]]{0,200}\])*+\]")
_LOWERED = re.compile(r"(?<=[A-Za-z)\]])~(\d{1,3})~(?![a-z])")
_RAISED = re.compile(r"(?<=[\w)\]~])\^(\d{1,3}[+−–-]?|[+−–-]\d{0,3})\^(?=[\s.,;:)\]]|\Z)")
_ORDINAL = re.compile(r"(?<=\d)\^(st|nd|rd|th)\^(?!\w)")
_ESCAPED = re.compile(r"(?<=\d)\\(?='(?![^\W\d_]))|(?<=\*)\\(?=:\s)")  # no accent of TeX
_HEADED = re.compile(r"(?:(?<=\n\n)|\A)(\*\*|__)([^*_\n]{2,60}[^*_\n.,;!?])\1[ \t]*\n(?=[^\s*_#|-])")
_SLIPPED = re.compile(
    r"(?<![\w_])(_{1,2})((?=[^\W\d_])(?:(?!\b(?:and|or|to)\b)[^\W\d_]|[ '’-]){4,80}) \1(?=[^\W\d_])(?![^_\n]{0,80}[^\W_]\1(?!\w))"
)
_PARTED = re.compile(r"^ {0,3}:{3,}[ \t]*(?:\{[^{}\n]{0,200}\}|[\w-]{1,40})?[ \t]*:*[ \t]*$", re.MULTILINE)
_CLASS = r"\{(?:[.#][A-Za-z][^{}\n]{0,200}|[a-z][\w-]{0,30}=\"[^{}\n]{0,200})\}"
_SPAN = re.compile(rf"(?<![\w\]\\])\[([^\[\]\n]{{1,200}})\]{_CLASS}")
_CLASSED = re.compile(rf"(?<=[)*`]){_CLASS}")
_SIGNS = {
    ":": (":::",),
    "{": ("{.", "{#", '="'),
    "[": ("[^", "^["),
    "~": ("~",),
    "^": ("^",),
    "*": ("**",),
    "_": ("_",),
    "\\": ("\\'", "*\\:"),
}


def strip_book_marks(text: str) -> str:
    """The text without the marks of books in Markdown; linear in its length."""
    if not has_signs(text, _SIGNS):
        return text
    text = _CLASSED.sub("", _SPAN.sub(r"\1", _PARTED.sub("\n", text)))
    text = _NOTED.sub("", _NOTED_HERE.sub("", _NOTE.sub("", text)))
    text = _ESCAPED.sub("", text)
    text = _ORDINAL.sub(r"\1", _RAISED.sub(r"^\1", _LOWERED.sub(r"\1", text)))
    return _SLIPPED.sub(r"\1\2\1 ", _HEADED.sub(r"\1\2\1\n\n", text))
