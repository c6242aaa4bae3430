"""How well the parts, the summaries and the asides of documents are inferred where headings are hidden (a command, not a test).

``python tests/benchmarks/parts.py --corpus FILE`` reads a corpus whose titles have headings (JSON lines: content, url,
title with ">" between headings), hides these, divides each document (``tools/topic/inferred_parts.py``) and compares.
A part counts as the author's where seven tenths of its snippets stand under one heading that has a word of its own. A
summary (``tools/topic/summaries.py``) counts as found where its last snippet is; documents are read with theirs, and
without any. Where headings tell of boxes, it prints how well these are told from the text around them
(``tools/topic/asides.py``).
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from castalia.memory.records import Snippet
from castalia.tools.language.words import stem_set
from castalia.tools.topic.asides import asides
from castalia.tools.topic.background import SAMPLE, Background, learn_background
from castalia.tools.topic.inferred_parts import FEWEST, inferred_parts
from castalia.tools.topic.source_paths import path_of, slug, sums_up
from castalia.tools.topic.summaries import FEWEST as FEWEST_BEFORE
from castalia.tools.topic.summaries import inferred_summaries
from json_rows import read_rows

BOX = "> Box:"  # how a heading of these corpora tells of one
UNDER = 0.7  # of a part's snippets, under one heading


def main() -> None:
    """Print how much is divided, and how often as its authors did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, required=True, help="JSON lines, may end in .gz")
    parser.add_argument("--show", action="store_true", help="print each part that no author's heading names")
    arguments = parser.parse_args()
    documents: defaultdict[str, list[Snippet]] = defaultdict(list)
    summaries: defaultdict[str, list[Snippet]] = defaultdict(list)
    rows = enumerate(read_rows(arguments.corpus))
    snippets_read = [
        Snippet(f"{at:06}", row["content"], row["url"], title=row["title"], extra={"row_id": at}) for at, row in rows
    ]
    for one in snippets_read:
        if path_of(one):
            (summaries if sums_up(one) else documents)[one.document].append(one)
    headed = {
        name: those for name, those in documents.items() if len(those) >= FEWEST and len({*map(path_of, those)}) > 1
    }
    every = [one for those in documents.values() for one in those]
    background = learn_background(every[:: max(1, len(every) // SAMPLE)])
    parts = theirs = divided = 0
    for name, those in sorted(headed.items()):
        topic = stem_set(slug(name))
        found = inferred_parts(those, topic, background)
        divided += len(found)
        for heading, run in groupby(those, key=lambda one: found.get(one.id, "")):
            snippets = list(run)
            if heading:
                is_theirs = _is_headed(snippets, stem_set(heading) - topic)
                parts, theirs = parts + 1, theirs + is_theirs
                if arguments.show and not is_theirs:
                    print(f"{heading}: {' | '.join(one.title for one in snippets)}")
    size = sum(map(len, headed.values()))
    print(f"{len(headed)} documents, {size} snippets, {divided / size:.0%} of them in {parts} parts")
    print(f"{theirs / max(1, parts):.0%} of the parts are under a heading of their authors that has their word")
    _print_summaries(documents, summaries, background)
    _print_asides(snippets_read, background)


def _print_summaries(
    documents: Mapping[str, list[Snippet]], summaries: Mapping[str, list[Snippet]], background: Background
) -> None:
    long = [name for name, those in documents.items() if len(those) > FEWEST_BEFORE]
    summed = [name for name in long if summaries.get(name)]
    found = sum(summaries[one][-1].id in _inferred([*documents[one], *summaries[one]], background) for one in summed)
    wrong = sum(bool(_inferred(documents[one], background)) for one in long)
    print(f"{found / max(1, len(summed)):.0%} of {len(summed)} summaries are found, and")
    print(f"{wrong / max(1, len(long)):.0%} of {len(long)} documents without theirs end in what is taken for one")


def _print_asides(snippets: Sequence[Snippet], background: Background) -> None:
    hidden = [replace(one, title="") for one in snippets]
    found = asides(hidden, {one.id for one in snippets if sums_up(one)}, background)
    told = [(found[one.id], BOX in one.title) for one in snippets if one.id in found]
    boxes, texts = ([odds for odds, is_box in told if is_box is kind] for kind in (True, False))
    wins = sum((a > b) + 0.5 * (a == b) for a in boxes for b in texts)
    print(f"{len(boxes)} of {len(told)} snippets stand in boxes, told from the others")
    print(f"with an area under the curve of {wins / max(1, len(boxes) * len(texts)):.2f}")


def _inferred(snippets: Sequence[Snippet], background: Background) -> frozenset[str]:
    return inferred_summaries([replace(one, title="") for one in snippets], background)


def _is_headed(snippets: Sequence[Snippet], words: frozenset[str]) -> bool:
    paths = Counter(path_of(one)[:depth] for one in snippets for depth in range(2, len(path_of(one)) + 1))
    return any(
        count >= UNDER * len(snippets) and not words.isdisjoint(stem_set(path[-1])) for path, count in paths.items()
    )


if __name__ == "__main__":
    main()
