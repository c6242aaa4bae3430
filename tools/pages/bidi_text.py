"""Signs that set the direction of writing (Unicode Annex 9), kept from turning round what stands beside the text that
holds them.

Cleaning takes them out of a corpus; a store of somebody's own, or a page edited by hand, may hold them. What a page
says stays to the letter and is isolated; a bibliography, whose fields programs sort and set in type, goes without. What
is printable lives in ``page_text``.
"""

from __future__ import annotations

import re

from castalia.tools.pages.page_text import printable

MARKS = "\u061c\u200e\u200f"  # they act as a letter would, and need no end
EMBEDDINGS = "\u202a\u202b\u202d\u202e"
END_OF_EMBEDDING = "\u202c"
ISOLATES = "\u2066\u2067\u2068"
FIRST_STRONG = "\u2068"  # an isolate in the direction of its first letter
END_OF_ISOLATE = "\u2069"
DIRECTING = f"[{MARKS}{EMBEDDINGS}{END_OF_EMBEDDING}{ISOLATES}{END_OF_ISOLATE}]"
_DIRECTING = re.compile(DIRECTING)


def isolated(text: str) -> str:
    """A printable text that can stand beside others: where it holds signs of direction it is isolated, else it is as it
    was.

    All that it opens is closed inside its isolate, and all that it closes was opened there, so that none of its own
    signs ends the isolate early. None is taken out. Linear in the length.
    """
    if not _DIRECTING.search(text):
        return text
    opened: list[str] = []  # outermost first
    isolates = surplus = 0  # of those opened; ends of isolates that have no beginning
    for found in _DIRECTING.finditer(text):
        sign = found.group()
        if sign in EMBEDDINGS or sign in ISOLATES:
            opened.append(sign)
            isolates += sign in ISOLATES
        elif sign == END_OF_EMBEDDING and opened and opened[-1] in EMBEDDINGS:
            opened.pop()
        elif sign == END_OF_ISOLATE and isolates:
            while opened.pop() in EMBEDDINGS:  # which end with the isolate around them
                pass
            isolates -= 1
        elif sign == END_OF_ISOLATE:
            opened.clear()
            surplus += 1
    ends = "".join(END_OF_ISOLATE if one in ISOLATES else END_OF_EMBEDDING for one in reversed(opened))
    return FIRST_STRONG * (1 + surplus) + text + ends + END_OF_ISOLATE


def undirected(text: str) -> str:
    """Text as a field of a bibliography: printable, without signs of direction."""
    return printable(_DIRECTING.sub("", text))
