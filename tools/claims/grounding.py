"""Grounding: verification of a claim without a model. Do the snippets that it cites exist, and do they say its numbers
and names?

Negation, comparison and meaning are not judged: that is the critical reviewer's business. Word-for-word agreement lives
in ``verbatim``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from castalia.memory.records import Claim, Snippet
from castalia.tools.claims.ground_names import Name, names, says, vocabulary
from castalia.tools.claims.ground_numbers import figures, roman_value, values_in
from castalia.tools.claims.opening_names import opening_name
from castalia.tools.claims.verbatim import stands_in
from castalia.tools.language.listing import first_few
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.special_tokens import special_tokens
from castalia.tools.language.words import stem, stem_set


@dataclass(frozen=True, slots=True)
class Grounding:
    """``reason`` says in one line why a claim cannot stand (``""``: it can); ``quote`` is the sentence of a cited
    snippet that is nearest to it (``""``: none shares a word); ``missing`` are the numbers and names that no cited
    snippet has."""

    reason: str
    quote: str
    missing: tuple[str, ...]


_LONGEST_LIST = 6  # missing things that a reason names


def ground(claim: Claim, snippets: Mapping[str, Snippet], topic: str, headings: Sequence[str]) -> Grounding:
    """Whether what a claim cites holds its numbers and names; names of the topic and of its headings need no source.
    What else may open a sentence as its subject is told from a name by the small letters that any snippet has for it.

    A snippet speaks by its text, its title and its year: all three are shown to the writer. Linear in the length of the
    texts.
    """
    cited = [snippets[one.snippet_id] for one in claim.citations if one.snippet_id in snippets]
    cited = list({one.id: one for one in cited}.values())
    quote = _quote(claim.sentence, cited)
    unknown = [one.key or one.snippet_id for one in claim.citations if one.snippet_id not in snippets]
    if not claim.citations:
        return Grounding("it cites no snippet", "", ())
    if unknown:
        return Grounding(f"it cites what is not known here: {', '.join(unknown)}", quote, ())
    if any(stands_in(one.text, claim.sentence) for one in cited):
        return Grounding("", quote, ())
    known = " . ".join([topic, *headings])
    missing = (*_strange_opening(claim.sentence, cited, snippets, known), *missing_from(cited, claim.sentence, known))
    if not missing:
        return Grounding("", quote, ())
    return Grounding(f"what it cites does not have: {first_few(missing, _LONGEST_LIST)}", quote, missing)


def missing_from(cited: Sequence[Snippet], sentence: str, known: str) -> tuple[str, ...]:
    """The numbers and names of a sentence that none of these snippets has, each once; the names in ``known`` need no
    source."""
    return tuple(dict.fromkeys(_missing(sentence, cited, known)))


@lru_cache(maxsize=4_096)  # many claims are held against one passage
def stemmed_sentences(passage: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The sentences of a passage, in order, each with its content stems."""
    return tuple((one.text, stem_set(one.text)) for one in split_sentences(passage))


def _quote(sentence: str, cited: Sequence[Snippet]) -> str:
    """The sentence that shares most content stems with the claim; of equals the one with the least else, then the
    first."""
    wanted = stem_set(sentence)
    best, score = "", (0, 0)
    for snippet in cited:
        for text, stems in stemmed_sentences(snippet.text):
            here = (len(wanted & stems), -len(stems - wanted))
            if here > score:
                best, score = text, here
    return best


def _missing(sentence: str, cited: Sequence[Snippet], known: str) -> Iterator[str]:
    texts = [_spoken(one) for one in cited]
    given = frozenset[Decimal]().union(*(_values(one) for one in texts))
    for figure in figures(sentence):
        if not figure.stands(given):
            yield figure.text
    sources = [*(_vocabulary(one) for one in texts), _vocabulary(known)]
    for name in names(sentence):
        roman = roman_value(name.text)
        if (roman is None or roman not in given) and not any(says(one, name) for one in sources):
            yield name.text
    for token in special_tokens(sentence):  # a slip of the model's server, unless a source speaks of it
        if not any(token in one for one in texts):
            yield token


def _strange_opening(
    sentence: str, cited: Sequence[Snippet], snippets: Mapping[str, Snippet], known: str
) -> Iterator[str]:
    """The word that opens a sentence as its subject, where no cited snippet says it and none at all has it in small
    letters."""
    opening = opening_name(sentence)
    if not opening:
        return
    name, root = Name(opening, "", False), stem(opening.casefold())
    if any(says(_vocabulary(one), name) for one in (known, *map(_spoken, cited))):
        return
    if not any(root in _vocabulary(_spoken(one)).small for one in snippets.values()):
        yield opening


def _spoken(snippet: Snippet) -> str:
    year = "" if snippet.year is None else str(snippet.year)
    return f"{snippet.title} . {year} . {snippet.text}"


_values, _vocabulary = lru_cache(maxsize=2048)(values_in), lru_cache(maxsize=2048)(vocabulary)
