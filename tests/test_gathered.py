"""A small corpus that was gathered on a topic: all its documents are told, in the order that their titles count, also those that never name the topic; documents on something else are not."""

from __future__ import annotations

from typing import Any

import pytest
from castalia.graphs import generate_sync
from castalia.memory.records import Snippet
from castalia.tools.composition.limits import UNQUOTED
from castalia.tools.composition.source_order import place_in_document
from castalia.tools.composition.source_ranks import first_places
from castalia.tools.topic.gathering import LARGEST, is_gathered_on
from castalia.tools.topic.name_family import are_of_family
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import number_of

SALT = {
    "What saltmaking is": (
        "Saltmaking is the winning of salt from sea water, brine or rock by people. It is practised on every coast with dry summers.",
        "Saltmaking gives a cheap product in large amounts, and most of it goes to the makers of chlorine and soda. Only a small share is eaten.",
    ),
    "History of saltmaking": (
        "Saltmaking began before people farmed the land, as heaps of burnt clay on many shores of Europe show. Brine was boiled there in pots over fires of wood.",
        "Saltmaking paid for the walls of several towns in the Alps. The salt was carried over the passes on mules and taxed at each gate.",
    ),
    "Ponds and dams in saltmaking": (
        "A salt pond is a flat field of clay with a dam of earth on all sides. Sea water enters through a gate of wood at high tide in spring.",
        "The dams have to be mended each winter with clay and stones. Crabs and rats dig through them and let the brine run out.",
    ),
    "Evaporation": (
        "Wind and sun take the water from a pond within three weeks of a dry summer. Rain of a single night may undo the work of a month.",
        "Gypsum falls out of the brine first and is left behind on the clay. Bitter salts of magnesium stay in the liquid to the end.",
    ),
    "Harvest": (
        "The crust of salt is raked to the side of the pond with long boards of wood. A worker moves about a ton in one morning.",
        "White heaps stand beside the ponds until the first rain of autumn. They lose their last water there and become hard.",
    ),
    "Mines": (
        "Rock salt is cut in mines that lie up to a thousand metres under the ground. Machines with wheels of steel teeth drive along the seam.",
        "Pillars of rock salt are left standing to carry the roof. About a third of the salt stays in the mine for good.",
    ),
    "Cats of the harbour": (
        "Cats sleep on the warm nets of the harbour in the afternoon. The fishermen feed them with the heads of sardines.",
        "Kittens are born in April in the boats that lie on the beach. Most of them find a home in the town before autumn.",
        "Old cats of the harbour hunt rats at night between the barrels. A cat catches about five rats in a week of the winter.",
    ),
}
NAMES = [one for one in SALT if one != "Cats of the harbour"]


def rows_of(texts: dict[str, tuple[str, ...]], **more: str) -> list[dict[str, Any]]:
    return [{"text": text, "title": title, **more} for title, those in texts.items() for text in those]


def headings(page: Any) -> list[str]:
    return [one["heading"] for one in page.record["sections"]]


def cited_titles(page: Any) -> set[str]:
    return {one["title"] for one in page.record["references"]}


def test_all_documents_on_the_topic_are_told_though_few_name_it() -> None:
    page = generate_sync("Saltmaking", corpus=rows_of(SALT))
    assert {"History", "Ponds and dams", "Evaporation", "Harvest", "Mines"} <= {*headings(page)}
    assert cited_titles(page) == {*NAMES}
    told = " ".join(claim["sentence"] for claim in page.record["claims"])
    assert (
        "The dams have to be mended each winter" in told and "Gypsum falls out" in told
    )  # paragraphs that name neither


OVERVIEW = (
    "Saltmaking needs heat, and the cheapest heat is that of the sun. Three quarters of all salt came from the sea until 1850.",
    "Saltmaking was a matter of kings, for nobody could do without salt. Taxes on it were hated and smuggled around everywhere.",
    "Saltmaking leaves its names on the map, as in Salzburg and Halle. Droitwich and Nantwich in England were towns of salt, too.",
)


def test_what_the_document_called_by_the_topic_says_comes_first() -> None:
    texts = {one: those for one, those in SALT.items() if one != "What saltmaking is"}
    found = headings(generate_sync("Saltmaking", corpus=rows_of(texts | {"Saltmaking": OVERVIEW})))
    assert found[:2] == ["Characteristics", "History"] and "Harvest" in found


def test_a_document_whose_title_is_no_heading_is_told_under_the_general_one() -> None:
    texts = {one: those for one, those in SALT.items() if one not in ("What saltmaking is", "Harvest")}
    page = generate_sync("Saltmaking", corpus=rows_of(texts | {"How the salt is raked": SALT["Harvest"]}))
    assert "How the salt is raked" in cited_titles(page)
    assert "Characteristics" in headings(page)


def test_documents_of_which_nothing_can_be_quoted_are_named() -> None:
    lost = "As we saw above, this is shown there in Figure 3. These are the ones that he made of it for them after that, and so were those."
    page = generate_sync("Saltmaking", corpus=rows_of(SALT | {"Prices of salt": (lost,)}))
    (gap,) = (gap for gap in page.record["gaps"] if gap.startswith(UNQUOTED))
    assert "“Prices of salt”" in gap


def test_a_corpus_on_something_else_is_not_told_as_one_on_a_topic_that_one_document_names() -> None:
    page = generate_sync("Mines", corpus=rows_of(SALT))
    assert cited_titles(page) == {"Mines"}


@pytest.mark.parametrize("size", [LARGEST, LARGEST + 2])
def test_a_larger_corpus_is_read_with_more_care(size: int) -> None:
    towns = [f"Town {at}" for at in range(size - len(rows_of(SALT)))]
    texts = {
        one: (
            f"{one} lies on a river with mills of its own, and its market sells wool and fish. The guilds of the town keep their chests.",
        )
        for one in towns
    }
    page = generate_sync("Saltmaking", corpus=rows_of(SALT | texts))
    assert ("Harvest" in headings(page)) is (size <= LARGEST)


CHAPTERS = {
    "Chapter 1. Sea and brine > 1.1 Sea water": SALT["What saltmaking is"],
    "Chapter 2. Ponds > 2.1 Ponds and dams": SALT["Ponds and dams in saltmaking"],
    "Chapter 10. Mines > 10.1 Mines": SALT["Mines"],
    "Chapter 3. Harvest > 3.2 Harvest": SALT["Harvest"],
    "Chapter 3. Harvest > 3.1 Evaporation": SALT["Evaporation"],
    "Chapter 4. History of saltmaking > 4.1 First fires": SALT["History of saltmaking"],
}


def test_chapters_are_told_in_the_order_that_their_titles_count() -> None:
    page = generate_sync("Saltmaking", corpus=rows_of(CHAPTERS, topic="Saltmaking"))
    assert headings(page) == ["Ponds and dams", "Harvest", "First fires", "Mines"]
    told = {one["number"]: one["title"] for one in page.record["references"]}
    third = [
        told[claim["citations"][0]] for claim in page.record["claims"] if "Chapter 3" in told[claim["citations"][0]]
    ]
    assert third == sorted(third) and len(set(third)) == 2


def test_the_sections_of_one_document_are_told_in_its_order() -> None:
    order = ["Mines", "Evaporation", "Harvest", "History of saltmaking", "Ponds and dams in saltmaking"]
    rows = [
        {
            "text": text,
            "title": "Saltmaking",
            "section": heading.partition(" of ")[0].partition(" in ")[0],
            "source": "salt.md",
        }
        for heading in ["What saltmaking is", *order]
        for text in SALT[heading]
    ]
    page = generate_sync("Saltmaking", corpus=[{**row, "id": at} for at, row in enumerate(rows, 1)])
    found = [heading for heading in headings(page) if heading in {row["section"] for row in rows}]
    assert found == ["Mines", "Evaporation", "Harvest", "History", "Ponds and dams"]


PAN = (
    "Pan saltmaking is the boiling of brine in an open pan of iron over a fire. It was usual wherever summers are wet.",
    "In pan saltmaking the foam is skimmed off with a wooden board as soon as the brine boils. Blood of oxen was added to clear it.",
    "A pan of ten metres gives four tons of salt in one day. Pan saltmaking burned whole forests in the north.",
)


def test_the_name_of_the_corpus_over_all_rows_makes_none_of_them_one_on_a_narrower_topic() -> None:
    page = generate_sync("Pan saltmaking", corpus=rows_of(SALT | {"Pan saltmaking": PAN}, topic="Saltmaking"))
    assert cited_titles(page) == {"Pan saltmaking"}


@pytest.mark.parametrize(
    ("stem", "name", "is_kin"),
    [
        ("salt", "saltmak", True),
        ("saltmak", "saltmak", True),
        ("bee", "beekeep", True),
        ("eros", "eros", True),
        ("cryptanalysi", "cryptographi", True),
        ("erosiv", "eros", True),
        ("make", "saltmak", False),
        ("low", "glassblow", False),
        ("cat", "saltmak", False),
        ("sal", "saltmak", True),
    ],
)
def test_the_family_of_a_name_begins_or_ends_with_its_letters(stem: str, name: str, is_kin: bool) -> None:
    assert are_of_family((stem,), (name,)) is is_kin


@pytest.mark.parametrize(
    ("title", "numbers"),
    [
        ("Chapter 31. Replication > 31.2 Roles", [31, 2]),
        ("Chapter 31. Replication > Roles", [31]),
        ("3. Mines", [3]),
        ("Mines", []),
        ("1.5 Degrees", []),
    ],
)
def test_the_numbers_of_a_title_are_those_of_the_last_part_that_is_counted(title: str, numbers: list[int]) -> None:
    assert [number for number, _ in number_of(title) if number >= 0] == numbers


class Known:
    """Evidence of which only this is asked."""

    summaries: tuple[str, ...] = ()

    def __init__(self, *snippets: Snippet) -> None:
        self.snippets = {one.id: one for one in snippets}
        self.paths = {one.id: ("d", *(part.split(" ", 1)[1] for part in one.title.split(" > "))) for one in snippets}
        self.divided = self.paths


def passage(snippet: Snippet) -> Passage:
    none = frozenset[str]()
    return Passage(snippet.id, "d", 0, (snippet.text,), none, none, none, none, none)


def test_of_paragraphs_without_a_number_the_one_that_begins_with_its_heading_comes_first() -> None:
    later = Snippet("a", "The largest engine that was sold weighs nine tons.", title="5. Pumps > 5.1 Engine")
    named = Snippet("b", "In the hall an engine drives the pumps.", title="5. Pumps > 5.1 Engine")
    first = Snippet("c", "An engine is a machine that drives others.", title="5. Pumps > 5.1 Engine")
    before = Snippet("d", "A valve opens and shuts a pipe.", title="5. Pumps > 5.0 Valve")
    known: Any = Known(later, named, first, before)
    ordered = sorted(
        (passage(one) for one in (later, named, first, before)), key=lambda one: place_in_document(one, set(), known)
    )
    assert [one.snippet_id for one in ordered] == ["d", "c", "a", "b"]
    places = first_places(known)
    assert places["d", "Pumps", "Valve"] < places["d", "Pumps", "Engine"]


@pytest.mark.parametrize(
    ("titles", "labels", "naming", "is_gathered"),
    [
        (["Mill", "Mills of the north", "The mill at work", *"abcdefghij"], [], 3, True),  # several titles
        (["Mill", *"abcdefghijkl"], [], 9, False),  # a part of what the corpus is on, though named in most texts
        (["Mill", "Wheel"], [], 2, True),
        (["Wheel", "Stone"], [], 1, False),
        (["Wheel", "Stone"], [], 20, True),
        ([], [], 8, True),
        ([], [], 4, False),
        (["Wheel", "Stone"], ["The mill"] * 20, 1, True),
        (["Wheel", "Stone"], ["Water"] * 20, 1, False),
    ],
)
def test_a_small_corpus_is_on_what_its_titles_labels_or_nearly_all_texts_name(
    titles: list[str], labels: list[str], naming: int, is_gathered: bool
) -> None:
    corpus = [
        Snippet(
            str(at),
            "Grain is ground.",
            title=titles[at % len(titles)] if titles else "",
            topic=labels[at] if labels else "",
        )
        for at in range(20)
    ]
    assert is_gathered_on(("mill",), corpus, naming) is is_gathered
    assert not is_gathered_on(("mill",), [], 0)


@pytest.mark.parametrize(
    ("titles", "naming", "is_gathered"),
    [
        (["Wind", "Wheel", "Stone", "Sack", "Water mill"], 3, True),  # a kind of it makes it no part of something else
        (["Wind", "Wheel", "Stone", "Sack", "Grain"], 2, False),
        (["Wind", "Wheel", "Stone", "Sack", "Mill dams"], 4, False),
    ],
)
def test_a_small_corpus_is_on_what_most_documents_name_and_none_is_called(
    titles: list[str], naming: int, is_gathered: bool
) -> None:
    corpus = [
        Snippet(str(at), f"Grain is ground{' in a mill' * (at < naming)}.", title=title)
        for at, title in enumerate(titles)
        for _ in range(2)
    ]
    assert is_gathered_on(("mill",), corpus, naming) is is_gathered
