"""Defining forms: how well what a sentence says of its subject tells what that is, by the form it takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from castalia.tools.language.words import tokens
from castalia.tools.topic.defined_kinds import (
    OF_SOMETHING,
    ORDINARY,
    STATES,
    described_noun,
    is_state,
    kind_in,
    names_a_kind,
)
from castalia.tools.topic.definition_clauses import RESTRICTS, TURNS, less_for_clauses

# Scores of the forms that a definition takes, before bonuses and penalties (units are arbitrary; 1 is a fair
# definition).
REFERS = 2.0  # "T refers to …", "T is defined as …", "the term T means …"
IS_A = 1.6  # "A T is a …", "T is the study of …"
IS_KIND = 1.2  # "T are … that …", "T consists of …": a plural or a bare noun
LAW = 1.4  # "The law of T states that …"
OCCURS = 0.9  # "T occurs when …": a process, by what happens
ONE_OF, MEMBER = 0.5, 0.9  # "T is one of …"; "T is one of the small organs that …"

# What is taken off:
DESCRIBES = 0.4  # "T describes …", "T is composed of …" need not tell what it is
LOOSE = 0.3  # "T is viewed as …", "T is bone": how it is seen, or what it is made of
COMMON_KIND = 0.4  # "T is a common viral disease"
STATED = 1.3  # "T is a problem", "T is often found …": no kind of thing
PRAISED = 0.4  # "T are key players"
OUTSTANDING = 0.9  # "T is the largest …", or nothing follows
BYGONE = 1.0  # "T was …"
ENDED = 0.6  # "T was an empire that …": what is over
ELSEWHERE = 1.5  # "The word T means bad air in Italian"
BARE, BRIEF = 0.7, 3  # "T is a numbers game": fewer words than that tell what it is
VAGUE = 0.5  # "T is a situation in which …"
THE, THE_THE = 0.3, 0.6  # "The T is a …" and, of a name of one word, "The T is the …" may speak of a particular one
# And added:
GENERAL = 0.3  # "A T is …" speaks of any
RESTRICTED = 0.3  # "… that …" tells it from others


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a sentence says of its subject."""

    text: str
    """The whole sentence."""
    start: int
    """Where the verb begins in it."""
    end: int
    """Where the verb ends, with its article."""
    said: str
    """The verb with its article, in lower case and without adverbs."""
    following: tuple[str, ...]
    """Up to four words behind it, without degree and rank."""
    kind: str
    """The noun in the plural that they lead up to ("are bright objects"); "" for none, and behind a singular."""
    is_praise: bool
    """Whether they praise it."""
    is_degree: bool
    """Whether they name a degree ("a very …")."""
    is_term: bool
    """Whether the subject is spoken of as a word."""

    @property
    def after(self) -> str:
        """The word that comes next; "" where the kind is known."""
        return "" if self.kind or not self.following else self.following[0]

    @property
    def is_named(self) -> bool:
        """Whether it says "is a term", "is the name"."""
        return self.said.endswith(_WORDS)

    @property
    def is_ranked_step(self) -> bool:
        """Whether it is "the first step of" something."""
        return _RANKED_STEP.match(self.text, self.end) is not None

    def goes_on(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The pattern, where it stands behind the verb."""
        return pattern.match(self.text, self.end)

    def holds(self, pattern: re.Pattern[str], end: int | None = None) -> re.Match[str] | None:
        """The pattern, where it stands anywhere from the verb up to an end."""
        return pattern.search(self.text, self.end, len(self.text) if end is None else end)


def predicate_of(text: str, verb: re.Match[str], is_term: bool) -> Predicate | None:
    """What stands behind the subject of a sentence, given its verb; ``None`` for what only may be ("T can be a
    problem", "T can be characterized by …")."""
    said, end = verb.group().strip("”\"' ").lower(), verb.end()
    if _MODAL.match(said):
        if not said.endswith(" as"):
            return None
        said = _MODAL.sub("is ", said)
    said = _SORT_OF_TERM.sub(r" \1 term", _KIND_OF.sub("a", _ADVERB.sub(" ", said)))
    following = tuple(token.lower for token in tokens(text[end : end + 80]))
    has_article, first = said.endswith((" a", " an")), following[0] if following else ""
    is_degree = has_article and first in _DEGREES
    is_compared = said.endswith(" the") and first == "more"  # "is the more frequent survival of"
    if is_degree or is_compared or (has_article and first.endswith("ly")) or _RANKED_STEP.match(text, end):
        following = following[1:]  # "a relatively small body"
    kind, is_praise = kind_in(text[end : end + 120].split()) if said in ("are", "were") else ("", False)
    return Predicate(text, verb.start(), end, said, following[:4], kind, is_praise, is_degree, is_term)


def score_of(predicate: Predicate, article: str, subject: Sequence[str], is_proper: bool) -> float:
    """How well a predicate defines a subject (its words, in lower case its ``article``, "" for none): its form with all
    that is taken off and added; 0 where it states, not defines."""
    if predicate.said in _WAS_A and article:
        # "The comet was a sight that all remembered"; proper names, "the Renaissance", come without their article
        return 0.0
    form = _verb_form(predicate)
    if form is None:
        form = _copula_form(predicate)
    turn = predicate.holds(TURNS)
    end = turn.start() if turn else len(predicate.text)
    is_restricted = predicate.holds(RESTRICTS, min(end, predicate.end + 220)) is not None
    if not form or (predicate.kind.removesuffix("s") in ORDINARY | OF_SOMETHING and not is_restricted):
        return 0.0
    less = _less_for_kind(predicate, form, is_proper)
    if less >= STATED:  # a clause further on makes no kind of "an important step in …, which …"
        is_restricted = predicate.holds(RESTRICTS, (predicate.text + ",").index(",", predicate.end)) is not None
    less += less_for_clauses(predicate.text, predicate.end)
    if predicate.said.startswith(("was", "were")):
        less += ENDED if predicate.said in _WAS_A else BYGONE
    if article == "the" and not (predicate.is_term or predicate.is_named):
        less += THE_THE if predicate.said == "is the" and len(subject) <= 1 else THE
    if predicate.is_term and predicate.holds(_IN_A_LANGUAGE):
        less += ELSEWHERE
    more = (GENERAL if article in ("a", "an") else 0.0) + (RESTRICTED if is_restricted else 0.0)
    return max(0.0, round(form - less + more, 2))


def _less_for_kind(predicate: Predicate, form: float, is_proper: bool) -> float:
    """What is taken off for the words that should name a kind of thing, and praise, or say little."""
    said, after, less = predicate.said, predicate.after, 0.0
    is_plain = form < REFERS and not (said.startswith("means") or predicate.is_named or "by" in said)
    if is_plain and (after in STATES or after in ORDINARY):
        is_common = said.endswith((" a", " an", " the")) and names_a_kind(predicate.following[1:2])
        less += COMMON_KIND if is_common else STATED
    elif is_plain and _ranks_or_judges(predicate):
        less += STATED
    if predicate.is_praise or (predicate.is_degree and after not in STATES):
        less += PRAISED
    if not (after or predicate.kind) or (_is_superlative(after) and not is_proper):
        less += OUTSTANDING
    if len(predicate.text[predicate.end :].split()) < BRIEF:
        less += BARE / 2 if predicate.kind else BARE  # "are vertebrate tetrapods"
    return less + (VAGUE if after in _VAGUE else 0.0)


def _is_superlative(word: str) -> bool:
    return word in _SUPERLATIVES or word.endswith("iest")


def _ranks_or_judges(predicate: Predicate) -> bool:
    """Whether the noun behind "is a" with its adjectives is no kind of thing ("is a deeply contested subject"), and
    nothing makes it one ("is a contested subject that …")."""
    noun, after = described_noun(predicate.text[predicate.end :].split())
    is_kind = noun not in ORDINARY | OF_SOMETHING or RESTRICTS.match(after) is not None
    return predicate.said.endswith((" a", " an")) and not is_kind and not predicate.is_ranked_step


def _verb_form(predicate: Predicate) -> float | None:
    """The score of a form with a verb of its own ("refers to", "means", "occurs when"), 0 where that states and does
    not define; ``None`` of any other."""
    said, following, text, is_term = predicate.said, predicate.following, predicate.text, predicate.is_term
    before = text[: predicate.start].split()
    if said.endswith(" as") and following and following[0].endswith("ing"):
        return 0.0  # "described as having an axon"
    if said.endswith(" that"):
        return 0.0 if LAWS.isdisjoint(map(str.lower, before)) else LAW
    if any(form in said for form in _REFERRING) or (is_term and "mean" in said):
        return REFERS
    if said.startswith("stand"):  # "IQ stands for intelligence quotient"
        return IS_KIND if all(word.isupper() for word in before) else 0.0
    if said.endswith(_MADE_OF):
        return IS_KIND - DESCRIBES
    if predicate.goes_on(_SO_MANY):
        return 0.0  # "comprises 300 species"
    if said.startswith(("mean", "describe", "consist", "compris")) or "characterized" in said:
        return REFERS if is_term else IS_KIND - DESCRIBES if said.startswith("describe") else IS_KIND
    if said.endswith((" when", " as")) and said.startswith(("occur", "happen", "take", "arise")):
        return OCCURS
    return None


def _copula_form(predicate: Predicate) -> float:
    """The score of a form with "is", "is a", "is seen as"; 0 where it states and does not define."""
    said, following = predicate.said, predicate.following
    if said.endswith(_SAID_TO_BE):
        return IS_A
    if said in _WAS_A:
        return IS_A if predicate.goes_on(_PAST_KIND) or predicate.goes_on(PERSON) else 0.0
    if said.endswith((" viewed as", " seen as", " regarded as", " thought of as", " conceptualized as")):
        return IS_KIND - LOOSE
    if said in ("is the", "are the"):
        return IS_A if any(predicate.holds(one, predicate.end + 60) for one in (_NOUN_OF, _NOUN_WHERE)) else IS_KIND
    if said.endswith("one of"):
        kind = predicate.goes_on(_MEMBER)
        if kind is None or kind[1].removesuffix("s") in ORDINARY | OF_SOMETHING:
            return ONE_OF
        return ONE_OF if predicate.holds(_MOST, kind.end()) else MEMBER
    if predicate.kind:
        return IS_KIND
    if said == "is" and predicate.goes_on(_ACT):
        return IS_KIND - LOOSE
    is_bare = said.startswith(("are", "were")) or said == "is"
    if not is_bare or predicate.goes_on(_BESIDE) or predicate.goes_on(_ALONE) or _is_adjective(predicate):
        return 0.0
    if following and not is_state(following):
        return IS_KIND - LOOSE if said == "is" else IS_KIND
    return 0.0


def _is_adjective(predicate: Predicate) -> bool:
    """Whether "are" goes on with an adjective and a comma ("are tiny, far too small to be seen")."""
    alone = predicate.goes_on(_BEFORE_COMMA) if predicate.said in ("are", "were") else None
    return alone is not None and is_state([alone[1].lower()])


_WAS_A = ("was a", "was an")
_MADE_OF = ("composed of", "made up of")
_REFERRING = ("defined", "refer", "denote", "understood", "study of")
_MODAL = re.compile(r"^(?:can|may|could) be |^(?:has|have) been ")
_ADVERB = re.compile(r" (?:\w+ly|(?:most )?often|sometimes|thus|therefore|best|by definition) (?!of)")
_KIND_OF = re.compile(r"\bone (?:type|kind|form|sort) of$")  # "Light is one type of wave"
KIND_OF_TERM = (
    "(?:broad|catch-all|collective|common|formal|general|generic|informal|medical|scientific|technical|umbrella)"
)
_SO_MANY = re.compile(r" ?(?:(?:an estimated|about|some|over|more than|around|approximately|nearly|roughly) )?\d")
_SORT_OF_TERM = re.compile(rf" (a|the)n? {KIND_OF_TERM} (?:term|name)$")  # "is an umbrella term for"
_PAST_KIND = re.compile(r"(?:[\w-]+ ){1,6}?(?:that|which|who|of|in which|used|between) ")
PERSON = re.compile(  # "a German philosopher and economist", but no "twist" and no "factor"
    r"(?:(?!not\b)[\w’'-]+,? ){0,4}?(?:[\w-]{3,}(?:[^\Wlw]|al)ist|\w{3,}[cr]ian|astronomer|author|doctor"
    r"|emperor|engineer|explorer|inventor|king|lawyer|leader|monk|nurse|philosopher|poet|president|professor|queen|reformer"
    r"|scholar|statesman|surgeon|teacher|writer)\b(?!,? not\b)"
)
_IN_A_LANGUAGE = re.compile(
    r"\bin (?:[a-z]+ )?(?:Latin|Greek|Italian|French|German|Dutch|Spanish|Portuguese|English|Norse|Arabic|Persian|Hebrew|Sanskrit|Chinese|Japanese"
    r"|Nahuatl|Russian)\b|\bin (?:older|other) (?:papers|texts|fields)\b"
)
_WORDS = ("a term", "the term", "the name")
_SAID_TO_BE = ("is a", "is an", "are a", "are an", "is any", "are any", "described as", *_WORDS)
_DEGREES = frozenset("very quite rather fairly somewhat".split())
_VAGUE = frozenset(
    "situation case instance example thing something way matter concept topic source product tool location locations".split()
)
LAWS = frozenset("law laws principle theorem theory rule hypothesis postulate axiom model paradox equation".split())
KIND_NOUNS = "|".join(  # of which something is, that is defined so: "the study of …"
    """study process science branch field ability act amount rate sum part organ name set practice result basic
    smallest transfer movement production unit system force measure state use layer region membrane tissue gland
    structure space boundary surface ratio percentage difference tendency change increase decrease loss removal
    formation conversion breakdown division distance time period stage step phase value
    reproduction survival""".split()
)
_NOUN_OF = re.compile(rf"\b(?:{KIND_NOUNS}) ?(?:\w+ )?(?:of|by|in|that|through)\b")
_NOUN_WHERE = re.compile(r"[\w-]+ (?:where|(?:at|in|by|on|to|from|through|over|with) which)\b")
_ACT = re.compile(  # "Aggression is seeking to cause another person harm"
    r" ?(?:seeking|trying|attempting|using|taking|having|being|treating|judging|believing|knowing|feeling|acting|helping|choosing|doing|putting"
    r"|following) (?:to|an?|the|what|that|another|one|others|someone|something|people|toward|as)\b"
)
# "opposite the Sun", "worth a fortune": no kind of thing stands before a determiner
_BESIDE = re.compile(r" ?(?!half|twice|double|what|all|both)[a-z]{2,} (?:the|an?|its|their|his|her|our) ")
# "is valid because", "are correct, but": a word alone before another clause is an adjective
_ALONE = re.compile(r" ?[a-z-]+,? (?:because|but|although|though|unless|since|whenever|if|when)\b")
_BEFORE_COMMA = re.compile(r" ?([A-Za-z-]+),")
_MEMBER = re.compile(
    r"the (?:[a-z-]+,? ){0,4}?([a-z]+s) (?:that|which|located|found|used|responsible|formed|made|produced)\b"
)
_MOST = re.compile(r"\bmost\b|\b[a-z]+est\b")
_RANKED_STEP = re.compile(
    r"(?:first|second|third|fourth|final|last|initial|main) (?:step|stage|phase|period) (?:of|in) "
)
_SUPERLATIVES = frozenset(
    """most largest smallest best greatest highest lowest first last only same main primary major biggest oldest newest
    brightest strongest fastest longest deepest closest nearest simplest hottest coldest richest""".split()
)
