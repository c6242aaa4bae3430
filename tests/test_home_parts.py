"""A topic that no title names is told where a part of a document defines it and speaks of it."""

from __future__ import annotations

import pytest
from castalia.graphs import generate_sync
from castalia.memory.records import Snippet
from castalia.tools.topic.home_parts import home_parts

PART = ("https://e.org/shores", "Shores", "A walk on the wall")
DEFINES = "A breakwater is a wall that shelters a harbour from waves."
NAMES = "Builders of a breakwater sink stones in rows."
SPEAKS = "Stones of ten tonnes are sunk by barge."


def snippets(heading: str, texts: list[str], document: str = "shores") -> list[Snippet]:
    title = f"{document.capitalize()} > {heading}"
    return [
        Snippet(f"{heading[:6]}{at}", text, title=title, url=f"https://e.org/{document}#{at}")
        for at, text in enumerate(texts)
    ]


REST = snippets("Beaches", ["Sand drifts along a beach.", "Dunes grow behind a beach."] * 4)


@pytest.mark.parametrize(
    ("texts", "is_home"),
    [
        ([DEFINES, NAMES, SPEAKS], True),
        ([DEFINES, SPEAKS, SPEAKS, NAMES, SPEAKS], True),  # hardly named elsewhere
        ([DEFINES, SPEAKS, SPEAKS, SPEAKS], False),  # it speaks of something else
        ([NAMES, NAMES, SPEAKS], False),  # it does not say what the topic is
        ([DEFINES, NAMES], False),  # that is a remark
    ],
)
def test_a_part_that_defines_a_topic_and_speaks_of_it_is_its_home(texts: list[str], is_home: bool) -> None:
    own = snippets("A walk on the wall", texts)
    found = home_parts(frozenset({"breakwat"}), [*REST, *own])
    assert found == ({PART} if is_home else frozenset())


def test_a_part_that_names_a_topic_now_and_then_is_no_home_where_most_that_names_it_stands_elsewhere() -> None:
    own = snippets("A walk on the wall", [DEFINES, SPEAKS, SPEAKS, NAMES, SPEAKS])
    elsewhere = snippets("Stones", [NAMES, NAMES, NAMES, SPEAKS, SPEAKS, SPEAKS], "harbours")
    assert home_parts(frozenset({"breakwat"}), [*own, *elsewhere]) == frozenset()


def test_of_a_part_and_one_inside_it_the_wider_is_the_home() -> None:
    own = snippets("A walk on the wall > The wall", [DEFINES, NAMES, NAMES])
    assert home_parts(frozenset({"breakwat"}), [*REST, *own]) == {PART}


def test_the_page_tells_the_part_under_its_heading() -> None:
    texts = [
        f"{DEFINES} It breaks the waves before they reach the ships behind it.",
        f"{NAMES} Each row of stones leans against the row below it. So no wave can lift one stone alone.",
        "The walls of old harbours were built of timber. Worms ate the timber within a few years. Stone took its place.",
        "A breakwater of concrete blocks lets water through its gaps. The gaps take the force out of the waves.",
        "The foot of a breakwater lies deep under water. Divers look at the foot of a breakwater after every storm.",
    ]
    words = ("northern", "southern", "eastern", "western", "outer", "inner", "upper", "lower")
    others = [f"A beach of the {word} coast loses its sand in winter and gains new sand in summer." for word in words]
    rows = [*snippets("A walk on the wall", texts), *snippets("Beaches", others)]
    page = generate_sync("Breakwater", corpus=rows)
    assert [section["heading"] for section in page.record["sections"]] == ["Walk on the wall"]
    assert "Worms ate the timber" in page.markdown
