"""Which facets an article has: those of any article of an encyclopedia, of an article on a disease or a disorder, and
those of papers; and what somebody may ask for besides."""

from __future__ import annotations

from castalia.tools.composition.facets import Facet, cues, facet_strength
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
        cues("coined etymology the_latin the_greek latin_word greek_word word_for named_after named_for term_was"),
        cues("term word name latin greek derives meaning originally called"),
        0.9,
        "term coined named Latin Greek word",
        tells_of_past=True,
    ),
    Facet(
        "history",
        "History",
        2,
        cues("historically century discovery discovered invented ancient pioneer pioneered first_described decades"),
        cues("first early modern origin introduced proposed developed published"),
        1.0,
        "history first discovered century scientist",
        tells_of_past=True,
        is_dated=True,
    ),
    Facet(
        "characteristics",
        "Characteristics",
        9,
        cues("characterized characteristic property feature distinguished attribute"),
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
        cues("types_of kinds_of forms_of classified categories classification categorized divided_into subtypes"),
        cues("type kind class form group two three four main major several"),
        0.7,
        "types kinds classified categories",
        needs=cues(
            "type kind class form group variety category sort classified classification categorized subtypes divided"
        ),
        tells_of_kinds=True,
    ),
    Facet(
        "structure",
        "Structure",
        12,
        cues("composed consists made_up structure structures comprises comprised structurally"),
        cues("layer contains surface core outer inner subunit surrounded covered shape parts"),
        0.8,
        "structure composed consists layers parts",
    ),
    Facet(
        "formation",
        "Formation and development",
        14,
        cues("formation forms_when formed_by formed_when originates arises develops_from forms_from are_formed"),
        cues("grow growth develop begin early mature stage evolve evolution"),
        0.6,
        "formation formed develops origin",
    ),
    Facet(
        "mechanism",
        "Mechanism",
        16,
        cues("mechanism mechanisms works_by process_by occurs_when steps pathway"),
        cues("process step bind causes triggers activates converts releases produces"),
        0.6,
        "mechanism process steps",
    ),
    Facet(
        "function",
        "Functions",
        18,
        cues("function functions functioning role roles serves responsible_for"),
        cues("important enable protect support allow maintain provide essential"),
        0.6,
        "function role importance",
    ),
    Facet(
        "measurement",
        "Measurement",
        60,
        cues(
            "measured measurement measuring measure measurements monitoring detector estimated_by assessed assessment"
        ),
        cues("scale instrument test unit value estimate technique method score observed"),
        0.5,
        "measurement measured method scale",
    ),
    Facet(
        "theory",
        "Theories",
        62,
        cues("theory theories theorist theorists perspective hypothesis hypotheses"),
        cues("argued proposed suggests explains model view according_to"),
        0.5,
        "theory explains perspective",
    ),
    Facet(
        "clinical",
        "Clinical significance",
        70,
        cues("patients disease disorder symptoms diagnosis clinical therapy treatment infection"),
        cues("cause risk damage treat drug medical health injury syndrome pain"),
        0.5,
        "disease treatment patients",
    ),
    Facet(
        "applications",
        "Applications",
        72,
        cues("applications application applied_to used_in industry industrial technology technologies exploited"),
        cues("used uses useful use produce production devices engineering commercial"),
        0.5,
        "applications used industry technology",
    ),
    Facet(
        "society",
        "Society and culture",
        80,
        cues("culture cultural societies society societal"),
        cues("people public social country countries community law religion policy"),
        0.3,
        "society culture social",
    ),
    Facet(
        "limits",
        "Challenges and limitations",
        90,
        cues("challenge challenging limitation drawback controversy controversial debate"),
        cues("problem difficult lack fail limited criticism disagree unclear remain"),
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
        cues("approaches approach methods method technique techniques algorithm algorithms framework"),
        cues("based learn train training fine-tuning supervised representation model"),
        0.7,
        "methods approaches",
    ),
    Facet(
        "evaluation",
        "Evaluation",
        55,
        cues("evaluation evaluate evaluating metric metrics evaluated"),
        cues("human quality measure performance judgments scores correlation"),
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
        cues(
            "symptom signs_and asymptomatic presents_with present_with manifest manifestation characterized_by complications_of"
        ),
        cues("fever pain rash cough fatigue nausea vomiting diarrhea headache swelling weakness lesions chills spasms"),
        1.0,
        "symptoms signs fever pain",
        is_understood=True,
        synonyms=("Symptoms",),
    ),
    Facet(
        "causes",
        "Causes",
        14,
        cues(
            "caused_by cause_of causes_of causative result_from results_from resulting_from due_to risk_factor risk_factors triggered_by"
            " attributed_to risk_of transmit transmission contagious spread_by spread_through"
        ),
        cues(
            "genetic inherited exposure pathogen bacterium bacteria virus mutation gene deficiency factor"
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
        cues("diagnose diagnosis diagnostic screening biopsy treat treatment therapy therapies medication cure"),
        cues(
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
        cues("prevent prevention preventive eradicate eradication prophylaxis quarantine"),
        cues("vaccine vaccination vaccinated avoid hygiene control reduce protect dose program available"),
        0.8,
        "prevention vaccine prevent",
        is_understood=True,
    ),
    Facet(
        "epidemiology",
        "Epidemiology",
        70,
        cues("epidemic pandemic outbreak prevalence prevalent incidence endemic epidemiology mortality fatal fatality"),
        cues(
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
        cues("cause caused trigger due_to because_of result_from results_from begins_when occurs_when brought_about"),
        cues("factor stress damage when raise bring drive"),
        0.0,
        "causes triggers factors",
        synonyms=("Origins", "Triggers", "Drivers"),
    ),
    Facet(
        "effects",
        "Effects",
        74,
        cues("effect effects affect affects affected impact impacts consequence leads_to lead_to results_in result_in"),
        cues("reduce decrease decline increase lose loss fewer less slowly weaken damage destroy die starve kill"),
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
