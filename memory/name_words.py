"""The words by which names are read: function words, acronyms that read as words, plurals, Greek letters, prefixes.
Lists only."""

from __future__ import annotations

from castalia.memory.plurals import IRREGULAR_PLURALS

# Words too common to say what a name is about.
FUNCTION_WORDS = frozenset(
    """a an the this that these those of in on at by to from into with without and or but nor for as is are was were be
    been being do does did has have had can could may might must shall should will would not no it its their there what
    which who whom whose when where why how than then if between among via per any some more most such other about over
    under during""".split()
)

# Lower-case words whose capitals name something else (US and us, WHO and who): these acronyms keep their capitals.
WORDS_IN_CAPITALS = frozenset(
    """a ace act ads age aid aids aim air alas all am amp an and ant ape apt arc are arm art as ash at bad bar bat be bed bee
    best bid big bit bob bore bug bus but by can cap car care cart cast cat chip cis clean clip cod code cope cord core
    crisp cup dart dash data date day deal den dice dig do dot duo dug ear ease edge eel end era eve eye fab face fact
    fast fat fed fin fish fit flag flair flop for form fun gap gas gem get glue go goal grace grid gun ham hat he her hip
    his hit hot how ice if in inn ion is it its jet key kit lab lad lamb lap last law lead led lens lid life light lime
    lion lip live lock log lot mad male man map march mars mash mass mat may me men mid mind mint mole moon most mug nap
    net new no node nose not now nut oak oar of off oil old on one or ore our out owl own pad pal pan par past path peg pen
    pert pest pet pie pig pin pit plant pod polo pot prism pub put race rag raid ram ran rap rat raw ray red ref rest rib
    rice rig rip rod rope rose rub run rust sad safe sage sail salt same sand sap sat saw scan sea seal see serum set she
    shed ship sin sip sit six slam slap smart snap so soap soda son sort spam spin spot spy star steam stem step sum sun
    swan swift tag tan tap tar tea ten test the them tie tin tip to toe tom ton top tow toy trace trap tub up us use van
    vast vat vet wan war was wave wax way we web wet who wig win wise wit won yes zip""".split()
)

# A final s that is no plural, where the endings alone do not tell.
NO_PLURAL = frozenset(
    """mars sars mers aids gps lens series species rabies scabies caries facies aries means news bias alias atlas canvas pancreas
    psoas texas kansas arkansas dallas douglas vegas honduras bahamas christmas thomas lucas nicolas andreas aeneas elias
    matthias chaos cosmos pathos ethos logos asbestos lagos laos carlos rhinoceros kudos eros helios thermos mathematics
    physics genetics statistics dynamics mechanics economics linguistics ethics politics electronics robotics genomics
    proteomics kinetics optics acoustics diabetes herpes always perhaps adams williams roberts edwards stevens richards
    peters phillips daniels james jones davis harris hughes evans rogers collins hopkins jenkins perkins watts hawkins
    dawkins higgs stokes charles hermes wales naples athens brussels los does has was this gas yes plus versus""".split()
)
PLURALS = {
    **IRREGULAR_PLURALS,  # and those that searching, which cuts endings off, tells by itself
    "buses": "bus", "campuses": "campus", "censuses": "census", "dioceses": "diocese", "echoes": "echo",
    "fetuses": "fetus", "formulas": "formula", "heroes": "hero", "indexes": "index", "mosquitoes": "mosquito",
    "potatoes": "potato", "sinuses": "sinus", "tomatoes": "tomato", "volcanoes": "volcano",
}  # fmt: skip

GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρςστυφχψω",
        """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi
        chi psi omega""".split(),
        strict=True,
    )
)
ROMAN = {
    numeral: str(number)
    for number, numeral in enumerate(
        "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(), start=1
    )
}

# Written apart, with a hyphen or as one word, these prefixes make the same word.
JOINED = frozenset(
    """non anti hyper hypo pre post intra inter extra endo exo macro micro nano multi sub super semi pseudo quasi mono poly
    oligo neo ultra un""".split()
)
