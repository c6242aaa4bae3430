"""Other words for the topic are learned where the snippets say so, and what is said under them is said of the topic."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.tools.language.words import content_stems
from castalia.tools.topic.name_definitions import definition_score
from castalia.tools.topic.synonyms import synonyms_in, synonyms_of
from hypothesis import given
from hypothesis import strategies as st

TOPIC = ("sea", "snail")
CALLED = "Sea snails, also called winkles, graze on rock."


@pytest.mark.parametrize(
    "other",
    [
        "Winkles (sea snails) move by night.",
        "The winkle, commonly known as a sea snail, is slow.",
        "A sea snail, or winkle, has one foot.",
        "Most live on sea snails (winkles) of the shore.",
    ],
)
def test_a_word_that_two_texts_give_for_the_topic_is_its_synonym(other: str) -> None:
    assert list(synonyms_of(TOPIC, [CALLED, other]).values()) == ["winkles" if "winkles" in other.lower() else "winkle"]


@pytest.mark.parametrize(
    "texts",
    [
        [CALLED],
        ["Sea snails (limpets) graze.", "Some sea snails (limpets) cling.", "Sea snails (limpets) are hunted."],
        ["Old sea snails, also called winkles, graze.", "Old sea snails, or winkles, graze."],
        ["Sea snails, also called snails of the sea, graze.", "Sea snails, also called rock snails, graze."],
        ["Sea snails, winkles, and limpets graze.", "Sea snails or winkles graze."],
        ["Gulls eat crabs, winkles, or sea snails, by day.", "Of worms, winkles, or sea snails, gulls eat most."],
    ],
    ids=["one text", "brackets alone", "of a kind", "several words", "a list", "the last of a list"],
)
def test_less_than_that_makes_no_synonym(texts: list[str]) -> None:
    assert not synonyms_of(TOPIC, texts)


@pytest.mark.parametrize(
    "text",
    [
        "Littorine gastropods (LG) are the scientific term for what are commonly called sea snails, and they graze.",
        "Littorine gastropod is the formal name for a sea snail.",
    ],
)
def test_one_text_is_enough_that_says_it_is_the_term_for_the_topic(text: str) -> None:
    assert [content_stems(one) for one in synonyms_in(TOPIC, [text])] == [("littorin", "gastropod")]
    assert not synonyms_in(TOPIC, [text.replace("term for", "way of").replace("name for", "way of")])


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Winkles are the common name for a group of snails of the sea shore.", ("winkl",)),
        ("Work is the technical term for energy transfer by a force.", ("energi", "transfer")),
        ("Edema is the medical term for swelling caused by fluid.", ("swell", "caus")),
    ],
)
def test_what_describes_a_term_is_no_name_of_it(text: str, topic: tuple[str, ...]) -> None:
    assert not synonyms_in(topic, [text]) and not synonyms_of(topic, [text])


def test_a_name_that_goes_on_before_of_is_no_synonym() -> None:
    texts = [
        "The law of refraction, also called Snell's law, is old.",
        "The law of refraction is also called Snell's law.",
    ]
    assert not synonyms_in(("refract",), texts)


@given(
    st.lists(
        st.sampled_from(
            [CALLED, "A sea snail, or winkle, has one foot.", "Gulls eat fish.", "Sea snails (ears) graze."]
        )
    )
)
def test_the_order_of_the_texts_does_not_matter(texts: list[str]) -> None:
    assert synonyms_of(TOPIC, texts) == synonyms_of(TOPIC, texts[::-1])


@pytest.mark.parametrize("unit", [", or ", " (", " (a", ", also called ", "a, or b, ", "also "])
def test_time_is_linear_in_the_length(unit: str) -> None:
    def spent(size: int) -> float:
        text = (unit * size)[:size]
        best = 9.0
        for _ in range(3):
            start = time.thread_time()
            synonyms_of(TOPIC, [text])
            best = min(best, time.thread_time() - start)
        return best

    assert spent(40_000) < 10 * max(spent(10_000), 0.002)


def test_who_has_two_names_is_told_by_either() -> None:
    sentence = "Winkles, also called sea snails, are soft animals that live in a hard shell."
    assert definition_score(sentence, "Sea snail") == definition_score(sentence, "Winkle") > 0.8
    assert not definition_score("Winkles, unlike sea snails, are soft animals that live in a thin shell.", "Sea snail")


def test_a_page_tells_what_is_said_under_the_other_name(tmp_path: Path) -> None:
    own = (
        "Sea snails, also called winkles, are soft animals that live in a hard shell on the shore. Sea snails graze on the rocks at night.",
        "A sea snail, or winkle, pulls its foot into the shell at low water. Sea snails hold water in the shell until the tide is back.",
        "Sea snails lay their eggs on weed in the spring. The eggs of sea snails hatch after about three weeks in cold water.",
    )
    other = (
        "Winkles follow their own trails of slime back to the same rock. Winkles are hunted by crabs, which break the shell at its lip.",
        "Winkles grow a thicker shell where many crabs live. The shell of winkles is made of lime that they take from the water.",
        "Winkles are gathered by hand on many coasts and eaten with vinegar. In winter, winkles are dearer than mussels in most harbours.",
    )
    gulls = [f"Gulls of colony {at} nest on the cliffs and feed their young with small fish." for at in range(40)]
    rows = [{"content": text, "url": f"https://example.org/{at}"} for at, text in enumerate((*own, *other, *gulls))]
    corpus = tmp_path / "shore.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    page = generate_sync("Sea snail", corpus=corpus)
    told = [claim["sentence"] for claim in page.record["claims"]]
    assert any(one.startswith("Winkles") for one in told)
    assert page.record["lead"].startswith("Sea snails, also called winkles, are soft animals")
    assert not any("Gulls" in one for one in told)
