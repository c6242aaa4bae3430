"""British spellings, and the American ones of the same words: a word is one however it is spelt ("fertilisation",
"haemoglobin", "behaviour")."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=50_000)
def american(word: str) -> str:
    """The American spelling of a lower-case word; any other word as it is."""
    if _MARKS.search(word) is None:
        return word
    plain = _DIGRAPH.sub("e", _OUR.sub(r"\1or", word).replace("sulph", "sulf"))
    plain = _BEGINNING.sub(lambda match: _BEGINNINGS[match[0]], plain)
    if (found := _IZE.fullmatch(plain)) and _is_verb(found[1], found[2]):
        return f"{found[1]}iz{found[2]}"
    for pattern, made in _ENDINGS:
        if found := pattern.fullmatch(plain):
            return found.expand(made)
    return plain


def _is_verb(base: str, ending: str) -> bool:
    """Whether what ends in this behind -is is of a verb in -ize."""
    return _NO_Z.fullmatch(base) is None and not (ending == "es" and _PLURAL.fullmatch(base))


_IZE = re.compile(r"([a-z]{3,})is(e|ed|er|ers|ing|able|es|ations?|ational|ationally)")
# What stands before the -ise of words that nobody spells with a z; so does what ends in a vowel or a w.
_NO_Z = re.compile(
    r"(?:un|dis|re|im|in|up|sun|moon|high)?(?:.*[aouw]|.*comprom|.*superv|r|pr|absc|adv|advert|appr|catech|cer|chast|chem|circumc"
    r"|compr|conc|dem|desp|dev|(?:en)?franch|enterpr|exc|exerc|exorc|expert|improv|prec|inc|merchand|mort|parad|pract|prem|prom"
    r"|repr|rev|surm|surpr|telev|treat|trell|val|verdigr)"
)
_PLURAL = re.compile(  # before -ises: "irises"
    "(?:metr|necr|megal|acr)opol|amaryll|cannab|chrysal|clemat|clitor|epiderm|(?:epi)?glott|ir|mant|pelv|pen|portcull|probosc"
)
_OUR = re.compile(
    r"^((?:un|dis|mis|anti|mal|multi|tri|water)?(?:arb|ard|arm|behavi|cand|clam|col|endeav|fav|ferv|flav|harb|hon|hum|lab|neighb"
    r"|od|parl|ranc|rig|rum|sav|succ|splend|tum|val|vap|vig))our"
)
_DIGRAPH = re.compile(  # "algae" and "amoeba" have theirs on both sides of the ocean
    r"ae(?:(?<=hae)(?=m)|(?<=anae)(?=m|sth)|(?<=isch..)(?=m)|(?<=[bcdghklprstux]ae)(?=mi[ac])|(?<=leukae)(?=m)|(?<=gynae)(?=c)"
    r"|(?<=fae)(?=c)|(?<=cae)(?=c[ua]|sar[ei]|si)|(?<=pae)(?=di)|(?<=palae)(?=o)|(?<=encyclopae)(?=d)|(?<=^ae)(?=tiol))"
    r"|oe(?:(?<=^oe)(?=de|s[ot])|(?<=foe)(?=t)|(?<=rhoe)(?=a|ic)|(?<=manoe)(?=uv)|(?<=homoe)(?=o)|(?<=pnoe)(?=a))"
)
_BEGINNINGS = dict(
    pair.split(":")
    for pair in """ageing:aging aluminium:aluminum analogue:analog artefact:artifact catalogue:catalog defence:defense
    grey:gray homologue:homolog judgement:judgment licence:license mould:mold moult:molt neurone:neuron offence:offense
    plough:plow practise:practice practising:practicing pretence:pretense programme:program sceptic:skeptic""".split()
)
_BEGINNING = re.compile("^(?:" + "|".join(_BEGINNINGS) + r")(?:(?<!ogue)(?<!ramme)|(?=s?$))")
_ENDINGS = (
    (re.compile(r"([a-z]{2,}ly)s(e|ed|er|ers|ing)"), r"\1z\2"),  # "analyses" are mostly of a noun
    (
        re.compile(r"((?:[a-z]*(?:met|lit)|calib|(?:epi)?cent|fib|lust|maneuv|meag|nit|sab|somb|spect|theat))re(s?)"),
        r"\1er\2",
    ),
    (re.compile(r"(cent|maneuv)r(ed|ing)"), r"\1er\2"),
    (
        re.compile(
            r"(cancel|channel|counsel|dial|equal|fuel|funnel|initial|label|level|marshal|model|panel|quarrel|rival|signal"
            r"|spiral|total|travel|trial|tunnel|unravel)l(ed|ings?|ers?)"
        ),
        r"\1\2",
    ),
)
_MARKS = re.compile("is[aei]|lys|our|r(?:e[sd]?|ing)$|ae|oe|ll(?:ed|ing|er)|sulph|^(?:" + "|".join(_BEGINNINGS) + ")")
