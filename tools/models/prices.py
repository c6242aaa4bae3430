"""What models cost: a small table, and prices that a user gives. No counting: that is the business of ``account``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from castalia.memory.errors import InputError
from castalia.tools.models.model_specs import is_openai

AS_OF = "2025-08"  # the month that PRICES were true in; providers change them

MOST = 1e6  # US dollars for a million tokens

_URL = re.compile(r"@(?=https?://)")
_DATE = re.compile(r"-[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens of prompt, of prompt served by the provider's cache, and of answer."""

    model: str
    prompt: float
    cached: float
    completion: float

    @classmethod
    def of(cls, text: str) -> Self:
        """Read ``MODEL=IN,OUT`` or ``MODEL=IN,CACHED,OUT``; ``InputError`` for anything else."""
        model, _, numbers = text.rpartition("=")
        values = [_dollars(one) for one in numbers.split(",")]
        if not model.strip() or len(values) not in (2, 3) or any(one is None for one in values):
            raise InputError(
                f"{text[:80]!r} is no price: write MODEL=IN,OUT in US dollars for a million tokens, as in gpt-4o-mini=0.15,0.60"
            )
        known = [one for one in values if one is not None]
        return cls(model.strip(), known[0], known[-2], known[-1])

    def cost(self, prompt: int, cached: int, completion: int) -> float:
        """US dollars for these tokens; the cached ones are part of the prompt."""
        fresh = max(prompt - cached, 0)
        return (fresh * self.prompt + (prompt - fresh) * self.cached + completion * self.completion) / 1e6


PRICES = (
    Price("openai:gpt-4.1", 2.00, 0.50, 8.00),
    Price("openai:gpt-4.1-mini", 0.40, 0.10, 1.60),
    Price("openai:gpt-4.1-nano", 0.10, 0.025, 0.40),
    Price("openai:gpt-4o", 2.50, 1.25, 10.00),
    Price("openai:gpt-4o-2024-05-13", 5.00, 5.00, 15.00),  # the one dated model that costs something else
    Price("openai:gpt-4o-mini", 0.15, 0.075, 0.60),
    Price("openai:gpt-5", 1.25, 0.125, 10.00),
    Price("openai:gpt-5-mini", 0.25, 0.025, 2.00),
    Price("openai:gpt-5-nano", 0.05, 0.005, 0.40),
    Price("openai:o3", 2.00, 0.50, 8.00),
    Price("openai:o4-mini", 1.10, 0.275, 4.40),
)


def price_of(name: str, own: Iterable[Price] = ()) -> Price | None:
    """The price of the model that a spec names: the user's ``own`` first, by spec or by the bare name, then the
    table's.

    The table knows OpenAI's service only: what the same name costs on another server is unknown (``None``).
    """
    served, *elsewhere = _URL.split(name, maxsplit=1)
    parts = served.split(":")
    ever_barer = [":".join(parts[start:]) for start in range(len(parts))]
    if price := _first(own, [name, *ever_barer]):
        return price
    if elsewhere and not is_openai(elsewhere[0]):
        return None
    listed = f"openai:{parts[-1]}" if elsewhere else served  # an object of LangChain's tells its address
    return _first(PRICES, [listed, _DATE.sub("", listed)])


def _first(prices: Iterable[Price], names: Sequence[str]) -> Price | None:
    by_model = {one.model: one for one in prices}
    return next((by_model[name] for name in names if name in by_model), None)


def _dollars(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value <= MOST else None
