"""A topic as people type or paste it, in the characters that snippets are kept in. What is wrong with one is told
elsewhere."""

from __future__ import annotations

import re
import unicodedata

from castalia.tools.corpus.cleaning import one_line

_BRACKETS = ("Ps", "Pe")  # of East Asian scripts stay: no space stands before them, and they are read as they are


def typed_topic(topic: str) -> str:
    """The topic on one line, its letters composed and nothing invisible among them, as ``one_line`` leaves them in a
    snippet, without the quotation marks around it, and what has full width made narrow: "ＤＮＡ" names DNA. One that
    holds bytes that are no text stays."""
    if not is_text(topic):
        return topic
    text = one_line("".join(map(_narrow, topic)))
    name = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    while quoted := _QUOTED.fullmatch(name):
        name = next(filter(None, quoted.groups())).strip()
    return name


_QUOTED = re.compile("\"([^\"]+)\"|'([^']+)'|“([^“”]+)”|„([^„“”]+)[“”]|‘([^‘’]+)’|«([^«»]+)»")


def _narrow(char: str) -> str:
    kind, _, code = unicodedata.decomposition(char).partition(" ")
    return chr(int(code, 16)) if kind == "<wide>" and unicodedata.category(char) not in _BRACKETS else char


def is_text(typed: str) -> bool:
    """Whether this could be decoded: Python keeps bytes that could not as lone surrogates."""
    try:
        typed.encode()
    except UnicodeEncodeError:
        return False
    return True
