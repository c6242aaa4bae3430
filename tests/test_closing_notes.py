"""Closing notes: an abstract is read without what a publisher or a database writes behind it, so that it is found again
in another."""

from __future__ import annotations

import pytest
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.closing_notes import strip_closing_notes
from proportion import grows_in_proportion

ABSTRACT = (
    "Sleep helps mice to remember where they have found their food, and mice that are kept awake for a night (n = 40) "
    "look for it in the wrong places on the next day."
)
NOTES = [
    "[ABSTRACT FROM AUTHOR]",
    "(ABSTRACT TRUNCATED AT 250 WORDS)",
    "(PsycInfo Database Record (c) 2020 APA, all rights reserved)",
    "(PsycINFO Database Record (c) 2016 APA, all rights reserved).",
    "© 2019 Elsevier Ltd. All rights reserved.",
    "&copy; 2019 The Author(s). Published by Elsevier B.V. on behalf of the Society of Sleep.",
    "(c) 2005 Wiley-Liss, Inc.",
    "Copyright © 2012 John Wiley & Sons, Ltd.",
    "Copyright 2001 Academic Press.",
    "Published by Elsevier Inc.",
    "This article is protected by copyright. All rights reserved.",
    "[ABSTRACT FROM AUTHOR] Copyright of Journal of Sleep is the property of Night Press and its content may not be copied "
    "or sent to a list without written permission. However, users may print it for themselves. (Copyright applies to all Abstracts.)",
]


def snippet(text: str, url: str) -> Snippet:
    return Snippet(snippet_id(text, url), text, url)


@pytest.mark.parametrize("note", NOTES)
def test_an_abstract_with_a_note_behind_it_is_the_abstract(note: str) -> None:
    kept, report = clean(
        [snippet(f"{ABSTRACT} {note}", "https://example.org/a"), snippet(ABSTRACT, "https://example.org/b")]
    )
    assert [one.text for one in kept] == [ABSTRACT] and report.duplicates == 1


@pytest.mark.parametrize(
    "end",
    [
        "The sign © says who holds the rights.",
        "© 2019 Elsevier. Sleep helps mice to remember their food.",
        "The reaction of form (c) 2019 was slow.",
        "A book on it was published by Penguin in 1950.",
        "Published by few, it was read by many.",
        "Published by Smith in 1990.",
        "The sign of that is © 2019",
        "(Copyright is held by those who wrote it in all of these cases.)",
        "All rights reserved for owners were lost in that year.",
    ],
)
def test_what_only_speaks_of_rights_stays(end: str) -> None:
    assert strip_closing_notes(f"{ABSTRACT} {end}") == f"{ABSTRACT} {end}"


def test_a_text_that_is_a_note_stays() -> None:
    assert strip_closing_notes(NOTES[4]) == NOTES[4]


@pytest.mark.parametrize(
    "unit", ["© 2019 A. ", "Copyright of A is the property of B ", "[abstract from ", "(c) 2019 A ", "(", " "]
)
def test_notes_are_looked_for_in_time_in_proportion(unit: str) -> None:
    line = unit * 40_000
    assert grows_in_proportion(strip_closing_notes, line[:10_000], line[:40_000])
