"""Roles of Sphinx, MyST and D2L are read as what they show, and the keys of citations and labels are no prose."""

from __future__ import annotations

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.source_roles import strip_roles
from castalia.tools.language.sentences import split_sentences
from castalia.tools.objections.sentence_rules import objections
from proportion import grows_in_proportion


def cleaned(text: str) -> str:
    (kept,), _ = clean([Snippet("r", text)], min_words=1)
    return kept.text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Reefs are old :cite:`Lee.2012`, and grow\n:cite:p:`Lee.Ito.2012,Ray.2013`.", "Reefs are old, and grow."),
        ("Reefs are old {cite}`lee2012`. They grow {cite:p}`lee,ray`.", "Reefs are old. They grow."),
        ("# Reefs\n:label:`sec_reefs`\n\nReefs are old.", "Reefs\n\nReefs are old."),
        ("(sec-reefs)=\n# Reefs\n\nReefs are old.", "Reefs\n\nReefs are old."),
        (
            "They grow.\n\n![A reef.](reef.svg)\n:width:`400px`\n:label:`fig_reef`\n\nThey die.",
            "They grow.\n\nThey die.",
        ),
        (":begin_tab:`mxnet`\nReefs are old.\n:end_tab:", "Reefs are old."),
        (
            "As {numref}`Map %s <map>` shows, by {eq}`growth` and :eqref:`eq_g`.",
            "As Figure ?? shows, by (??) and (??).",
        ),
        ("It grows, as :ref:`sec_growth` shows.", "It grows, as Figure ?? shows."),
        ("See {ref}`the uses <uses>` of {term}`Reef` and {py:class}`~a.b.Reef`.", "See the uses of Reef and Reef."),
    ],
)
def test_roles_are_read_as_what_they_show(source: str, shown: str) -> None:
    assert cleaned(source) == shown


@pytest.mark.parametrize("role", [":citet:`Lee.Ito.2012`", ":cite:`Lee.Ito.2012`", "{cite:t}`Lee.Ito.2012`"])
def test_a_citation_that_holds_a_place_in_its_sentence_ends_none_and_keeps_it_from_being_quoted(role: str) -> None:
    text = cleaned(f"{role} showed that reefs grow in warm seas. It is so in {role} Reefs, as is known.")
    those = [one.text for one in split_sentences(text)]
    assert those == ["[@] showed that reefs grow in warm seas.", "It is so in [@] Reefs, as is known."]
    assert all(map(objections, those))


@pytest.mark.parametrize(
    "text",
    [
        "the ratio a:b:`c`, run `a {x}` and `b`, or `{ref}` and `{doc}`",
        "The set {a}`s size, f(x)= 2 and (b)= 3 stay, and so do\n(a + b)=\n",
        "At 12:30:`so` they label: it.",
    ],
)
def test_what_is_no_role_stays(text: str) -> None:
    assert strip_roles(text) == text


@pytest.mark.parametrize(
    "unit", [":cite", ":cite:`", ":a:`b", ":a:b:", "{cite}`", "{ref}`a ", "\n(a", ":label:`", " :cite:`a"]
)
def test_roles_are_read_in_linear_time(unit: str) -> None:
    assert grows_in_proportion(strip_roles, unit * (10_000 // len(unit)), unit * (40_000 // len(unit)))
