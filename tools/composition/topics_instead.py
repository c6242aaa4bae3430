"""What to ask for in place of a topic of which too little can be quoted: the topic without its first or last words, or
what stands near to it, each only where enough of it can be quoted. What stands near is found in ``nearest``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from castalia.memory.errors import UnknownTopicError
from castalia.memory.memory import Memory
from castalia.memory.triplets import TripletGraph
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.doubt_limits import LARGE
from castalia.tools.composition.heading_words import may_stand
from castalia.tools.composition.section_topics import count_naming
from castalia.tools.language.noun_classes import base_noun, is_plural
from castalia.tools.language.words import content_stems, stem, words_with
from castalia.tools.topic.background import Background
from castalia.tools.topic.evidence import Evidence, read_anchor, weigh
from castalia.tools.topic.nearest import RARE, in_one
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.retrieval import seed_hits

MOST = 3
TRIED = 6  # of those that might do: each is looked up, which takes up to half a second
READ = 40  # snippets that name one of them best
# sentences of these that name it, at least: of 74 phrases of a textbook and of papers, all with so many made a page,
# and few of those with less
ENOUGH = 7


async def topics_instead(topic: str, near: Iterable[str], memory: Memory, domain: str) -> tuple[str, ...]:
    """Up to ``MOST`` topics to ask for in place of this one, which has been read and found to say too little: the
    longest shorter names of it first, as those ``near`` to it are written, then the others of these."""
    others = {content_stems(one): one for one in reversed([*near]) if not is_rephrased(one, topic)}
    shorter = dict.fromkeys(content_stems(one) for one in shorter_names(topic) if not is_rephrased(one, topic))
    written = {content_stems(one): one for one in reversed(shorter_names(topic))} | others
    told: list[tuple[str, ...]] = []
    for one in [*dict.fromkeys((*shorter, *reversed(others)))][:TRIED]:
        is_part = one in shorter and any(len(one) < len(other) for other in told)
        if len(told) < MOST and not is_part and await says_enough(written[one], memory, domain):
            told.append(one)
    return tuple(written[one] for one in told)


def shorter_names(topic: str) -> tuple[str, ...]:
    """The topic without its first words, and without its last, the longest names first: "supernova" for a type Ia
    supernova."""
    words = topic.split()

    def cut() -> Iterator[str]:
        for size in range(len(words) - 1, 0, -1):
            for part in (words[-size:], words[:size]):
                if all(content_stems(one) for one in (part[0], part[-1])):  # "of the fjords" is no name
                    yield " ".join(part)

    return tuple(dict.fromkeys(cut()))


def is_rephrased(name: str, topic: str) -> bool:
    """Whether a name says all that the topic does, in whatever order, together or apart, alone or with more: of that
    the corpus says no more than of the topic."""
    own, other = content_stems(topic), content_stems(name)
    return frozenset(own) <= frozenset(other) or in_one(own) == in_one(other)


def is_everywhere(relevance: Relevance, background: Background) -> bool:
    """Whether it is a word that much of a large corpus holds, whatever it speaks of: who asks for dark energy is not
    helped by energy."""
    stems = relevance.stems
    return relevance.size >= LARGE and len(stems) == 1 and background.share(stems[0]) > RARE


async def says_enough(topic: str, memory: Memory, domain: str) -> bool:
    """Whether a page on this topic may be hoped for: ``ENOUGH`` sentences that name it can be quoted from the snippets
    that do so best, and it is the name of something that not everything there speaks of."""
    try:
        relevance, background = await read_anchor(memory, topic, domain)
    except UnknownTopicError:
        return False
    if is_everywhere(relevance, background):
        return False
    hits = await seed_hits(memory, topic, domain, READ, anchored=True)
    snippets = await memory.snippets([one.snippet_id for one in hits])
    evidence = await run_in_thread(weigh, relevance.name, relevance, background, snippets, TripletGraph())
    return _is_name(topic, evidence) and _quotable(evidence) >= ENOUGH


def _quotable(evidence: Evidence) -> int:
    return count_naming([one.text for one in evidence.singles if one.doubt <= evidence.bar], evidence)


def _is_name(topic: str, evidence: Evidence) -> bool:
    """Whether a heading could be written so; what hardly stands behind other words is a noun still where texts have
    more of it ("neutrinos"): nobody speaks of darks."""
    last = base_noun(topic.split()[-1].lower())
    texts = (one.text for one in evidence.snippets.values())
    has_plural = any(
        is_plural(word) and base_noun(word) == last for text in texts for word in words_with(stem(last), text)
    )
    return may_stand(topic, evidence.background.classes, is_name=has_plural)
