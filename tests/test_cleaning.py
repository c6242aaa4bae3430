"""Cleaning: scientific text survives, chunks end at sentences, each thing is said once and nothing different is
lost."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from castalia.memory.errors import InputError
from castalia.memory.identity import snippet_id
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean, tidy
from castalia.tools.corpus.source_marks import strip_marks
from castalia.tools.language.words import tokens
from hypothesis import example, given, settings
from hypothesis import strategies as st

GENETICS = (
    "Plant genetics involves the study of how traits pass from one generation to the next, and breeders use that "
    "knowledge to choose parents whose offspring resist drought, store well and ripen together in the field."
)
REEF = (
    "Coral reefs are built by colonies of small animals that lay down a limestone skeleton, and over centuries "
    "the remains of many colonies form ridges that shelter fish, sponges and worms from the open sea."
)
DIABETES = (
    "Type 1 diabetes is a disease in which the pancreas fails to keep the sugar of the blood within its range, so that "
    "people who live with it have to watch what they eat and often need treatment throughout their lives."
)


def snippet(text: str, url: str = "", **fields: object) -> Snippet:
    return Snippet(id=snippet_id(text, url), text=text, url=url, **fields)  # type: ignore[arg-type]


def cleaned(*texts: str, min_words: int = 20) -> list[str]:
    kept, report = clean([snippet(text, f"u{place}") for place, text in enumerate(texts)], min_words=min_words)
    assert report.kept == len(kept) == report.rows - report.too_short - report.duplicates - report.near_duplicates
    return sorted(one.text for one in kept)


def merged(one: str, other: str) -> bool:
    """Is one of the two removed, whichever has the smaller id?"""
    results = set()
    for urls in (("a", "b"), ("b", "a"), ("c", "d"), ("x", "y")):
        results.add(len(clean([snippet(one, urls[0]), snippet(other, urls[1])])[0]))
    assert len(results) == 1
    return results == {1}


@pytest.mark.parametrize(
    "text",
    [
        "values in [0,1] and (0, 1]", "[18]F-FDG uptake", "COVID-19 and SARS-CoV-2", "E = mc² and a·b ≤ ‖a‖‖b‖", "x², feet², 10⁻³ m², sin² θ, 2³ and Fe³⁺",
        "area = side², so mass × velocity² is it", "It falls with height² and weight, and with distance³.", "the word¹²³⁴",
        "α-synuclein, β₂ and Δ9-THC", "$\\frac{a}{b}$ for x_i^2 {n}", "p < 0.05; 3.5 ± 0.2 µm; −40 °C", "Ca2+ → CO₂ ⇌ H⁺",
        "Overall survival", "“quoted” – en dash — em dash… and 'straight'", "α→_1, 𝓝(0, σ²)", "日本語 ελληνικά Ångström",
    ],
)  # fmt: skip
def test_scientific_text_survives(text: str) -> None:
    assert tidy(text) == text
    assert clean([snippet(text)], min_words=0)[0][0].text == text


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("Sponges filter bacteria [3].", "Sponges filter bacteria."),
        ("Sponges [1][2] filter water [4, 7–9], day and night.", "Sponges filter water, day and night."),
        ("Mice drink.[3] Rats eat. [12] In cages they sleep.", "Mice drink. Rats eat. In cages they sleep."),
        ("The mice[3] drink from tubes [1]–[4].", "The mice drink from tubes."),
        ("The virus enters cells.12,13 Next it is copied.4", "The virus enters cells. Next it is copied."),
        ("So it was (White, 2005).59 Then it was “done.”3 So.", "So it was (White, 2005). Then it was “done.” So."),
        ("Mice drink.³ Rats eat¹², so do men⁴,⁵.", "Mice drink. Rats eat, so do men."),
        ("in mice\u200b~\\cite{lee}. So", "in mice. So"),
        ("The virus enters cells (3, 5–7).", "The virus enters cells."),
        (
            "They take up glucose3–5, in mice^7,8 too. Cell walls,6 which it makes, end.^7 So",
            "They take up glucose, in mice too. Cell walls, which it makes, end. So",
        ),
        (
            "[0012] The gate is open. [0013] A gate (x[0014] A) is a [0015] list.",
            "The gate is open. A gate (x[0014] A) is a [0015] list.",
        ),
        ("They fuse with it [8, p. 15], it says [Smith2001; Leeetal99a].", "They fuse with it, it says."),
        ("Energy is kept as fat (ATP)[3] in cells.", "Energy is kept as fat (ATP) in cells."),
        (
            "Cells eat the invaders,,. They grow –. Then (in time),–,.",
            "Cells eat the invaders. They grow. Then (in time).",
        ),
        ("A ``quoted'' word of Hale`s.", "A “quoted” word of Hale’s."),
        ("A ``longer\nquoted'' word.", "A “longer quoted” word."),
    ],
)
def test_citation_marks_of_the_source_are_taken_out(marked: str, plain: str) -> None:
    assert clean([snippet(marked)], min_words=0)[0][0] == snippet(plain)


@pytest.mark.parametrize(
    "text",
    [
        "the interval [0,1] and the range [3, 8]", "glucose marked with [18]F", "salts of [Fe(CN)6] and [2]H2O", "x[1], arr[2] and f(x)[3]",
        "as shown in [3] and by [4, 5]", "They fed. [3] showed that they slept.", "a mean of 45 years [30–60]", "a stay of 12 [8, 15] days",
        "In Fig.3 The line falls", "boys (12–15) and girls (12, 15).", "between 5,379 and 7,006 people (5,379–8,677).", "the vector [2, 1]",
        "in files2,1 and x3,4. So page3–5.", "so many cells,6", "in height^2 and files^7, as", "as shown in [8, p. 15] and of [Smith2001].", "exons3–5 and", "caspase3,7 of group1–3 and", "in rats,12 of which died", "of claudin1,2 and proteases3–5.", "found, [Covid19], and", "found, [8, p. 15], and, [@lee2001], so", "at a rate,5 per day", "cooled to 7.4 The rest", "on the list of [3]", "the ion OH–. It", "run `x` or ``y`` first", "from 1–. So",
    ],
)  # fmt: skip
def test_brackets_that_cite_nothing_stay(text: str) -> None:
    assert clean([snippet(text)], min_words=0)[0][0].text == text


MARKS = [
    "mice",
    " ",
    "[1]",
    "[2, 3]",
    " [4]",
    ".",
    ",",
    "in",
    "[0,1]",
    "(",
    ")",
    " (1, 3–5)",
    "Next",
    "x",
    "12",
    "\n",
    "[",
    "]",
    "–",
    "”",
    "`",
    " –",
    "''",
]


@given(st.lists(st.sampled_from(MARKS), max_size=12).map("".join))
@settings(max_examples=300, deadline=None)
def test_marks_are_all_taken_out_the_first_time(text: str) -> None:
    once = strip_marks(text)
    assert strip_marks(once) == once


@pytest.mark.parametrize(
    "unit", [*MARKS, "[1] ", "w [1] ", "[1,", "(1, ", "abc.1 ", "[1].", "abc (1, 2–", "(a[1] ", "a)[1]"]
)
def test_marks_are_found_in_time_in_proportion(unit: str) -> None:
    def spent(size: int) -> float:
        text = (unit * size)[:size]
        best = 9.0
        for _ in range(3):
            start = time.process_time()
            strip_marks(text)
            best = min(best, time.process_time() - start)
        return best

    assert spent(20_000) < 4 * spent(10_000) + 0.05


def test_a_corpus_with_marks_is_the_same_corpus_when_it_is_read_again() -> None:
    text = "Sponges filter bacteria from the water of the sea [3], and " * 12 + "they do so as in [4]. "
    once = clean([snippet(text * 3, "https://a.org/x")], chunk_tokens=60)[0]
    assert len(once) > 3
    assert clean(once, chunk_tokens=60)[0] == once
    assert clean([snippet(text * 3, "https://a.org/x"), *once], chunk_tokens=60)[0] == once


def test_tables_keep_their_rows() -> None:
    table = "| metal | melts at |\n|---|---|\n| iron | 1538 °C |"
    assert tidy(f"Two metals\nare  shown.\n\n{table}\n\nBoth\nare solid.") == (
        f"Two metals are shown.\n\n{table}\n\nBoth are solid."
    )


def test_what_cannot_be_seen_is_removed_and_the_rest_is_composed() -> None:
    assert tidy("ze\u200bro\ufeff \u202eleft\u202c so\u00adft \x00nul\x07 \U000e0041tag \ud800 e\u0301") == (
        "zero left soft nul tag é"
    )
    assert (
        tidy("signi\ufb01cant e\ufb00ects of \ufb02ow, su\ufb03x, ra\ufb04e, \ufb06op")
        == "significant effects of flow, suffix, raffle, stop"
    )
    assert tidy("Itâ€™s 5 Â°C or Â±1, â€œÎ±â€\x9d and naÃ¯ve, saidâ€”Ã¢â‚¬â„¢ ï¬\x82ow, â\x80\x93, CAFÉ” Â") == (
        "It’s 5 °C or ±1, “α” and naïve, said—’ flow, –, CAFÉ” Â"
    )
    assert (
        tidy("ＡＴＰ，ＮＡＤ＋（３．５％）and ９ｍｍ．So，３６（ａ），１，０００")
        == "ATP, NAD+ (3.5%) and 9mm. So, 36 (a), 1,000"
    )
    assert tidy("日本，（東京）。") == "日本，（東京）。"
    assert tidy("a\u00a0b\u2009c\t\td\r\n e\u2028f\x85g ") == "a b c d e f g"


def test_every_string_of_a_snippet_is_tidy_and_the_id_fits_the_text() -> None:
    dirty = snippet(
        "Tides\n turn.\u200b", " https://a.org/\u200bx ", title="On\ttides", authors=("A.\u00a0Moon",), topic=" t "
    )
    (one,), _ = clean([dirty], min_words=0)
    assert (one.text, one.url, one.title, one.authors, one.topic) == (
        "Tides turn.", "https://a.org/x", "On tides", ("A. Moon",), "t",
    )  # fmt: skip
    assert one.id == snippet_id(one.text, one.url)


def test_headings_of_a_section_are_read_as_what_they_show_like_those_of_a_title() -> None:
    marked = "<i>In vivo</i> studies > Causes &amp; *effects* > The \\emph{lac} operon"
    (one,), _ = clean([snippet(REEF, "u", title=marked, extra={"section": marked, "note": "*a*"})])
    assert one.title == "In vivo studies > Causes & effects > The lac operon"
    assert one.extra == {"section": one.title, "note": "*a*"}


@given(st.text(max_size=60) | st.text(st.sampled_from("| a\nb\t\u0301\u200b."), max_size=30))
def test_tidying_twice_changes_nothing(text: str) -> None:
    once = tidy(text)
    assert tidy(once) == once
    once.encode("utf-8")


PIECES = [
    one.replace("_", " ")
    for one in (
        "A. \n \n\n #_ -_ >_ 1._ 2._ | <p> </p> <li> <h2>Uses_of_it_all_now</h2> **A** *a*_ [x](#a) [1] \u00b9 a.\u00b3_ word "
        "The_cell_is._ \\emph{ } \\section{A} \\% ~\\cite{a} \n---\n --- ``` \n```\n \u2022 \u2013_ \ufb01 &lt; & < > Q:_A -\n "
        "![a](b.png) \u200b ] ( ) , <b> </b> <sup> </sup> &am p; 00:01.000_-->_00:02.000\n WEBVTT $ \\ ' ` * = "
        "[[a_b| ]] {{cvt|5|km ab| }} ''' '' <ref> </ref> == {| |} a~ ~b -- {\\\"o} \\'e <c> <00:00:01.000> 0:01\n height\u00b2 12._ 13._ [@a] [!note] [x] %% \nMethods\n \nAims:\n ^7 3,4. ,6 --- [8,_p._5] [Lee01] ---\na:_b\n---\n"
    ).split(" ")
]
SENTENCES = [f"Sentence {n} tells how wave {n} moves on through water of depth {n}." for n in range(120)]


def test_a_long_text_is_cut_at_sentences_within_the_limit() -> None:
    text = " ".join(SENTENCES)
    kept, report = clean([snippet(text, "https://a.org/p#1", title="Waves")], chunk_tokens=100)
    assert (report.chunked, report.chunks) == (1, len(kept))
    by_place = sorted(kept, key=lambda one: int(one.url.rpartition("@chunk")[2]))
    assert [one.url for one in by_place] == [f"https://a.org/p#1@chunk{n}" for n in range(1, len(kept) + 1)]
    assert " ".join(one.text for one in by_place) == text
    for one in kept:
        assert len(one.text) <= 400
        assert one.text.startswith("Sentence") and one.text.endswith(".")
        assert one.id == snippet_id(one.text, one.url)
        assert (one.title, one.document) == ("Waves", "https://a.org/p")
    assert min(len(one.text) for one in by_place[:-1]) > 300


def test_a_text_within_the_limit_keeps_its_url() -> None:
    (one,), report = clean([snippet(GENETICS, "u")])
    assert (one.url, report.chunked, report.chunks) == ("u", 0, 0)


def test_the_end_of_a_long_text_is_not_lost_as_too_short() -> None:
    text = " ".join(SENTENCES[:13]) + " It ends here."
    kept, report = clean([snippet(text)], chunk_tokens=len(" ".join(SENTENCES[:13])) // 4 + 1)
    assert (len(kept), report.too_short) == (2, 0)
    assert all(len(tokens(one.text)) >= 20 for one in kept)


def test_a_sentence_over_the_limit_is_cut_at_clauses_then_words_then_characters() -> None:
    clauses = ", ".join(f"wave {n} meets rock {n}" for n in range(50)) + "."
    kept, _ = clean([snippet(clauses, "u")], chunk_tokens=50, min_words=0)
    assert len(kept) > 4
    assert all(one.text.startswith("wave") and one.text[-1] in ",." and len(one.text) <= 200 for one in kept)
    kept, _ = clean([snippet("wave " * 400, "u")], chunk_tokens=50, min_words=0)
    assert {word for one in kept for word in one.text.split()} == {"wave"}
    kept, report = clean([snippet("x" * 5000 + "y", "u")], chunk_tokens=50, min_words=0)
    assert report.chunked == 1
    assert all(len(one.text) <= 200 for one in kept)


def test_a_counter_of_tokens_is_used_and_seldom_asked() -> None:
    asked: list[int] = []

    def count(text: str) -> int:
        asked.append(len(text))
        return len(text.split())

    text = " ".join(SENTENCES * 5)
    kept, _ = clean([snippet(text)], chunk_tokens=60, count_tokens=count)
    assert max(len(one.text.split()) for one in kept) <= 60
    assert sum(asked) < 40 * len(text)


def test_a_limit_that_nothing_fits_is_refused() -> None:
    with pytest.raises(InputError, match="chunk_tokens"):
        clean([], chunk_tokens=0)


def test_short_texts_are_dropped_and_counted() -> None:
    kept, report = clean([snippet("word " * 19), snippet(" ".join(f"w{n}" for n in range(20)))])
    assert (len(kept), report.too_short) == (1, 1)
    assert clean([])[0] == ()


def test_the_same_words_are_one_snippet_whatever_the_layout_or_url() -> None:
    same = [
        REEF,
        REEF.replace(",", ""),
        REEF.upper(),
        "  " + REEF.replace(" ", "\n"),
        REEF.replace("coral", "Coral") + " ",
    ]
    snippets = [snippet(text, f"u{place}") for place, text in enumerate(same)]
    kept, report = clean(snippets)
    assert (len(kept), report.duplicates, report.near_duplicates) == (1, 4, 0)
    assert kept[0].id == min(snippet_id(tidy(one.text), one.url) for one in snippets)


@pytest.mark.parametrize(
    "label",
    [
        "3.1 ", "3 ", "3. ", "3.1.2. ", "(b) ", "[2] ", "IV. ", "Section 4.2: ", "Figure 3. ", "Table 2 ", "Abstract: ",
        "ABSTRACT ", "Reef growth. ", "Reef growth and its limits: ", "Reef growth — ", "3.1 Reef growth ", "Reef growth\n\n",
        "What is a reef? ", "Coral reefs. ", "3.1 Coral reefs ", "12 Reefs of the world: ", "| Reef | ",
    ],
)  # fmt: skip
def test_a_number_heading_or_label_before_the_same_text_is_a_near_duplicate(label: str) -> None:
    assert merged(REEF, label + REEF)
    assert merged(REEF.upper(), label + REEF)
    edited = REEF.replace("the open sea", "the open ocean")
    assert merged(edited, label + REEF)


def test_two_labels_before_the_same_text_are_near_duplicates() -> None:
    assert merged("3.1 " + GENETICS, GENETICS)
    assert merged("3.1 " + GENETICS, "4.2 " + GENETICS)
    assert merged("Figure 3. " + GENETICS, "Fig. 5: " + GENETICS)
    assert merged("3.1 Plant genetics " + GENETICS, GENETICS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ripen together in the field", "ripen together in a field"), ("offspring", "offsprings"), ("choose", "select"),
        ("and breeders", "and so breeders"), ("that knowledge", "knowledge"), ("ripen together", "ripen"),
        ("involves the study of", "involves studying"), ("Plant", "Plants"),
    ],
)  # fmt: skip
def test_tiny_edits_are_near_duplicates(old: str, new: str) -> None:
    assert old in GENETICS
    edited = GENETICS.replace(old, new)
    assert merged(GENETICS, edited) is (old != "Plant")  # a capital may be a name


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (DIABETES, DIABETES.replace("Type 1", "Type 2")),
        (DIABETES, DIABETES.replace("Type 1 diabetes", "Diabetes")),
        (REEF + " Their area did increase.", REEF + " Their area did not increase."),
        (REEF + " Their area didn't increase.", REEF + " Their area did increase."),
        (REEF + " Growth was 5 mm.", REEF + " Growth was 6 mm."),
        (REEF + " Growth was 5 mm.", REEF + " Growth was 5 nm."),
        (REEF + " Growth was 5 mm.", REEF + " Growth was −5 mm."),
        (REEF + " Growth has p < 0.05 here.", REEF + " Growth has p > 0.05 here."),
        (REEF + " Acid tends to increase.", REEF + " Acid tends to decrease."),
        (REEF + " They are stable.", REEF + " They are unstable."),
        (REEF + " Divers suffer from hypertension there.", REEF + " Divers suffer from hypotension there."),
        (REEF + " Most lie off Kenya.", REEF + " Most lie off Cuba."),
        (REEF + " They release CO.", REEF + " They release Co."),
        (REEF + " They need α rays.", REEF + " They need β rays."),
        (REEF + " The gene xyz1a matters.", REEF + " The gene xyz1b matters."),
        (REEF + " Growth occurs before dawn.", REEF + " Growth occurs after dawn."),
        (REEF + " Worms feed on sponges.", REEF + " Sponges feed on worms."),
        (REEF.replace("colonies", "clusters"), REEF.replace("colonies", "families")),
        (REEF, "It is not true that " + REEF),
        (REEF, "No evidence: " + REEF),
        (REEF, "Some hold that " + REEF),
        ("Mercury. " + REEF, "Venus. " + REEF),
        ("1.5 T scanners matter. " + REEF, "3.0 T scanners matter. " + REEF),
        ("Figure 1 shows how. " + REEF, "Figure 2 shows how. " + REEF),
        ("5 of the reefs grew. " + REEF, "6 of the reefs grew. " + REEF),
        ("E. coli lives here. " + REEF, "S. coli lives here. " + REEF),
    ],
)  # fmt: skip
def test_what_says_something_else_is_kept(text: str, other: str) -> None:
    assert not merged(text, other)


def test_a_chain_of_small_differences_removes_only_what_has_a_twin_that_stays() -> None:
    heads = ["Type 1 diabetes: ", "", "Type 2 diabetes: "]
    kept, _ = clean([snippet(head + REEF, f"u{place}") for place, head in enumerate(heads)])
    texts = {one.text for one in kept}
    assert texts in ({REEF}, {heads[0] + REEF, heads[2] + REEF})


def test_of_two_rows_with_one_id_the_better_described_stays() -> None:
    bare, told = snippet(REEF, "u"), snippet(REEF, "u", title="Reefs", year=1999)
    for order in ([bare, told], [told, bare]):
        (one,), report = clean(order)
        assert (one.title, one.year, report.duplicates) == ("Reefs", 1999, 1)


VARIANTS = [
    GENETICS, "3.1 " + GENETICS, "Plant genetics. " + GENETICS, GENETICS.replace("choose", "select"), GENETICS.upper(),
    DIABETES, DIABETES.replace("Type 1", "Type 2"), "Abstract: " + DIABETES, "Diabetes. " + DIABETES.replace("1", "2"),
    REEF, "Reef growth. " + REEF, REEF.replace("open sea", "open ocean"), REEF.replace("the", "a"), "Too short.",
    " ".join(SENTENCES[:70]), " ".join(SENTENCES[:69]), "2 " + " ".join(SENTENCES[:70]),
]  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(VARIANTS), st.sampled_from("abc")), max_size=24).flatmap(
    lambda rows: st.tuples(st.just(rows), st.permutations(rows))
))  # fmt: skip
def test_the_order_of_arrival_does_not_matter_and_cleaning_twice_changes_nothing(
    orders: tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]],
) -> None:
    first, second = (clean([snippet(text, url) for text, url in rows], chunk_tokens=200) for rows in orders)
    assert first == second
    kept, report = first
    ids = [one.id for one in kept]
    assert ids == sorted(set(ids))
    assert report.kept == (
        report.rows + report.chunks - report.chunked - report.too_short - report.duplicates - report.near_duplicates
    )
    again, nothing = clean(kept, chunk_tokens=200)
    assert again == kept
    assert (nothing.duplicates, nothing.near_duplicates, nothing.too_short, nothing.chunked) == (0, 0, 0, 0)


def test_texts_from_one_template_stay_apart_beyond_the_size_of_a_block() -> None:
    texts = [DIABETES.replace("Type 1", f"Type {n}") for n in range(300)]
    assert len(cleaned(*texts)) == 300


def test_time_is_linear_in_boilerplate_and_in_hostile_text() -> None:
    def seconds(count: int) -> float:
        texts = [f"{REEF} The station {'abcdefghij'[n % 10] * (n // 10 + 3)} wrote report {n}." for n in range(count)]
        start = time.process_time()
        assert len(cleaned(*texts)) == count
        return time.process_time() - start

    seconds(50)
    assert seconds(1600) < 16 * max(seconds(400), 0.05)
    start = time.process_time()
    for piece in ("3.", "(", "1.1", "a,", "| ", "'-", "+", "section ", "\u0301", "a-", "\n|", "i", " \t"):
        clean([snippet(piece * (10_000 // len(piece))), snippet("Z" + piece * (10_000 // len(piece)))], min_words=0)
    assert time.process_time() - start < 10


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
@example("word\\cite{a}\n---\n")
@settings(max_examples=400, deadline=None)
def test_cleaning_a_text_with_marks_of_all_kinds_twice_changes_nothing(text: str) -> None:
    once = clean([snippet(text, title=text)], min_words=0)[0]
    assert clean(once, min_words=0)[0] == once
