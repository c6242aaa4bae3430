"""Benches: every system really is another one, nothing is paid twice, and the report says what the numbers say."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import shutil
import signal
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chat_server as served
import lighthouses
import pytest
from castalia.graphs import BenchReport, Topic, TopicPage, bench, cli, compare, generate_sync
from castalia.graphs.batching.batch_work import open_topics
from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.manifest import BatchManifest
from castalia.graphs.benching import bench_measuring
from castalia.graphs.benching.bench_corpora import BenchCorpus, _names, read_bench_topics
from castalia.graphs.benching.bench_html import report_html
from castalia.graphs.benching.bench_legs import Leg, LegMeans, spent_by_leg, spent_in
from castalia.graphs.benching.bench_measuring import NOT_OF_BASELINES, BenchPage, Measured, measure_bench
from castalia.graphs.benching.bench_report import BenchReport as Report
from castalia.graphs.benching.bench_report import metric_rows, system_costs
from castalia.graphs.benching.bench_systems import BY_NAME, SYSTEMS, System, choose_systems, read_changes
from castalia.graphs.benching.bench_text import report_markdown
from castalia.graphs.benching.benches import _Bench
from castalia.graphs.measures.instruments import instruments, rule_notes
from castalia.graphs.measures.measuring import PageValues
from castalia.graphs.page_files import FILES
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError, InputError
from castalia.tools.metrics.metric_citations import Share
from castalia.tools.metrics.metric_list import METRICS
from castalia.tools.models.chat import Call, Message, Reply
from castalia.tools.scripted.scripted_model import good_answer
from command_line import Command
from copies import copy_tree
from forked import Forked

TOPICS = ["Lighthouse", "Coral reef"]
QUICK = {"*": {"depth": 1, "seed": 4, "most": 12, "per_query": 1}}
SHARED = {"words": 600, "seed": 3, "depth": 3, "most": 40, "per_query": 1, "least_yield": 1.0}
GOLD = [
    {"topic": "Lighthouse", "summary": "A lighthouse is a tower with a light for ships.", "sections": [{"heading": "History", "text": "The Pharos of Alexandria burned wood."}]},
    {"topic": "Coral reef", "summary": "A coral reef is a ridge built by corals.", "sections": [{"heading": "Threats", "text": "Warm water bleaches corals."}]},
]  # fmt: skip


@pytest.fixture(autouse=True)
def _no_models_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "OPENAI_API_KEY OPENAI_BASE_URL CASTALIA_MODEL CASTALIA_MODEL_KEY LANGSMITH_TRACING".split():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("corpus") / "rows.jsonl"
    path.write_text("\n".join(lighthouses.lighthouse_rows(30)) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def lights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Enough for a topic of one page."""
    path: Path = tmp_path_factory.mktemp("lights") / "rows.jsonl"
    path.write_text("\n".join(lighthouses.lighthouse_rows(8)) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("gold") / "gold.jsonl"
    path.write_text("\n".join(map(json.dumps, GOLD)) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, lights: Path, gold: Path) -> BenchReport:
    """A topic with all systems that there are, and a scripted model."""
    out = tmp_path_factory.mktemp("whole") / "bench"
    return run(lights, TOPICS[:1], out, gold=gold, model="scripted", settings={"*": SHARED, "shallow": {"depth": 0}})


def run(corpus: Path | None, topics: Any, out: Path, **options: Any) -> BenchReport:
    return asyncio.run(bench(corpus, topics, out=out, **options))


def page(report: BenchReport, system: str, topic: str = "lighthouse", repeat: int = 1) -> TopicPage:
    return TopicPage.open(report.folder / system / str(repeat) / topic)


def asked(report: BenchReport, system: str) -> Counter[str]:
    """How often each role asked the model for the pages of a system, whoever paid."""
    account = page(report, system).run["account"]["by_role"]
    return Counter({role: one["calls"] + one["replayed"] for role, one in account.items()})


class Counting:
    """The scripted model, which counts what it is asked, by sample."""

    name = endpoint = "counting"

    def __init__(self) -> None:
        self.parameters: dict[str, Any] = {}
        self.calls: Counter[tuple[int, str, str]] = Counter()

    async def complete(self, call: Call) -> Reply:
        self.calls[call.sample, call.schema_name, call.messages[-1].text] += 1
        await asyncio.sleep(0)
        return Reply(good_answer(call), "stop", 100, 50)


# Systems


def test_every_system_runs_what_it_says_and_not_what_it_leaves_out(whole: BenchReport) -> None:
    assert [one.system.name for one in whole.systems] == [*(one.name for one in SYSTEMS), "shallow"]
    assert not whole.failures and not whole.unmeasured
    first = asked(whole, "apollo")
    assert all(
        first[role] for role in "extractor researcher synthesizer relevance_filter writer reviewer editor".split()
    )
    for system, role in (
        ("no-reflection", "synthesizer"),
        ("no-filter", "relevance_filter"),
        ("no-reviewer", "reviewer"),
        ("no-graph", "extractor"),
        ("no-graph", "normaliser"),
        ("no-graph", "researcher"),
        ("no-graph", "synthesizer"),
        ("no-gaps", "researcher"),
        ("no-gaps", "synthesizer"),
        ("no-editor", "editor"),
        ("mixed", "extractor"),
        ("mixed", "researcher"),
    ):
        assert asked(whole, system)[role] == 0, system
        assert asked(whole, system)["writer"] > 0, system
    assert asked(whole, "no-reflection")["researcher"] > 0
    assert asked(whole, "unit-heading")["writer"] > first["writer"]
    assert asked(whole, "thesis")["relevance_filter"] > first["relevance_filter"]  # a call a snippet
    stats = {
        one: page(whole, one).record["stats"] for one in ("apollo", "fixed-depth", "no-graph", "no-anchor", "shallow")
    }
    assert stats["apollo"]["stopped_by"] == "saturated" and stats["fixed-depth"]["stopped_by"] == "depth"
    assert stats["fixed-depth"]["iterations"] > stats["apollo"]["iterations"]
    assert stats["no-anchor"]["yields"] != stats["apollo"]["yields"]
    assert stats["no-graph"]["snippets"] > 3  # the rounds go on without the graph
    cells = {row.metric.name: row.cells for row in whole.rows}["triples"]
    assert cells["no-graph"].mean == 0 and cells["no-gaps"].mean > 0  # type: ignore[operator]
    assert asked(whole, "no-gaps")["extractor"] > 0
    assert stats["shallow"]["snippets"] == 3
    assert page(whole, "extractive").record["engine"] == "extractive" and asked(whole, "extractive").total() == 0


BASELINES = ("top-snippets", "facet-search")


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_is_a_page_of_true_citations_as_long_as_the_page_it_is_measured_against(
    name: str, whole: BenchReport
) -> None:
    found, first = page(whole, name), page(whole, "apollo")
    assert all((whole.folder / name / "1" / "lighthouse" / file).is_file() for file in FILES)
    assert found.problems == [] and found.record["pipeline"] == name
    wanted, words = first.record["stats"]["words"], found.record["stats"]["words"]
    assert wanted <= words < wanted + 60
    texts = {one["number"]: one["text"] for one in found.record["references"]}
    assert all(one["sentence"] in " ".join(texts[one["citations"][0]].split()) for one in found.record["claims"])
    cells = {row.metric.name: row.cells[name] for row in whole.rows}
    assert cells["coverage"].mean == 1 and cells["hallucination"].mean == 0
    assert cells["triples"].mean is None and cells["snippets_retrieved"].mean is None  # it has none, not 0 of them


def test_a_domain_is_that_of_all_topics_that_name_none() -> None:
    listed = read_bench_topics(["Atoll", Topic("Lens"), Topic("Prism", "Glass")], "Optics").topics
    assert [one.domain for one in listed] == ["Optics", "Optics", "Glass"]


def test_corpora_of_one_file_name_have_names_of_their_own(tmp_path: Path) -> None:
    paths = [tmp_path / one for one in ("bio/corpus.jsonl", "phys/corpus.jsonl", "phys/corpus.csv", "sea.jsonl")]
    names = _names(paths)
    assert len(set(names.values())) == len(paths) and names[paths[3]] == "sea"


def test_a_damaged_page_of_a_baseline_is_made_again(whole: BenchReport, tmp_path: Path) -> None:
    folder, topic = copy_tree(whole.folder / "top-snippets" / "1", tmp_path / "1"), Topic("Lighthouse")
    done: Any = SimpleNamespace(find=lambda one: Ended(*one.key, "done"))
    assert open_topics(done, folder, [topic]) == ([], {})
    file = folder / "lighthouse" / "page.json"
    file.write_bytes(file.read_bytes()[:-40])
    assert open_topics(done, folder, [topic])[0] == [topic]


def test_without_a_model_there_are_no_engines_to_compare() -> None:
    names = [one.name for one in choose_systems(None, {}, Thinking())]
    assert "mixed" not in names and "extractive" not in names and names[0] == "apollo"
    with pytest.raises(InputError, match=r"extractive is for a run with a model.*add --model SPEC"):
        choose_systems(["extractive"], {}, Thinking())
    writing = Thinking.of({"writing": "scripted"})
    assert "mixed" not in [one.name for one in choose_systems(None, {}, writing)]  # that is what apollo is here


def test_settings_are_those_of_all_then_those_of_the_system() -> None:
    changes = read_changes(["*:depth=2", "*:words=500", "no-anchor:depth=1", "mine:unit=heading", "mine:floor=0.5"])
    systems = {one.name: one for one in choose_systems(["no-anchor", "mine"], changes, Thinking())}
    made = {name: one.settings(Thinking(), changes["*"]) for name, one in systems.items()}
    assert [made["apollo"].depth, made["no-anchor"].depth, made["mine"].depth] == [2, 1, 2]
    assert (made["no-anchor"].anchored, made["mine"].unit, made["mine"].floor) == (False, "heading", 0.5)
    assert {one.words for one in made.values()} == {500}
    model = Thinking.of("scripted")
    assert BY_NAME["apollo"].settings(model, {}).assign == "snippets"  # what suits models
    assert BY_NAME["extractive"].settings(BY_NAME["extractive"].thinking(model), {}).assign == "sentences"


@pytest.mark.parametrize("given", [5, "apollo", b"x", [None], ["apollo", 3], {1: 2}, [["apollo"]]])
def test_systems_of_another_kind_are_told_in_one_line(given: Any) -> None:
    with pytest.raises(
        InputError, match=r"^systems is .*: give a list of names, for example \['apollo', 'no-filter'\]$"
    ):
        choose_systems(given, {}, Thinking())


@pytest.mark.parametrize(
    "given", [5, "", "apollo", [], [("a", 1)], {1: {}}, {"apollo": 5}, {"apollo": {5: 1}}, {"*": None}]
)
def test_settings_of_another_kind_are_told_in_one_line(given: Any, tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"^settings is .*: give a dict from systems to their settings, for example \{"
    ):
        asyncio.run(bench("none.jsonl", ["Lighthouse"], out=tmp_path / "out", settings=given))
    assert not (tmp_path / "out").exists()


# Numbers


def test_the_files_hold_what_was_found_and_stand_alone(whole: BenchReport) -> None:
    read = json.loads((whole.folder / "report.json").read_text())
    assert len(read["pages"]) == len(whole.systems) and read["pages"][0]["folder"] == "apollo/1/lighthouse"
    told = (whole.folder / "report.md").read_text()
    assert told == report_markdown(whole)
    assert all(f"## {one} − apollo" in told for one in ("no-filter", "top-snippets", "shallow"))
    assert "What pays for itself" in told and "None: every system has its page" in told
    html = (whole.folder / "report.html").read_text()
    assert "://" not in html and "<script" not in html and html.count("<table>") == told.count("\n\n| ")


def measured(system: str, topic: int, text: str = "", **values: float) -> Measured:
    own = {one.name: values.get(one.name) for one in METRICS}
    where = BenchPage(system, 1, f"T{topic}", f"/t{topic}", Path(f"/x/{system}/{topic}"), "/s")
    return Measured(
        where, PageValues(f"T{topic}", "", True, own, {"ais_micro": Share(1, 2)}), text or f"{system}{topic}"
    )


def made_report(pages: list[Measured]) -> Report:
    systems = [
        BY_NAME["apollo"],
        *(System(one, "w") for one in dict.fromkeys(p.page.system for p in pages) if one != "apollo"),
    ]
    rows = metric_rows(systems, pages, instruments(None, None, None), True)
    return Report(Path("/x"), 8, system_costs(systems, [], pages), rows, tuple(pages), (), (), (), {})


def test_words_follow_the_intervals_and_which_way_is_better() -> None:
    pages = [
        measured("apollo", n, rouge1=0.5 + n / 100, hallucination=0.1 + n / 100, bleu=0.1, words=900.0)
        for n in range(8)
    ]
    worse = [
        measured(
            "worse", n, rouge1=0.4 + n / 90, hallucination=0.3 + n / 90, bleu=0.1 + (n % 2 - 0.5) / 10, words=950.0 + n
        )
        for n in range(8)
    ]
    same = [measured("same", n, f"apollo{n}", rouge1=0.5 + n / 100, words=900.0) for n in range(8)]
    report = made_report([*pages, *worse, *same])
    cells = {row.metric.name: row.cells["worse"] for row in report.rows}
    assert (cells["rouge1"].direction, cells["hallucination"].direction, cells["bleu"].direction) == (-1, 1, 0)
    told = {line.split(" ")[1]: line for line in report_markdown(report).split("\n") if line.startswith("- ")}
    assert "worse: rouge1* (−" in told["worse"] and "hallucination [rules]* (+0.2" in told["worse"]
    assert "better:" not in told["worse"] and "also different: words* (+" in told["worse"]
    assert "What apollo does instead pays for itself." in told["worse"] and "not told apart: 1 metric." in told["worse"]
    assert "every page is word for word that of apollo" in told["same"]
    few = made_report([*pages[:3], *worse[:3]])
    assert "With 3 topics no p value can reach 0.05" in report_markdown(few)


def test_a_topic_counts_once_however_often_it_was_repeated() -> None:
    pages = [measured("apollo", n, rouge1=0.1 * n) for n in range(4)] + [
        measured("b", n, rouge1=0.1 * n + 0.1) for n in range(4)
    ]
    again = [
        Measured(BenchPage("b", 2, one.page.topic, one.page.key, one.page.folder, "/s"), one.values, "x")
        for one in pages[4:]
    ]
    report = made_report([*pages, *again])
    cell = next(row.cells["b"] for row in report.rows if row.metric.name == "rouge1")
    assert cell.n == 4 and cell.paired is not None and cell.paired.n == 4


def test_what_comes_from_outside_is_escaped() -> None:
    report = made_report([measured("apollo", 1, rouge1=0.1), measured("b", 1, rouge1=0.2)])
    hostile = Report(
        **{**{name: getattr(report, name) for name in Report.__slots__}, "notes": ("<script>alert(1)</script>",)}
    )
    assert "<script" not in report_html(hostile) and "&lt;script" in report_html(hostile)


def test_the_html_report_can_be_found_ones_way_in_without_seeing_it(whole: BenchReport) -> None:
    html = report_html(whole)
    assert "<title>Bench: 17 systems over 1 topic</title>" in html and html.count("<main>") == html.count("<h1>") == 1
    headings = dict(re.findall('<h2 id="([^"]+)">([^<]+)</h2>', html))
    assert re.findall('<li><a href="#([^"]+)">([^<]+)</a></li>', html) == list(headings.items())
    named = re.findall('<div class="table" role="region" tabindex="0" aria-labelledby="([^"]+)">', html)
    assert len(named) == html.count("<table>") and set(named) <= headings.keys()
    rows = re.findall("<tr>(.*)</tr>", html)
    assert all(row.count(' scope="row"') == 1 or row.count(' scope="col"') == row.count("<th") for row in rows)
    assert '<td></td><th class="name" scope="row">rouge1 ↑</th>' in html  # behind its family
    assert '<th class="name" scope="row">no-filter</th>' in html


def test_the_html_report_prints_all_columns() -> None:
    html = report_html(made_report([measured("apollo", 1, rouge1=0.1), measured("b", 1, rouge1=0.2)]))
    screen, paper = html.split("@media print")
    assert ".table { overflow-x: auto; }" in screen and "position: sticky; left: 0" in screen
    assert ".table { overflow: visible; }" in paper and "white-space: pre-line" in paper and "size: landscape" in html


def test_the_report_leads_to_the_list_of_each_systems_pages(whole: BenchReport) -> None:
    found = re.findall(r'<a href="\./([^"]+)">', report_html(whole))
    assert found == [f"{one.system.name}/1/index.html" for one in whole.systems]
    assert all((whole.folder / one).is_file() for one in found)
    assert "- [no-filter/1](./no-filter/1/index.html)" in report_markdown(whole)


# Again, and on


def test_repeats_of_a_model_ask_anew_and_those_without_one_are_run_once(lights: Path, tmp_path: Path) -> None:
    model, events = Counting(), []
    options = {"systems": ["no-editor", "top-snippets"], "model": model, "settings": QUICK, "repeat": 2}
    report = run(lights, TOPICS[:1], tmp_path / "out", progress=events.append, **options)
    by_sample = Counter(sample for sample, _, _ in model.calls)
    assert set(by_sample) == {0, 1} and by_sample[1] > 0.7 * by_sample[0]
    assert {one[1] for one in model.calls if one[0] == 0} == {one[1] for one in model.calls if one[0] == 1}
    assert max(model.calls.values()) == 1  # what both systems ask is paid once
    costs = {one.system.name: one for one in report.systems}
    assert [costs[one].repeats for one in ("apollo", "no-editor", "top-snippets")] == [2, 2, 1]
    assert costs["no-editor"].replayed > costs["no-editor"].calls
    assert "top-snippets ran once, not 2 times" in " ".join(report.notes)
    assert set(rule_notes(instruments(None, None, None), has_verbatim=True)) <= set(report.notes)
    assert not [*(tmp_path / "out" / "_stores").iterdir()]  # the copies that models work on are gone
    before, asked_before = (tmp_path / "out" / "report.md").read_text(), model.calls.total()
    events.clear()
    again = run(lights, TOPICS[:1], tmp_path / "out", progress=events.append, **options)
    assert model.calls.total() == asked_before and again.rows == report.rows
    assert (tmp_path / "out" / "report.md").read_text() == before
    assert not [one for one in events if one["phase"] in ("measure", "topic", "ingest")]
    (tmp_path / "out" / "top-snippets" / "1" / "lighthouse" / "page.json").unlink()
    fewer = {**options, "systems": ["top-snippets"]}
    run(lights, ["Lighthouse", "Lighthouse lens"], tmp_path / "out", progress=events.append, **fewer)
    ended = [one["topic"] for one in events if one["phase"] == "topic"]
    assert ended == ["Lighthouse lens"] * 2 + ["Lighthouse", "Lighthouse lens"]
    (measured,) = [one["pages"] for one in events if one["phase"] == "measure"]
    assert measured in (
        3,
        4,
    )  # the page that was made again is the same; where its seconds are too, its values are known


def test_what_one_system_had_a_model_read_is_no_other_system_s_knowledge(
    whole: BenchReport, lights: Path, tmp_path: Path
) -> None:
    """Verdicts of a model on names lie in a store: without a store of its own the extractive system would be another
    after apollo."""
    alone = run(lights, TOPICS[:1], tmp_path / "alone", systems=[], settings={"*": SHARED})
    one, other = (
        folder / "lighthouse" for folder in (alone.folder / "apollo" / "1", whole.folder / "extractive" / "1")
    )
    assert (one / "page.json").read_bytes() == (other / "page.json").read_bytes()
    assert (one / "graph.json").read_bytes() == (other / "graph.json").read_bytes()


def test_failures_stay_with_their_topic_and_system(corpus: Path, tmp_path: Path) -> None:
    report = run(corpus, ["Lighthouse", "Zebrafish"], tmp_path / "out", systems=["no-anchor", "top-snippets"])
    assert [(one.system, one.topic) for one in report.failures] == [
        ("apollo", "Zebrafish"), ("no-anchor", "Zebrafish"), ("top-snippets", "Zebrafish")
    ]  # fmt: skip
    assert "no apollo page on this topic" in report.failures[2].error
    assert {one.pages for one in report.systems} == {1}
    assert re.search(r"\| Zebrafish \| +failed \| +failed \| +failed \|", report.markdown())


def test_a_budget_is_that_of_all_systems_together(lights: Path, tmp_path: Path) -> None:
    def limited(calls: int | None) -> BenchReport:
        budget = {} if calls is None else {"budget": f"calls={calls}"}
        thinking = Thinking.of(model, **budget)
        return run(
            lights,
            TOPICS[:1],
            tmp_path / "out",
            systems=["no-anchor", "no-graph", "extractive", "top-snippets"],
            model=thinking,
            settings=QUICK,
            at_once=1,
        )

    model = Counting()
    free = run(lights, TOPICS[:1], tmp_path / "free", systems=[], model=Counting(), settings=QUICK)
    enough = free.systems[0].calls + 4
    report = limited(enough)
    assert report.budget == "calls" and model.calls.total() <= enough and report.not_begun
    assert page(report, "apollo").record["stats"]["budget_exhausted"] == ""
    assert page(report, "extractive") and page(report, "top-snippets")  # they need none
    assert "Not complete: the budget of calls is used up" in report.markdown()
    spent = sum(spent_in(tmp_path / "out" / one / "1")["calls"] for one in ("apollo", "no-anchor", "no-graph"))
    assert spent == model.calls.total()
    done = limited(None)
    assert not done.budget and not done.failures and max(model.calls.values()) == 1
    spent = int(sum(spent_in(tmp_path / "out" / one / "1")["calls"] for one in ("apollo", "no-anchor", "no-graph")))
    leg = Leg(BY_NAME["no-editor"], 1, BenchCorpus("", ()), tmp_path / "out")  # the others are not asked for this time
    by_leg = spent_by_leg(tmp_path / "out")
    work = _Bench([leg], {}, LegMeans(Thinking.of(model, budget=f"calls={spent + 7}"), {}), 0.0, by_leg)
    assert work._rest(leg)[0].calls == 7


def test_a_page_whose_ledgers_cannot_be_read_is_measured_once_they_can(lights: Path, tmp_path: Path) -> None:
    out = tmp_path / "page"
    page = generate_sync("Lighthouse", corpus=lights, out=out)
    (store,) = (out / "state").glob("corpus-*")
    one = BenchPage("extractive", 1, page.record["topic"], "lighthouse", out, store)
    ledgers = out / "state" / "ledgers.sqlite"
    whole = ledgers.read_bytes()

    def measured() -> tuple[list[Measured], list[str]]:
        return asyncio.run(measure_bench([one], {}, tmp_path, None, lambda _: None))

    ledgers.write_bytes(b"no ledgers " * 999)
    found, failures = measured()
    assert found == [] and len(failures) == 1 and str(ledgers) in failures[0]
    ledgers.write_bytes(whole)
    (found, failures) = measured()
    assert failures == [] and found[0].values.values["urls_retrieved"]


def test_a_process_that_measures_and_is_killed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_measuring, "_begin", os._exit)  # as if it were killed: the argument is the parent's id

    async def tasks() -> AsyncGenerator[tuple[int, Any]]:
        for at in range(20):
            yield at, "a task"

    async def go() -> None:
        async for _ in bench_measuring._measured(tasks(), 2):
            pass

    with pytest.raises(CastaliaError, match="a process that measured pages was killed"):
        asyncio.run(go())


def test_what_a_leg_spent_is_not_guessed_where_its_manifest_cannot_be_read(lights: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with BatchManifest.open(out / "no-graph" / "1", {}) as manifest:
        for number in range(3):
            manifest.add(Ended(f"T{number}", "", f"t{number}", None, "done", calls=10, cost=0.5))
    assert spent_in(out / "no-graph" / "1") == {"calls": 30, "tokens": 0, "money": 1.5}
    lines = manifest.path.read_bytes().splitlines(keepends=True)
    manifest.path.write_bytes(b"".join([*lines[:2], b"{broken\n", *lines[3:]]))
    with pytest.raises(InputError, match=r"no-graph/1/manifest\.jsonl:3: .*mend or remove the line"):
        run(lights, TOPICS[:1], out, systems=["no-anchor"], model=Counting(), settings=QUICK)
    manifest.path.write_bytes(b"".join(lines) + b'{"torn')
    assert spent_by_leg(out)[out / "no-graph" / "1"]["calls"] == 30
    manifest.path.unlink()
    manifest.path.mkdir()
    with pytest.raises(InputError, match=r"manifest\.jsonl cannot be read"):
        spent_by_leg(out)


def test_topics_may_name_their_corpora_and_a_file_of_gold_pages_is_one_of_topics(corpus: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    rows = corpus.read_text().splitlines()
    lights, reefs = [one for one in rows if "/lights/" in one], [one for one in rows if "/lights/" not in one]
    (data / "corpus_lights.jsonl.gz").write_bytes(gzip.compress("\n".join(lights).encode()))
    (data / "reefs.jsonl").write_text("\n".join(reefs))
    rows_of_gold = [GOLD[0] | {"corpus_file": "corpus_lights.jsonl"}, GOLD[1] | {"corpus_file": "reefs.jsonl"}]
    (tmp_path / "gold.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, rows_of_gold)).encode()))
    report = run(
        data, tmp_path / "gold.jsonl.gz", tmp_path / "out", gold=tmp_path / "gold.jsonl.gz", systems=["facet-search"]
    )
    places = [one["folder"] for one in report.to_json()["pages"]]
    assert places[:2] == ["apollo/1/corpus_lights/lighthouse", "apollo/1/reefs/coral_reef"] and len(places) == 4
    row = next(one for one in report.rows if one.metric.name == "rouge1")
    assert row.cells["apollo"].n == 2 and not report.failures
    files = tmp_path / "gold.jsonl.gz"
    other = asyncio.run(compare(tmp_path / "out" / "apollo", tmp_path / "out" / "facet-search", files))
    theirs = {one.metric.name: one.paired for one in other.rows}
    mine = {one.metric.name: one.cells["facet-search"].paired for one in report.rows}
    both = [one for one in mine if one in theirs and one not in NOT_OF_BASELINES]
    assert len(both) > 20 and [mine[one] for one in both] == [theirs[one] for one in both]
    assert any(found.wins or found.losses for found in mine.values() if found is not None)
    for name, told in (
        ("nowhere.jsonl", "there is no nowhere.jsonl in"),
        ("../corpus/rows.jsonl", "there is no ../corpus"),
    ):
        with pytest.raises(InputError, match=told):
            run(data, [Topic("Lighthouse", corpus=name)], tmp_path / "no")
    with pytest.raises(InputError, match='"B" names no corpus, and other topics do'):
        run(data, [Topic("A", corpus="reefs.jsonl"), Topic("B")], tmp_path / "no")
    assert not (tmp_path / "no").exists()


# The command


def arguments(*more: str) -> list[str]:
    return ["bench", "rows.jsonl", "t.txt", "--out", "out", *more]


def _prompt(body: Any) -> str:
    return json.dumps([body.get("messages"), body.get("response_format")])


def _good(body: Any) -> str:
    if "messages" not in body:  # who sent it was killed meanwhile
        return ""
    messages = tuple(Message(one["role"], one["content"]) for one in body["messages"])
    told = (body.get("response_format") or {}).get("json_schema") or {}
    return str(good_answer(Call("any", messages, told.get("schema"), told.get("name", ""), 0, body.get("max_tokens"))))


def test_a_bench_that_is_interrupted_and_killed_goes_on_and_pays_nothing_twice(castalia: Command, corpus: Path) -> None:
    shutil.copy(corpus, "rows.jsonl")
    Path("t.txt").write_text("Lighthouse\n")
    with served.ChatServer(_good, delay=0.02) as server:
        small = [part for one in ("depth=1", "seed=4", "most=12") for part in ("--set", f"*:{one}")]
        command = arguments("--model", f"openai:test@{server.url}", "--systems", "no-anchor,top-snippets", *small)

        def ended(by: signal.Signals, leg: str) -> tuple[int, str]:
            """Run until calls of this leg are under way, then end it by a signal; the code, and what it told."""
            with Forked(command) as it:
                told = next(line for line in it.stderr if leg in line)
                assert server.wait_for(server.count + 2, 30)
                it.send_signal(by)
                rest = it.communicate(timeout=60)[1]
            return it.returncode or 0, told + rest

        code, told = ended(signal.SIGINT, ": apollo")
        assert code == 130 and "castalia: interrupted; the same command goes on" in told and "Traceback" not in told
        code, told = ended(signal.SIGKILL, ": no-anchor")
        assert code == -signal.SIGKILL and not Path("out/report.md").exists()
        before = server.count
        done = castalia(*command)
        assert (done.code, done.out) == (0, "out/report.md\n") and "batch     1 topic, 1 done before" in done.err
        assert server.count > before
        sent = Counter(_prompt(one.body) for one in server.chats)
    assert sum(sent.values()) - len(sent) <= 16  # what was under way when it was killed
    report = json.loads(Path("out/report.json").read_text())
    assert Counter(one["system"] for one in report["pages"]) == {"apollo": 1, "no-anchor": 1, "top-snippets": 1}


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--systems", "no-filtre"], "there is no system 'no-filtre'; did you mean no-filter? The systems are apollo, no-reflection,"),
        (["--systems", "extractive"], "the system extractive is for a run with a model"),
        (["--repeat", "0"], "--repeat is 0: give a whole number from 1 up"),
        (["--gold", "none.jsonl"], "the gold has none of these topics: Lighthouse; it has Whale"),
        (["--set", "no-filter:dept=1"], "there is no setting 'dept'; did you mean depth?"),
        (["--set", "no-filter:depth=-1"], "setting depth is -1"),
        (["--set", "depth=1"], "--set depth=1: write NAME:key=value"),
        (["--set", "top-snippets:depth=1"], "top-snippets is a baseline, which has no settings"),
        (["--systems", "no-filter", "--set", "mine:depth=1"], "settings are given for mine, which is not among the systems"),
        (["--store", "s"], "give CORPUS and TOPICS, or --store and TOPICS alone"),
        (["--without", "filter"], "unrecognized arguments: --without filter; see castalia bench --help"),
        (["--budget", "calls=1"], "--budget without a model does nothing"),
    ],
)  # fmt: skip
def test_wrong_input_is_one_line_and_nothing_is_made(
    more: list[str],
    told: str,
    corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.txt").write_text("Lighthouse\n")
    Path("none.jsonl").write_text(json.dumps({"topic": "Whale", "summary": "Whales swim."}))
    assert cli.main(["bench", str(corpus), "t.txt", "--out", "out", *more]) == 2
    err = capsys.readouterr().err
    assert told in err and err.count("\n") == 1 and not Path("out").exists()


def test_rows_that_are_not_read_are_told_quiet_or_not(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.txt").write_text("Lighthouse\n")
    Path("rows.jsonl").write_text(corpus.read_text() + "no row\n")
    command = ["bench", "rows.jsonl", "t.txt", "--systems", "apollo", "--out", "out", "--quiet"]
    assert cli.main(command) == 0
    err = capsys.readouterr().err
    assert err.startswith("castalia: 1 skipped: invalid JSON (first: rows.jsonl:") and err.count("\n") == 1


def test_no_topics_another_bench_and_failed_topics_have_their_codes(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def castalia(topics: str, *more: str) -> tuple[int, str]:
        Path("t.txt").write_text(topics)
        capsys.readouterr()
        return cli.main(["bench", str(corpus), "t.txt", "--systems", "top-snippets", *more]), capsys.readouterr().err

    known_not = "ingest texts on it or leave it out, for the corpus does not know it: Zebrafish\n"
    assert castalia("# none\n", "--out", "out")[0] == 2
    code, err = castalia("Lighthouse\nZebrafish\n", "--out", "out")
    assert (
        code == 1
        and "failed: apollo, Zebrafish: no snippet of" in err
        and f"castalia: 2 pages failed: {known_not}" in err
    )
    assert castalia("Lighthouse\n", "--out", "out", "--quiet") == (0, "")
    Path("t.txt").write_text("Zebrafish\n")
    assert cli.main(["bench", str(corpus), "t.txt", "--systems", "apollo", "--out", "one"]) == 1
    assert f"castalia: 1 page failed: {known_not}" in capsys.readouterr().err
    code, err = castalia("Lighthouse\n", "--out", "out", "--set", "*:depth=1")
    assert (
        code == 2
        and "out holds a batch that was asked for something else: setting depth is 1, and was not given;" in err
        and err.count("\n") == 1
    )
    assert castalia("Lighthouse\n", "--out", "out", "--set", "*:depth=1", "--force", "--quiet") == (0, "")
    assert castalia("Lighthouse\n", "--out", "out/apollo/1")[0] == 2  # a batch's folder is no bench's
