"""Told cues: how much each sentence of a paragraph speaks for a facet of a disease, where its neighbours are heard as
well: words tell there that would not be enough for a sentence alone."""

from __future__ import annotations

import re
from dataclasses import replace

from castalia.tools.composition.condition_facets import CONDITION
from castalia.tools.composition.facets import OPENING, Facet, cue_stems, cues_in

WEAK = 0.25  # what a weak cue counts beside a strong one
MOST = 2.0  # cues of a sentence that count: a list of symptoms has many, and is one sentence all the same

_STRONG = {
    "symptoms": cue_stems("characterized_as"),
    "causes": cue_stems("what_causes"),
    "care": cue_stems("drug"),
    "prevention": cue_stems("vaccine"),
}
_WEAK = {
    "symptoms": cue_stems(
        "paralysis paralyzed paralytic seizures edema bleeding itching sore ulcer nodule coma incubation"
        " episode experience suffer"
    ),
    "causes": cue_stems("parasite fungus toxin organism gram-positive gram-negative heritability theory"),
    "prevention": cue_stems("sanitation limit"),
    # weak here, though strong for a single sentence: people also die of each form, and of what is not treated
    "epidemiology": cue_stems("mortality fatal rate lifetime out_of united_states"),
}


def _widened(one: Facet) -> Facet:
    """A facet with the cues that only count in a paragraph, each among the strong or the weak ones. "Signs and
    symptoms" are one cue, and there are other states than the United States."""
    weak = (one.weak | _WEAK.get(one.name, frozenset())) - cue_stems("states common")
    strong = (
        (one.strong | _STRONG.get(one.name, frozenset())) - _WEAK.get(one.name, frozenset()) - cue_stems("signs_and")
    )
    return replace(one, strong=strong, weak=weak - strong)


TOLD = tuple(_widened(one) for one in CONDITION if one.is_understood)


def cue_weight(text: str, one: Facet) -> float:
    """How much a sentence speaks for a facet: one for each strong cue, half of that for one behind its ``OPENING``,
    ``WEAK`` for each weak one, and once more for several; ``MOST`` at most."""
    plain = _NO_CUE.sub(" ", text)
    found, opening = cues_in(plain)[1], cues_in(" ".join(plain.split()[:OPENING]))[1]
    strong = (len(found & one.strong) + len(opening & one.strong)) / 2
    weak = len(found & one.weak)
    return min(MOST, strong + WEAK * (weak + (weak > 1)))


# A toxin that prevents the release of something prevents no disease, what becomes of people who are not treated is no
# treatment, nor are the drugs of addicts.
_NO_CUE = re.compile(
    r"\bprevent(?:s|ing|ed)\b(?! (?:[\w-]+ ){0,3}(?:infection|disease|illness|spread|transmission|outbreak|case|death)s?\b)"
    r"|\bnot treated\b|\bdrug (?:use|users?|abuse|addicts?|addiction)\b"
)
