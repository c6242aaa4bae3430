"""The manifest of a batch: what was whole stays, what was torn goes, and nobody else writes meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs.batching.ended import Ended
from castalia.graphs.batching.manifest import BatchManifest
from castalia.graphs.batching.topics import Topic
from castalia.graphs.runs.run_folder import RunFolder
from castalia.graphs.runs.run_manifest import Manifest
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError, InputError
from castalia.tools.corpus.batch_files import MANIFEST
from hypothesis import given, settings
from hypothesis import strategies as st

ASKED: dict[str, Any] = {"store": "/stores/lights", "settings": {"words": 1700, "depth": 4}, "thinking": {"models": {}}}


def ended(number: int, **changes: Any) -> Ended:
    one = Ended(
        f"Topic {number} – Σ", "", f"topic_{number}", None, "done", words=100 + number, calls=2, tokens=30, cost=0.5
    )
    return replace(one, **changes)


def written(folder: Path, count: int = 3) -> bytes:
    with BatchManifest.open(folder, ASKED) as manifest:
        for number in range(count):
            manifest.add(ended(number))
    return (folder / MANIFEST).read_bytes()


def test_what_was_noted_is_found_again(tmp_path: Path) -> None:
    written(tmp_path)
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        assert manifest.find(Topic("Topic 1 – Σ", out="topic_1")) == ended(1)
        assert manifest.find(Topic("Topic 9", out="topic_9")) is None
        assert manifest.spent == {"calls": 6, "tokens": 90, "money": 1.5}


def test_a_manifest_that_was_removed_meanwhile_is_not_written_into_nothing(tmp_path: Path) -> None:
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        manifest.add(ended(0))
        manifest.path.unlink()
        with pytest.raises(
            CastaliaError, match=r"manifest\.jsonl is gone: it was removed while the batch was at work$"
        ):
            manifest.add(ended(1))
        assert manifest.latest == (ended(0),)


def test_a_topic_that_is_asked_for_otherwise_has_not_ended(tmp_path: Path) -> None:
    written(tmp_path)
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        for other in ({"words": 300}, {"domain": "Seamanship"}, {"out": "elsewhere"}):
            assert manifest.find(replace(Topic("Topic 1 – Σ", out="topic_1"), **other)) is None


def test_the_last_line_of_a_topic_counts_and_all_its_lines_were_paid(tmp_path: Path) -> None:
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        manifest.add(ended(0, status="failed", error="no"))
        manifest.add(ended(0))
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        assert manifest.latest == (ended(0),) and manifest.spent["calls"] == 4


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_file_that_is_cut_anywhere_keeps_what_was_whole(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    whole = written(folder)
    at = data.draw(st.integers(0, len(whole)))
    torn = data.draw(st.sampled_from([b"", b"\0" * 20, b'{"topic": "x'])) if whole[:at].endswith(b"\n") else b""
    (folder / MANIFEST).write_bytes(whole[:at] + torn)
    kept = sum(1 for line in whole[:at].split(b"\n")[1:] if line.endswith(b"}") and json.loads(line))
    with BatchManifest.open(folder, ASKED) as manifest:
        assert manifest.latest == tuple(ended(number) for number in range(kept))
        manifest.add(ended(7))
    lines = (folder / MANIFEST).read_bytes().splitlines()
    assert [json.loads(line).get("folder") for line in lines] == [None, *(f"topic_{n}" for n in range(kept)), "topic_7"]


def test_a_line_that_is_broken_in_the_middle_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    lines = written(tmp_path).splitlines(keepends=True)
    broken = b"".join([lines[0], lines[1][:20], b"\n", *lines[2:]])
    (tmp_path / MANIFEST).write_bytes(broken)
    with pytest.raises(InputError, match=rf"{MANIFEST}:2: this is no line of a manifest"):
        BatchManifest.open(tmp_path, ASKED)
    assert (tmp_path / MANIFEST).read_bytes() == broken


@pytest.mark.parametrize("content", ['{"some": "log"}\n', '{"castalia_batch": 99, "asked": {}}\n', "[1]\n", "text\n"])
def test_what_is_no_manifest_is_left_alone(content: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(content)
    with pytest.raises(InputError, match="manifest"):
        BatchManifest.open(tmp_path, ASKED)
    assert (tmp_path / MANIFEST).read_text() == content


def test_other_settings_are_refused_with_the_difference(tmp_path: Path) -> None:
    before = written(tmp_path)
    other = ASKED | {"settings": {"words": 900, "depth": 4}}
    with pytest.raises(InputError, match="else: setting words is 900, and was 1700; choose"):
        BatchManifest.open(tmp_path, other)
    with pytest.raises(InputError, match="the store is not given, and was /stores/lights"):
        BatchManifest.open(tmp_path, {"corpus": "corpus-1"} | {key: ASKED[key] for key in ("settings", "thinking")})
    assert (tmp_path / MANIFEST).read_bytes() == before


def test_where_all_topics_failed_something_else_may_be_asked(tmp_path: Path) -> None:
    other = ASKED | {"settings": {"words": 900, "depth": 4}}
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        manifest.add(ended(0, status="failed", error="no"))
    with BatchManifest.open(tmp_path, other) as manifest:
        assert manifest.latest == () and manifest.spent["calls"] == 2
        manifest.add(ended(1))
    with pytest.raises(InputError, match="setting words is 1700, and was 900"):
        BatchManifest.open(tmp_path, ASKED)
    with BatchManifest.open(tmp_path, ASKED, force=True) as manifest:
        manifest.add(ended(1, status="failed", error="no"))
    with pytest.raises(InputError, match="setting words is 900, and was 1700"):  # the page is there
        BatchManifest.open(tmp_path, other)


def test_where_a_page_may_be_under_way_something_else_is_refused(tmp_path: Path) -> None:
    BatchManifest.open(tmp_path, ASKED).close()
    with pytest.raises(InputError, match="asked for something else"):
        BatchManifest.open(tmp_path, ASKED | {"settings": {"words": 900, "depth": 4}})


@pytest.mark.parametrize("place", ["topic_1", "seas/topic_1", "seas/arctic/topic_1"])
def test_beside_a_topic_that_failed_a_page_under_way_is_not_lost_however_deep_its_folder(
    place: str, tmp_path: Path
) -> None:
    other = ASKED | {"settings": {"words": 900, "depth": 4}}
    thinking = Thinking().asked()
    for run, folder in (("a", "topic_0"), ("b", place)):
        asked = {"thinking": thinking, "settings": None}
        RunFolder(tmp_path / folder).write(Manifest(run, "running", asked, {}))
    with BatchManifest.open(tmp_path, ASKED) as manifest:
        manifest.add(ended(0, status="failed", error="no", run="a"))
    with pytest.raises(InputError, match="asked for something else"):
        BatchManifest.open(tmp_path, other)
    RunFolder(tmp_path / place).manifest.unlink()
    BatchManifest.open(tmp_path, other).close()


def test_a_setting_that_an_earlier_version_did_not_know_and_that_says_nothing_makes_no_other_batch(
    tmp_path: Path,
) -> None:
    before = written(tmp_path)
    with BatchManifest.open(tmp_path, {**ASKED, "settings": {**ASKED["settings"], "later": None}}) as manifest:
        assert manifest.find(Topic("Topic 1 – Σ", out="topic_1")) == ended(1)
    assert (tmp_path / MANIFEST).read_bytes() == before


def test_force_begins_anew_and_keeps_what_was_spent(tmp_path: Path) -> None:
    before = written(tmp_path)
    other = ASKED | {"settings": {"words": 900, "depth": 4}}
    with BatchManifest.open(tmp_path, other, force=True) as manifest:
        assert manifest.latest == () and manifest.spent["calls"] == 6
        manifest.add(ended(1))
    with BatchManifest.open(tmp_path, other) as manifest:
        assert manifest.latest == (ended(1),)
    assert (tmp_path / MANIFEST).read_bytes().startswith(before)


def test_force_without_a_difference_does_nothing_again(tmp_path: Path) -> None:
    before = written(tmp_path)
    with BatchManifest.open(tmp_path, ASKED, force=True) as manifest:
        assert len(manifest.latest) == 3
    assert (tmp_path / MANIFEST).read_bytes() == before


def test_two_processes_never_write_one_manifest(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from castalia.graphs.batching.manifest import BatchManifest;"
        f"BatchManifest.open(Path(sys.argv[1]), {ASKED!r}); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(InputError, match="another process is writing the batch") as told:
            BatchManifest.open(tmp_path, ASKED)
        assert "\n" not in str(told.value)
        other.kill()
        other.wait()
    BatchManifest.open(tmp_path, ASKED).close()  # who is dead holds nothing


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = written(tmp_path)
    write = os.write
    with BatchManifest.open(tmp_path, ASKED) as manifest:

        def full(descriptor: int, data: bytes) -> int:
            if len(data) < 100:
                raise OSError(28, "No space left on device")
            return write(descriptor, data[:50])

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(CastaliaError, match="cannot be written"):
            manifest.add(ended(5))
        monkeypatch.undo()
        assert (tmp_path / MANIFEST).read_bytes() == before
        manifest.add(ended(6))
    assert (tmp_path / MANIFEST).read_bytes().startswith(before)


@pytest.mark.parametrize("text", [b"my list", b'{"a": 1}', b"[1,2]", b"my list\n"])
def test_a_file_that_is_no_manifest_is_left_as_it_is(text: bytes, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_bytes(text)
    with pytest.raises(InputError, match="manifest"):
        BatchManifest.open(tmp_path, ASKED)
    assert (tmp_path / MANIFEST).read_bytes() == text
