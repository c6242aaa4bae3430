"""Reading corpora: every row is kept or accounted for, and every fault is one line that says how to mend it."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import socket
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from castalia.memory.errors import InputError
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.corpus import corpora, text_streams
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.corpora import read_corpus
from castalia.tools.corpus.corpus_report import PLACES, CorpusReport
from castalia.tools.corpus.rows import READERS, Rows
from castalia.tools.corpus.text_streams import ROW_LIMIT
from hypothesis import given
from hypothesis import strategies as st


def write(path: Path, *rows: object) -> Path:
    path.write_text(
        "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8"
    )
    return path


def read(path: Path | Sequence[Path], **settings: object) -> tuple[list[Snippet], CorpusReport]:
    reading = read_corpus(path, **settings)  # type: ignore[arg-type]
    return list(reading), reading.report


def refusal(path: Path | Sequence[Path], **settings: object) -> str:
    with pytest.raises(InputError) as error:
        read(path, **settings)
    message = str(error.value)
    assert "\n" not in message
    return message


def reasons(report: CorpusReport) -> dict[str, int]:
    return {tally.reason: tally.count for tally in report.skipped}


def noted(report: CorpusReport) -> dict[str, int]:
    return {tally.reason: tally.count for tally in report.noted}


def test_every_known_field_is_read_and_the_rest_is_extra(tmp_path: Path) -> None:
    row = {
        "id": 7, "content": "Tides turn.", "url": "https://a.org/x", "domain": "Sea", "topic": "Tides", "title": "T",
        "year": 1999, "source": "S", "authors": ["A. Moon", "B. Sun"], "doi": "10.1/x", "module": "m1", "score": 0.5,
    }  # fmt: skip
    (snippet,), report = read(write(tmp_path / "a.jsonl", row))
    assert snippet == Snippet(
        id=snippet_id("Tides turn.", "https://a.org/x"), text="Tides turn.", url="https://a.org/x", domain="Sea",
        topic="Tides", title="T", year=1999, source="S", authors=("A. Moon", "B. Sun"), doi="10.1/x",
        extra={"row_id": "7", "module": "m1", "score": 0.5},
    )  # fmt: skip
    assert (report.rows, report.kept, report.skipped, report.noted) == (1, 1, (), ())


@pytest.mark.parametrize("name", ["content", "text", "snippet", "abstract", "passage", "Abstract", "TEXT "])
def test_text_is_found_under_its_usual_names(tmp_path: Path, name: str) -> None:
    assert read(write(tmp_path / "a.jsonl", {name: "Tides turn."}))[0][0].text == "Tides turn."


def test_an_empty_first_choice_gives_way_to_a_full_second(tmp_path: Path) -> None:
    (snippet,), _ = read(write(tmp_path / "a.jsonl", {"content": " ", "abstract": "Tides turn."}))
    assert snippet.text == "Tides turn."


def test_fields_are_mapped_by_the_caller_and_nothing_is_lost(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"body": "Tides turn.", "text": "short", "name": "On tides"})
    (snippet,), _ = read(path, fields={"text": "body", "title": "name"})
    assert (snippet.text, snippet.title, snippet.extra) == ("Tides turn.", "On tides", {"row_text": "short"})


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("spring_and_neap-tides.pdf", "spring and neap-tides"),
        ("spring-tides.HTML", "spring tides"),
        ("On tides, part 2.docx", "On tides, part 2"),
        ("1706.03762.pdf", "1706.03762.pdf"),
        ("Why is it called index.html?", "Why is it called index.html?"),
        ("[Tides of the northern sea].", "Tides of the northern sea"),
        ("[Tides] of the [northern] sea", "[Tides] of the [northern] sea"),
        ("Tides of Node.js", "Tides of Node.js"),
        ("About tides.txt", "About tides.txt"),
        ("tides.txt", "tides"),
    ],
)
def test_a_title_that_is_the_name_of_a_file_is_read_as_its_words(tmp_path: Path, given: str, kept: str) -> None:
    ((one,), _) = read(write(tmp_path / "a.jsonl", {"text": "Tides turn, as tides.txt says.", "title": given}))
    assert one.title == kept


def test_a_table_of_zotero_is_read_as_it_is(tmp_path: Path) -> None:
    (path := tmp_path / "library.csv").write_text(
        '"Key","Item Type","Publication Year","Author","Title","Publication Title","DOI","Url","Abstract Note","Date"\n'
        '"K1","journalArticle","2021","Moon, Ada; Sun, Bo","On tides","Seas","10.1/x","https://a.org","Tides turn.","2021-05-01"\n'
    )
    ((one,), report) = read(path)
    assert (one.text, one.year, one.source, one.doi) == ("Tides turn.", 2021, "Seas", "10.1/x")
    assert one.authors == ("Moon, Ada", "Sun, Bo") and report.noted == ()


@pytest.mark.parametrize(
    "row",
    [
        {"abstract_inverted_index": {"Tides": [0], "turn": [1, 3], "and": [2], "back.": [4]}, "display_name": "On tides", "publication_year": 2001, "primary_location": {"source": {"display_name": "Seas"}, "landing_page_url": "https://a.org"}, "authorships": [{"author": {"display_name": "Ada Moon"}}, {"author": {"display_name": "Bo Sun Jr"}}]},
        {"abstract": "Tides turn and\n turn back.\n", "title": "On tides", "versions": [{"version": "v1", "created": "Mon, 2 Apr 2001 19:18:42 GMT"}], "update_date": "2008-11-26", "journal-ref": "Seas", "authors": "Ada Moon and Bo Sun Jr", "authors_parsed": [["Moon", "Ada", ""], ["Sun", "Bo", "Jr"]]},
        {"abstractText": "Tides turn and turn back.", "title": "On tides", "pubYear": "2001", "journal": {"name": "Seas", "volume": "5"}, "venue": "", "authors": [{"name": "Ada Moon"}, {"name": "Bo Sun Jr"}]},
        {"abstract": "Tides turn and turn back.", "title": "On tides", "PubDate": "2001 Mar", "authors": ["Ada Moon", "Bo Sun Jr"], "source": "Seas"},
        {"abstract": "<jats:p>Tides turn and turn back.</jats:p>", "title": ["On tides"], "issued": {"date-parts": [[2001, 3]]}, "container-title": ["Seas"], "author": [{"given": "Ada", "family": "Moon"}, {"given": "Bo", "family": "Sun Jr"}]},
        {"page_content": "Tides turn and turn back.", "metadata": {"title": "On tides", "year": 2001, "authors": ["Ada Moon", "Bo Sun Jr"], "source": "Seas"}},
        {"AB": "Tides turn and turn back.", "TI": "On tides", "PY": "2001", "AU": "Moon, A", "AF": "Ada Moon; Bo Sun Jr", "SO": "Seas"},
    ],
)  # fmt: skip
def test_rows_of_libraries_are_read_as_these_write_them(tmp_path: Path, row: dict[str, object]) -> None:
    (one,), _ = clean(read_corpus(write(tmp_path / "a.jsonl", row)), min_words=0)
    assert (one.text, one.title, one.year) == ("Tides turn and turn back.", "On tides", 2001)
    assert (one.source, one.authors) == ("Seas", ("Ada Moon", "Bo Sun Jr"))


@pytest.mark.parametrize(
    "row",
    [
        {"text": "Tides turn.", "title": "", "meta": {"title": "On tides", "url": "https://a.org", "n": 5}},
        {"_source": {"text": "Tides turn.", "metadata": {"title": "On tides", "URL": "https://a.org"}, "url": None}, "n": 5},
        {"data": {"item": {"text": "Tides turn.", "title": "On tides"}, "url": "https://a.org", "n": 5}, "title": " "},
        {"text": {"content": "Tides turn."}, "journal": {"title": "no"}, "title": "On tides", "url": "https://a.org", "n": 5},
    ],
)  # fmt: skip
def test_fields_that_stand_in_an_object_of_the_row_are_read(tmp_path: Path, row: dict[str, object]) -> None:
    (one,), _ = read(write(tmp_path / "a.jsonl", row), fields={"id": "n"})
    assert (one.text, one.title, one.url, one.extra) == ("Tides turn.", "On tides", "https://a.org", {"row_id": "5"})


def test_what_layers_of_a_row_say_under_one_name_is_kept_apart(tmp_path: Path) -> None:
    row = {
        "data": {"text": "Tides turn.", "title": "On tides", "n": 5},
        "title": "Seas",
        "meta": {"title": "On tides", "N": 6},
    }
    ((one,), report) = read(write(tmp_path / "a.jsonl", row))
    assert (one.title, one.extra, report.noted) == ("On tides", {"title_2": "Seas", "n": 5, "N_2": 6}, ())


LONG = "Tides turn twice on each day of a year, and follow a moon that pulls at all of the water in all of the seas"


@pytest.mark.parametrize(
    ("row", "text", "left"),
    [
        ({"meta": {"text": LONG}, "_source": {"text": f"{LONG}, so."}}, LONG, "_source"),
        ({"text": LONG, "meta": {"text": f"{LONG}, so."}}, LONG, "text_2"),
        ({"text": LONG, "abstract": f"{LONG}, so."}, LONG, "abstract"),
        ({"text": LONG, "article": f"{LONG}, so. " * 9}, LONG, "article"),
    ],
)
def test_a_second_text_of_a_row_is_told(tmp_path: Path, row: dict[str, object], text: str, left: str) -> None:
    ((one,), report) = read(write(tmp_path / "a.jsonl", row))
    assert one.text == text and noted(report) == {f"a text under {left!r} not read beside the one under 'text'": 1}


@pytest.mark.parametrize("more", [{"abstract": LONG}, {"snippet": "Tides turn."}, {"journal": {"text": "Seas"}}])
def test_a_text_that_another_holds_too_and_a_few_words_are_no_second_text(tmp_path: Path, more: dict[str, Any]) -> None:
    _, report = read(write(tmp_path / "a.jsonl", {"text": f"{LONG}, so.", **more}))
    assert not [one for one in noted(report) if "not read" in one]


@pytest.mark.parametrize("between", ["; ", " | ", "\n"])
def test_of_several_addresses_a_reference_leads_to_the_first(tmp_path: Path, between: str) -> None:
    told = f"https://a.org/x?y=http://c.org{between}https://b.org"
    ((one,), report) = read(write(tmp_path / "a.jsonl", {"text": "Tides turn.", "url": told}))
    assert (one.url, one.extra, report.noted) == ("https://a.org/x?y=http://c.org", {"row_url": told}, ())


def test_of_two_names_of_a_field_the_one_that_holds_something_is_read(tmp_path: Path) -> None:
    row = {"text": "Tides turn.", "url": "", "link": "https://a.org/x", "authors_parsed": [], "authors": ["Ada Moon"]}
    ((one,), _) = read(write(tmp_path / "a.jsonl", row | {"journal": {"name": "Seas"}, "venue": "Seas", "title": None}))
    assert (one.url, one.authors, one.source) == ("https://a.org/x", ("Ada Moon",), "Seas")


def test_a_table_of_scopus_is_read_as_it_is(tmp_path: Path) -> None:
    (path := tmp_path / "scopus.csv").write_text(
        '"Authors","Title","Year","Source title","DOI","Link","Abstract","Source"\n'
        '"Moon A.; Sun B.","On tides","2001","Seas","10.1/x","https://a.org/x","Tides turn.","Scopus"\n'
    )
    ((one,), _) = read(path)
    assert (one.text, one.source, one.url, one.authors) == (
        "Tides turn.",
        "Seas",
        "https://a.org/x",
        ("Moon A.", "Sun B."),
    )


def test_rows_within_a_document_are_told_with_the_way_to_have_them(tmp_path: Path) -> None:
    message = refusal(
        write(tmp_path / "a.json", {"total": 1, "data": [{"title": "On tides", "abstract": "Tides turn."}]})
    )
    assert "the rows stand under 'data'" in message and "jq -c '.data[]'" in message


def test_references_of_a_library_are_told_how_they_become_rows(tmp_path: Path) -> None:
    (path := tmp_path / "library.RIS").write_text("TY  - JOUR\nAB  - Tides turn.\nER  -\n")
    assert "Zotero" in refusal(path) and "Zotero" in refusal(tmp_path)


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("rows.parquet", "to_json"),
        ("rows.XLSX", "as CSV"),
        ("rows.tar.gz", "unpack it"),
        ("rows.jsonl.zst", "unpack it"),
        ("part_000.gz", "name it so"),
    ],
)
def test_a_file_of_another_format_is_told_with_the_way_to_rows(tmp_path: Path, name: str, way: str) -> None:
    (path := tmp_path / name).write_bytes(b"x")
    assert way in refusal(path) and way in refusal(tmp_path)


@pytest.mark.parametrize("head", [b"PK\x03\x04\x14\0\0\0", b"%PDF-1.4\n", b"\xd0\xcf\x11\xe0\xa1\xb1"])
def test_a_workbook_or_a_pdf_by_another_name_is_told_as_one(tmp_path: Path, head: bytes) -> None:
    (path := tmp_path / "table.csv").write_bytes(head + bytes(4000))
    assert "Office file" in refusal(path)


def test_a_mapping_to_a_field_that_no_row_has_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"body": "Tides turn.", "Link": "u:1"}, "broken", {"body": "Tides turn again."})
    _, report = read(path, fields={"text": "body", "url": "link", "title": "nope"})
    (tally,) = report.noted
    assert tally.reason == "no row has 'nope', named for title" and report.kept == 2


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("Die Gezeiten sind periodische Wasserbewegungen des Ozeans, die durch die Anziehung des Mondes entstehen. " * 2, True),
        ("Les marées sont un mouvement de montée puis de descente des eaux des mers et des océans, dû à la Lune. " * 2, True),
        ("Приливы и отливы это периодические колебания уровня океана под действием Луны и Солнца на Земле. " * 2, True),
        ("潮汐 是 海水 的 周期性 涨落 现象 由 月球 引起 " * 3, True),
        ("Tides are a rise and fall of seas that is due to gravity of a moon. Ebbe und Flut ist das in German. " * 2, False),
        ("TIDES ARE A RISE AND FALL OF SEAS THAT IS DUE TO GRAVITY OF A MOON. " * 2, False),
        ("Keywords: tides, moon, ocean, ebb, flood, estuary, gravity, sun, spring, neap, harbour, sailing, " * 2, False),
        ("[ y → i, M y i, M S y i ] ← C mlp ( x → i, Ψ, M x i + M S x i + σ 2 I, M Ψ + M S Ψ, R, t →,) " * 2, False),
        ("Buffer 5 μl, primer 2 μl, enzyme 3 μl, template 4 μl, water 9 μl, PBS for 24 h at 37 °C, αvβ integrin, " * 2, False),
        ("Gezeiten sind das", False),
    ],
)  # fmt: skip
def test_texts_in_another_language_are_told(tmp_path: Path, text: str, is_told: bool) -> None:
    _, report = read(write(tmp_path / "a.jsonl", {"text": text}))
    assert noted(report) == ({"not in English, as a corpus has to be": 1} if is_told else {})
    assert report.kept == 1


@pytest.mark.parametrize("name", ["landing", "URLs", "href", "source_url"])
def test_addresses_that_no_reference_will_have_are_told_with_the_way_to_have_them(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "a.jsonl", {"text": "Tides turn.", name: "https://a.org/x", "n": 5})
    (tally,) = read(path)[1].noted
    assert tally.reason.startswith(
        f"no row has a url, but addresses stand under {name!r}: --field url={name} (in Python"
    )
    (snippet,), report = read(path, fields={"url": name})
    assert (snippet.url, report.noted) == ("https://a.org/x", ())


@pytest.mark.parametrize("name", ["section", "Section", "heading", "where"])
def test_the_section_of_a_row_may_have_another_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    own = {} if name.lower() == "section" else {"section": "Preface"}
    path.write_text(json.dumps({"text": "We measured tides in two bays.", name: "Results > Tides", **own}) + "\n")
    (snippet,) = read(path, fields={"section": name})[0]
    assert snippet.extra["section"] == "Results > Tides" and set(snippet.extra) - {"section"} == {
        f"{one}_" for one in own
    }


@pytest.mark.parametrize("more", [{"url": "https://a.org/y"}, {"doi": "10.1/x"}, {"link": "the next page"}])
def test_rows_that_lead_somewhere_or_hold_no_address_are_not_told_of(tmp_path: Path, more: dict[str, str]) -> None:
    path = write(tmp_path / "a.jsonl", {"text": "Tides turn.", "link": "https://a.org/x"} | more)
    assert read(path)[1].noted == ()


def test_a_mapping_of_an_unknown_field_is_refused_at_once(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"text": "Tides turn."})
    with pytest.raises(InputError, match="'txt' is not a field of a snippet"):
        read_corpus(path, fields={"txt": "body"})
    with pytest.raises(InputError, match="choose 'skip' or 'refuse'"):
        read_corpus(path, bad_rows="ignore")  # type: ignore[arg-type]


def test_the_domain_of_the_caller_overrides_that_of_the_rows(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"text": "Tides turn.", "domain": "Sea"}, {"text": "Winds blow."})
    assert [one.domain for one in read(path, domain="Earth")[0]] == ["Earth", "Earth"]
    assert [one.domain for one in read(path)[0]] == ["Sea", ""]


@pytest.mark.parametrize(
    ("given_year", "year", "notes"),
    [
        (2006, 2006, 0), ("2006", 2006, 0), (2006.0, 2006, 0), ("2006.0", 2006, 0), ("20060501", 2006, 0), (20061231, 2006, 0), (20069931, None, 1), ("c. 1990", 1990, 0),
        ("2006-05-01", 2006, 0), (None, None, 0), ("", None, 0), (20066, None, 1), ("20066", None, 1), (-5, None, 1),
        (True, None, 1), (2006.5, None, 1), (["2006"], None, 1), ("soon", None, 1), (10**400, None, 1),
    ],
)  # fmt: skip
def test_years_are_read_or_counted(tmp_path: Path, given_year: object, year: int | None, notes: int) -> None:
    (snippet,), report = read(write(tmp_path / "a.jsonl", {"text": "Tides turn.", "year": given_year}))
    assert snippet.year == year
    assert sum(noted(report).values()) == notes


@pytest.mark.parametrize(
    ("row", "extra"),
    [
        ({"publish_time": "2020-03-14"}, {"publish_time": "2020-03-14"}),
        ({"date": 20110526}, {"date": 20110526}),
        ({"year": "c. 1990"}, {"row_year": "c. 1990"}),
        ({"year": "in press"}, {"row_year": "in press"}),
        ({"year": " 2006 "}, {}),
        ({"year": "2006.0"}, {}),
        ({"year": 2006.0, "date": "2006-05"}, {"date": "2006-05"}),
    ],
)
def test_the_rest_of_a_date_stays_with_the_snippet(
    tmp_path: Path, row: dict[str, object], extra: dict[str, object]
) -> None:
    (snippet,), _ = read(write(tmp_path / "a.jsonl", {"text": "Tides turn.", **row}))
    assert snippet.extra == extra


def test_a_year_that_is_not_a_number_is_left_out_and_counted(tmp_path: Path) -> None:
    (snippet,), report = read(write(tmp_path / "a.jsonl", '{"text": "Tides turn.", "year": NaN, "score": Infinity}'))
    assert snippet.year is None
    assert snippet.extra == {}
    assert sum(noted(report).values()) == 2


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        ("A. Moon; B. Sun;", ("A. Moon", "B. Sun")), ("Moon, A.", ("Moon, A.",)), ([{"name": "A. Moon"}], ("A. Moon",)),
        ([{"given": "A.", "family": "Moon"}, {"family": "Sun"}, {"literal": "The Crew"}], ("A. Moon", "Sun", "The Crew")),
        (None, ()), ([], ()), ("", ()), ("M&uuml;ller, J.; O&#39;Neil, K.", ("Müller, J.", "O'Neil, K.")),
    ],
)  # fmt: skip
def test_authors_are_a_list_or_parted_by_semicolons(tmp_path: Path, authors: object, names: tuple[str, ...]) -> None:
    (snippet,), report = read(write(tmp_path / "a.jsonl", {"text": "Tides turn.", "authors": authors}))
    assert snippet.authors == names
    assert report.noted == ()


def test_what_does_not_fit_a_snippet_is_noted_with_its_place(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl",
        {
            "text": "Tides turn.",
            "tags": ["a", 5],
            "keys": ["a", "b"],
            "none": [],
            "authors": [1],
            "title": {},
            "big": 2**80,
        },
    )
    (snippet,), report = read(path)
    assert snippet.extra == {"big": str(2**80), "keys": "a; b"}
    assert sorted(noted(report)) == [
        "an author left out: not a string",
        "field 'tags' left out: neither a string nor a finite number",
        "field 'title' left out: neither a string nor a finite number",
    ]
    assert {tally.places for tally in report.noted} == {(f"{path}:1",)}


def test_a_file_that_is_missing_is_named_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.jsonl does not exist"):
        read_corpus(tmp_path / "gone.jsonl")
    with pytest.raises(InputError, match="name at least one"):
        read_corpus([])


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.jsonl.gz"])
@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(content) if content and name.endswith("gz") else content)
    assert "empty" in refusal(path)


def test_an_empty_file_among_others_is_noted(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    write(tmp_path / "b.jsonl", {"text": "Tides turn."})
    snippets, report = read(tmp_path)
    assert len(snippets) == 1
    assert noted(report) == {"file without rows": 1}
