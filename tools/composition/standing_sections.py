"""Standing sections: those of an edited page that still say enough, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from castalia.memory.records import Claim, Draft, Section, nodes_of
from castalia.tools.composition.facet_lists import is_general
from castalia.tools.composition.places import SECTION, SUBSECTION, begun_with
from castalia.tools.composition.section_topics import count_naming, is_about_topic
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.words import stem_set
from castalia.tools.objections.sentence_rules import leans
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.read_sentences import opening_stems


def standing_sections(
    outline: Sequence[Section], drafts: Mapping[str, Draft], evidence: Evidence, asked: Sequence[str]
) -> tuple[tuple[Section, ...], dict[str, Draft]]:
    """The outline without the sections of which too little is left or that tell of something else, and the drafts of
    the others.

    What names the topic in those goes, with what leans on it, to the section on a term that it begins with, or else to
    the general one, where there is one.
    """
    told = dict(drafts)
    kept = _kept(outline, told, evidence, asked)
    general = next((one for one in outline if is_general(one.facet)), None)
    fallen = [one for one in outline if one.id not in {other.id for other in kept} and one is not general]
    moved: dict[str, list[Claim]] = {}
    for run in (run for node in nodes_of(fallen) for run in _speaking(told[node.id], evidence)):
        if (home := _begun_with(run[0], kept, evidence) or general) is not None:
            moved.setdefault(home.id, []).extend(run)
    for name, claims in moved.items():
        told[name] = replace(told[name], paragraphs=(*told[name].paragraphs, tuple(claims)))
    kept = _kept(outline, told, evidence, asked)  # with the general one, if it has enough now
    return kept, {node.id: told[node.id] for node in nodes_of(kept)}


def _begun_with(claim: Claim, sections: Sequence[Section], evidence: Evidence) -> Section | None:
    """The section without a facet with whose heading, the topic's own words apart, a sentence begins: of several the
    one with the longest heading."""
    found = {one.id: stem_set(one.heading) for one in sections if not one.facet}
    headings = {name: stems for name, stems in found.items() if stems - evidence.stems}
    name = begun_with(evidence.stems.union(opening_stems(claim.sentence)), headings)
    return next((one for one in sections if one.id == name), None)


def least_of(section: Section, asked: Collection[str]) -> int:
    """The least number of sentences that make this section: what somebody asked for, or what a document tells under a
    heading of its own, needs no more than a subsection."""
    return SUBSECTION if section.id in asked or section.sources else SECTION


def _kept(
    outline: Sequence[Section], drafts: Mapping[str, Draft], evidence: Evidence, asked: Sequence[str]
) -> tuple[Section, ...]:
    left = (one for section in outline if (one := _standing(section, drafts, asked)) is not None)
    return tuple(one for one in left if one.facet or one.sources or one.id in asked or _is_about(one, drafts, evidence))


def _standing(section: Section, drafts: Mapping[str, Draft], asked: Sequence[str]) -> Section | None:
    """The section with the subsections that still say something; ``None`` where too little is left of it."""
    size = {node.id: len(claims_in(drafts[node.id])) for node in nodes_of([section])}
    whole = replace(section, sections=tuple(one for one in section.sections if size[one.id] >= SUBSECTION))
    return whole if sum(size[node.id] for node in nodes_of([whole])) >= least_of(section, asked) else None


def _is_about(section: Section, drafts: Mapping[str, Draft], evidence: Evidence) -> bool:
    told = [claim.sentence for node in nodes_of([section]) for claim in claims_in(drafts[node.id])]
    return is_about_topic(section.heading, told, evidence)


def _speaking(draft: Draft, evidence: Evidence) -> list[list[Claim]]:
    """The quoted sentences of a draft that name the topic, each with what leans on it or what it leans on."""
    runs: list[list[Claim]] = []
    for claim in claims_in(draft):
        if runs and leans(claim.sentence) and claim.citations == runs[-1][-1].citations:
            runs[-1].append(claim)
        else:
            runs.append([claim])
    return [
        run
        for run in runs
        if all(one.sentence == one.quote for one in run) and count_naming([one.sentence for one in run], evidence)
    ]
