"""Irregular plurals and their singulars. The stemmer would give the two different stems, so a plural is replaced by its
singular before it is stemmed."""

from __future__ import annotations

from collections.abc import Mapping

# Latin, Greek and Old English plurals, and those of nouns in -s, that the stemmer leaves apart from their singular.
IRREGULAR_PLURALS: Mapping[str, str] = {
    "acini": "acinus", "algae": "alga", "aliases": "alias", "alveoli": "alveolus", "analyses": "analysis",
    "anastomoses": "anastomosis", "annuli": "annulus", "antennae": "antenna", "antisera": "antiserum",
    "antitheses": "antithesis", "apices": "apex", "aponeuroses": "aponeurosis", "appendices": "appendix",
    "aquaria": "aquarium", "archaea": "archaeon", "atria": "atrium", "automata": "automaton", "axes": "axis",
    "bacilli": "bacillus", "bacteria": "bacterium", "biogases": "biogas", "biosyntheses": "biosynthesis",
    "bronchi": "bronchus", "cacti": "cactus", "calculi": "calculus", "calves": "calf", "canaliculi": "canaliculus",
    "canvases": "canvas", "catalyses": "catalysis", "children": "child", "cilia": "cilium", "cocci": "coccus",
    "codices": "codex", "compendia": "compendium", "consortia": "consortium", "continua": "continuum",
    "corpora": "corpus", "cortices": "cortex", "crania": "cranium", "crises": "crisis", "criteria": "criterion",
    "curricula": "curriculum", "cyanobacteria": "cyanobacterium", "data": "datum", "diagnoses": "diagnosis",
    "dialyses": "dialysis", "diaphyses": "diaphysis", "diplococci": "diplococcus", "emboli": "embolus",
    "emphases": "emphasis", "endothelia": "endothelium", "enterococci": "enterococcus", "epiphyses": "epiphysis",
    "epithelia": "epithelium", "equilibria": "equilibrium", "extrema": "extremum", "feet": "foot",
    "fibroses": "fibrosis", "flagella": "flagellum", "foci": "focus", "foramina": "foramen", "formulae": "formula",
    "fungi": "fungus", "ganglia": "ganglion", "gases": "gas", "geese": "goose", "genera": "genus",
    "glomeruli": "glomerulus", "gyri": "gyrus", "halves": "half", "helices": "helix", "hippocampi": "hippocampus",
    "humeri": "humerus", "hydrolyses": "hydrolysis", "hypotheses": "hypothesis", "icosahedra": "icosahedron",
    "indices": "index", "irises": "iris", "knives": "knife", "labia": "labium", "lactobacilli": "lactobacillus",
    "larvae": "larva", "leaves": "leaf", "lenses": "lens", "lexica": "lexicon", "lives": "life", "loaves": "loaf",
    "loci": "locus", "lumina": "lumen", "macronuclei": "macronucleus", "matrices": "matrix", "maxima": "maximum",
    "media": "medium", "meioses": "meiosis", "men": "man", "menisci": "meniscus", "metamorphoses": "metamorphosis",
    "metastases": "metastasis", "mice": "mouse", "micrococci": "micrococcus", "micronuclei": "micronucleus",
    "microvilli": "microvillus", "millennia": "millennium", "minima": "minimum", "mitochondria": "mitochondrion",
    "mitoses": "mitosis", "moduli": "modulus", "momenta": "momentum", "mycelia": "mycelium",
    "mycobacteria": "mycobacterium", "mycoses": "mycosis", "nebulae": "nebula", "necroses": "necrosis",
    "neuroses": "neurosis", "nevi": "nevus", "nuclei": "nucleus", "nucleoli": "nucleolus", "oases": "oasis",
    "octahedra": "octahedron", "optima": "optimum", "ova": "ovum", "paralyses": "paralysis",
    "parentheses": "parenthesis", "pathogeneses": "pathogenesis", "pelvises": "pelvis", "people": "person",
    "phalanges": "phalanx", "phenomena": "phenomenon", "phyla": "phylum", "pili": "pilus",
    "pneumococci": "pneumococcus", "polyhedra": "polyhedron", "primordia": "primordium", "prognoses": "prognosis",
    "prostheses": "prosthesis", "proteobacteria": "proteobacterium", "protozoa": "protozoan",
    "pseudopodia": "pseudopodium", "psychoses": "psychosis", "pupae": "pupa", "quanta": "quantum", "quizzes": "quiz",
    "radii": "radius", "rami": "ramus", "reticula": "reticulum", "rhizobia": "rhizobium", "schemata": "schema",
    "septa": "septum", "sera": "serum", "shelves": "shelf", "spectra": "spectrum", "spermatogonia": "spermatogonium",
    "spermatozoa": "spermatozoon", "sporangia": "sporangium", "staphylococci": "staphylococcus", "stenoses": "stenosis",
    "stigmata": "stigma", "stimuli": "stimulus", "strata": "stratum", "streptococci": "streptococcus",
    "subgenera": "subgenus", "sulci": "sulcus", "supernovae": "supernova", "syllabi": "syllabus",
    "symbioses": "symbiosis", "symphyses": "symphysis", "symposia": "symposium", "syncytia": "syncytium",
    "synopses": "synopsis", "syntheses": "synthesis", "taxa": "taxon", "teeth": "tooth", "termini": "terminus",
    "testes": "testis", "tetrahedra": "tetrahedron", "thalami": "thalamus", "theses": "thesis", "thieves": "thief",
    "thrombi": "thrombus", "thromboses": "thrombosis", "tori": "torus", "uteri": "uterus", "vacua": "vacuum",
    "vertebrae": "vertebra", "vertices": "vertex", "villi": "villus", "vortices": "vortex", "wolves": "wolf",
    "women": "woman", "zoonoses": "zoonosis",
}  # fmt: skip
