"""Judgements: what is written is read again; a line that is none is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from castalia.memory.errors import InputError
from castalia.tools.judging.judgements import (
    Judgement,
    Preference,
    Score,
    judgements_of,
    read_judgements,
    write_judgements,
)
from hypothesis import given
from hypothesis import strategies as st

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = texts.filter(lambda text: text.strip() != "")
scores = st.builds(Score, names, names, names, names, st.floats(1, 5), comment=texts)
preferences = st.builds(Preference, names, names, names, names, names, st.sampled_from(["a", "b", "tie"]))


@given(st.lists(st.one_of(scores, preferences), max_size=6))
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, judgements: list[Judgement]) -> None:
    path = tmp_path_factory.mktemp("judged") / "judgements.jsonl"
    write_judgements(path, judgements)
    assert read_judgements([path]) == judgements


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[]", "not a JSON object"),
        ("{", "line 2"),
        ('{"kind": "score", "topic": "t", "system": "s", "judge": "j", "criterion": "c", "score": 9}', "from 1 to 5"),
        (
            '{"kind": "score", "topic": "t", "system": "s", "judge": "j", "criterion": "c", "score": NaN}',
            "no number of a scale",
        ),
        (
            '{"kind": "score", "topic": "t", "system": "s", "judge": "j", "criterion": "c", "score": 1'
            + "0" * 400
            + "}",
            "no number of a scale",
        ),
        (
            '{"kind": "score", "topic": "t", "system": "s", "judge": "j", "criterion": "c", "score": 3, "high": Infinity}',
            "no number of a scale",
        ),
        ('{"kind": "score", "topic": "", "system": "s", "judge": "j", "criterion": "c", "score": 2}', "topic"),
        (
            '{"kind": "score", "topic": "t", "system": "s", "judge": "j", "criterion": "c", "score": true}',
            "score has to be a number",
        ),
        (
            '{"kind": "preference", "topic": "t", "a": "x", "b": "y", "judge": "j", "criterion": "c", "winner": "x"}',
            "winner",
        ),
        (
            '{"kind": "score", "topic": "t", "system": "s", "judge": "all judges", "criterion": "c", "score": 2}',
            "a judge cannot be called",
        ),
        (
            '{"kind": "score", "topic": "t", "system": "s", "judge": "j", "criterion": "all criteria", "score": 2}',
            "a criterion cannot be called",
        ),
        ('{"kind": "opinion"}', "kind"),
    ],
)
def test_a_line_that_is_no_judgement_is_named(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "judgements.jsonl"
    path.write_text(f"\n{line}\n")
    with pytest.raises(InputError, match="line 2") as caught:
        read_judgements([path])
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (Score("t", "s", "j", "c", 9), "from 1 to 5"),
        (Score("t", "s", "j", "c", float("nan")), "no number of a scale"),
        (Score("t", "s", "j", "c", 1, 1, 1), "from 1 to 1"),
        (Preference("t", "x", "y", "j", "c", "x"), "winner"),  # type: ignore[arg-type]
        (Preference("t", "", "y", "j", "c", "a"), "a has to be a text"),
        (Preference("t", "x", "y", "all judges", "c", "a"), "a judge cannot be called"),
        (Preference("t", "x", "y", "j", "all criteria", "a"), "a criterion cannot be called"),
    ],
)
def test_a_judgement_of_python_is_checked_as_a_line_is(given: Judgement, says: str) -> None:
    good = Score("t", "s", "j", "c", 4)
    assert judgements_of([good]) == [good]
    with pytest.raises(InputError, match=says):
        judgements_of([good, given])


def test_a_folder_of_judgements_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError) as told:
        read_judgements([tmp_path])
    assert str(told.value) == f"{tmp_path} is a folder: name the file with judgements"


def test_grades_of_numpy_are_written(tmp_path: Path) -> None:
    import numpy as np

    score = Score("Reef", "apollo", "me", "depth", np.int64(4), 1, 5)  # type: ignore[arg-type]
    write_judgements(tmp_path / "judged.jsonl", [score])
    assert read_judgements([tmp_path / "judged.jsonl"])[0].score == 4.0
