"""Metrics of citations: worked by hand with given verdicts, by key and never by position, with nothing taken for a
no."""

from __future__ import annotations

import time
from typing import Any

import pytest
from castalia.tools.claims.atomic_claims import atomic_claims
from castalia.tools.claims.entailment import Answer, Entailment
from castalia.tools.metrics.measured_page import (
    MeasuredPage,
    MeasuredSection,
    MeasuredSentence,
    MeasuredSource,
    measured_page,
)
from castalia.tools.metrics.metric_citations import citation_metrics, cited_pairs, other_pairs
from castalia.tools.pages.page_json import PageRecord
from hypothesis import given
from hypothesis import strategies as st


def page(*sentences: tuple[str, str, str], sources: str = "xyz") -> MeasuredPage:
    """Sentences as (section, text, keys); one section ``a`` with ``b`` inside, and one ``c``."""
    return MeasuredPage(
        "Reef",
        tuple(MeasuredSentence(where, text, tuple(keys)) for where, text, keys in sentences),
        (MeasuredSection("a", "A", ("a", "b")), MeasuredSection("b", "B", ("b",)), MeasuredSection("c", "C", ("c",))),
        {key: MeasuredSource(f"Source {key}.") for key in sources},
    )


def answers(
    *entailed: tuple[str, str], others: Answer = "neutral", of: MeasuredPage
) -> dict[tuple[str, str], Entailment | None]:
    """These pairs are entailed, all others that are asked are not."""
    asked = [*cited_pairs(of), *((one.text, key) for one in of.sentences for key in of.sources)]
    return {pair: Entailment("entailed" if pair in entailed else others, 1.0) for pair in asked}


PAGE = page(
    ("lead", "One two.", "xy"),  # x entails it: recall 1, precision 1/2
    ("b", "Three four five.", "y"),  # y does not, z would
    ("c", "Six seven eight nine.", ""),  # no citation
    ("c", "Ten.", "q"),  # leads nowhere
)
GIVEN = answers(("One two.", "x"), ("Three four five.", "z"), of=PAGE)


def test_every_metric_by_hand() -> None:
    found = citation_metrics(PAGE, GIVEN)
    assert found.hallucination == pytest.approx(3 / 4)
    assert found.coverage == 0  # the one verified claim is in the lead, which is no section
    assert found.citation_recall == pytest.approx(1 / 4)
    assert found.citation_precision == pytest.approx((1 / 2 + 0 + 0) / 3)  # the sentence without citations has none
    assert found.citation_rate == pytest.approx(2 / 10)
    assert (found.ais_strict, found.ais.part, found.ais.whole) == (0.0, 2, 4)
    assert (found.unresolved, found.unjudged) == (1, 0)


def test_a_section_is_covered_by_what_stands_below_it() -> None:
    found = citation_metrics(PAGE, answers(("Three four five.", "y"), of=PAGE))
    assert found.coverage == pytest.approx(2 / 3)


def test_a_section_whose_claims_nobody_judged_is_neither_covered_nor_bare() -> None:
    given = answers(("Three four five.", "y"), of=PAGE)
    pairs = [pair for pair in given if pair[0] == "Six seven eight nine."]
    assert citation_metrics(PAGE, given | dict.fromkeys(pairs)).coverage == pytest.approx(2 / 3)  # it cites nothing
    silent = page(("b", "Three four five.", "y"), ("c", "Six seven.", "x"))
    given = answers(("Three four five.", "y"), of=silent)
    found = citation_metrics(silent, given | {("Six seven.", "x"): None})
    assert (found.coverage, found.unjudged) == (1.0, 1)


def test_a_claim_is_a_part_of_its_sentence_and_needs_one_snippet_for_itself() -> None:
    text = "Corals build reefs, and algae are their partners."
    one = page(("a", text, "xy"))
    parts = atomic_claims(text)
    assert parts == ("Corals build reefs", "algae are their partners.")
    given = answers((parts[0], "x"), (parts[1], "y"), of=one)
    found = citation_metrics(one, given)
    assert (found.hallucination, found.citation_recall) == (0, 0)
    found = citation_metrics(one, answers((parts[0], "x"), of=one))
    assert found.hallucination == 0.5


@pytest.mark.parametrize(
    "whole",
    [
        "It occurs in cells, tissues, and organs of animals.",  # a list
        "It is red; blue.",  # nothing behind the seam
        "When reefs grow, algae are happy.",
        "",
    ],
)
def test_what_is_one_statement_stays_whole(whole: str) -> None:
    assert atomic_claims(whole) == (whole,)


def test_a_long_claim_stays_whole() -> None:
    long, short = f"Sponges that {'very ' * 200}slowly grow are old", "corals are quick to grow"
    assert atomic_claims(f"{long}; {short}.") == (long, f"{short}.")


@pytest.mark.parametrize("unit", [" ", "\n", "; ", ", and ", "a; "])
def test_a_hostile_sentence_is_cut_in_linear_time(unit: str) -> None:
    started = time.process_time()
    atomic_claims((unit * 50_000)[:50_000])
    assert time.process_time() - started < 2.0


def test_the_nearest_other_sources_are_asked_where_the_cited_do_not_help() -> None:
    sources = {
        key: MeasuredSource(text)
        for key, text in zip("abcde", ["x", "reefs grow", "x", "reefs grow slowly", "x"], strict=True)
    }
    one = MeasuredPage("T", (MeasuredSentence("a", "Reefs grow slowly.", ("a",)),), (), sources)
    assert cited_pairs(one) == [("Reefs grow slowly.", "a")]
    assert [key for _, key in other_pairs(one, {})] == ["d", "b", "c"]
    assert other_pairs(one, {("Reefs grow slowly.", "a"): Entailment("entailed", 1.0)}) == []


def test_what_nobody_could_judge_is_left_out_and_counted() -> None:
    one = page(("a", "One two.", "x"), ("a", "Three.", "y"))
    found = citation_metrics(one, {("One two.", "x"): Entailment("entailed", 1.0), ("Three.", "y"): None})
    assert (found.hallucination, found.citation_recall, found.citation_rate) == (0, 1, 1)
    assert (found.unjudged, found.ais_strict) == (1, None)
    # One sentence that no source entails is enough to know that not every sentence is attributed.
    unsaid = {("One two.", key): Entailment("neutral", 0.0) for key in "xyz"}
    assert citation_metrics(one, {**unsaid, ("Three.", "y"): None}).ais_strict == 0
    nothing = citation_metrics(one, {})
    assert (nothing.hallucination, nothing.citation_precision, nothing.ais.value, nothing.ais_strict) == (None,) * 4
    assert nothing.coverage == 0  # sections b and c hold nothing at all; whether a is covered nobody knows


def test_a_page_of_nothing_has_no_values() -> None:
    found = citation_metrics(MeasuredPage("T", (), (), {}), {})
    shares = (found.hallucination, found.coverage, found.citation_recall, found.citation_precision, found.citation_rate)
    assert {*shares, found.ais_strict, found.ais.value} == {None}


VERDICTS = st.lists(st.booleans(), min_size=12, max_size=12)
CITED = st.lists(st.text("xyzq", max_size=3).map(lambda keys: "".join(dict.fromkeys(keys))), min_size=1, max_size=4)


@given(CITED, VERDICTS)
def test_shares_lie_between_0_and_1_and_agree(cited: list[str], verdicts: list[bool]) -> None:
    one = page(*(("a", f"Words {at}.", keys) for at, keys in enumerate(cited)))
    pairs = [(sentence.text, key) for sentence in one.sentences for key in "xyz"]
    given = {
        pair: Entailment("entailed" if yes else "contradicted", 1.0) for pair, yes in zip(pairs, verdicts, strict=False)
    }
    found = citation_metrics(one, given)
    for share in (found.hallucination, found.coverage, found.citation_recall, found.citation_rate, found.ais.value):
        assert share is not None and 0 <= share <= 1
    assert found.citation_recall is not None and found.hallucination == pytest.approx(1 - found.citation_recall)
    assert found.ais.value is not None and found.ais.value >= found.citation_recall
    assert (found.ais_strict == 1) == (found.ais.value == 1)


def record(order: list[int], **changes: Any) -> PageRecord:
    """A page with three references in some order, numbered as they are whatever their place."""
    references = [
        {"number": n, "key": f"k{n}", "snippet_id": f"i{n}", "source_id": "", "url": f"u{n}", "title": "", "authors": [], "year": None, "doi": None, "text": f"Text {n}."}
        for n in (1, 2, 3)
    ]  # fmt: skip
    value: Any = {
        "topic": "Reef",
        "lead": "Text 3.[3] Text 1.[1][9]",
        "sections": [{"id": "a", "heading": "A", "level": 1, "text": "Text 2.[2]", "sections": []}],
        "references": [references[at] for at in order],
        "claims": [
            {"section": "lead", "sentence": "Text 3.", "citations": [3], "verdict": "unchecked", "quote": ""},
            {"section": "lead", "sentence": "Text 1.", "citations": [1, 9], "verdict": "unchecked", "quote": ""},
            {"section": "a", "sentence": "Text 2.", "citations": [2], "verdict": "unchecked", "quote": ""},
        ],
        "model": None,
        **changes,
    }
    return value  # type: ignore[no-any-return]


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
def test_numbers_lead_to_their_reference_wherever_it_stands(order: list[int]) -> None:
    found = measured_page(record(order))
    assert [one.keys for one in found.sentences] == [("k3",), ("k1", "[9]"), ("k2",)]
    assert found.sources["k1"].text == "Text 1." and "[9]" not in found.sources
    assert sorted(cited_pairs(found)) == [("Text 1.", "k1"), ("Text 2.", "k2"), ("Text 3.", "k3")]


def test_the_text_wins_where_a_page_was_edited_by_hand() -> None:
    found = measured_page(record([0, 1, 2], lead="Something else.[2] And no source."))
    assert [(one.text, one.keys) for one in found.sentences[:2]] == [
        ("Something else.", ("k2",)),
        ("And no source.", ()),
    ]


def test_a_claim_is_one_sentence_where_the_text_is_made_of_claims() -> None:
    two = "Corals are animals. Most live in colonies."
    claims = [
        {"section": "lead", "sentence": two, "citations": [1], "verdict": "unchecked", "quote": ""},
        {"section": "lead", "sentence": "—", "citations": [2], "verdict": "unchecked", "quote": ""},
        {"section": "a", "sentence": "Text 2.", "citations": [2], "verdict": "unchecked", "quote": ""},
    ]
    found = measured_page(record([0, 1, 2], lead=f"{two}[1] —[2]", claims=claims))
    assert [(one.text, one.keys) for one in found.sentences] == [(two, ("k1",)), ("Text 2.", ("k2",))]


def test_on_a_page_without_claims_no_sentence_hides_behind_the_citation_of_the_next() -> None:
    lead = (
        "No source for it. Text 1 [1]. Text 2 [2][9] goes on. Text 3. [3] Lost.[77] Range [0,1] of [18]F and [7] stays."
    )
    found = measured_page(record([0, 1, 2], lead=lead, claims=[], sections=[]))
    assert [(one.text, one.keys) for one in found.sentences] == [
        ("No source for it.", ()),
        ("Text 1.", ("k1",)),
        ("Text 2 goes on.", ("k2", "[9]")),
        ("Text 3.", ("k3",)),
        ("Lost.", ("[77]",)),
        ("Range [0,1] of [18]F and [7] stays.", ()),
    ]


def test_two_snippets_under_one_key_stay_two() -> None:
    broken = record([0, 1, 2])
    for reference in broken["references"]:
        reference["key"] = "same"
    found = measured_page(broken)
    assert {found.sources[one.keys[0]].text for one in found.sentences} == {"Text 1.", "Text 2.", "Text 3."}
    for reference in broken["references"]:
        reference["text"] = "Text."
    assert list(measured_page(broken).sources) == ["same"]


def test_a_reference_without_a_key_goes_by_its_snippet_or_its_number() -> None:
    bare = record([0, 1, 2])
    bare["references"][0]["key"] = bare["references"][1]["key"] = ""
    bare["references"][0]["snippet_id"] = "s9"
    bare["references"][1]["snippet_id"] = ""
    assert set(measured_page(bare).sources) == {"s9", "[2]", "k3"}
