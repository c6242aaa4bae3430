"""The length of a snippet."""

from __future__ import annotations

MIN_WORDS = 20  # unless a caller asks for another bound; shorter ones are left out if they define nothing
