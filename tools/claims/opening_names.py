"""The word that opens a sentence as its subject, all by itself: "Einstein studied …", "Brazil's reefs …".

Its capital says nothing, for the sentence gives one to any word. But a noun that stands so is a name, or a thing that
the sources of a true sentence speak of somewhere in small letters.
"""

from __future__ import annotations

import re

from castalia.tools.language.noun_classes import is_plural
from castalia.tools.language.word_classes import base_forms, is_adverb
from castalia.tools.language.word_lists import BOTH, NOT_PARTICIPLES, PAST_FORMS, TAGS, VERB_BASES
from castalia.tools.language.words import FUNCTION_WORDS

_OPENING = re.compile(r"[\s\"“‘(\[]*(?P<word>[^\W\d_]{2,})(?:(?P<owner>['’]s?)(?!\w)| (?P<following>[a-z]+)\b)")
_NO_NAME = re.compile(r"(?:ing|ed|[st]ion|ness|ity|ism|ment|logy|sis)$")
_SOMEBODY = frozenset(f"{one}{other}" for one in ("any", "every", "no", "some") for other in ("body", "one", "thing"))
_SINGULAR = frozenset("is was has does".split())


def opening_name(sentence: str) -> str:
    """The word that opens a sentence with no other capital than its first, where a possessive, or a verb that wants a
    noun in the singular, follows and shows it to be a noun; else "". Capitals inside ("NASA") are left to
    ``ground_names``."""
    match = _OPENING.match(sentence)
    if match is None or not match["word"].istitle():
        return ""
    word, lower = match["word"], match["word"].lower()
    if lower in FUNCTION_WORDS | _SOMEBODY or lower in TAGS or is_adverb(lower):
        return ""
    if match["owner"]:
        return word
    is_subject = _is_singular(match["following"]) or (_is_past(match["following"]) and not is_plural(lower))
    return word if is_subject and not _NO_NAME.search(lower) else ""


def _is_singular(word: str) -> bool:
    """Whether a word is a verb of the third person singular, and no noun in the plural."""
    if not word.endswith("s"):
        return False
    return word in _SINGULAR or any(one in VERB_BASES and one not in BOTH for one in base_forms(word))


def _is_past(word: str) -> bool:
    return word in PAST_FORMS or word in ("had", "did") or (word.endswith("ed") and word not in NOT_PARTICIPLES)
