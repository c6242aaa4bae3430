"""Study parts: what a paper tells of its own study needs the whole paper and is not quoted."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.memory.records import Snippet
from castalia.tools.corpus.source_markup import strip_markup
from castalia.tools.language.abstract_labels import tells_of_study
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.topic.passages import passages
from castalia.tools.topic.snippet_topics import are_papers
from castalia.tools.topic.study_parts import is_study_part

TOLD = "Limpets graze on the film of algae that covers rocks between the tides."
CLASSES = learn_classes([TOLD])


@pytest.mark.parametrize(
    "heading",
    [
        "Methods",
        "Materials and Methods > Cages",
        "2. Methods",
        "PATIENTS AND METHODS",
        "Results > Grazing > Winter",
        "Results/Discussion > Grazing",
        "Results and Discussion",
        "Discussion and Conclusions",
        "Statistical Analysis",
        "Experimental setup",
    ],
)
def test_headings_of_methods_results_and_discussion_are_those_of_a_study(heading: str) -> None:
    assert is_study_part(Snippet("s", TOLD, extra={"section": heading}))
    assert is_study_part(Snippet("s", TOLD, title=f"Limpets on walls > {heading}"))


@pytest.mark.parametrize(
    "heading",
    [
        "",
        "Abstract",
        "Introduction > Results of earlier studies",
        "Background",
        "Research methods",
        "Methods of grazing",
        "Discussion of barnacles",
        "Experiments",
        "Conclusion",
    ],
)
def test_other_headings_are_not(heading: str) -> None:
    assert not is_study_part(Snippet("s", TOLD, extra={"section": heading}))


def test_nothing_is_quoted_from_a_study_part() -> None:
    assert passages(Snippet("s", TOLD, extra={"section": "Introduction"}), CLASSES)
    assert not passages(Snippet("s", TOLD, extra={"section": "Results"}), CLASSES)


def test_full_papers_whose_introductions_never_say_we_are_papers() -> None:
    told = [Snippet(str(n), f"{TOLD} Wall {n} is steep.") for n in range(85)]
    measured = [Snippet(f"m{n}", f"We measured the film on wall {n}. It was thin.") for n in range(15)]
    assert not are_papers([*told, *measured[:10]])
    assert are_papers([*told, *measured])


def test_the_section_field_of_a_row_keeps_results_off_the_page(tmp_path: Path) -> None:
    known = [
        "A limpet is a snail with a flat shell that clings to rocks between the tides and grazes on algae there.",
        "Limpets return to the same scar on the rock after each high tide and fit their shell to its edge.",
        "Limpets graze the film of algae off the rock with a tongue that is covered with hard teeth of goethite.",
        "Limpets are eaten by oystercatchers, which knock them off the rock with one blow of the beak.",
    ]
    found = [
        "Limpets grow faster on the walls of harbours than on cliffs, where the waves keep the film of algae thin.",
        "Limpets on walls that face south close their shells for more hours of the day than others do.",
    ]
    rows = [
        {"text": text, "url": f"https://example.org/limpets#p{n}", "section": "Introduction"}
        for n, text in enumerate(known)
    ]
    rows += [
        {"text": text, "url": f"https://example.org/limpets#p{9 + n}", "section": "Results > Walls"}
        for n, text in enumerate(found)
    ]
    rows += [
        {"text": f"Harbour {n} has {n} cranes that lift cargo out of ships by day and by night all the year round.",
         "url": f"https://example.org/cranes#p{n}"}
        for n in range(30)
    ]  # fmt: skip
    corpus = tmp_path / "rows.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    told = {claim["sentence"] for claim in generate_sync("Limpet", corpus=corpus).record["claims"]}
    assert told and told <= set(known)


ABSTRACT = (
    "BACKGROUND: Limpets graze on the film of algae that covers rocks between the tides. "
    "OBJECTIVE: To tell how limpets graze in winter. METHODS: Limpets of two bays were kept in cages for a year. "
    "RESULTS: Cages with limpets held a third of the algae. Grazing was slow in winter. "
    "CONCLUSIONS: Limpets keep the rocks of both bays bare of algae."
)


@pytest.mark.parametrize(
    "text",
    [
        ABSTRACT,
        ABSTRACT.title().replace(": ", ". "),
        strip_markup(re.sub(r"([A-Z]{6,}): ", r"<h4>\1</h4>", ABSTRACT)),
    ],
    ids=["capitals", "full stops", "markup"],
)
def test_of_a_structured_abstract_what_it_tells_of_its_study_is_not_quoted(text: str) -> None:
    told = [one.text.lower() for one in passages(Snippet("s", text), CLASSES) if one.is_single]
    assert [one.split()[1] for one in told] == ["graze", "keep"]


@pytest.mark.parametrize(
    ("label", "is_study"),
    [
        ("METHODS:", True),
        ("Main outcome measures", True),
        ("Results and Discussion:", True),
        ("DESIGN / SETTING:", True),
        ("Background:", False),
        ("CONCLUSIONS:", False),
        ("Discussion", False),
        ("Methods of grazing", False),
    ],
)
def test_labels_that_head_what_a_paper_tells_of_its_own_study(label: str, is_study: bool) -> None:
    assert tells_of_study(label) is is_study
