"""Where what is told of a document may begin, and where a passage stands among what is told of it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

from castalia.memory.records import Section, Snippet
from castalia.tools.composition.source_order import in_source_order, opens, set_among
from castalia.tools.composition.unit_text import _openings
from castalia.tools.language.words import content_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage

TOPIC = frozenset(content_stems("Tide pool"))
EVIDENCE = cast(
    Evidence,
    SimpleNamespace(
        stems=TOPIC,
        titled={"s"},
        headed={"s"},
        relevance=SimpleNamespace(is_gathered=lambda _: False),
        snippets={"s": Snippet("s", "", title="Tide pools > Chapter Review")},
    ),
)


def passage(text: str, start: int = 1, presumes: str = "", points_back: str = "") -> Passage:
    stems, none = frozenset(content_stems(text)), frozenset[str]()
    return Passage(
        "s",
        "d",
        start,
        (text,),
        stems,
        stems,
        none,
        none,
        none,
        frozenset(presumes.split()),
        frozenset(points_back.split()),
    )


def starts(one: Passage, heading: str = "Barnacles") -> bool:
    return opens(one, frozenset(content_stems(heading)), EVIDENCE)


def test_the_first_sentence_of_a_snippet_begins_what_is_told_of_it() -> None:
    assert starts(passage("Limpets clamp down on the rock.", start=0))
    assert not starts(passage("Limpets clamp down on the rock."))  # a summary is read from its beginning, too


def test_a_later_sentence_begins_where_it_names_topic_or_heading_and_takes_nothing_for_known() -> None:
    assert starts(passage("A tide pool is cold in winter."))
    assert starts(passage("Barnacles close their shells at noon."))
    assert not starts(passage("Barnacles close their shells at noon."), "Limpets")
    assert not starts(passage("The wall holds barnacles.", points_back="wall"))
    assert not starts(passage("The team counted barnacles.", presumes="team"))


def test_under_the_topics_name_a_definition_begins_whatever_it_defines() -> None:
    defining = passage("A limpet is a snail that clamps down on the rock.")
    assert starts(defining) and not starts(replace(defining, points_back=frozenset({"rock"})))
    elsewhere = cast(Evidence, SimpleNamespace(**{**vars(EVIDENCE), "headed": frozenset()}))
    assert not opens(defining, frozenset(), elsewhere)


def test_a_heading_may_share_words_with_the_topic_of_which_the_sentence_has_a_part() -> None:
    law = passage("Barnacles of the first pool close at noon.")
    assert starts(replace(law, stems=law.stems - TOPIC), "First pool")  # of a long name, a part means something else


def test_where_a_page_has_little_to_say_all_that_leans_on_nothing_may_begin_what_is_told() -> None:
    others = [passage("Limpets clamp down on the rock."), passage("The rest clamp down.", points_back="rest")]
    node = Section("n", "Barnacles", 1, sources=(("d",),))
    for is_scarce in (False, True):
        found = _openings(node, [(one, 1.0) for one in others], EVIDENCE, is_scarce)
        assert [one.text for one, _ in found] == [others[0].text] * is_scarce


def test_a_passage_is_set_behind_the_last_that_comes_before_it_in_its_document() -> None:
    titles = {f"{document}{at}": "Pools" for document in "ab" for at in range(1, 6)} | {"a9": "Pools > Chapter Summary"}
    snippets = {
        name: Snippet(name, "", url=f"https://example.org/{name[0]}#p{name[1]}", title=title)
        for name, title in titles.items()
    }
    known = cast(Evidence, SimpleNamespace(snippets=snippets, summaries={"a9"}, before={}))
    named = {name: replace(passage(name), snippet_id=name, document=name[0]) for name in titles}

    def order(told: str, others: str) -> str:
        found = set_among([named[one] for one in told.split()], [named[one] for one in others.split()], known)
        return " ".join(one.snippet_id for one in found)

    assert order("a1 a4", "a2 a3 a5") == "a1 a2 a3 a4 a5"
    assert order("a4 a1 b2", "a2 b1 b3") == "a4 a1 a2 b1 b2 b3"  # what opens a section stands where it stood
    assert order("a9 a2", "a1") == "a9 a1 a2"  # a summary comes before the rest
    named["a9"] = replace(named["a9"], start=3)
    assert order("a2", "a9 a1") == "a1 a2 a9"  # what it says in its midst sums up a part
    assert order("a1", "b2 b1") == "a1 b1 b2"
    opening = replace(named["a4"], start=3)
    assert set_among([opening, named["a1"]], [named["a4"]], known) == (named["a4"], opening, named["a1"])


def test_the_passages_of_a_snippet_are_in_its_order_also_behind_the_tenth_sentence() -> None:
    text = Snippet("s", "", url="https://example.org/a#p1", title="Pools")
    known = cast(Evidence, SimpleNamespace(snippets={"s": text}, stems=TOPIC, summaries=(), before={}))
    ordered = in_source_order(
        [passage("Later.", start=10), passage("Early.", start=2)], Section("n", "Pools", 1), known
    )
    assert [one.start for one in ordered] == [2, 10]
