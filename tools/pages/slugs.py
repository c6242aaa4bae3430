"""Slugs: a safe folder name for any topic."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_MOST_BYTES = 96  # of a slug without its hash: well below the 255 of file systems, and leaves room for suffixes
_RESERVED = frozenset(["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³")])
_HYPHENS = re.compile(r"-{2,}")


def slug(topic: str) -> str:
    """A folder name for a topic: safe on every system, never a path, at most 112 bytes.

    ``Citric acid cycle`` gives ``citric_acid_cycle``. White space and the case of the first letter do not make another
    topic; wherever anything else is lost (signs, capitals, length), a hash of the topic follows, so that ``C``, ``C++``
    and ``C#`` have a folder each.
    """
    words = " ".join(topic.split())
    spaced = "".join(one if _is_kept(one) else "-" for one in unicodedata.normalize("NFC", words.casefold()))
    short = spaced.replace(" ", "_").encode("utf-8")[:_MOST_BYTES].decode("utf-8", "ignore")
    name = _HYPHENS.sub("-", short).strip("-_")
    plain = name.replace("_", " ")
    if name and not is_reserved(name) and words in (plain, plain[:1].upper() + plain[1:]):
        return name
    digest = hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"{name or 'topic'}--{digest}"  # a name without a hash never holds two hyphens in a row


def is_reserved(name: str) -> bool:
    """Whether a system has a device by this name, with whatever ending, and so no folder."""
    return name.partition(".")[0].rstrip().casefold() in _RESERVED


def _is_kept(char: str) -> bool:
    return char in " -" or unicodedata.category(char)[0] in "LMN"
