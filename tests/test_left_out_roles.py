"""A role that a run left out is played by nobody in its record, and the page says that nobody reviewed it."""

from __future__ import annotations

import asyncio
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs.changes.rewriting import rewrite
from castalia.graphs.generation import generate_sync
from castalia.graphs.page import TopicPage
from castalia.graphs.pipeline.left_out_roles import unread_notices
from castalia.graphs.settings import Settings
from castalia.tools.models.chat import Call
from castalia.tools.pages.engine_note import engine_note
from castalia.tools.scripted.scripted_model import ScriptedModel

TOPIC = "Coral reef"
LEFT_OUT = ["extractor", "relevance_filter", "reviewer", "editor"]
PARTS = ["graph", "filter", "reviewer", "editor"]


def other_words(call: Call, good: str) -> str:
    return good if call.schema_name else good.replace(" is ", " can be said to be ")


def made(settings: Settings, **options: Any) -> TopicPage:
    rows = [json.loads(line) for line in files("castalia.tools").joinpath("sample_coral_reefs.jsonl").open("rb")]
    return generate_sync(TOPIC, corpus=rows, settings=settings, **options)


def notices(page: TopicPage) -> list[str]:
    return page.record.get("notices", [])


def unread(page: TopicPage) -> int:
    return sum(one["verdict"] == "unchecked" for one in page.record["claims"])


def told(number: int) -> str:
    return f"{number} sentences were not reviewed: there was no reviewer."


@pytest.mark.parametrize("engine", ["model", "extractive"])
def test_nobody_plays_what_is_left_out(engine: str) -> None:
    model = ScriptedModel() if engine == "model" else None
    page = made(Settings.suiting(model is not None, words=400, depth=1).without(*PARTS), model=model)
    for engines in (page.record["engines"], page.run["engines"]):
        assert [role for role, one in engines.items() if one == "none"] == LEFT_OUT
        assert engines["writer"] == engine
    if engine == "extractive":
        assert page.record["engine"] == engine and "reviewed" not in " ".join(notices(page))
    assert "none" not in engine_note(page.record)


def test_the_notice_counts_and_is_none_where_there_is_a_reviewer_that_failed() -> None:
    assert unread_notices(["unchecked", "supported"]) == ["1 sentence was not reviewed: there was no reviewer."]
    model = ScriptedModel({"writer": other_words, "reviewer": "refusal"})
    page = made(Settings.for_models(words=400, depth=1), model=model)
    assert unread(page) and any("could not be reviewed by the model" in one for one in notices(page))
    assert not any("there was no reviewer" in one for one in notices(page))


def test_a_page_without_a_reviewer_counts_the_sentences_that_nobody_read(tmp_path: Path) -> None:
    model = ScriptedModel({"writer": other_words})
    page = made(Settings.for_models(reviewer=False), model=model, out=tmp_path / "reef")
    assert unread(page) > 5 and notices(page) == [told(unread(page))]
    assert told(unread(page)) in page.markdown
    section = page.record["sections"][0]["id"]
    after = asyncio.run(rewrite(tmp_path / "reef", section, note="Write less.", model=ScriptedModel())).page
    assert unread(after) != unread(page)
    assert [one for one in notices(after) if "reviewed" in one] == [told(unread(after))]
    assert after.record["engines"]["reviewer"] == "none"


def test_a_page_that_its_reviewer_read_says_nothing_of_it() -> None:
    assert not notices(made(Settings.for_models(), model=ScriptedModel({"writer": other_words})))
