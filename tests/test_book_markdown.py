"""Marks of books in Markdown go, or are read as what they show; what only looks like them stays."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean

ROW = "A reef is built by colonies of stony corals that live in warm, clear and shallow water of the sea."
CAPTION = "The reef in May, by Lee. " * 20


def cleaned(text: str) -> str:
    (kept,), _ = clean([Snippet("r", text)], chunk_tokens=2_000, min_words=1)
    return kept.text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Corals[^1] are animals.[^lee-2] They feed at night.", "Corals are animals. They feed at night."),
        (
            "Corals are animals.\n\n[^1]: So says Lee,\n    and others.\n\nThey feed.",
            "Corals are animals.\n\nThey feed.",
        ),
        ("Corals^[Stony ones [as here].] are animals.", "Corals are animals."),
        ("They bind CO~2~ and CO~3~^2-^ at 10^3^ places.", "They bind CO2 and CO3^2- at 10^3 places."),
        ("In the 19^th^ century they were known.", "In the 19th century they were known."),
        (r"The 5\' cap and *gene flow*\: the flow, **in**\: 2.", "The 5' cap and gene flow: the flow, in: 2."),
        ("**Feeding**\nCorals feed at night.", "Feeding\n\nCorals feed at night."),
        ("__Stony corals__ build, and __soft__ ones do not.", "Stony corals build, and soft ones do not."),
        ("They grow _after _spawning, and __Budding __is common.", "They grow after spawning, and Budding is common."),
        ("Corals are animals [#2][#14].", "Corals are animals."),
        ("::: {.callout-note #a}\nCorals feed at night.\n:::", "Corals feed at night."),
        (
            "Reefs grow.\n\n:::: warning\n::: {.b}\nThey feed.\n:::\n::::\nThey rest.",
            "Reefs grow.\n\nThey feed.\n\nThey rest.",
        ),
        (
            'The [stony]{.smallcaps} *corals*{.x} feed [at night](n.html){.link target="_blank"}.',
            "The stony corals feed at night.",
        ),
        (f"```{{r fig, fig.cap='{CAPTION}'}}\nplot(reef)\n```\nThey feed at night.", "They feed at night."),
        (
            "They grow as :numref:`reef-map` shows, by :eq:`growth` alone.",
            "They grow as Figure ?? shows, by (??) alone.",
        ),
        (
            '<p>So it is written:</p><pre class="programlisting">CREATE reef; <b>x</b></pre><p>It is kept.</p>',
            "So it is written:\n\nIt is kept.",
        ),
        (
            '<p>It says</p><pre class="screen">reef?</pre><p>where no coral is.</p>',
            "It says … where no coral is.",
        ),
        ("It says\n```sh\nreef?\n```\nwhere no coral is.", "It says … where no coral is."),
        ("It says:\n```sh\nreef?\n```\nNo coral is there.", "It says:\n\nNo coral is there."),
    ],
)
def test_marks_of_books_in_markdown_are_read_as_what_they_show(text: str, shown: str) -> None:
    assert cleaned(text) == shown
    assert cleaned(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "The pattern [^a-z] stands for all that is no small letter, and x[^a]b is one of them.",
        "In x^[2] and x^2^y a power stands, and Lee~et~al. know Theorem~2~holds.",
        "The method __init__ sets the private names _left and _right, or _a, _b.",
        "The nuclei _1^2H + _1^3H and Cu^2^+ + _0^1n are rare, and egrep '^[A-Z][A-Z]$' finds them.",
        "The call f(x){.5} and \\cite[see]{lee} stay, a [b]{c} and T[1]{.3} do, and so do ::: and :::: in a line.",
        "A loop is written while(x){a=1} here, and the index _{i=1} of a sum is below it.",
        r"The space of 5\'e and x\: y stays.",
        "They say **so** of it\nin all the books of the north.",
    ],
)
def test_what_only_looks_like_them_stays(text: str) -> None:
    assert cleaned(text).replace("~", " ").split() == text.replace("**", "").replace("~", " ").split()


def test_prose_that_someone_set_by_hand_is_no_code() -> None:
    assert "The reef is written of in lines" in cleaned("<pre>The reef is written of in lines that lie apart.</pre>")


def test_words_in_bold_on_a_line_of_a_paragraph_are_no_heading() -> None:
    assert "\n" not in cleaned("They were known as\n**Stony corals**\nLee gave to all the museums of the north.")


@pytest.mark.parametrize(
    "unit",
    [
        "^[",
        "[^a",
        "[^1]: x\n",
        "a~2",
        "a^2",
        "_a b ",
        "**a\n",
        "__a __b",
        "^[A [b] ",
        ":::",
        "::: {",
        "[a]{.",
        "[a]{.b",
        "]{.a .a ",
        "5\\'",
    ],
)
def test_time_is_linear_in_the_length(unit: str) -> None:
    begun = time.perf_counter()
    clean([Snippet("r", ROW + unit * (40_000 // len(unit)))])
    assert time.perf_counter() - begun < 5.0
