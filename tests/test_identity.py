"""Identity: ids come from content and nothing else; citation keys are short, apart, and the same in any order."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import uuid

import pytest
from castalia.memory.identity import citation_keys, digest, node_id, point_id, snippet_id
from hypothesis import given
from hypothesis import strategies as st

HEX = "0123456789abcdef"
IDS = st.sets(st.text(HEX, min_size=16, max_size=16), max_size=40)
# Ids that share long beginnings, as ids made by a hash hardly ever do.
CLOSE = st.sets(st.builds("a".ljust(13, "0").__add__, st.text("01", min_size=3, max_size=3)), max_size=8)


def test_an_id_is_the_same_in_every_release() -> None:
    """Stores and pages keep these ids: a change here orphans both."""
    assert snippet_id("Water boils.", "https://example.org/a") == "7f1cb1aa06bfa3f8"
    assert node_id("Cells", "Membranes") == "d6d269da7c72"
    assert point_id("0123456789abcdef") == "10de946f-9a13-5b3d-9089-caeccea38515"


def test_a_digest_tells_where_one_text_ends_and_the_next_begins() -> None:
    assert digest("Cells", "Membranes") != digest("CellsMembranes") != digest("Membranes", "Cells")
    assert digest("Cells", "Membranes")[:12] == node_id("Cells", "Membranes")


def test_an_id_is_the_same_in_another_process() -> None:
    program = "from castalia.memory.identity import snippet_id; print(snippet_id('Água ferve.', 'x#1'))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == snippet_id("Água ferve.", "x#1")


@given(st.text(), st.text(max_size=30))
def test_a_snippet_id_is_sixteen_hex_digits(text: str, url: str) -> None:
    assert re.fullmatch("[0-9a-f]{16}", snippet_id(text, url))


@given(
    st.lists(st.text("abcé", min_size=1, max_size=5), max_size=8),
    st.text(" \t\n\r\u00a0\u2009", min_size=1, max_size=3),
)
def test_white_space_is_folded(words: list[str], space: str) -> None:
    assert snippet_id(space + space.join(words) + space, "u") == snippet_id(" ".join(words), "u")


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_ids_differ_where_text_or_url_do(text: str, url: str, other: str, elsewhere: str) -> None:
    if " ".join(text.split()) != " ".join(other.split()):
        assert snippet_id(text, url) != snippet_id(other, url)
    if url != elsewhere:
        assert snippet_id(text, url) != snippet_id(text, elsewhere)


def test_words_do_not_run_together() -> None:
    assert snippet_id("in vitro") != snippet_id("invitro")
    assert node_id("a", "bc") != node_id("ab", "c") != node_id("abc")


def test_half_a_surrogate_pair_has_an_id() -> None:
    assert snippet_id("\ud800") != snippet_id("\ud801")


@given(st.text(HEX, min_size=16, max_size=16))
def test_a_point_id_is_a_uuid_of_its_own(one: str) -> None:
    assert uuid.UUID(point_id(one)).version == 5
    assert point_id(one) != point_id(one + "0")


@given(st.one_of(IDS, CLOSE))
def test_citation_keys_are_unique_and_begin_their_id(ids: set[str]) -> None:
    keys = citation_keys(ids)
    assert keys.keys() == ids
    assert len(set(keys.values())) == len(ids)
    assert all(("s" + one).startswith(key) and len(key) >= 7 for one, key in keys.items())


@given(st.one_of(IDS, CLOSE), st.integers())
def test_citation_keys_do_not_depend_on_order_or_repeats(ids: set[str], seed: int) -> None:
    shuffled = sorted(ids) * 2
    random.Random(seed).shuffle(shuffled)
    assert citation_keys(shuffled) == citation_keys(sorted(ids))
    assert list(citation_keys(shuffled)) == sorted(ids)


@pytest.mark.parametrize(
    ("ids", "length"),
    [
        (["aaaaaa0000000000", "aaaaab0000000000"], 6),
        (["aaaaaaa000000000", "aaaaaab000000000"], 7),
        (["aaaaaaaaaaaaaaa0", "aaaaaaaaaaaaaaa1", "b000000000000000"], 16),
        (["aaaaaaaaaaaaaaaa0", "aaaaaaaaaaaaaaaa1"], 17),
    ],
)
def test_citation_keys_are_as_short_as_they_can_be(ids: list[str], length: int) -> None:
    assert {len(key) for key in citation_keys(ids).values()} == {length + 1}


def test_no_ids_have_no_keys() -> None:
    assert citation_keys(()) == {}
