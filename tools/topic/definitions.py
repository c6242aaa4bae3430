"""Definitions: how well a sentence says what something is, and whom it defines.

Used for the first sentence of a page or section, and so that a page defines each name once. Nothing here weighs how
relevant a sentence is; whether it may stand on a page at all is asked of ``sentence_rules``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.language.noun_classes import is_plural
from castalia.tools.language.words import FUNCTION_WORDS, capital_names, stem, tokens
from castalia.tools.objections.rule_words import VERBS
from castalia.tools.topic.defined_names import BRACKETS, called, names_in

# Scores of the forms that a definition takes, before bonuses and penalties (units are arbitrary; 1 is a fair definition).
REFERS = 2.0  # "T refers to …", "T is defined as …", "the term T means …"
IS_A = 1.6  # "A T is a …", "T is the study of …"
IS_KIND = 1.2  # "T are … that …", "T consists of …": a plural or a bare noun
CALLED = 0.9  # "…, called T", "… is known as T": T is named at the end
LAW = 1.4  # "The law of T states that …"
OCCURS = 0.9  # "T occurs when …": a process, by what happens
ONE_OF = 0.5  # "T is one of …"
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
VAGUE = 0.5  # "T is a situation in which …"
THE, THE_THE = 0.3, 0.6  # "The T is a …" and "The T is the …" may speak of a particular one
OF_ANY = 0.2  # "The T of an object is …" speaks of any, but of no other thing's
# and added:
GENERAL = 0.3  # "A T is …" speaks of any
RESTRICTED = 0.3  # "… that …" tells it from others


def defines(sentence: str, topic: str, optional: frozenset[str] = frozenset()) -> float:
    """How good a definition of the topic a sentence is: 0 for none, about 1 for a fair one, 2 and more for a clear one.

    Singular and plural forms of the topic count alike, letter case does not count, and a name given in brackets or by "or"
    beside the topic is allowed ("Bone, or osseous tissue, is …"). A topic that is only the tail of a longer name ("Ethmoid
    bone is …") is not defined. ``optional`` words (as stems) do not count, if others are left: on a page on coral reefs
    "Reef restoration" is what "Coral restoration is …" defines.
    """
    wanted = _without(optional, _stems(topic))
    scores = [score for name, score in _parse(sentence) if _without(optional, _stems(name)) == wanted]
    return max(scores, default=0.0) if wanted else 0.0


def _without(optional: frozenset[str], stems: tuple[str, ...]) -> tuple[str, ...]:
    """The stems but those, or all where no other is left."""
    return tuple(one for one in stems if one not in optional) or stems


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
        score = _score(text, verb, article[1].lower() if article and not proper else "", named, proper)
        for name in names_in(text[begin : verb.start()]):
            if score > 0:
                found.append((name, score))
        if article is not None and article[0].endswith("'s ") and score > 0:  # "The prisoner's dilemma is …"
            found += [(name, score) for name in names_in(text[article.end(1) + 1 : verb.start()])]
        of_any = _OF_ANY.match(text, begin, verb.start())
        if of_any is not None and article is not None and article[1].lower() == "the":
            score = _score(text, verb, "", named, proper) - OF_ANY
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
    r"|(?:usually |generally |typically |commonly |often )?(?:refers?|means|denotes?|describes?|consists? of|comprises?|(?:occurs?|happens?|takes? place|arises?) (?:when|as)|(?:states?|holds?|says|asserts?) that) (?:to )?)"
)
_CALLED = re.compile(
    r"(?: (?:is|are|was|were) (?:\w{2,10} )?|, |\bprocess |\bwhat (?:is|are) )(?:called|known as|termed|referred to as|named) (?:the |an? )?"
    r"|(?<=[a-z]) known as (?:the )?"
)


def _score(text: str, verb: re.Match[str], article: str, term: bool, proper: bool) -> float:
    """The score of "subject verb …" by its verb, its article and the word that comes next; 0 where it states, not defines."""
    said = verb.group().strip("”\"' ").lower()
    if _MODAL.match(said):
        if not said.endswith(" as"):
            return 0.0  # "T can be a problem", "T can be characterized by …": no more than may be
        said = _MODAL.sub("is ", said)
    following = [token.lower for token in tokens(text[verb.end() : verb.end() + 80])]
    is_very = said.endswith((" a", " an")) and following[:1] != [] and following[0] in _DEGREES
    if is_very or (said.endswith((" a", " an")) and following and following[0].endswith("ly")):
        following = following[1:]  # "a relatively small body"
    following = following[:4]
    kind, praise = _kind(text[verb.end() : verb.end() + 120].split()) if said in ("are", "were") else ("", False)
    after = "" if kind else following[0] if following else ""
    score = _form(text, verb, said, kind, following, term)
    is_restricted = _RESTRICTS.search(text, verb.end(), verb.end() + 220) is not None
    if said in ("was a", "was an") and article:
        return 0.0  # "The comet was a sight that all remembered"; proper names, "the Renaissance", come without their article
    if not score or (kind.removesuffix("s") in _ORDINARY | _OF_SOMETHING and not is_restricted):
        return 0.0
    if (
        score < REFERS
        and (after in _STATES or after in _ORDINARY)
        and not said.startswith("means")
        and not said.endswith(_WORDS)
        and "by" not in said
    ):
        score -= COMMON_KIND if said.endswith((" a", " an", " the")) and _names_a_kind(following[1:2]) else STATED
    if praise or (is_very and after not in _STATES):
        score -= PRAISED
    if not (after or kind) or (after in _SUPERLATIVES and not proper):
        score -= OUTSTANDING
    if len(text[verb.end() :].split()) < BRIEF:
        score -= BARE
    if after in _VAGUE:
        score -= VAGUE
    if _SET_AGAINST.search(text, verb.end()) is not None:
        score -= CONTRASTED
    if said.startswith(("was", "were")):
        score -= BYGONE if said not in ("was a", "was an") else ENDED
    if article == "the" and not (term or said.endswith(_WORDS)):
        is_long = (
            text.count(" ", 0, verb.start()) > 1
        )  # "The Reynolds number is the ratio of …": a name of several words is one
        score -= THE if said != "is the" or is_long else THE_THE
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
    if said.startswith(("means", "mean", "describe", "consist", "compris", "characterized")) or "characterized" in said:
        return REFERS if term else IS_KIND - DESCRIBES if said.startswith("describe") else IS_KIND
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
        return ONE_OF
    if kind:
        return IS_KIND
    is_bare = said.startswith(("are", "were")) or said == "is"
    if (
        is_bare
        and following
        and following[0].endswith(_ADJECTIVAL)
        and text.startswith(",", verb.end() + len(following[0]))
    ):
        return 0.0  # "T are tiny, far too small to see"
    if is_bare and following and (not _is_state(following) or _is_made(text[verb.end() : verb.end() + 80])):
        return IS_KIND - LOOSE if said == "is" else IS_KIND
    return 0.0


def _kind(following: list[str]) -> tuple[str, bool]:
    """The noun in the plural that adjectives lead up to after "are" ("very distant and bright objects": objects), empty where there is
    none; and whether one of these is praise ("key players")."""
    described = joined = praise = is_clause = False
    for word in following[:_MOST_ADJECTIVES]:
        head, dash, _ = word.partition("—")
        bare = head.strip(",").lower()
        if bare == "and" and described:
            if is_clause:
                return "", False  # ", and": another clause
            joined = True
            continue
        if bare.endswith("ly") or bare == "very":
            continue
        is_verb = bare in VERBS and (joined or is_clause)
        if bare in FUNCTION_WORDS or bare in _NOT_ADJECTIVES or is_verb or (bare.endswith("ing") and "-" not in bare):
            return "", False
        noun = bare.strip(".;:)")
        is_end = dash or noun != bare
        if described and noun.isascii() and noun.replace("-", "").isalpha() and is_plural(noun):
            return noun, praise
        if is_end or not bare.replace("-", "").replace("'", "").isalpha() or not bare.isascii():
            return "", False
        described, praise, is_clause = True, praise or bare in _PRAISE, word.endswith(",")
    return "", False


_MOST_ADJECTIVES = 9  # words
_PRAISE = frozenset(
    "key major important common main essential central vital critical crucial significant popular useful powerful good".split()
)
_NOT_ADJECTIVES = frozenset(
    "much more most less least given shown taught told offered called considered named made paid denied granted allowed sent sold one not also".split()
)


def _names_a_kind(following: list[str]) -> bool:
    """Whether "a common …" goes on with what kind of thing it is ("viral disease"), and not with what it is to somebody ("problem")."""
    return bool(following) and following[0] not in _ORDINARY | _STATES | _OF_SOMETHING | FUNCTION_WORDS


def _is_state(following: list[str]) -> bool:
    """Whether the words after "is" or "are" tell a state ("effective against", "held") rather than a kind of thing."""
    first, second = following[0], following[1] if len(following) > 1 else ""
    if first in _STATES or first in _PARTICIPLES or first.endswith(("ed", "ing", "ly")) or first.isdigit():
        return True
    return first.endswith(_ADJECTIVAL) and (
        not second or second in FUNCTION_WORDS or second.endswith(("ed", "ing", "ly", "wide"))
    )


def _is_made(after: str) -> bool:
    """Whether a participle and a noun that is told apart follow ("noninstitutionalized activity in which …"): a kind, and no state."""
    found = _MADE_KIND.match(after)
    return found is not None and found[1] not in _STATES | _PARTICIPLES and found[2] not in FUNCTION_WORDS


_MODAL = re.compile(r"^(?:can|may|could) be |^(?:has|have) been ")
_PAST_KIND = re.compile(r"(?:[\w-]+ ){1,6}?(?:that|which|who|of|in which|used|between) ")
_IN_A_LANGUAGE = re.compile(
    r"\bin (?:[a-z]+ )?(?:Latin|Greek|Italian|French|German|Dutch|Spanish|Portuguese|English|Norse|Arabic|Persian|Hebrew|Sanskrit|Chinese|Japanese"
    r"|Nahuatl|Russian)\b|\bin (?:older|other) (?:papers|texts|fields)\b"
)
_WORDS = ("a term", "the term", "the name")
_DEGREES = frozenset("very quite rather fairly somewhat".split())
_SET_AGAINST = re.compile(r"\bwhereas\b")
_MADE_KIND = re.compile(r"([a-z]+ed) ([a-z]+) (?:in which|by which|that|which|who) ")
_VAGUE = frozenset(
    "situation case instance example thing something way matter concept topic source product tool".split()
)
_ADJECTIVAL = (
    "able", "ible", "ive", "ous", "ant", "ent", "ful", "less", "ic", "al", "ar", "ary", "y", "er", "ish", "one", "ior", "ear", "tle", "ute",
)  # fmt: skip
_PARTICIPLES = frozenset(
    """held set told shown put broken brought built kept bound sent split cut led drawn grown known driven written
    taken born left lost met paid read said seen spread struck stuck taught thought understood worn chosen begun
    done hidden laid felt caught fed bent hard soft widespread dense heavy bright dark hot cold warm no nothing none
    it they this that he she subject zero home able unable prone sensitive exempt alive dead full free""".split()
)
_LAWS = frozenset("law laws principle theorem theory rule hypothesis postulate axiom model paradox equation".split())
_NOUN_OF = re.compile(
    r"\b(?:study|process|science|branch|field|ability|act|amount|rate|sum|part|organ|name|set|practice|result|basic|smallest|transfer|movement|production|unit|system|force|measure|state|use) ?(?:\w+ )?(?:of|by|in|that|through)\b"
)
_RESTRICTS = re.compile(
    r"\b(?:that|which|who|whose|where|in which|by which|of which|used to|designed to|composed of|made (?:up )?of|consisting of|characterized by|caused by|containing|involving)\b"
)
_STATES = frozenset(
    """also not often used found one now still only never always usually sometimes generally commonly typically
    frequently therefore thus however so very more most less least too both either neither as in on at to by from
    for with of within under over about up out among between around into through during after before because
    important essential necessary critical crucial known called considered given made present absent available
    common rare responsible able capable likely unlikely due different similar same associated located involved
    required needed produced formed such there here just widely increasingly highly particularly especially
    relatively largely mainly primarily mostly simply actually quite what why how where when if that then well long
    short complete large small high low much little good bad true false possible impossible central vital key integral pivotal""".split()
)
_ORDINARY = frozenset(
    """challenge problem example result consequence way matter good great common major key important useful powerful
    promising significant popular critical crucial serious long very fundamental essential vital challenging
    difficult fascinating big large huge famous classic typical notable particularly main first second third last
    next only same other leading reason cause best most more better worst few many several case cornerstone ones
    subject focus concern hot prime perfect similar different recent new diagnosis risk burden threat barrier target pet symbol mainstay
    workhorse candidate choice option predictor indicator comorbidity subset""".split()
)
_OF_SOMETHING = frozenset(
    "term phrase word story part role component aspect factor feature concept topic issue tool step idea area element number source".split()
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
