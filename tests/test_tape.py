"""The tape gives back what was paid for, to every process that shares it, and holds nothing that should not be read."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from castalia.memory.errors import StoreError
from castalia.tools.models.chat import Call, Message, Reply
from castalia.tools.models.tape import Tape, tape_key
from hypothesis import given, settings
from hypothesis import strategies as st


@dataclass
class Named:
    """A model that is never asked."""

    name: str = "openai:some-model"
    endpoint: str = "https://example.org"
    parameters: Mapping[str, Any] = field(default_factory=lambda: {"temperature": 0.0, "top_p": 1.0})

    async def complete(self, call: Call) -> Reply:
        raise AssertionError("nobody asks this model")


CALL = Call("writer", (Message("system", "Be brief."), Message("user", "What is β-oxidation?")), max_tokens=50)
REPLY = Reply("A way to break fat down. \ud800 ≤ 𝛃\x00", "length", 12, 34, 5)


def test_a_reply_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "tape.sqlite"
    with Tape(path) as tape:
        assert tape.find("k") is None
        assert tape.keep("k", REPLY)
        assert tape.find("k") == REPLY
    with Tape(path) as tape:
        assert tape.find("k") == REPLY and tape.find("l") is None


replies = st.builds(
    Reply,
    st.text(st.characters(codec=None), min_size=1).filter(lambda text: bool(text.strip())),
    st.sampled_from(["stop", "length"]),
    st.integers(0, 2**40),
    st.integers(0, 2**40),
    st.integers(0, 2**40),
)


@settings(deadline=None, max_examples=60)
@given(st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=8), replies, max_size=6))
def test_any_replies_come_back(kept: dict[str, Reply]) -> None:
    with Tape() as tape:
        assert [tape.keep(key, reply) for key, reply in kept.items()] == [True] * len(kept)
        assert {key: tape.find(key) for key in kept} == kept


def test_the_first_reply_stays() -> None:
    tape = Tape()
    assert tape.keep("k", REPLY) and not tape.keep("k", Reply("another"))
    assert tape.find("k") == REPLY


@pytest.mark.parametrize(
    "reply", [Reply("", "stop"), Reply(" \n", "stop"), Reply("No.", "refused"), Reply("…", "filtered")]
)
def test_what_a_rerun_may_get_after_all_is_not_kept(reply: Reply) -> None:
    tape = Tape()
    assert not tape.keep("k", reply)
    assert tape.find("k") is None


# Keys.


def test_what_changes_the_answer_changes_the_key_and_the_role_does_not() -> None:
    model = Named()
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    turned = {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "string"}}}
    different = [
        tape_key(model, CALL),
        tape_key(Named(name="openai:another"), CALL),
        tape_key(Named(parameters={"temperature": 1.0, "top_p": 1.0}), CALL),
        tape_key(model, replace(CALL, sample=1)),
        tape_key(model, replace(CALL, max_tokens=51)),
        tape_key(model, replace(CALL, max_tokens=None)),
        tape_key(model, replace(CALL, schema=schema)),
        tape_key(model, replace(CALL, schema=turned)),  # models fill the fields in this order
        tape_key(model, replace(CALL, schema=schema, schema_name="other")),
        tape_key(model, replace(CALL, messages=CALL.messages[1:])),
        tape_key(model, replace(CALL, messages=CALL.messages[::-1])),
        tape_key(model, replace(CALL, messages=(Message("user", "Be brief."), CALL.messages[1]))),
        tape_key(model, replace(CALL, messages=(Message("system", "Be brief.What is β-oxidation?"),))),
    ]
    assert len(set(different)) == len(different)
    assert all(len(key) == 64 for key in different)
    same = [tape_key(model, replace(CALL, role="editor")), tape_key(Named(endpoint="https://example.com"), CALL)]
    assert same == [tape_key(model, CALL)] * 2
    assert tape_key(Named(parameters={"top_p": 1.0, "temperature": 0.0}), CALL) == tape_key(model, CALL)


def test_the_key_of_a_call_is_the_same_in_every_version() -> None:
    # A change here makes every tape that exists worthless: raise the schema then.
    assert tape_key(Named(), CALL) == "6c81f4946fe1cbb4b19acad8fd28b4ef5b294f6a956443f942e8363ea2d84b33"


def test_half_a_surrogate_pair_in_a_prompt_has_a_key() -> None:
    assert tape_key(Named(), Call("r", (Message("user", "\ud83d"),))) != tape_key(Named(), CALL)


def test_the_file_holds_no_prompt_no_name_and_no_key(tmp_path: Path) -> None:
    secret = "sk-do-not-write-me"
    model = Named(name=f"openai:m@https://u:{secret}@h", endpoint=secret, parameters={"api_key": secret})
    call = Call("writer", (Message("user", f"The prompt of nobody else, with {secret}."),), {"title": secret}, secret)
    with Tape(tmp_path / "tape") as tape:
        assert tape.keep(tape_key(model, call), Reply("An answer."))
        seen = b"".join(one.read_bytes() for one in sorted(tmp_path.iterdir()))
    seen += (tmp_path / "tape").read_bytes()
    assert b"An answer." in seen
    for word in (secret, "The prompt of nobody", "writer", "openai"):
        assert word.encode() not in seen


# Files.


def test_a_file_that_is_no_tape_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is not a database at all, and it is long enough to have a header. " * 20)
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE t (x)")
    other.commit()
    other.close()
    before = (tmp_path / "other").read_bytes()
    with Tape(tmp_path / "newer"):
        pass
    newer = sqlite3.connect(tmp_path / "newer")
    newer.execute("PRAGMA user_version = 9")
    newer.close()
    for name, why in (
        ("text", "not a database"),
        ("other", "another program"),
        ("newer", "schema 9"),
        ("", "is no file"),
    ):
        with pytest.raises(StoreError, match=why) as told:
            Tape(tmp_path / name)
        assert str(tmp_path / name) in str(told.value) and "\n" not in str(told.value)
    assert (tmp_path / "other").read_bytes() == before


def test_a_damaged_reply_and_a_damaged_page_are_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "tape"
    with Tape(path) as tape:
        for number in range(200):
            tape.keep(f"k{number}", Reply(f"answer {number} " * 40))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE reply SET body = '[1' WHERE key = 'k7'")
    connection.close()
    with Tape(path) as tape, pytest.raises(StoreError) as told:
        tape.find("k7")
    assert str(path) in str(told.value) and "\n" not in str(told.value)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError) as told, Tape(path) as tape:
        tape.find("k8")
    assert str(path) in str(told.value) and "\n" not in str(told.value)


def test_a_closed_tape_says_so_and_closing_twice_is_fine(tmp_path: Path) -> None:
    tape = Tape(tmp_path / "tape")
    tape.close()
    tape.close()
    with pytest.raises(StoreError, match="closed"):
        tape.find("k")


def test_threads_keep_and_find_side_by_side() -> None:
    tape = Tape()
    wrong: list[str] = []

    def work(thread: int) -> None:
        for number in range(50):
            tape.keep(f"{thread} {number}", Reply(f"{thread} {number}"))
            found = tape.find(f"{thread} {number}")
            if found is None or found.text != f"{thread} {number}":
                wrong.append(f"{thread} {number}")

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong


WORK = """
import sys
from castalia.tools.models.chat import Reply
from castalia.tools.models.tape import Tape
path, own = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
kept = 0
for number in range(20):
    with Tape(path + str(number)) as tape:  # every tape is made by several processes at once
        for key in range(10):
            kept += tape.keep(f"shared {key}", Reply(f"of {own}"))
            tape.keep(f"{own} {key}", Reply(f"{own} {key}"))
print(kept)
"""


def test_processes_share_a_tape_from_its_making_on(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WORK, str(tmp_path / "tape")]
    workers = [
        subprocess.Popen(
            [*command, own], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for own in "abc"
    ]
    for one in workers:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    for one in workers:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    told = [one.communicate(timeout=60) for one in workers]
    assert [error for _, error in told] == ["", "", ""]
    assert sum(int(out) for out, _ in told) == 200  # of each shared key, one reply was kept
    for number in range(20):
        with Tape(f"{tmp_path / 'tape'}{number}") as tape:
            for own in "abc":
                found = [tape.find(f"{own} {key}") for key in range(10)]
                assert [one.text for one in found if one] == [f"{own} {key}" for key in range(10)]


class Refusing(sqlite3.Connection):
    """Refuses the switch to WAL at first, as SQLite does while another process makes the same file."""

    refusals = 3

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if "WAL" in sql and self.refusals:
            self.refusals -= 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error
        return super().execute(sql, *values)


def test_opening_waits_while_another_process_makes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Refusing))
    with Tape(tmp_path / "tape") as tape:
        assert tape.keep("k", REPLY)


def test_what_one_process_keeps_another_finds_at_once(tmp_path: Path) -> None:
    with Tape(tmp_path / "tape") as one, Tape(tmp_path / "tape") as other:
        assert other.find("k") is None
        one.keep("k", REPLY)
        assert other.find("k") == REPLY
        with sqlite3.connect(tmp_path / "tape") as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        connection.close()
