"""What holds for all tests: strict msgpack before LangGraph is imported, for a state that holds anything but plain
values fails here; the same inputs for tests that make theirs up, so that no run fails by chance
(``HYPOTHESIS_PROFILE=random`` tries others); and the command line in an empty folder.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command_line import Command, Told
from hypothesis import HealthCheck, settings

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

# How long an input takes is chance, too, where a machine is shared.
settings.register_profile("fixed", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "random", derandomize=False, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture
def castalia(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in this process, in an empty folder ``here`` inside ``tmp_path``."""
    from castalia.graphs import cli  # not before the environment above stands

    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object) -> Told:
        capsys.readouterr()
        code = cli.main([str(one) for one in arguments])
        return Told(code, *capsys.readouterr())

    return run
