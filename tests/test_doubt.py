"""Doubt: what speaks against a sentence under a heading, and how many of a topic's sentences it keeps off the page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.fit import Fits
from castalia.tools.composition.placement import place_all
from castalia.tools.composition.places import places_of
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.doubt import (
    DOUBTFUL,
    ENOUGH,
    FOCUSED,
    GOES_ON,
    HOPELESS,
    INTERCEPT,
    SOME,
    UNNAMED,
    WEIGHTS,
    bar,
    centre_of,
    doubt,
    page_signs,
    section_signs,
    told_by,
)
from castalia.tools.topic.evidence import weigh
from castalia.tools.topic.passages import Passage, passages
from castalia.tools.topic.read_sentences import sentence_stems
from castalia.tools.topic.relevance import Relevance
from hypothesis import given
from hypothesis import strategies as st

TEXT = (
    "Sponges are animals that filter water through the pores of their body wall. "
    "Most sponges feed on bacteria that the water carries into their chambers. "
    "The research vessel Kestrel was moored near Tarwick because the harbour was closed (as it is in winter). "
    "In the deep sea many sponges might also carry small shrimps inside their body."
)
SNIPPET = Snippet(snippet_id(TEXT), TEXT, title="Animals of the sea > Sponges")
BACKGROUND = learn_background([SNIPPET])
RELEVANCE = Relevance(
    ("spong",),
    {"spong": 0.6, "water": 0.2, "filter": 0.1, "pore": 0.1},
    {SNIPPET.id: 1.0},
    (SNIPPET.id,),
    100,
    {"water": 0.5, "bacteria": 0.3, "animal": 0.4},
    {SNIPPET.id: "d"},
    titled=frozenset({SNIPPET.id}),
)
SINGLES = [one for one in passages(SNIPPET, BACKGROUND.classes) if len(one.sentences) == 1]


def chance(log_odds: float) -> float:
    """Log-odds beyond those of the average sentence, as the probability that a reader objects."""
    return 1 / (1 + math.exp(-(INTERCEPT + log_odds)))


def signs_of(
    one: Passage, title: str = SNIPPET.title, relevance: Relevance = RELEVANCE, told: int = 0
) -> Mapping[str, float]:
    sentences = [stems for _, stems, _ in sentence_stems(TEXT, BACKGROUND.classes)]
    centre = centre_of(SINGLES, relevance, BACKGROUND)
    return page_signs(one, replace(SNIPPET, title=title), sentences, centre, {}, relevance, BACKGROUND, told)


def test_how_near_a_snippet_is_to_the_topic_says_nothing_in_a_corpus_about_little_else() -> None:
    among_others, focused = signs_of(SINGLES[0]), signs_of(SINGLES[0], relevance=replace(RELEVANCE, focused=True))
    assert set(among_others) - set(focused) == {"near the centre", "relevance of the snippet"}


def test_what_tells_of_the_topic_is_less_doubtful_than_an_aside() -> None:
    by_place = {one.start: doubt(signs_of(one)) for one in SINGLES}
    assert by_place[0] == min(by_place.values())
    assert by_place[2] == max(by_place.values())
    assert chance(by_place[0]) < chance(by_place[2])


def test_a_snippet_without_a_title_is_neither_better_nor_worse_for_it() -> None:
    first = SINGLES[0]
    with_title, without = signs_of(first), signs_of(first, "")
    known = {name: value for name, value in with_title.items() if "title" not in name}
    assert known == without
    assert doubt(with_title) < doubt(without) < doubt(signs_of(first, "Ports and vessels > Winter harbours"))


def test_another_name_of_the_topic_is_as_good_as_its_own() -> None:
    first = SINGLES[0]
    called = replace(RELEVANCE, synonyms={"poriferan": "poriferan", "wpx": "WPX"})
    named, unnamed = signs_of(first), signs_of(first, "Animals of the sea > Poriferans")
    assert signs_of(first, "Animals of the sea > Poriferans", called) == named
    assert signs_of(first, "Animals of the sea > WPX", called) == named
    assert doubt(signs_of(first, "Animals of the sea > Wpx", called)) > doubt(named) < doubt(unnamed)
    text = "Poriferans are animals that filter water through the pores of their body wall."
    one = replace(first, sentences=(text,))
    assert signs_of(one, relevance=called) == named
    assert signs_of(one)["comes late to the topic"] > named["comes late to the topic"]


def test_without_titles_it_counts_how_much_a_document_tells_of_the_topic() -> None:
    first = SINGLES[0]
    assert doubt(signs_of(first, "", told=20)) < doubt(signs_of(first, "", told=2))
    assert signs_of(first, told=20) == signs_of(first, told=2)
    here = [replace(one, snippet_id=str(at), document="d") for at, one in enumerate(SINGLES)]
    assert told_by(here) == {"d": len(SINGLES)}
    assert told_by([replace(one, document=one.snippet_id) for one in here]) == {}  # nobody knows what belongs together


def test_the_heading_counts_where_the_sentence_opens_with_it() -> None:
    first = SINGLES[0]
    fitting = doubt(section_signs(first, SNIPPET.title, "Filter water", False, 1.0, frozenset({"spong"}), None, ()))
    foreign = doubt(section_signs(first, SNIPPET.title, "Deep sea", False, 0.58, frozenset({"spong"}), None, ()))
    assert fitting < foreign


def test_without_titles_the_snippet_has_to_name_the_heading() -> None:
    first, topic = SINGLES[0], frozenset({"spong"})

    def under(title: str, *others: frozenset[str]) -> float:
        return doubt(section_signs(first, title, "Zeppelins", False, 1.0, topic, None, [first.stems, *others]))

    named, unnamed = frozenset({"zeppelin"}), frozenset({"harbour"})
    assert under("", unnamed) - under("", named) == pytest.approx(0.6)
    assert under(SNIPPET.title, unnamed) == under(SNIPPET.title, named)  # a title says where it stands


def test_every_sign_is_read_and_every_weight_keeps_its_sense() -> None:
    under = section_signs(SINGLES[0], SNIPPET.title, "Water", False, 1.0, frozenset({"spong"}), True, ())
    bare = section_signs(SINGLES[0], "", "Water", False, 1.0, frozenset({"spong"}), None, [SINGLES[0].stems])
    aside = replace(RELEVANCE, asides={SNIPPET.id: 0.5})
    read = {*signs_of(SINGLES[0]), *signs_of(SINGLES[0], title="", told=3, relevance=aside), *under, *bare}
    assert read == set(WEIGHTS)
    for good in ("fit", "topic in sentence", "near the centre", "defines the heading"):
        assert WEIGHTS[good][1] <= 0
    for bad in ("known to one document", "brackets", "opens with the", "the, named before only"):
        assert WEIGHTS[bad][1] >= 0


def test_an_average_sentence_has_no_doubt_of_its_own() -> None:
    assert doubt({name: mean for name, (mean, _) in WEIGHTS.items()}) == pytest.approx(0.0)
    assert doubt({}) == 0.0


@given(st.lists(st.floats(-8, 8), max_size=3 * ENOUGH))
def test_the_bar_leaves_a_topic_with_enough_and_of_the_hopeless_only_some(doubts: list[float]) -> None:
    limit = bar(doubts, False)
    left = [one for one in doubts if one <= limit]
    hopeful = sum(chance(one) < HOPELESS for one in doubts)
    assert len(left) >= min(len(doubts), max(SOME, min(ENOUGH, hopeful)))
    assert len(set(left)) <= max(SOME, hopeful)
    assert all(one in left for one in doubts if chance(one) < DOUBTFUL)
    assert bar(doubts[::-1], False) == limit


def test_a_topic_with_plenty_is_held_to_the_chance() -> None:
    limit = bar([-3.0] * ENOUGH + [3.0] * 500, False)
    assert chance(limit) == pytest.approx(DOUBTFUL)
    assert chance(bar([-3.0] * SOME + [3.0] * (ENOUGH - SOME - 1), False)) == pytest.approx(HOPELESS)
    assert math.isinf(bar([3.0] * (SOME - 1), False))


def test_of_a_corpus_gathered_for_the_topic_more_may_stand() -> None:
    doubts = [3.0 + one / 100 for one in range(FOCUSED + 5)]
    assert sum(one <= bar(doubts, False) for one in doubts) == SOME
    assert sum(one <= bar(doubts, True) for one in doubts) == FOCUSED


def test_a_sentence_is_read_with_what_stands_around_it() -> None:
    found = weigh("Sponge", RELEVANCE, BACKGROUND, [SNIPPET], TripletGraph.of({}, {}))
    alone = {one.start: doubt(signs_of(one)) for one in SINGLES}
    by_place = {one.start: one.doubt for one in found.singles}
    assert by_place[1] == pytest.approx(alone[1])
    assert by_place[2] == pytest.approx(alone[2])  # does not name the topic, but its title does
    bare = replace(SNIPPET, title="Animals of the sea")
    untitled = replace(RELEVANCE, titled=frozenset())
    weighed = weigh("Sponge", untitled, BACKGROUND, [bare], TripletGraph.of({}, {})).singles
    (strange,) = [one for one in weighed if one.start == 2]
    assert strange.doubt == pytest.approx(doubt(signs_of(SINGLES[2], bare.title)) + UNNAMED)
    together = next(one for one in found.passages if one.start == 0 and len(one.sentences) == 2)
    assert together.doubt < by_place[1] - GOES_ON / 2


def test_what_a_person_pinned_keeps_its_place_however_doubtful() -> None:
    graph = TripletGraph.of({}, {})
    evidence = replace(weigh("Sponge", RELEVANCE, BACKGROUND, [SNIPPET], graph), bar=-100.0)
    places = places_of([Section("s", "Water", 1, ("water",))], evidence)
    assert not place_all(evidence.singles, places, Fits(evidence))["s"]
    assert place_all(evidence.singles, places, Fits(evidence), frozenset({SNIPPET.id}))["s"]
    assert place_all(evidence.singles, places, Fits(replace(evidence, bar=math.inf)))["s"]
