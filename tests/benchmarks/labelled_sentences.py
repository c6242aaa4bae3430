"""The labelled sentences in their snippets, with the signs that ``castalia.tools.topic.doubt`` weighs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from castalia.graphs import generate
from castalia.memory.errors import CastaliaError
from castalia.memory.memory import Memory
from castalia.memory.records import Section
from castalia.tools.composition.fit import Fits
from castalia.tools.composition.general_facets import FACETS
from castalia.tools.composition.placement import signs_under
from castalia.tools.composition.places import places_of
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems
from castalia.tools.topic.company import company_of
from castalia.tools.topic.doubt import centre_of, page_signs, section_signs
from castalia.tools.topic.evidence import read_anchor, run_evidence, weigh
from json_rows import read_rows
from labels import LABELS, key

Row = dict[str, Any]  # topic, signs, bad (the share of its readers that object)


async def signs_of_labelled(stores: Sequence[str], reader: str = "") -> list[Row]:
    """One row for each labelled sentence, or each of this reader, that the rules of today let through."""
    labels: dict[str, list[Row]] = defaultdict(list)
    for row in read_rows(LABELS):
        if row["reader"] == reader or not reader:
            labels[row["topic"]].append(row)
    best: dict[str, tuple[int, list[Row]]] = {}
    for store in stores:
        async with await Memory.open(store, create=False) as memory:
            for topic, those in sorted(labels.items()):
                found, rows = await _rows_of(topic, those, memory)
                best[topic] = max(best.get(topic, (0, [])), (found, rows), key=lambda pair: pair[0])
    return [row for _, rows in best.values() for row in rows]


async def _rows_of(topic: str, labels: Sequence[Row], memory: Any) -> tuple[int, list[Row]]:
    """How many labelled sentences this memory knows, and the rows of those that pass."""
    try:
        relevance, background = await read_anchor(memory, topic, "")
    except CastaliaError:
        return 0, []
    wanted = {row["key"] for row in labels}
    homes: dict[str, Any] = {}  # label to snippet
    for snippet in await memory.store.get(sorted(relevance.scores)):
        for sentence in split_sentences(snippet.text):
            if key(topic, sentence.text) in wanted:
                homes.setdefault(key(topic, sentence.text), snippet)
    if 2 * len(homes) < len(wanted):
        return len(homes), []
    try:
        page = await generate(topic, memory=memory)
    except CastaliaError:  # nothing of it can stand on a page
        return len(homes), []
    evidence = await run_evidence(memory, {"topic": topic, "run_id": page.run["run_id"]})
    snippets = {**evidence.snippets, **{one.id: one for one in homes.values()}}
    evidence = weigh(topic, relevance, background, sorted(snippets.values(), key=lambda one: one.id), evidence.graph)
    return len(homes), [] if evidence.papers else _signs(topic, labels, evidence)


def _signs(topic: str, labels: Sequence[Row], evidence: Any) -> list[Row]:
    """The signs of each labelled sentence, in the shortest passage that ends with it, under its heading."""
    passages = {}
    for one in sorted(evidence.passages, key=lambda one: (-len(one.sentences), one.id)):
        passages[key(topic, one.sentences[-1])] = one
    centre = centre_of(evidence.singles, evidence.relevance, evidence.background)
    facets = {one.heading.lower(): one.name for one in FACETS}
    objections: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in labels:
        if row["key"] in passages:
            objections[row["key"], row.get("section", "")].append(_weight(row))
    rows = []
    fits = Fits(evidence)
    company = company_of((passages[name], where) for name, where in sorted(objections))
    for (name, where), votes in sorted(objections.items()):
        one = passages[name]
        snippet, sentences = evidence.snippets[one.snippet_id], evidence.sentences[one.snippet_id]
        beside = (centre, evidence.documents, evidence.relevance, evidence.background)
        signs = dict(page_signs(one, snippet, sentences, *beside, told=0))
        heading = where.rpartition(" > ")[2]
        if not where:
            rows.append({"topic": topic, "signs": signs, "bad": sum(votes) / len(votes)})
            continue
        if heading.strip("()").lower() == "lead":
            signs |= section_signs(one, snippet.title, "", False, 0.8, evidence.stems, None, ())
        else:
            term = " ".join(content_stems(heading))
            section = Section("s", heading, 1, (term,), facets.get(heading.lower(), ""))
            in_company = company.has_other(one, where)
            signs |= signs_under(one, places_of((section,), evidence)[0], in_company, fits)
        rows.append({"topic": topic, "signs": signs, "bad": sum(votes) / len(votes)})
    return rows


def _weight(label: Row) -> float:
    """How much of an objection a label is: a borderline one counts half."""
    return 0.0 if label["fine"] else 0.5 if label["why"].startswith("borderline") else 1.0
