"""``evaluate`` and ``compare``, from Python and from the command line: whole tables over small pages, and every way to
be wrong."""

from __future__ import annotations

import asyncio
import copy
import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs import Settings, TopicPage, compare, evaluate, generate_sync
from castalia.graphs.cli import main
from castalia.graphs.measures import comparison, opened_pages
from castalia.graphs.measures.comparison import Comparison
from castalia.graphs.measures.evaluation import Evaluation
from castalia.graphs.measures.judge_law import _bare
from castalia.graphs.measures.opened_pages import open_pages
from castalia.memory.errors import InputError
from castalia.memory.ledgers import Ledgers
from castalia.tools.judging.rubrics import rubrics_of
from castalia.tools.metrics.metric_list import METRICS
from castalia.tools.metrics.metric_tables import markdown_table
from castalia.tools.scripted.scripted_model import ScriptedModel
from copies import copy_tree
from langchain_core.embeddings import DeterministicFakeEmbedding

SENTENCES = [
    "Coral reefs shelter a quarter of all marine species.",
    "Warm water bleaches corals by driving out their algae.",
    "Tidal currents carry plankton towards the outer slope of a reef.",
    "Charles Darwin explained atolls by the subsidence of volcanic islands.",
]


def record(topic: str = "Coral reef", sentences: Sequence[str] = SENTENCES, **changes: Any) -> dict[str, Any]:
    """A page on which each sentence cites a snippet that has it word for word: the first in the lead, the others in
    sections."""
    rows = list(enumerate(sentences, start=1))
    return {
        "schema": 1,
        "topic": topic,
        "domain": "",
        "pipeline": "apollo",
        "engine": "extractive",
        "engines": {},
        "model": None,
        "lead": f"{sentences[0]}[1]" if sentences else "",
        "sections": [
            {"id": f"h{n}", "heading": f"Part {n}", "level": 1, "text": f"{one}[{n}]", "sections": []} for n, one in rows[1:]
        ],
        "references": [
            {"number": n, "key": f"s{n}", "snippet_id": f"i{n}", "source_id": "", "url": f"u:{n}", "title": "", "authors": [], "year": None, "doi": None, "text": f"It is known. {one} So it is."}
            for n, one in rows
        ],
        "claims": [
            {"section": "lead" if n == 1 else f"h{n}", "sentence": one, "citations": [n], "verdict": "supported", "quote": one}
            for n, one in rows
        ],
        "open_issues": [],
        "gaps": [],
        "stats": {"snippets": 9},
        **changes,
    }  # fmt: skip


def save(folder: Path, value: dict[str, Any]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "page.json").write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return folder


def evaluated(*arguments: Any, **options: Any) -> Evaluation:
    return asyncio.run(evaluate(*arguments, **options))


def compared(*arguments: Any, **options: Any) -> Comparison:
    return asyncio.run(compare(*arguments, **options))


def means(found: Evaluation) -> dict[str, float | None]:
    return {one.metric.name: one.mean for one in found.rows}


def lost(value: dict[str, Any], place: int = 2) -> dict[str, Any]:
    """The page with one section's citation leading to another snippet."""
    changed = copy.deepcopy(value)
    changed["claims"][place]["citations"] = [1]
    changed["sections"][place - 1]["text"] = changed["sections"][place - 1]["text"].replace(f"[{place + 1}]", "[1]")
    return changed


def test_a_page_measured_against_itself_is_perfect(tmp_path: Path) -> None:
    page = save(tmp_path / "page", record())
    found = means(evaluated(page, page))
    for name in ("rouge1", "rouge2", "rougeL", "bleu", "heading_soft_recall_best", "heading_soft_recall_cardinality"):
        assert found[name] == pytest.approx(1), name
    for name in (
        "coverage",
        "citation_recall",
        "citation_precision",
        "citation_rate",
        "ais_strict",
        "ais_micro",
        "entity_recall",
    ):
        assert found[name] == 1, name
    assert (found["hallucination"], found["citations_without_source"]) == (0, 0)
    assert (found["urls_cited"], found["snippets_cited"], found["snippets_retrieved"]) == (4, 4, 9)
    assert found["meteor"] is not None and 0.99 < found["meteor"] < 1
    assert found["triples"] is None and found["heading_entity_recall"] is None


def test_a_citation_that_leads_elsewhere_is_found() -> None:
    found = means(evaluated(lost(record())))
    assert (found["hallucination"], found["citation_recall"]) == (0.25, 0.75)
    assert found["coverage"] == pytest.approx(2 / 3)
    assert (found["ais_macro"], found["ais_strict"]) == (1, 1)  # another source of the page has it


def test_shuffled_references_change_nothing() -> None:
    turned = record()
    turned["references"] = turned["references"][::-1]
    assert [one.values for one in evaluated(turned).pages] == [one.values for one in evaluated(record()).pages]


EMPTY = {"lead": "", "sections": [], "references": [], "claims": []}
ODD = {
    "nothing": record(**EMPTY),
    "no sections": record(sentences=SENTENCES[:1]),
    "no citations": record(references=[], claims=[], lead=SENTENCES[0]),
    "empty sections": record(sections=[{"id": "a", "heading": "", "level": 1, "text": "", "sections": []}], claims=[]),
    "a dot": record(".", ["."]),
    "marks alone": record(lead="[1][2]", claims=[]),
    "other letters": record("光合作用", ["植物は光を使う。", "Ω β-катенин ½ 10⁶ \ud83c\udf0a."]),
    "an unknown citation": record(lead=f"{SENTENCES[0]}[77]", claims=[]),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_pages_are_measured_without_a_stumble(name: str) -> None:
    gold = {ODD[name]["topic"]: _gold("", ()), "": _gold("", ())}
    for wanted in (None, gold, {ODD[name]["topic"]: _gold("Reefs are old.", ("Age",))}):
        try:
            found = evaluated([ODD[name]], wanted)
        except InputError as error:
            assert "has none of these topics" in str(error)  # "." has no letters to be matched by
            continue
        told = found.markdown(per_page=True)
        assert "nan" not in told.lower() and "None" not in told
        json.loads(json.dumps(found.to_json(), allow_nan=False))
        for metric in METRICS:
            value = found.pages[0].values[metric.name]
            assert value is None or not metric.is_share or -0.2 <= value <= 1 + 1e-9, metric.name


def _gold(text: str, headings: tuple[str, ...]) -> Any:
    from castalia.tools.gold.gold_pages import GoldPage

    return GoldPage("x", text, headings)


def test_what_is_not_defined_is_a_dash_and_never_0() -> None:
    found = evaluated(record(**EMPTY))
    values = means(found)
    for name in (
        "hallucination",
        "coverage",
        "citation_recall",
        "ais_strict",
        "ais_micro",
        "diversity_cited",
        "unique_2grams",
    ):
        assert values[name] is None, name
    row = next(line for line in found.markdown().split("\n") if "hallucination" in line)
    assert row.split("|")[3:6] == [one.center(len(one)) for one in row.split("|")[3:6]] and row.count("–") == 2


def test_values_by_two_instruments_never_share_a_name() -> None:
    labels = [
        {one.label for one in evaluated(record(), embeddings=spec, judge=judge).rows}
        for spec, judge in ((None, None), ("hashing:64", "scripted"))
    ]
    shared = labels[0] & labels[1]
    assert "hallucination [rules]" in labels[0] and "diversity_cited [hashing:64]" in labels[1]
    assert not [one for one in shared if one.startswith(("diversity", "hull", "hallucination", "ais", "citation_"))]


def test_pages_that_quote_are_told_to_be_supported_by_construction() -> None:
    told = "quote word for word"
    assert told in evaluated(record(engine="extractive")).markdown()
    assert told not in evaluated(record(engine="model", model="gpt-4")).markdown()
    assert told not in evaluated(record(engine="extractive"), judge="scripted").markdown()
    assert told in evaluated([record(engine="extractive"), record("Atoll", engine="model", model="gpt-4")]).markdown()


def test_a_model_does_not_judge_what_it_wrote_unless_asked_and_then_says_so() -> None:
    mine = record(model="openai:gpt-4.1, scripted", engine="model")
    with pytest.raises(InputError, match="scripted wrote Coral reef"):
        evaluated(mine, judge="scripted")
    assert any("judged what it wrote itself" in one for one in evaluated(mine, judge="scripted", own_judge=True).notes)
    assert evaluated(record(model="openai:gpt-4.1"), judge="scripted").rows


def test_who_wrote_is_known_from_the_run(tmp_path: Path) -> None:
    page = save(tmp_path / "page", record(model="scripted, openai:gpt-4.1"))
    models = {"reviewer": "scripted", "writer": "openai:gpt-4.1@https://host/v1", "editor": "openai:gpt-4.1"}
    (page / "run.json").write_text(json.dumps({"thinking": {"models": models}}))
    assert evaluated(page, judge="scripted").rows  # it reviewed, and wrote no word
    (page / "run.json").write_text(
        json.dumps({"thinking": {"models": models | {"editor": "scripted:writer=no heading"}}})
    )
    with pytest.raises(InputError, match="wrote Coral reef"):
        evaluated(page, judge="scripted")


def test_who_rewrote_has_written_too(tmp_path: Path) -> None:
    page = save(tmp_path / "page", record(model="scripted, langchain:ChatOpenAI:gpt-4.1"))
    run = {"thinking": {"models": {"writer": "openai:gpt-5"}}}
    run["revisions"] = [{"thinking": {"models": {"writer": "scripted"}}}, {"thinking": {"models": {}}}]
    (page / "run.json").write_text(json.dumps(run))
    with pytest.raises(InputError, match="scripted wrote Coral reef"):
        evaluated(page, judge="scripted")


@pytest.mark.parametrize("name", ["openai:gpt-4.1", "langchain:ChatOpenAI:gpt-4.1@https://host/v1", "GPT-4.1"])
def test_a_model_is_the_same_however_it_was_asked(name: str) -> None:
    assert _bare(name) == "gpt-4.1"


def test_a_gold_without_the_topic_is_told_before_a_judge_is_asked(tmp_path: Path) -> None:
    judge, gold = ScriptedModel(), tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"topic": "Bone", "summary": "A bone is hard.", "sections": []}))
    with pytest.raises(InputError, match="the gold has none of these topics: Coral reef; it has Bone"):
        evaluated(record(), gold=gold, judge=judge)
    assert not judge.calls


def test_embeddings_may_be_an_object_of_langchain() -> None:
    found = evaluated(record(), embeddings=DeterministicFakeEmbedding(size=8))
    assert any(one.label.startswith("diversity") and "langchain" in one.label for one in found.rows)


def test_a_judge_that_is_not_known_is_told_with_those_without_a_chat_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path, record())
    with pytest.raises(InputError, match=r"the model 'rule' is not known: give openai:MODEL.* rules and nli:MODEL"):
        evaluated(tmp_path, judge="rule")
    assert main(["evaluate", str(tmp_path), "--judge", "rule"]) == 2
    assert "rules and nli:MODEL will do, too" in capsys.readouterr().err


def test_claims_that_nobody_could_judge_are_told_and_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(tmp_path / "page", record())
    arguments = [
        "evaluate",
        str(tmp_path),
        "--judge",
        "scripted",
        "--budget",
        "calls=1",
        "--tape",
        str(tmp_path / "tape"),
    ]
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert "claims that could not be judged, which are left out: 3 (the budget of 1 call is" in told.err
    row = next(line for line in told.out.split("\n") if "hallucination [scripted]" in line)
    assert "0.000" in row  # of the one that was judged
    assert main([one if one != "calls=1" else "calls=3" for one in arguments]) == 0  # the tape knows the first
    assert "3 calls (1 more from the tape)" in capsys.readouterr().out


def test_without_the_libraries_the_rest_is_measured_and_they_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from castalia.graphs.measures import instruments, measuring

    for name in ("has_rouge", "has_meteor", "has_bleu"):
        for room in (instruments, measuring):
            monkeypatch.setattr(room, name, lambda: False)
    assert instruments.missing_libraries() == ("rouge-score", "nltk", "sacrebleu")
    found = evaluated(record(), {"Coral reef": _gold("Reefs are old.", ("Age",))})
    values = means(found)
    assert values["rouge1"] is None and values["bleu"] is None and values["heading_soft_recall_best"] is not None
    assert any("pip install rouge-score nltk sacrebleu" in one for one in found.notes)


def test_differences_are_second_minus_first_and_paired_by_topic() -> None:
    topics = [f"Reef {at}" for at in range(6)]
    good = [record(one) for one in topics]
    bad = [lost(record(one)) for one in reversed(topics)]
    found = compared(good, bad)
    row = next(one for one in found.rows if one.metric.name == "hallucination")
    assert row.paired is not None
    assert (row.paired.difference, row.paired.p, row.paired.wins) == (0.25, 2 / 2**6, 6)
    assert row.p_holm is not None and row.p_holm >= 2 / 2**6
    assert found.names == ("A", "B")
    assert not [one for one in found.rows if one.metric.is_pooled]
    json.dumps(found.to_json(), allow_nan=False)


def test_a_set_of_pages_does_not_differ_from_itself() -> None:
    pages = [record("A reef"), record("B reef", SENTENCES[::-1])]
    for row in compared(pages, copy.deepcopy(pages)).rows:
        assert row.paired is None or (row.paired.difference, row.paired.p, row.paired.ties) == (0, 1, 2)


def test_hulls_are_compared_in_one_plane() -> None:
    found = compared([record()], [record(sentences=SENTENCES[:3])])
    assert any("over 1 topic. p:" in one for one in found.notes)
    assert any("With 1 topic p cannot" in one for one in found.notes)
    row = next(one for one in found.rows if one.metric.name == "hull_area_cited")
    assert row.label == "hull_area_cited [lexical, shared plane]"
    assert (
        row.paired is not None and row.paired.first >= row.paired.second - 1e-9
    )  # the second's snippets are some of the first's


def test_pages_that_have_no_partner_are_told_and_doubles_refused() -> None:
    found = compared([record("One"), record("Two")], [record("two"), record("Three")])
    assert [one.topic for one, _ in found.pages] == ["Two"]
    assert any("Topics of A alone: One" in one for one in found.notes) and any(
        "Topics of B alone: Three" in one for one in found.notes
    )
    with pytest.raises(InputError, match="two pages on"):
        compared([record(), record()], [record()])
    with pytest.raises(InputError, match="no topic in common"):
        compared([record("One")], [record("Two")])


def test_no_judge_is_asked_about_pages_that_are_not_compared() -> None:
    class Noting:
        engine, name, asked = "code", "noting", set[str]()

        async def __call__(self, state: Any) -> Any:
            self.asked.update(one["topic"] for one in state["pairs"])
            answer = {"answer": "entailed", "score": 1.0, "quote": "", "why": ""}
            return {"entailments": [answer for _ in state["pairs"]], "failures": []}

    judge = Noting()
    with pytest.raises(InputError, match="no topic in common"):
        compared([record("One")], [record("Two")], judge=judge)
    with pytest.raises(InputError, match="two pages on"):
        compared([record(), record()], [record()], judge=judge)
    assert not judge.asked
    compared([record("One"), record("Two")], [record("two"), record("Three")], judge=judge)
    assert judge.asked == {"Two", "two"}


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("new", "new"), "two systems are called new: give each a name of its own"),
        (("new",), "two systems, and 1 name: give one for each"),
        (("new", " "), "a system needs a name"),
    ],
)
def test_names_that_do_not_tell_two_systems_apart_are_refused_before_a_judge_is_paid(
    names: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "measure", None)
    with pytest.raises(InputError, match=says):
        compared([record()], [record()], names=names)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "reef"
    rows = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    corpus = folder.with_name("some.jsonl")
    corpus.write_text("".join(rows[:24]), encoding="utf-8")
    generate_sync("Coral reef", corpus=corpus, out=folder, settings=Settings(depth=1, words=400))
    return folder


def test_a_real_page_is_grounded_and_so_is_its_graph(demo: Path) -> None:
    values = means(evaluated(demo))
    assert (values["hallucination"], values["citation_precision"], values["ais_strict"]) == (0, 1, 1)
    assert values["rouge1_precision"] == pytest.approx(1)
    assert values["triple_support"] is not None and values["triple_support"] > 0.9
    assert means(evaluated(TopicPage.open(demo))) == values


def test_with_the_store_what_was_retrieved_is_measured(demo: Path) -> None:
    (store,) = (demo / "state").glob("corpus-*")
    page = evaluated(demo, store=store).pages[0].values
    assert page["snippets_retrieved"] == json.loads((demo / "page.json").read_text())["stats"]["snippets"]
    assert page["urls_retrieved"] is not None and page["urls_cited"] is not None
    assert page["urls_retrieved"] >= page["urls_cited"]
    assert page["diversity_retrieved"] is not None and 0 < page["diversity_retrieved"] < 1


def test_where_the_ledgers_of_a_run_are_damaged_the_rest_of_its_page_is_measured(demo: Path, tmp_path: Path) -> None:
    out = copy_tree(demo, tmp_path / "page")
    with closing(sqlite3.connect(out / "state" / "ledgers.sqlite")) as file, file:
        file.execute("UPDATE entries SET value = CAST(x'7bff7d' AS TEXT)")
    (store,) = (out / "state").glob("corpus-*")
    found = evaluated(out, store=store)
    values = found.pages[0].values
    assert values["urls_retrieved"] is None and values["urls_cited"] is not None
    assert [one for one in found.failures if str(out / "state" / "ledgers.sqlite") in one] == list(found.failures) != []


def test_what_was_retrieved_is_read_in_a_folder_that_may_not_be_written(demo: Path, monkeypatch: Any) -> None:
    (store,) = (demo / "state").glob("corpus-*")
    opened: list[Path] = []
    real = Ledgers.__init__
    monkeypatch.setattr(
        Ledgers, "__init__", lambda self, path=":memory:": (opened.append(Path(path)), real(self, path))[1]
    )
    monkeypatch.setattr(opened_pages.os, "access", lambda *_: False)
    assert evaluated(demo, store=store).pages[0].values["urls_retrieved"] is not None
    (place,) = (one for one in opened if one.name == "ledgers.sqlite")
    assert demo not in place.parents


def test_the_command_prints_a_table_and_writes_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(tmp_path / "pages" / "one", record())
    save(tmp_path / "pages" / "two", record("Second reef"))
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"topic": "CORAL-REEF", "text": " ".join(SENTENCES), "sections": []}))
    out = tmp_path / "values.json"
    assert main(["evaluate", str(tmp_path / "pages"), "--gold", str(gold), "--json", str(out), "--per-page"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("| family") and "| Second reef |" in told and "No gold for: Second reef." in told
    value = json.loads(out.read_text())
    (rouge1,) = (one for one in value["metrics"] if one["metric"] == "rouge1")
    assert (rouge1["mean"], rouge1["n"], rouge1["low"]) == (pytest.approx(1), 1, None)
    assert [one["topic"] for one in value["pages"]] == ["Coral reef", "Second reef"]
    assert main(["compare", str(tmp_path / "pages"), str(tmp_path / "pages" / "one"), "--json", str(out)]) == 0
    assert json.loads(out.read_text())["names"] == ["pages", "one"]


def test_a_dash_prints_the_values_in_place_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for topic in ("One", "Two"):
        save(tmp_path / "pages" / topic, record(topic))
    assert main(["evaluate", "pages", "--json", "-"]) == 0
    assert [one["topic"] for one in json.loads(capsys.readouterr().out)["pages"]] == ["One", "Two"]
    assert main(["compare", "pages", "pages/One", "--prefer", "scripted", "--json", "-"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["names"] == ["pages", "One"] and "calls" in told.err
    assert not (tmp_path / "-").exists()


def test_a_page_whose_run_cannot_be_read_is_told_and_one_without_a_run_is_measured(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.json").write_text(json.dumps(record()))
    (tmp_path / "b" / "run.json").write_bytes(b"\xff")
    (tmp_path / "c" / "run.json").write_text("{")
    opened, failures = open_pages(tmp_path)
    assert [Path(one.folder).name for one in opened] == ["a", "c"]
    assert len(failures) == 1 and f"{tmp_path / 'b' / 'run.json'} cannot be read" in failures[0]


def test_a_page_that_cannot_be_read_is_told_and_the_others_are_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "good", record())
    save(tmp_path / "bad", {"schema": 1})
    assert main(["evaluate", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "is not a page" in told.err and told.err.count("\n") == 1 and "| words" in told.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["evaluate", "{t}/nowhere"], "there is no page at"),
        (["evaluate", "{t}/empty"], "holds no page"),
        (["evaluate", "{t}/broken"], "is not a page"),
        (["evaluate", "{t}/page", "--gold", "{t}/none"], "there is no gold at"),
        (
            ["evaluate", "{t}/page", "--gold", "{t}/other.jsonl"],
            "the gold has none of these topics: Coral reef; it has Bone",
        ),
        (["evaluate", "{t}/page", "--gold", "{t}/nothing.jsonl"], "no gold page in {t}/nothing.jsonl: give JSON lines"),
        (["evaluate", "{t}/page", "--embeddings", "nonsense:x"], "are not known"),
        (["evaluate", "{t}/page", "--judge", "nonsense:x"], "nonsense"),
        (["evaluate", "{t}/page", "--judge", ""], "the model '' is not known"),
        (["evaluate", "{t}/page", "--rubric", ""], "the model '' is not known"),
        (["evaluate", "{t}/page", "--tape", "x"], "add --judge"),
        (["evaluate", "{t}/page", "--store", "{t}/empty"], "{t}/empty"),
        (["evaluate", "{t}/page", "--json", "{t}/page"], "{t}/page is a folder: name another file"),
        (["evaluate", "{t}/page", "--json", "{t}/none/values.json"], "there is no folder {t}/none"),
        (["evaluate"], "PAGE_DIR"),
        (["compare", "--judgements", "{t}"], "{t} is a folder: name the file with judgements"),
        (["compare", "{t}/page"], "required: B"),
        (["compare", "{t}/page", "{t}/empty"], "holds no page"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "page", record())
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "page.json").write_text("{")
    (tmp_path / "other.jsonl").write_text('{"topic": "Bone", "text": "Hard."}')
    (tmp_path / "nothing.jsonl").write_text("\n")
    assert main([one.format(t=tmp_path) for one in arguments]) == 2
    error = capsys.readouterr().err
    assert told.format(t=tmp_path) in error and error.count("\n") == 1
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("wrong", [["{t}/nowhere"], ["{t}/page", "--gold", "{t}/none"]])
def test_wrong_input_leaves_no_tape_of_a_judge_that_was_never_asked(wrong: list[str], tmp_path: Path) -> None:
    save(tmp_path / "page", record())
    judged = ["--judge", "scripted", "--tape", str(tmp_path / "deep" / "tape")]
    assert main(["evaluate", *(one.format(t=tmp_path) for one in wrong), *judged]) == 2
    assert not (tmp_path / "deep").exists()
    assert main(["evaluate", str(tmp_path / "page"), *judged]) == 0
    assert (tmp_path / "deep" / "tape").is_file()


def test_a_tape_that_cannot_be_made_is_told_before_a_judge_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "page", record())
    tape = tmp_path / "page" / "page.json" / "tape"
    assert main(["evaluate", str(tmp_path / "page"), "--judge", "scripted", "--tape", str(tape)]) == 2
    told = capsys.readouterr()
    assert not told.out and told.err.count("\n") == 1 and "page.json" in told.err


@pytest.mark.parametrize("count", [float("nan"), float("inf"), 10**400, -1])
def test_a_count_that_is_none_is_a_dash(count: float) -> None:
    found = asyncio.run(evaluate(record(stats={"snippets": count})))
    assert found.pages[0].values["snippets_retrieved"] is None


def test_a_topic_with_line_breaks_stays_in_its_row() -> None:
    told = markdown_table([("topic", "value"), ("a | b\n# head\r\x0b", "1")])
    assert [line.count(" | ") for line in told.splitlines()] == [1, 1, 1] and "\\|" in told


def test_grades_leave_what_the_judge_of_sources_found_as_it_was() -> None:
    plain = means(evaluated(lost(record())))
    graded = means(asyncio.run(evaluate(lost(record()), rubric="scripted")))
    assert {name: graded[name] for name in plain} == plain and plain["coverage"] == pytest.approx(2 / 3)
    assert graded["graded_coverage"] in (1, 2, 3, 4, 5)


def test_a_lead_alone_has_no_outline_to_grade_and_that_is_no_failure() -> None:
    lead = record()
    alone = lead | {"sections": [], "claims": [one for one in lead["claims"] if one["section"] == "lead"]}
    found = asyncio.run(evaluate(alone, rubric="scripted", rubric_of="both"))
    values = found.pages[0].values
    assert (
        not found.failures
        and values["graded_content_guidance"] is None
        and any(values[f"graded_{one.criterion}"] for one in rubrics_of("article"))
    )
    assert not asyncio.run(evaluate(lead, rubric="scripted")).failures


@pytest.mark.parametrize("pages", [None, 5])
def test_pages_that_can_be_none_are_refused(pages: Any) -> None:
    with pytest.raises(InputError, match=f"the pages are {pages}: give the folder"):
        evaluated(pages)
    with pytest.raises(InputError, match=f"the pages are {pages}: give the folder"):
        asyncio.run(compare(pages, pages))


def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page.json").write_text(json.dumps(record()), encoding="utf-8")
    listed = os.scandir

    def scandir(path: Any = ".") -> Any:
        if Path(path) == tmp_path / "b":
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)  # root may look into every folder
    opened, failures = open_pages(tmp_path)
    assert len(opened) == 1
    assert failures == [f"{tmp_path / 'b'} cannot be looked into (Permission denied): check its permissions"]
