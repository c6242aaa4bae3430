"""The sentence that says what the topic is: how well one does, and the best among snippets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from castalia.memory.identity import citation_keys
from castalia.memory.records import Citation, Claim, Snippet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.topic_names import LINKED, short_name, tells_alone
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.objections.dependence import is_dependent
from castalia.tools.objections.own_work import speaks_of_itself
from castalia.tools.objections.sentence_rules import objections
from castalia.tools.topic.defining_forms import KIND_NOUNS, LAWS
from castalia.tools.topic.definitions import FAIR, defines
from castalia.tools.topic.derived_forms import derived_stems
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.glossary_entries import as_sentence, out_of_brackets
from castalia.tools.topic.named_last import names_last
from castalia.tools.topic.passages import may_be_quoted
from castalia.tools.topic.repetition import is_told
from castalia.tools.topic.topic_forms import unwritten

BAR = 0.85  # a score, with how near its snippet is to the topic; what is below opens no page
LONGER_NAME = 0.3  # taken off, where the name is completed
SHORTER_NAME = 0.6  # taken off, where only its last word stands there and it is no proper name
UNEXPLAINED = 0.5  # taken off, where it ends in a symbol
LOCAL = 0.7  # taken off, where it holds for one kind of living being alone ("in the human body")
# taken off, where it defines an acronym or a synonym of the topic, or what a form of its name means (superconductors)
OTHER_NAME, OTHER_FORM = 0.2, 0.6
APPOSITION = 1.2
# objections that only cost a definition some of its score:
FORGIVEN = frozenset({"we", "reader", "short", "long", "quotation", "formula"})
# no objection where no figure stands: "a technique to improve performance" is no score of one system
AIMED = frozenset({"score"})
# taken off, as for what is in brackets ("see Figure 2"), or where only "however," ties it to the sentence before
PARDON = 0.4
# "our awareness", which is anybody's; "In short, …"; "Blood and lymph are fluid connective tissues."
PARDON_LITTLE = 0.1
PURPOSE = 0.6
# taken off, where another thing is defined with it ("Specific heat and heat capacity are measures of …")
TOGETHER = 0.5
INVERTED = 0.9  # "The study of … is T."
ATTRIBUTED, AGREED = 1.1, 1.3  # "Weber defined T as …", "Economists define T as …"
OPENING = 60  # characters in which the name in brackets has to come
_OPENING_WORDS = 10  # that speak of nothing as if it were known

# What may be added to any name, and what only to one of several words: coral disease is no coral.
_COMPLETES = ("system", "reaction", "process", "gland")
_COMPLETES_LONG = (*_COMPLETES, "drug", "disease", "theory", "method", "model", "task", "technique")
_SYMBOL = re.compile(r" [B-HJ-Zb-hj-zα-ωΑ-Ω]\.?$")
_LOCAL = re.compile(r"\bin (?:the |an? )?(?:human body|human being|humans|human beings|people|adults|children)\b")
_BRACKETED = re.compile(r" ?\([^()]*\)")
_ASIDE = re.compile(
    r", (?:then|therefore|thus|however|on the other hand|of course|in turn|in short),|(?<=\w), (?:whose|which|who) [^,;:]{3,80},(?= (?:is|are|was|were|refers?) )| itself(?= (?:is|are) )"
)
_COMPLETES_CONDITION = ("disease", "virus disease", "infection", "syndrome")  # what may be added to that of a disease
_SPEAKERS = re.compile(r"\b(?:we|us|let)\b", re.IGNORECASE)
_LEADS_IN = re.compile(r"(?:By definition|In (?:short|reality|essence|brief)|Put simply|Simply put), ")
_CONCLUDES = re.compile(r"(?:In (?:conclusion|sum(?:mary)?)|To (?:conclude|sum(?:mari[sz]e| up))|All in all)\b")
_LITTLE = r"(?:the |an? )?(?:two|both|all|among|some|good|common|main|major|key|important|examples?)\b"
_ONE_OF = re.compile(r"One of the most (?:[\w-]+ ){2}(?=(?:about|of|in) (?!these\b|those\b|them\b|all\b))")
_CONCEDES = re.compile(r"(?:While|Although|Though) [^.;:—]{10,110}?,[”\"]? ")  # what it concedes first defines nothing
_OTHER_NAME = re.compile(
    r"^(?:(?:Also|Often|Sometimes|Commonly|Usually|Better|Formerly|Popularly) )?(?:[Kk]nown|[Cc]alled|[Rr]eferred to) (?:as )?[^,.;:]{2,40}, "
)


def define(evidence: Evidence, snippets: Sequence[Snippet], told: Sequence[frozenset[str]]) -> Claim | None:
    """The best definition of the topic among these snippets that does not repeat what is ``told`` (stems of sentences);
    ``None`` where none reaches the bar."""
    found: list[tuple[bool, float, str, str]] = []
    short = short_name(evidence.topic) if _is_common(evidence.topic, snippets) else ""
    for snippet in snippets:
        held = set(content_stems(snippet.text))
        if not evidence.stems <= held and held.isdisjoint(evidence.other_names):
            continue
        near = evidence.relevance.scores.get(snippet.id, 0.0)
        is_own = False
        for text in (out_of_brackets(one.text) for one in split_sentences(snippet.text)):
            if is_own and text.startswith("The "):
                continue  # the system of a paper
            is_own = evidence.papers and (is_own or speaks_of_itself(text))
            score = defining_score(text, evidence)
            is_whole = score > 0
            # "A class is …" for social class, but no court is the Supreme Court, nor what is told by way of the whole
            # name
            if not score and short and not _names(text, evidence.topic):
                score = max(0.0, defines(text, short) - SHORTER_NAME)
            pardon = _pardon(as_sentence(text, evidence.called)) if score > 0 and may_be_quoted(snippet) else None
            if pardon is not None:
                if is_told(stem_set(text), told):
                    continue
                score -= (
                    pardon
                    + 0.01 * abs(len(text.split()) - 20)
                    + UNEXPLAINED * _ends_in_symbol(text, evidence)
                    + LOCAL * bool(_LOCAL.search(text))
                )
                found.append((is_whole, score + 0.5 * near, snippet.id, text))
    fair = [one for one in found if one[1] >= BAR]
    if not fair:
        return None
    _, _, snippet_id, text = max(fair)  # by its whole name, where anything defines it so
    key = citation_keys([snippet_id])[snippet_id]
    return Claim(text, (Citation(key, snippet_id),), text)


def _ends_in_symbol(sentence: str, evidence: Evidence) -> bool:
    """Whether a sentence ends in a letter that stands for something, and not in the topic's own name ("vitamin C")."""
    own = sentence.rstrip(".").lower().endswith(tuple(name.lower() for name in evidence.called))
    return not own and _SYMBOL.search(sentence) is not None


def _names(sentence: str, topic: str) -> bool:
    return " ".join(topic.lower().split()) in sentence.lower()


def _pardon(sentence: str) -> float | None:
    """What a definition loses for what it trips; ``None`` where it may not stand on a page at all."""
    aimed = frozenset() if any(map(str.isdigit, sentence)) else AIMED
    tripped = set(objections(sentence)) - aimed
    if _CONCLUDES.match(sentence):
        return None
    outside = set(objections(_BRACKETED.sub("", sentence))) - aimed
    plain = _ONE_OF.sub("A finding ", _ASIDE.sub("", _without_lead_in(sentence), count=1), count=1)
    if not FORGIVEN.issuperset(outside) or is_dependent(plain, may_presume=True):
        return None
    if is_dependent(plain):  # it speaks of something as known; a definition may, but for what it is of
        return None if is_dependent(" ".join(plain.split()[:_OPENING_WORDS])) else PARDON
    leans = is_dependent(sentence)
    if _CONCEDES.match(sentence):
        return None if leans else PARDON
    if not leans and (tripped == {"short"} or (tripped == {"we"} and not _SPEAKERS.search(sentence))):
        return PARDON_LITTLE
    if tripped or _SPEAKERS.search(sentence) or is_dependent(_LEADS_IN.sub("", sentence, count=1)):
        return PARDON
    return PARDON_LITTLE if leans else 0.0


def _is_common(topic: str, snippets: Sequence[Snippet]) -> bool:
    """Whether the name is mostly written small: then it is no proper name."""
    small, large = topic.lower(), " ".join(word.capitalize() for word in topic.split())
    return sum(small in one.text for one in snippets) > sum(large in one.text for one in snippets)


def defining_score(sentence: str, evidence: Evidence) -> float:
    """How well a sentence defines the topic, under its own name or, for a little less, an acronym or a synonym of
    it."""
    words = evidence.relevance.synonyms
    others = evidence.other_names - unwritten(sentence, words)
    forms = derived_stems(evidence.topic)
    scores = [
        definition_score(sentence, words.get(one, one)) - (OTHER_FORM if one in forms else OTHER_NAME) for one in others
    ]
    # "Hallucination, … of a language model, is …", "Ripening is the ageing of cheese."
    head, *where = LINKED.split(evidence.topic, maxsplit=1)
    if where and tells_alone(head) and evidence.relevance.named_in(stem_set(sentence)):
        scores.append(definition_score(sentence, head) - OTHER_NAME)
    if evidence.is_condition:  # "The Ebola virus disease is …"
        whole = [f"{name} {noun}" for name in evidence.called for noun in _COMPLETES_CONDITION]
        scores.append(max(defines(plain_opening(sentence), one) for one in whole) - LONGER_NAME)
    return max(*(definition_score(sentence, name) for name in evidence.called), *scores, 0.0)


def says_what(sentence: str, evidence: Evidence) -> bool:
    """Whether a sentence says fairly what the topic is."""
    return any(defines(plain_opening(sentence), name) >= FAIR for name in evidence.called)


def definition_score(sentence: str, topic: str) -> float:
    """How well a sentence defines the topic: under its own name, beside it ("T, the study of …"), at the end
    ("… strong forces called T"), completed ("a redox reaction is …" for redox), by what it is
    made for ("antibiotic drugs are designed to …"), or as somebody does ("Economists define T as …")."""
    core = plain_opening(as_sentence(sentence, (topic,)))
    aside = core.find(f"({topic.lower()})", 0, OPENING)
    if aside >= 0:  # "Oxidation-reduction (redox) reactions are …"
        core = topic.capitalize() + core[aside + len(topic) + 2 :]
    scores = [defines(_ASIDE.sub("", core, count=1), topic), APPOSITION if _apposed(topic).match(core) else 0.0]
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
    core = _OTHER_NAME.sub("", _without_lead_in(sentence), count=1)
    return core[:1].upper() + core[1:]


def _without_lead_in(sentence: str) -> str:
    """The sentence without what leads it in ("In short, opportunity cost is …", "While …, a heuristic is …")."""
    core = _CONCEDES.sub("", _LEADS_IN.sub("", sentence, count=1), count=1)
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
        rf"(?:(?:The )?{other} and (?:the )?{name}|(?:The )?{name} and {other}) (?=are (?!{_LITTLE}))", re.IGNORECASE
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
