"""Marks of notes in Markdown: the head of a file ("--- tags: … ---"), what kind a call-out is of ("> [!note]"), boxes
of tasks ("- [x]"), marked words ("==so=="), comments ("%% … %%"), lines of tags ("#sea #todo"), names of paragraphs
("… twice a day. ^tides") and citations ("[@lee2001]"). They go, and what they
mark is read; a citation that holds a place in the sentence stays ("as [@lee2001] shows").
"""

from __future__ import annotations

import re

from castalia.tools.corpus.placed_citations import without_citation
from castalia.tools.corpus.source_signs import has_signs

_HEAD = re.compile(
    r"\s*---[ \t]*\n(?:[a-z][\w-]{0,60}:(?:[ \t].*)?\n(?:(?:[ \t]+|-[ \t]).*\n|\n)*+){1,60}(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
)
_CALL_OUT = re.compile(r"^((?:> ?){1,3})\[![\w-]{1,40}\][-+]?[ \t]*(\S.*\n)?", re.MULTILINE)
_TAGS = re.compile(
    r"^[ \t]{0,12}(?:#[A-Za-z][\w/-]{1,60}[ \t]*)+$|(?<=\S)[ \t]\^(?=[a-z])[\w-]{2,40}$|(?<=[.!?])(?:[ \t]{1,3}#[A-Za-z][\w/-]{1,60})+$",
    re.MULTILINE,
)
_TASK = re.compile(r"^([ \t]{0,12}[-*] )\[[ xX]\] ", re.MULTILINE)
# Words are marked: "i ==0 and j== 1" compares.
_MARKED = re.compile(r"(?<![\w=])==(?!\s)(?=[^=\n]{0,300}[^\W\d_]{4})([^=\n]{1,300})(?<=\S)==(?![\w=])")
_COMMENT = re.compile(  # "a %% b" is R, and "50%%, 20%%" came through a program
    r"(?<![^\s.,;:!?)])%%(?=[^\s%])[^%]{1,2000}(?<=\S)%%(?![\w%])|^%%[^%]{1,2000}%%$", re.MULTILINE
)
_CITED = re.compile(r"[ \t]?\[{1,2}@[\w:.-]{1,80}(?:[,;][^\[\]]{1,200})?\]{1,2}(?=[ \t\n.,;:)]|\Z)")
_SIGNS = {
    "[": ("[!", " [ ] ", "[x]", "[X]", "[@"),
    "=": ("==",),
    "%": ("%%",),
    "-": ("---",),
    "#": ("#",),
    "^": (" ^",),
}


def strip_note_marks(text: str) -> str:
    """The text without the marks of notes; linear in its length."""
    if not has_signs(text, _SIGNS):
        return text
    text = _COMMENT.sub("", _HEAD.sub("", text, count=1) if _HEAD.match(text) else text)
    text = _MARKED.sub(r"\1", _CITED.sub(without_citation, text))
    return _TASK.sub(r"\1", _CALL_OUT.sub(_called_out, _TAGS.sub("", text)))


def _called_out(mark: re.Match[str]) -> str:
    """The heading of a call-out, if it has one, as a paragraph of its own."""
    return f"{mark[1]}{mark[2]}{mark[1]}\n" if mark[2] else mark[1]
