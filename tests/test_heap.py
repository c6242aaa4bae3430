"""Memory that a page let go of goes back to the system."""

from __future__ import annotations

import subprocess
import sys

from castalia.tools.composition.facets import cues_in
from castalia.tools.topic.read_sentences import read_sentences

# Small blocks with something at their end that stays: glibc would keep all of them for itself.
FREED = """
import ctypes
from pathlib import Path
from castalia.graphs.batching.heap import give_back

def resident():
    if not Path("/proc/self/statm").exists():
        return 0
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 >> 20

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
blocks = []
for _ in range(40_000):
    blocks.append(libc.malloc(2_000))
    ctypes.memset(ctypes.c_void_p(blocks[-1]), 1, 2_000)
pin = libc.malloc(2_000)
for one in blocks:
    libc.free(one)
before = resident()
give_back()
print(before - resident())
"""


def test_free_memory_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 60 or not sys.platform.startswith("linux")


def test_the_largest_caches_are_those_of_a_few_pages() -> None:
    assert (read_sentences.cache_info().maxsize or 0) <= 1_024  # 30 kB a snippet
    assert (cues_in.cache_info().maxsize or 0) <= 2_048  # 5 kB a sentence
