"""What holds for all tests: strict msgpack before LangGraph is imported, for a state that holds anything but plain
values fails here; the same inputs for tests that make theirs up, so that no run fails by chance
(``HYPOTHESIS_PROFILE=random`` tries others); rare collections of garbage; the page of the bundled sample, which takes
seconds; and the command line in an empty folder.
"""

from __future__ import annotations

import asyncio
import gc
import os
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import Command, Told
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from castalia.graphs import TopicPage

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

# No server of a test is on a secure line: its clients need not load the certificates of the world, each anew.
if not os.environ.get("CASTALIA_TEST_QDRANT_URL"):
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = str(Path(__file__).parent)

# How long an input takes is chance, too, where a machine is shared.
settings.register_profile("fixed", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "random", derandomize=False, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

# All that pytest, LangGraph and thousands of tests keep is looked through by each collection: a tenth of the time.
gc.set_threshold(200_000, 50, 100)


def pytest_collection_finish() -> None:
    """What is there when the tests begin stays."""
    gc.freeze()


@pytest.fixture(scope="session")
def sample_page() -> TopicPage:
    """The page that ``castalia demo`` writes, from the whole bundled sample."""
    from castalia.graphs import generate_sync  # not before the environment above stands

    return generate_sync("Coral reef", corpus=str(files("castalia.tools") / "sample_coral_reefs.jsonl"))


@pytest.fixture(scope="session")
def sample_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the whole bundled sample, for tests that add no snippet to it: to read the corpus takes longer than to
    write a page of a part of it, and what the rules found in a snippet is kept."""
    from castalia.graphs import fill_store  # not before the environment above stands

    path = tmp_path_factory.mktemp("sample") / "store"
    asyncio.run(fill_store(path, str(files("castalia.tools") / "sample_coral_reefs.jsonl")))
    return path


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


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses before further attempts, none of them waited for."""
    made: list[float] = []

    async def sleep(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr("castalia.memory.retries.asyncio.sleep", sleep)
    return made
