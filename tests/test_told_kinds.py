"""A document on a wider thing than the topic, of which it tells several kinds apart, is none on the topic."""

from __future__ import annotations

import pytest
from castalia.memory.records import Snippet
from castalia.tools.language.premodifiers import words_before
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.topic.background import Background
from castalia.tools.topic.titled_snippets import titled_and_central
from castalia.tools.topic.told_kinds import end_in_title, tells_of_kinds

TIDE = ("tide",)
WORLD = Background(100, {}, {}, learn_classes([]))
TOPIC = ("spring", *TIDE)
HELD = 20


@pytest.mark.parametrize(
    ("title", "stems", "end"),
    [
        ("Tides", TOPIC, TIDE),
        ("Causes of Tides", TOPIC, TIDE),
        ("Spring Tides", TOPIC, ()),  # all of the name
        ("Springs", TOPIC, ()),  # its beginning
        ("Free Energy", ("gibb", "free", "energi"), ("free", "energi")),
        ("Energy Free of Charge", ("gibb", "free", "energi"), ("energi",)),
        ("", TOPIC, ()),
    ],
)
def test_the_longest_end_of_a_name_that_a_title_has_is_found(
    title: str, stems: tuple[str, ...], end: tuple[str, ...]
) -> None:
    assert end_in_title(title, stems) == end


def held(*told: str) -> list[Snippet]:
    """A document of which some snippets say what is ``told``, the others nothing of tides."""
    texts = [*told, *["The moon pulls at the water."] * (HELD - len(told))]
    return [Snippet(f"s{at}", text, title="Tides", url=f"https://e.org/tides#{at}") for at, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("told", "are_told"),
    [
        (["The neap tide is low.", "A red tide kills fish.", "The ebb tide runs out."], True),
        (["The neap tide is low.", "A red tide kills fish."], False),  # one in ten snippets may
        (["The neap tide is low.", "A neap tide and a rip tide.", *["A spring tide."] * 3], False),  # the topic's own
        (["The neap tide is low.", "A neap tide and a rip tide.", *["A spring tide."] * 2], True),
        (["The tide comes in.", "Tides go out.", "Of all tides this is the highest."], False),  # no kinds
    ],
)
def test_kinds_are_told_apart_where_other_words_than_the_topics_stand_before_its_end(
    told: list[str], are_told: bool
) -> None:
    assert tells_of_kinds(TOPIC, TIDE, held(*told)) is are_told
    assert tells_of_kinds(TOPIC, TIDE, held(*told)[::-1]) is are_told


@pytest.mark.parametrize(
    ("said", "is_short"),
    [
        ("This is called the spring tide (or simply the tide).", True),
        ("This is called the spring tide (ST) (or simply the tide), and it returns.", True),
        ("It is a spring tide, or more simply, a tide.", True),
        ("It is a spring tide, or just the tide of the day.", True),
        ("It is a neap tide, or simply a tide.", False),
        ("It is a spring tide, or simply a wave.", False),
        ("It is a spring tide or a simple tide.", False),
    ],
)
def test_a_name_that_a_text_cuts_to_its_end_means_no_kind_there(said: str, is_short: bool) -> None:
    kinds = ["The neap tide is low.", "A red tide kills fish.", "The ebb tide runs out.", "The rip tide pulls."]
    assert tells_of_kinds(TOPIC, TIDE, held(*kinds, said)) is not is_short


@pytest.mark.parametrize(("title", "is_central"), [("Causes of Tides", False), ("The Pull of the Moon", True)])
def test_a_document_on_something_wider_is_not_central(title: str, is_central: bool) -> None:
    near = "The spring tide follows the moon, and the sun pulls. The neap tide is low, a red tide kills fish."
    far = "The harbor has a crane. Ships load grain there, and the captain signs a paper for each ton of it."
    weights = {"spring": 0.3, "tide": 0.3, "moon": 0.1, "sun": 0.1, "pull": 0.1}
    own = [Snippet(f"own{at}", near, title=title, url=f"https://e.org/own#{at}") for at in range(6)]
    others = [
        Snippet(f"h{at}-{row}", far, title="Harbors", url=f"https://e.org/harbor{at}#{row}")
        for at in range(12)
        for row in range(5)
    ]
    _, central = titled_and_central([*own, *others], TOPIC, (), {}, weights, {"spring": 0.5, "tide": 0.5}, WORLD)
    assert central == ({"https://e.org/own"} if is_central else frozenset())


def test_a_word_stands_before_a_name_only_where_nothing_divides_them() -> None:
    text = "A spring tide. Low, tides rise; the neap-tide, a tide of change, and the red tides."
    assert words_before(TIDE, text) == ["spring", "", "neap-tide", "", "red"]
    assert words_before(("theory", "evolut"), "The modern theory of evolution") == []
    assert words_before(("theori", "evolut"), "The modern theory of evolution") == ["modern"]
