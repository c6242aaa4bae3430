"""Definitions: how well a sentence says what something is, and whom it defines.

Used for the first sentence of a page or section, and so that a page defines each name once. Nothing here weighs how
relevant a sentence is; whether it may stand on a page at all is asked of ``sentence_rules``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.language.words import capital_names, stem, tokens
from castalia.tools.topic.defined_kinds import (
    OF_SOMETHING,
    ORDINARY,
    STATES,
    is_made,
    is_state,
    kind_in,
    lists_states,
    names_a_kind,
)
from castalia.tools.topic.defined_names import BRACKETS, called, names_in

# Scores of the forms that a definition takes, before bonuses and penalties (units are arbitrary; 1 is a fair
# definition).
REFERS = 2.0  # "T refers to …", "T is defined as …", "the term T means …"
IS_A = 1.6  # "A T is a …", "T is the study of …"
IS_KIND = 1.2  # "T are … that …", "T consists of …": a plural or a bare noun
CALLED = 0.9  # "…, called T", "… is known as T": T is named at the end
LAW = 1.4  # "The law of T states that …"
OCCURS = 0.9  # "T occurs when …": a process, by what happens
ONE_OF, MEMBER = 0.5, 0.9  # "T is one of …"; "T is one of the small organs that …"
FAIR = 1.0  # a sentence below this should not open a page

# What is taken off:
DESCRIBES = 0.4  # "T describes …" need not tell what it is
LOOSE = 0.3  # "T is viewed as …", "T is bone": how it is seen, or what it is made of
WAS_CALLED = 0.4  # by whom, a reader asks
COMMON_KIND = 0.4  # "T is a common viral disease"
STATED = 1.3  # "T is a problem", "T is often found …": no kind of thing
PRAISED = 0.4  # "T are key players"
OUTSTANDING = 0.9  # "T is the largest …", or nothing follows
BYGONE = 1.0  # "T was …"
ENDED = 0.6  # "T was an empire that …": what is over
ELSEWHERE = 1.5  # "The word T means bad air in Italian"
BARE, BRIEF = 0.7, 3  # "T is a numbers game": fewer words than that tell what it is
CONTRASTED = 0.9  # "T is a scalar, whereas …" tells it from one thing only
TURNED = 0.3  # "T is a technique …, but …"
VAGUE = 0.5  # "T is a situation in which …"
THE, THE_THE = 0.3, 0.6  # "The T is a …" and, of a name of one word, "The T is the …" may speak of a particular one
OF_ANY = 0.2  # "The T of an object is …" speaks of any, but of no other thing's
# and added:
GENERAL = 0.3  # "A T is …" speaks of any
RESTRICTED = 0.3  # "… that …" tells it from others


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
        if _without(optional, _stems(name)) == wanted and _names_doer(name) == _names_doer(topic)
    ]
    return max(scores, default=0.0) if wanted else 0.0


def _names_doer(name: str) -> bool:
    """Whether a name ends like the word for what does something: a depressant is no depression, though their stems are
    one."""
    return _DOER.search(name.lower()) is not None


_DOER = re.compile(r"(?:[^m]ent|ant|er|or|ist)s?$")


def _without(optional: frozenset[str], stems: tuple[str, ...]) -> tuple[str, ...]:
    """The stems but those, and the "of" that led to them; all where no other is left."""
    left = tuple(one for one in stems if one not in optional)
    return (left[:-1] if left[-1:] in _LINKS and left != stems else left) or stems


_LINKS = (("of",), ("in",), ("for",))


def definition_subject(sentence: str) -> str | None:
    """The name that a sentence defines, as it is written there without its article; None where it defines nothing."""
    found = _parse(sentence)
    if not found:
        return None
    return max(found, key=lambda one: one[1])[0]


@lru_cache(maxsize=4096)
def _parse(sentence: str) -> tuple[tuple[str, float], ...]:
    """The names that a sentence may define, each with the score of the form it takes; the fullest names first."""
    text = sentence.replace("’", "'")
    if not text or text[0] in "(“\"'" or "?" in text:
        return ()
    found: list[tuple[str, float]] = []
    term = _TERM.match(text)
    start = term.end() if term else 0
    named = term is not None and term.group().lower().rstrip("“\"'").endswith(
        ("term ", "word ", "name ", "phrase ", "concept of ")
    )
    article = _ARTICLE.match(text, start)
    begin = article.end() if article else start
    verb = _VERB.search(BRACKETS.sub(lambda one: "_" * len(one[0]), text), begin, begin + _SUBJECT_CHARACTERS)
    if verb is not None:
        subject = text[begin : verb.start()].split()
        proper = article is not None and all(word[:1].isupper() for word in subject)  # "The Nile": there is but one
        score = _score(text, verb, article[1].lower() if article and not proper else "", named, subject, proper)
        for name in names_in(text[begin : verb.start()]):
            if score > 0:
                found.append((name, score))
        if article is not None and article[0].endswith("'s ") and score > 0:  # "The prisoner's dilemma is …"
            found += [(name, score) for name in names_in(text[article.end(1) + 1 : verb.start()])]
        of_any = _OF_ANY.match(text, begin, verb.start())
        if of_any is not None and article is not None and article[1].lower() == "the":
            score = _score(text, verb, "", named, subject, proper) - OF_ANY
            found += [(name, score) for name in names_in(of_any[1]) if score > 0]
    for match in _CALLED.finditer(text):
        score = CALLED - WAS_CALLED if " was " in match.group() or " were " in match.group() else CALLED
        found.extend((name, score) for name in called(text[match.end() : match.end() + _SUBJECT_CHARACTERS]))
    return tuple(found)


_SUBJECT_CHARACTERS = 110
_OF_ANY = re.compile(r"([\w’' -]{2,40}?) of (?:an?|any) [\w’' -]{2,40}$")
_TERM = re.compile(
    r"(?:In (?!this\b|these\b|such\b|each\b|any\b|some\b|all\b|both\b|other\b|that\b|most\b|many\b|addition\b|fact\b|general\b"
    r"|contrast\b|particular\b|short\b|the\b|his\b|her\b|their\b|its\b|a\b|an\b)[a-z]+(?: (?:and |of )?[a-z]+){0,4}, "
    r"|(?:Today|Currently|Nowadays|Formally|(?:Strictly|Broadly|Generally) speaking|More precisely), "
    r"|(?:(?:First|Originally) )?(?:[Nn]amed|[Pp]roposed|[Ii]ntroduced|[Dd]iscovered|[Cc]oined) [^,.;:]{3,60}, )?"
    r"(?:[Tt]he (?:term|word|name|phrase|concept of) [“\"']?)?"
)
_ARTICLE = re.compile(r"(A|An|The|a|an|the) (?:[a-z]+'s )?")  # "A person's attitude is …"
_VERB = re.compile(
    r"[”\"']? (?:(?:is|are|was|were|(?:can|may|could) be|(?:has|have) been) (?:(?:usually |often |most often |sometimes |generally |commonly"
    r" |formally |originally |traditionally |thus |therefore |simply |best |typically |broadly )?"
    r"(?:defined as|defined to be|described as|understood as|characterized as|characterized by|viewed as|regarded as|seen as|thought of as|conceptualized as"
    r"|the study of|a term|the term|the name)|an? |the |any |one of |\b)"
    r"|(?:usually |generally |typically |commonly |often )?(?:refers?|means|denotes?|stands? for|describes?|consists? of|comprises?|(?:occurs?|happens?|takes? place|arises?) (?:when|as)|(?:states?|holds?|says|asserts?) that) (?:to )?)"
)
_CALLED = re.compile(
    r"(?: (?:is|are|was|were) (?:\w{2,10} )?|, |\bprocess |\bwhat (?:is|are) )(?:called|known as|termed|referred to as|named) (?:the |an? )?"
    r"|(?<=[a-z]) known as (?:the )?"
)


def _score(text: str, verb: re.Match[str], article: str, term: bool, subject: list[str], proper: bool) -> float:
    """The score of "subject verb …" by its verb, its article and the word that comes next; 0 where it states, not
    defines."""
    said = verb.group().strip("”\"' ").lower()
    if _MODAL.match(said):
        if not said.endswith(" as"):
            return 0.0  # "T can be a problem", "T can be characterized by …": no more than may be
        said = _MODAL.sub("is ", said)
    if said in ("was a", "was an") and article:
        # "The comet was a sight that all remembered"; proper names, "the Renaissance", come without their article
        return 0.0
    following = [token.lower for token in tokens(text[verb.end() : verb.end() + 80])]
    has_article, first = said.endswith((" a", " an")), following[0] if following else ""
    is_very = has_article and first in _DEGREES
    if is_very or (has_article and first.endswith("ly")):
        following = following[1:]  # "a relatively small body"
    elif _RANKED_STEP.match(text, verb.end()):
        following = following[1:]
    following = following[:4]
    kind, praise = kind_in(text[verb.end() : verb.end() + 120].split()) if said in ("are", "were") else ("", False)
    after = "" if kind else following[0] if following else ""
    score = _form(text, verb, said, kind, following, term)
    turn = _TURNS.search(text, verb.end())
    end = turn.start() if turn else len(text)
    is_restricted = _RESTRICTS.search(text, verb.end(), min(end, verb.end() + 220)) is not None
    if not score or (kind.removesuffix("s") in ORDINARY | OF_SOMETHING and not is_restricted):
        return 0.0
    if (
        score < REFERS
        and (after in STATES or after in ORDINARY)
        and not said.startswith("means")
        and not said.endswith(_WORDS)
        and "by" not in said
    ):
        score -= COMMON_KIND if said.endswith((" a", " an", " the")) and names_a_kind(following[1:2]) else STATED
    if praise or (is_very and after not in STATES):
        score -= PRAISED
    if not (after or kind) or (after in _SUPERLATIVES and not proper):
        score -= OUTSTANDING
    if len(text[verb.end() :].split()) < BRIEF:
        score -= BARE
    if after in _VAGUE:
        score -= VAGUE
    if _SET_AGAINST.search(text, verb.end()) is not None:
        score -= CONTRASTED
    elif turn is not None:
        score -= TURNED
    if said.startswith(("was", "were")):
        score -= BYGONE if said not in ("was a", "was an") else ENDED
    if article == "the" and not (term or said.endswith(_WORDS)):
        score -= THE if said != "is the" or len(subject) > 1 else THE_THE
    if term and _IN_A_LANGUAGE.search(text, verb.end()) is not None:
        score -= ELSEWHERE
    if article in ("a", "an"):
        score += GENERAL
    if is_restricted:
        score += RESTRICTED
    return max(0.0, round(score, 2))


def _form(text: str, verb: re.Match[str], said: str, kind: str, following: list[str], term: bool) -> float:
    """The score of the form that "subject verb …" takes; 0 where it states and does not define."""
    if said.endswith(" as") and following and following[0].endswith("ing"):
        return 0.0  # "described as having an axon"
    if said.endswith(" that"):
        return LAW if not _LAWS.isdisjoint(text[: verb.start()].lower().split()) else 0.0
    if any(form in said for form in ("defined", "refer", "denote", "understood", "study of")) or (
        term and "mean" in said
    ):
        return REFERS
    if said.startswith("stand"):  # "IQ stands for intelligence quotient"
        return IS_KIND if all(word.isupper() for word in text[: verb.start()].split()) else 0.0
    if said.startswith(("means", "mean", "describe", "consist", "compris", "characterized")) or "characterized" in said:
        return REFERS if term else IS_KIND - DESCRIBES if said.startswith("describe") else IS_KIND
    if said.endswith(" as") and lists_states(text[verb.end() :].lstrip()[:80]):
        return 0.0  # "described as local, focal, or systemic"
    if said.endswith((" when", " as")) and said.startswith(("occur", "happen", "take", "arise")):
        return OCCURS
    if said.endswith(("is a", "is an", "are a", "are an", "is any", "are any", "described as", *_WORDS)):
        return IS_A
    if said in ("was a", "was an"):
        return IS_A if _PAST_KIND.match(text, verb.end()) else 0.0
    if said.endswith((" viewed as", " seen as", " regarded as", " thought of as", " conceptualized as")):
        return IS_KIND - LOOSE
    if said in ("is the", "are the"):
        return IS_A if _NOUN_OF.search(text, verb.end(), verb.end() + 60) else IS_KIND
    if said.endswith("one of"):
        kind_of = _MEMBER.match(text, verb.end())
        is_kind = kind_of is not None and kind_of[1].removesuffix("s") not in ORDINARY | OF_SOMETHING
        return MEMBER if is_kind and not _MOST.search(text, verb.end(), kind_of.end() if kind_of else 0) else ONE_OF
    if kind:
        return IS_KIND
    is_bare = said.startswith(("are", "were")) or said == "is"
    if said == "is" and _ACT.match(text, verb.end()):
        return IS_KIND - LOOSE
    if is_bare and (lists_states(text[verb.end() : verb.end() + 80]) or _BESIDE.match(text, verb.end())):
        return 0.0
    if is_bare and following and (not is_state(following) or is_made(text[verb.end() : verb.end() + 80])):
        return IS_KIND - LOOSE if said == "is" else IS_KIND
    return 0.0


_MODAL = re.compile(r"^(?:can|may|could) be |^(?:has|have) been ")
_PAST_KIND = re.compile(r"(?:[\w-]+ ){1,6}?(?:that|which|who|of|in which|used|between) ")
_IN_A_LANGUAGE = re.compile(
    r"\bin (?:[a-z]+ )?(?:Latin|Greek|Italian|French|German|Dutch|Spanish|Portuguese|English|Norse|Arabic|Persian|Hebrew|Sanskrit|Chinese|Japanese"
    r"|Nahuatl|Russian)\b|\bin (?:older|other) (?:papers|texts|fields)\b"
)
_WORDS = ("a term", "the term", "the name")
_DEGREES = frozenset("very quite rather fairly somewhat".split())
_TURNS = re.compile(r"[,;—] ?(?:but|yet|however|although|though)\b")  # what comes then tells no more of what it is
_SET_AGAINST = re.compile(r"\bwhereas\b|; however,")
_VAGUE = frozenset(
    "situation case instance example thing something way matter concept topic source product tool location locations".split()
)
_LAWS = frozenset("law laws principle theorem theory rule hypothesis postulate axiom model paradox equation".split())
KIND_NOUNS = "|".join(  # of which something is, that is defined so: "the study of …"
    """study process science branch field ability act amount rate sum part organ name set practice result basic
    smallest transfer movement production unit system force measure state use layer region membrane tissue gland
    structure space boundary surface ratio percentage difference tendency change increase decrease loss removal
    formation conversion breakdown division distance time period stage step phase""".split()
)
_NOUN_OF = re.compile(rf"\b(?:{KIND_NOUNS}) ?(?:\w+ )?(?:of|by|in|that|through)\b")
_RESTRICTS = re.compile(
    r"\b(?:that|which|who|whose|where|in which|by which|of which|used to|designed to|composed of|made (?:up )?of|consisting of|characterized by|caused by|containing|involving|by \w+ing)\b"
)
_ACT = re.compile(  # "Aggression is seeking to cause another person harm"
    r" ?(?:seeking|trying|attempting|using|taking|having|being|treating|judging|believing|knowing|feeling|acting|helping|choosing|doing|putting"
    r"|following) (?:to|an?|the|what|that|another|one|others|someone|something|people|toward|as)\b"
)
# "opposite the Sun", "worth a fortune": no kind of thing stands before a determiner
_BESIDE = re.compile(r" ?(?!half|twice|double|what|all|both)[a-z]{2,} (?:the|an?|its|their|his|her|our) ")
_MEMBER = re.compile(
    r"the (?:[a-z-]+,? ){0,4}?([a-z]+s) (?:that|which|located|found|used|responsible|formed|made|produced)\b"
)
_MOST = re.compile(r"\bmost\b|\b[a-z]+est\b")
_RANKED_STEP = re.compile(
    r"(?:first|second|third|fourth|final|last|initial|main) (?:step|stage|phase|period) (?:of|in) "
)
_SUPERLATIVES = frozenset(
    "most largest smallest best greatest highest lowest first last only same main primary major biggest oldest".split()
)


@lru_cache(maxsize=8192)
def _stems(name: str) -> tuple[str, ...]:
    own = capital_names(name)
    words = (token.text for token in tokens(name) if token.start in own or token.lower not in ("the", "a", "an"))
    return tuple(stem(part) for word in words for part in _DASH.split(word))


_DASH = re.compile("[-–]")
