"""Whether a page of a batch stands where it should, and is still whole on disk. What is in its files lives
elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from castalia.graphs.batching.topics import Topic
from castalia.graphs.page_files import FILES
from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.tools.pages.page_json import load_page

_ENDS = {"html": b"</html>", "graphml": b"</graphml>", "json": b"\n}"}  # of files that were written whole
_TAIL = 64  # bytes


def check_inside(folder: Path, topics: Iterable[Topic]) -> None:
    """``InputError`` where the folder of a topic is a link, or lies behind one, that leads out of the batch's
    ``folder``, or can be no path."""
    root = folder.resolve()
    for one in topics:
        if not expand(root / one.folder).resolve().is_relative_to(root):
            where = f"{one.where}: " if one.where else ""
            raise InputError(
                f"{where}{folder / one.folder} leads out of {folder}: remove the link, or choose another out"
            )


def damage_of(folder: Path) -> str:
    """What is wrong with the page in this folder, in a few words, or "" where its files are whole.

    ``page.json``, from which the rest can be made, is read (a millisecond or two); of the others, which may be
    megabytes, the two ends are.
    """
    for name in FILES:
        try:
            if not _is_whole(folder / name):
                return f"{name} is cut or damaged"
        except FileNotFoundError:
            return f"{name} is missing"
        except OSError as error:
            return f"{name} cannot be read ({(error.strerror or str(error)).lower()})"
    try:
        load_page(folder)
    except InputError:
        return "page.json is damaged"
    return ""


def _is_whole(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(_TAIL)
        file.seek(max(path.stat().st_size - _TAIL, 0))
        tail = file.read()
    return bool(head.strip(b"\0")) and b"\0" not in tail and tail.rstrip().endswith(_ENDS.get(path.suffix[1:], b""))
