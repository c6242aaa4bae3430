"""Pages on several machines: a Ray cluster of local nodes, each in folders of its own, to which the store is sent;
nodes that are killed.

Needs the extra ray.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import killed_runs
import lighthouses
import pytest
from castalia.graphs import __version__, cli
from castalia.graphs.batching.page_worker import SCRATCH
from castalia.tools.corpus.batch_files import MANIFEST

TOPICS = ["Lighthouse", "Coral reef", "Lighthouse lens"]
SHORT = ("--words", "400", "--without", "reflection")
KEYS = ("--pass-env", "CASTALIA_MODEL_KEY", "--pass-env", "NO_PROXY")
FAR = ("--workers", "ray://auto", "--at-once", "1", *KEYS, "--rate", "6000")
SMALL = {"include_dashboard": False, "object_store_memory": 78 << 20}
QUICK = {
    "health_check_initial_delay_ms": 500,
    "health_check_period_ms": 500,
    "health_check_timeout_ms": 500,
    "health_check_failure_threshold": 4,
}


class Gated(killed_runs.CountingServer):  # type: ignore[misc]
    """Answers that come only while the gate is open: with ``hold_at`` it falls shut at the request of this number."""

    def __init__(self, delay: float) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.hold_at = 0
        super().__init__(delay)

    def _answer(self, body: Mapping[str, Any]) -> str:
        answer: str = super()._answer(body)
        if self.hold_at and self.asked.total() >= self.hold_at:
            self.gate.clear()
        self.gate.wait(120)
        return answer

    def open(self) -> None:
        self.hold_at = 0
        self.gate.set()


class Nodes:
    """A head without a CPU, and machines with one each, that work and keep temporary files in folders of their own."""

    def __init__(self, place: Path, machines: int) -> None:
        from ray.cluster_utils import Cluster

        self.place = place
        self.cluster = Cluster(
            initialize_head=True,
            head_node_args={"num_cpus": 0, "_system_config": QUICK, **SMALL},
            shutdown_at_exit=False,
        )
        self.machines = [self.add(f"machine{number}") for number in range(machines)]
        self.address = self.cluster.address

    def add(self, name: str, **environment: str) -> Any:
        """A machine, in a folder of this name, with these variables."""
        folder = self.place / name
        (folder / "tmp").mkdir(parents=True)
        with elsewhere(folder, TMPDIR=str(folder / "tmp"), **environment):
            return self.cluster.add_node(num_cpus=1, **SMALL)

    @property
    def scratch(self) -> list[str]:
        """The folders that workers have made, each by its machine."""
        return [one.relative_to(self.place).parts[0] for one in sorted(self.place.glob(f"*/tmp/{SCRATCH}*"))]

    def kill(self, node: Any) -> None:
        """Kill a node of ours at once, with all that it started."""
        parts = [one.process.pid for all_of in node.all_processes.values() for one in all_of]
        for pid in [*parts, *(child for one in parts for child in _below(one))]:
            os.kill(pid, signal.SIGKILL)


@contextmanager
def elsewhere(folder: Path, **environment: str) -> Iterator[None]:
    """What is started in this block works in this folder, with these variables."""
    cwd, before = Path.cwd(), dict(os.environ)
    os.chdir(folder)
    os.environ.update(environment)
    try:
        yield
    finally:
        os.chdir(cwd)
        os.environ.clear()
        os.environ.update(before)


def _below(pid: int) -> list[int]:
    told = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [one for child in map(int, told) for one in (child, *_below(child))]


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    found = Nodes(tmp_path_factory.mktemp("nodes"), 2)
    yield found
    found.cluster.shutdown()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("batch")
    (place / "rows.jsonl").write_text("\n".join(lighthouses.lighthouse_rows()) + "\n")
    (place / "topics.txt").write_text("\n".join(TOPICS) + "\n")
    for store in ("here", "far", "sent"):
        assert cli.main(["ingest", str(place / "rows.jsonl"), "--store", str(place / store), "--quiet"]) == 0
    return place


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    with Gated(delay=0.05) as found:
        yield found
        found.open()


def begun(place: Path, store: str, spec: str, address: str = "", *more: str) -> subprocess.Popen[str]:
    model = ["--model", spec, *SHORT] if spec else []
    command = ["batch", "topics.txt", "--store", store, "--out", f"pages_{store}", *model, *more]
    env = {**os.environ, "CASTALIA_MODEL_KEY": "sk-not-a-key", "NO_PROXY": "127.0.0.1,localhost"}
    if address:
        env["RAY_ADDRESS"] = address
    return subprocess.Popen(
        [sys.executable, "-m", "castalia.graphs", *command],
        cwd=place,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / MANIFEST).read_text().splitlines()][1:]


def test_the_store_is_sent_to_machines_that_have_not_got_it_and_another_version_is_refused(
    nodes: Nodes, place: Path
) -> None:
    old = nodes.place / "old_version"
    (old / "castalia-0.0.1.dist-info").mkdir(parents=True)
    (old / "castalia-0.0.1.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: castalia\nVersion: 0.0.1\n"
    )
    other = nodes.add("machine_of_old", PYTHONPATH=str(old))
    decoy = nodes.place / "machine0" / "sent"  # the store's name, where that machine works, is another folder
    decoy.mkdir()
    (decoy / "note.txt").write_text("not a store\n")
    (place / "topics.txt").write_text("\n".join(TOPICS[:2]) + "\n")
    far = begun(place, "sent", "", nodes.address, "--workers", "ray://auto", "--at-once", "1")
    _, told = far.communicate(timeout=120)
    nodes.kill(other)
    (place / "topics.txt").write_text("\n".join(TOPICS) + "\n")
    assert far.returncode == 0, told
    lines_told = told.splitlines()
    ready = [one for one in lines_told if "worker ready: " in one]
    assert 1 <= len(ready) <= 2 and all(one.endswith("; the store was sent to it") for one in ready), told
    assert f" has castalia 0.0.1, and {__version__} is needed: install it there" in told
    assert Counter(one["status"] for one in lines(place / "pages_sent")) == {"done": 2}
    assert [path.name for path in decoy.iterdir()] == ["note.txt"] and nodes.scratch == []
    with elsewhere(place):
        assert cli.main(["generate", TOPICS[0], "--store", "sent", "--out", "alone", "--quiet"]) == 0
    alone, sent = (json.loads((place / way / "page.json").read_text()) for way in ("alone", "pages_sent/lighthouse"))
    assert alone == sent


def test_a_node_that_is_killed_loses_no_page(nodes: Nodes, place: Path, server: Any) -> None:
    here = begun(place, "here", server.spec)
    assert here.wait(timeout=60) == 0, here.communicate()
    server.forget()
    far = begun(place, "far", server.spec, nodes.address, *FAR)
    told: list[str] = []
    assert far.stderr is not None
    for line in far.stderr:
        told.append(line)
        if f"1/{len(TOPICS)}" in line:  # the others are at work on a page each, and this one begins another
            assert nodes.scratch == ["machine0", "machine1"]
            nodes.kill(nodes.machines.pop())
            break
    rest = far.communicate(timeout=60)[1]
    told += rest.splitlines(keepends=True)
    text = "".join(told)
    assert far.returncode == 0, text
    assert sum("worker ready" in line and "the store was sent to it" in line for line in told) == 2
    assert sum("worker died: " in line for line in told) == 1 and "1 worker died; the pages" in text
    ended = lines(place / "pages_far")
    assert Counter((one["topic"], one["status"]) for one in ended) == Counter((one, "done") for one in TOPICS)
    for one in ended:
        pages = [killed_runs.page_of(place / f"pages_{way}" / one["folder"]) for way in ("here", "far")]
        assert pages[0] == pages[1]
        assert (place / "pages_far" / one["folder"] / "state" / "manifest.json").is_file()
    written = [path for path in (place / "pages_far").rglob("*") if path.is_file()]
    assert not [path for path in written if b"sk-not-a-key" in path.read_bytes()] and "sk-not-a-key" not in text
    # Each worker reads its own copy of the store, and what the dead one had paid for was heard of before.
    assert max(server.asked.values()) <= 3
    before = server.asked.total()
    for one in ended[:2]:
        (place / "pages_far" / one["folder"] / "page.json").unlink()
    again = begun(place, "far", server.spec)  # here, by a process that never saw those replies
    assert again.wait(timeout=60) == 0
    # The exception: which names are compared in one call depends on what the store at hand has verdicts on.
    assert all(
        "Verdicts" in json.dumps(one.body) for one in server.chats[len(server.chats) - server.asked.total() + before :]
    )
    assert server.asked.total() - before <= 4
    assert len(lines(place / "pages_far")) == len(TOPICS) + 2


def ended(place: Path) -> list[dict[str, Any]]:
    """The lines of the last manifest in the file: with another sample a new one begins."""
    found: list[dict[str, Any]] = []
    for line in lines(place / "pages_far"):
        found = [] if "castalia_batch" in line else [*found, line]
    return found


def at_work(nodes: Nodes, place: Path, server: Any, sample: int) -> subprocess.Popen[str]:
    """The batch once more, with everything asked anew, when its workers have begun to ask."""
    server.forget()
    far = begun(place, "far", server.spec, nodes.address, *FAR, "--force", "--sample", str(sample))
    end = time.monotonic() + 60
    while server.asked.total() < 5:
        assert time.monotonic() < end and far.poll() is None, far.communicate(timeout=1)
        time.sleep(0.05)
    return far


def test_ctrl_c_ends_the_workers_and_leaves_a_whole_manifest(nodes: Nodes, place: Path, server: Any) -> None:
    far = at_work(nodes, place, server, 1)
    far.send_signal(signal.SIGINT)
    _, told = far.communicate(timeout=30)
    assert far.returncode == 130, told
    assert "castalia: interrupted" in told and "Traceback" not in told
    asked = server.asked.total()
    time.sleep(0.5)
    assert server.asked.total() == asked
    assert {one["status"] for one in ended(place)} <= {"done"}


def test_a_cluster_that_goes_away_ends_the_batch_with_one_line(nodes: Nodes, place: Path, server: Any) -> None:
    server.hold_at = 5  # nothing is answered any more, so that the batch cannot end before
    far = at_work(nodes, place, server, 2)
    nodes.kill(nodes.cluster.head_node)
    _, told = far.communicate(timeout=90)
    server.open()
    assert far.returncode == 1, told
    last = told.splitlines()[-1]
    assert (
        "it made no sense to go on: the cluster ray://auto is gone: it does not answer" in last
        and "; the same command" in last
    )
    assert "Traceback" not in told and told.count("is gone") == 1
    assert {one["status"] for one in ended(place)} <= {"done"}
