"""Transcripts: what is written into speech ("[00:12:31]", "Speaker 1 (00:12:31):", "[LAUGHTER]"). It goes; what nobody
understood ("[INAUDIBLE]") stays, for a word is missing there.
"""

from __future__ import annotations

import re

_TIME = r"\d{1,2}:\d\d:\d\d(?:[.,]\d{1,3})?"
_SPEAKER = re.compile(rf"^[A-Z][\w.' -]{{0,40}} ?[\[(](?:{_TIME}|\d{{1,2}}:\d\d)[\])]:?[ \t]*$", re.MULTILINE)
_STAMP = re.compile(rf"\[(?<!\S\[){_TIME}\](?=\s|$)")
_NOISE = re.compile(
    r"[\[(](?<!\S.)(?i:LAUGHTER|LAUGHS|LAUGHING|APPLAUSE|MUSIC(?: PLAYING)?|COUGHS?|SIGHS?|PAUSE|SILENCE)[\])](?=\s|$)"
)
_ENDS_TIME = re.compile(r":\d\d[.,\])]")


def without_cues(text: str) -> str:
    """The text as it was said; linear in its length."""
    if "[" not in text and "(" not in text:
        return text
    if _ENDS_TIME.search(text):
        text = _STAMP.sub("", _SPEAKER.sub("", text))
    return _NOISE.sub("", text)
