"""The finished page of a folder keeps what resumes and changes it until the page of a new run there is whole."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from shutil import rmtree

import pytest
from castalia.graphs.page_files import FILES
from castalia.graphs.runs.finished_before import BEFORE
from castalia.graphs.runs.run_folder import LOCK
from castalia.memory.errors import NoPageError
from command_line import Command, contents
from copies import copy_tree
from forked import Forked

TOPIC, NO_PAGE, UNKNOWN = "Coral bleaching", "Calm water", "Byzantine pottery"
SHORT = ("--words", "300", "--quiet")

# Ends its own process without a word as the run that was there before is to be removed, or was; as the new one is noted.
DYING = {
    "before it goes": "def gone(self):\n    os.kill(os.getpid(), 9)\n",
    "behind it": "def gone(self):\n    forget(self)\n    os.kill(os.getpid(), 9)\n",
    "with a log of its own": "def gone(self):\n    forget(self)\n    self.ledgers.with_name('ledgers.sqlite-wal').write_text('x')\n    os.kill(os.getpid(), 9)\n",
}
AT = """
import os
from castalia.graphs.runs.run_folder import RunFolder
forget = RunFolder.forget_run
{}
RunFolder.forget_run = gone
"""
AT_STEP = """
import os
from castalia.graphs.pipeline import apollo_nodes
async def gone(*_):
    os.kill(os.getpid(), 9)
apollo_nodes.plan_units = gone
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, sample_store: Path) -> Path:
    """A folder with a store and a finished page; nobody changes it."""
    from castalia.graphs import cli

    folder = tmp_path_factory.mktemp("made")
    copy_tree(sample_store, folder / "store")
    page = ["generate", TOPIC, "--store", str(folder / "store"), "--out", str(folder / "page")]
    assert cli.main([*page, *SHORT]) == 0
    return folder


@pytest.fixture
def here(made: Path, castalia: Command) -> Path:
    copy_tree(made / "page", Path("page"))
    return Path().absolute()


def asked(topic: str, made: Path, *more: str) -> list[str]:
    return ["generate", topic, "--store", str(made / "store"), "--out", "page", "--force", *more, *SHORT]


def kept(folder: Path) -> dict[str, object]:
    return {name: held for name, held in contents(folder).items() if name != f"state/{LOCK}"}


@pytest.mark.parametrize("topic", [NO_PAGE, UNKNOWN])
def test_a_run_that_comes_to_no_page_loses_nothing_of_the_one_that_is_there(
    topic: str, made: Path, here: Path, castalia: Command
) -> None:
    before = kept(Path("page"))
    assert castalia(*asked(topic, made)).code == 1
    assert kept(Path("page")) == before
    told = castalia("rewrite", "page", "lead")
    assert told.code == 0, told.err


@pytest.mark.parametrize("where", DYING)
def test_a_run_that_is_killed_as_it_begins_loses_nothing_either(
    where: str, made: Path, here: Path, castalia: Command
) -> None:
    before = kept(Path("page"))
    with Forked(asked(NO_PAGE, made), here, AT.format(DYING[where])) as killed:
        killed.communicate()
    assert killed.returncode == -9 and Path("page/state", BEFORE).is_dir()
    assert castalia(*asked(UNKNOWN, made)).code == 1
    assert kept(Path("page")) == before


def test_of_a_run_that_was_killed_the_rest_is_resumed_or_gives_way_to_the_page_that_is_there(
    made: Path, here: Path, castalia: Command
) -> None:
    before = kept(Path("page"))
    with Forked(asked(NO_PAGE, made), here, AT_STEP) as killed:
        killed.communicate()
    assert killed.returncode == -9
    assert {name: held for name, held in kept(Path("page")).items() if name in FILES} == {
        name: before[name] for name in FILES
    }
    assert castalia("generate", NO_PAGE, "--out", "page", "--resume", "--force", "--quiet").code == 1
    assert kept(Path("page")) == before


def test_the_way_on_that_is_told_of_a_page_on_another_topic_is_taken(made: Path, here: Path, castalia: Command) -> None:
    with Forked(asked("Coral reef", made), here, AT_STEP.replace("9)", "2)")) as interrupted:
        told = interrupted.communicate()[1]
    way_on, is_told, _ = told.removeprefix("castalia: ").partition(" goes on from here")
    assert is_told and "--resume" in way_on and "--force" not in way_on
    before = contents(Path("page"))
    refused = castalia("generate", TOPIC, "--store", str(made / "store"), "--out", "page", *SHORT)
    assert refused.code == 2 and 'an unfinished page on "Coral reef", which --resume goes on with' in refused.line
    refused = castalia("generate", "Coral reef", "--store", str(made / "store"), "--out", "page", *SHORT)
    assert refused.code == 2 and "and an unfinished one on this topic, which --resume goes on with" in refused.line
    assert contents(Path("page")) == before
    assert castalia(*shlex.split(way_on.rpartition("castalia ")[2]), "--quiet").code == 0
    assert json.loads(Path("page/page.json").read_text())["topic"] == "Coral reef"


def test_nothing_of_the_page_before_is_left_beside_a_new_one(made: Path, here: Path, castalia: Command) -> None:
    run = json.loads(Path("page/run.json").read_text())["run_id"]
    assert castalia(*asked("Coral reef", made)).code == 0
    assert not Path("page/state", BEFORE).exists()
    assert json.loads(Path("page/state/manifest.json").read_text())["run_id"] != run
    assert castalia("rewrite", "page", "lead").code == 0


def test_the_corpus_of_the_page_that_is_there_stays_with_it(here: Path, castalia: Command) -> None:
    rows = [f"Sponges grow slowly in {one}, and filter what the water of {one} carries." for one in ("caves", "bays")]
    other = "And then there is the quibblite, which we saw in the last chapter of this book; see Figure 3 and the table for more of it?"
    for name, texts in (("a", [*map(_long, rows)]), ("b", [other])):
        Path(f"{name}.jsonl").write_text("".join(json.dumps({"text": one}) + "\n" for one in texts))
    given = ("--out", "own", "--force", "--quiet")
    assert castalia("generate", "Sponges", "--corpus", "a.jsonl", *given).code == 0
    before = kept(Path("own"))
    assert castalia("generate", "Quibblite", "--corpus", "b.jsonl", *given).code == 1
    assert kept(Path("own")) == before
    assert castalia("rewrite", "own", "lead").code == 0


def _long(text: str) -> str:
    return f"Sponges are animals that live on the ground of waters. {text} Sponges of this kind are old, and none of them moves."


def test_a_topic_of_a_batch_that_fails_with_force_still_knows_the_store_of_its_page(
    made: Path, here: Path, castalia: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise NoPageError("nothing can stand on it")

    Path("t.txt").write_text(f"{TOPIC}\n")
    for name in ("first", "second"):
        copy_tree(made / "store", Path(name))
    assert castalia("batch", "t.txt", "--store", "first", "--out", "out", *SHORT).code == 0
    with monkeypatch.context() as patch:
        patch.setattr("castalia.graphs.pipeline.apollo_nodes.check_written", broken)
        more = ("--words", "400", "--force", "--quiet")
        assert castalia("batch", "t.txt", "--store", "second", "--out", "out", *more).code == 1
    rmtree("second")
    assert castalia("rewrite", "out/coral_bleaching", "lead").code == 0
