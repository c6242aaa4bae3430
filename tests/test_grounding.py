"""A claim stands when what it cites has its numbers and names; verbatim claims always do."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Citation, Claim, Snippet
from castalia.tools.claims.grounding import Grounding, ground
from castalia.tools.language.sentences import split_sentences
from hypothesis import given, settings
from hypothesis import strategies as st

SNIPPET = Snippet(
    "a1b2c3d4e5f60718",
    "The World Health Organization reported in March 2016 that 1,250 of 10 000 corals (12.5 %) in Australia lost their algae, about"
    " 2 to 3 million tonnes. CO₂ rose by 40 ppm at 25 °C in the year. Escherichia coli was found by Charles Darwin in type II cells."
    " The test gave 3.2 × 10⁶ copies by PCR. Both species of Europe died within a decade. The p53 gene and IL-6 were named.",
    title="Reefs",
    year=2017,
)
OTHER = Snippet("b1b2c3d4e5f60718", "Kepler measured 77 orbits.")
SNIPPETS = {SNIPPET.id: SNIPPET, OTHER.id: OTHER}


def check(sentence: str, *ids: str) -> Grounding:
    claim = Claim(sentence, tuple(Citation("s" + one[:6], one) for one in ids or (SNIPPET.id,)))
    return ground(claim, SNIPPETS, "Coral reefs", ("Great Barrier Reef",))


@pytest.mark.parametrize(
    "sentence",
    [
        "The WHO counted 1250 damaged corals among 10,000 in Australia.",
        "About 12.5 per cent of Australian corals lost algae, or two million to three million tonnes.",
        "CO2 increased by forty ppm at 25 degrees Celsius in the Great Barrier Reef.",
        "In the study, E. coli was seen by Darwin in type 2 cells.",
        "As of 2017, it gave 3.2 × 10^6 copies.",
        "It gave about 3.2 million copies, or 3.2e6.",
        "Two European species died within ten years.",
        "By 2016 the p53 gene, IL6 and interleukin 6 were known.",
        "Recent results: Most lost their algae.",
    ],
)
def test_the_same_numbers_and_names_in_another_dress_stand(sentence: str) -> None:
    found = check(sentence)
    assert (found.reason, found.missing) == ("", ())


@pytest.mark.parametrize(
    ("sentence", "missing"),
    [
        ("The UNESCO counted 1251 corals.", ("1251", "UNESCO")),
        ("In April 2016 corals in Austria died.", ("April", "Austria")),
        ("It rose by 25.5 or 125.", ("25.5", "125")),
        ("Reefs lost 4 million tonnes.", ("4 million",)),
        ("The p63 gene was named.", ("p63",)),
        ("Levels of CH4 rose.", ("CH4",)),
        ("Seven species died.", ("seven",)),
        ("All were dead by 2018.", ("2018",)),
        ("It was Einstein who found them.", ("Einstein",)),
        ("It was found in type IV cells.", ("IV",)),
        ("Of 250 corals 1 lost its algae.", ("250", "1")),  # no part of "1,250"
        ("About 3 tonnes were lost.", ("3",)),  # "3 million"
        ("Corals died at −25 °C.", ("-25",)),
        ("Several hundred thousand corals lost their algae.", ("hundred thousand",)),
        ("Einstein reported it in 2016.", ("Einstein",)),
        ("Brazil's corals lost their algae.", ("Brazil",)),
        ("NASA reported it in 2016.", ("NASA",)),  # once
    ],
)
def test_what_no_cited_snippet_has_is_named(sentence: str, missing: tuple[str, ...]) -> None:
    found = check(sentence)
    assert found.missing == missing
    assert all(one in found.reason for one in missing)


@pytest.mark.parametrize(
    "sentence",
    [
        "Darwin found it.",
        "Zooxanthellae's loss was reported.",
        "Bleaching was reported.",
        "Reefs lost it.",
    ],
)
def test_a_subject_that_opens_a_sentence_is_a_word_where_a_snippet_has_it_in_small_letters(sentence: str) -> None:
    other = Snippet("d1b2c3d4e5f60718", "The loss of zooxanthellae is called bleaching.")
    claim = Claim(sentence, (Citation("sa1b2c3", SNIPPET.id),))
    assert ground(claim, {**SNIPPETS, other.id: other}, "Coral reefs", ()).missing == ()


def test_a_name_that_opens_a_sentence_needs_no_source_where_the_topic_or_a_heading_has_it() -> None:
    other = Snippet("d1b2c3d4e5f60718", "It was Einstein.")  # a capital is no small letter
    claim = Claim("Einstein reported it.", (Citation("sa1b2c3", SNIPPET.id),))
    snippets = {**SNIPPETS, other.id: other}
    assert ground(claim, snippets, "Coral reefs", ()).missing == ("Einstein",)
    assert ground(claim, snippets, "Coral reefs", ("Einstein's view",)).missing == ()


def test_a_roman_number_stands_for_its_value_and_a_made_up_one_does_not() -> None:
    two = Snippet("c1", "Diabetes of type 2 is common.")
    claims = [Claim(f"Most have diabetes of type {one}.", (Citation("k", "c1"),)) for one in ("II", "VII")]
    assert [ground(one, {"c1": two}, "", ()).missing for one in claims] == [(), ("VII",)]


def test_a_mark_of_a_models_server_stands_only_where_a_source_speaks_of_it() -> None:
    told = Snippet("c1", "A turn ends with <|im_end|> in this format.")
    slip = Claim("A turn ends here.<|im_end|>", (Citation("k", "c1"),))
    assert ground(slip, {"c1": told}, "", ()).missing == ()
    assert ground(slip, {"c1": Snippet("c1", "A turn ends here, too.")}, "", ()).missing == ("<|im_end|>",)


def test_a_reason_names_the_first_six_things_and_counts_the_rest() -> None:
    names = [f"X{at}" for at in range(8)]
    for count, more in ((6, ""), (8, " and 2 more")):
        assert check(f"We saw {', '.join(names[:count])}.").reason == (
            f"what it cites does not have: {', '.join(names[:6])}{more}"
        )


def test_a_claim_without_a_known_citation_does_not_stand() -> None:
    assert ground(Claim("Reefs die.", ()), SNIPPETS, "", ()).reason == "it cites no snippet"
    assert "s00000" in check("Reefs die.", "0000000000000000", SNIPPET.id).reason


def test_numbers_and_names_may_come_from_different_citations() -> None:
    assert check("Kepler and Darwin saw 77 orbits in Australia.", SNIPPET.id, OTHER.id).reason == ""
    assert check("Kepler and Darwin saw 77 orbits in Australia.", OTHER.id).missing == ("Darwin", "Australia")


def test_the_topic_excuses_names_but_no_numbers() -> None:
    claim = Claim("In Palau 9 reefs died.", (Citation("sb1b2c3", OTHER.id),))
    assert ground(claim, SNIPPETS, "Palau 9", ()).missing == ("9",)


def test_the_quote_is_the_nearest_sentence_of_what_is_cited() -> None:
    assert (
        check("Darwin found Escherichia coli.").quote
        == "Escherichia coli was found by Charles Darwin in type II cells."
    )
    assert check("Nothing shared whatsoever.", OTHER.id).quote == ""


def test_verbatim_sentences_always_stand() -> None:
    for one in split_sentences(SNIPPET.text):
        assert check(one.text) == Grounding("", one.text, ())


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(min_size=1), st.lists(st.sampled_from(["CO₂", "10⁶", "1,000", "two", "hundred", "E.", "coli", "3.2e9", "Smith’s", "II", ".", ":", "“", "and", "5 x 10-6", "٣", "²", "ǅ", "0", "1e9999"]), min_size=1).map(" ".join)))  # fmt: skip
def test_whatever_a_snippet_says_can_be_said_again(text: str) -> None:
    snippet = Snippet("c1b2c3d4e5f60718", text)
    for sentence in [text, f"and {text} x", *(one.text for one in split_sentences(text))]:
        found = ground(Claim(sentence, (Citation("sc1b2c3", snippet.id),)), {snippet.id: snippet}, "", ())
        assert found == ground(Claim(sentence, (Citation("sc1b2c3", snippet.id),)), {snippet.id: snippet}, "", ())
        if " ".join(sentence.split()) and sentence in text:
            assert found.reason == "" or text.strip() == ""


def test_a_long_claim_is_read_in_linear_time() -> None:
    started = time.process_time()
    for piece in ("12 ", "1,000,", "Aa ", "two and ", "10^", "1 x 10-", "(A", "1 000 "):
        check((piece * 10_000)[:30_000])
    assert time.process_time() - started < 4.0
