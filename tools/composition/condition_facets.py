"""The facets of an article on a condition (a disease or a disorder): some of those of any article, and its own."""

from __future__ import annotations

from castalia.tools.composition.facets import Facet, cue_stems, facet_strength
from castalia.tools.composition.general_facets import FACETS

_OF_ANY = frozenset("etymology history characteristics types mechanism society limits".split())

CONDITION: tuple[Facet, ...] = (
    *(one for one in FACETS if one.name in _OF_ANY),
    Facet(
        "symptoms",
        "Signs and symptoms",
        12,
        cue_stems(
            "symptom signs_and asymptomatic presents_with manifestations_of clinical_manifestations manifests_as manifests_with"
            " characterized_by complications_of"
        ),
        cue_stems(
            "fever pain rash cough fatigue nausea vomiting diarrhea headache swelling weakness lesions chills spasms"
        ),
        prior=1.0,
        search="symptoms signs fever pain",
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
        prior=0.9,
        search="causes caused by risk transmission",
        is_understood=True,
        tells_of_causes=True,
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
        prior=1.0,
        search="diagnosis test treatment therapy drugs",
        is_understood=True,
    ),
    Facet(
        "prevention",
        "Prevention",
        68,
        cue_stems("prevent eradicate prophylaxis quarantine"),
        cue_stems("vaccine avoid hygiene control reduce protect dose program available"),
        prior=0.8,
        search="prevention vaccine prevent",
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
        prior=0.9,
        search="epidemic prevalence incidence cases deaths",
        is_understood=True,
    ),
)


def tells_other(text: str, one: Facet) -> bool:
    """Whether a sentence tells more of another facet of a condition than of this one, if this is one of those."""
    own = facet_strength(text, one)
    return one.is_understood and any(facet_strength(text, other) > own for other in CONDITION if other.is_understood)
