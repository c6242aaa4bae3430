"""A real HTTP server that answers as MediaWiki's api.php does, serves documents that pages cite, and misbehaves by a
script.

Loopback only, on a port of the system's choice. Not a test file::

    with WikiServer({"Reef": article("Reef", classes={"Oceans": "GA"})}, script=[lagging(), None]) as server:
        ... server.api ...          # http://127.0.0.1:PORT/w/api.php
        server.asked("query")       # the requests of one action, as they came

Each request to api.php takes the next step of the script; ``None``, or a script that is used up, means the plain
answer. Answers come in parts: ``part`` pages are told with their classes at a time, the rest is continued.
"""

from __future__ import annotations

import hashlib
import json
import socket
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlsplit

_ONSETS = "b d f g h k l m n p r s t v w z".split()
_RIMES = "a e i o u al an ar el en er il in ol on or".split()


class Article(NamedTuple):
    html: str = ""
    classes: Mapping[str, str] = {}
    created: str = "2020-01-01T00:00:00Z"
    revision: int = 0
    namespace: int = 0
    disambiguation: bool = False
    set_index: bool = False
    predicted: str = ""  # by the model of ORES


class Step(NamedTuple):
    """How one request is answered, instead of plainly."""

    status: int = 200
    body: str = ""
    headers: Mapping[str, str] = {}
    stall: float = 0.0
    drop: bool = False


class Document(NamedTuple):
    body: str | bytes
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = {}
    stall: float = 0.0


def lagging(retry_after: str = "0") -> Step:
    """A wiki whose databases lag: status 200, an error, and a header."""
    error = {"code": "maxlag", "info": "Waiting for db1: 7 seconds lagged", "lag": 7}
    return Step(body=json.dumps({"error": error}), headers={"Retry-After": retry_after, "X-Database-Lag": "7"})


def busy(retry_after: str | None = "0", status: int = 429) -> Step:
    return Step(status, "too many requests", {} if retry_after is None else {"Retry-After": retry_after})


def broken() -> Step:
    return Step(body='{"query": {"pages": [')


def stalled(seconds: float = 30.0) -> Step:
    return Step(stall=seconds)


def prose(subject: str, sentences: int = 12) -> str:
    """Sentences about a subject in words that no other subject shares; the same ones each time."""
    said = []
    for at in range(sentences):
        digest = hashlib.sha256(f"{subject} {at}".encode()).digest()
        words = [_ONSETS[one % 16] + _RIMES[one // 16] for one in digest]
        made = " ".join("".join(words[place : place + 2]) for place in range(0, 30, 2))
        said.append(f"{made.capitalize()} in {subject}.")
    return " ".join(said)


def article(name: str, references: Iterable[str] = (), sentences: int = 12, **given: Any) -> Article:
    """A page as MediaWiki's parser writes it, with all that is no text of it."""
    cited = "".join(
        f'<li id="cite_note-{at}"><span class="mw-cite-backlink">^</span> <span class="reference-text"><cite class="citation web">'
        f'<a rel="nofollow" class="external text" href="{url}">Cited work {at}</a>. <a class="external text" href="https://web.archive.org/web/2020/{url}">Archived</a></cite></span></li>'
        for at, url in enumerate(references)
    )
    html = f"""<div class="mw-content-ltr mw-parser-output" lang="en"><div class="shortdescription nomobile noexcerpt noprint" style="display:none">Kind of thing</div>
<div role="note" class="hatnote navigation-not-searchable">For other uses, see <a href="/wiki/X">{name} (disambiguation)</a>.</div>
<style data-mw-deduplicate="x">.mw-parser-output .infobox{{border:1px}}</style>
<table class="infobox"><tbody><tr><th>Boxed {name}</th></tr><tr><td><table><tr><td>Nested box</td></tr></table></td></tr></tbody></table>
<p><b>{name}</b> is a place. {prose(name + " lead", sentences)}<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup>
It is 10<sup>3</sup> m wide, and <span class="mwe-math-element"><span style="display: none;"><math alttext="{{\\displaystyle E=mc^{{2}}}}"><mi>E</mi></math></span><img alt="E"></span> holds.</p>
<div id="toc" class="toc"><h2>Contents</h2></div>
<div class="mw-heading mw-heading2"><h2 id="History">History</h2><span class="mw-editsection">[<a>edit</a>]</span></div>
<p>{prose(name + " history", sentences)}<script>alert("no")</script></p>
<div class="mw-heading mw-heading3"><h3 id="Early">Early days</h3></div><p>{prose(name + " early", sentences)}</p>
<figure class="mw-default-size"><figcaption>A caption</figcaption></figure>
<h2><span class="mw-headline" id="Uses">Uses</span><span class="mw-editsection">[edit]</span></h2><ul><li>{prose(name + " uses", sentences)}</li></ul>
<h2>Only a table</h2><table class="wikitable"><tr><td>Cell</td></tr></table>
<h2 id="See_also">See also</h2><ul><li><a href="/wiki/Other">Other</a></li></ul>
<h2 id="References">References</h2><div class="mw-references-wrap"><ol class="references">{cited}</ol></div>
<h2>External links</h2><ul><li>Nothing here</li></ul>
<div role="navigation" class="navbox"><a class="external" href="http://navbox.example/">Box</a></div></div>"""
    return Article(**{"html": html, **given})


class WikiServer:
    """``with WikiServer(pages, …) as server``. ``redirects``: from a title to another, or to "Title#Section".
    ``script``: steps for the first requests to api.php. ``documents``: by path ("/paper"). ``edited``: titles by
    "year/month". ``no_classes``: without PageAssessments."""

    def __init__(
        self,
        pages: Mapping[str, Article] = {},
        *,
        redirects: Mapping[str, str] = {},
        categories: Mapping[str, Iterable[tuple[int, str]]] = {},
        script: Iterable[Step | None] = (),
        documents: Mapping[str, Document] = {},
        edited: Mapping[str, Iterable[str]] = {},
        part: int = 2,
        no_classes: bool = False,
    ) -> None:
        self.pages, self.redirects, self.documents = dict(pages), dict(redirects), dict(documents)
        self.categories = {name: list(members) for name, members in categories.items()}
        self.edited = {name: list(titles) for name, titles in edited.items()}
        self.part, self.no_classes = part, no_classes
        self.requests: list[tuple[str, dict[str, str], dict[str, str]]] = []  # path, query, headers
        self.failures: list[Exception] = []
        self.on_request: Any = None  # called with the number of requests so far
        self.closing = threading.Event()
        self._script = deque(script)
        self._lock = threading.Lock()
        self._http = _Http(self)
        self.root = f"http://127.0.0.1:{self._http.server_address[1]}"
        self.models = f"{self.root}/models"
        self.api, self.metrics = f"{self.root}/w/api.php", f"{self.root}/rest"

    def __enter__(self) -> WikiServer:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *error: Any) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        if self.failures and error[0] is None:
            raise self.failures[0]

    def asked(self, action: str) -> list[dict[str, str]]:
        """The queries of the requests with this action."""
        return [query for _, query, _ in list(self.requests) if query.get("action") == action]

    def paths(self) -> list[str]:
        return [path for path, _, _ in list(self.requests)]

    def wait_for(self, path: str, timeout: float = 30.0) -> bool:
        """Block until this path has been asked for; whether it has."""
        until = time.monotonic() + timeout
        while path not in self.paths() and time.monotonic() < until:
            time.sleep(0.02)
        return path in self.paths()

    def push(self, *steps: Step | None) -> None:
        with self._lock:
            self._script.extend(steps)

    def arrived(self, path: str, query: dict[str, str], headers: dict[str, str]) -> Step | None:
        with self._lock:
            self.requests.append((path, query, headers))
            step = self._script.popleft() if self._script and path == "/w/api.php" else None
            if self.on_request is not None:
                self.on_request(len(self.requests))
            return step

    def answer(self, query: Mapping[str, str]) -> dict[str, Any]:
        if query.get("format") != "json" or query.get("formatversion") != "2":
            return {"error": {"code": "badformat", "info": "the tests speak JSON, version 2"}}
        if query.get("action") == "parse":
            return self._parse(int(query["oldid"]))
        if query.get("list") == "categorymembers":
            return self._members(query)
        if "rvdir" in query:
            page = self.pages[query["titles"]]
            return {"query": {"pages": [{"title": query["titles"], "revisions": [{"timestamp": page.created}]}]}}
        return self._facts(query)

    def _parse(self, revision: int) -> dict[str, Any]:
        for title, page in self.pages.items():
            if self._revision(title) == revision:
                return {"parse": {"title": title, "revid": revision, "text": page.html}}
        return {"error": {"code": "nosuchrevid", "info": f"There is no revision with ID {revision}."}}

    def _members(self, query: Mapping[str, str]) -> dict[str, Any]:
        members = self.categories.get(query["cmtitle"].removeprefix("Category:"), [])
        at = int(query.get("cmcontinue", "0"))
        told = [{"ns": space, "title": title} for space, title in members[at : at + self.part]]
        more = (
            {"continue": {"cmcontinue": str(at + self.part), "continue": "-||"}}
            if at + self.part < len(members)
            else {}
        )
        return {"batchcomplete": True, **more, "query": {"categorymembers": told}}

    def _facts(self, query: Mapping[str, str]) -> dict[str, Any]:
        """Pages with their classes, some at a time; the others are told without classes until their turn comes."""
        asked = query["titles"].split("|")
        told: dict[str, Any] = {"pages": []}
        reached: list[str] = []
        for title in asked:
            name = title[:1].upper() + title[1:]
            if name != title:
                told.setdefault("normalized", []).append({"from": title, "to": name})
            seen = set()
            while name in self.redirects and name not in seen:
                seen.add(name)
                there, _, fragment = self.redirects[name].partition("#")
                step = {"from": name, "to": there, **({"tofragment": fragment} if fragment else {})}
                if step not in told.setdefault("redirects", []):
                    told["redirects"].append(step)
                name = there
            if name not in seen and name not in reached:
                reached.append(name)
        at = int(query.get("pacontinue", "0"))
        with_classes = "pageassessments" in query["prop"] and not self.no_classes
        for number, title in enumerate(reached):
            told["pages"].append(self._fact(title, with_classes and at <= number < at + self.part))
        answer: dict[str, Any] = {"batchcomplete": True, "query": told}
        if self.no_classes and "pageassessments" in query["prop"]:
            answer["warnings"] = {"query": {"warnings": 'Unrecognized value for parameter "prop": pageassessments'}}
        if with_classes and at + self.part < len(reached):
            answer["continue"] = {"pacontinue": str(at + self.part), "continue": "||info"}
        return answer

    def _fact(self, title: str, with_classes: bool) -> dict[str, Any]:
        page = self.pages.get(title)
        if page is None:
            return {"ns": 0, "title": title, "missing": True}
        found: dict[str, Any] = {
            "pageid": 100 + list(self.pages).index(title),
            "ns": page.namespace,
            "title": title,
            "canonicalurl": f"{self.root}/wiki/{quote(title.replace(' ', '_'))}",
            "revisions": [{"revid": self._revision(title), "timestamp": "2025-05-05T05:05:05Z"}],
        }
        if page.disambiguation:
            found["pageprops"] = {"disambiguation": ""}
        if page.set_index:
            found["categories"] = [{"ns": 14, "title": "Category:All set index articles"}]
        if with_classes and page.classes:
            found["pageassessments"] = {name: {"class": one, "importance": "Low"} for name, one in page.classes.items()}
        return found

    def _revision(self, title: str) -> int:
        return self.pages[title].revision or 9000 + list(self.pages).index(title)


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, wiki: WikiServer) -> None:
        self.wiki = wiki
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http

    def log_message(self, format: str, *args: Any) -> None:
        """Silent."""

    def do_POST(self) -> None:
        """The model of ORES at Lift Wing."""
        wiki = self.server.wiki
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        wiki.arrived(
            self.path, {"rev_id": str(asked.get("rev_id"))}, {name.lower(): one for name, one in self.headers.items()}
        )
        made = self.path.rpartition("/")[2].removesuffix("-articlequality:predict")
        found = [page.predicted for title, page in wiki.pages.items() if wiki._revision(title) == asked.get("rev_id")]
        score = (
            {"articlequality": {"score": {"prediction": found[0], "probability": {found[0]: 0.8}}}}
            if found and found[0]
            else {}
        )
        told = {made: {"models": {}, "scores": {str(asked.get("rev_id")): score}}}
        self._send(200, json.dumps(told).encode(), {"Content-Type": "application/json"})

    def do_GET(self) -> None:
        wiki = self.server.wiki
        address = urlsplit(self.path)
        query = dict(parse_qsl(address.query, keep_blank_values=True))
        step = wiki.arrived(address.path, query, {name.lower(): value for name, value in self.headers.items()})
        if step is not None:
            if step.stall:
                wiki.closing.wait(step.stall)
            if step.drop:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            if step.body or step.status != 200:
                self._send(step.status, step.body.encode(), {"Content-Type": "application/json", **step.headers})
                return
        if address.path == "/w/api.php":
            try:
                told = wiki.answer(query)
            except Exception as error:  # noqa: BLE001 (told when the server closes)
                wiki.failures.append(error)
                told = {"error": {"code": "test", "info": "the test's server failed"}}
            self._send(200, json.dumps(told).encode(), {"Content-Type": "application/json"})
        elif address.path.startswith("/rest/"):
            month = "/".join(address.path.split("/")[-3:-1])
            if month not in wiki.edited:
                self._send(404, b'{"title": "Not found."}', {"Content-Type": "application/problem+json"})
                return
            top = [
                {"page_title": one.replace(" ", "_"), "edits": 9, "rank": at}
                for at, one in enumerate(wiki.edited[month], 1)
            ]
            self._send(
                200, json.dumps({"items": [{"results": [{"top": top}]}]}).encode(), {"Content-Type": "application/json"}
            )
        else:
            found = wiki.documents.get(address.path, Document("nothing", "text/plain", 404))
            if found.stall:
                wiki.closing.wait(found.stall)
            body = found.body if isinstance(found.body, bytes) else found.body.encode()
            self._send(found.status, body, {"Content-Type": found.kind, **found.headers})

    def _send(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
