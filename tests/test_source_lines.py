"""What can be read on from a sentence of a document: as far as nothing is missed that the rest leans on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import cast

import pytest
from castalia.memory.records import Snippet
from castalia.tools.composition.source_lines import Line, _names, lines_of
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage, passages
from castalia.tools.topic.read_sentences import sentence_stems
from hypothesis import given
from hypothesis import strategies as st

CLASSES = learn_classes([])
SHORE = (
    "Limpets live on the rock of the upper shore and feed at high tide. Each one returns to the scar that its shell made. "
    "Mussels hold fast with threads of a strong protein. Barnacles close their plates while the tide is out and comb the water when it is in."
)
BELOW = "Kelp begins where the shore is never dry for more than an hour. Most of it is held by roots that feed nothing."


def evidence(texts: Iterable[str], topic: str = "Rocky shore") -> Evidence:
    snippets = [Snippet(f"s{at}", text, url=f"https://example.org/shore#p{at}") for at, text in enumerate(texts)]
    found = [one for snippet in snippets for one in passages(snippet, CLASSES)]
    return cast(
        Evidence,
        SimpleNamespace(
            topic=topic,
            before={after.id: one.id for one, after in pairwise(snippets)},
            stems=frozenset(content_stems(topic)),
            snippets={one.id: one for one in snippets},
            background=SimpleNamespace(share=lambda stem: 0.0),
            documents={},
            summaries=frozenset(),
            passages=found,
            singles=[one for one in found if len(one.sentences) == 1],
            sentences={one.id: tuple(stems for _, stems, _ in sentence_stems(one.text, CLASSES)) for one in snippets},
        ),
    )


def line_of(texts: Iterable[str]) -> tuple[Line, Evidence]:
    known = evidence(texts)
    return lines_of(known.passages, known)["s0"], known


def told(line: Line, opening: Passage, words: int = 200, left_out: Iterable[str] = ()) -> list[str]:
    run = line.run_from(opening, words, set(), lambda one, _: not set(one.sentences) & set(left_out))
    return [text for one in run for text in one.sentences]


def single(known: Evidence, snippet: str, place: int) -> Passage:
    return next(one for one in known.singles if (one.snippet_id, one.start) == (snippet, place))


def test_a_run_goes_through_its_paragraph_and_into_the_next() -> None:
    line, known = line_of([SHORE, BELOW])
    assert len(told(line, single(known, "s0", 0))) == 6
    assert told(line, single(known, "s1", 0)) == told(line, single(known, "s0", 0))[4:]


def test_a_run_leaves_out_a_sentence_that_may_not_be_told_and_goes_on_behind_it() -> None:
    line, known = line_of([SHORE])
    mussels = "Mussels hold fast with threads of a strong protein."
    assert told(line, single(known, "s0", 0), left_out=[mussels])[-1].startswith("Barnacles")


def test_a_run_leaves_a_sentence_out_only_where_more_than_a_brief_one_follows() -> None:
    line, known = line_of([SHORE])
    limpets, each, mussels, barnacles = (one.text for one in split_sentences(SHORE))
    opening = single(known, "s0", 0)
    brief, long = (sum(len(one.split()) for one in (limpets, *those)) for those in ([mussels], [mussels, barnacles]))
    assert told(line, opening, brief, [each]) == [limpets]
    assert told(line, opening, long, [each]) == [limpets, mussels, barnacles]


def test_a_run_ends_before_what_speaks_of_a_thing_that_was_left_out() -> None:
    text = "Waves break on the outer reef all year. A diver once mapped a long cave there. Shrimps that are blind live in the cave."
    line, known = line_of([text])
    assert len(told(line, single(known, "s0", 0))) == 3
    cave = "A diver once mapped a long cave there."
    assert told(line, single(known, "s0", 0), left_out=[cave]) == ["Waves break on the outer reef all year."]
    shrimps = single(known, "s0", 2)
    assert line.leans(shrimps, 0, set()) and not line.leans(shrimps, 0, {"cave"})


def test_a_run_goes_on_at_the_beginning_of_the_next_paragraph_and_not_inside_it() -> None:
    below = (
        "Kelp begins where the shore is never dry for an hour. Red weeds live in the shade of the taller brown ones."
    )
    line, known = line_of([SHORE, below])
    assert len(told(line, single(known, "s0", 0))) == 6
    kelp = "Kelp begins where the shore is never dry for an hour."
    assert len(told(line, single(known, "s0", 0), left_out=[kelp])) == 4


@given(st.integers(5, 90))
def test_a_run_has_at_most_so_many_words_and_keeps_the_order_of_its_source(words: int) -> None:
    line, known = line_of([SHORE, BELOW])
    run = line.run_from(single(known, "s0", 0), words, set(), lambda one, _: True)
    assert sum(one.words for one in run) <= words
    numbers = [line.number(one) for one in run]
    assert numbers == sorted(set(numbers))


def test_of_two_ways_through_a_paragraph_readers_get_the_one_that_they_are_less_likely_to_object_to() -> None:
    line, known = line_of([SHORE])
    doubted = {
        at: [replace(one, doubt=9.0) if len(one.sentences) > 1 else one for one in those]
        for at, those in line.starting.items()
    }
    run = replace(line, starting=doubted).run_from(single(known, "s0", 0), 200, set(), lambda one, _: True)
    assert [len(one.sentences) for one in run] == [1, 1, 1, 1]


FOUND = "A survey by Eloise Marchbank counted the limpets of one shore. Marchbank found them on the upper rocks."
MARKED = "The limpets were marked with paint and came back to one place. On a shore of sand Marchbank counted only half as many limpets."


def test_a_name_is_told_only_where_the_page_has_introduced_it() -> None:
    line, known = line_of([FOUND, MARKED])
    later = single(known, "s1", 0)
    assert told(line, single(known, "s0", 0)) == [*split(FOUND), *split(MARKED)]
    assert told(line, later) == split(MARKED)[:1]
    assert line.presumes(single(known, "s1", 1), set())
    assert not line.presumes(single(known, "s1", 1), {"marchbank"})
    assert not line.presumes(single(known, "s0", 0), set())


def test_a_name_in_a_sentence_that_leans_on_the_one_before_it_has_to_be_introduced_too() -> None:
    line, known = line_of(
        [
            FOUND,
            "The limpets were marked with paint on a shore of sand. However, Marchbank lost half of the marked limpets.",
        ]
    )
    assert line.presumes(single(known, "s1", 0), set()) is False
    both = next(one for one in known.passages if one.snippet_id == "s1" and len(one.sentences) == 2)
    assert line.presumes(both, set()) and not line.presumes(both, {"marchbank"})


def test_a_name_of_an_earlier_part_of_the_document_is_not_introduced_by_it() -> None:
    known = evidence([FOUND, MARKED])
    known.before.clear()  # type: ignore[attr-defined]
    assert lines_of(known.passages, known)["s1"].presumes(single(known, "s1", 1), set())
    known.summaries = frozenset({"s1"})  # type: ignore[misc]
    assert not lines_of(known.passages, known)["s1"].presumes(single(known, "s1", 1), set())


@pytest.mark.parametrize(
    "sentence",
    [
        "The shore was surveyed by Eloise Marchbank for ten years.",
        "The strength of a limpet (MSL) is measured with a spring.",
        "The limpets were seen from the Marchbank station every day.",
        "The paint held Zn and did the limpets no harm.",
    ],
)
def test_a_name_that_says_what_it_is_needs_no_introduction(sentence: str) -> None:
    text = f"Marchbank and Berg saw the MSL and the Zn. {sentence}"
    assert _names(sentence, evidence([text])) == frozenset()
    assert _names("The shore was surveyed by Marchbank for years.", evidence([text])) == {"marchbank"}
    assert _names("The MSL is measured with a spring.", evidence([text])) == {"msl"}


def test_a_name_that_many_texts_hold_needs_no_introduction() -> None:
    known = evidence([FOUND, MARKED])
    known.background.share = lambda stem: 0.1  # type: ignore[method-assign]
    assert not lines_of(known.passages, known)["s1"].presumes(single(known, "s1", 1), set())


def split(text: str) -> list[str]:
    return [one.text for one in split_sentences(text)]


def test_a_run_ends_before_an_experiment_whose_result_it_has_no_room_for() -> None:
    text = (
        "Limpets come back to one scar at low tide. In 1931 zoologists wanted to know how limpets know the way to a scar. "
        "They washed the trails off the rock with a brush and with soap and water. They found that half of the limpets were lost."
    )
    line, known = line_of([text])
    home, asked, washed, found = split(text)
    opening = single(known, "s0", 0)
    assert told(line, opening) == [home, asked, washed, found]
    assert told(line, opening, words=len(f"{home} {asked}".split())) == [home]


def test_a_run_does_not_leave_out_what_takes_back_the_sentence_before() -> None:
    text = (
        "Limpets live on the rock of the upper shore. Divers have said that every limpet keeps one scar. "
        "However, one in five limpets moves to another one within a year. Limpets feed on the green film of the rock at high tide, "
        "which they scrape off with rows of teeth that are harder than most of what grows on a shore or lives there."
    )
    line, known = line_of([text])
    home, claim, turn, film = split(text)
    assert told(line, single(known, "s0", 0), left_out=[turn]) == [home, film]
    assert told(line, single(known, "s0", 0)) == [home, claim, turn, film]


def test_a_run_takes_a_claim_with_what_takes_it_back_or_not_at_all() -> None:
    text = (
        "Limpets live on the rock of the upper shore. Divers have said that every limpet keeps one scar for life. "
        "However, one in five limpets moves to another one within the year that follows its birth."
    )
    line, known = line_of([text])
    opening = single(known, "s0", 0)
    assert told(line, opening) == split(text)
    assert told(line, opening, words=24) == split(text)[:1]


def test_a_run_is_not_ended_by_the_length_of_what_is_read_together() -> None:
    text = (
        "Limpets live on the rock of the upper shore. They feed there at high tide in the dark. They come back to one scar by the morning. "
        "They hold fast to that with one broad foot. However, they let go of it when they are ill."
    )
    line, known = line_of([text])
    assert told(line, single(known, "s0", 0)) == split(text)
