"""A section that hardly names its topic stays only where its heading belongs to the topic, and one that a person asked
for stays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from castalia.memory.records import Claim, Draft, Section
from castalia.tools.composition.limits import undefined
from castalia.tools.composition.page_editing import edit
from castalia.tools.composition.page_gaps import page_gaps
from castalia.tools.composition.section_topics import TIED, count_naming, is_about_topic, tie
from castalia.tools.drafting.drafts import claims_in
from rainbows import rainbows

OFF = (
    "A lens may be ground from glass in a day.",
    "A thick lens bends light more than a thin one does.",
    "Old lenses are green.",
)


def test_a_heading_is_tied_to_the_topic_by_the_snippets_that_hold_both() -> None:
    evidence = rainbows()
    assert tie("Lens", evidence) < TIED < 0.5 < tie("Moonbow", evidence)
    assert tie("Rainbows", evidence) == 1.0
    assert tie("Secondary rainbow", evidence) > 0.5


def test_a_section_that_hardly_names_the_topic_is_about_it_only_where_its_heading_is_tied_to_it() -> None:
    evidence = rainbows()
    assert not is_about_topic("Lens", OFF, evidence)
    assert is_about_topic("Moonbow", OFF, evidence)
    assert is_about_topic("Lens", [*OFF, *[f"A rainbow needs no lens of kind {n}." for n in range(3)]], evidence)
    assert is_about_topic(
        "Lens", OFF, rainbows(focused=True)
    )  # where the corpus is about little else, its name is left out


def test_sentences_that_name_the_topic_are_counted_with_those_of_others() -> None:
    assert (
        count_naming(["A moonbow is a rainbow of the night.", "Rainbows, a model writes, are arcs.", *OFF], rainbows())
        == 2
    )


@pytest.mark.parametrize("asked", [(), ("lens",)])
def test_the_editor_leaves_out_what_tells_of_something_else_unless_a_person_asked_for_it(
    asked: tuple[str, ...],
) -> None:
    evidence = rainbows()
    arcs = ("A rainbow is an arc in the sky.", "Each rainbow has its own eye.", "No rainbow is seen at noon in June.")
    texts = {"lens": OFF, "arc": arcs}
    drafts = {name: Draft(name, (tuple(Claim(one, (), one) for one in told),)) for name, told in texts.items()}
    outline = [Section("arc", "Arcs", 1, facet="kinds"), Section("lens", "Lens", 1)]
    _, kept, edited = edit(outline, drafts, [], evidence, asked)
    assert ("lens" in {one.id for one in kept}) == bool(asked)
    assert set(edited) == {one.id for one in kept}


def test_a_section_that_a_model_wrote_stays_however_short_it_is() -> None:
    claims = tuple(Claim(f"Arc {n}a is like {n}b.", (), f"Arc {n}a and {n}b are alike.") for n in range(3))
    _, kept, _ = edit([Section("arc", "Arcs", 1, facet="kinds")], {"arc": Draft("arc", (claims,))}, [], rainbows())
    assert [one.id for one in kept] == ["arc"]


def test_what_names_the_topic_in_a_section_that_falls_goes_to_the_general_one() -> None:
    evidence = rainbows()
    arcs = ("A rainbow has seven colors in most books.", "Each rainbow has its own eye.")
    wide = ("A rainbow seen through a lens looks wide.", "This makes it pale as well.")
    texts = {"lens": (*OFF, *wide), "general": arcs}
    drafts = {name: Draft(name, (tuple(Claim(one, (), one) for one in told),)) for name, told in texts.items()}
    outline = [Section("general", "Properties", 1, facet="characteristics"), Section("lens", "Lens", 1)]
    _, kept, edited = edit(outline, drafts, [], evidence, asked=["general"])
    assert [one.id for one in kept] == ["general"]
    told = [claim.sentence for claim in claims_in(edited["general"])]
    assert set(wide) <= set(told) and not set(OFF) & set(told)  # with what leans on it


def test_a_page_that_opens_with_its_definition_under_a_shorter_name_does_not_say_that_it_has_none() -> None:
    evidence = replace(rainbows(), topic="Secondary rainbow")
    told = "A rainbow is an arc of light that has seven colors."
    lead = Draft("lead", ((Claim(told, (), told),),))
    assert undefined("Secondary rainbow") not in page_gaps(lead, [], {}, evidence)
    assert undefined("Secondary rainbow") in page_gaps(Draft("lead", ()), [], {}, evidence)


def test_a_page_with_a_section_named_after_a_facet_and_more_does_not_say_that_it_lacks_it() -> None:
    def lacking(*headings: str) -> str:
        outline = [Section(one, one, 1) for one in headings]
        return " ".join(page_gaps(Draft("lead", ()), outline, {}, rainbows()))

    assert "history" in lacking("Lenses of rainbows")
    assert "history" not in lacking("History of lenses and prisms")
