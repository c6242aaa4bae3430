"""Coined systems: what papers give names of their own (methods, tools, datasets), and the sentence that says what such a
thing is or does.

What a paper tells of its own work is not said of the topic. Under a heading for such work it is, if it can be read
without the paper: "EfficientRAG iteratively generates new queries …". Figures of success are left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import lru_cache

from castalia.memory.records import Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.objections.own_work import COINED, names_coined
from castalia.tools.objections.sentence_rules import leans, objections, reservations

SHORTEST = 8  # words of a sentence that tells what something does


@lru_cache(maxsize=1_024)  # asked of a snippet at each step of curation
def coined_system(snippet: Snippet, topic: frozenset[str] = frozenset()) -> tuple[int, int, str] | None:
    """The indices of the first sentence of an abstract that says what the thing is or does that its paper gives a name,
    and of the first one that names it, and its name; ``None`` for an abstract without such a sentence. The ``topic``
    itself, by any of these names (in small letters), is no such thing."""
    sentences = [one.text for one in split_sentences(snippet.text)]
    given = names_coined(snippet.text) | _titled(snippet.title) | _given(sentences)
    names = {one for one in given if one.lower() not in topic}
    naming = [at for at, one in enumerate(sentences) if not names.isdisjoint(_WORD.findall(one))]
    told = ((at, naming[0], _what_told(sentences[at], names)) for at in naming)
    return next((one for one in told if one[2]), None)


_WORD = re.compile(r"[\w-]+")


def _given(sentences: Sequence[str]) -> Set[str]:
    """The names that sentences give in which a paper presents its work."""
    return {
        one
        for text in sentences
        if _GIVES.search(text)
        for found in _GIVEN.finditer(text)
        for one in found.groups()
        if one
    }


def _titled(title: str) -> Set[str]:
    """The name before the colon of a title, if it is written like no word: "RAGTruth: A Hallucination Corpus"."""
    found = _TITLE.match(title)
    return {found[1]} if found else set()


_TITLE = re.compile(rf"{COINED}:")
_GIVES = re.compile(
    r"\b(?:[Ww]e|[Tt]his (?:paper|work|study|article)) (?:\w+ly |first |then |also |here |thus )?"
    r"(?:propose|present|introduce|develop|design|describe|build|construct|create|release)[sd]?\b"
)
_GIVEN = re.compile(
    rf"\({COINED}\)|\b(?:named|called|dubbed|propose|present|introduce|develop) {COINED}\b|: {COINED}[,.(]"
)


def _what_told(sentence: str, names: Set[str]) -> str:
    """The one of these names that a sentence has for its subject, if it says what that is or does, in words that praise
    nothing; else ""."""
    found = _SUBJECT.match(sentence)
    is_told = (
        found is not None
        and found["name"] in names
        and len(sentence.split()) >= SHORTEST
        and _SAYS_LITTLE.fullmatch(found["verb"]) is None
        and _PRAISES.search(sentence) is None
        and _PARTS.search(sentence) is None
        and not (leans(sentence) or objections(sentence) or reservations(sentence))
    )
    return found["name"] if found and is_told else ""


_SUBJECT = re.compile(
    r"(?:The )?(?P<name>[A-Z][\w-]+)"
    r"(?: (?:model|framework|method|approach|algorithm|system|tool|pipeline|dataset|benchmark|corpus|database))?"
    r" (?:\w+ly )?"
    r"(?P<verb>(?:is|are|was) (?:\w+ly )?(?:an?|the|based|built|made|composed|constructed|created|derived|designed|curated|collected"
    r"|compiled|annotated|organi[sz]ed|tailored|drawn)|(?!(?:is|was|does)\b)[a-z]+(?<!s)s)\b(?! (?:is|are|was|were|has|have|can|may|will)\b)"
)
# What it achieves, aims at or begins with says little of what it is.
_SAYS_LITTLE = re.compile(
    r"(?:achieve|advance|aim|allow|attain|beat|begin|boost|bring|contribute|demonstrate|enhance|enjoy|exceed|excel|exhibit|facilitate"
    r"|generali[sz]e|help|highlight|improve|keep|maintain|obtain|offer|open|outperform|overcome|pave|perform|prove|reduce"
    r"|remain|represent|reveal|run|save|scale|serve|show|start|succeed|surpasse|work|yield)s"
)
_PRAISES = re.compile(
    r"\b(?:significant(?:ly)?|effective(?:ly)?|superior|outperform\w*|substantial(?:ly)?|remarkabl\w+|consistent(?:ly)?|comparable"
    r"|robust(?:ly)?|excels?|novel|state-of-the-art|seamless(?:ly)?|publicly|open-?sourced?|promising|advances|valuable"
    r"|meticulous(?:ly)?|reliabl[ey]|strengths|accurately|best|plug-and-play)\b"
)
_PARTS = re.compile(  # a list of its parts does not say what it is for
    r"\b(?:two|three|four|five|six|several|multiple) (?:[\w-]+ )?(?:components|modules|parts|phases|principles|stages|steps)\b"
)
