"""Where the commands may write: no option that names an output costs a page, a batch, a store or a command's own input.

Each test meets a folder of its own in which all of these lie; they are made once and copied.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from castalia.graphs.cli import main
from command_line import Command, contents, tree


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, the store of it, a page (``coral``), the same as gold page, a list of topics, and a batch of it."""
    folder = tmp_path_factory.mktemp("made")
    with contextlib.chdir(folder):
        shutil.copy(str(files("castalia.tools") / "sample_coral_reefs.jsonl"), "rows.jsonl")
        Path("topics.csv").write_text("topic\nAtoll\n")
        assert main(["demo", "--out", "coral", "--quiet"]) == 0
        shutil.copy("coral/page.json", "gold.jsonl")
        assert main(["ingest", "rows.jsonl", "--store", "store", "--quiet"]) == 0
        assert main(["batch", "topics.csv", "--store", "store", "--out", "pages", "--quiet"]) == 0
    return folder


@pytest.fixture
def here(castalia: Command, made: Path) -> Path:
    """The working folder, with all that was made."""
    shutil.copytree(made, Path(), dirs_exist_ok=True)
    return Path()


@pytest.mark.parametrize(
    ("command", "told_of"),
    [
        (["rewrite", "coral", "History", "--ban", "x", "--diff", "coral/page.json"], "is a file of the page in"),
        (["update", "coral", "--events", "coral/run.json"], "is a file of the page in"),
        (["evaluate", "coral", "--json", "coral/graph.json"], "is a file of the page in"),
        (["form", "coral", "--out", "coral/../coral/page.html"], "is a file of the page in"),
        (["export", "coral", "--to", "markdown", "--out", "coral/page.md", "--force"], "is a file of the page in"),
        (["evaluate", "coral", "--json", "pages/manifest.jsonl"], "is a file of the batch in pages"),
        (["form", "coral", "--out", "pages/index.html"], "is a file of the batch in pages"),
        (["export", "coral", "--to", "html", "--out", "store/snippets/page.html"], "is in the store"),
        (["evaluate", "coral", "--gold", "gold.jsonl", "--json", "gold.jsonl"], "is what this command reads"),
        (["gold", "guard", "rows.jsonl", "--gold", "gold.jsonl", "--out", "gold.jsonl"], "is what this command reads"),
        (["generate", "Atoll", "--store", "store", "--events", "rows.jsonl"], "is no file of events"),
        (["generate", "Atoll", "--store", "store", "--events", "store/events.jsonl"], "is in the store"),
        (["generate", "Atoll", "--store", "store", "--out", "store/snippets"], "is the store, or in it"),
        (["batch", "topics.csv", "--store", "store", "--out", "store/pages"], "is the store, or in it"),
        (["bench", "topics.csv", "--store", "store", "--out", "store/bench"], "is the store, or in it"),
    ],
)
def test_no_output_option_writes_over_a_page_a_batch_a_store_or_what_the_command_reads(
    command: list[str], told_of: str, castalia: Command, here: Path
) -> None:
    before = contents(here)
    told = castalia(*command)
    assert told.code == 2 and told_of in told.line
    assert contents(here) == before


WRITERS = [
    ["evaluate", "coral", "--json"],
    ["compare", "coral", "coral", "--json"],
    ["form", "coral", "--out"],
    ["gold", "guard", "rows.jsonl", "--gold", "gold.jsonl", "--out"],
    ["rewrite", "coral", "History", "--ban", "x", "--diff"],
    ["update", "coral", "--corpus", "more.jsonl", "--diff"],
    ["export", "coral", "--to", "markdown", "--out"],
]


@pytest.mark.parametrize("command", [*WRITERS, ["compare", "coral", "coral", "--prefer", "scripted", "--judgements"]])
def test_a_pipe_or_a_device_is_refused_before_any_work(command: list[str], castalia: Command, here: Path) -> None:
    os.mkfifo("pipe")
    before = contents(here)
    told = castalia(*command, "pipe")
    assert (told.code, told.out) == (2, "")
    assert told.line == "pipe is a pipe, a socket or a device: name another file to write."
    assert Path("pipe").is_fifo() and contents(here) == before


def test_a_tape_that_is_no_file_leaves_nothing_beside_it(castalia: Command, here: Path) -> None:
    os.mkfifo("pipe")
    before = tree(here)
    told = castalia("evaluate", "coral", "--judge", "scripted", "--tape", "pipe")
    assert told.code == 2 and "pipe is no file" in told.line
    assert tree(here) == before


@pytest.mark.parametrize(
    "command", [["rewrite", "coral", "1", "--ban", "x", "--diff"], ["update", "coral", "--events"]]
)
def test_a_file_of_the_page_is_refused_with_how_to_mend_it(command: list[str], castalia: Command, here: Path) -> None:
    assert "name another file" in castalia(*command, "coral/page.json").line


@pytest.mark.parametrize("place", ["coral/state/page.html", "link/page.html"])
@pytest.mark.parametrize(
    "command",
    [
        ["export", "coral", "--to", "html", "--force", "--out"],
        ["evaluate", "coral", "--json"],
        ["rewrite", "coral", "History", "--ban", "x", "--diff"],
    ],
)
def test_nothing_is_written_among_what_a_run_goes_on_with(
    command: list[str], place: str, castalia: Command, here: Path
) -> None:
    Path("link").symlink_to("coral/state")
    before = tree(here)
    told = castalia(*command, place)
    assert told.code == 2 and "where the page in" in told.line and "name another folder" in told.line
    assert tree(here) == before


def test_what_a_run_goes_on_with_is_kept_free_before_it_is_there(castalia: Command, here: Path) -> None:
    shutil.rmtree("coral/state")
    assert castalia("export", "coral", "--to", "html", "--out", "coral/state/deep/page.html").code == 2
    assert not Path("coral/state").exists()


def test_a_folder_called_state_that_is_nobodys_run_may_be_written_to(castalia: Command, here: Path) -> None:
    Path("state").mkdir()
    assert castalia("export", "coral", "--to", "html", "--out", "state/page.html").code == 0


@pytest.mark.parametrize("given", [["--window", "0"], ["--audience", "sailors"], ["--temperature", "0.5"]])
@pytest.mark.parametrize(
    "command", [["generate", "Atoll", "--store", "store"], ["rewrite", "coral", "1", "--ban", "x"]]
)
def test_what_only_a_model_could_use_is_refused_without_one(
    command: list[str], given: list[str], castalia: Command, here: Path
) -> None:
    told = castalia(*command, *given)
    assert told.code == 2 and f"{given[0]} without a model does nothing" in told.line
