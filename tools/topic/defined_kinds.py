"""Kinds: whether what follows "T is" or "T are" names a kind of thing, or tells a state, a role or praise.

Which forms a definition takes, and what each is worth, is said in ``defining_forms``.
"""

from __future__ import annotations

from collections.abc import Sequence

from castalia.tools.language.noun_classes import is_plural
from castalia.tools.language.words import FUNCTION_WORDS
from castalia.tools.objections.rule_words import FINITE_VERBS


def kind_in(following: list[str]) -> tuple[str, bool]:
    """The noun in the plural that adjectives lead up to after "are" ("very distant and bright objects": objects), empty
    where there is none; and whether one of these is praise ("key players")."""
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
        is_verb = bare in FINITE_VERBS and (joined or is_clause)
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


def described_noun(following: Sequence[str]) -> tuple[str, str]:
    """The noun at the end of a short phrase that adjectives begin, and the two words that go on with it ("deeply
    contested subject in which …": subject, "in which"); empty where no adjective comes before it, or no end is seen."""
    for at, word in enumerate(following[:_SHORT_PHRASE]):
        bare = word.rstrip(".,;:)")
        after = following[at + 1 : at + 3] if bare == word else []
        if not bare.replace("-", "").isalpha() or bare in FUNCTION_WORDS:
            break
        if bare != word or (after and after[0] in FUNCTION_WORDS):
            last = at - 1 if after and bare.lower() in _BEHIND else at
            return (following[last].rstrip(".,;:)").lower(), " ".join(after)) if last > 0 else ("", "")
    return "", ""


_BEHIND = frozenset(  # adjectives that stand behind their noun: "a connective tissue critical to …"
    "central common critical crucial different essential important key necessary similar typical unique useful vital".split()
)
_SHORT_PHRASE = 4  # words
_MOST_ADJECTIVES = 9  # words
_PRAISE = frozenset(
    "key major important common main essential central vital critical crucial significant popular useful powerful good".split()
)
_NOT_ADJECTIVES = frozenset(
    "given shown taught told offered called considered named made paid denied granted allowed sent sold".split()
)


def names_a_kind(following: Sequence[str]) -> bool:
    """Whether "a common …" goes on with what kind of thing it is ("viral disease"), and not with what it is to somebody
    ("problem")."""
    return bool(following) and following[0] not in ORDINARY | STATES | OF_SOMETHING | FUNCTION_WORDS


def is_state(following: Sequence[str]) -> bool:
    """Whether the words after "is" or "are" tell a state ("effective against", "held") rather than a kind of thing."""
    first, second = following[0], following[1] if len(following) > 1 else ""
    if first in STATES or first in _PARTICIPLES or first.endswith(("ed", "ing", "ly")) or first.isdigit():
        return True
    return first.endswith(_ADJECTIVAL) and (
        not second or second in FUNCTION_WORDS or second.endswith(("ed", "ing", "ly", "wide"))
    )


_ADJECTIVAL = (
    "able", "ible", "ive", "ous", "ant", "ent", "ful", "less", "ic", "al", "ar", "y", "er", "ish", "one", "ior", "tle", "ute",
    "-on", "-in", "-free", "-like", "-rich", "-term", "-scale",
)  # fmt: skip
_PARTICIPLES = frozenset(
    """held set told shown put broken brought built kept bound sent split cut drawn grown driven written
    taken born left lost met paid read said seen spread struck stuck taught thought understood worn chosen begun
    done hidden laid felt caught bent hard soft widespread dense heavy bright dark hot cold warm no none
    it they this he she subject zero home unable prone sensitive exempt alive dead full free""".split()
)
STATES = frozenset(
    """also even not often used found one now still only never always usually sometimes generally commonly typically
    frequently therefore thus however so very more most less least too both either neither as in on at to by from
    for with of within under over about up out among between around into through during after before because
    important essential necessary critical crucial known called considered given made present absent available
    common rare responsible able capable likely unlikely due different similar same associated located involved
    required needed produced formed such there here just widely increasingly highly particularly especially
    relatively largely mainly primarily mostly simply actually quite what why how where when if that then well long
    short complete large small high low much little good bad true false possible impossible central vital key integral pivotal""".split()
)
ORDINARY = frozenset(
    """challenge problem example result consequence way matter good great common major key important useful powerful
    promising significant popular critical crucial serious long very fundamental essential vital challenging
    difficult fascinating big large huge famous classic typical notable particularly main first second third last
    next only same other leading reason cause best most more better worst few many several case cornerstone ones
    subject focus concern hot prime perfect similar different recent new diagnosis risk burden threat barrier target pet symbol mainstay
    workhorse candidate choice option predictor indicator comorbidity subset exception danger hazard nuisance luxury necessity
    priority advantage disadvantage benefit drawback success failure mystery puzzle basis foundation backbone hallmark
    proof evidence""".split()
)
OF_SOMETHING = frozenset(
    "term phrase word story part role component aspect factor feature concept topic issue tool step idea area element number source".split()
)
