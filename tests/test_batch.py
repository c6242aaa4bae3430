"""Batches: every topic done once, errors where they belong, nothing paid twice, whatever is killed in between."""

from __future__ import annotations

import asyncio
import errno
import json
import re
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import chat_server as served
import killed_runs as runs
import lighthouses
import pytest
from castalia.graphs import BatchReport, Settings, Topic, TopicPage, batch, bench, cli, fill_store, read_topics, sources
from castalia.graphs.batching import batch_pages
from castalia.graphs.batching.batch_index import render_index
from castalia.graphs.batching.batch_pages import is_wrong
from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.outages import Outages
from castalia.graphs.commands.batch_lines import LONGEST_REASON, LONGEST_TOPIC, summary_lines, tell_end
from castalia.graphs.generation import generate
from castalia.graphs.pipeline import apollo_nodes
from castalia.graphs.runs.batch_source import batch_source
from castalia.graphs.runs.holding import BusyError
from castalia.graphs.runs.run_folder import manifest_in
from castalia.graphs.thinking import Thinking
from castalia.memory import sqlite_file
from castalia.memory.errors import (
    CastaliaError,
    InputError,
    InUseError,
    NoPageError,
    StoreError,
    UnknownTopicError,
    UnwrittenError,
)
from castalia.tools.corpus.batch_files import MANIFEST
from castalia.tools.models import gate as gates
from castalia.tools.models.budgets import Budget, Usage
from castalia.tools.models.chat import Call, Message, ModelError, Reply
from castalia.tools.pages.page_style import STYLE
from castalia.tools.scripted.scripted_model import good_answer
from command_line import Command, Told, tree
from copies import copy_tree
from forked import Forked

TOPICS = ["Lighthouse", "Coral reef", "Lighthouse lens"]
SMALL = Settings.for_models(depth=1, seed=4, most=12)
SHORT = Settings(words=300)


@pytest.fixture(autouse=True)
def _no_models_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "OPENAI_API_KEY OPENAI_BASE_URL CASTALIA_MODEL CASTALIA_MODEL_KEY LANGSMITH_TRACING".split():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setattr(gates, "_FIRST_WAIT", 0.01)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("corpus") / "rows.jsonl"
    rows = lighthouses.lighthouse_rows()
    path.write_text("\n".join([*rows[:12], *rows[18:]]) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def unread(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Path:
    path: Path = tmp_path_factory.mktemp("stores") / "lights"
    assert cli.main(["ingest", str(corpus), "--store", str(path), "--quiet"]) == 0
    return path


@pytest.fixture
def store(tmp_path: Path, unread: Path) -> Path:
    """A store of the test's own: what a model reads is kept in it."""
    return copy_tree(unread, tmp_path / "store")


def run(topics: Any, store: Path, out: Path, **options: Any) -> BatchReport:
    return asyncio.run(batch(topics, store=store, out=out, **options))


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / MANIFEST).read_text().splitlines()][1:]


def statuses(out: Path) -> list[tuple[str, str]]:
    return [(one["topic"], one["status"]) for one in lines(out)]


class Counting:
    """The scripted model, which counts what it is asked; ``way`` may raise instead."""

    name = endpoint = "counting"

    def __init__(self, way: Callable[[Call], object] = lambda call: None, delay: float = 0.01) -> None:
        self.parameters: dict[str, Any] = {}
        self.prompts: Counter[tuple[str, str]] = Counter()
        self._way, self._delay = way, delay

    async def complete(self, call: Call) -> Reply:
        self.prompts[call.schema_name, call.messages[-1].text] += 1
        await asyncio.sleep(self._delay)
        self._way(call)
        return Reply(good_answer(call), "stop", 100, 50)

    def count(self, schema: str = "") -> int:
        return sum(count for (name, _), count in self.prompts.items() if not schema or name == schema)


# Pages, and the same again


@dataclass(frozen=True, slots=True)
class Written:
    """A batch that has ended; nobody changes it."""

    store: Path
    out: Path
    report: BatchReport
    events: list[dict[str, Any]]
    listed: list[int]  # pages in the index, after each of them


@pytest.fixture(scope="module")
def written(unread: Path, tmp_path_factory: pytest.TempPathFactory) -> Written:
    folder = tmp_path_factory.mktemp("written")
    store, out, events, listed = (
        copy_tree(unread, folder / "store"),
        folder / "out",
        list[dict[str, Any]](),
        list[int](),
    )

    def look(event: dict[str, Any]) -> None:
        events.append(event)
        if event["phase"] == "topic":
            listed.append((out / "index.html").read_text().count("page.html"))

    return Written(store, out, run(TOPICS, store, out, settings=SHORT, at_once=3, progress=look), events, listed)


def test_every_topic_gets_its_page_and_a_second_run_does_nothing(written: Written) -> None:
    report, out = written.report, written.out
    assert [one.status for one in report.ended] == ["done"] * 3 and not report.failed and not report.stopped
    for one in report.ended:
        page = TopicPage.open(out / one.folder)
        assert page.problems == [] and page.record["stats"]["words"] == one.words > 0
    assert [one["count"] for one in written.events if one["phase"] == "topic"] == [1, 2, 3]
    assert (out / "index.html").read_text().count("page.html") == 3
    before = (out / MANIFEST).read_bytes()
    again = run(TOPICS, written.store, out, settings=SHORT)
    assert again.skipped == 3 and again.ended == report.ended and (out / MANIFEST).read_bytes() == before


def test_the_index_links_pages_while_others_are_written(written: Written) -> None:
    assert 1 <= written.listed[0] < 3 and written.listed == sorted(written.listed)
    html = (written.out / "index.html").read_text()
    assert html.count("page.html") == 3 and f"<title>3 pages from {written.store.name}</title>" in html


def test_an_index_that_no_batch_wrote_stays(store: Path, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("mine")
    with pytest.raises(InputError, match="but no manifest"):
        run(TOPICS[:1], store, tmp_path / "site")
    assert [one.read_text() for one in (tmp_path / "site").iterdir()] == ["mine"]


def test_a_batch_and_a_page_do_not_share_a_folder(store: Path, tmp_path: Path) -> None:
    asyncio.run(generate("Lighthouse", store=store, out=tmp_path / "page"))
    for make in (
        batch(["Lighthouse"], store=store, out=tmp_path / "page"),
        bench(None, ["Lighthouse"], store=store, out=tmp_path / "page"),
    ):
        with pytest.raises(InputError, match="page holds a page: choose another folder"):
            asyncio.run(make)
    assert not (tmp_path / "page/manifest.jsonl").exists()
    run(["Lighthouse"], store, tmp_path / "pages")
    with pytest.raises(InputError, match="pages holds the pages of a batch, each in a folder of its own"):
        asyncio.run(generate("Lighthouse", store=store, out=tmp_path / "pages"))
    assert not (tmp_path / "pages/page.json").exists()


def test_a_page_is_the_same_in_a_batch_and_alone(written: Written, store: Path, tmp_path: Path) -> None:
    run(TOPICS[:1], store, tmp_path / "alone", settings=SHORT)
    one, other = (way / "lighthouse" / "page.json" for way in (written.out, tmp_path / "alone"))
    assert one.read_bytes() == other.read_bytes()


def test_topics_that_are_added_are_written_and_pages_that_were_removed_too(written: Written, tmp_path: Path) -> None:
    out = copy_tree(written.out, tmp_path / "out")
    (out / "lighthouse" / "page.json").unlink()
    report = run([*TOPICS, "Lantern"], written.store, out, settings=SHORT)
    assert report.skipped == 2 and len(report.done) == 4
    assert Counter(name for name, _ in statuses(out)) == Counter([*TOPICS, "Lighthouse", "Lantern"])
    assert {name for name, _ in statuses(out)[3:]} == {"Lighthouse", "Lantern"}


def test_words_and_folder_of_a_row_are_its_own(store: Path, tmp_path: Path) -> None:
    topics = [Topic("Lighthouse", words=200, out="deep/down"), Topic("Coral reef")]
    report = run(topics, store, tmp_path / "out", settings=Settings(words=400))
    assert (tmp_path / "out" / "deep" / "down" / "page.html").is_file()
    runs = [TopicPage.open(tmp_path / "out" / one.folder).run for one in report.ended]
    assert [one["settings"]["words"] for one in runs] == [200, 400]
    again = run([replace(topics[0], words=300), topics[1]], store, tmp_path / "out", settings=Settings(words=400))
    assert again.skipped == 1


def test_a_corpus_is_ingested_once(corpus: Path, tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    out = tmp_path / "out"
    for topics in (TOPICS[:1], TOPICS[:2]):
        asyncio.run(batch(topics, corpus=corpus, out=out, settings=SHORT, progress=told.append))
    assert sum(one["phase"] == "ingest" for one in told) == 1
    assert len(list((out / "_batch").glob("corpus-*"))) == 1
    moved = tmp_path / "elsewhere" / corpus.name
    moved.parent.mkdir()
    moved.write_bytes(corpus.read_bytes())
    assert asyncio.run(batch(TOPICS[:2], corpus=moved, out=out, settings=SHORT)).skipped == 2
    moved.write_text(corpus.read_text() + lighthouses.lighthouse_rows()[0].replace("lighthouse", "lightship") + "\n")
    before, told = tree(out), []
    with pytest.raises(InputError, match="else: the corpus is another one;"):
        asyncio.run(batch(TOPICS[:2], corpus=moved, out=out, settings=SHORT, progress=told.append))
    assert tree(out) == before and told == []
    assert asyncio.run(batch(TOPICS[:2], corpus=moved, out=out, settings=SHORT, force=True)).skipped == 0


def _spoil_inside(store: Path) -> None:
    with (store / "library.sqlite").open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\x7f" * 4096)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda store: (store / "snippets" / "points" / "edge_config.json").write_text("garbage"),
        lambda store: (store / "snippets" / "castalia.json").write_text("[" * 200_000),
        lambda store: (store / "snippets" / "castalia.json").unlink(),
        lambda store: shutil.rmtree(store / "snippets"),
        _spoil_inside,
        lambda store: (shutil.rmtree(store), store.touch()),
    ],
)
def test_a_corpus_whose_store_was_damaged_is_ingested_anew(
    spoil: Callable[[Path], object], corpus: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert len(asyncio.run(batch(TOPICS[:1], corpus=corpus, out=out, settings=SHORT)).done) == 1
    (store,) = out.glob("_batch/corpus-*")
    spoil(store)
    report = asyncio.run(batch(TOPICS[:2], corpus=corpus, out=out, settings=SHORT))
    assert (report.skipped, len(report.done)) == (1, 2)


def test_a_dry_run_that_is_refused_reads_no_corpus(
    corpus: Path, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "t.txt").write_text("Lighthouse\n")
    asked = ["batch", str(tmp_path / "t.txt"), "--out", str(tmp_path / "out"), "--model", "scripted", "--quiet"]
    assert cli.main([*asked, "--corpus", str(corpus)]) == 0
    (tmp_path / "more.jsonl").write_text(corpus.read_text() + lighthouses.lighthouse_rows()[0].replace("a", "e") + "\n")
    monkeypatch.setattr(sources, "ingest", lambda *given, **named: pytest.fail("a corpus was read"))
    assert cli.main([*asked, "--corpus", str(tmp_path / "more.jsonl"), "--dry-run"]) == 2


def test_a_batch_over_a_store_that_has_grown_keeps_what_is_done(store: Path, tmp_path: Path) -> None:
    run(TOPICS[:1], store, tmp_path / "out", settings=SHORT)
    page = (tmp_path / "out" / "lighthouse" / "page.md").read_text(encoding="utf-8")
    more = tmp_path / "more.jsonl"
    more.write_text("\n".join(lighthouses.lighthouse_rows()[12:18]) + "\n", encoding="utf-8")
    asyncio.run(fill_store(store, more))
    report = run(TOPICS[:2], store, tmp_path / "out", settings=SHORT)
    assert (report.skipped, len(report.done)) == (1, 2)
    assert (tmp_path / "out" / "lighthouse" / "page.md").read_text(encoding="utf-8") == page


def test_a_batch_goes_on_where_its_store_was_moved_or_copied_and_not_with_another(store: Path, tmp_path: Path) -> None:
    out, moved, copied = tmp_path / "out", tmp_path / "moved", tmp_path / "copied"
    run(TOPICS[:1], store, out, settings=SHORT)
    store.rename(moved)
    assert run(TOPICS[:2], moved, out, settings=SHORT).skipped == 1
    for page in ("lighthouse", "coral_reef"):
        assert batch_source(out / page, manifest_in(out / page).run_id)["store"] == str(moved)
    more = tmp_path / "more.jsonl"
    more.write_text("\n".join(lighthouses.lighthouse_rows()[12:18]) + "\n", encoding="utf-8")
    copy_tree(moved, copied)
    asyncio.run(fill_store(copied, more))  # it held what the pages were made from
    assert run(TOPICS[:2], copied, out, settings=SHORT, force=True).skipped == 2
    asyncio.run(fill_store(tmp_path / "another", more))
    before = tree(out)
    with pytest.raises(InputError, match=rf"else: the store is {tmp_path / 'another'}, and was {copied};"):
        run(TOPICS[:2], tmp_path / "another", out, settings=SHORT)
    assert tree(out) == before


def test_a_batch_in_the_folder_of_its_corpus_goes_on(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / corpus.name).write_bytes(corpus.read_bytes())
    asyncio.run(batch(TOPICS[:1], corpus=folder, out=folder / "pages", settings=SHORT))
    assert asyncio.run(batch(TOPICS[:2], corpus=folder, out=folder / "pages", settings=SHORT)).skipped == 1


def test_another_store_or_other_settings_are_refused_before_any_work(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(TOPICS[:1], store, out)
    with pytest.raises(InputError, match="else: setting depth is 2, and was 4;"):
        run(TOPICS, store, out, settings=Settings(depth=2))
    with pytest.raises(InputError, match="else: the model is scripted, and was none; choose"):
        run(TOPICS, store, out, model="scripted")  # named once, without what came with it
    assert not (out / "coral_reef").exists()
    forced = run(TOPICS[:1], store, out, settings=Settings(depth=2), force=True)
    assert forced.skipped == 0 and len(forced.done) == 1


# Errors stay with their topic


def test_one_failure_leaves_the_others_and_is_tried_again(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    report = run(["the", "Unicorn husbandry", "Lighthouse"], store, out)
    assert [one.status for one in report.ended] == ["failed", "failed", "done"] and not report.stopped
    assert "only words" in report.failed[0].error and "Unicorn husbandry" in report.failed[1].error
    again = run(["the", "Unicorn husbandry", "Lighthouse"], store, out)
    assert again.skipped == 1 and len(again.failed) == 2 and len(lines(out)) == 5


def test_a_topic_that_fails_when_it_goes_on_leaves_no_folder(
    unread: Path, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_tree(unread, tmp_path / "store")
    (tmp_path / "t.csv").write_text("topic,out\nLighthouse,lights/first\nLens,lights/second\n")
    asked = ["batch", "t.csv", "--store", "store", "--out", "out"]
    with Forked(asked, tmp_path, runs.DYING.replace("int(sys.argv.pop(1))", "3")) as killed:
        killed.communicate()
    assert killed.returncode == -9 and (tmp_path / "out/lights/first/state/manifest.json").exists()

    async def broken(*_: object) -> None:
        raise NoPageError("nothing can stand on it")

    monkeypatch.setattr(apollo_nodes, "check_written", broken)
    assert command(*asked).code == 1
    assert [name for name in tree(tmp_path / "out") if name.startswith("lights")] == []


def test_a_bug_is_its_topic_s_too_and_its_traceback_is_kept_until_it_is_mended(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate, out = batch_pages.generate, tmp_path / "out"

    async def broken(topic: str, **options: Any) -> Any:
        if topic == "Coral reef":
            raise ZeroDivisionError("the\nbug")
        return await generate(topic, **options)

    monkeypatch.setattr(batch_pages, "generate", broken)
    report = run(TOPICS[:2], store, out, settings=SHORT)
    assert [one.status for one in report.ended] == ["done", "failed"] and not report.stopped
    assert report.failed[0].error == "ZeroDivisionError: the bug"
    assert "in broken" in (out / "coral_reef" / "error.txt").read_text()
    monkeypatch.undo()
    assert len(run(TOPICS[:2], store, out, settings=SHORT).done) == 2
    assert not (out / "coral_reef" / "error.txt").exists()


def test_an_error_file_that_no_batch_wrote_stays(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(topic: str, **options: Any) -> Any:
        raise ZeroDivisionError("the bug")

    mine = tmp_path / "out" / "coral_reef" / "error.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("What I found wrong on this page.\n")
    with monkeypatch.context() as patch:
        patch.setattr(batch_pages, "generate", broken)
        assert len(run(["Coral reef"], store, tmp_path / "out", settings=SHORT).failed) == 1
    assert mine.read_text() == "What I found wrong on this page.\n"
    assert len(run(["Coral reef"], store, tmp_path / "out", settings=SHORT).done) == 1
    assert mine.read_text() == "What I found wrong on this page.\n"


def test_a_page_that_cannot_be_written_is_its_topic_s(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "coral_reef").write_text("a file")
    report = run(TOPICS[1:], store, out, settings=SHORT)
    assert [one.status for one in report.ended] == ["failed", "done"]
    assert "cannot write to" in report.failed[0].error


# Errors that are everybody's


@pytest.mark.parametrize("at_once", [1, 3])
def test_a_key_that_is_refused_ends_the_batch(at_once: int, store: Path, tmp_path: Path) -> None:
    def no(call: Call) -> None:
        raise ModelError("the model counting: the key was refused", "key")

    model = Counting(no)
    report = run(TOPICS, store, tmp_path / "out", model=model, settings=SMALL, at_once=at_once)
    assert report.stopped == "the model counting: the key was refused"
    assert len(report.not_begun) == 3 and not report.ended and lines(tmp_path / "out") == []
    assert model.count() <= 4 * at_once
    again = run(TOPICS[:1], store, tmp_path / "out", model=Counting(), settings=SMALL)
    assert len(again.done) == 1


def test_what_a_refused_key_spoiled_is_not_gone_on_with(store: Path, tmp_path: Path) -> None:
    def no(call: Call) -> None:
        raise ModelError("the model counting: the key was refused", "key")

    out, small = tmp_path / "out", TOPICS[-1:]  # of three snippets, all of which are refused
    for _ in range(3):
        assert run(small, store, out, model=Counting(no), settings=SMALL).stopped
    assert not list(out.glob("*/state/checkpoints.sqlite"))
    assert len(run(small, store, out, model=Counting(), settings=SMALL).done) == 1


def test_what_was_paid_before_a_key_was_refused_counts_in_the_next_run(store: Path, tmp_path: Path) -> None:
    def later(call: Call) -> None:
        if first.count() > 12:
            raise ModelError("the model counting: the key was refused", "key")

    first, second, out = Counting(later), Counting(), tmp_path / "out"
    stopped = run(["Lighthouse"], store, out, model=Thinking.of(first, budget=Budget(calls=1000)), settings=SMALL)
    assert stopped.stopped and stopped.under_way.calls == first.count() > 12
    most = Budget(calls=first.count() + 2)
    for topics in (["Coral reef"], ["Lighthouse"], ["Lighthouse"]):  # it counts for other topics, too, and once
        run(topics, store, out, model=Thinking.of(second, budget=most), settings=SMALL)
    assert second.count() == 2 and statuses(out)[0] == ("Coral reef", "short of budget")


def test_what_a_stopped_page_had_cost_is_noted_with_the_page_that_is_begun_anew(store: Path, tmp_path: Path) -> None:
    def later(call: Call) -> None:
        if first.count() > 12:
            raise ModelError("the model counting: the key was refused", "key")

    first, second, out = Counting(later), Counting(), tmp_path / "out"
    run(["Lighthouse"], store, out, model=first, settings=SMALL)
    row = lighthouses.lighthouse_rows()[0].replace("lighthouse", "lightship")
    asyncio.run(fill_store(store, [json.loads(row)]))
    assert len(run(["Lighthouse"], store, out, model=second, settings=SMALL).done) == 1
    (line,) = lines(out)
    assert line["calls"] == first.count() + second.count()


def test_one_prompt_that_is_refused_ends_nothing(store: Path, tmp_path: Path) -> None:
    def no(call: Call) -> None:
        if call.schema_name == "Extracted" and "Pharos" in call.messages[-1].text:
            raise ModelError("the model counting: forbidden", "key")

    model = Counting(no)
    report = run(TOPICS[::2], store, tmp_path / "out", model=model, settings=SMALL, at_once=1)
    assert len(report.done) == 2 and not report.stopped
    assert any(name == "Extracted" and "Pharos" in text for name, text in model.prompts)


def test_a_server_that_is_gone_ends_the_batch_after_three_topics(store: Path, tmp_path: Path) -> None:
    def no(call: Call) -> None:
        raise ModelError("the model counting: the connection failed", "connection", transient=True)

    topics = [*TOPICS, "Keeper", "Fog signal"]
    report = run(topics, store, tmp_path / "out", model=Counting(no, 0.0), settings=SMALL, at_once=1)
    assert report.stopped == "3 topics in a row, and no answer: the model counting: the connection failed"
    assert len(report.failed) == 2 and len(report.not_begun) == 3
    again = run(topics[1:3], store, tmp_path / "out", model=Counting(), settings=SMALL)
    assert not again.stopped and not again.not_begun


def test_a_full_disk_or_a_store_that_is_gone_ends_the_batch(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: TopicPage, folder: Path, *, force: bool = False) -> Path:
        error = OSError(errno.ENOSPC, "No space left on device")
        raise InputError(f"cannot write to {folder}: no space left on device") from error

    monkeypatch.setattr(TopicPage, "save", full)
    report = run(TOPICS, store, tmp_path / "out")
    assert "no space left" in report.stopped and len(report.not_begun) == 3
    monkeypatch.undo()

    async def gone(topic: str, **options: Any) -> Any:
        await asyncio.to_thread(store.rename, tmp_path / "moved")
        raise RuntimeError("segment not found")

    monkeypatch.setattr(batch_pages, "generate", gone)
    report = run(TOPICS, store, tmp_path / "out")
    assert "is gone" in report.stopped and len(report.not_begun) == 3


def test_a_store_that_another_process_holds_ends_the_batch_which_goes_on_later(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.01)

    async def held(topic: str, **options: Any) -> Any:
        with closing(sqlite3.connect(store / "triplets.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            return await generate(topic, **options)

    monkeypatch.setattr(batch_pages, "generate", held)
    report = run(TOPICS, store, tmp_path / "out")
    assert "triplets.sqlite is in use" in report.stopped and not report.ended and len(report.not_begun) == 3
    monkeypatch.undo()
    assert len(run(TOPICS, store, tmp_path / "out").done) == 3


def test_what_a_store_elsewhere_keeps_here_may_be_cleared(tmp_path: Path) -> None:
    class Elsewhere:
        async def count(self) -> int:
            return 1

    memory: Any = SimpleNamespace(store=Elsewhere(), library=SimpleNamespace(path=tmp_path / "cleared"))
    outages = Outages()
    asyncio.run(outages.look(memory, None, tmp_path))
    assert outages.reason == ""


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (MemoryError(), "there is no memory left: run fewer topics --at-once"),
        (OSError(errno.EMFILE, "Too many open files"), "[Errno 24] Too many open files"),
        (OSError(errno.EACCES, "Permission denied"), ""),
        (sqlite_error(sqlite3.SQLITE_IOERR_READ), "disk I/O error"),
        (sqlite_error(sqlite3.SQLITE_ERROR), ""),
    ],
)
def test_what_ails_the_machine_ends_the_batch_and_no_topic_alone(error: Exception, reason: str, tmp_path: Path) -> None:
    outages = Outages()
    for one in (error, CastaliaError("the page")):
        one.__cause__ = None if one is error else error
        outages.topic_failed(one, tmp_path)
        assert bool(outages.reason) is bool(reason)
    assert outages.reason == reason


@pytest.mark.parametrize(("held", "ends"), [("store/triplets.sqlite", True), ("out/lens/state/ledgers.sqlite", False)])
def test_a_file_of_one_topic_that_another_process_holds_costs_that_topic_alone(
    held: str, ends: bool, tmp_path: Path
) -> None:
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error = InUseError("a file is in use", str(tmp_path / held))
    error.__cause__ = busy
    outages = Outages()
    outages.topic_failed(error, tmp_path / "out" / "lens")
    outages.topic_failed(busy, tmp_path / "out" / "lens")  # of its checkpoints
    assert bool(outages.reason) is ends


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"at_once": 0}, "at_once is 0"),
        ({"at_once": True}, "at_once is True"),
        ({"topics": []}, "there is no topic"),
        ({"topics": "Lighthouse"}, "topics is one str"),
        ({"topics": ["Lighthouse", " "]}, "' ' is no topic"),
        ({"out": ""}, "no name"),
        ({"store": None}, "either a corpus"),
        ({"model": "gpt"}, "not known"),
        ({"topics": [Topic("Lens", out="../up")]}, "out is '../up'"),
    ],
)
def test_what_the_caller_can_mend_is_told_before_any_work(
    options: dict[str, Any], says: str, store: Path, tmp_path: Path
) -> None:
    given = {"topics": TOPICS, "store": store, "out": tmp_path / "out"} | options
    with pytest.raises(InputError, match=re.escape(says)):
        asyncio.run(batch(given.pop("topics"), **given))
    assert not (tmp_path / "out").exists()


# Nothing is read or paid twice


@pytest.mark.parametrize("at_once", [1, 3])
def test_a_snippet_is_extracted_once_for_all_topics_and_they_have_one_tape(
    at_once: int, store: Path, tmp_path: Path
) -> None:
    model = Counting()
    report = run(TOPICS[::2], store, tmp_path / "out", model=model, settings=SMALL, at_once=at_once)
    assert len(report.done) == 2
    assert {name for name, _ in model.prompts} >= {"Extracted", "Review"}
    assert max(model.prompts.values()) == 1
    read = sum(TopicPage.open(tmp_path / "out" / one.folder).record["stats"]["snippets"] for one in report.ended)
    assert model.count("Extracted") < read  # they do overlap
    # and they have one tape
    assert (tmp_path / "out" / "calls.sqlite").is_file() and not list((tmp_path / "out").glob("*/calls.sqlite"))


def test_another_process_extracts_nothing_again(store: Path, command: Command, tmp_path: Path) -> None:
    with served.ChatServer(_good) as server:
        (tmp_path / "t.txt").write_text("Lighthouse\n")
        with Forked(arguments(server, "--out", "out0"), tmp_path) as done:
            assert done.communicate() and done.returncode == 0
        (tmp_path / "t.txt").write_text("Lighthouse lens\n")
        assert command(*arguments(server, "--out", "out1")).code == 0  # no tape that they share
        prompts = Counter(_prompt(one.body) for one in server.chats if _schema(one.body) == "Extracted")
    assert len(prompts) > 4 and set(prompts.values()) == {1}


# Budgets


def test_a_budget_is_that_of_all_pages_over_all_runs(store: Path, tmp_path: Path) -> None:
    copy_tree(store, tmp_path / "other")
    model, out = Counting(), tmp_path / "out"
    run(TOPICS, tmp_path / "other", tmp_path / "free", model=model, settings=SMALL, at_once=1)
    needs = [one["calls"] for one in lines(tmp_path / "free")]
    assert sum(needs) == model.count()

    def spend(limit: int) -> BatchReport:
        thinking = Thinking.of(model, budget=Budget(calls=limit))
        return run(TOPICS, store, out, model=thinking, settings=SMALL, at_once=1)

    model.prompts.clear()
    limit = needs[0] + 3
    report = spend(limit)
    assert model.count() == limit == sum(one["calls"] for one in lines(out))
    assert [one["status"] for one in lines(out)] == ["done", "short of budget"] and len(report.short) == 1
    assert report.budget == "calls" and [one.name for one in report.not_begun] == TOPICS[2:]

    again = spend(limit)
    assert again.budget == "calls" and model.count() == limit and len(again.not_begun) == 2

    last = spend(500)
    assert len(last.done) == 3 and not last.budget and not last.not_begun
    assert max(model.prompts.values()) == 1


def test_pages_side_by_side_never_spend_more_than_there_is(store: Path, tmp_path: Path) -> None:
    model = Counting()
    thinking = Thinking.of(model, budget=Budget(calls=17))
    report = run([*TOPICS, "Keeper"], store, tmp_path / "out", model=thinking, settings=SMALL, at_once=4)
    assert model.count() <= 17 and report.budget == "calls"


# Processes that are killed


def _schema(body: Any) -> str:
    return str(((body.get("response_format") or {}).get("json_schema") or {}).get("name", ""))


def _prompt(body: Any) -> str:
    return json.dumps(body.get("messages"))


def _good(body: Any) -> str:
    if "messages" not in body:  # who sent it was killed meanwhile
        return ""
    messages = tuple(Message(one["role"], one["content"]) for one in body["messages"])
    told = (body.get("response_format") or {}).get("json_schema") or {}
    return str(good_answer(Call("any", messages, told.get("schema"), told.get("name", ""), 0, body.get("max_tokens"))))


def arguments(server: Any, *more: str) -> list[str]:
    return ["batch", "t.txt", "--store", "store", "--model", f"openai:test@{server.url}", *more]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command in the folder of the test, in this process."""
    monkeypatch.chdir(tmp_path)

    def run(*given: object) -> Told:
        capsys.readouterr()
        code = cli.main([str(one) for one in given])
        return Told(code, *capsys.readouterr())

    return run


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_batch_that_is_killed_goes_on_and_pays_nothing_twice(
    number: signal.Signals, store: Path, command: Command, tmp_path: Path
) -> None:
    topics = ["Lighthouse", "Lens", "Lighthouse keeper"]
    (tmp_path / "t.txt").write_text("\n".join(topics) + "\n")
    with served.ChatServer(_good, delay=0.02) as server:
        more = ("--out", "out", "--at-once", "2")
        with Forked(arguments(server, *more), tmp_path) as running:
            for line in running.stderr:
                if line.startswith("1/3"):
                    assert server.wait_for(server.count + 5, 30)  # into the next one
                    running.send_signal(number)
                    break
            _, err = running.communicate(timeout=60)
        assert "Traceback" not in err
        if number == signal.SIGINT:
            assert running.returncode == 130
            assert re.search(r"castalia: interrupted; [12] of 3 topics (has|have) ended: the same command", err)
        ended = len(lines(tmp_path / "out"))
        assert 1 <= ended < 3
        before = server.count
        done = command(*arguments(server, *more))
        assert done.code == 0 and f"{ended} done before" in done.err
        assert server.count > before
        sent = Counter(_prompt(one.body) for one in server.chats)
    assert sorted(name for name, _ in statuses(tmp_path / "out")) == sorted(topics)
    assert {status for _, status in statuses(tmp_path / "out")} == {"done"}
    starts = [TopicPage.open(tmp_path / "out" / one["folder"]).run["starts"] for one in lines(tmp_path / "out")]
    assert 2 in starts and set(starts) <= {1, 2}  # a page that was under way went on from where it was
    # What was under way when it was killed may have been sent without an answer: that, and no more, is sent again.
    assert sum(sent.values()) - len(sent) <= 16 and max(sent.values()) <= 2


def test_two_batches_never_write_one_folder(store: Path, command: Command, tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("Lighthouse\nCoral reef\n")
    with served.ChatServer(_good, delay=0.2) as server:
        first = arguments(server, "--out", "out")
        with Forked(first, tmp_path) as running:
            assert server.wait_for(1, 30)
            copy_tree(store, tmp_path / "copy")
            second = [one if one != "store" else "copy" for one in first]
            told = command(*second)
            running.kill()
    assert told.code == 2
    assert told.err == "castalia: another process is writing the batch in out: wait for it, or choose another folder\n"


# The command


@pytest.fixture
def castalia(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: Path) -> Any:
    monkeypatch.chdir(tmp_path)

    def run(topics: str, *arguments: str) -> tuple[int, str, str]:
        (tmp_path / "t.csv").write_text(topics)
        capsys.readouterr()
        code = cli.main(["batch", "t.csv", "--store", "store", "--out", "out", *arguments])
        return code, *capsys.readouterr()

    return run


def test_the_command_tells_each_topic_a_table_and_where_the_manifest_is(castalia: Any) -> None:
    code, out, err = castalia("topic\nLighthouse\nCoral reef\n")
    assert code == 0 and out == "out/manifest.jsonl\n"
    told = err.splitlines()
    assert told[0] == "batch     2 topics"
    assert re.fullmatch(r"1/2  Lighthouse: [\d,]+ words, \d+ snippets cited, [\d.]+ s; about \d+ s left", told[1])
    assert re.fullmatch(r"2/2  Coral reef: [\d,]+ words, \d+ snippets cited, [\d.]+ s", told[2])
    assert told[3].split() == ["topic", "status", "words", "snippets", "cited", "seconds"]
    assert told[4].startswith("Lighthouse  done") and told[6].startswith("all") and len(told) == 7
    code, out, err = castalia("topic\nLighthouse\nCoral reef\n", "--quiet")
    assert (code, out, err) == (0, "out/manifest.jsonl\n", "")


def test_the_table_fits_a_narrow_terminal_and_tells_calls_where_there_are_some() -> None:
    def table(one: Ended, width: int | None) -> list[str]:
        return summary_lines(BatchReport(Path("out"), (one,)), width)

    long = Ended("The fringing reefs of the northern Red Sea", "", "a", None, "done", words=1_000, sources=20)
    narrow = table(long, 60)
    assert max(map(len, narrow)) <= 60 and "…" in narrow[1] and "calls" not in narrow[0]
    assert "The fringing reefs" in table(replace(long, topic="The fringing reefs"), 60)[1]
    assert long.topic[:39] in table(long, None)[1]
    paid = table(replace(long, calls=7, tokens=9_000, cost=0.5), 80)
    assert max(map(len, paid)) <= 80 and paid[0].split()[-4:] == ["calls", "tokens", "cost", "seconds"]


def test_the_table_counts_what_every_attempt_has_spent(castalia: Any, tmp_path: Path) -> None:
    def table(topics: str, budget: str) -> dict[str, list[str]]:
        _, _, err = castalia(topics, "--model", "scripted", "--at-once", "1", "--budget", budget)
        told = err.splitlines()
        head = next(at for at, line in enumerate(told) if line.startswith("topic "))
        return {line.split("  ")[0]: line.replace(",", "").split()[-4:] for line in told[head + 1 :]}

    table("topic\nLighthouse\nCoral reef\n", "calls=20")
    rows = table("topic\nLighthouse\nLighthouse lens\n", "calls=500")
    written = lines(tmp_path / "out")
    assert len(written) == 3 and written[0]["status"] == "short of budget"
    assert rows["other attempts"][:2] == [str(written[0]["calls"]), str(written[0]["tokens"])]
    assert rows["all"][:2] == [str(sum(one[name] for one in written)) for name in ("calls", "tokens")]
    again = table("topic\nLighthouse\n", "calls=500")
    assert again["all"][:3] == rows["all"][:3] and again["Lighthouse"] == rows["Lighthouse"]


def test_the_table_counts_what_a_page_under_way_has_spent() -> None:
    done = Ended("Lens", "", "lens", None, "done", calls=7, tokens=9_000, cost=0.5)
    begun = Usage(calls=2, prompt_tokens=900, completion_tokens=100, cost=None)
    told = summary_lines(BatchReport(Path("out"), (done,), under_way=begun))
    assert told[2].split()[:5] == ["other", "attempts", "2", "1,000", "unknown"]
    assert told[3].split()[3:6] == ["9", "10,000", "unknown"]
    assert summary_lines(BatchReport(Path("out"), (replace(done, calls=0),), under_way=begun))[0].split()[-4] == "calls"


def test_failures_are_told_at_the_end_with_code_1(castalia: Any) -> None:
    code, out, err = castalia("topic\nLighthouse\nUnicorn husbandry\n", "--quiet")
    assert code == 1 and out == "out/manifest.jsonl\n"
    failed, last = err.splitlines()
    assert failed.startswith("failed: Unicorn husbandry: no snippet")
    unknown = "ingest texts on it or leave it out, for the corpus does not know it: Unicorn husbandry"
    assert last == f"castalia: 1 of 2 topics failed: {unknown}"
    assert castalia("topic\nLighthouse\nUnicorn husbandry\n", "--quiet")[2].splitlines()[-1] == last


def test_a_topic_that_no_run_can_make_a_page_of_is_not_said_to_be_tried_again(castalia: Any) -> None:
    asked = "topic\nLighthouse\n../../x\nthe\n" + "x" * 10_000
    code, _, err = castalia(asked, "--quiet")
    unusable = f"write otherwise, for no run makes a page of it: ../../x, the, {'x' * (LONGEST_TOPIC - 1)}…"
    assert code == 1 and err.splitlines()[-1] == f"castalia: 3 of 4 topics failed: {unusable}"
    _, _, err = castalia(asked + "\nUnicorn husbandry\n", "--quiet")
    unknown = "ingest texts on it or leave it out, for the corpus does not know it: Unicorn husbandry"
    assert err.splitlines()[-1] == f"castalia: 4 of 5 topics failed: {unusable}; {unknown}"


def test_only_what_another_run_may_mend_is_said_to_be_tried_again(capsys: pytest.CaptureFixture[str]) -> None:
    timed_out = Ended("Lens", "", "lens", None, "failed", error="no answer")
    unknown = Ended("Unicorn", "", "unicorn", None, "failed", error="no snippet", unknown=True)
    tell_end(BatchReport(Path("out"), (timed_out,)), 1, is_quiet=True)
    assert capsys.readouterr().err.endswith("failed: the same command tries again what failed\n")
    tell_end(BatchReport(Path("out"), (timed_out, unknown)), 2, is_quiet=True)
    assert capsys.readouterr().err.endswith("does not know it: Unicorn; the same command tries again the others\n")


def test_a_domain_that_is_not_there_is_to_be_mended_and_not_tried_again(castalia: Any, tmp_path: Path) -> None:
    code, _, err = castalia("topic,domain\nLighthouse,\nLens,Seamanschip\n", "--quiet")
    mend = "mend what its line says, for another run ends in the same way: Lens"
    assert code == 1 and err.splitlines()[-1] == f"castalia: 1 of 2 topics failed: {mend}"
    assert [one["wrong"] for one in lines(tmp_path / "out")] == [False, True]


@pytest.mark.parametrize(
    "error, wrong",
    [
        (InputError("no such domain"), True),
        (NoPageError("too little can be quoted"), True),
        (UnwrittenError("no answer"), False),
        (StoreError("the server is not there"), False),
        (BusyError("another process is writing the page"), False),
        (UnknownTopicError("no snippet"), False),
        (ValueError("a bug"), False),
    ],
)
def test_what_neither_waiting_nor_another_run_mends_is_wrong(error: Exception, wrong: bool) -> None:
    assert is_wrong(error) is wrong


def test_a_failure_is_told_once_in_a_short_line_and_whole_in_the_manifest(castalia: Any, tmp_path: Path) -> None:
    names = [f"Unicorn {'husbandry ' * many}and care" for many in (1, 9)]
    _, _, err = castalia("topic\n" + "\n".join(names) + "\n")
    told = [one for one in err.splitlines() if "no snippet" in one]
    whole = [one["error"] for one in lines(tmp_path / "out")]
    assert len(told) == 2 and whole[0] in told[0] and len(whole[1]) > LONGEST_REASON
    assert max(map(len, told)) < LONGEST_REASON + 80 and whole[1] not in told[1]
    assert re.search(r"[^\W\d]\"? … \([\d.]+ s\)$", told[1]) and told[1].count('"') == 2  # no quote is cut


def test_no_time_is_told_before_a_page_has_come_about(castalia: Any) -> None:
    _, _, err = castalia("topic\nUnicorn husbandry\nLighthouse\nCoral reef\n")
    told = err.splitlines()
    assert told[1].startswith("1/3  Unicorn husbandry: failed:") and told[1].endswith(" s)")
    assert re.search(r"; about \d+ s left$", told[2])


def test_a_batch_in_which_nothing_has_ended_has_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    stopped = BatchReport(Path("out"), (), not_begun=(Topic("Lighthouse"),), stopped="the disk is full")
    assert tell_end(stopped, 1, is_quiet=False) == 1
    assert capsys.readouterr().err.splitlines()[0] == "not begun, or not finished: Lighthouse"


def test_a_topic_that_is_a_whole_text_is_cut_where_it_is_told(castalia: Any) -> None:
    code, _, err = castalia("topic\n" + "lamp" * 1000 + "\n")
    assert code == 1 and "has 4,000 characters" in err
    assert max(map(len, err.splitlines())) < 250


def test_a_budget_that_is_used_up_is_code_3(castalia: Any) -> None:
    code, _, err = castalia(
        "topic\nLighthouse\nCoral reef\n", "--quiet", "--model", "scripted", "--budget", "calls=20", "--at-once", "1"
    )
    assert code == 3
    assert "short of budget: Lighthouse: the page was finished with what there was" in err
    assert "not begun, or not finished: Coral reef" in err
    assert err.splitlines()[-1].startswith("castalia: the budget of calls is used up, 0 of 2 topics done")


def test_a_batch_that_is_done_stays_done_with_a_budget_that_it_used_up(castalia: Any) -> None:
    asked = ("topic\nLighthouse\n", "--quiet", "--model", "scripted", "--budget")
    assert castalia(*asked, "calls=500")[0] == 0
    assert castalia(*asked, "calls=1") == (0, "out/manifest.jsonl\n", "")


@pytest.mark.parametrize(
    ("topics", "arguments", "says"),
    [
        ("topic,words\nLens,x\n", (), "t.csv:2: words is 'x'"),
        ("topic,words\nLens,99\n", (), "t.csv:2: words is '99': give a whole number from 100 up"),
        ("Lens\n", ("--at-once", "0"), "--at-once is 0"),
        ("Lens\n", ("--field", "text=body"), "leave them out"),
        ("Lens\n", ("--rate", "3"), "--rate without a model"),
        ("Lens\n", ("--window", "0"), "--window without a model"),
        ("Lens\n", ("--window", "10", "--model", "scripted"), "a context window of 10 tokens is too small"),
        ("Lens\n", ("--dry-run",), "none is named"),
        ("Lens\n", ("--out", "t.csv"), "cannot write to t.csv"),
        ("Lens\n", ("--out", "t.csv/x"), "cannot write to t.csv/x"),
        ("Lens\n", ("--words", "0"), "words is 0"),
    ],
)
def test_wrong_usage_is_one_line_and_nothing_is_done(
    topics: str, arguments: tuple[str, ...], says: str, castalia: Any, tmp_path: Path
) -> None:
    code, out, err = castalia(topics, *arguments)
    assert code == 2 and out == "" and len(err.splitlines()) == 1 and says in err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_told_before_any_work(castalia: Any, tmp_path: Path) -> None:
    (tmp_path / "out" / MANIFEST).mkdir(parents=True)
    code, _, err = castalia("Lens\n")
    assert (
        code == 2 and err == "castalia: cannot write to out: manifest.jsonl is a folder there; choose another folder\n"
    )


def test_a_dry_run_multiplies_a_rehearsal_and_leaves_nothing(castalia: Any, tmp_path: Path) -> None:
    one = castalia("Lighthouse\n", "--dry-run", "--model", "openai:gpt-4o-mini")
    topics = "\n".join(["Lighthouse", "Unicorn", "Reef", "Atoll", "Coral", "Coral reef"])
    code, out, err = castalia(topics, "--dry-run", "--model", "openai:gpt-4o-mini")
    assert one[0] == code == 0 and err == "" and not (tmp_path / "out").exists()
    assert out.splitlines()[0].startswith("6 topics, by 3 rehearsals (Lighthouse, Atoll, Coral reef):")
    both = castalia("Lighthouse\nUnicorn\n", "--dry-run", "--model", "openai:gpt-4o-mini")[1]
    unknown = both.splitlines()[-1]
    assert unknown.startswith("1 topic could not be rehearsed, and is not counted: ") and "Unicorn" in unknown
    untried = "topics counted without a rehearsal: any that the corpus does not know costs nothing."
    assert f"3 {untried}" in out.splitlines() and untried not in both

    def calls(told: str) -> int:
        return int(next(line for line in told.splitlines() if line.startswith("all ")).split()[1].replace(",", ""))

    assert 2 * calls(one[1]) < calls(out) < 18 * calls(one[1])
    assert calls(both) == calls(one[1])  # what cannot be written costs nothing


def test_a_dry_run_says_what_the_budget_would_not_allow(castalia: Any) -> None:
    asked = ("Lighthouse\n", "--dry-run", "--model", "openai:no-such-model", "--budget")
    code, out, _ = castalia(*asked, "calls=3,tokens=1e9")
    assert code == 0 and "That is more than the budget allows (calls=3)." in out.splitlines()
    assert "more than the budget" not in castalia(*asked, "calls=1e6,tokens=1e9")[1]
    code, out, err = castalia(*asked, "money=1")
    assert (code, out) == (2, "") and "needs the price of openai:no-such-model" in err
    assert "--price openai:no-such-model=IN,OUT (in Python prices=" in err


def test_a_dry_run_looks_at_the_folder_as_the_batch_does(castalia: Any, tmp_path: Path) -> None:
    topics, models = "Lighthouse\nCoral reef\n", ("--model", "scripted")
    assert castalia("Lighthouse\n", "--quiet")[0] == 0
    before = (tmp_path / "out" / MANIFEST).read_bytes()
    refused = castalia(topics, *models)
    assert refused[0] == 2 and "holds a batch that was asked for something else" in refused[2]
    assert "(in Python force=True)" in refused[2]
    assert castalia(topics, *models, "--dry-run") == refused
    code, out, _ = castalia(topics, *models, "--dry-run", "--force")
    assert code == 0 and out.startswith("2 topics, by 2 rehearsals")
    assert (tmp_path / "out" / MANIFEST).read_bytes() == before
    assert castalia("Lighthouse\n", *models, "--force", "--quiet")[0] == 0
    assert castalia(topics, *models, "--dry-run")[1].startswith("2 topics, 1 done before, by 1 rehearsal (Coral reef):")
    assert castalia("Lighthouse\n", *models, "--dry-run")[1] == "1 topic, all done: nothing would be spent.\n"


def test_a_dry_run_knows_the_corpus_of_the_batch(corpus: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "t.txt").write_text("Lighthouse\n")
    asked = ["batch", str(tmp_path / "t.txt"), "--out", str(tmp_path / "out"), "--model", "scripted", "--quiet"]
    assert cli.main([*asked, "--corpus", str(corpus)]) == 0
    assert cli.main([*asked, "--corpus", str(corpus), "--dry-run"]) == 0
    assert "1 topic, all done" in capsys.readouterr().out
    (tmp_path / "more.jsonl").write_text(corpus.read_text() + lighthouses.lighthouse_rows()[0].replace("a", "e") + "\n")
    assert cli.main([*asked, "--corpus", str(tmp_path / "more.jsonl"), "--dry-run"]) == 2
    assert "else: the corpus is another one" in capsys.readouterr().err


def test_the_index_escapes_what_comes_from_outside() -> None:
    rows = [
        Ended("<script>x</script>", 'a"b', "a b/c'd", None, "done", words=5),
        Ended("Failed & gone", "", "failed", None, "failed", error="<b>no</b>"),
    ]
    html = render_index(rows)
    assert "<script" not in html and "<b>" not in html and "1 page, 1 topic failed</h1>" in html
    assert 'href="./a%20b/c%27d/page.html"' in html and "Failed &amp; gone" in html


def test_an_endless_topic_is_cut_in_the_index_as_in_the_terminal() -> None:
    html = render_index([Ended("x" * 10_000, "y" * 10_000, "x", None, "failed", error="too long")])
    assert "x" * 150 in html and "x…" in html and "y…" in html and len(html) < len(render_index([])) + 1_000


def test_the_index_tells_why_a_topic_failed_in_a_row_of_its_own_and_gives_it_no_numbers() -> None:
    done = Ended("Lens", "", "lens", None, "done", words=500, sources=20)
    html = render_index([done, Ended("Unicorn", "", "unicorn", None, "failed", error="nothing names it")])
    assert '<td class="why" colspan="4">nothing names it</td>' in html
    assert '<td>Unicorn</td><td class="n"></td><td class="n"></td><td>failed</td>' in html
    assert "<main>" in html and "Snippets cited" in html and "<small>" not in html
    assert "<h1>1 page</h1>" in render_index([done])
    assert "<h1>1 page from books &amp; notes.jsonl</h1>" in render_index([done], "books & notes.jsonl")
    assert f"<style>{STYLE}" in render_index([done])  # as its pages look
    assert "<small>Optics</small>" in render_index([replace(done, domain="Optics")])


def test_a_batch_that_is_killed_does_not_spend_its_budget_twice(store: Path, command: Command, tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("Lighthouse\nCoral reef\nLens\n")
    with served.ChatServer(_good, delay=0.02) as server:
        more = ("--out", "out", "--at-once", "2", "--concurrency", "4", "--budget", "calls=50")
        with Forked(arguments(server, *more), tmp_path) as running:
            assert server.wait_for(25, 60)
            running.kill()
        assert command(*arguments(server, *more[:2], "--at-once", "1", *more[4:])).code == 3
        assert server.count <= 50 + 4  # what was under way when it was killed


def test_a_topic_that_is_killed_while_it_is_tried_again_goes_on_from_there(
    store: Path, command: Command, tmp_path: Path
) -> None:
    (tmp_path / "t.txt").write_text("Lighthouse\n")
    with served.ChatServer(_good, delay=0.02) as server:
        asked = arguments(server, "--out", "out", "--concurrency", "4", "--budget")
        assert command(*asked, "calls=6").code == 3
        with Forked([*asked, "calls=500"], tmp_path) as running:
            assert server.wait_for(6 + 15, 60)
            running.kill()
        assert command(*asked, "calls=500").code == 0
        paid = sum(one["calls"] for one in lines(tmp_path / "out"))
        assert abs(server.count - paid) <= 4  # what was under way when it was killed
    first, last = lines(tmp_path / "out")
    assert (first["status"], last["status"]) == ("short of budget", "done") and first["run"] != last["run"]
    assert TopicPage.open(tmp_path / "out" / last["folder"]).run["starts"] == 2


def test_what_a_failed_topic_spent_counts_once(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*given: Any, **named: Any) -> Any:
        raise ZeroDivisionError("the bug")

    first, second, out = Counting(), Counting(), tmp_path / "out"
    monkeypatch.setattr(apollo_nodes, "assemble_page", broken)
    run(["Lighthouse"], store, out, model=Thinking.of(first, budget=Budget(calls=1000)), settings=SMALL)
    assert statuses(out) == [("Lighthouse", "failed")] and lines(out)[0]["calls"] == first.count() > 4
    monkeypatch.undo()
    most = Budget(calls=first.count() + 9)
    run(["Lighthouse", "Coral reef"], store, out, model=Thinking.of(second, budget=most), settings=SMALL)
    assert statuses(out)[-1][1] == "short of budget" and second.count() == 9


def test_what_is_read_of_a_file_is_a_list_of_topics(store: Path, tmp_path: Path) -> None:
    (tmp_path / "topics.csv").write_text("topic,colour\nLighthouse,red\nLighthouse,blue\n")
    listed = read_topics(tmp_path / "topics.csv")
    report = asyncio.run(batch(listed, store=store, out=tmp_path / "out", settings=SMALL))
    assert [one.topic for one in report.done] == ["Lighthouse"] and report.notices == listed.notices
    assert len(listed) == 1 and len(listed.notices) == 2


@pytest.mark.parametrize(
    ("topics", "options", "says"),
    [
        (None, {}, "topics is None: give a list"),
        (5, {}, "topics is 5: give a list"),
        (["Lens"], {"settings": 5}, "the settings are 5: give"),
        (["Lens"], {"workers": 5}, "the workers are 5: give"),
        (["Lens"], {"progress": 5}, "progress is 5: give"),
    ],
)
def test_what_a_batch_is_given_is_checked(topics: Any, options: Any, says: str, store: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=says):
        asyncio.run(batch(topics, store=store, out=tmp_path / "out", **options))
    assert not (tmp_path / "out").exists()
