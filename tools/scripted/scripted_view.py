"""A view of the graph as a prompt shows it (``memory/views`` writes it), read back by the scripted model."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from castalia.tools.scripted.scripted_prompt import stems_of

_REGION = re.compile(r"# (.+) \(\d+ nodes\)")
_NODE = re.compile(r"- ([^\[\]\n]+) \[(\d+)\]: (.+)")
_QUOTED = re.compile(r"“([^”\n]{1,80})”")


@dataclass(frozen=True, slots=True)
class GraphView:
    """A view of the graph read back: names of regions; nodes (name, documents, ends of claims) of each region; gaps;
    past questions."""

    regions: tuple[tuple[str, ...], ...]
    members: tuple[tuple[str, ...], ...]
    nodes: tuple[tuple[str, int, tuple[str, ...]], ...]
    gaps: tuple[tuple[str, str], ...]
    asked: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> GraphView:
        """``gaps`` are pairs of a name and the whole line; names that were cut short (…) are left out everywhere."""
        regions: list[tuple[str, ...]] = []
        members: list[list[str]] = []
        nodes: list[tuple[str, int, tuple[str, ...]]] = []
        gaps: list[tuple[str, str]] = []
        asked: list[str] = []
        part = ""
        for line in text.split("\n"):
            if line.endswith(":") and not line.startswith("- "):
                part = line
            elif part.startswith("Gaps") and line.startswith("- "):
                why = line.removeprefix("- ")
                gaps += [(name, f"{why.rstrip('.')}.") for name in _whole(_QUOTED.findall(line))[:1]]
            elif part.startswith("Asked") and line.startswith("- "):
                asked.append(line.removeprefix("- "))
            elif region := _REGION.fullmatch(line):
                regions.append(_whole(region[1].split(", ")))
                members.append([])
            elif line.startswith("# "):  # what is in no region: "# islands: …"
                regions.append(())
                members.append([])
            elif node := _NODE.fullmatch(line):
                ends = [end for claim in node[3].split("; ") for end in claim.partition(" → ")[2].split(", ")]
                name = _whole([node[1]])
                nodes += [(one, int(node[2]), _whole(_uncounted(end) for end in ends)) for one in name]
                if members:
                    members[-1] += name
        paired = [(head, tuple(inner)) for head, inner in zip(regions, members, strict=True) if head]
        return cls(
            tuple(head for head, _ in paired),
            tuple(inner for _, inner in paired),
            tuple(nodes),
            tuple(gaps),
            tuple(asked),
        )

    def near(self, topic: str) -> frozenset[str]:
        """The names that hold a word of the topic, and those that a claim or a region joins to one."""
        own = stems_of(topic)
        groups = [{name, *ends} for name, _, ends in self.nodes]
        groups += [{*head, *inner} for head, inner in zip(self.regions, self.members, strict=True)]
        groups += [{name} for name, _ in self.gaps]
        return frozenset(name for group in groups if any(own & stems_of(one) for one in group) for name in group)


def _whole(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(one for name in names if (one := name.strip()) and "…" not in one)


def _uncounted(end: str) -> str:
    """The end of a claim without "(+3 claims)"."""
    return re.sub(r" \(\+\d+ claims\)$", "", end)
