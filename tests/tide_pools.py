"""Papers on tide pools, among as many others as a corpus has."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance


def read_papers(rows: Sequence[Snippet]) -> Evidence:
    """The evidence on tide pools in these abstracts, of which each is as relevant."""
    others = [
        Snippet(f"o{n}", f"They can fill harbour {n}. They will fill it. We counted {n} cranes.", title="Cranes")
        for n in range(80)
    ]
    stems = content_stems("tide pool")
    scores = {one.id: 1.0 for one in rows}
    shares = {stem: 0.5 for one in rows for stem in content_stems(one.text)}
    tellers = frozenset({frozenset(stems)})
    weights = dict.fromkeys(stems, 0.5)
    relevance = Relevance(stems, weights, scores, tuple(scores), 12, shares, {}, tellers=tellers)
    evidence = weigh("Tide pool", relevance, learn_background([*rows, *others]), rows, TripletGraph.of({}, {}))
    assert evidence.papers
    return evidence
