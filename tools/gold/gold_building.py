"""Gold pages made from a wiki: for each topic that is wished for a row that ``gold_pages.read_gold`` reads, or the
reason why not.

What is asked of the wiki lives in ``wiki_api``, which pages are good enough in ``wiki_filters``, the files in
``gold_files``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from castalia.tools.gold.gold_pages import GoldPage, topic_key
from castalia.tools.gold.leakage import Guard
from castalia.tools.gold.source_documents import SourceFailure, SourceReader
from castalia.tools.gold.wiki_api import PageFacts, Wiki, WikiRefusal
from castalia.tools.gold.wiki_filters import (
    Rules,
    Verdict,
    is_other,
    quality_of,
    refuse_created,
    refuse_facts,
    refuse_name,
    refuse_page,
    refuse_quality,
)
from castalia.tools.gold.wiki_html import WikiPage, WikiSection, read_wiki_html, words_of

LICENCE = "CC BY-SA 4.0"
LICENCE_URL = "https://creativecommons.org/licenses/by-sa/4.0/"


@dataclass(frozen=True, slots=True)
class Wish:
    """A topic to find a page for."""

    topic: str
    domain: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    topic: str
    reason: str
    detail: str


@dataclass(slots=True)
class Built:
    """``rows`` are gold pages, ``snippets`` rows of a corpus; ``redirected`` (topic, title) were kept by rule and are
    for a person to check."""

    asked: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    redirected: list[tuple[str, str]] = field(default_factory=list)
    snippets: list[dict[str, Any]] = field(default_factory=list)
    documents: int = 0
    failures: list[tuple[str, SourceFailure]] = field(default_factory=list)
    not_looked_at: int = 0  # because there were enough


def build(
    wishes: Sequence[Wish],
    wiki: Wiki,
    rules: Rules,
    *,
    limit: int = 0,
    per_domain: int = 0,
    sources: SourceReader | None = None,
    tell: Callable[[str], object] = lambda line: None,
) -> Built:
    """A gold row for each topic whose page passes, in the order of the wishes, at most ``limit``, and ``per_domain`` of
    one domain (0: all; SciWiki-100 has 5 of each, thesis §4.1).

    With ``sources`` the documents that a page cites become snippets, without those that leak from the page itself; a
    page none of whose sources can be had is left out. ``WebError`` when the wiki fails: what it has answered is in the
    client's cache.
    """
    built = Built(asked=len(wishes))
    by_topic = {one.topic: one for one in wishes}
    looked = 0
    for facts in wiki.facts([one.topic for one in wishes], with_classes=rules.need_classes):
        if limit and len(built.rows) >= limit:
            break
        wish = by_topic[facts.asked]
        if per_domain and sum(one["domain"] == wish.domain for one in built.rows) >= per_domain:
            continue
        looked += 1
        verdict = refuse_facts(facts, rules) or _known(facts, rules, built.rows)
        if verdict is None:
            verdict = _add(wish, facts, wiki, rules, sources, built)
        if verdict is not None:
            built.left_out.append(LeftOut(wish.topic, verdict.reason, verdict.detail))
        told = f"{verdict.reason}{f' ({verdict.detail})' if verdict.detail else ''}" if verdict else "kept"
        tell(f"{looked}/{len(wishes)} {wish.topic}: {told}")
    built.not_looked_at = len(wishes) - looked
    _guard_all(built)
    return built


def _guard_all(built: Built) -> None:
    """All pages are written from one corpus: what one page cites may be text of another."""
    if not built.snippets or len(built.rows) < 2:
        return
    guard = Guard(map(gold_page, built.rows))
    kept = []
    for row in built.snippets:
        if leak := guard.leak(row["content"], row["url"], row.get("title", "")):
            built.failures.append((row["topic"], SourceFailure(row["url"], "leak from another page", leak.topic)))
        else:
            kept.append(row)
    built.snippets = kept


def gold_row(wish: Wish, facts: PageFacts, page: WikiPage, quality: str) -> dict[str, Any]:
    """The row, with what its licence asks for: where the text comes from, which revision, who wrote it (its
    history)."""
    topic = facts.title if facts.title.casefold() == wish.topic.casefold() else wish.topic
    return {
        "topic": topic,
        "title": facts.title,
        "names": _names(topic, [facts.title, *facts.redirects]),
        "domain": wish.domain,
        "url": facts.url,
        "pageid": facts.pageid,
        "revision": facts.revision,
        "timestamp": facts.timestamp,
        "retrieved": facts.retrieved,
        "class": quality,
        "words": words_of(page),
        "licence": LICENCE,
        "lead": page.lead,
        "sections": [_section(one) for one in page.sections],
        "without_text": list(page.empty),  # headings
        "cited": [one.url for one in page.sources],
    }


def gold_page(row: Mapping[str, Any]) -> GoldPage:
    """The row as ``read_gold`` would give it, for the guard."""
    texts = [str(row["lead"]), *_texts(row["sections"])]
    return GoldPage(str(row["topic"]), "\n\n".join(one for one in texts if one), (), tuple(row["names"]))


def _known(facts: PageFacts, rules: Rules, rows: Sequence[dict[str, Any]]) -> Verdict | None:
    """Where another topic has led to this page already, the topic becomes one more name of it."""
    row = next((one for one in rows if one["pageid"] == facts.pageid), None)
    if row is None:
        return None
    if refuse_name(facts, row["lead"], rules) is None:
        row["names"] = _names(row["topic"], [*row["names"], facts.asked])
    return Verdict("same page as another topic", row["topic"])


def _add(
    wish: Wish, facts: PageFacts, wiki: Wiki, rules: Rules, sources: SourceReader | None, built: Built
) -> Verdict | None:
    """Look at one page, and add it to ``built``; or why not. What is cheap to know is asked first."""
    created = wiki.created(facts.title) if rules.after or rules.before else ""
    if verdict := refuse_created(created, rules):
        return verdict
    quality = wiki.predicted(facts.revision) if rules.predicted else quality_of(facts.classes)
    if verdict := refuse_quality(quality, rules):
        return verdict
    try:
        page = read_wiki_html(wiki.html(facts.revision))
    except WikiRefusal as error:
        return Verdict("text cannot be read", error.reason)
    if verdict := refuse_page(page, facts, rules):
        return verdict
    row = gold_row(wish, facts, page, quality) | ({"created": created} if created else {})
    if sources is not None:
        found = sources.read(page.sources, row["topic"], wish.domain, Guard([gold_page(row)]))
        built.failures += [(row["topic"], one) for one in found.failures]
        if not found.rows:
            return Verdict("no source could be read", f"{len(page.sources)} cited")
        built.snippets += found.rows
        built.documents += len(found.documents)
        row["sources"] = list(found.documents)
    if is_other(facts):
        built.redirected.append((row["topic"], facts.title))
    built.rows.append(row)
    return None


def _names(topic: str, names: Sequence[str]) -> list[str]:
    """Other names than the topic, each once."""
    found: dict[str, str] = {}
    for one in names:
        found.setdefault(topic_key(one), one)
    return [one for key, one in found.items() if key and key != topic_key(topic)]


def _section(section: WikiSection) -> dict[str, Any]:
    return {
        "heading": section.heading,
        "level": section.level,
        "text": section.text,
        "sections": [_section(one) for one in section.sections],
    }


def _texts(sections: Sequence[Mapping[str, Any]]) -> list[str]:
    return [text for one in sections for text in (str(one["text"]), *_texts(one["sections"]))]
