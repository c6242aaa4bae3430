"""Passages: what may stand on a page together, and what a sentence takes for granted."""

from __future__ import annotations

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Claim, Draft, Snippet
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.objections.announcements import breaks_off
from castalia.tools.topic.passages import LONGEST, Passage, passages
from castalia.tools.topic.quotations import claims_of, quoted_in

TEXT = (
    "The sponge is a simple animal that filters bacteria from the water around it. "
    "It pumps the water through a system of fine canals all day long. "
    "Figure 3 shows the canals of a sponge in a cut through its wall. "
    "Glass sponges build their skeleton from silica and live in deep and cold water."
)
CLASSES = learn_classes([TEXT])


def cut(text: str) -> tuple[Passage, ...]:
    return passages(Snippet(snippet_id(text), text), CLASSES)


def test_a_sentence_that_leans_is_kept_only_behind_the_one_it_leans_on() -> None:
    texts = [one.text for one in cut(TEXT)]
    assert any(text.endswith("all day long.") and text.startswith("The sponge") for text in texts)
    assert not any(text.startswith("It pumps") for text in texts)


def test_a_brief_sentence_may_begin_but_does_not_stand_alone() -> None:
    brief, more = "A glass sponge has four layers.", "The outer one is a net of silica that keeps its pores open."
    texts = [one.text for one in cut(f"{brief} {more}")]
    assert f"{brief} {more}" in texts and more in texts and brief not in texts


@pytest.mark.parametrize("brief", ["Two very strange cases occur.", "Each has four layers.", "Sponges are rare here."])
def test_a_brief_sentence_does_not_begin_that_counts_or_points(brief: str) -> None:
    more = "The outer layer is a net of silica that keeps the pores of a sponge open."
    assert not any(one.text.startswith(brief) for one in cut(f"{brief} {more}"))


def test_a_brief_sentence_goes_on_with_the_one_before_it_and_does_not_begin_with_some() -> None:
    text = "Glass sponges build their skeleton from silica in deep and cold water. Some live for centuries. "
    texts = [one.text for one in cut(f"{text}Bath sponges have soft fibres that people have used since antiquity.")]
    assert any(one.endswith("live for centuries.") for one in texts)
    assert not any(one.startswith("Some live") for one in texts)


@pytest.mark.parametrize(
    ("sentence", "leans"),
    [
        ("A glass sponge uses just a tenth of that water for its food.", True),
        ("A glass sponge takes most of its food from that small canal.", True),
        ("The water of a glass sponge is clean, and shrimps live in that water.", False),
        ("The sponges of the reef eat a food like that of modern corals.", False),
        ("The canals are similar to that observed in the wall of a stony sponge.", False),
    ],
)
def test_what_says_of_that_something_stands_behind_the_sentence_that_names_it(sentence: str, leans: bool) -> None:
    text = f"The sponge pumps a thousand litres of sea water through a small canal each day. {sentence}"
    texts = [one.text for one in cut(text)]
    assert any(one.endswith(sentence) for one in texts)
    assert any(one.startswith(sentence) for one in texts) != leans


def test_a_sentence_that_trips_a_rule_stands_nowhere() -> None:
    assert not any("Figure 3" in one.text for one in cut(TEXT))


def test_no_passage_ends_where_a_list_is_about_to_come() -> None:
    text = (
        "Sponges of the deep sea take in food in two ways. "
        "Most of them filter bacteria from the water that they pump. "
        "A few catch small shrimps with hooks on their skin."
    )
    ends = {one.sentences[-1] for one in cut(text)}
    assert text.split(". ")[0] + "." not in ends
    assert any(one.text.startswith("Sponges of the deep sea") for one in cut(text))


def test_an_experiment_is_quoted_with_its_result_or_not_at_all() -> None:
    text = (
        "Sponges of the shore open their pores at night. "
        "Marta Lind (1931) conducted an experiment with sponges in a tank of glass. "
        "She found that the sponges closed their pores in the light."
    )
    first, asked, result = (one if one.endswith(".") else f"{one}." for one in text.split(". "))
    texts = {one.text for one in cut(text)}
    assert f"{asked} {result}" in texts and first in texts
    assert asked not in texts and f"{first} {asked}" not in texts


@pytest.mark.parametrize(
    ("sentence", "is_open"),
    [
        ("There are two ways that sponges of the deep could take in food.", True),
        ("There are two kinds of sponge: glass sponges and bath sponges.", False),
        ("There are three kinds of sponge, glass sponges, bath sponges and stony ones.", False),
        ("A sponge has a wall, a canal and several parts.", False),
    ],
)
def test_a_list_is_about_to_come_where_its_number_is_all_that_is_told(sentence: str, is_open: bool) -> None:
    assert breaks_off(sentence) is is_open


def test_passages_are_verbatim_and_name_their_place() -> None:
    for one in cut(TEXT):
        assert one.text in TEXT
        assert all(claim.quote in TEXT for claim in claims_of(one, "s1"))
    assert len({one.id for one in cut(TEXT)}) == len(cut(TEXT))


def test_what_a_draft_quotes_is_found_again_as_the_longest_passages_of_it() -> None:
    found = cut(TEXT)
    longest = max(found, key=lambda one: len(one.sentences))
    own = Claim("Corals are animals.", (), "")
    paragraph = (own, *claims_of(longest, "k"))
    assert quoted_in(Draft("s", (paragraph, paragraph[:2])), found) == (longest, found[0])
    assert quoted_in(Draft("s", (paragraph[2:],)), found) == tuple(
        one for one in found if one.sentences == longest.sentences[1:]
    )


def test_what_only_an_earlier_sentence_names_is_pointed_back_at() -> None:
    text = (
        "A pump moves sea water through a narrow tank of glass for the whole day. "
        "In the tank, large sponges filtered less water than they do in the open sea. "
        "Large sponges filter more water in summer when the tank is warm."
    )
    back = {one.text.split()[0]: one.points_back for one in cut(text) if len(one.sentences) == 1}
    assert "tank" in back["In"]
    assert not back["Large"]  # there it comes too late to be what the sentence is about


def test_what_is_bathed_or_breathed_is_not_called_the() -> None:
    text = (
        "Oxygen is carried by currents from the air into the deepest parts of the sea. "
        "Most animals breathe oxygen and food is burnt with it all day long."
    )
    (last,) = (one for one in cut(text) if one.text.startswith("Most"))
    assert last.points_back == frozenset()


def test_a_paper_that_speaks_of_itself_is_marked_from_there_on() -> None:
    text = (
        "Sponges filter bacteria from the water of the sea in great numbers. "
        "We measure how much water a sponge pumps. "
        "Large sponges pump more water than small sponges of the same species do."
    )
    marks = {one.text.split()[0]: one.own_work for one in cut(text)}
    assert marks == {"Sponges": False, "Large": True}


def test_a_sentence_that_goes_on_with_what_was_said_may_stay_with_it() -> None:
    text = (
        "Glass sponges build their skeleton from silica in the deep and cold sea. "
        "Silica is drawn from the water by special cells of the sponge. "
        "Harbour towns lived from trade in wine and salt for many centuries."
    )
    runs = {len(one.sentences): one for one in cut(text) if one.text.startswith("Glass")}
    assert runs[2].links == (frozenset({"silica"}),)
    assert runs[2].loose(frozenset({"spong"})) == ()
    assert runs[2].loose(frozenset({"silica"})) == (1,)  # the page's own topic ties nothing together
    assert runs[3].loose(frozenset({"spong"})) == (
        2,
    )  # what only stands beside it may be taken along, and is known to be loose


def test_a_run_has_no_more_than_so_many_sentences() -> None:
    text = " ".join(f"Sponges of kind number {n} filter the water of the sea all day long." for n in range(9))
    assert max(len(one.sentences) for one in cut(text)) == LONGEST
