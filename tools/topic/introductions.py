"""Introductions: sentences that, where none says what the topic is, tell what it is made of, what it is there for, or
what it does.

"The kidneys are composed of …", "T is responsible for …", "T controls …": the bare topic with a plain verb in the
present. Or, with the topic in another place, "The function of T is to …", "In T, cells take up …".
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from castalia.tools.language.words import FUNCTION_WORDS, stem_set
from castalia.tools.objections.rule_words import FINITE_VERBS
from castalia.tools.topic.defined_kinds import ORDINARY, described_noun

# How much a predicate tells of its subject, set by hand after the pages of topics that their corpora define nowhere:
CONSTITUTES = 1.5  # "is composed of", "is responsible for"
SERVES = 1.0  # "The function of T is to"
SPELLS_OUT = 0.8  # "includes", "looks at"
ACTS = 0.6  # "regulates"; "In T, cells take up …"; "Three parts of T are …"; "People with T experience …"
UNDERGOES = 0.5  # "is found in"
IS_A = 0.5  # "has been a driving force of"
STATES = 0.1  # "is small but surprisingly active"
SHORTEST = 4  # words of a predicate that tells something, and letters of a participle ("used", not "red")

_ARTICLES = frozenset({"A", "An", "The", "a", "an", "the"})
# "In the United States, poverty is …"; no "In some cases, …"
_SCENE = re.compile(
    r"(In|Throughout|Across|Within|Around|For) (?!(?:some|many|most|certain|one|each|any|this|these|such|other|all|both|no|\d)\b)"
    r"([^,\d]{3,40}), "
)
# "In T, we …" tells of nobody, "In T, the first step …" of a part of it
_PART_OF_IT = re.compile(r"(?:the|we|you|one|it|they|there|this|these|that|however|if|when|for|and)\b", re.IGNORECASE)
# "The primary function of the respiratory tract is to …"
_ROLE = re.compile(
    r"The (?:[a-z]+ ){0,2}(?:functions?|roles?|purpose|aim|goal|task|job) of ([^,:]{3,60}?) (?:is|are) to [a-z]+ "
)
_TRAIT = re.compile(
    r"The (?:most [a-z]+|main|key|basic|defining|essential|central|primary) (?:property|characteristic|feature|trait) of "
    r"([^,:]{3,60}?) is (?:their|its|the|an?|that) "
)
_PARTS = re.compile(  # "Three critical aspects of demography are fertility, mortality, and migration."
    r"(?:The |There are )?"
    r"(?:(?i:two|three|four|five|six|seven|eight) (?:[a-z]+ )?|(?:main|major|basic|key|critical|essential|central|primary) )"
    r"(?:parts|aspects|components|elements|stages|steps|phases|types|kinds|forms|branches|regions|divisions) (?:of|to|in) "
    r"([^,:]{3,60}?)(?: are|:) (?!as\b)[^.:;]{3,60}?(?:, [^.:;,]{3,60})*,? and "
)
_HAVING = re.compile(  # "People with asthma experience …"
    r"(?:People|Individuals|Persons|Patients|Those) with ((?:(?! (?:may|can|might|could|often)\b)[^,:;]){3,60}?)"
    r" (?:experience|feel|suffer|show|have|find) \w"
)
_BRACKETED = re.compile(r" \([^()]*\)")
_AGAINST = re.compile(r"\b(?:whereas|while|unlike|than)\b|; ")
_CONSTITUTED = frozenset("composed comprised made built responsible designed meant intended concerned".split())
_SPELLED_OUT = frozenset(
    """apply applies concern concerns consist consists contain contains comprise comprises deal deals describe describes
    include includes involve involves look looks measure measures refer refers""".split()
)
# What it has, may do, begins or seems to be is no summary of it.
_TELLS_LITTLE = frozenset(
    """had do does did can may might will would could should must was were play plays begin begins start starts continue continues
    seem seems appear appears remain remains tend tends become becomes help helps work works""".split()
)
_PASSIVE = frozenset("found known built held seen used given".split())
_ADVERBS = frozenset("often all".split())


def introduces(sentence: str, names: Sequence[Set[str]]) -> float:
    """How well a sentence introduces a topic that has these names (each as stems): 0 not at all, about 1 well.

    Its subject has to be the name alone, or the name with another of its names behind it: what is said of some or of a
    kind of it does not introduce it. The rest of a name may stand before it ("In the United States, poverty is …").
    """
    for form, worth in ((_ROLE, SERVES), (_TRAIT, ACTS), (_PARTS, ACTS), (_HAVING, ACTS)):
        if (found := form.match(sentence)) and stem_set(_BRACKETED.sub("", found[1])) in names:
            return worth
    scene = _SCENE.match(sentence)
    where = stem_set(scene[2]) if scene and scene[1] != "For" else frozenset()
    said = sentence[scene.end() :] if scene else sentence
    if where in names:
        return ACTS if len(said.split()) > SHORTEST and not _PART_OF_IT.match(said) else 0.0
    return _tells(_behind(said.split(), names, where))


def _behind(words: list[str], names: Sequence[Set[str]], where: Set[str]) -> list[str]:
    """What stands behind the name that words begin with, and behind what only names it once more; nothing where they
    begin with something else. ``where`` are stems of the name that stood before."""
    at = 1 if words and words[0] in _ARTICLES else 0
    if words[:1] == ["The"] and words[2:3] == ["of"] and words[1] in _NAMED_AS:
        at = 4 if words[3:4] and words[3] in _ARTICLES else 3  # "The theory of comparative advantage explains …"
    if words[at : at + 1] and words[at].lower() in FUNCTION_WORDS:
        return []  # "Many kidneys"
    for end in range(len(words[: at + _LONGEST]), at, -1):  # "Newton's laws of motion", "Wave-particle duality"
        own = stem_set(" ".join(words[at:end]))
        if own and words[end - 1] not in FUNCTION_WORDS and any(own <= name <= own | where for name in names):
            return _without_alias(words[end - 1].endswith(","), words[end:], names)
    return []


_LONGEST = 8  # words of a name
_NAMED_AS = frozenset("theory concept process principle law idea notion phenomenon".split())


def _without_alias(is_open: bool, words: list[str], names: Sequence[Set[str]]) -> list[str]:
    """The words without what stands in brackets, and without an apposition (``is_open`` behind a comma) that only gives
    another of these names; nothing where it tells more."""
    if is_open:
        closing = next((at for at, word in enumerate(words, 1) if word.endswith(",")), 0)
        told = stem_set(" ".join(words[:closing])) - _NAMED
        return words[closing:] if told and told <= frozenset().union(*names) else []
    if not words or not words[0].startswith("("):
        return words
    closing = next((at for at, word in enumerate(words) if word.rstrip(",").endswith(")")), len(words))
    return words[closing + 1 :]


_NAMED = stem_set("known called common termed usual")


def _tells(predicate: list[str]) -> float:
    """What a predicate, adverbs before it or not, tells of its subject."""
    said = _plain(predicate)
    if len(said) < SHORTEST or said[0] in _TELLS_LITTLE:
        return 0.0
    if said[0] in ("has", "have"):
        return _tells_state(said[2:]) if said[1] == "been" else 0.0
    if said[0] in ("is", "are"):
        return _tells_state(said[1:])
    if said[0] in _SPELLED_OUT:
        return SPELLS_OUT
    return ACTS if _is_present(said[0]) and not _is_noun(said) else 0.0


def _tells_state(words: list[str]) -> float:
    """What "is" or "has been" tells with these words."""
    said = _plain(words[1:] if words[0] == "most" and words[1].endswith(("ly", "often")) else words)
    if not said:
        return 0.0
    if said[0] in _CONSTITUTED:
        return CONSTITUTES
    if said[0] in _PASSIVE or (said[0].endswith("ed") and len(said[0]) >= SHORTEST):
        return UNDERGOES
    if len(said) < SHORTEST or _AGAINST.search(" ".join(said)):
        return 0.0  # "is a single structure, whereas …" tells it from something else
    if said[0] in ("a", "an", "the"):
        is_kind = said[1] not in ORDINARY and described_noun(said[1:])[0] not in ORDINARY
        return IS_A if said[1] == "most" or is_kind else 0.0
    is_adjective = said[0].isalpha() and said[0] not in ORDINARY | FUNCTION_WORDS and not said[0].endswith("ing")
    return STATES if is_adjective else 0.0


def _is_present(word: str) -> bool:
    """Whether a word is a verb in the present: "take" or "takes", not "took"."""
    return word in FINITE_VERBS and (
        word.endswith("s") or not FINITE_VERBS.isdisjoint((f"{word}s", f"{word}es", f"{word[:-1]}ies"))
    )


def _is_noun(said: list[str]) -> bool:
    """Whether the verb of the clause comes after its first word: "lines are continuous", "cuts for individuals will
    tend"."""
    for word in said[1:6]:
        if word in _FINITE:
            return True
        if word in _CLAUSES or word.endswith((",", ";")):
            return False
    return False


_FINITE = frozenset("is are was were will would can could may might must should has have had do does did".split())
_CLAUSES = frozenset("that which who whose when where how what why if because although while and or as than".split())


def _plain(words: list[str]) -> list[str]:
    """The words from the first one on that is no adverb."""
    first = next((at for at, word in enumerate(words) if not (word.endswith("ly") or word in _ADVERBS)), len(words))
    return words[first:]
