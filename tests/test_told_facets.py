"""The section of a textbook that is called after a disease is told paragraph by paragraph, each under its facet."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs import TopicPage, generate_sync
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.condition_facets import CONDITION
from castalia.tools.composition.said import NOTHING
from castalia.tools.composition.told_cues import TOLD, cue_weight
from castalia.tools.composition.told_facets import is_called, told_facets
from castalia.tools.composition.told_paragraphs import _covering, read_on
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.relevance import Relevance

URL = "https://example.org/books/herds/pages/7-2-fevers-of-the-lowlands"
CHAPTER = "Fevers of the lowlands"
HOME = (
    "Sallow ague kills about 3 percent of the sheep of all countries with wide rivers, and 40,000 cases of it were"
    " reported in the year 2009. It is most common after wet winters. Old sheep die of it less often than lambs. Sallow ague is caused by the coil fluke, a small"
    " parasite of the liver, and is transmitted by water snails. Lambs meet it with their first grass.",
    "The fluke lays its eggs in the bile ducts of a sheep. Each egg falls on the pasture and opens in the first warm"
    " rain. A swimmer with fine hairs leaves it and bores into the foot of a water snail. Inside the snail the swimmer"
    " divides into hundreds of tailed young. These young climb the blades of grass and wait there in a hard shell.",
    "The first symptoms of sallow ague are fever, chills and a yellow tongue. Wool falls out in tufts along the back."
    " Most sheep stop eating within two days and lie apart from the flock. The lower jaw then fills with water, which"
    " shepherds call the bottle.",
    "Diagnosis of sallow ague rests on eggs that are counted in a sample of dung. Treatment of sallow ague is a single"
    " dose of brine salts, which are given by mouth. Common salts in these mixtures are green vitriol, bitter salt and"
    " blue stone. Half of the flock is well again after a week.",
    "A vaccine against sallow ague has been on sale since the spring of 1998. It is made of dried coil flukes and is"
    " injected behind the ear. Rams need a second injection in their third year. Ducks that eat the snails do as much"
    " good on small farms.",
)  # fmt: skip
ELSEWHERE = (
    ("Livestock trade > Prices", "Cases of sallow ague lower the price of wool, and patients with sallow ague are sold last at every market."),
    ("Livestock trade > Prices", "Traders ask for outbreaks of sallow ague in the valley before they buy, and treatment of sallow ague is paid by the seller."),
    ("Livestock trade > Snails", "Water snails are kept in tanks by some traders. Water snails of these tanks never carry sallow ague, for they are bred from clean eggs."),
    ("Livestock trade > Snails", "Water snails without sallow ague are sold to schools. Water snails for schools are marked with a red dot on the shell."),
    ("Livestock trade > Ducks", "Ducks are not harmed by sallow ague. Ducks walk from farm to farm and are lent for a fee."),
)  # fmt: skip


def rows() -> list[Mapping[str, str]]:
    home = [
        {"text": text, "title": f"{CHAPTER} > Sallow ague", "url": f"{URL}#p{at}"} for at, text in enumerate(HOME, 10)
    ]
    others = [
        {"text": text, "title": title, "url": f"https://example.org/books/herds/pages/9-1-trade#p{at}"}
        for at, (title, text) in enumerate(ELSEWHERE)
    ]
    return [*others, *home]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> TopicPage:
    path = tmp_path_factory.mktemp("ague") / "rows.jsonl"
    reefs = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    path.write_text(reefs + "".join(f"{json.dumps(one)}\n" for one in rows()), encoding="utf-8")
    return generate_sync("Sallow ague", corpus=path)


def test_each_paragraph_is_told_under_what_most_of_it_tells_of(page: TopicPage) -> None:
    told = assert_told(page.record)
    assert "second injection" in told["Prevention"]
    assert "coil fluke" not in told["Epidemiology"]


def test_a_heading_in_the_field_section_counts_as_one_in_the_title(page: TopicPage, tmp_path: Path) -> None:
    apart = []
    for row in rows():
        title, _, section = row["title"].partition(" > ")
        apart.append({**row, "title": title, "section": section})
    path = tmp_path / "rows.jsonl"
    reefs = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    path.write_text(reefs + "".join(f"{json.dumps(one)}\n" for one in apart), encoding="utf-8")
    same = generate_sync("Sallow ague", corpus=path).record
    assert [(one["heading"], one["text"]) for one in same["sections"]] == [
        (one["heading"], one["text"]) for one in page.record["sections"]
    ]


def test_what_stands_in_that_section_makes_no_section_on_a_term(page: TopicPage) -> None:
    home = {sentence.text for text in HOME for sentence in split_sentences(text)}
    facets = {one.heading for one in CONDITION} | {name for one in CONDITION for name in one.synonyms}
    for one in page.record["sections"]:
        if one["heading"] not in facets:
            assert not any(sentence in one["text"] for sentence in home)


def evidence_of(
    texts: tuple[str, ...],
    heading: str = "Sallow ague",
    topic: str = "Sallow ague",
    elsewhere: Sequence[str] = (),
) -> Evidence:
    home = [
        Snippet(f"s{at}", text, url=f"{URL}#p{at}", title=f"{CHAPTER} > {heading}" if heading else "")
        for at, text in enumerate(texts)
    ]
    others = [Snippet(f"t{at}", one, url=f"https://example.org/trade#p{at}") for at, one in enumerate(elsewhere)]
    snippets = [*home, *others]
    stems = content_stems(topic)
    ids = frozenset(one.id for one in home)
    scores = dict.fromkeys([one.id for one in snippets], 1.0)
    relevance = Relevance(stems, dict.fromkeys(stems, 0.5), scores, (), 100, dict.fromkeys(stems, 0.1), {})
    relevance = replace(relevance, titled=ids if heading else frozenset())
    return weigh(topic, relevance, learn_background(snippets), snippets, TripletGraph.of({}, {}))


@cache
def home() -> Evidence:
    return evidence_of(HOME)


def names_in(evidence: Evidence, snippet: str) -> list[str]:
    found = told_facets(evidence)
    return [name for (one, _), name in sorted(found.items()) if one == snippet]


def test_a_paragraph_is_divided_where_it_turns_to_something_else() -> None:
    assert names_in(home(), "s0") == ["epidemiology"] * 3 + ["causes"] * 2
    assert names_in(home(), "s3") == ["care"] * 4


def test_a_paragraph_without_cues_goes_on_with_the_one_before_it() -> None:
    assert names_in(home(), "s1") == ["causes"] * 5
    plain = evidence_of(("Sallow ague is old. Poets sang of it.", "Treatment of sallow ague is brine. " * 3))
    assert names_in(plain, "s0") == ["characteristics"] * 2  # nothing was told before it


SHORT = "A vaccine against sallow ague has been on sale since the spring of 1998. It is made of dried coil flukes and is injected behind the ear."


def test_a_facet_with_too_little_for_a_section_stays_with_its_neighbours() -> None:
    assert set(names_in(evidence_of((*HOME[:4], SHORT)), "s4")) == {"care"}


@pytest.mark.parametrize(
    ("other", "name"),
    [
        ("Sallow ague may be prevented with clean water.", "prevention"),
        ("Sallow ague is known in the valley. Foot rot may be prevented with clean water.", "care"),
        ("Sallow ague lowers the price of wool in the valley.", "care"),
        ("Treatment of sallow ague may be prevented by its price.", "care"),  # tells of treatment as clearly
    ],
)
def test_what_is_told_of_a_facet_elsewhere_counts_where_that_is_all_it_tells_clearly(other: str, name: str) -> None:
    assert set(names_in(evidence_of((*HOME[:4], SHORT), elsewhere=[other]), "s4")) == {name}


def test_what_tells_of_no_facet_clearly_elsewhere_tells_nothing_in_general() -> None:
    plain = "Sallow ague is the slow decline of a whole flock. Sheep with sallow ague walk slowly along the dykes of the lowlands."
    trade = [f"Sallow ague {one} the price of wool in the valley." for one in ("lowers", "halves", "doubles")]
    assert names_in(evidence_of((plain, *HOME[2:4]), elsewhere=trade), "s0") == ["symptoms"] * 2


def test_a_facet_of_which_nothing_can_be_quoted_stays_with_its_neighbours() -> None:
    shown = "A vaccine against sallow ague is shown in Figure 3. The vaccine is what you see in Figure 4. Figure 5 shows a vaccine."
    assert set(names_in(evidence_of((*HOME[:4], shown)), "s4")) == {"care"}


def test_those_who_are_diagnosed_with_a_disease_are_some_who_have_it() -> None:
    rams = (
        "Rams that were diagnosed with sallow ague grew up on wet meadows. Ewes that are diagnosed with it did so too."
    )
    assert set(names_in(evidence_of((HOME[0], HOME[1], rams, *HOME[2:4])), "s2")) == {"causes"}
    others = rams.replace("diagnosed with", "treated for")
    assert set(names_in(evidence_of((HOME[0], HOME[1], others, *HOME[2:4])), "s2")) == {"care"}


def assert_told(record: Mapping[str, Any]) -> dict[str, str]:
    """What the home section tells stands under its facets; the text under each heading."""
    told = {one["heading"]: one["text"] for one in record["sections"]}
    causes, care = told["Causes"], told["Diagnosis and treatment"]
    signs = told.get("Symptoms") or told["Signs and symptoms"]
    assert "caused by the coil fluke" in record["lead"] + causes
    assert "bores into the foot of a water snail" in causes  # without a cue: it goes on with what comes before it
    assert "Wool falls out" in signs and "the bottle" in signs
    order = [care.index(one) for one in ("rests on eggs", "single dose", "Common salts", "Half of the flock")]
    assert order == sorted(order)
    assert "behind the ear" in told["Prevention"]
    return told


def test_a_narrower_heading_says_what_stands_under_it() -> None:
    found = evidence_of(HOME, "Sallow ague > Treatment of sallow ague")
    assert set(told_facets(found).values()) == {"care"}


def test_a_box_that_is_called_after_the_disease_is_told_as_a_section_is() -> None:
    assert told_facets(evidence_of(HOME, "Rivers > Box: Sheep: Sallow ague")) == told_facets(home())


def test_a_disease_is_told_by_its_acronym_and_by_another_name_of_it() -> None:
    short = tuple(one.replace("allow ague", "LF").replace("SLF", "LF").replace("sLF", "LF") for one in HOME)
    relevance = replace(home().relevance, synonyms={"lf": "LF"}, full_name=("liver", "fluke", "fever"))
    for heading in ("Liver fluke fever", "Sallow ague"):
        found = evidence_of(short, heading)
        told = weigh("Sallow ague", relevance, found.background, [*found.snippets.values()], TripletGraph.of({}, {}))
        assert told.is_condition
        assert {"symptoms", "causes", "care"} <= set(told_facets(told).values())


@pytest.mark.parametrize(
    "heading",
    [
        "",
        "Coil flukes",
        "Sheep",
        "Sallow ague in ducks",
        "Sallow ague > Box: Vets",
        "Box: Herds",
        "Box: Sallow ague: a history",
    ],
)
def test_only_a_section_that_is_called_after_the_disease_is_told_so(heading: str) -> None:
    assert told_facets(evidence_of(HOME, heading)) == {}


def test_a_section_on_others_as_well_is_told_as_far_as_it_is_on_the_disease() -> None:
    other = "Reed ague is not the same. Symptoms of reed ague are a cough and fever."
    found = evidence_of((*HOME, other), "Sallow ague and other agues")
    assert names_in(found, "s1") and names_in(found, "s4") and not names_in(found, "s5")


@pytest.mark.parametrize(
    ("heading", "is_so"),
    [
        ("Sallow ague", True),
        ("Yellow fever (sallow ague)", True),
        ("Sallow ague and other fevers", True),
        ("Sallow ague infections", True),
        ("7.12 Sallow ague", True),
        ("Sallow/Ague", True),
        ("Sallow ague and the price of wool", False),
        ("Winter sallow ague", False),
        ("Sallow ague disorders", False),
    ],
)
def test_a_heading_is_called_after_a_disease(heading: str, is_so: bool) -> None:
    assert is_called(heading, [stem_set("Sallow ague")]) == is_so


def test_the_cues_of_a_sentence_count_less_behind_its_opening_and_up_to_a_limit() -> None:
    care, prevention = (next(one for one in TOLD if one.name == name) for name in ("care", "prevention"))
    early, late = (
        "Treatment is salt.",
        "It was long known to all who kept their sheep on the low wet grass that treatment is salt.",
    )
    assert cue_weight(early, care) > cue_weight(late, care) > 0
    assert cue_weight(f"{early} Diagnosis, therapy, drugs, a biopsy and a cure are the same.", care) == 2
    assert cue_weight("The toxin prevents the release of bile.", prevention) == 0
    assert cue_weight("Brine prevents further cases.", prevention) > 0


def test_paragraphs_are_read_in_their_order_and_each_begins_where_there_is_not_room_for_all() -> None:
    evidence = home()
    causes = [one for one in evidence.passages if one.snippet_id in ("s0", "s1")]
    told = [one for one in causes if set(told_at(evidence, one)) == {"causes"}]
    whole, short = (read_on(told, words, evidence, NOTHING) for words in (400, 50))
    assert [(one.snippet_id, one.start) for one in whole] == sorted((one.snippet_id, one.start) for one in whole)
    assert {one.snippet_id for one in short} == {"s0", "s1"} and sum(one.words for one in short) <= 50
    assert sum(one.words for one in whole) > sum(one.words for one in short)


def told_at(evidence: Evidence, one: Passage) -> list[str]:
    found = told_facets(evidence)
    return [found.get((one.snippet_id, at), "") for at in range(one.start, one.end)]


def test_the_passages_of_a_paragraph_cover_as_much_of_it_as_they_can() -> None:
    those = [one for one in home().passages if one.snippet_id == "s2"]
    found = _covering(those)
    assert sum(len(one.sentences) for one in found) == 4
    assert all(one.end <= other.start for one, other in pairwise(found))
