"""What is wrong with a topic, a folder or a number that somebody gives, told before any work is done."""

from __future__ import annotations

import re
from pathlib import Path

from castalia.graphs.page import FILES
from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.tools.page_json import load_page
from castalia.tools.words import content_stems
from castalia.tools.write_whole import check_folder

LONGEST_TOPIC = 200
_PATH = re.compile(r"~?[/\\]|\.{1,2}[/\\]|.*[/\\]\.\.(?:[/\\]|$)")


def check_topic(topic: str) -> str:
    """The topic with its white space folded; ``InputError`` where it is empty, endless, a path, or says nothing."""
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
        raise InputError(f"the topic is empty: {example}")
    if not content_stems(name):
        raise InputError(f'the topic "{name}" has only words that stand in every text: write it out, or {example}')
    return name


def check_topic_of(folder: str | Path, topic: str, force: bool) -> None:
    """``InputError`` where this folder holds the page of another topic, which would be lost."""
    try:
        found = load_page(expand(folder) / "page.json")["topic"]
    except InputError:  # none, or none that could be lost
        return
    if found != topic and not force:
        raise InputError(f'{folder} holds the page on "{found}": choose another folder, or --force to write over it')


def named_folder(folder: str | Path) -> Path:
    """The output folder; ``InputError`` where it has no name."""
    if not str(folder).strip():
        raise InputError("the output folder has no name: give one, or . for this folder")
    return expand(folder)


def check_out(folder: str | Path) -> None:
    """``InputError`` where a page could not be saved in this folder; told before any work is done."""
    check_folder(named_folder(folder), FILES)


def check_count(name: str, value: object) -> None:
    """``InputError`` where this option is no whole number from 1 up."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise InputError(f"{name} is {value!r}: give a whole number from 1 up")
