"""What is usual in a corpus is learned in a process of its own while the store is written: the same, and nothing is
left behind."""

import asyncio
import json
import sys
import tempfile
from threading import Event

import pytest
from castalia.graphs import ingest, ingestion
from castalia.memory.memory import Memory
from castalia.memory.payloads import sample_of
from castalia.memory.records import Snippet
from castalia.tools.topic import background, learning_ahead
from castalia.tools.topic.background import SAMPLE, Background, background_of, learn_background
from castalia.tools.topic.learning_ahead import WORTH, learned_ahead

PARTS = ["gill", "shell", "siphon", "mantle", "radula", "heart", "kidney", "foot"]


def snippets(number: int) -> list[Snippet]:
    """So many different snippets of twenty words and more."""
    return [
        Snippet(
            f"{place:016x}",
            f"The {PARTS[place % 8]} of mussel number {place} in bed {place * 7919 % 1009} opens before the tide and "
            f"closes {place * 31 % 577} minutes after it, which the {PARTS[place % 5]} of most other mussels does not do.",
        )
        for place in range(number)
    ]


def written(tmp_path, number: int):
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps({"text": one.text}) + "\n" for one in snippets(number)), encoding="utf-8")
    return path


def here(read) -> None:
    raise AssertionError("learned in this process")


def ingested(corpus, **options) -> tuple[Background, list[Snippet]]:
    """What was learned of a corpus in a store of its own, and the sample of that store."""

    async def learned():
        async with await Memory.open(None) as memory:
            await ingest(memory, corpus, **options)
            return await background_of(memory.library), await memory.store.sample(SAMPLE)

    return asyncio.run(learned())


def test_a_large_corpus_is_learned_in_another_process_and_as_here(tmp_path, monkeypatch):
    with monkeypatch.context() as only:
        only.setattr(background, "learn_background", here)
        learned, sample = ingested(written(tmp_path, SAMPLE + 200))
    assert learned.to_json() == learn_background(sample).to_json()
    assert learned.phrases


def test_while_another_process_learns_this_one_does_what_is_wanted_next(tmp_path, monkeypatch):
    wanted = Event()

    async def learned(sample):
        assert await asyncio.to_thread(wanted.wait, 30)

    monkeypatch.setattr(ingestion, "learned_ahead", learned)
    ingested(written(tmp_path, 30), meanwhile=wanted.set)


def test_nothing_else_is_done_where_nothing_is_waited_for(tmp_path):
    wanted = Event()
    ingested(written(tmp_path, 30), meanwhile=wanted.set)
    assert not wanted.is_set()


def test_what_is_added_to_a_store_is_learned_with_what_was_there(tmp_path):
    async def learned():
        async with await Memory.open(None) as memory:
            await memory.store.add([Snippet("0" * 16, "Whales sing, and sailors hear them through their planks.")])
            await ingest(memory, written(tmp_path, WORTH))
            return await background_of(memory.library)

    added = asyncio.run(learned())
    assert added.size == WORTH + 1 and added.share("sailor") > added.share("cabin")


@pytest.mark.parametrize(
    ("code", "executable"),
    [
        ("raise SystemExit(3)", sys.executable),
        ("print('what is this?')", sys.executable),
        ("", "python_that_is_not_there"),
    ],
)
def test_where_the_process_fails_it_is_learned_here(code, executable, tmp_path, monkeypatch):
    monkeypatch.setattr(learning_ahead, "_CODE", code)
    monkeypatch.setattr(sys, "executable", executable)
    assert asyncio.run(learned_ahead(snippets(WORTH))) is None
    assert ingested(written(tmp_path, WORTH))[0].size == WORTH


@pytest.mark.parametrize("executable", ["/usr/bin/blender", "castalia.exe", "", None])
def test_a_program_that_holds_an_interpreter_is_not_started_again(executable, monkeypatch):
    monkeypatch.setattr(sys, "executable", executable)
    monkeypatch.setattr(learning_ahead, "Popen", here)
    assert asyncio.run(learned_ahead(snippets(WORTH))) is None


def test_without_a_folder_for_temporary_files_it_is_learned_here(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "not there"))
    assert asyncio.run(learned_ahead(snippets(WORTH))) is None


def test_what_is_printed_as_python_starts_is_no_part_of_the_answer(monkeypatch):
    monkeypatch.setattr(learning_ahead, "_CODE", f"print('Welcome!', flush=True)\n{learning_ahead._CODE}")
    given = snippets(WORTH)
    learned = asyncio.run(learned_ahead(given))
    assert learned is not None and learned[1].to_json() == learn_background(given).to_json()


def test_a_small_corpus_is_not_worth_a_process(monkeypatch):
    monkeypatch.setattr(learning_ahead, "Popen", here)
    assert asyncio.run(learned_ahead(snippets(WORTH - 1))) is None


def test_a_learning_that_is_cancelled_leaves_no_process_behind(monkeypatch):
    processes, has_begun, popen = [], Event(), learning_ahead.Popen

    def begin(*given, **how):
        processes.append(popen(*given, **how))
        has_begun.set()
        return processes[0]

    async def cancelled():
        learning = asyncio.create_task(learned_ahead(snippets(WORTH)))
        await asyncio.to_thread(has_begun.wait)
        learning.cancel()
        await learning

    monkeypatch.setattr(learning_ahead, "_CODE", "import time; time.sleep(600)")
    monkeypatch.setattr(learning_ahead, "Popen", begin)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())
    assert processes[0].returncode is not None


def test_the_sample_of_a_store_can_be_told_before_it_is_written():
    given = snippets(60)

    async def sampled():
        async with await Memory.open(None) as memory:
            await memory.store.add(given[::-1])
            return await memory.store.sample(17)

    assert asyncio.run(sampled()) == sample_of(given, 17)
