"""Open questions: what a run has asked and nothing that it curated answers. What counts as an answer is in
``questions``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castalia.memory.memory import Memory
from castalia.memory.records import Question
from castalia.tools.language.topic_names import topic_name
from castalia.tools.language.words import content_stems
from castalia.tools.topic.questions import unanswered


async def open_questions(memory: Memory, state: Mapping[str, Any]) -> tuple[Question, ...]:
    """The open questions of a run in the order asked, worked out once for all units of a page.

    ``state`` names ``topic``, ``run_id`` and perhaps ``iterations`` to look back on.
    """
    run, before = memory.run(state["run_id"]), state.get("iterations")
    asked = run.questions(before)
    ids = tuple(sorted(hit.snippet_id for hit in run.curated(before)))
    key = ("open questions", state["topic"], asked, ids)

    async def read() -> tuple[Question, ...]:
        texts = [one.text for one in await memory.snippets(ids)]
        return unanswered(asked, texts, content_stems(topic_name(state["topic"])))

    return await memory.memo.once(key, read)
