"""A writer's Markdown becomes drafts: one for each section of the unit, each sentence a claim with the keys it was
given.

Whatever the text is, the answer is drafts with shown keys only; what had to be mended is noted, never dropped in
silence. The parts: ``draft_markup`` (HTML, bold, links), ``draft_blocks`` (lines), ``draft_headings`` (the outline),
``draft_keys``, ``draft_claims``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from castalia.memory.identity import WRITTEN_KEY
from castalia.memory.records import Claim, Draft, Section
from castalia.tools.drafting.draft_blocks import REFERENCES, Block, BlockKind, read_blocks
from castalia.tools.drafting.draft_claims import BlockClaims, claims_of
from castalia.tools.drafting.draft_headings import Placed, Unit, heading_key, heading_words, place_headings, units_of
from castalia.tools.drafting.draft_keys import brackets_in
from castalia.tools.drafting.draft_markup import remove_html, remove_markdown
from castalia.tools.drafting.draft_notes import Note, NoteKind, note, note_all
from castalia.tools.language.counting import count
from castalia.tools.language.sentences import split_sentences

__all__ = ["Note", "ReadDraft", "read_draft"]


@dataclass(frozen=True, slots=True)
class ReadDraft:
    """The drafts of a section and of all below it, in reading order, and what was mended."""

    drafts: tuple[Draft, ...]
    notes: tuple[Note, ...]


_LONGEST_TALK = 400  # characters of a block that may be talk about the answer
_PREAMBLE = re.compile(
    r"(?:sure|certainly|of course|absolutely|okay|ok|great|understood)\b[^a-z]{0,3}$"
    r"|(?:(?:sure|certainly|of course|absolutely|okay|ok|great|understood)[,.!:]? )?(?:here(?:'s|’s| is| are)|below (?:is|are)|i(?:'ve|’ve| have)"
    r"|the following (?:is|are)|this is|as requested)\b[^.!?]{0,160}\b(?:section|subsection|draft|version|revision|rewrite|article|page"
    r"|markdown|answer|text|content|request|requested|revised|rewritten)\b",
    re.IGNORECASE,
)
_KEY = re.compile(rf"[\[(【（{{][@^ ]?{WRITTEN_KEY}(?!\w)")
_POSTAMBLE = re.compile(
    r"(?:please )?let me know\b|(?:i )?hope (?:this|that|it)\b|(?:please )?feel free\b|if you(?:'d| would| need| want|’d)\b|would you like\b"
    r"|\(?word count\b|\(?note: (?:this|the) (?:section|text|draft|answer)\b|(?:i|we) (?:have|can|could|will)\b[^.!?]{0,120}\b(?:section|draft|keys?"
    r"|citations?|outline|headings?)\b|end of (?:the )?section\b",
    re.IGNORECASE,
)
_INLINE_REFERENCES = re.compile(
    r"(?:references|bibliography|works cited|sources|citations)\s{0,3}:[\s,;.]*$", re.IGNORECASE
)


def read_draft(
    text: str, section: Section, fenced_shown: Mapping[str, str], texts: Mapping[str, str], revision: int
) -> ReadDraft:
    """Read what the writer answered for a section with its subsections.

    ``fenced_shown`` maps the citation keys that the writer was shown to snippet ids, ``texts`` snippet ids to texts.
    There is one draft for the section and one for each below it, empty or not. Every citation of the answer is a shown
    key. Linear in the length of the text.
    """
    units = units_of(section)
    unhtml = remove_html(text)
    read = read_blocks(unhtml.text, [unit.section.heading for unit in units])
    brackets = frozenset().union(*(brackets_in(texts[one]) for one in {*fenced_shown.values()} if one in texts))
    blocks, dropped = _drop_references(read.blocks, units)
    blocks, talk = _drop_talk(blocks)
    headings = [(remove_markdown(one.text).text, one.level) for one in blocks if one.kind == "heading"]
    placed = place_headings(headings, units)
    last = read.blocks[-1] if read.blocks else None
    paragraphs: list[list[list[Claim]]] = [[] for _ in units]
    reads: list[BlockClaims] = []
    for unit, block, before in _under_headings(blocks, placed):
        is_last = block is last and not (block.kind == "item" and before is not None and _is_open(before))
        found = claims_of(block, fenced_shown, brackets, is_last=is_last)
        reads.append(found)
        if found.claims:
            if not _goes_on(before, block) or not paragraphs[unit]:
                paragraphs[unit].append([])
            paragraphs[unit][-1].extend(found.claims)
    drafts = tuple(
        Draft(one.section.id, tuple(map(tuple, those)), revision) for one, those in zip(units, paragraphs, strict=True)
    )
    notes = (
        *_heading_notes(headings, placed, units, has_text=bool(reads)),
        *note_all("preamble", talk),
        *note_all("references", dropped),
        *([note("code fence", "marks of a code fence were taken out")] if read.is_fenced else []),
        *note_all("hidden", (one for one in unhtml.removed if one == "hidden characters")),
        *note_all("html", (f"<{one}>" for one in unhtml.removed if one != "hidden characters")),
        *_claim_notes(reads, blocks),
    )
    return ReadDraft(drafts, notes)


def _under_headings(blocks: Iterable[Block], placed: Iterable[Placed]) -> Iterator[tuple[int, Block, Block | None]]:
    """The blocks that are no headings, each with the number of its unit and the one before it under its heading."""
    places, unit = iter(placed), 0
    before: Block | None = None
    for block in blocks:
        if block.kind == "heading":
            unit, before = next(places).unit, None
        else:
            yield unit, block, before
            before = block


def _drop_references(blocks: Sequence[Block], units: Sequence[Unit]) -> tuple[list[Block], list[str]]:
    """The blocks without sections of references: from their heading to the next one that the outline has."""
    known = {heading_key(unit.section.heading) for unit in units}
    kept: list[Block] = []
    dropped: list[str] = []
    is_dropping = False
    for block in blocks:
        if block.kind == "heading":
            words = heading_words(remove_markdown(block.text).text)
            is_known = heading_key(words) in known or heading_key(block.text) in known
            if is_dropping or words.casefold() in REFERENCES:
                is_dropping = not is_known
                dropped += [words] if is_dropping else []
        if not is_dropping:
            kept.append(block)
    return kept, dropped


def _drop_talk(blocks: Sequence[Block]) -> tuple[list[Block], list[str]]:
    """The blocks without what speaks of the answer itself, before it or behind it."""
    kept = list(blocks)
    dropped: list[str] = []
    while kept and kept[0].kind == "prose" and (rest := _without_preamble(kept[0].text)) != kept[0].text:
        dropped.append(kept[0].text[: len(kept[0].text) - len(rest)])
        kept[:1] = [Block("prose", rest)] if rest else []
    while kept and kept[-1].kind == "prose" and _is_postamble(kept[-1].text):
        dropped.append(kept.pop().text)
    return kept, dropped


def _without_preamble(text: str) -> str:
    """The text without its first sentence, or the part of it up to a colon, where that speaks of the answer and cites
    nothing."""
    begin = text[:_LONGEST_TALK]
    if not _PREAMBLE.match(text) or ("[" in begin and ":" not in begin):
        return text
    first = next(iter(split_sentences(begin)), None)
    if first is None or "[" in first.text:
        return text
    colon = first.text.find(":")
    return text[first.end if colon < 0 else first.start + colon + 1 :].lstrip()


def _is_postamble(text: str) -> bool:
    return (
        len(text) <= _LONGEST_TALK and not _KEY.search(text) and _POSTAMBLE.match(text.lstrip("*_ ")) is not None
    ) or bool(_INLINE_REFERENCES.match(re.sub(r"\[[^\[\]]{0,200}+\]", "", text[:2000])))


def _is_open(block: Block) -> bool:
    return block.kind == "item" and not block.text.rstrip("*_ \"'”’)").endswith((".", "!", "?", "]"))


def _goes_on(before: Block | None, block: Block) -> bool:
    """Whether a block stands in the paragraph of the one before: a list or a table with what leads to it."""
    return before is not None and block.kind != "prose" and (before.kind != "prose" or before.text.endswith(":"))


def _heading_notes(
    headings: Sequence[tuple[str, int]], placed: Sequence[Placed], units: Sequence[Unit], *, has_text: bool
) -> tuple[Note, ...]:
    if not headings:
        return (note("no heading", "all text is taken for the section's own"),) if has_text else ()
    notes: list[Note] = []
    deepest = max(unit.depth for unit in units) + 1
    for (heading, level), one in zip(headings, placed, strict=True):
        unit = units[one.unit].section.heading
        if one.match == "position":
            notes.append(note("other heading", f"{heading!r} stands for {unit!r}"))
        elif one.match == "again":
            notes.append(note("repeated heading", f"{heading!r}: its text joins {unit!r}"))
        elif one.match == "none":
            kind: NoteKind = "deep heading" if level > deepest else "other heading"
            notes.append(note(kind, f"{heading!r} is not in the outline: its text joins {unit!r}"))
    found = {one.unit for one in placed}
    notes += [note("missing heading", unit.section.heading) for number, unit in enumerate(units) if number not in found]
    return tuple(dict.fromkeys(notes))


def _claim_notes(reads: Sequence[BlockClaims], blocks: Sequence[Block]) -> tuple[Note, ...]:
    return (
        *note_all("markup", (one for read in reads for one in read.marks)),
        *_read_as_sentences("table", "row", blocks),
        *_read_as_sentences("list", "item", blocks),
        *note_all("number mark", (one for read in reads for one in read.numbers)),
        *note_all("unknown key", (one for read in reads for one in read.unknown)),
        *(note("cut off", one) for read in reads for one in read.cut),
    )


def _read_as_sentences(kind: NoteKind, part: BlockKind, blocks: Iterable[Block]) -> tuple[Note, ...]:
    """A note on how many parts of tables or lists there were, if any."""
    number = sum(block.kind == part for block in blocks)
    return (note(kind, f"{count(number, part)} read as sentences"),) if number else ()
