"""Conditions: whether a topic is a disease, a disorder or an infection. Articles on these have sections of their
own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castalia.tools.language.words import FUNCTION_WORDS, stem_set
from castalia.tools.objections.rule_words import FINITE_VERBS

LEAST = 3  # times that somebody has it, or is treated for it, and
SHARE = 0.04  # of all times that it is named
SEVERAL = 0.2  # of the times that a disease is named in the singular it is in the plural, at most
DEFINED = 3  # what a sentence counts as that says it is a disease

ILLNESS = stem_set("disease disorder infection illness syndrome")
GROUPS = "disorders|diseases|syndromes|illnesses"  # "anxiety disorders" are several

_NAME = "disease|disorder|infection|illness(?:e(?=s))?|syndrome|cancer|tumou?r"
_KIND = rf"(?:{_NAME}|inflammation|(?:medical|health|genetic|chronic|skin|mental|autoimmune|neurological|inherited) condition)s?"
_CALLED = re.compile(rf"\b(?:{_NAME})s?$", re.IGNORECASE)


def is_called_one(topic: str) -> bool:
    """Whether a name ends in what it is: a disease, a disorder, …"""
    return _CALLED.search(topic) is not None


def names_several(topic: str, texts: Sequence[str]) -> bool:
    """Whether the topic is a group of diseases: its name says so, or texts name it in the plural ("sleep disorders")
    too often for one."""
    name = rf"\b{re.escape(topic)}"
    one, many = (sum(len(re.findall(rf"{name}{end}\b", text, re.IGNORECASE)) for text in texts) for end in ("", "s"))
    return _SEVERAL.search(topic) is not None or many > SEVERAL * one


_SEVERAL = re.compile(rf"\b(?:{GROUPS}|infections)$", re.IGNORECASE)


def is_condition(topic: str, texts: Sequence[str]) -> bool:
    """Whether texts that name a topic speak of it as of something that people have ("symptoms of cholera", "patients
    with asthma", "to suffer from depression"), or its name ends in what is one."""
    if is_called_one(topic):
        return True
    name = rf"{re.escape(topic.lower())}(?:e?s)?\b(?!-)"
    named, had, defined = re.compile(rf"\b{name}"), _had(name), _defined(name)
    lowered = [one.lower() for one in texts]
    told = sum(_is_itself(one, match) for one in lowered for match in had.finditer(one))
    found = told + DEFINED * sum(len(defined.findall(one)) for one in lowered)
    return found >= LEAST and found >= SHARE * sum(len(named.findall(one)) for one in lowered)


def _is_itself(text: str, match: re.Match[str]) -> bool:
    """Whether what somebody has is the topic, and not what is called after it ("people with sleep apnea")."""
    following = None if match["told"] else _NEXT.match(text, match.end())
    word = following[1] if following else ""
    is_kind = len(word) == 1 or word == "spectrum"  # "hepatitis B", "autism spectrum disorder"
    return not word or is_kind or word in FUNCTION_WORDS | FINITE_VERBS or word.endswith(("ly", "ed", "ing"))


_NEXT = re.compile(r" ([a-z]{1,30})")


def _had(name: str) -> re.Pattern[str]:
    some = r"(?:(?:an?|the|new|many|most|some|human|acute|chronic|severe|mild|common) ){0,2}" + name
    return re.compile(
        rf"\b(?:symptoms?|signs|cases?|diagnos[ei]s|treatments?|prevalence|incidence|outbreaks?|epidemics?|pandemics?"
        rf"|onset|severity|complications|sufferers|transmission|prevention|cure|episodes?|victims|risk) (?:of|for|against) {some}"
        rf"|\b(?:patients?|people|individuals|children|persons?|adults|women|men|those|someone|infants?)"
        rf" (?:(?:suffering|infected|diagnosed) )?(?:with|from|who (?:have|has|had|suffer from|develop\w*|contract\w*)) {some}"
        rf"|\b(?:suffer\w* from|diagnos\w+ (?:with|as having)|die[sd]? (?:of|from)|deaths? from|infected with"
        rf"|contract(?:s|ed|ing)?|recover\w* from|cures?|afflicted (?:with|by)|vaccin\w+ (?:against|for)|treat(?:s|ing|ed)?) {some}"
        rf"|\b{name} (?P<told>patients?|symptoms|outbreaks?|epidemics?|cases|sufferers|victims)\b"
    )


def _defined(name: str) -> re.Pattern[str]:
    """ "T is a (general term for a) contagious disease that …"; no word of grammar between the article and the kind."""
    return re.compile(
        rf"\b{name}(?: ?\([^)]{{1,40}}\))?(?:, [^,.]{{2,40}},)? (?:is|are|refers? to) "
        r"(?:an? |the |any |one of the |(?:general |generic |common )?(?:term|name) for |(?:group|type|form|kind|variety|class|set|number)s? of )*"
        r"(?:(?!(?:of|that|which|for|by|in|against|to|with|from|through|as|and|not|considered|\w+ing)\b)[\w’'-]+,? ){0,6}?"
        rf"{_KIND}\b"
    )
