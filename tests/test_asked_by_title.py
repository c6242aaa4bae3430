"""A topic that is the title of a document, word for word, has a page: what stands under it need not say it."""

from __future__ import annotations

from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.memory.errors import UnknownTopicError
from castalia.tools.topic.titles import is_title, names_topic_first
from test_inferred_parts import BREAKWATERS, DREDGERS, GENERAL
from test_source_sections import page_of, towns

TITLES = (
    "Harbours in the Age of Steam",
    "Harbours, Quays, and Canals",
    "An Account of the Harbours of Empires",
    "Harbours: Quays and Their Uses",
)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_a_topic(title: str, tmp_path: Path) -> None:
    texts = (*GENERAL[:3], *DREDGERS, *BREAKWATERS)
    rows = [{"content": text, "title": title, "url": f"https://example.org/a#p{at}"} for at, text in enumerate(texts)]
    page = page_of([*rows, *towns(range(340))], tmp_path, title.upper() if title is TITLES[0] else title)
    assert len(page.record["claims"]) > 10
    assert all(any(one["sentence"] in text for text in texts) for one in page.record["claims"])


def test_a_title_that_only_holds_the_words_of_the_topic_is_none_of_it(tmp_path: Path) -> None:
    rows = [{"content": text, "title": "Harbours, Quays, Canals, and Toll"} for text in (*DREDGERS, *BREAKWATERS)]
    with pytest.raises(UnknownTopicError):
        page_of([*rows, *towns(range(340))], tmp_path, "Harbours, Quays, and Canals")


def test_a_title_over_few_texts_that_do_not_say_it_is_no_topic(tmp_path: Path) -> None:
    """What else shares a word with it would make the page."""
    rows = [
        {
            "content": text,
            "title": "Harbours, Quays, and Canals" if at < 4 else "Ports",
            "url": f"https://example.org/a#p{at}",
        }
        for at, text in enumerate((*DREDGERS, *BREAKWATERS, *GENERAL))
    ]
    with pytest.raises(UnknownTopicError):
        page_of([*rows, *towns(range(340))], tmp_path, "Harbours, Quays, and Canals")


def test_a_title_is_any_part_of_a_path_in_any_order_of_its_words() -> None:
    assert is_title("Coasts > Stones and Waves > Tolls", ("wave", "stone")) and not is_title("The", ())
    assert not is_title("Coasts > Stones, Waves and Tolls", ("wave", "stone"))
    assert names_topic_first("Mud, stones, and waves", ("wave", "mud", "stone"))
    assert not names_topic_first("Mud, stones, and waves", ("wave",))


def test_what_lists_several_things_is_told_by_each_of_them() -> None:
    with pytest.raises(UnknownTopicError, match="ask for one of them, Comets or Quasars or Zebras;"):
        generate_sync("Comets, Quasars, and Zebras", corpus=[{"text": one} for one in (*GENERAL, *DREDGERS)])
