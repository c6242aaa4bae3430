"""Baselines as pages: what one search, or one search a facet, finds, word for word, in six files like any other page.

They search the same store as the pipelines, so that what differs is what is made of the hits. Which snippets in which
order, and where they are cut, is ``tools.metrics.baselines``'.
"""

from __future__ import annotations

import time
from typing import Any

from castalia.graphs.page import TopicPage
from castalia.memory.errors import CastaliaError
from castalia.memory.identity import citation_keys, node_id
from castalia.memory.memory import Memory
from castalia.memory.protocols import SearchQuery
from castalia.memory.records import Citation, Claim, Draft, Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.metrics.baselines import BASELINES, DEPTH, FACETS, Baseline, cut, facet_queries, in_turns
from castalia.tools.pages.page_building import build_page
from castalia.tools.topic.evidence import filters_for

PLAIN_HEADING = "Snippets"


async def baseline_page(memory: Memory, topic: str, kind: Baseline, words: int, domain: str) -> TopicPage:
    """The baseline's page on a topic, of this number of words (up to the end of a sentence; fewer where the search
    finds no more).

    Every sentence stands as it does in its snippet, and cites it. There is no lead, and no graph. ``CastaliaError``
    where nothing is found.
    """
    begun = time.perf_counter()
    is_plain = kind == "top-snippets"
    queries = [topic] if is_plain else facet_queries(topic)
    found = await memory.store.search([SearchQuery(one) for one in queries], DEPTH, filters_for(domain))
    order = in_turns([[hit.snippet_id for hit in hits] for hits in found])
    if not order:
        raise CastaliaError(f'no snippet shares a word with "{topic}": give a corpus that knows it')
    snippets = {one.id: one for one in await memory.snippets([identity for _, identity in order])}
    pieces = cut((snippets[identity].text for _, identity in order), words)
    taken = [(which, snippets[identity], piece) for (which, identity), piece in zip(order, pieces, strict=False)]
    headings = [PLAIN_HEADING] if is_plain else [one.capitalize() for one in FACETS]
    sections = [Section(node_id(kind, topic, heading), heading) for heading in headings]
    keys = citation_keys(one.id for _, one, _ in taken)
    drafts = {
        section.id: Draft(
            section.id, tuple(_claims(one, keys[one.id], piece) for at, one, piece in taken if at == place)
        )
        for place, section in enumerate(sections)
    }
    record = build_page(
        topic,
        domain=domain,
        pipeline=kind,
        engine="extractive",
        engines={},
        model=None,
        lead=(),
        sections=[one for one in sections if drafts[one.id].paragraphs],
        drafts=drafts,
        snippets={one.id: one for _, one, _ in taken},
        notices=[
            f"A baseline to compare with: {BASELINES[kind]}, cut to {words:,} words. Nothing was read into a graph."
        ],
        stats=_stats(len(taken), sum(len(one.split()) for _, _, piece in taken for one in piece), words),
    )
    seconds = {"baseline": round(time.perf_counter() - begun, 3)}
    run = {"pipeline": kind, "settings": {"words": words}, "engines": {}, "seconds": seconds, "stats": record["stats"]}
    return TopicPage(record, TripletGraph.of({}, {}), run)


def _claims(snippet: Snippet, key: str, sentences: tuple[str, ...]) -> tuple[Claim, ...]:
    return tuple(Claim(one, (Citation(key, snippet.id),), one, "supported") for one in sentences)


def _stats(snippets: int, length: int, words: int) -> dict[str, Any]:
    """The numbers that every page has, of one with so many snippets and words, of the ``words`` that were asked for."""
    return {
        "snippets": snippets,
        "iterations": 0,
        "stopped_by": "words" if length >= words else "snippets",
        "words": length,
        "sources": snippets,
        "model_calls": 0,
        "replayed_calls": 0,
        "failed_calls": 0,
        "tokens": 0,
        "cost": 0.0,
        "budget_exhausted": "",
        "revisions": 0,
        "rejected_sentences": 0,
        "unsupported_sentences": 0,
        "failed_snippets": 0,
        "failed_sections": 0,
    }
