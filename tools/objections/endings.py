"""Endings: what it costs a reader that a quotation ends where it does.

An account of an experiment that ends before its result tells nothing. A claim without the "However, …" that takes it
back tells what is not so, and so may what somebody "claimed" without what came of that. Every pattern is linear: where a
repeat holds a repeat, a space parts its rounds.
"""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.language.words import FUNCTION_WORDS
from castalia.tools.objections.sentence_rules import follows_on

# In words, of as many as readers would have let stand.
# the next sentence takes back what the last one says, sets bounds to it, tells the result, or goes on counting
TURNED = 30
# the last one tells what somebody set out to find, or did to find it, or goes on with that, and not what was found
UNDER_WAY = 30
GOES_ON = 8  # the next one goes on with the last


@lru_cache(maxsize=1_024)  # of the snippets of a page, at each step of curation
def costs_of_ending(sentences: tuple[str, ...]) -> tuple[int, ...]:
    """What it costs, in words, to end a quotation with each of these sentences, which follow each other in a text."""
    costs: list[int] = []
    for is_told, following in zip(_accounts(sentences), (*sentences[1:], ""), strict=True):
        leads = TURNED if _TURNS.match(following) else GOES_ON if following and follows_on(following) else 0
        costs.append(UNDER_WAY if is_told else leads)
    return tuple(costs)


@lru_cache(maxsize=1_024)
def midst_of_accounts(sentences: tuple[str, ...]) -> frozenset[int]:
    """Which of these sentences (their numbers), which follow each other in a text, no quotation may end with: they
    stand in an account that comes to its end in this text. One that does not may be told to its end by the next."""
    telling = _accounts(sentences)
    last = max((at for at, is_told in enumerate(telling) if not is_told), default=-1)
    return frozenset(at for at, is_told in enumerate(telling[: last + 1]) if is_told)


def _accounts(sentences: tuple[str, ...]) -> tuple[bool, ...]:
    """For each of these sentences whether it stands in an account, before what that comes to."""
    telling: list[bool] = []
    for before, sentence in zip(("", *sentences), sentences, strict=False):
        goes_on = follows_on(sentence) or _is_on_the_same(sentence, before)
        was_telling = bool(telling) and telling[-1]
        telling.append(is_under_way(sentence) or (was_telling and goes_on and not _FINDS.search(sentence)))
    return tuple(telling)


def is_under_way(sentence: str) -> bool:
    """Whether a sentence tells of an experiment and not yet of its result: what was asked, or what was done with those
    who took part."""
    return _SETS_OUT.search(sentence) is not None and _FINDS.search(sentence) is None


def _is_on_the_same(sentence: str, before: str) -> bool:
    """Whether a sentence opens with a name that the one before it mentions: "… studied K. C. for years. K. C. …"."""
    first = sentence.split(maxsplit=1)[0]
    return first[:1].isupper() and first.lower() not in FUNCTION_WORDS and first in before.split()[1:]


_TURNS = re.compile(
    r"(?:However|Nevertheless|Nonetheless|Instead|Conversely|Unfortunately|In (?:reality|fact|contrast)|Even so"
    r"|On the (?:contrary|other hand)|(?:First|Second|Third|Fourth|Last|Final)(?:ly)?|Next|Then),|(?:But|Yet) (?!also\b)\w"
    r"|(?:The (?:results?|outcome|findings?)|(?:They|He|She|The (?:researchers|team|scientists|psychologists|authors|investigators))"
    r" (?:also )?(?:found|concluded|discovered|showed|demonstrated|noticed|reported))\b"
)
_TAKERS = (
    r"(?:participants?|subjects|volunteers|respondents|students|children|infants|babies|toddlers|mothers|parents|men|women"
    r"|people|adults|patients|teachers|learners|monkeys|rats|mice|pigeons|dogs|cats|chimpanzees|animals|pairs|groups?)"
)
_SEEKERS = (
    r"(?:researchers|scientists|psychologists|sociologists|investigators|experimenters|colleagues"
    r"|[A-Z][\w’'-]{1,30} \(\d{4}[a-z]?\)|and [A-Z][\w’'-]{1,30}(?: \(\d{4}[a-z]?\))?)"
)
_SETS_OUT = re.compile(
    r"\b(?:wanted|sought|set out|attempted|wished|hoped) to (?:know|see|find|test|determine|learn|understand|investigate"
    r"|examine|explore|study|measure|discover|assess|compare|answer)\b"
    r"|(?<!\bis )(?<!\bare )(?<!\bwhen )\b(?:wondered|asked) (?:[\w’'.-]{1,30} ){0,8}(?:if|whether|why|how)\b|\bhypothesi[sz]ed that\b"
    r"|\b(?:claimed|alleged) (?:(?:in|at|on) (?:[\w’'.-]{1,30} ){1,5})?(?:that|to (?:have|be))\b"  # what was said of it?
    r"|\b(?:conducted|designed|carried out|performed|devised|ran|undertook) (?!using\b|as\b|by\b)(?:[\w’'-]{1,30} ){0,6}"
    r"(?:experiments?|stud(?:y|ies)|tests?|surveys?|investigations?|trials?)\b"
    rf"|\b{_TAKERS} (?:volunteered to|(?:was|were) (?:then |first |each |all |also |randomly )?(?:asked|told|shown|given"
    r"|instructed|placed|assigned|recruited|invited|brought|exposed|presented|trained|seated|paired|deprived"
    r"|injected|fed))\b"
    r"|\b(?:participants|subjects|volunteers|respondents) (?:had|saw|heard|read|watched|viewed|completed|received|sat|entered)\b"
    rf"|\b(?:asked|told|instructed|recruited|invited|presented|assigned|divided|showed|paid|experimented (?:with|on))"
    rf" (?!to\b|with\b|into\b|leave\b)(?:[\w’'.,-]{{1,30}} ){{0,4}}{_TAKERS}\b"
    r"|\basking for (?:[\w-]{1,30} ){0,2}(?:volunteers|participants|subjects)\b"
    r"|(?:,|\band) then (?:observed|watched|measured|recorded|compared|examined|tested|asked)\b|\b(?:was|were) paired with\b"
    r"|\b[A-Z][\w’'-]{1,30} [A-Z][\w’'-]{1,30} (?:compared|tested|analy[sz]ed|measured|interviewed|surveyed)\b"  # studied: her field
    r"|\bstud(?:y|ies) (?:[\w’'-]{1,30} ){0,5}followed (?:(?:about|over|nearly|almost|some) )?\d"
    rf"|\b{_SEEKERS} (?:(?:at|of|from|in) (?:[\w’'-]{{1,30}} ){{1,6}})?(?:then |first |also |later )?(?:examined|compared|tested|analy[sz]ed|measured|assessed|investigated"
    r"|studied|interviewed|surveyed|observed)\b"
)
_FINDS = re.compile(
    r"\b(?:found|finds that|findings?|show(?:s|ed|n|ing)? that|reveal\w*|conclu\w+|demonstrat\w+(?! (?:by|in)\b)|discover(?:ed|ing|y)"
    r"|results?|resulted|confirm\w*|suggest\w*|observed that|reported that|outcomes?|evidence|correlat\w+|associated with"
    r"|(?:more|less) likely|significant\w*|percent|per cent)\b|\d%",
    re.IGNORECASE,
)
