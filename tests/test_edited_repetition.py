"""What a section repeats of others goes; what only shares their words stays where other sentences lean on it."""

from __future__ import annotations

import pytest
from castalia.memory.records import Citation, Claim, Draft
from castalia.tools.composition.page_editing import edit_among
from castalia.tools.drafting.drafts import claims_in
from rainbows import rainbows

TOLD = "Bright moonlight makes a pale moonbow over the wide falls of a river in May."
ALIKE = "A pale moonbow over the falls is white."  # most of its words, but nothing of what it says
SAME = "Bright moonlight makes a pale moonbow over wide falls in May."
RETOLD = "It is a pale moonbow of a bright river."
LEANING = "It is seen by those who stand on the bridge."
LINK = "The second moonbow of the night is seen by those who stand on the bridge."


def draft(name: str, *sentences: str) -> Draft:
    return Draft(name, (tuple(Claim(one, (), one) for one in sentences),))


@pytest.mark.parametrize(
    ("sentences", "left"),
    [
        ([ALIKE], []),
        (
            [ALIKE, "Rain fell on the old bridge in the valley at noon."],
            ["Rain fell on the old bridge in the valley at noon."],
        ),
        ([ALIKE, LEANING], [ALIKE, LEANING]),
        ([ALIKE, RETOLD], []),
        ([SAME, LEANING], []),
        ([ALIKE, LINK], [ALIKE, LINK]),
        ([SAME, LINK], []),
    ],
)
def test_what_shares_words_goes_where_nothing_new_goes_with_it(sentences: list[str], left: list[str]) -> None:
    edited = edit_among({"new": draft("new", *sentences)}, [draft("old", TOLD)], rainbows())
    assert [one.sentence for one in claims_in(edited["new"])] == left


def test_what_shares_words_with_the_sentence_before_it_from_its_snippet_stays() -> None:
    edited = edit_among({"new": draft("new", TOLD, ALIKE)}, [], rainbows())
    assert [one.sentence for one in claims_in(edited["new"])] == [TOLD, ALIKE]


def test_so_it_does_not_where_that_sentence_went_or_is_of_another_snippet() -> None:
    told_before = edit_among({"new": draft("new", TOLD, ALIKE)}, [draft("old", TOLD)], rainbows())
    assert not claims_in(told_before["new"])
    claims = tuple(Claim(one, (Citation(name, name),), one) for one, name in ((TOLD, "a"), (ALIKE, "b")))
    others = edit_among({"new": Draft("new", (claims,))}, [], rainbows())
    assert [one.sentence for one in claims_in(others["new"])] == [TOLD]
