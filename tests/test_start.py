"""A signal to the command line is answered in one line, whenever it comes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

# Sends itself a signal when a module is about to be imported.
AT_IMPORT = """
import os, sys
number, name, *arguments = sys.argv[1:]

class Finder:
    def find_spec(self, wanted, *_):
        if wanted == name:
            os.kill(os.getpid(), int(number))

sys.meta_path.insert(0, Finder())
sys.argv[:] = ["castalia", *arguments]
from castalia.graphs.start import main
sys.exit(main())
"""


@pytest.mark.parametrize(("number", "code"), [(2, 130), (15, 143)])
@pytest.mark.parametrize("name", ["castalia.graphs.cli", "castalia.agents.crew", "castalia.graphs.generation"])
def test_a_signal_while_it_starts_is_told_in_one_line(name: str, number: int, code: int) -> None:
    asked = [sys.executable, "-c", AT_IMPORT, str(number), name, "demo"]
    told = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    assert told.returncode == code and told.stdout == ""
    assert told.stderr.startswith("castalia: interrupted") and told.stderr.count("\n") == 1


@pytest.mark.parametrize(("number", "code"), [(1, 129), (15, 143)])
def test_a_signal_while_it_starts_ends_it_also_where_nobody_can_be_told(number: int, code: int) -> None:
    """As when the terminal is closed."""
    reading, writing = os.pipe()
    os.close(reading)
    asked = [sys.executable, "-c", AT_IMPORT, str(number), "castalia.graphs.cli", "--help"]
    try:
        told = subprocess.run(asked, stdout=subprocess.PIPE, stderr=writing, timeout=60)
    finally:
        os.close(writing)
    assert told.returncode == code and not told.stdout


def test_a_signal_that_the_shell_ignores_stays_ignored() -> None:
    asked = [
        "bash",
        "-c",
        'trap "" INT; exec "$@"',
        "bash",
        sys.executable,
        "-c",
        AT_IMPORT,
        "2",
        "castalia.graphs.cli",
        "--help",
    ]
    told = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    assert told.returncode == 0 and told.stdout.startswith("usage: castalia")


def test_what_a_command_leaves_is_not_collected_at_the_end() -> None:
    code = (
        "import gc, sys\nfrom castalia.graphs.start import main\n"
        "sys.argv[:] = ['castalia', 'generate', 'Reef', '--corpus', 'nowhere']\nprint(main(), gc.get_freeze_count() > 0)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert told.stdout.split() == ["2", "True"]
