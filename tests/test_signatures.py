"""``generate_sync`` and ``stream`` take what ``generate`` takes, say so to editors, and refuse the rest at once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from castalia.graphs import Settings, generate, generate_sync, stream


@pytest.mark.parametrize("door", [generate_sync, stream])
def test_a_door_shows_the_parameters_of_generate(door: Callable[..., Any]) -> None:
    mine, whole = inspect.signature(door), inspect.signature(generate)
    assert mine.parameters == whole.parameters and door.__doc__
    assert (
        mine.return_annotation == {"generate_sync": "TopicPage", "stream": "AsyncGenerator[Event, None]"}[door.__name__]
    )


@pytest.mark.parametrize("door", [generate_sync, stream])
@pytest.mark.parametrize(
    ("given", "options", "why"),
    [
        (("Glycolysis",), {"corpsu": "x.jsonl"}, "unexpected keyword argument 'corpsu'; did you mean corpus\\?$"),
        (("Glycolysis",), {"words": 500}, r"keyword argument 'words'; it is a setting: settings=Settings\(words=…\)$"),
        (("Glycolysis",), {"zzz": 500}, "unexpected keyword argument 'zzz'$"),
        ((), {"corpus": "x.jsonl"}, "missing a required argument: 'topic'"),
        (("Glycolysis", "x.jsonl"), {}, "too many positional arguments"),
    ],
)
def test_what_is_no_option_is_refused_when_it_is_called(
    door: Callable[..., Any], given: tuple[Any, ...], options: dict[str, Any], why: str
) -> None:
    with pytest.raises(TypeError, match=rf"^{door.__name__}\(\) .*{why}"):
        door(*given, **options)  # of a stream nobody has asked for an event yet


def test_settings_show_their_names_and_refuse_others() -> None:
    assert list(inspect.signature(Settings).parameters) == [one.name for one in fields(Settings)]
    with pytest.raises(TypeError, match="unexpected keyword argument 'word'"):
        Settings(word=500)  # type: ignore[call-arg]
