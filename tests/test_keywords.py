"""What a document is on that has no title is told from its words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from castalia.memory.records import Snippet
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import stem_set
from castalia.tools.topic.background import Background
from castalia.tools.topic.keywords import keyed_documents, keywords, likelihood_ratio
from castalia.tools.topic.titled_snippets import FEW, titled_and_central
from hypothesis import given
from hypothesis import strategies as st

CRAB = "The crab has a hard shell, and the crab lives in the sea."
SHORE = "The sand of the shore is dry. The sea is near."
SIDE = "The sand of the shore dries in the wind, and it hides many things that live there. A crab may be one of them."

USUAL = {stem: 200 for text in (CRAB, SHORE, SIDE) for stem in stem_set(text)} | {"crab": 40, "hermit": 40, "shell": 25}
WORLD = Background(1000, USUAL, {"hermit crab": 8}, learn_classes([]))


def held(texts: Sequence[str], document: str = "m7", title: str = "") -> list[Snippet]:
    rows = enumerate(texts)
    return [
        Snippet(f"{document}#{at}", text, title=title, url=f"https://example.org/{document}#{at}") for at, text in rows
    ]


def is_keyed(
    texts: Sequence[str], stems: tuple[str, ...] = ("crab",), title: str = "", synonyms: Sequence[str] = ()
) -> bool:
    return bool(keyed_documents(stems, frozenset(synonyms), held(texts, title=title), WORLD))


def test_keywords_stand_more_above_their_share_of_the_corpus_than_other_words() -> None:
    assert keywords([CRAB] * 4 + [SHORE], WORLD) >= {"crab"}
    assert not keywords([CRAB] * 4, WORLD) & {"sea", "sand"}
    assert keywords([], WORLD) == frozenset()
    usual = Background(1000, dict.fromkeys(USUAL, 900), {}, learn_classes([]))
    assert keywords([SHORE, "Crabs."], usual) == frozenset()


def test_a_document_without_a_title_is_on_its_keyword() -> None:
    assert is_keyed([CRAB] * 5 + [SHORE])
    assert is_keyed(["The crab."] * 5)  # of which it is the only word
    assert not is_keyed([CRAB] * 5 + [SHORE], ("sea",))
    assert not is_keyed([CRAB] * 5 + [SHORE], title="The shore")  # that says what it is on


def test_the_words_of_a_name_count_together() -> None:
    hermit = CRAB.replace("crab", "hermit crab")
    assert is_keyed([hermit] * 5 + [SHORE] * 4, ("hermit", "crab"))  # rarer than either word
    assert not is_keyed([CRAB] * 5 + [hermit], ("hermit", "crab"))


def test_a_synonym_names_it_as_well() -> None:
    assert is_keyed([CRAB.replace("crab", "brachyuran")] * 6, synonyms=["brachyuran"])
    assert not is_keyed([CRAB.replace("crab", "brachyuran")] * 6)


@pytest.mark.parametrize(
    ("texts", "is_on_crabs"),
    [
        ([CRAB] * 5, True),
        ([CRAB] * 4, False),  # too few to tell
        ([CRAB] * 5 + [SHORE] * 12, False),  # in a chapter on the shore
        ([SIDE] * 6, True),
        ([f"{SHORE} {SHORE} {SHORE} {SIDE}"] * 6, False),  # each time at the end of a paragraph on something else
    ],
)
def test_a_keyword_is_named_often_and_kept_up(texts: Sequence[str], is_on_crabs: bool) -> None:
    assert is_keyed(texts) is is_on_crabs


def test_what_stands_under_enough_titles_needs_no_keyword() -> None:
    def central(titled: int) -> frozenset[str]:
        named = [one for at in range(titled) for one in held([CRAB], f"own{at}", "Crabs")]
        sea = [one for at in range(12) for one in held([SHORE] * 5, f"sea{at}", "The sea")]
        rows = [*held([CRAB, SIDE] * 6), *named, *sea]
        return titled_and_central(rows, ("crab",), (), {}, {"crab": 0.6, "shell": 0.1}, {}, WORLD)[1]

    assert central(FEW - 1) == {"https://example.org/m7"}
    assert central(FEW) == frozenset()


@given(st.integers(0, 50), st.integers(1, 50), st.floats(0.001, 0.999))
def test_a_ratio_is_no_less_the_more_texts_hold_a_word(count: int, size: int, share: float) -> None:
    count = min(count, size)
    ratio = likelihood_ratio(count, size, share)
    assert ratio >= 0
    assert count == size or likelihood_ratio(count + 1, size, share) >= ratio
    assert count > share * size or ratio == 0
