"""Facets: which sentences speak of history, types, structure; and the years that a history is ordered by."""

from __future__ import annotations

import ast
import inspect

import pytest
from castalia.memory.records import Section
from castalia.tools.composition import condition_facets, facet_lists, general_facets
from castalia.tools.composition.facet_headings import facet_of, heading_of, with_terms
from castalia.tools.composition.facet_lists import RHETORIC, facet, facets_for
from castalia.tools.composition.facets import cue_stems, facet_strength, tells_effect
from castalia.tools.composition.general_facets import FACETS
from castalia.tools.language.words import content_stems
from castalia.tools.language.years import opens_with_date, years
from hypothesis import given, settings
from hypothesis import strategies as st
from proportion import grows_in_proportion

_PIECES = [
    "the late ",
    "1600",
    "–",
    " ",
    ",",
    ".",
    "19th",
    " and ",
    " century",
    "BC",
    "AD 12",
    "(",
    ")",
    "in ",
    "May ",
    "half of the ",
]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Alcyonium was described in 1758 by a Swede.", (1758,)),
        ("The idea is old (Thompson, 1987).", ()),
        ("The idea spread in the 19th century.", (1800,)),
        ("It was settled in the eighteenth century.", (1700,)),
        ("Divers came in the 18th and 19th centuries.", (1700, 1800)),
        ("Divers came from the late eighteenth to the early nineteenth centuries.", (1780, 1800)),
        ("Reefs were drawn in the mid-1800s, and charted in the late 1980s and the mid-2000s.", (1850, 1980, 2000)),
        ("Reefs were drawn in the second half of the nineteenth century.", (1850,)),
        ("Reefs bleach in the twenty-first century.", (2000,)),
        ("A wall was built in 1500 BCE and another in 1450 B.C. or 1600–1500 BC.", (-1500, -1450, -1600, -1500)),
        ("A wall was built in the 2nd century BCE and in the 4th and 3rd centuries B.C.", (-200, -400, -300)),
        ("Coral was traded in 3700 BC, in the fifth century BC and around 800 CE.", (-3700, 800, -500)),
        ("Coral was carved from 27 BC to AD 14 and from 10,000 to 9,000 BCE.", (-27, 14, -10000, -9000)),
        ("In 1066, and again in 1253, coral was traded.", (1066, 1253)),
        ("Coral was traded on 14 October 1066.", (1066,)),
        ("Polyps were counted in 1000 cells of 600 patients, in 1200 to 1300 rows.", ()),
        ("In 1796 a diver was the first to end centuries of fear, which boils at 100 C. Even so, it came.", (1796,)),
        (
            "Coral was traded from the 5th to 4th century BC and in the sixth and the late eighth centuries.",
            (-500, -400, 500, 780),
        ),
        ("By 1348 it was traded.", (1348,)),
        ("Coral was tried on 120 BC patients and 20 AD brains.", ()),
        ("The reef was lost in the third century of its fame.", ()),
        ("Of the 19th and last diver nothing is known.", ()),
        ("The reef is 1800 m wide and 1500 km long.", ()),
    ],
)
def test_years_are_read_and_citations_and_lengths_are_not(sentence: str, found: tuple[int, ...]) -> None:
    assert years(sentence) == found


@given(st.integers(1, 21), st.sampled_from(["", "early ", "mid-", "late "]), st.booleans())
def test_a_century_read_is_a_year_of_it(nth: int, part: str, before: bool) -> None:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(nth % 10 if nth not in (11, 12, 13) else 0, "th")
    (year,) = years(f"Coral was traded in the {part}{nth}{ending} century{' BC' if before else ''}.")
    start = -100 * nth if before else 100 * (nth - 1)
    third = {"early ": range(33), "mid-": range(33, 67), "late ": range(67, 100)}.get(part, range(100))
    assert year - start in third


@given(st.integers(140, 202), st.sampled_from(["", "early ", "mid-", "late "]))
def test_a_decade_read_is_a_year_of_it(tens: int, part: str) -> None:
    start = 10 * tens
    (year,) = years(f"Coral was traded in the {part}{start}s.")
    assert year in range(start, start + (10 if tens % 10 or start == 2000 else 100))


@given(st.integers(1, 9999), st.sampled_from(["BC", "BCE", "B.C.", "CE", "AD"]))
def test_a_year_with_an_era_is_read_as_it_stands(year: int, era: str) -> None:
    assert years(f"Coral was traded in {year} {era} by divers.") == (-year if era.startswith("B") else year,)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(_PIECES), min_size=1, max_size=4))
def test_years_are_read_in_time_in_proportion(pieces: list[str]) -> None:
    line = "".join(pieces) * 10_000
    assert grows_in_proportion(years, line[:2_500], line[:10_000])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("history", "Sponges were first described by naturalists in 1794."),
        ("etymology", "The term was coined from the Greek word for sponge."),
        ("types", "There are three types of sponge: calcareous, glass and common ones."),
        ("structure", "A sponge is composed of two layers with a jelly between them."),
        ("measurement", "The flow is measured with a dye and a camera."),
        ("evaluation", "Human evaluation is compared with automatic metrics."),
    ],
)
def test_a_cue_opens_its_facet(name: str, sentence: str) -> None:
    assert facet_strength(sentence, facet(name)) >= 0.6


def test_a_plain_statement_opens_no_facet_but_the_general_ones() -> None:
    found = {
        one.name for one in (*FACETS, *RHETORIC) if facet_strength("Sponges pump water day and night.", one) >= 0.5
    }
    assert found <= {"characteristics", "research"}


def test_no_list_of_cues_has_two_words_of_one_stem() -> None:
    trees = [ast.parse(inspect.getsource(one)) for one in (general_facets, condition_facets, facet_lists)]
    calls = [
        one
        for tree in trees
        for one in ast.walk(tree)
        if isinstance(one, ast.Call) and ast.unparse(one.func) == "cue_stems"
    ]
    lists = [ast.literal_eval(one.args[0]) for one in calls]
    assert len(lists) > 40
    assert [one for one in lists if len(cue_stems(one)) < len(one.split())] == []


def test_facets_have_names_and_headings_of_their_own() -> None:
    facets = (*FACETS, *RHETORIC)
    assert len({one.name for one in facets}) == len(facets) == len({one.heading for one in facets})


def test_types_are_told_by_a_word_for_types() -> None:
    assert facet_strength("Sponges have two main chambers and several pores.", facet("types")) == 0.0
    assert facet_strength("Sponges take in food in the form of small groups of cells.", facet("types")) == 0.0
    assert facet_strength("Sponges belong to two main groups.", facet("types")) >= 0.6


@pytest.mark.parametrize(
    ("sentence", "tells"),
    [
        ("A reef is a structure that breaks the waves.", False),
        ("Reefs are structures built by animals.", False),
        ("The structure of a reef is that of a loose wall.", True),
        ("Reefs have an open structure.", True),
        ("DNA is wound into a compact structure.", True),
        ("The structures of reefs are alike.", True),
    ],
)
def test_what_is_a_structure_need_not_tell_of_its_own(sentence: str, tells: bool) -> None:
    assert (facet_strength(sentence, facet("structure")) > 0) is tells


def test_a_facet_is_called_what_the_texts_call_it() -> None:
    one = facet("characteristics")
    chemistry = [
        "The properties of glass are many.",
        "Properties of sand",
        "A characteristic of lime is its whiteness.",
    ]
    assert heading_of(one, chemistry, frozenset({"glass"})) == "Properties"
    assert heading_of(one, ["The characteristics of a crowd."], frozenset({"crowd"})) == "Characteristics"
    assert heading_of(one, [], frozenset({"crowd"})) == "Characteristics"
    assert heading_of(one, chemistry, frozenset(content_stems("Property"))) == "Characteristics"
    assert facet_of("properties") == facet_of("Characteristics") == "characteristics" and facet_of("Sand") == ""


def test_a_section_of_an_older_page_whose_facet_is_no_more_is_about_what_its_heading_says() -> None:
    read = with_terms(Section("s", "Datasets of sponges", facet="datasets"))
    assert read.terms == (" ".join(content_stems("Datasets of sponges")),) and not read.facet


def test_papers_have_no_sections_on_what_every_other_sentence_of_theirs_mentions() -> None:
    found = {one.name for one in facets_for(papers=True, condition=False)}
    assert {"methods", "evaluation", "challenges"} <= found and not {
        "structure",
        "applications",
        "characteristics",
    } & found


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Existing methods of gull counting neglect the chicks in the nest.", "challenges"),
        ("Gull counting suffers from a lack of trained people.", "challenges"),
        ("Despite many attempts, gull counting on remote cliffs remains unexplored.", "challenges"),
        ("Methods of gull counting are based on photographs.", "methods"),
        ("Gull counting started in the towns of the coast.", "research"),
        ("Gull counting works with a limited number of people.", "research"),
    ],
)
def test_of_papers_what_is_said_to_be_hard_stands_among_challenges(sentence: str, name: str) -> None:
    strengths = {one.name: facet_strength(sentence, one) for one in facets_for(papers=True, condition=False)}
    assert max(strengths, key=lambda one: (strengths[one], facet(one).prior)) == name


@pytest.mark.parametrize(
    ("sentence", "is_dated"),
    [
        ("In 1918, the Japanese astronomer Kiyotsugu Hirayama found families.", True),
        ("By the early 1990s most galaxies were mapped.", True),
        ("In the mid-1970s inflation rose.", True),
        ("In November 1972 it was seen again.", True),
        ("During the nineteenth century they were counted.", True),
        ("In 12 of the trials it fell.", False),
        ("In that year, Max Wolf took photographs.", False),
        ("In the same century it was named.", False),
        ("By the next century it was forgotten.", False),
        ("In 2000 patients, the drug was tried.", False),
        ("The law of 1918 was repealed.", False),
    ],
)
def test_a_date_at_the_beginning_is_told_from_another_number(sentence: str, is_dated: bool) -> None:
    assert opens_with_date(sentence) == is_dated


@pytest.mark.parametrize(
    ("text", "is_effect"),
    [
        ("Migraine with aura is associated with a twofold risk of ischaemic stroke.", True),
        ("Migraine is a common cause of absence from work.", True),
        ("Untreated migraine leads to loss of sleep.", True),
        ("Loss of sleep is a common cause of migraine.", False),
        ("Smoking raises the risk of migraine.", False),
        ("Migraine is caused by an imbalance of signals in the brain.", False),
        ("Migraine in childhood raises the risk of migraine in later life.", False),
    ],
)
def test_what_a_disease_brings_about_is_none_of_its_causes(text: str, is_effect: bool) -> None:
    assert tells_effect(text, frozenset(content_stems("migraine"))) is is_effect
