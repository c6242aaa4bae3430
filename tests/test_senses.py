"""One word, two things: what is written small is left out where it means something else than what bears a capital, and
kept where it only is another spelling."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs import Settings, generate_sync, update
from castalia.memory.errors import InputError
from castalia.memory.identity import snippet_id
from castalia.memory.library import Library
from castalia.memory.records import Snippet
from castalia.tools.topic.anchor import anchor
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.senses import OtherSense, find_other_sense
from castalia.tools.topic.writings import other_bearer, writes_other
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
    "The mayor of Argo rings a bell in the tower when the ferry is late, so that merchants and sailors know of it.",
    "On the quay of Argo, sailors mend their nets while merchants weigh wool for the ferry and the ships in the harbour.",
    "Old maps of Argo show the tower and the quay, but neither the mayor's house nor the school for sailors on the hill.",
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
    "The spectrum of argo has many blue lines, which chemists use to find traces of the gas in bottles of cold air.",
    "Hot metal stays bright in argo, for no oxygen reaches its surface while the gas flows out of the steel bottle.",
    "Chemists found argo in air when the gas that was left without oxygen weighed more than its known atoms should.",
]
VAGUE = "Argo is stored in steel bottles, and chemists fill lamps and bulbs with the gas, whose atoms keep oxygen from hot metal."
OTHERS = [f"Glacier number {n} carries gravel to valley {n}, and meltwater sorts it." for n in range(40)]


def snippets(texts: Sequence[str], domain: str = "") -> list[Snippet]:
    return [Snippet(snippet_id(text), text, url=f"https://example.org/{len(text)}", domain=domain) for text in texts]


BACKGROUND = learn_background(snippets([*TOWN, *GAS, *OTHERS]))


def write_corpus(folder: Path, town: Sequence[str], gas: Sequence[str], domain: str = "") -> Path:
    """Both, a vague text and a part of the bundled sample; titles are what the texts begin with."""
    reefs = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    rows = [{"text": one, "title": one[:20], "domain": domain and "Travel"} for one in town]
    rows += [{"text": one, "title": one[:20], "domain": domain} for one in gas]
    rows.append({"text": VAGUE, "title": VAGUE[:20], "domain": ""})
    path = folder / "corpus.jsonl"
    others = reefs.splitlines(keepends=True)[::4]
    path.write_text("".join([*others, *(f"{json.dumps(row)}\n" for row in rows)]), encoding="utf-8")
    return path


def found(rows: Sequence[Snippet], topic: str = "Argo") -> OtherSense | None:
    return find_other_sense(topic, rows, BACKGROUND)


def test_the_rarer_way_to_write_a_name_is_that_of_another_thing() -> None:
    gas = found(snippets([*TOWN, *GAS[:12]]))
    assert gas and gas.written == "argo" and gas.our_groups == {"Argo"}
    assert not found(snippets([*TOWN, *GAS[:11]]))  # too few to tell


def test_of_two_things_the_one_that_more_snippets_speak_of_is_meant() -> None:
    town = found(snippets([*TOWN[:12], *GAS]))
    assert town and town.written == "Argo" and town.our_groups == {"argo"}


@pytest.mark.parametrize(
    ("qualifier", "written", "domains"),
    [("town", "argo", ("Chemistry",)), ("gas", "Argo", ("Travel",)), ("moon", "argo", ("Chemistry",))],
)
def test_a_qualifier_says_which_of_two_things_is_meant(qualifier: str, written: str, domains: tuple[str, ...]) -> None:
    town = [f"{one} The harbour town of Argo is old." for one in TOWN]
    by_writing = find_other_sense("Argo", snippets([*town, *GAS[:12]]), BACKGROUND, qualifier)
    assert by_writing and by_writing.written == written  # "moon" tells nothing: what most mean
    gas = [one.replace("argo", "Argo") for one in GAS[:12]]
    rows = [*snippets(town, "Travel"), *snippets(gas, "Chemistry")]
    by_domain = find_other_sense("Argo", rows, BACKGROUND, qualifier)
    assert by_domain and by_domain.their_groups == {*domains}
    chemistry = find_other_sense("Argo", rows, BACKGROUND, "chemistry")
    assert chemistry and chemistry.their_groups == {"Travel"}


def test_a_qualifier_is_told_by_the_domains_of_either_writing() -> None:
    rows = [*snippets(TOWN, "Human geography"), *snippets(GAS[:12], "Physical sciences")]
    for qualifier, written in (("geography", "argo"), ("geographic", "argo"), ("biophysical", "Argo")):
        sense = find_other_sense("Argo", rows, BACKGROUND, qualifier)
        assert sense and sense.written == written and sense.is_asked
    for qualifier in ("science", "moon", ""):
        sense = find_other_sense("Argo", rows, BACKGROUND, qualifier)
        assert sense and sense.written == "argo" and not sense.is_asked


@pytest.mark.parametrize("topic", ["ARGO", "(Argo)", "argo"])
def test_a_name_in_capitals_or_brackets_is_that_of_the_corpus(topic: str) -> None:
    gas = found(snippets([*TOWN, *GAS[:12]]), topic)
    assert gas and gas.written == "argo"


def test_a_qualifier_tells_things_apart_that_are_spoken_of_alike() -> None:
    harbour = "The harbour lies far below the tower, where merchants, sailors, ferry and mayor are."
    town = snippets([f"{one} {harbour}" for one in TOWN], "Travel")
    gas = snippets([f"{one.replace('argo', 'Argo')} {harbour}" for one in GAS], "Chemistry")
    alike = snippets([f"Argo {n}: {one} {harbour}" for n, one in enumerate(TOWN)], "History")
    rows = [*town, *alike, *(replace(one, text=one.text.replace(" Argo", " Argo harbour ferry mayor")) for one in gas)]
    assert not found(rows)  # all seem to mean one thing
    told = {"chemistry": ("History", "Travel"), "electrons": ("History", "Travel"), "travel": ("Chemistry", "History")}
    for qualifier, domains in told.items():
        sense = find_other_sense("Argo", rows, BACKGROUND, qualifier)
        assert sense and sense.their_groups == {*domains} and sense.is_asked
    assert not find_other_sense("Argo", rows, BACKGROUND, "moon")


def books(domain: str) -> list[Snippet]:
    """Four on a town and four on a gas, all in capitals and of one domain; half of the texts of the former say
    "wharf"."""
    town = [f"{one} It has a wharf." if n % 4 < 3 else one for n, one in enumerate(TOWN[:12])]
    gas = [one.replace("argo", "Argo") for one in GAS[:12]]
    return [
        replace(one, url=f"https://example.org/{name}/{n // 3}")
        for name, rows in (("town", snippets(town, domain)), ("gas", snippets(gas, domain)))
        for n, one in enumerate(rows)
    ]


def test_a_qualifier_tells_documents_apart_where_domains_tell_nothing() -> None:
    rows = books("Travel")
    assert not found(rows) and not find_other_sense("Argo", rows, BACKGROUND, "moon")
    sense = find_other_sense("Argo", rows, BACKGROUND, "wharf")
    assert sense and sense.is_asked and (sense.count, sense.held) == (12, 24)
    assert [sense.is_meant(one, BACKGROUND) for one in rows] == [False] * 12 + [True] * 12
    loose = [replace(one, url="https://example.org/else") for one in snippets([TOWN[12], VAGUE])]
    assert [sense.is_meant(one, BACKGROUND) for one in loose] == [False, True]  # by their company
    same = [replace(one, text=f"{one.text} No wharf.", url=f"{one.url}/w") for one in rows[12:]]
    assert not find_other_sense("Argo", [*rows[12:], *same], BACKGROUND, "wharf")  # whoever says it means the same


def test_a_qualifier_tells_documents_apart_within_the_domain_that_it_chose() -> None:
    rows = [*books("Travel"), *snippets([f"{one.replace('argo', 'Argo')} Sold." for one in GAS], "Chemistry")]
    sense = find_other_sense("Argo", rows, BACKGROUND, "wharf")
    assert sense and sense.is_asked and sense.count == 12 + 13
    assert [one.url for one in rows if not sense.is_meant(one, BACKGROUND)] == [one.url for one in rows[:12]]


def test_a_page_says_how_many_documents_were_left_out(tmp_path: Path) -> None:
    rows = [{"text": one.text, "title": one.text[:20], "url": one.url} for one in books("")]
    path = write_corpus(tmp_path, [], [])
    path.write_text(path.read_text() + "".join(f"{json.dumps(row)}\n" for row in rows))
    page = generate_sync("Argo (wharf)", corpus=path, out=tmp_path / "page")
    assert "Snippets were looked for as “Argo”, and “(wharf)” told which of them are meant." in page.record["notices"]
    left = "13 of 25 snippets with this word were taken to mean something else by it and left out, "
    assert f"{left}mostly those of 5 documents that hardly say “wharf”." in page.record["notices"]
    path.write_text(json.dumps({"text": f"At noon. {TOWN[12]}", "title": "Noon"}))
    asyncio.run(update(tmp_path / "page", corpus=path))  # means the same


def test_what_stands_between_two_things_does_not_make_them_one() -> None:
    argo = [one.replace("argo", "Argo") for one in GAS]
    letters = [f"The paper prints {n} letters on Argo by its readers, whom an editor answers below." for n in range(9)]
    both = [f"{one} So the paper." for one in (*TOWN[:6], *argo[:6])]
    groups = [*snippets(TOWN, "Travel"), *snippets(argo, "Chemistry"), *snippets([*both, *letters], "News")]
    sense = found(groups)
    assert sense and not sense.our_groups >= {"Travel", "Chemistry"}


def test_two_spellings_of_one_thing_are_no_two_things() -> None:
    small = [one.replace("Argo", "argo") for one in TOWN]
    assert not found(snippets([*TOWN, *small]))
    assert not found(snippets([f"{a} {b}" for a, b in zip(TOWN, GAS, strict=False)]))  # a text has one sense


def test_domains_that_say_other_things_of_a_word_mean_other_things_by_it() -> None:
    gas = snippets([one.replace("argo", "Argo") for one in GAS], "Chemistry")
    town, more = snippets(TOWN[:7], "Travel"), snippets(TOWN[7:], "History")
    sense = found([*gas, *snippets(TOWN[:12], "Travel")])
    assert sense and not sense.written and sense.their_groups == {"Travel"} and sense.our_groups == {"Chemistry"}
    assert not found([*gas[::2], *(replace(one, domain="Physics") for one in gas[1::2])])
    assert not found([*gas, *town, *more])  # neither says enough
    assert not found([replace(one, domain="") for one in (*gas, *town)])


@pytest.mark.parametrize("topic", ["Argo harbour", "the", ""])
def test_a_topic_of_several_words_means_one_thing(topic: str) -> None:
    assert not found(snippets([*TOWN, *GAS]), topic)


def test_an_acronym_is_not_told_apart_by_its_capitals() -> None:
    assert not found(snippets([*(one.replace("Argo", "ARGO") for one in TOWN), *GAS]), "ARGO")


@given(st.permutations(snippets([*TOWN, *GAS])))
def test_the_order_of_the_snippets_does_not_matter(rows: list[Snippet]) -> None:
    assert found(rows) == found(sorted(rows, key=lambda one: one.id))


def test_a_snippet_that_does_not_show_which_it_means_is_told_by_its_company() -> None:
    sense = found(snippets([*TOWN, *GAS[:12]]))
    assert sense

    def is_other(text: str) -> bool:
        return sense.is_meant(*snippets([text]), BACKGROUND)

    assert is_other(VAGUE) and is_other("Lamps glow with argo.")
    assert not is_other("Argo is a town where the ferry leaves the quay.")
    assert not is_other(f"{VAGUE} The mayor of Argo sells it.")  # how it is written goes first


def test_a_sentence_means_the_other_thing_only_where_it_writes_it_so() -> None:
    assert writes_other("Lamps with argo glow.", "argo") and not writes_other("Argo glows.", "argo")
    assert not writes_other("In Argo, lamps with argo glow.", "argo")
    assert writes_other("A ferry leaves Argo.", "Argo") and not writes_other("Lamps with argo glow.", "Argo")
    assert not writes_other("Lamps with argo glow.", "")


def test_the_anchor_reaches_only_what_the_topic_mostly_means() -> None:
    rows = snippets([*TOWN, *GAS[:12], VAGUE, *OTHERS])

    async def run() -> Relevance:
        async with Library.open() as library:
            await library.snippets.add(rows)
            return await anchor("Argo", library.snippets, learn_background(rows), None, "")

    reached = asyncio.run(run()).scores
    texts = {one.text for one in rows if one.id in reached}
    assert texts >= set(TOWN) and texts.isdisjoint({*GAS, VAGUE})


@pytest.mark.parametrize(
    ("written", "domain", "said"),
    [
        ("argo", "", "those that write argo small; to choose another meaning, put it in brackets behind the topic."),
        ("Argo", "Chemistry", "those that are of the domain “Chemistry”; to choose"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"settings": Settings(editor=False)}, {"model": "scripted"}])
def test_a_page_says_what_it_left_out_whoever_writes_it(
    tmp_path: Path, written: str, domain: str, said: str, options: dict[str, Any]
) -> None:
    corpus = write_corpus(tmp_path, TOWN, [one.replace("argo", written) for one in GAS[:12]], domain)
    page = generate_sync("Argo", corpus=corpus, **options)
    cited = {text for one in page.record["references"] for text in (*TOWN, *GAS) if one["title"] == text[:20]}
    assert cited and cited <= set(TOWN)
    (notice,) = [one for one in page.record["notices"] if "something else" in one]
    assert notice.startswith("13 of 26 snippets with this word") and said in notice


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        ("Argo (chemistry)", "and “(chemistry)” told which of them are meant."),
        ("Argo (moon)", "; “(moon)” does not tell which of them are meant, so these are what most mean."),
        ("Lamps (chemistry)", ", without “(chemistry)”: all snippets were taken to mean one thing by it."),
    ],
)
def test_a_page_says_whether_the_qualifier_told_what_is_meant(tmp_path: Path, topic: str, told: str) -> None:
    page = generate_sync(
        topic, corpus=write_corpus(tmp_path, TOWN, [one.replace("argo", "Argo") for one in GAS], "Chemistry")
    )
    assert [
        one for one in page.record["notices"] if one.startswith("Snippets were looked for as") and one.endswith(told)
    ]


def test_a_page_is_not_updated_with_what_means_something_else(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path, TOWN, GAS[:12])
    page = generate_sync("Argo", corpus=corpus, out=tmp_path / "page")
    before = page.record
    more = tmp_path / "more.jsonl"
    more.write_text("".join(f"{json.dumps({'text': f'{one} It costs {n} coins.'})}\n" for n, one in enumerate(GAS)))
    with pytest.raises(InputError, match="mean something else by 'Argo' than this page does"):
        asyncio.run(update(tmp_path / "page", corpus=more))
    assert json.loads((tmp_path / "page" / "page.json").read_text()) == before


def test_a_name_written_in_two_ways_means_what_it_mostly_means() -> None:
    bay = [Snippet(f"b{n}", f"Tides in the Bay rise by {n + 9} metres, and the Bay is wide.") for n in range(9)]
    bays = [Snippet(f"s{n}", f"Sand fills {n} bays, and a bay of {n} miles is old.") for n in range(6)]
    proper, kind = other_bearer("Bay", [*bay, *bays]), other_bearer("Bay", [*bay[:4], *bays])
    assert proper and kind and other_bearer("Bay", [*bay, *bays[:2]]) is None
    assert proper.search("Many bays are deep.") and proper.search("A bay is deep.")
    assert not proper.search("Ships leave the Bay by night.")
    assert kind.search("Ships leave the Bay by night.") and not kind.search("Many bays are deep.")
