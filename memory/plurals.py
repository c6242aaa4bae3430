"""Irregular plurals: words whose stem is not that of their singular, unless they are replaced by it before they are stemmed."""

from __future__ import annotations

from collections.abc import Mapping

# Latin, Greek and Old English plurals that the stemmer leaves apart from their singular.
IRREGULAR_PLURALS: Mapping[str, str] = {
    "algae": "alga", "alveoli": "alveolus", "analyses": "analysis", "antennae": "antenna", "archaea": "archaeon",
    "automata": "automaton", "axes": "axis", "bacilli": "bacillus", "bacteria": "bacterium", "bronchi": "bronchus",
    "children": "child", "cilia": "cilium", "cocci": "coccus", "continua": "continuum", "corpora": "corpus", "cortices": "cortex",
    "crises": "crisis", "criteria": "criterion", "data": "datum", "diagnoses": "diagnosis", "feet": "foot",
    "flagella": "flagellum", "foci": "focus", "formulae": "formula", "fungi": "fungus", "ganglia": "ganglion",
    "genera": "genus", "halves": "half", "hypotheses": "hypothesis", "indices": "index", "larvae": "larva", "leaves": "leaf",
    "lives": "life", "loci": "locus", "matrices": "matrix", "media": "medium", "men": "man", "metastases": "metastasis",
    "mice": "mouse", "mitochondria": "mitochondrion", "moduli": "modulus", "nebulae": "nebula", "nuclei": "nucleus",
    "ova": "ovum", "parentheses": "parenthesis", "people": "person", "phenomena": "phenomenon", "phyla": "phylum",
    "prostheses": "prosthesis", "protozoa": "protozoan", "pupae": "pupa", "quanta": "quantum", "radii": "radius",
    "septa": "septum", "sera": "serum", "spectra": "spectrum", "stimuli": "stimulus", "strata": "stratum",
    "supernovae": "supernova", "syntheses": "synthesis", "taxa": "taxon", "teeth": "tooth", "testes": "testis",
    "theses": "thesis", "tori": "torus", "vacua": "vacuum", "vertebrae": "vertebra", "vertices": "vertex", "villi": "villus",
    "vortices": "vortex", "wolves": "wolf", "women": "woman",
}  # fmt: skip
