"""A page without a section, or without a lead, says at its top that it is a stub, and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from castalia.graphs.batching.batch_index import render_index
from castalia.graphs.batching.batch_report import BatchReport
from castalia.graphs.batching.ended import Ended
from castalia.graphs.commands.batch_lines import summary_lines, tell_end
from castalia.memory.identity import citation_keys
from castalia.memory.records import Citation, Claim, Draft, Section, Snippet
from castalia.tools.pages.html import render_html
from castalia.tools.pages.markdown import render_markdown
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.pages.stub_note import ENOUGH, stub_note

SNIPPET = Snippet("0a1b2c", "Lichens grow slowly.", "https://example.org/l")
TOLD = Claim("Lichens grow slowly.", (Citation(citation_keys([SNIPPET.id])[SNIPPET.id], SNIPPET.id),), SNIPPET.text)


def page(*, lead: bool, section: bool, snippets: int | None = 57) -> PageRecord:
    return build_page(
        "Lichens", domain="", pipeline="apollo", engine="extractive", engines={}, model=None,
        lead=((TOLD,),) if lead else (), sections=(Section("s", "Growth"),) if section else (),
        drafts={"s": Draft("s", ((TOLD, TOLD),))} if section else {}, snippets={SNIPPET.id: SNIPPET},
        stats={} if snippets is None else {"snippets": snippets},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lead", "section", "lacks", "told"),
    [
        (True, False, "without a section: 57 snippets were read", "1 sentence that could be told of the topic stands"),
        (False, True, "without a lead: 57 snippets were read", "2 sentences that could be told of the topic stand"),
    ],
)
def test_a_stub_says_so_at_its_top(lead: bool, section: bool, lacks: str, told: str) -> None:
    record = page(lead=lead, section=section)
    assert lacks in record["stub"]
    assert told in record["stub"]
    for shown in (render_markdown(record), render_html(record)):
        assert record["stub"] in shown
        assert shown.index(record["stub"]) < shown.index(TOLD.sentence)


def test_a_whole_page_and_one_of_which_nobody_counted_what_was_read_say_nothing() -> None:
    assert page(lead=True, section=True)["stub"] == ""
    assert page(lead=True, section=False, snippets=None)["stub"] == ""
    assert "stub" not in render_markdown(page(lead=True, section=True))


def test_a_page_of_some_length_is_no_stub_though_nothing_leads_it() -> None:
    stats = {"snippets": 57}
    assert stub_note("", ("s",), ENOUGH, stats) == ""
    assert "without a lead" in stub_note("", ("s",), ENOUGH - 1, stats)
    assert "without a section" in stub_note("Lichens grow.", (), ENOUGH, stats)


def test_a_batch_tells_its_stubs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = Ended("Lichens", "", "lichens", None, "done", words=400, sections=3, sources=9)
    stub = replace(whole, topic="Moss", folder="moss", words=80, sections=0, stub="This page is a stub.")
    bare = replace(whole, topic="Ferns", folder="ferns", words=300, sections=4, stub="This page is a stub.")
    report = BatchReport(tmp_path, (whole, stub, bare))
    told = [line for line in summary_lines(report) if "a stub" in line]
    assert [line.split()[0] for line in told] == ["Moss", "Ferns"]
    assert tell_end(report, 3, is_quiet=True) == 0
    told = capsys.readouterr().err.splitlines()
    assert told == ["a stub, without a section: Moss", "a stub, without a lead: Ferns"]
    assert render_index(report.ended).count("This page is a stub.") == 2
