"""A strict page has only sentences that were found supported: word for word, or by the reviewer."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from castalia.agents.crew import Crew
from castalia.graphs import Settings, generate_sync, model_crew
from castalia.graphs.changes.updating import update
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.memory.plain import plain
from castalia.memory.records import Feedback
from castalia.tools.claims.verification import NOT_FOUND_SUPPORTED
from castalia.tools.models.chat import ModelError
from castalia.tools.pages.page_json import LEAD
from castalia.tools.scripted.scripted_model import ScriptedModel
from some_reefs import write_reefs

TOPIC = "Coral reef"
STRICT = Settings.for_models(depth=0, words=400, strict=True)
DENIED = ((" is ", " is not "), (" are ", " are never "))


def denies(call: Any, good: str) -> str:
    """The sentences of a draft, or of a lead, in words that no source has, with every name and number in place."""
    told = good if not call.schema_name else json.loads(good)["lead"]
    for said, denied in DENIED:
        told = told.replace(said, denied)
    return told if not call.schema_name else json.dumps({**json.loads(good), "lead": told})


def is_of_lead(call: Any) -> bool:
    return f"\n# {TOPIC}\n" in call.messages[-1].text


def fails_at_the_lead(call: Any, good: str) -> str | Exception:
    return ModelError("the server is down", "connection", transient=False) if is_of_lead(call) else good


def objects(call: Any, good: str) -> str:
    """Against the first sentence, where the lead alone is reviewed."""
    if not is_of_lead(call):
        return good
    return json.dumps({"verdict": "no", "issues": [{"sentence": 1, "problem": "It is not so.", "request": "remove"}]})


def is_denied(sentence: str) -> bool:
    return any(one in sentence for _, one in DENIED)


def made(path: Path, model: ScriptedModel, settings: Settings = STRICT) -> Any:
    return generate_sync(TOPIC, corpus=write_reefs(path / "reefs.jsonl"), model=model, settings=settings).record


def test_what_nobody_could_review_is_left_out_and_told(tmp_path: Path) -> None:
    record = made(tmp_path, ScriptedModel({"writer": denies, "reviewer": "refusal"}))
    assert Counter(one["verdict"] for one in record["claims"]).keys() == {"supported"}
    gone = [one["claim"] for one in record["open_issues"] if one["reason"] == NOT_FOUND_SUPPORTED]
    assert gone and all(map(is_denied, gone))
    assert not {one["sentence"] for one in record["claims"]} & set(gone)
    assert any("could not be reviewed" in one for one in record["notices"])


def test_a_lead_in_other_words_is_reviewed_too(tmp_path: Path) -> None:
    model = ScriptedModel({"editor": denies})
    lead = [one for one in made(tmp_path, model)["claims"] if one["section"] == "lead"]
    assert any(is_denied(one["sentence"]) for one in lead) and {one["verdict"] for one in lead} == {"supported"}
    assert sum(one.role == "reviewer" for one in model.calls) == 1 + sum(
        one.role == "writer" and not one.schema_name for one in model.calls
    )
    assert sum("This is a later review" in one.messages[-1].text for one in filter(is_of_lead, model.calls)) == 1
    record = made(tmp_path, ScriptedModel({"editor": denies, "reviewer": objects}))
    less = [one["sentence"] for one in record["claims"] if one["section"] == "lead"]
    assert set(less) < {one["sentence"] for one in lead}
    assert any(one["section"] == "lead" and "It is not so." in one["reason"] for one in record["open_issues"])


def test_a_lead_that_nobody_could_review_is_told_too(tmp_path: Path) -> None:
    record = made(tmp_path, ScriptedModel({"editor": denies, "reviewer": fails_at_the_lead}))
    gone = [one["section"] for one in record["open_issues"] if one["reason"] == NOT_FOUND_SUPPORTED]
    assert gone == ["lead"] * 3
    assert record["notices"] == ["3 sentences could not be reviewed by the model."]


@pytest.mark.parametrize("answer", ["raises", "is none", "is on another section"])
def test_a_reviewer_of_ones_own_that_fails_at_the_lead_costs_its_unreviewed_sentences(
    tmp_path: Path, answer: str
) -> None:
    def build(memory: Memory) -> Crew:
        whole = model_crew(memory, ScriptedModel({"editor": denies}))

        async def reviewer(state: Any) -> Any:
            if state["section"]["id"] != LEAD:
                return await whole.reviewer(state)
            if answer == "raises":
                raise ConnectionError("it is down")
            items = [plain(Feedback("zzz", "", "what is this?", "add"))]
            return {"feedback": items} if answer == "is on another section" else None

        return replace(whole, reviewer=reviewer)

    corpus = write_reefs(tmp_path / "reefs.jsonl")
    record = generate_sync(TOPIC, corpus=corpus, crew=build, settings=STRICT).record
    gone = [one["section"] for one in record["open_issues"] if one["reason"] == NOT_FOUND_SUPPORTED]
    assert gone == [LEAD] * 3 and "zzz" not in {one["section"] for one in record["open_issues"]}
    told = record["notices"]
    assert told == ([] if answer == "is on another section" else ["3 sentences could not be reviewed by the model."])


def test_what_nobody_could_review_of_an_update_is_told_too(tmp_path: Path) -> None:
    is_later = False

    def writer(call: Any, good: str) -> str:
        return denies(call, good) if is_later and not call.schema_name else good

    def reviewer(call: Any, good: str) -> str | Exception:
        return ModelError("the server is down", "connection", transient=False) if is_later else good

    model, out = ScriptedModel({"writer": writer, "reviewer": reviewer}), tmp_path / "page"
    corpus = write_reefs(tmp_path / "reefs.jsonl", 5)
    generate_sync(TOPIC, corpus=corpus, model=model, settings=STRICT, out=out)
    is_later = True
    record = asyncio.run(update(out, corpus=write_reefs(corpus, 12), model=model)).page.record
    assert {one["verdict"] for one in record["claims"]} == {"supported"}
    gone = [one["claim"] for one in record["open_issues"] if one["reason"] == NOT_FOUND_SUPPORTED]
    assert gone and not {one["sentence"] for one in record["claims"]} & {*gone}


def test_a_strict_page_without_a_reviewer_is_refused() -> None:
    with pytest.raises(InputError, match="strict page has only what a reviewer found supported"):
        STRICT.without("reviewer")
