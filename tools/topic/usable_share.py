"""How much of a curation step a writer of verbatim sentences could use: what tells such a writer that searching on is
in vain.

What a batch adds to the graph (``growth``) falls slowly and says little of the page; how many of its snippets hold a
sentence that may stand there falls fast, from about half to none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from castalia.memory.memory import Memory
from castalia.tools.topic.evidence import run_evidence


async def usable_share(memory: Memory, state: Mapping[str, Any]) -> float:
    """The share (0 to 1) of the snippets of the step that ends that hold a sentence which may stand on a page; 0 where
    it brought none.

    ``state`` names topic, domain and run, ``iterations`` steps before this one and its snippets, ``new_ids``. The
    evidence that this asks for is what the next step, or the outliner, begins with.
    """
    new = frozenset(state["new_ids"])
    if not new:
        return 0.0
    evidence = await run_evidence(memory, {**state, "iterations": state["iterations"] + 1})
    usable = {one.snippet_id for one in evidence.singles if one.doubt <= evidence.bar}
    return round(len(new & usable) / len(new), 4)
