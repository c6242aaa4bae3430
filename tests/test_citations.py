"""Citation keys in, numbers out: no key takes a neighbour with it, and scientific brackets survive."""

from __future__ import annotations

import time

import pytest
from castalia.tools.pages.citations import bare_doi, join_parts, marks, number_citations, parse_keys, web_address
from hypothesis import given
from hypothesis import strategies as st

SHOWN = {"s1a2b3c", "s4d5e6f", "sabcdef"}
KNOWN = st.sampled_from(sorted(SHOWN))
UNKNOWN = st.sampled_from(["s000000", "s999999", "sffffff0"])
SCIENCE = [
    "glucose",
    "[0,1]",
    "[18]F",
    "[1,2]",
    "[1]",
    "(see",
    "Fig. 2)",
    "[Ca2+]",
    "[[nested] one]",
    "3 < 5",
    "x_i",
    "β",
]
WORDS = st.lists(
    st.one_of(
        st.sampled_from(SCIENCE), KNOWN.map("[{}]".format), st.tuples(KNOWN, KNOWN).map("[{0[0]}, {0[1]}]".format)
    ),
    max_size=12,
)
MESS = st.lists(
    st.one_of(st.sampled_from([*"[] ,;s1.", "s1a2b3c", "s000000", "a2b3c", "and", "12"]), st.text(max_size=3)),
    max_size=20,
).map("".join)


@given(st.lists(st.text(max_size=3)))
def test_numbers_follow_first_appearance_and_are_a_bijection(keys: list[str]) -> None:
    numbers = number_citations(keys)
    assert set(numbers) == set(keys)
    assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
    by_number = sorted(numbers, key=lambda key: numbers[key])
    assert by_number == sorted(numbers, key=keys.index) == list(numbers)
    assert number_citations([*keys, *reversed(keys)]) == numbers


def test_marks_stand_side_by_side() -> None:
    assert marks([3, 1]) == "[3][1]"
    assert marks([]) == ""


def test_keys_are_read_in_every_form_that_writers_use() -> None:
    text = "One [s1a2b3c]. Two [s4d5e6f, s1a2b3c]. Three [S4D5E6F; sabcdef] and [s1a2b3c and sabcdef]."
    parsed = parse_keys(text, SHOWN)
    assert parsed.text == "One [s1a2b3c]. Two [s4d5e6f][s1a2b3c]. Three [s4d5e6f][sabcdef] and [s1a2b3c][sabcdef]."
    assert parsed.unknown == ()


def test_an_unknown_key_goes_with_its_bracket_and_space_but_its_neighbour_stays() -> None:
    parsed = parse_keys("A [s000000]. B [s1a2b3c, s999999, s4d5e6f] c. [s000000] D [s000000][s1a2b3c].", SHOWN)
    assert parsed.text == "A. B [s1a2b3c][s4d5e6f] c. D [s1a2b3c]."
    assert parsed.unknown == ("s000000", "s999999")


def test_a_key_that_was_not_shown_to_this_writer_is_unknown() -> None:
    assert parse_keys("Fact [s4d5e6f].", {"s1a2b3c"}) == ("Fact.", ("s4d5e6f",))


@pytest.mark.parametrize(
    "text",
    [
        "over [0,1] and [1,2]",
        "[18]F-FDG",
        "[Ca2+] rose",
        "shown in [3] and [4-6]",
        "open [ and closed ] apart",
        "[[1,2],[3,4]]",
        "[seeds]",
        "the s1a2b3c strain",
        "[]",
        "]s1a2b3c[",
    ],
)
def test_scientific_brackets_survive(text: str) -> None:
    assert parse_keys(text, SHOWN) == (text, ())


def test_words_beside_a_key_are_kept() -> None:
    assert parse_keys("x [see s1a2b3c, p. 4]", SHOWN).text == "x [see p. 4][s1a2b3c]"
    assert parse_keys("x [12, s1a2b3c]", SHOWN) == ("x [s1a2b3c]", ("12",))


@given(WORDS, st.data())
def test_taking_out_an_unknown_key_never_touches_a_neighbour(words: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(words)))
    clean = parse_keys(" ".join(["Start", *words]), SHOWN)
    bad = data.draw(UNKNOWN)
    dirty = parse_keys(" ".join(["Start", *words[:place], f"[{bad}]", *words[place:]]), SHOWN)
    assert dirty.unknown == (bad,)
    assert dirty.text.split() == clean.text.split()


@given(st.lists(st.one_of(KNOWN, UNKNOWN), min_size=1, max_size=6))
def test_inside_one_bracket_known_keys_stay_in_order(keys: list[str]) -> None:
    parsed = parse_keys(f"Fact [{', '.join(keys)}].", SHOWN)
    kept = tuple(dict.fromkeys(key for key in keys if key in SHOWN))
    assert parsed.text == ("Fact " + "".join(f"[{key}]" for key in kept) + "." if kept else "Fact.")


@given(MESS)
def test_a_second_pass_changes_nothing(text: str) -> None:
    once = parse_keys(text, SHOWN)
    again = parse_keys(once.text, SHOWN)
    assert (again.text, again.unknown) == (once.text, ())


@given(MESS)
def test_text_without_any_key_is_left_alone(text: str) -> None:
    text = text.replace("s", "z")
    assert parse_keys(text, SHOWN).text == text


@pytest.mark.parametrize("unit", ["[", "]", "[]", "[s1a2b3c", "[s000000]", "[s1a2b3c,", " ", "s0,", "[[ s000000 ]"])
def test_long_hostile_lines_are_read_in_linear_time(unit: str) -> None:
    start = time.process_time()
    parse_keys(unit * (200_000 // len(unit)), SHOWN)
    assert time.process_time() - start < 2


def test_only_web_addresses_become_links() -> None:
    assert web_address("https://example.org/a?b=1&c=2#p[1]") == "https://example.org/a?b=1&c=2#p[1]"
    assert web_address("HTTP://example.org/ü") == "HTTP://example.org/%C3%BC"
    assert web_address('https://example.org/"><script>') == "https://example.org/%22%3E%3Cscript%3E"
    for url in ("javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "notes/a.txt", "//example.org", "http://",
                "http://[", "https://example.org/a b", "https://example.org/\nx", "java\nscript:x", ""):  # fmt: skip
        assert web_address(url) == ""


def test_the_number_of_a_chunk_is_no_part_of_a_link() -> None:
    assert web_address("https://example.org/@name/a?b=1@chunk2") == "https://example.org/@name/a?b=1"
    assert web_address("https://example.org/a#p@chunk2@chunk1 ") == "https://example.org/a#p"
    assert web_address("@chunk1", "10.1234/ab.c") == "https://doi.org/10.1234/ab.c"


@pytest.mark.parametrize(
    "told",
    [
        "10.1000/182",
        "10.1000/182.",
        "doi:10.1000/182",
        "DOI 10.1000/182",
        "info:doi/10.1000/182",
        "https://www.doi.org/10.1000/182",
        "http://dx.doi.org/10.1000%2F182?via=x",
        "doi.org/10.1000/182#part",
    ],
)
def test_a_doi_is_known_however_it_is_written(told: str) -> None:
    assert bare_doi(told) == "10.1000/182"


def test_what_only_looks_like_a_doi_is_none() -> None:
    assert [bare_doi(one) for one in ("10.1000", "11.1000/182", "see 10.1000/182", "https://a.org/10.1000/182")] == [
        ""
    ] * 4
    assert bare_doi("10.1000.5/a?b#c") == "10.1000.5/a?b#c"


def test_a_doi_is_linked_where_there_is_no_web_address() -> None:
    for doi in ("10.1234/ab.c", "doi:10.1234/ab.c", "https://doi.org/10.1234/ab.c", " DOI: 10.1234/ab.c "):
        assert web_address("local.txt", doi) == "https://doi.org/10.1234/ab.c"
    assert web_address("https://example.org", "10.1234/ab.c") == "https://example.org"
    assert web_address("", "10.1234/<b>") == "https://doi.org/10.1234/%3Cb%3E"
    assert web_address("", "javascript:10.1234/x") == ""


def test_parts_of_a_reference_end_with_one_mark_each() -> None:
    assert join_parts([("A", "A"), ("", "<i></i>"), ("Why?", "<i>Why?</i>"), ("b.", "b.")]) == "A. <i>Why?</i> b."
