"""A file of judgements that is added to: what others said stays, what the same judge says again of the same pages
replaces the first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.tools.judging.judgements import Judgement, read_judgements, write_judgements
from castalia.tools.judging.preferences import judgement_key, latest
from castalia.tools.pages.write_whole import check_file


def check_judgements(path: str | Path) -> None:
    """``InputError`` where this file could not be added to: asked before a judge is paid."""
    file = expand(path)
    check_file(file)
    if file.exists():
        read_judgements([file])


def under_one_name(topic: str) -> str:
    """What is told of two pages whose judgements nobody could tell apart."""
    return f'two pages on "{topic}" go by one name: keep the pages of each system in a folder of its own'


def add_judgements(path: str | Path, judgements: Sequence[Judgement]) -> int:
    """Add to the file, or make it; how many it holds now. ``InputError`` for a file that holds something else, and for
    two judgements of one page among those that are added: pages of two systems under one name."""
    known: set[tuple[str, ...]] = set()
    for one in judgements:
        key = judgement_key(one)
        if key in known:
            raise InputError(under_one_name(one.topic))
        known.add(key)
    file = expand(path)
    before = read_judgements([file]) if file.exists() else []
    kept = latest([*before, *judgements])
    write_judgements(file, kept)
    return len(kept)
