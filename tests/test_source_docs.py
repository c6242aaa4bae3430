"""Source of manuals and notes (reStructuredText, org): read as what it shows, and nothing else is touched."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.source_org import strip_org
from castalia.tools.corpus.source_rest import strip_rest
from hypothesis import given
from hypothesis import strategies as st


def cleaned(text: str) -> str:
    ((one,), _) = clean([Snippet("", text)], min_words=0)
    return one.text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("See :ref:`uses <u>`, :py:class:`~a.b.Reef` and `the page <https://a.org>`_ or `Uses`_.", "See uses, Reef and the page or Uses."),
        ("It is :math:`x^2` wide [Lee2001]_, as in [1]_.", "It is $x^2$ wide, as in [1]_."),
        ("Reefs\n~~~~~\nThey grow.\n\n.. _uses:\n\n.. note:: They live.\n   They die.\n", "Reefs\n\nThey grow.\n\nThey live. They die."),
        ("They grow.\n\n.. code-block:: python\n   :linenos:\n\n   x = 1\n\n.. image:: a.png\n   :alt: A\n\nThey live.", "They grow.\n\nThey live."),
        ("Run it::\n\n    make all\n    make it\n\nThey live.", "Run it:\n\nThey live."),
        ("Lee wrote::\n\n   They grow slowly in the dark,\n   and they live for long.\n\nThey die.", "Lee wrote:\n\nThey grow slowly in the dark, and they live for long.\n\nThey die."),
        ("So::\n\n    Print(the) reef in all of its colours.\n\nThey die.", "So:\n\nThey die."),
        ("The mean is\n\n.. math:: x = 1\n   :label: a\n\nwhere x is large.", "The mean is x = 1 where x is large."),
        (".. [1] A. Lee, Reefs.\n   2001.\n\nThey live.", "They live."),
    ],
)  # fmt: skip
def test_restructured_text_is_read_as_what_it_shows(source: str, shown: str) -> None:
    assert cleaned(source) == shown


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("See [[https://a.org/b][the page]], so.", "See the page, so."),
        (
            "#+TITLE: Reefs\n* Uses :sea:\n:PROPERTIES:\n:ID: 5\n:END:\nThey /clean/ =water= and ~sand~.\n** TODO Types\n"
            "#+BEGIN_SRC python\nx = 1\n#+END_SRC\n#+begin_quote\nThey grow.[fn:1]\n#+end_quote\n",
            "Uses\n\nThey clean water and sand.\n\nTypes\n\nThey grow.",
        ),
    ],
)
def test_org_is_read_as_what_it_shows(source: str, shown: str) -> None:
    assert cleaned(source) == shown


@pytest.mark.parametrize(
    "text",
    [
        "the ratio a:b:`c`, run `x` or ``y`` first, in std::vector and a `word'_1",
        "and so on ...\n\n.. and more of it",
        "k[[a][b]], [[1][2]] and and/or, 5/6/2001, a = b = c",
        "* one\n* two =so= /so/",
        "the C#+ and a#+b",
        "the rate is ([H_2O_2]_(t_2) − [H2O]_0) of [Na]_{i}",
    ],
)
def test_other_signs_stay(text: str) -> None:
    assert strip_org(strip_rest(text)) == text


PIECES = ":ref:` ` <a> `_ [1]_ .._note::_ .._image::_a :: \n \n__x ~~~~ word [[a][ ]] #+TITLE: \n#+begin_src \n#+end_src *_ /so/ =so= :END: [fn:1] .".split(
    " "
)


@given(
    st.lists(
        st.sampled_from([one.replace("_", " ") if one not in ("`_", "[1]_") else one for one in PIECES] + [" ", "\n"]),
        max_size=20,
    ).map("".join)
)
def test_a_text_with_pieces_of_such_source_is_clean_when_it_is_cleaned(text: str) -> None:
    once = clean([Snippet("", text)], min_words=0)[0]
    assert clean(once, min_words=0)[0] == once


@pytest.mark.parametrize(
    "unit", [":a:`", "`a <", "`a", ".. a::\n", ".. a::\n  x\n", "a::\n\n", " x\n", "a\n~~~\n", "[[a][", "#+begin_src\n", ":PROPERTIES:\n", ":a:\n", "* a ", "=a ", "/a ", "[fn:"]
)  # fmt: skip
def test_such_source_is_read_in_linear_time(unit: str) -> None:
    start = time.process_time()
    for begin in ("#+a\n", ".. a::\n", "`", "a::\n\n  x\n"):
        text = begin + unit * (40_000 // len(unit))
        strip_org(strip_rest(text))
    assert time.process_time() - start < 2
