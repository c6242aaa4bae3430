"""What a changed page leaves open: its limits are looked for again, and all else stays."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from castalia.graphs.changes import left_open as module
from castalia.memory.plain import plain
from castalia.memory.records import Draft, Section
from castalia.tools.composition.limits import NOTHING, QUOTED
from test_limits import PLAIN, evidence_of

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
