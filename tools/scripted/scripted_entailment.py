"""What the scripted model answers where it judges: the verdicts of the rules on the claims it is shown."""

from __future__ import annotations

import re
from typing import Any

from castalia.tools.claims.entailment import entails
from castalia.tools.scripted.scripted_prompt import Prompt

_CLAIM = re.compile(r"(\d{1,3})\. (.+)")


def verdicts_on_claims(prompt: Prompt, sample: int) -> dict[str, Any]:
    """A row for each numbered claim."""
    passage = "\n".join(one.text for one in prompt.snippets)
    rows = []
    for line in prompt.blocks.get("claims", "").split("\n"):
        if found := _CLAIM.fullmatch(line):
            verdict = entails(found[2], passage, prompt.topic)
            rows.append({"claim": int(found[1]), "reason": verdict.why, "answer": verdict.answer})
    return {"verdicts": rows}
