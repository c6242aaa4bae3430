"""Pages to be measured: found in folders, opened with what lies beside them, led to what their runs retrieved.

A page.json alone is enough; a graph, a run and its ledgers are taken where they are there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from castalia.graphs.page import TopicPage
from castalia.graphs.runs.run_files import with_logs
from castalia.graphs.runs.run_folder import RunFolder
from castalia.memory.errors import CastaliaError, InputError
from castalia.memory.paths import expand, refuse_pipe
from castalia.memory.record_shape import shape_problems
from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.gold.gold_pages import topic_key
from castalia.tools.metrics.measured_page import MeasuredPage, measured_page
from castalia.tools.pages.page_json import PageRecord, load_page

if TYPE_CHECKING:
    from castalia.memory.memory import Memory

Pages = str | Path | TopicPage | Mapping[str, Any] | Sequence[str | Path | TopicPage | Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class OpenedPage:
    """A page with where it lies (``""``: nowhere), its graph, its run, and the snippets that the run retrieved, where
    they are known."""

    page: MeasuredPage
    record: PageRecord
    folder: str = ""
    graph: TripletGraph | None = None
    run: Mapping[str, Any] | None = None
    retrieved: tuple[Snippet, ...] | None = None

    @property
    def topic(self) -> str:
        """What the page is about."""
        return self.page.topic


def open_pages(pages: Pages) -> tuple[list[OpenedPage], list[str]]:
    """The pages, and a line for each that could not be opened.

    A path is the folder of a page, a ``page.json``, or a folder of such folders (of a batch: at any depth).
    ``InputError`` where a path holds no page, or where none could be opened.
    """
    if not isinstance(pages, TopicPage | Iterable | Path):
        raise InputError(
            f"the pages are {pages!r}: give the folder of a page, or of pages, a TopicPage, or a list of these"
        )
    asked: Iterable[Any] = [pages] if isinstance(pages, str | Path | TopicPage | Mapping) else pages
    opened: list[OpenedPage] = []
    failures: list[str] = []
    seen: set[Path] = set()
    for one in asked:
        if isinstance(one, TopicPage):
            opened.append(OpenedPage(measured_page(one.record), one.record, "", one.graph, one.run))
        elif isinstance(one, Mapping):
            opened.append(_of_record(one))
        else:
            if not str(one).strip():
                raise InputError("the page has no name: give its folder, or . for this folder")
            files, unread = _found(expand(one))
            failures += unread
            for file in files:
                if file.resolve() in seen:
                    continue
                seen.add(file.resolve())
                try:
                    opened.append(_of_file(file))
                except InputError as error:
                    failures.append(str(error))
    if not opened:
        raise InputError(
            failures[0] if failures else "there is no page to measure: give the folder of a page, or of pages"
        )
    return opened, failures


def folder_names(folders: Sequence[str | Path]) -> tuple[str, ...]:
    """A name for each folder: its own, or, where two have the same one, that of the nearest folder above it at which
    all of them differ (of the pages of ``bench``: "apollo", not "1"). Their own names where there is no such folder."""
    above = [expand(one).resolve().parts[:0:-1] for one in folders]
    return next(
        (names for names in zip(*above, strict=False) if len(set(names)) == len(above)),
        tuple(one[0] if one else "" for one in above),
    )


def pages_by_topic(name: str, pages: Iterable[OpenedPage]) -> dict[str, OpenedPage]:
    """The pages of one system, by ``topic_key``. ``InputError`` where two have the same topic; it says which system by
    its ``name``."""
    found: dict[str, OpenedPage] = {}
    for one in pages:
        key = topic_key(one.topic)
        if key in found:
            places = " and ".join(filter(None, (found[key].folder, one.folder)))
            where = f" ({places})" if places else ""
            raise InputError(f'{name} has two pages on "{one.topic}"{where}: leave one out')
        found[key] = one
    return found


def check_names(names: Sequence[str]) -> None:
    """``InputError`` for systems without a name, or with the same one."""
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(one, str) for one in names):
        raise InputError(f"the names are {names!r}: give a list of str, one for each system")
    if not all(name.strip() for name in names):
        raise InputError("a system needs a name")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(f"two systems are called {twice[0]}: give each a name of its own (--names)")


async def with_retrieved(opened: Sequence[OpenedPage], memory: Memory) -> tuple[list[OpenedPage], list[str]]:
    """The pages with what their runs retrieved from this store, and a line for each run whose ledgers cannot be read.
    Where they are gone, or know snippets that the store has not, the page stays as it is."""
    found, failures = [], []
    for one in opened:
        try:
            found.append(replace(one, retrieved=await _retrieved(one, memory)))
        except CastaliaError as error:
            found.append(one)
            failures.append(f"what the run of “{one.page.topic}” retrieved: {error}")
    return found, failures


def _of_record(value: Mapping[str, Any]) -> OpenedPage:
    problems = shape_problems(dict(value), PageRecord, "page")
    if problems:
        raise InputError(f"this is not a page record: {problems[0]}")
    record = cast(PageRecord, value)
    return OpenedPage(measured_page(record), record)


def _found(path: Path) -> tuple[list[Path], list[str]]:
    """The records of pages here, and a line for each folder that cannot be looked into."""
    if path.is_file():
        return [path], []
    if (path / "page.json").is_file():
        return [path / "page.json"], []
    if not path.is_dir():
        raise InputError(f"there is no page at {path}: give the folder of a page, or of pages")
    found: list[Path] = []
    unread: list[str] = []

    def note(error: OSError) -> None:
        unread.append(f"{error.filename} cannot be looked into ({error.strerror}): check its permissions")

    for folder, names, files in os.walk(path, onerror=note):
        names[:] = sorted(name for name in names if not name.startswith("."))
        if "page.json" in files:
            found.append(Path(folder) / "page.json")
    if not found:
        raise InputError(unread[0] if unread else f"{path} holds no page: give the folder of a page, or of pages")
    return sorted(found), unread


def _of_file(file: Path) -> OpenedPage:
    record = load_page(file)
    graph, run = None, None
    with suppress(FileNotFoundError):
        text = _text(file.parent / "graph.json")
        try:
            graph = TripletGraph.from_json(text)
        except InputError as error:
            raise InputError(f"{file.parent / 'graph.json'} is no graph ({error}): generate the page again") from error
    with suppress(FileNotFoundError):
        text = _text(file.parent / "run.json")
        with suppress(ValueError, RecursionError):
            run = json.loads(text)
    return OpenedPage(measured_page(record), record, str(file.parent), graph, run if isinstance(run, dict) else None)


def _text(file: Path) -> str:
    refuse_pipe(file)
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{file} cannot be read ({why}): mend it, or generate the page again") from error


async def _retrieved(one: OpenedPage, memory: Memory) -> tuple[Snippet, ...] | None:
    from castalia.memory.ledgers import Ledgers

    run_id = (one.run or {}).get("run_id")
    if not one.folder or not isinstance(run_id, str) or not (ledgers := RunFolder(one.folder).ledgers).is_file():
        return None
    with _writable(ledgers) as place, Ledgers(place) as kept:
        ids = sorted({hit.snippet_id for hit in kept.run(run_id).curated()})
    try:
        return tuple(await memory.store.get(ids)) if ids else None
    except KeyError:
        return None


@contextmanager
def _writable(ledgers: Path) -> Iterator[Path]:
    """These ledgers, or a copy where their folder is somebody else's: SQLite writes beside a file that it reads."""
    if os.access(ledgers.parent, os.W_OK) and os.access(ledgers, os.W_OK):
        yield ledgers
        return
    with TemporaryDirectory(prefix="castalia-") as folder:
        for one in with_logs(ledgers):
            if one.exists():
                copied = Path(folder) / one.name
                copied.write_bytes(_bytes(one))
        yield Path(folder) / ledgers.name


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror})") from error
