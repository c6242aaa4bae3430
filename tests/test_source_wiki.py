"""Wiki source: read as what it shows, and brackets of other kinds are not touched."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.source_wiki import strip_wiki
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("A [[2004 coral]] builds [[Reef (sea)|reefs]] and [[polyp]]s.", "A 2004 coral builds reefs and polyps."),
        ("See [[Reef#Types]], [[#Uses|below]], [[#^uses]] and [[Reef (sea)|]].", "See Reef, below, uses and Reef."),
        ("[[File:a.jpg|thumb|A [[coral]] ''in vivo'']]A coral.[[Category:Corals]] ![[map.png]]", "A coral. "),
        ("A '''coral reef''' of ''Porites'' or '''''both''''', the '''reef'''s.", "A coral reef of Porites or both, the reefs."),
        ("'''The ''Beagle'' voyage''' and the lion's ''den''", "The Beagle voyage and the lion's den"),
        ('It lives.<ref name="a">{{cite web|url=b|title=<i>c</i>}}</ref><ref name=a /> So', "It lives. So"),
        ("A reef{{sfn|Lee|2001|p=5}} is old {{citation needed|date=May}}.", "A reef is old."),
        ("It is {{convert|5|to|10|km|mi|abbr=on}} long at {{cvt|20|C|F}}.", "It is 5 to 10 km long at 20 °C."),
        ("{{lang|fr|récif}}, {{nowrap|5 km}}, {{chem2|CO2}}, {{frac|1|2}}", "récif, 5 km, CO2, 1/2"),
        ("{{Infobox reef\n| name = {{nowrap|A}}\n| area = 5\n}}\nA reef.", "\nA reef."),
        ("{{Infobox\n| a = {{flatlist|\n* 5\n}}\n| b = {{plain|5}}\n}}A reef.", "A reef."),
        ("A [[fr:Récif|reef]].\n[[fr:Récif]]", "A reef.\n"),
        ("A reef. [[fr:Récif]] [[zh-yue:Riff (b)]]\n\n[[de:Riff]][[it:B]]\nIt lives.", "A reef.\n\n\nIt lives."),
        ("As [[fig:map]] shows, it grows [[doi:10.1/x]].", "As fig:map shows, it grows doi:10.1/x."),
        ("In [[1516]] and the [[1990s|nineties]]: {{As of|2020}} a ''reef'', {{as of|2021}} two.", "In 1516 and the nineties: As of 2020 a reef, as of 2021 two."),
        ("A reef ({{lang|xx}}{{IPAc-en|r}}) is [[old]].", "A reef (xx) is old."),
        ("A reef ({{IPAc-en|r|f}}) is [[old]].", "A reef is old."),
        ("A call f () of [[fish]] stays (), as of [[gulls]] it did.", "A call f () of fish stays (), as of gulls it did."),
        ("So they say{{who}}, and write {{when|date=May}} it.", "So they say, and write it."),
        ("A reef {{Infobox\n| a = 5\n}} lives.", "A reef lives."),
        ("Of it\n{| class=a\n|-\n| 5 || 6\n|}\nall", "Of it\n\nall"),
        ("[https://a.org/b the page] of <nowiki>it</nowiki>", "the page of it"),
        ("'''Types'''\n*[[Atoll]] is one\n** fringing\n: so", "Types\n* Atoll is one\n* fringing\n\nso\n"),
    ],
)  # fmt: skip
def test_wiki_source_is_read_as_what_it_shows(source: str, shown: str) -> None:
    assert strip_wiki(source) == strip_wiki(shown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "in an ''instant'' of time",  # quotes
        "the matrix [[1, 2], [3, 4]], x[[1]], x[['a']], x[[name]] and as shown [[3]]",
        "[[A, B], C] + [[n]] of [[1, n]], [[a, b]] and k [[x, y]]",
        "f''(x), 5'' wide, the ''tis of it, 5' to 3'",
        "an ''instant'' where a == b",
        r"$x^{{a}}$, $x_{{max}}$ and \frac{n}{{max}}, {{\rm env}} and \frac{{1}}{{2}}",
        "a == b == c\n==\n= A =",
        "the river is {{unknown thing|5}} long",
        "on {{date|2001}} in {{city}}, of {{capacity|5}} and {{factor}}",
        "Dear {{who}}, the {{note}} and the {{fact}} are here.",
        "{{c1::Mitochondria}} make {{c2::ATP::what}}",
        "[see https://a.org] and [https://a.org]",
        "{a} {{ }} {{{b}}}",
        "*one* of\n*them all*",
    ],
)
def test_other_brackets_stay(text: str) -> None:
    assert strip_wiki(text) == text


def test_quotes_of_tex_are_no_style_of_a_wiki() -> None:
    text = "The ``first'' and the ``second.'' Then ``a third''."
    assert strip_wiki(text) == text


def test_a_heading_of_a_wiki_does_not_run_into_its_text() -> None:
    ((one,), _) = clean([Snippet("", "Corals live.\n== Uses ==\nReefs are\n[[wave|waves']] end.")], min_words=0)
    assert one.text == "Corals live.\n\nUses\n\nReefs are waves' end."


PIECES = (
    "[[ ]] | {{ }} ' '' ''' == \n word convert| 5| km # : * {| |} <ref> </ref> <ref_name=a/> File: ! ( ) . ` ``".split(
        " "
    )
)


@given(st.lists(st.sampled_from([one.replace("_", " ") for one in PIECES] + [" "]), max_size=20).map("".join))
def test_a_text_with_pieces_of_wiki_source_is_clean_when_it_is_cleaned(text: str) -> None:
    once = clean([Snippet("", text)], min_words=0)[0]
    assert clean(once, min_words=0)[0] == once


@pytest.mark.parametrize(
    "unit", ["[[", "[[a|", "[[a]]", "[[#", "[[1", "{{", "{{ab", "{{ab|", "{{ab}}", "''", "''a ", "'''a", "<ref>", "<ref a", "<gallery", "{|\n", "{|\n|}\n", "==a\n", "== ", "[https://a", "[https://a b", "\n*", "*a", " "]
)  # fmt: skip
def test_wiki_source_is_read_in_linear_time(unit: str) -> None:
    start = time.process_time()
    for begin in ("''", "[[a ", "{{ab ", "<ref>", "{|", "=="):
        strip_wiki(begin + unit * (40_000 // len(unit)))
    assert time.process_time() - start < 2
