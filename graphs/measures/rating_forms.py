"""``rating_form``: pages, of one system or of several, as one HTML file that asks people about them. What is asked and
how it looks lives in ``tools.study``; what they answer is read by ``tools.judging.judgements``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from castalia.graphs.measures.opened_pages import (
    OpenedPage,
    Pages,
    check_names,
    folder_names,
    open_pages,
    pages_by_topic,
)
from castalia.graphs.measures.paired_pages import pair_pages
from castalia.graphs.page import TopicPage
from castalia.memory.errors import InputError
from castalia.memory.paths import expand, named_file
from castalia.tools.language.counting import count
from castalia.tools.language.listing import first_few
from castalia.tools.pages.write_whole import write_file
from castalia.tools.study.study_form import Asked, StudyItem, render_form
from castalia.tools.study.study_order import pair_order, single_order
from castalia.tools.study.study_questions import STUDY_QUESTIONS, StudyQuestion, read_questions


@dataclass(frozen=True, slots=True)
class RatingForm:
    """A form: its HTML, how many screens it has, the systems in it, the pages that could not be read, and what whoever
    hands it out should know."""

    html: str
    screens: int
    systems: tuple[str, ...]
    failures: tuple[str, ...]
    notes: tuple[str, ...]

    def save(self, path: str | Path) -> Path:
        """Write the file, whole or not at all."""
        target = named_file(path)
        write_file(target, self.html)
        return target

    def __repr__(self) -> str:
        return f"RatingForm({count(self.screens, 'screen')}, {', '.join(self.systems)})"


def rating_form(
    pages: Pages,
    against: Pages | None = None,
    *,
    questions: str | Path | Sequence[StudyQuestion] | None = None,
    names: Sequence[str] | None = None,
    asked: Asked | None = None,
    seed: int = 0,
    title: str = "Rating of topic pages",
) -> RatingForm:
    """The form for these pages, one after another; with ``against``, for pairs of pages on the same topic.

    ``asked`` says what is asked of a pair: "preferences" (default), "scores", or "both". ``names`` are the systems'
    names in the judgements; without them they are those of the folders, as ``compare`` calls them. Without ``against``
    every folder of pages is a system, and a page by itself belongs to that of the folder it lies in. Seeds 2k and 2k +
    1 show the same pairs with their sides exchanged. ``InputError`` where a system has two pages on one topic, two
    systems one name, or two sides no topic in common.
    """
    wanted = _questions(questions)
    _check_kinds(asked, seed, title)
    if against is not None:
        items, systems, failures, notes = _pairs(pages, against, names, seed)
    elif asked not in (None, "scores"):
        raise InputError("a preference needs two sides: say what the pages are to be held against")
    else:
        items, systems, failures = _singles(pages, names, seed)
        notes = []
    html = render_form(items, wanted, asked or ("preferences" if against is not None else "scores"), title)
    return RatingForm(html, len(items), systems, tuple(failures), tuple(notes))


def _questions(given: str | Path | Sequence[StudyQuestion] | None) -> tuple[StudyQuestion, ...]:
    """What is asked; ``InputError`` for what is no question."""
    if isinstance(given, str | Path):
        return read_questions(given)
    wanted = given or STUDY_QUESTIONS
    if not isinstance(wanted, Sequence) or not all(isinstance(one, StudyQuestion) for one in wanted):
        raise InputError(f"the questions are {given!r}: give a file of them, or a list of StudyQuestion")
    return tuple(wanted)


def _check_kinds(asked: object, seed: object, title: object) -> None:
    """``InputError`` for what type hints would tell those who check them."""
    if asked not in (None, *get_args(Asked)):
        raise InputError(f"asked is {asked!r}: choose {', '.join(get_args(Asked))}, or leave it out")
    if not isinstance(seed, int):
        raise InputError(f"the seed is {seed!r}: give a whole number")
    if not isinstance(title, str):
        raise InputError(f"the title is {title!r}: give a str")


def _pairs(
    first: Pages, second: Pages, names: Sequence[str] | None, seed: int
) -> tuple[list[StudyItem], tuple[str, ...], list[str], list[str]]:
    one, other, common = pair_pages(first, second, names)
    pairs = [((one.name, one.pages[key].record), (other.name, other.pages[key].record)) for key in sorted(common)]
    notes = [
        f"left out, for only {mine.name} has them: {first_few(alone)}"
        for mine, theirs in ((one, other), (other, one))
        if (alone := sorted(mine.alone(theirs)))
    ]
    items = [StudyItem(pair) for pair in pair_order(pairs, seed)]
    return items, (one.name, other.name), [*one.unopened, *other.unopened], notes


def _singles(
    pages: Pages, names: Sequence[str] | None, seed: int
) -> tuple[list[StudyItem], tuple[str, ...], list[str]]:
    asked: Sequence[Any] = [pages] if isinstance(pages, str | Path | TopicPage | Mapping) else list(pages)
    groups: dict[str, list[Any]] = {}
    for one in asked:
        groups.setdefault(_home(one), []).append(one)
    check_names(names or _labels(groups))
    called = tuple(names or _labels(groups))
    if len(called) != len(groups):
        raise InputError(f"{len(called)} names for {len(groups)} systems: {', '.join(_labels(groups))}")
    failures: list[str] = []
    topics: dict[str, list[tuple[str, OpenedPage]]] = {}
    for name, group in zip(called, groups.values(), strict=True):
        found, unread = open_pages(group)
        failures += unread
        for key, page in pages_by_topic(name, found).items():
            topics.setdefault(key, []).append((name, page))
    ordered = single_order([topics[key] for key in sorted(topics)], seed)
    return [StudyItem(((name, one.record),)) for name, one in ordered], called, failures


def _home(one: Any) -> str:
    """What tells one system from another: a folder of pages, or the folder that a page by itself lies in; "" for pages
    from memory."""
    if not isinstance(one, str | Path):
        return ""
    path = expand(one).resolve()
    folder = path.parent if path.is_file() else path
    return str(folder.parent if (folder / "page.json").is_file() else folder)


def _labels(homes: Iterable[str]) -> tuple[str, ...]:
    known = list(homes)
    return folder_names(known) if all(known) else tuple(Path(one).name or "pages" for one in known)
