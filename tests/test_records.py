"""Records: a snippet knows the document it was cut from, whatever its url looks like."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Snippet
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("url", "document"),
    [
        ("https://example.org/book/1", "https://example.org/book/1"),
        ("https://example.org/book/1#cells", "https://example.org/book/1"),
        ("https://example.org/book/1@chunk3", "https://example.org/book/1"),
        ("https://example.org/book/1#cells@chunk12", "https://example.org/book/1"),
        ("https://example.org/book/1@chunk12#cells", "https://example.org/book/1"),
        ("https://example.org/book/1@chunk2@chunk1", "https://example.org/book/1"),
        ("https://medium.com/@user/x", "https://medium.com/@user/x"),
        ("https://medium.com/@user/x@chunk2", "https://medium.com/@user/x"),
        ("https://medium.com/@user/x#top@chunk2", "https://medium.com/@user/x"),
        ("https://example.org/@chunk", "https://example.org/@chunk"),
        ("https://example.org/@chunk2/x", "https://example.org/@chunk2/x"),
        ("https://example.org/@chunk2b", "https://example.org/@chunk2b"),
        ("ftp://name@example.org/file@chunk1", "ftp://name@example.org/file"),
        ("B9780123456789@ce_section_s0010_chunk2", "B9780123456789"),
        ("B9780123456789@ce_section_s0010_chunk2@chunk1", "B9780123456789"),
        ("B9780123456789#p2", "B9780123456789"),
        ("notes/cells.txt@chunk4", "notes/cells.txt"),
    ],
)
def test_a_document_is_its_url_without_the_place_inside_it(url: str, document: str) -> None:
    assert Snippet("1", "text", url=url).document == document


@pytest.mark.parametrize("url", ["", "#cells", "@chunk1", "#cells@chunk1"])
def test_without_a_url_the_nearest_thing_names_the_document(url: str) -> None:
    assert Snippet("1", "x", url=url, doi="10.1/x", source="Book", title="Cells").document == "10.1/x"
    assert Snippet("1", "x", url=url, source="Book", title="Cells").document == "Book"
    assert Snippet("1", "x", url=url, title="Cells").document == "Cells"
    assert Snippet("1", "x", url=url).document == "1"


@given(st.text("@chunk12/.:a", max_size=30), st.integers(1, 99), st.integers(1, 99))
def test_the_chunks_of_a_text_share_its_document(path: str, one: int, other: int) -> None:
    for url in (f"https://example.org/{path}", f"B978{path}"):
        whole = Snippet("1", "x", url=url).document
        assert Snippet("2", "y", url=f"{url}@chunk{one}").document == whole
        assert Snippet("3", "z", url=f"{url}@chunk{one}@chunk{other}").document == whole


def test_a_long_url_costs_no_more_than_its_length() -> None:
    start = time.process_time()
    for tail in ("@chunk1" * 20_000, "@chunk1" * 20_000 + "x", "@chunk" + "1" * 100_000 + "x"):
        assert Snippet("1", "x", url="https://example.org/" + tail).document
    assert time.process_time() - start < 1.0


def test_snippets_are_values() -> None:
    assert Snippet("1", "x", extra={"page": 1}) == Snippet("1", "x", extra={"page": 1})
    assert Snippet("1", "x", extra={"page": 1}) != Snippet("1", "x", extra={"page": 2})
    assert len({Snippet("1", "x", extra={"page": 1}), Snippet("1", "x", extra={"page": 1})}) == 1
