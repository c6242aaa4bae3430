"""The entailment judge with an NLI model: windows, labels, order, and every way in which there is no model. The
libraries are played."""

from __future__ import annotations

import asyncio
import importlib.util
import math
import sys
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from castalia.agents.nli_judge import NliEntailmentJudge
from castalia.graphs.measures.instruments import judge_of
from castalia.memory.errors import InputError

LABELS = {0: "CONTRADICTION", 1: "neutral", 2: "Entailment"}
ROOM = 60  # tokens of a pair


class Tensor:
    """Rows of numbers that can be made chances of."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.rows = rows

    def double(self) -> Tensor:
        return self

    def tolist(self) -> list[list[float]]:
        return self.rows


class Tokenizer:
    """A word is a token; a pair has three special ones."""

    model_max_length = int(1e30)

    def __call__(self, text: Any, second: Any = None, **options: Any) -> dict[str, Any]:
        if second is None:
            return {"input_ids": text.split()}
        left = [options["max_length"] - 3 - len(one.split()) for one in second]
        assert min(left) > 0 and options["truncation"] == "only_first"
        return {
            "pairs": [
                (" ".join(one.split()[:room]), other) for one, other, room in zip(text, second, left, strict=True)
            ]
        }

    def num_special_tokens_to_add(self, pair: bool) -> int:
        return 3


class Model:
    """Entails what the premise holds word for word, contradicts where just one of the two has "not"."""

    def __init__(self) -> None:
        self.batches: list[list[tuple[str, str]]] = []

    def eval(self) -> None: ...

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> Any:
        self.batches.append(list(pairs))
        return SimpleNamespace(logits=Tensor([self._row(*one) for one in pairs]))

    def _row(self, premise: str, hypothesis: str) -> list[float]:
        held = hypothesis.rstrip(".") in premise
        against = ("not" in premise.split()) != ("not" in hypothesis.split())
        return [3.0 * (against and not held), 1.0, 3.0 * held]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What the libraries would give; a test may change it."""
    given = SimpleNamespace(labels=LABELS, model=Model(), missing=[], error=None)

    def settings(name: str) -> Any:
        if given.error:
            raise given.error
        return SimpleNamespace(id2label=given.labels, max_position_embeddings=ROOM, model_type="bert")

    def softmax(rows: Tensor, dim: int) -> Tensor:
        return Tensor([[math.exp(x) / sum(map(math.exp, row)) for x in row] for row in rows.rows])

    class Quiet:
        def __enter__(self) -> None: ...
        def __exit__(self, *told: object) -> None: ...

    log = SimpleNamespace(get_verbosity=lambda: 1, set_verbosity=lambda level: None, set_verbosity_error=lambda: None)
    whole = {
        "torch": {"softmax": softmax, "inference_mode": Quiet},
        "huggingface_hub": {"utils": SimpleNamespace(logging=log)},
        "transformers": {
            "logging": log,
            "AutoConfig": SimpleNamespace(from_pretrained=settings),
            "AutoTokenizer": SimpleNamespace(from_pretrained=lambda name: Tokenizer()),
            "AutoModelForSequenceClassification": SimpleNamespace(
                from_pretrained=lambda name, output_loading_info: (given.model, {"missing_keys": given.missing})
            ),
        },
    }
    for name, members in whole.items():
        module = ModuleType(name)
        for member, value in members.items():
            setattr(module, member, value)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    return given


def judged(claim: str, passage: str, **more: Any) -> Any:
    judge = judge_of("nli:some/model")
    told = asyncio.run(judge({"pairs": [{"claim": claim, "passage": passage, **more}]}))
    return told["entailments"][0]


FILLER = " ".join(f"Sentence {at} says nothing of it." for at in range(60))


def test_three_ways_by_the_labels_of_the_model(played: SimpleNamespace) -> None:
    assert judged("Reefs are old.", "It is known that Reefs are old.")["answer"] == "entailed"
    assert judged("Reefs are not old.", "Reefs are old.")["answer"] == "contradicted"
    assert judged("Reefs grow.", "Reefs are old.")["answer"] == "neutral"
    found = judged("Reefs are old.", "Reefs are old.")
    assert found["score"] == pytest.approx(math.exp(3) / (math.exp(3) + math.e + 1), abs=1e-5)
    played.labels = {0: "entailment", 1: "not_entailment", 2: "neutral"}
    assert judged("Reefs are not old.", "Reefs are old.")["answer"] == "entailed"  # the first label is the highest


@pytest.mark.parametrize("place", [0, 20, 59])
def test_a_long_passage_is_read_to_its_end_in_whole_sentences(played: SimpleNamespace, place: int) -> None:
    sentences = FILLER.split(". ")
    sentences[place] = "Reefs are very old indeed"
    found = judged("Reefs are very old indeed.", ". ".join(sentences) + ".")
    assert found["answer"] == "entailed"
    read = [premise for batch in played.model.batches for premise, _ in batch]
    assert len(read) > 4 and all(one.endswith(".") for one in read)


@pytest.mark.parametrize("before", range(12))
def test_two_neighbouring_sentences_are_read_together_wherever_a_window_ends(
    played: SimpleNamespace, before: int
) -> None:
    filler = FILLER.split(". ")[:before]
    passage = ". ".join([*filler, "Corals build reefs", "They are old", FILLER])
    assert judged("Corals build reefs. They are old.", passage)["answer"] == "entailed"


def test_what_is_entailed_somewhere_is_not_contradicted_elsewhere(played: SimpleNamespace) -> None:
    assert judged("Reefs grow.", f"Reefs grow. {FILLER} Reefs do not grow.")["answer"] == "entailed"
    assert judged("Reefs grow.", f"{FILLER} Reefs do not grow.")["answer"] == "contradicted"


def test_title_and_year_speak_in_every_window(played: SimpleNamespace) -> None:
    judged("Reefs grow.", FILLER, title="On  reefs", year=1842)
    assert all(premise.startswith("On reefs (1842). ") for batch in played.model.batches for premise, _ in batch)


def test_a_claim_that_is_too_long_has_no_answer_and_others_have(played: SimpleNamespace) -> None:
    judge = NliEntailmentJudge.of("nli:m")
    pairs: Any = [
        {"claim": "word " * 40, "passage": "A."},
        {"claim": "A b.", "passage": "A b."},
        {"claim": "A b.", "passage": ""},
    ]
    told = asyncio.run(judge({"pairs": pairs}))
    assert [one and one["answer"] for one in told["entailments"]] == [None, "entailed", "neutral"]
    assert told["failures"] == ["a claim is too long for the model"]
    turned = asyncio.run(NliEntailmentJudge.of("nli:m")({"pairs": pairs[::-1]}))
    assert turned["entailments"][::-1] == told["entailments"]
    assert asyncio.run(judge({"pairs": []})) == {"entailments": [], "failures": []}
    word = asyncio.run(judge({"pairs": [{"claim": "A b.", "passage": "x" * 10_000}]}))
    assert word["entailments"][0] is not None


def test_pairs_go_in_batches_and_the_same_one_once(played: SimpleNamespace) -> None:
    judge = NliEntailmentJudge.of("nli:m")
    pairs: Any = [{"claim": f"Claim {at % 40}.", "passage": "Short."} for at in range(80)]
    asyncio.run(judge({"pairs": pairs}))
    assert sorted(map(len, played.model.batches)) == [8, 16, 16]
    assert (judge.name, judge.engine) == ("nli:m", "nli")


def test_the_order_of_labels_can_be_given(played: SimpleNamespace) -> None:
    played.labels = {0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}
    judge = NliEntailmentJudge.of("nli:m@contradiction, neutral, entailment")
    told = asyncio.run(judge({"pairs": [{"claim": "A b.", "passage": "A b."}]}))
    assert told["entailments"][0] is not None and told["entailments"][0]["answer"] == "entailed"


@pytest.mark.parametrize(
    ("spec", "labels", "told"),
    [
        ("nli:", LABELS, "name an NLI model"),
        (
            "nli:m",
            {0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"},
            r'says "entailment" \(they are LABEL_0, LABEL_1, LABEL_2\)',
        ),
        ("nli:m@entailment,neutral", LABELS, "has 3 labels, not 2"),
        ("nli:m@entailment,entails,neutral", LABELS, "two labels for one answer"),
        ("nli:./nowhere", LABELS, "there is no folder"),
    ],
)
def test_a_spec_without_a_model_is_told(played: SimpleNamespace, spec: str, labels: dict[int, str], told: str) -> None:
    played.labels = labels
    with pytest.raises(InputError, match=told):
        judge_of(spec)


def test_no_such_model_no_training_no_library(played: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    played.error = OSError("\nWe couldn't connect to the hub\nand more")
    with pytest.raises(InputError, match=r"cannot load the NLI model m: We couldn't connect to the hub$"):
        judge_of("nli:m")
    played.error, played.missing = None, ["classifier.weight"]
    with pytest.raises(InputError, match="random ones would judge"):
        judge_of("nli:m")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"needs torch and transformers: pip install .* \(the extra nli\)"):
        judge_of("nli:m")
