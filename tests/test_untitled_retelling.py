"""Documents without titles are told from where they begin, as those with titles are."""

from __future__ import annotations

import json
from importlib.resources import files

from castalia.graphs import generate_sync


def test_a_section_of_documents_without_titles_opens_with_what_opens_one_of_them() -> None:
    sample = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in sample.splitlines()]
    bare = [{name: value for name, value in row.items() if name not in ("title", "topic", "section")} for row in rows]
    page = generate_sync("Coral reef", corpus=bare)
    types = next(one for one in page.record["sections"] if "ypes" in one["heading"])
    told = [claim["sentence"] for claim in page.record["claims"] if claim["section"] == types["id"]]
    assert told[0] == "The main types of coral reef are fringing reefs, barrier reefs and atolls."
    assert told[3].startswith("Fringing reefs line"), "it follows what a fringing reef is"
