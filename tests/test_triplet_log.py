"""The triplet log keeps what was read, once, and knows its own files."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from castalia.memory.errors import StoreError
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction, Resolution, TripletLog
from hypothesis import given, settings
from hypothesis import strategies as st


def reading(snippet: str, tail: str = "organelle") -> Extraction:
    triplet = Triplet("mitochondrion", "is an", tail, snippet, "A mitochondrion is an organelle.", "is_a", 0.5, False)
    return Extraction((triplet,), (("ATP", "adenosine triphosphate"),), ("How did it arise?",), ("cell",))


def test_what_was_recorded_comes_back_equal_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "log.sqlite"
    with TripletLog(path) as log:
        assert log.record("s2", "rules-1", reading("s2"))
        assert log.record("s1", "rules-1", Extraction())
        assert log.resolve(Resolution("a", "b", "different", "human", "not the same"))
    with TripletLog(path) as log:
        assert log.extractions(["s2", "s1", "s9"], "rules-1") == {"s1": Extraction(), "s2": reading("s2")}
        assert list(log.extractions(["s2", "s1"], "rules-1")) == ["s1", "s2"]
        assert log.resolutions() == (Resolution("a", "b", "different", "human", "not the same"),)


def test_the_first_reading_stays_and_extractors_do_not_share() -> None:
    log = TripletLog()
    assert log.record("s1", "a", reading("s1"))
    assert not log.record("s1", "a", reading("s1", "plastid"))
    assert log.record("s1", "b", reading("s1", "plastid"))
    assert log.extractions(["s1"], "a")["s1"] == reading("s1")
    assert log.has(["s1", "s2"], "a") == {"s1"}
    assert log.has(["s1"], "c") == set()


def test_verdicts_are_kept_once_and_in_an_order_of_their_own() -> None:
    one, two = Resolution("a", "b", "same"), Resolution("A", "c", "unsure", "human")
    first, second = TripletLog(), TripletLog()
    assert [first.resolve(verdict) for verdict in (one, two, one)] == [True, True, False]
    second.resolve(two)
    second.resolve(one)
    assert first.resolutions() == second.resolutions()


def test_a_triplet_of_another_snippet_is_refused() -> None:
    with pytest.raises(ValueError, match="s2"):
        TripletLog().record("s1", "a", reading("s2"))


def test_more_ids_than_sqlite_takes_parameters() -> None:
    log = TripletLog()
    for number in range(1200):
        log.record(f"s{number}", "a", Extraction())
    assert len(log.has([f"s{number}" for number in range(40_000)], "a")) == 1200


def test_rows_cannot_be_changed_even_by_hand(tmp_path: Path) -> None:
    with TripletLog(tmp_path / "log") as log:
        log.record("s1", "a", reading("s1"))
    with sqlite3.connect(tmp_path / "log") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        for statement in ("DELETE FROM extraction", "UPDATE extraction SET body = ''"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(statement)
    connection.close()


def test_threads_and_a_second_connection_record_side_by_side(tmp_path: Path) -> None:
    logs = [TripletLog(tmp_path / "log"), TripletLog(tmp_path / "log")]
    new: list[bool] = []

    def work(log: TripletLog) -> None:
        for number in range(60):
            new.append(log.record(f"s{number}", "a", reading(f"s{number}")))
            log.resolve(Resolution("a", str(number), "same"))
            log.has([f"s{number}"], "a")

    threads = [threading.Thread(target=work, args=(logs[number % 2],)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(new) == 60 and len(new) == 360
    assert len(logs[0].has([f"s{number}" for number in range(60)], "a")) == 60
    assert logs[0].resolutions() == logs[1].resolutions()
    assert len(logs[1].resolutions()) == 60
    for log in logs:
        log.close()


@pytest.mark.parametrize(
    "content", [b"not a database at all, just text that someone wrote" * 40, b"SQLite format 3\x00" + b"\x07" * 5000]
)
def test_a_damaged_file_is_named_in_one_line_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        TripletLog(path)
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_a_log_damaged_in_the_middle_is_reported_not_misread(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with TripletLog(path) as log:
        for number in range(300):
            log.record(f"s{number}", "a", reading(f"s{number}"))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="log"), TripletLog(path) as log:
        log.extractions([f"s{number}" for number in range(300)], "a")


def test_a_damaged_entry_is_reported(tmp_path: Path) -> None:
    with TripletLog(tmp_path / "log"):
        pass
    with sqlite3.connect(tmp_path / "log") as connection:
        connection.execute("INSERT INTO extraction VALUES ('s1', 'a', '{\"triplets\": [[1]]}')")
    connection.close()
    with TripletLog(tmp_path / "log") as log, pytest.raises(StoreError, match="entry"):
        log.extractions(["s1"], "a")


def test_a_database_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE extraction (anything TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(
        StoreError, match=r"other\.sqlite is a database of another .* remove it, and the snippets are read"
    ):
        TripletLog(path)
    assert path.read_bytes() == before


def test_a_log_of_a_later_schema_is_refused(tmp_path: Path) -> None:
    with TripletLog(tmp_path / "log"):
        pass
    with sqlite3.connect(tmp_path / "log") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="schema 99"):
        TripletLog(tmp_path / "log")


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is no file"):
        TripletLog(tmp_path)


def test_a_closed_log_says_so() -> None:
    log = TripletLog()
    log.close()
    with pytest.raises(StoreError, match="closed"):
        log.resolutions()


@settings(derandomize=True, deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=20), st.floats(0, 1), st.booleans())
def test_any_text_survives(text: str, confidence: float, positive: bool) -> None:
    with TripletLog() as log:
        value = Extraction(
            (Triplet(text, text, text, "s", text, text, confidence, positive),), ((text, text),), (text,), (text,)
        )
        log.record("s", "a", value)
        log.resolve(Resolution(text, text, "same", why=text))
        assert log.extractions(["s"], "a") == {"s": value}
        assert log.resolutions()[0].why == text
