"""Attributes of kramdown go; formats of numbers, maps and sets stay."""

from __future__ import annotations

import io

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.kramdown_attributes import without_attributes
from castalia.tools.corpus.notes import read_markdown
from castalia.tools.objections.sentence_rules import objections
from proportion import grows_in_proportion


def cleaned(text: str) -> str:
    (kept,), _ = clean([Snippet("r", text)], min_words=1)
    return kept.text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('**Polyps**{: data-type="term"} are small.', "Polyps are small."),
        ("*Polyps*{:.term} of `reef`{: .x #y lang='en'} are <u>small</u>{:}.", "Polyps of `reef` are small."),
        ('Polyps are small.\n{: .note data-label=""}\n\nThey feed.', "Polyps are small.\n\nThey feed."),
        ('{:toc}\n\n{::options toc_levels="2" /}\n\nThey feed.', "They feed."),
        ("To see:\n* {: #one} Polyps\n* {: #two} Fish", "To see:\n• Polyps\n• Fish"),
        ('Polyps are small. {: data-type="newline"} They feed.', "Polyps are small. They feed."),
    ],
)
def test_attributes_go(text: str, shown: str) -> None:
    assert cleaned(text) == shown


def test_a_sentence_with_a_term_that_has_an_attribute_can_be_quoted() -> None:
    text = cleaned('**Polyps**{: data-type="term"} are the small animals that build the reefs of warm seas.')
    assert not objections(text)


@pytest.mark.parametrize(
    "text",
    [
        'The call "{:.2f}".format(x) rounds, `{:#x}` is hexadecimal, and so is {:#x}.',
        "The map {:depth 3 :name reef} and the pair {:ok} are data, and so is f({:a}).",
        "The set {: x > 0 :} holds all x, and {: (a), (b) :} is a column.",
    ],
)
def test_what_only_looks_like_attributes_stays(text: str) -> None:
    assert without_attributes(text) == text


@pytest.mark.parametrize("heading", ["## Uses {: #uses}", "## Uses {:.no_toc}", "## Uses {#uses}"])
def test_the_attributes_of_a_heading_are_not_read_with_it(heading: str) -> None:
    text = f"# Reefs\n\n{heading}\n\nPolyps are small.\n"
    stream = io.BufferedReader(io.BytesIO(text.encode()))  # type: ignore[arg-type]
    ((_, row),) = read_markdown(stream, "reefs.md", lambda names: True)
    assert row["section"] == "Uses"  # type: ignore[index]


@pytest.mark.parametrize("unit", ["{:", "*{: ", "*{: a", '*{: a="b" ', "\n{: #a ", "\n* ", "{::a ", "*{:.a .b"])
def test_attributes_are_looked_for_in_linear_time(unit: str) -> None:
    assert grows_in_proportion(without_attributes, unit * (10_000 // len(unit)), unit * (40_000 // len(unit)))
