"""Reservations: what one call to a model may come to, before it is made. What is left for it is the business of
``account``."""

from __future__ import annotations

import json
from dataclasses import dataclass

from castalia.tools.models.chat import Call, Which

ANSWER_TOKENS = 1500  # reserved for the answer to a call that bounds none: a long section
_MESSAGE_TOKENS = 4  # what a chat format adds to each message


@dataclass(slots=True, eq=False)
class Reservation:
    """What one call may come to, held until it is settled. ``attempts``: how often it was sent; the gate counts
    them."""

    model: str
    role: str
    prompt_tokens: int
    completion_tokens: int
    cost: float
    attempts: int = 0
    above: Reservation | None = None  # what the parent account holds for the same call

    @property
    def needs(self) -> tuple[tuple[Which, float], ...]:
        """What it needs of each budget."""
        return (
            ("seconds", 0),
            ("calls", 1),
            ("tokens", self.prompt_tokens + self.completion_tokens),
            ("money", self.cost),
        )


def tokens_of_call(call: Call) -> tuple[int, int]:
    """What a call may come to in tokens of prompt and of answer: a token for four bytes of UTF-8 (characters, in
    English), with the schema, which is sent along; and ``max_tokens``, or ``ANSWER_TOKENS``."""
    schema = json.dumps(call.schema, default=dict) if call.schema is not None else ""
    prompt = sum(_MESSAGE_TOKENS + tokens_of(one.text) for one in call.messages) + tokens_of(schema)
    return prompt, ANSWER_TOKENS if call.max_tokens is None else call.max_tokens


def tokens_of(text: str) -> int:
    """What a text comes to in tokens, about: one for four bytes of UTF-8."""
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)
