"""Short definitions: a row that says what something is counts, however few its words are."""

from __future__ import annotations

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.short_definitions import defines_briefly
from proportion import grows_in_proportion


@pytest.mark.parametrize(
    "text",
    [
        "Honey is a sweet, viscous food that honey bees make from the nectar of flowers or from honeydew.",
        "A drone is a male bee that lives in the hive in summer.",
        "Royal jelly (RJ) is the food that nurse bees give to the queen.",
        "Drones are male bees that hatch from eggs without a father.",
        "Swarming refers to the flight of a queen with half of her hive.",
        "Propolis: A resin that bees gather from the buds of trees.",
        "Bee bread – a food that bees make of pollen and honey.",
    ],
)
def test_a_short_row_that_says_what_something_is_is_read(text: str) -> None:
    kept, report = clean([Snippet(snippet_id(text), text)])
    assert [one.text for one in kept] == [text] and not report.too_short
    assert clean(kept)[0] == kept


@pytest.mark.parametrize(
    "text",
    [
        "Bees make honey from the nectar of flowers in the fields around them.",
        "It is a sweet food that bees make of the nectar of flowers.",
        "This is the last of the hives that my father built.",
        "There is a queen in each hive that lays all of its eggs.",
        "The figure is a map of the hives that stand along the coast.",
        "Figure 3: A map of the hives that stand along the coast.",
        "Note: The hives are opened once in each week of the summer.",
        "Honey is a food.",
        "What is a drone that lives in the hive in summer called?",
        "A sweet food that bees make of the nectar of flowers.",
        "Honey is a sweet food that",
    ],
)
def test_any_other_short_row_is_left_out(text: str) -> None:
    kept, report = clean([Snippet(snippet_id(text), text)])
    assert not kept and report.too_short == 1


@pytest.mark.parametrize("unit", ["A a ", "a", "A (a) ", "A are a ", "A-", "A: "])
def test_definitions_are_looked_for_in_time_in_proportion(unit: str) -> None:
    line = unit * 40_000
    assert grows_in_proportion(defines_briefly, line[:10_000], line[:40_000])
