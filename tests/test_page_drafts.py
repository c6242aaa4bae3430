"""From a page back to its drafts: what is built of them again is the same page; and what a diff of two pages tells."""

from __future__ import annotations

from typing import Any

from castalia.memory.identity import snippet_id
from castalia.memory.records import Citation, Claim, Draft, Feedback, Section, Snippet
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_diff import changes, page_diff
from castalia.tools.pages.page_drafts import cited_in, drafts_of, issues_of, outline_of_page, snippets_of
from castalia.tools.pages.page_json import LEAD, PageRecord
from hypothesis import given
from hypothesis import strategies as st

SNIPPETS = [
    Snippet(
        snippet_id(f"Passage {at} on lights.", f"https://example.org/{at}"),
        f"Passage {at} on lights.",
        f"https://example.org/{at}",
        title=f"Lights {at}" if at % 2 else "",
        year=1900 + at if at % 3 else None,
        authors=("A. Keeper",) if at % 2 else (),
        doi="10.1/x" if at == 3 else "",
        source="Book" if at == 4 else "",
    )
    for at in range(6)
]
words = st.sampled_from(["Light", "[0,1]", "[18]F", "e.g. this", "Ångström", "lamp [2] b", "a\nb", "x", "3.1 %"])
sentences = st.lists(words, min_size=1, max_size=4).map(lambda parts: " ".join(parts) + ".")
claims = st.builds(
    Claim,
    sentences,
    st.lists(st.sampled_from(SNIPPETS), max_size=3).map(lambda those: tuple(Citation("", one.id) for one in those)),
    sentences,
    st.sampled_from(["supported", "unsupported", "unchecked"]),
)
paragraphs = st.lists(st.lists(claims, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple)
SECTIONS = (Section("a", "Lamp"), Section("b", "Lamp", sections=(Section("c", "Wick", 2), Section("d", "Oil", 2))))


@st.composite
def pages(draw: Any) -> PageRecord:
    return built(
        draw(paragraphs),
        {name: Draft(name, draw(paragraphs)) for name in draw(st.sets(st.sampled_from("abcd")))},
        [Feedback("a", "Light.", "it is not in its source", "rewrite")],
        SECTIONS,
        {one.id: one for one in SNIPPETS},
    )


def built(lead: Any, drafts: Any, issues: Any, sections: Any, snippets: Any, of: Any = None) -> PageRecord:
    names = ("domain", "pipeline", "engine", "engines", "model", "gaps", "notices", "stats", "language")
    usual = (
        "",
        "apollo",
        "extractive",
        {"writer": "extractive"},
        None,
        ["when?"],
        ["so it was"],
        {"snippets": 6},
        "en",
    )
    given = {name: of[name] if of else value for name, value in zip(names, usual, strict=True)}
    return build_page(
        "Lighthouse", lead=lead, sections=sections, drafts=drafts, snippets=snippets, open_issues=issues, **given
    )


@given(pages())
def test_a_page_built_of_its_own_drafts_is_the_same_page(record: PageRecord) -> None:
    drafts = drafts_of(record)
    lead = drafts.pop(LEAD).paragraphs
    again = built(lead, drafts, issues_of(record), outline_of_page(record), snippets_of(record), record)
    assert again == record


@given(pages())
def test_every_citation_comes_back_as_the_snippet_it_names(record: PageRecord) -> None:
    assert cited_in(*drafts_of(record).values()) == {one["snippet_id"] for one in record["references"]}
    assert {one.id: one.document for one in snippets_of(record).values()} == {
        one["snippet_id"]: one["source_id"] for one in record["references"]
    }


def page(*texts: tuple[str, int], lead: tuple[str, int] = ("Lights shine.", 0)) -> PageRecord:
    def claim(text: str, at: int) -> Claim:
        return Claim(text, (Citation("", SNIPPETS[at].id),), text, "supported")

    drafts = {"a": Draft("a", (tuple(claim(*one) for one in texts),))}
    return built((((claim(*lead)),),), drafts, [], SECTIONS[:1], {one.id: one for one in SNIPPETS})


def test_numbers_that_only_moved_are_no_change() -> None:
    before = page(("One burns oil.", 1), ("Two burns gas.", 2), ("Three is dark.", 3))
    after = page(("Two burns gas.", 2), ("Three is dark.", 3))
    assert page_diff(before, before) == ""
    told = [one for one in page_diff(before, after).splitlines() if one[:1] in "+-" and one[:3] not in ("---", "+++")]
    assert told == ["-One burns oil.[2]", "-[2] Lights 1, https://example.org/1"]
    found = changes(before, after)
    assert (found.sections, found.added, found.removed) == (("Lamp",), 0, 1)
    assert found.new_sources == () and found.lost_sources == ("Lights 1, https://example.org/1",)


def test_references_stand_in_the_order_of_the_page() -> None:
    before = page(("One burns oil.", 1), ("Two burns gas.", 2))
    after = page(("Three is dark.", 5), ("Two burns gas.", 2), ("Four is red.", 4), ("Five is far.", 3))
    told = [one for one in page_diff(before, after).splitlines() if one[1:2] == "["]
    assert [one[:4] for one in told] == [" [1]", "+[2]", " [3]", "-[2]", "+[4]", "+[5]"]


def test_another_source_for_the_same_sentence_is_a_change() -> None:
    before, after = page(("One burns oil.", 1)), page(("One burns oil.", 5))
    assert changes(before, after).added == changes(before, after).removed == 1
    assert "-One burns oil.[2]\n+One burns oil.[2]" in page_diff(before, after)


def test_a_page_edited_by_hand_is_read_as_its_text_says() -> None:
    record = page(("One burns oil.", 1))
    record["sections"][0]["text"] = "One burned oil, once.[2]"
    assert [one.sentence for one in drafts_of(record)["a"].paragraphs[0]] == ["One burned oil, once."]
    assert cited_in(drafts_of(record)["a"]) == {SNIPPETS[1].id}


def test_what_was_edited_by_hand_before_is_no_change() -> None:
    before, after = page(("One burns oil.", 1)), page(("One burned oil, once.", 1))
    before["sections"][0]["text"] = after["sections"][0]["text"]
    assert page_diff(before, after) == ""
    found = changes(before, after)
    assert (found.sections, found.added, found.removed) == ((), 0, 0)
