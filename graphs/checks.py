"""What is wrong with what callers of ``generate`` and the like give: a topic, a folder, a number, an object of another
kind. It is told before any work is done."""

from __future__ import annotations

import re
from pathlib import Path

from castalia.agents.crew import Crew
from castalia.graphs.page_files import FILES
from castalia.graphs.settings import Settings
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.memory.paths import expand, named_folder, of_this_shell
from castalia.memory.server_urls import is_url
from castalia.tools.corpus.cleaning import one_line
from castalia.tools.language.topic_names import is_question, without_loose_words
from castalia.tools.language.words import content_stems
from castalia.tools.pages.write_whole import check_folder
from castalia.tools.topic.typed_topic import is_text, typed_topic

LONGEST_TOPIC = 200
_BETWEEN = re.compile(r"[/&](?!(?<=[A-Z][/&])[A-Z])|[()|;]|, (?:and |or )?")  # "TCP/IP" and "R&D" are one name each
_PATH = re.compile(r"~?[/\\]|\.{1,2}[/\\]|.*[/\\]\.\.(?:[/\\]|$)")


def check_topic(topic: str) -> str:
    """The topic in the characters of snippets, on one line; ``InputError`` where it is empty, endless, a path, says
    nothing, or is cut out of a sentence."""
    if not isinstance(topic, str):
        raise InputError(f"the topic is {topic!r}: give a str, for example: Glycolysis")
    if not is_text(topic):
        raise InputError(f"the topic {topic!r} holds bytes that are no text{of_this_shell()}: write it anew")
    name = typed_topic(topic)
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


def kept_domain(domain: str | None) -> str:
    """A domain as it is kept with snippets; "" is all domains. ``InputError`` where nothing is left of a name."""
    if domain is None:
        return ""
    if not isinstance(domain, str):
        raise InputError(f"the domain is {domain!r}: give a str, or leave it out")
    kept = one_line(domain)
    if domain and not kept:
        raise InputError(f"the domain {domain!r} has no character that shows: name one, or leave it out")
    return kept


def how_to_ask(topic: str) -> str:
    """What a message adds where a topic is a question, or names several things ("Dinosaurs / paleontology"), whose
    words are all looked for together."""
    if is_question(topic):
        return "; it is a question: ask for what it is about by its name, as an encyclopedia would"
    parts = [one.strip() for one in _BETWEEN.split(topic) if content_stems(one)]
    return f"; it names several things: ask for one of them, {' or '.join(parts)}" if len(parts) > 1 else ""


def check_apart(out: str | Path, store: str | Path) -> None:
    """``InputError`` where pages would go into the store that they are made from."""
    is_folder = bool(str(store).strip()) and not is_url(store)  # one without a name is told when it is opened
    if is_folder and expand(out).resolve().is_relative_to(expand(store).resolve()):
        raise InputError(f"{out} is the store, or in it: choose another folder for what is written")


def check_out(folder: str | Path) -> None:
    """``InputError`` where a page could not be saved in this folder; told before any work is done."""
    check_folder(named_folder(folder), FILES)


def check_kinds(
    *,
    memory: object = None,
    model: object = None,
    crew: object = None,
    settings: object = None,
    progress: object = None,
) -> None:
    """``InputError`` for what type hints would tell those who check them, and for a model beside a crew."""
    if not isinstance(memory, Memory | None):
        raise InputError(f"the memory is {memory!r}: give an open castalia Memory, or a corpus or a store in its place")
    if isinstance(crew, Crew):
        raise InputError("the crew is built already: give what builds one over a memory, such as extractive_crew")
    if crew is not None and not callable(crew):
        raise InputError(f"the crew is {crew!r}: give what builds one over a memory, such as extractive_crew")
    if not isinstance(settings, Settings | None):
        raise InputError(f"the settings are {settings!r}: give Settings(…)")
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {progress!r}: give a function that takes an event, a dict")
    if model is not None and crew is not None:
        raise InputError("give a model, or a crew, which has its own: not both")


def check_count(name: str, value: object, least: int = 1) -> None:
    """``InputError`` where this option is no whole number from ``least`` up."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise InputError(f"{name} is {value!r}: give a whole number from {least} up")
