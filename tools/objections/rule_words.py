"""Word lists that several rules read: verbs, prepositions, and what ends a noun phrase. All in lower case."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from castalia.tools.language.word_lists import VERB_BASES, spellings

PREPOSITIONS = frozenset(
    """of in on at by to from for with without within under over between among through during before after against
    about across along around behind beside beyond into onto upon toward towards via per near above below inside
    outside like that which who whom whose where when why how than called known named referred termed""".split()
)
PHRASE_ENDS = PREPOSITIONS | frozenset(
    """is are was were be been being am has have had do does did can could may might must will would shall should
    cannot the a an this these those and or but as if because it they he she we not also often never always then so
    there however therefore thus no all both each only even just more most usually still now too some any its their
    his her while""".split()
)
# bases that are mostly nouns or adjectives where a rule looks for the verb of a sentence
_NOUNS_MOSTLY = frozenset(
    """associate breed clear cluster complete construct design direct double host hunt implement inflect inform invest
    label leak model plan press report""".split()
)
_VERB_STEMS = (VERB_BASES - _NOUNS_MOSTLY) | frozenset(
    """admit advocate aggregate agree align allude approach arch articulate ascend ask assemble attend attest await base bend
    benefit boil bond borrow branch bridge buffer bulge button buy call cancel capture catch categorize cease choose
    circumvent cite climb cling coat code coexist cohere coincide collide colonize commemorate commit concern
    condense confront consolidate constrain contend contradict contrast converge cooperate cost criticize cross
    crystallize culminate curve cushion cut deal decay decide decompose deepen defy degenerate delay delineate
    demand deny depict descend detach deviate dictate die dilate diminish disagree disappear discourage discriminate
    disinfect disperse display disrupt dissipate dissociate distort drain draw drift drop dwell earn echo elaborate
    elicit embody emphasize empower empty enclose encounter end enjoy enlarge ensue entail envision epitomize equal
    erode escape evaporate evoke excel exemplify exhaust expel experiment explode expose fade fail feel ferment
    filter fit flatten flicker float flourish fluctuate foster freeze fuel fulfil fulfill germinate get glide glow
    graze harbor hatch have heal hear heat hibernate hide highlight hinder hinge hit hope hydrolyze ignite
    illuminate implant include incur ingest inherit innervate insert insist instruct interpret intersect jump justify lag
    land last lend lengthen leverage locate look loosen lubricate lyse magnify man manifest manufacture matter mature maximize
    mean merge metabolize mimic mineralize moult multiply narrow neglect negotiate note nourish number obey oppose
    optimize oscillate outline outweigh overlap oversee own paralyze parasitize parse pay perish permeate pertain
    photosynthesize pinch pivot place pollinate portray pose posit postulate pour precede predate prepend prescribe
    presume presuppose prevail prey prohibit prolong propel protrude publish pulsate quantify question radiate
    ramify rank reabsorb read rearrange recover refract reign reinforce relax relay relieve remember remind remodel
    reorganize repel reside resonate resorb reverse revolve rub rule rupture safeguard sample satisfy saturate say seal
    search seem sell service set sever shorten showcase shut signify simulate sink situate slide socialize span
    speak specify speed spend split stem stick stipulate straddle stress stretch strike strip struggle substitute
    suffice summarize supplement surpass swim symbolize tap taper tax tell terminate testify threaten thrive tie
    tilt tolerate touch trade train transcend transect traverse try underlie unfold unite unwind uphold urge value
    vent vibrate vie violate vote wane warm wash weaken weigh widen win withdraw withstand worsen wrap""".split()
)
_PAST_FORMS = frozenset(
    """arose bore became began bent bound broke brought built burnt bought caught chose came cut dealt drew drove ate
    fell fed felt fought found flew froze gave got grew went heard held hid hit kept knew laid led learnt left lent
    let lay lost made meant met paid put read rose ran said saw sought sold sent set shook shone shot showed shrank
    shut sank slid slept spoke spent spun split spread stood stuck struck swam took taught told thought threw
    understood underwent won withdrew wore wrote written known shown given taken seen grown drawn driven fallen
    broken chosen frozen hidden worn""".split()
)
AUXILIARIES = frozenset(
    """is are was were be been am has have had do does did can could may might must will would shall should cannot
    isn't aren't""".split()
)


def _inflected(stem: str) -> tuple[str, ...]:
    if stem.endswith("y") and stem[-2] not in "aeiou":
        return stem, stem[:-1] + "ies"
    return stem, stem + ("es" if stem.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


FINITE_VERBS = (
    AUXILIARIES
    | _PAST_FORMS
    | frozenset(form for stem in _VERB_STEMS for one in spellings(stem) for form in _inflected(one))
)
_VERBAL = ("ed", "ates", "izes", "ises", "ifies", "ens")
_DETERMINERS = frozenset("a an the its their this these his her no some each all".split())


def may_be_verb(word: str) -> bool:
    """Whether a word may be a finite verb by list or by its ending."""
    return word in FINITE_VERBS or word.endswith(_VERBAL)


def takes_object(words: Sequence[str]) -> bool:
    """Whether a content word stands right before a determiner, and so is a verb: "currents flicker the …"."""
    return any(
        word in _DETERMINERS and before not in PHRASE_ENDS and not before.endswith(("ing", "ly"))
        for before, word in pairwise(words)
    )
