"""README and guides: what the demo writes, commands that can be typed, code that compiles, links that lead
somewhere."""

from __future__ import annotations

import ast
import asyncio
import importlib
import re
import shlex
import subprocess
import sys
import textwrap
from importlib.resources import files
from pathlib import Path
from typing import Any, NotRequired, get_origin, get_type_hints

import pytest
from castalia.agents.crew import Crew
from castalia.agents.roles import TopicState
from castalia.graphs import TopicPage, generate_sync, open_memory
from castalia.graphs.cli import _parser
from castalia.graphs.commands.cli_models import account_lines, settings_of, thinking_of
from castalia.graphs.events import event_of
from castalia.graphs.screens.display import lines_of
from castalia.graphs.thinking import Thinking, rehearsal
from castalia.memory.triplets import TripletGraph
from castalia.tools.corpus.row_snippets import FIELDS
from castalia.tools.language.words import stem
from castalia.tools.models.account import Account
from castalia.tools.models.chat import Call, Message, Reply
from some_reefs import write_reefs

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
GUIDES = sorted((ROOT / "docs").glob("*.md"))
TEXTS = {path: path.read_text(encoding="utf-8") for path in (README, *GUIDES)}
TEXT = "\n".join(TEXTS.values())
BLOCKS = [
    pytest.param(found[1], id=f"{path.stem}-{number}")
    for path, text in TEXTS.items()
    for number, found in enumerate(re.finditer(r"^```python\n(.*?)^```", text, re.M | re.S), start=1)
]
COMMANDS = [
    found[1]
    for found in re.finditer(
        r"(?:^ {4}(?:.* && )?(?:\S*/)?|`)castalia ((?:generate|ingest|store|batch|rewrite|update|export|evaluate|compare|bench|gold|form|plot|demo)\b[^`\n]*)",
        TEXT,
        re.M,
    )
]


def test_a_source_that_is_banned_from_a_section_is_cited_there(sample_page: TopicPage) -> None:
    (section, url) = next(
        found.groups() for one in COMMANDS if (found := re.match(r"rewrite \S+ (\S+) --ban (\S+)", one))
    )
    (home,) = [one["id"] for one in sample_page.record["sections"] if one["heading"] == section]
    urls = {one["number"]: one["url"] for one in sample_page.record["references"]}
    assert url in {
        urls[name] for one in sample_page.record["claims"] if one["section"] == home for name in one["citations"]
    }


def test_the_excerpt_is_from_the_page_that_the_demo_writes(sample_page: TopicPage) -> None:
    quoted = [line[2:] for line in TEXTS[README].splitlines() if line.startswith("> ")]
    lines = [line for line in quoted if line.strip()]
    assert len(lines) >= 3
    written = {re.sub(r"\\(.)", r"\1", line) for line in sample_page.markdown.splitlines()}
    assert [line for line in lines if re.sub(r"\\(.)", r"\1", line) not in written] == []


def test_the_counts_of_the_progress_lines_are_those_of_the_demo(sample_page: TopicPage) -> None:
    told = {line for event in sample_page.run["events"] for line in lines_of(event_of(event))}
    shown = re.findall(r"^\| `((?:curate    step|assemble) .*?)` \|", TEXTS[ROOT / "docs" / "runs.md"], re.M)
    assert len(shown) == 2 and set(shown) <= told


def test_no_batch_is_refused_for_the_model_of_another_in_its_folder() -> None:
    asked = [_parser().parse_args(shlex.split(one)) for one in COMMANDS if one.startswith("batch")]
    models: dict[str, set[str]] = {}
    for options in asked:
        models.setdefault(options.out, set()).add(str(options.model))
    assert len(models) > 1 and {out for out, found in models.items() if len(found) > 1} == set()


def test_every_line_that_begins_with_castalia_is_looked_at() -> None:
    shown = [line for line in TEXT.splitlines() if re.match(r" {4}.*\bcastalia\b", line)]
    assert len(shown) >= 12
    assert [line for line in shown if not any(line.endswith(one) for one in COMMANDS)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_typed(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options, values, specs, roles, limits and prices are read as the command line reads them; nothing is run."""
    monkeypatch.delenv("CASTALIA_MODEL", raising=False)
    options = _parser().parse_args(shlex.split(command))
    if not command.startswith(
        ("ingest", "store", "update", "export", "evaluate", "compare", "gold", "form", "plot")
    ):  # whose dry run, if any, is not about models
        thinking = thinking_of(options, "page")
        assert bool(options.model) == bool(thinking.models)
        if not command.startswith("bench"):  # whose systems have settings of their own
            settings_of(options, thinking, None)


def test_the_table_of_a_dry_run_is_the_one_that_is_printed() -> None:
    """But for its numbers, which change with every prompt."""
    account = Account()
    assert "reviewer" not in " ".join(account_lines(account.to_json()))  # as in a run without one
    for role in ("writer", "reviewer"):
        call = Call(role, (Message("user", "Write."),))
        account.settle(account.reserve("openai:gpt-4o-mini", call), Reply("Written."))
    page = TopicPage({}, TripletGraph.of({}, {}), {"account": account.to_json()})
    head, *_, last, told, warned = account_lines(page.run["account"])
    (table,) = re.findall(r"^```\n(role .*?)^```", TEXT, re.M | re.S)
    lines = table.splitlines()
    assert lines[0].split() == head.split()
    assert lines[-2:] == [told, warned]
    assert lines[-3].split()[0] == last.split()[0] == "all"


def test_the_demo_with_a_model_comes_to_what_the_table_says() -> None:
    """Within a tenth, and so do the figures that are computed from it."""
    thinking = rehearsal(Thinking.of("openai:gpt-4o-mini"))
    page = generate_sync("Coral reef", corpus=str(files("castalia.tools") / "sample_coral_reefs.jsonl"), model=thinking)
    stats = page.record["stats"]
    (calls, sent, answered) = map(_number, re.search(r"^all +(\S+) +(\S+) +(\S+)", TEXT, re.M).groups())  # type: ignore[union-attr]
    assert calls == pytest.approx(stats["model_calls"], rel=0.1)
    assert sent + answered == pytest.approx(stats["tokens"], rel=0.1)
    (a_page, all_pages) = map(_number, re.search(r"\| calls \| (\S+) \| (\S+) \|", TEXT).groups())  # type: ignore[union-attr]
    assert a_page == calls and all_pages == 2000 * calls
    pages, million = [round(one / 1000) for one in (sent, answered)], [round(one / 500) for one in (sent, answered)]
    assert "| tokens in, out | {} k, {} k | {} M, {} M |".format(*pages, *million) in TEXT


def _number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.parametrize("code", BLOCKS)
def test_every_python_block_compiles_and_imports_what_is_there(code: str) -> None:
    compile(code, "block", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    for one in ast.walk(ast.parse(code)):
        if isinstance(one, ast.ImportFrom):
            module = importlib.import_module(one.module or "")
            assert [alias.name for alias in one.names if not hasattr(module, alias.name)] == []


def _block(guide: str, of: str) -> str:
    """The block of a guide in which this stands."""
    return next(
        found
        for found in re.findall(r"^```python\n(.*?)^```", TEXTS[ROOT / "docs" / guide], re.M | re.S)
        if of in found
    )


def test_the_topic_that_the_guide_misspells_is_not_taken_for_the_right_one() -> None:
    topic, nearest = re.findall(r'"(\w+)"', _block("runs.md", "UnknownTopicError").replace("my_store", ""))
    assert nearest == "glycolysis" and stem(topic.lower()) != stem(nearest)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the examples read of a clone, in which they run."""
    (tmp_path / "tools").mkdir()
    write_reefs(tmp_path / "tools" / "sample_coral_reefs.jsonl", 2)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_first_script_on_langgraph_runs_and_its_agent_shows_on_the_page(clone: Path) -> None:
    script = _block("langgraph.md", "asyncio.run(main())")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = TopicPage.open(clone / "my_page")
    assert tuple(one["heading"] for one in page.record["sections"]) == _headings(script)


def test_the_writer_of_the_guide_writes_what_the_page_says(clone: Path) -> None:
    names: dict[str, Any] = {}
    code = compile(_block("langgraph.md", "class MyWriter"), "block", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    asyncio.run(eval(code, names))
    record = names["page"].record
    texts = {one["number"]: one["text"] for one in record["references"]}
    below = [one for one in record["claims"] if one["section"] != "lead"]
    assert len(below) > 5 and record["engines"]["writer"] == "custom"
    assert all(texts[one["citations"][0]].startswith(one["sentence"].rstrip(".")) for one in below)


def _headings(script: str) -> tuple[str, ...]:
    """What the agent of the script plans."""
    found: tuple[str, ...] = ast.literal_eval(re.search(r"headings = (\(.*\))", script)[1])  # type: ignore[index]
    return found


def test_a_graph_around_the_pipeline_tells_what_the_guide_says(clone: Path) -> None:
    """The script and the loop that reads its stream."""
    script = _block("langgraph.md", "asyncio.run(main())")
    run = 'result = await builder.compile().ainvoke({"subject": "Coral bleaching"})'
    loop = textwrap.indent("graph = builder.compile()\n" + _block("langgraph.md", "event_of(told)"), "    ")
    asked = script.replace(f"    {run}\n", f"{loop}    await memory.close()\n    return\n")
    assert asked != script
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [one for one in ("Seeded(", "Curated(", "SectionState(", "Assembled(") if one not in done.stdout] == []


def test_a_run_that_is_filled_as_the_guide_says_has_an_outline(clone: Path) -> None:
    async def run() -> list[dict[str, Any]]:
        memory, _ = await open_memory("tools/sample_coral_reefs.jsonl")
        async with memory:
            names: dict[str, Any] = {"memory": memory}
            code = compile(_block("langgraph.md", "crew.outliner"), "block", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            await eval(code, names)
            return list(names["outline"])

    assert len(asyncio.run(run())) > 1


def test_the_script_that_asks_why_a_sentence_is_there_finds_sentences(clone: Path) -> None:
    script = textwrap.indent(_block("inside.md", "placed_in"), "    ")
    found = f"import asyncio\n\nasync def main():\n{script}    await memory.close()\n\nasyncio.run(main())\n"
    done = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 2


def test_the_table_of_roles_has_the_keys_that_their_agents_read_and_answer() -> None:
    table = TEXTS[ROOT / "docs" / "langgraph.md"].partition("## What each role reads and answers")[2]
    shown = {row[0]: row[1:] for row in re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \|$", table, re.M)}
    everybody = get_type_hints(TopicState, include_extras=True)
    expected = {}
    for role, protocol in get_type_hints(Crew).items():
        hints = get_type_hints(protocol.__call__)
        keys = get_type_hints(hints["state"], include_extras=True)
        own = {name: get_origin(kind) is NotRequired for name, kind in keys.items() if name not in everybody}
        needs, may_have = ([one for one in own if own[one] is free] for free in (False, True))
        expected[role] = tuple(
            ", ".join(f"`{one}`" for one in names) or "–"
            for names in (needs, may_have, hints["return"].__annotations__)
        )
    assert shown == expected
    assert list(everybody) == ["topic", "run_id", "domain"]


def test_the_table_of_fields_has_all_that_are_read() -> None:
    table = TEXTS[ROOT / "docs" / "corpora.md"].partition("### Fields")[2].partition("**Titles.**")[0]
    named = {name for cell in re.findall(r"^\|(.*?)\|", table, re.M) for name in re.findall("`([a-z_]+)`", cell)}
    assert set(FIELDS) <= named


def test_the_readme_leads_to_every_guide() -> None:
    linked = set(re.findall(r"\]\(docs/([^)#]+)", TEXTS[README]))
    assert linked == {path.name for path in GUIDES}


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in TEXTS])
def test_every_link_leads_somewhere(path: Path) -> None:
    for target, place in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", TEXTS[path]):
        there = (path.parent / target).resolve() if target else path
        assert there.is_file(), target
        assert not place or place in _places(TEXTS[there]), f"{target}#{place}"


def _places(text: str) -> set[str]:
    outside = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return {re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-") for name in re.findall(r"^#+ (.+)$", outside, re.M)}
