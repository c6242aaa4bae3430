"""Fences of code in Markdown: what stands in one ("```python … ```") is no prose, and nothing in it is Markdown, so it
goes before anything else is read. A fence that says that it holds text is read as text; one without an end stays, and
so does one before another with a name, which ended what began before the text.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"\s{0,3}(`{3,20})\s{0,3}([\w+.#-]{0,40})[^`]{0,200}")
_TEXTS = frozenset("markdown md plain plaintext quote text txt".split())


def without_code(text: str) -> str:
    """The text without what stands in fences of code; linear in its length."""
    if "```" not in text:
        return text
    kept: list[str] = []
    opened, mark, name = -1, "", ""
    for line in text.splitlines():
        fence = _FENCE.fullmatch(line.rstrip())
        if fence and opened >= 0 and line.strip() == fence[1] and fence[1].startswith(mark):
            kept[opened] = ""
            if name not in _TEXTS:
                del kept[opened + 1 :]
            kept.append("")
            opened = -1
            continue
        if fence and (opened < 0 or (fence[2] and fence[1].startswith(mark))):
            opened, mark, name = len(kept), fence[1], fence[2].lower()
        kept.append(line)
    return "\n".join(kept)
