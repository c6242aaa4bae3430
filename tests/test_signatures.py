"""``generate_sync`` and ``stream`` take what ``generate`` takes, say so to editors, and refuse the rest at once."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from collections.abc import Callable
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


@pytest.mark.parametrize(("name", "why"), [("word", "; did you mean words?"), ("zzz", ": the settings are depth, ")])
def test_what_is_no_setting_is_refused_with_one_like_it(name: str, why: str) -> None:
    with pytest.raises(TypeError, match=re.escape(f"Settings() got an unexpected keyword argument '{name}'{why}")):
        Settings(**{name: 500})
    assert copy.copy(Settings(words=500)) == pickle.loads(pickle.dumps(Settings(words=500))) == Settings(words=500)
