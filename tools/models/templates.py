"""Prompt templates: one text with a system part and a user part, and placeholders that have to be filled exactly.

What the prompts say lives in files beside the agents; how corpus text is fenced before it becomes a value lives in
``fences``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from castalia.tools.models.chat import Message

USER_LINE = "=== user ==="
_PLACEHOLDER = re.compile(r"\{\{([a-z][a-z0-9_]*)\}\}")
_OPENING = re.compile(r"\{\{[^\n]{0,40}")


@dataclass(frozen=True, slots=True)
class Template:
    """A prompt: what the system message and the user message say, with placeholders such as ``{{topic}}`` in both."""

    system: str
    user: str

    @classmethod
    def of(cls, text: str) -> Template:
        """Read a template: system text, one line that is exactly ``=== user ===``, user text.

        ``ValueError``: that line is missing or there twice, a part is empty, or a ``{{`` opens no placeholder (names
        are lower-case letters, digits and underscores, without spaces). Single braces and a lone ``}}`` are text, so
        JSON can be shown.
        """
        lines = text.replace("\r\n", "\n").split("\n")
        places = [place for place, line in enumerate(lines) if line == USER_LINE]
        if len(places) != 1:
            raise ValueError(f"a template has exactly one line {USER_LINE!r}; this one has {len(places)}")
        system = "\n".join(lines[: places[0]]).strip()
        user = "\n".join(lines[places[0] + 1 :]).strip()
        for name, part in (("system", system), ("user", user)):
            if not part:
                raise ValueError(f"the {name} part of the template is empty")
            stray = _OPENING.search(_PLACEHOLDER.sub("", part))
            if stray:
                raise ValueError(f"the {name} part has a {{{{ that opens no placeholder: {stray[0]!r}")
        return cls(system, user)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the placeholders, by first appearance."""
        return tuple(dict.fromkeys(_PLACEHOLDER.findall(self.system + "\n" + self.user)))

    def render(self, **values: str | int) -> tuple[Message, Message]:
        """The system message and the user message. Values are inserted once: a ``{{name}}`` inside one stays as it is.

        ``ValueError`` names each placeholder that has no value and each value that has no placeholder.
        """
        names = self.names
        missing = [name for name in names if name not in values]
        unused = [name for name in sorted(values) if name not in names]
        if missing or unused:
            faults = [f"no value for {{{{{name}}}}}" for name in missing]
            faults += [f"no placeholder for the value {name!r}" for name in unused]
            raise ValueError("template: " + "; ".join(faults))
        return Message("system", _filled(self.system, values)), Message("user", _filled(self.user, values))


def _filled(part: str, values: dict[str, str | int]) -> str:
    return _PLACEHOLDER.sub(lambda match: str(values[match[1]]), part)
