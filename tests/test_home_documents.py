"""A topic is told where its corpus speaks of it, though under the end of its name alone."""

from __future__ import annotations

import pytest
from castalia.memory.records import Snippet
from castalia.tools.topic.home_documents import home_documents

TOPIC = ("spring", "tide")


def snippets(title: str, chapter: str, document: str, naming: int, others: int) -> list[Snippet]:
    texts = ["A spring tide floods the quay."] * naming + ["The moon pulls at the water."] * others
    return [
        Snippet(
            f"{document}{at}", text, title=f"{title} > Part {at}", topic=chapter, url=f"https://e.org/{document}#{at}"
        )
        for at, text in enumerate(texts)
    ]


ELSEWHERE = snippets("Boats", "Harbours", "boats", 2, 3)


@pytest.mark.parametrize(
    ("title", "chapter", "naming", "is_home"),
    [
        ("Tides", "The Sea", 3, True),
        ("The Tides of the Year", "The Sea", 3, True),
        ("Water", "The Tides", 3, True),  # the chapter is
        ("Tides", "The Sea", 1, False),  # most is said elsewhere
        ("Water", "The Sea", 3, False),
        ("Tables of Tides", "The Sea", 3, False),
        ("Tides, Waves and Currents", "The Sea", 3, False),
    ],
)
def test_the_home_of_a_topic_holds_most_that_names_it_under_the_end_of_its_name(
    title: str, chapter: str, naming: int, is_home: bool
) -> None:
    own = snippets(title, chapter, "own", naming, 4)
    assert home_documents(TOPIC, [*own, *ELSEWHERE]) == ({"https://e.org/own"} if is_home else frozenset())


def test_what_names_a_topic_once_has_no_home_and_a_name_of_one_word_no_end() -> None:
    own = snippets("Tides", "The Sea", "own", 1, 4)
    assert not home_documents(TOPIC, own)
    assert not home_documents(("tide",), snippets("Tides", "The Sea", "own", 3, 4))
    assert not home_documents(TOPIC, [])


def test_all_documents_of_a_chapter_are_the_home_and_the_order_of_the_snippets_changes_nothing() -> None:
    own = [*snippets("Water", "The Tides", "a", 2, 1), *snippets("Moon", "The Tides", "b", 1, 3)]
    found = home_documents(TOPIC, [*own, *ELSEWHERE])
    assert found == {"https://e.org/a", "https://e.org/b"} == home_documents(TOPIC, [*ELSEWHERE, *own[::-1]])


def test_a_chapter_over_nearly_all_snippets_is_the_name_of_the_corpus_and_no_home() -> None:
    own = snippets("Water", "The Tides", "own", 3, 5)
    assert not home_documents(TOPIC, [*own, *ELSEWHERE[2:4]])
    assert home_documents(TOPIC, [*own, *ELSEWHERE[2:]]) == {"https://e.org/own"}


@pytest.mark.parametrize(("kinds", "is_home"), [(1, True), (4, False)])
def test_a_document_that_tells_of_several_kinds_is_the_home_of_none(kinds: int, is_home: bool) -> None:
    own = snippets("Tides", "The Sea", "own", 3, 4)
    own += [Snippet(f"k{at}", "The neap tide is low.", title="Tides", url="https://e.org/own#k") for at in range(kinds)]
    assert home_documents(TOPIC, [*own, *ELSEWHERE]) == ({"https://e.org/own"} if is_home else frozenset())


def test_what_names_the_topics_words_apart_does_not_name_it() -> None:
    """A text on the kinetic energy of a chemical bond tells nothing of chemical kinetics."""
    apart = [Snippet(f"a{at}", "In spring the water warms, and the tide brings fish.") for at in range(9)]
    own = snippets("Tides", "The Sea", "own", 3, 4)
    assert home_documents(TOPIC, [*own, *ELSEWHERE, *apart]) == {"https://e.org/own"}
