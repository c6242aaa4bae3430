"""Glossary entries: a term and what it is ("Volcano: An opening in the crust of the Earth that …"). Such an entry is no
sentence, and is quoted nowhere but as the definition of its term, which it is with the term before it."""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.language.noun_classes import is_plural
from castalia.tools.language.words import content_stems
from castalia.tools.objections.sentence_rules import objections
from castalia.tools.topic.defined_names import names_in

_ENTRY = re.compile(r"([A-Z\d][^.:;!?–—]{1,60}?)(?::| [–—-]|—) ?(?=[^\W_])")
_SAYS_WHAT = re.compile(r"(?:An?|[A-Z]?[a-z-]{2,})(?:,? [a-z][\w'’-]*){4}[^:;]*\.")  # and not "Holotype: PRI 28613."
_FRAGMENTS = frozenset(("gloss", "no_verb"))
_ARTICLE = re.compile(r"(?:An?|The|Any|One) ", re.IGNORECASE)
# The title of a paper or a book, which says of its subject no more than that.
_WRITING = re.compile(  # but "The study of rocks …" is what geology is
    r"(?:(?:an?|the) )?(?:[\w-]+ ){0,3}(?:review|guide|introduction|overview|primer|update|lessons|implications|evidence)\b"
    r"|an? (?:[\w-]+ ){0,3}(?:study|analysis|survey|history)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=2_048)  # asked again at each step of curation
def as_sentence(text: str, names: tuple[str, ...]) -> str:
    """The sentence that an entry under one of these names, or its plural, stands for ("Volcano is an opening …"); any
    other text as it is."""
    found = _ENTRY.match(text)
    own = [content_stems(one) for one in names_in(found[1])] if found else []
    if found is None or not any(content_stems(name) in own for name in names):
        return text
    said = text[found.end() :]
    is_title = _WRITING.match(said) is not None or _SAYS_WHAT.fullmatch(said) is None
    if is_title or _FRAGMENTS.isdisjoint(objections(said[:1].upper() + said[1:])):
        return text
    has_article = _ARTICLE.match(said) is not None
    verb = "are" if is_plural(found[1].split()[-1].lower()) and not has_article else "is"
    return f"{found[1]} {verb} {said[:1].lower()}{said[1:]}"


def out_of_brackets(sentence: str) -> str:
    """A sentence without the brackets in which all of it stands ("(A bond is an attraction between atoms.)")."""
    whole = _IN_BRACKETS.fullmatch(sentence)
    return whole[1] if whole else sentence


_IN_BRACKETS = re.compile(r"\(([^()]+\.)\)")
