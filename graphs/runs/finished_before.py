"""The finished run of a page, kept aside while another one works in its folder. It is needed to resume and change the
page until the new page is whole, and comes back where there is none.

It is a copy in a folder of its own, there whole or not at all. A process may die at any point: the next one that locks
the folder sees by the manifest beside the copy what to do with it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from castalia.tools.pages.own_files import json_object
from castalia.tools.pages.write_whole import whole_folder, write_folder

BEFORE = "before"


def set_aside(place: Path, files: Iterable[Path]) -> None:
    """Copy those of these files that are there into the folder ``place``."""
    with whole_folder(place) as new:
        for one in files:
            if one.is_file():
                shutil.copy2(one, new / one.name)


def put_back(place: Path, state: Path, manifest: str) -> None:
    """Put what is kept in ``place`` back into the folder ``state``, the ``manifest`` last, and let go of it. The files
    of the other run have to be gone."""
    files = {one.name: one.read_bytes() for one in sorted(place.iterdir(), key=lambda one: one.name == manifest)}
    write_folder(state, files)
    let_go(place)


def let_go(place: Path) -> None:
    """Remove what is kept: another page is whole, or the same run is in place again."""
    shutil.rmtree(place, ignore_errors=True)


def corpus_kept(manifest: Path) -> str:
    """The name of the folder of the corpus that the run of this manifest read; "" where there is none, or no manifest
    that can be read."""
    source = (json_object(manifest) or {}).get("source")
    return str(source.get("corpus", "")) if isinstance(source, dict) else ""
