"""What new evidence does to the lead of a finished page: a better definition, and a page that is a lead alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs import generate_sync
from castalia.graphs.changes.revision import Revised
from castalia.graphs.changes.rewriting import rewrite
from castalia.graphs.changes.updating import MAY_CHANGE, update
from castalia.graphs.cli import main
from castalia.graphs.page import TopicPage
from castalia.graphs.settings import Settings
from castalia.memory.errors import CastaliaError
from castalia.memory.identity import snippet_id
from castalia.tools.pages.page_json import load_page
from castalia.tools.scripted.scripted_model import ScriptedModel
from copies import copy_tree

TOPIC, SPIDER = "Coral reef", "Sea spider"
SMALL = Settings(words=900, depth=2)
SMALL_MODEL = Settings.for_models(words=600, depth=1)


def write_rows(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    return path


def sample() -> list[dict[str, Any]]:
    with as_file(files("castalia.tools") / "sample_coral_reefs.jsonl") as path:
        return [json.loads(one) for one in path.read_text(encoding="utf-8").splitlines()]


def name_of(row: dict[str, Any]) -> str:
    return snippet_id(row["content"], row["url"])


DEFINITION, *UNDEFINED = sample()[:50:2]  # the first row says what a coral reef is
WORSE = {
    "content": "A coral reef is a place. Coral reefs need more light than most places of the sea have to give.",
    "url": "https://example.org/castalia/reefs/places#p1",
    "title": "Places",
}
TOLD = (
    "Sea spiders breathe through the thin skin of their legs. We measured how much oxygen one leg lets through in an hour.",
    "Most sea spiders feed on soft animals with a long tube. We show that the tube is moved by four muscles of one kind.",
    "Male sea spiders carry the eggs until the young hatch. We counted the eggs of ninety animals of three species.",
    "Large sea spiders live in the cold water around the poles. We caught eleven of them with a net of fine mesh.",
)
FILLER = [
    f"Harbour number {n} has {n} cranes on the coast. We compare the wind there with that of the year."
    for n in range(40)
]
SPIDERS = [{"content": one, "url": f"https://example.org/{at}"} for at, one in enumerate((*TOLD, *FILLER))]
SPIDER_DEFINITION = {
    "content": "Sea spiders are marine arthropods with four pairs of long legs and a very small body. "
    "We drew the bodies of twelve species to one scale.",
    "url": "https://example.org/spiders/new-1",
}
SPIDER_MORE = {
    "content": "Sea spiders of the deep sea have no eyes and find their prey by touch. We kept nine of them in the dark.",
    "url": "https://example.org/spiders/new-2",
}
SPIDER_UNFIT = {
    "content": "We then put each sea spider into a jar of its own. We changed their water twice a day, as they did before us.",
    "url": "https://example.org/spiders/new-3",
}


def made(folder: Path, topic: str, rows: Sequence[dict[str, Any]], **options: Any) -> Path:
    generate_sync(topic, corpus=write_rows(folder / "rows.jsonl", rows), out=folder / "out", **options)
    return folder / "out"


@pytest.fixture(scope="module")
def undefined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("undefined"), TOPIC, UNDEFINED, settings=SMALL)


@pytest.fixture(scope="module")
def defined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("defined"), TOPIC, [DEFINITION, *UNDEFINED], settings=SMALL)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("alone"), SPIDER, SPIDERS)


def updated(page: Path, to: Path, rows: Sequence[dict[str, Any]], **options: Any) -> Revised:
    """What an update with these rows makes of a copy of the page."""
    out = copy_tree(page, to / "out")
    return asyncio.run(update(out, corpus=write_rows(to / "new.jsonl", rows), **options))


def lead_of(record: Any) -> list[str]:
    return [one["sentence"] for one in record["claims"] if one["section"] == "lead"]


def sections_of(record: Any) -> list[tuple[str, str, tuple[str, ...]]]:
    ids = {one["number"]: one["snippet_id"] for one in record["references"]}
    return [
        (one["section"], one["sentence"], tuple(ids[number] for number in one["citations"]))
        for one in record["claims"]
        if one["section"] != "lead"
    ]


def test_a_new_snippet_that_defines_the_topic_opens_the_lead_and_the_sections_stay(
    undefined: Path, tmp_path: Path
) -> None:
    before = load_page(undefined)
    best = "A coral reef is an underwater ridge"
    assert not any(one.startswith(best) for one in lead_of(before))
    found = updated(undefined, tmp_path, [DEFINITION])
    after = found.page.record
    assert lead_of(after)[0].startswith(best) and "Lead" in found.touched
    redone = {
        one["id"] for one in after["sections"] if one["heading"] in found.touched
    }  # by what else the snippet says
    left = [one for one in sections_of(before) if one[0] not in redone]
    stayed = [one for one in sections_of(after) if one in left]
    assert stayed == [one for one in left if one in sections_of(after)]
    gone = {one for _, one, _ in left} - {one for _, one, _ in sections_of(after)}
    assert gone <= set(lead_of(after)) and len(gone) < len(stayed)  # a new lead may take other sentences to itself
    assert any(one.startswith("Updated with ") and "Lead" in one for one in after["notices"])
    assert found.page.problems == [] and load_page(tmp_path / "out") == after
    again = asyncio.run(update(tmp_path / "out", corpus=tmp_path / "new.jsonl"))
    assert not again.is_changed
    chosen = asyncio.run(rewrite(tmp_path / "out", "lead"))
    assert not chosen.is_changed  # it is the lead that a rewrite would choose


@pytest.mark.parametrize("engine", ["rules", "model"])
def test_a_dry_run_says_that_the_lead_may_be_redone_where_sections_would_be_first(
    engine: str, undefined: Path, tmp_path: Path
) -> None:
    page, options = undefined, {}
    if engine == "model":
        options = {"model": ScriptedModel()}
        page = made(tmp_path, TOPIC, UNDEFINED, settings=SMALL_MODEL, model="scripted")
    (tmp_path / "copy").mkdir()
    found = updated(page, tmp_path / "copy", [DEFINITION], dry_run=True, **options)
    assert found.touched and "Lead" not in found.touched and MAY_CHANGE in found.told
    assert load_page(tmp_path / "copy" / "out") == load_page(page)


def test_a_dry_run_says_that_the_lead_would_be_redone_where_nothing_else_is(
    alone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = updated(alone, tmp_path, [SPIDER_DEFINITION], dry_run=True)
    assert found.touched == ("Lead",) and found.told == ()
    asked = ["update", str(tmp_path / "out"), "--corpus", str(tmp_path / "new.jsonl"), "--dry-run", "--quiet"]
    assert main(asked) == 0 and capsys.readouterr().out == "would be redone: Lead\n"
    assert load_page(tmp_path / "out") == load_page(alone)


@pytest.mark.parametrize("row", [WORSE, SPIDER_UNFIT])
def test_a_dry_run_says_nothing_of_a_lead_that_stays(row: dict[str, Any], defined: Path, tmp_path: Path) -> None:
    found = updated(defined, tmp_path, [row], dry_run=True)
    assert "Lead" not in found.touched and MAY_CHANGE not in found.told


def test_a_worse_definition_leaves_the_lead_as_it_is(defined: Path, tmp_path: Path) -> None:
    found = updated(defined, tmp_path, [WORSE])
    assert lead_of(found.page.record) == lead_of(load_page(defined)) and "Lead" not in found.touched


def test_a_page_that_is_a_lead_alone_takes_new_snippets_in(alone: Path, tmp_path: Path) -> None:
    assert load_page(alone)["sections"] == []
    found = updated(alone, tmp_path, [SPIDER_MORE])
    after = found.page.record
    assert name_of(SPIDER_MORE) in {one["snippet_id"] for one in after["references"]} and found.touched == ("Lead",)
    assert not any("fits no section" in one for one in found.told)
    assert found.page.problems == [] and load_page(tmp_path / "out") == after
    (tmp_path / "anew").mkdir()
    assert lead_of(after) == lead_of(load_page(made(tmp_path / "anew", SPIDER, [*SPIDERS, SPIDER_MORE])))


def test_a_page_that_is_a_lead_alone_stays_where_the_new_snippets_have_no_place_in_it(
    alone: Path, tmp_path: Path
) -> None:
    found = updated(alone, tmp_path, [SPIDER_UNFIT])
    assert not found.is_changed and found.told[-1].endswith("nothing was changed")
    assert load_page(tmp_path / "out") == load_page(alone)


def test_a_page_that_is_defined_at_last_does_not_say_that_nothing_defines_it(alone: Path, tmp_path: Path) -> None:
    missing = f"No sentence was found that defines “{SPIDER}” and can be quoted alone."
    assert missing in load_page(alone)["gaps"]
    after = updated(alone, tmp_path, [SPIDER_DEFINITION]).page.record
    assert lead_of(after)[0].startswith("Sea spiders are marine arthropods")
    assert missing not in after["gaps"]


def test_a_page_that_says_something_new_leaves_open_what_one_made_anew_does(alone: Path, tmp_path: Path) -> None:
    after = updated(alone, tmp_path, [SPIDER_MORE]).page.record
    assert after["gaps"] != load_page(alone)["gaps"]
    (tmp_path / "anew").mkdir()
    assert after["gaps"] == load_page(made(tmp_path / "anew", SPIDER, [*SPIDERS, SPIDER_MORE]))["gaps"]


def test_a_page_that_is_a_lead_alone_keeps_it_where_nothing_else_is_left_to_say(alone: Path, tmp_path: Path) -> None:
    out = copy_tree(alone, tmp_path / "out")
    before = load_page(out)
    cited = [one["snippet_id"] for one in before["references"]]
    with pytest.raises(CastaliaError, match="stays as it was"):
        asyncio.run(rewrite(out, "lead", ban=cited))
    assert load_page(out) == before


def test_what_was_banned_from_the_lead_does_not_come_back_with_new_evidence(alone: Path, tmp_path: Path) -> None:
    out = copy_tree(alone, tmp_path / "first")
    banned = load_page(out)["references"][0]["snippet_id"]
    asyncio.run(rewrite(out, "lead", ban=[banned]))
    after = updated(out, tmp_path, [SPIDER_DEFINITION, SPIDER_MORE]).page.record
    cited = {one["snippet_id"] for one in after["references"]}
    assert banned not in cited and name_of(SPIDER_DEFINITION) in cited


def test_a_model_writes_the_lead_again_where_a_section_cites_what_defines_the_topic(tmp_path: Path) -> None:
    page = made(tmp_path, TOPIC, UNDEFINED, settings=SMALL_MODEL, model="scripted")
    model = ScriptedModel()
    (tmp_path / "copy").mkdir()
    found = updated(page, tmp_path / "copy", [DEFINITION], model=model)
    cites = {one for _, _, ids in sections_of(found.page.record) for one in ids}
    is_due = name_of(DEFINITION) in cites
    assert ("editor" in {one.role for one in model.calls}) is is_due is ("Lead" in found.touched)
    assert lead_of(found.page.record) and TopicPage.open(tmp_path / "copy" / "out").problems == []


def test_a_lead_that_no_model_gives_stays_and_costs_no_section(tmp_path: Path) -> None:
    page = made(tmp_path, TOPIC, UNDEFINED, settings=SMALL_MODEL, model="scripted")
    before = lead_of(TopicPage.open(page).record)
    (tmp_path / "copy").mkdir()
    models = {"*": ScriptedModel(), "editor": ScriptedModel({"editor": "refusal"})}
    found = updated(page, tmp_path / "copy", [DEFINITION], model=models)
    assert any(one.startswith("the lead could not be redone, castalia rewrite") for one in found.told)
    assert found.failed == ("Lead",) and set(lead_of(found.page.record)) <= set(before)
    assert found.is_changed and found.touched and "Lead" not in found.touched
