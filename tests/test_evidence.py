"""Evidence: only what is said in snippets about the topic may stand on its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Citation, Claim, Draft, Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition import subsections
from castalia.tools.composition.facet_lists import facet
from castalia.tools.composition.fit import CLEAR, Fits
from castalia.tools.composition.labels import Label, _in_full, find_labels
from castalia.tools.composition.lead_openings import going_on
from castalia.tools.composition.lead_pools import first_in_snippets, is_named_whole, summing_up, with_topic_subject
from castalia.tools.composition.lead_sentences import lead_among, summarise
from castalia.tools.composition.lead_worth import lead_worth, opens_page
from castalia.tools.composition.page_gaps import page_gaps
from castalia.tools.composition.picked_labels import pick_labels
from castalia.tools.composition.places import SECTION, Place, kin_of
from castalia.tools.composition.subsections import divide
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.topic_names import name_stems
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import Background
from castalia.tools.topic.doubt import UNNAMED, Signs, page_signs
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.snippet_topics import DENSE, THIN, dense_enough
from castalia.tools.topic.spelled_names import aliases_of, expansions_of, full_name, in_full, other_names, spelled_names
from castalia.tools.topic.topic_definition import define
from castalia.tools.topic.topic_mentions import (
    SCARCE,
    SENSE,
    is_known,
    is_on_other,
    meant_stems,
    names_topic,
    speaks,
    touches,
)
from hypothesis import given
from hypothesis import strategies as st

ABOUT = (
    "A sponge is an animal that filters the water around it day and night. "
    "Most sponges live on rock in the sea, where currents bring them bacteria. "
    "Large sponges filter more water than small ones do in the same time."
)
ASIDE = (
    "Harbour towns lived from trade in cloth, wine and salt for many centuries. "
    "Merchants kept their goods in long stone houses behind the quays of the port. "
    "Fishermen sold fish and a few sponges on the market beside the church every week. "
    "Bells called the workers to the quays when a ship came into the harbour. "
    "Toll houses stood at the gates, and every cart paid for the use of the road. "
    "Ropes, sails and barrels were made in the lanes around the square by hundreds of hands."
)
RELEVANCE_STEMS = frozenset({"spong"})
RELEVANCE = Relevance(
    ("spong",), {"spong": 0.6, "filter": 0.3, "bacteria": 0.1}, {}, (), 100, {"spong": 1.0}, {}, False
)


def background(*texts: str) -> Background:
    stems = Counter(stem for text in texts for stem in set(content_stems(text)))
    return Background(100, dict(stems), {}, learn_classes(list(texts)))


def passage(text: str) -> Passage:
    none: frozenset[str] = frozenset()
    return Passage(snippet_id(text), text, 0, (text,), none, none, none, none, none)


def evidence(*texts: str, relevance: Relevance = RELEVANCE) -> Evidence:
    snippets = [Snippet(snippet_id(text), text) for text in texts]
    return weigh("Sponge", relevance, background(*texts), snippets, TripletGraph.of({}, {}))


def test_what_doubt_there_is_of_longer_passages_is_found_once_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def signs(one: Passage, *given: Any) -> Signs:
        read.append(len(one.sentences))
        return page_signs(one, *given)

    monkeypatch.setattr("castalia.tools.topic.topic_passages.page_signs", signs)
    found = evidence(ABOUT)
    assert {*read} == {1}
    assert {len(one.sentences) for one in found.passages} == {*read} == {1, 2, 3}
    assert [one for one in found.passages if len(one.sentences) == 1] == [*found.singles]
    worst = {one.start: one.doubt for one in found.singles}
    assert all(one.doubt >= worst[one.start] for one in found.passages)


def test_the_doubt_of_a_run_is_that_of_its_worst_sentence_though_it_may_not_end_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def signs(one: Passage, *_: Any) -> Signs:
        return {"would": 10.0} if one.sentences[-1].startswith("A sponge is") else {}

    monkeypatch.setattr("castalia.tools.topic.topic_passages.page_signs", signs)
    first = ABOUT.split(". ")[0] + "."
    found = evidence(
        f"{first} Marta Lind (1931) conducted an experiment with sponges. She found that sponges close at night."
    )
    single, whole = (next(one for one in found.passages if one.start == 0 and one.end == end) for end in (1, 3))
    assert not any(one.start == 0 and one.end == 2 for one in found.passages)
    assert whole.doubt >= single.doubt > 0


@pytest.mark.parametrize(
    ("second", "doubt"),
    [("They grow slowly in cold mud all year.", 0.0), ("Weeds grow slowly in cold mud all year.", UNNAMED)],
)
def test_what_points_back_may_follow_a_sentence_though_it_does_not_name_the_topic(
    second: str, doubt: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("castalia.tools.topic.topic_passages.page_signs", lambda *given: {})
    found = evidence(f"{ABOUT} Sponges filter the cold water of a deep bay in the north. {second}")
    run = next(one for one in found.passages if len(one.sentences) == 2 and one.sentences[1] == second)
    assert run.doubt == pytest.approx(doubt)


def undoubted(found: Evidence) -> Evidence:
    """The same, with no doubt of its passages."""
    sure = replace(found)
    vars(sure)["passages"] = found.found
    return sure


def begun(text: str) -> list[str]:
    """What the lead begins with, where the definition stands in this snippet."""
    first = text.partition(". ")[0] + "."
    opening = Claim(first, (Citation("k", snippet_id(text)),), first)
    found = evidence(text)
    return [claim.sentence for claim in going_on(opening, undoubted(found))]


def test_a_definition_brings_what_its_snippet_goes_on_to_say_of_the_topic() -> None:
    assert begun(ABOUT)[1:] == ["Most sponges live on rock in the sea, where currents bring them bacteria."]
    led_off = (
        "A sponge is an animal that filters sea water all day. Sea water holds salt, which a sponge cannot use as food."
    )
    assert len(begun(led_off)) == 1
    leaning = "It has neither nerves nor muscles and never leaves its place on the rock."
    assert begun(f"A sponge is an animal that filters the water around it. {leaning}")[1:] == [leaning]
    passing = (
        "Divers bring up a heap of dead shells, some of them held together by a sponge, an animal of the sea floor."
    )
    assert len(begun(f"{passing} {leaning}")) == 1  # what leans may speak of the shells


def test_a_lead_does_without_praise() -> None:
    plain = "Most sponges live on rock in the sea, where currents bring them bacteria."
    praise = "Sponges are among the most fascinating animals that live in the water of the sea."
    found = evidence(f"{plain} {praise} Sponges have no brain.")
    sure = replace(found, singles=tuple(replace(one, doubt=0.0) for one in found.singles))
    assert plain in {one.text for one in with_topic_subject(sure)}
    assert praise in {one.text for one in found.singles} - {one.text for one in with_topic_subject(sure)}


def test_a_page_without_a_definition_begins_with_its_topic() -> None:
    (plain, its), (late, others) = (
        next((one, found) for found in [evidence(f"{text} {ABOUT}")] for one in found.singles if one.text == text)
        for text in (
            "Most sponges have small pores in the wall of their body.",
            "In the deep sea, sponges have small pores in the wall of their body.",
        )
    )
    assert opens_page(plain, its)
    assert {"spong"} <= late.subject and not opens_page(late, others)


def test_a_sibling_of_a_long_name_does_not_name_it() -> None:
    long = replace(LONG_NAME, stems=("deep", "sea", "spong"))
    for text, kept in (
        ("Shallow sea sponges are brown.", set()),
        ("The sea sponges of the north are brown.", {"sea", "spong"}),
        ("Shallow sea sponges and deep sea sponges are brown.", {"deep", "sea", "spong"}),
        ("Old deep sea sponges are brown.", {"deep", "sea", "spong"}),
    ):
        stems = frozenset(content_stems(text))
        assert meant_stems(stems, text, long) & set(long.stems) == kept, text


def test_where_a_corpus_is_about_little_else_a_sibling_by_a_letter_is_still_not_the_topic() -> None:
    vitamin = replace(POOL, stems=("vitamin", "d"), focused=True, tellers=frozenset({frozenset({"vitamin"})}))
    text = "Vitamin C is lost when broccoli is boiled."
    assert not names_topic(text, frozenset(), vitamin, background(text))
    assert "vitamin" not in meant_stems(frozenset(content_stems(text)), text, vitamin)
    bare = "The vitamin is lost when broccoli is boiled."
    assert names_topic(bare, frozenset(), vitamin, background(bare))
    assert "vitamin" in meant_stems(frozenset(content_stems(bare)), bare, vitamin)


def test_the_last_word_of_a_name_means_something_else_where_it_is_said_of_what() -> None:
    whole = "Brine’s law ties the growth of sponges to salt."
    bare = "The law holds in all seas where sponges filter water."
    other = "The law of tides lets sponges rest by night."
    both = "The law of tides is older than the law on salt and sponges."
    law = replace(RELEVANCE, stems=("brine", "law"), tellers=frozenset({frozenset({"brine", "law"})}))
    text = f"{whole} {bare} {other} {both}"
    snippets = [Snippet(snippet_id(text), text)]
    found = weigh("Brine’s law", law, background(text), snippets, TripletGraph.of({}, {}))
    read = zip((whole, bare, other, both), found.sentences[snippets[0].id], strict=True)
    assert {one for one, stems in read if {"brine", "law"} <= stems} == {whole, bare, both}
    assert all({"brine", "law"} <= one.stems for one in found.singles if one.text != other)
    assert not any({"brine", "law"} <= one.stems for one in found.singles if one.text == other)


def test_a_lead_says_all_of_a_name_or_another_name_for_it() -> None:
    found = evidence(ABOUT)
    relevance = replace(found.relevance, stems=("glass", "spong"), synonyms={"vitreid": "vitreids"})
    named = replace(found, relevance=relevance, other_names=frozenset({"gs", "vitreid"}))
    one = found.singles[0]
    for text, is_whole in (
        ("Sponges pump water.", False),
        ("Glass sponges pump water.", True),
        ("Vitreids pump water.", True),
        ("GS pump water.", True),
    ):
        assert is_named_whole(replace(one, sentences=(text,)), named) is is_whole


def test_what_begins_with_something_else_is_worth_less_to_a_lead() -> None:
    late, plain = "In summer, sponges pump much water.", "Sponges pump much water in summer."
    found = evidence(f"{late} {ABOUT}")
    one = replace(found.singles[0], doubt=0.0, subject=frozenset({"spong"}), opening=frozenset({"spong"}))
    assert lead_worth(replace(one, sentences=(plain,)), {}, found) > 0.3 + lead_worth(
        replace(one, sentences=(late,)), {}, found
    )


def test_what_is_doubted_is_worth_less_to_a_lead() -> None:
    found = evidence(ABOUT)
    one = found.singles[0]
    assert lead_worth(replace(one, doubt=1.0), {}, found) < lead_worth(replace(one, doubt=0.0), {}, found)


def test_a_short_lead_takes_what_a_section_can_spare() -> None:
    pores = [f"Sponges have {what} in the wall of their body." for what in ("pores", "canals", "needles", "eggs")]
    rest = ["Sponges live on rock in the cold sea.", "Sponges lose cells in the winter storms.", "Sponges feed larvae."]
    found = evidence(" ".join((*pores, *rest)))
    sure = replace(found, singles=tuple(replace(one, doubt=-2.4) for one in found.singles))
    section = Section("s", "Wall", 1)
    texts = [one.text for one in sure.singles]
    draft = Draft("s", (tuple(Claim(text, (), text) for text in texts),))
    taken = [claim.sentence for claim in summarise((section,), {"s": draft}, (), sure)]
    assert 2 <= len(taken) <= len(texts) - 3 and set(taken) < set(texts)
    assert texts[0] not in taken[1:]  # the section keeps what it opens with, but for what opens the page


def test_a_lead_that_is_written_anew_goes_on_from_its_definition() -> None:
    found = evidence(ABOUT)
    sure = undoubted(found)
    snippets = list(found.snippets.values())
    lead = [claim.sentence for claim in claims_in(lead_among((), {}, snippets, sure))]
    assert lead[:2] == begun(ABOUT)
    second = Draft("s", ((Claim(lead[1], (), lead[1]),),))
    section = Section("s", "Rock", 1)
    told = [claim.sentence for claim in claims_in(lead_among((section,), {"s": second}, snippets, sure))]
    assert told[0] == lead[0] and lead[1] not in told


def test_a_lead_takes_what_opens_a_snippet_but_of_papers_every_sentence() -> None:
    found = evidence(ABOUT)
    assert [one.start for one in first_in_snippets(found.singles, found)] == [0]
    assert len(first_in_snippets(found.singles, replace(found, papers=True))) == len(found.singles) > 1


def test_a_snippet_that_names_the_topic_in_passing_gives_nothing() -> None:
    found = evidence(ABOUT, ASIDE)
    assert {one.snippet_id for one in found.passages} == {snippet_id(ABOUT)}


def test_among_the_most_relevant_a_snippet_gives_the_sentences_that_name_the_topic() -> None:
    found = evidence(ABOUT, ASIDE, relevance=replace(RELEVANCE, scores={snippet_id(ASIDE): 0.9}))
    taken = [one.text for one in found.singles if one.snippet_id == snippet_id(ASIDE)]
    assert taken
    assert all("sponges" in text for text in taken)


def test_a_sentence_speaks_of_the_topic_by_its_name_or_by_the_words_that_go_with_it() -> None:
    where = background(ABOUT, ASIDE)
    assert speaks(frozenset({"spong", "sea"}), RELEVANCE, where)
    assert speaks(frozenset({"filter", "pump"}), RELEVANCE, where)
    assert not speaks(frozenset({"merchant", "quai"}), RELEVANCE, where)


@given(st.lists(st.floats(0, 1), max_size=200))
def test_the_bar_falls_only_where_few_snippets_are_about_the_topic(densities: list[float]) -> None:
    bar = dense_enough(densities)
    assert THIN <= bar <= DENSE
    assert bar == dense_enough(reversed(densities))
    if sum(one >= DENSE for one in densities) >= 60:
        assert bar == DENSE


def test_a_passage_knows_whether_the_sentence_before_it_speaks_of_the_topic() -> None:
    text = (
        ABOUT
        + " Waves break on the rock in winter and carry sand along the coast. The tide pools nearby hold sponges and crabs of many colours."
    )
    found = {one.text.split()[0]: one.is_carried for one in evidence(text).singles}
    assert found["A"]  # opens its snippet
    assert found["Large"]
    assert not found.get("The", False)


@pytest.mark.parametrize(
    ("name", "known"), [("sponge filter", True), ("larva", True), ("water", True), ("sea", False), ("tide", False)]
)
def test_a_page_may_take_for_known_what_goes_with_its_topic(name: str, known: bool) -> None:
    beside = replace(RELEVANCE, breadth={"spong": 1.0, "larva": 0.2, "water": 0.35, "sea": 0.2, "tide": 0.1})
    elsewhere = replace(background(), stems={"larva": 5, "water": 90, "sea": 50})
    stems = " ".join(content_stems(name))
    assert is_known(stems, beside, elsewhere) is known
    assert not is_known(f"dredg {stems}", beside, elsewhere)


def test_an_acronym_knows_its_full_name() -> None:
    text = "Ribonucleic acid (RNA) is a molecule that carries what a cell needs to build a protein."
    relevance = replace(RELEVANCE, stems=("rna",), weights={"rna": 1.0})
    found = weigh("RNA", relevance, background(text), [Snippet(snippet_id(text), text)], TripletGraph.of({}, {}))
    assert found.expansions == {frozenset(content_stems("ribonucleic acid"))}


def test_what_a_snippet_keeps_speaking_of_is_missed_where_a_sentence_leaves_it_out() -> None:
    text = (
        "Leptospirosis is a disease that sponges never have, although sponges filter bacteria. "
        "Sponges filter more water when the sea is warm and calm. "
        "Most cases of leptospirosis begin far from the sponges of the bay."
    )
    where = Background(100, {"spong": 40}, {}, learn_classes([text]))
    snippets = [Snippet(snippet_id(text), text)]
    found = weigh("Sponge", RELEVANCE, where, snippets, TripletGraph.of({}, {}))
    bereft = {one.text.split()[0]: one.is_bereft for one in found.singles}
    assert bereft["Sponges"]
    assert not bereft["Leptospirosis"]


LARVAE = (
    "A sponge releases trochal swimming larvae (TSL) into the sea in the warm months. "
    "Trochal swimming larvae of a sponge settle on rock after some days. "
    "TSL of the sponge have a belt of hairs that drives them through the water."
)


def test_a_snippet_that_names_the_topic_by_its_acronym_alone_names_it() -> None:
    full = "Horizontal gene transfer (HGT) brings new genes to bacteria that do not breed with each other."
    short = "HGT spreads the genes of resistance among the bacteria of a ward within a few days."
    part = "The transfer of heat from the horizontal plate to the water takes several minutes."
    stems = ("horizont", "gene", "transfer")
    relevance = replace(RELEVANCE, stems=stems, weights=dict.fromkeys(stems, 0.3), literal=2 * SCARCE)
    snippets = [Snippet(snippet_id(text), text) for text in (full, short, part)]
    world = background(full, short, part)
    found = weigh("Horizontal gene transfer", relevance, world, snippets, TripletGraph.of({}, {}))
    assert {one.text for one in found.passages} == {full, short}


def test_an_acronym_and_its_full_name_are_one_label() -> None:
    found = evidence(ABOUT, LARVAE)
    short, full = frozenset(content_stems("TSL")), frozenset(content_stems("trochal swimming larvae"))
    assert other_names(short, found.acronyms) == {" ".join(content_stems("trochal swimming larvae"))}
    assert other_names(full, found.acronyms) == {"tsl"}
    labels = [
        Label("TSL", "tsl", ()),
        Label("Trochal swimming larvae", " ".join(content_stems("trochal swimming larvae")), ()),
    ]
    assert picked(labels, found, lambda one, place, _: CLEAR) == ["TSL"]
    assert short in kin_of("Trochal swimming larvae", found)


def picked(labels: list[Label], found: Evidence, fit_of: Callable[[Passage, Place, Evidence], float]) -> list[str]:
    """The headings taken where every sentence is sound."""
    sure = replace(found, singles=tuple(replace(one, doubt=found.bar) for one in found.singles))
    return [one.heading for one in pick_labels(labels, [], (), SECTION, Fits(sure, fit_of))]


def test_a_heading_stands_over_sentences_that_fit_it_better_than_the_headings_before_it() -> None:
    wall, canal, needle = (Label(text, text, ()) for text in ("wall", "canal", "needle"))
    found = evidence(ABOUT, ABOUT.replace("Large", "Old"), ABOUT.replace("Large", "Young"))
    half = {one.id for one in found.singles[::2]}
    fits = {"wall": (0.7, 0.0), "canal": (0.6, 0.9), "needle": (0.65, 0.9)}

    def fit_of(one: Passage, place: Place, _: Evidence) -> float:
        return fits[place.section.heading][one.id not in half]

    assert min(len(half), len(found.singles) - len(half)) >= SECTION
    assert picked([wall, canal, needle], found, fit_of) == ["wall", "canal"]  # needles bring nothing new
    assert picked([needle, wall, canal], found, fit_of) == ["needle", "wall"]
    alone = tuple(replace(one, snippet_id="a", start=at) for at, one in enumerate(found.singles))
    assert picked([wall], replace(found, singles=alone), lambda *_: CLEAR) == []  # one snippet makes no section


def test_an_acronym_within_a_heading_says_what_its_full_name_says() -> None:
    found = replace(evidence(ABOUT), acronyms=frozenset({("dsb", "deep sea bed")}))
    assert in_full(frozenset({"dsb", "wall"}), found.acronyms) == {"deep", "sea", "bed", "wall"}
    short, full = Label("DSB walls", "dsb wall", ()), Label("Deep sea bed", "deep sea bed", ())
    fits = {"DSB walls": 0.7, "Deep sea bed": 0.9}
    sure = replace(found, singles=tuple(replace(one, snippet_id=str(at)) for at, one in enumerate(found.singles)))
    assert picked([short, full], sure, lambda one, place, _: fits[place.section.heading]) == ["DSB walls"]
    turned = {"DSB walls": 0.9, "Deep sea bed": 0.7}
    assert picked([full, short], sure, lambda one, place, _: turned[place.section.heading]) == ["Deep sea bed"]
    plain = replace(sure, acronyms=frozenset())
    assert picked([short, full], plain, lambda one, place, _: fits[place.section.heading]) == [
        "DSB walls",
        "Deep sea bed",
    ]


def test_no_heading_repeats_that_of_a_facet() -> None:
    found = evidence(ABOUT, ABOUT.replace("Large", "Old"), ABOUT.replace("Large", "Young"))
    labels = [Label("Applications", "applic", ()), Label("Walls", "wall", ())]
    sure = replace(found, singles=tuple(replace(one, doubt=found.bar) for one in found.singles))

    def taken(*names: str) -> list[str]:
        def fit_of(one: Passage, place: Place, _: Evidence) -> float:
            return 0.0 if place.section.facet else 0.9 if place.section.heading == "Walls" else 0.7

        return [
            one.heading for one in pick_labels(labels, [facet(one) for one in names], (), SECTION, Fits(sure, fit_of))
        ]

    assert taken() == ["Applications", "Walls"]
    assert taken("applications") == ["Walls"]


def test_a_section_is_not_divided_by_the_acronym_of_its_own_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subsections, "label_fit", lambda *_: 1.0)
    found = replace(evidence(ABOUT), acronyms=frozenset({("dsb", "deep sea bed")}))
    many = [replace(found.singles[0], snippet_id=str(at)) for at in range(20)]
    labels = [Label("DSB", "dsb", ()), Label("Walls", "wall", ()), Label("Canals", "canal", ())]

    def parts(heading: str) -> list[str]:
        section = divide(Section("a", heading, 1, ()), labels, many, found)
        return [one.heading for one in section.sections]

    assert parts("Deep sea bed") == ["Walls", "Canals"]
    assert parts("Structure") == ["DSB", "Walls", "Canals"]


def test_an_acronym_with_two_meanings_names_neither() -> None:
    other = "A sponge may feed on tiny silica lumps (TSL) that drift through the water. " + ABOUT
    found = evidence(ABOUT, LARVAE, other)
    assert other_names(frozenset(content_stems("TSL")), found.acronyms) == frozenset()


def test_a_meaning_that_an_acronym_hardly_ever_has_takes_it_from_no_other() -> None:
    full, rare = "deep sea bed", "dead star beam"

    def meant(*names: str) -> frozenset[str]:
        texts = [f"Sponges of type {at} live on the {name} (DSB)." for at, name in enumerate(names)]
        return other_names(
            frozenset({"dsb"}),
            {(" ".join(a), " ".join(b)) for a, b in spelled_names([Snippet(snippet_id(one), one) for one in texts])},
        )

    assert meant(*[full] * 5, rare) == {full}
    assert meant(*[full] * 4, rare) == meant(full, rare) == frozenset()


def test_a_topic_that_is_short_for_one_thing_has_a_full_name() -> None:
    redox, other = (("redox",), ("oxid", "reduct")), (("redox",), ("red", "oxid"))
    assert full_name("Redox", frozenset({redox})) == ("oxid", "reduct")
    assert full_name("redox", frozenset({redox, other})) == ()
    assert full_name("rust", frozenset({redox})) == ()


def test_a_word_that_an_acronym_is_the_stem_of_is_not_short_for_anything() -> None:
    fair = frozenset({(("fair",), ("filter", "automat", "induc", "rule"))})
    assert full_name("Fairness", fair) == ()
    assert full_name("FAIR", fair) == ("filter", "automat", "induc", "rule")
    assert expansions_of("Fairness", fair) == frozenset()


def test_a_name_with_a_word_more_is_no_second_meaning_of_an_acronym() -> None:
    pairs = {("co2", "carbon dioxid"), ("co2", "carbon dioxid gas"), ("tsl", "spong larva"), ("tsl", "test slide")}
    assert other_names(frozenset({"co2"}), frozenset(pairs)) == {"carbon dioxid"}
    assert other_names(frozenset({"carbon", "dioxid"}), frozenset(pairs)) == {"co2"}
    assert other_names(frozenset({"tsl"}), frozenset(pairs)) == frozenset()


def test_an_acronym_spelled_together_and_apart_has_one_meaning() -> None:
    found = evidence(
        ABOUT, LARVAE, LARVAE.replace("trochal swimming", "trochal-swimming").replace("sponge", "sponge of the coast")
    )
    assert other_names(frozenset({"tsl"}), found.acronyms) == {" ".join(content_stems("trochal swimming larvae"))}
    pairs = {("mner", "multi modal name"), ("mner", "multimod name")}
    assert other_names(frozenset({"mner"}), pairs - {("mner", "multimod name")} | {("mner", "multimodal name")}) == {
        "multi modal name",
        "multimodal name",
    }
    assert other_names(frozenset({"mner"}), pairs | {("mner", "marine name")}) == frozenset()


def test_a_heading_spells_out_an_acronym_that_the_snippets_spell_out_often() -> None:
    often = [LARVAE, LARVAE.replace("cells", "tissue")]
    term, full = "tsl", "Trochal swimming larvae"

    def heading(*texts: str) -> str | None:
        found = evidence(ABOUT, *texts)
        return _in_full(term, [one for one in found.singles if term in one.stems], found)

    assert heading(*often) == full
    rarely = [f"A sponge of bay {n} lets TSL go into the sea on warm days of spring." for n in range(30)]
    assert heading(LARVAE, *rarely) is None


def test_what_is_dated_or_an_example_does_not_sum_up_a_topic() -> None:
    plain = "Sponges filter bacteria from the water that flows through the canals of their bodies."
    texts = [plain, f"In June 2002, {plain.lower()}", f"Examples of it: {plain.lower()}", f"Sometimes {plain.lower()}"]
    texts.append(plain.replace("Sponges", "Sponges that live in mud"))
    found = evidence(*(f"{one} Sponges have no brain. Sponges filter sea water." for one in texts))
    assert plain in {one.text for one in summing_up(found)}
    assert not set(texts[1:]) & {one.text for one in summing_up(found)}


POOL = Relevance(
    ("tide", "pool"), {"tide": 0.3, "pool": 0.3, "crab": 0.4}, {}, (), 100, {"tide": 1.0, "pool": 1.0, "rock": 0.4}, {}
)
TIDE = "A tide pool is a basin of sea water that stays behind on the shore. Small crabs hide in a tide pool by day."
KIND = "Rock pools are warm on the shore in summer. Many crabs leave the rock pools when the water is warm."
ELSE = "A pool table is a heavy table with six pockets. Most owners of a pool table cover it with a sheet at night."
CARS = "A motor pool is a group of cars that drivers share. Each motor pool has drivers who keep the cars clean."


def pools(*texts: str, relevance: Relevance = POOL) -> set[str]:
    where = Background(100, {"pool": 3, "tide": 9}, {}, learn_classes(list(texts)))
    snippets = [Snippet(snippet_id(text), text) for text in texts]
    return {one.snippet_id for one in weigh("Tide pool", relevance, where, snippets, TripletGraph.of({}, {})).passages}


def test_a_snippet_names_a_topic_of_several_words_by_its_phrase_or_by_a_kind_of_it() -> None:
    kinds = replace(POOL, kinds=frozenset({"rock"}))
    assert pools(TIDE, KIND, ELSE, CARS, relevance=kinds) == {snippet_id(TIDE), snippet_id(KIND)}
    assert pools(TIDE, KIND) == {snippet_id(TIDE)}
    assert snippet_id(BARE) not in pools(TIDE, BARE)


BARE = "At noon the pool is warm, and crabs leave it. Small fishes stay in the pool until the water comes back."


def test_the_last_word_of_a_scarce_topic_means_it_in_a_snippet_as_relevant_as_those_that_name_it() -> None:
    near = replace(POOL, literal=SCARCE - 1, scores={snippet_id(BARE): SENSE})
    assert snippet_id(BARE) in pools(TIDE, BARE, relevance=near)
    assert snippet_id(BARE) not in pools(TIDE, BARE, relevance=replace(near, literal=SCARCE))
    assert snippet_id(BARE) not in pools(TIDE, BARE, relevance=replace(near, scores={snippet_id(BARE): SENSE / 2}))
    spring = "A spring tide comes with the full moon. Each tide of the year is told in a book for sailors."
    assert not names_topic(spring, frozenset(), replace(POOL, literal=SCARCE - 1), background(spring), 1.0)


def test_where_a_text_calls_other_things_by_the_last_word_of_a_name_that_means_none_of_them() -> None:
    else_ = "The swimming pool of a town has warm water in winter. A motor pool holds cars for all who need them. "
    for others, means in (("", True), (f"{else_}A betting pool is kept by friends who play on Sundays. ", False)):
        text = (
            f"A tide pool is left on the shore when the sea goes out. {others}Most of the crabs leave the pool by day."
        )
        where = Background(100, {"pool": 3, "tide": 9}, {}, learn_classes([text]))
        found = weigh("Tide pool", POOL, where, [Snippet(snippet_id(text), text)], TripletGraph.of({}, {}))
        assert (found.sentences[snippet_id(text)][-1] >= found.stems) == means


def test_what_is_said_of_the_last_word_alone_is_said_of_the_topic_but_not_what_is_named_after_it() -> None:
    text = "Most of the crabs leave the pool when the sun is high. The pool table has six pockets and a sheet."
    where = Background(100, {"pool": 3, "tide": 9}, {}, learn_classes([text, TIDE]))
    near = replace(POOL, literal=SCARCE - 1, scores={snippet_id(text): SENSE})
    found = weigh("Tide pool", near, where, [Snippet(snippet_id(text), text)], TripletGraph.of({}, {}))
    first, second = found.sentences[snippet_id(text)]
    assert first >= found.stems and not second >= found.stems


def test_a_sentence_that_begins_with_a_name_of_several_parts_has_it_for_its_subject() -> None:
    text = "The second law of tides states that all pools fill twice a day. A law of tides is hard to prove by day."
    topic = content_stems("Second law of tides")
    law = replace(POOL, stems=topic, weights=dict.fromkeys(topic, 0.3), literal=SCARCE - 1)
    where = Background(100, {}, {}, learn_classes([text]))
    found = weigh("Second law of tides", law, where, [Snippet(snippet_id(text), text)], TripletGraph.of({}, {}))
    subjects = {one.start: one.subject for one in found.singles}
    assert subjects[0] == frozenset(topic) and subjects.get(1) != frozenset(topic)


def test_what_goes_before_the_head_of_a_name_is_not_the_topic_unless_it_tells_of_it() -> None:
    where = Background(100, {"chemic": 3, "bond": 9, "immun": 3, "system": 30}, {}, learn_classes([TIDE]))
    bond = replace(POOL, stems=("chemic", "bond"))
    assert not touches(frozenset({"chemic", "chang"}), bond, where)
    assert touches(frozenset({"chemic", "bond"}), bond, where)
    system = replace(POOL, stems=("immun", "system"))
    assert not touches(frozenset({"immun", "respons"}), system, where)
    assert touches(frozenset({"immun", "respons"}), replace(system, tellers=frozenset({frozenset({"immun"})})), where)
    text = "The immune response to crabs is slow."
    assert not names_topic(text, frozenset(), system, where)
    assert names_topic(text, frozenset(), replace(system, tellers=frozenset({frozenset({"immun"})})), where)


def test_a_part_of_the_name_names_the_topic_only_where_it_tells_of_it_or_is_most_of_a_long_one() -> None:
    where = Background(100, {"natur": 9, "select": 9}, {}, learn_classes([TIDE]))
    choice = replace(POOL, stems=("natur", "select"))
    assert not touches(frozenset({"select", "permeabl"}), choice, where)
    assert touches(frozenset({"natur", "select"}), choice, where)
    assert touches(frozenset({"select"}), replace(choice, tellers=frozenset({frozenset({"select"})})), where)
    long = replace(POOL, stems=("motion", "newton", "law"))
    assert touches(frozenset({"newton", "second", "law"}), long, where)
    assert not touches(frozenset({"newton", "motion"}), long, where)  # the head is missing
    assert not touches(frozenset({"law", "ohm"}), long, where)


LONG_NAME = replace(POOL, stems=("deep", "water", "spong"), weights={"deep": 0.3, "water": 0.3, "spong": 0.3})


def test_a_sentence_that_holds_only_another_word_with_its_stem_does_not_name_the_topic() -> None:
    name = replace(POOL, stems=("constitut",), others=frozenset({"constitute"}))
    diet, law = "Kelp constitutes half of their diet.", "A constitution constitutes a state."
    assert "constitut" not in meant_stems(frozenset(content_stems(diet)), diet, name)
    assert "constitut" in meant_stems(frozenset(content_stems(law)), law, name)


def test_of_a_long_name_only_the_words_that_stand_together_are_named() -> None:
    apart = "Water with little salt harms a sponge that grows in it."
    assert meant_stems(frozenset(content_stems(apart)), apart, LONG_NAME) == frozenset(content_stems(apart)) - {"spong"}
    beside = "Oil harms a water sponge."
    assert meant_stems(frozenset(content_stems(beside)), beside, LONG_NAME) == frozenset(content_stems(beside))


def test_of_a_name_of_two_words_both_stand_side_by_side_unless_one_tells_of_the_topic_alone() -> None:
    whole = frozenset({frozenset(("water", "spong"))})
    name = replace(LONG_NAME, stems=("water", "spong"), tellers=whole, name="Water sponging")

    def meant(text: str, relevance: Relevance = name) -> set[str]:
        return {*meant_stems(frozenset(content_stems(text)), text, relevance)} & {*name.stems}

    apart = "The sponging of boats takes much fresh water."
    assert not meant(apart) and meant(apart, replace(name, focused=True)) == {*name.stems}
    assert meant("Sponges need clean water.") == {*name.stems}
    assert meant(apart, replace(name, tellers=whole | {frozenset(("spong",))})) == {*name.stems}
    assert meant("Oil harms water sponging.") == meant("Oil harms water or dry sponging.") == {*name.stems}
    assert meant("Sponges grow slowly.") == {"spong"}


def test_a_snippet_names_a_topic_turned_round() -> None:
    turned = "A pool of the tide stays behind on the shore. Crabs hide in such a pool by day."
    assert names_topic(turned, frozenset(), POOL, background(turned))
    assert not names_topic("The pool was dug before the great tide came.", frozenset(), POOL, background(turned))


def test_a_name_that_says_what_it_is_of_is_named_where_a_sentence_holds_all_of_it() -> None:
    warmth = replace(POOL, stems=("pool", "warmth"), name="Warmth of pools")
    text = "Pools lose much of the warmth of noon by night. Crabs like the warmth."
    assert names_topic(text, frozenset(), warmth, background(text))
    assert not names_topic(text, frozenset(), replace(warmth, name="Pool warmth"), background(text))
    apart = "Pools are deep. Crabs like the warmth of noon."
    assert not names_topic(apart, frozenset(), warmth, background(apart))


def terms_of_labels(topic: str, text: str, *others: str) -> set[str]:
    """The terms of the labels for a topic in this text about several bays."""
    texts = [text.format(bay=bay) for bay in ("north", "south", "east")]
    usual = dict.fromkeys([*content_stems(topic), *others], 1.0)
    relevance = replace(RELEVANCE, stems=content_stems(topic), weights=usual, breadth=usual)
    snippets = [Snippet(snippet_id(text), text) for text in texts]
    return {one.term for one in find_labels(weigh(topic, relevance, background(*texts), snippets, NO_TRIPLETS))}


NO_TRIPLETS = TripletGraph.of({}, {})
RIDGE = "A glass sponge reef (GSR) is a ridge of sponges. The GSR of the {bay} grows on a bank. A GSR of the {bay} is white."


def test_an_acronym_of_a_part_of_the_topic_is_no_label() -> None:
    text = f"{RIDGE} Glass sponge reef ecology is the study of a GSR."
    assert "gsr" not in terms_of_labels("Glass sponge reef ecology", text, "gsr")
    assert "gsr" in terms_of_labels("Glass sponge reef ecology", text.replace(" (GSR)", ""), "gsr")


def test_a_part_of_what_the_topic_is_short_for_is_no_label() -> None:
    text = f"{RIDGE} Glass sponges live on a GSR for years."
    assert "glass spong" not in terms_of_labels("GSR", text, "glass", "spong")
    assert "glass spong" in terms_of_labels("GSR", text.replace(" (GSR)", ""), "glass", "spong")


def test_what_has_a_number_in_it_is_no_label() -> None:
    text = "The {lamp} lamp of the {{bay}} lights a tide pool at night. Divers carry the {lamp} lamp to a tide pool of the {{bay}}."
    assert "pam lamp" in terms_of_labels("Tide pool", text.format(lamp="PAM"), "pam", "lamp")
    assert not terms_of_labels("Tide pool", text.format(lamp="PAM-20"), "pam", "20", "lamp")


ABSTRACT = "A tide pool of bay {n} is home to crabs. Many crabs leave the warm pool of bay {n} before noon. We study tide pools. In our bay {n} the moon moves the sea."


@pytest.mark.parametrize(("first", "is_read"), [("Crabs live there.", True), ("We show crabs. We count them.", False)])
def test_a_short_name_is_read_as_the_whole_but_not_in_papers(first: str, is_read: bool) -> None:
    text = f"{first} The pool warms up in the afternoon sun."
    snippets = [Snippet(snippet_id(text), text)]
    evidence = weigh(
        "Tide pool",
        replace(POOL, short=frozenset({"pool"})),
        Background(9, {}, {}, learn_classes([text])),
        snippets,
        TripletGraph.of({}, {}),
    )
    assert ({"tide", "pool"} <= evidence.sentences[snippets[0].id][-1]) == is_read


@pytest.mark.parametrize(("name", "is_read"), [("Warming of tide pools", True), ("Pool warming", False)])
def test_in_papers_the_short_name_of_a_long_one_is_read_as_the_whole(name: str, is_read: bool) -> None:
    text = "Warming drives the crabs away in the afternoon. We show crabs. We count them."
    snippets = [Snippet(snippet_id(text), text)]
    stems = name_stems(name)
    relevance = replace(POOL, stems=stems, short=frozenset(stems[-1:]))
    where = Background(9, {}, {}, learn_classes([text]))
    evidence = weigh(name, relevance, where, snippets, TripletGraph.of({}, {}))
    assert evidence.papers
    assert (set(stems) <= evidence.sentences[snippets[0].id][0]) == is_read


def test_of_abstracts_only_what_names_the_topic_whole_may_stand_where_there_is_enough_of_it() -> None:
    def told(count: int, relevance: Relevance, abstract: str = ABSTRACT) -> set[str]:
        texts = [abstract.format(n=n) for n in range(count)]
        where = Background(100, {"pool": 30, "tide": 9}, {}, learn_classes(texts))
        snippets = [Snippet(snippet_id(text), text) for text in texts]
        found = weigh("Tide pool", relevance, where, snippets, TripletGraph.of({}, {}))
        assert found.papers
        return {" ".join(one.text.split()[:2]) for one in found.singles}

    whole = replace(POOL, tellers=frozenset({frozenset({"tide", "pool"})}))
    assert told(45, whole) == {"A tide"}
    assert told(25, replace(whole, tellers=whole.tellers | {frozenset({"pool"})})) == {"A tide", "Many crabs"}
    assert {"A tide", "Many crabs"} <= told(15, whole)  # too few: also what else snippets say that are about it
    sparse = f"{ABSTRACT} {' '.join(f'We measured rope {n} on a wall of the town.' for n in range(5))}"
    assert told(15, whole, sparse) == {"A tide"}
    own_work = ABSTRACT + " We measured the rope on a wall of the town." * 12
    far = replace(whole, scores={})  # of an abstract on something else, what opens with the topic's name
    assert told(15, far, own_work) == {"A tide"}


def test_the_epithet_of_a_species_is_no_term_of_its_own() -> None:
    text = "The lungs of some divers hold S. pneumoniae after a long stay in warm water."
    found = evidence(ABOUT, text.replace("divers", "sponges"), relevance=replace(RELEVANCE, scores={}))
    assert not any("pneumonia" in one.terms for one in found.passages)


def test_an_acronym_of_the_topic_may_define_it_and_a_hyphen_does_not_part_it() -> None:
    rows = (
        "Deep-water sponges (DWG) live far from the shore and grow slowly in the dark of the open sea.",
        "A DWG is an animal that filters bacteria from cold water at great depth. Divers never reach it.",
    )
    spelled = frozenset({(("dwg",), ("deepwat", "spong")), (("x",), ("shallow", "spong"))})
    assert aliases_of(("deepwat", "spong"), spelled) == aliases_of(("deep", "wat", "spong"), spelled) == {"dwg"}
    found = evidence(" ".join(rows))
    relevance = replace(found.relevance, stems=("deepwat", "spong"))
    named = replace(found, topic="Deepwater sponge", relevance=relevance, other_names=frozenset({"dwg"}))
    opening = define(named, list(named.snippets.values()), ())
    assert opening is not None and opening.sentence.startswith("A DWG is an animal")
    gaps = page_gaps(Draft("lead", ((opening,),)), (), {}, named)
    assert not any("defines “Deepwater sponge”" in one for one in gaps)
    assert any("defines “Deepwater sponge”" in one for one in page_gaps(Draft("lead", ()), (), {}, named))


def test_what_is_quoted_from_under_the_heading_of_a_facet_is_not_told_as_missing() -> None:
    found = evidence(
        "Sponges were known to divers of old. Sponges are animals that filter water, and they have no mouth."
    )
    (snippet,) = found.snippets.values()
    claim = Claim(
        "Sponges were known to divers of old.", (Citation("k", snippet.id),), "Sponges were known to divers of old."
    )

    def missing(title: str) -> bool:
        headed = replace(found, snippets={snippet.id: replace(snippet, title=title)})
        return any("istory" in one for one in page_gaps(Draft("lead", ((claim,),)), (), {}, headed))

    assert missing("Sponges > Divers") and not missing("Sponges > History")


def test_what_its_own_heading_names_by_the_last_word_of_the_topic_is_something_else() -> None:
    relevance = replace(RELEVANCE, stems=("heart", "attack"))
    text = "An attack may be brought on by dust. The signs of an asthma attack are coughs."
    phrases = ("attack", "sign", "asthma attack", "cough")

    def is_other(said: str, title: str, names: Sequence[str] = phrases) -> bool:
        return is_on_other(Snippet("s", said, title=title), names, relevance)

    assert is_other(text, "Lungs > Asthma")
    assert not is_other(text, "Asthma > Emergencies") and not is_other(text, "")
    assert not is_other(f"{text} A heart attack is another thing.", "Lungs > Asthma")
    assert not is_other(text, "Lungs > Asthma", phrases[:2])
    snippet = Snippet("s", text, title="Lungs > Asthma")
    assert not is_on_other(snippet, phrases, replace(relevance, stems=("attack",)))
    kind = replace(relevance, weights={"asthma": 0.1}, kinds=frozenset(("asthma",)))  # of heart attack
    assert not is_on_other(snippet, phrases, kind) and is_on_other(snippet, phrases, replace(kind, kinds=frozenset()))
