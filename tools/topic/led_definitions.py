"""Led definitions: what the topic is, told in a sentence that the one before it leads up to ("… creates a disturbance
in spacetime. This disturbance is called a gravitational wave"). Both together open a page that nothing else defines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from castalia.memory.identity import citation_keys
from castalia.memory.records import Citation, Claim, Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import stem_set
from castalia.tools.objections.dependence import is_dependent
from castalia.tools.objections.rule_words import FINITE_VERBS
from castalia.tools.objections.sentence_rules import objections
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import may_be_quoted
from castalia.tools.topic.repetition import is_told
from castalia.tools.topic.topic_definition import BAR, defining_score

ORDINARY = 20  # words of a definition
LENGTHY = 0.01  # taken off for each word more or less
OPENING = 10  # words in which a definition leans on what comes before, unless it takes that up
NEAR = 0.5  # for how near its snippet is to the topic

_TURNS = re.compile(
    r"(?:(?:In|By) (?:contrast|turn|fact|comparison)|On the other hand|However|Thus|Therefore|Hence|Instead|Conversely), "
)
_TAKES_UP = re.compile(r"\b(?:[Tt]his|[Tt]hese|[Ss]uch) ([a-z]+)\b(?![.,;:])")
_NOUN = re.compile(r"\b(?:this|these|such) [a-z]+[.,;:]")  # "to fill this need."
# "The bacteria are" those that were spoken of; "This is why it is called T" does not say what it is
_NOT_SO = re.compile(r"^The [a-z]+s? are\b|\bwhy\b")


def led_definition(
    evidence: Evidence, snippets: Sequence[Snippet], told: Sequence[frozenset[str]]
) -> tuple[Claim, Claim] | None:
    """The best definition of the topic among these snippets that leans on the sentence before it, with that; neither
    repeats what is ``told`` (stems of sentences). ``None`` where none reaches the bar."""
    found: list[tuple[float, str, str, str]] = []
    for snippet in snippets:
        if not may_be_quoted(snippet) or not evidence.stems <= stem_set(snippet.text):
            continue
        near = NEAR * evidence.relevance.scores.get(snippet.id, 0.0)
        for before, sentence in pairwise(one.text for one in split_sentences(snippet.text)):
            score = _score(before, sentence, evidence)
            if score and not any(is_told(stem_set(one), told) for one in (before, sentence)):
                found.append((score + near, snippet.id, before, sentence))
    best = max(found, default=None)
    if best is None or best[0] < BAR:
        return None
    _, snippet_id, before, sentence = best
    cited = (Citation(citation_keys([snippet_id])[snippet_id], snippet_id),)
    return Claim(before, cited, before), Claim(sentence, cited, sentence)


def leads_up_to_definition(before: str, sentence: str, evidence: Evidence) -> bool:
    """Whether two sentences in a row are a definition and what leads up to it."""
    return _score(before, sentence, evidence) > 0


def _score(before: str, sentence: str, evidence: Evidence) -> float:
    """How well a sentence defines the topic that goes on with the one before it; 0 where it does not, or where either
    may not stand on a page."""
    if _NOT_SO.search(sentence) or not _goes_on(before, sentence, evidence):
        return 0.0
    score = defining_score(_plain(sentence), evidence)
    if not score or not is_dependent(sentence) or objections(sentence, goes_on=True):
        return 0.0
    if objections(before) or is_dependent(before):
        return 0.0
    return score - LENGTHY * abs(len(sentence.split()) - ORDINARY)


def _goes_on(before: str, sentence: str, evidence: Evidence) -> bool:
    """Whether a sentence takes up what the one before it says, or turns from it."""
    if _TURNS.match(sentence) or _NOUN.search(sentence):
        return True
    if any(word not in FINITE_VERBS for word in _TAKES_UP.findall(sentence)):
        return True
    leans = is_dependent(" ".join(sentence.split()[:OPENING]))  # "The rocky ones are called asteroids"
    return leans and not (stem_set(before) & stem_set(sentence)) <= evidence.stems


def _plain(sentence: str) -> str:
    """The sentence without the turn that it begins with ("In contrast, learning is …")."""
    core = _TURNS.sub("", sentence, count=1)
    return core[:1].upper() + core[1:]
