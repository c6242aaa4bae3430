"""British spellings and their American ones. The stemmer would give the two different stems, so a word is spelt the
American way before it is stemmed.

Rules with exceptions, not a list of words: what Americans write so too is left ("promise", "contour", "archaea"), and
so are the Latin names of species ("Haemophilus", "faecalis").
"""

from __future__ import annotations

import re
from functools import lru_cache

LONGEST = 45  # letters, as the longest word in the dictionaries has: what is longer is no word


@lru_cache(maxsize=50_000)
def american(word: str) -> str:
    """The American spelling of a lower-case word; every word that has no other is given back unchanged. Linear in its
    length; longer than the word by one letter at most ("haem", "skilful")."""
    if len(word) > LONGEST or not _MARKS.search(word):
        return word
    spelt = _with_z(word)
    for mark, pattern, piece in _RULES:
        if mark in spelt:
            spelt = pattern.sub(piece, spelt)
    return spelt if spelt == word else american(spelt)  # "colourise" wants two rules


def _with_z(word: str) -> str:
    """-ise, and what is made of it, with z; not where the s is of the word itself ("promise", "exercise")."""
    found = _ISE.fullmatch(word)
    return word if found is None or _OWN_S.search(found[1]) else f"{found[1]}iz{found[2]}"


_ISE = re.compile(r"([a-z]{3,})is(e[ds]?|ers?|ements?|ing|ations?|ational(?:ly)?|abl[ey]|abilit(?:y|ies))")
# What stands before that "is": "raise", "likewise", "despise", "comprise", "franchise", "exercise" (not "publicise"),
# "revise" (not "relativise"), "promise", "merchandise", "advertise", "sunrise"; in the last lines names and nouns
# in -is.
_OWN_S = re.compile(
    r"(?:[aeoupw]|pr|anch|(?<!i)(?<!tra)c|(?<!ti)v|(?:pro|pre|sur)m|^(?:de|che|re|ca)m|merchand|parad"
    r"|(?:adver|exper|prac|chas)t|treat|^mort|^(?:sun|moon|up|out|high)r|^(?:cer|val|den|ass)"
    r"|[lr]opol|glott|^(?:trell|pen|clitor|cannab|mant|portcull|lor|orch|tenn|chrysal|epiderm|clemat|harr|morr|ell|curt))$"
)

# What a word needs for the rule, a pattern, and what is put there.
_RULES = tuple(
    (mark, re.compile(pattern), piece)
    for mark, pattern, piece in (
        # analyse, not lyse; "analyses" are of an analysis
        ("lys", r"([a-z]{3}l)ys(?=(?:e[dr]?|ers|ing|able)$)", r"\1yz"),
        # behaviour, discolour, favourite; not contour, glamour, Barbour
        (
            "our",
            r"(arm|behavi|cand|clam|col|demean|enam|endeav|fav|ferv|flav|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum"
            r"|savi?|splend|succ|tum|val|vap|vig|^arb|^ard|^dol)our",
            r"\1or",
        ),
        # kilometre, centred, fibreglass; not acre, genre, Louvre
        (
            "re",
            r"(cent|fib|lit|met|theat|tit|^calib|^(?:lack)?lust|^spect|^sab|^somb|^meag|^mit|^nit|^och|^scept|^sepulch|^goit"
            r"|^saltpet|^reconnoit)r(?:e(?=s?$|(?:glass|optic|board|piece|fold|line|goer)s?$)|(?=ed$))",
            r"\1er",
        ),
        ("centring", r"^centring", "centering"),
        ("oeuvr", r"^manoeuvr(?:e(?=s?$))?", "maneuver"),
        # haemoglobin, leukaemia, anaesthetic; not Haemophilus, aesthetic
        ("haem", r"haem(?=[aio])(?!ophilus|onchus|aphysal|atobi|atococc|anthus)", "hem"),
        ("haem", r"^haem(?=s?$)", "heme"),
        ("aemi", r"aem(?=i[ac])", "em"),
        ("leukaem", r"leukaem", "leukem"),
        ("aesthe", r"(an|syn|kin|dys|par|hyper|hypo)aesthe", r"\1esthe"),
        ("paed", r"paed(?!eu)", "ped"),
        ("palae", r"^palae", "pale"),
        ("aetiol", r"^aetiol", "etiol"),
        ("aestiv", r"^aestiv", "estiv"),
        ("gynaec", r"gynaeco", "gyneco"),
        ("aev", r"(med|pr)i(m?)aev", r"\1i\2ev"),
        ("faec", r"^(de)?faec(?=es$|al$|ally$|at)", r"\1fec"),
        ("caec", r"caec(?=um$|al$|a$)", "cec"),
        ("caes", r"^caesium", "cesium"),
        ("laevo", r"^laevo", "levo"),
        ("aero", r"^aero(?=plane|foil)", "air"),
        # oestrogen, gastrooesophageal, diarrhoea; not phytoestrogen, gastroesophageal, gonorrhoeae
        ("oestr", r"^(an|anti|di|met)?oestr", r"\1estr"),
        ("oesoph", r"(^|o)oesoph", r"\1esoph"),
        ("oedem", r"^(lymph|myx|papill)?oedem", r"\1edem"),
        ("foet", r"^foet", "fet"),
        ("homoeo", r"^homoeo", "homeo"),
        ("coelia", r"^coeliac", "celiac"),
        ("oe", r"(rrh|pn)oe(?=a(?!e)|ic)", r"\1e"),
        ("leuco", r"^leuco(?=cyt|pen|trien)", "leuko"),
        ("sulph", r"sulph", "sulf"),
        ("mould", r"mould", "mold"),
        ("moult", r"^moult(?=s?$|ed$|ing$)", "molt"),
        ("plough", r"plough", "plow"),
        ("gramme", r"gramme(?=s?$)", "gram"),
        ("logu", r"(ana|homo|ortho|para|cata|dia)logu(?:e(?=s?$)|(?=ed$|ing$))", r"\1log"),
        ("ence", r"(def|off|pret|^lic)ence", r"\1ense"),
        ("practis", r"^practis(?=e|ing)", "practic"),
        ("artefact", r"artefact", "artifact"),
        ("sceptic", r"^(euro)?sceptic", r"\1skeptic"),
        ("dgement", r"dgement", "dgment"),
        ("neurone", r"neurone(?=s?$)", "neuron"),
        ("ageing", r"^(anti|photo)?ageing$", r"\1aging"),
        ("aluminium", r"^aluminium", "aluminum"),
        ("grey", r"^grey(?=(?:s|ish|ed|ing|er|est|ness|scale)?$)", "gray"),
        ("skilful", r"^skilful", "skillful"),
        ("lment", r"^(fulfi|enro|insta)lment", r"\1llment"),
        ("ll", r"^(tranquil|marvel|wool|counsel)l(?=i[sz]|ous|en|or)", r"\1"),
        ("jewellery", r"^jewellery$", "jewelry"),
        # labelled, unravelling, traveller; not calling, controlled
        (
            "ll",
            r"^((?:re|un|mis|pre|over)?(?:barrel|bevel|cancel|channel|chisel|counsel|devil|dial|duel|enamel|equal|fuel|funnel"
            r"|gravel|grovel|initial|jewel|label|level|libel|marshal|marvel|medal|model|panel|parcel|pedal|pencil|quarrel|ravel"
            r"|revel|rival|shovel|signal|spiral|stencil|swivel|symbol|total|towel|trammel|travel|trial|tunnel|yodel))"
            r"l(?=ed$|ings?$|ers?$)",
            r"\1",
        ),
    )
)
# Most words need no rule.
_MARKS = re.compile("|".join({"is[aei]", *(mark for mark, _, _ in _RULES)}))
