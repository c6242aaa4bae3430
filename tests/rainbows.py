"""Four snippets on rainbows among sixty on lenses, as evidence for a page. Not a test file."""

from __future__ import annotations

from collections.abc import Sequence

from castalia.memory.records import Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance

ARCS = [
    "A rainbow shows when drops bend the light of the sun behind you. A lens is not needed for that.",
    "Each drop of a rainbow sends back one color. The secondary rainbow is fainter and lies outside the first one.",
    "Moonlight makes a rainbow, too, and a moonbow is pale. A moonbow is rare over dry land.",
    "A moonbow is a rainbow of the night. It is seen near waterfalls.",
]
LENSES = [
    f"A lens of {n} centimetres bends light to a point. The rim of lens number {n} is thin." for n in range(2, 62)
]


def rainbows(arcs: Sequence[str] = ARCS, *, focused: bool = False) -> Evidence:
    snippets = [Snippet(str(n), text) for n, text in enumerate(arcs)]
    everything = [*snippets, *(Snippet(f"l{n}", text) for n, text in enumerate(LENSES))]
    scores, breadth = {one.id: 1.0 for one in snippets}, {stem: 0.5 for one in arcs for stem in content_stems(one)}
    documents, weights = {one.id: one.id for one in snippets}, {"rainbow": 0.6}
    size = len(everything)
    relevance = Relevance(
        ("rainbow",), weights, scores, tuple(scores), len(arcs), breadth, documents, focused=focused, size=size
    )
    return weigh("Rainbow", relevance, learn_background(everything), snippets, TripletGraph.of({}, {}))
