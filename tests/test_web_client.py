"""The polite client: it waits as it is told, asks nothing twice, and what fails is told in one line."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import wiki_server as served
from castalia.memory.errors import InputError
from castalia.tools.gold.response_cache import ResponseCache
from castalia.tools.gold.web_client import WebClient, WebError
from castalia.tools.gold.wiki_api import Wiki

PAGES = {"Reef": served.article("Reef", classes={"Oceans": "GA"})}


def asking(
    server: Any, waits: list[float], timeout: float = 5.0, cache: ResponseCache | None = None
) -> tuple[Wiki, WebClient]:
    client = WebClient(
        "me@example.org", cache or ResponseCache(), attempts=4, longest_wait=60, timeout=timeout, sleep=waits.append
    )
    return Wiki(server.api, client), client


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([served.lagging("5"), served.lagging("7")], [5, 7]),
        ([served.busy("3"), served.busy("2", 503)], [3, 2]),
        ([served.busy(None), served.busy(None, 500)], [1, 2]),
        ([served.broken(), served.Step(drop=True), served.broken()], [1, 2, 4]),
        ([served.Step(body='{"error": {"code": "ratelimited", "info": "slow down"}}')], [1]),
    ],
)
def test_it_waits_as_long_as_it_is_told_and_then_has_the_answer(steps: list[Any], expected: list[float]) -> None:
    waits: list[float] = []
    with served.WikiServer(PAGES, script=steps) as server:
        wiki, client = asking(server, waits)
        with client:
            (facts,) = wiki.facts(["Reef"])
        assert (facts.title, dict(facts.classes), waits) == ("Reef", {"Oceans": "GA"}, expected)
        _, query, headers = server.requests[0]
        assert (
            query["maxlag"] == "5"
            and headers["user-agent"].startswith("Castalia/")
            and "(me@example.org)" in headers["user-agent"]
        )
        assert "gzip" in headers["accept-encoding"]


@pytest.mark.parametrize(
    ("steps", "told", "requests"),
    [
        ([served.broken()] * 4, r"not JSON \(4 attempts\)", 4),
        ([served.lagging("0")] * 4, "maxlag", 4),
        ([served.busy("3600")], "3600 s of patience", 1),
        ([served.Step(403, "<html>no</html>")], "it says 403", 1),
        ([served.Step(body='{"error": {"code": "badvalue", "info": "Unrecognized value"}}')], "Unrecognized value", 1),
        ([served.Step(body="[1, 2]")], "MediaWiki's form", 1),
        ([served.Step(body='{"query": {"pages": 7}, "continue": "x"}')], "MediaWiki's form", 1),
    ],
)
def test_what_helps_no_more_is_told_and_never_kept(steps: list[Any], told: str, requests: int) -> None:
    with served.WikiServer(PAGES, script=steps) as server:
        wiki, client = asking(server, [])
        with client:
            with pytest.raises(WebError, match=told) as error:
                list(wiki.facts(["Reef"]))
            assert "\n" not in str(error.value)
            assert len(server.requests) == requests
            assert [one.title for one in wiki.facts(["Reef"])] == ["Reef"]  # the next time it is asked anew


def test_a_silent_server_is_given_up() -> None:
    with served.WikiServer(PAGES, script=[served.stalled()] * 4) as server:
        wiki, client = asking(server, [], timeout=0.1)
        with client, pytest.raises(WebError, match="does not answer"):
            list(wiki.facts(["Reef"]))
        assert len(server.requests) == 4


def test_nothing_listens_there() -> None:
    client = WebClient("", ResponseCache(), attempts=2, sleep=lambda seconds: None)
    with client, pytest.raises(WebError, match="cannot be read"):
        list(Wiki("http://127.0.0.1:9/w/api.php", client).facts(["Reef"]))


def test_spellings_that_lead_to_each_other_lead_nowhere() -> None:
    normalized = [{"from": "Reef", "to": "reef"}, {"from": "reef", "to": "Reef"}]
    body = json.dumps({"query": {"normalized": normalized, "pages": []}})
    with served.WikiServer(PAGES, script=[served.Step(body=body)]) as server:
        wiki, client = asking(server, [])
        with client:
            assert [one.problem for one in wiki.facts(["Reef"])] == ["no such page"]


def test_an_answer_is_asked_for_once_also_by_the_next_process(tmp_path: Path) -> None:
    with served.WikiServer(PAGES) as server:
        for _ in range(2):
            with ResponseCache(tmp_path / "kept.sqlite") as cache:
                wiki, client = asking(server, [], cache=cache)
                with client:
                    (facts,) = wiki.facts(["Reef"])
                    assert "Early days" in wiki.html(facts.revision)
        assert len(server.requests) == 2


def test_pages_come_in_parts_and_titles_in_batches() -> None:
    pages = {f"Page {at}": served.article("x", classes={"Oceans": "B"}) for at in range(120)}
    with served.WikiServer(pages, part=7) as server:
        wiki, client = asking(server, [])
        with client:
            found = list(wiki.facts(["no|title", *pages, "page 3", "Nowhere"]))
        assert [one.problem for one in found if one.problem] == ["not a title", "no such page"]
        assert all(dict(one.classes) == {"Oceans": "B"} for one in found if not one.problem) and len(found) == 123
        assert max(len(query["titles"].split("|")) for query in server.asked("query")) == 50


def test_a_list_that_never_ends_is_left() -> None:
    with served.WikiServer(PAGES) as server:
        server.answer = lambda query: {"query": {"categorymembers": []}, "continue": {"cmcontinue": "same"}}
        wiki, client = asking(server, [])
        with client, pytest.raises(WebError, match="goes on and on"):
            wiki.members("Reefs")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b"no database at all" * 100),
        lambda path: sqlite3.connect(path).execute("CREATE TABLE mine (x)").connection.commit(),
        lambda path: path.mkdir(),
    ],
)
def test_a_file_that_is_no_cache_is_told_and_left_alone(spoil: Callable[[Path], Any], tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    spoil(path)
    before = path.is_dir() or path.read_bytes()
    with pytest.raises(InputError, match=r"kept\.sqlite"):
        ResponseCache(path)
    assert (path.is_dir() or path.read_bytes()) == before


def test_a_contact_that_no_header_can_hold_is_refused() -> None:
    for contact in ("a\nb", "ü"):
        with pytest.raises(InputError, match="--contact"):
            WebClient(contact, ResponseCache())
