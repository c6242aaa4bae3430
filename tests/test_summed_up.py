"""What the summary of a document has told is not told again where its section comes to the document."""

from __future__ import annotations

import pytest
from castalia.memory.records import Citation, Claim, Draft, Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.page_editing import edit
from castalia.tools.composition.summed_up import are_of_one_text, without_summed_up
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance

SUM = "A moonbow is pale and colorless, shows over wide falls in May, and is missed by most travelers from the city."
FULL = "A moonbow is so pale that it looks colorless, and it shows where wide falls make spray and mist in the open."
LEANS = "It is seen by those who stand on the bridge."
UNLIKE = "Who stands on the old bridge at midnight can see pale, colorless moonbows show over wide falls."  # begins otherwise
DEFINES = (
    "A pale moonbow is an arc that shows no color, over wide falls in May, to travelers who leave the city behind."
)
FEW = "A moonbow looks pale and colorless."  # so little may be said twice
FAR = (
    "A moonbow that shows over wide, pale falls asks of those who would paint it for money a quick hand, a warm coat, much"
    " blue chalk, candles, patience, luck and a friend to hold the lantern."
)
NEW = "A moonbow is seen by those who stand on the bridge at midnight."


def evidence() -> Evidence:
    """Of two documents on rainbows, the first with a summary."""
    snippets = [
        Snippet("sum", SUM, title="Bows > Chapter Summary", url="bows"),
        Snippet("text", f"{FULL} {LEANS} {UNLIKE} {DEFINES} {FEW} {FAR} {NEW}", title="Bows", url="bows"),
        Snippet("other", FULL, title="Falls", url="falls"),
    ]
    lenses = [Snippet(f"l{n}", f"A lens of {n} centimetres bends light to a point.") for n in range(60)]
    everything, scores = [*snippets, *lenses], {one.id: 1.0 for one in snippets}
    documents, weights = {one.id: one.document for one in snippets}, {"rainbow": 0.6}
    relevance = Relevance(("rainbow",), weights, scores, tuple(scores), 3, {}, documents, size=len(everything))
    return weigh("Rainbow", relevance, learn_background(everything), snippets, TripletGraph.of({}, {}))


def left(*told: tuple[str, str], lead: str = "") -> list[str]:
    """What is left of a section, and its subsection with the last two, by the snippets that they are quoted from."""
    claims = [Claim(text, (Citation(name, name),), text) for name, text in told]
    part = Section("p", "Moonbow", level=2)
    outline = [Section("s", "Bows", sections=(part,))]
    drafts = {"s": Draft("s", (tuple(claims[:-2]),)), "p": Draft("p", (tuple(claims[-2:]),))}
    first = [Claim(lead, (Citation("sum", "sum"),), lead)] if lead else []
    found = without_summed_up(outline, drafts, first, evidence())
    return [claim.sentence for name in "sp" for claim in claims_in(found[name])]


def test_what_the_summary_told_before_goes_from_the_section_and_its_subsections() -> None:
    assert left(("sum", SUM), ("text", FULL), ("text", NEW)) == [SUM, NEW]
    assert left(("text", FULL), ("text", NEW), lead=SUM) == [NEW]


@pytest.mark.parametrize(
    "told",
    [
        [("text", FULL), ("sum", SUM)],  # told in sum only behind it
        [("sum", SUM), ("text", FULL), ("text", LEANS)],  # another leans on it
        [("sum", SUM), ("text", UNLIKE), ("text", NEW)],
        [("sum", "A moonbow looks pale."), ("text", FEW), ("text", NEW)],
        [("sum", SUM), ("text", FAR), ("text", NEW)],  # most of it is not in the summary
        [("sum", SUM), ("text", DEFINES), ("text", NEW)],  # a second definition goes elsewhere, a first one stays
        [("sum", SUM), ("other", FULL), ("text", NEW)],  # no summary of what that document says
    ],
)
def test_all_else_stays(told: list[tuple[str, str]]) -> None:
    assert left(*told) == [text for _, text in told]


def test_a_summary_and_what_it_sums_up_are_two_texts() -> None:
    known = evidence()
    quotes = {name: Claim(text, (Citation(name, name),), text) for name, text in (("sum", SUM), ("text", FULL))}
    assert are_of_one_text(quotes["text"], quotes["text"], known)
    assert not are_of_one_text(quotes["sum"], quotes["text"], known)


def test_so_does_the_editing_of_a_page() -> None:
    claims = [
        Claim(text, (Citation(name, name),), text) for name, text in (("sum", SUM), ("text", FULL), ("text", NEW))
    ]
    known = evidence()
    drafts = {"s": Draft("s", (tuple(claims),))}
    _, _, edited = edit([Section("s", "Bows")], drafts, [*known.snippets.values()], known, asked=["s"])
    assert [claim.sentence for claim in claims_in(edited["s"])] == [SUM, NEW]
