"""The measures of the benchmark, on examples worked by hand."""

from __future__ import annotations

import gzip
import importlib.util
import json
import math
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def _load(name: str) -> ModuleType:
    """A file of the benchmarks folder, which is no package, under a name that clashes with nothing."""
    path = Path(__file__).parent / "benchmarks" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"castalia_benchmarks_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their own module up
    spec.loader.exec_module(module)
    return module


measures = _load("measures")
gold = _load("gold")
baselines = _load("baselines")
labels = _load("labels")

REEF = "Coral reefs shelter a quarter of all marine species."
TIDE = "Tidal currents carry plankton towards the outer slope."
WARM = "Warm water bleaches corals by driving out their algae."


def _record(**changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "topic": "Coral reef",
        "lead": f"{REEF}[1]",
        "sections": [
            {
                "id": "a",
                "heading": "Bleaching",
                "text": f"{WARM}[2][1]",
                "sections": [{"id": "b", "heading": "Currents", "text": f"{TIDE}[1]", "sections": []}],
            }
        ],
        "references": [
            {
                "number": 1,
                "snippet_id": "x",
                "url": "u:1",
                "text": f"{REEF}  {TIDE.replace(' carry', chr(10) + 'carry')}",
            },
            {"number": 2, "snippet_id": "y", "url": "u:2", "text": f"Reefs suffer. {WARM}"},
        ],
        "claims": [
            {"section": "lead", "sentence": REEF, "citations": [1]},
            {"section": "a", "sentence": WARM, "citations": [1, 2]},
            {"section": "b", "sentence": TIDE, "citations": [1]},
        ],
    }
    return record | changes


def test_page_text_loses_citations_but_keeps_isotopes_and_intervals() -> None:
    record = _record(lead="The tracer [18]F decays.[1][2] It lies in [0,1]. [1]")
    assert measures.page_text(record).startswith("The tracer [18]F decays. It lies in [0,1].\n")


def test_sections_are_read_at_every_depth_and_in_order() -> None:
    assert measures.page_headings(_record()) == ["Bleaching", "Currents"]
    assert measures.page_text(_record()) == f"{REEF}\n\n{WARM}\n\n{TIDE}"


def test_redundancy_is_the_share_of_the_shorter_sentence_that_stood_before() -> None:
    short = "Reefs shelter marine life."
    long = "Reefs shelter marine worms where sunlit terraces fall towards darkness."
    assert measures.redundancy([short, long, TIDE, WARM]) == 25  # three of the four stems of the shorter one
    assert measures.redundancy([short, long, TIDE, WARM], own=True) == 0  # three of the nine of the longer, later one
    assert measures.redundancy([long, short, TIDE, WARM], own=True) == 25


def test_sixty_per_cent_itself_is_not_redundant() -> None:
    assert measures.redundancy(["alpha beta gamma delta epsilon", "alpha beta gamma zeta eta"]) == 0
    assert measures.redundancy(["alpha beta gamma delta epsilon", "alpha beta gamma delta eta"]) == 50


def test_short_sentences_are_not_judged_for_redundancy() -> None:
    assert measures.redundancy(["It is rare.", "It is rare.", REEF]) == 0


def test_duplicates_ignore_case_and_space_and_near_duplicates_leave_them_out() -> None:
    sentences = [REEF, REEF.upper().replace(" ", "  "), REEF.replace("quarter", "third"), TIDE]
    assert measures.duplicates(sentences) == 1
    assert measures.near_duplicates(sentences) == 1


def test_a_lead_sentence_that_returns_in_a_section_is_counted_once() -> None:
    claims = [
        *_record()["claims"],
        {"section": "a", "sentence": REEF, "citations": [1]},
        {"section": "b", "sentence": REEF, "citations": [1]},
    ]
    assert measures.lead_reused(_record()) == 0
    assert measures.lead_reused(_record(claims=claims)) == 1


def test_verbatim_forgives_white_space_and_nothing_else() -> None:
    assert measures.verbatim_share(_record()) == 100
    claims = [{"section": "a", "sentence": WARM.replace("algae", "alga"), "citations": [2]}, *_record()["claims"]]
    assert measures.verbatim_share(_record(claims=claims)) == 75


def test_verbatim_asks_for_the_cited_snippet_not_for_any() -> None:
    claims = [{"section": "lead", "sentence": WARM, "citations": [1]}]
    assert measures.verbatim_share(_record(claims=claims)) == 0


def test_verbatim_in_the_corpus_does_not_believe_the_record() -> None:
    assert measures.verbatim_in_corpus(_record(), {"u:1": REEF, "u:2": WARM}) == pytest.approx(200 / 3)


def test_text_that_no_claim_accounts_for_shows() -> None:
    assert measures.unbacked_share(_record()) == 0
    extra = _record(lead=f"{REEF}[1] Invented.")
    shown = len("".join(f"{REEF}{WARM}{TIDE}Invented.".split()))
    assert measures.unbacked_share(extra) == pytest.approx(100 * len("Invented.") / shown)


def test_citations_that_lead_nowhere_are_counted_in_claims_and_in_text() -> None:
    assert measures.unresolvable(_record()) == 0
    claims = [
        {"section": "lead", "sentence": REEF, "citations": [7]},
        {"section": "a", "sentence": WARM, "citations": []},
    ]
    assert measures.unresolvable(_record(claims=claims)) == 2
    assert measures.unresolvable(_record(lead=f"{REEF}[9]")) == 1


def test_a_bracketed_number_of_the_source_is_no_citation() -> None:
    references = [*_record()["references"], {"number": 3, "snippet_id": "z", "url": "", "text": "We used [18]F."}]
    assert measures.unresolvable(_record(lead="They used [18]F.[3]", references=references)) == 0


def test_headings_match_by_stems_without_the_topic() -> None:
    found = measures.heading_overlap(
        ["Bleaching of corals", "Coral reefs", "Economic value", "Water chemistry"],
        ["Coral bleaching", "Reef", "Economy and fishing value", "Chemistry"],
        "Coral reef",
    )
    # The topic alone is wrong on the page and asks for nothing on the gold side, which has three headings left.
    assert found["heading_precision_any"] == 75
    assert found["heading_precision_half"] == 75
    assert found["heading_recall_any"] == 100
    assert found["heading_recall_half"] == pytest.approx(200 / 3)  # "economic" is not "economy": one stem of three
    assert found["heading_precision_stems"] == 60  # bleach, value, chemistri of five
    assert found["heading_recall_stems"] == 60


def test_half_of_the_stems_is_stricter_than_any() -> None:
    found = measures.heading_overlap(["Modern deep water surveys"], ["Water"], "Coral reef")
    assert (found["heading_precision_any"], found["heading_precision_half"]) == (100, 0)


def test_empty_headings_are_found() -> None:
    headings = ["History", "Overview", "The coral reefs", "Of the", "Further Aspects", "Histories", "Types"]
    assert measures.bad_headings(headings, "Coral reef") == [
        "Overview",
        "The coral reefs",
        "Of the",
        "Further Aspects",
        "Histories",
    ]


def test_a_sound_page_measures_as_it_should() -> None:
    row = measures.measure(_record(), lambda sentence: ["plankton"] if "plankton" in sentence else [])
    assert row["words"] == 9 + 9 + 8
    assert (row["top_sections"], row["headings"], row["snippets"], row["claims"]) == (1, 2, 2, 3)
    assert row["objectionable"] == pytest.approx(100 / 3)
    assert {row[key] for key in ("duplicates", "near_duplicates", "lead_reused", "unresolvable", "bad_headings")} == {0}
    assert "objectionable" not in measures.measure(_record())


def test_phrases_stop_at_function_words_numbers_and_punctuation() -> None:
    found = gold.phrases("Deep cold-water corals of 1998, reefs")
    assert ("deep", "cold", "water") in found and ("cold", "water", "coral") in found
    assert ("coral", "reef") not in found and ("water", "coral", "reef") not in found
    assert max(len(one) for one in found) == 3 and not any("1998" in one for one in found)


def test_gold_terms_occur_twice_and_weigh_by_the_logarithm() -> None:
    weights = gold.candidates("Reefs grow. A reef grows. The reef dies.")
    assert weights == {("reef",): pytest.approx(1 + math.log(3)), ("grow",): pytest.approx(1 + math.log(2)), **_pair()}


def _pair() -> dict[tuple[str, ...], Any]:
    return {("reef", "grow"): pytest.approx(1 + math.log(2))}


def test_term_recall_is_weighted() -> None:
    assert gold.term_recall({("reef",): 3.0, ("alga",): 1.0}, "Reefs are old.") == 75
    assert gold.term_recall({}, "Reefs are old.") == 0


def test_gold_pages_are_read_gzipped_with_nested_sections(tmp_path: Path) -> None:
    inner = {"title": "Cold", "level": 2, "text": "Deep.", "subsections": []}
    row = {
        "topic": "Coral reef",
        "corpus_file": "sea.jsonl",
        "gold": {
            "summary": "Reefs.",
            "sections": [{"title": "Water", "level": 1, "text": "Warm.", "subsections": [inner]}],
            "headings": [{"level": 1, "title": "Water"}, {"level": 2, "title": "Cold"}],
        },
    }
    with gzip.open(tmp_path / "pages.jsonl.gz", "wt", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")
    (page,) = gold.load_gold(tmp_path / "pages.jsonl")
    assert (page.text, page.headings) == ("Reefs.\n\nWarm.\n\nDeep.", ("Water", "Cold"))


def test_bm25_prefers_the_rare_word_and_the_shorter_text() -> None:
    texts = ["reef water", "reef reef water sand", "water", "alga water salt wind", "alga water"]
    index = baselines.Bm25(texts)
    assert index.rank("algae", 9) == [4, 3]
    assert index.rank("water algae", 2) == [4, 3]
    assert index.rank("whale", 9) == []
    idf = math.log(1 + (5 - 2 + 0.5) / (2 + 0.5))
    assert idf > math.log(1 + 0.5 / 5.5)


def test_facets_take_turns_without_repeats() -> None:
    texts = ["comet history", "comet types", "comet", "comet history types"]
    order = baselines.by_facets(baselines.Bm25(texts), "Comet")
    assert sorted(order) == [0, 1, 2, 3]
    assert order[:2] == [0, 1]


def test_a_baseline_is_cut_at_the_end_of_a_sentence_and_never_too_short() -> None:
    texts = ["Ants dig deep. Bees fly far away.", "Crows sing."]
    assert baselines.cut(texts, [1, 0], 3) == ["Crows sing.", "Ants dig deep."]
    assert baselines.cut(texts, [0, 1], 4) == ["Ants dig deep. Bees fly far away."]
    assert baselines.cut(texts, [0], 99) == ["Ants dig deep. Bees fly far away."]


def test_agreement_counts_each_sentence_once_however_many_rounds_read_it() -> None:
    said = {"a": [True] * 4, "b": [False, False], "c": [True, False], "d": [True]}
    rows = [{"key": key, "reader": str(at), "fine": one} for key, those in said.items() for at, one in enumerate(those)]
    sentences, share, kappa = labels.agreement(rows)
    assert (sentences, share) == (3, pytest.approx(2 / 3))  # half of what is said is fine: chance is a half
    assert kappa == pytest.approx(1 / 3)
    assert labels.agreement(rows[:4]) == (1, 1.0, 0.0) and labels.agreement(rows[-1:]) == (0, 0.0, 0.0)
