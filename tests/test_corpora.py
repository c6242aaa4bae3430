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
from castalia.tools.corpus import corpus_files, text_streams
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.corpora import read_corpus
from castalia.tools.corpus.corpus_report import PLACES, CorpusReport
from castalia.tools.corpus.rows import READERS, Rows
from castalia.tools.corpus.text_streams import ROW_LIMIT
from castalia.tools.pages.author_names import read_authors
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


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.jsonl.gz"])
def test_files_that_begin_with_a_mark_are_read_whole_where_one_was_put_behind_the_other(
    tmp_path: Path, name: str
) -> None:
    rows = [json.dumps({"text": text}) for text in ("Tides turn.", "Tides rise.")]
    files = [f"\ufeff[{row}]\n" if name == "a.json" else f"\ufeff{row}\r\n" for row in rows]
    whole = [gzip.compress(one.encode()) if name.endswith(".gz") else one.encode() for one in files]
    (tmp_path / name).write_bytes(b"".join(whole))
    snippets, report = read(tmp_path / name)
    assert [one.text for one in snippets] == ["Tides turn.", "Tides rise."] and report.rows == 2


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


def test_references_without_an_abstract_are_told_to_be_left_out_and_need_no_mending(tmp_path: Path) -> None:
    (path := tmp_path / "library.csv").write_text(
        '"Key","Title","Url","Abstract Note"\n"K1","On tides","https://a.org","Tides turn."\n'
        '"K2","On winds","https://b.org",""\n"K3","On rain","https://c.org",""\n'
    )
    (line,) = read(path)[1].lines()[1:]
    way = "nothing of a row can be quoted; where another field holds the text, name that with --field text=NAME"
    assert line == f"2 skipped: text is empty (first: {path}:3): without its 'Abstract Note' {way}"
    assert refusal(path, bad_rows="refuse") == f"{path}:3: without its 'Abstract Note' {way}"


@pytest.mark.parametrize("name", ["library.csv", "library.jsonl", "library.json"])
def test_a_file_whose_text_would_be_read_but_for_a_mapping_is_told_to_be_ingested_without_it(
    tmp_path: Path, name: str
) -> None:
    other, path = write(tmp_path / "a.jsonl", {"body": "Winds blow."}), tmp_path / name
    path.write_text(
        {
            "library.csv": "Title,Abstract Note\nOn tides,Tides turn.\n",
            "library.jsonl": '{"Title": "On tides", "Abstract Note": "Tides turn."}\n',
            "library.json": '{\n"Title": "On tides",\n"Abstract Note": "Tides turn."\n}\n',
        }[name]
    )
    said = refusal([path, other], fields={"text": "body"}, bad_rows="refuse")
    assert "--field text=body (in Python fields) holds for all files of an ingest" in said
    assert "without it 'abstract note' is the text" in said and said.endswith("into the same store")
    assert [one.text for one in read(path)[0]] == ["Tides turn."]


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


@pytest.mark.parametrize(
    ("row", "url"),
    [
        ({"PMID": "22254257"}, "https://pubmed.ncbi.nlm.nih.gov/22254257/"),
        ({"pmid": 22254257, "url": ""}, "https://pubmed.ncbi.nlm.nih.gov/22254257/"),
        ({"PMID": "22254257", "url": "https://example.org/a"}, "https://example.org/a"),
        ({"PMID": "22254257", "DOI": "10.5555/a"}, ""),
        ({"PMID": "none"}, ""),
        ({}, ""),
    ],
)
def test_a_paper_of_which_only_the_number_in_pubmed_is_known_is_found_by_it(
    tmp_path: Path, row: dict[str, object], url: str
) -> None:
    paper = {"Abstract": "Tides turn twice a day.", "Journal/Book": "Tidal Letters", **row}
    ((one,), _) = read(write(tmp_path / "a.jsonl", paper))
    assert (one.url, one.source) == (url, "Tidal Letters")


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
    with pytest.raises(InputError, match=r"the other way round\? text=Body"):
        read_corpus(path, fields={"Body": "text"})
    with pytest.raises(InputError, match="write text=Body"):
        read_corpus(path, fields={"abstract": "Body"})
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


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.jsonl.gz", "a.md", "a.txt"])
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


def test_a_folder_without_a_corpus_says_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "notes.docx").write_text("x")
    message = refusal(tmp_path)
    assert "notes.docx" in message
    assert ".jsonl" in message
    said = refusal(tmp_path / "notes.docx")
    assert "cannot tell its format" in said and "make Markdown of it first (pandoc -t markdown)" in said


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("reefs.pdf", "make plain text of it first (pdftotext), which is read as notes"),
        ("reefs.html", "make Markdown of it first (pandoc -t markdown), which is read as notes"),
        ("reefs.odd", "write the passages into such a file first, one a row"),
    ],
)
def test_what_to_do_with_a_document_is_told(tmp_path: Path, name: str, way: str) -> None:
    (tmp_path / name).write_text("x")
    assert way in refusal(tmp_path / name)


def test_files_of_one_name_in_many_folders_are_told_once(tmp_path: Path) -> None:
    for name in ("maori", "norse"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sky.docx").write_text("Stars.")
    with pytest.raises(InputError, match=r"it holds sky\.docx: "):
        read_corpus([tmp_path])


def test_a_folder_is_read_recursively_in_sorted_order_and_other_files_are_noted(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    write(tmp_path / "c.ndjson", {"text": "third"})
    write(tmp_path / "b" / "z.JSONL", {"text": "second"})
    write(tmp_path / "a.csv", "text", "first")
    write(tmp_path / ".git" / "x.jsonl", {"text": "hidden"})
    (tmp_path / "refs.docx").write_text("x")
    snippets, report = read(tmp_path)
    assert [one.text for one in snippets] == ["first", "second", "third"]
    assert noted(report) == {"file of another type passed over": 1}


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("about.json", '{\n "name": "tides"\n}\n', "one JSON document, not JSON lines"),
        ("about.csv", "file,size\na.jsonl,7\n", "a table without a text column"),
    ],
)
def test_a_file_that_holds_no_rows_is_passed_over_in_a_folder_and_refused_where_it_is_named(
    tmp_path: Path, name: str, content: str, reason: str
) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / name).write_text(content, encoding="utf-8")
    assert refusal(folder).startswith(str(folder / name))  # there is nothing else
    write(folder / "b.jsonl", {"text": "Tides turn."})
    snippets, report = read(folder)
    assert len(snippets) == 1 and noted(report) == {f"file passed over that is {reason}": 1}
    for refused in (
        refusal(folder, bad_rows="refuse"),
        refusal([folder / "b.jsonl", folder / name]),
    ):
        assert refused.startswith(str(folder / name))


WIDE = ('{"text": "Tides turn."}\n' * 20).encode("utf-16")


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.csv", "text\nWinds blow.\nFlüsse fließen.\n".encode("windows-1252"), "not UTF-8"),
        ("a.jsonl", b'{"text": "Winds blow."}\n' * 9_000 + '{"text": "Fluß"}'.encode("latin-1"), "not UTF-8"),
        ("a.json", b'[{"text": "Winds blow."},\n{"text": "Flut"}]\n\xc3', "not UTF-8"),
        ("a.jsonl", WIDE, "UTF-16, not UTF-8"),
        ("a.csv.gz", gzip.compress(WIDE, mtime=0), "UTF-16, not UTF-8"),
        ("a.csv", b"PK\x03\x04" + bytes(99), "an Office file, a PDF or an archive"),
        ("a.csv", bytes(99), "a binary file"),
    ],
)
def test_a_file_in_a_folder_that_is_not_utf_8_is_passed_over_as_a_whole_unless_it_is_to_be_refused(
    tmp_path: Path, name: str, content: bytes, reason: str
) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / name).write_bytes(content)
    said = refusal(folder)  # there is nothing else
    assert said.startswith(str(folder / name)) and reason in said
    write(folder / "b.jsonl", {"text": "Tides turn."})
    snippets, report = read(folder)
    assert [one.text for one in snippets] == ["Tides turn."] and report.rows == 1
    assert noted(report) == {f"file passed over that is {reason}": 1} and report.noted[0].places == (
        str(folder / name),
    )
    assert refusal(folder, bad_rows="refuse") == refusal([folder / "b.jsonl", folder / name]) == said


def test_stores_and_what_batches_keep_in_a_folder_are_no_corpus(tmp_path: Path) -> None:
    for made in ("store", "pages/_batch/corpus-1"):
        (tmp_path / made / "snippets").mkdir(parents=True)
        (tmp_path / made / "library.sqlite").touch()
        (tmp_path / made / "snippets" / "castalia.json").write_text('{\n "schema": 1\n}')
    write(tmp_path / "pages" / "manifest.jsonl", {"castalia_batch": 1})
    write(tmp_path / "manifest.jsonl", {"text": "first"})
    write(tmp_path / "pages" / "own.jsonl", {"text": "second"})
    snippets, report = read(tmp_path)
    assert [one.text for one in snippets] == ["first", "second"]
    assert not report.skipped and not report.noted


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_what_lies_behind_a_link_in_a_folder_is_read_or_noted(tmp_path: Path) -> None:
    row = {"text": "Tides turn."}
    outside, folder = tmp_path / "outside", tmp_path / "corpus"
    outside.mkdir()
    folder.mkdir()
    write(outside / "c.jsonl", row)
    write(folder / "a.jsonl", row)
    (folder / "b.jsonl").symlink_to(outside / "c.jsonl")
    (folder / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (folder / "long.jsonl").symlink_to("nowhere" * 100)
    (folder / "linked").symlink_to(outside)
    (folder / "circle").symlink_to(folder)
    snippets, report = read(folder)
    assert len(snippets) == 2
    assert noted(report) == {"folder behind a link passed over": 2, "broken link, pipe or device passed over": 2}


def test_a_bad_line_is_skipped_and_counted_with_its_place(tmp_path: Path) -> None:
    rows: list[object] = [{"text": f"Tide {n}."} for n in range(60)]
    rows[36] = '{"text": "Tide'
    path = write(tmp_path / "a.jsonl", *rows)
    snippets, report = read(path)
    assert len(snippets) == report.kept == 59
    assert report.rows == 60
    (tally,) = report.skipped
    assert (tally.reason, tally.count, tally.places) == ("invalid JSON", 1, (f"{path}:37",))
    assert refusal(path, bad_rows="refuse").startswith(f"{path}:37: invalid JSON")


def test_places_are_bounded_and_the_count_is_not(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"text": "Tides turn."}, *["{"] * 100)
    (tally,) = read(path)[1].skipped
    assert tally.count == 100
    assert tally.places == tuple(f"{path}:{line}" for line in range(2, 2 + PLACES))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ([1, 2], "not an object"), ("3", "not an object"), ("null", "not an object"), ({}, "no text field"),
        ({"title": "x"}, "no text field"), ({"text": 5}, "text is not a string"), ({"text": ["a"]}, "text is not a string"),
        ({"text": {"a": ["b"]}}, "text is not a string"), ({"text": "", "items": [{"text": "a"}]}, "text is empty"),
        ({"text": "  ", "meta": {"n": 5}}, "text is empty"), ({"text": None}, "text is empty"), ("[" * 100_000, "invalid JSON"),
        ('{"text": "x", "year": ' + "9" * 5000 + "}", "invalid JSON"),
    ],
)  # fmt: skip
def test_rows_that_cannot_be_used_are_told_apart(tmp_path: Path, row: object, reason: str) -> None:
    path = write(tmp_path / "a.jsonl", {"text": "Tides turn."}, row)
    snippets, report = read(path)
    assert len(snippets) == 1
    assert reasons(report) == {reason: 1}
    assert f"{path}:2: " in refusal(path, bad_rows="refuse")


def test_a_missing_text_field_names_the_fields_and_the_way_out(tmp_path: Path) -> None:
    message = refusal(write(tmp_path / "a.jsonl", {"body": "Tides turn.", "title": "x"}), bad_rows="refuse")
    assert "body, title" in message
    assert 'fields={"text": "<field>"}' in message


def test_a_corpus_of_bad_rows_is_refused_with_the_commonest_fault(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"body": "x"}, {"body": "y"}, "{")
    message = refusal(path)
    assert "none of 3 rows can be used: no text field (2); invalid JSON (1)" in message
    assert f"{path}:1" in message


def test_one_json_document_is_not_taken_for_json_lines(tmp_path: Path) -> None:
    message = refusal(
        write(tmp_path / "a.json", "{", '"title": "On tides", "data": [{"text": "x"}, {"text": "y"}]', "}")
    )
    assert (
        "the rows stand under 'data'" in message and "jq -c '{title: (.title // .metadata.title)} + .data[]'" in message
    )
    assert "not JSON lines" in refusal(write(tmp_path / "a.json", "{", '"data": [{"name": "x"}]', "}"))
    assert "not JSON lines" in refusal(write(tmp_path / "a.json", "{", '"text": "x"', "}", "{", '"text": "y"', "}"))


def test_a_json_document_over_several_lines_that_is_a_row_is_read(tmp_path: Path) -> None:
    rows = [{"title": "On tides", "text": "Tides turn."}, {"title": "On winds", "text": "Winds blow."}]
    for number, row in enumerate(rows):
        (tmp_path / f"{number}.json").write_text(json.dumps(row, indent=4))
    snippets, report = read(tmp_path)
    assert [(one.title, one.text) for one in snippets] == [(one["title"], one["text"]) for one in rows]
    assert (report.rows, report.skipped, report.noted) == (2, (), ())


@pytest.mark.parametrize(
    ("row", "way"),
    [
        ({"resultList": {"result": [{"abstract": "Tides turn."}]}}, "'resultList.result': write one a line (jq -c '.resultList.result[]')"),
        ({"documents": [{"all-parts": [{"text": "Tides turn."}]}]}, "(jq -c '.documents[].\"all-parts\"[]')"),
        ({one: {"title": one, "text": "Tides turn."} for one in "abc"}, "(jq -c '.[]')"),
        ({"text": ["Tides turn.", "So."]}, "(jq -c '.text |= join(\"\\n\\n\")')"),
        ({"abstract note": ["Tides turn.", "So."]}, "(jq -c '.\"abstract note\" |= join(\"\\n\\n\")')"),
        ({"résultats": [{"abstract": "Tides turn."}]}, "(jq -c '.\"résultats\"[]')"),
        ({"title": {"0": "A"}, "text": {"0": "Tides turn."}}, "orient='records'"),
    ],
)  # fmt: skip
def test_what_holds_rows_or_texts_in_another_shape_is_told_with_the_way_to_rows(
    tmp_path: Path, row: dict[str, object], way: str
) -> None:
    assert way in refusal(write(tmp_path / "a.jsonl", row))
    (path := tmp_path / "a.json").write_text(json.dumps(row, indent=2))
    assert way in refusal(path)


def test_the_line_in_which_excel_names_the_delimiter_is_no_header(tmp_path: Path) -> None:
    (path := tmp_path / "a.csv").write_text("\ufeffsep=;\nTitle;Abstract\nOn tides;Tides turn.\n", encoding="utf-8")
    assert [(one.title, one.text) for one in read(path)[0]] == [("On tides", "Tides turn.")]


def test_paragraphs_of_a_document_are_told_with_the_way_to_have_them_as_rows(tmp_path: Path) -> None:
    parts = [{"text": "Tides turn.", "section": "Uses"}]
    row = {"metadata": {"title": "On tides"}, "abstract": parts, "body_text": parts}
    assert "jq -c '{title: (.title // .metadata.title)} + (.abstract[], .body_text[])'" in refusal(
        write(tmp_path / "a.jsonl", row)
    )


ODD = [{"text": 'Tides, "turn" {[\\ ü.', "n": [1, {"a": "]}"}]}, {"text": "Winds\nblow."}, [1], 5, "no", {"text": ""}]


@pytest.mark.parametrize("indent", [None, 0, 2])
@pytest.mark.parametrize("part", [1, 2, 3, 7, 1 << 16])
def test_an_array_of_objects_is_read_as_its_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, indent: int | None, part: int
) -> None:
    monkeypatch.setattr(text_streams, "_PASS", part)
    (path := tmp_path / "a.json").write_text("\ufeff \n" + json.dumps(ODD, indent=indent, ensure_ascii=False) + "\n")
    snippets, report = read(path)
    assert [one.text for one in snippets] == [ODD[0]["text"], "Winds\nblow."]  # type: ignore[index, call-overload]
    assert report.rows == 6 and reasons(report) == {"not an object": 3, "text is empty": 1}
    lines = path.read_text().splitlines()
    (place,) = next(one.places for one in report.skipped if one.reason == "text is empty")
    assert indent is None or lines[int(place.rpartition(":")[2]) - 1].strip() == "{"


def test_commas_behind_rows_and_an_array_that_is_cut_short_are_read(tmp_path: Path) -> None:
    row = '{"text": "Tides turn."}'
    for number, rows in enumerate([(f"{row},", f"{row}, "), ("[", f"{row},", f"{row},", "]"), (f"[{row},{row}",)]):
        assert [one.text for one in read(write(tmp_path / f"{number}.jsonl", *rows))[0]] == ["Tides turn."] * 2
    _, report = read(write(tmp_path / "cut.json", f'[{row},{{"text": "Ti'))
    assert reasons(report) == {"invalid JSON": 1}


def test_what_follows_an_array_is_not_dropped_in_silence(tmp_path: Path) -> None:
    row = '{"text": "Tides turn."}'
    for number, between in enumerate(["", "\n", ",\n"]):  # pages of a search, written one behind the other
        path = write(tmp_path / f"{number}.json", f"[{row},{row}]{between}[\n{row}]")
        snippets, report = read(path)
        assert len(snippets) == report.rows == 3
    _, report = read(write(tmp_path / "rest.json", f"[{row}]", "}] and more", f"[{row}]"))
    assert report.rows == 3 and reasons(report) == {"invalid JSON": 1}
    assert report.skipped[0].places[0].endswith(":2")


def test_a_huge_element_of_an_array_is_passed_over_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"text": "' + "x" * (4 * ROW_LIMIT) + '"},\n{"text": "Tides turn."}]')
    tracemalloc.start()
    snippets, report = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [one.text for one in snippets] == ["Tides turn."] and reasons(report) == {"row over 5 MB": 1}
    assert peak < 5 * ROW_LIMIT


def test_a_huge_line_is_passed_over_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.write(b'{"text": "before"}\n{"text": "')
        for _ in range(50):
            file.write(b"x" * 1_000_000)
        file.write(b'"}\n{"text": "after"}\n')
    tracemalloc.start()
    snippets, report = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [one.text for one in snippets] == ["before", "after"]
    assert [(one.reason, one.places) for one in report.skipped] == [("row over 5 MB", (f"{path}:2",))]
    assert peak < 4 * ROW_LIMIT


def test_a_huge_cell_is_passed_over_without_being_held(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with path.open("w") as file:
        file.write('text,title\nbefore,a\n"')
        for _ in range(200):
            file.write("x" * 99_999 + "\n")
        file.write('",b\nafter,c\n')
    tracemalloc.start()
    snippets, report = read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [one.text for one in snippets] == ["before", "after"]
    assert reasons(report) == {"row over 5 MB": 1}
    assert peak < 5 * ROW_LIMIT


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 20)
    assert "binary" in refusal(path)
    path.write_bytes(bytes(5000))
    assert "binary" in refusal(path)


def test_another_encoding_is_refused_with_the_line_and_the_cure(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes('{"text": "plain"}\n{"text": "Ångström"}\n'.encode("latin-1"))
    message = refusal(path)
    assert message.startswith(f"{path}:2: not UTF-8")
    assert "iconv -f windows-1252" in message  # which has all letters of Latin-1, and quotes and dashes beside


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_named(tmp_path: Path, coding: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(('{"text": "Tides turn twice a day."}\n' * 20).encode(coding))
    message = refusal(path)
    assert coding[:6].upper() in message
    assert ":1:" in message


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv"])
def test_a_byte_order_mark_is_accepted(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\xef\xbb\xbf" + (b'{"text": "Tides turn."}\n' if name.endswith("l") else b"text\nTides turn.\n"))
    assert read(path)[0][0].text == "Tides turn."


def test_gzip_is_read_and_recognised_by_its_content(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "a.jsonl"):
        (tmp_path / name).write_bytes(gzip.compress(b'{"text": "Tides turn."}\n'))
        assert read(tmp_path / name)[0][0].text == "Tides turn."


def test_damaged_gzip_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    whole = gzip.compress("".join(json.dumps({"text": f"{n * 7919}"}) + "\n" for n in range(5000)).encode())
    path.write_bytes(whole[: len(whole) // 2])
    told = re.search(r"cut short after line ([\d,]+) ", refusal(path))
    assert told and 1_000 < int(told[1].replace(",", "")) < 4_000
    path.write_bytes(whole[:30])
    assert "cut short in its first line" in refusal(path)
    path.write_bytes(b'{"text": "Tides turn."}\n')
    assert "is not gzip" in refusal(path)
    path.write_bytes(whole[:200] + bytes(200) + whole[400:])
    assert "cannot be read after line" in refusal(path)
    stored = gzip.compress("".join(json.dumps({"text": f"{n * 7919}"}) + "\n" for n in range(99)).encode(), 0)
    for at in range(40, 80):  # whatever a flipped bit makes of the text
        path.write_bytes(stored[:at] + bytes([stored[at] ^ 128]) + stored[at + 1 :])
        assert "the gzip archive is damaged" in refusal(path)


def test_what_is_no_regular_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    bound = socket.socket(socket.AF_UNIX)
    bound.bind(os.path.relpath(tmp_path / "socket.jsonl"))  # the whole path may be too long for a socket
    bound.close()
    for name in ("pipe.jsonl", "socket.jsonl"):
        assert "is a pipe, a socket or a device: save the rows to a file first" in refusal(tmp_path / name)
    assert "is a pipe, a socket or a device" in refusal(Path("/dev/null"))


def test_a_path_that_can_be_none_is_refused(tmp_path: Path) -> None:
    assert "is too long for a path: shorten it" in refusal(tmp_path / ("a" * 300 + ".jsonl"))
    assert "is too long for a path: shorten it" in refusal(tmp_path / ("a/" * 3_000))
    assert "holds a NUL character" in refusal(tmp_path / "a\0.jsonl")


def test_tables_are_read_with_any_delimiter(tmp_path: Path) -> None:
    for mark in (",", ";", "\t", "|"):
        path = write(
            tmp_path / "a.csv", mark.join(["title", "Abstract", "Year"]), mark.join(["A", "Tides turn.", "1999"])
        )
        (snippet,), _ = read(path)
        assert (snippet.title, snippet.text, snippet.year) == ("A", "Tides turn.", 1999)


def test_quoted_cells_keep_delimiters_quotes_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b'title,text\r\n"A, b","He said ""tide"".\r\nThen, waves."\r\n5" pipe,x\r\n')
    first, second = read(path)[0]
    assert (first.title, first.text) == ("A, b", 'He said "tide".\r\nThen, waves.')
    assert (second.title, second.text) == ('5" pipe', "x")


def test_a_cell_may_be_quoted_behind_a_blank(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(
        "url, title, text\n"
        'u1, "Tides, seas", "They say ""so"", and turn." \n'
        'u2, "Springs" and neaps, Tides rise.\n'
        'u3, "Open, Tides fall.\n'
        'u4, Ebbs, "Tides ebb."'
    )
    snippets, report = read(tmp_path / "a.csv")
    assert [(one.url, one.title, one.text.strip()) for one in snippets] == [
        ("u1", "Tides, seas", 'They say "so", and turn.'),
        ("u2", '"Springs" and neaps', "Tides rise."),
        ("u3", '"Open', "Tides fall."),
        ("u4", "Ebbs", "Tides ebb."),
    ]
    assert not report.skipped


def test_tables_with_tabs_that_quote_no_cell_are_read_whole(tmp_path: Path) -> None:
    texts = [
        '"Spring" tides come at new moon.',
        '"Neap tides come between them.',
        'Waves of 12" ran up the beach.',
        '"Winds" drive "waves"',
        '"Currents turn.',
    ]
    path = write(tmp_path / "a.tsv", "TI\tAB", *(f"T{at}\t{text}" for at, text in enumerate(texts)))
    assert [one.text for one in read(path)[0]] == texts
    assert read(write(tmp_path / "b.tsv", "AB\tTI", *(f"{text}\tT" for text in texts)))[1].kept == len(texts)


def test_quoted_cells_between_tabs_may_run_over_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(b'TI\tAB\nT\t"Tides ""turn"".\nThen\twaves."\n"U\nV"\tWinds blow.\n"W"\t"Foam\nflies."\n')
    assert [(one.title, one.text) for one in read(path)[0]] == [
        ("T", 'Tides "turn".\nThen\twaves.'),
        ("U\nV", "Winds blow."),
        ("W", "Foam\nflies."),
    ]


def test_a_quoted_cell_may_hold_lines_that_look_like_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(b'title\ttext\nT\t"Year of\nday\t1\nend."\nU\tWinds blow.\n')
    assert [(one.title, one.text) for one in read(path)[0]] == [("T", "Year of\nday\t1\nend."), ("U", "Winds blow.")]


def test_the_only_column_of_a_table_may_hold_anything(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "text", "Tides\tturn.", '"Waves, ""high"",', 'break."', '"Winds" blow; so')
    assert [one.text for one in read(path)[0]] == ["Tides\tturn.", 'Waves, "high",\nbreak.', '"Winds" blow; so']


def test_the_name_of_a_column_may_run_over_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b'Title,"Notes\r\nof mine",abstract\r\nT,none,Tides turn.\r\n')
    (only,) = read(path)[0]
    assert (only.text, only.title, only.extra) == ("Tides turn.", "T", {"Notes of mine": "none"})


def test_a_comma_in_the_only_column_of_a_table_is_one_of_the_text(tmp_path: Path) -> None:
    for name in ("a.csv", "a.tsv"):
        path = write(tmp_path / name, "text", "Tides turn, and turn back.", '"Winds, too, blow."')
        assert [one.text for one in read(path)[0]] == ["Tides turn, and turn back.", "Winds, too, blow."]


@pytest.mark.parametrize(
    ("author", "told"),
    [
        ({"given": "Gabriel", "family": "García Márquez"}, "García Márquez, Gabriel"),
        (["García Márquez", "Gabriel", ""], "García Márquez, Gabriel"),
        ({"given": "Jin", "family": "LEE"}, "LEE, Jin"),
        ({"given": "Rosa", "family": "Luz Paz", "suffix": "Jr."}, "Luz Paz, Jr., Rosa"),
        ({"given": "Ludwig", "family": "Moor", "non-dropping-particle": "van"}, "Ludwig van Moor"),
        ({"given": "Ada", "family": "Moon", "suffix": "Jr."}, "Ada Moon Jr."),
        ({"given": "Ada", "family": "Moon", "suffix": "MPH"}, "Ada Moon"),
        ({"given": "Ada", "family": "Moon", "suffix": ", Jr."}, "Ada Moon Jr."),
        (["Moon", "Ada", "", "CERN"], "Ada Moon"),
    ],
)
def test_a_family_name_that_a_field_gives_is_the_one_that_references_tell(
    author: Any, told: str, tmp_path: Path
) -> None:
    field = "author" if isinstance(author, dict) else "authors_parsed"
    (only,) = read(write(tmp_path / "a.jsonl", json.dumps({"text": "Tides turn.", field: [author]})))[0]
    assert only.authors == (told,)
    (person,) = read_authors(only.authors)
    family = author["family"] if isinstance(author, dict) else author[0]
    assert person.family.removeprefix("van ") == family


def test_a_long_cell_is_no_fault(tmp_path: Path) -> None:
    text = "tide " * 60_000
    assert read(write(tmp_path / "a.csv", "text,title", f'"{text}",a'))[0][0].text == text


def test_a_table_without_a_header_is_refused(tmp_path: Path) -> None:
    message = refusal(write(tmp_path / "a.csv", "Tides turn twice a day.,1999", "Winds blow.,2000"))
    assert "add a header row" in message
    assert "Tides turn twice a day." in message
    assert (
        read(write(tmp_path / "b.csv", "body,y", "Tides turn.,1"), fields={"text": "body"})[0][0].text == "Tides turn."
    )


def test_rows_of_a_table_with_the_wrong_number_of_cells_are_skipped(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "text,title", "a,b", "a,b,c", "a", "", "c,d")
    snippets, report = read(path)
    assert len(snippets) == 2
    assert [(one.count, one.places) for one in report.skipped] == [(2, (f"{path}:3", f"{path}:4"))]


def test_a_quote_that_is_never_closed_is_reported_where_it_starts(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "text,title", "a,b", '"a,b', "c,d")
    reason = "quote never closed, so that 1 line behind it went unread"
    assert [(one.reason, one.places) for one in read(path)[1].skipped] == [(reason, (f"{path}:3",))]


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.jsonl"])
def test_lines_that_end_with_a_carriage_return_alone_are_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    rows = ["title,text", "T1,Tides turn.", 'T2,"Tides, once\nmore, turn."']
    if name == "a.jsonl":
        rows = [json.dumps({"text": "Tides turn."}), json.dumps({"text": "Tides, once\nmore, turn."})]
    data = "".join(row + "\r" for row in rows).encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert [one.text for one in read(path)[0]] == ["Tides turn.", "Tides, once\nmore, turn."]


def test_lines_that_an_open_quote_swallows_are_counted(tmp_path: Path) -> None:
    rows = [f"T{at},Tides turn {at} times." for at in range(40)]
    rows[5] = rows[5].replace(",", ',"')
    report = read(write(tmp_path / "a.csv", "title,text", *rows))[1]
    assert (report.rows, report.kept) == (6, 5)
    assert report.lines()[-1].startswith(
        "1 skipped: quote never closed, so that 34 lines behind it went unread (first:"
    )


def test_columns_of_one_name_are_both_kept(tmp_path: Path) -> None:
    (snippet,), _ = read(write(tmp_path / "a.csv", ",text,note,note,note_2", "0,Tides turn.,a,b,c"))
    assert snippet.extra == {"column1": "0", "note": "a", "note_3": "b", "note_2": "c"}


def test_a_table_of_many_columns_is_read_in_time_in_proportion(tmp_path: Path) -> None:
    columns = 40_000
    path = write(tmp_path / "a.csv", ",".join(["text", *map(str, range(columns))]), "Tides turn." + ",1" * columns)
    start = time.process_time()
    (snippet,), _ = read(path)
    assert len(snippet.extra) == columns
    assert time.process_time() - start < 2


cells = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=20).map(lambda cell: "x" + cell)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=8), st.sampled_from([",", ";", "\t"]))
def test_any_table_comes_back_as_it_was_written(rows: list[tuple[str, str]], mark: str) -> None:
    def quoted(cell: str) -> str:
        return '"' + cell.replace('"', '""') + '"'

    table = "".join(mark.join(map(quoted, row)) + "\r\n" for row in [("text", "title"), *rows])
    stream = io.BufferedReader(io.BytesIO(table.encode()))
    got = [row for _, row in READERS[".csv"](stream, "t", lambda names: "text" in names)]  # type: ignore[arg-type]
    assert got == [{"text": text, "title": title} for text, title in rows]


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_but_an_input_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    for name in ("a.jsonl", "a.csv", "a.jsonl.gz", "a.md", "a.txt"):
        (folder / name).write_bytes(content)
        reading = read_corpus(folder / name)
        try:
            kept = len(list(reading))
        except InputError as error:
            assert str(error)
        else:
            assert reading.report.rows == kept + sum(tally.count for tally in reading.report.skipped)


def test_snippets_are_read_as_they_are_asked_for(tmp_path: Path) -> None:
    reading = read_corpus(write(tmp_path / "a.jsonl", *({"text": f"Tide {n}."} for n in range(100))))
    next(reading)
    assert reading.report.rows == 1
    list(reading)
    assert reading.report.rows == reading.report.kept == 100


def test_a_new_format_is_one_entry_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_paragraphs(stream: object, name: str, has_text: object) -> Rows:
        for number, line in enumerate(stream, 1):  # type: ignore[arg-type,var-annotated]
            yield number, {"text": line.decode().strip()}

    (tmp_path / "a.lines").write_text("Tides turn.\nWinds blow.\n")
    monkeypatch.setattr(corpus_files, "READERS", {**READERS, ".lines": read_paragraphs})
    assert [one.text for one in read(tmp_path / "a.lines")[0]] == ["Tides turn.", "Winds blow."]


def test_the_report_tells_what_happened_and_adds_up(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {"text": "Tides turn.", "year": "soon"}, "{")
    read_report = read(path)[1]
    report = read_report.then(CorpusReport(rows=1, kept=0, too_short=1))
    assert (report.rows, report.kept, report.too_short, report.skipped) == (2, 0, 1, read_report.skipped)
    assert report.lines()[:2] == ("2 rows read, 0 snippets kept", "1 under 20 words")
    assert any("invalid JSON" in line and f"{path}:2" in line for line in report.lines())


def test_the_report_tells_a_way_out_for_what_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", {"text": "Tides turn."}, {"text": 5})
    write(tmp_path / "c.jsonl", {"body": "Winds blow."}, {"body": "Rain falls."})
    (tmp_path / "d.csv").write_bytes(b"text\nFl\xfc\n")
    at = {one: tmp_path / one for one in ("a.jsonl", "c.jsonl", "d.csv")}
    said = [line for line in read(tmp_path)[1].lines() if " (first: " in line]
    assert said[0].startswith(
        f"2 skipped: no text field (first: {at['c.jsonl']}:1): the fields are: body; map it with --field text=NAME"
    )
    assert said[1].startswith(f"1 skipped: text is not a string (first: {at['a.jsonl']}:2): the field 'text' is a int")
    assert said[2].startswith(
        f"1 noted: file passed over that is not UTF-8 (first: {at['d.csv']}): convert the file to UTF-8, for example"
    )


def test_the_report_tells_one_and_many_apart() -> None:
    one = CorpusReport(rows=1, kept=1, duplicates=1, near_duplicates=1, chunked=1, chunks=2)
    assert one.lines() == (
        "1 row read, 1 snippet kept",
        "1 duplicate removed",
        "1 near duplicate removed",
        "1 long one cut into 2 chunks",
    )
    many = CorpusReport(rows=2_000, kept=2, duplicates=2)
    assert many.lines() == ("2,000 rows read, 2 snippets kept", "2 duplicates removed")


@pytest.mark.parametrize(
    ("row", "year", "extra"),
    [
        ({"issued": {"date-parts": [[2020]]}}, 2020, {}),
        ({"issued": {"date-parts": [["2020", "5", 3]]}}, 2020, {"issued": "2020-05-03"}),
        ({"issued": {"raw": "3 May 2020"}}, 2020, {"issued": "3 May 2020"}),
        ({"issued": {"date-parts": [[None]]}}, None, {}),
        ({"versions": [{"created": "Mon, 2 Apr 2001"}]}, 2001, {"versions": "Mon, 2 Apr 2001"}),
        ({"published": {}, "date": "1999-01-01"}, 1999, {"date": "1999-01-01"}),
    ],
)
def test_a_date_in_an_object_is_kept_as_any_other_is(
    tmp_path: Path, row: dict[str, object], year: int | None, extra: dict[str, object]
) -> None:
    (one,), report = read(write(tmp_path / "a.jsonl", {"text": "Tides turn and turn back.", **row}))
    assert (one.year, one.extra, report.noted) == (year, extra, ())


def test_a_name_that_an_outer_layer_has_itself_is_not_given_to_another_of_its_fields(tmp_path: Path) -> None:
    row = {"title": "Seas", "title_2": "Winds", "data": {"text": "Tides turn and turn back.", "title": "On tides"}}
    (one,) = read(write(tmp_path / "a.jsonl", row))[0]
    assert (one.title, sorted(map(str, one.extra.values()))) == ("On tides", ["Seas", "Winds"])


def test_a_folder_without_a_corpus_is_told_with_the_way_for_the_file_that_has_one(tmp_path: Path) -> None:
    assert "JSON lines, name" not in refusal(tmp_path)
    (tmp_path / "README").write_text("Tides.")
    (tmp_path / "refs.bib").write_text("@article{}")
    assert "Zotero" in refusal(tmp_path)


def test_a_text_in_a_third_column_of_one_name_is_told(tmp_path: Path) -> None:
    told = " ".join(f"Wind {number} blows." for number in range(12))
    (path := tmp_path / "a.csv").write_text(f"text,text,text\nTides turn.,,{told}\n")
    assert "text_3" in str(read(path)[1].noted)
