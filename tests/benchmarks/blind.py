"""Pages against encyclopedia pages, read blind: what readers object to in both.

    python tests/benchmarks/blind.py make --pages DIR --gold FILE --out DIR --readers 3    texts to read, and their key
    python tests/benchmarks/blind.py score --out DIR                                        what they wrote, counted

``make`` writes ``reader0.txt`` and so on: the pages of DIR/*/page.json and the gold pages of the same topics (JSON
lines: topic, gold), cut to the same length, in mixed order, without citations, each sentence numbered. A reader answers
in ``reader0.jsonl``, a line for each sentence that is to be removed or moved: ``{"page": 1, "n": 7, "why":
"dangling"}``. ``score`` also writes ``labels.jsonl``, what was said of our own sentences, for ``labels.py --add``.
Readers are told: judge each page from first to last word as a student who needs it tomorrow and as its editor would;
off-topic, misplaced, dangling, repeat, voice, damaged, narrow, wrong; a sentence that is merely dry is fine. From the
round "ninetieth" on they are also told what a reason means: off-topic does not help the reader of a page on this topic;
misplaced is useful under another heading; dangling points to what the page has not said (a pronoun, a person or an
example that was not introduced, a missing half of an argument); voice speaks as a textbook or a paper does of itself;
narrow is an anecdote or detail without a place in a page of this length; wrong is false or misleading as it stands.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import measures
from json_rows import read_rows

LEAD = "lead"
WORDS = 22  # of a sentence of a gold page, about

Part = tuple[str, list[str]]  # a heading, "parent > child" for a subsection, and its sentences


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the texts, or count the answers."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("step", choices=("make", "score"))
    parser.add_argument("--pages", type=Path, metavar="DIR", help="folder with page.json files, one folder down")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="gold pages; without it ours are read alone")
    parser.add_argument("--out", type=Path, metavar="DIR", required=True)
    parser.add_argument("--readers", type=int, default=3)
    options = parser.parse_args(arguments)
    if options.step == "make":
        return _make(options.pages, options.gold, options.out, options.readers)
    return _score(options.out)


def own_parts(record: dict[str, Any]) -> list[Part]:
    """The headings of a page with their sentences."""
    told: dict[str, list[str]] = {}
    for claim in record["claims"]:
        told.setdefault(claim["section"], []).append(claim["sentence"])

    def walk(sections: Iterable[dict[str, Any]], above: str) -> Iterator[Part]:
        for one in sections:
            yield above + one["heading"], told.get(one["id"], [])
            yield from walk(one["sections"], f"{one['heading']} > ")

    return [(LEAD, told.get(LEAD, [])), *walk(record["sections"], "")]


def gold_parts(page: dict[str, Any], words: int) -> list[Part]:
    """The same of a gold page: of each section its first sentences, so that all come to about so many words."""

    def walk(sections: Iterable[dict[str, Any]], above: str) -> Iterator[tuple[str, str]]:
        for one in sections:
            heading = one.get("heading") or one["title"]
            yield above + heading, one.get("text", "")
            yield from walk(one.get("sections") or one.get("subsections") or [], f"{heading} > ")

    whole = [(heading, text) for heading, text in walk(page["sections"], "") if len(text.split()) >= WORDS]
    each = max(3, round(words / WORDS / max(1, len(whole))))
    parts = [(LEAD, measures.split_text(page.get("lead") or page.get("summary") or ""))]
    for heading, text in whole:
        if sum(len(those) for _, those in parts[1:]) * WORDS < words:
            parts.append((heading, measures.split_text(text)[:each]))
    return parts


def _make(folder: Path, gold: Path | None, out: Path, readers: int) -> int:
    records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*/page.json"))]
    golds = {row["topic"]: row.get("gold", row) for row in read_rows(gold)} if gold else {}
    chance = random.Random(1)
    chance.shuffle(records)
    key: dict[str, list[str]] = {}
    out.mkdir(parents=True, exist_ok=True)
    for reader in range(readers):
        pages = []
        for record in records[reader::readers]:
            pages.append((record["topic"], "ours", own_parts(record)))
            if record["topic"] in golds:
                words = record["stats"]["words"]
                pages.append((record["topic"], "gold", gold_parts(golds[record["topic"]], words)))
        chance.shuffle(pages)
        lines = []
        for number, (topic, kind, parts) in enumerate(pages, start=1):
            lines.append(f"\n##### PAGE {number}, TOPIC: {topic}\n")
            sentences = [(heading, text) for heading, those in parts for text in those]
            last = LEAD
            for at, (heading, text) in enumerate(sentences, start=1):
                lines += [f"\n== {heading} =="] if heading != last else []
                lines.append(f"[{at}] {text}")
                key[f"{reader}|{number}|{at}"] = [kind, topic, heading, text]
                last = heading
        (out / f"reader{reader}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (out / "key.json").write_text(json.dumps(key), encoding="utf-8")
    print(f"{len(records)} pages for {readers} readers in {out}")
    return 0


def _score(out: Path) -> int:
    key = json.loads((out / "key.json").read_text(encoding="utf-8"))
    objected: dict[str, str] = {}
    heard = set()
    for path in sorted(out.glob("reader*.jsonl")):
        reader = path.stem.removeprefix("reader")
        heard.add(reader)
        objected |= {f"{reader}|{row['page']}|{row['n']}": row["why"] for row in read_rows(path)}
    seen = {name: row for name, row in key.items() if name.partition("|")[0] in heard}
    for kind in ("ours", "gold"):
        found = [(name, topic) for name, (of, topic, _, _) in seen.items() if of == kind]
        bad = [(name, topic) for name, topic in found if name in objected]
        print(f"{kind}: {len(bad)} of {len(found)} ({100 * len(bad) / max(1, len(found)):.1f} %)")
        counts, wrong = Counter(topic for _, topic in found), Counter(topic for _, topic in bad)
        print("  " + ", ".join(f"{topic} {wrong[topic]}/{count}" for topic, count in sorted(counts.items())))
        print(
            "  " + ", ".join(f"{why} {count}" for why, count in Counter(objected[one] for one, _ in bad).most_common())
        )
    rows = [
        {"topic": topic, "section": heading.rpartition(" > ")[2], "sentence": text, "fine": name not in objected,
         "why": objected.get(name, "")}
        for name, (kind, topic, heading, text) in seen.items()
        if kind == "ours"
    ]  # fmt: skip
    (out / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
