"""Drafts as values: taking sentences out of them without leaving another one hanging."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from castalia.memory.records import Claim, Draft, Section, nodes_of
from castalia.tools.objections.announcements import breaks_off
from castalia.tools.objections.dependence import is_dependent
from castalia.tools.objections.endings import is_under_way
from castalia.tools.objections.sentence_rules import follows_on, says_little

SHORTEST = 150  # words: what is bounded may always have as many


def claims_in(draft: Draft) -> tuple[Claim, ...]:
    """All claims of a draft, in reading order."""
    return tuple(claim for paragraph in draft.paragraphs for claim in paragraph)


def words_in(claims: Iterable[Claim]) -> int:
    """How many words these claims have."""
    return sum(len(one.sentence.split()) for one in claims)


def sentences_in(drafts: Iterable[Draft]) -> frozenset[str]:
    """The sentences of these drafts."""
    return frozenset(claim.sentence for draft in drafts for claim in claims_in(draft))


def claim_identity(claim: Claim) -> str:
    """What a review of a claim holds for: the sentence with the keys it cites. Another key is another claim."""
    return " ".join([*claim.sentence.split(), *sorted(f"[{one.key}]" for one in claim.citations)])


def claim_text(claim: Claim) -> str:
    """The claim as a writer would write it: the sentence, then its keys in brackets."""
    return claim.sentence + "".join(f" [{one.key}]" for one in claim.citations)


def section_text(section: Section, drafts: Sequence[Draft], numbers: Mapping[str, int] | None = None) -> str:
    """A section with its subsections as a writer would write it. The claims in ``numbers`` (by their identity) have
    their number in front."""
    texts, known = {one.section: one.paragraphs for one in drafts}, numbers or {}

    def told(claim: Claim) -> str:
        number = known.get(claim_identity(claim))
        return f"({number}) {claim_text(claim)}" if number else claim_text(claim)

    blocks = []
    for node in (section, *section.sections):
        blocks.append(f"{'#' * node.level} {node.heading}")
        blocks += [" ".join(map(told, paragraph)) for paragraph in texts.get(node.id, ())]
    return "\n\n".join(blocks)


def map_claims(draft: Draft, change: Callable[[Claim], Claim]) -> Draft:
    """The draft with each claim as ``change`` makes it."""
    return replace(draft, paragraphs=tuple(tuple(map(change, paragraph)) for paragraph in draft.paragraphs))


def judged(draft: Draft, approved: Collection[str], objected: Collection[str]) -> Draft:
    """The draft with the verdicts of its review: ``approved`` are identities of claims, ``objected`` are sentences."""

    def verdict(claim: Claim) -> Claim:
        if claim.sentence in objected:
            return replace(claim, verdict="unsupported")
        return replace(claim, verdict="supported") if claim_identity(claim) in approved else claim

    return map_claims(draft, verdict)


def keep_claims(draft: Draft, wanted: Callable[[Claim], bool]) -> Draft:
    """The draft with only the claims that are wanted; a sentence that leaned on one that went goes with it, and so does
    one that announces one that went, or says little, if nothing of its snippet is left beside it.

    ``wanted`` is asked in reading order, once a claim at most: not of one that goes with another.
    """
    paragraphs = []
    for paragraph in draft.paragraphs:
        kept: list[Claim] = []
        hole = False
        for claim in paragraph:
            hole = (hole and _leans(claim)) or not wanted(claim)
            if not hole:
                kept.append(claim)
        if len(kept) < len(paragraph):
            kept = [claim for claim in kept if not _announces_in_vain(claim, paragraph, kept)]
            kept = [claim for claim in kept if not _is_left_alone(claim, kept)]
        if kept:
            paragraphs.append(tuple(kept))
    return replace(draft, paragraphs=tuple(paragraphs))


def _announces_in_vain(claim: Claim, before: Sequence[Claim], kept: Sequence[Claim]) -> bool:
    """Whether a sentence, where it is quoted, only announces the one that stood behind it in its snippet, or tells of
    an experiment and not yet of its result, and that one is not kept."""
    if claim.sentence != claim.quote or not (breaks_off(claim.sentence) or is_under_way(claim.sentence)):
        return False
    following = next(iter(before[before.index(claim) + 1 :]), None)
    return following is not None and following.citations == claim.citations and following not in kept


def _is_left_alone(claim: Claim, kept: Sequence[Claim]) -> bool:
    """Whether a sentence, where it is quoted, says too little by itself and no other of its snippet is among these."""
    if claim.sentence != claim.quote or not says_little(claim.sentence):
        return False
    return not any(one is not claim and one.citations == claim.citations for one in kept)


def _leans(claim: Claim) -> bool:
    """Whether a sentence leans on the one before it; a link of a list only where it is quoted: whoever writes "Finally,
    …" in words of her own says enough with it."""
    return follows_on(claim.sentence) if claim.sentence == claim.quote else is_dependent(claim.sentence)


def without_sources(draft: Draft, gone: Collection[str]) -> Draft:
    """The draft without the claims that cite one of these snippets, and what leaned on them."""
    return keep_claims(draft, lambda claim: not any(one.snippet_id in gone for one in claim.citations))


def with_sentences(drafts: Sequence[Draft], before: Sequence[Draft], wanted: Collection[str]) -> list[Draft]:
    """The drafts, each with a last paragraph of the ``wanted`` sentences that it had ``before``, where none of the
    drafts has them now."""
    there = sentences_in(drafts)
    lost = {
        one.section: tuple(
            claim for claim in claims_in(one) if claim.sentence in wanted and claim.sentence not in there
        )
        for one in before
    }
    return [
        replace(one, paragraphs=(*one.paragraphs, lost[one.section])) if lost.get(one.section) else one
        for one in drafts
    ]


def standing(outline: Sequence[Section], drafts: Mapping[str, Draft]) -> tuple[tuple[Section, ...], dict[str, Draft]]:
    """The outline without headings that have nothing under them, and the drafts of what is left."""
    told = {node.id: drafts.get(node.id, Draft(node.id, ())) for node in nodes_of(outline)}
    kept = []
    for section in outline:
        inner = tuple(one for one in section.sections if claims_in(told[one.id]))
        if inner or claims_in(told[section.id]):
            kept.append(replace(section, sections=inner))
    return tuple(kept), {node.id: told[node.id] for node in nodes_of(kept)}


def bounded(drafts: Sequence[Draft], words: int) -> tuple[tuple[Draft, ...], int]:
    """The drafts cut to twice ``words`` in all, or to ``SHORTEST`` if that is more, without repeats, word for word, and
    without sentences that leaned on one that went; and how many sentences went."""
    told: set[str] = set()
    left = max(SHORTEST, 2 * words)

    def fits(claim: Claim) -> bool:
        nonlocal left
        sentence = " ".join(claim.sentence.lower().split())
        length = len(sentence.split())
        if sentence in told or length > left:
            return False
        told.add(sentence)
        left -= length
        return True

    kept = tuple(keep_claims(one, fits) for one in drafts)
    return kept, sum(len(claims_in(one)) for one in drafts) - sum(len(claims_in(one)) for one in kept)
