"""What is shipped: every module of the four rooms, their type markers, the sample corpus, and nothing else."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import tomllib
from pathlib import Path
from typing import Any

import castalia.graphs
import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("agents", "graphs", "memory", "tools")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def shipped(project: dict[str, Any]) -> set[str]:
    """The files of the package as they are installed; where it is installed as a link, as pyproject says they will
    be."""
    for distribution in importlib.metadata.distributions(name="castalia"):
        names = {str(one).replace("\\", "/") for one in distribution.files or ()}
        if "castalia/graphs/cli.py" in names:
            return {one for one in names if one.startswith("castalia/") and "__pycache__" not in one}
    setup = project["tool"]["setuptools"]
    found: set[str] = set()
    for package in setup["packages"]:
        folder = ROOT / setup["package-dir"][package]
        for pattern in ("*.py", *setup["package-data"]["*"]):
            found |= {f"{package.replace('.', '/')}/{one.name}" for one in folder.glob(pattern)}
    return found


def modules() -> set[str]:
    """Every Python file of the four rooms, as it is imported."""
    return {
        f"castalia/{one.relative_to(ROOT).as_posix()}"
        for room in ROOMS
        for one in (ROOT / room).rglob("*.py")
        if "__pycache__" not in one.parts
    }


def test_every_module_is_shipped_and_nothing_that_is_none(shipped: set[str]) -> None:
    assert {one for one in shipped if one.endswith(".py")} == modules()


def test_every_room_is_marked_as_typed(shipped: set[str]) -> None:
    assert {f"castalia/{room}/py.typed" for room in ROOMS} <= shipped


def test_the_sample_corpus_is_shipped(shipped: set[str]) -> None:
    assert "castalia/tools/sample_coral_reefs.jsonl" in shipped


def test_nothing_else_is_shipped(shipped: set[str]) -> None:
    rest = {one for one in shipped if not one.endswith((".py", "/py.typed"))}
    prompts = {f"castalia/agents/model/{one.name}" for one in (ROOT / "agents" / "model").glob("*.md")}
    assert rest == {"castalia/tools/sample_coral_reefs.jsonl", *prompts}
    assert not [one for one in shipped if "test" in one.lower() or "notebooks" in one.lower() or one.endswith(".ipynb")]
    assert "castalia/__init__.py" not in shipped  # a namespace package: other distributions may add to it


def test_every_folder_with_code_is_a_package(project: dict[str, Any]) -> None:
    setup = project["tool"]["setuptools"]
    folders = {Path(one).parent.as_posix() for one in modules()}
    assert {one.replace(".", "/") for one in setup["packages"]} == folders
    assert setup["package-dir"] == {one.replace("/", "."): one.removeprefix("castalia/") for one in sorted(folders)}


def test_versions_are_bounded_and_the_version_is_one(project: dict[str, Any]) -> None:
    extras = project["project"]["optional-dependencies"].values()
    for wanted in (*project["project"]["dependencies"], *(one for extra in extras for one in extra)):
        assert wanted.startswith("castalia[") or ("<" in wanted and ">=" in wanted), wanted
    assert castalia.graphs.__version__ == project["project"]["version"]


def test_what_is_promised_can_be_imported() -> None:
    for name in castalia.graphs.__all__:
        assert getattr(castalia.graphs, name) is not None
    assert dir(castalia.graphs) == castalia.graphs.__all__ == sorted(castalia.graphs.__all__)
    with pytest.raises(AttributeError, match="no attribute 'paint'"):
        castalia.graphs.paint  # noqa: B018


def test_what_a_caller_names_is_in_one_place() -> None:
    """The crews of both engines, what a search takes, what goes beside ``Settings``, and the errors to catch."""
    assert {
        "CastaliaError",
        "Filters",
        "InputError",
        "NoPageError",
        "SearchQuery",
        "Thinking",
        "UnknownTopicError",
        "extractive_crew",
        "model_crew",
    } <= set(castalia.graphs.__all__)


def test_what_can_be_imported_is_told_in_the_docstring_of_the_room() -> None:
    told = castalia.graphs.__doc__ or ""
    functions = [one for one in castalia.graphs.__all__ if one.islower() and not one.startswith("__")]
    assert [one for one in functions if f"``{one}``" not in told] == []


def test_the_tools_are_told_in_the_order_in_which_they_may_import_each_other(project: dict[str, Any]) -> None:
    (law,) = (
        one for one in project["tool"]["importlinter"]["contracts"] if one.get("containers") == ["castalia.tools"]
    )
    layers = [set(layer.split(" : ")) for layer in reversed(law["layers"])]
    told = re.findall(
        r"``(\w+)``", ast.get_docstring(ast.parse((ROOT / "tools" / "__init__.py").read_text("utf-8"))) or ""
    )
    assert set(told) == set.union(*layers)
    places = [next(at for at, layer in enumerate(layers) if name in layer) for name in told]
    assert places == sorted(places)
