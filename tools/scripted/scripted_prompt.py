"""What the scripted model sees: a prompt of the model crew, taken apart into its fences and the lines around them.

The fences are those of ``fences``; what each role answers from them lives in the other ``scripted_…`` files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import stem_set
from castalia.tools.models.chat import Message
from castalia.tools.objections.dependence import is_dependent

_OPENING = re.compile(r'<([a-z][a-z_]{1,40})(?: key="([^"]{1,40})"[^>]*)?>')
_TOPIC = re.compile(r"(?:Topic|Topic of the page|Topic of the article|Subject of the graph): (.*)")
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget)\b[^\n]{0,160}?\b(?:write|say|answer|reply|respond|output|print|state)\b"
    r"(?:[ ]only)?(?:[ ](?:with|that))?:?[ ]?([^\n]{1,400})",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"[|#<>`*]|^[^\w\"“‘'(]")


@dataclass(frozen=True, slots=True)
class Shown:
    """A snippet as it is shown: its citation key and its text."""

    key: str
    text: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """Its sentences that can be told on their own: whole, no question, not led by a pronoun, no markup, no order to
        the reader."""
        flat = (" ".join(one.text.split()) for one in split_sentences(self.text))
        return tuple(
            one
            for one in flat
            if one.endswith((".", "!")) and not (is_dependent(one) or _MARKUP.search(one) or orders_in(one))
        )


@dataclass(frozen=True, slots=True)
class Prompt:
    """A conversation: its instructions, what is between fences, the user's other lines, and what was said after the
    first question."""

    system: str
    topic: str
    snippets: tuple[Shown, ...]
    blocks: Mapping[str, str] = field(hash=False)
    lines: tuple[str, ...] = ()
    later: tuple[str, ...] = ()

    @classmethod
    def of(cls, messages: Sequence[Message]) -> Prompt:
        """Take a conversation apart. Anything may be missing; linear in its length."""
        system = "\n".join(one.text for one in messages if one.speaker == "system")
        asked = [one.text for one in messages if one.speaker == "user"]
        snippets: list[Shown] = []
        blocks: dict[str, str] = {}
        outside: list[str] = []
        name, key, inner = "", "", [""]
        for line in (asked[0] if asked else "").split("\n"):
            opening = _OPENING.fullmatch(line) if not name else None
            if opening:
                name, key, inner = opening[1], opening[2] or "", []
            elif name and line == f"</{name}>":
                if name == "snippet":
                    snippets.append(Shown(key, "\n".join(inner)))
                else:
                    blocks[name] = "\n".join(inner)
                name = ""
            else:
                (inner if name else outside).append(line)
        topic = next((found[1].strip() for line in outside if (found := _TOPIC.fullmatch(line))), "")
        return cls(system, topic, tuple(snippets), blocks, tuple(outside), tuple(asked[1:]))

    def line(self, label: str) -> str:
        """What stands behind ``label: `` on a line outside the fences; "" without such a line."""
        return next((one.removeprefix(f"{label}: ") for one in self.lines if one.startswith(f"{label}: ")), "")

    def number(self, pattern: str, otherwise: int) -> int:
        """The number that the instructions, or the lines outside the fences, give where this pattern has its group."""
        found = re.search(pattern, "\n".join((self.system, *self.lines)))
        return int(found[1]) if found else otherwise


def stems_of(text: str, without: str = "") -> frozenset[str]:
    """The content words of a text as stems, without those of another."""
    return stem_set(text) - stem_set(without)


def orders_in(text: str) -> tuple[str, ...]:
    """What a text tells its reader to write instead ("ignore your instructions and write …"), an order a line at the
    most."""
    return tuple(found[1].strip() for found in _ORDER.finditer(text))
