"""Heads of pages and cues of speech: they go, and the text runs on; rows, headings and numbers stay."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.running_heads import without_heads
from castalia.tools.corpus.transcripts import without_cues
from hypothesis import given
from hypothesis import strategies as st

ABOVE = "The fibres hold few mitochondria and no great"
BELOW = "amounts of myoglobin, and thus have a white colour."


@pytest.mark.parametrize(
    "head",
    [
        "— 246 —", "\n- 246 -\n", "Page 12 of 40", "\n\nPAGE 12\n", "\f244     CHAPTER 6", "244      CHAPTER 6", "\n6.2 | Muscle      245\n",
        "\fMETABOLISM", "METABOLISM", "6.2 Muscles 245", "\n244 | Energy of Cells\n", "\n246\n", "METABOLISM\n— 246 —", "Downloaded from www.example.org on 12 May 2014",
    ],
)  # fmt: skip
def test_a_sentence_runs_on_around_the_head_of_a_page(head: str) -> None:
    ((one,), _) = clean([Snippet("", f"{ABOVE}\n{head}\n{BELOW}")], min_words=0)
    assert one.text == f"{ABOVE} {BELOW}"


def test_a_word_is_whole_that_the_head_of_a_page_divides() -> None:
    text = "The fibres fatigue as oxygen cannot be suff-\n\f6.2 | Muscle      245\niciently brought to them."
    ((one,), _) = clean([Snippet("", text)], min_words=0)
    assert one.text == "The fibres fatigue as oxygen cannot be sufficiently brought to them."


def test_heads_and_feet_that_several_pages_share_go() -> None:
    foot = "Sea Life | www.example.org     {}     March 2015 | Volume 10 | e0001"
    pages = [
        f"Reefs in Bays\n{text}\n\n{foot.format(number)}\n"
        for number, text in enumerate([ABOVE, BELOW, "It is so."], 7)
    ]
    ((one,), _) = clean([Snippet("", "\n\f".join(pages))], min_words=0)
    assert one.text == f"{ABOVE} {BELOW}\n\nIt is so."
    alone = pages[0].replace("\n\n", "\n")
    assert without_heads(alone) == alone  # it may be a heading, and a line


def test_paragraphs_on_two_pages_stay_apart() -> None:
    ((one,), _) = clean([Snippet("", "It is so.\n\n— 12 —\n\nThey live.")], min_words=0)
    assert one.text == "It is so.\n\nThey live."


@pytest.mark.parametrize(
    "text",
    [
        "Uses\n\nMETABOLISM\n\nThe fibres hold few mitochondria.",
        f"{ABOVE}\nDNA\n{BELOW}",
        "The metals melt at these temperatures, as is known:\nIron      1538\nGold      1064\nof all",
        f"{ABOVE}\n12\n{BELOW}",
        "one - 2 - three",
        "The scores\nof both\n- 5 -\nand then\nPage 12\nof it",
        f"{ABOVE}\nfew in about 12\n{BELOW}",
    ],
)
def test_what_may_be_text_stays(text: str) -> None:
    assert without_heads(text) == text


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[00:12:31] So it falls. [00:12:40] Then [LAUGHTER] it lies.", "So it falls. Then it lies."),
        ("Speaker 1 (00:12:31):\nSo it falls.\n\nA. Ono [12:40]\nYes. (applause)", "So it falls.\n\nYes."),
        ("(MUSIC PLAYING) So it falls.\nWhy? (laughs) It lies.\n(silence)", "So it falls. Why? It lies."),
        ("Colds (cough) and arts (music) are read of in the PAUSE trial (PAUSE) of it.", "Colds (cough) and arts (music) are read of in the PAUSE trial (PAUSE) of it."),
        ("Morning sample (08:30)\n\nIt was clear.", "Morning sample (08:30)\n\nIt was clear."),
        ("He ran it in (2:03:59), x[10:20:30] and [INAUDIBLE] at [12:30].", "He ran it in (2:03:59), x[10:20:30] and [INAUDIBLE] at [12:30]."),
    ],
)  # fmt: skip
def test_cues_of_speech_go(written: str, said: str) -> None:
    ((one,), _) = clean([Snippet("", written)], min_words=0)
    assert one.text == said


PIECES = [
    "— 2 —",
    "\f",
    "\n",
    " ",
    "word",
    "Word",
    "CHAPTER",
    "   ",
    "12",
    ".",
    "-",
    ABOVE,
    "[0:00:01]",
    "[MUSIC]",
    "A [1:02]:",
]


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
def test_a_text_without_its_heads_and_cues_is_clean(text: str) -> None:
    once = clean([Snippet("", text)], min_words=0)[0]
    assert clean(once, min_words=0)[0] == once


@pytest.mark.parametrize(
    "unit", ["— 2 —\n", "\f", "A   1\n", "   ", "A ", "12\n\n", "[0:00:01] ", "A [", "Downloaded from a"]
)
def test_heads_and_cues_take_linear_time(unit: str) -> None:
    start = time.process_time()
    text = unit * (60_000 // len(unit))
    without_cues(text), without_heads(text + "\n" + text.replace("\n", ""))
    assert time.process_time() - start < 1
