"""What is wrong with a topic, a folder or a number that somebody gives, told before any work is done."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from castalia.graphs.page import FILES
from castalia.graphs.revision_record import is_revised
from castalia.graphs.runs.run_folder import MANIFEST, STATE, RunFolder
from castalia.memory.errors import InputError
from castalia.memory.paths import expand, named_folder
from castalia.memory.server_urls import is_url
from castalia.tools.language.topic_names import without_loose_words
from castalia.tools.language.words import content_stems
from castalia.tools.pages.write_whole import check_folder

LONGEST_TOPIC = 200
_BETWEEN = re.compile(r"[/&()|;]|, ")
_PATH = re.compile(r"~?[/\\]|\.{1,2}[/\\]|.*[/\\]\.\.(?:[/\\]|$)")


def check_topic(topic: str) -> str:
    """The topic with its white space folded; ``InputError`` where it is empty, endless, a path, says nothing, or is cut
    out of a sentence."""
    if not isinstance(topic, str):
        raise InputError(f"the topic is {topic!r}: give a str, for example: Glycolysis")
    name = " ".join("".join(char if char.isprintable() else " " for char in topic).split())
    example = "name what the page should be about, for example: Glycolysis"
    if len(name) > LONGEST_TOPIC:
        raise InputError(
            f"the topic has {len(name):,} characters: give a name of at most {LONGEST_TOPIC}, the text belongs into the corpus"
        )
    if _PATH.match(name):
        raise InputError(f'the topic "{name}" is a path: {example}; where the page goes is said by --out')
    if not any(map(str.isalnum, name)):
        raise InputError(
            f'the topic "{name}" has no letter in it: {example}' if name else f"the topic is empty: {example}"
        )
    if not content_stems(name):
        raise InputError(f'the topic "{name}" has only words that stand in every text: write it out, or {example}')
    if (rest := without_loose_words(name)) != name:
        raise InputError(
            f'the topic "{name}" begins or ends with a word that joins others: ask for "{rest}", or write a title with its capitals'
        )
    return name


def one_of(topic: str) -> str:
    """What a message adds where a topic names several things ("Dinosaurs / paleontology"): all words of it are looked
    for together."""
    parts = [one.strip() for one in _BETWEEN.split(topic) if content_stems(one)]
    return f"; it names several things: ask for one of them, {' or '.join(parts)}" if len(parts) > 1 else ""


def check_what_is_there(folder: str | Path, topic: str, *, resume: bool = False, force: bool = False) -> None:
    """``InputError`` where a page would be written over something that could not be had again: the page of another
    topic, one that was changed since it was written, or a file that no run wrote."""
    if force:
        return
    out = expand(folder)
    page, begun = _read(out / "page.json"), _read(out / STATE / MANIFEST)
    asked = begun.get("asked") if begun and begun.get("status") == "finished" else None
    found = (page or {}).get("topic") or (asked.get("topic") if isinstance(asked, dict) else None)
    why = ""
    if found not in (None, topic):
        why = f'the page on "{found}"'
    elif not resume and is_revised(RunFolder(out)):
        why = "a page that was changed after it was written"
    elif found is None and not (out / STATE).exists() and (others := [one for one in FILES if (out / one).exists()]):
        why = f"{others[0]}, which is no page of a run"
    if why:
        raise InputError(f"{folder} holds {why}: choose another folder, or --force to write over it")


def written_by(folder: str | Path) -> str:
    """The model that wrote the page in this folder, or a part of it; "" where there is none."""
    return str((_read(expand(folder) / "page.json") or {}).get("model") or "")


def check_apart(out: str | Path, store: str | Path) -> None:
    """``InputError`` where pages would go into the store that they are made from."""
    is_folder = bool(str(store).strip()) and not is_url(store)  # one without a name is told when it is opened
    if is_folder and expand(out).resolve().is_relative_to(expand(store).resolve()):
        raise InputError(f"{out} is the store, or in it: choose another folder for what is written")


def _read(path: Path) -> dict[str, Any] | None:
    """A JSON object in a file; ``None`` where there is none that can be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def check_out(folder: str | Path) -> None:
    """``InputError`` where a page could not be saved in this folder; told before any work is done."""
    check_folder(named_folder(folder), FILES)


def check_count(name: str, value: object) -> None:
    """``InputError`` where this option is no whole number from 1 up."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise InputError(f"{name} is {value!r}: give a whole number from 1 up")
