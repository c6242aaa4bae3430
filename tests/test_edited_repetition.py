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


def test_an_author_who_uses_most_of_his_words_again_did_not_repeat_himself() -> None:
    def edited(*homes: str) -> list[str]:
        told, new = (
            Draft(name, ((Claim(one, (Citation(home, home),), one),),))
            for name, one, home in zip(("old", "new"), (TOLD, ALIKE), homes, strict=True)
        )
        return [one.sentence for one in claims_in(edit_among({"new": new}, [told], rainbows())["new"])]

    assert edited("2", "2") == [ALIKE]
    assert edited("2", "3") == []  # another author


def test_what_he_says_in_the_same_words_goes() -> None:
    claims = tuple(Claim(one, (Citation("2", "2"),), one) for one in (TOLD, SAME))
    found = edit_among({"new": Draft("new", (claims,))}, [], rainbows())
    assert [one.sentence for one in claims_in(found["new"])] == [TOLD]
