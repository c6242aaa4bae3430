"""Where what is told of a document may begin."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from castalia.memory.records import Snippet
from castalia.tools.composition.source_order import opens
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage

TOPIC = frozenset(content_stems("Tide pool"))
EVIDENCE = cast(
    Evidence,
    SimpleNamespace(
        stems=TOPIC,
        titled={"s"},
        snippets={"s": Snippet("s", "", title="Tide pools > Chapter Review")},
    ),
)


def passage(text: str, start: int = 1, presumes: str = "", points_back: str = "") -> Passage:
    stems, none = frozenset(content_stems(text)), frozenset[str]()
    return Passage(
        "s",
        "d",
        start,
        (text,),
        stems,
        stems,
        none,
        none,
        none,
        frozenset(presumes.split()),
        frozenset(points_back.split()),
    )


def starts(one: Passage, heading: str = "Barnacles") -> bool:
    return opens(one, frozenset(content_stems(heading)), EVIDENCE)


def test_the_first_sentence_of_a_snippet_begins_what_is_told_of_it() -> None:
    assert starts(passage("Limpets clamp down on the rock.", start=0))
    assert not starts(passage("Limpets clamp down on the rock."))  # a summary is read from its beginning, too


def test_a_later_sentence_begins_where_it_names_topic_or_heading_and_takes_nothing_for_known() -> None:
    assert starts(passage("A tide pool is cold in winter."))
    assert starts(passage("Barnacles close their shells at noon."))
    assert not starts(passage("Barnacles close their shells at noon."), "Limpets")
    assert not starts(passage("The wall holds barnacles.", points_back="wall"))
    assert not starts(passage("The team counted barnacles.", presumes="team"))
