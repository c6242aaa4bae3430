"""The documents that a page cites: fetched politely, cut into snippets, and what cannot be had is told."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import wiki_server as served
from castalia.graphs.cli import main
from castalia.tools.corpus.corpora import read_corpus
from castalia.tools.gold.document_text import UnreadableError, document_text
from castalia.tools.gold.gold_pages import GoldPage
from castalia.tools.gold.leakage import Guard
from castalia.tools.gold.response_cache import Answer, ResponseCache
from castalia.tools.gold.source_documents import SourceReader
from castalia.tools.gold.web_client import WebClient
from castalia.tools.gold.wiki_html import CitedSource
from hypothesis import given, settings
from hypothesis import strategies as st

TAGS = "p div table tr td ul li h1 h2 sup a math script style section article blockquote figure br b title head html body".split()
PIECES = [
    *(f"<{tag}{more}>" for tag in TAGS for more in ("", ' class="x', ' href="//[broken"', ' style="display:none"')),
    *(f"</{tag}>" for tag in TAGS),
    *(
        "Some words of a text that goes on. ",
        "\x00",
        "&bogus;",
        "<!--",
        "-->",
        "<![CDATA[",
        "<?xml encoding='x'?>",
        "\ud800",
        "<!DOCTYPE x>",
    ),
    '<meta property="article:published_time" content="9999-99-99">',
]


def paper(name: str, more: str = "") -> Any:
    return served.Document(
        f"""<html><head><title>{name}</title><meta property="article:published_time" content="2023-02-03"><meta name="author" content="Ann Bee">
        </head><body><nav><a href="/x">Menu of the site</a></nav><script>var x = "code"</script><article><h1>{name}</h1>
        <p>{served.prose(name, 16)}</p><p>{more} {served.prose(name + " more", 8)}</p></article><footer>All rights of the footer</footer></body></html>"""
    )


def test_events_are_gold_pages_with_a_corpus_of_what_they_cite(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quoted = served.prose("Storm Ada lead", 12).split(". ")[3] + "."
    copied = f"{served.prose('Storm Ada lead')} {served.prose('Storm Ada history')}"
    documents = {
        "/a": paper("Alpha report", f"As they say: {quoted}"),
        "/b": paper("Beta report"),
        "/moved": served.Document("", status=301, headers={"Location": "/b"}),
        "/circle": served.Document("", status=302, headers={"Location": "/circle"}),
        "/pdf": served.Document(b"%PDF-1.7", "application/pdf"),
        "/copy": paper("A blog", copied),
        "/big": served.Document(b"x" * 2_000_001),
        "/secret/c": paper("Secret"),
        "/empty": served.Document("<html><body></body></html>"),
        "/plain": served.Document(served.prose("Plain text", 4), "text/plain"),
        "/junk": served.Document(bytes(range(256)) * 40),
        "/robots.txt": served.Document("User-agent: *\nDisallow: /secret/\n", "text/plain"),
    }
    with served.WikiServer(documents=documents) as server:
        paths = (
            "/a",
            "/b",
            "/moved",
            "/circle",
            "/pdf",
            "/copy",
            "/big",
            "/secret/c",
            "/empty",
            "/plain",
            "/junk",
            "/gone",
            "/a#part",
        )
        cited = [*(server.root + one for one in paths), "https://en.wikipedia.org/wiki/Storm"]
        server.pages["Storm Ada"] = served.article("Storm Ada", cited, created="2025-02-02T00:00:00Z")
        server.pages["Storm Bea"] = served.article("Storm Bea", cited, created="2024-02-02T00:00:00Z")
        for page, one in server.pages.items():  # archives are not on this machine
            server.pages[page] = one._replace(html=one.html.replace("https://web.archive.org/web/2020/", "/archived/"))
        (tmp_path / "T").write_text("Storm Ada\nStorm Bea\n")
        out = tmp_path / "gold"
        arguments = [
            "gold",
            "events",
            str(tmp_path / "T"),
            "--out",
            str(out),
            "--api",
            server.api,
            "--pause",
            "0",
            "--min-words",
            "300",
        ]
        assert main([*arguments, "--from", "2025-01-01", "--domain", "Weather", "--quiet"]) == 0
        assert server.paths().count("/robots.txt") == 1 and "/secret/c" not in server.paths()
        before = len(server.requests)
        assert main([*arguments, "--from", "2025-01-01", "--domain", "Weather", "--quiet"]) == 0
        assert len(server.requests) == before + server.paths()[before:].count("/robots.txt")
        root = server.root
    manifest = json.loads((out / "manifest.json").read_text())
    assert {one["topic"]: one["reason"] for one in manifest["left_out"]} == {"Storm Bea": "created outside the window"}
    failed = {one["url"].removeprefix(root): one["reason"] for one in manifest["sources_not_read"]}
    assert failed == {
        "/moved": "same document as another",
        "/circle": "too many redirects",
        "/pdf": "not a text",
        "/copy": "leak",
        "/big": "too large",
        "/secret/c": "robots.txt",
        "/empty": "no text",
        "/junk": "no text",
        "/gone": "http status",
        "https://en.wikipedia.org/wiki/Storm": "mirror site",
    }
    snippets = list(read_corpus(out / "corpus.jsonl"))
    assert {one.document.removeprefix(root) for one in snippets} == {"/a", "/b", "/plain"}
    assert {(one.title, one.year, one.authors) for one in snippets if "/a#" in one.url} == {
        ("Alpha report", 2023, ("Ann Bee",))
    }
    assert {(one.topic, one.domain) for one in snippets} == {("Storm Ada", "Weather")}
    whole = " ".join(one.text for one in snippets)
    assert quoted in whole and "Menu" not in whole and "footer" not in whole and "code" not in whole
    assert all(20 <= len(one.text.split()) <= 200 for one in snippets) and len({one.url for one in snippets}) == len(
        snippets
    )
    assert [json.loads(one)["id"] for one in (out / "corpus.jsonl").read_text().splitlines()] == [
        one.id for one in snippets
    ]
    assert "3 documents" in capsys.readouterr().out


def reading(server: Any, most: int = 10, inside: bool = True, timeout: float = 5.0) -> SourceReader:
    return SourceReader(WebClient("", ResponseCache(), timeout=timeout), most=most, inside=inside, pause=0)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@settings(max_examples=60, deadline=None)
def test_no_document_makes_it_fail(html: str) -> None:
    with suppress(UnreadableError):
        text, about = document_text(
            Answer(200, "https://a.example/x", "text/html", html.encode("utf-8", "surrogatepass"), "")
        )
        assert isinstance(text, str) and set(about) <= {"title", "year", "source", "authors"}


def test_a_document_at_which_the_reader_fails_is_told_with_the_kind_of_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise TypeError("no\ntree")

    monkeypatch.setattr("trafilatura.bare_extraction", fail)
    with pytest.raises(UnreadableError, match=r"^TypeError: no tree$"):
        document_text(Answer(200, "https://a.example/x", "text/html", b"<p>Storm.</p>", ""))


def test_nothing_in_the_own_network_is_asked_for_a_page_that_anybody_edits() -> None:
    with served.WikiServer(documents={"/a": paper("Alpha")}) as server:
        cited = [
            server.root + "/a",
            "http://localhost/admin",
            "http://[::1]/",
            "http://10.0.0.1/",
            "http://169.254.169.254/meta",
            "file:///etc/passwd",
            "http://[x",
        ]
        found = reading(server, inside=False).read([CitedSource(one) for one in cited], "T", "", Guard([]))
        assert server.requests == []
    assert [one.reason for one in found.failures] == ["inside the own network"] * 5 + ["no address"] * 2


def test_an_archived_copy_stands_in_for_a_page_that_is_gone() -> None:
    with served.WikiServer(documents={"/kept": paper("Alpha")}) as server:
        found = reading(server).read([CitedSource(server.root + "/gone", server.root + "/kept")], "T", "", Guard([]))
    assert found.documents == (server.root + "/gone",) and found.rows[0]["url"] == server.root + "/gone#p1"


def test_a_silent_site_is_asked_once_and_what_passes_is_tried_again_next_time() -> None:
    slow = {"/robots.txt": served.Document("", "text/plain", stall=5)}
    with served.WikiServer(documents={**slow, "/a": paper("Alpha"), "/b": paper("Beta")}) as server:
        reader = reading(server, timeout=0.2)
        cited = [CitedSource(server.root + one) for one in ("/a", "/b")]
        assert [one.reason for one in reader.read(cited, "T", "", Guard([])).failures] == ["no answer"] * 2
        assert server.paths() == ["/robots.txt"]
        del server.documents["/robots.txt"]
        again = SourceReader(reader._client, inside=True, pause=0).read(cited, "T", "", Guard([]))
        assert len(again.documents) == 2


def test_no_answer_of_a_site_ends_a_build() -> None:
    documents = {
        "/posing": served.Document("no JSON", "castalia/failure", status=404),
        "/robots.txt": served.Document(f"User-agent: *\nCrawl-delay: {'9' * 400}\n", "text/plain"),
    }
    with served.WikiServer(documents=documents) as server:
        found = reading(server).read([CitedSource(f"{server.root}/posing")], "T", "", Guard([]))
        assert [(one.reason, one.detail) for one in found.failures] == [("http status", "404")]
    documents["/robots.txt"] = served.Document("User-agent: *\nCrawl-delay: ²\n", "text/plain")
    with served.WikiServer(documents=documents) as server:
        (failure,) = reading(server).read([CitedSource(f"{server.root}/posing")], "T", "", Guard([])).failures
        assert (failure.reason, failure.detail.partition(" (")[0]) == ("no answer", "robots.txt cannot be read")


def test_only_as_many_documents_as_are_wanted_are_asked_for_in_the_order_of_the_page() -> None:
    documents = {f"/{at}": paper(f"Report {at}") for at in range(2, 9)}
    with served.WikiServer(documents=documents) as server:
        cited = [CitedSource(f"{server.root}/{at}") for at in range(9)]
        found = reading(server, most=3).read(cited, "T", "", Guard([GoldPage("T", "No text of theirs.", ())]))
        assert [one.rpartition("/")[2] for one in found.documents] == ["2", "3", "4"]
        assert "/8" not in server.paths()


def test_what_leaks_from_a_part_of_a_document_or_from_another_page_is_told(tmp_path: Path) -> None:
    one, other = (served.prose(f"Storm {name} lead", 12) for name in ("Ada", "Bea"))
    documents = {
        "/part": paper("Long report", one),
        "/other": paper("Other report", other),
        "/own": paper("Own report"),
    }
    with served.WikiServer(documents=documents) as server:
        for name, paths in (("Ada", ("/part", "/other")), ("Bea", ("/own",))):
            page = served.article(f"Storm {name}", [server.root + path for path in paths])
            server.pages[f"Storm {name}"] = page._replace(
                html=page.html.replace("https://web.archive.org/web/2020/", "/archived/")
            )
        (tmp_path / "T").write_text("Storm Ada\nStorm Bea\n")
        arguments = ["gold", "events", str(tmp_path / "T"), "--out", str(tmp_path), "--api", server.api, "--pause", "0"]
        assert main([*arguments, "--min-words", "300", "--quiet"]) == 0
        root = server.root
    told = json.loads((tmp_path / "manifest.json").read_text())["sources_not_read"]
    reasons = {(one["topic"], one["url"].removeprefix(root).partition("#")[0], one["reason"]) for one in told}
    assert reasons == {("Storm Ada", "/part", "leak in a part"), ("Storm Ada", "/other", "leak from another page")}
    guard = Guard([GoldPage("Ada", one, ()), GoldPage("Bea", other, ())])
    snippets = list(read_corpus(tmp_path / "corpus.jsonl"))
    assert snippets and not [one for one in snippets if guard.leak(one.text, one.url, one.title)]


INTERRUPT = "import sys; from castalia.graphs.cli import main; sys.exit(main(sys.argv[1:]))"


def test_ctrl_c_does_not_wait_for_a_site_that_is_silent(tmp_path: Path) -> None:
    with served.WikiServer(documents={"/robots.txt": served.Document("", stall=20)}) as server:
        server.pages["Storm Ada"] = served.article("Storm Ada", [server.root + "/a"])
        (tmp_path / "T").write_text("Storm Ada\n")
        arguments = [
            "gold",
            "events",
            str(tmp_path / "T"),
            "--out",
            str(tmp_path / "out"),
            "--api",
            server.api,
            "--min-words",
            "300",
        ]
        process = subprocess.Popen([sys.executable, "-c", INTERRUPT, *arguments], stderr=subprocess.PIPE, text=True)
        assert server.wait_for("/robots.txt")
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        told = process.communicate(timeout=60)[1]
        assert time.monotonic() - began < 10
    assert process.returncode == 130 and "run the same command again" in told
    assert not (tmp_path / "out" / "gold.jsonl").exists()
