"""A batch of curation takes first what stands under a title that names the topic, however much of one document it
is."""

from __future__ import annotations

from dataclasses import replace

from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.retrieval import _nearest

SCORES = {"a1": 0.9, "a2": 0.8, "b1": 0.6, "b2": 0.55, "b3": 0.52}
RELEVANCE = Relevance(("spong",), {}, SCORES, ("a1",), 5, {}, {one: one[0] for one in SCORES})


def test_without_titles_the_most_relevant_come_first_and_documents_in_turn() -> None:
    assert _nearest(RELEVANCE, SCORES, (), 3) == ["a1", "a2", "b1"]


def test_what_has_the_topic_in_its_title_comes_before_all_else() -> None:
    titled = replace(RELEVANCE, titled=frozenset({"b2", "b3", "gone"}))
    assert _nearest(titled, SCORES, (), 3) == ["b2", "b3", "a1"]
    assert _nearest(titled, SCORES, (), 1) == ["b2"]
    assert _nearest(titled, {"a1", "b3"}, ("b2",), 3) == ["b3", "a1"]
