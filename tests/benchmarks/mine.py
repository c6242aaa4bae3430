"""The MINE proxy: how many facts of an essay its triplets hold, without a judge (a command, not a test).

MINE (KGGen, arXiv 2502.09956) asks a model whether each of 15 facts an essay follows from the essay's graph. Here a
unit is a verbalised triplet; a fact is hit when the IDF-weighted share of its stems in the union of its three best
units reaches 0.7. Storing whole sentences as edges would win, so the words a triple are printed beside it.

``python tests/benchmarks/mine.py --data FILE`` reads JSON lines ``{essay, facts}``, plain or gzipped.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from math import log
from pathlib import Path

from castalia.tools.extraction.patterns import extract_triplets
from castalia.tools.extraction.raw_triplets import FALLBACK
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.metrics.metric_graph import OWN_STEMS
from json_rows import read_rows

HIT = 0.7
UNITS = 3


def main() -> None:
    """Print the proxy and what it has to be read beside."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="MINE as JSON lines, may end in .gz")
    parser.add_argument("--sentences", action="store_true", help="sentences as units instead: the upper bound")
    parser.add_argument("--no-fallback", action="store_true", help="without the edges of low confidence")
    arguments = parser.parse_args()
    rows = _read(arguments.data)
    classes = learn_classes(essay for essay, _ in rows)
    facts = hits = kept = words = supported = weak = 0
    recalls = 0.0
    for essay, stated in rows:
        sentences = [one.text for one in split_sentences(essay)]
        units: list[frozenset[str]] = []
        unit_words = 0
        for sentence in sentences:
            if arguments.sentences:
                units.append(frozenset(content_stems(sentence)))
                unit_words += len(sentence.split())
                continue
            inside = frozenset(content_stems(sentence))
            for one in extract_triplets(sentence, classes):
                if one.confidence <= FALLBACK:
                    weak += 1
                    if arguments.no_fallback:
                        continue
                text = f"{one.head} {one.relation} {one.tail}"
                stems = frozenset(content_stems(text))
                units.append(stems)
                unit_words += len(text.split())
                supported += stems - OWN_STEMS <= inside
        weights = _weights(sentences)
        for fact in stated:
            recall = best_recall(frozenset(content_stems(fact)), units, weights)
            recalls += recall
            hits += recall >= HIT
            facts += 1
        kept += len(units)
        words += unit_words
    print(f"essays {len(rows)}  facts {facts}")
    print(f"hit@{HIT} {hits / facts:.3f}  mean recall {recalls / facts:.3f}")
    print(f"triplets an essay {kept / len(rows):.1f} (of them fallback {weak / len(rows):.1f})")
    print(f"words a triple {words / max(1, kept):.1f}  triple support {supported / max(1, kept):.3f}")


def best_recall(fact: frozenset[str], units: Sequence[frozenset[str]], weights: Counter[str]) -> float:
    """The weighted share of the fact's stems in the union of the three units that, one after the other, add most."""
    top = max(weights.values(), default=1)
    weight = {stem: log(1 + top / max(1, weights[stem])) for stem in sorted(fact)}
    total = sum(weight.values())
    missing = set(fact)
    for _ in range(UNITS):
        gain = max((sum(weight[stem] for stem in sorted(missing & unit)) for unit in units), default=0.0)
        if gain <= 0:
            break
        best = next(u for u in units if sum(weight[stem] for stem in sorted(missing & u)) == gain)
        missing -= best
    return 1 - sum(weight[stem] for stem in sorted(missing)) / total if total else 1.0


def _weights(sentences: Sequence[str]) -> Counter[str]:
    """In how many sentences of the essay each stem occurs."""
    return Counter(stem for sentence in sentences for stem in sorted(set(content_stems(sentence))))


def _read(path: Path) -> list[tuple[str, list[str]]]:
    return [(str(row["essay"]), [str(fact) for fact in row["facts"]]) for row in read_rows(path)]


if __name__ == "__main__":
    main()
