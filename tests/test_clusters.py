"""Clusters of names: a library's verdicts reach a page through the names that it has, and no others."""

from __future__ import annotations

from castalia.memory.clusters import merge
from castalia.memory.triplet_log import Resolution
from hypothesis import given
from hypothesis import strategies as st

HERE = ("owl", "barn owl", "vole", "mouse")
AWAY = ("tide", "ebb", "flood", "spring tide")


def verdicts(names: tuple[str, ...]) -> st.SearchStrategy[list[Resolution]]:
    one = st.sampled_from(names)
    return st.lists(st.builds(Resolution, one, one, st.sampled_from(["same", "different", "unsure"])), max_size=6)


def test_names_are_joined_over_a_name_that_no_snippet_has() -> None:
    over = [Resolution("owl", "Strigiform", "same"), Resolution("Strigiform", "night bird", "same")]
    clusters, _ = merge(["owl", "night bird", "vole"], [], over)
    assert sorted(sorted(set(one) & {"owl", "night bird", "vole"}) for one in clusters) == [
        ["night bird", "owl"],
        ["vole"],
    ]


def test_an_acronym_leads_to_a_verdict_on_its_full_name() -> None:
    clusters, _ = merge(["BO"], [("BO", "barn owl")], [Resolution("barn owl", "church owl", "same")])
    assert any({"BO", "church owl"} <= set(one) for one in clusters)


def test_an_acronym_that_a_verdict_has_joined_with_its_full_name_is_not_joined_twice() -> None:
    pair = ("BO", "barn owl")
    assert merge(pair, [pair], [Resolution(*pair, "same")]) == ([["BO", "barn owl"]], ())


def test_names_without_a_key_and_a_name_held_apart_from_itself_change_nothing() -> None:
    odd = [Resolution("owl", "\u200b", "same"), Resolution("vole", "vole", "different")]
    assert merge(HERE, [], [*odd, Resolution("owl", "barn owl", "same")]) == merge(
        HERE, [], [Resolution("owl", "barn owl", "same")]
    )


@given(verdicts(HERE), verdicts(AWAY))
def test_verdicts_on_names_of_other_pages_change_nothing_here(here: list[Resolution], away: list[Resolution]) -> None:
    assert merge(HERE, [], [*away, *here]) == merge(HERE, [], here)
