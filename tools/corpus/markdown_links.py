"""Links and pictures in Markdown, read as what they show: "[the page](https://…)", "![a map](map.png)".

Only what is clearly a link is: what stands in its parentheses is an address, a path or the name of a section. A number
stays in its brackets, as a mark of citation ("[12](#ref-12)").
"""

from __future__ import annotations

import re

_LINK = re.compile(
    r"(?P<picture>!?)\[(?P<shown>[^\[\]]{0,300})\]"
    r"\((?:https?://|mailto:|#|\.{0,2}/|[\w/-]{1,200}\.(?:html?|md|pdf|png|jpe?g|gif|svg|webp)\b)(?:[^()\s]|\([^()\s]{0,100}\)){0,500}"
    r"(?:\s{1,9}\"[^\"]{0,300}\")?\)"
)
_NESTED = 4  # a picture in a link ("[![passing](badge.svg)](https://…)"), and a few more
_NUMBERS = re.compile(r"[\d,;–\- ]+")


def strip_links(text: str) -> str:
    """The text without its pictures and the addresses of its links; linear in its length."""
    for _ in range(_NESTED):
        if "](" not in text:
            break
        text = _LINK.sub(_shown, text)
    return text


def _shown(link: re.Match[str]) -> str:
    if link["picture"]:
        return ""
    return f"[{link['shown']}]" if _NUMBERS.fullmatch(link["shown"]) else link["shown"]
