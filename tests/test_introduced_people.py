"""A page on a person may open with a sentence that says who that was while it tells something else."""

from __future__ import annotations

import pytest
from castalia.tools.language.words import content_stems
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.introduced_people import introduces


@pytest.mark.parametrize(
    ("sentence", "name", "is_introduced"),
    [
        ("Ada Quay (1820–1895), a Danish physiologist, wrote on knots.", "Ada Quay", True),
        ("Quay (1820–1895), a Danish physiologist, wrote on knots.", "Quay", True),
        ("A. B. Quay, a physiologist, wrote on knots.", "A. B. Quay", True),
        ("In 1847, Danish physiologist Ada Quay wrote on knots.", "Ada Quay", True),
        ("Economist and sociologist Ada Quay (1820–1895) wrote on knots.", "Ada Quay", True),
        ("The noted physicist Ada van Quay wrote on knots.", "Ada van Quay", True),
        ("The noted physicist Bo Ada Quay wrote on knots.", "Ada Quay", True),
        ("The noted physicist Ada Quay wrote on knots.", "Quay", False),  # a port may be called so
        ("Ada Quay, a physiologist, wrote on knots.", "Quay", False),
        ("Then Quay, a physiologist, wrote on knots.", "Then Quay", False),
        ("She met physicist Ada Quay at sea.", "Ada Quay", False),
        ("Physicist Ada Quay and mathematician Bo Reed were friends.", "Bo Reed", False),
        ("The town had Ada Quay write on knots.", "Ada Quay", False),
        ("Ada Quay, a port, was built on sand.", "Ada Quay", False),
        ("Ada Quay (1820–1895), a friend, wrote on knots.", "Ada Quay", False),
        ("Ada Quay wrote on knots.", "Ada Quay", False),
    ],
)
def test_a_person_is_introduced_by_name_and_work_at_the_head_of_a_sentence(
    sentence: str, name: str, is_introduced: bool
) -> None:
    assert introduces(sentence, (("reef",), content_stems(name))) is is_introduced
    assert not introduces(sentence, (("reef",),))
    assert definition_subject(sentence) == ""  # on another page it defines nothing
