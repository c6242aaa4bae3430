"""Speakers: who says what in a transcript ("VANCE: A reef is a ridge …"). Their labels go, so that what is said can be
quoted; the stamps and noises beside them are read in ``transcripts``.

A label may as well say of what its sentence is true ("CHILDREN: The dose is …", "Myth: …", "France: …", "Metformin:
Tell your doctor …"), and the sentence is false without it. So it goes only where a document is seen to be talk: labels
come again and again, one of them is surely a person's, or the document is called an interview, and none of the words of
the label is an ordinary one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from castalia.tools.language.abstract_labels import is_label
from castalia.tools.language.given_names import GIVEN_NAMES

TURNS = 3  # labels in a document, one of them at least twice: so many make a transcript

_TITLE = r"(?:Dr|Mrs?|Ms|Prof|DR|MRS?|MS|PROF)\.?"
_NAME = r"(?:[A-Z]\.|[A-Z][\w'’-]{1,30})"
SPEAKER = rf"(?:{_TITLE} )?{_NAME}(?: {_NAME}){{0,2}}(?: \d{{1,2}})?"
# A sentence, and no title in capitals ("Star Wars: The Last Jedi"), or a word that stands for one ("Yes.")
SAYS = r"[“\"'‘]?[A-Z][\w'’-]{0,40}(?:[.!?…—–-]|,? (?:[a-z(\d]|I\b))"
_TURN = re.compile(rf"(?:^|(?<=[.!?…”\"\])] ))({SPEAKER}):[ \t]+(?={SAYS})", re.MULTILINE)
_CALLED_TALK = re.compile(
    r"(?<![^\W_])(?:interview|podcast|webinar|oral[ _-]history)s?(?![^\W_])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_SURELY = frozenset("speaker interviewer interviewee".split())
_ROLES = _SURELY | frozenset("host moderator narrator announcer lecturer presenter".split())
_TITLES = frozenset("dr mr mrs ms prof professor".split())
# Labels of what is said, and of whom: a sentence without one says something else.
_TELLING = frozenset(
    """myth fact facts fiction reality claim true false right wrong correct incorrect pro con pros cons objection reply
    hypothesis example note warning adults children men women males females infants""".split()
)


@dataclass(frozen=True, slots=True)
class Said:
    """A text that may be of a transcript."""

    document: str
    """The name of its document."""
    title: str
    """What the document is called, in its title or its address."""
    text: str


def without_speakers(texts: Sequence[Said]) -> list[str]:
    """These texts without the labels of speakers; linear in their length."""
    turns = [list(_TURN.finditer(one.text)) if ": " in one.text else [] for one in texts]
    found: Mapping[str, list[re.Match[str]]] = defaultdict(list)
    called: set[str] = set()
    for one, some in zip(texts, turns, strict=True):
        found[one.document] += [turn for turn in some if not is_label(f"{turn[1]}:")]
        called |= {one.document} if some and _CALLED_TALK.search(one.title) else set()
    talks = {document: some for document, some in found.items() if _recurs(some)}
    if not talks:
        return [one.text for one in texts]
    ordinary = _ordinary({word for some in talks.values() for one in some for word in _words(one[1])}, texts)
    speakers = {document: _speakers(some, ordinary, document in called) for document, some in talks.items()}
    return [
        _without(one.text, speakers.get(one.document, frozenset())) if some else one.text
        for one, some in zip(texts, turns, strict=True)
    ]


def _without(text: str, speakers: Collection[str]) -> str:
    return _TURN.sub(lambda one: "" if one[1] in speakers else one[0], text) if speakers else text


def _recurs(turns: Sequence[re.Match[str]]) -> bool:
    return len(turns) >= TURNS and max(Counter(one[1] for one in turns).values()) > 1


def _speakers(turns: Sequence[re.Match[str]], ordinary: Collection[str], is_called_talk: bool) -> frozenset[str]:
    """Who speaks in a document; nobody where it is no talk."""
    own = [one for one in turns if _may_speak(one[1], ordinary)]
    if not own or not _recurs(own):
        return frozenset()
    is_talk = is_called_talk or any(_is_speaker(one[1]) or _is_person(one[1]) for one in own)
    return frozenset(one[1] for one in own) if is_talk else frozenset()


def _may_speak(label: str, ordinary: Collection[str]) -> bool:
    words = _words(label)
    if not words or not _TELLING.isdisjoint(words):
        return False
    return _is_speaker(label) or all(one in _ROLES or one not in ordinary for one in words)


def _is_speaker(label: str) -> bool:
    """Whether a label is a speaker's by what it says, whatever its words mean: "Speaker 1", "Dr. Brown"."""
    first, *rest = _words(label) or [""]
    return first in _SURELY or (first in _TITLES and bool(rest))


def _is_person(label: str) -> bool:
    """Whether a label has a first name before another: "Tom Vance"; "Jordan River" has ordinary words."""
    first, *rest = _words(label) or [""]
    return first in GIVEN_NAMES and bool(rest)


def _words(label: str) -> list[str]:
    return [one.lower() for one in _WORD.findall(label.replace("_", " "))]


def _ordinary(words: Collection[str], texts: Iterable[Said]) -> set[str]:
    """Those of these words that any text has in small letters."""
    return {word for one in texts for word in _WORD.findall(one.text) if word in words}
