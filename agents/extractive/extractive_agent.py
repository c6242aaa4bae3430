"""What the agents of the crew without a model have in common: their engine, and the memory they are bound to."""

from __future__ import annotations

from castalia.memory.memory import Memory, check_memory


class ExtractiveAgent:
    """An agent by rules. ``InputError`` for what is no open memory."""

    engine = "extractive"

    def __init__(self, memory: Memory) -> None:
        check_memory(memory)
        self._memory = memory

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
