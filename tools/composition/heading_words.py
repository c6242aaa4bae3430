"""Headings: how a term is written as one, and what no encyclopedia would set as a heading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from functools import lru_cache

from castalia.tools.language.counting import commonest
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.word_classes import WordClasses
from castalia.tools.language.words import stem, token_stems, tokens
from castalia.tools.topic.passages import Passage

# of the sentences that hold a word have the topic behind it ("laws of thermodynamics"): then so has its heading
EXPANDED = 0.2
NOW_AND_THEN = 0.1  # of the times that a name is written it has small letters: it is no proper one


def surface(term: str, holders: Sequence[Passage], topic: frozenset[str], documents: int) -> str | None:
    """How the term is usually written, as a heading; ``None`` where it looks like a person, a code, an adjective, or a
    name that only one document knows."""
    wanted = term.split()
    forms: Counter[str] = Counter()
    capitals = inside = 0
    alone = 0
    for one in holders:
        words = _tokens(one.text)
        for first, last in _finds(_token_stems(one.text), wanted):
            form = one.text[words[first].start : words[last].end]
            if form.count("(") != form.count(")"):
                continue  # "CoT) prompting"
            forms[form] += 1
            inside += first > 0
            capitals += first > 0 and form[:1].isupper() and not form.isupper()
        alone += sum(1 for token in words[1:] if token.text[:1].isupper() and stem(token.lower) == wanted[-1])
    if not forms:
        return None
    inner = {form: count for form, count in forms.items() if not form[:1].isupper() or form[1:2].isupper()}
    named = capitals > 0.6 * inside and not any(form.isupper() for form in forms)
    if named and (len(wanted) == 1 or documents < 2 or alone > 1.5 * sum(forms.values())):
        return None
    usual = commonest(inner or forms)
    if len(wanted) == 1:
        usual = _expanded(wanted[0], holders, topic) or _compound(wanted[0], holders, topic) or usual
    return raised(usual)


# A sentence holds several terms.
_tokens = lru_cache(maxsize=2_048)(tokens)
_token_stems = lru_cache(maxsize=2_048)(token_stems)


def raised(name: str) -> str:
    """The name with a capital before it, unless its first word has a spelling of its own: "pH scale", "mRNA", "p53
    protein", "β sheet"."""
    first = name.split()[0]
    part, dash, _ = first.partition("-")
    word = part if dash and len(part) > 1 else first  # "pre-mRNA" has none, "c-Myc" has
    is_plain = word[1:] == word[1:].lower() and not any(map(str.isdigit, word)) and not "α" <= word[0] <= "ω"
    return name[:1].upper() + name[1:] if is_plain else name


def gone_on(usual: str, holders: Sequence[Passage]) -> str:
    """A surface with the word in -ing behind it that mostly ends the name ("visual question answering"): alone it reads
    like a verb."""
    name = re.compile(rf"\b{re.escape(usual)}(?: ([a-z]+ing)\b)?", re.IGNORECASE)
    following = Counter(found[1] for one in holders for found in name.finditer(one.text))
    word, count = following.most_common(1)[0] if following else (None, 0)
    return f"{usual} {word}" if word and 2 * count > following.total() else usual


def _expanded(word: str, holders: Sequence[Passage], topic: frozenset[str]) -> str | None:
    """A single word with the topic behind it ("laws of thermodynamics") where it is usual to say so."""
    forms: Counter[str] = Counter()
    for one in holders:
        words = _tokens(one.text)
        for at in range(len(words) - 2):
            if stem(words[at].lower) == word and words[at + 1].lower == "of":
                tail = words[at + 2 : at + 2 + len(topic)]
                if {stem(token.lower) for token in tail} == topic:
                    forms[words[at].lower + one.text[words[at].end : tail[-1].end]] += 1
    if sum(forms.values()) < max(3, EXPANDED * len(holders)):
        return None
    return max(forms, key=lambda form: (form.split()[0].endswith("s"), forms[form], form))


def _compound(word: str, holders: Sequence[Passage], topic: frozenset[str]) -> str | None:
    """A single word with the topic before it ("ozone layer") where it is mostly said so; with an empty one it would be
    the topic again."""
    if word in LIGHT:
        return None
    forms: Counter[str] = Counter()
    for one in holders:
        words = _tokens(one.text)
        for at in range(len(topic), len(words)):
            head = words[at - len(topic) : at]
            if stem(words[at].lower) == word and {stem(token.lower) for token in head} == topic:
                form = one.text[head[0].start : words[at].end]
                first = form.split()[0]
                if form.count("(") == form.count(")"):
                    forms[form if first[1:] != first[1:].lower() else form[:1].lower() + form[1:]] += 1
                break
    if 2 * sum(forms.values()) < max(len(holders), 4):
        return None
    return commonest(forms)


def in_sentence_case(heading: str, passages: Sequence[Passage]) -> str:
    """The heading with small letters behind its first word, where these passages now and then (``NOW_AND_THEN``) write
    it so, or mostly give it with its acronym, and its words mostly small: "Simultaneous Machine Translation (SiMT)" is
    no proper name, the Hubble Space Telescope is one."""
    first, *rest = heading.split()
    titled = {word for word in rest if word[:1].isupper() and word[1:].islower()}
    if not titled:
        return heading
    small = " ".join([first, *(word.lower() if word in titled else word for word in rest)])
    name = re.compile(rf"\b({re.escape(heading)})s?\b( \()?", re.IGNORECASE)
    found = [match for one in passages for match in name.finditer(one.text)]
    if found and sum(match[1][1:] == small[1:] for match in found) >= NOW_AND_THEN * len(found):
        return small
    words = Counter(word for one in passages for word in one.text.split())
    is_short = 2 * sum(match[2] is not None for match in found) >= len(found)
    return small if is_short and all(words[word.lower()] >= words[word] for word in titled) else heading


def may_stand(surface: str, classes: WordClasses, topic: Set[str] = frozenset(), *, is_name: bool = False) -> bool:
    """No empty word in it but the topic's (stems); its last word heads noun phrases here, unless it ``is_name``; alone
    it is not mostly an adjective or a verb."""
    words = surface.split()
    last = words[-1]
    if (
        any(stem(word) in _EMPTY - topic for word in words)
        or stem(last.lower()) in _ROLES
        or _STUDENTS.search(last.lower())
    ):
        return False
    if len(words) == 1 and stem(last.lower()) in _BARE:
        return False
    if (len(words) == 1 or words[1] == "of") and stem(words[0].lower()) in LIGHT:
        return False  # "Process of osmosis" says no more than "Process"
    if is_name:
        return True
    if not classes.is_noun_head(last):
        return False
    return len(words) > 1 or not (classes.is_adjective(last) or classes.is_verb(last))


def _finds(words: Sequence[Sequence[str]], wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Where a run of words (each given by its stems) has these stems: (first, last) word."""
    parts = [(one, at) for at, own in enumerate(words) for one in own]
    stems = [one for one, _ in parts]
    size = len(wanted)
    found = []
    for at in range(len(parts) - size + 1):
        if stems[at : at + size] == list(wanted):
            first, last = parts[at][1], parts[at + size - 1][1]
            whole = (at == 0 or parts[at - 1][1] != first) and (at + size == len(parts) or parts[at + size][1] != last)
            if whole and last - first < size:
                found.append((first, last))
    return found


def _listed(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


# People by what they do: no heading ends in them.
_ROLES = _listed(
    """astronomer scientist researcher physicist chemist biologist psychologist sociologist economist historian theorist
    engineer scholar expert critic author philosopher doctor physician patient nurse teacher participant speaker""",
)
_STUDENTS = re.compile(r"(?:olog|graph|atr)(?:ists?|ers?)$")  # of a field: primatologists, geographers
# What is no heading alone: times of day and year, what one calls people by, and praise.
_BARE = _listed(
    "night morning evening spring summer winter dead baby infant adult male female youth elder member"
    " ability capability potential success popularity progress advance advancement"
)
# Words that spoil any heading they stand in.
_EMPTY = _listed(
    """different many new large small high low important common certain various similar main major specific particular
    general good long short possible several significant previous recent current existing such other first second third
    last next single multiple whole entire total additional numerous great big little best better worst full complete
    name term word called known used based given associated involved able likely available present absent mostly simply
    larger largest smaller smallest higher highest lowest greater greatest longer longest shorter shortest stronger strongest newer newest
    older oldest bigger biggest fewer today early late average typical usual normal actual real key promising effective novel extensive comprehensive impressive remarkable strong rapid growing billion million thousand hundred percent adjacent opposite nearby surrounding
    proposed diverse crucial critical essential further fact lot""",
)
