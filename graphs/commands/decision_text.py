"""A question as a text to edit, and the edited text as a decision: one line for each thing, explained by comments that
begin with //.

The outline is a list of headings (# and ##); of sources, triplets and objections each line begins with what becomes of
it. JSON is a decision as it stands. What comes from a corpus is shown without anything that could command a terminal.
No files, no editors here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from castalia.memory.ellipsis import abridge
from castalia.memory.errors import InputError

COMMENT = "//"
BOM = "\ufeff"  # some editors begin a file with it
LONGEST_LINE = 240  # characters
_HEADING = re.compile(r"(#+)\s*(.*)")
_ID = re.compile(r"(.*\S)?\s*\{([^{}\s]{1,64})\}")
_LINE = re.compile(r"(?<=PROBLEM: )line (\d+)")
_PROBLEM = f"{COMMENT} PROBLEM: "
_MEND = f"{COMMENT} Mend it, or delete all lines to stop here."
_OWN = f"{COMMENT} Below is what you wrote before: unchanged, it is taken; without it the run stops, and asks anew when it goes on."
_HELP: Mapping[str, tuple[str, ...]] = {
    "outline": (
        "Reorder, rename, delete and add lines: # is a section, ## a subsection of the section above it.",
        "{…} is the section's id: it keeps its evidence under any order; a line without one is a new section, or the one of that heading.",
        "Unchanged: as it is. All lines deleted: stop here.",
    ),
    "sources": (
        "Change keep to pin (used first), ban (this snippet is not used) or ban-all (nor is anything else of its document).",
        "A document or url may be banned on a line of its own: ban URL. A line that is deleted is kept.",
        "Unchanged: as it is. All lines deleted: stop here.",
    ),
    "triplets": (
        "Change keep to veto where a triplet is wrong: the graph of this run leaves it out, the library keeps it.",
        "Unchanged: as it is. All lines deleted: stop here.",
    ),
    "feedback": (
        "Change leave to keep (the sentence stays), drop (it goes), or revise, and put behind the id what the writer is to do:",
        "revise ID Say which oceans.",
        "leave: as the pipeline does (a writer of verbatim sentences loses them, others are marked). Unchanged: as it is.",
        "All lines deleted: stop here.",
    ),
}


def text_of(question: Mapping[str, Any]) -> str:
    """The question as a text that, unchanged, decides nothing: as it is."""
    part = question["part"]
    problem = question.get("problem")
    lines = [f"{_shown(question['topic'])}: {_shown(question['ask'])}", *_HELP[part]]
    if question.get("not_shown"):
        lines.append(f"{question['not_shown']:,} more are not shown: they stay as they are.")
    body = {"sources": _sources, "triplets": _triplets, "outline": _outline, "feedback": _objections}[part](question)
    told = [f"{_PROBLEM}{_shown(problem)}", _MEND] if problem else []
    return "\n".join([*told, *(f"{COMMENT} {one}" for one in lines), "", *body]) + "\n"


def again(question: Mapping[str, Any], own: str) -> str:
    """The question with, under its head, what a person wrote to it already, notes and all. A line that the problem
    names is counted as it stands here."""
    plain = {name: value for name, value in question.items() if name != "problem"}
    usual = text_of(plain).partition("\n\n")[0].splitlines()
    fresh = text_of(question).partition("\n\n")[0].splitlines()
    if not question.get("problem"):
        fresh.insert(0, _OWN)
    lines = [*enumerate(own.removeprefix(BOM).splitlines(), start=1)]
    left = [(at, one) for at, one in lines if one not in (*usual, _MEND, _OWN) and not one.startswith(_PROBLEM)]
    first = next((at for at, one in left if one.strip()), 0)
    left = [(at, one) for at, one in left if at >= first]
    now = {at: len(fresh) + 2 + number for number, (at, _) in enumerate(left)}
    fresh[0] = _LINE.sub(lambda found: f"line {now.get(int(found[1]), found[1])}", fresh[0], count=1)
    return "\n".join([*fresh, "", *(one for _, one in left)]).rstrip("\n") + "\n"


def is_empty(text: str) -> bool:
    """Whether nothing but comments is left."""
    return not any(_lines(text))


def decision_of(text: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """The decision in a text, JSON or lines, as plain values; what JSON says is not checked here. ``InputError`` names
    the line."""
    if is_json(text):
        return json_of(text)
    part = question["part"]
    if part == "outline":
        return {"sections": _read_outline(text, question)}
    if part == "feedback":
        return {"answers": [*_read_answers(text)]}
    words = {"sources": ("keep", "pin", "ban", "ban-all"), "triplets": ("keep", "veto")}[part]
    chosen = [*_read_words(text, words)]
    if part == "triplets":
        return {"veto": [name for word, name in chosen if word == "veto"]}
    documents = {one["id"]: one["document"] for one in question["sources"]}
    banned = [
        documents.get(name, name) if word == "ban-all" else name for word, name in chosen if word.startswith("ban")
    ]
    return {"pin": [name for word, name in chosen if word == "pin"], "ban": list(dict.fromkeys(banned))}


def is_json(text: str) -> bool:
    """Whether a text means to be JSON, comments before it aside."""
    return _bare(text).startswith(("{", "["))


def json_of(text: str) -> dict[str, Any]:
    """The JSON object of a text; ``InputError`` for anything else."""
    try:
        found = json.loads(_bare(text))
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is no JSON ({error})") from None
    if not isinstance(found, dict):
        raise InputError('a decision is a JSON object, for example {"sections": […]}')
    return found


def _bare(text: str) -> str:
    lines = text.removeprefix(BOM).splitlines()
    first = next((at for at, line in enumerate(lines) if line.strip() and not line.startswith(COMMENT)), len(lines))
    return "\n".join(lines[first:]).lstrip()


def _outline(question: Mapping[str, Any]) -> Iterator[str]:
    for section in question["sections"]:
        yield f"# {_shown(section['heading'])} {{{section['id']}}}"
        for inner in section["sections"]:
            yield f"## {_shown(inner['heading'])} {{{inner['id']}}}"


def _sources(question: Mapping[str, Any]) -> Iterator[str]:
    for one in question["sources"]:
        yield _shown(f"keep {one['id']} {one['title'] or one['url']} ({one['url']})", LONGEST_LINE)
        yield f"{COMMENT}   {_shown(one['text'], LONGEST_LINE)}"


def _triplets(question: Mapping[str, Any]) -> Iterator[str]:
    for one in question["triplets"]:
        yield _shown(f"keep {one['id']} {one['head']} | {one['relation']} | {one['tail']}", LONGEST_LINE)
        yield f"{COMMENT}   {_shown(one['quote'], LONGEST_LINE)}"


def _objections(question: Mapping[str, Any]) -> Iterator[str]:
    for one in question["objections"]:
        yield f"{COMMENT} {_shown(one['heading'])}: {_shown(one['reason'], LONGEST_LINE)}"
        if one["sentence"]:
            yield f"{COMMENT} “{_shown(one['sentence'], 2 * LONGEST_LINE)}”"
        yield f"leave {one['id']}"
        yield ""


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, numbered from 1."""
    for number, line in enumerate(text.removeprefix(BOM).splitlines(), start=1):
        told = line.strip()
        if told and not told.startswith(COMMENT):
            yield number, told


def _read_outline(text: str, question: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Sections with ids, by a trailing {id} or, where it is free and nobody else's, by the exact heading."""
    rows: list[tuple[int, int, str, str | None]] = []
    for number, line in _lines(text):
        found = _HEADING.fullmatch(line)
        if found is None:
            raise InputError(f"line {number} is no heading: write # for a section, ## for a subsection")
        level, rest = len(found[1]), found[2].strip()
        if level > 2:
            raise InputError(f"line {number} is of level {level}: an outline has two")
        named = _ID.fullmatch(rest)
        rows.append((number, level, (named[1] or "") if named else rest, named[2] if named else None))
    by_heading: dict[str, list[str]] = {}
    for section in question["sections"]:
        for node in (section, *section["sections"]):
            by_heading.setdefault(_shown(node["heading"]), []).append(node["id"])
    used = {identity for _, _, _, identity in rows if identity is not None}
    sections: list[dict[str, Any]] = []
    for number, level, heading, identity in rows:
        known = by_heading.get(heading, [])
        if identity is None and len(known) == 1 and known[0] not in used:
            identity = known[0]
            used.add(identity)
        row: dict[str, Any] = {"id": identity, "heading": heading}
        if level == 1:
            sections.append(row | {"sections": []})
        elif not sections:
            raise InputError(f"line {number} is a subsection without a section: put a line with one # before it")
        else:
            sections[-1]["sections"].append(row)
    return sections


def _read_words(text: str, words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What becomes of what: the first two words of each line."""
    for number, line in _lines(text):
        word, name, *_ = [*line.split(maxsplit=2), "", ""]
        if word not in words or not name:
            raise InputError(f"line {number} has to begin with {', '.join(words[:-1])} or {words[-1]}, and an id")
        yield word, name


def _read_answers(text: str) -> Iterator[dict[str, str]]:
    for number, line in _lines(text):
        word, name, told = [*line.split(maxsplit=2), "", ""][:3]
        if word not in ("leave", "keep", "drop", "revise") or not name:
            raise InputError(f"line {number} has to begin with leave, keep, drop or revise, and an id")
        if word != "leave":
            yield {"id": name, "action": word, "instruction": told}


def _shown(text: str, longest: int = LONGEST_LINE) -> str:
    """On one line, and nothing in it that could command a terminal."""
    line = " ".join("".join(one if one.isprintable() else " " for one in text[: 4 * longest]).split())
    return abridge(line, longest)
