"""The command line as its user meets it: every bad input is one line that says what and how to mend it, and leaves
nothing behind."""

from __future__ import annotations

import errno
import gc
import gzip
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import lighthouses
import pytest
from castalia.graphs import cli, generation, ingestion
from castalia.graphs.commands import cli_generate
from castalia.graphs.commands.interruption import FINISHING
from castalia.graphs.page_files import FILES
from castalia.memory import retries, sqlite_file
from castalia.memory.edge_store import EdgeStore
from castalia.tools.corpus.row_snippets import FIELDS
from castalia.tools.gold.wiki_api import WikiRefusal
from castalia.tools.models import vector_cache
from castalia.tools.models.budgets import Budget
from castalia.tools.models.embeddings import LangChainEmbedder
from chat_server import ChatServer
from command_line import Command, tree
from copies import copy_tree
from forked import Forked
from some_reefs import write_reefs

TOPIC: str = lighthouses.TOPIC
ROWS: list[str] = lighthouses.lighthouse_rows()
GOOD = ("\n".join(ROWS) + "\n").encode()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "lights.jsonl"
    path.write_bytes(GOOD)
    return path


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Path:
    """A store without embeddings; tests do not change it."""
    path = tmp_path_factory.mktemp("stores") / "lights"
    assert cli.main(["ingest", str(corpus), "--store", str(path), "--quiet"]) == 0
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, corpus: Path) -> Path:
    """A page of the corpus; tests work on copies of it."""
    path = tmp_path_factory.mktemp("pages") / "page"
    assert cli.main(["generate", TOPIC, "--corpus", str(corpus), "--out", str(path), "--quiet"]) == 0
    return path


def process(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "castalia.graphs", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


# Corpora that cannot be read.

BAD_LINE = b"\n".join([*GOOD.splitlines()[:20], b'{"content": "broken', *GOOD.splitlines()[21:]]) + b"\n"
BODIES = b"\n".join(json.dumps({"body": json.loads(row).get("text", "")}).encode() for row in ROWS) + b"\n"
LONG_ROW = b'{"text": "' + b"coral " * 8_500_000 + b'"}\n'

BENT = bytearray(gzip.compress(GOOD, 0))
BENT[2_000] ^= 128

BAD_CORPORA: dict[str, tuple[str, bytes | None, str]] = {
    "missing": ("missing.jsonl", None, "does not exist"),
    "empty": ("empty.jsonl", b"", "empty, there is no row to read: give a file"),
    "blank": ("blank.jsonl", b"\n\n  \n", "empty, there is no row"),
    "no text field": ("fields.jsonl", BODIES, "the fields are: body; map it with --field text=NAME"),
    "no fields": ("none.jsonl", b"{}\n{}\n", "no text field"),
    "binary": ("binary.jsonl", random.Random(1).randbytes(9_000), "is a binary file"),
    "binary behind text": ("late.jsonl", GOOD + random.Random(1).randbytes(9_000), "not UTF-8"),
    "latin-1": (
        "latin.jsonl",
        GOOD + '{"text": "Riffe in der Südsee"}\n'.encode("latin-1"),
        f":{len(ROWS) + 1}: not UTF-8",
    ),
    "utf-16": ("wide.jsonl", GOOD.decode().encode("utf-16"), "UTF-16, not UTF-8"),
    "one document": (
        "array.json",
        b'{\n"rows": [\n' + b",\n".join(GOOD.splitlines()) + b"\n]}",
        "the rows stand under 'rows'",
    ),
    "cut gzip": ("cut.jsonl.gz", gzip.compress(GOOD)[:4_000], "is cut short"),
    "damaged gzip": ("bent.jsonl.gz", bytes(BENT), "the gzip archive is damaged"),
    "no gzip": ("plain.jsonl.gz", GOOD, "is not gzip"),
    "unknown type": ("reefs.pdf", b"%PDF", "cannot tell its format"),
    "50 MB line": ("long.jsonl", LONG_ROW, "longer than 5,242,880 bytes: cut the text"),
    "too short": ("short.jsonl", b'{"text": "Reefs grow."}\n', "at least 20 words"),
    "CSV without header": ("data.csv", b"Reefs grow,1999\nFish swim,2001\n", '--field "text=COLUMN"'),
}


@pytest.mark.parametrize("command", ["generate", "ingest"])
@pytest.mark.parametrize("kind", BAD_CORPORA)
def test_a_corpus_that_cannot_be_read_is_told_in_one_line(
    kind: str, command: str, castalia: Command, tmp_path: Path
) -> None:
    name, content, says = BAD_CORPORA[kind]
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    before = tree(tmp_path)
    told = castalia(*read(command, path))
    assert told.code == 2
    assert says in told.line and name in told.line
    assert told.out == ""
    assert tree(tmp_path) == before


def read(command: str, path: Path, *more: str) -> list[str]:
    """The arguments that make a command read this corpus, and write below the working folder."""
    if command == "generate":
        return ["generate", TOPIC, "--corpus", str(path), "--out", "deep/out", *more]
    return ["ingest", str(path), "--store", "deep/store", *more]


@pytest.mark.parametrize("command", ["generate", "ingest"])
@pytest.mark.parametrize("inside", ["", "notes.docx"])
def test_a_folder_without_a_corpus_is_told(command: str, inside: str, castalia: Command, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    if inside:
        (tmp_path / "folder" / inside).write_text("x")
    before = tree(tmp_path)
    told = castalia(*read(command, tmp_path / "folder"))
    assert told.code == 2
    assert "holds no corpus file" in told.line and (inside or "nothing") in told.line
    assert tree(tmp_path) == before


@pytest.mark.parametrize("command", ["generate", "ingest"])
def test_a_broken_row_is_refused_by_its_line_if_asked(command: str, castalia: Command, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(BAD_LINE)
    before = tree(tmp_path)
    told = castalia(*read(command, tmp_path / "rows.jsonl", "--bad-rows", "refuse"))
    assert told.code == 2
    assert "rows.jsonl:21: invalid JSON" in told.line
    assert tree(tmp_path) == before


@pytest.mark.parametrize(("rows", "says"), [(BAD_LINE, "invalid JSON"), (GOOD + LONG_ROW, "row over 5 MB")])
def test_a_broken_row_is_skipped_counted_and_named(rows: bytes, says: str, castalia: Command, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(rows)
    told = castalia("ingest", tmp_path / "rows.jsonl", "--store", "store")
    assert told.code == 0
    at = 21 if rows is BAD_LINE else len(ROWS) + 1
    assert f"1 skipped: {says} (first: {tmp_path / 'rows.jsonl'}:{at}): " in told.out
    assert told.out.splitlines()[-1].startswith("store: ")


def test_a_page_in_the_corpus_folder_is_no_corpus(castalia: Command, corpus: Path, tmp_path: Path) -> None:
    shutil.copy(corpus, tmp_path / "here")
    first = castalia("generate", TOPIC, "--corpus", ".", "--quiet")
    assert first.code == 0
    page = Path("lighthouse/page.json").read_bytes()
    assert castalia("generate", TOPIC, "--corpus", ".", "--quiet").code == 0
    assert Path("lighthouse/page.json").read_bytes() == page


# Wrong usage.


def test_a_command_that_does_not_exist_names_each_that_does_once(castalia: Command) -> None:
    line = castalia("generat", TOPIC).line
    assert "there is no command 'generat'; did you mean generate? The commands are demo, " in line
    assert "did you mean" not in castalia("xyzzy").line
    assert [line.count(one) for one in ("rewrite", "export", "compare", "plot")] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "COMMAND (demo, generate, "),
        (["demo", "--COMMAND"], "unrecognized arguments: --COMMAND; see castalia demo"),
        (["write"], "there is no command 'write'; did you mean rewrite?"),
        (["demo", "--modle", "scripted"], "unrecognized arguments: --modle (did you mean --model?); see castalia demo"),
        (["generate", TOPIC, "--store", "STORE", "--wrods=300"], "arguments: --wrods=300 (did you mean --words?); see"),
        (["demo", "--colour"], "unrecognized arguments: --colour; see castalia demo"),
        (["generate", TOPIC], "--corpus --store is required"),
        (["generate", TOPIC, "--corpus", "x", "--store", "y"], "not allowed with"),
        (["generate", "--corpus", "x.jsonl", TOPIC], "before --corpus, or last"),
        (["generate", TOPIC, "--store", "STORE", "--words", "0"], "words is 0: it has to be at least 100"),
        (["generate", TOPIC, "--corpus", "gone.jsonl", "--words", "99"], "words is 99: it has to be at least 100"),
        (["generate", TOPIC, "--store", "STORE", "--words", "many"], "--words"),
        (["generate", TOPIC, "--store", "STORE", "--field", "text=body"], "--field and --bad-rows"),
        (["generate", TOPIC, "--store", "STORE", "--bad-rows", "skip"], "--field and --bad-rows"),
        (["generate", TOPIC, "--resume", "--bad-rows", "refuse"], "and none is given: leave them out"),
        (["generate", TOPIC, "--resume", "--field", "text=body"], "and none is given: leave them out"),
        (["generate", TOPIC, "--store", "STORE", "--out", ""], "has no name"),
        (["generate", TOPIC, "--store", ""], "is empty"),
        (["generate", TOPIC, "--corpus", ""], "is empty"),
        (["generate", TOPIC, "--store", "nowhere"], "no store in nowhere: check the path, or ingest"),
        (["generate", TOPIC, "--store", "http://localhost:6333"], "http://localhost:6333 names no collection"),
        (["generate", TOPIC, "--store", "CORPUS"], "is a file"),
        (["generate", TOPIC, "--store", "STORE", "--embeddings", "magic"], "'magic' are not known: give none, openai:"),
        (["generate", TOPIC, "--store", "STORE", "--embeddings", "hashing:64"], "was built with embeddings none"),
        (["generate", TOPIC, "--store", "STORE", "--domain", "Chemistry"], "choose one of Seamanship, Marine biology"),
        (["generate", TOPIC, "--corpus", "CORPUS", "--field", "text"], "write OURS=THEIRS"),
        (
            ["generate", TOPIC, "--corpus", "CORPUS", "--field", "text=a", "--field", "text=b"],
            "text is 'a' and 'b': name",
        ),
        (["generate", TOPIC, "--corpus", "CORPUS", "--field", "body=text"], "'body' is not a field of a snippet"),
        (
            ["generate", TOPIC, "--corpus", "CORPUS", "--field", "text=body"],
            "without it 'text' is the text: leave it out",
        ),
        (
            ["generate", TOPIC, "--corpus", "CORPUS", "--domain", "Chemistry"],
            "choose one of Seamanship, Marine biology",
        ),
        (["generate", "", "--store", "STORE"], "the topic is empty"),
        (["generate", " \t\n", "--store", "STORE"], "the topic is empty"),
        (["generate", "coral " * 1_700, "--store", "STORE"], "10,199 characters: give a name of at most 200"),
        (["generate", "../../x", "--store", "STORE"], "is a path"),
        (["generate", "/etc/coral reef", "--store", "STORE"], "is a path"),
        (["generate", "..\\..\\coral reef", "--store", "STORE"], "is a path"),
        (["generate", "the of and", "--store", "STORE"], "words that stand in every text"),
        (["demo", ""], "the topic is empty"),
        (["demo", "--out", "CORPUS"], "it is a file, not a folder"),
        (["ingest", "CORPUS"], "--store"),
        (["ingest", "--store", "new"], "FILE|DIR"),
        (["ingest", "CORPUS", "--store", ""], "is empty"),
        (["ingest", "CORPUS", "--store", "http://localhost:6333"], "names no collection"),
        (["ingest", "CORPUS", "--store", "CORPUS"], "is a file"),
        (["ingest", "CORPUS", "--store", "CORPUS/inside"], "it is a file, not a folder"),
        (["ingest", "CORPUS", "--store", "new", "--embeddings", "openai:small"], "need OPENAI_API_KEY"),
        (["ingest", "CORPUS", "--store", "STORE", "--embeddings", "hashing:64"], "built with embeddings none"),
        (["ingest", "CORPUS", "--store", "new", "--field", "body=text"], "'body' is not a field"),
        (["ingest", "CORPUS", "--store", "s" * 300], "… (300 characters) is too long for a path: shorten it"),
        (["ingest", "s/" * 3_000, "--store", "new"], "… (5,999 characters) is too long for a path: shorten it"),
        (["generate", TOPIC, "--store", "s" * 300], "too long for a path"),
        (["generate", TOPIC, "--store", "STORE", "--out", "s" * 300], "too long for a path"),
        (["generate", TOPIC, "--corpus", "s" * 300], "too long for a path"),
        (["generate", TOPIC, "--corpus", "/dev/null"], "/dev/null is a pipe, a socket or a device: save the rows"),
        (["generate", TOPIC, "--corpus", "a\0b"], "NUL"),
        (["generate", TOPIC, "--store", "a\0b"], "NUL"),
        (["ingest", "CORPUS", "--store", "a\0b"], "NUL"),
        (["ingest", "", "--store", "new"], "the path of the corpus is empty"),
        (["store"], "PATH|URL"),
        (["store", ""], "is empty"),
        (["store", "nowhere"], "there is no store in nowhere: check the path, or ingest"),
        (["store", "CORPUS"], "is a file"),
        (["store", "STORE/.."], "is no store but holds other files"),
        (["store", "a\0b"], "NUL"),
        (["store", "http://localhost:6333"], "names no collection"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    arguments: Sequence[str], says: str, castalia: Command, corpus: Path, store: Path, tmp_path: Path
) -> None:
    before = tree(tmp_path)
    told = castalia(*(one.replace("CORPUS", str(corpus)).replace("STORE", str(store)) for one in arguments))
    assert told.code == 2
    assert says in told.line
    assert told.out == ""
    assert tree(tmp_path) == before
    assert [one.name for one in store.parent.iterdir()] == ["lights"]


@pytest.mark.parametrize("command", ["generate Tides --store s", "evaluate page"])
def test_limits_that_are_given_one_by_one_all_hold(command: str) -> None:
    options = cli._parser().parse_args([*command.split(), "--budget", "calls=5", "--budget", "tokens=100"])
    assert Budget.of(options.budget) == Budget(calls=5, tokens=100)


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", TOPIC, "--store", "ROUND"],
        ["generate", TOPIC, "--corpus", "ROUND"],
        ["generate", TOPIC, "--store", "STORE", "--out", "ROUND/page"],
        ["ingest", "CORPUS", "--store", "ROUND"],
        ["store", "ROUND"],
        ["batch", "topics.csv", "--store", "STORE", "--out", "ROUND"],
        ["batch", "ROUND", "--store", "STORE", "--out", "out"],
        ["export", "page", "--to", "html", "--out", "ROUND"],
        ["evaluate", "ROUND"],
        ["evaluate", "page", "--json", "ROUND"],
    ],
)
def test_a_link_that_leads_back_to_itself_is_told_in_one_line(
    arguments: Sequence[str], castalia: Command, corpus: Path, store: Path
) -> None:
    Path("round").symlink_to("round")
    Path("topics.csv").write_text(f"topic\n{TOPIC}\n")
    there = {"CORPUS": str(corpus), "STORE": str(store), "ROUND": "round"}
    if arguments[0] == "export":
        assert castalia("generate", TOPIC, "--store", store, "--out", "page", "--quiet").code == 0
    told = castalia(*(re.sub("|".join(there), lambda found: there[found[0]], one) for one in arguments))
    assert told.code == 2 and "round" in told.line


@pytest.mark.parametrize("out", ["FILE", "FILE/below/it", "holds_page"])
@pytest.mark.parametrize("source", ["--corpus", "--store"])
def test_an_output_folder_that_cannot_be_written_is_told_before_any_work(
    out: str, source: str, castalia: Command, corpus: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("holds_page/page.md").mkdir(parents=True)  # a folder where a file has to go
    monkeypatch.setattr(generation, "Source", None)  # what reads corpora and stores
    before = tree(Path())
    told = castalia(
        "generate", TOPIC, source, corpus if source == "--corpus" else store, "--out", out.replace("FILE", str(corpus))
    )
    assert told.code == 2
    assert "cannot write to" in told.line and "choose another folder" in told.line
    assert tree(Path()) == before


def test_a_store_that_cannot_be_written_is_told_before_any_work(
    castalia: Command, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingestion, "read_corpus", None)
    assert "cannot write to" in castalia("ingest", corpus, "--store", corpus / "x" / "y").line
    Path("mine").mkdir()
    Path("mine/thesis.tex").write_text("x")
    assert "holds other files" in castalia("ingest", corpus, "--store", "mine").line


def test_help_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert all(word in told for word in ("generate", "ingest", "export", "demo", "130 interrupted", "2 wrong usage"))


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("", "COMMAND demo write a page"),
        ("generate", "by meaning too: openai:MODEL, sentence-transformers:MODEL, or hashing:DIMENSION"),
        ("evaluate", "by meaning: openai:MODEL, sentence-transformers:MODEL, or hashing:DIMENSION"),
        ("plot", "by meaning: openai:MODEL, sentence-transformers:MODEL, or hashing:DIMENSION"),
        ("ingest", f"--field text=body ({', '.join(FIELDS)})"),
        ("generate", "in the thesis on Apollo: no relevance floor, no early stop"),
        ("rewrite", "(default: calls.sqlite in the page's folder)"),
        ("batch", "(default: calls.sqlite in --out)"),
        ("bench", "(default: calls.sqlite in --out)"),
        (
            "bench",
            "castalia bench [options] --out DIR CORPUS TOPICS castalia bench [options] --out DIR --store PATH|URL TOPICS",
        ),
    ],
)
def test_help_says_what_can_be_given(
    command: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    with pytest.raises(SystemExit):
        cli.main([*command.split(), "--help"])
    assert says in " ".join(capsys.readouterr().out.split())


# What the corpus does not have.


@pytest.mark.parametrize(
    ("topic", "nearest"),
    [
        ("Glycolisis", "nothing there is like it; the corpus has most of: coral reefs"),
        ("Lihgthouse", "nearest: lighthouse"),
        ("Lighthouse keepr", "nearest: lighthouse"),
    ],
)
def test_an_unknown_topic_is_told_with_what_was_searched_and_what_is_near(
    topic: str, nearest: str, castalia: Command, store: Path, tmp_path: Path
) -> None:
    before = tree(tmp_path)
    told = castalia("generate", topic, "--store", store, "--out", "out")
    assert told.code == 1
    line = told.line
    assert line.startswith(f"no snippet of {store} (") and f'names "{topic}"; {nearest}' in line
    assert told.out == "" and tree(tmp_path) == before
    first = line.rpartition(": ")[2].split(", ")[0]
    again = castalia("generate", first, "--store", store, "--quiet")
    assert "no snippet of" not in again.err  # what is offered is there


def test_an_unknown_topic_names_corpus_and_domain(castalia: Command, corpus: Path) -> None:
    told = castalia("generate", "Glycolysis", "--corpus", corpus, "--domain", "Seamanship")
    assert told.code == 1
    assert f"no snippet of {corpus} (" in told.line and 'snippets of the domain "Seamanship") names' in told.line


def test_a_topic_that_is_only_named_in_passing_gives_no_page(castalia: Command, tmp_path: Path) -> None:
    text = "And then there is the quibblite, which we saw in the last chapter of this book; see Figure 3 and the table for more of it?"
    (tmp_path / "rows.jsonl").write_text(json.dumps({"text": text}))
    before = tree(tmp_path)
    told = castalia("generate", "Quibblite", "--corpus", tmp_path / "rows.jsonl", "--quiet")
    assert told.code == 1
    assert 'too little on "Quibblite" can stand on a page' in told.line
    assert "what has no full stops, and what papers report on their own study are not quoted" in told.line
    assert tree(tmp_path) == before


# Embeddings.


class Broken:
    """LangChain's interface to a model that answers nonsense, or not at all."""

    def __init__(self, answer: list[float] | Exception) -> None:
        self.answer = answer

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        if isinstance(self.answer, Exception):
            raise self.answer
        return [self.answer for _ in texts]


@pytest.mark.parametrize(
    ("answer", "code", "says"),
    [
        ([float("nan"), 1.0], 2, "not finite: check the embedding model"),
        ([0.0, 0.0], 2, "zeros: check the embedding model"),
        ([], 2, "lengths 0: check the embedding model"),
        (ConnectionError("no route\nto host"), 1, "failed (ConnectionError: no route to host): check"),
    ],
)
def test_a_broken_embedding_model_makes_no_store(
    answer: Any, code: int, says: str, castalia: Command, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: Any = Broken(answer)
    monkeypatch.setattr(retries, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(vector_cache, "embedder", lambda spec: LangChainEmbedder(broken, spec))
    before = tree(tmp_path)
    for arguments in (["ingest", corpus, "--store", "a/b"], ["generate", TOPIC, "--corpus", corpus]):
        told = castalia(*arguments, "--embeddings", "openai:x")
        assert told.code == code
        assert f"the embeddings openai:x {says}" in told.line or says in told.line
        assert tree(tmp_path) == before


def test_a_store_with_embeddings_is_opened_with_them_only(castalia: Command, corpus: Path) -> None:
    assert castalia("ingest", corpus, "--store", "dense", "--embeddings", "hashing:32").code == 0
    told = castalia("generate", TOPIC, "--store", "dense")
    assert told.code == 2
    assert (
        "store dense was built with embeddings hashing:32, not none" in told.line
        and "--embeddings hashing:32" in told.line
    )
    told = castalia("ingest", corpus, "--store", "dense", "--embeddings", "hashing:64")
    assert told.code == 2 and "built with embeddings hashing:32, not hashing:64" in told.line
    told = castalia("generate", TOPIC, "--store", "dense", "--embeddings", "hashing:32", "--quiet")
    assert told.code == 0


# Stores.


def test_ingesting_twice_changes_nothing_and_a_bad_corpus_leaves_a_store_as_it_was(
    castalia: Command, corpus: Path, tmp_path: Path
) -> None:
    first = castalia("ingest", corpus, "--store", "deep/store")
    assert first.code == 0
    assert not [one for one in tree(Path("deep")) if ".castalia" in one]
    *counts, total = first.out.splitlines()
    kept = len(ROWS)
    assert total == f"deep/store: {kept} new, {kept} snippets in all"
    again = [*counts, f"deep/store: 0 new, {kept} snippets in all"]
    assert castalia("ingest", corpus, "--store", "deep/store").out.splitlines() == again
    (tmp_path / "bad.jsonl").write_bytes(BAD_LINE)
    assert castalia("ingest", tmp_path / "bad.jsonl", "--store", "deep/store", "--bad-rows", "refuse").code == 2
    assert castalia("ingest", corpus, "--store", "deep/store").out.splitlines() == again


def test_an_empty_folder_becomes_a_store(castalia: Command, corpus: Path) -> None:
    Path("empty").mkdir()
    assert castalia("ingest", corpus, "--store", "empty").code == 0
    assert sorted(one.name for one in Path("empty").iterdir()) == ["library.sqlite", "snippets", "triplets.sqlite"]
    assert castalia("generate", "Glycolysis", "--store", "empty").code == 1


def test_a_store_in_use_is_named_and_a_copy_offered(
    castalia: Command, corpus: Path, store: Path, tmp_path: Path
) -> None:
    held = EdgeStore.open(store / "snippets", create=False)
    try:
        for arguments in (
            ["generate", TOPIC, "--store", store],
            ["ingest", corpus, "--store", store],
            ["store", store],
        ):
            with Forked(list(map(str, arguments)), tmp_path) as other:
                _, told = other.communicate()
            assert other.returncode == 2
            assert told.startswith(f"castalia: cannot open the store {store}: it is open in another process")
            assert "copy the folder and use the copy" in told and told.count("\n") == 1
        copy_tree(store, tmp_path / "copy")
        assert castalia("generate", "Glycolysis", "--store", tmp_path / "copy").code == 1  # opened, and searched
    finally:
        held.release()


def test_a_log_that_another_process_holds_is_no_wrong_input(
    castalia: Command, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE", 0.01)
    copy_tree(store, tmp_path / "held")
    with closing(sqlite3.connect(tmp_path / "held" / "triplets.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = castalia("generate", TOPIC, "--store", tmp_path / "held")
    assert found.code == 1 and "triplets.sqlite is in use by another process" in found.err


# Interruption.


def test_an_interrupted_ingest_leaves_no_store(
    castalia: Command, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(event: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("castalia.graphs.commands.cli_ingest.tell", interrupt)
        told = castalia("ingest", corpus, "--store", "a/store")
    assert told.code == 130
    assert "interrupted" in told.line
    assert tree(Path()) == []
    assert castalia("ingest", corpus, "--store", "a/store").code == 0


def test_ctrl_c_ends_a_page_with_130_and_it_can_go_on(castalia: Command, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    asked = ["generate", TOPIC, "--corpus", str(corpus), "--out"]
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "castalia.graphs", *asked, "out"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
    )
    assert running.stderr is not None
    for line in running.stderr:
        if line.startswith("seed"):
            running.send_signal(signal.SIGINT)
            break
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert (
        err.splitlines()[-1]
        == "castalia: interrupted; castalia generate Lighthouse --out out --resume goes on from here"
    )
    assert out == "" and "Traceback" not in err
    assert [one.name for one in Path("out").iterdir()] == ["state"] and not any((tmp_path / "tmp").iterdir())
    again = castalia("generate", TOPIC, "--out", "out", "--resume")
    assert again.code == 0 and "resume" in again.err and f"ingest    {len(ROWS)}" in again.err
    assert castalia(*asked, "whole").code == 0
    assert Path("out/page.json").read_text() == Path("whole/page.json").read_text()


@pytest.mark.parametrize("command", ["generate", "ingest"])
@pytest.mark.parametrize(
    ("signals", "code"),
    [
        ([signal.SIGTERM], 143),
        ([signal.SIGHUP], 129),
        ([signal.SIGINT] * 5, 130),
        ([signal.SIGHUP, signal.SIGTERM], 129),  # a busy machine hands over two at once in the order of their numbers
    ],
)
def test_sigterm_a_closed_terminal_and_impatience_leave_nothing_either(
    command: str, signals: list[signal.Signals], code: int, corpus: Path, tmp_path: Path
) -> None:
    (tmp_path / "tmp").mkdir()
    elsewhere = f"import tempfile; tempfile.tempdir = {str(tmp_path / 'tmp')!r}"
    with Forked(read(command, corpus), tmp_path, elsewhere) as running:
        for line in running.stderr:
            if line.startswith(("seed", f"ingest    {len(ROWS)} of {len(ROWS)}")):
                break
        for one in signals:
            running.send_signal(one)
            time.sleep(0.01)
        out, err = running.communicate(timeout=60)
    assert running.returncode == code
    assert err.splitlines()[-1].startswith("castalia: interrupted") and "Traceback" not in err
    assert out == "" and not any((tmp_path / "tmp").iterdir())
    left = [one for one in tree(tmp_path) if "/state" not in one]
    assert left == (["tmp"] if command == "ingest" else ["deep", "deep/out", "tmp"])


@pytest.mark.parametrize("command", ["generate", "batch", "bench", "rewrite"])
def test_who_interrupts_calls_under_way_is_told_that_they_are_waited_for_quiet_or_not(
    command: str, corpus: Path, castalia: Command, tmp_path: Path
) -> None:
    (tmp_path / "topics.txt").write_text(f"{TOPIC}\n")
    if command == "rewrite":
        assert castalia("generate", TOPIC, "--corpus", corpus, "--out", tmp_path / "page", "--quiet").code == 0
    with ChatServer(delay=60) as server:
        pages = [str(tmp_path / "topics.txt"), "--corpus", str(corpus)]
        asked = {"generate": [TOPIC, "--corpus", str(corpus)], "batch": pages, "bench": [str(corpus), pages[0]]}
        given = ["page", "1"] if command == "rewrite" else [*asked[command], "--out", "out"]
        with Forked([command, *given, "--quiet", "--model", f"openai:m@{server.url}"], tmp_path) as running:
            assert server.wait_for(1, 60)
            running.send_signal(signal.SIGINT)
            assert running.stderr.readline() == f"{FINISHING}\n"
            running.send_signal(signal.SIGTERM)
            running.communicate(timeout=60)
    assert running.returncode == 130


def test_a_signal_does_not_wait_for_a_corpus_to_be_read(tmp_path: Path) -> None:
    rows = (json.dumps({"text": f"{number} " + json.loads(ROWS[0])["text"]}) for number in range(60_000))
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    with Forked(["ingest", "rows.jsonl", "--store", "store"], tmp_path) as running:
        while len(tree(tmp_path)) == 1:  # until it begins
            time.sleep(0.01)
        time.sleep(0.5)
        began = time.perf_counter()
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=60)
    assert running.returncode == 143
    assert time.perf_counter() - began < 8  # the whole corpus takes longer, and the machine may be busy
    assert tree(tmp_path) == ["rows.jsonl"]


# Streams that cannot be written.


# As the interpreter finds them where they are closed, or full.
STREAMS = {
    ">&-": "os.close(1); sys.stdout = None",
    "2>&-": "os.close(2); sys.stderr = None",
    ">/dev/full": "os.dup2(os.open('/dev/full', os.O_WRONLY), 1)",
    "2>/dev/full": "os.dup2(os.open('/dev/full', os.O_WRONLY), 2)",
}


def forked(arguments: Sequence[str], folder: Path, *streams: str) -> tuple[int | None, str, str]:
    """The exit code, stdout and stderr of a command whose streams are those."""
    code = "import os, sys\n" + "\n".join(STREAMS[one] for one in streams)
    with Forked(arguments, folder, code) as running:
        out, err = running.communicate()
    return running.returncode, out, err


def check_page(code: int | None, out: str, err: str, folder: Path) -> None:
    """A page is there, and nothing else is told."""
    assert (code, err) == (0, "")
    assert "ingest " not in out and "seed " not in out
    assert sorted(one.name for one in Path(folder, "out").iterdir()) == sorted([*FILES, "state"])


def test_a_page_is_there_though_nobody_listens_to_its_process(store: Path, tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m castalia.graphs generate {TOPIC} --store "{store}" --out out --quiet | head -0'
    told = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    check_page(told.returncode, told.stdout, told.stderr, tmp_path)


@pytest.mark.parametrize("stream", [">&-", ">&- 2>&-", ">/dev/full", "2>/dev/full"])
def test_a_page_is_there_whoever_listens(stream: str, store: Path, tmp_path: Path) -> None:
    if "full" in stream and not Path("/dev/full").exists():
        return
    quiet = [] if "2>" in stream else ["--quiet"]
    told = forked(["generate", TOPIC, "--store", str(store), "--out", "out", *quiet], tmp_path, *stream.split())
    if stream == ">/dev/full":
        code, _, err = told
        says = "castalia: the work is done and saved, but stdout cannot be written (No space left on device)"
        assert code == 1 and err.startswith(says) and err.count("\n") == 1
        told = (0, "", "")
    check_page(*told, tmp_path)


@pytest.mark.parametrize(
    ("command", "closed", "full"),
    [
        ("evaluate page", 1, "castalia: stdout cannot be written"),
        ("evaluate page --json FILE", 0, "castalia: the work is done and saved"),
        ("compare page page", 1, "castalia: stdout cannot be written"),
        ("update page --corpus CORPUS --dry-run --quiet", 1, "castalia: stdout cannot be written"),
        ("generate TOPIC --corpus CORPUS --model scripted --dry-run --quiet", 1, "castalia: stdout cannot be written"),
        ("--version", 0, "castalia: stdout cannot be written"),  # which goes to stderr where there is no stdout
    ],
)
def test_what_was_to_stand_on_stdout_alone_is_not_lost_in_silence(
    command: str, closed: int, full: str, corpus: Path, page: Path, tmp_path: Path
) -> None:
    copy_tree(page, tmp_path / "page")
    asked = [one.replace("CORPUS", str(corpus)).replace("TOPIC", TOPIC) for one in command.split()]

    def told(stream: str, file: str) -> tuple[int | None, str]:
        code, _, err = forked([one.replace("FILE", file) for one in asked], tmp_path, stream)
        return code, err

    code, err = told(">&-", "without.json")
    assert code == closed and err.count("\n") <= 1
    assert err.startswith("castalia: stdout is closed") == bool(closed)
    assert (tmp_path / "without.json").exists() == ("FILE" in command)
    if Path("/dev/full").exists():
        code, err = told(">/dev/full", "full.json")
        assert code == 1 and err.count("\n") == 1 and err.startswith(full)
        assert (tmp_path / "full.json").exists() == ("FILE" in command)


def test_a_process_whose_stdout_is_full_does_not_lose_a_comparison_in_silence(page: Path) -> None:
    """What is left to write is written when an interpreter ends, which nobody forks."""
    if not Path("/dev/full").exists():
        return
    asked = f'"{sys.executable}" -m castalia.graphs compare . . >/dev/full'
    told = subprocess.run(["bash", "-c", asked], cwd=page, capture_output=True, text=True, timeout=60)
    assert told.returncode == 1 and told.stderr.startswith("castalia: stdout cannot be written")
    assert told.stderr.count("\n") == 1


def test_help_that_nobody_reads_is_no_failure() -> None:
    command = f'set -o pipefail; "{sys.executable}" -m castalia.graphs --help | head -0'
    told = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stderr) == (0, "")


# What a good command does.


def test_a_page_is_six_files_and_its_run_and_a_failed_run_leaves_the_old_one(
    castalia: Command, store: Path, tmp_path: Path
) -> None:
    told = castalia("generate", TOPIC, "--store", store)
    assert told.code == 0
    assert told.out.split() == [str(Path("lighthouse/page.html")), str(Path("lighthouse/page.md"))]
    assert sorted(one.name for one in Path("lighthouse").iterdir()) == sorted([*FILES, "state"])
    assert "words in" in told.err
    before = {name: Path("lighthouse", name).read_bytes() for name in FILES}
    left = tree(tmp_path)
    other = castalia("generate", "Glycolysis", "--store", store, "--out", "lighthouse")
    assert other.code == 2 and 'holds the page on "Lighthouse"' in other.line
    assert castalia("generate", "Glycolysis", "--store", store, "--out", "lighthouse", "--force").code == 1
    assert {name: Path("lighthouse", name).read_bytes() for name in FILES} == before
    assert tree(tmp_path) == left
    Path("lighthouse/page.json").unlink()  # the rest is still that page
    other = castalia("generate", "Glycolysis", "--store", store, "--out", "lighthouse")
    assert other.code == 2 and 'holds the page on "Lighthouse"' in other.line
    begun = Path("lighthouse/state/manifest.json")
    begun.write_text(begun.read_text(encoding="utf-8").replace('"finished"', '"running"'), encoding="utf-8")
    other = castalia("generate", "Glycolysis", "--store", store, "--out", "lighthouse")
    assert other.code == 2 and 'an unfinished page on "Lighthouse", which --resume goes on with' in other.line


@pytest.mark.parametrize(
    ("there", "fault"),
    [
        ({"page.md": "mine"}, "page.md, which is no page of a run"),
        ({"page.json": '{"topic": "Harbour"}'}, 'the page on "Harbour"'),
        ({"page.json": '{"topic": "Lighthouse"}', "run.json": '{"revisions": [{}]}'}, "a page that was changed"),
    ],
)
def test_what_could_not_be_had_again_is_not_written_over(
    there: dict[str, str], fault: str, castalia: Command, store: Path
) -> None:
    for name, text in there.items():
        Path("out", name).parent.mkdir(parents=True, exist_ok=True)
        Path("out", name).write_text(text)
    told = castalia("generate", TOPIC, "--store", store, "--out", "out")
    assert told.code == 2 and f"out holds {fault}" in told.line and "--force" in told.line
    assert {name: Path("out", name).read_text() for name in there} == there
    assert castalia("generate", TOPIC, "--store", store, "--out", "out", "--force").code == 0
    assert "Lighthouse" in Path("out/page.md").read_text()


@pytest.mark.parametrize(
    ("topic", "hint"),
    [
        ("Unicorn / griffin", "Unicorn or griffin"),
        ("Unicorn/griffin", "Unicorn or griffin"),
        ("Unicorn griffin", ""),
        ("UNI/CORN", ""),
        ("U&C research", ""),
    ],
)
def test_a_topic_of_several_things_is_told_as_that(topic: str, hint: str, castalia: Command, store: Path) -> None:
    told = castalia("generate", topic, "--store", store)
    assert told.code == 1 and ("ask for one of them" in told.line) == bool(hint) and hint in told.line


@pytest.mark.parametrize("topic", ["How do unicorns fly?", "Why is a lighthouse like a raven?"])
def test_a_question_is_told_as_that(topic: str, castalia: Command, store: Path) -> None:
    told = castalia("generate", topic, "--store", store)
    assert told.code == 1 and "; it is a question: ask for what it is about by its name" in told.line


def test_a_page_does_not_go_into_its_store(castalia: Command, store: Path) -> None:
    told = castalia("generate", TOPIC, "--store", store, "--out", store)
    assert told.code == 2 and "is the store" in told.line
    assert not (store / "page.md").exists()


def test_the_demo_does_not_write_over_a_page_that_was_changed(
    castalia: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_generate, "SAMPLE", str(write_reefs(tmp_path / "reefs.jsonl")))
    Path("castalia_demo").mkdir()
    Path("castalia_demo/run.json").write_text('{"revisions": [{}]}')
    told = castalia("demo")
    assert told.code == 2 and "changed after it was written" in told.line and "--force" in told.line
    assert [one.name for one in Path("castalia_demo").iterdir()] == ["run.json"]
    assert castalia("demo", "--force").code == 0 and "revisions" not in json.loads(
        Path("castalia_demo/run.json").read_text()
    )


def test_the_demo_puts_another_topic_into_a_folder_of_its_own(castalia: Command) -> None:
    assert "Coral bleaching" in castalia("demo", "Coral bleaching").out.replace("_", " ").capitalize()
    assert not Path("castalia_demo").exists()


def test_a_page_in_place_of_what_a_model_wrote_says_so(castalia: Command, store: Path) -> None:
    assert castalia("generate", TOPIC, "--store", store, "--model", "scripted").code == 0
    assert "in place of the page that scripted" in castalia("generate", TOPIC, "--store", store).err
    assert "in place of" not in castalia("generate", TOPIC, "--store", store).err


def test_quiet_is_quiet(castalia: Command, corpus: Path) -> None:
    told = castalia("generate", TOPIC, "--corpus", corpus, "--quiet", "--out", "größe β")
    assert (told.code, told.err) == (0, "")
    assert told.out.split("\n")[0] == str(Path("größe β/page.html"))


def test_rows_and_files_that_were_not_read_are_told_quiet_or_not(
    castalia: Command, corpus: Path, tmp_path: Path
) -> None:
    (folder := tmp_path / "rows").mkdir()
    (folder / "rows.jsonl").write_text(corpus.read_text() + '{"text": }\n')
    (folder / "notes.docx").write_text("Towers stand.")
    told = castalia("generate", TOPIC, "--corpus", folder, "--quiet", "--out", "page")
    lines = [one.removeprefix("castalia: ") for one in told.err.splitlines()]
    assert len(lines) == 2 and lines[0].startswith("1 skipped: invalid JSON")
    assert lines[1].startswith("1 noted: file of another type passed over (first: ") and "notes.docx" in lines[1]
    assert set(lines) < set(json.loads(Path("page/run.json").read_text())["corpus"])


def test_what_a_corpus_calls_its_fields_does_not_command_the_terminal(castalia: Command, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps({"\x1b[31mred": "x", "a\nb": "y"}) + "\n")
    told = castalia("ingest", tmp_path / "rows.jsonl", "--store", "new")
    assert told.code == 2
    assert "\x1b" not in told.line and "\\x1b[31mred" in told.line


def test_what_a_folder_is_called_does_not_command_the_terminal(castalia: Command, store: Path) -> None:
    told = castalia("generate", TOPIC, "--store", store, "--quiet", "--out", "\x1b]0;mine\x07\n")
    assert told.code == 0
    assert told.out.splitlines() == [f"\\x1b]0;mine\\x07\\n/{name}" for name in ("page.html", "page.md")]
    assert Path("\x1b]0;mine\x07\n", "page.html").is_file()


def test_markup_and_scripts_in_snippets_come_out_escaped(castalia: Command, tmp_path: Path) -> None:
    evil = '<script>alert("light")</script> <img src=x onerror=alert(1)> ![x](javascript:alert(2)) <b>bold</b>'
    rows: list[str] = []
    for row in map(json.loads, ROWS):
        row |= {
            "text": f"{row.get('text') or row.get('content')} {evil}",
            "title": f"{row['title']} </title>{evil}",
            "url": 'javascript:alert("light")' if len(rows) % 2 else 'https://example.org/"><script>alert(3)</script>',
            "authors": [evil],
        }
        rows.append(json.dumps(row))
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    told = castalia(
        "generate", "Lighthouse <i>", "--corpus", tmp_path / "rows.jsonl", "--field", "text=text", "--out", "out"
    )
    assert told.code == 0, told.err
    page = json.loads(Path("out/page.json").read_text(encoding="utf-8"))
    assert page["topic"] == "Lighthouse <i>"
    assert len([one for one in page["references"] if "<script>alert" in one["text"]]) > 1  # kept as they are
    html, markdown = (Path("out", name).read_text(encoding="utf-8").lower() for name in ("page.html", "page.md"))
    for text in (html, markdown):
        assert not [tag for tag in ("<script>alert", "<img src=x", "<b>bold", "<i>", "</title><") if tag in text]
    assert 'href="javascript:' not in html and "&lt;script&gt;alert" in html
    assert not re.search(r"(?<!\\)\]\(javascript:|<javascript:", markdown)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--version"], 0), (["generate", "", "--corpus", "x"], 2), (["generate", "Glycolysis", "--store", "STORE"], 1)],
)
def test_the_process_ends_with_the_exit_code(arguments: Sequence[str], code: int, store: Path, tmp_path: Path) -> None:
    given = [one.replace("STORE", str(store)) for one in arguments]
    ended, _, err = forked(given, tmp_path)
    assert ended == code
    if code == 1:  # and one that is not forked
        told = process(*given, cwd=tmp_path)
        assert (told.returncode, told.stderr) == (code, err)
    assert "Traceback" not in err and err.count("\n") == (1 if code else 0)
    assert tree(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be removed there")
def test_a_command_in_a_folder_that_is_gone_says_so(
    castalia: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    told = castalia("compare", "first", "second")
    assert (told.code, told.line.partition(":")[0]) == (2, "the folder that this command was started in is gone")


def test_what_is_imported_is_kept_out_of_the_way_of_the_garbage_collector(castalia: Command, store: Path) -> None:
    gc.unfreeze()
    assert castalia("generate", TOPIC, "--store", store, "--quiet").code == 0
    assert gc.get_freeze_count() > 10_000


@pytest.mark.parametrize(
    "command",
    [
        ["generate", "Riff", "--corpus", "rows.jsonl", "--language", "de"],
        ["generate", "Riff", "--corpus", "rows.jsonl", "--language", "de", "--resume"],
        ["batch", "topics.csv", "--corpus", "rows.jsonl", "--out", "pages", "--language", "de"],
        ["ingest", "rows.jsonl", "--store", "store", "--language", "de"],
    ],
)
def test_a_language_that_is_not_supported_is_refused_in_one_line(command: list[str], castalia: Command) -> None:
    Path("rows.jsonl").write_text('{"text": "Riffe sind Bauten von Korallen im flachen Wasser warmer Meere."}\n')
    Path("topics.csv").write_text("topic\nRiff\n")
    told = castalia(*command)
    assert told.code == 2 and "language 'de' is not supported yet" in told.line
    assert sorted(one.name for one in Path().iterdir()) == ["rows.jsonl", "topics.csv"]


def test_the_language_that_is_supported_may_be_named(castalia: Command, corpus: Path) -> None:
    assert castalia("ingest", corpus, "--store", "store", "--language", "en", "--quiet").code == 0
    assert castalia("generate", TOPIC, "--store", "store", "--out", "p", "--language", "en", "--quiet").code == 0
    assert json.loads(Path("p/page.json").read_text())["language"] == "en"


def test_events_of_several_runs_are_appended_to_one_file(castalia: Command, store: Path) -> None:
    for _ in range(2):
        asked = ["generate", TOPIC, "--store", store, "--out", "page", "--force", "--quiet"]
        assert castalia(*asked, "--events", "events.jsonl").code == 0
    assert Path("events.jsonl").read_text().count('"phase": "finish"') == 2


def test_a_window_that_is_too_small_is_told_before_anything_is_made(castalia: Command, corpus: Path) -> None:
    told = castalia(*read("generate", corpus, "--window", "10", "--model", "scripted"))
    assert told.code == 2 and "a context window of 10 tokens is too small" in told.line
    assert tree(Path()) == []


def test_scripts_without_spaces_are_told_to_be_unread(castalia: Command, store: Path, tmp_path: Path) -> None:
    path = tmp_path / "chinese.jsonl"
    path.write_text(
        json.dumps({"text": "光合作用是植物利用光能将二氧化碳和水转化为有机物的过程。" * 9}, ensure_ascii=False)
    )
    told = castalia(*read("ingest", path))
    assert told.code == 2 and "texts in scripts without spaces between words, such as Chinese" in told.line
    told = castalia("generate", "光合作用", "--store", store)
    assert told.code == 1 and 'names "光合作用"; texts in scripts without spaces between words' in told.line
    assert "scripts" not in castalia("generate", "Unicorn", "--store", store).line


def test_after_a_model_that_answers_nothing_the_way_on_with_another_is_told(
    castalia: Command, corpus: Path, tmp_path: Path
) -> None:
    asked = ["generate", TOPIC, "--corpus", str(corpus), "--out", str(tmp_path / "out"), "--quiet", "--model"]
    failed = castalia(*asked, "scripted:*=refusal")
    assert failed.code == 1 and failed.err.endswith(
        "--resume goes on from here; with another --model leave out --resume\n"
    )
    assert castalia(*asked, "scripted").code == 0


def test_what_a_wiki_refuses_ends_with_a_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_: object) -> int:
        raise WikiRefusal("readapidenied", "the wiki refuses: ask its operators")

    parser = SimpleNamespace(parse_args=lambda _: SimpleNamespace(run=refuse))
    monkeypatch.setattr(cli, "_parser", lambda: parser)
    assert cli.main(["gold"]) == 1
    assert capsys.readouterr().err == "castalia: the wiki refuses: ask its operators\n"


def test_a_library_that_lacks_a_file_says_which(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lack(_: object) -> int:
        raise FileNotFoundError("no weights in models/tiny")  # as libraries raise it, without a number or a name

    parser = SimpleNamespace(parse_args=lambda _: SimpleNamespace(run=lack))
    monkeypatch.setattr(cli, "_parser", lambda: parser)
    assert cli.main(["generate"]) == 1
    assert capsys.readouterr().err.startswith("castalia: no weights in models/tiny;")


def test_a_limit_of_the_process_is_no_fault_of_the_disk(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_: object) -> int:
        raise OSError(errno.EMFILE, "Too many open files", "a.py")

    options = SimpleNamespace(run=run)
    monkeypatch.setattr(cli, "_parser", lambda: SimpleNamespace(parse_args=lambda _: options))
    assert cli.main([]) == 1
    told = capsys.readouterr().err
    assert "raise its limit (ulimit -n)" in told and "disk" not in told and told.count("\n") == 1
