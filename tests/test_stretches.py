"""Where a document without headings turns to a disease, and how far it goes on about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from castalia.graphs import TopicPage, generate_sync
from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.stretches import rows_between, stretches
from test_told_facets import ELSEWHERE, HOME, assert_told

URL = "https://example.org/books/herds/pages/7-2-fevers-of-the-lowlands"
BEFORE = (
    "Reed fever is caused by the marsh mite and is spread by swallows. Cases of reed fever are seen wherever swallows nest.",
    "The first symptoms of reed fever are a cough and wet eyes. Goats with reed fever do not lie down for days.",
    "Treatment of reed fever is smoke of willow bark. A goat has to stand in it for an hour.",
)  # fmt: skip
AFTER = (
    "The infection bracken staggers is caused by a mould, and not by a worm as sallow ague is. Patients with bracken staggers turn in circles.",
    "Symptoms of bracken staggers are a stiff neck and a bent ear. Calves with bracken staggers walk into ponds.",
    "Treatment of bracken staggers is cold water. Bracken staggers has been known since the year 1700.",
)  # fmt: skip
FARTHER = tuple(
    text
    for name, cause, sign, cure in (
        ("Kettle pox", "a virus of crows", "grey blisters on the comb", "oil of cloves"),
        ("Thatch croup", "the dust of old straw", "a hoarse bark at night", "honey and warm stalls"),
        ("Quarry mange", "lice of the rock dove", "bald patches over the hips", "sulphur soap"),
    )
    for text in (
        f"{name} is caused by {cause}. Cases of {name.lower()} are rare in the hills.",
        f"Symptoms of {name.lower()} are {sign}. Horses with {name.lower()} refuse the bit.",
        f"Treatment of {name.lower()} is {cure}. Diagnosis of {name.lower()} is made by eye.",
    )
)


def paragraphs(texts: Sequence[str], first: int = 1, title: str = "", document: str = URL) -> list[Snippet]:
    return [Snippet(f"s{at}", text, url=f"{document}#p{at}", title=title) for at, text in enumerate(texts, first)]


def found(snippets: Sequence[Snippet], topic: str = "Sallow ague", passed: frozenset[str] = frozenset()) -> list[str]:
    """The stretches, each as the numbers of its paragraphs."""
    naming = [one for one in snippets if topic.lower() in one.text.lower()]
    told = stretches(topic, [content_stems(topic)], naming, snippets, passed, learn_background(snippets))
    return [" ".join(name[1:] for name in one) for one in told]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> TopicPage:
    path: Path = tmp_path_factory.mktemp("ague") / "rows.jsonl"
    reefs = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    rows = [{"text": text, "url": f"{URL}#p{at}"} for at, text in enumerate((*FARTHER, *BEFORE, *HOME, *AFTER), 10)]
    rows += [
        {"text": text, "url": f"https://example.org/books/herds/pages/9-1-trade#p{at}"}
        for at, (_, text) in enumerate(ELSEWHERE)
    ]
    path.write_text(reefs + "".join(f"{json.dumps(one)}\n" for one in rows), encoding="utf-8")
    return generate_sync("Sallow ague", corpus=path)


def test_what_a_document_tells_of_a_disease_is_told_paragraph_by_paragraph_without_a_heading(page: TopicPage) -> None:
    assert_told(page.record)


def test_nothing_is_told_of_the_diseases_before_and_after_it(page: TopicPage) -> None:
    text = " ".join([page.record["lead"], *(one["text"] for one in page.record["sections"])])
    for foreign in ("reed fever", "willow bark", "bent ear", "cold water", "kettle pox", "quarry mange"):
        assert foreign not in text.lower()


def test_a_stretch_is_from_the_paragraph_that_begins_with_it_to_the_last_that_names_it() -> None:
    assert found(paragraphs((*BEFORE, *HOME, *AFTER))) == ["4 5 6 7 8"]


def test_a_heading_says_better_what_stands_under_it() -> None:
    assert found(paragraphs(HOME, title="Fevers of the lowlands > Sallow ague")) == []


def test_one_paragraph_is_no_stretch() -> None:
    assert found(paragraphs((*BEFORE, HOME[0], *AFTER[:2]))) == []


def test_one_row_may_be_missing_and_not_two() -> None:
    one, two = paragraphs(HOME)[:1], paragraphs(HOME)
    assert found([*one, *two[2:]]) == ["1 3 4 5"]
    assert found([*one, *paragraphs(HOME[2:], 4)]) == ["4 5 6"]


def test_two_paragraphs_that_do_not_name_it_end_it() -> None:
    plain = "It is cut off in spring. Farmers burn it on a hill. Nobody keeps the ash."
    assert found(paragraphs((*HOME, plain, HOME[3]))) == ["1 2 3 4 5 6 7"]
    assert found(paragraphs((*HOME, plain, plain, "Much is known of it now. Old herds have sallow ague."))) == [
        "1 2 3 4 5"
    ]


def test_what_sums_up_a_document_is_no_part_of_it() -> None:
    assert found(paragraphs(HOME), passed=frozenset({"s5"})) == ["1 2 3 4"]


def test_a_document_that_has_the_disease_for_an_example_tells_less_of_it() -> None:
    example = ("Sallow ague has changed the price of wool.", "Markets close early where sallow ague is seen.")
    other = [
        Snippet(f"t{at}", text, url=f"https://example.org/books/herds/pages/9-1-trade#p{at}")
        for at, text in enumerate(example)
    ]
    assert found([*paragraphs(HOME), *other]) == ["1 2 3 4 5"]


def test_what_is_no_disease_and_what_is_several_has_none() -> None:
    wool = ("Wool is soft. It keeps sheep warm.", "Wool is shorn in May.", "Wool is spun in winter.")
    assert found(paragraphs(wool), "Wool") == []
    organ = (
        "The risk of bladder infections is small. Bladders are round.",
        *["Symptoms of bladder cancer are rare."] * 4,
    )
    assert found(paragraphs(organ), "Bladder") == []
    group = [one.replace("Sallow ague", "Brain disorders").replace("sallow ague", "brain disorders") for one in HOME]
    assert found(paragraphs([*group, "Cases of brain disorder are many."]), "Brain disorder") == []
    assert found(paragraphs([one.replace("Sallow ague", "Sheep infections") for one in HOME]), "Sheep infections") == []


def test_the_germ_and_an_acronym_name_the_disease_and_another_germ_turns_from_it() -> None:
    texts = (
        "Sallow ague is caused by the bacterium Brenobacter ovium. Symptoms of sallow ague are chills.",
        "The cells of B. ovium are long. They are found in the bile.",
        "Patients with sallow ague are treated with salts. They stay indoors.",
        "Sallow ague virus (SAV) was once taken for its cause. Cases of sallow ague are rare.",
        "A test for SAV is sold no more. It was never of use.",
        "Brenobacter caprarum is found in goats. Unlike sallow ague, its disease is mild.",
    )
    assert found(paragraphs(texts)) == ["1 2 3 4 5"]


def test_a_paragraph_that_says_it_is_not_the_only_one_turns_from_the_disease() -> None:
    other = "Sallow ague is not the only ague of sheep. Others, beside sallow ague, are seen in goats."
    assert found(paragraphs((*HOME, other))) == ["1 2 3 4 5"]
    assert found(paragraphs((*HOME, other.replace("not the only", "the mildest")))) == ["1 2 3 4 5 6"]


@pytest.mark.parametrize(
    ("one", "other", "rows"),
    [(((12, "12"),), ((14, "14"),), 2), (((-1, "p"), (3, "3")), ((-1, "p"), (4, "4")), 1)],
)
def test_rows_are_counted_by_their_numbers(
    one: tuple[tuple[int, str], ...], other: tuple[tuple[int, str], ...], rows: int
) -> None:
    assert rows_between(one, other) == rows
    assert rows_between(other, one) > 100
    assert rows_between(one, one) > 100
