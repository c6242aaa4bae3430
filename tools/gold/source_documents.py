"""The documents that a page cites, fetched from their sites and cut into rows of a corpus. A document that cannot be
had is data: it is recorded with its reason, and the build goes on.

robots.txt is kept to (RFC 9309: where it cannot be reached nothing is fetched, where there is none all may be), one
host is asked one thing at a time with a pause between, a document has at most so many bytes. Addresses come from a page
that anybody may edit: only http and https, and nothing inside the own network, is asked. Needs httpx and trafilatura
(the extra ``gold``).
"""

from __future__ import annotations

import ipaddress
import json
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from castalia.memory.errors import InputError, one_line
from castalia.memory.identity import digest, snippet_id
from castalia.tools.gold.document_text import UnreadableError, document_text
from castalia.tools.gold.leakage import MIRRORED, Guard
from castalia.tools.gold.mirror_sites import is_mirror
from castalia.tools.gold.response_cache import Answer
from castalia.tools.gold.web_client import AGAIN, PRODUCT, WebClient, WebError
from castalia.tools.gold.wiki_html import CitedSource
from castalia.tools.language.cuts import cut, has_words

MOST_BYTES = 2_000_000  # of one document; trafilatura takes 25 s for a megabyte of the worst
CHUNK_WORDS = 150  # of one snippet, about; WikiGenBench (§4.1) cuts at 256, and our snippets have to be read one by one
LEAST_WORDS = 20
_KINDS = frozenset({"text/html", "application/xhtml+xml", "text/plain", ""})
_NO_STATUS = 0  # of what is kept where no server answered: a failure
_REDIRECTS = 5
_AT_ONCE = 8  # hosts


@dataclass(frozen=True, slots=True)
class SourceFailure:
    """A cited source that gave nothing: ``reason`` is one of few, ``detail`` belongs to this one."""

    url: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Sources:
    """Rows of a corpus, the addresses they came from, and what could not be had."""

    rows: tuple[dict[str, Any], ...]
    documents: tuple[str, ...]
    failures: tuple[SourceFailure, ...]


class _Failed(Exception):
    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail


@dataclass(slots=True)
class _Host:
    """What is known of one site. ``lock`` is held while it is asked."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    robots: RobotFileParser | None = None
    free_at: float = 0.0
    dead: str = ""  # why it is not asked again


class SourceReader:
    """Reads cited sources through ``client``, ``most`` of one page, with ``pause`` seconds between two questions to one
    site. ``inside``: addresses of the own network may be asked (a wiki on this machine)."""

    def __init__(self, client: WebClient, *, most: int = 20, inside: bool = False, pause: float = 1.0) -> None:
        self._client, self._most, self._inside, self._pause = client, most, inside, pause
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()

    def read(self, sources: Sequence[CitedSource], topic: str, domain: str, guard: Guard) -> Sources:
        """The first of a page's sources that can be had and do not leak, as rows of a corpus, in the order in which the
        page cites them."""
        rows: list[dict[str, Any]] = []
        documents: list[str] = []
        failures: list[SourceFailure] = []
        reached: set[str] = set()
        waiting = list(sources)
        while waiting and (left := self._most - len(documents)) > 0:
            batch, waiting = waiting[:left], waiting[left:]
            for source, found in zip(batch, _side_by_side(self._try, batch), strict=True):
                try:
                    if isinstance(found, _Failed):
                        raise found
                    if found.url in reached:
                        raise _Failed("same document as another", found.url)
                    reached.add(found.url)
                    own, dropped = self._rows(source, found, topic, domain, guard)
                    rows += own
                    documents.append(source.url)
                    if dropped:
                        failures.append(
                            SourceFailure(source.url, "leak in a part", f"{dropped} of {dropped + len(own)}")
                        )
                except _Failed as failed:
                    failures.append(SourceFailure(source.url, failed.reason, failed.detail))
        return Sources(tuple(rows), tuple(documents), tuple(failures))

    def _try(self, source: CitedSource) -> Answer | _Failed:
        """The source itself, else its archived copy."""
        try:
            if is_mirror(source.url):
                raise _Failed("mirror site")
            return self._fetch(source.url)
        except _Failed as failed:
            if not source.archived or failed.reason == "mirror site":
                return failed
            try:
                return self._fetch(source.archived)
            except _Failed:
                return failed

    def _fetch(self, url: str) -> Answer:
        key = digest("DOCUMENT", url)
        answer = self._client.cache.find(key)
        if answer is None:
            answer = self._ask(url)
            if answer.status not in AGAIN:
                self._client.cache.keep(key, answer)
        if answer.status == _NO_STATUS:
            raise _Failed(*json.loads(answer.body))
        if answer.status != 200:
            raise _Failed("http status", str(answer.status))
        return answer

    def _ask(self, url: str) -> Answer:
        """Through redirects, each of which is checked like the first address. What will not change is kept as a
        failure."""
        address = url
        try:
            for _ in range(_REDIRECTS + 1):
                self._check(address)
                answer, headers = self._polite(address)
                if answer.status not in (301, 302, 303, 307, 308) or not headers.get("location"):
                    if answer.status == 200 and answer.kind not in _KINDS:
                        raise _Failed("not a text", answer.kind)
                    return answer
                address = urljoin(address, headers["location"])
            raise _Failed("too many redirects")
        except _Failed as failed:
            if failed.reason == "no answer":
                raise
            return _failure(address, failed.reason, failed.detail)
        except WebError as error:
            if error.transient:
                raise _Failed("no answer", str(error)) from None
            return _failure(address, "too large", str(error))
        except (InputError, ValueError) as error:
            raise _Failed("no address", str(error)[:200]) from None

    def _check(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise _Failed("no address", address[:200])
        if is_mirror(address):
            raise _Failed("mirror site")
        if not self._inside and _is_inside(parts.hostname):
            raise _Failed("inside the own network", parts.hostname)

    def _polite(self, address: str) -> tuple[Answer, Any]:
        site = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        with self._lock:
            host = self._hosts.setdefault(site, _Host())
        with host.lock:
            if host.dead:
                raise _Failed("no answer", host.dead)
            if host.robots is None:
                try:
                    host.robots = self._robots(site)
                except (WebError, _Failed) as error:
                    host.dead = getattr(error, "detail", "") or str(error)
                    raise _Failed("no answer", host.dead) from None
            if not host.robots.can_fetch(PRODUCT, address):
                raise _Failed("robots.txt")
            delay = int(host.robots.crawl_delay(PRODUCT) or 0)  # of any size
            time.sleep(max(0.0, host.free_at - time.monotonic()))
            try:
                return self._client.read(address, None, MOST_BYTES)
            finally:
                host.free_at = time.monotonic() + min(max(self._pause, delay), 30.0)

    def _robots(self, site: str) -> RobotFileParser:
        rules = RobotFileParser()
        rules.modified()  # or it allows nothing, as long as it has read nothing
        try:
            answer, _ = self._client.read(f"{site}/robots.txt", None, 500_000)  # a redirect's target has one of its own
        except WebError as error:
            if not error.transient:  # larger than any such file
                return rules
            raise
        if answer.status == 200:
            try:
                rules.parse(answer.body.decode("utf-8", "replace").splitlines())
            except ValueError as error:  # a delay of "²" seconds
                raise _Failed("no answer", f"robots.txt cannot be read ({one_line(error)[:100]})") from None
        elif answer.status >= 500 or answer.status == 429:
            raise _Failed("no answer", f"robots.txt says {answer.status}")
        return rules

    def _rows(
        self, source: CitedSource, answer: Answer, topic: str, domain: str, guard: Guard
    ) -> tuple[list[dict[str, Any]], int]:
        """The rows, and how many snippets were left out because they leak."""
        try:
            text, about = document_text(answer)
        except UnreadableError as error:
            raise _Failed("unreadable", str(error)) from error
        pieces = [" ".join(one.split()) for one in cut(text, CHUNK_WORDS, LEAST_WORDS, lambda part: len(part.split()))]
        pieces = [one for one in pieces if has_words(one, LEAST_WORDS)]
        if not pieces:
            raise _Failed("no text")
        title = about.get("title", "")
        leaks = [guard.leak(one, source.url, title) for one in pieces]
        if sum(one is not None for one in leaks) >= MIRRORED * len(pieces):
            found = next(one for one in leaks if one is not None)
            raise _Failed("leak", found.reason)
        kept = [piece for piece, leak in zip(pieces, leaks, strict=True) if leak is None]
        address = source.url.partition("#")[0]
        rows = [
            {
                "id": snippet_id(piece, f"{address}#p{number}"),
                "content": piece,
                "url": f"{address}#p{number}",
                "topic": topic,
            }
            | ({"domain": domain} if domain else {})
            | about
            for number, piece in enumerate(kept, 1)
        ]
        return rows, len(pieces) - len(kept)


def _failure(address: str, reason: str, detail: str) -> Answer:
    """A failure as it is kept among the answers: no server gives such a status, whatever it says."""
    return Answer(_NO_STATUS, address, "", json.dumps([reason, detail]).encode(), "")


def _side_by_side(
    ask: Callable[[CitedSource], Answer | _Failed], sources: Sequence[CitedSource]
) -> list[Answer | _Failed]:
    """What each of them comes to. Nobody waits for the threads when this is interrupted, nor when the process ends."""
    found: dict[int, Answer | _Failed | BaseException] = {}
    waiting = deque(enumerate(sources))

    def work() -> None:
        while True:
            try:
                at, source = waiting.popleft()
            except IndexError:
                return
            try:
                found[at] = ask(source)
            except BaseException as error:  # noqa: BLE001 (raised again below)
                found[at] = error

    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(_AT_ONCE, len(sources)))]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    told: list[Answer | _Failed] = []
    for at in range(len(sources)):
        one_found = found[at]
        if isinstance(one_found, BaseException) and not isinstance(one_found, _Failed):
            raise one_found
        told.append(one_found)
    return told


def _is_inside(host: str) -> bool:
    """Whether a name leads into the own network. One that cannot be resolved here is left to the connection (there may
    be a proxy)."""
    try:
        found = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    return any(not ipaddress.ip_address(str(one[4][0]).partition("%")[0]).is_global for one in found)
