"""A sentence that lists the types of its topic gives their names, and only such a sentence does."""

from __future__ import annotations

import pytest
from castalia.tools.topic.type_lists import list_of_parts, list_of_types
from hypothesis import given, settings
from hypothesis import strategies as st
from proportion import grows_in_proportion


@pytest.mark.parametrize(
    ("sentence", "topic", "names"),
    [
        ("There are three types of muscle tissue: skeletal, cardiac, and smooth.", "muscle tissue", ("skeletal", "cardiac", "smooth")),
        ("Rocks are divided into igneous, sedimentary (layered), and metamorphic rocks.", "rock", ("igneous", "sedimentary", "metamorphic rocks")),
        ("Galaxies are classified into three types: spirals, ellipticals, and irregulars.", "Galaxy", ("spirals", "ellipticals", "irregulars")),
        ("The two kinds of cell are the prokaryotic cell and the eukaryotic cell.", "cell", ("prokaryotic cell", "eukaryotic cell")),
        ("Rocks are divided into igneous, sedimentary (layered, old, and soft), and metamorphic rocks.", "rock", ("igneous", "sedimentary", "metamorphic rocks")),
        ("Two kinds of muscle are the smooth muscle of the gut wall and the muscle of the heart.", "muscle", ("smooth muscle of the gut wall", "muscle of the heart")),
        ("Muscle types of many old birds are red, white, and mixed.", "muscle", ()),
        ("The walls of muscle are soft, red, and thick.", "muscle", ()),
        ("Muscle is divided by nerves, and grows with them, into red, white, and mixed rows.", "muscle", ()),
        ("There are three types of clocks: a, b, and c.", "muscle", ()),
        ("The muscle is strong, red, and thick.", "muscle", ()),
        ("The types of muscle are not mixed at random; rather they occur in layers.", "muscle", ()),
        ("If muscle cells are separated into a dish and kept warm, they beat.", "muscle", ()),
        ("The farm is divided into lots, and wheat into sacks.", "muscle", ()),
    ],
)  # fmt: skip
def test_a_list_of_types_is_a_ready_outline(sentence: str, topic: str, names: tuple[str, ...]) -> None:
    assert list_of_types(sentence, topic) == names


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Muscle serves several functions: a source of heat, a support, and a store.", ("source of heat", "support", "store")),
        ("There are two kinds of muscle: the smooth and the striped.", ("smooth", "striped")),
        ("Scholars count three basic elements of muscle: the fiber, the sheath, and the belly.", ("fiber", "sheath", "belly")),
        ("Muscle functions in two ways, and nobody knows: the fiber, and the sheath.", ()),
        ("Muscle has two types of fiber: the fast and the slow.", ()),
        ("There are two classes of bodies: the muscle and the bone.", ()),
        ("Muscle has layers: the fiber, the sheath, and the belly.", ()),
        ("Muscle has two layers, the fiber and the sheath.", ()),
        ("The muscle of birds, which is red, has three distinct layers.", ()),
    ],
)  # fmt: skip
def test_the_parts_of_a_topic_are_those_that_are_counted_before_a_colon(sentence: str, names: tuple[str, ...]) -> None:
    assert list_of_parts(sentence, "muscle") == names


PATTERNS = (
    "cells of the ", "number of number of ", "X is a Y that is a Z that ", "cells produce and ", "a, b, and c such as ",
    "( ", "very ", "to lead to ", "called known as ", ", a b of ", "of mutations in a or b ", "including a, ", "types of cells: ",
    "cells divided into ", "cells of two types: ", "three parts ", "two types of a cell ",
    "a and ", "a; ", "a (b), ",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_ten_kilobytes_of_anything_take_time_in_proportion(pattern: str) -> None:
    short, long = (pattern * 5000)[:5_000], (pattern * 5000)[:20_000]
    assert grows_in_proportion(lambda text: list_of_parts("types of cells " + text, "cells"), short, long)


WORDS = st.sampled_from(
    """the a cells cell types of kinds are include including is divided classified into : ; . , ( ) and or red white blood
    which that not E. coli DNA unlike other one part""".split()
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=60).map(" ".join))
def test_names_stand_in_the_sentence_whatever_it_says(sentence: str) -> None:
    for text in (sentence, "The types of cells are " + sentence):
        for names in (list_of_types(text, "cells"), list_of_parts(text, "cells")):
            assert len(names) != 1 and all(name in text for name in names)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    list_of_types(text, "a")
    assert all(name in text for name in list_of_types("types of cells: " + text, "cells"))


def test_what_most_kinds_are_like_is_no_list_of_kinds() -> None:
    assert list_of_types("Most species of sponge are small and hidden.", "Sponge") == ()
