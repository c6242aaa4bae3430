"""Claims out of a block of a writer's answer: its sentences, each with the keys that belong to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import NamedTuple

from castalia.memory.records import Citation, Claim
from castalia.tools.drafting.draft_blocks import Block
from castalia.tools.drafting.draft_keys import Run, Unkeyed, take_keys
from castalia.tools.drafting.draft_markup import remove_markdown
from castalia.tools.language.sentences import split_sentences


class BlockClaims(NamedTuple):
    """The claims of a block, and what was mended: names of marks, unknown keys, number marks, the sentence that was cut
    off."""

    claims: tuple[Claim, ...]
    marks: tuple[str, ...]
    unknown: tuple[str, ...]
    numbers: tuple[str, ...]
    cut: tuple[str, ...]


_STOPS = (".", "!", "?", "…", "。", "！", "？")
_ENDS = (*_STOPS, ":")
_CLOSERS = "\"'”’)]»*_"
_LIST_TAILS = (";", ",", "; and", ", and", "; or", ", or")


def claims_of(block: Block, shown: Mapping[str, str], brackets: Collection[str], *, is_last: bool) -> BlockClaims:
    """The claims of a paragraph, an item or a row.

    ``is_last`` is true where the answer ends with this block: then a sentence without a stop and without a key behind
    it was cut off, and is left out. Elsewhere a missing stop is added. Linear in the length of the block.
    """
    plain = remove_markdown(block.text)
    found = take_keys(plain.text, shown, brackets)
    spans = [(0, len(found.text))] if block.kind == "row" else _spans(found)
    keyed = _assign(spans, found)
    cut: list[str] = []
    claims: list[Claim] = []
    for place, (start, end) in enumerate(spans):
        sentence, keys = found.text[start:end].strip(), keyed[place]
        at_end = place == len(spans) - 1
        if block.is_cut or (at_end and is_last and block.kind != "row" and _breaks_off(sentence, found)):
            cut.append(sentence)
            continue
        if not any(char.isalnum() for char in sentence):
            if claims and keys:  # keys behind a stray mark belong to the sentence before it
                keys = tuple(dict.fromkeys([*(one.key for one in claims[-1].citations), *keys]))
                claims[-1] = Claim(claims[-1].sentence, _cite(keys, shown))
            continue
        claims.append(Claim(_close(sentence, is_item=block.kind != "prose"), _cite(keys, shown)))
    if found.is_broken:
        cut.append("a citation key")
    return BlockClaims(tuple(claims), plain.removed, found.unknown, found.numbers, tuple(cut))


def _spans(found: Unkeyed) -> list[tuple[int, int]]:
    """The sentences, as half-open spans: those of the rules, and an end wherever keys stand at a stop."""
    borders = [0, *(run.place for run in found.runs if run.ends and not found.leads), len(found.text)]
    spans: list[tuple[int, int]] = []
    for start, end in pairwise(borders):
        # The stop behind the keys ends the sentence before.
        while start < end and found.text[start] in ".!?…" and spans:
            spans[-1] = (spans[-1][0], start + 1)
            start += 1
        spans += [(start + one.start, start + one.end) for one in split_sentences(found.text[start:end])]
    return spans


def _assign(spans: list[tuple[int, int]], found: Unkeyed) -> list[tuple[str, ...]]:
    """The keys of each sentence: those inside it and those behind it (before it, where the writer leads with keys)."""
    keyed: list[dict[str, None]] = [{} for _ in spans]
    place = 0
    for run in found.runs:
        while place + 1 < len(spans) and _belongs_later(run, spans[place + 1][0], spans[place][1], found.leads):
            place += 1
        if spans:
            keyed[place].update(dict.fromkeys(run.keys))
    return [tuple(one) for one in keyed]


def _belongs_later(run: Run, following: int, end: int, leads: bool) -> bool:
    return run.place >= end if leads and run.place else run.place > following


def _breaks_off(sentence: str, found: Unkeyed) -> bool:
    if found.runs and found.runs[-1].place >= len(found.text.rstrip()):
        return False
    bare = sentence.rstrip(_CLOSERS)
    return not bare.endswith(_STOPS) if bare else False


def _close(sentence: str, *, is_item: bool) -> str:
    """The sentence with a stop: items and rows often have none, or a semicolon."""
    if is_item:
        tail = next((one for one in reversed(_LIST_TAILS) if sentence.endswith(one)), "")
        sentence = sentence.removesuffix(tail).rstrip()
    return sentence if sentence.rstrip(_CLOSERS).endswith(_ENDS) else sentence + "."


def _cite(keys: Collection[str], shown: Mapping[str, str]) -> tuple[Citation, ...]:
    return tuple(Citation(key, shown[key]) for key in keys)
