"""Sentences with the numbers that they cite, read from the marks in a text."""

from __future__ import annotations

import pytest
from castalia.tools.pages.citations import STOPS
from castalia.tools.pages.cited_sentences import cited_sentences


@pytest.mark.parametrize("stop", STOPS)
def test_a_mark_behind_the_end_of_a_sentence_cites_though_it_leads_nowhere(stop: str) -> None:
    assert cited_sentences(f"The keeper called it{stop}[7]", ()) == [(f"The keeper called it{stop}", [7])]
