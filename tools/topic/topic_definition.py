"""The sentence that says what the topic is: how well one does, under any of its names, and the best among snippets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castalia.memory.identity import citation_keys
from castalia.memory.records import Citation, Claim, Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.topic_names import LINKED, short_name, tells_alone
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.objections.dependence import is_dependent
from castalia.tools.objections.own_work import speaks_of_itself
from castalia.tools.objections.sentence_rules import objections
from castalia.tools.topic.definitions import FAIR, defines
from castalia.tools.topic.derived_forms import derived_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.glossary_entries import as_sentence, out_of_brackets
from castalia.tools.topic.introduced_people import introduces
from castalia.tools.topic.name_definitions import (
    ASIDE,
    CONCEDES,
    LEADS_IN,
    LONGER_NAME,
    definition_score,
    plain_opening,
    without_lead_in,
)
from castalia.tools.topic.passages import may_be_quoted
from castalia.tools.topic.repetition import is_told
from castalia.tools.topic.topic_forms import unwritten

BAR = 0.85  # a score, with how near its snippet is to the topic; what is below opens no page
SHORTER_NAME = 0.6  # taken off, where only its last word stands there and it is no proper name
UNEXPLAINED = 0.5  # taken off, where it ends in a symbol
LOCAL = 0.7  # taken off, where it holds for one kind of living being alone ("in the human body")
# taken off, where it defines an acronym or a synonym of the topic, or what a form of its name means (superconductors)
OTHER_NAME, OTHER_FORM = 0.2, 0.6
# objections that only cost a definition some of its score:
FORGIVEN = frozenset({"we", "reader", "short", "long", "quotation", "formula"})
# no objection where no figure stands: "a technique to improve performance" is no score of one system
AIMED = frozenset({"score"})
# taken off, as for what is in brackets ("see Figure 2"), or where only "however," ties it to the sentence before
PARDON = 0.4
# "our awareness", which is anybody's; "In short, …"; "Blood and lymph are fluid connective tissues."
PARDON_LITTLE = 0.1
_OPENING_WORDS = 10  # that speak of nothing as if it were known

_SYMBOL = re.compile(r" [B-HJ-Zb-hj-zα-ωΑ-Ω]\.?$")
_LOCAL = re.compile(r"\bin (?:the |an? )?(?:human body|human being|humans|human beings|people|adults|children)\b")
_BRACKETED = re.compile(r" ?\([^()]*\)")
_COMPLETES_CONDITION = ("disease", "virus disease", "infection", "syndrome")  # what may be added to that of a disease
_SPEAKERS = re.compile(r"\b(?:we|us|let)\b", re.IGNORECASE)
_CONCLUDES = re.compile(r"(?:In (?:conclusion|sum(?:mary)?)|To (?:conclude|sum(?:mari[sz]e| up))|All in all)\b")
_ONE_OF = re.compile(r"One of the most (?:[\w-]+ ){2}(?=(?:about|of|in) (?!these\b|those\b|them\b|all\b))")


def define(evidence: Evidence, snippets: Sequence[Snippet], told: Sequence[frozenset[str]]) -> Claim | None:
    """The best definition of the topic among these snippets that does not repeat what is ``told`` (stems of sentences);
    ``None`` where none reaches the bar."""
    found: list[tuple[bool, float, str, str]] = []
    short = short_name(evidence.topic) if _is_common(evidence.topic, snippets) else ""
    for snippet in snippets:
        held = set(content_stems(snippet.text))
        if not evidence.stems <= held and held.isdisjoint(evidence.other_names):
            continue
        near = evidence.relevance.scores.get(snippet.id, 0.0)
        is_own = False
        for text in (out_of_brackets(one.text) for one in split_sentences(snippet.text)):
            if is_own and text.startswith("The "):
                continue  # the system of a paper
            is_own = evidence.papers and (is_own or speaks_of_itself(text))
            score = defining_score(text, evidence)
            is_whole = score > 0
            # "A class is …" for social class, but no court is the Supreme Court, nor what is told by way of the whole
            # name
            if not score and short and not _names(text, evidence.topic):
                score = max(0.0, defines(text, short) - SHORTER_NAME)
            pardon = _pardon(as_sentence(text, evidence.called)) if score > 0 and may_be_quoted(snippet) else None
            if pardon is not None:
                if is_told(stem_set(text), told):
                    continue
                score -= (
                    pardon
                    + 0.01 * abs(len(text.split()) - 20)
                    + UNEXPLAINED * _ends_in_symbol(text, evidence)
                    + LOCAL * bool(_LOCAL.search(text))
                )
                found.append((is_whole, score + 0.5 * near, snippet.id, text))
    fair = [one for one in found if one[1] >= BAR]
    if not fair:
        return None
    _, _, snippet_id, text = max(fair)  # by its whole name, where anything defines it so
    key = citation_keys([snippet_id])[snippet_id]
    return Claim(text, (Citation(key, snippet_id),), text)


def _ends_in_symbol(sentence: str, evidence: Evidence) -> bool:
    """Whether a sentence ends in a letter that stands for something, and not in the topic's own name ("vitamin C")."""
    own = sentence.rstrip(".").lower().endswith(tuple(name.lower() for name in evidence.called))
    return not own and _SYMBOL.search(sentence) is not None


def _names(sentence: str, topic: str) -> bool:
    return " ".join(topic.lower().split()) in sentence.lower()


def _pardon(sentence: str) -> float | None:
    """What a definition loses for what it trips; ``None`` where it may not stand on a page at all."""
    aimed = frozenset() if any(map(str.isdigit, sentence)) else AIMED
    tripped = set(objections(sentence)) - aimed
    if _CONCLUDES.match(sentence):
        return None
    outside = set(objections(_BRACKETED.sub("", sentence))) - aimed
    plain = _ONE_OF.sub("A finding ", ASIDE.sub("", without_lead_in(sentence), count=1), count=1)
    if not FORGIVEN.issuperset(outside) or is_dependent(plain, may_presume=True):
        return None
    if is_dependent(plain):  # it speaks of something as known; a definition may, but for what it is of
        return None if is_dependent(" ".join(plain.split()[:_OPENING_WORDS])) else PARDON
    leans = is_dependent(sentence)
    if CONCEDES.match(sentence):
        return None if leans else PARDON
    if not leans and (tripped == {"short"} or (tripped == {"we"} and not _SPEAKERS.search(sentence))):
        return PARDON_LITTLE
    if tripped or _SPEAKERS.search(sentence) or is_dependent(LEADS_IN.sub("", sentence, count=1)):
        return PARDON
    return PARDON_LITTLE if leans else 0.0


def _is_common(topic: str, snippets: Sequence[Snippet]) -> bool:
    """Whether the name is mostly written small: then it is no proper name."""
    small, large = topic.lower(), " ".join(word.capitalize() for word in topic.split())
    return sum(small in one.text for one in snippets) > sum(large in one.text for one in snippets)


def defining_score(sentence: str, evidence: Evidence) -> float:
    """How well a sentence defines the topic, under its own name or, for a little less, an acronym or a synonym of
    it."""
    words = evidence.relevance.synonyms
    others = evidence.other_names - unwritten(sentence, words)
    forms = derived_stems(evidence.topic)
    scores = [
        definition_score(sentence, words.get(one, one)) - (OTHER_FORM if one in forms else OTHER_NAME) for one in others
    ]
    # "Hallucination, … of a language model, is …", "Ripening is the ageing of cheese."
    head, *where = LINKED.split(evidence.topic, maxsplit=1)
    if where and tells_alone(head) and evidence.relevance.named_in(stem_set(sentence)):
        scores.append(definition_score(sentence, head) - OTHER_NAME)
    if evidence.is_condition:  # "The Ebola virus disease is …"
        whole = [f"{name} {noun}" for name in evidence.called for noun in _COMPLETES_CONDITION]
        scores.append(max(defines(plain_opening(sentence), one) for one in whole) - LONGER_NAME)
    scores.append(FAIR if introduces(plain_opening(sentence), evidence.relevance.names) else 0.0)
    return max(*(definition_score(sentence, name) for name in evidence.called), *scores)


def says_what(sentence: str, evidence: Evidence) -> bool:
    """Whether a sentence says fairly what the topic is."""
    plain, names = plain_opening(sentence), evidence.relevance.names
    return introduces(plain, names) or any(defines(plain, name) >= FAIR for name in evidence.called)
