"""A polite reader of the web: says who it is, waits as long as it is told, asks nothing twice, takes no more than it
can use.

What is asked of a wiki lives in ``wiki_api``, what of the sites a page cites in ``source_documents``. Needs httpx (the
extra ``gold``).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, Self
from urllib.parse import urlsplit

from castalia.memory.errors import CastaliaError, InputError, one_line
from castalia.memory.identity import digest
from castalia.memory.retries import retry_after
from castalia.tools.gold.response_cache import Answer, ResponseCache

PRODUCT = "Castalia"
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})  # statuses after which asking again may help
FIRST_WAIT = 1.0  # seconds
MOST_BYTES = 50_000_000  # of one answer of an API
_PART = 1 << 16


class WebError(CastaliaError):
    """A server that failed, or cannot be reached: exit code 1. ``transient`` where asking again later may help."""

    def __init__(self, message: str, transient: bool = False) -> None:
        super().__init__(message)
        self.transient = transient


class WebClient:
    """One connection pool, one cache. ``sleep`` is given for tests.

    ``contact`` (an address or a page that says who runs this) goes into the User-Agent, as Wikimedia's policy asks. A
    request is tried ``attempts`` times, after ``FIRST_WAIT`` seconds, doubled each time, or after what ``Retry-After``
    says; when that is more than ``longest_wait`` seconds, it is given up.
    """

    def __init__(
        self,
        contact: str,
        cache: ResponseCache,
        *,
        attempts: int = 6,
        longest_wait: float = 120.0,
        timeout: float = 30.0,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        import httpx

        if not contact.isprintable() or not contact.isascii():
            raise InputError(f"--contact {contact!r}: give an e-mail address or a url, in ASCII")
        self.agent = f"{PRODUCT}/{version('castalia')}{f' ({contact})' if contact else ''}"
        self.cache = cache
        self.timeout = timeout
        self.asked = 0  # requests that went out
        self._attempts, self._longest_wait, self._sleep = attempts, longest_wait, sleep
        self._http = httpx.Client(headers={"User-Agent": self.agent}, timeout=timeout)

    def json(
        self,
        url: str,
        params: Mapping[str, str],
        trouble: Callable[[Any], str | None] = lambda found: None,
        sound: Callable[[Any], bool] = lambda found: True,
        missing: bool = False,
        body: Mapping[str, Any] | None = None,
    ) -> tuple[Any, str]:
        """The JSON at an address, and when it was got. ``trouble`` says why an answer is none yet ("maxlag …"), so that
        it is asked for again; one that is not ``sound`` is given and not kept. Where ``missing``, a 404 is an answer:
        ``None``. With a ``body`` it is a POST of that. ``WebError`` when no attempt helped or none can."""
        sent = [] if body is None else [json.dumps(body, sort_keys=True)]
        key = digest("POST" if sent else "GET", url, json.dumps(sorted(params.items())), *sent)
        if (kept := self.cache.find(key)) is not None:
            return json.loads(kept.body), kept.at
        wait, why = FIRST_WAIT, ""
        for attempt in range(1, self._attempts + 1):
            after: float | None = None
            try:
                answer, headers = self.read(url, params, MOST_BYTES, follow=True, body=body)
            except WebError as error:
                if not error.transient:
                    raise
                why = str(error).removeprefix(f"{_host(url)} ")
            else:
                after = retry_after(headers)
                if missing and answer.status == 404:
                    self.cache.keep(key, Answer(404, answer.url, answer.kind, b"null", answer.at))
                    return None, answer.at
                found, why = _decoded(answer, trouble)
                if not why:
                    if sound(found):
                        self.cache.keep(key, answer)
                    return found, answer.at
                if answer.status >= 400 and answer.status not in AGAIN:
                    raise WebError(f"{_host(url)}: {why}")
            if attempt < self._attempts:
                self._wait(min(wait, self._longest_wait) if after is None else after, f"{_host(url)}: {why}")
                wait *= 2
        raise WebError(f"{_host(url)}: {why} ({self._attempts} attempts)", True)

    def _wait(self, pause: float, why: str) -> None:
        if pause > self._longest_wait:
            raise WebError(
                f"{why}; it asks for {pause:g} s of patience, more than the {self._longest_wait:g} s there are"
            )
        self._sleep(pause)

    def read(
        self,
        url: str,
        params: Mapping[str, str] | None,
        most: int,
        follow: bool = False,
        body: Mapping[str, Any] | None = None,
    ) -> tuple[Answer, Mapping[str, str]]:
        """One request, without cache or second attempt: the answer, and its headers. ``WebError`` where there is none,
        where it has more than ``most`` bytes, or takes more than twice the time-out in all."""
        import httpx

        self.asked += 1
        began = time.monotonic()
        try:
            method = "GET" if body is None else "POST"
            with self._http.stream(method, url, params=params, json=body, follow_redirects=follow) as response:
                got = bytearray()
                for part in response.iter_bytes(_PART):
                    got += part
                    if len(got) > most:
                        raise WebError(f"{_host(url)} sends more than {most:,} bytes")
                    if time.monotonic() - began > 2 * self.timeout:
                        raise WebError(f"{_host(url)} takes more than {2 * self.timeout:g} s for an answer", True)
                kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
                return Answer(response.status_code, str(response.url), kind, bytes(got), at), response.headers
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise InputError(f"{url} is no address: {_said(error)}") from error
        except httpx.TimeoutException as error:
            raise WebError(f"{_host(url)} does not answer ({type(error).__name__})", True) from error
        except httpx.HTTPError as error:
            raise WebError(f"{_host(url)} cannot be read ({_said(error)})", True) from error

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _decoded(answer: Answer, trouble: Callable[[Any], str | None]) -> tuple[Any, str]:
    """The JSON, and why it is no answer ("" where it is one)."""
    try:
        found = json.loads(answer.body)
    except (ValueError, RecursionError):
        if answer.status >= 400:
            return None, f"it says {answer.status}"
        return None, "its answer is not JSON"
    why = trouble(found)
    return found, why or (f"it says {answer.status}" if answer.status >= 400 else "")


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc or url[:80]
    except ValueError:
        return url[:80]


def _said(error: Exception) -> str:
    return one_line(error)[:200] or type(error).__name__
