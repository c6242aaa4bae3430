"""Crews: who pays for the agents, and what a pipeline is set to where nobody says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from castalia.agents.extractive.crew import extractive_crew
from castalia.agents.extractive.editor import ExtractiveEditor
from castalia.agents.extractive.writer import ExtractiveWriter
from castalia.agents.model.crew import mixed_crew, model_crew
from castalia.agents.model.mind import mind_of
from castalia.agents.model.reviewer import ModelReviewer
from castalia.agents.model.writer import ModelWriter
from castalia.graphs.cli import main
from castalia.graphs.pipeline.apollo_pipeline import apollo
from castalia.graphs.settings import Settings
from castalia.graphs.sources import open_memory
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from some_reefs import write_reefs

SAMPLE = str(files("castalia.tools") / "sample_coral_reefs.jsonl")


def test_agents_with_accounts_of_their_own_are_refused_in_one_line_that_says_what_to_do() -> None:
    async def run() -> None:
        async with await Memory.open() as memory:
            crew = replace(
                extractive_crew(memory),
                writer=ModelWriter("scripted", memory),
                reviewer=ModelReviewer("scripted", memory),
            )
            with pytest.raises(InputError, match=r"the writer and the reviewer of this crew pay .*mind_of") as caught:
                apollo(crew, memory)
            assert "\n" not in str(caught.value)

    asyncio.run(run())


@pytest.mark.parametrize(
    "build",
    [
        extractive_crew,
        ExtractiveWriter,
        ExtractiveEditor,
        lambda one: model_crew(one, "scripted"),
        lambda one: ModelWriter("scripted", one),
    ],
)
def test_what_is_no_memory_is_refused_where_agents_are_made(build: Callable[[Any], object]) -> None:
    with pytest.raises(InputError, match=r"^the memory is 'my_store': give an open castalia Memory, the first of what"):
        build("my_store")
    with pytest.raises(InputError) as refused:
        build(["my_store"] * 100)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    ("minds", "says"),
    [
        (None, "minds is a NoneType: give a mapping from roles to models"),
        ("scripted", "minds is a str: give a mapping"),
        ({"writer": "scripted", "writing": "scripted"}, "there is no role 'writing': the roles are extractor, "),
    ],
)
def test_a_role_that_there_is_not_is_told_with_those_there_are(minds: Any, says: str) -> None:
    async def run() -> None:
        async with await Memory.open() as memory:
            with pytest.raises(InputError, match=f"^{says}"):
                mixed_crew(memory, minds)

    asyncio.run(run())


def test_agents_of_one_mind_and_models_of_one_crew_pay_from_one_account() -> None:
    async def run() -> None:
        async with await Memory.open() as memory:
            mind = mind_of("scripted")
            writer, reviewer = ModelWriter(mind, memory), ModelReviewer(mind, memory)
            assert replace(extractive_crew(memory), writer=writer, reviewer=reviewer).account is mind.account
            assert mixed_crew(memory, {"writer": "scripted", "reviewer": "scripted"}).account is not None
            assert mixed_crew(memory, {"writer": "scripted", "reviewer": mind}).account is mind.account
            assert extractive_crew(memory).account is None

    asyncio.run(run())


def test_a_pipeline_is_set_for_the_writer_of_its_crew(tmp_path: Path) -> None:
    reefs = write_reefs(tmp_path / "rows.jsonl", 8)

    async def stats(settings: Settings | None) -> dict[str, Any]:
        memory, _ = await open_memory(reefs)
        async with memory:
            crew = model_crew(memory, "scripted")
            await apollo(crew, memory, settings).ainvoke({"topic": "Atoll"})
            assert crew.account is not None
            return {"calls": crew.account.total.calls}

    small = Settings.for_models(depth=1)
    assert asyncio.run(stats(None)) == asyncio.run(stats(Settings.for_models()))
    assert asyncio.run(stats(small)) != asyncio.run(stats(Settings(depth=1)))


def test_an_empty_budget_is_no_budget_without_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [
        "generate",
        "Atoll",
        "--corpus",
        SAMPLE,
        "--model",
        "scripted",
        "--out",
        str(tmp_path / "page"),
        "--budget",
        "",
    ]
    assert main(given) == 2
    assert "is no part of a budget" in capsys.readouterr().err
    assert not (tmp_path / "page").exists()
