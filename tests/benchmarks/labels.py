"""How much of the pages an editor would object to: sentences labelled by hand, met again on new pages.

    python tests/benchmarks/labels.py --pages DIR                what the labels say of DIR/*/page.json
    python tests/benchmarks/labels.py --add FILE --reader NAME   new labels (topic, section, sentence, fine, why)

Labels are kept as hashes of topic and sentence, for the sentences are other people's, with the heading they stood
under. A label is one reader's word on a sentence in its place; the rules of the product were not used to make them.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from json_rows import read_rows

LABELS = Path(__file__).with_name("labels.jsonl.gz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the shares, or take in labels."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", type=Path, metavar="DIR", help="folder with page.json files, one folder down")
    parser.add_argument("--add", type=Path, metavar="FILE", help="labels with their sentences")
    parser.add_argument("--reader", default="reader", help="who labelled, kept beside each label")
    options = parser.parse_args(arguments)
    if options.add:
        return _add(options.add, options.reader)
    if options.pages:
        return _show(options.pages)
    return parser.error("give --pages or --add")


def key(topic: str, sentence: str) -> str:
    """The name of a sentence on a topic's page: a hash over both, white space folded."""
    return hashlib.sha256(f"{topic}\x1f{' '.join(sentence.split())}".encode()).hexdigest()[:20]


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
