"""What a section that tells a document again begins with, and what may follow that."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from castalia.memory.records import Snippet
from castalia.tools.composition.retelling import _begins, _goes_with
from castalia.tools.composition.source_lines import lines_of
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import SourcePath, path_of
from test_source_lines import evidence, single

TOPIC = frozenset(content_stems("Rocky shore"))
FIRST = "Limpets live on the rock of the upper shore. They return to the scar that they made. Mussels hold fast with threads of a strong protein."
LATER = "Waves move the pebbles of the lower beach. A tide pool is a hollow that keeps water while the sea is out."
OTHER = "Snails of the rocky shore seal themselves with a lid. Chitons are flat and can roll themselves into a ball."


def known_of(
    titles: tuple[str, ...] = ("Shores > Animals",) * 2 + ("Shores > Snails",),
    texts: tuple[str, ...] = (FIRST, LATER, OTHER),
) -> Evidence:
    known = evidence(list(texts))
    snippets = {
        f"s{at}": Snippet(f"s{at}", text, url=f"https://example.org/shore#p{at}", title=title)
        for at, (text, title) in enumerate(zip(texts, titles, strict=True))
    }
    before = {"s1": "s0"} if len(set(titles)) > 1 else {"s1": "s0", "s2": "s1"}
    paths = {name: path_of(one) for name, one in snippets.items()}
    own = {"snippets": snippets, "paths": paths, "before": before, "stems": TOPIC}
    own["relevance"] = SimpleNamespace(is_gathered=lambda _: False)
    return cast(Evidence, SimpleNamespace(**{**vars(known), **own}))


def begins(known: Evidence, one: Passage, heading: str = "Animals", *, is_part: bool = False) -> bool:
    own = frozenset(content_stems(heading))
    return _begins(one, lines_of(known.passages, known)[one.snippet_id], TOPIC | own, own, is_part)


def goes_with(known: Evidence, one: Passage) -> bool:
    line = lines_of(known.passages, known)[one.snippet_id]
    return _goes_with(one, line, TOPIC | {"limpet"}, {("https://example.org/shore", "Shores", "Animals")}, known)


def test_a_section_begins_where_a_part_of_its_document_does() -> None:
    known = known_of()
    assert begins(known, single(known, "s0", 0))
    assert begins(known, single(known, "s2", 0))
    assert not begins(known, single(known, "s0", 2))
    assert not begins(known, single(known, "s1", 0))


def test_a_section_may_begin_with_a_definition_or_with_what_it_is_called_after() -> None:
    known = known_of()
    assert begins(known, single(known, "s1", 1))
    assert begins(known, single(known, "s0", 2), "Mussels")


def test_a_part_of_a_section_begins_with_no_definition_of_something_else() -> None:
    known = known_of()
    assert begins(known, single(known, "s1", 1), "Tide pools", is_part=True)
    assert not begins(known, single(known, "s1", 1), "Animals", is_part=True)


def test_what_follows_defines_something_in_the_same_part_or_begins_another_with_what_is_known() -> None:
    known = known_of()
    assert goes_with(known, single(known, "s1", 1))
    assert goes_with(known, single(known, "s2", 0))
    assert not goes_with(known, single(known, "s0", 2))
    assert not goes_with(known, single(known, "s2", 1))


def test_what_says_first_when_it_was_follows_from_inside_a_paragraph_of_a_part_that_was_begun() -> None:
    dated = "Pebbles move with every wave of a storm. In 1951, limpets were first counted on a shore by torchlight."
    known = known_of(texts=(f"{FIRST} {dated}", LATER, OTHER))
    assert goes_with(known, single(known, "s0", 4))
    assert not goes_with(known, single(known, "s0", 3))


def test_a_later_paragraph_of_the_same_part_follows_where_it_begins_with_what_is_known() -> None:
    known = known_of(("Shores > Animals",) * 3)
    assert goes_with(known, single(known, "s2", 0))  # "Snails of the rocky shore"
    assert not goes_with(known, single(known, "s1", 0))  # "Waves move the pebbles"


def test_a_later_paragraph_of_the_same_part_follows_from_its_first_sentence_on_that_can_be_quoted() -> None:
    paragraph = (
        "As you can see in the figure, the shore is steep. Snails of the rocky shore seal themselves with a lid. "
        "Chitons roll up into a ball when a storm has torn them off."
    )
    known = known_of(("Shores > Animals",) * 3, (FIRST, LATER, paragraph))
    assert goes_with(known, single(known, "s2", 1))  # "Snails of the rocky shore"
    assert not goes_with(known, single(known, "s2", 2))


@pytest.mark.parametrize(
    ("path", "first", "may_follow"),
    [
        (("d", "Coasts", "The shore"), "The shore is long and lies in the lee of the island.", True),
        (("d", "Coasts", "The shore"), "The lee of the island keeps the wind from it.", False),
        (("d", "Coasts", "The lee"), "The shore is long and lies in the lee of the island.", False),
        ((), "The shore is long and lies in the lee of the island.", False),
    ],
)
def test_what_follows_may_begin_the_topics_own_part_with_its_name_and_nothing_else_that_is_known(
    path: SourcePath, first: str, may_follow: bool
) -> None:
    known = known_of(texts=(FIRST, LATER, first))
    own = {"stems": frozenset({"shore"}), "paths": {**known.paths, "s2": path}}
    known = cast(Evidence, SimpleNamespace(**{**vars(known), **own}))
    one = single(known, "s2", 0)
    line = lines_of(known.passages, known)["s2"]
    assert _goes_with(one, line, {"shore", "limpet"}, {("d", "Coasts", "Animals")}, known) is may_follow
