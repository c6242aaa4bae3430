"""What a model says, apart from what it thinks: the answer without the reasoning that some send in front of it, and
without the special tokens that some servers leave at its ends."""

from __future__ import annotations

import re

from castalia.tools.language.special_tokens import without_special_ends

_OPENING = re.compile(r"<think(?:ing)?>|\[THINK\]", re.IGNORECASE)
# In quotation marks, or as code, it is spoken of.
_CLOSING = re.compile(r"(?<![`\"'“‘])(?:</think(?:ing)?>|\[/THINK\])", re.IGNORECASE)
# The channels of the models that write OpenAI's harmony format: what is meant for the reader comes in the last "final".
_CHANNEL = re.compile(r"(?:<\|start\|>\s*assistant)?\s*(?:<\|channel\|>|(?:analysis|commentary|final)\s*<\|message\|>)")
_FINAL = re.compile(r"(?:<\|channel\|>|\A)\s*final\b[^<\n]{0,40}(?:<\|constrain\|>[^<\n]{0,40})?<\|message\|>")


def spoken(text: str) -> str:
    """The answer itself; ``""`` where a model thought and never came to it.

    A JSON object that an answer begins with is the answer: what looks like a thought inside it is somebody's text.
    """
    if text.lstrip().startswith("{"):
        return without_special_ends(text)
    said, before = without_special_ends(_final(text)), ""
    while said != before and not said.lstrip().startswith("{"):  # some think again
        said, before = _after_thoughts(said), said
    return without_special_ends(said)


def _final(text: str) -> str:
    if not _CHANNEL.match(text.lstrip()):
        return text
    finals = list(_FINAL.finditer(text))
    return text[finals[-1].end() :] if finals else ""


def _after_thoughts(text: str) -> str:
    """What follows the thinking, whose opening mark many templates keep to themselves."""
    opening, closing = _OPENING.search(text), _CLOSING.search(text)
    if opening is not None and not text[: opening.start()].strip():
        return text[closing.end() :].lstrip() if closing else ""
    if closing is not None and (opening is None or closing.start() < opening.start()):
        return text[closing.end() :].lstrip()
    return text
