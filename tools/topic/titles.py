"""Titles: the headings that a snippet stands under, whether one of them names the topic, and what the last is about.

Readers object no more to a sentence under a title that names the topic, or in a chapter of that name, than to one that
names it itself, and less to one under a heading that its title names as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import takewhile

from castalia.memory.records import Snippet
from castalia.tools.language.acronyms import ACRONYM
from castalia.tools.language.words import content_stems, stand_together, stem_set
from castalia.tools.topic.source_paths import headings_of, slug

BESIDE = 4  # content words that a title may have beside the topic


def title_of(snippet: Snippet) -> str:
    """The headings over a snippet, with ">" between; where it has none, the words at the end of its url."""
    return headings_of(snippet) or slug(snippet.document)


def document_title(snippet: Snippet) -> str:
    """The widest of the headings over a snippet, or those words of its url."""
    return title_of(snippet).partition(">")[0].strip()


@lru_cache(maxsize=4_096)
def names_topic_first(title: str, topic: tuple[str, ...]) -> bool:
    """Whether a part of a title, or one of its names with a slash between, has the words of the topic (its stems) and
    no others, or names it, the words side by side and before anything else, or as what all the rest is of."""
    return is_title(title, topic) or any(
        stand_together(topic, content_stems(one))
        and (_is_first(topic, one) or _is_all_of(topic, one) or _is_beside(topic, one))
        for part in _PARTS.split(title)
        for one in dict.fromkeys((part, *part.split("/")))
    )


@lru_cache(maxsize=4_096)
def is_title(title: str, topic: tuple[str, ...]) -> bool:
    """Whether a part of a title has the words of the topic (its stems), in any order, and no others."""
    return bool(topic) and any(stem_set(part) == frozenset(topic) for part in title.split(">"))


def calls(heading: str, names: Iterable[tuple[str, ...]]) -> bool:
    """Whether a heading is one of these names (stems) and nothing else, perhaps behind a colon, or with an acronym of it
    in brackets ("Robert Merton: Strain theory", "Polymerase chain reaction (PCR)")."""
    parts = heading.split(":")
    called = {one for part in parts for one in (stem_set(part), stem_set(_BRACKETED.sub("", part)))}
    return not called.isdisjoint(map(frozenset, names))


def _is_first(topic: tuple[str, ...], part: str) -> bool:
    """Whether a part of a title is about the topic before anything else: what stands under "Liver, pancreas and spleen"
    may tell of any, and the long title of an article names what one study looked at."""
    before = takewhile(lambda word: set(topic).isdisjoint(content_stems(word)), part.split())
    is_brief = len(content_stems(part)) <= len(topic) + BESIDE
    is_named = any(words and words.issubset(topic) for words in map(stem_set, part.split()))  # not only "enzyme-linked"
    return is_brief and is_named and not _lists(part) and (_JOINS | _LEAVING_OUT).isdisjoint(map(str.lower, before))


def _is_all_of(topic: tuple[str, ...], part: str) -> bool:
    """Whether all that a part of a title names is of the topic: "Preparation and uses of the noble gases"."""
    found = _OF.fullmatch(part)
    return found is not None and content_stems(found[1]) == topic


def _is_beside(topic: tuple[str, ...], part: str) -> bool:
    """Whether a part of a title is about what something else does to, or in, the one thing of this name: "Prokaryotes
    and the nitrogen cycle", which "Algae and lichens" is not; a name of one word may stand for a part of it."""
    found = _AND_THE.fullmatch(part)
    return found is not None and len(topic) > 1 and content_stems(found[2]) == topic and not _lists(part)


def _lists(part: str) -> bool:
    """Whether a part of a title counts several things ("What is a marriage? What is a family?")."""
    return "," in part or "?" in part.rstrip()[:-1]


@lru_cache(maxsize=4_096)
def narrowest(title: str) -> frozenset[str]:
    """The content stems of the last part of a title, which says most closely what stands under it; none where that
    part joins several things."""
    part = title.rpartition(">")[2]
    joins = _lists(part) or not _JOINS.isdisjoint(part.lower().split())
    return frozenset() if joins else stem_set(part)


@lru_cache(maxsize=4_096)
def announced(title: str, topic: frozenset[str]) -> frozenset[str]:
    """The names (stems joined by a space) of all that the last part of a title joins, each with and without the topic's
    words, and of its acronyms: under "Cerebellum and prefrontal cortex" nobody asks which cerebellum is meant."""
    last = title.rpartition(">")[2]
    named = [content_stems(one) for one in _JOINTS.split(last)]
    plain = [[stem for stem in name if stem not in topic] for name in named]
    short = [content_stems(one) for one in ACRONYM.findall(last)]
    return frozenset(" ".join(name) for name in (*named, *plain, *short) if name)


def lone_heading(snippet: Snippet) -> str:
    """The last heading over a snippet, where no title says what its document is about; else ""."""
    headings = headings_of(snippet)
    return "" if snippet.title and ">" in headings else headings.rpartition(">")[2].strip()


_BRACKETED = re.compile(r"\([^()]*\)")
_PARTS = re.compile("[>:]")
_OF = re.compile(r"(?:(?! of ).)+ of (?:the |an? )?((?:(?! of ).)+)")
_AND_THE = re.compile(r"(.+) and the (.+)")
_JOINTS = re.compile(r"[,:;/]|\b(?:and|or|versus|vs)\b|&", re.IGNORECASE)
_JOINS = frozenset(("and", "or", "versus", "vs", "vs.", "&"))
# "Ways Other Than Voting"
_LEAVING_OUT = frozenset(("than", "beyond", "without", "besides", "except", "beside", "outside"))
