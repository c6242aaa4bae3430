"""Text in runs, in which its powers, charges and indices are told apart as on the page: for a script that sets text only.

What counts as an index is said in ``pages.indices``.
"""

from __future__ import annotations

import re
from html import escape, unescape

from castalia.tools.pages.indices import with_indices

Runs = str | list[str | list[str]]

_TAG = re.compile("(<[^>]*>)")


def text_runs(text: str) -> Runs:
    """The text itself where nothing in it is shifted; else its runs, which joined are the text.

    A run is a text on the line, or ``[text, tag, class]``: "sup" or "sub", and "sign" for what is not to be seen.
    """
    runs: list[str | list[str]] = []
    tag = style = ""
    for piece in _TAG.split(with_indices(escape(text))):
        match piece:
            case "<sup>" | "<sub>":
                tag = piece[1:-1]
            case "</sup>" | "</sub>":
                tag = ""
            case '<span class="sign">':
                style = "sign"
            case "</span>":
                style = ""
            case _ if piece:
                runs.append([unescape(piece), tag, style] if tag else unescape(piece))
    return runs if len(runs) > 1 else text
