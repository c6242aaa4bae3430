"""Glossaries: what stands beside a term there is told of no other topic that it names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
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


@pytest.mark.parametrize(
    "entry",
    [
        "Lava: Molten rock that has reached the surface of the Earth through a volcano or a fissure and cools there.",
        "**Lava**: Molten rock that has reached the surface of the Earth through a volcano or a fissure and cools there.",
        "Lava – molten rock that has reached the surface of the Earth through a volcano or a fissure and cools there.",
        "Lavas: Molten rocks that have reached the surface of the Earth through a volcano or a fissure and cool there.",
        "Lava: The study of rocks that have reached the surface of the Earth through a volcano, and of how they cool there.",
        "Lava (geology): The rock that flows, molten, from a volcano or a fissure and that cools there on its slopes.",
    ],
)
def test_the_entry_of_a_topic_is_its_definition_with_the_term_before_it(entry: str) -> None:
    rows = [{"text": entry, "url": "https://example.org/terms#1"}]
    rows += [{"text": f"{name}: {text}", "url": f"https://example.org/terms#{name}"} for name, text in TERMS.items()]
    page = told(page_on("Lava", rows))
    assert f"\n{entry.replace('*', '')}[1]" in page
    assert not [text for text in TERMS.values() if text in page]


def test_the_entry_of_a_topic_in_the_glossary_of_a_note_is_its_definition(tmp_path: Path) -> None:
    terms = "".join(f"{name.lower()}\n: {text[0].lower()}{text[1:-1]}\n^\n\n" for name, text in TERMS.items())
    entry = "lava\n: molten rock that has reached the surface of the Earth through a volcano or a fissure and cools there\n^\n\n"
    book = "\n\n".join(BOOK)
    (tmp_path / "book.md").write_text(f"# Volcanoes\n\n{book}\n\n## Glossary\n\n{entry}{terms}")
    page = told(generate_sync("Lava", corpus=tmp_path))
    assert (
        "\nLava: molten rock that has reached the surface of the Earth through a volcano or a fissure and cools there.[1]"
        in page
    )
    assert "atural glass" not in page


def test_a_whole_sentence_defines_a_topic_rather_than_an_entry() -> None:
    whole = (
        "Lava is molten rock that comes out of a volcano through a vent and that flows over the ground, down the slopes and "
        "into the valleys around it, until it has turned as cold, dark and hard as any other kind of stone is."
    )
    entry = "Lava: Molten rock that has come out of a vent of a volcano and that has not yet turned hard on the ground."
    rows = [{"text": one, "url": f"https://example.org/{at}"} for at, one in enumerate((entry, whole))]
    page = told(page_on("Lava", rows))
    assert f"\n{whole}[1]" in page and entry not in page


@pytest.mark.parametrize(
    "text",
    [
        "Lava: The flow is slow where the rock holds much silica, and it piles up in a dome near the vent.",
        "Lava: A review of what is known of the flows that have come down the slopes of volcanoes since 1900.",
        "Lava tube: A tunnel through which lava flows below the hard crust of a flow that has come from a volcano.",
        "Cinder: A piece of the rock that is thrown out of a volcano, which is called lava.",
    ],
)
def test_what_only_looks_like_the_entry_of_a_topic_opens_no_page(text: str) -> None:
    assert text not in told(page_on("Lava", [{"text": text, "url": "https://example.org/terms#1"}]))
