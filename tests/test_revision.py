"""A part of a finished page is redone, and the rest stays to the letter, whatever happens on the way."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from castalia.agents.model.extractor import ModelExtractor
from castalia.graphs import extractive_crew, fill_store, finished_run, generate, generate_sync, revision_outcome
from castalia.graphs.changes import rewriting, updating
from castalia.graphs.changes.revision import Revised, _told_of
from castalia.graphs.changes.rewriting import find_section, rewrite
from castalia.graphs.changes.splicing import splice
from castalia.graphs.changes.updating import update
from castalia.graphs.cli import main
from castalia.graphs.finished_run import FinishedRun
from castalia.graphs.page import TopicPage
from castalia.graphs.page_files import FILES
from castalia.graphs.pipeline.decided import decision_notices
from castalia.graphs.revision_record import is_revised
from castalia.graphs.runs.run_folder import CHECKPOINTS, LEDGERS, REVISED, RunFolder
from castalia.graphs.settings import LEAST_WORDS, Settings
from castalia.graphs.thinking import Thinking
from castalia.memory import room
from castalia.memory.edge_store import EdgeStore
from castalia.memory.errors import CastaliaError, DiskFullError, InputError, StoreError
from castalia.memory.identity import snippet_id
from castalia.memory.ledgers import Event, Ledgers
from castalia.memory.memory import Memory
from castalia.memory.records import Snippet
from castalia.memory.room import allocated
from castalia.memory.server_answers import gone
from castalia.tools.composition.limits import QUOTED, WELL_COVERED
from castalia.tools.models.chat import AUDIENCE, WINDOW, ModelError
from castalia.tools.pages.page_json import load_page, walk_sections
from castalia.tools.scripted.scripted_model import ScriptedModel
from command_line import contents
from copies import copy_tree
from forked import Forked
from langgraph.types import interrupt

TOPIC = "Coral reef"
SMALL = Settings(words=1_100, depth=2)
SMALL_MODEL = Settings.for_models(words=600, depth=1)


def sample() -> list[dict[str, Any]]:
    """Paragraphs that each stand alone, so that the outline is made of terms."""
    with as_file(files("castalia.tools") / "sample_coral_reefs.jsonl") as path:
        rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        return [{**row, "title": "", "url": row["url"].replace("#", "/")} for row in rows]


def test_a_page_of_fewer_words_than_may_be_asked_for_now_can_be_changed(tmp_path: Path) -> None:
    made = {**SMALL.to_json(), "words": LEAST_WORDS // 2}
    page = cast(TopicPage, SimpleNamespace(run={"settings": made}))
    before = finished_run._settings_for(page, RunFolder(tmp_path), lambda settings: settings)
    assert before == replace(SMALL, words=LEAST_WORDS)


def write_rows(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    return path


ROWS = sample()
# Enough for eight sections, one of which is on fringing reefs.
FIRST = [one for at, one in enumerate(ROWS[:50]) if at % 3 != 2 or "ringing reef" in one["content"]]
GROWN = [
    {"content": text, "url": f"https://example.org/castalia/reefs/fringing-reefs#p{at}", "title": "Fringing reefs"}
    for at, text in enumerate(
        (
            "Fringing reefs of steep volcanic islands are narrow coral reefs that follow the shore. "
            "Fringing reefs widen slowly as corals at their outer edge grow seaward over rubble.",
            "Fringing reefs are the coral reefs that suffer first from the mud of a river, since they have no lagoon. "
            "Fringing reefs near towns hold less living coral than fringing reefs of empty coasts.",
            "Fringing reefs are dated by drilling through the coral of the reef flat. "
            "Most fringing reefs of the Pacific islands are younger than 8,000 years.",
        ),
        start=1,
    )
]
NEW = {snippet_id(one["content"], one["url"]) for one in GROWN}
DYE = [one for one in ROWS if "dye-house" in one["url"]]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a corpus, by the extractive engine; nobody changes it."""
    folder = tmp_path_factory.mktemp("base")
    generate_sync(TOPIC, corpus=write_rows(folder / "rows.jsonl", FIRST), out=folder / "out", settings=SMALL)
    return folder / "out"


@pytest.fixture(scope="module")
def modelled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same by the scripted model."""
    folder = tmp_path_factory.mktemp("modelled")
    corpus = write_rows(folder / "rows.jsonl", FIRST)
    generate_sync(TOPIC, corpus=corpus, out=folder / "out", model="scripted", settings=SMALL_MODEL)
    return folder / "out"


@pytest.fixture
def out(base: Path, tmp_path: Path) -> Path:
    return copy_tree(base, tmp_path / "out")


@pytest.fixture
def model_out(modelled: Path, tmp_path: Path) -> Path:
    return copy_tree(modelled, tmp_path / "out")


def rewritten(out: Path, section: str | int, **options: Any) -> Revised:
    return asyncio.run(rewrite(out, section, **options))


def updated(out: Path, **options: Any) -> Revised:
    return asyncio.run(update(out, **options))


def section_of(out: Path, heading: str) -> str:
    return find_section(load_page(out), heading)


def said(record: Any) -> dict[str, list[tuple[str, tuple[str, ...], str, str]]]:
    """What each section says, and what it cites for it, whatever the numbers."""
    ids = {one["number"]: one["snippet_id"] for one in record["references"]}
    found: dict[str, Any] = {}
    for one in record["claims"]:
        cited = tuple(ids[number] for number in one["citations"])
        found.setdefault(one["section"], []).append((one["sentence"], cited, one["verdict"], one["quote"]))
    return found


def cited(record: Any, section: str) -> set[str]:
    return {one for _, those, _, _ in said(record).get(section, []) for one in those}


def richest(record: Any) -> int:
    """The place of the top-level section that cites most snippets in its own text."""
    return max(range(len(record["sections"])), key=lambda at: len(cited(record, record["sections"][at]["id"])))


def files_of(out: Path) -> dict[str, bytes]:
    """The page, and what says how it was made."""
    there = [*(out / one for one in FILES), out / "state" / "manifest.json"]
    return {str(one.relative_to(out)): one.read_bytes() for one in there}


def check_whole(out: Path, page: TopicPage) -> None:
    """The page on disk is this one, nothing is wrong with it, and the run can be resumed to it."""
    assert page.problems == []
    assert load_page(out) == page.record
    assert not (out / "state" / REVISED).exists()
    manifest = RunFolder(out).read()
    assert manifest is not None and manifest.status == "finished"
    with Ledgers(RunFolder(out).ledgers) as ledgers:
        assert ledgers.runs() == (manifest.run_id,)


# One section.


def test_a_change_neither_takes_the_graph_away_nor_brings_one(out: Path) -> None:
    before = [(out / name).read_bytes() for name in FILES]
    with pytest.raises(InputError, match=r"made with a graph, .*: generate it anew"):
        rewritten(out, 1, changed=lambda one: one.without("graph"))
    assert [(out / name).read_bytes() for name in FILES] == before


def test_a_page_without_a_graph_gets_none_by_its_changes(tmp_path: Path) -> None:
    out = tmp_path / "out"
    bare = SMALL.without("graph")
    page = generate_sync(TOPIC, corpus=write_rows(tmp_path / "rows.jsonl", FIRST), out=out, settings=bare)
    grown = updated(out, corpus=write_rows(tmp_path / "grown.jsonl", GROWN)).page
    assert grown.record["stats"]["snippets"] > page.record["stats"]["snippets"]
    assert not page.graph.nodes and not grown.graph.nodes


def test_a_banned_source_is_cited_nowhere_in_the_section_and_the_rest_stays(out: Path) -> None:
    before = load_page(out)
    at = richest(before)
    target = before["sections"][at]["id"]
    banned = sorted(cited(before, target) - cited(before, "lead"))[:2]
    found = rewritten(out, target, ban=banned)
    after = found.page.record
    assert found.is_changed and not cited(after, target) & set(banned)
    assert {name: those for name, those in said(after).items() if name != target} == {
        name: those for name, those in said(before).items() if name != target
    }
    assert found.changes.sections == (before["sections"][at]["heading"],)
    assert any("Rewritten since" in one for one in after["notices"])
    assert len(found.page.run["revisions"]) == 1
    check_whole(out, found.page)
    again = rewritten(out, target, ban=sorted(cited(after, target))[:1])
    assert not cited(again.page.record, target) & set(banned)  # what was banned once stays banned
    check_whole(out, again.page)
    resumed = generate_sync(TOPIC, out=out, resume=True, settings=SMALL)
    assert resumed.record == again.page.record


@pytest.mark.parametrize("how", ["cut", "letters", "values"])
@pytest.mark.parametrize("name", [LEDGERS, CHECKPOINTS])
def test_a_damaged_file_of_a_finished_run_is_named_and_how_to_go_on(name: str, how: str, out: Path) -> None:
    path = RunFolder(out).path / name
    if how in ("letters", "values"):
        table, value = ("entries", "value") if name == LEDGERS else ("checkpoints", "checkpoint")
        with closing(sqlite3.connect(path)) as connection, connection:
            broken = "CAST(x'7bff7d' AS TEXT)" if how == "letters" else "x'7b7d7d'"
            connection.execute(f"UPDATE {table} SET {value} = {broken}")
    else:
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(
        CastaliaError, match=rf"{name} is damaged .*castalia generate, run again.*--force where"
    ) as told:
        rewritten(out, 1)
    assert not isinstance(told.value, InputError)


def test_an_entry_of_another_shape_is_told_of_the_ledgers_and_not_of_their_copy(out: Path) -> None:
    path = RunFolder(out).ledgers
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET value = '7'")
    with pytest.raises(CastaliaError, match=r"ledgers\.sqlite \(an entry is not what was noted there\).*--force where"):
        rewritten(out, 1)


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (lambda _: {}, "stats lacks 'iterations'"),
        (lambda stats: stats | {"revisions": None}, "stats.revisions is not a whole number"),
        (lambda stats: stats | {"cost": "free"}, "stats.cost is not int"),
    ],
)
def test_a_page_whose_numbers_were_taken_out_is_told_and_put_back_on_resuming(
    broken: Callable[[dict[str, Any]], dict[str, Any]], told: str, out: Path
) -> None:
    before = load_page(out)
    (out / "page.json").write_text(json.dumps({**before, "stats": broken(before["stats"])}), encoding="utf-8")
    with pytest.raises(InputError, match=rf"page\.json: {told}.*; .*--resume"):
        rewritten(out, 1, ban=[min(cited(before, before["sections"][0]["id"]))])
    generate_sync(TOPIC, out=out, resume=True, settings=SMALL)
    assert load_page(out) == before


@pytest.mark.parametrize("name", ["page.json", "graph.json", "run.json"])
@pytest.mark.parametrize("content", ["", None])
def test_a_file_of_a_page_that_is_lost_is_named_and_put_back_on_resuming(
    content: str | None, name: str, out: Path
) -> None:
    rewritten(out, 1, ban=[min(cited(load_page(out), load_page(out)["sections"][0]["id"]))])
    before = (out / "page.json").read_bytes(), (out / "graph.json").read_bytes()
    (out / name).unlink()
    if content is not None:
        (out / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"; castalia generate … --resume puts the page there as it was$"):
        rewritten(out, 1)
    generate_sync(TOPIC, out=out, resume=True, settings=SMALL)
    assert ((out / "page.json").read_bytes(), (out / "graph.json").read_bytes()) == before
    assert rewritten(out, 1).told


@pytest.mark.parametrize("name", [LEDGERS, CHECKPOINTS])
def test_a_folder_in_place_of_a_file_of_a_finished_run_is_named(name: str, out: Path) -> None:
    path = RunFolder(out).path / name
    path.unlink()
    path.mkdir()
    with pytest.raises(InputError, match=rf"{name} is a folder, and a run keeps a file there: move it away"):
        rewritten(out, 1)


def test_what_stands_in_place_of_a_change_that_was_under_way_is_named(out: Path) -> None:
    path = RunFolder(out).revised
    path.mkdir()
    with pytest.raises(InputError, match=rf"{REVISED} is a folder, and a run keeps a file there: move it away"):
        rewritten(out, 1)
    path.rmdir()
    for content, why in (("[" * 100_000, ""), ("null", r"\(it is not what a change leaves there\)")):
        path.write_text(content)
        with pytest.raises(CastaliaError, match=rf"{REVISED} is damaged {why}.*castalia generate, run again"):
            rewritten(out, 1)


def test_a_changed_page_is_known_by_its_ledgers_where_its_record_is_lost(out: Path) -> None:
    page = load_page(out)
    target = page["sections"][richest(page)]["id"]
    assert not is_revised(RunFolder(out))
    rewritten(out, target, ban=sorted(cited(page, target))[:1])
    before = (out / "page.json").read_bytes()
    for record in (b"", b"{", None):
        (out / "run.json").unlink()
        if record is not None:
            (out / "run.json").write_bytes(record)
        assert is_revised(RunFolder(out)), record
        with pytest.raises(InputError, match="changed after it was written"):
            generate_sync(TOPIC, corpus=out.parent / "rows.jsonl", out=out, settings=SMALL)
        assert (out / "page.json").read_bytes() == before


def test_a_page_that_is_a_lead_alone_is_rewritten_from_what_is_left(tmp_path: Path) -> None:
    told = (
        "Sea spiders breathe through the thin skin of their legs. We measured how much oxygen one leg lets through in an hour.",
        "Most sea spiders feed on soft animals with a long tube. We show that the tube is moved by four muscles of one kind.",
        "Male sea spiders carry the eggs until the young hatch. We counted the eggs of ninety animals of three species.",
        "Large sea spiders live in the cold water around the poles. We caught eleven of them with a net of fine mesh.",
    )
    filler = [
        f"Harbour number {n} has {n} cranes on the coast. We compare the wind there with that of the year."
        for n in range(40)
    ]
    rows = [{"text": one, "url": f"https://example.org/{n}"} for n, one in enumerate((*told, *filler))]
    out = tmp_path / "page"
    page = generate_sync("Sea spider", corpus=write_rows(tmp_path / "rows.jsonl", rows), out=out)
    assert page.record["sections"] == []
    assert "nothing was changed" in rewritten(out, "lead").told[-1]
    banned = page.record["references"][0]["snippet_id"]
    cited = [one["snippet_id"] for one in rewritten(out, "lead", ban=[banned]).page.record["references"]]
    assert banned not in cited
    assert {one["snippet_id"] for one in page.record["references"][1:]} <= set(cited)


def test_a_document_is_banned_by_its_url(out: Path) -> None:
    before = load_page(out)
    target = max((one["id"] for one in before["sections"]), key=lambda one: len(cited(before, one)))
    one = next(one for one in before["references"] if one["snippet_id"] in cited(before, target))
    after = rewritten(out, target, ban=[one["url"].partition("#")[0]]).page.record
    documents = {ref["source_id"] for ref in after["references"] if ref["snippet_id"] in cited(after, target)}
    assert one["source_id"] not in documents


def test_a_ban_of_what_the_section_does_not_cite_leaves_it_to_the_letter(out: Path) -> None:
    record, before = load_page(out), contents(out)
    target = record["sections"][1]
    names = {target["id"], *(one["id"] for one, _ in walk_sections(target["sections"])), "lead"}
    stranger = next(one for one in read_for(out) if all(one not in cited(record, name) for name in names))
    found = rewritten(out, target["id"], ban=[stranger])
    assert found.told == (f"“{target['heading']}” cites none of the banned sources: nothing was changed",)
    assert not found.is_changed and files_of(out) == {name: before[name] for name in files_of(out)}


def test_a_page_tells_what_a_person_banned_and_pinned() -> None:
    detail = {
        "how": "rewrite",
        "headings": ["Types"],
        "units": ["t"],
        "note": "",
        "banned": ["a", "b"],
        "pinned": ["c"],
    }
    made = Event("revised", detail, "revision:1")
    assert decision_notices([made]) == [
        "Rewritten since the page was made: Types.",
        "A person banned 2 sources from what was rewritten.",
        "A person pinned 1 source in what was rewritten.",
    ]
    lifted = Event("revised", detail | {"banned": [], "pinned": ["a"]}, "revision:2")
    assert "A person banned 1 source from what was rewritten." in decision_notices([made, lifted])
    again = Event("revised", detail | {"banned": ["a"], "pinned": []}, "revision:3")
    told = decision_notices([made, lifted, again])
    assert "A person banned 2 sources from what was rewritten." in told
    assert "A person pinned 1 source in what was rewritten." in told  # "c" alone
    elsewhere = Event("revised", detail | {"banned": [], "pinned": ["a"], "units": ["u"]}, "revision:2")
    assert "A person banned 2 sources from what was rewritten." in decision_notices([made, elsewhere])


@pytest.mark.parametrize(
    ("how", "banned", "why", "told"),
    [
        ("rewrite", ["a"], "for want of other sources", "without the banned sources"),
        ("rewrite", [], "when their sections were written anew", "its section was written anew"),
        ("update", [], "when their sections were written anew", "its section was written anew"),
    ],
)
def test_a_heading_that_went_is_told_with_the_reason(how: str, banned: list[str], why: str, told: str) -> None:
    detail = {"how": how, "headings": ["Types"], "units": ["t"], "note": "", "banned": banned, "pinned": []}
    detail |= {"gone": ["Kinds"], "taken_in": 1, "lead_lost": 0, "lead_got": 0}
    assert f"Left out since, {why}: Kinds." in decision_notices([Event("revised", detail, "revision:1")])
    (line,) = _told_of(detail, cast(FinishedRun, None))
    assert line.startswith("“Kinds” left the page: ") and told in line


def test_a_heading_that_came_back_is_not_told_as_left_out() -> None:
    detail = {"how": "rewrite", "headings": ["Types"], "units": ["t"], "note": "", "banned": ["a"], "pinned": []}
    steps = [
        {"gone": ["Kinds", "Uses"]},
        {"gone": [], "came": ["Kinds"], "banned": []},
        {"gone": ["Kinds"], "banned": []},
    ]
    made = [Event("revised", detail | {"lead_lost": 0} | one, f"revision:{at}") for at, one in enumerate(steps, 1)]
    assert "Left out since, for want of other sources: Kinds, Uses." in decision_notices(made[:1])
    assert "Left out since, for want of other sources: Uses." in decision_notices(made[:2])
    assert "Left out since, when their sections were written anew: Kinds." in decision_notices(made)


def test_a_page_of_a_store_with_embeddings_is_changed_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    dense = ["--embeddings", "hashing:32"]
    write_rows(Path("rows.jsonl"), FIRST)
    assert main(["ingest", "rows.jsonl", "--store", "dense", *dense]) == 0
    made = ["--store", "dense", *dense, "--words", "500", "--quiet"]
    assert main(["generate", TOPIC, "--out", "single", *made]) == 0
    assert main(["update", "single", "--store", "dense", "--dry-run"]) == 0  # those of the page
    Path("topics.txt").write_text(TOPIC)
    assert main(["batch", "topics.txt", "--out", "pages", *made]) == 0
    page = str(next(Path("pages").glob("*/page.json")).parent)
    assert main(["rewrite", page, "lead", "--store", "dense", *dense, "--quiet"]) == 0
    capsys.readouterr()
    assert main(["rewrite", page, "lead", "--store", "dense", "--quiet"]) == 2
    assert "--embeddings hashing:32" in capsys.readouterr().err


def test_a_pinned_source_comes_into_the_section_or_the_page_stays_with_the_reason(out: Path) -> None:
    record, before = load_page(out), files_of(out)
    history, target = record["sections"][0], record["sections"][1]["id"]
    used = {ref["snippet_id"] for ref in record["references"]}
    strange, *others = [one for one in read_for(out) if one not in used]
    found = rewritten(out, history["id"], pin=[strange])
    assert found.told[-1] == f"“{history['heading']}” stays as it was" and strange in found.told[0]
    assert not found.is_changed and files_of(out) == before
    (url,) = [one["url"] for one in FIRST if snippet_id(one["content"], one["url"]) == strange]
    told = rewritten(out, history["id"], pin=[url]).told[0]  # as it was asked for
    assert told.startswith(f"the pinned source {url} is not cited: ") and strange not in told
    assert any(one in cited(rewritten(out, target, pin=[one]).page.record, target) for one in others[:6])


def test_who_pins_what_was_banned_has_it_back_in_later_rewrites_too(out: Path) -> None:
    record = load_page(out)
    target = record["sections"][richest(record)]["id"]
    wanted = next(one for one in record["references"] if one["snippet_id"] in cited(record, target))
    document = wanted["url"].partition("#")[0]
    assert wanted["snippet_id"] not in cited(rewritten(out, target, ban=[document]).page.record, target)
    back = rewritten(out, target, pin=[wanted["snippet_id"]])
    assert wanted["snippet_id"] in cited(back.page.record, target), back.told
    another = next(one for one in sorted(cited(back.page.record, target)) if one != wanted["snippet_id"])
    later = rewritten(out, target, ban=[another]).page.record
    assert wanted["snippet_id"] in cited(later, target) and another not in cited(later, target)
    gone = rewritten(out, target, ban=[wanted["snippet_id"]]).page.record
    assert wanted["snippet_id"] not in cited(gone, target)


def test_a_changed_page_counts_anew_what_it_quotes(out: Path) -> None:
    record = load_page(out)
    target = record["sections"][richest(record)]["id"]
    after = rewritten(out, target, ban=read_for(out)).page.record
    assert len(after["references"]) < len(record["references"])
    for page in (record, after):
        told = [one for one in page["gaps"] if one.startswith(QUOTED)]
        assert len(told) == (len(page["references"]) < WELL_COVERED)
        quoted = f"{QUOTED} {len(page['references'])} of the {len(read_for(out))} snippets"
        assert all(one.startswith(quoted) for one in told)
    assert len(after["references"]) < WELL_COVERED


def test_the_extractive_engine_says_what_it_cannot_do_and_changes_nothing(out: Path) -> None:
    before = files_of(out)
    found = rewritten(out, 1)
    assert not found.is_changed and len(found.told) == 1 and "ban or pin" in found.told[0]
    with pytest.raises(InputError, match="cannot follow a note"):
        rewritten(out, 1, note="Shorter, please.")
    assert files_of(out) == before


@pytest.mark.parametrize(
    ("section", "why"),
    [
        ("Nothing like it", "there is no section"),
        ("0", "there is no section"),
        ("", "no section"),
    ],
)
def test_a_wrong_section_is_told_with_those_there_are(section: str, why: str, base: Path) -> None:
    with pytest.raises(InputError, match=why):
        rewritten(base, section)


def test_two_sections_of_one_heading_are_told_apart_by_their_ids() -> None:
    inner = {"id": "c", "heading": "Form", "sections": []}
    record = {
        "sections": [
            {"id": "a", "heading": "Growth", "sections": [inner]},
            {"id": "b", "heading": "growth", "sections": []},
            {"id": "d", "heading": "2", "sections": []},
        ]
    }
    with pytest.raises(InputError, match="a or b"):
        find_section(record, "GROWTH")
    assert [find_section(record, one) for one in ("b", " form ", "1.1", 1, "3", "2")] == ["b", "c", "c", "a", "d", "d"]


def test_a_source_that_was_never_read_cannot_be_banned(base: Path) -> None:
    with pytest.raises(InputError, match="no source of this page"):
        rewritten(base, 1, ban=["https://example.org/nothing"])


def test_a_source_cannot_be_banned_and_pinned_at_once(base: Path) -> None:
    source = sorted(cited(load_page(base), "lead"))[0]
    with pytest.raises(InputError, match=f"{source} cannot be pinned and banned"):
        rewritten(base, 1, ban=[source], pin=[source])


def test_the_store_of_a_page_has_to_hold_what_the_page_was_written_from(base: Path, tmp_path: Path) -> None:
    asyncio.run(fill_store(tmp_path / "other", write_rows(tmp_path / "rows.jsonl", DYE)))
    with pytest.raises(InputError, match="does not hold what the page was written from"):
        rewritten(base, 1, ban=["x"], store=tmp_path / "other")
    with pytest.raises(InputError, match="does not hold what the page was written from"):
        updated(base, store=tmp_path / "other")


def test_a_snippet_that_somebody_deleted_from_a_server_is_told_as_that(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def get(self: EdgeStore, ids: Sequence[str]) -> list[Snippet]:
        raise gone("http://host:6333/reefs", ids[0])

    monkeypatch.setattr(EdgeStore, "get", get)
    with pytest.raises(StoreError, match=r"^the store http\S+ has no snippet"):
        rewritten(base, 1, ban=["x"])


def test_another_store_than_that_of_the_page_is_told_as_one(tmp_path: Path) -> None:
    asyncio.run(fill_store(tmp_path / "store", write_rows(tmp_path / "rows.jsonl", FIRST)))
    asyncio.run(fill_store(tmp_path / "other", write_rows(tmp_path / "others.jsonl", DYE)))
    generate_sync(TOPIC, store=tmp_path / "store", out=tmp_path / "out", settings=SMALL)
    with pytest.raises(InputError, match=r"or the page was written from another store: give that one$"):
        updated(tmp_path / "out", store=tmp_path / "other")


def test_a_page_of_an_open_memory_wants_a_store_and_is_changed_from_it(tmp_path: Path) -> None:
    async def made() -> None:
        await fill_store(tmp_path / "store", write_rows(tmp_path / "rows.jsonl", FIRST))
        async with await Memory.open(tmp_path / "store") as memory:
            await generate(TOPIC, memory=memory, out=tmp_path / "out", settings=SMALL)

    asyncio.run(made())
    source = sorted(cited(load_page(tmp_path / "out"), "lead"))[0]
    with pytest.raises(InputError, match=r"from an open memory, or in a batch whose manifest .*: give the store"):
        rewritten(tmp_path / "out", "lead", ban=[source])
    assert rewritten(tmp_path / "out", "lead", ban=[source], store=tmp_path / "store").is_changed


def read_for(out: Path) -> list[str]:
    """All snippets that were read for the page."""
    with Ledgers(RunFolder(out).ledgers) as ledgers:
        (run_id,) = ledgers.runs()
        return [one.snippet_id for one in ledgers.run(run_id).curated()]


def test_a_section_gets_shorter_by_what_is_banned_and_goes_where_nothing_is_left(out: Path) -> None:
    before = load_page(out)
    target = before["sections"][richest(before)]
    names = [target["id"], *(one["id"] for one, _ in walk_sections(target["sections"]))]
    there = said(before)[target["id"]]
    texts = {one["snippet_id"]: one["text"] for one in before["references"]}
    left = min(there, key=lambda one: sum(len(texts[each]) for each in one[1]))  # the shortest snippet
    short = rewritten(out, target["id"], ban=[one for one in read_for(out) if one not in left[1]]).page.record
    assert (
        1 <= sum(len(said(short).get(one, [])) for one in names) < 3
    )  # fewer than a new page would begin a section with
    found = rewritten(out, target["id"], ban=read_for(out))
    after = found.page.record
    assert target["heading"] not in [one["heading"] for one in after["sections"]]
    assert any(target["heading"] in one and "left the page" in one for one in found.told)
    assert any("Left out since" in one and target["heading"] in one for one in after["notices"])
    rest = {name: those for name, those in said(before).items() if name not in ("lead", *names)}
    assert {name: those for name, those in said(after).items() if name != "lead"} == rest
    check_whole(out, found.page)


def test_the_last_section_does_not_go_and_its_reader_is_told_how_to_go_on(out: Path) -> None:
    record: Any = load_page(out)
    only = record["sections"][1] | {"sections": []}
    claims = [one for one in record["claims"] if one["section"] in ("lead", only["id"])]
    (out / "page.json").write_text(json.dumps(record | {"sections": [only], "claims": claims}))
    before = files_of(out)
    with pytest.raises(CastaliaError, match=r"the only section.*stays as it was; ban fewer, or .*--approve sources"):
        rewritten(out, 1, ban=read_for(out))
    assert files_of(out) == before


# The lead.


def test_a_banned_source_leaves_the_lead_and_the_sections_stay(out: Path) -> None:
    before = load_page(out)
    banned = sorted(cited(before, "lead"))[0]
    found = rewritten(out, "lead", ban=[banned])
    after = found.page.record
    assert banned not in cited(after, "lead") and found.changes.sections == ("Lead",)
    stays = {one for one in said(before)["lead"] if banned not in one[1]}
    assert stays <= set(said(after)["lead"])
    assert {name: those for name, those in said(after).items() if name != "lead"} == {
        name: those for name, those in said(before).items() if name != "lead"
    }
    assert any("Rewritten since the page was made: Lead." in one for one in after["notices"])
    check_whole(out, found.page)
    rewritten(out, "Lead")
    again = rewritten(out, "lead")
    assert not again.is_changed  # rules choose the same again
    assert banned not in cited(again.page.record, "lead")  # what was banned once stays banned
    with pytest.raises(InputError, match="cannot follow a note"):
        rewritten(out, "lead", note="Shorter.")


def test_a_lead_of_which_all_sources_are_banned_is_empty_and_told_so(out: Path) -> None:
    before = files_of(out)
    tried = rewritten(out, "lead", ban=read_for(out), dry_run=True)
    assert tried.touched == ("Lead",) and files_of(out) == before
    found = rewritten(out, "lead", ban=read_for(out))
    assert "the lead is empty now: nothing is left to say there without the banned sources" in found.told
    assert not found.page.record["lead"] and found.changes.sections == ("Lead",)
    check_whole(out, found.page)
    again = files_of(out)
    with pytest.raises(CastaliaError, match="no sentence that no section says can stand in the lead"):
        rewritten(out, "lead")
    assert files_of(out) == again


def test_what_is_banned_from_all_sections_that_cite_it_does_not_stay_in_the_lead(out: Path) -> None:
    before = load_page(out)
    section, banned = next(
        (section["id"], name)
        for section in before["sections"]
        for name in sorted(cited(before, "lead"))
        if name
        not in {one for other in said(before) if other not in ("lead", section["id"]) for one in cited(before, other)}
    )
    found = rewritten(out, section, ban=[banned, *sorted(cited(before, section))[:1]])
    after = found.page.record
    assert banned not in cited(after, "lead")
    lost = sum(banned in one[1] for one in said(before)["lead"])
    assert any(f"the lead lost {lost} sentence" in one for one in found.told)
    assert any(f"The lead lost {lost} sentence" in one for one in after["notices"])
    assert set(found.changes.sections) >= {"Lead"}
    check_whole(out, found.page)


def test_a_model_writes_the_lead_from_what_the_sections_say(model_out: Path) -> None:
    before = load_page(model_out)
    sections = {name: those for name, those in said(before).items() if name != "lead"}
    banned = sorted(cited(before, "lead"))[0]
    model = ScriptedModel()
    found = rewritten(model_out, "lead", ban=[banned], model=model)
    after = found.page.record
    assert {one.role for one in model.calls} == {"editor"}
    assert said(after)["lead"] and banned not in cited(after, "lead")
    assert cited(after, "lead") <= {one for those in sections.values() for _, ids, _, _ in those for one in ids}
    assert {name: those for name, those in said(after).items() if name != "lead"} == sections
    check_whole(model_out, found.page)
    with pytest.raises(InputError, match="cannot follow a note"):  # the editor writes no lead by a note
        rewritten(model_out, "lead", note="Shorter.", model={"editor": ScriptedModel()})
    asked = ScriptedModel()
    writer_alone = rewritten(model_out, "lead", note="Say what keepers ate.", model={"writer": asked})
    assert said(writer_alone.page.record)["lead"]
    noted = rewritten(model_out, "lead", note="Say what keepers drank.", model=asked)
    assert any("Say what keepers drank." in one.messages[-1].text for one in asked.calls if one.role == "writer")
    assert {name: those for name, those in said(noted.page.record).items() if name != "lead"} == sections
    with pytest.raises(InputError, match="pin the source in a section"):
        rewritten(model_out, "lead", pin=[banned])
    files = files_of(model_out)
    with pytest.raises(CastaliaError, match="lead could not be rewritten, and the page stays"):
        rewritten(model_out, "lead", model=ScriptedModel({"editor": "empty answer"}))
    assert files_of(model_out) == files


def test_a_models_lead_keeps_nothing_whose_source_left_the_sections(model_out: Path) -> None:
    before = load_page(model_out)
    places = {
        name: {one for one in said(before) if one != "lead" and name in cited(before, one)}
        for name in cited(before, "lead")
    }
    banned, (section,) = next((name, those) for name, those in sorted(places.items()) if len(those) == 1)
    found = rewritten(model_out, section, ban=[banned])
    assert banned not in cited(found.page.record, "lead")
    assert any(one.endswith("lead writes it anew") for one in found.told)
    check_whole(model_out, found.page)


# With a model.


def test_two_rewrites_differ_in_their_sample_and_one_that_is_asked_again_is_free(model_out: Path) -> None:
    before = load_page(model_out)
    target = before["sections"][0]
    names = {target["id"], *(one["id"] for one, _ in walk_sections(target["sections"]))}
    first = rewritten(model_out, target["heading"])
    assert first.is_changed and first.account["total"]["calls"] > 0
    rest = {name: those for name, those in said(first.page.record).items() if name not in names}
    assert rest == {name: those for name, those in said(before).items() if name not in names}
    check_whole(model_out, first.page)
    stats = first.page.record["stats"]
    assert stats["model_calls"] == before["stats"]["model_calls"] + first.account["total"]["calls"]
    rewritten(model_out, target["heading"])
    samples = [one["sample"] for one in TopicPage.open(model_out).run["revisions"]]
    assert samples == [1, 2][: len(samples)]


@pytest.mark.parametrize("engine", ["extractive", "model"])
def test_a_page_whose_log_was_removed_keeps_its_graph(engine: str, base: Path, modelled: Path, tmp_path: Path) -> None:
    whole, bare = (copy_tree(base if engine == "extractive" else modelled, tmp_path / one) for one in ("whole", "bare"))
    for log in bare.glob("state/corpus-*/triplets.sqlite*"):
        log.unlink()
    record = load_page(whole)
    section = record["sections"][0]
    pages = [rewritten(one, section["id"], ban=[min(cited(record, section["id"]))]).page for one in (whole, bare)]
    assert pages[0].graph == pages[1].graph and len(pages[0].graph.nodes) > 20
    assert pages[0].record["sections"] == pages[1].record["sections"]
    corpus = write_rows(tmp_path / "grown.jsonl", GROWN)
    for log in bare.glob("state/corpus-*/triplets.sqlite*"):
        log.unlink()
    first, second = (updated(one, corpus=corpus) for one in (whole, bare))
    assert first.is_changed and second.is_changed and first.page.graph == second.page.graph


def test_a_snippet_that_cannot_be_read_again_costs_itself_alone(
    model_out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for lost in model_out.glob("state/corpus-*/triplets.sqlite*"):
        lost.unlink()
    read, asked = ModelExtractor.__call__, []

    async def refused_once(extractor: ModelExtractor, state: Any) -> Any:
        asked.append(state["snippet_id"])
        if len(asked) == 1:
            raise ModelError("no answer that can be used", "answer")
        return await read(extractor, state)

    monkeypatch.setattr(ModelExtractor, "__call__", refused_once)
    found = rewritten(model_out, 1, note="Say what keepers drank.")
    assert found.is_changed and len(asked) > 5
    notes = [one for one in found.page.run["notes"] if one["kind"] == "snippet_lost"]
    assert [(one["snippet"], one["reason"]) for one in notes] == [(asked[0], "no answer that can be used")]


@pytest.mark.parametrize("given", [{"note": "Shorter, please."}, {"ban": ["a stranger"]}, {"pin": ["a stranger"]}])
@pytest.mark.parametrize("section", ["1", "lead"])
def test_what_is_refused_is_refused_before_anything_is_read_again(
    section: str, given: dict[str, Any], base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def paid(*_: Any) -> None:
        pytest.fail("it was read again")

    monkeypatch.setattr(rewriting, "read_again", paid)
    with pytest.raises(InputError, match=r"cannot follow a note|no source of this page"):
        rewritten(base, section, **given)


def test_a_model_with_other_parameters_is_told_apart_from_another_model(model_out: Path) -> None:
    for lost in model_out.glob("state/corpus-*/triplets.sqlite*"):
        lost.unlink()
    other = ScriptedModel({"extractor": "empty answer"})
    with pytest.raises(InputError, match=r"the same model under another prompt or other parameters.* --force"):
        rewritten(model_out, 1, note="Say what keepers drank.", model=other)
    other = ScriptedModel(name="other")
    with pytest.raises(InputError, match="give the model that read them then"):
        rewritten(model_out, 1, note="Say what keepers drank.", model=other)


def test_a_page_that_is_put_back_has_the_graph_whose_log_was_removed(out: Path) -> None:
    before = files_of(out)
    for lost in (out / "page.json", *out.glob("state/corpus-*/triplets.sqlite*")):
        lost.unlink()
    generate_sync(TOPIC, out=out, resume=True, settings=SMALL)
    for name in ("page.json", "graph.json"):
        assert (out / name).read_bytes() == before[name]


def test_a_note_reaches_the_writers_prompt_and_changes_its_section_alone(model_out: Path) -> None:
    before = load_page(model_out)
    target = before["sections"][0]["id"]
    names = {target, *(one["id"] for one, _ in walk_sections(before["sections"][0]["sections"]))}
    model = ScriptedModel()
    found = rewritten(model_out, target, note="Say what keepers drank.", model=model)
    prompts = [one.messages[-1].text for one in model.calls if one.role == "writer"]
    assert prompts and all("Say what keepers drank." in one for one in prompts)
    rest = {name: those for name, those in said(found.page.record).items() if name not in {"lead", *names}}
    assert rest == {name: those for name, those in said(before).items() if name not in {"lead", *names}}
    assert set(said(found.page.record)["lead"]) <= set(said(before)["lead"])
    assert any("instruction" in one for one in found.page.record["notices"])
    check_whole(model_out, found.page)


def test_nothing_is_held_of_the_reviews_of_a_text_that_goes_however_often_it_was_revised(model_out: Path) -> None:
    unit = load_page(model_out)["sections"][0]["id"]
    for note in ("Say what keepers drank.", "Say what keepers ate.", "Say less."):
        rewritten(model_out, unit, note=note)
    rewritten(model_out, unit, changed=lambda settings: replace(settings, revisions=0))
    manifest = RunFolder(model_out).read()
    assert manifest is not None
    with Ledgers(RunFolder(model_out).ledgers) as ledgers:
        held = ledgers.entries(manifest.run_id, about=unit)
    assert {step for ledger, _, step, _, _ in held if ledger in ("approved", "feedback")} == {0}


def test_a_rewrite_that_is_only_tried_tells_what_would_fail(model_out: Path) -> None:
    before = files_of(model_out)
    with pytest.raises(CastaliaError, match="could not be rewritten"):
        rewritten(model_out, 1, model=ScriptedModel({"writer": "empty answer"}), dry_run=True)
    assert files_of(model_out) == before


def test_options_of_a_rewrite_count_where_the_models_are_those_of_the_page(
    model_out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Thinking] = []

    async def noted(*_: Any, model: Thinking, **__: Any) -> None:
        asked.append(model)
        raise CastaliaError("enough")

    monkeypatch.setattr(rewriting, "rewrite", noted)
    given = ["--audience", "retired  sailors", "--temperature", "0.25", "--window", "9000"]
    assert main(["rewrite", str(model_out), "1", *given, "--quiet"]) == 1
    assert main(["rewrite", str(model_out), "1", "--quiet"]) == 1
    changed, same = asked
    assert (changed.audience, changed.temperature, changed.window, changed.answer) == (
        "retired sailors",
        0.25,
        9000,
        3000,
    )
    assert (same.audience, same.temperature, same.window) == (AUDIENCE, None, WINDOW)


def test_a_model_that_fails_leaves_the_page_as_it_was(model_out: Path) -> None:
    before = files_of(model_out)
    with pytest.raises(CastaliaError, match="could not be rewritten"):
        rewritten(model_out, 1, model=ScriptedModel({"writer": "empty answer"}))
    assert files_of(model_out) == before


def test_a_section_leaves_the_page_where_the_filter_leaves_a_model_nothing_beside_what_is_banned(
    model_out: Path,
) -> None:
    record = load_page(model_out)
    target = record["sections"][0]
    ban = sorted(cited(record, target["id"]))
    nothing = ScriptedModel({"relevance_filter": lambda call, good: '{"helpful": []}'})
    found = rewritten(model_out, target["id"], ban=ban, model=nothing)
    assert any("left the page: nothing is left to say there" in one for one in found.told)
    after = found.page.record
    assert target["id"] not in [one["id"] for one in after["sections"]]
    with pytest.raises(CastaliaError, match="no snippet helps to write"):  # nothing was banned
        rewritten(model_out, 1, model=nothing)


def test_a_writer_that_interrupts_the_rewrite_is_told_and_leaves_the_page_as_it_was(out: Path) -> None:
    async def writer(state: Any) -> Any:
        return {"drafts": interrupt("Like this?")}

    before, record = files_of(out), load_page(out)
    target = record["sections"][richest(record)]["id"]
    with pytest.raises(CastaliaError, match="stopped the run with an interrupt of its own"):
        rewritten(
            out,
            target,
            ban=sorted(cited(record, target) - cited(record, "lead"))[:1],
            crew=lambda memory: replace(extractive_crew(memory), writer=writer),
        )
    assert files_of(out) == before


@pytest.mark.parametrize(
    ("role", "change"), [("writer", "ban"), ("reviewer", "note"), ("editor", "lead"), ("writer", "update")]
)
def test_a_disk_that_fills_up_ends_a_change_and_is_not_told_as_a_section_that_failed(
    role: str, change: str, out: Path, tmp_path: Path
) -> None:
    async def fills(state: Any) -> Any:
        raise DiskFullError("there is no room left on the disk")

    async def writes(state: Any) -> Any:  # somebody's own writer, which follows notes
        return {"drafts": state["drafts"]}

    def crew(memory: Memory) -> Any:
        return replace(extractive_crew(memory), **{"writer": writes if change == "note" else fills, role: fills})

    before, record = files_of(out), load_page(out)
    target = record["sections"][richest(record)]["id"]
    new = write_rows(tmp_path / "new.jsonl", [*FIRST, *GROWN])
    changed: dict[str, Any] = {
        "ban": lambda: rewritten(out, target, ban=sorted(cited(record, target))[:1], crew=crew),
        "note": lambda: rewritten(out, target, note="Write less.", crew=crew),
        "lead": lambda: rewritten(out, "lead", crew=crew),
        "update": lambda: updated(out, corpus=new, crew=crew),
    }
    with pytest.raises(DiskFullError, match=r"^there is no room left"):
        changed[change]()
    assert files_of(out) == before


def test_a_page_says_so_where_a_model_rewrote_a_part_of_it(out: Path) -> None:
    found = rewritten(out, 2, model=ScriptedModel())
    record = found.page.record
    assert record["engine"] == "mixed" and record["engines"]["writer"] == "mixed" and record["model"]
    assert record["engines"]["extractor"] == "extractive"
    check_whole(out, found.page)


# New evidence.


def test_the_same_rows_and_rows_on_something_else_leave_the_page_byte_for_byte(out: Path, tmp_path: Path) -> None:
    before, state = contents(out), sorted(one.name for one in (out / "state").iterdir())
    same = updated(out, corpus=write_rows(tmp_path / "same.jsonl", FIRST))
    assert same.told == ("no snippet is new: nothing was changed",)
    other = updated(out, corpus=write_rows(tmp_path / "other.jsonl", [*FIRST, *DYE]))
    assert not other.is_changed and other.told[-1].endswith("nothing was changed")
    assert contents(out) == before and sorted(one.name for one in (out / "state").iterdir()) == state


@pytest.mark.parametrize(
    ("new", "fits", "them"),
    [({"a"}, "1 new snippet near the topic fits", "it"), ({"a", "b"}, "2 new snippets near the topic fit", "them")],
)
def test_what_fits_no_section_is_told_with_the_way_to_get_one(new: set[str], fits: str, them: str) -> None:
    told = f"{fits} no section of the page: generate the page anew to get a section for {them}"
    assert updating._told_of_rest(new, None) == [told]


def test_rows_on_one_sections_matter_change_that_section_alone(out: Path, tmp_path: Path) -> None:
    before = load_page(out)
    target = section_of(out, "Fringing reef")
    grown = write_rows(tmp_path / "grown.jsonl", [*FIRST, *GROWN])
    asked = files_of(out)
    dry = updated(out, corpus=grown, dry_run=True)
    assert "Fringing reef" in dry.touched and files_of(out) == asked
    found = updated(out, corpus=grown)
    after = found.page.record
    changed = {name for name in said(after) if said(after)[name] != said(before).get(name)}
    assert changed == {target} and said(before).keys() == said(after).keys()
    assert NEW & cited(after, target)
    count = len(found.changes.new_sources)  # the page and the command line count alike
    assert "Updated with" in found.diff
    assert any(f"Updated with {count} new source" in one for one in after["notices"])
    check_whole(out, found.page)
    again = updated(out, corpus=grown)
    assert not again.is_changed and load_page(out) == after
    more = rewritten(out, target, ban=sorted(NEW & cited(after, target)))  # a run that was updated can be rewritten
    assert not NEW & cited(after, target) & cited(more.page.record, target)
    check_whole(out, more.page)


def test_a_disk_that_fills_up_while_the_store_is_copied_is_told_in_one_line(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(old: Path, new: Path, **_: object) -> None:
        raise shutil.Error(
            [(f"{old}/{at}", f"{new}/{at}", f"[Errno 28] No space left on device: '{at}'") for at in "ab"]
        )

    before = contents(out)
    monkeypatch.setattr(shutil, "copytree", fail)
    with pytest.raises(DiskFullError, match=r"^the disk is full[^\n]*/state cannot be written; make room on it$"):
        updated(out, corpus=write_rows(tmp_path / "new.jsonl", GROWN))
    assert contents(out) == before


def test_a_limit_on_the_size_of_files_that_the_copy_of_a_store_meets_is_told_with_how_large_they_may_be(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(old: Path, new: Path, **_: object) -> None:
        raise shutil.Error([(f"{old}/a", f"{new}/a", str(OSError(errno.EFBIG, os.strerror(errno.EFBIG), f"{new}/a")))])

    before = contents(out)
    monkeypatch.setattr(shutil, "copytree", fail)
    monkeypatch.setattr(room, "_limit", lambda: 5_000_000)
    told = (
        r"^no file may grow over 5,000,000 bytes here \(ulimit -f\): [^\n]*/state cannot be written; raise this limit$"
    )
    with pytest.raises(DiskFullError, match=told):
        updated(out, corpus=write_rows(tmp_path / "new.jsonl", GROWN))
    assert contents(out) == before


def test_the_store_of_a_page_takes_no_more_of_the_disk_when_it_has_grown(out: Path, tmp_path: Path) -> None:
    assert updated(out, corpus=write_rows(tmp_path / "new.jsonl", GROWN)).is_changed
    (kept,) = (out / "state").glob("corpus-*")
    assert allocated(kept) < 8 << 20  # of 132 MB with its holes


def test_embeddings_that_a_page_was_not_made_with_are_told_of_its_own_store(out: Path, tmp_path: Path) -> None:
    before = contents(out)
    (kept,) = (out / "state").glob("corpus-*")
    with pytest.raises(StoreError, match=rf"^the store {re.escape(str(kept))} was built with embeddings none"):
        updated(out, corpus=write_rows(tmp_path / "new.jsonl", GROWN), embeddings="hashing:32")
    assert contents(out) == before


@pytest.mark.parametrize("how", ["rewrite", "resume"])
def test_a_page_whose_store_has_a_damaged_cache_lets_go_of_that_store(how: str, out: Path) -> None:
    (kept,) = (out / "state").glob("corpus-*")
    with closing(sqlite3.connect(kept / "library.sqlite")) as cache, cache:
        cache.execute("UPDATE cache SET value = '{' WHERE kind = 'report'")
    (out / "page.md").unlink()
    with pytest.raises(StoreError, match="it is a cache: remove it") as told:
        if how == "rewrite":
            rewritten(out, "lead")
        else:
            generate_sync(TOPIC, out=out, resume=True, settings=SMALL)
    (kept / "library.sqlite").unlink()
    asyncio.run(asyncio.run(Memory.open(kept, create=False)).close())  # while the error's traceback is held
    assert told.value


def test_new_rows_alone_are_added_to_those_there_are(out: Path, tmp_path: Path) -> None:
    whole = updated(out, corpus=write_rows(tmp_path / "new.jsonl", GROWN))
    assert NEW & cited(whole.page.record, section_of(out, "Fringing reef"))
    assert len(list((out / "state").glob("corpus-*"))) == 1


def test_a_shared_store_that_has_grown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, out = tmp_path / "store", tmp_path / "out"
    assert main(["ingest", str(write_rows(tmp_path / "a.jsonl", FIRST)), "--store", str(store), "--quiet"]) == 0
    generate_sync(TOPIC, store=store, out=out, settings=SMALL)
    before = files_of(out)
    capsys.readouterr()
    assert main(["update", str(out), "--quiet"]) == 0
    assert capsys.readouterr().out == "no snippet is new: nothing was changed\n" and files_of(out) == before
    assert main(["ingest", str(write_rows(tmp_path / "b.jsonl", GROWN)), "--store", str(store), "--quiet"]) == 0
    capsys.readouterr()
    assert main(["update", str(out), "--quiet", "--diff", str(tmp_path / "diff")]) == 0
    assert capsys.readouterr().out.endswith("page.html\n" + str(out / "page.md") + "\n")
    assert "Updated with" in (tmp_path / "diff").read_text()
    check_whole(out, TopicPage.open(out))
    assert main(["update", str(out), "--corpus", str(tmp_path / "b.jsonl"), "--quiet"]) == 2
    assert "castalia ingest" in capsys.readouterr().err


def test_a_model_redoes_what_new_evidence_touches(model_out: Path, tmp_path: Path) -> None:
    before = load_page(model_out)
    rows = ROWS[88:104]
    found = updated(model_out, corpus=write_rows(tmp_path / "new.jsonl", rows))
    after = found.page.record
    new = {snippet_id(one["content"], one["url"]) for one in rows}
    assert found.is_changed and new & {one["snippet_id"] for one in after["references"]}
    tops = {one["heading"]: one for one in after["sections"]}
    redone = {one["id"] for name in found.touched for one, _ in walk_sections([tops[name]])}
    then, now = said(before), said(after)
    assert all(now[name] == those for name, those in then.items() if name not in {*redone, "lead"})
    assert set(now["lead"]) <= set(then["lead"])  # less what no section has the source of any more
    assert len(found.touched) < len(before["sections"])
    check_whole(model_out, found.page)


def test_what_a_section_was_not_checked_for_is_remembered_where_it_stays(modelled: Path, tmp_path: Path) -> None:
    def unread(page: TopicPage) -> dict[str, int]:
        return {
            one["step"].split(":")[1]: one["sentences"] for one in page.run["notes"] if one["kind"] == "not_reviewed"
        }

    silent = ScriptedModel({"reviewer": "truncated JSON"})
    corpus = write_rows(tmp_path / "rows.jsonl", FIRST)
    out, settings = tmp_path / "out", SMALL_MODEL
    before = generate_sync(
        TOPIC, corpus=corpus, out=out, model={"*": "scripted", "reviewer": silent}, settings=settings
    )
    refusing = ScriptedModel({"writer": ("refusal", 1)})
    new = write_rows(tmp_path / "new.jsonl", [*ROWS[60:130], *GROWN])
    found = updated(out, corpus=new, model={"*": "scripted", "writer": refusing})
    failed = [one for one in found.told if "could not be redone" in one]
    assert failed and found.is_changed
    stays = {one["id"] for one in before.record["sections"] if any(f"“{one['heading']}”" in told for told in failed)}
    was, now = unread(before), unread(found.page)
    assert stays and {name: now.get(name) for name in stays} == {name: was[name] for name in stays}


def test_an_update_of_which_nothing_came_because_all_failed_ends_with_one(
    modelled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    corpus = write_rows(tmp_path / "rows.jsonl", FIRST)
    generate_sync(TOPIC, corpus=corpus, out=out, model="scripted", settings=SMALL_MODEL)
    before, new = files_of(out), write_rows(tmp_path / "new.jsonl", [*ROWS[60:130], *GROWN])
    models = ["scripted", "writer=scripted:writer=refusal", "editor=scripted:editor=refusal"]
    asked = ["update", str(out), "--corpus", str(new), "--quiet"]
    assert main([*asked, *(part for one in models for part in ("--model", one))]) == 1
    told = capsys.readouterr().out
    assert (
        "could not be redone and stays" in told and told.endswith("nothing was changed\n") and files_of(out) == before
    )


def test_what_was_noted_of_a_section_stays_where_new_evidence_adds_nothing(
    out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    barren: list[str] = []

    async def adds_nothing_at_first(run: Any, redone: Any, events: Any) -> Any:
        units = [one.work.section.id for one in redone]
        barren[:] = barren or units
        return None if units == barren else await splice(run, redone, events)

    def noted() -> list[list[Any]]:
        with Ledgers(RunFolder(out).ledgers) as ledgers:
            (run_id,) = ledgers.runs()
            return ledgers.entries(run_id, about=barren[0] if barren else None)

    with Ledgers(RunFolder(out).ledgers) as ledgers:
        (run_id,) = ledgers.runs()
        for one in load_page(out)["sections"]:
            ledgers.run(run_id).event("not_reviewed", step=f"review:{one['id']}:0", sentences=1, reason="silent")
    before = noted()
    monkeypatch.setattr(updating, "splice", adds_nothing_at_first)
    found = updated(out, corpus=write_rows(tmp_path / "new.jsonl", [*ROWS[60:130], *GROWN]))
    assert found.is_changed and any("added no sentence" in one for one in found.told)
    assert noted() == [one for one in before if barren[0] in one[1].split(":")] != []


@pytest.mark.parametrize("other", ["store", "memory"])
def test_an_update_takes_one_source(other: str, out: Path, tmp_path: Path) -> None:
    new = write_rows(tmp_path / "new.jsonl", GROWN)

    async def both() -> None:
        async with await Memory.open(tmp_path / "other") as memory:
            given: Any = memory if other == "memory" else tmp_path / "other"
            with pytest.raises(InputError, match="not two of them"):
                await update(out, corpus=new, **{other: given})

    asyncio.run(both())
    assert updated(out, corpus=new).is_changed


# What happens on the way.

STEPS = ("write_file", "restore", "aupdate_state", "save", "write")


class Killed(BaseException):
    """The process is gone."""


@pytest.fixture(scope="module")
def uninterrupted(base: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("uninterrupted")
    out = copy_tree(base, folder / "out")
    updated(out, corpus=write_rows(folder / "new.jsonl", GROWN))
    return {name: content for name, content in files_of(out).items() if name.startswith(("page", "graph"))}


@pytest.mark.parametrize("step", STEPS)
def test_whoever_dies_at_any_step_leaves_a_whole_page_and_can_begin_again(
    step: str, out: Path, tmp_path: Path, uninterrupted: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: Any, **__: Any) -> Any:
        raise Killed

    before = files_of(out)
    with monkeypatch.context() as patch:
        if step == "write_file":
            patch.setattr(revision_outcome, "write_file", dies)
        elif step == "restore":
            patch.setattr(finished_run, "catch_up", dies)
        elif step == "aupdate_state":
            patch.setattr("langgraph.pregel.Pregel.aupdate_state", dies)
        else:
            patch.setattr(*((TopicPage, "save", dies) if step == "save" else (RunFolder, "write", dies)))
        with pytest.raises(Killed):
            updated(out, corpus=write_rows(tmp_path / "new.jsonl", GROWN))
    if step != "write":
        assert files_of(out) == before
    assert load_page(out)["references"] and TopicPage.open(out).problems == []
    found = updated(out, corpus=tmp_path / "new.jsonl")
    assert found.is_changed and "Updated with" in found.diff
    after = files_of(out)
    assert {name: after[name] for name in uninterrupted} == uninterrupted
    check_whole(out, found.page)


KILL = """
import os
import castalia.graphs.{module} as module
inner = module.{name}
def dies(*given, **more):
    os.kill(os.getpid(), 9)
module.{name} = dies
"""


@pytest.mark.parametrize(("module", "name"), [("changes.revision", "splice"), ("finished_run", "catch_up")])
def test_kill_9_and_again_is_the_same_as_never_killed(
    module: str, name: str, out: Path, tmp_path: Path, uninterrupted: dict[str, bytes]
) -> None:
    arguments = ["update", str(out), "--corpus", str(write_rows(tmp_path / "new.jsonl", GROWN)), "--quiet"]
    before = files_of(out)
    with Forked(arguments, code=KILL.format(module=module, name=name)) as died:
        died.communicate()
    assert died.returncode == -9 and files_of(out) == before
    assert main(arguments) == 0
    after = files_of(out)
    assert {name: after[name] for name in uninterrupted} == uninterrupted
    check_whole(out, TopicPage.open(out))


def test_a_rewrite_that_died_behind_its_outcome_is_not_done_twice(
    model_out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(TopicPage, "save", lambda *_, **__: (_ for _ in ()).throw(Killed()))
        with pytest.raises(Killed):
            rewritten(model_out, 1)
    found = rewritten(model_out, 1)
    assert found.is_changed and len(found.page.run["revisions"]) == 1
    check_whole(model_out, found.page)


# Pages that cannot be changed.


def test_a_page_without_a_finished_run_is_refused_in_one_line(
    base: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = tmp_path / "alone"
    TopicPage.open(base).save(alone)
    begun = copy_tree(base, tmp_path / "begun")
    manifest = json.loads((begun / "state" / "manifest.json").read_text())
    (begun / "state" / "manifest.json").write_text(json.dumps(manifest | {"status": "running"}))
    for folder, why in ((alone, "no finished run"), (begun, "is not finished"), (tmp_path / "none", "no page")):
        for command in (["rewrite", str(folder), "1"], ["update", str(folder)]):
            assert main(command) == 2
            told = capsys.readouterr().err
            assert why in told and told.count("\n") == 1
    assert not (alone / "state").exists() and not (tmp_path / "none").exists()


def test_a_page_that_was_saved_over_that_of_a_run_is_not_changed_by_what_the_run_knows(
    base: Path, model_out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    TopicPage.open(base).save(model_out, force=True)
    assert main(["rewrite", str(model_out), "1"]) == 2
    assert "holds a page that another run wrote" in capsys.readouterr().err


def test_a_page_that_somebody_else_is_writing_is_refused(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("castalia.graphs.runs.holding.TURN", 0.1)
    with RunFolder(out).locked(), pytest.raises(InputError, match="another run of this process is writing"):
        rewritten(out, 1)


def test_a_page_from_a_corpus_wants_a_corpus(base: Path) -> None:
    with pytest.raises(InputError, match="give the one that has grown"):
        updated(base)


def test_the_command_line_rewrites_and_prints_the_diff(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = richest(load_page(out))
    target = load_page(out)["sections"][at]
    banned = sorted(cited(load_page(out), target["id"]))[0]
    assert main(["rewrite", str(out), str(at + 1), "--ban", banned]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("--- page.md (before)\n+++ page.md\n@@ ") and f" @@ {target['heading']}\n" in told.out
    assert f"changed: {target['heading']}" in told.err
    before = files_of(out)
    assert main(["rewrite", str(out), "2", "--model", "scripted", "--dry-run", "--quiet"]) == 0
    assert "writer" in capsys.readouterr().out and files_of(out) == before
    assert main(["rewrite", str(out), "2", "--preset", "thesis"]) == 2
    assert main(["rewrite", str(out), "2", "--note", "x" * 1000]) == 2


def test_a_file_for_the_diff_that_cannot_be_written_is_told_before_the_page_is_changed(out: Path, capsys: Any) -> None:
    banned = sorted(cited(load_page(out), load_page(out)["sections"][richest(load_page(out))]["id"]))[0]
    command = ["rewrite", str(out), str(richest(load_page(out)) + 1), "--ban", banned, "--quiet", "--diff"]
    before = files_of(out)
    assert main([*command, str(out / "page.md" / "diff")]) == 2
    assert capsys.readouterr().err.startswith("castalia: cannot write to ") and files_of(out) == before


def test_resuming_a_changed_page_leaves_it_as_it_is(model_out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, options = model_out, {"resume": True, "settings": SMALL_MODEL, "model": "scripted"}
    assert rewritten(out, 1).is_changed
    before = {one.relative_to(out): one.read_bytes() for one in out.rglob("page.*")} | files_of(out)
    assert generate_sync(TOPIC, out=out, **options).run["revisions"]
    assert main(["generate", TOPIC, "--out", str(out), "--resume"]) == 0
    assert "left as it is" in capsys.readouterr().err
    assert {one.relative_to(out): one.read_bytes() for one in out.rglob("page.*")} | files_of(out) == before
    (out / "page.md").unlink()  # made again of what the run knows
    generate_sync(TOPIC, out=out, **options)
    after = files_of(out)
    assert after["page.json"] == before["page.json"] and json.loads(after["run.json"])["revisions"]


def test_resuming_puts_in_place_what_a_change_that_died_came_to(
    out: Path, tmp_path: Path, uninterrupted: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(TopicPage, "save", lambda *_, **__: (_ for _ in ()).throw(Killed()))
        with pytest.raises(Killed):
            updated(out, corpus=write_rows(tmp_path / "new.jsonl", GROWN))
    page = generate_sync(TOPIC, out=out, resume=True, settings=SMALL)
    after = files_of(out)
    assert {name: after[name] for name in uninterrupted} == uninterrupted
    assert len(page.run["revisions"]) == 1 and not (out / "state" / REVISED).exists()
    check_whole(out, page)


@pytest.mark.parametrize("command", ["rewrite", "update"])
def test_a_read_only_folder_is_refused_as_bad_input(
    command: str, out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = Path.open

    def refuses(path: Path, mode: str = "r", *more: Any, **options: Any) -> Any:
        if path.is_relative_to(out) and mode != "r" and mode != "rb":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return opened(path, mode, *more, **options)

    monkeypatch.setattr(Path, "open", refuses)
    arguments = [str(out), "1"] if command == "rewrite" else [str(out), "--corpus", str(out.parent / "rows.jsonl")]
    write_rows(out.parent / "rows.jsonl", [])
    assert main([command, *arguments]) == 2
    told = capsys.readouterr().err
    assert "cannot write to" in told and "read-only file system; choose another folder" in told
    assert told.count("\n") == 1


def test_a_killed_rewrite_that_is_run_again_takes_away_no_other_section(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = load_page(out)["sections"]
    place, gone = 2, before[1]["heading"]

    async def dies(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(finished_run, "catch_up", dies)
        rewritten(out, place, ban=read_for(out))
    assert [one["heading"] for one in load_page(out)["sections"]] == [one["heading"] for one in before]
    found = rewritten(out, place, ban=read_for(out))
    left = [one["heading"] for one in before if one["heading"] != gone]
    assert [one["heading"] for one in found.page.record["sections"]] == left and found.is_changed


@pytest.mark.parametrize("name", ["", " "])
def test_a_folder_without_a_name_is_not_the_current_one(
    name: str, out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(out)
    for command in (["rewrite", name, "1", "--ban", read_for(out)[0]], ["update", name]):
        before = contents(out)
        assert main(command) == 2
        told = capsys.readouterr().err
        assert "the folder of the page has no name: give one, or . for this folder" in told and told.count("\n") == 1
        assert contents(out) == before
    with pytest.raises(InputError, match="has no name"):
        asyncio.run(rewrite(name, 1))


@pytest.mark.parametrize(
    "given", [{"note": 5}, {"ban": 5}, {"ban": [5]}, {"ban": "one"}, {"pin": None}, {"pin": [None]}], ids=str
)
def test_what_a_rewrite_is_given_is_checked(given: dict[str, Any], base: Path) -> None:
    with pytest.raises(InputError, match=f"{next(iter(given))} is .*: give"):
        rewritten(base, 1, **given)
