"""No topic escapes its folder, and no two share one."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from castalia.tools.pages.slugs import slug
from hypothesis import given
from hypothesis import strategies as st


def test_plain_topics_have_plain_names() -> None:
    assert slug("Glycolysis") == slug(" glycolysis ") == "glycolysis"
    assert slug("Citric acid  cycle") == "citric_acid_cycle"
    assert slug("Self-attention") == "self-attention"
    assert slug("解糖系") == "解糖系"
    assert slug("हिन्दी") == unicodedata.normalize("NFC", "हिन्दी")


def test_what_a_name_cannot_hold_is_told_apart_by_a_hash() -> None:
    topics = ["C", "C++", "C#", "C/", "AIDS", "aids", "CON", "con", "nul", "com1", "../../x", "x", "!!!", "???", "", "a_b", "a b",
              "a" * 10_000, "a" * 10_001, "ß", "ss", "caf\u00e9", "cafe\u0301"]  # fmt: skip
    names = [slug(topic) for topic in topics]
    assert len(set(names)) == len(topics)
    assert slug("AIDS").startswith("aids--")
    assert slug("../../x").startswith("x--")
    assert slug("!!!").startswith("topic--")


TOPICS = st.one_of(
    st.text(max_size=40), st.text("aA-_ .é", max_size=6), st.sampled_from(["con", "LPT1", "..", "~", "-rf"])
)


@given(TOPICS)
def test_a_name_is_safe_everywhere(topic: str) -> None:
    name = slug(topic)
    assert 0 < len(name.encode("utf-8")) <= 112
    assert name.split(".")[0].lower() not in {"con", "prn", "aux", "nul", "com1", "lpt1"}
    assert not set(name) & set('/\\:*?"<>|.~ \0\n')
    assert name[0] not in "-_" and all(
        one.isprintable() or unicodedata.category(one) in ("Mn", "Mc", "Me") for one in name
    )
    assert (Path("/pages") / name).parent == Path("/pages")
    assert slug(topic) == name


@given(TOPICS, TOPICS)
def test_distinct_topics_have_distinct_names_even_where_case_is_ignored(one: str, other: str) -> None:
    def same(topic: str) -> str:
        words = " ".join(topic.split())
        return words[:1].upper() + words[1:]

    if same(one) != same(other):
        assert slug(one).casefold() != slug(other).casefold()
    elif " ".join(one.split()) == " ".join(other.split()):
        assert slug(one) == slug(other)


def test_a_hash_cannot_be_imitated() -> None:
    hashed = slug("DNA repair")
    assert slug(hashed.replace("_", " ")) != hashed
