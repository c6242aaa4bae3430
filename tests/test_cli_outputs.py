"""Where the commands may write: no option that names an output costs a page, a batch, a store or a command's own input.

All of these lie in one folder, which is made once: commands that are refused are given it as it is, for they may not
change anything in it, and those that write a copy.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from castalia.graphs import read_topics
from castalia.graphs.cli import main
from castalia.memory.errors import InputError
from castalia.tools.pages.page_json import load_page
from command_line import Command, contents, tree
from copies import copy_tree
from some_reefs import write_reefs


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, the store of it, a page (``coral``), the same as gold page, a list of topics, and a batch of it."""
    folder = tmp_path_factory.mktemp("made")
    with contextlib.chdir(folder):
        write_reefs(Path("rows.jsonl"))
        Path("topics.csv").write_text("topic\nAtoll\n")
        assert main(["generate", "Coral reef", "--corpus", "rows.jsonl", "--out", "coral", "--quiet"]) == 0
        shutil.copy("coral/page.json", "gold.jsonl")
        assert main(["ingest", "rows.jsonl", "--store", "store", "--quiet"]) == 0
        assert main(["batch", "topics.csv", "--store", "store", "--out", "pages", "--quiet"]) == 0
    return folder


@pytest.fixture
def here(castalia: Command, made: Path) -> Path:
    """The working folder, with all that was made."""
    copy_tree(made, Path())
    return Path()


@pytest.fixture(scope="module")
def left_alone(made: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object], list[str]]:
    """The same with files of somebody's own, what they hold, and all that lies there."""
    folder = tmp_path_factory.mktemp("left") / "alone"
    copy_tree(made, folder)
    sample = (folder / "rows.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "more.jsonl").write_text("".join(sample[:2]).replace("reef", "reef coral"), encoding="utf-8")
    (folder / "mine.jsonl").write_text("".join(sample[2:]), encoding="utf-8")
    (folder / "link").symlink_to("mine.jsonl")
    (folder / "state_of_coral").symlink_to("coral/state")
    os.mkfifo(folder / "pipe")
    return folder, contents(folder), tree(folder)


@pytest.fixture
def there(
    castalia: Command, left_alone: tuple[Path, dict[str, object], list[str]], monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The working folder of a command that is refused: nothing in it is another afterwards."""
    folder, before, names = left_alone
    monkeypatch.chdir(folder)
    yield
    assert contents(folder) == before
    assert tree(folder) == names
    assert (folder / "link").is_symlink() and (folder / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("command", "told_of"),
    [
        (["rewrite", "coral", "Distribution", "--ban", "x", "--diff", "coral/page.json"], "is a file of the page in"),
        (["update", "coral", "--events", "coral/run.json"], "is a file of the page in"),
        (["evaluate", "coral", "--json", "coral/graph.json"], "is a file of the page in"),
        (["form", "coral", "--out", "coral/../coral/page.html"], "is a file of the page in"),
        (["export", "coral", "--to", "markdown", "--out", "coral/page.md", "--force"], "is a file of the page in"),
        (["evaluate", "coral", "--json", "pages/manifest.jsonl"], "is a file of the batch in pages"),
        (["form", "coral", "--out", "pages/index.html"], "is a file of the batch in pages"),
        (["export", "coral", "--to", "html", "--out", "store/snippets/page.html"], "is in the store"),
        (["evaluate", "coral", "--gold", "gold.jsonl", "--json", "gold.jsonl"], "is what this command reads"),
        (["gold", "guard", "rows.jsonl", "--gold", "gold.jsonl", "--out", "gold.jsonl"], "is what this command reads"),
        (["plot", "coral", "--out", "coral/state"], "where the page in"),
        (["plot", "coral", "--out", "store"], "is in the store"),
        (["generate", "Atoll", "--store", "store", "--events", "rows.jsonl"], "is no file of events"),
        (["generate", "Atoll", "--store", "store", "--events", "store/events.jsonl"], "is in the store"),
        (["generate", "Atoll", "--store", "store", "--out", "store/snippets"], "is the store, or in it"),
        (["batch", "topics.csv", "--store", "store", "--out", "store/pages"], "is the store, or in it"),
        (["bench", "topics.csv", "--store", "store", "--out", "store/bench"], "is the store, or in it"),
    ],
)
def test_no_output_option_writes_over_a_page_a_batch_a_store_or_what_the_command_reads(
    command: list[str], told_of: str, castalia: Command, there: None
) -> None:
    told = castalia(*command)
    assert told.code == 2 and told_of in told.line


MEASURING = [
    ["evaluate", "coral", "--json"],
    ["compare", "coral", "coral", "--json"],
    ["form", "coral", "--out"],
    ["gold", "guard", "rows.jsonl", "--gold", "gold.jsonl", "--out"],
    ["export", "coral", "--to", "markdown", "--out"],
]
WRITERS = [
    *MEASURING,
    ["rewrite", "coral", "Distribution", "--ban", "x", "--diff"],
    ["update", "coral", "--corpus", "more.jsonl", "--diff"],
]


@pytest.mark.parametrize("command", [*WRITERS, ["compare", "coral", "coral", "--prefer", "scripted", "--judgements"]])
def test_a_pipe_or_a_device_is_refused_before_any_work(command: list[str], castalia: Command, there: None) -> None:
    told = castalia(*command, "pipe")
    assert (told.code, told.out) == (2, "")
    assert told.line == "pipe is a pipe, a socket or a device: name another file to write."


@pytest.mark.parametrize(
    "command",
    [
        ["batch", "pipe", "--store", "store", "--out", "new"],
        ["bench", "--store", "store", "pipe", "--out", "new"],
        ["evaluate", "coral", "--gold", "pipe"],
        ["compare", "--judgements", "pipe"],
        ["export", "pipe", "--to", "markdown"],
    ],
)
def test_a_pipe_to_read_is_refused_and_not_waited_for(command: list[str], castalia: Command, there: None) -> None:
    told = castalia(*command)
    assert (told.code, told.out) == (2, "")
    assert told.line == "pipe is a pipe: save what comes out of it to a file first, and give that"


@pytest.mark.parametrize("name", ["graph.json", "run.json"])
def test_a_page_with_a_pipe_among_its_files_is_not_waited_for(name: str, here: Path, castalia: Command) -> None:
    page = here / "coral"
    (page / name).unlink()
    os.mkfifo(page / name)
    for command in (["evaluate", str(page)], ["rewrite", str(page), "1", "--ban", "x"]):
        told = castalia(*command)
        assert told.code == 2 and told.line.startswith(f"{page / name} is a pipe: ")


def test_a_pipe_of_a_shell_is_read(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"Atoll\n")
    os.close(writing)
    assert [one.name for one in read_topics(f"/dev/fd/{reading}").topics] == ["Atoll"]
    os.close(reading)


def test_a_file_that_cannot_be_looked_at_is_told_by_who_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_fifo", refuse)
    with pytest.raises(InputError, match="there is no page"):
        load_page(tmp_path / "page.json")


@pytest.mark.parametrize("command", WRITERS)
def test_what_another_wrote_is_not_written_over(command: list[str], castalia: Command, there: None) -> None:
    for name in ("mine.jsonl", "link"):
        told = castalia(*command, name)
        assert told.code == 2 and f"{name} is there already and holds something else" in told.line
        assert "--force" in told.line


@pytest.mark.parametrize("command", MEASURING)
def test_a_command_that_is_run_again_goes_on_as_before_and_takes_an_empty_file_and_with_force_any(
    command: list[str], castalia: Command, here: Path
) -> None:
    Path("empty").touch()
    assert castalia(*command, "empty").code == castalia(*command, "empty").code == 0
    Path("mine").write_text("mine")
    assert castalia(*command, "mine", "--force").code == 0
    assert Path("mine").read_text() != "mine"


def test_a_diff_takes_the_place_of_an_earlier_one(castalia: Command, here: Path) -> None:
    command = ["rewrite", "coral", "Distribution", "--ban", cited_in("coral", "Distribution"), "--diff", "diff"]
    Path("diff").write_text("mine")
    assert castalia(*command, "--force").code == 0
    assert "Distribution" in Path("diff").read_text(encoding="utf-8")
    command[4] = cited_in("coral", "Distribution")
    assert castalia(*command).code == 0


def cited_in(page: str, heading: str) -> str:
    """A snippet that this section cites."""
    record = json.loads(Path(page, "page.json").read_text(encoding="utf-8"))
    section = next(one["id"] for one in record["sections"] if one["heading"] == heading)
    claim = next(one for one in record["claims"] if one["section"] == section)
    numbers = {one["number"]: one["snippet_id"] for one in record["references"]}
    return str(numbers[claim["citations"][0]])


def test_values_take_the_place_of_those_of_another_measure(castalia: Command, here: Path) -> None:
    Path("judged").write_text(
        '{"kind": "score", "topic": "T", "system": "A", "judge": "Ada", "criterion": "overall", "score": 4}\n'
    )
    assert castalia("compare", "--judgements", "judged", "--json", "own").code == 0
    assert castalia("evaluate", "coral", "--json", "own").code == 0
    assert castalia("compare", "coral", "coral", "--json", "own").code == 0


@pytest.mark.parametrize("command", WRITERS)
def test_a_file_without_a_name_is_refused(command: list[str], castalia: Command, there: None) -> None:
    assert "the file to write has no name" in castalia(*command, "").line


@pytest.mark.parametrize("command", [["evaluate", ""], ["compare", "coral", ""], ["form", "", "--out", "form.html"]])
def test_a_page_without_a_name_is_not_the_working_folder(command: list[str], castalia: Command, there: None) -> None:
    told = castalia(*command)
    assert told.code == 2 and told.line.startswith("the page has no name")


def test_a_folder_given_for_a_store_is_told_as_what_to_read(castalia: Command, there: None) -> None:
    told = castalia("generate", "Atoll", "--store", "coral")
    assert told.code == 2 and "coral is no store" in told.line and "name the store" in told.line


def test_a_tape_that_is_no_file_leaves_nothing_beside_it(castalia: Command, there: None) -> None:
    told = castalia("evaluate", "coral", "--judge", "scripted", "--tape", "pipe")
    assert told.code == 2 and "pipe is no file" in told.line


@pytest.mark.parametrize(
    "command", [["rewrite", "coral", "1", "--ban", "x", "--diff"], ["update", "coral", "--events"]]
)
def test_a_file_of_the_page_is_refused_with_how_to_mend_it(command: list[str], castalia: Command, there: None) -> None:
    assert "name another file" in castalia(*command, "coral/page.json").line


@pytest.mark.parametrize("place", ["coral/state/page.html", "state_of_coral/page.html"])
@pytest.mark.parametrize(
    "command",
    [
        ["export", "coral", "--to", "html", "--force", "--out"],
        ["evaluate", "coral", "--json"],
        ["rewrite", "coral", "Distribution", "--ban", "x", "--diff"],
    ],
)
def test_nothing_is_written_among_what_a_run_goes_on_with(
    command: list[str], place: str, castalia: Command, there: None
) -> None:
    told = castalia(*command, place)
    assert told.code == 2 and "where the page in" in told.line and "name another folder" in told.line


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
    command: list[str], given: list[str], castalia: Command, there: None
) -> None:
    told = castalia(*command, *given)
    assert told.code == 2 and f"{given[0]} without a model does nothing" in told.line
