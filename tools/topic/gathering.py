"""Gathering: whether somebody gathered a small corpus on a topic.

Then all of it is about that, whatever words it uses. What a corpus names most tells little: notes on beekeeping say
"hive" more often than "beekeeping". Their titles tell more: several of them name what the corpus is about, one what a
part of it is on.
"""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.records import Snippet
from castalia.tools.language.words import content_stems
from castalia.tools.topic.titles import document_title

LARGEST = 200  # snippets of such a corpus
# The topic's name stands in the titles of SEVERAL documents, or in SHARE of them; in the label (``topic``) of MOST rows,
# or in NEARLY_ALL texts; where no document has a title, in SOME of the texts; where none is called by it, in texts of
# WIDELY so many documents.
SEVERAL, SHARE, MOST, NEARLY_ALL, SOME, WIDELY = 3, 0.3, 0.5, 0.75, 0.25, 0.6


def is_gathered_on(stems: tuple[str, ...], corpus: Sequence[Snippet], naming: int) -> bool:
    """Whether a corpus of no more than ``LARGEST`` snippets, of which so many name the topic (``naming``), was gathered
    on that."""

    def is_named(said: str) -> bool:
        return {*stems} <= {*content_stems(said)}

    if not corpus:
        return False
    titles = {one.document: title for one in corpus if (title := document_title(one))}
    titled = sum(map(is_named, titles.values()))
    labelled = sum(is_named(one.topic) for one in corpus)
    is_called = any(content_stems(one)[: len(stems)] == stems for one in titles.values())
    widely = {one.document for one in corpus if not is_called and is_named(one.text)}
    return (
        titled >= SEVERAL
        or titled >= max(1, SHARE * len(titles))
        or labelled >= MOST * len(corpus)
        or len(widely) >= max(SEVERAL, WIDELY * len({one.document for one in corpus}))
        or naming >= (NEARLY_ALL if titles else SOME) * len(corpus)
    )
