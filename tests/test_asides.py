"""What a document tells beside its matter is known by what its own summary leaves out."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from castalia.memory.records import Snippet
from castalia.tools.topic.asides import FEWEST, asides
from castalia.tools.topic.background import Background, learn_background
from castalia.tools.topic.doubt import doubt, page_signs
from castalia.tools.topic.passages import passages
from castalia.tools.topic.relevance import Relevance

MATTER = (
    "A breakwater is a wall of rock that takes the force out of the waves before they reach the harbour.",
    "Storms move the rock of a breakwater, and the waves of one winter may open a gap in the wall.",
    "Behind the breakwater the water of the harbour is calm, and loaded ships lie safe from storms.",
    "A harbour fills with mud that the river brings, and the mud has to be taken out for loaded ships.",
    "Dredgers take the mud out of the harbour and drop it at sea, where the waves spread it.",
    "The depth of the harbour is measured after each storm, for a storm brings mud behind the wall.",
)
ASIDE = (
    "Keepers of gardens on the cliff grow cabbages behind a hedge of gorse, and they write long letters.",
    "The letters of one gardener were printed in a book, which tells how cabbages are stored for months.",
)
SUMMARY = "A breakwater of rock keeps waves and storms from the harbour. Dredgers take mud out of it for loaded ships."


def snippets(texts: Sequence[str], url: str = "https://example.org/harbours") -> list[Snippet]:
    return [Snippet(f"s{at}", text, f"{url}#p{at}") for at, text in enumerate(texts)]


def of(rows: Sequence[Snippet], summary: str = SUMMARY) -> dict[str, float]:
    return asides(rows, {one.id for one in rows if one.text == summary}, background_of(rows))


def background_of(rows: Sequence[Snippet]) -> Background:
    others = snippets([f"The glacier of valley {at} grinds the rock, and mud runs off." for at in range(30)], "u")
    return learn_background([*rows, *others])


def test_what_the_summary_leaves_out_is_likelier_to_stand_aside() -> None:
    rows = snippets([*MATTER, *ASIDE, SUMMARY])
    found = of(rows)
    matter, beside = [found[f"s{at}"] for at in range(len(MATTER))], [found["s6"], found["s7"]]
    assert max(matter) + 1 < min(beside)
    assert "s8" not in found  # the summary itself


def test_what_stands_aside_in_the_midst_is_known_as_well() -> None:
    rows = snippets([*MATTER[:3], *ASIDE, *MATTER[3:], SUMMARY])
    found = of(rows)
    assert {*sorted(found, key=lambda name: found[name])[-2:]} == {"s3", "s4"}


@pytest.mark.parametrize(
    "rows",
    [
        snippets([*MATTER, *ASIDE]),
        snippets([*MATTER[: FEWEST - 1], SUMMARY]),
        [Snippet(f"s{at}", text, "https://example.org/harbours") for at, text in enumerate([*MATTER, *ASIDE, SUMMARY])],
    ],
    ids=["no summary", "too short", "in no order"],
)
def test_of_a_document_that_does_not_show_it_nothing_is_said(rows: list[Snippet]) -> None:
    assert of(rows) == {}


def test_the_order_in_which_snippets_come_does_not_matter() -> None:
    rows = snippets([*MATTER, *ASIDE, SUMMARY])
    mixed = random.Random(1).sample(rows, len(rows))
    assert of(mixed) == of(rows)


def test_a_summary_that_says_none_of_it_tells_nothing_apart() -> None:
    rows = snippets([*MATTER, "Xylophones."])
    found = of(rows, "Xylophones.")
    assert len(found) == len(MATTER) and all(-10 < one < 10 for one in found.values())


def test_what_stands_aside_is_more_doubtful() -> None:
    (one,) = snippets(MATTER[:1])
    (passage,) = passages(one, background_of([one]).classes)

    def told(odds: dict[str, float]) -> float:
        relevance = Relevance(("harbour",), {"harbour": 0.6}, {}, (), 1, {}, {}, asides=odds)
        return doubt(page_signs(passage, one, [passage.stems], {}, {}, relevance, background_of([one]), 0))

    assert told({one.id: -5.0}) < told({one.id: 1.0})
