"""Stems: forms of a word share one, words that only look alike do not."""

from __future__ import annotations

import pytest
from castalia.memory.bm25 import fold
from castalia.memory.plurals import IRREGULAR_PLURALS
from castalia.tools.language.words import content_stems, stem


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("federalism", "federal"),
        ("globalization", "global"),
        ("socialization", "social"),
        ("capitalism", "capital"),
        ("realism", "real"),
        ("polarization", "polar"),
        ("marketing", "market"),
        ("personality", "personal"),
        ("organism", "organ"),
        ("terrorism", "terrors"),
        ("relativity", "relatively"),
        ("fertilizer", "fertilization"),
        ("utilities", "utilize"),
        ("experiment", "experience"),
    ],
)
def test_a_noun_is_not_the_adjective_that_the_stemmer_cuts_it_back_to(name: str, other: str) -> None:
    assert stem(name) != stem(other)


@pytest.mark.parametrize(
    "forms",
    [
        ("globalization", "globalisation", "globalized", "Globalizing"),
        ("federalism", "federalist", "Federalists"),
        ("polarize", "polarizations"),
        ("crystallize", "crystals"),
        ("metabolism", "metabolic"),
        ("magnetism", "magnetic"),
        ("mutation", "mutated"),
        ("terrorism", "terrorists"),
        ("experiments", "experimental"),
        ("engines", "engine"),
        ("gas", "gases"),
        ("lens", "lenses"),
        ("prognosis", "prognoses"),
        ("shelf", "shelves"),
        ("child", "children", "children's"),
        ("federalism", "federalism’s"),
        ("university", "university's"),
    ],
)
def test_forms_of_a_word_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(one) for one in forms}) == 1


@pytest.mark.parametrize("acronym", ["LLM", "CNN", "LSTM", "PhD", "RNA", "mRNA", "tRNA", "DNA", "GPU", "ATP", "API"])
def test_the_plural_of_an_acronym_has_the_stem_of_its_singular(acronym: str) -> None:
    assert stem(acronym + "s") == stem(acronym)


def test_a_word_that_ends_in_s_is_no_plural_of_an_acronym() -> None:
    assert [stem(one) for one in ("opus", "CSS", "plus", "gas")] == ["opus", "css", "plus", "gas"]


@pytest.mark.parametrize("plural", ["equilibria", "atria", "maxima", "streptococci", "cyanobacteria", "epithelia"])
def test_a_latin_plural_has_the_stem_of_its_singular(plural: str) -> None:
    assert stem(plural) == stem(IRREGULAR_PLURALS[plural])


def test_irregular_plurals_are_made_singular_one_by_one_in_any_order() -> None:
    assert IRREGULAR_PLURALS.keys().isdisjoint(IRREGULAR_PLURALS.values())
    assert (
        fold("The larvae, bacteria’s mice; dormice and bacteria") == "the larva, bacterium mouse; dormice and bacterium"
    )


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("S. pyogenes", "Streptococcus pyogenes"),
        ("Y. pestis", "Yersinia pestis"),
        ("C. elegans", "Caenorhabditis elegans"),
        ("N. meningitidis", "Neisseria meningitidis"),
        ("E. coli", "Escherichia coli"),
        ("H. habilis", "Homo habilis"),
        ("A. aegypti", "Aedes aegypti"),
        ("P. jirovecii", "Pneumocystis jirovecii"),
    ],
)
def test_a_species_has_one_stem_whether_its_genus_is_cut_short_or_not(short: str, full: str) -> None:
    assert content_stems(short)[-1] == content_stems(full)[-1]
