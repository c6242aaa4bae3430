"""The works that a page cites: one a document, of the kind that its reference tells, under a key that stays."""

from __future__ import annotations

import random
import re
from typing import Any

import cited_pages
import pytest
from castalia.tools.pages.author_names import Author
from castalia.tools.pages.bibtex import render_bibtex
from castalia.tools.pages.cited_works import CitedWork, cited_works
from castalia.tools.pages.csl_json import render_csl_json
from castalia.tools.pages.page_json import PageReference
from castalia.tools.pages.wikitext import render_wikitext
from hypothesis import given
from hypothesis import strategies as st

page, reference = cited_pages.page, cited_pages.reference


def work(**more: Any) -> CitedWork:
    (found,) = cited_works(page(reference(1, **more)))
    return found


def test_snippets_of_one_document_are_one_work_with_all_their_numbers() -> None:
    book = "https://example.org/sea"
    found = cited_works(
        page(
            reference(1, url=f"{book}#a", title="The sea > Tides", year=2001),
            reference(2, url="https://example.org/land", title="The land"),
            reference(3, url=f"{book}#b", title="The sea > Waves", authors=["N. Adeyemi"]),
        )
    )
    assert [one.numbers for one in found] == [(1, 3), (2,)]
    assert (found[0].title, found[0].url, found[0].year) == ("The sea", book, 2001)
    assert found[0].authors == (Author("Adeyemi", "N."),)


def test_two_addresses_with_one_doi_are_one_work() -> None:
    doi = "10.1371/journal.pone.0016329"
    found = cited_works(
        page(
            reference(1, url=f"https://doi.org/{doi}#p27", title="Phages"),
            reference(2, url="https://example.org/phages", doi=f"doi:{doi.upper()}", title="Phages"),
        )
    )
    assert [one.numbers for one in found] == [(1, 2)]
    assert found[0].doi == doi and found[0].url == "https://example.org/phages"


def test_articles_of_one_journal_without_an_address_are_several() -> None:
    journal = {"source": "Nature", "source_id": "Nature"}
    found = cited_works(page(reference(1, title="Tides", **journal), reference(2, title="Waves", **journal)))
    assert [one.title for one in found] == ["Tides", "Waves"]


@pytest.mark.parametrize(
    ("given", "kind", "container"),
    [
        ({"doi": "10.1000/x", "source": "Nature"}, "article", "Nature"),
        ({"url": "https://doi.org/10.1371/x.1#p2", "source": "PLOS 10.1371/x.1"}, "article", "PLOS"),
        ({"doi": "https://doi.org/10.1000/x"}, "article", ""),
        ({"url": "https://arxiv.org/abs/0704.1002", "source": "arXiv 0704.1002"}, "preprint", ""),
        ({"url": "https://arxiv.org/pdf/astro-ph/9901001v2"}, "preprint", ""),
        ({"doi": "10.48550/arXiv.2101.00001", "source": "arXiv"}, "preprint", ""),
        ({"url": "https://arxiv.org/abs/0704.1002", "source": "arXiv preprint"}, "preprint", ""),
        ({"url": "https://arxiv.org/abs/0704.1002", "source": "Icarus"}, "article", "Icarus"),
        ({"url": "https://arxiv.org/abs/0704.1002", "doi": "10.1000/x", "source": "Icarus"}, "article", "Icarus"),
        ({"url": "https://x.org/1", "source": "Proceedings of the Ninth Conference on Tides"}, "paper", "Proceedings of the Ninth Conference on Tides"),
        ({"url": "https://x.org/1", "source": "Findings of the Association for Tides: 2024"}, "paper", "Findings of the Association for Tides: 2024"),
        ({"doi": "10.1000/x", "source": "Proceedings of the Royal Society"}, "article", "Proceedings of the Royal Society"),
        ({"url": "https://x.org/1", "source": "Microbiology"}, "webpage", "Microbiology"),
        ({"url": "https://x.org/1", "source": "https://www.x.org/"}, "webpage", "x.org"),
        ({"url": "https://x.org/1", "source": "Tides", "title": "Tides"}, "webpage", ""),
        ({"url": "notes.txt", "source": "Notes"}, "document", "Notes"),
        ({"url": "javascript:alert(1)", "doi": "nonsense"}, "document", ""),
        ({}, "document", ""),
    ],
)  # fmt: skip
def test_the_kind_is_what_the_reference_tells(given: dict[str, Any], kind: str, container: str) -> None:
    found = work(**given)
    assert (found.kind, found.container) == (kind, container)


def test_identifiers_are_bare() -> None:
    assert work(url="https://arxiv.org/abs/0704.1002v2").eprint == "0704.1002v2"
    assert work(doi="https://dx.doi.org/10.1000/a%3Cb%3E").doi == "10.1000/a<b>"
    assert work(doi="10.1000/x").url == ""  # the doi says it
    assert work(url="javascript:alert(1)").url == ""


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"authors": ["Ngozi Adeyemi"], "year": 2001, "title": "The Tides of the sea"}, "adeyemi2001tides"),
        ({"authors": ["van der Berg, Jan"], "year": 2001, "title": "On tides"}, "vanderberg2001tides"),
        ({"authors": ["Łukasz Müßig"], "title": "Ørsted"}, "mussigorsted"),
        ({"authors": ["World Health Organization"], "year": 2020, "title": "Cholera"}, "world2020cholera"),
        ({"year": 2016, "title": "The viral life cycle"}, "viral2016life"),
        ({"year": 2016, "title": "Viruses"}, "viruses2016"),
        ({"authors": ["Adeyemi NK"], "year": 2001, "title": "50 % of 2 tides"}, "adeyemi2001tides"),
        ({"year": 1949, "title": "1984"}, "ref19841949"),
        ({"title": "潮汐"}, "s000001"),
        ({"title": "潮汐", "year": 2001}, "s0000012001"),
        ({"source": "Field notes"}, "fieldnotes"),
    ],
)
def test_a_key_is_author_year_and_word(given: dict[str, Any], key: str) -> None:
    assert work(**given).key == key


def same(number: int, name: str) -> PageReference:
    return reference(number, url=f"https://x.org/{name}", authors=["A. Doe"], year=2001, title="Tides")


def test_keys_that_tie_are_told_apart_by_letters_and_not_by_their_place_on_the_page() -> None:
    names = [f"{place:03}" for place in range(30)]
    shuffled = random.Random(1).sample(names, len(names))
    found = cited_works(page(*(same(number, name) for number, name in enumerate(shuffled, 1))))
    keys = {one.url.rpartition("/")[2]: one.key for one in found}
    assert [keys[name] for name in names[:3]] == ["doe2001tides", "doe2001tides-b", "doe2001tides-c"]
    assert [keys[name] for name in names[25:28]] == ["doe2001tides-z", "doe2001tides-aa", "doe2001tides-ab"]
    assert len(set(keys.values())) == 30


SOME = st.fixed_dictionaries(
    {},
    optional={
        "url": st.sampled_from(["https://x.org/a#1", "https://x.org/a#2", "https://doi.org/10.1000/x", "https://arxiv.org/abs/1", "file"]),
        "doi": st.sampled_from(["10.1000/x", "10.1000/y{", "x"]),
        "title": st.one_of(st.text(max_size=9), st.sampled_from(["Tides", "tides!", "The > end"])),
        "source": st.one_of(st.text(max_size=9), st.just("Nature")),
        "year": st.integers(1990, 1992),
        "authors": st.lists(st.sampled_from(["A. Doe", "Doe, B.", "李"]), max_size=2),
    },
)  # fmt: skip


@given(st.lists(SOME, max_size=8))
def test_every_reference_is_in_one_work_and_keys_are_safe_and_unique(given: list[dict[str, Any]]) -> None:
    record = page(*(reference(number, **one) for number, one in enumerate(given, 1)))
    found = cited_works(record)
    assert sorted(number for one in found for number in one.numbers) == [*range(1, len(given) + 1)]
    assert [one.numbers[0] for one in found] == sorted(one.numbers[0] for one in found)
    keys = [one.key for one in found]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(-[a-z]+)?", one) for one in keys)
    assert found == cited_works(record)


def test_a_fragment_stays_where_one_passage_is_cited_in_every_format() -> None:
    def told(*urls: str) -> list[set[str]]:
        record = page(
            *(reference(number, url=url, title=f"Sea > Part {url[-1]}") for number, url in enumerate(urls, 1))
        )
        numbers = range(1, len(urls) + 1)
        record["lead"] = " ".join(f"Said.[{number}]" for number in numbers)
        record["claims"] = [
            {"section": "lead", "sentence": "Said.", "citations": [number], "verdict": "supported", "quote": "Said."} for number in numbers
        ]  # fmt: skip
        return [
            set(re.findall(r"https://x\.org[^\s}|\"]*", rendered))
            for rendered in (render_bibtex(record), render_csl_json(record), render_wikitext(record))
        ]

    one, two = "https://x.org/sea#p1", "https://x.org/sea#p2"
    assert told(one) == told(one, one) == [{one}] * 3
    # A bibliography lists the document once; footnotes name each part of it.
    assert told(one, two) == [{"https://x.org/sea"}, {"https://x.org/sea"}, {one, two}]
    assert told("https://x.org/sea") == [{"https://x.org/sea"}] * 3
