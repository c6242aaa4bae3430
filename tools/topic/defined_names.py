"""Names in the subject of a definition: "Bone, or osseous tissue (OT)" has three. What is said of them is read in
``definitions``."""

from __future__ import annotations

import re

from castalia.tools.language.words import FUNCTION_WORDS, capital_names


def names_in(subject: str) -> list[str]:
    """The names in a subject: what stands before a bracket or comma, and what "or", "also called" and brackets add."""
    closed = subject.rstrip().endswith(",")
    subject = subject.strip(" ,“”\"'")
    if not subject or len(subject.split()) > _LONGEST_SUBJECT:
        return []
    plain = " ".join(BRACKETS.sub(" ", subject).split())
    head, comma, rest = plain.partition(",")
    if ":" in plain or ";" in plain or not _is_name(head.strip(" “”\"'")):
        return []
    names = [head]
    if comma:
        alias = _ALIAS.match(rest.strip())
        if alias is not None:
            names.append(rest.strip()[alias.end() :].partition(",")[0])
        elif not closed or _OPENS_SENTENCE.match(head):
            return []  # "Nevertheless, the cell": no apposition, an opening
    bracket = BRACKETS.search(subject)
    if (
        bracket is not None
        and len(bracket[1].split()) <= 4
        and " ".join(subject[: bracket.start()].split()) == head.strip()
    ):
        names += _OR_OR_COMMA.split(bracket[1])
    elif bracket is not None and not comma and len(bracket[1].split()) == 1:
        names.append(bracket[1] + BRACKETS.sub("", subject[bracket.end() :]))  # "Two-dimensional (2D) materials"
    cleaned = (_ALIAS.sub("", name.strip(" “”\"'"), count=1).strip(" “”\"'") for name in names)
    whole = [name for name in cleaned if _is_name(name)]
    return [*whole, *(_INITIALS.sub("", name) for name in whole if _INITIALS.match(name))]


_INITIALS = re.compile(r"(?:[A-Z]\.){2,3} (?=[A-Z])")  # of a country, before a proper name
_OR_OR_COMMA = re.compile(r", or |, | or ")
_OPENS_SENTENCE = re.compile(
    r"(?:nevertheless|indeed|consequently|however|therefore|thus|moreover|furthermore|additionally|instead|today|recently|generally"
    r"|typically|historically|traditionally|currently|specifically|similarly|finally|overall|nonetheless|accordingly|usually)\b",
    re.IGNORECASE,
)
_LONGEST_SUBJECT = 16  # words
_LONGEST_NAME = 5  # words
BRACKETS = re.compile(r"\(([^()]*)\)")
_ALIAS = re.compile(
    r"^(?:or|(?:or |and )?(?:also |sometimes |often |commonly |usually |better |more commonly )?"
    r"(?:called|known as|termed|named|referred to as|abbreviated as|abbreviated)|also) (?:simply )?(?:the |an? )?"
)


def _is_name(name: str) -> bool:
    words = name.split()
    if not 1 <= len(words) <= _LONGEST_NAME or not any(letter.isalpha() for letter in name):
        return False
    own = capital_names(name)
    lower = ["" if one.start() in own else one[0].lower().strip(",;:") for one in _WORD.finditer(name)]
    if lower[0] in _ORDINALS and len(lower) > 1 and lower[1] in _COUNTED:
        lower = lower[1:]
    if lower[0] in FUNCTION_WORDS or lower[-1] in FUNCTION_WORDS or {lower[0], lower[-1]} & _POINTERS:
        return False
    # "greenhouse effect", "atomic number" and "problem solving" are names, "main effect", "total number" and "part of
    # the heart" are none
    opens = lower[0] in _ORDINARY and (len(lower) == 1 or lower[1] in FUNCTION_WORDS)
    ends = lower[-1] in _ORDINARY and (len(lower) == 1 or lower[-2] in _ORDINARY | _TELL_APART)
    if opens or ends:
        return False
    return not any(word in FUNCTION_WORDS and word not in _INSIDE_NAMES for word in lower)


_WORD = re.compile(r"\S+")
_ORDINALS = frozenset("zeroth first second third fourth".split())
_COUNTED = frozenset("law laws principle theorem order language world messenger postulate wave sound".split())
_INSIDE_NAMES = frozenset("of the and in for to by on with at a from".split())
_POINTERS = frozenset(
    """one first second third last next second-most most here there today now people someone something anything everything things thing
    important key""".split()
)
_ORDINARY = frozenset(
    """example examples result results reason purpose goal idea answer problem way difference effect cause function role number
    amount part parts type types kind kinds form forms question point fact main primary""".split()
)
_TELL_APART = frozenset(
    """other another common major minor real true same different certain such good best better new final overall ultimate simple specific
    possible general basic total large larger small smaller whole following usual typical net actual average big biggest greatest sole""".split()
)


def called(text: str) -> list[str]:
    """The names at the head of what follows "called": up to a mark, a function word or a verb."""
    match = _NAME_ENDS.search(text)
    return names_in(text[: match.start()] if match else text)


_NAME_ENDS = re.compile(
    r"[,.;:()”\"—\[]|(?<= )–|–(?= )| of (?:the|an?|that|this|its?) [\w-]+\.?$| (?:and|or|that|which|who|because|when|where|if|is|are|was|were|has|have|in|on|by|to|from|for|with|as|while|can|may|will|than|at"
    r"|since|after|before|but|into|occurs?|begins?|takes?)\b"
)
