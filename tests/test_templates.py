"""Templates: every placeholder is filled, nothing is filled twice, and a slip of the pen is an error that names it."""

from __future__ import annotations

import pytest
from castalia.tools.models.chat import Message
from castalia.tools.models.templates import Template
from hypothesis import given
from hypothesis import strategies as st

SIMPLE = "You write about {{topic}}.\n=== user ===\nSources:\n{{sources}}\nTopic: {{topic}}\n"


def test_both_parts_are_filled() -> None:
    template = Template.of(SIMPLE)
    assert template.names == ("topic", "sources")
    assert template.render(topic="corals", sources="none") == (
        Message("system", "You write about corals."),
        Message("user", "Sources:\nnone\nTopic: corals"),
    )


@pytest.mark.parametrize(
    ("values", "named"),
    [({"topic": "x"}, "sources"), ({"topic": "x", "sources": "y", "tone": "z"}, "tone"), ({}, "topic")],
)
def test_a_missing_or_unused_value_is_named(values: dict[str, str], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        Template.of(SIMPLE).render(**values)


@pytest.mark.parametrize(
    "text",
    ["only a system part", "a\n=== user ===\nb\n=== user ===\nc", "a\n === user ===\nb", "=== user ===\nb", "a\n=== user ===\n \n",
     "{{ topic }}\n=== user ===\nb", "{{Topic}}\n=== user ===\nb", "{{topic}\n=== user ===\nb", "a\n=== user ===\n{{}}"],
)  # fmt: skip
def test_a_faulty_file_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Template.of(text)


def test_json_can_be_shown() -> None:
    template = Template.of('Answer as {"rows": [{"head": {"text": "x"}}]}\n=== user ===\n{{n}}')
    system, user = template.render(n=3)
    assert system.text == 'Answer as {"rows": [{"head": {"text": "x"}}]}'
    assert user.text == "3"


@given(st.text(), st.text())
def test_values_stand_as_they_are(topic: str, sources: str) -> None:
    system, user = Template.of(SIMPLE).render(
        topic=topic + "{{sources}}\\1", sources=sources + "{{topic}}\n=== user ==="
    )
    assert system.text == f"You write about {topic}{{{{sources}}}}\\1."
    assert user.text == f"Sources:\n{sources}{{{{topic}}}}\n=== user ===\nTopic: {topic}{{{{sources}}}}\\1"


def test_line_ends_of_other_systems_are_read() -> None:
    assert Template.of(SIMPLE.replace("\n", "\r\n")) == Template.of(SIMPLE)
