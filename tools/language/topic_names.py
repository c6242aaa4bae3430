"""The name under which a corpus speaks of a topic, whose title may say more: what Wikipedia puts in brackets to tell
topics apart, an article, that a part of the body is a human one."""

from __future__ import annotations

import re

from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import FUNCTION_WORDS, content_stems, stem

_QUALIFIED = re.compile(r"(?P<name>.*\S)\s+\((?P<qualifier>[^()]*)(?:\)\s*\??)?")  # the bracket may be left open
_BRACKETS = str.maketrans("（）", "()")  # of East Asian scripts, where no space stands before them
_NUMBER = re.compile(r"[IVXLCDM]+|[\W\d_]+")  # "iron (III)", "calcium (2+)": a part of the name
_ASKED = re.compile(
    r"(?:what(?: is|['’]s| are)|define|explain|describe|(?:an )?(?:introduction to|overview of)|tell me about) (.*[^\s?.])\s?[?.]?",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"(?:how|why|when|where|who|which|what|do|does|did|is|are|can)\b.*\?", re.IGNORECASE)
_ARTICLE = re.compile(r"\A(?:[Tt]he|an?) (?=\S)")
# the body and its parts, of which texts on people do not say that they are human; "the body" alone may be any
_HUMAN = re.compile(
    r"\Ahuman (?=(?:anatomy|arm|blood|bone|brain|ear|eye|face|foot|hair|hand|head|heart|kidney|leg|liver|lung|mouth|muscle"
    r"|nose|physiology|reproduction|sexuality|skeleton|skin|skull|stomach|tooth|teeth|tongue)s?$"
    r"|(?:\w+ )?\w+(?:al|ar|ic|ine|ive|ory|ous|une) (?:system|tract)$)",
    re.IGNORECASE,
)
# Adjectives that say of which field a thing is, as a title has to and a text of that field need not.
FIELDS = frozenset(
    """anatomical astronomical biological chemical cultural economic electric electrical geological human mathematical
    medical optical physical political psychological social sociological""".split()
)
# Other adjectives that tell a kind of a thing from that of such a field: mental and physical health, a radio telescope.
OTHER_KINDS = frozenset("acoustic animal electron geometric legal mental moral radio spiritual".split())
# What a field divides into branches: human genetics is no more what texts call genetics than physical chemistry is
# chemistry.
_DISCIPLINE = re.compile(r".*(?:ology|ography|istry|ics|onomy|\bscience)s?", re.IGNORECASE)
_THEORY = re.compile(r"(.+) (?:theory|model|hypothesis)|(?:the )?(?:theory|model|hypothesis) of (.+)", re.IGNORECASE)
_OWNED = re.compile(r"(\w+(?:s|['’]s?))(?: (?:two|three|four|five))?( \w+[^\Ws]s) of \S.*", re.IGNORECASE)
_FIXED = frozenset("cappella contrario fortiori posteriori priori".split())  # behind an "a" that is no article

LINKED = re.compile(r" (?:of|in) ", re.IGNORECASE)  # a name with its head before this, and what it is of behind it
_LEADING = frozenset("about and but of or".split())
_TRAILING = frozenset("an and but from of or the with".split())


def topic_name(topic: str) -> str:
    """The topic without a qualifier in brackets behind it, and without an article before it: "coral reef" for "the
    coral reef (biology)", and for "What is a coral reef?" or "Define coral reef"; without the "human" of "Human brain".

    A title in which more has a capital than its first letter keeps its "The": "The Gambia". A name without any word
    that says something is left as it is.
    """
    name, _ = _parts(topic)
    article = _ARTICLE.match(name)
    if article is None:
        return _HUMAN.sub("", name)
    rest = name[article.end() :]
    is_title = name[0].isupper() and rest != rest.lower()
    is_fixed = article.group() == "a " and rest.split()[0].lower() in _FIXED
    return name if is_title or is_fixed or not content_stems(rest) else topic_name(rest)


def asked_name(topic: str) -> str:
    """What is asked for, with what stands in brackets behind it: "coral reef" for "What is a coral reef?" or "Define
    coral reef"; every other topic as it is, also a question that has no such name in it ("What are reefs made of?")."""
    name = topic_name(topic)
    if _ASKED.fullmatch(topic.strip()) is None or name.split()[-1] in _TRAILING:
        return topic
    return f"{name} {qualifier_of(topic)}".strip()


def qualifier_of(topic: str) -> str:
    """What ``topic_name`` leaves out in brackets behind the name, with them; ``""`` where there is nothing."""
    _, qualifier = _parts(topic)
    return f"({qualifier})" if qualifier else ""


def _parts(topic: str) -> tuple[str, str]:
    """What is asked for, and what stands in brackets behind it."""
    name = topic.strip()
    asked = _ASKED.fullmatch(name)
    if asked and content_stems(asked[1]):
        name = asked[1]
    bare, qualifiers = name.replace("（", " （").translate(_BRACKETS), list[str]()
    while (found := _QUALIFIED.fullmatch(bare)) and content_stems(found["name"]):
        if _NUMBER.fullmatch(found["qualifier"].strip()):
            break
        bare = found["name"]
        qualifiers.insert(0, found["qualifier"].strip())
    return (bare, ", ".join(filter(None, qualifiers))) if qualifiers else (name, "")


def without_field(topic: str) -> str:
    """The topic without the adjective before it that says of which field it is; ``""`` where there is none, and for a
    branch of a discipline."""
    field, _, bare = topic.partition(" ")
    is_field = field.lower() in FIELDS and not is_discipline(bare)
    return bare if is_field and content_stems(bare) else ""


def without_theory(topic: str) -> str:
    """What a theory is of, where it has two words at least: "Big Bang" for "Big Bang theory", "special relativity" for
    "theory of special relativity"; ``""`` for others: games and conflicts are no game theory and no conflict theory."""
    found = _THEORY.fullmatch(topic)
    bare = (found[1] or found[2]) if found else ""
    return bare if len(content_stems(bare)) > 1 else ""


def called_by_owner(topic: str) -> str:
    """The topic without what it is of, where several things bear somebody's name: "Kepler's laws" for "Kepler's laws of
    planetary motion"; ``""`` for others, also for "Newton's law of gravitation", which is one law of his."""
    found = _OWNED.fullmatch(topic)
    return found[1] + found[2] if found else ""


def is_discipline(name: str) -> bool:
    """Whether a name is that of a discipline, or looks like one ("microbiology", "economy")."""
    return _DISCIPLINE.fullmatch(name) is not None


def unsaid_word(topic: str, name: str) -> str:
    """The adjective of a topic that the ``name`` it was looked for by leaves unsaid, in small letters: the "human" of
    "Human brain"; ``""`` where there is none."""
    asked = _ARTICLE.sub("", _parts(topic)[0], count=1).lower()
    before = asked.removesuffix(f" {name.lower()}")
    return before if before in FIELDS else ""


def is_question(topic: str) -> bool:
    """Whether this asks something, rather than names what a page can be about ("How do vaccines work?")."""
    return _QUESTION.fullmatch(topic.strip()) is not None


def without_loose_words(topic: str) -> str:
    """The topic without the words at its ends that would join it to others ("of coral"); a title in capitals keeps them
    ("Of Mice and Men")."""
    words = topic.split()
    while words and words[-1] in _TRAILING:
        words.pop()
    while words and (words[0] in _LEADING or (words[0].lower() in _LEADING and not any(map(_has_capital, words[1:])))):
        words.pop(0)
    return " ".join(words)


def name_stems(topic: str) -> tuple[str, ...]:
    """The stems of a topic's name, that of its head last: ("energi", "conserv") for the conservation of energy."""
    head, *rest = LINKED.split(topic, maxsplit=1)
    return tuple(dict.fromkeys((*content_stems(" ".join(rest)), *content_stems(head))))


def short_name(topic: str) -> str:
    """The last word of a name, by which texts may call it; "" where a small word joins it to the others: what demand is
    says nothing of supply and demand; and where it does not tell by itself what is meant."""
    words = topic.split()
    is_joined = any(word.lower() in FUNCTION_WORDS for word in words)
    return words[-1] if not is_joined and tells_alone(words[-1]) else ""


def tells_alone(name: str) -> bool:
    """Whether a name tells by its last word what is meant: a theory may be of anything."""
    return (LIGHT | _OF_ANYTHING).isdisjoint(content_stems(name)[-1:])


_OF_ANYTHING = frozenset(map(stem, "theory hypothesis law principle rule".split()))


def _has_capital(word: str) -> bool:
    return word != word.lower()
