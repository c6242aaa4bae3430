"""What is asked of a wiki by MediaWiki's action API: what pages there are, what is known of them, how they read.

Which pages are good enough lives in ``wiki_filters``, what their HTML means in ``wiki_html``. Requests go out one after
another, many titles in one, with ``maxlag`` (https://www.mediawiki.org/wiki/API:Etiquette).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from castalia.memory.errors import InputError
from castalia.tools.gold.web_client import WebClient, WebError
from castalia.tools.gold.wiki_addresses import ENGLISH, METRICS, MODELS

SET_INDEXES = ("Category:All set index articles", "Category:All disambiguation pages")
_AGAIN = re.compile(r"maxlag|ratelimited|readonly|internal_api_error\w*")
_TITLES = 50  # of one request, and at most so many bytes of them
_TITLE_BYTES = 5000
_ROUNDS = 1000  # of one list that is continued
_NO_TITLE = re.compile(r"[#<>\[\]|{}\x00-\x1f\x7f]")  # what no title may hold


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a wiki knows of the page that a title leads to. ``classes``: by project. ``problem``: why there is no such
    page."""

    asked: str
    title: str = ""
    pageid: int = 0
    namespace: int = 0
    url: str = ""
    revision: int = 0
    timestamp: str = ""
    retrieved: str = ""
    problem: str = ""
    redirects: tuple[str, ...] = ()  # the titles that redirects led to, the last one too
    fragment: str = ""
    is_disambiguation: bool = False
    is_set_index: bool = False
    classes: Mapping[str, str] = field(default_factory=dict)


class Wiki:
    """The wiki whose ``api.php`` is at ``api``; ``metrics`` and ``models`` are the addresses of Wikimedia's statistics
    and models."""

    def __init__(self, api: str, client: WebClient, metrics: str = METRICS, models: str = MODELS) -> None:
        address = urlsplit(api)
        if address.scheme not in ("http", "https") or not address.netloc:
            raise InputError(f"--api {api}: give the address of a wiki's api.php, such as {ENGLISH}")
        self.api, self.metrics, self.models, self.client = api, metrics.rstrip("/"), models.rstrip("/"), client
        self.host = address.hostname or ""

    def facts(self, titles: Sequence[str], with_classes: bool = True) -> Iterator[PageFacts]:
        """What is known of the pages that these titles lead to, in their order; asked for in batches, as they are
        needed."""
        for batch in _batches(titles):
            good = [one for one in batch if not _NO_TITLE.search(one) and one.strip()]
            known = self._batch(good, with_classes) if good else {}
            for title in batch:
                yield known.get(title) or PageFacts(title, problem="not a title")

    def members(self, category: str) -> list[str]:
        """The titles of a category's articles; of a category of talk pages (``B-Class physics articles``) those they
        talk about. Categories in it are not followed."""
        name = category if category.casefold().startswith("category:") else f"Category:{category}"
        params = {"list": "categorymembers", "cmtitle": name, "cmnamespace": "0|1", "cmlimit": "max", "cmprop": "title"}
        found = []
        for query, _ in self._query(params):
            for one in _list(query.get("categorymembers")):
                title = str(one.get("title", ""))
                found.append(title.partition(":")[2] if one.get("ns") == 1 else title)
        return list(dict.fromkeys(one for one in found if one))

    def most_edited(self, year: int, month: int) -> list[str]:
        """The 100 most edited articles of a month; none where there are no statistics of it. FreshWiki (Shao et al.
        2024, §2.1)."""
        project = quote(self.host.removesuffix(".org"))
        address = f"{self.metrics}/metrics/edited-pages/top-by-edits/{project}/all-editor-types/content/{year}/{month:02d}/all-days"
        told, _ = self.client.json(
            address, {}, sound=lambda found: isinstance(found, dict) and "items" in found, missing=True
        )
        try:
            tops = [] if told is None else told["items"][0]["results"][0]["top"]
            return list(dict.fromkeys(str(one["page_title"]).replace("_", " ") for one in tops))
        except (KeyError, IndexError, TypeError) as error:
            raise WebError(f"{address} does not answer in the form of Wikimedia's statistics") from error

    def created(self, title: str) -> str:
        """When the first revision of a page was saved (ISO 8601, UTC)."""
        params = {"prop": "revisions", "titles": title, "rvdir": "newer", "rvlimit": "1", "rvprop": "timestamp"}
        query, _ = self._ask({**params, "action": "query"})
        pages = _list(_dict(query.get("query")).get("pages"))
        revisions = _list(pages[0].get("revisions")) if pages else []
        return str(revisions[0].get("timestamp", "")) if revisions else ""

    def predicted(self, revision: int) -> str:
        """The quality class that the model of ORES, which is now at Lift Wing, gives a revision: FA, GA, B, C, Start or
        Stub."""
        name = f"{self.host.partition('.')[0]}wiki"
        address = f"{self.models}/{quote(name)}-articlequality:predict"

        def score(found: Any) -> Any:
            scores = _dict(_dict(_dict(found).get(name)).get("scores")).get(str(revision))
            return _dict(_dict(_dict(scores).get("articlequality")).get("score")).get("prediction")

        told, _ = self.client.json(
            address, {}, sound=lambda found: isinstance(score(found), str), body={"rev_id": revision}
        )
        if not isinstance(found := score(told), str):
            raise WebError(f"{address} says nothing on the quality of revision {revision}")
        return found

    def html(self, revision: int) -> str:
        """The text of a revision as HTML."""
        bare = dict.fromkeys(("disableeditsection", "disabletoc", "disablelimitreport"), "1")
        told, _ = self._ask({"action": "parse", "oldid": str(revision), "prop": "text", **bare})
        text = _dict(told.get("parse")).get("text")
        if not isinstance(text, str):
            raise WebError(f"{self.api} does not answer in MediaWiki's form: no text of revision {revision}")
        return text

    def _batch(self, titles: Sequence[str], with_classes: bool) -> dict[str, PageFacts]:
        params = {
            "titles": "|".join(titles),
            "redirects": "1",
            "prop": "info|pageprops|revisions|categories" + ("|pageassessments" if with_classes else ""),
            "inprop": "url",
            "ppprop": "disambiguation",
            "rvprop": "ids|timestamp",
            "clcategories": "|".join(SET_INDEXES),
            "cllimit": "max",
            **({"palimit": "max"} if with_classes else {}),
        }
        pages: dict[str, dict[str, Any]] = {}
        steps: dict[str, _Step] = {}
        at = ""
        for query, when in self._query(params):
            at = at or when
            for name in ("normalized", "converted", "redirects"):
                for one in _list(query.get(name)):
                    here, there = str(one.get("from", "")), str(one.get("to", ""))
                    steps.setdefault(here, _Step(there, str(one.get("tofragment", "")), name == "redirects"))
            for one in _list(query.get("interwiki")):
                pages.setdefault(str(one.get("title", "")), {"elsewhere": True})
            for one in _list(query.get("pages")):
                _merge(pages.setdefault(str(one.get("title", "")), {}), one)
        return {title: _facts(title, steps, pages, at) for title in titles}

    def _query(self, params: Mapping[str, str]) -> Iterator[tuple[dict[str, Any], str]]:
        """The answer in as many parts as the wiki gives it in (https://www.mediawiki.org/wiki/API:Continue)."""
        more: dict[str, str] = {}
        for _ in range(_ROUNDS):
            told, at = self._ask({**params, "action": "query", **more})
            yield _dict(told.get("query")), at
            then = {name: str(value) for name, value in _dict(told.get("continue")).items()}
            if not then:
                return
            if then == more:
                break
            more = then
        raise WebError(f"{self.api} goes on and on with one list")

    def _ask(self, params: Mapping[str, str]) -> tuple[dict[str, Any], str]:
        told, at = self.client.json(
            self.api, {"format": "json", "formatversion": "2", "maxlag": "5", **params}, _not_yet, _is_sound
        )
        if isinstance(told, dict) and (error := told.get("error")):
            said = _dict(error)
            raise WikiRefusal(str(said.get("code", "")), f"{self.api}: {said.get('info') or said.get('code') or error}")
        if not _is_sound(told):
            raise WebError(f"{self.api} does not answer in MediaWiki's form: is this the address of an api.php?")
        if "pageassessments" in params.get("prop", "") and "pageassessments" in str(told.get("warnings", "")):
            raise WebError(f"{self.api} knows no quality classes (PageAssessments): use --classes any --most-fields 0")
        return told, at


class WikiRefusal(WebError):
    """An error that the wiki itself reports, with its ``reason`` ("nosuchrevid")."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class _Step(NamedTuple):
    """To which title another leads, to which part of it, and whether by a redirect, or because it is spelt otherwise
    there."""

    to: str
    fragment: str
    is_redirect: bool


def _batches(titles: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for title in dict.fromkeys(titles):
        length = len(quote(title, safe="", errors="replace")) + 3
        if batch and (len(batch) == _TITLES or size + length > _TITLE_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(title)
        size += length
    if batch:
        yield batch


def _facts(asked: str, steps: Mapping[str, _Step], pages: Mapping[str, Mapping[str, Any]], at: str) -> PageFacts:
    """Follow the title to its page; a circle, of redirects or of spellings, leads nowhere."""
    title, fragment = asked, ""
    way: list[str] = []
    for _ in steps:  # no way is longer than that
        if (step := steps.get(title)) is None:
            break
        title, fragment = step.to, step.fragment or fragment
        way += [title] if step.is_redirect else []
    page = pages.get(title)
    if page is None:
        return PageFacts(asked, problem="redirects in a circle" if way else "no such page")
    if problem := _problem(page):
        return PageFacts(asked, title, problem=problem, redirects=tuple(way))
    revision = _list(page["revisions"])[0]
    categories = {str(one.get("title", "")) for one in _list(page.get("categories"))}
    assessed = {
        str(name): str(_dict(one).get("class") or "") for name, one in _dict(page.get("pageassessments")).items()
    }
    return PageFacts(
        asked=asked,
        title=title,
        pageid=_whole(page.get("pageid")),
        namespace=_whole(page.get("ns")),
        url=str(page.get("canonicalurl") or page.get("fullurl") or ""),
        revision=_whole(revision.get("revid")),
        timestamp=str(revision.get("timestamp", "")),
        retrieved=at,
        redirects=tuple(way),
        fragment=fragment,
        is_disambiguation="disambiguation" in _dict(page.get("pageprops")) or SET_INDEXES[1] in categories,
        is_set_index=SET_INDEXES[0] in categories,
        classes=assessed,
    )


def _problem(page: Mapping[str, Any]) -> str:
    """Why the wiki has no text under this title; "" where it has."""
    if page.get("elsewhere"):
        return "not on this wiki"
    if page.get("invalid"):
        return "not a title"
    return "no such page" if page.get("missing") or not _list(page.get("revisions")) else ""


def _merge(page: dict[str, Any], more: Mapping[str, Any]) -> None:
    """What a continued answer adds to a page: lists grow, objects gain keys, the rest stays as it was first told."""
    for name, value in more.items():
        held = page.get(name)
        if isinstance(held, list) and isinstance(value, list):
            page[name] = [*held, *value]
        elif isinstance(held, dict) and isinstance(value, dict):
            page[name] = {**held, **value}
        else:
            page.setdefault(name, value)


def _not_yet(told: Any) -> str | None:
    """Why the wiki did not answer yet, where asking again helps."""
    error = _dict(told.get("error")) if isinstance(told, dict) else {}
    code = str(error.get("code", ""))
    return f"{code}: {error.get('info', '')}"[:200] if _AGAIN.fullmatch(code) else None


def _is_sound(told: Any) -> bool:
    """Whether an answer has MediaWiki's form; an error is none that will stay."""
    if not isinstance(told, dict) or "error" in told:
        return False
    query = told.get("query", {})
    objects = (query, told.get("continue", {}), told.get("parse", {}))
    return all(isinstance(one, dict) for one in objects) and isinstance(query.get("pages", []), list)


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _whole(value: Any) -> int:
    return value if isinstance(value, int) else 0
