"""The files of a page, and what in their folder is only written over where that is asked for."""

from __future__ import annotations

from pathlib import Path

from castalia.graphs.revision_record import is_revised
from castalia.graphs.runs.run_folder import MANIFEST, STATE, RunFolder
from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.tools.corpus.batch_files import MANIFEST as PAGES
from castalia.tools.corpus.batch_files import is_batch
from castalia.tools.pages.own_files import json_object

FILES = ("page.md", "page.html", "page.json", "graph.json", "graph.graphml", "run.json")


def page_folder(named: str | Path) -> str | Path:
    """The folder of a page where its page.json is named for it; else what is named. Not its other files: what somebody
    wrote into those is not read."""
    place = expand(named)
    return place.parent if place.name == "page.json" and place.is_file() else named


def check_what_is_there(folder: str | Path, topic: str, *, resume: bool = False, force: bool) -> None:
    """``InputError`` where a page would be written over something that could not be had again: the page of another
    topic, be it unfinished, one that was changed since it was written, or a file that no run wrote."""
    if force:
        return
    out = expand(folder)
    page, begun = json_object(out / "page.json") or {}, json_object(out / STATE / MANIFEST) or {}
    asked = begun.get("asked")
    run = asked.get("topic") if isinstance(asked, dict) else None
    under_way = run if begun.get("status") == "running" else None
    if resume and under_way == topic:  # what else is there was looked at as that run began
        return
    found = page.get("topic") or run
    why = ""
    if found not in (None, topic) and found != under_way:
        begun_here = ", and an unfinished one on this topic, which --resume goes on with" if under_way == topic else ""
        why = f'the page on "{found}"{begun_here}'
    elif under_way not in (None, topic):
        why = f'an unfinished page on "{under_way}", which --resume goes on with'
    elif not resume and is_revised(RunFolder(out)):
        why = "a page that was changed after it was written"
    elif found is None and is_batch(out):
        why = "the pages of a batch, each in a folder of its own"
    elif found is None and not (out / STATE).exists() and (others := [one for one in FILES if (out / one).exists()]):
        why = f"{others[0]}, which is no page of a run"
    if why:
        raise InputError(
            f"{folder} holds {why}: choose another folder, or write over it with --force (in Python force=True)"
        )


def check_no_page(folder: Path) -> None:
    """``InputError`` where pages would go into folders inside that of a single one, finished or not, in which nobody
    looks for them. Where both are there by now, they stay."""
    is_page = (folder / "page.json").exists() or (folder / STATE / MANIFEST).exists()
    if is_page and not (folder / PAGES).exists():
        raise InputError(f"{folder} holds a page: choose another folder, in which each page has one of its own")


def written_by(folder: str | Path) -> str:
    """The model that wrote the page in this folder, or a part of it; "" where there is none."""
    return str((json_object(expand(folder) / "page.json") or {}).get("model") or "")
