"""Coined systems: what papers call by names of their own stands in one section, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Section, Snippet
from castalia.tools.composition.drafted_outline import draft_outline
from castalia.tools.composition.fit import fit
from castalia.tools.composition.labels import find_labels
from castalia.tools.composition.lead_pools import may_sum_up
from castalia.tools.composition.material import Material
from castalia.tools.composition.passage_worth import GATHERED, unexplained
from castalia.tools.composition.placed_evidence import place_evidence
from castalia.tools.composition.places import places_of
from castalia.tools.composition.selection import _cut_off
from castalia.tools.composition.unit_review import review_unit
from castalia.tools.composition.unit_text import write_unit
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.sentences import split_sentences
from castalia.tools.topic.coined_systems import coined_system
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.topic_passages import WHOLE
from tide_pools import read_papers

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
    "marks each tide pool on a picture that a drone takes at noon",
    "weighs the mussels by a scale below the sand of a shore",
    "listens for crabs through horns that stand along a ledge",
    "draws a map of currents from the warmth that weeds give off",
)


def read(
    systems: int, name: str = "Net{}POOL", *, does: Sequence[str] = DOES, more: Sequence[Snippet] = ()
) -> Evidence:
    """The evidence in twenty abstracts on tide pools, in as many more on a system as is said, by this name, the newest
    first, in one on a system that has a tide pool for its tool, and in ``more``."""
    rows = [
        Snippet(f"r{n}", f"Tide pool warming kills the crabs of bay {n}. We measured pool {n}.", title="Warming")
        for n in range(20)
    ]
    for n in range(systems):
        called = name.format(n)
        text = f"A tide pool needs many watchers. We present {called}, a machine. {called} {does[n]}."
        rows.append(Snippet(f"s{n}", text, title="Machines", year=2020 - n))
    tool = "Roads are long. We present RoadNET, a map of roads. RoadNET reads roads as a tide pool is read from space."
    return read_papers([*rows, Snippet("tool", tool, title="Roads", year=2001), *more])


def test_systems_of_papers_on_the_topic_have_a_section_of_their_own_in_the_order_of_the_papers() -> None:
    evidence = read(4)
    assert evidence.on_systems.keys() == {"s0", "s1", "s2", "s3"}
    outline = draft_outline(evidence)
    (section,) = (one for one in outline if one.heading == "Systems and datasets")
    placed = place_evidence(evidence, outline)
    assert {one.snippet_id for one, _ in placed.passages[section.id]} == evidence.on_systems.keys()
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


def test_a_paper_is_on_the_topic_that_its_title_calls_by_an_acronym() -> None:
    text = (
        "Watching needs many people. We present ShoreNET, a machine. ShoreNET marks each crab that a tide pool holds."
    )
    spells = Snippet("spells", "A tide pool (TP) is small. We measured it.", title="Small")
    for title, is_on_topic in (("A machine for each TP", True), ("A machine for shores", False)):
        evidence = read(1, more=[spells, Snippet("short", text, title=title)])
        assert ("short" in evidence.on_systems) is is_on_topic


def test_a_system_fits_no_heading_on_a_subject_though_it_names_that() -> None:
    evidence = read(4)
    (place,) = places_of([Section("s", "Drone", 1, ("drone",))], evidence)
    (one,) = (single for name, single in evidence.on_systems.items() if name == "s0")
    assert fit(one, place, evidence) == 0.0 < fit(replace(one, is_on_system=False), place, evidence)


def test_what_a_system_does_loses_nothing_by_its_name_nor_for_what_stands_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("castalia.tools.composition.passage_worth.RARE", 0.1)  # in so few abstracts
    evidence = read(4, "TPN{}")
    one = next(iter(evidence.on_systems.values()))
    assert unexplained(one, evidence) == 0 < unexplained(replace(one, is_on_system=False), evidence)
    assert one.start and _cut_off(one, (), evidence, GATHERED) == 0.0
    assert _cut_off(replace(one, is_on_system=False), (), evidence, GATHERED) > 0.0


def test_no_lead_sums_a_topic_up_by_what_one_system_does() -> None:
    evidence = read(4)
    one = evidence.on_systems["s0"]  # which names the topic
    assert not may_sum_up(one, evidence) and may_sum_up(replace(one, is_on_system=False), evidence)


def test_no_heading_is_made_of_what_systems_do() -> None:
    does = (
        "reads weather glasses that stand in the sand by day",
        "fills weather glasses where mussels cover all rocks",
        "turns weather glasses into the wind of every morning",
    )
    evidence = read(3, does=does)
    assert len(evidence.on_systems) == 3 and not find_labels(evidence)
    general = replace(evidence, singles=tuple(replace(one, is_on_system=False) for one in evidence.singles))
    assert [one.heading for one in find_labels(general)] == ["Weather glasses"]


@pytest.mark.parametrize(("others", "is_told"), [(WHOLE - 20, False), (WHOLE - 25, True)])
def test_systems_do_not_count_where_it_is_asked_whether_enough_names_the_topic(others: int, is_told: bool) -> None:
    beside = "Crabs of the shore hide in summer when the tides are low."
    named = [
        Snippet(f"n{n}", f"A tide pool of bay {n} holds the crabs of winter. We measured it.") for n in range(others)
    ]
    both = (
        f"A tide pool of the north holds cold water for half of the day. {beside} Some tide pool is found at any rock."
    )
    evidence = read(4, more=[*named, Snippet("both", both)])
    assert any(beside in one.text for one in evidence.singles) is is_told
