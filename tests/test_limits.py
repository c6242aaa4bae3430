"""Limits: a page says how far was looked, and does not take what it cannot quote for what the corpus does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.facet_lists import facet
from castalia.tools.composition.fit import FIT, facet_fit
from castalia.tools.composition.limits import (
    LITTLE,
    NOTHING,
    QUOTED,
    STANDS_FOR,
    UNQUOTED,
    few_cited,
    is_few_cited,
    is_limit,
    limits_of,
    undefined,
)
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance

PLAIN = (
    "Sponges filter water. Most sponges feed on small bacteria that the water carries into the chambers of their body."
)
DATED = "As you will see in the next chapter, it was first discovered in 1765 that sponges are animals."
WELL = {f"snippet {at}" for at in range(30)}  # cited


def evidence_of(*texts: str) -> Evidence:
    return evidence_among([Snippet(snippet_id(one), one) for one in texts])


def evidence_among(snippets: Sequence[Snippet]) -> Evidence:
    ids = {one.id: 1.0 for one in snippets}
    relevance = Relevance(
        ("spong",), {"spong": 0.6, "water": 0.4}, ids, tuple(ids), 100, {}, {one: one for one in ids}, False
    )
    return weigh("Sponge", relevance, learn_background(snippets), snippets, TripletGraph.of({}, {}))


def test_what_was_found_but_cannot_be_quoted_is_not_told_as_missing() -> None:
    found = [one for one in limits_of(evidence_of(PLAIN, DATED), True, WELL, ()) if "istory" in one]
    assert found == ["Too little for a section was found in the 2 snippets read on history (0 of 1 sentence usable)."]
    dated = "Sponges were first described as animals in 1825 by Robert Grant, who watched their currents in Edinburgh."
    (single,) = [one for one in limits_of(evidence_of(PLAIN, dated), True, WELL, ()) if one.startswith("Too little")]
    assert single.endswith(" read on history (1 sentence).")
    nothing = [one for one in limits_of(evidence_of(PLAIN), True, WELL, ()) if "istory" in one]
    assert nothing == ["Nothing on etymology, history, types or structure was recognised in the 1 snippet read."]


def test_a_section_that_is_there_is_no_limit() -> None:
    limits = limits_of(evidence_of(PLAIN), False, {"one", "two"}, ["history"])
    assert not any("istory" in one for one in limits)
    assert "defines “Sponge”" in limits[0] and "quotes 2 of the 1 snippet read" in limits[1]


def test_where_all_is_quoted_there_are_no_others() -> None:
    known = evidence_of(PLAIN, DATED)
    (told,) = [one for one in limits_of(known, True, set(known.snippets), ()) if one.startswith(QUOTED)]
    assert told == "This page quotes both snippets read for it." and is_limit(told, "Sponge")
    alone = evidence_of(PLAIN)
    assert "This page quotes the one snippet read for it." in limits_of(alone, True, set(alone.snippets), ())


def test_of_the_snippets_that_are_not_quoted_it_is_told_how_many_could_be() -> None:
    quoted, *usable = (
        f"{PLAIN} Sponges of the {one} bay are {one}, and sponges of that kind grow in {one} water."
        for one in ("northern", "southern", "eastern")
    )
    unfit = [f"{DATED} This is what they do in the {one} of it." for one in ("first", "second", "third")]

    def told(*texts: str) -> str:
        known = evidence_of(quoted, *texts)
        cited = {snippet_id(quoted)}
        return next(one for one in limits_of(known, True, cited, ()) if one.startswith(QUOTED)).partition(
            " read for it. "
        )[2]

    alone = "on the topic that can be quoted without the text around it"
    assert told(*unfit) == f"None of the others holds a sentence {alone}."
    assert told(*usable) == "What the others say was told already, or fits no section."
    assert told(*usable, *unfit) == (
        f"3 of the others hold no sentence {alone}; what the other 2 say was told already, or fits no section."
    )
    assert told(usable[0], unfit[0]).startswith("1 of the others holds no") and "the other one says was" in told(
        usable[0], unfit[0]
    )


@pytest.mark.parametrize(
    ("title", "section", "is_headed"),
    [
        ("History", "", True),
        ("History of sponges", "", True),
        ("", "Sponges > History", True),
        ("The sponge > History", "", False),
        ("My notes", "Sponges > History", False),
        ("Body", "History", False),
        ("History and body", "", False),
        ("Body", "", False),
        ("", "", False),
    ],
)
def test_what_has_only_the_heading_history_over_it_is_history_whatever_its_words(
    title: str, section: str, is_headed: bool
) -> None:
    text = "Divers of the islands sold sponges to every town of the coast in the time of the large fleets."
    rows = [Snippet(snippet_id(text), text, title=title, extra={"section": section} if section else {})]
    evidence = evidence_among(rows)
    assert (facet_fit(evidence.singles[0], facet("history"), evidence) >= FIT) is is_headed
    papers = replace(evidence, papers=True)
    assert facet_fit(evidence.singles[0], facet("history"), papers) < FIT


def test_a_general_section_takes_sure_sentences_that_open_with_the_topic_and_no_others() -> None:
    text = "Under the ice, the growth of a sponge is slow and its skeleton is built from silica."
    evidence = evidence_of(text)
    one = replace(evidence.singles[0], subject=frozenset())
    general = facet("characteristics")
    assert facet_fit(replace(one, doubt=-0.5), general, evidence) >= 0.55
    assert facet_fit(replace(one, doubt=0.5), general, evidence) < 0.55


def test_a_limit_is_known_by_its_words() -> None:
    twice = [f"{text} The Sponge Network (SN) and the Sea Net (SN) are two." for text in ("Read this.", "Read that.")]
    acronym = limits_of(replace(evidence_of(*twice), topic="SN"), False, set(), ())
    assert [kind for kind in acronym if STANDS_FOR in kind]
    texts = [
        f"Under the ice, sponges of kind {at} are told of at some length, with what divers saw." for at in range(3)
    ]
    titled = [Snippet(snippet_id(one), one, "https://example.org/sponges", title="Sponges > Feeding") for one in texts]
    told = limits_of(evidence_among([*titled, Snippet(snippet_id(DATED), DATED)]), False, set(), ())
    kinds = (undefined("Sponge"), QUOTED, UNQUOTED, LITTLE, NOTHING)
    assert [sum(one.startswith(kind) for one in told) for kind in kinds] == [1] * len(kinds) == [1] * len(told)
    assert all(is_limit(one, "SN") for one in acronym) and all(is_limit(one, "Sponge") for one in told)
    assert not any(is_limit(one, "Sponge") for one in (*few_cited(2), undefined("Coral"), "No snippet answers: Why?"))


def test_of_a_question_no_definition_is_missed_but_what_to_ask_for_is_told() -> None:
    asked = "How do sponges feed?"
    told = limits_of(replace(evidence_of(DATED), topic=asked), False, set(), ())
    assert told[0].startswith(f"“{asked}” is a question: ") and "by its name" in told[0]
    assert is_limit(told[0], asked) and not any("defines" in one for one in told)
    assert is_limit(f"No sentence was found that defines “{asked}” and can be quoted alone.", asked)  # told before


def test_a_count_of_few_is_known_whatever_its_number() -> None:
    known = [*few_cited(1), *few_cited(7), "Only 1 snippets of the corpus are cited here."]
    assert all(is_few_cited(one) for one in known) and len(known) == 3
    assert not is_few_cited("Only 3 snippets answer: How old?")


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("A sponge is a common cause of rash in divers, and contact with it is a factor in fever.", False),
        ("A sponge is caused by a mutation, and contact with a host is a factor in its spread.", True),
    ],
)
def test_what_the_topic_brings_about_is_none_of_its_causes(text: str, fits: bool) -> None:
    evidence = evidence_of(text)
    assert (facet_fit(evidence.singles[0], facet("causes"), evidence) >= FIT) is fits
