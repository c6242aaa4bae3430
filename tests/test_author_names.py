"""Names of authors, in whatever shape a corpus has them, as family and given name; what is no person stays whole."""

from __future__ import annotations

import time

import pytest
from castalia.tools.pages.author_names import OTHERS, Author, read_authors
from hypothesis import assume, given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("name", "family", "given_name"),
    [
        ("Ngozi Adeyemi", "Adeyemi", "Ngozi"),
        ("Adeyemi, Ngozi", "Adeyemi", "Ngozi"),
        ("N. Adeyemi", "Adeyemi", "N."),
        ("N Adeyemi", "Adeyemi", "N."),
        ("N.K. Adeyemi", "Adeyemi", "N. K."),
        ("Adeyemi N", "Adeyemi", "N."),
        ("Adeyemi NK", "Adeyemi", "N. K."),
        ("Adeyemi N.K.", "Adeyemi", "N. K."),
        ("van den Berg JA", "van den Berg", "J. A."),
        ("J.-P. Moreau", "Moreau", "J.-P."),
        ("J-P Moreau", "Moreau", "J.-P."),
        ("Moreau J-P", "Moreau", "J.-P."),
        ("Moreau, J-P", "Moreau", "J.-P."),
        ("Moreau J.-P.", "Moreau", "J.-P."),
        ("Ludwig van Beethoven", "van Beethoven", "Ludwig"),
        ("Beethoven, Ludwig van", "Beethoven", "Ludwig van"),
        ("van der Berg, Jan", "van der Berg", "Jan"),
        ("Maria dos Santos", "dos Santos", "Maria"),
        ("José Ortega y Gasset", "Ortega y Gasset", "José"),
        ("Ortega y Gasset, José", "Ortega y Gasset", "José"),
        ("García Márquez, Gabriel José", "García Márquez", "Gabriel José"),
        ("Anne-Marie O'Neill", "O'Neill", "Anne-Marie"),
        ("bell hooks", "hooks", "bell"),
        ("JIAN WU", "WU", "JIAN"),
        ("Ольга Иванова", "Иванова", "Ольга"),
        ("Adeyemi N. K.", "Adeyemi", "N. K."),
        ("van den Berg J A", "van den Berg", "J. A."),
        ("JIAN LI WU", "WU", "JIAN LI"),
        ("Иванов И. И.", "Иванов", "И. И."),
        ("DOE J. K.", "DOE", "J. K."),
        ("佐々木 太郎", "佐々木", "太郎"),
        ("いしい しんじ", "いしい", "しんじ"),
        ("Иванов ИИ", "Иванов", "И. И."),
        ("И.И. Иванов", "Иванов", "И. И."),
        ("Đặng Thị Hà", "Hà", "Đặng Thị"),
        ("Øystein Bø", "Bø", "Øystein"),
        ("Bø, Øystein", "Bø", "Øystein"),
        ("Li, Bé", "Li", "Bé"),
        ("عمر خيام", "خيام", "عمر"),
        ("李 明", "李", "明"),
        ("山田 太郎", "山田", "太郎"),
        ("김 철수", "김", "철수"),
    ],
)
def test_a_person_has_a_family_and_a_given_name(name: str, family: str, given_name: str) -> None:
    assert read_authors([name]) == (Author(family, given_name),)


@pytest.mark.parametrize(
    ("name", "author"),
    [
        ("Martin King Jr.", Author("King", "Martin", "Jr.")),
        ("King, Martin, Jr.", Author("King", "Martin", "Jr.")),
        ("King, Jr., Martin", Author("King", "Martin", "Jr.")),
        ("John Smith III", Author("Smith", "John", "III")),
        ("Jane Doe, PhD", Author("Doe", "Jane", "PhD")),
        ("Doe III, Jane B.", Author("Doe III", "Jane B.")),
    ],
)
def test_what_follows_a_name_is_no_part_of_it(name: str, author: Author) -> None:
    assert read_authors([name]) == (author,)


@pytest.mark.parametrize(
    "name",
    [
        "WHO", "Plato", "李明", "World Health Organization", "Centers for Disease Control and Prevention",
        "Department of Health and Human Services", "National Academies of Sciences, Engineering, and Medicine",
        "ATLAS Collaboration", "Wikipedia contributors", "jane@example.org", "Jane Doe (ed.)", "Doe, X, Y, Z",
    ],
)  # fmt: skip
def test_what_is_no_person_or_cannot_be_told_stays_whole(name: str) -> None:
    (author,) = read_authors([name])
    assert author == Author(name) and author.is_whole


@pytest.mark.parametrize(
    "names",
    [
        "J. Doe, K. L. Roe",
        "Jane Doe and Kim Roe",
        "Jane Doe & Kim Roe",
        "Doe J, Roe KL",
        "Doe J., Roe K. L.",
        "Doe, J., Roe, K.",
        "Doe, J., Roe, K., & Poe, L.",
        "Jane Doe, Kim Roe, and Li Poe",
        "Jane Doe, Kim Roe, Li Poe",
    ],
)
def test_several_names_in_one_string_are_several(names: str) -> None:
    found = read_authors([names])
    assert [one.family for one in found] == ["Doe", "Roe", "Poe"][: len(found)] and len(found) > 1


def test_others_are_others_and_empty_names_are_none() -> None:
    assert read_authors(["Jane Doe et al."]) == (Author("Doe", "Jane"), OTHERS)
    assert read_authors(["Jane Doe", "et al"]) == (Author("Doe", "Jane"), OTHERS)
    assert read_authors(["Doe J, et al.", " ", "", "Kim Roe"]) == (Author("Doe", "J."), Author("Roe", "Kim"), OTHERS)
    assert read_authors([]) == ()


@given(st.text(st.characters(categories=["Ll", "Lo", "Lt"]), min_size=1, max_size=3))
def test_small_letters_and_those_of_a_script_without_capitals_are_no_initials(word: str) -> None:
    assume(word.casefold() not in {"and", "the", "for", "of", "inc", "llc", "ltd"})
    assert read_authors([f"Wei {word}"]) == (Author(word, "Wei"),)
    assert read_authors([f"Wei, {word}"]) == (Author("Wei", word),)


@given(st.lists(st.characters(categories=["Lu"]), min_size=1, max_size=3))
def test_capitals_of_any_script_are_initials(letters: list[str]) -> None:
    dotted = [f"{one}." for one in letters]
    for name in ("".join(letters), "".join(dotted), " ".join(dotted)):
        assume(name.upper() not in {"II", "III", "IV", "LLC", "LTD", "INC", "THE", "AND", "FOR", "OF"})
        assert read_authors([f"Wei {name}"]) == (Author("Wei", " ".join(dotted)),)


@given(
    st.lists(st.one_of(st.text(max_size=20), st.sampled_from(["A, B", "van", "and", ", and ", "Jr.", "J.", "et al."])))
)
def test_any_names_are_read_and_no_word_is_lost(names: list[str]) -> None:
    found = read_authors(names)
    assert all(one.family.strip() == one.family != "" for one in found)
    kept = " ".join(" ".join(one) for one in found)
    for word in {word for name in names for word in name.split() if word.isalpha() and len(word) > 3}:
        assert word in kept


@pytest.mark.parametrize("unit", ["a ", "a, ", "A.", " and ", "van ", ",", "J.-", "et al. ", "Jr. "])
def test_a_name_of_ten_thousand_letters_is_read_in_linear_time(unit: str) -> None:
    start = time.process_time()
    read_authors([unit * (100_000 // len(unit))])
    assert time.process_time() - start < 1
