"""What pages are measured with: an embedder, a recogniser of entities, judges. Their names stand beside the values.
What is measured with them lives in ``measuring``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from castalia.graphs.measures.judge_law import check_judge_spec, is_judge
from castalia.graphs.measures.judging import rubric_judge_of
from castalia.memory.protocols import Embedder
from castalia.tools.claims.entity_names import Entities, name_entities
from castalia.tools.metrics.metric_article import has_bleu, has_meteor
from castalia.tools.metrics.metric_list import Metric
from castalia.tools.metrics.metric_vectors import LEXICAL
from castalia.tools.metrics.rouge import has_rouge

if TYPE_CHECKING:
    from castalia.agents.judges import EntailmentJudge, RubricJudge
    from langchain_core.embeddings import Embeddings

_RULES = (
    "[rules] judge: words, numbers and names; it finds what is invented, not what is distorted or said in other words."
)
_VERBATIM = "Extractive pages quote word for word: their citations [rules] are 0 or 1 by construction."


@dataclass(frozen=True, slots=True)
class Instruments:
    """What pages are measured with: an embedder (``None``: lexical vectors), what finds entities and its name, and who
    judges entailment. ``rubric`` grades, where grades are asked for, what ``rubric_of`` names: the outline, the
    article, or both."""

    judge: EntailmentJudge
    embedder: Embedder | None = None
    entities: Entities = name_entities
    entities_name: str = "rules"
    rubric: RubricJudge | None = None
    rubric_of: str = "both"

    @property
    def names(self) -> dict[str, str]:
        """The name that stands with a value, by what the metric rests on."""
        return {
            "vectors": LEXICAL if self.embedder is None else self.embedder.name,
            "names": self.entities_name,
            "judge": self.judge.name,
            **({"rubric": self.rubric.name} if self.rubric else {}),
        }

    def label(self, metric: Metric) -> str:
        """The metric's name with that of its instrument: values by two instruments never share it."""
        return f"{metric.name} [{self.names[metric.rests_on]}]" if metric.rests_on else metric.name


def instruments(
    embeddings: str | Embedder | Embeddings | None,
    judge: Any,
    entities: Entities | None,
    rubric: Any = None,
    rubric_of: str = "both",
) -> Instruments:
    """The instruments by their specs. ``InputError`` for a spec that is not known."""
    from castalia.tools.models.embeddings import embedder
    from castalia.tools.models.vector_cache import cached

    made = embeddings if embeddings is None or isinstance(embeddings, Embedder) else embedder(embeddings)
    named = "rules" if entities is None else str(getattr(entities, "__name__", type(entities).__name__))
    return Instruments(
        judge_of(judge),
        cached(made) if isinstance(embeddings, str) and made is not None else made,
        entities or name_entities,
        named,
        None if rubric is None else rubric_judge_of(rubric),
        rubric_of,
    )


def judge_of(judge: Any) -> EntailmentJudge:
    """A judge from nothing (rules), a spec (``nli:…`` or a chat model's), a chat model or a ``Mind``; one that is a
    judge already is taken as it is."""
    if judge is None or judge == "rules":
        from castalia.agents.extractive.entailment_judge import RuleEntailmentJudge

        return RuleEntailmentJudge()
    if is_judge(judge):
        known: EntailmentJudge = judge
        return known
    if isinstance(judge, str):
        check_judge_spec(judge)
    if isinstance(judge, str) and judge.startswith("nli:"):
        from castalia.agents.nli_judge import NliEntailmentJudge

        return NliEntailmentJudge.of(judge)
    from castalia.agents.model.entailment_judge import ModelEntailmentJudge

    return ModelEntailmentJudge(judge)


def instrument_notes(by: Instruments, has_gold: bool) -> list[str]:
    """What a reader of values by these instruments should know of them."""
    notes = []
    if by.embedder is None:
        notes.append(
            f"[{LEXICAL}]: cosines of stems, without a model; they do not compare with the papers' embeddings."
        )
    if has_gold and by.entities is name_entities:
        notes.append(
            "[rules] entities: runs of capitalised words, acronyms and symbols; the papers use the FLAIR recogniser."
        )
    if missing := missing_libraries():
        notes.append(
            f"Without {', '.join(missing)} some metrics are missing: pip install {' '.join(missing)} (the extra evaluate)."
        )
    return notes


def rule_notes(by: Instruments, has_verbatim: bool) -> list[str]:
    """What a reader should know of what the rules judged; ``has_verbatim``: extractive pages are among those judged."""
    if by.judge.name != "rules":
        return []
    return [_RULES, _VERBATIM] if has_verbatim else [_RULES]


def missing_libraries() -> tuple[str, ...]:
    """What has to be installed for metrics that are not there without it."""
    wanted = {"rouge-score": has_rouge(), "nltk": has_meteor(), "sacrebleu": has_bleu()}
    return tuple(name for name, is_there in wanted.items() if not is_there)
