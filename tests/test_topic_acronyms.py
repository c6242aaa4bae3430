"""A topic that texts spell out once and then call by its acronym is found under the acronym, where that means nothing
else."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.library import Library
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.fit import FIT, label_fit
from castalia.tools.composition.labels import _as_written
from castalia.tools.composition.limits import limits_of
from castalia.tools.topic.anchor import anchor
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import weigh
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.spelled_names import spelled_otherwise
from castalia.tools.topic.topic_acronyms import acronyms_of, meanings_of, stands_for, unclear_acronyms
from castalia.tools.topic.topic_definition import defining_score
from castalia.tools.topic.topic_forms import unwritten
from castalia.tools.topic.topic_mentions import meant_stems

TOPIC = ("coral", "bleach", "index")
SPELLED = [f"The coral bleaching index (CBI) of reef {n} is read twice a year by divers." for n in range(3)]
SHORT = [f"On reef {n} the CBI rose in the warm summer, and a CBI above four means many dead corals." for n in range(8)]
OTHERS = [f"The glacier of valley {n} carries gravel, and the gravel grinds the rock of valley {n}." for n in range(60)]


def learn(texts: Sequence[str], topic: str = "Coral bleaching index") -> Relevance:
    snippets = [Snippet(snippet_id(text), text, f"https://example.org/{at}") for at, text in enumerate(texts)]

    async def run() -> Relevance:
        async with Library.open() as library:
            await library.snippets.add(snippets)
            return await anchor(topic, library.snippets, learn_background(snippets), None, "")

    return asyncio.run(run())


def test_what_names_the_topic_by_its_acronym_names_it() -> None:
    model = learn([*SPELLED, *SHORT, *OTHERS])
    assert model.synonyms == {"cbi": "CBI"}
    assert model.literal == len(SPELLED) + len(SHORT)
    short = [model.scores[snippet_id(text)] for text in SHORT]
    assert min(short) > max((model.scores.get(snippet_id(text), 0.0) for text in OTHERS), default=0.0)
    assert {snippet_id(text) for text in SHORT} <= set(model.seed)


@pytest.mark.parametrize(
    "others",
    [
        ["A computer-based interview (CBI) asks each town.", "The computer-based interview (CBI) of today is short."],
        ["A cbi is a small boat of the coast.", "The cbi is rowed by two.", "Each cbi has a sail."],
    ],
)
def test_an_acronym_that_means_other_things_stands_for_none(others: list[str]) -> None:
    model = learn([*SPELLED, *SHORT[:2], *others, *OTHERS])
    assert model.synonyms == {}
    assert model.literal == len(SPELLED)


def test_a_heading_says_the_acronym_where_the_texts_do() -> None:
    texts = [*SPELLED, *(f"The local CBI of bay {n} is read by divers in the summer of each year." for n in range(6))]
    model = learn([*texts, *OTHERS])
    snippets = [Snippet(snippet_id(text), text, f"https://example.org/{at}") for at, text in enumerate(texts)]
    found = weigh("Coral bleaching index", model, learn_background(snippets), snippets, TripletGraph.of({}, {}))
    term = "local coral bleach index"
    holders = [one for one in found.singles if term in one.terms]
    assert len(holders) == 6
    assert _as_written(term, holders, found) == "Local CBI"
    mention = replace(holders[0], subject=frozenset())
    assert label_fit(mention, term, (), found.stems) >= FIT  # its words stand together, if not on the page
    assert label_fit(replace(mention, terms=frozenset()), term, (), found.stems) < FIT


def test_one_text_that_spells_it_out_is_enough() -> None:
    assert acronyms_of(TOPIC, [*SPELLED[:1], *SHORT]) == ("CBI",)
    assert learn([*SPELLED[:1], *SHORT, *OTHERS]).literal == 1 + len(SHORT)
    assert acronyms_of(TOPIC, SHORT) == ()
    assert not stands_for("CBI", TOPIC, [])


def test_what_else_an_acronym_stands_for_does_not_come_onto_the_page() -> None:
    other = "A computer-based interview (CBI) asks each town for its view."
    assert unclear_acronyms(TOPIC, [*SPELLED, *SHORT, OTHERS[0]]) == frozenset()
    assert unclear_acronyms(TOPIC, [*SPELLED[:2], *SHORT, other]) == {"cbi"}


def test_a_snippet_that_means_something_else_by_the_acronym_does_not_name_the_topic() -> None:
    other = "A computer-based interview (CBI) asks each town for its view. The CBI takes an hour in most towns of the coast."
    told = {}
    for name, extra in (("clear", OTHERS[0]), ("unclear", other)):
        snippets = [Snippet(snippet_id(text), text) for text in (SPELLED[0], SHORT[0], extra)]
        model = replace(learn([*SPELLED, *SHORT, *OTHERS]), synonyms={})
        found = weigh("Coral bleaching index", model, learn_background(snippets), snippets, TripletGraph.of({}, {}))
        told[name] = "cbi" in found.other_names
    assert told == {"clear": True, "unclear": False}


def test_small_letters_define_no_acronym_of_the_topic() -> None:
    texts = [*SPELLED, *SHORT]
    snippets = [Snippet(snippet_id(text), text) for text in texts]
    model = learn([*texts, *OTHERS])
    found = weigh("Coral bleaching index", model, learn_background(snippets), snippets, TripletGraph.of({}, {}))
    assert defining_score("A CBI is a count of the pale corals of a reef.", found) > 0
    assert defining_score("A cbi is a small boat that carries two.", found) == 0.0


def test_the_meanings_of_an_acronym_are_counted() -> None:
    other = [
        "A computer-based interview (CBI) asks each town.",
        "The computer-based interview (CBI) of today is short.",
    ]
    assert meanings_of("CBI", [*SPELLED, *other, *SHORT]) == ("coral bleaching index", "computer-based interview")
    assert meanings_of("CBI", [*SPELLED, *other[:1], *SHORT]) == ("coral bleaching index",)
    forms = [f"Reef {word} (RN) link the bays." for word in ("networks", "networks", "networks", "nets", "nets")]
    assert meanings_of("RN", forms) == ("Reef networks",)
    assert meanings_of("XYZ", SPELLED) == ()


@pytest.mark.parametrize("text", ["The cbi of old boats.", "CBIX and cbi."])
def test_what_is_not_written_in_capitals_is_no_acronym_of_the_topic(text: str) -> None:
    model = learn([*SPELLED, *SHORT, *OTHERS])
    assert unwritten(text, model.synonyms) == {"cbi"}
    assert unwritten("Two CBIs were read.", model.synonyms) == frozenset()
    assert "cbi" not in meant_stems(frozenset({"cbi", "boat"}), text, model)


def test_a_page_on_an_acronym_of_several_things_says_so() -> None:
    other = [f"A computer-based interview (CBI) asks town {n} for its view of the sea." for n in range(2)]
    snippets = [Snippet(snippet_id(text), text) for text in (*SPELLED, *other, *SHORT)]
    model = replace(learn([*SPELLED, *SHORT, *OTHERS]), stems=("cbi",), synonyms={})
    told = {}
    for name, those in (("several", snippets), ("one", snippets[: len(SPELLED)])):
        found = weigh("CBI", model, learn_background(those), those, TripletGraph.of({}, {}))
        told[name] = limits_of(found, True, set(), [])
    assert told["several"][0] == (
        "CBI stands for coral bleaching index and computer-based interview in these snippets: ask for one of them by its full name."
    )
    assert not any("stands for" in one for one in told["one"])


def test_an_acronym_of_all_but_the_last_word_of_a_long_name_will_do_where_that_word_stands_beside_it() -> None:
    spelled = [f"Chain of custody (CoC) reasoning of court {n} links one clue to the next." for n in range(3)]
    short = [f"In court {n} the CoC was long, for reasoning by CoC takes time." for n in range(8)]
    learned = learn([*spelled, *short, *OTHERS], "Chain-of-custody reasoning")
    assert learned.synonyms == {"coc": "CoC"}
    assert learned.literal == 11
    elsewhere = [one.replace("reasoning by CoC", "a CoC") for one in short]
    assert not learn([*spelled, *elsewhere, *OTHERS], "Chain-of-custody reasoning").synonyms


def test_the_acronym_of_another_name_is_one_of_the_topic() -> None:
    formal = ["Benthic heat decline (BHD) is the formal term for what is commonly called a coral fading."]
    named = [f"A coral fading struck reef {n} in the summer, and divers saw the fading spread." for n in range(4)]
    short = [f"On reef {n} the BHD lasted for weeks, and a BHD of that length kills most corals." for n in range(8)]
    learned = learn([*formal, *named, *short, *OTHERS], "Coral fading")
    assert learned.full_name == ("benthic", "heat", "declin")
    assert learned.synonyms == {"bhd": "BHD"}
    assert learned.literal == 13


def test_what_is_in_something_is_defined_by_its_own_name_where_that_is_named_too() -> None:
    named = [f"A paling in coral reefs was seen on reef {n}, and the paling in coral reefs lasted." for n in range(9)]
    snippets = [Snippet(snippet_id(text), text) for text in named]
    background = learn_background([*snippets, *(Snippet(snippet_id(one), one) for one in OTHERS)])
    found = weigh(
        "Paling in coral reefs",
        learn([*named, *OTHERS], "Paling in coral reefs"),
        background,
        snippets,
        TripletGraph.of({}, {}),
    )
    assert defining_score("Paling, a state in which a coral reef loses its color, is a danger to fish.", found) > 0.85
    assert defining_score("Paling is a fence that is made of stakes.", found) == 0.0


def test_an_acronym_is_not_the_topic_s_in_a_text_that_spells_it_out_as_something_else() -> None:
    text = "Camp bed insurers (CBIs) pay for broken beds. A CBI asks for a letter."
    names = [("coral", "bleach", "index")]
    assert spelled_otherwise(text, {"cbi", "reef"}, names) == {"cbi"}
    assert spelled_otherwise("A coral-bleaching index (CBI) is read. The CBI rose.", {"cbi"}, names) == frozenset()
    assert spelled_otherwise("Coral bleaching (CB) is read.", {"cb"}, names) == frozenset()  # all but its last word
    assert spelled_otherwise("A CBI asks for a letter.", {"cbi"}, names) == frozenset()


def test_what_another_bearer_of_the_acronym_does_is_not_told_of_the_topic() -> None:
    others = ["Camp bed insurers (CBIs) pay for the beds that a storm breaks. A CBI asks its guests for a letter."]
    spelled = [f"The coral bleaching index (CBI) of bay {n} is read once a year by divers." for n in range(6)]
    rows = [*spelled, *SHORT, *others, *OTHERS]
    texts = {text: Snippet(snippet_id(text), text, f"https://example.org/{at}") for at, text in enumerate(rows)}
    model = learn([*texts])
    assert model.synonyms == {"cbi": "CBI"}
    found = weigh(
        "Coral bleaching index", model, learn_background([*texts.values()]), [*texts.values()], TripletGraph()
    )
    said = {one.text for one in found.singles}
    assert any("A CBI above four" in one or "the CBI rose" in one for one in said)
    assert not any("bed" in one for one in said)
