"""reStructuredText in a text, read as what it shows: links ("`the page <https://…>`_"), notes ("[1]_"), directives
(".. note:: So") and underlined headings. Code, pictures and tables of contents go. Roles live in ``source_roles``.
"""

from __future__ import annotations

import re

from castalia.tools.corpus.placed_citations import without_citation
from castalia.tools.corpus.source_signs import has_signs

_LINK = re.compile(r"(?<![\w`:])`([^`<>]{1,300})(?<=\S)(?:\s{1,9}<[^<>`\s]{1,500}>)?`__?(?![\w`])")
_CITED = re.compile(r"[ \t]?\[(?:#\w{0,40}|\d{1,3}|[A-Z][\w.-]{1,40})\]_(?=[\s.,;:)]|\Z)")
_SPOKEN = (
    "note|warning|tip|hint|important|attention|caution|danger|error|admonition|seealso|epigraph|pull-quote|topic|rubric|math"
    "|version(?:added|changed)|deprecated"
)
_SAID = re.compile(rf"^[ \t]{{0,40}}\.\. (?:{_SPOKEN})::[ \t]{{0,9}}", re.MULTILINE)
_LEFT = re.compile(  # other directives with their blocks, targets and notes
    r"^([ \t]{0,40})\.\. (?:(?:\|[^|\n]{1,80}\| )?[\w:-]{1,60}::.*|_[^\n:]{1,200}:.*|\[[#\w.-]{1,40}\] .*)$(?:\n(?:\1[ \t]+\S.*|[ \t]*)$)*+",
    re.MULTILINE,
)
_OPTION = re.compile(r"^[ \t]{2,40}:[\w-]{1,40}:(?: .*)?$\n?", re.MULTILINE)
_LITERAL = re.compile(r"(?<=\w)::[ \t]*$\n(?:[ \t]*\n)++((?:[ \t]+\S.*(?:\n|\Z)|[ \t]*\n)++)", re.MULTILINE)
_CODE = re.compile(r"[{}=<>$\\|;#]|[\w.]\(")
_FEW = 6  # words that a paragraph has at least
_UNDERLINED = re.compile(r"^(\S.{0,200})\n([~^\"'+#.`])(\2{2,200})[ \t]*$", re.MULTILINE)
_SIGNS = {
    "`": ("`_",),
    "]": ("]_",),
    "::": ("::",),
    ".. ": ("\n.. ", ".. _", ".. ["),
    "~": ("~~~",),
    "^": ("^^^",),
    '"': ('"""',),
    "+": ("+++",),
}


def strip_rest(text: str) -> str:
    """The text as its reStructuredText shows it; linear in its length."""
    if not has_signs(text, _SIGNS):
        return text
    text = _UNDERLINED.sub(_headed, text)
    if _SAID.search(text) or _LEFT.search(text):
        text = _OPTION.sub("", _LEFT.sub("", _SAID.sub("\n", text)))
    text = _LITERAL.sub(_without_code, text)
    return _CITED.sub(without_citation, _LINK.sub(r"\1", text))


def _without_code(found: re.Match[str]) -> str:
    """The colon before a block of code, or with the paragraph that was only set in from the margin."""
    block = found[1].strip()
    is_prose = block[:1].isupper() and block[-1:] in ".!?" and block.count(" ") >= _FEW and not _CODE.search(block)
    return f":\n\n{block}\n\n" if is_prose else ":\n\n"


def _headed(found: re.Match[str]) -> str:
    return f"\n\n{found[1]}\n\n" if len(found[3]) + 1 >= len(found[1].rstrip()) else found[0]
