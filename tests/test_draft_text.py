"""Whatever a writer answers becomes drafts of the outline, with shown keys only, and nothing goes in silence."""

from __future__ import annotations

import time

import pytest
from castalia.memory.records import Section
from castalia.tools.drafting.draft_blocks import read_blocks
from castalia.tools.drafting.draft_text import Note, ReadDraft, read_draft
from castalia.tools.drafting.drafts import claims_in
from hypothesis import given, settings
from hypothesis import strategies as st

SECTION = Section(
    "u",
    "Coral bleaching",
    1,
    sections=(Section("a", "Causes", 2), Section("b", "Effects", 2), Section("c", "Effects", 2)),
)
SHOWN = {"s1a2b3c": "1a2b3c0d", "s4d5e6f": "4d5e6f0a"}
TEXTS = {"1a2b3c0d": "The tracer [18]F-FDG was used. Values lie in [0,1] here.", "4d5e6f0a": "Nothing of note [7]."}


def read(text: str, section: Section = SECTION) -> ReadDraft:
    return read_draft(text, section, SHOWN, TEXTS, 2)


def flat(found: ReadDraft) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    return {
        draft.section: [(claim.sentence, tuple(one.key for one in claim.citations)) for claim in claims_in(draft)]
        for draft in found.drafts
    }


def sentences(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [claim for claims in flat(read("# Coral bleaching\n\n" + text)).values() for claim in claims]


def kinds(found: ReadDraft) -> list[str]:
    return [one.kind for one in found.notes]


def test_each_section_has_its_draft_in_the_order_of_the_outline_even_an_empty_one() -> None:
    found = read(
        "# Coral bleaching\nA reef pales [s1a2b3c].\n## Effects\nFish leave [s4d5e6f].\n\n## Causes\nHeat does it [s1a2b3c]."
    )
    assert [(one.section, one.revision) for one in found.drafts] == [("u", 2), ("a", 2), ("b", 2), ("c", 2)]
    assert flat(found) == {
        "u": [("A reef pales.", ("s1a2b3c",))],
        "a": [("Heat does it.", ("s1a2b3c",))],
        "b": [("Fish leave.", ("s4d5e6f",))],
        "c": [],
    }
    assert found.notes == (Note("missing heading", "Effects"),)


def test_citations_hold_the_snippet_of_their_key() -> None:
    (claim,) = claims_in(read("# Coral bleaching\nA reef pales [S4D5E6F].").drafts[0])
    assert [(one.key, one.snippet_id) for one in claim.citations] == [("s4d5e6f", "4d5e6f0a")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rose in 2019 [s1a2b3c][s4d5e6f]. It fell. [s4d5e6f] It ended [s1a2b3c].", [("It rose in 2019.", ("s1a2b3c", "s4d5e6f")), ("It fell.", ("s4d5e6f",)), ("It ended.", ("s1a2b3c",))]),
        ("Heat [s1a2b3c], light [s4d5e6f], and acid kill.", [("Heat, light, and acid kill.", ("s1a2b3c", "s4d5e6f"))]),
        ("Acid hurts (see [s4d5e6f]).", [("Acid hurts.", ("s4d5e6f",))]),
        ("As shown in [s1a2b3c], reefs die. Fish, as noted by [s4d5e6f], leave.", [("Reefs die.", ("s1a2b3c",)), ("Fish leave.", ("s4d5e6f",))]),
        ("Reefs die. According to [s4d5e6f], fish leave.", [("Reefs die.", ()), ("Fish leave.", ("s4d5e6f",))]),
        ("[s1a2b3c] reports that fish leave.", [("Fish leave.", ("s1a2b3c",))]),
        ("[s1a2b3c] One is here. [s4d5e6f] Two is there.", [("One is here.", ("s1a2b3c",)), ("Two is there.", ("s4d5e6f",))]),
        ("One [[s1a2b3c]]. Two {s4d5e6f}. Three ［s1a2b3c］. Four <s4d5e6f>.", [("One.", ("s1a2b3c",)), ("Two.", ("s4d5e6f",)), ("Three.", ("s1a2b3c",)), ("Four.", ("s4d5e6f",))]),
        ("One [Source: s1a2b3c]. Two [snippet s4d5e6f]. Three [s1a2b3c–s4d5e6f].", [("One.", ("s1a2b3c",)), ("Two.", ("s4d5e6f",)), ("Three.", ("s1a2b3c", "s4d5e6f"))]),
        ("One (s1a2b3c; s4d5e6f). Two [^s1a2b3c]. Three 【s4d5e6f†source】. Four s1a2b3c.", [("One.", ("s1a2b3c", "s4d5e6f")), ("Two.", ("s1a2b3c",)), ("Three.", ("s4d5e6f",)), ("Four.", ("s1a2b3c",))]),
        ("One ⟦s1a2b3c⟧. Two （s4d5e6f）. Three 〔s1a2b3c〕. Four 《s4d5e6f》. Five \\cite{s1a2b3c}.", [("One.", ("s1a2b3c",)), ("Two.", ("s4d5e6f",)), ("Three.", ("s1a2b3c",)), ("Four.", ("s4d5e6f",)), ("Five.", ("s1a2b3c",))]),
        ("Seen by J. Smith et al. [s1a2b3c] in fish. It needs vitamin C [s4d5e6f]. The end came [s4d5e6f].", [("Seen by J. Smith et al. in fish.", ("s1a2b3c",)), ("It needs vitamin C.", ("s4d5e6f",)), ("The end came.", ("s4d5e6f",))]),
        ("It heats. [s1a2b3c]. mRNA levels fall [s4d5e6f].", [("It heats.", ("s1a2b3c",)), ("mRNA levels fall.", ("s4d5e6f",))]),
        ("Overall survival was 12 months [s1a2b3c].", [("Overall survival was 12 months.", ("s1a2b3c",))]),
        ("A sentence without a key stays.", [("A sentence without a key stays.", ())]),
        ("Algae make ATP.[s1a2b3c]It is used.[s4d5e6f]", [("Algae make ATP.", ("s1a2b3c",)), ("It is used.", ("s4d5e6f",))]),
        ("Reefs pale<sup>s1a2b3c</sup>. Fish leave<sup>s4d5e6f, s1a2b3c</sup>.", [("Reefs pale.", ("s1a2b3c",)), ("Fish leave.", ("s4d5e6f", "s1a2b3c"))]),
        ("Reefs pale (Smith et al., 2010; s1a2b3c). Fish leave (so it is said, [s4d5e6f]).", [("Reefs pale (Smith et al., 2010).", ("s1a2b3c",)), ("Fish leave (so it is said).", ("s4d5e6f",))]),
        ("Reefs pale [s1a2b3c].\n\nIf you need shade, a reef has none (s4d5e6f).", [("Reefs pale.", ("s1a2b3c",)), ("If you need shade, a reef has none.", ("s4d5e6f",))]),
        ("[s1a2b3c]: Reefs pale.\n[s4d5e6f]: Fish leave.", [("Reefs pale.", ("s1a2b3c",)), ("Fish leave.", ("s4d5e6f",))]),
        ("Reefs pale [S1a2b3c].\n\n[s1a2b3c]: Smith 2010, on reefs.\n[s4d5e6f]: Roe 2011, on fish.", [("Reefs pale.", ("s1a2b3c",))]),
        ("[s1a2b3c]: Reefs pale.\n[s1a2b3c]: Fish leave.\n[s000000]: Nobody knows.", [("Reefs pale.", ("s1a2b3c",)), ("Fish leave.", ("s1a2b3c",)), ("Nobody knows.", ())]),
        ("[s1a2b3c]: https://example.org/1\nReefs pale.", [("Reefs pale.", ())]),
        ("Reefs pale [s1a2b3c].\n\nI have used the keys s1a2b3c and s4d5e6f.", [("Reefs pale.", ("s1a2b3c",))]),
        ("珊瑚变白[s1a2b3c]。鱼离开。", [("珊瑚变白。鱼离开。", ("s1a2b3c",))]),
        ("One [s1a2b3c](#ref). Two [s4d5e6f](https://example.org/x_(y)).", [("One.", ("s1a2b3c",)), ("Two.", ("s4d5e6f",))]),
    ],
)  # fmt: skip
def test_keys_go_to_their_sentence_which_reads_well_without(
    text: str, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert sentences(text) == expected


def test_an_unknown_key_goes_alone_and_is_noted() -> None:
    found = read("# Coral bleaching\nA [s000000]. B [s1a2b3c, s999999, s4d5e6f].")
    assert flat(found)["u"] == [("A.", ()), ("B.", ("s1a2b3c", "s4d5e6f"))]
    assert Note("unknown key", "s000000, s999999") in found.notes


KEYS = (
    "【s000000】",
    "[[s000000]]",
    "(s000000)",
    "{s000000}",
    "⟦s000000⟧",
    "（s000000）",
    "［s000000］",
    "\\cite{s000000}",
)
MARKS = (
    "【abc】",
    "【smith2020】",
    "【4:0†source】",
    "【3†my file.pdf】",
    "【12】",
    "［12］",
    "[[12]]",
    "\\cite{smith2020}",
)


@pytest.mark.parametrize(
    ("mark", "note"),
    [*((one, Note("unknown key", "s000000")) for one in KEYS), *((one, Note("number mark", one)) for one in MARKS)],
)
def test_a_key_that_is_unknown_or_of_a_kind_only_citations_have_takes_its_brackets_along(mark: str, note: Note) -> None:
    found = read(f"# Coral bleaching\nReefs pale {mark}. Fish leave [s1a2b3c].")
    assert flat(found)["u"] == [("Reefs pale.", ()), ("Fish leave.", ("s1a2b3c",))]
    assert note in found.notes


@pytest.mark.parametrize(
    "words", ["[citation needed]", "(PSII)", "{a, b}", "【see the table】", "[[abc]]", "［Fe(CN)6］"]
)
def test_brackets_around_words_stay(words: str) -> None:
    assert sentences(f"Reefs {words} pale [s1a2b3c].") == [(f"Reefs {words} pale.", ("s1a2b3c",))]


def test_a_text_without_any_heading_is_the_section_s_own() -> None:
    found = read("Reefs pale [s1a2b3c].")
    assert flat(found)["u"] == [("Reefs pale.", ("s1a2b3c",))]
    assert kinds(found) == ["no heading"]


def test_other_headings_match_by_position_and_two_of_a_name_in_order() -> None:
    found = read("# Coral bleaching\nU.\n## Drivers\nA.\n## Effects\nB.\n## Effects\nC.")
    assert {key: [one for one, _ in those] for key, those in flat(found).items()} == {
        "u": ["U."],
        "a": ["A."],
        "b": ["B."],
        "c": ["C."],
    }
    assert kinds(found) == ["other heading"]


@pytest.mark.parametrize(
    "mark",
    ["## 2.1 Causes:", "**Causes**", "Causes:", "### The *causes*", "Causes\n------", "##Causes", "<h2>Causes</h2>"],
)
def test_a_heading_is_known_by_its_words_however_it_is_marked(mark: str) -> None:
    found = read(f"# Coral bleaching\n\nU is here [s1a2b3c].\n\n{mark}\n\nA is here [s1a2b3c].")
    assert [one for one, _ in flat(found)["a"]] == ["A is here."]


def test_deeper_and_repeated_headings_join_what_stands() -> None:
    found = read(
        "# Coral bleaching\nU.\n## Causes\nA.\n### Heat\nDeeper.\n## Effects\nB.\n## Effects\nC.\n## Causes\nMore."
    )
    assert [one for one, _ in flat(found)["a"]] == ["A.", "Deeper.", "More."]
    assert kinds(found) == ["deep heading", "repeated heading"]


def test_a_section_of_references_is_dropped_but_not_what_follows_it() -> None:
    found = read(
        "# Coral bleaching\nU.\n## References\n[s1a2b3c] Some title. 2019.\n## Causes\nA.\n**Sources:**\n- [s4d5e6f] x"
    )
    assert flat(found) == {"u": [("U.", ())], "a": [("A.", ())], "b": [], "c": []}
    assert "references" in kinds(found)
    own = Section("u", "Pollution", sections=(Section("s", "Sources", 2),))
    assert flat(read("# Pollution\nU.\n## Sources\nCoal is one [s1a2b3c].", own))["s"] == [
        ("Coal is one.", ("s1a2b3c",))
    ]


def test_fences_and_talk_around_the_answer_go() -> None:
    found = read(
        "Sure! Here is the revised section:\n\n```markdown\n# Coral bleaching\nU is here [s1a2b3c].\n```\n\nLet me know if you need more."
    )
    assert flat(found)["u"] == [("U is here.", ("s1a2b3c",))]
    assert {"preamble", "code fence"} <= set(kinds(found))
    assert sentences("Here is where reefs grow [s1a2b3c].") == [("Here is where reefs grow.", ("s1a2b3c",))]


def test_rows_and_items_become_sentences_in_the_paragraph_that_leads_to_them() -> None:
    found = read(
        "# Coral bleaching\nLosses differ:\n\n| Site | Loss | Source |\n|:--|--:|---|\n| Palau | 1.5 % | [s1a2b3c] |\n| Guam | 3 [s4d5e6f] | |\n\n"
        "- heat [s1a2b3c];\n- *light*; and\n2. acid"
        "\n\nThe end."
    )
    assert [[claim.sentence for claim in paragraph] for paragraph in found.drafts[0].paragraphs] == [
        ["Losses differ:", "Site: Palau; Loss: 1.5 %.", "Site: Guam; Loss: 3.", "heat.", "light.", "acid."],
        ["The end."],
    ]
    assert flat(found)["u"][1][1] == ("s1a2b3c",)
    assert Note("table", "2 rows read as sentences") in found.notes
    assert Note("list", "3 items read as sentences") in found.notes


def test_markup_goes_and_science_stays() -> None:
    assert sentences(
        "**Big** *E. coli* `x` <b>b</b><script>alert(1)</script> at p < 0.05 &lt; 1, x_i*y, 2*3*4, a<b and c>d."
    ) == [("Big E. coli x b at p < 0.05 < 1, x_i*y, 2*3*4, a<b and c>d.", ())]
    assert sentences("About 10<sup>6</sup> cells of CO<sub>2</sub> by [the lab](https://example.org) ~5 x.") == [
        ("About 10⁶ cells of CO2 by the lab ~5 x.", ())
    ]
    assert sentences("<think>I plan.</think>A rests.\u200b\u202e") == [("A rests.", ())]


def test_number_marks_go_unless_the_bracket_stands_in_a_snippet() -> None:
    assert sentences("With [18]F-FDG [1] values lie in [0,1] [2, 3]. It ends [7]. Over [5,9] too.") == [
        ("With [18]F-FDG values lie in [0,1].", ()),
        ("It ends.", ()),
        ("Over too.", ()),
    ]


@pytest.mark.parametrize("tail", ["And then it bro", "Broken here [s1a2", "| a | b |\n|---|---|\n| x | y |\n| brok"])
def test_what_a_truncated_answer_broke_off_in_is_dropped_and_noted(tail: str) -> None:
    found = read("# Coral bleaching\nAll is well [s1a2b3c].\n\n" + tail)
    assert all("bro" not in one.lower() for one, _ in flat(found)["u"])
    assert "cut off" in kinds(found)
    assert flat(read("# Coral bleaching\nAll is well. [s1a2"))["u"] == [("All is well.", ())]


PIECES = ["# Coral bleaching\n", "## Causes\n", "### x\n", "Reefs die. ", "[s1a2b3c]", "[s000000]", "[1,2]", "[[", "]", "(", "|a|b|\n", "|-|-|\n", "- ", "\n\n", "```\n", "**", "_", "<b>", "<script>", "&lt;", "as shown in ", "s4d5e6f", "\ue000", "10<sup>6</sup>", ". ", "References\n", "> ", "---\n"]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=30).map("".join))
)
def test_any_text_gives_every_draft_and_only_shown_keys(text: str) -> None:
    found = read(text)
    assert [one.section for one in found.drafts] == ["u", "a", "b", "c"]
    for draft in found.drafts:
        for claim in claims_in(draft):
            assert any(char.isalnum() for char in claim.sentence)
            assert claim.sentence == claim.sentence.strip()
            assert all(SHOWN[one.key] == one.snippet_id for one in claim.citations)
            assert not any(f"[{key}]" in claim.sentence.lower() for key in SHOWN)
    assert all(len(one.detail) <= 160 and "\n" not in one.detail for one in found.notes)
    assert found == read(text)


@pytest.mark.parametrize("piece", ["Reefs **die** [s1a2b3c] (see x) <b>y</b>. ", "[", "<a x='", "`*_", "[s1a2b3c, ", "|a|b|\n", "- x\n", "<!--", "[1,2, ", "as shown in [s1a2b3c], ", "[a](http://"])  # fmt: skip
def test_a_long_answer_is_read_in_linear_time(piece: str) -> None:
    started = time.process_time()
    read((piece * 100_000)[:100_000])
    assert time.process_time() - started < 4.0


@pytest.mark.parametrize("mark", ["`", "~"])
def test_a_row_of_fence_marks_is_read_in_linear_time(mark: str) -> None:
    started = time.process_time()
    read_blocks(f"a {mark * 400_000}:", [])
    assert time.process_time() - started < 4.0
