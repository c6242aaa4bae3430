"""A section that is redone stands with as many sentences as it would on a new page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from castalia.graphs.changes.redoing import Redone, Work
from castalia.graphs.changes.splicing import outline_with
from castalia.graphs.pipeline.decided import nodes_asked
from castalia.memory.ledgers import Ledgers
from castalia.memory.records import Claim, Draft, Section
from castalia.tools.composition.standing_sections import least_of

PAGE = Section("one", "Moonbows", 1)  # a page does not know what its sections were planned from
TOLD = replace(PAGE, sources=(("shore", "Moonbows"),))


@pytest.mark.parametrize(
    ("planned", "asked", "least"), [(PAGE, (), 3), (PAGE, ("two",), 3), (PAGE, ("one",), 2), (TOLD, (), 2)]
)
def test_new_text_is_taken_from_the_least_number_of_sentences_on(
    planned: Section, asked: tuple[str, ...], least: int
) -> None:
    assert least_of(planned, asked) == least

    def stands(sentences: int, *, is_ruled: bool = True, may_go: bool = False) -> bool:
        drafts = {"one": Draft("one", (tuple(Claim(f"Moonbow {at}.", ()) for at in range(sentences)),))}
        redone = [Redone(Work(planned, ("one",), (), 0), drafts, {})]
        return outline_with([PAGE], redone, drafts, {}, asked, is_ruled=is_ruled, may_go=may_go) == (PAGE,)

    assert stands(least) and not stands(least - 1)
    assert stands(1, is_ruled=False) and stands(1, may_go=True)


def test_headings_are_asked_for_in_the_outline_or_by_a_person() -> None:
    outline = [Section("a", "Age", is_asked=True), Section("b", "Bows", sections=(Section("c", "Colours", 2),))]
    with Ledgers() as ledgers:
        run = ledgers.run("run")
        assert nodes_asked(outline, run) == ["a"]
        run.step("decided").event("decided", part="outline", asked={"c": "Colours"})
        assert nodes_asked(outline, run) == ["a", "c"]
