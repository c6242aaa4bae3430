"""What still stands of an edited page: a section that says enough, and what a document tells under its own heading."""

from __future__ import annotations

import pytest
from castalia.memory.records import Citation, Claim, Draft, Section
from castalia.tools.composition.standing_sections import standing_sections
from castalia.tools.drafting.drafts import claims_in
from rainbows import rainbows

SENTENCES = ("A moonbow needs a bright moon.", "A moonbow is white to the eye.", "A moonbow stands opposite the moon.")


@pytest.mark.parametrize(
    ("sources", "facet", "asked", "sentences", "stands"),
    [
        ((), "history", (), 3, True),
        ((), "history", (), 2, False),
        ((), "history", ("one",), 2, True),
        ((("shore", "Moonbows"),), "", (), 2, True),
        ((("shore", "Moonbows"),), "", (), 1, False),
    ],
)
def test_two_sentences_are_a_section_where_a_document_or_a_person_gave_the_heading(
    sources: tuple[tuple[str, ...], ...], facet: str, asked: tuple[str, ...], sentences: int, stands: bool
) -> None:
    section = Section("one", "Moonbows", 1, ("moonbow",), facet=facet, sources=sources)
    draft = Draft("one", (tuple(Claim(one, (), one) for one in SENTENCES[:sentences]),))
    kept, drafts = standing_sections([section], {"one": draft}, rainbows(), asked)
    assert ([one.id for one in kept], list(drafts)) == ((["one"], ["one"]) if stands else ([], []))


def test_what_is_left_of_a_section_goes_to_the_one_that_it_begins_with_or_else_to_the_general_one() -> None:
    outline = [
        Section("all", "Characteristics", 1, facet="characteristics"),
        Section("ends", "Faint", 1, ("faint",), sources=(("shore", "Faint"),)),
        Section("night", "Faint moonbows", 1, ("moonbow",), sources=(("shore", "Moonbows"),)),
        Section("drops", "Drops", 1, ("drop",)),
        Section("rain", "Rain", 1, ("rain",)),
    ]
    told = {
        "all": ("A rainbow is an arc.", "A rainbow has no end."),  # too little by itself
        "ends": ("Faint is a rainbow of fog.", "The faint rainbow has no colours."),
        "night": ("A moonbow is a faint rainbow.", "The faint moonbow follows the moon."),
        "drops": ("Of moonbows drops make a faint rainbow.", "They are seen at night."),
        "rain": ("Rain over a wide dry land makes a bright rainbow, never a faint moonbow.",),
    }
    drafts = {
        name: Draft(name, (tuple(Claim(one, (Citation(name, name),), one) for one in those),))
        for name, those in told.items()
    }
    kept, standing = standing_sections(outline, drafts, rainbows(), ())
    said = {name: [claim.sentence for claim in claims_in(one)] for name, one in standing.items()}
    assert [one.id for one in kept] == ["all", "ends", "night"]
    to_night = [*told["night"], *told["drops"]]  # they begin with the longer of two headings
    assert said == {"all": [*told["all"], *told["rain"]], "ends": [*told["ends"]], "night": to_night}
    (alone,), moved = standing_sections(outline[2:], drafts, rainbows(), ())
    assert alone.id == "night" and [claim.sentence for claim in claims_in(moved["night"])] == said["night"]
