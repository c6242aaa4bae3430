"""Material: what a unit is written of."""

from __future__ import annotations

from dataclasses import dataclass

from castalia.memory.records import Claim
from castalia.tools.topic.passages import Passage


@dataclass(frozen=True, slots=True)
class Material:
    """What a unit is written of: snippets (their ids) without the ``rejected`` sentences; of the ``pinned`` it has to
    tell."""

    snippet_ids: frozenset[str]
    rejected: frozenset[str] = frozenset()
    pinned: frozenset[str] = frozenset()

    def holds(self, one: Passage) -> bool:
        """Whether a passage may be used."""
        return one.snippet_id in self.snippet_ids and self.rejected.isdisjoint(one.sentences)

    def allows(self, claim: Claim) -> bool:
        """Whether a claim of an earlier draft may stay."""
        return claim.sentence not in self.rejected
