"""Text as wikitext: what would act in MediaWiki is shown instead. What a page or a reference is made of lives in
``wikitext``."""

from __future__ import annotations

import re

from castalia.tools.pages.bidi_text import DIRECTING, isolated, undirected
from castalia.tools.pages.citations import web_address
from castalia.tools.pages.page_text import printable

# Only what would act becomes an entity, so that [0,1], [18]F, p < 0.05 and 'in vitro' stay readable in the raw text
# too.
_ACTING = rf"""
      [{{}}]                              # templates, parameters, tables, variants of language
    | \[(?=\[) | \](?=\])               # links inside the wiki
    | (?<=\[)/(?=/)                     # a link that takes the protocol of the page
    | '(?=') | (?<=')'                  # italic and bold
    | <(?=[A-Za-z/!?])                  # a tag, a comment
    | &(?=[^\s&;]+;)                    # an entity
    | ~(?=~) | (?<=~)~                  # a signature
    | _(?=_)                            # __TOC__ and its like
    | :(?=//)                           # links without brackets, and the same for the protocols without slashes
    | (?<=mailto):(?=\S) | (?<=magnet):(?=\S) | (?<=bitcoin):(?=\S) | (?<=matrix):(?=\S) | (?<=xmpp):(?=\S) | (?<=news):(?=\S)
    | (?<=sips):(?=\S) | (?<=geo):(?=\S) | (?<=sip):(?=\S) | (?<=sms):(?=\S) | (?<=tel):(?=\S) | (?<=urn):(?=\S)
    | {DIRECTING}                       # signs that turn writing round, and hide in the raw text
    | (?<=ISB)N(?=[ -]{{0,2}}[0-9]) | (?<=RF)C(?=[ -]{{0,2}}[0-9]) | (?<=PMI)D(?=[ -]{{0,2}}[0-9])    # links to books and papers
"""
_IN_PROSE = re.compile(_ACTING, re.VERBOSE | re.IGNORECASE)
# MediaWiki sees no link where U+FFFD is in its text.
_IN_PARAMETER = re.compile(rf"[|\[\]\ufffd] | {_ACTING}", re.VERBOSE | re.IGNORECASE)
_LINE_START = re.compile(r"[*#:;=]|-(?=---)")
_IN_ADDRESS = re.compile(r"[\[\]'] | ~(?=~) | (?<=_)_ | &(?=[^\s&;]+;)", re.VERBOSE)


def safe(text: str) -> str:
    """Text as a line of prose that shows it as it is. Linear in its length."""
    return _escaped(_IN_PROSE, isolated(printable(text)))


def parameter(text: str) -> str:
    """Text as a parameter of a template, or between the brackets of a link, which it cannot end."""
    return _escaped(_IN_PARAMETER, undirected(text))


def emphasised(text: str, quotes: str, start: int = 0, end: int | None = None) -> str:
    """Text with ``''`` or ``'''`` about a part of it; the text is printable and isolated already."""
    end = len(text) if end is None else end
    inner = _IN_PROSE.sub(_entity, text[start:end])
    before, after = _escaped(_IN_PROSE, text[:start]), _IN_PROSE.sub(_entity, text[end:])
    return _closed(before) + quotes + _opened(_closed(inner)) + quotes + _opened(after)


def address(url: str) -> str:
    """A web address that stays one inside a template and a link; ``""`` where it is none."""
    return _IN_ADDRESS.sub(
        lambda found: "&amp;" if found.group() == "&" else f"%{ord(found.group()):02X}", web_address(url)
    )


def _escaped(acting: re.Pattern[str], text: str) -> str:
    start = _LINE_START.match(text)
    if start is None:
        return acting.sub(_entity, text)
    return f"&#{ord(text[0])};" + acting.sub(_entity, text[1:])


def _entity(found: re.Match[str]) -> str:
    char = found.group()
    return {"<": "&lt;", "&": "&amp;"}.get(char) or f"&#{ord(char)};"


def _closed(text: str) -> str:
    """Without an apostrophe at its end, which would join the quotes that follow."""
    return text[:-1] + "&#39;" if text.endswith("'") else text


def _opened(text: str) -> str:
    return "&#39;" + text[1:] if text.startswith("'") else text
