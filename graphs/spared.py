"""Refuses to write over the files of pages, batches and stores, and over what the command itself reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from castalia.graphs.page_files import FILES as OF_A_PAGE
from castalia.graphs.runs.run_folder import MANIFEST, STATE
from castalia.memory.errors import InputError
from castalia.memory.library import is_store
from castalia.memory.paths import expand, named_file
from castalia.tools.corpus.batch_files import FILES as OF_A_BATCH
from castalia.tools.corpus.batch_files import MANIFEST as BATCH_MANIFEST
from castalia.tools.pages.own_files import check_own
from castalia.tools.pages.write_whole import check_file


def file_to_write(
    path: str | Path, is_own: Callable[[Path], bool], force: bool, reads: Iterable[str | Path] = ()
) -> Path:
    """The file that a command will write; ``InputError``, before any work is done, where it may or could not: see
    ``check_spared``, and ``check_own`` for ``is_own`` and ``force``."""
    target = named_file(path)
    check_spared(target, reads)
    check_file(target)
    check_own(target, is_own, force)
    return target


def check_spared(path: Path, reads: Iterable[str | Path] = ()) -> None:
    """``InputError`` where a file to write is one of those of a page or of a batch, stands among what a run goes on
    with or in a store, or is one that the command ``reads``."""
    place = expand(path).resolve()
    for folder in place.parents:
        if folder.name == STATE and ((folder / MANIFEST).exists() or (folder.parent / "page.json").is_file()):
            raise InputError(
                f"{path} is in {folder}, where the page in {folder.parent} keeps what it goes on with: name another folder"
            )
        if is_store(folder):
            raise InputError(f"{path} is in the store {folder}: name a file elsewhere")
    if path.name in OF_A_PAGE and (path.parent / "page.json").is_file():
        raise InputError(f"{path} is a file of the page in {path.parent}, and would be lost: name another file")
    if path.name in OF_A_BATCH and (path.parent / BATCH_MANIFEST).is_file():
        raise InputError(f"{path} is a file of the batch in {path.parent}, and would be lost: name another file")
    if any(expand(one).resolve() == place for one in reads):
        raise InputError(f"{path} is what this command reads, and would be lost: name another file")
