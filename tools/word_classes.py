"""Word classes without a tagger: what a sample of the corpus says about each word, and how a sentence is read with it.

``learn_classes`` counts in which company each word stands (after *to, can, they, which*: a verb; after a determiner and
before a function word: the head of a noun phrase; after a determiner and before a content word: a modifier). Closed
lists and endings stand in for words that the sample hardly knows. ``read_sentence`` gives each token of one sentence
its class in that place. Noun phrases, acronyms and triplet patterns live in files of their own.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import log

from castalia.tools.words import tokens

# Tags of a word in its place. Content: N noun, V verb (finite or base), E participle in -ed, G form in -ing,
# J adjective, R adverb, # number. Function: D determiner, P preposition, T "to", C coordinator, S subordinator,
# W relative or "that", M modal, B be, H have, O do, U pronoun, X negation. A mark of punctuation is its own tag.

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

_NOT_ADVERBS = frozenset(
    """family anomaly assembly supply reply apply early daily july fly rely multiply butterfly imply comply ally
    monopoly oligopoly poly jelly belly bully italy likely friendly deadly lovely costly timely elderly orderly""".split()
)

# Verbs of expository prose, in their base form: the prior for samples that are small.
_VERBS = frozenset(
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
# Of those, the ones that are nouns at least as often.
_BOTH = frozenset(
    """account act aid aim attack attempt burn cause change cluster contract control cover decrease design double
    drive exchange experience face feature flow focus force form function gain guide help host house impact
    increase influence label lack lead limit line link mark match measure model need offer orbit pass plan play
    point process project pump range damage decline leak hunt harm conduct peak record release report rest result return rise run shape share shift signal
    start state stop store study supply support switch target test transfer transport travel treat set cost run
    spread cut split hit lead trigger turn use value view work yield present""".split()
)
_PAST = frozenset(
    """became began grew took gave saw went wrote chose drew broke fell arose rose knew wore ate came drove flew
    froze ran sang sank spoke swam threw underwent""".split()
)
_PAST_OR_PARTICIPLE = frozenset(
    """made found led held built kept sent lost meant left brought thought caught taught bound fed met read set
    put cut shed split spread hit won paid laid said told heard felt spent dealt bred bent fought sought sold
    stood understood overcome come become run""".split()
)
_PARTICIPLE = frozenset(
    """known seen given taken shown grown written drawn broken chosen driven fallen frozen hidden risen arisen
    eaten worn thrown begun spoken proven borne born woven shaken undergone gone done""".split()
)
PAST_FORMS = _PAST | _PAST_OR_PARTICIPLE
_NOT_PARTICIPLES = frozenset(
    """need seed feed speed breed indeed exceed proceed succeed bed red embed hundred sacred naked weed deed creed
    shed bleed greed reed sped""".split()
)
_NOT_GERUNDS = frozenset(
    """thing nothing something anything everything string spring ring king wing being during morning evening
    ceiling sibling offspring wedding bring sing sting swing cling beijing""".split()
)
_ADJECTIVES = frozenset(
    """able new old large small high low long short great good bad major main key early late young big little
    different same single double whole common rare wide narrow strong weak deep hot cold warm cool dry wet free
    full empty hard soft heavy light fast slow rapid simple complex important essential vital crucial human
    modern recent similar dead alive huge tiny thick thin broad own sure true false real likely unlikely
    diverse robust accurate optimal prone deadly healthy thirsty heavy easy ready dense sparse mere pure safe
    severe mature obese immune unique acute chronic gram-negative gram-positive red green white black inner
    outer upper lower due present absent worth better best worse worst larger largest smaller smallest higher
    highest lower lowest greater greatest longer longest shorter stronger strongest faster two-dimensional
    three-dimensional latter former subsequent numerous multiple dominant resistant dependent independent""".split()
)
# Nouns whose endings are those of adjectives.
_NOUNS = frozenset(
    """part mineral animal chemical material hospital signal metal crystal capital journal canal individual factory history
    theory category laboratory territory memory element moment content environment gradient nutrient accident agent patient
    parent student event component ingredient client plant music topic logic clinic fabric traffic library boundary salary
    summary vocabulary archive motive continent current segment fragment pigment ligament filament sediment solvent
    detergent constituent coefficient percent statement treatment tenant giant infant variant mutant quadrant hormone
    capillary artery ovary pituitary incentive initiative perspective objective trial protocol interval goal pedal
    meal coral rival tribunal arsenal antibiotic arithmetic critic mosaic republic tunic""".split()
)
_ENDINGS: tuple[tuple[str, tuple[float, float, float]], ...] = tuple(
    (ending, weights)
    for endings, weights in (
        ("tion tions sion sions ness ity ities ment ments ism isms ist ists ology ance ence ances ences ship ase ases", (0.96, 0.01, 0.03)),
        ("ogen ogens cyte cytes oma itis osis phage gram graph metry scope", (0.96, 0.01, 0.03)),
        ("ous ful able ible less ular ical ial inal onal ural", (0.06, 0.01, 0.93)),
        ("al ic ary ive ant ent ory", (0.3, 0.02, 0.68)),
        ("ize ise ify izes ises ifies yze yzes", (0.15, 0.8, 0.05)),
        ("ate", (0.4, 0.3, 0.3)),
        ("ates", (0.45, 0.55, 0.0)),
        ("er or ers ors", (0.9, 0.03, 0.07)),
    )
    for ending in endings.split()
)  # fmt: skip
_STRENGTH = 8.0  # how many pieces of evidence the prior is worth (evidence is counted in halves)


@dataclass(frozen=True, slots=True)
class Word:
    """A token of a sentence with its class there; ``tag`` is one of the letters above, or a mark of punctuation."""

    text: str
    lower: str
    tag: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class WordClasses:
    """Evidence a word (lower-case): counts as verb, noun head, adjective, and modifier before another content word."""

    counts: Mapping[str, tuple[int, int, int, int]] = field(default_factory=dict, hash=False)

    def shares(self, word: str) -> tuple[float, float, float]:
        """How much of the word is noun, verb, adjective: three numbers above 0 that sum to 1."""
        lower = word.lower()
        noun, verb, adjective = _prior(lower)
        seen = self.counts.get(lower)
        if seen is None and "-" in lower:
            seen = self.counts.get(lower.rpartition("-")[2])
        scale = _STRENGTH
        if seen:
            noun = noun * scale + seen[1]
            verb = verb * scale + seen[0]
            adjective = adjective * scale + seen[2] + max(0.0, seen[3] - 1.5 * seen[1])
        total = noun + verb + adjective
        return noun / total, verb / total, adjective / total

    def is_verb(self, word: str) -> bool:
        """Whether the word is a verb more often than anything else."""
        lower = word.lower()
        if TAGS.get(lower) in ("M", "B", "H", "O"):
            return True
        if lower in TAGS:
            return False
        noun, verb, adjective = self.shares(lower)
        return verb > noun and verb > adjective

    def is_noun_head(self, word: str) -> bool:
        """Whether a noun phrase may end in this word."""
        lower = word.lower()
        if lower in TAGS or is_adverb(lower) or not any(letter.isalpha() for letter in lower):
            return False
        noun, verb, adjective = self.shares(lower)
        return noun >= 0.22 and noun >= 0.6 * max(verb, adjective)

    def is_adjective(self, word: str) -> bool:
        """Whether the word modifies nouns more often than it is one."""
        lower = word.lower()
        if lower in TAGS or is_adverb(lower):
            return False
        noun, verb, adjective = self.shares(lower)
        return adjective > noun and adjective > verb

    def to_json(self) -> str:
        """The evidence as JSON, words sorted: equal classes give equal text."""
        return json.dumps(
            {word: self.counts[word] for word in sorted(self.counts)}, ensure_ascii=False, separators=(",", ":")
        )

    @classmethod
    def from_json(cls, text: str) -> WordClasses:
        """What ``to_json`` wrote."""
        rows: dict[str, list[int]] = json.loads(text)
        return cls({word: (row[0], row[1], row[2], row[3]) for word, row in rows.items()})


def learn_classes(texts: Iterable[str]) -> WordClasses:
    """Word classes from a sample of texts, in one pass over their tokens; the order of the texts does not matter."""
    seen: Counter[tuple[str, str, str]] = Counter()
    code = _CONTEXT.get
    for text in texts:
        words = _LEARN.findall(text.lower())
        if len(words) < 2:
            continue
        codes = [code(word, "-") for word in words]
        seen.update(zip(words, [".", *codes], [*codes[1:], "."], strict=False))
    counts: dict[str, list[int]] = {}
    for (word, before, after), number in seen.items():
        if word in _CONTEXT or not word[-1].isalpha() or len(word) < 2:
            continue
        row = counts.setdefault(word, [0, 0, 0, 0])
        kind, weight = _evidence(before, after, word[-1] == "s")
        if kind >= 0:
            row[kind] += weight * number
    return WordClasses(
        {word: (row[0], row[1], row[2], row[3]) for word, row in sorted(counts.items()) if sum(row) >= 3}
    )


def read_sentence(text: str, classes: WordClasses) -> tuple[Word, ...]:
    """The tokens of one sentence, punctuation included, each with its class in that place.

    The best path through the few classes that each word may have, by hand-set transition scores (Viterbi); linear in
    the length of the text. A sentence in which no finite verb was found is read again with verbs made cheaper.
    """
    raw = _marks_and_words(text)
    options = [_options(one, index, classes) for index, one in enumerate(raw)]
    for index in range(len(raw) - 1):
        if raw[index][1] == "such" and raw[index + 1][1] == "as":
            options[index] = (("S", 0.0),)
        elif len(options[index + 1]) > 1 and _disagree(raw[index][1], raw[index + 1][1]):
            options[index + 1] = tuple((tag, score - 2.0 * (tag == "V")) for tag, score in options[index + 1])
    tags = _best_path(options, 0.0)
    if not any(tag in "VMBHO" for tag in tags):
        tags = _best_path(options, 3.0)
    _mend_participles(raw, tags)
    return tuple(Word(one, lower, tag, start, end) for (one, lower, start, end), tag in zip(raw, tags, strict=True))


def is_adverb(lower: str) -> bool:
    """Whether a lower-case word is an adverb by list or by its ending."""
    return TAGS.get(lower) == "R" or (lower.endswith("ly") and len(lower) > 4 and lower not in _NOT_ADVERBS)


def base_forms(lower: str) -> tuple[str, ...]:
    """The base forms that a verb form in -s, -ed or -ing may belong to, the word itself first."""
    forms = [lower]
    if lower.endswith("ies") or lower.endswith("ied"):
        forms.append(lower[:-3] + "y")
    if lower.endswith("s") and not lower.endswith("ss"):
        forms.append(lower[:-1])
        if lower.endswith("es"):
            forms.append(lower[:-2])
    for ending in ("ed", "ing"):
        if lower.endswith(ending) and len(lower) > len(ending) + 1:
            cut = lower[: -len(ending)]
            forms += [cut, cut + "e"]
            if len(cut) > 3 and cut[-1] == cut[-2]:
                forms.append(cut[:-1])
    return tuple(forms)


def _disagree(before: str, lower: str) -> bool:
    """Whether ``lower`` as a base-form verb would not agree with a singular noun before it: "labor force", "office support"."""
    if before in TAGS or not before[-1].isalpha() or before.endswith(("s", "a", "i", "en", "ly", "people", "mice")):
        return False
    return (
        not lower.endswith(("s", "ed")) and lower not in PAST_FORMS and any(form in _BOTH for form in base_forms(lower))
    )


def _mend_participles(raw: list[tuple[str, str, int, int]], tags: list[str]) -> None:
    """A form in -ed read as finite is a participle before "by", and where a finite verb follows in the same clause.

    "Images produced by microscopes require light": only "require" is finite.
    """
    open_clause = -1  # the last such form that may still turn out to be a participle
    in_list = False  # after "such as" or "including": what follows is no new clause
    for index, tag in enumerate(tags):
        lower = raw[index][1]
        if tag == "V" and index > 1 and tags[index - 1] == "C" and tags[index - 2] in "EJ" and lower.endswith("ed"):
            tags[index] = "E"  # "proven and documented skills"
        elif tag == "V" and lower in _NAMED and index and tags[index - 1] == "N":
            tags[index] = "E"
        elif tag in "VMBHO":
            in_list = False
            if open_clause >= 0 and tags[index - 1] not in ("C", "T", "R", "X", *"MHOB"):
                tags[open_clause] = "E"
            open_clause = -1
            after = tags[index + 1] if index + 1 < len(tags) else "."
            if tag == "V" and lower.endswith(("ed", "nd", "wn", "ld", "pt")) and tags[index - 1] == "N" and index:
                if after == "P" and raw[index + 1][1] in ("by", "via"):
                    tags[index] = "E"
                elif after in ("P", "T", "R"):
                    open_clause = index
        elif lower == "including" or (lower == "as" and raw[index - 1][1] == "such"):
            in_list = True
        elif tag in ("W", "S", ";", ":", "—", ".") or (tag == "C" and not in_list):
            open_clause = -1


_NAMED = frozenset(("called", "named", "termed", "dubbed"))


_LEARN = re.compile(r"[^\W_]+(?:['’\-–·+][^\W_]+)*|[.,;:()!?]")
_CONTEXT: dict[str, str] = dict.fromkeys(".,;:()!?", ".")
for _word, _tag in TAGS.items():
    # After "they" and "which" stands a verb; after "them", "there" or "one" nothing certain.
    _CONTEXT[_word] = {"W": "w", "S": "s", "O": "o"}.get(_tag, _tag)
for _word in "they we i you he she who which".split():
    _CONTEXT[_word] = "U"
for _word in "that one ones there it them him us me none others something".split():
    _CONTEXT[_word] = "s"
for _word in "very more most highly less so too extremely".split():
    _CONTEXT[_word] = "R+"
# "This occurs", "some die": determiners that are pronouns as well.
_CONTEXT["this"] = "D1"
for _word in "these those many most some all both few".split():
    _CONTEXT[_word] = "D+"
_CLOSING = frozenset(("P", "B", "M", ".", "C", "w", "H", "s", "U", "T", "o"))


def _evidence(before: str, after: str, plural: bool) -> tuple[int, int]:
    """Which count (verb, noun, adjective, modifier) this company speaks for, and how much; (-1, 0) for none."""
    if before in ("M", "U"):
        return (0, 2)
    if before == "T":
        return (0, 2) if after in ("D", "D+", "D1") else (0, 1)
    if before in ("X", "o"):
        return (0, 1)
    if before == "-" and after in ("D", "D1"):
        return (0, 2)
    if before == "R+":
        return (2, 2) if after != "-" else (2, 1)
    if (before == "D1" and plural) or (before == "D+" and not plural):
        return (0, 1) if before == "D1" and after in _CLOSING else (-1, 0)
    if before in ("D", "P", "D+", "D1"):
        return (1, 2) if after in _CLOSING else (3, 2) if after == "-" else (-1, 0)
    if before == "B" and after in ("P", ".", "C", "T"):
        return (2, 2)
    return (-1, 0)


@lru_cache(maxsize=50_000)
def _prior(lower: str) -> tuple[float, float, float]:
    """Noun, verb, adjective shares of a word by list and ending alone."""
    if lower in _ADJECTIVES or _is_compared(lower):
        return (0.08, 0.02, 0.9)
    if lower in _NOUNS or lower.removesuffix("s") in _NOUNS:
        return (0.93, 0.02, 0.05)
    for form in base_forms(lower):
        if form in _BOTH:
            return (0.5, 0.45, 0.05)
        if form in _VERBS:
            return (0.06, 0.92, 0.02)
    if lower in _PAST or lower in _PAST_OR_PARTICIPLE:
        return (0.03, 0.95, 0.02)
    for ending, weights in _ENDINGS:
        if lower.endswith(ending) and len(lower) > len(ending) + 2:
            return weights
    return (0.86, 0.06, 0.08)


_ABBREVIATIONS = frozenset("e.g i.e etc vs cf al dr mr mrs ms st no fig approx spp sp".split())


def _is_compared(lower: str) -> bool:
    """Whether the word is a comparative or superlative of a listed adjective: denser, largest, bigger, earlier."""
    cut = lower[:-2] if lower.endswith("er") else lower[:-3] if lower.endswith("est") else ""
    if len(cut) < 3:
        return False
    forms = (cut, cut + "e", cut[:-1], cut[:-1] + "y" if cut.endswith("i") else cut)
    return any(
        form in _ADJECTIVES or form in ("tight", "smart", "tall", "rich", "poor", "bright", "dark", "quick")
        for form in forms
    )


_MARKS = frozenset(',;:()[]—–“”"?!.')


def _marks_and_words(text: str) -> list[tuple[str, str, int, int]]:
    """Words and marks of punctuation in order, with their spans."""
    found: list[tuple[str, str, int, int]] = []
    at = 0
    for token in tokens(text):
        _marks(text, at, token.start, found)
        found.append((token.text, token.lower.replace("’", "'"), token.start, token.end))
        at = token.end
    _marks(text, at, len(text), found)
    return found


def _marks(text: str, start: int, end: int, found: list[tuple[str, str, int, int]]) -> None:
    for place in range(start, end):
        mark = text[place]
        if mark in _MARKS and not (mark == "." and _inner_stop(text, place, found)):
            kind = "—" if mark in "–—" else mark
            found.append((mark, kind, place, place + 1))


def _inner_stop(text: str, place: int, found: list[tuple[str, str, int, int]]) -> bool:
    """Whether a full stop ends an initial or an abbreviation inside the sentence."""
    rest = text[place + 1 : place + 4].lstrip()
    if not rest:
        return False
    return not rest[0].isupper() or (bool(found) and (len(found[-1][0]) == 1 or found[-1][1] in _ABBREVIATIONS))


def _options(one: tuple[str, str, int, int], index: int, classes: WordClasses) -> tuple[tuple[str, float], ...]:
    """The classes that a token may have, each with the log of its share."""
    text, lower, _, _ = one
    if text in _MARKS:
        return ((lower, 0.0),)
    known = TAGS.get(lower)
    if known:
        return ((known, 0.0),) if lower != "like" else (("P", 0.0), ("V", -3.0))
    if text == "s":  # what is left of a possessive after an initial
        return (("R", 0.0),)
    if lower[0].isdigit() and not any(letter.isalpha() for letter in lower):
        return (("#", 0.0),)
    if is_adverb(lower):
        return (("R", 0.0),)
    # Symbols and names: T, DNA, SARS-CoV-2, E. coli; a capital inside the sentence is a name.
    if len(text) == 1 or any(letter.isupper() for letter in text[1:]) or (index and text[0].isupper()):
        return (("N", 0.0), ("J", -1.5)) if text[0].isupper() and lower.endswith(("an", "ic", "ese")) else (("N", 0.0),)
    return _open_options(lower, classes)


def _open_options(lower: str, classes: WordClasses) -> tuple[tuple[str, float], ...]:
    noun, verb, adjective = classes.shares(lower)
    if lower in _PARTICIPLE:
        return (("E", 0.0),)
    if lower in _PAST:
        return (("V", 0.0),)
    if lower == "left":
        return (("V", -0.5), ("E", -0.5), ("J", -0.5))
    if lower in _PAST_OR_PARTICIPLE:
        return (("V", -0.5), ("E", -0.5), ("N", log(noun))) if noun > 0.1 else (("V", -0.5), ("E", -0.5))
    if lower.endswith("ed") and len(lower) > 3 and lower not in _NOT_PARTICIPLES:
        if "-" in lower:
            return (("J", 0.0),)
        return (("V", -0.7), ("E", -0.5))
    if lower.endswith("ing") and len(lower) > 4 and lower not in _NOT_GERUNDS:
        if "-" in lower:
            return (("J", -0.4), ("N", -1.0))
        return (("G", -0.3), ("N", log(0.02 + noun * (1 - verb))), ("J", -2.0))
    found = []
    if noun > 0.02:
        found.append(("N", log(noun)))
    if verb > 0.02:
        found.append(("V", log(verb)))
    if adjective > 0.02:
        found.append(("J", log(adjective)))
    return tuple(found)


# How well class b follows class a, as a log score; a pair that is not named costs nothing. Hand-set.
_FOLLOWS: dict[str, dict[str, float]] = {
    "D": {"N": 0.0, "J": -0.2, "E": -1.2, "G": -1.5, "V": -7.0},
    "D+": {"N": 0.0, "J": -0.2, "E": -1.2, "G": -1.5, "V": -3.5},
    "J": {"N": 0.0, "J": -1.0, "V": -4.5, "E": -2.0, "G": -2.0, "D": -2.0, "U": -2.0},
    "P": {"N": 0.0, "J": -0.3, "G": -0.4, "E": -1.8, "V": -7.0},
    "N": {"N": -1.0, "V": -0.9, "J": -3.0, "E": -1.3, "G": -1.2, "D": -3.0, "#": -0.3, "U": -3.0},
    "V": {"N": -0.6, "J": -0.7, "V": -4.5, "E": -2.5, "G": -1.2, "B": -4.0, "M": -4.0, "H": -4.0, "O": -4.0},
    "M": {"V": 0.0, "N": -7.0, "J": -7.0, "E": -7.0, "G": -7.0},
    "T": {"V": 0.0, "N": -1.8, "J": -2.0, "G": -1.5, "E": -3.0},
    "B": {"E": 0.0, "G": -0.3, "J": -0.2, "N": -1.2, "V": -8.0},
    "H": {"E": 0.0, "N": -1.2, "J": -0.8, "G": -2.0, "V": -6.0},
    "O": {"V": 0.0, "N": -2.5, "J": -3.0, "E": -5.0, "G": -4.0},
    "U": {"V": 0.0, "N": -4.5, "J": -2.5, "E": -1.8, "G": -1.5},
    "W": {"V": 0.0, "N": -1.0, "J": -1.0, "E": -2.5, "G": -2.0},
    "X": {"V": -0.2, "E": -0.3, "J": -0.3, "N": -1.5, "G": -0.5},
    "C": {"V": -0.9, "N": -0.3, "J": -0.6, "E": -1.0, "G": -0.8},
    "S": {"N": 0.0, "J": -0.4, "G": -1.0, "E": -1.0, "V": -4.5},
    "R": {"V": -0.3, "J": -0.3, "E": -0.2, "G": -0.8, "N": -1.6},
    "#": {"N": 0.0, "J": -0.4, "V": -3.0, "E": -2.0, "G": -2.0},
    "E": {"P": 0.0, "N": -0.8, "J": -1.2, "V": -5.0, "E": -3.0, "G": -2.0, "D": -3.5, "U": -3.0},
    "G": {"N": -0.3, "J": -0.5, "V": -2.5, "E": -2.5, "G": -2.5},
    ",": {"N": -0.3, "J": -0.5, "V": -1.8, "E": -1.0, "G": -0.7},
    "^": {"N": 0.0, "J": -0.4, "V": -4.0, "E": -1.5, "G": -0.8},
}
_NOTHING: dict[str, float] = {}
# The log of a share of about a sixth: a word that is a verb less often is not made one for want of verbs.
_RARELY = -1.8


def _best_path(options: list[tuple[tuple[str, float], ...]], verb_bonus: float) -> list[str]:
    if not options:
        return []
    scores: list[tuple[float, str]] = [(0.0, "^")]
    back: list[list[int]] = []
    for choices in options:
        row: list[tuple[float, str]] = []
        came: list[int] = []
        for tag, score in choices:
            if tag == "V" and score > _RARELY:
                score += verb_bonus
            best, origin = -1e18, 0
            for place, (before, last) in enumerate(scores):
                value = before + _FOLLOWS.get(last, _NOTHING).get(tag, 0.0)
                if value > best:
                    best, origin = value, place
            row.append((best + score, tag))
            came.append(origin)
        scores = row
        back.append(came)
    place = max(range(len(scores)), key=lambda one: scores[one][0])
    tags: list[str] = []
    for index in range(len(options) - 1, -1, -1):
        tags.append(options[index][place][0])
        place = back[index][place]
    tags.reverse()
    return tags
