"""The frame of a page of the web: what a browser does not show as its text. Its head, scripts, styles and menus go; so
do the tags of its parts, which set paragraphs off. What else its tags show is read by ``source_markup``.

A text is such a page where it has the tag of one ("<html>", "<body>", "<!DOCTYPE html>"); elsewhere "<script>" is text.
"""

from __future__ import annotations

import re

_PAGE = re.compile(r"<(?:!doctype html|html|body)[\s>]", re.IGNORECASE)
_UNSEEN = re.compile(
    r"<(head|script|style|noscript|template|svg|iframe|nav|footer|button|select)\b[^<>]{0,2000}>(?:[^<]|<(?!/?\1\b))*+</\1\s{0,9}>",
    re.IGNORECASE,
)
_PART = re.compile(
    r"<(?:!doctype|/?(?:html|body|main|article|header|aside|form|address|picture|source|input|meta|link)\b)[^<>]{0,2000}>",
    re.IGNORECASE,
)
_NESTED = 4  # one menu in another


def without_page(text: str) -> str:
    """The text without the frame of its page; linear in its length."""
    if "<" not in text or _PAGE.search(text) is None:
        return text
    for _ in range(_NESTED):
        before, text = text, _UNSEEN.sub("\n\n", text)
        if text == before:
            break
    return _PART.sub("\n\n", text)
