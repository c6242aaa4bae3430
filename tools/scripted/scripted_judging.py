"""What the scripted model answers where it judges: on claims the verdicts of the rules, where it grades or compares
counts of what it is shown. A stand-in for an opinion, not one."""

from __future__ import annotations

import re
from typing import Any

from castalia.tools.claims.entailment import entails
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems
from castalia.tools.scripted.scripted_prompt import Prompt

_CLAIM = re.compile(r"(\d{1,3})\. (.+)")
_MARK = re.compile(r"\[\d{1,4}\]")
_SOURCES = "\n\nSources:\n"


def verdicts_on_claims(prompt: Prompt, sample: int) -> dict[str, Any]:
    """A row for each numbered claim."""
    passage = "\n".join(one.text for one in prompt.snippets)
    rows = []
    for line in prompt.blocks.get("claims", "").split("\n"):
        if found := _CLAIM.fullmatch(line):
            verdict = entails(found[2], passage, prompt.topic)
            rows.append({"claim": int(found[1]), "reason": verdict.why, "answer": verdict.answer})
    return {"verdicts": rows}


def grade(prompt: Prompt, sample: int) -> dict[str, Any]:
    """A grade by counting, with the first line as the quote; the same text and criterion always get the same one."""
    part = "outline" if "outline" in prompt.blocks else "article"
    text = prompt.blocks.get(part, "")
    told, points = _points(text, prompt.line("Criterion"))
    first = next((line for line in text.split("\n") if len(line.split()) > 1 and not line.startswith("#")), "")
    quote = " ".join((first or text).split()[:8])
    return {"quote": _MARK.split(quote)[0] or quote, "reason": told, "score": points}


def choice(prompt: Prompt, sample: int) -> dict[str, Any]:
    """The text with more points, whichever is shown first; a tie where they have as many."""
    criterion = prompt.line("Criterion")
    one, other = (_points(prompt.blocks.get(name, ""), criterion) for name in ("first", "second"))
    winner = "tie" if one[1] == other[1] else "first" if one[1] > other[1] else "second"
    return {"reason": f"first: {one[0]}; second: {other[0]}", "winner": winner}


def _points(text: str, criterion: str) -> tuple[str, int]:
    """What was counted, in words, and 1 to 5 points for it."""
    body = text.split(_SOURCES)[0]
    headings = [line for line in body.split("\n") if line.startswith("#")]
    sentences = split_sentences("\n".join(line for line in body.split("\n") if not line.startswith("#")))
    if not sentences or criterion in ("organization", "coverage"):
        levels = {len(line) - len(line.lstrip("#")) for line in headings}
        return f"{len(headings)} headings at {len(levels)} levels", _on_scale(len(headings) + 2 * len(levels), 4)
    if criterion == "verifiability":
        cited = len(_MARK.findall(body))
        return f"{cited} citations for {len(sentences)} sentences", _on_scale(4 * cited, len(sentences))
    stems = set(content_stems(body))
    return f"{len(stems)} different content words", _on_scale(len(stems), 40)


def _on_scale(amount: int, step: int) -> int:
    return min(5, 1 + amount // step)
