"""Glossaries: what stands beside a term there is told of no other topic that it names."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.graphs import generate_sync
from castalia.graphs.page import TopicPage

BOOK = (
    "The temperature of lava lies between 700 and 1,200 degrees when it comes out of a volcano, and its crust turns dark.",
    "Lava that holds much silica is thick and flows slowly, so that it piles up in a dome near the vent of the volcano.",
    "Lava with little silica is thin and may run for many kilometres before it comes to a stop and hardens into basalt.",
    "Lava is also found on the floor of the sea, where a volcano that erupts under water covers it with pillows of stone.",
)
TERMS = {
    "Igneous rock": "Rock that has solidified from magma or lava, slowly below the ground or quickly at the surface of a volcano.",
    "Obsidian": "Dark natural glass that forms when lava rich in silica cools so quickly that no crystals have time to grow in it.",
    "Vent": "The opening in the ground through which lava, ash and gases leave a volcano while it erupts with a great noise.",
    "Pumice": "A light, glassy rock full of bubbles that forms when lava rich in gas is blown out of a volcano and cools.",
}


def page_on(topic: str, rows: Sequence[dict[str, str]]) -> TopicPage:
    book = [{"text": one, "title": "Volcanoes", "url": f"https://example.org/book#{at}"} for at, one in enumerate(BOOK)]
    return generate_sync(topic, corpus=[*rows, *book])


def told(page: TopicPage) -> str:
    return page.markdown.partition("## What this page leaves open")[0]


def test_what_explains_another_term_is_not_told_of_the_topic_that_it_names() -> None:
    rows = [{"title": name, "text": text, "url": f"https://example.org/terms#{name}"} for name, text in TERMS.items()]
    page = told(page_on("Lava", rows))
    assert not [text for text in TERMS.values() if text in page] and BOOK[1] in page
