"""Fences of code in Markdown: what stands in one ("```python … ```") is no prose, and nothing in it is Markdown, so it
goes before anything else is read. A fence that says that it holds text is read as text; one without an end stays.
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
    opened, mark, is_text = -1, "", False
    for line in text.splitlines():
        fence = _FENCE.fullmatch(line.rstrip())
        if fence is None or (opened >= 0 and (line.strip() != fence[1] or not fence[1].startswith(mark))):
            kept.append(line)
        elif opened < 0:
            opened, mark, is_text = len(kept), fence[1], fence[2].lower() in _TEXTS
            kept.append(line)
        else:
            kept[opened] = ""
            if not is_text:
                del kept[opened + 1 :]
            kept.append("")
            opened = -1
    return "\n".join(kept)
