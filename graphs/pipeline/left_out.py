"""Headings of the outline that did not get onto the page. Each is noted in the run's record. Where a model, an agent of
somebody's own, or a person chose the outline, they are told among the page's gaps, too.

Not told here are headings that a person added or changed (an unmet wish, in ``decided``), units that failed (a
failure), and units that the page has no words left for (a notice, in ``no_room``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from castalia.agents.crew import Crew
from castalia.agents.roles import by_rules
from castalia.graphs.pipeline.bound import Bound
from castalia.graphs.pipeline.decided import headings_asked
from castalia.graphs.pipeline.found_sentences import told_count
from castalia.graphs.pipeline.no_room import without_room
from castalia.graphs.pipeline.noted import decisions, details
from castalia.graphs.pipeline.state import ApolloState, failed_units
from castalia.memory.event_kinds import STOOD_IN
from castalia.memory.ledgers import Run
from castalia.memory.plain import draft_of, outline_of
from castalia.memory.records import Section, nodes_of
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.pages.page_json import walk_sections

LITTLE_FOR_ITS_OUTLINE = (
    "Too little for a section was found, or left by other sections, for what its outline asked for: "
)
_NAMED = re.compile(r"(“.*?”)(?: \([^()]*\))?(?=, “|\.$)")  # a heading in it, with what was found for it


def gaps_of_outline(state: ApolloState, bound: Bound, shown: Collection[str], found: Mapping[str, int]) -> list[str]:
    """What a reader should know of the headings that are not among those ``shown`` (ids): nothing where the rules
    proposed them, which propose more than can stand; one gap where a model, an agent of somebody's own, or a person
    chose the outline, with how many sentences were ``found`` for each, where that is known."""
    run = bound.memory.run(state["run_id"])
    recorder = run.step("left_out")
    failed = failed_units(state)
    told = {*headings_asked(run), *failed, *without_room(run.events())}
    missing = [
        (node, above) for node, above in _missing(outline_of(state["outline"]), shown, failed) if node.id not in told
    ]
    drafts: Mapping[str, Any] = state.get("drafts", {})
    for node, _ in missing:
        inner = [drafts[one.id] for one in nodes_of([node]) if one.id in drafts]
        sentences = sum(len(claims_in(draft_of(one))) for one in inner)
        recorder.event("heading_left_out", section=node.id, heading=node.heading, sentences=sentences)
    if not missing or not _is_chosen(run, bound.crew):
        return []
    names = ", ".join(_named(node, above, found) for node, above in missing)
    return [f"{LITTLE_FOR_ITS_OUTLINE}{names}."]


def without_shown(gaps: Sequence[str], outline: Sequence[Section], shown: Collection[str]) -> list[str]:
    """These gaps of a page, of which the one on its ``outline`` tells no heading any more that is among those ``shown``
    (ids) by now."""
    named = [(_name(top, ""), top.id) for top in outline]
    named += [(_name(one, top.heading), one.id) for top in outline for one in top.sections]
    gone = {name for name, identity in named if identity in shown}
    gone -= {name for name, identity in named if identity not in shown}  # two headings may be the same
    found = []
    for gap in gaps:
        if not gap.startswith(LITTLE_FOR_ITS_OUTLINE):
            found.append(gap)
        elif left := [one.group() for one in _NAMED.finditer(gap) if one[1] not in gone]:
            found.append(f"{LITTLE_FOR_ITS_OUTLINE}{', '.join(left)}.")
    return found


def written_in_vain(state: ApolloState, page: Mapping[str, Any]) -> list[str]:
    """The headings that were written and are not on the page, for they lost too much when it was put together."""
    shown = {section["id"] for section, _ in walk_sections(page["sections"])}
    failed = failed_units(state)
    gone = {one["section"] for one in state["plan"]} - shown - failed
    return [node.heading for node in nodes_of(outline_of(state["outline"])) if node.id in gone]


def _named(node: Section, above: str, found: Mapping[str, int]) -> str:
    name, number = _name(node, above), told_count(found, node.id)
    return f"{name} ({number})" if number else name


def _name(node: Section, above: str) -> str:
    return f"“{above}: {node.heading}”" if above else f"“{node.heading}”"


def _missing(outline: Sequence[Section], shown: Collection[str], failed: Collection[str]) -> list[tuple[Section, str]]:
    """The headings that are not shown. A subsection of a section that is shown comes with the heading of that section;
    of a section that is not shown at all, only its own heading comes."""
    found = []
    for section in outline:
        if section.id in failed:
            continue
        if not any(node.id in shown for node in nodes_of([section])):
            found.append((section, ""))
        else:
            found += [(one, section.heading) for one in section.sections if one.id not in shown]
    return found


def _is_chosen(run: Run, crew: Crew) -> bool:
    """Whether the outline is not that of the rules as they proposed it."""
    events = run.events()
    if decisions(events).get("outline", {}).get("edited"):
        return True
    stood_in = {one["role"] for one in details(events, STOOD_IN)}
    return not (by_rules(crew.outliner) or "outliner" in stood_in)
