"""Tests that make up their inputs: the same ones each time, unless others are asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

MADE = """
from hypothesis import given, strategies as st

@given(st.integers())
def test_made(number):
    print("made", number)
"""


def test_inputs_are_the_same_each_time_unless_random_ones_are_asked_for(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_made.py").write_text(MADE)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {Path(__file__).parent}\n")  # not this repository's

    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HYPOTHESIS", "PYTEST"))}
    kept["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = (
        "1"  # to load what is installed beside pytest takes longer than all the rest
    )

    def made(profile: str = "") -> list[str]:
        told = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "test_made.py"],
            cwd=tmp_path, text=True, capture_output=True, timeout=120, env=kept | ({"HYPOTHESIS_PROFILE": profile} if profile else {}),
        )  # fmt: skip
        assert told.returncode == 0, told.stdout + told.stderr
        return [one for one in told.stdout.splitlines() if "made " in one]

    fixed = made()
    assert len(fixed) > 50 and made() == fixed
    assert made("random") != fixed
