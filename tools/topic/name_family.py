"""The family of a name: words that are made of it or that it is made of, as far as their letters tell.

"Bee" and "beekeeper" are of the family of beekeeping, "erosivity" and "soil" of that of soil erosion, "cryptanalysis" of
that of cryptography. Words that look like it by chance are, too ("low" of glassblowing is not: it is too short), so it
tells something only where most texts are on the topic anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

PART = 4  # letters of a stem that a name begins or ends with, or that begins with it
BEGINNING = 3  # letters that will do where the name begins with them
COMMON = 5  # letters that two stems of one family begin with


def are_of_family(stems: Iterable[str], name: Sequence[str]) -> bool:
    """Whether one of these stems is of the family of a word of the name."""
    return any(_is_of_family(one, own) for one in stems for own in name)


@lru_cache(maxsize=8_192)
def _is_of_family(one: str, own: str) -> bool:
    if one == own or (len(one) >= COMMON and own.startswith(one[:COMMON])):
        return True
    is_part = (len(one) >= PART and own.endswith(one)) or (len(one) >= BEGINNING and own.startswith(one))
    return is_part or (len(own) >= PART and one.startswith(own))
