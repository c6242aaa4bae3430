"""The weights of ``castalia.tools.topic.doubt``: learned from the labels, and how well they do on topics that they have
not seen.

    python tests/benchmarks/doubt.py --store STORE --store STORE …    find labelled sentences, fit, print measures
    python tests/benchmarks/doubt.py --signs FILE …                   keep what was found in a file, or go on from it
    python tests/benchmarks/doubt.py --unseen TOPIC,TOPIC …           fit without these topics, try the weights on them
    python tests/benchmarks/doubt.py --store STORE … --tried-on READER   try the weights on the labels of one reader

The weights in use were fitted to the labels of readers before "twentyfourth", on textbook topics; it, "twentyeighth"
and "twentyninth" read later pages. Those of "candidates" are of sentences that no page was made of: a sample of all
that may be chosen on 57 topics; those of "thirtysecond" of sentences that name their topic, on pages or refused by a
rule. What an untitled document tells is not fitted here: these have titles. Readers "twentyfifth", "twentysixth" and
"twentyseventh" read pages from abstracts, which doubt does not weigh; the first and the last read the same ten topics,
each of them old and new pages.

A STORE is made by ``castalia ingest``; each topic is looked up in all of them, and the one that knows most of its
labelled sentences is used. A label counts where the sentence would still pass all rules and stands among what is no
paper. Folds are topics: no sentence is judged by weights that saw its topic. Weights may not point against sense
(``SENSE``), so that what was selected for looks cannot turn a vice into a virtue.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from castalia.tools.topic.doubt import INTERCEPT, doubt
from labelled_sentences import Row, signs_of_labelled

RIDGE = 300.0
FOLDS = 9
STEPS = 150
SHARES = (0.1, 0.2, 1 / 3, 0.5)

# +1: may only add to the doubt, -1: may only take from it.
SENSE: Mapping[str, int] = {
    "fit": -1,
    "opens with the heading": -1,
    "heading without the topic": 1,
    "heading in title": -1,
    "defines the heading": -1,
    "topic word in title": -1,
    "topic in title": -1,
    "strange title": 1,
    "topic in sentence": -1,
    "topic in opening": -1,
    "usual beside the topic": -1,
    "near the centre": -1,
    "known to one document": 1,
    "leaves out its matter": 1,
    "relevance of the snippet": -1,
    "place in the snippet": 1,
    "figures in the snippet": 1,
    "the, named before": 1,
    "the, named before only": 1,
    "strange the, in the subject": 1,
    "strange the": 1,
    "opens with the": 1,
    "would": 1,
    "if": 1,
    "opens with a small word": 1,
    "opens with a clause": 1,
    "goes on": 1,
    "may": 1,
    "was": 1,
    "brackets": 1,
    "defines something else": -1,
    "comes late to the topic": 1,
    "one of several": 1,
    "promises a list": 1,
    "names": 1,
    "brief": 1,
    "in company": -1,
}

Weights = list[float]  # the intercept, then one for each sign


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table of weights and what they do."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--store", action="append", default=[], metavar="STORE", help="where the sentences are")
    parser.add_argument("--signs", type=Path, metavar="FILE", help="read or kept: the signs of the labelled sentences")
    parser.add_argument(
        "--unseen", default="", metavar="TOPIC,…", help="topics to leave out of the fit, and to test on"
    )
    parser.add_argument("--tried-on", default="", metavar="READER", help="the weights in use on this reader's labels")
    options = parser.parse_args(arguments)
    if options.tried_on:
        rows = asyncio.run(signs_of_labelled(options.store, options.tried_on))
        _show([doubt(row["signs"]) for row in rows], rows, 1.0, INTERCEPT)
        return 0
    if options.signs and options.signs.exists():
        rows = json.loads(options.signs.read_text(encoding="utf-8"))
    elif options.store:
        rows = asyncio.run(signs_of_labelled(options.store))
        if options.signs:
            options.signs.write_text(json.dumps(rows), encoding="utf-8")
    else:
        return parser.error("give --store, or --signs with a file that is there")
    apart = [row for row in rows if row["topic"] in options.unseen.split(",")]
    rows = [row for row in rows if row not in apart]
    found = cross_validate(rows)
    slope, intercept = calibrate(found, rows)
    _show(found, rows, slope, intercept)
    means, scales = _moments(rows)
    weights = fit(rows, means, scales)
    if apart:
        print()
        _show([_odds(weights, _standard(row["signs"], means, scales)) for row in apart], apart, slope, intercept)
    print(f"\nINTERCEPT = {intercept + slope * weights[0]:.3f}")
    for name, mean, scale, weight in zip(SENSE, means, scales, weights[1:], strict=True):
        print(f'    "{name}": ({mean:.3f}, {slope * weight / scale:.3f}),')
    return 0


# Fitting: ridge logistic regression with weights that keep their sense, by accelerated projected gradient descent.


def fit(rows: Sequence[Row], means: Sequence[float], scales: Sequence[float]) -> Weights:
    """The intercept and one weight for each sign, on standardised signs."""
    table = [_standard(row["signs"], means, scales) for row in rows]
    bad = [row["bad"] for row in rows]
    senses = list(SENSE.values())
    weights = [0.0] * (len(senses) + 1)
    ahead = weights[:]
    step = 1 / (RIDGE + 0.25 * len(rows) * (len(senses) + 1) / 4)
    pace = 1.0
    for _ in range(STEPS):
        gradient = [0.0] + [RIDGE * one for one in ahead[1:]]
        for signs, target in zip(table, bad, strict=True):
            error = _chance(_odds(ahead, signs)) - target
            gradient[0] += error
            for at, value in enumerate(signs, start=1):
                gradient[at] += error * value
        new = [one - step * slope for one, slope in zip(ahead, gradient, strict=True)]
        new[1:] = [sense * max(0.0, sense * one) for sense, one in zip(senses, new[1:], strict=True)]
        faster = (1 + math.sqrt(1 + 4 * pace * pace)) / 2
        ahead = [one + (pace - 1) / faster * (one - old) for one, old in zip(new, weights, strict=True)]
        weights, pace = new, faster
    return weights


def cross_validate(rows: Sequence[Row]) -> list[float]:
    """The log-odds of each row by weights that were fitted to other topics."""
    topics = sorted({row["topic"] for row in rows})
    fold = {topic: at % FOLDS for at, topic in enumerate(topics)}
    found = [0.0] * len(rows)
    for number in range(FOLDS):
        known = [row for row in rows if fold[row["topic"]] != number]
        means, scales = _moments(known)
        weights = fit(known, means, scales)
        for at, row in enumerate(rows):
            if fold[row["topic"]] == number:
                found[at] = _odds(weights, _standard(row["signs"], means, scales))
    return found


def calibrate(odds: Sequence[float], rows: Sequence[Row]) -> tuple[float, float]:
    """Slope and intercept that turn log-odds of unseen topics into chances (Platt): the ridge makes them too timid."""
    slope, intercept = 1.0, 0.0
    for _ in range(50):  # Newton's method
        a = b = aa = ab = bb = 0.0
        for one, row in zip(odds, rows, strict=True):
            p = _chance(slope * one + intercept)
            a += (p - row["bad"]) * one
            b += p - row["bad"]
            aa += p * (1 - p) * one * one
            ab += p * (1 - p) * one
            bb += p * (1 - p)
        determinant = aa * bb - ab * ab
        slope -= (bb * a - ab * b) / determinant
        intercept -= (aa * b - ab * a) / determinant
    return slope, intercept


def _moments(rows: Sequence[Row]) -> tuple[list[float], list[float]]:
    """Mean and standard deviation of each sign, where it is known."""
    means, scales = [], []
    for name in SENSE:
        values = [row["signs"][name] for row in rows if name in row["signs"]]
        mean = math.fsum(values) / max(1, len(values))
        means.append(mean)
        scales.append(math.sqrt(math.fsum((one - mean) ** 2 for one in values) / max(1, len(values))) or 1.0)
    return means, scales


def _standard(signs: Mapping[str, float], means: Sequence[float], scales: Sequence[float]) -> list[float]:
    return [
        (signs[name] - mean) / scale if name in signs else 0.0
        for name, mean, scale in zip(SENSE, means, scales, strict=True)
    ]


def _odds(weights: Sequence[float], signs: Iterable[float]) -> float:
    return weights[0] + sum(weight * one for weight, one in zip(weights[1:], signs, strict=True))


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


# Showing.


def _show(odds: Sequence[float], rows: Sequence[Row], slope: float, intercept: float) -> None:
    topics = sorted({row["topic"] for row in rows})
    print(f"{len(rows)} sentences of {len(topics)} topics, {_percent([row['bad'] for row in rows])} objectionable")
    print(f"area under the curve on unseen topics {area(odds, [row['bad'] for row in rows]):.3f}")
    ranked = sorted(zip(odds, (row["bad"] for row in rows), strict=True))
    for share in SHARES:
        kept = [bad for _, bad in ranked[: round((1 - share) * len(ranked))]]
        print(f"  without the {100 * share:.0f} % most doubtful: {_percent(kept)} of the others objectionable")
    tenth = max(1, len(ranked) // 10)
    for start in range(0, len(ranked) - tenth + 1, tenth):
        part = ranked[start : start + tenth]
        told = [_chance(slope * one + intercept) for one, _ in part]
        print(f"  foretold {_percent(told):>7}, found {_percent([bad for _, bad in part]):>7}")


def area(odds: Sequence[float], bad: Sequence[float]) -> float:
    """The chance that an objectionable sentence has higher odds than a fine one."""
    worse = [one for one, share in zip(odds, bad, strict=True) if share >= 0.5]
    better = [one for one, share in zip(odds, bad, strict=True) if share < 0.5]
    wins = sum((a > b) + 0.5 * (a == b) for a in worse for b in better)
    return wins / max(1, len(worse) * len(better))


def _percent(shares: Sequence[float]) -> str:
    return f"{100 * math.fsum(shares) / max(1, len(shares)):.1f} %"


if __name__ == "__main__":
    sys.exit(main())
