"""Introduced people: sentences that say who somebody was while they tell what that did.

"Ada Quay (1820–1895), a Danish physiologist, …" and "In 1847, Danish physiologist Ada Quay …" open a page on her as well
as "Ada Quay was a Danish physiologist" does (``definitions``). On another page they define nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from castalia.tools.language.words import FUNCTION_WORDS, content_stems
from castalia.tools.topic.defining_forms import PERSON

_GIVEN = r"(?:[A-Z][\w.’'-]{0,30} (?:de |van |von )?)"
_FAMILY = r"[A-Z][\w’'-]{1,30}"
_IN_A_YEAR = re.compile(r"In (?:the )?\d{4}s?, |The ")
_BY_WORK = re.compile(rf"(?P<telling>{PERSON.pattern}) (?P<name>{_GIVEN}{{1,3}}{_FAMILY}) (?=[a-z(])")
_BESIDE = re.compile(rf"(?P<name>(?P<telling>{_GIVEN}{{0,3}}{_FAMILY}))(?: \([^()]{{4,60}}\))?, an? {PERSON.pattern}")


def introduces(sentence: str, names: Collection[tuple[str, ...]]) -> bool:
    """Whether a sentence begins with a person of one of these names (stems), with what that did for a living."""
    led = _IN_A_YEAR.match(sentence)
    found = _BESIDE.match(sentence) or _BY_WORK.match(sentence, led.end() if led else 0)
    said = content_stems(found["name"]) if found else ()
    if found is None or not any(said == one or (len(one) > 1 and said[-len(one) :] == one) for one in names):
        return False  # "Johann Gregor Mendel" is Gregor Mendel, but not whatever is called Mendel
    return FUNCTION_WORDS.isdisjoint(set(found["telling"].lower().split()) - {"and"})  # "She met physicist Ada Quay"
