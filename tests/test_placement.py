"""Placement: where a passage belongs by what it is about, and where it does not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Citation, Claim, Section, Snippet, Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.doubt_limits import most_doubt
from castalia.tools.composition.facet_lists import facet
from castalia.tools.composition.fit import Fits, fit, label_fit, share_naming
from castalia.tools.composition.placement import JOINED, TREATED, _going_on, _home, place_all
from castalia.tools.composition.places import Place, places_of
from castalia.tools.composition.section_supply import populated
from castalia.tools.composition.unit_review import _contradicted, _dangling, _elsewhere
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.passages import Passage, passages
from castalia.tools.topic.relevance import Relevance
from rainbows import rainbows

TEXT = (
    "A glass sponge is a sponge that builds its skeleton from silica in the deep sea. "
    "Divers seldom see it, because the cold water in which glass sponges live lies far below them."
)
SPONGE = frozenset({"spong"})
NAMELESS = defaultdict(lambda: Snippet("", ""))  # snippets without a title


class Known(SimpleNamespace):
    """Evidence of which only this is asked."""

    __hash__ = object.__hash__


UNTITLED = cast(Evidence, Known(stems=SPONGE, papers=True, snippets=NAMELESS))


def singles(text: str, density: float = 0.0) -> list[Passage]:
    found = passages(Snippet(snippet_id(text), text), learn_classes([text]))
    return [replace(one, density=density) for one in found if len(one.sentences) == 1]


def term(text: str) -> str:
    return " ".join(content_stems(text))


def stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


def test_a_mention_is_enough_only_in_a_snippet_that_is_about_the_topic_or_the_heading() -> None:
    text = "In the cold water below the shelf live many species, among them crabs, stars and large sponges."
    passing, *_ = singles(text)
    heading = term("stars")
    assert label_fit(passing, heading, (), SPONGE) == 0.0
    assert label_fit(replace(passing, density=0.8), heading, (), SPONGE) > 0.55
    assert label_fit(passing, heading, (), SPONGE, [stems("stars")] * 2 + [SPONGE] * 2) > 0.55


def test_what_defines_the_heading_of_a_section_stays_above_its_subsections() -> None:
    text = "A glass sponge is a sponge with needles of silica. Glass sponges lose needles of silica when they die."
    snippet = Snippet(snippet_id(text), text)
    relevance = Relevance(
        ("spong",),
        {"spong": 0.7, "silica": 0.3},
        {snippet.id: 1.0},
        (snippet.id,),
        100,
        {"silica": 0.5},
        {snippet.id: "d"},
    )
    found = weigh("Sponge", relevance, learn_background([snippet]), [snippet], TripletGraph.of({}, {}))
    inner = Section("inner", "Needles of silica", 2, (term("needles of silica"),))
    outer = Section("outer", "Glass sponges", 1, (term("glass sponges"),), sections=(inner,))
    placed = place_all(found.singles, places_of([outer], found), Fits(replace(found, bar=10.0)))
    assert [one.start for one, _ in placed["outer"]] == [0]
    assert [one.start for one, _ in placed["inner"]] == [1]


def the_run() -> Passage:
    return next(
        one for one in passages(Snippet(snippet_id(TEXT), TEXT), learn_classes([TEXT])) if len(one.sentences) == 2
    )


def under(heading: str) -> Place:
    return Place(Section(heading, heading, 1, (term(heading),)), stems(heading), None, ())


def test_a_run_fits_as_its_first_sentence_does() -> None:
    dense = replace(the_run(), density=1.0)
    assert label_fit(dense, term("glass sponge"), (), SPONGE) > 0.55
    assert label_fit(dense, term("cold water"), (), SPONGE) == 0.0  # only the second sentence speaks of that


def test_a_run_holds_no_sentence_that_has_its_place_elsewhere() -> None:
    run, home, other = the_run(), under("Glass sponge"), under("Divers")
    first, second = (run.snippet_id, run.start), (run.snippet_id, run.start + 1)
    assert _home(run, home, 1.0, {first: (home, 1.0), second: (home, 0.6)}, SPONGE) == (home, 1.0)
    assert _home(run, home, 1.0, {first: (home, 1.0), second: (None, 0.0)}, SPONGE) == (home, 1.0)
    assert _home(run, home, 1.0, {first: (home, 1.0), second: (other, 0.6)}, SPONGE)[0] is None


def test_a_sentence_that_nothing_ties_to_the_one_before_needs_its_own_place_there() -> None:
    run, home = replace(the_run(), links=(SPONGE,)), under("Glass sponge")
    second = (run.snippet_id, run.start + 1)
    assert _home(run, home, 1.0, {}, SPONGE)[0] is None
    assert _home(run, home, 1.0, {second: (home, 0.6)}, SPONGE) == (home, 1.0)
    assert _home(run, home, 1.0, {}, SPONGE, is_housed=True) == (home, 1.0)  # what is told again goes on
    assert _home(run, home, 1.0, {second: (under("Divers"), 0.6)}, SPONGE, is_housed=True)[0] is None


def test_the_reviewer_lets_a_sentence_lead_up_to_the_next_of_its_snippet() -> None:
    first, second = (Claim(text, (Citation("k1", "a"),), text) for text in the_run().sentences)
    other = replace(second, citations=(Citation("k2", "b"),))
    said = stems(first.sentence)
    assert not _elsewhere(said, first, (None, second), under("Divers"), UNTITLED)
    assert _elsewhere(said, first, (None, other), under("Divers"), UNTITLED)
    assert _elsewhere(said, first, (None, None), under("Divers"), UNTITLED)


def test_the_reviewer_tells_why_a_sentence_does_not_stand_on_a_page() -> None:
    shown = Claim("Figure 3 shows the skeleton of a glass sponge in the deep sea.", (Citation("k1", "a"),))
    assert _dangling(shown, None, None) == "does not stand on a page: points to a figure or table"


def test_the_reviewer_lets_a_sentence_say_little_only_beside_another_of_its_snippet() -> None:
    brief, other, strange = (
        Claim(text, (Citation("k1", name),), text)
        for text, name in (
            ("A sponge is a simple animal.", "a"),
            ("Water flows through fine canals in its wall all day long.", "a"),
            ("Divers gathered bath sponges in the warm sea for two thousand years.", "b"),
        )
    )
    assert not _dangling(brief, None, other) and not _dangling(brief, other, None)
    assert _dangling(brief, None, None) and _dangling(brief, None, strange)


def test_the_reviewer_sees_that_a_sentence_denies_what_another_affirms() -> None:
    relations = {
        "Glass sponges feed on algae.": ("feed on", True),
        "Glass sponges do not feed on algae.": ("feed on", False),
        "Glass sponges grow with algae.": ("grow with", True),
        "Glass sponges do not grow with algae.": ("grow with", False),
    }
    triplets = tuple(
        Triplet("glass sponges", relation, "algae", "s", text, positive=positive)
        for text, (relation, positive) in relations.items()
    )
    found = cast(Evidence, SimpleNamespace(graph=TripletGraph.of({"s": Extraction(triplets, (), (), ())}, {})))
    fed, unfed, grown, _ = (Claim(text, ()) for text in relations)
    assert _contradicted(unfed, [(SPONGE, grown), (SPONGE, fed)], found)
    assert not _contradicted(unfed, [(SPONGE, grown)], found)  # that others dispute one thing says nothing of the other
    assert not _contradicted(unfed, [(SPONGE, unfed)], found)


def test_one_mention_does_not_make_a_snippet_about_a_name() -> None:
    sentences = [stems("glass sponges grow"), stems("divers seldom see them"), stems("glass sponges are old")]
    assert share_naming(stems("glass sponges"), sentences) == 2 / 3
    assert share_naming(stems("divers"), sentences) == 0.0
    assert share_naming(stems("divers"), []) == 0.0


def test_a_heading_of_several_words_is_mentioned_where_they_stand_together() -> None:
    together, *_ = singles("In the laboratory, divers saw how the sponge skeleton bends in the water.", 1.0)
    scattered, *_ = singles("In the laboratory, divers saw a sponge beside the old skeleton of a fish.", 1.0)
    assert label_fit(together, term("sponge skeleton"), (), SPONGE) > 0.55
    turned, *_ = singles("In the laboratory, divers saw how the skeleton of a sponge bends in the water.", 1.0)
    assert label_fit(turned, term("sponge skeleton"), (), SPONGE) > 0.55
    assert label_fit(scattered, term("sponge skeleton"), (), SPONGE) < 0.55


def test_what_a_sentence_is_only_set_beside_is_not_what_it_is_about() -> None:
    beside, *_ = singles("Unlike sponges, corals catch their food with the arms of their polyps.", 1.0)
    about, *_ = singles("Corals catch their food with the arms of their polyps, unlike sponges.", 1.0)
    topic = stems("food")
    assert label_fit(replace(about, is_named=True), term("corals"), (), topic) > 0.55
    assert label_fit(replace(beside, is_named=True), term("corals"), (), topic) > 0.55
    assert label_fit(replace(beside, is_named=True), "spong", (), topic) == 0.0
    beyond, *_ = singles("Beyond sponges, many corals catch their food with the arms of their polyps.", 1.0)
    assert label_fit(replace(beyond, is_named=True), "spong", (), topic) == 0.0


def test_a_fit_is_worked_out_once_for_a_passage_and_a_section() -> None:
    asked: list[str] = []

    def counted(passage: Passage, place: Place, evidence: Evidence) -> float:
        asked.append(place.section.id)
        return 0.5

    fits, run = Fits(cast(Evidence, None), counted), the_run()
    assert {fits.of(run, under(name)) for name in ("Divers", "Divers", "Pores", "Divers")} == {0.5}
    assert asked == ["Divers", "Pores"]


def test_on_a_thin_page_what_names_the_topic_and_fits_no_heading_has_a_place_in_the_general_section() -> None:
    text = "A sponge seldom lives longer than the rock that it stands on. Divers wash a sponge before they sell it."
    snippet = Snippet(snippet_id(text), text)
    relevance = Relevance(("spong",), {"spong": 0.7, "rock": 0.3}, {snippet.id: 1.0}, (), 100, {"rock": 0.4}, {})
    found = weigh("Sponge", relevance, learn_background([snippet]), [snippet], TripletGraph.of({}, {}))
    outline = [Section("general", "Properties", 1, facet="characteristics"), Section("moss", "Moss", 1, ("moss",))]
    doubtful = [replace(one, doubt=0.5) for one in found.singles]
    alone = place_all(doubtful, places_of(outline, found), Fits(replace(found, bar=2.0)))
    assert {one.start for one, _ in alone["general"]} == {0, 1} and not alone["moss"]


def test_on_a_thin_page_what_begins_with_the_term_of_a_section_joins_that_one() -> None:
    text = "Moss gardens on a rock shade a sponge from the sun. Divers wash a sponge before they sell it."
    snippet = Snippet(snippet_id(text), text)
    relevance = Relevance(("spong",), {"spong": 0.7, "rock": 0.3}, {snippet.id: 1.0}, (), 100, {"rock": 0.4}, {})
    found = weigh("Sponge", relevance, learn_background([snippet]), [snippet], TripletGraph.of({}, {}))
    outline = [Section("general", "Properties", 1, facet="characteristics"), Section("moss", "Moss", 1, ("moss",))]
    doubtful = [replace(one, doubt=0.5) for one in found.singles]
    placed = place_all(doubtful, places_of(outline, found), Fits(replace(found, bar=2.0)))
    assert [[one.start for one, _ in placed[name]] for name in ("moss", "general")] == [[0], [1]]


@pytest.mark.parametrize(
    ("titled", "general", "moss"),
    [(("few",), 1, 1), (("many",), 0, 0), (("many", "own"), 1, 1)],
)
def test_what_only_comes_by_the_subject_of_a_section_that_gathers_has_no_place_there_if_documents_treat_of_the_topic(
    titled: tuple[str, ...], general: int, moss: int
) -> None:
    text = "Divers wash each sponge before they sell it. Before a buyer from the mainland comes they cut moss from every sponge."
    snippet = Snippet("own", text)
    relevance = Relevance(("spong",), {"spong": 0.7, "moss": 0.3}, {snippet.id: 1.0}, (), 100, {"moss": 0.4}, {})
    found = weigh("Sponge", relevance, learn_background([snippet]), [snippet], TripletGraph.of({}, {}))
    outline = [Section("general", "Properties", 1, facet="characteristics"), Section("moss", "Moss", 1, ("moss",))]
    others = [replace(found.singles[0], snippet_id=name) for name in ["few"] * (TREATED - 1) + ["many"] * TREATED]
    known = replace(found, bar=2.0, titled=frozenset(titled), singles=(*found.singles, *others))
    placed = place_all(found.singles, places_of(outline, found), Fits(known))
    assert {name: len(those) for name, those in placed.items()} == {"general": general, "moss": moss}


@pytest.mark.parametrize(
    ("title", "titled", "is_asked", "longest"),
    [
        ("", (), False, 1),
        ("Beach life > Moss", (), False, 2),
        ("", ("own",), False, 2),  # in a document on the topic
        ("", (), True, 2),
    ],
)
def test_a_section_on_a_term_does_not_read_on_in_a_document_on_something_else_with_what_cannot_stand_alone(
    title: str, titled: tuple[str, ...], is_asked: bool, longest: int
) -> None:
    text = "Moss grows on a sponge that is left on the beach. It also covers the old boats of the divers."
    snippet = Snippet("own", text, title=title)
    relevance = Relevance(("spong",), {"spong": 0.7, "moss": 0.3}, {"own": 1.0}, (), 100, {"moss": 0.4}, {})
    found = weigh("Sponge", relevance, learn_background([snippet]), [snippet], TripletGraph.of({}, {}))
    known = replace(found, bar=9.0, titled=frozenset(titled))
    outline = [Section("moss", "Moss", 1, ("moss",), is_asked=is_asked)]
    placed = place_all(found.passages, places_of(outline, known), Fits(known))
    assert max(len(one.sentences) for one, _ in placed["moss"]) == longest


@pytest.mark.parametrize(
    ("size", "focused", "bar", "general", "moss", "asked"),
    [
        (500, False, 3.0, 1, 1, 1),  # a small corpus has nothing surer
        (5_000, True, 3.0, 1, 1, 1),  # in one about little else doubt is another
        (5_000, False, 3.0, 0, 1, 1),  # of a topic that few sentences name, those on a term are kept longer
        (5_000, False, 0.6, 0, 0, 1),
    ],
)
def test_a_section_that_gathers_from_a_large_corpus_holds_what_is_hardly_doubtful_unless_somebody_asked_for_it(
    size: int, focused: bool, bar: float, general: int, moss: int, asked: int
) -> None:
    text = "A sponge is washed by divers before they sell it. Moss grows on a sponge that is left on the beach."
    snippet = Snippet("own", text)
    relevance = Relevance(
        ("spong",),
        {"spong": 0.7, "moss": 0.3},
        {snippet.id: 1.0},
        (),
        100,
        {"moss": 0.4},
        {},
        focused=focused,
        size=size,
    )
    found = replace(
        weigh("Sponge", relevance, learn_background([snippet]), [snippet], TripletGraph.of({}, {})), bar=bar
    )
    gathered = [Section("general", "Properties", 1, facet="characteristics"), Section("moss", "Moss", 1, ("moss",))]

    def placed(doubt: float, *outline: Section) -> dict[str, int]:
        doubtful = [replace(one, doubt=doubt) for one in found.singles]
        return {name: len(those) for name, those in place_all(doubtful, places_of(outline, found), Fits(found)).items()}

    assert placed(-2.0, *gathered) == {"general": 1, "moss": 1}
    assert placed(0.6, *gathered) == {"general": general, "moss": moss}
    assert placed(0.6, replace(gathered[1], is_asked=True)) == {"moss": asked}


def limit_in(section: Section, *, size: int = 5_000, title: str = "The sponge > Trade", named: bool = True) -> float:
    """The most doubt of a sentence in a section on a topic whose bar is 0.6."""
    snippet = Snippet("own", "A sponge is washed by divers before they sell it.", title=title)
    relevance = Relevance(("spong",), {"spong": 1.0}, {"own": 1.0}, (), 100, {}, {}, size=size)
    found = weigh("Sponge", relevance, learn_background([snippet]), [snippet], TripletGraph.of({}, {}))
    (there,) = places_of([section], found)
    return most_doubt(replace(found.singles[0], is_named=named), there, replace(found, bar=0.6))


def test_what_tells_a_titled_document_again_may_be_more_doubtful_and_most_where_the_corpus_has_no_other() -> None:
    trade = Section("trade", "Trade", 1, ("trade",))
    told = replace(trade, sources=(("The sponge", "Trade"),))
    assert limit_in(told, size=500) > limit_in(told) > limit_in(told, title="") > limit_in(trade)


def test_a_history_may_be_more_doubtful_than_other_facets_and_what_does_not_name_the_topic_less() -> None:
    history, types = Section("past", "History", 1, facet="history"), Section("kinds", "Types", 1, facet="types")
    general = Section("general", "Properties", 1, facet="characteristics")
    assert limit_in(history) > limit_in(types) > limit_in(types, named=False) > limit_in(general)


def test_what_goes_on_from_a_sentence_under_a_facet_stays_with_it_unless_it_clearly_belongs_elsewhere() -> None:
    run = the_run()
    first, second = (run.snippet_id, run.start), (run.snippet_id, run.start + 1)
    history, divers = replace(under("History"), facet=facet("history")), under("Divers")

    def led(before: Place, value: float, one: Passage = run) -> Mapping[tuple[str, int], tuple[Place | None, float]]:
        return _going_on([one], {first: (before, 1.0), second: (divers, value)}, SPONGE)

    assert led(history, 0.6) == {second: (history, JOINED)}
    assert not led(history, 0.9) and not led(under("Glass sponge"), 0.6)
    assert not led(history, 0.6, replace(run, links=(SPONGE,)))  # nothing but the topic ties it to the first


def test_words_of_a_heading_that_open_a_sentence_apart_do_not_name_it() -> None:
    (apart,) = singles("The sponge of the bay is a complex animal that filters water day and night.")
    (together,) = singles("The sponge complex of the bay filters water day and night.")
    heading = term("sponge complex")
    assert label_fit(replace(together, is_named=True), heading, (), SPONGE) > 0.8
    assert label_fit(replace(apart, is_named=True, subject=SPONGE), heading, (), SPONGE) < 0.55


def test_what_defines_a_heading_fits_it_best() -> None:
    evidence = cast(Evidence, Known(sentences={}, stems=SPONGE, papers=True, snippets=NAMELESS))
    (defining,) = singles("A spicule is a needle of silica that stiffens the body of a sponge.")
    (telling,) = singles("Spicules stiffen the body of a sponge in the deep sea.")
    assert fit(telling, under("Spicules"), evidence) < fit(defining, under("Spicules"), evidence)


def test_the_sentences_of_a_section_that_is_too_poor_go_to_others_before_these_are_given_up() -> None:
    evidence = rainbows()
    wide, narrow = Section("wide", "Colors", terms=("color",)), Section("narrow", "Moonbows", terms=("moonbow",))
    theirs = min(one.id for one in evidence.singles)

    def fits(one: Passage, there: Place, _: Evidence) -> float:
        return 1.5 if there.section == narrow and one.id == theirs else float(there.section == wide)

    every = len(evidence.singles)
    assert populated([wide, narrow], every, Fits(evidence, fits)) == [wide]
    assert populated([wide, narrow], every + 1, Fits(evidence, fits)) == []
