"""One word, two things: what is written small is left out where it means something else than what bears a capital, and
kept where it only is another spelling."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.memory.edge_store import EdgeStore
from castalia.memory.records import Snippet
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.relevance import anchor
from castalia.tools.topic.senses import Namesake, find_namesake, means_namesake, other_bearer
from hypothesis import given
from hypothesis import strategies as st

TOWN = [
    "The harbour of Argo lies below the mayor's tower, and the ferry leaves from its quay at dawn. Sailors sleep on board.",
    "Merchants of Argo sell wool on the quay, and the mayor taxes every sack that leaves the harbour by ferry or by cart.",
    "A storm sank the ferry off Argo in spring, and the harbour stayed closed while divers cleared the quay of timber.",
    "Behind the harbour, Argo climbs a hill; its mayor lives at the top, far above the sailors, the merchants and the quay.",
    "In summer the quay of Argo is crowded with merchants, sailors and guests who wait for the ferry in the shade.",
    "The first mayor of Argo was a merchant who built the harbour wall, the old tower and a school for sailors.",
    "Guests reach Argo by ferry, for no road crosses the hills, and most of them sleep in the houses along the quay.",
    "The harbour master of Argo counts the sailors who land, and the mayor prints their number on the tower door.",
    "Wool made Argo rich: its merchants owned the ferry, two ships and half of the houses between harbour and hill.",
    "When the harbour of Argo froze, sailors walked over the ice to the ferry, and merchants sold soup on the quay.",
]
GAS = [
    "Lamps filled with argo glow blue, because a current excites the atoms of the gas until they give off light.",
    "Chemists store argo in steel bottles under pressure, for atoms of argo react with no other atoms in the gas.",
    "A lamp holds its thread longer in argo, since the gas keeps oxygen away from the hot metal of the bulb.",
    "Welders blow argo over hot metal, and the gas keeps oxygen from the atoms at the surface until they are cold.",
    "Liquid argo boils at a low temperature, so chemists win the gas from cold air before oxygen and other atoms.",
    "The atoms of argo are heavy, and the gas therefore sinks in air and fills the bottles of chemists from below.",
    "Bulbs with argo cost little, for the gas is won beside oxygen wherever chemists cool the air of a tank under pressure.",
    "Under pressure and current, argo in a lamp glows blue while its atoms lose electrons and the gas turns hot.",
    "Museums keep old paper in argo, a gas whose atoms leave ink and metal as they are, unlike oxygen in air.",
    "A balloon of argo falls at once, because the atoms of the gas weigh more than oxygen and the rest of air.",
]
VAGUE = "Argo is stored in steel bottles, and chemists fill lamps and bulbs with the gas, whose atoms keep oxygen from hot metal."
OTHERS = [f"Glacier number {n} carries gravel to valley {n}, and meltwater sorts it." for n in range(40)]
TEXTS = [*TOWN, *GAS[:9]]


def snippets(texts: Sequence[str]) -> list[Snippet]:
    return [Snippet(f"s{n}", text, url=f"https://example.org/{n}") for n, text in enumerate(texts)]


BACKGROUND = learn_background(snippets([*TOWN, *GAS, *OTHERS]))


def found(texts: Sequence[str]) -> Namesake | None:
    return find_namesake("Argo", texts, BACKGROUND)


def test_the_rarer_way_to_write_a_name_is_that_of_its_namesake() -> None:
    gas, town = found(TEXTS), found([*TOWN[:9], *GAS])
    assert gas and gas.written == "argo"
    assert town and town.written == "Argo"


def test_two_spellings_of_one_thing_are_no_two_things() -> None:
    assert found([*TOWN, *(one.replace("Argo", "argo") for one in TOWN)]) is None
    assert found([*TOWN, *(f"{a} {b}" for a, b in zip(TOWN, GAS, strict=True))]) is None  # one text has one sense
    assert found([*TOWN, *GAS[:3]]) is None  # too few to tell


@pytest.mark.parametrize("topic", ["Argo harbour", "ARGO", "Argo-2", ""])
def test_only_a_topic_of_one_plain_word_can_be_told_apart_by_its_capital(topic: str) -> None:
    assert find_namesake(topic, TEXTS, BACKGROUND) is None


@given(st.permutations(TEXTS))
def test_the_order_of_the_texts_does_not_matter(texts: list[str]) -> None:
    assert found(texts) == found(TEXTS)


def test_a_text_that_does_not_show_how_it_writes_the_name_is_told_by_its_company() -> None:
    gas = found(TEXTS)
    assert gas is not None
    topic = frozenset({"argo"})
    assert gas.is_meant(VAGUE, topic, BACKGROUND)
    assert not gas.is_meant("Argo is a town where the ferry leaves the quay.", topic, BACKGROUND)
    assert not gas.is_meant(f"{VAGUE} The mayor of Argo sells it.", topic, BACKGROUND)  # as it is written goes first


def test_a_sentence_means_the_namesake_only_where_it_writes_it_so() -> None:
    assert means_namesake("Lamps with argo glow.", "argo") and not means_namesake("Argo glows.", "argo")
    assert not means_namesake("In Argo, lamps with argo glow.", "argo")
    assert means_namesake("A ferry leaves Argo.", "Argo") and not means_namesake("Lamps with argo glow.", "Argo")
    assert not means_namesake("Lamps with argo glow.", "")


def test_the_anchor_reaches_only_what_the_topic_mostly_means() -> None:
    rows = snippets([*TEXTS, VAGUE, *OTHERS])

    async def run() -> set[str]:
        async with EdgeStore.open() as store:
            await store.add(rows)
            found = await anchor("Argo", store, learn_background(rows))
            assert found.namesake == "argo"
            return set(found.scores)

    texts = {one.text for one in rows if one.id in asyncio.run(run())}
    assert texts >= set(TOWN) and texts.isdisjoint({*GAS, VAGUE})


def test_a_page_says_what_it_left_out(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    reefs = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    rows = ({"text": one, "id": f"s{n}"} for n, one in enumerate([*TEXTS, VAGUE]))
    corpus.write_text(reefs + "".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    page = generate_sync("Argo", corpus=corpus)
    claims = [one["sentence"] for one in page.record["claims"]]
    assert claims and not any("lamp" in one.lower() for one in claims)
    assert any("write argo small speak of something else" in one for one in page.record["gaps"])


def test_a_name_written_in_two_ways_means_what_it_mostly_means() -> None:
    bay = [Snippet(f"b{n}", f"Tides in the Bay rise by {n + 9} metres, and the Bay is wide.") for n in range(9)]
    bays = [Snippet(f"s{n}", f"Sand fills {n} bays, and a bay of {n} miles is old.") for n in range(6)]
    proper, kind = other_bearer("Bay", [*bay, *bays]), other_bearer("Bay", [*bay[:4], *bays])
    assert proper and kind and other_bearer("Bay", [*bay, *bays[:2]]) is None
    assert proper.search("Many bays are deep.") and proper.search("A bay is deep.")
    assert not proper.search("Ships leave the Bay by night.")
    assert kind.search("Ships leave the Bay by night.") and not kind.search("Many bays are deep.")
