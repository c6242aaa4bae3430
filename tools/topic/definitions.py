"""Definitions: how well a sentence says what something is, and whom it defines.

Used for the first sentence of a page or section, and so that a page defines each name once. Nothing here weighs how
relevant a sentence is; whether it may stand on a page at all is asked of ``sentence_rules``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.language.words import capital_names, stem, tokens
from castalia.tools.topic.defined_names import BRACKETS, called, names_in
from castalia.tools.topic.defining_forms import KIND_OF_TERM, predicate_of, score_of

# Scores, on the scale of ``defining_forms``.
CALLED = 0.9  # "…, called T", "… is known as T": T is named at the end
FAIR = 1.0  # a sentence below this should not open a page
WAS_CALLED = 0.4  # by whom, a reader asks
OF_ANY = 0.2  # "The T of an object is …" speaks of any, but of no other thing's


def defines(sentence: str, topic: str, optional: frozenset[str] = frozenset()) -> float:
    """How good a definition of the topic a sentence is: 0 for none, about 1 for a fair one, 2 and more for a clear one.

    Singular and plural forms of the topic count alike, letter case does not count, and a name given in brackets or by
    "or" beside the topic is allowed ("Bone, or osseous tissue, is …"). A topic that is only the tail of a longer name
    ("Ethmoid bone is …") is not defined. ``optional`` words (as stems) do not count, if others are left: on a page on
    coral reefs "Reef restoration" is what "Coral restoration is …" defines.
    """
    wanted = _without(optional, _stems(topic))
    scores = [
        score
        for name, score in _parse(sentence)
        if _without(optional, _stems(name)) == wanted and _is_same_sort(name, topic)
    ]
    return max(scores, default=0.0) if wanted else 0.0


def _is_same_sort(name: str, topic: str) -> bool:
    """Whether words with one stem may be one name: what does something is not what is done, and doing so is neither the
    thing nor the place ("farming", "farm")."""
    is_doing = names_doing(name) == names_doing(topic)
    return _names_doer(name) == _names_doer(topic) and (is_doing or " " in topic.strip())


def names_doing(name: str) -> bool:
    """Whether a name ends like the word for a doing, "farming", as some things do ("wings")."""
    return _DOING.search(name.strip().lower()) is not None


_DOING = re.compile(r"\wings?$")


def _names_doer(name: str) -> bool:
    """Whether a name ends like the word for what does something: a depressant is no depression, though their stems are
    one."""
    return _DOER.search(name.lower()) is not None


_DOER = re.compile(r"(?:[^m]ent|ant|er|or|ist)s?$")


def _without(optional: frozenset[str], stems: tuple[str, ...]) -> tuple[str, ...]:
    """The stems but those, and the "of" that led to them; all where no other is left."""
    left = tuple(one for one in stems if one not in optional)
    return (left[:-1] if left[-1:] in _LINKS else left) or stems


_LINKS = (("of",), ("in",), ("for",))


def definition_subject(sentence: str) -> str:
    """The name that a sentence defines, as it is written there without its article; "" where it defines nothing."""
    return max(_parse(sentence), key=lambda one: one[1], default=("", 0.0))[0]


@lru_cache(maxsize=4096)
def _parse(sentence: str) -> tuple[tuple[str, float], ...]:
    """The names that a sentence may define, each with the score of the form it takes; the fullest names first."""
    text = sentence.replace("’", "'")
    if not text or text[0] in "(“\"'" or "?" in text:
        return ()
    found: list[tuple[str, float]] = []
    led = _LED_IN.match(text)
    start = led.end() if led else 0
    term = _TERM.match(text, start)
    start = term.end() if term else start
    article = _ARTICLE.match(text, start)
    begin = article.end() if article else start
    verb = _VERB.search(BRACKETS.sub(lambda one: "_" * len(one[0]), text), begin, begin + _SUBJECT_CHARACTERS)
    if verb is not None:
        subject = text[begin : verb.start()].split()
        proper = article is not None and all(word[:1].isupper() for word in subject)  # "The Nile": there is but one
        predicate = predicate_of(text, verb, term is not None)
        own = article[1].lower() if article and not proper else ""
        score = score_of(predicate, own, subject, proper) if predicate else 0.0
        for name in names_in(text[begin : verb.start()]):
            if score > 0:
                found.append((name, score))
        if article is not None and article[0].endswith("'s ") and score > 0:  # "The prisoner's dilemma is …"
            found += [(name, score) for name in names_in(text[article.end(1) + 1 : verb.start()])]
        of_any = _OF_ANY.match(text, begin, verb.start())
        if predicate and of_any is not None and article is not None and article[1].lower() == "the":
            score = score_of(predicate, "", subject, proper) - OF_ANY
            found += [(name, score) for name in names_in(of_any[1]) if score > 0]
    for match in _CALLED.finditer(text) if any(one in text for one in _NAMING) else ():
        score = CALLED - WAS_CALLED if " was " in match.group() or " were " in match.group() else CALLED
        found.extend((name, score) for name in called(text[match.end() : match.end() + _SUBJECT_CHARACTERS]))
    return tuple(found)


_SUBJECT_CHARACTERS = 110
_OF_ANY = re.compile(r"([\w’' -]{2,40}?) of (?:an?|any) [\w’' -]{2,40}$")
_LED_IN = re.compile(
    r"In (?!this\b|these\b|such\b|each\b|any\b|some\b|all\b|both\b|other\b|that\b|most\b|many\b|addition\b|fact\b|general\b"
    r"|contrast\b|particular\b|short\b|the\b|his\b|her\b|their\b|its\b|a\b|an\b)[a-z]+(?: (?:and |of )?[a-z]+){0,4}, "
    r"|(?:Today|Currently|Nowadays|Formally|(?:Strictly|Broadly|Generally) speaking|More precisely), "
    r"|(?:(?:First|Originally) )?(?:[Nn]amed|[Pp]roposed|[Ii]ntroduced|[Dd]iscovered|[Cc]oined) [^,.;:]{3,60}, "
)
_TERM = re.compile(r"[Tt]he (?:term|word|name|phrase|(?:concept|idea|notion) of) [“\"']?")
_ARTICLE = re.compile(r"(A|An|The|a|an|the) (?:[a-z]+'s )?")  # "A person's attitude is …"
_VERB = re.compile(
    r"[”\"']? (?:(?:is|are|was|were|(?:can|may|could) be|(?:has|have) been) (?:(?:usually |often |most often |sometimes |generally |commonly"
    r" |formally |originally |traditionally |thus |therefore |simply |best |typically |broadly |primarily |mainly |chiefly |largely |fundamentally |essentially |basically |by definition )?"
    r"(?:defined as|defined to be|described as|understood as|characterized as|characterized by|viewed as|regarded as|seen as|thought of as|conceptualized as"
    r"|the study of|composed of|made up of|(?:a|the) term|the name|(?:an?|the) "
    + KIND_OF_TERM
    + r" (?:term|name)(?= for\b)|an? |the )|any |one (?:type |kind |form |sort )?of |\b)"
    r"|(?:usually |generally |typically |commonly |often )?(?:refers?|means|denotes?|stands? for|describes?|consists? of|comprises?|(?:occurs?|happens?|takes? place|arises?) (?:when|as)|(?:states?|holds?|says|asserts?) that) (?:to )?)"
)
_NAMING = ("called", "known ", "termed", "referred to as", "named")
_CALLED = re.compile(
    r"(?: (?:is|are|was|were) (?:\w{2,10} )?|, |\bprocess |\bwhat (?:is|are) )(?:called|known (?:[a-z]+ly )?as|termed|referred to as|named) (?:the |an? )?"
    r"|(?<=[a-z]) known as (?:the )?"
)


@lru_cache(maxsize=8192)
def _stems(name: str) -> tuple[str, ...]:
    own = capital_names(name)
    words = (token.text for token in tokens(name) if token.start in own or token.lower not in ("the", "a", "an"))
    return tuple(stem(part) for word in words for part in _DASH.split(word))


_DASH = re.compile("[-–]")
