"""How much of the pages an editor would object to: sentences labelled by hand, met again on new pages.

    python tests/benchmarks/labels.py --pages DIR                what the labels say of DIR/*/page.json
    python tests/benchmarks/labels.py --agreement                how far two rounds agree on one sentence
    python tests/benchmarks/labels.py --add FILE --reader NAME   new labels (topic, section, sentence, fine, why)

Labels are kept as hashes of topic and sentence, for the sentences are other people's, with the heading they stood
under. A label is one reader's word on a sentence in its place. Readers were language models with the instruction of
``blind.py``; they knew nothing of the rules of the product. ``reader`` is the name of a round of reading.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from json_rows import read_rows

LABELS = Path(__file__).with_name("labels.jsonl.gz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the shares, or take in labels."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=Path, metavar="DIR", help="folder with page.json files, one folder down")
    parser.add_argument("--agreement", action="store_true", help="of rounds that read the same sentences")
    parser.add_argument("--add", type=Path, metavar="FILE", help="labels with their sentences")
    parser.add_argument("--reader", default="reader", help="the name of the round, kept beside each label")
    options = parser.parse_args(arguments)
    if options.add:
        return _add(options.add, options.reader)
    if options.agreement:
        sentences, share, kappa = agreement(read_rows(LABELS))
        print(f"{sentences} sentences in two rounds or more: equal {100 * share:.1f} %, kappa {kappa:.2f}")
        return 0
    if options.pages:
        return _show(options.pages)
    return parser.error("give --pages, --agreement or --add")


def key(topic: str, sentence: str) -> str:
    """The name of a sentence on a topic's page: a hash over both, white space folded."""
    return hashlib.sha256(f"{topic}\x1f{' '.join(sentence.split())}".encode()).hexdigest()[:20]


def agreement(labels: Iterable[Mapping[str, Any]]) -> tuple[int, float, float]:
    """How many sentences have labels of two rounds or more; on what share of the pairs of their labels both say the
    same, each sentence counting once however many rounds read it; and what of that is beyond chance (Fleiss' kappa; 0
    where chance explains all)."""
    said: dict[str, list[bool]] = defaultdict(list)
    for row in labels:
        said[row["key"]].append(bool(row["fine"]))
    units = [(sum(one), len(one)) for one in said.values() if len(one) > 1]
    if not units:
        return 0, 0.0, 0.0
    equal = sum((yes * (yes - 1) + (n - yes) * (n - yes - 1)) / (n * (n - 1)) for yes, n in units) / len(units)
    fine = sum(yes / n for yes, n in units) / len(units)
    chance = fine**2 + (1 - fine) ** 2
    return len(units), equal, (equal - chance) / (1 - chance) if chance < 1 else 0.0


def _add(path: Path, reader: str) -> int:
    known = {(row["key"], row["reader"]): row for row in read_rows(LABELS)}
    for row in read_rows(path):
        name = key(row["topic"], row["sentence"])
        why = "" if row["fine"] else str(row.get("why", ""))
        known[name, reader] = {
            "key": name,
            "topic": row["topic"],
            "reader": reader,
            "fine": bool(row["fine"]),
            "why": why,
            **({"section": row["section"]} if "section" in row else {}),
        }
    ordered = [known[name] for name in sorted(known)]
    text = "".join(json.dumps(row) + "\n" for row in ordered)
    LABELS.write_bytes(gzip.compress(text.encode(), mtime=0))  # the same labels, the same bytes
    print(f"{len(ordered)} labels")
    return 0


def _show(pages: Path) -> int:
    labels: dict[str, list[dict[str, Any]]] = {}
    for row in read_rows(LABELS):
        labels.setdefault(row["key"], []).append(row)
    seen = bad = claims = 0
    reasons: Counter[str] = Counter()
    for path in sorted(pages.glob("*/page.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        claims += len(record["claims"])
        for claim in record["claims"]:
            found = labels.get(key(record["topic"], claim["sentence"]), [])
            if found:
                objecting = [row for row in found if not row["fine"]]
                seen += 1
                bad += 2 * len(objecting) >= len(found)
                reasons.update(row["why"] for row in objecting[:1] if 2 * len(objecting) >= len(found))
    print(f"{claims} sentences, {seen} of them labelled, {bad} objectionable ({100 * bad / max(1, seen):.0f} %)")
    for why, count in reasons.most_common():
        print(f"  {count:4d} {why}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
