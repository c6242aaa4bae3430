"""The page record: numbered once, checked, and never a neighbour lost."""

from __future__ import annotations

import copy
import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from castalia.memory.errors import InputError
from castalia.memory.identity import citation_keys, snippet_id
from castalia.memory.records import Citation, Claim, Draft, Feedback, Section, Snippet
from castalia.tools.drafting.drafts import section_text
from castalia.tools.metrics.measured_page import measured_page
from castalia.tools.pages.bibtex import render_bibtex
from castalia.tools.pages.csl_json import render_csl_json
from castalia.tools.pages.engine_note import engine_note
from castalia.tools.pages.html import render_html
from castalia.tools.pages.markdown import render_markdown
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_check import check_page
from castalia.tools.pages.page_drafts import drafts_of, outline_of_page
from castalia.tools.pages.page_json import PageRecord, dump_page, load_page, walk_sections
from castalia.tools.pages.page_text import find_sentence, paragraphs
from castalia.tools.pages.wikitext import render_wikitext
from hypothesis import given
from hypothesis import strategies as st
from spoiled import JUNK, spoiled


def snippet(text: str, **more: Any) -> Snippet:
    url = more.pop("url", "https://example.org/book#1")
    return Snippet(id=snippet_id(text, url), text=text, url=url, **more)


TIDES = snippet(
    "Tides follow the Moon.  Spring tides come at\nnew and full Moon.", title="The sea", year=2001, doi="10.1/x"
)
WAVES = snippet("Waves are driven by wind. Their height grows with the fetch.", authors=("N. Adeyemi",))
CORALS = snippet("Corals live in warm water. See [1] and the range [0,1].")
ALL = {one.id: one for one in (TIDES, WAVES, CORALS)}
KEYS = citation_keys(ALL)


def cite(one: Snippet) -> Citation:
    return Citation(KEYS[one.id], one.id)


def claim(sentence: str, *snippets: Snippet) -> Claim:
    return Claim(sentence, tuple(cite(one) for one in snippets), sentence, "supported")


SECTIONS = (Section("b", "Water", sections=(Section("c", "Motion", 2),)), Section("a", "Water"))
DRAFTS = {
    "a": Draft("a", ((claim("Corals live in warm water.", CORALS),),)),
    "c": Draft("c", ((claim("Waves are driven by wind.", WAVES), claim("Tides follow the Moon.", TIDES, WAVES)),)),
}
LEAD = ((claim("Tides follow the Moon.", TIDES),), (claim("Their height grows with the fetch.", WAVES),))


def page(**changes: Any) -> PageRecord:
    given: dict[str, Any] = {
        "domain": "Earth", "pipeline": "apollo", "engine": "extractive", "engines": {"writer": "extractive"}, "model": None,
        "lead": LEAD, "sections": SECTIONS, "drafts": DRAFTS, "snippets": ALL, "gaps": ["How old are they?"],
        "stats": {"snippets": 3},
    }  # fmt: skip
    return build_page("The sea", **(given | changes))


def test_numbers_are_given_once_by_first_appearance_over_lead_then_sections_in_order() -> None:
    record = page()
    assert record["lead"] == "Tides follow the Moon.[1]\n\nTheir height grows with the fetch.[2]"
    texts = {section["id"]: section["text"] for section, _ in walk_sections(record["sections"])}
    assert texts == {
        "b": "",
        "c": "Waves are driven by wind.[2] Tides follow the Moon.[1][2]",
        "a": "Corals live in warm water.[3]",
    }
    assert [one["snippet_id"] for one in record["references"]] == [TIDES.id, WAVES.id, CORALS.id]
    assert [(one["section"], one["citations"]) for one in record["claims"]] == [
        ("lead", [1]), ("lead", [2]), ("c", [2]), ("c", [1, 2]), ("a", [3]),
    ]  # fmt: skip
    assert check_page(record) == []


def test_a_reference_carries_what_the_contract_names() -> None:
    assert page()["references"][0] == {
        "number": 1, "key": KEYS[TIDES.id], "snippet_id": TIDES.id, "source_id": "https://example.org/book",
        "url": TIDES.url, "title": "The sea", "authors": [], "year": 2001, "doi": "10.1/x", "text": TIDES.text, "source": "",
    }  # fmt: skip
    assert page()["references"][1]["authors"] == ["N. Adeyemi"]
    assert page()["references"][1]["doi"] is None


def test_two_snippets_of_one_document_are_two_references() -> None:
    record = page()
    assert len({one["source_id"] for one in record["references"]}) == 1
    assert len(record["references"]) == 3


def test_sections_that_share_a_heading_keep_their_own_text() -> None:
    first, second = page()["sections"]
    assert first["heading"] == second["heading"] == "Water"
    assert first["sections"][0]["text"] != second["text"]


@pytest.mark.parametrize(
    "bad",
    [
        Citation("s123456", "nowhere"),
        Citation("s000000", WAVES.id),
        Citation(KEYS[WAVES.id], "nowhere"),
        Citation("", ""),
    ],
)
def test_an_unknown_citation_is_lost_alone_and_recorded(bad: Citation) -> None:
    mixed = Claim("Tides follow the Moon.", (bad, cite(TIDES), bad), "", "supported")
    record = page(lead=((mixed, claim("Waves are driven by wind.", WAVES)),))
    assert record["lead"] == "Tides follow the Moon.[1] Waves are driven by wind.[2]"
    assert record["claims"][0]["verdict"] == "supported"
    (issue,) = record["open_issues"]
    assert (issue["section"], issue["claim"], issue["request"]) == ("lead", "Tides follow the Moon.", "cite")
    assert check_page(record) == []


def test_a_key_of_another_length_still_names_its_snippet() -> None:
    longer = Citation("s" + TIDES.id[:9], TIDES.id)
    record = page(lead=((Claim("Tides follow the Moon.", (longer, cite(TIDES))),),))
    assert record["lead"] == "Tides follow the Moon.[1]"
    assert record["open_issues"] == []


def test_a_claim_that_loses_its_only_citation_is_no_longer_supported() -> None:
    lost = Claim("Whales sing.", (Citation("s123456", "nowhere"),), "Whales sing.", "supported")
    record = page(lead=((lost,),))
    assert record["lead"] == "Whales sing."
    assert record["claims"][0]["verdict"] == "unsupported"
    assert record["claims"][0]["quote"] == ""
    assert check_page(record) == ["not word for word in a snippet that it cites: 'Whales sing.'"]
    assert check_page(page(lead=((lost,),), engine="model")) == []


def test_nothing_is_left_out_in_silence() -> None:
    asked = Feedback("a", "Corals live in warm water.", "one source only", "cite")
    stray = Draft("z", ((claim("Tides follow the Moon.", TIDES),),))
    record = page(open_issues=[asked], drafts={**DRAFTS, "z": stray}, lead=((claim("  "),), *LEAD))
    assert record["open_issues"] == [
        {"section": "a", "claim": "Corals live in warm water.", "reason": "one source only", "request": "cite"},
        {"section": "lead", "claim": "", "reason": "an empty sentence was left out", "request": "remove"},
        {"section": "z", "claim": "", "reason": "this draft has no place in the outline", "request": "add"},
    ]
    assert check_page(record) == []


def test_a_draft_that_says_nothing_is_no_issue() -> None:
    assert page(drafts={**DRAFTS, "z": Draft("z", ())})["open_issues"] == []


def test_the_order_of_the_snippets_does_not_matter() -> None:
    assert page(snippets=dict(reversed(ALL.items())), drafts=dict(reversed(DRAFTS.items()))) == page()


def test_brackets_of_the_source_are_text_and_not_marks() -> None:
    record = page(lead=((claim("See [1] and the range [0,1].", CORALS), claim("Tides follow the Moon.", TIDES)),))
    assert record["lead"] == "See [1] and the range [0,1].[1] Tides follow the Moon.[2]"
    (one,) = paragraphs(record, "lead", record["lead"])
    assert [(part["sentence"], part["citations"]) for part in one] == [
        ("See [1] and the range [0,1].", [1]), ("Tides follow the Moon.", [2]),
    ]  # fmt: skip


def test_a_page_edited_by_hand_is_read_from_its_text() -> None:
    record = page()
    text = "Tides, by hand.[1][2] Over [0,1] and [9].[9]\n\nNew."
    assert [[(one["sentence"], one["citations"]) for one in part] for part in paragraphs(record, "lead", text)] == [
        [("Tides, by hand.", [1, 2]), ("Over [0,1] and [9].[9]", [])],
        [("New.", [])],
    ]


def test_sections_nested_too_deep_to_be_read_are_told_in_one_line(tmp_path: Path) -> None:
    section: Any = {"id": "s", "heading": "S", "level": 1, "text": "", "sections": []}
    for depth in range(450):
        section = {"id": f"s{depth}", "heading": "S", "level": 1, "text": "", "sections": [section]}
    (tmp_path / "page.json").write_text(json.dumps({**page(), "sections": [section]}), encoding="utf-8")
    with pytest.raises(InputError, match="nested too deep"):
        load_page(tmp_path)


def broken(**changes: Any) -> Any:
    record: Any = copy.deepcopy(page())
    for path, value in changes.items():
        *where, last = path.split("__")
        inner = record
        for step in where:
            inner = inner[int(step) if step.isdigit() else step]
        inner[int(last) if last.isdigit() else last] = value
    return record


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"claims__0__citations": [7]}, "citation [7] has no reference"),
        ({"claims__4__citations": [2]}, "reference 3 is cited nowhere"),
        ({"references__0__number": 2}, "reference number 2 is given 2 times"),
        ({"references__0__snippet_id": WAVES.id}, f"snippet {WAVES.id} has 2 references"),
        ({"sections__1__id": "b"}, "section id 'b' is used 2 times"),
        ({"sections__1__id": "lead"}, "section id 'lead' is kept for the lead"),
        ({"claims__0__section": "zz"}, "claims name a section 'zz'"),
        ({"lead": "Tides follow the Moon.[1]"}, "text and claims of section 'lead' disagree"),
        ({"sections__1__text": "Corals live in warm water.[3] More."}, "text and claims of section 'a' disagree"),
        ({"references__2__text": "Corals live in cold water."}, "not word for word"),
        ({"engine": "magic"}, "page.engine is not one of"),
        ({"references__0__year": "2001"}, "page.references[0].year is not"),
        ({"references__0__number": True}, "page.references[0].number is not a whole number"),
        ({"sections__0__sections__0__text": None}, "page.sections[0].sections[0].text is not a text"),
        ({"gaps": "none"}, "page.gaps is not a list"),
        ({"sections__0__level": 10**30}, "page.sections[0].level is not one of: 1, 2, 3, 4, 5, 6"),
    ],
)
def test_check_page_finds_what_is_wrong(changes: dict[str, Any], problem: str) -> None:
    assert any(one.startswith(problem) for one in check_page(broken(**changes)))


def test_numbers_out_of_order_are_found() -> None:
    record = broken(references__0__number=2, references__1__number=1)
    for one in record["claims"]:
        one["citations"] = [{1: 2, 2: 1}.get(number, number) for number in one["citations"]]
    assert "numbers are not given by first appearance" in check_page(record)


def test_a_sentence_is_verbatim_white_space_aside() -> None:
    assert check_page(page(lead=((claim("Spring tides come at new and full Moon.", TIDES),),))) == []
    assert find_sentence("Spring  tides", "The\n Spring\ttides") == (4, 16)
    assert find_sentence("spring tides", "The Spring tides") is None
    assert find_sentence("", "x") is None


def test_a_page_survives_the_disk(tmp_path: Path) -> None:
    record = page(lead=((claim("Corals live in warm water.", CORALS),),), gaps=["How warm, in °C, is “warm”?"])
    (tmp_path / "page.json").write_text(dump_page(record), encoding="utf-8")
    assert load_page(tmp_path) == load_page(str(tmp_path / "page.json")) == record


def test_a_page_that_an_editor_put_a_byte_order_mark_before_is_read(tmp_path: Path) -> None:
    (tmp_path / "page.json").write_text(dump_page(page()), encoding="utf-8-sig")
    assert load_page(tmp_path) == page()


def test_keys_may_be_added_and_optional_ones_left_out(tmp_path: Path) -> None:
    record: Any = {**page(), "figures": []}
    del record["language"]
    del record["references"][0]["source"]
    (tmp_path / "page.json").write_text(json.dumps(record))
    assert load_page(tmp_path) == record
    assert check_page(record) == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "does not hold JSON"),
        ("[" * 200_000, "does not hold JSON"),
        (json.dumps({**page(), "stats": {"tokens": math.nan}}), "does not hold JSON (NaN is no number of JSON)"),
        (json.dumps({**page(), "stats": {"tokens": -math.inf}}), "(-Infinity is no number of JSON)"),
        ("[]", "page is not an object"),
        ("{}", "page lacks 'schema'"),
        ('{"schema": 2}', "reads schema 1"),
        (json.dumps({**page(), "claims": None}), "page.claims is not a list"),
    ],
)
def test_what_is_no_page_is_refused_in_one_line(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "page.json").write_text(content)
    with pytest.raises(InputError, match=re.escape(words)) as caught:
        load_page(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", JUNK, ids=repr)
def test_whatever_stands_in_place_of_a_part_is_refused_in_one_line_or_can_be_rendered_measured_and_changed(
    tmp_path: Path, value: object
) -> None:
    for record in spoiled(page(), value):
        (tmp_path / "page.json").write_text(json.dumps(record))
        try:
            read = load_page(tmp_path)
        except InputError as error:
            assert "\n" not in str(error) and str(tmp_path / "page.json") in str(error)
        else:
            for render in (render_markdown, render_html, render_wikitext, render_bibtex, render_csl_json):
                assert isinstance(render(read), str)
            measured_page(read), check_page(read)
            drafts = drafts_of(read)
            for one in outline_of_page(read):
                section_text(one, [drafts[part.id] for part in (one, *one.sections) if part.id in drafts])


def test_a_page_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no page at"):
        load_page(tmp_path / "gone")
    with pytest.raises(InputError, match=r"^x{80}… \(300 characters\) is too long for a path: shorten it$"):
        load_page("x" * 300)
    (tmp_path / "page.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(InputError, match="does not hold JSON"):
        load_page(tmp_path)


def test_the_note_names_the_engine() -> None:
    assert "without a language model" in engine_note(page())
    assert "the language model acme:small" in engine_note(page(engine="model", model="acme:small"))
    mixed = engine_note(page(engine="mixed", engines={"writer": "model", "reviewer": "extractive"}, model="acme:small"))
    assert "acme:small" in mixed and "rules" not in mixed


ROLES = ("extractor", "researcher", "relevance_filter", "writer", "reviewer", "editor")
RULES = dict.fromkeys(ROLES, "extractive")
VERBATIM = "Written by rules: every sentence is taken word for word from the snippet it cites."
BY_MODEL = "Written by the language model small from the snippets it cites; check what matters to you against them."


@pytest.mark.parametrize(
    ("others", "note"),
    [
        ({"researcher": "custom"}, f"{VERBATIM} A custom agent (researcher) had a part in it."),
        (
            {"researcher": "model", "reviewer": "custom", "relevance_filter": "model"},
            f"{VERBATIM} The language model small (relevance filter, researcher) and a custom agent "
            "(reviewer) had a part in it.",
        ),
        ({"writer": "model", "editor": "model", "reviewer": "model"}, BY_MODEL),
        (
            {"writer": "model", "editor": "model", "relevance_filter": "mixed"},
            f"{BY_MODEL} The language model small and rules (relevance filter) had a part in it.",
        ),
        (
            {"writer": "model"},
            "Written partly by rules (editor), partly by the language model small (writer), from the snippets it cites.",
        ),
        (
            {"writer": "custom", "editor": "custom"},
            "Written by custom agents (editor, writer), from the snippets it cites.",
        ),
        (
            {"writer": "mixed", "editor": "model"},
            "Written partly by the language model small (editor), partly by the language model small and rules (writer), "
            "from the snippets it cites.",
        ),
    ],
)
def test_who_wrote_is_told_by_the_writer_and_the_editor(others: dict[str, str], note: str) -> None:
    assert engine_note(page(engine="mixed", engines=RULES | others, model="small")) == note


SENTENCES = st.lists(st.sampled_from([*"ab [].1\n", "[1]", "\n\n"]), min_size=1, max_size=12).map("".join)
CLAIMS = st.lists(
    st.lists(st.tuples(SENTENCES, st.lists(st.sampled_from([TIDES, WAVES, CORALS]), max_size=3)), max_size=4)
)


@given(CLAIMS, CLAIMS)
def test_text_and_claims_always_agree(lead: list[list[Any]], body: list[list[Any]]) -> None:
    parts = [tuple(tuple(claim(sentence, *cited) for sentence, cited in one) for one in part) for part in (lead, body)]
    record = page(lead=parts[0], drafts={"a": Draft("a", parts[1])}, engine="model")
    assert check_page(record) == []
    rendered = [one for part in paragraphs(record, "lead", record["lead"]) for one in part]
    assert rendered == [one for one in record["claims"] if one["section"] == "lead"]
