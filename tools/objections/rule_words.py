"""Word lists that several rules read: verbs, prepositions, and what ends a noun phrase. All in lower case."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from castalia.tools.language.word_lists import spellings

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
_VERB_STEMS = frozenset(
    """absorb accelerate accept accompany account accumulate achieve acquire act activate adapt add address adjust
    adopt affect agree aid aim allow alter analyze appear apply approach argue arise assert assess assist assume
    attach attack attempt attract avoid base bear become begin behave believe belong bend benefit bind block boil
    bond branch break breathe bring build burn buy calculate call carry catch categorize cause change choose
    circulate claim classify cling code coincide collect collide combine come comprise concern condense conduct
    confer connect conserve consider consist constitute consume contain continue contract contribute control convert
    cool correspond cover create cross cut damage deal decay decide decline decrease defend define deliver demand
    demonstrate depend deposit derive describe destroy detect determine develop die differ diffuse digest diminish
    disappear discover display dissolve distinguish divide dominate draw drive drop earn eat eliminate emerge emit
    employ enable encode encompass encounter encourage end engage enhance enjoy ensure enter equal erupt escape
    establish evolve examine exceed exchange excite exclude excrete exert exhibit exist expand expect experience
    explain exploit explore expose express extend face facilitate fail fall favor feed feel fight fill filter find fit float
    flow focus follow force form function fuse gain generate get give glow go govern grow handle happen harm have
    heal hear heat help hold hope house identify illustrate impact imply improve include incorporate increase
    indicate induce infect influence inhibit initiate integrate interact interfere introduce invade involve join
    keep kill know lack last lead learn leave lend let lie limit line link live locate lose lower maintain make
    manage manifest mark match matter mature mean measure mediate melt migrate mix modify modulate move multiply
    need number observe obtain occupy occur offer operate oppose orbit originate oscillate oversee own oxidize
    participate pass pay penetrate perceive perform persist place play point pose possess precede predict prefer
    prepare present preserve prevent proceed process produce project promote propagate propose protect prove provide
    publish pull pump push radiate raise range reach react read receive recognize record recover reduce refer
    reflect refract regulate relate relax release rely remain remember remove render repel repeat replace replicate
    represent reproduce require resemble reside resist respond rest result retain return reveal rise rotate run
    satisfy say scatter search secrete see seek seem select sell send separate serve set shape share shed shift show
    shrink shut signal sink slide slow solve span speak specify spend spin split spread stand start state stay stem
    stick stimulate stop store strengthen stretch strike study suffer suggest supply support surround survive
    sustain swell take target tell tend test think threaten tie transfer transform translate transmit transport
    travel treat trigger try turn undergo understand unfold use utilize value vary vibrate view want warm wear weigh
    win work write yield ask assemble attend await capture cite compete compute concentrate constrain convey
    correlate cost criticize decompose degrade delay delineate depict disrupt echo elicit emphasize entail evaluate
    feature flourish guide highlight hinder hinge hydrolyze innervate interpret investigate justify lag land
    leverage look man mimic monitor negotiate note outline outweigh overlap pertain pivot portray presuppose
    question rank reject remind rule rupture seal shorten simulate struggle substitute tap tax transcend underlie
    vanish vote wane widen worsen articulate arch attest bulge cease coat coexist cohere commit confirm confront
    consolidate contend contradict contrast crystallize culminate curve deepen defy deny descend detach deviate
    dictate differentiate dilate disagree discourage discriminate disperse dissipate dissociate distort drain drift
    dwell elaborate embody empty enclose ensue envision epitomize evaporate evoke exemplify exhaust expel explode
    fade ferment flatten fluctuate foster freeze fuel glide harbor hatch hide hit ignite illuminate inherit insert
    insist instruct intersect isolate jump lengthen loosen lubricate lyse merge metabolize mineralize narrow
    neutralize nourish obey overcome parasitize peak perish permeate pinch posit postulate predate prescribe presume
    prevail prey proliferate prolong protrude pulsate quantify ramify reabsorb rearrange reign reinforce relay
    relieve remodel reorganize repair resonate restore restrict reverse revolve rub sample saturate sever signify
    situate speed stabilize stipulate straddle stress strip suffice summarize supplement suppress surpass swim
    switch symbolize synthesize taper terminate thrive tilt touch transcribe transect traverse unite unwind uphold
    urge vent violate wash compose service cushion flicker trade experiment enlarge tolerate incur bridge buffer
    button weaken withdraw withstand wrap
    minimize maximize optimize advocate excel empower showcase aggregate communicate neglect converge admit
    permit fulfill fulfil allude germinate degenerate magnify implant cooperate testify propel cancel commemorate climb
    prohibit safeguard borrow vie socialize circumvent prepend align train parse
    adhere analyze assign catalyze characterize colonize compare conclude denote disinfect distribute embed engulf
    erode gather graze hibernate impair inject invoke localize moult organize outperform paralyze phosphorylate
    photosynthesize pollinate purify recruit refute simplify sting submit""".split()
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
