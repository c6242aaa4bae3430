"""Unit ranks: which sections an editor keeps where there is no room for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from castalia.memory.records import Section
from castalia.tools.composition.facet_headings import facet_name_of
from castalia.tools.composition.facet_lists import facet
from castalia.tools.composition.fit import Pool
from castalia.tools.topic.passages import Passage

LONGEST_UNIT = 450  # words, however much there is to say
SUPPLY = 900  # words that sections have to tell, in all, for a page
MOSTLY = 0.75  # of the words that a section needs, without which it is not begun
DOUBT = 0.3  # of a sentence's fit, for each unit of log-odds that a reader objects


def ranked(outline: Sequence[Section], found: Mapping[str, Pool], shortest: int, titled: Set[str]) -> list[str]:
    """The ids of the sections, by what was ``found`` for them, the first to keep before the others.

    The value of a section is the sum of how well it fills ``shortest`` words, how much of ``LONGEST_UNIT`` words there
    is for it, and how much an article wants it. That last is the ``prior`` of its facet, or of the facet that it is
    called after; for other sections of documents more, the earlier one comes; 0 for a heading on a term.
    A section of documents on something else ("Covalent bonding" of ionic bonds), hardly a snippet of which is
    ``titled`` (the ids of what stands under the topic's name), has the first part only.
    """
    wanted, beside = _wanted(outline), _beside(outline, found, titled)

    def value(name: str) -> float:
        if name in beside:
            return _worth(found[name], shortest)
        supply = min(1.0, words_of([one for one, _ in found[name]]) / LONGEST_UNIT)
        return _worth(found[name], shortest) + supply + wanted[name]

    return sorted(wanted, key=lambda name: (-value(name), name))


def first_to_fit(ranked_units: Sequence[str], room: Mapping[str, int], words: int, shortest: int) -> set[str]:
    """Of units (their ids, the first to keep before the others) those that share so many words: each is reckoned to
    have ``shortest``, or what there is for it, and one has to have most of that."""
    kept: set[str] = set()
    left = words
    for name in ranked_units:
        if kept and left < MOSTLY * shortest:
            break
        kept.add(name)
        left -= min(shortest, room[name])
    return kept


def words_of(passages: Sequence[Passage]) -> int:
    """How many words the sentences of these passages have, each counted once."""
    sentences = {(one.snippet_id, one.start + at): text for one in passages for at, text in enumerate(one.sentences)}
    return sum(len(text.split()) for text in sentences.values())


def _wanted(outline: Sequence[Section]) -> dict[str, float]:
    """How much a page wants each section (by id), from 0 to 1."""
    told = [section for section in outline if section.sources]
    wanted = {section.id: 1 - at / len(told) for at, section in enumerate(told)}
    for section in outline:
        name = facet_name_of(section)
        wanted[section.id] = max(facet(name).prior if name else 0.0, wanted.get(section.id, 0.0))
    return wanted


def _beside(outline: Sequence[Section], found: Mapping[str, Pool], titled: Set[str]) -> set[str]:
    """Those of the sections that tell documents again of which most does not stand under the topic's name; none where
    that is so of all."""
    ids = {one.id: {passage.snippet_id for passage, _ in found[one.id]} for one in outline if one.sources}
    beside = {name for name, own in ids.items() if 2 * len(own & titled) < len(own)}
    return beside if len(beside) < len(ids) else set()


def _worth(found: Pool, words: int) -> float:
    """How well the sentences that belong most to a unit do, over so many words: their fit, less what doubt there is of
    them."""
    singles = ((fit - DOUBT * one.doubt, one.words) for one, fit in found if one.is_single)
    left, worth = words, 0.0
    for value, size in sorted(singles, reverse=True):
        if left <= 0:
            break
        worth += value * min(size, left) / words
        left -= size
    return worth
