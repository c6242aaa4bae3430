"""What a run keeps on disk so that it can go on after a crash: the folder ``state/`` in the page's folder.

The manifest says what was asked for and how far the run is. Beside it are LangGraph's checkpoints, the run's ledgers
and, where a corpus was given, the store it was ingested into. The page itself stands one folder up, once it is whole.
"""

from __future__ import annotations

import json
import re
import shutil
import uuid
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from castalia.graphs.runs.differences import CHANGED, told_together
from castalia.graphs.runs.finished_before import BEFORE, corpus_kept, let_go, put_back, set_aside
from castalia.graphs.runs.holding import LOCK, held, in_turn
from castalia.graphs.runs.run_files import ANEW, check_no_folder, check_sound, check_writable, with_logs
from castalia.graphs.runs.run_manifest import Manifest, check_shape
from castalia.memory.errors import CastaliaError, InputError, one_line
from castalia.memory.ledgers import Ledgers
from castalia.memory.paths import expand
from castalia.memory.room import STAGING
from castalia.tools.pages.folders import remove_folders
from castalia.tools.pages.write_whole import write_file

STATE, MANIFEST, CHECKPOINTS, LEDGERS = "state", "manifest.json", "checkpoints.sqlite", "ledgers.sqlite"
REVISED = "revised.json"
TAPE = "calls.sqlite"  # beside the page, unless another file is named
WRITTEN = {"sources": "sources.txt", "triplets": "triplets.txt", "outline": "outline.md", "feedback": "feedback.txt"}
CORPUS = "corpus-"  # how the folders of ingested corpora begin; the rest is a digest of what was ingested
SCHEMA = 1
_KEPT = re.compile(rf"{CORPUS}[0-9a-f]{{16}}")


class RunFolder:
    """The folder ``state/`` in the page's folder ``out``. It is made when something is written into it."""

    def __init__(self, out: str | Path) -> None:
        if not str(out).strip():
            raise InputError("the folder of the page has no name: give one, or . for this folder")
        self.out = expand(out)
        self.path = self.out / STATE
        self._is_over = False

    @property
    def manifest(self) -> Path:
        """The file that says what was asked for, and how far the run is."""
        return self.path / MANIFEST

    @property
    def checkpoints(self) -> Path:
        """The file of LangGraph's checkpoints."""
        return self.path / CHECKPOINTS

    @property
    def ledgers(self) -> Path:
        """The file of the run's ledgers."""
        return self.path / LEDGERS

    @property
    def revised(self) -> Path:
        """What a revision of the page came to, there while it is put in place."""
        return self.path / REVISED

    @property
    def before(self) -> Path:
        """Where the finished run of the page that is there is kept while another one is at work."""
        return self.path / BEFORE

    def written(self, part: str) -> Path:
        """Where a person writes the decision on this part of the run, in an editor."""
        return self.path / WRITTEN[part]

    def corpus(self, key: str) -> Path:
        """Where the store of an ingested corpus is, or goes."""
        return self.path / f"{CORPUS}{key}"

    async def enter(self, stack: ExitStack | AsyncExitStack) -> None:
        """Lock the folder until the stack is left; a run of this process that is ending there is waited for."""
        await in_turn(stack, self.locked)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out; ``BusyError`` where one is at work."""
        self._check_own()
        with held(self.path / LOCK, f"the page in {self.out}", is_kept=True) as made:
            try:
                self._settle()
                yield
            finally:
                if self._is_over:
                    self.forget_run()
                self._settle()
                if not self.manifest.exists():  # no run was begun
                    self.remove()
                    remove_folders(made or [self.path])

    def read(self) -> Manifest | None:
        """The manifest, or that of the finished run kept aside, or ``None`` where there is neither; ``CastaliaError``
        where it cannot be read."""
        path = self.manifest if self.manifest.exists() else self.before / MANIFEST
        check_no_folder(path)
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
            if value["schema"] != SCHEMA:
                raise CastaliaError(f"{path} has schema {value['schema']}, this version reads {SCHEMA}: {ANEW}")
            names = ("run_id", "status", "asked", "source", "starts")
            found = Manifest(**{name: value[name] for name in names}, means=value.get("means", {}))
            check_shape(found)
            return found
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise CastaliaError(f"{path} cannot be read ({one_line(error)}): {ANEW}") from error

    def write(self, manifest: Manifest) -> None:
        """Put this manifest in place of the one there is, whole or not at all."""
        value = {"schema": SCHEMA, **asdict(manifest)}
        write_file(self.manifest, json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n")

    def start(
        self,
        asked: Mapping[str, Any],
        source: Mapping[str, Any],
        before: Manifest | None,
        force: bool,
        means: Mapping[str, Any] | None = None,
    ) -> Manifest:
        """The manifest of the run that goes on (``before``), or of a new one.

        ``InputError`` names what differs from what it was asked for, unless ``force`` says to begin anew then;
        ``CastaliaError`` names a file that is damaged.
        """
        if before is None or (force and before.differences(asked)):
            return self._begin(asked, source, means or {})
        self.check_same(asked, before)
        self.check_files()
        there = source or before.source  # another store, where the files of the same snippets were renamed
        manifest = replace(before, starts=before.starts + 1, means=means or before.means, source=there)
        self.write(manifest)
        return manifest

    def check_same(self, asked: Mapping[str, Any], before: Manifest) -> None:
        """``InputError``, with what to do, where something else is asked for than the run ``before``."""
        if changes := before.differences(asked):
            raise InputError(self._refusal(changes, before))

    def _refusal(self, changes: list[str], before: Manifest) -> str:
        ways = "give what was given then, or --force (in Python force=True) to begin anew; what is on the tape is not paid again"
        if changes != [CHANGED]:
            return f"the run in {self.out} was asked for something else: {told_together(changes)}; {ways}"
        if before.status == "finished":
            ways = f"castalia update {self.out} takes in what is new; otherwise {ways}"
        return f"{CHANGED} the run in {self.out} was begun: {ways}"

    def check_files(self) -> None:
        """``CastaliaError`` names the file that is damaged, in its shape or in what it holds; ``InputError`` one that
        may not be written."""
        for path in (self.checkpoints, self.ledgers):
            check_writable(*with_logs(path))
            check_sound(path, "entries" if path == self.ledgers else "")

    def finish(self) -> None:
        """Note that the page is written, and remove ingested corpora that no run here reads."""
        if (manifest := self.read()) is not None:
            self.write(replace(manifest, status="finished"))
            self._forget_corpora()

    def forget(self) -> None:
        """Remove the run, which came to no page, when the lock is released; the finished run that it was to replace
        stays."""
        self._is_over = True

    def _settle(self) -> None:
        """Settle the finished run that is kept aside: it goes where the run in its place is finished, too, and comes
        back where there is none."""
        if not self.before.is_dir():
            return
        if not self.manifest.exists():
            self.forget_run()  # what is left of it
            put_back(self.before, self.path, MANIFEST)
            self._forget_corpora()
        elif (found := manifest_in(self.out)) is not None and found.status == "finished":
            let_go(self.before)
            self._forget_corpora()

    def _forget_corpora(self, *used: str) -> None:
        """Remove the ingested corpora, except those that are ``used`` or that a run here reads."""
        read = {*used, corpus_kept(self.manifest), corpus_kept(self.before / MANIFEST)}
        for folder in self.corpora():
            if folder.name not in read:
                shutil.rmtree(folder, ignore_errors=True)

    def _check_own(self) -> None:
        """``InputError`` where the folder ``state`` is not ours."""
        found = self.path.iterdir() if self.path.is_dir() else ()
        left = self.corpora()  # by a killed ingest
        names = {one.name for one in found if not one.name.startswith(STAGING) and one not in left}
        if names and LOCK not in names and not {MANIFEST, CHECKPOINTS}.issubset(names):
            raise InputError(f"{self.path} holds files that no run has put there: choose another folder")

    def remove(self) -> None:
        """Remove what runs put here, and nothing else."""
        for stale in (*self._of_a_run(), self.path / LOCK):
            stale.unlink(missing_ok=True)
        for folder in self.corpora():
            shutil.rmtree(folder, ignore_errors=True)

    def forget_run(self) -> None:
        """Remove the files of one run, but not its corpus."""
        old = (*self._of_a_run(), self.revised)
        check_no_folder(*old)
        for stale in old:
            stale.unlink(missing_ok=True)

    def forget_steps(self) -> None:
        """Let the run start over. What it has spent stays noted."""
        for stale in with_logs(self.checkpoints):
            stale.unlink(missing_ok=True)
        if (run := run_under_way(self.out)) and self.ledgers.exists():
            with Ledgers(self.ledgers) as ledgers:
                ledgers.run(run).forget()

    def corpora(self) -> list[Path]:
        """The corpora that runs ingested here, told from other folders by their whole names."""
        return [one for one in self.path.glob(f"{CORPUS}*") if _KEPT.fullmatch(one.name)]

    def _of_a_run(self) -> list[Path]:
        """The files of one run, without its corpus."""
        written = (one for one in map(self.written, WRITTEN) if not one.is_dir())
        return [self.manifest, *with_logs(self.checkpoints), *with_logs(self.ledgers), *written]

    def _begin(self, asked: Mapping[str, Any], source: Mapping[str, Any], means: Mapping[str, Any]) -> Manifest:
        """Start a new run in place of an earlier one, whose corpus may be the same and stays. A finished one is kept
        aside."""
        self.path.mkdir(parents=True, exist_ok=True)
        old = (*self._of_a_run(), self.revised)
        check_no_folder(*old)
        if (found := manifest_in(self.out)) is not None and found.status == "finished":
            set_aside(self.before, old)
        self.forget_run()
        self._forget_corpora(str(source.get("corpus", "")))
        manifest = Manifest(uuid.uuid4().hex, "running", asked, source, means=means)
        self.write(manifest)
        return manifest


def folders_with_runs(folder: Path) -> Iterator[Path]:
    """The folders of pages, this one and those inside it however deep, in which a run was begun."""
    return (one.parent.parent for one in folder.rglob(f"{STATE}/{MANIFEST}"))


def manifest_in(out: str | Path) -> Manifest | None:
    """The manifest of the run in the folder of this page, finished or not; ``None`` where there is none that can be
    read."""
    try:
        return RunFolder(out).read()
    except CastaliaError:  # damaged: the page is started over, and the tape knows what was paid
        return None


def run_under_way(out: str | Path, topic: str = "") -> str:
    """The id of the unfinished run, on this topic where one is named, in the folder of this page; "" where there is
    none that can be read."""
    found = manifest_in(out)
    if found is None or found.status != "running" or topic not in ("", found.asked.get("topic")):
        return ""
    return found.run_id


def config_of(run_id: str) -> Any:
    """The config under which LangGraph keeps the checkpoints of a run."""
    return {"configurable": {"thread_id": run_id}}
