"""Subsections of a long section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from castalia.memory.records import Section
from castalia.tools.composition.fit import FIT, label_fit
from castalia.tools.composition.labels import Label
from castalia.tools.composition.picked_labels import alike, label_section
from castalia.tools.composition.section_supply import enough
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.spelled_names import in_full

DIVIDE = 12  # sentences of a section that is long enough for subsections
PART = 5  # sentences of the section for each subsection
PARTS = 3  # subsections, at most


def divide(section: Section, labels: Sequence[Label], singles: Sequence[Passage], evidence: Evidence) -> Section:
    """Subsections for a long section: its best labels from different communities of the graph, two at least."""
    if len(singles) < DIVIDE:
        return section
    community = _communities(evidence)
    heading = in_full(stem_set(section.heading), evidence.acronyms) | evidence.stems
    picked: list[Label] = []
    homes: set[int] = set()
    for label in labels:
        own = in_full(label.stems, evidence.acronyms) - heading
        home = community.get(label.term, -len(picked) - 2)
        if not own or home in homes:
            continue
        if any(alike(own, in_full(other.stems, evidence.acronyms) - evidence.stems) for other in picked):
            continue
        if not enough([one for one in singles if label_fit(one, label.term, (), evidence.stems) >= FIT]):
            continue
        picked.append(label)
        homes.add(home)
        if len(picked) == min(PARTS, len(singles) // PART):
            break
    if len(picked) < 2:
        return section
    children = tuple(label_section(one, evidence, section.id, 2) for one in picked)
    return replace(section, sections=children)


def _communities(evidence: Evidence) -> Mapping[str, int]:
    """Term to the number of the community that its node belongs to."""
    found: dict[str, int] = {}
    for number, nodes in enumerate(evidence.graph.communities()):
        for node in nodes:
            found.setdefault(" ".join(content_stems(evidence.graph.label(node))), number)
    return found
