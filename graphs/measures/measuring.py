"""Every metric of every page: the instruments (vectors, entities, judge) are asked here, the values are worked out in
``tools``.

What is made of the values, over pages and against other pages, is the business of ``evaluation`` and ``comparison``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from castalia.graphs.measures.asked_judges import ask_judge, check_entailment
from castalia.graphs.measures.instruments import Instruments
from castalia.graphs.measures.opened_pages import OpenedPage
from castalia.memory.errors import InputError
from castalia.memory.waits import run_in_thread, together
from castalia.tools.claims.entailment import Entailment
from castalia.tools.claims.entity_names import Entities, entities_of, heading_entities
from castalia.tools.gold.gold_pages import GoldPage, topic_key
from castalia.tools.language.vectors import Vector
from castalia.tools.metrics.measured_page import MeasuredPage
from castalia.tools.metrics.metric_article import bleu, count_words, has_bleu, has_meteor, meteor, ngram_uniqueness
from castalia.tools.metrics.metric_citations import Answers, Pair, Share, citation_metrics, cited_pairs, other_pairs
from castalia.tools.metrics.metric_curation import convex_hull_area, information_diversity, unique_snippets, unique_urls
from castalia.tools.metrics.metric_graph import measure_graph
from castalia.tools.metrics.metric_list import METRICS
from castalia.tools.metrics.metric_outline import entity_recall, soft_recall_best, soft_recall_cardinality
from castalia.tools.metrics.metric_vectors import dense_vector, lexical_vector
from castalia.tools.metrics.rouge import has_rouge, rouge, rouge_precision

if TYPE_CHECKING:
    from castalia.agents.judges import AskedPair, EntailmentJudge
    from castalia.memory.protocols import Embedder

Values = dict[str, float | None]

OF_GOLD = frozenset(
    "heading_soft_recall_best heading_soft_recall_cardinality heading_entity_recall rouge1 rouge2 rougeL meteor bleu entity_recall".split()
)
MOST_COUNTED = 1e15
OF_RETRIEVED = frozenset("urls_retrieved diversity_retrieved hull_area_retrieved".split())


@dataclass(frozen=True, slots=True)
class PageValues:
    """The values of one page by metric name, ``None`` where one is not defined; ``shares`` are those that are pooled
    over pages."""

    topic: str
    folder: str
    has_gold: bool
    values: Values
    shares: Mapping[str, Share] = field(hash=False)
    unjudged: int = 0
    vectors: Mapping[str, Sequence[Vector]] = field(default_factory=dict, hash=False, repr=False)


async def measure_pages(
    opened: Sequence[OpenedPage], gold: Mapping[str, GoldPage], by: Instruments
) -> tuple[list[PageValues], list[str]]:
    """The values of these pages, in their order, and the reasons for which pairs could not be judged."""
    golds = [gold.get(key) if (key := topic_key(one.page.topic)) else None for one in opened]
    vectors = await _vectors(_texts(opened, golds), by.embedder)
    judged = await together(_answers(one.page, by.judge) for one in opened)
    pages = [
        await run_in_thread(_measure, one, wanted, vectors, answers, by)
        for one, wanted, (answers, _) in zip(opened, golds, judged, strict=True)
    ]
    return pages, sorted({why for _, failures in judged for why in failures})


def _texts(opened: Sequence[OpenedPage], golds: Sequence[GoldPage | None]) -> list[str]:
    """Every text that needs a vector, once."""
    texts: dict[str, None] = {}
    for one, gold in zip(opened, golds, strict=True):
        texts |= dict.fromkeys(source.text for source in one.page.sources.values())
        texts |= dict.fromkeys(snippet.text for snippet in one.retrieved or ())
        if gold is not None and gold.headings:
            texts |= dict.fromkeys((*gold.headings, *one.page.headings))
    return list(texts)


async def _vectors(texts: Sequence[str], embedder: Embedder | None) -> dict[str, Vector]:
    if embedder is None:
        return {one: lexical_vector(one) for one in texts}
    spoken = [one for one in texts if one.strip()]
    found = await embedder.embed_documents(spoken) if spoken else []
    if len(found) != len(spoken):
        raise InputError(f"the embeddings {embedder.name} gave {len(found)} vectors for {len(spoken)} texts")
    dense: dict[str, Vector] = {text: dense_vector(values) for text, values in zip(spoken, found, strict=True)}
    return {one: dense.get(one, {}) for one in texts}


async def _answers(page: MeasuredPage, judge: EntailmentJudge) -> tuple[Answers, list[str]]:
    """The judge's answers to all that the metrics ask: first what is cited, then, where that fails, what else might
    support it."""
    answers, failures = await _ask(page, cited_pairs(page), judge)
    others, more = await _ask(page, other_pairs(page, answers), judge)
    return {**answers, **others}, [*failures, *more]


async def _ask(
    page: MeasuredPage, pairs: Sequence[Pair], judge: EntailmentJudge
) -> tuple[dict[Pair, Entailment | None], list[str]]:
    if not pairs:
        return {}, []
    asked: list[AskedPair] = []
    for text, key in pairs:
        source = page.sources[key]
        asked.append(
            {"claim": text, "passage": source.text, "topic": page.topic, "title": source.title, "year": source.year}
        )
    found, failures = await ask_judge(judge, {"pairs": asked}, "entailments", check_entailment)
    read = [None if one is None else Entailment(one["answer"], one["score"], one["quote"], one["why"]) for one in found]
    return dict(zip(pairs, read, strict=True)), failures


def _measure(
    one: OpenedPage, gold: GoldPage | None, vectors: Mapping[str, Vector], answers: Answers, by: Instruments
) -> PageValues:
    page = one.page
    cited_keys = dict.fromkeys(key for sentence in page.sentences for key in sentence.keys if key in page.sources)
    sources = [page.sources[key] for key in sorted(cited_keys)]
    spread = {"cited": [vectors[text] for text in _once(source.text for source in sources)]}
    values: Values = {
        "snippets_retrieved": _whole(one.record["stats"].get("snippets")),
        "urls_cited": unique_urls(source.url for source in sources),
        "snippets_cited": unique_snippets(source.text for source in sources),
    }
    if one.retrieved is not None:
        spread["retrieved"] = [vectors[text] for text in _once(snippet.text for snippet in one.retrieved)]
        values["urls_retrieved"] = unique_urls(snippet.url for snippet in one.retrieved)
        values["snippets_retrieved"] = unique_snippets(snippet.text for snippet in one.retrieved)
    for name, group in spread.items():
        values[f"diversity_{name}"] = information_diversity(group)
        values[f"hull_area_{name}"] = convex_hull_area(group)
    values |= _of_text(page, [source.text for source in sources])
    values |= _against_gold(page, gold, vectors, by.entities) if gold else {}
    found = citation_metrics(page, answers)
    values |= {
        "hallucination": found.hallucination,
        "coverage": found.coverage,
        "citation_recall": found.citation_recall,
        "citation_precision": found.citation_precision,
        "citation_rate": found.citation_rate,
        "ais_strict": found.ais_strict,
        "ais_macro": found.ais.value,
        "ais_micro": found.ais.value,
        "citations_without_source": found.unresolved,
    }
    if one.graph is not None:
        texts = {reference["snippet_id"]: reference["text"] for reference in one.record["references"]}
        texts |= {snippet.id: snippet.text for snippet in one.retrieved or ()}
        values |= asdict(measure_graph(one.graph, texts))
    whole: Values = {metric.name: values.get(metric.name) for metric in METRICS}
    return PageValues(page.topic, one.folder, gold is not None, whole, {"ais_micro": found.ais}, found.unjudged, spread)


def _of_text(page: MeasuredPage, sources: Sequence[str]) -> Values:
    text = page.text
    values: Values = {"words": count_words(text), "headings": len(page.headings)}
    values |= {f"unique_{n}grams": ngram_uniqueness(text, n) for n in (1, 2, 3)}
    if has_rouge():
        one, two, longest = rouge_precision(text, sources)
        values |= {"rouge1_precision": one, "rouge2_precision": two, "rougeLsum_precision": longest}
    return values


def _against_gold(page: MeasuredPage, gold: GoldPage, vectors: Mapping[str, Vector], entities: Entities) -> Values:
    known = entities_of(gold.text, entities)
    spoken = entities_of(page.text, entities)
    in_headings = heading_entities(gold.headings, known | spoken)
    values: Values = {
        "heading_soft_recall_best": soft_recall_best(gold.headings, page.headings, vectors),
        "heading_soft_recall_cardinality": soft_recall_cardinality(gold.headings, page.headings, vectors),
        "heading_entity_recall": entity_recall(in_headings, heading_entities(page.headings, in_headings)),
    }
    if not gold.text.strip():  # an outline alone
        return values
    values["entity_recall"] = entity_recall(known, spoken)
    if has_rouge():
        values["rouge1"], values["rouge2"], values["rougeL"] = rouge(page.text, gold.text)
    if has_meteor():
        values["meteor"] = meteor(page.text, gold.text)
    if has_bleu():
        values["bleu"] = bleu(page.text, gold.text)
    return values


def _once(texts: Iterable[str]) -> list[str]:
    """Each different text once, sorted: the order in which they came does not count."""
    return sorted({" ".join(text.split()): text for text in sorted(texts)}.values())


def _whole(value: Any) -> float | None:
    """A count; ``None`` for what cannot be one, as a damaged page may hold it (NaN, or more digits than any number here
    needs)."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if 0 <= value < MOST_COUNTED else None
