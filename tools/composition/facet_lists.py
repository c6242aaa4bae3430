"""Which facets an article has: those of any article of an encyclopedia, of an article on a condition, and those of
papers; and what somebody may ask for besides."""

from __future__ import annotations

from castalia.tools.composition.condition_facets import CONDITION
from castalia.tools.composition.facets import Facet, cue_stems
from castalia.tools.composition.general_facets import FACETS
from castalia.tools.language.words import stem_set

RHETORIC: tuple[Facet, ...] = (
    Facet(
        "methods",
        "Methods",
        20,
        cue_stems("approaches methods technique algorithm framework"),
        cue_stems("based learn train fine-tuning supervised representation model"),
        prior=0.7,
        search="methods approaches",
    ),
    Facet(
        "systems",
        "Systems and datasets",
        24,
        frozenset(),
        prior=0.7,
        search="framework tool dataset benchmark",
        tells_of_systems=True,
    ),
    Facet(
        "evaluation",
        "Evaluation",
        55,
        cue_stems("evaluation metric"),
        cue_stems("human quality measure performance judgments scores correlation"),
        prior=0.8,
        search="evaluation metrics human",
    ),
    # Much of what an abstract says before it comes to its own work is what is still hard. Readers object to one such
    # sentence in seven under a heading that says so, and to four in ten of what stands under "Research", which has what
    # names the topic and fits no other heading.
    Facet(
        "challenges",
        "Challenges",
        90,
        cue_stems(
            """challenge obstacle bottleneck drawback suffer struggle hinder hamper scarcity scarce shortage lack fail neglect
            overlook underexplored under-explored unexplored understudied limited_to remains_unclear remains_difficult
            remains_open remains_limited fall_short"""
        ),
        cue_stems("existing current previous problem difficult limitation remain despite although"),
        prior=0.6,
        search="problems limitations challenges",
        comes_late=True,
        synonyms=("Limitations", "Open questions"),
    ),
    Facet(
        "research",
        "Research",
        85,
        frozenset(),
        prior=0.3,
        search="study results",
        base=0.8,
        comes_late=True,
    ),
)

SYSTEMS = next(one for one in RHETORIC if one.tells_of_systems)
_OF_PAPERS = frozenset("history types".split())

# What only a heading that somebody chose is called after; more of causes than those that people have diseases from.
ASKED: tuple[Facet, ...] = (
    Facet(
        "triggers",
        "Causes",
        14,
        cue_stems("cause trigger due_to because_of result_from begins_when occurs_when brought_about"),
        cue_stems("factor stress damage when raise bring drive"),
        prior=0.0,
        synonyms=("Origins", "Triggers", "Drivers"),
    ),
    Facet(
        "effects",
        "Effects",
        74,
        cue_stems("effect affect impact consequence leads_to results_in"),
        cue_stems("reduce decrease decline increase lose loss fewer less slowly weaken damage destroy die starve kill"),
        prior=0.0,
        synonyms=("Consequences", "Impact"),
    ),
)

_BY_NAME = {one.name: one for one in FACETS + RHETORIC + CONDITION}
FACET_NAMES = frozenset(_BY_NAME)


def facet(name: str) -> Facet:
    """The facet of this name; ``KeyError`` where there is none."""
    return _BY_NAME[name]


def is_general(name: str) -> bool:
    """Whether this is the name of the facet that sentences without a cue may speak of; not so for a name that no facet
    has, for an outliner may invent one."""
    return name in _BY_NAME and _BY_NAME[name].is_general


def facets_for(*, papers: bool, condition: bool) -> tuple[Facet, ...]:
    """The facets that suit a topic: those of any, or of a ``condition`` (a disease or a disorder); in a corpus of
    papers, whose every other sentence has a structure or a function, the rhetorical ones and a few."""
    if not papers:
        return CONDITION if condition else FACETS
    others = CONDITION if condition else [one for one in FACETS if one.name in _OF_PAPERS]
    return (*RHETORIC, *(one for one in others if not one.is_general))


def named_facets(stems: frozenset[str]) -> tuple[Facet, ...]:
    """The facets that have a name of these content stems; none of papers, which say little of what they are about."""
    return tuple(
        one
        for one in {known.name: known for known in (*FACETS, *CONDITION, *ASKED)}.values()
        if any(stems == stem_set(name) for name in (one.heading, *one.synonyms))
    )
