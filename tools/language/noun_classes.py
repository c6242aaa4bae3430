"""Nouns by their part in a claim (saying nothing alone, counting, sorting, naming a part), their number and base form.

Closed lists of common nouns; what class a word has in its sentence is decided in ``word_classes``.
"""

from __future__ import annotations

# Heads that say nothing without their sentence.
GENERIC = frozenset(
    """analysis result way number latter former example case fact factor thing other one approach study finding
    paper work figure table section chapter part aspect kind type form variety range set series group amount
    majority lot use need role variable reason purpose goal aim problem issue question answer point step time
    day year month week hour instance term word name idea concept difference similarity effect change process
    method technique information evidence data research experiment author researcher scientist people person
    student individual team someone situation condition feature characteristic property area place side end
    beginning addition contrast order rest total level degree extent combination presence absence discussion
    description explanation statement interest text book topic doctor physician patient he she
    option choice outcome conclusion observation measurement value item object system model task dataset
    performance ability importance lack best worst code http url website link""".split()
)
PERSONS = frozenset("people patient individual student".split())  # generic only where they stand alone
# Generic nouns that with "of" name a thing of its own: "the lack of oxygen", "the use of force".
NAMES_WITH_OF = frozenset("use lack process presence absence level effect study degree end system".split())
# Words that count or sort what follows "of": the noun after it is what is meant.
PARTITIVE = frozenset(
    """number variety range set series group amount majority lot type kind form class category sort example
    instance combination collection handful couple pair plethora multitude host array list family subset
    percent percentage proportion most many some all each one both several few deal bit rest""".split()
)
KINDS = frozenset(
    "type kind form class category sort example instance member variety species subset subtype one".split()
)
PARTS = frozenset("part component portion constituent subunit element section region".split())
# Modifiers that make nothing particular of a generic noun.
BLAND = frozenset(
    """new old main major different same important several many various first second third last next previous
    recent current severe other key certain specific particular possible common good better best large small
    great single whole similar experimental final overall present early later following above proposed existing
    extensive human real simple significant further additional original own""".split()
)
_PLURALS = frozenset(
    """bacteria archaea people children men women mice data fungi nuclei mitochondria phenomena criteria genera
    larvae alveoli algae vertebrae stimuli teeth feet media cilia flagella loci taxa bronchi""".split()
)
_SINGULARS = frozenset(
    """gas biogas lens stapes pons pancreas biceps triceps forceps diabetes rabies scabies measles mumps herpes shingles bias chaos cosmos ethos pathos
    canvas atlas mars ceres hades aids sars gps dns cns pns news""".split()
)
_SINGULAR_S = ("ss", "us", "is", "ics")


def base_noun(lower: str) -> str:
    """The singular of a lower-case noun by its ending, for look-up in the lists of this file."""
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y" if lower not in ("species", "series") else lower
    if lower.endswith(("sses", "xes", "ches", "shes")):
        return lower[:-2]
    if lower.endswith("yses"):
        return lower[:-2] + "is"
    return lower[:-1] if lower.endswith("s") and not lower.endswith(_SINGULAR_S) else lower


def is_plural(lower: str) -> bool:
    """Whether a lower-case noun is a plural, by list or by its ending."""
    ends = lower.endswith("s") and len(lower) > 2 and not lower.endswith(_SINGULAR_S)
    return lower in _PLURALS or (ends and lower not in _SINGULARS)
