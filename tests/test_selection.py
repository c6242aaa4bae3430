"""Selection and order: nothing told twice, the definition first, a history by its years."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from castalia.tools.composition.passage_worth import GATHERED, RETOLD, unexplained
from castalia.tools.composition.reading_order import arrange, by_year, goes_on
from castalia.tools.composition.said import Said
from castalia.tools.composition.selection import _cut_off, _novelty, _widened
from castalia.tools.composition.word_shares import share
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.objections.endings import UNDER_WAY
from castalia.tools.topic.background import Background
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.repetition import repeats, retells
from hypothesis import given
from hypothesis import strategies as st

STEMS = st.frozensets(st.sampled_from([f"w{n}" for n in range(12)]), max_size=10)


def passage(text: str, snippet: str, start: int = 0) -> Passage:
    stems = frozenset(content_stems(text))
    none: frozenset[str] = frozenset()
    return Passage(snippet, snippet, start, (text,), stems, stems, none, none, none)


@given(STEMS, STEMS)
def test_repeating_is_mutual(a: frozenset[str], b: frozenset[str]) -> None:
    assert repeats(a, b) == repeats(b, a)


@given(STEMS)
def test_a_sentence_repeats_itself_unless_it_says_nothing(a: frozenset[str]) -> None:
    assert repeats(a, a) == bool(a)


@given(STEMS, STEMS)
def test_telling_again_is_mutual(a: frozenset[str], b: frozenset[str]) -> None:
    assert retells(a, b, WEIGHTS) == retells(b, a, WEIGHTS)


def test_rare_words_in_common_tell_the_same_and_usual_ones_do_not() -> None:
    said = frozenset({"ganglion", "sensori", "autonom", "type", "main"})
    again = frozenset({"ganglion", "sensori", "autonom", "part", "function"})
    assert not repeats(said, again) and retells(said, again, WEIGHTS)
    assert not retells(
        frozenset({"part", "function", "type", "sensori"}), frozenset({"part", "function", "type"}), WEIGHTS
    )
    assert not retells(said, again | {f"rare{n}" for n in range(9)}, WEIGHTS)  # the longer one tells more


WEIGHTS = Background(
    1_000,
    {"part": 900, "function": 800, "type": 800, "main": 700, "ganglion": 4, "sensori": 6, "autonom": 3},
    {},
    learn_classes([]),
)


def test_a_paragraph_goes_on_where_its_subject_does() -> None:
    reef = frozenset({"reef"})
    first = passage("Reefs are fed by currents from the open sea.", "a")
    same = replace(passage("Currents carry plankton to reefs.", "b"), subject=frozenset({"current"}))
    assert goes_on(first, same, reef)
    assert not goes_on(first, replace(same, subject=reef), reef)  # the topic joins nothing to nothing
    assert not goes_on(first, same, reef | {"current"})
    assert goes_on(first, passage("Divers like them.", "a", 1), reef)  # of one snippet
    assert goes_on(first, passage("Reefs lie open to the sea, and currents meet there.", "c"), reef)


def test_the_definition_of_the_heading_comes_first() -> None:
    chosen = [
        passage("Many divers look for a sponge in caves.", "a"),
        passage("A sponge is an animal that filters water.", "b"),
        passage("Old sponges grow slowly in cold water.", "c"),
    ]
    assert arrange(chosen, "Sponge")[0].snippet_id == "b"


def test_a_definition_that_the_sentence_before_leads_up_to_opens_a_section_with_it() -> None:
    first, second = "Of all that lives in caves divers love one animal.", "A sponge is an animal that filters water."
    chosen = [
        replace(passage("Sponges grow slowly in cold water.", "a"), subject=frozenset({"spong"})),
        replace(passage(f"{first} {second}", "b"), sentences=(first, second), subject=frozenset({"diver"})),
    ]
    assert arrange(chosen, "Sponge")[0].snippet_id == "b"


def test_what_defines_the_heading_by_another_part_of_the_topics_name_comes_first() -> None:
    chosen = [
        replace(passage("Sponge diving has been known for long.", "b"), subject=frozenset({"spong", "dive"})),
        passage("Bath diving is the search for animals that clean the skin.", "a"),
    ]
    assert arrange(chosen, "Sponge diving")[0].snippet_id == "b"
    assert arrange(chosen, "Sponge diving", topic=frozenset({"bath", "spong"}))[0].snippet_id == "a"


def test_without_a_definition_a_list_of_the_kinds_comes_first() -> None:
    chosen = [
        passage("Sponges of the deep sea grow slowly.", "a"),
        passage("Old sponges grow on rock in the bay.", "b"),
        passage("There are three types of sponge: calcareous, glass and common sponges.", "c"),
    ]
    assert arrange(chosen, "Sponge")[0].snippet_id == "c"


def test_what_a_snippet_says_stays_in_its_order() -> None:
    sponge = frozenset({"spong"})
    late = replace(passage("Sponges of the bay lose their colour in warm water.", "a", 4), subject=sponge)
    early = passage("Water in the bay was warm for a month, and divers came home early.", "a", 2)
    other = passage("Divers of the bay see pale animals in warm water.", "b")
    order = arrange([late, other, early], "Sponge")
    assert [one.start for one in order if one.snippet_id == "a"] == [2, 4]
    whole = passage("A sponge is an animal that filters water.", "a", 6)
    assert [one.start for one in arrange([late, early, whole], "Sponge")] == [6, 2, 4]  # what it is comes first


def test_a_section_opens_with_a_main_clause_on_what_it_is_about() -> None:
    aside = replace(passage("When a sponge is old, it grows slowly.", "a"), subject=frozenset({"spong"}))
    other = passage("Many divers look for a sponge in caves.", "b")
    plain = replace(passage("Old sponges grow slowly in cold water.", "c", 4), subject=frozenset({"old", "spong"}))
    assert arrange([aside, other, plain], "Sponge")[0].snippet_id == "c"


def test_a_section_opens_with_what_affirms_something_of_all_of_its_subject() -> None:
    denying = replace(passage("Sponges do not grow in fresh snow.", "d"), subject=frozenset({"spong"}))
    narrow = replace(passage("Old sponges grow slowly in cold water.", "c"), subject=frozenset({"old", "spong"}))
    whole = replace(passage("Sponges grow on rock in the bay.", "a", 3), subject=frozenset({"spong"}))
    assert arrange([denying, narrow, whole], "Sponge")[0].snippet_id == "a"
    assert arrange([denying, narrow], "Sponge")[0].snippet_id == "c"
    added = replace(denying, sentences=("Sponges grow not only on rock but also on wood.",))
    assert arrange([added, narrow], "Sponge")[0].snippet_id == "d"
    other = replace(narrow, sentences=("Old sponges are a kind that grows slowly.",), snippet_id="b")
    assert arrange([other, narrow], "Sponge")[0].snippet_id == "c"  # it defines another name
    part = replace(passage("Sponges in cold water grow slowly.", "b"), subject=frozenset({"spong"}))
    assert arrange([part, whole], "Sponge")[0].snippet_id == "a"


def test_a_sentence_is_taken_with_what_comes_before_it_where_that_costs_little() -> None:
    middle = passage("It is the largest of them.", "a", 1)
    whole = replace(middle, start=0, sentences=("Sponges live here.", *middle.sentences))
    longer = replace(whole, sentences=(*whole.sentences, "They are old."))
    elsewhere = replace(whole, snippet_id="b")
    worth = {middle.id: 3.0, whole.id: 2.0, longer.id: 2.5, elsewhere.id: 9.0}
    pool = [middle, whole, longer, elsewhere]
    assert _widened(middle, pool, worth, GATHERED.wider) == longer
    assert _widened(middle, pool, worth | {longer.id: 1.0}, GATHERED.wider) == whole
    assert _widened(middle, pool, worth | {longer.id: 1.0, whole.id: 1.0}, GATHERED.wider) == middle


def test_a_sentence_is_not_taken_with_what_ends_in_the_midst_of_an_account() -> None:
    middle = passage("It is the largest of them.", "a", 1)
    whole = replace(middle, start=0, sentences=("Sponges live here.", *middle.sentences))
    unfinished = replace(whole, sentences=(*whole.sentences, "Divers wanted to know why."), ending=UNDER_WAY)
    worth = {middle.id: 3.0, whole.id: 3.0, unfinished.id: 3.0}
    assert _widened(middle, [middle, whole, unfinished], worth, GATHERED.wider) == whole


def test_a_passage_stands_alone_in_its_snippet_unless_something_before_it_was_taken() -> None:
    first, third = passage("Sponges live here.", "a"), passage("They are old.", "a", 2)
    before = cast(Evidence, SimpleNamespace(before={"b": "a"}))
    assert _cut_off(first, [], before, RETOLD) == 0
    assert _cut_off(third, [], before, RETOLD) == RETOLD.midst
    assert _cut_off(third, [passage("Corals live here.", "b")], before, RETOLD) == RETOLD.midst
    assert _cut_off(third, [first], before, RETOLD) == 0


def test_a_paragraph_of_a_document_that_is_retold_follows_the_one_before_it() -> None:
    second = passage("Corals live here.", "b")
    before = cast(Evidence, SimpleNamespace(before={"b": "a"}))
    assert _cut_off(second, [], before, RETOLD) == RETOLD.inner > 0
    assert _cut_off(second, [passage("Sponges live here.", "a")], before, RETOLD) == 0
    assert _cut_off(second, [], before, GATHERED) == 0


def test_a_few_more_new_terms_do_not_outweigh_doubt() -> None:
    terms = [f"term{at}" for at in range(8)]
    told = cast(Evidence, SimpleNamespace(weights=dict.fromkeys(terms, 3.0)))
    six = replace(passage("Sponges filter water through the pores of their wall.", "a"), terms=frozenset(terms[:6]))
    eight = replace(six, snippet_id="b", terms=frozenset(terms))
    more = _novelty(eight, set(), told) - _novelty(six, set(), told)
    assert 0 < GATHERED.coverage * more < 1.5


def test_what_terms_are_worth_does_not_hang_on_their_order() -> None:
    tenths = [f"term{at}" for at in range(10)]
    told = cast(Evidence, SimpleNamespace(weights=dict.fromkeys(tenths, 0.1) | {"whole": 1.0}))
    whole = replace(passage("Sponges filter water through the pores of their wall.", "a"), terms=frozenset({"whole"}))
    assert _novelty(whole, set(), told) == _novelty(replace(whole, terms=frozenset(tenths)), set(), told)


def test_a_history_is_told_by_its_years() -> None:
    chosen = [
        passage("Sponges were farmed in 1901.", "a"),
        passage("Sponges were thought to be plants in the eighteenth century.", "b"),
        passage("Their canals were drawn in 1825.", "c"),
    ]
    assert [one.snippet_id for one in by_year(chosen)] == ["b", "c", "a"]


def test_a_history_begins_before_our_era_and_keeps_what_has_no_year_beside_its_neighbour() -> None:
    old, older = "Sponges were dried in the late nineteenth century.", "Sponges were sold in 3700 BC."
    chosen = [
        passage(old, "a"),
        passage("Sponges were farmed in 1858.", "b"),
        passage(older, "c"),
        replace(passage("Divers took them from the sea by hand.", "c"), start=1),
        passage("Nobody knows who was first.", "d"),
    ]
    told = by_year(chosen)
    assert [one.snippet_id for one in told] == ["c", "c", "b", "a", "d"]
    assert told[0].text == older


def test_the_order_does_not_depend_on_the_order_of_arrival() -> None:
    chosen = [passage(f"Sponge number {n} grows on rock {n} in the bay.", f"s{n}") for n in range(6)]
    assert arrange(chosen, "Sponge") == arrange(chosen[::-1], "Sponge")


@given(
    st.dictionaries(st.text(min_size=1), st.tuples(st.integers(0, 900), st.integers(110, 900)), min_size=1, max_size=9),
    st.integers(1, 3000),
)
def test_words_are_shared_out_within_what_each_unit_can_use(units: dict[str, tuple[int, int]], words: int) -> None:
    room, longest = ({name: pair[at] for name, pair in units.items()} for at in (0, 1))
    shares = share(words, room, 110, longest)
    assert set(shares) == set(room)
    assert all(one <= min(longest[name], room[name]) for name, one in shares.items())
    assert sum(shares.values()) <= words + 110 * len(room)


def test_an_abbreviation_that_is_spelled_out_in_the_plural_is_explained() -> None:
    background = Background(1_000, {}, {}, learn_classes([]))
    where = cast(Evidence, SimpleNamespace(background=background, stems=frozenset({"spong"})))
    assert unexplained(passage("Young sponges are fed by deep water currents (DWCs) of the bay.", "a"), where) == 0
    assert unexplained(passage("Young sponges are fed by the DWCs of the bay.", "a"), where) == 1


def test_a_run_is_told_by_its_sentences_and_not_because_it_holds_the_words_of_a_brief_one() -> None:
    brief = "Quiet corals build hidden reefs."
    run = ("Quiet bays have hidden reefs.", "Most corals build them far below the waves of winter.")
    stems = tuple(frozenset(content_stems(one)) for one in run)
    told = frozenset(content_stems(brief))
    assert repeats(stems[0] | stems[1], told)  # taken as one, the run would say nothing new
    whole = replace(passage(" ".join(run), "a"), sentences=run)
    evidence = cast(Evidence, SimpleNamespace(sentences_of=lambda one: stems[one.start : one.end]))
    said = Said([whole], [told], evidence)
    assert not said.tells(whole) and 0 < said.overlap(whole) < 0.6
    said.hear([stems[1]])
    assert said.tells(whole)


def test_a_brief_sentence_is_not_told_by_a_long_one_that_holds_most_of_its_words() -> None:
    long = frozenset(f"w{at}" for at in range(12))
    assert repeats(frozenset({"w0", "w1", "w2", "w3", "w4"}), long)
    assert not repeats(frozenset({"w0", "w1", "w2", "w3"}), long)
