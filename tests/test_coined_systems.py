"""Coined systems: what papers call by names of their own stands in one section, and nowhere else."""

from __future__ import annotations

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.drafted_outline import draft_outline
from castalia.tools.composition.labels import find_labels
from castalia.tools.composition.lead_pools import naming_early, summing_up
from castalia.tools.composition.placed_evidence import place_evidence
from castalia.tools.composition.unit_review import review_unit
from castalia.tools.composition.unit_text import Material, write_unit
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.coined_systems import coined_system
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance

TELLS = "GullNET counts the nests of a cliff from pictures that a drone takes."
PRESENTS = "We present GullNET, a counter of colonies."


def told(text: str, title: str = "") -> str:
    found = coined_system(Snippet(snippet_id(text), text, title=title))
    return "" if found is None else split_sentences(text)[found[0]].text


@pytest.mark.parametrize(
    ("sentence", "tells"),
    [
        (TELLS, True),
        ("The GullNET model marks each nest and counts what it has marked so far.", True),
        ("GullNET is a counter that marks each nest and then counts.", True),
        ("GullNET is designed to count nests on the cliffs of twelve northern islands.", True),
        ("GullNET is trained on pictures of cliffs from twelve northern islands.", False),
        ("GullNET first marks each nest of a cliff that a drone has seen.", False),
        ("GullNET starts by marking each nest of a cliff that a drone has seen.", False),
        ("GullNET aims to count the nests of cliffs that a drone has seen.", False),
        ("GullNET has three main parts: a camera, a marker of nests, and a counter.", False),
        ("GullNET comprises 4,200 pictures of cliffs with all nests marked.", True),
        ("GullNET is efficient and general across many kinds of cliffs.", False),
        ("GullNET outperforms all other counters of nests on twelve northern islands.", False),
        ("GullNET improves the counts of nests by many on twelve northern islands.", False),
        ("GullNET counts the nests of a cliff significantly faster than people can.", False),
        ("GullNET also counts the nests of a cliff from pictures of a drone.", False),
        ("GullNET counts many nests.", False),
        ("GullNET systems are composed of a camera and of a counter of nests.", False),
        ("Gulls count the nests of a cliff from the air, as a drone does.", False),
        ("Our GullNET counts the nests of a cliff from pictures of a drone.", False),
    ],
)
def test_what_a_system_does_is_told_by_a_sentence_on_it_that_praises_nothing(sentence: str, tells: bool) -> None:
    assert told(f"{PRESENTS} {sentence}") == (sentence if tells else "")


@pytest.mark.parametrize(
    "presents",
    [
        "We propose a counter of colonies named GullNET.",
        "This paper introduces the Northern Gull Network (GullNET).",
        "In this work, we build a set of pictures of cliffs: GullNET, drawn by hand.",
    ],
)
def test_a_paper_gives_its_system_a_name_where_it_presents_it(presents: str) -> None:
    assert told(f"{presents} {TELLS}") == TELLS


def test_a_paper_gives_its_system_a_name_in_its_title() -> None:
    assert told(TELLS, "GullNET: Counting from the Air") == TELLS
    assert told(TELLS, "Counting: GullNET from the Air") == ""
    assert told(TELLS.replace("GullNET", "Gulls"), "Gulls: Counting from the Air") == ""


def test_only_the_first_such_sentence_of_a_paper_tells_what_its_system_does() -> None:
    assert told(f"{PRESENTS} {TELLS} GullNET marks each nest and then counts what was marked.") == TELLS


def test_the_topic_is_no_system_of_a_paper_that_spells_it_out() -> None:
    text = f"This paper introduces a Gull Network (GN) of lakes. {TELLS.replace('GullNET', 'GN')}"
    snippet = Snippet(snippet_id(text), text)
    assert coined_system(snippet) and coined_system(snippet, frozenset({"gn"})) is None


DOES = (
    "marks each pool on a picture that a drone takes at noon",
    "weighs the mussels by a scale below the sand of a shore",
    "listens for crabs through horns that stand along a ledge",
    "draws a map of currents from the warmth that weeds give off",
)


def read(systems: int, name: str = "Net{}POOL") -> Evidence:
    """The evidence in twenty abstracts on tide pools, in as many more on a system as is said, by this name, the newest
    first, and in one on a system that has a tide pool for its tool."""
    rows = [
        Snippet(f"r{n}", f"Tide pool warming kills the crabs of bay {n}. We measured pool {n}.", title="Warming")
        for n in range(20)
    ]
    for n in range(systems):
        called = name.format(n)
        text = f"A tide pool needs many watchers. We present {called}, a machine. {called} {DOES[n]}."
        rows.append(Snippet(f"s{n}", text, title="Machines", year=2020 - n))
    tool = "Roads are long. We present RoadNET, a map of roads. RoadNET reads roads as a tide pool is read from space."
    rows.append(Snippet("tool", tool, title="Roads", year=2001))
    others = [
        Snippet(f"o{n}", f"They can fill harbour {n}. They will fill it. We counted {n} cranes.", title="Cranes")
        for n in range(80)
    ]
    stems = content_stems("tide pool")
    scores = {one.id: 1.0 for one in rows}
    shares = {stem: 0.5 for one in rows for stem in content_stems(one.text)}
    relevance = Relevance(stems, dict.fromkeys(stems, 0.5), scores, tuple(scores), 12, shares, {})
    evidence = weigh("Tide pool", relevance, learn_background([*rows, *others]), rows, TripletGraph.of({}, {}))
    assert evidence.papers
    return evidence


def test_systems_of_papers_on_the_topic_have_a_section_of_their_own_in_the_order_of_the_papers() -> None:
    evidence = read(4)
    assert evidence.on_systems.keys() == {"s0", "s1", "s2", "s3"}
    outline = draft_outline(evidence)
    (section,) = (one for one in outline if one.heading == "Systems and datasets")
    placed = place_evidence(evidence, outline)
    assert {one.snippet_id for one, _ in placed.passages[section.id]} == evidence.on_systems.keys()
    homes = {name for name, those in placed.passages.items() for one, _ in those if one.is_on_system}
    assert homes == {section.id}
    (draft,) = write_unit(section, placed, Material(frozenset(evidence.snippets)), 200, evidence)
    assert [one.sentence.split()[0] for one in claims_in(draft)] == ["Net3POOL", "Net2POOL", "Net1POOL", "Net0POOL"]
    assert review_unit(section, [draft], placed, evidence) == ()


def test_two_systems_are_too_few_for_a_section() -> None:
    evidence = read(2)
    assert len(evidence.on_systems) == 2
    assert "Systems and datasets" not in {one.heading for one in draft_outline(evidence)}


def test_of_systems_of_one_name_the_first_is_told() -> None:
    evidence = read(4, "NetPOOL")
    assert evidence.on_systems.keys() == {"s3"}
    assert not any(DOES[n] in one.text for one in evidence.passages for n in range(3))


def test_no_lead_sums_a_topic_up_by_what_one_system_does() -> None:
    evidence = read(4)
    assert not any(one.is_on_system for one in (*summing_up(evidence), *naming_early(evidence)))


def test_no_heading_is_made_of_what_systems_do() -> None:
    evidence = read(4)
    assert not any(one.is_on_system for label in find_labels(evidence) for one in label.passages)
