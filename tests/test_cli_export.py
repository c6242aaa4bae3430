"""``castalia export``: a page in another format, on stdout or in a file, and nothing lost that stands there."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from castalia.graphs import TopicPage, generate_sync
from castalia.graphs.cli import main
from castalia.graphs.commands.cli_export import FORMATS
from castalia.tools.pages.bibtex import render_bibtex
from castalia.tools.pages.csl_json import render_csl_json
from castalia.tools.pages.html import render_html
from castalia.tools.pages.markdown import render_markdown
from castalia.tools.pages.page_json import load_page
from castalia.tools.pages.wikitext import render_wikitext
from command_line import contents
from forked import Forked
from some_reefs import write_reefs

RENDERED = {
    "markdown": render_markdown, "html": render_html, "wikitext": render_wikitext, "bibtex": render_bibtex, "csl-json": render_csl_json,
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> TopicPage:
    return generate_sync("Coral reef", corpus=write_reefs(tmp_path_factory.mktemp("corpus") / "rows.jsonl", 8))


@pytest.fixture
def page(made: TopicPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page in the folder ``page`` of the working folder."""
    monkeypatch.chdir(tmp_path)
    made.save("page")
    return Path("page")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([str(one) for one in arguments])
    return code, *capsys.readouterr()


@pytest.mark.parametrize("to", FORMATS)
def test_a_page_is_told_on_stdout_in_each_format(to: str, page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(Path())
    for given in (page, page / "page.json"):
        assert run(capsys, "export", given, "--to", to) == (0, RENDERED[to](load_page(page)), "")
    assert run(capsys, "export", page, "--to", to, "--out", "-")[0] == 0
    assert contents(Path()) == before


def test_every_format_is_offered() -> None:
    assert sorted(FORMATS) == sorted(RENDERED)


def test_a_page_renders_itself(made: TopicPage) -> None:
    assert made.wikitext == render_wikitext(made.record)
    assert made.bibtex == render_bibtex(made.record)
    assert made.csl_json == render_csl_json(made.record)
    assert [one["id"] for one in json.loads(made.csl_json)] and "'''coral reef'''" in made.wikitext.lower()


def test_a_file_is_written_and_named(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "export", page, "--to", "bibtex", "--out", "deep/reefs.bib") == (0, "deep/reefs.bib\n", "")
    assert Path("deep/reefs.bib").read_text(encoding="utf-8") == render_bibtex(load_page(page))
    assert [one.name for one in Path("deep").iterdir()] == ["reefs.bib"]


def test_the_same_again_is_no_loss_and_anything_else_is_not_written_over(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["export", page, "--to", "bibtex", "--out", "refs.bib"]
    assert run(capsys, *command)[0] == run(capsys, *command)[0] == 0
    Path("refs.bib").write_text("@book{mine, title = {Ten years of work}}")
    code, out, err = run(capsys, *command)
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert "refs.bib is there already" in err and "--force" in err
    assert Path("refs.bib").read_text() == "@book{mine, title = {Ten years of work}}"
    assert run(capsys, *command, "--force")[0] == 0
    assert Path("refs.bib").read_text(encoding="utf-8") == render_bibtex(load_page(page))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere", "--to", "bibtex"], "there is no page at nowhere"),
        (["page"], "--to"),
        (["page", "--to", "docx"], "invalid choice: 'docx' (choose from"),
        (["--to", "bibtex"], "PAGE"),
        (["page/page.md", "--to", "bibtex"], "is not a page"),
        (["broken", "--to", "wikitext"], "does not hold JSON"),
        (["", "--to", "html"], "has no name"),
        (["page", "--to", "html", "--out", ""], "has no name"),
        (["page", "--to", "html", "--out", "page/page.html", "--force"], "is a file of the page in page"),
        (["page", "--to", "html", "--out", "page", "--force"], "page is a folder"),
        (["page", "--to", "html", "--out", "page/page.md/x.html"], "cannot write to"),
        (["page", "--to", "html", "--out", "/dev/null", "--force"], "is a pipe, a socket or a device"),
        (["page", "--to", "html", "--out", "s" * 300], "too long for a path"),
        (["page", "--to", "html", "--out", "a\0b"], "NUL"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_line_and_leaves_nothing(
    arguments: list[str], says: str, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("broken").mkdir()
    Path("broken/page.json").write_text("{")
    before = contents(Path())
    code, out, err = run(capsys, "export", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("castalia: ") and err.count("\n") == 1 and says in err
    assert contents(Path()) == before


def test_what_is_told_is_utf_8_whatever_the_terminal_is(page: Path) -> None:
    command = [sys.executable, "-m", "castalia.graphs", "export", str(page), "--to", "bibtex"]
    told = subprocess.run(command, capture_output=True, env={"PYTHONIOENCODING": "latin-1"}, timeout=60)
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.decode("utf-8") == render_bibtex(load_page(page))


def test_a_reader_who_leaves_is_no_failure_and_a_full_disk_is(page: Path) -> None:
    command = f"{sys.executable} -m castalia.graphs export {page} --to html"
    assert subprocess.run(f"{command} | head -c 1", shell=True, capture_output=True, timeout=60).stderr == b""
    if Path("/dev/full").exists():
        told = subprocess.run(f"{command} > /dev/full", shell=True, capture_output=True, text=True, timeout=60)
        assert told.returncode == 1 and told.stderr.count("\n") == 1 and "stdout cannot be written" in told.stderr


@pytest.mark.parametrize("to", FORMATS)
def test_a_closed_stdout_is_told_in_one_line(to: str, page: Path) -> None:
    closed = "import os, sys; os.close(1); sys.stdout = None"  # as an interpreter finds it
    with Forked(["export", str(page), "--to", to], code=closed) as process:
        _, err = process.communicate()
    assert process.returncode == 1 and err.count("\n") == 1
    assert err.startswith("castalia: stdout is closed") and "--out" in err


def test_it_works_where_stdout_is_a_plain_text_stream(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["export", str(page), "--to", "markdown"]) == 0
    assert stream.getvalue() == render_markdown(load_page(page))
