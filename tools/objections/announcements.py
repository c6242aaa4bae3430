"""Announcements: sentences that end with what they are about to tell, which stands in the next.

Every pattern is linear: where a repeat holds a repeat, a space parts its rounds.
"""

from __future__ import annotations

import re


def breaks_off(text: str) -> bool:
    """Whether a sentence ends with what it is about to tell ("… has three main parts."), which stands in the next."""
    return _ABOUT_TO.search(text) is not None


_NUMBER = r"(?:two|three|four|five|six|seven|several|a number of) (?:[a-z-]+ ){0,2}"
_ABSTRACT = (
    r"characteristics|features|functions|reasons|ways|advantages|types|kinds|categories|steps|stages|factors|fates|rules|phases"
    r"|methods|theories|approaches|models|mechanisms|explanations|hypotheses|views|perspectives|strategies|techniques|purposes|errors"
)
# "… has three main parts.", "There are two ways in which …"
_SEVERAL = rf"{_NUMBER}(?:{_ABSTRACT}|parts|components|forms|properties|groups|classes|sources|branches|pathways)"
# "Banks have several other strategies to reduce …", "Several factors can speed up …": which, is not said.
_UNTOLD = rf"{_NUMBER}(?:{_ABSTRACT})\b(?! of\b)[^:;,(—]*\.$"
_MAIN_CLAUSE = r"^(?:(?!\b(?:because|since|as|if|when|which|that|who)\b)[^:;(—]){0,120}"
_HAS = (
    r"(?:has|have|had|presents?|presented|lists?|listed|identif(?:y|ies|ied)|outlines?|outlined|impl(?:y|ies|ied)|follows?"
    r"|offers?|offered|provides?|provided|distinguish(?:es|ed)?|there (?:are|were|exist)) (?:also )?"
)
_NAMES_THEM = r"(?!.*\b(?:is|are|was|were|includes?) (?!possible\b|available\b|known\b))"
# "Two final points are worth noting.", "The concept involves some practical difficulties."
_ANNOUNCED = r"(?:points|questions|difficulties|challenges|caveats|complications|lessons|observations|disagreements)"
_ABOUT_TO = re.compile(
    rf"(?<!\band )\b{_SEVERAL}\.$|^There are {_SEVERAL}\b[^:,(—]*\.$"
    rf"|{_MAIN_CLAUSE}\b{_HAS}{_UNTOLD}|(?i:^{_NAMES_THEM}{_UNTOLD})"
    r"|\ban? (?:[a-z-]+ ){0,2}(?:definition|explanation|solution|answer) (?:[a-z-]+ ){0,4}has been (?:established|proposed|offered|found)\.$"
    rf"|\b{_ANNOUNCED}\b[^:;(]{{0,60}}\b(?:worth (?:noting|remembering|mentioning|making)|emerges?|arises?)\b[^:;(]{{0,60}}\.$"
    r"|\b(?:has|have|had) (?:also )?(?:met(?: with)?|drawn|faced|attracted|received) (?:[a-z-]+ ){0,2}criticisms?\.$"
    rf"|\b(?:some|several|two|three|a few|certain) (?:[a-z-]+ ){{0,2}}{_ANNOUNCED}\.$"
    rf"|\bpresents? (?:[a-z-]+ ){{0,2}}challenges\b[^:,;(]{{0,60}}\.$"
    r"|\b(?:stated|formulated|phrased) in (?:different|various|many|a number of|a variety of) ways\.$"
)
