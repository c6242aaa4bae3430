"""A topic that joins two names is told by what its texts say of either, where hardly one of them names both."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.memory.identity import snippet_id
from castalia.memory.library import Library
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.lead_openings import names_of_topic
from castalia.tools.composition.lead_pools import is_named_whole
from castalia.tools.composition.lead_worth import opens_page
from castalia.tools.topic.background import Background, learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.joined_names import are_apart, join, joined_names
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.told_names import told_anchor
from castalia.tools.topic.topic_definition import defining_score, says_what
from castalia.tools.topic.topic_mentions import meant_stems, names_topic, touches
from test_source_sections import among_towns

PLACES = ("caves", "bays", "lakes", "harbors", "lagoons", "fjords", "rivers", "straits")
SPONGES = [
    f"A sponge is an animal that filters the water of {place} through its pores. Sponges of {place} hold on to stones, "
    f"and the pores of a sponge close when the water of {place} is full of silt."
    for place in PLACES
]
LIMPETS = [
    f"A limpet is a snail that grazes the rocks of {place} with a rough tongue. Limpets of {place} return to one spot, "
    f"and the shell of a limpet fits the rock of {place} like a lid."
    for place in PLACES
]
GULLS = [f"Gull {at} follows the ships out of town {at} and back again." for at in range(80)]


@pytest.mark.parametrize(
    ("topic", "names"),
    [
        ("HIV/AIDS", ("HIV", "AIDS")),
        ("HIV/AIDS prevention", ("HIV prevention", "AIDS prevention")),
        ("gene expression/regulation", ("gene expression", "gene regulation")),
        ("Electrical resistance and conductance", ("Electrical resistance", "Electrical conductance")),
        ("Formation and evolution of the Solar System", ("Formation of the Solar System", "evolution of the Solar System")),
        ("Meta-learning / few-shot", ("Meta-learning", "few-shot")),
        ("Scientific publishing & peer review", ("Scientific publishing", "peer review")),
        ("Nature vs. nurture", ("Nature", "nurture")),
        ("Supply and demand", ("Supply", "demand")),
        ("Bias and hate speech", ("Bias", "hate speech")),
        ("Supervised and unsupervised learning", ("Supervised learning", "unsupervised learning")),
        *((one, ()) for one in ("Coral reef", "Race and ethnicity in the United States", "I/O", "1/f noise", "War and peace and us", "and")),
    ],
)  # fmt: skip
def test_a_title_that_joins_two_names(topic: str, names: tuple[str, ...]) -> None:
    assert joined_names(topic) == names


def model(topic: str, texts: Sequence[str]) -> Relevance:
    snippets = [Snippet(snippet_id(text), text, f"https://example.org/{at}") for at, text in enumerate(texts)]

    async def run() -> Relevance:
        async with Library.open() as library:
            await library.snippets.add(snippets)
            return await told_anchor(topic, library.snippets, learn_background(snippets), None, "")

    return asyncio.run(run())


def evidence(topic: str, texts: Sequence[str]) -> Evidence:
    snippets = [Snippet(snippet_id(text), text, f"https://example.org/{at}") for at, text in enumerate(texts)]
    relevance, background = model(topic, [*texts, *GULLS]), learn_background([*snippets, *map(_gull, GULLS)])
    return weigh(topic, relevance, background, snippets, TripletGraph.of({}, {}))


def _gull(text: str) -> Snippet:
    return Snippet(snippet_id(text), text)


def background(relevance: Relevance) -> Background:
    return learn_background([_gull(one) for one in (*SPONGES, *LIMPETS, *GULLS)])


@pytest.mark.parametrize("topic", ["Sponges and limpets", "Limpets & sponges", "Sponges/limpets"])
def test_what_is_told_of_either_name_is_told_of_the_topic(topic: str, tmp_path: Path) -> None:
    page = generate_sync(topic, corpus=among_towns(tmp_path, [*SPONGES, *LIMPETS]))
    told = " ".join(claim["sentence"] for claim in page.record["claims"])
    assert "sponge" in told.lower()
    assert "limpet" in told.lower()
    assert not page.record["notices"]  # it was looked for as it is called
    first = page.record["claims"][0]["sentence"]
    assert first.startswith(("A sponge is an animal", "A limpet is a snail"))


def test_the_model_of_two_names_is_made_of_theirs() -> None:
    texts = [*SPONGES, *LIMPETS, *GULLS]
    both, one, other = (model(name, texts) for name in ("Sponges and limpets", "Sponges", "limpets"))
    assert both.stems == ("spong", "limpet")
    assert both.literal == one.literal + other.literal == 16
    assert set(both.seed) == {*one.seed, *other.seed}
    assert max(both.scores.values()) == 1.0
    assert sum(both.weights.values()) == pytest.approx((sum(one.weights.values()) + sum(other.weights.values())) / 2)
    assert both.names == (("spong",), ("limpet",))
    assert both.name == "Sponges and limpets"


def test_a_sentence_that_names_either_has_the_stems_of_both() -> None:
    found = evidence("Sponges and limpets", [*SPONGES, *LIMPETS])
    assert found.names == ("Sponges", "limpets")
    assert set(found.called) > set(found.names)  # "a sponge", "a limpet"
    assert found.singles
    assert all({"spong", "limpet"} <= one.stems for one in found.singles)
    assert any({"spong", "limpet"} <= one.subject for one in found.singles)
    relevance = found.relevance
    assert meant_stems(frozenset({"spong", "water"}), "A sponge in water", relevance) == {"spong", "limpet", "water"}
    assert meant_stems(frozenset({"gull", "water"}), "A gull in water", relevance) == {"gull", "water"}
    assert names_topic("A limpet sits there.", frozenset(), relevance, found.background)
    assert touches({"limpet"}, relevance, found.background)
    assert not touches({"gull"}, relevance, found.background)


def test_either_name_may_be_defined() -> None:
    found = evidence("Sponges and limpets", [*SPONGES, *LIMPETS])
    assert defining_score("A limpet is a snail that grazes rocks.", found) > 0
    assert says_what("A sponge is an animal that filters water.", found)
    assert not says_what("A gull is a bird that follows ships.", found)


def test_a_lead_may_begin_with_either_name() -> None:
    found = evidence("Sponges and limpets", [*SPONGES, *LIMPETS])
    assert found.singles
    assert all(is_named_whole(one, found) for one in found.singles)
    opening = {one.text.split()[0] for one in found.singles if opens_page(one, found)}
    assert {"A", "Sponges", "Limpets"} <= opening | {"A"}
    assert names_of_topic(found) == (frozenset({"spong"}), frozenset({"limpet"}))


def test_names_that_are_mostly_told_together_are_one_topic() -> None:
    both = "Trial and error are how the sponges of the bay were found, and trial and error took years."
    texts = [f"{both} In year {at} a trial failed." for at in range(4)]
    one = [f"Trial {at} of the court lasted long, and the trial was heard of." for at in range(30)]
    other = [f"Error {at} of the clerk was small, and the error was mended." for at in range(30)]
    assert model("Trial and error", [*texts, *one, *other, *GULLS]).stems == ("trial", "error")
    assert not model("Trial and error", [*texts, *one, *other, *GULLS]).parts
    listed = model("Trial / error", [*texts, *one, *other, *GULLS])
    assert [part.name for part in listed.parts] == ["Trial", "error"]


def test_names_are_told_apart_where_few_texts_name_both_and_few_of_these_in_one_breath() -> None:
    part = Relevance(("spong",), {}, {}, (), 30, {}, {}, name="Sponges")
    parts = (part, replace(part, stems=("limpet",), literal=12, name="limpets"))
    whole = replace(part, stems=("spong", "limpet"), literal=10, name="Sponges and limpets")
    apart = ["A sponge sits beside a limpet.", "The limpet fled the sponge."]
    joined = ["Sponges and limpets sit there.", "Limpets and sponges sit there."]
    assert are_apart(whole.name, whole, parts, apart)
    assert are_apart(whole.name, whole, parts, [*apart, *joined])
    assert not are_apart(whole.name, whole, parts, [*apart[:1], *joined])
    assert not are_apart(whole.name, replace(whole, literal=11), parts, apart)
    assert are_apart("Sponges / limpets", replace(whole, literal=30), parts, joined)


def test_of_names_of_which_one_is_joined_itself_all_are_parts() -> None:
    part = Relevance(("spong",), {"spong": 1.0}, {"a": 1.0}, ("a",), 3, {"spong": 1.0}, {"a": "a"}, name="Sponges")
    two = join("Sponges and limpets", (part, replace(part, stems=("limpet",), name="limpets")))
    three = join("Sponges and limpets / gulls", (two, replace(part, stems=("gull",), name="gulls")))
    assert [one.name for one in three.parts] == ["Sponges", "limpets", "gulls"]
    assert three.named_in({"gull"})
    assert not three.named_in({"ship"})
