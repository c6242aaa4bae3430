"""Ledgers: steps replace themselves, reads see the past only, runs are apart, repeats are refused and new questions are
not."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from castalia.memory.errors import DamagedStoreError, DiskFullError, InputError, StoreError, UnknownRunError
from castalia.memory.ledgers import Event, Ledgers
from castalia.memory.paraphrases import first_paraphrase, is_paraphrase
from castalia.memory.protocols import Hit, Recorder
from castalia.memory.records import Feedback, Query, Question, Triplet
from hypothesis import given, settings
from hypothesis import strategies as st

BROKEN = {"letters": "CAST(x'7bff7d' AS TEXT)", "values": "x'7b7d7d'"}  # in SQL
TOPICS = ("coral reefs", "black holes", "cell membranes", "protein folding", "plate tectonics", "enzyme kinetics")

SAME = [
    ("gene regulation", "regulation of genes"),
    ("What is the role of mitochondria in apoptosis?", "How do mitochondria contribute to apoptosis?"),
    ("effect of temperature on enzyme activity", "How does temperature affect the activity of enzymes?"),
    ("impact of diet on sleep", "How is sleep affected by diet?"),
    ("bacteria resistance", "resistant bacterium"),
    ("How does photosynthesis work?", "mechanism of photosynthesis"),
    ("What are the main causes of ocean acidification?", "Why does the ocean acidify?"),
    ("conversion of glucose to glycogen", "glycogen from glucose conversion"),
    ("treatment of asthma", "asthma therapies"),
    ("Dark matter in galaxies", "galaxies' dark matter"),
    ("what is entropy", "Entropy"),
    ("the stars' spectra", "spectrum of a star"),
    ("What is known about coral bleaching?", "coral bleaching"),
    ("Einstein's field equations", "Einstein field equation"),
    ("influence of pH on solubility", "pH effects on solubility"),
    ("differences between mitosis and meiosis", "How does mitosis differ from meiosis?"),
    ("How are proteins folded?", "protein folding"),
    ("TYPE 2 DIABETES", "type 2 diabetes"),
    ("Classification of galaxies", "How are galaxies classified?"),
    ("??", "??"),
    ("What role do mitochondria play in apoptosis?", "How do mitochondria contribute to apoptosis?"),
    ("What affects the growth of corals?", "What affects coral growth?"),
    ("How do predators control prey?", "How are prey controlled by predators?"),
    ("How do predators control prey?", "control of prey by predators"),
    ("Which genes does autophagy regulate?", "Which genes are regulated by autophagy?"),
    ("Which genes regulate autophagy?", "genes that regulate autophagy"),
    ("What effects does heat have on corals?", "How does heat affect corals?"),
    ("In which ways do corals reproduce?", "How do corals reproduce?"),
    ("What are the main effects of coral bleaching?", "coral bleaching effects"),
    ("How does heat in reefs affect corals?", "How does heat affect corals in reefs?"),
    ("Where do corals grow?", "Where are corals growing?"),
]
DIFFERENT = [
    ("type 1 diabetes", "type 2 diabetes"),
    ("vitamin C", "vitamin D"),
    ("vitamin A deficiency", "vitamin deficiency"),
    ("T cells", "B cells"),
    ("T cells", "cells"),
    ("effect of sleep on diet", "effect of diet on sleep"),
    ("How does sleep affect diet?", "How is sleep affected by diet?"),
    ("conversion of glucose to glycogen", "conversion of glycogen to glucose"),
    ("conversion of energy from light to chemical form", "conversion of energy from chemical to light form"),
    ("drugs with side effects", "drugs without side effects"),
    ("corals without algae", "algae without corals"),
    ("studies with p < 0.05", "studies with p > 0.05"),
    ("ions of charge +2", "ions of charge -2"),
    ("hyperthyroidism", "hypothyroidism"),
    ("pro-inflammatory cytokines", "anti-inflammatory cytokines"),
    ("inflammatory cytokines", "anti-inflammatory cytokines"),
    ("non-small cell lung cancer", "small cell lung cancer"),
    ("causes of inflammation", "effects of inflammation"),
    ("structure of the ribosome", "function of the ribosome"),
    ("effect of temperature on enzyme activity", "effect of pH on enzyme activity"),
    ("long-term memory", "short-term memory"),
    ("special relativity", "general relativity"),
    ("Why do stars explode?", "How do stars explode?"),
    ("endothermic reactions", "exothermic reactions"),
    ("organic chemistry", "inorganic chemistry"),
    ("COVID-19", "COVID-20"),
    ("Na+ transport", "Na transport"),
    ("DNA replication", "RNA replication"),
    ("X-ray diffraction", "electron diffraction"),
    ("Does stress cause inflammation?", "Does inflammation cause stress?"),
    ("planets larger than Earth", "Earth larger than planets"),
    ("electrons are not conserved", "electrons are conserved"),
    ("Why isn't energy lost?", "Why is energy lost?"),
    ("What causes coral bleaching?", "What does coral bleaching cause?"),
    ("What affects corals?", "What do corals affect?"),
    ("Which genes affect autophagy?", "Which genes does autophagy affect?"),
    ("Which genes regulate autophagy?", "Which genes does autophagy regulate?"),
    ("Which genes regulate autophagy?", "Which genes are regulated by autophagy?"),
    ("Which genes regulate autophagy?", "How do genes regulate autophagy?"),
    ("What controls predators?", "What is controlled by predators?"),
    ("What eats corals?", "What do corals eat?"),
    ("What can eat corals?", "What can corals eat?"),
    ("What do corals eat?", "How do corals eat?"),
    ("How do predators control prey?", "How do prey control predators?"),
    ("How do predators control prey?", "How are predators controlled by prey?"),
    ("Do predators control prey?", "Do prey control predators?"),
    ("How do corals change coral growth?", "How does coral growth change corals?"),
    ("When did corals evolve?", "Where did corals evolve?"),
    ("When did corals evolve?", "How did corals evolve?"),
    ("When did corals evolve?", "coral evolution"),
    ("Who discovered insulin?", "When was insulin discovered?"),
    ("Who discovered insulin?", "discovery of insulin"),
    ("How many corals bleach?", "How do corals bleach?"),
    ("How many corals bleach?", "How often do corals bleach?"),
    ("specific heat", "heat"),
    ("C++ compilers", "C compilers"),
    ("α decay", "β decay"),
    ("weak interaction", "strong interaction"),
    ("before meiosis", "after meiosis"),
    ("photosynthesis", "photosynthesis in algae"),
    ("symmetric encryption", "asymmetric encryption"),
    ("waves of 3.5 mm", "waves of 3 mm"),
    ("organ transplants", "organic transplants"),
    ("??", "!!"),
]


def question(text: str) -> Question:
    return Question(text, f"because of {text}", "depth", focus="f")


# Steps and reads.


def test_what_has_no_room_is_passed_over_and_what_is_refused_takes_none() -> None:
    run = Ledgers().run("r")
    run.ask(0, [question("T cells")])
    wanted = [question(text) for text in ("the T cell", "B cells", "T cell", "stars", "black holes", "B cell")]
    kept = run.ask(1, wanted, lambda _, kept: len(kept) < 2)
    assert [one.text for one in kept] == ["B cells", "stars"] and run.questions()[1:] == kept
    assert [one.detail["text"] for one in run.events()] == ["the T cell", "T cell"]


def test_records_come_back_as_they_were() -> None:
    run = Ledgers().run("r")
    hits = [Hit("b", 2.5), Hit("a", 1.0)]
    asked = [Question("why β?", "gap", "breadth"), question("how do reefs grow")]
    queries = [Query("reef growth", "how do reefs grow"), Query("β decay")]
    items = [Feedback("s1", "A claim.", "not in its source", "cite"), Feedback("s1", "", "too short", "add")]
    run.curate(0, hits)
    assert run.ask(0, asked) == tuple(asked) and run.search(0, queries) == tuple(queries)
    run.give_feedback("s1", 0, items)
    assert run.curated() == tuple(hits) and run.questions() == tuple(asked)
    assert run.queries() == tuple(queries) and run.feedback("s1") == tuple(items) and run.feedback("s2") == ()


def test_a_read_for_a_step_sees_the_steps_before_it_only() -> None:
    run = Ledgers().run("r")
    for step in (2, 0, 1):
        run.curate(step, [Hit(f"id{step}", 1.0)])
        run.ask(step, [question(TOPICS[step])])
        run.search(step, [Query(TOPICS[step])])
        run.give_feedback("s", step, [Feedback("s", TOPICS[step], "r")])
    for before in (0, 1, 2, 3, None):
        end = 3 if before is None else before
        assert [hit.snippet_id for hit in run.curated(before)] == ["id0", "id1", "id2"][:end]
        assert [one.text for one in run.questions(before)] == list(TOPICS[:end])
        assert [one.text for one in run.queries(before)] == list(TOPICS[:end])
        assert [one.claim for one in run.feedback("s", before)] == list(TOPICS[:end])


def test_a_step_written_again_replaces_its_entries_and_no_others() -> None:
    run = Ledgers().run("r")
    run.curate(0, [Hit("a", 1.0)])
    run.curate(1, [Hit("b", 1.0), Hit("c", 1.0)])
    run.curate(1, [Hit("d", 1.0)])
    assert [hit.snippet_id for hit in run.curated()] == ["a", "d"]
    run.curate(1, [])
    assert [hit.snippet_id for hit in run.curated()] == ["a"]
    run.give_feedback("s", 0, [Feedback("s", "x", "r")])
    run.give_feedback("t", 0, [Feedback("t", "y", "r")])
    run.give_feedback("s", 0, [])
    assert run.feedback("s") == () and len(run.feedback("t")) == 1


def test_a_snippet_curated_twice_counts_where_it_came_first() -> None:
    run = Ledgers().run("r")
    run.curate(1, [Hit("a", 9.0), Hit("c", 1.0)])
    run.curate(0, [Hit("b", 2.0), Hit("a", 1.0)])
    assert run.curated() == (Hit("b", 2.0), Hit("a", 1.0), Hit("c", 1.0))


@pytest.mark.parametrize("hits", [["a"], [[Hit("a", 9.0)]], [Hit("b", 1.0), "a"]])
def test_what_is_no_hit_is_not_curated(hits: list[Any]) -> None:
    run = Ledgers().run("r")
    with pytest.raises(InputError, match=r"a hit is .+: give the Hits"):
        run.curate(0, hits)
    assert run.curated() == ()


def test_asking_a_step_again_is_judged_by_the_steps_before_it_only() -> None:
    run = Ledgers().run("r")
    run.ask(0, [question("coral reefs")])
    first = run.ask(1, [question("black holes"), question("a reef of corals")])
    run.ask(2, [question("cell membranes")])
    again = run.ask(1, [question("black holes"), question("a reef of corals"), question("the membrane of a cell")])
    assert [one.text for one in first] == ["black holes"]
    assert [one.text for one in again] == ["black holes", "the membrane of a cell"]
    assert [one.text for one in run.questions(2)] == ["coral reefs", "black holes", "the membrane of a cell"]


def test_a_refused_repeat_is_an_event() -> None:
    run = Ledgers().run("r")
    run.search(0, [Query("gene regulation")])
    for _ in range(2):  # a rerun tells it once
        run.search(1, [Query("regulation of genes"), Query("T cells"), Query("the T cell")])
    assert [one.text for one in run.queries()] == ["gene regulation", "T cells"]
    assert run.events() == (
        Event(
            "repeat_refused",
            {"ledger": "queries", "text": "regulation of genes", "like": "gene regulation"},
            "queries:1",
        ),
        Event("repeat_refused", {"ledger": "queries", "text": "the T cell", "like": "T cells"}, "queries:1"),
    )


steps = st.tuples(st.sampled_from(["r1", "r2"]), st.integers(0, 3), st.lists(st.sampled_from("abcdef"), max_size=4))


@settings(max_examples=80, deadline=None)
@given(st.lists(steps, max_size=12), st.one_of(st.none(), st.integers(0, 4)))
def test_the_last_write_of_each_step_is_what_is_read(
    writes: list[tuple[str, int, list[str]]], before: int | None
) -> None:
    with Ledgers() as ledgers:
        model: dict[tuple[str, int], list[str]] = {}
        for run_id, step, ids in writes:
            for _ in range(2):  # writing is idempotent
                ledgers.run(run_id).curate(step, [Hit(one, float(step)) for one in ids])
            model[run_id, step] = ids
        for run_id in ("r1", "r2", "r3"):
            expected = dict.fromkeys(
                one for step in range(4) if before is None or step < before for one in model.get((run_id, step), [])
            )
            assert [hit.snippet_id for hit in ledgers.run(run_id).curated(before)] == list(expected)


@settings(max_examples=60, deadline=None)
@given(st.data(), st.dictionaries(st.tuples(st.sampled_from(["r1", "r2"]), st.integers(0, 3)), st.sampled_from(TOPICS)))
def test_the_order_in_which_runs_and_steps_are_written_does_not_matter(
    data: st.DataObject, writes: dict[tuple[str, int], str]
) -> None:
    read = []
    for order in (sorted(writes), data.draw(st.permutations(sorted(writes)))):
        with Ledgers() as ledgers:
            for run_id, step in order:
                ledgers.run(run_id).give_feedback("s", step, [Feedback("s", writes[run_id, step], "r")])
                ledgers.run(run_id).curate(step, [Hit(writes[run_id, step], 1.0)])
                ledgers.run(run_id).event("seen", topic=writes[run_id, step])
            read.append([(run.feedback("s"), run.curated(), run.events()) for run in map(ledgers.run, ("r1", "r2"))])
    assert read[0] == read[1]


# Events.


def test_a_step_begun_again_forgets_its_events_and_no_others() -> None:
    run = Ledgers().run("r")
    for attempt in range(2):
        step = run.step("write:s1:0")
        step.event("citation_dropped", key="s12", attempt=attempt)
        if not attempt:
            step.event("citation_dropped", key="s34", attempt=attempt)
    run.step("write:s2:0").event("truncated", words=3)
    assert run.events() == (
        Event("citation_dropped", {"key": "s12", "attempt": 1}, "write:s1:0"),
        Event("truncated", {"words": 3}, "write:s2:0"),
    )


def test_events_of_a_step_keep_their_order_and_their_number() -> None:
    run = Ledgers().run("r")
    step = run.step("a")
    for kind in ("z", "a", "z"):
        step.event(kind, same=True)
    assert [event.kind for event in run.events()] == ["z", "a", "z"]


def test_events_outside_of_a_step_are_told_once_in_an_order_of_their_own() -> None:
    forward, backward = Ledgers().run("r"), Ledgers().run("r")
    for run, order in ((forward, range(6)), (backward, range(5, -1, -1))):
        for number in [*order, *order]:
            run.event("fallback", number=number, step="s" if number % 2 else "")
    assert forward.events() == backward.events() and len(forward.events()) == 6
    forward.step("s").event("numbered")
    assert [event.kind for event in forward.events()] == ["fallback"] * 3 + ["numbered"]


def test_numbers_in_step_keys_are_ordered_as_numbers() -> None:
    run = Ledgers().run("r")
    for key in ("curate:10", "curate:2", "assemble", "curate:1:b", "7", "³", ""):
        run.step(key).event("e")
    assert [event.step for event in run.events()] == ["", "7", "assemble", "curate:1:b", "curate:2", "curate:10", "³"]


def test_a_run_and_its_steps_are_recorders_and_take_only_json() -> None:
    run = Ledgers().run("r")
    recorders: list[Recorder] = [run, run.step("s")]
    for recorder in recorders:
        recorder.event("kind", kind_of="x", text="half \ud83d")
        with pytest.raises((TypeError, ValueError)):
            recorder.event("bad", value=float("nan"))
    assert len(run.events()) == 2


# Files, runs, threads.


def test_ledgers_on_disk_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "run.sqlite"
    with Ledgers(path) as ledgers:
        ledgers.run("r").ask(0, [question("coral reefs")])
        ledgers.run("r").event("e", a=[1, {"b": None}])
    with Ledgers(path) as ledgers:
        assert ledgers.runs() == ("r",)
        assert ledgers.run("r").questions() == (question("coral reefs"),)
        assert ledgers.run("r").events() == (Event("e", {"a": [1, {"b": None}]}),)
    ledgers.close()
    with pytest.raises(StoreError, match="closed"):
        ledgers.run("r").questions()


def test_what_is_no_ledger_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database at all, whatever it may look like" * 40)
    for path in (tmp_path / "text", tmp_path, tmp_path / "text" / "below"):
        with pytest.raises(StoreError) as refused:
            Ledgers(path)
        assert "\n" not in str(refused.value) and "cannot open" in str(refused.value)


@pytest.mark.parametrize("how", ["pages", "letters", "values"])
def test_ledgers_that_are_damaged_behind_their_first_page_are_named_in_one_line(how: str, tmp_path: Path) -> None:
    path = tmp_path / "ledgers.sqlite"
    with Ledgers(path) as ledgers:
        run = ledgers.run("r")
        run.curate(0, [Hit(f"s{number}", 1.0) for number in range(500)])
        run.event("e")
    if how == "pages":
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + b"\x07" * (len(whole) - 4096))
    else:
        with closing(sqlite3.connect(path)) as file, file:
            file.execute(f"UPDATE entries SET value = {BROKEN[how]}")
    with Ledgers(path) as ledgers:
        for read in (ledgers.run("r").curated, ledgers.run("r").events):
            with pytest.raises(DamagedStoreError, match="without --resume") as told:
                read()
            assert f"the ledgers {path} (" in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize("value", ["[1, 2]", "{}", "7", "null"])
def test_entries_of_another_shape_are_damage_too(value: str, tmp_path: Path) -> None:
    path = tmp_path / "ledgers.sqlite"
    with Ledgers(path) as ledgers:
        run = ledgers.run("r")
        run.curate(0, [Hit("s", 1.0)])
        run.event("e")
        run.ban(0, ["s"])
        run.veto(0, [Triplet("a", "is", "b", "other", "a is b")])
        run.ask(0, [Question("What is a reef?", "", "depth")])
        run.search(0, [Query("reef")])
        run.give_feedback("s1", 0, [Feedback("s1", "A reef.", "dull")])
        run.spend({"calls": 1})
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE entries SET value = ?", (value,))
    with Ledgers(path) as ledgers:
        run = ledgers.run("r")
        reads = (run.taken_in, run.events, run.banned, run.vetoed, run.questions, run.queries)
        for read in (*reads, lambda: run.feedback("s1")):
            with pytest.raises(DamagedStoreError, match="not what was noted there"):
                read()


@pytest.mark.parametrize(
    "wrong", [{"snippet_id": {}, "score": 1}, {"snippet_id": ["s"], "score": 1}, {"snippet_id": "s", "score": []}]
)
def test_a_hit_of_other_kinds_is_damage_too(wrong: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "ledgers.sqlite"
    with Ledgers(path) as ledgers:
        ledgers.run("r").curate(0, [Hit("s", 1.0)])
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE entries SET value = ?", (json.dumps(wrong),))
    with Ledgers(path) as ledgers, pytest.raises(DamagedStoreError, match="not what was noted there"):
        ledgers.run("r").curated()


def test_a_full_disk_and_a_file_that_may_not_be_written_are_no_damage_to_ledgers(tmp_path: Path) -> None:
    path = tmp_path / "ledgers.sqlite"
    with Ledgers(path) as ledgers:
        run = ledgers.run("r")
        ledgers._rows("PRAGMA max_page_count = 4", ())
        with pytest.raises(DiskFullError, match=r"ledgers\.sqlite cannot be written; make room"):
            run.curate(0, [Hit("s" * 1000 + str(number), 1.0) for number in range(100)])
        ledgers._rows("PRAGMA query_only = 1", ())
        with pytest.raises(StoreError, match=r"readonly database.*that you may write there") as told:
            run.curate(0, [])
        assert not isinstance(told.value, DamagedStoreError) and run.curated() == ()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the open files of a process are listed on Linux alone")
def test_ledgers_of_another_schema_are_refused_and_let_go(tmp_path: Path) -> None:
    path = tmp_path / "ledgers.sqlite"
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 9")
    with pytest.raises(StoreError, match="schema 9") as refused:
        Ledgers(path)
    assert path not in [one.resolve() for one in Path("/proc/self/fd").iterdir()] and refused.value


def test_threads_lose_nothing() -> None:
    ledgers = Ledgers()

    def work(number: int) -> None:
        run = ledgers.run(f"r{number % 2}")
        step = run.step(f"step:{number}")
        for place in range(15):
            run.curate(number * 100 + place, [Hit(f"{number}-{place}", 1.0)])
            step.event("e", place=place)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for half in range(2):
        run = ledgers.run(f"r{half}")
        assert len(run.curated()) == 60
        assert [event.detail["place"] for event in run.events()] == list(range(15)) * 4


# Paraphrases.


@pytest.mark.parametrize(("one", "other"), SAME)
def test_a_paraphrase_is_recognised(one: str, other: str) -> None:
    assert is_paraphrase(one, other) and is_paraphrase(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_another_question_is_never_refused(one: str, other: str) -> None:
    assert not is_paraphrase(one, other) and not is_paraphrase(other, one)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_paraphrase_is_reflexive_and_symmetric_for_any_text(one: str, other: str) -> None:
    assert is_paraphrase(one, one)
    assert is_paraphrase(one, other) == is_paraphrase(other, one)


def test_the_first_known_paraphrase_is_named() -> None:
    known = ["black holes", "gene regulation", "regulation of a gene"]
    assert first_paraphrase("Regulation of genes", known) == "gene regulation"
    assert first_paraphrase("white holes", known) is None


@given(st.text(max_size=80))
def test_every_text_is_a_paraphrase_of_itself(text: str) -> None:
    assert is_paraphrase(text, text)


def test_a_question_with_the_same_words_on_both_sides_is_a_paraphrase_of_itself() -> None:
    text = "What connects fishes of a coral reef and acidification in coral reefs?"
    assert is_paraphrase(text, text)


@pytest.mark.parametrize("run_id", [None, 5, ["one"], "", "\ud800", "one\ntwo"])
def test_a_run_that_has_no_name_is_told(run_id: Any) -> None:
    with Ledgers() as ledgers, pytest.raises(InputError, match=r"^the run_id is .*: give a str, such as a uuid"):
        ledgers.run(run_id)


def test_a_fork_of_a_run_that_nobody_knows_is_told_and_replaces_nothing() -> None:
    with Ledgers() as ledgers:
        ledgers.run("b").curate(0, [Hit("s", 1.0)])
        with pytest.raises(UnknownRunError, match=r'the ledgers, in no file, know nothing of the run "a"'):
            ledgers.fork("a", "b")
        assert ledgers.fork("b", "a").curated() == ledgers.run("b").curated() == (Hit("s", 1.0),)
