"""Definitions of a name in whatever form: also beside it, behind it, completed, or as somebody gave them.

The plain forms ("T is …", "… called T") are in ``definitions``; which sentence defines a topic best is chosen in
``topic_definition``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from castalia.tools.topic.defining_forms import KIND_NOUNS, LAWS
from castalia.tools.topic.definitions import defines
from castalia.tools.topic.glossary_entries import as_sentence
from castalia.tools.topic.named_last import names_last

LONGER_NAME = 0.3  # taken off, where the name is completed
# taken off, where another thing is defined with it ("Specific heat and heat capacity are measures of …")
TOGETHER = 0.5
APPOSITION = 1.2
PURPOSE = 0.6
INVERTED = 0.9  # "The study of … is T."
ATTRIBUTED, AGREED = 1.1, 1.3  # "Weber defined T as …", "Economists define T as …"
OPENING = 60  # characters in which the name in brackets has to come

# What may be added to any name, and what only to one of several words: coral disease is no coral.
_COMPLETES = ("system", "reaction", "process", "gland")
_COMPLETES_LONG = (*_COMPLETES, "drug", "disease", "theory", "method", "model", "task", "technique")
ASIDE = re.compile(
    r", (?:then|therefore|thus|however|on the other hand|of course|in turn|in short),|(?<=\w), (?:whose|which|who) [^,;:]{3,80},(?= (?:is|are|was|were|refers?) )| itself(?= (?:is|are) )"
)
LEADS_IN = re.compile(r"(?:By definition|In (?:short|reality|essence|brief)|Put simply|Simply put), ")
CONCEDES = re.compile(r"(?:While|Although|Though) [^.;:—]{10,110}?,[”\"]? ")  # what it concedes first defines nothing
_OTHER_NAME = re.compile(
    r"^(?:(?:Also|Often|Sometimes|Commonly|Usually|Better|Formerly|Popularly) )?(?:[Kk]nown|[Cc]alled|[Rr]eferred to) (?:as )?[^,.;:]{2,40}, "
)
# What "the largest" are defines none of them.
_OUTSTANDING = r"[^,.;]{0,80}\b(?:most|least|(?!forest|harvest|interest|request|contest|protest)\w{3,}est)\b"
_LITTLE = r"(?:the |an? )?(?:two|both|all|among|some|good|common|main|major|key|important|examples?)\b"


def definition_score(sentence: str, topic: str) -> float:
    """How well a sentence defines the topic: under its own name, beside it ("T, the study of …"), at the end
    ("… strong forces called T"), completed ("a redox reaction is …" for redox), by what it is
    made for ("antibiotic drugs are designed to …"), or as somebody does ("Economists define T as …")."""
    core = plain_opening(as_sentence(sentence, (topic,)))
    aside = core.find(f"({topic.lower()})", 0, OPENING)
    if aside >= 0:  # "Oxidation-reduction (redox) reactions are …"
        core = topic.capitalize() + core[aside + len(topic) + 2 :]
    scores = [defines(ASIDE.sub("", core, count=1), topic), APPOSITION if _apposed(topic).match(core) else 0.0]
    if kind := _kind_before(topic).match(core):  # "The disease cholera is …"
        scores.append(defines(f"{topic} {core[kind.end() :]}", topic))
    if both := _beside(topic).match(core):
        scores.append(defines(f"{topic} {core[both.end() :]}", topic) - TOGETHER)
    if topic.lower() in core.lower():  # "a thermodynamic process" is not what thermodynamics is
        completes = _COMPLETES_LONG if " " in topic.strip() else _COMPLETES
        scores += [defines(core, f"{topic} {noun}") - LONGER_NAME for noun in completes]
        scores.append(PURPOSE if _purpose(topic).match(core) else 0.0)
        scores.append(INVERTED if _inverted(topic).match(core) or _made_equal(topic).match(core) else 0.0)
        scores.append(ATTRIBUTED if _used_as(topic).match(core) else 0.0)
        if by := _defined_by(topic).match(core):
            scores.append(AGREED if by["all"] else ATTRIBUTED)
        scores.append(names_last(core, topic))
        if whose := _with_its_finder(topic).match(core):
            scores.append(defines(core, f"{whose[1]} {topic}"))
        scores.append(defines(core, f"theory of {topic}"))  # "The theory of spontaneous generation states that …"
    return max(scores)


def plain_opening(sentence: str) -> str:
    """The sentence without an opening that only gives the name once more ("Also known as the flu, influenza is …")."""
    core = _OTHER_NAME.sub("", without_lead_in(sentence), count=1)
    return core[:1].upper() + core[1:]


def without_lead_in(sentence: str) -> str:
    """The sentence without what leads it in ("In short, opportunity cost is …", "While …, a heuristic is …")."""
    core = CONCEDES.sub("", LEADS_IN.sub("", sentence, count=1), count=1)
    return core[:1].upper() + core[1:]


@lru_cache(maxsize=64)
def _apposed(topic: str) -> re.Pattern[str]:
    """ "T, the study of …, …", "T, a key task, is …" or "In …, T (ABC), the … of …", with T at the head of the
    sentence: no list, and nothing said by the way."""
    kind = r"(?:(?! and )[^,.;]){1,80}?\b(?:of|that|which|who|in|used|by|between|caused)\b[^,.;]{1,160}[,.;](?! (?:and|or)\b)"
    brief = r"(?:(?! and )[^,.;]){3,80}, (?:is|are|has|have|plays?|remains?|can|may|aims?|involves?)\b"
    dashed = rf"(?:The |An? )?{re.escape(topic)}s?—(?:the|an?) (?:[\w-]+ ){{1,4}}(?:of|that|which|in|used|by|to) [^—.;]{{5,120}}—"
    return re.compile(
        rf"(?:In [^,]{{3,30}}, )?{re.escape(topic)}s?(?: \([\w-]{{2,10}}\))?, (?:the|an?) (?:{kind}|{brief})|{dashed}",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _kind_before(topic: str) -> re.Pattern[str]:
    """ "The gastrointestinal disease T" before its verb."""
    kinds = (
        r"disease|disorder|illness|infection|hormone|enzyme|protein|element|metal|compound|molecule|vitamin|drug|organ"
        r"|bacterium|virus|parasite|planet|star|galaxy|particle|process|technique|method|principle"
    )
    return re.compile(rf"The (?:[\w-]+ ){{0,3}}(?:{kinds}) {re.escape(topic)} (?=(?:is|are)\b)", re.IGNORECASE)


@lru_cache(maxsize=64)
def _beside(topic: str) -> re.Pattern[str]:
    """ "Another thing and T" before "are", and that before T: of what both are each is one."""
    name, other = rf"{re.escape(topic)}s?", r"(?:[\w-]+ ){0,2}[\w-]+"
    return re.compile(
        rf"(?:(?:The )?{other} and (?:the )?{name}|(?:The )?{name} and {other}) (?=are (?!{_LITTLE}|{_OUTSTANDING}))",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _purpose(topic: str) -> re.Pattern[str]:
    """ "T drugs are specifically designed to …"."""
    return re.compile(
        rf"(?:An? |The )?{re.escape(topic)}s?(?: \w+)? (?:is|are) (?:\w+ly )?(?:designed|meant|intended|used) to \w+ (?!the\b|this\b|these\b)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _inverted(topic: str) -> re.Pattern[str]:
    """ "The most common measure of … is T, which …"."""
    return re.compile(
        rf"(?:The|An?) (?:(?!of\b|in\b|for\b)[\w-]+ ){{0,4}}(?:{KIND_NOUNS}) (?:of|in|by|between|through) (?:[\w-]+ ){{1,9}}?is (?:called )?(?:the |an? )?"
        rf"{re.escape(topic)}s?(?: \([\w-]{{2,10}}\))?(?:\.$|, (?:which|an?|the|where) )",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _made_equal(topic: str) -> re.Pattern[str]:
    """ "The elements in group 17 are the Ts (…)." """
    kind = r"(?:(?!most\b|first\b|last\b|only\b|main\b|chief\b|best\b|\w+est\b)[\w-]+ ){1,3}?"
    which = r"(?:in|of) (?:the )?(?:[\w-]+ )?(?:group|column|row|family|class|period|category|series)\b[^,.;:()]{0,60}"
    return re.compile(rf"The {kind}{which} are the {re.escape(topic)}(?:e?s)?(?: \([^()]*\))?\.$", re.IGNORECASE)


@lru_cache(maxsize=64)
def _with_its_finder(topic: str) -> re.Pattern[str]:
    """ "The Heisenberg T": of a principle and the like, whose name is often told with that of who found it. A law or a
    model that bears a name is mostly that of a state or a firm."""
    is_law = " " in topic.strip() and topic.lower().split()[-1] in LAWS - {"law", "laws", "theory", "model"}
    return re.compile(
        rf"(?:The )?([A-Z][^\W\d_]+(?:[-–][A-Z][^\W\d_]+)?) (?i:{re.escape(topic)})\b" if is_law else r"(?!)"
    )


@lru_cache(maxsize=64)
def _used_as(topic: str) -> re.Pattern[str]:
    """ "The term T is often used for …"."""
    return re.compile(
        rf"The (?:term|word|name|phrase) [“\"]?{re.escape(topic)}s?[”\"]? (?:is|can be|may be) (?:\w+ )?(?:used|applied) (?:as|for|to) (?!it\b|this\b|these\b|them\b)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _defined_by(topic: str) -> re.Pattern[str]:
    """ "Economists define T as …" or "use the term T to refer to …", "Psychologist Leon Festinger (1957) defined T as
    …"."""
    name = rf"(?:the |an? )?[“\"]?{re.escape(topic)}s?[”\"]?(?: \([\w-]{{2,10}}\))?"
    all_do = rf"define (?i:{name} as)|use the (?:term|word) (?i:{name}) to (?:describe|refer to|mean|denote|indicate)"
    one_does = rf"define[sd] (?i:{name} as)|use[sd] the (?:term|word) (?i:{name}) to (?:describe|refer to|mean|denote)"
    return re.compile(
        r"(?!We |You |They |If |When )"
        rf"(?:(?:\w+ )?(?P<all>(?i:[a-z]+(?:ists|ians|[eo]rs)) (?:{all_do}))|[A-Z][\w .()’'-]{{2,70}}? (?:{one_does}))"
        r" (?!having|being|beginning)\w"
    )
