"""The unnamed: what a sentence takes for known that it has not named, though it begins like any other.

Sentences are in lower case. Every pattern is linear: where a repeat holds a repeat, a space parts its rounds.
"""

from __future__ import annotations

import re

from castalia.tools.language.words import stem


def presumes(lower: str) -> bool:
    """Whether it takes something for known that it has not named: "another …", "a different …", "the process", "in that
    period"."""
    match = _COMPARES.search(lower)
    if match and match[0].rfind(" another ") > 0 and _ONE.search(match[0]):
        match = None  # "one plate beneath another"
    match = match or _GENERIC.search(lower)
    until = match.start() if match else 0
    if match is None:
        match = _WHEN_AND_WHERE.match(lower)
        until = match.start(1) if match else 0
    return match is not None and stem(match[1]) not in {stem(one) for one in _WORDS.findall(lower[:until])}


_WORDS = re.compile(r"[a-z]+")
_ONE = re.compile(r"\bone\b.* another ")
_COMPARES = re.compile(
    r"^(?:(?:today|now|currently|later|nowadays), )?[^,;]{0,60}\b(?:(?<![a-z] )another|(?<!one )another(?! (?:person|individual|human|organism|species|country|one)\b)|a (?:very |completely |entirely |totally |quite |somewhat |slightly |wholly )?(?:different|related|further)|many other|several other|various other|much more|even (?:more|less)|the final(?! (?:[a-z]+ )?[a-z]+ of\b)|the remaining|the latter)"
    r" (?!(?:\w+ ){1,2}(?:than|from|to)\b)(?:\w+ )?([a-z]{3,})\b"
)
# A bare "the process": which one, unless the sentence has named one or goes on to say so.
_GENERIC = re.compile(
    r"\bthe (process|reaction|reasons?|procedure|experiment|results?|study|case|compound|mission|collision|distortion|discrepancy|disease"
    r"|illness|infection|drugs?|strains?|bacteria|bacterium|researchers|team|product|products|equation|answer|incident"
    r"|symptoms|metals?|molecule|solution|mixture|device|apparatus|statement|graph|curve)"
    r"(?= (?:is|are|was|were|has|have|had|can|may|will|would|could|must|also|then|becomes?|occurs?|begins?|takes?|continues?|shows?|showed"
    r"|indicates?|indicated|errs|involves?|requires?|results|resulted)\b|[.,;:])"
)
# "a tenth of the loss in that period": in which, unless a year or the like stands before it.
_WHEN_AND_WHERE = re.compile(
    r"(?:(?!\b(?:when|while|during|centur|decade|year|day|war))[^\d]){1,200}\b(?:in|during|over|of|at|for|by|until|since|within) that"
    r" (period|time|year|era|age|decade|century|season|area|region|place|case|situation|instance|survey|study|range)\b(?! group)"
)
