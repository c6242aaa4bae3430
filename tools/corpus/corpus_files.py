"""The files of a corpus: what files and folders hold that can be read, who reads each, and what is passed over.

Files of rows (JSON, tables) are read wherever they lie. Notes (Markdown, plain text) are read where somebody names
them, and of a folder that has no rows: beside rows a text is what was written about them.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from castalia.memory.errors import InputError
from castalia.memory.library import CACHE, SNIPPETS
from castalia.memory.paths import expand
from castalia.tools.corpus.batch_files import ERROR, FILES, OWN, is_batch, is_traceback
from castalia.tools.corpus.corpus_report import Tallies
from castalia.tools.corpus.gzip_names import unzipped_name
from castalia.tools.corpus.held_rows import CorpusFile, HeldRows
from castalia.tools.corpus.notes import NOTES
from castalia.tools.corpus.rows import READERS, Reader, way_to_rows

PAGE_FILES = frozenset({"graph.json", "page.json", "run.json"})  # what a page of ours leaves, which is no corpus
PAGE_TEXTS = frozenset({"graph.graphml", "page.html", "page.md"})  # nor are these, beside them
_TOLD = 4  # types of files that are passed over
NAME_IT = "name it to have it read"
RUN_FILES = frozenset({"manifest.json", "ledgers.sqlite"})
BENCH_FILES = frozenset({"report.html", "report.json", "report.md"})
_ABOUT = re.compile(  # the other files: what is no note on a subject, unless somebody names it
    r"(?i:readme|licen[cs]e|copying|change-?log|contributing|code_of_conduct)(?:[._-][^ ]*)?"
    r"|(?:AGENTS|AUTHORS|CHANGES|CLAUDE|COPYRIGHT|NOTICE|SECURITY|SUMMARY|TODO)\.[a-z]+|(?:requirements|robots|topics)\.txt"
)


@dataclass(frozen=True, slots=True)
class ReadableFile:
    """A file of a corpus and who reads it; ``is_named`` where it was given itself, and does not only lie in a folder.
    ``source`` is what its rows are cited from where they do not say it themselves: of notes, their path from the folder
    on. One that ``is_spare`` is read only where no other has rows to use."""

    path: CorpusFile
    reader: Reader
    is_named: bool
    source: str = ""
    is_spare: bool = False

    def place(self, number: int) -> str:
        """Where a row stands."""
        return f"row {number}" if isinstance(self.path, HeldRows) else f"{self.path}:{number}"


def readable_files(paths: Sequence[CorpusFile | str], noted: Tallies) -> list[ReadableFile]:
    """The files, and rows in memory, of these files and folders (recursively, in sorted order); what is passed over is
    ``noted``. ``InputError`` for what cannot be read, and for a folder of nothing."""
    if not paths:
        raise InputError("no corpus: name at least one file or folder, or give rows")
    files: list[ReadableFile] = []
    for given in paths:
        if isinstance(given, HeldRows):
            files.append(ReadableFile(given, READERS[".jsonl"], True))
            continue
        path = expand(given)
        if path.is_dir():
            files.extend(_inside(path, noted))
        elif not path.exists():
            what = "is a link to what does not exist" if path.is_symlink() else "does not exist"
            raise InputError(f"{path} {what}: check the path of the corpus")
        elif not path.is_file():
            raise InputError(f"{path} is a pipe, a socket or a device: save the rows to a file first, and give that")
        elif reader := READERS.get(_suffix(path)):
            files.append(ReadableFile(path, reader, True))
        elif reader := NOTES.get(_suffix(path)):
            files.append(ReadableFile(path, reader, True, path.name))
        else:
            raise InputError(
                f"{path}: cannot tell its format from its name; it must end in {_known()}, or these with .gz; {way_to_rows(path.name)}"
            )
    return files


def _inside(folder: Path, noted: Tallies) -> list[ReadableFile]:
    """The files of rows in a folder, and its notes, which are spare where it has such files."""
    inside = _walk(folder, noted)
    rows = [ReadableFile(one, reader, False) for one in inside if (reader := READERS.get(_suffix(one)))]
    name = folder.resolve().name
    notes = [
        ReadableFile(one, reader, False, "/".join((name, *one.relative_to(folder).parts)), bool(rows))
        for one in inside
        if (reader := NOTES.get(_suffix(one))) and not _ABOUT.fullmatch(one.name)
    ]
    if not rows and not notes:
        seen = ", ".join(list(dict.fromkeys(one.name for one in inside))[:5]) or "nothing"
        way = way_to_rows(*(one.name for one in inside)) if inside else "name the folder that has the files"
        if any(_suffix(one) in NOTES for one in inside):
            way = f"{NAME_IT}, if it is the corpus"
        raise InputError(f"{folder} holds no corpus file ({_known()}, each also as .gz); it holds {seen}: {way}")
    taken = {one.path for one in (*rows, *notes)}
    others = [one for one in inside if one not in taken and _suffix(one) not in NOTES]
    types = Counter(map(_suffix, others))
    for one in inside:
        if one not in taken and _suffix(one) in NOTES:
            noted.add("text that tells of the others passed over", str(one), NAME_IT)
    for one in sorted(others, key=lambda one: -types[_suffix(one)]):  # the first of the most frequent type is told
        noted.add("file of another type passed over", str(one), f"{_counted(types)}; types that are read: {_known()}")
    return [*rows, *notes]


def _counted(types: Counter[str]) -> str:
    """The most frequent types, with how many files are of each."""
    told = [f"{count:,} {name or 'without an ending'}" for name, count in types.most_common(_TOLD)]
    return ", ".join([*told, "…"] if len(types) > _TOLD else told)


def _walk(folder: Path, noted: Tallies) -> list[Path]:
    def refuse(error: OSError) -> None:
        raise InputError(f"{error.filename} cannot be listed ({error.strerror}): check its permissions") from None

    found: list[Path] = []
    for at, folders, names in os.walk(folder, onerror=refuse):
        if RUN_FILES.issubset(names) or (CACHE in names and SNIPPETS in folders):  # what a run keeps, and a store
            folders.clear()
            continue
        own = PAGE_FILES | PAGE_TEXTS if PAGE_FILES.issubset(names) else frozenset[str]()
        own |= FILES if OWN in folders or is_batch(Path(at)) else set()
        own |= {ERROR} if ERROR in names and is_traceback(Path(at) / ERROR) else set()
        own |= BENCH_FILES if BENCH_FILES.issubset(names) else set()
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != OWN)
        for name in folders:
            if (Path(at) / name).is_symlink():  # which may lead in a circle
                noted.add("folder behind a link passed over", str(Path(at) / name), "give it as a corpus of its own")
        for one in (Path(at) / name for name in sorted(names) if not name.startswith(".") and name not in own):
            if _is_file(one):
                found.append(one)
            else:
                noted.add("broken link, pipe or device passed over", str(one), "save its rows to a file")
    return sorted(found, key=lambda one: one.relative_to(folder).parts)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a link that leads to what may not be looked at, or to no path at all
        return False


def _suffix(path: Path) -> str:
    return Path(unzipped_name(path.name)).suffix.lower()


def _known() -> str:
    return ", ".join(sorted({**READERS, **NOTES}))
