"""Foreign texts: whether a text is in another language than English, by the small words that none does without."""

from __future__ import annotations

import re

_LEAST = 20  # words; of fewer it cannot be told
_REACH = 1200  # characters that are looked at
_SHARE = 0.05  # of the words: English has some 25 in a hundred of its own, and hardly any of the others
_WORD = re.compile(r"[^\W\d_]{2,}")  # the letters of a formula are no words
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")  # also in "μl" and "βarr"
_ENGLISH = frozenset(
    "the of and to is are that with from this which were by be has have as it not its their can".split()
)
_OTHERS = frozenset(
    """der die das den dem des und ist nicht ein eine einer mit von zu auf für sich auch wird bei le la les du et est une un
    dans qui que pour par sur sont el los las una en es por con se il che di della gli per è sono het een van niet zijn och
    att som på av det ikke og er til na się jest do nie e o os um uma não da em""".split()
)


def is_foreign(text: str) -> bool:
    """Whether hardly a word is English, and many are of a language that is written otherwise. A list of names with "de
    la" and "van der" in them is told as one; a text of few words never."""
    begins = text[:_REACH].lower()
    if " the " in begins:  # which nearly every English text has, so that no word has to be looked at
        return False
    words = _WORD.findall(begins)
    if len(words) < _LEAST:
        return False
    least = _SHARE * len(words)
    if sum(word in _ENGLISH for word in words) >= least:
        return False
    return sum(word in _OTHERS or _LATIN.search(word) is None for word in words) >= least
