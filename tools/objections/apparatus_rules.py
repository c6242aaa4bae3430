"""Rules of apparatus: exercises, reference lists, and lines about rights, money or files. The table is at the end."""

from __future__ import annotations

import re

from castalia.tools.objections.rules import Reading, Rule, cues, either, finds

_EXERCISE_CUES = cues(
    """solution solutions strategy hint answer answers exercise exercises problem example significance abstract
    keywords background conclusion conclusions method methods results objective objectives true which question step"""
)
_EXERCISE = either(
    r"^(?:solutions?|strategy|hint|answers?|exercises?|problem|example|significance|abstract|keywords|background|conclusions?"
    r"|methods?|results|objectives?):",
    r"^(?:solution|strategy|example|problem|exercise|step) (?:\(|\d)|\btrue or false\b|\bwhich of the following\b|^the answer\b|\bthe answer (?:to this|is)\b",
    r"\bthis (?:problem|question) (?:is|asks|involves|can be)\b|\bthe (?:problem|question) (?:asks|states|gives)\b",
)


def _refers(reading: Reading) -> bool:
    text = reading.text
    return (". " in text and _REFERENCE.search(text) is not None) or _ENTRY.search(text) is not None


_REFERENCE = re.compile(
    r"\b(?:pp?|[Vv]ol|eds?)\. ?\d|\bISBN\b|\bRetrieved\b|(?:[A-Z][a-zé]+, [A-Z]\.[^.]{0,12}){2}"
    r"|\b(?:J|Phys|Rev|Lett|Chem|Proc|Nat)\. [A-Z][a-z]+\.|\b\d{1,4}, \d{1,6} \((?:19|20)\d\d\)"
)
_ENTRY = re.compile(  # “Lamps”, A. Berg, …; Lamps 14(9):80-91
    r"^[\"“][A-Z][^\"“”]{5,200}[\"”],? (?:by )?(?:[A-Z]\.[- ]?){1,3} ?[A-Z][a-z]|\b\d{1,4} ?\(\d{1,3}\): ?\d"
)
_BOILERPLATE_CUES = cues(
    """copyright rights commons cc cc-by interest interests supported funded corresponding manuscript permission credit
    modified adapted modification supplementary supplemental preprint acknowledge thank thanks"""
)
_BOILERPLATE = either(
    r"\bcopyright|\ball rights reserved\b|\bcreative commons\b|\bcc[ -]by\b|\bconflicts? of interest\b|\bcompeting interests?\b",
    r"\b(?:supported|funded) by (?:the |a )?(?:[\w-]+ ){0,4}(?:grants?|foundation)\b|\bcorresponding author\b|\bthe manuscript\b",
    r"\bpermission of\b|\bcredit:|\b(?:modified|adapted) from (?:(?:a |the )?(?:work|figure|image|photo)|[a-z]+ et al)\b|\bmodification of work\b|\bsupplementary\b|\bpreprint\b",
    r"\bsupplemental (?:material|file|table|figure)|\backnowledge (?:the|support|funding)\b|\bthanks? to [^.]{1,60} for\b",
)


def _cites(reading: Reading) -> bool:
    """A citation mark of the source would read as one of the page's own; an interval or a nuclide is none.

    Most are taken out when a corpus is read; what is left holds a place in its sentence ("as shown in [3]").
    """
    return any(
        "," not in mark.group() or _INTERVAL.search(reading.text, max(0, mark.start() - _BEFORE), mark.start()) is None
        for mark in _MARK.finditer(reading.text)
    )


_MARK = re.compile(r"(?<=[\w.,;:)\]”\"’]) ?\[\d{1,3}(?: ?[,–-] ?\d{1,3})*\](?![\w(])")
_BEFORE = 10  # characters, in which the longest of these words and a space have room
_INTERVAL = re.compile(r"\b(?:interval|range|in|on|from|between|over|of|domain|values?) ?$")

APPARATUS: tuple[Rule, ...] = (
    Rule("exercise", "is part of an exercise", finds(_EXERCISE), _EXERCISE_CUES),
    Rule("reference", "is an entry of a reference list", _refers),
    Rule("citation", "carries a citation mark of its source", _cites),
    Rule("boilerplate", "is about rights, money or files", finds(_BOILERPLATE), _BOILERPLATE_CUES),
    Rule("boilerplate", "is about rights, money or files", lambda r: "©" in r.text),
)
