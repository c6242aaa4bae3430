"""Inclusive "we": what everybody does, has and goes through is told on a page; what authors do is not."""

import pytest
from castalia.tools.objections.sentence_rules import objections


@pytest.mark.parametrize(
    "text",
    [
        "An in-group is a group that people join and that we identify with.",
        "Small fragments have joined into the larger galaxies we see today.",
        "Language may influence the way that we think, an idea known as determinism.",
        "Stimuli from outside enter our sensory memory for a few seconds at most.",
        "Self-efficacy is the level of trust in our own abilities in a given task.",
        "Mnemonic devices are aids to memory that help us remember long lists.",
        "A second response protects us from infection by the same pathogen.",
        "We now know that most large galaxies hold a black hole at their center.",
        "Most of the light that we receive from a far galaxy left it long ago.",
        "Comets with long periods come from what we now call the Oort cloud.",
        "Liquid water is what all life as we know it needs on any planet.",
    ],
)
def test_what_everybody_does_has_and_goes_through_may_be_told(text: str) -> None:
    assert objections(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "We remember best what stirs strong feelings of joy, of grief or of fear.",  # a page speaks of people
        "If the light is dim, we see the stars of the disk in a few directions only.",
        "The law of areas follows from the equation that we derived for the orbit.",
        "Knowledge of the model that we fear and that we like is of little use here.",
        "Far galaxies look the same, as we perceive them, in all directions of the sky.",
        "The study of memory is a way in which people learn about ourselves.",
        "The curve in the chart tells us where the supply of money meets demand.",
        "The strange result of our thought experiment has a plain physical meaning.",
        "These methods go beyond the scope of our introductory course on stars.",
        "As often happens in science, better instruments enabled us to measure it.",
        "The pressure of a gas grows with its temperature, as we know, in any vessel.",
        "The mean distance is all we know of the orbit of such a body.",
        "The sum of both is the same if we measure them at rest.",
        "The mass of the disk follows once we observe how fast it turns.",
    ],
)
def test_what_authors_say_and_do_is_objected_to(text: str) -> None:
    assert "we" in objections(text)
