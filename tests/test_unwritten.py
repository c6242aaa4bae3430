"""A run whose sections all failed, as under an outage, keeps what it has read and been told, and goes on from there."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from castalia.agents.crew import Crew
from castalia.graphs import Settings, TopicPage, extractive_crew, generate_sync
from castalia.memory.errors import UnwrittenError
from castalia.memory.event_kinds import UNWRITTEN
from castalia.memory.memory import Memory
from castalia.tools.models.chat import Call, ModelError
from castalia.tools.scripted.scripted_model import ScriptedModel
from command_line import Command, contents
from copies import copy_tree

TOPIC = "Coral bleaching"
ASKED_WHEN_WRITING = {"relevance_filter", "writer", "reviewer", "editor"}


def down(call: Call, answer: str) -> Exception:
    return ModelError("the server is down", "connection", transient=False)


class Editor:
    """A person who wants the first two sections, and counts how often she is asked."""

    asked = 0

    def __call__(self, question: Any) -> dict[str, Any]:
        self.asked += 1
        return {"sections": question["sections"][:2]}


def page_by(model: ScriptedModel, out: str, ask: Editor, **more: Any) -> TopicPage:
    return generate_sync(TOPIC, model=model, out=out, approve={"outline": ask}, **more)


def test_sections_that_all_failed_are_written_when_the_run_is_resumed(
    sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_tree(sample_store, tmp_path / "store")
    monkeypatch.chdir(tmp_path)
    ask, model = Editor(), ScriptedModel()
    with pytest.raises(UnwrittenError, match="could not be written: the server is down"):
        page_by(ScriptedModel({"writer": down}), "page", ask, store="store")
    page = page_by(model, "page", ask, resume=True)
    assert ask.asked == 1
    assert {one.role for one in model.calls} <= ASKED_WHEN_WRITING
    assert page.record["stats"]["failed_sections"] == 0 and not page.record["open_issues"]
    undisturbed = page_by(ScriptedModel(), "other", Editor(), store="store")
    assert page.markdown == undisturbed.markdown
    assert 0 < len(page.record["sections"]) <= 2


def test_only_the_sections_that_failed_are_written_again(
    sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_tree(sample_store, tmp_path / "store")
    monkeypatch.chdir(tmp_path)
    asked: list[str] = []

    def first(memory: Memory) -> Crew:
        async def silent(state: Any) -> Any:
            asked.append(state["section"]["heading"])
            if len(asked) > 1:
                raise ConnectionError("the model is down")
            return {"drafts": [{"section": state["section"]["id"], "paragraphs": []}]}

        return replace(extractive_crew(memory), writer=silent)

    def second(memory: Memory) -> Crew:
        crew = extractive_crew(memory)

        async def writer(state: Any) -> Any:
            again.append(state["section"]["heading"])
            return await crew.writer(state)

        return replace(crew, writer=writer)

    again: list[str] = []
    with pytest.raises(UnwrittenError, match="the model is down"):
        generate_sync(TOPIC, store="store", out="page", crew=first)
    page = generate_sync(TOPIC, out="page", resume=True, crew=second)
    assert {*again} == {*asked[1:]} and page.record["stats"]["failed_sections"] == 0
    assert UNWRITTEN in {one["kind"] for one in page.run["notes"]}


def test_what_nobody_could_review_of_a_strict_page_is_reviewed_when_it_is_resumed(
    sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_tree(sample_store, tmp_path / "store")
    monkeypatch.chdir(tmp_path)

    def in_other_words(call: Call, answer: str) -> str:
        told = json.loads(answer) if call.schema_name else {"lead": answer}
        told["lead"] = re.sub(r"(\w)([.!?]? ?\[)", r"\1 indeed\2", told["lead"])
        return json.dumps(told) if call.schema_name else told["lead"]

    written = {"writer": in_other_words, "editor": in_other_words}
    settings = Settings.for_models(words=500, depth=0, strict=True)
    with pytest.raises(UnwrittenError, match=r"could not be reviewed: .*the server is down"):
        generate_sync(
            TOPIC, store="store", out="page", settings=settings, model=ScriptedModel({**written, "reviewer": down})
        )
    model = ScriptedModel(written)
    page = generate_sync(TOPIC, out="page", resume=True, model=model)
    assert {one.role for one in model.calls} <= ASKED_WHEN_WRITING
    assert page.record["claims"] and not page.record["notices"]
    assert {one["verdict"] for one in page.record["claims"]} == {"supported"}


def test_the_editor_is_not_asked_for_a_page_without_sections(sample_store: Path) -> None:
    model = ScriptedModel({"writer": down})
    with pytest.raises(UnwrittenError):
        generate_sync(TOPIC, model=model, store=sample_store)
    assert Counter(one.role for one in model.calls)["editor"] == 0


def test_sections_that_fail_again_leave_the_run_to_be_resumed_once_more(
    sample_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_tree(sample_store, tmp_path / "store")
    monkeypatch.chdir(tmp_path)
    for more in ({"store": "store"}, {"resume": True}, {"resume": True}):
        with pytest.raises(UnwrittenError):
            generate_sync(TOPIC, model=ScriptedModel({"writer": down}), out="page", **more)
    page = generate_sync(TOPIC, model=ScriptedModel(), out="page", resume=True)
    assert page.run["starts"] == 4 and page.record["references"]


def test_the_page_that_such_a_run_was_to_replace_can_be_had_back(sample_store: Path, castalia: Command) -> None:
    copy_tree(sample_store, Path("store"))
    given = ("--store", "store", "--out", "page", "--words", "300", "--quiet")
    assert castalia("generate", TOPIC, *given).code == 0
    before = contents(Path("page"))
    with pytest.raises(UnwrittenError):
        generate_sync(TOPIC, model=ScriptedModel({"writer": down}), store="store", out="page", force=True)
    refused = castalia("rewrite", "page", "lead")
    assert refused.code == 2
    assert refused.line.endswith("to give it up, and change the page that is there, delete page/state/manifest.json")
    Path("page/state/manifest.json").unlink()
    assert castalia("rewrite", "page", "lead").code == 0
    assert contents(Path("page")).keys() == before.keys()
