"""Irregular plurals: words whose stem is not that of their singular, unless they are replaced by it before they are stemmed."""

from __future__ import annotations

from collections.abc import Mapping

# Latin, Greek and Old English plurals, and those of nouns in -s, that the stemmer leaves apart from their singular.
IRREGULAR_PLURALS: Mapping[str, str] = {
    "algae": "alga", "aliases": "alias", "alveoli": "alveolus", "analyses": "analysis", "antennae": "antenna",
    "appendices": "appendix", "archaea": "archaeon", "automata": "automaton", "axes": "axis", "bacilli": "bacillus",
    "bacteria": "bacterium", "biogases": "biogas", "bronchi": "bronchus", "cacti": "cactus", "calves": "calf",
    "canvases": "canvas", "children": "child", "cilia": "cilium", "cocci": "coccus", "codices": "codex",
    "continua": "continuum", "corpora": "corpus", "cortices": "cortex", "crises": "crisis", "criteria": "criterion",
    "data": "datum", "diagnoses": "diagnosis", "emboli": "embolus", "feet": "foot", "flagella": "flagellum",
    "foci": "focus", "foramina": "foramen", "formulae": "formula", "fungi": "fungus", "ganglia": "ganglion",
    "gases": "gas", "geese": "goose", "genera": "genus", "halves": "half", "helices": "helix",
    "hypotheses": "hypothesis", "indices": "index", "irises": "iris", "knives": "knife", "larvae": "larva",
    "leaves": "leaf", "lenses": "lens", "lives": "life", "loaves": "loaf", "loci": "locus", "matrices": "matrix",
    "media": "medium", "meioses": "meiosis", "men": "man", "metamorphoses": "metamorphosis",
    "metastases": "metastasis", "mice": "mouse", "mitochondria": "mitochondrion", "mitoses": "mitosis",
    "moduli": "modulus", "mycoses": "mycosis", "nebulae": "nebula", "neuroses": "neurosis", "nuclei": "nucleus",
    "oases": "oasis", "ova": "ovum", "parentheses": "parenthesis", "pelvises": "pelvis", "people": "person",
    "phalanges": "phalanx", "phenomena": "phenomenon", "phyla": "phylum", "prognoses": "prognosis",
    "prostheses": "prosthesis", "protozoa": "protozoan", "psychoses": "psychosis", "pupae": "pupa",
    "quanta": "quantum", "quizzes": "quiz", "radii": "radius", "schemata": "schema", "septa": "septum",
    "sera": "serum", "shelves": "shelf", "spectra": "spectrum", "stigmata": "stigma", "stimuli": "stimulus",
    "strata": "stratum", "supernovae": "supernova", "symbioses": "symbiosis", "syntheses": "synthesis",
    "taxa": "taxon", "teeth": "tooth", "testes": "testis", "theses": "thesis", "thieves": "thief",
    "thrombi": "thrombus", "tori": "torus", "uteri": "uterus", "vacua": "vacuum", "vertebrae": "vertebra",
    "vertices": "vertex", "villi": "villus", "vortices": "vortex", "wolves": "wolf", "women": "woman",
}  # fmt: skip
