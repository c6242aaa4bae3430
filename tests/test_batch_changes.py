"""Pages of a batch are changed like any other: each finds the store that its batch read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from castalia.graphs import Settings, batch, cli, fill_store, generate, rewrite, update
from castalia.graphs.runs.batch_source import batch_source
from castalia.graphs.runs.run_folder import manifest_in
from castalia.memory.errors import InputError
from castalia.tools.corpus.batch_files import MANIFEST
from castalia.tools.pages.page_json import load_page
from command_line import tree
from copies import copy_tree
from some_reefs import write_reefs

TOPIC, SHORT = "Coral reef", Settings(words=600, depth=1)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, and a batch of it; nobody changes them."""
    folder = tmp_path_factory.mktemp("made")
    write_reefs(folder / "rows.jsonl")
    asyncio.run(batch([TOPIC], corpus=folder / "rows.jsonl", out=folder / "pages", settings=SHORT))
    return folder


@pytest.fixture
def here(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same in the working folder, which another batch would not be found in."""
    copy_tree(made, tmp_path / "moved")
    monkeypatch.chdir(tmp_path / "moved")
    yield tmp_path / "moved"


def cited(page: Path) -> str:
    return str(load_page(page)["references"][0]["snippet_id"])


def test_a_page_of_a_batch_finds_its_corpus_wherever_the_batch_lies(here: Path) -> None:
    page = here / "pages" / "coral_reef"
    assert asyncio.run(rewrite(page, "lead", ban=[cited(page)])).is_changed
    assert asyncio.run(update("pages/coral_reef")).told == ("no snippet is new: nothing was changed",)
    assert asyncio.run(generate(TOPIC, out=page, resume=True)).record["topic"] == TOPIC


def test_new_rows_do_not_come_into_the_corpus_of_a_batch_which_other_batches_read(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_reefs(Path("new rows.jsonl"), 2)
    before = tree(here)
    assert cli.main(["update", "pages/coral_reef", "--corpus", "new rows.jsonl", "--quiet"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "into a store of your own" in told and tree(here) == before
    assert asyncio.run(update("pages/coral_reef")).told == ("no snippet is new: nothing was changed",)


def test_a_page_of_a_batch_from_a_store_finds_it_with_its_embeddings(here: Path) -> None:
    asyncio.run(fill_store("dense", "rows.jsonl", embeddings="hashing:64"))
    asyncio.run(batch([TOPIC], store="dense", embeddings="hashing:64", out="of_store", settings=SHORT))
    assert asyncio.run(rewrite("of_store/coral_reef", "lead", ban=[cited(Path("of_store/coral_reef"))])).is_changed
    with pytest.raises(InputError, match=r"castalia ingest rows.jsonl --store \S+/dense --embeddings hashing:64 takes"):
        asyncio.run(update("of_store/coral_reef", corpus="rows.jsonl"))
    with pytest.raises(InputError, match=r"from the store \S+/dense: fill_store takes the new rows in") as held:
        asyncio.run(update("of_store/coral_reef", corpus=[{"text": "A reef is a ridge."}]))
    assert "castalia" not in str(held.value)  # there is no command for rows in memory


def test_a_page_of_a_batch_that_was_begun_anew_finds_what_it_was_made_of(here: Path) -> None:
    write_reefs(Path("more.jsonl"), 2)
    page, first = (
        Path("pages/coral_reef"),
        batch_source(Path("pages/coral_reef"), manifest_in("pages/coral_reef").run_id),
    )
    asyncio.run(batch(["Atoll"], corpus="more.jsonl", out="pages", settings=SHORT, force=True))
    atoll = batch_source(Path("pages/atoll"), manifest_in("pages/atoll").run_id)
    assert batch_source(page, manifest_in(page).run_id) == first and atoll["store"] != first["store"]
    assert asyncio.run(rewrite(page, "lead", ban=[cited(page)])).is_changed


def test_a_store_of_a_batch_that_is_gone_is_named(here: Path) -> None:
    page = Path("pages/coral_reef")
    (store,) = Path("pages/_batch").glob("corpus-*")
    store.rename("elsewhere")
    gone = rf"{store}, is not there any more: run the batch again with its corpus, or say with --store"
    with pytest.raises(InputError, match=gone):
        asyncio.run(rewrite(page, "lead", ban=[cited(page)]))
    with pytest.raises(InputError, match=gone):
        asyncio.run(update(page))
    with pytest.raises(InputError, match=gone):
        asyncio.run(update(page, corpus="rows.jsonl"))
    assert asyncio.run(rewrite(page, "lead", ban=[cited(page)], store="elsewhere")).is_changed


@pytest.mark.parametrize("manifest", ["", "{}\n", '{"castalia_batch": 1}\n[]\nx\n{"run": "a"}\n', "\x00\xff"])
def test_what_is_no_manifest_of_the_batch_tells_nothing(manifest: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(manifest, encoding="utf-8")
    assert batch_source(tmp_path / "page", "a") == {}
