"""Metrics of citations: what a page's sentences say against the snippets behind their citations. Who judges is
another's business.

A judge is asked about pairs of a text and the key of a source; its answers come as a mapping from these pairs. A pair
that no judge could answer is missing there, or ``None``: what hangs on it is left out of the count, never taken for a
no. Keys lead to sources; positions lead nowhere. A citation whose key has no source supports nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from castalia.tools.claims.atomic_claims import atomic_claims
from castalia.tools.claims.entailment import Entailment, nearest_first
from castalia.tools.metrics.measured_page import MeasuredPage, MeasuredSentence
from castalia.tools.metrics.statistics_paired import mean_of

Pair = tuple[str, str]  # a text, and the key of the source that is to entail it
Answers = Mapping[Pair, Entailment | None]

NEAREST = 3  # sources that are asked about a sentence that what it cites does not entail


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many: what a metric that is pooled over pages adds up."""

    part: float
    whole: float

    @property
    def value(self) -> float | None:
        """The share, ``None`` of nothing."""
        return self.part / self.whole if self.whole else None


@dataclass(frozen=True, slots=True)
class CitationMetrics:
    """What ``citation_metrics`` finds on one page; shares from 0 to 1, ``None`` where there is nothing to take a share
    of."""

    hallucination: float | None
    coverage: float | None
    citation_recall: float | None
    citation_precision: float | None
    citation_rate: float | None
    ais_strict: float | None
    ais: Share
    unresolved: int
    unjudged: int


def cited_pairs(page: MeasuredPage) -> list[Pair]:
    """What has to be asked first: each sentence and each of its atomic claims against each source that the sentence
    cites."""
    return list(
        dict.fromkeys(
            (text, key)
            for one in page.sentences
            for text in (one.text, *atomic_claims(one.text))
            for key in one.keys
            if key in page.sources
        )
    )


def other_pairs(page: MeasuredPage, answers: Answers) -> list[Pair]:
    """What AIS asks besides: each sentence that no source it cites entails, against the three other sources nearest to
    it by words."""
    keys = sorted(page.sources)
    texts = [page.sources[key].text for key in keys]
    found: dict[Pair, None] = {}
    for one in page.sentences:
        if _verdict(one.text, one.keys, page, answers):
            continue
        others = [keys[at] for at in nearest_first(one.text, texts) if keys[at] not in one.keys]
        found |= dict.fromkeys((one.text, key) for key in others[:NEAREST])
    return list(found)


def citation_metrics(page: MeasuredPage, answers: Answers) -> CitationMetrics:
    """All metrics of citations. Sentences of the lead count like others.

    *Hallucination* = 1 − |C_v| / |C| (thesis section 4.6, after FActScore): the share of atomic claims that no snippet
    cited by their sentence entails, each snippet for itself. A claim without a citation is not verified. Claims are cut
    by rules here, by a model there.

    *Coverage* = |S_v| / |S| (thesis section 4.6, after ICAT): the share of sections in which a claim is verified; a
    section of any level, with what stands below it. The lead is no section.

    *Citation recall* = 1/M Σ 𝟙(max_j φ(C_ij, S_i) = 1) (WikiGenBench section 3, eq. 4), φ = 1 where a snippet alone
    entails the sentence. M is not defined there; as its text says "of sentences", it is all sentences here, so one
    without a citation lowers it.

    *Citation precision* = 1/M Σ_i (Σ_j φ(C_ij, S_i) / O_i) (eq. 5). For a sentence without citations O_i = 0 leaves it
    undefined: M is the number of sentences with citations here. A citation that leads nowhere counts in O_i.

    *Citation rate* = Σ #words(S_i) · recall_i / #words(W) (eq. 6): recall weighed by words; W is the text without
    headings.

    *AIS* (plan-based retrieval, section 4.3): the share of sentences that any source of the page entails, cited or not
    (``ais``: macro is its mean over pages, micro its share of all sentences of all pages); *strict* is 1 for a page
    where that is every sentence, else 0. Asked are the sources cited and the three nearest others, as ``other_pairs``
    says, and not every passage that was ever retrieved.
    """
    claims = [  # section, whether it is verified
        (one.section, _verdict(claim, one.keys, page, answers))
        for one in page.sentences
        for claim in atomic_claims(one.text)
    ]
    recalls = [  # words, whether it is recalled
        (len(one.text.split()), verdict)
        for one in page.sentences
        if (verdict := _verdict(one.text, one.keys, page, answers)) is not None
    ]
    words = sum(size for size, _ in recalls)
    attributed = [verdict for one in page.sentences if (verdict := _attributed(one, page, answers)) is not None]
    certain = len(attributed) == len(page.sentences)
    return CitationMetrics(
        hallucination=mean_of([not verdict for _, verdict in claims if verdict is not None]),
        coverage=_mean_of_known(
            _covered([verdict for where, verdict in claims if where in one.inside]) for one in page.sections
        ),
        citation_recall=mean_of([verdict for _, verdict in recalls]),
        citation_precision=_mean_of_known(_precision(one, page, answers) for one in page.sentences),
        citation_rate=sum(size for size, verdict in recalls if verdict) / words if words else None,
        ais_strict=None if not attributed or (all(attributed) and not certain) else float(all(attributed)),
        ais=Share(sum(attributed), len(attributed)),
        unresolved=sum(key not in page.sources for one in page.sentences for key in one.keys),
        unjudged=sum(verdict is None for _, verdict in claims),
    )


def _mean_of_known(values: Iterable[float | None]) -> float | None:
    return mean_of([one for one in values if one is not None])


def _covered(verdicts: Sequence[bool | None]) -> bool | None:
    """Whether a section has a verified claim; ``None`` where that hangs on one without a verdict."""
    return True if any(verdicts) else None if None in verdicts else False


def _attributed(one: MeasuredSentence, page: MeasuredPage, answers: Answers) -> bool | None:
    """Whether any source that was asked entails a sentence; ``None`` where that hangs on a pair without an answer."""
    asked = [answers[one.text, key] for key in page.sources if (one.text, key) in answers]
    if any(answer is not None and answer.answer == "entailed" for answer in asked):
        return True
    cited = [key for key in one.keys if key in page.sources]
    return None if None in asked or any((one.text, key) not in answers for key in cited) else False


def _verdict(text: str, keys: Sequence[str], page: MeasuredPage, answers: Answers) -> bool | None:
    """Whether one of these sources entails a text; ``None`` where that hangs on a pair without an answer."""
    verdicts = list(_verdicts(text, keys, page, answers))
    return True if True in verdicts else None if None in verdicts else False


def _verdicts(text: str, keys: Sequence[str], page: MeasuredPage, answers: Answers) -> Iterator[bool | None]:
    for key in keys:
        if key not in page.sources:
            yield False
        else:
            answer = answers.get((text, key))
            yield None if answer is None else answer.answer == "entailed"


def _precision(one: MeasuredSentence, page: MeasuredPage, answers: Answers) -> float | None:
    return _mean_of_known(_verdicts(one.text, one.keys, page, answers))
