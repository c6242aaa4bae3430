"""Labels of papers: a heading is what papers are about, as their titles say."""

from __future__ import annotations

from dataclasses import replace

from castalia.memory.records import Snippet
from castalia.tools.composition.drafted_outline import draft_outline
from castalia.tools.composition.facet_lists import facet, facets_for
from castalia.tools.composition.fit import FIT, Fits, facet_fit
from castalia.tools.composition.labels import find_labels
from castalia.tools.composition.places import places_of
from castalia.tools.composition.section_supply import fitting
from castalia.tools.topic.evidence import Evidence
from tide_pools import read_papers

TOLD = {
    "Tide pool warming (TPW)": "kills the crabs of bay {n} in summer, and a tide pool needs shade",
    "Tide pool filling (TPF)": "frightens the crabs of bay {n} in summer, and a tide pool needs peace",
    "Sheltered ledges": "keep the crabs of bay {n} from the sun, and a tide pool under them stays cool",
}


def labels_of(titles: dict[str, str], told: dict[str, str] = TOLD, few: str = "") -> list[str]:
    """The labels found where papers that open with a name, two with the ``few``, have these titles, the best first."""
    return [one.heading for one in find_labels(read(titles, told, few))]


def read(titles: dict[str, str], told: dict[str, str] = TOLD, few: str = "") -> Evidence:
    """The evidence in papers that open with a name, two with the ``few``, and have these titles."""
    rows = [
        Snippet(f"{name}{n}", f"{name} {what.format(n=n)}. We measured pool {n}.", title=titles.get(name, f"Bay {n}"))
        for name, what in told.items()
        for n in range(2 if name == few else 4)
    ]
    return read_papers(rows)


CALLED = {name: f"A study of {name.partition(' (')[0].lower()}" for name in TOLD}


def test_what_no_paper_is_called_after_is_no_heading_where_enough_others_are() -> None:
    told = TOLD | {
        "Drifting weeds": "cover the crabs of bay {n} at noon, and a tide pool under them stays dark",
        "Barnacle walls": "hold the crabs of bay {n} at night, and a tide pool behind them stays full",
    }
    named = {name: f"A study of {name.partition(' (')[0].lower()}" for name in told if name != "Sheltered ledges"}
    assert "Sheltered ledges" not in labels_of(named, told)
    few = {name: named[name] for name in ("Drifting weeds", "Barnacle walls")}
    assert {"Drifting weeds", "Barnacle walls", "Sheltered ledges"} <= set(labels_of(few, told))


def test_what_nearly_every_paper_names_is_no_heading() -> None:
    more = ("Drifting weeds", "Barnacle walls")
    told = TOLD | dict.fromkeys(more, "hold bay {n} in spring, and a tide pool behind them is full")
    called = dict.fromkeys(told, "A study of rock crabs")

    def labels(of: int) -> list[str]:
        """Those found where what is told under so many names speaks of rock crabs."""
        named = {name: f"{what}, as the rock crabs know" for name, what in list(told.items())[:of]}
        return labels_of(called, told | named)

    assert "Rock crabs" in labels(3) and "Rock crabs" not in labels(4)


def test_papers_without_titles_have_headings_all_the_same() -> None:
    assert "Sheltered ledges" in labels_of(dict.fromkeys(TOLD, ""))


def test_of_papers_the_kinds_of_the_topic_come_before_what_else_they_are_about() -> None:
    kind = "Salt tide pool"
    told = {kind: "is home to the crabs of bay {n}"}
    found = labels_of(CALLED | {kind: "A study of a salt tide pool"}, TOLD | told, few=kind)
    assert found[0] == kind and len(found) > 1


def test_research_takes_whatever_names_the_topic_and_no_other_heading_wants() -> None:
    evidence = read(CALLED)
    research = facet("research")
    first = next(one for one in evidence.singles if "from the sun" in one.text)  # its subject are the ledges
    elsewhere = replace(first, stems=first.stems - evidence.stems)
    assert facet_fit(first, research, evidence) == FIT and facet_fit(elsewhere, research, evidence) == 0.0
    outline = draft_outline(evidence)
    placed = fitting(places_of(outline, evidence), Fits(evidence))
    by_heading = {one.heading: placed[one.id] for one in outline}
    assert "Sheltered ledges" in by_heading and len(by_heading["Sheltered ledges"]) == 4


def test_papers_on_a_disease_have_one_general_section() -> None:
    assert [one.name for one in facets_for(papers=True, condition=True) if one.is_general] == ["research"]
