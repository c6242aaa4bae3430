"""How good the pages are: made or read, measured against gold pages and against two baselines of the same length.

    python tests/benchmarks/quality.py --data DIR                     make the pages of all gold topics and measure them
    python tests/benchmarks/quality.py --data DIR --hide-titles       ... from a corpus without its chapter headings
    python tests/benchmarks/quality.py --data DIR --pages PAGES       measure ready PAGES/<any name>/page.json
    python tests/benchmarks/quality.py --data DIR --engine bm25       measure a baseline as if it were a page
    python tests/benchmarks/quality.py --data DIR --set depth=0       an ablation: no graph loop (or anchored=false)

DIR holds the gold file (JSON lines: topic, corpus_file, gold) and the corpus files that it names. Nothing here is tuned
or cached between runs. All shares are in per cent, all differences in points.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import baselines
import gold
import measures
from castalia.tools.objections.sentence_rules import objections
from quality_report import judge, show, summarise

TITLE_FIELDS = ("title", "topic", "section", "sections", "heading", "headings", "chapter")
ENGINES = ("castalia", *baselines.NAMES)

Row = dict[str, Any]
Record = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 0 when every page was made (with ``--check``: and every target met), else 1."""
    options = _options().parse_args(arguments)
    golds = gold.load_gold(options.gold or options.data / "sci_pairs_dev.jsonl")
    if options.topics:
        golds = [one for one in golds if one.topic in options.topics.split(",")]
    with tempfile.TemporaryDirectory(prefix="castalia-quality-") as work:
        records, failures, seconds = _pages(golds, options, Path(work))
        groups = _by_corpus([one for one in golds if one.topic in records], options.data)
        tasks = [(path, group, [records[one.topic] for one in group]) for path, group in groups.items()]
        with _pool(options.jobs) as pool:
            measured = {row["topic"]: row for rows in pool.map(measure_corpus, tasks) for row in rows}
    rows = [measured[one.topic] for one in golds if one.topic in measured]
    for row in rows:
        if row["topic"] in seconds:
            row["seconds"] = seconds[row["topic"]]
    summary = summarise(rows) if rows else {}
    targets = judge(rows, summary) if rows else []
    show(rows, summary, targets, failures)
    if options.json:
        report = {
            "settings": {
                "engine": options.engine,
                "hide_titles": options.hide_titles,
                "pages": str(options.pages or ""),
            },
            "topics": rows,
            "failures": failures,
            "summary": summary,
            "targets": [{"name": t.name, "asked": t.asked, "found": t.found, "met": t.met} for t in targets],
        }
        options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return int(bool(failures) or not rows or (options.check and not all(one.met for one in targets)))


# Pages: read, made, or put together from a baseline.


def read_pages(folder: Path) -> dict[str, Record]:
    """Topic to record, of every ``page.json`` one folder down."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*/page.json"))]
    return {record["topic"]: record for record in found}


def make_page(task: tuple[str, Path, Path, dict[str, Any]]) -> tuple[Record, float]:
    """The record of one topic's page and the seconds it took; runs in a worker, which owns its copy of each store."""
    from castalia.graphs import Settings, generate_sync

    topic, corpus, work, settings = task
    store = _own_store(corpus, work)
    start = time.perf_counter()
    page = generate_sync(topic, store=store, settings=Settings(**settings))
    return json.loads(json.dumps(page.record)), time.perf_counter() - start


def make_store(task: tuple[Path, Path, bool]) -> None:
    """Ingest one corpus into the store that the workers copy, without its headings where they are to be hidden."""
    corpus, work, hide = task
    source = _without_titles(corpus, work) if hide else corpus
    command = [sys.executable, "-m", "castalia.graphs", "ingest", str(source), "--store", str(_store(corpus, work))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"ingest of {corpus.name} ended with {done.returncode}: {done.stderr[-2000:]}")


def baseline_page(topic: str, rows: Sequence[Row], engine: str, words: int) -> Record:
    """A baseline as a page record: the lead is its first snippet, its sections the rest in twelve equal parts."""
    index, texts = _index(tuple(str(row["content"]) for row in rows))
    order = _order(engine)(index, topic)
    pieces = baselines.cut(texts, order, words)
    references: list[Row] = []
    claims: list[Row] = []
    parts: list[str] = []
    for number, (at, piece) in enumerate(zip(order, pieces, strict=False), start=1):
        references.append(
            {"number": number, "snippet_id": str(at), "url": rows[at].get("url", ""), "text": rows[at]["content"]}
        )
        where = "lead" if number == 1 else f"s{number % len(baselines.FACETS)}"
        found = measures.split_text(piece)
        claims += [{"section": where, "sentence": one, "citations": [number]} for one in found]
        parts.append("\n".join(f"{one}[{number}]" for one in found))
    sections = [
        {
            "id": f"s{at}",
            "heading": facet.capitalize(),
            "level": 1,
            "text": "\n".join(parts[1:][at :: len(baselines.FACETS)]),
        }
        for at, facet in enumerate(baselines.FACETS)
    ]
    return {
        "topic": topic,
        "lead": parts[0] if parts else "",
        "sections": sections,
        "references": references,
        "claims": claims,
    }


# Measuring.


def measure_corpus(task: tuple[Path, Sequence[gold.GoldPage], Sequence[Record]]) -> list[Row]:
    """The rows of all topics of one corpus: the page, and both baselines at the page's length."""
    path, golds, records = task
    rows = list(gold.read_rows(path))
    index, texts = _index(tuple(str(row["content"]) for row in rows))
    by_url: dict[str, str] = {}
    for source in rows:
        by_url[source.get("url", "")] = by_url.get(source.get("url", ""), "") + "\n" + source["content"]
    terms = {one.topic: gold.candidates(one.text) for one in golds}
    known = gold.known_phrases(texts, frozenset(phrase for one in terms.values() for phrase in one))
    measured = []
    for one, record in zip(golds, records, strict=True):
        asked = {phrase: weight for phrase, weight in terms[one.topic].items() if phrase in known}
        row: Row = {"topic": one.topic, "corpus": path.name, "gold_terms": len(asked)}
        row |= measures.measure(record, objections)
        row["verbatim_corpus"] = measures.verbatim_in_corpus(record, by_url)
        row |= measures.heading_overlap(measures.page_headings(record), one.headings, one.topic)
        row |= _against_gold(measures.page_text(record), one.text, asked)
        for name in baselines.NAMES:
            text = "\n\n".join(baselines.cut(texts, _order(name)(index, one.topic), int(row["words"])))
            row[name] = measures.measure_text(text, objections) | _against_gold(text, one.text, asked)
        measured.append(row)
    return measured


# Steps.


def _settings(pairs: Sequence[str]) -> dict[str, Any]:
    """Settings of the run from NAME=VALUE, the value as JSON."""
    return {name: json.loads(value) for name, _, value in (pair.partition("=") for pair in pairs)}


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="folder with gold file and corpora")
    parser.add_argument("--gold", type=Path, metavar="FILE", help="gold pages (default: DIR/sci_pairs_dev.jsonl)")
    parser.add_argument("--topics", metavar="A,B", help="only these topics")
    parser.add_argument("--pages", type=Path, metavar="DIR", help="measure DIR/*/page.json instead of making pages")
    parser.add_argument("--engine", choices=ENGINES, default="castalia", help="who makes the pages")
    parser.add_argument("--words", type=int, default=1543, help="length of a page of --engine bm25 or facets")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of the run, for ablations: depth=0"
    )
    parser.add_argument("--hide-titles", action="store_true", help="strip titles and topics from the corpus first")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the pages that were made")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write rows, summary and targets here")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--check", action="store_true", help="exit 1 when a target is missed")
    return parser


def _pages(
    golds: Sequence[gold.GoldPage], options: argparse.Namespace, work: Path
) -> tuple[dict[str, Record], dict[str, str], dict[str, float]]:
    """Records, failures (topic to message) and seconds, by topic."""
    failures: dict[str, str] = {}
    seconds: dict[str, float] = {}
    records: dict[str, Record] = {}
    if options.pages:
        records = read_pages(options.pages)
    elif options.engine in baselines.NAMES:
        for path, group in _by_corpus(golds, options.data).items():
            rows = list(gold.read_rows(path))
            records |= {one.topic: baseline_page(one.topic, rows, options.engine, options.words) for one in group}
    else:
        groups = _by_corpus(golds, options.data)
        with _pool(options.jobs) as pool:
            list(pool.map(make_store, [(path, work, options.hide_titles) for path in groups]))
            futures = {
                one.topic: pool.submit(make_page, (one.topic, path, work, _settings(options.set)))
                for path, group in groups.items()
                for one in group
            }
            for topic, future in futures.items():
                if (error := future.exception()) is not None:
                    failures[topic] = "".join(traceback.format_exception(error))
                else:
                    records[topic], seconds[topic] = future.result()
                print(f"{topic}: {'failed' if topic in failures else 'made'}", file=sys.stderr, flush=True)
    if options.out:
        for topic, record in records.items():
            path = options.out / topic.lower().replace(" ", "-") / "page.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    missing = {one.topic: "no page" for one in golds if one.topic not in records and one.topic not in failures}
    return records, failures | missing, seconds


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Fresh processes: a store's own threads would not survive a fork."""
    return ProcessPoolExecutor(max_workers=jobs, mp_context=multiprocessing.get_context("spawn"))


def _by_corpus(golds: Iterable[gold.GoldPage], data: Path) -> dict[Path, list[gold.GoldPage]]:
    groups: dict[Path, list[gold.GoldPage]] = {}
    for one in golds:
        plain = data / one.corpus_file
        groups.setdefault(plain if plain.exists() else plain.with_name(plain.name + ".gz"), []).append(one)
    return groups


def _store(corpus: Path, work: Path) -> Path:
    return work / f"{corpus.name}.store"


def _own_store(corpus: Path, work: Path) -> Path:
    """This process's copy of a store: only one process may open a store at a time."""
    own = work / f"{corpus.name}.store.{os.getpid()}"
    if not own.exists():
        shutil.copytree(_store(corpus, work), own)
    return own


def _without_titles(corpus: Path, work: Path) -> Path:
    path = work / f"{corpus.name.removesuffix('.gz').removesuffix('.jsonl')}.bare.jsonl"
    with path.open("w", encoding="utf-8") as lines:
        for row in gold.read_rows(corpus):
            kept = {key: value for key, value in row.items() if key not in TITLE_FIELDS}
            lines.write(json.dumps(kept, ensure_ascii=False) + "\n")
    return path


@lru_cache(maxsize=1)
def _index(texts: tuple[str, ...]) -> tuple[baselines.Bm25, tuple[str, ...]]:
    return baselines.Bm25(texts), texts


def _order(name: str) -> Callable[[baselines.Bm25, str], list[int]]:
    return baselines.top_snippets if name == "bm25" else baselines.by_facets


def _against_gold(text: str, reference: str, terms: dict[gold.Phrase, float]) -> dict[str, float]:
    first, second, longest = measures.rouge(text, reference)
    return {"rouge1": first, "rouge2": second, "rougeL": longest, "terms": gold.term_recall(terms, text)}


if __name__ == "__main__":
    sys.exit(main())
