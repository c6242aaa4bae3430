"""Models of natural language inference, run here: does a premise entail a hypothesis? Needs the extra ``nli`` (torch,
transformers).

Libraries are imported when a model is loaded. What is asked of it, and what its answers mean for a page, lives in
``agents``.
"""

from __future__ import annotations

import importlib
import importlib.util
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from castalia.memory.errors import InputError
from castalia.memory.paths import expand
from castalia.tools.language.sentences import split_sentences

Meaning = Literal["entailed", "neutral", "contradicted", "other"]

BATCH = 16
LONGEST = 512  # tokens, where neither the tokenizer nor the model's settings say
_SANE = 1_000_000  # a tokenizer that knows no limit says 1e30
_PLACES = 6  # padding changes the last digits of a float
_WORDS: Mapping[str, Meaning] = {"entail": "entailed", "contradict": "contradicted", "neutral": "neutral"}


@dataclass(frozen=True, slots=True)
class NliChance:
    """The chances that a premise entails a hypothesis, contradicts it, or neither; they add up to 1."""

    entailed: float
    contradicted: float
    neutral: float


class NliModel:
    """A sequence classifier with its tokenizer, on the CPU. The same pairs in any order get the same chances. Safe to
    use from threads, one of which computes at a time."""

    def __init__(self, model: Any, tokenizer: Any, meanings: Sequence[Meaning], longest: int) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._meanings = tuple(meanings)
        self._longest = longest
        self._lock = threading.RLock()  # tokenizers cannot be used by two threads at once either

    def room(self, hypothesis: str) -> int:
        """How many tokens of a premise stand beside this hypothesis."""
        return self._longest - self.length(hypothesis) - int(self._tokenizer.num_special_tokens_to_add(pair=True))

    def length(self, text: str) -> int:
        """Tokens of a text, without special ones."""
        with self._lock:
            return len(self._tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])

    def windows(self, premise: str, room: int) -> list[str]:
        """The premise in parts of at most so many tokens: whole sentences, each part beginning with the last one of the
        part before; a sentence that is longer is cut between words."""
        pieces = [part for one in split_sentences(premise) for part in self._pieces(one.text, room)] or [premise]
        sizes = [self.length(one) for one in pieces]
        parts: list[list[int]] = [[]]
        for at, size in enumerate(sizes):
            if parts[-1] and sum(sizes[one] for one in parts[-1]) + size > room:
                last = parts[-1][-1]
                parts.append([last] if len(parts[-1]) > 1 and sizes[last] + size <= room else [])
            parts[-1].append(at)
        return [" ".join(pieces[at] for at in part) for part in parts]

    def chances(self, pairs: Sequence[tuple[str, str]]) -> list[NliChance]:
        """For each premise and hypothesis. What does not fit is cut from the premise's end: see ``windows``."""
        # Those of like lengths together: little padding.
        once = sorted(set(pairs), key=lambda pair: (len(pair[0]) + len(pair[1]), pair))
        known: dict[tuple[str, str], NliChance] = {}
        with self._lock:
            for start in range(0, len(once), BATCH):
                batch = once[start : start + BATCH]
                known |= dict(zip(batch, self._batch(batch), strict=True))
        return [known[one] for one in pairs]

    def _batch(self, pairs: Sequence[tuple[str, str]]) -> list[NliChance]:
        torch = importlib.import_module("torch")
        encoded = self._tokenizer(
            [premise for premise, _ in pairs],
            [hypothesis for _, hypothesis in pairs],
            padding=True,
            truncation="only_first",
            max_length=self._longest,
            return_tensors="pt",
        )
        with torch.inference_mode():
            rows = torch.softmax(self._model(**encoded).logits.double(), dim=-1).tolist()
        return [self._read(row) for row in rows]

    def _read(self, row: Sequence[float]) -> NliChance:
        sums = dict.fromkeys(("entailed", "contradicted", "neutral"), 0.0)
        for meaning, chance in zip(self._meanings, row, strict=True):
            sums["neutral" if meaning == "other" else meaning] += chance
        return NliChance(*(round(sums[name], _PLACES) for name in ("entailed", "contradicted", "neutral")))

    def _pieces(self, sentence: str, room: int) -> list[str]:
        """The sentence, or its halves and theirs, none longer than the room."""
        if self.length(sentence) <= room or len(sentence) < 2:
            return [sentence]
        words = sentence.split()
        parts, between = (words, " ") if len(words) > 1 else (list(sentence), "")
        halves = (parts[: len(parts) // 2], parts[len(parts) // 2 :])
        return [piece for half in halves for piece in self._pieces(between.join(half), room)]


def load_nli(spec: str) -> NliModel:
    """The model of ``nli:NAME``, a name on the Hugging Face hub or a folder;
    ``nli:NAME@contradiction,entailment,neutral`` gives the labels in their order where the model's settings do not name
    them.

    ``InputError`` in one line: the libraries are not installed; there is no such model, or the hub cannot be reached;
    it is no classifier, or its classifier was never trained; no label says "entailment".
    """
    name, _, order = spec.removeprefix("nli:").partition("@")
    name = name.strip()
    if not name:
        raise InputError("name an NLI model: nli:NAME on the Hugging Face hub, or nli:FOLDER")
    missing = [one for one in ("torch", "transformers") if importlib.util.find_spec(one) is None]
    if missing:
        raise InputError(
            f"the judge nli:{name} needs {' and '.join(missing)}: pip install torch transformers (the extra nli)"
        )
    transformers = importlib.import_module("transformers")
    if name.startswith(("/", ".", "~")):
        name = str(expand(name))
        if not Path(name).is_dir():
            raise InputError(f"there is no folder {name} with an NLI model")
    try:
        with _quiet(transformers.logging, importlib.import_module("huggingface_hub").utils.logging):
            config = transformers.AutoConfig.from_pretrained(name)
            meanings = _meanings(name, config, order)
            tokenizer = transformers.AutoTokenizer.from_pretrained(name)
            model, told = transformers.AutoModelForSequenceClassification.from_pretrained(
                name, output_loading_info=True
            )
    except (OSError, ValueError, ImportError, KeyError, RuntimeError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"cannot load the NLI model {name}: {_first_line(error)}") from error
    if told["missing_keys"] or told.get("mismatched_keys"):
        raise InputError(f"{name} is no NLI model: weights of its classifier are missing, and random ones would judge")
    model.eval()
    return NliModel(model, tokenizer, meanings, _longest(tokenizer, config))


@contextmanager
def _quiet(*logs: Any) -> Iterator[None]:
    """What these libraries say while they load is said in one line, or nothing, here."""
    before = [one.get_verbosity() for one in logs]
    try:
        for one in logs:
            one.set_verbosity_error()
        yield
    finally:
        for one, level in zip(logs, before, strict=True):
            one.set_verbosity(level)


def _meanings(name: str, config: Any, order: str) -> list[Meaning]:
    """What each place of the model's answer means, by the labels of its settings or by those that are given."""
    known = config.id2label
    labels = [one.strip() for one in order.split(",")] if order else [str(known[at]) for at in sorted(known)]
    if len(labels) != len(known):
        raise InputError(f"{name} has {len(known)} labels, not {len(labels)} ({order})")
    meanings = [_meaning(one) for one in labels]
    if max(meanings.count("entailed"), meanings.count("contradicted")) > 1:
        raise InputError(f"{name} has two labels for one answer: {', '.join(labels)}")
    if "entailed" not in meanings:
        raise InputError(
            f'no label of {name} says "entailment" (they are {", ".join(labels)}): is it an NLI model? If so, give their order: '
            f"nli:{name}@contradiction,entailment,neutral"
        )
    return meanings


def _meaning(label: str) -> Meaning:
    lower = label.lower()
    if lower.startswith(("not", "non", "no ", "no_", "no-")):
        return "other"  # "not_entailment", of models with two labels
    return next((meaning for word, meaning in _WORDS.items() if word in lower), "other")


def _longest(tokenizer: Any, config: Any) -> int:
    """Tokens of a pair, with the special ones."""
    limits = [int(tokenizer.model_max_length)] if tokenizer.model_max_length < _SANE else []
    places = getattr(config, "max_position_embeddings", None)
    if isinstance(places, int) and places > 0:
        limits.append(places - 2 if config.model_type in ("roberta", "xlm-roberta", "camembert") else places)
    return min(limits, default=LONGEST)


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).split("\n") if line.strip()), type(error).__name__)[:300]
