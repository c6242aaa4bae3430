"""Routes are functions of the state; each stop is reached where the design says, and nowhere else."""

from __future__ import annotations

from castalia.graphs.pipeline.routes import after_normalise, after_review, stop_reason
from castalia.graphs.settings import Settings
from hypothesis import given
from hypothesis import strategies as st

LIMITS = Settings(depth=4, most=150, least_yield=0.3, revisions=3)


def state(
    iterations: int = 1, curated: int = 10, yields: tuple[float, ...] = (), is_spent: bool = False
) -> dict[str, object]:
    return {"iterations": iterations, "curated": curated, "yields": list(yields), "is_spent": is_spent}


def test_a_spent_budget_ends_curation_before_all_else() -> None:
    assert stop_reason(state(is_spent=True, iterations=9, curated=999), LIMITS) == "budget"


def test_the_seed_alone_never_ends_curation() -> None:
    assert after_normalise(state(), LIMITS) == "researcher"


def test_curation_ends_at_the_depth_bound() -> None:
    assert stop_reason(state(iterations=4), LIMITS) == ""
    assert stop_reason(state(iterations=5), LIMITS) == "depth"


def test_curation_ends_at_the_snippet_cap() -> None:
    assert stop_reason(state(curated=149), LIMITS) == ""
    assert stop_reason(state(curated=150), LIMITS) == "snippets"


def test_one_poor_batch_is_not_saturation_but_two_in_a_row_are() -> None:
    assert stop_reason(state(yields=(0.1,)), LIMITS) == ""
    assert stop_reason(state(yields=(0.1, 0.5)), LIMITS) == ""
    assert stop_reason(state(yields=(0.1, 0.5, 0.2)), LIMITS) == ""
    assert stop_reason(state(yields=(0.5, 0.1, 0.2)), LIMITS) == "saturated"


def test_curation_ends_as_soon_as_nothing_is_left_to_find() -> None:
    found = state(yields=(0.6,)) | {"is_exhausted": True}
    assert stop_reason(found, LIMITS) == "saturated"
    assert stop_reason(found, Settings(saturation=False)) == ""


def test_one_batch_of_which_a_verbatim_writer_can_use_next_to_nothing_ends_curation() -> None:
    assert stop_reason(state(yields=(0.9,)) | {"usable": [1.0, 0.04]}, LIMITS) == "saturated"
    assert stop_reason(state(yields=(0.9,)) | {"usable": [0.0, 0.2]}, LIMITS) == ""
    assert stop_reason(state() | {"usable": [0.0]}, LIMITS) == ""  # the seed alone never ends it
    assert stop_reason(state(yields=(0.9,)) | {"usable": []}, LIMITS) == ""  # a writer in words of its own


def test_without_saturation_only_depth_and_cap_end_curation() -> None:
    assert stop_reason(state(yields=(0.0, 0.0, 0.0)), Settings(saturation=False)) == ""


@given(st.integers(0, 10), st.integers(0, 300), st.lists(st.floats(0, 1), max_size=10).map(tuple))
def test_the_route_follows_the_reason(iterations: int, curated: int, yields: tuple[float, ...]) -> None:
    found = state(iterations, curated, yields)
    assert (after_normalise(found, LIMITS) == "outliner") == bool(stop_reason(found, LIMITS))


def test_curation_leads_to_the_first_approval_that_is_asked_for_before_the_outline() -> None:
    ended = state(iterations=5)
    assert after_normalise(ended, LIMITS, ("outline", "feedback")) == "outliner"
    assert after_normalise(ended, LIMITS, ("triplets",)) == "approve_triplets"
    assert after_normalise(ended, LIMITS, ("triplets", "sources")) == "approve_sources"
    assert after_normalise(state(), LIMITS, ("sources",)) == "researcher"


@given(st.integers(0, 6), st.booleans())
def test_a_draft_is_revised_at_most_r_max_times_and_only_where_something_is_open(revision: int, is_open: bool) -> None:
    feedback = [{"claim": "x"}] if is_open else []
    again = after_review({"feedback": feedback, "revision": revision}, LIMITS) == "writer"
    assert again == (is_open and revision < LIMITS.revisions)
