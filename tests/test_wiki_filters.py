"""Which pages become gold: classes, fields and names, apart from any wiki."""

from __future__ import annotations

import pytest
from castalia.tools.gold.wiki_api import PageFacts
from castalia.tools.gold.wiki_filters import Rules, is_other, quality_of, refuse_facts
from castalia.tools.gold.wiki_projects import fields_of


@pytest.mark.parametrize(
    ("classes", "quality"),
    [
        ({}, ""),
        ({"A": "NA", "B": ""}, ""),
        ({"A": "GA", "B": "GA", "C": "FA"}, "GA"),
        ({"A": "GA", "B": "C"}, "C"),
        ({"A": "B", "B": "List", "C": "List"}, "List"),
    ],
)
def test_projects_that_disagree_are_outvoted(classes: dict[str, str], quality: str) -> None:
    assert quality_of(classes) == quality


def test_fields_are_counted_not_projects() -> None:
    assert fields_of(["Chemistry", "Elements", "Chemicals/Isotopes", "Biography", "France"]) == ("chemistry",)
    facts = PageFacts(
        "Carbon-14", "Carbon-14", 1, revision=1, classes={"Chemistry": "GA", "Physics": "GA", "Archaeology": "GA"}
    )
    assert refuse_facts(facts, Rules()) is None
    assert getattr(refuse_facts(facts, Rules(most_fields=2)), "reason", "") == "interdisciplinary"


@pytest.mark.parametrize(
    ("asked", "title", "is_one"),
    [
        ("Coral reefs", "Coral reef", False),
        ("β oxidation", "Β-Oxidation", False),
        ("Moral philosophy", "Ethics", True),
        ("C", "C Sharp", True),
        ("Glass", "Glas", True),
    ],
)
def test_case_marks_and_the_plural_make_no_other_title(asked: str, title: str, is_one: bool) -> None:
    assert is_other(PageFacts(asked, title, redirects=(title,))) is is_one
    assert not is_other(PageFacts(asked, title))


@pytest.mark.parametrize(
    "title", ["List of reefs", "Lists of seas", "Outline of physics", "Timeline of optics", "Glossary of botany"]
)
def test_lists_are_known_by_their_titles_too(title: str) -> None:
    assert (
        getattr(refuse_facts(PageFacts(title, title, 1, revision=1, classes={"A": "B"}), Rules()), "reason", "")
        == "list"
    )
    other = PageFacts("Listeria", "Listeria", 1, revision=1, classes={"A": "B"})
    assert refuse_facts(other, Rules()) is None
