"""With what a run thinks: options become roles with models, the narrower word counts, and secrets stay out of
records."""

from __future__ import annotations

import asyncio
import itertools
import json
import math
from dataclasses import replace
from typing import Any

import pytest
from castalia.agents.crew import Crew
from castalia.graphs.means import clients_of, means_of
from castalia.graphs.thinking import GROUPS, MODEL_VARIABLE, ROLES, Thinking, read_models, rehearsal
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.tools.models.budgets import Budget
from castalia.tools.scripted.scripted_model import ROLES as SCRIPTED_ROLES
from castalia.tools.scripted.scripted_model import ScriptedModel

MEMORY = Memory.__new__(Memory)  # agents only keep it


@pytest.fixture(autouse=True)
def no_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MODEL_VARIABLE, raising=False)


def test_the_roles_are_those_of_a_crew() -> None:
    assert tuple(Crew.__dataclass_fields__) == ROLES
    judges = {"entailment_judge", "rubric_judge", "preference_judge"}  # no roles of a crew
    assert {*ROLES, *judges} == SCRIPTED_ROLES
    assert all(role in ROLES for group in GROUPS.values() for role in group)
    assert set(GROUPS["curation"]) | set(GROUPS["writing"]) == set(ROLES)


def test_without_options_nothing_is_asked() -> None:
    assert read_models([]) == {}
    assert not Thinking.of(read_models([])).models


def test_one_model_plays_every_role() -> None:
    assert read_models(["openai:m"]) == dict.fromkeys(ROLES, "openai:m")


def test_the_narrower_word_counts_whatever_the_order() -> None:
    options = ["openai:all", "writing=openai:prose", "writer=openai:best", "graph=openai:cheap"]
    found = [read_models(order) for order in itertools.permutations(options)]
    assert all(one == found[0] for one in found)
    assert found[0]["writer"] == "openai:best"
    assert found[0]["reviewer"] == found[0]["relevance_filter"] == "openai:prose"
    assert found[0]["extractor"] == "openai:cheap"
    assert found[0]["researcher"] == "openai:all"
    groups = ["filter=openai:small", "writing=openai:prose", "curation=openai:wide", "graph=openai:cheap"]
    for order in itertools.permutations(groups):
        inner = read_models(order)
        assert inner["relevance_filter"] == "openai:small" and inner["extractor"] == "openai:cheap"


def test_the_default_stands_in_for_a_first_model_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODEL_VARIABLE, " openai:default ")
    assert set(read_models([]).values()) == {"openai:default"}
    assert set(read_models(["openai:m"]).values()) == {"openai:m"}
    mixed = read_models(["writer=openai:m"])
    assert mixed["writer"] == "openai:m" and mixed["editor"] == "openai:default"
    assert read_models(["extractive"]) == {}
    monkeypatch.setenv(MODEL_VARIABLE, "  ")
    assert read_models([]) == {}


def test_engines_take_models_away() -> None:
    found = read_models(["openai:m"], ["graph=extractive"])
    assert set(found) == set(ROLES) - set(GROUPS["graph"])
    assert read_models(["openai:m"], ["extractive"]) == {}
    assert read_models(["writer=openai:m"], ["writer=model"]) == {"writer": "openai:m"}
    assert "writer" not in read_models(["openai:m", "writer=extractive"])


def test_a_spec_may_hold_an_equals_sign() -> None:
    spec = "openai:m@http://host/v1?version=2"
    assert read_models([spec])["writer"] == spec
    assert read_models([f"writer={spec}"]) == {"writer": spec}


@pytest.mark.parametrize(
    ("models", "engines", "told"),
    [
        (["novelist=openai:m"], [], "no role 'novelist'"),
        (["writer="], [], "names no model"),
        (["writer=  "], [], "names no model"),
        (["=openai:m"], [], "no role"),
        ([""], [], "names no model"),
        (["   "], [], "names no model"),
        (["openai:m"], ["graph=magic"], "no engine 'magic'"),
        (["openai:m"], ["novelist=extractive"], "no role 'novelist'"),
        ([], ["writer=model"], "--model writer=SPEC"),
        ([], ["model"], "it has none"),
        (["openai:m"], ["writer="], "names no"),
    ],
)
def test_bad_options_are_told_in_one_line(models: list[str], engines: list[str], told: str) -> None:
    with pytest.raises(InputError) as error:
        read_models(models, engines)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_thinking_of_a_model_a_mapping_or_nothing() -> None:
    model = ScriptedModel()
    assert not Thinking.of(None).models
    assert not Thinking.of("extractive").models
    assert not Thinking.of({"writer": None}).models
    assert set(Thinking.of(model).models) == set(ROLES)
    assert Thinking.of({"writing": model, "writer": "extractive"}).models.keys() == set(GROUPS["writing"]) - {"writer"}
    assert Thinking.of({"writer": "scripted", "*": model}).models["writer"] == "scripted"
    assert Thinking.of(model, budget="calls=3,money=0.5").budget == Budget.of("calls=3,money=0.5")


@pytest.mark.parametrize(
    ("model", "options"),
    [
        ({"novelist": "scripted"}, {}),
        ({"writer": "scripted"}, {"curation": 0.0}),
        ({"writer": "scripted"}, {"curation": 1.5}),
        ("scripted", {"budget": "wishes=3"}),
        ("scripted", {"audience": " "}),
        ("scripted", {"audience": "sailors " * 1000}),
    ],
)
def test_thinking_refuses_what_cannot_be_meant(model: object, options: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Thinking.of(model, **options)
    with pytest.raises(InputError):
        Thinking(models={"novelist": "scripted"})


@pytest.mark.parametrize("options", [{"window": 100}, {"window": 4000, "answer": 3000}, {"answer": 0}, {"answer": -1}])
def test_a_window_that_holds_no_prompt_is_refused_before_anything_is_asked(options: dict[str, int]) -> None:
    with pytest.raises(InputError):
        Thinking.of("scripted", **options)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"budget": {"calls": 5}}, "budget is .'calls': 5.: give a Budget"),
        ({"prices": ["gpt=1,2"]}, "prices is .'gpt=1,2'.: give a tuple of Price"),
        ({"window": "8000"}, "window is '8000': give a whole number of tokens"),
        ({"audience": None}, "audience is None: give a str"),
        ({"temperature": "hot"}, "temperature is 'hot': give a number"),
        ({"concurrency": "4"}, "concurrency is '4': give a whole number"),
        ({"concurrency": 0}, "concurrency is 0: give a whole number from 1 up"),
        ({"per_minute": 0}, "per_minute is 0: give a number of calls above 0"),
        ({"per_minute": math.nan}, "per_minute is nan: give a number of calls above 0"),
        ({"tape": 5}, "tape is 5: give a path"),
        ({"timeout": "x"}, "timeout is 'x': give a number of seconds"),
        ({"curation": "x"}, "curation is 'x': give a share"),
        ({"prices": None}, "prices is None: give a tuple of Price"),
        ({"sample": "a"}, "sample is 'a': give a whole number"),
    ],
)
def test_an_option_of_the_wrong_kind_is_told(options: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        Thinking.of("scripted", **options)


def test_no_secret_reaches_the_record() -> None:
    thinking = Thinking.of({"*": "openai:m@https://user:hunter2@host.example/v1", "writer": "scripted"})
    told = json.dumps(thinking.to_json())
    assert "hunter2" not in told and "host.example" in told
    assert json.loads(told)["models"]["writer"] == "scripted"


def test_a_rehearsal_spends_nothing_and_keeps_the_names() -> None:
    thinking = Thinking.of(
        {"writer": "openai:m", "graph": "scripted"}, budget="calls=3", tape="somewhere.sqlite", window=9000
    )
    played = rehearsal(replace(thinking, per_minute=30.0))
    assert played.per_minute is None  # nobody is called, so there is no rate to wait for
    assert {type(one) for one in played.models.values()} == {ScriptedModel}
    assert played.to_json() == thinking.to_json()
    assert played.tape is None and played.budget == Budget()


@pytest.mark.parametrize(
    "spec", ["openai:m@ftp://host/v1", "openai:m@http://host:port/v1", "openai:m@http://host/v1?x=1"]
)
def test_a_rehearsal_refuses_an_address_that_the_run_would_refuse(spec: str) -> None:
    with pytest.raises(InputError):
        rehearsal(Thinking.of(spec))


def test_means_build_the_crew_that_was_asked_for() -> None:
    async def engines(thinking: Thinking) -> dict[str, str]:
        async with means_of(thinking, clients_of(thinking), 8) as means:
            return means.crew(MEMORY).engines

    found = asyncio.run(engines(Thinking.of({"writing": "scripted"})))
    assert {role for role, engine in found.items() if engine == "model"} == set(GROUPS["writing"])
    assert set(asyncio.run(engines(Thinking())).values()) == {"extractive"}


def test_a_model_named_twice_is_one_client() -> None:
    clients = clients_of(Thinking.of({"*": "scripted", "writer": "scripted:*=refusal"}))
    assert clients["editor"] is clients["extractor"] is not clients["writer"]
    assert set(clients) == set(ROLES)
