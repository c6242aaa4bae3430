"""Short definitions: rows of few words that say what something is ("Honey is a sweet food that bees make.", "Honey: A
sweet food that bees make."). They are read, though texts so short are left out; how well they define it is weighed
where a page is written."""

from __future__ import annotations

import re

from castalia.tools.language.sentences import split_sentences

LEAST = 8  # words of what says enough to stand alone

# "Symptoms of the ague are a cough": what is of something else is not what a text has been put down for
_NAME = r"(?:(?:An?|The) )?[^\W_][\w'’–-]*(?: (?!of\b)[\w'’–-]+){0,4}?(?: \([^()]{1,40}\))?"
_ADVERB = r"(?:[a-z]+ly |often |sometimes )?"
_IS = re.compile(
    rf"{_NAME} (?:is {_ADVERB}(?:an?|the|any|one of|defined as) |are {_ADVERB}(?:any|defined as) |{_ADVERB}(?:means|refers? to) "
    r"|are (?:[a-z-]+ ){1,4}?(?:that|which|who|in which|used|made|of) )"
)
_ENTRY = re.compile(
    r"[A-Z][^\W\d_]*(?:[ -][^\W\d_]+){0,3}(?: \([^()\d]{1,30}\))?(?::| [–—]|—) ?(?:An?|The|Any|One) ", re.IGNORECASE
)
_OF_ENTRIES = frozenset(("label", "gloss", "no_verb"))
_NO_NAMES = re.compile(
    r"(?:it|this|that|these|those|there|here|he|she|they|we|you|i|what|who|which|figure|table|photo|image|source)\b",
    re.IGNORECASE,
)


def defines_briefly(text: str) -> bool:
    """Whether a text begins with a whole sentence that says what something is, or is the entry of a glossary."""
    if _NO_NAMES.match(text) or not (_IS.match(text) or _ENTRY.match(text)):
        return False
    # Few texts are so short, and these rules load slowly.
    from castalia.tools.objections.sentence_rules import leans, objections

    first = split_sentences(text)[0].text
    if len(first.split()) < LEAST:
        return False
    found = frozenset(objections(first))
    if _ENTRY.match(text):
        return bool(found) and _OF_ENTRIES.issuperset(found)
    return not found and not leans(first)
