"""Chains: sentences that are links of a list (Finally, Second, Another, …) whose other links are elsewhere. Every
pattern is linear."""

from __future__ import annotations

import re


def is_chain(sentence: str) -> bool:
    """Whether a sentence is a link of a list."""
    return _CHAIN.match(sentence.lower()) is not None


_CHAIN = re.compile(
    r"(?:finally|lastly|second|secondly|third|thirdly|fourth|fifth|first|firstly|next|last),|(?:secondly|thirdly|lastly|finally) "
    r"|(?:another|also|similarly|besides|overall|other|others|a (?:second|third|fourth|final|further|related|more recent))\b"
    r"|(?:two|three|four|five|six|several|many|some) other\b"
    r"|(?:the|their|its|his|her) (?:second|third|fourth|fifth|next|last|final|other) (?!law\b|order\b|world\b|generation\b)"
    r"|(?:altogether|taken together|to summarize|in summary|in conclusion|to conclude|in short|in sum|all in all|on the whole)\b"
    r"|there (?:is|was) (?:also )?a (?:second|third|fourth|fifth|final)\b"
    r"|(?:still|yet) (?:another|others)\b|at last\b|one (?:more|last|final)\b|in a (?:second|third|similar|different|related)\b"
    r"|as (?:another|a final|a second)\b|along (?:the same|these|similar) lines\b|to begin with\b|for starters\b"
    r"|in the (?:first|second|third|fourth|next|last|final) (?:step|stage|example|method|approach)\b(?! of\b)"
    r"|unlike (?:this|these|those|its|their|other|the other|most)\b|(?:aside|apart) from (?:this|these)\b"
)
