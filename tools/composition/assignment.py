"""Assignment: each curated snippet to the units whose sentences it holds, and to each unit its share of the words.

Sentences have one place at most, so two units never draw on the same sentence even where they share a snippet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from castalia.memory.records import Section, nodes_of
from castalia.tools.composition.fit import Pool
from castalia.tools.composition.placed_evidence import Placed
from castalia.tools.composition.unit_ranks import LONGEST_UNIT, SUPPLY, first_to_fit, ranked, words_of
from castalia.tools.composition.word_shares import PART, cut, share

OVER, FAR_OVER = 1.05, 1.15  # of the words asked for: what shares may come to, and their parts
USUAL = 1_700  # words of a page of which units tell the share that was found; of a shorter one they tell more
LEAST_TOLD = 0.85  # of the words that a section of documents may use, it tells at least


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a unit (a top-level section with its subsections) may use: snippet ids, and about how many words; ``pinned``
    are those that a person wants used there."""

    section: str
    snippet_ids: tuple[str, ...]
    words: int
    pinned: tuple[str, ...] = ()


def assign(
    outline: Sequence[Section], placed: Placed, words: int, titled: Set[str], shortest: int = 110
) -> tuple[Assignment, ...]:
    """One assignment a unit, in outline order, with a share of the words by how much there is to say.

    On a short page not every unit can have ``shortest`` words. Then those units are kept that an editor would keep
    (``ranked``, by which snippets are ``titled``), and of these the subsections with most to say. A unit for which
    nothing was found has an assignment of no words.
    """
    found = {one.id: [pair for node in nodes_of([one]) for pair in placed.passages[node.id]] for one in outline}
    yields = {one.id: _share_told(one, found[one.id]) for one in outline}
    room = {name: round(yields[name] * words_of([one for one, _ in those])) for name, those in found.items()}
    filled = [one for one in outline if room[one.id]]
    kept = set(room)
    if len(filled) > max(1, words // shortest):
        kept -= {one.id for one in filled}
        kept |= first_to_fit(ranked(filled, found, shortest, titled), room, words, shortest)
    units = [one for one in outline if one.id in kept]
    longest = _longest(units, room, found, titled)
    shares = share(words, {one.id: room[one.id] for one in units}, shortest, longest)
    if sum(shares.values()) > words * OVER:
        shares = cut(shares, words, min(shortest, words // len(kept.intersection(one.id for one in filled))))
    lost = min(1.0, words / USUAL)  # of few words nearly all are told
    given = {one.id: round(shares[one.id] / (1 - (1 - yields[one.id]) * lost)) for one in units}
    parts = _without_poorest({one.id: _parts(one, placed) for one in units}, given, yields, words * FAR_OVER)
    ids = {
        name: {one.snippet_id for part in those for one, _ in placed.passages[part]} for name, those in parts.items()
    }
    return tuple(Assignment(one.id, tuple(sorted(ids[one.id])), given[one.id]) for one in units)


def _longest(
    units: Sequence[Section], room: Mapping[str, int], found: Mapping[str, Pool], titled: Set[str]
) -> dict[str, int]:
    """The most words of each unit: ``LONGEST_UNIT``, and where all together have less than ``SUPPLY`` to say, as many for
    one that tells documents again which stand under the topic's name."""
    if sum(min(room[one.id], LONGEST_UNIT) for one in units) >= SUPPLY:
        return {one.id: LONGEST_UNIT for one in units}

    def is_on_topic(unit: Section) -> bool:
        names = {one.snippet_id for one, _ in found[unit.id]}
        return bool(unit.sources) and 2 * len(names & titled) > len(names)

    return {one.id: SUPPLY if is_on_topic(one) else LONGEST_UNIT for one in units}


def _without_poorest(
    parts: Mapping[str, Mapping[str, int]], given: Mapping[str, int], yields: Mapping[str, float], most: float
) -> dict[str, dict[str, int]]:
    """The parts of each unit, with what there is to say of them, without the poorest, until together they will tell no
    more than ``most`` words; each unit keeps one."""
    kept = {unit: dict(those) for unit, those in parts.items()}

    def told(unit: str) -> float:
        size = sum(kept[unit].values())
        return yields[unit] * sum(max(PART, given[unit] * own / size) for own in kept[unit].values())

    while sum(map(told, kept)) > most:
        several = [(own, part, unit) for unit, those in kept.items() if len(those) > 1 for part, own in those.items()]
        if not several:
            break
        _, poorest, unit = min(several)
        del kept[unit][poorest]
    return kept


def _share_told(section: Section, found: Pool) -> float:
    """The share of its words that a unit is expected to use: all, for a section that gathers sentences.

    A section that retells documents breaks off where a sentence cannot be quoted. It is expected to use the share of
    sentences that can be quoted, of all up to the last of these in each snippet, and ``LEAST_TOLD`` at least.
    """
    sentences = {spot for one, _ in found for spot in one.spots}
    if not section.sources or not sentences:
        return 1.0
    lengths: dict[str, int] = {}
    for name, at in sentences:
        lengths[name] = max(lengths.get(name, 0), at + 1)
    return max(LEAST_TOLD, len(sentences) / sum(lengths.values()))


def _parts(section: Section, placed: Placed) -> dict[str, int]:
    """The words that there are for each of its headings (by id), of those for which there are any."""
    room = {node.id: words_of([one for one, _ in placed.passages[node.id]]) for node in nodes_of([section])}
    return {name: words for name, words in room.items() if words}
