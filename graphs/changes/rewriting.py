"""Rewriting: one section of a finished page is written again. All the rest stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.agents.crew import Crew
from castalia.agents.roles import by_rules
from castalia.graphs.changes.leads import chosen_lead, without_barred, written_lead
from castalia.graphs.changes.redoing import Work, redo, work_on
from castalia.graphs.changes.revision import (
    Revised,
    Revision,
    check_changed,
    finish,
    opened,
    revised_of,
    snippets_behind,
    thinking_for,
)
from castalia.graphs.checks import check_kinds
from castalia.graphs.decisions import LONGEST_INSTRUCTION, SourcesDecision, banned_by, banned_documents, names_of_source
from castalia.graphs.finished_run import FinishedRun, finished_in, open_finished, page_beside, revising
from castalia.graphs.page_files import page_folder
from castalia.graphs.pipeline.reading_again import read_again
from castalia.graphs.progress import Tell, telling, with_spending
from castalia.graphs.revision_record import ban_after
from castalia.graphs.runs.ends import cancelled_once
from castalia.graphs.runs.run_folder import RunFolder
from castalia.graphs.settings import Settings
from castalia.graphs.sources import Source
from castalia.memory.errors import CastaliaError, InputError, StoreError
from castalia.memory.event_kinds import REVISED
from castalia.memory.memory import Memory
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.pages.page_drafts import cited_in, drafts_of, outline_of_page
from castalia.tools.pages.page_json import LEAD, LEAD_HEADING, walk_sections
from castalia.tools.pages.page_text import headings_of

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

NO_NOTES = (
    "the extractive engine takes sentences word for word and cannot follow a note: leave it out, or give a --model"
)
UNTOUCHED = "“{}” cites none of the banned sources: nothing was changed"
UNCITED = "the pinned source {} is not cited: no sentence of it came to stand in {}"
STAYS = "“{}” stays as it was"
LONGEST_NOTE = LONGEST_INSTRUCTION - 120  # characters: it stands in the prompt with what it is about


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks of a section (its id), or of the lead: a ``note`` to the writer, sources to ``ban`` and to
    ``pin``. In a ``dry_run`` the page stays as it is."""

    target: str
    note: str
    ban: Sequence[str]
    pin: Sequence[str]
    dry_run: bool


@cancelled_once
async def rewrite(
    folder: str | Path,
    section: str | int,
    *,
    note: str = "",
    ban: Sequence[str] = (),
    pin: Sequence[str] = (),
    model: Any = None,
    crew: Callable[[Memory], Crew] | None = None,
    store: str | Path | None = None,
    memory: Memory | None = None,
    embeddings: str | Embeddings | None = None,
    changed: Callable[[Settings], Settings] = lambda one: one,
    dry_run: bool = False,
    progress: Tell | None = None,
) -> Revised:
    """Write one section of the page in this folder again; all other sentences and their sources stay, but for those of
    the lead that cite what was banned.

    - ``section`` is an id, a heading, a number ("2", and "2.1" for its first subsection), or "lead".
    - ``note`` tells the writer what to change in the text that is there; without one it is written anew.
    - ``ban`` names snippets (ids), documents or urls that the section shall not cite, ``pin`` those to use first. A
      section of which nothing is left by that leaves the page.
    - ``model`` is, where it is not given, what the page was made with. Models are asked under a number of their own, so
      that they may answer something else. ``crew`` builds the agents itself, as for ``generate``.
    - ``store`` is, where it is not given, that of the run. A run that read an open ``memory`` is given it again.
    - ``changed`` makes other settings of those of the run.
    - ``dry_run`` leaves the page as it is: a ``model`` is asked all the same, and its calls are noted as any.

    Raises ``InputError`` for what the caller can mend, ``CastaliaError`` where the section cannot be written; the page
    is as it was then.
    """
    _check_texts(note, ban, pin)
    check_kinds(memory=memory, model=model, crew=crew, progress=progress)
    check_changed(changed)
    note = " ".join(note.split())
    if len(note) > LONGEST_NOTE:
        raise InputError(f"the note has {len(note):,} characters: {LONGEST_NOTE} are the most")
    place = RunFolder(page_folder(folder))
    async with revising(place) as stack:
        there = finished_in(place)
        pending = there.pending
        record = page_beside(place).record if pending is None else pending.page
        thinking = thinking_for(model, there)
        asked = {
            "how": "rewrite",
            "named": " ".join(str(section).split()),
            "note": note,
            "ban": sorted(ban),
            "pin": list(pin),
            "thinking": thinking.asked(),
        }
        # what a killed command was asked for stands under the name that the section had then, and may be gone since
        due = pending.asked if pending is not None else {}
        is_again = asked == {name: value for name, value in due.items() if name != "section"}
        target = str(due["section"]) if is_again else find_section(record, section)
        asked["section"] = target
        read = await opened(Source(store=store, memory=memory, embeddings=embeddings), there)
        if memory is None:
            stack.push_async_callback(read.memory.close)
        opening = open_finished(there, read, thinking, asked, model_sample=True, crew=crew, changes=changed)
        run = await stack.enter_async_context(opening)
        if pending is not None and pending.asked == asked:
            return revised_of(run.page, pending.told)
        tell = await stack.enter_async_context(with_spending(telling(progress), run.account))
        change = _rewrite_lead if target == LEAD else _rewrite
        events = run.ledger.events()
        return await change(Revision(run, asked, tell, events), Request(target, note, ban, pin, dry_run))


def find_section(record: Mapping[str, Any], wanted: str | int) -> str:
    """The id of a section, by its id, its heading (whatever its capitals), or its number; ``"lead"`` for the lead,
    where no section is called that. ``InputError`` lists what there is."""
    name = " ".join(str(wanted).split())
    nodes: dict[str, tuple[str, str]] = {}
    for at, top in enumerate(record["sections"], start=1):
        nodes[top["id"]] = (str(at), top["heading"])
        for inner_at, (inner, _) in enumerate(walk_sections(top["sections"]), start=1):
            nodes[inner["id"]] = (f"{at}.{inner_at}", inner["heading"])
    if name in nodes:
        return name
    for found in (
        [one for one, (_, heading) in nodes.items() if heading.casefold() == name.casefold()],
        [one for one, (number, _) in nodes.items() if number == name],
    ):
        if len(found) > 1:
            raise InputError(f'{len(found)} sections have the heading "{name}": give the id, {" or ".join(found)}')
        if found:
            return found[0]
    if name.casefold() == LEAD:
        return LEAD
    listed = "; ".join(["lead", *(f"{number} {heading} ({one})" for one, (number, heading) in nodes.items())])
    raise InputError(f'there is no section "{name[:80]}" on this page: it has {listed}')


async def _rewrite(revision: Revision, request: Request) -> Revised:
    run, target, note = revision.run, request.target, request.note
    heading = headings_of(run.page.record)[target]
    if by_rules(run.crew.writer):
        if note:
            raise InputError(NO_NOTES)
        if not (request.ban or request.pin):
            same = "the extractive engine would write the same again: ban or pin a source, or give a --model; nothing was changed"
            return Revised(run.page, told=(same,))
    detail = await _detail(run, request, heading)
    planned = work_on(run, target)
    if by_rules(run.crew.writer) and not detail["pinned"] and _sources_of(run, planned).isdisjoint(detail["banned"]):
        return Revised(run.page, told=(UNTOUCHED.format(heading),))
    revision = await _read_again(revision)
    work = []
    for one in planned:
        first = tuple(dict.fromkeys((*detail["pinned"], *one.pinned)))
        evidence = tuple(dict.fromkeys((*first, *one.snippet_ids)))
        banned = tuple(ban_after(ban_then, detail) for ban_then in one.banned)
        work.append(replace(one, banned=banned, pinned=first, snippet_ids=evidence, wish=note))
    redone = await redo(run, work, revision.tell, revise=bool(note))
    failed = [one for one in redone if one.failed]
    if failed:
        raise CastaliaError(f"“{heading}” could not be rewritten, and the page stays as it was: {failed[0].failed}")
    if request.dry_run:
        return Revised(run.page, touched=(heading,), account=run.account.to_json())
    cited = cited_in(*(draft for one in redone for draft in one.drafts.values()))
    told = await _uncited(run, request.pin, detail["pinned"], cited, f"“{heading}”")
    is_pin_alone = not (note or request.ban) and by_rules(run.crew.writer)
    if is_pin_alone and cited.isdisjoint(detail["pinned"]):  # what came of it came of nothing that was asked for
        return Revised(run.page, told=(*told, STAYS.format(heading)))
    return await finish(revision, redone, detail, told, work)


def _sources_of(run: FinishedRun, work: Sequence[Work]) -> set[str]:
    """What is cited under the headings that are redone, and in the lead, which loses what is banned below."""
    drafts = drafts_of(run.page.record)
    names = (LEAD, *(name for one in work for name in one.takes))
    return cited_in(*(drafts[name] for name in names if name in drafts))


async def _rewrite_lead(revision: Revision, request: Request) -> Revised:
    """The lead again, as in a run: last, from what the sections say by now."""
    run, note = revision.run, request.note
    if note and by_rules(run.crew.writer):
        raise InputError(NO_NOTES)
    is_by_rules = by_rules(run.crew.editor) and not note
    if request.pin and not is_by_rules:
        raise InputError("a model writes the lead from what the sections cite: pin the source in a section")
    detail = await _detail(run, request, LEAD_HEADING)
    banned, pinned = detail["banned"], detail["pinned"]
    revision = await _read_again(revision)
    run.ledger.step(f"revision:{run.number}").event(REVISED, **detail)  # what is banned is read from there
    if is_by_rules:
        record = run.page.record
        kept = () if pinned or not banned else claims_in(await without_barred(run))
        lead = await chosen_lead(run, outline_of_page(record), drafts_of(record), kept)
        if not (claims_in(lead) or banned):
            raise CastaliaError("no sentence that no section says can stand in the lead, and the page stays as it was")
    else:
        try:
            lead = await written_lead(run, note, revision.tell)
        except (StoreError, OSError):
            raise
        except CastaliaError as error:
            raise CastaliaError(f"the lead could not be rewritten, and the page stays as it was: {error}") from error
    if not (claims_in(lead) or run.page.record["sections"]):
        raise CastaliaError("without these sources nothing is left to say on this page, and it stays as it was")
    if request.dry_run:
        return Revised(run.page, touched=(LEAD_HEADING,), account=run.account.to_json())
    told = await _uncited(run, request.pin, pinned, cited_in(lead), "the lead")
    if not claims_in(lead):
        told.append("the lead is empty now: nothing is left to say there without the banned sources")
    return await finish(revision, [], detail, told, [], lead)


async def _uncited(
    run: FinishedRun, asked: Sequence[str], pinned: Sequence[str], cited: Collection[str], place: str
) -> list[str]:
    """A line for each of the pins, as they were ``asked`` for, that named none of the ``pinned`` snippets which are
    cited."""
    used = [one for one in await run.memory.snippets(pinned) if one.id in cited]
    names = {name for one in used for name in names_of_source(one)}
    return [UNCITED.format(one, place) for one in dict.fromkeys(asked) if one not in names]


async def _read_again(revision: Revision) -> Revision:
    """Have read again what the log lost, once nothing is wrong with what was asked for: a model may be paid for it."""
    run = revision.run
    if run.thinking.is_rehearsal:  # whose log is empty
        return revision
    await read_again(run.crew, run.memory, run.state)
    return replace(revision, events=run.ledger.events())


async def _detail(run: FinishedRun, request: Request, heading: str) -> dict[str, Any]:
    """What the record of the run keeps of this revision."""
    asked = {"how": "rewrite", "headings": [heading], "units": [request.target], "note": request.note}
    return {**asked, **await _sources(run, request.ban, request.pin), "sample": run.thinking.sample}


def _check_texts(note: object, ban: object, pin: object) -> None:
    """``InputError`` for what type hints would tell those who check them."""
    if not isinstance(note, str):
        raise InputError(f"the note is {note!r}: give a str")
    for name, given in (("ban", ban), ("pin", pin)):
        if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(one, str) for one in given):
            raise InputError(f"{name} is {given!r}: give a list of str, the ids or urls of sources")


async def _sources(run: FinishedRun, ban: Sequence[str], pin: Sequence[str]) -> dict[str, list[str]]:
    """Banned snippets, banned documents and pinned snippets, by the ids, documents and urls that name them."""
    snippets = await snippets_behind(run)
    known = {name for one in snippets for name in names_of_source(one)}
    if strangers := [one for one in (*ban, *pin) if one not in known]:
        raise InputError(
            f"{strangers[0][:200]!r} is no source of this page: give the id of a snippet, a document or a url that was read for it"
        )
    decision = SourcesDecision(ban=list(ban))
    gone = [one.id for one in banned_by(decision, snippets)]
    documents = list(banned_documents(decision, snippets))
    pinned = [one.id for name in pin for one in snippets if name in names_of_source(one)]
    if both := sorted(set(gone) & set(pinned)):
        raise InputError(f"{both[0]} cannot be pinned and banned")
    return {"banned": gone, "documents": documents, "pinned": list(dict.fromkeys(pinned))}
