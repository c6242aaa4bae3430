"""Names that the snippets themselves spell out: acronyms beside their full names, and species with the genus in full
and cut short.

As stems: what is said of "HGT" is said of horizontal gene transfer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from castalia.memory.records import Snippet
from castalia.tools.language.acronyms import acronyms
from castalia.tools.language.binomials import binomials
from castalia.tools.language.words import content_stems, same_name, stem_set, term_stems
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.topic_forms import singular

RARE = 0.2  # of the snippets that spell an acronym out; a meaning of fewer is not reckoned with

Spelled = frozenset[tuple[tuple[str, ...], tuple[str, ...]]]  # (short, long)


def spelled_names(snippets: Sequence[Snippet]) -> Spelled:
    """The short and full names, as stems, that the snippets themselves set side by side; of species, in full and with
    the genus cut short. What a short name hardly ever stands for, beside something else, is left out."""
    pairs = (pair for one in snippets for pair in acronyms(one.text))
    spelled = Counter((content_stems(short), content_stems(long)) for short, long in pairs)
    meanings: Counter[tuple[tuple[str, ...], str]] = Counter()
    uses: Counter[tuple[str, ...]] = Counter()
    for (short, long), count in spelled.items():
        meanings[short, _letters(" ".join(long))] += count
        uses[short] += count
    usual = {one for one in spelled if meanings[one[0], _letters(" ".join(one[1]))] >= RARE * uses[one[0]]}
    species = binomials(one.text for one in snippets)
    return frozenset(usual | {(content_stems(short), content_stems(long)) for short, long in species})


def aliases_of(topic: Sequence[str], spelled: Spelled) -> frozenset[str]:
    """The acronyms that the snippets themselves define for the topic, as stems; "post-traumatic" and "posttraumatic" is
    one name."""
    own = _letters(" ".join(topic))
    return frozenset(short[0] for short, long in spelled if len(short) == 1 and _letters(" ".join(long)) == own)


def spelled_otherwise(text: str, aliases: Set[str], names: Iterable[Sequence[str]]) -> frozenset[str]:
    """The acronyms among these aliases (stems) that a text spells out as something else than any of a topic's names
    (stems): "multilingual language models (MLLMs)" are no multimodal ones."""
    told: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for short, long in acronyms(text):
        for name in aliases & {*content_stems(short)}:
            told[name].append(content_stems(long))
    own = list(names)
    return frozenset(name for name, longs in told.items() if not any(_is_of(one, longs) for one in own))


def _is_of(name: Sequence[str], longs: Iterable[Sequence[str]]) -> bool:
    """Whether any of these full names is a name of the topic, or all but a word of it ("CoT")."""
    return any(same_name(long, name) or set(long) <= set(name) for long in longs)


def expansions_of(topic: str, spelled: Spelled) -> frozenset[frozenset[str]]:
    """What the snippets spell the topic out as, where it is an acronym."""
    return frozenset(map(frozenset, _longs(topic, spelled)))


def full_name(topic: str, spelled: Spelled) -> tuple[str, ...]:
    """What the snippets spell a short topic out as (stems, in order), where they do so in one way; else nothing."""
    longs = _longs(topic, spelled)
    return longs[0] if len({_letters(" ".join(long)) for long in longs}) == 1 else ()


def _longs(topic: str, spelled: Spelled) -> list[tuple[str, ...]]:
    """The full names of a short topic; of fairness none, though its stem is that of "FAIR"."""
    stems = content_stems(topic)
    if len(stems) == 1 and stems[0] != singular(topic.lower()):
        return []
    return sorted(long for short, long in spelled if short == stems)


def spelled_out(one: Passage, aliases: frozenset[str], topic: tuple[str, ...]) -> Passage:
    """The passage read with the topic's name in place of its acronyms; its text stays as it is."""
    if not aliases & one.stems:
        return one

    def full(stems: frozenset[str]) -> frozenset[str]:
        return full_stems(stems, aliases, topic)

    def spelled(phrases: frozenset[str]) -> frozenset[str]:
        return frozenset(" ".join(spelled_phrase(phrase.split(), aliases, topic)) for phrase in phrases)

    return replace(
        one,
        stems=full(one.stems),
        opening=full(one.opening),
        subject=full(one.subject),
        phrases=spelled(one.phrases),
        terms=spelled(one.terms),
        presumes=spelled(one.presumes),
    )


def named_in_full(one: Passage, bare: frozenset[str], topic: tuple[str, ...]) -> Passage:
    """The passage read with the topic's whole name where its ``bare`` last word is a noun phrase by itself; other
    phrases with that word, and the terms, stay: an equilibrium constant is no heading "Chemical equilibrium
    constant"."""
    if not bare & one.phrases:
        return one
    own = " ".join(topic)
    return replace(
        one,
        stems=one.stems | frozenset(topic),
        opening=full_stems(one.opening, bare, topic),
        subject=full_stems(one.subject, bare, topic) if one.subject == bare else one.subject,
        phrases=frozenset(own if phrase in bare else phrase for phrase in one.phrases),
    )


def headed_by(one: Passage, name: str, topic: Set[str]) -> Passage:
    """The passage with the topic for its subject where it begins with the whole ``name``, of which a noun phrase is
    only the first part ("The second law of thermodynamics")."""
    if not one.subject < topic or len(topic) < 2:
        return one
    begin = stem_set(" ".join(one.text.split()[: len(name.split()) + 1]))
    own = " ".join(content_stems(name))
    return replace(one, subject=frozenset(topic), phrases=one.phrases | {own}) if topic <= begin else one


def spelled_phrase(words: Iterable[str], aliases: frozenset[str], topic: Sequence[str]) -> list[str]:
    """A phrase (as stems) with the topic's name in place of its acronyms, in order."""
    return [part for word in words for part in (topic if word in aliases else (word,))]


def full_stems(stems: frozenset[str], aliases: frozenset[str], topic: Iterable[str]) -> frozenset[str]:
    """These stems with the topic's in place of its acronyms."""
    return (stems - aliases).union(topic) if aliases & stems else stems


def other_names(stems: frozenset[str], named: Set[tuple[str, str]]) -> frozenset[str]:
    """What else the snippets call it, as terms: the full name of an acronym, the acronym of a full name; from the pairs
    of a short and a full name, as terms.

    An acronym that they spell out in several ways names several things, and stands for none of them; "multi-modal" and
    "multimodal" is one way, and "carbon dioxide gas" is no other than "carbon dioxide".
    """
    return frozenset(other for one, other in _pairs(frozenset(named)) if one == stems != term_stems(other))


def in_full(stems: frozenset[str], named: Set[tuple[str, str]]) -> frozenset[str]:
    """These stems with the full name in place of each acronym that stands for one thing: "NLP tasks" are tasks of
    natural language processing."""
    longs = {next(iter(one)): term_stems(other) for one, other in _pairs(frozenset(named)) if len(one) == 1}
    return frozenset().union(*(longs.get(one, {one}) for one in stems))


@lru_cache(maxsize=8)
def _pairs(named: frozenset[tuple[str, str]]) -> tuple[tuple[frozenset[str], str], ...]:
    """The names that stand for one thing, short and full ones, as stems, each with the other one."""
    spelled: dict[frozenset[str], set[frozenset[str]]] = defaultdict(set)
    for short, long in named:
        spelled[term_stems(short)].add(term_stems(long))
    shortest = [
        (short, long) for short, long in named if not any(one < term_stems(long) for one in spelled[term_stems(short)])
    ]
    meanings = Counter(short for short, _ in {(term_stems(one), _letters(other)) for one, other in shortest})
    clear = sorted((short, long) for short, long in shortest if meanings[term_stems(short)] == 1)
    return tuple((term_stems(one), other) for pair in clear for one, other in (pair, pair[::-1]))


def _letters(term: str) -> str:
    """Its letters sorted: equal for a name written together, apart, or turned round."""
    return "".join(sorted(term.replace(" ", "")))
