"""Which facets an article has: those of any article of an encyclopedia, of an article on a disease or a disorder, and
those of papers; and what somebody may ask for besides."""

from __future__ import annotations

from castalia.tools.composition.facets import Facet, cue_stems, facet_strength
from castalia.tools.language.words import content_stems


def facet(name: str) -> Facet:
    """The facet of this name; ``KeyError`` where there is none."""
    return _BY_NAME[name]


def is_general(name: str) -> bool:
    """Whether a section's facet is the one that sentences without a cue may speak of; an outliner may give names that
    are none."""
    return name in _BY_NAME and _BY_NAME[name].is_general


def facets_for(papers: bool, condition: bool = False) -> tuple[Facet, ...]:
    """The facets that suit a topic: those of any, or of a ``condition`` (a disease or a disorder); in a corpus of
    papers, whose every other sentence has a structure or a function, the rhetorical ones and a few."""
    if not papers:
        return CONDITION if condition else FACETS
    return (*RHETORIC, *(CONDITION if condition else (one for one in FACETS if one.name in _OF_PAPERS)))


FACETS: tuple[Facet, ...] = (
    Facet(
        "etymology",
        "Etymology",
        1,
        cue_stems("coined etymology the_latin the_greek latin_word greek_word word_for named_after named_for term_was"),
        cue_stems("term word name latin greek derives meaning originally called"),
        0.9,
        "term coined named Latin Greek word",
        tells_of_past=True,
    ),
    Facet(
        "history",
        "History",
        2,
        cue_stems("historically century discovery discovered invented ancient pioneer first_described decades"),
        cue_stems("first early modern origin introduced proposed developed published"),
        1.0,
        "history first discovered century scientist",
        tells_of_past=True,
        is_dated=True,
    ),
    Facet(
        "characteristics",
        "Characteristics",
        9,
        cue_stems("characterized characteristic property feature distinguished attribute"),
        frozenset(),
        0.75,
        "characteristics properties features",
        0.58,
        synonyms=("Properties",),
    ),
    Facet(
        "types",
        "Types",
        10,
        cue_stems("types_of kinds_of forms_of classified categories classification categorized divided_into subtypes"),
        cue_stems("type kind class form group two three four main major several"),
        0.7,
        "types kinds classified categories",
        needs=cue_stems(
            "type kind class form group variety category sort classified classification categorized subtypes divided"
        ),
        tells_of_kinds=True,
    ),
    Facet(
        "structure",
        "Structure",
        12,
        cue_stems("composed consists made_up structure comprises"),
        cue_stems("layer contains surface core outer inner subunit surrounded covered shape parts"),
        0.8,
        "structure composed consists layers parts",
    ),
    Facet(
        "formation",
        "Formation and development",
        14,
        cue_stems("formation forms_when formed_by originates arises develops_from forms_from are_formed"),
        cue_stems("grow growth develop begin early mature stage evolve evolution"),
        0.6,
        "formation formed develops origin",
    ),
    Facet(
        "mechanism",
        "Mechanism",
        16,
        cue_stems("mechanism works_by process_by occurs_when steps pathway"),
        cue_stems("process step bind causes triggers activates converts releases produces"),
        0.6,
        "mechanism process steps",
    ),
    Facet(
        "function",
        "Functions",
        18,
        cue_stems("function role serves responsible_for"),
        cue_stems("important enable protect support allow maintain provide essential"),
        0.6,
        "function role importance",
    ),
    Facet(
        "measurement",
        "Measurement",
        60,
        cue_stems("measured monitoring detector estimated_by assessed"),
        cue_stems("scale instrument test unit value estimate technique method score observed"),
        0.5,
        "measurement measured method scale",
    ),
    Facet(
        "theory",
        "Theories",
        62,
        cue_stems("theory theorist perspective hypothesis"),
        cue_stems("argued proposed suggests explains model view according_to"),
        0.5,
        "theory explains perspective",
    ),
    Facet(
        "clinical",
        "Clinical significance",
        70,
        cue_stems("patients disease disorder symptoms diagnosis clinical therapy treatment infection"),
        cue_stems("cause risk damage treat drug medical health injury syndrome pain"),
        0.5,
        "disease treatment patients",
    ),
    Facet(
        "applications",
        "Applications",
        72,
        cue_stems("applications applied_to used_in industry technology exploited"),
        cue_stems("used produce production devices engineering commercial"),
        0.5,
        "applications used industry technology",
    ),
    Facet(
        "society",
        "Society and culture",
        80,
        cue_stems("culture societies societal"),
        cue_stems("people public social country community law religion policy"),
        0.3,
        "society culture social",
    ),
    Facet(
        "limits",
        "Challenges and limitations",
        90,
        cue_stems("challenge limitation drawback controversy debate"),
        cue_stems("problem difficult lack fail limited criticism disagree unclear remain"),
        0.4,
        "problems limitations debate",
        synonyms=("Open questions",),
    ),
)

RHETORIC: tuple[Facet, ...] = (
    Facet(
        "methods",
        "Methods",
        20,
        cue_stems("approaches methods technique algorithm framework"),
        cue_stems("based learn train fine-tuning supervised representation model"),
        0.7,
        "methods approaches",
    ),
    Facet(
        "evaluation",
        "Evaluation",
        55,
        cue_stems("evaluation metric"),
        cue_stems("human quality measure performance judgments scores correlation"),
        0.8,
        "evaluation metrics human",
    ),
    Facet("research", "Research", 85, frozenset(), frozenset(), 0.3, "study results", 0.8, comes_late=True),
)

_OF_PAPERS = frozenset("history types limits".split())
_OF_ANY = frozenset("etymology history characteristics types mechanism society limits".split())

CONDITION: tuple[Facet, ...] = (
    *(one for one in FACETS if one.name in _OF_ANY),
    Facet(
        "symptoms",
        "Signs and symptoms",
        12,
        cue_stems("symptom signs_and asymptomatic presents_with manifest characterized_by complications_of"),
        cue_stems(
            "fever pain rash cough fatigue nausea vomiting diarrhea headache swelling weakness lesions chills spasms"
        ),
        1.0,
        "symptoms signs fever pain",
        is_understood=True,
        synonyms=("Symptoms",),
    ),
    Facet(
        "causes",
        "Causes",
        14,
        cue_stems(
            "caused_by cause_of causative result_from due_to risk_factor triggered_by"
            " attributed_to risk_of transmit transmission contagious spread_by spread_through"
        ),
        cue_stems(
            "genetic inherited exposure pathogen bacterium virus mutation gene deficiency factor"
            " spread contact droplets vector bite mosquito host contaminated ingestion reservoir carrier"
        ),
        0.9,
        "causes caused by risk transmission",
        is_understood=True,
    ),
    Facet(
        "care",
        "Diagnosis and treatment",
        66,
        cue_stems("diagnose diagnosis diagnostic screening biopsy treat treatment therapy medication cure"),
        cue_stems(
            "test detect examination confirm laboratory imaging scan criteria sample stain culture antibodies"
            " drug antibiotic surgery dose administer prescribe effective fluids resistance rest manage relieve"
        ),
        1.0,
        "diagnosis test treatment therapy drugs",
        is_understood=True,
    ),
    Facet(
        "prevention",
        "Prevention",
        68,
        cue_stems("prevent eradicate prophylaxis quarantine"),
        cue_stems("vaccine avoid hygiene control reduce protect dose program available"),
        0.8,
        "prevention vaccine prevent",
        is_understood=True,
    ),
    Facet(
        "epidemiology",
        "Epidemiology",
        70,
        cue_stems("epidemic pandemic outbreak prevalence incidence endemic epidemiology mortality fatal"),
        cue_stems(
            "case percent million country worldwide population estimate africa asia europe states reported annually year common death die survive"
        ),
        0.9,
        "epidemic prevalence incidence cases deaths",
        is_understood=True,
    ),
)


# What only a heading that somebody chose is called after; more of causes than those that people have diseases from.
ASKED: tuple[Facet, ...] = (
    Facet(
        "triggers",
        "Causes",
        14,
        cue_stems("cause trigger due_to because_of result_from begins_when occurs_when brought_about"),
        cue_stems("factor stress damage when raise bring drive"),
        0.0,
        "causes triggers factors",
        synonyms=("Origins", "Triggers", "Drivers"),
    ),
    Facet(
        "effects",
        "Effects",
        74,
        cue_stems("effect affect impact consequence leads_to results_in"),
        cue_stems("reduce decrease decline increase lose loss fewer less slowly weaken damage destroy die starve kill"),
        0.0,
        "effects impact consequences",
        synonyms=("Consequences", "Impact"),
    ),
)


def named_facets(stems: frozenset[str]) -> tuple[Facet, ...]:
    """The facets that have a name of these content stems; none of papers, which say little of what they are about."""
    return tuple(
        one
        for one in {known.name: known for known in (*FACETS, *CONDITION, *ASKED)}.values()
        if any(stems == frozenset(content_stems(name)) for name in (one.heading, *one.synonyms))
    )


def tells_other(text: str, one: Facet) -> bool:
    """Whether a sentence tells more of another facet of a condition than of this one, if this is one of those."""
    own = facet_strength(text, one)
    return one.is_understood and any(facet_strength(text, other) > own for other in CONDITION if other.is_understood)


_BY_NAME = {one.name: one for one in FACETS + RHETORIC + CONDITION}
FACET_NAMES = frozenset(_BY_NAME)
