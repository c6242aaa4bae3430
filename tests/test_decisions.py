"""Decisions as values: what is refused, and what follows from what is not."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from castalia.graphs.commands.decision_text import again, decision_of, is_empty, text_of
from castalia.graphs.decisions import (
    FeedbackDecision,
    OutlineDecision,
    SourcesDecision,
    TripletsDecision,
    banned_by,
    banned_documents,
    check_feedback,
    check_sources,
    check_triplets,
    reasons,
    schema_of,
)
from castalia.graphs.pipeline.asking import _asked
from castalia.graphs.pipeline.decided_outline import check_outline, outline_from
from castalia.memory.edge_triplets import edge_id, triplets_behind
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.ledgers import Ledgers
from castalia.memory.protocols import Hit
from castalia.memory.records import Section, Snippet, Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.triplets import TripletGraph
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

PROPOSED = (
    Section("a", "History", 1, (), "history"),
    Section("b", "Coral bleaching", 1, ("coral bleach",), "", (Section("c", "Recovery", 2, ("recoveri",)),)),
)
SNIPPETS = tuple(
    Snippet(name, f"text {name}", url=f"https://x.org/{doc}#{name}")
    for name, doc in (("s1", "d1"), ("s2", "d1"), ("s3", "d2"))
)


def refused(part: str, decision: Any, check: Callable[[Any], None]) -> str:
    """Why a decision is refused, as LangGraph would come to know it."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(schema_of(part, check)).validate_python(decision)
    return reasons(caught.value)


def accepted(decision: Any, proposed: tuple[Section, ...]) -> OutlineDecision:
    """An outline that is not refused, as LangGraph would hand it on."""
    schema = TypeAdapter(schema_of("outline", lambda one: check_outline(one, proposed, "Coral reef")))
    taken: OutlineDecision = schema.validate_python(decision)
    return taken


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        ({"sections": []}, "the outline is empty"),
        ({"sections": [{"heading": " \t"}]}, "sections.0.heading: a heading is empty"),
        ({"sections": [{"heading": "\x1b\x07"}]}, "a heading is empty"),
        ({"sections": [{"heading": "of the"}]}, "says nothing"),
        ({"sections": [{"heading": "reef " * 100}]}, "200 are the most"),
        ({"sections": [{"heading": "A1", "id": "zz"}]}, "there is no section 'zz'"),
        ({"sections": [{"heading": "X1", "id": "a"}, {"heading": "Y1", "id": "a"}]}, "'a' stands twice"),
        (
            {"sections": [{"heading": "X1", "sections": [{"heading": "Y1", "sections": [{"heading": "Z1"}]}]}]},
            "two levels",
        ),
        ({"sections": [{"heading": f"Reef {n}"} for n in range(61)]}, "61 headings: 60"),
        ({"sections": [{"heading": "Heat stress"}, {"heading": "heat  Stress"}]}, "'heat Stress' stands twice"),
        ({"sections": [{"heading": "History", "id": "a"}, {"heading": "History"}]}, "'History' stands twice"),
        ({"sections": [{"heading": "Heat", "sections": [{"heading": "Heat"}]}]}, "'Heat' stands twice"),
        ({"sections": [{"heading": "Heat", "sections": [{"heading": "X1"}, {"heading": "x1"}]}]}, "'x1' stands twice"),
        ({"sections": [{"heading": "CORAL Reef"}]}, "'CORAL Reef' is the topic itself"),
        ({"a\nb\x1b": 1}, "a b : there is no such key, leave it out"),
        ({"sections": "History"}, "valid list"),
        ({"sections": [{"heading": 5}]}, "valid string"),
        ({"sections": [{"headline": "History"}]}, "Field required"),
        ({"outline": []}, "outline: there is no such key"),
        ({"sections": ["History"]}, "sections.0: this is no dict, give one with heading, id, sections"),
        (None, "this is no dict, give one with sections"),
        ("as it is", "this is no dict"),
    ],
)
def test_a_bad_outline_is_refused_with_its_reason(decision: Any, why: str) -> None:
    assert why in refused("outline", decision, lambda one: check_outline(one, PROPOSED, "Coral reef"))


def test_headings_may_be_alike_where_they_were_proposed_so_or_stand_apart() -> None:
    twins = (Section("x", "Growth", 1), Section("y", "Growth", 1), Section("t", "Coral reef", 1))
    kept = {"sections": [{"id": one.id, "heading": one.heading} for one in twins]}
    assert outline_from(accepted(kept, twins), twins, "Coral reef") == twins
    inner = {"heading": "Recovery"}
    apart = [
        {"heading": "Storms", "sections": [inner]},
        {"heading": "Heat", "sections": [inner]},
        {"heading": "Overview"},
    ]
    made = outline_from(accepted({"sections": apart}, PROPOSED), PROPOSED, "Coral reef")
    headings = [(top.heading, [one.heading for one in top.sections]) for top in made]
    assert headings == [("Storms", ["Recovery"]), ("Heat", ["Recovery"]), ("Overview", [])]
    assert len({one.id for top in made for one in (top, *top.sections)}) == 5


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        ({"pin": ["s9"]}, "there is no snippet 's9'"),
        ({"pin": ["https://x.org/d1"]}, "pin takes ids"),
        ({"ban": ["https://x.org/d9"]}, "there is no source"),
        ({"pin": ["s1"], "ban": ["s1"]}, "s1 cannot be pinned and banned"),
        ({"pin": ["s2"], "ban": ["https://x.org/d1"]}, "s2 cannot be pinned and banned"),
        ({"ban": ["s1", "s2", "s3"]}, "every source is banned"),
        ({"ban": ["https://x.org/d1", "https://x.org/d2"]}, "every source is banned"),
        ({"pin": ["s1", "s1"]}, "'s1' stands twice"),
        ({"pin": "s1"}, "valid list"),
        ({"ban": [1]}, "valid string"),
        ({"drop": ["s1"]}, "drop: there is no such key"),
    ],
)
def test_bad_sources_are_refused_with_their_reason(decision: Any, why: str) -> None:
    assert why in refused("sources", decision, lambda one: check_sources(one, SNIPPETS))


def test_where_no_source_was_found_a_decision_that_bans_none_is_taken() -> None:
    schema = TypeAdapter(schema_of("sources", lambda one: check_sources(one, [])))
    assert schema.validate_python({}) == SourcesDecision()


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        ({"answers": [{"id": "q", "action": "keep"}]}, "there is no objection 'q'"),
        ({"answers": [{"id": "o", "action": "keep"}] * 2}, "stands twice"),
        ({"answers": [{"id": "o", "action": "revise"}]}, "needs an instruction"),
        ({"answers": [{"id": "o", "action": "drop", "instruction": "shorter"}]}, "goes with revise"),
        ({"answers": [{"id": "o", "action": "revise", "instruction": "x" * 501}]}, "500 are the most"),
        ({"answers": [{"id": "o", "action": "burn"}]}, "'keep', 'drop' or 'revise'"),
    ],
)
def test_bad_answers_are_refused_with_their_reason(decision: Any, why: str) -> None:
    assert why in refused("feedback", decision, lambda one: check_feedback(one, ["o"]))


def test_a_veto_of_an_unknown_triplet_is_refused() -> None:
    assert "no triplet 'x'" in refused("triplets", {"veto": ["x"]}, lambda one: check_triplets(one, ["y"]))


def test_decisions_without_arguments_mean_as_it_is() -> None:
    assert outline_from(OutlineDecision(), PROPOSED, "Reef") == PROPOSED
    assert banned_by(SourcesDecision(), SNIPPETS) == ()
    assert TripletsDecision().veto == [] == FeedbackDecision().answers


def test_sections_keep_their_evidence_until_their_heading_changes() -> None:
    edit = {
        "sections": [
            {"id": "c", "heading": "Recovery"},
            {"id": "b", "heading": "Heat stress", "sections": [{"id": "a", "heading": "The past"}]},
            {"heading": "History"},
            {"heading": "History"},
        ]
    }
    outline = outline_from(OutlineDecision.model_validate(edit), PROPOSED, "Reef")
    first, second, third, fourth = outline
    assert (first.id, first.level, first.terms) == ("c", 1, ("recoveri",))
    assert (second.id, second.terms) == ("b", ("heat stress",))
    assert (second.sections[0].level, second.sections[0].facet) == (2, "history")
    assert third.id != fourth.id and third.facet == fourth.facet == "history"
    assert outline == outline_from(OutlineDecision.model_validate(edit), PROPOSED, "Reef")


def test_a_section_that_tells_a_document_again_does_so_under_any_heading() -> None:
    told = Section("d", "Zones of a reef", 1, ("zone reef",), sources=(("https://x.org/d1", "Zones of a Reef"),))
    edit = {"sections": [{"id": "d", "heading": "Zonation"}, {"heading": "Zones of a reef"}]}
    renamed, fresh = outline_from(OutlineDecision.model_validate(edit), (told,), "Reef")
    assert (renamed.heading, renamed.sources, renamed.terms) == ("Zonation", told.sources, told.terms)
    assert not fresh.sources


def test_a_ban_names_a_snippet_by_its_id_or_its_place_or_all_of_a_document() -> None:
    for name in ("s1", "https://x.org/d1#s1"):
        one = SourcesDecision(ban=[name])
        assert [snippet.id for snippet in banned_by(one, SNIPPETS)] == ["s1"]
        assert banned_documents(one, SNIPPETS) == ()
    whole = SourcesDecision(ban=["https://x.org/d1"])
    assert [snippet.id for snippet in banned_by(whole, SNIPPETS)] == ["s1", "s2"]
    assert banned_documents(whole, SNIPPETS) == ("https://x.org/d1",)


def test_the_ledgers_show_a_ban_to_later_steps_only_and_replace_it() -> None:
    run = Ledgers().run("r")
    run.curate(0, [Hit("s1", 1.0)])
    run.curate(1, [Hit("s2", 1.0)])
    run.ban(2, ["s1"], ["d1"])
    run.pin(2, ["s2"])
    assert [hit.snippet_id for hit in run.curated()] == ["s2"] == [hit.snippet_id for hit in run.curated(2)]
    assert [hit.snippet_id for hit in run.curated(1)] == ["s1"]
    assert len(run.taken_in(2)) == 2
    assert run.pinned(2) == ("s2",) and run.pinned(1) == ()
    assert run.banned().covers(Snippet("s7", "x", url="d1")) and not run.banned(1).snippets
    run.ban(2, [])
    assert len(run.curated()) == 2


def test_a_veto_takes_an_edge_and_what_only_it_named_out_of_the_graph() -> None:
    read = {
        "s1": Extraction(
            (Triplet("Coral", "eats", "plankton", "s1", "q1"), Triplet("coral", "builds", "reefs", "s1", "q2"))
        ),
        "s2": Extraction((Triplet("Coral", "eats", "plankton", "s2", "q3"),)),
    }
    graph = TripletGraph.of(read, {})
    edge = next(one for one in graph.edges if one.surface == "eats")
    behind = triplets_behind({edge_id(edge)}, graph, read)
    assert {one.quote for one in behind} == {"q1", "q3"}
    run = Ledgers().run("r")
    run.veto(3, behind)
    assert run.vetoed() == frozenset(behind) and not run.vetoed(2)


def test_a_veto_leaves_the_opposite_claim_and_what_is_not_in_the_graph_alone() -> None:
    def said(snippet: str, relation: str, positive: bool = True) -> Extraction:
        return Extraction((Triplet("coral", relation, "algae", snippet, snippet, positive=positive),))

    read = {"s1": said("s1", "eats"), "s2": said("s2", "does not eat"), "s3": said("s3", "eats", positive=False)}
    graph = TripletGraph.of(read, {})
    found = {
        edge.positive: {
            one.quote for one in triplets_behind({edge_id(edge)}, graph, {**read, "s4": said("s4", "eats")})
        }
        for edge in graph.edges
    }
    assert found == {True: {"s1"}, False: {"s2", "s3"}}


OUTLINE_QUESTION: dict[str, Any] = {
    "part": "outline",
    "topic": "Reef\x1b[31m",
    "ask": "?",
    "sections": [
        {"id": "a", "heading": "History", "sections": []},
        {"id": "b", "heading": "Coral \x07bleaching", "sections": [{"id": "c", "heading": "Recovery"}]},
    ],
}


def test_an_outline_text_reads_back_as_it_was_written() -> None:
    text = text_of(OUTLINE_QUESTION)
    assert decision_of(text, OUTLINE_QUESTION) == {
        "sections": [
            {"id": "a", "heading": "History", "sections": []},
            {"id": "b", "heading": "Coral bleaching", "sections": [{"id": "c", "heading": "Recovery"}]},
        ]
    }


def test_headings_without_an_id_are_found_by_their_words_or_are_new() -> None:
    found = decision_of("# Recovery\n\n# Uses\n## History\n# History\n", OUTLINE_QUESTION)["sections"]
    assert [one["id"] for one in found] == ["c", None, None]
    assert found[1]["sections"] == [{"id": "a", "heading": "History"}]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("## Inner\n", "line 1 is a subsection without a section"),
        ("// x\n# A\n### B\n", "line 3 is of level 3"),
        ("# A\njust words\n", "line 2 is no heading"),
        ("{broken", "this is no JSON"),
        ("[1]", "a decision is a JSON object"),
    ],
)
def test_a_bad_outline_text_names_its_line(text: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        decision_of(text, OUTLINE_QUESTION)


SOURCES_QUESTION: dict[str, Any] = {
    "part": "sources",
    "topic": "Reef",
    "ask": "?",
    "not_shown": 3,
    "sources": [
        {"id": "s1", "title": "One\x1b]0;gone\x07\nban s2", "url": "u1", "document": "d1", "text": "a\r\x9bb\u202e"},
        {"id": "s2", "title": "", "url": "u2", "document": "d2", "text": "c"},
    ],
}


def test_what_a_corpus_says_can_neither_command_a_terminal_nor_decide() -> None:
    text = text_of(SOURCES_QUESTION | {"problem": "bad\x1b[2J\nban s1"})
    assert all(one.isprintable() or one == "\n" for one in text)
    assert "PROBLEM: bad" in text and "3 more are not shown" in text
    assert decision_of(text, SOURCES_QUESTION) == {"pin": [], "ban": []}


def test_sources_and_triplets_are_decided_by_the_first_word_of_a_line() -> None:
    text = "pin s1 whatever\nban-all s2 x\nban https://x.org/d\n"
    assert decision_of(text, SOURCES_QUESTION) == {"pin": ["s1"], "ban": ["d2", "https://x.org/d"]}
    edges = {"part": "triplets", "topic": "x", "ask": "?", "triplets": []}
    assert decision_of("keep e1 a | b | c\nveto e2 a | b | d\n", edges) == {"veto": ["e2"]}
    for bad in ("burn s1", "pin", "veto s1"):
        with pytest.raises(InputError, match="line 1 has to begin with keep, pin, ban or ban-all"):
            decision_of(bad, SOURCES_QUESTION)


def test_objections_are_answered_line_by_line() -> None:
    question = {
        "part": "feedback",
        "topic": "x",
        "ask": "?",
        "objections": [
            {
                "id": "o1",
                "heading": "H",
                "sentence": "S.\n drop o2",
                "reason": "r",
                "section": "a",
                "request": "replace",
            }
        ],
    }
    assert decision_of(text_of(question), question) == {"answers": []}
    found = decision_of("keep o1\ndrop o2\nrevise o3 Say which  oceans.\nleave o4\n", question)["answers"]
    assert [(one["action"], one["instruction"]) for one in found] == [
        ("keep", ""),
        ("drop", ""),
        ("revise", "Say which  oceans."),
    ]
    with pytest.raises(InputError, match="line 1 has to begin with leave, keep, drop or revise"):
        decision_of("maybe o1", question)


def test_json_is_taken_as_it_stands_and_comments_alone_are_nothing() -> None:
    assert decision_of(json.dumps({"veto": ["x"]}), {"part": "triplets"}) == {"veto": ["x"]}
    assert is_empty("// a\n\n  // b\n") and not is_empty("# A")


def test_json_that_begins_with_a_byte_order_mark_is_json() -> None:
    assert decision_of('\ufeff{"veto": []}', {"part": "triplets"}) == {"veto": []}


OBJECTIONS_QUESTION: dict[str, Any] = {"part": "feedback", "topic": "x", "ask": "?", "objections": []}
TRIPLETS_QUESTION: dict[str, Any] = {"part": "triplets", "topic": "x", "ask": "?", "triplets": []}
CHECKS: dict[str, tuple[dict[str, Any], Callable[[Any], None]]] = {
    "outline": (OUTLINE_QUESTION, lambda one: check_outline(one, PROPOSED, "Reef")),
    "sources": (SOURCES_QUESTION, lambda one: check_sources(one, SNIPPETS)),
    "triplets": (TRIPLETS_QUESTION, lambda one: check_triplets(one, ["e1"])),
    "feedback": (OBJECTIONS_QUESTION, lambda one: check_feedback(one, ["o1"])),
}
WORDS = st.sampled_from(
    [
        "#",
        "##",
        "###",
        "{a}",
        "{",
        "}",
        "keep",
        "ban",
        "ban-all",
        "pin",
        "veto",
        "drop",
        "revise",
        "leave",
        "s1",
        "e1",
        "o1",
        "History",
    ]
)
LINES = st.lists(st.lists(WORDS | st.text(max_size=8), max_size=5).map(" ".join), max_size=6).map("\n".join)
NAMES = st.sampled_from(["sections", "heading", "id", "pin", "ban", "veto", "answers", "action", "instruction"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | WORDS
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=4), inner, max_size=3)
)
TEXTS = (
    st.text(max_size=300) | LINES | VALUES.map(json.dumps) | st.dictionaries(NAMES, VALUES, max_size=2).map(json.dumps)
)


@given(TEXTS, st.sampled_from(sorted(CHECKS)))
def test_any_text_is_a_decision_or_one_clear_line(text: str, part: str) -> None:
    question, check = CHECKS[part]
    is_empty(text)
    try:
        TypeAdapter(schema_of(part, check)).validate_python(decision_of(text, question))
    except InputError as error:
        told = str(error)
    except ValidationError as error:
        told = reasons(error)
    else:
        return
    assert told and told.isprintable() and len(told) < 1000


@settings(max_examples=20)
@given(st.integers(2, 100_000))
def test_json_of_any_depth_is_refused_in_one_line(depth: int) -> None:
    asked: list[Any] = []

    def ask(question: dict[str, Any]) -> Any:
        asked.append(question.get("problem"))
        return decision_of('{"sections": ' + "[" * depth + "]" * depth + "}", question)

    try:
        found = asyncio.run(_asked({"outline": ask}, OUTLINE_QUESTION, []))
    except CastaliaError as error:
        assert str(error).isprintable()
    else:
        with pytest.raises(ValidationError) as caught:
            TypeAdapter(schema_of("outline", lambda one: None)).validate_python(found)
        assert reasons(caught.value).isprintable()


def test_what_was_written_before_keeps_its_notes_and_the_problem_counts_lines_as_they_stand_now() -> None:
    first = text_of(SOURCES_QUESTION)
    edited = first.replace("\n\n", "\n\n// a note of mine\n", 1) + "bann s1\n"
    wrong = next(at for at, line in enumerate(edited.splitlines(), start=1) if line.startswith("bann"))
    for _ in range(2):  # refused twice: nothing piles up
        shown = again(SOURCES_QUESTION | {"problem": f"line {wrong} begins with a word that is none"}, edited)
        assert shown.count("PROBLEM") == 1 and "// a note of mine" in shown
        assert all(line in shown.splitlines() for line in first.splitlines())
        counted = int(shown.partition("PROBLEM: line ")[2].split()[0])
        assert shown.splitlines()[counted - 1] == "bann s1"
        edited, wrong = shown, counted
    calm = again(SOURCES_QUESTION, edited)
    assert "PROBLEM" not in calm and calm.startswith("// Below is what you wrote before")
    assert decision_of('// a note\n\n{"ban": ["s1"]}', SOURCES_QUESTION) == {"ban": ["s1"]}


def test_a_decision_with_thousands_of_entries_is_checked_in_little_time() -> None:
    ids = [f"{number:016x}" for number in range(10_000)]
    began = time.thread_time()
    with pytest.raises(ValueError, match=f"the triplet '{ids[0]}' stands twice"):
        check_triplets(TripletsDecision(veto=[*ids[:-1], ids[0]]), ids)
    assert time.thread_time() - began < 0.5
