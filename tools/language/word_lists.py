"""Word lists: the classes of English words and endings that need no sample. Lists only; how they are used is told in
``word_classes``."""

from __future__ import annotations

from collections.abc import Mapping

# Tags of a word in its place. Content: N noun, V verb (finite or base), E participle in -ed, G form in -ing,
# J adjective, R adverb, # number. Function: D determiner, P preposition, T "to", C coordinator, S subordinator,
# W relative or "that", M modal, B be, H have, O do, U pronoun, X negation. A mark of punctuation is its own tag.

FINITE = frozenset("VMBHO")  # the tags of what may be a finite verb

_TAGS: dict[str, str] = {}
for _tag, _members in {
    "D": """a an the this these those its their his her our my your whose each every any some no many several most both
        one various all few much such another other certain either neither enough""",
    "P": """of in on at by for from with into onto within upon over under above below between among amongst through
        throughout during against about across along around behind beside besides beyond despite except inside
        outside near toward towards until via per after before without off up down out like unlike versus vs due
        according""",
    "T": "to",
    "C": "and or but nor and/or",
    "S": """because although though while whereas since as than if when whenever whether where how why what unless once
        so lest""",
    "W": "which who whom that",
    "M": "can could may might must shall should will would cannot can't won't couldn't wouldn't shouldn't",
    "B": "is are am was were be been being isn't aren't wasn't weren't",
    "H": "has have had having hasn't haven't hadn't",
    "O": "do does did don't doesn't didn't",
    "U": """it he she they we i you them him us me itself themselves himself herself ourselves yourself ones
        someone anyone everyone something anything everything nothing none there others it's that's there's they're
        we're you're mine theirs ours who's let's his/her he/she""",
    "X": "not never",
    "#": "two three four five six seven eight nine ten eleven twelve hundreds thousands millions",
    "R": """also too very only just even still already again ever always often sometimes usually however therefore thus
        hence here now later moreover furthermore instead rather quite almost nearly perhaps maybe more less least
        further well together apart away back forth first second third finally indeed otherwise nonetheless
        nevertheless somewhat soon far long yet twice thereby then e.g i.e eg ie etc alone abroad today else""",
}.items():
    for _word in _members.split():
        _TAGS[_word] = _tag
TAGS: Mapping[str, str] = _TAGS

NOT_ADVERBS = frozenset(
    """family anomaly assembly supply reply apply early daily july fly rely multiply butterfly imply comply ally
    monopoly oligopoly poly jelly belly bully italy likely friendly deadly lovely costly timely elderly orderly""".split()
)


def spellings(verb: str) -> tuple[str, ...]:
    """The base form of a verb and, where British English spells it otherwise, that: analyse, minimise, favour."""
    if verb.endswith(("yze", "ize")):
        return verb, verb[:-2] + "se"
    return (verb, verb[:-1] + "ur") if verb.endswith(("vor", "bor")) else (verb,)


# Verbs of expository prose, in their base form: the prior for samples that are small.
_VERB_BASES = frozenset(
    """damage decline leak hunt harm engulf peak vanish shrink swell spin erupt sting absorb accelerate accept accompany account accumulate achieve acquire act activate adapt add address adhere
    adjust adopt affect aid aim allow alter analyze analyse apply appear argue arise assert assess assign
    assist associate assume attach attack attempt attract avoid bear become begin behave believe belong bind
    block break breathe breed bring build burn calculate carry catalyze cause change characterize circulate
    claim classify clear cluster collect combine come communicate compare compete complete compose comprise
    compute concentrate conclude conduct confer confirm connect conserve consider consist constitute construct
    consume contain continue contract contribute control convert convey cool correlate correspond cover create
    decrease defend define degrade deliver demonstrate denote depend deposit derive describe design destroy
    detect determine develop differ differentiate diffuse digest direct discover dissolve distinguish
    distribute divide dominate double drive eat eliminate embed emerge emit employ enable encode encompass
    encourage engage enhance ensure enter establish evaluate evolve examine exceed exchange excite exclude
    excrete exert exhibit exist expand expect experience explain exploit explore express extend face facilitate
    fall favor feature feed fight fill find flow focus follow force form function fuse gain gather generate
    give go govern grow guide handle happen help hold host house identify illustrate impact impair implement
    imply improve incorporate increase indicate induce infect inflect influence inform inhibit initiate inject
    integrate interact interfere introduce invade investigate invest invoke involve isolate join keep kill know
    label lack lead learn leave let lie limit line link live localize lose lower maintain make manage mark
    match measure mediate melt migrate minimize mix model modify modulate monitor move need neutralize observe
    obtain occupy occur offer operate orbit organize originate outperform overcome oxidize participate pass
    penetrate perceive perform permit persist phosphorylate play plan point possess predict prefer prepare
    present preserve press prevent proceed process produce project proliferate promote propagate propose
    protect prove provide pull pump purify push raise range reach react receive recognize record recruit reduce
    refer reflect refute regulate reject relate release rely remain remove render repair repeat replace
    replicate report represent reproduce require resemble resist respond rest restore restrict result retain
    return reveal rise rotate run scatter secrete see seek select send separate serve share shape shed shift
    show signal simplify slow solve spread stabilize stand start state stay stimulate stop store strengthen
    study submit suffer suggest supply support suppress surround survive sustain switch synthesize take target
    tend test think transcribe transfer transform translate transmit transport travel treat trigger turn
    undergo understand use utilize vary view want wear work write yield""".split()
)
VERB_BASES = frozenset(one for verb in _VERB_BASES for one in spellings(verb))
# Verbs that are nouns at least as often.
BOTH = frozenset(
    """account act aid aim attack attempt burn cause change cluster contract control cover decrease design double
    drive exchange experience face feature flow focus force form function gain guide help host house impact
    increase influence label lack lead limit line link mark match measure model need offer orbit pass plan play
    point process project pump range damage decline leak hunt harm conduct peak record release report rest result return rise run shape share shift signal
    start state stop store study supply support switch target test transfer transport travel treat set cost
    spread cut split hit trigger turn use value view work yield present""".split()
)
PAST = frozenset(
    """became began grew took gave saw went wrote chose drew broke fell arose rose knew wore ate came drove flew
    froze ran sang sank spoke swam threw underwent""".split()
)
PAST_OR_PARTICIPLE = frozenset(
    """made found led held built kept sent lost meant left brought thought caught taught bound fed met read set
    put cut shed split spread hit won paid laid said told heard felt spent dealt bred bent fought sought sold
    stood understood overcome come become run""".split()
)
PARTICIPLE = frozenset(
    """known seen given taken shown grown written drawn broken chosen driven fallen frozen hidden risen arisen
    eaten worn thrown begun spoken proven borne born woven shaken undergone gone done""".split()
)
PAST_FORMS = PAST | PAST_OR_PARTICIPLE
NOT_PARTICIPLES = frozenset(
    """need seed feed speed breed indeed exceed proceed succeed bed red embed hundred sacred naked weed deed creed
    shed bleed greed reed sped seaweed duckweed knotweed seabed riverbed streambed testbed watershed hatred infrared biped
    quadruped rapeseed flaxseed linseed oilseed airspeed windspeed""".split()
)
NOT_GERUNDS = frozenset(
    """thing nothing something anything everything string spring ring king wing being during morning evening
    ceiling sibling offspring wedding bring sing sting swing cling beijing""".split()
)
ADJECTIVES = frozenset(
    """able new old large small high low long short great good bad major main key early late young big little
    different same single double whole common rare wide narrow strong weak deep hot cold warm cool dry wet free
    full empty hard soft heavy light fast slow rapid simple complex important essential vital crucial human
    modern recent similar dead alive huge tiny thick thin broad own sure true false real likely unlikely
    diverse robust accurate optimal prone deadly healthy thirsty easy ready dense sparse mere pure safe
    severe mature obese immune unique acute chronic gram-negative gram-positive red green white black inner
    outer upper due present absent worth better best worse worst larger largest smaller smallest higher
    highest lower lowest greater greatest longer longest shorter stronger strongest faster two-dimensional
    three-dimensional latter former subsequent numerous multiple dominant resistant dependent independent""".split()
)
# Nouns whose endings are those of adjectives.
NOUNS = frozenset(
    """part mineral animal chemical material hospital signal metal crystal capital journal canal individual factory history
    theory category laboratory territory memory element moment content environment gradient nutrient accident agent patient
    parent student event component ingredient client plant music topic logic clinic fabric traffic library boundary salary
    summary vocabulary archive motive continent current segment fragment pigment ligament filament sediment solvent
    detergent constituent coefficient percent statement treatment tenant giant infant variant mutant quadrant hormone
    capillary artery ovary pituitary incentive initiative perspective objective trial protocol interval goal pedal
    meal coral rival tribunal arsenal antibiotic arithmetic critic mosaic republic tunic""".split()
)
ENDINGS: tuple[tuple[str, tuple[float, float, float]], ...] = tuple(
    (ending, weights)
    for endings, weights in (
        ("tion tions sion sions ness ity ities ment ments ism isms ist ists ology ance ence ances ences ship ase ases", (0.96, 0.01, 0.03)),
        ("ogen ogens cyte cytes oma itis osis phage gram graph metry scope", (0.96, 0.01, 0.03)),
        ("ous ful able ible less ular ical ial inal onal ural", (0.06, 0.01, 0.93)),
        ("al ic ary ive ant ent ory", (0.3, 0.02, 0.68)),
        ("ize ise ify izes ises ifies yze yzes yse yses", (0.15, 0.8, 0.05)),
        ("ate", (0.4, 0.3, 0.3)),
        ("ates", (0.45, 0.55, 0.0)),
        ("er or ers ors", (0.9, 0.03, 0.07)),
    )
    for ending in endings.split()
)  # fmt: skip
