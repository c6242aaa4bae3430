"""Resuming: sentences that tell of something a second time, or go on with a story or an argument that stands elsewhere.

Sentences are in lower case. Every pattern is linear: where a repeat holds a repeat, a space parts its rounds.
"""

from __future__ import annotations

import re

from castalia.tools.objections.rule_words import FINITE_VERBS


def resumes(lower: str) -> bool:
    """Whether it goes on with a story or an argument ("Two years later, …", "Either way, …", "Doing so …"), or says
    that something does "so", "the same" or "in this way" without having said what."""
    if _OPENS.match(lower) is not None:
        return True
    done = _SO_DONE.search(lower)
    before = lower[: done.start()] if done else ""
    return done is not None and says_one_thing(before) and (_DOES if done[1] else _BY_DOING).search(before) is None


def goes_on_again(words: tuple[str, ...], lower: str) -> bool:
    """Whether it tells of something a second time, or of more of it: "… again, …", "X again shows …", "even farther
    out"."""
    if _BOTH_SIDES.match(lower) is not None or ("than" not in words and _REPEATS.match(lower) is not None):
        return True
    resumed = (place for place, word in enumerate(words[1:-1], 1) if word in _RESUMING)
    return any(words[place + 1] in FINITE_VERBS and words[place - 1] not in _BEFORE_RESUMING for place in resumed)


def says_one_thing(clause: str) -> bool:
    """No word in it that may join it to another clause."""
    words = _WORDS.findall(clause)
    return bool(words) and _JOINERS.isdisjoint(words) and "as well" not in clause


_WORDS = re.compile(r"[a-z]+")
_JOINERS = frozenset("and or but which who that while whereas although because where whose if".split())
_OPENS = re.compile(
    r"as an? (?:[\w-]+ )?(?:result|consequence|outcome|response|reaction|reward),|no matter,|(?:much )?the same (?:holds|goes|applies)\b|unlike the (?:former|latter)\b|apart from that\b(?! of\b)|back then\b"
    r"|(?:whatever|regardless of) the (?:cause|reason|case|outcome|result|method)s?,|either way,|at any rate,|all the same,"
    r"|to make (?:matters|things) worse,|(?:true|granted|sure enough|more importantly|last but not least|for one thing),"
    r"|what(?:['’]s| is) more,|(?:doing|failure to do) so\b|the following (?:year|month|week|day|morning|spring|summer|autumn|winter),"
    r"|(?:an?|a few|some|several|many|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|\d+)"
    r" (?:year|month|week|day|decade|centur|hour|minute|second)(?:s|y|ies)? (?:later|earlier|afterwards?),"
)
# Of a first clause: "Most cells do so slowly", "Iron is taken up in this way", "The town subsequently grew".
_SO_DONE = re.compile(
    r"\b(do|does|did) (?:so(?! (?:much|many|well|badly|little|few|often)\b)\b|the same(?=[.,;]| (?:in|for|to|with|at|on|by|when)\b))|\b(?:is|are|was|were) no exceptions?\b(?! to\b)"
    r"|\bin (?:this|that) (?:way|manner|fashion)\.|\bsubsequently (?!to\b)\w"
)
# What does "so", or is done "in this way", may be told before: "the axons leaving the cord do so in bundles".
_DOES = re.compile(r",|\w{3}ing\b")
_BY_DOING = re.compile(r"\bby \w+ing\b")
# "When the potential passes zero again, …", "It reaches even farther out", "Since both sides have power, …": of what,
# and than what?
_REPEATS = re.compile(
    r"[^,;:]{1,120}(?<!over )(?<!and )\bagain,|[^;:]{1,160}\beven (?:farther|further)\b(?! (?:from|than|away from)\b)"
)
_BOTH_SIDES = re.compile(
    r"(?:(?:since|because|when|if|as|although|while) )?both sides\b(?! of\b)|[^,;]{1,60} both ways\b"
)
_RESUMING = frozenset("again further farther likewise".split())
# "To further reduce …", "and again become": no finite verb of the first clause.
_BEFORE_RESUMING = frozenset("to and or the a an then that which who can may could will would must".split())
