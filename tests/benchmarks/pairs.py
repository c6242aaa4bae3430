"""Pages of two versions side by side, read blind: which of two texts a reader would rather have.

    python tests/benchmarks/pairs.py make --old DIR --new DIR --out DIR --readers 2    texts to read, and their key
    python tests/benchmarks/pairs.py score --out DIR                                   what the readers wrote, counted

``make`` writes ``reader0.txt`` and so on: of the topics that both folders (DIR/*/page.json) have, each section that
differs in two sentences or more, or in their order, under one heading (with ``--whole``: each page that differs), as X
and as Y, in mixed order, each sentence numbered. A reader answers in ``reader0.jsonl``, a line for each pair:
``{"pair": 1, "better": "X", "strength": 2, "remove": {"X4": "dangling"}, "note": "Y stops before the point"}``;
"better" is X, Y or "same", strength 1 to 3. Readers are told: which text would you rather hand in under this heading of
a page on this topic, as a student who needs it tomorrow and as its editor; what would you remove from either.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from blind import LEAD, own_parts
from json_rows import read_rows

LEAST = 2  # sentences that only one of two sections has


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the texts, or count the answers."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("step", choices=("make", "score"))
    parser.add_argument("--old", type=Path, metavar="DIR", help="folder with page.json files, one folder down")
    parser.add_argument("--new", type=Path, metavar="DIR", help="the same topics written by another version")
    parser.add_argument("--whole", action="store_true", help="pages, not sections")
    parser.add_argument("--most", type=int, default=50, help="pairs for a reader (50)")
    parser.add_argument("--out", type=Path, metavar="DIR", required=True)
    parser.add_argument("--readers", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.step == "score":
        return _score(options.out)
    found = list(_pairs(options.old, options.new, options.whole))
    if not found:
        parser.error(f"nothing differs between the pages in {options.old} and {options.new}, or no topic is in both")
    chance = random.Random(1)
    chance.shuffle(found)
    key: dict[str, dict[str, Any]] = {}
    options.out.mkdir(parents=True, exist_ok=True)
    for reader in range(options.readers):
        lines = []
        for number, pair in enumerate(found[reader :: options.readers][: options.most], start=1):
            new = chance.choice("XY")
            texts = {new: pair["new"], "XY".replace(new, ""): pair["old"]}
            lines.append(f"\n##### PAIR {number}: page on “{pair['topic']}”, {pair['what']}")
            for letter in "XY":
                lines += [f"\n--- {letter}", *_numbered(texts[letter], letter)]
            key[f"{reader}|{number}"] = {"topic": pair["topic"], "what": pair["what"], "new": new} | {
                letter: sum(len(those) for _, those in parts) for letter, parts in texts.items()
            }
        (options.out / f"reader{reader}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (options.out / "key.json").write_text(json.dumps(key), encoding="utf-8")
    print(f"{len(key)} of {len(found)} pairs for {options.readers} readers in {options.out}")
    return 0


def _pairs(old: Path, new: Path, is_whole: bool) -> Iterator[dict[str, Any]]:
    """What differs: topic, what it is, and the parts (headings with their sentences) of both versions."""
    for path in sorted(new.glob("*/page.json")):
        other = old / path.parent.name / "page.json"
        if not other.is_file():
            continue
        record = json.loads(path.read_text(encoding="utf-8"))
        before, after = own_parts(json.loads(other.read_text(encoding="utf-8"))), own_parts(record)
        if is_whole and before != after:
            yield {"topic": record["topic"], "what": "whole", "old": before, "new": after}
        earlier = {} if is_whole else dict(before)
        for heading, those in after:
            if heading in earlier and _differ(earlier[heading], those):
                both = {"old": [(LEAD, earlier[heading])], "new": [(LEAD, those)]}
                yield {"topic": record["topic"], "what": f"section “{heading}”", **both}


def _differ(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether some of the sentences are others, or stand in another order."""
    shared = [[one for one in these if one in those] for these, those in ((old, new), (new, old))]
    return len(set(old) ^ set(new)) >= LEAST or shared[0] != shared[1]


def _numbered(parts: list[tuple[str, list[str]]], letter: str) -> Iterator[str]:
    number = 0
    for heading, those in parts:
        if heading != LEAD:
            yield f"== {heading} =="
        for text in those:
            number += 1
            yield f"[{letter}{number}] {text}"


def _score(out: Path) -> int:
    key = json.loads((out / "key.json").read_text(encoding="utf-8"))
    better: Counter[str] = Counter()
    sentences, removed = Counter[str](), Counter[str]()
    why: dict[str, Counter[str]] = {"new": Counter(), "old": Counter()}
    for path in sorted(out.glob("reader*.jsonl")):
        reader = path.stem.removeprefix("reader")
        for row in read_rows(path):
            pair = key[f"{reader}|{row['pair']}"]
            of = {letter: "new" if letter == pair["new"] else "old" for letter in "XY"}
            better[of.get(row["better"], "same")] += 1
            for letter in "XY":
                sentences[of[letter]] += pair[letter]
            for name, reason in row["remove"].items():
                removed[of[name[0]]] += 1
                why[of[name[0]]][reason] += 1
            if of.get(row["better"]) == "old":
                print(f"old preferred: {pair['topic']}, {pair['what']} ({row['strength']}): {row['note']}")
    print(f"new preferred in {better['new']}, old in {better['old']}, neither in {better['same']}")
    for kind in ("old", "new"):
        reasons = ", ".join(f"{reason} {count}" for reason, count in why[kind].most_common())
        print(f"{kind}: {removed[kind]} of {sentences[kind]} sentences to be removed: {reasons}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
