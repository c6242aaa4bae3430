"""What a finished page leaves open, now that it has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from castalia.graphs.finished_run import FinishedRun
from castalia.graphs.pipeline.left_out import without_shown
from castalia.memory.plain import outline_of
from castalia.memory.records import Draft, Section, nodes_of
from castalia.memory.waits import run_in_thread
from castalia.tools.composition.limits import COUNTED, LITTLE, NOTHING, few_cited, is_few_cited, is_limit, undefined_in
from castalia.tools.composition.page_gaps import page_gaps
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.topic_names import name_stems
from castalia.tools.pages.page_drafts import cited_in
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.topic.evidence import run_evidence
from castalia.tools.topic.introduced_people import introduces
from castalia.tools.topic.name_definitions import definition_score, plain_opening

OF_FACETS = (LITTLE, NOTHING)  # how the limits begin that tell what the page has no section on


async def left_open(
    run: FinishedRun, lead: Draft, outline: Sequence[Section], drafts: Mapping[str, Draft]
) -> list[str]:
    """The gaps of the page as it is now. The limits that rules told of it are looked for again; what a model or a
    person's outline left open stays, but for headings that now stand."""
    record, planned = run.page.record, outline_of(run.state["outline"])
    before = without_shown(record["gaps"], planned, {one.id for one in nodes_of(outline)})
    is_ruled = record["engines"].get("editor") == "extractive" and run.settings.editor
    of_facets = [one for one in before if one.startswith(OF_FACETS)]
    if not (is_ruled or of_facets):
        return kept_open(record, before, lead, drafts)
    facets = {one.id: one.facet for one in nodes_of(planned)}
    evidence = await run_evidence(run.memory, run.state)
    limits = await run_in_thread(page_gaps, lead, _with_facets(outline, facets), drafts, evidence)
    if is_ruled:
        return [*limits, *(one for one in before if not is_limit(one, evidence.topic))]
    others = [one for one in before if one not in of_facets]
    return [*(one for one in limits if one.startswith(OF_FACETS)), *kept_open(record, others, lead, drafts)]


def kept_open(record: PageRecord, before: Sequence[str], lead: Draft, drafts: Mapping[str, Draft]) -> list[str]:
    """The gaps of ``before`` that stay, where the rules do not look for gaps again. What goes: what was said of the
    sources that were cited then (that they are few is said anew, where it was and still holds); that the topic is not
    defined, where the lead now opens with a definition; and, on a page without sections whose lead says something new,
    all else, which told of the snippets before."""
    told = {claim["sentence"] for claim in record["claims"]}
    stay = [one for one in before if not (is_few_cited(one) or one.startswith(COUNTED))]
    if not record["sections"] and any(claim.sentence not in told for claim in claims_in(lead)):
        stay = [one for one in stay if undefined_in(one)]
    if any(is_few_cited(one) for one in before):
        stay = [*few_cited(len(cited_in(lead, *drafts.values()))), *stay]
    first = next(iter(claims_in(lead)), None)
    if first is None:
        return stay
    return [one for one in stay if not (name := undefined_in(one)) or not _defines(first.sentence, name)]


def _defines(sentence: str, name: str) -> bool:
    return definition_score(sentence, name) > 0 or introduces(plain_opening(sentence), (name_stems(name),))


def _with_facets(outline: Sequence[Section], facets: Mapping[str, str]) -> tuple[Section, ...]:
    """The sections of a page, which does not know their facets."""
    return tuple(
        replace(one, facet=facets.get(one.id, one.facet), sections=_with_facets(one.sections, facets))
        for one in outline
    )
