"""A page whose text somebody edited in page.json: marks are read wherever a person puts them, and what is no citation
stays text."""

from __future__ import annotations

from typing import Any, cast

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Citation, Claim, Draft, Section, Snippet
from castalia.tools.pages.html import render_html
from castalia.tools.pages.markdown import render_markdown
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.pages.page_text import paragraphs

TEXTS = ("Corals are animals.", "Reefs are made of limestone.", "Polyps live in colonies.")
SNIPPETS = [Snippet(snippet_id(one), one, url=f"https://example.org/{at}") for at, one in enumerate(TEXTS)]


def page(text: str) -> PageRecord:
    """A page with three references and this text in its only section."""
    claims = tuple(Claim(one.text, (Citation("", one.id),), one.text, "supported") for one in SNIPPETS)
    given: dict[str, Any] = {
        "domain": "",
        "pipeline": "apollo",
        "engine": "extractive",
        "engines": {"writer": "extractive"},
        "model": None,
        "open_issues": [],
        "gaps": [],
        "notices": [],
        "stats": {},
        "lead": (),
        "sections": [Section("a", "Corals")],
        "drafts": {"a": Draft("a", (claims,))},
        "snippets": {one.id: one for one in SNIPPETS},
    }
    record = build_page("Coral", **given)
    record["sections"][0]["text"] = text
    return record


def read(text: str) -> list[tuple[str, list[int]]]:
    return [(one["sentence"], one["citations"]) for part in paragraphs(page(text), "a", text) for one in part]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Corals are animals[1].", [("Corals are animals.", [1])]),
        ("Corals are animals [1][2]. Reefs grow.[2]", [("Corals are animals.", [1, 2]), ("Reefs grow.", [2])]),
        ("Are corals animals [1]? They are [2]!", [("Are corals animals?", [1]), ("They are!", [2])]),
        ("He said “corals [1].” Reefs grow [2].", [("He said “corals.”", [1]), ("Reefs grow.", [2])]),
        ("Corals are animals.[1].", [("Corals are animals.", [1])]),
        ("Corals are animals. [1] [2] Reefs grow.[3]", [("Corals are animals.", [1, 2]), ("Reefs grow.", [3])]),
        ("Corals [1], which build reefs [2], are animals.", [("Corals, which build reefs, are animals.", [1, 2])]),
        ("Corals [1] are animals.[2] Reefs grow.[3]", [("Corals are animals.", [1, 2]), ("Reefs grow.", [3])]),
        ("Corals (polyps [3]) build. Reefs grow.[2]", [("Corals (polyps) build.", [3]), ("Reefs grow.", [2])]),
        ("Corals eat.[1] pH matters.[2]", [("Corals eat.", [1]), ("pH matters.", [2])]),
        ("One. Two.[1] Three.", [("One. Two.", [1]), ("Three.", [])]),
        ("“Corals are animals.[1]” Reefs grow.[2]", [("“Corals are animals.”", [1]), ("Reefs grow.", [2])]),
        ("[1] Corals are animals. Reefs grow.[2]", [("Corals are animals.", [1]), ("Reefs grow.", [2])]),
        ("Corals are animals.[1]\n[2] Reefs grow.[3]", [("Corals are animals.", [1, 2]), ("Reefs grow.", [3])]),
        ("Corals eat (at night [1]).", [("Corals eat (at night).", [1])]),
        ("Corals eat [1], [2].", [("Corals eat.", [1, 2])]),
        ("Corals [1]", [("Corals", [1])]),
        # no citations
        ("Labelled with [18]F.[1]", [("Labelled with [18]F.", [1])]),
        ("The range [0,1].[1]", [("The range [0,1].", [1])]),
        ("As was shown in [3], corals eat.[1]", [("As was shown in [3], corals eat.", [1])]),
        ("Corals are animals[7].", [("Corals are animals[7].", [])]),
    ],
)
def test_a_mark_is_read_where_a_person_puts_it(text: str, claims: list[tuple[str, list[int]]]) -> None:
    assert read(text) == claims


def test_marks_before_a_full_stop_lead_to_their_references_in_every_rendering() -> None:
    record = page("Corals are animals [1]. Reefs grow [2].")
    assert "Corals are animals.[1] Reefs grow.[2]" in render_markdown(record)
    html = render_html(record)
    assert html.count('href="#ref-1"') == 1 and "[1]." not in cast(str, html)


def test_a_long_paragraph_of_marks_is_read_in_little_time() -> None:
    text = "Corals [1], " * 20_000 + "grow."
    ((sentence, numbers),) = read(text)
    assert sentence.startswith("Corals, Corals, ") and numbers == [1]
    ((sentence, numbers),) = read("in [1] " * 20_000 + "all.")
    assert sentence.startswith("in [1] in [1]") and numbers == []
