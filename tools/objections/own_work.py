"""Own work: where a paper speaks of itself.

Of sentences behind the first "we" of an abstract readers object to twice as many as of those before it: they tell of
one system as if it were the topic.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ITSELF = re.compile(
    r"\b(?:[Ww]e|[Oo]urs?(?! (?:own |local )?(?:universe|galaxy|sun|planet|solar system|milky way)\b)"
    r"|[Tt]h(?:is|e|e present) (?:paper|work|study|article|thesis|survey|tutorial|letter|review))\b"
    r"|(?:^|, )I (?!is\b|and\b|or\b|to\b)[a-z]"
    r"|\b(?:is|are) (?:proposed|presented|introduced)\b"
    r"|^It is (?:\w+ )?(?:shown|argued|concluded|demonstrated|found) that\b"
)


# What textbooks do not say of themselves: "we see", "our model" and "this work" are theirs as well.
_STUDY = re.compile(
    r"\bwe (?:(?:\w+ly|also|then|first|next|therefore|thus|have|here|further) ){0,2}(?:proposed?|present|presented|measured|tested"
    r"|investigated?|analy[sz]ed|performed|identified|compared|developed|conducted|evaluated?|report|reported|assessed|selected"
    r"|hypothesi[sz]ed?|collected|estimated|confirmed|generated|detected|focused|employ|employed|aim|aimed)\b"
    r"|\bour (?:\w+ )?(?:results?|findings?|data|datasets?|stud(?:y|ies)|analys[ei]s|methods?|approach|experiments?|framework"
    r"|hypothesis)\b"
    r"|\b(?:this|the present|the current) (?:paper|study|article|letter)\b|\bin this work,"
    r"|\bp ?[<=>≤] ?0?\.\d|\b95 ?% (?:CI|confidence)",
    re.IGNORECASE,
)


@lru_cache(maxsize=1_024)  # asked of a snippet at each step of curation
def tells_of_a_study(text: str) -> bool:
    """Whether a text tells of a study of its authors: "we measured", "our findings", "this study", p < 0.05."""
    return _STUDY.search(text) is not None


def speaks_of_itself(sentence: str) -> bool:
    """Whether a paper speaks of itself ("we", "this paper", "is proposed"): what follows is on its own work."""
    return _ITSELF.search(sentence) is not None or announces(sentence) or tells_of_trials(sentence)


def tells_of_trials(sentence: str) -> bool:
    """Whether a sentence begins with experiments or the like: those of a paper are its own, those of a textbook
    everybody's."""
    return _TRIALS.match(sentence) is not None


_TRIALS = re.compile(r"(?:the )?(?:experiments|evaluations|experimental|ablations?)\b", re.IGNORECASE)


def announces(sentence: str) -> bool:
    """Whether a paper's sentence announces what is done in it, without saying who does it: "The decay is studied by …",
    "The case of … is considered.". What is usual ("is often studied") or stands in a clause tells of the topic."""
    found = _ANNOUNCES.search(sentence)
    return found is not None and _CLAUSE.search(sentence[: found.start()]) is None


_ANNOUNCES = re.compile(
    r"\b(?:is|are) (?:(?:also|then|here|further|briefly|systematically|theoretically|numerically|analytically|experimentally) )?"
    r"(?:(?:discussed|studied|investigated|analy[sz]ed|examined|compared|presented|reviewed(?! by))\b"
    r"|(?:considered|obtained|derived|calculated|computed|found|given|proved|proven|demonstrated|outlined)\.$|applied to (?:study|investigate)\b)"
    r"|\bit is (?:also |then |further |finally )?(?:concluded|argued|emphasi[sz]ed|demonstrated|shown) (?:that|how)\b"
)
_CLAUSE = re.compile(
    r"\b(?:that|which|whom|whose|where|when|while|before|after|how|why|if|since|because|although|until|once)\b",
    re.IGNORECASE,
)


_COINED = re.compile(r"\W*\w*[A-Z]\w*-\w*[A-Z]")  # "MT-Ladder", "Spike-GAN"
_LISTED = re.compile(  # "NGC 7679", "the remnant (SNR) 1987A", "La1.95Sr0.05CuO4"
    r"(?:[\w-]+ ){0,6}\(?(?:[A-Z]{2,}\)? ?\d{3,}|[A-Z][a-z]?\d+\.\d+[A-Z])"
)
_STEP = re.compile(
    r"(?:(?!that\b|which\b|who\b)[\w/-]+\W+){1,7}?(?:is|are|was|were) (?:\w+ly |then |first |also |further )?"
    r"(?:asked|prompted|(?:pre-?)?trained|fine-?tuned|instructed|queried|fed|given|initialized|optimized|adapted|augmented)\b"
)


def shows(sentence: str) -> bool:
    """Whether a sentence tells what something "is shown to" do: in a paper mostly its own result."""
    return _SHOWS.search(sentence) is not None


_SHOWS = re.compile(r"\b(?:is|are) (?:also |then |here )?(?:shown|demonstrated|argued) to\b")


def tells_of_one_system(sentence: str) -> bool:
    """Whether a paper's sentence begins with a name that was coined for a system, or tells a step that was done to one
    ("The LLM is asked to verify …")."""
    return bool(_COINED.match(sentence) or _STEP.match(sentence))


def tells_of_one_thing(sentence: str) -> bool:
    """Whether a sentence begins with a single thing, as a catalogue lists it: "GD 362 is a white dwarf …"."""
    return _LISTED.match(sentence) is not None


def names_coined(text: str) -> frozenset[str]:
    """What a paper calls its own work: "This paper presents a novel … (CFIC) approach", "We propose Tide-Net, a …"."""
    return frozenset(one for match in _PRESENTS.finditer(text) for one in match.groups() if one)


# Two capitals at least, as no plain word has them.
COINED = r"(?=[\w-]{0,30}?[A-Z][\w-]{0,30}?[A-Z])([A-Z][\w-]{1,30})"
_PRESENTS = re.compile(
    r"\b(?:[Ww]e|(?:[Tt]his|[Tt]he|[Oo]ur) (?:paper|work|study|article))"
    r" (?:\w+ly |first |then |also |here |thus )?(?i:present|propose|introduce|develop|design|describe)(?:s|d|ed)? "
    rf"(?:(?:(?!for\b|of\b|to\b|in\b|on\b|with\b|that\b|which\b|using\b)[\w-]{{1,40}} ){{1,9}}\({COINED}\)|{COINED}(?=[,:]| \())"
)
