"""CSL-JSON: what Zotero and pandoc read, with the keys of the BibTeX file."""

from __future__ import annotations

import json
import re
from typing import Any

import cited_pages
import pytest
from castalia.tools.pages.bibtex import render_bibtex
from castalia.tools.pages.csl_json import render_csl_json
from castalia.tools.pages.page_json import PageReference
from hypothesis import given
from hypothesis import strategies as st

page, reference = cited_pages.page, cited_pages.reference

# Of the CSL schema 1.0.2 (csl-data.json): what we may write, and of which kind it is.
STRINGS = {"id", "type", "citation-key", "title", "container-title", "publisher", "number", "DOI", "URL", "note"}
TYPES = {"article", "article-journal", "paper-conference", "webpage", "document"}


def items(*references: PageReference) -> Any:
    return json.loads(render_csl_json(page(*references)))


def test_an_item_has_what_is_known_and_nothing_else() -> None:
    names = ["Ngozi Adeyemi", "van der Berg, Jan", "King, Jr., Martin", "WHO", "et al."]
    assert items(
        reference(
            1,
            url="https://doi.org/10.1000/tides#p1",
            title="Tides <i> & “DNA”",
            authors=names,
            year=2001,
            source="Seas",
        )
    ) == [
        {
            "id": "adeyemi2001tides",
            "citation-key": "adeyemi2001tides",
            "type": "article-journal",
            "title": "Tides <i> & “DNA”",
            "author": [
                {"family": "Adeyemi", "given": "Ngozi"},
                {"family": "van der Berg", "given": "Jan"},
                {"family": "King", "given": "Martin", "suffix": "Jr."},
                {"literal": "WHO"},
                {"literal": "others"},
            ],
            "container-title": "Seas",
            "issued": {"date-parts": [[2001]]},
            "DOI": "10.1000/tides",
            "note": "Cited as [1] on the topic page “Tides”",
        }
    ]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"url": "https://arxiv.org/abs/0704.1002", "source": "arXiv 0704.1002"},
         {"type": "article", "publisher": "arXiv", "number": "arXiv:0704.1002", "URL": "https://arxiv.org/abs/0704.1002"}),
        ({"url": "https://x.org/1", "source": "Proceedings of the Workshop on T"},
         {"type": "paper-conference", "container-title": "Proceedings of the Workshop on T", "URL": "https://x.org/1"}),
        ({"url": "https://x.org/1#p", "source": "The Book"}, {"type": "webpage", "container-title": "The Book", "URL": "https://x.org/1#p"}),
        ({"source": "Notes"}, {"type": "document", "container-title": "Notes"}),
    ],
)  # fmt: skip
def test_an_item_has_the_type_of_its_kind(given: dict[str, Any], told: dict[str, Any]) -> None:
    (item,) = items(reference(1, title="T", **given))
    assert {name: value for name, value in item.items() if name not in ("id", "citation-key", "title", "note")} == told


def test_a_page_without_references_is_an_empty_array() -> None:
    assert render_csl_json(page()) == "[]\n"


ANY = st.text(max_size=12)


@given(st.lists(st.fixed_dictionaries({
    "title": ANY, "source": ANY, "url": st.one_of(ANY, ANY.map("https://x.org/{}".format)), "authors": st.lists(ANY, max_size=3),
    "doi": st.one_of(st.none(), ANY, ANY.map("10.1000/{}".format)), "year": st.one_of(st.none(), st.integers(1000, 2100)),
}), max_size=5))  # fmt: skip
def test_any_references_give_what_the_schema_allows_under_the_keys_of_bibtex(given: list[dict[str, Any]]) -> None:
    record = page(*(reference(number, **one) for number, one in enumerate(given, 1)))
    text = render_csl_json(record)
    text.encode("utf-8")
    found = json.loads(text)
    assert [one["id"] for one in found] == re.findall(r"^@[a-z]+\{([a-z0-9-]+),$", render_bibtex(record), re.M)
    for one in found:
        assert set(one) <= STRINGS | {"author", "issued"}
        assert all(isinstance(one[name], str) and one[name] for name in STRINGS & set(one))
        assert one["type"] in TYPES and one["id"] == one["citation-key"]
        for author in one.get("author", []):
            assert set(author) in ({"literal"}, {"family", "given"}, {"family", "given", "suffix"})
            assert all(author.values())
        if "issued" in one:
            ((year,),) = one["issued"]["date-parts"]
            assert isinstance(year, int)
