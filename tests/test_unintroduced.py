"""A quotation goes where it speaks of what its document has just introduced, and its page has not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import SimpleNamespace
from typing import cast

import pytest
from castalia.memory.records import Citation, Claim, Draft, Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.page_editing import edit
from castalia.tools.composition.unintroduced import without_unintroduced
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance

CLASSES = learn_classes([])
NOWHERE: Mapping[str, int] = {}
SHORE = (
    "A limpet has a rasp of hard teeth. The radula scrapes weed from the rock, and iron in the radula keeps it sharp. "
    "Waves wet the upper shore twice a day. Limpets lose the tip of the radula within a week."
)
RADULA, WAVES, TIP = (one.text for one in split_sentences(SHORE)[1:])


def evidence(
    *texts: str, usual: frozenset[str] = frozenset(), papers: bool = False, documents: Mapping[str, int] = NOWHERE
) -> Evidence:
    snippets = [Snippet(f"s{at}", text) for at, text in enumerate(texts)]
    return cast(
        Evidence,
        SimpleNamespace(
            papers=papers,
            stems=frozenset({"limpet"}),
            snippets={one.id: one for one in snippets},
            before={after.id: one.id for one, after in pairwise(snippets)},
            background=SimpleNamespace(
                classes=CLASSES,
                share=lambda stem: 0.1 if stem in usual else 0.0,
                phrase_share=lambda phrase: 0.1 if phrase in usual else 0.0,
            ),
            documents=documents,
            sentences={
                one.id: tuple(frozenset(content_stems(other.text)) for other in split_sentences(one.text))
                for one in snippets
            },
        ),
    )


def left(
    sentences: Sequence[str],
    known: Evidence,
    *,
    lead: Sequence[str] = (),
    begun: Sequence[str] = (),
    heading: str = "Food",
) -> list[str]:
    """What is left of a section of these sentences, each taken from the last snippet that holds it."""

    def claim(text: str) -> Claim:
        name = next((one.id for one in reversed(list(known.snippets.values())) if text in one.text), "elsewhere")
        return Claim(text, (Citation(name, name),), text)

    first, section = (Draft(name, (tuple(map(claim, texts)),)) for name, texts in (("lead", lead), ("s", sentences)))
    _, drafts = without_unintroduced(first, frozenset(begun), [Section("s", heading, 1)], {"s": section}, known)
    return [one.sentence for one in claims_in(drafts["s"])]


def test_what_the_sentences_before_speak_of_has_to_be_quoted_before_it() -> None:
    usual = frozenset({"weed", "rock", "shore", "week", "tip", "iron", "tooth", "wave"})
    known = evidence(SHORE.replace(WAVES, f"{WAVES} The radula is long."), usual=usual)
    assert left([WAVES, TIP], known) == [WAVES]
    assert left([RADULA, TIP], known) == [RADULA, TIP]


@pytest.mark.parametrize(
    "read",
    [{"lead": ["The radula is a ribbon."]}, {"heading": "The radula"}],
    ids=["in the lead", "in the heading"],
)
def test_what_a_reader_has_read_anywhere_before_is_introduced(read: dict[str, list[str]]) -> None:
    text = "The radula is long and flat. Limpets lose the tip of the radula within a week."
    assert not left([TIP], evidence(text))
    assert left([TIP], evidence(text), **read) == [TIP]  # type: ignore[arg-type]


def test_a_definition_stays_whatever_it_speaks_of() -> None:
    text = "The radula is long and flat. A tooth is a hard spike of the radula."
    assert left(["A tooth is a hard spike of the radula."], evidence(text)) == [
        "A tooth is a hard spike of the radula."
    ]


def test_what_brackets_explain_is_introduced() -> None:
    told = "Limpets lose the radula (a rasp of teeth) within a week."
    text = f"The radula is long and flat. {told}"
    assert left([told], evidence(text, usual=frozenset({"week", "rasp"}))) == [told]


def test_what_one_sentence_far_before_mentions_is_not_missed() -> None:
    text = "Iron is in the radula. Waves come twice a day. Limpets lose the tip of the radula within a week."
    usual = frozenset({"tip", "week"})
    assert left([TIP], evidence(text, usual=usual)) == [TIP]
    assert not left([TIP], evidence("The radula is sharp.", text, usual=usual))


def test_what_is_no_longer_the_matter_is_not_missed() -> None:
    waves = " ".join(
        f"Waves come at {hour} and go again." for hour in ("one", "two", "three", "four", "five", "six", "seven")
    )
    text = f"The radula is sharp. Iron is in the radula. {waves}"
    usual = frozenset({"tip", "week"})
    assert left([TIP], evidence(f"{text} Storms follow. Calm follows. {TIP}", usual=usual)) == [TIP]
    assert not left([TIP], evidence(f"{text.replace(waves, waves[:60])}. {TIP}", usual=usual))


def test_what_many_documents_on_the_topic_speak_of_needs_no_introduction() -> None:
    text = f"The radula is sharp. {TIP}"
    assert left([TIP], evidence(text, documents={"radula": 4, "tip": 4, "week": 4})) == [TIP]
    assert not left([TIP], evidence(text, documents={"radula": 3, "tip": 4, "week": 4}))


def test_a_name_is_missed_even_if_one_sentence_mentions_it() -> None:
    text = "The shore was mapped by Anna Orton in 1920. Storms came later. All of the limpets that Orton drew are gone."
    drew = "All of the limpets that Orton drew are gone."
    assert not left([drew], evidence(text, usual=frozenset({"storm"})))


def test_so_is_what_two_words_name_together_though_a_reader_has_read_one_of_them() -> None:
    text = "The radula has a brown tip. Iron makes the brown tip hard. Waves come twice a day. Limpets file the brown tip away."
    usual = frozenset({"tip", "brown", "radula", "iron", "wave"})
    away = "Limpets file the brown tip away."
    assert not left([away], evidence(text, usual=usual), lead=["A limpet ends in a tip."])
    assert left([away], evidence(text, usual=usual), lead=["A limpet ends in a brown tip."]) == [away]


@pytest.mark.parametrize(
    "sentence",
    [
        "Limpets eat with a radula of hard teeth.",
        "Limpets need a radula.",
        "Limpets lose their teeth (the tip of the radula first).",
        "The radula of a limpet is a ribbon of teeth.",
    ],
)
def test_what_a_sentence_calls_no_the_or_defines_or_puts_in_brackets_is_not_missed(sentence: str) -> None:
    known = evidence(f"Iron is in the radula. {sentence}", usual=frozenset({"limpet", "tooth", "ribbon"}))
    assert left([sentence], known) == [sentence]


def test_what_many_texts_speak_of_needs_no_introduction() -> None:
    assert left([TIP], evidence(f"The radula is sharp. {TIP}", usual=frozenset({"radula"}))) == [TIP]


def test_what_leans_on_what_goes_goes_with_it_and_what_the_lead_begins_with_stays() -> None:
    text = f"The radula is sharp. {TIP} It grows again within a month."
    assert not left([TIP, "It grows again within a month."], evidence(text))
    again = "Limpets have the radula of a snail."
    known = evidence(f"{text} {again}")
    assert left([again], known, lead=[TIP], begun=[TIP]) == [again]
    assert not left([again], known, lead=[TIP])


def test_papers_are_left_alone_and_so_is_what_a_writer_says_in_words_of_its_own() -> None:
    text = f"The radula is sharp. {TIP}"
    assert left([TIP], evidence(text, papers=True)) == [TIP]
    draft = Draft("s", ((Claim(TIP, (Citation("s0", "s0"),)),),))
    known = evidence(text)
    _, drafts = without_unintroduced(Draft("lead", ()), frozenset(), [Section("s", "Food", 1)], {"s": draft}, known)
    assert drafts["s"] == draft


def test_so_does_the_editing_of_a_page() -> None:
    told = (
        "A rainbow of the night forms over wide falls when a full moon stands low in the sky.",
        "It looks white to the eye, for a moon gives too little light for colors.",
        "Cameras that gather its light for half a minute find all of them.",
    )
    points = "Those who look for a rainbow point the spectroscope at the moon."
    text = f"{' '.join(told)} A spectroscope parts its colors. The spectroscope is made of brass. {points}"
    snippets = [Snippet("bow", text, title="Bows", url="bows")]
    lenses = [Snippet(f"l{n}", f"A lens of {n} centimetres bends light to a point.") for n in range(500)]
    relevance = Relevance(("rainbow",), {"rainbow": 0.6}, {"bow": 1.0}, ("bow",), 1, {}, {"bow": "bows"}, size=501)
    known = weigh("Rainbow", relevance, learn_background([*snippets, *lenses]), snippets, TripletGraph.of({}, {}))
    claims = tuple(Claim(one, (Citation("bow", "bow"),), one) for one in (*told, points))
    _, _, edited = edit([Section("s", "Night")], {"s": Draft("s", (claims,))}, snippets, known, asked=["s"])
    assert [claim.sentence for claim in claims_in(edited["s"])] == [*told]
