"""Pages on diseases and disorders: how they are told from other topics, and the sections that they have."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path

import pytest
from castalia.graphs import TopicPage, generate_sync
from castalia.tools.composition.condition_facets import CONDITION, tells_other
from castalia.tools.composition.facet_lists import facet, facets_for
from castalia.tools.composition.facets import facet_strength
from castalia.tools.composition.general_facets import FACETS
from castalia.tools.composition.headed_facets import said_facet
from castalia.tools.language.words import stem_set
from castalia.tools.topic.conditions import is_condition, names_several
from rainbows import rainbows

FEVER = [
    "Marsh fever is a contagious disease of sheep that damages the liver and the spleen within a few days. Marsh fever is found in wet lowlands.",
    "The first symptoms of marsh fever are a high temperature, a dry cough and swelling of the eyelids. Later symptoms of marsh fever include vomiting and weakness of the hind legs.",
    "Sheep with marsh fever show symptoms such as headache, chills and a rash below the wool, which fade after a week of rest.",
    "The symptoms of marsh fever in lambs are pain and diarrhea. Many old sheep with marsh fever stay asymptomatic for all of their lives.",
    "Marsh fever is caused by a small bacterium that lives in the mud of flooded pastures. The main cause of marsh fever in lambs is contaminated milk.",
    "The risk of marsh fever rises after a flood, because marsh fever is spread by ticks that climb out of the wet grass at night.",
    "Marsh fever is transmitted from ewe to lamb by milk, and it is contagious for ten days after the temperature falls again.",
    "Diagnosis of marsh fever rests on a blood test that detects antibodies, and a stain of the liver tissue confirms the finding after death.",
    "Marsh fever is treated with a single dose of an antibiotic, and treatment of marsh fever in lambs needs fluids and warmth as well.",
    "Vets treat marsh fever on the farm where they can, for therapy of marsh fever works best within two days of the diagnosis.",
    "A diagnosis of marsh fever is missed in one sheep of five. No treatment of marsh fever brings back the wool that the sheep has lost.",
    "An outbreak of marsh fever killed 12 percent of the sheep of the delta in 1931, and the mortality of marsh fever was highest among lambs.",
    "Marsh fever is endemic in three river valleys of the north, and the incidence of marsh fever there is about forty cases a year.",
    "A second epidemic of marsh fever began in 1974 and spread over the whole coast within a month. The prevalence of marsh fever fell later.",
]  # fmt: skip


def written(folder: Path, texts: Sequence[str], titles: Sequence[str] = ()) -> TopicPage:
    """The page on marsh fever from these texts, the first of which have these titles, and the bundled sample."""
    path = folder / "rows.jsonl"
    reefs = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8")
    rows = [{"text": one, "title": title} for one, title in zip_longest(texts, titles, fillvalue="")]
    path.write_text(reefs + "".join(f"{json.dumps(one)}\n" for one in rows), encoding="utf-8")
    return generate_sync("Marsh fever", corpus=path)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> TopicPage:
    return written(tmp_path_factory.mktemp("fever"), FEVER)


def test_a_page_on_a_disease_has_the_sections_of_one(page: TopicPage) -> None:
    sections = {one["heading"]: one["text"] for one in page.record["sections"]}
    assert {"Symptoms", "Causes", "Diagnosis and treatment"} <= set(sections)
    assert "Clinical significance" not in sections
    assert "antibodies" in sections["Diagnosis and treatment"] and "ticks" in sections["Causes"]
    assert (
        list(sections).index("Symptoms")
        < list(sections).index("Causes")
        < list(sections).index("Diagnosis and treatment")
    )


CARED_FOR = [
    "Sheep with marsh fever are kept in a dry barn for two weeks, with straw on the floor and with clean water at all hours.",
    "Lambs with marsh fever are given warm milk with salt and sugar by hand, because they do not suck while they are weak.",
    "The wool of sheep with marsh fever is cut short, so that the skin below can dry and no flies lay their eggs into it.",
]


@pytest.mark.parametrize(
    "title", ["Marsh fever > What are the treatments for Marsh fever?", "Treatment of marsh fever"]
)
def test_what_stands_under_a_heading_on_a_disease_is_told_as_that(tmp_path: Path, title: str) -> None:
    plain = [one for one in FEVER if "treat" not in one and "iagnosis" not in one]
    page = written(tmp_path, [*CARED_FOR, *plain], [title] * len(CARED_FOR))
    sections = {one["heading"]: one["text"] for one in page.record["sections"]}
    assert "warm milk" in sections.get("Diagnosis and treatment", sections.get("Treatment", ""))


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("What are the symptoms of Marsh fever?", "symptoms"),
        ("How to diagnose Marsh fever?", "care"),
        ("Diagnosis and treatment", "care"),
        ("Who is at risk for Marsh fever?", "causes"),
        ("How many people are affected by marsh fever?", "epidemiology"),
        ("Prevention of marsh fever", "prevention"),
        ("Symptoms and treatment", ""),  # two facets
        ("Marsh fever", ""),
        ("Fever in wet lowlands", ""),
    ],
)
def test_a_heading_says_a_facet_of_a_disease(heading: str, name: str) -> None:
    assert said_facet(heading, stem_set("Marsh fever")) == name
    assert not name or facet(name) in CONDITION


def test_a_page_on_a_disease_says_which_of_its_sections_are_missing(page: TopicPage) -> None:
    assert any("prevention" in one for one in page.record["gaps"])
    assert not any("structure" in one or "functions" in one for one in page.record["gaps"])


@pytest.mark.parametrize(
    ("topic", "texts"),
    [
        ("Down syndrome", []),
        ("Mental illnesses", []),
        ("Asthma", ["Asthma is a chronic disease of the airways."]),
        ("Meningitis", ["Meningitis (as a rule) is an inflammation of the meninges."]),
        ("Common cold", ["The common cold is a general term for a variety of mild viral infections."]),
        (
            "Cholera",
            ["Patients with cholera may drink.", "Cholera outbreaks worry towns.", "She died of cholera in 1854."],
        ),
        ("Depression", ["A treatment for depression.", "People who suffer from severe depression rest."] * 2),
        ("Hepatitis", ["Patients with hepatitis B rest.", "She was diagnosed with hepatitis often missed."] * 2),
    ],
)
def test_what_people_have_is_a_condition(topic: str, texts: list[str]) -> None:
    assert is_condition(topic, texts)


@pytest.mark.parametrize(
    ("topic", "texts"),
    [
        (
            "Kidney",
            ["Treatment of kidney failure is hard, and cases of kidney stones are rare.", "Kidneys filter blood."],
        ),
        ("Parasite", ["Parasites are animals and pathogens causing infectious diseases of people."]),
        ("Adaptive immunity", ["Adaptive immunity is acquired through active infection."]),
        ("Virus", ["The virus is an agent of disease."] + ["A virus enters cells."] * 40),
        ("Vaccine", ["A vaccine is a preparation against disease."]),
        ("Suicide", ["Suicide is not listed as a disorder."]),
        ("Sleep", ["People with sleep apnea wake often.", "A diagnosis of sleep disorders takes a night."] * 3),
        ("Star", ["Cases of stars with planets are many.", *["A star shines."] * 80]),
        ("Disease vector", []),
    ],
)
def test_what_only_has_to_do_with_conditions_is_none(topic: str, texts: list[str]) -> None:
    assert not is_condition(topic, texts)


def test_a_group_of_disorders_has_no_symptoms_of_its_own() -> None:
    """Its page is on the kinds, which its documents tell one after the other."""
    assert names_several("Sleep disorder", ["Most sleep disorders can be treated.", "A sleep disorder is rare."])
    assert names_several("Anxiety disorders", [])
    assert not names_several("Panic disorder", ["Panic disorder is rare."] * 9 + ["Panic disorders differ."])
    for number, is_one in (("", True), ("s", False)):
        texts = [f"A marsh disorder of birds is told here, as in {at} other books." for at in range(9)]
        texts += [f"The marsh disorder{number} of gulls number {at} spoil their sleep." for at in range(9)]
        assert replace(rainbows(texts), topic="Marsh disorder").is_condition is is_one


def test_the_facets_of_a_condition_take_the_place_of_those_of_things() -> None:
    assert {one.name for one in facets_for(papers=False, condition=True)} == {one.name for one in CONDITION}
    assert {"clinical", "structure", "applications"}.isdisjoint(one.name for one in CONDITION)
    assert {"history", "types", "characteristics"} <= {one.name for one in CONDITION} & {one.name for one in FACETS}
    assert {"methods", "care"} <= {one.name for one in facets_for(papers=True, condition=True)}


@pytest.mark.parametrize(
    ("name", "sentence", "other"),
    [
        ("symptoms", "Symptoms include fever and a rash.", "The rash is a sign of nothing."),
        ("causes", "The disease is caused by a bacterium.", "The bacterium is round."),
        ("care", "Treatment with antibiotics is effective.", "Antibiotics are molecules."),
        ("causes", "It is contagious for a week.", "Muscle contractions begin in the jaw."),
        ("prevention", "Vaccination programs prevent most cases.", "The virus infects cells of the immune system."),
        ("epidemiology", "Outbreaks are common in three countries.", "The country is large."),
    ],
)
def test_a_facet_of_a_condition_is_told_by_its_cues(name: str, sentence: str, other: str) -> None:
    assert facet_strength(sentence, facet(name)) >= 0.8
    assert facet_strength(other, facet(name)) == 0


def test_what_names_symptoms_in_passing_is_not_about_them() -> None:
    passing = (
        "A drink before a speech may in the end only help people to avoid the worst of their symptoms, such as chills."
    )
    assert facet_strength(passing, facet("symptoms")) == 0
    assert facet_strength("The symptoms of those who drink before a speech are chills.", facet("symptoms")) == 1


def test_a_sentence_does_not_go_on_under_a_facet_where_it_tells_of_another() -> None:
    assert tells_other("Longer treatments with drugs are used in severe cases.", facet("symptoms"))
    assert not tells_other("The symptoms fade after a week.", facet("symptoms"))
    assert not tells_other("They fade after a week.", facet("symptoms"))
    assert not tells_other("Longer treatments with drugs are used.", facet("history"))  # of any topic


def test_sentences_that_cannot_stand_alone_help_to_fill_a_section_of_a_disease(tmp_path: Path) -> None:
    told = (
        "The first symptoms of marsh fever are a dry cough and swelling of the eyelids. These symptoms of marsh fever last for"
        " a day or two in most sheep. The same symptoms of marsh fever return after a week in half of them."
    )
    rows = [told, FEVER[0], *FEVER[4:11]]
    sections = {one["heading"]: one["text"] for one in written(tmp_path, rows).record["sections"]}
    assert "These symptoms of marsh fever last" in sections["Symptoms"]
