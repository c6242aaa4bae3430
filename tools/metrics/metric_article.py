"""Metrics of an article's text: likeness to a gold text, length, variety. ROUGE lives in ``rouge``, entities in
``entity_names``."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence

from castalia.tools.language.words import tokens


def count_words(text: str) -> int:
    """Length as an editor counts it: runs without white space (plan-based retrieval, section 4.3, "Length"). Range: 0
    and up."""
    return len(text.split())


def ngram_uniqueness(text: str, n: int) -> float | None:
    """Different n-grams over all n-grams, of lower-case words (known as distinct-n, Li et al. 2016; no equation in the
    five papers).

    Range: above 0 to 1. ``None`` for a text of fewer than n words. It falls as a text grows: compare pages of about one
    length.
    """
    words = [one.lower for one in tokens(text)]
    grams = [tuple(words[at : at + n]) for at in range(len(words) - n + 1)]
    return len(set(grams)) / len(grams) if grams else None


def has_meteor() -> bool:
    """Whether nltk, which counts METEOR, is installed."""
    return importlib.util.find_spec("nltk") is not None


def has_bleu() -> bool:
    """Whether sacrebleu, which counts BLEU, is installed."""
    return importlib.util.find_spec("sacrebleu") is not None


def meteor(candidate: str, reference: str) -> float | None:
    """METEOR by nltk (Banerjee and Lavie 2005; WikiGenBench section 3) with the stages exact word and Porter stem.

    The synonym stage needs WordNet's data, which no package brings: it is left out, so values are a little lower than
    with it. Words as ``tools.language.words`` cuts them, in lower case; alpha 0.9, beta 3, gamma 0.5. Range: 0 to 1,
    and just under 1 for the same text (the penalty for one chunk). ``None`` where a text has no words.
    """
    mine, theirs = ([one.lower for one in tokens(text)] for text in (candidate, reference))
    if not mine or not theirs:
        return None
    module = importlib.import_module("nltk.translate.meteor_score")
    return float(module.meteor_score([theirs], mine, wordnet=_NoSynonyms()))


def bleu(candidate: str, reference: str) -> float | None:
    """BLEU-4 by sacrebleu (Papineni et al. 2002; WikiGenBench section 3) over a whole page, 13a tokens, exponential
    smoothing, over 100.

    Range: 0 to 1. ``None`` where a text is empty. It has a penalty for being shorter than gold, which most pages are.
    """
    if not candidate.strip() or not reference.strip():
        return None
    module = importlib.import_module("sacrebleu")
    one_line = [" ".join(text.split()) for text in (candidate, reference)]
    return min(1.0, float(module.corpus_bleu([one_line[0]], [[one_line[1]]], force=True).score) / 100.0)


class _NoSynonyms:
    """A WordNet that knows no word."""

    def synsets(self, word: str) -> Sequence[object]:
        return ()
