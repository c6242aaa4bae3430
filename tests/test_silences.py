"""A document that keeps speaking of the topic is on something else where it does not for long."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from castalia.memory.records import Snippet
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.read_sentences import sentence_stems
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.silences import silent_snippets

ON_CRANES = "The crane lifts the load off the ship. Its arm turns over the pier. A crane stands on rails."
ON_TIDES = "The tide comes in twice a day. The moon draws the sea. At springs the water is highest. It then falls."
IN_OTHER_WORDS = "The hoist winds up the cable. A jib carries it. The hook hangs from that. Loads swing in wind."


def silent(texts: Sequence[str], titles: Sequence[str] = ()) -> set[int]:
    """Which of these paragraphs of a document are silent on cranes."""
    headed = zip(texts, titles or [""] * len(texts), strict=True)
    url = "https://example.org/tides-and-cranes"
    rows = [Snippet(str(at), text, title=title, url=f"{url}#p{at}") for at, (text, title) in enumerate(headed)]
    background = learn_background(rows)
    sentences = {one.id: [found for _, found, _ in sentence_stems(one.text, background.classes)] for one in rows}
    relevance = Relevance(("crane",), {"crane": 0.6, "hoist": 0.2, "jib": 0.1, "hook": 0.1}, {}, (), 9, {}, {})
    return {int(name) for name in silent_snippets(rows, sentences, relevance, background)}


@pytest.mark.parametrize("tides", [0, 1, 6])
def test_a_long_stretch_without_the_topic_is_silent_where_the_rest_keeps_speaking_of_it(tides: int) -> None:
    assert silent([ON_TIDES] * tides + [ON_CRANES] * 8) == (set(range(tides)) if tides > 1 else set())


def test_a_document_that_seldom_names_the_topic_has_no_silence() -> None:
    assert not silent([ON_TIDES] * 6 + [ON_CRANES, ON_TIDES] * 4)


def test_words_that_go_with_the_topic_break_a_silence() -> None:
    assert not silent([IN_OTHER_WORDS] * 6 + [ON_CRANES] * 8)


def test_headings_set_apart_what_they_are_on_themselves() -> None:
    titles = ["Harbours > Tides"] * 6 + ["Harbours > Cranes"] * 8
    assert not silent([ON_TIDES] * 6 + [ON_CRANES] * 8, titles)
