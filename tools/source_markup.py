"""Source markup: tags and entities of HTML and JATS in a row's text ("<jats:p>", "<i>E. coli</i>", "&amp;"), read as what they show.

Only tags that set text are known; whatever else stands in angle brackets ("a<b and c>d", "<script>") is text, and is escaped
where a page is rendered. Raised text follows a caret ("10^3"), as plain text has it, unless it cites ("in mice<sup>3,4</sup>").
"""

from __future__ import annotations

import html
import re

_INLINE = "i|em|b|u|s|strong|small|big|sub|sup|sc|italic|bold|underline|span|a|tt|code|mark|abbr|cite|q|font|ext-link|xref|inline-formula"
_BLOCK = "p|div|br|hr|li|ul|ol|dl|dt|dd|sec|section|title|h[1-6]|blockquote|pre|table|tbody|thead|tr|td|th|list|list-item|disp-formula"
# Attributes: "a<b and c>d" has none.
_REST = r"(?:\s+[\w:-]{1,40}\s*=\s*(?:\"[^\"<>]{0,300}\"|'[^'<>]{0,300}'|[^\s<>\"']{1,300})){0,9}\s*/?"
_LABEL = r"\s{0,9}[\w&-]{1,40}(?:[ :.]{1,3}[\w&-]{1,40}){0,2}[ :.]{0,9}"  # "Background", "Materials & Methods:"
_HEADING = re.compile(rf"<(?:jats:)?(title|h[1-6])>{_LABEL}</(?:jats:)?\1>", re.IGNORECASE)
_RAISED = re.compile(r"<(?:jats:)?sup>([^<>]{0,40})</(?:jats:)?sup>", re.IGNORECASE)
_TAG = re.compile(rf"</?(?:jats:)?(?:({_BLOCK})|{_INLINE}){_REST}>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:amp;)*(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8}\d{0,2});")
_CITES = re.compile(r"\d{1,3}(?:\s?[,–-]\s?\d{1,3})*")
_WORD_BEFORE = re.compile(r"(?:[^\W\d_]{3}|[.,;:)])\Z")
_NESTED = 4  # layers of markup that are taken off; what is left inside stays, apart from its bracket


def strip_markup(text: str) -> str:
    """The text as its markup shows it; a second pass changes nothing; linear in its length."""
    for _ in range(_NESTED):
        if "<" not in text and "&" not in text:
            return text
        before, text = text, _ENTITY.sub(_character, _without_tags(text))
        if text == before:
            return text
    return _ENTITY.sub(lambda found: "& " + found.group()[1:], _TAG.sub(lambda found: "< " + found.group()[1:], text))


def _without_tags(text: str) -> str:
    if "<" not in text:
        return text
    text = _RAISED.sub(_raised, _HEADING.sub(" ", text))
    return _TAG.sub(lambda found: " " if found[1] else "", text)


def _raised(found: re.Match[str]) -> str:
    """ "10^3" and "Na^+"; nothing where the number cites: behind a word, or a mark."""
    inner = found[1].strip()
    before = found.string[max(0, found.start() - 3) : found.start()]
    if not inner or (_CITES.fullmatch(inner) and _WORD_BEFORE.search(before)):
        return ""
    return f"^{inner}"


def _character(found: re.Match[str]) -> str:
    """What an entity stands for; one that nobody knows stays."""
    return html.unescape(f"&{found[1]};")
