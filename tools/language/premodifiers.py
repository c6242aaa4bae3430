"""Premodifiers: the words that stand right before a name, and say of which kind it is ("synovial joint")."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.tools.language.words import token_stems, tokens


def words_before(name: Sequence[str], text: str) -> list[str]:
    """For each place of a name (stems) in a text the word right before it (lower-case), "" for a function word, a mark
    or the beginning. Small words within the name do not count ("theory of evolution")."""
    words, stems, wanted = tokens(text), token_stems(text), tuple(name)
    row = [(one, at) for at, those in enumerate(stems) for one in those]
    found = []
    for place, (first, at) in enumerate(row):
        if first != wanted[0] or tuple(one for one, _ in row[place : place + len(wanted)]) != wanted:
            continue
        if place and row[place - 1][1] == at:  # the end of a word with a hyphen
            found.append(words[at].lower)
        else:
            is_beside = at > 0 and text[words[at - 1].end : words[at].start] == " " and stems[at - 1]
            found.append(words[at - 1].lower if is_beside else "")
    return found
