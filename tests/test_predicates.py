"""Relations share a key whatever their tense, and keep apart what says something else."""

from __future__ import annotations

import pytest
from castalia.memory.predicates import contradict, predicate_key

PREDICATES = {
    "is_a": ("is a", "is an", "was a", "is_a", "are a"),
    "cause": ("causes", "caused", "causing", "Cause", "has caused"),
    "use_in": ("is used in", "used in", "has been used in"),
    "develop_by": ("was developed by", "developed by"),
    "study": ("studies", "studied", "studying"),
    "process": ("processes", "processed", "process"),
    "control": ("controls", "controlled", "controlling"),
    "lead_to": ("leads to", "led to"),
    "have": ("has", "had", "have"),
    "may_cause": ("may cause",),
    "may_explore": ("may explore",),
    "explore": ("explores", "explored", "exploring", "explore"),
    "create": ("creates", "created", "creating", "create"),
    "change": ("changes", "changed", "changing", "change"),
    "compare": ("compares", "compared", "comparing", "compare"),
    "stop": ("stops", "stopped", "stopping", "stop"),
    "call": ("calls", "called", "calling", "call"),
    "signal": ("signals", "signaling", "signal"),
    "set_out": ("sets out",),
    "produce_during": ("produced during", "produces during"),
    "seek_to_create": ("seeks to create",),
    "critical_for": ("is critical for", "are critical for"),
}


@pytest.mark.parametrize("key", sorted(PREDICATES))
def test_tenses_of_a_predicate_share_a_key(key: str) -> None:
    assert {predicate_key(surface) for surface in PREDICATES[key]} == {(key, True)}


@pytest.mark.parametrize(
    "forms",
    [
        "add adds added adding",
        "bring brings bringing brought",
        "contain contains contained containing",
        "need needs needed needing",
        "shed sheds shedding",
        "tie ties tied",
        "resemble resembles resembled resembling",
    ],
)
def test_forms_of_a_verb_share_a_key(forms: str) -> None:
    assert len({predicate_key(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("relation", "key"),
    [
        ("has a", "have_a"),
        ("stop being", "stop_be"),
        ("can embed", "can_embed"),  # a base form, not the past of "emb"
        ("cannot cause", "can_cause"),
        ("occurs before", "occur_before"),
        ("reacts to h2s", "react_to_h2s"),
        ("is called naïves", "be_call_naïves"),
    ],
)
def test_what_is_no_inflected_form_stays_as_it_is(relation: str, key: str) -> None:
    assert predicate_key(relation)[0] == key


def test_active_and_passive_and_denial_differ() -> None:
    assert predicate_key("developed")[0] != predicate_key("was developed by")[0]
    assert predicate_key("does not cause") == predicate_key("never causes") == ("cause", False)
    assert predicate_key("isn't part of") == ("part_of", False)
    assert predicate_key(" --- ") == ("", True)


@pytest.mark.parametrize("said", ["doesn't cause", "doesn’t cause", "DOESN'T cause", "won't cause", "won’t cause"])
def test_a_short_denial_is_one_whatever_its_apostrophe_and_its_capitals(said: str) -> None:
    assert predicate_key(said) == predicate_key("does not cause") == ("cause", False)
    assert predicate_key("can’t cause") == predicate_key("can't cause") == predicate_key("cannot cause")


def test_only_a_denial_of_the_same_and_two_opposite_claims_contradict() -> None:
    assert contradict(("cause", True), ("cause", False)) and contradict(("cause", False), ("cause", True))
    assert contradict(("activate", True), ("inhibit", True)) and contradict(("inhibit", True), ("activate", True))
    assert not contradict(("cause", False), ("cause", False))
    assert not contradict(("activate", True), ("inhibit", False))
    assert not contradict(("activate", False), ("inhibit", True))
    assert not contradict(("activate", True), ("bind", True))
