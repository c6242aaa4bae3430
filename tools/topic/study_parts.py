"""Study parts: what of a paper reports on its own study, as the headings say above it.

A paper tells in its introduction what is known, and then what its authors did, measured and make of it. That needs the
whole paper: of sentences from such parts readers object to nearly all.
"""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.memory.records import Snippet
from castalia.tools.topic.source_paths import headings_of


def is_study_part(snippet: Snippet) -> bool:
    """Whether one of the headings over a snippet is that of such a part."""
    return _is_study(headings_of(snippet))


@lru_cache(maxsize=4_096)
def _is_study(headings: str) -> bool:
    return any(_STUDY.fullmatch(" ".join(one.split())) for one in headings.split(">"))


_PART = (
    r"(?:(?:materials?|patients|subjects|participants|samples|data|model|study|statistical|experimental) (?:and|&) )?methods?"
    r"|methodology|methods? summary|model|(?:study|experimental) (?:design|population|procedures?|section|setup|details|results)"
    r"|statistical (?:analys[ie]s|methods?)|data (?:analysis|collection)|(?:main |experimental )?(?:results|findings)"
    r"|general discussion|discussion|limitations|ablation (?:study|studies)"
    r"|supplementary (?:material|materials|information|methods)|ethics statement"
)
_STUDY = re.compile(rf"(?:[0-9.]+ )?(?:{_PART})(?:(?: and | & | ?/ ?)(?:{_PART}|conclusions?))?", re.IGNORECASE)
