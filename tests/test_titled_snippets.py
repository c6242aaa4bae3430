"""Snippets under the topic's name say how near to it a document has to be that does not bear it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from castalia.memory.records import Snippet
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import stem_set
from castalia.tools.topic.background import Background
from castalia.tools.topic.titled_snippets import titled_and_central

WORLD = Background(100, {}, {}, learn_classes([]))
STEMS = ("spong",)
WEIGHTS = {"spong": 0.6, "pore": 0.1, "water": 0.1, "current": 0.1, "filter": 0.1}
NEAR = "The sponge draws water through each pore, and the current runs through it as through a filter."
FAR = "A sponge grows on the roof of the cave, where the current of the sea is weak. The ceiling is low."
ELSEWHERE = "The harbor has a crane. Ships load grain there, and the captain signs a paper for each ton of it."


def of(document: str, texts: Sequence[str], title: str = "") -> list[Snippet]:
    rows = [(f"{document}#{at}", f"{text} {at}.") for at, text in enumerate(texts)]
    return [Snippet(name, text, title=title, url=f"https://example.org/{name}") for name, text in rows]


@pytest.mark.parametrize(("titled", "is_central"), [(0, True), (2, True), (3, False)])
def test_a_document_is_central_that_is_nearly_as_near_as_what_bears_the_name(titled: int, is_central: bool) -> None:
    """Where enough bears the name to tell."""
    cave = of("cave", [FAR] * 6, "The cave")
    others = [one for at in range(12) for one in of(f"harbor{at}", [ELSEWHERE] * 5, "Harbors")]
    own = [one for at in range(titled) for one in of(f"own{at}", [NEAR], "Sponges")]
    _, central = titled_and_central([*cave, *own, *others], STEMS, (), {}, WEIGHTS, {"spong": 1.0}, WORLD)
    assert ({one.document for one in cave} <= central) is is_central


def test_a_document_that_is_as_near_stays_central() -> None:
    reef = of("reef", [NEAR] * 6, "The reef")
    others = [one for at in range(12) for one in of(f"harbor{at}", [ELSEWHERE] * 5, "Harbors")]
    own = [one for at in range(3) for one in of(f"own{at}", [NEAR], "Sponges")]
    _, central = titled_and_central([*reef, *own, *others], STEMS, (), {}, WEIGHTS, {"spong": 1.0}, WORLD)
    assert {one.document for one in reef} <= central


@pytest.mark.parametrize(
    ("title", "is_central"),
    [
        ("The sponge response", True),  # "sponge wall" is not in it, but a word that belongs to that
        ("The outer wall", False),  # of whatever
        ("Corals and sponge walls", False),  # may tell of corals
        ("The reef", False),
    ],
)
def test_beside_many_titles_of_the_topic_a_central_document_needs_a_telling_word_of_it(
    title: str, is_central: bool
) -> None:
    stems = ("spong", "wall")
    near = NEAR.replace("sponge", "sponge wall")
    reef = of("reef", [near] * 6, title)
    others = [one for at in range(12) for one in of(f"harbor{at}", [ELSEWHERE] * 5, "Harbors")]
    own = [one for at in range(12) for one in of(f"own{at}", [near], "Sponge walls")]
    belonging = {"spong": 0.9, "wall": 0.1}
    titled, central = titled_and_central([*reef, *own, *others], stems, (), {}, WEIGHTS, belonging, WORLD)
    assert (central == {one.document for one in reef}) is is_central
    assert ({one.id for one in reef} <= titled) is is_central


@pytest.mark.parametrize("others", [0, 10, 30, 200])
def test_what_a_corpus_holds_beside_a_topic_does_not_take_its_titles_away(others: int) -> None:
    """Not even where hardly anything stands beside it."""
    own = [*of("history", [NEAR] * 6, "Sponges > History"), *of("uses", ["Bathers squeeze them dry."] * 6, "Sponges")]
    beside = [one for at in range(others) for one in of(f"harbor{at}", [ELSEWHERE], "Harbors")]
    titled, _ = titled_and_central([*own, *beside], STEMS, (), {}, WEIGHTS, {"spong": 1.0}, WORLD)
    assert titled == {one.id for one in own}


def test_the_title_of_a_book_that_hardly_names_the_topic_tells_nothing() -> None:
    book = [*of("canals", [NEAR] * 20, "Sponges > Canals"), *of("ports", [ELSEWHERE] * 60, "Sponges > Ports")]
    titled, _ = titled_and_central(book, STEMS, (), {}, WEIGHTS, {"spong": 1.0}, WORLD)
    assert not titled


@pytest.mark.parametrize(("title", "is_titled"), [("Sponges", True), ("Sponges and harbors", False)])
def test_all_of_an_article_on_the_topic_is_about_that_though_it_hardly_names_it(title: str, is_titled: bool) -> None:
    article = [*of("canals", [NEAR], f"{title} > Canals"), *of("ports", [ELSEWHERE] * 9, f"{title} > Growth")]
    titled, _ = titled_and_central(article, STEMS, (), {}, WEIGHTS, {"spong": 1.0}, WORLD)
    assert titled == ({one.id for one in article} if is_titled else frozenset())


@pytest.mark.parametrize(("further", "is_central"), [(0, True), (9, False)])
def test_a_document_on_something_wider_is_central_only_where_it_keeps_naming_the_topic(
    further: int, is_central: bool
) -> None:
    """Each paragraph of one that tells of sea floors may begin with sponges and go on to something else."""
    floor = of("sea-floor-life", [" ".join([NEAR, *["The current carries water to it."] * further])] * 6)
    others = [one for at in range(12) for one in of(f"harbor{at}", [ELSEWHERE] * 5)]
    _, central = titled_and_central([*floor, *others], STEMS, (), {}, WEIGHTS, {"spong": 1.0}, WORLD)
    assert (central == {one.document for one in floor}) is is_central


@pytest.mark.parametrize(
    ("titles", "are_titled"),
    [
        (("Sponges at sea", "Sponges in caves", "Sponges of lakes"), True),
        (("Sponges: a handbook > Pores", "Sponges: a handbook > Trade"), False),
        (("Sponges, volume 1", "Sponges, volume 2"), False),
    ],
)
def test_titles_of_several_documents_that_share_nothing_but_the_topic_are_of_no_book(
    titles: Sequence[str], are_titled: bool
) -> None:
    quiet = "The harbor has a crane. Ships load grain there, and the captain signs a paper for each ton of it."
    own = [one for at, title in enumerate(titles) for one in of(f"own{at}", [quiet] * 20, title)]
    titled, _ = titled_and_central(
        [*own, *of("cave", [FAR] * 6, "Caves")], STEMS, (), {}, WEIGHTS, {"spong": 1.0}, WORLD
    )
    assert (titled >= {one.id for one in own}) is are_titled


SPICULES = "Spicules hold each pore open, so that the water runs as a current through the filter."


@pytest.mark.parametrize(
    ("share", "texts", "is_ordered", "is_central"),
    [
        (0.5, [NEAR, SPICULES, SPICULES] * 3, True, True),
        (0.3, [NEAR, SPICULES, SPICULES] * 3, True, False),  # spicules are rather of something else
        (0.5, [SPICULES, SPICULES, NEAR] * 3, True, True),
        (0.5, [SPICULES, SPICULES, SPICULES, NEAR, NEAR, NEAR, SPICULES], True, False),  # that it turns from
        (0.5, [SPICULES, SPICULES, SPICULES, NEAR, NEAR, NEAR, SPICULES], False, True),  # for all that is known
    ],
)
def test_a_document_without_a_title_tells_a_part_of_the_topic_if_its_keywords_do_and_it_begins_with_it(
    share: float, texts: list[str], is_ordered: bool, is_central: bool
) -> None:
    own = of("m7", texts) if is_ordered else [replace(one, url="https://example.org/m7") for one in of("m7", texts)]
    others = [one for at in range(12) for one in of(f"harbor{at}", [ELSEWHERE] * 5, "Harbors")]
    usual = {stem: 20 for text in (NEAR, SPICULES, ELSEWHERE) for stem in stem_set(text)} | {"spicul": 2}
    world = Background(100, usual, {}, learn_classes([]))
    belonging = {"spong": 1.0, "spicul": share}
    _, central = titled_and_central([*own, *others], STEMS, (), {}, WEIGHTS, belonging, world)
    assert ("https://example.org/m7" in central) is is_central


@pytest.mark.parametrize(("is_named", "is_central"), [(False, False), (True, True)])
def test_a_document_on_what_is_listed_beside_the_topic_is_no_part_of_it(is_named: bool, is_central: bool) -> None:
    """Unless its title names the topic as well."""
    title = "Spicules and the life of sponges" if is_named else "Spicules"
    own = of("m7", [NEAR, SPICULES, SPICULES] * 3, title)
    others = [one for at in range(12) for one in of(f"harbor{at}", [ELSEWHERE] * 5, "Harbors")]
    listed = of("list", ["Sponges and spicules are found on every coast"] * 4, "Coasts")
    belonging = {"spong": 1.0, "spicul": 0.5}
    for rows, found in (([], True), (listed, is_central)):
        _, central = titled_and_central([*own, *others, *rows], STEMS, (), {}, WEIGHTS, belonging, WORLD)
        assert ("https://example.org/m7" in central) is found
