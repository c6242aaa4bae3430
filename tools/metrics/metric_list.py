"""All metrics of a page by name: what family they are of, which way is better, what they rest on. Values are made
elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Family = Literal["curation", "outline", "article", "citations", "graph", "judged"]
Better = Literal["higher", "lower", ""]
Rests = Literal["", "vectors", "names", "judge", "rubric"]


@dataclass(frozen=True, slots=True)
class Metric:
    """``rests_on`` is the instrument without whose name a value says nothing; ``is_share``: 0 to 1, as against a count;
    ``is_pooled``: the sentences of all pages taken together, not a mean of pages."""

    name: str
    family: Family
    better: Better
    source: str
    rests_on: Rests = ""
    is_share: bool = True
    is_pooled: bool = False


def _count(name: str, family: Family, better: Better, source: str, rests_on: Rests = "") -> Metric:
    return Metric(name, family, better, source, rests_on, is_share=False)


METRICS: tuple[Metric, ...] = (
    _count("urls_retrieved", "curation", "higher", "thesis table 5.1"),
    _count("snippets_retrieved", "curation", "higher", "number of retrieved snippets"),
    Metric("diversity_retrieved", "curation", "higher", "thesis 4.6", "vectors"),
    _count("hull_area_retrieved", "curation", "higher", "thesis fig. 5.1", "vectors"),
    _count("urls_cited", "curation", "higher", "thesis table 5.1, of what is cited"),
    _count("snippets_cited", "curation", "higher", "number of cited snippets"),
    Metric("diversity_cited", "curation", "higher", "thesis 4.6, of what is cited", "vectors"),
    _count("hull_area_cited", "curation", "higher", "thesis fig. 5.1, of what is cited", "vectors"),
    _count("headings", "outline", "", "number of headings"),
    Metric("heading_soft_recall_best", "outline", "higher", "thesis 4.6", "vectors"),
    Metric("heading_soft_recall_cardinality", "outline", "higher", "STORM C.1, eq. 1-4", "vectors"),
    Metric("heading_entity_recall", "outline", "higher", "STORM 2.2; thesis 4.6", "names"),
    _count("words", "article", "", "plan-based retrieval 4.3"),
    Metric("rouge1", "article", "higher", "F1, thesis 4.6"),
    Metric("rouge2", "article", "higher", "F1, Lin 2004"),
    Metric("rougeL", "article", "higher", "F1, thesis 4.6"),
    Metric("meteor", "article", "higher", "WikiGenBench 3; exact and stem"),
    Metric("bleu", "article", "higher", "WikiGenBench 3"),
    Metric("entity_recall", "article", "higher", "STORM 3; thesis 4.6", "names"),
    Metric("unique_1grams", "article", "higher", "distinct-1, Li et al. 2016"),
    Metric("unique_2grams", "article", "higher", "distinct-2"),
    Metric("unique_3grams", "article", "higher", "distinct-3"),
    Metric("hallucination", "citations", "lower", "thesis 4.6", "judge"),
    Metric("coverage", "citations", "higher", "thesis 4.6", "judge"),
    Metric("citation_recall", "citations", "higher", "WikiGenBench eq. 4", "judge"),
    Metric("citation_precision", "citations", "higher", "WikiGenBench eq. 5", "judge"),
    Metric("citation_rate", "citations", "higher", "WikiGenBench eq. 6", "judge"),
    Metric("ais_strict", "citations", "higher", "plan-based retrieval 4.3", "judge"),
    Metric("ais_macro", "citations", "higher", "plan-based retrieval 4.3", "judge"),
    Metric("ais_micro", "citations", "higher", "plan-based retrieval 4.3", "judge", is_pooled=True),
    Metric("rouge1_precision", "citations", "higher", "plan-based retrieval 4.3"),
    Metric("rouge2_precision", "citations", "higher", "plan-based retrieval 4.3"),
    Metric("rougeLsum_precision", "citations", "higher", "plan-based retrieval 4.3"),
    _count("citations_without_source", "citations", "lower", "citations that lead nowhere"),
    _count("triples", "graph", "higher", "number of triples"),
    Metric("triple_support", "graph", "higher", "share inside one quote"),
    _count("words_per_triple", "graph", "lower", "length of a verbalised triple"),
    _count("isolated_nodes", "graph", "lower", "nodes without a triple to another"),
    Metric("isolated_share", "graph", "lower", "of all nodes"),
)
