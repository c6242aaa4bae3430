"""A small corpus on one topic, as people collect it: the headings that its authors gave are those of the page, whatever words its texts use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from castalia.graphs import generate_sync
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.page_gaps import _facets_told
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import weigh
from castalia.tools.topic.relevance import Relevance
from rainbows import rainbows

NOTES = {
    "Rye bread primer > Overview": (
        "Rye bread is a bread that is baked from the flour of rye. Most rye bread is darker and denser than bread from wheat.",
        "Rye bread contains more fibre than white bread. A slice of rye bread weighs about 50 grams.",
    ),
    "Rye bread primer > History": (
        "Rye bread was the daily food of northern Europe in the Middle Ages. Wheat did not ripen there in cold summers.",
        "Rye bread was sold by weight in Hanseatic towns from 1350 on. Bakers who cheated were fined by the town.",
        "After 1950 rye bread lost ground to white bread in most cities. Only Finland kept eating rye bread every day.",
    ),
    "Mill notebook > Grinding": (
        "The flour of rye bread is sold by its ash, from light to dark. Coarse flour of rye takes up more water than fine flour.",
        "Rye bread from whole grain needs a dough that rests for several hours. The bran swells in that time and softens.",
    ),
    "Kitchen science > Storage": (
        "Rye bread stays fresh for about ten days in a closed box. Rye bread dries out more slowly than bread from wheat.",
        "Mould grows on rye bread that is wrapped in plastic. A clay pot lets the moisture of the loaf escape.",
        "Rye bread can be frozen for three months without loss of taste. Sliced rye bread thaws within an hour on a table.",
    ),
    "Kitchen science > Acid": (
        "Rye bread rises with sourdough, because the starch of rye breaks down without it. Lactic bacteria lower the pH to about 4.",
        "Sourdough gives rye bread its taste and a firm crumb. Rye bread that is baked with yeast alone becomes sticky.",
    ),
}


ASTHMA = {
    "What asthma is": (
        "Asthma is a disease in which the airways are inflamed and narrow from time to time. About 260 million people have it.",
        "In an attack of asthma the muscles around the airways tighten. Breathing out becomes hard and whistles.",
    ),
    "Asthma at work": (
        "Bakers, painters and cleaners breathe in dusts and fumes that may bring on asthma. Flour is the commonest cause in bakers.",
        "Symptoms get better on days off and in holidays. A diary of peak flow shows that within four weeks.",
        "Workers with asthma who leave the dust within a year often recover. Those who stay lose lung function from year to year.",
    ),
    "Inhalers for asthma": (
        "In asthma inhaled steroids calm the inflammation when they are taken every day. They take some weeks to reach their full effect.",
        "Salbutamol widens the airways within minutes and lasts for about four hours. It does nothing for the inflammation.",
        "A spacer keeps large drops out of the mouth. Children under five need one with a mask.",
    ),
    "Asthma in sport": (
        "Cold dry air brings on asthma in runners and skiers. A slow warm-up of fifteen minutes prevents most attacks.",
        "Swimmers breathe warm moist air, but chlorine irritates the airways. Indoor pools need good ventilation.",
    ),
}
WAYS: dict[str, Callable[[str], dict[str, str]]] = {
    "title and url": lambda title: {"title": title, "url": f"https://example.org/{_words(title)}"},
    "title": lambda title: {"title": title},
    "section": lambda title: {"title": title.partition(" > ")[0], "section": title.partition(" > ")[2]},
    "file": lambda title: {"source": f"{_words(title)}.md"},
}


def _words(title: str) -> str:
    return title.lower().replace(" > ", "/").replace(" ", "_")


@pytest.mark.parametrize("way", WAYS)
def test_the_headings_of_short_documents_on_the_topic_are_those_of_the_page(way: str) -> None:
    rows = [{"text": text, **WAYS[way](title)} for title, texts in NOTES.items() for text in texts]
    page = generate_sync("Rye bread", corpus=rows)
    assert page.record["lead"].startswith("Rye bread is a bread that is baked from the flour of rye.")
    found = {one["heading"]: one["id"] for top in page.record["sections"] for one in (top, *top["sections"])}
    own = {"Grinding", "Storage", "Acid"}
    assert own | {"History"} <= found.keys()
    texts = {one["number"]: one["text"] for one in page.record["references"]}
    for heading in own & {title.partition(" > ")[2] for title in NOTES}:
        told = [one for one in page.record["claims"] if one["section"] == found[heading]]
        cited = {texts[number] for one in told for number in one["citations"]}
        assert cited <= {*next(those for title, those in NOTES.items() if title.endswith(heading))}


def test_a_heading_that_only_counts_is_none() -> None:
    rows = [
        {"text": text, "title": f"Rye bread > Page {at}", "url": f"https://example.org/rye#p{at}"}
        for at, text in enumerate(one for texts in NOTES.values() for one in texts)
    ]
    page = generate_sync("Rye bread", corpus=rows * 2)
    assert not [one["heading"] for one in page.record["sections"] if one["heading"].startswith("Page")]


def test_the_headings_of_a_small_corpus_on_a_disease_are_those_of_its_documents() -> None:
    rows = [
        {"text": text, "title": title, "url": f"https://example.org/{_words(title)}#p{at}"}
        for title, texts in ASTHMA.items()
        for at, text in enumerate(texts)
    ]
    page = generate_sync("Asthma", corpus=rows)
    found = [one["heading"] for one in page.record["sections"]]
    assert found == ["Asthma at work"]


@pytest.mark.parametrize(("heading", "facets"), [("Types of rainbow", {"types"}), ("Types of light", set())])
def test_what_is_cited_from_a_part_called_after_a_facet_of_the_topic_is_not_told_to_be_missing(
    heading: str, facets: set[str]
) -> None:
    evidence = rainbows()
    titled = {
        name: replace(one, title=f"The sky > {heading}", url=f"https://example.org/sky#{name}")
        for name, one in evidence.snippets.items()
    }
    assert _facets_told((), (), {"1"}, replace(evidence, snippets=titled)) == facets


@pytest.mark.parametrize("focused", [True, False])
def test_in_a_corpus_about_little_else_what_does_not_name_the_topic_is_used_too(focused: bool) -> None:
    texts = (
        "A rainbow of many colors stands opposite the sun on days of rain.",
        "Seven colors follow each other in a fixed order on clear days.",
    )
    snippets = [Snippet(str(at), text, url=f"https://example.org/sky#{at}") for at, text in enumerate(texts)]
    relevance = Relevance(("rainbow",), {"rainbow": 0.6}, {"0": 1.0}, (), 10, {}, {}, focused=focused)
    found = weigh("Rainbow", relevance, learn_background(snippets), snippets, TripletGraph.of({}, {}))
    assert {one.snippet_id for one in found.singles} == ({"0", "1"} if focused else {"0"})
