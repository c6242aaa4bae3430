"""A run that was killed goes on, comes to the same page, and pays for no finished call twice."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import forked
import killed_runs as runs
import pytest
from castalia.graphs import cli, extractive_crew, generate_sync
from castalia.graphs.cli import main
from castalia.graphs.commands.cli_models import thinking_again
from castalia.graphs.past_thinking import resumed_thinking
from castalia.graphs.runs.run_files import damage_told
from castalia.graphs.runs.run_folder import CHECKPOINTS, LEDGERS, MANIFEST, STATE, RunFolder
from castalia.graphs.runs.run_manifest import Manifest
from castalia.graphs.settings import Settings
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError, DamagedStoreError, DiskFullError, InputError
from castalia.memory.ledgers import Ledgers
from castalia.tools.scripted.scripted_model import ScriptedModel
from command_line import tree
from copies import copy_tree
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from some_reefs import write_reefs

TOPIC = "Coral reef"
AT_ONCE = 4
MOST_BYTES = 3_500_000  # of checkpoints a page of this size


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    with runs.CountingServer() as server:
        yield server


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "CASTALIA_MODEL_KEY"):
        monkeypatch.setenv(name, "none")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A part of the sample: enough for two curation steps and several sections."""
    return write_reefs(tmp_path_factory.mktemp("corpus") / "rows.jsonl", step=16)


@pytest.fixture(scope="module")
def whole(server: Any, corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], int]:
    """The page of a run that nobody killed, and its calls."""
    server.forget()
    out = tmp_path_factory.mktemp("whole") / "out"
    code, told = runs.killed_run(server, command(server, corpus, out))
    assert code == 0, told
    page, calls = runs.page_of(out), server.asked.total()
    assert sum(one.stat().st_size for one in (out / STATE).glob("checkpoints*")) < MOST_BYTES
    return page, calls


def command(server: Any, corpus: Path, out: Path) -> list[str]:
    options = ["--model", server.spec, "--out", str(out), "--concurrency", str(AT_ONCE), "--quiet"]
    return ["generate", TOPIC, "--corpus", str(corpus), *options]


@pytest.mark.parametrize("share", [0.02, 0.7, 0.99])
def test_kill_and_resume_come_to_the_same_page_and_no_finished_call_is_paid_again(
    share: float, server: Any, corpus: Path, whole: tuple[dict[str, Any], int], tmp_path: Path
) -> None:
    page, calls = whole
    server.forget()
    asked = command(server, corpus, tmp_path / "out")
    code, _ = runs.killed_run(server, asked, at_request=max(1, round(share * calls)))
    assert code == -9 and not (tmp_path / "out" / "page.json").exists()
    assert main([*asked, "--resume"]) == 0
    assert runs.page_of(tmp_path / "out") == page
    assert server.repeated <= AT_ONCE
    stats = json.loads((tmp_path / "out" / "page.json").read_text())["stats"]
    # what was under way when the process was killed was paid, and nobody could count it
    assert calls <= stats["model_calls"] + server.repeated and stats["model_calls"] <= calls + AT_ONCE
    assert stats["replayed_calls"] == 0


# What stands in the way of going on.


@pytest.fixture(scope="module")
def begun(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of the extractive engine that was killed behind its twelfth checkpoint: what is left to do is
    to write its sections."""
    out = tmp_path_factory.mktemp("begun") / "out"
    with runs.CountingServer() as idle:
        assert runs.killed_run(idle, plain(corpus, out), at_checkpoint=12)[0] == -9
    return out


@pytest.fixture
def folder(begun: Path, tmp_path: Path) -> Path:
    copy_tree(begun, tmp_path / "out")
    return tmp_path / "out"


def plain(corpus: Path, out: Path) -> list[str]:
    return ["generate", TOPIC, "--corpus", str(corpus), "--out", str(out), "--quiet"]


def merge(path: Path) -> None:
    """Put what a killed process left in the write-ahead log into the file itself."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def resumed(folder: Path, capsys: Any, *more: str) -> tuple[int, str]:
    code = main(["generate", TOPIC, "--out", str(folder), "--resume", "--quiet", *more])
    return code, capsys.readouterr().err


def test_a_resumed_run_keeps_its_pace_unless_another_is_given(tmp_path: Path) -> None:
    before = Thinking.of("scripted", concurrency=2, per_minute=30, timeout=300)
    manifest = Manifest("one", "running", {"thinking": before.asked()}, {}, means=before.means())
    then = resumed_thinking(manifest, RunFolder(tmp_path))

    def again(*more: str) -> Thinking:
        return thinking_again(cli._parser().parse_args(["generate", TOPIC, "--resume", *more]), then)

    assert (again().concurrency, again().per_minute, again().timeout) == (2, 30, 300)
    assert (again("--concurrency", "16").concurrency, again("--rate", "60").per_minute) == (16, 60)


def test_a_rehearsal_says_nothing_of_a_run_that_was_begun_in_the_folder(folder: Path, capsys: Any) -> None:
    asked = ["generate", TOPIC, "--store", str(folder / "nowhere"), "--out", str(folder), "--model", "scripted"]
    assert main([*asked, "--dry-run", "--quiet"]) == 2
    assert "there is no store" in (told := capsys.readouterr().err) and "--resume" not in told


def test_a_rehearsal_of_a_run_that_goes_on_reads_what_that_read(folder: Path, tmp_path: Path, capsys: Any) -> None:
    asked = ["generate", TOPIC, "--resume", "--dry-run", "--model", "scripted", "--quiet", "--out"]
    assert main([*asked, str(folder)]) == 0
    assert "nothing was spent" in capsys.readouterr().out
    assert main([*asked, str(tmp_path / "nowhere")]) == 2
    assert "says what a run read: give --corpus or --store" in capsys.readouterr().err
    for kept in (folder / "state").glob("corpus-*"):
        shutil.rmtree(kept)
    assert main([*asked, str(folder)]) == 2
    assert "is not there any more: give" in capsys.readouterr().err


def test_a_run_on_another_topic_is_no_way_on(folder: Path, corpus: Path, capsys: Any) -> None:
    missing = ["--corpus", str(corpus.with_name("nowhere")), "--out", str(folder)]
    for topic, is_told in ((TOPIC, True), ("Unicorn husbandry", False)):
        assert main(["generate", topic, *missing]) == 2
        assert ("--resume goes on from here" in capsys.readouterr().err) == is_told


def test_a_resumed_run_knows_its_corpus_and_a_finished_one_is_not_done_again(folder: Path, capsys: Any) -> None:
    assert resumed(folder, capsys) == (0, "")
    page, graph = (folder / "page.json").read_bytes(), (folder / "graph.json").read_bytes()
    (folder / "page.json").unlink()
    assert resumed(folder, capsys) == (0, "")
    assert ((folder / "page.json").read_bytes(), (folder / "graph.json").read_bytes()) == (page, graph)
    assert json.loads((folder / "run.json").read_text())["starts"] == 3


def test_other_settings_are_refused_with_the_difference_named(folder: Path, capsys: Any) -> None:
    code, told = resumed(folder, capsys, "--words", "900")
    assert code == 2 and "setting words is 900, and was 1700" in told and "--force" in told and told.count("\n") == 1
    code, told = resumed(folder, capsys, "--model", "scripted")
    assert code == 2 and "else: the model is scripted, and was none; give what" in told
    assert resumed(folder, capsys) == (0, "")  # nothing is lost by being refused


def test_a_resumed_run_that_is_refused_reads_no_corpus(folder: Path, corpus: Path, tmp_path: Path, capsys: Any) -> None:
    grown = tmp_path / "grown.jsonl"
    grown.write_text(corpus.read_text() + json.dumps({"text": "Reefs of the far north grow in the dark. " * 5}) + "\n")
    for given in (corpus, grown):
        before = tree(folder)
        code, told = resumed(folder, capsys, "--corpus", str(given), "--words", "900")
        assert code == 2 and "setting words is 900, and was 1700" in told
        assert ("the store or corpus has changed since" in told) == (given == grown)
        assert tree(folder) == before  # no store of that corpus


def test_another_corpus_is_refused_and_force_begins_anew(
    folder: Path, corpus: Path, tmp_path: Path, capsys: Any
) -> None:
    grown = tmp_path / "grown.jsonl"
    row = {
        "text": "Coral reefs of the far north are built by cold-water corals that live without light, in the dark of deep fjords, on what currents bring."
    }
    grown.write_text(corpus.read_text() + json.dumps(row) + "\n")
    code, told = resumed(folder, capsys, "--corpus", str(grown))
    assert code == 2 and told.startswith(
        f"castalia: the store or corpus has changed since the run in {folder} was begun:"
    )
    assert "castalia update" not in told  # there is no page yet
    before = json.loads((folder / STATE / MANIFEST).read_text())["run_id"]
    assert resumed(folder, capsys, "--corpus", str(grown), "--force") == (0, "")
    manifest = json.loads((folder / STATE / MANIFEST).read_text())
    assert manifest["run_id"] != before and manifest["status"] == "finished"
    assert len(list((folder / STATE).glob("corpus-*"))) == 1
    code, told = resumed(folder, capsys, "--corpus", str(corpus))
    assert code == 2 and f"castalia update {folder} takes in what is new" in told
    code, told = resumed(folder, capsys, "--corpus", str(corpus), "--model", "scripted")
    assert "else: the model is scripted, and was none; the store or corpus has changed since; give" in told


def test_a_corpus_that_a_run_was_refused_with_goes_when_the_page_is_whole(
    folder: Path, corpus: Path, tmp_path: Path, capsys: Any
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text("".join(corpus.read_text().splitlines(keepends=True)[:-1]))
    assert resumed(folder, capsys, "--corpus", str(other))[0] == 2
    assert len(list((folder / STATE).glob("corpus-*"))) == 2  # --force would read it
    assert resumed(folder, capsys) == (0, "")
    assert len(list((folder / STATE).glob("corpus-*"))) == 1
    assert main(["rewrite", str(folder), "lead", "--quiet"]) == 0


def test_the_same_corpus_elsewhere_is_the_same_corpus(folder: Path, corpus: Path, tmp_path: Path, capsys: Any) -> None:
    moved = tmp_path / "moved.jsonl"
    shutil.copy(corpus, moved)
    assert resumed(folder, capsys, "--corpus", str(moved)) == (0, "")


class Enough(BaseException):
    """The run has begun."""


def begins_anew(corpus: Path, folder: Path) -> bool:
    """Whether a run without ``--resume`` finds its snippets in this folder; what it is told to do then is for
    others."""

    def seeded(event: dict[str, Any]) -> None:
        if event["phase"] == "seed":
            raise Enough

    with pytest.raises(Enough):
        generate_sync(TOPIC, corpus=corpus, out=folder, progress=seeded)
    return True


DAMAGES = {
    "overwritten": lambda whole: b"x" * len(whole),
    "cut": lambda whole: whole[: len(whole) // 2],
    "swapped": lambda whole: whole[::-1],
    "nested": lambda whole: b"[" * 10_000,
    "inside": lambda whole: whole[: (page := min(4096, len(whole) // 2))] + b"\x07" * (len(whole) - page),
}


@pytest.mark.parametrize("name", [CHECKPOINTS, LEDGERS, MANIFEST])
def test_a_damaged_file_is_named_and_the_rest_is_of_use(
    name: str, begun: Path, corpus: Path, tmp_path: Path, capsys: Any
) -> None:
    for kind, damage in DAMAGES.items():
        folder = copy_tree(begun, tmp_path / kind)
        path = folder / STATE / name
        if name != MANIFEST:
            merge(path)
        path.write_bytes(damage(path.read_bytes()))
        code, told = resumed(folder, capsys)
        assert code == 1 and str(path) in told and "again without --resume" in told and told.count("\n") == 1, kind
        assert begins_anew(corpus, folder)
    assert main([*plain(corpus, folder), "--force"]) == 0  # the ingested corpus serves again


def test_a_checkpoint_whose_content_is_damaged_is_told_too(folder: Path, capsys: Any) -> None:
    with sqlite3.connect(folder / STATE / CHECKPOINTS) as connection:
        connection.execute("UPDATE checkpoints SET checkpoint = x'ff00ff00'")
    connection.close()
    code, told = resumed(folder, capsys)
    assert code == 1 and CHECKPOINTS in told and "again without --resume" in told and told.count("\n") == 1


def test_damage_to_the_ledgers_is_not_told_of_the_checkpoints(folder: Path) -> None:
    run = RunFolder(folder)
    with sqlite3.connect(run.ledgers) as connection:
        connection.execute("UPDATE entries SET value = CAST(x'7bff7d' AS TEXT)")
    connection.close()
    asked = pytest.raises(DamagedStoreError, match=LEDGERS)
    with Ledgers(run.ledgers) as ledgers, asked as told, damage_told(run.checkpoints):
        ledgers.run(run.read().run_id).curated()  # type: ignore[union-attr]
    assert CHECKPOINTS not in str(told.value)


def test_ledgers_that_are_gone_are_missed(folder: Path, capsys: Any) -> None:
    (folder / STATE / LEDGERS).unlink()
    for beside in (folder / STATE).glob(f"{LEDGERS}-*"):
        beside.unlink()
    code, told = resumed(folder, capsys)
    assert code == 1 and LEDGERS in told and "missing" in told


def test_a_step_that_was_half_written_down_is_done_again(folder: Path, capsys: Any) -> None:
    """LangGraph, cancelled while it writes what a node returned, may keep its values without where to go next."""
    path = folder / STATE / CHECKPOINTS
    merge(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM writes WHERE channel LIKE 'branch:%' OR channel LIKE '__pregel_tasks%'")
        connection.execute(
            "DELETE FROM checkpoints WHERE checkpoint_id <> (SELECT MAX(checkpoint_id) FROM checkpoints WHERE checkpoint_ns = '')"
        )
        serde = JsonPlusSerializer()
        kind, body = connection.execute("SELECT type, checkpoint FROM checkpoints").fetchone()
        checkpoint = serde.loads_typed((kind, body))
        for name in [one for one in checkpoint["channel_values"] if one.startswith(("branch:", "__pregel_tasks"))]:
            del checkpoint["channel_values"][name]
        connection.execute("UPDATE checkpoints SET checkpoint = ?", (serde.dumps_typed(checkpoint)[1],))
    connection.close()
    assert resumed(folder, capsys) == (0, "")
    assert (folder / "page.json").exists()


def test_there_has_to_be_a_run_to_resume(tmp_path: Path, capsys: Any) -> None:
    code, told = resumed(tmp_path / "nowhere", capsys)
    assert code == 2 and "no run to resume" in told and not (tmp_path / "nowhere").exists()
    assert "leave out --resume (in Python resume=True)" in told


def test_a_second_process_is_refused(folder: Path, capsys: Any) -> None:
    hold = (
        "import sys, time; from castalia.graphs.runs.run_folder import RunFolder\n"
        "with RunFolder(sys.argv[1]).locked(): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", hold, str(folder)], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        code, told = resumed(folder, capsys)
        other.kill()
    assert code == 2 and "another process is writing the page" in told
    assert resumed(folder, capsys) == (0, "")


@pytest.fixture(scope="module")
def stored(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A store of the corpus in which nothing was read yet, and the page that is made from it."""
    folder = tmp_path_factory.mktemp("stored")
    assert main(["ingest", str(corpus), "--store", str(folder / "store"), "--quiet"]) == 0
    copy_tree(folder / "store", folder / "read")
    asked = ["generate", TOPIC, "--store", str(folder / "read"), "--out", str(folder / "out"), "--quiet"]
    assert main(asked) == 0
    return folder / "store", (folder / "out" / "page.json").read_bytes()


@pytest.mark.parametrize("blocks", [100, 700])
def test_a_disk_that_is_full_ends_the_run_which_can_go_on(
    blocks: int, stored: tuple[Path, bytes], tmp_path: Path, capsys: Any
) -> None:
    store, page = stored
    copy_tree(store, tmp_path / "store")
    arguments = ["generate", TOPIC, "--store", str(tmp_path / "store"), "--out", str(tmp_path / "out"), "--quiet"]
    # no file may grow beyond: writing fails as on a full disk
    limited = f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, ({blocks} * 1024,) * 2)"
    with forked.Forked(arguments, code=limited) as process:
        _, told = process.communicate()
    assert process.returncode == 1 and "--resume goes on from here" in told and told.count("\n") == 1
    assert f"no file may grow over {blocks * 1024:,} bytes here (ulimit -f)" in told and "raise this limit" in told
    assert not (tmp_path / "out" / "page.json").exists()
    capsys.readouterr()
    assert resumed(tmp_path / "out", capsys) == (0, "")
    assert (tmp_path / "out" / "page.json").read_bytes() == page


def test_a_run_of_models_needs_no_word_of_them_to_go_on(corpus: Path, server: Any, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "out"
    asked = ["generate", TOPIC, "--corpus", str(corpus), "--out", str(out), "--quiet", "--strict", "--window", "9000"]
    code, _ = runs.killed_run(server, [*asked, "--model", f"writer={server.spec}"], at_checkpoint=3)
    assert code == -9
    code, told = resumed(out, capsys, "--words", "900")
    assert code == 2 and "setting words is 900, and was 1700" in told
    assert resumed(out, capsys) == (0, "")
    run = json.loads((out / "run.json").read_text())
    assert run["engines"]["writer"] == "model" and run["engines"]["editor"] == "extractive"
    assert run["settings"]["strict"] is True and run["thinking"]["window"] == 9000


def test_after_ctrl_c_nothing_is_asked_again(
    server: Any, corpus: Path, whole: tuple[dict[str, Any], int], tmp_path: Path
) -> None:
    page, calls = whole
    server.forget()
    asked = command(server, corpus, tmp_path / "out")
    code, told = runs.killed_run(server, asked, at_request=calls // 2, by=signal.SIGINT)
    assert code == 130 and told.splitlines()[-1].endswith("--resume goes on from here") and "Traceback" not in told
    assert main([*asked, "--resume"]) == 0
    assert runs.page_of(tmp_path / "out") == page and server.repeated == 0
    stats = json.loads((tmp_path / "out" / "page.json").read_text())["stats"]
    assert (stats["model_calls"], stats["replayed_calls"]) == (calls, 0)


def test_what_a_log_that_was_removed_had_read_is_read_again(begun: Path, tmp_path: Path, capsys: Any) -> None:
    whole, bare = (copy_tree(begun, tmp_path / name) for name in ("whole", "bare"))
    for log in bare.glob(f"{STATE}/corpus-*/triplets.sqlite*"):
        log.unlink()
    assert resumed(whole, capsys) == resumed(bare, capsys) == (0, "")
    for name in ("page.json", "graph.json"):
        assert (bare / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.parametrize("is_read_through", [True, False])
def test_a_log_that_was_removed_in_mid_extraction_is_read_again(
    is_read_through: bool, server: Any, corpus: Path, tmp_path: Path, capsys: Any
) -> None:
    """Behind the first extraction, and within it: its finished tasks do not run again."""
    server.forget()
    asked, where = (
        (plain(corpus, tmp_path / "whole"), {"at_checkpoint": 4})
        if is_read_through
        else ([*command(server, corpus, tmp_path / "whole"), "--concurrency", "1"], {"at_request": 5})
    )
    assert runs.killed_run(server, asked, **where)[0] == -9
    copy_tree(tmp_path / "whole", tmp_path / "bare")
    (log,) = (tmp_path / "bare").glob(f"{STATE}/corpus-*/triplets.sqlite")
    with closing(sqlite3.connect(log)) as connection:
        assert connection.execute("SELECT count(*) FROM extraction").fetchone()[0]
    for one in log.parent.glob("triplets.sqlite*"):
        one.unlink()
    assert resumed(tmp_path / "whole", capsys) == resumed(tmp_path / "bare", capsys) == (0, "")
    assert runs.page_of(tmp_path / "bare") == runs.page_of(tmp_path / "whole")
    assert (tmp_path / "bare" / "graph.json").read_bytes() == (tmp_path / "whole" / "graph.json").read_bytes()


def test_a_budget_holds_over_a_kill_and_need_not_be_named_again(
    server: Any, corpus: Path, tmp_path: Path, capsys: Any
) -> None:
    server.forget()
    out = tmp_path / "out"
    asked = command(server, corpus, out)
    assert runs.killed_run(server, [*asked, "--budget", "calls=40"], at_request=20)[0] == -9
    code, told = resumed(out, capsys)
    assert code == 3 and "the budget of calls ran out" in told
    assert server.asked.total() <= 40 + AT_ONCE  # what was under way when it was killed could not be counted
    assert json.loads((out / "page.json").read_text())["stats"]["model_calls"] <= 40


def test_a_killed_ingest_leaves_the_folder_of_use(corpus: Path, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "out"
    (out / STATE / ".castalia-x1" / "filling").mkdir(parents=True)
    (out / STATE / "lock").touch()
    assert resumed(out, capsys)[0] == 2  # nothing was begun
    assert main(plain(corpus, out)) == 0


def test_what_is_not_a_run_s_is_left_alone(corpus: Path, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "out"
    (out / STATE).mkdir(parents=True)
    (out / STATE / "mine.txt").write_text("mine")
    assert main(plain(corpus, out)) == 2
    assert "holds files that no run has put there" in capsys.readouterr().err
    assert (out / STATE / "mine.txt").read_text() == "mine"
    (out / STATE / "mine.txt").unlink()
    own = out / STATE / "corpus-mine" / "own.txt"
    own.parent.mkdir()
    own.write_text("mine")
    assert main(plain(corpus, out)) == 2 and own.read_text() == "mine"
    assert "holds files that no run has put there" in capsys.readouterr().err
    shutil.rmtree(own.parent)
    assert main(["generate", "Zyzzyva quux", "--corpus", str(corpus), "--out", str(out), "--quiet"]) == 1
    assert not (out / STATE).exists()


@pytest.mark.parametrize(
    "damage",
    [
        *({"asked": {}}, {"asked": []}, {"source": None}, {"starts": "x"}, {"means": 3}, {"status": "done"}),
        *({"source": {"corpus": 1.5, "name": "rows"}}, {"source": {"embeddings": None}}),
        *({"means": {"budget": {"calls": [None]}, "prices": []}}, {"means": {"budget": {}, "prices": 3}}),
    ],
)
def test_a_manifest_that_nobody_wrote_is_told_in_one_line(damage: dict[str, Any], folder: Path, capsys: Any) -> None:
    path = folder / STATE / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | damage))
    code, told = resumed(folder, capsys)
    assert code == 1 and MANIFEST in told and told.count("\n") == 1


def test_settings_of_another_version_are_told(folder: Path, capsys: Any) -> None:
    path = folder / STATE / MANIFEST
    manifest = json.loads(path.read_text())
    manifest["asked"]["settings"]["newfield"] = 1
    path.write_text(json.dumps(manifest))
    code, told = resumed(folder, capsys)
    assert code == 1 and "not of this version" in told and told.count("\n") == 1


def test_in_python_too_a_resumed_run_has_its_own_settings(corpus: Path, tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def killing(event: dict[str, Any]) -> None:
        if event["phase"] == "outline":
            raise Killed

    out = tmp_path / "out"
    with pytest.raises(Killed):
        generate_sync(TOPIC, corpus=corpus, out=out, settings=Settings(words=200), progress=killing)
    with pytest.raises(InputError) as told:
        generate_sync(TOPIC, out=out, resume=True, settings=Settings(words=300, depth=2))
    assert "else: setting depth is 2, and was 4; setting words is 300, and was 200; give" in str(told.value)
    page = generate_sync(TOPIC, out=out, resume=True)
    assert page.run["settings"]["words"] == 200
    assert generate_sync(TOPIC, out=out, resume=True).record == page.record


def test_in_python_too_a_resumed_run_has_its_own_model_and_budget(corpus: Path, tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def killing(event: dict[str, Any]) -> None:
        if event["phase"] == "outline":
            raise Killed

    out, tape = tmp_path / "out", tmp_path / "tape.sqlite"
    thinking = Thinking.of({"writing": "scripted"}, budget="calls=300", audience="sailors", tape=tape)
    with pytest.raises(Killed):
        generate_sync(TOPIC, corpus=corpus, out=out, model=thinking, progress=killing)
    page = generate_sync(TOPIC, out=out, resume=True)
    assert page.run["thinking"] == thinking.to_json() and page.run["account"]["budget"]["calls"] == 300
    whole = generate_sync(TOPIC, corpus=corpus, model=thinking)
    assert page.record["claims"] == whole.record["claims"] and whole.record["stats"]["model_calls"] == 0
    assert generate_sync(TOPIC, out=out, resume=True).record == page.record
    with pytest.raises(InputError, match=r"else: the model of .* is none, and was scripted"):
        generate_sync(TOPIC, out=out, resume=True, model="extractive")


def test_only_what_differs_is_named_where_a_run_was_given_no_settings(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    generate_sync(TOPIC, corpus=corpus, out=out)
    with pytest.raises(InputError, match=r"else: setting words is 200, and was 1700; give .* \(in Python force=True\)"):
        generate_sync(TOPIC, out=out, resume=True, settings=Settings(words=200))


def test_what_is_only_called_like_a_corpus_of_a_run_stays(corpus: Path, folder: Path) -> None:
    own = folder / STATE / "corpus-mine" / "own.txt"
    own.parent.mkdir()
    own.write_text("mine")
    assert main(plain(corpus, folder)) == 0 and own.read_text() == "mine"
    rows = corpus.with_name("grown.jsonl")
    rows.write_text(corpus.read_text() + json.dumps({"text": "Coral reefs are built by corals. " * 9}) + "\n")
    assert main([*plain(rows, folder), "--force"]) == 0 and own.read_text() == "mine"


@pytest.mark.parametrize("name", ["manifest.json", "checkpoints.sqlite", "ledgers.sqlite"])
def test_a_folder_in_place_of_a_file_of_a_run_is_named_before_anything_is_removed(
    name: str, corpus: Path, folder: Path, capsys: Any
) -> None:
    (folder / STATE / name).unlink()
    (folder / STATE / name).mkdir()

    def there() -> set[str]:
        return {one.name for one in (folder / STATE).iterdir() if not one.name.endswith(("-shm", "-wal"))}

    before = there()
    for more in ([], ["--resume"], ["--force"]):
        assert main([*plain(corpus, folder), *more]) == 2
        assert (
            f"{folder / STATE / name} is a folder, and a run keeps a file there: move it away"
            in capsys.readouterr().err
        )
        assert there() == before


def test_a_domain_need_not_be_named_again(tmp_path: Path, corpus: Path, capsys: Any) -> None:
    rows = [json.dumps(json.loads(one) | {"domain": "sea"}) for one in corpus.read_text().splitlines()]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    out = tmp_path / "out"
    with runs.CountingServer() as idle:
        asked = [*plain(tmp_path / "rows.jsonl", out), "--domain", "sea"]
        assert runs.killed_run(idle, asked, at_checkpoint=3)[0] == -9
    assert resumed(out, capsys) == (0, "")


class Filling:
    """An extractor whose disk is full at its fourth snippet."""

    engine = "extractive"

    def __init__(self, inner: Any, is_full: bool) -> None:
        self.inner, self.left = inner, 4 if is_full else -1

    async def __call__(self, state: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            raise sqlite3.OperationalError("database or disk is full")
        return await self.inner(state)


def test_a_full_disk_is_no_failure_of_a_snippet(corpus: Path, tmp_path: Path) -> None:
    def crew(is_full: bool) -> Any:
        def build(memory: Any) -> Any:
            whole = extractive_crew(memory)
            return replace(whole, extractor=Filling(whole.extractor, is_full))

        return build

    out = tmp_path / "out"
    with pytest.raises(DiskFullError, match="disk is full"):
        generate_sync(TOPIC, corpus=corpus, out=out, crew=crew(True))
    page = generate_sync(TOPIC, out=out, crew=crew(False), resume=True)
    assert page.record == generate_sync(TOPIC, corpus=corpus, crew=crew(False)).record


def test_checkpoints_of_a_section_that_cannot_be_written_end_the_run(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    put, out = AsyncSqliteSaver.aput, tmp_path / "out"

    async def fails(self: Any, config: Any, *given: Any) -> Any:
        if config["configurable"]["checkpoint_ns"].startswith("unit"):
            raise sqlite3.OperationalError("disk I/O error")
        return await put(self, config, *given)

    with monkeypatch.context() as patch:
        patch.setattr(AsyncSqliteSaver, "aput", fails)
        assert main(plain(corpus, out)) == 1
    told = capsys.readouterr().err
    assert f"cannot use {out / STATE / CHECKPOINTS} (disk I/O error)" in told and "--resume goes on from here" in told
    assert resumed(out, capsys) == (0, "")
    assert json.loads((out / "page.json").read_text())["stats"]["failed_sections"] == 0


def test_a_file_of_the_run_that_may_not_be_written_is_named(
    folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = os.access
    for name in (f"{CHECKPOINTS}-wal", CHECKPOINTS, LEDGERS):
        path = folder / STATE / name
        with monkeypatch.context() as patch:  # who is root may write what is read-only
            patch.setattr(os, "access", lambda one, mode, path=path: access(one, mode) and Path(one) != path)
            code, told = resumed(folder, capsys)
        assert code == 2 and f"{path} is read-only" in told and "chmod u+w" in told and told.count("\n") == 1
    assert resumed(folder, capsys) == (0, "")


def test_checkpoints_that_something_else_holds_are_named(folder: Path) -> None:
    path = folder / STATE / CHECKPOINTS
    with closing(sqlite3.connect(path)) as other, closing(sqlite3.connect(path, timeout=0)) as one:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CastaliaError) as told, damage_told(path):
            one.execute("BEGIN IMMEDIATE")
    assert str(told.value).startswith(f"{path} is in use by another process")


def test_a_folder_that_is_removed_under_a_run_is_told(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    put, out = AsyncSqliteSaver.aput, tmp_path / "out"

    async def removes(self: Any, *given: Any) -> Any:
        shutil.rmtree(out, ignore_errors=True)
        return await put(self, *given)

    monkeypatch.setattr(AsyncSqliteSaver, "aput", removes)
    assert main(plain(corpus, out)) == 1
    told = capsys.readouterr().err
    assert f"{out / STATE}" in told and "is gone" in told and "I/O" not in told and told.count("\n") == 1
    assert "run the same command again" in told and "--resume" not in told


def test_checkpoints_that_another_program_wrote_are_damaged(folder: Path) -> None:
    path = folder / STATE / CHECKPOINTS
    asked = pytest.raises(CastaliaError, match="is damaged")
    with closing(sqlite3.connect(path)) as one, asked as told, damage_told(path):
        one.execute("SELECT nothing_of_ours FROM checkpoints")
    assert "no such column" in str(told.value) and "again without --resume" in str(told.value)


def test_a_store_that_was_renamed_is_asked_for(corpus: Path, tmp_path: Path, capsys: Any) -> None:
    store, out = tmp_path / "store", tmp_path / "out"
    assert main(["ingest", str(corpus), "--store", str(store), "--quiet"]) == 0
    with runs.CountingServer() as idle:
        asked = ["generate", TOPIC, "--store", str(store), "--out", str(out), "--quiet"]
        assert runs.killed_run(idle, asked, at_checkpoint=3)[0] == -9
    store.rename(tmp_path / "moved")
    capsys.readouterr()
    code, told = resumed(out, capsys)
    assert code == 2 and f"{store}, is not there any more" in told and "--store (in Python store=)" in told
    assert told.count("\n") == 1
    assert resumed(out, capsys, "--store", str(tmp_path / "moved")) == (0, "")


def test_a_corpus_that_is_gone_from_the_folder_is_asked_for(folder: Path, corpus: Path, capsys: Any) -> None:
    shutil.rmtree(next((folder / STATE).glob("corpus-*")))
    code, told = resumed(folder, capsys)
    assert code == 2 and "is not there any more" in told and f"give {corpus} again" in told and told.count("\n") == 1
    assert resumed(folder, capsys, "--corpus", str(corpus)) == (0, "")


KEPT_FILES = ["*payload_storage/config.json", "*segment.json", "*castalia.json", "*library.sqlite", "*triplets.sqlite"]


def test_a_damaged_corpus_in_the_folder_is_made_anew_unless_the_run_goes_on(
    begun: Path, corpus: Path, tmp_path: Path, capsys: Any
) -> None:
    for number, pattern in enumerate(KEPT_FILES):
        folder = copy_tree(begun, tmp_path / f"out{number}")
        (kept,) = (folder / STATE).glob("corpus-*")
        for log in kept.glob("*.sqlite-*"):  # SQLite would mend the file from it
            log.unlink()
        next(one for one in kept.rglob("*") if one.match(pattern)).write_text("not any more")
        for more in ([], ["--corpus", str(corpus)]):
            code, told = resumed(folder, capsys, *more)
            assert code == 1 and f"{kept}, made of {corpus}, is damaged: delete it" in told, pattern
            assert told.count("\n") == 1 and "without --resume" in told
        assert begins_anew(corpus, folder), pattern
    assert resumed(folder, capsys) == (0, "")  # from the corpus that was made anew


def test_an_update_names_the_damaged_corpus_and_not_a_copy_that_is_gone(
    folder: Path, corpus: Path, capsys: Any
) -> None:
    assert resumed(folder, capsys) == (0, "")
    (kept,) = (folder / STATE).glob("corpus-*")
    next(kept.rglob("segment.json")).write_text("x")
    assert main(["update", str(folder), "--corpus", str(corpus), "--quiet"]) == 1
    assert f"{kept}, made of {corpus}, is damaged" in (told := capsys.readouterr().err) and told.count("\n") == 1
    shutil.rmtree(kept)
    assert resumed(folder, capsys, "--corpus", str(corpus)) == (0, "")
    assert main(["update", str(folder), "--corpus", str(corpus), "--quiet"]) == 0


@pytest.mark.parametrize(
    ("roles", "says"),
    [("*", "'mine' for all roles"), ("editor", "'mine' for editor"), ("writing", "'mine' for editor, outliner")],
)
def test_a_resumed_run_names_the_model_that_was_given_as_an_object(
    roles: str, says: str, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Killed(BaseException):
        pass

    def killing(event: dict[str, Any]) -> None:
        if event["phase"] == "seed":
            raise Killed

    model, out = {"*": "scripted", roles: ScriptedModel(name="mine")}, tmp_path / "out"
    with pytest.raises(Killed):
        generate_sync(TOPIC, corpus=corpus, out=out, model=model, progress=killing)
    with pytest.raises(InputError) as told:
        generate_sync(TOPIC, out=out, resume=True)
    assert str(told.value).startswith(f"the run in {out} was given {says}")
    assert str(told.value).endswith(
        "as an object, which no file can hold: give all its models again, from Python, as model=…"
    )
    capsys.readouterr()
    assert main(["generate", TOPIC, "--out", str(out), "--resume", "--quiet"]) == 2
    assert capsys.readouterr().err == f"castalia: {told.value}\n"
