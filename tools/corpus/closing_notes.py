"""Closing notes: what a publisher or a database writes behind an abstract ("© 2019 Elsevier Ltd. All rights reserved.",
"[ABSTRACT FROM AUTHOR]", "(PsycInfo Database Record (c) 2020 APA, all rights reserved)"). They go: one abstract has
another note in each database, and would count as another text."""

from __future__ import annotations

import re

_REACH = 400  # characters of a note; the longest stands behind "is the property of"
_LONGEST = 2_000

_BRACKETED = re.compile(
    r"\s*(?:\[abstract (?:from|by|truncated|provided)\b[^\[\]]{0,60}\]|\(abstract truncated\b[^()]{0,60}\)"
    r"|[(\[]psycinfo database record\b[^()\[\]]{0,80}(?:\(c\)[^()\[\]]{0,80})?[)\]]"
    r"|\((?:c|C)\) ?\d{4}[^()\[\]]{0,60}all rights reserved\))[.\s]*\Z",
    re.IGNORECASE,
)
_PROPERTY = re.compile(
    r"\s*Copyright of (?=[^.\n]{3,200} is the property of )(?=.{10,900}\bmay not be copied\b)", re.DOTALL
)
# Where a note may begin: at the sign, or with words that begin a sentence.
_BEGINS = re.compile(
    r"(?:^|\s)(?:(?:Crown )?Copyright:? ?)?©"
    r"|(?:^|(?<=[.!?)\]”\"])\s)(?:(?:Crown )?Copyright,? (?=\d{4}|\([cC]\))|\([cC]\)(?= ?(?:Copyright )?\d{4} [A-Z])"
    r"|Published by (?=[^.]{0,60}\b(?:Inc|Ltd|Limited|B\.?V|LLC|GmbH|Press|Publish\w{1,8}|Elsevier|Wiley|Springer|Society|Association)\b)|All rights reserved|This article is protected by copyright)"
)
_WORD = re.compile(r"[^\W\d_]+")
_SMALL = frozenset(
    """all rights reserved by of the and on behalf published an imprint under exclusive licence license to part in a
    association with for is de la und van von y et al c s author authors article protected copyright""".split()
)
_SAYS = re.compile(r"©|\d{4}|[Pp]ublished by|[Rr]ights")


def strip_closing_notes(text: str) -> str:
    """The text without such notes at its end; where it is no more than one it stays. Linear in its length."""
    while (start := _note_start(text)) is not None and text[:start].strip():
        text = text[:start].rstrip()
    return text


def _note_start(text: str) -> int | None:
    """Where a note begins with which the text ends; ``None`` where it ends with none."""
    if text.endswith(("]", ")", "].", ").")):
        found = _BRACKETED.search(text, max(0, len(text) - _REACH))
        if found:
            return found.start()
    begin = max(0, len(text) - _LONGEST)
    if "is the property of" in text[begin:] and (found := _PROPERTY.search(text, begin)):
        return found.start()
    for found in _BEGINS.finditer(text, max(0, len(text) - _REACH)):
        if _is_note(text[found.start() :]):
            return found.start()
    return None


def _is_note(text: str) -> bool:
    """Whether words are those of a note alone: names, and small words that lead to them; "© 2019" may be about the
    sign."""
    words = _WORD.findall(text)
    says_whose = "ights" in text or any(one.lower() not in _SMALL for one in words)
    return _SAYS.search(text) is not None and says_whose and all(not one.islower() or one in _SMALL for one in words)
