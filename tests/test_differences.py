"""What differs between two runs, in words."""

from __future__ import annotations

from typing import Any

from castalia.graphs.runs.differences import CHANGED, differences, told_together
from castalia.graphs.settings import Settings
from castalia.graphs.thinking import Thinking
from castalia.tools.models.chat import AUDIENCE


def asked(model: Any = None, settings: Settings | None = None, **more: Any) -> dict[str, Any]:
    thinking = Thinking.of(model)
    made = settings or Settings.suiting("writer" in thinking.models)
    return {"thinking": thinking.asked(), "settings": made.to_json(), **more}


def test_what_is_the_same_is_no_difference() -> None:
    assert differences(asked("scripted"), asked("scripted")) == []


def test_a_model_is_told_once_without_what_comes_with_it() -> None:
    assert differences(asked("scripted"), asked()) == ["the model is scripted, and was none"]
    assert differences(asked(), asked("scripted")) == ["the model is none, and was scripted"]
    batches = asked("scripted"), asked() | {"thinking": {"models": {}}}
    assert differences(*batches) == ["the model is scripted, and was none"]
    own = Settings.for_models(words=900, depth=2)
    assert differences(asked("scripted", own), asked()) == [
        "the model is scripted, and was none",
        "setting depth is 2, and was 4",
        "setting words is 900, and was 1700",
    ]


def test_what_no_model_was_to_read_is_told_where_none_came_or_went() -> None:
    then = asked()
    now = then | {"thinking": {**then["thinking"], "audience": "divers"}}
    assert differences(now, then) == [f"the audience is divers, and was {AUDIENCE}"]


def test_roles_with_the_same_change_are_told_together() -> None:
    then = asked("scripted")
    now = asked({"*": "scripted", "writing": "openai:gpt-4.1", "filter": "scripted", "editor": "extractive"})
    assert differences(now, then) == [
        "the model of outliner, reviewer and writer is openai:gpt-4.1, and was scripted",
        "the model of editor is none, and was scripted",
    ]


def test_digests_are_told_in_words_and_no_value_as_code() -> None:
    found = differences(
        asked(snippets="ab12", approve=["outline"], domain="", settings=Settings(reviewer=False)),
        asked(snippets="34cd", approve=[], domain="sea"),
    )
    assert found == [
        "setting reviewer is off, and was on",
        CHANGED,
        "what is to be approved is outline, and was nothing",
        "the domain is not given, and was sea",
    ]
    assert told_together(found) == "; ".join([*found[:3], "and 1 more"])
