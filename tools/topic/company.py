"""Company: which documents the passages of a section come from. Readers object less to what stands beside its own
document.

What that is worth is for ``placement``, ``doubt`` and ``selection`` to say; here it is only counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from castalia.tools.topic.passages import Passage


@dataclass(frozen=True, slots=True)
class Company:
    """For each section id and document the snippets of it that have a place there."""

    snippets: Mapping[tuple[str, str], frozenset[str]]

    def has_other(self, one: Passage, section: str) -> bool:
        """Whether another snippet of its document has a place in the section."""
        return bool(self.snippets.get((section, one.document), frozenset()) - {one.snippet_id})

    def nearest(self, one: Passage, sections: Container[str]) -> str:
        """Of these sections the one that holds its own snippet, and most of its document; empty where there is none."""
        found = [
            (len(those), section)
            for (section, _), those in self.snippets.items()
            if one.snippet_id in those and section in sections
        ]
        return max(found)[1] if found else ""


def company_of(placed: Iterable[tuple[Passage, str]]) -> Company:
    """The company in each section."""
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for one, section in placed:
        found[section, one.document].add(one.snippet_id)
    return Company({key: frozenset(those) for key, those in sorted(found.items())})
