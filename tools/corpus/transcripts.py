"""Transcripts and subtitles: what is written into speech ("[00:12:31]", "Speaker 1 (00:12:31):", "[LAUGHTER]"), and the
heads, numbers and times around its lines. They go; what nobody understood ("[INAUDIBLE]") stays, for a word is missing
there. Who speaks is told in ``speakers`` where no time stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from castalia.tools.corpus.speakers import SAYS, SPEAKER
from castalia.tools.language.abstract_labels import is_label

_TIME = r"\d{1,2}:\d\d:\d\d(?:[.,]\d{1,3})?"
_SPEAKER = re.compile(rf"^[A-Z][\w.' -]{{0,40}} ?[\[(](?:{_TIME}|\d{{1,2}}:\d\d)[\])]:?[ \t]*$", re.MULTILINE)
# "[00:12:31] VANCE: A reef is …", "VANCE (12:31): A reef is …"
_MARKED_TIME = rf"[\[(](?:{_TIME}|\d{{1,2}}:\d\d)[\])]"
_TURN = re.compile(
    rf"^[ \t]*(?:(?:{_MARKED_TIME}|{_TIME})[ \t]+\*{{0,2}}({SPEAKER}):|\*{{0,2}}({SPEAKER}) ?{_MARKED_TIME}:)\*{{0,2}}[ \t]+(?={SAYS})",
    re.MULTILINE,
)
_STAMP = re.compile(rf"\[(?<!\S\[){_TIME}\](?=\s|$)")
_SOUND = r"LAUGHTER|LAUGHS|LAUGHING|APPLAUSE|MUSIC(?: PLAYING)?|COUGHS?|SIGHS?|PAUSE|SILENCE"
_NOISE = re.compile(  # in round brackets only behind a sentence: "a cold (cough)" and "the trial (PAUSE)" are no noises
    rf"(?:\[(?<!\S\[)|\((?:(?<![^\n]\()|(?<=[.!?…]\s\()))(?i:{_SOUND})[\])](?=\s|$)"
)
_HAS_TIME = re.compile(r":\d\d[\])., \t]")
_ENDS_TIME = re.compile(r":\d\d[.,\])]")
_TIMES = re.compile(r"(?:\d+:)?\d\d:\d\d[.,]\d{3} --> (?:\d+:)?\d\d:\d\d[.,]\d{3}\b.*")
_CLOCK = re.compile(r"(?:\d{1,2}:)?\d{1,2}:\d\d")
_CUE = re.compile(
    r"<(?:/?c(?:\.[\w.]{1,40})?|(?:\d+:)?\d\d:\d\d\.\d{3}|/?v(?: [^<>]{0,80})?)>"
)  # of a word, or of a voice
_HEAD = re.compile(r"WEBVTT(?: .*)?")


def without_cues(text: str) -> str:
    """The text as it was said; linear in its length."""
    if _HAS_TIME.search(text):
        text = _TURN.sub(lambda one: one[0] if is_label(f"{one[1] or one[2]}:") else "", text)
    if "[" not in text and "(" not in text:
        return text
    if _ENDS_TIME.search(text):
        is_talk = len(_SPEAKER.findall(text)) > 1  # one line may be of a table of times: "Morning sample (08:30)"
        text = _STAMP.sub("", _SPEAKER.sub("", text) if is_talk else text)
    return _NOISE.sub("", text)


def without_times(lines: Sequence[str]) -> Sequence[str]:
    """The lines of subtitles, each said once where it stays while the next one comes, without their head and what says
    when each is shown, the numbers and gaps before that; those of a transcript without the times between."""
    if not any(map(_TIMES.fullmatch, lines)):
        clocks = sum(_CLOCK.fullmatch(line) is not None for line in lines)
        return [line for line in lines if not _CLOCK.fullmatch(line)] if clocks > 2 else lines
    if _HEAD.fullmatch(lines[0]) and "" in lines:
        lines = lines[lines.index("") + 1 :]
    spoken: list[str] = []
    last = ""
    for line in lines:
        if not _TIMES.fullmatch(line):
            line = _CUE.sub("", line).strip()
            if not line or line != last:
                spoken.append(line)
            last = line or last
            continue
        if spoken and spoken[-1].isdecimal():
            spoken.pop()
        while spoken and not spoken[-1]:
            spoken.pop()
    return spoken
