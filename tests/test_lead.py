"""The lead: what counts as a definition of the topic, and what the page says where there is none."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from castalia.agents.crew import Crew
from castalia.agents.extractive.crew import extractive_crew
from castalia.agents.extractive.editor import ExtractiveEditor
from castalia.agents.roles import EditState, EditUpdate
from castalia.graphs import TopicPage, generate_sync
from castalia.memory.errors import CastaliaError
from castalia.memory.identity import snippet_id
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of
from castalia.memory.records import Claim, Draft, Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.lead_growth import Lead
from castalia.tools.composition.lead_openings import LEAD_WORDS, beginning_among, opens_with_definition
from castalia.tools.composition.lead_pools import may_sum_up
from castalia.tools.composition.lead_sentences import _may_open_run, lead_among, summarise
from castalia.tools.composition.limits import WELL_COVERED
from castalia.tools.composition.page_editing import _without_repetition, edit
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import Background, learn_background
from castalia.tools.topic.definitions import FAIR
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.led_definitions import led_definition
from castalia.tools.topic.name_definitions import definition_score
from castalia.tools.topic.quotations import claims_of
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.topic_definition import BAR, define, defining_score, says_what
from some_reefs import write_reefs

CLEAR = "A sponge is an animal that filters the water around it."


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        (CLEAR, "Sponge"),
        ("Commonly known as the flu, influenza is a viral disease caused by a small virus.", "Influenza"),
        ("Oceanography, the study of the sea, draws on physics and biology.", "Oceanography"),
        ("Wave forecasting, a key task of harbours (HWF), is vital in winter.", "Wave forecasting"),
        ("Wave forecasting, a hard problem, has drawn much interest.", "Wave forecasting"),
        ("In bacteria, gene transfer (GT), the passing of genes between cells, is common.", "Gene transfer"),
        ("Oxidation-reduction (redox) reactions are those in which electrons move.", "Redox"),
        ("The U.S. Supreme Court is the highest court of the United States.", "Supreme Court"),
        ("The study of rocks is part of a field of science known as geology.", "Geology"),
        ("Sponges, then, are animals that filter water.", "Sponge"),
        ("The term “sponge” is sometimes used for all soft animals of the reef.", "Sponge"),
        ("In short, sponges are animals that filter water.", "Sponge"),
        ("The theory of drifting sponges states that sponges drift in their first days.", "Drifting sponges"),
        ("The wall of the sponge is held by hard needles called spicules.", "Spicule"),
        ("The skeleton is the inner frame of a sponge.", "Skeleton"),
        ("A sponge is one of the soft animals found on the floor of the sea.", "Sponge"),
        ("Spongin, whose fibres are soft, is a protein that holds the cells together.", "Spongin"),
        ("The most usual measure of growth is the sponge index (SI), which is read by divers.", "Sponge index"),
        ("The animals in the first row are the sponges (see the drawing).", "Sponge"),
        ("The animals in the first row are the sea foxes.", "Sea fox"),
        ("The Holm drift principle states that sponges drift in their first days.", "Drift principle"),
        ("While a plan must be kept to the letter, a sponge is an animal that filters water.", "Sponge"),
        ("Gemmation is using a part of an old sponge to grow a new one.", "Gemmation"),
        ("Gemmation is the first step in the growth of a new sponge.", "Gemmation"),
    ],
)
def test_a_definition_is_known_in_many_forms(sentence: str, topic: str) -> None:
    assert definition_score(sentence, topic) >= BAR - 0.35


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        ("The main cause of the loss of sponges is smoking, which is common on boats.", "Smoking"),
        ("The loss of sponges in the bay is not smoking.", "Smoking"),
        ("The largest animals of the reef are the sponges.", "Sponge"),
        ("The main builders of the reef are the sponges.", "Sponge"),
        ("The Holm glass sponge is an animal that lives in the deep.", "Glass sponge"),  # one kind of it
        ("Some drift law states that sponges drift in their first days.", "Drift law"),
    ],
)
def test_what_ends_in_the_name_defines_it_only_by_its_kind(sentence: str, topic: str) -> None:
    assert definition_score(sentence, topic) == 0.0


def test_what_something_is_made_for_defines_it_a_little() -> None:
    weak = definition_score("Antibiotic drugs are specifically designed to kill bacteria.", "Antibiotic")
    assert 0 < weak < definition_score("An antibiotic is a drug that kills bacteria.", "Antibiotic")


def test_a_name_with_the_same_stem_is_not_the_topic() -> None:
    sentence = "The way in which a system changes is called a thermodynamic process."
    assert definition_score(sentence, "Thermodynamics") == 0.0


def test_what_the_last_word_of_a_name_means_is_not_the_topic() -> None:
    assert definition_score("A court is a body that decides what the law says.", "Supreme Court") == 0.0


def test_what_a_topic_suffers_from_is_not_the_topic() -> None:
    assert (
        definition_score("Sponge diseases are disorders in which microbes kill the tissue of sponges.", "Sponge") == 0
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Sponges are described as having no nerves, which sets them apart from other animals.",
        "The U.S. sponge is a small animal that filters water.",
        "Sponges are often used in the bath.",
        "Sponges, corals and worms live there.",
        "In the wall of sponges, a layer of jelly is found.",
        "Divers who look for sponges, a few of them at night, wear lamps.",
        "The reef is built by sponges, a kind of worm, and corals.",
        "Brittle stars live between corals and sponges, a region of the reef that is dark.",
        "As a crab attacks sponges, a cloud of larvae drifts away.",
        "To find the oldest sponges, a team of divers went down.",
        "The reef is built by glass sponges, a kind of animal with needles.",
        "The mouth of a sponge (the hole by which water leaves) is wide.",
        "The worm that lives in glass sponges (a kind of animal with needles) is small.",
        "The animals often called sponges are many.",
        "The sponges were dry.",
    ],
)
def test_a_statement_about_the_topic_is_no_definition(sentence: str) -> None:
    assert definition_score(sentence, "Sponge") < 0.3


def on_sponges(*texts: str, near: float = 1.0) -> tuple[list[Snippet], Evidence]:
    snippets = [Snippet(snippet_id(text), text) for text in texts]
    relevance = Relevance(("spong",), {"spong": 1.0}, {one.id: near for one in snippets}, (), 100, {}, {})
    return snippets, weigh("Sponge", relevance, learn_background(snippets), snippets, TripletGraph.of({}, {}))


def best_of(*texts: str) -> str | None:
    snippets, evidence = on_sponges(*texts, near=0.0)
    found = define(evidence, snippets, ())
    return found.sentence if found else None


def test_a_definition_is_let_off_what_only_a_better_one_would_avoid() -> None:
    voiced = "A sponge is an animal that we all know from the bath and that filters water."
    tied = "Sponges, then, are animals that filter the water around them day and night."
    pointing = "A sponge is an animal that filters water, as the next chapter explains."
    assert best_of(voiced) == voiced
    assert best_of(tied) == tied
    assert best_of(voiced, tied, CLEAR) == CLEAR
    set_off = "Sponges, on the other hand, are animals that filter the water around them day and night."
    reduced = "In reality, a sponge is an animal that filters the water around it day and night."
    assert best_of(set_off) == set_off
    assert best_of(reduced) == reduced
    led_in = "In short, a sponge is an animal that filters the water around it day and night."
    assert best_of(led_in, set_off) == led_in
    assert best_of("While this is so, a sponge is an animal that filters the water around it day and night.") is None
    assert best_of("In contrast, a sponge is an animal that filters the water around it day and night.") is None
    ours = "A sponge is an animal that our forebears took for a plant and used in the bath."
    assert best_of(voiced, ours, "Sponges are animals of which we all know a few.") == ours
    assert best_of(pointing) is None
    aimed = "A sponge is a tool that can improve the performance of a filter."
    assert best_of(aimed) == aimed
    assert best_of("A sponge is a tool that improves the accuracy of a filter by 8 points.") is None
    brief = "Sponges and corals are soft sessile animals."
    assert best_of(brief) is None  # but where its snippet is on the topic:
    assert define(*reversed(on_sponges(brief)), ()) is not None
    assert best_of(f"Many live here. ({CLEAR}) They are old.") == CLEAR
    endless = (
        f"A sponge is an animal that filters water through {'a first and a second and ' * 8}a last pore of its body."
    )
    assert best_of(endless) == endless
    assert best_of(endless, voiced) == voiced


LED = (
    "Soft animals of the reef take in water all day long. These animals are called sponges.",
    "Corals and worms of the reef catch what drifts by in the dark. In contrast, a sponge is an animal that filters the water around it.",
    "Soft animals of the reef need food by night. The sponge—an animal that filters water—takes in enough of it to meet this need.",
)


@pytest.mark.parametrize("text", LED)
def test_a_page_that_nothing_else_defines_begins_with_what_leads_up_to_a_definition(text: str) -> None:
    other = "Sponges live on rock in deep and cold water, and few of them move."
    before, definition = text.split(". ")
    begun = [one.sentence for one in beginning_among(*on_sponges(text, other))]
    assert begun == [f"{before}.", definition]
    snippets, evidence = on_sponges(text, other)
    (more,) = claims_of(next(one for one in evidence.singles if one.text == other), "key")
    lead = Draft("lead", ((*beginning_among(snippets, evidence), more),))
    assert opens_with_definition(lead, evidence)
    kept = lead_among((), {}, snippets, evidence, kept=claims_in(lead))
    assert [one.sentence for one in claims_in(kept)] == [*begun, other]
    assert beginning_among(*on_sponges(text, other, CLEAR))[0].sentence == CLEAR


@pytest.mark.parametrize(
    "text",
    [
        "Divers count crabs. In contrast, a sponge is an animal that filters water, as Figure 3 shows.",  # a figure
        "It takes in water all day long. These animals are called sponges.",  # what does?
        "Divers count crabs in the bay. The sponges are animals that filter the water.",  # which sponges?
        "Divers count crabs in the bay. The grey ones are generally called sponges.",  # nothing ties it to that
    ],
)
def test_what_leads_up_to_a_definition_has_to_stand_alone_and_to_be_taken_up(text: str) -> None:
    snippets, evidence = on_sponges(text)
    assert led_definition(evidence, snippets, ()) is None


def test_what_holds_for_people_alone_defines_a_topic_where_nothing_wider_does() -> None:
    local = "A sponge is an animal that filters water and causes a rash in people."
    assert best_of(local) == local
    assert best_of(local, "A sponge is an animal of the sea floor that pumps water through its body.") != local


@pytest.fixture(scope="module")
def reefs(tmp_path_factory: pytest.TempPathFactory) -> tuple[TopicPage, dict[str, Draft]]:
    """The page of half the sample, and the drafts that its editor was given."""
    corpus = write_reefs(tmp_path_factory.mktemp("reefs") / "rows.jsonl", 2)
    written: list[dict[str, Draft]] = []

    def crew(one: Memory) -> Crew:
        return replace(extractive_crew(one), editor=Watched(one, written))

    return generate_sync("Coral reef", corpus=corpus, crew=crew), written[0]


def test_a_page_of_few_snippets_says_so(reefs: tuple[TopicPage, dict[str, Draft]], sample_store: Path) -> None:
    for page, few in ((generate_sync("Atoll", store=sample_store), True), (reefs[0], False)):
        cited = {one["snippet_id"] for one in page.record["references"]}
        assert (len(cited) < WELL_COVERED) is few
        assert any(f"This page quotes {len(cited)} of" in gap for gap in page.record["gaps"]) is few


def test_the_lead_sums_up_and_leaves_each_section_its_first_sentence(
    reefs: tuple[TopicPage, dict[str, Draft]],
) -> None:
    page, written = reefs
    lead = [claim["sentence"] for claim in page.record["claims"] if claim["section"] == "lead"]
    standing = {claim["section"] for claim in page.record["claims"]} & set(written)
    assert len(standing) > 8
    assert not {claims_in(written[name])[0].sentence for name in standing} & set(lead[1:])
    sizes = Counter(claim["section"] for claim in page.record["claims"])
    assert min(sizes[one["id"]] for one in page.record["sections"]) >= 3
    assert "Cold-water" not in {one["heading"] for one in page.record["sections"]}  # but what kind of reef it is
    assert len(lead) >= 4
    assert all("coral" in one.lower() for one in lead)
    assert sum(len(one.split()) for one in lead) <= LEAD_WORDS


class Watched(ExtractiveEditor):
    """The editor, with the drafts that it was given."""

    def __init__(self, memory: Memory, written: list[dict[str, Draft]]) -> None:
        super().__init__(memory)
        self._written = written

    async def __call__(self, state: EditState) -> EditUpdate:
        self._written.append({name: draft_of(one) for name, one in state["drafts"].items()})
        return await super().__call__(state)


FEW = (
    "Sea spiders breathe through the thin skin of their legs. We measured how much oxygen one leg lets through in an hour.",
    "Most sea spiders feed on soft animals with a long tube. We show that the tube is moved by four muscles of one kind.",
    "Male sea spiders carry the eggs until the young hatch. We counted the eggs of ninety animals of three species.",
)


@pytest.mark.parametrize(("texts", "is_written"), [(FEW, True), (FEW[:1], False)])
def test_a_topic_of_few_sentences_has_a_page_of_a_lead_alone(
    tmp_path: Path, texts: tuple[str, ...], is_written: bool
) -> None:
    filler = [
        f"Harbour number {n} has {n} cranes on the coast. We compare the wind there with that of the year before it."
        for n in range(40)
    ]
    rows = [{"text": one, "url": f"https://example.org/{n}"} for n, one in enumerate((*texts, *filler))]
    corpus = tmp_path / "few.jsonl"
    corpus.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    if is_written:
        record = generate_sync("Sea spider", corpus=corpus).record
        assert record["sections"] == []
        assert {claim["sentence"] for claim in record["claims"]} == {one.split(".")[0] + "." for one in texts}
    else:
        with pytest.raises(CastaliaError, match="can stand on a page"):
            generate_sync("Sea spider", corpus=corpus)


RUNS = (
    "Oxygen reaches sea spiders through the thin skin of their legs. These sea spiders let it pass at every beat of the heart. The tide is low. We measured how much of it.",
    "Most sea spiders feed on soft animals with a long tube. The harbour of the old town is closed in winter. We show what moves the tube.",
    "Male sea spiders carry the eggs until the young hatch. We counted the eggs of ninety animals of three species.",
    "SP 4711 is a sea spider with ten legs that was found by a diver in a bay. We took it home to look at it.",
)


def test_a_lead_alone_goes_on_while_the_topic_is_named_and_opens_with_no_single_thing(tmp_path: Path) -> None:
    filler = [
        f"Harbour number {n} has {n} cranes on the coast. We compare the wind there with that of the year before it."
        for n in range(40)
    ]
    rows = [{"text": one, "url": f"https://example.org/{n}"} for n, one in enumerate((*RUNS, *filler))]
    corpus = tmp_path / "runs.jsonl"
    corpus.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    record = generate_sync("Sea spider", corpus=corpus).record
    assert record["sections"] == []
    assert {claim["sentence"] for claim in record["claims"]} == {
        "Oxygen reaches sea spiders through the thin skin of their legs.",
        "These sea spiders let it pass at every beat of the heart.",
        "Most sea spiders feed on soft animals with a long tube.",
        "Male sea spiders carry the eggs until the young hatch.",
    }


VENTS = (
    "Black smokers grow by several centimetres a day. We drilled into forty of them.",
    "Black smokers lie along the ridges where the floor of the sea spreads. We mapped them by sonar.",
    "The crabs around black smokers are blind and white. We caught eleven of them in a trap.",
    "Some black smokers are as tall as a house of fifteen floors. We measured the tallest by a laser.",
)


def about_vents(title: str = "") -> Evidence:
    snippets = [Snippet(snippet_id(one), one, title=title) for one in VENTS]
    others = [Snippet(str(n), f"Harbour number {n} has {n} cranes.") for n in range(50)]
    scores, breadth = {one.id: 1.0 for one in snippets}, {stem: 0.5 for one in VENTS for stem in content_stems(one)}
    documents = {one.id: one.id for one in snippets}
    relevance = Relevance(("black", "smoker"), {}, scores, tuple(scores), 100, breadth, documents)
    return weigh("Black smoker", relevance, learn_background([*snippets, *others]), snippets, TripletGraph.of({}, {}))


@pytest.mark.parametrize(
    ("opening", "is_taken"),
    [
        ("In the deep sea,", True),
        ("In seas where the floor spreads,", False),
        ("For crews that dive to them,", False),
        ("At depths that no light reaches,", False),
    ],
)
def test_what_holds_in_some_places_only_sums_up_no_topic(opening: str, is_taken: bool) -> None:
    evidence = about_vents()
    one = next(one for one in evidence.singles if "blind and white" in one.text)
    text = f"{opening} black smokers grow by several centimetres a day."
    assert may_sum_up(replace(one, sentences=(text,)), evidence) == is_taken


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("Some black smokers grow by several centimetres a day.", False),
        ("Perhaps black smokers grow where the floor is thin.", False),
        ("Perhaps the most striking trait of black smokers is their height.", True),
        ("Most black smokers grow by several centimetres a day.", True),
    ],
)
def test_what_is_said_of_some_or_guessed_sums_up_no_topic(text: str, is_taken: bool) -> None:
    evidence = about_vents()
    one = next(one for one in evidence.singles if "blind and white" in one.text)
    assert may_sum_up(replace(one, sentences=(text,)), evidence) == is_taken


def test_no_lead_on_a_doing_tells_of_the_thing_that_has_its_stem() -> None:
    thing, doing = (
        "Trawls are made of long nets that sink to the floor.",
        "Trawling harms what lives on the floor of the sea.",
    )
    snippets = [Snippet(snippet_id(one), f"{one} We counted eleven of them.") for one in (thing, doing)]
    documents = {one.id: one.id for one in snippets}
    relevance = Relevance(("trawl",), {}, dict.fromkeys(documents, 1.0), tuple(documents), 100, {}, documents)
    evidence = weigh("Trawling", relevance, learn_background(snippets), snippets, TripletGraph.of({}, {}))
    assert [one.text for one in evidence.singles if may_sum_up(one, evidence)] == [doing]


@pytest.mark.parametrize(("joined", "is_taken"), [("but also", True), ("and also", False)])
def test_what_is_added_sums_up_no_topic(joined: str, is_taken: bool) -> None:
    evidence = about_vents()
    one = next(one for one in evidence.singles if "blind and white" in one.text)
    text = f"Black smokers are tall {joined} brittle."
    assert may_sum_up(replace(one, sentences=(text,)), evidence) == is_taken


@pytest.mark.parametrize(
    ("title", "is_taken"), [("Vents", True), ("Vents > Tall as houses", True), ("Vents > Box: Tall as houses", False)]
)
def test_a_lead_is_made_of_no_box_beside_a_text(title: str, is_taken: bool) -> None:
    evidence = about_vents(title)
    assert any(may_sum_up(one, evidence) for one in evidence.singles) == is_taken


@pytest.mark.parametrize(
    ("topic", "sentence", "is_defined"),
    [
        (
            "Budding of sponges",
            "Budding, also called gemmation, is the growth of a young sponge out of an old one.",
            True,
        ),
        ("Budding in sponges", "Budding is the growth of a young sponge out of an old one.", True),
        (
            "Budding of sponges",
            "Budding is the growth of a young animal out of an old one.",
            False,
        ),  # of what, is not said
        (
            "Theory of sponges",
            "A theory is a set of statements on sponges that can be tested.",
            False,
        ),  # may be of anything
    ],
)
def test_what_is_of_something_is_defined_by_its_name_alone_where_that_is_named(
    topic: str, sentence: str, is_defined: bool
) -> None:
    _, evidence = on_sponges(sentence)
    relevance = replace(evidence.relevance, stems=content_stems(topic))
    assert (defining_score(sentence, replace(evidence, topic=topic, relevance=relevance)) > 0) is is_defined


def test_a_person_looked_for_by_the_family_name_is_defined_by_the_name_that_was_asked_for() -> None:
    said = "In 1847, Danish physiologist Ada Quay found sponges."
    _, evidence = on_sponges(said)

    def on(full_name: str) -> Evidence:
        relevance = replace(evidence.relevance, stems=("quay",), full_name=content_stems(full_name))
        return replace(evidence, topic="Quay", relevance=relevance)

    assert defining_score(said, on("Ada Quay")) >= FAIR and says_what(said, on("Ada Quay"))
    assert defining_score(said, on("Bo Quay")) == 0 and not says_what(said, on("Bo Quay"))
    assert defining_score(said, on("")) == 0 and not says_what(said, on(""))  # it may be a port
    conceded = "Although knots had been tied for ages, the physiologist Ada Quay found sponges."
    assert defining_score(conceded, on("Ada Quay")) >= FAIR and says_what(conceded, on("Ada Quay"))


def test_what_the_topic_is_called_as_well_defines_it_better_than_a_form_of_its_name() -> None:
    _, evidence = on_sponges("A sponge is an animal that filters water.")

    def score(topic: str, synonym: str, sentence: str) -> float:
        (stem,) = content_stems(synonym)
        relevance = replace(evidence.relevance, synonyms={stem: synonym})
        named = replace(evidence, topic=topic, relevance=relevance, other_names=frozenset({stem}))
        return defining_score(sentence, named)

    form = score("Superconductivity", "superconductor", "A superconductor is a substance that resists nothing.")
    other = score("Superconductivity", "zeroance", "Zeroance is a state of a substance that resists nothing.")
    assert 0 < form < other


@pytest.mark.parametrize(("length", "stands"), [(3, False), (30, True)])
def test_a_page_of_one_section_is_a_lead_alone_where_that_says_more(length: int, stands: bool) -> None:
    told = [f"Copper {n}a holds {n}b under {n}c." for n in range(length)]
    drafts = {"s": Draft("s", (tuple(Claim(one, (), one) for one in told),))}
    lead, kept, _ = edit([Section("s", "Copper", 1)], drafts, [], about_vents())
    assert bool(kept) == stands
    if not stands:
        told_of = {claim.sentence for claim in claims_in(lead)}
        assert len(told_of) >= 3
        assert told_of <= {one.split(" We")[0] for one in VENTS}


@pytest.mark.parametrize(("size", "stands"), [(40, True), (4_000, False)])
def test_the_topics_own_document_in_a_small_corpus_is_told_however_much_others_say(size: int, stands: bool) -> None:
    told = tuple(Claim(f"Copper {n}a holds {n}b under {n}c.", (), "") for n in range(3))
    drafts = {"s": Draft("s", (tuple(replace(one, quote=one.sentence) for one in told),))}
    evidence = about_vents()
    evidence = replace(evidence, relevance=replace(evidence.relevance, size=size))
    _, kept, _ = edit([Section("s", "Copper", 1, sources=(("vents.md", "Vents"),))], drafts, [], evidence)
    assert bool(kept) == stands


@pytest.mark.parametrize(("text", "is_written"), [("Lichens live on", True), ("Apple trees carry lichens on", False)])
def test_a_page_on_which_hardly_a_sentence_names_the_topic_is_refused(
    tmp_path: Path, text: str, is_written: bool
) -> None:
    ends = (
        "old bark that sheds no rain",
        "stone walls near the sea",
        "roofs of slate in cold valleys",
        "fence posts of oak",
    )
    named = [f"{text} {one}." for one in ends]
    trees = [
        f"Apple trees of orchard number {n} bear their fruit in the {n}th year after they were set, and need bees. "
        f"Old apple trees of that orchard need air about their roots, and a stake of {n} metres."
        for n in range(2, 14)
    ]
    texts = [f"{one} {other}" for one, other in zip(named if is_written else named[:1], trees, strict=False)]
    rows = [{"text": one, "url": f"https://example.org/{n}"} for n, one in enumerate([*texts, *trees[len(texts) :]])]
    corpus = tmp_path / "orchard.jsonl"
    corpus.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    if is_written:
        assert generate_sync("Lichen", corpus=corpus).record["claims"]
    else:
        with pytest.raises(CastaliaError, match='too little on "Lichen" can stand on a page'):
            generate_sync("Lichen", corpus=corpus)


def test_the_head_of_a_name_is_not_defined_by_way_of_the_whole_name() -> None:
    told = "Radiation is the transfer of heat by electromagnetic radiation."
    snippets = [
        Snippet("a", told),
        Snippet("b", "Light is electromagnetic radiation of short wavelength, seen by eyes."),
    ]
    relevance = Relevance(("electromagnet", "radiat"), {}, {"a": 1.0}, ("a",), 1, {}, {})
    background = Background(9, {}, {}, learn_classes([]))
    evidence = weigh("Electromagnetic radiation", relevance, background, snippets, TripletGraph.of({}, {}))
    assert define(evidence, snippets[:1], ()) is None


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        ("Electric potential", "Electric potential is potential energy per unit of charge."),
        ("Conservation of energy", None),  # whose last word is not what it is a kind of
        ("Electric energy", "Energy is the capacity to do the work that is asked for."),
    ],
)
def test_a_definition_by_the_last_word_of_a_name_stands_where_none_has_the_whole_name(
    topic: str, told: str | None
) -> None:
    texts = (
        "Electric potential is potential energy per unit of charge.",
        "Potential is a quantity that tells how far a process is driven by itself.",
        "Energy is the capacity to do the work that is asked for.",
    )
    naming = f"Where {topic.lower()} is high, sparks fly."
    snippets = [Snippet(str(n), f"{text} {naming}") for n, text in enumerate(texts)]
    relevance = Relevance(content_stems(topic), {}, dict.fromkeys("012", 1.0), ("0", "1", "2"), 3, {}, {})
    evidence = weigh(topic, relevance, Background(9, {}, {}, learn_classes([])), snippets, TripletGraph.of({}, {}))
    found = define(evidence, snippets, ())
    assert (found.sentence if found else None) == told


def test_a_section_stands_when_its_definition_has_moved_to_the_lead(sample_store: Path) -> None:
    page = generate_sync("Coral bleaching", store=sample_store)
    headings = {one["heading"]: one["id"] for one in page.record["sections"]}
    assert definition_score(page.record["claims"][0]["sentence"], "Coral bleaching") > BAR
    sizes = Counter(claim["section"] for claim in page.record["claims"])
    assert headings and all(sizes[one] >= 3 for one in headings.values())
    assert "Weeks" not in headings


def test_what_the_topic_is_stands_in_the_lead_alone() -> None:
    told = "Also known as bath animals, sponges are animals that filter the water around them."
    other = "Sponges live on rock in deep and cold water."
    draft = Draft("s", (tuple(Claim(text, (), text) for text in (told, other)),))
    relevance = Relevance(("spong",), {}, {}, (), 0, {}, {})
    evidence = weigh("Sponge", relevance, Background(9, {}, {}, learn_classes([])), [], TripletGraph.of({}, {}))
    kept = _without_repetition(draft, [], {frozenset({"spong"})}, evidence)
    assert [claim.sentence for paragraph in kept.paragraphs for claim in paragraph] == [other]


def on_spiders(texts: Sequence[str], *, are_papers: bool = True) -> Evidence:
    snippets = [Snippet(snippet_id(one), one) for one in texts]
    others = [Snippet(str(n), f"Harbour number {n} has {n} cranes.") for n in range(50)]
    scores, breadth = {one.id: 1.0 for one in snippets}, {stem: 0.5 for one in texts for stem in content_stems(one)}
    documents = {one.id: one.id for one in snippets}
    relevance = Relevance(("sea", "spider"), {}, scores, tuple(scores), 100, breadth, documents)
    evidence = weigh("Sea spider", relevance, learn_background([*snippets, *others]), snippets, TripletGraph.of({}, {}))
    return replace(evidence, papers=are_papers)


def sums_up(texts: Sequence[str], sections: Mapping[str, str], *, are_papers: bool = True) -> list[str]:
    """What sums up a page on sea spiders, of these snippets, that has these sections and no definition."""
    evidence = on_spiders(texts, are_papers=are_papers)
    drafts = {
        heading: Draft(heading, (tuple(Claim(one, (), one) for one in told.split(". ")),))
        for heading, told in sections.items()
    }
    lead = summarise([Section(one, one, 1) for one in sections], drafts, (), evidence)
    return [claim.sentence for claim in lead]


def test_a_topic_that_never_begins_a_sentence_has_a_lead_all_the_same() -> None:
    texts = (
        "The cold water of the south holds sea spiders as large as a plate, and of many kinds. We measured forty of them.",
        "Many fish eat sea spiders in the spring, when little else is there for them. We counted what they had eaten.",
    )
    sections = {"Cold water": "Cold water is still. Cold water is dark.", "Fish": "Fish swim in shoals. Fish sleep."}
    assert {*sums_up(texts, sections)} == {one.split(". We")[0] + "." for one in texts}


def test_what_would_only_fill_a_lead_is_no_third_sentence_of_it() -> None:
    told = {
        "Skin and legs": "Skin is thin. Legs are long.",
        "Tube": "A tube sucks.",
        "Life": "Eggs are round. Eggs hatch.",
    }
    assert len(sums_up(FEW, told)) == 2


ON_NETS = "Sea spider nets hold many crabs and worms of the cold sea, and are mended by night."
ITSELF = "Most fish of the cold south leave sea spiders with their long legs alone all year."
OPENING = "Sea spiders hold little flesh under the skin of their long legs."
WANTING = "For sea spiders to grow in the cold sea, much oxygen has to pass the skin of their long legs."
PLAIN = "Sea spiders were not known to any other fisher of the cold sea."  # "not", "other": sums up nothing
PRESUMING = "A trawler hauls nets by night. Sea spiders never saw the trawler coming by, nor fled from it."
JOINED = "Sea spiders and their nets were not known to any other fisher of the cold sea."
LATER = "The cold water of the south holds sea spiders as large as a plate."
ASIDE = "In the nets of the cold sea, most crabs lose a leg or two and walk as slowly as the slowest sea spider."


@pytest.mark.parametrize(
    ("texts", "lead"),
    [
        ((ON_NETS, ITSELF), [ITSELF, ON_NETS]),
        ((WANTING, OPENING), [OPENING, WANTING]),
        ((WANTING,), []),
        ((PLAIN,), [PLAIN]),
        ((PLAIN, OPENING), [OPENING]),
        ((WANTING, PLAIN), [PLAIN]),
        ((PRESUMING,), []),
        ((JOINED,), []),
        # a snippet that is mostly about something else may still end a short lead
        ((OPENING, f"{LATER} Crabs sleep by day. Worms dig in sand. Snails eat the weed on rocks."), [OPENING, LATER]),
        ((OPENING, ASIDE), [OPENING]),
    ],
)
def test_a_gathered_lead_begins_and_stays_with_the_topic_itself(texts: Sequence[str], lead: list[str]) -> None:
    sections = {"Nets": "Nets tear. Nets are dear.", "Cold sea": "Ice drifts there. Storms rage."}
    assert sums_up([f"{one} We counted them." for one in texts], sections) == lead


def test_what_joins_a_definition_of_one_snippet_stands_in_its_order() -> None:
    definition = "Sea spiders are sea animals of eight legs."
    evidence = on_spiders([f"{LATER} {OPENING}", definition])
    told = {
        "Nets": "Nets tear. Nets are dear.",
        "Cold sea": "Ice drifts there. Storms rage.",
        "Legs": "Legs bend. Legs break.",
    }
    drafts = {one: Draft(one, (tuple(Claim(text, (), text) for text in told[one].split(". ")),)) for one in told}
    begun = (Claim(definition, (), definition),)
    lead = summarise([Section(one, one, 1) for one in told], drafts, begun, evidence)
    assert [claim.sentence for claim in lead] == [LATER, OPENING]


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("Sea spiders cross the cold floor by night on legs.", False),
        ("Sea spiders lay eggs, and the male bears them by night.", True),
    ],
)
def test_what_a_lead_has_said_in_more_words_is_not_said_anew(text: str, is_taken: bool) -> None:
    long = (
        "Sea spiders hold little flesh under the skin of their long legs, walk over the floor of the cold sea by night "
        "and suck the juice of soft animals that cannot flee."
    )
    evidence = on_spiders([f"{one} We counted them." for one in (long, text)])
    lead = Lead.begun([], {}, (Claim(long, (), long),), evidence, LEAD_WORDS, None)
    taken = lead.fill([one for one in evidence.singles if one.text == text], -math.inf)
    assert [one.text for one in taken] == [text] * is_taken


@pytest.mark.parametrize(
    ("following", "is_taken"),
    [("They also bend.", False), ("By contrast, crabs hide.", False), ("Crabs hide.", True)],
)
def test_a_lead_takes_nothing_that_the_next_sentence_of_a_section_leans_on(following: str, is_taken: bool) -> None:
    definition = "Sea spiders are sea animals of eight legs."
    told = ("Skin is thin.", OPENING, following, "Legs are long.", "Legs break.")
    draft = Draft("legs", (tuple(Claim(one, (), one) for one in told),))
    evidence = on_spiders([f"{OPENING} {following}", definition])
    begun = (Claim(definition, (), definition),)
    lead = Lead.begun([Section("legs", "Legs", 1)], {"legs": draft}, begun, evidence, LEAD_WORDS, None)
    taken = lead.fill([one for one in evidence.singles if one.text == OPENING], -math.inf)
    assert [one.text for one in taken] == [OPENING] * is_taken


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        ("The people in the photograph are the students.", "Student"),
        ("The animals in the tank are the dolphins.", "Dolphin"),
        ("The Google business model is a system of advertising that pays by the click.", "Business model"),
        ("The French civil law is a body of statutes that Napoleon had written.", "Civil law"),
    ],
)
def test_what_is_so_of_one_place_or_owner_defines_no_topic(sentence: str, topic: str) -> None:
    assert definition_score(sentence, topic) == 0.0


@pytest.mark.parametrize(
    ("text", "density", "may_open"),
    [
        ("Star formation begins in the cold clouds of a galaxy.", 0.1, True),
        ("Star and planet formation are seen in such disks.", 1.0, False),  # is no star formation
        ("In the outer parts of the disk of a galaxy like ours there is star formation.", 0.1, False),  # by the way
        ("In the outer parts of the disk of a galaxy like ours there is star formation.", 1.0, True),
    ],
)
def test_a_run_of_a_stub_opens_with_the_whole_name_early_or_in_an_abstract_on_it(
    text: str, density: float, may_open: bool
) -> None:
    stems = content_stems("Star formation")
    opening = frozenset(content_stems(" ".join(text.split()[:9])))
    one = SimpleNamespace(
        text=text, density=density, stems=frozenset(content_stems(text)), opening=opening, subject=frozenset()
    )
    named = SimpleNamespace(stems=stems, each=[SimpleNamespace(stems=stems)])
    evidence = SimpleNamespace(papers=True, stems=frozenset(stems), other_names=frozenset(), relevance=named)
    assert _may_open_run(cast(Any, one), cast(Any, evidence)) is may_open
