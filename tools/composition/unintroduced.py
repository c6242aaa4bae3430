"""The unintroduced: what a sentence speaks of as known because its document has introduced it, and its page has not.

"As synthesis proceeds, the RNA primers are replaced by DNA" stands in a textbook a few sentences behind what a primer
is. Where these are not quoted, a reader asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from castalia.memory.records import Claim, Draft, Section, nodes_of
from castalia.tools.composition.source_lines import is_strange_name
from castalia.tools.drafting.drafts import keep_claims
from castalia.tools.language.phrases import Phrase, noun_phrases
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import FUNCTION_WORDS, content_stems, stem_set
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.presuppositions import definites_in

NEAR = 8  # sentences before one in its part of a document: what was introduced earlier is no longer the matter
TWICE = 2  # of these sentences speak of a thing: it is their matter


def without_unintroduced(
    lead: Draft, begun: Set[str], outline: Sequence[Section], drafts: Mapping[str, Draft], evidence: Evidence
) -> tuple[Draft, dict[str, Draft]]:
    """A page's lead and its drafts without the quotations that speak of something unintroduced, read from the first to
    the last; what the lead has ``begun`` with (its sentences) stays."""
    known = set(evidence.stems)

    def wanted(claim: Claim) -> bool:
        if claim.sentence not in begun and unintroduced(claim, known, evidence):
            return False
        known.update(content_stems(claim.sentence))
        return True

    if evidence.papers:  # not measured there: abstracts take for known what their readers know
        return lead, dict(drafts)
    lead, kept = keep_claims(lead, wanted), dict(drafts)
    for node in nodes_of(outline):
        known.update(stem_set(node.heading))
        kept[node.id] = keep_claims(drafts[node.id], wanted)
    return lead, kept


def unintroduced(claim: Claim, known: Set[str], evidence: Evidence) -> frozenset[frozenset[str]]:
    """What a quotation takes from the sentences before it in its document, each thing as its stems, of which not all
    are among what a reader has read (``known``): of what it calls "the …" that which they speak of in the last of them
    or in ``TWICE`` of them, of names whatever they hold. A definition takes nothing for known."""
    if claim.sentence != claim.quote or not claim.citations or definition_subject(claim.sentence):
        return frozenset()
    presumed = {one: is_name for one, is_name in _presumed(claim.sentence, evidence) if not one <= known}
    said = _said_before(claim, evidence) if presumed else []
    return frozenset(
        one
        for one, is_name in presumed.items()
        if (said and one <= said[-1]) or sum(one <= stems for stems in said) >= (1 if is_name else TWICE)
    )


def _presumed(sentence: str, evidence: Evidence) -> Iterator[tuple[frozenset[str], bool]]:
    """What a sentence speaks of as known and few texts hold, as stems, and whether it is a name: the nouns that it
    calls "the …", each alone and as they stand together, and proper names. Left out are what it puts in brackets, what
    it explains in them ("the Zygomycota (zygomycetes)"), and the parts of a longer name ("Elizabeth Loftus")."""
    phrases = tuple(
        one
        for one in noun_phrases(sentence, evidence.background.classes)
        if sentence.count("(", 0, one.start) <= sentence.count(")", 0, one.start)
        and not sentence.startswith(" (", one.end)
    )
    whole = tuple(one for one in phrases if "-" not in one.text)  # "pre-mRNA" is an mRNA
    found = [(name, False) for _, name in definites_in(sentence, whole)]
    for phrase in phrases:
        is_definite = phrase.is_definite_in(sentence)
        for word in _nouns(sentence, phrase, evidence):
            is_name = phrase.start > 0 and _is_name(word)
            if is_definite or is_name:
                found += [(stem, is_name) for stem in content_stems(word)[-1:]]
    for name, is_name in found:
        if is_strange_name(name, evidence):
            yield frozenset(name.split()), is_name


def _nouns(sentence: str, phrase: Phrase, evidence: Evidence) -> list[str]:
    before, after = sentence[: phrase.start].split()[-1:], sentence[phrase.end :].split()[:1]
    words = phrase.text.split()
    row = [*(before or [""]), *words, *(after or [""])]
    return [
        word
        for at, word in enumerate(words, 1)
        if evidence.background.classes.is_noun_head(word)
        and not (_is_name(word) and (_is_name(row[at - 1]) or _is_name(row[at + 1])))
    ]


def _is_name(word: str) -> bool:
    """Whether a word may be part of a name of several words, and is no acronym."""
    return word[:1].isupper() and not word[:2].isupper() and word.lower() not in FUNCTION_WORDS


def _said_before(claim: Claim, evidence: Evidence) -> list[frozenset[str]]:
    """The stems of each of up to ``NEAR`` sentences before a quotation in its part of its document."""
    name = claim.citations[0].snippet_id
    snippet = evidence.snippets.get(name)
    if snippet is None:
        return []
    texts = [one.text for one in split_sentences(snippet.text)]
    said = list(evidence.sentences[name][: texts.index(claim.sentence)]) if claim.sentence in texts else []
    while len(said) < NEAR and name in evidence.before:
        name = evidence.before[name]
        said = [*evidence.sentences[name], *said]
    return said[-NEAR:]
