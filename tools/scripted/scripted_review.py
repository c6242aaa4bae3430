"""What the scripted model answers where the page is checked and mended: reviser, reviewer, editor."""

from __future__ import annotations

import re
from typing import Any

from castalia.memory.identity import KEY
from castalia.tools.objections.dependence import is_dependent
from castalia.tools.scripted.scripted_page import cited
from castalia.tools.scripted.scripted_prompt import Prompt, stems_of

Answer = dict[str, Any]

SUPPORT = 1 / 3  # of a sentence's content words in what it cites

_OBJECTION = re.compile(r"(\d+)\. (.+)")
_OBJECTED = re.compile(r"“([^”]{1,2000})”: .*\((\w+)\)")
_NUMBER = re.compile(r"\((\d{1,4})\) ")
_KEY = re.compile(rf"\[({KEY})\]")
_NAMED_KEY = re.compile(rf"\b{KEY}\b")


def changes(prompt: Prompt, sample: int) -> Answer:
    """Γ-revise: for each objection the sentence of a shown snippet that is nearest to it, or nothing where none is
    near."""
    lines = prompt.blocks.get("objections", "").split("\n")
    standing = " ".join(_KEY.sub("", prompt.blocks.get("section", "")).split())
    rows = []
    for line in lines:
        if found := _OBJECTION.fullmatch(line):
            text = _instead(found[2], prompt, standing)
            rows.append({"objection": int(found[1]), "text": text})
            standing += " " + " ".join(_KEY.sub("", text).replace(" .", ".").split())
    return {"changes": rows}


def review(prompt: Prompt, sample: int) -> Answer:
    """π: an issue only where a sentence shares under a third of its content words with the snippets that it cites."""
    texts = {one.key: stems_of(one.text) for one in prompt.snippets}
    issues = []
    for number, sentence, keys in _numbered(prompt.blocks.get("section", "")):
        words = stems_of(sentence)
        shown = [key for key in keys if key in texts]
        known = frozenset[str]().union(*(texts[key] for key in shown))
        if words and shown and len(words & known) < SUPPORT * len(words):
            missing = ", ".join(sorted(words - known)[:5])
            problem = f"The cited snippet does not state this; it says nothing of: {missing}."
            issues.append({"sentence": number, "problem": problem, "request": "rewrite", "keys": shown})
    return {"verdict": "needs revision" if issues else "approved", "issues": issues}


def edited(prompt: Prompt, sample: int) -> Answer:
    """The editor: a lead of the first sentence of each section, one that begins with the topic in front; repeats word
    for word.

    What an earlier answer was blamed for is not said again.
    """
    blamed = "\n".join(prompt.later)
    room = prompt.number(r"at most (\d+) words", 150)
    first_of_section: list[str] = []
    defining: list[str] = []
    places: dict[str, int] = {}
    repeats = []
    is_open = False
    for line in prompt.blocks.get("article", "").split("\n"):
        if line.startswith("# "):
            is_open = True
        if not (found := _NUMBER.match(line)):
            continue
        text = line[found.end() :]
        sentence = " ".join(_KEY.sub("", text).split())
        number = int(found[1])
        if (first := places.setdefault(sentence.lower(), number)) != number:
            repeats.append({"keep": first, "drop": number})
        if is_dependent(sentence) or not _KEY.search(text) or sentence in blamed:
            continue
        if is_open:
            first_of_section.append(text)
            is_open = False
        if prompt.topic and re.match(rf"(?:(?:The|An?) )?{re.escape(prompt.topic)}", sentence, re.IGNORECASE):
            defining.append(text)
    lead: list[str] = []
    for text in dict.fromkeys((*defining[:1], *first_of_section)):
        if not lead or len(" ".join((*lead, text)).split()) <= room:
            lead.append(text)
    return {"lead": " ".join(lead), "repeats": repeats, "terms": []}


def _instead(objection: str, prompt: Prompt, standing: str) -> str:
    """A sentence of a shown snippet that does not stand in the section yet."""
    found = _OBJECTED.match(objection)
    wanted = stems_of(found[1] if found else objection)
    if found and found[2] == "remove":
        return ""
    named = set() if found else set(_NAMED_KEY.findall(objection))
    best, score = "", SUPPORT if not named else 0.0
    for snippet in prompt.snippets:
        if named and snippet.key not in named:
            continue
        for sentence in snippet.sentences:
            words = stems_of(sentence)
            likeness = len(words & wanted) / max(min(len(words), len(wanted)), 1)
            if sentence not in standing and (likeness > score or (not best and named)):
                best, score = cited(sentence, [snippet.key]), likeness
    return best


def _numbered(section: str) -> list[tuple[int, str, list[str]]]:
    """The numbered sentences of a section with their keys: "(1) A sentence. [s1a2b3c] (2) The next. [s4d5e6f]"."""
    rows: list[tuple[int, str, list[str]]] = []
    for line in section.split("\n"):
        pieces = _NUMBER.split(line)
        for number, text in zip(pieces[1::2], pieces[2::2], strict=True):
            sentence, *rest = _KEY.split(text)
            keys = rest[:1]
            for between, key in zip(rest[1::2], rest[2::2], strict=False):
                if between.strip():
                    break
                keys.append(key)
            rows.append((int(number), sentence.strip(), keys))
    return rows
