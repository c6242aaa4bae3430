"""Candidates: which pairs of names are worth a question, decided once, in any order, and in time that grows with the
names alone."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from castalia.memory import candidates
from castalia.memory.candidates import Candidate, find_candidates
from castalia.memory.name_vetoes import veto
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction, Resolution
from castalia.memory.triplets import TripletGraph
from hypothesis import given, settings
from hypothesis import strategies as st

WORDS = (
    "fresnel lens lenses lantern lamp light house lighthouse lighthouses keeper tower type 1 2 alpha beta optical optic"
).split()
NAMES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join), min_size=2, max_size=14, unique=True)  # fmt: skip


def graph_of(*names: str, snippets: tuple[str, ...] = ()) -> TripletGraph:
    """A graph in which each name is claimed to glow, in a snippet of its own."""
    rows = {
        (snippets[at] if snippets else f"s{at:05}"): (Triplet(name, "glows like", "zzz", "", f"{name} glows like zzz"),)
        for at, name in enumerate(names)
    }
    return TripletGraph.of(
        {s: Extraction(tuple(Triplet(t.head, t.relation, t.tail, s, t.quote) for t in those)) for s, those in rows.items()},
        {},
    )  # fmt: skip


def pairs_of(found: tuple[Candidate, ...]) -> set[frozenset[str]]:
    return {frozenset((one.a.label, one.b.label)) for one in found}


def test_names_that_are_alike_meet_and_others_do_not() -> None:
    found = find_candidates(graph_of("optical lens", "optic lens", "granite tower", "fog signal"), ())
    assert pairs_of(found) == {frozenset(("optical lens", "optic lens"))}


def test_an_acronym_meets_its_initials() -> None:
    found = find_candidates(graph_of("LED", "light emitting diode", "light emitting device"), ())
    assert frozenset(("LED", "light emitting diode")) in pairs_of(found)
    assert find_candidates(graph_of("led", "light emitting diode"), ()) == ()  # a word


def test_acronyms_are_as_alike_as_they_can_be_without_a_common_letter_whichever_id_is_smaller() -> None:
    longs = (
        "light emitting diode",
        "polymerase chain reaction",
        "nuclear magnetic resonance",
        "gross domestic product",
    )
    names = [*longs, "magnetic field line", "deep ocean basin", "heat shock protein"]
    shorts = ["".join(word[0] for word in name.split()).upper() for name in names]
    found = find_candidates(graph_of(*names, *shorts), ())
    assert [one.likeness for one in found] == [0.9] * len(names)
    assert {one.a.label.isupper() for one in found} == {True, False}
    assert all(one.a.id < one.b.id for one in found)


def test_names_that_share_a_word_among_many_are_no_question() -> None:
    assert find_candidates(graph_of("lantern room glass", "lantern oil"), ()) == ()
    (alike,) = find_candidates(graph_of("lantern room glass", "lantern room"), ())
    assert alike.likeness == round(2 * 11 / (11 + 16), 4)  # pairs of letters: more alike than two words of three


def test_in_a_small_block_all_meet_and_in_a_larger_one_neighbours_alone() -> None:
    for count, meets in ((30, True), (31, False)):
        names = [f"lantern room number {chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(count)]
        found = find_candidates(graph_of(*names), (), per_node=100, limit=10_000)
        assert (frozenset((names[0], names[-1])) in pairs_of(found)) == meets


def test_what_a_rule_forbids_is_no_question() -> None:
    names = ("type 1 diabetes", "type 2 diabetes", "alpha decay", "beta decay")
    assert all(veto(a, b) for a, b in (names[:2], names[2:]))
    assert find_candidates(graph_of(*names), ()) == ()


def test_a_pair_that_is_decided_is_never_asked_again_and_opens_no_place_for_another() -> None:
    names = [f"lantern room {word}" for word in "glass floor roof door wall stair".split()]
    graph = graph_of(*names)
    first = find_candidates(graph, (), per_node=2, limit=3)
    assert len(first) == 3
    decided = [Resolution(one.a.label, one.b.label, "unsure") for one in first]
    assert find_candidates(graph, decided, per_node=2, limit=3) == ()
    rest = find_candidates(graph, decided[:1], per_node=2, limit=3)
    assert rest == first[1:]


def test_only_pairs_with_a_name_from_the_new_snippets() -> None:
    graph = graph_of("optical lens", "optic lens", "optics lens", snippets=("old1", "old2", "new"))
    found = find_candidates(graph, (), new=("new",))
    assert found
    assert all("new" in one.a.snippets or "new" in one.b.snippets for one in found)
    assert frozenset(("optical lens", "optic lens")) not in pairs_of(found)
    assert find_candidates(graph, (), new=()) == ()  # a step that took in nothing


@settings(max_examples=60, deadline=None)
@given(NAMES, st.randoms(use_true_random=False), st.integers(1, 4), st.integers(0, 8))
def test_the_answer_keeps_its_bounds_and_does_not_depend_on_the_order_of_arrival(
    names: list[str], shuffle: random.Random, per_node: int, limit: int
) -> None:
    found = find_candidates(graph_of(*names), (), per_node, limit)
    shuffled = list(names)
    shuffle.shuffle(shuffled)
    again = find_candidates(graph_of(*shuffled), (), per_node, limit)
    assert pairs_of(found) == pairs_of(again)
    assert len(found) <= limit
    counts = Counter(one for pair in found for one in (pair.a.id, pair.b.id))
    assert not counts or max(counts.values()) <= per_node
    assert len({frozenset((one.a.id, one.b.id)) for one in found}) == len(found)
    assert all(one.a.id != one.b.id and not veto(one.a.label, one.b.label) for one in found)
    assert [one.likeness for one in found] == sorted((one.likeness for one in found), reverse=True)


def _graph(count: int) -> TripletGraph:
    """So many names; one in twenty begins with the same word, two or three share each other word."""
    draw = random.Random(7)
    words = ["".join(draw.choices("abcdefghijklmnoprstuvwy", k=7)) for _ in range(count)]
    return graph_of(
        *(f"{'marine ' if at % 20 == 0 else ''}{draw.choice(words)} {word}" for at, word in enumerate(words))
    )


def test_comparisons_grow_with_the_names_and_not_with_their_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []
    monkeypatch.setattr(candidates, "_likeness", lambda a, b: compared.append((a, b)) or 0.0)
    counts = []
    for count in (2_000, 10_000):
        compared.clear()
        find_candidates(_graph(count), ())
        counts.append(len(compared))
    assert 0 < counts[1] < 7 * counts[0]  # five times the names; their pairs would be 25 times as many


def test_in_the_largest_block_only_neighbours_meet() -> None:
    names = [f"marine a{chr(97 + at // 26)}{chr(97 + at % 26)}qx" for at in range(200)]
    found = find_candidates(graph_of(*names), (), per_node=1000, limit=10**6)
    assert 0 < len(found) <= 6 * len(names) < len(list(combinations(names, 2)))
