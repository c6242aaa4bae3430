"""Greek letters and how they are called: "β-lactam" and "beta-lactam" are one name."""

from __future__ import annotations

import re

_CALLED = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi "
    "omega"
).split()
_NAMES = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", _CALLED, strict=True))
_LETTERS = {name: letter for letter, name in _NAMES.items()}
_LETTER = re.compile(rf"(?<![^\W_])[{''.join(_NAMES)}](?![^\W_])", re.IGNORECASE)
_NAME = re.compile(rf"(?<![^\W_])(?:{'|'.join(_CALLED)})(?![^\W_])", re.IGNORECASE)


def letters_named(name: str) -> str:
    """The name with what its Greek letters are called in their place; one inside a word stays."""
    return _LETTER.sub(lambda found: _NAMES[found[0].lower()], name)


def otherwise_lettered(name: str) -> str:
    """The name with its Greek letters spelled out or, where it has none, with letters for those that are; "" for a name
    of one word, and for one that has neither."""
    if not re.search(r"[^\W_][\W_]+[^\W_]", name):
        return ""
    other = letters_named(name)
    other = _NAME.sub(lambda found: _LETTERS[found[0].lower()], name) if other == name else other
    return other if other != name else ""
