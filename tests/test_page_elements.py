"""Elements that hold text, or show none, go; types, tokens and comparisons in angle brackets stay."""

from __future__ import annotations

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.page_elements import without_elements
from proportion import grows_in_proportion


def cleaned(text: str) -> str:
    (kept,), _ = clean([Snippet("r", text)], min_words=1)
    return kept.text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('Reefs grow.\n<iframe width="660" src="https://example.org/a?b=c" allowfullscreen></iframe>', "Reefs grow."),
        ("<details open><summary>Why?</summary>\n\nReefs grow.\n</details>", "Why?\n\nReefs grow."),
        ("<center>Reefs grow.</center> Press <kbd>Enter</kbd>.", "Reefs grow.\n\nPress Enter."),
        ("<video controls width='9'><source src=a.mp4></video>Reefs grow.", "Reefs grow."),
        ('Reefs grow.\n<cnx-pi data-type="cnx.eoc">class="x"</cnx-pi>', "Reefs grow."),
        (
            'See <ext-link ext-link-type="uri" href="a">the page</ext-link> of <my-reef id="a">it</my-reef>.',
            "See the page of it.",
        ),
        ('<Listing number="1-2" caption="A `Vec<T>` of reefs">\n\nReefs grow.\n\n</Listing>', "Reefs grow."),
        (
            "Reefs grow. {{#include ../a.txt:3}} They die. {% endnote %}{{< figure src='a.png' >}}",
            "Reefs grow. They die.",
        ),
    ],
)
def test_elements_that_set_no_text_go(text: str, shown: str) -> None:
    assert cleaned(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Where p < 0.05 and x > 3, a reef of <10 m is small, and a<b and c>d.",
        "A Vec<String> holds Rc<RefCell<Node>>, HashMap<K, V> and Iterator<Item = u32>; <eos> and <cls> are tokens.",
        "Copy <file-name> to <source code>, or see <Your Name> in {x% of it} and {{a}}.",
        "The set {{1, 2}, {3}} and 5 {%} of it, {{#}} too.",
    ],
)
def test_what_stands_in_other_brackets_is_text(text: str) -> None:
    assert without_elements(text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "<",
        "<iframe ",
        '<Reef a="',
        "<Reef a=b ",
        "</Reef",
        "<a-",
        "{{#a ",
        "{% a",
        "{{< ",
        "<video open",
        "<a-pi>",
        "<a-pi>a",
    ],
)
def test_elements_are_looked_for_in_linear_time(unit: str) -> None:
    assert grows_in_proportion(without_elements, unit * (10_000 // len(unit)), unit * (40_000 // len(unit)))
