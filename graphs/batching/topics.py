"""The topics of a batch, and the folders that their pages go into.

A topic that no page can be about ("the", a path) is no wrong input, but a failure of its own: nobody wants a night's
batch to wait for it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from castalia.graphs.checks import check_count
from castalia.graphs.settings import LEAST_WORDS
from castalia.memory.errors import InputError
from castalia.tools.corpus.batch_files import FILES, OWN
from castalia.tools.corpus.cleaning import one_line
from castalia.tools.language.greek_letters import letters_named
from castalia.tools.language.words import content_stems
from castalia.tools.pages.slugs import is_reserved, slug
from castalia.tools.topic.topic_forms import singular
from castalia.tools.topic.typed_topic import typed_topic

# no slug begins with a sign, as OWN does
_TAKEN = FILES | {OWN}
LONGEST_OUT = 200  # bytes
SHORT = 4  # letters of a word below which an "s" at its end tells nothing
_MARKS = " .,;:!?…"  # that end a sentence, or a line of a list
ACRONYM = 6  # characters that a word in capitals may have and be one


@dataclass(frozen=True, slots=True)
class Topic:
    """One page to write. ``words`` about how long (``None``: as the settings say), ``out`` its folder in the batch's
    (default: by its name), ``where`` it was read ("topics.csv:7"), ``corpus`` the name of what it is written from, for
    those who read that column."""

    name: str
    domain: str = ""
    words: int | None = None
    out: str = ""
    where: str = ""
    corpus: str = ""

    def __post_init__(self) -> None:
        for what in ("name", "domain", "out", "where", "corpus"):
            if not isinstance(given := getattr(self, what), str):
                raise InputError(f"the {what} of a topic is {given!r}: give a str")
        if self.words is not None:
            check_count("words", self.words, LEAST_WORDS)

    @property
    def folder(self) -> str:
        """Its folder in the batch's, with "/" between the parts of a path."""
        return self.out or slug(self.name)

    @property
    def key(self) -> tuple[str, str, str, int | None]:
        """What makes it the same page: with these four values an ``Ended`` begins."""
        return (self.name, self.domain, self.folder, self.words)


@dataclass(frozen=True, slots=True)
class TopicList:
    """The topics in the order of their file, each once, and what was passed over. It gives its topics one by one."""

    topics: tuple[Topic, ...]
    notices: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Topic]:
        return iter(self.topics)

    def __len__(self) -> int:
        return len(self.topics)


def topics_of(given: Iterable[Topic | str], domain: str) -> TopicList:
    """The topics of a list that somebody gives, or of a file that was read; ``domain`` is that of those that name none.
    ``InputError`` for what is no topic, or no list of any."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        what = "one str" if isinstance(given, str) else repr(given)
        raise InputError(f"topics is {what}: give a list of topics, or read_topics(FILE)")
    made = [_topic_of(one) for one in given]
    if not made:
        raise InputError("there is no topic: give at least one")
    checked = check_topics((replace(one, domain=one.domain or domain) for one in made), is_written=True)
    passed_over = given.notices if isinstance(given, TopicList) else ()
    return replace(checked, notices=(*passed_over, *checked.notices))


def _topic_of(given: object) -> Topic:
    made = Topic(" ".join(given.split())) if isinstance(given, str) else given
    if not isinstance(made, Topic) or not made.name.strip():
        raise InputError(f"{given!r} is no topic: give a str, or a Topic")
    return made


def check_topics(topics: Iterable[Topic], *, is_written: bool = False) -> TopicList:
    """Each topic of a domain once, the first time it comes, named as its page will be; where pages of them are to be
    written, also one that would have the same page. ``InputError`` for two that would go into the same folder."""
    kept: dict[tuple[object, ...], Topic] = {}
    notices: list[str] = []
    for given in topics:
        topic = replace(
            given, name=typed_topic(given.name) or given.name, domain=one_line(given.domain) or given.domain
        )
        name = letters_named(topic.name)
        names = (_same_name(name), content_stems(name)) if is_written else (slug(topic.name),)
        key = (*names, topic.domain)
        if (first := kept.get(key)) is not None:
            called = "" if slug(first.name) == slug(topic.name) else f', as "{first.name[:80]}"'
            notices.append(f"{_told(topic)} is there before{_at(first)}{called}: it is written once")
        else:
            kept[key] = topic
    _check_folders(list(kept.values()))
    return TopicList(tuple(kept.values()), tuple(notices))


def _same_name(topic: str) -> str:
    """What two topics have in common that differ in a capital before a word, in the number of the last one or in the
    mark behind it, of which the same page would be written, or of which one is all in capitals; a word with capitals of
    its own stays, and so does what may be an acronym ("LEDs", "led")."""
    topic = topic.rstrip(_MARKS) or topic
    is_loud = topic.isupper() and (" " in topic or len(topic) > ACRONYM)
    words = [
        one if one[1:] != one[1:].lower() else one.lower() for one in (topic.lower() if is_loud else topic).split()
    ]
    is_short = not words or len(words[-1]) < SHORT
    return " ".join(words if is_short else [*words[:-1], _singular(words[-1])])


def _singular(word: str) -> str:
    name = singular(word)
    return name.removesuffix("e") if name.endswith("ae") else name  # "zooxanthellae"


def _check_folders(topics: Sequence[Topic]) -> None:
    by_folder: dict[str, Topic] = {}
    for topic in topics:
        if topic.out:
            check_out_name(topic.out, topic.where)
        folder = unicodedata.normalize("NFC", topic.folder.casefold())  # some file systems take them for the same
        if (other := by_folder.get(folder)) is not None:
            raise InputError(
                f'{_told(topic)} would go into the folder "{topic.folder}" of "{other.name}"'
                + (f" ({other.domain})" if other.domain else "")
                + f"{_at(other)}: give it an out of its own"
            )
        by_folder[folder] = topic
    for folder, topic in by_folder.items():
        inside = next((by_folder[above] for above in _above(folder) if above in by_folder), None)
        if inside is not None:
            raise InputError(f'{_told(topic)} would go inside the folder of "{inside.name}": give it an out of its own')


def check_out_name(out: str, where: str = "") -> None:
    """``InputError`` unless this names a folder inside the batch's that is not one of its own."""
    parts = out.split("/")
    is_plain = all(one not in ("", ".", "..") and one.isprintable() and PurePath(one).name == one for one in parts)
    is_plain = is_plain and not any(one.startswith("-") or is_reserved(one) for one in parts)
    if not is_plain or "\\" in out or ":" in out or len(out.encode("utf-8", "replace")) > LONGEST_OUT:
        raise InputError(
            f"{_prefix(where)}out is {out[:80]!r}: give the name of a folder inside --out, for example: glycolysis"
        )
    if parts[0].casefold() in _TAKEN:
        raise InputError(f"{_prefix(where)}out is {out!r}, which the batch needs for itself: choose another name")


def _above(folder: str) -> Iterator[str]:
    parts = folder.split("/")
    yield from ("/".join(parts[:end]) for end in range(1, len(parts)))


def _told(topic: Topic) -> str:
    return f'{_prefix(topic.where)}"{topic.name[:80]}"' + (f" ({topic.domain})" if topic.domain else "")


def _prefix(where: str) -> str:
    return f"{where}: " if where else ""


def _at(topic: Topic) -> str:
    return f" at {topic.where}" if topic.where else ""
