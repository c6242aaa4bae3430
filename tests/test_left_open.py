"""What a changed page leaves open: its limits are looked for again, and all else stays."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from castalia.graphs.changes import left_open as module
from castalia.graphs.pipeline.left_out import without_shown
from castalia.memory.plain import plain
from castalia.memory.records import Draft, Section
from castalia.tools.composition.limits import LITTLE, NOTHING, QUOTED
from test_limits import PLAIN, evidence_of

ASKED = "Too little for a section was found, or left by other sections, for what its outline asked for: "
STAYS = [
    "Too little for a section was found, or left by other sections, for what its outline asked for: “Opera”.",
    "No snippet answers: How old?",
]


@pytest.mark.parametrize(("facet", "is_missing"), [("history", False), ("", True)])
def test_limits_are_looked_for_again_with_the_facets_of_the_plan(
    facet: str, is_missing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evidence(*_: Any) -> Any:
        return evidence_of(PLAIN)

    monkeypatch.setattr(module, "run_evidence", evidence)
    planned = Section("one", "Reefs", sections=(Section("two", "Sponges at sea", 2, facet=facet),))
    on_page = Section("one", "Reefs", sections=(Section("two", "Sponges at sea", 2),))
    run: Any = SimpleNamespace(
        page=SimpleNamespace(
            record={"engines": {"editor": "extractive"}, "gaps": [f"{QUOTED} 9 of the 9 snippets", *STAYS]}
        ),
        settings=SimpleNamespace(editor=True),
        state={"outline": [plain(planned)]},
        memory=None,
    )
    gaps = asyncio.run(module.left_open(run, Draft("lead", ()), [on_page], {}))
    assert gaps[-2:] == STAYS and not any("9 of the 9" in one for one in gaps)
    (nothing,) = [one for one in gaps if one.startswith(NOTHING)]
    assert ("history" in nothing) is is_missing


PLANNED = (
    Section("a", "Opera", sections=(Section("a1", "Arias", 2), Section("a2", "Choirs, small", 2))),
    Section("b", "Ballet", sections=(Section("b1", "Arias", 2),)),
    Section("c", "Ballet", sections=(Section("c1", "Steps (first)", 2),)),
)


@pytest.mark.parametrize(
    ("names", "shown", "left"),
    [
        (["“Opera: Arias”"], "a a1", None),
        (["“Opera: Arias” (1 sentence)"], "a a1", None),
        (["“Opera: Arias” (1 sentence)", "“Opera: Choirs, small”"], "a a1", ["“Opera: Choirs, small”"]),
        (["“Opera: Arias”", "“Opera: Choirs, small” (2 sentences)"], "a a2", ["“Opera: Arias”"]),
        (["“Opera: Arias”", "“Ballet: Arias”"], "a a1 b", ["“Ballet: Arias”"]),
        (["“Ballet”", "“Ballet: Steps (first)”"], "a b c1", ["“Ballet”"]),
        (["“Opera”"], "b c", ["“Opera”"]),
    ],
)
def test_a_heading_that_now_stands_is_not_told_as_left_out(
    names: list[str], shown: str, left: list[str] | None
) -> None:
    before = [f"{ASKED}{', '.join(names)}.", "No snippet answers: How old?"]
    after = without_shown(before, PLANNED, set(shown.split()))
    assert after == ([] if left is None else [f"{ASKED}{', '.join(left)}."]) + before[1:]


@pytest.mark.parametrize("editor", ["model", "mixed", "extractive"])
def test_a_page_whatever_changed_it_says_of_no_heading_that_stands_that_too_little_was_found(
    editor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evidence(*_: Any) -> Any:
        return evidence_of(PLAIN)

    monkeypatch.setattr(module, "run_evidence", evidence)
    planned = Section("one", "Reefs", sections=(Section("two", "History", 2),))
    gaps = [
        f"{ASKED}“Reefs: History”.",
        f"{LITTLE} 2 snippets read on history (0 of 1 sentence usable).",
        f"{NOTHING} etymology, history or types was recognised in the 2 snippets read.",
        "No snippet answers: How old?",
    ]
    record = {"topic": "Sponge", "engines": {"editor": editor}, "gaps": gaps, "claims": [], "sections": [{}]}
    run: Any = SimpleNamespace(
        page=SimpleNamespace(record=record),
        settings=SimpleNamespace(editor=True),
        state={"outline": [plain(planned)]},
        memory=None,
    )
    found = asyncio.run(module.left_open(run, Draft("lead", ()), [planned], {}))
    assert not any("istory" in one for one in found) and "No snippet answers: How old?" in found
    assert any(one.startswith(f"{NOTHING} etymology") for one in found)
