"""How the title of a part of a document reads as a heading."""

from __future__ import annotations

from dataclasses import replace

import pytest
from castalia.memory.records import Section
from castalia.tools.composition.heading_subjects import named_by, named_in, speaks_of
from castalia.tools.composition.source_headings import LONGEST_CLAUSE, heading_from
from castalia.tools.composition.spelling import spelling_in
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.words import content_stems
from hypothesis import given
from hypothesis import strategies as st

TEXT = (
    "In the United States, galaxies and social classes are counted in every state of the union. "
    "Galaxies grow in space, and the space between the galaxies of the Kuiper Belt and the Oort cloud is large. "
    "The enzymes of galaxies are counted with ELISAs, and Einstein's theory says what DNA and mRNA are in galaxies. "
    "The Hubble Space Telescope saw galaxies, and the neo-Freudians saw galaxies by their pH values and by what Russell drew."
)
SPELLING = spelling_in(one.text for one in split_sentences(TEXT))
TOPIC = frozenset(content_stems("Galaxy"))


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Types of Galaxies", "Types"),
        ("The Properties of Galaxies", "Properties"),
        ("Galaxy Formation and Evolution", "Formation and evolution"),
        ("Galaxies and Evolution", "Galaxies and evolution"),  # not "And evolution"
        ("Galaxy Clusters", "Galaxy clusters"),  # is no angle on the topic, but something else
        ("Observations of Distant Galaxies", "Observations of distant galaxies"),
        ("Overview of Star Formation", "Star formation"),
        ("A Preview of Star Formation", "Star formation"),
        ("How Galaxies Form", "Formation"),
        ("Why Are Galaxies Important?", "Importance"),
        ("What Are Some Uses of Galaxies?", "Uses"),
        ("How Galaxies Affect the Dust between Stars", "Effects on the dust between stars"),
        ("What Are Halos and How Do They Grow?", "Halos"),
        ("The Origin of and Evidence for Galaxies", "Origin and evidence"),
        ("Dark Matter and the Formation of Galaxies", "Dark matter and the formation of galaxies"),
        ("Influences on the Early Evolution of Galaxies", "Influences on the early evolution of galaxies"),
        ("The Effect of Dust on Galaxies", "Effect of dust"),  # is whole
        ("Mass Loss from Stars and the Formation of Planetary Halos", "Mass loss from stars"),
        ("Limits of Dust as a Measure of the Mass of a Halo", "Limits of dust"),
        ("Dust(II)-Catalyzed Growth", "Dust-catalyzed growth"),
        ("Dust - Its Growth", "Dust its growth"),
        ("Dust in the Hertzsprung-Russell Diagram", "Dust in the Hertzsprung-Russell diagram"),
        ("β Decay", "β decay"),
        ("Evidence for Galaxies", "Evidence for galaxies"),  # not a bare "Evidence"
        ("Life in a Galaxy", "Life in a galaxy"),
        ("6.2 The Distribution of Galaxies in Space", "Distribution of galaxies in space"),
        ("Social Classes in the United States", "Social classes in the United States"),
        ("The Kuiper Belt and the Oort Cloud", "Kuiper Belt and the Oort cloud"),
        ("EIAs and ELISAs", "EIAs and ELISAs"),
        ("einsteins theory of gravity", "Einstein's theory of gravity"),
        ("structure of dna", "Structure of DNA"),
        ("Spiral Arms (of Old Stars), Gas Clouds, and Halos", "Spiral arms, gas clouds, and halos"),
        ("mRNA Splicing", "mRNA splicing"),
        ("ENZYMES", "Enzymes"),
        ("LIDAR", "LIDAR"),  # of which the texts know nothing
        ("The Halo Is Stable", "The halo is stable"),  # not "Halo is stable"
        ("The Nova Giveth and the Nova Taketh Away", ""),
        ("What Is Dust? What Is a Halo?", "Dust and halo"),
        ("What Is Dust? Why Is It There?", ""),
        ("sp Hybridization of Stars", "sp hybridization of stars"),
        ("Neo-Freudians", "Neo-Freudians"),
        ("C. Wright Mills on the Dust", "C. Wright Mills on the dust"),
        ("“Long-Haired” Comets", "“Long-haired” comets"),
        ("Quasars: The Engines of the Night", "Quasars"),
        ("Galaxies: How They Collide and Merge", ""),
        ("Quasars as Probes of Evolution in the Early Universe", "Quasars as probes of evolution"),
        ("Causes of Dust in Various Halos and Disks", "Causes of dust in various halos and disks"),  # not of all dust
        ("Causes of Dust in Galaxies and Other Systems", "Causes of dust"),
        ("Dust Lanes That Hide the Bright Old Stars", "Dust lanes that hide the bright old stars"),
        ("Kidney Infections (Pyelonephritis)", "Kidney infections"),
        ("Galaxy Clusters and Galaxy Groups", "Galaxy clusters and galaxy groups"),
        ("Dust Lanes Perceived by a Small Telescope and by an Eye", "Dust lanes"),
        ("How Astronomers Count Galaxy Clusters in Space", "Galaxy clusters"),
        ("The Difference between the Mass of a Halo and Its Light", "Mass of a halo and its light"),
        ("The Difference between Stars and Dust", "Difference between stars and dust"),
        ("Dust in the IR/UV Range", "Dust in the IR/UV range"),
        ("Dust Clouds/Clouds of Dust", "Dust clouds"),
        ("Cooling of Dust and Ice Involves Changes in Mass", "Cooling of dust and ice"),
        ("Ice Is Formed by Steady Cooling of Dust in the Old Halos", "Ice"),
        (
            "Galaxies are formed by the steady collapse of clouds of dust",
            "Galaxies are formed by the steady collapse of clouds of dust",
        ),
        ("Galaxies are formed by the steady collapse of clouds of dust and of ice and gas", ""),
        ("Clouds of Dust That Is Seen by a Telescope on Earth", "Clouds of dust that is seen"),
        ("The Two Parts of a Galaxy", "Two parts of a galaxy"),
        ("The Two Halos of a Galaxy", "Two halos"),
        ("Flow of Heat between Grains of Dust and a Halo", "Flow of heat between grains"),
    ],
)
def test_a_title_in_the_words_of_an_encyclopedia(title: str, heading: str) -> None:
    assert heading_from(title, TOPIC, SPELLING) == heading


@pytest.mark.parametrize(
    "title",
    ["Galaxies", "The Galaxy", "What Is a Galaxy?", "What Are Galaxies Made Of?", "How Galaxies Bend Light", "Why Do Galaxies Collide?",
     "Defining Galaxies by Their Origin", "Summary", "Chapter Review", "Problems",
     "Understanding Our Universe", "Any Benefits of Galaxies?", "Stars and", "", "—",
     "Surveys", "Second Objection", "How a Lone Galaxy Chooses Dust and Ice",
     "How a Lone Galaxy Executes Sharp Turns"],
)  # fmt: skip
def test_the_topic_alone_a_question_a_how_to_and_apparatus_are_no_headings(title: str) -> None:
    assert heading_from(title, TOPIC, SPELLING) == ""


@given(st.text(max_size=60))
def test_whatever_a_title_holds_a_heading_is_short_and_one_line(title: str) -> None:
    found = heading_from(title, TOPIC, SPELLING)
    assert len(found.split()) <= LONGEST_CLAUSE and found == " ".join(found.split())


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ('"The Types of Galaxies"', "Types"),
        ("TYPES OF STARS", "Types of stars"),
        ("## Types of **Stars** [1]", "Types of stars"),
        ("Types of Stars [k](javascript:alert`1`)", "Types of stars"),
        ("<b onclick=x>Types</b> of Stars", "Types of stars"),
        ("\x1b[31mTypes of Stars", "Types of stars"),
        ("✨ Types of Stars", "Types of stars"),
        (f"Types of {'y' * 40}", ""),
    ],
)
def test_marks_around_a_title_are_no_part_of_the_heading(title: str, heading: str) -> None:
    assert heading_from(title, TOPIC, SPELLING) == heading


@pytest.mark.parametrize(
    ("heading", "named"),
    [
        ("Dwarf nebulae", "dwarf nebula"),
        ("Formation of an image", "image"),
        ("Nebulae and galaxies", "nebula"),
        ("Gross anatomy", ""),
        ("Types", ""),
        ("Distant galaxies", ""),  # of which no sentence need say again that they are distant
    ],
)
def test_a_heading_names_what_stands_beside_topic_and_angle(heading: str, named: str) -> None:
    assert named_by(heading, TOPIC) == frozenset(content_stems(named))


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Properties of Superconductors", "Properties"),
        ("Theory of Superconductivity", "Theory"),
        ("Superconductors in Medicine", "Superconductors in medicine"),
        ("Properties of Superfluids", "Properties of superfluids"),
    ],
)
def test_what_is_of_one_family_with_the_topic_goes_without_saying(title: str, heading: str) -> None:
    assert heading_from(title, frozenset(content_stems("Superconductivity")), SPELLING) == heading


def test_a_word_that_texts_mostly_write_with_a_capital_keeps_it_though_some_do_not() -> None:
    texts = ["Light of the Sun warms the sea.", "Winds of the Sun reach the Earth.", "A few write of the sun so."]
    spelling = spelling_in(texts)
    assert heading_from("Eclipses of the Sun", frozenset({"eclips"}), spelling).endswith("Sun")
    assert heading_from("Winds of the Sea", frozenset(), spelling) == "Winds of the sea"


def test_the_name_of_an_owner_is_written_as_the_name_is() -> None:
    spelling = spelling_in(["In one study Milgram asked men to obey.", "Most women of the study were not asked."])
    assert heading_from("A Study of Milgram’s Obedience", frozenset(), spelling) == "Study of Milgram’s obedience"
    named = spelling_in(["In a study by Stanley Milgram men were asked to obey."])
    assert heading_from("On Stanley Milgram’s Experiment", frozenset(), named).endswith("Stanley Milgram’s experiment")
    assert heading_from("Obedience and Women’s Studies", frozenset(), spelling) == "Obedience and women’s studies"


def test_what_texts_write_with_capitals_in_a_title_alone_is_no_name() -> None:
    texts = ["See Atomic Structure and Symbolism.", "The atomic structure of the Milky Way is told.", "A Milky Way."]
    spelling = spelling_in(texts)
    assert heading_from("Early Atomic Structure", frozenset(), spelling) == "Early atomic structure"
    assert heading_from("Dust of the Milky Way", frozenset(), spelling) == "Dust of the Milky Way"


@pytest.mark.parametrize(
    ("url", "heading"),
    [
        ("br nsted lowry acids and bases", "Brønsted-Lowry acids and bases"),
        ("race and ethnicity in the united states", "Race and ethnicity in the United States"),
        ("energy matter and enzymes", "Energy, matter and enzymes"),
        ("isolation culture and growth of comets", "Isolation, culture and growth of comets"),  # in no text
        ("long patterns and enzymes", "Long patterns and enzymes"),
        ("long haired comets", "Long-haired comets"),
        ("young s double slit interference", "Young's double-slit interference"),
        ("origin and fate", "Origin and fate"),
        ("the nearest planets an overview", "Nearest planets"),
        ("challenges facing the elderly", "Challenges facing the elderly"),
        ("comets of the united states", "Comets of the United States"),
        ("weighing natural comets", "Weighing natural comets"),  # what a text says elsewhere is no list here
    ],
)
def test_what_a_title_lost_in_a_url_is_given_back_by_the_texts(url: str, heading: str) -> None:
    texts = [
        "In water a Brønsted-Lowry acid meets bases of the United States of old.",
        "What gives energy, matter, and enzymes is told of long-haired comets and of a long haired dog or two.",
        "After weighing, natural comets are named. The Long patterns of one school are no fate. With long-haired comets Young's double-slit patterns have their origin, and fate was kind in each origin and end.",
    ]
    spelling = spelling_in(texts)
    assert heading_from(spelling.restored(url), frozenset(), spelling) == heading
    assert "," not in spelling.restored("how a comet loses dust and ice")  # no list, but a clause


@given(
    st.lists(
        st.sampled_from("the an united states galaxies kuiper belt neo freudians einstein s how DNA growing".split())
    )
)
def test_no_word_of_a_url_is_lost_or_moved(words: list[str]) -> None:
    written, at = SPELLING.restored(" ".join(words)).lower(), 0
    for word in map(str.lower, words):
        at = written.index(word, at) + len(word)
    assert len(written) <= sum(map(len, words)) + 2 * len(words)


@pytest.mark.parametrize(
    ("heading", "text", "speaks"),
    [
        ("Catalysis", "A catalyst is not consumed.", True),
        ("Protein synthesis", "Peptides are made synthetically.", True),
        ("Inflation", "Influenza spreads in winter.", False),
        ("Universal constants", "The unit is small.", False),
        ("Types", "Nothing else is said.", True),
    ],
)
def test_a_text_speaks_of_what_a_heading_names_in_a_word_of_its_family(heading: str, text: str, speaks: bool) -> None:
    assert speaks_of(named_by(heading, TOPIC), frozenset(content_stems(text))) == speaks


def test_a_heading_that_somebody_gave_names_nothing_of_the_document() -> None:
    terms, sources = (" ".join(content_stems("Catalysis")),), (("book", "Catalysis"),)
    told = Section("a", "Catalysis", terms=terms, sources=sources)
    assert named_in(told, TOPIC) == named_by(told.heading, TOPIC) != frozenset()
    assert named_in(replace(told, heading="How cells build"), TOPIC) == frozenset()
    assert named_in(replace(told, sources=()), TOPIC) == frozenset()
