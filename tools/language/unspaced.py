"""Scripts that put no spaces between words: without words nothing in them can be counted, searched or cut."""

from __future__ import annotations

import re

UNREAD = "texts in scripts without spaces between words, such as Chinese, Japanese or Thai, are not read"
# Thai, Lao, Tibetan, Burmese; Khmer; kana; Han.
_LETTER = re.compile("[\u0e00-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def is_unspaced(text: str) -> bool:
    """Whether a letter of such a script is in this text."""
    return bool(_LETTER.search(text))
