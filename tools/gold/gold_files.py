"""The files of a build: gold pages, topics, a corpus, and the manifest that says where everything comes from. Written
all or none."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from castalia.memory.errors import InputError
from castalia.tools.gold.gold_building import LICENCE, LICENCE_URL, Built
from castalia.tools.pages.write_whole import check_folder, write_folder

GOLD, TOPICS, CORPUS, MANIFEST = "gold.jsonl", "topics.csv", "corpus.jsonl", "manifest.json"
ANSWERS = "answers.sqlite"  # the cache, which stays


def write_gold(target: Path, kind: str, built: Built, settings: Mapping[str, Any]) -> list[str]:
    """Write the files of a build into a folder; their names. ``InputError`` where that cannot be done."""
    files = {
        GOLD: _lines(built.rows),
        TOPICS: _table(built.rows),
        MANIFEST: json.dumps(manifest(kind, built, settings), ensure_ascii=False, indent=1) + "\n",
    }
    if kind == "events":
        files[CORPUS] = _lines(built.snippets)
    write_folder(target, files)
    return list(files)


def check_gold(target: Path, kind: str) -> None:
    """``InputError`` where a folder cannot be written, or holds what another kind of build left, or a manifest that
    does not tell."""
    check_folder(target, [GOLD, TOPICS, CORPUS, MANIFEST])
    path = target / MANIFEST
    try:
        there = json.loads(path.read_bytes())
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): choose another folder") from None
    except (ValueError, RecursionError):
        there = None
    other = there.get("kind") if isinstance(there, dict) else None
    if not isinstance(other, str):
        raise InputError(f"{path} is no manifest of castalia gold, or is damaged: choose another folder, or remove it")
    if other != kind:
        raise InputError(f"{target} holds the gold pages of castalia gold {other[:40]}: choose another folder")


def manifest(kind: str, built: Built, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings, counts with reasons, and for each page its revision, dates and attribution (CC BY-SA asks for it)."""
    return {
        "schema": 1,
        "kind": kind,
        "settings": dict(settings),
        "counts": {
            "asked": built.asked,
            "kept": len(built.rows),
            "left_out": dict(Counter(one.reason for one in built.left_out).most_common()),
            "not_looked_at": built.not_looked_at,
            "documents": built.documents,
            "snippets": len(built.snippets),
            "sources_not_read": dict(Counter(one.reason for _, one in built.failures).most_common()),
        },
        "licence": {
            "name": LICENCE,
            "url": LICENCE_URL,
            "of": "the text of the gold pages, as adapted here: without tables, notes, references; share what you make of it alike",
            "sources": "cited documents have owners and terms of their own, and are for research on this machine",
        },
        "pages": [_page(row) for row in built.rows],
        "redirects_to_check": [{"topic": topic, "title": title} for topic, title in built.redirected],
        "left_out": [{"topic": one.topic, "reason": one.reason, "detail": one.detail} for one in built.left_out],
        "sources_not_read": [
            {"topic": topic, "url": one.url, "reason": one.reason, "detail": one.detail}
            for topic, one in built.failures
        ],
    }


def _page(row: Mapping[str, Any]) -> dict[str, Any]:
    names = ("topic", "title", "url", "pageid", "revision", "timestamp", "created", "retrieved", "class", "words")
    told = {name: row[name] for name in names if name in row}
    separator = "&" if "?" in row["url"] else "?"
    history = f"{row['url']}{separator}action=history" if row["url"] else ""
    attribution = f'"{row["title"]}", by the contributors to the page, {history}, revision {row["revision"]}, {LICENCE}'
    return {**told, "sources": len(row.get("sources", ())), "history": history, "attribution": attribution}


def _lines(rows: Sequence[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows)


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    """What ``castalia batch`` reads."""
    told = io.StringIO()
    table = csv.writer(told, lineterminator="\n")
    table.writerow(("topic", "domain"))
    table.writerows((one["topic"], one["domain"]) for one in rows)
    return told.getvalue()
