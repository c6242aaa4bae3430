"""When two entity names mean the same by rule alone: keys and vetoes. No model, no stemmer, no state.

``name_key`` folds what never changes the meaning (accents, case, hyphens, articles, possessives, plurals) and keeps what
does (numbers, single letters, charges, ``+`` and ``#``, acronyms that would read as a word). ``veto`` says why two names must not be
merged, whoever proposes it. What is merged, and from which evidence, is the business of ``triplets``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# Words too common to say what a name is about.
_FUNCTION_WORDS = frozenset(
    """a an the this that these those of in on at by to from into with without and or but nor for as is are was were be
    been being do does did has have had can could may might must shall should will would not no it its their there what
    which who whom whose when where why how than then if between among via per any some more most such other about over
    under during""".split()
)

# Lower-case words whose capitals name something else (US and us, WHO and who): these acronyms keep their capitals.
_WORDS_IN_CAPITALS = frozenset(
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
_NO_PLURAL = frozenset(
    """mars sars mers aids gps lens series species rabies scabies caries facies aries means news bias alias atlas canvas pancreas
    psoas texas kansas arkansas dallas douglas vegas honduras bahamas christmas thomas lucas nicolas andreas aeneas elias
    matthias chaos cosmos pathos ethos logos asbestos lagos laos carlos rhinoceros kudos eros helios thermos mathematics
    physics genetics statistics dynamics mechanics economics linguistics ethics politics electronics robotics genomics
    proteomics kinetics optics acoustics diabetes herpes always perhaps adams williams roberts edwards stevens richards
    peters phillips daniels james jones davis harris hughes evans rogers collins hopkins jenkins perkins watts hawkins
    dawkins higgs stokes charles hermes wales naples athens brussels los does has was this gas yes plus versus""".split()
)
_PLURALS = {
    "analyses": "analysis", "antennae": "antenna", "appendices": "appendix", "axes": "axis", "bacteria": "bacterium",
    "bronchi": "bronchus", "campuses": "campus", "censuses": "census", "children": "child", "cilia": "cilium",
    "corpora": "corpus", "cortices": "cortex", "crises": "crisis", "criteria": "criterion", "data": "datum",
    "diagnoses": "diagnosis", "prognoses": "prognosis", "feet": "foot", "fetuses": "fetus", "flagella": "flagellum",
    "foci": "focus", "formulae": "formula", "formulas": "formula", "fungi": "fungus", "genera": "genus", "halves": "half",
    "helices": "helix", "indices": "index", "indexes": "index", "larvae": "larva", "algae": "alga", "leaves": "leaf",
    "lenses": "lens", "lives": "life", "loci": "locus", "matrices": "matrix", "media": "medium", "men": "man",
    "metastases": "metastasis", "mice": "mouse", "mitochondria": "mitochondrion", "nebulae": "nebula", "nuclei": "nucleus",
    "nucleoli": "nucleolus", "ova": "ovum", "people": "person", "phenomena": "phenomenon", "protozoa": "protozoan",
    "quanta": "quantum", "radii": "radius", "septa": "septum", "sera": "serum", "sinuses": "sinus", "spectra": "spectrum",
    "stimuli": "stimulus", "strata": "stratum", "supernovae": "supernova", "teeth": "tooth", "testes": "testis",
    "vertebrae": "vertebra", "vertices": "vertex", "vortices": "vortex", "wolves": "wolf", "women": "woman",
    "alveoli": "alveolus", "neuroses": "neurosis", "psychoses": "psychosis", "symbioses": "symbiosis",
    "metamorphoses": "metamorphosis", "potatoes": "potato", "tomatoes": "tomato", "heroes": "hero", "echoes": "echo",
    "mosquitoes": "mosquito", "volcanoes": "volcano", "dioceses": "diocese", "gases": "gas", "buses": "bus",
}  # fmt: skip

_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρςστυφχψω",
        """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi
        chi psi omega""".split(),
        strict=True,
    )
)
_ROMAN = {
    numeral: str(number)
    for number, numeral in enumerate(
        "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(), start=1
    )
}

# Prefixes that turn a word into another thing; two of one row are opposites, and each differs from the bare word.
_PREFIX_ROWS = tuple(
    tuple(row.split())
    for row in (
        "hyper hypo normo", "pre post peri", "intra inter extra trans", "endo exo ecto", "macro micro nano meso",
        "homo hetero auto allo", "mono bi di tri tetra poly oligo multi uni", "over under", "up down", "super sub supra",
        "pro anti", "ante post", "cis trans", "ortho meta para", "eu pro", "photo chemo", "hydro litho", "brady tachy",
        "ana cata", "in ex", "max min", "iso aniso", "leuko erythro", "a eu", "co counter", "mega pico",
    )
)  # fmt: skip
_NEGATIONS = ("un", "non", "in", "im", "ir", "il", "dis", "de", "a", "an", "mis", "pseudo", "semi", "quasi", "contra", "neo", "proto", "ultra")  # fmt: skip
_PREFIXES = tuple(sorted({one for row in _PREFIX_ROWS for one in row} | set(_NEGATIONS)))
# Written apart, with a hyphen or as one word, these prefixes make the same word.
_JOINED = frozenset(
    """non anti hyper hypo pre post intra inter extra endo exo macro micro nano multi sub super semi pseudo quasi mono poly
    oligo neo ultra un""".split()
)
_OPPOSITES = tuple(
    frozenset(row.split())
    for row in (
        "left right", "upper lower middle", "high low", "male female", "positive negative neutral", "vivo vitro silico",
        "early late", "primary secondary tertiary quaternary", "anterior posterior", "dorsal ventral", "proximal distal",
        "internal external", "inner outer", "major minor", "maximum minimum", "maximal minimal", "acute chronic",
        "benign malignant", "afferent efferent", "systolic diastolic", "increase decrease", "increased decreased",
        "gain loss", "donor acceptor", "agonist antagonist", "oxidation reduction", "anode cathode", "north south east west",
        "northern southern eastern western", "first second third fourth fifth", "old new", "young old", "father mother",
        "maternal paternal", "parent child", "input output", "encoder decoder", "supply demand", "import export",
        "activator inhibitor repressor", "activation inhibition", "aerobic anaerobic", "active passive", "short long",
        "fast slow", "strong weak", "large small", "hot cold", "wet dry", "public private", "local global", "open closed",
        "single double triple", "direct indirect", "linear quadratic cubic", "sensitivity specificity", "precision recall",
        "supervised unsupervised", "prokaryote eukaryote", "prokaryotic eukaryotic", "day night", "winter summer",
        "deductive inductive", "sender receiver", "predator prey", "buyer seller", "light heavy", "top bottom",
    )
)  # fmt: skip

_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff©®™℠]")
_APOSTROPHE = re.compile("[’‘ʼ´`]")
_POWER = re.compile(r"(?<=\d)(?=[⁰¹²³⁴-⁹⁻])")
_MARKS = re.compile(r"[\u0300-\u036f]+")
_LIGATURES = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i"}
)
_DOTTED = re.compile(r"(?<!\w)(?:[A-Z]\.)+[A-Z](?!\w)\.?")
_PRIME = re.compile(r"(?<=\d)'")
_TYPESET_HYPHEN = re.compile(r"(?<=\w)−(?=\w)")
_CHARGE = re.compile(r"(?<=[^\W_])[-−](?![\w(])|(?<![\w)])[-−](?=\d)")
_LONE_GREEK = re.compile(r"(?<![\u0370-\u03ff])[α-ω](?![\u0370-\u03ff])")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[^\w\s]")
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")
_KEPT_PUNCTUATION = frozenset("#%*@/′″‰")


@lru_cache(maxsize=30_000)
def name_key(name: str) -> str:
    """The normalisation key of a name: names with one key are one entity. Linear in the length of the name.

    A key is words separated by single spaces; it is empty only for a name without any visible character. It is not a name:
    do not make a key of a key.
    """
    raw: list[str] = [token for token in _TOKEN.findall(_fold(_without_gloss(name.strip()))) if _is_kept(token)]
    if len(raw) > 1 and raw[0] in {"a", "an", "An", "the", "The", "THE"}:
        raw = raw[1:]
    if len(raw) == 1 and len(raw[0]) == 1:  # K is no k; a lone letter has nothing else to tell it apart
        return raw[0]
    shouted = _is_shouted(raw)
    words = [_word(token, shouted, _is_head(raw, place)) for place, token in enumerate(raw)]
    return " ".join(_join_prefixes(words)) or " ".join(name.split())


def veto(a: str, b: str) -> str:
    """Why these two names must not be merged by a machine, or an empty string. Symmetric.

    Different numbers, roman numerals, Greek or single letters, signs, or opposite words or prefixes. An acronym is held
    against a long form more mildly: its letters and numbers must not contradict it.
    """
    if name_key(a) == name_key(b):
        return ""
    first, second = sorted((_profile(a), _profile(b)), key=lambda one: (not one.short, one.marks, sorted(one.words)))
    if first.short and not second.short:
        return _acronym_veto(first, second)
    if first.marks != second.marks:
        return f"different numbers, letters or signs: {' '.join(first.marks) or 'none'} / {' '.join(second.marks) or 'none'}"
    return _opposite(first.words - second.words, second.words - first.words)


def content_words(text: str) -> frozenset[str]:
    """The words of a name's or a question's key that say what it is about; may be empty."""
    return frozenset(
        word
        for token in name_key(text).split()
        if (word := _singular(token)) not in _FUNCTION_WORDS and word[0].isalnum()
    )


@dataclass(frozen=True, slots=True)
class _Profile:
    """What vetoes compare: marks in order, the other words, and whether the name looks like an acronym."""

    marks: tuple[str, ...]
    words: frozenset[str]
    short: bool
    letters: str


def _without_gloss(name: str) -> str:
    """Drop a closing acronym that repeats the name: "polymerase chain reaction (PCR)" is the name before it."""
    if not name.endswith(")"):
        return name
    head, _, gloss = name[:-1].rpartition("(")
    if not head.strip() or not 2 <= len(gloss) <= 12 or ")" in gloss:
        return name
    letters = gloss.removesuffix("s").casefold()
    words = re.findall(r"[^\W_]+", head.casefold())
    initials = ("".join(word[0] for word in words), "".join(word[0] for word in words if word not in _FUNCTION_WORDS))
    return head.strip() if letters in initials else name


def _fold(name: str) -> str:
    """Compatibility forms, accents of Latin and Greek words, dashes and Greek letters brought to one spelling."""
    text = _POWER.sub("^", _APOSTROPHE.sub("'", _INVISIBLE.sub("", name)))  # 10⁵ is not 105
    text = _MARKS.sub(_drop_marks, unicodedata.normalize("NFKD", text)).translate(_LIGATURES)
    text = _DOTTED.sub(lambda match: match.group().replace(".", ""), text)
    text = _CHARGE.sub("−", _TYPESET_HYPHEN.sub(" ", _PRIME.sub("′", text)))
    return _LONE_GREEK.sub(lambda match: f" {_GREEK[match.group()]} ", text.replace("&", " and "))


def _drop_marks(match: re.Match[str]) -> str:
    text, start, end = match.string, match.start(), match.end()
    base = text[start - 1 : start]
    if not (base.isascii() and base.isalpha()) and not "\u0370" <= base <= "\u03ff":
        return match.group()  # й, が and their like are letters of their own
    alone = not text[max(start - 2, 0) : start - 1].isalpha() and not text[end : end + 1].isalpha()
    return match.group() if alone else ""  # x̄ is not x


def _is_kept(token: str) -> bool:
    return token[0].isalnum() or token in _KEPT_PUNCTUATION or unicodedata.category(token)[0] in "SM"


def _is_shouted(tokens: list[str]) -> bool:
    """Whether the whole name is in capitals, as headings are, so that capitals say nothing."""
    words = [token for token in tokens if token[0].isalpha()]
    return len(words) > 1 and all(word.isupper() for word in words) and any(len(word) > 5 for word in words)


def _is_head(tokens: list[str], place: int) -> bool:
    """Only the last word, and a word before "of", can carry the plural of the whole name."""
    return place == len(tokens) - 1 or tokens[place + 1] == "of"


def _word(token: str, shouted: bool, head: bool) -> str:
    if not token[0].isalpha():
        return _THOUSANDS.sub("", token)
    if len(token) == 1:
        return token if "Α" <= token <= "Ω" else token.casefold()  # Δ is not δ
    if token[-1] == "s" and token[-2].isupper():  # LLMs, mRNAs
        token = token[:-1]
        return token if token.casefold() in _WORDS_IN_CAPITALS and len(token) > 1 else token.casefold()
    if token.isupper() and not shouted:
        return token if token.casefold() in _WORDS_IN_CAPITALS else token.casefold()
    word = token.casefold().removesuffix("'s")
    return _singular(word) if head else word


def _singular(word: str) -> str:
    """The singular of an English noun as far as its ending tells safely; other words come back unchanged."""
    if word in _PLURALS:
        return _PLURALS[word]
    if len(word) < 4 or word[-1] != "s" or word in _NO_PLURAL or word[-2] in "sui" or not word.isalpha():
        return word
    if word.endswith("viruses"):
        return word[:-2]
    if word.endswith(("yses", "eses")) and len(word) > 5:
        return word[:-2] + "is"
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


def _join_prefixes(words: list[str]) -> list[str]:
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] in _JOINED and word.isalpha() and len(word) > 2:
            joined[-1] += word
        else:
            joined.append(word)
    return joined


@lru_cache(maxsize=30_000)
def _profile(name: str) -> _Profile:
    tokens = name_key(name).split()
    marks = tuple(_ROMAN.get(token.casefold(), token) for token in tokens if _is_mark(token))
    words = frozenset(token for token in tokens if not _is_mark(token))
    short = len(name.split()) == 1 and sum(letter.isupper() for letter in name) >= 2
    return _Profile(marks, words, short, "".join(one for one in name.casefold() if one.isalpha()))


def _is_mark(token: str) -> bool:
    return len(token) == 1 or not token.isalpha() or token.casefold() in _ROMAN or token in _GREEK_NAMES


_GREEK_NAMES = frozenset(_GREEK.values())


def _acronym_veto(short: _Profile, long: _Profile) -> str:
    """An acronym against a long form: HBV is not "hepatitis C virus", VEGFR-1 is not "... receptor 2"."""
    for mark in long.marks:
        if len(mark) == 1 and mark.isalpha() and mark.casefold() not in short.letters:
            return f"the letter {mark} is not in the acronym"
    ours = [mark for mark in short.marks if mark[0].isdigit()]
    theirs = [mark for mark in long.marks if mark[0].isdigit() and mark not in _ROMAN.values()]
    theirs_all = [mark for mark in long.marks if mark[0].isdigit()]
    if not theirs_all or (not ours and not theirs):
        return ""  # CO2 may be "carbon dioxide", and a roman numeral may be one of the acronym's letters
    if len(ours) != len(theirs_all) or any(
        not one.endswith(other) and not other.endswith(one) for one, other in zip(ours, theirs_all, strict=True)
    ):
        return f"different numbers: {' '.join(ours) or 'none'} / {' '.join(theirs_all)}"
    return ""


def _opposite(only_a: frozenset[str], only_b: frozenset[str]) -> str:
    for row in _OPPOSITES:
        if (x := sorted(row & only_a)) and (y := sorted(row & only_b)):
            return f"opposites: {x[0]} / {y[0]}"
    for mine, others in ((only_a, only_b), (only_b, only_a)):
        for word in sorted(mine):
            for rivals in _rivals(word):
                if found := sorted(rivals & others):
                    return f"opposites: {' / '.join(sorted((word, found[0])))}"
    return ""


@lru_cache(maxsize=30_000)
def _rivals(word: str) -> tuple[frozenset[str], ...]:
    """For each prefix that a word may begin with, the words that mean its opposite then."""
    found = []
    for prefix in _PREFIXES:
        stem = word[len(prefix) :]
        if word.startswith(prefix) and len(stem) >= 3:
            rivals = {other + stem for row in _PREFIX_ROWS if prefix in row for other in row if other != prefix}
            bare = {stem} if len(stem) > 3 else set()  # "in" + "put" is not the opposite of "put"
            found.append(frozenset(rivals | bare))
    return tuple(found)
