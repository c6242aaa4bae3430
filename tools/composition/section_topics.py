"""Whether a section is still about the page's topic, or about a neighbour of it that only stands beside it once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.topic_mentions import touches

OFF_TOPIC = 0.02  # of the heaviest word's weight in the relevance model: words that weigh less say nothing of the topic
NAMING = 1 / 3  # of its sentences, at most, name the topic in a section that may be about something else
TIED = 0.05  # of the snippets with the words of its heading name the topic, at least, where it belongs to the topic


def is_about_topic(heading: str, sentences: Sequence[str], evidence: Evidence) -> bool:
    """Whether a section tells of the topic: more than a few of its sentences name it, or texts that hold the words of
    its heading often do.

    "Lens" on a page on rainbows is about lenses, "Plasmid" on one on horizontal gene transfer about that. All is about
    the topic where the corpus is about little else.
    """
    if evidence.relevance.focused or count_naming(sentences, evidence) > NAMING * len(sentences):
        return True
    return tie(heading, evidence) >= TIED


def is_astray(stems: frozenset[str], snippet_id: str, evidence: Evidence) -> bool:
    """Whether what a snippet says (its stems) holds nothing of the topic, nor does its title; not in a corpus that was
    gathered on the topic, nor of a system that a paper on the topic presents."""
    if (
        snippet_id in evidence.titled
        or snippet_id in evidence.on_systems
        or stems & evidence.stems
        or evidence.relevance.gathered
    ):
        return False
    return evidence.relevance.mass(stems) / evidence.relevance.heaviest < OFF_TOPIC


def count_naming(sentences: Iterable[str], evidence: Evidence) -> int:
    """How many of these sentences name the topic, be it by an acronym that its snippets spell out, or in the title of
    their snippet."""
    known = {
        one.text: one.stems | evidence.stems if one.snippet_id in evidence.titled else one.stems
        for one in evidence.singles
    }
    stems = (known.get(one) or stem_set(one) for one in sentences)
    return sum(touches(one, evidence.relevance, evidence.background) for one in stems)


def tie(heading: str, evidence: Evidence) -> float:
    """The share of the snippets with the words of a heading that name the topic; 1 for a heading of the topic's own
    words.

    The topic's words in it do not count ("Negative staining" on a page on Gram staining). The share is estimated by
    Bayes' rule, for only snippets on the topic have been read: from how many of those that name the topic hold the
    words, and how usual topic and words are in the corpus.
    """
    words = content_stems(heading)
    wanted = frozenset(words) - evidence.stems
    held = (frozenset().union(*those) for those in evidence.sentences.values())
    naming = [one for one in held if evidence.stems <= one]
    if not wanted or not naming or not evidence.relevance.size:
        return 1.0
    beside = sum(wanted <= one for one in naming) / len(naming)
    topic = max(evidence.relevance.literal, evidence.relevance.named) / evidence.relevance.size
    background = evidence.background
    is_phrase = len(words) > 1 and wanted == set(words)
    usual = background.phrase_share(" ".join(words)) if is_phrase else min(map(background.share, wanted))
    return beside * topic / usual
